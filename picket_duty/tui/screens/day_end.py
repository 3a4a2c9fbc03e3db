"""The end of a day: what happened on it, the awards made for it, and a change of ship."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING, ClassVar

from textual.worker import get_current_worker

from picket_duty.events import Event, Leave, NewShip
from picket_duty.game import Game
from picket_duty.pages.awards import awards_on
from picket_duty.pages.blocks import Block
from picket_duty.pages.calendar import can_play
from picket_duty.pages.day_page import awards_page, end_of_day_page
from picket_duty.pages.final_page import departure_page, ship_that_left
from picket_duty.pages.game_history import known_facts
from picket_duty.pages.squadron import arrival_page
from picket_duty.pages.stage_page import stage_page
from picket_duty.rules.campaign import stage_at_stake
from picket_duty.setup import UNAIDED
from picket_duty.text.chances import holding_words
from picket_duty.text.ship_service import Award
from picket_duty.tui.bindings import bind
from picket_duty.tui.lines import Line, line
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.scenes import GOES_ON
from picket_duty.tui.screens.campaign_records import (
    CREWS,
    PLAY,
    SHIPS,
    CampaignRecordsScreen,
    HistoricalDayScreen,
    play_day,
)
from picket_duty.tui.screens.page import BattlePage

if TYPE_CHECKING:
    from picket_duty.analysis.playouts import End

#: The key line of the day page if awards follow.
AWARDS = "awards"
#: Prose is wrapped at this width.
TEXT_WIDTH = 100


class DayScreen(BattlePage):
    """What happened on a day, then the awards made for it, if any.

    ``after`` names what comes next; ``skipped`` is whether quiet days before it had no page.
    """

    BINDINGS: ClassVar = [
        bind("enter", "go_on", "Continue", "Continue to the awards, if any, and then to the game", "day.on"),
        bind("l", "luck", "Luck", "How the day's dice and orders compare with the average", "day.luck"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "day.records"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "day.crew", display="c"),
        bind("h", "history", "History", "What happened on this date in 1945", "day.history"),
        PLAY,
    ]

    def __init__(self, game: Game, date: str, after: str, skipped: bool = True) -> None:
        super().__init__()
        self.game = game
        self.date = date
        self.after = after
        self.skipped = skipped
        #: The awards of the day; None until the page was drawn.
        self.awards: list[Award] | None = None
        self.day_read = False

    def action_go_on(self) -> None:
        """Show the awards after the day, then return to the battle."""
        if self._has_citations() and not self.day_read:
            self.day_read = True
            self.turn_page()
            return
        self.dismiss()

    def action_luck(self) -> None:
        """Show the luck of the day."""
        from picket_duty.tui.screens.luck import LuckScreen

        self.app.push_screen(LuckScreen(self.game, self.date))

    def action_records(self) -> None:
        """Show calendar, ships, map and other records."""
        self.app.push_screen(CampaignRecordsScreen(self.game, date=self.date))

    def action_crew(self) -> None:
        """Show the page of the crew."""
        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def action_history(self) -> None:
        """Show the historical day with its sources."""
        self.app.push_screen(HistoricalDayScreen(datetime.date.fromisoformat(self.date)))

    def action_play_day(self) -> None:
        """Set up a patrol as the historical ship."""
        play_day(self, datetime.date.fromisoformat(self.date))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A historical ship is not known for every day."""
        return action != "play_day" or can_play(self.game.tables, datetime.date.fromisoformat(self.date))

    def lines_for(self, width: int) -> list[Line]:
        """The day; its awards after that."""
        if self.awards is None:
            self.awards = awards_on(self.game, self.date)
        awards, then = awards_page(self.awards, self.date) if self.awards else [], self.after
        if self.day_read:
            blocks = awards
        elif self._has_citations():
            blocks, then = end_of_day_page(self.game, self.date, (), self.skipped), AWARDS
        else:
            blocks = end_of_day_page(self.game, self.date, awards, self.skipped)
        lines = page_lines(blocks, width, self.context.glyphs)
        # The key line says that Enter continues.
        return lines if then == GOES_ON else [*lines, [], line(("Enter", "key"), f": {then}")]

    def _has_citations(self) -> bool:
        """Whether the awards of the day have a page: those without a citation are listed below the day."""
        return any(award.citation for award in self.awards or ())


