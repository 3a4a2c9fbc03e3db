"""Claims of the page `browser`: a quote, and the check that reads it from the command and its
server.
"""

from __future__ import annotations

from picket_duty.web.serve import serve
from picket_duty.web.server import COLUMNS, HOST, LARGEST_FITTED_FONT, LINES

DEFAULTS = {parameter.name: parameter.default for parameter in serve.params}

CLAIMS = {
    "such as `http://127.0.0.1:8000/": lambda: (HOST, DEFAULTS["port"]) == ("127.0.0.1", 8000),
    "up to 16 pixels, at which 80 columns and 24 rows fit in the": lambda: (
        (COLUMNS, LINES, LARGEST_FITTED_FONT) == (80, 24, 16)
    ),
}

FIXED: dict[str, tuple[str, ...]] = {}
