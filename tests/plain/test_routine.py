"""Routine decisions of the officers in plain mode, and the question when the station is lost."""

import re

import pytest

from picket_duty.captains.deciders import OFFICERS, PLAYER
from picket_duty.captains.standing_orders import STATION_LOST, StandingOrders, officers_may_finish
from picket_duty.events import DecisionMade
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.requests import ASSIGN
from picket_duty.setup import UNAIDED
from tests.games import new_game
from tests.plain.conftest import SHIPPED_ROUTINE
from tests.plain.games import lost, talk, to_choice
from tests.tui.games import first_game, has_only_plan

pytestmark = pytest.mark.usefixtures("shipped_routine")


def test_each_routine_order_is_a_line_of_the_log():
    game = new_game(scenario=6, seed=7)
    _, text = talk(game, *["auto"] * 60, "log 400")
    answered = [event for event in game.events if isinstance(event, DecisionMade)]
    lines = [
        line
        for line in text.splitlines()
        if re.match(r"  \* (Your officers|Emergency maneuver)\b", line)
    ]
    assert any(line.endswith(" orders hard rudder and full speed") for line in lines)
    assert "  * Your officers: 3 men to deck fire amidships (repair parties)" in lines
    asked = {"fire plan", "emergency declaration"}
    assert sum(event.about not in asked for event in answered) <= len(lines)
    assert not any("(fire plan)" in line for line in lines)


def test_a_player_order_is_not_marked_as_the_officers():
    _, text = talk(new_game(scenario=6, seed=7), "orders routine off", *["auto"] * 5)
    after = text[text.index("Standing orders in this game") :]
    assert "Your officers:" not in after
    assert "  * Emergency maneuver: Maneuver" in after or "  * Fire plan: " in after


def test_damage_control_has_a_heading_for_each_round():
    _, text = talk(new_game(scenario=6, seed=7), *["auto"] * 60)
    lines = text.splitlines()
    heads = [
        place for place, line in enumerate(lines) if line.startswith("--- Damage control, round ")
    ]
    assert [lines[place][-1] for place in heads] == ["1", "2", "3"]
    assert all(lines[place - 1] == "" for place in heads)
    asked = [place for place in heads if not lines[place + 1].startswith("  * Your officers")]
    assert [lines[place + 1] for place in asked] == ["Declare an emergency? (rules 7.1)"] * len(
        asked
    )
    assert asked, "an emergency is the captain's while a deck fire may cost the ship"
    (report,) = (
        place
        for place, line in enumerate(lines)
        if line.startswith("Damage control in this phase. ")
    )
    assert report > heads[-1]


def test_a_lost_station_is_asked_about_once():
    game = lost()
    _, text = talk(game, "yes", "ship", "auto", *["auto"] * 30)
    assert text.count(STATION_LOST) == 1
    assert "yes: play on; no: your officers finish the game" in text
    assert "Fire plan (rules 5.3)" in text
    game = lost()
    request = game.request
    before = len(game.events)
    _, text = talk(game, "sky", "orders")
    assert text.count(STATION_LOST) == 3, "a word command does not answer it"
    assert game.request is request
    _, text = talk(game, "auto")
    assert text.count(STATION_LOST) == 1, "any other line plays on as the answer"
    assert isinstance(
        next(event for event in game.events[before:] if isinstance(event, DecisionMade)).answer,
        dict,
    )


def test_no_lets_the_officers_finish_without_a_call():
    game = lost()
    over, text = talk(game, "no")
    assert over
    assert "\nCaptain, " not in text
    assert "Your officers fire: " in text


def test_players_with_every_question_or_own_dice_are_not_asked_to_play_on():
    game = lost()
    assert not officers_may_finish(game, StandingOrders())
    assert not officers_may_finish(game, SHIPPED_ROUTINE.commanded(True))
    _, text = talk(to_choice("emergency maneuver", scenario=6, seed=7, dice="own"), "no")
    assert "Try an emergency maneuver?" in text, (
        "with the player's own dice every decision is asked"
    )
    assert "Your officers" not in text


def test_the_only_plan_is_printed_and_fired_and_undo_makes_it_the_players():
    game = first_game(has_only_plan, scenario=2)
    before = len(game.answers)
    plan = AimPlans(game.play, game.request).plan(Aim())
    _, text = talk(game)
    orders = [event for event in game.events if isinstance(event, DecisionMade)]
    assert [order.answer for order in orders if order.kind == ASSIGN][-1] == plan
    assert game.deciders[before] == OFFICERS
    shown = text[text.index("Fire plan (rules 5.3)") : text.index("  * Your officers fire: ")]
    assert "with your plan" in shown
    assert "open fire" not in shown
    assert "You went for" not in text
    _, text = talk(game, "undo", "fire")
    asked = text[text.index(" undone") :]
    assert "fire: open fire" in asked
    assert "Your officers fire" not in asked
    assert game.deciders[before] == PLAYER


@pytest.mark.parametrize(
    ("reached", "setup"),
    [
        (has_only_plan, {"aid": UNAIDED}),
        (has_only_plan, {"dice": "own"}),
    ],
    ids=["unaided", "own dice"],
)
def test_the_only_plan_is_asked_about(reached, setup):
    game = first_game(reached, **({"scenario": 5} | setup))
    request = game.request
    talk(game)
    assert game.request is request


def test_without_the_routine_the_only_plan_is_asked_about(monkeypatch):
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", StandingOrders())
    game = first_game(has_only_plan, scenario=5)
    request = game.request
    talk(game)
    assert game.request is request


def test_the_officers_fire_their_own_plan_whatever_was_aimed_before(monkeypatch):
    monkeypatch.setattr("picket_duty.captains.standing_orders.ROUTINE", StandingOrders())
    game = first_game(has_only_plan, scenario=5)
    plan = AimPlans(game.play, game.request).plan(Aim())
    before = len(game.answers)
    talk(game, *(f"{slot}=0" for slot in plan), "orders routine")
    assert game.answers[before] == plan
