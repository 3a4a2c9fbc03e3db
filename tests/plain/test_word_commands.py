"""The word ``orders`` in line mode."""

from __future__ import annotations

import io

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.standing_orders import StandingOrderError, StandingOrders
from picket_duty.game import Game
from picket_duty.plain import plain_mode
from picket_duty.plain.word_commands import changed_by, order_lines


def test_orders_are_given_in_words() -> None:
    assert changed_by(StandingOrders(), "maneuver from 40") == StandingOrders().from_chance(40)
    assert changed_by(StandingOrders(), "fire plan staff") == StandingOrders().but("fire plan", "staff")
    assert changed_by(StandingOrders(), "staff commands").commands
    assert not changed_by(StandingOrders(commands=True), "staff commands off").commands
    assert changed_by(StandingOrders({"men": "staff"}, commands=True), "none") == StandingOrders()
    for wrong in ("men", "men never", "guns staff", "maneuver from 100", "staff commands on", "maneuver from x"):
        with pytest.raises(StandingOrderError):
            changed_by(StandingOrders(), wrong)


def test_every_order_stands_in_the_list() -> None:
    listed = "\n".join(order_lines(StandingOrders().from_chance(40)))
    assert "maneuver        from 40 per cent  (ask, always, never, from)" in listed
    assert "staff commands  no" in listed


TABLES = load_tables()


def play(text: str, **setup: object) -> tuple[Game, str]:
    game, told = Game.new(tables=TABLES, **setup), io.StringIO()
    plain_mode.play(game, io.StringIO(text), told)
    return game, told.getvalue()


def test_a_standing_order_answers_unasked() -> None:
    game, told = play("orders maneuver never\n", scenario=3, seed=9)
    assert told.count("Try an emergency maneuver?") == 1
    assert "Emergency maneuver: Hold the course" in told
    assert game.request is not None
    assert getattr(game.request, "about", "") == "fire plan"


def test_the_staff_in_command_calls_and_goes_on_at_enter() -> None:
    game, told = play("orders staff commands\nfire\norders bad one\n" + "\n" * 20, scenario=3, seed=9)
    assert "Captain, we are struck. Press Enter to let the staff go on" in told
    assert "! fire: nothing is asked now" in told
    assert "! there is no standing order 'bad'" in told
    assert game.over
