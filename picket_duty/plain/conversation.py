"""A game in lines of text: what happens is told, what is wanted is asked for, words typed show or steer.

The line mode and the referee are both this one loop; each adds its own words and says who rolls.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import IO

import msgspec

from picket_duty.events import Chosen, Ended, Event, PhaseBegun, WaveBegun
from picket_duty.game import Game
from picket_duty.plain.parsing import decision_of, dice_of
from picket_duty.requests import ASSIGN, Answer, Illegal, Request, Roll
from picket_duty.saves import SaveError
from picket_duty.text import count, log_text, outcome_lines, plane_line, repeats_a_roll, ship_lines
from picket_duty.text.names import to_come_words
from picket_duty.text.wave_card import WaveCard, card_due

#: Said before every line read; the only thing said that does not end its line.
PROMPT = "> "
#: What stands before the head of a phase, and of the page of a day.
PHASE_MARK = "=== "
#: Lines that ``log`` shows where no number is typed.
LOG_LINES = 20
#: Said where an answer cannot be saved, at first and then.
HOW_ON = "! the answer, or Enter for a roll, tries again; quit leaves"
STILL = "! still not saved"
HELP = """\
  a number, or a word    an option
  1=2 3=1                the whole fire plan: slot 1 at plane 2, slot 3 at plane 1; men: job 1 gets 2 men
  {"5in-1": 1}           the same as JSON, which counts planes from 0
  go                     nobody fires, nobody works
  3 4                    dice, singly; those of a whole battery in one line, as 3 4 6 1 2 2
  auto, y                what the staff would order; for dice, auto: the computer rolls
  plan, again            what is wanted, once more
  ship, sky              the ship's sheet, the planes
  log, log 40            the last lines told
  undo                   back to the last decision
  quit                   leave; the game is saved after every answer"""

#: Says one line, whatever signs stand in it.
Say = Callable[[str], None]


class Leave(Exception):
    """The player leaves the game."""


class Unsaved(Exception):
    """The player left, or the input ended, while the save could not be written; the text says why."""


class Manner(msgspec.Struct):
    """How a game is talked through: whose the dice are, what is said before a question, and the words of its own.

    ``rolls`` says whether the program makes a roll unasked. ``question`` gives the lines for a request. ``words`` are
    carried out with the rest of their line. ``before`` is called before an event is told, ``answered`` with the number
    of answers that stood before one typed. ``card`` gives the lines of a wave's card. ``decides`` answers a decision in
    the player's place, None where he is asked; ``calls`` says why what just happened wants him all the same, empty
    where it does not. ``mark`` leads an event that is no roll.
    """

    rolls: Callable[[Roll], bool]
    question: Callable[[Request], list[str]]
    words: dict[str, Callable[[str], None]] = {}
    help: str = HELP
    mark: str = "  * "
    before: Callable[[Event], None] = lambda event: None
    answered: Callable[[int], None] = lambda answers: None
    card: Callable[[WaveCard], list[str]] = lambda card: []
    decides: Callable[[], Answer | None] = lambda: None
    calls: Callable[[list[Event]], str] = lambda happened: ""


class Talk:
    """A game in conversation. ``told`` counts the events told."""

    def __init__(self, game: Game, source: IO[str], say: Say, manner: Manner, told: int = 0) -> None:
        self.game = game
        self.source = source
        self.say = say
        self.manner = manner
        self.told = told
        #: Why the last answer could not be saved, empty where it was.
        self.unsaved = ""
        self._asked: Request | None = None
        #: Whether the player was told that leaving loses the game.
        self._warned = False
        self._doubted = ""
        #: How many could be given a plane in the fire plan answered last.
        self._slots = 0
        self.words: dict[str, Callable[[str], None]] = {
            "?": self._help, "help": self._help, "plan": self._again, "again": self._again,
            "ship": self._ship, "sky": self._sky, "log": self._log, "undo": self._undo, **manner.words,
        }  # fmt: skip

    def run(self) -> bool:
        """Talk until the game is over (True) or the player leaves (False). Raises Unsaved where he must."""
        try:
            self._tell()
            while self.game.request is not None:
                first = len(self.game.events)
                self._one(self.game.request)
                happened = self.game.events[first:]
                self._tell(card_due(self.game, first))
                self._call(happened)
        except Leave:
            if self.unsaved:
                raise Unsaved(self.unsaved) from None
            return False
        self.say("")
        self.show(outcome_lines(self.game.state, self.game.tables))
        return True

    def show(self, lines: Iterable[str]) -> None:
        """Say several lines."""
        for line in lines:
            self.say(line)

    def read(self) -> str:
        """A line typed. Raises Leave where the input ends or says quit."""
        while line := self.source.readline():
            if line.strip() != "quit":
                return line.strip()
            if self._may_leave():
                break
        raise Leave

    def _may_leave(self) -> bool:
        """Whether the game is in a file, or the player was told once that it is in none."""
        why = self.game.journal.unsaved() if self.game.journal is not None and not self._warned else ""
        self._warned = bool(why)
        if why:
            self.say(f"! The game is NOT saved: {why}. quit once more leaves and loses it")
        return not why

    def taken_back(self) -> None:
        """The game stands at an earlier place: what happened till there has been told."""
        self.told = len(self.game.events)

    def _one(self, request: Request) -> None:
        """One request: rolled unasked, answered, or a word carried out; what is wrong with a line is said."""
        try:
            order = None if isinstance(request, Roll) else self.manner.decides()
            if order is not None or (isinstance(request, Roll) and self.manner.rolls(request)):
                if not self.unsaved or self._tries_again():
                    self.game.roll() if order is None else self.game.answer(order)
                    self.unsaved = ""
                return
            self._ask(request)
            self.say(PROMPT)
            text = self.read()
            if not self._carry_out(text):
                self._answer(request, text)
                self.unsaved = ""
        except SaveError as error:
            self._cannot_save(str(error))
        except Illegal as error:
            self.say(f"! {error}")

    def _call(self, happened: list[Event]) -> None:
        """The staff in command calls: the player reads on by Enter, or has a word. Raises Leave."""
        why = self.manner.calls(happened)
        if not why:
            return
        self.say(f"Captain, {why}. Press Enter to let the staff go on, or give orders, or quit.")
        while True:
            self.say(PROMPT)
            text = self.read()
            if text in ("", "auto"):
                return
            try:
                if not self._carry_out(text):
                    self.say(f"! {text}: nothing is asked now")
            except (Illegal, SaveError) as error:
                self.say(f"! {error}")

    def _tries_again(self) -> bool:
        """A roll of the program's own that could not be saved waits for a line typed; False for a word carried out."""
        self.say(PROMPT)
        text = self.read()
        return not text or not self._carry_out(text)

    def _cannot_save(self, why: str) -> None:
        """Say once why nothing goes on, then only that it still does not; the request stands."""
        self.show([STILL] if why == self.unsaved else [f"! {why}", HOW_ON])
        self.unsaved = why

    def _ask(self, request: Request) -> None:
        """What is wanted, once; a question that stands is not repeated."""
        if request is not self._asked:
            self._asked = request
            self.show(self.manner.question(request))

    def _carry_out(self, text: str) -> bool:
        """Carry out a word that is no answer; False where it is one."""
        word, _, rest = text.partition(" ")
        if not word:
            self.say("! nothing entered; ? for help")
            return True
        if word not in self.words:
            return False
        self.words[word](rest.strip())
        return True

    def _answer(self, request: Request, text: str) -> None:
        before = len(self.game.answers)
        if not isinstance(request, Roll):
            self.game.answer(decision_of(self.game, request, text))
            self._slots = len(request.slots)
        elif text == "auto":
            self.game.roll()
        else:
            self._enter(request, dice_of(text))
            return
        self.manner.answered(before)

    def _enter(self, roll: Roll, dice: list[int]) -> None:
        """Dice for this roll and, where more are typed, for those of its kind that follow it: a whole battery at once.

        Raises Illegal where a die cannot be, or where some are left when no such roll is wanted any more.
        """
        size = len(roll.faces)
        # Where they are no whole number of rolls, the game says what it wants.
        size = len(dice) if len(dice) % size else size
        for first in range(0, len(dice) or 1, size):
            wanted = self.game.request
            if not isinstance(wanted, Roll) or not self._goes_on(roll, wanted):
                left = " ".join(map(str, dice[first:]))
                raise Illegal(f"no more dice for {roll.purpose.words.lower()} are wanted; not entered: {left}")
            before = len(self.game.answers)
            self.game.answer(dice[first : first + size])
            self.manner.answered(before)

    def _goes_on(self, roll: Roll, wanted: Roll) -> bool:
        """Whether a roll is one of the same kind, with the same dice, and the player's."""
        alike = wanted.purpose is roll.purpose and wanted.faces == roll.faces
        return wanted is roll or (alike and not self.manner.rolls(wanted))

    def _tell(self, card: WaveCard | None = None) -> None:
        """What has happened since, the card of a wave where its fight ended."""
        events = self.game.events
        self.told = min(self.told, len(events))
        while self.told < len(events):
            if card is not None and card.over == self.told:
                self.show(self.manner.card(card))
            self._tell_one(self.told)
            self.told += 1
        if card is not None and card.over == len(events):
            self.show(self.manner.card(card))
        self._tell_doubt()

    def _tell_one(self, place: int) -> None:
        event = self.game.events[place]
        self.manner.before(event)
        text = self._line(place)
        if text:
            self.show(["", text] if isinstance(event, PhaseBegun | WaveBegun) else [text])
        if isinstance(event, Chosen) and event.kind == ASSIGN and (idle := self._slots - len(event.answer)) > 0:
            self.say(f"{self.manner.mark}{count(idle, 'mount or marker', 'mounts and markers')} given no plane")

    def _tell_doubt(self) -> None:
        """Say once what the save does not hold for sure."""
        journal = self.game.journal
        if journal is not None and journal.doubt != self._doubted:
            self._doubted = journal.doubt
            if self._doubted:
                self.say(f"! {self._doubted}")

    def _line(self, place: int) -> str:
        """An event as it is told here: empty where it says nothing new, or what is said at the end anyway."""
        event, before = self.game.events[place], self.game.events[place - 1] if place else None
        if isinstance(event, Ended) or repeats_a_roll(event, before):
            return ""
        text = log_text(event, self.game.tables)
        return f"{self._lead(event)}{text}" if text else ""

    def _lead(self, event: Event) -> str:
        if isinstance(event, PhaseBegun):
            return PHASE_MARK
        if isinstance(event, WaveBegun):
            return "--- "
        return "    " if isinstance(event, Roll) else self.manner.mark

    # -- words ---------------------------------------------------------------------

    def _help(self, rest: str) -> None:
        self.show(self.manner.help.split("\n"))

    def _again(self, rest: str) -> None:
        self._asked = None

    def _ship(self, rest: str) -> None:
        self.show(ship_lines(self.game.state, self.game.tables))

    def _sky(self, rest: str) -> None:
        state = self.game.state
        self.show([plane_line(plane) for plane in state.air.planes] or ["The sky is empty"])
        if state.air.waves:
            self.say(f"To come: {to_come_words([len(wave) for wave in state.air.waves])}")

    def _log(self, rest: str) -> None:
        """The last lines told, as many as asked for. Raises Illegal."""
        if rest and not (rest.isascii() and rest.isdigit()):
            raise Illegal(f"log {rest}: {rest!r} is no number of lines; as log 40")
        wanted = int(rest or LOG_LINES)
        found: list[str] = []
        lines = self._backwards()
        while len(found) < wanted and (line := next(lines, "")):
            found.append(line)
        self.show(reversed(found) if found else ["Nothing has happened yet"])

    def _backwards(self) -> Iterator[str]:
        """What was told, the newest first."""
        for place in reversed(range(len(self.game.events))):
            if line := self._line(place):
                yield line

    def _undo(self, rest: str) -> None:
        self.game.undo_decision()
        self.taken_back()
        self.say(f"{self.manner.mark}{log_text(self.game.events[-1], self.game.tables)}")
