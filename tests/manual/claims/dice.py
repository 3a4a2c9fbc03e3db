"""Claims of the page `dice`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from picket_duty.book.vocabulary import PURPOSES
from picket_duty.plain.prompt import dice_of
from picket_duty.state import SECTIONS
from tests import test_dice
from tests.manual.evidence import T, first_weather, played, request_after_undo

CLAIMS = {
    "already rolled. Earlier rolls do not affect later rolls": lambda: played(
        test_dice.test_a_mount_that_holds_its_fire_does_not_change_later_dice, 3
    ),
    (
        "same seed meet the same weather as long as the same ship is on duty. They also meet the same "
        "raid as long as that ship is in the same condition for both."
    ): lambda: first_weather("Kidd") == first_weather("Kidd") != first_weather("Hazelwood"),
    "type each number, for example `3 4`": lambda: dice_of("3 4") == [3, 4],
    "(gunnery and support, maneuvers, declarations, flooding, repairs)": lambda: (
        {purpose.id for purpose in PURPOSES.values() if purpose.mine}
        == {"gunnery", "support", "maneuver", "declaration", "flooding", "repair"}
    ),
    "| 1d6 | one number, 1 to 6 |": lambda: T["24"].faces == (6,),
    "| 2d6 | two numbers |": lambda: T["10"].faces == (6, 6),
    "| d100 | the tens digit, then the ones digit, each 0 to 9 |": lambda: T["A-1"].faces == (10, 10),
    "| table 11 (forward, midship or aft) | the ten-sided die (0 to 9), then the six-sided die (1 to 6) |": lambda: (
        [T[f"11/{section}"].faces for section in SECTIONS] == [(10, 6)] * 3
    ),
    "Undo goes back to your last decision": lambda: request_after_undo("free") == "fire plan",
    (
        "If you want a stricter game, start it with `--undo dice`. In such a game, you cannot undo a decision"
        " once dice have been rolled"
    ): lambda: request_after_undo("dice") == "refused",
    "If one mount holds its fire, the next mount still rolls the same dice as before.": lambda: played(
        test_dice.test_an_actor_that_does_not_roll_does_not_change_other_dice
    ),
    "| table 11-1 | the row die, then the column die |": lambda: (
        (T["11-1"].faces, bool(T["11-1"].cells)) == ((6, 6), True)
    ),
    "If you make the same roll again, the dice come up the same": lambda: (
        played(test_dice.test_repeated_throws_give_the_same_dice)
        and played(test_dice.test_a_restarted_step_gives_the_same_dice)
    ),
}
