"""Both answers to a question compared with the engine, die by die or raid by raid."""

from __future__ import annotations

import random
import statistics
from itertools import product

import msgspec
import pytest

from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.vocabulary import DECLARE
from picket_duty.odds import repair_men
from picket_duty.odds.average_raid import RaidToCome, raid_to_come
from picket_duty.odds.fire import air_with, ship_with, state_with
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.plan import staff_plan
from picket_duty.odds.plan_odds import NO_STRIKE, PlanOdds
from picket_duty.odds.prospects import SPECIAL_DIVE, Maneuvering, prospects
from picket_duty.odds.round_risk import round_risk
from picket_duty.requests import Choice, Option
from picket_duty.rules import control, gunnery, sequence, upkeep, wave
from picket_duty.rules.play import Sunk
from picket_duty.state import (
    PATROL,
    PLANE_DAMAGED,
    SHOT_DOWN,
    UNDAMAGED,
    Air,
)
from tests.games import new_game

from .engine_dice import (
    TABLES,
    agrees,
    copy_of,
    plane,
    play_with,
    raid_of,
    run,
    trials,
    with_bombers,
)

#: Dice of a roll with two six-sided dice.
DICE = list(product(range(1, 7), range(1, 7)))


def share(roll, counts):
    """The share of all throws whose row counts."""
    rows = (msgspec.structs.replace(roll).resolve(dice) for dice in DICE)
    return sum(map(counts, rows)) / len(DICE)


def test_a_maneuver_changes_the_chance_of_each_dive_and_weapon_as_the_charts_do():
    """Tables 10 and 12-1 to 12-3, read throw by throw (rules 5.2)."""
    play = with_bombers()
    tried = prospects(play, next(wave.maneuver(copy_of(play))))
    assert tried.made == pytest.approx(
        share(wave.maneuver_roll(play), lambda row: row["successful"])
    )
    for made, side in ((True, "yes"), (False, "no")):
        seen = air_with(play, maneuver=made)
        plain = next(each for each in seen.state.air.planes if not each.special)
        for state in (UNDAMAGED, PLANE_DAMAGED, SHOT_DOWN):
            roll = wave.dive_roll(seen, msgspec.structs.replace(plain, state=state))
            hits = share(roll, lambda row: row["result"] == "hit")
            assert getattr(tried.hits[state], side) == pytest.approx(hits)
        torpedo = next(each for each in seen.state.air.planes if each.weapon == "torpedo")
        dive = share(wave.dive_roll(seen, torpedo), lambda row: row["result"] == "hit")
        assert getattr(tried.hits[SPECIAL_DIVE], side) == pytest.approx(dive)
        weapon = share(wave.special_roll(seen, torpedo), lambda row: row["result"] not in NO_STRIKE)
        assert getattr(tried.hits["torpedo"], side) == pytest.approx(weapon)
    assert set(tried.hits) == {UNDAMAGED, PLANE_DAMAGED, SHOT_DOWN, SPECIAL_DIVE, "torpedo", "ohka"}


def test_a_maneuver_that_spoils_the_aim_is_three_waves_under_the_officers_plan_rules_11():
    """Its mounts are those of the engine's fire plan."""
    play = play_with(planes=(plane(0, "M"), plane(180, "L"), plane(90, "H")))
    play.state.setup = msgspec.structs.replace(play.state.setup, options=(SPOILED_AIM,))
    choice = next(wave.maneuver(copy_of(play)))
    expected = prospects(play, choice)
    for maneuver, odds in (
        (True, expected.succeeds),
        (False, expected.fails),
        (None, expected.held),
    ):
        seen = air_with(play, maneuver=maneuver)
        orders = staff_plan(seen, gunnery.plan_choice(seen))
        assert odds.expected == pytest.approx(PlanOdds(seen).wave(orders).expected)
    assert expected.succeeds.expected < expected.fails.expected
    slots = gunnery.plan_choice(play).slots
    bonus = {
        mount
        for mount, numbers in slots.items()
        for number in numbers
        for modifier in gunnery.gun_roll(play, mount, play.state.air.planes[number]).modifiers
        if modifier.rule == "9-1"
    }
    assert (expected.bearing, expected.directed) == (len(slots), len(bonus))
    assert 0 < expected.directed < expected.bearing
    play.state.setup = msgspec.structs.replace(play.state.setup, options=())
    assert isinstance(prospects(play, choice), Maneuvering)


def test_a_maneuver_costs_fuel_only_if_it_can_be_used_up_tonight():
    play = play_with(planes=(plane(0, "L"),), fuel=1)
    choice = next(wave.maneuver(copy_of(play)))
    assert prospects(play, choice).dry == (0.0, 0.0), "a scenario's last day uses no stores"
    play.state.setup = msgspec.structs.replace(play.state.setup, kind=PATROL)
    dry = prospects(play, choice).dry
    dice = random.Random("dry")
    for tried, chance in ((True, dry.yes), (False, dry.no)):
        gone = 0
        for trial in trials(play):
            trial.state.maneuvered_today = tried
            run(upkeep.end_of_turn(trial), dice)
            gone += not trial.ship.fuel
        assert agrees(gone, 1500, chance)
    assert dry.yes > dry.no > 0
    play.ship.fuel = TABLES.numbers.fuel
    assert prospects(play, choice).dry == (0.0, 0.0)
    play.ship.fuel = 1
    play.state.maneuvered_today = True
    assert prospects(play, choice).dry == (0.0, 0.0), "today's fuel is the same either way"


