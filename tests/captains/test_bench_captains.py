"""The captains of the benches."""

from collections import Counter

import pytest

from picket_duty.book.vocabulary import DECISIONS, FIRE_PLAN, ORDER_MANEUVER, REPAIR_MEN
from picket_duty.captains import doctrine, play_out
from picket_duty.odds.aims import EVERY_AIM, WEAPONS, Aim, AimPlans
from picket_duty.requests import Choice, Job
from picket_duty.rules.play import YES
from tests.games import new_game
from tests.quick import first_is_quick
from tests.text_table import cases
from tools.bench.captains import (
    CAPTAINS,
    EVERY,
    RELIEF,
    SINGLE,
    FollowedDoctrine,
    RuledCaptain,
    any_aim,
    any_number,
    as_doctrine,
    in_proportion,
    men_in_list_order,
)


class Watched:
    """A captain; where his answer differs from doctrine's, ``departs`` counts the decision."""

    def __init__(self, orders):
        self._captain = RuledCaptain(orders)
        self.departs = Counter()

    def choose(self, game):
        answer = self._captain.choose(game)
        if answer != doctrine.decide(game.play, game.request):
            self.departs[game.request.decision] += 1
        return answer


def departures(orders, **setup):
    captain = Watched(orders)
    for seed in range(3):
        game = new_game(seed=seed, history=False, **setup)
        play_out(game, captain)
        assert game.state.outcome
    return captain.departs


@first_is_quick("name", EVERY)
def test_a_captain_departs_from_doctrine_only_where_he_has_a_rule(name):
    orders = EVERY[name]
    departs = departures(orders, scenario=5) + departures(orders, campaign="mini")
    assert set(departs) <= set(orders)


def test_the_captains_do_depart_from_doctrine():
    for name in (*CAPTAINS, "maneuver never", "declare always", "any aim, doctrine's fighters"):
        assert departures(EVERY[name], scenario=5), name


def test_a_single_rule_is_one_kind_of_decision():
    assert {len(orders) for orders in (SINGLE | RELIEF).values()} == {1}
    known = set(DECISIONS.values())
    assert all(set(orders) <= known for orders in EVERY.values())


def asks_for(decision):
    """Whether a game asks for a decision."""
    return lambda game: isinstance(game.request, Choice) and game.request.decision is decision


def first_plans():
    """The plans by aim of a wave of scenario 5 from which fighters may be held back."""
    for seed in range(50):
        game = new_game(scenario=5, seed=seed, history=False)
        play_out(game, doctrine.DoctrineCaptain(), asks_for(FIRE_PLAN))
        if game.request is not None and (plans := AimPlans(game.play, game.request)).most_held:
            return plans
    raise AssertionError("no such wave")


@pytest.fixture(scope="module")
def plans():
    return first_plans()


@cases("""
    fighters | now | later | held
    6        | 3   | 3     | 3
    6        | 5   | 1     | 1
    6        | 1   | 5     | 5
    4        | 1   | 9     | 4
    4        | 9   | 1     | 0
    """)
def test_fighters_are_held_back_in_proportion_to_the_planes_to_come(
    plans, monkeypatch, fighters, now, later, held
):
    air = plans.play.state.air
    plane = next(plane for plane in air.planes if plane.flying)
    monkeypatch.setattr(air, "planes", [plane] * now)
    monkeypatch.setattr(air, "waves", [[plane] * later])
    monkeypatch.setattr(plans, "fighters", fighters)
    monkeypatch.setattr(plans, "most_held", fighters)
    assert in_proportion(plans) == held


def test_a_rule_holds_back_no_more_fighters_than_it_may(plans):
    for rule in (in_proportion, as_doctrine, any_number):
        assert 0 <= rule(plans) <= plans.most_held
    last = first_plans()
    last.most_held = 0
    assert in_proportion(last) == as_doctrine(last) == any_number(last) == 0


def test_a_random_captain_gives_the_same_order_again_in_the_same_wave(plans, monkeypatch):
    seen = set()
    for number in range(60):
        monkeypatch.setattr(plans.choice, "wave", number)
        order = any_aim(plans), any_number(plans)
        assert order == (any_aim(plans), any_number(plans))
        seen.add(order)
    assert {aim for aim, _ in seen} == set(EVERY_AIM)
    assert {held for _, held in seen} == set(range(plans.most_held + 1))
    assert len(seen) > max(len(EVERY_AIM), plans.most_held + 1), "drawn independently"


@cases("""
    men | sent
    9   | {'one': 3, 'two': 3, 'three': 3}
    4   | {'one': 3, 'two': 1}
    0   | {}
    """)
def test_men_go_to_the_jobs_in_the_order_of_the_list(men, sent):
    jobs = {name: Job("aft", "room", name) for name in ("one", "two", "three")}
    choice = Choice(REPAIR_MEN, jobs=jobs, men={"aft": men}, most=3)
    assert men_in_list_order(None, choice) == sent


def test_of_a_group_of_jobs_the_first_has_the_men():
    jobs = {
        section: Job(section, "instrument", section, group="lines")
        for section in ("forward", "aft")
    }
    choice = Choice(REPAIR_MEN, jobs=jobs, men={"forward": 2, "aft": 5}, most=3)
    assert men_in_list_order(None, choice) == {"forward": 2}


def test_captains_follow_doctrine_until_their_first_other_order():
    captains = {name: EVERY[name] for name in ("maneuver always", "maneuver never", "fewest now")}
    followed = FollowedDoctrine(captains)
    game = new_game(scenario=5, seed=3, history=False)
    play_out(game, followed, asks_for(ORDER_MANEUVER))
    assert set(followed.followers) == set(captains)
    assert followed.choose(game) == YES
    assert set(followed.followers) == {"maneuver always", "fewest now"}
    play_out(game, followed, asks_for(FIRE_PLAN))
    followed.choose(game)
    assert set(followed.followers) == {"maneuver always"}


def test_the_plan_of_weapons_first_is_legal_without_a_weapon(plans):
    orders = plans.plan(Aim(WEAPONS), in_proportion(plans))
    assert plans.choice.check(orders) == orders