class ShipScreen(BattlePage):
    """The farewell of a ship that was lost or left her station, then the ship that takes her place."""

    MAX_WIDTH = 130
    BINDINGS: ClassVar = [
        bind(
            "enter",
            "go_on",
            "Continue",
            "Continue to the next ship, if there is one, and then to the game",
            "ship.go_on",
        ),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "ship.crew", display="c"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "ship.records"),
    ]

    def __init__(self, game: Game, happened: Sequence[Event]) -> None:
        super().__init__()
        self.game = game
        self.leaves = any(isinstance(event, Leave) for event in happened)
        self.came = next((event for event in happened if isinstance(event, NewShip)), None)

    def action_go_on(self) -> None:
        """From the farewell to the next ship, from there to the battle."""
        if self.leaves and self.came is not None:
            self.leaves = False
            self.turn_page()
            return
        self.dismiss()

    def action_records(self) -> None:
        """Show calendar, ships, map and other records."""
        self.app.push_screen(CampaignRecordsScreen(self.game, SHIPS))

    def action_crew(self) -> None:
        """Show the page of the crews."""
        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def lines_for(self, width: int) -> list[Line]:
        """The ship that left, or the next ship, with her picture."""
        from picket_duty.tui.screens.outcome import picture_lines

        game, height, glyphs = self.game, self.size.height, self.context.glyphs
        if self.leaves:
            ship = ship_that_left(game)
            blocks = departure_page(game, ship)
        else:
            ship, returning = game.state.ship, self.came is not None and self.came.returning
            facts = known_facts(game).days if returning else ()
            blocks = arrival_page(game.state, game.tables, returning, facts)
        picture = picture_lines(ship, game, width, height, glyphs)
        return [*picture, *page_lines(blocks, min(width, TEXT_WIDTH), glyphs)]


#: The playouts for the chance of holding the next stage.
PLAYOUTS = 240


class StageScreen(BattlePage):
    """The page of a stage of a long campaign, or of a month, that is over."""

    MAX_WIDTH = 110
    BINDINGS: ClassVar = [
        bind("enter", "close", "Continue", "Continue to the next day", "stage.go_on"),
        bind("l", "luck", "Luck", "What dice and orders did to your chance of holding the stage", "stage.luck"),
        bind("r", "records", "Records", "Calendar, ships, map and other records", "stage.records"),
        bind("c,C", "crew", "Crew", "Officers and chiefs: values, records and awards", "stage.crew", display="c"),
    ]

    def __init__(self, game: Game, number: int) -> None:
        super().__init__()
        self.game = game
        self.number = number
        #: The page; None until it was drawn, and again when the chance is known.
        self._blocks: list[Block] | None = None
        #: The next stage if its chance is shown, else 0; its playouts, empty until they are done.
        self._next_stage = 0
        self._ends: list[End] = []

    def on_mount(self) -> None:
        """Play the next stage on, if analysis is on and the player sees odds."""
        game = self.game
        if self.context.analyzer() is None or game.aid == UNAIDED or not game.state.stages or game.over:
            return
        self._next_stage = stage_at_stake(game.state)
        self._play_on(Game.of_replay_state(game.replay_state, game.tables))

    def _play_on(self, game: Game) -> None:
        from picket_duty.analysis.playouts import run_playout

        def ends() -> list[End]:
            worker = get_current_worker()
            return [run_playout(game, None, number) for number in range(PLAYOUTS) if not worker.is_cancelled]

        self.in_background(ends, self._show_chance)

    def _show_chance(self, ends: list[End]) -> None:
        self._ends, self._blocks = ends, None
        self.redraw_text()

    def action_records(self) -> None:
        """Show the ships and the other records."""
        self.app.push_screen(CampaignRecordsScreen(self.game, SHIPS))

    def action_crew(self) -> None:
        """Show the page of the crews."""
        self.app.push_screen(CampaignRecordsScreen(self.game, CREWS))

    def action_luck(self) -> None:
        """Show the chance of holding the stage; a chosen moment is replayed."""
        from picket_duty.tui.game_analysis import GameAnalysis
        from picket_duty.tui.screens.luck import ChanceCurveScreen
        from picket_duty.tui.screens.replay import open_replay

        save_file = self.game.save_file
        replay = partial(open_replay, save_file.path if save_file is not None else None)
        self.app.push_screen(ChanceCurveScreen(GameAnalysis(self.game, self.number), replay))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """A month has no chance to show."""
        return action != "luck" or bool(self.game.state.stages)

    def lines_for(self, width: int) -> list[Line]:
        """The stage, below a picture of the ship that was on duty last if there is room."""
        from picket_duty.tui.screens.outcome import picture_lines

        if self._blocks is None:
            self._blocks = stage_page(self.game, self.number, self._chance())
        height, glyphs = self.size.height, self.context.glyphs
        lines = page_lines(self._blocks, width, glyphs)
        picture = picture_lines(ship_that_left(self.game), self.game, width, height, glyphs)
        return [*picture, *lines] if len(picture) + len(lines) < height - 1 else lines

    def _chance(self) -> str:
        """The chance of holding the next stage, a line even while it is calculated; empty if it is not shown."""
        from picket_duty.analysis.playouts import chance_of

        if not self._next_stage:
            return ""
        return holding_words(self._next_stage, chance_of(self._ends) if self._ends else None)
