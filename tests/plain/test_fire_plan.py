"""A fire plan in plain mode: an aim and the fighters held back, gun by gun, and the words that give
it.
"""

from __future__ import annotations

import re

import pytest

from picket_duty.analysis.decision_analysis import DecisionAnalyzer
from picket_duty.captains.doctrine import exec_answer
from picket_duty.drafts.typed import decision_of
from picket_duty.events import DecisionMade
from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.orders import fighters_kept, is_fighters
from picket_duty.pages.fire_plan import numbers_words
from picket_duty.requests import Choice
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.state import Plane
from picket_duty.text.names import short_plane_words, slots_words
from tests.plain.games import talk, to_choice
from tests.quick import first_is_quick


def at_plan(aid: str) -> Game:
    return to_choice("fire plan", scenario=3, seed=5, aid=aid)


def choice_of(game: Game) -> Choice:
    assert isinstance(game.request, Choice)
    return game.request


def order_of(game: Game) -> object:
    made = [event for event in game.events if isinstance(event, DecisionMade)]
    return next(event.answer for event in reversed(made) if event.kind == "assign")


def test_an_empty_plan_is_asked_about_and_hold_gives_it():
    game = at_plan(UNAIDED)
    request = game.request
    for word in ("", "go", "fire"):
        _, text = talk(game, word)
        assert "! No guns would fire. Aim your guns, or type hold to hold fire." in text
        assert game.request is request
    talk(game, "hold")
    assert order_of(game) == {}


def test_an_unaided_game_never_shows_chances():
    game = at_plan(UNAIDED)
    choice = choice_of(game)
    guns = {slot: planes for slot, planes in choice.slots.items() if not is_fighters(slot)}
    only = {slot: planes[0] for slot, planes in guns.items() if len(planes) == 1}
    _, text = talk(game, "win", "odds", "aim 2", "5in-3=2", "fire")
    question = text[text.index("Fire plan (rules") : text.index("> ")]
    assert "%" not in question
    assert "chart 9-2/5in, column High: +1 Mk 37 director, +2 Gunnery officer" in question
    assert text.count("! You are playing unaided, so no odds are shown") == 2
    assert "! aim works only at aid level 'commanded'." in text
    assert order_of(game) == only | {"5in-3": 1}
    assert "Exec" not in text


def test_unaided_options_have_no_chances():
    _, text = talk(to_choice("emergency maneuver", scenario=6, seed=3, aid=UNAIDED))
    assert "%" not in text[text.index("Try an emergency maneuver?") :]


@first_is_quick("aid", AIDS)
def test_json_auto_and_hold_give_an_order_at_once(aid):
    for text, wanted in (('{"5in-3": 1}', {"5in-3": 1}), ("hold", {}), ("auto", None), ("y", None)):
        game = at_plan(aid)
        request = choice_of(game)
        wanted = exec_answer(game.play, request) if wanted is None else wanted
        assert "  ~ Your exec " in talk(game, "exec")[1]
        assert game.request is request
        talk(game, text)
        assert order_of(game) == wanted


@pytest.mark.parametrize("aid", AIDS)
def test_enter_gives_the_execs_order_once_it_was_looked_at(aid):
    game = to_choice("emergency maneuver", scenario=6, seed=3, aid=aid)
    request = game.request
    execs = exec_answer(game.play, choice_of(game))
    _, text = talk(game, "")
    assert "! No order yet. Type 1 or 2, or y to follow your exec's advice." in text
    assert game.request is request
    talk(game, "exec", "")
    assert (
        next(event.answer for event in reversed(game.events) if isinstance(event, DecisionMade))
        == execs
    )


def test_the_word_go_is_ambiguous_when_men_are_assigned():
    game = to_choice("repair men", scenario=2, seed=7)
    request = game.request
    _, text = talk(game, "go")
    assert "! No order yet. Type an order such as 1=2, or type auto or hold." in text
    assert game.request is request
    assert decision_of(game.play, request, "hold") == {}


def test_a_special_attack_plane_is_listed_with_its_altitude():
    """Its weapon decides at which altitude it is fired at, not its own."""
    for weapon, level in (("torpedo", "L"), ("bomb", "M"), ("ohka", "H")):
        plane = Plane(0, 90, "L", "Val", weapon=weapon, special=True)
        assert short_plane_words(plane).endswith(f", {level}")


def test_an_aim_and_the_fighters_held_back_give_their_plan():
    game = at_plan(COMMANDED)
    choice = choice_of(game)
    wanted = AimPlans(game.play, choice).plan(Aim(), 2)
    _, text = talk(game, "aim 1", "hold 2", "fire")
    assert order_of(game) == wanted
    assert fighters_kept(choice, wanted) == 2
    assert "fighters: 10 now, 2 held" in text
    assert re.search(r"^  later: wave 2: \d{3}[LMH] ", text, re.MULTILINE)
    head = r"^     Chance of a crash +forward +midship +aft( +\w+ hit)?( +3\+ crashes)?$"
    assert re.search(head, text, re.MULTILINE)
    assert re.search(r"^  >1 Fewest hits( +<?\d+%){3,5}$", text, re.MULTILINE)
    assert re.search(r"^  \w+, likeliest hit: .*; \d+ men", text, re.MULTILINE)
    shown = next(
        line
        for line in text.splitlines()
        if line.startswith("  plane 2 ") and "with your plan" in line
    )
    assert re.search(r"\d+% to hit you unopposed, \d+% with your plan", shown)


