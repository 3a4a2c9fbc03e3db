"""A game as data, without wording: what the golden state files hold.

``@`` starts a step of play with the hash of its state, ``--`` a change of phase or wave. The other lines are events; in
most games only their number and checksum are listed, behind the step, phase or wave that they belong to.
A roll is ``roll purpose actor plane chart[column] dice modifiers = total -> key of its result``.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import msgspec

from picket_duty.charts import Modifier
from picket_duty.events import BaseEvent, Control, Crew, Damage, DecisionMade, Ended, Fire, Note, Support, WaveBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from tests.golden.fixed import checksum

#: Fields that are left out: wording and names, and what lines before already have.
OMITTED: dict[type, tuple[str, ...]] = {
    DecisionMade: ("words", "officer"),
    Note: ("text",),
    Fire: ("flamed", "officer"),
    Support: ("flamed",),
    Control: ("officer",),
    Crew: ("fallen", "before"),
    Damage: ("again", "total"),
    WaveBegun: ("before",),
}
#: Fields on the line of the phase and wave.
SHARED = ("event", "phase", "wave")


def state_lines(game: Game) -> list[str]:
    """Set-up, events with the hash of the state at every checkpoint, and the summary of a game."""
    return [_setup_line(game), *(line for step in _steps(game) for line in step), *_summary_lines(game)]


def brief_lines(game: Game) -> list[str]:
    """The same with the number and checksum of the events that follow a checkpoint or a change of phase or wave."""
    steps = [f"{first}: {len(rest)} events, {checksum(*rest)}" if rest else first for first, *rest in _steps(game)]
    return [_setup_line(game), *steps, *_summary_lines(game)]


def _setup_line(game: Game) -> str:
    return f"setup {_json(msgspec.to_builtins(game.state.setup))}"


def _summary_lines(game: Game) -> Iterator[str]:
    return (f"{key}: {_json(value)}" for key, value in game.summary().items())


def _steps(game: Game) -> list[list[str]]:
    """Each checkpoint and each change of phase or wave, with the events after it."""
    steps: list[list[str]] = []
    points = list(game.checkpoints)
    place: tuple[str, int | None] = ("", None)
    for number, event in enumerate(game.events):
        while points and points[0].events <= number:
            point = points.pop(0)
            steps.append([f"@ {point.label} {point.state_hash}"])
        if place != (event.phase, event.wave):
            place = (event.phase, event.wave)
            steps.append([f"-- {event.phase}" + ("" if event.wave is None else f" wave {event.wave}")])
        steps[-1].append(roll_line(event) if isinstance(event, Roll) else event_line(event))
    return steps


def event_line(event: BaseEvent) -> str:
    """The kind of an event and its fields."""
    kind = str(event.__struct_config__.tag)
    if isinstance(event, Ended):
        return f"{kind} {event.summary['outcome']}"
    fields: dict[str, Any] = msgspec.to_builtins(event)
    left_out = (*SHARED, *OMITTED.get(type(event), ()))
    return " ".join([kind, *(f"{name}={_json(value)}" for name, value in fields.items() if name not in left_out)])


def roll_line(roll: Roll) -> str:
    """The address, chart, dice, modifiers, total and result of a roll."""
    assert roll.result is not None
    chart = roll.table + (f"/{roll.chart.note_id}" if roll.chart.note_id else "")
    about = ["roll", roll.purpose.id, roll.actor, "" if roll.plane is None else f"plane={roll.plane}"]
    about.append("" if roll.item in ("", roll.actor) else f"item={_json(roll.item)}")
    if roll.column is None:
        about.append(chart)
    else:
        shifts = "".join(f" {_modifier(modifier)}" for modifier in roll.column_modifiers)
        about.append(f"{chart}[{roll.column}{shifts}]")
    dice = [*map(str, roll.dice), *map(_modifier, roll.modifiers)]
    total = f"row {roll.row} column {roll.col}" if roll.is_matrix else f"{roll.total}"
    return f"{' '.join(part for part in about if part)} {' '.join(dice)} = {total} -> {roll.result.key}"


def _modifier(modifier: Modifier) -> str:
    """The value of a modifier and the table or paragraph it comes from: ``+1(9-1)``."""
    return f"{modifier.value:+d}({modifier.rule})"


def _json(value: Any) -> str:
    return value if isinstance(value, str) and value and " " not in value else json.dumps(value)
