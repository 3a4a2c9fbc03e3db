"""The application: themes, screens, signals, and the way from a game to the screen and back."""

from __future__ import annotations

import datetime
import gc
import select
import signal
import sys
from collections.abc import Callable, Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec
from textual import events
from textual.app import App, SystemCommand
from textual.command import Provider
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from picket_duty.book import Tables, load_tables
from picket_duty.extensions import extensions, load
from picket_duty.game import Game
from picket_duty.plain.screen_check import why_no_screen
from picket_duty.saves.paths import data_folder
from picket_duty.setup import new_seed
from picket_duty.state import Setup
from picket_duty.tui.app_context import KeyGroup
from picket_duty.tui.bindings import bind
from picket_duty.tui.crash_handler import report_crash, wants_traceback
from picket_duty.tui.glyphs import glyphs_for
from picket_duty.tui.lines import STYLES, safe
from picket_duty.tui.screens.ask import AskScreen, PickScreen
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import Page, has_room
from picket_duty.tui.settings import (
    EVENTS,
    OFF,
    Settings,
    SettingsError,
    read_settings,
    remember,
    remember_keys,
)
from picket_duty.tui.speed import default_speed
from picket_duty.tui.themes import THEMES, theme_of
from picket_duty.tui.widgets.bars import key_name
from picket_duty.tui.widgets.choices import Item

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer
    from picket_duty.saves import OtherTables

#: Dice of a rematch.
FRESH, SAME = "fresh", "same"
#: Seconds after which the first screen stands, and garbage is looked for.
SETTLED = 1.0
#: Objects made before garbage is looked for: those of some keys.
COLLECT_AT = 50_000
#: The keys that leave a window too small to show anything.
LEAVING = ("q", "ctrl+q")
#: Exit status where the program broke down.
BROKEN = 1
#: Exit status where there is no terminal.
NO_TERMINAL = 2
#: Exit status where the file of settings cannot be used.
BAD_SETTINGS = 2


def _finder() -> type[Provider]:
    """What the command palette finds; loaded when it is opened."""
    from picket_duty.tui.palette import Finder

    return Finder


def _collect() -> None:
    """Look for garbage from now on, seldom within a key; not in what was loaded, which stays to the end."""
    gc.freeze()
    gc.set_threshold(COLLECT_AT)
    gc.enable()


