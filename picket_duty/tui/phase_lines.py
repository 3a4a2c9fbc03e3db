"""The phases of a day in a few lines each: weather, raid, what the ship and her crew suffered."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.events import Note
from picket_duty.facts import Aftermath, Killed, Phase, day_facts, is_harm
from picket_duty.game import Game
from picket_duty.text import log_line
from picket_duty.tui.lines import Line, Span, line, wrap


def today_lines(game: Game, width: int) -> list[Line]:
    """The day so far, phase by phase; the current phase does not mention a raid that is not known yet."""
    lines: list[Line] = []
    day = day_facts(game, game.state.date.isoformat())
    for phase in day.phases if day is not None else ():
        if phase.label == game.state.label and phase.raid is None:
            lines.append(line((phase.name.capitalize(), "title")))
        else:
            lines += phase_lines(game, phase, width)
    return lines


def phase_lines(game: Game, phase: Phase, width: int) -> list[Line]:
    """One phase in a few lines."""
    station = f", station {phase.station}" if phase.station else ""
    lines = [line((f"{phase.name.capitalize()} ({phase.light}){station}", "title"))]
    weather = (phase.weather or "quiet").capitalize()
    if phase.raid is None or not phase.attacked:
        lines.append(line(f"  {weather}, no attack"))
    else:
        kind = "Kikusui raid" if phase.raid.kikusui else "raid"
        raid = f"{kind} of {phase.raid.planes}: {len(phase.shot_down_by)} destroyed or aflame"
        lines.append(line(f"  {weather}, {raid}"))
    return [*lines, *_suffered(game, phase, width)]


def _suffered(game: Game, phase: Phase, width: int) -> list[Line]:
    """What the ship and her crew suffered: each strike with its effects, then what came after the wave."""
    lines: list[Line] = []
    for wave in phase.waves:
        for blow in wave.blows:
            lines += wrap(
                [Span(f"  Wave {wave.number}: ", "dim"), *log_line(blow.strike, game.tables)], width, indent=6
            )
            lines += _harm_lines(game, blow.after, width)
        harm = _harm_lines(game, wave.later, width)
        lines += [line((f"  After wave {wave.number}:", "dim"))] if harm and lines else []
        lines += harm
    harm = _harm_lines(game, phase.later, width)
    lines += [line(("  After the raid:", "dim"))] if harm and lines else []
    return [*lines, *harm]


def _harm_lines(game: Game, events: Sequence[Aftermath], width: int) -> list[Line]:
    """Each of some events by which the ship or her crew suffered."""
    harms = [event for event in events if is_harm(event) and not isinstance(event, Note)]
    causes = (event.event if isinstance(event, Killed) else event for event in harms)
    return [row for event in causes for row in wrap([Span("    "), *log_line(event, game.tables)], width, indent=6)]
