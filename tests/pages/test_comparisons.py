"""Both answers side by side: a row for each effect in its own unit."""

from __future__ import annotations

import msgspec

from picket_duty.book.vocabulary import DECLARE, ORDER_MANEUVER
from picket_duty.odds.aims import AimOdds
from picket_duty.odds.prospects import Emergency, JobSides, Maneuvering, Sides, SpoiledAim
from picket_duty.odds.round_risk import Risk
from picket_duty.pages.comparisons import (
    NO_RAID,
    compared,
    comparison_blocks,
    outcome_blocks,
    outcomes_of,
)
from picket_duty.pages.formats import text_lines
from picket_duty.requests import Choice, Job, Option
from picket_duty.state import (
    PLANE_DAMAGED,
    SECTIONS,
    SHOT_DOWN,
    TORPEDO,
    UNDAMAGED,
    Plane,
)
from tests.rules.script import start

NO_DANGER = (Risk(), Risk())
DIVES = {
    UNDAMAGED: Sides(0.42, 0.58),
    PLANE_DAMAGED: Sides(0.28, 0.42),
    SHOT_DOWN: Sides(0.17, 0.28),
}
FIRES = (
    JobSides(Job("aft", "deck fire", "Deck fire aft, level 2"), True, Sides(0.83, 0.58)),
    JobSides(Job("forward", "room", "40 mm magazine forward"), True, Sides(0.61, 0.48)),
)
RADAR = JobSides(Job("forward", "instrument", "SC radar"), False, Sides(0.72, 0.42))
GUN = JobSides(Job("forward", "gun", "5-inch mount 1"), False, Sides(0.83, 0.58))
NOBODY = JobSides(Job("aft", "instrument", "SG radar"), False, Sides(0.0, 0.0))


def test_a_maneuver_shows_each_dive_and_fuel_only_if_it_can_run_out():
    dry = Maneuvering(0.42, {**DIVES, "ohka": Sides(0.0, 0.0)}, Sides(0.08, 0.03))
    both = compared(dry)
    assert (both.yes, both.no) == ("if it succeeds (42%)", "or 1 fails (58%)")
    assert both.rows == (
        ("dive, plane with 0 or 1 hit", "42%", "58%"),
        ("dive, plane with 2 hits", "28%", "42%"),
        ("dive, plane set afire", "17%", "28%"),
        ("no fuel left tonight", "8% either way", "3%"),
    )
    safe = Maneuvering(0.42, DIVES, Sides(0.0, 0.0))
    assert not any("fuel" in name for name, _, _ in compared(safe).rows)


def test_a_maneuver_that_spoils_the_aim_has_three_outcomes_in_the_columns_of_the_fire_plan():
    """A torpedo has its column; fuel is a sentence only if it can run out."""
    planes = [Plane(0, 0, "M", "Val"), Plane(1, 180, "L", "Kate", TORPEDO, True)]
    play = start(4, planes=planes)
    succeeds, fails, held = (
        AimOdds(1.0, 0.4, dict(zip(SECTIONS, odds, strict=True)), weapon, many)
        for *odds, weapon, many in (
            (0.09, 0.01, 0.11, 0.06, 0.0),
            (0.15, 0.02, 0.19, 0.08, 0.02),
            (0.12, 0.01, 0.15, 0.08, 0.01),
        )
    )
    spoiled = SpoiledAim(0.42, succeeds, fails, held, 9, 7, Sides(0.0, 0.0))
    choice = Choice(ORDER_MANEUVER, (Option("yes", "Maneuver"), Option("no", "Hold course")))
    lines = text_lines(outcome_blocks(choice, outcomes_of(play, spoiled)), 77)
    assert [line.split() for line in (lines[0], *lines[2:6])] == [
        ["forward", "midship", "aft", "torpedo", "hit", "3+", "crashes"],
        ["1", "Maneuver"],
        ["succeeds", "(42%)", "9%", "1%", "11%", "6%", "0%"],
        ["fails", "(58%)", "15%", "2%", "19%", "8%", "2%"],
        ["2", "Hold", "course", "12%", "1%", "15%", "8%", "1%"],
    ]
    note = outcomes_of(play, spoiled).note
    assert (
        "less likely to hit (-1), and so are your guns (-3). Now 9 mounts can fire, and 7 would lose a director bonus"
        in note
    )
    assert "fuel" not in outcomes_of(play, spoiled).note
    dry = msgspec.structs.replace(spoiled, dry=Sides(0.17, 0.08))
    assert outcomes_of(play, dry).note.endswith(
        "Chance of running out of fuel tonight: 17% if you maneuver, 8% if not."
    )


def test_a_declaration_adds_nothing_up():
    """Fires one by one, the guns, and each risk; what is equal to never has no row."""
    risk = (Risk(0.04, 0.2), Risk(0.07, 0.4))
    expected = Emergency(0.5, (*FIRES, RADAR, GUN, NOBODY), risk, 3, Sides(0.68, 0.45))
    both = compared(expected)
    assert (both.yes, both.no) == ("if granted (50%)", "or 1 refused (50%)")
    assert both.rows == (
        ("ship sinks", "4%", "7%"),
        ("ship must leave her station", "20%", "40%"),
        ("next wave, 3 planes", "guns silent, 0.68 hits", "guns fire, 0.45 hits"),
        ("aft deck fire out", "83%", "58%"),
        ("forward 40 mm magazine fire out", "61%", "48%"),
        ("each of 2 other repairs", "72-83%", "42-58%"),
    )


def test_a_raid_to_come_has_its_chance_and_its_first_wave():
    """Its hits are the mean of some raids: one decimal."""
    raid = Emergency(0.5, (RADAR,), NO_DANGER, 5.15, Sides(1.32, 1.12), raid=0.35)
    assert compared(raid).rows == (
        ("if raided (35%), 5 planes", "guns silent, 1.3 hits", "guns fire, 1.1 hits"),
        ("SC radar repaired", "72%", "42%"),
    )


def test_silent_guns_cost_nothing_if_no_raid_can_come():
    quiet = Emergency(0.5, FIRES[:1], NO_DANGER, 0.0, Sides(0.0, 0.0))
    both = compared(quiet)
    assert [name for name, _, _ in both.rows] == ["aft deck fire out"]
    assert both.note == NO_RAID
    leaving = Emergency(0.5, FIRES[:1], NO_DANGER, 0.0, Sides(0.0, 0.0), must_leave=True)
    assert compared(leaving).note == ""


def test_ending_an_emergency_frees_the_guns():
    ended = Emergency(None, FIRES[:1], NO_DANGER, 2, Sides(0.12, 0.64))
    both = compared(ended)
    assert (both.yes, both.no) == ("guns fire", "guns silent")
    assert both.rows[0] == ("hits by these 2 planes", "0.12", "0.64")


def test_in_plain_text_both_answers_head_their_columns():
    choice = Choice(DECLARE, (Option("yes", "Declare an emergency"), Option("no", "No emergency")))
    expected = Emergency(0.5, FIRES[:1], NO_DANGER, 3, Sides(0.68, 0.45))
    lines = text_lines(comparison_blocks(choice, expected), 77)
    assert "1  Declare an emergency" in lines[0]
    assert lines[0].endswith("2  No emergency")
    assert lines[2].split() == "if granted (50%) or 1 refused (50%)".split()
    assert (
        lines[3].split()
        == "next wave, 3 planes guns silent, 0.68 hits guns fire, 0.45 hits".split()
    )
    assert max(map(len, lines)) <= 77
