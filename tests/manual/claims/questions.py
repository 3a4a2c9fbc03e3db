"""Claims of the page `questions`: each short answer holds if the full rule on another page does."""

from __future__ import annotations

import importlib
from collections.abc import Callable

from picket_duty.odds.plan import PlanDraft, Problem
from picket_duty.text.turning_points import format_points, points_between
from picket_duty.tui.radar_plot import BEARINGS, DIVING, FAR, IN_RANGE, RINGS, UNDER_FIRE, distance_of
from tests.manual.claims.keys import key_is
from tests.manual.evidence import WAYS, N, T, fighter_shot, must_leave_after_a_wild_fire, plane, played, totals
from tests.odds import test_command


def same(page: str, *quotes: str) -> Callable[[], bool]:
    """The checks of another page's claims, each given by the beginning of its quote."""

    def check() -> bool:
        claims = importlib.import_module(f"tests.manual.claims.{page}").CLAIMS
        checks = [next(check for quote, check in claims.items() if quote.startswith(begin)) for begin in quotes]
        return all(holds() is True for holds in checks)

    return check


def rolls_of(chart: str, result: str, column: str | None = None) -> int:
    """How many of the 36 rolls of two dice have a result."""
    return sum(WAYS[total] for total in totals(chart, "result", result, column))


def _types() -> list[dict[str, object]]:
    """The type and weapon of each of the 100 rolls of table A-1."""
    return [T["A-1"].look_up(number).fields for number in range(100)]


RETURN = same("anchorage", "dead in the water, if her hull is at 0, if she has 10 flood points")

