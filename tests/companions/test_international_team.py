"""Okinawa (International Team) refereed: the rules by script and by the examples of the
rulebook.
"""

import pytest

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.companion import companion
from picket_duty.companions.fill import form_entries, form_of, read_value, sheets_from, write_sheets
from picket_duty.companions.international_team_pieces import JAPANESE, UMPIRE
from picket_duty.requests import LABEL, Illegal
from tests.companions.play import See, about, give, remarks, sheet, until, walk
from tests.text_table import table_of

NAME = "international-team"


def new():
    return table_saves.new_game(NAME, seed=7)


SHIP = ("fire/ship", 1, 6)
#: To the fights of the first move: no planes, no fire, no landing.
FIGHTS = (0, "done", 0)
NEXT_TO = "in the next move, pieces next to the captured hex have their factor halved"
#: Steps by the examples of the text.
PLAYED = {
    "planes against a ship until it is sunk": """
        do | 8 | '5' | 8 | 3 | 4
        see | last | ['Plane 1 of 8: 3 + 2 against 4 + 5, plane lost']
        # The other six had to attack that ship and leave; the next action is asked for.
        do | 6 | 1
        see | says | ['Plane 2 of 8: 6 + 2 against 1 + 5, ship sunk']
        see | about | target
        see | planes_lost | 1
        see | ships_sunk | 1
        see | planes_to_come | 0
        """,
    "equal sums are rolled again": """
        do | 1 | '5' | 5 | 2
        see | last | ['Plane 1 of 1: 5 + 2 against 2 + 5, roll again']
        see | about | plane
        do | 6 | 5
        see | says | ['Plane 1 of 1: 6 + 2 against 5 + 5, plane lost']
        """,
    # The plane left over attacks alone: how many planes is not asked.
    "planes are shared out among ships": """
        do | 3 | '6' | 2 | 1 | 1 | 1 | 1
        see | planes_to_come | 1
        do | '6'
        see | about | plane
        """,
    "planes that do not attack are not kept": """
        do | 3 | done
        see | planes_to_come | 0
        """,
    "shots at a target add up": """
        # The example of the text has 2 and 4 shots: six eliminate one.
        do | 0 | infantry | fire/artillery | 5 | 3 | fire/artillery | 1 | 6 | done
        see | says | ['6 hits: 1 eliminated (one piece for every 6 hits, at most 2)']
        do | infantry | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done
        see | says | ['8 hits: 1 eliminated (one piece for every 6 hits, at most 2)']
        see | eliminated | {'infantry': 2}
        do | in_fortification | fire/ship | 15 | 1 | done
        see | says | ['0 hits: none eliminated (one piece for every 12 hits, at most 2)']
        """,
    "shots are declared together, and each says what they need": """
        do | 0 | infantry | fire/artillery | 5 | 3 | fire/artillery | 5 | 1
        see | says | 2 hits at range 5, 2 in all; 6 eliminate a piece | 1 hit at range 5, 3 in all; 6 eliminate a piece
        see | begins | ['Declare all shots and their targets first']
        """,
    "at most the two units of a hexagon are eliminated": """
        do | 0 | infantry | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6 |
            fire/ship | 1 | 6 | done
        see | says | ['20 hits: 2 eliminated (one piece for every 6 hits, at most 2)']
        """,
    "only Americans search and only they have ships": """
        do | 0 | mop_up
        see | begins | ['If pieces were hidden']
        do | done | 0 | no
        see | bars | ['mop_up']
        do | artillery
        see | legal | fire/artillery | done
        """,
    "a beach of six hexagons admits twelve units": """
        do | 0 | done | 6
        see | says | ['Up to 12 units may land on this beach']
        """,
    "two infantry in a fortification on a mountain count twenty-eight": """
        do | 0 | done | 0 | yes | 99 | 12 | yes | 2
        see | says | ['The defense is 12 x 2 + 2 x 2 = 28']
        """,
    **{
        f"fight {number}": f"""
        do | 0 | done | 0 | yes | {answers}
        see | about | fight
        do | {die}
        see | begins | {[expected]}
        """
        for number, (answers, die, expected) in enumerate(
            [
                # 6 x 5 against (4 + 4) x 2 + 2 + 2, the example of the text.
                ("30 | 8 | yes | 2", 5, "Difference 10: the defender is eliminated"),
                ("30 | 8 | no | 2", 1, "Difference 18: the defender retreats 3 hexes"),
                ("1 | 0 | no | 0", 1, f"Difference 1: the attacker is eliminated; {NEXT_TO}"),
                ("2 | 1 | no | 0", 2, "Difference 1: the attacker is eliminated"),
                ("6 | 3 | no | 0", 3, "Difference 3: the attacker retreats 2 hexes"),
                ("50 | 0 | no | 0", 6, f"Difference 50: the defender is eliminated; {NEXT_TO}"),
            ]
        )
    },
    **{
        f"no row of the chart for {attack} against 10": f"""
        do | 0 | done | 0 | yes | {attack} | 10 | no | 0
        see | says | {[expected]}
        see | about | fights
        """
        for attack, expected in table_of("""
            9  | The attacker is weaker by 1 and is eliminated without a roll
            10 | The printed chart has no row for a difference of 0; settle the fight between yourselves
            61 | The printed chart has no row for a difference of 51; settle the fight between yourselves
            """)
    },
    "a fortification without defenders blows up": """
        do | 0 | done | 0 | yes | 30 | 8 | yes | 2 | 5
        see | says | ['All defenders of the fortification are eliminated, so it blows up']
        see | unsaid | ['Units that cannot retreat are eliminated']
        """,
    "nothing blows up without a fortification": """
        do | 0 | done | 0 | yes | 30 | 8 | no | 2 | 5
        see | unsaid | All defenders of the fortification are eliminated, so it blows up |
            Units that cannot retreat are eliminated
        """,
    "units that cannot retreat are eliminated": """
        do | 0 | done | 0 | yes | 2 | 1 | no | 0 | 6
        see | says | ['Units that cannot retreat are eliminated']
        see | unsaid | ['All defenders of the fortification are eliminated, so it blows up']
        """,
    "a capture halves what is next to it in the following move": """
        do | 0 | done | 0 | yes | 60 | 20 | no | 0 | 6
        until | cleared
        see | move | 2
        see | times | {'Pieces next to a hex captured last move have their factor halved': 1}
        do | no
        until | cleared
        do | no
        see | times | {'Pieces next to a hex captured last move have their factor halved': 1}
        """,
    # The American Landing: units that land in a move begin moving in the next.
    "the first move does not ask whether all are eliminated": """
        until | cleared
        see | move | 2
        """,
    "all eliminated wins at once": """
        until | cleared
        do | yes
        see | result | us_win
        see | last | ['The game ends on April 6: the American player has won']
        """,
    # 6 + 2 beats 1 + 5 in 3 of 36 throws, and 3 equal ones are rolled again: 3 of 33.
    "the chances of eight planes": """
        do | 8 | '5' | 8
        see | last | ['Chances: ship sunk 9% per plane, 53% for 8 planes']
        """,
    # A factor of 6: (6, 1) alone, and 2 equal throws.
    "the chance of one plane": """
        do | 1 | '6'
        see | last | ['Chances: ship sunk 3%']
        """,
    # Table of artillery, 5 hexes: 1 2 2 2 3 3.
    "the chances of artillery": """
        do | 0 | infantry | fire/artillery | 5
        see | last | ['Chances: 1 hit 17%, 2 hits 50%, 3 hits 33%']
        """,
    # Fights table, 9/10: A1 D1 D2 D3 De De.
    "the chances of a fight": """
        do | 0 | done | 0 | yes | 30 | 20 | no | 0
        see | last | ['Chances: attacker retreats 17%, defender retreats 50%, defender eliminated 33%']
        """,
}


