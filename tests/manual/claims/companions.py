# ruff: noqa: E501
"""Claims of the page `companions`: a quote, and the check that reads it from the charts of the companions."""

from __future__ import annotations

from picket_duty.companions import answer, companion, companion_names

GAMES = {name: companion(name) for name in companion_names()}
IE, TEAM, FIRST, SECOND = (GAMES[name] for name in GAMES)


def asked(game, table, **question):
    """The only value of an answer, or all of them; "refused" where there is none."""
    found = answer(game, {"table": table, **question}).get("result", "refused")
    return next(iter(found.values())) if isinstance(found, dict) and len(found) == 1 else found


def count(game, scenario, place, unit):
    side = "us" if unit.startswith("4") else "japanese"
    return asked(game, "forces", scenario=scenario, side=side, place=place, unit=unit)


CLAIMS = {
    "| `ie-shima` | Last Battle: Ie Shima, 1945 |": lambda: IE.game.title == "Last Battle: Ie Shima, 1945",
    "| `island-war-1975` | Okinawa, Island War, the edition of 1975 | | `island-war-2008` | the edition of 2008, laid over that of 1975 |": lambda: (
        SECOND.game.over == FIRST.name and "1975" in FIRST.game.edition and "2008" in SECOND.game.edition
    ),
    "A number outside the print is refused, never taken for the nearest.": lambda: (
        {asked(TEAM, "fights", difference=51, roll=1), asked(TEAM, "fire/ship", distance=16, roll=1)} == {"refused"}
    ),
    "gives the total, with halves rounded down at the end": lambda: (
        asked(IE, "attack", lead_unit=5, each_additional_reduced=3) == 6
    ),
    "The reading taken stands in the right column. Numbers such as 17.51 are paragraphs of the text.": lambda: any(
        "17.51" in lack.reason for lack in FIRST.lacks
    ),
    "| 6.0, 6.1 | four phases, and five are named | five, in the order of 6.1 |": lambda: (
        [asked(IE, "phases", phase=number) for number in range(1, 7)]
        == ["reinforcement", "daylight", "night", "refit", "end", "refused"]
    ),
    "| Glossary, 21.1 | six turns on the track, and days to April 22 | seven turns, one a day |": lambda: (
        asked(IE, "turns", date="1945-04-22", field="turn") == 7 == asked(IE, "limits", limit="turns_extended")
    ),
    "| 6.6, 21.0 | the extended game is called 20.0 | 21.0, which ends on April 22 |": lambda: (
        "21.0" in IE["turns"].raw.source and asked(IE, "turns", date="1945-04-23") == "refused"
    ),
    '| 14.4 | from April 17 on two points "also" | four in all |': lambda: (
        [asked(IE, "replacements", date=f"1945-04-{day}", side="american", field="points") for day in (16, 17)]
        == [2, 4]
    ),
    "| 11.4.2, 11.4.3 | a reduced unit adds a half to an attack, and one to a defence |": lambda: (
        (asked(IE, "attack", line="each_additional_reduced"), asked(IE, "defence", line="each_additional")) == (0.5, 1)
    ),
    "| 17.2 | Areas 1 to 3 and 5 to 10 are not listed | no points |": lambda: (
        {asked(IE, "victory", area=area, field="points") for area in (1, 2, 3, 5, 6, 7, 8, 9, 10)} == {0}
    ),
    "| 17.2 | Area 4 counts on April 16 alone | the point is kept, though counted before the others |": lambda: (
        asked(IE, "victory", area=4) == {"points": 1, "only": "1945-04-16", "american_wins": None}
    ),
    "| 19.1 | a success that inflicts at least one point | the total is higher by one or more, which is both |": lambda: (
        all(
            asked(IE, "kamikaze", attack=attack, defence=defence)
            == {"success": attack - defence > 2, "attrition": max(0, attack - defence - 2)}
            for attack in range(2, 13)
            for defence in range(2, 13)
        )
    ),
    "| 18.1 | a bid changes the dice of the returning units to no less than 2 and no more than 12 | the chart asks for dice so changed |": lambda: (
        [asked(IE, "reinforcements", roll=roll) for roll in (1, 2, 12, 13)] == ["refused", 1, 6, "refused"]
    ),
    "| 6.3.1 | the day ends beyond the impulse track, whose length is on the map | impulses are not limited |": lambda: (
        asked(IE, "sunset", roll=12, impulse=40) == "day_ends" and asked(IE, "impulses") == "refused"
    ),
    "| Landing | no two pieces on a beach hexagon, and two units for each | two, as in the example of 6 hexagons and 12 pieces |": lambda: (
        asked(TEAM, "landing", hexes=6) == 12
    ),
    "no row: differences below 1 and above 50 are refused": lambda: (
        [asked(TEAM, "fights", difference=one, roll=1) for one in (0, 1, 50, 51)] == ["refused", "Ap", "De", "refused"]
    ),
    "| Result of fights | 4 + 4 x 2 + (2 + 2) is said to be 20 | the factors are added, then doubled, then the soil |": lambda: (
        (4 + 4) * 2 + (2 + 2) == 20 and asked(TEAM, "fights", difference=30 - 20, roll=5) == "De"
    ),
    '| Movement | sea is never crossed, and "land and sea hexagons" are |': lambda: (
        [asked(TEAM, "movement", terrain=one, unit="other") for one in ("sea", "land")] == [None, 1]
    ),
    "| Calendar | moves of three days, and May has 31 | the move of May 28 has four days |": lambda: (
        asked(TEAM, "calendar", date="1945-05-31") == {"turn": 20, "first": "1945-05-28", "last": "1945-05-31"}
        and asked(TEAM, "calendar", date="1945-06-21") == {"turn": 27, "first": "1945-06-19", "last": "1945-06-21"}
    ),
    "| 14.15, 18.23 | Japanese invasions in every Game-Turn, and in two of scenario 2 | the scenario's number |": lambda: (
        asked(FIRST, "scenarios", scenario=2, field="japanese_invasions") == 2
    ),
    "| 14.16 | no invasion on the last Game-Turn | goes before every scenario |": lambda: (
        [asked(FIRST, "turns", scenario=5, turn=turn, field="us_may_invade") for turn in (59, 60)] == [True, False]
    ),
    "| 17.51, 18.44, 18.54 | communications count in each scenario; scenarios 4 and 5 name what counts, without them | refused in these two |": lambda: (
        [
            asked(FIRST, "victory", scenario=one, item="us_without_line_of_communications", field="points")
            for one in range(1, 6)
        ]
        == [3, 3, 3, "refused", "refused"]
    ),
    "| 18.22 | 1-2-15/6, a unit of no other scenario | 1-2-15/1-6, as in 18.32 |": lambda: (
        [count(FIRST, one, "south of primary", "1-2-15/1-6") for one in (2, 3)] == [2, 1]
    ),
    "| 18.23 | nine battalions by Game-Turn 19, three points for each in every turn after | due from 19 on |": lambda: (
        asked(FIRST, "limits", limit="us_battalions_to_exit") == 9
        and asked(FIRST, "victory", scenario=2, item="us_not_exited", field="points") == 3
        and [asked(FIRST, "turns", scenario=2, turn=turn, field="exit_due") for turn in (18, 19, 23)]
        == [False, True, True]
    ),
    "1-2-2/2-8 is worth 5": lambda: asked(FIRST, "unit-values", unit="1-2-2/2-8") == 5,
    "| 17.11 | artillery is worth barrage, FPF and defense, and prints a range between |": lambda: (
        len({asked(FIRST, "unit-values", unit=f"1-2-{reach}/1-6") for reach in (5, 10, 15)}) == 1
    ),
    "| 17.31 | each scenario names two lines; 4 and 5 name one | no secondary line |": lambda: (
        [asked(FIRST, "scenarios", scenario=one, field="secondary") for one in range(1, 6)]
        == ["B", "C", "D", None, None]
    ),
    "| Where | 1975 | 2008 | |---|---|---| | 17.31 | north of the primary line 5, north of the secondary 1, south of it 4 | northern zone 5, central 1, southern 4 |": lambda: (
        [
            asked(game, "victory", scenario=1, item=item, field="points")
            for game, item in (
                (FIRST, "japanese_north_of_primary"),
                (FIRST, "japanese_north_of_secondary"),
                (FIRST, "us_south_of_secondary"),
                (SECOND, "japanese_in_northern_zone"),
                (SECOND, "japanese_in_central_zone"),
                (SECOND, "us_in_southern_zone"),
            )
        ]
        == [5, 1, 4, 5, 1, 4]
    ),
    "| 18.0 | Japanese south of the primary line | south of the northern zone; scenario 1 still says primary line |": lambda: (
        count(FIRST, 2, "south of primary", "3-4-10") == count(SECOND, 2, "south of northern zone", "3-4-10") == 3
        and count(SECOND, 1, "south of primary", "3-4-10") == 4
    ),
    "| 18.1 to 18.5 | every scenario has a name and lines | no names; lines in scenario 2 alone |": lambda: (
        [asked(SECOND, "scenarios", scenario=one, field="primary") for one in range(1, 6)]
        == [None, "B", None, None, None]
        and asked(SECOND, "scenarios", scenario=1, field="name") == "refused"
        and asked(FIRST, "scenarios", scenario=1, field="name") == "Outer Shuri Defenses"
    ),
    "| 17.6 | does not say when it is judged: at the end, as 17.0 has it | at the end of the game |": lambda: (
        "17.6, at the end" in FIRST["victory"].raw.note and "End of the game" in SECOND["victory"].raw.note
    ),
    "| 18.21, 18.22 | once | twice, alike; 1-2-15/1-6 misprinted |": lambda: (
        count(FIRST, 2, "south of primary", "1-2-15/1-6")
        == count(SECOND, 2, "south of northern zone", "1-2-15/1-6")
        == 2
    ),
}
