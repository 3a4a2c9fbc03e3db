"""Captains: legal answers to every choice, the same game for the same seed, errors in scripts."""

import datetime
import hashlib
import itertools
import json

import pytest

from picket_duty.analysis.playouts import paired, run_playout
from picket_duty.book.vocabulary import ASK_RELIEF, DECISIONS, DECLARE, FIRE_PLAN, FLOOD, REPAIR_MEN
from picket_duty.captains import PolicyError, captain_named, doctrine, greedy, play_out
from picket_duty.captains.scripted import OTHERWISE, ScriptedCaptain, least, read_script
from picket_duty.events import DecisionMade
from picket_duty.odds import declarations
from picket_duty.odds.damage_weights import by_hand
from picket_duty.odds.fire import ship_with, threats_of
from picket_duty.odds.maneuver import by_maneuver
from picket_duty.odds.orders import fighters_kept, is_fighters
from picket_duty.odds.plan import best_plan, later_damage, plan_of
from picket_duty.odds.roll_odds import chance
from picket_duty.odds.survival import relief_chances
from picket_duty.requests import Choice, Job, Option
from picket_duty.rules import control, wave
from picket_duty.state import Compartment, Flood, Plane
from tests.games import TABLES, new_game, of_kind
from tests.rules.script import serving, start
from tests.text_table import cases, table_of

NAMES = ("doctrine", "greedy", "random")


class Silent:
    """A custom captain without a seed."""

    def choose(self, game):
        return least(game.request)


class Seeded(Silent):
    """A custom captain with the seed."""

    def __init__(self, seed):
        self.seed = seed


class Mute:
    """Not a captain."""


def played(captain, **setup):
    game = new_game(**setup, history=False)
    play_out(game, captain)
    return game.summary()


def test_captains_play_legally_and_repeatably():
    for setup in [{"scenario": 5}, {"scenario": 7, "level": "advanced"}, {"campaign": "mini"}]:
        for name in NAMES:
            for seed in range(3):
                first, second = (
                    played(captain_named(name, seed), **setup, seed=seed) for _ in range(2)
                )
                assert first == second
                assert first["outcome"] in ("us_win", "japanese_win")


@pytest.mark.slow
@pytest.mark.parametrize("name", ["doctrine", "greedy"])
def test_long_campaign(name):
    """A long advanced campaign has relief, relieving ships, flooding and counterflooding."""
    assert played(captain_named(name, 3), campaign="long-b", level="advanced", seed=3)["days"]


@pytest.mark.slow
def test_greedy_answers_as_when_the_bands_were_set():
    """The reference captain of the calibration: every answer in ten games is as it was when the
    bands were set.
    """
    setups = [{"scenario": number, "level": "advanced", "seed": 5} for number in TABLES.scenarios]
    setups += [
        {"campaign": "mini", "seed": 2},
        {"campaign": "long-b", "level": "advanced", "seed": 2},
    ]
    answers = []
    captain = captain_named("greedy", 0)
    for setup in setups:
        game = new_game(**setup, history=False)
        while game.request is not None:
            if isinstance(game.request, Choice):
                answers.append((game.request.about, captain.choose(game)))
                game.answer(answers[-1][1])
            else:
                game.roll()
    assert len(answers) == 865
    assert (
        hashlib.blake2b(json.dumps(answers).encode(), digest_size=8).hexdigest()
        == "a46f5a6a78d29fd3"
    ), "The greedy captain's games differ: measure the bands again (rules 13)."


def on_station(patrol=False, **ship):
    """A day of long campaign B or a patrol before its last phase, with a wave to come."""
    chosen = {"patrol": "1945-04-05"} if patrol else {"campaign": "long-b"}
    return start(**chosen, aboard=ship, now={"waves": [[Plane(0, 0, "L")]]})


CAMPAIGN = {"campaign": "mini"}
KIKUSUI = {"scenario": 2}