@pytest.mark.parametrize("name", PLAYED)
def test_played_by_hand(name):
    assert walk(new(), PLAYED[name]) == []


def test_a_move_has_its_nine_actions_in_order():
    game = until(new(), "cleared")
    heads = [text for text in remarks(game) if text[0].isdigit()][:9]
    assert "".join(text.split(".")[0] for text in heads) == "123456789"
    assert remarks(game)[0] == "Move 1: April 1 to April 3"
    assert heads[2] == "3. Aeronaval battle"


def test_the_calendar_ends_on_june_21():
    game = new()
    for _ in range(26):
        until(game, "cleared").answer("no")
    assert game.outcome.result == "japanese_win"
    assert remarks(game)[-1] == "The game ends on June 21: the Japanese player has won"
    moves = [text for text in remarks(game) if text.startswith("Move")]
    assert moves[19] == "Move 20: May 28 to May 31"
    assert moves[-1] == "Move 27: June 19 to June 21"


def test_entered_kamikazes_are_not_asked_for(tmp_path):
    game = companion(NAME)
    write_sheets(
        tmp_path / "companions" / NAME, sheets_from(game, "[planes]\n1 = { planes = 2 }\n")
    )
    game = new()
    assert "Calendar: 2 kamikazes" in remarks(game)
    assert (game.state.planes_to_come, about(game)) == (2, "ship")
    # The number of the second move was not entered.
    assert until(game, "planes").state.move == 2


