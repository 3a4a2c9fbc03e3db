"""Damage control rounds (charts 17, 20, 21, 21-1; rules 4.5, 7)."""

from __future__ import annotations

from typing import Any

import pytest

from picket_duty.events import Control, Damage, as_dict
from picket_duty.requests import Illegal
from picket_duty.rules import control, damage, jobs, wave
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Flood
from picket_duty.text.log import log_text

from .script import TABLES, Run, begun, blow, drive, in_wave, plane, reasons, run, start

LUCKY = {"16": 12, "14": 12, "21-1": 12}


def burn(play: Play, name: str, markers: int = 1) -> None:
    room = play.ship.compartments[name]
    room.markers, room.fire = markers, True


def round_of(play: Play, dice: dict[str, Any] | None = None, choices: dict[str, Any] | None = None) -> Run:
    return run(play, control.control_round(play), dice, choices)


def roll_for(play: Play, name: str, men: int = 1):
    return control.repair_roll(play, name, jobs.open_jobs(play)[name], men)


# -- emergency declaration ---------------------------------------------------------


def test_17_captains_column():
    for die in range(1, 7):
        for value in range(-2, 3):
            play = start(crew={"captain": value})
            done = run(play, control.declare(play), {"17": die}, {"emergency declaration": "yes"})
            declared = die >= {-2: 6, -1: 5, 0: 4, 1: 3, 2: 2}[value]
            assert (play.ship.declared, done.roll("17").modifiers) == (int(declared), ())


def test_17_is_the_players_choice_once_a_round_rules_7_1():
    play = start()
    burn(play, "cic")
    done = round_of(play, {"17": 1, "rules 7.5:spread": 6}, {"emergency declaration": "yes"})
    assert done.asked().count("emergency declaration") == 1
    done = round_of(play, {"rules 7.5:spread": 6}, {"emergency declaration": "no"})
    assert "17" not in done.tables()


def test_17_plus_2_on_table_20_not_on_21_rules_7_1():
    for stage in [control.DECLARED, control.STANDING, control.MAY_RESCIND]:
        play = start()
        burn(play, "fuel-fwd")
        play.ship.declared = stage
        assert reasons(roll_for(play, "fuel-fwd").modifiers) == {"Emergency repairs declared": 2}
        assert control.flooding_modifiers(play) == ()


def waves(play: Play, count: int, answers: dict[str, Any]) -> Run:
    """A number of waves of one plane that misses, with a fire that burns all the time."""
    play.state.air.waves = [[plane(0, "L")] for _ in range(count)]
    play.state.air.allowances = [2] * count
    return run(play, wave.fight_waves(play), {"10": 2, "17": 6, "20": 2, "9-2/5in": 2, "rules 7.5:spread": 6}, answers)


def test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1():
    """Declared after wave 1; wave 2 silent and no question; asked before the guns of wave 3 and of wave 4."""
    play = start()
    burn(play, "cic")
    answers = {
        "emergency declaration": ["yes", "no"],
        "rescind emergency": ["no", "yes"],
        "fire plan": lambda choice: {"5in-1": 0} if "5in-1" in choice.slots else {},
    }
    done = waves(play, 4, answers)
    asked = [
        (choice.about, choice.wave)
        for choice in done.choices
        if choice.about in ("emergency declaration", "rescind emergency")
    ]
    assert asked == [
        ("emergency declaration", 1),
        ("rescind emergency", 3),
        ("rescind emergency", 4),
        ("emergency declaration", 4),
    ]
    assert [roll.wave for roll in done.all("9-2/5in")] == [1, 4]
    assert play.ship.declared == control.NONE


def test_17_ends_with_the_turn_rules_7_1():
    play = start(phase=2)
    play.ship.declared = control.DECLARED
    game, _ = drive(play, until=lambda game: begun(game)[1] == "morning")
    assert game.state.ship.declared == control.NONE


def test_17_carries_over_to_later_phases_of_the_turn_rules_7_1():
    play = start()
    play.ship.declared = control.DECLARED
    game, _ = drive(play, until=lambda game: begun(game)[1] == "midday")
    assert game.state.ship.declared == control.DECLARED


