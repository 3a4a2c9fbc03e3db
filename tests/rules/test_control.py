"""Damage control rounds (charts 17, 20, 21, 21-1; rules 4.5, 7)."""

import pytest

from picket_duty.events import Control, Damage, as_dict
from picket_duty.requests import Illegal
from picket_duty.rules import casualties, control, jobs, wave
from picket_duty.rules.blow import HitContext
from picket_duty.state import DAMAGED, DESTROYED, WORKING, Flood
from picket_duty.text.log import log_words
from tests.games import of_kind
from tests.text_table import cases, table_of

from .script import TABLES, begun, blow, change, drive, plane, reasons, run, start

LUCKY = {"16": 12, "14": 12, "21-1": 12}


def burning(*names, **markers):
    """Burning compartments, for the ship of a play, with one hit marker or those given by
    ``markers``.
    """
    found = {}
    for name in names:
        found |= {f"{name} markers": markers.get("markers", 1), f"{name} fire": True}
    return found


def round_of(play, dice=None, choices=None):
    return run(play, control.control_round(play), dice, choices)


def roll_for(play, name, men=1):
    return control.repair_roll(play, name, jobs.open_jobs(play)[name], men)


def test_17_captains_column():
    for die in range(1, 7):
        for value in range(-2, 3):
            play = start(crew={"captain": value})
            done = run(play, control.declare(play), {"17": die}, {"emergency declaration": "yes"})
            declared = die >= {-2: 6, -1: 5, 0: 4, 1: 3, 2: 2}[value]
            assert (play.ship.declared, done.roll("17").modifiers) == (int(declared), ())


def test_17_is_the_players_choice_once_a_round_rules_7_1():
    play = start(aboard=burning("cic"))
    for answer, dice in [("yes", {"17": 1}), ("no", {})]:
        done = round_of(play, {**dice, "rules 7.5:spread": 6}, {"emergency declaration": answer})
        assert (done.asked().count("emergency declaration"), done.tables()) == (
            1,
            [*dice, "rules 7.5:spread"],
        )


def test_17_plus_2_on_table_20_not_on_21_rules_7_1():
    for stage in [control.DECLARED, control.STANDING, control.MAY_RESCIND]:
        play = start(aboard={**burning("fuel-fwd"), "declared": stage})
        assert reasons(roll_for(play, "fuel-fwd").modifiers) == {"Emergency repairs declared": 2}
        assert control.flooding_modifiers(play) == ()


def test_17_lasts_through_the_next_wave_and_its_round_then_may_be_rescinded_rules_7_1():
    """Declared after wave 1; wave 2 silent and no question; asked before the guns of wave 3 and of
    wave 4.
    """
    play = start(aboard=burning("cic"))
    answers = {
        "emergency declaration": ["yes", "no"],
        "rescind emergency": ["no", "yes"],
        "fire plan": lambda choice: {"5in-1": 0} if "5in-1" in choice.slots else {},
    }
    play.state.air.waves = [[plane(0, "L")] for _ in range(4)]
    play.state.air.allowances = [2] * 4
    dice = {"10": 2, "17": 6, "20": 2, "9-2/5in": 2, "rules 7.5:spread": 6}
    done = run(play, wave.fight_waves(play), dice, answers)
    about = ("emergency declaration", "rescind emergency")
    assert [(choice.about, choice.wave) for choice in done.choices if choice.about in about] == [
        ("emergency declaration", 1),
        ("rescind emergency", 3),
        ("rescind emergency", 4),
        ("emergency declaration", 4),
    ]
    assert [roll.wave for roll in done.all("9-2/5in")] == [1, 4]
    assert play.ship.declared == control.NO_EMERGENCY


def test_17_carries_over_to_later_phases_and_ends_with_the_turn_rules_7_1():
    for phase, then, declared in [
        (0, "midday", control.DECLARED),
        (2, "morning", control.NO_EMERGENCY),
    ]:
        play = start(phase=phase, aboard={"declared": control.DECLARED})
        game, _ = drive(play, until=lambda game, then=then: begun(game)[1] == then)
        assert game.state.ship.declared == declared


