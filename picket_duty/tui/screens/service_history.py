"""The service record: every finished game with totals, and the register of ships."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding

from picket_duty.book import Tables
from picket_duty.figures.plots import TimeSeries, bar_lines, column_lines, share_lines
from picket_duty.pages.blocks import Block
from picket_duty.pages.dice_record import count_dice, dice_page
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.saves.service_record import (
    FinishedGame,
    ServedShip,
    awards_line,
    read_service,
    ship_planes,
    ship_register,
    stages_held_of,
    totals,
)
from picket_duty.state import CAMPAIGN, DRAW, JAPANESE_WIN, RECORD, SCENARIO, US_WIN
from picket_duty.text import count
from picket_duty.text.names import RESULTS
from picket_duty.text.status import record_words
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, fit, length, line, safe, side_by_side, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import TextPage

#: Symbol, word and style of each outcome.
OUTCOMES = {
    US_WIN: ("W", RESULTS[US_WIN], "good"),
    DRAW: ("=", RESULTS[DRAW], "warn"),
    JAPANESE_WIN: ("L", RESULTS[JAPANESE_WIN], "bad"),
    RECORD: ("p", "patrol", "title"),
}
#: Symbol and style of a campaign of stages, which is neither won nor lost.
STAGES = ("s", "title")
#: The number of recent games plotted one by one.
LAST = 40
#: The most columns of the name of a game.
NAME_ROOM = 30
#: The number of types of planes listed.
MOST_TYPES = 10


class ServiceScreen(TextPage[None]):
    """Totals, plots and every game; h switches to the register of ships."""

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind("h", "register", "Ships", "Switch between the ship register and the service record", "service.hall"),
        bind("d", "dice", "Dice", "How often each face of the dice came up in all your games", "service.dice"),
        back("escape,q,enter"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.entries = read_service()
        self.in_register = False

    def action_register(self) -> None:
        """Switch between the record and the register of ships."""
        self.in_register = not self.in_register
        self.turn_page()
        self.refresh_bindings()

    def action_dice(self) -> None:
        """Show the dice of all games."""
        self.app.push_screen(DiceRecordScreen(self.entries))

    def action_close(self) -> None:
        """Return from the register to the record; from the record to the menu."""
        if self.in_register:
            self.action_register()
        else:
            super().action_close()

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for the register returns from it."""
        return "Record" if binding.action == "register" and self.in_register else binding.description

    def lines_for(self, width: int) -> list[Line]:
        """The record or the register."""
        if self.in_register:
            return register_lines(ship_register(self.entries), width)
        return service_lines(self.entries, self.context.tables, width, self.context.glyphs)


class DiceRecordScreen(TextPage[None]):
    """The dice of all finished games, counted in the background."""

    BINDINGS: ClassVar = [back("escape,q,enter")]

    def __init__(self, entries: list[FinishedGame]) -> None:
        super().__init__()
        self.entries = entries
        self.blocks: list[Block] = dice_page(None)

    def on_mount(self) -> None:
        """Start to count."""
        self.in_background(lambda: dice_page(count_dice(self.entries, self.context.tables)), self._show)

    def _show(self, blocks: list[Block]) -> None:
        self.blocks = blocks
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        """The counts, or that they are being made."""
        return page_lines(self.blocks, width, self.context.glyphs)


