"""Okinawa (International Team) refereed: the rules by script and by the examples of the rulebook."""

from __future__ import annotations

import pytest

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.fill import form_entries, form_of, read_value, sheets_from, write_sheets
from picket_duty.companions.international_team import JAPANESE, UMPIRE
from picket_duty.companions.registry import companion
from picket_duty.requests import LABEL, Illegal
from tests.companions.play import about, give, remarks, sheet, until

NAME = "international-team"


def new():
    return table_saves.new_game(NAME, seed=7)


def to_ships(planes=8):
    return give(new(), planes)


def test_a_move_has_its_nine_actions_in_order():
    game = new()
    until(game, "cleared")
    heads = [text for text in remarks(game) if text[0].isdigit()][:9]
    assert [text.split(".")[0] for text in heads] == [str(number) for number in range(1, 10)]
    assert remarks(game)[0] == "Move 1: April 1 to April 3"
    assert heads[2] == "3. Aeronaval battle"


def test_planes_against_a_ship_until_it_is_sunk():
    game = give(to_ships(), "5", 8, 3, 4)
    assert remarks(game)[-1] == "Plane 1 of 8: 3 + 2 against 4 + 5, plane lost"
    give(game, 6, 1)
    assert "Plane 2 of 8: 6 + 2 against 1 + 5, ship sunk" in remarks(game)
    # The other six had to attack that ship and leave; the next action is asked for.
    assert (game.state.planes_lost, game.state.ships_sunk, game.state.planes_to_come) == (1, 1, 0)
    assert about(game) == "target"


def test_equal_sums_are_rolled_again():
    game = give(to_ships(1), "5", 5, 2)
    assert remarks(game)[-1] == "Plane 1 of 1: 5 + 2 against 2 + 5, roll again"
    assert about(game) == "plane"
    give(game, 6, 5)
    assert "Plane 1 of 1: 6 + 2 against 5 + 5, plane lost" in remarks(game)


def test_planes_are_shared_out_among_ships_and_never_more_than_there_are():
    game = give(to_ships(3), "6", 2, 1, 1, 1, 1)
    assert game.state.planes_to_come == 1
    # The plane left over attacks alone: how many planes is not asked.
    give(game, "6")
    assert about(game) == "plane"
    game = give(to_ships(3), "6")
    with pytest.raises(Illegal, match="is not a number from 1 to 3"):
        game.answer(4)


def test_shots_at_a_target_add_up():
    game = give(to_ships(0), "infantry", "fire/artillery", 5, 3, "fire/artillery", 1, 6, "done")
    # The example of the text has 2 and 4 shots: six eliminate one.
    assert "6 hits; one piece for every 6: 1 eliminated" in remarks(game)
    give(game, "infantry", "fire/ship", 1, 6, "fire/ship", 1, 6, "done")
    assert "8 hits; one piece for every 6: 1 eliminated" in remarks(game)
    assert game.state.eliminated == {"infantry": 2}
    give(game, "in_fortification", "fire/ship", 15, 1, "done")
    assert "0 hits; one piece for every 12: none eliminated" in remarks(game)


def test_shots_are_declared_together_and_each_says_what_is_still_needed():
    game = give(to_ships(0), "infantry", "fire/artillery", 5, 3, "fire/artillery", 5, 1)
    shots = [text for text in remarks(game) if "needed" in text]
    assert shots == ["2 hits at range 5, 2 of 6 needed", "1 hit at range 5, 3 of 6 needed"]
    assert any(text.startswith("Declare all shots and their targets first") for text in remarks(game))


def test_planes_that_do_not_attack_are_not_kept():
    game = give(to_ships(3), "done")
    assert game.state.planes_to_come == 0


def test_at_most_the_two_units_of_a_hexagon_are_eliminated():
    game = give(to_ships(0), "infantry", *["fire/ship", 1, 6] * 5, "done")
    assert "20 hits; one piece for every 6: 2 eliminated" in remarks(game)


def test_only_americans_search_and_only_they_have_ships():
    game = give(to_ships(0), "mop_up")
    assert remarks(game)[-1].startswith("Place the hidden pieces")
    give(game, "done", 0, "no")
    assert "mop_up" not in game.request.legal()
    give(game, "artillery")
    assert game.request.legal() == ["fire/artillery", "done"]


