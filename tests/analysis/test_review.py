"""The costliest orders: errors by hand, and which figures count."""

from __future__ import annotations

import math

import msgspec
import pytest

from picket_duty.analysis.review import Reviewed, _is_costly, every_order
from picket_duty.analysis.win_probability import (
    Deviation,
    Measurements,
    SamplePoint,
    WinProbability,
    error_of,
)


def test_points_between_chances_are_those_shown() -> None:
    """A loss of 4.7 points from 50.4 % to 45.7 % is shown as 4, one from 49.6 % to 44.9 % as 5."""
    four, five = (Reviewed(0, given, better, 1000, "no", 100) for given, better in ((914, 1008), (898, 992)))
    assert four.points == five.points == -4.7
    assert (four.shown, five.shown) == (-4, -5)


def test_new_playouts_replace_the_first_ones() -> None:
    """By hand: orders 1 and 2 were evaluated again, order 3 was not; the costliest is first."""
    orders = tuple(Deviation(place, 100 - lost, 100, "no", 50) for place, lost in ((1, 24), (2, 24), (3, 24)))
    analysis = WinProbability(100, True, (SamplePoint(0, 100), SamplePoint(9, 200)), orders)
    known = Measurements(reviewed={1: (352, 400, 400, 200), 2: (398, 400, 400, 200)})
    points = [(order.answers, round(order.points, 2), order.playouts) for order in every_order(analysis, known)]
    assert points == [(3, -12.0, 100), (1, -6.0, 400), (2, -0.25, 400)]


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


def test_the_points_of_orders_have_an_error() -> None:
    """Those of all decisions together; none if every order was doctrine's."""
    orders = (Deviation(3, 40, 50, "yes", 20), Deviation(5, 60, 40, "no", 30))
    analysis = WinProbability(64, True, (SamplePoint(0, 60), SamplePoint(9, 128)), orders)
    assert analysis.orders_points == pytest.approx(100 * 10 / 128)
    assert analysis.orders_error == pytest.approx(math.hypot(error_of(-10, 20, 64), error_of(20, 30, 64)))
    assert msgspec.structs.replace(analysis, deviations=()).orders_error == 0.0