def test_the_card_of_a_wave_says_what_came_of_the_order():
    _, text = talk(at_plan(COMMANDED), "aim 1", "hold 2", "fire")
    told = " ".join(text.split())
    hits = r"(nothing hit you|([\w ]+ \(chance of at least one: <?\d+%\)(, )?)+)"
    assert re.search(
        rf"You went for the fewest hits: {hits}\. You held back 2 fighters for the next wave\.",
        told,
    )
    game = at_plan(COMMANDED)
    aim, held, _ = AimPlans(game.play, game.request).advised()
    assert (aim, held > 0) == (Aim(), True)
    for words, said in (
        ("auto", "went for the fewest hits"),
        ("hold", "held your fire"),
        ('{"5in-1": 1}', "aimed gun"),
    ):
        _, text = talk(at_plan(COMMANDED), words)
        told = re.search(
            rf"You {said}.*?: {hits}\. You held back (\d+) fighters for the next wave\.",
            " ".join(text.split()),
        )
        assert told
        assert words != "auto" or int(told[4]) == held


def test_odds_and_win_follow_the_plan_made(monkeypatch):
    started = []
    start = DecisionAnalyzer.start

    def noted(*args, **how):
        started.append(how["held"])
        return start(*args, **how)

    monkeypatch.setattr(DecisionAnalyzer, "start", noted)
    _, text = talk(at_plan(COMMANDED), "aim 1", "hold 2", "odds", "win 1")
    assert "Your plan: fewest hits, 2 fighters held back" in text
    assert started == [2]
    assert "Fewest hits, 2 held back " in text


@first_is_quick("word", ["go", "fire", ""])
def test_nothing_is_fired_before_an_aim_is_chosen(word):
    game = to_choice("fire plan", scenario=3, seed=6, aid=COMMANDED)
    request = game.request
    plans = AimPlans(game.play, game.request)
    assert plans.is_question()
    _, text = talk(game, word)
    assert (
        f"! No aim yet. Type {numbers_words(range(1, len(plans.offered()) + 1), 'aim ')}, then type fire."
        in text
    )
    assert game.request is request
    wanted = plans.plan(plans.offered()[1])
    talk(game, "aim 2", word)
    assert order_of(game) == wanted


def test_a_single_aim_is_taken():
    game = to_choice("fire plan", scenario=3, seed=18, aid=COMMANDED)
    plans = AimPlans(game.play, choice_of(game))
    assert not plans.is_question()
    wanted = plans.plan(Aim())
    most_held = plans.most_held
    _, text = talk(game, "fire")
    assert order_of(game) == wanted
    assert "You went for" not in text
    assert ("You held no fighters back: " in text) == bool(most_held)


def test_guns_are_changed_from_the_plan_of_an_aim():
    game = at_plan(COMMANDED)
    wanted = dict(AimPlans(game.play, choice_of(game)).plan(Aim()))
    wanted.pop("5in-3", None)
    _, text = talk(game, "aim 1", "guns", "5in-3=0", "fire")
    assert order_of(game) == wanted
    assert "Slots (mounts, fighters, support ships) and the planes they can fire at:" in text
    assert re.search(r"^ +\d+-\d+  5-inch mounts \d (to|and) \d: planes? \d", text, re.MULTILINE)
    assert "Gun by gun" in text


def test_several_slots_are_aimed_together():
    game = at_plan(COMMANDED)
    _, text = talk(game, "1-3=2")
    row = [row for row in text.splitlines() if row.startswith("  plane 2 ")][-1]
    assert slots_words(list(choice_of(game).slots)[:3]) in row


def test_invalid_input_changes_nothing():
    game = at_plan(COMMANDED)
    request = game.request
    wrong = (
        "3-99=1",
        "3-2=1",
        "aim 9",
        "aim",
        "hold 13",
        "hold x",
        "99=1",
        "5in-1=9",
        "5in-1",
        "nonsense",
    )
    _, text = talk(game, *wrong)
    assert text.count(": the first number must be from 1 to ") == 3
    assert text.count("type the number of an aim (") == 2
    assert text.count("type the number of fighters, 0 to 12") == 2
    assert "! '99=1': the first number must be from 1 to 29" in text
    assert "no plane 9" in text
    assert text.count("is not an order. Type an order such as 1=2, or auto.") == 2
    assert game.request is request
    talk(game, "aim 1", "fire")
    assert order_of(game) == AimPlans(at_plan(COMMANDED).play, request).plan(Aim())


def test_clear_starts_again_and_an_aim_belongs_to_a_plan_being_made():
    game = at_plan(COMMANDED)
    wanted = AimPlans(game.play, choice_of(game)).plan(Aim())
    talk(game, "aim 2", "hold 3", "clear", "aim 1", "fire")
    assert order_of(game) == wanted
    _, text = talk(game, "aim 1")
    assert "! You can change the fire plan only while you are making it" in text