def test_a_beach_of_six_hexagons_admits_twelve_units():
    game = give(to_ships(0), "done", 6)
    assert "Up to 12 units may land there" in remarks(game)


def to_fights():
    return give(to_ships(0), "done", 0)


@pytest.mark.parametrize(
    ("attack", "defence", "die", "expected"),
    [
        # 6 x 5 against (4 + 4) x 2 + 2 + 2, the example of the text.
        (30, (8, "yes", 2), 5, "Difference 10: the defender is eliminated"),
        (30, (8, "no", 2), 1, "Difference 18: the defender retreats 3 hexes"),
        (
            1,
            (0, "no", 0),
            1,
            "Difference 1: the attacker is eliminated; pieces next to the captured hex count at half their factor in "
            "the next move",
        ),
        (2, (1, "no", 0), 2, "Difference 1: the attacker is eliminated"),
        (6, (3, "no", 0), 3, "Difference 3: the attacker retreats 2 hexes"),
        (
            50,
            (0, "no", 0),
            6,
            "Difference 50: the defender is eliminated; pieces next to the captured hex count at half their factor in "
            "the next move",
        ),
    ],
)
def test_fights(attack, defence, die, expected):
    game = give(to_fights(), "yes", attack, *defence)
    assert about(game) == "fight"
    give(game, die)
    assert any(text.startswith(expected) for text in remarks(game))


def test_two_infantry_in_a_fortification_on_a_mountain_count_twenty_eight():
    game = give(to_fights(), "yes", 99, 12, "yes", 2)
    assert "The defense is 12 x 2 + 2 x 2 = 28" in remarks(game)


@pytest.mark.parametrize(
    ("attack", "expected"),
    [
        (9, "The attacker is weaker by 1: eliminated without a roll"),
        (10, "The printed chart has no row for a difference of 0. Settle it between yourselves"),
        (61, "The printed chart has no row for a difference of 51. Settle it between yourselves"),
    ],
)
def test_fights_without_a_row_roll_nothing(attack, expected):
    game = give(to_fights(), "yes", attack, 10, "no", 0)
    assert expected in remarks(game)
    assert about(game) == "fights"


def test_the_calendar_ends_on_june_21():
    game = new()
    for _ in range(26):
        until(game, "cleared")
        game.answer("no")
    assert game.over
    assert game.outcome.result == "japanese_win"
    assert remarks(game)[-1] == "The game ends on June 21: the Japanese player has won"
    moves = [text for text in remarks(game) if text.startswith("Move")]
    assert moves[19] == "Move 20: May 28 to May 31"
    assert moves[-1] == "Move 27: June 19 to June 21"


def test_all_eliminated_wins_at_once():
    game = new()
    until(game, "cleared")
    game.answer("yes")
    assert game.outcome.result == "us_win"
    assert remarks(game)[-1] == "The game ends on April 6: the American player has won"


def test_chances_come_before_the_throw():
    """Aeronaval battle: 6 + 2 beats 1 + 5 in 3 of 36 throws, and 3 equal ones are rolled again: 3 of 33."""
    assert remarks(give(to_ships(8), "5", 8))[-1] == "Chances: ship sunk 9% per plane, 53% for 8 planes"
    # A factor of 6: (6, 1) alone, and 2 equal throws.
    assert remarks(give(to_ships(1), "6"))[-1] == "Chances: ship sunk 3%"
    # Table of artillery, 5 hexes: 1 2 2 2 3 3.
    game = give(to_ships(0), "infantry", "fire/artillery", 5)
    assert remarks(game)[-1] == "Chances: 1 hit 17%, 2 hits 50%, 3 hits 33%"
    # Fights table, 9/10: A1 D1 D2 D3 De De.
    game = give(to_fights(), "yes", 30, 20, "no", 0)
    assert remarks(game)[-1] == "Chances: attacker retreats 17%, defender retreats 50%, defender eliminated 33%"


def test_the_first_move_does_not_ask_whether_all_are_eliminated():
    """The American Landing: units that land in a move begin moving in the next."""
    game = new()
    until(game, "cleared")
    assert game.state.move == 2


