"""Is there an attack, and with how many planes (charts 8-1, 8-2, D-2, 22, 22-1; rules 4.3)."""

from __future__ import annotations

from picket_duty.events import PhaseBegun, Raid
from picket_duty.rules import raid
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, PHASES

from .script import Run, begun, drive, reasons, run, start


def attack(play: Play, dice: dict[str, object]) -> Run:
    return run(play, raid.determine_raid(play, raid.kikusui_today(play)), dice)


def planes(done: Run) -> list[str]:
    return [f"{plane.bearing}{plane.altitude}" for plane in done.result]


# -- the column of 8-1 -------------------------------------------------------------


def shifts(play: Play) -> dict[str, int]:
    return reasons(raid.raid_roll(play).column_modifiers)


def test_8_1_an_ordinary_ship_without_cover_or_support():
    assert shifts(start()) == {"FDT present": 1, "No fighter cover": -2, "All ship radars working": 1, "No SFS": -2}


def test_8_1_no_fdt():
    assert shifts(start(fdt=False))["No FDT"] == -1


def test_8_1_each_sfs_marker():
    for markers in [1, 2]:
        shifted = shifts(start(sfs=markers))
        assert shifted["Each SFS marker available"] == markers
        assert "No SFS" not in shifted


def test_8_1_the_chit_of_each_type_present():
    play = start()
    play.state.air.coverage = {"carrier": 2, "land": -1}
    values = [modifier.value for modifier in raid.raid_roll(play).column_modifiers if "Chit" in modifier.why]
    assert values == [2, -1]
    assert "No fighter cover" not in [modifier.why for modifier in raid.raid_roll(play).column_modifiers]


def test_8_1_a_cover_value_of_0_counts_as_cover():
    play = start()
    play.state.air.coverage = {"carrier": 0}
    assert shifts(play) == {"FDT present": 1, "All ship radars working": 1, "No SFS": -2}


def test_8_1_ship_radars():
    for sc, sg, value in [
        ("working", "working", 1),
        (DAMAGED, "working", 0),
        ("working", DAMAGED, 0),
        (DAMAGED, DAMAGED, 0),
        (DESTROYED, "working", -1),
        (DESTROYED, DESTROYED, -1),
        (DAMAGED, DESTROYED, -1),
    ]:
        play = start()
        play.ship.equipment.update(sc=sc, sg=sg)
        assert sum(number for why, number in shifts(play).items() if "ship radars" in why) == value


def test_8_1_land_radar():
    for stations, value in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)]:
        play = start(level="advanced")
        play.state.land_radars = stations
        assert sum(number for why, number in shifts(play).items() if "land radar" in why) == value


def test_8_1_rooms_count_only_when_destroyed():
    for room, why in [("radio", "Radio destroyed"), ("bridge", "Bridge destroyed"), ("cic", "CIC destroyed")]:
        play = start()
        play.ship.compartments[room].markers = 2
        assert why not in shifts(play)
        play.ship.compartments[room].destroyed = True
        assert shifts(play)[why] == -1


def test_8_1_plot_room_destroyed_advanced_only():
    for level, hits, counts in [("advanced", 2, True), ("advanced", 1, False), ("basic", 2, False)]:
        play = start(level=level)
        play.ship.secondary["forward/Plot Room"] = hits
        assert ("Plot room destroyed" in shifts(play)) is counts


def test_8_1_columns_clamp_to_2():
    play = start(fdt=False)
    play.ship.equipment["sc"] = DESTROYED
    assert raid.raid_roll(play).column == "-2"
    play = start(sfs=2)
    play.state.air.coverage = {"carrier": 2, "land": 2}
    assert raid.raid_roll(play).column == "+2"


# -- the dice of 8-1 ----------------------------------------------------------------


def test_8_1_picket_station():
    for station, value in [(1, -2), (2, -1), (4, -1), (5, 0), (7, 0), (9, 0), (10, 0), (11, -1), (12, -1), (16, -1)]:
        assert sum(modifier.value for modifier in raid.raid_roll(start(station=station)).modifiers) == value


def test_8_1_rain():
    play = start(station=1)
    play.state.air.weather = "rain"
    assert reasons(raid.raid_roll(play).modifiers) == {"Rain": 1, "Picket station 1": -2}


def test_8_1_storm_does_not_count_as_rain():
    play = start()
    play.state.air.weather = "storm"
    assert raid.raid_roll(play).modifiers == ()


# -- the attack -----------------------------------------------------------------------


