"""Okinawa, Island War: Game-Turns, windows, deadlines, points and results computed by hand."""

from __future__ import annotations

import io

import pytest
from click.testing import CliRunner

from picket_duty.commands.main import main
from picket_duty.companions import table_saves
from picket_duty.companions.fill import sheets_from, write_sheets
from picket_duty.companions.registry import companion
from picket_duty.companions.table_conversation import TableConversation
from picket_duty.plain.plain_mode import printer
from picket_duty.requests import NUMBER, Illegal
from tests.companions.play import give, remarks, sheet, until
from tests.golden.table_lines import Typist

FIRST, SECOND = "island-war-1975", "island-war-2008"
#: Scenarios and, where it matters, both editions.
EDITIONS = [FIRST, SECOND]


def new(scenario, name=FIRST):
    return give(table_saves.new_game(name, seed=1), str(scenario))


def points(game):
    return game.state.total("japanese"), game.state.total("us")


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
        "Scenario 1, Game-Turns 1 to 12. The U.S. player moves first",
        "Primary line A, secondary line B",
        "U.S., north of primary: 15 (4-3-10)",
        "Japanese, Yonabaru: 3 (2-3-10)",
        "Japanese, west of 1800: 4 (3-4-10), 1 (2-3-10)",
        "Japanese, south of primary: 4 (3-4-10), 1 (2-3-10), 3 (1-2-10/1-6), 2 (1-2-2/2-8), 1 (1-2-5/1-6)",
    ]
    assert "U.S., northern zone: 15 (4-3-10)" in remarks(new(1, SECOND))
    assert "Japanese, south of primary: all Japanese units" in remarks(new(5))


@pytest.mark.parametrize("name", EDITIONS)
def test_the_ledger_matches_a_hand_calculation(name):
    game = new(1, name)
    give(game, "unit_eliminated", "4-3-10", 2)  # 2 x 7 to Japan
    give(game, "us_retreat", 3)  # 3
    give(game, "japanese_exit", "3-4-10", 1)  # 4 x 3
    assert "The U.S. player chooses 3 units to remove" in remarks(game)
    give(game, "unit_eliminated", "3-4-10", 1)  # 7 to the U.S.
    give(game, "unit_eliminated", "1-2-2/2-8", 1)  # 5
    assert points(game) == (29, 12)
    where = "japanese_north_of_primary" if name == FIRST else "japanese_in_northern_zone"
    until(game, where)
    give(game, 2, 3, 1, 2)  # 2 x 5, 3 x 1, 1 x 4 to the U.S., 2 x 3
    assert points(game) == (29 + 10 + 3 + 6, 12 + 4)
    assert game.outcome.result == "us_win"
    assert remarks(game)[-1] == "The U.S. player has won: Japanese 48, U.S. 16, a Japanese lead of 32; 50 needed"


@pytest.mark.parametrize(("lead", "result"), [(49, "us_win"), (50, "japanese_win")])
def test_a_margin_of_fifty_wins_for_japan(lead, result):
    game = until(give(new(3), "us_retreat", lead), "japanese_north_of_primary")
    give(game, 0, 0, 0, 0)
    assert game.outcome.result == result


@pytest.mark.parametrize(
    ("north", "second", "south", "wins"), [(0, 1, 0, True), (1, 0, 0, True), (0, 1, 1, False), (0, 0, 0, False)]
)
def test_the_automatic_victory(north, second, south, wins):
    game = until(new(1), "japanese_north_of_primary")
    give(game, north, second, south, 0)
    assert (game.outcome.result == "japanese_win") is wins
    assert ("automatically (17.6)" in remarks(game)[-1]) is wins


def test_battalions_that_do_not_leave_in_time_score_every_turn():
    game = until(new(2), "leave", 18)
    give(game, 4)
    until(game, "leave", 19)
    assert points(game) == (0, 0)
    until(game, "leave", 20)
    assert points(game) == (5 * 3, 0)
    with pytest.raises(Illegal, match="0 to 5"):
        game.answer(6)
    give(game, 5)
    until(game, "japanese_north_of_primary")
    assert points(game) == (15, 0)


def test_invasions_have_their_windows():
    assert asked_on(new(1), "us invades") == asked_on(new(1), "japanese invades") == []
    assert asked_on(new(2), "japanese invades") == list(range(14, 23))
    assert asked_on(new(2), "us invades") == []
    assert asked_on(new(4), "us invades") == list(range(49, 60))
    assert asked_on(new(5), "us invades") == list(range(1, 60))


