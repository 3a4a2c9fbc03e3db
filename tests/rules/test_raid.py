"""Fighter coverage, and is there an attack, with how many planes (charts 7-1 to 8-2, D-2, 22, 22-1;
rules 4.2, 4.3).
"""

import datetime

import pytest

from picket_duty.events import PhaseBegun, Raid
from picket_duty.rules import coverage, raid
from picket_duty.state import DAMAGED, DESTROYED, PHASES, WORKING
from tests.text_table import table_of

from .script import begun, drive, reasons, run, start


def attack(play, dice):
    return run(play, raid.determine_raid(play, raid.kikusui_today(play)), dice)


def planes(done):
    return [f"{plane.bearing}{plane.altitude}" for plane in done.result]


def shifts(play):
    return reasons(raid.raid_roll(play).column_modifiers)


ORDINARY = {"FDT present": 1, "No fighter cover": -2, "All ship radars working": 1, "No SFS": -2}
COLUMNS = [
    ({}, {}, {}),
    ({"fdt": False}, {}, {"FDT present": 0, "No FDT": -1}),
    *(
        ({"sfs": markers}, {}, {"No SFS": 0, "Each SFS marker available": markers})
        for markers in (1, 2)
    ),
    *(
        ({}, {"sc": sc, "sg": sg}, {"All ship radars working": 0} | why)
        for sc, sg, why in [
            (DAMAGED, WORKING, {}),
            (WORKING, DAMAGED, {}),
            (DAMAGED, DAMAGED, {}),
            *(
                (sc, sg, {"One or both ship radars destroyed": -1})
                for sc, sg in [(DESTROYED, WORKING), (DESTROYED, DESTROYED), (DAMAGED, DESTROYED)]
            ),
        ]
    ),
    *(
        (
            {},
            {f"{room} markers": 2, f"{room} destroyed": out},
            {f"{name} destroyed": -1} if out else {},
        )
        for room, name in [("radio", "Radio"), ("bridge", "Bridge"), ("cic", "CIC")]
        for out in (False, True)
    ),
    *(
        (
            {"level": level},
            {"secondary": {"forward/Plot Room": hits}},
            {"Plot room destroyed": -1} if counts else {},
        )
        for level, hits, counts in [
            ("advanced", 2, True),
            ("advanced", 1, False),
            ("basic", 2, False),
        ]
    ),
]


@pytest.mark.parametrize(("chosen", "aboard", "others"), COLUMNS)
def test_8_1_column(chosen, aboard, others):
    """Radio, bridge and CIC count only when destroyed, the plot room in the advanced game."""
    wanted = {why: value for why, value in (ORDINARY | others).items() if value}
    assert shifts(start(**chosen, aboard=aboard)) == wanted


def test_8_1_the_chit_of_each_type_present():
    """A cover value of 0 counts as cover."""
    for coverage_values, chits in table_of("""
        {'carrier': 2, 'land': -1} | [2, -1]
        {'carrier': 0}             | []
        """):
        play = start(now={"coverage": coverage_values})
        listed = raid.raid_roll(play).column_modifiers
        assert [modifier.value for modifier in listed if "Chit" in modifier.why] == chits
        assert len(listed) == 3 + len(chits)
        assert "No fighter cover" not in [modifier.why for modifier in listed]


def test_8_1_land_radar():
    for stations, value in [(0, 0), (1, 1), (2, 1), (3, 2), (4, 2)]:
        play = start(level="advanced", now={"land_radars": stations})
        assert sum(number for why, number in shifts(play).items() if "land radar" in why) == value


def test_8_1_columns_clamp_to_2():
    assert raid.raid_roll(start(fdt=False, aboard={"sc": DESTROYED})).column == "-2"
    play = start(sfs=2, now={"coverage": {"carrier": 2, "land": 2}})
    assert raid.raid_roll(play).column == "+2"


def test_8_1_picket_station():
    for value, stations in table_of("""
        -2 | (1,)
        -1 | (2, 4, 11, 12, 16)
        0  | (5, 7, 9, 10)
        """):
        for station in stations:
            assert (
                sum(modifier.value for modifier in raid.raid_roll(start(station=station)).modifiers)
                == value
            )


def test_8_1_rain_counts_storm_does_not():
    for weather, modifiers in [
        ("rain", {"Rain": 1, "Picket station 1": -2}),
        ("storm", {"Picket station 1": -2}),
    ]:
        play = start(station=1, now={"weather": weather})
        assert reasons(raid.raid_roll(play).modifiers) == modifiers


