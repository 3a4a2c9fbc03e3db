"""Figures of whole waves compared with playouts of the engine, and the course of a wave with sums
by hand.
"""

import itertools
from collections import Counter

import pytest

from picket_duty.book import Tables
from picket_duty.captains import doctrine
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.odds import fire, wave_ending
from picket_duty.odds.plan import staff_plan
from picket_duty.odds.plan_odds import AttackToCome, PlanOdds, wave_course
from picket_duty.requests import Choice
from picket_duty.rules import gunnery
from picket_duty.rules.play import Play
from picket_duty.state import SHOT_DOWN, UNDAMAGED, Plane
from tests.games import new_game
from tests.rules.script import start
from tools.bench.decision_figures import ABOUT, deviations, roll_deviations
from tools.bench.wave_figures import FIGURES, played, waves_of

from .engine_dice import TABLES, plane, play_with

TRIALS = 250
#: Standard errors that a stated figure may be off by: one of these tests in a thousand would fail
#: by chance.
SIGMAS = 4.5


@pytest.mark.slow
@pytest.mark.parametrize("scenario", [2, 7])
def test_stated_figures_of_waves_in_games(scenario):
    """Expected strikes, no strike, and no near miss either, with the exec's plan and without, for
    each wave.
    """
    game = new_game(scenario=scenario, level="advanced", seed=4, history=False)
    for point, (play, choice) in enumerate(itertools.islice(waves_of(game), 3)):
        for orders in (staff_plan(play, choice), {}):
            stated = PlanOdds(play).wave(orders)
            results = played(play, orders, TRIALS, 100 * scenario + point)
            for name in FIGURES:
                assert abs(results.off(name, stated)) < SIGMAS, (
                    point,
                    name,
                    getattr(stated, name),
                    results.mean(name),
                )


def test_a_wave_against_a_crippled_ship_ends_early():
    """Silent guns, hull 1, fires at their last level: counting all planes would overstate strikes
    by a fifth.
    """
    planes = tuple(plane(45 * number, "L") for number in range(8))
    play = play_with(
        planes=planes, hull=1, declared=1, deck_fires={"forward": 3, "midship": 3, "aft": 3}
    )
    stated = PlanOdds(play).wave({})
    results = played(play, {}, 600, 7)
    for name in FIGURES:
        assert abs(results.off(name, stated)) < SIGMAS, name
    assert stated.expected < 0.85 * sum(expected.expected for expected in stated.planes)
    assert stated.low < stated.expected < stated.high
    assert sum(stated.number) == pytest.approx(1.0)
    assert list(stated.coming.values()) == sorted(stated.coming.values(), reverse=True)


def test_the_figures_are_consistent():
    """ "Undamaged" is less likely than no strike; a single plane always comes, and its figures have no
    interval.
    """
    play = play_with(planes=(plane(0, "L"), plane(90, "M", "torpedo"), plane(180, "H", hits=1)))
    whole = PlanOdds(play).wave({"5in-1": 0})
    assert 0.0 < whole.undamaged < whole.none < 1.0
    assert whole.number[0] == pytest.approx(whole.none, abs=0.01)
    alone = PlanOdds(play_with(planes=(plane(0, "L"),))).wave({})
    assert alone.low == alone.expected == alone.high == alone.planes[0].dive
    assert alone.none == pytest.approx(1.0 - alone.expected)
    assert alone.coming == {0: 1.0}
    nobody = PlanOdds(play_with()).wave({})
    assert (nobody.expected, nobody.none, nobody.undamaged) == (0.0, 1.0, 1.0)


def test_result_7_spares_the_ship_without_land_radar():
    """The share of table 11 that names table 15, times a sixth (rules 5.5)."""
    play = play_with(planes=(plane(0, "L"),))
    assert fire.hit_becomes_miss(play, play.state.air.planes[0]) == 0.0
    before = fire.plane_odds(play, play.state.air.planes[0])
    play.state.land_radars = 0
    cells = TABLES["11/forward"].cells.values()
    share = sum(effect.do == "random" for cell in cells for effect in cell.effects) / len(cells) / 6
    assert fire.hit_becomes_miss(play, play.state.air.planes[0]) == pytest.approx(share)
    after = fire.plane_odds(play, play.state.air.planes[0])
    assert after.hit == pytest.approx(before.hit * (1 - share))
    assert after.hit + after.miss == pytest.approx(before.hit + before.miss)


def test_a_course_matches_a_hand_calculation():
    """Two planes: the second comes unless the first sank the ship or ended the wave by a strike or
    near miss.
    """
    first = AttackToCome(0.5, 0.1, 0.2)
    second = AttackToCome(0.4, 0.0, 0.0)
    whole = wave_course([first, second], (0.25, 0.9), 0.5)
    expected, reached, number = whole.expected, whole.reached, whole.number
    comes = 1.0 - 0.1 - (0.5 - 0.1) * 0.25 - 0.2 * 0.5
    assert reached == pytest.approx([1.0, comes])
    none = 0.3 * 0.6 + 0.1 * 0.6 + 0.1
    assert number[0] == pytest.approx(none)
    assert sum(number) == pytest.approx(1.0)
    assert (
        sum(k * share for k, share in enumerate(number))
        == pytest.approx(0.5 + comes * 0.4)
        == expected
    )
    assert wave_course([], (), 0.0).number == (1.0,)


