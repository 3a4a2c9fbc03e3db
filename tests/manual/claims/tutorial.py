# ruff: noqa: E501
"""Claims of the lesson: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.odds.measured import measured_fights
from picket_duty.rules import damage, stations, wave
from picket_duty.state import PHASES, POSTS
from picket_duty.tui.radar_plot import frame_of, frame_round
from tests.manual.evidence import (
    LESSON,
    N,
    T,
    band,
    column,
    die,
    down,
    fixed,
    go,
    guns,
    lesson_tables,
    mod,
    row,
    totals,
)
from tests.rules import test_control
from tests.rules.script import CALM, start

#: The plot alone, and around the ship.
BOW_UP, BOW_LEFT = frame_of(39, 14), frame_round(114, 34, (74, 9))

CLAIMS = {
    "scenario = 1": lambda: (LESSON.scenario, LESSON.level) == (1, "basic"),
    "June 7, 1945, picket station 1 off Okinawa": lambda: (
        (str(T.scenarios[1].date), T.scenarios[1].station) == ("1945-06-07", 1)
    ),
    "and chiefs gets a value from -2 to +2 on chart V-1; higher is better": lambda: (
        len(POSTS) == 9 and row("V-1", 2)["value"] == -2 and row("V-1", 12)["value"] == 2
    ),
    "ship can take: at 0 she may sink": lambda: totals("14", "sinks", True) == {2, 3, 4, 5},
    "A day has three phases of eight hours; you play only the midday one": lambda: (
        len(PHASES) == 3 and T.scenarios[1].phases == ("midday",)
    ),
    "they stay away two times out of three": lambda: list(die("6-1", "rain", "attack").values()).count(False) == 4,
    "is good for one attack on a plane": lambda: row("7-2", 6, "-2")["markers"] == 0,
    "Five planes are coming in two waves: three now and two later": lambda: (
        len(row("8-1C", sum(LESSON.fixed[0].dice[0]))["planes"]) == 5 and T["8-3"].entry(5)["waves"] == [3, 2]
    ),
    "000 is the bow, 090 starboard, 180 the stern, 270 port. The three rings": lambda: (
        damage.side_of(90) == "starboard" and damage.side_of(270) == "port"
    ),
    "in the wave gets -1 on its dive, and": lambda: (
        mod("10", "maneuver") == -1
        and row("10", 7, "undamaged")["result"] == "hit"
        and row("10", 6, "undamaged")["result"] == "near_miss"
    ),
    "Two hits damage a plane, three set it afire, and": lambda: (
        (N.hits_damaged, N.hits_flamed) == (2, 3)
        and len(totals("10", "result", "hit", "damaged")) < len(totals("10", "result", "hit", "undamaged"))
    ),
    "5-inch guns are": lambda: down("5in", "H") > down("5in", "L") and down("5in", "M") > down("5in", "L"),
    "40 mm guns are best at low altitude and nearly as good at medium. 20 mm guns cannot": lambda: (
        down("40mm", "L") > down("40mm", "M") > down("40mm", "H") and T["9-2/20mm"].raw.columns == ["L", "M"]
    ),
    "each mount, roll two dice on the chart": lambda: {T[f"9-2/{k}"].dice for k in ("5in", "40mm", "20mm")} == {"2d6"},
    "director may add 1 to the roll, the": lambda: (
        guns(start(crew={"gunnery_officer": 2}), "5in-1", "M") == {"Mk 37 director": 1, "Gunnery officer": 2}
    ),
    "First roll on chart 12-2 for the plane's bomb": lambda: wave.SPECIAL_CHART["bomb"] == "12-2",
    "came from bearing 135, so it struck the after section. Roll two dice on that": lambda: (
        damage.section_of(start(), 135) == "aft"
        and row("8-1C", 5)["planes"][1] == "135L"
        and len(T["11/aft"].faces) == 2
    ),
    "You play one round of damage control after each wave, and up to three more after the": lambda: N.rounds_after == 3,
    "repairs get +2. But no mount can": lambda: mod("20", "emergency") == 2,
    "Send up to three men to a job, and": lambda: N.men_per_job == 3,
    "selected job, [0] to [3] set the number": lambda: N.men_per_job == 3,
    "column on chart 20": lambda: (
        all(
            len(totals("20", "successful", True, b)) > len(totals("20", "successful", True, a))
            for a, b in zip(T["20"].raw.columns, T["20"].raw.columns[1:], strict=False)
        )
        and column("compartment", 3) > column("compartment", 2)
    ),
    "value - level - 1. The column for a compartment is 1 + men + chief's value - hit markers. The column for anything else is 1 + men + chief's value - 2": lambda: (
        column("deck fire", 3, 2, level=2) == 3 + 2 - 2 - 1
        and column("compartment", 2, 1, markers=2) == 1 + 2 + 1 - 2
        and column("other", 2, 1) == 2 + 1 - 1
    ),
    "keeps at least one of its men gets +1 in the next round": lambda: mod("20", "continued") == 1,
    "The second wave has two planes": lambda: T["8-3"].entry(5)["waves"] == [3, 2],
    "Scenario 4 is a whole day with a hard fight: planes almost always come. Scenario 6 is easier, but some": lambda: (
        len(T.scenarios[4].phases) == 3
        and band("wins", "scenario 6")[0] > 66
        and band("wins", "scenario 4")[1] < 60
        and measured_fights("basic")[4].no_attack < 3
        and measured_fights("basic")[6].no_attack > 10
    ),
    "# five planes: 90M 135L 180H, then two at 270L": lambda: (
        row("8-1C", 5)["planes"] == ["90M", "135L", "180H", "270L", "270L"]
    ),
    "gets through, hit once at most": lambda: (
        sum(sum(d) + 1 >= 6 for d in LESSON.fixed[6].dice[:5]) == 1
        and not any(sum(d) >= 6 for d in LESSON.fixed[6].dice)
    ),
    "Each of your nine": lambda: (
        len(POSTS) == 9 and go(start(step="turn"), stations.assign_station, CALM).tables()[-2:] == ["3-1", "4-1"]
    ),
    "shows five tracks and morale": lambda: all(
        hasattr(start().ship, item) for item in ("ammunition", "fuel", "hull", "maneuver", "flood", "morale")
    ),
    "next wave, and two planes are still to come": lambda: T["8-3"].entry(5)["waves"] == [3, 2],
    "You roll once on chart 20 for each job with": test_control.test_a_job_without_a_man_does_not_roll_rules_7_4,
    "the planes, one by one": lambda: lesson_tables("identify") == ["A-1"] * 3,
    "One plane hit your ship. It came from bearing 135": lambda: (
        row("8-1C", sum(fixed("raid")))["planes"][1] == "135L"
        and [
            row("10", sum(item.dice[0]) - 1, "undamaged")["result"]
            for item in LESSON.fixed
            if (item.purpose, item.actor) == ("dive", "plane 1")
        ]
        == ["hit"]
    ),
}
