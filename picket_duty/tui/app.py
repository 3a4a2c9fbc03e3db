"""The application: settings, themes, keys typed ahead, help and the command palette."""

from __future__ import annotations

import datetime
import gc
import os
import sys
from collections import deque
from collections.abc import Iterable, Mapping
from contextlib import suppress
from functools import partial
from pathlib import Path
from threading import Lock
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events
from textual.actions import ActionParseResult
from textual.app import App, SystemCommand
from textual.command import CommandPalette
from textual.css.query import NoMatches
from textual.dom import DOMNode
from textual.driver import Driver
from textual.geometry import Size
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from picket_duty.book import Tables, load_tables
from picket_duty.charts.words import ASCII_VARIABLE, safe
from picket_duty.extensions import load
from picket_duty.paths import data_folder
from picket_duty.plain import PLAIN_GAME, why_no_screen
from picket_duty.text.styled_text import STYLES
from picket_duty.tui.crash import crash_lines, wants_traceback
from picket_duty.tui.ending import Ending
from picket_duty.tui.glyphs import Glyphs, glyphs_for
from picket_duty.tui.keymap import bind, key_meant
from picket_duty.tui.screens.dialogs import AskScreen, if_yes
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.page import Page, has_room
from picket_duty.tui.settings import (
    ON,
    Settings,
    SettingsError,
    read_settings,
    remember,
    wide_language,
)
from picket_duty.tui.themes import THEMES, theme_of
from picket_duty.tui.widgets.key_line import KeyLine, key_name
from picket_duty.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer
    from picket_duty.game import AnyGame, Game
    from picket_duty.manual import Match

#: Seconds until the first screen is shown and garbage collection starts.
SETTLED = 1.0
#: Allocations between two collections, about as many as a few keys make.
COLLECT_AT = 50_000
#: Seconds that a hint stays.
HINT = 15.0
#: The largest screen, in cells: Textual draws any size that the environment asks for.
LARGEST = Size(1000, 500)
#: What the key line says of a printable key that does nothing, and of one that no key of the program
#: is.
NO_KEY_HERE = "{} does nothing here."
UNKNOWN_KEY = "{} does nothing. Check Caps Lock, your keyboard layout and key settings."
#: What Ctrl+C shows where no text is selected.
HOW_TO_QUIT = "Press Ctrl+Q to quit, or Esc to go back. Ctrl+C copies selected text."
#: The most rounds through the message queues that a key waits for what came of the one before.
MOST_ROUNDS = 10
#: Actions of screens that the command palette does not list.
NO_COMMANDS = (
    "quit_game",
    "ask_to_quit",
    "screen.copy_text",
    "app.focus_next",
    "app.focus_previous",
)
#: Exit status after a crash, and without a terminal or with a settings file that cannot be used.
CRASHED = 1
REFUSED = 2


