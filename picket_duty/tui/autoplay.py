"""Plays the game forward scene by scene: makes the computer's rolls, applies standing orders, stops
at decisions.

It has no clock and no screen: the battle screen waits for ``scene.seconds``, or for a key when it
is None, and calls ``finish``.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Callable

from picket_duty.book import vocabulary
from picket_duty.captains import calls, deciders, doctrine, standing_orders
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import Crew, DecisionMade, Ended, Event, Leave, Raid, TurnEnd, Undone
from picket_duty.facts import WaveReport, facts_of
from picket_duty.facts.campaign_days import day_before, period_ended
from picket_duty.facts.days import Phase
from picket_duty.facts.waves import in_fight
from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.pages.fire_plan import FireOrder, order_given, result_clauses
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Request, Roll
from picket_duty.rules.play import YES
from picket_duty.rules.records import days_over
from picket_duty.setup import is_players
from picket_duty.state import QUIET, SUNK, date_in_label
from picket_duty.text import headlines
from picket_duty.text.cards import (
    card_brief,
    card_due,
    phase_over,
    report_brief,
    report_due,
)
from picket_duty.text.english import title_case
from picket_duty.text.headlines import Headline, headlines_since, quiet_phases
from picket_duty.text.status import succession
from picket_duty.tui.scenes import (
    ASK,
    CALL,
    CARD,
    DAY,
    HEADLINE,
    KILLED,
    ORDER,
    ORDERS,
    OVER,
    PAGES,
    PLAYED,
    QUIET_DAYS,
    READ,
    REPORT,
    ROLLS,
    SHIP,
    SKIPPED,
    WATCHED,
    WHOLE_PAGES,
    Durations,
    Scene,
    shares_scene,
)
from picket_duty.tui.settings import FAST, MANUAL, NORMAL

#: The number of consecutive days on duty without damage and without a page after which a card shows
#: them.
QUIET_SPELL = 3
#: The least number of such days that a card shows before an attack.
SHORT_SPELL = 2
#: The order of a wave without a choice.
OFFICERS_FIRED = "Only one plan was possible, so your officers opened fire"
#: Headlines that follow the card of the wave.
AFTER_WAVE = (headlines.LEAVES, headlines.RELIEVED, headlines.ARRIVES, headlines.DAY_OVER)


class Autoplay:
    """A game being played: ``scene`` is the current scene, ``recent`` the headlines since the
    player's last order.

    While ``held`` is true the screen finishes no scene by time.
    """

    #: Whether a scenario begins with its orders; not in the tutorial, which explains them itself.
    has_orders = True

    def __init__(
        self,
        game: Game,
        speed: str = MANUAL,
        standing: StandingOrders | None = None,
        durations: Durations = WATCHED,
    ) -> None:
        self.game = game
        self.speed = speed
        self.standing = standing or StandingOrders()
        self.durations = durations
        #: Whether a roll waits for the player although the computer could make it: the tutorial
        #: explains some rolls.
        self.waits_for: Callable[[Request], bool] = lambda _: False
        self.held = False
        #: Indexes of the events of decisions that the officers made.
        self.by_officers = deciders.decided_by_officers(game)
        #: Whether the officers finish the game without a call.
        self._finishing = False
        self._days_shown: set[str] = set()
        self.begin()
        self._show_again()

    def begin(self) -> None:
        """Start from the current position; events so far are not shown again."""
        self.recent: list[Headline] = []
        #: The scenes that come before the next request.
        self._queue: deque[Scene] = deque()
        #: The number of events that have scenes.
        self._event_count = len(self.game.events)
        #: The fire plan that is carried out, until its wave is over.
        self.ordered: FireOrder | None = None
        #: The number of answers before the only fire plan that the player wants to decide on.
        self._stopped_at = -1
        #: The plans by aim of the last choice of a fire plan that the routine could have answered.
        self.aims: AimPlans | None = None
        self.by_officers.intersection_update(range(self._event_count))
        #: What the player delegated last.
        self._delegated: tuple[str, int, bool] | None = None
        #: The number of answers before the first decision that was delegated then.
        self._handed_over = -1
        #: The number of answers before the officers' request for relief that the player was called
        #: for.
        self._relief_called = -1
        #: Events of a hit that is not resolved yet: the card of officers killed and the call come
        #: when it is.
        self._pending: list[Event] = []
        #: The phase whose damage control report was shown last.
        self._reported = ""
        today = self.game.state.date.isoformat()
        self._days_shown = {day for day in self._days_shown if day < today}
        day = facts_of(self.game).day_of(today)
        #: Days that are over, whose page comes after the evening's decisions.
        self._days_pending = [today] if day is not None and day.end is not None else []
        #: Consecutive days on duty without damage, and without a page or card.
        self._quiet_days: list[str] = []
        self.scene = self._next()

    def _show_again(self) -> None:
        """In a resumed game, show the call or the pages again that the last answer led to."""
        game = self.game
        facts = facts_of(self.game)
        if not game.history or not game.answers or game.over:
            return
        # What follows from a hit is shown with the hit.
        first = next(
            (
                index
                for index, event in reversed(list(enumerate(game.events)))
                if isinstance(event, Roll | DecisionMade) and not facts.is_consequence(event, index)
            ),
            0,
        )
        if any(isinstance(event, Undone) for event in game.events[first:]):
            return
        self._event_count = first
        state = game.state
        closed = days_over(state)
        begins_day = (
            self._begins_phase(first) and bool(facts.days) and len(facts.days[-1].phases) == 1
        )
        if closed and not state.scenario and begins_day:
            self._days_pending = [closed[-1].date]
        self._show_events()
        self._queue = deque(
            scene for scene in self._queue if scene.kind == CALL or scene.kind in PAGES
        )
        self.recent = []
        # If the player was called for relief, he is called again.
        self._relief_called = -1
        self.scene = self._next()

    # -- keys of the player -----------------------------------------------------------------

    def finish(self, all_planes: bool = False) -> None:
        """Play the current scene, or end its display; ``all_planes`` makes the rolls of all planes
        at once.

        Raises SaveError if an answer cannot be saved; the scene then stays current.
        """
        if self.scene.kind == ROLLS:
            self._roll(all_planes)
        elif self.scene.kind == ORDER or self.scene.answer is not None:
            self._give_officers_answer()
        self.scene = self._next()

    def _give_officers_answer(self) -> None:
        """Give the answer of the scene, which the officers gave for the player."""
        first = len(self.game.events)
        decider = deciders.OFFICERS
        # Only the first decision is recorded as delegated; the others follow from it.
        if len(self.game.answers) == self._handed_over:
            decider = deciders.DELEGATED
        self._answer(self.scene.answer, decider)
        events = enumerate(self.game.events[first:], first)
        self.by_officers |= {index for index, event in events if isinstance(event, DecisionMade)}

    def to_next_headline(self) -> None:
        """Play to the next scene that is shown or asked, or to a hit on the ship."""
        self.finish(all_planes=True)
        while self.scene.kind in SKIPPED and not self.scene.waits and not self._struck():
            self.finish(all_planes=True)

    def answer(self, value: Answer) -> None:
        """Give the player's answer to the decision. Raises Illegal, SaveError."""
        self.recent = []
        self._answer(value, deciders.PLAYER)
        self.scene = self._next()

    def stop_officers(self) -> None:
        """Let the player decide on the only fire plan, with which the officers are about to open
        fire.
        """
        self._stopped_at = len(self.game.answers)
        self.scene = self.scene._replace(answer=None, seconds=None)

    def roll(self) -> None:
        """Make the roll that waits for the player. Raises SaveError."""
        self.recent = []
        self.game.roll()
        self._show_events()
        self.scene = self._next()

    def delegate(self) -> None:
        """Let the officers answer this and the other decisions of the wave, or of its damage
        control, except relief.
        """
        self.recent = []
        self.ordered = None
        self._handed_over = len(self.game.answers)
        self._delegated = self._scope()
        self.scene = self._next()

    def can_finish(self) -> bool:
        """Whether the player decides, and may let the officers finish: the station is lost."""
        if self.scene.kind != ASK or self.scene.answer is not None:
            return False
        return standing_orders.officers_may_finish(self.game, self.standing)

    def let_officers_finish(self) -> None:
        """Let the officers finish the game without a call."""
        self._finishing = True
        self.set_standing(self.standing.commanded(True))

    def can_delegate(self) -> bool:
        """Whether the current scene is a decision that ``delegate`` would answer."""
        request = self.game.request
        return (
            self.scene.kind == ASK
            and isinstance(request, Choice)
            and request.decision not in standing_orders.RELIEF
        )

    def set_speed(self, speed: str) -> None:
        """Change the speed, from this scene on."""
        self.speed = speed
        self._renew_scene()

    def set_standing(self, standing: StandingOrders) -> None:
        """Change the standing orders, from this scene on."""
        self.standing = standing
        self._finishing = self._finishing and standing.commands
        self._renew_scene()

    def _renew_scene(self) -> None:
        """Find the current scene again, or only how long it lasts if its display has begun."""
        if self.scene.kind in (*PLAYED, ASK):
            self.scene = self._next()
        else:
            self.scene = self._timed(self.scene)

    # -- the next scene, and whether it waits ------------------------------------------------

    def _next(self) -> Scene:
        """The next scene of the queue, or else that of the request."""
        scene = self._queue.popleft() if self._queue else self._requested()
        if scene.kind in WHOLE_PAGES:
            # What is on a page, or before it, is no news at the next decision.
            self.recent = []
        request = self.game.request
        is_last_card = scene.kind == CARD and not self._queue
        is_between_options = isinstance(request, Choice) and request.kind == ONE
        if is_last_card and is_between_options and self._order() is None:
            # The player decides next about the damage of the wave: both are shown together.
            scene = Scene(ASK, wave=scene.wave, told=scene.told)
        return self._timed(scene)

    def _timed(self, scene: Scene) -> Scene:
        return scene._replace(seconds=self._seconds(scene))

    def _requested(self) -> Scene:
        """The scene of the request: a roll, an order of the officers or their call, a question to
        the player, or the end of the game.
        """
        request = self.game.request
        if request is None:
            return Scene(OVER)
        if isinstance(request, Roll):
            return Scene(ASK if self._is_own(request) else ROLLS)
        order = self._order()
        if order is None:
            plan = self._only_plan(request)
            # At the speed normal the player sees the only plan, which is carried out when its time
            # is over, or may stop it.
            return Scene(ASK if plan is None or self.speed == NORMAL else ORDER, answer=plan)
        if (
            self.standing.commands
            and not self._finishing
            and self._relief_called != len(self.game.answers)
        ):
            # The call comes once; the order itself is the next scene.
            self._relief_called = len(self.game.answers)
            if why := calls.relief_reason(self.game, order):
                return Scene(CALL, reason=why)
        return Scene(ORDER, answer=order)

    def _only_plan(self, request: Choice) -> Answer | None:
        """The fire plan with which the officers open fire, None if the player decides. The order is
        kept for the card of the wave.
        """
        stopped = self._stopped_at == len(self.game.answers)
        if request.kind != ASSIGN or self.speed == MANUAL or stopped or self.waits_for(request):
            return None
        if self.aims is None or self.aims.choice is not request:
            self.aims = AimPlans(self.game.play, request)
        plan = standing_orders.only_plan(self.game, self.standing, self.aims)
        if plan is not None:
            order = order_given(self.aims, Aim(), plan, 0, False)
            self.ordered = order._replace(said=OFFICERS_FIRED)
        return plan

    def _is_own(self, roll: Roll) -> bool:
        """Whether a roll waits for the player."""
        return (
            self.speed == MANUAL
            or is_players(roll, self.game.state.setup.dice)
            or self.waits_for(roll)
        )

    def _seconds(self, scene: Scene) -> float | None:
        """How long a scene lasts, None if it waits for the player: only at the speed normal scenes
        pass unasked.
        """
        durations = self.durations
        headline = scene.headline
        request = self.game.request
        if scene.kind in PLAYED and (self.speed != NORMAL or self._page_follows()):
            return 0
        if self.speed != NORMAL or scene.waits:
            return None
        if scene.kind == ROLLS and isinstance(request, Roll):
            return durations.headline if self._struck() else durations.of_roll(request)
        if scene.kind == HEADLINE and headline is not None:
            return durations.of_headline(headline)
        # A question passes only with an answer: the only fire plan, which the player may stop.
        question = durations.card if scene.answer is not None else None
        passing = {
            ORDER: durations.roll,
            READ: durations.headline,
            CARD: durations.card,
            REPORT: durations.card,
        }
        return passing.get(scene.kind, question)

    def _order(self) -> Answer | None:
        """The answer by standing orders, or by the officers if the decision is delegated; None if
        the player decides.
        """
        request = self.game.request
        if not isinstance(request, Choice):
            return None
        if self._delegated == self._scope() and request.decision not in standing_orders.RELIEF:
            return doctrine.decide(self.game.play, request)
        return standing_orders.standing_answer(self.game, self.standing)

    def _scope(self) -> tuple[str, int, bool] | None:
        """What can be delegated: phase, number of the wave, and whether the wave is still being
        fought.
        """
        request = self.game.request
        if request is None:
            return None
        return (
            request.phase,
            self.game.state.air.wave,
            request.wave is not None and in_fight(request, request.wave),
        )

    def _struck(self) -> bool:
        """Whether a plane or its weapon has just hit the ship, and the roll for the place is
        next.
        """
        request = self.game.request
        last = self.game.events[-1] if self.game.events else None
        if not isinstance(request, Roll) or not isinstance(last, Roll):
            return False
        return request.purpose is vocabulary.DAMAGE and last.purpose in (
            vocabulary.DIVE,
            vocabulary.SPECIAL_ATTACK,
        )

    # -- playing ----------------------------------------------------------------------

    def _roll(self, all_planes: bool) -> None:
        """Make the rolls of the current scene."""
        first = then = self.game.request
        while isinstance(first, Roll) and isinstance(then, Roll):
            self.game.roll()
            self._show_events()
            then = self.game.request
            if (
                self._queue
                or not isinstance(then, Roll)
                or not shares_scene(first, then, all_planes)
            ):
                return
            if is_players(then, self.game.state.setup.dice) or self.waits_for(then):
                return

    def _answer(self, value: Answer, decider: str) -> None:
        self.game.answer(value, decider)
        self._show_events()

    # -- showing events -------------------------------------------------------------

    def _show_events(self) -> None:
        """Queue the scenes that show the events of the last answer: headlines, a call, a wave card,
        pages.
        """
        game = self.game
        first = self._event_count
        self._event_count = len(game.events)
        events = game.events[first:]
        heard = self._new_headlines(first)
        ends = self._phase_ends(first)
        shown = len(self._queue)
        # Nothing of the days after, or of the ship that takes over, is shown before a ship has
        # left.
        left = next(
            (index for index, event in enumerate(events, first + 1) if isinstance(event, Leave)),
            None,
        )
        self._show_fight(first, heard, ends, left)
        # The ship that arrives is on the page of the day.
        self._queue += [
            Scene(HEADLINE, headline=news, seen=left)
            for news in heard
            if news.kind in AFTER_WAVE and news.kind != headlines.ARRIVES
        ]
        if ends:
            self._let_phase_end_wait(game.events[first].phase, shown)
        self._queue_pause(events, left)
        if not game.state.scenario:
            self._announce_attack(events)
            if any(isinstance(event, Leave) and event.reason == SUNK for event in events):
                self._queue.append(Scene(SHIP))
            self._queue_day_pages(events)
        if self._has_orders_page() and self._begins_phase(first) and facts_of(game).phases == 1:
            self._queue.append(Scene(ORDERS))

    def _show_fight(self, first: int, heard: list[Headline], ends: bool, left: int | None) -> None:
        """Queue the headlines, the wave card and the report of what happened. ``left`` is the
        number of events until a ship left, which is all that the panels then show.
        """
        game = self.game
        queue = self._queue
        wave = card_due(game, first)
        cards = [] if wave is None else self._wave_cards(wave, first, ends)
        seen = cards[0].seen if cards else left
        if game.state.scenario and game.history:
            quiet = [
                Scene(HEADLINE, headline=news, seen=known)
                for known, news in quiet_phases(game, first)
            ]
            # At other speeds only the last one is shown, and only if it ends the phase.
            queue += quiet if self.speed == NORMAL else quiet[-1:] * ends
        queue += [
            Scene(HEADLINE, headline=news, seen=seen)
            for news in heard
            if news.kind not in AFTER_WAVE
        ]
        self._queue_calls(game.events[first:], seen)
        queue += cards
        self._queue_report(first, ends)

    def _phase_ends(self, first: int) -> bool:
        """Whether the phase of the event at an index is over and its end waits, unless the officers
        are in command.

        In a campaign or patrol, the page of the day is the end of its last phase, and a quiet phase
        does not wait; but what came of an emergency that the player declared is shown before any
        page, at every speed.
        """
        game = self.game
        request = self.game.request
        if self.standing.commands or first >= len(game.events):
            return False
        label = game.events[first].phase
        phase = facts_of(game).phase_of(label)
        if phase is None or not phase_over(game, label):
            return False
        # An emergency that the player declared, not the officers.
        made = (label, vocabulary.DECLARE.id, YES)
        own = (event for index, event in enumerate(game.events) if index not in self.by_officers)
        if any(
            isinstance(event, DecisionMade) and (event.phase, event.about, event.answer) == made
            for event in own
        ):
            return True
        if self.speed == MANUAL:
            return False
        next_today = (
            request is not None and request.phase != label and request.phase.startswith(phase.date)
        )
        left = any(isinstance(event, Leave) for event in game.events[first:])
        return bool(game.state.scenario) or (phase.attacked and next_today and not left)

    def _let_phase_end_wait(self, label: str, shown: int) -> None:
        """Let the last report, card or headline of a phase wait; if none is queued from the index
        ``shown`` on, queue a headline that waits.
        """
        queue = self._queue
        for kind in (REPORT, CARD, HEADLINE):
            ends = [index for index in range(shown, len(queue)) if queue[index].kind == kind]
            if ends:
                queue[ends[-1]] = queue[ends[-1]]._replace(waits=True)
                return
        phase = facts_of(self.game).phase_of(label)
        if phase is None:
            return
        told = [headline for _, headline in quiet_phases(self.game, phase.begun)]
        told += [_wave_over(phase.name, wave) for wave in phase.waves]
        queue += [Scene(HEADLINE, headline=headline, waits=True) for headline in told[-1:]]

    def _begins_phase(self, first: int) -> bool:
        """Whether the last phase began with the event at an index, or later."""
        phase = facts_of(self.game).last_phase
        return phase is not None and phase.begun >= first

    def _new_headlines(self, first: int) -> list[Headline]:
        """The headlines of the last answer; none of them stops at the speed fast."""
        heard = headlines_since(self.game, first)
        # The end of a day is a headline if the ship was attacked. In campaigns and patrols it has a
        # page.
        days = (
            date_in_label(event.phase)
            for event in self.game.events[first:]
            if isinstance(event, TurnEnd)
        )
        if not (self.game.state.scenario and self._was_attacked(next(days, ""))):
            heard = [news for news in heard if news.kind != headlines.DAY_OVER]
        self.recent += heard
        return [] if self.speed == FAST else heard

    def _was_attacked(self, day: str) -> bool:
        return self.game.state.records.calendar.get(day, QUIET) != QUIET

    def _queue_pause(self, events: list[Event], seen: int | None) -> None:
        """Put a pause at the head of the queue, to read the crew drawn or whether the ship stays
        afloat, unless the next roll shares the scene.

        After a roll that may have sunk the ship, the pause waits for the player, unless the officers
        are in command.
        """
        last = next((event for event in reversed(events) if isinstance(event, Roll)), None)
        request = self.game.request
        if (
            self.speed == MANUAL
            or last is None
            or last.purpose not in (vocabulary.CREW, *vocabulary.SINKING_ROLLS)
        ):
            return
        waits = last.purpose in vocabulary.SINKING_ROLLS and not self.standing.commands
        if not waits and (self.speed != NORMAL or self._page_follows()):
            return
        if not (isinstance(request, Roll) and shares_scene(last, request, all_planes=True)):
            self._queue.appendleft(Scene(READ, seen=seen, waits=waits))

    def _queue_calls(self, events: list[Event], seen: int | None) -> None:
        """Queue the card of the officers killed and the call of the officers in command.

        They wait until everything that follows from a hit is rolled. There is no call when the ship
        leaves her station in a campaign or patrol, since that has a page.
        """
        self._pending += events
        if facts_of(self.game).impact_goes_on:
            return
        events = self._pending
        self._pending = []
        commands = self.standing.commands
        killed = tuple(
            succession(event) for event in events if isinstance(event, Crew) and event.killed
        )
        if killed and not (commands and self.speed == FAST):
            self._queue.append(Scene(KILLED, killed=killed, seen=seen))
        has_page = not self.game.state.scenario and any(
            isinstance(event, Leave) for event in events
        )
        if not commands or has_page or self._finishing:
            return
        if why := calls.call_reason(self.game, events):
            self._queue.append(Scene(CALL, reason=self._call_words(why), seen=seen))

    def _call_words(self, why: str) -> str:
        """The reason for a call, with the headline that reports it."""
        told = {
            calls.STRUCK: headlines.STRIKES,
            calls.SHIP_LOST: headlines.LOST,
        }.get(why)
        news = next((news.words for news in reversed(self.recent) if news.kind == told), "")
        if not news:
            return why
        return news if why == calls.SHIP_LOST else f"{why}: {news}"

    def _wave_cards(self, wave: WaveReport, first: int, ends: bool) -> list[Scene]:
        """The card of a wave that is over: it waits if the wave harmed the ship, else it passes by
        itself. With officers in command, it waits only if the ship was lost.

        At the speed fast, one that passes is shown only where a phase ends: in a campaign not if a
        report shows it.
        """
        if self.ordered is not None:
            wave.order = result_clauses(self.ordered, wave)
            self.ordered = None
        harmed = wave.strikes or any(impact.suffered for impact in wave.impacts)
        passes = not wave.lost and (self.standing.commands or not harmed)
        shown = ends and (self.game.state.scenario or report_due(self.game, first) is None)
        if passes and self.speed == FAST and not shown:
            # It is told beside the next decision, which may be one of a later phase, or with the
            # report of the phase.
            self.recent.append(_wave_over(self.game.events[first].phase.partition("/")[2], wave))
            return []
        from picket_duty.pages.crews import gunners_today
        from picket_duty.pages.dice_luck import expected_on_card

        wave.expected = expected_on_card(self.game)
        wave.gunners = gunners_today(self.game)
        told = self._untold_waves()
        return [Scene(CARD, wave=wave, seen=wave.end, waits=not passes, told=told)]

    def _untold_waves(self) -> tuple[Headline, ...]:
        """The waves that nothing has shown since the player's last order, for the next scene."""
        waves = tuple(news for news in self.recent if news.kind == headlines.WAVE_OVER)
        self.recent = [news for news in self.recent if news not in waves]
        return waves

    def _queue_report(self, first: int, ends: bool) -> None:
        """Queue the damage control report of a phase that is over: a page of time after an attack,
        else a headline.

        At the speed fast it is shown only if the end of the phase waits, with the waves that
        nothing has shown; at the speed step, after a phase without an attack. It waits if the ship was lost.
        """
        report = report_due(self.game, first)
        if report is None or self.game.events[first].phase == self._reported:
            return
        self._reported = self.game.events[first].phase
        headline = Headline(headlines.CONTROL_OVER, report_brief(report, self.game.tables), "title")
        self.recent.append(headline)
        lost = report.lost is not None
        if self.speed == FAST and not ends and not lost:
            return
        if report.attacked:
            told = self._untold_waves()
            scene = Scene(REPORT, report=report, seen=report.over, waits=lost, told=told)
            self._queue.append(scene)
        elif ends or lost or self.speed != MANUAL:
            self._queue.append(Scene(HEADLINE, headline=headline, seen=report.over, waits=lost))

    def _queue_day_pages(self, events: list[Event]) -> None:
        """Queue the page of a finished day: at the speed fast if something happened on it, always
        of the last day.

        It has the orders for the next day: it comes when that begins, or before a decision or a
        roll of the player.
        """
        served = {record.date for record in self.game.state.records.daily}
        # The last day of a game may end without the end of its turn.
        for day in (
            date_in_label(event.phase)
            for event in events
            if isinstance(event, TurnEnd | Leave | Ended)
        ):
            if day in served and day not in self._days_shown and day not in self._days_pending:
                self._days_pending.append(day)
        request = self.game.request
        phase = facts_of(self.game).last_phase
        # The next day has begun, or the player is asked before it does.
        begun = (
            phase is not None and bool(self._days_pending) and phase.date > self._days_pending[-1]
        )
        due = begun or not isinstance(request, Roll) or self._is_own(request)
        if due and self._page_follows():
            for day in self._days_pending:
                self._days_shown.add(day)
                if self.game.over or self.speed != FAST or self._is_notable(day):
                    self._queue.append(Scene(DAY, date=day))
                self._count_quiet_day(day)
            self._days_pending = []

    def _has_orders_page(self) -> bool:
        """Whether the game begins with the page of its orders."""
        return not self.game.base and (self.has_orders or not self.game.state.scenario)

    def _page_follows(self) -> bool:
        """Whether a page comes before anything else: that of the orders, or that of a day that is
        over, the evening's decisions included.
        """
        if not facts_of(self.game).phases:
            return self._has_orders_page()
        request = self.game.request
        return bool(self._days_pending) and (
            request is None or not request.phase.startswith(self._days_pending[-1])
        )

    def _count_quiet_day(self, day: str) -> None:
        """Count a day that is over among the quiet days if it was one, and queue their card if
        there are enough.
        """
        had_page = any(scene.kind in PAGES for scene in self._queue)
        quiet = any(
            record.date == day and not record.hits for record in self.game.state.records.daily
        )
        self._quiet_days = [*self._quiet_days, day] if quiet and not had_page else []
        if len(self._quiet_days) == QUIET_SPELL:
            if not self.game.over:
                self._queue.append(Scene(QUIET_DAYS, date=self._quiet_days[0]))
            self._quiet_days = []

    def _announce_attack(self, events: list[Event]) -> None:
        """Before an attack, put the card of the quiet days at the head of the queue, if they are
        enough; while it is read, the panels show nothing of the phase of the attack.

        The headline of the raid waits at the speed fast, and at the speed normal after a quiet
        phase that no card shows.
        """
        attacked = any(isinstance(event, Raid) and event.planes for event in events)
        phase = facts_of(self.game).last_phase
        if not attacked or phase is None:
            return
        has_card = len(self._quiet_days) >= SHORT_SPELL
        waits = self.speed == FAST or (
            self.speed == NORMAL and not has_card and self._follows_quiet(phase)
        )
        if waits and not self.standing.commands:
            raids = [news for news in self.recent if news.kind == headlines.RAID]
            waiting = [scene for scene in self._queue if scene.headline not in raids]
            raid = [Scene(HEADLINE, headline=news, waits=True) for news in raids[-1:]]
            self._queue = deque([*raid, *waiting])
        if has_card:
            self._queue.appendleft(Scene(QUIET_DAYS, date=self._quiet_days[0], seen=phase.begun))
            self._quiet_days = []

    def _follows_quiet(self, phase: Phase) -> bool:
        """Whether the phase before was quiet, and no page or card has followed it."""
        phases = [each for day in facts_of(self.game).days[-2:] for each in day.phases]
        before = [each for each in phases if each.begun < phase.begun]
        if not before or before[-1].attacked:
            return False
        return before[-1].date == phase.date or bool(self._quiet_days)

    def _is_notable(self, day: str) -> bool:
        """Whether a day has a page: it is the first of a game or stage, the ship was attacked or
        harmed, an award was granted, a stage or month ended, or the next day has a new station.
        """
        from picket_duty.pages.awards import awards_on

        game = self.game
        state = game.state
        facts = facts_of(game)
        before = day_before(state, day)
        if not before or (state.stages and period_ended(state, game.tables, before)):
            return True
        today = facts.day_of(day)
        phase = facts.last_phase
        if (
            self._was_attacked(day)
            or (today is not None and today.suffered)
            or (phase and phase.new_station)
            or period_ended(state, game.tables, day)
        ):
            return True
        return game.history and bool(awards_on(game, day))


def _wave_over(phase: str, wave: WaveReport) -> Headline:
    """How a wave ended, as a headline that names its phase."""
    brief = f"{title_case(phase)}: {card_brief(wave)}"
    # The last sentence has its period where the headline is shown.
    said = ". ".join(filter(None, (brief, " ".join(wave.order).removesuffix("."))))
    return Headline(headlines.WAVE_OVER, said, "title")