def test_declaration():
    """Doctrine declares where it gained wins when measured; greedy when all is quiet."""
    for chosen, fires, waves, phase, hull, doctrines, greedys in [
        (CAMPAIGN, {}, True, 0, 6, "no", "no"),
        (CAMPAIGN, {"aft": 2}, True, 0, 6, "no", "no"),
        (CAMPAIGN, {"aft": 2}, True, 0, 2, "no", "no"),
        (CAMPAIGN, {"aft": 2, "forward": 3}, True, 0, 6, "yes", "no"),
        (CAMPAIGN, {"aft": 2}, False, 0, 6, "yes", "no"),
        (CAMPAIGN, {}, False, 0, 6, "no", "no"),
        (CAMPAIGN, {}, False, 2, 6, "yes", "yes"),
        (KIKUSUI, {"aft": 2}, True, 0, 6, "no", "no"),
        (KIKUSUI, {"aft": 2}, False, 0, 6, "yes", "no"),
        (KIKUSUI, {"aft": 3}, True, 0, 6, "yes", "no"),
        (KIKUSUI, {"aft": 3}, True, 0, 2, "no", "no"),
        (KIKUSUI, {"aft": 3}, False, 0, 2, "yes", "no"),
    ]:
        coming = [[Plane(0, 0, "L")]] if waves else []
        play = start(
            **chosen, phase=phase, aboard={"deck_fires": fires, "hull": hull}, now={"waves": coming}
        )
        choice = Choice(DECLARE, (Option("yes", ""), Option("no", "")))
        assert doctrine.decide_declaration(play, choice) == doctrines
        assert greedy.declare_if_quiet(play, choice) == greedys


def test_every_situation_of_a_declaration_was_measured():
    """Each once, at several positions; some gains are certain and some are not."""
    gains = declarations.load_declarations().gains
    situations = (
        declarations.Situation(*flags) for flags in itertools.product((False, True), repeat=4)
    )
    expected = {situation for situation in situations if situation.waves or not situation.weak}
    assert {gain.situation for gain in gains} == expected
    assert len(gains) == len(expected)
    assert all(gain.positions >= 2 and gain.error > 0 for gain in gains)
    assert {gain.certain for gain in gains} == {True, False}


def at_decision(number, **setup):
    """A game played by doctrine as far as a decision, counted from 0."""
    game = new_game(**setup)

    def is_there(game):
        return isinstance(game.request, Choice) and number == sum(
            type(answer) is not tuple for answer in game.answers
        )

    play_out(game, captain_named("doctrine", 0), is_there)
    return game


def test_doctrine_weighs_a_maneuver_that_spoils_the_aim_by_the_damage_it_prevents():
    """Four mounts bear on planes ahead, eleven on planes abeam. As printed it is a matter of its
    chance alone.
    """
    for options, captain, bearing, wanted in table_of("""
        ('spoiled-aim',) | 2  | 90 | 'yes'
        ('spoiled-aim',) | 0  | 90 | 'no'
        ('spoiled-aim',) | 0  | 0  | 'yes'
        ('spoiled-aim',) | -2 | 0  | 'yes'
        ()               | 0  | 90 | 'yes'
        ()               | -2 | 0  | 'no'
        """):
        planes = [Plane(number, bearing, "L", "Val") for number in range(4)]
        play = start(4, options=options, crew={"captain": captain}, planes=planes)
        choice = next(wave.maneuver(play))
        assert doctrine.decide(play, choice) == wanted, (options, captain, bearing)
        courses = by_maneuver(play, doctrine.damage_expected)
        made = chance(wave.maneuver_roll(play), "yes")
        if options:
            saves = courses.course_held - courses.tried(made) >= doctrine.MANEUVER_SAVES
            assert saves == (wanted == "yes")


def test_fighters_are_not_kept_for_guns_that_will_fire_again():
    """Under an emergency that ends before the next wave fires, all ten fighters attack now."""
    game = at_decision(10, scenario=2, level="basic", seed=8023)
    play = game.play
    choice = game.request
    assert play.ship.declared
    assert (len(play.state.air.markers), len(play.state.air.waves)) == (10, 2)

    def weigh(seen):
        return threats_of(seen, by_hand(seen))

    silent = later_damage(play, 10, weigh)
    assert later_damage(ship_with(play, declared=control.NO_EMERGENCY), 10, weigh) == silent
    assert fighters_kept(choice, doctrine.decide(play, choice)) == 0
    everything = best_plan(play, choice)
    nothing = plan_of(play, choice, {})
    assert everything.whole < nothing.whole - 0.2


def costs(game, order, other, playouts):
    """The least that an order wins more than another in a position, at three standard errors."""
    ends = [
        {number: run_playout(game, given, number) for number in range(playouts)}
        for given in (order, other)
    ]
    return paired(*ends, errors=3.0)[0]


@pytest.mark.slow
def test_all_fighters_now_wins_more_than_keeping_them():
    """In the same position by playouts: by more than ten points, at three standard errors."""
    game = at_decision(10, scenario=2, level="basic", seed=8023)
    orders = doctrine.decide(game.play, game.request)
    assert (
        costs(
            game,
            orders,
            {slot: plane for slot, plane in orders.items() if not is_fighters(slot)},
            400,
        )
        > 0.1
    )


