"""The saves: a list of all of them, and the service record of the finished games."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.binding import Binding
from textual.widget import Widget

from picket_duty import saves
from picket_duty.extensions import load
from picket_duty.saves import SaveError, SaveInfo
from picket_duty.saves.notes import aid_of
from picket_duty.saves.record import read_record
from picket_duty.saves.save_list import is_unfinished
from picket_duty.saves.service_record import FinishedGame, game_id, read_service, ship_register
from picket_duty.text.dates import label_words
from picket_duty.text.names import RESULTS, has_game, result_words
from picket_duty.text.styled_text import Line, line, safe
from picket_duty.tui.keymap import back, bind
from picket_duty.tui.lines import wrap
from picket_duty.tui.screens import open_games
from picket_duty.tui.screens.dialogs import AskScreen, NameScreen, if_yes
from picket_duty.tui.screens.menu import game_of_save
from picket_duty.tui.screens.page import Page, TextPage
from picket_duty.tui.widgets.choices import Item, ItemList
from picket_duty.tui.widgets.panel import TextPanel

if TYPE_CHECKING:
    from picket_duty.pages.blocks import Block
    from picket_duty.tui.screens.replay import Playback

#: Screens are loaded by name, when they are opened.
SCREENS = "picket_duty.tui.screens"
#: The date and time in a name that was not chosen by the player.
TIMED = re.compile(r"-\d{8}-\d{6}")


class SaveListScreen(Page[None]):
    """A list with saves of the destroyer or of the companion games; the selected one is renamed or
    deleted here.
    """

    #: Whether the saves are those of the companion games.
    at_table: ClassVar[bool] = False

    @property
    def item(self) -> Item | None:
        """The selected item of the list; None if there is none."""
        return next((listed.item for listed in self.query(ItemList)), None)

    @property
    def save(self) -> SaveInfo | None:
        """The selected save; None if there is none."""
        raise NotImplementedError

    def list_again(self) -> None:
        """List the saves, in the background."""
        raise NotImplementedError

    def action_name_save(self) -> None:
        if (save := self.save) is None:
            return

        def answered(name: str | None) -> None:
            if name:
                self.change(partial(saves.rename_save, save.path, name, self.at_table))
                self.list_again()

        self.app.push_screen(NameScreen(save.name), answered)

    def action_delete(self) -> None:
        if (save := self.save) is None:
            return

        def delete() -> None:
            self.change(partial(saves.delete_save, save.path))
            self.list_again()

        self.app.push_screen(AskScreen(f"Delete {save.name}?", "delete", "keep"), if_yes(delete))

    def change(self, action: Callable[[], object]) -> None:
        """Run an action on a save; if it fails, show why."""
        try:
            action()
        except SaveError as error:
            self.notify(str(error), title="Something went wrong", severity="error", markup=False)


class SavedGamesScreen(SaveListScreen):
    """Every save, the latest first; Enter replays it."""

    heading = "Saves"
    note = "Press Enter to replay the selected save, or s to see your service record."

    BINDINGS: ClassVar = [
        bind(
            "l",
            "luck",
            "Luck",
            "Show how dice and orders decided the selected game, if it is finished",
            "saves.luck",
        ),
        bind(
            "s",
            "service",
            "Service record",
            "List your finished games, with totals",
            "saves.service",
        ),
        bind(
            "n",
            "rematch",
            "Rematch",
            "Start a new game with the selected save's setup",
            "saves.rematch",
        ),
        bind("d", "diary", "Diary", "Open the selected save's war diary", "saves.diary"),
        bind(
            "e",
            "ending",
            "End",
            "Show the closing page of the selected game, if it is finished",
            "saves.ending",
        ),
        bind(
            "c",
            "card",
            "Card",
            "Show the card of the selected game, if it is finished",
            "saves.card",
        ),
        bind("r", "name_save", "Rename", "Rename the selected save", "saves.name"),
        bind("x", "delete", "Delete", "Delete the selected save", "saves.delete"),
        back(tooltip="Return to the menu"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.saves: list[SaveInfo] = []
        #: The recorded results of finished games, by the names of their saves.
        self.results: dict[str, FinishedGame] = {}
        self.notice = "Looking for saves..."

    def content(self) -> Iterable[Widget]:
        yield TextPanel(self._head, id="head")
        yield ItemList([], id="menu")

    def on_mount(self) -> None:
        self.list_again()

    def list_again(self) -> None:
        """List the saves in the background: each file is checked completely."""
        self.in_background(lambda: (saves.list_saves(), read_service()), self._list)

    def _list(self, found: tuple[list[SaveInfo], list[FinishedGame]]) -> None:
        all_saves, entries = found
        self.saves = [save for save in all_saves if self.lists(save)]
        self.results = {entry.save: entry for entry in entries}
        self._say("" if self.saves else "No saves yet. Every game you play is saved here.")
        items = [
            Item(
                str(number),
                game_of_save(save, self.context.tables) or safe(save.name),
                self._note(save),
            )
            for number, save in enumerate(self.saves)
        ]
        listed = self.query_one(ItemList)
        listed.set_items(items)
        listed.display = bool(items)
        self.look_at()

    def lists(self, save: SaveInfo) -> bool:
        """Whether a save is listed."""
        return True

    def _note(self, save: SaveInfo) -> str:
        """The result of a finished game or the position of another, when it was played, and the
        name of the save if the player chose it.
        """
        if save.setup is None:
            return f"cannot be read: {safe(save.trouble)}"
        status = "finished" if save.over else label_words(save.label)
        entry = self.results.get(save.name)
        # An entry of another game is of an earlier save with this name; old entries name no game.
        if save.over and entry is not None and entry.game in ("", game_id(save.setup)):
            result = RESULTS.get(entry.outcome, "finished")
            if entry.stages:
                result = result_words(entry.outcome, entry.stages, entry.stages_held)
            status = f"{safe(entry.ship)}: {result}"
        name = "" if TIMED.search(save.name) else f": {safe(save.name)}"
        # A narrow list cuts the end.
        return (
            f"{status}  played {save.modified:%b} {save.modified.day}, {save.modified:%H:%M}{name}"
        )

    @on(ItemList.Chosen)
    def choose(self) -> None:
        if (save := self.save) is not None:
            self.open(save)

    def open(self, save: SaveInfo) -> None:
        """Replay the selected save."""
        self._load(
            lambda playback: self.app.push_screen(load(f"{SCREENS}.replay:ReplayScreen")(playback))
        )

    def action_rematch(self) -> None:
        save = self.save
        if save is None or save.setup is None or not has_game(save.setup, self.context.tables):
            return
        try:
            notes = read_record(save.path).notes
        except SaveError as error:
            self._say(str(error))
            return
        open_games.rematch(self.app, save.setup, aid_of(notes), notes)

    def action_service(self) -> None:
        self.app.push_screen(ServiceScreen())

    def action_diary(self) -> None:
        self._load(
            lambda playback: load(f"{SCREENS}.campaign_records:open_diary")(self, playback.whole)
        )

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: only a finished game has a closing page, a card and its luck."""
        save = self.save
        if action in ("name_save", "delete"):
            return save is not None
        if action not in ("ending", "card", "luck"):
            return True
        return save is not None and save.over

    def action_ending(self) -> None:
        ending = load(f"{SCREENS}.outcome:OutcomeScreen")
        self._load(lambda playback: self.app.push_screen(ending(playback.whole, playback.path)))

    def action_card(self) -> None:
        if (save := self.save) is not None:
            self.app.push_screen(load(f"{SCREENS}.card:CardScreen")(save.path))

    def action_luck(self) -> None:
        from picket_duty.tui.game_analysis import GameAnalysis
        from picket_duty.tui.screens.chance_curve import luck_screen
        from picket_duty.tui.screens.replay import open_replay

        def show(playback: Playback) -> None:
            self.app.push_screen(
                luck_screen(GameAnalysis(playback.whole), partial(open_replay, playback.path))
            )

        self._load(show)

    @property
    def save(self) -> SaveInfo | None:
        """The selected save; None in an empty list."""
        return self.saves[int(self.item.value)] if self.item is not None else None

    def _load(self, show: Callable[[Playback], object]) -> None:
        """Load the selected save in the background, then show something of it."""
        if (save := self.save) is None:
            return

        def loaded(playback: Playback) -> None:
            if self.is_current:
                self._say("")
                show(playback)

        def failed(error: SaveError) -> None:
            self._say(f"{save.name}: {str(error).removeprefix(f'{save.path}: ')}")

        self._say(f"Loading {save.name}...")
        read = partial(load(f"{SCREENS}.replay:load_playback"), save.path, self.context.tables)
        self.in_background(read, loaded, failed, "load")

    def _say(self, notice: str) -> None:
        self.notice = notice
        self.query_one("#head", TextPanel).redraw()

    def _head(self, width: int) -> list[Line]:
        title = line((f"   {self.heading}", "title"), (f"   {self.note}", "dim"))
        item = self.item
        about = (f"   {safe(self.notice)}", "warn")
        if not self.notice and item is not None:
            # In a narrow list, the note of the selected save is cut.
            about = (f"   {safe(item.note)}", "dim")
        return [title, *wrap(line(about), width, indent=3)[:1]]

    @on(ItemList.Highlighted)
    def look_at(self) -> None:
        """Show the whole note of the selected save, and its keys."""
        self.query_one("#head", TextPanel).redraw()
        self.refresh_bindings()