def test_crashes_are_counted_without_weapons_as_every_course_of_a_wave_has_them():
    """Against every sequence of strikes, near misses and misses, each with its own chance."""
    planes = (plane(90, "L", "bomb"), *(plane(45, "L") for _ in range(3)))
    odds = PlanOdds(play_with(planes=planes, hull=2))
    ends = odds.ending
    assert ends.strikes[0] < ends.strikes[-1]
    armed, *others = odds.wave({}).planes
    attacks = [AttackToCome(armed.weapon, armed.sinks, armed.weapon_near)]
    attacks += [AttackToCome(each.dive, 0.0, each.near) for each in (armed, *others)]
    by_crashes = Counter()

    def follow(index, struck, crashed, chance):
        if index == len(attacks):
            by_crashes[crashed] += chance
            return
        attack = attacks[index]
        is_dive = index > 0
        over = ends.strikes[min(struck, len(ends.strikes) - 1)]
        going_on = (attack.strikes - attack.sinks) * (1.0 - over)
        by_crashes[crashed + is_dive] += chance * (attack.strikes - going_on)
        by_crashes[crashed] += chance * attack.near * ends.near
        follow(index + 1, struck + 1, crashed + is_dive, chance * going_on)
        missed = 1.0 - attack.strikes - attack.near * ends.near
        follow(index + 1, struck, crashed, chance * missed)

    follow(0, 0, 0, 1.0)
    crashes = odds.crashes({})
    assert sum(crashes) == pytest.approx(1.0)
    assert crashes == pytest.approx([by_crashes[number] for number in range(5)])
    assert crashes[3] > 0.01


def test_the_game_does_not_change_and_the_figures_repeat():
    """Simulations use a copy and fixed dice."""
    play = play_with(planes=tuple(plane(90, "M") for _ in range(4)))
    before = repr(play.state)
    first = wave_ending.ending(play)
    assert wave_ending.ending(Play(play.state, Tables())) == first
    assert repr(play.state) == before
    assert not play.events
    assert gunnery.plan_choice(play).slots


def test_bounds_of_a_proportion_are_wilsons():
    """Compared with published values of Wilson's score interval (95 %); between 0 and 1."""
    for count, tries, low, high in [
        (0, 10, 0.0, 0.2775),
        (3, 10, 0.1078, 0.6032),
        (10, 10, 0.7225, 1.0),
    ]:
        assert wave_ending.interval(count, tries) == pytest.approx(
            (count / tries, low, high), abs=5e-5
        )
    for tries in range(1, 200):
        for count in {0, tries // 2, tries}:
            share, low, high = wave_ending.interval(count, tries)
            assert 0.0 <= low <= share <= high + 1e-12 <= 1.0 + 1e-12


def strikes(weapon="", state=UNDAMAGED):
    play = start(scenario=2)
    play.state.air.planes = [Plane(0, 0, "L", "Val", weapon, bool(weapon), 0, state)]
    return PlanOdds(play).plane(0)


def test_a_dive_or_a_weapon_is_enough_and_a_plane_set_afire_still_dives():
    bomber = strikes("torpedo")
    assert bomber.any > max(bomber.dive, bomber.weapon or 0.0) > 0
    assert 0 < strikes(state=SHOT_DOWN).any < strikes().any


#: Decision points per kind, playouts per order and throws of a roll.
POINTS = 2
BRANCHES = 24
THROWS = 200
#: Games in which every kind of decision is asked for.
GAMES = (
    {"scenario": 2, "level": "advanced", "seed": 4},
    {"campaign": "long-b", "level": "advanced", "seed": 3},
)


@pytest.mark.slow
def test_every_kind_of_stated_figure():
    """Consequences of decisions and rows of rolls agree with playouts within chance."""
    points = Counter()
    captain = RandomCaptain(2)
    for setup in GAMES:
        game = new_game(**setup)
        while game.request is not None and any(
            points[kind_of_choice.id] < POINTS for kind_of_choice in ABOUT
        ):
            request = game.request
            if isinstance(request, Choice):
                if request.decision in ABOUT and points[request.about] < POINTS:
                    points[request.about] += 1
                    for kind, values in deviations(game, captain, BRANCHES, 1000):
                        assert abs(values) < SIGMAS, (kind, values)
                game.answer(doctrine.decide(game.play, request))
                continue
            name = f"roll {request.purpose.id}"
            if points[name] < 1:
                points[name] += 1
                assert max(map(abs, roll_deviations(request, THROWS, 3))) < SIGMAS, name
            game.roll()
    assert {kind_of_choice.id for kind_of_choice in ABOUT} <= set(points)
