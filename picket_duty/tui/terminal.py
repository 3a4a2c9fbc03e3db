"""Input and output of a terminal that may vanish, and a program that Ctrl+Z stops like any other.

Textual writes through a queue of 30 frames. A terminal that vanishes ends the thread that empties
the queue, and the next frame waits forever, while the screen is shutting down. It also stops only
its own process, even where no shell could continue it. An error in its thread for input ends the
program without a word and with exit status 0.
"""

from __future__ import annotations

import asyncio
import os
import select
import signal
import sys
import termios
import time
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import Empty, Full, Queue
from threading import Thread
from typing import Any

from textual import constants
from textual.app import App
from textual.drivers.linux_driver import LinuxDriver
from textual.message import Message

from picket_duty.tui.app_context import context_of
from picket_duty.tui.ending import Ending
from picket_duty.tui.terminal_input import TerminalInput

#: Frames that may wait for the terminal, as in Textual.
MOST_WAITING = 30
#: Bytes read at a time, and the longest wait for them in seconds.
MOST_READ = 4096
LONGEST_WAIT = 0.1
#: Ends the keyboard protocol, the alternate screen, the hidden cursor, reports of focus, mouse and
#: paste; wraps lines.
RESTORE = b"\x1b[<u\x1b[?1049l\x1b[?25h\x1b[?1004l\x1b[?1000l\x1b[?1003l\x1b[?1015l\x1b[?1006l\x1b[?2004l\x1b[?7h"


class Output:
    """Writes frames to the terminal in a thread; drops them once the terminal is gone or the
    program must end.
    """

    def __init__(self, ending: Ending) -> None:
        assert sys.__stderr__ is not None
        self._ending = ending
        self.file = sys.__stderr__.fileno()
        self._encoding = sys.__stderr__.encoding
        self._frames: Queue[str | None] = Queue(MOST_WAITING)
        self._thread: Thread | None = None
        self._gone = False

    def write(self, frame: str) -> None:
        """Queue a frame; wait while the queue is full and the terminal may still take it."""
        if self._thread is None and not self._gone:
            self._thread = Thread(target=self._run, name="terminal-output", daemon=True)
            self._thread.start()
        self._put(frame)

    def stop(self) -> None:
        """Write the frames still queued and stop; returns after 1 second in any case."""
        if self._thread is not None:
            # None ends the thread.
            self._put(None)
            self._thread.join(1.0)
            self._thread = None

    def _put(self, frame: str | None) -> None:
        while not self._gone:
            try:
                self._frames.put(frame, timeout=0.1)
                return
            except Full:
                # A program that ends does not wait for a terminal that takes no output.
                self._gone = self._ending.asked

    def _run(self) -> None:
        """Write the frames as they come, all that wait at once, until None ends them."""
        ended = False
        while not ended:
            frames = [self._frames.get()]
            with suppress(Empty):
                while True:
                    frames.append(self._frames.get_nowait())
            ended = None in frames
            data = "".join(frame for frame in frames if frame).encode(
                self._encoding, "backslashreplace"
            )
            try:
                while data:
                    data = data[os.write(self.file, data) :]
            except OSError:
                self._gone = True
                self._ending.soon()
                return


class KeyParser(LinuxDriver):
    """Textual's parser of keys, reading a pipe.

    The parser is not public, but the driver that reads with it is.
    """

    def __init__(self, app: App[Any], deliver: Callable[[Message], None]) -> None:
        super().__init__(app)
        self._deliver = deliver

    def process_message(self, message: Message) -> None:
        self._deliver(message)

    def read(self, pipe: int) -> None:
        """Deliver what is written to a pipe until ``exit_event`` is set; close the pipe."""
        self.fileno = pipe
        try:
            self.run_input_thread()
        finally:
            os.close(pipe)


