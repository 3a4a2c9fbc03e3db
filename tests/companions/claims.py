"""Claims of the page `companions`: a quote, and the check that reads it from the charts of the
companions.
"""

from __future__ import annotations

import tempfile
from functools import lru_cache
from pathlib import Path

from picket_duty.companions.companion import companion, companion_names
from picket_duty.companions.fill import form_entries, form_of, sheet_faults
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    JAPANESE,
    SPECIAL,
    IslandBoard,
    IslandState,
)
from picket_duty.companions.ie_shima_combat import TYPED, Half, calls_of
from picket_duty.companions.ie_shima_losses import losses
from picket_duty.companions.ie_shima_moves import entries
from picket_duty.companions.ie_shima_play import Assault, IslandPlay, Mover
from picket_duty.companions.ie_shima_refit import rebuilds
from picket_duty.companions.queries import answer_query
from picket_duty.companions.table import new_setup
from tests.companions import small_island, test_ie_shima_board

GAMES = {name: companion(name) for name in companion_names()}
IE, TEAM, FIRST, SECOND = (GAMES[name] for name in GAMES)


def asked(game, table, **question):
    """The only value of an answer, or all of them; "refused" if there is none."""
    reply = answer_query(game, {"table": table, **question}).get("result", "refused")
    return next(iter(reply.values())) if isinstance(reply, dict) and len(reply) == 1 else reply


def note(game):
    return " ".join(note_text.text for note_text in game["scenarios"].raw.notes)


def count(game, scenario, place, unit):
    side = "us" if unit.startswith("4") else "japanese"
    return asked(game, "forces", scenario=scenario, side=side, place=place, unit=unit)


@lru_cache
def island():
    """The charts of Ie Shima with the invented island of the tests typed in."""
    with tempfile.TemporaryDirectory() as folder:
        return small_island.laid_in(Path(folder))


def empty_board():
    return IslandBoard(island(), IslandState(new_setup(island(), 1)))


def at_hand(unit, place):
    """A game of Ie Shima on the invented island with a unit alone."""
    play = IslandPlay(IslandState(new_setup(island(), 1)), island())
    play.board.put(play.board.units[unit], place)
    return play, play.board.units[unit]


def special_unit_regroups():
    play, unit = at_hand("MG-A", SPECIAL)
    return play.board.regroups(unit)


def cannot_move(name):
    play, unit = at_hand(name, "6")
    now = Assault([Mover(unit)], [])
    return entries(play, now, now.movers[0]) == []


def reduced_pillbox_takes_a_point():
    play, pillbox = at_hand("Pillbox-A", "6")
    play.board.reduce(pillbox)
    return [option.text for option in losses(play, pillbox, "6", 1)]


def supplied_areas():
    board = empty_board()
    for area in board.areas:
        board.state.control[area] = AMERICAN
    return rebuilds(board, AMERICAN)


AREA = {"terrain": "clear", "tem": 1}
OVER_LINES = ("japanese_north_of_primary", "japanese_north_of_secondary", "us_south_of_secondary")
IN_ZONES = ("japanese_in_northern_zone", "japanese_in_central_zone", "us_in_southern_zone")

