"""Waves and special attacks (charts 8-3, 10, 12-1 to 12-3, 14, 14-1, 19, A-1; rules 4.4, 5)."""

import pytest

from picket_duty.book.vocabulary import SPECIAL_ATTACK
from picket_duty.charts import Modifier
from picket_duty.events import Damage, Loss, Note, Strike, WaveBegun
from picket_duty.requests import Roll, Toward
from picket_duty.rules import anchorage, damage, wave
from picket_duty.state import DESTROYED, Flood, Plane
from picket_duty.text.log import log_words
from tests.games import of_kind
from tests.text_table import cases, table_of

from .script import TABLES, in_wave, plane, reasons, run, start

WAVES = dict(
    table_of("""
    1  | [1]
    4  | [4]
    5  | [3, 2]
    10 | [5, 5]
    11 | [6, 3, 2]
    14 | [7, 4, 3]
    18 | [9, 6, 3]
    """)
)


def test_8_3_waves_in_the_order_listed():
    for count in WAVES:
        play = start()
        wave.split_raid(play, [Plane(number, 45 * (number % 8), "L") for number in range(count)])
        assert [len(item) for item in play.state.air.waves] == WAVES[count]
        assert [item.number for part in play.state.air.waves for item in part] == list(range(count))
        assert play.state.air.allowances == [2] * len(WAVES[count])


def identified(dice, allowance=2):
    play = start()
    in_wave(play, *(plane(90, "M", kind="") for _ in dice))
    return play, run(play, wave.identify(play, allowance), {"A-1": dice})


def test_a_1_type_and_weapon_of_each_plane_rules_5_1():
    play, done = identified([0, 3, 14, 35, 99])
    assert [(target.type, target.weapon, target.special) for target in play.state.air.planes] == [
        ("Zeke", "bomb", True),
        ("Zeke", "", False),
        ("Val", "bomb", True),
        ("Betty", "", False),
        ("Spruce", "", False),
    ]
    assert [roll.dice for roll in done.rolls] == [(0, 0), (0, 3), (1, 4), (3, 5), (9, 9)]


def test_beyond_the_allowance_a_plane_keeps_its_bearing_rules_5_1():
    play, done = identified([11, 27, 39])
    third = play.state.air.planes[2]
    assert (third.type, third.weapon, third.special, third.bearing, third.altitude) == (
        "Grace",
        "",
        False,
        90,
        "M",
    )
    begun = done.told(WaveBegun)[0]
    assert [target["bearing"] for target in begun.planes] == [None, None, 90]
    assert [target.get("lost_weapon") for target in begun.planes] == [None, None, "torpedo"]
    assert "#3 Grace 090M (no torpedo: special attack box full)" in log_words(begun, TABLES)


def test_a_plane_from_8_2_needs_no_identification():
    play = start()
    (target,) = in_wave(play, Plane(0, 0, "", "Sally", "ohka"))
    assert (run(play, wave.identify(play, 2)).rolls, target.special) == ([], True)


@pytest.mark.parametrize(
    ("points", "crew", "column", "why"),
    [
        (
            10,
            {"captain": 2, "engineering_officer": -1},
            "+1",
            {"Captain": 2, "Engineering officer": -1},
        ),
        *((points, {}, "0", {}) for points in (10, 8)),
        *((points, {}, "-1", {"Maneuver seven or less": -1}) for points in (7, 5)),
        *(
            (points, {}, "-2", {"Maneuver seven or less": -1, "Maneuver four or less": -1})
            for points in (4, 1)
        ),
    ],
)
def test_19_column_is_captain_engineering_officer_and_low_maneuver_rules_5_2(
    points, crew, column, why
):
    roll = wave.maneuver_roll(start(crew=crew, aboard={"maneuver": points}))
    assert (roll.column, reasons(roll.column_modifiers)) == (column, why)


def test_19_attempt_is_the_players_choice_rules_5_2():
    for total, success in [(7, False), (8, True), (None, None)]:
        play = start()
        done = run(
            play,
            wave.maneuver(play),
            {"19": total},
            {"emergency maneuver": "yes" if total else "no"},
        )
        assert (play.state.air.maneuver, play.state.maneuvered_today) == (
            success,
            total is not None,
        )
        assert (done.asked(), done.tables()) == (["emergency maneuver"], ["19"] if total else [])


def test_maneuver_not_possible_rules_5_2():
    """Nor in scenario 8."""
    for what, value in [
        ("stack-aft markers", 1),
        ("maneuver", 0),
        ("fuel", 0),
        ("floods", [Flood("midship", "port", 3, "x")]),
    ]:
        play = start(options=("list-and-trim",), aboard={what: value})
        assert run(play, wave.maneuver(play)).asked() == [], what
    assert run(start(8), wave.maneuver(start(8))).asked() == []


