"""A day, and a whole game, told from the events: for the day's end page and the outcome page."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Track
from picket_duty.events import Crew, Damage, Event, Fire, Leave, Loss, PhaseBegun, Raid, Support, TurnEnd
from picket_duty.events import Weather as WeatherTold
from picket_duty.facts.fight import in_blow, is_blow
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import GONE, JAPANESE_WIN, SHOT_DOWN, US_WIN, Records
from picket_duty.text import OUTCOMES, POST_NAMES, count, item_name, tell
from picket_duty.text.log import stores_words
from picket_duty.text.names import FATES, date_words, game_words, label_words, ship_words, title_case
from picket_duty.text.status import met_words
from picket_duty.tui.history import history_lines
from picket_duty.tui.lines import Line, Span, line, paragraphs, safe, wrap
from picket_duty.tui.speed import GRAVE

DOWN = (GONE, SHOT_DOWN)
#: Tracks, and the repair men of each section, whose losses a day's page tells.
TOLD_TRACKS = (Track.HULL, Track.MANEUVER, *MEN_SECTIONS)


def day_lines(game: Game, events: Sequence[Event], date: str, width: int) -> list[Line]:
    """What happened on a day, phase by phase, what is left at its end, and what really happened on it."""
    day = datetime.date.fromisoformat(date)
    today = [event for event in events if event.phase.startswith(date)]
    lines = [line((f"{date_words(day)}: the end of the day", "title")), line(_ship_on(game, date))]
    for event in today:
        if isinstance(event, PhaseBegun):
            lines += [[], *_phase_lines(game, [one for one in today if one.phase == event.phase], event, width)]
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
    """The day so far, phase by phase; the one going on without a word about a raid not yet known."""
    date = game.state.date.isoformat()
    today: list[Event] = []
    for event in reversed(game.events):
        if event.phase[: len(date)] < date:
            break
        today.append(event)
    today.reverse()
    lines: list[Line] = []
    for begun in today:
        if not isinstance(begun, PhaseBegun):
            continue
        events = [one for one in today if one.phase == begun.phase]
        known = begun.phase != game.state.label or any(isinstance(one, Raid) for one in events)
        lines += _phase_lines(game, events, begun, width) if known else [line((begun.name.capitalize(), "title"))]
    return lines


def _ship_on(game: Game, date: str) -> str:
    """The ship that was on duty on a day."""
    names = [day.ship for day in game.state.records.daily if day.date == date]
    return safe(names[0] if names else game.state.ship.name)


def _phase_lines(game: Game, events: list[Event], begun: PhaseBegun, width: int) -> list[Line]:
    """One phase in a few lines."""
    station = f", station {begun.station}" if begun.station else ""
    lines = [line((f"{begun.name.capitalize()} ({begun.light}){station}", "title"))]
    weather = ", ".join(event.weather for event in events if isinstance(event, WeatherTold))
    raid = next((event for event in events if isinstance(event, Raid)), None)
    if raid is None or not raid.planes:
        lines.append(line(f"  {weather.capitalize() or 'Quiet'}, no attack"))
    else:
        shot = {
            (event.wave, event.plane) for event in events if isinstance(event, Fire | Support) and event.state in DOWN
        }
        kind = "Kikusui raid" if raid.kikusui else "raid"
        lines.append(line(f"  {weather.capitalize()}, {kind} of {raid.planes}: {len(shot)} destroyed or aflame"))
    return [*lines, *_hurt(game, events, width)]


def _hurt(game: Game, events: list[Event], width: int) -> list[Line]:
    """What the ship and her crew suffered: under each blow what followed from it, then what came after the wave."""
    found: list[Line] = []
    blow, head = False, ""
    for event in events:
        if is_blow(event):
            blow, head = True, ""
            found += wrap([Span(f"  Wave {event.wave}: ", "dim"), *tell(event, game.tables)], width, indent=6)
        elif blow and not in_blow(event, event.wave):
            blow = False
            head = f"  After wave {event.wave}:" if event.wave else "  After the raid:"
        if _is_suffering(event):
            found += [line((head, "dim"))] if head else []
            head = ""
            found += wrap([Span("    "), *tell(event, game.tables)], width, indent=6)
    return found


def _is_suffering(event: Event) -> bool:
    """Whether a day's page tells an event among what the ship and her crew suffered."""
    return (
        (isinstance(event, Damage) and event.effect not in (DamageEffect.SUPERFICIAL, DamageEffect.GROWS))
        or (isinstance(event, Crew) and event.killed)
        or (isinstance(event, Loss) and event.track.startswith(TOLD_TRACKS) and event.points > 0)
    )


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