def test_17_continues_when_the_captain_is_killed_rules_7_1():
    play = start(aboard={"declared": control.STANDING})
    assert "declared" not in run(play, casualties.kill_post(play, "captain", blow())).changed


def flooding(play, name, total, more=None):
    return run(
        play,
        control.flood_compartments(play),
        {"21": total, **(more or {})},
        {"voluntary flooding": [name, "none"]},
    )


def test_21_only_burning_floodable_compartments_rules_7_2():
    rooms = burning("cic", "fuel-fwd", "5in-mgz-1", "engine-room-fwd", "fire-room-aft", "5in-mgz-2")
    play = start(aboard={**rooms, "fuel-aft markers": 1, "5in-mgz-2 destroyed": True})
    choice = run(play, control.flood_compartments(play)).choice("voluntary flooding")
    assert choice.legal() == ["none", "5in-mgz-1", "fuel-fwd", "fire-room-aft", "engine-room-fwd"]
    with pytest.raises(Illegal):
        choice.check("cic")
    assert run(start(), control.flood_compartments(start())).asked() == [], "nothing burns"


def test_21_success_rules_7_2():
    play = start(aboard={**burning("5in-mgz-1", markers=3), "jobs 5in-mgz-1": 3})
    assert flooding(play, "5in-mgz-1", 6).changed == {
        "5in-mgz-1 markers": 0,
        "5in-mgz-1 fire": False,
        "5in-mgz-1 flooded": True,
        "floods": [Flood("forward", "", 1, "5in-mgz-1")],
        "jobs 5in-mgz-1": None,
    }
    assert play.ship.compartments["5in-mgz-1"].out


def test_21_failure_rolls_21_1_at_once():
    for total in [2, 5]:
        done = flooding(
            start(aboard=burning("5in-mgz-1", markers=3)), "5in-mgz-1", total, {"21-1": 4}
        )
        assert (done.tables(), done.roll("21-1").column, done.changed) == (
            ["21", "21-1"],
            "magazines",
            {},
        )


def test_21_allows_one_attempt_per_compartment_and_round_rules_7_2():
    play = start(aboard=burning("5in-mgz-1", "fuel-fwd"))
    choices = {"voluntary flooding": ["5in-mgz-1", "fuel-fwd"]}
    done = run(play, control.flood_compartments(play), {"21": 2, **LUCKY}, choices)
    assert len(done.choices) == 2
    assert done.choices[1].legal() == ["none", "fuel-fwd"]


def test_21_ignores_water_lines_out_by_15_2_rules_4_7():
    """On table 20, water lines that are out and destroyed count once."""
    for out, state, modifiers in [
        (True, WORKING, {}),
        *(
            (out, state, {"Water lines damaged or destroyed": -1})
            for out, state in [(True, DESTROYED), (False, DAMAGED), (False, DESTROYED)]
        ),
    ]:
        play = start(aboard={**burning("fuel-fwd"), "lines_out": out, "water-lines": state})
        assert reasons(roll_for(play, "fuel-fwd").modifiers) == {
            "Water lines out of order, damaged or destroyed": -1
        }
        roll = flooding(play, "fuel-fwd", 6, {"21-1": 12}).roll("21")
        assert (reasons(roll.modifiers), roll.total) == (modifiers, 6 + sum(modifiers.values()))


def test_flooded_counts_as_destroyed_for_its_effects_rules_7_2():
    rooms = ("fuel-fwd", "engine-room-fwd", "engine-room-aft", "fire-room-fwd", "fire-room-aft")
    play = start(aboard={**burning(*rooms), "engine-room-aft paid": True})
    for name, fuel, maneuver in zip(rooms, (6, 6, 6, 6, 6), (10, 5, 5, 5, 0), strict=True):
        assert flooding(play, name, 6).tables() == ["21"]
        assert (play.ship.fuel, play.ship.maneuver, play.ship.hull) == (fuel, maneuver, 6), name


