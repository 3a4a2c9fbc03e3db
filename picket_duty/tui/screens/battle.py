"""The battle: every panel of the ship, and the orders that the game asks for."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, ClassVar

from textual import events, on
from textual.binding import Binding
from textual.widget import Widget

from picket_duty.charts import ChartError
from picket_duty.events import Chosen, Happening, Leave, Strike, TurnEnd
from picket_duty.game import Game
from picket_duty.journal import SaveError
from picket_duty.requests import Choice, Roll
from picket_duty.tui.report import newest_roll
from picket_duty.tui.screens.ask import AskScreen
from picket_duty.tui.screens.page import Page
from picket_duty.tui.situation import Situation
from picket_duty.tui.suggest import suggest
from picket_duty.tui.widgets.bars import StatusLine, Tabs
from picket_duty.tui.widgets.board import TABS, Board, shows_all
from picket_duty.tui.widgets.damage import DamageSheet
from picket_duty.tui.widgets.log import EventLog
from picket_duty.tui.widgets.men import MenOrders
from picket_duty.tui.widgets.mounts import Mounts
from picket_duty.tui.widgets.orders import DiceOrders, OneOrders, Orders, OverOrders, RollOrders
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.plan import PlanOrders
from picket_duty.tui.widgets.plot import Plot
from picket_duty.tui.widgets.ship import ShipLog

if TYPE_CHECKING:
    from picket_duty.tui.app import PicketApp

#: Where the game stops by itself.
EVERY_ROLL, EVERY_DECISION, HITS_AND_DAYS = "rolls", "decisions", "hits and days"
PACES = (EVERY_ROLL, EVERY_DECISION, HITS_AND_DAYS)
#: What the captain rolls himself when the dice are his for his own ship.
MINE = ("gunnery", "repair", "flooding", "maneuver", "declaration")
HITS = ("hit", "special")


class BattleScreen(Page[None]):
    """The screen a game is played on."""

    BINDINGS: ClassVar = [
        Binding("v", "pace", "Speed", tooltip="Stop at every roll, at every decision, or only at hits and day ends"),
        Binding("t", "chart", "Chart", tooltip="The chart of the roll wanted, or of the one just made"),
        Binding("o", "odds", "Odds", tooltip="The odds of what is wanted now, and the staff's advice"),
        Binding("u", "undo", "Undo", tooltip="Back to the last decision"),
        Binding("tab", "next_tab(1)", "Next panel", show=False, tooltip="The next panel (on a small terminal)"),
        Binding("shift+tab", "next_tab(-1)", "Panel before", show=False, tooltip="The panel before"),
        *(
            Binding(f"f{number + 2}", f"tab('{name}')", "Panel", show=False, tooltip="A panel by its key")
            for number, name in enumerate(TABS)
        ),
        Binding("pageup", "page(-1)", "Page up", show=False, tooltip="Scroll the panel back, or the log"),
        Binding("pagedown", "page(1)", "Page down", show=False, tooltip="Scroll the panel on, or the log"),
        Binding(
            "q,escape", "leave", "leave", key_display="q", tooltip="Leave for the menu; the game is saved", system=True
        ),
    ]

    app: PicketApp

    def __init__(self, game: Game, pace: str = EVERY_ROLL) -> None:
        super().__init__()
        self.game = game
        self.pace = pace
        self.situation = Situation(game)
        self._wanted: object = None

    # -- the panels ------------------------------------------------------------

    def content(self) -> Iterable[Widget]:
        """Status line, board and all its panels."""
        situation = self.situation
        yield StatusLine(situation, id="status")
        with Board(id="board"):
            yield Tabs(id="tabs")
            yield Plot(situation, id="plot")
            yield Mounts(situation, id="mounts")
            yield ShipLog(situation, id="ship")
            yield DamageSheet(situation, id="damage")
            yield EventLog(situation, id="log")
            yield RollOrders(situation, id="roll-orders")
            yield DiceOrders(situation, id="dice-orders")
            yield OneOrders(situation, id="one-orders")
            yield PlanOrders(situation, id="plan-orders")
            yield MenOrders(situation, id="men-orders")
            yield OverOrders(situation, id="over-orders")

    def on_mount(self) -> None:
        """Show what is wanted first."""
        self._panels = [panel for panel in self.query(Panel) if panel.id != "keys"]
        self.query_one(StatusLine).pace = self.pace
        self._show_request()

    def on_resize(self, event: events.Resize) -> None:
        """All panels at once, or one with tabs."""
        width, height = event.size
        self._arrange(shows_all(event.size.with_height(height - 2)), width)

    def _arrange(self, every: bool, width: int) -> None:
        board = self.query_one(Board)
        self.query_one(Tabs).display = not every
        for name in TABS:
            panel = self.query_one(f"#{name}", Panel)
            panel.titled = every
            panel.display = every or name == board.shown

    def _tabbed(self) -> bool:
        return self.query_one(Tabs).display

    def redraw(self) -> None:
        """Every panel as the game stands now."""
        for panel in self._panels:
            panel.redraw()

    # -- what is wanted ----------------------------------------------------------

    def _orders(self) -> Orders:
        """The panel that takes the answer to the request."""
        request = self.game.request
        if request is None:
            name = "over-orders"
        elif isinstance(request, Roll):
            name = "dice-orders" if self._own_dice(request) else "roll-orders"
        else:
            name = {"one": "one-orders", "assign": "plan-orders", "men": "men-orders"}[request.kind]
        return self.query_one(f"#{name}", Orders)

    def _own_dice(self, roll: Roll) -> bool:
        dice = self.game.state.setup.dice
        return dice == "own" or (dice == "mine" and roll.purpose in MINE)

    def _show_request(self) -> None:
        """Bring the right orders forward and draw everything again."""
        wanted = self._orders()
        for orders in self.query(Orders):
            orders.display = orders is wanted
        if self.game.request is not self._wanted:
            self._wanted = self.game.request
            if not self.situation.planning:
                self.situation.plane, self.situation.slot = None, ""
            wanted.begin()
            self._prepare(wanted)
        if self.focused is not wanted:
            wanted.focus(scroll_visible=False)
        self.redraw()

    def _prepare(self, wanted: Orders) -> None:
        """At the fastest pace the orders begin with what is suggested, so that Enter goes on."""
        request = self.game.request
        if isinstance(wanted, OneOrders) and isinstance(request, Choice):
            wanted.start_at(suggest(self.game))
        if self.pace == HITS_AND_DAYS and isinstance(wanted, PlanOrders | MenOrders):
            wanted.action_suggest()

    # -- answers -------------------------------------------------------------------

    @on(RollOrders.Thrown)
    def throw(self) -> None:
        """Roll the dice wanted."""
        self._play(lambda: self.game.roll())

    @on(Orders.Given)
    def give(self, message: Orders.Given) -> None:
        """Answer with what the captain typed or decided."""
        if self.game.over:
            self._show_outcome()
        else:
            self._play(lambda: self.game.answer(message.answer))

    @on(PlanOrders.Changed)
    def plan_changed(self) -> None:
        """Plot and mounts show the plan as it is drawn up."""
        for name in ("#plot", "#mounts", "#plan-orders"):
            self.query_one(name, Panel).redraw()

    @on(Plot.Picked)
    def picked(self, message: Plot.Picked) -> None:
        """A plane was clicked."""
        self.action_look_at(message.plane)

    def _play(self, step: Callable[[], object]) -> None:
        """One answer, and every roll after it that the pace does not stop at."""
        before = len(self.game.events)
        orders = self._orders()
        self.query_one(EventLog).newest()
        try:
            step()
            self._go_on(before)
        except (ValueError, SaveError, ChartError, OSError) as error:
            self._show_request()
            (orders if orders.display else self._orders()).say(str(error))
            return
        self._show_request()
        self._show_pages(self.game.events[before:])

    def _go_on(self, before: int) -> None:
        """Play on by itself as far as the pace allows."""
        game = self.game
        while game.request is not None and not self._stops(game.events[before:]):
            before = len(game.events)
            if isinstance(game.request, Roll):
                if self.pace == EVERY_ROLL or self._own_dice(game.request):
                    return
                game.roll()
            elif self.pace == HITS_AND_DAYS:
                game.answer(suggest(game))
            else:
                return

    def _stops(self, happened: list[Happening]) -> bool:
        """Whether something happened that the captain wants to see."""
        for event in happened:
            if isinstance(event, TurnEnd | Leave):
                return True
            if isinstance(event, Strike) and event.outcome in HITS and self.pace == HITS_AND_DAYS:
                return True
        return False

    def _show_pages(self, happened: list[Happening]) -> None:
        """The page of a day that has ended, the outcome of a game that is over."""
        if self.game.state.setup.kind != "scenario":
            for event in happened:
                if isinstance(event, TurnEnd | Leave):
                    self._show_day(event.phase.partition("/")[0])
                    return
        if self.game.over:
            self._show_outcome()

    def _show_day(self, date: str) -> None:
        from picket_duty.tui.screens.reports import DayScreen

        self.app.push_screen(DayScreen(self.game, date), self._day_read)

    def _day_read(self, _result: None) -> None:
        if self.game.over:
            self._show_outcome()

    def _show_outcome(self) -> None:
        from picket_duty.tui.screens.reports import OutcomeScreen

        self.app.push_screen(OutcomeScreen(self.game), self._outcome_read)

    def _outcome_read(self, menu: bool | None) -> None:
        if menu:
            self._close()

    # -- keys ------------------------------------------------------------------------

    def action_pace(self) -> None:
        """The next pace."""
        self.pace = PACES[(PACES.index(self.pace) + 1) % len(PACES)]
        status = self.query_one(StatusLine)
        status.pace = self.pace
        status.redraw()

    def action_chart(self) -> None:
        """The chart of the roll wanted, or of the one just made."""
        from picket_duty.tui.screens.tables import chart_screen

        request = self.game.request
        roll = request if isinstance(request, Roll) else newest_roll(self.game)
        if roll is not None:
            self.app.push_screen(chart_screen(self.game.tables, roll))

    def action_odds(self) -> None:
        """The odds of the request and what the staff advises."""
        from picket_duty.tui.screens.reports import OddsScreen

        self.app.push_screen(OddsScreen(self.game))

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
        self._show_request()

    def action_leave(self) -> None:
        """Ask, then leave for the menu."""
        if self.game.over:
            self._close()
            return
        question = "Leave the game? It is saved; Continue on the menu takes it up here."
        self.app.push_screen(AskScreen(question, "leave", "stay"), self._leave)

    def _leave(self, yes: bool | None) -> None:
        if yes:
            self._close()

    def _close(self) -> None:
        if self.game.journal is not None:
            self.game.journal.close()
        self.dismiss()

    def action_next_tab(self, step: int) -> None:
        """The next panel in front."""
        if self._tabbed():
            shown = self.query_one(Board).shown
            self.action_tab(TABS[(TABS.index(shown) + step) % len(TABS)])

    def action_tab(self, name: str) -> None:
        """A panel in front."""
        if not self._tabbed():
            return
        self.query_one(Board).show_tab(name)
        tabs = self.query_one(Tabs)
        tabs.shown = name
        tabs.redraw()
        self._arrange(False, self.size.width)

    def action_page(self, step: int) -> None:
        """Scroll the panel in front; with all panels shown, the log."""
        name = self.query_one(Board).shown if self._tabbed() else "log"
        panel = self.query_one(f"#{name}", Panel)
        if isinstance(panel, EventLog):
            panel.look_back(-step * max(1, panel.size.height - 2))
            return
        panel.scroll_relative(y=step * max(1, panel.size.height - 1), animate=False, immediate=True)

    # -- clicks ------------------------------------------------------------------------

    def action_look_at(self, number: int) -> None:
        """A plane was clicked in the fire plan."""
        if self.situation.planning:
            self.query_one(PlanOrders).action_look_at(number)

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