def test_trim_bars_the_maneuver_like_list_but_two_points_do_not_rules_6():
    play = start(options=("list-and-trim",))
    for section, points, barred in [("forward", 2, False), ("forward", 1, True), ("aft", 1, False)]:
        play.ship.floods.append(Flood(section, "", points, "x"))
        assert bool(wave.maneuver_barred(play)) is barred


def test_a_hard_turn_gives_every_dive_minus_1_and_minus_2_if_it_succeeds_rules_11():
    """As printed only a success does."""
    success = {"Successful emergency maneuver": -1}
    for options, attempt, listed in (
        (("spoiled-aim",), None, {}),
        (("spoiled-aim",), False, {"Hard turn": -1}),
        (("spoiled-aim",), True, {"Hard turn": -1, **success}),
        ((), False, {}),
        ((), True, success),
    ):
        play = start(options=options)
        play.state.air.maneuver = attempt
        assert reasons(wave.dive_roll(play, plane(0, "M")).modifiers) == listed


#: A hit that changes nothing, in each section.
SUPERFICIAL = {"11/forward": (1, 2), "11/midship": (0, 3), "11/aft": (0, 2), "rules 6:men": 1}


def dived(state, total, dice=None, **more):
    play = start()
    diver = plane(more.pop("bearing", 0), "M", state=state, weapon=more.pop("weapon", ""))
    in_wave(play, diver)
    play.state.air.maneuver = more.get("maneuver")
    play.state.air.stopped = bool(more.get("stopped"))
    everything = {"10": total, "11-1": (1, 3), **SUPERFICIAL}
    return play, run(play, wave.dive(play, diver), {**everything, **(dice or {})})


OUTCOMES = {
    "special": ["miss"] * 4 + ["near_miss"] * 2 + ["hit"] * 5,
    "undamaged": ["miss"] * 3 + ["near_miss"] * 2 + ["hit"] * 6,
    "damaged": ["miss"] * 4 + ["near_miss"] * 2 + ["hit"] * 5,
    "shot_down": ["miss"] * 5 + ["near_miss"] * 2 + ["hit"] * 4,
}


def test_10_outcome_by_the_state_of_the_plane():
    for total in range(2, 13):
        for state in ["undamaged", "damaged", "shot_down"]:
            play, done = dived(state, total)
            wanted = OUTCOMES[state][total - 2]
            assert done.roll("10").column == state
            assert play.state.air.planes[0].outcome == wanted
            assert play.state.air.planes[0].state == "removed"
            assert (play.state.records.hits, play.state.records.near_misses) == (
                wanted == "hit",
                wanted == "near_miss",
            )
            assert (
                done.tables()[1:2]
                == {"miss": [], "near_miss": ["11-1"], "hit": ["11/forward"]}[wanted]
            )


@cases("""
    total | state                               | modifiers                             | outcome
    7     | {'maneuver': True}                  | {'Successful emergency maneuver': -1} | near_miss
    7     | {'maneuver': False}                 | {}                                    | hit
    7     | {'stopped': True}                   | {'Stopped for survivors': 1}          | hit
    7     | {'stopped': True, 'weapon': 'bomb'} | {'Stopped for survivors': 1}          | hit
    2     | {'maneuver': True}                  | {'Successful emergency maneuver': -1} | miss
    12    | {'stopped': True}                   | {'Stopped for survivors': 1}          | hit
    """)
def test_10_note_a_a_successful_maneuver_and_stopping_count_totals_1_and_13_clamp(
    total, state, modifiers, outcome
):
    """Stopped in scenario 8 counts in the special column too."""
    _, done = dived("undamaged", total, {"10:section": 3}, **state)
    assert (reasons(done.roll("10").modifiers), done.told(Strike)[0].outcome) == (
        modifiers,
        outcome,
    )


def test_11_section_by_bearing_rules_5_5():
    for section, bearings in table_of("""
        forward | (315, 0, 45)
        midship | (90, 270)
        aft     | (135, 180, 225)
        """):
        for bearing in bearings:
            _, done = dived("undamaged", 12, bearing=bearing)
            assert (done.told(Strike)[0].section, done.tables()[1]) == (section, f"11/{section}")


def test_special_planes_do_not_dive_with_the_others_rules_5_5():
    play = start(planes=[plane(weapon="bomb"), plane(state="destroyed"), plane(0, "H")])
    done = run(play, wave.dives(play), {"10": 2})
    assert [roll.actor for roll in done.rolls] == ["plane 2"]


