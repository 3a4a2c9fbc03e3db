"""Names, numbers and the words of rolls and decisions."""

from __future__ import annotations

from picket_duty.book import load_tables, vocabulary
from picket_duty.book.effects import HitSecondary
from picket_duty.book.vocabulary import REPAIR_MEN
from picket_duty.events import DecisionMade
from picket_duty.game import Game
from picket_duty.requests import MEN_TO_JOBS, Purpose
from picket_duty.state import PHASES, SECTIONS
from picket_duty.text.log import log_text, officers_line
from picket_duty.text.names import ROOM_NAMES, label_words, option_words, phase_words, the_room
from picket_duty.text.styled_text import text_of

TABLES = load_tables()


def test_a_room_in_a_sentence_is_a_room():
    for printed, spoken in [
        ("Battery Charging", "the battery charging room"),
        ("Locker, Fan", "the locker and fan room"),
        ("Ord. Storeroom", "the ordnance storeroom"),
        ("Small Arms Mgz", "the small arms magazine"),
        ("Gun Crew Shelter", "the gun crew shelter"),
        ("CPO Mess", "the CPO mess"),
        ("Crew Quarters #2", "crew quarters No. 2"),
        ("Alcohol (forward)", "the alcohol locker forward"),
        ("Fire room aft", "the aft fire room"),
    ]:
        assert the_room(printed) == spoken


def test_every_renamed_room_is_in_a_damage_chart():
    printed = {
        effect.compartment
        for section in SECTIONS
        for cell in TABLES[f"11/{section}"].cells.values()
        for effect in cell.effects
        if isinstance(effect, HitSecondary)
    }
    assert set(ROOM_NAMES) <= printed


def test_officers_who_can_send_nobody_say_so():
    nobody = DecisionMade(MEN_TO_JOBS, REPAIR_MEN.id, "8", {})
    assert text_of(officers_line(nobody, TABLES)) == "Your officers: no men sent"


def test_options_have_titles():
    assert option_words(("aces", "gun-repair"), TABLES) == "Ace crews, Gun repair"
    assert option_words(("\x1bodd",), TABLES) == r"\x1bodd"


def test_undone_decisions_and_rolls_are_counted():
    game = Game.new(scenario=3, seed=5, tables=TABLES)
    game.roll_on()
    game.answer("yes")
    game.roll()
    game.undo(2)
    assert log_text(game.events[-1], TABLES) == "1 decision and 1 roll undone"
    game.undo(2)
    assert log_text(game.events[-1], TABLES) == "2 rolls undone"


def test_a_phase_has_one_name_by_day_and_by_night() -> None:
    state = Game.new(scenario=6, seed=11, tables=TABLES).state
    state.step = "phase"
    for state.phase, name in enumerate(PHASES):
        assert phase_words(state) == f"Mar 26, {name}"


def test_an_unknown_label_is_shown_as_it_is():
    for label, words in [
        ("at table", "at table"),
        ("1945-02-30/morning", "1945-02-30/morning"),
        ("1945-04-06/\x1b[2J", "Apr 6, \\x1b[2J"),
    ]:
        assert label_words(label) == words


def test_every_purpose_refers_to_tables_of_the_game():
    """Every table with its own words exists, except note A of tables 8-1 E to H."""
    tables = set()
    for chart in TABLES.all_charts():
        tables |= {chart.id, *(f"{die.id} {die.note_id}" for die in chart.die_charts.values())}
    purposes = [purpose for purpose in vars(vocabulary).values() if isinstance(purpose, Purpose)]
    asked = {table for purpose in purposes for table in purpose.asked}
    assert asked - tables == {"8-1E A", "8-1F A", "8-1G A", "8-1H A"}
    assert len(asked) > 40
