"""A companion game refereed in plain mode: dice, numbers and options are typed, their results
printed.
"""

from __future__ import annotations

import sys
from collections.abc import Callable
from string import ascii_lowercase
from typing import IO

from picket_duty.charts import ChartError
from picket_duty.charts.draw import drawn_lines
from picket_duty.charts.words import safe
from picket_duty.companions.fill import PROMPT as FORM_PROMPT
from picket_duty.companions.ie_shima_board import IslandState
from picket_duty.companions.ie_shima_map import has_map, island_map
from picket_duty.companions.table import RefereeRemark, is_visible, roll_text
from picket_duty.companions.table_pages import score_sheet
from picket_duty.companions.table_saves import TableGame
from picket_duty.events import Event
from picket_duty.pages.formats import text_lines
from picket_duty.plain.conversation import PROMPT, Leave, PromptLoop, Say, dice_of
from picket_duty.requests import LABEL, NUMBER, ONE, Answer, Choice, Illegal, Option, Request, Roll
from picket_duty.saves import SaveError

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
#: Printed when an answer cannot be saved for the first time.
RETRY = "! Answer again, or type quit."
#: The names of the side that may look.
ALONE = {"japanese": "The Japanese player", "american": "The American player"}


#: Moves to the top left and clears the terminal with what was scrolled out of it.
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def print_text(text: str) -> None:
    """Print a line, or a prompt, which has no line end."""
    print(safe(text), end="" if text.endswith((PROMPT, FORM_PROMPT)) else "\n", flush=True)


def cover() -> None:
    """Clear the terminal, so that the other player cannot see its contents; a pipe is not
    cleared.
    """
    if sys.stdout.isatty():
        sys.stdout.write(CLEAR)
        sys.stdout.flush()


class TableConversation:
    """A companion game refereed in plain mode; the move in progress is printed again when a game is
    resumed.
    """

    def __init__(
        self, game: TableGame, source: IO[str], say: Say, cover: Callable[[], None] = cover
    ) -> None:
        """``cover`` hides from the terminal what the other player must not see."""
        self.game = game
        self.say = say
        self.cover = cover
        #: The side that may look, empty for both.
        self.seat = ""
        heads = [
            number
            for number, event in enumerate(game.events)
            if isinstance(event, RefereeRemark) and event.head
        ]
        #: The number of events printed: at first those before the move in progress.
        self.printed = heads[-1] if heads else 0
        self.prompt = PromptLoop(game, source, say, HELP)
        self.prompt.retry = RETRY
        self.prompt.words |= {
            "undo": self._undo,
            "sums": self._sums,
            "chart": self._chart,
            "map": self._map,
        }

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False). Raises Unsaved if it
        is not saved.
        """
        try:
            while (request := self.game.request) is not None:
                if self.game.state.seat != self.seat:
                    self._change_seats()
                self._print_events()
                self.prompt.ask_once(request, _question)
                text = self.prompt.ask()
                try:
                    if self.prompt.carry_out(text):
                        continue
                    if isinstance(request, Roll):
                        self.game.roll() if text == "auto" else self.game.answer(dice_of(text))
                    else:
                        self.game.answer(answer_of(request, text))
                    self.prompt.unsaved = ""
                except SaveError as error:
                    self.prompt.was_refused(error)
                except Illegal as error:
                    self.say(f"! {error}")
        except Leave:
            self.prompt.check_saved()
            return False
        self._print_events()
        return True

    def _change_seats(self) -> None:
        self.seat = self.game.state.seat
        self.cover()
        if not self.seat:
            self.say("=== Both players may look")
            return
        self.say(
            f"=== {ALONE[self.seat]} only. The other player should look away. Press Enter to "
            f"continue"
        )
        self.prompt.read()
        self._sums()

    def _print_events(self) -> None:
        for event in self.game.events[self.printed :]:
            if is_visible(event, self.seat) and (words := _words_of(event)):
                self.say(words)
        self.printed = len(self.game.events)

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
        self.prompt.show(drawn_lines(chart, COLUMNS, ascii=True))

    def _map(self, rest: str) -> None:
        state = self.game.state
        if not (isinstance(state, IslandState) and has_map(state)):
            raise Illegal("this game does not track the board, so it has no map")
        self.prompt.show(text_lines(island_map(state, self.game.tables), COLUMNS))

    def _undo(self, rest: str) -> None:
        self.game.undo()
        self.printed = len(self.game.events)
        self.say("undone")

    def _sums(self, rest: str = "") -> None:
        self.prompt.show(
            text_lines(score_sheet(self.game.state, self.game.tables, self.seat), COLUMNS)
        )


def _question(request: Request) -> list[str]:
    if isinstance(request, Roll):
        return [f"Next: {request.purpose.words} ({request.purpose.rule}). Roll {request.dice_name}"]
    limits = f" ({request.least} to {request.most})" if request.kind == NUMBER else ""
    keyed = zip(option_keys(request), map(option_text, request.options), strict=True)
    return [f"Next: {request.prompt}{limits}", *(f"  {key}  {text}" for key, text in keyed)]


def option_text(option: Option) -> str:
    """An option; a barred one with the reason."""
    return f"{option.text} (not now: {option.barred})" if option.barred else option.text


def answer_of(choice: Choice, text: str) -> Answer:
    """The answer typed: a number, or an option by its number or value. Raises Illegal."""
    is_number = text.isascii() and text.removeprefix("-").isdigit()
    if choice.kind == NUMBER:
        if not is_number or len(text) > len(str(choice.most)) + 1:
            raise Illegal(f"{text[:20]!r} is not a number from {choice.least} to {choice.most}")
        return int(text)
    keys = option_keys(choice)
    if text in keys:
        return choice.options[keys.index(text)].value
    if choice.decision.numbered and text in ascii_lowercase[: len(keys)] and keys[0] == "1":
        return choice.options[ascii_lowercase.index(text)].value
    if choice.kind == ONE and text not in [option.value for option in choice.options]:
        raise Illegal(f"{text[:20]!r} is not an option; type {keys_text(keys)}")
    return text


def keys_text(keys: list[str]) -> str:
    """The keys of a list in words: first to last if they count up from 1, else each."""
    counted = keys == [str(number) for number in range(1, len(keys) + 1)]
    return f"{keys[0]} to {keys[-1]}" if counted and len(keys) > 1 else ", ".join(keys)


def option_keys(choice: Choice) -> list[str]:
    """What is typed for each option: its number in the list; beside numbers of the map their
    numbers, else letters.
    """
    values = [option.value for option in choice.options]
    if choice.kind == LABEL:
        return values
    if not choice.decision.numbered or not any(map(str.isdigit, values)):
        return [str(number) for number in range(1, len(values) + 1)]
    letters = iter(ascii_lowercase)
    return [value if value.isdigit() else next(letters) for value in values]


def _words_of(event: Event) -> str:
    """An event as a line; empty if it is not printed."""
    if isinstance(event, Roll):
        return f"    {roll_text(event)}"
    if isinstance(event, RefereeRemark):
        return f"=== {event.text}" if event.head else f"  * {event.text}"
    return ""


def lines_of(game: TableGame) -> list[str]:
    """Every line of a game; private events are left out until it is over."""
    lines = (_words_of(event) for event in game.events if game.over or is_visible(event, ""))
    return [line for line in lines if line]