class PlainScrollBar(ScrollBarRender):
    """A scroll bar without part blocks, for terminals that show ASCII only."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class PicketApp(App[int]):
    """Picket Duty on a terminal. With a game or a save it opens on the battle, else on the menu."""

    TITLE = "Picket Duty"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = True
    #: Whether a staff may think along at all; tests of screens do without.
    THINKS: ClassVar[bool] = True
    COMMANDS: ClassVar = App.COMMANDS | {_finder}
    #: The styles of the panels, styled once for all of them.
    COMPONENT_CLASSES: ClassVar = {f"style--{style}" for style in STYLES}
    BINDINGS: ClassVar = [
        bind("ctrl+q", "quit", "Quit", priority=True, show=False),
        bind("q", "quit_small", "Quit", priority=True, show=False),
    ]

    def __init__(
        self,
        tables: Tables,
        game: Game | None = None,
        save_path: Path | None = None,
        settings: Settings | None = None,
        watch: datetime.date | None = None,
    ) -> None:
        super().__init__()
        self.first_watch = watch
        self.tables = tables
        self.first_game = game
        self.first_save = save_path
        self.glyphs = glyphs_for(getattr(sys.__stdout__, "encoding", None))
        #: The column chosen on each chart of the browser.
        self.chart_columns: dict[str, str] = {}
        #: The game shown last; its save is let go of when the program ends over it.
        self.playing: Game | None = None
        self._staff: DecisionAnalyzer | None = None
        #: The exception that ended the program, None if none did.
        self.crash: BaseException | None = None
        if not wants_traceback():
            # A page in plain words is printed instead, when the terminal is its own again.
            self.error_console.quiet = True
        #: The screen that has the keys, and those that were typed before it stood.
        self._typed_for: Screen[Any] | None = None
        self._typed: list[events.Key] = []
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self.settings = settings or Settings()
        self._wear(self.settings.theme or THEMES[0].name)
        self.set_keymap(self.settings.keys)

    def get_default_screen(self) -> Screen[None]:
        """The menu lies under every other screen."""
        return MenuScreen(covered=self.first_game is not None)

    def on_mount(self) -> None:
        """End cleanly when told to by a signal; go to the battle when there is one."""
        ScrollBar.renderer = PlainScrollBar if self.glyphs.ascii else ScrollBarRender
        if self.glyphs.ascii:
            self.add_class("ascii")
        self._watch_signals()
        self._watch_terminal()
        if not gc.isenabled():
            self.set_timer(SETTLED, _collect)
        if self.first_game is not None:
            self.play(self.first_game)
        elif self.first_save is not None:
            self.resume_game(self.first_save)
        elif self.first_watch is not None:
            self.show_watch(self.first_watch)
        if not self.is_headless:
            # Modules and tables stay: looking them over for garbage would hold up a key for a tenth of a second.
            gc.freeze()

    def _watch_signals(self) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self.exit, 0)

    def _watch_terminal(self) -> None:
        """End when the terminal, or the server of a browser, is gone, also where no signal says so."""
        if self.is_headless or sys.__stdin__ is None or not hasattr(select, "poll"):
            return
        if not self.is_web and not sys.__stdin__.isatty():
            return
        import asyncio
        from threading import Thread

        loop, terminal = asyncio.get_running_loop(), select.poll()
        # Nothing is waited for, so that only its end is reported.
        terminal.register(sys.__stdin__.fileno(), 0)

        def wait() -> None:
            terminal.poll()
            with suppress(RuntimeError):
                loop.call_soon_threadsafe(self.exit, 0)

        Thread(target=wait, name="terminal", daemon=True).start()

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that other themes do not have."""
        return THEMES[0].variables

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Where there is no room for a screen, its keys have no place: q quits at once, saved as every answer is."""
        return action != "quit_small" or not has_room(self.size)

    async def on_event(self, event: events.Event) -> None:
        """Where there is no room to show what a key would answer, none is taken but those that leave."""
        leaves = isinstance(event, events.Key) and event.key in LEAVING
        if isinstance(event, events.InputEvent) and not has_room(self.size) and not leaves:
            return
        if not (isinstance(event, events.Key) and not event.is_forwarded and self._waits(event)):
            await super().on_event(event)

    def _waits(self, key: events.Key) -> bool:
        """Keep a key that was typed before its screen stands, and those after it, till it does: the order is theirs."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        if screen is not self._typed_for:
            # The screen that keys were kept for is gone; so is what they were meant for.
            self._typed_for, self._typed = screen, []
        if screen is None or (screen.is_mounted and not self._typed):
            return False
        self._typed.append(key)
        if len(self._typed) == 1:
            screen.call_later(self.call_later, self._take_typed)
        return True

    async def _take_typed(self) -> None:
        """The screen stands: the keys that were kept for it are taken."""
        typed, self._typed = self._typed, []
        for key in typed:
            await self.on_event(key)

    async def action_quit(self) -> None:
        """Quit; ask first where the game played is in no file."""
        journal = self.playing.journal if self.playing is not None else None
        why = journal.unsaved() if journal is not None else ""
        if not why or not has_room(self.size):
            self.exit(0)
            return

        def answered(yes: bool | None) -> None:
            if yes:
                self.exit(0)

        question = f"Quit? The game is NOT saved: {why}. Who quits loses it."
        self.push_screen(AskScreen(question, "quit and lose it", "stay", enter=False), answered)

    def action_quit_small(self) -> None:
        """Quit a program that has no room to ask."""
        self.exit(0)

    # -- settings --------------------------------------------------------------

    def choose_theme(self, name: str) -> None:
        """Another theme, now and when the program is started again."""
        self._wear(name)
        self.remember("theme", name)

    def _wear(self, name: str) -> None:
        """Show the colours of a theme."""
        self.register_theme(theme_of(name))
        self.theme = name

    def remember(self, name: str, value: str) -> None:
        """Keep what was chosen for the next time."""
        setattr(self.settings, name, value)
        self._keep(lambda: remember(name, value))

    def choose_setting(self, name: str, value: str) -> None:
        """Set a setting, now and for the next time."""
        if name == "theme":
            self.choose_theme(value)
        else:
            self.remember(name, value)

    def choose_keys(self, name: str, keys: str) -> None:
        """Give a binding other keys, now and for the next time; without any those it came with."""
        self.settings.keys.pop(name, None)
        if keys:
            self.settings.keys[name] = keys
        self.set_keymap(self.settings.keys)
        self._keep(lambda: remember_keys(name, keys))

    def key_groups(self) -> list[KeyGroup]:
        """Every binding that can have other keys, by where it works."""
        from picket_duty.tui.keymap import key_groups

        return key_groups()

    def _keep(self, write: Callable[[], None]) -> None:
        """Write to the file of settings; say where it cannot be."""
        try:
            write()
        except SettingsError as error:
            self.notify(str(error), title="Not remembered", severity="warning", markup=False)

    # -- games ---------------------------------------------------------------

    def staff(self) -> DecisionAnalyzer | None:
        """The staff that plays decisions out, the same for every game; None where the player does without."""
        if not self.THINKS or self.settings.staff == OFF:
            return None
        if self._staff is None:
            from picket_duty.analysis.decision_analysis import DecisionAnalyzer

            self._staff = DecisionAnalyzer()
        return self._staff

    def bell(self) -> None:
        """Ring the terminal's bell. Textual rings it while it handles an exception, too: that one is kept."""
        if self.return_code and self.crash is None:
            self.crash = sys.exc_info()[1]
        super().bell()

    def on_unmount(self) -> None:
        """The staff ends with the program."""
        if self._staff is not None:
            self._staff.close()

    def play(self, game: Game) -> None:
        """Show a game on its screen, and what is to be known about its save."""
        self.playing = game
        self.push_screen(self._screen_of(game))
        if game.journal is not None and game.journal.notice:
            self.notify(game.journal.notice, title="About this save", markup=False)

    def _screen_of(self, game: Game) -> Screen[Any]:
        """The screen a game is played on, by the kind of its set-up."""
        for extension in extensions():
            if reference := extension.game_screens.get(game.state.setup.kind):
                screen: Screen[Any] = load(reference)(game)
                return screen
        from picket_duty.tui.screens.battle import BattleScreen
        from picket_duty.tui.screens.tutorial import lessons_read

        kind: type[BattleScreen] = BattleScreen
        if lessons_read(game) is not None:
            from picket_duty.tui.screens.tutorial import TutorialScreen

            kind = TutorialScreen
        chosen = self.settings
        return kind(game, chosen.pace or default_speed(), chosen.daily or EVENTS, chosen.bell or OFF)

    def start_game(self, game: Game) -> None:
        """Save a new game from its first answer on and play it; the menu is what lies below."""
        from picket_duty.saves import SaveError, start_save

        try:
            start_save(game)
        except SaveError as error:
            self.notify(str(error), title="The game cannot be saved", severity="error", markup=False)
            return
        self._to_menu()
        self.play(game)

    def start_lesson(self) -> None:
        """Save the first battle and play it."""
        from picket_duty.saves import SaveError, start_save
        from picket_duty.tui.screens.tutorial import keep_lessons, lesson_game, lesson_name, load_script

        game = lesson_game(load_script(), self.tables)
        try:
            start_save(game, lesson_name())
            keep_lessons(game, 0)
        except SaveError as error:
            self.notify(str(error), title="The game cannot be saved", severity="error", markup=False)
            return
        self.play(game)

    def show_watch(self, date: datetime.date) -> None:
        """The page of a day's watch."""
        from picket_duty.tui.screens.day_watch import DayWatchScreen

        self.push_screen(DayWatchScreen(date))

    def stand_watch(self, date: datetime.date) -> None:
        """Go on with the try at a watch, or begin one."""
        from picket_duty.saves import SaveError
        from picket_duty.saves.daily_watch import stand, under_way

        try:
            if (path := under_way(date)) is not None:
                self.resume_game(path)
                return
            game, _ = stand(date, self.tables)
        except SaveError as error:
            self.notify(str(error), title="The watch cannot be stood", severity="error", markup=False)
            return
        self._to_menu()
        self.play(game)

    def put_away(self, game: Game) -> None:
        """Close the save of a game that is left; say what is to be known about it."""
        if game.journal is not None and (words := game.journal.close()):
            self.notify(words, title="About this save", severity="warning", markup=False)

    def _to_menu(self) -> None:
        """Leave all that lies over the menu; a game is saved as every answer is."""
        from picket_duty.tui.screens.battle import BattleScreen

        while len(self.screen_stack) > 1:
            if isinstance(self.screen, BattleScreen):
                self.put_away(self.screen.game)
            self.pop_screen()

    def resume_game(self, path: Path, from_snapshot: bool = False) -> None:
        """Take a saved game up where it was left; made with other tables, ask whether from its last snapshot."""
        from picket_duty.saves import OtherTables, SaveError, resume

        if self._plays(path):
            self.notify("It is the game on this screen.", markup=False)
            return
        try:
            game = resume(path, self.tables, from_snapshot=from_snapshot)
        except OtherTables as error:
            self._ask_for_snapshot(path, error)
            return
        except SaveError as error:
            self.notify(str(error), title="The game cannot be continued", severity="error", markup=False)
            return
        self._to_menu()
        self.play(game)

    def branch_game(self, path: Path, at: int) -> None:
        """Go on in a saved game after so many of its answers, in a new line of play; the one left is kept."""
        from picket_duty.saves import SaveError, branches

        try:
            game = branches.begin(path, at, branches.unused_name(path), self.tables)
        except SaveError as error:
            self.notify(str(error), title="No way on from here", severity="error", markup=False)
            return
        self._to_menu()
        self.play(game)

    def rematch(self, setup: Setup) -> None:
        """Ask for the dice, then begin a new game with the same set-up."""
        answers = (
            Item(FRESH, "Fresh dice", "a new seed"),
            Item(SAME, "The same dice", f"seed {setup.seed}: only your orders differ"),
        )

        def answered(dice: str | None) -> None:
            if dice is not None:
                seed = setup.seed if dice == SAME else new_seed()
                self.start_game(Game.of_setup(msgspec.structs.replace(setup, seed=seed), self.tables))

        self.push_screen(PickScreen("The same set-up again. With which dice?", answers), answered)

    def _plays(self, path: Path) -> bool:
        """Whether the game of a save is being played here."""
        from picket_duty.tui.screens.battle import BattleScreen

        journals = (one.game.journal for one in self.screen_stack if isinstance(one, BattleScreen))
        return any(journal is not None and journal.path == path for journal in journals)

    def _ask_for_snapshot(self, path: Path, error: OtherTables) -> None:
        """Offer the last snapshot of a save that was made with other tables."""
        if error.snapshot is None:
            self.notify(str(error), title="The game cannot be continued", severity="error", markup=False)
            return
        question = (
            f"{path.stem} was made with other tables. Go on from its last snapshot, {error.snapshot.label}? "
            "The answers given since then are taken back."
        )

        def answered(yes: bool | None) -> None:
            if yes:
                self.resume_game(path, from_snapshot=True)

        self.push_screen(AskScreen(question, "go on from there", "leave it as it is"), answered)

    def notify(self, message: str, **how: Any) -> None:
        """Tell something over the screen; what a file or a save is named controls no terminal."""
        super().notify(safe(message), **how)

    # -- help ------------------------------------------------------------------

    def action_help(self) -> None:
        """The keys of the screen shown, and how to play."""
        from picket_duty.tui.screens.help import GUIDE, HelpScreen, keys_of

        guide = self.screen.guide if isinstance(self.screen, Page) else ""
        self.push_screen(HelpScreen(keys_of(self.screen.active_bindings), guide or GUIDE))

    # -- the command palette ---------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """What can be done on the screen now. All else is found by the finder of ``palette``."""
        seen: set[str] = {"quit_game", "screen.copy_text"}
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.node is screen and active.enabled and binding.action not in seen and "(" not in binding.action:
                seen.add(binding.action)
                words = binding.tooltip or binding.description
                yield SystemCommand(words, f"Key {key_name(binding)}", partial(screen.run_action, binding.action))
        yield SystemCommand("Quit", "Quit the program", partial(self.exit, 0))