def test_8_1_letter_table_and_its_planes_in_printed_order():
    """Column -2, total 12: table A, row 9."""
    play = start()
    done = attack(play, {"8-1": 12, "8-1A": 9})
    assert planes(done) == ["225L", "270H", "45H"]
    assert done.tables() == ["8-1", "8-1A"]
    assert [(event.planes, event.table, event.kikusui) for event in done.told(Raid)] == [(3, "8-1A", False)]


def test_8_1_na_is_a_quiet_phase():
    play = start(sfs=2)
    play.state.air.coverage = {"carrier": 2}
    done = attack(play, {"8-1": 12})
    assert (done.result, done.tables()) == ([], ["8-1"])


def test_note_a_adds_planes_by_d_2_and_an_altitude_die():
    """Table A, row 4: six planes and 1d6 more (note A, D-2)."""
    done = attack(start(), {"8-1": 12, "8-1A": 4, "8-1A:A": 3, "D-2": [2, 12, 7], "D-2:altitude": [1, 4, 6]})
    assert planes(done) == ["45H", "135L", "270M", "270M", "0H", "0L", "0L", "315M", "90H"]
    assert [plane.number for plane in done.result] == list(range(9))


# -- night ------------------------------------------------------------------------------


def test_day_needs_no_night_die():
    for phase in [0, 1]:
        assert "8-1:night" not in attack(start(phase=phase), {"8-1": 12, "8-1A": 5}).tables()


def test_night_halves_the_raid_and_keeps_the_first_listed_planes():
    done = attack(start(phase=2), {"8-1:night": 6, "8-1": 12, "8-1A": 7})
    assert planes(done) == ["270L", "270M"]


def test_night_halves_the_total_with_note_a():
    """Six listed and five more are 11: five stay, all of them listed; no D-2 roll."""
    done = attack(start(phase=2), {"8-1:night": 6, "8-1": 12, "8-1A": 4, "8-1A:A": 5})
    assert planes(done) == ["45H", "135L", "270M", "270M", "0H"]
    assert "D-2" not in done.tables()


def test_at_night_only_the_remaining_note_a_planes_are_rolled():
    """Table B row 11: two listed, six more are eight; four stay, two of them by D-2."""
    play = start(phase=2)
    play.state.air.coverage = {"carrier": 0}
    dice = {"8-1:night": 6, "8-1": 8, "8-1B": 11, "8-1B:A": 6, "D-2": 9, "D-2:altitude": 1}
    done = attack(play, dice)
    assert planes(done) == ["180H", "180L", "180L", "180L"]
    assert len(done.all("D-2")) == 2


def test_night_halves_one_plane_to_a_quiet_phase():
    play = start(phase=2)
    play.state.air.coverage = {"carrier": -1}
    assert raid.raid_roll(play).column == "-1"
    play.state.air.coverage = {"carrier": 0}
    done = attack(play, {"8-1:night": 5, "8-1": 7, "8-1C": 11})
    assert (done.result, done.told(Raid)[0].planes) == ([], 0)


def test_a_raid_halved_to_no_planes_does_not_count_as_an_attack_rules_4_3():
    play = start(phase=2)
    game, _done = drive(
        play, {"8-1:night": 5, "8-1": 12, "8-1A": 2, "8-2": 2}, until=lambda game: begun(game)[1] == "turn_end"
    )
    assert not game.state.attacked_today


# -- 8-2 ------------------------------------------------------------------------------------


def test_8_2_one_special_plane():
    for total, kind, weapon in [(2, "Sally", "ohka"), (5, "Val", "bomb"), (8, "Kate", "torpedo"), (12, "Judy", "bomb")]:
        done = attack(start(), {"8-1": 12, "8-1A": 2, "8-2": total})
        assert [(plane.type, plane.weapon) for plane in done.result] == [(kind, weapon)]
        assert done.told(Raid)[0].table == "8-2"


def test_8_1_rr_goes_to_8_2():
    play = start(sfs=2)
    play.state.air.coverage = {"carrier": 2}
    play.state.air.weather = "rain"
    done = attack(play, {"8-1": 12, "8-2": 5})
    assert (done.tables(), done.result[0].weapon) == (["8-1", "8-2"], "bomb")


WEATHER, RADAR = "The weather closes in: the rest of the day is not played", "A land radar station goes off line"


ABORT = {"8-1": 11, "8-1A": 2, "8-2": 7, "8-2:B": 1}