class TerminalDriver(LinuxDriver):
    """Textual's driver of terminals, with input that is filtered, output that survives the end of
    the terminal, and job control.
    """

    def __init__(
        self,
        app: App[Any],
        *,
        debug: bool = False,
        mouse: bool = True,
        size: tuple[int, int] | None = None,
    ) -> None:
        # A shell without job control ignores the signal, and so does a program without a shell.
        can_stop = signal.getsignal(signal.SIGTSTP) is not signal.SIG_IGN
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._parser = KeyParser(app, self.process_message)
        self._ending = context_of(app).ending
        self._output = Output(self._ending)
        loop = asyncio.get_running_loop()
        # What Ctrl+Z and the continuation do: the handlers of Textual would write in the middle of
        # a frame.
        self._stops: Any = signal.SIG_IGN
        if can_stop:
            self._stops = lambda *_: loop.call_soon_threadsafe(self._stop)
        self._continues = lambda *_: loop.call_soon_threadsafe(self._continued)
        signal.signal(signal.SIGTSTP, self._stops)
        signal.signal(signal.SIGCONT, self._continues)

    def start_application_mode(self) -> None:
        """Watch for the end, then show the screen."""
        self._ending.restore = self._restore
        self._ending.watch(partial(self._app.exit, 0))
        super().start_application_mode()  # type: ignore[no-untyped-call]

    def stop_application_mode(self) -> None:
        super().stop_application_mode()
        self._ending.restore = lambda: None

    def write(self, data: str) -> None:
        self._output.write(data)

    def close(self) -> None:
        self._output.stop()
        super().close()

    def run_input_thread(self) -> None:
        """Read input until the end. A terminal that is gone ends the program, and so does an error,
        as a crash.
        """
        pipe, keys = os.pipe()
        parser = Thread(target=self._guarded, args=(self._parser.read, pipe), name="terminal-keys")
        parser.start()
        self._guarded(self._read, keys)
        self._parser.exit_event.set()
        os.close(keys)
        parser.join()
        self._parser.exit_event.clear()

    def _guarded(self, read: Callable[[int], None], file: int) -> None:
        """Read in this thread. Without the terminal the program ends; another error is a crash."""
        try:
            read(file)
        except BrokenPipeError:
            pass  # The parser has crashed.
        except OSError:
            self._ending.soon()
        except Exception as error:
            self._app.call_later(_crash, error)

    def _read(self, keys: int) -> None:
        """Write to ``keys`` what Textual should read of the terminal."""
        without_kitty = getattr(constants, "DISABLE_KITTY_KEY", False)  # New in Textual 8.2.7.
        terminal = TerminalInput(constants.ESCAPE_DELAY, kitty=not without_kitty)
        while not self.exit_event.is_set():
            wait = min(max(terminal.due - time.monotonic(), 0), LONGEST_WAIT)
            if select.select([self.fileno], [], [], wait)[0]:
                if not (data := os.read(self.fileno, MOST_READ)):
                    self._ending.soon()
                    return
                # What has come counts as in time: a busy machine is not a slow line.
                passed = terminal.feed(data, min(time.monotonic(), terminal.due))
            else:
                passed = terminal.feed(b"", time.monotonic())
            while passed:
                passed = passed[os.write(keys, passed) :]

    def _stop(self) -> None:
        """Leave the screen and stop with all processes of the job; when it is continued, return to
        the screen.

        Without a shell that could continue it, the system ignores the signal.
        """
        self.suspend_application_mode()
        signal.signal(signal.SIGCONT, signal.SIG_DFL)
        signal.signal(signal.SIGTSTP, signal.SIG_DFL)
        os.kill(0, signal.SIGTSTP)
        signal.signal(signal.SIGTSTP, self._stops)
        signal.signal(signal.SIGCONT, self._continues)
        self._return()

    def _continued(self) -> None:
        """Return to the screen after a stop that left no time to leave it; in the background, stop
        again.
        """
        try:
            in_front = os.tcgetpgrp(self.fileno) == os.getpgrp()
        except OSError:
            return
        if in_front:
            self.suspend_application_mode()
            self._return()
        else:
            os.kill(os.getpid(), signal.SIGSTOP)

    def _return(self) -> None:
        """Return to the screen and draw all of it, at the size that the terminal has now."""
        if not self._ending.asked:
            self.resume_application_mode()
            self._app.refresh(layout=True)

    def _restore(self) -> None:
        """Leave the screen without waiting, if the terminal takes output: the program ends now."""
        with suppress(OSError, ValueError):
            if select.select([], [self._output.file], [], 0)[1]:
                os.write(self._output.file, RESTORE)
        if self.attrs_before is not None:
            with suppress(termios.error):
                termios.tcsetattr(self.fileno, termios.TCSANOW, self.attrs_before)


def _crash(error: Exception) -> None:
    """Raise an error of another thread."""
    raise error
