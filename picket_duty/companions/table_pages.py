"""The pages of the companion games as blocks: a game and what it lacks, a save, the score sheet."""

from __future__ import annotations

import datetime
import re
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from picket_duty.charts.kinds import ListRow, numbers_in
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import ie_shima_combat as combat
from picket_duty.companions import ie_shima_moves as moves
from picket_duty.companions import international_team, island_war
from picket_duty.companions.companion import Companion
from picket_duty.companions.ie_shima import victory_words
from picket_duty.companions.ie_shima_board import Unit
from picket_duty.companions.ie_shima_play import IslandPlay
from picket_duty.companions.table import SET_UP, TableState
from picket_duty.pages.blocks import Block, Fields, Heading, Items, Paragraph, Space
from picket_duty.requests import Choice
from picket_duty.text.english import count
from picket_duty.text.styled_text import Span, line, safe

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Short names of the games, because titles are long.
SHORT = {
    "ie-shima": "Ie Shima",
    "international-team": "International Team",
    "island-war-1975": "Island War 1975",
    "island-war-2008": "Island War 2008",
}
#: A name and its value; without a name only the value.
Row = tuple[str, str]


def game_page(game: Companion) -> list[Block]:
    """A game: its publisher, what the program offers, what its rulebook lacks and why, what can be
    typed in.
    """
    file = game.game
    edition = safe(f"{file.publisher}; {file.edition}")
    lacks = [line((safe(lack.what), "strong"), f": {safe(lack.reason)}") for lack in game.lacks]
    blocks: list[Block] = [
        Heading(f"{game.name}  {file.title}", 4),
        Paragraph(line((edition, "dim"))),
        Heading("What the program offers", 4),
        Items(file.can),
        Heading("Charts", 4),
        Paragraph(", ".join(game.chart_ids())),
        Heading("Missing data", 4),
        Items(tuple(lacks)),
    ]
    if file.forms:
        forms = []
        for form in file.forms:
            command = f"picket-duty games fill {game.name} {form.table}"
            forms.append(line(f"{safe(form.title)}: ", (command, "key")))
        blocks.append(Heading("Data that you can enter from your copy of the game", 4))
        blocks.append(Items(tuple(forms)))
    return blocks


def practice_page(game: Companion) -> list[Block]:
    """What the practice island is, how long a game takes, and how it is won."""
    days = game.limit("turns_basic")
    needed = game.limit("victory_points_to_win")
    texts = (
        f"Try the rules of {safe(game.game.title)} without owning the game. The island is "
        f"invented: its map, "
        "borders and values are not those of the printed game.",
        f"The American player lands from boats and takes Areas, and wins with {needed} points "
        f"at the end of day {days}. The Japanese player holds the hills and the town.",
        "Each side in turn attacks from one Area, bombards, regroups or passes, until the sun "
        "sets. The "
        "computer rolls all dice. A game takes about half an hour; it is saved after every answer.",
        "You begin with the basic game. On any of your turns, you can switch to the advanced "
        "or extended game, "
        "or add historical figures or a bid.",
    )
    return [
        Heading("Practice island", 4),
        *(block for text in texts for block in (Paragraph(text), Space())),
    ]


def save_page(save: SaveInfo) -> list[Block]:
    """A save: its name, its game and progress, and when it was played; or why it cannot be read."""
    blocks: list[Block] = [Heading(save.name, 4), Space()]
    if save.setup is None:
        return [*blocks, Paragraph(line((f"Cannot be read: {safe(save.fault)}", "bad")))]
    name = SHORT.get(save.setup.name, safe(save.setup.name))
    progress = "finished" if save.over else safe(save.label)
    blocks.append(Paragraph(line((name, "strong"), f": {progress}")))
    if international_team.UMPIRE in save.setup.options:
        blocks.append(Paragraph("The umpire records the hidden pieces"))
    if island.PRACTICE in save.setup.options:
        blocks.append(Paragraph(f"Played on the {island.INVENTED}"))
    played = f"{count(save.answers, 'answer')}, played {save.modified:%b %d %H:%M}"
    return [*blocks, Paragraph(line((played, "dim")))]


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


def _international_team(
    state: international_team.TeamState, tables: Companion, seat: str
) -> Iterator[Fields]:
    calendar = tables.list_rows("calendar")
    move = f"{state.move} of {len(calendar)}"
    yield _section("Calendar", [("Move", move), *_months(calendar, state.move)])
    yield _section("Totals", _counted(state.counts()))
    yield _section("Found on the map", _pieces(state.placed))
    if state.free:
        yield _section("Crossed out", [("", " ".join(sorted(state.free)))])
    # What the Japanese player has hidden, the American may not see.
    if seat == international_team.JAPANESE:
        yield _section("Hidden", _pieces(state.hidden))


def _section(title: str, rows: Iterable[Row]) -> Fields:
    fields = [(name, [Span(safe(text), "strong")]) for name, text in rows]
    return Fields(tuple(fields), title)


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
    yield _section("Scenario", rows)
    yield _section("Allowed in Game-Turns", list(_windows(play)))
    yield _section("Victory Points", _points(play))
    for side, words in island_war.LEDGER_SIDES.items():
        brought = sorted(state.scored.get(side, {}).items())
        rows = [(island_war.score_label(item), str(number)) for item, number in brought if number]
        yield _section(f"{words} points for", rows)
    fpf = f"{tables.limit('us_fpf_points_each_combat')} points per combat (16.2)"
    yield _section("U.S. fire", [("Barrage", "none against Rough terrain (16.1)"), ("FPF", fpf)])
    totals = _island_war_totals(state)
    yield _section("Totals", [(words, str(number)) for words, number in totals.items() if number])