@pytest.mark.slow
def test_a_weak_hull_and_a_wave_to_come_need_the_guns():
    """A deck fire at level 2, hull 2, a wave to come: declaring costs more than five points, at
    three errors.
    """
    game = at_decision(8, scenario=4, level="advanced", seed=62124)
    ship = game.state.ship
    assert (ship.deck_fires, ship.hull, len(game.state.air.waves)) == ({"aft": 2}, 2, 1)
    assert doctrine.decide(game.play, game.request) == "no"
    assert costs(game, "no", "yes", 400) > 0.05


@cases("""
    left | date       | hull | order
    1    | 1945-04-20 | 4    | stay
    1    | 1945-06-10 | 2    | stay
    1    | 1945-04-20 | 1    | repair
    4    | 1945-03-26 | 2    | repair
    4    | 1945-06-14 | 2    | stay
    """)
def test_in_a_mini_campaign_doctrine_asks_for_relief_if_it_lasts_better(left, date, hull, order):
    """By the days left, and by the dates of return: most of them come too late in June."""
    play = serving(left, date, hull=hull)
    choice = Choice(ASK_RELIEF, tuple(Option(name, "") for name in ("stay", "repair")))
    chances = relief_chances(play, choice.legal())
    assert (
        doctrine.decide_relief(play, choice)
        == order
        == max(chances, key=lambda name: chances[name])
    )
    assert greedy.relief_late(play, choice) == ("repair" if hull <= greedy.REPAIR_HULL else "stay")


@pytest.mark.slow
def test_a_weak_ship_with_one_day_to_serve_in_june_stays():
    """By playouts of the same position: she wins far more often than if she asks for repairs, at
    three errors.
    """
    game = new_game(campaign="mini", level="basic", seed=972227757750)
    captain = ScriptedCaptain({"relief": "repair"})
    date = datetime.date(1945, 6, 7)
    play_out(
        game,
        captain,
        lambda game: (
            game.state.date == date and getattr(game.request, "decision", None) is ASK_RELIEF
        ),
    )
    assert doctrine.decide(game.play, game.request) == "stay"
    assert costs(game, "stay", "repair", 200) > 0.05


@pytest.mark.parametrize(
    ("captain", "patrol", "hull", "destroyed"),
    [(doctrine, False, 3, 4), (doctrine, True, 2, 6), (greedy, False, 2, 6), (greedy, True, 2, 6)],
)
def test_a_worn_ship_is_sent_to_repair_at_a_bound(captain, patrol, hull, destroyed):
    choice = Choice(ASK_RELIEF, tuple(Option(name, "") for name in ("stay", "replenish", "repair")))
    rooms = on_station().ship.compartments

    def orders(at_hull, gone):
        lost = {name: Compartment(destroyed=True) for name in list(rooms)[:gone]}
        return captain.DECISIONS[ASK_RELIEF](
            on_station(patrol=patrol, hull=at_hull, compartments=rooms | lost), choice
        )

    assert (orders(hull, 0), orders(hull + 1, 0)) == ("repair", "stay")
    assert (orders(6, destroyed), orders(6, destroyed - 1)) == ("repair", "stay")


def test_a_ship_is_sent_to_replenish_with_two_points_left():
    for store in ["fuel", "ammunition"]:
        for captain in [doctrine, greedy]:
            choice = Choice(ASK_RELIEF, tuple(Option(name, "") for name in ("stay", "replenish")))
            assert (
                captain.DECISIONS[ASK_RELIEF](on_station(hull=6, **{store: 2}), choice)
                == "replenish"
            )
            assert captain.DECISIONS[ASK_RELIEF](on_station(hull=6, **{store: 3}), choice) == "stay"


def test_greedy_repairs_what_guns_and_radar_need_before_what_nothing_needs():
    play = on_station()
    worth = {
        name: greedy.job_worth(play, name, Job("forward", "equipment", name))
        for name in ("mk37", "sc", "sg", "radio")
    }
    assert worth["mk37"] > worth["sc"] == worth["sg"] > worth["radio"] > 0
    assert worth["mk37"] < greedy.BURNING_WORTH, "a fire comes before a director"


@pytest.mark.parametrize(
    ("name", "error"),
    [
        ("bold", "doctrine, greedy, random"),
        ("cautious", "unknown captain 'cautious'"),
        ("mine:1st", "unknown captain 'mine:1st'"),
        (f"{__name__}:Mute", __name__),
        (f"{__name__}:Nobody", __name__),
        ("no.such.module:Captain", "no.such.module"),
        ("picket_duty.captains.doctrine:MOST_CACHED", "picket_duty.captains.doctrine:MOST_CACHED"),
        ("picket_duty.dice:mix", "picket_duty.dice:mix"),
        ("fractions:gcd", "fractions:gcd"),
    ],
)
def test_a_name_that_is_not_a_captain_is_a_policy_error(name, error):
    """The error for an unknown name lists the known ones. A constant, a function that takes
    something else.
    """
    with pytest.raises(PolicyError, match=error):
        captain_named(name, 1)


