"""The run of a battle: beat after beat, what is played or shown next, and whether it waits for a key or for time.

It rolls what nobody else rolls, gives the standing orders, and stops for whatever wants the player. It knows no clock
and no screen: whoever runs it waits as long as a beat says, or for a key, and then finishes it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

import msgspec

from picket_duty.book.vocabulary import CREW, DAMAGE, DIVE, SPECIAL_ATTACK
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import SHIP_LOST, STRUCK, UNDER, Standing, halt, standing_answer
from picket_duty.events import Event, Leave, NewShip, TurnEnd
from picket_duty.facts import day_facts, wave_at
from picket_duty.facts.fight import goes_on, in_fight
from picket_duty.game import Game
from picket_duty.requests import Answer, Choice, Request, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.setup import is_players
from picket_duty.state import QUIET
from picket_duty.text.headlines import (
    CRIPPLED,
    DAY_OVER,
    EXPLOSION,
    LEAVES,
    LOST,
    RELIEVED,
    STRIKES,
    Headline,
    headlines_since,
    quiet_phase,
)
from picket_duty.text.wave_card import WaveCard, card_due
from picket_duty.tui.settings import ALWAYS, EVENTS
from picket_duty.tui.speed import FAST, GRAVE, STEP, WATCH, WATCHED, Durations, same_step, step_seconds

#: What a beat is: rolls to be made, a standing order to be given; what was rolled is read; a line, a card or a page to
#: be shown; the staff in command calls; the player is asked; the game is over.
ROLLS, ORDER, READ, HEADLINE, CARD, DAY, SHIP, CALL, ASK, OVER = (
    "rolls", "order", "read", "moment", "card", "day", "ship", "call", "ask", "over",
)  # fmt: skip
PLAYED = (ROLLS, ORDER)
#: Beats that whoever goes on to the next moment passes over.
PASSED = (*PLAYED, READ)
#: Moments that wait for the player; in a campaign a ship that is lost or leaves has a page, which waits.
GREAT, PAGED = (EXPLOSION, CRIPPLED, LOST, LEAVES), (LOST, LEAVES)
#: Moments that come when the wave is over.
AFTERWARDS = (LEAVES, RELIEVED, DAY_OVER)
#: The moment that says more of why the staff calls.
CALLED_FOR = {STRUCK: STRIKES, SHIP_LOST: LOST}
#: Rolls that are read when they are made: whoever came aboard, and whether she stays afloat.
TOLD = (CREW, *GRAVE)


class Step(NamedTuple):
    """What is played or shown now. ``seconds`` is how long it lasts, None where it waits for the player.

    ``answer`` is that of a standing order, ``moment`` a line over the board, ``card`` that of a wave, ``words`` the
    date of a day or why the staff calls, ``ships`` the events of a ship that left and of one that came. ``seen`` is how
    many of the game's events the panels show meanwhile, None for all: of a wave that is over nothing that came after.
    """

    kind: str
    seconds: float | None = None
    answer: Answer = None
    moment: Headline | None = None
    card: WaveCard | None = None
    words: str = ""
    ships: tuple[Event, ...] = ()
    seen: int | None = None


#: The standing order that the captain's going in falls under.
RELIEF = "relief"
#: What the staff may be told to see to: a phase, the waves come so far, and whether the last is still being fought.
Scope = tuple[str, int, bool]


class Autoplay:
    """A game being played. ``beat`` is what comes now; ``recent`` the moments since the player's last order.

    ``held`` says that no beat is finished by time.
    """

    def __init__(
        self, game: Game, speed: str = STEP, standing: Standing | None = None, daily: str = EVENTS,
        lengths: Durations = WATCHED,
    ) -> None:  # fmt: skip
        self.game = game
        self.speed = speed
        self.standing = standing or Standing()
        self.daily = daily
        self.lengths = lengths
        #: Whether a roll waits for the player though he need not make it: the lesson says something to it.
        self.waits: Callable[[Request], bool] = lambda _: False
        self.recent: list[Headline] = []
        self.held = False
        self._told_days: set[str] = set()
        self.begin()

    def begin(self) -> None:
        """Take the game up as it stands: what happened before has been told."""
        self._shows: deque[Step] = deque()
        self._seen = len(self.game.events)
        today = self.game.state.date.isoformat()
        self._told_days = {day for day in self._told_days if day < today}
        #: Days that are over but for their evening's orders.
        self._days = [today] if (day := day_facts(self.game, today)) is not None and day.end is not None else []
        self._left: list[Event] = []
        self._trusted: Scope | None = None
        self._called: set[tuple[str, Scope | None]] = set()
        #: What happened in a blow that is not over: the staff calls when it is.
        self._uncalled: list[Event] = []
        self.recent = []
        self.step = self._next()

    # -- going on -----------------------------------------------------------------

    def finish(self, whole: bool = False) -> None:
        """Finish the beat: play it, or take away what it shows; ``whole`` plays every plane's at once.

        Raises what the game raises where an answer cannot be saved; the beat then stands.
        """
        if self.step.kind == ROLLS:
            self._roll(whole)
        elif self.step.kind == ORDER:
            self._answer(self.step.answer)
        self.step = self._next()

    def to_next_headline(self) -> None:
        """Play on to whatever is shown or asked next, or to a blow that has struck."""
        self.finish(whole=True)
        while self.step.kind in PASSED and not self._struck():
            self.finish(whole=True)

    def answer(self, value: Answer) -> None:
        """The player's answer to what he is asked. Raises Illegal, SaveError."""
        self.recent = []
        self._answer(value)
        self.step = self._next()

    def throw(self) -> None:
        """Make the roll that waits for the player. Raises SaveError."""
        self.recent = []
        self.game.roll()
        self._happened()
        self.step = self._next()

    def very_well(self) -> None:
        """The staff answers this and what else the wave asks, or its damage control; relief is the captain's own."""
        self.recent = []
        self._trusted = self._scope()
        self.step = self._next()

    def can_delegate(self) -> bool:
        """Whether a decision is wanted that ``very_well`` answers."""
        request = self.game.request
        return self.step.kind == ASK and isinstance(request, Choice) and UNDER[request.decision] != RELIEF

    def after(self) -> str:
        """What Enter leads to after a page, in a word or two."""
        if self._shows:
            return "on"
        if self.game.over:
            return "the outcome"
        return "your decision" if isinstance(self.game.request, Choice) else "the next day"

    def set_speed(self, speed: str) -> None:
        """Another speed, from this beat on."""
        self.speed = speed
        self._again()

    def set_standing(self, standing: Standing) -> None:
        """Other standing orders, from this beat on."""
        self.standing = standing
        self._again()

    def _again(self) -> None:
        if self.step.kind in (*PLAYED, ASK):
            self.step = self._next()
        elif self.step.moment is not None:
            self.step = self.step._replace(seconds=self._length_of(self.step.moment))

    # -- what comes now -------------------------------------------------------------

    def _next(self) -> Step:
        if self._shows:
            return self._shows.popleft()
        request = self.game.request
        if request is None:
            return Step(OVER)
        if isinstance(request, Choice):
            order = self._order()
            return Step(ASK) if order is None else Step(ORDER, self._timed(self.lengths.roll) or 0, answer=order)
        if self.speed == STEP or self._is_players(request) or self.waits(request):
            return Step(ASK)
        length = self.lengths.moment if self._struck() else step_seconds(request, self.lengths)
        return Step(ROLLS, self._timed(length) or 0)

    def _timed(self, seconds: float) -> float | None:
        """How long something lasts that has its time at the speed watch alone; it waits for a key at the others."""
        return seconds if self.speed == WATCH else None

    def _order(self) -> Answer | None:
        """The answer of the standing orders, or of the staff where it was told to see to it."""
        request = self.game.request
        if not isinstance(request, Choice):
            return None
        if self._trusted == self._scope() and UNDER[request.decision] != RELIEF:
            return decide(self.game.play, request)
        return standing_answer(self.game, self.standing)

    def _scope(self) -> Scope | None:
        request = self.game.request
        if request is None:
            return None
        fighting = request.wave is not None and in_fight(request, request.wave)
        return (request.phase, self.game.state.air.wave, fighting)

    def _is_players(self, roll: Roll) -> bool:
        return is_players(roll, self.game.state.setup.dice)

    def _struck(self) -> bool:
        """Whether a plane or its weapon has just found the ship: where it strikes is rolled next."""
        request, last = self.game.request, self.game.events[-1] if self.game.events else None
        if not isinstance(request, Roll) or not isinstance(last, Roll):
            return False
        return request.purpose is DAMAGE and last.purpose in (DIVE, SPECIAL_ATTACK)

    # -- playing ----------------------------------------------------------------------

    def _roll(self, whole: bool) -> None:
        first = self.game.request
        assert isinstance(first, Roll)
        self.game.roll()
        self._happened()
        while not self._shows and isinstance(then := self.game.request, Roll):
            if self._is_players(then) or self.waits(then) or not same_step(first, then, whole):
                return
            self.game.roll()
            self._happened()

    def _answer(self, value: Answer) -> None:
        self.game.answer(value)
        self._happened()

    # -- what is shown of it -------------------------------------------------------------

    def _happened(self) -> None:
        """What the answer given last brought: its moments, a call, a wave that is over, a day, a ship."""
        first, self._seen = self._seen, len(self.game.events)
        happened = self.game.events[first:]
        card, moments = self._card(first), self._moments(first)
        seen = None if card is None or card.card is None else card.card.over
        self._shows += [step if step.seen else step._replace(seen=seen) for step in moments if not _is_after(step)]
        self._call(happened, seen)
        self._shows += [] if card is None else [card]
        self._shows += [step for step in moments if _is_after(step)]
        self._read(happened)
        if not self.game.state.scenario:
            self._day(happened)
            self._ship(happened)

    def _moments(self, first: int) -> list[Step]:
        """The lines of its moments; at the speed watch how a phase without a raid begins is one of them."""
        told = headlines_since(self.game, first)
        told = [one for one in told if one.kind != DAY_OVER or self._is_day_worth_a_line(first)]
        self.recent += told
        if self.speed == FAST:
            return []
        found = [Step(HEADLINE, self._length_of(moment), moment=moment) for moment in told]
        if self.speed == WATCH and self.game.state.scenario and self.game.history:
            quiet = quiet_phase(self.game, first)
            found[:0] = [Step(HEADLINE, self.lengths.moment, moment=moment, seen=seen) for seen, moment in quiet]
        return found

    def _length_of(self, moment: Headline) -> float | None:
        """The greatest moments wait for the player, unless the staff in command calls him for them."""
        great = moment.kind in GREAT and (bool(self.game.state.scenario) or moment.kind not in PAGED)
        return None if great and not self.standing.commands else self._timed(self.lengths.moment)

    def _read(self, happened: list[Event]) -> None:
        """Some rolls are read before play goes on."""
        last = next((event for event in reversed(happened) if isinstance(event, Roll)), None)
        if self.speed == WATCH and last is not None and last.purpose in TOLD and not self._is_same(last):
            self._shows.appendleft(Step(READ, self.lengths.moment))

    def _is_same(self, last: Roll) -> bool:
        """Whether the next roll is of the beat of the last one."""
        request = self.game.request
        return isinstance(request, Roll) and same_step(last, request, whole=True)

    def _is_day_worth_a_line(self, first: int) -> bool:
        """Whether the end of a day is a moment: she was attacked, and no page tells of it."""
        day = next(_date(event) for event in self.game.events[first:] if isinstance(event, TurnEnd))
        state = self.game.state
        paged = not state.scenario and (self.daily == ALWAYS or _suffered(self.game, day))
        return state.records.calendar.get(day, QUIET) != QUIET and not paged

    def _call(self, happened: list[Event], seen: int | None) -> None:
        """The staff in command calls the captain, once for each reason of a wave or of the time after it.

        It waits till all that follows from a blow is rolled. A ship that leaves her duty has a page, which stops as
        well; where the campaign ends with her there is none.
        """
        self._uncalled += happened
        if goes_on(self.game.events, self.game.request):
            return
        happened, self._uncalled = self._uncalled, []
        paged = not self.game.over and not self.game.state.scenario and any(isinstance(one, Leave) for one in happened)
        why = halt(self.game, happened) if self.standing.commands and not paged else ""
        if not why or (why, self._scope()) in self._called:
            return
        self._called.add((why, self._scope()))
        told = next((one for one in reversed(self.recent) if one.kind == CALLED_FOR.get(why)), None)
        words = why if told is None else told.words if why == SHIP_LOST else f"{why}: {told.words}"
        self._shows.append(Step(CALL, words=words, seen=seen))

    def _card(self, first: int) -> Step | None:
        """The card of a wave whose fight is over; one that did the ship no harm passes by itself."""
        card = card_due(self.game, first)
        if card is None or (self.standing.commands and self.speed == FAST):
            return None
        wave = wave_at(self.game.events, first)
        suffered = wave is not None and any(blow.suffered for blow in wave.blows)
        passes = self.standing.commands or not (card.strikes or suffered)
        if self.game.history:
            from picket_duty.reports.dice_luck import expected_strikes

            card = msgspec.structs.replace(card, expected=expected_strikes(self.game))
        return Step(CARD, self._timed(self.lengths.card) if passes else None, card=card, seen=card.over)

    def _day(self, happened: list[Event]) -> None:
        """The page of a day that is over, where she suffered or was honoured.

        It comes before the page of the ship that leaves; a day on which she is lost has that page alone.
        """
        for event in happened:
            if isinstance(event, TurnEnd | Leave) and (day := _date(event)) not in (*self._told_days, *self._days):
                self._days.append(day)
        request = self.game.request
        left = any(isinstance(event, Leave) for event in happened)
        lost = any(isinstance(event, Leave) and event.reason == SUNK for event in happened)
        for day in list(self._days):
            if request is None or left or request.phase[: len(day)] != day:
                self._days.remove(day)
                self._told_days.add(day)
                told = not lost and (_suffered(self.game, day) or self._is_honoured(day))
                if self.daily == ALWAYS or told:
                    self._shows.append(Step(DAY, words=day))

    def _is_honoured(self, day: str) -> bool:
        """Whether honours were granted at the end of a day."""
        from picket_duty.reports.awards import honours_on

        return self.game.history and bool(honours_on(self.game, day))

    def _ship(self, happened: list[Event]) -> None:
        """The page of the ship that takes the duty, and of the one before her."""
        self._left += [event for event in happened if isinstance(event, Leave)]
        came = [event for event in happened if isinstance(event, NewShip)]
        if came:
            self._shows.append(Step(SHIP, ships=(*self._left[-1:], *came)))
            self._left = []


def _is_after(step: Step) -> bool:
    return step.moment is not None and step.moment.kind in AFTERWARDS


def _date(event: Event) -> str:
    return event.phase.partition("/")[0]


def _suffered(game: Game, date: str) -> bool:
    day = day_facts(game, date)
    return day is not None and day.suffered