def test_invasions_are_counted_and_limited_to_six_units():
    game = until(new(5), "us invades")
    give(game, "yes")
    with pytest.raises(Illegal, match="1 to 6"):
        game.answer(7)
    give(game, 6)
    assert points(game) == (24, 0)
    assert any("only while no Japanese unit is north of Line D" in text for text in remarks(game))
    until(game, "us invades", 2)
    give(game, "yes", 1)
    assert points(game) == (28, 0)
    assert "Invasions left for the U.S. player: none" in remarks(game)
    assert asked_on(game, "us invades") == []


def test_japanese_units_on_the_map_score_in_the_breakout():
    game = until(new(4), "happened")
    give(game, "unit_eliminated", "2-3-10", 3)
    assert points(game) == (0, 0)
    assert "The U.S. player scores nothing in this scenario" in remarks(game)
    give(game, "unit_eliminated", "4-4-10", 1, "done", 16)
    assert points(game) == (8 + 16, 0)
    give(game, "us_retreat", 75, "done", 0)
    assert points(game) == (99, 0)
    until(game, "on map", 60)
    give(game, 1)
    assert game.outcome.result == "japanese_win"
    assert remarks(game)[-1] == "The Japanese player has won: Japanese 100, U.S. 0; 100 needed"


def test_the_campaign_has_replacements_arrivals_and_points_for_holding_out():
    game = until(new(5), "city", 1)
    for _ in range(3):
        # No replaceable unit was destroyed, so nothing more is asked.
        assert give(until(game, "city"), "yes").request.about == "japanese invades"
        until(game, "happened")
    assert game.state.bank == 3
    give(game, "unit_eliminated", "1-2-10/1-6", 1, "unit_eliminated", "3-4-10", 1)
    give(until(game, "city", 4), "yes", "3-4-10")
    assert game.state.bank == 0
    assert give(until(game, "city", 5), "yes").request.about == "japanese invades"
    give(until(game, "happened", 17), "unit_eliminated", "4-3-10", 10)
    assert asked_replacements(game) == []
    give(until(game, "replace us", 18), 3, 2)
    assert points(game) == (70 + (3 + 2) * 4, 0)
    with pytest.raises(Illegal, match="0 to 5"):
        until(game, "replace us", 19).answer(6)
    until(game, "held", 45)
    give(game, "yes")
    until(game, "held", 46)
    assert points(game) == (100, 0)
    give(game, "no")
    assert asked_on(game, "held")[-1] == 60
    assert game.outcome.result == "us_win"
    assert remarks(game)[-1] == "The U.S. player has won: Japanese 100, U.S. 0; 500 needed"


def asked_replacements(game):
    return [event for event in game.events if getattr(event, "about", "") == "replace us"]


def test_points_require_a_city():
    game = until(new(5), "city", 1)
    give(game, "no")
    assert game.request.about == "japanese invades"
    assert game.state.bank == 0


@pytest.mark.parametrize("scenario", [1, 2, 3, 4, 5])
@pytest.mark.parametrize("name", EDITIONS)
def test_every_scenario_comes_to_its_end(scenario, name):
    game = new(scenario, name)
    asked_on(game, "nothing")
    # Of nine battalions that never leave scenario 2 each scores three points in each of five Game-Turns.
    assert game.outcome.result == ("japanese_win" if scenario == 2 else "us_win")
    assert points(game) == ((9 * 3 * 5, 0) if scenario == 2 else (0, 0))
    turns = [text for text in remarks(game) if text.startswith("Game-Turn")]
    assert turns[-1].endswith(", the last")
    assert len(turns) == {1: 12, 2: 10, 3: 11, 4: 15, 5: 60}[scenario]


def test_the_zones_of_the_second_edition_judge_the_last_scenarios_too():
    game = until(new(4, SECOND), "us south")
    give(game, "no", "yes")
    assert game.outcome.result == "japanese_win"
    assert remarks(game)[-1] == "The Japanese player has won: automatically (17.6)"


def test_the_score_sheet_has_windows_deadlines_and_victory_conditions():
    sheet = remarks(new(2))
    assert "U.S. invasions: none (14.0)" in sheet
    assert "Japanese invasions: on 2 Game-Turns, but not on the last (14.0)" in sheet
    assert "9 4-3-10 battalions must exit off the northeast edge by Game-Turn 19 (18.23)" in sheet
    assert "U.S. fire: at most 4 FPF points per combat (16.2)" in sheet
    assert "U.S. invasions: on 1 Game-Turn, from Game-Turn 49, but not on the last (14.0)" in remarks(new(4))
    assert "The Japanese player wins with 500 points in all; otherwise the U.S. player wins" in remarks(new(5))


