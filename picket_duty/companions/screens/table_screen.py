"""A companion game in play."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual import on
from textual.app import SuspendNotSupported
from textual.widget import Widget

from picket_duty.charts import ChartError
from picket_duty.commands.output import say
from picket_duty.companions import ie_shima_board as island
from picket_duty.companions import table_saves
from picket_duty.companions.screens.table_board import TableBoard
from picket_duty.companions.screens.table_orders import TableOrders
from picket_duty.companions.screens.table_panels import Cover, TableLog
from picket_duty.companions.table_conversation import SIDE_NAMES, TableConversation
from picket_duty.plain.prompt_loop import Unsaved
from picket_duty.requests import Illegal, Roll
from picket_duty.saves import SaveError
from picket_duty.tui.keymap import bind
from picket_duty.tui.screens import open_games
from picket_duty.tui.screens.dialogs import NameScreen

if TYPE_CHECKING:
    from textual.binding import ActiveBinding


class AtTableScreen(TableBoard):
    """A companion game in play; every answer is saved at once."""

    BINDINGS: ClassVar = [
        bind("u,ctrl+underscore", "undo", "Undo", "Undo the last answer", "at_table.undo"),
        bind(
            "x",
            "lines",
            "Plain",
            "Continue in plain mode; type quit to return here",
            "at_table.lines",
        ),
        bind("s", "name_save", "Rename", "Rename the save", "at_table.name"),
    ]

    #: The request shown last.
    _asked: object = None

    def content(self) -> Iterable[Widget]:
        yield from super().content()
        cover = Cover(lambda: f"{SIDE_NAMES.get(self.game.state.seat)} only")
        cover.display = False
        yield cover

    def orders(self) -> TableOrders:
        return TableOrders(self.view)

    def on_mount(self) -> None:
        # No step, but what follows one: the computer's rolls and the request.
        self._do(lambda: None)

    def show_request(self) -> None:
        """Show the current request; if only one player may look, the cover first."""
        seat = self.game.state.seat
        orders = self.query_one(TableOrders)
        cover = self.query_one(Cover)
        if not seat:
            self.view.seat = ""
        covered = cover.display = seat != self.view.seat
        for panel in ("#status", "#at-table"):
            self.query_one(panel).display = not covered
        if covered:
            cover.redraw()
            cover.focus()
            return
        if self.game.request is not self._asked:
            self._asked = self.game.request
            orders.begin()
        # The log was perhaps scrolled back.
        self.query_one(TableLog).lines_below = 0
        orders.focus(scroll_visible=False)
        self.lay_out()
        self.refresh_bindings()

    @on(Cover.Uncovered)
    def uncover(self) -> None:
        """The player who may look has uncovered the table."""
        self.view.seat = self.game.state.seat
        self.show_request()

    @on(TableOrders.Given)
    def take_answer(self, event: TableOrders.Given) -> None:
        """Give an answer to the game, or roll for the player."""
        if event.answer is None:
            self._do(self.game.roll)
        else:
            self._do(partial(self.game.answer, event.answer))

    def _do(self, step: Callable[[], object]) -> None:
        """Take a step; on the practice island the computer then rolls."""
        before = len(self.game.events)
        try:
            step()
            while self._computer_rolls:
                self.game.roll()
        except (Illegal, SaveError, ChartError, OSError) as error:
            self.query_one(TableOrders).say(str(error))
            self.lay_out()
            return
        # After an undo there are fewer events than before, none of them new.
        self.view.old_events = min(before, len(self.game.events))
        self.show_request()

    @property
    def _computer_rolls(self) -> bool:
        return island.is_practice(self.game.state) and isinstance(self.game.request, Roll)

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that the key line and the help list: not the letters that answer the question."""
        bound = super().active_bindings
        orders = self.query(TableOrders)
        choice = orders.first().choice if orders else None
        if choice is None:
            return bound
        return {key: binding for key, binding in bound.items() if not choice.takes(key)}

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Only leaving is possible while the cover is shown."""
        covered = self.game.state.seat != self.view.seat
        if covered:
            return action == "close"
        return super().check_action(action, parameters)

    def action_undo(self) -> None:
        """Undo the last answer, with the dice that the computer rolled after it."""

        def undo() -> None:
            self.game.undo()
            while self._computer_rolls:
                self.game.undo()

        self._do(undo)

    def action_lines(self) -> None:
        """Continue in plain mode until the game is over or the player leaves it."""
        try:
            with self.app.suspend():
                print("Plain mode. Type quit to return to the full screen.")
                TableConversation(self.game, sys.stdin, say).run()
        except Unsaved as error:
            self.notify(str(error), severity="error", markup=False)
        except SuspendNotSupported:
            self.notify(
                "Plain mode is not available here. Leave, then run picket-duty referee --plain.",
                markup=False,
            )
        self.view.seat = ""
        self.show_request()

    def action_name_save(self) -> None:
        if self.game.save_file is None:
            return

        def answered(name: str | None) -> None:
            if not name:
                return
            try:
                self.notify(f"Saved in {table_saves.rename_open(self.game, name)}", markup=False)
            except SaveError as error:
                self.notify(
                    str(error), title="The save was not renamed", severity="error", markup=False
                )

        self.app.push_screen(NameScreen(self.game.save_file.path.stem), answered)

    def action_close(self) -> None:
        open_games.close_game(self.app, self.game)
        self.dismiss()
