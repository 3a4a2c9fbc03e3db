"""The look of all output: every symbol, or only those of ASCII."""

from __future__ import annotations

from picket_duty.charts import ChartError
from picket_duty.charts.reading import parse_toml, read_text
from picket_duty.charts.words import ascii_asked
from picket_duty.paths import SaveError, settings_path

#: The setting and its value for the ASCII look.
NAME, ON = "ascii", "on"


def wants_ascii() -> bool:
    """Whether the environment or the settings ask for the ASCII look; a settings file with faults does not."""
    if (asked := ascii_asked()) is not None:
        return asked
    try:
        return parse_toml(read_text(settings_path())).get(NAME) == ON
    except (ChartError, SaveError, OSError, UnicodeDecodeError):
        return False
