"""Anchorage (charts 16, 18, 18-1, 6-5; rules 4.6, 9) and the arithmetic of dates."""

from __future__ import annotations

import datetime
from typing import Any

from picket_duty.events import Leave
from picket_duty.rules import anchorage
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Compartment, Flood, Mount

from .script import Run, begun, drive, reasons, run, start


def phase(play: Play, dice: dict[str, Any] | None = None, choices: dict[str, Any] | None = None) -> tuple[Any, Run]:
    before = play.state.label
    return drive(play, dice, choices, until=lambda game: "/".join(begun(game)) not in (before, f"{before[:10]}/return"))


# -- dates --------------------------------------------------------------------------


def day(text: str) -> datetime.date:
    return datetime.date.fromisoformat(f"1945-{text}")


def test_18_note_a_a_week_is_seven_full_days():
    for left, days, back in [
        ("04-01", 7, "04-09"),
        ("03-24", 7, "04-01"),
        ("03-31", 14, "04-15"),
        ("04-30", 21, "05-22"),
        ("05-31", 28, "06-29"),
        ("05-31", 1, "06-02"),
        ("04-29", 3, "05-03"),
    ]:
        assert anchorage.back_after(day(left), days) == day(back)


def test_18_weeks():
    for total, weeks in [(2, 1), (3, 2), (5, 2), (6, 3), (8, 3), (9, 4)]:
        play = start()
        assert run(play, anchorage.repair_days(play), {"18": total}).result == 7 * weeks


def test_18_matches_the_printed_example():
    """Damaged April 1, repairs take a week, in action again on April 9."""
    play = start(patrol="1945-04-01", days=30)
    play.ship.maneuver = 0
    game, done = phase(play, {"16": 12, "18": 2})
    assert begun(game) == ("1945-04-09", "turn")
    assert done.told(Leave)[0].until == "1945-04-09"
    marked = [day for day, word in game.state.records.calendar.items() if word == "absent"]
    assert marked == [f"1945-04-0{number}" for number in range(2, 9)]


# -- table 16 ------------------------------------------------------------------------------


def test_16_damage_control_officers_value():
    for value, total, sinks in [
        (0, 4, True),
        (0, 5, False),
        (1, 4, False),
        (2, 3, False),
        (-1, 5, True),
        (-2, 6, True),
        (-2, 7, False),
        (2, 12, False),
        (-2, 3, True),
    ]:
        play = start(crew={"damage_control_officer": value})
        done = run(play, anchorage.make_for_anchorage(play, "dead in the water"), {"16": total})
        assert done.sunk is sinks
        assert reasons(done.roll("16").modifiers) == ({"Damage control officer": value} if value else {})


def test_16_a_natural_2_is_always_a_2():
    play = start(crew={"damage_control_officer": 2})
    assert run(play, anchorage.make_for_anchorage(play, "dead in the water"), {"16": 2}).sunk


# -- forced returns --------------------------------------------------------------------------


def dead(play: Play) -> None:
    play.ship.maneuver = 0


def no_hull(play: Play) -> None:
    play.ship.hull = 0


def test_16_and_18_at_the_end_of_the_phase_skip_later_phases_and_section_8_rules_9():
    for why in [dead, no_hull]:
        play = start(days=60)
        why(play)
        game, done = phase(play, {"16": 12, "18": 2})
        assert done.tables()[-2:] == ["16", "18"]
        assert not {"23", "24"} & set(done.tables())
        assert done.tables().count("6-1") == 1
        assert game.state.date == day("05-23")
        assert game.state.fighting_days == 1


def test_one_table_16_however_many_reasons_rules_9():
    play = start(days=60)
    dead(play)
    no_hull(play)
    _, done = phase(play, {"16": 12, "18": 2})
    assert done.tables().count("16") == 1
    assert done.told(Leave)[0].reason == "dead in the water, hull integrity gone"


def test_fire_out_of_control_rolls_immediately_instead_of_at_the_end_rules_9():
    play = start(days=60)
    dead(play)
    play.ship.deck_fires = {"aft": 3}
    _, done = phase(play, {"16": 12, "18": 2, "20": 2, "14": 12})
    at_once = next(roll for roll in done.rolls if roll.table == "16")
    assert done.tables().count("16") == 1
    assert done.rolls.index(at_once) < len(done.rolls) - 1 == done.tables().index("18")
    assert done.told(Leave)[0].reason == "deck fire out of control, dead in the water"


def burning(play: Play) -> None:
    """A deck fire gets out of control in the first round; in the second the ship loses her last fire room."""
    play.ship.deck_fires = {"aft": 3}
    play.ship.compartments["fire-room-fwd"] = Compartment(markers=4, destroyed=True)
    play.ship.compartments["fire-room-aft"] = Compartment(markers=2, fire=True)


FIRES = {"20": 2, "rules 7.5:spread": 1, "21-1": 12, "14": 12}


def test_dead_in_the_water_after_an_immediate_roll_rolls_again_12_note_b_rules_9():
    for second, sunk in [(4, True), (5, False)]:
        play = start(days=60)
        burning(play)
        game, done = phase(play, {**FIRES, "16": [12, second], "18": 2})
        assert [roll.total for roll in done.all("16")] == [12, second]
        assert (game.state.ship.fate == "sunk") is sunk
        if not sunk:
            assert done.tables()[-2:] == ["16", "18"]
            assert done.told(Leave)[0].reason.startswith("deck fire out of control, dead in the water")


def test_dead_in_the_water_before_an_immediate_roll_does_not_roll_again_rules_9():
    play = start(days=60)
    burning(play)
    dead(play)
    _, done = phase(play, {**FIRES, "16": [12], "18": 2})
    assert done.tables().count("16") == 1