def test_pumping_out_restores_the_compartment_and_takes_its_flood_off_rules_7_2():
    play = start(aboard=burning("fuel-fwd"))
    flooding(play, "fuel-fwd", 6)
    trunk = Flood("forward", "", 1, "forward/Trunk")
    play.ship.floods.append(trunk)
    job = jobs.open_jobs(play)["pump fuel-fwd"]
    assert (job.section, job.kind) == ("forward", "pump")
    done = round_of(play, {"20": 12}, {"repair men": {"pump fuel-fwd": 2}})
    assert done.changed == {"fuel-fwd flooded": False, "floods": [trunk]}
    assert (play.ship.compartments["fuel-fwd"].markers, play.ship.fuel) == (0, 6)


def test_removing_the_last_marker_removes_the_flooding_of_a_hit_rules_6():
    floods = [Flood("forward", "port", 1, "fuel-fwd"), Flood("forward", "", 1, "forward/Trunk")]
    for removed, dice, left, flood in [(1, {"rules 7.5:spread": 6}, 2, 2), (6, {}, 0, 1)]:
        play = start(
            level="advanced", aboard={**burning("fuel-fwd", markers=3), "floods": floods.copy()}
        )
        round_of(play, {"20": 12, "20:markers": removed, **dice}, {"repair men": {"fuel-fwd": 3}})
        assert (play.ship.compartments["fuel-fwd"].markers, play.ship.flood) == (left, flood)


def test_flooding_of_a_hit_stays_after_voluntary_flooding_until_pumped_out_rules_6():
    floods = [Flood("forward", "port", 1, "fuel-fwd")]
    play = start(level="advanced", aboard={**burning("fuel-fwd"), "floods": floods})
    flooding(play, "fuel-fwd", 6)
    assert play.ship.flood == 2
    round_of(play, {"20": 12}, {"repair men": {"pump fuel-fwd": 2}})
    assert play.ship.flood == 0


def test_counterflooding_rules_6_and_7_2():
    before = {"floods": [Flood("aft", "port", 3, "x")]}
    for total, points in [(6, 4), (5, 3)]:
        play = start(level="advanced", aboard={"floods": before["floods"].copy()})
        done = run(
            play,
            control.counterflood(play),
            {"21": total},
            {"counterflooding": "forward starboard"},
        )
        assert (done.tables(), play.ship.flood) == (["21"], points)
        if points == 4:
            assert (play.ship.list_points, play.ship.trim_points) == (-2, 2)
    play = start(aboard=before)
    assert run(play, control.counterflood(play)).asked() == [], "for the advanced game"


def test_jobs_and_whose_men_they_take_rules_2_and_7_3():
    aboard = {
        **burning("cic"),
        "stack-aft markers": 1,
        "fuel-aft flooded": True,
        "deck_fires midship": 2,
        "mk37": DAMAGED,
        "sc": DAMAGED,
        "sg": DAMAGED,
        "rudder": DAMAGED,
        "40mm-E director": DAMAGED,
        "5in-1 hits": 1,
        "40mm-A hits": 1,
        "secondary": {"aft/Trunk": 1, "forward/Trunk": 2},
    }
    play = start(level="advanced", aboard=aboard)
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
    aboard = {
        "cic destroyed": True,
        "cic markers": 3,
        "sc": DESTROYED,
        "water-lines": DESTROYED,
        "40mm-E director": DESTROYED,
        "5in-1 hits": 3,
        "5in-1 destroyed": True,
        "secondary": {"aft/Trunk": 2},
    }
    assert jobs.open_jobs(start(level="advanced", options=("gun-repair",), aboard=aboard)) == {}


def test_water_lines_take_men_of_any_one_section_rules_2():
    play = start(aboard={"water-lines": DAMAGED})
    choice = control.men_choice(play)
    assert [job.section for job in choice.jobs.values()] == ["forward", "midship", "aft"]
    assert choice.check({"water-lines aft": 3}) == {"water-lines aft": 3}
    with pytest.raises(Illegal, match="men from another section"):
        choice.check({"water-lines aft": 1, "water-lines forward": 1})
    assert round_of(play, {"20": 12}, {"repair men": {"water-lines aft": 3}}).changed == {
        "water-lines": WORKING
    }


