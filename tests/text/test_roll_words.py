"""A roll in one line of text, before and after its dice: whole sentences."""

from __future__ import annotations

from picket_duty.book import load_tables
from picket_duty.book.ids import Gun
from picket_duty.book.vocabulary import DAMAGE, GUNNERY
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules import gunnery, wave
from picket_duty.state import Plane
from picket_duty.text.rolls import roll_words

TABLES = load_tables()


def new_play():
    """A ship with her crew, all of whom have no value, before her first day."""
    game = Game.new(scenario=2, level="advanced", seed=1, tables=TABLES)
    while game.request is not None and game.state.step == "setup":
        game.roll()
    for officer in game.state.ship.crew.values():
        officer.value = 0
    return game.play


def test_a_shot_with_modifiers_is_asked_for_with_its_dice_and_their_reasons() -> None:
    play = new_play()
    play.state.ship.crew["gunnery_officer"].value = -1
    roll = gunnery.shot_roll(play, Gun("5in-1"), Plane(1, 45, "M"))
    assert roll.purpose is GUNNERY
    asked = "5-inch mount 1 at plane 2 [9-2/5in, column Medium]: 2d6, +1 Mk 37 director, -1 Gunnery officer"
    assert roll_words(roll, TABLES) == asked
    roll.resolve((3, 4))
    rolled = "5-inch mount 1 at plane 2 [9-2/5in, column Medium]: 3+4 +1 Mk 37 director -1 Gunnery officer = 7: Hit"
    assert roll_words(roll, TABLES) == rolled


def test_a_shot_without_modifiers_is_asked_for_with_its_dice_alone() -> None:
    play = new_play()
    roll = gunnery.shot_roll(play, Gun("20mm-A"), Plane(0, 45, "L"))
    roll.modifiers = ()
    assert roll_words(roll, TABLES) == "20 mm mount A at plane 1 [9-2/20mm, column Low]: 2d6"


def test_a_column_has_its_heading_and_the_reasons_that_shifted_it() -> None:
    play = new_play()
    roll = wave.maneuver_roll(play)
    assert roll_words(roll, TABLES) == "Emergency maneuver [19, column 0]: 2d6"
    play.state.ship.crew["captain"].value = 1
    roll = wave.maneuver_roll(play)
    assert roll_words(roll, TABLES) == "Emergency maneuver [19, column +1 by +1 Captain]: 2d6"
    roll.resolve((1, 1))
    assert roll_words(roll, TABLES) == "Emergency maneuver [19, column +1 by +1 Captain]: 1+1 = 2: Unsuccessful"


def test_a_roll_of_a_matrix_has_row_and_column_and_no_sum() -> None:
    chart = TABLES["11/forward"]
    roll = Roll(chart, DAMAGE, plane=0)
    roll.resolve((0, 1))
    assert roll_words(roll, TABLES).startswith("Where it strikes, plane 1 [11/forward]: row 0 column 1, ")
