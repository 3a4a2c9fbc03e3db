"""Ship, crew, station, land radar (charts 1-1 to 5-1; rules 2 and 3)."""

import pytest

from picket_duty.events import Crew, NewShip, PhaseBegun
from picket_duty.rules import damage, stations
from picket_duty.state import POSTS
from tests.text_table import cases, table_of

from .script import TABLES, begun, blow, drive, run, start


def test_tracks_at_the_start_rules_2():
    ship = start().ship
    assert (ship.ammunition, ship.fuel, ship.maneuver, ship.hull, ship.flood, ship.morale) == (
        10,
        10,
        10,
        6,
        0,
        0,
    )
    assert ship.men == {"forward": 14, "midship": 10, "aft": 13}


def test_armament_of_a_fletcher_rules_2():
    play = start()
    by_section = {}
    for mount in play.armament().values():
        key = (mount.kind, mount.section)
        by_section[key] = by_section.get(key, "") + mount.id[-1]
    assert by_section == {
        ("5in", "forward"): "12",
        ("5in", "aft"): "345",
        ("40mm", "forward"): "AB",
        ("40mm", "midship"): "CD",
        ("40mm", "aft"): "E",
        ("20mm", "midship"): "ABCD",
        ("20mm", "aft"): "EFG",
    }
    assert set(play.ship.mounts) == set(play.armament())


def test_primary_compartments_and_their_markers_which_can_be_flooded_and_explode_rules_2():
    markers = {}
    kinds = {"magazine", "fuel", "engine_room", "fire_room"}
    for compartment in TABLES.sheet.compartments:
        markers.setdefault(compartment.section, {})[compartment.id] = compartment.markers
        assert compartment.floodable == bool(compartment.explodes) == (compartment.kind in kinds), (
            compartment.id
        )
    rooms = ("fire-room-fwd", "fire-room-aft", "engine-room-fwd", "engine-room-aft")
    aft = ("5in-mgz-3", "5in-mgz-4", "5in-mgz-5", "40mm-mgz-aft", "20mm-mgz-aft", "fuel-aft")
    forward = ("5in-mgz-1", "5in-mgz-2", "40mm-mgz-fwd", "fuel-fwd")
    assert markers == {
        "forward": dict.fromkeys(forward, 4) | dict.fromkeys(("cic", "radio", "bridge"), 3),
        "midship": dict.fromkeys(rooms, 4) | {"stack-fwd": 2, "stack-aft": 2},
        "aft": dict.fromkeys(aft, 4) | {"steering": 3},
    }


def test_ships_without_a_mount_lack_its_magazine_but_keep_the_others_rules_2():
    la_prade = start(7).ship
    dunlap = start(8, options=("dunlap-1941",)).ship
    assert {name for name in la_prade.compartments if name.startswith("5in")} == {
        "5in-mgz-1",
        "5in-mgz-5",
    }
    assert {name for name in dunlap.compartments if name.startswith("5in")} == {
        f"5in-mgz-{n}" for n in range(1, 5)
    }
    for ship in (la_prade, dunlap):
        assert {"40mm-mgz-fwd", "40mm-mgz-aft", "20mm-mgz-aft"} <= set(ship.compartments)


def test_damage_to_an_item_not_aboard_is_superficial_rules_2():
    """La Prade has no 5-inch 2, no tub B (nor its director), no magazine 2; 20 mm B she has."""
    missing = table_of("""
        (3, 1) | 11/forward | {}
        (3, 4) | 11/forward | {}
        (6, 5) | 11/forward | {}
        """)
    for cell, chart, changed in [*missing, ((1, 4), "11/midship", {"20mm-B destroyed": True})]:
        play = start(7)
        done = run(play, damage.carry_out(play, TABLES[chart].cell(*cell), blow(chart)))
        assert (done.tables(), done.changed) == ([], changed)
        assert done.effects == (["destroyed"] if changed else ["superficial"])


