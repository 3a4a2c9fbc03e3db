"""A destroyer on radar picket duty off Okinawa, 1945: the game without a screen.

The public names load what they need when first used, so that importing the
package costs neither a terminal interface nor a simulation.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from picket_duty.book import Tables, load_tables
    from picket_duty.game import Game
    from picket_duty.requests import Choice, Illegal, Roll

__version__ = "0.2.0"

#: Where each public name is found: Game with those who keep its saves.
_HOMES = {
    "Choice": "picket_duty.requests",
    "Game": "picket_duty.saves",
    "Illegal": "picket_duty.requests",
    "Roll": "picket_duty.requests",
    "Tables": "picket_duty.book",
    "load_tables": "picket_duty.book",
}

__all__ = ["Choice", "Game", "Illegal", "Roll", "Tables", "__version__", "load_tables"]


def __getattr__(name: str) -> Any:
    """A public name, its module imported when first asked for. Raises AttributeError."""
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    found = getattr(import_module(home), name)
    globals()[name] = found
    return found


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
