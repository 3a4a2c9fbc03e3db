"""Expected consequences of each answer to a decision, computed exactly: the figures beside the
options.

They come from the same rolls that play would request. Fire and repairs are assumed to follow the
officers' plans.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Mapping
from itertools import product
from typing import NamedTuple

import msgspec

from picket_duty.book import vocabulary
from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.odds import plan, repair
from picket_duty.odds.aims import exec_plan
from picket_duty.odds.fire import Orders, seen_with, ship_with, state_with
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.plan_odds import PlanOdds, WaveEnding, ending
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.odds.round_risk import Risk, round_risk
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision, Job, Roll
from picket_duty.rules import (
    anchorage,
    campaign,
    control,
    damage,
    gunnery,
    records,
    scenario,
    upkeep,
    wave,
)
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import PORT, SECTIONS, STARBOARD, Flood
from picket_duty.text.campaign_progress import at_stake_words


class ManeuverOutcome(msgspec.Struct, frozen=True):
    """An emergency maneuver is attempted, or the course is held (``made`` is None).

    ``strikes`` of this wave, ``if_made`` if the attempt succeeds. ``fuel`` points used tonight
    (None if the attempt does not change them), ``dry`` the chance that no fuel is left then.
    """

    made: float | None
    strikes: float
    if_made: float = 0.0
    fuel: float | None = None
    dry: float = 0.0


class Declaring(msgspec.Struct, frozen=True):
    """An emergency is declared, or not (``granted`` is None).

    ``repairs`` of ``rolls`` succeed in this round with the recommended men; ``fire``: the only one
    puts out a deck fire. ``strikes`` of the next wave of ``planes`` (0 if unknown); ``raid`` is the
    chance of another raid today. ``risk`` is that of this round if the emergency is granted,
    ``in_all`` whether it is granted or not. ``must_leave``: she must leave her station anyway.
    ``no_return`` is the chance that a ship of a mini campaign or stage that leaves is not back in
    time to serve her days.
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


class Rescinding(msgspec.Struct, frozen=True):
    """An emergency is ended, or kept (``silent``): strikes of this wave, and the modifier on
    repairs.
    """

    silent: bool
    strikes: float
    repairs: int


class FightingFires(msgspec.Struct, frozen=True):
    """Nothing is flooded: the chance that each fire is put out, by compartment, and what it does if
    not.
    """

    fires: tuple[tuple[str, float], ...]
    worse: tuple[RepairOutcome, ...] = ()


class FloodingRoom(msgspec.Struct, frozen=True):
    """A burning compartment is flooded: the chances of success and of an explosion, and the flood
    track then.
    """

    works: float
    explodes: float
    flood: int
    limit: int


class CounterfloodOutcome(msgspec.Struct, frozen=True):
    """Counterflooding, or none (``works`` is None): the resulting list and trim, and whether they
    hinder guns and helm.

    The flood track is at ``flood`` of ``limit``, and at ``flooded`` after an attempt that works.
    """

    works: float | None
    list_points: int
    trim_points: int
    hinders: bool
    flood: int
    flooded: int
    limit: int


class Staying(msgspec.Struct, frozen=True):
    """Staying on station: stores, each with the chance that the next day uses it up; ``maneuver``
    None if whole.
    """

    fuel: int
    fuel_out: float
    ammunition: int
    ammunition_out: float
    hull: int
    maneuver: int | None = None


#: The possible days of return, in order, each with its chance.
Returns = tuple[tuple[datetime.date, float], ...]


class GoingIn(msgspec.Struct, frozen=True):
    """Leaving the station: the chances of each day of return, of being sent to the rear, and of
    being lost on the way.

    ``is_repaired`` is true if everything is repaired, not only replenished. ``over`` is the chance
    that the game ends before the ship is back, or in a mini campaign or stage before the days that
    she has ``to_serve`` are over. ``rear_loses`` is what a ship sent to the rear loses: ``the
    campaign``, ``stage 2``, or empty.
    """

    back: Returns
    rear: float
    founders: float
    is_repaired: bool
    over: float = 0.0
    rear_loses: str = ""
    to_serve: int = 0