def whole_wave(play, planes, dice, allowance=0):
    play.state.air.planes = planes
    play.state.air.wave = 1
    play.wave = 1
    everything = {**SUPERFICIAL, "11-1": (1, 3), "20": 12}
    everyone = {"repair men": lambda choice: dict.fromkeys(choice.jobs, 1)}
    return run(play, wave.fight_wave(play, allowance), {**everything, **dice}, everyone)


def test_14_1_once_a_wave_by_the_number_of_plane_hits():
    """Not without a hit."""
    for hits, heading, hull in table_of("""
        0 | []      | 6
        1 | ['1-2'] | 6
        2 | ['1-2'] | 6
        3 | ['3+']  | 5
        4 | ['3+']  | 5
        """):
        planes = [plane(45 * number, "H") for number in range(max(1, hits))]
        done = whole_wave(start(), planes, {"10": 12 if hits else 5, "14-1": 3})
        assert ([roll.column for roll in done.all("14-1")], done.play.ship.hull) == (heading, hull)


def test_14_each_result_that_leaves_hull_0_rolls_once_rules_5_6():
    for points, before, rolls in table_of("""
        2 | 3 | 0
        2 | 2 | 1
        3 | 2 | 1
        1 | 0 | 1
        0 | 0 | 0
        """):
        play = start(aboard={"hull": before})
        done = run(play, damage.lose_hull(play, points), {"14": 6})
        left = max(0, before - points)
        assert (done.tables(), done.sunk, play.ship.hull) == (["14"] * rolls, False, left)
        reported = [(event.track, event.points, event.left) for event in done.told(Loss)]
        assert reported == [("hull", before - left, left)] * bool(points)
    for total, sinks in [(2, True), (5, True), (6, False), (12, False)]:
        play = start(aboard={"hull": 1})
        assert run(play, damage.lose_hull(play, 1), {"14": total}).sunk is sinks


def test_15_3_removes_planes_and_waves_hull_and_damage_control_follow_rules_5_5():
    play = start(now={"waves": [[plane()]], "allowances": [2]})
    planes = [plane(0), plane(90), plane(180)]
    done = whole_wave(play, planes, {"10": 12, "11/forward": (1, 4), "15": 3, "14-1": 7})
    assert len(done.all("10")) == 1
    assert [target.state for target in planes] == ["removed"] * 3
    assert play.state.air.waves == []
    assert done.tables()[-2:] == ["14-1", "20"]
    assert play.ship.hull == 4


def test_15_7_with_no_land_radar_working_is_a_miss_rules_5_5():
    """No deck fire, no men, no 14-1; no strike is told that did not happen."""
    for level in ["basic", "advanced"]:
        play = start(level=level, now={"land_radars_lost": 1})
        planes = [plane(0)]
        done = whole_wave(play, planes, {"10": 12, "11/forward": (1, 4), "15": 7})
        assert done.tables() == ["10", "11/forward", "15"]
        assert (play.state.records.hits, play.ship.deck_fires, play.ship.hull) == (0, {}, 6)
        assert (planes[0].outcome, [event.outcome for event in done.told(Strike)]) == (
            "miss",
            ["miss"],
        )
        told = [log_words(event, play.tables) for event in of_kind(play.events, Note | Strike)]
        assert told[-2:] == ["No land radar station is working: no effect", "Plane 1 misses"]


def test_15_7_with_a_working_land_radar_takes_it_off_line_and_keeps_the_hit_rules_5_5():
    """Deck fire, men and 14-1 follow as ever; the second hit of the wave finds no station
    working.
    """
    play = start(level="advanced", now={"land_radars": 1})
    planes = [plane(0), plane(45)]
    done = whole_wave(play, planes, {"10": 12, "11/forward": (1, 4), "15": 7, "14-1": 7})
    first = ["10", "11/forward", "15", "rules 6:men"]
    second = ["10", "11/forward", "15"]
    assert done.tables()[:8] == [*first, *second, "14-1"]
    assert (play.state.land_radars, play.state.land_radars_lost) == (0, 1)
    assert (play.state.records.hits, play.ship.hull) == (1, 4)
    assert [(event.section, event.effect) for event in done.told(Damage)] == [("forward", "lit")]
    assert [event.outcome for event in done.told(Strike)] == ["hit", "miss"]
    assert done.roll("14-1").column == "1-2"


