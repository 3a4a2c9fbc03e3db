"""The list of the companion games and of their saves."""

from __future__ import annotations

import sys
from collections.abc import Iterable
from functools import partial
from typing import IO, TYPE_CHECKING, ClassVar, NamedTuple

from textual import on
from textual.app import SuspendNotSupported
from textual.containers import Horizontal
from textual.widget import Widget

from picket_duty.charts import ChartError
from picket_duty.commands.output import say
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import table_pages, table_saves
from picket_duty.companions.companion import Companion, companion, companion_names
from picket_duty.companions.fill import owner_folder
from picket_duty.companions.form_prompt import FormPrompt
from picket_duty.companions.international_team_pieces import UMPIRE
from picket_duty.companions.screens import GUIDE, SECTION
from picket_duty.companions.screens.table_replay import TableReplayScreen
from picket_duty.saves import SaveError, list_saves
from picket_duty.setup import new_seed
from picket_duty.text.styled_text import Line, safe
from picket_duty.tui.keymap import back, bind, hidden
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import charts, open_games, replay
from picket_duty.tui.screens.dialogs import PickScreen
from picket_duty.tui.screens.saved_games import SaveListScreen
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import ScrollText

if TYPE_CHECKING:
    from picket_duty.saves import SaveInfo

#: The practice games: their options, and who plays.
PRACTICES = {
    (island.PRACTICE, island.STACKS, "computer-japanese"): "You play the Americans",
    (island.PRACTICE, island.STACKS, "computer-american"): "You play the Japanese",
    (island.PRACTICE, island.STACKS): "Two players",
}


class Entry(NamedTuple):
    """What an item of the list of games stands for: a game, empty if a save cannot be read; its
    options, or a save.
    """

    game: str = ""
    options: tuple[str, ...] = ()
    save: SaveInfo | None = None


