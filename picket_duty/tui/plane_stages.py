"""What is known of the planes: the stage of each plane of the wave, and the planes reported so far."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import NamedTuple

from picket_duty.book.vocabulary import BEARING, DIVE, IDENTIFY, RAID, SPECIAL_ATTACK, StrikeOutcome
from picket_duty.events import Fire, Support
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.raid import parse_plane
from picket_duty.state import GONE, REMOVED, Plane

#: The stages of a plane, as shown in the list beside the radar plot.
COMING = "coming in"
IN_RANGE = "in range"
UNDER_FIRE = "under fire"
ON_RUN = "attacking"
DIVING = "diving"
STRUCK = "CRASHED"
NEAR = "near miss"
MISSED = "missed"
SPLASHED = "splashed"
AWAY = "withdrew"
#: The stages that rolls about a plane show, by the purpose of the roll.
STAGE_OF = {SPECIAL_ATTACK: ON_RUN, DIVE: DIVING}
#: The stages in which strikes end, by their outcome.
OUTCOMES: Mapping[str, str] = {
    StrikeOutcome.HIT: STRUCK,
    StrikeOutcome.NEAR_MISS: NEAR,
    StrikeOutcome.MISS: MISSED,
}
#: Stages of planes that have left the plot; all but the last leave a trace.
OVER = (STRUCK, NEAR, MISSED, SPLASHED, AWAY)


class Contact(NamedTuple):
    """A plane reported but not yet in a wave: bearing in degrees; altitude L, M, H, or empty if
    unknown.
    """

    bearing: int
    altitude: str


def stages(game: Game) -> dict[int, str]:
    """The stage of every plane of the wave, by its number."""
    wave = facts_of(game).wave
    request = game.request
    happened = game.events[wave.begun if wave is not None else 0 :]
    attacking = {
        event.plane: STAGE_OF[event.purpose]
        for event in (*happened, request)
        if isinstance(event, Roll) and event.purpose in STAGE_OF
    }
    fired_at = {event.plane for event in happened if isinstance(event, Fire | Support)}
    is_identified_now = isinstance(request, Roll) and request.purpose is IDENTIFY

    def stage(plane: Plane) -> str:
        if plane.outcome:
            return OUTCOMES[plane.outcome]
        if plane.state == GONE:
            return SPLASHED
        if plane.state == REMOVED:
            return AWAY
        if is_identified_now:
            return COMING
        under_fire = UNDER_FIRE if plane.number in fired_at else IN_RANGE
        return attacking.get(plane.number, under_fire)

    return {plane.number: stage(plane) for plane in game.state.air.planes}


def contacts(game: Game) -> list[Contact]:
    """The planes placed by the rolls of this phase while the raid is still being determined.

    At night the planes of an attack table are left out, since half of them do not come.
    """
    state = game.state
    if state.step != "phase" or state.air.wave:
        return []
    placed: list[Contact] = []
    for roll in facts_of(game).phase_events(game):
        if not isinstance(roll, Roll) or roll.result is None:
            continue
        row = roll.result
        lists_planes = isinstance(row.fields.get("planes"), list | tuple)
        if roll.purpose is RAID and lists_planes and not state.night:
            listed = map(parse_plane, count(), row["planes"])
            placed += [Contact(plane.bearing, plane.altitude) for plane in listed]
        elif roll.purpose is BEARING and "bearing" in row.fields:
            placed.append(Contact(row["bearing"], altitude=""))
        elif roll.purpose is BEARING and placed:
            # The roll for the altitude has the same purpose, and follows that for the bearing.
            placed[-1] = placed[-1]._replace(altitude=row["altitude"])
    return placed
