"""A day, and a whole game, told from the events: for the day's end page and the outcome page."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from picket_duty.events import Event, Leave, Note, TurnEnd
from picket_duty.facts import Aftermath, Killed, Phase, day_facts, days_of, is_harm
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import JAPANESE_WIN, US_WIN, Records
from picket_duty.text import OUTCOMES, POST_NAMES, count, item_name, tell
from picket_duty.text.log import stores_words
from picket_duty.text.names import FATES, date_words, game_words, label_words, ship_words, title_case
from picket_duty.text.status import met_words
from picket_duty.tui.lines import Line, Span, line, paragraphs, safe, wrap
from picket_duty.tui.screens.historical_day import history_lines
from picket_duty.tui.speed import GRAVE


def day_lines(game: Game, events: Sequence[Event], date: str, width: int) -> list[Line]:
    """What happened on a day, phase by phase, what is left at its end, and what really happened on it."""
    day = datetime.date.fromisoformat(date)
    today = [event for event in events if event.phase.startswith(date)]
    lines = [line((f"{date_words(day)}: the end of the day", "title")), line(_ship_on(game, date))]
    for phase in (phase for day in days_of(today) for phase in day.phases):
        lines += [[], *_phase_lines(game, phase, width)]
    ended = [event for event in today if isinstance(event, TurnEnd)]
    left = [event for event in today if isinstance(event, Leave)]
    lines.append([])
    if ended:
        lines.append(line((title_case(stores_words(ended[-1])), "strong")))
    if left:
        rolls = [event for event in today if isinstance(event, Roll) and event.purpose in GRAVE]
        happened: list[Event] = [*rolls, *left]
        for told in happened:
            lines += wrap(tell(told, game.tables), width, indent=4)
    for one in _standing(game):
        lines += wrap(one, width, indent=2)
    real = history_lines(game.tables, day, width)
    return [*lines, [], *real] if real else lines


def today_lines(game: Game, width: int) -> list[Line]:
    """The day so far, phase by phase; the present one without a word about a raid not yet known."""
    lines: list[Line] = []
    day = day_facts(game, game.state.date.isoformat())
    for phase in day.phases if day is not None else ():
        if phase.label == game.state.label and phase.raid is None:
            lines.append(line((phase.name.capitalize(), "title")))
        else:
            lines += _phase_lines(game, phase, width)
    return lines


def _ship_on(game: Game, date: str) -> str:
    """The ship that was on duty on a day."""
    names = [day.ship for day in game.state.records.daily if day.date == date]
    return safe(names[0] if names else game.state.ship.name)


def _phase_lines(game: Game, phase: Phase, width: int) -> list[Line]:
    """One phase in a few lines."""
    station = f", station {phase.station}" if phase.station else ""
    lines = [line((f"{phase.name.capitalize()} ({phase.light}){station}", "title"))]
    if phase.raid is None or not phase.attacked:
        lines.append(line(f"  {phase.weather.capitalize() or 'Quiet'}, no attack"))
    else:
        kind = "Kikusui raid" if phase.raid.kikusui else "raid"
        raid = f"{kind} of {phase.raid.planes}: {len(phase.shot_down_by)} destroyed or aflame"
        lines.append(line(f"  {phase.weather.capitalize()}, {raid}"))
    return [*lines, *_suffered(game, phase, width)]


def _suffered(game: Game, phase: Phase, width: int) -> list[Line]:
    """What the ship and her crew suffered: under each blow what followed from it, then what came after the wave."""
    lines: list[Line] = []
    for wave in phase.waves:
        for blow in wave.blows:
            lines += wrap([Span(f"  Wave {wave.number}: ", "dim"), *tell(blow.strike, game.tables)], width, indent=6)
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
    told = (event.event if isinstance(event, Killed) else event for event in harms)
    return [row for event in told for row in wrap([Span("    "), *tell(event, game.tables)], width, indent=6)]


def _standing(game: Game) -> list[Line]:
    """How a campaign stands."""
    state = game.state
    records = state.records
    met = line(f"So far {met_words(records)}")
    if state.scenario:
        return [met]
    wanted = f" of {state.fighting_days_wanted}" if state.fighting_days_wanted else ""
    return [line(f"Fighting days {state.fighting_days}{wanted}, own ships sunk {records.ships_sunk}"), met]


def outcome_lines(game: Game, width: int) -> list[Line]:
    """How a game ended, what it came to, and what history did."""
    state, records = game.state, game.state.records
    tables, ship = game.tables, game.state.ship
    shot = records.destroyed + records.flamed
    result = OUTCOMES.get(state.outcome, "The game is over")
    style = {US_WIN: "good", JAPANESE_WIN: "bad"}.get(state.outcome, "strong")
    rows = [
        ("Game", game_words(state.setup, tables)),
        ("Ship", f"{ship_words(ship.name, ship.hull_number)}: {_fate(game)}"),
        ("Days, phases", f"{records.days}, {records.phases}"),
        ("Raids", f"{count(records.waves, 'wave')}, {count(records.planes, 'plane')}"),
        ("Shot down", f"{shot} ({records.destroyed} destroyed, {records.flamed} flamed)"),
        ("Strikes taken", _strikes_taken(records)),
        ("Hull left", str(ship.hull)),
    ]
    if not state.scenario:
        rows.append(("Own ships sunk", str(records.ships_sunk)))
        rows.append(("Fighting days", str(state.fighting_days)))
    rows.append(("Seed", str(state.setup.seed)))
    lines = [line((result, style)), []]
    for label, words in rows:
        lines += wrap(line((f"  {label:<15}", "dim"), words), width, indent=17)
    if records.by_mount:
        best = sorted(records.by_mount.items(), key=lambda item: -item[1])
        credit = ", ".join(f"{item_name(tables, who)}: {planes}" for who, planes in best)
        lines += wrap(line(("  Credited to    ", "dim"), credit), width, indent=17)
    for fallen in ship.fallen:
        words = f"{safe(fallen.name)}, {POST_NAMES[fallen.post]}, {label_words(fallen.phase)}"
        lines += wrap(line(("  Fallen         ", "dim"), words), width, indent=17)
    if state.scenario:
        history = tables.scenarios[int(state.setup.name)].history
        lines += [[], line(("What history did", "title")), *paragraphs(history, width)]
    return lines


def _strikes_taken(records: Records) -> str:
    """Strikes and near misses, and of how many planes: a flamed one dives all the same."""
    near = count(records.near_misses, "near miss", "near misses")
    return f"{records.hits}, and {near}, by the {records.planes - records.destroyed} not destroyed"


def _fate(game: Game) -> str:
    if game.state.ship.fate:
        return FATES[game.state.ship.fate]
    return "on her station" if game.state.on_station else "afloat, off her station"


def newest_roll(game: Game) -> Roll | None:
    """The roll made last."""
    return next((event for event in reversed(game.events) if isinstance(event, Roll)), None)
