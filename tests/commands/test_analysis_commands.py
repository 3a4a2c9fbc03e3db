"""``odds``, ``luck`` and ``review`` of saved games."""

import pytest

from picket_duty.setup import COMMANDED, UNAIDED
from tests.games import new_game
from tests.saves.games import saved

HIDDEN = "picket-duty: Odds of an unaided game are shown only after the game ends\n"
QUICK = ("-n", "1", "--jobs", "1")
#: Every way to see chances of a save.
CHANCES = (
    ("odds",),
    ("odds", "--json"),
    ("odds", "--win", *QUICK),
    ("odds", "--win", "--json", *QUICK),
    ("luck", *QUICK),
    ("luck", "--json", *QUICK),
    ("luck", "--quick"),
    ("luck", "--quick", "--json"),
    ("review", *QUICK),
    ("review", "--json", *QUICK),
    ("log", "--part", "luck"),
)


@pytest.mark.parametrize("words", CHANCES, ids=" ".join)
def test_an_unaided_game_shows_no_chance_before_it_is_over(run, tmp_path, words):
    path = tmp_path / "a.picket"
    game = saved(path, "greedy", answers=50, scenario=6, seed=3, aid=UNAIDED)
    assert not game.over
    command, *rest = words
    done = run(command, path, *rest)
    assert (done.status, done.out, done.err) == (2, "", HIDDEN)


@pytest.mark.parametrize("stage", [1, 2, 9])
def test_no_stage_of_an_unaided_game_is_analyzed_before_the_last_is_over(run, tmp_path, stage):
    path = tmp_path / "a.picket"
    game = saved(path, "greedy", answers=500, campaign="long-a", seed=3, aid=UNAIDED)
    assert game.state.stages[0].held is not None
    assert not game.over
    for command in ("luck", "review"):
        done = run(command, path, "--stage", stage)
        assert (done.status, done.out, done.err) == (2, "", HIDDEN)


@pytest.mark.parametrize(("aid", "answers"), [(UNAIDED, 10**9), (COMMANDED, 50)])
def test_a_game_that_is_over_or_commanded_shows_its_chances(run, tmp_path, aid, answers):
    path = tmp_path / "a.picket"
    saved(path, "doctrine", answers=answers, scenario=6, seed=3, aid=aid)
    for command, *rest in (("odds",), ("luck", "--quick"), ("review", *QUICK)):
        done = run(command, path, *rest)
        assert (done.status, done.err) == (0, "")
        assert done.out


@pytest.mark.slow
def test_a_review_plays_the_costliest_order_out_twice_unless_you_rolled_the_dice(run, tmp_path):
    path = tmp_path / "a.picket"
    game = saved(path, "random", scenario=5, seed=5)
    text = " ".join(run("review", path, "-n", "64", "--jobs", "2").out.split())
    assert "Your costliest order:" in text
    assert "Two orders, the same dice, May 11, midday" in text
    assert "proves nothing" in text
    own = tmp_path / "own.picket"
    other = new_game(scenario=5, seed=5, dice="own")
    other.save(own)
    for answer in game.answers:
        other.answer(answer)
    other.close()
    assert "costliest" not in run("review", own, "-n", "64", "--jobs", "2").out
