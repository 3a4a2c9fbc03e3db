"""The umpire of International Team, by script: pieces hidden, searched for, met, revealed, fired at."""

from __future__ import annotations

import pytest

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.international_team import JAPANESE, UMPIRE
from picket_duty.requests import LABEL, Illegal
from tests.companions.play import give, remarks, sheet, until

NAME = "international-team"
#: 14 holds a fortification with infantry and artillery, 15 infantry, 16 a minefield.
HIDDEN = [("fortification", "14"), ("infantry", "14"), ("artillery", "14"), ("infantry", "15"), ("minefield", "16")]


def new():
    return table_saves.new_game(NAME, 7, (UMPIRE,))


def hidden():
    """A game after the placement, in the first move, at the American fire."""
    return give(new(), *[word for piece in HIDDEN for word in piece], "done", 0)


def rows(game):
    """The pieces on the score sheet as the side that looks may see it."""
    whole = sheet(game, game.state.seat)
    return {title: rows for title, rows in whole.items() if title not in ("Calendar", "Totals")}


def test_the_umpire_is_an_option_of_this_game_alone():
    assert new().request.about == "piece"
    assert table_saves.new_game(NAME, 7).request.about == "planes"
    with pytest.raises(ChartError, match="option 'umpire' applies only to international-team"):
        table_saves.new_game("ie-shima", 7, (UMPIRE,))


def test_hidden_pieces_are_shown_only_to_the_japanese_player():
    game = give(new(), "infantry", "14b")
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
    game = new()
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
    game = give(new(), "infantry")
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
    game = give(new(), "fortification", "3", "infantry", "3", "done", 0)
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
    game = until(give(new(), "infantry", "5", "minefield", "5", "done", 0), "moves")
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
    game = give(new(), "fortification", "3", "done", 0)
    give(until(give(game, "mop_up", "3"), "moves"), "yes", "3")
    assert game.request.about == "enters"


def on_the_map(*pieces):
    """The pieces shown by searching, in the first move, whose American fights come next."""
    game = give(new(), *[word for piece in pieces for word in piece], "done", 0)
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
    game = give(new(), "infantry", "4", "infantry", "5", "fortification", "5", "done", 0, "mop_up", "4", "mop_up", "5")
    give(game, "infantry", *["fire/ship", 1, 6] * 2, "done", "5", "4")
    assert "5: there is no such piece in that hex" in remarks(game)
    give(game, "in_fortification", *["fire/ship", 1, 6] * 3, "done", "5")
    assert on_map(game) == {}
    assert game.request.about == "target"
