"""Consequences of each option compared with thousands of simulations and with the engine's own
rolls.
"""

from __future__ import annotations

import datetime
import itertools
import random
from collections import Counter

import msgspec
import pytest

from picket_duty.book.data import LIST_AND_TRIM, SPOILED_AIM
from picket_duty.book.vocabulary import ASK_RELIEF, RELIEVING_SHIP, Reason, Sky
from picket_duty.captains import play_out
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.odds import consequences, departure, fire, maneuver, repair, repair_men
from picket_duty.odds.consequences import DeclarationOutcome
from picket_duty.odds.declarations import MIN_ERRORS, Gain, load_declarations
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.prospects import prospects
from picket_duty.odds.roll_odds import outcomes
from picket_duty.odds.round_risk import Risk, round_risk
from picket_duty.pages.consequences import consequence_words, worse_words
from picket_duty.requests import Choice, Option
from picket_duty.rules import (
    anchorage,
    control,
    damage,
    gunnery,
    records,
    sequence,
    upkeep,
    wave,
)
from picket_duty.rules.play import Play, Sunk
from picket_duty.state import PATROL, SECTIONS, Air, Flood, Stage
from tests.games import new_game
from tests.text_table import cases

from .engine_dice import (
    TABLES,
    TRIALS,
    agrees,
    copy_of,
    plane,
    play_with,
    raid_of,
    run,
    trials,
    with_bombers,
)


def random_plans(choice):
    dice = random.Random("plans")
    for _ in range(20):
        yield {
            slot: dice.choice(planes)
            for slot, planes in choice.slots.items()
            if dice.random() < 0.7
        }


def test_a_plan_is_the_sum_of_cached_odds():
    """Cached figures equal newly computed ones; without weapons they equal those of
    ``wave_odds``.
    """
    play = with_bombers()
    choice = gunnery.plan_choice(play)
    odds = PlanOdds(play)
    for orders in random_plans(choice):
        cached = odds.wave(orders)
        fresh = fire.wave_odds(play, orders)
        assert cached == PlanOdds(play).wave(orders)
        for expected, other in zip(cached.planes, fresh.planes, strict=True):
            check_plane(expected, other)


def check_plane(expected, other):
    """The figures of a plane for the player against those of the waves' odds."""
    assert expected.dive == pytest.approx(other.hit)
    assert (expected.aflame, expected.destroyed) == pytest.approx(other.hits[3:])
    assert expected.any <= expected.expected + 1e-12
    if not other.weapon:
        assert expected.weapon is None
        assert expected.any == pytest.approx(expected.dive)
        return
    spared = other.weapon.get("miss", 0.0) + other.weapon.get("near_miss", 0.0)
    assert expected.weapon == pytest.approx(sum(other.weapon.values()) - spared)
    assert 0.0 <= expected.sinks <= expected.weapon + 1e-12


def test_a_maneuver_saves_strikes_and_costs_fuel():
    """An attempt weights both results by its chance; fuel is that of the day's end with and without
    it.
    """
    play = with_bombers()
    outcomes = consequences.consequences(play, next(wave.maneuver(copy_of(play))))
    tried = outcomes["yes"]
    held = outcomes["no"]
    assert tried.strikes == pytest.approx(
        tried.made * tried.if_made + (1 - tried.made) * held.strikes
    )
    assert tried.if_made < tried.strikes < held.strikes
    assert tried.fuel is None  # a scenario's last day uses no stores
    patrol = copy_of(play)
    patrol.state.setup = msgspec.structs.replace(play.state.setup, kind=PATROL)
    outcomes = consequences.consequences(patrol, next(wave.maneuver(copy_of(patrol))))
    assert outcomes["yes"].fuel > outcomes["no"].fuel > 0
    dice = random.Random("fuel")
    spent = 0
    for trial in trials(patrol):
        trial.state.maneuvered_today = True
        before = trial.ship.fuel
        run(upkeep.end_of_turn(trial), dice)
        spent += before - trial.ship.fuel
    assert spent / TRIALS == pytest.approx(outcomes["yes"].fuel, abs=0.08)
    patrol.state.maneuvered_today = True
    assert (
        consequences.consequences(patrol, next(wave.maneuver(copy_of(patrol))))["yes"].fuel is None
    )


