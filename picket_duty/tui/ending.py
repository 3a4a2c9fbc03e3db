"""The end of the program, also by a signal or without its terminal: at any moment, and bounded in time."""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event, Thread

#: Seconds that the screen and its processes have to shut down. Every answer is in the save before.
PATIENCE = 3.0
SIGNALS = ("SIGTERM", "SIGHUP")


class Ending:
    """Ends the program when a signal or the terminal says so, at once if it has not ended after ``PATIENCE`` seconds.

    A background thread may be waiting for a simulation, and a screen for a terminal that takes no output. Before the
    program is ended at once, ``restore`` is called to leave the screen, and ``close`` to close the save.
    """

    def __init__(self) -> None:
        self.restore: Callable[[], None] = lambda: None
        self.close: Callable[[], None] = lambda: None
        #: Whether a signal or the loss of the terminal ends the program.
        self.asked = False
        self._limited = Event()
        self._leave: Callable[[], object] | None = None

    def watch(self, leave: Callable[[], object]) -> None:
        """Watch signals and the terminal from now on. ``leave`` shuts the screen down, in the running event loop."""
        if self._leave is not None:
            return
        loop = asyncio.get_running_loop()
        self._leave = lambda: loop.call_soon_threadsafe(leave)
        Thread(target=self._end_late, name="ending", daemon=True).start()
        for name in SIGNALS:
            number = getattr(signal, name, None)
            # A signal that is ignored, as by nohup, stays ignored. Handlers of the loop would not run while it waits.
            if number is not None and signal.getsignal(number) is not signal.SIG_IGN:
                with suppress(ValueError):
                    signal.signal(number, lambda *_: self.soon())
        self._watch_terminal()

    def soon(self) -> None:
        """End the program; from any thread or signal handler."""
        self.asked = True
        self.limit()
        with suppress(RuntimeError):
            if self._leave is not None:
                self._leave()

    def limit(self) -> None:
        """Limit the time to shut down from now on."""
        self._limited.set()

    def _watch_terminal(self) -> None:
        """End when the terminal or the web server is gone, even without a signal."""
        if sys.__stdin__ is None or not hasattr(select, "poll"):
            return
        terminal = select.poll()
        # No event is asked for, so only a hangup is reported.
        terminal.register(sys.__stdin__.fileno(), 0)

        def wait() -> None:
            terminal.poll()
            self.soon()

        Thread(target=wait, name="terminal", daemon=True).start()

    def _end_late(self) -> None:
        self._limited.wait()
        time.sleep(PATIENCE)
        self.restore()
        self.close()
        os._exit(0)
