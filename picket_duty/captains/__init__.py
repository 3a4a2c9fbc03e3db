"""Captains: policies that answer the choices of a game.

A captain is any object with ``choose(game)`` that returns a legal answer to ``game.request``, a
Choice: the value of an option for a choice of ``one``, a table of slots and planes for ``assign``,
of jobs and men for ``men``. It may read ``game.state``, ``game.tables`` and ``game.events``, and
work out odds with ``picket_duty.odds``, but must not change them. An illegal answer raises Illegal
and changes nothing.

Your own captain is a class that takes the seed (``MyCaptain(seed)``) or no argument
(``MyCaptain()``), given as ``MODULE:CLASS`` to any option that takes a policy.
``docs/scripting.md`` has an example.
"""

from __future__ import annotations

import inspect
import os
import sys
import traceback
from contextlib import suppress
from functools import wraps
from importlib import import_module
from typing import TYPE_CHECKING, Any, Protocol

from picket_duty.extensions import load

if TYPE_CHECKING:
    from collections.abc import Callable

    from picket_duty.game import Game
    from picket_duty.requests import Answer

#: The automatic captains, loaded when used.
SHIPPED = {
    "doctrine": "doctrine:DoctrineCaptain",
    "greedy": "greedy:GreedyCaptain",
    "random": "random_captain:RandomCaptain",
}
NAMES = (*SHIPPED, "scripted:FILE", "MODULE:CLASS")


class PolicyError(ValueError):
    """An unusable policy; the message says why."""


class Captain(Protocol):
    """A policy that answers choices."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""


def captain_named(name: str, seed: int) -> Captain:
    """A captain by name. Raises PolicyError with the names that exist."""
    if name in SHIPPED:
        captain = load(f"{__name__}.{SHIPPED[name]}")
        shipped: Captain = captain(seed) if name == "random" else captain()
        return shipped
    kind, colon, rest = name.partition(":")
    if kind == "scripted" and rest:
        from picket_duty.captains.scripted import read_script

        return read_script(rest)
    if colon and rest.isidentifier():
        return _captain_of(kind, rest, seed)
    from picket_duty.charts.words import did_you_mean

    listed = f"Choose from: {', '.join(NAMES)}."
    raise PolicyError(f"unknown captain {name!r}. {listed}{did_you_mean(name, SHIPPED)}")


def _captain_of(module: str, name: str, seed: int) -> Captain:
    """A captain from a module on the path or in the current folder. Raises PolicyError."""
    if os.getcwd() not in sys.path:
        sys.path.append(os.getcwd())
    try:
        kind = getattr(import_module(module), name)
        # A function of the system, such as ``os:_exit``, could end the program.
        if not inspect.isclass(kind):
            raise TypeError("not a class")
        signature = inspect.signature(kind)
    except (ImportError, AttributeError, ValueError, TypeError) as error:
        raise PolicyError(f"policy {module}:{name}: {error}") from None
    except (Exception, SystemExit) as error:
        raise PolicyError(f"policy {module}:{name}: {_fault(error)}") from None
    arguments = _arguments_for(signature, seed)
    if arguments is None:
        raise PolicyError(f"policy {module}:{name} must accept either a seed or no arguments")
    try:
        captain: Any = kind(*arguments)
    except (Exception, SystemExit) as error:
        raise PolicyError(f"policy {module}:{name}: {_fault(error)}") from None
    if not callable(getattr(captain, "choose", None)):
        raise PolicyError(f"policy {module}:{name} has no method choose(game)")
    return _reporting(captain, f"{module}:{name}")


def _arguments_for(signature: inspect.Signature, seed: int) -> tuple[int, ...] | None:
    """The seed, or else no arguments, as a class accepts them; None if it accepts neither."""
    for arguments in ((seed,), ()):
        with suppress(TypeError):
            signature.bind(*arguments)
            return arguments
    return None


def _reporting(captain: Captain, policy: str) -> Captain:
    """The captain, whose errors now name the policy and the line of its code."""
    choose = captain.choose

    @wraps(choose)
    def reporting(game: Game) -> Answer:
        try:
            return choose(game)
        except (Exception, SystemExit) as error:
            raise PolicyError(f"policy {policy}: {_fault(error)}") from None

    with suppress(AttributeError):  # A class with slots keeps its own method.
        setattr(captain, "choose", reporting)  # noqa: B010 (a method)
    return captain


def _fault(error: BaseException) -> str:
    """An error and the line of code that raised it, in one line."""
    what = " ".join(f"{type(error).__name__}: {error}".split()).removesuffix(":")
    # The first frame is in this module. Frames of Python's import system follow if the policy's
    # module cannot be imported.
    for frame in traceback.extract_tb(error.__traceback__)[1:]:
        if "importlib" in frame.filename:
            continue
        return f"{os.path.basename(frame.filename)}, line {frame.lineno}, {frame.line}: {what}"
    return what


def never(game: Game) -> bool:
    """False at every request: the game is played to its end."""
    return False


def play_out(game: Game, captain: Captain, is_done: Callable[[Game], bool] = never) -> None:
    """Play a game to its end, or to the first request at which ``is_done``, the computer rolling
    every die.
    """
    from picket_duty.requests import Roll

    while (request := game.request) is not None and not is_done(game):
        if type(request) is Roll:
            game.roll_on()
        else:
            game.answer(captain.choose(game))
