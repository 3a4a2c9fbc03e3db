"""Okinawa, Island War: Game-Turns, windows, deadlines, points and results computed by hand."""

import io
from itertools import product

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main
from picket_duty.companions import table_saves
from picket_duty.companions.companion import companion
from picket_duty.companions.fill import sheets_from, write_sheets
from picket_duty.companions.table_conversation import TableConversation
from picket_duty.plain.printing import printer
from picket_duty.requests import NUMBER, Illegal
from tests.companions.play import See, give, remarks, seen, sheet, until, walk
from tests.golden.table_lines import Typist
from tests.text_table import table_of

FIRST = "island-war-1975"
SECOND = "island-war-2008"
#: Scenarios and, where it matters, both editions.
EDITIONS = [FIRST, SECOND]


def new(scenario, name=FIRST):
    return give(table_saves.new_game(name, seed=1), str(scenario))


def asked_on(game, about):
    """The Game-Turns in which something is offered, if it is always refused."""
    turns = []
    while game.request is not None:
        if game.request.about == about and game.state.move not in turns:
            turns.append(game.state.move)
        answer = "no" if game.request.kind != NUMBER and "no" in game.request.legal() else "done"
        game.answer(game.request.least if game.request.kind == NUMBER else answer)
    return turns


def test_the_rules_and_setup_of_a_scenario_are_reported():
    assert remarks(new(1))[:6] == [
        "Scenario 1, Game-Turns 1 to 12; the U.S. player moves first",
        "Primary line A, secondary line B",
        "U.S., north of primary: 15 (4-3-10)",
        "Japanese, Yonabaru: 3 (2-3-10)",
        "Japanese, west of 1800: 4 (3-4-10), 1 (2-3-10)",
        (
            "Japanese, south of primary: 4 (3-4-10), 1 (2-3-10), 3 (1-2-10/1-6), 2 (1-2-2/2-8), 1 "
            "(1-2-5/1-6)"
        ),
    ]
    assert "U.S., northern zone: 15 (4-3-10)" in remarks(new(1, SECOND))
    assert "Japanese, south of primary: all Japanese units" in remarks(new(5))


def test_scenarios_without_a_name_differ_by_turns_and_what_wins_them():
    asked = table_saves.new_game(SECOND, 1, ()).request
    texts = [option.text for option in asked.options]
    assert len(set(texts)) == len(texts)
    assert texts[0] == "Game-Turns 1 to 12 (the Japanese player needs a margin of 50 points)"
    assert texts[-1] == "Game-Turns 1 to 60 (the Japanese player needs 500 points)"


#: The scenario, steps, and the Game-Turns in which something is offered if it is always refused.
OFFERED = [
    (1, (), "us invades", ()),
    (1, (), "japanese invades", ()),
    (2, (), "japanese invades", range(14, 23)),
    (2, (), "us invades", ()),
    (4, (), "us invades", range(49, 60)),
    (5, (), "us invades", range(1, 60)),
    # 14.12: only artillery is left.
    (
        2,
        (
            ("happened",),
            "unit_eliminated",
            "3-4-10",
            3,
            "unit_eliminated",
            "2-4-10",
            3,
            "unit_eliminated",
            "2-3-10",
            11,
            "unit_eliminated",
            "1-1-0",
            2,
            "unit_eliminated",
            "1-1-8",
            2,
            "unit_eliminated",
            "3-2-10",
        ),
        "japanese invades",
        (),
    ),
    # 13.11: units removed for an exit (17.41) are not destroyed, and none are replaced.
    (5, (("happened",), "japanese_exit", "3-4-10", 1), "replace us", ()),
]


@pytest.mark.parametrize(("scenario", "steps", "what", "turns"), OFFERED)
def test_invasions_and_replacements_have_their_windows(scenario, steps, what, turns):
    assert asked_on(after(FIRST, scenario, *steps), what) == list(turns)


