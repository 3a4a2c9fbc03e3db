"""The loop of plain mode and referee mode: prints events, asks for answers, runs word commands.

Each mode adds its own word commands and decides who rolls. Planes count from 1, as shown.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable, Iterator
from itertools import islice
from typing import IO, Any

from picket_duty.analysis.officers import crew_words
from picket_duty.captains import standing_orders
from picket_duty.captains.doctrine import exec_answer
from picket_duty.events import DecisionMade, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.facts import WaveReport, weapon_hits
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Illegal, Request, Roll
from picket_duty.saves import SaveError
from picket_duty.setup import UNDO_DICE
from picket_duty.text.cards import card_due, plain_card_lines
from picket_duty.text.log import log_words, officers_line, repeats_a_roll
from picket_duty.text.names import count, item_name, plane_number, short_plane_words, to_come_words
from picket_duty.text.rolls import purpose_of
from picket_duty.text.status import fought_words, outcome_words
from picket_duty.text.styled_text import text_of

#: Printed before every line is read; the only text without a line end.
PROMPT = "> "
#: The number of a slot or job, or a run of them.
RUN = re.compile(r"([0-9]{1,4})(?:-([0-9]{1,4}))?")
QUIT = "quit"

#: Prints one line, whatever characters are in it.
Say = Callable[[str], None]
#: Runs a word command, given the rest of its line.
Word = Callable[[str], None]


class Leave(Exception):
    """The player leaves the game."""


class PromptLoop:
    """Asks requests, reads lines and runs the word commands among them.

    ``words`` are the word commands, to which each mode adds its own; ``help`` is the text of ``?``.
    """

    def __init__(self, source: IO[str], say: Say, help: str) -> None:
        self.source = source
        self.say = say
        self.words: dict[str, Word] = {"again": self._again}
        self.words |= dict.fromkeys(("?", "help"), lambda rest: self.show(help.split("\n")))
        self._asked: Request | None = None

    def may_quit(self) -> bool:
        """Whether the player may leave now."""
        return True

    def show(self, lines: Iterable[str]) -> None:
        """Print several lines."""
        for line in lines:
            self.say(line)

    def ask_once(self, request: Request, question: Callable[[Request], Iterable[str]]) -> None:
        """Print the question of a request, unless it was the last one printed."""
        if request is not self._asked:
            self._asked = request
            self.show(question(request))

    def _again(self, rest: str) -> None:
        self._asked = None

    def ask(self) -> str:
        """Prompt for a line and read it. Raises Leave."""
        self.say(PROMPT)
        return self.read()

    def read(self) -> str:
        """A line, stripped. Raises Leave if the input ends or the player quits."""
        while line := self.source.readline():
            if line.strip() != QUIT:
                return line.strip()
            if self.may_quit():
                break
        raise Leave

    def carry_out(self, text: str) -> bool:
        """Run a line if it is a word command; returns whether it was. Raises Illegal for an empty
        line.
        """
        word, _, rest = text.partition(" ")
        if not word:
            raise Illegal("Nothing was typed. Type ? for help.")
        if word not in self.words:
            return False
        self.words[word](rest.strip())
        return True


#: Words for the exec's order.
EXEC = ("auto", "y")
#: The word for an order without any shots or repairs; and a word that is ambiguous there.
NOBODY = "hold"
GO = "go"


def dice_of(text: str) -> list[int]:
    """Dice typed as ``3 4`` or ``3,4``. Raises Illegal."""
    try:
        return [int(part) for part in text.replace(",", " ").replace("+", " ").split()]
    except ValueError:
        raise Illegal(f"{text!r}: not valid dice. Type each die, for example 3 4.") from None


def decision_of(game: Game, choice: Choice, text: str) -> Any:
    """A decision from a line: JSON, a number, a word, pairs, or the exec's order. Raises
    Illegal.
    """
    if text in EXEC:
        return exec_answer(game.play, choice)
    if text.startswith("{"):
        try:
            return json.loads(text)
        except ValueError as error:
            raise Illegal(f"{text!r} is not valid JSON: {error}") from None
    if choice.kind != ONE and text == GO:
        raise Illegal(f"Type {NOBODY} for no orders, or auto for your exec's plan")
    if choice.kind == ASSIGN:
        orders = {} if text == NOBODY else slot_pairs(text, list(choice.slots))
        return {slot: plane_of(game, choice, slot, shown) for slot, shown in orders.items()}
    if choice.kind != ONE:
        return {} if text == NOBODY else slot_pairs(text, list(choice.jobs))
    if text.isascii() and text.isdigit() and 1 <= int(text) <= len(choice.options):
        return choice.options[int(text) - 1].value
    return _option(choice, text)


def _option(choice: Choice, text: str) -> str:
    for option in choice.options:
        if text == option.value or text.lower() == option.text.lower():
            return option.value
    printed = ", ".join(
        f"{number} {option.text}"
        for number, option in enumerate(choice.options, 1)
        if not option.barred
    )
    raise Illegal(f"{text!r} is not an option. Type one of: {printed}.")


def plane_of(game: Game, choice: Choice, slot: str, shown: int) -> int:
    """The game's number of a plane, from 0, given the number shown. Raises Illegal with the numbers
    shown.
    """
    name = item_name(game.tables, slot)
    if slot not in choice.slots:
        raise Illegal(f"{name}: {choice.barred.get(slot, 'no such slot')}")
    planes = {plane_number(plane): plane for plane in choice.slots[slot]}
    flying = [plane_number(plane.number) for plane in game.state.air.planes if plane.flying]
    if shown not in flying:
        raise Illegal(f"{name}: there is no plane {shown}. Planes: {', '.join(map(str, flying))}.")
    if shown not in planes:
        raise Illegal(f"{name} cannot fire at plane {shown}, only at {', '.join(map(str, planes))}")
    return planes[shown]


def slot_pairs(text: str, names: list[str]) -> dict[str, int]:
    """``1=2 3-5=1 40mm-A=1`` as slots or jobs with their numbers. Raises Illegal."""
    pairs: dict[str, int] = {}
    for part in text.replace(",", " ").split():
        name, equals, value = part.partition("=")
        try:
            number = int(value)
        except ValueError:
            number = -1
        if not equals or number < 0:
            raise Illegal(f"{part!r} is not an order. Type an order such as 1=2, or auto.")
        run = RUN.fullmatch(name)
        if run is None:
            pairs[name] = number
            continue
        first = int(run[1])
        last = int(run[2] or run[1])
        if not 1 <= first <= last <= len(names):
            raise Illegal(f"{part!r}: the first number must be from 1 to {len(names)}")
        pairs |= dict.fromkeys(names[first - 1 : last], number)
    return pairs


#: Printed before the heading of a phase or of a day.
PHASE_MARK = "=== "
#: Lines that ``log`` shows by default.
LOG_LINES = 20
#: Printed when an answer cannot be saved: the first time, and each time after that.
RETRY = "! Answer again (for a roll, press Enter), or type quit."
STILL = "! Still not saved"
HELP = """\
  2, or a word           choose an option by number or by word
  1=2 3=1                fire plan: slot 1 at plane 2, slot 3 at plane 1; repair parties: 2 men to job 1, 1 to job 3
  4-6=2                  fire plan: slots 4 to 6 at plane 2; a slot is a mount, a fighter marker or a support ship
  {"5in-1": 1}           the same as JSON, with planes numbered from 0
  hold                   hold fire; no repairs
  3 4                    the dice you rolled; for a whole battery, all of them: 3 4 6 1 2 2
  auto, y                follow your exec's advice; for dice, auto lets the computer roll
  plan, again            repeat the question
  ship                   show your ship
  sky                    show the planes: 225L is bearing 225, low (M medium, H high)
  log, log 40            show the last lines of the log
  undo                   go back to your last decision
  quit                   leave; the game is saved after every answer"""


class Unsaved(Exception):
    """The player left or the input ended while the save could not be written. The text is the
    reason.
    """


class Conversation(PromptLoop):
    """A game played or refereed in plain text. ``printed`` is the number of events printed so far.

    ``mark`` precedes an event that is not a roll. ``standing`` are the standing orders that the
    game follows.
    """

    mark = "  * "
    standing = standing_orders.StandingOrders()

    def __init__(self, game: Game, source: IO[str], say: Say, help: str, printed: int = 0) -> None:
        super().__init__(source, say, help)
        self.game = game
        self.printed = printed
        #: Why the last answer could not be saved, empty if it was.
        self.unsaved = ""
        #: The number of answers before each one typed.
        self.typed: list[int] = []
        #: Whether the player was warned that quitting loses the game.
        self._warned = False
        self._doubt_printed = ""
        #: Indexes of the events of decisions that the officers made.
        self._by_officers = standing_orders.decided_by_officers(game)
        self.words |= {
            "plan": self._again,
            "ship": self._ship,
            "sky": self._sky,
            "log": self._log,
            "undo": self._undo,
        }

    def run(self) -> bool:
        """Play until the game is over (True) or the player leaves (False). Raises Unsaved if it is
        not saved.
        """
        try:
            self.print_events(len(self.game.events))
            while (request := self.game.request) is not None:
                first = len(self.game.events)
                try:
                    self.take_line(request)
                except SaveError as error:
                    # The reason is printed once. The request stays open.
                    self.show([STILL] if str(error) == self.unsaved else [f"! {error}", RETRY])
                    self.unsaved = str(error)
                except Illegal as error:
                    self.say(f"! {error}")
                self.print_events(first)
        except Leave:
            if self.unsaved:
                raise Unsaved(self.unsaved) from None
            return False
        from picket_duty.facts import facts_of

        self.say("")
        state = self.game.state
        weapons = weapon_hits(facts_of(self.game).whole.days)
        self.show(
            [f"{outcome_words(state, self.game.tables)}.", fought_words(state.records, weapons)]
        )
        return True

    def may_quit(self) -> bool:
        """Whether the game is saved, or the player was warned that it is not."""
        why = (
            self.game.save_file.unsaved()
            if self.game.save_file is not None and not self._warned
            else ""
        )
        self._warned = bool(why)
        if why:
            self.say(f"! The game is NOT saved: {why}. Type quit again to leave without saving.")
        return not why

    def undone(self) -> None:
        """Note that the game was undone to an earlier point, whose events have all been printed."""
        self.printed = len(self.game.events)
        self._by_officers.intersection_update(range(self.printed))

    # -- questions and answers ------------------------------------------------------

    def rolls_unasked(self, roll: Roll) -> bool:
        """Whether the program makes a roll without asking."""
        raise NotImplementedError

    def question(self, request: Request) -> list[str]:
        """The lines that ask a request."""
        raise NotImplementedError

    def decision(self, choice: Choice, text: str) -> Answer | None:
        """The answer that a typed line gives to a choice, None if it gives none yet. Raises
        Illegal.
        """
        return decision_of(self.game, choice, text)

    def dice_typed(self, roll: Roll, text: str) -> list[int]:
        """The dice that a typed line gives to a roll. Raises Illegal."""
        return dice_of(text)

    def take_line(self, request: Request) -> None:
        """Roll without asking, or read a line and use it as an answer or word command. Raises
        Illegal, SaveError.
        """
        if isinstance(request, Roll) and self.rolls_unasked(request):
            self.unasked(self.game.roll)
            return
        self.ask_once(request, self.question)
        self.take(request, self.ask())

    def unasked(self, act: Callable[[], object]) -> None:
        """Act without asking; if the last answer could not be saved, Enter tries again, a word
        command does not.
        """
        text = self.ask() if self.unsaved else ""
        if not text or not self.carry_out(text):
            act()
            self.unsaved = ""

    def take(self, request: Request, text: str) -> None:
        """Use a line as a word command or an answer. Raises Illegal, SaveError."""
        if not self.carry_out(text):
            self.answer(request, text)

    def answer(self, request: Request, text: str) -> None:
        """Use a line as an answer. Raises Illegal, SaveError."""
        before = len(self.game.answers)
        if not isinstance(request, Roll):
            decision = self.decision(request, text)
            if decision is None:
                return
            self.game.answer(decision, standing_orders.PLAYER)
            self.typed.append(before)
        elif text == "auto":
            self.game.roll()
            self.typed.append(before)
        else:
            self._enter(request, self.dice_typed(request, text))
        self.unsaved = ""

    def by_officers(self, order: Answer) -> None:
        """Give an answer of the standing orders. Raises SaveError."""
        first = len(self.game.events)
        self.game.answer(order, standing_orders.OFFICERS)
        self._by_officers |= set(range(first, len(self.game.events)))

    def _enter(self, roll: Roll, dice: list[int]) -> None:
        """Use dice for this roll and, if there are more, for the rolls of its kind that follow,
        such as a battery.

        Raises Illegal for an impossible die, and for dice left over when no such roll follows. If
        only one roll was made with them, it is taken back: the dice were meant for another.
        """
        size = len(roll.faces)
        begun = len(self.game.answers)
        what = purpose_of(roll)
        # If the dice do not divide into rolls, the game says how many it needs.
        size = len(dice) if len(dice) % size else size
        for first in range(0, len(dice) or 1, size):
            wanted = self.game.request
            alike = (
                isinstance(wanted, Roll)
                and wanted.purpose is roll.purpose
                and wanted.faces == roll.faces
            )
            if wanted is not roll and (
                not isinstance(wanted, Roll) or not alike or self.rolls_unasked(wanted)
            ):
                left = " ".join(map(str, dice[first:]))
                if first == size and self.game.state.setup.undo != UNDO_DICE:
                    self.game.undo(len(self.game.answers) - begun)
                    self.undone()
                    raise Illegal(f"{what}: enter {count(size, 'die', 'dice')}, not {len(dice)}")
                raise Illegal(f"{what}: no more dice are needed. Not used: {left}.")
            before = len(self.game.answers)
            self.game.answer(dice[first : first + size])
            self.typed.append(before)

    # -- events -----------------------------------------------------------------------

    def summaries(self, first: int) -> Iterator[tuple[int, list[str]]]:
        """The lines printed before the event of an index; ``first`` is the number of events before
        the last answer.
        """
        wave = card_due(self.game, first)
        if wave is not None and wave.end is not None:
            yield wave.end, ["", *plain_card_lines(self.card(wave), self.game.tables)]

    def card(self, wave: WaveReport) -> WaveReport:
        """A wave as its card shows it."""
        return wave

    def print_events(self, first: int) -> None:
        """Print the events since the last one printed, with what sums up those since ``first``."""
        events = self.game.events
        self.printed = min(self.printed, len(events))
        summaries = list(self.summaries(first))
        for index in range(self.printed, len(events) + 1):
            for at, lines in summaries:
                if at == index:
                    self.show(lines)
            if index < len(events):
                self.print_event(index)
        self.printed = len(events)
        save_file = self.game.save_file
        if save_file is not None and save_file.doubt != self._doubt_printed:
            self._doubt_printed = save_file.doubt
            if save_file.doubt:
                self.say(f"! {save_file.doubt}")

    def print_event(self, index: int) -> None:
        """Print an event of the game."""
        event = self.game.events[index]
        text = self._line(index)
        if text:
            self.show(["", text] if isinstance(event, PhaseBegun | WaveBegun) else [text])

    def _line(self, index: int) -> str:
        """The line of an event; empty if it adds nothing, or is printed at the end anyway."""
        event = self.game.events[index]
        previous = self.game.events[index - 1] if index else None
        if isinstance(event, Ended) or repeats_a_roll(event, previous):
            return ""
        if isinstance(event, DecisionMade) and index in self._by_officers:
            if standing_orders.still_sends_nobody(self.game.events, index, self._by_officers):
                return ""
            return f"{self._mark(event)}{text_of(officers_line(event, self.game.tables))}"
        text = log_words(event, self.game.tables)
        return f"{self._mark(event)}{text}" if text else ""

    def _mark(self, event: Event) -> str:
        if isinstance(event, PhaseBegun):
            return PHASE_MARK
        if isinstance(event, WaveBegun):
            return "--- "
        return "    " if isinstance(event, Roll) else self.mark

    def _ship(self, rest: str) -> None:
        from picket_duty.pages.consequences import WIDTH
        from picket_duty.pages.formats import text_lines
        from picket_duty.pages.ships import ship_record

        state = self.game.state
        self.show(filter(None, text_lines(ship_record(state.ship, state, self.game.tables), WIDTH)))
        self.show(
            list(filter(None, [crew_words(self.game.state.ship.crew, self.game.state.setup)]))
        )

    def _sky(self, rest: str) -> None:
        state = self.game.state
        self.show(
            [short_plane_words(plane) for plane in state.air.planes] or ["No planes in sight"]
        )
        if state.air.waves:
            self.say(f"Still to come: {to_come_words([len(wave) for wave in state.air.waves])}")

    def _log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Illegal(f"log {rest}: type how many lines, for example log 40")
        backwards = filter(None, map(self._line, reversed(range(len(self.game.events)))))
        lines = list(islice(backwards, min(int(rest or LOG_LINES), len(self.game.events))))
        self.show(reversed(lines) if lines else ["Nothing has happened yet"])

    def _undo(self, rest: str) -> None:
        own = standing_orders.last_own_decision(self.game, self.standing)
        if own is None:
            raise Illegal(standing_orders.nothing_to_undo(self.game))
        self.game.undo(len(self.game.answers) - own.answers)
        self.undone()
        self.say(f"{self.mark}{log_words(self.game.events[-1], self.game.tables)}")
