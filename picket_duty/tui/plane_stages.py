"""The stage of each plane in a wave, from state, request and events."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import NamedTuple

from picket_duty.book.vocabulary import BEARING, DIVE, IDENTIFY, RAID, SPECIAL_ATTACK, StrikeOutcome
from picket_duty.events import Chosen, Event, Fire, PhaseBegun, Support
from picket_duty.game import Game
from picket_duty.requests import ASSIGN, Request, Roll
from picket_duty.rules.raid import parse_plane
from picket_duty.state import GONE, REMOVED, Plane, State

#: The stages of a plane, as shown in the list beside the radar plot.
COMING, IN_RANGE, UNDER_FIRE, ON_RUN, DIVING = "coming in", "in range", "under fire", "on its run", "diving"
STRUCK, NEAR, MISSED, SPLASHED, AWAY = "STRUCK US", "near miss", "missed", "splashed", "away"
#: Rolls about a plane that show its stage.
STAGE_OF = {SPECIAL_ATTACK: ON_RUN, DIVE: DIVING}
OUTCOMES: Mapping[str, str] = {StrikeOutcome.HIT: STRUCK, StrikeOutcome.NEAR_MISS: NEAR, StrikeOutcome.MISS: MISSED}
#: Stages of planes that have left the plot; all but the last leave a trace.
OVER = (STRUCK, NEAR, MISSED, SPLASHED, AWAY)


class Contact(NamedTuple):
    """A plane reported but not yet in a wave: bearing in degrees; altitude L, M, H, or empty if unknown."""

    bearing: int
    altitude: str


def stages(state: State, request: Request | None, events: Sequence[Event]) -> dict[int, str]:
    """The stage of every plane of the wave, by its number."""
    planes = state.air.planes
    if not planes:
        return {}
    coming = isinstance(request, Roll) and request.purpose is IDENTIFY
    fired_at, come = _fired_at(state, events), _come(state, request, events)
    return {plane.number: _stage(plane, coming, come.get(plane.number), plane.number in fired_at) for plane in planes}


def _stage(plane: Plane, coming: bool, come: str | None, fired_at: bool) -> str:
    if plane.outcome:
        return OUTCOMES[plane.outcome]
    if plane.state == GONE:
        return SPLASHED
    if plane.state == REMOVED:
        return AWAY
    if coming:
        return COMING
    return come or (UNDER_FIRE if fired_at else IN_RANGE)


def _come(state: State, request: Request | None, events: Sequence[Event]) -> dict[int, str]:
    """The stage of planes on their run or diving, by number, from the roll requested and the rolls made."""
    stages_by_plane: dict[int, str] = {}
    if isinstance(request, Roll) and request.plane is not None and request.purpose in STAGE_OF:
        stages_by_plane[request.plane] = STAGE_OF[request.purpose]
    for event in reversed(events):
        if event.wave != state.air.wave or event.phase != state.label:
            break
        if isinstance(event, Roll) and event.plane is not None and event.purpose in STAGE_OF:
            stages_by_plane.setdefault(event.plane, STAGE_OF[event.purpose])
    return stages_by_plane


def _fired_at(state: State, events: Sequence[Event]) -> set[int]:
    """The planes that guns, fighters or support ships have fired at in this wave."""
    targets: set[int] = set()
    for event in reversed(events):
        if event.wave != state.air.wave or event.phase != state.label:
            break
        if isinstance(event, Fire | Support):
            targets.add(event.plane)
        elif isinstance(event, Chosen) and event.kind == ASSIGN:
            break
    return targets


def contacts(game: Game) -> list[Contact]:
    """The planes placed by the rolls of this phase while the raid is still being determined."""
    state = game.state
    if state.step != "phase" or state.air.wave:
        return []
    rolls: list[Roll] = []
    for event in reversed(game.events):
        if isinstance(event, PhaseBegun):
            break
        if isinstance(event, Roll) and event.purpose in (RAID, BEARING):
            rolls.append(event)
    return _placed(rolls[::-1], state.night)


def _placed(rolls: Sequence[Roll], night: bool) -> list[Contact]:
    """The contacts placed by raid rolls. At night not a table's planes: half of them stay away, yet unknown which."""
    placed: list[Contact] = []
    for roll in rolls:
        row = roll.result
        if row is None:
            continue
        if roll.purpose is RAID and row.fields.get("planes") and isinstance(row["planes"], list | tuple) and not night:
            listed = [parse_plane(number, text) for number, text in enumerate(row["planes"])]
            placed += [Contact(plane.bearing, plane.altitude) for plane in listed]
        elif roll.purpose is BEARING and "bearing" in row.fields:
            placed.append(Contact(row["bearing"], ""))
        elif roll.purpose is BEARING and placed:
            placed[-1] = placed[-1]._replace(altitude=row["altitude"])
    return placed
