"""What happened, as typed records. Rules append them; facts, log, statistics and JSON read them.

A roll is its own event: the Roll object is in the list of events. A field with a separate ``name``
has that name in JSON.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NotRequired, TypedDict

import msgspec

from picket_duty.book.vocabulary import (
    TOPICS,
    DamageEffect,
    Light,
    Remark,
    RemarkTopic,
    Sky,
    StrikeOutcome,
    Track,
)
from picket_duty.requests import Answer, Roll

#: An object of JSON: an event, a result, a part of a report.
JsonObject = dict[str, Any]


# Events refer to no events, so they cannot form cycles and need no garbage collection (``gc``).
# JSON has every field of most events, which say ``omit_defaults=False``. The weather and the events
# of companion games leave out defaults.
class BaseEvent(msgspec.Struct, tag_field="event", omit_defaults=True, kw_only=True, gc=False):
    """The fields of every event but a roll: phase label (``1945-03-26/morning``), and wave number
    in a wave.
    """

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
    """The number of planes of the phase; at night half of the number ``rolled``. ``table`` is the
    attack table, empty if none.
    """

    planes: int
    kikusui: bool
    table: str
    rolled: int = 0


class IdentifiedPlane(TypedDict):
    """A plane of a wave; a special plane has a weapon instead of a bearing and an altitude.

    ``lost_weapon`` is the weapon that a plane does without because the special attack box is full
    (rules 5.1).
    """

    plane: int
    type: str
    bearing: int | None
    altitude: str | None
    weapon: str | None
    lost_weapon: NotRequired[str]


class WaveBegun(BaseEvent, tag="wave", omit_defaults=False):
    """A wave and its planes. ``before`` is the number of planes in the earlier waves of the raid,
    ``to_come`` the number in each later wave.
    """

    number: int
    planes: list[IdentifiedPlane]
    to_come: list[int] = []
    before: int = 0


class DecisionMade(BaseEvent, tag="choice", omit_defaults=False):
    """A decision of the captain. ``words`` is the text of the chosen option, empty for a fire plan
    or repair parties.

    The text is copied from the request because some options have texts that no id implies: names of
    ships and rooms, and the options of companion games. ``officer`` is the captain, if the order is
    an emergency maneuver.
    """

    kind: str
    about: str
    rule: str
    answer: Answer
    words: str = ""
    officer: str = ""


class Fire(BaseEvent, tag="fire", omit_defaults=False):
    """A mount fired at a plane and scored ``hits`` hits; the state of the plane after the shot.

    ``plane`` counts from 0 within the wave; texts count from 1. ``ace``: the shot made the crew
    aces. ``flamed``: the chart said "Flamed", without a number of hits; ``flamed_again``: the same
    result for a plane that was already afire. ``without_target`` are the slots that were still to
    fire at a plane now splashed. ``officer`` is the gunnery officer, if a gun under the ship's
    director splashed the plane.
    """

    plane: int
    by: str
    hits: int
    state: str
    state_before: str = msgspec.field(default="", name="before")
    officer: str = ""
    ace: bool = False
    flamed: bool = False
    flamed_again: bool = msgspec.field(default=False, name="again")
    without_target: list[str] = msgspec.field(default=[], name="held")


class Support(BaseEvent, tag="support", omit_defaults=False):
    """Fighters (AFS) or a support ship (SFS) fired at a plane; the fields are those of ``Fire``."""

    plane: int
    by: str
    hits: int
    state: str
    state_before: str = msgspec.field(default="", name="before")
    flamed: bool = False
    flamed_again: bool = msgspec.field(default=False, name="again")
    without_target: list[str] = msgspec.field(default=[], name="held")


class Strike(BaseEvent, tag="strike", omit_defaults=False):
    """The outcome of a plane's dive; or its ``weapon`` struck the ship, or exploded close aboard
    (``near``).
    """

    plane: int
    outcome: StrikeOutcome
    section: str
    weapon: str = ""
    near: bool = False


class Damage(BaseEvent, tag="damage", omit_defaults=False):
    """Something aboard was hit; ``item`` is empty if nothing in particular.

    ``points`` are new hit markers of a compartment, ``total`` all that it then has; or the level of
    a deck fire. ``again``: the fire was out of control before.
    """

    section: str
    item: str
    effect: DamageEffect
    points: int = 0
    again: bool = False
    total: int = 0


class Control(BaseEvent, tag="control", omit_defaults=False):
    """The result of one repair job in a damage control round.

    ``markers`` were removed and ``markers_left`` remain on a compartment; ``water_drained`` are the
    flooding points that went with the last of them, ``flood`` is what the flood track is then.
    ``officer`` is the chief of the repair party, if the job succeeded.
    """

    section: str
    job: str
    men: int
    success: bool
    markers: int
    markers_left: int = msgspec.field(default=0, name="still")
    water_drained: int = msgspec.field(default=0, name="drained")
    flood: int = 0
    officer: str = ""


class Crew(BaseEvent, tag="crew", omit_defaults=False):
    """A post was filled. ``killed``: its holder was killed, whose name was ``fallen`` and whose
    value was ``value_before``.
    """

    post: str
    killed: bool
    value: int
    name: str
    fallen: str = ""
    value_before: int | None = msgspec.field(default=None, name="before")


#: Why stores went down at the end of a turn (``Loss.cause``): they were used, not lost.
USED = "used"


class Loss(BaseEvent, tag="loss", omit_defaults=False):
    """A track went down by ``points`` to ``left``, or the flood track up. ``cause`` says why if no
    roll does.
    """

    track: Track
    points: int
    left: int
    cause: str = ""


class Leave(BaseEvent, tag="leave", omit_defaults=False):
    """The ship leaves her station; ``until`` is the day on which she is back, empty if she does not
    return.

    ``reason`` is a ``Reason`` or several, joined by commas; ``why`` is the one that sank a ship
    that is lost. JSON has these values; ``leave_words`` and ``loss_words`` in ``text.names`` put
    them into words. ``rear``: table 18 sent her to the rear.
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
    """Answers were undone; ``decisions`` of them were decisions, the others rolls."""

    answers: int
    decisions: int = 0


