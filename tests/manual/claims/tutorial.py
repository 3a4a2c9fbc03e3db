# ruff: noqa: E501
"""Claims of the lesson: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.rules import damage, stations, wave
from picket_duty.state import PHASES, POSTS
from picket_duty.tui.radar_plot import frame_of, frame_round
from picket_duty.tui.ship_pictures import BURNING, HIT, LOST
from tests.manual.evidence import (
    CALM,
    LESSON,
    G,
    N,
    T,
    band,
    column,
    die,
    down,
    fixed,
    go,
    guns,
    lesson_answer,
    lesson_decision,
    lesson_roll,
    lesson_tables,
    mod,
    played,
    row,
    start,
    totals,
)
from tests.rules import test_control, test_gunnery, test_scenarios, test_special, test_wave

#: The plot alone, and around the ship.
BOW_UP, BOW_LEFT = frame_of(39, 14), frame_round(114, 34, (74, 9))

CLAIMS = {
    "scenario = 1": lambda: (LESSON.scenario, LESSON.level) == (1, "basic"),
    "June 7, 1945, picket station 1 off Okinawa": lambda: (
        (str(T.scenarios[1].date), T.scenarios[1].station) == ("1945-06-07", 1)
    ),
    "Every officer and chief has a value from -2 to +2, drawn on chart V-1; higher is better": lambda: (
        len(POSTS) == 9 and row("V-1", 2)["value"] == -2 and row("V-1", 12)["value"] == 2
    ),
    "Hull is the damage your ship can take: at 0 she may sink": lambda: totals("14", "sinks", True) == {2, 3, 4, 5},
    "A day has three phases of eight hours; you play only the midday one": lambda: (
        len(PHASES) == 3 and T.scenarios[1].phases == ("midday",)
    ),
    "in a storm no planes come, and in rain they stay away two times out of three": lambda: (
        list(die("6-1", "rain", "attack").values()).count(False) == 4
    ),
    "Each type of fighter may give you AFS markers, and each marker is good for one attack on a plane": lambda: (
        row("7-2", 6, "-2")["markers"] == 0
        and played(test_gunnery.test_an_afs_marker_is_used_once_a_spared_one_stays_rules_4_2)
    ),
    "Five planes, in two waves: three now, two later": lambda: (
        len(row("8-1C", sum(LESSON.fixed[0].dice[0]))["planes"]) == 5 and T["8-3"].entry(5)["waves"] == [3, 2]
    ),
    "The plot shows your ship in the middle, with her bow pointing up, or left if there is room for the whole "
    "ship": lambda: BOW_UP.point(0, 3)[1] < BOW_UP.y and BOW_LEFT is not None and BOW_LEFT.point(0, 3)[0] < BOW_LEFT.x,
    "000 is the bow, 090 starboard, 180 the stern, 270 port. The three rings": lambda: (
        damage.side_of(90) == "starboard" and damage.side_of(270) == "port"
    ),
    "An emergency maneuver may cost a little fuel at the end of the day": lambda: mod("rules", "maneuvered") == 1,
    "every plane in the wave gets -1 on its dive, and some hits become near misses": lambda: (
        mod("10", "maneuver") == -1
        and row("10", 7, "undamaged")["result"] == "hit"
        and row("10", 6, "undamaged")["result"] == "near_miss"
    ),
    "You order all mounts, fighter markers and support ships before any of them fires": lambda: played(
        test_gunnery.test_afs_then_sfs_then_mounts_roll_in_that_order_rules_5_3
    ),
    "Two hits damage a plane, three set it afire, and damaged planes hit less often": lambda: (
        (N.hits_damaged, N.hits_flamed) == (2, 3)
        and len(totals("10", "result", "hit", "damaged")) < len(totals("10", "result", "hit", "undamaged"))
    ),
    "5-inch guns are best at high and": lambda: (
        down("5in", "H") > down("5in", "L") and down("5in", "M") > down("5in", "L")
    ),
    "40 mm guns are best at low altitude and nearly as good at medium. 20 mm guns cannot reach high planes at "
    "all": lambda: (
        down("40mm", "L") > down("40mm", "M") > down("40mm", "H") and T["9-2/20mm"].raw.columns == ["L", "M"]
    ),
    "For each mount, roll two dice on the chart for its": lambda: (
        {T[f"9-2/{k}"].dice for k in ("5in", "40mm", "20mm")} == {"2d6"}
    ),
    "The director may add 1 to the roll, the gunnery officer's value counts": lambda: (
        guns(start(crew={"gunnery_officer": 2}), "5in-1", "M") == {"Mk 37 director": 1, "Gunnery officer": 2}
    ),
    "First the plane with the bomb attacks, on chart 12-2, and then it dives on you": lambda: (
        wave.SPECIAL_CHART["bomb"] == "12-2"
    ),
    "It came from bearing 135, so it struck the after section; two dice find": lambda: (
        damage.section_of(start(), 135) == "aft"
        and row("8-1C", 5)["planes"][1] == "135L"
        and len(T["11/aft"].faces) == 2
    ),
    "! with a number shows hit markers, * is a fire. When all its markers are filled in, a compartment is "
    "lost (X), and you lose a hull point": lambda: (
        (HIT, BURNING, LOST) == ("!", "*", "X") and N.hull_loss_destroyed == 1
    ),
    "You play one round of damage control after each wave, and up to three more after the last wave": lambda: (
        N.rounds_after == 3
    ),
    "If it succeeds, repairs get +2, but no mount can fire, at least through the next wave. Fighters and support ships still can": lambda: (
        mod("20", "emergency") == 2 and played(test_gunnery.test_17_emergency_silences_the_mounts_afs_and_sfs_fire)
    ),
    "it puts out a fire in a magazine, a fuel tank, an engine room or a fire room, but costs you the compartment": lambda: (
        {item.kind for item in G.values() if item.floodable} == {"magazine", "fuel", "engine_room", "fire_room"}
    ),
    "Send up to three men to a job, and only from its own section": lambda: N.men_per_job == 3,
    "adds a man to the selected job, [0] to [3] set the number": lambda: N.men_per_job == 3,
    "More men mean a better column on chart 20": lambda: (
        all(
            len(totals("20", "successful", True, b)) > len(totals("20", "successful", True, a))
            for a, b in zip(T["20"].raw.columns, T["20"].raw.columns[1:], strict=False)
        )
        and column("compartment", 3) > column("compartment", 2)
    ),
    "The column for a deck fire is men + chief's value - level - 1. The column for a compartment is 1 + men + "
    "chief's value - hit markers. The column for anything else is 1 + men + chief's value - 2": lambda: (
        column("deck fire", 3, 2, level=2) == 3 + 2 - 2 - 1
        and column("compartment", 2, 1, markers=2) == 1 + 2 + 1 - 2
        and column("other", 2, 1) == 2 + 1 - 1
    ),
    "A job that keeps at least one of its men gets +1 in the next round of the phase": lambda: (
        mod("20", "continued") == 1
    ),
    "A compartment that is still burning may get another marker": lambda: (
        sum(die("rules", "spread", "spreads").values()) == 3
    ),
    "The second wave: two planes": lambda: T["8-3"].entry(5)["waves"] == [3, 2],
    "Scenario 6 is a whole day with a good chance of winning. Scenarios 2 to 5 are hard": lambda: (
        len(T.scenarios[6].phases) == 3
        and band("wins", "scenario 6")[0] > 66
        and max(band("wins", f"scenario {n}")[1] for n in (2, 3, 4, 5)) < 60
    ),
    "A mini campaign lasts about a week": lambda: (
        {row("campaign/1 length", t)["fighting_days"] for t in range(1, 7)} == {5, 7}
    ),
    "# five planes: 90M 135L 180H, then two at 270L": lambda: (
        row("8-1C", 5)["planes"] == ["90M", "135L", "180H", "270L", "270L"]
    ),
    "[[fixed]] # a Zeke": lambda: row("A-1", 5) == {"type": "Zeke", "weapon": None},
    "[[fixed]] # an Oscar": lambda: row("A-1", 66)["type"] == "Oscar",
    "[[fixed]] # a Val with a bomb": lambda: row("A-1", 12) == {"type": "Val", "weapon": "bomb"},
    "[[fixed]] # the maneuver succeeds": lambda: row("19", sum(fixed("maneuver")), "+1")["successful"],
    "[[fixed]] # the Zeke falls to the third shot": lambda: (
        [row("9-2/5in", sum(d) + 1, "M")["result"] for d in LESSON.fixed[5].dice[:3]] == ["hit", "flamed", "destroyed"]
    ),
    "[[fixed]] # the Oscar gets through, hit once at most": lambda: (
        sum(sum(d) + 1 >= 6 for d in LESSON.fixed[6].dice[:5]) == 1
        and not any(sum(d) >= 6 for d in LESSON.fixed[6].dice)
    ),
    "# the bomb misses, with a maneuver or without": lambda: row("12-2", 7)["result"] == "miss",
    "[[fixed]] # the Val misses": lambda: row("10", 4, "special")["result"] == "miss",
    "[[fixed]] # the Oscar hits whatever was done to it": lambda: (
        {row("10", 9, c)["result"] for c in ("undamaged", "damaged", "shot_down")} == {"hit"}
    ),
    "[[fixed]] # the fuel tanks aft": lambda: T["11/aft"].cell(2, 4)["name"] == "Aft Fuel Tanks Hit",
    "[[fixed]] # which do not blow up": lambda: T["11/aft"].die("D").look_up(5)["result"] == "damaged",
    "[[fixed]] # a man killed or wounded": lambda: die("rules", "men", "men")[4] == 1,
    "[[fixed]] # a hull point lost": lambda: row("14-1", 5, "1-2")["hull"] == 1,
    "[[fixed]] # the deck fire is put out": lambda: row("20", 9, "-2")["successful"],
    "Press Enter. The program rolls for the nine officers and chiefs, then for support": lambda: (
        len(POSTS) == 9 and go(start(step="turn"), stations.assign_station, CALM).tables()[-2:] == ["3-1", "4-1"]
    ),
    "Ship status lists them, with your five tracks and morale": lambda: all(
        hasattr(start().ship, item) for item in ("ammunition", "fuel", "hull", "maneuver", "flood", "morale")
    ),
    "Most are ordinary kamikazes": lambda: sum(row("A-1", n)["weapon"] is None for n in range(100)) == 80,
    "[1] [2] [3] select a plane": lambda: T["8-3"].entry(5)["waves"][0] == 3,
    "Look with 1, 2, 3, change the plan with + and -": lambda: T["8-3"].entry(5)["waves"][0] == 3,
    "Then the other planes dive, including those afire: a burning plane can still hit, but less often": lambda: (
        set() < totals("10", "result", "hit", "shot_down") < totals("10", "result", "hit", "undamaged")
        and played(test_wave.test_special_planes_do_not_dive_with_the_others_rules_5_5)
    ),
    "Press Enter to roll for the bomb, then for the dives": lambda: played(
        test_special.test_each_weapon_on_its_chart_then_the_dive_rules_5_4, "bomb"
    ),
    "With two planes still to come, you need your guns": lambda: T["8-3"].entry(5)["waves"] == [3, 2],
    "if nobody fights them, they grow, burn the hull, and can sink the ship": lambda: (
        played(test_control.test_deck_fire_left_unfought_grows_and_burns_the_hull_rules_7_5)
        and played(test_control.test_deck_fire_past_3_is_out_of_control_rules_7_5, 4, True)
    ),
    "You roll once on chart 20 for each job with men": lambda: played(
        test_control.test_a_job_without_a_man_does_not_roll_rules_7_4
    ),
    "When the last marker is removed, the fire is out and the compartment works again": lambda: played(
        test_control.test_20_markers_removed, 6, 3
    ),
    "If your ship is afloat and on station when the phase ends, you have won": lambda: played(
        test_scenarios.test_no_reason_to_return_no_table_16
    ),
    "If it fails, the ship may blow up": lambda: played(test_control.test_21_failure_rolls_21_1_at_once, 5),
    "only its first dice are fixed": lambda: (
        LESSON.fixed[0].table == "8-1C" and all(item.wave == 1 for item in LESSON.fixed[1:])
    ),
    "Your radar, fighters and support decide which column of the chart is used": lambda: (
        {modifier.why for modifier in lesson_roll("8-1").column_modifiers}
        == {"FDT present", "Chit of each fighter type present", "All ship radars working", "Each SFS marker available"}
    ),
    "goes to the special attack box: it has no bearing, and it is hard to hit": lambda: (
        guns(start(), "40mm-A", "M", True) == {"Spray fire at a special attack plane": -2}
    ),
    "Press Enter to identify the planes, one by one": lambda: lesson_tables("identify") == ["A-1"] * 3,
    "This is your first decision": lambda: lesson_decision() == "emergency maneuver",
    "Press 1, then Enter, to maneuver": lambda: lesson_answer("1") == "yes",
    "One plane hit your ship. It came from bearing 135": lambda: (
        row("8-1C", sum(fixed("raid")))["planes"][1] == "135L"
        and [
            row("10", sum(item.dice[0]) - 1, "undamaged")["result"]
            for item in LESSON.fixed
            if (item.purpose, item.actor) == ("dive", "plane 1")
        ]
        == ["hit"]
    ),
    "and fight the second wave": lambda: len([item for item in T["8-3"].entry(5)["waves"] if item]) == 2,
}