def test_17_continues_when_the_captain_is_killed_rules_7_1():
    play = start()
    play.ship.declared = control.STANDING
    run(play, damage.kill_post(play, "captain", blow()))
    assert play.ship.declared == control.STANDING


# -- voluntary flooding ----------------------------------------------------------------


def flooding(play: Play, name: str, total: int, more: dict[str, Any] | None = None) -> Run:
    return run(
        play, control.flood_compartments(play), {"21": total, **(more or {})}, {"voluntary flooding": [name, "none"]}
    )


def test_21_only_burning_floodable_compartments_rules_7_2():
    play = start()
    for name in ("cic", "fuel-fwd", "5in-mgz-1", "engine-room-fwd", "fire-room-aft"):
        burn(play, name)
    play.ship.compartments["fuel-aft"].markers = 1
    burn(play, "5in-mgz-2", 4)
    play.ship.compartments["5in-mgz-2"].destroyed = True
    done = run(play, control.flood_compartments(play))
    assert done.choice("voluntary flooding").legal() == [
        "none",
        "5in-mgz-1",
        "fuel-fwd",
        "fire-room-aft",
        "engine-room-fwd",
    ]
    with pytest.raises(Illegal):
        done.choice("voluntary flooding").check("cic")


def test_21_is_not_offered_if_nothing_burns():
    assert run(start(), control.flood_compartments(start())).asked() == []


def test_21_success_rules_7_2():
    play = start()
    burn(play, "5in-mgz-1", 3)
    play.ship.jobs = {"5in-mgz-1": 3}
    flooding(play, "5in-mgz-1", 6)
    room = play.ship.compartments["5in-mgz-1"]
    assert (room.markers, room.fire, room.flooded, room.destroyed, room.out) == (0, False, True, False, True)
    assert play.ship.floods == [Flood("forward", "", 1, "5in-mgz-1")]
    assert (play.ship.hull, play.ship.jobs) == (6, {})


def test_21_failure_rolls_21_1_at_once():
    for total in [2, 5]:
        play = start()
        burn(play, "5in-mgz-1", 3)
        done = flooding(play, "5in-mgz-1", total, {"21-1": 4})
        assert done.tables() == ["21", "21-1"]
        assert (done.roll("21-1").column, play.ship.compartments["5in-mgz-1"].fire) == ("magazines", True)


def test_21_allows_one_attempt_per_compartment_and_round_rules_7_2():
    play = start()
    burn(play, "5in-mgz-1")
    burn(play, "fuel-fwd")
    done = run(
        play, control.flood_compartments(play), {"21": 2, **LUCKY}, {"voluntary flooding": ["5in-mgz-1", "fuel-fwd"]}
    )
    assert len(done.choices) == 2
    assert done.choices[1].legal() == ["none", "fuel-fwd"]


def test_21_minus_1_with_water_lines_damaged_or_destroyed():
    for state in [DAMAGED, DESTROYED]:
        play = start()
        burn(play, "fuel-fwd")
        play.ship.equipment["water-lines"] = state
        roll = flooding(play, "fuel-fwd", 6, {"21-1": 12}).roll("21")
        assert (reasons(roll.modifiers), roll.total) == ({"Water lines damaged or destroyed": -1}, 5)


def test_21_ignores_water_lines_out_by_15_2_rules_4_7():
    play = start()
    burn(play, "fuel-fwd")
    play.ship.lines_out = True
    assert control.flooding_modifiers(play) == ()
    assert reasons(roll_for(play, "fuel-fwd").modifiers) == {"Water lines out of order, damaged or destroyed": -1}


def test_20_water_lines_never_count_twice_rules_4_7():
    play = start()
    burn(play, "fuel-fwd")
    play.ship.lines_out = True
    play.ship.equipment["water-lines"] = DESTROYED
    assert reasons(roll_for(play, "fuel-fwd").modifiers) == {"Water lines out of order, damaged or destroyed": -1}


