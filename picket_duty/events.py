"""What happened, as typed records. Log, statistics, odds and reports read these and nothing else.

A roll is its own event: the Roll object itself stands in the list of events.
"""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.book.vocabulary import DamageEffect, Light, Sky, StrikeOutcome, Topic, Track
from picket_duty.charts import Modifier
from picket_duty.requests import Answer, Roll


class BaseEvent(msgspec.Struct, tag_field="event", omit_defaults=True, kw_only=True, gc=False):
    """The fields of every event but a roll: phase label (``1945-03-26/morning``), and wave number in a wave."""

    phase: str = ""
    wave: int | None = None


class PhaseBegun(BaseEvent, tag="phase", omit_defaults=False):
    """A phase begins. ``station`` is None without duty."""

    date: str
    name: str
    light: Light
    station: int | None


class Weather(BaseEvent, tag="weather"):
    """The weather of the phase."""

    weather: Sky


class Raid(BaseEvent, tag="raid", omit_defaults=False):
    """The planes of the phase, half of those ``rolled`` at night. ``table`` is the attack table, empty for none."""

    planes: int
    kikusui: bool
    table: str
    rolled: int = 0


class WaveBegun(BaseEvent, tag="wave", omit_defaults=False):
    """A wave, its planes identified. ``to_come`` is how many planes each later wave of the raid has."""

    number: int
    planes: list[dict[str, Any]]
    to_come: list[int] = []


class Chosen(BaseEvent, tag="choice", omit_defaults=False):
    """A decision of the captain. ``words`` are those of the option taken, empty for plans."""

    kind: str
    about: str
    rule: str
    answer: Answer
    words: str = ""


class Fire(BaseEvent, tag="fire", omit_defaults=False):
    """A mount fired at a plane; its state after it, and ``before``.

    ``ace`` marks the plane that made its crew aces, ``again`` a plane aflame that was set aflame once more; ``held``
    are the slots that were still to fire at a plane now destroyed.
    """

    plane: int
    by: str
    hits: int
    state: str
    before: str = ""
    ace: bool = False
    again: bool = False
    held: list[str] = []


class Support(BaseEvent, tag="support", omit_defaults=False):
    """Fighters (AFS) or support ships (SFS) attacked a plane; the fields are those of ``Fire``."""

    plane: int
    by: str
    hits: int
    state: str
    before: str = ""
    again: bool = False
    held: list[str] = []


class Strike(BaseEvent, tag="strike", omit_defaults=False):
    """A plane's dive: miss, near_miss or hit; or special, its weapon: that struck, or fell ``near``."""

    plane: int
    outcome: StrikeOutcome
    section: str
    weapon: str = ""
    near: bool = False


class Damage(BaseEvent, tag="damage", omit_defaults=False):
    """Something aboard was hit."""

    section: str
    item: str
    effect: DamageEffect
    points: int = 0


class Control(BaseEvent, tag="control", omit_defaults=False):
    """One repair job in a damage control round.

    ``still`` are the hit markers that a room still has, ``drained`` is the water that went with its last, ``flood``
    what flooding is down to.
    """

    section: str
    job: str
    men: int
    success: bool
    markers: int
    still: int = 0
    drained: int = 0
    flood: int = 0


class Crew(BaseEvent, tag="crew", omit_defaults=False):
    """A post was filled; ``killed`` when its holder fell. ``value`` is the new officer's."""

    post: str
    killed: bool
    value: int
    name: str


class Loss(BaseEvent, tag="loss", omit_defaults=False):
    """A track went down (flood: up); ``left`` is what it stands at. ``cause`` says why where no roll does."""

    track: Track
    points: int
    left: int
    cause: str = ""


class Leave(BaseEvent, tag="leave", omit_defaults=False):
    """The ship leaves her station; ``until`` is the day she is back, empty where she does not return.

    ``rear`` is true where table 18 sent her to the rear; ``why`` is what sank a ship that is lost.
    """

    reason: str
    until: str
    rear: bool = False
    why: str = ""


class NewShip(BaseEvent, tag="new_ship", omit_defaults=False):
    """A ship takes the duty: new, or one of the squadron coming back."""

    name: str
    hull: str
    station: int | None
    returning: bool = False


class TurnEnd(BaseEvent, tag="turn_end", omit_defaults=False):
    """A day is over."""

    date: str
    fuel: int
    ammunition: int
    hull: int
    morale: int
    maneuver: int = 0


class Undone(BaseEvent, tag="undo", omit_defaults=False):
    """Answers were taken back, some of them ``decisions``, the others rolls."""

    answers: int
    decisions: int = 0


#: Why stores went down at the end of a turn: they were used, not lost.
USED = "used"


class Note(BaseEvent, tag="note", omit_defaults=False):
    """A remark for the log where nothing was rolled or lost; its ``topic``, empty for most."""

    text: str
    topic: Topic = Topic.REMARK


class Ended(BaseEvent, tag="outcome", omit_defaults=False):
    """The game is over; the summary is that of ``play --json``."""

    summary: dict[str, Any]


#: Anything in the list of events of a game.
Event = BaseEvent | Roll
#: Fields that are left out of events files.
UNWRITTEN = (
    "before", "ace", "again", "held", "weapon", "near", "words", "rear", "why", "topic", "to_come", "rolled", "cause",
    "still", "drained", "flood", "decisions", "maneuver",
)  # fmt: skip


def as_dict(event: Event) -> dict[str, Any]:
    """An event as the JSON object of the events file."""
    if isinstance(event, Roll):
        return roll_as_dict(event)
    found: dict[str, Any] = msgspec.to_builtins(event)
    for name in UNWRITTEN:
        found.pop(name, None)
    if event.wave is None:
        found.pop("wave", None)
    if isinstance(event, Ended):
        return {"event": "outcome", **found.pop("summary"), **{k: v for k, v in found.items() if k != "event"}}
    return found


def roll_as_dict(roll: Roll) -> dict[str, Any]:
    """A roll as the JSON object of the events file."""
    found: dict[str, Any] = {"event": "roll", "table": roll.table, "purpose": roll.purpose.id}
    if roll.actor:
        found["actor"] = roll.actor
    if roll.column is not None:
        found["column"] = roll.column
    if roll.column_modifiers:
        found["column_modifiers"] = [_modifier(one) for one in roll.column_modifiers]
    found["dice"] = list(roll.dice)
    found["modifiers"] = [_modifier(one) for one in roll.modifiers]
    if roll.is_matrix:
        found["row"], found["col"] = roll.row, roll.col
    else:
        found["total"] = roll.total
    if roll.maneuver is not None:
        found["natural"] = roll.natural
    found["result"] = dict(roll.result.fields) if roll.result else None
    if roll.chart.letter:
        found["note"] = roll.chart.letter
    found["phase"] = roll.phase
    if roll.wave is not None:
        found["wave"] = roll.wave
    return found


def _modifier(modifier: Modifier) -> dict[str, Any]:
    return {"value": modifier.value, "why": modifier.why, "rule": modifier.rule}
