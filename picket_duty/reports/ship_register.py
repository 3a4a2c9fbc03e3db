"""The ships of a finished game with their honours, for the service record."""

from __future__ import annotations

from picket_duty.game import Game
from picket_duty.reports.awards import honours_so_far
from picket_duty.reports.farewell import ships_of
from picket_duty.saves.service_record import ServedShip
from picket_duty.state import DayRecord, Ship
from picket_duty.text.awards import Honour


def ships_served(game: Game) -> list[ServedShip]:
    """Every ship that had a day on duty; without honours if the save of a resumed game cannot be read."""
    honours = honours_so_far(game)
    served = []
    for ship in ships_of(game.state):
        days = [day for day in game.state.records.daily if day.ship == ship.name]
        if days:
            served.append(_served(ship, days, [honour for honour in honours if honour.ship == ship.name]))
    return served


def _served(ship: Ship, days: list[DayRecord], honours: list[Honour]) -> ServedShip:
    return ServedShip(
        name=ship.name,
        hull=ship.hull_number,
        captain=ship.crew["captain"].name if "captain" in ship.crew else "",
        first=days[0].date,
        last=days[-1].date,
        days=len(days),
        planes=sum(day.planes for day in days),
        shot_down=sum(day.destroyed + day.flamed for day in days),
        strikes=sum(day.hits for day in days),
        fate=ship.fate,
        honours=honours,
    )
