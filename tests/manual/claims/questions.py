# ruff: noqa: E501
"""Claims of the page `questions`: each short answer holds if the full rule on another page does."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from picket_duty.text.turning_points import format_points, points_between
from picket_duty.tui.radar_plot import BEARINGS, RINGS
from tests.manual.evidence import WAYS, G, N, T, totals
from tests.rules import test_gunnery


def same(page: str, *beginnings: str) -> Callable[[], bool]:
    """Whether another page has one claim with each of these beginnings; they are checked there."""

    def check() -> bool:
        claims = importlib.import_module(f"tests.manual.claims.{page}").CLAIMS
        return all(sum(claim.startswith(words) for claim in claims) == 1 for words in beginnings)

    return check


def rolls_of(chart: str, result: str, column: str | None = None) -> int:
    """How many of the 36 rolls of two dice have a result."""
    return sum(WAYS[total] for total in totals(chart, "result", result, column))


def _types() -> list[dict[str, object]]:
    """The type and weapon of each of the 100 rolls of table A-1."""
    return [T["A-1"].look_up(number).fields for number in range(100)]


RETURN = same("anchorage", "if her hull is at 0, if she has 10 flood points, or")

CLAIMS = {
    "Of 100 planes, 10 carry a bomb, 6 a torpedo and 4 an Ohka": lambda: (
        [sum(plane["weapon"] == weapon for plane in _types()) for weapon in ("bomb", "torpedo", "ohka")] == [10, 6, 4]
    ),
    "your ship at once in 2 of 36 rolls": lambda: (
        [rolls_of(chart, "sunk") for chart in ("12-1", "12-2", "12-3")] == [2, 2, 2]
    ),
    "too, and hits in 15 of 36 rolls": lambda: rolls_of("10", "hit", "special") == 15,
    "an undamaged one hits in 21 of 36 rolls, a damaged one in 15 and one afire in 10": lambda: (
        [rolls_of("10", "hit", column) for column in ("undamaged", "damaged", "shot_down")] == [21, 15, 10]
    ),
    "SFS marker fires once per wave": same("wave", "SFS marker fires once per wave"),
    "If it is destroyed, the raid table shifts one column to the left": same("damage", "column of table"),
    "if her hull is at 0, if her maneuver is at 0, if she has 10 flood points, or": RETURN,
    "An order with -4 points lowers a chance of 60% to 56%": lambda: format_points(points_between(0.6, 0.56)) == "-4",
    "The three rings are low, medium and high altitude. The bow is at 000": lambda: (
        sorted(RINGS, key=lambda level: RINGS[level]) == ["L", "M", "H"] and BEARINGS[0] == 0
    ),
    "a die on table 24": same("turn", "one die on the same table, without the +1."),
    "come only on a 5-6. Then only half as many planes": same("attack", "roll one die", "5-6. If planes"),
    "her hull falls to 0 (table 14), if her flood points reach 10, or if a deck fire goes out of control (table 16)": same(
        "ship", "at 0, the ship may", "| Flood | 0"
    ),
    "this wave gets -1 on its roll, so fewer planes hit. Special attacks also miss more often. The maneuver helps only for one wave": same(
        "wave", "in the wave"
    ),
    "of the day gets +1": same("wave", "of the day gets +1"),
    "F3 in a battle": same("keys", "and the map | | `F2` to `F6` | enlarge the"),
    "ammunition is at 0. No gun can fire": test_gunnery.test_no_mount_fires_without_ammunition_afs_and_sfs_do_rules_5_3,
    "`]` to hold fighters back in proportion to the planes to come. Then press `]` to hold one more or `[` to hold one fewer": same(
        "keys", "`[` | in a commanded fire plan, hold fighters back"
    ),
    "2 hits damage it and 3 hits set it afire": lambda: (N.hits_damaged, N.hits_flamed) == (2, 3),
    "The roll gets -2 and no director": same("wave", "spray fire, at -2 and without its"),
    "When all 3 markers are filled in, the bridge is destroyed: the captain and the CPO are killed, the ship loses 1 hull point, and the raid table shifts one column to the": same(
        "damage", "column of table"
    ),
    "because a 1 can destroy it at once": same("damage", "notes. A roll"),
    "mount fires at -1 for each hit, and the third hit destroys it. A single hit destroys a 20 mm mount": same(
        "damage", "to see whether"
    ),
    "repair a damaged 5-inch mount at sea": same("control", "men to damaged 5-inch mounts too."),
    "takes over at once": same("ship", "has a value"),
    "When all 4 markers are": lambda: {data.markers for data in G.values() if data.kind == "magazine"} == {4},
    "You assign one to three of its men to": same("control", "Each job takes one to three"),
    "grows by one level each round, and above level 3 it is out of": same("control", "grows by one"),
    "grows above level 3. A new deck fire starts at level 2. It grows by one level with each new hit in the same section, and at the end of each round in which it still burns. Roll on table 16 at once": same(
        "damage", "starts at level"
    ),
    "repair roll +2, but your guns do": same("control", "is in effect | +2 |"),
    "the ship takes 1 flood point": same("control", "the ship takes one flood point"),
    "ammunition is at 0, no mount can fire. When fuel is at 0, your ship cannot": same(
        "ship", "at 0, no mount", "at 0, the ship cannot"
    ),
    "as soon as one of them is at 3 or less": same("turn", "or ammunition"),
    "## What do the five tracks mean?": same("ship", "## Five tracks"),
    "10 is too much. With": same("ship", "| Flood | 0 | this track counts up; at 10, the ship may"),
    "morale is above 0, every repair roll gets +1, and if it is below 0, every repair roll gets -1": same(
        "ship", "repair roll"
    ),
    "one third of a day:": same("phase", "three **phases** of eight hours"),
    "a raid has one to three waves. You fight each wave to its end before the next one comes": same(
        "phase", "a raid comes"
    ),
    "table 22 gives the number of planes, from 6 to 18": same("attack", "of planes, from 6 to 18"),
}