def test_hull_lost_after_an_immediate_roll_does_not_roll_again_rules_9():
    """Only a ship dead in the water rolls again, whatever else happened."""
    play = start(days=60)
    play.ship.deck_fires, play.ship.hull = {"aft": 3}, 2
    _, done = phase(play, {**FIRES, "16": [12], "18": 2})
    assert (done.tables().count("16"), play.ship.maneuver) == (1, 10)
    assert done.told(Leave)[0].reason == "deck fire out of control, hull integrity gone"


# -- what is repaired ------------------------------------------------------------------------------


def battered() -> Play:
    play = start(level="advanced", crew={"captain": 2})
    ship = play.ship
    ship.fuel = ship.ammunition = 2
    ship.hull, ship.maneuver, ship.morale = 2, 4, -3
    ship.men = {"forward": 1, "midship": 2, "aft": 3}
    ship.compartments["cic"] = Compartment(markers=3, destroyed=True)
    ship.compartments["radio"] = Compartment(markers=2, fire=True)
    ship.compartments["fuel-aft"] = Compartment(flooded=True, paid=True)
    ship.mounts["5in-1"] = Mount(hits=3, destroyed=True)
    ship.mounts["5in-2"] = Mount(hits=2, ace=True, kills=4)
    ship.mounts["40mm-A"].director = DESTROYED
    ship.mounts["40mm-B"].director = DAMAGED
    ship.equipment.update(sc=DESTROYED, sg=DAMAGED)
    ship.secondary = {"aft/Trunk": 2, "aft/Storeroom 1": 1}
    ship.deck_fires = {"aft": 2}
    ship.floods = [Flood("aft", "", 2, "x")]
    ship.lines_out = ship.gun_bonuses_lost = True
    ship.jobs = {"radio": 1}
    return play


def test_back_from_18_everything_is_repaired_crew_and_morale_stay_rules_9():
    play = battered()
    anchorage.refit(play, play.ship, anchorage.REPAIR)
    ship, new = play.ship, start(level="advanced").ship
    assert (ship.fuel, ship.ammunition, ship.hull, ship.maneuver, ship.men) == (10, 10, 6, 10, new.men)
    assert (ship.compartments, ship.equipment, ship.secondary, ship.deck_fires, ship.floods) == (
        new.compartments,
        new.equipment,
        {},
        {},
        [],
    )
    assert (ship.lines_out, ship.gun_bonuses_lost, ship.morale, ship.crew["captain"].value) == (False, False, -3, 2)
    assert ship.mounts["5in-1"] == Mount()
    assert ship.mounts["5in-2"] == Mount(ace=True, kills=4)


def check_cleared(play: Play) -> None:
    ship = play.ship
    assert (ship.fuel, ship.ammunition, ship.deck_fires, ship.floods, ship.jobs) == (10, 10, {}, [], {})
    assert ship.compartments["radio"] == ship.compartments["fuel-aft"] == Compartment()
    assert (ship.mounts["5in-2"].hits, ship.mounts["5in-2"].ace, ship.mounts["40mm-B"].director) == (0, True, WORKING)
    assert ship.equipment["sg"] == WORKING
    assert "aft/Storeroom 1" not in ship.secondary
    # Destroyed items stay destroyed; men and morale do not change.
    assert ship.compartments["cic"].destroyed
    assert ship.mounts["5in-1"].destroyed
    assert ship.mounts["40mm-A"].director == DESTROYED
    assert ship.equipment["sc"] == DESTROYED
    assert ship.secondary == {"aft/Trunk": 2}
    assert (ship.men, ship.morale) == ({"forward": 1, "midship": 2, "aft": 3}, -3)


def test_back_from_18_1_rules_9():
    play = battered()
    anchorage.refit(play, play.ship, anchorage.REPLENISH)
    check_cleared(play)
    assert (play.ship.hull, play.ship.maneuver) == (2, 4)


def test_back_from_6_5_likewise_plus_hull_and_maneuver_rules_9():
    play = battered()
    anchorage.refit(play, play.ship, anchorage.STORM_REPAIR)
    check_cleared(play)
    assert (play.ship.hull, play.ship.maneuver) == (6, 10)


def test_a_new_station_determines_fdt_and_sfs_rules_9():
    play = start(days=60, fdt=False, sfs=0)
    dead(play)
    game, done = drive(
        play, {"16": 12, "18": 2, "4-1": 12, "1-1": 9}, until=lambda game: begun(game) == ("1945-05-23", "morning")
    )
    assert (game.state.ship.fdt, game.state.ship.sfs, game.state.ship.station) == (True, 2, 9)
    assert done.roll("6-1", 0).modifiers == ()


def test_first_phase_after_an_absence_has_no_previous_phase_rules_4_1():
    play = start(days=60)
    dead(play)
    _game, done = drive(
        play,
        {"6-1": [3, 12], "6-1:rain": 1, "16": 12, "18": 2},
        until=lambda game: begun(game) == ("1945-05-23", "midday"),
    )
    assert done.roll("6-1", 1).modifiers == ()


def test_returned_to_rear_ends_a_patrol_rules_9():
    play = start()
    dead(play)
    game, done = drive(play, {"16": 12, "18": 12})
    assert (game.outcome.result, game.state.ship.fate, game.state.on_station) == ("record", "returned to rear", False)
    assert done.told(Leave)[0].until == ""


def test_absent_beyond_the_last_day_of_a_patrol():
    play = start(days=5)
    dead(play)
    game, _ = drive(play, {"16": 12, "18": 9})
    assert (game.outcome.result, game.state.on_station) == ("record", False)
    assert max(game.state.records.calendar) == "1945-05-19"
