"""Anchorage (charts 16, 18, 18-1, 6-5; rules 4.6, 9) and the arithmetic of dates."""

import datetime

import pytest

from picket_duty.events import Leave
from picket_duty.rules import anchorage
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Flood
from tests.text_table import table_of

from .script import begun, drive, reasons, run, start, values


def phase(play, dice=None, choices=None):
    before = play.state.label
    return drive(
        play,
        dice,
        choices,
        until=lambda game: "/".join(begun(game)) not in (before, f"{before[:10]}/return"),
    )


def day(text):
    return datetime.date.fromisoformat(f"1945-{text}")


def test_18_note_a_a_week_is_seven_full_days():
    for left, days, back in table_of("""
        04-01 | 7  | 04-09
        03-24 | 7  | 04-01
        03-31 | 14 | 04-15
        04-30 | 21 | 05-22
        05-31 | 28 | 06-29
        05-31 | 1  | 06-02
        04-29 | 3  | 05-03
        """):
        assert anchorage.back_after(day(left), days) == day(back)


def test_18_weeks():
    for total, weeks in table_of("""
        2 | 1
        3 | 2
        5 | 2
        6 | 3
        8 | 3
        9 | 4
        """):
        play = start()
        assert run(play, anchorage.repair_days(play), {"18": total}).result == 7 * weeks


def test_18_matches_the_printed_example():
    """Damaged April 1, repairs take a week, in action again on April 9."""
    game, done = phase(
        start(patrol="1945-04-01", days=30, aboard={"maneuver": 0}), {"16": 12, "18": 2}
    )
    assert begun(game) == ("1945-04-09", "turn")
    assert done.told(Leave)[0].until == "1945-04-09"
    marked = [day for day, word in game.state.records.calendar.items() if word == "absent"]
    assert marked == [f"1945-04-0{number}" for number in range(2, 9)]


def test_16_damage_control_officers_value():
    """A natural 2 is always a 2."""
    for value, total, sinks in [
        *((0, 4, True), (0, 5, False)),
        *((1, 4, False), (2, 3, False), (2, 2, True), (2, 12, False)),
        *((-1, 5, True), (-2, 6, True), (-2, 7, False), (-2, 3, True)),
    ]:
        play = start(crew={"damage_control_officer": value})
        done = run(play, anchorage.make_for_anchorage(play, "dead in the water"), {"16": total})
        assert done.sunk is sinks
        assert total == 2 or reasons(done.roll("16").modifiers) == (
            {"Damage control officer": value} if value else {}
        )


DEAD = {"maneuver": 0}
NO_HULL = {"hull": 0}


@pytest.mark.parametrize("aboard", [DEAD, NO_HULL])
def test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9(aboard):
    game, done = phase(start(days=60, aboard=aboard), {"16": 12, "18": 2})
    assert done.tables()[-2:] == ["16", "18"]
    assert not {"23", "24"} & set(done.tables())
    assert done.tables().count("6-1") == 1
    assert (game.state.date, game.state.fighting_days) == (day("05-23"), 1)


def test_one_table_16_however_many_reasons_rules_9():
    _, done = phase(start(days=60, aboard={**DEAD, **NO_HULL}), {"16": 12, "18": 2})
    assert done.tables().count("16") == 1
    assert done.told(Leave)[0].reason == "dead in the water, hull integrity gone"


def test_fire_out_of_control_rolls_immediately_instead_of_at_the_end_rules_9():
    _, done = phase(
        start(days=60, aboard={**DEAD, "deck_fires aft": 3}), {"16": 12, "18": 2, "20": 2, "14": 12}
    )
    at_once = next(roll for roll in done.rolls if roll.table == "16")
    assert done.tables().count("16") == 1
    assert done.rolls.index(at_once) < len(done.rolls) - 1 == done.tables().index("18")
    assert done.told(Leave)[0].reason == "deck fire out of control, dead in the water"


def burning(**more):
    """A deck fire gets out of control in the first round; in the second the ship loses her last
    fire room.
    """
    rooms = {
        "fire-room-fwd destroyed": True,
        "fire-room-aft markers": 2,
        "fire-room-aft fire": True,
    }
    return start(days=60, aboard={"deck_fires aft": 3, "fire-room-fwd markers": 4, **rooms, **more})


FIRES = {"20": 2, "rules 7.5:spread": 1, "21-1": 12, "14": 12}


def test_dead_in_the_water_after_an_immediate_roll_rolls_again_12_note_b_rules_9():
    for second, sunk in [(4, True), (5, False)]:
        game, done = phase(burning(), {**FIRES, "16": [12, second], "18": 2})
        assert [roll.total for roll in done.all("16")] == [12, second]
        assert (game.state.ship.fate == "sunk") is sunk
    assert done.tables()[-2:] == ["16", "18"]
    assert done.told(Leave)[0].reason.startswith("deck fire out of control, dead in the water")


