"""The word commands ``orders`` and ``chances`` of plain mode."""

from __future__ import annotations

import io

import pytest

from picket_duty.book import load_tables
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.game import Game
from picket_duty.plain import plain_mode
from picket_duty.plain.plain_mode import _branches, _progress, changed_by, order_lines
from picket_duty.requests import Illegal


def test_orders_are_changed_by_words() -> None:
    routine = StandingOrders(routine=True, least=20)
    assert changed_by(routine, "maneuver from 40") == StandingOrders(routine=True, least=40)
    assert changed_by(routine, "routine off") == StandingOrders(least=20)
    assert changed_by(StandingOrders(), "routine").routine
    assert changed_by(routine, "officers command") == StandingOrders(routine=True, least=20, commands=True)
    assert changed_by(StandingOrders(commands=True), "officers command off") == StandingOrders()
    for wrong in ("men", "men never", "none", "off", "maneuver always", "fire plan officers"):
        with pytest.raises(Illegal, match="Type one of: routine, routine off, maneuver from 40, officers command"):
            changed_by(routine, wrong)
    for wrong in ("0", "100", "x", "-1", "1.5"):
        with pytest.raises(Illegal, match=f"The maneuver chance must be 1 to 99 percent, not '{wrong}'"):
            changed_by(routine, f"maneuver from {wrong}")


def test_the_list_has_every_order() -> None:
    assert order_lines(StandingOrders(routine=True, least=40)) == [
        "Standing orders in this game:",
        "  officers command  off",
        "  routine           on",
        "  maneuver from     40%",
    ]


TABLES = load_tables()


def play(text: str, **setup: object) -> tuple[Game, str]:
    game, output = Game.new(tables=TABLES, **setup), io.StringIO()
    plain_mode.play(game, io.StringIO(text), output)
    return game, output.getvalue()


def test_a_standing_order_answers_without_asking() -> None:
    game, output = play("orders maneuver from 99\norders routine\n", scenario=3, seed=9)
    assert output.count("Try an emergency maneuver?") == 1
    assert "  * Your officers hold course (no emergency maneuver)\n" in output
    assert game.request is not None
    assert getattr(game.request, "about", "") == "fire plan"


def test_officers_in_command_call_and_continue_at_enter() -> None:
    game, output = play("orders officers command\nfire\norders bad one\n" + "\n" * 20, scenario=3, seed=9)
    assert "Captain, we are hit. Press Enter to leave it to your officers" in output
    assert "! fire: there is nothing to decide or roll now" in output
    assert "! Unknown standing order 'bad one'. Type one of: routine, " in output
    assert game.over


def test_chances_needs_a_number_within_bounds() -> None:
    assert [_branches(text) for text in ("", "1", "100000", "00000050")] == [256, 1, 100_000, 50]
    for wrong in ("0", "100001", "000000050", "-1", "1.5", "many", "\u0661"):
        with pytest.raises(Illegal) as caught:
            _branches(wrong)
        assert str(caught.value) == f"win {wrong}: type how many games, 1 to 100000"


class Playouts:
    """Playouts of two options of which some more are finished at each look."""

    def __init__(self, most: int, more: int) -> None:
        self.most, self.more = most, more
        self.ends: dict[str, list[None]] = {"yes": [], "no": []}

    def wait(self) -> bool:
        for ends in self.ends.values():
            ends += [None] * self.more
        return len(self.ends["yes"]) <= self.most


@pytest.mark.parametrize(
    ("more", "shown"),
    [(5, [15, 25, 40, 50, 65, 75, 90]), (1, [13, 25, 38, 50, 63, 75, 88]), (40, [40, 80]), (100, [])],
)
def test_progress_is_shown_at_each_eighth_of_the_playouts(more: int, shown: list[int]) -> None:
    assert list(_progress(Playouts(100, more))) == shown
