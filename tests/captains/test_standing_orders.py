"""Standing orders: what the routine decides, when officers in command call, how a save stores
them.
"""

from __future__ import annotations

from collections import Counter
from functools import cache, partial

import msgspec
import pytest

from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.book.vocabulary import FLOOD, REPAIR_MEN, Reason
from picket_duty.captains import play_out, standing_orders
from picket_duty.captains.calls import call_reason
from picket_duty.captains.deciders import still_sends_nobody
from picket_duty.captains.doctrine import DECISIONS, MANEUVER_AT, DoctrineCaptain, decide
from picket_duty.captains.standing_orders import (
    NOTE,
    ROUTINE,
    ROUTINE_ANSWERS,
    StandingOrders,
    is_short_of_men,
    load_standing_orders,
    men_on_every_job,
    save_standing_orders,
)
from picket_duty.captains.standing_orders import standing_answer as answer
from picket_duty.events import Damage, DecisionMade, Leave, Loss, Strike
from picket_duty.odds.maneuver import ByManeuver
from picket_duty.odds.roll_odds import chance
from picket_duty.requests import Choice, Job, Roll
from picket_duty.rules import wave
from picket_duty.rules.scenario import phases_of
from picket_duty.saves import resume, start_save
from picket_duty.setup import COMMANDED
from picket_duty.state import Compartment, Flood
from picket_duty.tui.settings import FAST, NORMAL
from tests.games import TABLES, new_game
from tests.quick import first_is_quick
from tests.text_table import cases, table_of
from tools.bench import bench_aims


def fresh(about, **setup):
    for seed in range(50):
        game = new_game(seed=seed, history=False, **setup)
        play_out(
            game,
            DoctrineCaptain(),
            lambda game: isinstance(game.request, Choice) and game.request.about == about,
        )
        if game.request is not None:
            return game
    raise AssertionError(f"no game asks for {about}")


#: The same game each time; tests must not play it on.
at = cache(fresh)


def test_without_the_routine_the_captain_is_asked():
    game = at("emergency maneuver", scenario=3)
    assert answer(game, StandingOrders()) is None
    assert StandingOrders().words() == ROUTINE.words() == ""
    assert StandingOrders(commands=True).words() == "officers in command"
    assert {decision.id for decision in DECISIONS if decision not in ROUTINE_ANSWERS} == {
        "relief",
        "relieving ship",
    }


def test_a_maneuver_is_tried_from_a_chance_on():
    game = at("emergency maneuver", scenario=3)
    percent = round(chance(wave.maneuver_roll(game.play), "yes") * 100)
    assert 2 <= percent <= 97
    assert answer(game, ROUTINE.from_chance(str(percent - 1))) == "yes"
    assert answer(game, ROUTINE.from_chance(str(percent + 2))) == "no"
    assert ROUTINE.least == 100 * MANEUVER_AT == 15
    for wrong in ("0", "100", "0501", "", "x", "-1", "999999999999"):
        with pytest.raises(ValueError, match="1 to 99 percent"):
            ROUTINE.from_chance(wrong)


def test_a_first_maneuver_that_may_use_up_the_fuel_is_the_captains():
    for setup, fuel, last_day, tried, least, wanted in table_of("""
        {'scenario': 7}    | 3 | False | False | 1  | 'yes'
        {'scenario': 7}    | 2 | False | False | 1  | None
        {'scenario': 7}    | 1 | False | False | 1  | None
        {'scenario': 7}    | 1 | False | False | 99 | 'no'
        {'scenario': 7}    | 1 | False | True  | 1  | 'yes'
        {'scenario': 7}    | 1 | True  | False | 1  | 'yes'
        {'campaign': 'mini'} | 2 | False | False | 1  | None
        """):
        game = fresh("emergency maneuver", **setup)
        state = game.state
        game.play.ship.fuel = fuel
        state.maneuvered_today = tried
        if last_day:
            state.turn = TABLES.scenarios[setup["scenario"]].turns
        assert answer(game, ROUTINE.from_chance(str(least))) == wanted