def spoiling(play):
    """The same play with the option that an emergency maneuver spoils the aim."""
    setup = msgspec.structs.replace(play.state.setup, options=(SPOILED_AIM,))
    return fire.state_with(play, setup=setup)


def test_a_maneuver_that_spoils_the_aim_costs_strikes_if_it_fails_rules_11():
    """Only an attempt does: the course held is as without the option."""
    play = with_bombers()
    printed = maneuver.by_maneuver(play, consequences.strikes)
    spoiled = maneuver.by_maneuver(spoiling(play), consequences.strikes)
    assert spoiled.course_held == printed.course_held == printed.failed
    assert spoiled.succeeded < spoiled.failed != spoiled.course_held
    outcomes = consequences.consequences(spoiling(play), next(wave.maneuver(copy_of(play))))
    tried = outcomes["yes"]
    assert (tried.if_made, outcomes["no"].strikes) == pytest.approx(
        (spoiled.succeeded, spoiled.course_held)
    )
    failed = (tried.strikes - tried.made * tried.if_made) / (1 - tried.made)
    assert failed == pytest.approx(spoiled.failed)


def test_an_emergency_silences_the_guns_and_helps_repairs():
    """The next wave as known and the recommended men, with either answer (rules 7.1)."""
    play = play_with()
    play.ship.deck_fires = {"aft": 2}
    play.state.air.waves = [[plane(0, "L"), plane(180, "H")]]
    declared, quiet = (
        consequences.consequences(play, next(control.declare(play)))[answer]
        for answer in ("yes", "no")
    )
    assert (declared.planes, declared.rolls) == (quiet.planes, quiet.rolls) == (2, 1)
    assert declared.strikes > quiet.strikes > 0
    assert declared.repairs > quiet.repairs > 0
    assert quiet.granted is None
    silent = play_with(planes=(plane(0, "L"), plane(180, "H")), declared=control.MAY_RESCIND)
    outcomes = consequences.consequences(silent, next(control.rescind(copy_of(silent))))
    assert outcomes["no"].strikes > outcomes["yes"].strikes
    assert outcomes["no"].repairs == TABLES["20"].modifier("emergency").value


def test_flooding_a_compartment_matches_the_engine():
    """Success, explosion and flood track compared with attempts of the engine (rules 7.2)."""
    play = play_with()
    room = next(data for data in TABLES.sheet.compartments if data.floodable and data.explodes)
    play.ship.compartments[room.id].markers = 1
    play.ship.compartments[room.id].fire = True
    outcomes = consequences.consequences(play, next(control.flood_compartments(play)))
    consequence = outcomes[room.id]
    dice = random.Random("flooding")
    works = explodes = 0
    for trial in trials(play):
        try:
            run(control.flood_one(trial, room.id), dice)
        except Sunk:
            explodes += 1
            continue
        works += trial.ship.compartments[room.id].flooded
        explodes += trial.ship.compartments[room.id].destroyed
        if trial.ship.compartments[room.id].flooded:
            assert trial.ship.flood == consequence.flood
    assert agrees(works, TRIALS, consequence.works)
    assert agrees(explodes, TRIALS, consequence.explodes)
    job = control.men_choice(play).jobs[room.id]
    put_out = repair.done(play, room.id, job, TABLES.numbers.men_per_job)
    assert list(outcomes[control.NO_FLOODING].fires) == [(room.name, put_out)]


def test_counterflooding_states_the_resulting_list_and_trim():
    """List and trim for every place equal those after the engine floods it (rules 6)."""
    play = play_with(floods=[Flood("aft", "port", 2, "hit")])
    setup = play.state.setup
    play.state.setup = msgspec.structs.replace(setup, options=(*setup.options, LIST_AND_TRIM))
    choice = next(control.counterflood(play))
    outcomes = consequences.consequences(play, choice)
    for option in choice.options[1:]:
        trial = copy_of(play)
        places = itertools.product(SECTIONS, ("port", "starboard", ""))
        section, side = next(place for place in places if control.place_of(*place) == option.value)
        run(
            damage.take_water(trial, section, side, TABLES.numbers.flood_per_hit, ""),
            random.Random(0),
        )
        consequence = outcomes[option.value]
        assert (consequence.list_points, consequence.trim_points) == (
            trial.ship.list_points,
            trial.ship.trim_points,
        )
        assert consequence.hinders == gunnery.listing(trial)
        assert consequence.flooded == trial.ship.flood
    assert outcomes[control.NO_FLOODING].works is None


