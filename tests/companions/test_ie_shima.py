"""Last Battle: Ie Shima refereed: impulses, sunset and weather, combat computed by hand, refit,
victory.
"""

from __future__ import annotations

import pytest

from picket_duty.companions import table_saves
from tests.companions.play import See, about, give, remarks, until, walk
from tests.text_table import cases, table_of

NAME = "ie-shima"


def new(advanced="no", extended="no", bid=0):
    return give(table_saves.new_game(NAME, seed=3), advanced, extended, bid)


def test_the_sunset_dr_is_rolled_on_its_own_chart():
    game = give(new(), "pass", "pass")
    assert (about(game), game.request.table, game.request.chart.raw.title) == (
        "sunset",
        "sunset",
        "Sunset DR",
    )


#: A lead of 5 with three full units, a whole battalion, against 4 with one more on TEM 2.
VALUES = (5, 3, 0, 1, 4, 1, 2)
ATTACK = ("pass", "assault", "yes", *VALUES, "no")
RP = "RP. Each point flips two reduced units or rebuilds one unit at reduced strength"
#: Played by hand: the options, then the steps.
PLAYED = {
    "the first day begins with a Japanese impulse": (
        (),
        See(last=["April 16, turn 1", "Impulse 1, clear"], about="japanese impulse"),
    ),
    "an American attack": (
        # 5 + 3 + 1 for the battalion + 1 from the air is 10; 4 + 1 + 2 is 7.
        (),
        *ATTACK,
        (3, 4),
        (2, 3),
        See(last=["AT 10 + 7, DT 7 + 5: +5"]),
        See(
            says=[
                (
                    "Attack Value 10: lead unit 5, each additional full 3 x 1, battalion "
                    "integrity 1, air "
                    "support 1"
                )
            ]
        ),
        See(says=["Defense Value 7: lead unit 4, each additional 1, area TEM 2"]),
        "no",
        "no",
        0,
        See(
            last=[
                (
                    "Success: reduce the Lead Attacking Unit, or eliminate it if already "
                    "reduced; the "
                    "defender takes 5 AP"
                ),
                "Sunset DR 7: the impulse marker advances (7 - impulse 1 = 6)",
                "Impulse 2, clear",
            ]
        ),
    ),
    # 11.4.4: AV 10 against DV 7; of 1,296 throws 986 win, 104 tie, 206 fail.
    "the chances of an attack": (
        (),
        *ATTACK,
        See(last=["Chances: success 76%, stalemate 8%, repulse 16%"]),
    ),
    "the chances of a kamikaze": (  # 19.1
        ("yes",),
        "bombard",
        "kamikaze",
        "naval",
        See(last=["Chances: success 24%, failure 76%"]),
    ),
    "a Japanese attack has no air support and faces it": (
        (),
        "assault",
        "yes",
        *VALUES,
        "yes",
        (1, 2),
        (2, 2),
        "no",
        See(says=["AT 9 + 3, DT 9 + 4: -1"]),
        See(
            last=[
                "Repulse: reduce every attacking unit; eliminate those already reduced",
                "The attackers retreat",
            ]
        ),
    ),
    "half values are rounded down and a tie is a stalemate": (
        (),
        "pass",
        "assault",
        "yes",
        5,
        0,
        3,
        0,
        4,
        0,
        1,
        "no",
        (1, 1),
        (2, 2),
        "no",
        See(says=["AT 7 + 2, DT 5 + 4: +0"]),
        See(last=["Stalemate: reduce the Lead Attacking Unit, or eliminate it if already reduced"]),
    ),
    "a spent Advantage allows a reroll and changes hands after the impulse": (
        # The rerolled DR is the Sunset DR.
        (),
        *ATTACK,
        (1, 1),
        (6, 6),
        "yes",
        See(about="dr"),
        (4, 4),
        (1, 1),
        See(says=["AT 10 + 8, DT 7 + 2: +9"]),
        See(unsaid=["The Japanese player has the Advantage"]),
        "no",
        0,
        See(advantage="japanese"),
        See(says=["The Japanese player has the Advantage"]),
        See(says=["Sunset DR 8: the impulse marker advances (8 - impulse 1 = 7)"]),
    ),
    "sunset, weather and the end of the day": (
        (),
        "regroup",
        0,
        "pass",
        (1, 1),
        See(says=["Impulse 2, clear"]),
        "regroup",
        0,
        "pass",
        (1, 1),
        See(
            last=["The weather changes to rain", "Impulse 3, rain"],
            says=[
                (
                    "Sunset DR 2: the weather changes, and the impulse marker advances (2 - "
                    "impulse 2 = 0)"
                ),
            ],
        ),
        # A bombardment's DR equal to the impulse neither moves the marker nor changes the weather.
        "regroup",
        0,
        "bombard",
        See(legal=["artillery", "naval"]),
        "artillery",
        3,
        1,
        (1, 2),
        (1, 1),
        "no",
        0,
        See(
            last=[
                "Sunset DR 3: the impulse marker stays, because the American player bombarded",
                "Impulse 3, rain",
            ],
            says=["The defender takes 3 AP, the Primary Target first"],
        ),
        "regroup",
        0,
        "assault",
        "yes",
        *VALUES,
        "no",
        (1, 1),
        (2, 3),
        "no",
        See(says=["AT 9 + 2, DT 7 + 5: -1"]),
        "no",
        0,
        See(about="combat", says=["Sunset DR 2: the daylight ends (2 - impulse 3 = -1)"]),
    ),
    "two passes end the day and a marker is used once": (
        (),
        "bombard",
        "artillery",
        2,
        4,
        (3, 3),
        (3, 3),
        "no",
        0,
        "pass",
        (3, 4),
        See(bars=["bombard"]),
        See(says=["The defender takes no AP"]),
        "pass",
        See(says=["Both players pass. The Daylight Phase ends"]),
        ("japanese impulse", 2),
        See(offers=["bombard"]),
    ),
    "refit by date, by control and by the Advantage": (
        (),
        ("spend points",),
        "yes",
        See(says=[f"The Japanese player has 1 {RP}", f"The American player has 3 {RP}"]),
        See(advantage="japanese", unsaid=[f"The American player has 4 {RP}"]),
        ("spend points", 2),
        "no",
        See(says=[f"The American player has 4 {RP}"], unsaid=[f"The Japanese player has 0 {RP}"]),
        ("supply", 3),
        16,
        0,
        ("spend points", 3),
        "no",
        See(says=[f"The Japanese player has 0 {RP}"]),
    ),
    "the Advantage returns six": (
        (),
        ("spend points",),
        "yes",
        ("spend return",),
        "yes",
        See(advantage="american"),
        See(says=["Special Units that may return: 6"]),
    ),
    # The advanced game: calls by date and once an impulse
    "no call on the first day": (
        ("yes",),
        ("american impulse", 1),
        "assault",
        "yes",
        *VALUES,
        "no",
        "no",
        See(about="dr"),
    ),
    "artillery from the second day": (
        ("yes",),
        ("american impulse", 2),
        "assault",
        "yes",
        *VALUES,
        "yes",
        "no",
        "yes",
        4,
        See(says=["Artillery Support Call: available"]),
        "no",
        (3, 3),
        (3, 3),
        See(says=["AT 11 + 6, DT 7 + 6: +4"]),
        "no",
        "yes",
        *VALUES,
        "no",
        See(about="mandatory"),
    ),
    "tanks from the third day": (
        ("yes",),
        ("american impulse", 3),
        "assault",
        "yes",
        *VALUES,
        "yes",
        "yes",
        "no",
        "yes",
        4,
        # Rubble adds one to the defense.
        See(says=["Tank Support Call: not available"]),
        "no",
        (3, 3),
        (3, 3),
        See(says=["AT 10 + 6, DT 8 + 6: +2"]),
    ),
    "Special Units are placed at night": (
        ("yes",),
        ("spend points",),
        See(says=["Night Phase: place up to 4 MG and IE units, one per Area"]),
    ),
    "a satchel at night": (
        # No air support by night, and no Advantage.
        ("yes",),
        ("japanese impulse",),
        "pass",
        "pass",
        (3, 4),
        See(about="combat"),
        "yes",
        5,
        0,
        0,
        4,
        0,
        1,
        "no",
        "yes",
        4,
        See(says=["Satchel Charge Call: available"]),
        "no",
        (1, 1),
        (1, 1),
        See(says=["AT 9 + 2, DT 5 + 2: +4"], about="combat"),
    ),
    "rubble is made by the attackers' dice and the TEM": (
        ("yes",),
        ("american impulse",),
        "assault",
        "yes",
        *VALUES,
        "yes",
        "no",
        "no",
        (5, 5),
        (3, 3),
        "no",
        See(last=["Rubble is placed in the Area"]),
    ),
    "no rubble by a low throw": (
        ("yes",),
        ("american impulse",),
        "assault",
        "yes",
        *VALUES,
        "yes",
        "no",
        "no",
        (5, 4),
        (3, 3),
        "no",
        See(unsaid=["Rubble is placed in the Area"]),
    ),
    "a kamikaze at the marker": (
        ("yes",),
        "bombard",
        "kamikaze",
        "naval",
        (4, 5),
        (2, 2),
        "no",
        See(says=["AT 4 + 9, DT 6 + 4: +3"]),
        0,
        "bombard",
        See(legal=["air", "artillery"]),
    ),
    "a kamikaze at a beach": (
        ("yes",),
        "bombard",
        "kamikaze",
        "beach",
        (6, 5),
        (2, 2),
        "no",
        0,
        ("spend points",),
        "no",
        See(says=[f"The American player has 1 {RP}"]),
    ),
    "a kamikaze that fails": (
        ("yes",),
        "bombard",
        "kamikaze",
        "beach",
        (2, 2),
        (1, 1),
        "no",
        0,
        See(says=["The kamikaze fails"]),
    ),
    "every Area wins at the end of the impulse": (
        (),
        "pass",
        "regroup",
        *range(1, 17),
        0,
        See(result="us_win"),
        See(last=["The American player has won: all Areas are American (17.1)"]),
    ),
    "every Area wins in the end phase": (
        (),
        ("supply",),
        *range(1, 17),
        0,
        ("spend points",),
        "no",
        See(result="us_win"),
    ),
    **{
        f"{units} Special Units return by die roll and a bid of {bid}": (
            ("no", "no", bid),
            ("return",),
            dice,
            See(says=[f"Special Units that may return: {units}"]),
            See(says=["2/307 and 3/307 arrive in the brown beach box"]),
        )
        for bid, dice, units in table_of("""
            0   | (3, 4) | 3
            10  | (3, 4) | 6
            -10 | (6, 6) | 1
            3   | (2, 2) | 3
            """)
    },
}