class GamesScreen(SaveListScreen):
    """The companion games and their saves; Enter begins or resumes one."""

    guide = GUIDE
    section = SECTION
    at_table = True

    BINDINGS: ClassVar = [
        bind("c", "charts", "Charts", "List the selected game's charts", "games.charts"),
        bind("n", "new", "New", "Start the selected game", "games.new"),
        bind("f", "fill", "Data", "Enter missing data from your copy of the game", "games.fill"),
        bind(
            "v",
            "replay",
            "Replay",
            "Replay the selected game, one answer at a time",
            "games.replay",
        ),
        bind("s", "name_save", "Rename", "Rename the selected save", "games.name"),
        hidden(
            "pagedown,space",
            "scroll_text(8)",
            "Scroll down",
            "Scroll the text down",
            "games.read_on",
        ),
        hidden("pageup", "scroll_text(-8)", "Scroll up", "Scroll the text up", "games.read_back"),
        bind("d", "delete", "Delete", "Delete the selected save", "games.delete"),
        back(tooltip="Return to the menu"),
    ]

    def content(self) -> Iterable[Widget]:
        with Horizontal(id="pick"):
            yield ItemList(self._items(saves=[]), id="list")
            yield ScrollText(self._lines, id="reading")

    def on_mount(self) -> None:
        self.query_one(ItemList).focus()

    def on_screen_resume(self) -> None:
        """List the saves, at first and after each game."""
        self.list_again()

    def list_again(self) -> None:
        """List the saves in the background."""
        self.in_background(partial(list_saves, at_table=True), self._list)

    def _list(self, saves: list[SaveInfo]) -> None:
        self.query_one(ItemList).set_items(self._items(saves))
        self.look_at()

    def _items(self, saves: list[SaveInfo]) -> list[Item]:
        """The items of the list; ``entries`` keeps what each of them stands for."""
        practices = {
            f"game ie-shima {' '.join(options)}": Entry("ie-shima", options)
            for options in PRACTICES
        }
        games = {f"game {name}": Entry(name) for name in companion_names()}
        saved = {
            f"save {save.name}": Entry(save.setup.name if save.setup else "", options=(), save=save)
            for save in saves
        }
        #: What each item of the list stands for, by its value.
        self.entries = practices | games | saved
        return [
            Item("", "Practice island", heading=True),
            *(Item(value, PRACTICES[entry.options]) for value, entry in practices.items()),
            Item("", "New game", heading=True),
            *(
                Item(value, table_pages.SHORT.get(entry.game, entry.game))
                for value, entry in games.items()
            ),
            *([Item("", "Continue", heading=True)] if saves else []),
            *(Item(value, name_of(save)) for value, save in zip(saved, saves, strict=True)),
        ]

    @property
    def entry(self) -> Entry:
        """What the selected item stands for."""
        if self.item is not None:
            return self.entries[self.item.value]
        return Entry()

    @property
    def save(self) -> SaveInfo | None:
        """The selected save; None for a game."""
        return self.entry.save

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Keys for saves need a selected save; typing in needs a game with forms."""
        game, _, save = self.entry
        if action == "fill":
            return bool(game) and bool(companion(game).description.forms)
        return action not in ("replay", "name_save", "delete") or save is not None

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        """Show the description of the selection."""
        self.query_one(ScrollText).show_text(self._lines)
        self.refresh_bindings()

    @on(ItemList.Chosen)
    def choose(self) -> None:
        """Resume the save, or begin the game."""
        if (save := self.save) is None:
            self.action_new()
        else:
            self.change(lambda: open_games.play(self.app, table_saves.resume_game(save.path)))

    def _lines(self, width: int) -> list[Line]:
        width = min(width, 90)
        glyphs = self.context.glyphs
        game, options, save = self.entry
        if save is None:
            page = table_pages.practice_page if options else table_pages.game_page
            if game:
                return page_lines(page(companion(game)), width, glyphs)
            return []
        return page_lines(table_pages.save_page(save), width, glyphs)

    def action_new(self) -> None:
        """Begin a game; one with an umpire asks first who keeps the hidden pieces."""
        name, options, _ = self.entry
        if UMPIRE not in table_saves.OPTIONS.get(name, ()):
            if name:
                self._begin(name, options)
            return

        def answered(option: str | None) -> None:
            if option is not None:
                self._begin(name, (option,) if option else ())

        japanese = Item("", "The Japanese player", note="with the small maps in the game box")
        umpire = Item(
            UMPIRE, "The program as umpire", "pieces are entered while the other player looks away"
        )
        self.app.push_screen(
            PickScreen("Who keeps track of the hidden pieces?", (japanese, umpire)), answered
        )

    def _begin(self, name: str, options: tuple[str, ...]) -> None:
        self.change(
            lambda: open_games.play(
                self.app, table_saves.begin_game(name, new_seed(), options=options)[0]
            )
        )

    def action_scroll_text(self, rows: int) -> None:
        self.query_one(ScrollText).scroll_relative(y=rows, animate=False, immediate=True)

    def action_charts(self) -> None:
        if name := self.entry.game:
            heading = table_pages.SHORT.get(name, name)
            self.app.push_screen(charts.ChartListScreen(companion(name), heading=heading))

    def action_fill(self) -> None:
        name = self.entry.game
        try:
            with self.app.suspend():
                fill_in_plain_mode(companion(name), sys.stdin)
        except SuspendNotSupported:
            words = (
                f"Plain mode is not available here. Quit, then run picket-duty games fill {name}."
            )
            self.notify(words, markup=False)
        except (ChartError, SaveError, OSError) as error:
            self.notify(str(error), title="Something went wrong", severity="error", markup=False)

    def action_replay(self) -> None:
        if (save := self.save) is None:
            return
        path = save.path
        self.change(
            lambda: self.app.push_screen(
                TableReplayScreen(replay.Playback(table_saves.load_game(path), path))
            )
        )


def fill_in_plain_mode(game: Companion, source: IO[str]) -> None:
    """Every form of a game, one after another, until all are filled or the player leaves.

    Raises ChartError, SaveError or OSError if the entered data cannot be read or saved.
    """
    folder = owner_folder(game.name)
    for form in game.description.forms:
        if not FormPrompt(game, form, folder, source, say).run():
            return


def name_of(save: SaveInfo) -> str:
    """A save in the list: by the name it was given, else by its game and when it was played.

    A save that was not renamed is named after its game, or ``practice``, and the time.
    """
    name = save.setup.name if save.setup is not None else ""
    for begins, words in (
        (name, table_pages.SHORT.get(name, name)),
        (island.PRACTICE, island.PRACTICE.capitalize()),
    ):
        if name and save.name.startswith(f"{begins}-"):
            return f"{save.modified:%b %d %H:%M} {words}"
    return safe(save.name)