def test_flooded_counts_as_destroyed_for_its_effects_rules_7_2():
    play = start()
    for name in ("fuel-fwd", "engine-room-fwd", "engine-room-aft", "fire-room-fwd", "fire-room-aft"):
        burn(play, name)
    play.ship.compartments["engine-room-aft"].paid = True
    for name, fuel, maneuver in (
        ("fuel-fwd", 6, 10),
        ("engine-room-fwd", 6, 5),
        ("engine-room-aft", 6, 5),
        ("fire-room-fwd", 6, 5),
        ("fire-room-aft", 6, 0),
    ):
        assert flooding(play, name, 6).tables() == ["21"]
        assert (play.ship.fuel, play.ship.maneuver, play.ship.hull) == (fuel, maneuver, 6), name


def test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2():
    play = start()
    burn(play, "fuel-fwd")
    flooding(play, "fuel-fwd", 6)
    play.ship.floods.append(Flood("forward", "", 1, "forward/Trunk"))
    job = jobs.open_jobs(play)["pump fuel-fwd"]
    assert (job.section, job.kind) == ("forward", "pump")
    round_of(play, {"20": 12}, {"repair men": {"pump fuel-fwd": 2}})
    room = play.ship.compartments["fuel-fwd"]
    assert (room.flooded, room.markers, room.out, play.ship.flood, play.ship.fuel) == (False, 0, False, 1, 6)


def test_removing_the_last_marker_removes_the_flooding_of_a_hit_rules_6():
    play = start(level="advanced")
    burn(play, "fuel-fwd", 3)
    play.ship.floods = [Flood("forward", "port", 1, "fuel-fwd"), Flood("forward", "", 1, "forward/Trunk")]
    orders = {"repair men": {"fuel-fwd": 3}}
    round_of(play, {"20": 12, "20:markers": 1, "rules 7.5:spread": 6}, orders)
    assert (play.ship.compartments["fuel-fwd"].markers, play.ship.flood) == (2, 2)
    round_of(play, {"20": 12, "20:markers": 6}, orders)
    assert (play.ship.compartments["fuel-fwd"].markers, play.ship.flood) == (0, 1)


def test_flooding_of_a_hit_stays_after_voluntary_flooding_until_pumped_out_rules_6():
    play = start(level="advanced")
    burn(play, "fuel-fwd")
    play.ship.floods = [Flood("forward", "port", 1, "fuel-fwd")]
    flooding(play, "fuel-fwd", 6)
    assert play.ship.flood == 2
    round_of(play, {"20": 12}, {"repair men": {"pump fuel-fwd": 2}})
    assert play.ship.flood == 0


# -- counterflooding ------------------------------------------------------------------------


def test_counterflooding_rules_6_and_7_2():
    for total, points in [(6, 4), (5, 3)]:
        play = start(level="advanced")
        play.ship.floods = [Flood("aft", "port", 3, "x")]
        done = run(play, control.counterflood(play), {"21": total}, {"counterflooding": "forward starboard"})
        assert (done.tables(), play.ship.flood) == (["21"], points)
        if points == 4:
            assert (play.ship.list_points, play.ship.trim_points) == (-2, 2)


def test_counterflooding_is_for_the_advanced_game():
    play = start()
    play.ship.floods = [Flood("aft", "port", 3, "x")]
    assert run(play, control.counterflood(play)).asked() == []


# -- jobs and men -------------------------------------------------------------------------------


def test_jobs_and_whose_men_they_take_rules_2_and_7_3():
    play = start(level="advanced")
    burn(play, "cic")
    play.ship.compartments["stack-aft"].markers = 1
    play.ship.compartments["fuel-aft"].flooded = True
    play.ship.deck_fires = {"midship": 2}
    play.ship.equipment.update(mk37=DAMAGED, sc=DAMAGED, sg=DAMAGED, rudder=DAMAGED)
    play.ship.mounts["40mm-E"].director = DAMAGED
    play.ship.mounts["5in-1"].hits = 1
    play.ship.mounts["40mm-A"].hits = 1
    play.ship.secondary = {"aft/Trunk": 1, "forward/Trunk": 2}
    open_jobs = {name: (job.section, job.kind) for name, job in jobs.open_jobs(play).items()}
    assert open_jobs == {
        "deck fire midship": ("midship", "deck fire"),
        "cic": ("forward", "compartment"),
        "stack-aft": ("midship", "compartment"),
        "pump fuel-aft": ("aft", "pump"),
        "mk37": ("forward", "instrument"),
        "sc": ("forward", "instrument"),
        "sg": ("forward", "instrument"),
        "40mm-E director": ("aft", "director"),
        "aft/Trunk": ("aft", "secondary"),
    }
    assert all(jobs.section_of(play, name) == section for name, (section, _) in open_jobs.items())