def test_a_job_without_men_gets_worse_as_in_the_engine():
    """What happens to a fire if its men fail (rules 7.5)."""
    play = play_with()
    play.ship.deck_fires = {"aft": 2}
    play.ship.compartments["cic"].markers = 1
    play.ship.compartments["cic"].fire = True
    choice = control.men_choice(play)
    outcomes = consequences.consequences(play, choice)
    trial = copy_of(play)
    run(control.burn_deck(trial, set()), random.Random(0))
    fire_aft = next(
        consequence
        for name, consequence in outcomes.items()
        if choice.jobs[name].kind == "deck fire"
    )
    assert fire_aft.level == trial.ship.deck_fires["aft"]
    assert fire_aft.hull == play.ship.hull - trial.ship.hull
    assert list(fire_aft.rates) == sorted(fire_aft.rates)
    assert not fire_aft.out_of_control
    play.ship.deck_fires = {"aft": TABLES.numbers.deck_fire_limit}
    for reasons, words in (
        ([], "out of control, hull"),
        ([Reason.DECK_FIRE], "still out of control, hull"),
    ):
        play.state.forced = reasons
        name, job = next(
            (name, job) for name, job in choice.jobs.items() if job.kind == "deck fire"
        )
        assert worse_words(consequences.job_outcome(play, choice, name, job)).startswith(words)
    check_spreading(play, outcomes)


def check_spreading(play, outcomes):
    play.state.forced = []
    grown = 0
    dice = random.Random("spread")
    for trial in trials(play):
        run(control.spread_fires(trial), dice)
        grown += trial.ship.compartments["cic"].markers == outcomes["cic"].markers
    assert agrees(grown, TRIALS, outcomes["cic"].spreads)


def relief_consequences(play):
    choice = Choice(ASK_RELIEF, upkeep.relief_options(play))
    return consequences.consequences(play, choice)


def test_days_away_match_the_charts():
    """Return on the days of tables 18 and 18-1, sent to the rear, or lost on the way; the chances
    add up to 1.
    """
    play = play_with(hull=1, fuel=2, ammunition=1)
    outcomes = relief_consequences(play)
    stores = outcomes["replenish"]
    repairs = outcomes["repair"]
    assert sum(share for _, share in stores.back) == pytest.approx(1)
    assert sum(
        share for _, share in repairs.back
    ) + repairs.rear + repairs.founders == pytest.approx(1)
    assert repairs.founders > 0
    dice = random.Random("away")
    back = Counter[datetime.date]()
    for _ in range(TRIALS):
        roll = anchorage.replenish_roll(play)
        row = roll.resolve((dice.randint(1, 6), dice.randint(1, 6)))
        back[anchorage.back_after(play.state.date, row["days"])] += 1
    for day, share in stores.back:
        assert agrees(back[day], TRIALS, share)


def test_a_ship_that_stays_may_run_out_of_stores():
    play = play_with(hull=1, fuel=2, ammunition=1)
    stay = relief_consequences(play)["stay"]
    assert 0 < stay.fuel_out < stay.ammunition_out < 1
    play.ship.hull = TABLES.numbers.steady_hull
    assert departure.departure_for_repairs(play).founders == 0


def declared(play):
    by_option = consequences.consequences(play, next(control.declare(copy_of(play))))
    return {
        name: expected
        for name, expected in by_option.items()
        if isinstance(expected, DeclarationOutcome)
    }