@cases("""
    held | failed | turned | armed | answered
    0.50 | 0.50   | 0.40   | True  | yes
    0.50 | 0.51   | 0.40   | True  | yes
    0.50 | 0.55   | 0.40   | True  | None
    0.50 | 0.55   | 0.40   | False | yes
    0.50 | 0.60   | 0.40   | True  | None
    0.50 | 0.60   | 0.40   | False | no
    0.50 | 0.90   | 0.40   | True  | no
    0.50 | 0.60   | 0.50   | True  | no
    0.50 | 0.60   | 0.60   | True  | no
    """)
def test_a_hard_turn_is_the_players_if_a_weapon_attacks_and_it_is_a_close_call(
    held, failed, turned, armed, answered, monkeypatch
):
    """The damage of the wave with each outcome; a success is as likely as a failure."""
    courses = ByManeuver(held, failed, turned)
    monkeypatch.setattr(standing_orders, "by_maneuver", lambda *_: courses)
    monkeypatch.setattr(standing_orders, "chance", lambda *_: 0.5)
    game = fresh("emergency maneuver", scenario=3, options=("spoiled-aim",))
    for plane in game.state.air.planes:
        plane.special = armed
    assert answer(game, ROUTINE) == answered


@first_is_quick(
    ("about", "setup"),
    table_of("""
        fire plan             | {'scenario': 3}
        emergency declaration | {'scenario': 2}
        voluntary flooding    | {'scenario': 2}
        repair men            | {'scenario': 2}
        relief                | {'campaign': 'long-b'}
        relieving ship        | {'campaign': 'long-b'}
        """),
)
def test_officers_in_command_decide_as_doctrine_does(about, setup):
    game = at(about, **setup)
    assert answer(game, StandingOrders(commands=True)) == decide(game.play, game.request)
    if about in ("fire plan", "relief", "relieving ship"):
        assert answer(game, ROUTINE) is None, "never routine"


LOW = TABLES.numbers.steady_hull


@pytest.mark.parametrize(
    ("event", "reason"),
    [
        (Strike(plane=0, outcome="hit", section="aft"), "we are hit"),
        (Strike(plane=0, outcome="near_miss", section="aft"), ""),
        (Strike(plane=0, outcome="special", section="", weapon="bomb", near=True), ""),
        (Loss(track="hull", points=1, left=LOW + 1), ""),
        (Loss(track="hull", points=1, left=LOW), f"the hull is at {LOW}"),
        (
            Damage(section="aft", item="deck fire", effect="out of control"),
            "a deck fire is out of control",
        ),
        (Leave(reason="replenishment", until=""), "we are leaving the station"),
        (Leave(reason="sunk", until=""), "a ship is lost"),
    ],
)
def test_officers_in_command_call_for_each_reason(event, reason):
    assert call_reason(new_game(scenario=3, seed=1), [event]) == reason