def test_destroyed_items_are_not_repaired_at_sea_rules_7_4():
    play = start(level="advanced", options=("gun-repair",))
    play.ship.compartments["cic"].destroyed = True
    play.ship.compartments["cic"].markers = 3
    play.ship.equipment.update(sc=DESTROYED)
    play.ship.equipment["water-lines"] = DESTROYED
    play.ship.mounts["40mm-E"].director = DESTROYED
    play.ship.mounts["5in-1"].hits, play.ship.mounts["5in-1"].destroyed = 3, True
    play.ship.secondary = {"aft/Trunk": 2}
    assert jobs.open_jobs(play) == {}


def test_water_lines_take_men_of_any_one_section_rules_2():
    play = start()
    play.ship.equipment["water-lines"] = DAMAGED
    choice = control.men_choice(play)
    assert [job.section for job in choice.jobs.values()] == ["forward", "midship", "aft"]
    assert choice.check({"water-lines aft": 3}) == {"water-lines aft": 3}
    with pytest.raises(Illegal, match="men from another section"):
        choice.check({"water-lines aft": 1, "water-lines forward": 1})
    round_of(play, {"20": 12}, {"repair men": {"water-lines aft": 3}})
    assert play.ship.equipment["water-lines"] == WORKING


def test_at_most_three_men_on_a_job_and_the_men_of_the_section_rules_2():
    play = start()
    for name in ("cic", "radio", "bridge"):
        burn(play, name)
    play.ship.men["forward"] = 7
    choice = control.men_choice(play)
    assert choice.check({"cic": 3, "radio": 3, "bridge": 1}) == {"cic": 3, "radio": 3, "bridge": 1}
    for wrong, words in (
        ({"cic": 4}, "takes 0 to 3"),
        ({"cic": -1}, "takes 0 to 3"),
        ({"cic": True}, "takes 0 to 3"),
        ({"cic": 1.5}, "takes 0 to 3"),
        ({"cic": 3, "radio": 3, "bridge": 2}, "only 7 men are available forward"),
        ({"galley": 1}, "is not a job"),
    ):
        with pytest.raises(Illegal, match=words):
            choice.check(wrong)


def test_a_job_without_a_man_does_not_roll_rules_7_4():
    play = start()
    burn(play, "cic")
    burn(play, "radio")
    done = round_of(play, {"20": 12, "20:markers": 1, "rules 7.5:spread": 6}, {"repair men": {"radio": 1}})
    assert [roll.actor for roll in done.all("20")] == ["radio"]
    assert [(event.job, event.men, event.success, event.markers) for event in done.told(Control)] == [
        ("radio", 1, True, 1)
    ]


# -- table 20 ----------------------------------------------------------------------------------------


def test_20_column_of_a_compartment_rules_7_4():
    for markers in [1, 3]:
        for chief in [-2, 0, 2]:
            for men in [1, 2, 3]:
                play = start(crew={"repair_two_chief": chief})
                burn(play, "engine-room-fwd", markers)
                roll = roll_for(play, "engine-room-fwd", men)
                wanted = {"Men on the job": men, "Built-in value": 1, "Hit markers": -markers}
                assert reasons(roll.column_modifiers) == ({**wanted, "Section chief": chief} if chief else wanted)
                total = 1 + men + chief - markers
                assert roll.column == ("-2" if total <= -2 else "-1..0" if total <= 0 else "+1" if total == 1 else "+2")


def test_20_column_of_a_deck_fire_rules_7_4():
    for level in [1, 2, 3]:
        for men in [1, 2, 3]:
            play = start(crew={"repair_one_chief": 1})
            play.ship.deck_fires = {"forward": level}
            roll = roll_for(play, "deck fire forward", men)
            assert reasons(roll.column_modifiers) == {
                "Men on the job": men,
                "Section chief": 1,
                "Level of the deck fire": -level,
                "Deck fire": -1,
            }


