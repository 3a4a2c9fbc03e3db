"""The bench of what a captain's decisions are worth."""

from collections import Counter

import pytest

from picket_duty.captains import doctrine
from picket_duty.state import BASIC, LEVELS
from tools.bench import bench_aims
from tools.bench.captains import EVERY, RuledCaptain


def test_every_game_of_the_bench_has_dice_of_its_own():
    battles = bench_aims.battles(32, bench_aims.HARD)
    assert len({battle["seed"] for battle in battles}) == len(battles) == 32
    sides = Counter((battle["scenario"], battle["level"]) for battle in battles)
    assert set(sides.values()) == {4}
    assert len(sides) == len(bench_aims.HARD) * len(LEVELS)


def test_the_error_is_that_of_the_paired_difference():
    assert bench_aims.paired([True, False], [True, False]) == (0, 0)
    mean, error = bench_aims.paired([True] * 50 + [False] * 50, [True] * 40 + [False] * 60)
    assert mean == -10
    assert error == pytest.approx(3.015, abs=0.001)


@pytest.mark.slow
def test_a_captain_who_gives_no_other_order_than_doctrine_plays_the_same_game():
    names = ["declare always", "men in list order", "relief late"]
    for battle in [*bench_aims.battles(4, range(4, 6)), *bench_aims.minis(2, BASIC)]:
        its, *wins = bench_aims.wins_of(battle, names)
        assert its == bench_aims.won(battle, doctrine.DoctrineCaptain())
        assert wins == [bench_aims.won(battle, RuledCaptain(EVERY[name])) for name in names]


def test_the_table_has_doctrine_and_a_row_for_each_captain():
    results = [[True, True, False], [True, True, True], [False, False, False]]
    _, title, *rows = bench_aims.win_table("3 games", ["one", "other"], results)
    assert "3 games" in title
    assert [row.split() for row in rows] == [
        ["doctrine", "66.67", "%"],
        ["one", "66.67", "%", "+0.00", "0.00", "0"],
        ["other", "33.33", "%", "-33.33", "33.33", "1"],
    ]
