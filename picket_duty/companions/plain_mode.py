"""A companion game refereed in lines: dice, numbers and choices are typed, what they come to is said."""

from __future__ import annotations

import sys
from collections.abc import Callable
from io import StringIO
from string import ascii_lowercase
from typing import IO

from picket_duty.charts import Chart, ChartError
from picket_duty.companions.score_sheet import standing
from picket_duty.companions.table import Told, is_told, roll_words, seated
from picket_duty.companions.table_saves import companion_of, table_of
from picket_duty.events import Event
from picket_duty.game import Game
from picket_duty.plain.parsing import dice_of
from picket_duty.requests import LABEL, NUMBER, ONE, Choice, Illegal, Roll
from picket_duty.saves import SaveError

PROMPT = "> "
#: The word that draws a chart, and the columns that it is drawn in.
CHART, COLUMNS = "chart", 80
HELP = """\
  a number               the option of that number, or the number asked for
  15, or MG-A            an Area by its number; a unit by its name
  3, or 3 4              dice rolled on the table
  1407, or done          the label of a hexagon; done where none follows
  auto                   the computer rolls
  undo                   take the last answer back
  again                  what is asked, once more
  chart, chart combat    the chart of the roll; any other by its name
  sums                   what stands: calendar or track, ledger, what was lost so far
  quit                   leave; the game is saved after every answer"""
#: Who sits alone at the table, as he is called.
ALONE = {"japanese": "The Japanese player", "american": "The American player"}


#: Moves to the top left, clears the terminal, and forgets what was scrolled out of it.
CLEAR = "\x1b[H\x1b[2J\x1b[3J"


def cover() -> None:
    """Clear the terminal of what the other player must not see; in a pipe nothing is covered."""
    if sys.stdout.isatty():
        sys.stdout.write(CLEAR)
        sys.stdout.flush()


class AtTable:
    """A companion game in conversation; of one taken up the move under way is told again."""

    def __init__(
        self, game: Game, source: IO[str], say: Callable[[str], None], cover: Callable[[], None] = cover
    ) -> None:
        """``cover`` clears the terminal of what the other player must not see."""
        self.game = game
        self.source = source
        self.say = say
        self.cover = cover
        #: Who sits here alone, empty for both.
        self.seat = ""
        #: How many events were told.
        self.told = _last_head(game.events)
        self._asked: object = None

    def run(self) -> bool:
        """Referee until the game is over (True) or the player leaves (False)."""
        while (request := self.game.request) is not None:
            if seated(table_of(self.game)) != self.seat and not self._change_seats():
                return False
            self._tell()
            if request is not self._asked:
                self._asked = request
                self._ask(request)
            self.say(PROMPT)
            line = self.source.readline()
            if not line or line.strip() == "quit":
                return False
            self._one(request, line.strip())
        self._tell()
        return True

    def _change_seats(self) -> bool:
        """One player takes the table to himself, once the other looks away, or both sit there; False to leave."""
        seat = seated(table_of(self.game))
        self.cover()
        if not seat:
            self.say("=== Both players at the table")
        else:
            self.say(f"=== {ALONE[seat]} alone; the other looks away. Enter goes on")
            line = self.source.readline()
            if not line or line.strip() == "quit":
                return False
        self.seat = seat
        if seat:
            self._sums()
        return True

    def _ask(self, request: Roll | Choice) -> None:
        if isinstance(request, Roll):
            self.say(f"Next: {request.purpose.words} ({request.purpose.rule}). Roll {request.dice_name}")
            return
        limits = f" ({request.least} to {request.most})" if request.kind == NUMBER else ""
        self.say(f"Next: {request.prompt}{limits}")
        for key, option in zip(keys_of(request), request.options, strict=True):
            self.say(f"  {key}  {option.text}{f': not now, {option.barred}' if option.barred else ''}")

    def _one(self, request: Roll | Choice, text: str) -> None:
        """One line: a word carried out, or an answer; what is wrong with it is said."""
        words = {"?": self._help, "help": self._help, "again": self._again, "undo": self._undo, "sums": self._sums}
        try:
            if not text:
                raise Illegal("nothing entered; ? for help")
            if text in words:
                words[text]()
            elif text.split()[:1] == [CHART]:
                self._chart(text.removeprefix(CHART).strip())
            elif isinstance(request, Roll):
                self.game.roll() if text == "auto" else self.game.answer(dice_of(text))
            else:
                self.game.answer(_decision_of(request, text))
        except (Illegal, SaveError) as error:
            self.say(f"! {error}")

    def _tell(self) -> None:
        """What has happened since."""
        for event in self.game.events[self.told :]:
            if is_told(event, self.seat) and (words := _words_of(event)):
                self.say(words)
        self.told = len(self.game.events)

    def _help(self) -> None:
        for line in HELP.split("\n"):
            self.say(line)

    def _chart(self, name: str) -> None:
        """A chart of the game: the one named, else that of the roll wanted or made last."""
        charts = companion_of(self.game)
        rolls = [event.table for event in self.game.events if isinstance(event, Roll)]
        if isinstance(self.game.request, Roll):
            rolls.append(self.game.request.table)
        if not name and not rolls:
            raise Illegal(f"which chart? {', '.join(charts.chart_ids())}")
        try:
            chart = charts[name or rolls[-1]]
        except ChartError as error:
            raise Illegal(str(error)) from None
        for line in lines_drawn(chart):
            self.say(line)

    def _again(self) -> None:
        self._asked = None

    def _undo(self) -> None:
        self.game.undo()
        self.told = len(self.game.events)
        self.say("taken back")

    def _sums(self) -> None:
        for section in standing(table_of(self.game), companion_of(self.game), self.seat):
            self.say(f"{section.title}")
            for name, words in section.rows:
                self.say(f"  {name}: {words}" if name else f"  {words}")