def test_entered_kamikazes_are_not_asked_for(tmp_path):
    """Calendar: the number printed beside each move."""
    game = companion(NAME)
    write_sheets(tmp_path / "companions" / NAME, sheets_from(game, "[planes]\n1 = { planes = 2 }\n"))
    game = new()
    assert "Calendar: 2 kamikazes" in remarks(game)
    assert (game.state.planes_to_come, about(game)) == (2, "ship")
    # The number of the second move was not entered.
    while game.state.move == 1:
        game.answer(next(answer for answer in ("done", "no", 0) if answer in game.request.legal() or answer == 0))
    assert about(game) == "planes"


def test_no_more_kamikazes_than_pieces():
    """The box contains 159 pieces, kamikazes among them."""
    with pytest.raises(Illegal, match="0 to 159"):
        new().answer(160)
    with pytest.raises(ChartError, match=r"160.*0 to 159"):
        read_value(form_of(companion(NAME), "planes").fields[0], "160")
    assert form_entries(companion(NAME), form_of(companion(NAME), "planes"))[-1] == "27"


def test_a_capture_halves_what_is_next_to_it_in_the_following_move():
    reminder = "Pieces next to a hex captured last move count at half their factor"
    game = give(to_fights(), "yes", 60, 20, "no", 0, 6)
    until(game, "cleared")
    assert game.state.move == 2
    assert remarks(game).count(reminder) == 1
    give(game, "no")
    until(game, "cleared")
    give(game, "no")
    assert remarks(game).count(reminder) == 1


@pytest.mark.parametrize(
    ("answers", "expected"),
    [
        ((30, 8, "yes", 2, 5), "All its defenders are eliminated, so the fortification blows up"),
        ((30, 8, "no", 2, 5), None),
        ((2, 1, "no", 0, 6), "Units that cannot retreat are eliminated"),
    ],
)
def test_consequences_of_a_fight_are_reported(answers, expected):
    game = give(to_fights(), "yes", *answers)
    after = [text for text in remarks(game) if "blows up" in text or "cannot retreat" in text]
    assert after == ([expected] if expected else [])


def test_counts_are_in_the_same_order_in_play_and_in_replay():
    game = give(new(), 2, "5", 1, 6, 1, "5", 1, 6, "infantry", "fire/ship", 1, 6, "fire/ship", 1, 6, "done")
    assert list(sheet(game)["Totals"]) == ["infantry eliminated", "planes lost", "ships sunk"]


#: 14 holds a fortification with infantry and artillery, 15 infantry, 16 a minefield.
HIDDEN = [("fortification", "14"), ("infantry", "14"), ("artillery", "14"), ("infantry", "15"), ("minefield", "16")]


def umpired():
    return table_saves.new_game(NAME, 7, (UMPIRE,))


def hidden():
    """A game after the placement, in the first move, at the American fire."""
    return give(umpired(), *[word for piece in HIDDEN for word in piece], "done", 0)


def rows(game):
    """The pieces on the score sheet as the side that looks may see it."""
    whole = sheet(game, game.state.seat)
    return {title: rows for title, rows in whole.items() if title not in ("Calendar", "Totals")}


def test_the_umpire_is_an_option_of_this_game_alone():
    assert umpired().request.about == "piece"
    assert table_saves.new_game(NAME, 7).request.about == "planes"
    with pytest.raises(ChartError, match="option 'umpire' applies only to international-team"):
        table_saves.new_game("ie-shima", 7, (UMPIRE,))


def test_hidden_pieces_are_shown_only_to_the_japanese_player():
    game = give(umpired(), "infantry", "14b")
    assert game.state.seat == JAPANESE
    assert "14B: infantry" in remarks(game, JAPANESE)
    assert "14B: infantry" not in remarks(game)
    assert rows(game) == {"Hidden": {"14B": "infantry"}}
    assert "Hidden" not in sheet(game)
    give(game, "done")
    assert game.state.seat == ""
    assert rows(game) == {}
    assert "14B" not in str(game.summary())


def test_a_hexagon_holds_two_units_a_fortification_and_a_minefield():
    game = umpired()
    for piece in ("infantry", "armoured", "artillery", "minefield", "minefield", "fortification", "fortification"):
        give(game, piece, "14")
    assert rows(game)["Hidden"] == {"14": "infantry, armored unit, minefield, fortification"}
    assert [text for text in remarks(game, JAPANESE) if "is full" in text] == [
        "14 is full: infantry, armored unit",
        "14 is full: infantry, armored unit, minefield",
        "14 is full: infantry, armored unit, minefield, fortification",
    ]


