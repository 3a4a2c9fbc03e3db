"""The score sheet of a companion game: calendar, windows, points, pieces found.

Pure functions of a game's state and its charts; the screen draws the sections, plain mode prints them.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from typing import Any, NamedTuple

from picket_duty.charts.kinds import ListRow
from picket_duty.charts.spans import numbers_in
from picket_duty.companions import ie_shima_board, island_war, umpire
from picket_duty.companions.ie_shima_board import AMERICAN, IslandState, units_as_text
from picket_duty.companions.island_war import LEDGER_SIDES, LedgerState
from picket_duty.companions.registry import Companion
from picket_duty.companions.table import SET_UP, TableState
from picket_duty.companions.umpire import TeamState

#: Moves on the calendar: crossed out, the one being played, still to come.
GONE, NOW, TO_COME = "x", "#", "."
#: Moves per line of the calendar; a month has at most as many.
ACROSS = 10


class Row(NamedTuple):
    """A row of the score sheet: a name and its value; without a name only the value."""

    name: str
    words: str


class Section(NamedTuple):
    """Related rows under a title."""

    title: str
    rows: list[Row]


def score_sections(state: TableState, tables: Companion, seat: str = "") -> list[Section]:
    """The sections of a game as seen by one side alone, or by both; empty sections are left out."""
    sections: list[Section] = []
    if isinstance(state, TeamState):
        sections = [*_team(state, tables), *(hidden(state) if seat == umpire.JAPANESE else ())]
    elif isinstance(state, LedgerState):
        sections = list(_island_war(state, tables))
    elif isinstance(state, IslandState):
        sections = list(_ie_shima(state, tables))
    return [section for section in sections if section.rows]


def hidden(state: TeamState) -> list[Section]:
    """What the Japanese player has hidden, which the American may not see."""
    return [Section("Hidden", _pieces(state.hidden))]


def _counted(numbers: Mapping[str, int]) -> list[Row]:
    """Numbers by their labels, in alphabetical order; zeros are left out."""
    # "armoured" is a key in saves.
    spelled = {words.replace("armoured", "armored"): number for words, number in numbers.items()}
    return [Row(words, str(number)) for words, number in sorted(spelled.items()) if number]


# -- Okinawa, International Team -------------------------------------------


def _team(state: TeamState, tables: Companion) -> Iterator[Section]:
    calendar = tables.list_rows("calendar")
    yield Section("Calendar", [Row("Move", f"{state.move} of {len(calendar)}"), *_months(calendar, state.move)])
    yield Section("Totals", _counted(state.counts()))
    yield Section("Found on the map", _pieces(state.placed))
    yield Section("Crossed out", [Row("", " ".join(sorted(state.free)))] if state.free else [])


def _months(calendar: list[ListRow], move: int) -> list[Row]:
    """The calendar with past moves crossed out: one line per month."""
    months: dict[str, list[str]] = {}
    for row in calendar:
        turn = row.fields["turn"]
        symbol = GONE if turn < move else NOW if turn == move else TO_COME
        month = f"{datetime.date.fromisoformat(row.fields['first']):%B}"
        months.setdefault(month, []).append(symbol)
    return [Row(name, " ".join(symbols)) for name, symbols in months.items()]


def _pieces(places: Mapping[str, list[str]]) -> list[Row]:
    """Hexagons with the pieces in them."""
    return [Row(label, umpire.pieces_text(pieces)) for label, pieces in sorted(places.items())]


# -- Okinawa, Island War ---------------------------------------------------


def _island_war(state: LedgerState, tables: Companion) -> Iterator[Section]:
    if state.step == SET_UP:
        return
    sheet: dict[str, Any] = {"name": None} | tables["scenarios"].entry(state.scenario).fields
    rows = [Row("Scenario", f"{state.scenario} {sheet['name'] or ''}".strip())]
    rows.append(Row("Game-Turn", f"{state.move} of {sheet['first_turn']}-{sheet['last_turn']}"))
    if sheet["primary"]:
        rows.append(Row("Lines", f"{sheet['primary']}, {sheet['secondary'] or 'no secondary'}"))
    yield Section("Scenario", rows)
    yield Section("Allowed in Game-Turns", list(_windows(state, tables, sheet)))
    points = [state.total(side) for side in (island_war.JAPANESE, island_war.US)]
    lead = sheet["wins"] == island_war.MARGIN
    counts = [Row("Japanese", str(points[0])), Row("U.S.", str(points[1]))]
    now = points[0] - points[1] if lead else points[0]
    needed = f"{'lead ' if lead else ''}{now} of {sheet['points']}"
    yield Section("Victory Points", [*counts, Row("Needed to win", needed)])
    for side, words in LEDGER_SIDES.items():
        brought = sorted(state.scored.get(side, {}).items())
        rows = [Row(island_war.score_label(item), str(number)) for item, number in brought if number]
        yield Section(f"{words} points for", rows)
    fpf = tables.limit("us_fpf_points_each_combat")
    barrage = Row("Barrage", "none against Rough terrain (16.1)")
    yield Section("U.S. fire", [barrage, Row("FPF", f"{fpf} points per combat (16.2)")])
    others = state.other_counts()
    del others["battalions exited"]  # shown among the windows
    yield Section("Totals", [Row(words, str(number)) for words, number in others.items() if number])


def _windows(state: LedgerState, tables: Companion, sheet: dict[str, Any]) -> Iterator[Row]:
    """The Game-Turns of the scenario that allow an action, and how often it is still allowed."""
    for side, name in ((island_war.US, "U.S. invades"), (island_war.JAPANESE, "Japan invades")):
        if allowed := sheet[f"{side}_invasions"]:
            left = allowed - state.invasions.get(side, 0)
            yield Row(name, f"{left} in {_spans(state, tables, f'{side}_may_invade')}")
    for key, name in (("us_replacements", "U.S. replaces"), ("japanese_replacement_point", "Japan replaces")):
        if spans := _spans(state, tables, key):
            yield Row(name, spans)
    if spans := _spans(state, tables, "exit_due"):
        due = tables.limit("us_battalions_to_exit")
        yield Row("Left the map", f"{state.exited}/{due}, due {spans}")
    if spans := _spans(state, tables, "hold_points"):
        yield Row("Held points", spans)


def _spans(state: LedgerState, tables: Companion, key: str) -> str:
    """The Game-Turns of the scenario that allow something, from the first to the last."""
    rows = [
        row for row in tables.keyed_chart("turns").rows if row.asked["scenario"] == state.scenario and row.fields[key]
    ]
    turns = [turn for row in rows for turn in numbers_in(str(row.asked["turn"]))]
    return f"{min(turns)}-{max(turns)}" if turns else ""


# -- Last Battle: Ie Shima -------------------------------------------------


def _ie_shima(state: IslandState, tables: Companion) -> Iterator[Section]:
    units = [Row(place, words) for place, words in units_as_text(state).items()]
    if state.step == SET_UP:
        yield Section("Units", units)
        return
    if ie_shima_board.is_practice(state):
        yield Section("Map", [Row("", ie_shima_board.INVENTED)])
    last = tables.limit("turns_extended" if state.extended else "turns_basic")
    rows = [Row("Turn", f"{state.move} of {last}"), Row("Weather", state.weather)]
    rows.append(Row("Advantage", state.advantage.capitalize() or "spent"))
    rows += [Row("", "advanced game")] if state.advanced else []
    rows += [Row("", "extended game")] if state.extended else []
    rows += [Row("Bid", str(state.bid))] if state.bid else []
    yield Section("Day", rows)
    areas = range(1, tables.limit("areas") + 1)
    american_areas = [area for area in areas if state.control.get(str(area)) == AMERICAN]
    american = " ".join(map(str, american_areas)) or "none"
    yield Section("Areas", [Row("American", american), Row("Japanese", str(len(areas) - len(american_areas)))])
    yield Section("Units", units)
    used = sorted(f"{side.capitalize()} {marker}" for side, markers in state.used.items() for marker in markers)
    yield Section("Markers used", [Row("", marker) for marker in used])
    yield Section("Totals", _counted({"kamikaze penalty": state.penalty}))