def _island_war_totals(state: island_war.LedgerState) -> dict[str, int]:
    totals = {
        "replacement bank": state.bank,
        "U.S. units replaced": state.replaced,
        "Japanese units replaced": state.japanese_replaced,
        "Japanese units that left": state.japanese_exited,
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
    left = f"{play.state.exited}/{play.tables.limit('us_battalions_to_exit')}, due "
    for key, name, before in (
        ("us_replacements", "U.S. replaces", ""),
        ("japanese_replacement_point", "Japan replaces", ""),
        ("exit_due", "Left the map", left),
        ("hold_points", "Held points", ""),
    ):
        if turns := _span(play, key):
            yield name, f"{before}{turns}"


def _span(play: island_war.Ledger, key: str) -> str:
    """The Game-Turns of the scenario that allow something, from the first to the last."""
    turns: list[int] = []
    for row in play.tables.keyed_chart("turns").rows:
        if row.fields[key] and row.asked["scenario"] == play.state.scenario:
            turns += numbers_in(str(row.asked["turn"]))
    return f"{min(turns)}-{max(turns)}" if turns else ""


def prospect(play: IslandPlay, choice: Choice, value: str) -> list[Block]:
    """What an answer concerns: an Area with its units and their values, and the chances of an
    attack or a reroll.
    """
    if choice.about == "spend reroll":
        return [Paragraph(f"Chances of a reroll: {play.chances}")]
    board = play.board
    unit = board.units.get(value)
    place = board.place(unit) if unit else area_of_answer(value) or value
    title = island.area_words(place)
    if place in board.areas:
        ground = board.areas[place]
        terrain = "urban" if ground.urban else "clear"
        title += f": {terrain}, TEM +{ground.tem}"
        if worth := board.points(place):
            title += f", {count(worth, 'point')}"
    elif place not in board.places():
        return []
    rows = list(_units_by_value(board, place))
    if units := moves.attackers_of(play, choice.about, value):
        rows += _attack_rows(play, units, place, unit)
    return [_section(title, rows or [("", "no units")])]


def _units_by_value(board: island.IslandBoard, place: str) -> Iterator[Row]:
    """The units of each side in a place, the strongest first."""
    for side in (island.AMERICAN, island.JAPANESE):
        values: dict[int, list[str]] = {}
        for unit in sorted(board.at(place, side), key=board.value, reverse=True):
            label = unit.name
            if board.is_reduced(unit):
                label += island.REDUCED
            values.setdefault(board.value(unit), []).append(label)
        texts = []
        for number, names in values.items():
            texts.append(f"{island.units_words(names)}: Combat Value {number}")
        if texts:
            yield side.capitalize(), "; ".join(texts)


def _attack_rows(play: IslandPlay, units: list[Unit], area: str, lead: Unit | None) -> list[Row]:
    """The values and the odds of an attack, and what it costs."""
    attack, defence = combat.attack_values(play, units, area, lead)
    shares = combat.attack_odds(play, units, area, lead).shares()
    dice = count(len(play.tables["combat"].die("DR").faces), "die", "dice")
    chances = ", ".join(f"{result} {share}" for result, share in shares.items())
    reduced = f"all {len(units)}" if len(units) > 1 else "1"
    return [
        ("Attack", f"{attack} + {dice} against {defence} + {dice}: {chances}"),
        ("Cost", f"your lead unit is reduced; a repulse reduces {reduced}"),
    ]


def area_of_answer(value: str) -> str:
    """The number of the Area that an answer concerns, empty for none."""
    area = re.search(r"(?:^|[> ])(\d+)$", value)
    return area[1] if area and "/" not in value else ""


def _ie_shima(state: island.IslandState, tables: Companion) -> Iterator[Fields]:
    play = IslandPlay(state, tables)
    units = _units_by_place(play)
    if state.step == SET_UP:
        yield _section("Units", units)
        return
    if island.is_practice(state):
        yield _section("Map", [("", island.INVENTED)])
    yield _section("Day", list(_day(play)))
    areas = range(1, tables.limit("areas") + 1)
    held = [str(area) for area in areas if play.controls(area) == island.AMERICAN]
    japanese = str(len(areas) - len(held))
    yield _section("Areas", [("American", " ".join(held) or "none"), ("Japanese", japanese)])
    yield _section("Units", units)
    used = []
    for side, markers in state.used.items():
        used += [f"{side.capitalize()} {marker}" for marker in markers]
    yield _section("Markers used", [("", marker) for marker in sorted(used)])
    yield _section("Totals", _counted({"kamikaze penalty": state.penalty}))


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
    if play.is_simple:
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
        # Needed points are a win, so one more than a tie is the lead of the American player.
        return f"{island.AMERICAN.capitalize()} by {points - needed + 1}"
    return f"{island.JAPANESE.capitalize()} ({needed - points} points to go)"
