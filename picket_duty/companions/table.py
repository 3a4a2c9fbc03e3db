"""A companion game in play: state, events, and the requests of its rules.

The game itself is on the table; the program knows only what was entered, so the state of each game
is small.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Mapping
from functools import cache
from pathlib import Path
from typing import Any, Generic, TypeVar

import msgspec

from picket_duty.charts.toml_files import read_toml
from picket_duty.charts.words import column_label, printed_words
from picket_duty.companions.companion import Companion
from picket_duty.events import BaseEvent, DecisionMade, Event, JsonObject
from picket_duty.game import AnyGame
from picket_duty.requests import ONE, Choice, Decision, Option, Request, Roll
from picket_duty.state import BASIC, TABLE, Setup

T = TypeVar("T")
Procedure = Generator[Request, Any, T]
#: Steps of play: the set-up, a move, none after the end.
SET_UP = "set-up"
MOVE = "move"
OVER = "over"
YES = "yes"
NO = "no"
#: A new game has these options, which older saves lack: one for each revision of the questions, the
#: oldest first. From the first on, nothing with only one answer is asked. From the second on,
#: Island War checks units by kind, and the American opponent plans.
REVISIONS = ("revised", "revised-2")
#: The upper limit of any number read off the map.
MOST = 999
#: The first day of a game that has no calendar: that of the landing.
LANDING = datetime.date(1945, 4, 1)


@cache
def questions(game: str) -> dict[str, Decision]:
    """The questions of a game by id."""
    table = read_toml(Path(__file__).parent / "questions" / f"{game}.toml")
    return {
        about: msgspec.convert({"id": about, "kind": ONE, **fields}, Decision)
        for about, fields in table.items()
    }


def add_to(counts: dict[str, int], name: str, number: int = 1) -> None:
    """Add a number to one of some counts by name."""
    counts[name] = counts.get(name, 0) + number


class RefereeRemark(BaseEvent, tag="told"):
    """A remark of the referee; ``head`` for a heading, ``side`` is the only side that may read it,
    empty for both.
    """

    text: str
    head: bool = False
    side: str = ""


class Headline(BaseEvent, tag="headline"):
    """What an attack or the computer's impulse came to, in a sentence; screens show it above the
    log.
    """

    text: str


class TableState(msgspec.Struct):
    """The state of every companion game; ``seat`` is the side that may look while the other looks
    away, or empty.
    """

    setup: Setup
    move: int = 1
    step: str = MOVE
    seat: str = ""
    outcome: str = ""

    def label(self) -> str:
        """The next step as saves name it."""
        if self.step == SET_UP:
            return SET_UP
        return f"{MOVE} {self.move}"


S = TypeVar("S", bound=TableState)


class TablePlay(Generic[S]):
    """A companion game in play. Its rules change ``state``, look up in ``tables`` and report
    ``events``.
    """

    def __init__(self, state: S, tables: Companion) -> None:
        self.state = state
        self.tables = tables
        self.events: list[Event] = []
        #: The chances reported last.
        self.chances = ""

    @property
    def label(self) -> str:
        """The move in progress, with which requests and events are stamped."""
        return f"move {self.state.move}"

    @property
    def revision(self) -> int:
        """The revision of the questions that the game asks; older saves are played with the former
        ones.
        """
        return sum(option in self.state.setup.options for option in REVISIONS)

    def emit(self, event: BaseEvent) -> None:
        """Report what happened, stamped with the move."""
        event.phase = self.label
        self.events.append(event)

    def say(self, text: str, head: bool = False, side: str = "") -> None:
        """Report a remark to both players or to one side only."""
        self.emit(RefereeRemark(text=text, head=head, side=side))

    def say_chances(self, outcomes: Iterable[str]) -> None:
        """Report the chance of each outcome before a throw, given the outcomes of all equally
        likely dice.
        """
        self.chances = ", ".join(f"{words} {share}" for words, share in shares_of(outcomes).items())
        self.say(f"Chances: {self.chances}")

    def ask(self, roll: Roll) -> Roll:
        """A roll to yield; the yield returns its row."""
        roll.phase = self.label
        return roll

    def question(self, about: str | Decision, fields: dict[str, str]) -> Decision:
        """A question of the game by its id, with its fields filled in."""
        if isinstance(about, Decision):
            return about
        # The questions are those of the game that overrides no other.
        decision = questions(self.tables.folders[-1].name)[about]
        if not fields:
            return decision
        return msgspec.structs.replace(decision, words=decision.words.format(**fields))

    def choose(self, about: str | Decision, *options: Option, **fields: str) -> Procedure[str]:
        """Ask for one of some options."""
        decision = self.question(about, fields)
        return str((yield from self._answer(Choice(decision, options))))

    def confirm(self, about: str, **fields: str) -> Procedure[bool]:
        """Ask a question of yes or no."""
        answer = yield from self.choose(about, Option(YES, "Yes"), Option(NO, "No"), **fields)
        return answer == YES

    def number(self, about: str | Decision, least: int, most: int, **fields: str) -> Procedure[int]:
        """Ask for a number that the players read off the map, or return the only one possible."""
        if least == most and self.revision:
            return least
        decision = self.question(about, fields)
        return int((yield from self._answer(Choice(decision, least=least, most=most))))

    def read_label(self, about: str, *options: Option) -> Procedure[str]:
        """Ask for a label on the map, such as that of a hexagon, or for one of some options."""
        return (yield from self.choose(about, *options))

    def _answer(self, choice: Choice) -> Procedure[Any]:
        choice.phase = self.label
        answer = yield choice
        texts = {option.value: option.text for option in choice.options}
        made = DecisionMade(
            kind=choice.kind,
            about=choice.about,
            rule=choice.rule,
            answer=answer,
            words=texts.get(answer, str(answer)),
        )
        self.emit(made)
        return answer


P = TypeVar("P", bound=TablePlay[Any])
_ENCODER = msgspec.json.Encoder(order="deterministic")


class TableSystem(Generic[S, P]):
    """The rules of a companion game as the game loop asks for them: see
    ``picket_duty.systems.System``.
    """

    def __init__(
        self,
        state: type[S],
        play: Callable[[S, Companion], P],
        steps: Mapping[str, Callable[[P], Procedure[None]]],
        first_step: Callable[[Setup], str] = lambda setup: SET_UP,
    ) -> None:
        """``steps`` are the rules of each step of play by its name; ``first_step`` names the first
        one of a setup.
        """
        self._state = state
        self._steps = steps
        self._first_step = first_step
        self.play_of = play
        #: A state as bytes, and from its bytes. Raises msgspec.DecodeError.
        self.encode: Callable[[S], bytes] = _ENCODER.encode
        self.decode: Callable[[bytes], S] = msgspec.json.Decoder(state).decode

    def first_state(self, tables: Companion, setup: Setup) -> S:
        """The state before the first request."""
        return self._state(setup, step=self._first_step(setup))

    def next_step(self, play: P) -> Procedure[None] | None:
        if play.state.step != OVER:
            return self._steps[play.state.step](play)
        return None

    def address(self, state: S) -> str:
        return f"{state.setup.name} {state.step} {state.move}"

    def label(self, state: S) -> str:
        return state.label()

    def begins_day(self, state: S) -> bool:
        """Always True: each step counts as a day, because saves hold the state at the start of each
        day.
        """
        return True

    def summary(self, game: AnyGame) -> JsonObject:
        """The game, how far it is, and its outcome."""
        state = game.state
        return {
            "game": state.setup.name,
            "move": state.move,
            "outcome": state.outcome or None,
            "requests": game.requests,
            "state_hash": game.state_hash,
        }

    def outcome(self, state: S) -> str:
        return state.outcome


def shares_of(outcomes: Iterable[str]) -> dict[str, str]:
    """The chance of each outcome, given the outcomes of all equally likely dice; rounded to a sum
    of 100%.
    """
    numbers = Counter(outcomes)
    whole = {words: 100 * number // numbers.total() for words, number in numbers.items()}
    # What rounding down leaves goes to the largest remainders.
    remainders = sorted(numbers, key=lambda words: -(100 * numbers[words] % numbers.total()))
    for words in remainders[: 100 - sum(whole.values())]:
        whole[words] += 1
    texts = {0: "<1%", 100: "100%" if len(whole) == 1 else ">99%"}
    return {words: texts.get(share, f"{share}%") for words, share in whole.items()}


def new_setup(tables: Companion, seed: int, options: tuple[str, ...] = ()) -> Setup:
    """The setup of a new game."""
    first = tables.book.days[0] if tables.book.days else LANDING
    return Setup(
        kind=TABLE,
        name=tables.name,
        level=BASIC,
        seed=seed,
        start=first,
        ship_class="",
        options=options,
    )


def is_visible(event: Event, seat: str) -> bool:
    """Whether the side that is looking (empty for both) may read an event."""
    return not isinstance(event, RefereeRemark) or event.side in ("", seat)


def rolled_words(roll: Roll) -> str:
    """A finished roll as text: its purpose, dice and result."""
    words = f"{roll.purpose.words}: {' '.join(map(str, roll.dice))}"
    if roll.column is not None:
        words += f" in column {column_label(roll.chart, roll.column)}"
    if roll.result is not None and roll.column:
        result = printed_words(roll.chart, roll.result, roll.column)
        words += f", {result}" if result else ""
    return words
