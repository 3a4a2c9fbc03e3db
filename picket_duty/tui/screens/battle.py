"""The battle: every panel of the ship, and the orders that the game asks for."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from functools import partial
from pathlib import Path
from typing import ClassVar

from textual import on, work
from textual.binding import Binding
from textual.notifications import SeverityLevel
from textual.widget import Widget
from textual.worker import get_current_worker

from picket_duty.charts import ChartError
from picket_duty.events import Chosen, Happening, Leave, NewShip, Strike, TurnEnd
from picket_duty.game import Game
from picket_duty.journal import SaveError
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Choice, Roll
from picket_duty.setup import is_players
from picket_duty.tui.screens.ask import AskScreen
from picket_duty.tui.screens.board import BoardScreen
from picket_duty.tui.screens.page import Page
from picket_duty.tui.settings import EVERY_ROLL, HITS_AND_DAYS, PACES
from picket_duty.tui.suggest import suggest
from picket_duty.tui.widgets.bars import StatusLine
from picket_duty.tui.widgets.log import EventLog
from picket_duty.tui.widgets.men import MenOrders
from picket_duty.tui.widgets.orders import DiceOrders, OneOrders, Orders, OverOrders, RollOrders
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.plan import PlanOrders
from picket_duty.tui.widgets.plot import Plot

HITS = ("hit", "special")


class BattleScreen(BoardScreen[None]):
    """The screen a game is played on."""

    BINDINGS: ClassVar = [
        Binding(
            "v",
            "pace",
            "Speed",
            tooltip="Stop at every roll, at every decision, or only at hits and day ends (the staff decides)",
            id="battle.pace",
        ),
        Binding(
            "t",
            "chart",
            "Chart",
            tooltip="The chart of what is marked: the gun, the job, the roll wanted; any other from there",
            id="battle.chart",
        ),
        Binding(
            "o", "odds", "Odds", tooltip="The odds of what is wanted now, and the staff's advice", id="battle.odds"
        ),
        Binding("u", "undo", "Undo", tooltip="Back to the last decision", id="battle.undo"),
        Binding(
            "r",
            "records",
            "Records",
            tooltip="Calendar, squadron, waters and records of a campaign",
            id="battle.records",
        ),
        Binding(
            "B",
            "bug_report",
            "Bug report",
            show=False,
            tooltip="Bug report: the save in one text file",
            id="battle.bug_report",
        ),
        Binding(
            "q,escape",
            "leave",
            "leave",
            key_display="q",
            tooltip="Leave for the menu; the game is saved",
            system=True,
            id="battle.leave",
        ),
    ]

    def __init__(self, game: Game, pace: str = EVERY_ROLL) -> None:
        super().__init__(game)
        self.pace = pace
        self._wanted: object = None
        self._doubted = ""

    # -- the panels ------------------------------------------------------------

    def order_panels(self) -> Iterable[Widget]:
        """A panel for each kind of request."""
        situation = self.situation
        yield RollOrders(situation, id="roll-orders")
        yield DiceOrders(situation, id="dice-orders")
        yield OneOrders(situation, id="one-orders")
        yield PlanOrders(situation, id="plan-orders")
        yield MenOrders(situation, id="men-orders")
        yield OverOrders(situation, id="over-orders")

    def on_mount(self) -> None:
        """Show what is wanted first."""
        self.query_one(StatusLine).pace = self.pace
        self._show_request()

    # -- what is wanted ----------------------------------------------------------

    def _orders(self) -> Orders:
        """The panel that takes the answer to the request."""
        request = self.game.request
        if request is None:
            name = "over-orders"
        elif isinstance(request, Roll):
            name = "dice-orders" if self._own_dice(request) else "roll-orders"
        else:
            name = {ONE: "one-orders", ASSIGN: "plan-orders", MEN_TO_JOBS: "men-orders"}[request.kind]
        return self.query_one(f"#{name}", Orders)

    def _own_dice(self, roll: Roll) -> bool:
        return is_players(roll, self.game.state.setup.dice)

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
        self._tell_doubt()
        self._show_request()
        self._show_pages(self.game.events[before:])

    def _tell_doubt(self) -> None:
        """Say once what the save does not hold for sure."""
        journal = self.game.journal
        if journal is not None and journal.doubt != self._doubted:
            self._doubted = journal.doubt
            if self._doubted:
                self.app.notify(self._doubted, title="About this save", severity="warning", markup=False)

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
        """The page of a day that has ended, of a ship that left or came, and the outcome of a game that is over."""
        pages = self._pages(happened)
        if pages:
            self._show_page(pages)
        elif self.game.over:
            self._show_outcome()

    def _pages(self, happened: list[Happening]) -> list[Page[None]]:
        """The pages to be read one after the other."""
        from picket_duty.tui.screens.reports import DayScreen
        from picket_duty.tui.screens.ships import ShipScreen

        if self.game.state.scenario:
            return []
        ended = [event for event in happened if isinstance(event, TurnEnd | Leave)]
        pages: list[Page[None]] = [DayScreen(self.game, ended[0].phase.partition("/")[0])] if ended else []
        if any(isinstance(event, Leave | NewShip) for event in happened):
            pages.append(ShipScreen(self.game, happened))
        return pages

    def _show_page(self, pages: list[Page[None]]) -> None:
        """A page, and when it is read the next."""
        rest = pages[1:]

        def read(_result: None) -> None:
            if rest:
                self._show_page(rest)
            elif self.game.over:
                self._show_outcome()

        self.app.push_screen(pages[0], read)

    def _show_outcome(self) -> None:
        from picket_duty.tui.screens.reports import OutcomeScreen

        self._enter_service()
        self.app.push_screen(OutcomeScreen(self.game), self._outcome_read)

    def _enter_service(self) -> None:
        """Enter a saved game that is over into the service record; once is enough."""
        from picket_duty.journal import service

        if self.game.journal is None:
            return
        try:
            service.enter(self.game, self.game.journal.path.stem)
        except OSError as error:
            self._orders().say(f"not entered in the service record: {error}")

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
        self.bridge.remember("pace", self.pace)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Calendar and squadron are for campaigns and patrols."""
        return action != "records" or not self.game.state.scenario

    def action_records(self) -> None:
        """Calendar, squadron, waters and records."""
        from picket_duty.tui.screens.records import RecordsScreen

        self.app.push_screen(RecordsScreen(self.game))

    def action_chart(self) -> None:
        """The chart of what is marked, of the roll wanted, or of the one just made."""
        self._show_chart(self._orders().marked_roll())

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

    def action_bug_report(self) -> None:
        """Write the save, version, tables and last events into one file, beside the screen."""
        if self.game.journal is None:
            self._orders().say("this game is not saved: there is nothing to report")
        else:
            self._write_report(self.game.journal.path)

    @work(thread=True, exclusive=True, group="bug report")
    def _write_report(self, path: Path) -> None:
        from picket_duty.journal.places import data_folder
        from picket_duty.reports import bugreport

        target = data_folder() / "reports" / f"{path.stem}-{datetime.datetime.now():%Y%m%d-%H%M%S}.txt"
        try:
            text = bugreport.write(path, self.game.tables)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_text(text, encoding="utf-8")
        except (SaveError, OSError) as error:
            self._tell_report(f"The bug report cannot be written: {error}", failed=True)
            return
        self._tell_report(f"The bug report is in {target}")

    def _tell_report(self, words: str, failed: bool = False) -> None:
        """From beside the screen: say what became of the report."""
        if not get_current_worker().is_cancelled:
            severity: SeverityLevel = "error" if failed else "information"
            notify = partial(self.app.notify, words, title="Bug report", severity=severity, markup=False)
            self.app.call_from_thread(notify)

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
        self.bridge.put_away(self.game)
        self.dismiss()

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