@pytest.mark.parametrize("label", ["", "14-2", "123456789", 14, "é", None])
def test_a_label_is_letters_and_digits(label):
    game = give(umpired(), "infantry")
    assert game.request.kind == LABEL
    with pytest.raises(Illegal, match=r"is not a label\. Use up to 8 letters and digits"):
        game.answer(label)


def test_a_search_reveals_pieces_or_crosses_out_the_hexagon():
    game = give(hidden(), "mop_up", "15", "mop_up", "20")
    assert remarks(game)[-2:] == ["15: place infantry on the map", "20: nothing is hidden here. Cross it out"]
    assert rows(game) == {"Found on the map": {"15": "infantry"}, "Crossed out": {"": "20"}}


def test_blind_shots_are_fired_before_the_target_is_revealed():
    game = give(hidden(), "supposed", "14", *["fire/ship", 1, 6] * 3)
    assert "placed" not in remarks(game)[-1]
    give(game, "done")
    # Twelve shots eliminate a unit in a fortification; its owner chooses which.
    assert "14: place fortification, infantry, artillery on the map" in remarks(game)
    assert game.request.about == "lost"
    assert game.request.legal() == ["infantry", "artillery"]
    give(game, "artillery")
    assert remarks(game)[-1] == "14: artillery eliminated, 0 hits left"
    assert rows(game)["Found on the map"] == {"14": "fortification, infantry"}
    assert game.state.eliminated == {"artillery": 1}


def test_eliminating_the_last_piece_blows_up_a_fortification():
    game = give(umpired(), "fortification", "3", "infantry", "3", "done", 0)
    give(game, "supposed", "3", *["fire/ship", 1, 6] * 3, "done")
    assert remarks(game)[-2:] == [
        "3: infantry eliminated, 0 hits left",
        "3: the fortification is empty and blows up",
    ]
    assert rows(game) == {}


@pytest.mark.parametrize(("label", "shots", "left"), [("16", 3, {}), ("16", 2, {"16": "minefield"}), ("30", 3, {})])
def test_ten_shots_clear_a_minefield_and_shots_at_nothing_are_lost(label, shots, left):
    game = give(hidden(), "supposed", label, *["fire/ship", 1, 6] * shots, "done")
    assert rows(game).get("Found on the map", {}) == left
    assert ("16: 8 hits, nothing eliminated" in remarks(game)) is bool(left)


def test_a_piece_stops_before_an_enemy_and_is_eliminated_by_mines():
    game = until(hidden(), "moves")
    give(game, "yes", "12", "13", "15")
    assert remarks(game)[-3:] == [
        "13: nothing is hidden here. Cross it out",
        "15: place infantry on the map",
        "Enemy in 15: the piece goes back one hex, stops there and attacks",
    ]
    give(game, "yes", "16")
    assert remarks(game)[-1] == "16: mines eliminate the piece that enters"
    assert game.state.lost_to_mines == 1
    give(game, "yes", "17", "done")
    assert game.request.about == "moves"
    assert rows(game)["Crossed out"] == {"": "12 13 17"}


def test_only_the_japanese_player_is_asked_who_joins_and_who_fires():
    game = until(hidden(), "joins")
    assert game.state.seat == JAPANESE
    assert "15" in rows(game)["Hidden"]
    give(game, "15", "99")
    assert "99: you have nothing hidden there" not in remarks(game)
    assert "99: you have nothing hidden there" in remarks(game, JAPANESE)
    assert "15: place infantry on the map" in remarks(game)
    give(game, "done")
    assert game.state.seat == ""
    assert until(game, "shows").state.seat == JAPANESE
    assert until(game, "cleared").request.phase == "move 2"


def test_all_are_not_eliminated_while_a_unit_is_hidden():
    game = give(until(hidden(), "cleared"), "yes")
    assert "The umpire: Japanese units are still hidden. The game continues" in remarks(game)
    assert game.state.move == 3
    until(game, "target")
    give(game, "mop_up", "14", "mop_up", "15")
    # Mines may stay hidden.
    give(until(game, "cleared"), "yes")
    assert game.outcome.result == "us_win"


def test_undo_restores_the_hidden_placement():
    game = until(hidden(), "moves")
    before = game.state_hash, rows(game)
    give(game, "yes", "15")
    game.undo(2)
    assert (game.state_hash, rows(game)) == before