def test_dead_in_the_water_before_an_immediate_roll_does_not_roll_again_rules_9():
    _, done = phase(burning(**DEAD), {**FIRES, "16": [12], "18": 2})
    assert done.tables().count("16") == 1


def test_hull_lost_after_an_immediate_roll_does_not_roll_again_rules_9():
    """Only a ship dead in the water rolls again, whatever else happened."""
    _, done = phase(
        start(days=60, aboard={"deck_fires aft": 3, "hull": 2}), {**FIRES, "16": [12], "18": 2}
    )
    assert (done.tables().count("16"), done.play.ship.maneuver) == (1, 10)
    assert done.told(Leave)[0].reason == "deck fire out of control, hull integrity gone"


def refitted(kind):
    """The values of a battered ship that a refit changes."""
    play = start(
        level="advanced",
        crew={"captain": 2},
        aboard={
            "fuel": 2,
            "ammunition": 2,
            "hull": 2,
            "maneuver": 4,
            "morale": -3,
            "men": {"forward": 1, "midship": 2, "aft": 3},
            "cic markers": 3,
            "cic destroyed": True,
            "radio markers": 2,
            "radio fire": True,
            "fuel-aft flooded": True,
            "fuel-aft paid": True,
            "5in-1 hits": 3,
            "5in-1 destroyed": True,
            "5in-2 hits": 2,
            "5in-2 ace": True,
            "5in-2 kills": 4,
            "40mm-A director": DESTROYED,
            "40mm-B director": DAMAGED,
            "sc": DESTROYED,
            "sg": DAMAGED,
            "secondary": {"aft/Trunk": 2, "aft/Storeroom 1": 1},
            "deck_fires": {"aft": 2},
            "floods": [Flood("aft", "", 2, "x")],
            "lines_out": True,
            "gun_bonuses_lost": True,
            "jobs": {"radio": 1},
        },
    )
    before = values(play.ship)
    anchorage.refit(play, play.ship, kind)
    after = values(play.ship)
    return {name: after.get(name) for name in before | after if before.get(name) != after.get(name)}


#: Destroyed items stay destroyed; men and morale do not change.
REPLENISHED = {
    "fuel": 10,
    "ammunition": 10,
    "radio markers": 0,
    "radio fire": False,
    "fuel-aft flooded": False,
    "fuel-aft paid": False,
    "5in-2 hits": 0,
    "40mm-B director": WORKING,
    "sg": WORKING,
    "aft/Storeroom 1": None,
    "deck_fires aft": None,
    "floods": [],
    "lines_out": False,
    "gun_bonuses_lost": False,
    "jobs radio": None,
}
STORM_REPAIRED = {**REPLENISHED, "hull": 6, "maneuver": 10}


def test_back_from_18_everything_is_repaired_crew_and_morale_stay_rules_9():
    """An ace crew stays one; the men are those of a new ship."""
    assert refitted(anchorage.REPAIR) == {
        **STORM_REPAIRED,
        "men forward": 14,
        "men midship": 10,
        "men aft": 13,
        "cic markers": 0,
        "cic destroyed": False,
        "5in-1 hits": 0,
        "5in-1 destroyed": False,
        "40mm-A director": WORKING,
        "sc": WORKING,
        "aft/Trunk": None,
    }


def test_back_from_18_1_rules_9():
    assert refitted(anchorage.REPLENISH) == REPLENISHED


def test_back_from_6_5_likewise_plus_hull_and_maneuver_rules_9():
    assert refitted(anchorage.STORM_REPAIR) == STORM_REPAIRED


def test_after_an_absence_a_new_station_determines_fdt_and_sfs_and_no_phase_was_before_rules_9_and_4_1():
    play = start(days=60, fdt=False, sfs=0, aboard=DEAD)
    dice = {"6-1": [3, 12], "6-1:rain": 1, "16": 12, "18": 2, "4-1": 12, "1-1": 9}
    game, done = drive(play, dice, until=lambda game: begun(game) == ("1945-05-23", "midday"))
    assert (game.state.ship.fdt, game.state.ship.sfs, game.state.ship.station) == (True, 2, 9)
    assert done.roll("6-1", 1).modifiers == ()


def test_a_patrol_ends_returned_to_rear_or_absent_on_its_last_day_rules_9():
    for total, fate, until in [(12, "returned to rear", ""), (9, "", "1945-06-13")]:
        game, done = drive(start(aboard=DEAD), {"16": 12, "18": total})
        assert (game.outcome.result, game.state.ship.fate, game.state.on_station) == (
            "record",
            fate,
            False,
        )
        assert done.told(Leave)[0].until == until
    assert max(game.state.records.calendar) == "1945-05-19"