def test_a_declaration_says_how_likely_she_must_leave():
    """A fire at its last level that is not put out gets out of control (7.5); one below it does
    not, one above has.
    """
    last = TABLES.numbers.deck_fire_limit
    play = play_with(deck_fires={"aft": last})
    name, job = next(iter(control.men_choice(play).jobs.items()))
    burns_on = 1 - repair.success(play, name, job, 3)
    founders = repair.sinks_on_the_way(play)
    by_option = declared(play)
    made = by_option["yes"]
    none = by_option["no"]
    assert (none.risk.sinks, none.risk.leaves) == pytest.approx(
        (burns_on * founders, burns_on * (1 - founders))
    )
    assert 0 < made.risk.sinks < none.risk.sinks
    assert 0 < made.risk.leaves < none.risk.leaves
    refused = 1 - made.granted
    assert made.in_all.leaves == pytest.approx(
        made.granted * made.risk.leaves + refused * none.risk.leaves
    )
    assert made.in_all.sinks == pytest.approx(
        made.granted * made.risk.sinks + refused * none.risk.sinks
    )
    assert {
        option.risk for option in declared(play_with(deck_fires={"aft": last - 1})).values()
    } == {Risk()}
    play.state.forced = [Reason.DECK_FIRE]
    play.state.sank_roll = True
    assert {option.risk for option in declared(play).values()} == {Risk()}


@pytest.mark.slow
@pytest.mark.parametrize("hull", [0, 1, 2])
def test_the_risk_of_a_round_is_that_of_the_engine(hull):
    """Deck fires and a compartment that its fire may destroy, with the exec's men (7.4, 7.5, tables
    14, 16, 21-1).
    """
    play = play_with(hull=hull, deck_fires={"aft": TABLES.numbers.deck_fire_limit, "midship": 2})
    name = next(data.id for data in TABLES.sheet.compartments if data.explodes == "magazines")
    room = play.ship.compartments[name]
    room.fire = True
    room.markers = TABLES.compartments[name].markers - 1
    risk = round_risk(play)
    dice = random.Random(f"round {hull}")
    men = repair_men.best_men(play, control.men_choice(play))
    sunk = left = 0
    for trial in trials(play):
        try:
            run(round_of(trial), dice, {"repair men": men})
        except Sunk:
            sunk += 1
            continue
        left += bool(anchorage.reasons_to_return(trial))
    assert agrees(sunk, TRIALS, risk.sinks)
    assert agrees(left if hull else 0, TRIALS, risk.leaves)


def round_of(play):
    put_out = yield from control.repair(play)
    yield from control.spread_fires(play)
    yield from control.burn_deck(play, put_out)


@pytest.mark.slow
@cases("""
    scenario | level
    2        | basic
    6        | basic
    6        | advanced
    """)
def test_the_chance_of_another_raid_is_that_of_the_engine(scenario, level):
    """Weather, night, 8-1 or 22 in the phases left (rules 4.1 to 4.3)."""
    game = new_game(scenario=scenario, level=level, seed=1)
    game.roll_on()
    play = copy_of(game.play)
    dice = random.Random(f"raids {scenario} {level}")
    raids = 0
    play.state.phase = 0
    play.state.weather_before = Sky.RAIN
    for trial in trials(play):
        raids += is_raided(trial, dice)
    assert agrees(raids, TRIALS, raid_later_today(play))
    play.state.turn_aborted = True
    assert raid_later_today(play) == 0


def is_raided(play, dice):
    for phase in sequence.phases_left(play):
        play.state.phase = phase
        play.state.air = Air()
        planes = []
        run(raid_of(play, planes), dice)
        if planes or play.state.turn_aborted or play.state.air.weather == Sky.TYPHOON:
            return bool(planes)
    return False


def test_a_mini_campaign_says_how_likely_a_ship_that_leaves_is_not_back():
    """She founders, goes to the rear, or is back too late (tables 16, 18, rules 9)."""
    game = new_game(campaign="mini", level="basic", seed=3)
    game.roll_on()
    play = Play(copy_of(game.play).state, TABLES)
    play.ship.deck_fires = {"aft": TABLES.numbers.deck_fire_limit}
    gone = declared(play)["no"].no_return
    founders = repair.sinks_on_the_way(play)
    rear = sum(share for row, share in outcomes(anchorage.repairs_roll(play)) if row["rear"])
    assert gone == pytest.approx(founders + (1 - founders) * rear)
    assert declared(play_with(deck_fires={"aft": 2}))["no"].no_return == 0