def test_mines_are_shot_away_before_other_pieces():
    game = until(give(umpired(), "infantry", "5", "minefield", "5", "done", 0), "moves")
    give(game, "yes", "5")
    assert remarks(game)[-2:] == [
        "5: place infantry, minefield on the map",
        "5: mines eliminate the piece that enters",
    ]


def test_a_revealed_minefield_eliminates_pieces_until_it_is_cleared():
    game = give(until(hidden(), "moves"), "yes", "16", "yes", "16")
    assert remarks(game)[-2:] == [
        "16: nothing else is hidden here. On the map: minefield",
        "16: mines eliminate the piece that enters",
    ]
    assert game.state.lost_to_mines == 2
    assert "Crossed out" not in rows(game)
    give(until(give(until(game, "cleared"), "no"), "target"), "supposed", "16", *["fire/ship", 1, 6] * 3, "done")
    give(until(game, "moves"), "yes", "16")
    assert game.state.lost_to_mines == 2


def test_pieces_cannot_move_through_pieces_on_the_map():
    game = give(until(give(hidden(), "mop_up", "15"), "moves"), "yes", "15")
    assert remarks(game)[-1] == "Enemy in 15: the piece stops one hex short and attacks"
    assert game.request.about == "moves"


def test_a_fortification_found_empty_can_be_entered():
    game = give(umpired(), "fortification", "3", "done", 0)
    give(until(give(game, "mop_up", "3"), "moves"), "yes", "3")
    assert game.request.about == "enters"


def on_the_map(*pieces):
    """The pieces shown by searching, in the first move, whose American fights come next."""
    game = give(umpired(), *[word for piece in pieces for word in piece], "done", 0)
    labels = dict.fromkeys(label for _, label in pieces)
    return until(give(game, *[word for label in labels for word in ("mop_up", label)]), "fights")


def on_map(game):
    return rows(game).get("Found on the map", {})


def test_pieces_eliminated_in_a_fight_leave_the_map():
    game = on_the_map(("infantry", "4"), ("minefield", "4"), ("infantry", "5"), ("fortification", "5"))
    give(game, "yes", 60, 10, "no", 0, 1)
    assert game.request.about == "fell"
    give(game, "9", "4", "5")
    # Only fire eliminates mines; the fortification blows up; nothing else can be eliminated.
    assert "9: there is no Japanese unit in that hex" in remarks(game)
    assert on_map(game) == {"4": "minefield"}
    assert game.request.about == "fights"


def test_pieces_that_go_back_are_moved_on_the_map():
    game = on_the_map(("infantry", "4"), ("fortification", "4"), ("artillery", "5"))
    give(game, "yes", 10, 1, "no", 0, 2)
    assert remarks(game)[-2:] == [
        "Difference 9: the defender retreats 1 hex",
        "Units that cannot retreat are eliminated",
    ]
    give(game, "4", "6", "5", "done", "done")
    assert on_map(game) == {"4": "fortification", "6": "infantry"}
    assert game.request.about == "fights"


def test_a_losing_attacker_eliminates_no_japanese_unit():
    game = give(on_the_map(("infantry", "4")), "yes", 1, 5, "no", 0)
    assert game.request.about == "fights"
    give(until(until(game, "goes from"), "fights"), "yes", 1, 5, "no", 0, "4")
    assert on_map(game) == {}


def test_japanese_pieces_on_the_map_are_followed_when_they_move():
    game = until(on_the_map(("infantry", "4"), ("artillery", "4"), ("infantry", "5"), ("infantry", "5")), "goes from")
    give(game, "4", "artillery", "5", "4", "artillery", "6")
    assert "5 is full: infantry, infantry" in remarks(game)
    assert on_map(game) == {"4": "infantry", "5": "infantry, infantry", "6": "artillery"}


def test_shots_at_a_named_target_ask_for_its_hexagon():
    game = give(
        umpired(), "infantry", "4", "infantry", "5", "fortification", "5", "done", 0, "mop_up", "4", "mop_up", "5"
    )
    give(game, "infantry", *["fire/ship", 1, 6] * 2, "done", "5", "4")
    assert "5: there is no such piece in that hex" in remarks(game)
    give(game, "in_fortification", *["fire/ship", 1, 6] * 3, "done", "5")
    assert on_map(game) == {}
    assert game.request.about == "target"