def test_a_save_keeps_standing_orders_and_a_new_game_starts_with_the_routine(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    game = new_game(scenario=3, seed=1)
    start_save(game, "orders")
    given = StandingOrders(routine=True, least=40, commands=True)
    save_standing_orders(game, given)
    path = game.save_file.path
    game.save_file.close()
    again = resume(path, TABLES)
    assert load_standing_orders(again) == given
    for broken in ("x", {"routine": 3}, {"least": 0}, {"least": 100}, {"orders": 3, "least": "x"}):
        again.save_file.write_note(NOTE, broken)
        assert load_standing_orders(again) == StandingOrders()
    again.save_file.close()
    assert load_standing_orders(new_game(scenario=3, seed=1)) == ROUTINE
    assert load_standing_orders(new_game(scenario=3, seed=1, dice="own")) == StandingOrders()


@pytest.mark.parametrize(
    ("note", "meant"),
    [
        ({"orders": {}, "least": 50, "commands": False}, StandingOrders()),
        ({"orders": {}, "least": 50, "commands": True}, StandingOrders(commands=True)),
        ({"orders": {"men": "staff"}, "least": 50, "commands": False}, ROUTINE),
        (
            {"orders": {"maneuver": "from", "men": "short"}, "least": 40, "commands": False},
            StandingOrders(True, 40),
        ),
        (
            {"orders": {"maneuver": "never", "relief": "staff"}, "least": 40, "commands": False},
            ROUTINE,
        ),
        ({"orders": {"guns": "staff"}, "least": 15, "commands": False}, ROUTINE),
    ],
)
def test_the_standing_orders_of_older_versions_are_read(note, meant, tmp_path):
    """They had an order for each kind of decision under the same name; without any, every decision
    was asked.
    """
    game = new_game(scenario=1, seed=1)
    start_save(game, path=tmp_path / "a.picket")
    game.save_file.write_note("standing orders", note)
    assert load_standing_orders(game) == meant
    game.save_file.close()


def asked(standing, **setup):
    game = new_game(**setup)
    decisions = []
    while game.request is not None:
        if isinstance(game.request, Roll):
            game.roll()
            continue
        order = answer(game, standing)
        if order is None:
            decisions.append(game.request.about)
            order = decide(game.play, game.request)
        game.answer(order)
    return decisions


def test_the_routine_leaves_real_decisions_to_the_captain():
    routine, everything = (
        Counter(
            name
            for seed in range(4)
            for name in asked(standing, scenario=2, level="advanced", seed=seed)
        )
        for standing in (ROUTINE, StandingOrders())
    )
    assert set(routine) <= {
        "fire plan",
        "emergency declaration",
        "repair men",
    }
    assert routine["fire plan"] == everything["fire plan"] > 0
    assert routine.total() <= 0.7 * everything.total()


@cases("""
    fires                    | hull | captain | wave  | asked
    {'aft': 3}               | 6    | 0       | True  | True
    {'aft': 3}               | 6    | 1       | True  | True
    {'aft': 3}               | 6    | -2      | True  | False
    {'aft': 2}               | 6    | 0       | True  | False
    {'aft': 2, 'forward': 2} | 6    | 2       | True  | False
    {'aft': 2}               | 1    | 0       | True  | True
    {}                       | 1    | 0       | True  | False
    {'aft': 3}               | 6    | 0       | False | True
    """)
def test_an_emergency_is_the_players_if_it_may_save_the_ship_while_planes_may_come(
    fires, hull, captain, wave, asked
):
    game = fresh("emergency declaration", scenario=2)
    ship = game.play.ship
    ship.deck_fires = dict(fires)
    ship.hull = hull
    ship.crew["captain"].value = captain
    game.state.air.waves = [game.state.air.planes] if wave else []
    given = answer(game, ROUTINE)
    assert given == (None if asked else "no")
    assert answer(game, StandingOrders()) is None


def test_an_emergency_that_costs_nothing_is_declared():
    game = fresh("emergency declaration", scenario=2)
    game.play.ship.deck_fires = {"aft": 3}
    game.state.air.waves = []
    *_, game.state.phase = phases_of(game.play)
    assert answer(game, ROUTINE) == "yes", "no wave can come before the turn ends"


def test_the_officers_declare_an_emergency_once_she_must_leave_and_no_wave_is_left():
    game = fresh("emergency declaration", scenario=2)
    game.play.ship.deck_fires = {"aft": 1}
    game.state.forced = [Reason.DECK_FIRE]
    game.state.air.waves = [[]]
    assert answer(game, ROUTINE) == "no"
    game.state.air.waves = []
    assert answer(game, ROUTINE) == "yes"
    assert answer(game, StandingOrders()) is None


def test_nothing_is_flooded():
    game = fresh("voluntary flooding", scenario=2)
    assert game.request.decision is FLOOD
    for name in ("fuel-aft", "engine-room-fwd", "5in-mgz-1", "20mm-mgz-aft"):
        game.play.ship.compartments = {name: Compartment(markers=2, fire=True)}
        assert answer(game, ROUTINE) == "none", name
        assert answer(game, StandingOrders()) is None


def test_the_ship_is_counterflooded_only_if_list_or_trim_hinders_her():
    game = fresh("counterflooding", scenario=2, level="advanced", options=("list-and-trim",))
    for points, wanted in (
        (TABLES.numbers.list_limit - 1, "none"),
        (TABLES.numbers.list_limit, "midship port"),
    ):
        game.play.ship.floods = [Flood("midship", "starboard", points, "")]
        assert answer(game, ROUTINE) == wanted


def with_jobs(*jobs, **men):
    """A choice of men for jobs (name, section, kind), with so many men in each section."""
    game = fresh("repair men", scenario=2)
    found = {name: Job(section, kind, name) for name, section, kind in jobs}
    return game.play, msgspec.structs.replace(
        game.request, jobs=found, men={**game.request.men, **men}
    )


def test_the_player_assigns_men_only_if_a_section_has_too_few():
    jobs = [(str(number), "aft", DECK_FIRE) for number in range(2)]
    for men, short in ((0, False), (1, True), (5, True), (6, False)):
        play, choice = with_jobs(*jobs, aft=men)
        play.ship.deck_fires = {"aft": 2}
        assert is_short_of_men(play, choice) is short
    game = at("repair men", scenario=2)
    assert answer(game, ROUTINE) == men_on_every_job(game.play, game.request)


def test_every_job_has_three_men_fires_first():
    play, choice = with_jobs(
        ("cic", "forward", ROOM), ("radio", "forward", ROOM), ("fire", "forward", DECK_FIRE)
    )
    play.ship.compartments = {
        "cic": Compartment(markers=1),
        "radio": Compartment(markers=1, fire=True),
    }
    for men, wanted in table_of("""
        9 | {'cic': 3, 'radio': 3, 'fire': 3}
        7 | {'cic': 1, 'radio': 3, 'fire': 3}
        4 | {'radio': 3, 'fire': 1}
        0 | {}
        """):
        sent = men_on_every_job(
            play, msgspec.structs.replace(choice, men={**choice.men, "forward": men})
        )
        assert sent == wanted
        assert list(sent) == [name for name in choice.jobs if name in sent]


def test_of_a_group_of_jobs_only_one_has_men():
    play, choice = with_jobs()
    jobs = {
        section: Job(section, "instrument", section, group="lines")
        for section in ("forward", "aft")
    }
    assert men_on_every_job(play, msgspec.structs.replace(choice, jobs=jobs)) == {"forward": 3}


@pytest.mark.slow
def test_the_routine_sends_men_that_the_game_accepts_to_every_job_that_doctrine_finds():
    sent_to = Counter()
    for seed in range(12):
        game = new_game(scenario=2 + seed % 4, level="advanced", seed=seed, history=False)
        while (request := game.request) is not None:
            if isinstance(request, Roll):
                game.roll()
                continue
            if request.decision is REPAIR_MEN and (sent := answer(game, ROUTINE)) is not None:
                assert request.check(sent) == sent
                assert all(sent[job] >= men for job, men in decide(game.play, request).items())
                sent_to.update(sent)
            game.answer(decide(game.play, request))
    assert sent_to.total() > 20


def test_officers_who_go_on_sending_nobody_say_so_once_in_a_phase():
    """Each round of damage control asks again; the log has a line only for the first."""
    order = partial(DecisionMade, "men", REPAIR_MEN.id, "7.3", phase="1945-04-07/midday")
    evening = DecisionMade("men", REPAIR_MEN.id, "7.3", {}, phase="1945-04-07/evening")
    events = [order({}), order({}), order({"deck fire aft": 2}), order({}), order({}), evening]
    every = range(len(events))
    assert [still_sends_nobody(events, place, every) for place in every] == [
        False,
        True,
        False,
        False,
        True,
        False,
    ]
    assert not still_sends_nobody(events, 1, [1]), "the first was the captain's"


@pytest.mark.slow
@pytest.mark.parametrize("speed", [NORMAL, FAST])
def test_a_game_of_scenario_5_takes_few_keys(speed):
    """For the captain who holds fighters back in proportion, with the routine; what waits is
    included.
    """
    results = [
        bench_aims.asked(battle, COMMANDED, speed) for battle in bench_aims.battles(60, range(5, 6))
    ]
    assert (
        sum(sum(keys.total() for keys in phases.values()) for _, phases, _ in results)
        <= bench_aims.MOST_KEYS * 60
    )
    assert sum(prompts.total() for prompts, _, _ in results) / len(results) < 8
    plans = [
        phases[phase]["fire plan"]
        for _, phases, waves in results
        for phase in phases
        if waves[phase] == 3
    ]
    assert plans
    assert sum(plans) / len(plans) <= bench_aims.MOST_PLAN_KEYS