def test_the_ledger_names_the_source_of_each_point():
    game = give(
        new(1), "unit_eliminated", "4-3-10", 2, "us_retreat", 3, "us_retreat", 1, "unit_eliminated", "3-4-10", 1
    )
    sections = sheet(game)
    assert sections["Japanese points for"] == {"units eliminated": "14", "U.S. retreat": "4"}
    assert sections["U.S. points for"] == {"units eliminated": "7"}
    assert sections["Victory Points"] == {"Japanese": "18", "U.S.": "7", "Needed to win": "lead 11 of 50"}


def test_a_winning_total_is_announced_when_it_is_reached():
    announcement = "The Japanese player has 100 points and has won"
    game = give(new(4), "us_retreat", 99)
    assert announcement not in remarks(game)
    give(game, "us_retreat", 1, "us_retreat", 1)
    assert remarks(game).count(announcement) == 1


def test_typed_reinforcements_are_announced_in_their_game_turn(tmp_path):
    game = companion(FIRST)
    sheets = sheets_from(game, '[reinforcements]\n5 = { units = "2 (4-4-10)" }\n')
    write_sheets(tmp_path / "companions" / FIRST, sheets)
    said_on = remarks(until(new(5), "happened", 6))
    assert said_on.count("U.S. reinforcements on the track: 2 (4-4-10)") == 1
    assert said_on.index("U.S. reinforcements on the track: 2 (4-4-10)") > said_on.index("Game-Turn 5")


def test_no_more_units_are_eliminated_than_the_sheet_sets_up():
    game = give(new(1), "unit_eliminated")
    assert game.request.legal() == ["2-3-10", "3-4-10", "4-3-10", "4-4-10", "1-2-2/2-8", "1-2-5/1-6", "1-2-10/1-6"]
    give(game, "1-2-10/1-6")
    with pytest.raises(Illegal, match="23 is not a number from 1 to 3"):
        game.answer(23)
    give(game, 3, "unit_eliminated")
    with pytest.raises(Illegal, match="Japanese 1-2-10/1-6: none are left"):
        game.answer("1-2-10/1-6")
    # The U.S. player also has those of the track; the five 2-3-10 begin in three places.
    give(game, "4-3-10", 20, "unit_eliminated", "2-3-10", 5)
    assert sheet(game)["Totals"] == {
        "U.S. units lost": "20", "Japanese lost 1-2-10/1-6": "3", "Japanese lost 2-3-10": "5",
    }  # fmt: skip
    assert len(give(new(5), 0, *["no"] * 3, "unit_eliminated").request.legal()) == 13


def test_no_more_japanese_units_are_on_the_map_than_are_left():
    game = give(until(new(4), "happened"), "unit_eliminated", "2-3-10", 3, "japanese_exit", "1-2-10", 2, "done")
    with pytest.raises(Illegal, match="0 to 14"):
        game.answer(15)


INVADERS = "An invader begins the Player-Turn on a clear coastal hex outside enemy Zones of Control"


def said(game, text):
    return [remark for remark in remarks(game) if text in remark]


@pytest.mark.parametrize("name", EDITIONS)
def test_the_sheet_bars_barrage_at_rough_terrain(name):
    """16.1."""
    game = new(1, name)
    assert said(game, "no barrage against Japanese units in Rough terrain (16.1)")
    assert sheet(game)["U.S. fire"] == {
        "Barrage": "none against Rough terrain (16.1)",
        "FPF": "4 points per combat (16.2)",
    }


@pytest.mark.parametrize("name", EDITIONS)
def test_an_invasion_says_who_may_invade_and_from_where(name):
    """14.11 to 14.13."""
    game = until(new(5, name), "us invades")
    assert not said(game, INVADERS)
    give(game, "yes")
    assert said(game, "U.S. invaders are Marine units, Army units or both (14.11)")
    assert len(said(game, INVADERS)) == 1
    assert not said(game, "(14.12)")
    give(until(game, "japanese invades"), "yes")
    assert said(game, "Japanese invaders are engineers, commandos or both (14.12)")
    assert len(said(game, INVADERS)) == 2


@pytest.mark.parametrize("name", EDITIONS)
def test_arrivals_say_where_they_enter_and_what_they_may_do(name):
    """12.2, 12.3; replacements by 13.14."""
    game = until(new(5, name), "arrive", 1)
    assert said(game, "on any hex of the northern or eastern map edge (12.2)")
    assert said(game, "they may invade (12.2) and fight (12.3)")
    assert not said(game, "(13.14)")
    give(until(game, "happened", 17), "unit_eliminated", "4-3-10", 1)
    until(game, "replace us", 18)
    assert said(game, "U.S. replacements enter from the northeast map edge (13.14)")
    game = give(until(new(5, name), "happened"), "unit_eliminated", "1-2-10", 1)
    for turn in (2, 3):
        give(until(game, "city", turn), "yes")
    assert said(game, "one unit per city hex of Shuri or Naha (13.14).")