def test_no_more_kamikazes_than_pieces_and_no_more_planes_than_are_left():
    with pytest.raises(Illegal, match="0 to 159"):
        new().answer(160)
    with pytest.raises(Illegal, match="is not a number from 1 to 3"):
        give(new(), 3, "6").answer(4)
    with pytest.raises(ChartError, match=r"160.*0 to 159"):
        read_value(form_of(companion(NAME), "planes").fields[0], "160")
    assert form_entries(companion(NAME), form_of(companion(NAME), "planes"))[-1] == "27"


def test_counts_are_in_the_same_order_in_play_and_in_replay():
    game = give(
        new(), 2, "5", 1, 6, 1, "5", 1, 6, "infantry", "fire/ship", 1, 6, "fire/ship", 1, 6, "done"
    )
    assert list(sheet(game)["Totals"]) == ["infantry eliminated", "planes lost", "ships sunk"]


#: 14 holds a fortification with infantry and artillery, 15 infantry, 16 a minefield.
HIDDEN = [
    ("fortification", "14"),
    ("infantry", "14"),
    ("artillery", "14"),
    ("infantry", "15"),
    ("minefield", "16"),
]


#: The pieces hidden, up to the American fire of the first move.
HID = (*(word for piece in HIDDEN for word in piece), "done", 0)


def shown(*pieces):
    """Steps that hide pieces and show them by searching, up to the American fights of the first
    move.
    """
    labels = dict.fromkeys(label for _, label in pieces)
    search = [word for label in labels for word in ("mop_up", label)]
    return (*(word for piece in pieces for word in piece), "done", 0, *search, ("fights",))


def umpired():
    return table_saves.new_game(NAME, 7, (UMPIRE,))


