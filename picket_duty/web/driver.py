"""The driver of a screen in a browser: Textual's, but it reads keys no faster than the screen handles them.

Textual reads its input in a thread and queues everything at once, so that a flood of keys fills the memory. Here the
thread waits for the screen, the pipe fills, and the server drops what does not fit (``game_process``).
"""

from __future__ import annotations

import asyncio
import concurrent.futures

from textual.app import App
from textual.drivers.web_driver import WebDriver
from textual.message import Message

#: Messages sent before the screen is asked whether it keeps up, and messages that may wait in one queue then.
BATCH, MOST_WAITING = 32, 8
#: Seconds between looks at the queues, and between looks whether the screen has ended.
LOOK, ENDED = 0.005, 0.5


class BrowserDriver(WebDriver):
    """The driver of a screen in a browser. See ``screen_environment`` for how it is chosen."""

    def __init__(
        self, app: App[object], *, debug: bool = False, mouse: bool = True, size: tuple[int, int] | None = None
    ) -> None:
        super().__init__(app, debug=debug, mouse=mouse, size=size)
        self._shown = app
        self._events = asyncio.get_running_loop()
        self._sent = 0

    def send_message(self, message: Message) -> None:
        """Send a message to the screen; after each batch wait until the screen has handled it."""
        if self.exit_event.is_set():
            return
        super().send_message(message)
        self._sent += 1
        if self._sent % BATCH == 0:
            self._wait()

    def _wait(self) -> None:
        """Wait until the screen keeps up or has ended. Runs in the thread that reads the input."""
        keeping_up = asyncio.run_coroutine_threadsafe(self._keeps_up(), self._events)
        while not self.exit_event.is_set():
            try:
                keeping_up.result(ENDED)
            except concurrent.futures.TimeoutError:
                continue
            except concurrent.futures.CancelledError:
                pass
            return

    async def _keeps_up(self) -> None:
        while self._waiting() > MOST_WAITING:
            await asyncio.sleep(LOOK)

    def _waiting(self) -> int:
        """The messages in the fullest queue between the app and the focused widget."""
        screens = self._shown.screen_stack[-1:]
        widgets = [screen.focused for screen in screens if screen.focused is not None]
        return max(pump.message_queue_size for pump in (self._shown, *screens, *widgets))