def test_20_column_of_other_jobs_rules_7_4():
    for men in [1, 3]:
        play = start(crew={"repair_one_chief": -1})
        play.ship.equipment["sc"] = DAMAGED
        roll = roll_for(play, "sc", men)
        assert reasons(roll.column_modifiers) == {
            "Men on the job": men,
            "Section chief": -1,
            "Built-in value": 1,
            "Other repair": -2,
        }


def test_20_the_chief_of_the_section():
    for section, post in [
        ("forward", "repair_one_chief"),
        ("midship", "repair_two_chief"),
        ("aft", "repair_three_chief"),
    ]:
        play = start(crew={post: 2})
        play.ship.deck_fires = {section: 2}
        assert reasons(roll_for(play, f"deck fire {section}").column_modifiers)["Section chief"] == 2


def test_20_morale():
    for morale, why in [(3, {"Positive morale": 1}), (0, {}), (-4, {"Negative morale": -1})]:
        play = start()
        burn(play, "cic")
        play.ship.morale = morale
        assert reasons(roll_for(play, "cic").modifiers) == why


def test_20_water_lines():
    for state in [DAMAGED, DESTROYED]:
        play = start()
        burn(play, "cic")
        play.ship.equipment["water-lines"] = state
        assert sum(modifier.value for modifier in roll_for(play, "cic").modifiers) == -1


def test_20_continued_with_a_man_still_on_the_job_rules_7_4():
    play = start()
    burn(play, "cic", 2)
    men = {"repair men": {"cic": 1}}
    first = round_of(play, {"20": 2, "rules 7.5:spread": 6}, men)
    second = round_of(play, {"20": 2, "rules 7.5:spread": 6}, men)
    assert first.roll("20").modifiers == ()
    assert reasons(second.roll("20").modifiers) == {"Repairs continued from the previous wave": 1}


def test_20_not_continued_after_a_round_without_men():
    play = start()
    burn(play, "cic", 2)
    dice = {"20": 2, "rules 7.5:spread": 6}
    round_of(play, dice, {"repair men": {"cic": 1}})
    round_of(play, dice, {"repair men": {}})
    assert round_of(play, dice, {"repair men": {"cic": 1}}).roll("20").modifiers == ()


def test_20_not_continued_when_all_men_of_the_job_were_killed():
    play = start()
    burn(play, "cic", 2)
    play.ship.men["forward"] = 2
    play.ship.jobs = {"cic": 2}
    run(play, damage.lose_men(play, "forward", damage.HitContext("forward", plane=0)), {"rules 6:men": 5})
    assert play.ship.jobs == {}


def test_20_not_continued_into_the_next_phase_rules_7_4():
    play = start()
    burn(play, "cic", 2)
    _, done = drive(
        play,
        {"20": 2, "rules 7.5:spread": 6},
        {"repair men": {"cic": 1}},
        until=lambda game: begun(game)[1] == "evening",
    )
    by_phase: dict[str, list[int]] = {}
    for roll in done.all("20"):
        by_phase.setdefault(roll.phase.split("/")[1], []).append(len(roll.modifiers))
    assert by_phase == {"morning": [0, 1, 1], "midday": [0, 1, 1]}


def test_20_a_new_hit_after_a_finished_job_is_a_new_job_rules_7_4():
    """The work was done in the last round, its men are free: no +1 on the next fire there."""
    for job in ["deck fire forward", "cic"]:
        play = start()
        if job == "cic":
            burn(play, "cic", 1)
        else:
            play.ship.deck_fires = {"forward": 2}
        done = round_of(play, {"20": 12, "20:markers": 6}, {"repair men": {job: 3}})
        assert done.told(Control)[0].success
        if job == "cic":
            burn(play, "cic", 1)
        else:
            play.ship.deck_fires = {"forward": 2}
        assert roll_for(play, job).modifiers == ()


def test_20_a_partly_finished_job_continues_rules_7_4():
    play = start()
    burn(play, "cic", 2)
    round_of(play, {"20": 12, "20:markers": 1, "rules 7.5:spread": 6}, {"repair men": {"cic": 3}})
    assert sum(modifier.value for modifier in roll_for(play, "cic").modifiers) == 1


