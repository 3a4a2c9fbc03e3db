"""The end of the program by a signal or without its terminal, at any moment and bounded in time."""

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
        #: Set once the time to shut down is limited.
        self._limited = Event()
        #: Shuts the screen down, from any thread; None before ``watch``.
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