def test_8_1_letter_table_and_its_planes_in_printed_order():
    """Column -2, total 12: table A, row 9."""
    for phase in [0, 1]:
        done = attack(start(phase=phase), {"8-1": 12, "8-1A": 9})
        assert planes(done) == ["225L", "270H", "45H"]
        assert done.tables() == ["8-1", "8-1A"], "no night die"
        assert [(event.planes, event.table, event.kikusui) for event in done.told(Raid)] == [
            (3, "8-1A", False)
        ]


def test_8_1_na_is_a_quiet_phase_and_rr_goes_to_8_2():
    for weather, tables, weapons in [("", ["8-1"], []), ("rain", ["8-1", "8-2"], ["bomb"])]:
        play = start(sfs=2)
        play.state.air.coverage = {"carrier": 2}
        play.state.air.weather = weather
        done = attack(play, {"8-1": 12, "8-2": 5})
        assert (done.tables(), [plane.weapon for plane in done.result]) == (tables, weapons)


def test_note_a_adds_planes_by_d_2_and_an_altitude_die():
    """Table A, row 4: six planes and 1d6 more (note A, D-2)."""
    done = attack(
        start(), {"8-1": 12, "8-1A": 4, "8-1A:A": 3, "D-2": [2, 12, 7], "D-2:altitude": [1, 4, 6]}
    )
    assert planes(done) == ["45H", "135L", "270M", "270M", "0H", "0L", "0L", "315M", "90H"]
    assert [plane.number for plane in done.result] == list(range(9))


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
    play = start(phase=2, now={"coverage": {"carrier": 0}})
    dice = {"8-1:night": 6, "8-1": 8, "8-1B": 11, "8-1B:A": 6, "D-2": 9, "D-2:altitude": 1}
    done = attack(play, dice)
    assert planes(done) == ["180H", "180L", "180L", "180L"]
    assert len(done.all("D-2")) == 2


def test_night_halves_one_plane_to_a_quiet_phase():
    play = start(phase=2, now={"coverage": {"carrier": -1}})
    assert raid.raid_roll(play).column == "-1"
    play.state.air.coverage = {"carrier": 0}
    done = attack(play, {"8-1:night": 5, "8-1": 7, "8-1C": 11})
    assert (done.result, done.told(Raid)[0].planes) == ([], 0)


def test_a_raid_halved_to_no_planes_does_not_count_as_an_attack_rules_4_3():
    dice = {"8-1:night": 5, "8-1": 12, "8-1A": 2, "8-2": 2}
    game, _done = drive(start(phase=2), dice, until=lambda game: begun(game)[1] == "turn_end")
    assert not game.state.attacked_today


def test_8_2_one_special_plane():
    for total, kind, weapon in [
        (2, "Sally", "ohka"),
        (5, "Val", "bomb"),
        (8, "Kate", "torpedo"),
        (12, "Judy", "bomb"),
    ]:
        done = attack(start(), {"8-1": 12, "8-1A": 2, "8-2": total})
        assert [(plane.type, plane.weapon) for plane in done.result] == [(kind, weapon)]
        assert done.told(Raid)[0].table == "8-2"


ABORT = {"8-1": 11, "8-1A": 2, "8-2": 7, "8-2:B": 1}


def test_8_2_weather_ends_the_turn_after_this_phase_with_section_8():
    dice = {**ABORT, "6-1": [4, 12, 12], "6-1:rain": 5, "8-1": [11, 7]}
    game, done = drive(start(), dice, until=lambda game: begun(game)[0] != "1945-05-15")
    assert [event.name for event in done.told(PhaseBegun)] == ["morning", "morning"]
    assert {"23", "24"} <= set(done.tables())
    assert game.state.fighting_days == 1


def weather_of_the_next_morning(phase):
    """Modifiers of the weather after a turn that 8-2 has ended in a rainy phase."""
    dice = {**ABORT, "6-1": [4, 12], "6-1:rain": 5, "8-1:night": 6}
    _game, done = drive(
        start(phase=phase),
        dice,
        until=lambda game: begun(game)[0] != "1945-05-15" and game.request.table != "6-1",
    )
    return reasons(done.roll("6-1", 1).modifiers)


def test_8_2_phases_not_played_leave_no_rain_rules_4_3():
    assert weather_of_the_next_morning(0) == {}


def test_8_2_in_the_evening_the_rain_of_that_phase_counts_rules_4_3():
    """No phase is left out, so the evening itself is the previous phase of the next morning."""
    assert weather_of_the_next_morning(2) == {"Previous phase rain or storm": -1}


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
        for number in range(1, 9):
            assert raid.kikusui_today(start(number, level=level)) is (number in (2, 3, 4, 5))


#: First and last days, as month and day.
K_1 = table_of("""
    (4, 6)  | (4, 7)
    (4, 12) | (4, 13)
    (4, 15) | (4, 16)
    (4, 27) | (4, 28)
    (5, 3)  | (5, 4)
    (5, 10) | (5, 11)
    (5, 23) | (5, 25)
    (5, 27) | (5, 29)
    (6, 3)  | (6, 7)
    (6, 21) | (6, 22)
    """)


