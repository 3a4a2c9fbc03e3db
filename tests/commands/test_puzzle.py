"""``puzzle`` on the command line: the object on which other tools rely, plain mode, errors."""

from __future__ import annotations

import json

import pytest

from picket_duty.analysis.puzzles import puzzle_with
from tests.analysis.puzzle_set import DECLARE, HOLD, PLAN, small_set

__all__ = ["small_set"]
pytestmark = pytest.mark.usefixtures("small_set")

KEYS = {"id", "setup", "kind", "options", "best", "solved", "rating"}


def test_a_puzzle_is_one_object_without_its_solution(run):
    data = json.loads(run("puzzle", "--id", HOLD.lower(), "--json").out)
    assert data.keys() >= KEYS
    assert (data["id"], data["kind"], data["best"], data["solved"]) == (HOLD, "declaration", None, None)
    assert data["setup"] == {"scenario": 4, "level": "basic", "seed": 90002}
    assert [option["value"] for option in data["options"]] == ["no", "yes"]
    assert {option["points"] for option in data["options"]} == {option["error"] for option in data["options"]} == {None}
    assert data["rating"] == 1500


def test_a_right_answer_raises_the_rating_and_a_wrong_one_lowers_it(run):
    right = json.loads(run("puzzle", "--check", HOLD, "no", "--json").out)
    assert right.keys() >= KEYS
    assert (right["solved"], right["best"], right["counted"]) == (True, "no", True)
    assert right["rating"] > 1500
    points = {option["value"]: (option["points"], option["error"]) for option in right["options"]}
    assert points["no"] == (0.0, 0.0)
    assert points["yes"][0] < -3 * points["yes"][1] < 0
    wrong = json.loads(run("puzzle", "--check", DECLARE, '"no"', "--json").out)
    assert wrong["solved"] is False
    assert wrong["rating"] < right["rating"]
    again = json.loads(run("puzzle", "--check", DECLARE, "yes", "--json").out)
    assert (again["solved"], again["counted"], again["rating"]) == (True, False, wrong["rating"])


def test_a_plan_is_given_as_json(run):
    plan = puzzle_with(PLAN).best.value
    data = json.loads(run("puzzle", "--check", PLAN, json.dumps(plan), "--json").out)
    assert (data["solved"], data["best"]) == (True, plan)


def test_the_verdict_in_words(run):
    text = run("puzzle", "--check", HOLD, "yes").out
    assert "Wrong: your order costs 8.1 points" in text
    assert "Your rating: " in text
    assert "No emergency" in text
    assert "Why: In 100 games, the best order prevents" in text
    assert text.count("USS Colhoun") >= 2, "both lines of play have an outcome"
    assert "You have answered this puzzle before" in run("puzzle", "--check", HOLD, "no").out


def test_the_service_record_has_the_rating(run):
    run("puzzle", "--check", HOLD, "yes")
    assert "1 puzzle answered, 0 right" in run("service").out
    data = json.loads(run("service", "--json").out)["puzzles"]
    assert (data["answered"], data["solved"]) == (1, 0)


def test_plain_mode_shows_the_position_and_takes_an_answer(run):
    text = run("puzzle", "--id", DECLARE, "--plain", input="sky\nship\nauto\n\nagain\n1\n").out
    assert text.startswith(f"Puzzle {DECLARE}: emergency declaration, rating")
    assert "! Your exec does not help with puzzles" in text
    assert "! Nothing was typed" in text
    assert text.count("Declare an emergency? (rules 7.1)") == 2
    assert "Right: " in text


@pytest.mark.slow
def test_a_fire_plan_in_plain_mode_follows_commands(run):
    text = run("puzzle", "--id", PLAN, "--plain", input="keep 9\nkeep 2\nkeep 0\nfire\n").out
    assert "exec's plan" not in text
    assert "! keep 9: after 'keep', type a number of fighters (0 to 8)" in text
    assert "fighters: 6 now, 2 kept" in text
    assert "All" not in text.partition("Order ")[0]
    assert "* Guns fire at will, all fighters now" in text


def test_leaving_gives_no_answer(run):
    assert "Your rating" in run("puzzle", "--id", PLAN, "--plain", input="quit\n").out
    assert json.loads(run("service", "--json").out)["puzzles"]["answered"] == 0


@pytest.mark.slow
def test_the_day_has_a_puzzle_and_random_ones_are_new(run):
    days = {json.loads(run("puzzle", "--date", f"2026-11-{day}", "--json").out)["id"] for day in range(10, 15)}
    assert days <= {PLAN, HOLD, DECLARE}
    assert len(days) > 1
    run("puzzle", "--check", HOLD, "no")
    kind = ("--random", "--kind", "declaration", "--json")
    assert {json.loads(run("puzzle", *kind).out)["id"] for _ in range(2)} == {DECLARE}


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--id", "nothing"], "no puzzle has the id 'nothing'"),
        (["--date", "soon"], "is not a valid date"),
        (["--kind", "men", "--json"], "this version has no men puzzles"),
        (["--check", HOLD, "perhaps"], "is not a valid answer to"),
        (["--check", PLAN, "{"], "is not valid JSON"),
        (["--check", PLAN, '{"5in-1": 99}'], "cannot fire at plane 99"),
        (["--check", PLAN, "yes"], "must be a mapping of orders"),
        (["--id", HOLD, "--random"], "Use only one of"),
    ],
)
def test_bad_usage_is_reported_in_one_line(run, words, says):
    result = run("puzzle", *words)
    assert result.status == 2
    assert says in result.err
    assert len(result.err.splitlines()) == 1
