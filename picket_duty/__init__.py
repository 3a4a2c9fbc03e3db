"""A destroyer on radar picket duty off Okinawa, 1945: the game without a screen.

The public names load what they need when first used, so that importing the
package costs neither a terminal interface nor a simulation.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from picket_duty.book import Tables, load_tables
    from picket_duty.captains import captain_named
    from picket_duty.game import Game, Outcome
    from picket_duty.paths import SaveError
    from picket_duty.requests import Choice, Illegal, Roll

__version__ = "1.0.0"

#: The module of each public name.
_HOMES = {
    "Choice": "picket_duty.requests",
    "Game": "picket_duty.game",
    "Illegal": "picket_duty.requests",
    "Outcome": "picket_duty.game",
    "Roll": "picket_duty.requests",
    "SaveError": "picket_duty.paths",
    "Tables": "picket_duty.book",
    "captain_named": "picket_duty.captains",
    "load_tables": "picket_duty.book",
}

__all__ = [
    "Choice",
    "Game",
    "Illegal",
    "Outcome",
    "Roll",
    "SaveError",
    "Tables",
    "__version__",
    "captain_named",
    "load_tables",
]


def __getattr__(name: str) -> Any:
    """A public name; its module is imported on first use. Raises AttributeError."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(home), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