@pytest.mark.parametrize("name", PLAYED)
def test_played_by_hand(name):
    options, *steps = PLAYED[name]
    assert walk(new(*options), *steps) == []


def held(areas, extended="no", first_day=()):
    game = until(new(extended=extended), "supply", 1)
    give(game, *first_day, 0)
    until(game, "supply", 4)
    give(game, *areas, 0)
    return until(game, "contest")


@cases("""
    areas                        | first_day | contest | losses | result       | points
    (15, 16, 11, 12)             | ()        | no      | 0      | us_win       | 10
    (15, 16, 11, 12)             | ()        | no      | 4      | us_win       | 10
    (15, 16, 11, 12)             | ()        | no      | 5      | japanese_win | 9
    (15, 11, 12, 13)             | (4,)      | no      | 0      | us_win       | 10
    (15, 11, 12, 13, 4)          | ()        | no      | 0      | japanese_win | 9
    (11, 12, 13, 14)             | (4,)      | yes     | 0      | us_win       | 10
    (11, 12, 13, 14)             | (4,)      | yes     | 14     | japanese_win | 8
    (1, 2, 3, 5, 6, 7, 8, 9, 10) | ()        | no      | 0      | japanese_win | 0
    """)
def test_victory_points_on_april_19(areas, first_day, contest, losses, result, points):
    game = give(held(areas, first_day=first_day), contest, losses)
    assert game.outcome.result == result
    assert f"{points} " in remarks(game)[-1]


def test_the_extended_game_continues_to_april_22_without_the_navy():
    game = give(held((), extended="yes"), "no", 0)
    assert not game.over
    game = until(game, "american impulse", 5)
    give(game, "bombard")
    assert game.request.legal() == ["air", "artillery"]
    game = until(give(game, "air", 1, 1), "supply", 7)
    give(game, 0)
    while not game.over:
        game.answer("no")
    assert (
        remarks(game)[-1]
        == "The Japanese player has won: the American player did not control every Area in time"
    )
    assert "April 22, turn 7" in remarks(game)