def test_at_most_three_men_on_a_job_and_the_men_of_the_section_rules_2():
    choice = control.men_choice(
        start(aboard={**burning("cic", "radio", "bridge"), "men forward": 7})
    )
    assert choice.check({"cic": 3, "radio": 3, "bridge": 1}) == {"cic": 3, "radio": 3, "bridge": 1}
    for wrong, words in table_of("""
        {'cic': 4}                          | takes 0 to 3
        {'cic': -1}                         | takes 0 to 3
        {'cic': True}                       | takes 0 to 3
        {'cic': 1.5}                        | takes 0 to 3
        {'cic': 3, 'radio': 3, 'bridge': 2} | only 7 men are available forward
        {'galley': 1}                       | is not a job
        """):
        with pytest.raises(Illegal, match=words):
            choice.check(wrong)


def test_a_job_without_a_man_does_not_roll_rules_7_4():
    play = start(aboard=burning("cic", "radio"))
    done = round_of(
        play, {"20": 12, "20:markers": 1, "rules 7.5:spread": 6}, {"repair men": {"radio": 1}}
    )
    assert [roll.actor for roll in done.all("20")] == ["radio"]
    told = [(event.job, event.men, event.success, event.markers) for event in done.told(Control)]
    assert told == [("radio", 1, True, 1)]


def test_20_column_of_a_compartment_rules_7_4():
    for markers in [1, 3]:
        for chief in [-2, 0, 2]:
            for men in [1, 2, 3]:
                aboard = burning("engine-room-fwd", markers=markers)
                roll = roll_for(
                    start(crew={"repair_two_chief": chief}, aboard=aboard), "engine-room-fwd", men
                )
                wanted = {"Men on the job": men, "Built-in value": 1, "Hit markers": -markers}
                assert reasons(roll.column_modifiers) == (
                    {**wanted, "Section chief": chief} if chief else wanted
                )
                total = 1 + men + chief - markers
                assert roll.column == (
                    "-2" if total <= -2 else "-1..0" if total <= 0 else "+1" if total == 1 else "+2"
                )


def test_20_column_of_a_deck_fire_and_of_other_jobs_with_the_chief_of_the_section_rules_7_4():
    for section, number in [("forward", "one"), ("midship", "two"), ("aft", "three")]:
        for men, value in [(1, 2), (2, -1), (3, 1)]:
            crew = {f"repair_{number}_chief": value}
            common = {"Men on the job": men, "Section chief": value}
            roll = roll_for(
                start(crew=crew, aboard={f"deck_fires {section}": 4 - men}),
                f"deck fire {section}",
                men,
            )
            assert reasons(roll.column_modifiers) == {
                **common,
                "Level of the deck fire": men - 4,
                "Deck fire": -1,
            }
            if section == "forward":
                roll = roll_for(start(crew=crew, aboard={"sc": DAMAGED}), "sc", men)
                assert reasons(roll.column_modifiers) == {
                    **common,
                    "Built-in value": 1,
                    "Other repair": -2,
                }


@pytest.mark.parametrize(
    ("aboard", "modifiers"),
    [
        ({"morale": 3}, {"Positive morale": 1}),
        ({"morale": 0}, {}),
        ({"morale": -4}, {"Negative morale": -1}),
        ({"water-lines": DAMAGED}, {"Water lines out of order, damaged or destroyed": -1}),
        ({"water-lines": DESTROYED}, {"Water lines out of order, damaged or destroyed": -1}),
    ],
)
def test_20_morale_and_water_lines(aboard, modifiers):
    assert (
        reasons(roll_for(start(aboard={**burning("cic"), **aboard}), "cic").modifiers) == modifiers
    )


CONTINUED = {"Repairs continued from the previous wave": 1}


@pytest.mark.parametrize(
    ("men", "modifiers"),
    [([{"cic": 1}], CONTINUED), ([], {}), ([{"cic": 1}, {}], {}), ([{"cic": 1}] * 2, CONTINUED)],
)
def test_20_continued_with_a_man_on_the_job_in_the_previous_round_rules_7_4(men, modifiers):
    play = start(aboard=burning("cic", markers=2))
    for orders in [*men, {"cic": 1}]:
        done = round_of(play, {"20": 2, "rules 7.5:spread": 6}, {"repair men": orders})
    assert reasons(done.roll("20").modifiers) == modifiers


