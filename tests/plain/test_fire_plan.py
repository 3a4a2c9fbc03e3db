"""A fire plan made step by step in plain mode, the words that give it, and what the exec says after an order."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from picket_duty.captains.doctrine import exec_answer
from picket_duty.captains.standing_orders import PLAN_NOTE, load_plan_orders
from picket_duty.events import DecisionMade
from picket_duty.game import Game
from picket_duty.odds.command import HIGHEST, Command, CommandedPlans, commanded_plan
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.plain.prompt import decision_of
from picket_duty.requests import Choice
from picket_duty.saves import resume, start_save
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.state import Plane
from picket_duty.text import plane_line
from picket_duty.text.names import slots_words
from tests.plain.test_plain_mode import talk, to_choice
from tests.quick import first_is_quick


def at_plan(aid: str) -> Game:
    return to_choice("fire plan", scenario=3, seed=5, aid=aid)


def choice_of(game: Game) -> Choice:
    assert isinstance(game.request, Choice)
    return game.request


def order_of(game: Game) -> object:
    return next(
        event.answer for event in reversed(game.events) if isinstance(event, DecisionMade) and event.kind == "assign"
    )


@pytest.mark.slow
def test_in_a_commanded_game_the_guns_follow_and_fire_gives_their_plan():
    game = at_plan(COMMANDED)
    choice, play = choice_of(game), game.play
    first = commanded_plan(play, choice, Command())
    plans, wanted = CommandedPlans(play, choice), first
    promoted = plans.promoted(Command(), 1, 1, first)
    for command in (promoted, promoted.keeping(2), promoted.keeping(2).with_slot("5in-3", None)):
        wanted = plans.plan(command, wanted)
    assert first != wanted
    _, text = talk(game, "promote 2", "keep 2", "5in-3=0", "fire")
    assert order_of(game) == wanted
    assert fighters_kept(choice, wanted) == 2
    assert "fighters: 10 now, 2 kept; still to come: a wave of 5 planes" in text
    shown = next(line for line in text.splitlines() if line.startswith("  plane 2 "))
    assert re.search(r"\d+% to hit, \d+% as planned", shown)


@first_is_quick("word", ["go", "fire"])
def test_in_a_commanded_game_a_word_gives_the_plan_shown(word):
    game = at_plan(COMMANDED)
    wanted = commanded_plan(game.play, choice_of(game), Command())
    talk(game, word)
    assert order_of(game) == wanted


def test_in_a_commanded_game_enter_gives_only_a_plan_with_an_order():
    game = at_plan(COMMANDED)
    request = game.request
    _, text = talk(game, "")
    assert "! No order yet. Type fire to open fire, or change the plan first." in text
    assert game.request is request
    plans = CommandedPlans(game.play, request)
    first = plans.plan(Command())
    wanted = plans.plan(plans.promoted(Command(), 0, 1, first), first)
    assert wanted != first
    talk(game, "promote 1", "")
    assert order_of(game) == wanted


def test_promoting_to_the_limit_says_that_no_gun_follows():
    _, text = talk(at_plan(COMMANDED), *["promote 2"] * (HIGHEST + 2))
    assert "  Plane 2 is ranked as high as possible, but no gun changes its target." in text
    assert re.search(r"^  plane 2 .*as planned +\+\+ ", text, re.MULTILINE)


def test_an_empty_plan_is_asked_about_and_hold_gives_it():
    game = at_plan(UNAIDED)
    request = game.request
    for word in ("", "go", "fire"):
        _, text = talk(game, word)
        assert "! Nobody would fire. Aim your guns, or type hold to hold your fire." in text
        assert game.request is request
    talk(game, "hold")
    assert order_of(game) == {}


def test_an_unaided_game_never_shows_chances():
    game = at_plan(UNAIDED)
    choice = choice_of(game)
    guns = {slot: planes for slot, planes in choice.slots.items() if not is_fighters(slot)}
    only = {slot: planes[0] for slot, planes in guns.items() if len(planes) == 1}
    _, text = talk(game, "win", "odds", "promote 2", "5in-3=2", "fire")
    question = text[text.index("Fire plan (rules") : text.index("> ")]
    assert "%" not in question
    assert "chart 9-2/5in, column High: +1 Mk 37 director, +2 Gunnery officer" in question
    assert text.count("! You are playing unaided, so no odds are shown") == 2
    assert "! promote works only at the aid level 'commanded'." in text
    assert order_of(game) == only | {"5in-3": 1}
    assert "Exec" not in text


def test_unaided_options_have_no_chances():
    _, text = talk(to_choice("emergency maneuver", scenario=6, seed=3, aid=UNAIDED))
    assert "%" not in text[text.index("Try an emergency maneuver?") :]


@first_is_quick("aid", AIDS)
def test_json_auto_and_hold_give_an_order_at_once(aid):
    for text, wanted in (('{"5in-3": 1}', {"5in-3": 1}), ("hold", {}), ("auto", None), ("y", None)):
        game = at_plan(aid)
        wanted = exec_answer(game.play, choice_of(game)) if wanted is None else wanted
        talk(game, text)
        assert order_of(game) == wanted


@pytest.mark.parametrize("aid", AIDS)
def test_enter_gives_the_execs_order_once_it_was_looked_at(aid):
    game = to_choice("emergency maneuver", scenario=6, seed=3, aid=aid)
    request, execs = game.request, exec_answer(game.play, choice_of(game))
    _, text = talk(game, "")
    assert "! No order yet. Type 1 or 2, or y to follow your exec's advice." in text
    assert game.request is request
    talk(game, "exec", "")
    assert next(event.answer for event in reversed(game.events) if isinstance(event, DecisionMade)) == execs


def test_invalid_input_changes_nothing():
    game = at_plan(COMMANDED)
    request = game.request
    _, text = talk(game, "promote 9", "promote", "keep 13", "keep x", "99=1", "5in-1=9", "5in-1", "nonsense")
    assert text.count("! Type the number of a plane, for example promote 2. Planes: 1, 2, 3, 4, 5.") == 2
    assert text.count("type a number of fighters (0 to 12)") == 2
    assert "! '99=1': the first number must be from 1 to 29" in text
    assert "there is no plane 9" in text
    assert text.count("is not an order. Type an order such as 1=2, or auto.") == 2
    assert game.request is request
    talk(game, "fire")
    assert order_of(game) == commanded_plan(at_plan(COMMANDED).play, request, Command())


@pytest.mark.slow
def test_clear_starts_again_and_a_new_wave_has_a_new_plan():
    game = at_plan(COMMANDED)
    wanted = commanded_plan(game.play, choice_of(game), Command())
    talk(game, "promote 1", "keep 3", "clear", "fire")
    assert order_of(game) == wanted
    _, text = talk(game, "promote 1")
    assert "! You can change the fire plan only while you are making it" in text


def test_the_word_go_is_ambiguous_when_men_are_assigned():
    game = to_choice("repair men", scenario=2, seed=7)
    request = game.request
    _, text = talk(game, "go")
    assert "! No order yet. Type an order such as 1=2, or type auto or hold." in text
    assert game.request is request
    assert decision_of(game, request, "hold") == {}


@pytest.mark.slow
def test_the_answer_for_a_bearing_names_the_plane():
    for seed in range(30):
        _, text = talk(Game.new(scenario=7, seed=seed), *["auto"] * 5)
        if "Bearing of " in text:
            assert "Bearing of a plane" not in text
            assert re.search(r"Bearing of plane \d+ of the raid \[", text)
            return
    raise AssertionError("no bearing was rolled")


def test_like_slots_share_a_line_and_are_aimed_together():
    game = at_plan(COMMANDED)
    _, text = talk(game, "plan", "1-3=2")
    assert "Slots (mounts, fighters, support ships) and the planes they can fire at:" in text
    assert re.search(r"^ +\d+-\d+  5-inch mounts \d (to|and) \d: planes? \d", text, re.MULTILINE)
    row = [row for row in text.splitlines() if row.startswith("  plane 2 ")][-1]
    first = list(choice_of(game).slots)[:3]
    assert all(f"{slots_words([slot])}*" in row for slot in first)


def test_numbers_of_slots_out_of_range_are_refused():
    _, text = talk(at_plan(COMMANDED), "3-99=1", "3-2=1")
    assert text.count("the first number must be from 1 to") == 2


def test_a_special_attack_plane_is_listed_with_its_altitude():
    """Its weapon decides at which altitude it is fired at, not its own."""
    for weapon, level in (("torpedo", "L"), ("bomb", "M"), ("ohka", "H")):
        plane = Plane(0, 90, "L", "Val", weapon=weapon, special=True)
        assert plane_line(plane).endswith(f", {level}")


@pytest.mark.slow
def test_the_orders_that_stand_are_kept_in_the_save(tmp_path: Path) -> None:
    game = at_plan(COMMANDED)
    path = start_save(game, path=tmp_path / "orders.picket")
    talk(game, "weapons", "keep share", "fire")
    assert game.journal is not None
    game.journal.close()
    again = resume(path, game.tables)
    assert load_plan_orders(again) == Command(armed_first=True, by_share=True)
    assert again.journal is not None
    again.journal.write_note(PLAN_NOTE, {"by_share": 3})
    assert load_plan_orders(again) == Command()
    again.journal.close()
