"""What both answers to a yes-or-no question lead to: each effect in its own unit, added to no
other.

They come from the same rolls that play would request, like ``consequences``, whose structs are
JSON.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec

from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DECLARE, ORDER_MANEUVER, RESCIND
from picket_duty.odds import fire, repair, repair_men
from picket_duty.odds.aims import Aim, AimOdds, AimPlans
from picket_duty.odds.average_raid import RaidToCome, raid_to_come
from picket_duty.odds.consequences import next_wave, strikes
from picket_duty.odds.fire import air_with, ship_with
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.maneuver import fuel_drawn
from picket_duty.odds.plan_odds import weapon_strikes
from picket_duty.odds.roll_odds import chance
from picket_duty.odds.round_risk import Risk, round_risk
from picket_duty.odds.wave_ending import ending
from picket_duty.requests import Choice, Job
from picket_duty.rules import anchorage, control, gunnery, wave
from picket_duty.rules.play import Play
from picket_duty.state import OHKA, PLANE_DAMAGED, SHOT_DOWN, UNDAMAGED, Plane

#: The states in which a plane may dive, and the row of a dive after a special attack.
DIVES = (UNDAMAGED, PLANE_DAMAGED, SHOT_DOWN)
SPECIAL_DIVE = "special"


class Sides(NamedTuple):
    """A figure with each answer."""

    yes: float
    no: float


class Maneuvering(msgspec.Struct, frozen=True):
    """An emergency maneuver is attempted, or the course is held.

    ``made`` is the chance that the attempt succeeds. ``hits`` are the chances that a dive or a weapon
    hits, if the attempt succeeds and if not: of a dive by the plane's state or as ``SPECIAL_DIVE``,
    of a weapon by its name. ``dry`` is the chance that the fuel is used up tonight with and without
    the attempt; both are 0 if the attempt does not change it.
    """

    made: float
    hits: dict[str, Sides]
    dry: Sides


class SpoiledAim(msgspec.Struct, frozen=True):
    """An emergency maneuver that spoils the aim: the wave under the plan with the fewest hits if the
    attempt ``succeeds``, if it ``fails``, and if the course is ``held``.

    It spoils the aim of the ``bearing`` mounts that bear on a plane; ``directed`` of them lose a
    director bonus too.
    ``made`` and ``dry`` are those of ``Maneuvering``.
    """

    made: float
    succeeds: AimOdds
    fails: AimOdds
    held: AimOdds
    bearing: int
    directed: int
    dry: Sides


class JobSides(msgspec.Struct, frozen=True):
    """The chance that a repair job is finished with each answer: a fire out, the item repaired."""

    job: Job
    is_fire: bool
    done: Sides


class Emergency(msgspec.Struct, frozen=True):
    """An emergency is declared, or not; or it is ended, or kept.

    ``granted`` is the chance that a declaration is granted, None if an emergency may be ended.
    ``jobs`` are done with the men that the exec would send. ``risk`` is the risk of this round with
    yes and with no; it is empty if an emergency may be ended, because the wave comes before the
    next round. ``hits`` are expected of the next wave of ``planes``. If none is known, they are
    expected of the first wave of a raid later today, which comes with the chance ``raid``.
    """

    granted: float | None
    jobs: tuple[JobSides, ...]
    risk: tuple[Risk, Risk]
    planes: float
    hits: Sides
    raid: float = 0.0
    must_leave: bool = False


Prospects = Maneuvering | SpoiledAim | Emergency


def prospects(play: Play, choice: Choice) -> Prospects | None:
    """What both answers lead to; None for another decision. The game does not change."""
    if choice.decision is ORDER_MANEUVER:
        return _spoiled_aim(play) or _maneuvering(play)
    if choice.decision is DECLARE:
        return _declaring(play)
    if choice.decision is RESCIND:
        return _rescinding(play)
    return None


# -- maneuver ------------------------------------------------------------------


def _maneuvering(play: Play) -> Maneuvering:
    succeeded = _hits(air_with(play, maneuver=True))
    # Without spoiled aim, a failed attempt hits as often as the course held.
    otherwise = _hits(air_with(play, maneuver=False))
    hits = {name: Sides(yes=succeeded[name], no=otherwise[name]) for name in otherwise}
    made = chance(wave.maneuver_roll(play), "yes")
    return Maneuvering(made=made, hits=hits, dry=_dry(play))


def _spoiled_aim(play: Play) -> SpoiledAim | None:
    """What an attempt does to the wave and to the guns; None without the option."""
    if not play.state.option(SPOILED_AIM):
        return None
    choice = gunnery.plan_choice(play)
    bearing = gunnery.mounts_in(play, choice)
    planes = play.state.air.planes
    directed = [
        mount
        for mount in bearing
        if gunnery.is_directed(play, mount, [planes[number] for number in choice.slots[mount]])
    ]
    succeeds, fails, held = (_wave_if(play, maneuver) for maneuver in (True, False, None))
    return SpoiledAim(
        made=chance(wave.maneuver_roll(play), "yes"),
        succeeds=succeeds,
        fails=fails,
        held=held,
        bearing=len(bearing),
        directed=len(directed),
        dry=_dry(play),
    )


def _wave_if(play: Play, maneuver: bool | None) -> AimOdds:
    """The chances of the wave in the air after a maneuver or none, with the first aim of the fire
    plan and every fighter.
    """
    seen = air_with(play, maneuver=maneuver)
    plans = AimPlans(seen, gunnery.plan_choice(seen))
    return plans.figures(plans.plan(Aim()))


def _hits(play: Play) -> dict[str, float]:
    """The chances of the dives and weapons of the wave in the air. They are the same for planes in
    the same state, or with the same weapon.
    """
    hits: dict[str, float] = {}
    planes = [plane for plane in play.state.air.planes if plane.flying]
    for plane in planes:
        if not plane.special:
            hits |= {state: _dive(play, plane, state) for state in DIVES}
    for plane in planes:
        if not plane.special:
            continue
        hits[plane.weapon] = weapon_strikes(fire.weapon_outcomes(play, plane))
        if plane.weapon != OHKA:
            hits[SPECIAL_DIVE] = _dive(play, plane, UNDAMAGED)
    return hits


def _dive(play: Play, plane: Plane, state: str) -> float:
    """The chance that the dive of a plane in a state hits."""
    return fire.dive_chances(play, plane, state).get("hit", 0.0)


def _dry(play: Play) -> Sides:
    """The chance that the fuel is used up tonight, 0 if an attempt does not change it."""
    tried = fuel_drawn(play, tried=True)
    held = fuel_drawn(play, tried=False)
    if tried is None or held is None:
        return Sides(yes=0.0, no=0.0)
    return Sides(yes=tried.none_left, no=held.none_left)


# -- emergency -----------------------------------------------------------------


def _declaring(play: Play) -> Emergency:
    declared = ship_with(play, declared=control.DECLARED)
    coming = next_wave(play)
    raid = raid_later_today(play)
    to_come = RaidToCome()
    planes = len(coming.state.air.planes)
    if planes:
        silent = ship_with(coming, declared=control.DECLARED)
        ends = ending(coming)
        to_come = RaidToCome(planes, silent=strikes(silent, ends), firing=strikes(coming, ends))
    elif raid:
        to_come = raid_to_come(play)
    return Emergency(
        granted=chance(control.declaration_roll(play), "yes"),
        jobs=tuple(_jobs(yes=declared, no=play)),
        risk=(round_risk(declared), round_risk(play)),
        planes=to_come.planes,
        hits=Sides(yes=to_come.silent, no=to_come.firing),
        raid=0.0 if planes else raid,
        must_leave=bool(anchorage.reasons_to_return(play)),
    )


def _rescinding(play: Play) -> Emergency:
    """The wave in the air, and the jobs open now as they would be after it."""
    ended = ship_with(play, declared=control.NO_EMERGENCY)
    ends = ending(play)
    return Emergency(
        granted=None,
        jobs=tuple(_jobs(yes=ended, no=play)),
        risk=(Risk(), Risk()),
        planes=sum(plane.flying for plane in play.state.air.planes),
        hits=Sides(yes=strikes(ended, ends), no=strikes(play, ends)),
    )


def _jobs(yes: Play, no: Play) -> Iterator[JobSides]:
    """The open jobs that a fight depends on, fires first, by the play after each answer."""
    jobs = control.men_choice(no).jobs
    rest = repair_men.not_needed(jobs)
    with_yes = _done(yes)
    with_no = _done(no)
    for is_fire in (True, False):
        for name, job in jobs.items():
            if name not in rest and _burns(no, name, job) == is_fire:
                yield JobSides(job, is_fire, Sides(with_yes[name], with_no[name]))


def _done(play: Play) -> dict[str, float]:
    """The chance of each open job with the men that the exec would send."""
    choice = control.men_choice(play)
    men = repair_men.best_men(play, choice)
    return {
        name: repair.done(play, name, job, men.get(name, 0)) for name, job in choice.jobs.items()
    }


def _burns(play: Play, name: str, job: Job) -> bool:
    room = play.ship.compartments.get(name)
    return job.kind == DECK_FIRE or (room is not None and room.fire)