def service_lines(entries: list[FinishedGame], tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The record: totals, plots and every game."""
    lines = [line(("Service record", "title"))]
    if not entries:
        words = (
            "No finished games yet. Every game you play to its end is listed here. For the records of a campaign in "
            "progress, press r in its battle."
        )
        return [*lines, [], *wrap(line(words), width)]
    sums = totals(entries)
    staged = sum(bool(entry.stages) for entry in entries)
    patrols = sums.games - sums.won - sums.drawn - sums.lost - staged
    counts = {US_WIN: sums.won, DRAW: sums.drawn, JAPANESE_WIN: sums.lost, RECORD: patrols}
    signs = [(sign, word, style, counts[outcome]) for outcome, (sign, word, style) in OUTCOMES.items()]
    signs.append((STAGES[0], f"in stages ({stages_held_of(sums)})", STAGES[1], staged))
    parts = [(word, games, style, sign if glyphs.ascii else glyphs.full) for sign, word, style, games in signs if games]
    rate = f" ({round(100 * sums.destroyed / sums.planes)}%)" if sums.planes else ""
    planes = record_words(sums.planes, sums.destroyed, sums.hits, rate)
    lines += [
        line(f"{count(sums.games, 'game')}, {count(sums.days, 'day')} on duty"),
        *share_lines(parts, width),
        *wrap(line(f"{planes}; {count(sums.ships_sunk, 'ship')} lost"), width),
        [],
        *_plots(entries, sums.by_type, width, glyphs),
        [],
        line(("Games, latest first", "title")),
    ]
    return [*lines, *(_game(entry, tables, width) for entry in reversed(entries))]


#: Symbol and style of a ship's fate.
FATE_SYMBOLS = {SUNK: ("X", "bad"), REAR: ("<", "warn"), "": ("*", "good")}


def register_lines(ships: list[ServedShip], width: int) -> list[Line]:
    """The register of ships: each with her fate, days, planes and awards."""
    lines = [line(("Ship register", "title"), f"  {count(len(ships), 'ship')}")]
    if not ships:
        words = "No ships yet. The ships of every game you play to its end are listed here."
        return [*lines, [], *wrap(line(words), width)]
    legend = line(("  * afloat   X sunk   < sent to the rear", "dim"))
    return [*lines, legend, *(row for ship in ships for row in [[], *_ship(ship, width)])]


def _ship(ship: ServedShip, width: int) -> list[Line]:
    sign, style = FATE_SYMBOLS.get(ship.fate, ("?", "plain"))
    dates = ship.first if ship.first == ship.last else f"{ship.first} to {ship.last}"
    head = line((f"  {sign} ", style), (safe(f"{ship.name} {ship.hull}"), "strong"), (f"  {safe(dates)}", "dim"))
    texts = [
        f"{safe(ship.captain)}: {count(ship.days, 'day')} on duty, {ship_planes(ship)}",
        safe(awards_line(ship.awards)),
    ]
    return [head, *(row for text in texts if text for row in wrap(line(f"    {text}"), width, 6))]


def _plots(entries: list[FinishedGame], by_type: dict[str, int], width: int, glyphs: Glyphs) -> list[Line]:
    """Planes splashed or set afire by type, and the share splashed in each recent game."""
    half = width // 2 - 1
    rows = sorted(by_type.items(), key=lambda item: (-item[1], item[0]))
    more = len(rows) - MOST_TYPES
    last = [entry for entry in entries if entry.planes][-LAST:]
    rates = [round(100 * entry.destroyed / entry.planes) for entry in last]
    marks = "".join(_sign(entry)[0] for entry in last)
    series = TimeSeries("Percent splashed, by game", rates, 100, "good")
    left = [line(("Splashed or set afire, by type", "title")), *bar_lines(rows[:MOST_TYPES], half, glyphs.dots)]
    if more > 0:
        left.append(line((f"  and {count(more, 'more type')}", "dim")))
    return side_by_side(left, column_lines(series, half, 8, glyphs.dots, marks), half + 1)


def _game(entry: FinishedGame, tables: Tables, width: int) -> Line:
    """One game in a line."""
    sign, word, style = _sign(entry)
    spans = [
        Span(f"{entry.finished[:10]}  "),
        Span(f"{sign} {fit(word, 7)}", style),
        Span(fit(entry.level, 9), "dim"),
        Span(f"{entry.destroyed:>3} of {entry.planes:>3} splashed"),
    ]
    # The name is the widest part, and the one that is known from fewer letters.
    spans.insert(2, Span(fit(_name(entry, tables), min(NAME_ROOM, width - length(spans)))))
    before = "  "
    for words in (safe(entry.ship), safe(entry.captain), count(entry.days, "day")):
        if length(spans) + len(before + words) > width:
            break
        spans.append(Span(before + words, "dim"))
        before = ", "
    return spans


def _sign(entry: FinishedGame) -> tuple[str, str, str]:
    """Symbol, word and style of the result of a game; of a campaign of stages the number held of all."""
    if entry.stages:
        return STAGES[0], f"{entry.stages_held} of {entry.stages}", STAGES[1]
    return OUTCOMES.get(entry.outcome, ("?", entry.outcome, "plain"))


def _name(entry: FinishedGame, tables: Tables) -> str:
    """The name of the scenario, campaign or other game."""
    if entry.kind == SCENARIO and entry.name.isdigit() and int(entry.name) in tables.scenarios:
        return f"{entry.name} {tables.scenarios[int(entry.name)].title}"
    if entry.kind == CAMPAIGN and entry.name in tables.campaigns:
        return tables.campaigns[entry.name].title.removeprefix("The ")
    return safe(f"{entry.kind} {entry.name}")
