"""The end of the program: by a signal, without its terminal or by a crash, at any moment and
bounded in time.

After a crash a bug report is written, and its place and that of the game are printed. Values of
variables are neither printed nor written unless PICKET_DUTY_TRACEBACK is set.
"""

from __future__ import annotations

import asyncio
import datetime
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from picket_duty import __version__

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.game import Game
    from picket_duty.tui.settings import Settings

#: Seconds that the screen and its processes have to shut down. Every answer is in the save before.
PATIENCE = 3.0
SIGNALS = ("SIGTERM", "SIGHUP")


class Ending:
    """Ends the program when a signal or the terminal says so, at once if it has not ended after
    ``PATIENCE`` seconds.

    A background thread may be waiting for a simulation, and a screen for a terminal that takes no
    output. Before the program is ended at once, ``restore`` is called to leave the screen, and
    ``close`` to close the save.
    """

    def __init__(self) -> None:
        self.restore: Callable[[], None] = lambda: None
        self.close: Callable[[], None] = lambda: None
        #: Whether a signal or the loss of the terminal ends the program.
        self.asked = False
        self._limited = Event()
        self._leave: Callable[[], object] | None = None

    def watch(self, leave: Callable[[], object]) -> None:
        """Watch signals and the terminal from now on. ``leave`` shuts the screen down, in the
        running event loop.
        """
        if self._leave is not None:
            return
        loop = asyncio.get_running_loop()
        self._leave = lambda: loop.call_soon_threadsafe(leave)

        def end_late() -> None:
            self._limited.wait()
            time.sleep(PATIENCE)
            self.restore()
            self.close()
            os._exit(0)

        Thread(target=end_late, name="ending", daemon=True).start()
        for name in SIGNALS:
            number = getattr(signal, name, None)
            # A signal that is ignored, as by nohup, stays ignored. Handlers of the loop would not
            # run while it waits.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(ValueError):
                    signal.signal(number, lambda *_: self.soon())
        # The terminal or the web server may go without a signal.
        if sys.__stdin__ is not None and hasattr(select, "poll"):
            terminal = select.poll()
            # No event is asked for, so only a hangup is reported.
            terminal.register(sys.__stdin__.fileno(), 0)

            def wait() -> None:
                terminal.poll()
                self.soon()

            Thread(target=wait, name="terminal", daemon=True).start()

    def soon(self) -> None:
        """End the program; from any thread or signal handler."""
        self.asked = True
        self.limit()
        with suppress(RuntimeError):
            if self._leave is not None:
                self._leave()

    def ignore_ctrl_c(self) -> None:
        """Let Ctrl+C interrupt nothing from now on: a terminal that is restored sends it as a
        signal, which would break off the end of processes and threads with a traceback.
        """
        with suppress(ValueError):
            signal.signal(signal.SIGINT, signal.SIG_IGN)

    def limit(self) -> None:
        """Limit the time to shut down from now on."""
        self._limited.set()


#: Environment variable that shows the full traceback with the values of variables.
TRACEBACK_VARIABLE = "PICKET_DUTY_TRACEBACK"
NAME = "picket-duty"


def wants_traceback() -> bool:
    """Whether to print the full traceback."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


def crash_lines(
    error: BaseException | None, game: Game | None, tables: Tables, settings: Settings
) -> list[str]:
    """Write the bug report: the page after a crash in ``game`` says where the save and the report
    are.
    """
    from picket_duty.pages.bug_report import where_it_broke

    place = ["the screen closed without an error"]
    if error is not None:
        place = where_it_broke(error)
    return [
        f"Picket Duty {__version__} crashed. This is a bug in the program, not your mistake.",
        "",
        *_game_lines(game),
        "",
        *_report_lines(place, game, tables, settings),
        "",
        f"What went wrong: {place[0]}",
        *([f"Where: {place[-1]}"] if place[1:] else []),
        f"To see the full traceback next time, set {TRACEBACK_VARIABLE}=1.",
    ]


def _game_lines(game: Game | None) -> list[str]:
    if game is None or game.save_file is None:
        return ["No game was open, and no save was changed."]
    if why := game.save_file.unsaved():
        return [f"The game is NOT saved: {why}."]
    from picket_duty.saves.places import as_argument

    name = as_argument(game.save_file.path)
    if game.over:
        return [f"Your finished game is saved as {name}."]
    return [
        f"Your game is saved as {name}, up to your last answer. Resume it with:",
        f"    {NAME} resume {name}",
    ]


def _report_lines(
    place: list[str], game: Game | None, tables: Tables, settings: Settings
) -> list[str]:
    """Write the report; the lines that say where it is, or why there is none."""
    from picket_duty.pages import bug_report
    from picket_duty.paths import data_folder
    from picket_duty.saves import SaveError
    from picket_duty.saves.save_file import write_new

    path = game.save_path if game is not None else None
    try:
        text = bug_report.write(path, tables, settings.chosen(), place)
        folder = data_folder() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"crash-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        write_new(target, text.encode("utf-8"))
    except (SaveError, OSError) as error:
        return [
            f"The bug report could not be written ({error}). "
            "Please send the two lines below to the developers."
        ]
    return [
        f"The bug report is in {target}",
        "Please send that file and the save to the developers.",
        "The report contains version numbers, your settings and the error, but not your name.",
    ]
