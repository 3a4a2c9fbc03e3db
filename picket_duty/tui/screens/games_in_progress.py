"""Every game under way, to take one up: where each stands is worked out beside the screen, row by row."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, ClassVar, NamedTuple

from textual import on, work
from textual.binding import Binding
from textual.widget import Widget
from textual.worker import get_current_worker

from picket_duty.book import Tables
from picket_duty.requests import Roll
from picket_duty.text.names import count, game_words, has_game, phase_words
from picket_duty.text.rolls import purpose_of
from picket_duty.tui.lines import Line, line, safe, wrap
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.text_panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.saves import SaveInfo


class Stand(NamedTuple):
    """A game under way in words."""

    ship: str
    day: str
    station: str
    hull: str
    asked: str

    @property
    def words(self) -> str:
        """All of it in a line."""
        return "  ".join(one for one in (self.day, self.station, self.hull, self.asked) if one)


def stand_of(save: SaveInfo, tables: Tables) -> Stand:
    """Where a saved game stands, played on from its last day beside the save. Raises SaveError."""
    from picket_duty.saves import read_record, replay_last_day

    record = read_record(save.path)
    return stand(replay_last_day(record.branch, record.setup, tables, str(save.path)))


def stand(game: Game) -> Stand:
    """Where a game stands."""
    state = game.state
    ship = state.ship
    return Stand(
        safe(ship.name),
        phase_words(state),
        f"station {ship.station}" if ship.station else "",
        f"hull {ship.hull}/{game.tables.numbers.hull}",
        asked(game),
    )


def asked(game: Game) -> str:
    """What a game waits for, in a word or two."""
    request = game.request
    if request is None:
        return "over"
    return f"dice: {purpose_of(request)}" if isinstance(request, Roll) else request.about


class GamesInProgressScreen(Page[None]):
    """The games under way, the one played last first; Enter takes one up."""

    BINDINGS: ClassVar = [
        Binding(
            "escape,q", "close", "back", key_display="Esc", tooltip="Back to the menu", system=True, id="page.back"
        ),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.saves: list[SaveInfo] = []
        self.stands: dict[int, Stand | str] = {}
        self.looked = False

    def content(self) -> Iterable[Widget]:
        """What is marked at the top, the list below it."""
        yield TextPanel(self._head, id="head")
        yield Choices([], id="menu")

    def on_mount(self) -> None:
        """Look for the saves beside the screen."""
        self._look()

    @work(thread=True, exclusive=True, group="look")
    def _look(self) -> None:
        from picket_duty.saves import list_saves
        from picket_duty.saves.index import is_unfinished

        tables = self.context.tables
        saves = [save for save in list_saves() if is_unfinished(save)]
        found = [save for save in saves if save.setup is not None and has_game(save.setup, tables)]
        self.from_beside(self._list, found)

    def _list(self, saves: list[SaveInfo]) -> None:
        if self.is_attached:
            self.saves, self.looked = saves, True
            self._show()
            self._work_out(self._in_sight())

    def _in_sight(self) -> list[int]:
        """The rows that can be seen and whose games are not known yet, the one marked first."""
        choices = self.query_one(Choices)
        top = round(choices.scroll_offset.y)
        rows = [choices.place, *range(top, top + choices.size.height)]
        return [row for row in dict.fromkeys(rows) if row < len(self.saves) and row not in self.stands]

    @work(thread=True, exclusive=True, group="stand")
    def _work_out(self, rows: list[int]) -> None:
        """Where the games of these rows stand, one after the other."""
        from picket_duty.saves import SaveError

        for row in rows:
            if get_current_worker().is_cancelled:
                return
            try:
                found: Stand | str = stand_of(self.saves[row], self.context.tables)
            except SaveError as error:
                found = str(error).removeprefix(f"{self.saves[row].path}: ")
            self.from_beside(self._stands, row, found)

    def _stands(self, row: int, found: Stand | str) -> None:
        if self.is_attached:
            self.stands[row] = found
            self._show()

    @on(Choices.LookedAt)
    def look_at(self) -> None:
        """Another game is marked."""
        self.query_one("#head", TextPanel).redraw()
        if rows := self._in_sight():
            self._work_out(rows)

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Take the game up."""
        self.context.resume_game(self.saves[int(event.item.value)].path)

    def _show(self) -> None:
        items = [self._item(row, save) for row, save in enumerate(self.saves)]
        self.query_one(Choices).set_items(items)
        self.query_one("#head", TextPanel).redraw()

    def _item(self, row: int, save: SaveInfo) -> Item:
        found = self.stands.get(row)
        if isinstance(found, Stand):
            return Item(str(row), found.ship, found.words)
        ship = save.setup.ship if save.setup is not None else ""
        return Item(str(row), safe(ship), found or "")

    def _head(self, width: int) -> list[Line]:
        """How many there are, and what is marked: game, save, when it was played."""
        words = count(len(self.saves), "game") + " under way" if self.looked else "Looking for saves"
        title = line(("   Continue", "title"), (f"   {words}", "dim"))
        item = self.query_one(Choices).item if self.saves else None
        if item is None:
            return [title]
        save = self.saves[int(item.value)]
        game = game_words(save.setup, self.context.tables) if save.setup is not None else ""
        told = f"{game}, {safe(save.name)}, played {save.modified:%b %d %H:%M}, {count(save.answers, 'answer')}"
        return [title, wrap(line(f"   {told}"), width, indent=3)[0]]