def test_8_2_weather_ends_the_turn_after_this_phase_with_section_8():
    play = start()
    game, done = drive(
        play,
        {**ABORT, "6-1": [4, 12, 12], "6-1:rain": 5, "8-1": [11, 7]},
        until=lambda game: begun(game)[0] != "1945-05-15",
    )
    assert [event.name for event in done.told(PhaseBegun)] == ["morning", "morning"]
    assert "23" in done.tables()
    assert "24" in done.tables()
    assert game.state.fighting_days == 1


def test_8_2_phases_not_played_leave_no_rain_rules_4_3():
    play = start()
    dice = {**ABORT, "6-1": [4, 12], "6-1:rain": 5}
    _game, done = drive(play, dice, until=lambda game: begun(game)[0] != "1945-05-15" and game.request.table != "6-1")
    assert done.roll("6-1", 1).modifiers == ()


def test_8_2_in_the_evening_the_rain_of_that_phase_counts_rules_4_3():
    """No phase is left out, so the evening itself is the previous phase of the next morning."""
    play = start(phase=2)
    dice = {**ABORT, "6-1": [4, 12], "6-1:rain": 5, "8-1:night": 6}
    _game, done = drive(play, dice, until=lambda game: begun(game)[0] != "1945-05-15" and game.request.table != "6-1")
    assert reasons(done.roll("6-1", 1).modifiers) == {"Previous phase rain or storm": -1}


# -- Kikusui ----------------------------------------------------------------------------------


def test_22_number_of_planes_and_22_1_for_each():
    for total, count in [(2, 12), (11, 6), (12, 18)]:
        done = attack(start(2), {"22": total, "22-1": 8, "22-1:altitude": 5})
        assert planes(done) == ["225H"] * count
        assert done.tables() == ["22", *["22-1", "22-1:altitude"] * count]
        assert done.told(Raid)[0].kikusui


def test_kikusui_at_night_is_halved_before_22_1():
    done = attack(start(2, phase=2), {"8-1:night": 5, "22": 3, "22-1": 8, "22-1:altitude": 5})
    assert len(done.result) == len(done.all("22-1")) == 4


def test_kikusui_in_scenarios_at_either_level_never_by_date_rules_1():
    """Scenario 8 lies on April 7, a date of K-1, and is no Kikusui (rules 10)."""
    for level in ["basic", "advanced"]:
        for number, kikusui in [
            (1, False),
            (2, True),
            (3, True),
            (4, True),
            (5, True),
            (6, False),
            (7, False),
            (8, False),
        ]:
            assert raid.kikusui_today(start(number, level=level)) is kikusui


K_1 = [
    ("04-06", "04-07"),
    ("04-12", "04-13"),
    ("04-15", "04-16"),
    ("04-27", "04-28"),
    ("05-03", "05-04"),
    ("05-10", "05-11"),
    ("05-23", "05-25"),
    ("05-27", "05-29"),
    ("06-03", "06-07"),
    ("06-21", "06-22"),
]


def test_kikusui_dates_of_the_advanced_game_k_1():
    for first, last in K_1:
        for campaign in ["mini", "long-a", "long-b", None]:
            for day, wanted in ((first, True), (last, True)):
                for level in ("basic", "advanced"):
                    play = start(campaign=campaign, level=level, date=f"1945-{day}")
                    assert raid.kikusui_today(play) is (wanted and level == "advanced")


def test_days_between_raids_are_not_kikusui_days_k_1():
    marked = set()
    for first, last in K_1:
        marked |= set(range(_day(first), _day(last) + 1))
    for number in range(_day("03-24"), _day("06-25") + 1):
        play = start(level="advanced")
        play.state.date = play.state.date.fromordinal(number)
        assert raid.kikusui_today(play) is (number in marked), play.state.date


def _day(text: str) -> int:
    month, day = text.split("-")
    return start().state.date.replace(month=int(month), day=int(day)).toordinal()


def test_kikusui_in_all_three_phases_rules_10():
    for phase in range(3):
        play = start(level="advanced", date="1945-05-10", phase=phase)
        done = attack(play, {"8-1:night": 6, "22": 11, "22-1": 8, "22-1:altitude": 5})
        assert len(done.result) == (3 if PHASES[phase] == "evening" else 6)


def test_rain_die_before_an_attack_then_plus_1_rules_4_1():
    play = start()
    _, done = drive(play, {"6-1": 4, "6-1:rain": 5, "8-1": 2}, until=lambda game: begun(game)[1] == "midday")
    assert reasons(done.roll("8-1").modifiers) == {"Rain": 1}