def test_crew_is_drawn_on_v1_post_by_post_rules_2():
    play = start()
    values = dict(
        table_of("""
        2  | -2
        3  | -2
        4  | -1
        5  | -1
        6  | 0
        8  | 0
        9  | 1
        10 | 1
        12 | 2
        """)
    )
    done = run(play, stations.draw_crew(play), {"V-1": list(values)})
    assert [roll.actor for roll in done.rolls] == list(POSTS)
    assert [play.value_of(post) for post in POSTS] == list(values.values())
    assert [(event.post, event.value, event.killed) for event in done.told(Crew)] == [
        (post, value, False) for post, value in zip(POSTS, values.values(), strict=True)
    ]


@cases("""
    total | more             | station | fdt | sfs
    2     | {'1-1:split': 3} | 1       | 2   | 4
    2     | {'1-1:split': 4} | 2       | 4   | 5
    3     | {}               | 3       | 5   | 7
    9     | {}               | 9       | 12  | 8
    12    | {'1-1:split': 5} | 16      | 12  | 12
    """)
def test_1_1_station_of_the_basic_game_3_1_fighter_direction_team_4_1_fire_support(
    total, more, station, fdt, sfs
):
    play = start(station=None, fdt=fdt < 5)
    dice = {"1-1": total, **more, "3-1": fdt, "4-1": sfs}
    done = run(play, stations.assign_station(play), dice)
    assert (play.ship.station, done.tables(), play.ship.fdt) == (station, list(dice), fdt >= 5)
    assert play.ship.sfs == {4: 0, 5: 1, 7: 1, 8: 2, 12: 2}[sfs]


@cases("""
    day   | table | dice      | station
    03-29 | ''    | []        | 9
    04-01 | 2-2A  | [8]       | 9
    04-02 | 2-2A  | [8, 8, 9] | 10
    04-28 | 2-2A  | [8, 8, 9] | 10
    04-29 | 2-2A  | [8]       | 9
    05-06 | 2-3C  | [12]      | 16
    06-17 | 2-4B  | [4]       | 5
    """)
def test_2_2_tables_by_date(day, table, dice, station):
    """One station needs no die; station 9 is rolled again from April 2 to 28."""
    play = start(level="advanced", date=f"1945-{day}", station=None)
    done = run(play, stations.assign_station(play), {table: dice, "3-1": 4, "4-1": 4})
    assert (play.ship.station, done.tables()) == (station, [table] * len(dice) + ["3-1", "4-1"])


@pytest.mark.parametrize(
    ("chosen", "dice", "station", "tables"),
    table_of("""
        {'scenario': 1, 'level': 'advanced'} | {} | 1 | ['5-1']
        {'patrol': '1945-03-25', 'level': 'advanced', 'fixed': 14, 'station': None} | {} | 14 | ['3-1', '4-1', '5-1']
        {'patrol': '1945-05-07', 'level': 'advanced', 'station': 1} | {'2-3D': 9} | 15 | ['2-3D', '3-1', '4-1', '5-1']
        {'patrol': '1945-05-07', 'level': 'advanced', 'station': 5} | {} | 5 | ['5-1']
        {'patrol': '1945-05-07', 'station': 1} | {} | 1 | []
        """),
    ids=["scenario", "free patrol", "not active any more", "still active", "basic"],
)
def test_the_present_station_stays_while_it_is_active_rules_3(chosen, dice, station, tables):
    """That of a scenario or free patrol overrides the calendar; the basic game has none. FDT and
    SFS stay too.
    """
    play = start(**chosen, step="turn", sfs=1, fdt=False, now={"new_station": "fixed" in chosen})
    game, done = drive(play, dice, until=lambda game: game.state.step == "phase")
    assert (game.state.ship.station, done.tables()) == (station, tables)
    assert "3-1" in tables or (game.state.ship.sfs, game.state.ship.fdt) == (1, False)