def test_a_strike_is_reported_after_table_15_and_before_its_effects_rules_5_5():
    play = start(sfs=1)
    done = whole_wave(
        play, [plane(0)], {"10": 12, "11/forward": (1, 4), "15": 4, "rules 6:men": 1, "14-1": 2}
    )
    kinds = [
        event.table if isinstance(event, Roll) else type(event).__name__ for event in done.events
    ]
    place = kinds.index("Strike")
    assert (kinds[place - 1], kinds[place + 1]) == ("15", "Loss")


def test_15_12_sinks_at_once():
    play = start()
    done = whole_wave(play, [plane(0), plane(90)], {"10": 12, "11/forward": (1, 4), "15": 12})
    assert done.sunk
    assert done.tables() == ["10", "11/forward", "15"]


def test_order_of_a_wave_rules_5():
    """Maneuver, fire, specials, dives, hull, damage control."""
    play = start(sfs=1, now={"markers": ["AFS carrier 1"]})
    planes = [plane(0, "L", kind="Oscar"), Plane(0, 90, "M", "Kate", "torpedo")]
    in_wave(play, *planes)
    dice = dict(
        table_of("""
        '19'        | 2
        S-1         | 2
        9-2/40mm    | 2
        9-2/5in     | 2
        12-3        | 7
        '10'        | [5, 12]
        11/forward  | (1, 2)
        rules 6:men | 1
        14-1        | 2
        '20'        | 12
        """)
    )
    choices = {
        "emergency maneuver": "yes",
        "fire plan": {"5in-1": 0, "SFS 1": 0, "40mm-A": 1, "AFS carrier 1": 1},
        "repair men": {"deck fire forward": 1},
    }
    done = run(play, wave.fight_wave(play, 2), dice, choices)
    assert done.tables() == [
        "19",
        "S-1",
        "9-2/40mm",
        "9-2/5in",
        "9-2/40mm",
        "12-3",
        "10",
        "10",
        "11/forward",
        "rules 6:men",
        "14-1",
        "20",
    ]
    assert [roll.actor for roll in done.rolls[6:8]] == ["plane 1", "plane 0"]
    assert not planes[1].flying


CHARTS = {"ohka": "12-1", "bomb": "12-2", "torpedo": "12-3"}


def attacked(play, weapon, dice, **more):
    in_wave(play, plane(0, "M", weapon=weapon, **more))
    return run(
        play, wave.special_attacks(play), {"10": 2, "11-1": (1, 3), "rules 6:men": 1, **dice}
    )


def test_each_weapon_on_its_chart_then_the_dives_rules_5_4():
    for weapons, tables in table_of("""
        ['ohka']            | ['12-1']
        ['bomb']            | ['12-2', '10']
        ['torpedo']         | ['12-3', '10']
        ['bomb', 'torpedo'] | ['12-2', '12-3', '10', '10']
        """):
        play = start()
        in_wave(play, *(plane(weapon=weapon) for weapon in weapons))
        done = run(play, wave.special_attacks(play), {"12-1": 7, "12-2": 7, "12-3": 7, "10": 2})
        assert done.tables() == tables
        assert {target.state for target in play.state.air.planes} == {"removed"}


@pytest.mark.parametrize(
    ("weapon", "state", "dice", "column"),
    [
        ("bomb", "damaged", {"12-2": 7}, "special"),
        *(
            (weapon, "shot_down", {"10": 9, "10:section": 3}, "shot_down")
            for weapon in ("bomb", "torpedo")
        ),
        ("ohka", "shot_down", {}, ""),
        ("bomb", "destroyed", {}, ""),
    ],
)
def test_a_flamed_plane_loses_its_weapon_and_dives_as_shot_down_rules_5_4(
    weapon, state, dice, column
):
    """A flamed Ohka carrier is removed, a destroyed plane does nothing, a damaged one dives in the
    special column.
    """
    play = start()
    done = attacked(play, weapon, {**dice, "11/midship": (0, 3)}, state=state)
    assert done.tables()[: len(dice)] == list(dice)
    assert [roll.column for roll in done.all("10")] == ([column] if column else [])
    assert column or done.rolls == []
    assert play.state.air.planes[0].state == ("destroyed" if state == "destroyed" else "removed")


def test_19_note_maneuver_pulls_toward_a_miss():
    for natural in range(2, 13):
        for weapon in CHARTS:
            chart = TABLES[CHARTS[weapon]]
            last_miss = 10 if weapon == "torpedo" else 9
            value = 1 if natural < 5 else -1 if natural > last_miss else 0
            roll = Roll(chart, SPECIAL_ATTACK, toward=wave.toward_miss(chart))
            row = roll.resolve((max(1, natural - 6), min(6, natural - 1)))
            assert (roll.natural, roll.total) == (natural, natural + value)
            assert sum(modifier.value for modifier in roll.modifiers) == value
            assert row is chart.look_up(natural + value)
            roll.undo()
            assert roll.modifiers == ()


