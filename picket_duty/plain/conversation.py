"""The destroyer's game in plain text: what plain mode and referee mode have in common.

Each mode adds its own word commands and decides who rolls. Planes count from 1, as shown.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import islice
from typing import IO

from picket_duty.analysis.officers import crew_words
from picket_duty.captains import deciders, standing_orders
from picket_duty.drafts.dice import dice_of
from picket_duty.drafts.typed import AUTO, decision_of
from picket_duty.events import DecisionMade, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.facts import WaveReport, weapon_hits
from picket_duty.game import Game
from picket_duty.plain.prompt_loop import PromptLoop, Say
from picket_duty.requests import Answer, Choice, Illegal, Request, Roll
from picket_duty.setup import UNDO_DICE
from picket_duty.text.cards import card_due, plain_card_lines
from picket_duty.text.english import count
from picket_duty.text.log import log_words, officers_line, repeats_a_roll
from picket_duty.text.names import short_plane_words, to_come_words
from picket_duty.text.rolls import purpose_of
from picket_duty.text.status import fought_words, outcome_words
from picket_duty.text.styled_text import text_of

#: Printed before the heading of a phase or of a day, and of a wave or a round of damage control.
PHASE_MARK = "=== "
PART_MARK = "--- "
#: Lines that ``log`` shows by default.
LOG_LINES = 20
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


class Conversation(PromptLoop):
    """A game played or refereed in plain text. ``printed`` is the number of events printed so far.

    ``mark`` precedes an event that is not a roll. ``standing`` are the standing orders that the
    game follows.
    """

    game: Game
    retry = "! Answer again (for a roll, press Enter), or type quit."
    mark = "  * "
    standing = standing_orders.StandingOrders()

    def __init__(self, game: Game, source: IO[str], say: Say, help: str, printed: int = 0) -> None:
        super().__init__(game, source, say, help, printed)
        #: The number of answers before each one typed.
        self.typed: list[int] = []
        #: The message printed last about data that may not be on disk (``SaveWriter.doubt``).
        self._doubt_printed = ""
        #: Indexes of the events of decisions that the officers made.
        self._by_officers = deciders.decided_by_officers(game)
        self.words |= {
            "plan": self.repeat,
            "ship": self._ship,
            "sky": self._sky,
            "log": self._log,
            "undo": self._undo,
        }

    def run(self) -> bool:
        """Play until the game is over (True) or the player leaves (False). Raises Unsaved if it is
        not saved.
        """
        over = super().run()
        if over:
            self._print_outcome()
        return over

    def _print_outcome(self) -> None:
        from picket_duty.facts import facts_of

        state = self.game.state
        weapons = weapon_hits(facts_of(self.game).whole.days)
        outcome = outcome_words(state, self.game.tables)
        self.show(["", f"{outcome}.", fought_words(state.records, weapons)])

    def undone(self) -> None:
        """Note that the game was undone to an earlier point, whose events have all been printed."""
        self.printed = len(self.game.events)
        self._by_officers.intersection_update(range(self.printed))

    # -- questions and answers ------------------------------------------------------

    def rolls_unasked(self, roll: Roll) -> bool:
        """Whether the program makes a roll without asking."""
        raise NotImplementedError

    def decision(self, choice: Choice, text: str) -> Answer | None:
        """The answer that a typed line gives to a choice, None if it gives none yet. Raises
        Illegal.
        """
        return decision_of(self.game.play, choice, text)

    def dice_typed(self, roll: Roll, text: str) -> list[int]:
        """The dice that a typed line gives to a roll. Raises Illegal."""
        return dice_of(text)

    def take_line(self, request: Request) -> None:
        """Roll without asking, or read a line and use it as an answer or word command. Raises
        Illegal, SaveError.
        """
        if isinstance(request, Roll) and self.rolls_unasked(request):
            self.unasked(self.game.roll)
        else:
            super().take_line(request)

    def unasked(self, act: Callable[[], object]) -> None:
        """Act without asking. But if the last answer could not be saved, ask for Enter before the
        next try; a word command is then carried out instead.
        """
        text = self.ask() if self.unsaved else ""
        if not text or not self.carry_out(text):
            act()
            self.unsaved = ""

    def answer(self, request: Request, text: str) -> None:
        """Use a line as an answer. Raises Illegal, SaveError."""
        before = len(self.game.answers)
        if not isinstance(request, Roll):
            decision = self.decision(request, text)
            if decision is None:
                return
            self.game.answer(decision, deciders.PLAYER)
            self.typed.append(before)
        elif text == AUTO:
            self.game.roll()
            self.typed.append(before)
        else:
            self._enter(request, self.dice_typed(request, text))
        self.unsaved = ""

    def by_officers(self, order: Answer) -> None:
        """Give an answer of the standing orders. Raises SaveError."""
        first = len(self.game.events)
        self.game.answer(order, deciders.OFFICERS)
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
        # If the dice do not divide into rolls, or there are none, the game says how many it needs.
        size = len(dice) if len(dice) % size else size
        for first in range(0, len(dice) or 1, size):
            if first and not self._is_roll_like(roll):
                left = " ".join(map(str, dice[first:]))
                if first == size and self.game.state.setup.undo != UNDO_DICE:
                    self.game.undo(len(self.game.answers) - begun)
                    self.undone()
                    raise Illegal(f"{what}: enter {count(size, 'die', 'dice')}, not {len(dice)}")
                raise Illegal(f"{what}: no more dice are needed. Not used: {left}.")
            before = len(self.game.answers)
            self.game.answer(dice[first : first + size])
            self.typed.append(before)

    def _is_roll_like(self, roll: Roll) -> bool:
        """Whether a roll of the same kind is requested now, and the player makes it."""
        wanted = self.game.request
        if not isinstance(wanted, Roll) or self.rolls_unasked(wanted):
            return False
        return wanted.purpose is roll.purpose and wanted.faces == roll.faces

    # -- events -----------------------------------------------------------------------

    def summaries(self, first: int) -> Iterator[tuple[int, list[str]]]:
        """Indexes of events, each with the lines printed before that event; ``first`` is the number of
        events before the last answer.
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
        # A summary may also come after the last event.
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
            if deciders.still_sends_nobody(self.game.events, index, self._by_officers):
                return ""
            return f"{self._mark(event)}{text_of(officers_line(event, self.game.tables))}"
        text = log_words(event, self.game.tables)
        return f"{self._mark(event)}{text}" if text else ""

    def _mark(self, event: Event) -> str:
        if isinstance(event, PhaseBegun):
            return PHASE_MARK
        if isinstance(event, WaveBegun):
            return PART_MARK
        return "    " if isinstance(event, Roll) else self.mark

    def _ship(self, rest: str) -> None:
        from picket_duty.pages.choices import WIDTH
        from picket_duty.pages.formats import text_lines
        from picket_duty.pages.ships import ship_record

        state = self.game.state
        self.show(filter(None, text_lines(ship_record(state.ship, state, self.game.tables), WIDTH)))
        if crew := crew_words(state.ship.crew, state.setup):
            self.say(crew)

    def _sky(self, rest: str) -> None:
        state = self.game.state
        self.show(
            [short_plane_words(plane) for plane in state.air.planes] or ["No planes in sight"]
        )
        if state.air.waves:
            self.say(f"Still to come: {to_come_words([len(wave) for wave in state.air.waves])}")

    def _log(self, rest: str) -> None:
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Illegal(f"log {rest}: type the number of lines, for example log 40")
        backwards = filter(None, map(self._line, reversed(range(len(self.game.events)))))
        lines = list(islice(backwards, min(int(rest or LOG_LINES), len(self.game.events))))
        self.show(reversed(lines) if lines else ["Nothing has happened yet"])

    def _undo(self, rest: str) -> None:
        own = deciders.last_own_decision(self.game, self.standing)
        if own is None:
            raise Illegal(deciders.nothing_to_undo(self.game))
        self.game.undo(len(self.game.answers) - own.answers_before)
        self.undone()
        self.say(f"{self.mark}{log_words(self.game.events[-1], self.game.tables)}")