class GamesInProgressScreen(SavedGamesScreen):
    """The games in progress, the latest first; Enter resumes one."""

    heading = "Continue"
    note = "Press Enter to resume the selected game."

    def lists(self, save: SaveInfo) -> bool:
        return (
            is_unfinished(save)
            and save.setup is not None
            and has_game(save.setup, self.context.tables)
        )

    def open(self, save: SaveInfo) -> None:
        open_games.resume_game(self.app, save.path)


class ServiceScreen(TextPage[None]):
    """Totals, plots and every game; h switches to the register of ships."""

    MAX_WIDTH = None
    BINDINGS: ClassVar = [
        bind(
            "h",
            "register",
            "Ships",
            "Switch between the ship register and the service record",
            "service.hall",
        ),
        bind(
            "d",
            "dice",
            "Dice",
            "Show how often each face of the dice came up in all your games",
            "service.dice",
        ),
        back("escape,q,enter"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self.entries = read_service()
        self.in_register = False

    def action_register(self) -> None:
        self.in_register = not self.in_register
        self.turn_page()
        self.refresh_bindings()

    def action_dice(self) -> None:
        self.app.push_screen(DiceRecordScreen(self.entries))

    def action_close(self) -> None:
        """Return from the register to the record; from the record to the menu."""
        if self.in_register:
            self.action_register()
        else:
            super().action_close()

    def words_of(self, binding: Binding) -> str:
        """The label of a key: the key for the register returns from it."""
        if binding.action == "register" and self.in_register:
            return "Record"
        return binding.description

    def contents(self) -> Iterable[Block]:
        from picket_duty.pages import service_pages

        if self.in_register:
            return service_pages.register_page(ship_register(self.entries))
        return service_pages.service_page(self.entries, self.context.tables)


class DiceRecordScreen(TextPage[None]):
    """The dice of all finished games, counted in the background."""

    BINDINGS: ClassVar = [back("escape,q,enter")]

    def __init__(self, entries: list[FinishedGame]) -> None:
        from picket_duty.pages.service_dice import dice_page

        super().__init__()
        self.entries = entries
        self.blocks = dice_page(counts=None)

    def on_mount(self) -> None:
        from picket_duty.pages.service_dice import count_dice, dice_page

        self.in_background(
            lambda: dice_page(count_dice(self.entries, self.context.tables)), self.show_blocks
        )
