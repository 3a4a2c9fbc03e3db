"""Plays the game forward scene by scene: makes the computer's rolls, applies standing orders, stops
at decisions.

It has no clock and no screen: the battle screen waits for ``scene.seconds``, or for a key when it
is None, and calls ``finish``. Each answer leads to events, whose scenes are queued; when the queue
is empty, the scene is that of the next request.
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
from picket_duty.pages.fire_order import FireOrder, order_given, result_clauses
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Request, Roll
from picket_duty.rules.play import YES
from picket_duty.rules.records import days_over
from picket_duty.setup import is_players
from picket_duty.state import QUIET, SUNK, date_in_label
from picket_duty.text import headlines
from picket_duty.text.cards import card_brief, card_due
from picket_duty.text.control_report import phase_over, report_brief, report_due
from picket_duty.text.english import title_case
from picket_duty.text.headlines import Headline, headlines_since, quiet_phases
from picket_duty.text.status import succession
from picket_duty.tui.scenes import (
    ASK,
    CONTROL_REPORT,
    DAY_PAGE,
    HEADLINE,
    KILLED_CARD,
    LOST_SHIP_PAGE,
    OFFICERS_CALL,
    OFFICERS_ORDER,
    ORDERS_PAGE,
    OVER,
    OWN_SCREENS,
    PAGES,
    PLAYED,
    QUIET_DAYS_CARD,
    ROLL_MADE,
    ROLLS,
    SKIPPED,
    WATCHED,
    WAVE_CARD,
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
#: What the card of a wave says of the order when there was only one plan.
OFFICERS_FIRED = "Only one plan was possible, so your officers opened fire"
#: Headlines that follow the card of the wave.
AFTER_WAVE = (headlines.LEAVES, headlines.RELIEVED, headlines.ARRIVES, headlines.DAY_OVER)


class Autoplay:
    """A game being played: ``scene`` is the current scene, ``recent`` the headlines since the
    player's last order.

    While ``is_paused`` is true, the screen finishes no scene by time.
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
        self.is_paused = False
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
        self.fire_order: FireOrder | None = None
        #: The number of answers before the only fire plan that the player wants to decide on.
        self._stopped_at = -1
        #: The plans by aim of the last fire plan choice that the officers could have answered.
        self.aims: AimPlans | None = None
        self.by_officers.intersection_update(range(self._event_count))
        #: What the player delegated last, as ``_scope`` gives it.
        self._delegated: tuple[str, int, bool] | None = None
        #: The number of answers when it was delegated.
        self._delegated_at = -1
        #: The number of answers before the officers' request for relief that the player was called
        #: for.
        self._relief_called_at = -1
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
        # A game without history records no answers.
        if not game.history or not game.answers or game.over:
            return
        # What follows from a hit is shown with the hit, so the roll or decision that led to the hit
        # counts as the last answer.
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
        past_days = days_over(state)
        begins_day = (
            self._begins_phase(first) and bool(facts.days) and len(facts.days[-1].phases) == 1
        )
        if past_days and not state.scenario and begins_day:
            self._days_pending = [past_days[-1].date]
        self._show_events()
        self._queue = deque(
            scene
            for scene in self._queue
            if scene.kind == OFFICERS_CALL or scene.kind in OWN_SCREENS
        )
        self.recent = []
        # If the player was called for relief, he is called again.
        self._relief_called_at = -1
        self.scene = self._next()

    # -- keys of the player -----------------------------------------------------------------

    def finish(self, all_planes: bool = False) -> None:
        """Play the current scene, or end its display; ``all_planes`` makes the rolls of all planes
        at once.

        Raises SaveError if an answer cannot be saved; the scene then stays current.
        """
        if self.scene.kind == ROLLS:
            self._roll(all_planes)
        elif self.scene.kind == OFFICERS_ORDER or self.scene.answer is not None:
            self._give_officers_answer()
        self.scene = self._next()

    def _give_officers_answer(self) -> None:
        """Give the answer of the scene: a decision that the officers make for the player."""
        first = len(self.game.events)
        decider = deciders.OFFICERS
        # Only the first decision is recorded as delegated; the others follow from it.
        if len(self.game.answers) == self._delegated_at:
            decider = deciders.DELEGATED
        self._answer(self.scene.answer, decider)
        events = enumerate(self.game.events[first:], first)
        self.by_officers |= {index for index, event in events if isinstance(event, DecisionMade)}

    def to_next_headline(self) -> None:
        """Play to the next scene that is shown or asked, or to a hit on the ship."""
        self.finish(all_planes=True)
        while self.scene.kind in SKIPPED and not self.scene.always_waits and not self._struck():
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
        self.fire_order = None
        self._delegated_at = len(self.game.answers)
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
        self.set_standing(self.standing.commanded(commands=True))

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
        if scene.kind in PAGES:
            # What is on a page, or before it, is no news at the next decision.
            self.recent = []
        request = self.game.request
        is_last_card = scene.kind == WAVE_CARD and not self._queue
        is_between_options = isinstance(request, Choice) and request.kind == ONE
        if is_last_card and is_between_options and self._officers_answer() is None:
            # The player decides next about the damage of the wave: both are shown together.
            scene = Scene(ASK, wave=scene.wave, earlier_waves=scene.earlier_waves)
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
        order = self._officers_answer()
        if order is None:
            plan = self._only_plan(request)
            if plan is not None and self.speed != NORMAL:
                return Scene(OFFICERS_ORDER, answer=plan)
            # At the speed normal the player sees the only plan, and may stop it: it is carried out
            # when its time is over. Without such a plan he decides.
            return Scene(ASK, answer=plan)
        if (
            self.standing.commands
            and not self._finishing
            and self._relief_called_at != len(self.game.answers)
        ):
            # The call comes once; the order itself is the next scene.
            self._relief_called_at = len(self.game.answers)
            if why := calls.relief_reason(self.game, order):
                return Scene(OFFICERS_CALL, reason=why)
        return Scene(OFFICERS_ORDER, answer=order)

    def _only_plan(self, request: Choice) -> Answer | None:
        """The fire plan with which the officers open fire, None if the player decides. It is kept as
        the ``fire_order`` for the card of the wave.
        """
        stopped = self._stopped_at == len(self.game.answers)
        if request.kind != ASSIGN or self.speed == MANUAL or stopped or self.waits_for(request):
            return None
        if self.aims is None or self.aims.choice is not request:
            self.aims = AimPlans(self.game.play, request)
        plan = standing_orders.only_plan(self.game, self.standing, self.aims)
        if plan is not None:
            order = order_given(self.aims, Aim(), plan, held=0, is_execs=False)
            self.fire_order = order._replace(said=OFFICERS_FIRED)
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
        if self.speed != NORMAL or scene.always_waits:
            return None
        if scene.kind == ROLLS and isinstance(request, Roll):
            return durations.headline if self._struck() else durations.of_roll(request)
        if scene.kind == HEADLINE and headline is not None:
            return durations.of_headline(headline)
        if scene.kind == ASK:
            # A decision waits, unless there is only one fire plan: it is carried out after a while,
            # and the player may stop it.
            return durations.card if scene.answer is not None else None
        passing = {
            OFFICERS_ORDER: durations.roll,
            ROLL_MADE: durations.headline,
            WAVE_CARD: durations.card,
            CONTROL_REPORT: durations.card,
        }
        return passing.get(scene.kind)

    def _officers_answer(self) -> Answer | None:
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
        """Make the rolls of the current scene: that requested, and those that share its scene."""
        first = self.game.request
        assert isinstance(first, Roll)
        while True:
            self.game.roll()
            self._show_events()
            then = self.game.request
            if self._queue or not isinstance(then, Roll):
                return
            if not shares_scene(first, then, all_planes):
                return
            if is_players(then, self.game.state.setup.dice) or self.waits_for(then):
                return

    def _answer(self, value: Answer, decider: str) -> None:
        self.game.answer(value, decider)
        self._show_events()

    # -- showing events -------------------------------------------------------------
    #
    # In these functions, ``first`` is the index of the first event of the last answer.

    def _show_events(self) -> None:
        """Queue the scenes that show the events of the last answer: headlines, a call, a wave card,
        pages.
        """
        game = self.game
        first = self._event_count
        self._event_count = len(game.events)
        events = game.events[first:]
        new_headlines = self._new_headlines(first)
        end_waits = self._phase_end_waits(first)
        queued_before = len(self._queue)
        # If a ship leaves, the panels show nothing later: neither the days after nor the ship that
        # takes over.
        until_leave = next(
            (count for count, event in enumerate(events, first + 1) if isinstance(event, Leave)),
            None,
        )
        self._show_fight(first, new_headlines, end_waits, until_leave)
        # The ship that arrives is on the page of the day.
        self._queue += [
            Scene(HEADLINE, headline=news, events_shown=until_leave)
            for news in new_headlines
            if news.kind in AFTER_WAVE and news.kind != headlines.ARRIVES
        ]
        if end_waits:
            self._let_phase_end_wait(game.events[first].phase, queued_before)
        self._queue_pause(events, until_leave)
        if not game.state.scenario:
            self._announce_attack(events)
            if any(isinstance(event, Leave) and event.reason == SUNK for event in events):
                self._queue.append(Scene(LOST_SHIP_PAGE))
            self._queue_day_pages(events)
        if self._has_orders_page() and self._begins_phase(first) and facts_of(game).phases == 1:
            self._queue.append(Scene(ORDERS_PAGE))

    def _show_fight(
        self,
        first: int,
        new_headlines: list[Headline],
        end_waits: bool,
        until_leave: int | None,
    ) -> None:
        """Queue the headlines, the wave card and the report of what happened. ``until_leave`` is
        the number of events until a ship left, None if none has.
        """
        game = self.game
        queue = self._queue
        wave = card_due(game, first)
        cards = [] if wave is None else self._wave_cards(wave, first, end_waits)
        events_shown = cards[0].events_shown if cards else until_leave
        if game.state.scenario and game.history:
            quiet = [
                Scene(HEADLINE, headline=news, events_shown=known_at)
                for known_at, news in quiet_phases(game, first)
            ]
            if self.speed == NORMAL:
                queue += quiet
            elif end_waits:
                # Only the last quiet phase is shown, as the end of the phase.
                queue += quiet[-1:]
        queue += [
            Scene(HEADLINE, headline=news, events_shown=events_shown)
            for news in new_headlines
            if news.kind not in AFTER_WAVE
        ]
        self._queue_calls(game.events[first:], events_shown)
        queue += cards
        self._queue_report(first, end_waits)

    def _phase_end_waits(self, first: int) -> bool:
        """Whether the phase of the last answer is over and its end waits for the player.

        It never does while the officers are in command, and always after an emergency that the
        player declared, so that he sees what came of it. Otherwise it does not at the speed step,
        where everything waits. In a campaign or patrol, the end of a quiet phase does not wait, nor
        that of the last phase of a day, which has the page of the day.
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
        if game.state.scenario:
            return True
        has_next_phase = (
            request is not None and request.phase != label and request.phase.startswith(phase.date)
        )
        has_left = any(isinstance(event, Leave) for event in game.events[first:])
        return phase.attacked and has_next_phase and not has_left

    def _let_phase_end_wait(self, label: str, queued_before: int) -> None:
        """Let the last report, card or headline of a phase wait. If the last answer has queued
        none, after the ``queued_before`` scenes, queue a headline that waits.
        """
        queue = self._queue
        for kind in (CONTROL_REPORT, WAVE_CARD, HEADLINE):
            places = [
                index for index in range(queued_before, len(queue)) if queue[index].kind == kind
            ]
            if places:
                queue[places[-1]] = queue[places[-1]]._replace(always_waits=True)
                return
        phase = facts_of(self.game).phase_of(label)
        if phase is None:
            return
        outcomes = [headline for _, headline in quiet_phases(self.game, phase.begun)]
        outcomes += [_wave_headline(phase.name, wave) for wave in phase.waves]
        for headline in outcomes[-1:]:
            queue.append(Scene(HEADLINE, headline=headline, always_waits=True))

    def _begins_phase(self, first: int) -> bool:
        """Whether the last phase began with the last answer."""
        phase = facts_of(self.game).last_phase
        return phase is not None and phase.begun >= first

    def _new_headlines(self, first: int) -> list[Headline]:
        """The headlines of the last answer that are shown as scenes: none at the speed fast. All
        are added to the recent ones.
        """
        new_headlines = headlines_since(self.game, first)
        ended_days = [
            date_in_label(event.phase)
            for event in self.game.events[first:]
            if isinstance(event, TurnEnd)
        ]
        # The end of a day is a headline only if the ship was attacked. In campaigns and patrols it
        # has a page instead.
        if not self.game.state.scenario or not any(map(self._was_attacked, ended_days)):
            new_headlines = [news for news in new_headlines if news.kind != headlines.DAY_OVER]
        self.recent += new_headlines
        return [] if self.speed == FAST else new_headlines

    def _was_attacked(self, day: str) -> bool:
        return self.game.state.records.calendar.get(day, QUIET) != QUIET

    def _queue_pause(self, events: list[Event], events_shown: int | None) -> None:
        """Put a pause at the head of the queue, to read the crew drawn or whether the ship stays
        afloat, unless the next roll shares the scene.

        After a roll that may have sunk the ship, the pause waits for the player, unless the officers
        are in command. A pause that does not wait comes only at the speed normal.
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
            self._queue.appendleft(Scene(ROLL_MADE, events_shown=events_shown, always_waits=waits))

    def _queue_calls(self, events: list[Event], events_shown: int | None) -> None:
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
            self._queue.append(Scene(KILLED_CARD, killed=killed, events_shown=events_shown))
        has_page = not self.game.state.scenario and any(
            isinstance(event, Leave) for event in events
        )
        if not commands or has_page or self._finishing:
            return
        if why := calls.call_reason(self.game, events):
            self._queue.append(
                Scene(OFFICERS_CALL, reason=self._call_words(why), events_shown=events_shown)
            )

    def _call_words(self, why: str) -> str:
        """The reason for a call, with the headline that reports it."""
        reported_as = {
            calls.STRUCK: headlines.STRIKES,
            calls.SHIP_LOST: headlines.LOST,
        }.get(why)
        news = next((news.words for news in reversed(self.recent) if news.kind == reported_as), "")
        if not news:
            return why
        return news if why == calls.SHIP_LOST else f"{why}: {news}"

    def _wave_cards(self, wave: WaveReport, first: int, end_waits: bool) -> list[Scene]:
        """The card of a wave that is over: it waits if the wave harmed the ship, else it passes by
        itself. With officers in command, it waits only if the ship was lost.

        At the speed fast, a card that passes is shown only if the end of the phase waits; in a
        campaign or patrol it is not if the damage control report will show how the wave ended.
        Without a card, its outcome is shown beside the next decision, which may be one of a later
        phase, or with the report.
        """
        if self.fire_order is not None:
            wave.order = result_clauses(self.fire_order, wave)
            self.fire_order = None
        harmed = wave.strikes or any(impact.suffered for impact in wave.impacts)
        passes = not wave.sunk_in_fight and (self.standing.commands or not harmed)
        ends_phase = end_waits and (
            self.game.state.scenario or report_due(self.game, first) is None
        )
        if passes and self.speed == FAST and not ends_phase:
            _, _, phase_name = self.game.events[first].phase.partition("/")
            self.recent.append(_wave_headline(phase_name, wave))
            return []
        from picket_duty.pages.crews import gunners_today
        from picket_duty.pages.dice_luck import expected_on_card

        wave.expected = expected_on_card(self.game)
        wave.gunners = gunners_today(self.game)
        card = Scene(
            WAVE_CARD,
            wave=wave,
            events_shown=wave.end,
            always_waits=not passes,
            earlier_waves=self._take_untold_waves(),
        )
        return [card]

    def _take_untold_waves(self) -> tuple[Headline, ...]:
        """The outcomes of the waves that nothing has shown since the player's last order; they
        leave the recent headlines, because the next scene shows them.
        """
        waves = tuple(news for news in self.recent if news.kind == headlines.WAVE_OVER)
        self.recent = [news for news in self.recent if news not in waves]
        return waves

    def _queue_report(self, first: int, end_waits: bool) -> None:
        """Queue the damage control report of a phase that is over: after an attack the whole
        report, otherwise a headline. It waits if the ship was lost.

        At the speed fast, it is shown only if the end of the phase waits or the ship was lost. At
        the speed step, so is the headline.
        """
        report = report_due(self.game, first)
        if report is None or self.game.events[first].phase == self._reported:
            return
        self._reported = self.game.events[first].phase
        headline = Headline(headlines.CONTROL_OVER, report_brief(report, self.game.tables), "title")
        self.recent.append(headline)
        lost = report.lost is not None
        matters = end_waits or lost
        if self.speed == FAST and not matters:
            return
        if report.attacked:
            scene = Scene(
                CONTROL_REPORT,
                report=report,
                events_shown=report.over,
                always_waits=lost,
                earlier_waves=self._take_untold_waves(),
            )
            self._queue.append(scene)
        elif matters or self.speed != MANUAL:
            self._queue.append(
                Scene(HEADLINE, headline=headline, events_shown=report.over, always_waits=lost)
            )

    def _queue_day_pages(self, events: list[Event]) -> None:
        """Queue the pages of finished days; at the speed fast, only of the last day of the game and
        of days on which something happened.

        A page shows the orders for the next day. So it comes once that day has begun or, earlier,
        before the next decision or roll of the player.
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
        has_next_day_begun = (
            phase is not None and bool(self._days_pending) and phase.date > self._days_pending[-1]
        )
        is_due = has_next_day_begun or not isinstance(request, Roll) or self._is_own(request)
        if is_due and self._page_follows():
            for day in self._days_pending:
                self._days_shown.add(day)
                if self.game.over or self.speed != FAST or self._is_notable(day):
                    self._queue.append(Scene(DAY_PAGE, date=day))
                self._count_quiet_day(day)
            self._days_pending = []

    def _has_orders_page(self) -> bool:
        """Whether the game begins with the page of its orders: not if it was started within
        another, after some answers.
        """
        return not self.game.base and (self.has_orders or not self.game.state.scenario)

    def _page_follows(self) -> bool:
        """Whether a page comes before anything else is played: that of the orders, or that of a day
        that is over and whose evening decisions are made.
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
        had_page = any(scene.kind in OWN_SCREENS for scene in self._queue)
        quiet = any(
            record.date == day and not record.hits for record in self.game.state.records.daily
        )
        self._quiet_days = [*self._quiet_days, day] if quiet and not had_page else []
        if len(self._quiet_days) == QUIET_SPELL:
            if not self.game.over:
                self._queue.append(Scene(QUIET_DAYS_CARD, date=self._quiet_days[0]))
            self._quiet_days = []

    def _announce_attack(self, events: list[Event]) -> None:
        """Before an attack, put the card of the quiet days at the head of the queue, if they are
        enough; while it is read, the panels show nothing of the phase of the attack.

        Unless the officers are in command, the headline of the raid waits at the speed fast, and at
        the speed normal after a quiet phase that no card shows.
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
            others = [scene for scene in self._queue if scene.headline not in raids]
            raid = [Scene(HEADLINE, headline=news, always_waits=True) for news in raids[-1:]]
            self._queue = deque([*raid, *others])
        if has_card:
            self._queue.appendleft(
                Scene(QUIET_DAYS_CARD, date=self._quiet_days[0], events_shown=phase.begun)
            )
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


def _wave_headline(phase: str, wave: WaveReport) -> Headline:
    """How a wave ended, as a headline that names its phase."""
    brief = f"{title_case(phase)}: {card_brief(wave)}"
    # The last sentence has its period where the headline is shown.
    said = ". ".join(filter(None, (brief, " ".join(wave.order).removesuffix("."))))
    return Headline(headlines.WAVE_OVER, said, "title")
