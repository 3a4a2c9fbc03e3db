"""Expected consequences of each answer to a decision, computed exactly: the figures beside the
options.

They come from the same rolls that play would request. Fire and repairs are assumed to follow the
officers' plans.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import product

import msgspec

from picket_duty.book import vocabulary
from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.odds import plan, repair, repair_men
from picket_duty.odds.aims import exec_plan
from picket_duty.odds.departure import (
    Departure,
    chance_of_no_return,
    departure_for_repairs,
    departure_for_stores,
)
from picket_duty.odds.fire import Orders, air_with, ship_with, state_with
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.maneuver import by_maneuver, fuel_drawn, stores_drawn
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.roll_odds import chance
from picket_duty.odds.round_risk import Risk, round_risk
from picket_duty.odds.wave_ending import WaveEnding, ending
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision, Job
from picket_duty.rules import (
    anchorage,
    control,
    damage,
    gunnery,
    upkeep,
    wave,
)
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import PORT, SECTIONS, STARBOARD, Flood


class ManeuverOutcome(msgspec.Struct, frozen=True):
    """An emergency maneuver is attempted, or the course is held.

    ``made`` is the chance that the attempt succeeds, None if the course is held. ``strikes`` are
    expected of this wave, ``if_made`` if the attempt succeeds. ``fuel`` are the points expected to
    be used tonight, None if the attempt does not change them. ``dry`` is the chance that no fuel is
    left then.
    """

    made: float | None
    strikes: float
    if_made: float = 0.0
    fuel: float | None = None
    dry: float = 0.0


class DeclarationOutcome(msgspec.Struct, frozen=True):
    """An emergency is declared, or not.

    ``granted`` is the chance that it is granted, None if it is not declared. ``repairs`` of
    ``rolls`` are expected to succeed in this round with the recommended men; ``fire`` is whether
    the only roll puts out a deck fire. ``strikes`` are expected of the ``planes`` of the next wave;
    both are 0 if no wave is known. ``raid`` is the chance of another raid today. ``risk`` is the
    risk of this round if the emergency is granted, ``in_all`` the risk before that is known.
    ``must_leave`` is whether the ship must leave her station anyway. ``no_return`` is the chance
    that a ship of a mini campaign or stage that leaves is not back in time to serve her days.
    """

    granted: float | None
    repairs: float
    rolls: int
    strikes: float
    planes: int
    raid: float = 0.0
    risk: Risk = Risk()
    in_all: Risk = Risk()
    must_leave: bool = False
    fire: bool = False
    no_return: float = 0.0


class RescindOutcome(msgspec.Struct, frozen=True):
    """An emergency is ended, or kept, which keeps the guns ``silent``: the strikes expected of this
    wave, and the modifier on repairs in an emergency.
    """

    silent: bool
    strikes: float
    repairs: int


class FiresOutcome(msgspec.Struct, frozen=True):
    """Nothing is flooded: ``fires`` has the name of each burning compartment and the chance that its
    fire is put out, ``worse`` what happens if it is not, as a repair job.
    """

    fires: tuple[tuple[str, float], ...]
    worse: tuple[RepairOutcome, ...] = ()


class FloodOutcome(msgspec.Struct, frozen=True):
    """A burning compartment is flooded: the chances of success and of an explosion, and the flood
    track then.
    """

    works: float
    explodes: float
    flood: int
    limit: int


class CounterfloodOutcome(msgspec.Struct, frozen=True):
    """Counterflooding, or none: the list and trim that result, and whether they hinder guns and
    helm.

    ``works`` is the chance of success, None without an attempt. The flood track is at ``flood`` of
    ``limit``, and at ``flooded`` after an attempt that works.
    """

    works: float | None
    list_points: int
    trim_points: int
    hinders: bool
    flood: int
    flooded: int
    limit: int


class StayOutcome(msgspec.Struct, frozen=True):
    """Staying on station: the stores, each with the chance that the next day uses it up, the hull,
    and ``maneuver`` if it is reduced, else None.
    """

    fuel: int
    fuel_out: float
    ammunition: int
    ammunition_out: float
    hull: int
    maneuver: int | None = None


class RelievingShip(msgspec.Struct, frozen=True):
    """A ship that takes the station: her tracks and men, the number of her items destroyed, and the
    posts with a value other than 0.
    """

    hull: int
    fuel: int
    ammunition: int
    men: int
    destroyed: int
    crew: tuple[tuple[str, int], ...]


class RepairOutcome(msgspec.Struct, frozen=True):
    """A repair job: its chance with 1, 2, ... men (``rates``), and what happens if it fails.

    A deck fire then has this ``level`` and costs ``hull`` points. Past ``limit`` it is out of
    control; ``out_of_control`` is whether it is already. ``may_sink`` is whether no hull is left
    then, so that a roll decides whether the ship sinks. A compartment's fire adds a marker with the
    chance ``spreads``; the compartment then has ``markers`` of ``limit``.
    """

    rates: tuple[float, ...]
    level: int = 0
    hull: int = 0
    spreads: float = 0.0
    markers: int = 0
    limit: int = 0
    out_of_control: bool = False
    may_sink: bool = False


class PlaneOutcome(msgspec.Struct, frozen=True):
    """A plane: the chance that it or its weapon strikes if nobody fires at it, and the chance under
    the recommended plan.
    """

    unfired: float
    planned: float


Consequence = (
    ManeuverOutcome
    | DeclarationOutcome
    | RescindOutcome
    | FiresOutcome
    | FloodOutcome
    | CounterfloodOutcome
    | StayOutcome
    | Departure
    | RelievingShip
    | RepairOutcome
    | PlaneOutcome
)
#: By the value of the option, the id of the job, or the number of the plane counted from 0.
Consequences = Mapping[str, Consequence]


def consequences(play: Play, choice: Choice) -> Consequences:
    """The consequences of a choice by option, job, or number of the plane; the game does not
    change.
    """
    if choice.kind == ASSIGN:
        return planes_under(play, exec_plan(play, choice))
    if choice.kind == MEN_TO_JOBS:
        return {name: job_outcome(play, choice, name, job) for name, job in choice.jobs.items()}
    outcomes_of = BY_DECISION.get(choice.decision)
    return outcomes_of(play, choice) if outcomes_of else {}


def planes_under(play: Play, orders: Orders) -> Consequences:
    """What each plane does without fire and under a fire plan, by its number."""
    odds = PlanOdds(play)
    planned = odds.wave(orders)
    return {
        str(plane.plane): PlaneOutcome(unfired=odds.plane(plane.plane).any, planned=plane.any)
        for plane in planned.planes
    }


def strikes(play: Play, ends: WaveEnding | None = None) -> float:
    """The expected strikes of the wave in the air under the officers' plan. ``ends`` are the
    chances of an early end, if already known.

    That plan is doctrine's; the exec's (``exec_plan``) may serve an aim or use other weights.
    """
    return PlanOdds(play, ends).wave(plan.staff_plan(play, gunnery.plan_choice(play))).expected


def _maneuver(play: Play, choice: Choice) -> Consequences:
    made = chance(wave.maneuver_roll(play), "yes")
    ends = ending(play)
    courses = by_maneuver(play, lambda seen: strikes(seen, ends))
    # The fuel used tonight, and the chance that none is left.
    fuel_if_tried, dry_if_tried = fuel_drawn(play, tried=True) or (None, 0.0)
    fuel_if_held, dry_if_held = fuel_drawn(play, tried=False) or (None, 0.0)
    return {
        YES: ManeuverOutcome(
            made,
            strikes=courses.tried(made),
            if_made=courses.succeeded,
            fuel=fuel_if_tried,
            dry=dry_if_tried,
        ),
        NO: ManeuverOutcome(
            made=None, strikes=courses.course_held, fuel=fuel_if_held, dry=dry_if_held
        ),
    }


def _rescind(play: Play, choice: Choice) -> Consequences:
    bonus = play.tables["20"].modifier("emergency").value
    firing = ship_with(play, declared=control.NO_EMERGENCY)
    ends = ending(play)
    return {
        YES: RescindOutcome(silent=False, strikes=strikes(firing, ends), repairs=bonus),
        NO: RescindOutcome(silent=True, strikes=strikes(play, ends), repairs=bonus),
    }


def _declaration(play: Play, choice: Choice) -> Consequences:
    granted = chance(control.declaration_roll(play), "yes")
    coming = next_wave(play)
    ends = ending(coming)
    without = _round(play, control.NO_EMERGENCY, coming, ends)
    declared = _round(play, control.DECLARED, coming, ends)
    in_all = Risk(
        sinks=granted * declared.risk.sinks + (1.0 - granted) * without.risk.sinks,
        leaves=granted * declared.risk.leaves + (1.0 - granted) * without.risk.leaves,
    )
    common = {
        "raid": raid_later_today(play),
        "must_leave": bool(anchorage.reasons_to_return(play)),
        "no_return": chance_of_no_return(play),
    }
    return {
        YES: msgspec.structs.replace(declared, granted=granted, in_all=in_all, **common),
        NO: msgspec.structs.replace(without, in_all=without.risk, **common),
    }


def _round(play: Play, declared: int, coming: Play, ends: WaveEnding) -> DeclarationOutcome:
    """This round and the next wave under a stage of the emergency."""
    ship = ship_with(play, declared=declared)
    choice = control.men_choice(ship)
    men = repair_men.best_men(ship, choice)
    jobs = {name: choice.jobs[name] for name in men}
    planes = len(coming.state.air.planes)
    return DeclarationOutcome(
        granted=None,
        repairs=sum(repair.success(ship, name, jobs[name], men[name]) for name in men),
        rolls=len(men),
        strikes=strikes(ship_with(coming, declared=declared), ends) if planes else 0.0,
        planes=planes,
        risk=round_risk(ship),
        fire=[job.kind for job in jobs.values()] == [DECK_FIRE],
    )


def next_wave(play: Play) -> Play:
    """The play with the next wave in the air, without planes if none is known; its weapons are
    unknown yet.
    """
    waves = play.state.air.waves
    planes = [
        msgspec.structs.replace(plane, number=number)
        for number, plane in enumerate(waves[0] if waves else [])
    ]
    return air_with(play, planes=planes, waves=waves[1:], maneuver=None)


def _flooding(play: Play, choice: Choice) -> Consequences:
    # The chance is the same for every compartment.
    works = chance(control.flooding_roll(play, name=""), "yes")
    repairs = control.men_choice(play)
    fires = []
    worse = []
    by_option: dict[str, Consequence] = {}
    for name in [option.value for option in choice.options if option.value != control.NO_FLOODING]:
        job = repairs.jobs[name]
        men = min(repairs.most, repairs.men[job.section])
        fires.append((play.tables.compartments[name].name, repair.done(play, name, job, men)))
        worse.append(job_outcome(play, repairs, name, job))
        explodes = (1.0 - works) * chance(damage.explosion_roll(play, name), "yes")
        flood, limit = _flooded(play)
        by_option[name] = FloodOutcome(works, explodes, flood=flood, limit=limit)
    return {control.NO_FLOODING: FiresOutcome(tuple(fires), tuple(worse)), **by_option}


def _flooded(play: Play) -> tuple[int, int]:
    """The flood track after one more flooding, and its limit."""
    numbers = play.tables.numbers
    return min(play.ship.flood + numbers.flood_per_hit, numbers.flood_limit), numbers.flood_limit


def _counterflooding(play: Play, choice: Choice) -> Consequences:
    works = chance(control.flooding_roll(play, name=""), "yes")
    flooded, _ = _flooded(play)
    by_place: dict[str, Consequence] = {
        control.NO_FLOODING: _counterflooded(play, play, works=None)
    }
    for section, side in product(SECTIONS, (PORT, STARBOARD, "")):
        water = Flood(section, side, flooded - play.ship.flood, vocabulary.COUNTERFLOOD.id)
        after = ship_with(play, floods=[*play.ship.floods, water])
        by_place[control.place_of(section, side)] = _counterflooded(play, after, works)
    return by_place


def _counterflooded(play: Play, after: Play, works: float | None) -> CounterfloodOutcome:
    """The ship ``after`` an attempt that works, or as she is."""
    flooded, limit = _flooded(play)
    return CounterfloodOutcome(
        works=works,
        list_points=after.ship.list_points,
        trim_points=after.ship.trim_points,
        hinders=gunnery.listing(after),
        flood=play.ship.flood,
        flooded=flooded,
        limit=limit,
    )


def job_outcome(play: Play, choice: Choice, name: str, job: Job) -> RepairOutcome:
    """The chance of a job by its men, and what happens if it fails."""
    most = min(choice.most, choice.men[job.section])
    rates = tuple(repair.success(play, name, job, men) for men in range(1, most + 1))
    numbers = play.tables.numbers
    if job.kind == DECK_FIRE:
        level = play.ship.deck_fires[job.section] + 1
        limit = numbers.deck_fire_limit
        # A fire out of control stays at its limit, where another may just have arrived: the return
        # that it forces shows which.
        forced_by_fire = vocabulary.Reason.DECK_FIRE in play.state.forced
        burnt = numbers.deck_fire_hull_loss if level >= numbers.deck_fire_burns else 0
        return RepairOutcome(
            rates,
            level=level,
            hull=min(burnt, play.ship.hull),
            limit=limit,
            out_of_control=level > limit and forced_by_fire,
            may_sink=burnt > 0 and burnt >= play.ship.hull,
        )
    if job.kind != ROOM or not play.ship.compartments[name].fire:
        return RepairOutcome(rates)
    spreads = chance(control.spread_roll(play, name), "yes")
    markers = play.ship.compartments[name].markers + 1
    limit = play.tables.compartments[name].markers
    return RepairOutcome(rates, spreads=spreads, markers=markers, limit=limit)


def _relief(play: Play, choice: Choice) -> Consequences:
    ship = play.ship
    tomorrow = state_with(play, maneuvered_today=False)
    fuel = stores_drawn(upkeep.fuel_roll(tomorrow), ship.fuel)
    ammunition = stores_drawn(upkeep.ammunition_roll(tomorrow), ship.ammunition)
    staying = StayOutcome(
        fuel=ship.fuel,
        fuel_out=fuel.none_left,
        ammunition=ship.ammunition,
        ammunition_out=ammunition.none_left,
        hull=ship.hull,
        maneuver=ship.maneuver if ship.maneuver < play.tables.numbers.maneuver else None,
    )
    by_option: dict[str, Consequence] = {
        upkeep.STAY: staying,
        upkeep.ASK_REPLENISH: departure_for_stores(play),
        upkeep.ASK_REPAIR: departure_for_repairs(play),
    }
    return {name: by_option[name] for name in choice.legal()}


def _relieving_ships(play: Play, choice: Choice) -> Consequences:
    ready = {ship.name: ship for ship in play.state.squadron}
    by_name: dict[str, Consequence] = {}
    for name in choice.legal():
        ship = anchorage.refitted(play, ready[name])
        destroyed = anchorage.things_destroyed(state_with(play, ship=ship))
        crew = tuple((post, officer.value) for post, officer in ship.crew.items() if officer.value)
        by_name[name] = RelievingShip(
            hull=ship.hull,
            fuel=ship.fuel,
            ammunition=ship.ammunition,
            men=sum(ship.men.values()),
            destroyed=destroyed,
            crew=crew,
        )
    return by_name


#: The functions for decisions between options.
BY_DECISION: Mapping[Decision, Callable[[Play, Choice], Consequences]] = {
    vocabulary.ORDER_MANEUVER: _maneuver,
    vocabulary.DECLARE: _declaration,
    vocabulary.RESCIND: _rescind,
    vocabulary.FLOOD: _flooding,
    vocabulary.COUNTERFLOOD: _counterflooding,
    vocabulary.ASK_RELIEF: _relief,
    vocabulary.RELIEVING_SHIP: _relieving_ships,
}
