"""The score sheets of the companion games, as one side or both may see them."""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Iterator, Mapping

from picket_duty.charts.kinds import ListRow
from picket_duty.charts.spans import numbers_in
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import international_team_pieces as international_team
from picket_duty.companions import island_war_ledger as island_war
from picket_duty.companions.companion import Companion
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.ie_shima_victory import victory_words
from picket_duty.companions.table import SET_UP, TableState
from picket_duty.pages.blocks import Fields
from picket_duty.text.styled_text import Span, safe

#: The titles of sections that the panel of a map replaces or leaves out.
MAP = "Map"
DAY = "Day"
AREAS = "Areas"
UNITS = "Units"
#: A name and its value; without a name only the value.
Row = tuple[str, str]


def score_sheet(state: TableState, tables: Companion, seat: str = "") -> list[Fields]:
    """The score sheet of a game as seen by one side alone, or by both; sections without rows are
    left out.
    """
    sections: Iterable[Fields] = ()
    if isinstance(state, international_team.TeamState):
        sections = _international_team(state, tables, seat)
    elif isinstance(state, island_war.LedgerState):
        sections = _island_war(state, tables)
    elif isinstance(state, island.IslandState):
        sections = _ie_shima(state, tables)
    return [section for section in sections if section.rows]


def titled_rows(title: str, rows: Iterable[Row]) -> Fields:
    """A section of the score sheet."""
    fields = [(name, [Span(safe(text), "strong")]) for name, text in rows]
    return Fields(tuple(fields), title)


def _international_team(
    state: international_team.TeamState, tables: Companion, seat: str
) -> Iterator[Fields]:
    calendar = tables.list_rows("calendar")
    move = f"{state.move} of {len(calendar)}"
    yield titled_rows("Calendar", [("Move", move), *_months(calendar, state.move)])
    yield titled_rows("Totals", _counted(state.counts()))
    yield titled_rows("Found on the map", _pieces(state.placed))
    if state.free:
        yield titled_rows("Crossed out", [("", " ".join(sorted(state.free)))])
    # What the Japanese player has hidden, the American may not see.
    if seat == international_team.JAPANESE:
        yield titled_rows("Hidden", _pieces(state.hidden))


def _counted(numbers: Mapping[str, int]) -> list[Row]:
    """Numbers by their labels, in alphabetical order; zeros are left out."""
    # "armoured" is a key in saves.
    spelled = {words.replace("armoured", "armored"): number for words, number in numbers.items()}
    return [(words, str(number)) for words, number in sorted(spelled.items()) if number]


def _months(calendar: list[ListRow], move: int) -> list[Row]:
    """The moves of each month: crossed out, the one being played, still to come."""
    months: dict[str, list[str]] = {}
    for row in calendar:
        turn = row.fields["turn"]
        symbol = "#" if turn == move else "."
        if turn < move:
            symbol = "x"
        first = datetime.date.fromisoformat(row.fields["first"])
        months.setdefault(f"{first:%B}", []).append(symbol)
    return [(name, " ".join(symbols)) for name, symbols in months.items()]


def _pieces(places: Mapping[str, list[str]]) -> list[Row]:
    return [
        (label, international_team.pieces_words(pieces)) for label, pieces in sorted(places.items())
    ]


def _island_war(state: island_war.LedgerState, tables: Companion) -> Iterator[Fields]:
    if state.step == SET_UP:
        return
    play = island_war.Ledger(state, tables)
    sheet = play.scenario
    rows = [("Scenario", f"{state.scenario} {sheet['name'] or ''}".strip())]
    rows.append(("Game-Turn", f"{state.move} of {sheet['first_turn']}-{sheet['last_turn']}"))
    if sheet["primary"]:
        rows.append(("Lines", f"{sheet['primary']}, {sheet['secondary'] or 'no secondary'}"))
    yield titled_rows("Scenario", rows)
    yield titled_rows("Allowed in Game-Turns", list(_windows(play)))
    yield titled_rows("Victory Points", _points(play))
    for side, words in island_war.LEDGER_SIDES.items():
        brought = sorted(state.scored.get(side, {}).items())
        rows = [(island_war.score_label(item), str(number)) for item, number in brought if number]
        yield titled_rows(f"{words} points for", rows)
    fpf = f"{tables.limit('us_fpf_points_each_combat')} points per combat (16.2)"
    yield titled_rows("U.S. fire", [("Barrage", "none against Rough terrain (16.1)"), ("FPF", fpf)])
    totals = _island_war_totals(state)
    yield titled_rows(
        "Totals", [(words, str(number)) for words, number in totals.items() if number]
    )


