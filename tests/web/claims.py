"""Claims of the page `browser`: a quote, and the check that reads it from the command and its server."""

from __future__ import annotations

from picket_duty.web.serve import serve
from picket_duty.web.server import COLUMNS, FONT, HOST, LINES, LocalServer
from tests.manual.claims.exempt import WHERE

DEFAULTS = {parameter.name: parameter.default for parameter in serve.params}

CLAIMS = {
    "such as `http://127.0.0.1:8000/": lambda: (HOST, DEFAULTS["port"]) == ("127.0.0.1", 8000),
    "which is new each time you start the server": lambda: (
        len({LocalServer(["true"], 8000).address for _ in range(9)}) == 9
    ),
    "up to 16 pixels, at which 80 columns and 24 rows fit in the window.": lambda: (
        (COLUMNS, LINES, FONT) == (80, 24, 16)
    ),
}

#: Telling sentences that need no claim: how each begins, and why.
EXEMPT = {
    "First install the `web` extra": WHERE,
    "If the port is in use": "the command: tests/web/test_serve.py",
}