class Relieving(msgspec.Struct, frozen=True):
    """A ship that takes the station: tracks, number of items destroyed, posts with a value other
    than 0.
    """

    hull: int
    fuel: int
    ammunition: int
    men: int
    destroyed: int
    crew: tuple[tuple[str, int], ...]


class RepairOutcome(msgspec.Struct, frozen=True):
    """A repair job: its chance with 1, 2, ... men, and what happens if it fails.

    A deck fire then has this ``level``, costs ``hull`` points, and is out of control past ``limit``
    (``out_of_control``: it is already); ``may_sink``: no hull is left then, and a roll decides
    whether she sinks. A compartment's fire adds a marker with the chance ``spreads``, which makes
    ``markers`` of ``limit``.
    """

    rates: tuple[float, ...]
    level: int = 0
    hull: int = 0
    spreads: float = 0.0
    markers: int = 0
    limit: int = 0
    out_of_control: bool = False
    may_sink: bool = False


class Striking(msgspec.Struct, frozen=True):
    """A plane: the chance that it or its weapon strikes if nobody fires at it, and under the
    recommended plan.
    """

    unfired: float
    planned: float


Consequence = (
    ManeuverOutcome
    | Declaring
    | Rescinding
    | FightingFires
    | FloodingRoom
    | CounterfloodOutcome
    | Staying
    | GoingIn
    | Relieving
    | RepairOutcome
    | Striking
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
        return {name: working(play, choice, name, job) for name, job in choice.jobs.items()}
    outcomes_of = BY_DECISION.get(choice.decision)
    return outcomes_of(play, choice) if outcomes_of else {}


def planes_under(play: Play, orders: Orders) -> Consequences:
    """What each plane does without fire and under a fire plan, by its number."""
    odds = PlanOdds(play)
    planned = odds.wave(orders)
    return {
        str(plane.plane): Striking(odds.plane(plane.plane).any, plane.any)
        for plane in planned.planes
    }


def strikes(play: Play, ends: WaveEnding | None = None) -> float:
    """The expected strikes of the wave in the air under the officers' plan; ``ends`` if an early
    end is known.
    """
    return PlanOdds(play, ends).wave(plan.staff_plan(play, gunnery.plan_choice(play))).expected


def _maneuver(play: Play, choice: Choice) -> Consequences:
    made = chance(wave.maneuver_roll(play), "yes")
    ends = ending(play)
    courses = by_maneuver(play, lambda seen: strikes(seen, ends))
    fuel: list[tuple[float | None, float]] = [(None, 0.0), (None, 0.0)]
    if not play.state.maneuvered_today and not scenario.last_turn(play):
        # No stores are drawn at the end of the last day of a scenario.
        nights = (state_with(play, maneuvered_today=tried) for tried in (True, False))
        fuel = [stores_drawn(upkeep.fuel_roll(night), play.ship.fuel) for night in nights]
    return {
        YES: ManeuverOutcome(made, courses.tried(made), courses.turned, *fuel[0]),
        NO: ManeuverOutcome(None, courses.held, 0.0, *fuel[1]),
    }


class ByManeuver(NamedTuple):
    """What is expected of a wave if the course is held, if an attempt fails, and if one
    succeeds.
    """

    held: float
    failed: float
    turned: float

    def tried(self, made: float) -> float:
        """What is expected of an attempt that succeeds with the chance ``made``."""
        return made * self.turned + (1.0 - made) * self.failed


def by_maneuver(play: Play, expected: Callable[[Play], float]) -> ByManeuver:
    """What is expected of the wave in the air with and without an emergency maneuver; a failed one
    differs from the course held only if it spoils the aim.
    """
    held = expected(seen_with(play, maneuver=None))
    spoils = play.state.option(SPOILED_AIM)
    failed = expected(seen_with(play, maneuver=False)) if spoils else held
    return ByManeuver(held, failed, expected(seen_with(play, maneuver=True)))


def stores_drawn(roll: Roll, left: int) -> tuple[float, float]:
    """The stores expected to be used tonight, and the chance that none are left."""
    rows = outcomes(roll)
    expected = sum(share * min(row["spaces"], left) for row, share in rows)
    return expected, sum(share for row, share in rows if row["spaces"] >= left)


def _rescind(play: Play, choice: Choice) -> Consequences:
    bonus = play.tables["20"].modifier("emergency").value
    firing = ship_with(play, declared=control.NONE)
    ends = ending(play)
    return {
        YES: Rescinding(False, strikes(firing, ends), bonus),
        NO: Rescinding(True, strikes(play, ends), bonus),
    }


def _declaration(play: Play, choice: Choice) -> Consequences:
    granted = chance(control.declaration_roll(play), "yes")
    coming = next_wave(play)
    ends = ending(coming)
    without = _round(play, control.NONE, coming, ends)
    declared = _round(play, control.DECLARED, coming, ends)
    in_all = Risk(
        granted * declared.risk.sinks + (1.0 - granted) * without.risk.sinks,
        granted * declared.risk.leaves + (1.0 - granted) * without.risk.leaves,
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


def _round(play: Play, declared: int, coming: Play, ends: WaveEnding) -> Declaring:
    """This round and the next wave under a stage of the emergency."""
    ship = ship_with(play, declared=declared)
    choice = control.men_choice(ship)
    men = repair.best_men(ship, choice)
    jobs = {name: choice.jobs[name] for name in men}
    planes = len(coming.state.air.planes)
    return Declaring(
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
    return seen_with(play, planes=planes, waves=waves[1:], maneuver=None)


def chance_of_no_return(play: Play) -> float:
    """The chance that a ship with days to serve does not serve them if she goes in for repairs."""
    if not campaign.days_to_serve(play):
        return 0.0
    in_port = repairing(ship_with(play, hull=0))
    return in_port.founders + in_port.rear + in_port.over


def _flooding(play: Play, choice: Choice) -> Consequences:
    works = chance(control.flooding_roll(play, ""), "yes")
    repairs = control.men_choice(play)
    fires = []
    worse = []
    by_option: dict[str, Consequence] = {}
    for name in [option.value for option in choice.options if option.value != control.NO_FLOODING]:
        job = repairs.jobs[name]
        men = min(repairs.most, repairs.men[job.section])
        fires.append((play.tables.compartments[name].name, repair.done(play, name, job, men)))
        worse.append(working(play, repairs, name, job))
        explodes = (1.0 - works) * chance(damage.explosion_roll(play, name), "yes")
        by_option[name] = FloodingRoom(works, explodes, *_flooded(play))
    return {control.NO_FLOODING: FightingFires(tuple(fires), tuple(worse)), **by_option}


def _flooded(play: Play) -> tuple[int, int]:
    numbers = play.tables.numbers
    return min(play.ship.flood + numbers.flood_per_hit, numbers.flood_limit), numbers.flood_limit


def _counterflooding(play: Play, choice: Choice) -> Consequences:
    works = chance(control.flooding_roll(play, ""), "yes")
    flooded, limit = _flooded(play)
    after: dict[str, tuple[Play, float | None]] = {control.NO_FLOODING: (play, None)}
    for section, side in product(SECTIONS, (PORT, STARBOARD, "")):
        water = Flood(section, side, flooded - play.ship.flood, vocabulary.COUNTERFLOOD.id)
        after[control.place_of(section, side)] = (
            ship_with(play, floods=[*play.ship.floods, water]),
            works,
        )
    return {
        name: CounterfloodOutcome(
            works=share,
            list_points=now.ship.list_points,
            trim_points=now.ship.trim_points,
            hinders=gunnery.listing(now),
            flood=play.ship.flood,
            flooded=flooded,
            limit=limit,
        )
        for name, (now, share) in after.items()
    }


def working(play: Play, choice: Choice, name: str, job: Job) -> RepairOutcome:
    """The chance of a job by its men, and what happens if it fails."""
    most = min(choice.most, choice.men[job.section])
    rates = tuple(repair.success(play, name, job, men) for men in range(1, most + 1))
    numbers = play.tables.numbers
    if job.kind == DECK_FIRE:
        level = play.ship.deck_fires[job.section] + 1
        limit = numbers.deck_fire_limit
        burnt = numbers.deck_fire_hull_loss if level >= numbers.deck_fire_burns else 0
        return RepairOutcome(
            rates,
            level=level,
            hull=min(burnt, play.ship.hull),
            limit=limit,
            out_of_control=level > limit and anchorage.FIRE_WILD in play.state.forced,
            may_sink=0 < burnt >= play.ship.hull,
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
    _, fuel_out = stores_drawn(upkeep.fuel_roll(tomorrow), ship.fuel)
    _, ammunition_out = stores_drawn(upkeep.ammunition_roll(tomorrow), ship.ammunition)
    maneuver = ship.maneuver if ship.maneuver < play.tables.numbers.maneuver else None
    by_option: dict[str, Consequence] = {
        upkeep.STAY: Staying(
            ship.fuel, fuel_out, ship.ammunition, ammunition_out, ship.hull, maneuver
        ),
        upkeep.ASK_REPLENISH: replenishing(play),
        upkeep.ASK_REPAIR: repairing(play),
    }
    return {name: by_option[name] for name in choice.legal()}


def replenishing(play: Play) -> GoingIn:
    """Leaving for stores: table 18-1."""
    rows = outcomes(anchorage.replenish_roll(play))
    back = _return_dates(play, [(int(row["days"]), share) for row, share in rows])
    return GoingIn(
        back,
        rear=0.0,
        founders=0.0,
        is_repaired=False,
        over=_over(play, back),
        to_serve=campaign.days_to_serve(play),
    )


def repairing(play: Play) -> GoingIn:
    """Leaving for repairs: table 16 for a badly damaged ship, then table 18."""
    week = play.tables.numbers.days_in_week
    rows = outcomes(anchorage.repairs_roll(play))
    founders = 0.0
    if play.ship.hull < play.tables.numbers.steady_hull:
        founders = repair.sinks_on_the_way(play)
    days = [
        (int(row["weeks"]) * week, share * (1.0 - founders))
        for row, share in rows
        if not row["rear"]
    ]
    rear = sum(share for row, share in rows if row["rear"]) * (1.0 - founders)
    back = _return_dates(play, days)
    data = campaign.data_of(play)
    rear_loses = at_stake_words(play.state)
    if data is not None and not data.replacement:
        rear_loses = "the campaign"
    return GoingIn(
        back,
        rear=rear,
        founders=founders,
        is_repaired=True,
        over=_over(play, back),
        rear_loses=rear_loses,
        to_serve=campaign.days_to_serve(play),
    )


def _over(play: Play, back: Returns) -> float:
    """The chance that a game with a single ship ends before she is back, or before her fighting
    days are served.
    """
    if play.state.squadron:
        return 0.0
    last_day = records.last_day(play.state, play.tables)
    last = last_day - campaign.ONE_DAY * max(0, campaign.days_to_serve(play) - 1)
    return sum(share for day, share in back if day > last)


def _return_dates(play: Play, days: list[tuple[int, float]]) -> Returns:
    days_back: dict[datetime.date, float] = defaultdict(float)
    for away, share in days:
        days_back[anchorage.back_after(play.state.date, away)] += share
    return tuple(sorted(days_back.items()))


def _relieving(play: Play, choice: Choice) -> Consequences:
    ready = {ship.name: ship for ship in play.state.squadron}
    by_name: dict[str, Consequence] = {}
    for name in choice.legal():
        ship = anchorage.refitted(play, ready[name])
        destroyed = anchorage.things_destroyed(state_with(play, ship=ship))
        crew = tuple((post, officer.value) for post, officer in ship.crew.items() if officer.value)
        men = sum(ship.men.values())
        by_name[name] = Relieving(ship.hull, ship.fuel, ship.ammunition, men, destroyed, crew)
    return by_name


#: The functions for decisions between options.
BY_DECISION: Mapping[Decision, Callable[[Play, Choice], Consequences]] = {
    vocabulary.ORDER_MANEUVER: _maneuver,
    vocabulary.DECLARE: _declaration,
    vocabulary.RESCIND: _rescind,
    vocabulary.FLOOD: _flooding,
    vocabulary.COUNTERFLOOD: _counterflooding,
    vocabulary.ASK_RELIEF: _relief,
    vocabulary.RELIEVING_SHIP: _relieving,
}
