"""The battle: every panel of the ship, the tape that plays it, and the orders that the game asks for."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from time import monotonic
from typing import TYPE_CHECKING, ClassVar

from textual import events, on, work
from textual.notifications import SeverityLevel
from textual.timer import Timer
from textual.widget import Widget

from picket_duty.captains.standing_orders import Standing, keep_standing, standing_of
from picket_duty.charts import ChartError
from picket_duty.events import Chosen
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Choice, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.saves import SaveError
from picket_duty.setup import is_players
from picket_duty.text.chances import RecommendationText
from picket_duty.text.headlines import LOST
from picket_duty.tui import speed as speeds
from picket_duty.tui.autoplay import ASK, CARD, DAY, HEADLINE, OVER, PASSED, PLAYED, READ, SHIP, Autoplay
from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.live_recommendation import LiveRecommendation
from picket_duty.tui.plane_stages import contacts
from picket_duty.tui.screens.ask import AskScreen
from picket_duty.tui.screens.board import BoardScreen, header_rows
from picket_duty.tui.screens.page import Page, has_room
from picket_duty.tui.settings import EVENTS, OFF, ON
from picket_duty.tui.speed import FAST, SPEEDS, STEP, WATCH
from picket_duty.tui.suggest import suggest
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.bars import Tabs
from picket_duty.tui.widgets.board_layout import DAMAGE, PLOT, SHIP_LOG, Board
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.fire_plan import PlanOrders
from picket_duty.tui.widgets.men import MenOrders
from picket_duty.tui.widgets.orders import DiceOrders, OneOrders, Orders, OverOrders, RollOrders, answers_since_own_dice
from picket_duty.tui.widgets.overlays import HeadlineBanner, Overlay, WaveCardPanel
from picket_duty.tui.widgets.panel import Panel

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalyzer


class BattleScreen(BoardScreen[None]):
    """The screen a game is played on."""

    BINDINGS: ClassVar = [
        bind(
            "v",
            "pace",
            "Speed",
            "Watch (the battle plays itself), fast (it waits for you alone), or step (every roll waits)",
            "battle.pace",
        ),
        hidden(
            "S", "standing", "Standing orders", "Standing orders: what is done without asking you", "battle.standing"
        ),
        bind(
            "y",
            "very_well",
            "Very well",
            "Very well: the staff sees to this and what else the wave asks, or its damage control",
            "battle.very_well",
        ),
        bind(
            "t",
            "chart",
            "Chart",
            "The chart of what is marked: the gun, the job, the roll wanted; any other from there",
            "battle.chart",
        ),
        bind("o", "odds", "Odds", "The odds of what is wanted now, and the staff's advice", "battle.odds"),
        bind("u", "undo", "Undo", "Back to the last decision", "battle.undo"),
        bind("r", "records", "Records", "Calendar, squadron, waters and records of a campaign", "battle.records"),
        hidden("B", "bug_report", "Bug report", "Bug report: the save in one text file", "battle.bug_report"),
        bind(
            "q,escape",
            "leave",
            "leave",
            "Leave for the menu; the game is saved",
            "battle.leave",
            display="q",
            system=True,
        ),
    ]

    def __init__(self, game: Game, pace: str = STEP, daily: str = EVENTS, bell: str = OFF) -> None:
        super().__init__(game)
        self.autoplay = Autoplay(game, pace, standing_of(game), daily, speeds.WATCHED)
        self.bell = bell
        self._wanted: object = None
        #: The day, phase and wave whose planes came to the front last.
        self._coming: tuple[str, int] | None = None
        self._doubted = ""
        self._clock: Timer | None = None
        #: Whether a key finished the last beat: the next key goes on to the next moment.
        self._hurried = False
        #: Until when a key still meant the tape that has just stopped for an order.
        self._guarded = 0.0
        #: The staff at work on what is asked.
        self._recommendation = LiveRecommendation(self, self._staff, self._show_recommendation)

    # -- the panels ------------------------------------------------------------

    def content(self) -> Iterable[Widget]:
        """The board, and what lies over it for a while."""
        yield from super().content()
        yield HeadlineBanner(id="moment")
        yield WaveCardPanel(id="card")

    def order_panels(self) -> Iterable[Widget]:
        """A panel for each kind of request."""
        view = self.view
        yield AutoplayPanel(view, self.autoplay, id="run-orders")
        yield RollOrders(view, id="roll-orders")
        yield DiceOrders(view, id="dice-orders")
        yield OneOrders(view, id="one-orders")
        yield PlanOrders(view, id="plan-orders")
        yield MenOrders(view, id="men-orders")
        yield OverOrders(view, id="over-orders")

    def on_mount(self) -> None:
        """Show what comes first."""
        self._play(lambda: None)

    # -- the tape ----------------------------------------------------------------

    def _play(self, step: Callable[[], object]) -> None:
        """Take a step of the game and every beat after it that takes no time, then show what comes."""
        self._stop_clock()
        orders, autoplay = self._orders(), self.autoplay
        try:
            step()
            while autoplay.step.seconds == 0:
                autoplay.to_next_headline()
        except (ValueError, SaveError, ChartError, OSError) as error:
            self.autoplay.held = True
            self._show_request()
            (orders if orders.display else self._orders()).say(str(error))
            return
        self._tell_doubt()
        self._show_beat()

    def _show_beat(self) -> None:
        """Show what comes now, for as long as it lasts."""
        self._show_over()
        self._ring()
        self._look()
        self._bring_forward()
        self._show_request()
        kind = self.autoplay.step.kind
        if kind in (DAY, SHIP):
            self.app.push_screen(self._page(), lambda _: self._play(self.autoplay.finish))
        elif kind == OVER:
            self._show_outcome()
        else:
            self._start_clock()

    def _start_clock(self) -> None:
        """Finish the beat when its time is up; neither a page over the board nor a held tape takes time."""
        self._stop_clock()
        seconds = self.autoplay.step.seconds
        if seconds is not None and not self.autoplay.held and self.is_current and has_room(self.app.size):
            self._clock = self.set_timer(seconds, self._time_up)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _time_up(self) -> None:
        self._hurried = False
        self._play(self.autoplay.finish)
        self._guard()

    def _guard(self) -> None:
        """For a moment after the tape has stopped a key is not taken for an answer, nor as read what has just come."""
        if self.autoplay.step.seconds is None and self.autoplay.speed == WATCH:
            self._guarded = monotonic() + self.autoplay.lengths.guard

    def on_screen_suspend(self) -> None:
        """A page lies over the board: the tape waits."""
        self._stop_clock()

    def on_screen_resume(self) -> None:
        """The board again: the tape goes on, with what was set meanwhile."""
        chosen = self.context.settings
        self.bell = chosen.bell or self.bell
        self.autoplay.daily = chosen.daily or self.autoplay.daily
        if chosen.pace and chosen.pace != self.autoplay.speed:
            self._play(partial(self.autoplay.set_speed, chosen.pace))
        else:
            self._start_clock()

    @on(AutoplayPanel.Pressed)
    @on(Overlay.Clicked)
    def hurry(self) -> None:
        """A key finishes the beat; the next one after it goes on to the next moment."""
        if self.autoplay.step.seconds is None and monotonic() < self._guarded:
            return
        self.query_one(EventLog).newest()
        again, self._hurried = self._hurried, self.autoplay.step.kind in PASSED and not self.autoplay.held
        rush = again and self._hurried
        self._play(self.autoplay.to_next_headline if rush else partial(self.autoplay.finish, whole=True))
        self._guard()

    @on(AutoplayPanel.Hold)
    def hold(self) -> None:
        """Hold the tape, or let it go on."""
        self.autoplay.held = not self.autoplay.held
        self._show_request()
        self._start_clock()

    def _show_over(self) -> None:
        """The line of a moment, the card of a wave; at the speed fast the last moment stays in sight.

        Where something is asked it gives way to the tabs, by which the panels are known.
        """
        autoplay, step = self.autoplay, self.autoplay.step
        line, card = self.query_one(HeadlineBanner), self.query_one(WaveCardPanel)
        stays = step.kind == CARD or (step.kind == ASK and not self._has_tabs())
        last = autoplay.recent[-1] if autoplay.recent and autoplay.speed == FAST and stays else None
        line.moment, line.brief = step.moment or last, step.kind != HEADLINE
        line.waits = step.kind == HEADLINE and step.seconds is None
        card.card, card.passes = step.card, step.seconds is not None
        self._lay_over()

    def _has_tabs(self) -> bool:
        """Whether panels stand behind one another."""
        return "tabs" in self.query_one(Board).places(self.board_size())

    def _ring(self) -> None:
        """The bell, for a moment that is no good news."""
        moment = self.autoplay.step.moment
        if moment is not None and moment.style in ("warn", "bad") and self.bell == ON:
            self.app.bell()

    def _lay_over(self) -> None:
        """Lay what lies over the board in its place, the line under the header."""
        self.query_one(HeadlineBanner).styles.offset = (0, header_rows(self.room().width))
        for over in self.query(Overlay):
            over.cover(self.size.width)

    def on_resize(self, event: events.Resize) -> None:
        """What lies over the board is broken for the new width, or gives way; where nothing is seen nothing goes on."""
        self._show_over()
        self._start_clock()

    def _page(self) -> Page[None]:
        """The page of the day that is over, or of the ship that takes the duty."""
        from picket_duty.tui.screens.day_end import DayScreen
        from picket_duty.tui.screens.ships import ShipScreen

        step = self.autoplay.step
        if step.kind == DAY:
            return DayScreen(self.game, step.words, self.autoplay.after())
        return ShipScreen(self.game, step.ships)

    # -- what is wanted ----------------------------------------------------------

    def _orders(self) -> Orders:
        """The panel that takes the answer to the request, or the keys of the tape."""
        request = self.game.request
        if self.autoplay.step.kind not in (ASK, OVER):
            name = "run-orders"
        elif request is None:
            name = "over-orders"
        elif isinstance(request, Roll):
            name = "dice-orders" if is_players(request, self.game.state.setup.dice) else "roll-orders"
        else:
            name = {ONE: "one-orders", ASSIGN: "plan-orders", MEN_TO_JOBS: "men-orders"}[request.kind]
        return self.query_one(f"#{name}", Orders)

    def _show_request(self) -> None:
        """Bring the right orders forward and draw everything again."""
        self._look()
        wanted = self._orders()
        before = next((orders for orders in self.query(Orders) if orders.display), wanted)
        for orders in self.query(Orders):
            orders.display = orders is wanted
        if (self.game.request, wanted) != self._wanted:
            self._wanted = (self.game.request, wanted)
            self.view.mount = ""
            if not self.view.planning:
                self.view.plane, self.view.slot = None, ""
            wanted.begin()
            self._prepare(wanted)
            self._think()
        if self.focused is not wanted:
            wanted.focus(scroll_visible=False)
        # What the keys do depends on the decision, and the focus may stay where it was.
        self.refresh_bindings()
        self._tell_course()
        self._tell_loss()
        self.redraw()
        wanted.draw_ahead(before.size)

    def _look(self) -> None:
        """Let the panels look at the game: while a wave's card is read, as it stood when the wave was over."""
        seen = self.autoplay.step.seen
        if seen is None or not self.game.history:
            self.view.game = self.game
        elif self.view.game is self.game or len(self.view.game.events) != seen:
            self.view.game = self.game.state_at(seen)

    def _bring_forward(self) -> None:
        """Where panels stand behind one another: those who come aboard, planes that come in, what a strike has done."""
        state, step = self.game.state, self.autoplay.step
        there = step.seen is None and (state.air.planes or contacts(self.game))
        coming = (state.label, state.air.wave) if there else None
        front = ""
        if step.kind == READ and not state.records.phases:
            front = SHIP_LOG
        elif step.card is not None and step.card.blows:
            front = DAMAGE
        elif coming is not None and coming != self._coming:
            front = PLOT
        self._coming = coming or self._coming
        if front and self.query_one(Tabs).display and not self.query_one(Board).large:
            self.action_tab(front)

    def _staff(self) -> DecisionAnalyzer | None:
        """Who works out the chances of winning."""
        return self.context.staff()

    def _think(self) -> None:
        """Let the staff work on what is asked, the orders as they stand with it."""
        if self.autoplay.step.kind != ASK:
            self._recommendation.rest()
            return
        orders = self._orders()
        yours = self.view.plan if isinstance(orders, PlanOrders) else None
        yours = orders.men if isinstance(orders, MenOrders) else yours
        self._recommendation.about(self.game, dict(yours) if yours else None)

    def _show_recommendation(self, choice: Choice, recommendation: RecommendationText) -> None:
        """What the staff advises, and the chances of winning beside the orders they belong to."""
        self._orders().show_recommendation(choice, recommendation)

    def _tell_course(self) -> None:
        """Speed and standing orders, for the header."""
        autoplay = self.autoplay
        running = autoplay.speed == WATCH
        self.view.speed = "held" if autoplay.held else f"{autoplay.speed} >>" if running else autoplay.speed
        self.view.orders = autoplay.standing.words()

    def _tell_loss(self) -> None:
        """Whether the ship in sight is lost, for the header: from the line on, that says so."""
        state, moment = self.game.state, self.autoplay.step.moment
        sunk = {ship.name for ship in (*state.lost, state.ship) if ship.fate == SUNK}
        self.view.lost = self.view.ship.name in sunk and (moment is None or moment.kind == LOST)

    def _prepare(self, wanted: Orders) -> None:
        """The orders begin with what the staff proposes, so that Enter gives it."""
        request = self.game.request
        if isinstance(wanted, OneOrders) and isinstance(request, Choice):
            wanted.start_at(suggest(self.game))
        if isinstance(wanted, PlanOrders | MenOrders):
            wanted.action_suggest()

    # -- answers -------------------------------------------------------------------

    @on(RollOrders.Thrown)
    def throw(self) -> None:
        """Roll the dice wanted."""
        self._order(self.autoplay.throw)

    @on(Orders.Given)
    def give(self, message: Orders.Given) -> None:
        """Answer with what the captain typed or decided."""
        if self.game.over:
            self._show_outcome()
            return
        if message.request is not self.game.request:
            return  # A key pressed twice: what it answered has been answered.
        if isinstance(self._orders(), DiceOrders):
            self._guarded = 0.0  # Digits of dice never mean the tape.
        self._order(partial(self.autoplay.answer, message.answer))

    def _order(self, step: Callable[[], object]) -> None:
        """An order of the captain; a key that still meant the tape is none."""
        if monotonic() < self._guarded:
            return
        self.autoplay.held = self._hurried = False
        if not isinstance(self.game.request, Roll):
            self.view.ordered = len(self.game.events)
        self.query_one(EventLog).newest()
        self._play(step)

    @on(DiceOrders.TakenBack)
    def take_back(self) -> None:
        """The dice typed last were wrong: to before them."""
        try:
            self.game.undo(answers_since_own_dice(self.game))
        except (ValueError, SaveError) as error:
            self._orders().say(str(error))
            return
        self._play(self.autoplay.begin)
        self._orders().say("the dice typed last are taken back")

    @on(PlanOrders.Changed)
    def plan_changed(self) -> None:
        """Plot and mounts show the plan as it is drawn up."""
        for name in ("#plot", "#mounts", "#plan-orders"):
            self.query_one(name, Panel).redraw()
        self._think()

    @on(MenOrders.Changed)
    def men_changed(self) -> None:
        """The staff works on the men as they stand."""
        self._think()

    def _tell_doubt(self) -> None:
        """Say once what the save does not hold for sure."""
        journal = self.game.journal
        if journal is not None and journal.doubt != self._doubted:
            self._doubted = journal.doubt
            if self._doubted:
                self.app.notify(self._doubted, title="About this save", severity="warning", markup=False)

    def _show_outcome(self) -> None:
        from picket_duty.tui.screens.outcome import OutcomeScreen

        self._enter_service()
        self.app.push_screen(OutcomeScreen(self.game), self._outcome_read)

    def _enter_service(self) -> None:
        """Enter a saved game that is over into the service record; once is enough."""
        from picket_duty.reports.ship_register import ships_served
        from picket_duty.saves import service_record

        if self.game.journal is None:
            return
        try:
            service_record.enter(self.game, self.game.journal.path.stem, ships_served)
        except OSError as error:
            self._orders().say(f"not entered in the service record: {error}")

    def _outcome_read(self, menu: bool | None) -> None:
        if menu:
            self._close()

    # -- keys ------------------------------------------------------------------------

    def action_pace(self) -> None:
        """The next speed."""
        pace = SPEEDS[(SPEEDS.index(self.autoplay.speed) + 1) % len(SPEEDS)]
        self.context.remember("pace", pace)
        self.autoplay.held = False
        self._play(partial(self.autoplay.set_speed, pace))

    def action_very_well(self) -> None:
        """The staff sees to it."""
        if self.autoplay.can_delegate():
            self._order(self.autoplay.very_well)

    def action_standing(self) -> None:
        """Standing orders."""
        from picket_duty.tui.screens.standing_orders_form import StandingOrdersScreen

        self.app.push_screen(StandingOrdersScreen(self.autoplay.standing), self._set_standing)

    def _set_standing(self, standing: Standing | None) -> None:
        if standing is None:
            return
        try:
            keep_standing(self.game, standing)
        except SaveError as error:
            self._orders().say(str(error))
            return
        self._play(partial(self.autoplay.set_standing, standing))

    def action_page(self, step: int) -> None:
        """Scroll; who reads back in the log holds the tape."""
        if self.autoplay.step.kind in PLAYED and not self.autoplay.held:
            self.hold()
        super().action_page(step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Records are for campaigns and patrols; the staff sees to decisions; a game that is over has no odds."""
        if action in ("pace", "odds"):
            return self.autoplay.step.kind != OVER
        if action == "very_well":
            return self.autoplay.can_delegate()
        return action != "records" or not self.game.state.scenario

    def action_records(self) -> None:
        """Calendar, squadron, waters and records."""
        from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game))

    def action_chart(self) -> None:
        """The chart of what is marked, of the roll wanted, or of the one just made."""
        self._show_chart(self._orders().marked_roll())

    def action_odds(self) -> None:
        """The odds of the request and what the staff advises."""
        from picket_duty.tui.screens.request_odds import OddsScreen

        self.app.push_screen(OddsScreen(self.game, dict(self.view.plan), self._orders().recommendation))

    def action_undo(self) -> None:
        """Ask, then go back to the last decision."""
        if all(isinstance(answer, tuple) for answer in self.game.answers):
            self._orders().say("there is no decision to take back")
            return
        chosen = next((event for event in reversed(self.game.events) if isinstance(event, Chosen)), None)
        about = f": {chosen.about}" if chosen else ""
        self.app.push_screen(AskScreen(f"Back to the last decision{about}?", "take it back", "go on"), self._undo)

    def _undo(self, yes: bool | None) -> None:
        if not yes:
            return
        try:
            self.game.undo_decision()
        except (ValueError, SaveError) as error:
            self._orders().say(str(error))
            return
        self._play(self.autoplay.begin)

    def action_bug_report(self) -> None:
        """Write the save, version, tables and last events into one file, beside the screen."""
        if self.game.journal is None:
            self._orders().say("this game is not saved: there is nothing to report")
        else:
            self._write_report(self.game.journal.path)

    @work(thread=True, exclusive=True, group="bug report")
    def _write_report(self, path: Path) -> None:
        from picket_duty.reports import bug_report
        from picket_duty.saves.paths import data_folder
        from picket_duty.saves.writer import write_new

        target = data_folder() / "reports" / f"{path.stem}-{datetime.datetime.now():%Y%m%d-%H%M%S}.txt"
        try:
            text = bug_report.write(path, self.game.tables)
            target.parent.mkdir(parents=True, exist_ok=True)
            write_new(target, text.encode("utf-8"))
        except (SaveError, OSError) as error:
            self._tell_report(f"The bug report cannot be written: {error}", failed=True)
            return
        self._tell_report(f"The bug report is in {target}")

    def _tell_report(self, words: str, failed: bool = False) -> None:
        """From beside the screen: say what became of the report."""
        severity: SeverityLevel = "error" if failed else "information"
        self.from_beside(partial(self.app.notify, words, title="Bug report", severity=severity, markup=False))

    def action_leave(self) -> None:
        """Ask, then leave for the menu."""
        if self.game.over:
            self._close()
            return
        why = self.game.journal.unsaved() if self.game.journal is not None else ""
        if why:
            question = f"Leave the game? It is NOT saved: {why}. Who leaves loses it."
            self.app.push_screen(AskScreen(question, "leave and lose it", "stay", enter=False), self._leave)
            return
        question = "Leave the game? It is saved; Continue on the menu takes it up here."
        self.app.push_screen(AskScreen(question, "leave", "stay"), self._leave)

    def _leave(self, yes: bool | None) -> None:
        if yes:
            self._close()

    def on_unmount(self) -> None:
        """Nobody looks any more."""
        self._recommendation.rest()

    def _close(self) -> None:
        self.context.close_game(self.game)
        self.dismiss()

    # -- clicks ------------------------------------------------------------------------

    def action_look_at(self, number: int) -> None:
        """A plane was clicked: in the fire plan it is the one to be fired at."""
        if self.view.planning:
            self.query_one(PlanOrders).action_look_at(number)
        else:
            super().action_look_at(number)

    def action_mark_mount(self, name: str) -> None:
        """A mount was clicked: its arcs are lit; in the fire plan it is marked where it bears on the plane."""
        if name in self.view.bearing_slots():
            self.view.slot = name
        super().action_mark_mount(name)

    def action_slot(self, slot: str) -> None:
        """A slot was clicked in the fire plan."""
        self.query_one(PlanOrders).action_fire(slot)

    def action_pick(self, number: int) -> None:
        """An option was clicked."""
        self.query_one(OneOrders).action_pick(number + 1)

    def action_job(self, number: int) -> None:
        """A job was clicked: one man more."""
        orders = self.query_one(MenOrders)
        orders.place = number
        orders.action_men(1)

    def action_die_field(self, number: int) -> None:
        """A die's field was clicked."""
        orders = self.query_one(DiceOrders)
        orders.action_move(number - orders.place)