@pytest.mark.parametrize("campaign", ["mini", "long-a", "long-b", None])
def test_kikusui_dates_of_the_advanced_game_k_1(campaign):
    """On no day between raids, nor in the basic game."""
    for level in ("basic", "advanced"):
        play = start(campaign=campaign, level=level, now={"date": datetime.date(1945, 3, 24)})
        while play.state.date <= datetime.date(1945, 6, 25):
            today = (play.state.date.month, play.state.date.day)
            marked = level == "advanced" and any(first <= today <= last for first, last in K_1)
            assert raid.kikusui_today(play) is marked, today
            play.state.date += datetime.timedelta(days=1)


def test_kikusui_in_all_three_phases_rules_10():
    for phase in range(3):
        play = start(level="advanced", date="1945-05-10", phase=phase)
        done = attack(play, {"8-1:night": 6, "22": 11, "22-1": 8, "22-1:altitude": 5})
        assert len(done.result) == (3 if PHASES[phase] == "evening" else 6)


def test_rain_die_before_an_attack_then_plus_1_rules_4_1():
    play = start()
    _, done = drive(
        play, {"6-1": 4, "6-1:rain": 5, "8-1": 2}, until=lambda game: begun(game)[1] == "midday"
    )
    assert reasons(done.roll("8-1").modifiers) == {"Rain": 1}


def cover(play, dice, kikusui=False):
    return run(play, coverage.roll_coverage(play, kikusui), dice)


def test_7_1_by_date_and_day_or_night():
    for column, days in [
        ("mar24-apr06", ("03-24", "04-06")),
        ("apr07-apr15", ("04-07", "04-15")),
        ("apr16-jun25", ("04-16", "06-25")),
    ]:
        for day in days:
            for phase in range(3):
                done = cover(start(date=f"1945-{day}", phase=phase), {"7-1": 12, "7-2": 7})
                assert done.roll("7-1").column == f"{column} {'night' if phase == 2 else 'day'}"


def test_7_1_each_type_gets_a_value_and_a_roll_on_7_2():
    for total, types in table_of("""
        2  | []
        3  | ['carrier']
        4  | ['land']
        5  | ['carrier', 'land']
        12 | ['carrier', 'land']
        """):
        play = start()
        done = cover(play, {"7-1": total, "V-1:carrier": 9, "V-1:land": 4, "7-2": 7})
        values = {"carrier": 1, "land": -1}
        assert play.state.air.coverage == {name: values[name] for name in types}
        assert [(roll.actor, roll.column) for roll in done.all("7-2")] == [
            (name, "+1" if name == "carrier" else "-1") for name in types
        ]


def test_7_2_note_fdt():
    for fdt, why, total in [(True, {"FDT present": 1}, 8), (False, {"No FDT": -1}, 6)]:
        play = start(fdt=fdt)
        roll = cover(play, {"7-1": 3, "7-2": 7}).roll("7-2")
        assert (reasons(roll.modifiers), roll.total) == (why, total)


def test_7_2_markers_by_chit_and_total_open_ended():
    for value, total, fdt, markers in table_of("""
        12 | 2  | False | 2
        2  | 2  | False | 0
        2  | 12 | True  | 2
        12 | 12 | True  | 4
        7  | 3  | True  | 1
        7  | 2  | True  | 0
        """):
        play = start(fdt=fdt)
        cover(play, {"7-1": 3, "V-1": value, "7-2": total})
        assert play.state.air.markers == [f"AFS carrier {n}" for n in range(1, markers + 1)]


def test_both_types_add_up_and_markers_last_for_this_phase_only_rules_4_2():
    play = start()
    cover(play, {"7-1": 12, "7-2": 7})
    assert play.state.air.markers == ["AFS carrier 1", "AFS carrier 2", "AFS land 1", "AFS land 2"]
    game, _ = drive(start(), {"7-1": 3}, until=lambda game: game.state.phase == 1)
    assert game.state.air.markers == []


def test_7_3_matches_the_printed_example():
    """Dice 4 and 2 with the FDT: 5 land and 5 carrier."""
    for fdt, dice, totals, markers in table_of("""
        True  | [4, 2] | [5, 3] | 5
        False | [1, 1] | [0, 0] | 2
        """):
        play = start(2, fdt=fdt)
        done = cover(play, {"7-3": dice}, kikusui=True)
        assert (done.tables(), [roll.total for roll in done.rolls]) == (["7-3", "7-3"], totals)
        listed = [f"AFS {name} {n}" for name in ("carrier", "land") for n in range(1, markers + 1)]
        assert (play.state.air.markers, play.state.air.coverage) == (listed, {})