@cases("""
    natural | totals    | value
    5       | (7,)      | 2
    4       | (7,)      | 3
    11      | (7,)      | -3
    8       | (7,)      | -1
    7       | (7,)      | 0
    6       | (2, 3, 9) | -3
    12      | (2, 3, 9) | -3
    """)
def test_19_note_a_large_maneuver_modifier_never_leads_past_the_misses(natural, totals, value):
    toward = Toward(Modifier(3, "Maneuver", "19"), totals)
    assert sum(modifier.value for modifier in toward.modifiers(natural)) == value


def test_12_only_a_successful_maneuver_counts():
    for success, total in [(True, 3), (False, 2), (None, 2)]:
        play = start(now={"maneuver": success})
        done = attacked(play, "ohka", {"12-1": 2})
        assert done.roll("12-1").total == total
        assert done.sunk is not success


def test_19_maneuver_also_on_the_dive_of_a_special_plane():
    play = start(now={"maneuver": True})
    done = attacked(play, "bomb", {"12-2": 7, "10": 8})
    assert reasons(done.roll("10").modifiers) == {"Successful emergency maneuver": -1}


def test_stopped_does_not_count_on_chart_12_scenario_8():
    play = start(8, now={"stopped": True})
    assert attacked(play, "torpedo", {"12-3": 5}).roll("12-3").modifiers == ()


def lost(*mounts):
    return {f"{mount} destroyed": True for mount in mounts}


BOTH_SHAFTS = {"rudder": DESTROYED, "port-shaft": DESTROYED, "stbd-shaft": DESTROYED, "maneuver": 0}


@pytest.mark.parametrize(
    ("weapon", "totals", "changed"),
    [
        *((weapon, (2, 12), None) for weapon in CHARTS),
        ("ohka", (3,), {"hull": 3}),
        ("ohka", (4,), {**BOTH_SHAFTS, "deck_fires aft": 2}),
        ("torpedo", (3,), {**BOTH_SHAFTS, "deck_fires aft": 2}),
        ("torpedo", (11,), {"maneuver": 0, "deck_fires forward": 2}),
        ("ohka", (10,), {"deck_fires aft": 2, **lost("5in-3", "5in-4", "40mm-E")}),
        ("ohka", (11,), {"deck_fires forward": 2, **lost("5in-1", "5in-2", "40mm-A", "40mm-B")}),
        ("bomb", (3, 4, 10, 11), {"hull": 5}),
        ("torpedo", (4,), {"hull": 5}),
    ],
)
def test_12_ship_lost_hull_stern_and_bow_hits_mounts_destroyed_near_misses(weapon, totals, changed):
    """A near miss rolls 11-1. No result counts as the hit of a plane."""
    for total in totals:
        play = start()
        done = attacked(play, weapon, {CHARTS[weapon]: total, "11-1": (1, 1)})
        assert done.sunk is (changed is None)
        if done.sunk:
            continue
        assert done.changed == changed
        destroyed = {
            item.removesuffix(" destroyed")
            for item, value in changed.items()
            if value in (DESTROYED, True)
        }
        assert {event.item for event in done.told(Damage) if event.effect == DESTROYED} == destroyed
        assert ("11-1" in done.tables(), play.state.air.plane_hits) == (changed == {"hull": 5}, 0)
        assert anchorage.reasons_to_return(play) == ["dead in the water"] * ("maneuver" in changed)
        assert play.state.records.hits == 0


def test_12_1_destroys_only_mounts_that_la_prade_carries():
    play = start(7)
    attacked(play, "ohka", {"12-1": 11})
    assert {name for name, mount in play.ship.mounts.items() if mount.destroyed} == {
        "5in-1",
        "40mm-A",
    }


def test_fighters_of_15_3_also_stop_the_dives():
    play = start(planes=[plane(weapon="bomb"), plane(weapon="torpedo"), plane(0, "L")])
    done = run(play, wave.special_attacks(play), {"12-2": 3, "11-1": (2, 3), "15": 3})
    assert done.tables() == ["12-2", "11-1", "15"]
    assert [target.state for target in play.state.air.planes] == ["removed"] * 3


def test_a_special_hit_counts_as_a_plane_hit_and_adds_two_markers_rules_6():
    play = start()
    attacked(
        play, "bomb", {"12-2": 7, "10": 9, "10:section": 1, "11/forward": (5, 2)}, state="damaged"
    )
    assert (play.state.air.plane_hits, play.ship.compartments["cic"].markers) == (1, 2)