@pytest.mark.parametrize("name", EDITIONS)
def test_an_exit_says_its_cost_and_that_it_is_final(name):
    """15.0."""
    assert said(until(new(2, name), "leave"), "It may not return, and it is not eliminated (15.0)")
    game = until(new(1, name), "happened")
    assert not said(game, "(15.0)")
    assert said(give(game, "japanese_exit"), "(15.0)")


@pytest.mark.parametrize("name", EDITIONS)
def test_the_end_defines_a_line_of_communications(name):
    """17.51, 17.53."""
    game = until(new(1, name), "us_without_line_of_communications")
    assert game.request.rule == "17.5"
    assert remarks(game)[-1].endswith("Zones of Control do not count in a hex with a friendly unit (17.53).")


@pytest.mark.parametrize("name", EDITIONS)
def test_no_more_japanese_units_count_at_the_end_than_are_left(name):
    """17.31: a unit counts in one place; scenario 1 sets up 19."""
    first = "japanese_north_of_primary" if name == FIRST else "japanese_in_northern_zone"
    game = until(give(new(1, name), "unit_eliminated", "3-4-10", 8, "japanese_exit", "2-3-10", 1), first)
    assert game.request.most == 10
    give(game, 7)
    assert (game.request.about, game.request.most) == (
        "japanese_north_of_secondary" if name == FIRST else "japanese_in_central_zone",
        3,
    )


def test_no_number_is_asked_between_zero_and_zero():
    """18.44: with no Japanese unit left on the map, nothing is asked and nothing scores."""
    game = until(new(4), "happened")
    for unit, number in (("1-2-10", 7), ("2-3-10", 6), ("2-4-10", 2), ("1-2-10/1-6", 2)):
        give(game, "unit_eliminated", unit, number)
    # The last of a kind needs no number either.
    give(game, "unit_eliminated", "3-4-10", "unit_eliminated", "1-2-2/2-8", "done")
    assert game.state.move == 47
    assert points(game) == (0, 0)


def test_a_scenario_whose_points_are_reached_ends_or_is_played_on():
    for name in EDITIONS:
        game = give(until(new(4, name), "happened"), "us_retreat", 100, "done", 0)
        assert game.request.about == "play on"
        over = give(game, "no")
        assert over.outcome.result == "japanese_win"
        assert remarks(over)[-1] == "The Japanese player has won: Japanese 100, U.S. 0; 100 needed"
    game = give(until(new(4), "happened"), "us_retreat", 100, "done", 0, "yes")
    assert game.state.move == 47
    assert "play on" not in [later.request.about for later in [until(game, "happened", 49)]]


def test_the_charts_print_words_and_no_level():
    output = CliRunner().invoke(main, ["tables", "--game", FIRST, "show", "victory"]).stdout
    assert output.startswith("victory  Victory points\n")
    assert "U.S. unit without a line of" in output
    assert "unit eliminated" in output
    assert "_" not in output
    assert "Us " not in output


@pytest.mark.parametrize("name", EDITIONS)
def test_artillery_never_invades(name):
    """14.12."""
    game = give(until(new(2, name), "japanese invades"), "yes")
    assert game.request.about == "invader"
    with pytest.raises(
        Illegal, match=r"Japanese 1-2-10/1-6: artillery units are neither engineers nor commandos \(14.12\)"
    ):
        game.answer("1-2-10/1-6")
    assert give(game, "3-2-10").request.about == "invader"  # one only, so no number is asked
    with pytest.raises(Illegal, match="Japanese 3-2-10: all of them invade"):
        game.answer("3-2-10")
    give(game, "2-3-10")
    with pytest.raises(Illegal, match="1 to 11"):
        game.answer(12)
    assert give(game, 2, "done").request.about == "happened"


def test_a_scenario_with_only_artillery_left_has_no_japanese_invasion():
    """14.12."""
    game = until(new(2), "happened")
    for unit, number in (("3-4-10", 3), ("2-4-10", 3), ("2-3-10", 11), ("1-1-0", 2), ("1-1-8", 2)):
        give(game, "unit_eliminated", unit, number)
    give(game, "unit_eliminated", "3-2-10")
    assert asked_on(game, "japanese invades") == []


