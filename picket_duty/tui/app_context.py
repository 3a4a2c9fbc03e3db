"""What screens and panels know of the program they run in."""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol, runtime_checkable

from textual.app import App
from textual.binding import Binding

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.state import Setup
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.settings import Settings

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer


class KeyGroup(NamedTuple):
    """Bindings that work in one place, and the words for it."""

    words: str
    bindings: list[Binding]


@runtime_checkable
class AppContext(Protocol):
    """The program as its screens see it: what they share, and the ways from a screen to a game."""

    tables: Tables
    glyphs: Glyphs
    settings: Settings
    #: The column chosen on each chart of the browser.
    chart_columns: dict[str, str]

    def action_help(self) -> None:
        """The keys of the screen shown, and how to play."""

    def remember(self, name: str, value: str) -> None:
        """Keep what was chosen for the next time."""

    def choose_setting(self, name: str, value: str) -> None:
        """Set a setting, now and for the next time."""

    def choose_keys(self, name: str, keys: str) -> None:
        """Give a binding other keys, now and for the next time; without any those it came with."""

    def key_groups(self) -> list[KeyGroup]:
        """Every binding that can have other keys, by where it works."""

    def staff(self) -> DecisionAnalyzer | None:
        """The staff that plays decisions out; None where the player does without."""

    def put_away(self, game: Game) -> None:
        """Close the save of a game that is left."""

    def play(self, game: Game) -> None:
        """Show a game on its screen."""

    def start_game(self, game: Game) -> None:
        """Save a new game from its first answer on and play it."""

    def stand_watch(self, date: datetime.date) -> None:
        """Go on with the try at a day's watch, or begin one."""

    def start_lesson(self) -> None:
        """Begin the first battle."""

    def resume_game(self, path: Path) -> None:
        """Take a saved game up where it was left."""

    def branch_game(self, path: Path, at: int) -> None:
        """Go on in a saved game after so many of its answers, in a new line of play; the one left is kept."""

    def rematch(self, setup: Setup) -> None:
        """Ask for the dice, then begin a new game with the same set-up."""


def context_of(app: App[Any]) -> AppContext:
    """The program behind a screen or panel. Raises TypeError in an application that is another."""
    if not isinstance(app, AppContext):
        raise TypeError(f"{type(app).__name__} is not the program these screens belong to")
    return app
