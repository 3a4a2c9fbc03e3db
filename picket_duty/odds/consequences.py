"""Expected consequences of each answer to a decision, computed exactly: the figures beside the
options.

They come from the same rolls that play would request. Fire and repairs are assumed to follow the
officers' plans. In a damage control round, what burns on is played by the engine itself, once for
each result of each roll (rules 7.4, 7.5). Of a later raid, weather, the die at night and 8-1 with
its attack tables are exact; a land radar station lost meanwhile, and a station or ship that
changes, are left out.
"""

from __future__ import annotations

import datetime
from collections import defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import product

import msgspec

from picket_duty.book import vocabulary
from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.odds import plan, repair
from picket_duty.odds.aims import exec_plan
from picket_duty.odds.fire import Orders, seen_with, ship_with, state_with
from picket_duty.odds.plan_odds import PlanOdds, WaveEnding, ending
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Decision, Job, Roll
from picket_duty.rules import (
    anchorage,
    campaign,
    control,
    coverage,
    damage,
    gunnery,
    raid,
    records,
    scenario,
    sequence,
    upkeep,
    wave,
    weather,
)
from picket_duty.rules.play import NO, YES, Play, Procedure, Sunk
from picket_duty.state import PORT, SECTIONS, STARBOARD, Air, Flood, Ship
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


class Risk(msgspec.Struct, frozen=True):
    """The chances that she sinks in a damage control round, and that she must leave because of
    it.
    """

    sinks: float = 0.0
    leaves: float = 0.0


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
    raid: float
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
    outcomes_of = ABOUT.get(choice.decision)
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
    held, turned = (strikes(seen_with(play, maneuver=done), ends) for done in (False, True))
    fuel: list[tuple[float | None, float]] = [(None, 0.0), (None, 0.0)]
    if not play.state.maneuvered_today and not scenario.last_turn(play):
        # No stores are drawn at the end of the last day of a scenario.
        nights = (state_with(play, maneuvered_today=tried) for tried in (True, False))
        fuel = [_drawn(upkeep.fuel_roll(night), play.ship.fuel) for night in nights]
    expected = made * turned + (1.0 - made) * held
    return {
        YES: ManeuverOutcome(made, expected, turned, *fuel[0]),
        NO: ManeuverOutcome(None, held, 0.0, *fuel[1]),
    }


def _drawn(roll: Roll, left: int) -> tuple[float, float]:
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
    # The next wave, if one is known; its weapons are unknown yet.
    waves = play.state.air.waves
    wave = [
        msgspec.structs.replace(plane, number=number)
        for number, plane in enumerate(waves[0] if waves else [])
    ]
    coming = seen_with(play, planes=wave, waves=waves[1:], maneuver=None)
    planes = len(wave)
    ends = ending(coming)
    must_leave = bool(anchorage.reasons_to_return(play))
    raid = raid_later_today(play)
    refused = round_risk(ship_with(play, declared=control.NONE))
    no_return = 0.0
    if campaign.days_to_serve(play):
        in_port = repairing(ship_with(play, hull=0))
        no_return = in_port.founders + in_port.rear + in_port.over
    by_option: dict[str, Consequence] = {}
    for answer, stage in ((YES, control.DECLARED), (NO, control.NONE)):
        repaired = ship_with(play, declared=stage)
        men_choice = control.men_choice(repaired)
        men = repair.best_men(repaired, men_choice)
        jobs = men_choice.jobs
        risk = in_all = refused
        if answer == YES:
            risk = round_risk(repaired)
            in_all = Risk(
                granted * risk.sinks + (1.0 - granted) * refused.sinks,
                granted * risk.leaves + (1.0 - granted) * refused.leaves,
            )
        by_option[answer] = Declaring(
            granted=granted if answer == YES else None,
            repairs=sum(
                repair.success(repaired, name, jobs[name], count) for name, count in men.items()
            ),
            rolls=len(men),
            strikes=strikes(ship_with(coming, declared=stage), ends) if planes else 0.0,
            planes=planes,
            raid=raid,
            risk=risk,
            in_all=in_all,
            must_leave=must_leave,
            fire=[jobs[name].kind for name in men] == [DECK_FIRE],
            no_return=no_return,
        )
    return by_option


