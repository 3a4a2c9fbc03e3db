"""Plain mode and referee mode: the game as plain text, on one prompt loop; whether the terminal can
show the screen.
"""

from __future__ import annotations

import os
import shutil
import sys
from inspect import isabstract, isclass

from picket_duty.charts import ChartError
from picket_duty.charts.toml_files import parse_toml, read_text
from picket_duty.charts.words import ascii_asked
from picket_duty.extensions import load
from picket_duty.paths import SaveError, settings_path

#: Said if a player without a screen opens the menu, which plain mode does not have.
PLAIN_GAME = "Use plain mode, for example 'picket-duty play --scenario 1 --plain'"
#: The color systems of a terminal, the default first.
COLORS = ("auto", "standard", "256", "truecolor", "windows")
#: Values of TERM for terminals without cursor control.
DUMB = ("dumb", "unknown")
#: The setting and its value for the ASCII look.
NAME = "ascii"
ON = "on"


def why_no_screen() -> str:
    """Why the screen cannot be shown, in one line without a final period; empty if it can be
    shown.
    """
    colors = os.environ.get("TEXTUAL_COLOR_SYSTEM", COLORS[0])
    if colors not in COLORS:
        return f"TEXTUAL_COLOR_SYSTEM is {colors!r}, not one of: {', '.join(COLORS)}"
    # ``serve`` shows the program in a browser and names the driver that does so.
    if (driver := os.environ.get("TEXTUAL_DRIVER")) is not None:
        return "" if _is_driver(driver) else f"TEXTUAL_DRIVER is {driver!r}, which is not a driver"
    for stream, name in ((sys.__stdout__, "Standard output"), (sys.__stdin__, "Standard input")):
        if stream is None or stream.closed or not stream.isatty():
            return f"{name} is not a terminal"
    kind = os.environ.get("TERM", "")
    if kind.lower() in DUMB:
        return f"The terminal type {kind!r} (TERM) does not support the full screen"
    if not _has_room():
        return "The terminal does not report its size; set the size with 'stty cols 80 rows 24'"
    return ""


def _is_driver(reference: str) -> bool:
    """Whether ``module:name`` names a class that Textual can show the screen with."""
    try:
        driver = load(reference)
    except (ImportError, AttributeError, ValueError):
        return False
    shows = isclass(driver) and hasattr(driver, "start_application_mode")
    return shows and not isabstract(driver)


def _has_room() -> bool:
    """Whether the terminal, or the environment in its place, says how large it is."""
    # One variable alone leaves the other dimension to the terminal, which may say 0; two that are
    # not numbers leave both.
    if (
        shutil.get_terminal_size((0, 0)) != (0, 0)
        and os.environ.get("COLUMNS")
        and os.environ.get("LINES")
    ):
        return True
    try:
        width, height = os.get_terminal_size(sys.__stdout__.fileno()) if sys.__stdout__ else (0, 0)
    except (OSError, ValueError):
        return False
    return bool(width and height)


def wants_ascii() -> bool:
    """Whether the environment or the settings ask for the ASCII look; a settings file with faults
    does not.
    """
    if (asked := ascii_asked()) is not None:
        return asked
    try:
        return parse_toml(read_text(settings_path())).get(NAME) == ON
    except (ChartError, SaveError, OSError, UnicodeDecodeError):
        return False
