"""Whether the terminal can show the screen, checked before a game starts on it."""

from __future__ import annotations

import os
import shutil
import sys

LINES = "'picket-duty play --plain' plays in lines"
#: Values of TERM for terminals without cursor control.
DUMB = ("dumb", "unknown")


def why_no_screen() -> str:
    """Why there can be no screen, in one line that suggests plain mode; empty if there can be one."""
    # ``serve`` shows the program in a browser and names the driver that does so.
    if os.environ.get("TEXTUAL_DRIVER"):
        return ""
    for stream, name in ((sys.__stdout__, "standard output"), (sys.__stdin__, "standard input")):
        if stream is None or stream.closed or not stream.isatty():
            return f"{name} is not a terminal; {LINES}"
    kind = os.environ.get("TERM", "")
    if kind.lower() in DUMB:
        return f"a terminal of kind {kind!r} (TERM) cannot show the screen; {LINES}"
    if not _has_room():
        return f"the terminal says it has no columns or rows; 'stty cols 80 rows 24' corrects that, or {LINES}"
    return ""


def _has_room() -> bool:
    """Whether the terminal, or the environment, reports a size."""
    if shutil.get_terminal_size((0, 0)) != (0, 0) and os.environ.get("COLUMNS") and os.environ.get("LINES"):
        return True
    try:
        width, height = os.get_terminal_size(sys.__stdout__.fileno()) if sys.__stdout__ else (0, 0)
    except (OSError, ValueError):
        return False
    return bool(width and height)