def burning_ship():
    play = play_with(deck_fires={"aft": 2, "forward": TABLES.numbers.deck_fire_limit})
    play.ship.compartments["cic"].markers = 1
    play.ship.compartments["cic"].fire = True
    play.ship.equipment = {**play.ship.equipment, "mk37": "damaged"}
    play.state.air.waves = [[plane(0, "L"), plane(180, "H")]]
    return play


def test_each_fire_goes_out_as_often_as_in_the_engine_with_an_emergency_and_without():
    """Fires first, each with the men that the exec would send (rules 7.1, 7.4)."""
    play = burning_ship()
    expected = prospects(play, next(control.declare(copy_of(play))))
    fires = [each.is_fire for each in expected.jobs]
    assert fires == sorted(fires, reverse=True)
    assert sum(fires) == 3
    dice = random.Random("fires")
    for stage, side in ((control.DECLARED, "yes"), (control.NO_EMERGENCY, "no")):
        declared = ship_with(play, declared=stage)
        choice = control.men_choice(declared)
        men = repair_men.best_men(declared, choice)
        out = dict.fromkeys(choice.jobs, 0)
        for trial in trials(declared):
            try:
                run(control.repair(trial), dice, {"repair men": men})
            except Sunk:
                continue
            left = control.men_choice(trial).jobs
            for name in choice.jobs:
                out[name] += name not in left
        for each in expected.jobs:
            name = next(name for name, job in choice.jobs.items() if job.text == each.job.text)
            assert agrees(out[name], 1500, getattr(each.done, side)), each.job.text
    assert expected.risk == (
        round_risk(ship_with(play, declared=control.DECLARED)),
        round_risk(play),
    )


def test_the_next_wave_meets_silent_guns_or_the_exec_s_plan():
    play = burning_ship()
    expected = prospects(play, next(control.declare(copy_of(play))))
    coming = air_with(play, planes=play.state.air.waves[0], waves=[])
    for number, each in enumerate(coming.state.air.planes):
        each.number = number
    for stage, hits in (
        (control.STANDING, expected.hits.yes),
        (control.NO_EMERGENCY, expected.hits.no),
    ):
        fought = ship_with(coming, declared=stage)
        orders = staff_plan(fought, gunnery.plan_choice(fought))
        assert hits == pytest.approx(PlanOdds(fought).wave(orders).expected, abs=0.01)
    assert (expected.planes, expected.raid) == (2, 0.0)


def test_the_first_wave_of_a_raid_to_come_is_an_average_of_the_tables():
    """Raids of the engine with other dice have as many planes, within the error of the mean."""
    game = new_game(scenario=6, level="basic", seed=1)
    game.roll_on()
    play = copy_of(game.play)
    play.state.phase = 0
    to_come = raid_to_come(play)
    assert raid_to_come(play) is to_come, "found once"
    dice = random.Random("first waves")
    sizes = []
    for trial in trials(play):
        for phase in sequence.phases_left(trial):
            trial.state.phase = phase
            trial.state.air = Air()
            planes = []
            run(raid_of(trial, planes), dice)
            if planes:
                sizes.append(wave.wave_sizes(TABLES, len(planes))[0])
                break
            if trial.state.turn_aborted:
                break
    error = statistics.stdev(sizes) / 40**0.5
    assert to_come.planes == pytest.approx(statistics.mean(sizes), abs=4.0 * error)
    assert to_come.silent > to_come.firing > 0


def test_without_guns_no_gun_falls_silent_in_a_raid_to_come():
    game = new_game(scenario=6, level="basic", seed=1)
    game.roll_on()
    unarmed = copy_of(game.play)
    unarmed.state.phase = 0
    for mount in unarmed.ship.mounts.values():
        mount.destroyed = True
    alike = raid_to_come(unarmed)
    assert alike.silent == pytest.approx(alike.firing)


def test_a_raid_counts_only_if_no_wave_is_in_sight_and_one_can_come():
    play = play_with(scenario=6, deck_fires={"aft": 2})
    play.state.phase = 0
    choice = Choice(DECLARE, (Option("yes", ""), Option("no", "")))
    later = prospects(play, choice)
    assert later.raid == raid_later_today(play) > 0
    assert later.planes == raid_to_come(play).planes
    over = prospects(state_with(play, turn_aborted=True), choice)
    assert (over.raid, over.planes, over.hits) == (0.0, 0.0, (0.0, 0.0))
    assert RaidToCome().planes == 0.0
    leaving = prospects(ship_with(play, hull=0), choice)
    assert leaving.must_leave
    assert leaving.raid == 0.0


def test_ending_an_emergency_frees_the_guns_and_costs_the_repairs_their_bonus():
    play = play_with(
        planes=(plane(0, "L"), plane(180, "H")), declared=control.MAY_RESCIND, deck_fires={"aft": 2}
    )
    expected = prospects(play, next(control.rescind(copy_of(play))))
    assert expected.granted is None
    assert expected.planes == 2
    assert expected.hits.yes < expected.hits.no
    (fire,) = expected.jobs
    name = next(iter(control.men_choice(play).jobs))
    ended = ship_with(play, declared=control.NO_EMERGENCY)
    for seen, done in ((ended, fire.done.yes), (play, fire.done.no)):
        choice = control.men_choice(seen)
        men = repair_men.best_men(seen, choice)[name]
        roll = control.repair_roll(seen, name, choice.jobs[name], men)
        assert done == pytest.approx(share(roll, lambda row: row["successful"]))