def _decision_of(choice: Choice, text: str) -> object:
    """An answer typed: the number asked for, or an option by its number or its word. Raises Illegal."""
    is_number = text.isascii() and text.removeprefix("-").isdigit()
    if choice.kind == NUMBER:
        if not is_number or len(text) > len(str(choice.most)) + 1:
            raise Illegal(f"{text[:20]!r} is not a number from {choice.least} to {choice.most}")
        return int(text)
    keys = keys_of(choice)
    if text in keys:
        return choice.options[keys.index(text)].value
    if choice.kind == ONE and text not in [option.value for option in choice.options]:
        raise Illegal(f"{text[:20]!r} is no option; there {'are' if len(keys) > 1 else 'is'} {span_of(keys)}")
    return text


def span_of(keys: list[str]) -> str:
    """The keys of a list as they are told: the first to the last where they are counted through, else each."""
    counted = keys == [str(number) for number in range(1, len(keys) + 1)]
    return f"{keys[0]} to {keys[-1]}" if counted and len(keys) > 1 else ", ".join(keys)


def keys_of(choice: Choice) -> list[str]:
    """What is typed for each option: its number in the list; that of the map, and letters, where it is numbered."""
    if choice.kind == LABEL:
        return [option.value for option in choice.options]
    if not choice.decision.numbered:
        return [str(number) for number in range(1, len(choice.options) + 1)]
    letters = iter(ascii_lowercase)
    return [option.value if option.value.isdigit() else next(letters) for option in choice.options]


def lines_drawn(chart: Chart) -> list[str]:
    """A chart drawn in lines of plain signs."""
    from rich.console import Console

    from picket_duty.charts.draw import draw

    console = Console(file=StringIO(), width=COLUMNS, color_system=None, highlight=False)
    with console.capture() as captured:
        console.print(draw(chart, ascii=True))
    return [line.rstrip() for line in captured.get().rstrip().split("\n")]


def _last_head(events: list[Event]) -> int:
    """Where the move under way begins."""
    heads = [number for number, event in enumerate(events) if isinstance(event, Told) and event.head]
    return heads[-1] if heads else 0


def _words_of(event: Event) -> str:
    """An event as it is told here: empty where it says nothing new."""
    if isinstance(event, Roll):
        return f"    {roll_words(event)}"
    if isinstance(event, Told):
        return f"=== {event.text}" if event.head else f"  * {event.text}"
    return ""


def lines_of(game: Game) -> list[str]:
    """All that was told of a game; what was told to one player alone only once it is over."""
    told = (_words_of(event) for event in game.events if game.over or is_told(event, ""))
    return [words for words in told if words]
