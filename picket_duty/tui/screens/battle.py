"""The battle screen: the panels of the ship, autoplay, and the panels that take the player's
decisions.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING, Any, ClassVar

from textual import events, on
from textual.binding import Binding
from textual.screen import Screen
from textual.timer import Timer
from textual.widget import Widget

from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FLOOD,
    REPAIR_MEN,
)
from picket_duty.captains import deciders, standing_orders
from picket_duty.charts import ChartError
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Choice, Request, Roll
from picket_duty.rules.upkeep import STAY
from picket_duty.saves import SaveError
from picket_duty.setup import UNAIDED, is_players
from picket_duty.state import SUNK, date_in_label
from picket_duty.text import headlines
from picket_duty.text.chances import Chance, Recommendation, counting_words
from picket_duty.tui import scenes
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.news import news_since_order
from picket_duty.tui.plane_stages import contacts
from picket_duty.tui.screens.board import BoardScreen, header_rows
from picket_duty.tui.screens.dialogs import AskScreen, if_yes, leave_question
from picket_duty.tui.screens.open_games import close_game
from picket_duty.tui.screens.page import has_room
from picket_duty.tui.settings import FAST, MANUAL, NORMAL, OFF, ON, SPEEDS
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.board_layout import DAMAGE, ORDERS, PLOT, SHIP, Board
from picket_duty.tui.widgets.choice_panel import ChoicePanel
from picket_duty.tui.widgets.dice_orders import DiceOrders, answers_since_own_dice
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.men import RepairPanel
from picket_duty.tui.widgets.orders import Orders
from picket_duty.tui.widgets.over_orders import OverOrders
from picket_duty.tui.widgets.overlays import HeadlineBanner, Overlay, WaveCardPanel
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.roll_orders import RollOrders
from picket_duty.tui.widgets.tabs import Tabs

if TYPE_CHECKING:
    from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer
    from picket_duty.tui.live_recommendation import LiveRecommendation

#: Seconds of the shortest scene: a timer cannot have an interval of 0.
SHORTEST = 0.001
#: The panels that take the decisions, by their kind.
PANELS = {ONE: "one-orders", ASSIGN: "plan-orders", MEN_TO_JOBS: "men-orders"}
#: The decisions of a damage control round.
CONTROL = (DECLARE, FLOOD, COUNTERFLOOD, REPAIR_MEN)


class BattleScreen(BoardScreen[None]):
    """The screen a game is played on."""

    plays = True
    BINDINGS: ClassVar = [
        bind(
            "o",
            "odds",
            "Odds",
            "Show the odds for this roll or decision, with your exec's advice",
            "battle.odds",
        ),
        bind(
            "v",
            "pace",
            "Speed",
            (
                "Change the speed: normal shows every roll, fast shows no rolls, and step waits "
                "after every roll"
            ),
            "battle.pace",
        ),
        hidden(
            "a",
            "standing",
            "Standing orders",
            "Tell your officers what to handle without asking you (standing orders)",
            "battle.standing",
        ),
        bind(
            "y",
            "very_well",
            "Delegate",
            "Let your officers handle the rest of this wave or its damage control",
            "battle.very_well",
        ),
        hidden(
            "x",
            "officers_finish",
            "Officers finish",
            "Let your officers finish a scenario that you can no longer win",
            "battle.officers_finish",
        ),
        bind(
            "t",
            "chart",
            "Chart",
            "Show the chart for the selected gun or job, or for the next roll",
            "battle.chart",
        ),
        bind(
            "u",
            "undo",
            "Undo",
            (
                "Undo the last change to this fire plan; if nothing has changed, go back to your "
                "last decision"
            ),
            "battle.undo",
        ),
        bind(
            "r",
            "records",
            "Records",
            "Show the calendar, ships, map and other records",
            "battle.records",
        ),
        hidden(
            "n",
            "crew",
            "Crew",
            "Show the values, records and awards of officers and chiefs",
            "battle.crew",
        ),
        bind(
            "q",
            "leave",
            "Leave",
            "Return to the menu; the game is saved",
            "battle.leave",
            system=True,
        ),
        bind(
            "escape",
            "step_back",
            "Restore panels",
            (
                "Shrink an enlarged panel, close the exec's advice, or go back from the guns to "
                "the aims; otherwise, leave the battle"
            ),
            "battle.back",
            display="Esc",
        ),
    ]

    def __init__(self, game: Game, pace: str = MANUAL, bell: str = OFF) -> None:
        super().__init__(game)
        self.autoplay = Autoplay(
            game, pace, standing_orders.load_standing_orders(game), scenes.WATCHED
        )
        self.view.by_officers = self.autoplay.by_officers
        self.bell = bell
        #: The request and the order panel that are shown.
        self._shown_request: object = None
        #: What the labels of the keys of a fire plan depend on, when they were last drawn: the
        #: request, whether undo takes back a change, the last digit, and the plan gun by gun.
        self._labeled: tuple[Request | None, bool, int, bool] = None, False, 0, False
        #: Phase and wave for which the plot was last brought to the front.
        self._newest_wave: tuple[str, int] | None = None
        #: The phase in which the orders keep their rows.
        self._rows_kept_in = ""
        #: The warning about the save that was last shown.
        self._reported_doubt = ""
        #: The speed in the settings when the screen was last in front.
        self._pace_setting = ""
        #: The timer that finishes the scene, if it does not wait.
        self._clock: Timer | None = None
        #: What works out the chances of a decision, once the exec has been asked.
        self._live: LiveRecommendation | None = None
        #: The chances simulated after a day, by its date.
        self._chances: dict[str, Chance] = {}
        #: Whether a key finished the last scene: the next key plays to the next headline.
        self._key_finished = False

    # -- the panels ------------------------------------------------------------

    def content(self) -> Iterable[Widget]:
        """The board and its overlays."""
        yield from super().content()
        yield HeadlineBanner(self.autoplay, id="moment")
        yield WaveCardPanel(self.autoplay, id="card")

    def order_panels(self) -> Iterable[Widget]:
        """A panel for each kind of request."""
        view = self.view
        yield AutoplayPanel(view, self.autoplay, id="run-orders")
        yield RollOrders(view, id="roll-orders")
        yield DiceOrders(view, id="dice-orders")
        yield ChoicePanel(view, id="one-orders")
        yield FirePlanPanel(view, id="plan-orders")
        yield RepairPanel(view, id="men-orders")
        yield OverOrders(view, id="over-orders")

    def on_mount(self) -> None:
        self._pace_setting = self.context.settings.pace
        self._play(lambda: None)
        # In a fire plan, a notice would replace the words that say how to choose an aim.
        if self.autoplay.speed == FAST and not self.game.over and self.view.planning is None:
            self._order_panel().say(
                "Speed: fast. Rolls are not shown. Press v to change the speed."
            )

    # -- autoplay ----------------------------------------------------------------

    def _play(self, step: Callable[[], object]) -> None:
        """Run an action on the game and every following scene that takes no time, then show the
        next one.
        """
        self._stop_clock()
        orders = self._order_panel()
        autoplay = self.autoplay
        try:
            step()
            while autoplay.scene.seconds == 0:
                autoplay.to_next_headline()
        except (ValueError, SaveError, ChartError, OSError) as error:
            autoplay.is_paused = True
            self._show_request()
            # The step may have led to a request with another panel before it failed.
            if not orders.display:
                orders = self._order_panel()
            orders.say(str(error))
            return
        save_file = self.game.save_file
        if save_file is not None and save_file.doubt != self._reported_doubt:
            self._reported_doubt = save_file.doubt
            if save_file.doubt:
                self.app.notify(save_file.doubt, title="About this save", severity="warning")
        self._show_scene()

    def _show_scene(self) -> None:
        """Show the current scene and start its clock."""
        self._place_overlays()
        headline = self.autoplay.scene.headline
        if headline is not None and headline.style in ("warn", "bad") and self.bell == ON:
            self.app.bell()
        self._update_view()
        self._front_news()
        self._show_request()
        kind = self.autoplay.scene.kind
        if kind in scenes.OWN_SCREENS:
            from picket_duty.tui.screens.day_end import BattlePage

            page = self._page()
            # A key may have been meant for what autoplay played just before the page. Before the
            # orders, which open the game, it played nothing.
            was_played = self.autoplay.speed == NORMAL and kind != scenes.ORDERS_PAGE
            if isinstance(page, BattlePage) and was_played:
                page.guarded_until = monotonic() + self.autoplay.durations.page
            self.app.push_screen(page, self._leave_page)
        elif kind == scenes.OVER:
            self._show_outcome()
        else:
            self._start_clock()

    def _leave_page(self, leaves: bool | None) -> None:
        if leaves:
            self._close()
        else:
            self._play(self.autoplay.finish)

    def _start_clock(self) -> None:
        """Finish the scene when its time is up, unless autoplay is paused or another screen is on
        top.
        """
        self._stop_clock()
        seconds = self.autoplay.scene.seconds
        if (
            seconds is not None
            and not self.autoplay.is_paused
            and self.is_current
            and has_room(self.app.size)
        ):
            self._clock = self.set_timer(max(seconds, SHORTEST), self._time_up)

    def _stop_clock(self) -> None:
        if self._clock is not None:
            self._clock.stop()
            self._clock = None

    def _time_up(self) -> None:
        self._key_finished = False
        self._play(self.autoplay.finish)
        self._guard()

    def _guard(self) -> None:
        """Ignore keys for a moment after autoplay has stopped: they were meant for autoplay.

        Only the normal speed needs this, except that at any speed a key pressed twice must not skip
        the report of a lost ship.
        """
        scene = self.autoplay.scene
        if scene.is_loss or (scene.seconds is None and self.autoplay.speed == NORMAL):
            self.view.guarded_until = monotonic() + self.autoplay.durations.guard

    def on_screen_suspend(self) -> None:
        """Stop the clock while another screen is on top."""
        self._stop_clock()

    def on_screen_resume(self) -> None:
        """Continue autoplay with the settings changed meanwhile."""
        chosen = self.context.settings
        self.bell = chosen.bell or self.bell
        if chosen.pace != self._pace_setting:
            self._pace_setting = chosen.pace
            self._play(partial(self.autoplay.set_speed, chosen.pace))
        else:
            self._start_clock()

    @on(AutoplayPanel.StepWanted)
    @on(Overlay.Clicked)
    def finish_scene(self) -> None:
        """Finish the scene. If a key finished the scene before it too, play to the next headline:
        a second press skips the rolls and orders until then.
        """
        if self.autoplay.scene.seconds is None and monotonic() < self.view.guarded_until:
            return
        self.query_one(EventLog).newest()
        was_pressed_before = self._key_finished
        can_be_skipped = self.autoplay.scene.kind in scenes.SKIPPED and not self.autoplay.is_paused
        self._key_finished = can_be_skipped
        if was_pressed_before and can_be_skipped:
            self._play(self.autoplay.to_next_headline)
        else:
            self._play(partial(self.autoplay.finish, all_planes=True))
        self._guard()

    @on(AutoplayPanel.PauseWanted)
    def pause_or_resume(self) -> None:
        """Pause autoplay, or let it continue."""
        self.autoplay.is_paused = not self.autoplay.is_paused
        self._place_overlays()
        self._show_request()
        self._start_clock()

    def _place_overlays(self) -> None:
        """Place the overlays: the card over the orders, the headline over the first row of the
        board.
        """
        width = self.room().width
        banner = self.query_one(HeadlineBanner)
        banner.cover(width)
        banner.styles.offset = (0, header_rows(width))
        self.view.cut_headline = banner.cut_headline(width)
        self.query_one(WaveCardPanel).cover(
            self.query_one(Board).places(self.board_size())[ORDERS].width
        )

    def on_resize(self, event: events.Resize) -> None:
        """Wrap the overlays for the new width; stop the clock if the terminal is too small to show
        anything.
        """
        self._place_overlays()
        orders = self._order_panel()
        self._give_rows(orders)
        orders.redraw()
        self._start_clock()

    def _page(self) -> Screen[Any]:
        """The orders, the page of a day or of a lost ship, or a card over the board."""
        from picket_duty.pages.battle_cards import killed_card, quiet_card
        from picket_duty.tui.screens.day_end import (
            CardOverBoard,
            DayScreen,
            OrdersScreen,
            ShipScreen,
        )

        scene = self.autoplay.scene
        state = self.game.state
        if scene.kind == scenes.ORDERS_PAGE:
            return OrdersScreen(self.game)
        if scene.kind == scenes.KILLED_CARD:
            return CardOverBoard(killed_card(scene.killed))
        if scene.kind == scenes.QUIET_DAYS_CARD:
            days = [day for day in state.records.daily if day.date >= scene.date]
            # A day that is under way is not one of the quiet days.
            return CardOverBoard(quiet_card(days[:-1] if state.day_start else days, state))
        if scene.kind == scenes.DAY_PAGE:
            return DayScreen(self.game, scene.date, self._chances)
        return ShipScreen(self.game)

    # -- the request ----------------------------------------------------------

    def _order_panel(self) -> Orders:
        """The panel that takes the answer to the request, or the keys of autoplay."""
        request = self.game.request
        if self.autoplay.scene.kind not in (scenes.ASK, scenes.OVER):
            name = "run-orders"
        elif request is None:
            name = "over-orders"
        elif isinstance(request, Choice):
            name = PANELS[request.kind]
        elif is_players(request, self.game.state.setup.dice):
            name = "dice-orders"
        else:
            name = "roll-orders"
        return self.query_one(f"#{name}", Orders)

    def _show_request(self) -> None:
        """Show the right order panel and redraw everything."""
        self._update_view()
        wanted = self._order_panel()
        before = next((orders for orders in self.query(Orders) if orders.display), wanted)
        for orders in self.query(Orders):
            orders.display = orders is wanted
        self.view.panel_lists_planes = isinstance(wanted, FirePlanPanel)
        if (self.game.request, wanted) != self._shown_request:
            self._shown_request = (self.game.request, wanted)
            self._stop_analysis()
            self.view.mount = ""
            if not self.view.planning:
                self.view.plane = None
                self.view.slot = ""
            wanted.begin()
        wanted.report(*news_since_order(self.autoplay, self.view.first_event_since_order()))
        self._give_rows(wanted)
        if self.focused is not wanted:
            wanted.focus(scroll_visible=False)
        # The keys depend on the decision even if the focus stays.
        self.refresh_bindings()
        self.redraw()
        # A panel that was hidden has no size before the next layout: it is that of the one before.
        wanted.draw_ahead(before.size)

    def _give_rows(self, orders: Orders) -> None:
        """Arrange the board again if the order panel needs more rows."""
        board = self.query_one(Board)
        rows = self.rows_for(orders, board)
        # Before the first frame, this arranges the panels that news brought to the front too.
        if rows != board.orders_rows or not board.size.width:
            board.orders_rows = rows
            self._arrange()
            # The board keeps its layout until one of its panels asks for another.
            orders.refresh(layout=True)

    def rows_for(self, orders: Orders, board: Board) -> int:
        """The rows that the order panel wants; it keeps them for the phase, so that the board
        stands still.
        """
        label = self.game.state.label
        kept = board.orders_rows if label == self._rows_kept_in else 0
        self._rows_kept_in = label
        # At least one row: 0 would mean that no order is given.
        return max(1, kept, orders.rows_wanted(board.places(self.board_size())[ORDERS].width))

    def _update_view(self) -> None:
        """Set what the panels show of the scene.

        A scene about something past says how many events are shown (``events_shown``): the panels
        show the game as it was after them. The header reports the loss of a ship at once, but not
        before the headline with that news.
        """
        view = self.view
        autoplay = self.autoplay
        scene = autoplay.scene
        asks = scene.kind == scenes.ASK
        state = self.game.state
        if scene.events_shown is None or not self.game.history:
            view.game = self.game
        elif view.game is self.game or len(view.game.events) != scene.events_shown:
            # Otherwise the panels show that position already.
            view.game = self.game.state_at(scene.events_shown)
        view.card = scene.wave if asks else None
        view.known_aims = autoplay.aims
        view.officers_fire = asks and scene.answer is not None and not autoplay.is_paused
        view.speed = autoplay.speed
        # At a decision nothing runs that could be paused.
        if autoplay.is_paused and not asks:
            view.speed = "paused"
        elif autoplay.speed == NORMAL:
            view.speed = f"{NORMAL} >>"
        view.orders = autoplay.standing.words()
        sunk = {ship.name for ship in (*state.lost, state.ship) if ship.fate == SUNK}
        view.lost = view.ship.name in sunk and (
            scene.headline is None or scene.headline.kind == headlines.LOST
        )

    def _front_news(self) -> None:
        """If panels share a place, bring the one with news to the front: the ship when its crew is
        drawn, the damage after a hit, the plot when a wave comes.
        """
        state = self.game.state
        scene = self.autoplay.scene
        board = self.query_one(Board)
        front = ""
        # A scene about something past shows the planes of another moment.
        are_planes_shown = scene.events_shown is None and (state.air.planes or contacts(self.game))
        wave = (state.label, state.air.wave) if are_planes_shown else None
        # Before the first phase, the only rolls with time to read them are those of the crew.
        if scene.kind == scenes.ROLL_MADE and not state.records.phases:
            front = SHIP
        elif scene.wave is not None and scene.wave.impacts:
            front = DAMAGE
        elif wave is not None and wave != self._newest_wave:
            front = PLOT
        self._newest_wave = wave or self._newest_wave
        if front and self.query_one(Tabs).display and not board.large:
            self.bring_to_front(front)
            if board.size.width:
                self._arrange()

    def _analyzer(self) -> DecisionAnalyzer | None:
        """The analyzer that computes the chances of winning, None if it is turned off."""
        return self.context.analyzer()

    @on(FirePlanPanel.Advised)
    def work_out_chances(self) -> None:
        """Work out the chances of the aims in the background, and show them as they come."""
        draft = self.view.draft
        if draft is not None and self.view.planning is draft.choice:
            self._work_out(draft.choice, draft.now.held)

    @on(ChoicePanel.Advised)
    def count_for_exec(self) -> None:
        """Work out the chances of the options in the background; until then the panel shows the
        exec's estimate.
        """
        choice = self.game.request
        if not isinstance(choice, Choice) or choice.kind != ONE or self._analyzer() is None:
            return
        panel = self.query_one(ChoicePanel)
        panel.advise(counting_words(panel.estimate(choice)))
        self._work_out(choice)

    def _work_out(self, choice: Choice, held: int | None = None) -> None:
        """Work out the chances of a choice in the background; ``held`` is the number of fighters
        held back, None for a choice that is not a fire plan.
        """
        from picket_duty.tui.live_recommendation import LiveRecommendation

        if self._live is None:
            self._live = LiveRecommendation(self, self._analyzer, self._show_chances)
        # The chances of a fire plan depend on the fighters held back, so they are worked out
        # each time; others only once.
        if held is not None or not self._live.is_about(choice):
            self._live.start(self.game, choice, held)

    def _show_chances(self, choice: Choice, analysis: DecisionAnalysis) -> None:
        """Show what the analysis has found so far; ``LiveRecommendation`` calls this as it
        progresses.
        """
        draft = self.view.draft
        advised = analysis.in_time(self.game)
        if choice is not self.game.request:
            return
        if choice.kind == ONE:
            self._show_advice(choice, advised, analysis.working)
            return
        if advised is None or draft is None or draft.aims is None or analysis.held is None:
            return
        draft.learn_from_games(advised, analysis.held)
        differs = analysis.differs(advised.measure)
        words = draft.chances_words(analysis.held, advised, differs=differs, more=analysis.working)
        orders = self.query_one(FirePlanPanel)
        orders.show_chances(analysis.held, words)
        self._give_rows(orders)

    def _show_advice(self, choice: Choice, advised: Recommendation | None, working: bool) -> None:
        """Let the exec say what he counted for a decision between options."""
        from picket_duty.text.chances import (
            RecommendationText,
            uncounted_words,
            worded_recommendation,
        )

        panel = self.query_one(ChoicePanel)
        estimate = panel.estimate(choice)
        if advised is None:
            panel.counted(RecommendationText(words=uncounted_words(estimate)))
            return
        text = worded_recommendation(choice, self.game.state.setup, advised, working, estimate)
        if choice.decision is ASK_RELIEF and STAY in text.chances:
            # The page of the day shows the chance that the player had by staying.
            self._chances[date_in_label(choice.phase)] = advised.chances[STAY]
        panel.counted(text)
        self._give_rows(panel)
        panel.redraw()

    def _stop_analysis(self) -> None:
        if self._live is not None:
            self._live.stop()

    # -- answers -------------------------------------------------------------------

    @on(RollOrders.Thrown)
    def throw(self) -> None:
        """Make the roll requested."""
        self._order(self.autoplay.roll)

    @on(Orders.Given)
    def give(self, message: Orders.Given) -> None:
        """Answer the request."""
        if self.game.over:
            self._show_outcome()
            return
        if message.request is not self.game.request:
            return  # A key pressed twice: the request is already answered.
        if isinstance(self._order_panel(), DiceOrders):
            self.view.guarded_until = 0.0  # Digits of dice are never meant for autoplay.
        draft = self.view.draft
        is_plan = draft is not None and self.view.planning is draft.choice
        # Before that time ``_order`` refuses the answer.
        if draft is not None and is_plan and monotonic() >= self.view.guarded_until:
            self.autoplay.fire_order = draft.order(draft.now)
        request = message.request
        if (
            isinstance(request, Choice)
            and request.decision is ASK_RELIEF
            and message.answer != STAY
        ):
            # The chance kept for the day is that of a ship that stays, and she leaves.
            self._chances.pop(date_in_label(request.phase), None)
        self._order(partial(self.autoplay.answer, message.answer))

    def _order(self, step: Callable[[], object]) -> None:
        """Carry out an order of the player, unless its key was meant for autoplay."""
        if monotonic() < self.view.guarded_until:
            return
        self.autoplay.is_paused = False
        self._key_finished = False
        if not isinstance(self.game.request, Roll):
            self.view.events_at_order = len(self.game.events)
        self.query_one(EventLog).newest()
        self._play(step)
        if self.autoplay.scene.is_loss:
            self._guard()

    @on(DiceOrders.UndoWanted)
    def undo_dice(self) -> None:
        """Undo the last typed dice."""
        if self._undo(lambda: answers_since_own_dice(self.game)):
            self._order_panel().say("Your last roll was undone.")

    @on(FirePlanPanel.Changed)
    def plan_changed(self) -> None:
        """Show the plan so far on plot and mounts."""
        view = self.view
        self._stop_officers()
        armed = view.mount_with_arcs()
        mount = armed.data.id if armed is not None else ""
        depends_on = (view.plane, mount, view.by_guns, tuple(view.targets().items()))
        for name in ("#plot", "#mounts"):
            self.query_one(name, Panel).redraw_for(depends_on)
        orders = self.query_one(FirePlanPanel)
        orders.redraw()
        self._give_rows(orders)
        labeled = self.game.request, orders.can_take_back, orders.last_digit, view.by_guns
        if labeled != self._labeled:
            self._labeled = labeled
            self.refresh_bindings()

    def _stop_officers(self) -> None:
        """Keep the officers from opening fire, if they are about to."""
        if self.view.officers_fire:
            self.autoplay.stop_officers()
            self._stop_clock()
            self._update_view()
            self._order_panel().redraw()

    def _show_outcome(self) -> None:
        """Add a finished saved game to the service record (again changes nothing), and show the
        last page.
        """
        from picket_duty.pages.ships_served import ships_served
        from picket_duty.saves import service_record
        from picket_duty.tui.screens.outcome import MENU, UNDO, OutcomeScreen

        if self.game.save_file is not None:
            try:
                service_record.record_game(self.game, self.game.save_file.path.stem, ships_served)
            except OSError as error:
                self._order_panel().say(f"Not added to the service record: {error}")

        def leave_page(way: str | None) -> None:
            """Leave for the menu, or for the board, also to undo a decision there."""
            if way == MENU:
                self._close()
            elif way == UNDO:
                self.action_undo()

        self.app.push_screen(OutcomeScreen(self.game), leave_page)

    # -- keys ------------------------------------------------------------------------

    def action_pace(self) -> None:
        """Change to the next speed, now and after a restart."""
        pace = SPEEDS[(SPEEDS.index(self.autoplay.speed) + 1) % len(SPEEDS)]
        self._pace_setting = pace
        self.context.choose_setting("pace", pace)
        self._play(partial(self.autoplay.set_speed, pace))

    def action_very_well(self) -> None:
        """Delegate the rest of the wave, or of its damage control, to the officers."""
        if not self.autoplay.can_delegate() or monotonic() < self.view.guarded_until:
            return
        assert isinstance(self.game.request, Choice)
        is_control = self.game.request.decision in CONTROL
        what = "damage control" if is_control else "the wave"
        self._order(self.autoplay.delegate)
        if not isinstance(self.game.request, Choice):  # A new decision is the player's again.
            self._order_panel().say(f"Your officers will handle the rest of {what}.")

    def action_officers_finish(self) -> None:
        if monotonic() >= self.view.guarded_until:
            self._play(self.autoplay.let_officers_finish)

    def action_standing(self) -> None:
        """Open the standing orders; when the officers in command call, take command."""
        standing = self.autoplay.standing
        if self.autoplay.scene.kind == scenes.OFFICERS_CALL and standing.commands:
            self._set_standing(standing.commanded(commands=False))
            return
        from picket_duty.tui.screens.standing_orders import StandingOrdersScreen

        self.app.push_screen(StandingOrdersScreen(standing), self._set_standing)

    def _set_standing(self, standing: standing_orders.StandingOrders | None) -> None:
        if standing is None:
            return
        try:
            standing_orders.save_standing_orders(self.game, standing)
        except SaveError as error:
            self._order_panel().say(str(error))
            return
        takes_command = self.autoplay.standing.commands and not standing.commands
        self._play(partial(self.autoplay.set_standing, standing))
        if takes_command:
            self._order_panel().say("You are in command. Press a to change standing orders.")

    def action_page(self, step: int) -> None:
        """Scroll a decision that is longer than its panel, else the panel in front; pause autoplay
        meanwhile.
        """
        if self.autoplay.scene.kind in scenes.PLAYED and not self.autoplay.is_paused:
            self.pause_or_resume()
        orders = self._order_panel()
        if isinstance(orders, ChoicePanel):
            rows = step * max(1, orders.size.height - 1)
            at = round(orders.scroll_offset.y)
            # At the end of the decision, the key scrolls the panel in front.
            if 0 <= at + step <= orders.max_scroll_y:
                orders.scroll_relative(y=rows, animate=False, immediate=True)
                return
        super().action_page(step)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key applies: records only in campaigns and patrols, no orders when the game is
        over, odds only of a roll or decision shown. None for the odds while something is read: the
        key then does nothing, so that it does not close what is read.
        """
        kind = self.autoplay.scene.kind
        if action == "pace":
            return kind != scenes.OVER
        if action == "odds":
            if self.game.aid == UNAIDED or kind == scenes.OVER:
                return False
            return True if kind in (*scenes.PLAYED, scenes.ASK) else None
        if action == "standing":
            return not self.game.over
        if action == "very_well":
            return self.autoplay.can_delegate()
        if action == "officers_finish":
            return self.autoplay.can_finish()
        return action not in ("records", "crew") or not self.game.state.scenario

    def words_of(self, binding: Binding) -> str:
        """The label of a key. Undo says what it undoes, and has none if that is nothing; Esc has
        one only while it restores an enlarged panel.
        """
        if binding.action == "step_back":
            return binding.description if self.query_one(Board).large else ""
        if binding.action != "undo":
            return binding.description
        orders = self._order_panel()
        if isinstance(orders, FirePlanPanel) and orders.can_take_back:
            return "Undo change"
        if deciders.has_own_decision(self.game, self.autoplay.standing):
            return "Undo order"
        return ""

    def action_records(self, page: int = 0) -> None:
        from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, page))

    def action_crew(self) -> None:
        from picket_duty.tui.screens.campaign_records import CREWS

        self.action_records(CREWS)

    def action_chart(self) -> None:
        """Open the chart of the selection, of the roll requested, or of the last roll."""
        orders = self._order_panel()
        self._show_chart(orders.marked_roll(), orders.rolls_after())

    def action_odds(self) -> None:
        """Open the odds of the request and the exec's advice."""
        from picket_duty.tui.screens.odds import OddsScreen

        self._stop_officers()
        # The chances of the options are worked out once, for the panel and the page.
        request = self.game.request
        live = None
        if isinstance(request, Choice) and request.kind == ONE and self._analyzer() is not None:
            self._work_out(request)
            live = self._live
        self.app.push_screen(OddsScreen(self.game, dict(self.view.targets()), live))

    def action_undo(self) -> None:
        """Undo the last change of the fire plan; if there is none, ask, then undo to the player's
        last decision.
        """
        orders = self._order_panel()
        if isinstance(orders, FirePlanPanel) and orders.can_take_back:
            orders.take_back()
            return
        own = deciders.last_own_decision(self.game, self.autoplay.standing)
        if own is None:
            orders.say(deciders.nothing_to_undo(self.game))
            return
        question = deciders.undo_question(self.game, own)
        undo = partial(self._undo, lambda: len(self.game.answers) - own.answers_before)
        self.app.push_screen(AskScreen(question, "undo", "cancel"), if_yes(undo))

    def _undo(self, count: Callable[[], int]) -> bool:
        """Undo some answers; returns whether that was possible."""
        try:
            self.game.undo(count())
        except (ValueError, SaveError) as error:
            self._order_panel().say(str(error))
            return False
        self._play(self.autoplay.begin)
        return True

    def action_step_back(self) -> None:
        """Restore an enlarged panel, close the exec's advice, or go back from the guns to the aims;
        otherwise leave.
        """
        if self.restore_panel():
            return
        panel = self.query_one(FirePlanPanel)
        if self.view.by_guns and panel.draft is not None and panel.draft.aims is not None:
            panel.action_by_guns()
        elif not (self.view.planning and panel.clear_advice()):
            self.action_leave()

    def action_leave(self) -> None:
        if self.game.over:
            self._close()
        else:
            self.app.push_screen(leave_question(self.game), if_yes(self._close))

    def _close(self) -> None:
        self._stop_analysis()
        close_game(self.app, self.game)
        self.dismiss()

    # -- clicks ------------------------------------------------------------------------

    def action_look_at(self, number: int) -> None:
        """Select the plane clicked; in the fire plan it becomes the target."""
        if self.view.planning:
            self.query_one(FirePlanPanel).action_look_at(number)
        else:
            super().action_look_at(number)

    def action_mark_mount(self, name: str) -> None:
        """Show the arcs of the mount clicked; in the fire plan, select it if it bears on the
        plane.
        """
        if name in self.view.bearing_slots():
            self.view.choose_slot(name)
        super().action_mark_mount(name)

    def action_slot(self, slot: str) -> None:
        self.query_one(FirePlanPanel).action_fire(slot)

    def action_aim(self, number: int) -> None:
        self.query_one(FirePlanPanel).action_number(number)

    def action_pick(self, number: int) -> None:
        """Choose the option clicked; clicks number them from 0, keys from 1."""
        orders = self.query_one(ChoicePanel)
        orders.action_pick(number + 1)
        orders.action_commit()

    def action_job(self, number: int) -> None:
        orders = self.query_one(RepairPanel)
        orders.index = number
        orders.action_men(step=1)

    def action_die_field(self, number: int) -> None:
        orders = self.query_one(DiceOrders)
        orders.action_move(number - orders.draft.index)