def _flooding(play: Play, choice: Choice) -> Consequences:
    works = chance(control.flooding_roll(play, ""), "yes")
    repairs = control.men_choice(play)
    fires = []
    worse = []
    by_option: dict[str, Consequence] = {}
    for name in [option.value for option in choice.options if option.value != control.NO_FLOODING]:
        job = repairs.jobs[name]
        men = min(play.tables.numbers.men_per_job, play.ship.men[job.section])
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
            share,
            now.ship.list_points,
            now.ship.trim_points,
            gunnery.listing(now),
            play.ship.flood,
            flooded,
            limit,
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
    _, fuel_out = _drawn(upkeep.fuel_roll(tomorrow), ship.fuel)
    _, ammunition_out = _drawn(upkeep.ammunition_roll(tomorrow), ship.ammunition)
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
    back = _back(play, [(int(row["days"]), share) for row, share in rows])
    return GoingIn(back, 0.0, 0.0, False, _over(play, back), to_serve=campaign.days_to_serve(play))


def repairing(play: Play) -> GoingIn:
    """Leaving for repairs: table 16 for a badly damaged ship, then table 18."""
    week = play.tables.numbers.days_in_week
    rows = outcomes(anchorage.repairs_roll(play))
    founders = (
        repair.sinks_on_the_way(play) if play.ship.hull < play.tables.numbers.steady_hull else 0.0
    )
    back = [
        (int(row["weeks"]) * week, share * (1.0 - founders))
        for row, share in rows
        if not row["rear"]
    ]
    rear = sum(share for row, share in rows if row["rear"]) * (1.0 - founders)
    dates = _back(play, back)
    data = campaign.data_of(play)
    rear_loses = (
        "the campaign" if data is not None and not data.replacement else at_stake_words(play.state)
    )
    return GoingIn(
        dates, rear, founders, True, _over(play, dates), rear_loses, campaign.days_to_serve(play)
    )


def _over(play: Play, back: Returns) -> float:
    """The chance that a game with a single ship ends before she is back, or before her fighting
    days are served.
    """
    if play.state.squadron:
        return 0.0
    last = records.last_day(play) - campaign.ONE_DAY * max(0, campaign.days_to_serve(play) - 1)
    return sum(share for day, share in back if day > last)


def _back(play: Play, days: list[tuple[int, float]]) -> Returns:
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
ABOUT: Mapping[Decision, Callable[[Play, Choice], Consequences]] = {
    vocabulary.ORDER_MANEUVER: _maneuver,
    vocabulary.DECLARE: _declaration,
    vocabulary.RESCIND: _rescind,
    vocabulary.FLOOD: _flooding,
    vocabulary.COUNTERFLOOD: _counterflooding,
    vocabulary.ASK_RELIEF: _relief,
    vocabulary.RELIEVING_SHIP: _relieving,
}


def round_risk(play: Play) -> Risk:
    """The chances that she sinks in this round, and that she stays afloat but must leave because of
    it.
    """
    choice = control.men_choice(play)
    men = repair.best_men(play, choice)
    must_leave = bool(anchorage.reasons_to_return(play))
    burn_on = {}
    lost_to_fire = {}
    for name, job in choice.jobs.items():
        if job.kind == DECK_FIRE:
            burn_on[job.section] = 1.0 - repair.success(play, name, job, men.get(name, 0))
        elif job.kind == ROOM and (share := _destroyed(play, name, job, men.get(name, 0))):
            lost_to_fire[name] = share
    sinks = leaves = 0.0
    for (burning, share), (lost, part) in product(_subsets(burn_on), _subsets(lost_to_fire)):
        for after, by in _endings(play, burning, lost):
            if after is None:
                sinks += share * part * by
            elif not must_leave and anchorage.reasons_to_return(after):
                leaves += share * part * by
    return Risk(sinks, leaves)


