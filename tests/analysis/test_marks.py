"""Marks and accuracy: bounds, errors by hand, and the accuracy in the service record."""

from __future__ import annotations

import math

import msgspec
import pytest

from picket_duty.analysis.review import Reviewed, _is_costly, every_order, is_reviewed
from picket_duty.analysis.win_probability import (
    CLAIM,
    LOSSES,
    MARKS,
    Deviation,
    Measurements,
    SamplePoint,
    WinProbability,
    accuracy_of,
    error_of,
    mark_of,
)
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


def test_a_mark_agrees_with_the_points_shown() -> None:
    """A loss of 4.7 points from 50.4 % to 45.7 % is shown as 4, one from 49.6 % to 44.9 % as 5."""
    slip, mistake, even = (
        Reviewed(0, given, better, 1000, "no", squares)
        for given, better, squares in ((914, 1008, 100), (898, 992, 100), (898, 992, 10**6))
    )
    assert slip.points == mistake.points == -4.7
    assert (slip.shown, slip.mark) == (-4, "slip")
    assert (mistake.shown, mistake.mark) == (-5, "mistake")
    assert (even.shown, even.mark) == (-5, "even"), "the error is that of the points themselves"


def test_a_mark_needs_two_samples_that_agree() -> None:
    """The second sets the points; an order without a mark at first gets none, nor one not yet judged again."""
    orders = tuple(Deviation(place, 100 - lost, 100, "no", 50) for place, lost in ((1, 24), (2, 24), (3, 1), (4, 24)))
    analysis = WinProbability(100, True, (SamplePoint(0, 100), SamplePoint(9, 200)), orders)
    known = Measurements(reviewed={1: (352, 400, 400, 200), 2: (398, 400, 400, 200), 3: (352, 400, 400, 400)})
    assert not is_reviewed(analysis, known)
    marks = {order.answers: (order.mark, round(order.points, 2)) for order in every_order(analysis, known)}
    assert marks == {1: ("mistake", -6.0), 2: ("even", -0.25), 3: ("even", -6.0), 4: ("even", -12.0)}
    known.reviewed[3] = (352, 400, 400, 200)
    assert [order.mark for order in every_order(analysis, known) if order.answers == 3] == ["mistake"], "three errors"
    known.reviewed[4] = (560, 400, 400, 200)
    assert is_reviewed(analysis, known)
    assert [order.mark for order in every_order(analysis, known) if order.answers == 4] == ["better"]


def test_an_order_is_costly_only_if_the_chances_shown_differ() -> None:
    """From 50.4 % to 49.7 % both are shown as 50; from 50.4 % to 49.4 % as 50 and 49; a gain costs nothing."""
    same, worse, gain = (Reviewed(0, given, 1008, 1000, "no") for given in (994, 988, 1100))
    assert [decision.shown for decision in (same, worse)] == [0, -1]
    assert [_is_costly(decision) for decision in (same, worse, gain)] == [False, True, False]


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
    of_last = next(game for game in entries if record.analyses()[game.game].accuracy == 100.0)
    record.append(msgspec.json.encode(record.Accuracy(of_last.game, 100.0, -3.0, 2.0)), tmp_path / record.ACCURACY_FILE)
    assert record.CLAIM == CLAIM
    lines = record.lines(entries)
    assert "Accuracy of your last analyzed game: 80." in lines
    assert "Accuracy too close to tell: 1 game." in lines
    unfinished = Game.new(scenario=3, seed=9, tables=load_tables())
    record.record_accuracy(unfinished, 10.0, -50.0, 2.0)
    assert len(record.analyses()) == 2


def watched(day: int, which: str) -> record.Service:
    """A recorded watch of a day."""
    return record.Service(
        save="w", finished="2026-11-20T10:00:00", kind="scenario", name="3", level="basic", outcome="us_win",
        ship="USS A", captain="Cdr. B", days=1, planes=4, destroyed=2, flamed=0, hits=1, ships_sunk=0, game=which,
        watch=f"2026-10-{day:02}",
    )  # fmt: skip


def test_the_rating_is_the_mean_of_the_last_watches(tmp_path, monkeypatch) -> None:
    """The last 20 by their dates; those without points count as not analyzed."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    games = [watched(day, f"g{day}") for day in range(25, 0, -1)]
    assert record.watch_rating(games) is None
    lines = [record.Accuracy(f"g{day}", 90.0, points=-50.0 if day <= 5 else -2.0 if day % 2 else -4.0, error=1.0)
             for day in range(1, 24)]  # fmt: skip
    lines += [record.Accuracy("g24", 80.0), record.Accuracy("other", 0.0, -100.0, 1.0)]
    for line in lines:
        record.append(msgspec.json.encode(line), tmp_path / record.ACCURACY_FILE)
    rating = record.watch_rating(games)
    assert rating is not None
    assert (rating.watches, rating.unknown) == (18, 2)
    assert rating.points == pytest.approx(-3.0)
    assert rating.error == pytest.approx(math.sqrt(18 / (18 * 17)))
    assert record.rating_words(rating) == (
        "Rating: 3.0 points under doctrine on the same dice, over your last 18 watches (error 0.2). "
        "2 watches not analyzed."
    )
    assert record.as_json(games)["rating"] == rating._asdict()
    of_one_watch = record.watch_rating(games[2:3])
    assert of_one_watch is not None
    assert (of_one_watch.points, of_one_watch.error) == (-2.0, 1.0), "a single watch has the error of its measurement"
    assert "over your last watch (error 1.0)." in record.rating_words(of_one_watch)
    level = record.WatchRating(0.01, 0.5, 2, 0)
    assert record.rating_words(level).startswith("Rating: level with doctrine")
    assert "0.3 points over doctrine" in record.rating_words(level._replace(points=0.3))


def test_the_curve_of_accuracy_has_a_column_for_each_game() -> None:
    """As high as its accuracy, the latest at the right; a single game has no curve."""
    assert record.accuracy_lines([]) == []
    assert len(record.accuracy_lines([80.0])) == 1
    _, *rows = record.accuracy_lines([100.0, 60.0, 20.0])
    assert rows == ["  100 ##", "      ##", "      ####", "      ####", "   20 ######"]
    assert max(map(len, record.accuracy_lines([50.0] * 40)[1:])) == 6 + 2 * record.RECENT


def test_the_points_of_orders_have_an_error() -> None:
    """Those of all decisions together; none if every order was doctrine's."""
    orders = (Deviation(3, 40, 50, "yes", 20), Deviation(5, 60, 40, "no", 30))
    analysis = WinProbability(64, True, (SamplePoint(0, 60), SamplePoint(9, 128)), orders)
    assert analysis.orders_points == pytest.approx(100 * 10 / 128)
    assert analysis.orders_error == pytest.approx(math.hypot(error_of(-10, 20, 64), error_of(20, 30, 64)))
    assert msgspec.structs.replace(analysis, deviations=()).orders_error == 0.0
