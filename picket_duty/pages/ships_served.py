"""The ships of a finished game, for the service record."""

from __future__ import annotations

import msgspec

from picket_duty.facts import count_records, facts_of
from picket_duty.game import Game
from picket_duty.pages.awards import awards_so_far
from picket_duty.pages.ships import closing_state, ships_of
from picket_duty.saves.service_record import ServedShip
from picket_duty.text.names import naval_name


def ships_served(game: Game) -> list[ServedShip]:
    """Every ship that had a day on duty. They have no awards if the save of a resumed game cannot
    be read.
    """
    awards = awards_so_far(game)
    served = []
    for ship in ships_of(closing_state(game.state, facts_of(game).whole.days)):
        days = [day for day in game.state.records.daily if day.ship == ship.name]
        if not days:
            continue
        counts = count_records(*days)
        captain = ship.crew.get("captain")
        stages = enumerate(game.state.stages, start=1)
        served.append(
            ServedShip(
                name=ship.name,
                hull=ship.hull_number,
                captain=naval_name(captain.name) if captain is not None else "",
                first=days[0].date,
                last=days[-1].date,
                days=len(days),
                planes=counts.met,
                shot_down=counts.splashed + counts.afire,
                strikes=counts.crashed,
                splashed=counts.splashed,
                near_misses=counts.near_misses,
                stages_held=[
                    number for number, stage in stages if stage.held and stage.ship == ship.name
                ],
                fate=ship.fate,
                # The citation is not kept: it repeats the reason.
                awards=[
                    msgspec.structs.replace(award, citation="")
                    for award in awards
                    if award.ship == ship.name
                ],
            )
        )
    return served