def test_invaders_do_not_leave_the_map_in_the_same_game_turn():
    """14.13: an invader moves no farther; 15.0."""
    game = give(until(new(2), "japanese invades"), "yes", "2-3-10", 11, "3-2-10", "done")
    give(until(game, "happened"), "japanese_exit")
    for unit in ("2-3-10", "3-2-10"):
        with pytest.raises(Illegal, match=rf"Japanese {unit}: they invaded and cannot move any farther \(14.13\)"):
            game.answer(unit)
    give(game, "2-4-10", 3, "done")
    assert "2-3-10" in give(until(game, "happened", 15), "japanese_exit").request.legal()


def test_units_that_left_the_map_never_return():
    """15.0: they do not invade, are not eliminated, do not leave again; 17.41 by their Defense Strength."""
    game = give(until(new(2), "happened"), "japanese_exit", "3-4-10", 3, "japanese_exit", "1-2-15/1-6", 2)
    assert points(game) == (3 * (3 * 4 + 2 * 1), 0)
    for what in ("unit_eliminated", "japanese_exit"):
        game.answer(what)
        with pytest.raises(Illegal, match="Japanese 3-4-10: none are left"):
            game.answer("3-4-10")
        game.undo()
    give(until(game, "japanese invades", 15), "yes")
    with pytest.raises(Illegal, match="Japanese 3-4-10: none are left"):
        game.answer("3-4-10")


def test_a_unit_that_left_is_not_replaced():
    """15.0, 13.12: points replace destroyed units only."""
    game = give(until(new(5), "happened"), "japanese_exit", "1-2-10", 1)
    assert give(until(game, "city", 3), "yes").request.about == "japanese invades"


@pytest.mark.parametrize("name", EDITIONS)
def test_no_more_us_units_are_replaced_than_were_destroyed(name):
    """13.11."""
    game = give(until(new(5, name), "happened", 3), "unit_eliminated", "4-3-10", 2)
    until(game, "replace us", 18)
    assert game.request.decision.words.endswith("(2 destroyed and not replaced, 8 allowed)")
    with pytest.raises(Illegal, match="3 is not a number from 0 to 2"):
        game.answer(3)
    give(game, 2)
    # None are left to replace, until another is destroyed.
    give(until(game, "happened", 20), "unit_eliminated", "4-3-10", 1)
    assert until(game, "replace us").state.move == 21
    assert game.request.most == 1


def test_without_destroyed_us_units_none_are_replaced():
    """13.11; units removed for an exit (17.41) are not destroyed."""
    game = give(until(new(5), "happened"), "japanese_exit", "3-4-10", 1)
    assert asked_on(game, "replace us") == []


@pytest.mark.parametrize("name", EDITIONS)
def test_infantry_is_bought_by_its_defense_strength(name):
    """13.12: only destroyed infantry, for as many points as its Defense Strength."""
    game = give(until(new(5, name), "happened"), "unit_eliminated", "3-4-10", 1, "unit_eliminated", "1-2-10", 1)
    give(game, "unit_eliminated", "1-2-15/1-6", 1)
    for turn in (2, 3):
        give(until(game, "city", turn), "yes")
    assert game.request.legal() == ["1-2-10", "done"]
    with pytest.raises(Illegal, match=r"3-4-10 for 4 points: the bank has 2 points \(13.12\)"):
        game.answer("3-4-10")
    give(game, "1-2-10")
    assert game.state.bank == 0
    assert "1-2-10 returns for 2 points; 0 left" in remarks(game)
    give(until(game, "city", 4), "yes")
    assert game.request.about == "japanese invades"


def test_no_more_us_units_invade_than_can():
    """14.13, 12.2: units on the map when the Player-Turn began, and reinforcements; not replacements of the turn."""
    game = give(until(new(5), "happened", 17), "unit_eliminated", "4-3-10", 15, "done")
    game = until(give(until(game, "replace us", 18), 3), "arrive")
    assert "us invades" not in [later.request.about for later in [give(game, 0)]]
    give(until(game, "replace us", 19), 1)
    give(until(game, "arrive", 19), 1, "yes")
    with pytest.raises(Illegal, match="1 to 4"):
        game.answer(5)
    give(game, 4)
    with pytest.raises(Illegal, match="6 is not a number from 1 to 5"):
        give(until(game, "happened"), "unit_eliminated", "4-4-10", 6)


def test_without_us_units_on_the_map_no_invasion_is_asked_for():
    """In this game more U.S. units were lost than replaced, and each number asked for has a legal answer."""
    game = table_saves.new_game(SECOND, 17)
    typist = Typist(game, 17, 500)
    TableConversation(game, typist, printer(io.StringIO()), lambda: None).run()
    assert typist.typed > typist.lines
