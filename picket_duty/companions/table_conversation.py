"""A companion game refereed in plain mode: dice, numbers and options are typed, their results
printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from typing import IO

from picket_duty.charts import ChartError
from picket_duty.charts.draw import drawn_lines
from picket_duty.companions.ie_shima_board import IslandState
from picket_duty.companions.ie_shima_map import has_map, island_map
from picket_duty.companions.score_sheets import score_sheet
from picket_duty.companions.table import RefereeRemark, is_visible, rolled_words
from picket_duty.companions.table_saves import TableGame
from picket_duty.drafts.choice import answer_of, offered_words, option_keys
from picket_duty.drafts.dice import dice_of
from picket_duty.events import Event
from picket_duty.pages.formats import text_lines
from picket_duty.plain.prompt_loop import PromptLoop, Say
from picket_duty.requests import NUMBER, Choice, Illegal, Request, Roll

#: The columns in which charts and pages are drawn.
COLUMNS = 80
HELP = """\
  a number               choose that option, or answer with that number
  15, or MG-A            choose an Area by its number, or a unit by its name
  3, or 3 4              enter the dice you rolled
  1407, or done          name a hex, or type done if there are no more
  auto                   let the computer roll
  undo                   undo the last answer
  again                  repeat the question
  chart, chart combat    show the chart for this roll, or another by its name
  sums                   show the score sheet
  map                    draw the map, if it has been entered
  quit                   leave; the game is saved after every answer"""
#: The names of the side that may look.
SIDE_NAMES = {"japanese": "The Japanese player", "american": "The American player"}
#: Moves to the top left and clears the terminal with what was scrolled out of it.
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def cover() -> None:
    """Clear the terminal, so that the other player cannot see its contents; a pipe is not
    cleared.
    """
    if sys.stdout.isatty():
        sys.stdout.write(CLEAR)
        sys.stdout.flush()


class TableConversation(PromptLoop):
    """A companion game refereed in plain mode; the move in progress is printed again when a game is
    resumed.
    """

    game: TableGame

    def __init__(
        self, game: TableGame, source: IO[str], say: Say, cover: Callable[[], None] = cover
    ) -> None:
        """``cover`` hides from the terminal what the other player must not see."""
        heads = [
            number
            for number, event in enumerate(game.events)
            if isinstance(event, RefereeRemark) and event.head
        ]
        super().__init__(game, source, say, HELP, heads[-1] if heads else 0)
        self.cover = cover
        #: The side that may look, empty for both.
        self.seat = ""
        self.words |= {
            "undo": self._undo,
            "sums": self._sums,
            "chart": self._chart,
            "map": self._map,
        }

    def question(self, request: Request) -> list[str]:
        """The dice to roll, or the question with its options."""
        if isinstance(request, Roll):
            what = f"{request.purpose.words} ({request.purpose.rule})"
            return [f"Next: {what}. Roll {request.dice_name}"]
        limits = f" ({request.least} to {request.most})" if request.kind == NUMBER else ""
        keyed = zip(option_keys(request), map(offered_words, request.options), strict=True)
        return [f"Next: {request.prompt}{limits}", *(f"  {key}  {text}" for key, text in keyed)]

    def answer(self, request: Request, text: str) -> None:
        """Use a line as an answer. Raises Illegal, SaveError."""
        if isinstance(request, Choice):
            self.game.answer(answer_of(request, text))
        elif text == "auto":
            self.game.roll()
        else:
            self.game.answer(dice_of(text))
        self.unsaved = ""

    def print_events(self, first: int) -> None:
        """Print the events not printed yet that the side at the terminal may read. If another side
        must look alone now, the terminal is handed over first. (No summary needs ``first`` here.)
        """
        if self.game.request is not None and self.game.state.seat != self.seat:
            self._change_seats()
        for event in self.game.events[self.printed :]:
            if is_visible(event, self.seat) and (words := _words_of(event)):
                self.say(words)
        self.printed = len(self.game.events)

    def _change_seats(self) -> None:
        self.seat = self.game.state.seat
        self.cover()
        if not self.seat:
            self.say("=== Both players may look.")
            return
        self.say(
            f"=== {SIDE_NAMES[self.seat]} only. The other player should look away. Press Enter to "
            f"continue."
        )
        self.read()
        self._sums()

    def _chart(self, name: str) -> None:
        """A chart of the game: the one named, else that of the current or the last roll. Raises
        Illegal.
        """
        charts = self.game.tables
        rolls = [event.table for event in self.game.events if isinstance(event, Roll)]
        if isinstance(self.game.request, Roll):
            rolls.append(self.game.request.table)
        if not name and not rolls:
            raise Illegal(f"type the name of a chart. Charts: {', '.join(charts.chart_ids())}")
        try:
            chart = charts[name or rolls[-1]]
        except ChartError as error:
            raise Illegal(str(error)) from None
        self.show(drawn_lines(chart, COLUMNS, ascii=True))

    def _map(self, rest: str) -> None:
        state = self.game.state
        if not (isinstance(state, IslandState) and has_map(state)):
            raise Illegal("this game does not track the board, so it has no map")
        self.show(text_lines(island_map(state, self.game.tables), COLUMNS))

    def _undo(self, rest: str) -> None:
        self.game.undo()
        self.printed = len(self.game.events)
        self.say("undone")

    def _sums(self, rest: str = "") -> None:
        self.show(text_lines(score_sheet(self.game.state, self.game.tables, self.seat), COLUMNS))


def _words_of(event: Event) -> str:
    """An event as a line; empty if it is not printed."""
    if isinstance(event, Roll):
        return f"    {rolled_words(event)}"
    if isinstance(event, RefereeRemark):
        if event.head:
            return f"=== {event.text}"
        return f"  * {event.text}"
    return ""


def lines_of(game: TableGame) -> list[str]:
    """Every line of a game; private events are left out until it is over."""
    lines = (_words_of(event) for event in game.events if game.over or is_visible(event, seat=""))
    return [line for line in lines if line]
