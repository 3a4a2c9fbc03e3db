"""Playouts of a decision: common dice, figures counted by hand, words."""

import json

import pytest
from click.testing import CliRunner

from picket_duty.analysis import playouts
from picket_duty.analysis.playouts import EXEC, NOW, YOURS, End
from picket_duty.book.vocabulary import FIRE_PLAN, ORDER_MANEUVER, REPAIR_MEN
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain, decide
from picket_duty.commands import odds_command
from picket_duty.game import Game
from picket_duty.odds.aims import AimPlans
from picket_duty.pages import win_options
from picket_duty.requests import ASSIGN, Illegal
from picket_duty.saves import start_save
from tests.analysis.whole import at_decision
from tests.games import TABLES

WON = End(True, False, 0)
LOST = End(False, False, 1)


def test_a_playout_depends_on_its_number_and_leaves_the_game_unchanged():
    """The game does not change; a loaded copy has the same dice, so that equal orders have equal
    results.
    """
    game = at_decision()
    before = game.state_hash, len(game.events), game.request
    ends = [playouts.run_playout(game, "yes", number) for number in range(12)]
    assert ends == [playouts.run_playout(game, "yes", number) for number in range(12)]
    assert (game.state_hash, len(game.events), game.request) == before
    assert {end.won for end in ends} == {True, False}
    elsewhere = Game.of_replay_state(game.replay_state, TABLES)
    assert elsewhere.state_hash == game.state_hash
    assert ends == [playouts.run_playout(elsewhere, "yes", number) for number in range(12)]


def test_orders_of_a_choice_a_plan_a_roll_and_the_end():
    game = at_decision()
    assert playouts.orders_of(game) == {"yes": "yes", "no": "no"}
    game.answer("no")
    plan = game.request
    assert plan.kind == ASSIGN
    assert playouts.orders_of(game, {}) == {EXEC: decide(game.play, plan), YOURS: {}}
    with pytest.raises(Illegal):
        playouts.orders_of(game, {"no such slot": 0})
    game.answer({})
    assert playouts.orders_of(game) == {NOW: None}
    assert playouts.run_playout(game, None, 1) == playouts.run_playout(game, None, 1)
    play_out(game, DoctrineCaptain())
    assert playouts.orders_of(game) == {}


@pytest.mark.slow
def test_holding_fire_wins_less_than_the_execs_plan():
    """Forty playouts are enough to distinguish an empty plan from the best."""
    game = at_decision("fire plan", seed=4, scenario=2)
    orders = playouts.orders_of(game, {})
    ends = {
        name: {k: playouts.run_playout(game, order, k) for k in range(40)}
        for name, order in orders.items()
    }
    assert playouts.behind_best(ends)[EXEC] == (0.0, 0.0)
    low, high = playouts.behind_best(ends)[YOURS]
    assert 0.0 < low < high


def test_figures_match_a_hand_count():
    """Three of four won, a draw, two ships lost; and the interval of Wilson."""
    chance = playouts.chance_of([WON, WON, WON, End(False, True, 2)])
    assert (chance.chance, chance.branches, chance.draw, chance.lost) == (0.75, 4, 0.25, 0.5)
    assert (round(chance.low, 4), round(chance.high, 4)) == (0.3006, 0.9544)
    nothing = playouts.chance_of([])
    assert (nothing.low, nothing.high, nothing.branches) == (0.0, 1.0, 0)


def test_differences_use_the_common_playouts():
    """The best order is 0 behind; differences use playouts with the same dice only."""
    ends = {"a": {0: WON, 1: WON, 2: WON}, "b": {0: WON, 1: LOST, 2: WON, 3: LOST}}
    behind = playouts.behind_best(ends)
    assert behind["a"] == (0.0, 0.0)
    low, high = behind["b"]
    assert round((low + high) / 2, 6) == round(1 / 3, 6)
    assert round(high - low, 4) == round(2 * 1.959964 / 3, 4)
    assert playouts.behind_best({"a": {0: WON}})["a"] == (-1.0, 1.0)
    assert playouts.behind_best({}) == {}


