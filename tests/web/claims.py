"""Claims of the page `browser`: a quote, and the check that reads it from the command and its limits."""

from __future__ import annotations

from pathlib import Path

from picket_duty.web.connections import HEAD_PATIENCE
from picket_duty.web.serve import serve
from picket_duty.web.server import COLUMNS, FONT, LINES
from picket_duty.web.visitors import (
    MEGABYTE,
    Address,
    Limits,
    address_of,
    is_called,
    is_own_page,
    names_of,
    new_cookie,
    shared_visitor,
    visitor_of,
)
from tests.manual.claims.exempt import WHERE

DEFAULTS = {parameter.name: parameter.default for parameter in serve.params}
LIMITS = Limits()
NAMES = names_of("0.0.0.0", None)


def says(option: str, number: float) -> bool:
    """Whether an option of the command, and the limit without the command, have this default."""
    scaled = {"idle": LIMITS.idle / 60, "disk": LIMITS.disk / MEGABYTE, "all_disk": LIMITS.all_disk / MEGABYTE}
    return DEFAULTS[option] == number == {**vars(LIMITS), **scaled}[option]


CLAIMS = {
    "at `http://localhost:8000/`": lambda: (DEFAULTS["host"], DEFAULTS["port"]) == ("localhost", 8000),
    "no other browser can see that visitor's games": lambda: (
        len({visitor_of(new_cookie(), Path("/")).home for _ in range(9)}) == 9
    ),
    "The visitors' folders are in the `visitors` folder, next to your own saves": lambda: (
        visitor_of(new_cookie(), Path("/home")).home.parent == Path("/home/visitors")
    ),
    "With `--shared`, all visitors share your own folder": lambda: shared_visitor(Path("/home")).home == Path("/home"),
    "can connect to this machine by its name or IP address": lambda: (
        is_called("192.168.1.5:8000", NAMES) and not is_called("a.example", NAMES)
    ),
    "`--public-url https://games.example/picket/`": lambda: (
        address_of("https://games.example/picket/") == Address("https://games.example", "/picket/")
    ),
    "name. The server also rejects requests from pages on other sites that try to reach a game": lambda: (
        not is_own_page("https://a.example", "localhost:8000", None)
    ),
    "games can be open at the same time (8 by default)": lambda: says("visitors", 8),
    "visitors can have a folder (1000 by default)": lambda: says("kept", 1000),
    "minutes may pass without a keystroke before the server saves and closes a game (30 by default)": lambda: says(
        "idle", 30
    ),
    "megabytes of saves and reports each visitor may have (20 by default)": lambda: says("disk", 20),
    "megabytes of saves and reports all visitors together may have (2048 by default)": lambda: says("all_disk", 2048),
    "at most 512 MB of memory": lambda: LIMITS.memory == 512 * MEGABYTE,
    "has 10 seconds to send the head": lambda: HEAD_PATIENCE == 10,
    "up to 16 pixels, at which 80 columns and 24 rows fit in the window.": lambda: (
        (COLUMNS, LINES, FONT) == (80, 24, 16)
    ),
    "processes may simulate orders for one game (1 by default)": lambda: says("processes", 1),
}

#: Telling sentences that need no claim: how each begins, and why.
EXEMPT = {
    "First install the `web` extra": WHERE,
    "If the server was stopped, open": WHERE,
    "If you left the": WHERE,
    "- A visitor can": "windows of one visitor: tests/web/test_server.py",
    "If you open the page in a second window": "windows of one visitor: tests/web/test_server.py",
    "- Press Ctrl+F6 to": "keys of the page: tests/web/test_chromium.py",
    "- The list *Your": "what is taken home: tests/web/test_server.py",
}
