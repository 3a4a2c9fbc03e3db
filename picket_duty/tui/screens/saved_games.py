"""The list of saves, to replay one."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, ClassVar

from textual import on, work
from textual.widget import Widget

from picket_duty.text.names import game_words, has_game, label_words
from picket_duty.tui.bindings import back, bind
from picket_duty.tui.lines import Line, line, safe, wrap
from picket_duty.tui.playback import Playback, load_playback
from picket_duty.tui.screens.page import Page
from picket_duty.tui.widgets.choices import Choices, Item
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo


class SavedGamesScreen(Page[None]):
    """Every save, the latest first; Enter replays it."""

    BINDINGS: ClassVar = [
        bind("n", "rematch", "Rematch", "A new game with the set-up of the save marked", "saves.rematch"),
        bind("d", "diary", "Diary", "The war diary of the save marked", "saves.diary"),
        back(tooltip="Back to the menu"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.saves: list[SaveInfo] = []
        self.notice = "Looking for saves"

    def content(self) -> Iterable[Widget]:
        """A notice at the top, the list below it."""
        yield TextPanel(self._head, id="head")
        yield Choices([], id="menu")

    def on_mount(self) -> None:
        """List the saves in the background: each file is checked completely."""
        self._look()

    @work(thread=True)
    def _look(self) -> None:
        from picket_duty.saves import list_saves

        self.from_worker(self._list, list_saves())

    def _list(self, saves: list[SaveInfo]) -> None:
        if not self.is_attached:
            return
        self.saves = saves
        self._say("" if saves else "There is no save yet: play a game first.")
        items = [Item(str(number), safe(save.name), self._note(save)) for number, save in enumerate(saves)]
        self.query_one(Choices).set_items(items)

    def _note(self, save: SaveInfo) -> str:
        when = f"{save.modified:%m-%d %H:%M}"
        if save.setup is None:
            return f"{when}  cannot be read: {safe(save.trouble)}"
        stands = "over" if save.over else "going on"
        game = f"{game_words(save.setup, self.context.tables)}, {label_words(save.label)}"
        return f"{when}  {stands}, {save.answers} answers: {game}"

    @on(Choices.Chosen)
    def choose(self, event: Choices.Chosen) -> None:
        """Replay the save."""
        self._load(self.saves[int(event.item.value)], self._replay)

    def action_rematch(self) -> None:
        """Begin a new game with the same setup."""
        save = self._selected
        if save is not None and save.setup is not None and has_game(save.setup, self.context.tables):
            self.context.rematch(save.setup)

    def action_diary(self) -> None:
        """Show the diary of the selected save."""
        if (save := self._selected) is not None:
            self._load(save, self._show_diary)

    @property
    def _selected(self) -> SaveInfo | None:
        item = self.query_one(Choices).item
        return self.saves[int(item.value)] if item is not None else None

    def _load(self, save: SaveInfo, show: Callable[[Playback], None]) -> None:
        """Load a save in the background, then show it."""
        self._say(f"Loading {save.name}")
        self._read(save.path, show)

    @work(thread=True, exclusive=True, group="load")
    def _read(self, path: Path, show: Callable[[Playback], None]) -> None:
        from picket_duty.saves import SaveError

        try:
            playback = load_playback(path, self.context.tables)
        except SaveError as error:
            self.from_worker(self._say, f"{path.stem}: {str(error).removeprefix(f'{path}: ')}")
            return
        self.from_worker(self._loaded, playback, show)

    def _loaded(self, playback: Playback, show: Callable[[Playback], None]) -> None:
        if self.is_current:
            self._say("")
            show(playback)

    def _replay(self, playback: Playback) -> None:
        from picket_duty.tui.screens.replay import ReplayScreen

        self.app.push_screen(ReplayScreen(playback))

    def _show_diary(self, playback: Playback) -> None:
        from picket_duty.tui.screens.ship_diary import open_diary

        open_diary(self, playback.whole)

    def _say(self, notice: str) -> None:
        self.notice = notice
        if self.is_attached:
            self.query_one("#head", TextPanel).redraw()

    def _head(self, width: int) -> list[Line]:
        title = line(("   Replay", "title"), ("   Enter shows the save marked", "dim"))
        return [title, *wrap(line(("   ", "dim"), (safe(self.notice), "warn")), width, indent=3)[:1]]