def test_own_captain():
    assert isinstance(captain_named(f"{__name__}:Silent", 4), Silent)
    assert captain_named(f"{__name__}:Seeded", 4).seed == 4
    assert played(captain_named(f"{__name__}:Silent", 1), scenario=2, seed=1)["outcome"]


def test_script():
    """A script's answers in order, the last one repeated; missing or illegal ones are answered by
    ``*``.
    """
    script = {"emergency maneuver": ["no", "yes"], "fire plan": {"5in-1": 99}, "*": "none"}
    asked = []
    for seed in range(30):
        game = new_game(scenario=2, seed=seed)
        play_out(game, ScriptedCaptain(script))
        asked = [(event.about, event.answer) for event in of_kind(game.events, DecisionMade)]
        if sum(about == "emergency maneuver" for about, _ in asked) > 2:
            break
    maneuvers = [answer for about, answer in asked if about == "emergency maneuver"]
    assert maneuvers[0] == "no"
    assert maneuvers[1:] == ["yes"] * (len(maneuvers) - 1)
    assert len(maneuvers) > 2
    assert all(answer == {} for about, answer in asked if about in ("fire plan", "repair men"))


def test_a_script_answers_the_rest_as_told():
    """Each value of ``*`` answers every choice; at random, it plays as the random captain."""
    for captain in (doctrine, greedy):
        assert set(DECISIONS.values()) == {*captain.DECISIONS, FIRE_PLAN, REPAIR_MEN}, (
            "what a script may name"
        )
    setup = {"scenario": 2, "seed": 5}
    for otherwise in OTHERWISE:
        assert played(ScriptedCaptain({"*": otherwise}), **setup)["outcome"]
    for seed, given in ((0, ()), (3, (3,))):
        script = ScriptedCaptain({"*": "random"}, *given)
        assert played(script, **setup) == played(captain_named("random", seed), **setup)


def test_bad_scripts(tmp_path):
    for name, text, why in table_of("""
        a.json | '{'                | a.json
        b.json | '[]'               | expected a table
        c.json | '{"dance": "yes"}' | unknown decision 'dance'
        d.json | '{"*": "bold"}'    | doctrine, none, random
        e.toml | 'x = '             | e.toml
        """):
        (tmp_path / name).write_text(text)
        with pytest.raises(ValueError, match=why):
            read_script(str(tmp_path / name))
    with pytest.raises(ValueError, match=r"none\.json"):
        read_script(str(tmp_path / "none.json"))
    good = tmp_path / "good.json"
    good.write_text(json.dumps({"repair men": {}}))
    assert played(captain_named(f"scripted:{good}", 1), scenario=2, seed=1)["outcome"]


def flooding_choice(**setup):
    """A burning magazine of four boxes that may be flooded, and its id."""
    game = new_game(scenario=2, level="advanced", seed=26, **setup)
    captain = captain_named("doctrine", 0)
    play_out(
        game,
        captain,
        lambda game: isinstance(game.request, Choice) and game.request.decision == FLOOD,
    )
    return game.play, game.request, game.request.options[1].value


def test_a_magazine_without_men_is_flooded_one_marker_before_it_is_destroyed():
    for markers, men, floods in [(3, 0, True), (2, 0, False), (3, 13, False), (2, 13, False)]:
        play, choice, magazine = flooding_choice()
        data = TABLES.compartments[magazine]
        assert (data.kind, data.markers) == ("magazine", 4)
        play.ship.compartments[magazine].markers = markers
        play.ship.men[data.section] = men
        assert greedy.flood_last_markers(play, choice) == (
            magazine if floods else control.NO_FLOODING
        )


def test_doctrine_counterfloods_opposite_while_there_is_room():
    for section, side, points, place in [
        ("midship", "starboard", 2, control.NO_FLOODING),
        ("midship", "starboard", 3, "midship port"),
        ("midship", "port", 3, "midship starboard"),
        ("aft", "", 3, "forward center"),
        ("forward", "", 3, "aft center"),
        ("aft", "starboard", 3, "forward port"),
        ("midship", "port", 6, "midship starboard"),
        ("midship", "port", 7, control.NO_FLOODING),
    ]:
        play, choice, _ = flooding_choice(options=("list-and-trim",))
        seen = ship_with(play, floods=[Flood(section, side, points, "test")])
        assert doctrine.decide_counterflood(seen, choice) == place