#: Steps with the umpire.
UMPIRED = {
    "a search reveals pieces or crosses out the hexagon": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0 | mop_up | '15' | mop_up | '20'
        see | last | Hex 15: place infantry on the map | Hex 20: nothing is hidden here; cross out the hex
        see | pieces | {'Found on the map': {'15': 'infantry'}, 'Crossed out': {'': '20'}}
        """,
    "blind shots are fired before the target is revealed": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0 | supposed | '14' | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6
        see | unsaid | ['Hex 14: place fortification, infantry, artillery on the map']
        # Twelve shots eliminate a unit in a fortification; its owner chooses which.
        do | done
        see | says | ['Hex 14: place fortification, infantry, artillery on the map']
        see | about | lost
        see | legal | infantry | artillery
        do | artillery
        see | last | ['Hex 14: artillery eliminated, 0 hits left']
        see | on_map | {'14': 'fortification, infantry'}
        see | eliminated | {'artillery': 1}
        """,
    "eliminating the last piece blows up a fortification": """
        do | fortification | '3' | infantry | '3' | done | 0 | supposed | '3' | fire/ship | 1 | 6 | fire/ship | 1 |
            6 | fire/ship | 1 | 6 | done
        see | pieces | {}
        see | last | Hex 3: infantry eliminated, 0 hits left | Hex 3: the fortification is empty and blows up
        """,
    "twelve shots clear a minefield": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0 | supposed | '16' | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done
        see | on_map | {}
        """,
    "eight shots do not": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0 | supposed | '16' | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done
        see | on_map | {'16': 'minefield'}
        see | says | ['Hex 16: 8 hits, nothing eliminated']
        """,
    "shots at nothing are lost": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0 | supposed | '30' | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done
        see | on_map | {}
        see | unsaid | ['Hex 16: 8 hits, nothing eliminated']
        """,
    "a piece stops before an enemy and is eliminated by mines": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0
        until | moves
        do | yes | '12' | '13' | '15'
        see | last | Hex 13: nothing is hidden here; cross out the hex | Hex 15: place infantry on the map |
            Enemy in hex 15: the piece goes back one hex, stops there and attacks
        do | yes | '16'
        see | last | ['Hex 16: mines eliminate the piece that enters']
        see | lost_to_mines | 1
        do | yes | '17' | done
        see | about | moves
        see | crossed | 12 13 17
        """,
    "all are not eliminated while a unit is hidden": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0
        until | cleared
        do | yes
        see | move | 3
        see | says | ['Umpire: Japanese units are still hidden, so the game continues']
        # Mines may stay hidden.
        until | target
        do | mop_up | '14' | mop_up | '15'
        until | cleared
        do | yes
        see | result | us_win
        """,
    "mines are shot away before other pieces": """
        do | infantry | '5' | minefield | '5' | done | 0
        until | moves
        do | yes | '5'
        see | last | Hex 5: place infantry, minefield on the map | Hex 5: mines eliminate the piece that enters
        """,
    "a revealed minefield eliminates pieces until it is cleared": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0
        until | moves
        do | yes | '16' | yes | '16'
        see | lost_to_mines | 2
        see | crossed | ''
        see | last | Hex 16: nothing else is hidden here; on the map: minefield |
            Hex 16: mines eliminate the piece that enters
        until | cleared
        do | no
        until | target
        do | supposed | '16' | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done
        until | moves
        do | yes | '16'
        see | lost_to_mines | 2
        """,
    "pieces cannot move through pieces on the map": """
        do | fortification | '14' | infantry | '14' | artillery | '14' | infantry | '15' | minefield | '16' | done |
            0 | mop_up | '15'
        until | moves
        do | yes | '15'
        see | about | moves
        see | last | ['Enemy in hex 15: the piece stops one hex short and attacks']
        """,
    "a fortification found empty can be entered": """
        do | fortification | '3' | done | 0 | mop_up | '3'
        until | moves
        do | yes | '3'
        see | about | enters
        """,
    "pieces eliminated in a fight leave the map": """
        do | infantry | '4' | minefield | '4' | infantry | '5' | fortification | '5' | done | 0 | mop_up | '4' |
            mop_up | '5'
        until | fights
        do | yes | 60 | 10 | no | 0 | 1
        see | about | fell
        do | '9' | '4' | '5'
        # Only fire eliminates mines; the fortification blows up; nothing else can be eliminated.
        see | says | ['Hex 9: there is no Japanese unit here']
        see | on_map | {'4': 'minefield'}
        see | about | fights
        """,
    "pieces that go back are moved on the map": """
        do | infantry | '4' | fortification | '4' | artillery | '5' | done | 0 | mop_up | '4' | mop_up | '5'
        until | fights
        do | yes | 10 | 1 | no | 0 | 2
        see | last | Difference 9: the defender retreats 1 hex | Units that cannot retreat are eliminated
        do | '4' | '6' | '5' | done | done
        see | on_map | {'4': 'fortification', '6': 'infantry'}
        see | about | fights
        """,
    "a losing attacker eliminates no Japanese unit": """
        do | infantry | '4' | done | 0 | mop_up | '4'
        until | fights
        do | yes | 1 | 5 | no | 0
        see | about | fights
        until | goes from
        until | fights
        do | yes | 1 | 5 | no | 0 | '4'
        see | on_map | {}
        """,
    "Japanese pieces on the map are followed when they move": """
        do | infantry | '4' | artillery | '4' | infantry | '5' | infantry | '5' | done | 0 | mop_up | '4' | mop_up |
            '5'
        until | fights
        until | goes from
        do | '4' | artillery | '5' | '4' | artillery | '6'
        see | says | ['5 is full: infantry, infantry']
        see | on_map | {'4': 'infantry', '5': 'infantry, infantry', '6': 'artillery'}
        """,
    "shots at a named target ask for its hexagon": """
        do | infantry | '4' | infantry | '5' | fortification | '5' | done | 0 | mop_up | '4' | mop_up | '5' |
            infantry | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done | '5' | '4'
        see | says | ['Hex 5: there is no such piece here']
        do | in_fortification | fire/ship | 1 | 6 | fire/ship | 1 | 6 | fire/ship | 1 | 6 | done | '5'
        see | on_map | {}
        see | about | target
        """,
}


