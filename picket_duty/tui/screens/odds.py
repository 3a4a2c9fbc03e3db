"""The page of odds: the chances of the current request, and the exec's recommendation."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING, ClassVar

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Heading
from picket_duty.requests import ONE, Choice
from picket_duty.text.chances import (
    RecommendationText,
    by_doctrine_words,
    uncounted_words,
    worded_recommendation,
)
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.keymap import back
from picket_duty.tui.screens.page import TextPage

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis
    from picket_duty.tui.live_recommendation import LiveRecommendation


class OddsScreen(TextPage[None]):
    """The exact odds of the current request, and the exec's recommendation."""

    BINDINGS: ClassVar = [back("escape,q,o,enter")]

    def __init__(
        self,
        game: Game,
        plan: Mapping[str, int] | None = None,
        live: LiveRecommendation | None = None,
    ) -> None:
        """The odds of a game's request; for a fire plan the odds of ``plan``, the player's plan so
        far.

        ``live`` works out the recommendation for a decision between options; the battle screen,
        which started it, shows it too.
        """
        super().__init__()
        self.game = game
        self.plan = plan
        self.recommendation = RecommendationText()
        self._live = live

    def on_mount(self) -> None:
        if self._live is not None:
            self._live.add_listener(self._show_recommendation)

    def on_unmount(self) -> None:
        if self._live is not None:
            self._live.listeners.remove(self._show_recommendation)

    def _show_recommendation(self, choice: Choice, analysis: DecisionAnalysis) -> None:
        advised = analysis.in_time(self.game)
        setup = self.game.state.setup
        if advised is not None:
            self.recommendation = worded_recommendation(choice, setup, advised, analysis.working)
        else:
            meanwhile = by_doctrine_words(choice, suggest(self.game))
            self.recommendation = RecommendationText(words=uncounted_words(meanwhile))
        self.redraw_text()

    def contents(self) -> Iterable[Block]:
        from picket_duty.pages.odds_report import advice_page, odds_page

        request = self.game.request
        is_relief = isinstance(request, Choice) and request.decision is ASK_RELIEF
        # Simulated chances of the answers about relief replace the estimates of the odds.
        simulated = self.recommendation.chances if is_relief else {}
        yield Heading("Odds and advice", level=3)
        yield from odds_page(self.game, self.plan, simulated)
        if isinstance(request, Choice):
            order = self.recommendation.order
            if not order and request.kind == ONE:
                order = suggest(self.game)
            yield from advice_page(
                request, self.recommendation, order, working=self._live is not None
            )