class PlainScrollBar(ScrollBarRender):
    """A scroll bar without partial blocks, for ASCII terminals."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class PicketApp(App[int]):
    """Picket Duty on a terminal. With a game or a save it opens on the battle, otherwise on the
    menu.
    """

    TITLE = "Picket Duty"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = True
    #: Whether decisions may be analyzed in the background; False in tests of screens.
    THINKS: ClassVar[bool] = True
    #: The provider of the command palette, imported when the palette is opened.
    COMMANDS: ClassVar = {lambda: load("picket_duty.tui.palette:Finder")}
    #: The styles of panels, resolved once by the application.
    COMPONENT_CLASSES: ClassVar = {f"style--{style}" for style in STYLES}
    BINDINGS: ClassVar = [
        bind("ctrl+p", "command_palette", "Search", display="Ctrl+P", priority=True),
        bind("ctrl+q", "quit", "Quit", priority=True, show=False),
        bind("ctrl+z", "suspend_process", "Suspend", priority=True, show=False),
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
        #: The column chosen on each chart, by chart id.
        self.chart_columns: dict[str, str] = {}
        #: The game played last; its save is closed when the program ends.
        self.playing: AnyGame | None = None
        #: What ``analyzer`` returns, made when it is first asked for.
        self._analyzer: DecisionAnalyzer | None = None
        self._analyzer_lock = Lock()
        #: Ends the program on a signal or without a terminal.
        self.ending = Ending()
        #: The exception that ended the program, None if none did.
        self.crash: BaseException | None = None
        if not wants_traceback():
            # The crash handler prints its own page after the terminal is restored.
            self.error_console.quiet = True
        #: Keys and pastes not handled yet.
        self._typed: deque[events.Key | events.Paste] = deque()
        #: Whether one is being handled, or they wait for their screen.
        self._is_handling = False
        #: The screen that they wait for until it is composed.
        self._awaited: Screen[Any] | None = None
        #: The key line that says that the last key does nothing.
        self._key_line: KeyLine | None = None
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self.settings = settings or Settings()
        self.glyphs = self._glyphs()
        self._apply_theme(self.settings.theme or THEMES[0].name)
        self.set_keymap(self.settings.keys)

    def get_driver_class(self) -> type[Driver]:
        """The driver of the terminal: Textual's, or on POSIX systems one that survives the end of
        the terminal.
        """
        driver = super().get_driver_class()
        if driver.__name__ != "LinuxDriver":
            return driver
        from picket_duty.tui.terminal import TerminalDriver

        return TerminalDriver

    def get_default_screen(self) -> Screen[None]:
        return MenuScreen(covered=self.first_game is not None)

    def on_mount(self) -> None:
        if sys.__stderr__ is not None and sys.stderr is not sys.__stderr__:
            # Multiprocessing passes the descriptor to processes; that of Textual's stream is -1,
            # which starts none.
            with suppress(AttributeError):
                setattr(sys.stderr, "fileno", sys.__stderr__.fileno)  # noqa: B010 (no type declares it)
        self._set_look()
        if (language := wide_language()) and not self.settings.ascii and not self.glyphs.ascii:
            hint = (
                f"Your locale is {language}. If the columns on the screen are not aligned, turn on ASCII symbols in "
                f"Settings."
            )
            self.notify(hint, title="Symbols", timeout=HINT)
        if not self.is_headless:
            self.ending.watch(partial(self.exit, 0))
        if not gc.isenabled():
            self.set_timer(SETTLED, self._start_collecting)
        screens = "picket_duty.tui.screens"
        if self.first_game is not None:
            load(f"{screens}.open_games:play")(self, self.first_game)
        elif self.first_save is not None:
            load(f"{screens}.open_games:resume_game")(self, self.first_save)
        elif self.first_watch is not None:
            self.push_screen(load(f"{screens}.day_watch:DayWatchScreen")(self.first_watch))
        if not self.is_headless:
            # Modules and tables stay in memory: collecting them would delay a key by a tenth of a
            # second.
            gc.freeze()

    def _start_collecting(self) -> None:
        """Start garbage collection, without the objects loaded so far: they live until the end."""
        gc.freeze()
        gc.set_threshold(COLLECT_AT)
        gc.enable()

    def refresh_css(self, animate: bool = True) -> None:
        """Apply the style sheets again; before the first screen they need only their colors, as
        they are not parsed.
        """
        if self.screen_stack:
            super().refresh_css(animate)
        else:
            self.stylesheet.set_variables(self.get_css_variables())

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colors that Textual's own themes lack."""
        return THEMES[0].variables

    async def run_action(
        self,
        action: str | ActionParseResult,
        default_namespace: DOMNode | None = None,
        namespaces: Mapping[str, DOMNode] | None = None,
    ) -> bool:
        """Run an action; it does nothing if it needs a widget of a screen that is being built or
        closed.
        """
        try:
            return await super().run_action(action, default_namespace, namespaces)
        except NoMatches:
            if self.screen.is_mounted and not isinstance(self.screen, CommandPalette):
                raise
        except KeyError:
            # Textual 8.2.8 moves by pages in the list of the palette before it has laid it out.
            if not isinstance(self.screen, CommandPalette):
                raise
        return True

    @property
    def size(self) -> Size:
        """The size of the screen, in cells."""
        return _at_most_largest(super().size)

    async def on_event(self, event: events.Event) -> None:
        """If the terminal is too small to show a screen, ignore input, except keys that quit: every
        answer is saved.
        """
        if isinstance(event, events.Resize):
            size = _at_most_largest(event.size)
            event = events.Resize(size, size, pixel_size=event.pixel_size)
        if isinstance(event, events.InputEvent | events.Paste) and not has_room(self.size):
            quits = ("q", "ctrl+q")
            if isinstance(event, events.Key) and key_meant(event, quits) in quits:
                self.exit(0)
        elif isinstance(event, events.Key | events.Paste) and not event.is_forwarded:
            await self._take_typed(event)
        else:
            await super().on_event(event)

    # -- keys typed ahead --------------------------------------------------------

    @property
    def is_taking_keys(self) -> bool:
        """Whether a key is being handled, or keys wait for their screen."""
        return self._is_handling

    async def _take_typed(self, typed: events.Key | events.Paste) -> None:
        """Handle a key, or queue it while the one before is handled or the screen is composed."""
        if self._awaited is not None and self._awaited not in self.screen_stack[-1:]:
            # The screen that the keys were meant for is gone.
            self._typed.clear()
            self._awaited = None
            self._is_handling = False
        self._typed.append(typed)
        if not self._is_handling:
            self._is_handling = True
            await self._next_typed()

    async def _next_typed(self) -> None:
        """Handle the next key of the queue as soon as its screen is composed."""
        screen = self.screen_stack[-1] if self.screen_stack else None
        self._awaited = None
        if not self._typed or screen is None:
            self._is_handling = False
        elif not screen.is_mounted:
            self._awaited = screen
            # The screen calls back once it is composed.
            screen.call_later(self.call_later, self._screen_ready, screen)
        else:
            target = screen.focused or screen
            if self._key_line is not None and self._key_line.is_attached:
                self._key_line.say("")
            self._key_line = None
            await super().on_event(self._typed.popleft())
            self._settle(target, MOST_ROUNDS)

    async def _screen_ready(self, screen: Screen[Any]) -> None:
        """Go on with the keys that waited for a screen, unless another one covers it by now."""
        if screen is not self._awaited:
            return
        if screen not in self.screen_stack[-1:]:
            self._typed.clear()
        await self._next_typed()

    def _settle(self, node: DOMNode | None, rounds: int, quiet: bool = False) -> None:
        """Take the next key once a node and those above it have handled a key and what came of it:
        a message to a list may open a page.

        This is one round of at most ``rounds``, which passes a call through the message queues of
        these nodes. ``quiet`` says that no message waited after the round before.
        """
        if node is None or node is self:
            self.call_later(self._settled, rounds, quiet)
        elif not node.call_later(self._settle, node.parent, rounds, quiet):
            self._settle(node.parent, rounds, quiet)

    async def _settled(self, rounds: int, quiet: bool) -> None:
        """Take the next key if no message waited after two rounds in a row, or after the last of
        the rounds; else begin another one.
        """
        screen = self.screen_stack[-1] if self.screen_stack else None
        widgets = [screen, *screen.walk_children()] if screen is not None else []
        waiting = any(widget.message_queue_size for widget in widgets)
        # Another round passes the messages that are being handled, which no queue counts.
        if rounds and (waiting or not quiet):
            self._settle(screen, rounds - 1, quiet=not waiting)
        else:
            await self._next_typed()

    def copy_to_clipboard(self, text: str) -> None:
        """Send a text to the clipboard of the terminal; an empty one would erase what is there."""
        if text:
            super().copy_to_clipboard(text)

    def action_help_quit(self) -> None:
        """Explain how to quit: Ctrl+C only copies."""
        self.notify(HOW_TO_QUIT, title="Ctrl+C does not quit")

    # -- keys without a binding --------------------------------------------------

    async def on_key(self, event: events.Key) -> None:
        """Take a key that no widget took for its twin if that is bound; say so if a printable key
        does nothing. Textual runs the bindings of all others.
        """
        bound = self.screen.active_bindings
        meant = key_meant(event, bound)
        if meant != event.key:
            event.prevent_default()
            await self.run_action(bound[meant].binding.action, bound[meant].node)
            return
        # The space bar is the same on every keyboard, and so are keys with a modifier.
        is_used = meant in bound and bound[meant].enabled
        if is_used or not event.is_printable or event.key == "space" or "+" in event.key:
            return
        # A question has no key line, but the page below it has one.
        lines = [each for screen in self.screen_stack for each in screen.query(KeyLine)]
        if lines:
            self._key_line = lines[-1]
            character = event.character or ""
            is_typed_as_meant = character.isascii() and not character.isupper()
            words = NO_KEY_HERE if is_typed_as_meant else UNKNOWN_KEY
            self._key_line.say(words.format(character))

    def exit(self, result: int | None = None, return_code: int = 0, message: Any = None) -> None:
        """End the program. The game is saved, so that nothing is left to interrupt."""
        if not self.is_headless:
            self.ending.ignore_ctrl_c()
        super().exit(result, return_code, message)

    async def action_quit(self) -> None:
        """Quit; ask first if the game is not saved."""
        save_file = self.playing.save_file if self.playing is not None else None
        why = save_file.unsaved() if save_file is not None else ""
        if not why:
            self.exit(0)
            return
        question = f"Quit? The game is NOT saved: {why}. If you quit, it cannot be resumed."
        self.push_screen(
            AskScreen(question, "quit without saving", "stay"), if_yes(partial(self.exit, 0))
        )

    # -- settings --------------------------------------------------------------

    def _apply_theme(self, name: str) -> None:
        self.register_theme(theme_of(name))
        self.theme = name

    def choose_setting(self, name: str, value: str) -> None:
        if name == "theme":
            self._apply_theme(value)
        setattr(self.settings, name, value)
        try:
            remember(name, value)
        except SettingsError as error:
            self.notify(str(error), title="Setting not saved", severity="warning")
        if name == "ascii":
            # The variable would override the choice.
            os.environ.pop(ASCII_VARIABLE, None)
            self.glyphs = self._glyphs()
            self._set_look()
            for screen in self.screen_stack:
                for panel in screen.query(Panel):
                    panel.glyphs = self.glyphs
                    panel.notify_style_update()
                    panel.redraw()
            self.refresh(layout=True)

    def _glyphs(self) -> Glyphs:
        encoding = getattr(sys.__stdout__, "encoding", None)
        return glyphs_for(encoding, ascii_chosen=self.settings.ascii == ON)

    def _set_look(self) -> None:
        ScrollBar.renderer = PlainScrollBar if self.glyphs.ascii else ScrollBarRender
        self.set_class(self.glyphs.ascii, "ascii")

    # -- games ---------------------------------------------------------------

    def analyzer(self) -> DecisionAnalyzer | None:
        """The analyzer of decisions, which works in the background for all games; None in tests
        without it.
        """
        if not self.THINKS:
            return None
        with self._analyzer_lock:  # It is first needed by several threads.
            if self._analyzer is None:
                from picket_duty.analysis.decision_analysis import DecisionAnalyzer

                self._analyzer = DecisionAnalyzer()
            return self._analyzer

    def bell(self) -> None:
        """Ring the terminal's bell. Textual also rings it while it handles an exception, which is
        kept.
        """
        if self.return_code and self.crash is None:
            self.crash = sys.exc_info()[1]
        super().bell()

    def on_unmount(self) -> None:
        """Stop the analyzer; after a crash, the report may take its time."""
        if not self.is_headless and self.crash is None:
            self.ending.limit()
        if self._analyzer is not None:
            self._analyzer.close()

    def notify(self, message: str, **how: Any) -> None:
        """Show a notification; names of files and saves are stripped of control characters, and
        their brackets are no markup.
        """
        super().notify(safe(message), **how | {"markup": False})

    # -- help ------------------------------------------------------------------

    def action_help(self) -> None:
        from picket_duty.tui.screens.help import HelpScreen, key_list

        page = self.screen if isinstance(self.screen, Page) else Page
        self.push_screen(
            HelpScreen(key_list(self.screen.active_bindings), page.guide, page.section)
        )

    def read_section(self, search: str, section: Match) -> None:
        self.push_screen(
            load("picket_duty.tui.screens.manual_reader:ManualScreen")(search=search, match=section)
        )

    # -- the command palette ---------------------------------------------------

    def action_command_palette(self) -> None:
        if not isinstance(self.screen, CommandPalette):
            self.push_screen(load("picket_duty.tui.palette:Palette")())

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """The actions of the current screen, for the palette, without those that have arguments:
        they are one of several keys, such as digits.
        """
        seen = set(NO_COMMANDS)
        for active in screen.active_bindings.values():
            binding = active.binding
            if (
                active.node is screen
                and active.enabled
                and binding.action not in seen
                and "(" not in binding.action
            ):
                seen.add(binding.action)
                words = binding.tooltip or binding.description
                yield SystemCommand(
                    words, f"Key {key_name(binding)}", partial(screen.run_action, binding.action)
                )
        yield SystemCommand(
            "Save a picture of the screen", "An SVG file, for screenshots", self.save_picture
        )
        yield SystemCommand("Quit", "Quit the program", partial(self.exit, 0))

    def save_picture(self) -> None:
        """Save the screen as an SVG file in the data folder, named after the time."""
        folder = data_folder() / "pictures"
        try:
            folder.mkdir(parents=True, exist_ok=True)
            path = self.save_screenshot(path=str(folder))
        except OSError as error:
            self.notify(f"Cannot write to {folder}: {error.strerror}", severity="error")
            return
        self.notify(f"Written to {path}")