def test_options_are_listed_best_first():
    """The better order first, then the difference with its interval, then the number of
    playouts.
    """

    def lines(yes, no):
        ends = {"no": no, "yes": yes}
        chances = {name: playouts.chance_of(endings.values()) for name, endings in ends.items()}
        return win_options.win_lines(at_decision(), chances, playouts.behind_best(ends))

    best, behind, number = lines(
        {n: WON if n % 3 else LOST for n in range(30)}, dict.fromkeys(range(30), LOST)
    )
    assert best == "Maneuver     holds the station 67% (49-81)"
    assert behind.startswith("Hold course  holds the station 0% (0-11), ")
    assert behind.endswith("points behind")
    assert number == (
        "30 games for each order, simulated with the doctrine captain; 95% confidence "
        "intervals in brackets."
    )
    assert lines(*[dict.fromkeys(range(30), WON)] * 2)[2] == "No measurable difference."


@pytest.fixture(autouse=True)
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))


def printed(save, count, *more):
    """What ``odds --win --json`` prints, with a number of playouts of each option."""
    arguments = [str(save), "--win", "-n", str(count), "--jobs", "1", "--json", *more]
    data = json.loads(
        CliRunner().invoke(odds_command.odds, arguments, catch_exceptions=False).stdout
    )
    return data


def saved_at(path, *at, **chosen):
    game = at_decision(*at, **chosen)
    start_save(game, path=path)
    game.save_file.close()
    return game


def agree_with_playouts(game, options, count=2):
    for option in options:
        ends = [playouts.run_playout(game, option["value"], number) for number in range(count)]
        chance = playouts.chance_of(ends)
        assert option["win"] == sum(end.won for end in ends) / count
        assert option["branches"] == count
        assert option["interval"] == [chance.low, chance.high]


@pytest.mark.slow
def test_odds_command(tmp_path):
    """``odds SAVE --win --json`` agrees with playouts in this process."""
    game = saved_at(tmp_path / "six.picket")
    data = printed(tmp_path / "six.picket", 6)
    assert {option["value"] for option in data["options"]} == {"yes", "no"}
    assert ("win" in data, data["request"]) == (False, ORDER_MANEUVER.id)
    agree_with_playouts(game, data["options"], 6)


def test_the_options_of_men_are_nobody_and_doctrine(tmp_path):
    game = saved_at(tmp_path / "men.picket", REPAIR_MEN.id, 1, scenario=3)
    options = printed(tmp_path / "men.picket", 2)["options"]
    assert [option["value"] for option in options] == [decide(game.play, game.request), {}]
    agree_with_playouts(game, options)


@pytest.mark.slow
@pytest.mark.parametrize("held", [2, 0])
def test_the_options_of_a_fire_plan_are_its_aims(held, tmp_path):
    game = saved_at(tmp_path / "plan.picket", FIRE_PLAN.id, 4, scenario=2)
    plans = AimPlans(game.play, game.request)
    assert plans.most_held >= held
    options = printed(tmp_path / "plan.picket", 2, "--hold", str(held))["options"]
    assert [(option["aim"], option["hold"]) for option in options] == [
        (aim.name, held) for aim in plans.offered(held)
    ]
    assert [option["value"] for option in options] == [
        plans.plan(aim, held) for aim in plans.offered(held)
    ]
    agree_with_playouts(game, options)


def test_more_fighters_than_there_are_cannot_be_held_back(tmp_path):
    saved_at(tmp_path / "plan.picket", FIRE_PLAN.id, 4, scenario=2)
    saved_at(tmp_path / "men.picket", REPAIR_MEN.id, 1, scenario=3)
    for name, said in (("plan", "you can hold back"), ("men", "no fire plan is being made")):
        result = CliRunner().invoke(
            odds_command.odds, [str(tmp_path / f"{name}.picket"), "--win", "--hold", "99"]
        )
        assert result.exit_code == 2
        assert said in result.output


def test_equal_answers_are_one_option():
    """If doctrine sends nobody too, the answer is listed once."""
    game = at_decision(REPAIR_MEN.id, 1, scenario=3)
    chances = {name: playouts.chance_of([WON, LOST]) for name in (EXEC, YOURS)}
    behind = dict.fromkeys(chances, (0.0, 0.0))
    assert len(win_options.options_json(game, {EXEC: {}, YOURS: {}}, chances, behind, 0)) == 1
    assert (
        len(win_options.options_json(game, {EXEC: {"fire": 3}, YOURS: {}}, chances, behind, 0)) == 2
    )