def test_20_never_removes_more_markers_than_there_are():
    play = start()
    burn(play, "cic", 1)
    done = round_of(play, {"20": 12, "20:markers": 4}, {"repair men": {"cic": 3}})
    assert (play.ship.compartments["cic"].markers, play.ship.compartments["cic"].fire) == (0, False)
    assert done.told(Control)[0].markers == 1


def test_20_success_by_column():
    for value, total, success in [
        (2, 5, True),
        (2, 4, False),
        (1, 6, True),
        (1, 5, False),
        (0, 7, True),
        (0, 6, False),
    ]:
        play = start(crew={"repair_one_chief": value})
        play.ship.equipment["sc"] = DAMAGED
        done = round_of(play, {"20": total}, {"repair men": {"sc": 1}})
        assert done.roll("20").column == {0: "-1..0", 1: "+1", 2: "+2"}[value]
        assert (play.ship.equipment["sc"] == WORKING) is success


def test_success_at_other_jobs_repairs_the_item_rules_7_4():
    play = start(level="advanced")
    play.ship.equipment.update(mk37=DAMAGED, sg=DAMAGED)
    play.ship.mounts["40mm-C"].director = DAMAGED
    play.ship.secondary = {"aft/Trunk": 1}
    play.ship.floods = [Flood("aft", "", 1, "aft/Trunk"), Flood("aft", "", 1, "aft/Storeroom 1")]
    done = round_of(play, {"20": 12}, {"repair men": {"mk37": 1, "sg": 1, "40mm-C director": 1, "aft/Trunk": 1}})
    assert len(done.all("20")) == 4
    assert play.ship.equipment["mk37"] == play.ship.equipment["sg"] == WORKING
    assert play.ship.mounts["40mm-C"].director == WORKING
    assert (play.ship.secondary, play.ship.flood) == ({}, 1)


def test_gun_repair_option_gives_the_bonus_back_rules_11():
    play = start(options=("gun-repair",))
    play.ship.mounts["5in-3"].hits = 2
    play.ship.mounts["40mm-A"].hits = 1
    assert list(jobs.open_jobs(play)) == ["5in-3"]
    assert jobs.open_jobs(play)["5in-3"].section == "aft"
    round_of(play, {"20": 12}, {"repair men": {"5in-3": 3}})
    assert play.ship.mounts["5in-3"].hits == 0


def test_a_repaired_stack_allows_the_maneuver_again_rules_6():
    play = start()
    play.ship.compartments["stack-fwd"].markers = 1
    assert wave.maneuver_barred(play)
    round_of(play, {"20": 12, "20:markers": 1}, {"repair men": {"stack-fwd": 1}})
    assert not wave.maneuver_barred(play)


# -- fires ------------------------------------------------------------------------------------------------


def test_the_log_counts_the_hit_markers_that_a_fire_adds_and_all_there_are():
    play = start()
    burn(play, "engine-room-fwd", 1)
    done = round_of(play, {"rules 7.5:spread": 3})
    (burns,) = (event for event in done.events if isinstance(event, Damage))
    assert log_text(burns, TABLES) == "Forward engine room: still burning, 1 more hit marker, now 2"
    assert "total" not in as_dict(burns)


def test_stacks_and_extinguished_compartments_do_not_burn():
    play = start()
    play.ship.compartments["stack-fwd"].markers = 1
    burn(play, "cic", 1)
    done = round_of(play, {"20": 12, "20:markers": 6}, {"repair men": {"cic": 1}})
    assert "rules 7.5:spread" not in done.tables()


def test_a_compartment_burnt_out_is_destroyed_and_may_explode_rules_7_5():
    play = start()
    burn(play, "fuel-fwd", 3)
    done = round_of(play, {"rules 7.5:spread": 1, "21-1": 4}, {})
    assert done.sunk
    assert done.tables() == ["rules 7.5:spread", "21-1"]
    assert (play.ship.hull, play.ship.fuel) == (5, 6)


def test_deck_fire_left_unfought_grows_and_burns_the_hull_rules_7_5():
    play = start()
    play.ship.deck_fires = {"forward": 2}
    round_of(play)
    assert (play.ship.deck_fires, play.ship.hull) == ({"forward": 3}, 5)