def test_a_ship_sent_to_the_rear_loses_the_stage_that_goes_on():
    """Between two stages she loses none; in a mini campaign she loses the campaign (rules 10)."""
    for days, held, loses in [(2, None, "stage 1"), (5, True, "")]:
        game = new_game(campaign="long-a", level="basic", seed=3)
        game.state.stages[0] = Stage(game.state.ship.name, days, held)
        assert departure.departure_for_repairs(game.play).rear_loses == loses
        for campaign, lost in (("mini", "the campaign"), ("long-b", "")):
            other = new_game(campaign=campaign, level="basic", seed=3)
            assert departure.departure_for_repairs(other.play).rear_loses == lost


@pytest.mark.parametrize("campaign", ["mini", "long-a"])
def test_a_campaign_and_a_stage_need_days_for_their_fighting_days(campaign):
    """Two days of stores leave no room for the fighting days that remain (rules 10)."""
    game = new_game(campaign=campaign, level="basic", seed=3)
    state = game.state
    state.fighting_days_wanted = 5
    state.date = records.last_day(game.state, game.tables) - datetime.timedelta(days=4)
    for days, over in ((1, pytest.approx(1)), (4, pytest.approx(0.5, abs=0.49))):
        state.fighting_days = days
        state.stages[:1] = [Stage(state.ship.name, days)] if state.stages else []
        assert departure.departure_for_stores(game.play).over == over


def test_only_a_single_ship_may_be_away_when_the_game_ends():
    """On the last day of a campaign nobody is back in time; in a squadron another ship takes over
    (rules 10).
    """
    play = play_with()
    play.state.date = records.last_day(play.state, play.tables)
    assert departure.departure_for_stores(play).over == pytest.approx(1)
    play.state.date = play.state.date.replace(month=3)
    assert departure.departure_for_stores(play).over == 0
    play.state.date = records.last_day(play.state, play.tables)
    play.state.squadron = [copy_of(play).ship]
    assert departure.departure_for_stores(play).over == 0


def test_a_relieving_ship_is_described_as_it_returns():
    """A ship is repaired according to its absence, and looking at it changes nothing (rules 9,
    10).
    """
    play = play_with()
    ship = copy_of(play).ship
    ship.name = "USS One"
    ship.hull = 2
    ship.fuel = 0
    ship.away = anchorage.REPLENISH
    ship.equipment = {**ship.equipment, "sc": "destroyed"}
    ship.crew["captain"].value = 2
    play.state.squadron = [ship]
    before = msgspec.json.encode(ship)
    consequence = consequences.consequences(
        play, Choice(RELIEVING_SHIP, (Option("USS One", "USS One"),))
    )["USS One"]
    assert msgspec.json.encode(ship) == before
    assert (consequence.hull, consequence.fuel, consequence.destroyed) == (
        2,
        TABLES.numbers.fuel,
        1,
    )
    assert consequence.crew == (("captain", 2),)


def test_every_option_of_every_decision_has_its_consequence_in_words():
    """Whole games: each legal answer has a consequence, in words or in a table; computing it does
    not change the game.
    """
    left = {about.id for about in consequences.BY_DECISION} | {"fire plan", "repair men"}

    def check(game):
        choice = game.request
        if isinstance(choice, Choice) and choice.about in left:
            before = game.state_hash
            outcomes = consequences.consequences(game.play, choice)
            assert game.state_hash == before
            planes = {str(plane.number) for plane in game.state.air.planes if plane.flying}
            assert outcomes.keys() >= (
                set(choice.legal() if choice.kind == "one" else choice.jobs) or planes
            )
            both = prospects(game.play, choice)
            assert game.state_hash == before
            shown_elsewhere = both or choice.jobs or choice.decision is ASK_RELIEF
            assert shown_elsewhere or all(map(consequence_words, outcomes.values()))
            left.remove(choice.about)
        return not left

    for setup in (
        {"scenario": 2, "seed": 1},
        {"campaign": "long-b", "seed": 3},
        {"campaign": "long-b", "seed": 2},
    ):
        play_out(new_game(level="advanced", **setup), RandomCaptain(1), check)
    assert not left


def test_a_declarations_gain_is_certain_only_above_the_errors_asked_for():
    situation = next(iter(load_declarations().gains)).situation
    assert not Gain(situation, MIN_ERRORS * 1.5, 1.5, 40).certain
    assert Gain(situation, MIN_ERRORS * 1.5 + 0.1, 1.5, 40).certain