CLAIMS = {
    (
        "letters to the four units of 2/307 or the four units of 3/307. The program numbers "
        "these units 1 to 4."
    ): lambda: (
        [unit for unit in form_entries(IE, form_of(IE, "units")) if "/307" in unit]
        == [f"{battalion} {number}" for battalion in ("2/307", "3/307") for number in range(1, 5)]
    ),
    "If two Areas are": lambda: (
        list(
            sheet_faults(
                IE,
                form_of(IE, "areas"),
                {"1": AREA | {"adjacent": [2]}, "2": AREA | {"adjacent": []}},
            )
        )
        == ["area 1 is adjacent to 2, but not the other way around"]
    ),
    (
        "| 19.4.1 | the text allows one Satchel Charge Call in any Area attacked | each attack "
        "may have one Satchel Charge"
    ): lambda: calls_of(None, Half(JAPANESE, 1, called=["support/satchel"])) == ["support/satchel"],
    (
        "| 9.3, 12.1, Glossary | aircraft, artillery and ships can bombard, but one place leaves "
        "aircraft out | all three can bombard |"
    ): lambda: (
        [marker for side, marker in TYPED if side == AMERICAN] == ["air", "artillery", "naval"]
    ),
    "| 4.3, 4.3.1 | the text refers": lambda: (
        [field.name for field in form_of(IE, "units").fields]
        == ["combat_value", "mf", "reduced_value", "reduced_mf"]
    ),
    (
        "| 8.1.3 | a unit cannot regroup into an Area that contains an enemy, or from one "
        "Contested Area"
    ): test_ie_shima_board.test_units_regroup_only_into_free_areas,
    "| 3.3, 8.1.3 | the Special": lambda: special_unit_regroups() == [],
    (
        "| 10.2 | a unit with too few movement points to enter an Area spends all it has, but "
        "some counters have none | a unit with a printed 0 stays where it is"
    ): lambda: cannot_move("Pillbox-A") and not cannot_move("MG-A"),
    "| 11.4.2 | an infantry battalion gets a bonus | a battalion consists of four units that have": test_ie_shima_board.test_losses_and_whole_battalions,  # noqa: E501
    "| 13.1, 13.2.4 | a reduced unit": lambda: (
        reduced_pillbox_takes_a_point() == ["Pillbox-A cannot retreat and is eliminated: 1 AP"]
    ),
    "| 13.2.2, 13.2.4 | a unit retreats": test_ie_shima_board.test_a_retreat_may_pass_through_a_full_area,
    "| 14.2 | the text does": test_ie_shima_board.test_vacant_areas_that_are_cut_off_change_hands,
    (
        "| 14.4 | boxes give points, but the text does not say who can trace supply to a box once "
        "its Areas are"
    ): lambda: (
        {
            asked(IE, "replacements", date=f"1945-04-{day}", side="american", field="points")
            for day in range(17, 23)
        }
        == {4}
    ),
    "| 3.2, 14.5.3 | beach boxes": lambda: supplied_areas() == list(empty_board().areas),
    (
        "| the text names three sectors but prints two tables | all artillery fires on one table, "
        "as in the"
    ): lambda: asked(TEAM, "fire/artillery", distance=5, roll=3) == 2,
    (
        "| 17.6 | any scenario can end in an automatic victory based on a secondary line | "
        "scenarios 4 and 5 cannot end that"
    ): lambda: (
        [asked(FIRST, "scenarios", scenario=figure, field="secondary") for figure in (3, 4, 5)]
        == ["D", None, None]
    ),
    "| 18.53 | a second U.S.": lambda: (
        "north of Line D" in note(FIRST) and "northern zone" in note(SECOND).lower()
    ),
    (
        "| 16.1, 16.2 | the U.S. player has no artillery, only Ground Support, with at most 4 FPF "
        "points per combat | the U.S. player has artillery or Ground Support, again with at most 4 "
        "FPF points per combat |"
    ): lambda: (
        [asked(game, "limits", limit="us_fpf_points_each_combat") for game in (FIRST, SECOND)]
        == [4, 4]
    ),
    "Battle: Ie Shima, 1945 |": lambda: IE.description.title == "Last Battle: Ie Shima, 1945",
    (
        "| `island-war-1975` | Okinawa, Island War, 1975 edition | | `island-war-2008` | Okinawa, "
        "Island War, 2008 edition, based on the 1975 edition |"
    ): lambda: (
        SECOND.description.over == FIRST.name
        and "1975" in FIRST.description.edition
        and "2008" in SECOND.description.edition
    ),
    "then rounds any half down.": lambda: (
        asked(IE, "attack", lead_unit=5, each_additional_reduced=3) == 6
    ),
    "A number such as 17.51 refers to a": lambda: any(
        "17.51" in lack.reason for lack in FIRST.lacks
    ),
    (
        "| 6.0, 6.1 | the text says four phases but names five | there are five phases, in the "
        "order given in 6.1 |"
    ): lambda: (
        [asked(IE, "phases", phase=number) for number in range(1, 7)]
        == ["reinforcement", "daylight", "night", "refit", "end", "refused"]
    ),
    (
        "| Glossary, 21.1 | the track has six turns, but the days run to April 22 | there are "
        "seven turns, one per day |"
    ): lambda: (
        asked(IE, "turns", date="1945-04-22", field="turn")
        == 7
        == asked(IE, "limits", limit="turns_extended")
    ),
    (
        "| 6.6, 21.0 | the text refers to the extended game as 20.0 | the extended game is 21.0 "
        "and ends on April 22 |"
    ): lambda: (
        "21.0" in IE["turns"].raw.source and asked(IE, "turns", date="1945-04-23") == "refused"
    ),
    (
        '| 14.4 | from April 17 on, the text gives two points "also", without saying whether they '
        "are added to the first two | they are added, for a total of four points |"
    ): lambda: (
        [
            asked(IE, "replacements", date=f"1945-04-{day}", side="american", field="points")
            for day in (16, 17)
        ]
        == [2, 4]
    ),
    "| 11.4.2, 11.4.3 | a reduced unit adds one half to an attack, but it adds one to a defense |": lambda: (
        (
            asked(IE, "attack", line="each_additional_reduced"),
            asked(IE, "defence", line="each_additional"),
        )
        == (0.5, 1)
    ),
    "| 17.2 | the list of points leaves out Areas 1 to 3 and 5 to 10 | these Areas are": lambda: (
        {asked(IE, "victory", area=area, field="points") for area in (1, 2, 3, 5, 6, 7, 8, 9, 10)}
        == {0}
    ),
    (
        "| 17.2 | Area 4 scores only on April 16, before any other Area scores | you keep the "
        "point for Area 4 and add the"
    ): lambda: (
        asked(IE, "victory", area=4) == {"points": 1, "only": "1945-04-16", "american_wins": None}
    ),
    (
        "| 19.1 | to succeed, the attacker needs a higher total, but must also inflict at least one "
        "loss point | the attacker's total must be higher by at least one, which satisfies both conditions |"
    ): lambda: all(
        asked(IE, "kamikaze", attack=attack, defence=defence)
        == {"success": attack - defence > 2, "attrition": max(0, attack - defence - 2)}
        for attack in range(2, 13)
        for defence in range(2, 13)
    ),
    (
        "| 18.1 | a bid changes the dice total for returning units, but the total stays "
        "between 2 and 12 | use the changed"
    ): lambda: (
        [asked(IE, "reinforcements", roll=roll) for roll in (1, 2, 12, 13)]
        == ["refused", 1, 6, "refused"]
    ),
    "| 6.3.1 | the day ends": lambda: (
        asked(IE, "sunset", roll=12, impulse=40) == "day_ends"
        and asked(IE, "impulses") == "refused"
        and asked(island(), "impulses", track="impulses") == small_island.SPACES
    ),
    (
        "the text forbids two pieces on a beach hex, but it also allows two units for each hex | "
        "two pieces may land on a hex, as in the example with 6 hexes and 12 pieces |"
    ): lambda: asked(TEAM, "landing", hexes=6) == 12,
    "for a difference of 0 or above 50, the chart has no row": lambda: (
        [asked(TEAM, "fights", difference=figure, roll=1) for figure in (0, 1, 50, 51)]
        == ["refused", "Ap", "De", "refused"]
    ),
    "text says that 4 + 4 x 2 + (2 + 2) is 20 | add up the": lambda: (
        (4 + 4) * 2 + (2 + 2) == 20 and asked(TEAM, "fights", difference=30 - 20, roll=5) == "De"
    ),
    "| a move lasts three days, but May has 31 days | the May 28 move lasts four days |": lambda: (
        asked(TEAM, "calendar", date="1945-05-31")
        == {"turn": 20, "first": "1945-05-28", "last": "1945-05-31"}
        and asked(TEAM, "calendar", date="1945-06-21")
        == {"turn": 27, "first": "1945-06-19", "last": "1945-06-21"}
    ),
    (
        "| 14.15, 18.23 | the rules allow Japanese invasions in every Game-Turn, but scenario 2 "
        "allows only two | the number in"
    ): lambda: asked(FIRST, "scenarios", scenario=2, field="japanese_invasions") == 2,
    "| 14.16 | no invasion is": lambda: (
        [asked(FIRST, "turns", scenario=5, turn=turn, field="us_may_invade") for turn in (59, 60)]
        == [True, False]
    ),
    (
        "| 17.51, 18.44, 18.54 | lines of communications count in every scenario, but the lists "
        "for scenarios 4 and 5 leave them out | they do not count in scenarios 4 and 5 |"
    ): lambda: (
        [
            asked(
                FIRST,
                "victory",
                scenario=number,
                item="us_without_line_of_communications",
                field="points",
            )
            for number in range(1, 6)
        ]
        == [3, 3, 3, "refused", "refused"]
    ),
    (
        "| 18.22 | the text lists the unit 1-2-15/6, which is in no other scenario | the unit is "
        "1-2-15/1-6, as in 18.32 |"
    ): lambda: (
        [count(FIRST, figure, "south of primary", "1-2-15/1-6") for figure in (2, 3)] == [2, 1]
    ),
    (
        "| 18.23 | nine U.S. battalions must exit by Game-Turn 19, and for each one that has not "
        "exited, the Japanese player gets three points in every later turn | the Japanese "
        "player first gets these points in Game-Turn 19 |"
    ): lambda: (
        asked(FIRST, "limits", limit="us_battalions_to_exit") == 9
        and asked(FIRST, "victory", scenario=2, item="us_not_exited", field="points") == 3
        and [
            asked(FIRST, "turns", scenario=2, turn=turn, field="exit_due") for turn in (18, 19, 23)
        ]
        == [False, True, True]
    ),
    "1-2-2/2-8 is worth 5": lambda: asked(FIRST, "unit-values", unit="1-2-2/2-8") == 5,
    "| 17.11 | artillery is": lambda: (
        len({asked(FIRST, "unit-values", unit=f"1-2-{reach}/1-6") for reach in (5, 10, 15)}) == 1
    ),
    (
        "| 17.31 | each scenario should name two lines, but scenarios 4 and 5 name only one | "
        "scenarios 4 and 5 have no secondary"
    ): lambda: (
        [asked(FIRST, "scenarios", scenario=number, field="secondary") for number in range(1, 6)]
        == ["B", "C", "D", None, None]
    ),
    (
        "| Where | 1975 edition | 2008 edition | |---|---|---| | 17.31 | a unit is worth 5 "
        "points north of the primary line, 1 north of the secondary line, or 4 south of it | a unit "
        "is worth 5 points in the northern zone, 1 in the central zone, or 4 in the southern"
    ): lambda: (
        [asked(FIRST, "victory", scenario=1, item=item, field="points") for item in OVER_LINES]
        == [asked(SECOND, "victory", scenario=1, item=item, field="points") for item in IN_ZONES]
        == [5, 1, 4]
    ),
    (
        "| 18.0 | Japanese units set up south of the primary line | Japanese units set up south "
        "of the northern zone, but scenario 1 still says"
    ): lambda: (
        count(FIRST, 2, "south of primary", "3-4-10")
        == count(SECOND, 2, "south of northern zone", "3-4-10")
        == 3
        and count(SECOND, 1, "south of primary", "3-4-10") == 4
    ),
    (
        "| 18.1 to 18.5 | every scenario has a name and lines | scenarios have no names, and "
        "only scenario 2 has lines |"
    ): lambda: (
        [asked(SECOND, "scenarios", scenario=number, field="primary") for number in range(1, 6)]
        == ["refused", "B", *["refused"] * 3]
        and asked(SECOND, "scenarios", scenario=1, field="name") == "refused"
        and asked(FIRST, "scenarios", scenario=1, field="name") == "Outer Shuri Defenses"
    ),
    (
        "| 17.6 | the text does not say when to check for an automatic victory, so we check at "
        "the end, as in 17.0 | you check at"
    ): lambda: (
        "By 17.6, the Japanese player wins at the end" in FIRST["victory"].raw.note
        and "wins at the end of the game" in SECOND["victory"].raw.note
    ),
    (
        "| 18.21, 18.22 | the section is printed once | the same section is printed twice, with "
        "1-2-15/1-6 misprinted |"
    ): lambda: (
        count(FIRST, 2, "south of primary", "1-2-15/1-6")
        == count(SECOND, 2, "south of northern zone", "1-2-15/1-6")
        == 2
    ),
    (
        "| 2/1A | a counter: unit A of the Japanese battalion 2/1; 1/306 A is unit A of the "
        "American battalion 1/306 |"
    ): lambda: (
        [
            (unit.battalion, unit.side)
            for unit in map(empty_board().units.__getitem__, ("2/1A", "1/306 A"))
        ]
        == [("2/1", JAPANESE), ("1/306", AMERICAN)]
    ),
}

#: Numbers that no chart has: the text around them, by reason.
FIXED = {
    "measured: tools/bench/bench_practice.py": (
        "roll. In 200 basic games",
        "side won 92 and the Japanese side won 108. If you",
    ),
    "measured before the change: tools/bench/bench_practice.py": (
        "side won 10 of 100 such games.",
    ),
}