def run(
    game: Game | None = None,
    save_path: Path | None = None,
    tables: Tables | None = None,
    watch: datetime.date | None = None,
) -> int:
    """Run the interface and return the exit status, 1 after a crash.

    With ``game`` it opens on that game and saves it (to ``save_path`` if given); with ``save_path``
    alone, on that save; with ``watch``, on the page of that day's watch; otherwise on the menu.
    Raises SaveError.
    """
    if why := why_no_screen():
        print(f"picket-duty: {why}. {PLAIN_GAME}.", file=sys.stderr)
        return REFUSED
    data_folder()
    try:
        # The bindings are imported only if the settings name keys.
        settings = read_settings(lambda: load("picket_duty.tui.keymap:binding_ids")())
    except SettingsError as error:
        print(f"picket-duty: {safe(str(error))}", file=sys.stderr)
        return REFUSED
    if tables is None:
        tables = game.tables if game else load_tables()
    first_save = None
    if game is None and save_path is not None:
        from picket_duty.saves import OtherTables, resume

        try:
            game = resume(save_path, tables)
        except OtherTables as error:
            if error.snapshot is None:
                raise
            first_save = save_path
    elif game is not None and game.save_file is None:
        from picket_duty.saves import start_save

        start_save(game, path=save_path)
    return _run(PicketApp(tables, game, first_save, settings, watch))


def _run(app: PicketApp) -> int:
    app.ending.close = lambda: _close_save(app.playing)
    status = app.run()
    # After a crash ``run`` returns None; only ``return_code`` shows it.
    crashed = status is None and bool(app.return_code) and not app.ending.asked
    if crashed:
        _print_last(crash_lines(app.crash, app.playing, app.tables, app.settings))
    _close_save(app.playing)
    return CRASHED if crashed else status or 0


def _at_most_largest(size: Size) -> Size:
    return Size(min(size.width, LARGEST.width), min(size.height, LARGEST.height))


def _close_save(game: AnyGame | None) -> None:
    """Close the save of the last game; print its notice, such as that the file was moved."""
    if game is not None and game.save_file is not None and (words := game.save_file.close()):
        _print_last([words])


def _print_last(lines: Iterable[str]) -> None:
    # The terminal may be closed.
    with suppress(OSError, ValueError):
        print(*map(safe, lines), sep="\n", file=sys.stderr)