@pytest.mark.parametrize("scenario", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", EDITIONS)
def test_every_scenario_comes_to_its_end(scenario, name):
    game = new(scenario, name)
    asked_on(game, "nothing")
    # Of nine battalions that never leave scenario 2 each scores three points in each of five
    # Game-Turns.
    assert game.outcome.result == ("japanese_win" if scenario == 2 else "us_win")
    assert seen(game, "points", ()) == ((9 * 3 * 5, 0) if scenario == 2 else (0, 0))
    turns = [text for text in remarks(game) if text.startswith("Game-Turn")]
    assert turns[-1].endswith(", the last")
    assert len(turns) == {1: 12, 2: 10, 3: 11, 4: 15, 5: 60}[scenario]


def after(name, scenario, *steps):
    """A game after some steps: an answer, or a tuple of what is asked next and its Game-Turn."""
    game = new(scenario, name)
    for step in steps:
        until(game, *step) if isinstance(step, tuple) else give(game, step)
    return game


INVADERS = "An invader begins the Player-Turn on a clear coastal hex outside enemy Zones of Control"
US_INVADES = ("us invades",)
JAPAN_INVADES = ("japanese invades",)
HAPPENED = ("happened",)
WON = "The Japanese player has 100 points and has won"
BANK = (HAPPENED, "unit_eliminated", "1-2-10", 1, ("city", 2), "yes", ("city", 3), "yes")
#: The scenario, the steps, and what was said then: whether, or how often.
SAID = [
    (1, (), {"no barrage against Japanese units in Rough terrain (16.1)": True}),
    (
        2,
        (),
        {
            "U.S. invasions: none (14.0)": True,
            "U.S. fire: at most 4 FPF points per combat (16.2)": True,
        },
    ),
    (2, (), {"Japanese invasions: on 2 Game-Turns, but not on the last (14.0)": True}),
    (
        2,
        (),
        {"9 battalions (4-3-10) must exit off the northeast edge by Game-Turn 19 (18.23)": True},
    ),
    (
        4,
        (),
        {"U.S. invasions: on 1 Game-Turn, from Game-Turn 49, but not on the last (14.0)": True},
    ),
    (
        5,
        (),
        {"The Japanese player wins with 500 points in all; otherwise the U.S. player wins": True},
    ),
    (5, (US_INVADES,), {INVADERS: 0}),
    (
        5,
        (US_INVADES, "yes"),
        {INVADERS: 1, "invaders are Marine units, Army units or both (14.11)": 1, "(14.12)": 0},
    ),
    (
        5,
        (US_INVADES, "yes", JAPAN_INVADES, "yes"),
        {INVADERS: 2, "are engineers, commandos or both (14.12)": 1},
    ),
    (
        5,
        (("arrive", 1),),
        {"on any hex of the northern or eastern map edge (12.2)": True, "(13.14)": 0},
    ),
    (5, (("arrive", 1),), {"they may invade (12.2) and fight (12.3)": True}),
    (
        5,
        (("happened", 17), "unit_eliminated", "4-3-10", 1, ("replace us", 18)),
        {"northeast map edge (13.14)": True},
    ),
    (5, BANK, {"one unit per city hex of Shuri or Naha (13.14).": True}),
    (2, (("leave",),), {"It may not return, and it is not eliminated (15.0)": True}),
    (1, (HAPPENED,), {"(15.0)": 0}),
    (1, (HAPPENED, "japanese_exit"), {"(15.0)": True}),
    (4, ("us_retreat", 99), {WON: 0}),
    (4, ("us_retreat", 99, *["us_retreat", 1] * 2), {WON: 1}),
]


def test_what_is_said_and_when():
    wrong = []
    for name, (scenario, steps, texts) in product(EDITIONS, SAID):
        remarked = remarks(after(name, scenario, *steps))
        for text, times in texts.items():
            count = sum(text in remark for remark in remarked)
            if (bool(count) if times is True else count) != times:
                wrong.append((name, scenario, steps, text, count))
    assert wrong == []


INVASION = (JAPAN_INVADES, "yes")
LEFT = (HAPPENED, "japanese_exit", "3-4-10", 3, "japanese_exit", "1-2-15/1-6", 2)
INVADED = (*INVASION, "2-3-10", 11, "3-2-10", "done", HAPPENED, "japanese_exit")
BOUGHT = (*BANK[:1], "unit_eliminated", "3-4-10", 1, "unit_eliminated", "1-2-15/1-6", 1, *BANK[1:])
LATE = (
    ("happened", 17),
    "unit_eliminated",
    "4-3-10",
    15,
    "done",
    ("replace us", 18),
    3,
    ("arrive",),
    0,
)
LANDING = (*LATE, ("replace us", 19), 1, ("arrive", 19), 1, "yes")
#: The scenario, the steps, an answer and why it is refused.
REFUSED = [
    (5, (US_INVADES, "yes"), 7, "1 to 6"),  # 14.14
    (2, (("leave", 18), 4, ("leave", 20)), 6, "0 to 5"),  # 18.23
    (
        5,
        (
            ("happened", 17),
            "unit_eliminated",
            "4-3-10",
            10,
            ("replace us", 18),
            3,
            2,
            ("replace us", 19),
        ),
        6,
        "0 to 5",
    ),
    (
        5,
        (("happened", 3), "unit_eliminated", "4-3-10", 2, ("replace us", 18)),
        3,
        "from 0 to 2",
    ),  # 13.11
    (1, ("unit_eliminated", "1-2-10/1-6"), 23, "23 is not a number from 1 to 3"),
    (
        1,
        ("unit_eliminated", "1-2-10/1-6", 3, "unit_eliminated"),
        "1-2-10/1-6",
        "Japanese 1-2-10/1-6: none are left",
    ),
    (
        4,
        (HAPPENED, "unit_eliminated", "2-3-10", 3, "japanese_exit", "1-2-10", 2, "done"),
        15,
        "0 to 14",
    ),
    (
        2,
        INVASION,
        "1-2-10/1-6",
        "Japanese 1-2-10/1-6: artillery units are neither engineers nor commandos (14.12)",
    ),
    (
        2,
        (*INVASION, "3-2-10"),
        "3-2-10",
        "Japanese 3-2-10: no eligible units are left (14.13, 15.0)",
    ),  # one only: no number is asked
    (2, (*INVASION, "3-2-10", "2-3-10"), 12, "1 to 11"),
    (2, INVADED, "2-3-10", "Japanese 2-3-10: no eligible units are left (14.13, 15.0)"),
    (2, INVADED, "3-2-10", "Japanese 3-2-10: no eligible units are left (14.13, 15.0)"),
    (2, (*LEFT, "unit_eliminated"), "3-4-10", "Japanese 3-4-10: none are left"),  # 15.0
    (
        2,
        (*LEFT, "japanese_exit"),
        "3-4-10",
        "Japanese 3-4-10: no eligible units are left (14.13, 15.0)",
    ),
    (
        2,
        (*LEFT, ("japanese invades", 15), "yes"),
        "3-4-10",
        "Japanese 3-4-10: no eligible units are left (14.13, 15.0)",
    ),
    (5, BOUGHT, "3-4-10", "3-4-10 for 4 points: the bank has 2 points (13.12)"),
    (5, LANDING, 5, "1 to 4"),  # 14.13, 12.2: not the replacements of the turn
    (5, (*LANDING, 4, HAPPENED, "unit_eliminated", "4-4-10"), 6, "6 is not a number from 1 to 5"),
]


def test_what_is_refused():
    wrong = []
    for name, (scenario, steps, answer, why) in product(EDITIONS, REFUSED):
        game = after(name, scenario, *steps)
        try:
            game.answer(answer)
            wrong.append((name, scenario, steps, answer))
        except Illegal as error:
            wrong += [] if why in str(error) else [(name, scenario, steps, str(error))]
    assert wrong == []


NORTH = ("japanese_north_of_primary",)
#: What scores, in both editions: 2 x 7 to Japan, 3, 4 x 3; 7 to the U.S., 5.
SCORED = ("unit_eliminated", "4-3-10", 2, "us_retreat", 3, "japanese_exit", "3-4-10", 1)
LEDGER = (*SCORED, "unit_eliminated", "3-4-10", 1, "unit_eliminated", "1-2-2/2-8", 1)
#: 2 x 5, 3 x 1 and 2 x 3 to Japan, 1 x 4 to the U.S.
ENDED = (
    2,
    3,
    1,
    2,
    See(points=(29 + 10 + 3 + 6, 12 + 4), result="us_win"),
    See(last=["The U.S. player has won: Japanese 48, U.S. 16, a Japanese lead of 32; 50 needed"]),
)
#: The edition, the scenario, then the steps.
PLAYED = {
    "the ledger of 1975": (
        FIRST,
        1,
        """
        do | unit_eliminated | 4-3-10 | 2 | us_retreat | 3 | japanese_exit | 3-4-10 | 1 | unit_eliminated | 3-4-10 |
            1 | unit_eliminated | 1-2-2/2-8 | 1
        see | says | ['The U.S. player chooses 3 units to remove']
        see | points | (29, 12)
        until | japanese_north_of_primary
        do | 2 | 3 | 1 | 2
        see | points | (48, 16)
        see | result | us_win
        see | last | ['The U.S. player has won: Japanese 48, U.S. 16, a Japanese lead of 32; 50 needed']
        """,
    ),
    "the ledger of 2008": (
        SECOND,
        1,
        """
        do | unit_eliminated | 4-3-10 | 2 | us_retreat | 3 | japanese_exit | 3-4-10 | 1 | unit_eliminated | 3-4-10 |
            1 | unit_eliminated | 1-2-2/2-8 | 1
        see | points | (29, 12)
        until | japanese_in_northern_zone
        do | 2 | 3 | 1 | 2
        see | points | (48, 16)
        see | result | us_win
        see | last | ['The U.S. player has won: Japanese 48, U.S. 16, a Japanese lead of 32; 50 needed']
        """,
    ),
    "a lead of 49": (
        FIRST,
        3,
        """
        do | us_retreat | 49
        until | japanese_north_of_primary
        do | 0 | 0 | 0 | 0
        see | result | us_win
        """,
    ),
    "a lead of 50": (
        FIRST,
        3,
        """
        do | us_retreat | 50
        until | japanese_north_of_primary
        do | 0 | 0 | 0 | 0
        see | result | japanese_win
        """,
    ),
    **{
        f"an automatic victory: {wins}, {north} north, {second} between, {south} south": (
            FIRST,
            1,
            NORTH,
            north,
            second,
            south,
            0,
            See(result="japanese_win" if wins else "us_win"),
            See(ends_in={"automatically (17.6)": wins}),
        )
        for north, second, south, wins in table_of("""
            0 | 1 | 0 | True
            1 | 0 | 0 | True
            0 | 1 | 1 | False
            0 | 0 | 0 | False
            """)
    },
    "battalions that do not leave in time score every turn": (
        FIRST,
        2,
        """
        until | leave | 18
        do | 4
        until | leave | 19
        see | points | (0, 0)
        until | leave | 20
        see | points | (15, 0)
        do | 5
        until | japanese_north_of_primary
        see | points | (15, 0)
        """,
    ),
    "invasions are counted": (
        FIRST,
        5,
        """
        until | us invades
        do | yes | 6
        see | points | (24, 0)
        see | says |
            ['In scenario 5, a second U.S. invasion is allowed only while no Japanese unit is north of Line D (18.53).']
        until | us invades | 2
        do | yes | 1
        see | points | (28, 0)
        see | says | ['Invasions left for the U.S. player: none']
        """,
    ),
    "Japanese units on the map score in the breakout": (
        FIRST,
        4,
        """
        until | happened
        do | unit_eliminated | 2-3-10 | 3
        see | points | (0, 0)
        see | says | ['The U.S. player scores nothing in this scenario']
        do | unit_eliminated | 4-4-10 | 1 | done | 16
        see | points | (24, 0)
        do | us_retreat | 75 | done | 0
        see | points | (99, 0)
        until | on map | 60
        do | 1
        see | result | japanese_win
        see | last | ['The Japanese player has won: Japanese 100, U.S. 0; 100 needed']
        """,
    ),
    "the campaign has replacements, arrivals and points for holding out": (
        FIRST,
        5,
        """
        # No replaceable unit was destroyed, so nothing more is asked.
        until | city
        do | yes
        see | about | japanese invades
        until | happened
        until | city
        do | yes
        see | about | japanese invades
        until | happened
        until | city
        do | yes
        see | about | japanese invades
        until | happened
        see | bank | 3
        do | unit_eliminated | 1-2-10/1-6 | 1 | unit_eliminated | 3-4-10 | 1
        until | city | 4
        do | yes | 3-4-10
        see | bank | 0
        until | city | 5
        do | yes
        see | about | japanese invades
        until | happened | 17
        do | unit_eliminated | 4-3-10 | 10
        see | asked | {'replace us': False}
        until | replace us | 18
        do | 3 | 2
        see | points | (90, 0)
        until | held | 45
        do | yes
        until | held | 46
        see | points | (100, 0)
        do | no
        until | held | 60
        do | no
        see | result | us_win
        see | last | ['The U.S. player has won: Japanese 100, U.S. 0; 500 needed']
        """,
    ),
    "points require a city": (
        FIRST,
        5,
        """
        until | city | 1
        do | no
        see | about | japanese invades
        see | bank | 0
        """,
    ),
    "a unit that left is not replaced": (
        FIRST,
        5,
        """
        # 15.0, 13.12: points replace destroyed units only
        until | happened
        do | japanese_exit | 1-2-10 | 1
        until | city | 3
        do | yes
        see | about | japanese invades
        """,
    ),
    "the zones of the second edition judge the last scenarios too": (
        SECOND,
        4,
        """
        until | us south
        do | no | yes
        see | result | japanese_win
        see | last | ['The Japanese player has won: automatically (17.6)']
        """,
    ),
    # 17.31: a unit counts in one place; scenario 1 sets up 19.
    "no more Japanese units count at the end than are left, in 1975": (
        FIRST,
        1,
        """
        do | unit_eliminated | 3-4-10 | 8 | japanese_exit | 2-3-10 | 1
        until | japanese_north_of_primary
        see | most | 10
        do | 7
        see | about | japanese_north_of_secondary
        see | most | 3
        """,
    ),
    "no more Japanese units count at the end than are left, in 2008": (
        SECOND,
        1,
        """
        do | unit_eliminated | 3-4-10 | 8 | japanese_exit | 2-3-10 | 1
        until | japanese_in_northern_zone
        see | most | 10
        do | 7
        see | about | japanese_in_central_zone
        see | most | 3
        """,
    ),
    "no number is asked between zero and zero": (
        FIRST,
        4,
        """
        # 18.44: with no Japanese unit left on the map, nothing is asked and nothing scores. The
        # last of a kind needs no number either.
        until | happened
        do | unit_eliminated | 1-2-10 | 7 | unit_eliminated | 2-3-10 | 6 | unit_eliminated | 2-4-10 | 2 |
            unit_eliminated | 1-2-10/1-6 | 2 | unit_eliminated | 3-4-10 | unit_eliminated | 1-2-2/2-8 | done
        see | move | 47
        see | points | (0, 0)
        """,
    ),
    **{
        f"a scenario whose points are reached ends in {edition}": (
            edition,
            4,
            HAPPENED,
            "us_retreat",
            100,
            "done",
            0,
            See(about="play on"),
            "no",
            See(result="japanese_win"),
            See(last=["The Japanese player has won: Japanese 100, U.S. 0; 100 needed"]),
        )
        for edition in EDITIONS
    },
    "or is played on": (
        FIRST,
        4,
        """
        until | happened
        do | us_retreat | 100 | done | 0 | yes
        see | move | 47
        until | happened | 49
        see | about | happened
        """,
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_played_by_hand(name):
    edition, scenario, *steps = PLAYED[name]
    assert walk(new(scenario, edition), *steps) == []


def test_the_ledger_names_the_source_of_each_point():
    sections = sheet(after(FIRST, 1, *LEDGER[:5], "us_retreat", 1, "unit_eliminated", "3-4-10", 1))
    assert sections["Japanese points for"] == {"units eliminated": "14", "U.S. retreat": "4"}
    assert sections["U.S. points for"] == {"units eliminated": "7"}
    assert sections["Victory Points"] == {
        "Japanese": "18",
        "U.S.": "7",
        "Needed to win": "lead 11 of 50",
    }


@pytest.mark.parametrize("name", EDITIONS)
def test_what_is_asked_after_invasions_exits_and_replacements(name):
    assert sheet(new(1, name))["U.S. fire"] == {
        "Barrage": "none against Rough terrain (16.1)",
        "FPF": "4 points per combat (16.2)",
    }
    assert after(name, 2, *INVASION, "3-2-10", "2-3-10", 2, "done").request.about == "happened"
    # An invader may leave in a later Game-Turn (14.13).
    later = after(name, 2, *INVADED, "2-4-10", 3, "done", ("happened", 15), "japanese_exit")
    assert "2-3-10" in later.request.legal()
    # A unit that exits scores by its Defense Strength (17.41).
    assert seen(after(name, 2, *LEFT), "points", ()) == (3 * (3 * 4 + 2 * 1), 0)
    # No more U.S. units are replaced than were destroyed (13.11).
    game = after(name, 5, ("happened", 3), "unit_eliminated", "4-3-10", 2, ("replace us", 18))
    assert game.request.decision.words.endswith("(2 destroyed and not replaced, 8 allowed)")
    until(give(until(give(game, 2), "happened", 20), "unit_eliminated", "4-3-10", 1), "replace us")
    assert (game.state.move, game.request.most) == (21, 1)
    # Only destroyed infantry is bought, for its Defense Strength (13.12).
    game = after(name, 5, *BOUGHT)
    assert game.request.legal() == ["1-2-10", "done"]
    assert give(game, "1-2-10").state.bank == 0
    assert "1-2-10 returns for 2 points; 0 left" in remarks(game)
    assert give(until(game, "city", 4), "yes").request.about == "japanese invades"
    assert after(name, 5, *LATE).request.about != "us invades", "none of them is on the map"


def test_typed_reinforcements_are_announced_in_their_game_turn(tmp_path):
    game = companion(FIRST)
    sheets = sheets_from(game, '[reinforcements]\n5 = { units = "2 (4-4-10)" }\n')
    write_sheets(tmp_path / "companions" / FIRST, sheets)
    said_on = remarks(until(new(5), "happened", 6))
    assert said_on.count("U.S. reinforcements on the track: 2 (4-4-10)") == 1
    assert said_on.index("U.S. reinforcements on the track: 2 (4-4-10)") > said_on.index(
        "Game-Turn 5"
    )


def test_no_more_units_are_eliminated_than_the_sheet_sets_up():
    game = give(new(1), "unit_eliminated")
    assert game.request.legal() == [
        "2-3-10",
        "3-4-10",
        "4-3-10",
        "4-4-10",
        "1-2-2/2-8",
        "1-2-5/1-6",
        "1-2-10/1-6",
    ]
    give(game, "1-2-10/1-6", 3)
    # The U.S. player also has those of the track; the five 2-3-10 begin in three places.
    give(game, "unit_eliminated", "4-3-10", 20, "unit_eliminated", "2-3-10", 5)
    assert sheet(game)["Totals"] == {
        "U.S. units lost": "20",
        "Japanese lost 1-2-10/1-6": "3",
        "Japanese lost 2-3-10": "5",
    }
    assert len(give(new(5), 0, *["no"] * 3, "unit_eliminated").request.legal()) == 13


@pytest.mark.parametrize("name", EDITIONS)
def test_the_end_defines_a_line_of_communications(name):
    """17.51, 17.53."""
    game = until(new(1, name), "us_without_line_of_communications")
    assert game.request.rule == "17.5"
    assert remarks(game)[-1].endswith(
        "Zones of Control do not count in a hex with a friendly unit (17.53)."
    )


def test_the_charts_print_words_and_no_level():
    output = CliRunner().invoke(main, ["tables", "--game", FIRST, "show", "victory"]).stdout
    assert output.startswith("victory  Victory points\n")
    assert [
        text for text in ("U.S. unit without a line of", "unit eliminated") if text not in output
    ] == []
    assert [text for text in ("_", "Us ") if text in output] == []


def test_without_us_units_on_the_map_no_invasion_is_asked_for():
    """In this game more U.S. units were lost than replaced, and each number asked for has a legal
    answer.
    """
    game = table_saves.new_game(SECOND, 17)
    typist = Typist(game, 17, 500)
    TableConversation(game, typist, printer(io.StringIO()), lambda: None).run()
    assert typist.typed > typist.lines