class Note(BaseEvent, tag="note", omit_defaults=False):
    """A remark for the log that is not a roll or a loss. ``text`` is for JSON, ``remark`` for
    readers.
    """

    text: str
    topic: RemarkTopic = RemarkTopic.REMARK

    @property
    def remark(self) -> tuple[Remark, str] | None:
        """The remark and its subject, empty if it has none; None for a text of another version."""
        text = self.text
        for remark in Remark:
            before, braces, after = remark.partition("{}")
            if not braces and text == remark:
                return remark, ""
            if braces and text.startswith(before) and text.endswith(after):
                return remark, text[len(before) : len(text) - len(after)]
        return None


def note_of(remark: Remark, subject: object = "") -> Note:
    """The note of a remark."""
    return Note(text=remark.format(subject), topic=TOPICS.get(remark, RemarkTopic.REMARK))


class Ended(BaseEvent, tag="outcome", omit_defaults=False):
    """The game is over; ``summary`` is the object that ``play --json`` prints."""

    summary: JsonObject


#: Anything in the list of events of a game.
Event = BaseEvent | Roll
#: JSON names of the fields for the program's own texts, of any event: ``before`` is that of
#: ``WaveBegun.before`` and of ``Fire.state_before``. Events files leave them all out.
UNWRITTEN = (
    "before",
    "ace",
    "flamed",
    "again",
    "held",
    "weapon",
    "near",
    "words",
    "rear",
    "why",
    "topic",
    "to_come",
    "rolled",
    "cause",
    "still",
    "drained",
    "flood",
    "decisions",
    "maneuver",
    "officer",
    "fallen",
    "total",
)


def as_dict(event: Event) -> JsonObject:
    """An event as the JSON object of the events file."""
    if isinstance(event, Roll):
        return roll_as_dict(event)
    fields: JsonObject = msgspec.to_builtins(event)
    for name in UNWRITTEN:
        fields.pop(name, None)
    if event.wave is None:
        fields.pop("wave", None)
    if isinstance(event, Ended):
        summary = fields.pop("summary")
        return {"event": fields.pop("event"), **summary, **fields}
    return fields


def roll_as_dict(roll: Roll) -> JsonObject:
    """A roll as the JSON object of the events file."""
    fields: JsonObject = {"event": "roll", "table": roll.table, "purpose": roll.purpose.id}
    if roll.actor:
        fields["actor"] = roll.actor
    if roll.column is not None:
        fields["column"] = roll.column
    if roll.column_modifiers:
        fields["column_modifiers"] = list(map(msgspec.structs.asdict, roll.column_modifiers))
    fields["dice"] = list(roll.dice)
    fields["modifiers"] = list(map(msgspec.structs.asdict, roll.modifiers))
    if roll.is_matrix:
        fields["row"] = roll.row
        fields["col"] = roll.col
    else:
        fields["total"] = roll.total
    # A modifier that moves the roll toward some totals depends on the natural roll.
    if roll.toward is not None:
        fields["natural"] = roll.natural
    fields["result"] = dict(roll.result.fields) if roll.result else None
    if roll.chart.letter:
        fields["note"] = roll.chart.letter
    fields["phase"] = roll.phase
    if roll.wave is not None:
        fields["wave"] = roll.wave
    return fields


def answers_of(events: Iterable[Event]) -> list[Roll | DecisionMade]:
    """The event of each answer, in order."""
    return [event for event in events if isinstance(event, Roll | DecisionMade)]
