"""The exact odds of the current request, and the staff's recommendation."""

from __future__ import annotations

from collections.abc import Mapping
from typing import ClassVar

from picket_duty.game import Game
from picket_duty.requests import ONE, Choice
from picket_duty.text.chances import STAFF, YOURS, RecommendationText
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.bindings import back
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.page import TextPage


class OddsScreen(TextPage[None]):
    """The exact odds of the current request, and the staff's recommendation."""

    BINDINGS: ClassVar = [back("escape,q,o,enter")]

    def __init__(
        self, game: Game, plan: Mapping[str, int] | None = None, recommendation: RecommendationText | None = None
    ) -> None:
        """The odds of a game's request; of a fire plan those of ``plan``, the player's as it stands.

        ``recommendation`` is what the staff has played out, as far as it is known.
        """
        super().__init__()
        self.game = game
        self.plan = plan
        self.recommendation = recommendation or RecommendationText()

    def lines_for(self, width: int) -> list[Line]:
        """The odds, then the advice."""
        from picket_duty.odds.report import lines as odds_lines

        lines: list[Line] = [line(("Odds and advice", "title"))]
        for text in odds_lines(self.game, self.plan):
            lines += wrap([Span(safe(text))], width, indent=4)
        words = {STAFF: "The staff's orders", YOURS: "Your orders"}
        request = self.game.request
        if isinstance(request, Choice):
            words |= {option.value: option.text for option in request.options}
        if self.recommendation.words:
            lines += [[], *wrap([Span(safe(f"  {self.recommendation.words}"), "strong")], width, indent=4)]
        elif isinstance(request, Choice) and request.kind == ONE:
            lines += [[], line("  The staff advises: ", (safe(words[suggest(self.game)]), "strong"))]
        lines += [
            line(f"  {safe(words[name])}: {safe(chance)}") for name, chance in self.recommendation.chances.items()
        ]
        return lines