def _destroyed(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that the last marker of a compartment comes from its fire after the men's
    attempt.
    """
    room = play.ship.compartments[name]
    limit = play.tables.compartments[name].markers
    if not room.fire or room.markers + 1 < limit:
        return 0.0
    rate = repair.success(play, name, job, men)
    left_full = sum(
        share
        for left, share in repair.markers_after(play, room.markers)
        if left and left + 1 >= limit
    )
    return (1.0 - rate + rate * left_full) * chance(control.spread_roll(play, name), "yes")


def _subsets(chances: Mapping[str, float]) -> Iterator[tuple[tuple[str, ...], float]]:
    sets: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for name, share in chances.items():
        with_it = [((*names, name), by * share) for names, by in sets]
        sets = [(names, by * (1.0 - share)) for names, by in sets] + with_it
    return ((names, by) for names, by in sets if by)


def _endings(
    play: Play, burning: Collection[str], lost: Collection[str]
) -> Iterator[tuple[Play | None, float]]:
    """Every end of the round with these fires: the play (None if the ship sinks), with its
    chance.
    """

    def fires(play: Play) -> Procedure[None]:
        for name in lost:
            yield from damage.destroy(play, name, None)
        yield from control.burn_deck(play, set())

    paths: list[tuple[tuple[object, ...], float]] = [((), 1.0)]
    while paths:
        rows, share = paths.pop()
        # A copy whose ship may be damaged.
        ship = msgspec.json.decode(msgspec.json.encode(play.ship), type=Ship)
        trial = state_with(play, ship=ship, forced=list(play.state.forced))
        trial.quiet = True
        levels = trial.ship.deck_fires
        trial.ship.deck_fires = {
            section: level for section, level in levels.items() if section in burning
        }
        running = fires(trial)
        try:
            roll = next(running)
            for row in rows:
                roll = running.send(row)
        except StopIteration:
            yield trial, share
        except Sunk:
            yield None, share
        else:
            assert isinstance(roll, Roll)
            paths += [((*rows, row), share * part) for row, part in outcomes(roll)]


def raid_later_today(play: Play) -> float:
    """The chance that planes attack in a later phase of the day if the ship stays on station."""
    return 0.0 if anchorage.reasons_to_return(play) or play.state.turn_aborted else _after(play)


def _after(play: Play) -> float:
    left = sequence.phases_left(play)
    planes = 0.0
    if not left:
        return 0.0
    now = state_with(play, phase=left[0])
    for row, share in outcomes(weather.weather_roll(now)):
        sky = row["weather"]
        comes = 0.0
        ends = 0.0
        if sky != vocabulary.Sky.STORM:
            comes, ends = _attack(state_with(now, air=Air(weather=sky)))
        elif play.state.advanced:
            # After a typhoon no other phase is played (6-2).
            share *= 1.0 - sum(
                part for storm, part in outcomes(weather.storm_roll(now)) if storm["typhoon"]
            )
        planes += share * (
            comes + (1.0 - comes - ends) * _after(state_with(now, weather_before=sky))
        )
    relief = scenario.relief_roll(play)
    return planes if relief is None else planes * (1.0 - chance(relief, "yes"))


def _attack(play: Play) -> tuple[float, float]:
    """The chances that planes come, and that the day's remaining phases are not played (8-2, note
    B).
    """
    night = play.state.night
    spotted = (
        chance(weather.rain_roll(play), "yes")
        if play.state.air.weather == vocabulary.Sky.RAIN
        else 1.0
    )
    spotted *= chance(raid.night_roll(play), "yes") if night else 1.0
    if raid.kikusui_today(play):
        rows = outcomes(raid.kikusui_roll(play))
        return spotted * sum(
            share for row, share in rows if raid.at_night(play, row["planes"]) > 0
        ), 0.0
    results: dict[str, float] = defaultdict(float)
    for fighters, share in _coverages(play).items():
        play.state.air.coverage = dict(fighters)
        for row, part in outcomes(raid.raid_roll(play)):
            results[row["result"]] += share * part
    random = results.pop(RANDOM, 0.0)
    comes = 0.0
    ends = 0.0
    results.pop(NO_ATTACK, None)
    for result, share in results.items():
        chart = play.tables[f"8-1{result}"]
        for row, part in outcomes(raid.attack_roll(chart)):
            if row["random"]:
                random += share * part
                continue
            dice = outcomes(raid.note_a_roll(chart)) if row["note_a"] else (({"planes": 0}, 1.0),)
            many = (
                by
                for die, by in dice
                if raid.at_night(play, len(row["planes"]) + die["planes"]) > 0
            )
            comes += share * part * sum(many)
    for row, share in outcomes(raid.random_roll(play)) if random else ():
        if row["plane"]:
            comes += random * share * (not night)
        else:
            ends += random * share * chance(raid.note_b_roll(play), "weather")
    return spotted * comes, spotted * ends


def _coverages(play: Play) -> dict[tuple[tuple[str, int], ...], float]:
    """The fighters overhead (7-1), their values (V-1) added up under the name of the first type:
    8-1 adds them too.
    """
    coverages: dict[tuple[tuple[str, int], ...], float] = defaultdict(float)
    for present, share in outcomes(coverage.types_roll(play)):
        names = [name for name in coverage.TYPES if present[name]]
        sums: dict[int, float] = {0: share}
        for name in names:
            drawn = sums
            sums = defaultdict(float)
            for row, part in outcomes(coverage.value_roll(play, name)):
                for value, by in drawn.items():
                    sums[value + row["value"]] += by * part
        for value, by in sums.items():
            coverages[((names[0], value),) if names else ()] += by
    return coverages