CLAIMS = {
    "Of 100 planes, 10 carry a bomb, 6 a torpedo and 4 an Ohka": lambda: (
        [sum(plane["weapon"] == weapon for plane in _types()) for weapon in ("bomb", "torpedo", "ohka")] == [10, 6, 4]
    ),
    "Each of these weapons sinks your ship at once in 2 of 36 rolls": lambda: (
        [rolls_of(chart, "sunk") for chart in ("12-1", "12-2", "12-3")] == [2, 2, 2]
    ),
    "A bomber or torpedo plane then dives too, and hits in 15 of 36 rolls": lambda: (
        rolls_of("10", "hit", "special") == 15
    ),
    "an undamaged one hits in 21 of 36 rolls, a damaged one in 15 and one afire in 10": lambda: (
        [rolls_of("10", "hit", column) for column in ("undamaged", "damaged", "shot_down")] == [21, 15, 10]
    ),
    "Each AFS marker attacks one plane, once per phase": same("fighters", "A marker lasts until the end of the phase"),
    "Each SFS marker fires once per wave": same("wave", "**SFS markers** are your support ships"),
    "With a team aboard, you get more fighter markers": same("fighters", "If you have a fighter direction team"),
    "If it is destroyed, the raid table shifts one column to the left": same(
        "damage", "| the CIC, the bridge or the radio is destroyed"
    ),
    "after its last phase. You lose if she is sunk or has left her station": same("scenarios", "You win if your ship"),
    (
        "if her hull is at 0, if her maneuver is at 0, if she has 10 flood points, or if a deck fire is out "
        "of control. In a scenario, you then lose"
    ): RETURN,
    "even if you put the fire out before the phase ends": lambda: (
        must_leave_after_a_wild_fire() == ["deck fire out of control"]
    ),
    "An order with -4 points lowers a chance of 60% to 56%": lambda: format_points(points_between(0.6, 0.56)) == "-4",
    "only your ship and her station decide the game": same("scenarios", "You win if your ship"),
    "The three rings are low, medium and high altitude. The bow is at 000": lambda: (
        sorted(RINGS, key=lambda level: RINGS[level]) == ["L", "M", "H"] and BEARINGS[0] == 0
    ),
    "A mark at the rim, just outside the high ring, shows the bearing of planes in a later wave.": lambda: (
        RINGS["H"] < FAR
    ),
    "A plane in range is on its ring, a plane under fire is inside it, and a plane that dives is beside": lambda: (
        distance_of(plane(), IN_RANGE) == RINGS["L"] > distance_of(plane(), UNDER_FIRE) > distance_of(plane(), DIVING)
    ),
    "Your officers leave out a gun if its shot would not make any plane less dangerous": lambda: (
        (_aimed((0.5, 0.4, 0.2, 0.1)), _aimed((0.5, 0.5, 0.5, 0.5))) == ([0], [None])
    ),
    "If planes came today, you roll a die on table 24": same("turn", "one die on the same table, without the +1."),
    "roll a die: planes come only on a 5-6. Then only half as many planes come, rounded down": same(
        "attack", "roll one die first", "5-6. If planes come, halve their number"
    ),
    (
        "Your ship may sink if her hull falls to 0 (table 14), if her flood points reach 10, or if a deck "
        "fire goes out of control (table 16)"
    ): same("ship", "at 0, the ship may sink", "| Flood | 0 | this track counts up"),
    "If a magazine or a fuel tank explodes, she sinks at once": same("damage", "| a magazine or a fuel tank explodes"),
    (
        "every plane that dives in this wave gets -1 on its roll, so fewer planes hit. Special attacks also "
        "miss more often. The maneuver helps only for one wave"
    ): same("wave", "If the maneuver succeeds", "You may try an emergency maneuver once"),
    "A maneuver costs you only fuel: the fuel die at the end of the day gets +1": same(
        "wave", "An attempt can cost you fuel"
    ),
    "press `+` or `-` to promote or demote the selected plane": same("keys", "| `+`, `-` |"),
    "press `a` to aim every free gun at it, or select a gun with the arrow keys and press `Space`": same(
        "keys", "| `a`, `c`, `x` | in the fire plan", "| `Space` | pauses or resumes the battle"
    ),
    "In a commanded fire plan, your officers aim the guns at the planes": lambda: played(
        test_command.test_a_promoted_plane_never_draws_less_fire, test_command.GAMES[0]
    ),
    "compares several plans by the damage that the hits would do": lambda: played(
        test_command.test_the_execs_plan_leaves_no_gun_idle_that_helps_with_others
    ),
    "Doctrine searches less than your exec": lambda: played(
        test_command.test_the_execs_plan_leaves_no_gun_idle_that_helps_with_others
    ),
    "Then press `f` to open fire": lambda: key_is("f", "plan.open_fire"),
    "F3 in a battle": same("keys", "| `r` | opens the records"),
    (
        "if its magazines are destroyed or flooded, or if ammunition is at 0. No gun can fire during an "
        "emergency. A gun"
    ): same("control", "mount may fire during an emergency"),
    "attacks one plane on any bearing, and then it is used up for this phase": same(
        "fighters", "A marker lasts until the end of the phase"
    ),
    "There is no difference between carrier and land-based fighters": lambda: (
        fighter_shot("carrier") == fighter_shot("land")
    ),
    "Fighters that you hold back can attack in a later wave": same(
        "fighters", "A marker lasts until the end of the phase"
    ),
    "`]` to hold back one more fighter marker and `[` to hold back one fewer": same(
        "keys", "| `[`, `]` | hold back one fewer"
    ),
    "2 hits damage it and 3 hits set it afire": lambda: (N.hits_damaged, N.hits_flamed) == (2, 3),
    "A plane that is damaged or afire hits the ship less often": lambda: all(
        _hitting(worse) < _hitting(better) for better, worse in (("undamaged", "damaged"), ("damaged", "shot_down"))
    ),
    "*Destroyed* splashes a plane at once": same("wave", "*Destroyed* splashes the plane at once"),
    "before they drop their weapons": same("wave", 'or in its "shot down" column'),
    (
        "An Ohka carrier, such as a Betty, withdraws after its attack. If it is set afire, it loses its Ohka and "
        "withdraws without attacking"
    ): same("wave", "Ohka carriers leave after their attack"),
    "Very rarely, friendly fighters arrive": same("damage", "The water lines can fail"),
    "The roll gets -2 and no director bonus": same("wave", "Any mount can use spray fire"),
    (
        "When all 3 markers are filled in, the bridge is destroyed: the captain and the CPO are killed, the "
        "ship loses 1 hull point, and the raid table shifts one column to the left"
    ): same("damage", "| a hit destroys the bridge", "| the CIC, the bridge or"),
    "because a 1 can destroy it at once": same("damage", "first apply the table's notes. A roll of 1"),
    (
        "either damages or destroys it. A damaged mount fires at -1 for each hit, and the third hit destroys "
        "it. A single hit destroys a 20 mm mount"
    ): same("damage", "a die to see whether a 5-inch or 40 mm mount is damaged"),
    "With the `gun-repair` option, repair parties can repair a damaged 5-inch mount at sea": same(
        "control", "lines. With the `gun-repair` option"
    ),
    "A replacement with a newly rolled value takes over at once": same("ship", "Each officer and chief has a value"),
    "The gunnery officer matters most": same("ship", "| Gunnery officer | 13.0"),
    (
        "When all 4 markers are filled in, the magazine is destroyed and may explode, and an explosion sinks the ship"
    ): same("damage", "| a magazine or a fuel tank explodes"),
    "You assign one to three of its men to each job": same("control", "Each job takes one to three"),
    "More men and a better chief improve your chance of success": same("control", "| fight a deck fire | men + chief"),
    "grows by one level each round, and above level 3 it is out of control": same("control", "grows by one level"),
    (
        "goes out of control when it grows above level 3. A new deck fire starts at level 2. It grows by one level "
        "with each new hit in the same section, and at the end of each round in which it still burns. Roll on "
        "table 16 at once"
    ): same("damage", "A new deck fire starts at level 2"),
    "gives every repair roll +2, but your guns do not fire until it ends": same(
        "control", "| an emergency is in effect | +2 |", "mount may fire during an emergency"
    ),
    "at least through the day's next wave and the round after it": same("control", "An emergency lasts at least"),
    "an engine room or a fire room before the compartment can explode": same(
        "ship", "engine rooms and fire rooms can be flooded"
    ),
    "the ship takes 1 flood point": same("control", "The compartment is now flooded"),
    ("When ammunition is at 0, no mount can fire. When fuel is at 0, your ship cannot try an emergency maneuver"): same(
        "ship", "at 0, no mount can fire", "at 0, the ship cannot try an emergency maneuver"
    ),
    "you may ask for relief to replenish as soon as one of them is at 3 or less": same(
        "turn", "for stores if her fuel or ammunition is 3 or less"
    ),
    "## What do the five tracks mean?": same("ship", "## Five tracks"),
    "10 is too much. With no ammunition left, no gun can fire. With no fuel left, the ship cannot": same(
        "ship", "| Flood | 0 | this track counts up"
    ),
    "If morale is above 0, every repair roll gets +1, and if it is below 0, every repair roll gets -1": same(
        "ship", "Every repair roll gets"
    ),
    "one third of a day: morning, midday or evening": same("phase", "three **phases** of eight hours"),
    "a raid has one to three waves. You fight each wave to its end before the next one comes": same(
        "phase", "a raid comes in one to three waves", "each wave to its end"
    ),
    "table 22 gives the number of planes, from 6 to 18": same("attack", "gives the number of planes, from 6 to 18"),
}


def _aimed(threat: tuple[float, float, float, float]) -> list[int | None]:
    """The target of a gun that reaches one plane, which threatens so much with 0, 1, 2 hits and set afire."""
    shot = (0.5, 0.25, 0.15, 0.1)
    return PlanDraft(Problem([0], [(1.0, 0.0, 0.0, 0.0)], [threat], ["5in-1"], [{0: shot}], [0], [False], [])).targets


def _hitting(state: str) -> int:
    """The rows of table 10 on which a plane in a state hits."""
    return sum(T["10"].look_up(total, state)["result"] == "hit" for total in range(2, 13))
