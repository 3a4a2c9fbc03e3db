"""Names, numbers and the words of rolls and decisions."""

from __future__ import annotations

import itertools

from picket_duty.book import load_tables, vocabulary
from picket_duty.book.effects import HitSecondary
from picket_duty.book.vocabulary import ORDER_MANEUVER, REPAIR_MEN, Track
from picket_duty.events import USED, DecisionMade, Loss
from picket_duty.game import Game
from picket_duty.requests import MEN_TO_JOBS, ONE, Purpose, Roll
from picket_duty.rules import upkeep
from picket_duty.state import PHASES, SECTIONS
from picket_duty.text.log import log_line, log_text, officers_line
from picket_duty.text.names import (
    FULL_RATES,
    RATES,
    ROOM_NAMES,
    WARRANTS,
    count,
    full_rank,
    item_words,
    label_words,
    listed,
    naval_name,
    option_words,
    phase_words,
    slots_words,
    the_room,
    to_come_words,
)
from picket_duty.text.rolls import result_of
from picket_duty.text.styled_text import text_of

TABLES = load_tables()


def test_label_words():
    for label, words in [
        ("1945-04-06/morning", "Apr 6, morning"),
        ("1945-03-28/turn_end", "Mar 28, the end of the day"),
        ("1945-03-28/relieve", "Mar 28, another ship takes over"),
        ("", ""),
    ]:
        assert label_words(label) == words


def test_counts_and_lists():
    assert [count(number, "man", "men") for number in (0, 1, 2)] == ["0 men", "1 man", "2 men"]
    assert [listed(["a"]), listed(["a", "b"]), listed(["a", "b", "c"])] == ["a", "a and b", "a, b and c"]
    assert [to_come_words([1]), to_come_words([4]), to_come_words([5, 3])] == [
        "a wave of 1 plane", "a wave of 4 planes", "waves of 5 and 3 planes",
    ]  # fmt: skip


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


def test_an_item_has_one_name_in_every_sentence():
    for item, words in [
        ("stack-aft", "aft stack"),
        ("pump fire-room-fwd", "pumping out forward fire room"),
        ("deck fire aft", "deck fire aft"),
        ("water-lines", "water lines"),
        ("mk37", "Mk 37 director"),
    ]:
        assert item_words(TABLES, item) == words


def test_an_emergency_maneuver_is_worded_alike_whoever_ordered_it():
    order = DecisionMade(ONE, ORDER_MANEUVER.id, "5.2", "yes", "Maneuver", officer="Cdr. Robert Archer")
    assert officers_line(order, TABLES) == log_line(order, TABLES)
    assert text_of(officers_line(order, TABLES)) == (
        "Emergency maneuver: Comdr. Archer orders hard rudder and full speed"
    )


def test_officers_who_can_send_nobody_say_so():
    nobody = DecisionMade(MEN_TO_JOBS, REPAIR_MEN.id, "8", {})
    assert text_of(officers_line(nobody, TABLES)) == "Your officers: no men sent"


def test_options_have_titles():
    assert option_words(("aces", "gun-repair"), TABLES) == "Ace crews, Gun repair"
    assert option_words(("\x1bodd",), TABLES) == r"\x1bodd"


def test_undone_decisions_and_rolls_are_counted():
    game = Game.new(scenario=3, seed=5, tables=TABLES)
    while isinstance(game.request, Roll):
        game.roll()
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


def test_slots_in_short_are_grouped_by_kind() -> None:
    slots = ["AFS carrier 1", "AFS carrier 3", "AFS land 2", "SFS 1", "5in-1", "5in-2", "40mm-A"]
    assert slots_words(slots) == "carr 1 3  land 2  SFS 1  5in-1 2  40mm-A"


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


def test_a_citation_has_the_rate_of_the_log_in_full() -> None:
    for post in [*RATES, *WARRANTS]:
        for name in ("CPO Leonard Sinclair", "CWO Leonard Sinclair"):
            short = naval_name(name, post).removesuffix("Leonard Sinclair").strip()
            assert full_rank(name, post) == f"{FULL_RATES[short]} Sinclair"
        assert full_rank("Lt. Cdr. Robert Hughes", post) == "Lieutenant Commander Hughes"


def test_stores_of_which_none_were_used_have_one_line_in_the_log() -> None:
    """The roll says it; the track has no other line."""
    game = Game.new(scenario=6, level="basic", seed=1, tables=TABLES)
    roll = upkeep.ammunition_roll(game.play)
    spared = next(dice for dice in itertools.product(range(1, 7), repeat=len(roll.faces)) if not _used(roll, dice))
    roll.resolve(spared)
    assert result_of(roll) == "none used"
    assert log_text(Loss(track=Track.AMMUNITION, points=0, left=5, cause=USED), TABLES) == ""


def _used(roll: Roll, dice: tuple[int, ...]) -> int:
    return int(roll.look_up(dice)["spaces"])