def test_20_not_continued_when_all_men_of_the_job_were_killed():
    play = start(aboard={**burning("cic", markers=2), "men forward": 2, "jobs cic": 2})
    run(
        play,
        casualties.lose_men(play, "forward", HitContext("forward", plane=0)),
        {"rules 6:men": 5},
    )
    assert play.ship.jobs == {}


def test_20_not_continued_into_the_next_phase_rules_7_4():
    dice = {"20": 2, "rules 7.5:spread": 6}
    orders = {"repair men": {"cic": 1}}
    play = start(aboard=burning("cic", markers=2))
    _, done = drive(play, dice, orders, until=lambda game: begun(game)[1] == "evening")
    by_phase = {}
    for roll in done.all("20"):
        by_phase.setdefault(roll.phase.split("/")[1], []).append(len(roll.modifiers))
    assert by_phase == {"morning": [0, 1, 1], "midday": [0, 1, 1]}


def test_20_a_new_hit_after_a_finished_job_is_a_new_job_but_one_partly_finished_continues_rules_7_4():
    """The work was done in the last round, its men are free: no +1 on the next fire there."""
    for job, before, removed, modifiers in [
        ("deck fire forward", {"deck_fires forward": 2}, 6, {}),
        ("cic", burning("cic"), 6, {}),
        ("cic", burning("cic", markers=2), 1, CONTINUED),
    ]:
        play = start(aboard=before)
        dice = {"20": 12, "20:markers": removed, "rules 7.5:spread": 6}
        assert round_of(play, dice, {"repair men": {job: 3}}).told(Control)[0].success
        for what, value in before.items():
            change(play, what, value)
        assert reasons(roll_for(play, job).modifiers) == modifiers


def test_20_never_removes_more_markers_than_there_are():
    """Stacks and extinguished compartments do not burn."""
    play = start(aboard={**burning("cic"), "stack-fwd markers": 1})
    done = round_of(play, {"20": 12, "20:markers": 4}, {"repair men": {"cic": 3}})
    assert (done.tables(), done.changed) == (
        ["20", "20:markers"],
        {"cic markers": 0, "cic fire": False},
    )
    assert done.told(Control)[0].markers == 1


@cases("""
    value | column | total | success
    2     | +2     | 5     | 1
    2     | +2     | 4     | 0
    1     | +1     | 6     | 1
    1     | +1     | 5     | 0
    0     | -1..0  | 7     | 1
    0     | -1..0  | 6     | 0
    """)
def test_20_success_by_column(value, column, total, success):
    play = start(crew={"repair_one_chief": value}, aboard={"sc": DAMAGED})
    done = round_of(play, {"20": total}, {"repair men": {"sc": 1}})
    assert (done.roll("20").column, done.changed.get("sc")) == (
        column,
        WORKING if success else None,
    )


def test_success_at_other_jobs_repairs_the_item_rules_7_4():
    trunk = Flood("aft", "", 1, "aft/Trunk")
    store = Flood("aft", "", 1, "aft/Storeroom 1")
    hurt = {"mk37": DAMAGED, "sg": DAMAGED, "40mm-C director": DAMAGED}
    play = start(
        level="advanced", aboard={**hurt, "secondary": {"aft/Trunk": 1}, "floods": [trunk, store]}
    )
    done = round_of(
        play, {"20": 12}, {"repair men": {"mk37": 1, "sg": 1, "40mm-C director": 1, "aft/Trunk": 1}}
    )
    assert len(done.all("20")) == 4
    assert done.changed == {**dict.fromkeys(hurt, WORKING), "aft/Trunk": None, "floods": [store]}


def test_gun_repair_option_gives_the_bonus_back_rules_11():
    play = start(options=("gun-repair",), aboard={"5in-3 hits": 2, "40mm-A hits": 1})
    assert {name: job.section for name, job in jobs.open_jobs(play).items()} == {"5in-3": "aft"}
    assert round_of(play, {"20": 12}, {"repair men": {"5in-3": 3}}).changed == {"5in-3 hits": 0}


def test_a_repaired_stack_allows_the_maneuver_again_rules_6():
    play = start(aboard={"stack-fwd markers": 1})
    assert wave.maneuver_barred(play)
    round_of(play, {"20": 12, "20:markers": 1}, {"repair men": {"stack-fwd": 1}})
    assert not wave.maneuver_barred(play)


