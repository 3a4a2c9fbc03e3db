"""The page about a change of ships: the ship that leaves the station, and the one that takes it."""

from __future__ import annotations

import datetime
from collections.abc import Sequence
from typing import ClassVar

from picket_duty.charts.words import day_words
from picket_duty.events import Event, Leave, NewShip
from picket_duty.game import Game
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.state import Ship
from picket_duty.text.names import FATES, leave_words
from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.lines import Line, line, safe, wrap
from picket_duty.tui.screens.page import TextPage
from picket_duty.tui.squadron import duty_status, ship_record, ships_of


class ShipScreen(TextPage[None]):
    """A ship was lost, was relieved or is back: her record, and the ship that takes the station."""

    MAX_WIDTH = 130
    BINDINGS: ClassVar = [
        bind("enter", "close", "Go on", "Back to the game", "ship.go_on"),
        bind("r", "records", "Records", "Calendar, squadron and records", "ship.records"),
        hidden("escape,q", "close", "back", "Back to the game", "page.back", display="Esc"),
    ]

    def __init__(self, game: Game, happened: Sequence[Event]) -> None:
        super().__init__()
        self.game = game
        self.left = next((event for event in happened if isinstance(event, Leave)), None)
        self.came = next((event for event in happened if isinstance(event, NewShip)), None)

    def action_records(self) -> None:
        """Show calendar, squadron and records."""
        from picket_duty.tui.screens.campaign_records import SQUADRON, CampaignRecordsScreen

        self.app.push_screen(CampaignRecordsScreen(self.game, SQUADRON))

    def lines_for(self, width: int) -> list[Line]:
        """The change of ships, below the last page of a ship that was lost."""
        lines = ship_lines(self.game, self.left, self.came, width)
        if self.left is None or self.left.reason != SUNK:
            return lines
        from picket_duty.tui.screens.outcome import lost_lines

        page = lost_lines(self.game, ship_that_left(self.game), width, self.size.height, self.context.glyphs)
        return [*page, [], *lines]


def ship_lines(game: Game, left: Leave | None, came: NewShip | None, width: int) -> list[Line]:
    """The ship that left, the one that takes the duty, and the rest of the squadron."""
    lines: list[Line] = []
    if left is not None:
        ship = ship_that_left(game)
        lines += _left(left, ship, game, width)
        if came is None or ship is not game.state.ship:
            lines += [[], *ship_record(ship, game.state, game.tables, width)]
    if came is not None:
        ship = game.state.ship
        verb = "is back on duty" if came.returning else "takes the duty"
        lines += [[], line((f"{safe(ship.name)} {verb}", "good"), f", {day_words(game.state.date)}")]
        lines += ship_record(ship, game.state, game.tables, width)
    waiting = [ship for ship in game.state.squadron if ship.name != game.state.ship.name]
    if waiting:
        lines += [[], line(("The rest of the squadron", "title"))]
        for ship in waiting:
            sign, words, style = duty_status(ship, game.state)
            lines.append(line((f"  {sign} ", style), f"{safe(ship.name):<20}", (words, style)))
    return lines


def _left(left: Leave, ship: Ship, game: Game, width: int) -> list[Line]:
    """The headline: who left, why and until when."""
    day = day_words(datetime.date.fromisoformat(left.phase.partition("/")[0]))
    name = safe(ship.name)
    if left.reason == SUNK:
        sunk = game.state.records.ships_sunk
        why = f": {safe(left.why)}" if left.why else ""
        words = line((f"{name} is lost", "bad"), f", {day}{why}. Ships lost so far: {sunk}; in history eight.")
    elif not left.until:
        why = leave_words(left.reason)
        words = line((f"{name} was {FATES[REAR]}", "warn"), f", {day}: {why}. She does not return.")
    else:
        back = day_words(datetime.date.fromisoformat(left.until))
        words = line((f"{name} leaves her station", "warn"), f", {day}: {leave_words(left.reason)}. Back on {back}.")
    return wrap(words, width)


def ship_that_left(game: Game) -> Ship:
    """The ship of the last finished day on duty, in her present state."""
    daily = game.state.records.daily
    closed = daily[:-1] if game.state.day_start else daily
    name = closed[-1].ship if closed else game.state.ship.name
    return next((ship for ship in ships_of(game.state) if ship.name == name), game.state.ship)
