"""Plays the game forward one step at a time: makes the computer's rolls, applies standing orders, stops at decisions.

It has no clock and no screen: the battle screen waits for ``step.seconds``, or for a key when it is None, and calls
``finish``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    BEARING,
    COVERAGE,
    CREW,
    DAMAGE,
    DIVE,
    EXPLOSION,
    FDT,
    FIRE,
    FLOODING,
    GUNNERY,
    HULL,
    HULL_LOSS,
    IDENTIFY,
    LAND_RADAR,
    MORALE,
    RAID,
    RANDOM,
    REPAIR,
    SFS,
    SPECIAL_ATTACK,
    STATION,
    SUPPORT,
    UPKEEP,
    WATER_LINES,
    WEATHER,
    Topic,
)
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import (
    DELEGATED,
    OFFICERS,
    PLAYER,
    RELIEF,
    SHIP_LOST,
    STRUCK,
    OwnDecision,
    StandingOrders,
    asks_to_play_on,
    call_reason,
    decided_by_officers,
    last_own_decision,
    relief_reason,
    standing_answer,
)
from picket_duty.events import Chosen, Crew, Ended, Event, Leave, NewShip, Note, PhaseBegun, Raid, TurnEnd, Undone
from picket_duty.facts import Wave, live_facts
from picket_duty.facts.wave_facts import in_fight
from picket_duty.game import Game
from picket_duty.requests import ONE, Answer, Choice, Request, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.setup import is_players
from picket_duty.state import QUIET, State
from picket_duty.text.campaign_progress import period_days, periods_over, stage_begins_words
from picket_duty.text.control_report import ControlReport, report_brief, report_due
from picket_duty.text.headlines import (
    ARRIVES,
    CONTROL_OVER,
    CRIPPLED,
    DAY_OVER,
    LEAVES,
    LOST,
    RELIEVED,
    STAGE_BEGINS,
    STRIKES,
    WAVE_OVER,
    Headline,
    headlines_since,
    quiet_phases,
)
from picket_duty.text.headlines import (
    EXPLOSION as EXPLODES,
)
from picket_duty.text.names import title_case
from picket_duty.text.status import Succession, succession
from picket_duty.text.wave_card import card_brief, card_due
from picket_duty.tui.settings import FAST, NORMAL, STEP

#: Kinds of steps: rolls to make, a standing order to give; time to read a roll; a headline, a wave card, the damage
#: control report of a phase, the page of a day, of a ship, of a stage or of the ship's orders, the card of officers
#: killed or of quiet days to show; a call from the officers in command; a decision or roll of the player; the end of
#: the game.
ROLLS, ORDER, READ, HEADLINE, CARD, REPORT, DAY, SHIP, STAGE, ORDERS, KILLED, QUIET_DAYS, CALL, ASK, OVER = (
    "rolls", "order", "read", "headline", "card", "report", "day", "ship", "stage", "orders", "killed", "quiet", "call",
    "ask", "over",
)  # fmt: skip
#: Steps that play something; steps that ``to_next_headline`` does not stop at.
PLAYED = (ROLLS, ORDER)
SKIPPED = (*PLAYED, READ)
#: The name of a next step that is a separate page or card.
GOES_ON = "on"
#: Steps shown on a separate page or card, which waits for the player.
PAGES = (DAY, SHIP, STAGE, ORDERS, KILLED, QUIET_DAYS)
#: Number of consecutive days on duty without damage, and without a page, that are shown on a card: at most, and before
#: an attack.
QUIET_SPELL, SHORT_SPELL = 3, 2
#: The headline that waits for the player; in a campaign it has a page, which waits instead. Some are shown for longer.
DECISIVE, LONG = LOST, (STRIKES, EXPLODES, CRIPPLED, LEAVES)
#: How many times as long.
LONG_HEADLINE = 3
#: Headlines that follow the card of the wave.
AFTER_WAVE = (LEAVES, RELIEVED, ARRIVES, DAY_OVER)
#: The headline that explains a call of the officers in command, by its reason.
CALL_HEADLINES = {STRUCK: STRIKES, SHIP_LOST: LOST}
#: Rolls without a decision: consecutive ones of the same purpose share a step.
ROUTINE = frozenset(
    (CREW, STATION, FDT, SFS, LAND_RADAR, WATER_LINES, WEATHER, COVERAGE, RAID, BEARING, IDENTIFY, UPKEEP, MORALE)
)
#: Of these, each plane has its own step, so that planes appear on the plot one by one.
BY_PLANE = frozenset((BEARING, IDENTIFY))
#: Frequent rolls that matter little; rolls that decide what happens to the ship.
SHOTS = frozenset((GUNNERY, SUPPORT))
WEIGHTY = frozenset((DAMAGE, RANDOM, EXPLOSION, HULL_LOSS, FLOODING, REPAIR, FIRE))
#: Rolls that may sink her.
GRAVE = frozenset((HULL, ANCHORAGE))
#: Rolls whose result is left on screen for a while: the crew drawn, and whether the ship stays afloat.
READ_ROLLS = (CREW, *GRAVE)


class Durations(NamedTuple):
    """Durations at the speed normal, in seconds.

    ``roll``: a roll or a standing order; ``shot``: a single shot; ``plane``: a plane placed or identified;
    ``weighty``: a roll that decides what happens to the ship; ``headline``: a headline, or a roll that may sink her;
    ``card``: the card of a wave without damage; ``guard``: how long keys are ignored after autoplay stops, since they
    were meant for autoplay; ``page``: the same for a separate page, which a second press would close unread.
    """

    roll: float = 0.3
    shot: float = 0.25
    plane: float = 0.12
    weighty: float = 0.6
    headline: float = 1.0
    card: float = 4.0
    guard: float = 0.6
    page: float = 1.2


WATCHED = Durations()
#: For tests and benchmarks: nothing takes time.
AT_ONCE = Durations(0, 0, 0, 0, 0, 0, 0, 0)


class Step(NamedTuple):
    """What is being played or shown; ``seconds`` is how long it lasts, None if it waits for the player.

    ``answer`` is that of a standing order; ``words`` the date of a day page, the number of a stage or the reason of a
    call; ``ships`` the events of the ship that left and the one that arrived; ``killed`` the officers of a card.
    ``seen`` is the number of the game's events that the panels show meanwhile, None for all: during a wave card they
    show nothing later than the wave. A decision that directly follows a wave has its ``card``.
    """

    kind: str
    seconds: float | None = None
    answer: Answer = None
    headline: Headline | None = None
    card: Wave | None = None
    report: ControlReport | None = None
    words: str = ""
    ships: tuple[Event, ...] = ()
    seen: int | None = None
    killed: tuple[Succession, ...] = ()


#: What can be delegated, identified by phase, number of the wave, and whether the wave is still being fought.
Scope = tuple[str, int, bool]


class Autoplay:
    """A game being played: ``step`` is the current step, ``recent`` the headlines since the player's last order.

    While ``held`` is true the screen finishes no step by time.
    """

    #: Whether a scenario begins with its orders; not in the tutorial, which explains them itself.
    has_orders = True

    def __init__(
        self, game: Game, speed: str = STEP, standing: StandingOrders | None = None, durations: Durations = WATCHED
    ) -> None:
        self.game = game
        self.speed = speed
        self.standing = standing or StandingOrders()
        self.durations = durations
        #: Whether a roll waits for the player although the computer could make it: the tutorial explains some rolls.
        self.waits: Callable[[Request], bool] = lambda _: False
        self.recent: list[Headline] = []
        self.held = False
        #: Indexes of the events of decisions that the officers made.
        self.by_officers = decided_by_officers(game)
        #: The number of answers before the first decision that the player delegated last.
        self._handed_over = -1
        #: Whether the officers finish the game without a call; the phase in which the player chose to play on.
        self._finishing, self._plays_on = False, ""
        #: The phase whose damage control report was shown last.
        self._reported = ""
        self._days_shown: set[str] = set()
        self.begin()
        self._show_again()

    def begin(self) -> None:
        """Start from the current position; events so far are not shown again."""
        self._queue: deque[Step] = deque()
        self._event_count = len(self.game.events)
        self.by_officers.intersection_update(range(self._event_count))
        self._handed_over = -1
        today = self.game.state.date.isoformat()
        self._reported = ""
        self._days_shown = {day for day in self._days_shown if day < today}
        #: Days whose page is shown after the evening's decisions.
        self._days_pending = (
            [today] if (day := live_facts(self.game).day_of(today)) is not None and day.end is not None else []
        )
        self._departures: list[Event] = []
        #: The number of stages or months whose page was shown.
        self._periods_shown = _periods_ended(self.game.state, self.game.tables)
        self._delegated: Scope | None = None
        #: The number of answers before the officers' request for relief that the player was called for.
        self._relief_told = -1
        #: Events of a hit that is not resolved yet: the officers call when it is.
        self._pending_events: list[Event] = []
        #: The successors whose card is due when the hit is resolved.
        self._killed: list[Crew] = []
        #: The card of a wave that was not shown at the speed fast: it is, before a page or the end of the game.
        self._unseen: Wave | None = None
        #: Consecutive days on duty without damage, and without a page or card.
        self._quiet_days: list[str] = []
        self.recent = []
        self.step = self._next()

    def _show_again(self) -> None:
        """In a resumed game, show the call or the pages again that the last answer led to."""
        game = self.game
        if not game.history or not game.answers or game.over:
            return
        last = len(game.answers) - 1
        before = game.at(last)
        self._periods_shown = _periods_ended(before.state, game.tables)
        start = last
        while start and live_facts(before).blow_goes_on:
            start -= 1
            before = game.at(start)
        events = len(before.events)
        for answer in game.answers[start:]:
            before.answer(answer)
        self._event_count = len(game.events) - (len(before.events) - events)
        if any(isinstance(event, Undone) for event in game.events[self._event_count :]):
            self._event_count = len(game.events)
            return
        self._show_events()
        self._queue = deque(step for step in self._queue if step.kind == CALL or step.kind in PAGES)
        self.recent, self._relief_told = [], -1
        self.step = self._next()

    # -- keys of the player -----------------------------------------------------------------

    def finish(self, all_planes: bool = False) -> None:
        """Play the current step, or end its display; ``all_planes`` makes the rolls of all planes at once.

        Raises SaveError if an answer cannot be saved; the step then stays current.
        """
        if self.step.kind == ROLLS:
            self._roll(all_planes)
        elif self.step.kind == ORDER:
            first, handed_over = len(self.game.events), len(self.game.answers) == self._handed_over
            self._answer(self.step.answer, DELEGATED if handed_over else OFFICERS)
            self.by_officers |= {
                place for place in range(first, len(self.game.events)) if isinstance(self.game.events[place], Chosen)
            }
        self.step = self._next()

    def to_next_headline(self) -> None:
        """Play to the next step that is shown or asked, or to a hit on the ship."""
        self.finish(all_planes=True)
        while self.step.kind in SKIPPED and not self._struck():
            self.finish(all_planes=True)

    def answer(self, value: Answer) -> None:
        """Give the player's answer to the decision. Raises Illegal, SaveError."""
        self.recent = []
        self._answer(value, PLAYER)
        self.step = self._next()

    def roll(self) -> None:
        """Make the roll that waits for the player. Raises SaveError."""
        self.recent = []
        self.game.roll()
        self._show_events()
        self.step = self._next()

    def delegate(self) -> None:
        """Let the officers answer this and the other decisions of the wave, or of its damage control, except relief."""
        self.recent = []
        self._handed_over = len(self.game.answers)
        self._delegated = self._scope()
        self.step = self._next()

    def last_own_decision(self) -> OwnDecision | None:
        """The last decision that the player made or delegated, None if there is none."""
        return last_own_decision(self.game, self.standing)

    def asks_to_play_on(self) -> bool:
        """Whether the player must say first whether to play on: the station is lost."""
        asked = self.step.kind == ASK and asks_to_play_on(self.game, self.standing)
        return asked and self._plays_on != self.game.state.label

    def play_on(self, yes: bool) -> None:
        """Let the player play on, or the officers finish the game."""
        self._plays_on, self._finishing = self.game.state.label, not yes
        if not yes:
            self.set_standing(self.standing.commanded(True))

    def can_delegate(self) -> bool:
        """Whether the current step is a decision that ``delegate`` would answer."""
        request = self.game.request
        return self.step.kind == ASK and isinstance(request, Choice) and request.decision not in RELIEF

    def after(self) -> str:
        """The name of the step after a page, for its key line."""
        if self._queue:
            return GOES_ON
        if self.game.over:
            return "the outcome"
        return "your decision" if isinstance(self.game.request, Choice) else "the next day"

    def set_speed(self, speed: str) -> None:
        """Change the speed, from this step on."""
        self.speed = speed
        self._recompute()

    def set_standing(self, standing: StandingOrders) -> None:
        """Change the standing orders, from this step on."""
        self.standing = standing
        self._finishing = self._finishing and standing.commands
        self._recompute()

    def _recompute(self) -> None:
        if self.step.kind in (*PLAYED, ASK):
            self.step = self._next()
        elif self.step.headline is not None:
            self.step = self.step._replace(seconds=self._headline_seconds(self.step.headline))

    # -- the next step -------------------------------------------------------------

    def _next(self) -> Step:
        if self._queue:
            step = self._queue.popleft()
            if step.kind in PAGES and step.kind not in (KILLED, QUIET_DAYS):
                # What is on a page, or before it, is no news at the next decision.
                self.recent = []
            return Step(ASK, card=step.card) if self._asks_with(step) else step
        request = self.game.request
        if request is None:
            return Step(OVER)
        if isinstance(request, Choice):
            order = self._order()
            if order is None:
                return Step(ASK)
            if why := self._relief_call(order):
                return Step(CALL, words=why)
            return Step(ORDER, self._seconds_at_normal(self.durations.roll) or 0, answer=order)
        if self.speed == STEP or self._is_players(request) or self.waits(request):
            return Step(ASK)
        seconds = self.durations.headline if self._struck() else step_seconds(request, self.durations)
        return Step(ROLLS, self._seconds_at_normal(seconds) or 0)

    def _asks_with(self, step: Step) -> bool:
        """Whether a step is the card of a wave whose damage the player decides about next: both are shown together."""
        request = self.game.request
        asks = isinstance(request, Choice) and request.kind == ONE and self._order() is None
        return step.kind == CARD and asks and not self._queue

    def _seconds_at_normal(self, seconds: float) -> float | None:
        """The seconds at the speed normal; None at the other speeds, where a key is waited for."""
        return seconds if self.speed == NORMAL else None

    def _order(self) -> Answer | None:
        """The answer by standing orders, or by the officers if it is delegated; None if the player decides."""
        request = self.game.request
        if not isinstance(request, Choice):
            return None
        if self._delegated == self._scope() and request.decision not in RELIEF:
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
        """Whether a plane or its weapon has just hit the ship, and the roll for the place is next."""
        request, last = self.game.request, self.game.events[-1] if self.game.events else None
        if not isinstance(request, Roll) or not isinstance(last, Roll):
            return False
        return request.purpose is DAMAGE and last.purpose in (DIVE, SPECIAL_ATTACK)

    # -- playing ----------------------------------------------------------------------

    def _roll(self, all_planes: bool) -> None:
        first = self.game.request
        assert isinstance(first, Roll)
        self.game.roll()
        self._show_events()
        while not self._queue and isinstance(then := self.game.request, Roll):
            if self._is_players(then) or self.waits(then) or not same_step(first, then, all_planes):
                return
            self.game.roll()
            self._show_events()

    def _answer(self, value: Answer, decider: str) -> None:
        self.game.answer(value, decider)
        self._show_events()

    # -- showing events -------------------------------------------------------------

    def _show_events(self) -> None:
        """Queue the steps that show the events of the last answer: headlines, a call, a wave card, pages."""
        first, self._event_count = self._event_count, len(self.game.events)
        events = self.game.events[first:]
        headlines, card = self._headlines(first), self._card(first)
        # Nothing of the days after, or of the ship that takes over, is shown before a ship has left.
        left = next((first + place + 1 for place, event in enumerate(events) if isinstance(event, Leave)), None)
        seen = left if card is None or card.card is None else card.card.end
        before_card = [step for step in headlines if not _is_after_wave(step)]
        self._queue += [step if step.seen else step._replace(seen=seen) for step in before_card]
        self._officers(first, seen)
        self._call(events, seen)
        self._queue += [] if card is None else [card]
        self._report(first)
        self._queue += [step if step.seen else step._replace(seen=left) for step in headlines if _is_after_wave(step)]
        self._read(events, left)
        if not self.game.state.scenario:
            self._quiet_over(events)
            if self.game.over and any(isinstance(event, Leave) and event.reason == SUNK for event in events):
                # The loss that ends the game is told before its day.
                self._ship(events)
                self._day(events)
            else:
                self._day(events)
                self._ship(events)
            self._stage()
            self._orders(events)
            self._stage_begins(events)
        elif self.has_orders and not self.game.base:
            self._scenario_orders(events)
        self._last_wave()

    def _last_wave(self) -> None:
        """Before the end of the game show the last wave, which no later decision or page of a day shows.

        At the speed fast the last phase without an attack is the headline above its card.
        """
        if self._unseen is None or not self.game.over:
            return
        card, self._unseen = self._unseen, None
        after = [headline for _, headline in quiet_phases(self.game, card.end or 0)] if self.game.history else []
        headline = after[-1] if after else None
        self._queue.appendleft(Step(CARD, headline=headline, card=self._with_odds(card), seen=card.end))

    def _headlines(self, first: int) -> list[Step]:
        """The headlines of the last answer; at the speed normal the start of a phase without a raid is one of them."""
        headlines = [
            headline
            for headline in headlines_since(self.game, first)
            if headline.kind != DAY_OVER or self._is_day_a_headline(first)
        ]
        self.recent += headlines
        if self.speed == FAST:
            return []
        steps = [
            Step(HEADLINE, self._headline_seconds(headline), headline=headline)
            for headline in headlines
            if headline.kind != ARRIVES  # It has a page, which follows that of the ship before her.
        ]
        if self.speed == NORMAL and self.game.state.scenario and self.game.history:
            seconds = self.durations.headline
            quiet = quiet_phases(self.game, first)
            steps[:0] = [Step(HEADLINE, seconds, headline=headline, seen=seen) for seen, headline in quiet]
        return steps

    def _headline_seconds(self, headline: Headline) -> float | None:
        """How long a headline is shown; decisive ones wait for the player unless the officers are in command."""
        if headline.kind == DECISIVE and self.game.state.scenario and not self.standing.commands:
            return None
        times = LONG_HEADLINE if headline.kind in LONG else 1
        return self._seconds_at_normal(times * self.durations.headline)

    def _read(self, events: list[Event], seen: int | None) -> None:
        """Queue a pause that shows the result of some rolls; ``seen`` as in a step."""
        last = next((event for event in reversed(events) if isinstance(event, Roll)), None)
        if self.speed == NORMAL and last is not None and last.purpose in READ_ROLLS and not self._is_same_step(last):
            self._queue.appendleft(Step(READ, self.durations.headline, seen=seen))

    def _is_same_step(self, last: Roll) -> bool:
        """Whether the next roll shares the step of the last one."""
        request = self.game.request
        return isinstance(request, Roll) and same_step(last, request, all_planes=True)

    def _is_day_a_headline(self, first: int) -> bool:
        """Whether the end of a day is a headline: the ship was attacked. In campaigns and patrols it has a page."""
        day = next(_date(event) for event in self.game.events[first:] if isinstance(event, TurnEnd))
        return self.game.state.scenario and self._was_attacked(day)

    def _was_attacked(self, day: str) -> bool:
        """Whether the ship was attacked on a day."""
        return self.game.state.records.calendar.get(day, QUIET) != QUIET

    def _call(self, events: list[Event], seen: int | None) -> None:
        """Queue a call of the officers in command, for every hit and every other reason.

        It waits until everything that follows from a hit is rolled. There is no call when the ship leaves her station
        in a campaign or patrol, since that has a page.
        """
        self._pending_events += events
        if live_facts(self.game).blow_goes_on:
            return
        events, self._pending_events = self._pending_events, []
        leaves = any(isinstance(event, Leave) for event in events)
        has_page = leaves and not self.game.state.scenario
        why = call_reason(self.game, events) if self.standing.commands and not has_page else ""
        why = "" if self._finishing else why
        if not why:
            return
        recent = reversed(self.recent)
        headline = next((headline for headline in recent if headline.kind == CALL_HEADLINES.get(why)), None)
        words = why if headline is None else headline.words if why == SHIP_LOST else f"{why}: {headline.words}"
        self._queue.append(Step(CALL, words=words, seen=seen))

    def _relief_call(self, order: Answer) -> str:
        """Why the officers in command call the player before they ask for relief; empty if they do not, or did."""
        if not self.standing.commands or self._finishing or self._relief_told == len(self.game.answers):
            return ""
        self._relief_told = len(self.game.answers)
        return relief_reason(self.game, order)

    def _card(self, first: int) -> Step | None:
        """The card of a wave that is over; without damage to the ship it is timed.

        The last card of a raid waits if the officers fought the whole raid: nothing else of it has waited.
        """
        card = card_due(self.game, first)
        if card is None:
            return None
        suffered = any(blow.suffered for blow in card.blows)
        passes = self.standing.commands or not (card.strikes or suffered)
        self._unseen = None
        if passes and self.speed == FAST:
            # It is told beside the next decision, which may be one of a later phase.
            phase = self.game.events[first].phase.partition("/")[2]
            self.recent.append(Headline(WAVE_OVER, f"{title_case(phase)}: {card_brief(card)}", "title"))
            self._unseen = None if self.standing.commands else card
            return None
        unasked = card.number == card.waves and not self.standing.commands and not self._has_decided(first)
        seconds = self._seconds_at_normal(self.durations.card) if passes and not unasked else None
        card = self._with_odds(card)
        return Step(CARD, seconds, card=card, seen=card.end)

    def _has_decided(self, first: int) -> bool:
        """Whether the player, not the officers, has made a decision in the phase of the event at an index."""
        if self.step.kind == ASK and isinstance(self.game.events[first], Chosen):
            return True
        for place in range(first - 1, -1, -1):
            event = self.game.events[place]
            if isinstance(event, PhaseBegun):
                return False
            if isinstance(event, Chosen) and place not in self.by_officers:
                return True
        return False

    def _with_odds(self, card: Wave) -> Wave:
        """The card of the last wave with the hits expected in it."""
        if self.game.history:
            from picket_duty.pages.dice_luck import expected_strikes

            card.expected = expected_strikes(self.game)
        return card

    def _report(self, first: int) -> None:
        """Queue the damage control report of a phase that is over: a page of time after an attack, else a headline.

        At the speed fast only the last report of the game is shown, which no later decision shows.
        """
        report = report_due(self.game, first)
        phase = self.game.events[first].phase if report is not None else ""
        if report is None or phase == self._reported:
            return
        self._reported = phase
        headline = Headline(CONTROL_OVER, report_brief(report, self.game.tables), "title")
        self.recent.append(headline)
        if report.attacked and (self.speed != FAST or self.game.over):
            seconds = self._seconds_at_normal(self.durations.card)
            self._queue.append(Step(REPORT, seconds, report=report, seen=report.over))
        elif self.speed == NORMAL:
            self._queue.append(Step(HEADLINE, self.durations.headline, headline=headline, seen=report.over))

    def _day(self, events: list[Event]) -> None:
        """Queue the page of a finished day: at the speed fast if something happened on it, always of the last day.

        It comes before the page of a ship that leaves, but after that of a loss that ends the game. A day on which a
        ship is lost, but not the game, has only the page of the ship.
        """
        for event in events:
            # The last day of a game may end without the end of its turn.
            if isinstance(event, TurnEnd | Leave | Ended):
                day = _date(event)
                served = any(record.date == day for record in self.game.state.records.daily)
                if served and day not in self._days_shown and day not in self._days_pending:
                    self._days_pending.append(day)
        request = self.game.request
        left = any(isinstance(event, Leave) for event in events)
        lost = any(isinstance(event, Leave) and event.reason == SUNK for event in events)
        for day in list(self._days_pending):
            if request is None or left or request.phase[: len(day)] != day:
                self._days_pending.remove(day)
                self._days_shown.add(day)
                notable = not lost and (self.speed != FAST or self._is_notable(day))
                if self.game.over or notable:
                    self._queue.append(Step(DAY, words=day))
                self._quiet(day)

    def _quiet(self, day: str) -> None:
        """Queue a card after some days on duty without damage and without a page."""
        had_page = any(step.kind in PAGES for step in self._queue)
        quiet = any(record.date == day and not record.hits for record in self.game.state.records.daily)
        self._quiet_days = [*self._quiet_days, day] if quiet and not had_page else []
        if len(self._quiet_days) == QUIET_SPELL:
            if not self.game.over:
                self._queue.append(Step(QUIET_DAYS, words=self._quiet_days[0]))
            self._quiet_days = []

    def _quiet_over(self, events: list[Event]) -> None:
        """Queue the card of some quiet days before an attack; the panels show nothing of its phase meanwhile."""
        attacked = any(isinstance(event, Raid) and event.planes for event in events)
        if attacked and len(self._quiet_days) >= SHORT_SPELL:
            self._queue.appendleft(Step(QUIET_DAYS, words=self._quiet_days[0], seen=self._last_phase()))
            self._quiet_days = []

    def _orders(self, events: list[Event]) -> None:
        """Queue the orders of a ship that begins her first day on a station."""
        if not any(isinstance(event, PhaseBegun) for event in events):
            return
        for event in reversed(self.game.events[: self._last_phase()]):
            if isinstance(event, PhaseBegun):
                return
            if isinstance(event, Note) and event.topic == Topic.NEW_STATION:
                self._queue.append(Step(ORDERS))
                self._quiet_days = []
                return

    def _scenario_orders(self, events: list[Event]) -> None:
        """Queue the orders of a scenario when its first phase begins."""
        begins = any(isinstance(event, PhaseBegun) for event in events)
        if begins and sum(isinstance(event, PhaseBegun) for event in self.game.events) == 1:
            self._queue.append(Step(ORDERS))

    def _stage_begins(self, events: list[Event]) -> None:
        """Tell on its first day that a stage has begun; the orders say it too."""
        if not any(isinstance(event, PhaseBegun) for event in events) or any(
            step.kind == ORDERS for step in self._queue
        ):
            return
        words = stage_begins_words(self.game.state)
        if not words:
            return
        headline = Headline(STAGE_BEGINS, words, "title")
        self.recent.append(headline)
        if self.speed != FAST:
            seconds = self._seconds_at_normal(LONG_HEADLINE * self.durations.headline)
            self._queue.append(Step(HEADLINE, seconds, headline=headline))

    def _last_phase(self) -> int:
        """The place of the last start of a phase in the events."""
        events = self.game.events
        return next(place for place in reversed(range(len(events))) if isinstance(events[place], PhaseBegun))

    def _officers(self, first: int, seen: int | None) -> None:
        """Queue the card of the officers killed, when the hit is resolved."""
        events = self.game.events
        self._killed += [event for event in events[first:] if isinstance(event, Crew) and event.killed]
        if not self._killed or live_facts(self.game).blow_goes_on:
            return
        killed = tuple(succession(event) for event in self._killed)
        self._killed = []
        if not (self.standing.commands and self.speed == FAST):
            self._queue.append(Step(KILLED, killed=killed, seen=seen))

    def _is_notable(self, day: str) -> bool:
        """Whether a day has a page: the ship was back, attacked or harmed, or an award was granted."""
        return (
            self._was_attacked(day) or _suffered(self.game, day) or _came_back(self.game, day) or self._has_awards(day)
        )

    def _has_awards(self, day: str) -> bool:
        """Whether awards were granted at the end of a day."""
        from picket_duty.pages.awards import awards_on

        return self.game.history and bool(awards_on(self.game, day))

    def _ship(self, events: list[Event]) -> None:
        """Queue the page of the ship that left and the ship that takes over, or of the loss that ends the game."""
        self._departures += [event for event in events if isinstance(event, Leave)]
        arrivals = [event for event in events if isinstance(event, NewShip)]
        ends = self.game.over and bool(self._departures) and not self.game.state.scenario
        if arrivals or ends:
            self._queue.append(Step(SHIP, ships=(*self._departures[-1:], *arrivals)))
            self._departures = []

    def _stage(self) -> None:
        """Queue the page of a stage or month that is over: after its last day and a ship that left, before the next."""
        over = _periods_ended(self.game.state, self.game.tables)
        waits = self._departures or self._days_pending or self.game.over
        if over <= self._periods_shown or waits:
            return
        self._periods_shown = over
        stage = Step(STAGE, words=str(over))
        last = self._queue.pop() if self._queue and self._queue[-1].kind == SHIP else None
        left = tuple(event for event in last.ships if isinstance(event, Leave)) if last is not None else ()
        came = tuple(event for event in last.ships if event not in left) if last is not None else ()
        self._queue += [Step(SHIP, ships=left)] * bool(left) + [stage] + [Step(SHIP, ships=came)] * bool(came)