def test_the_log_counts_the_hit_markers_that_a_fire_adds_and_all_there_are():
    done = round_of(start(aboard=burning("engine-room-fwd")), {"rules 7.5:spread": 3})
    (burns,) = of_kind(done.events, Damage)
    assert (
        log_words(burns, TABLES) == "Forward engine room: still burning, 1 more hit marker, now 2"
    )
    assert "total" not in as_dict(burns)


def test_a_compartment_burnt_out_is_destroyed_and_may_explode_rules_7_5():
    done = round_of(
        start(aboard=burning("fuel-fwd", markers=3)), {"rules 7.5:spread": 1, "21-1": 4}
    )
    assert (done.sunk, done.tables()) == (True, ["rules 7.5:spread", "21-1"])
    assert (done.play.ship.hull, done.play.ship.fuel) == (5, 6)


@pytest.mark.parametrize(
    ("level", "dice", "changed"),
    [
        (2, {}, {"deck_fires forward": 3, "hull": 5}),
        *((level, {"20": 12}, {"deck_fires forward": None}) for level in (1, 2, 3)),
        (1, {"20": 2}, {"deck_fires forward": 2, "hull": 5}),
        (3, {"20": 2, "16": 4}, None),
        (3, {"20": 2, "16": 5}, {"hull": 5}),
    ],
)
def test_a_deck_fire_grows_burns_the_hull_is_put_out_or_gets_out_of_control_rules_7_5(
    level, dice, changed
):
    """Left alone, put out at any level, level 1 that fails costs a point at level 2, past 3 it is
    out of control.
    """
    play = start(aboard={"deck_fires forward": level})
    done = round_of(play, dice, {"repair men": {"deck fire forward": 3} if dice else {}})
    assert (done.tables(), done.sunk) == (list(dice), changed is None)
    assert play.state.forced == (["deck fire out of control"] if "16" in dice else [])
    if changed:
        assert {
            name: value for name, value in done.changed.items() if not name.startswith("jobs")
        } == changed


def test_out_of_control_rolls_table_16_once_a_phase_rules_9():
    play = start(aboard={"deck_fires": {"forward": 3, "aft": 3}})
    assert [round_of(play, dice).tables().count("16") for dice in ({"16": 12}, {"14": 12})] == [
        1,
        0,
    ]
    assert play.ship.hull == 2


def test_each_deck_fire_costs_a_hull_point_rules_7_5():
    play = start(aboard={"deck_fires": {"forward": 2, "midship": 2, "aft": 2}, "hull": 2})
    done = round_of(play, {"14": 6})
    assert (play.ship.hull, done.tables()) == (0, ["14", "14"])


def test_rounds_end_when_nothing_is_left_to_repair_rules_4_5():
    for aboard, rolls, choices in [
        ({"sc": DAMAGED}, ["20"], ["emergency declaration", "repair men"]),
        ({}, [], []),
    ]:
        play = start(aboard=aboard)
        done = run(play, control.rounds_after(play), {"20": 12}, {"repair men": {"sc": 1}})
        assert (done.tables(), done.asked()) == (rolls, choices)


def test_one_round_after_each_wave_and_three_after_the_last_rules_4_5():
    dice = {"8-1": 12, "8-1A": 3, "A-1": 99, "10": 2, "20": 2}
    play = start(aboard={"sc": DAMAGED})
    _, done = drive(
        play, dice, {"repair men": {"sc": 1}}, until=lambda game: begun(game)[1] == "midday"
    )
    assert [roll.wave for roll in done.all("20")] == [1, 2, None, None, None]


def test_order_of_a_round_rules_7():
    aboard = {
        **burning("fuel-fwd", markers=2),
        "deck_fires aft": 2,
        "floods": [Flood("aft", "port", 1, "x")],
    }
    play = start(level="advanced", aboard=aboard)
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
    assert done.asked() == [
        "emergency declaration",
        "voluntary flooding",
        "counterflooding",
        "repair men",
    ]
    assert done.tables() == ["17", "21", "21-1", "21", "20", "20", "rules 7.5:spread"]
    assert (play.ship.deck_fires, play.ship.hull) == ({"aft": 3}, 5)