@pytest.mark.parametrize("day", ["1945-03-25", "1945-03-27"])
def test_2_2_no_active_station_no_duty(day):
    """No phase, no land radar, no section 8, no fighting day; the next day begins dry (2-2, rules
    3).
    """
    play = start(
        patrol=day, level="advanced", step="turn", station=9, now={"weather_before": "storm"}
    )
    before = play.ship.fuel
    game, done = drive(play, until=lambda game: game.state.step == "phase")
    assert (game.state.date - play.state.setup.start).days == 1
    assert done.told(PhaseBegun)[0].date == game.state.date.isoformat()
    assert game.state.fighting_days == 0
    assert game.state.records.days == 1
    assert (game.state.ship.fuel, game.state.weather_before) == (before, "")
    assert done.tables().count("5-1") == 1


@pytest.mark.parametrize(("split", "station"), [(1, 5), (4, 9)])
def test_2_2_a_day_without_duty_ends_the_old_assignment_rules_3(split, station):
    """The next active day rolls again, FDT and SFS too, though the old station is still active
    (2-2).
    """
    play = start(patrol="1945-03-27", level="advanced", step="turn", station=9, fdt=False, sfs=0)
    game, done = drive(
        play, {"2-2:split": split, "4-1": 12}, until=lambda game: game.request.table == "6-1"
    )
    ship = game.state.ship
    assert (game.state.date.isoformat(), done.tables()) == (
        "1945-03-28",
        ["2-2:split", "3-1", "4-1", "5-1"],
    )
    assert (ship.station, ship.fdt, ship.sfs) == (station, True, 2)


def test_2_2_days_without_duty_during_a_typhoon_change_nothing_6_3():
    """Note A of 6-3: the new phase starts at the same station."""
    play = start(patrol="1945-03-26", level="advanced", station=9)
    game, done = drive(
        play,
        {"6-1": [2, 12], "6-2": 1, "6-3": 1},
        until=lambda game: begun(game)[0] == "1945-03-28",
    )
    assert (game.state.ship.station, "3-1" in done.tables()) == (9, False)


def test_5_1_one_attempt_a_turn_active_and_lost_radars_together_are_at_most_four():
    for level, active, lost, total, tries, now in [
        ("advanced", 0, 0, 4, 1, 0),
        ("advanced", 0, 0, 5, 1, 1),
        *(
            ("advanced", active, lost, 12, tries, active + tries)
            for active, lost, tries in table_of("""
                3 | 0 | 1
                4 | 0 | 0
                2 | 1 | 1
                2 | 2 | 0
                0 | 4 | 0
                """)
        ),
        ("basic", 0, 0, 12, 0, 0),
    ]:
        play = start(level=level)
        play.state.land_radars = active
        play.state.land_radars_lost = lost
        rolls = run(play, stations.activate_land_radar(play), {"5-1": total}).rolls
        assert (len(rolls), play.state.land_radars) == (tries, now)


def test_a_lost_land_radar_stays_lost_for_the_game_15_7():
    play = start(level="advanced", now={"land_radars": 1})
    assert stations.lose_land_radar(play)
    assert not stations.lose_land_radar(play)
    assert (play.state.land_radars, play.state.land_radars_lost) == (0, 1)


def test_land_radars_survive_a_change_of_ship_rules_3():
    play = start(campaign="long-b", level="advanced", date="1945-05-10", step="relieve")
    play.state.land_radars = 2
    play.state.land_radars_lost = 1
    game, done = drive(play, until=lambda game: game.state.step == "phase")
    assert done.told(NewShip)
    assert game.state.land_radars + game.state.land_radars_lost == 3


@cases("""
    phase | name    | light
    0     | morning | day
    1     | midday  | day
    2     | evening | night
    """)
def test_three_phases_two_of_day_one_of_night_rules_1(phase, name, light):
    play = start(phase=phase)
    _, done = drive(play, until=lambda game: bool(game.answers))
    first = done.told(PhaseBegun)[0]
    assert (first.name, first.light) == (name, light)