def test_deck_fire_success_puts_it_out_at_any_level_rules_7_5():
    for level in [1, 2, 3]:
        play = start()
        play.ship.deck_fires = {"forward": level}
        round_of(play, {"20": 12}, {"repair men": {"deck fire forward": 3}})
        assert (play.ship.deck_fires, play.ship.hull) == ({}, 6)


def test_deck_fire_of_level_1_that_fails_costs_a_point_at_level_2():
    play = start()
    play.ship.deck_fires = {"forward": 1}
    round_of(play, {"20": 2}, {"repair men": {"deck fire forward": 3}})
    assert (play.ship.deck_fires, play.ship.hull) == ({"forward": 2}, 5)


def test_deck_fire_past_3_is_out_of_control_rules_7_5():
    for total, sunk in [(4, True), (5, False)]:
        play = start()
        play.ship.deck_fires = {"forward": 3}
        done = round_of(play, {"20": 2, "16": total}, {"repair men": {"deck fire forward": 1}})
        assert (done.tables(), done.sunk) == (["20", "16"], sunk)
        if not sunk:
            assert (play.ship.deck_fires, play.ship.hull) == ({"forward": 3}, 5)
            assert play.state.forced == ["deck fire out of control"]


def test_out_of_control_rolls_table_16_once_a_phase_rules_9():
    play = start()
    play.ship.deck_fires = {"forward": 3, "aft": 3}
    first = round_of(play, {"16": 12})
    second = round_of(play, {"14": 12})
    assert (first.tables().count("16"), second.tables().count("16")) == (1, 0)
    assert play.ship.hull == 2


def test_each_deck_fire_costs_a_hull_point_rules_7_5():
    play = start()
    play.ship.deck_fires = {"forward": 2, "midship": 2, "aft": 2}
    play.ship.hull = 2
    done = round_of(play, {"14": 6})
    assert (play.ship.hull, done.tables()) == (0, ["14", "14"])


# -- rounds ----------------------------------------------------------------------------------------------------


def test_rounds_end_when_nothing_is_left_to_repair_rules_4_5():
    play = start()
    play.ship.equipment["sc"] = DAMAGED
    done = run(play, control.rounds_after(play), {"20": 12}, {"repair men": {"sc": 1}})
    assert len(done.all("20")) == 1


def test_an_undamaged_ship_has_no_damage_control_round():
    assert run(start(), control.rounds_after(start())).choices == []


def test_one_round_after_each_wave_and_three_after_the_last_rules_4_5():
    play = start()
    play.ship.equipment["sc"] = DAMAGED
    dice = {"8-1": 12, "8-1A": 3, "A-1": 99, "10": 2, "20": 2}
    _, done = drive(play, dice, {"repair men": {"sc": 1}}, until=lambda game: begun(game)[1] == "midday")
    assert [roll.wave for roll in done.all("20")] == [1, 2, None, None, None]


def test_order_of_a_round_rules_7():
    play = start(level="advanced")
    burn(play, "fuel-fwd", 2)
    play.ship.deck_fires = {"aft": 2}
    play.ship.floods = [Flood("aft", "port", 1, "x")]
    done = round_of(
        play,
        {"17": 6, "21": [2, 12], "21-1": 12, "20": 2, "rules 7.5:spread": 6},
        {
            "emergency declaration": "yes",
            "voluntary flooding": "fuel-fwd",
            "counterflooding": "forward starboard",
            "repair men": {"fuel-fwd": 1, "deck fire aft": 1},
        },
    )
    assert done.asked() == ["emergency declaration", "voluntary flooding", "counterflooding", "repair men"]
    assert done.tables() == ["17", "21", "21-1", "21", "20", "20", "rules 7.5:spread"]
    assert (play.ship.deck_fires, play.ship.hull) == ({"aft": 3}, 5)


# -- water lines out (15/2) ------------------------------------------------------------------------------------


def test_15_2_no_die_once_repaired():
    _game, done = drive(start(), until=lambda game: game.request.table == "6-1")
    assert done.tables() == []


def test_men_return_from_a_destroyed_compartment_rules_6():
    play = start()
    play.ship.jobs = {"cic": 3, "radio": 1}
    diver = plane()
    in_wave(play, diver)
    run(play, damage.destroy(play, "cic", blow()))
    assert play.ship.jobs == {"radio": 1}
    assert blow().markers == 2
