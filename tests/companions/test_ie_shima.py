"""Last Battle: Ie Shima refereed: impulses, sunset and weather, combat computed by hand, refit,
victory.
"""

import pytest

from picket_duty.companions import table_saves
from tests.companions.play import about, give, remarks, until, walk
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
RP = "RP; each point flips two reduced units or rebuilds one unit at reduced strength"
#: Played by hand: the options, then the steps.
PLAYED = {
    "the first day begins with a Japanese impulse": (
        (),
        """
        see | last | April 16, turn 1 | Impulse 1, clear
        see | about | japanese impulse
        """,
    ),
    "an American attack": (
        (),
        """
        # 5 + 3 + 1 for the battalion + 1 from the air is 10; 4 + 1 + 2 is 7.
        do | pass | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | no | (3, 4) | (2, 3)
        see | last | ['AT 10 + 7, DT 7 + 5: +5']
        see | says |
            ['Attack Value 10: lead unit 5, each additional full 3 x 1, battalion integrity 1, air support 1']
        see | says | ['Defense Value 7: lead unit 4, each additional 1, area TEM 2']
        do | no | no | 0
        see | last |
            Success: reduce the Lead Attacking Unit, or eliminate it if already reduced; the defender takes 5 AP |
            Sunset DR 7: the impulse marker advances (7 - impulse 1 = 6) | Impulse 2, clear
        """,
    ),
    # 11.4.4: AV 10 against DV 7; of 1,296 throws 986 win, 104 tie, 206 fail.
    "the chances of an attack": (
        (),
        """
        do | pass | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | no
        see | last | ['Chances: success 76%, stalemate 8%, repulse 16%']
        """,
    ),
    "the chances of a kamikaze": (
        ("yes",),
        """
        # 19.1
        do | bombard | kamikaze | naval
        see | last | ['Chances: success 24%, failure 76%']
        """,
    ),
    "a Japanese attack has no air support and faces it": (
        (),
        """
        do | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | yes | (1, 2) | (2, 2) | no
        see | says | ['AT 9 + 3, DT 9 + 4: -1']
        see | last | Repulse: reduce every attacking unit; eliminate those already reduced | The attackers retreat
        """,
    ),
    "half values are rounded down and a tie is a stalemate": (
        (),
        """
        do | pass | assault | yes | 5 | 0 | 3 | 0 | 4 | 0 | 1 | no | (1, 1) | (2, 2) | no
        see | says | ['AT 7 + 2, DT 5 + 4: +0']
        see | last | ['Stalemate: reduce the Lead Attacking Unit, or eliminate it if already reduced']
        """,
    ),
    "a spent Advantage allows a reroll and changes hands after the impulse": (
        (),
        """
        # The rerolled DR is the Sunset DR.
        do | pass | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | no | (1, 1) | (6, 6) | yes
        see | about | dr
        do | (4, 4) | (1, 1)
        see | says | ['AT 10 + 8, DT 7 + 2: +9']
        see | unsaid | ['The Japanese player has the Advantage']
        do | no | 0
        see | advantage | japanese
        see | says | ['The Japanese player has the Advantage']
        see | says | ['Sunset DR 8: the impulse marker advances (8 - impulse 1 = 7)']
        """,
    ),
    "sunset, weather and the end of the day": (
        (),
        """
        do | regroup | 0 | pass | (1, 1)
        see | says | ['Impulse 2, clear']
        do | regroup | 0 | pass | (1, 1)
        see | last | The weather changes to rain | Impulse 3, rain
        see | says | ['Sunset DR 2: the weather changes, and the impulse marker advances (2 - impulse 2 = 0)']
        # A bombardment's DR equal to the impulse neither moves the marker nor changes the weather.
        do | regroup | 0 | bombard
        see | legal | artillery | naval
        do | artillery | 3 | 1 | (1, 2) | (1, 1) | no | 0
        see | last | Sunset DR 3: the impulse marker stays, because the American player bombarded | Impulse 3, rain
        see | says | ['The defender takes 3 AP, the Primary Target first']
        do | regroup | 0 | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | no | (1, 1) | (2, 3) | no
        see | says | ['AT 9 + 2, DT 7 + 5: -1']
        do | no | 0
        see | about | combat
        see | says | ['Sunset DR 2: the daylight ends (2 - impulse 3 = -1)']
        """,
    ),
    "two passes end the day and a marker is used once": (
        (),
        """
        do | bombard | artillery | 2 | 4 | (3, 3) | (3, 3) | no | 0 | pass | (3, 4)
        see | bars | ['bombard']
        see | says | ['The defender takes no AP']
        do | pass
        see | says | ['Both players pass; the Daylight Phase ends']
        until | japanese impulse | 2
        see | offers | ['bombard']
        """,
    ),
    "refit by date, by control and by the Advantage": (
        (),
        r"""
        until | spend points
        do | yes
        see | says |
            The Japanese player has 1 RP; each point flips two reduced units or rebuilds one unit at reduced \
                strength |
            The American player has 3 RP; each point flips two reduced units or rebuilds one unit at reduced strength
        see | advantage | japanese
        see | unsaid |
            ['The American player has 4 RP; each point flips two reduced units or rebuilds one unit at reduced \
                strength']
        until | spend points | 2
        do | no
        see | says |
            ['The American player has 4 RP; each point flips two reduced units or rebuilds one unit at reduced \
                strength']
        see | unsaid |
            ['The Japanese player has 0 RP; each point flips two reduced units or rebuilds one unit at reduced \
                strength']
        until | supply | 3
        do | 16 | 0
        until | spend points | 3
        do | no
        see | says |
            ['The Japanese player has 0 RP; each point flips two reduced units or rebuilds one unit at reduced \
                strength']
        """,
    ),
    "the Advantage returns six": (
        (),
        """
        until | spend points
        do | yes
        until | spend return
        do | yes
        see | advantage | american
        see | says | ['Special Units that may return: 6']
        """,
    ),
    # The advanced game: calls by date and once an impulse
    "no call on the first day": (
        ("yes",),
        """
        until | american impulse | 1
        do | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | no | no
        see | about | dr
        """,
    ),
    "artillery from the second day": (
        ("yes",),
        """
        until | american impulse | 2
        do | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | yes | no | yes | 4
        see | says | ['Artillery Support Call: available']
        do | no | (3, 3) | (3, 3)
        see | says | ['AT 11 + 6, DT 7 + 6: +4']
        do | no | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | no
        see | about | mandatory
        """,
    ),
    "tanks from the third day": (
        ("yes",),
        """
        until | american impulse | 3
        do | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | yes | yes | no | yes | 4
        # Rubble adds one to the defense.
        see | says | ['Tank Support Call: not available']
        do | no | (3, 3) | (3, 3)
        see | says | ['AT 10 + 6, DT 8 + 6: +2']
        """,
    ),
    "Special Units are placed at night": (
        ("yes",),
        """
        until | spend points
        see | says | ['Night Phase: place up to 4 MG and IE units, one per Area']
        """,
    ),
    "a satchel at night": (
        ("yes",),
        """
        # No air support by night, and no Advantage.
        until | japanese impulse
        do | pass | pass | (3, 4)
        see | about | combat
        do | yes | 5 | 0 | 0 | 4 | 0 | 1 | no | yes | 4
        see | says | ['Satchel Charge Call: available']
        do | no | (1, 1) | (1, 1)
        see | says | ['AT 9 + 2, DT 5 + 2: +4']
        see | about | combat
        """,
    ),
    "rubble is made by the attackers' dice and the TEM": (
        ("yes",),
        """
        until | american impulse
        do | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | yes | no | no | (5, 5) | (3, 3) | no
        see | last | ['Rubble is placed in the Area']
        """,
    ),
    "no rubble by a low throw": (
        ("yes",),
        """
        until | american impulse
        do | assault | yes | 5 | 3 | 0 | 1 | 4 | 1 | 2 | yes | no | no | (5, 4) | (3, 3) | no
        see | unsaid | ['Rubble is placed in the Area']
        """,
    ),
    "a kamikaze at the marker": (
        ("yes",),
        """
        do | bombard | kamikaze | naval | (4, 5) | (2, 2) | no
        see | says | ['AT 4 + 9, DT 6 + 4: +3']
        do | 0 | bombard
        see | legal | air | artillery
        """,
    ),
    "a kamikaze at a beach": (
        ("yes",),
        r"""
        do | bombard | kamikaze | beach | (6, 5) | (2, 2) | no | 0
        until | spend points
        do | no
        see | says |
            ['The American player has 1 RP; each point flips two reduced units or rebuilds one unit at reduced \
                strength']
        """,
    ),
    "a kamikaze that fails": (
        ("yes",),
        """
        do | bombard | kamikaze | beach | (2, 2) | (1, 1) | no | 0
        see | says | ['The kamikaze fails']
        """,
    ),
    "every Area wins at the end of the impulse": (
        (),
        """
        do | pass | regroup | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 0
        see | result | us_win
        see | last | ['The American player has won: all Areas are American (17.1)']
        """,
    ),
    "every Area wins in the end phase": (
        (),
        """
        until | supply
        do | 1 | 2 | 3 | 4 | 5 | 6 | 7 | 8 | 9 | 10 | 11 | 12 | 13 | 14 | 15 | 16 | 0
        until | spend points
        do | no
        see | result | us_win
        """,
    ),
    **{
        f"{units} Special Units return by die roll and a bid of {bid}": (
            ("no", "no", bid),
            f"""
            until | return
            do | {dice}
            see | says | Special Units that may return: {units} |
                2/307 and 3/307 arrive in the brown beach box
            """,
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
