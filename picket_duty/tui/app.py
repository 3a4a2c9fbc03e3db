"""The application: themes, screens, signals, and the way from a game to the screen and back."""

from __future__ import annotations

import os
import signal
import sys
from collections.abc import Iterable
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual.app import App, SystemCommand
from textual.binding import Binding
from textual.screen import Screen
from textual.scrollbar import ScrollBar, ScrollBarRender

from picket_duty.charts import Tables, load_tables
from picket_duty.game import Game
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.signs import signs_for
from picket_duty.tui.themes import THEMES

#: Exit status where there is no terminal.
NO_TERMINAL = 2


class PlainScrollBar(ScrollBarRender):
    """A scroll bar without part blocks, for terminals that show ASCII only."""

    VERTICAL_BARS: ClassVar[list[str]] = [" "] * 8
    HORIZONTAL_BARS: ClassVar[list[str]] = [" "] * 8


class PicketApp(App[int]):
    """Picket Duty on a terminal. With a game it opens on the battle, else on the menu."""

    TITLE = "Picket Duty"
    CSS_PATH = "style.tcss"
    ENABLE_COMMAND_PALETTE = True
    BINDINGS: ClassVar = [Binding("ctrl+q", "quit", "Quit", show=False, priority=True)]

    def __init__(self, tables: Tables, game: Game | None = None) -> None:
        super().__init__()
        self.tables = tables
        self.first_game = game
        self.signs = signs_for(getattr(sys.__stdout__, "encoding", None))
        self.animation_level = "none"
        for theme in THEMES:
            self.register_theme(theme)
        self.theme = THEMES[0].name

    def get_default_screen(self) -> Screen[None]:
        """The menu lies under every other screen."""
        return MenuScreen()

    def on_mount(self) -> None:
        """End cleanly when told to by a signal; go to the battle when there is one."""
        if self.signs.ascii:
            ScrollBar.renderer = PlainScrollBar
            self.add_class("ascii")
        self._watch_signals()
        if self.first_game is not None:
            self.play(self.first_game)

    def _watch_signals(self) -> None:
        import asyncio

        loop = asyncio.get_running_loop()
        for name in ("SIGTERM", "SIGHUP"):
            number = getattr(signal, name, None)
            if number is not None:
                with suppress(NotImplementedError, RuntimeError, ValueError):
                    loop.add_signal_handler(number, self.exit, 0)

    def get_theme_variable_defaults(self) -> dict[str, str]:
        """The colours that other themes do not have."""
        return THEMES[0].variables

    # -- games ---------------------------------------------------------------

    def play(self, game: Game) -> None:
        """Show a game on the battle screen."""
        from picket_duty.tui.screens.battle import BattleScreen

        self.push_screen(BattleScreen(game))

    def start_game(self, game: Game) -> None:
        """Save a new game from its first answer on and play it; the menu is what lies below."""
        from picket_duty.journal import SaveError, start_save

        try:
            start_save(game)
        except SaveError as error:
            self.notify(str(error), title="The game cannot be saved", severity="error", markup=False)
            return
        while len(self.screen_stack) > 1:
            self.pop_screen()
        self.play(game)

    def resume_game(self, path: Path) -> None:
        """Take a saved game up where it was left."""
        from picket_duty.journal import SaveError, resume

        try:
            game = resume(path, self.tables)
        except SaveError as error:
            self.notify(str(error), title="The game cannot be continued", severity="error", markup=False)
            return
        self.play(game)

    # -- the command palette ---------------------------------------------------

    def get_system_commands(self, screen: Screen[object]) -> Iterable[SystemCommand]:
        """Themes, and what can be done on the screen now."""
        for theme in THEMES:
            yield SystemCommand(f"Theme: {theme.name}", "Other colours", partial(setattr, self, "theme", theme.name))
        seen: set[str] = set()
        for active in screen.active_bindings.values():
            binding = active.binding
            if active.node is screen and active.enabled and binding.action not in seen and "(" not in binding.action:
                seen.add(binding.action)
                words = binding.tooltip or binding.description
                yield SystemCommand(words, f"Key {binding.key}", partial(screen.run_action, binding.action))
        yield SystemCommand("Quit", "Quit the program", partial(self.exit, 0))


def run(game: Game | None = None, save_path: Path | None = None, tables: Tables | None = None) -> int:
    """Open the interface; answers the exit status.

    With ``game`` it opens on that game and saves it (to ``save_path`` where one is
    given), with ``save_path`` alone on that save, else on the menu. Raises SaveError.
    """
    # ``serve`` shows the program in a browser and names the driver that does so.
    if not os.environ.get("TEXTUAL_DRIVER") and not (sys.__stdout__ and sys.__stdout__.isatty()):
        print("picket-duty: the screen needs a terminal; use 'picket-duty play --plain' without one", file=sys.stderr)
        return NO_TERMINAL
    found = tables or (game.tables if game else load_tables())
    if game is None and save_path is not None:
        from picket_duty.journal import resume

        game = resume(save_path, found)
    elif game is not None and game.journal is None:
        from picket_duty.journal import start_save

        start_save(game, path=save_path)
    return PicketApp(found, game).run() or 0