def _island_war_totals(state: island_war.LedgerState) -> dict[str, int]:
    totals = {
        "replacement bank": state.bank,
        "U.S. units replaced": state.replaced,
        "Japanese units replaced": state.japanese_replaced,
        "Japanese units that left the map": state.japanese_exited,
        "U.S. units lost": state.us_lost,
        "U.S. reinforcements": state.arrived,
    }
    fates = {"lost": state.losses, "exited": state.left_map, "replaced": state.returned}
    for fate, units in fates.items():
        totals |= {f"Japanese {fate} {unit}": units[unit] for unit in sorted(units)}
    return totals


def _points(play: island_war.Ledger) -> list[Row]:
    """The Victory Points of both sides, and what the Japanese player needs to win."""
    japanese = play.state.total(island_war.JAPANESE)
    american = play.state.total(island_war.US)
    sheet = play.scenario
    is_lead = sheet["wins"] == island_war.MARGIN
    now = f"lead {japanese - american}" if is_lead else japanese
    return [
        ("Japanese", str(japanese)),
        ("U.S.", str(american)),
        ("Needed to win", f"{now} of {sheet['points']}"),
    ]


def _windows(play: island_war.Ledger) -> Iterator[Row]:
    """The Game-Turns of the scenario that allow an action, and how often it is still allowed."""
    for side, name in ((island_war.US, "U.S. invades"), (island_war.JAPANESE, "Japan invades")):
        if play.scenario[f"{side}_invasions"]:
            yield name, f"{play.invasions_left(side)} in {_span(play, f'{side}_may_invade')}"
    exited = f"{play.state.exited}/{play.tables.limit('us_battalions_to_exit')}, due "
    for key, name, before in (
        ("us_replacements", "U.S. replaces", ""),
        ("japanese_replacement_point", "Japan replaces", ""),
        ("exit_due", "Left the map", exited),
        ("hold_points", "Held points", ""),
    ):
        if turns := _span(play, key):
            yield name, f"{before}{turns}"


def _span(play: island_war.Ledger, key: str) -> str:
    """The Game-Turns of the scenario that allow something, from the first to the last."""
    turns: list[int] = []
    for row in play.tables.keyed_chart("turns").rows:
        if row.fields[key] and row.key_values["scenario"] == play.state.scenario:
            turns += numbers_in(str(row.key_values["turn"]))
    return f"{min(turns)}-{max(turns)}" if turns else ""


def _ie_shima(state: island.IslandState, tables: Companion) -> Iterator[Fields]:
    play = IslandPlay(state, tables)
    units = _units_by_place(play)
    if state.step == SET_UP:
        yield titled_rows(UNITS, units)
        return
    if island.is_practice(state):
        yield titled_rows(MAP, [("", island.INVENTED)])
    yield titled_rows(DAY, list(_day(play)))
    areas = range(1, tables.limit("areas") + 1)
    held = [str(area) for area in areas if play.controls(area) == island.AMERICAN]
    japanese = str(len(areas) - len(held))
    yield titled_rows(AREAS, [("American", " ".join(held) or "none"), ("Japanese", japanese)])
    yield titled_rows(UNITS, units)
    used = []
    for side, markers in state.used.items():
        used += [f"{side.capitalize()} {marker}" for marker in markers]
    yield titled_rows("Markers used", [("", marker) for marker in sorted(used)])
    yield titled_rows("Totals", _counted({"kamikaze penalty": state.penalty}))


def _units_by_place(play: IslandPlay) -> list[Row]:
    """The units by place; the places of the player's units come first if the computer plays the
    other side.
    """
    units = list(island.unit_names_by_place(play.state).items())
    opponent = island.opponent_of(play.state)
    if not opponent:
        return units
    mine = play.board.of_side(island.OTHER[opponent])
    own = {island.area_words(play.board.place(unit)) for unit in mine}
    return sorted(units, key=lambda row: row[0] not in own)


def _day(play: IslandPlay) -> Iterator[Row]:
    """The turn, who is ahead, the weather, the Advantage, and the variant of the game."""
    state = play.state
    last = play.tables.limit("turns_extended" if state.extended else "turns_basic")
    yield "Turn", f"{state.move} of {last}"
    points, _, parts = victory_words(play).partition(": ")
    if play.has_practice_aids:
        needed = play.tables.limit("victory_points_to_win")
        yield "Points", f"{points} of {needed}"
        yield "Ahead", _ahead(int(points), needed)
    yield "Weather", state.weather
    yield "Advantage", state.advantage.capitalize() or "spent"
    if parts:
        yield "", parts
    if state.advanced:
        yield "", "advanced game"
    if state.extended:
        yield "", "extended game"
    if state.bid:
        yield "Bid", str(state.bid)


def _ahead(points: int, needed: int) -> str:
    """The side that is ahead, and by how much."""
    if points >= needed:
        # The needed points are a win already, by one point.
        return f"{island.AMERICAN.capitalize()} by {points - needed + 1}"
    return f"{island.JAPANESE.capitalize()} ({needed - points} points to go)"
