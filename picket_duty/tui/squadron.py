"""The ships of a game: the squadron's roster, and the record of one ship."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.charts.words import day_words
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.records import days_told
from picket_duty.state import POSTS, SECTIONS, DayRecord, Ship, State
from picket_duty.text import POST_NAMES, count, damage_lines, item_name
from picket_duty.text.names import signed
from picket_duty.text.status import UNHURT, met_words
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, line, pad, safe, wrap

#: Why a ship is away, by ``Ship.away``.
AWAY = {"repair": "repairs", "replenish": "replenishment", "storm repair": "storm repairs"}
WIDE = 112


def ships_of(state: State) -> list[Ship]:
    """Every ship of the game: the one on duty, those away, those lost or sent home."""
    others = [*state.squadron, *state.lost]
    return [state.ship, *(ship for ship in others if ship.name != state.ship.name)]


def duty_status(ship: Ship, state: State) -> tuple[str, str, str]:
    """Symbol, words and style of a ship's duty status."""
    if ship.fate == SUNK:
        return "X", "sunk", "bad"
    if ship.fate:
        return "<", "sent home for good", "warn"
    if ship.back is None:
        where = f"on station {ship.station}" if ship.station else "on duty, no station yet"
        return "*", where, "good"
    what = AWAY.get(ship.away, ship.away)
    if ship.back <= state.date:
        return "+", f"ready since {day_words(ship.back)}", "title"
    return "a", f"{what}, returns {day_words(ship.back)}", "plain"


def squadron_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The roster, one ship per line (two on wide terminals), with totals."""
    head = f"     {fit('Ship', 20)}{fit('Hull no.', 10)}{fit('Standing', 32)}"
    wide = width >= WIDE
    head += f"{fit('hull', 6)}{fit('fuel', 6)}{fit('amm.', 6)}" if wide else f"{fit('hull', 6)}"
    lines = [line((head + ("Captain" if wide else "days"), "dim"))]
    for ship in ships_of(state):
        lines += _row(ship, state, tables, wide)
    ready = sum(duty_status(ship, state)[0] == "+" for ship in state.squadron)
    away = len(state.squadron) - ready
    sent = sum(bool(ship.fate) and ship.fate != SUNK for ship in state.lost)
    sums = f"  1 on duty, {away} away, {ready} ready, {state.records.ships_sunk} sunk, {sent} sent home"
    if state.outcome:
        sums = f"  {state.records.ships_sunk} sunk, {sent} sent home, {len(state.squadron)} at the anchorage"
    legend = "  * on duty   a away   + ready   X sunk   < sent home"
    return [*lines, [], line((sums, "strong")), line((legend, "dim"))]


def _row(ship: Ship, state: State, tables: Tables, wide: bool) -> list[Line]:
    sign, words, style = duty_status(ship, state)
    days = sum(day.ship == ship.name for day in days_told(state))
    spans = [
        Span(f"  {sign}  ", style),
        Span(fit(safe(ship.name), 20), "strong"),
        Span(fit(safe(ship.hull_number), 10), "dim"),
        Span(fit(words, 32), style),
        Span(fit(f"{ship.hull}/{tables.numbers.hull}", 6)),
    ]
    if not wide:
        return [[*spans, Span(str(days))]]
    captain = safe(ship.crew["captain"].name) if "captain" in ship.crew else ""
    spans += [Span(fit(str(ship.fuel), 6)), Span(fit(str(ship.ammunition), 6)), Span(captain)]
    served = list(dict.fromkeys(map(str, ship.stations)))
    where = f"{'station' if len(served) == 1 else 'stations'} {', '.join(served) or 'none yet'}"
    fell = f", {count(len(ship.fallen), 'officer')} fallen" if ship.fallen else ""
    more = f"{count(days, 'day')} on duty, {where}, morale {signed(ship.morale)}{fell}"
    return [spans, [Span(" " * 35), Span(more, "dim")]]


# -- one ship --------------------------------------------------------------------


def ship_record(ship: Ship, state: State, tables: Tables, width: int) -> list[Line]:
    """The record of a ship: days, stations, planes, damage, officers and the fallen."""
    days = [day for day in days_told(state) if day.ship == ship.name]
    lines = [line((safe(ship.name), "title"), (f" {safe(ship.hull_number)}", "dim"))]
    rows = [("On duty", _spell(days)), ("Stations", ", ".join(dict.fromkeys(map(str, ship.stations))) or "none")]
    rows.append(("Planes", met_words(*days)))
    kills = sorted(((mount.kills, name) for name, mount in ship.mounts.items() if mount.kills), reverse=True)
    if kills:
        rows.append(("Her guns", ", ".join(f"{item_name(tables, name)}: {planes}" for planes, name in kills)))
    rows.append(("Hull, helm", f"hull {ship.hull}, maneuver {ship.maneuver}"))
    rows.append(("Stores", f"fuel {ship.fuel}, ammunition {ship.ammunition}"))
    rows.append(("Repair men", ", ".join(f"{section} {ship.men[section]}" for section in SECTIONS)))
    if ship.mounts:
        hurt = damage_lines(_with(state, ship), tables)
        rows.append(("Damage", "; ".join(hurt) if hurt else UNHURT))
    for label, words in rows:
        lines += wrap(line((f"  {label:<14}", "dim"), safe(words)), width, indent=16)
    return [*lines, [], *crew_lines(ship, width)]


def crew_lines(ship: Ship, width: int) -> list[Line]:
    """The officers with their values, and the fallen."""
    officers = [
        pad(
            line((f"  {fit(POST_NAMES[post].capitalize(), 24)}", "dim"), f"{signed(ship.crew[post].value):>2}  ",
                 safe(ship.crew[post].name)), 58,
        )
        for post in POSTS if post in ship.crew
    ]  # fmt: skip
    lines = officers
    if width >= 116:
        half = (len(officers) + 1) // 2
        lines = [[*officers[row], *(officers[half + row] if half + row < len(officers) else [])] for row in range(half)]
    for fallen in ship.fallen:
        words = line(("  X fell  ", "bad"), f"{safe(fallen.name)}, {POST_NAMES.get(fallen.post, fallen.post)}, ")
        lines.append([*words, Span(fallen.phase.replace("/", " "), "dim")])
    return lines


def _spell(days: Sequence[DayRecord]) -> str:
    if not days:
        return "no day yet"
    first, last = (day_words(datetime.date.fromisoformat(day.date)) for day in (days[0], days[-1]))
    return f"{count(len(days), 'day')}, {first}{f' to {last}' if last != first else ''}"


def _with(state: State, ship: Ship) -> State:
    """The state with this ship on duty, for functions that describe the ship on duty."""
    import msgspec

    return msgspec.structs.replace(state, ship=ship)
