"""Names and numbers as people say them."""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables, vocabulary
from picket_duty.book.vocabulary import IDENTIFY
from picket_duty.game import Game
from picket_duty.requests import Decision, Purpose, Roll
from picket_duty.text import log_text
from picket_duty.text.names import count, label_words, listed, often, option_words, slots_words, to_come_words
from picket_duty.text.rolls import result_of, roll_line
from picket_duty.text.styled_text import text_of

TABLES = load_tables()


@pytest.mark.parametrize(
    ("label", "words"),
    [
        ("1945-04-06/morning", "Apr 6, morning"),
        ("1945-03-28/turn_end", "Mar 28, the day's end"),
        ("1945-03-28/relieve", "Mar 28, another ship takes the duty"),
        ("", ""),
    ],
)
def test_a_place_in_a_game_is_said_in_words(label, words):
    assert label_words(label) == words


def test_one_of_a_thing_has_no_plural():
    assert [count(number, "man", "men") for number in (0, 1, 2)] == ["0 men", "1 man", "2 men"]
    assert [often(number) for number in (1, 2, 3)] == ["", "twice", "3 times"]
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [to_come_words([1]), to_come_words([4]), to_come_words([5, 3])] == [
        "a wave of 1 plane", "a wave of 4 planes", "waves of 5 and 3 planes",
    ]  # fmt: skip


def test_options_have_titles():
    assert option_words(("aces", "gun-repair"), TABLES) == "Ace crews, Gun repair"
    assert option_words(("\x1bodd",), TABLES) == r"\x1bodd"


def test_what_is_taken_back_is_counted_as_it_was_given():
    game = Game.new(scenario=3, seed=5, tables=TABLES)
    while isinstance(game.request, Roll):
        game.roll()
    game.answer("yes")
    game.roll()
    game.undo(2)
    assert log_text(game.events[-1], TABLES) == "1 decision and 1 roll taken back"
    game.undo(2)
    assert log_text(game.events[-1], TABLES) == "2 rolls taken back"


def test_a_raid_is_rolled_on_an_attack_table_and_its_bearings_have_three_figures():
    game, told = Game.new(scenario=6, seed=11, tables=TABLES), {}
    while not game.state.air.planes:
        roll = game.roll()
        told[roll.table] = result_of(roll)
    name = told["8-1"].removeprefix("Attack table ")
    planes = told[f"8-1{name}"].split(", ")
    assert name in "ABCDEFGH"
    assert [int(plane[:3]) for plane in planes[:3]] == [plane.bearing for plane in game.state.air.planes[:3]]


def test_slots_in_few_words_say_their_kind_once() -> None:
    slots = ["AFS carrier 1", "AFS carrier 3", "AFS land 2", "SFS 1", "5in-1", "5in-2", "40mm-A"]
    assert slots_words(slots) == "carr 1 3  land 2  SFS 1  5in-1 2  40mm-A"


def test_dice_that_are_no_sum_stand_behind_one_colon() -> None:
    roll = Roll(TABLES["A-1"], IDENTIFY, "plane 0", plane=0)
    roll.resolve((0, 2))
    assert text_of(roll_line(roll, TABLES)).strip() == f"Type of plane 1: 02, {result_of(roll)}"


@pytest.mark.parametrize(
    ("label", "words"),
    [("at table", "at table"), ("1945-02-30/morning", "1945-02-30/morning"), ("1945-04-06/\x1b[2J", "Apr 6, \\x1b[2J")],
)
def test_a_place_that_is_none_is_shown_as_it_is(label, words):
    assert label_words(label) == words


def test_every_question_of_a_roll_is_asked_on_a_table_of_the_game():
    """A question on a table that is none is never asked; tables E to H have no note A."""
    tables = set()
    for chart in TABLES.all_charts():
        tables |= {chart.id, *(f"{die.id} {die.note_id}" for die in chart.die_charts.values())}
    purposes = [purpose for purpose in vars(vocabulary).values() if isinstance(purpose, Purpose)]
    asked = {table for purpose in purposes for table in purpose.asked}
    assert asked - tables == {"8-1E A", "8-1F A", "8-1G A", "8-1H A"}
    assert len(asked) > 40


DECISIONS = {
    "emergency maneuver": "Try an emergency maneuver?",
    "fire plan": "Fire plan",
    "emergency declaration": "Attempt an emergency declaration?",
    "rescind emergency": "End the emergency declaration?",
    "voluntary flooding": "Flood a burning compartment?",
    "counterflooding": "Counterflood?",
    "repair men": "Men to jobs",
    "relief": "Ask for relief?",
    "relieving ship": "Which ship takes the station?",
}
PURPOSES = {
    "length": "Length of the campaign",
    "crew": "The crew",
    "station": "Picket station",
    "fdt": "A fighter direction team?",
    "sfs": "Surface fire support",
    "land radar": "One more land radar station?",
    "water lines": "Are the water lines still out?",
    "weather": "Weather",
    "typhoon": "Typhoon",
    "coverage": "Fighter coverage",
    "stopped": "Stopped for survivors?",
    "raid": "Is there an attack?",
    "bearing": "Bearing of a plane",
    "relief": "Does relief arrive?",
    "identify": "Type of a plane",
    "maneuver": "Emergency maneuver",
    "support": "Support",
    "gunnery": "Gunnery",
    "special attack": "Special attack",
    "dive": "Dive",
    "damage": "Where it strikes",
    "near miss": "Near miss",
    "random": "Random result",
    "officer": "Who is killed?",
    "men": "Repair men lost",
    "hull loss": "Hull points lost",
    "hull": "Does she stay afloat?",
    "explosion": "Does it blow up?",
    "declaration": "Emergency declaration",
    "flooding": "Flooding",
    "repair": "Repair",
    "fire": "Does the fire do more harm?",
    "upkeep": "Stores used",
    "morale": "Morale",
    "reassigned": "Days till the new station",
    "anchorage": "Does she founder, and how long is she away?",
    "table": "A roll on a chart",
}


def test_every_decision_and_every_roll_is_asked_in_these_words():
    for kind, words in ((Decision, DECISIONS), (Purpose, PURPOSES)):
        assert {asked.id: asked.words for asked in vars(vocabulary).values() if isinstance(asked, kind)} == words