@pytest.mark.parametrize("name", UMPIRED)
def test_played_with_the_umpire(name):
    assert walk(umpired(), UMPIRED[name]) == []


def test_hidden_pieces_are_shown_only_to_the_japanese_player():
    with pytest.raises(ChartError, match="option 'umpire' applies only to international-team"):
        table_saves.new_game("ie-shima", 7, (UMPIRE,))
    game = give(umpired(), "infantry", "14b")
    assert ["Hex 14B: infantry" in remarks(game, seat) for seat in (JAPANESE, "")] == [True, False]
    assert walk(game, See(seat=JAPANESE, pieces={"Hidden": {"14B": "infantry"}})) == []
    assert "Hidden" not in sheet(game)
    assert walk(game, "done", See(seat="", pieces={})) == []
    assert "14B" not in str(game.summary())


def test_a_hexagon_holds_two_units_a_fortification_and_a_minefield():
    game = umpired()
    for piece in (
        "infantry",
        "armoured",
        "artillery",
        "minefield",
        "minefield",
        "fortification",
        "fortification",
    ):
        give(game, piece, "14")
    units = "infantry, armored unit"
    whole = f"{units}, minefield, fortification"
    assert sheet(game, JAPANESE)["Hidden"] == {"14": whole}
    full = [text for text in remarks(game, JAPANESE) if "is full" in text]
    assert full == [f"Hex 14 is full: {pieces}" for pieces in (units, f"{units}, minefield", whole)]


@pytest.mark.parametrize("label", ["", "14-2", "123456789", 14, "é", None])
def test_a_label_is_letters_and_digits(label):
    game = give(umpired(), "infantry")
    assert game.request.kind == LABEL
    with pytest.raises(Illegal, match=r"is not a valid label\. Use up to 8 letters and digits"):
        game.answer(label)


def test_only_the_japanese_player_is_asked_who_joins_and_who_fires():
    game = until(give(umpired(), *HID), "joins")
    assert game.state.seat == JAPANESE
    assert "15" in sheet(game, JAPANESE)["Hidden"]
    give(game, "15", "99")
    assert [
        "Hex 99: you have nothing hidden here" in remarks(game, seat) for seat in (JAPANESE, "")
    ] == [True, False]
    assert "Hex 15: place infantry on the map" in remarks(game)
    assert give(game, "done").state.seat == ""
    assert until(game, "shows").state.seat == JAPANESE
    assert until(game, "cleared").request.phase == "move 2"


def test_undo_restores_the_hidden_placement():
    game = until(give(umpired(), *HID), "moves")
    before = game.state_hash, sheet(game, game.state.seat)
    give(game, "yes", "15")
    game.undo(2)
    assert (game.state_hash, sheet(game, game.state.seat)) == before
