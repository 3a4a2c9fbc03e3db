"""Measured damage weights: the pieces, their playouts, and the file that the odds read."""

import tomllib
from collections import Counter

import msgspec
import pytest

from picket_duty.analysis.playouts import run_playout
from picket_duty.odds import damage_weights, plan, repair
from picket_duty.odds.damage_weights import SHIP, MeasuredWeight, load_weights
from picket_duty.requests import MEN_TO_JOBS, Choice
from picket_duty.state import CAMPAIGN, SCENARIO
from tests.games import TABLES, new_game, play_to
from tools import weights
from tools.weights import PIECES


def test_the_file_holds_every_piece_with_its_interval():
    for kind in (SCENARIO, CAMPAIGN):
        measured = [weight for weight in load_weights() if weight.kind == kind]
        assert [weight.id for weight in measured] == [SHIP, *(piece.id for piece in PIECES)]
        assert all(
            weight.low <= weight.value <= weight.high and weight.moments > 50 for weight in measured
        )
        assert 0.3 < measured[0].value < 0.8
    assert not [name for name in TABLES.files() if "worths" in name]


def test_weights_survive_a_round_trip_as_toml():
    losses = {
        SHIP: {4: 500, 0: 300},
        "hull_point": {0: 600, 1: 200},
        "mounts 5in": {0: 700, 1: 100},
    }
    losses["marker"] = {0: 799, 1: 1}
    counters = {piece: Counter(counts) for piece, counts in losses.items()}
    measured = list(weights.weights_of_kind(SCENARIO, counters))
    text = weights.as_toml(measured, "python -m tools.weights")
    read = msgspec.convert(tomllib.loads(text)["worths"], list[MeasuredWeight])
    assert [weight.id for weight in read] == [weight.id for weight in measured]
    assert [weight.value for weight in read] == pytest.approx(
        [weight.value for weight in measured], abs=1e-5
    )
    made = damage_weights.fitted_weights(read)
    assert made.hull_point == pytest.approx(0.1)
    assert made.mounts == {"5in": pytest.approx(0.05)}
    assert made.stopped == damage_weights.BY_HAND.stopped
    assert [weight.known for weight in read] == [True, True, False, True]
    assert made.marker == damage_weights.BY_HAND.marker


def test_costs_use_measured_weights_and_plans_use_those_set_by_hand():
    game = play_to(new_game(scenario=2, seed=6), "fire plan", lambda _: "no")
    play = game.play
    choice = game.request
    orders = weights.decide(play, choice)
    by_hand, fitted = (
        plan.plan_of(play, choice, {}, measure(play)).whole
        for measure in (damage_weights.by_hand, damage_weights.fitted)
    )
    assert by_hand != fitted
    assert plan.plan_of(play, choice, orders, damage_weights.fitted(play)).whole < fitted


def prevented(game, choice, men):
    play = game.play
    measure = damage_weights.fitted(game.play)
    return sum(
        repair.expected_damage(play, name, job, 0, measure)
        - repair.expected_damage(play, name, job, men.get(name, 0), measure)
        for name, job in choice.jobs.items()
    )


@pytest.mark.slow
def test_men_costs_and_playouts_agree():
    ship = next(
        weight.value for weight in load_weights() if (weight.kind, weight.id) == (SCENARIO, SHIP)
    )
    stated = real = 0.0
    for seed in range(1, 5):
        game = new_game(scenario=2, seed=seed)
        while game.request is not None:
            choice = game.request
            if not isinstance(choice, Choice):
                game.roll()
                continue
            answer = weights.decide(game.play, choice)
            if choice.kind == MEN_TO_JOBS and game.play.ship.deck_fires and answer:
                stated += prevented(game, choice, answer)
                won = [
                    sum(run_playout(game, orders, number).won for number in range(12))
                    for orders in (answer, {})
                ]
                real += (won[0] - won[1]) / 12 / ship
                break
            game.answer(answer)
    assert stated > 0 < real
    assert 0.4 < stated / real < 2.5
