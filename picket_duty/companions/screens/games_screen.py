"""The list of companion games and their saves, with a description of the selection."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from typing import IO, TYPE_CHECKING, ClassVar

from textual import on
from textual.app import SuspendNotSupported
from textual.containers import Horizontal
from textual.widget import Widget

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.ie_shima_board import PRACTICE, STACKS
from picket_duty.companions.international_team import UMPIRE
from picket_duty.companions.registry import Companion, companion, companion_names
from picket_duty.companions.screens import GUIDE, SECTION
from picket_duty.companions.table_pages import SHORT, game_page, practice_page, save_page
from picket_duty.saves import SaveError, index
from picket_duty.setup import new_seed
from picket_duty.tui.bindings import back, bind, hidden
from picket_duty.tui.lines import Line, Span, safe, wrap
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens.page import AskScreen, NameScreen, Page, PickScreen
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import ScrollText

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: Prefixes of the values of list items: a game, a save.
GAME, SAVE = "game ", "save "
#: The practice games: their options, and who plays.
PRACTICES = (
    (f"{PRACTICE} {STACKS} computer-japanese", "You are American"),
    (f"{PRACTICE} {STACKS} computer-american", "You are Japanese"),
    (f"{PRACTICE} {STACKS}", "Two players"),
)
#: What is asked before a game with an umpire begins.
WHO_HIDES = "Who keeps track of the hidden pieces?"
HIDERS = (
    Item("", "The Japanese player", "on the game's small maps"),
    Item(UMPIRE, "The program as umpire", "entered here while the American player looks away"),
)
TEXT_WIDTH = 90


class GamesScreen(Page[None]):
    """The companion games and their saves; Enter begins or resumes one."""

    guide = GUIDE
    section = SECTION

    BINDINGS: ClassVar = [
        bind("c", "charts", "Charts", "The selected game's charts", "games.charts"),
        bind("n", "new", "New", "Start the selected game", "games.new"),
        bind("f", "fill", "Data", "Enter missing data from your copy of the game", "games.fill"),
        bind("v", "replay", "Replay", "Replay the selected game, one answer at a time", "games.replay"),
        bind("s", "name_save", "Rename", "Rename the selected save", "games.name"),
        hidden("pagedown,space", "scroll_text(8)", "Scroll down", "Scroll the text down", "games.read_on"),
        hidden("pageup", "scroll_text(-8)", "Scroll up", "Scroll the text up", "games.read_back"),
        bind("d", "delete", "Delete", "Delete the selected save", "games.delete"),
        back(tooltip="Back to the menu"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.saves: list[SaveInfo] = []

    def content(self) -> Iterable[Widget]:
        with Horizontal(id="pick"):
            yield ItemList(self._items(), id="list")
            yield ScrollText(self._lines, id="reading")

    def on_mount(self) -> None:
        self.query_one(ItemList).focus()

    def on_screen_resume(self) -> None:
        """List the saves in a thread, at first and after each game."""
        self._look()

    def _look(self) -> None:
        self.in_background(table_saves.list_games, self._list)

    def _list(self, saves: list[SaveInfo]) -> None:
        self.saves = saves
        self.query_one(ItemList).set_items(self._items())
        self.query_one(ScrollText).show_text(self._lines)
        self.refresh_bindings()

    def _items(self) -> list[Item]:
        items = [Item("", "Practice island", heading=True)]
        items += [Item(f"{GAME}ie-shima {options}", words) for options, words in PRACTICES]
        items += [Item("", "New game", heading=True)]
        items += [Item(f"{GAME}{name}", SHORT.get(name, name)) for name in companion_names()]
        if self.saves:
            items.append(Item("", "Continue", heading=True))
        return [*items, *(Item(f"{SAVE}{number}", name_of(save)) for number, save in enumerate(self.saves))]

    # -- the selection -----------------------------------------------------------

    @property
    def _save(self) -> SaveInfo | None:
        item = self.query_one(ItemList).item
        is_save = item is not None and item.value.startswith(SAVE)
        return self.saves[int(item.value.removeprefix(SAVE))] if item is not None and is_save else None

    @property
    def _game(self) -> str:
        """The name of the selected game, or of the game of the selected save; empty if the save cannot be read."""
        item, save = self.query_one(ItemList).item, self._save
        if save is not None:
            return save.setup.name if save.setup is not None else ""
        return item.value.removeprefix(GAME).partition(" ")[0] if item is not None else ""

    @property
    def _options(self) -> tuple[str, ...]:
        item = self.query_one(ItemList).item
        return tuple(item.value.split()[2:]) if item is not None and self._save is None else ()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for saves need a selected save; typing in needs a game with forms."""
        if action == "fill" and self.query(ItemList):
            return bool(self._game) and bool(companion(self._game).game.forms)
        if action not in ("replay", "name_save", "delete") or not self.query(ItemList):
            return True
        return self._save is not None

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        """Show the description of the selection."""
        self.query_one(ScrollText).show_text(self._lines)
        self.refresh_bindings()

    @on(ItemList.Chosen)
    def choose(self) -> None:
        """Resume the save, or begin the game."""
        save = self._save
        if save is None:
            self.action_new()
            return
        self._do(lambda: self.context.play(table_saves.resume_game(save.path)))

    def _lines(self, width: int) -> list[Line]:
        width, glyphs = min(width, TEXT_WIDTH), self.context.glyphs
        save = self._save if self.query(ItemList) else None
        if self.query(ItemList) and self._options:
            return page_lines(practice_page(companion(self._game)), width, glyphs)
        if save is None:
            return page_lines(game_page(companion(self._game)), width, glyphs) if self._game else []
        keys = {
            "Enter": "open" if save.over else "continue",
            "v": "replay",
            "c": "charts",
            "s": "rename",
            "d": "delete",
        }
        spans = [part for key, words in keys.items() for part in (Span(key, "key"), Span(f": {words}   "))]
        return [*page_lines(save_page(save), width, glyphs), [], *wrap(spans if save.setup is not None else [], width)]

    # -- keys --------------------------------------------------------------------

    def action_new(self) -> None:
        """Begin a game; one with an umpire asks first who keeps the hidden pieces."""
        name = self._game
        if UMPIRE not in table_saves.OPTIONS.get(name, ()):
            if name:
                self._begin(name, self._options)
            return

        def answered(option: str | None) -> None:
            if option is not None:
                self._begin(name, (option,) if option else ())

        self.app.push_screen(PickScreen(WHO_HIDES, HIDERS), answered)

    def _begin(self, name: str, options: tuple[str, ...]) -> None:
        self._do(lambda: self.context.play(table_saves.begin_game(name, new_seed(), options=options)[0]))

    def action_scroll_text(self, rows: int) -> None:
        self.query_one(ScrollText).scroll_relative(y=rows, animate=False, immediate=True)

    def action_charts(self) -> None:
        from picket_duty.tui.screens.charts import ChartListScreen

        if self._game:
            self.app.push_screen(ChartListScreen(companion(self._game), heading=SHORT.get(self._game, self._game)))

    def action_fill(self) -> None:
        """Enter, in plain mode, the tables that the rulebook of the selected game lacks."""
        try:
            with self.app.suspend():
                fill_in_plain_mode(companion(self._game), sys.stdin)
        except SuspendNotSupported:
            words = f"Plain mode is not available here. Quit, then run picket-duty games fill {self._game}."
            self.notify(words, markup=False)
        except (ChartError, SaveError, OSError) as error:
            self.notify(str(error), title="Something went wrong", severity="error", markup=False)

    def action_replay(self) -> None:
        from picket_duty.companions.screens.table_screen import TableReplayScreen
        from picket_duty.tui.screens.replay import Playback

        if (save := self._save) is not None:
            path = save.path
            self._do(lambda: self.app.push_screen(TableReplayScreen(Playback(table_saves.load_game(path), path))))

    def action_name_save(self) -> None:
        if (save := self._save) is None:
            return

        def answered(name: str | None) -> None:
            if name:
                self._do(lambda: index.rename_save(save.path, name, save.path.parent))
                self._look()

        self.app.push_screen(NameScreen(save.name), answered)

    def action_delete(self) -> None:
        if (save := self._save) is None:
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self._do(lambda: index.delete_save(save.path))
                self._look()

        self.app.push_screen(AskScreen(f"Delete {save.name}?", "delete", "keep"), answered)

    def _do(self, what: Callable[[], object]) -> None:
        """Run an action on a save; if it fails, show why."""
        try:
            what()
        except SaveError as error:
            self.notify(str(error), title="Something went wrong", severity="error", markup=False)


def fill_in_plain_mode(game: Companion, source: IO[str]) -> None:
    """Every form of a game, one after another, until all are filled or the player leaves.

    Raises ChartError, SaveError or OSError if the entered data cannot be read or saved.
    """
    from picket_duty.companions.fill import FormPrompt, owner_folder
    from picket_duty.companions.table_conversation import print_text

    folder = owner_folder(game.name)
    for form in game.game.forms:
        if not FormPrompt(game, form, folder, source, print_text).run():
            return


def name_of(save: SaveInfo) -> str:
    """A save in the list: by the name it was given, else by its game and when it was played."""
    name = save.setup.name if save.setup is not None else ""
    for begins, words in ((name, SHORT.get(name, name)), (PRACTICE, PRACTICE.capitalize())):
        if name and save.name.startswith(f"{begins}-"):
            return f"{save.modified:%b %d %H:%M} {words}"
    return safe(save.name)
