"""What each package around the core adds to it. They are found by name and loaded when used.

The core never imports these packages and works without any of them. The ``__init__`` of each
defines an ``Extension`` called ``EXTENSION`` and imports nothing else. Functions and classes are
named there as ``module:name``.
"""

# Without ``from __future__ import annotations``: it turns annotations into strings, which
# NamedTuple would compile one by one at every start.

from collections.abc import Callable, Iterable, Mapping
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, TypeVar

if TYPE_CHECKING:
    from pathlib import Path

    from picket_duty.charts import Chart

Command = TypeVar("Command", bound=Callable[..., Any])

#: The packages around the core; one that is not installed is left out.
PACKAGES = ("companions", "lab", "web")
PLAY = "Play"
LOOK_UP = "Look up"
YOUR_GAMES = "Your games"
ANALYSIS = "Analysis"
COMPANION_GAMES = "Companion games"
TOOLS = "Tools"
#: The groups of commands, in the order in which ``--help`` lists them.
COMMAND_GROUPS = (PLAY, LOOK_UP, YOUR_GAMES, ANALYSIS, COMPANION_GAMES, TOOLS)


def missing_words(extra: str) -> str:
    """That an optional part of the installation is missing, and how to install it."""
    how = f"In the game's source folder, run: pip install '.[{extra}]'"
    return f"the extra '{extra}' is not installed. {how}."


class ChartSet(Protocol):
    """The charts of this game, or of another game that a package adds."""

    def __getitem__(self, chart_id: str, /) -> "Chart":
        """A chart by id. Raises ChartError if there is none."""

    def chart_ids(self) -> list[str]:
        """The ids of all charts, in order."""

    def all_charts(self) -> Iterable["Chart"]:
        """Every chart, loaded."""


class Topic(NamedTuple):
    """A page of the manual, and the topic it follows in the list."""

    name: str
    path: "Path"
    after: str


class MenuEntry(NamedTuple):
    """An entry of the main menu: the screen it opens, and the entry it follows."""

    name: str
    label: str
    hint: str
    screen: str
    after: str


class KeyPlace(NamedTuple):
    """A heading in the manual's list of keys: the screens and widgets it covers, and the heading it
    follows.
    """

    heading: str
    owners: tuple[str, ...]
    after: str


class Extension(NamedTuple):
    """What a package adds to the core."""

    #: New commands: for each group, their functions by name.
    commands: Mapping[str, Mapping[str, str]] = {}
    #: Decorators that add options to commands of the core, by name of the command.
    options: Mapping[str, str] = {}
    topics: tuple[Topic, ...] = ()
    menu: tuple[MenuEntry, ...] = ()
    key_places: tuple[KeyPlace, ...] = ()
    #: Screens that play games of other kinds, by the kind of their set-up.
    game_screens: Mapping[str, str] = {}


@cache
def extensions() -> tuple[Extension, ...]:
    """What the installed packages add, in the order of PACKAGES."""
    installed = []
    for package in PACKAGES:
        name = f"{__package__}.{package}"
        try:
            module = import_module(name)
        except ModuleNotFoundError as error:
            if error.name != name:
                raise
            continue
        # A folder with nothing but old bytecode imports as an empty module.
        if extension := getattr(module, "EXTENSION", None):
            installed.append(extension)
    return tuple(installed)


def load(reference: str) -> Any:
    """The function or class that ``module:name`` names."""
    module, _, name = reference.partition(":")
    return getattr(import_module(module), name)


def extended(name: str) -> Callable[[Command], Command]:
    """Decorator for a command of the core: adds the options that installed packages define for
    it.
    """

    def decorate(command: Command) -> Command:
        for extension in extensions():
            if name in extension.options:
                command = load(extension.options[name])(command)
        return command

    return decorate
