"""Marks and accuracy: bounds, errors by hand, and the accuracy in the service record."""

from __future__ import annotations

import math

import pytest

from picket_duty.analysis.win_probability import LOSSES, MARKS, accuracy_of, error_of, mark_of
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.saves import service_record as record
from picket_duty.saves import start_save


@pytest.mark.parametrize(
    ("points", "mark"),
    [(30, "better"), (2, "better"), (1.9, "even"), (0, "even"), (-1.9, "even"), (-2, "slip"), (-4.9, "slip"),
     (-5, "mistake"), (-9.9, "mistake"), (-10, "blunder"), (-100, "blunder")],
)  # fmt: skip
def test_marks_by_points(points: float, mark: str) -> None:
    assert mark_of(points, 0.5) == mark
    assert mark_of(points, abs(points) / 2) == "even", "no mark within two errors"
    assert {mark for _, mark in LOSSES} < set(MARKS)


def test_the_error_matches_a_hand_calculation() -> None:
    """Half wins -2, 0, 0, 0: in points -100, 0, 0, 0; mean -25, standard error 25."""
    assert error_of(-2, 4, 4) == pytest.approx(25.0 * 1.0)
    assert error_of(0, 0, 128) == pytest.approx(100 / 128), "no figure is certain"
    assert error_of(-256, 512, 128) == pytest.approx(100 / 128)


def test_accuracy_is_bounded_and_falls() -> None:
    """100 for nothing lost, also for a gain; falling, never below 0."""
    assert accuracy_of(0) == accuracy_of(40) == pytest.approx(100, abs=0.001)
    values = [accuracy_of(-lost) for lost in range(0, 300, 5)]
    assert values == sorted(values, reverse=True)
    assert values[-1] == 0
    assert values[2] == pytest.approx(103.1668 * math.exp(-0.4354) - 3.1669)


def test_the_service_record_has_the_accuracy(tmp_path, monkeypatch) -> None:
    """The last analysis of a game counts; games that were not recorded are not listed."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    for seed in (1, 2):
        game = Game.new(scenario=3, seed=seed, tables=load_tables())
        start_save(game, path=tmp_path / f"{seed}.picket")
        play_out(game, captain_named("doctrine", 1))
        record.record_accuracy(game, 50.0, -17.0, 2.0)
        record.record_accuracy(game, 60.0 + 20 * seed, -5.0, 2.0)
        record.record_game(game, f"{seed}")
        assert game.journal is not None
        game.journal.close()
    entries = record.read()
    assert record.accuracy_curve(entries) == [80.0, 100.0]
    assert record.as_json(entries)["accuracy"] == [80.0, 100.0]
    assert "Accuracy of your last 2 analyzed games: 80, 100 (average 90)." in record.lines(entries)
    unfinished = Game.new(scenario=3, seed=9, tables=load_tables())
    record.record_accuracy(unfinished, 10.0, -50.0, 2.0)
    assert len(record.analyses()) == 2