def _periods_ended(state: State, tables: Tables) -> int:
    """The number of stages or months whose last day has ended: that day is counted before it ends."""
    over = periods_over(state, tables)
    today = state.records.daily[-1:] if state.day_start else []
    return over - bool(over and today and today[0] in period_days(state, over))


def _is_after_wave(step: Step) -> bool:
    return step.headline is not None and step.headline.kind in AFTER_WAVE


def _date(event: Event) -> str:
    return event.phase.partition("/")[0]


def _suffered(game: Game, date: str) -> bool:
    day = live_facts(game).day_of(date)
    return day is not None and day.suffered


def _came_back(game: Game, date: str) -> bool:
    """Whether a ship came back from the anchorage on a day."""
    arrivals = (event for event in game.events if isinstance(event, NewShip))
    return any(event.returning and _date(event) == date for event in arrivals)


def same_step(first: Roll, then: Roll, all_planes: bool) -> bool:
    """Whether a roll shares the step of the one before it; ``all_planes`` puts every plane in one step."""
    if first.purpose not in ROUTINE or then.purpose is not first.purpose or then.phase != first.phase:
        return False
    return all_planes or first.purpose not in BY_PLANE or then.plane == first.plane


def step_seconds(roll: Roll, durations: Durations) -> float:
    """How long a roll is shown before it is made, in seconds."""
    if roll.purpose in BY_PLANE:
        return durations.plane
    if roll.purpose in SHOTS:
        return durations.shot
    if roll.purpose in WEIGHTY:
        return durations.weighty
    return durations.headline if roll.purpose in GRAVE else durations.roll