def run(
    game: Game | None = None,
    save_path: Path | None = None,
    tables: Tables | None = None,
    watch: datetime.date | None = None,
) -> int:
    """Open the interface; answers the exit status, 1 where it broke down.

    With ``game`` it opens on that game and saves it (to ``save_path`` where one is
    given), with ``save_path`` alone on that save, with ``watch`` on the page of that day's watch, else on the menu.
    Raises SaveError.
    """
    if why := why_no_screen():
        print(f"picket-duty: {why}", file=sys.stderr)
        return NO_TERMINAL
    data_folder()
    try:
        settings = read_settings(_binding_ids)
    except SettingsError as error:
        print(f"picket-duty: {safe(str(error))}", file=sys.stderr)
        return BAD_SETTINGS
    found = tables or (game.tables if game else load_tables())
    first_save = None
    if game is None and save_path is not None:
        from picket_duty.saves import OtherTables, resume

        try:
            game = resume(save_path, found)
        except OtherTables as error:
            if error.snapshot is None:
                raise
            first_save = save_path
    elif game is not None and game.journal is None:
        from picket_duty.saves import start_save

        start_save(game, path=save_path)
    app = PicketApp(found, game, first_save, settings, watch)
    status = app.run()
    # A screen that broke down returns nothing; only the program itself knows that it did.
    broken = status is None and bool(app.return_code)
    if broken:
        report_crash(app.crash, app.playing, found)
    if app.playing is not None:
        _let_go(app.playing)
    return BROKEN if broken else status or 0


def _let_go(game: Game) -> None:
    """Close the save of the last game, however the screen was left; tell where it is if it was taken away."""
    if game.journal is not None and (words := game.journal.close()):
        # The terminal may be gone, too.
        with suppress(OSError, ValueError):
            print(safe(words), file=sys.stderr)


def _binding_ids() -> list[str]:
    """The bindings that can have another key; looked for only where the settings name some."""
    from picket_duty.tui.keymap import binding_ids

    return binding_ids()
