"""The luck page of a day or a game: the dice compared with their averages, and what each fire plan cost."""

from __future__ import annotations

from typing import ClassVar

from textual import work

from picket_duty.game import Game
from picket_duty.tui.bindings import back
from picket_duty.tui.game_analysis import whole_game
from picket_duty.tui.lines import Line, Span, line, safe, wrap
from picket_duty.tui.screens.page import TextPage


class LuckScreen(TextPage[None]):
    """The luck of a whole game, or of a day with the cost of its plans; computed in the background."""

    BINDINGS: ClassVar = [back("escape,q,l,enter")]

    def __init__(self, game: Game, date: str = "") -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.words: list[str] = []
        self.trouble = ""

    def on_mount(self) -> None:
        """Start the computation."""
        self._work_out()

    @work(thread=True)
    def _work_out(self) -> None:
        from picket_duty.saves import SaveError

        try:
            words, trouble = luck_words(whole_game(self.game)) if not self.date else day_words(self.game, self.date), ""
        except SaveError as error:
            words, trouble = [], str(error)
        self.from_worker(self._show, words, trouble)

    def _show(self, words: list[str], trouble: str) -> None:
        self.words, self.trouble = words, trouble
        self.redraw_text()

    def lines_for(self, width: int) -> list[Line]:
        """The luck, or that it is being computed."""
        lines: list[Line] = [line(("Luck", "title"), (f"  {self.date or 'whole game'}", "dim")), []]
        if self.trouble:
            return [*lines, *wrap([Span(safe(self.trouble), "bad")], width)]
        if not self.words:
            return [
                *lines,
                line(("Comparing every roll with its average, and every fire plan with the best...", "dim")),
            ]
        for text in self.words:
            lines += wrap([Span(safe(text))], width, indent=4) if text else [[]]
        return lines


def luck_words(game: Game) -> list[str]:
    """The luck of a game in words; the win probability curve shows what its orders cost."""
    from picket_duty.reports import dice_luck

    return dice_luck.words(dice_luck.ledger(game.tables, game.events))


def day_words(game: Game, date: str) -> list[str]:
    """The luck of a day, then the cost of its plans compared with the best ones."""
    from picket_duty.reports import what_if

    day = day_of(game, date)
    return [
        *luck_words(day),
        "",
        "Your orders compared with the best ones",
        *what_if.cost_words(what_if.plan_costs(day)),
    ]


def day_of(game: Game, date: str) -> Game:
    """One day as a separate game, replayed from the start of the day."""
    points = [place for place, point in enumerate(game.checkpoints) if point.label.startswith(date)]
    if not points:
        return game
    first, after = game.checkpoints[points[0]], game.checkpoints[points[-1] + 1 :]
    day = game.again_from(first)
    for answer in game.answers[first.answers : after[0].answers if after else None]:
        day.answer(answer)
    return day
