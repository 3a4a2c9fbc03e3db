"""What stands on the table of a companion game, as a referee would say it: calendar, windows, ledger, what was found.

Pure functions over a table and its charts: the screen draws the sections, lines print them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from picket_duty.charts.kinds import KeyedChart, ListChart
from picket_duty.charts.spans import numbers_in
from picket_duty.companions import international_team, island_war, umpire
from picket_duty.companions.ie_shima_board import AMERICAN, AREA, stands
from picket_duty.companions.ie_shima_combat import ADVANCED, ADVANTAGE, BID, CLEAR, EXTENDED, WEATHER
from picket_duty.companions.registry import Companion
from picket_duty.companions.table import SET_UP, Table

#: Moves on the calendar: crossed out, the one being played, still to come.
GONE, NOW, TO_COME = "x", "#", "."
#: Moves to a line of the calendar: a month has as many at most.
ACROSS = 10


class Row(NamedTuple):
    """Something that stands, and how much of it; without a name the words alone."""

    name: str
    words: str


class Section(NamedTuple):
    """What belongs together, under its title."""

    title: str
    rows: list[Row]


def standing(state: Table, tables: Companion, seat: str = "") -> list[Section]:
    """What stands on the table now for whoever sits there, ``seat`` one player alone; what is empty is left out."""
    found = [one for one in STANDINGS[state.setup.name](state, tables) if one.rows]
    return found if seat != umpire.JAPANESE else [*found, *hidden(state)]


def hidden(state: Table) -> list[Section]:
    """What the Japanese player has hidden, for him alone."""
    rows = _labelled(state.marks, umpire.HIDDEN)
    return [Section("Hidden", rows)] if rows else []


def counted(state: Table, leave_out: tuple[str, ...] = ()) -> list[Row]:
    """The sums of a game."""
    return [Row(name, str(number)) for name, number in sorted(state.sums.items()) if number and name not in leave_out]


# -- Okinawa, International Team -------------------------------------------


def _team(state: Table, tables: Companion) -> Iterator[Section]:
    chart = tables["calendar"].raw
    assert isinstance(chart, ListChart)
    moves = len(chart.rows)
    yield Section("Calendar", [Row("Move", f"{state.move} of {moves}"), *_months(chart, state.move)])
    yield Section("Counted", counted(state))
    found = {name: words for name, words in state.marks.items() if " " in name}
    yield Section("Found on the map", _labelled(found, umpire.PLACED))
    free = [name.removeprefix(umpire.FREE) for name in found if name.startswith(umpire.FREE)]
    yield Section("Crossed out", [Row("", " ".join(sorted(free)))] if free else [])


def _months(chart: ListChart, move: int) -> list[Row]:
    """The calendar crossed out as on the table: a line a month."""
    months: dict[str, list[str]] = {}
    for row in chart.rows:
        turn = row.fields["turn"]
        sign = GONE if turn < move else NOW if turn == move else TO_COME
        months.setdefault(international_team.month_of(row.fields["first"]), []).append(sign)
    return [Row(name, " ".join(signs)) for name, signs in months.items()]


def _labelled(marks: dict[str, str], kind: str) -> list[Row]:
    """Hexagons of a kind with the pieces in them."""
    return [
        Row(name.removeprefix(kind), umpire.words_of(words.split()))
        for name, words in sorted(marks.items())
        if name.startswith(kind)
    ]


# -- Okinawa, Island War ---------------------------------------------------


def _island_war(state: Table, tables: Companion) -> Iterator[Section]:
    if state.step == SET_UP:
        return
    sheet: dict[str, Any] = {"name": None} | tables["scenarios"].entry(state.scenario).fields
    rows = [Row("Scenario", f"{state.scenario} {sheet['name'] or ''}".strip())]
    rows.append(Row("Game-Turn", f"{state.move} of {sheet['first_turn']}-{sheet['last_turn']}"))
    if sheet["primary"]:
        rows.append(Row("Lines", f"{sheet['primary']}, {sheet['secondary'] or 'no secondary'}"))
    yield Section("The scenario", rows)
    yield Section("In Game-Turns", list(_windows(state, tables, sheet)))
    points = [state.sums.get(island_war.POINTS[side], 0) for side in (island_war.JAPANESE, island_war.US)]
    lead = sheet["wins"] == island_war.MARGIN
    counts = [Row("Japanese", str(points[0])), Row("U.S.", str(points[1]))]
    now = points[0] - points[1] if lead else points[0]
    wanted = f"{now} of {sheet['points']}{' ahead' if lead else ''}"
    yield Section("Victory Points", [*counts, Row("To win", wanted)])
    for side, words in island_war.FOR.items():
        named = [(name.removeprefix(words), state.sums[name]) for name in sorted(state.sums) if name.startswith(words)]
        title = f"{island_war.POINTS[side]} for"
        yield Section(title, [Row(island_war.item_words(name), str(number)) for name, number in named if number])
    banks = (island_war.BANK, island_war.REPLACED, island_war.JAPANESE_REPLACED, island_war.JAPANESE_EXITED)
    lost = [name for name in sorted(state.sums) if name.startswith(island_war.LOST)]
    yield Section("Counted", [Row(name, str(state.sums[name])) for name in (*banks, *lost) if state.sums.get(name)])


def _windows(state: Table, tables: Companion, sheet: dict[str, Any]) -> Iterator[Row]:
    """What may be done in which Game-Turns of the scenario, and how often still."""
    for side, name in ((island_war.US, "U.S. invades"), (island_war.JAPANESE, "Japan invades")):
        if allowed := sheet[f"{side}_invasions"]:
            left = allowed - state.sums.get(island_war.INVASIONS[side], 0)
            yield Row(name, f"{left} in {_spans(state, tables, f'{side}_may_invade')}")
    for key, name in (("us_replacements", "U.S. replaces"), ("japanese_replacement_point", "Japan replaces")):
        if spans := _spans(state, tables, key):
            yield Row(name, spans)
    if spans := _spans(state, tables, "exit_due"):
        due = tables["limits"].entry("us_battalions_to_exit")["number"]
        gone = state.sums.get(island_war.EXITED, 0)
        yield Row("Leaving", f"{gone}/{due}, due {spans}")
    if spans := _spans(state, tables, "hold_points"):
        yield Row("Held scores", spans)


def _spans(state: Table, tables: Companion, key: str) -> str:
    """The Game-Turns of the scenario that allow something, from the first to the last."""
    chart = tables["turns"].raw
    assert isinstance(chart, KeyedChart)
    rows = [row for row in chart.rows if row.asked["scenario"] == state.scenario and row.fields[key]]
    found = [turn for row in rows for turn in numbers_in(str(row.asked["turn"]))]
    return f"{min(found)}-{max(found)}" if found else ""


# -- Last Battle: Ie Shima -------------------------------------------------


def _ie_shima(state: Table, tables: Companion) -> Iterator[Section]:
    marks = state.marks
    if state.step == SET_UP:
        yield Section("Units", [Row(place, units) for place, units in stands(marks).items()])
        return
    last = tables["limits"].entry("turns_extended" if EXTENDED in marks else "turns_basic")["number"]
    rows = [Row("Turn", f"{state.move} of {last}"), Row("Weather", marks.get(WEATHER, CLEAR))]
    rows.append(Row("Advantage", marks.get(ADVANTAGE, "").capitalize() or "spent"))
    rows += [Row("", name) for name in (ADVANCED, EXTENDED) if name in marks]
    if bid := state.sums.get(BID, 0):
        rows.append(Row("Bid", str(bid)))
    yield Section("The day", rows)
    areas = range(1, tables["limits"].entry("areas")["number"] + 1)
    held = [area for area in areas if marks.get(f"{AREA}{area}") == AMERICAN]
    told = " ".join(map(str, held)) or "none"
    yield Section("Areas", [Row("American", told), Row("Japanese", str(len(areas) - len(held)))])
    if board := stands(marks):
        yield Section("Units", [Row(place, units) for place, units in board.items()])
    used = [name.removeprefix("used ") for name in sorted(marks) if name.startswith("used ")]
    yield Section("Markers used", [Row("", name) for name in used])
    yield Section("Counted", counted(state, (BID,)))


STANDINGS: dict[str, Callable[[Table, Companion], Iterator[Section]]] = {
    "ie-shima": _ie_shima,
    "international-team": _team,
    "island-war-1975": _island_war,
    "island-war-2008": _island_war,
}
