"""The application as its screens and panels see it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from textual.app import App

from picket_duty.book import Tables
from picket_duty.tui.ending import Ending
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.settings import Settings

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer
    from picket_duty.game import AnyGame
    from picket_duty.manual import Match


@runtime_checkable
class AppContext(Protocol):
    """What the screens share: settings, help, and the game played."""

    tables: Tables
    glyphs: Glyphs
    settings: Settings
    #: Ends the program on a signal or without a terminal.
    ending: Ending
    #: The game played last; its save is closed when the program ends.
    playing: AnyGame | None
    #: The column chosen on each chart, by chart id.
    chart_columns: dict[str, str]

    def action_help(self) -> None:
        """Help: the keys of the current screen, and how to play."""

    def read_section(self, search: str, section: Match) -> None:
        """Open the manual at a section that a search found."""

    def choose_setting(self, name: str, value: str) -> None:
        """Change a setting, now and after a restart."""

    def analyzer(self) -> DecisionAnalyzer | None:
        """The analyzer of decisions, which works in the background; None if it is off."""


def context_of(app: App[Any]) -> AppContext:
    """The application of a screen or panel. Raises TypeError in any other application."""
    if not isinstance(app, AppContext):
        raise TypeError(f"{type(app).__name__} is not the application these screens belong to")
    return app
