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
        "letters to the four units of battalion 2/307 or the four units of battalion 3/307. "
        "The program numbers the units of each battalion 1 to 4."
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
    "We allow one call for each attack.": lambda: (
        calls_of(None, Half(JAPANESE, 1, called=["support/satchel"])) == ["support/satchel"]
    ),
    "We let all three bombard.": lambda: (
        [marker for side, marker in TYPED if side == AMERICAN] == ["air", "artillery", "naval"]
    ),
    "We ask you to enter the values on both sides of each counter.": lambda: (
        [field.name for field in form_of(IE, "units").fields]
        == ["combat_value", "mf", "reduced_value", "reduced_mf"]
    ),
    "let units regroup only into Free": test_ie_shima_board.test_units_regroup_only_into_free_areas,
    "We let units leave the box only in an Assault or during the night.": lambda: (
        special_unit_regroups() == []
    ),
    "We do not let a unit move if its counter shows 0.": lambda: (
        cannot_move("Pillbox-A") and not cannot_move("MG-A")
    ),
    "We count any four units that have the same battalion name, except Special Units.": test_ie_shima_board.test_losses_and_whole_battalions,  # noqa: E501
    (
        "If a reduced unit takes a point in this way but cannot retreat, we eliminate the unit."
    ): lambda: (
        reduced_pillbox_takes_a_point() == ["Pillbox-A cannot retreat and is eliminated: 1 AP"]
    ),
    "We let a retreating unit move": test_ie_shima_board.test_a_retreat_may_pass_through_a_full_area,
    "that a Supply Source belongs": test_ie_shima_board.test_vacant_areas_that_are_cut_off_change_hands,
    "We still give the points.": lambda: (
        {
            asked(IE, "replacements", date=f"1945-04-{day}", side="american", field="points")
            for day in range(17, 23)
        }
        == {4}
    ),
    "We do not let units be rebuilt in a beach box.": lambda: (
        supplied_areas() == list(empty_board().areas)
    ),
    "We use the same table for all artillery, as in the example.": lambda: (
        asked(TEAM, "fire/artillery", distance=5, roll=3) == 2
    ),
    "Scenarios 4 and 5 have no secondary line, so we give no automatic victory in them.": lambda: (
        [asked(FIRST, "scenarios", scenario=figure, field="secondary") for figure in (3, 4, 5)]
        == ["D", None, None]
    ),
    "while no Japanese unit is north of Line D |": lambda: (
        "north of Line D" in note(FIRST) and "northern zone" in note(SECOND).lower()
    ),
    (
        "and may use at most 4 points for FPF in each combat | the U.S. player has Ground "
        "Support or artillery units, and may use at most 4 points for FPF in each combat |"
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
    "We play all five phases, in the order given in rule 6.1.": lambda: (
        [asked(IE, "phases", phase=number) for number in range(1, 7)]
        == ["reinforcement", "daylight", "night", "refit", "end", "refused"]
    ),
    (
        "the extended game ends on April 22, which is the seventh day. We play seven turns, "
        "one for each day."
    ): lambda: (
        asked(IE, "turns", date="1945-04-22", field="turn")
        == 7
        == asked(IE, "limits", limit="turns_extended")
    ),
    "We follow rule 21.0, so the extended game ends on April 22.": lambda: (
        "21.0" in IE["turns"].raw.source and asked(IE, "turns", date="1945-04-23") == "refused"
    ),
    (
        'on April 16 and "also" two from April 17 on. The rulebook does not say whether the '
        "new points replace the first two. We add them, so the American player receives four "
        "points a day from April 17 on."
    ): lambda: (
        [
            asked(IE, "replacements", date=f"1945-04-{day}", side="american", field="points")
            for day in (16, 17)
        ]
        == [2, 4]
    ),
    (
        "each reduced unit adds one half to the value of an attack but one to the value of a "
        "defense. We use both values as printed."
    ): lambda: (
        (
            asked(IE, "attack", line="each_additional_reduced"),
            asked(IE, "defence", line="each_additional"),
        )
        == (0.5, 1)
    ),
    "leaves out Areas 1 to 3 and 5 to 10. We give no points for these Areas.": lambda: (
        {asked(IE, "victory", area=area, field="points") for area in (1, 2, 3, 5, 6, 7, 8, 9, 10)}
        == {0}
    ),
    "Area 4 gives its Victory Point only on April 16,": lambda: (
        asked(IE, "victory", area=4) == {"points": 1, "only": "1945-04-16", "american_wins": None}
    ),
    ("A higher total always inflicts at least one point, so we compare only the totals."): lambda: (
        all(
            asked(IE, "kamikaze", attack=attack, defence=defence)
            == {"success": attack - defence > 2, "attrition": max(0, attack - defence - 2)}
            for attack in range(2, 13)
            for defence in range(2, 13)
        )
    ),
    "but never to less than 2 or more than 12. Use the changed total": lambda: (
        [asked(IE, "reinforcements", roll=roll) for roll in (1, 2, 12, 13)]
        == ["refused", 1, 6, "refused"]
    ),
    "We set no limit on the number of impulses until you enter the length of the track.": lambda: (
        asked(IE, "sunset", roll=12, impulse=40) == "day_ends"
        and asked(IE, "impulses") == "refused"
        and asked(island(), "impulses", track="impulses") == small_island.SPACES
    ),
    "We let two pieces land on each hex, as in the example with 6 hexes and 12 pieces.": lambda: (
        asked(TEAM, "landing", hexes=6) == 12
    ),
    "no row for a difference of 0 or of more than 50 between": lambda: (
        [asked(TEAM, "fights", difference=figure, roll=1) for figure in (0, 1, 50, 51)]
        == ["refused", "Ap", "De", "refused"]
    ),
    "says that 4 + 4 x 2 + (2 + 2) is 20. We": lambda: (
        (4 + 4) * 2 + (2 + 2) == 20 and asked(TEAM, "fights", difference=30 - 20, roll=5) == "De"
    ),
    "but May has 31 days. We let the move that begins on May 28 last four days.": lambda: (
        asked(TEAM, "calendar", date="1945-05-31")
        == {"turn": 20, "first": "1945-05-28", "last": "1945-05-31"}
        and asked(TEAM, "calendar", date="1945-06-21")
        == {"turn": 27, "first": "1945-06-19", "last": "1945-06-21"}
    ),
    "only two Game-Turns of scenario 2. We follow the scenario.": lambda: (
        asked(FIRST, "scenarios", scenario=2, field="japanese_invasions") == 2
    ),
    "We forbid invasions in the last Game-Turn of every scenario.": lambda: (
        [asked(FIRST, "turns", scenario=5, turn=turn, field="us_may_invade") for turn in (59, 60)]
        == [True, False]
    ),
    (
        "the lists of points for scenarios 4 and 5 leave them out. We give no points for "
        "lines of communications in scenarios 4 and 5."
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
        "the unit 1-2-15/6, which is in no other scenario. We read it as the unit "
        "1-2-15/1-6, which is in"
    ): lambda: (
        [count(FIRST, figure, "south of primary", "1-2-15/1-6") for figure in (2, 3)] == [2, 1]
    ),
    (
        "by Game-Turn 19. For each battalion that is late, the Japanese player gets three "
        "points in every Game-Turn until that battalion leaves. We give the first "
        "of these points in Game-Turn 19."
    ): lambda: (
        asked(FIRST, "limits", limit="us_battalions_to_exit") == 9
        and asked(FIRST, "victory", scenario=2, item="us_not_exited", field="points") == 3
        and [
            asked(FIRST, "turns", scenario=2, turn=turn, field="exit_due") for turn in (18, 19, 23)
        ]
        == [False, True, True]
    ),
    "so the unit 1-2-2/2-8 is worth 5 points.": lambda: (
        asked(FIRST, "unit-values", unit="1-2-2/2-8") == 5
    ),
    "a range is printed among these numbers": lambda: (
        len({asked(FIRST, "unit-values", unit=f"1-2-{reach}/1-6") for reach in (5, 10, 15)}) == 1
    ),
    "scenarios 4 and 5 name only one. We use no secondary line in scenarios 4 and 5.": lambda: (
        [asked(FIRST, "scenarios", scenario=number, field="secondary") for number in range(1, 6)]
        == ["B", "C", "D", None, None]
    ),
    (
        "| Rule | 1975 edition | 2008 edition | |---|---|---| | 17.31 | a Japanese unit "
        "scores 5 points north of the primary line or 1 point north of the secondary line, "
        "and a U.S. unit scores 4 points south of the secondary line | a Japanese unit "
        "scores 5 points in the northern zone or 1 point in the central zone, and a U.S. "
        "unit scores 4 points in the southern zone |"
    ): lambda: (
        [asked(FIRST, "victory", scenario=1, item=item, field="points") for item in OVER_LINES]
        == [asked(SECOND, "victory", scenario=1, item=item, field="points") for item in IN_ZONES]
        == [5, 1, 4]
    ),
    (
        "sets up south of the primary line | the Japanese player sets up south of the "
        "northern zone, but the rules of scenario 1 still say"
    ): lambda: (
        count(FIRST, 2, "south of primary", "3-4-10")
        == count(SECOND, 2, "south of northern zone", "3-4-10")
        == 3
        and count(SECOND, 1, "south of primary", "3-4-10") == 4
    ),
    (
        "| 18.1 to 18.5 | every scenario has a name, and its rules name the lines in use | "
        "the scenarios have no names, and only the rules of scenario 2 name"
    ): lambda: (
        [asked(SECOND, "scenarios", scenario=number, field="primary") for number in range(1, 6)]
        == ["refused", "B", *["refused"] * 3]
        and asked(SECOND, "scenarios", scenario=1, field="name") == "refused"
        and asked(FIRST, "scenarios", scenario=1, field="name") == "Outer Shuri Defenses"
    ),
    (
        "does not say when to check for an automatic victory, so we check at the end of the "
        "scenario |"
    ): lambda: (
        "By 17.6, the Japanese player wins at the end" in FIRST["victory"].raw.note
        and "wins at the end of the game" in SECOND["victory"].raw.note
    ),
    "these paragraphs are printed twice, with the unit 1-2-15/1-6 misprinted |": lambda: (
        count(FIRST, 2, "south of primary", "1-2-15/1-6")
        == count(SECOND, 2, "south of northern zone", "1-2-15/1-6")
        == 2
    ),
    (
        "| 2/1A, 1/306 A | counters: 2/1A is unit A of the Japanese battalion 2/1, and 1/306 "
        "A is unit A of the American battalion 1/306 |"
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
        "opponent won only 10 of 100 such games.",
    ),
}
