"""Ie Shima with a tracked board on the invented island: impulses computed by hand, and the data in saves."""

from __future__ import annotations

import random

import msgspec
import pytest

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.fill import form_of, owner_folder, sheet_path
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, LOST, SPECIAL
from picket_duty.companions.registry import companion
from picket_duty.requests import Illegal, Roll
from picket_duty.saves import SaveError
from tests.companions import small_island
from tests.companions.play import about, give, remarks, sheet, until

NAME = "ie-shima"
GREEN, BLUE, BROWN = small_island.BOXES
#: Where the Japanese begin: 2/1 on the hills, SEI in the towns, a Labor unit at the beach, three behind.
BEGIN = ("15", "15", "16", "16", "6", "6", "11", "11", "1", "12", "12", "12")
COMPANY = ("1/306 A", "1/306 B", "1/306 C", "1/306 D")


@pytest.fixture(autouse=True)
def _island(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    small_island.fill(owner_folder(NAME))


def new(advanced="no", extended="no", figures="no"):
    return give(table_saves.new_game(NAME, seed=3), advanced, extended, 0, "yes", figures, *BEGIN)


def change(game, marks):
    """Change the board before the next choice is asked: ``at UNIT``, ``reduced UNIT``, ``area NUMBER``."""
    small_island.mark(game.state, marks)
    game.play.board.units_by_place.clear()


def stand(game, **places):
    """Place units by their names in ``UNITS``."""
    change(game, {f"at {UNITS[name]}": place for name, place in places.items()})


UNITS = {"a1": "1/306 A", "a2": "1/306 B", "a3": "1/306 C", "j1": "2/1A", "j2": "2/1B", "j3": "2/1C", "sei": "SEI-A"}


def place(game, unit):
    return game.state.places.get(unit, "")


def reduced(game):
    return sorted(game.state.reduced)


def landing(game):
    """The four companies of 1/306 go ashore in Area 1, where one Labor unit stands."""
    give(game, "pass", "assault", GREEN)
    # From the box there is one Area to go to.
    return give(game, *COMPANY)


def test_units_begin_where_the_set_up_says():
    game = table_saves.new_game(NAME, seed=3)
    give(game, "no", "no", 0)
    assert about(game) == "board"
    give(game, "yes", "no")
    assert [(option.value, option.text) for option in game.request.options] == [
        ("15", "2/1A: Area 15"),
        ("16", "2/1A: Area 16"),
    ]
    give(game, "15", "15", "15", "15")
    assert game.request.legal() == ["6", "11"]
    give(game, "6", "6", "6", "6")
    assert len(game.request.legal()) == 16
    give(game, "6", "6", "6", "6")
    assert about(game) == "japanese impulse"
    assert place(game, "3/305 M") == BLUE
    assert place(game, "2/306 E") == GREEN
    assert place(game, "IE-D") == SPECIAL
    assert place(game, "2/307 1") == ""


def test_a_ninth_unit_does_not_fit():
    game = give(table_saves.new_game(NAME, seed=3), "no", "no", 0, "yes", "no", *(["15"] * 4), *(["6"] * 8))
    assert len(game.play.board.at("6")) == 8
    game = give(table_saves.new_game(NAME, seed=3), "no", "no", 0, "yes", "no", *(["15"] * 4), *(["6"] * 4))
    give(game, "15", "15", "15", "15")
    assert len(game.play.board.at("15")) == 8


def test_a_landing_that_succeeds():
    game = landing(new())
    assert "1/306 A enters Area 1; 0 MF left" in remarks(game)
    give(game, "attack 1", "1/306 A", (3, 4), (2, 3), "no")
    # 4 for the lead, 3 more, 1 for the battalion and 1 from the air are 9; 2 and the TEM of 2 are 4.
    assert "AT 9 + 7, DT 4 + 5: +7" in remarks(game)
    # One point flips the Labor unit, and two more eliminate it. The other units in the box could only enter an Area
    # that was attacked, so the impulse is over.
    assert remarks(game)[-7:] == [
        "1/306 A is reduced",
        "Labor-A is reduced",
        "Labor-A is eliminated",
        "4 remaining AP ignored",
        "The American player controls Area 1",
        "Sunset DR 7: the impulse marker advances (7 - impulse 1 = 6)",
        "Impulse 2, clear",
    ]
    assert place(game, "Labor-A") == LOST
    assert game.state.control["1"] == AMERICAN
    assert reduced(game) == ["1/306 A"]


def test_a_repulsed_mandatory_attack_returns_to_the_beach():
    game = landing(new())
    with pytest.raises(Illegal, match="the attack in Area 1 is mandatory"):
        game.answer("done")
    give(game, "attack 1", "1/306 A", (1, 1), (6, 6), "no")
    assert "AT 9 + 2, DT 4 + 12: -5" in remarks(game)
    assert reduced(game) == list(COMPANY)
    assert {place(game, unit) for unit in COMPANY} == {GREEN}
    assert place(game, "Labor-A") == "1"
    assert game.state.control.get("1", JAPANESE) == JAPANESE


def test_a_stalemate_leaves_both_sides_and_the_next_attack_is_optional():
    game = landing(new())
    give(game, "attack 1", "1/306 A", (1, 1), (3, 4), "no")
    assert "AT 9 + 2, DT 4 + 7: +0" in remarks(game)
    # The defender may retreat voluntarily; adjacent Areas are free.
    assert about(game) == "leaves"
    give(game, "done")
    assert game.play.board.is_contested("1")
    assert about(game) == "japanese impulse"
    # Sunset DR 2 against impulse 1: on. Next impulse: the Area is contested, so one unit alone may attack.
    give(game, "pass", "assault", "1", "attack 1", "1/306 B")
    assert about(game) == "joins"
    give(game, "1/306 C", "done", (1, 2), (6, 6), "no")
    # 4 + 1 + 1 from the air is 6 against 4: repulsed, and nobody must retreat.
    assert "AT 6 + 3, DT 4 + 12: -7" in remarks(game)
    assert reduced(game) == ["1/306 A", "1/306 B", "1/306 C"]
    assert {place(game, unit) for unit in COMPANY} == {"1"}
    assert "The attackers retreat" not in remarks(game)
    # The Area was attacked, so units that did not attack may only leave it, for a free Area or the box.
    give(game, "done")
    assert game.request.legal() == ["1/306 A", "1/306 D", "done"]
    give(game, "1/306 D")
    assert place(game, "1/306 D") == GREEN


def test_reduced_units_attack_with_their_reduced_values():
    game = new()
    for unit in ("1/306 A", "1/306 B", "1/306 C"):
        game.state.reduced.add(unit)
    landing(game)
    give(game, "attack 1", "1/306 A", (3, 4), (2, 3))
    # 2 for the reduced lead, 1/2 and 1/2 and 1, the battalion 1, the air 1: 6.
    assert "AT 6 + 7, DT 4 + 5: +4" in remarks(game)


def test_a_japanese_assault_faces_air_support_and_the_defender_chooses_losses():
    game = new()
    stand(game, a1="5", a2="5", a3="5")
    change(game, {"area 5": AMERICAN, "reduced 1/306 B": "yes"})
    give(game, "pass", "pass", (3, 4))
    until(game, "japanese impulse", 2)
    stand(game, a1="5", a2="5", a3="5")
    give(game, "assault", "6", "SEI-A", "5", "SEI-B", "5", "attack 5", "SEI-A", "1/306 A", (6, 6), (1, 1), "no")
    # 2 and 1 are 3; 4 for the lead, 1 and 1, the TEM of 2 and the air's 2 are 10: three points.
    assert "AT 3 + 12, DT 10 + 2: +3" in remarks(game)
    # The lead takes the first point; the American player chooses the next two.
    assert reduced(game)[0] == "1/306 A"
    assert set(game.request.legal()) == {
        "retreat 1/306 A", "eliminate 1/306 A", "retreat 1/306 B", "eliminate 1/306 B", "flip 1/306 C",
    }  # fmt: skip
    give(game, "flip 1/306 C", "retreat 1/306 A")
    assert about(game) == "leaves"
    assert place(game, "1/306 A") == BROWN


def test_units_move_while_movement_remains_and_take_vacant_areas():
    game = new()
    stand(game, a1="9", j1="16", j2="16")
    game.state.control["9"] = AMERICAN
    give(game, "pass", "assault", "9", "1/306 A")
    assert game.request.legal() == ["5", "10", "13", "stay"]
    # 10 lies beside SEI units in 6 and 11: two points; 13 is one, 14 one more.
    give(game, "13")
    assert remarks(game)[-2:] == ["1/306 A enters Area 13; 3 MF left", "The American player controls Area 13"]
    give(game, "14")
    # No unit is adjacent to 14: one more. The two left are the costs of 10 and 15.
    assert remarks(game)[-2] == "1/306 A enters Area 14; 2 MF left"
    assert game.request.legal() == ["10", "13", "15", BROWN, "stay"]
    give(game, "stay")
    assert game.state.control["14"] == AMERICAN


def test_both_beach_boxes_at_once_on_the_first_day_alone():
    game = give(new(), "pass", "assault")
    assert "both" in game.request.legal()
    give(game, "both")
    assert {"1/306 A", "3/305 M"} <= set(game.request.legal())
    game = until(new(), "american impulse", 2)
    give(game, "assault")
    assert "both" not in game.request.legal()


def test_regrouping_moves_each_unit_once_into_free_areas():
    game = new()
    stand(game, a1="9", a2="9")
    change(game, {"area 9": AMERICAN, "area 13": AMERICAN})
    give(game, "pass", "regroup")
    assert game.request.legal() == ["1/306 A", "1/306 B", "done"]
    give(game, "1/306 A")
    assert place(game, "1/306 A") == "13"
    assert game.request.legal() == ["1/306 B", "done"]


def test_by_day_four_special_units_one_into_each_japanese_area():
    game = new()
    game.state.control["2"] = AMERICAN
    give(game, "assault", SPECIAL, "MG-A")
    assert "2" not in game.request.legal()
    give(game, "3", "Pillbox-A")
    assert "3" not in game.request.legal()
    give(game, "16", "IE-A", "9", "IE-B", "10")
    assert about(game) == "american impulse"
    assert [place(game, unit) for unit in ("MG-A", "Pillbox-A", "IE-A", "IE-B")] == ["3", "16", "9", "10"]


def test_by_night_a_unit_placed_among_americans_must_attack_and_falls_back_into_its_box():
    game = new()
    stand(game, a1="5")
    game.state.control["5"] = AMERICAN
    until(game, "commit")
    give(game, "MG-A", "5")
    # No air by night: 2 against 4 and the TEM of 2.
    assert game.request.legal() == ["attack 5"]
    give(game, "attack 5", (1, 1), (1, 1))
    assert "AT 2 + 2, DT 6 + 2: -4" in remarks(game)
    assert "MG-A retreats to Special Units Box" in remarks(game)
    assert reduced(game) == ["MG-A"]
    # The defender may still retreat (13.2.3).
    give(game, "done")
    assert about(game) == "commit"


def test_by_night_a_unit_may_rouse_its_area():
    game = until(new(), "commit")
    give(game, "MG-A", "12")
    assert game.request.legal() == ["done", "this", "all"]
    give(game, "all")
    assert {"MG-A", "Labor-B", "Labor-C", "Labor-D"} <= set(game.request.legal())
    give(game, "done", "IE-A")
    assert "12" not in game.request.legal()
    give(game, "8")
    assert place(game, "IE-A") == "8"


def test_without_mg_and_ie_units_one_area_assaults():
    game = new()
    for unit in ("MG", "IE"):
        for letter in "ABCD":
            change(game, {f"at {unit}-{letter}": LOST})
    until(game, "night area")
    assert SPECIAL not in game.request.legal()
    give(game, "12")
    assert about(game) == "act"


def test_special_units_return_to_their_box():
    game = new()
    change(game, {"at MG-A": LOST, "at IE-A": LOST, "at Labor-A": LOST})
    until(game, "return")
    give(game, (1, 3))
    assert game.request.legal() == ["MG-A", "IE-A", "done"]
    give(game, "MG-A", "IE-A")
    assert place(game, "MG-A") == SPECIAL
    assert place(game, "2/307 1") == BROWN
    assert place(game, "3/307 4") == BROWN


def test_the_advantage_is_offered_for_special_units_only_if_some_are_lost():
    """15.1A: the Advantage returns eliminated Special Units."""
    asked = []
    for lost in ("Labor-A", "MG-A"):
        game = until(new(), "american impulse")
        change(game, {f"at {lost}": LOST})
        game.state.advantage = JAPANESE
        until(game, "return", 2)
        asked.append("spend return" in [getattr(event, "about", "") for event in game.events])
    assert asked == [False, True]


def test_markers_bombard_by_their_typed_factor():
    game = give(new(), "pass", "bombard", "naval")
    assert game.request.legal() == ["1", "6", "11", "12", "15", "16"]
    give(game, "12", "Labor-C")
    assert remarks(game)[-1] == "Chances: 4 AP or more 66%, 3 AP 10%, 2 AP 8%, 1 AP 6%, no AP 10%"
    give(game, (3, 3), (3, 3), "no")
    # 6 against the TEM of 1: five points, the first by the Primary Target.
    assert "AT 6 + 6, DT 1 + 6: +5" in remarks(game)
    assert reduced(game) == ["Labor-C"]
    give(game, "flip Labor-B", "flip Labor-D", "eliminate Labor-B")
    assert place(game, "Labor-B") == LOST
    assert about(game) == "japanese impulse"


def test_ships_do_not_fire_at_a_contested_town():
    game = new()
    stand(game, a1="6")
    give(game, "pass", "bombard", "naval")
    assert "6" not in game.request.legal()
    assert "11" in game.request.legal()
    game.undo()
    give(game, "artillery")
    assert "6" in game.request.legal()


def test_rubble_is_recorded_defends_and_stops_movement():
    game = new("yes")
    give(game, "pass", "bombard", "artillery", "11", "SEI-C", (5, 5), (6, 6), "no")
    # 10 and the TEM of 4 are more than 11.
    assert "Rubble is placed in Area 11" in remarks(game)
    assert "11" in game.state.rubble
    give(game, "pass", "bombard", "air", "11", "SEI-C", (3, 3), (3, 3), "no")
    assert "AT 5 + 6, DT 5 + 6: +0" in remarks(game)
    stand(game, a1="7")
    change(game, {"at SEI-C": "15", "at SEI-D": "15", "area 7": AMERICAN})
    give(game, "pass", "assault", "7", "1/306 A", "11")
    # Two of four movement points are left, but rubble stops the unit.
    assert "1/306 A enters Area 11; 2 MF left" in remarks(game)
    assert about(game) == "sunset"


def test_a_historical_figure_adds_one_and_falls_on_equal_dice():
    game = landing(new(figures="yes"))
    give(game, "attack 1", "1/306 A", "yes", (3, 4), (3, 4), "no")
    assert "AT 10 + 7, DT 4 + 7: +6" in remarks(game)
    assert "Ernie Pyle is killed: both DRs are the same" in remarks(game)
    assert game.state.fallen == {AMERICAN}


def test_refit_flips_two_or_rebuilds_one():
    game = new()
    stand(game, a1="1", a2="1", a3=LOST)
    change(game, {"area 1": AMERICAN, "reduced 1/306 A": "yes", "reduced 1/306 B": "yes", "at Labor-A": "2"})
    until(game, "refit")
    assert game.request.legal() == ["done", "flip 1/306 A", "flip 1/306 B", "rebuild 1/306 C"]
    give(game, "flip 1/306 A", "1/306 B", "rebuild 1/306 C")
    assert reduced(game) == ["1/306 C"]
    assert place(game, "1/306 C") == "1"


def test_areas_out_of_supply_change_hands():
    game = new()
    stand(game, a1="15")
    change(game, {"area 8": AMERICAN, "at 2/1A": "16", "at 2/1B": "16", "area 15": AMERICAN})
    until(game, "spend points")
    texts = remarks(game)
    assert "Area 8 is out of supply: The Japanese player takes control of it" in texts
    # A unit of its side holds Area 15.
    assert game.state.control["15"] == AMERICAN


def test_the_end_is_counted_from_the_board():
    game = until(new(), "japanese impulse", 4)
    stand(game, a1="15", a2="16")
    for number, letter in enumerate("EFGH"):
        change(game, {f"at 2/306 {letter}": LOST if number else GREEN})
    for area in (11, 12, 13, 14):
        for unit in game.play.board.at(str(area), JAPANESE):
            change(game, {f"at {unit.name}": "6"})
        game.state.control[str(area)] = AMERICAN
    change(game, {"reduced 3/306 I": "yes", "reduced 3/306 K": "yes"})
    # A unit holds each of the four, or supply would take it; four Areas are 8, both hills contested 1, five losses -1.
    for area, unit in zip((11, 12, 13, 14), ("1/306 C", "1/306 D", "3/306 L", "3/306 M"), strict=True):
        change(game, {f"at {unit}": str(area)})
    while not game.over:
        legal = None if isinstance(game.request, Roll) else game.request.legal()
        game.answer(
            (3, 4) if legal is None else next(answer for answer in ("pass", "done", "no", *legal) if answer in legal)
        )
    assert remarks(game)[-1] == "The Japanese player has won: 8 American Victory Points, 10 needed"


def test_the_day_ends_beyond_the_typed_track(tmp_path):
    small_island.fill(owner_folder(NAME), impulses={"impulses": {"spaces": 2}})
    game = new()
    give(game, "regroup", "done", "pass", (6, 6), "regroup", "done", "pass", (6, 6))
    assert "The impulse marker leaves its track. The Daylight Phase ends" in remarks(game)


def at_random(game, dice):
    if isinstance(game.request, Roll):
        game.roll()
    elif game.request.options:
        legal = game.request.legal()
        game.answer("yes" if about(game) == "board" else dice.choice(legal))
    else:
        game.answer(dice.randint(game.request.least, game.request.most))


@pytest.mark.slow
def test_a_tracked_game_killed_at_each_answer_resumes_and_undo_restores_the_board():
    game, path = table_saves.begin_game(NAME, seed=5)
    dice, stood = random.Random(4), []
    for number in range(60):
        stood.append((game.state_hash, msgspec.to_builtins(game.state)))
        at_random(game, dice)
        if number % 6 == 0:
            before = game.state_hash, about(game), msgspec.to_builtins(game.state)
            game.save_file.let_go()
            game = table_saves.resume_game(path)
            assert (game.state_hash, about(game), msgspec.to_builtins(game.state)) == before
    for before in reversed(stood):
        game.undo()
        assert (game.state_hash, msgspec.to_builtins(game.state)) == before
    game.save_file.close()


def test_a_save_includes_the_data_that_were_typed_in():
    game, path = table_saves.begin_game(NAME, seed=5)
    give(game, "no", "no", 0, "yes", "no", *BEGIN)
    landing(game)
    before = game.state_hash
    game.save_file.close()
    # With other typed values, or none, the save still uses those it was begun with.
    units = {name: entry | {"combat_value": 9} for name, entry in small_island.sheets()["units"].items()}
    small_island.fill(owner_folder(NAME), units=units)
    game = table_saves.resume_game(path)
    assert game.state_hash == before
    give(game, "attack 1", "1/306 A", (3, 4), (2, 3))
    assert "AT 9 + 7, DT 4 + 5: +7" in remarks(game)
    game.save_file.close()
    for table in ("areas", "boxes", "units", "markers", "impulses"):
        sheet_path(owner_folder(NAME), form_of(companion(NAME), table)).unlink()
    game = table_saves.resume_game(path)
    assert about(game) == "spend reroll"
    game.save_file.close()
    # A new game uses the new values, or asks again.
    assert about(give(table_saves.new_game(NAME, seed=5), "no", "no", 0)) == "japanese impulse"


@pytest.mark.parametrize(("was", "now"), [("tem = 2", "tem = 7"), ("keyed", "kneed"), ("area = 1,", "")])
def test_hand_edited_files_with_errors_are_refused_in_one_line(was, now):
    game, path = table_saves.begin_game(NAME, seed=5)
    game.save_file.close()
    areas = sheet_path(owner_folder(NAME), form_of(companion(NAME), "areas"))
    text = areas.read_text(encoding="utf-8")
    assert was in text
    areas.write_text(text.replace(was, now, 1), encoding="utf-8")
    with pytest.raises(ChartError, match=r"areas"):
        table_saves.new_game(NAME, seed=5)
    # The save has its own copy; if that is damaged, the save is refused.
    table_saves.resume_game(path).save_file.close()
    data = path.read_bytes()
    assert was.encode() in data
    path.write_bytes(data.replace(was.encode(), now.encode(), 1))
    with pytest.raises(SaveError, match="line 1: damaged"):
        table_saves.resume_game(path)


def test_entered_markers_and_areas_are_not_asked_for():
    folder = owner_folder(NAME)
    for table in ("boxes", "units"):
        sheet_path(folder, form_of(companion(NAME), table)).unlink()
    game = give(table_saves.new_game(NAME, seed=3), "yes", "no", 0)
    assert (
        remarks(game)[0]
        == "The program cannot keep track of the board: boxes: 3 missing, starting with green beach box"
    )
    give(game, "pass", "bombard", "artillery", 11, (5, 5), (6, 6), "no", 0)
    assert "AT 4 + 10, DT 4 + 12: -2" in remarks(game)
    assert "11" in game.state.rubble
    give(game, "pass", "assault", "yes", 5, 3, 0, 1, 4, 1, 11, "no", (3, 4), (2, 3))
    # 5 + 3 + 1 + 1 against 4 + 1 + 4 and the rubble.
    assert "AT 10 + 7, DT 10 + 5: +2" in remarks(game)


def test_a_unit_short_of_movement_may_spend_all_of_it_on_its_first_move():
    game = new()
    stand(game, a1="9")
    change(game, {"area 9": AMERICAN, "at SEI-A": "13", "at SEI-B": "14"})
    # Sunset DR 2 in impulse 1 changes nothing; 2 in impulse 2 brings rain: 3 points, and an enemy costs 4.
    give(game, "regroup", "done", "pass", (1, 1), "regroup", "done", "pass", (1, 1))
    assert "The weather changes to rain" in remarks(game)
    give(game, "regroup", "done", "assault", "9", "1/306 A")
    assert "13" in game.request.legal()
    give(game, "5")
    # 5 lies beside a Labor unit: one is left, and that is what 6 costs.
    assert "1/306 A enters Area 5; 1 MF left" in remarks(game)
    assert game.request.legal() == ["6", "stay"]


def test_a_pillbox_needs_supply_and_an_mg_does_not():
    game = new()
    change(game, {f"area {area}": AMERICAN for area in (2, 5, 6)})
    give(game, "assault", SPECIAL, "Pillbox-A")
    assert "1" not in game.request.legal()
    give(game, "3", "MG-A")
    assert "1" in game.request.legal()


def test_one_artillery_call_an_impulse_whatever_is_attacked():
    game = until(new("yes"), "american impulse", 2)
    change(game, {"at 1/306 A": "5", "at 1/306 B": "5", "area 5": AMERICAN, "at SEI-A": "9", "at SEI-B": "6"})
    give(game, "regroup", "done", (3, 4), "regroup", "done")
    give(game, "assault", "5", "1/306 A", "9", "1/306 B", "6", "attack 6")
    assert about(game) == "artillery"
    give(game, "yes", (4,), (3, 3), (3, 3), "no")
    # 4, 1 from the air and 1 from the guns; 2 and the TEM of 3.
    assert "AT 6 + 6, DT 5 + 6: +1" in remarks(game)
    assert about(game) == "leaves"
    give(game, "done", "attack 9")
    assert about(game) == "dr"


def test_the_advantage_rerolls_a_tracked_combat():
    game = landing(new())
    give(game, "attack 1", "1/306 A", (1, 1), (6, 6), "yes", (6, 6), (1, 1))
    assert "AT 9 + 12, DT 4 + 2: +15" in remarks(game)
    assert reduced(game) == ["1/306 A"]
    assert place(game, "Labor-A") == LOST
    # The rerolled DR is the Sunset DR.
    assert "Sunset DR 12: the impulse marker advances (12 - impulse 1 = 11)" in remarks(game)
    assert game.state.advantage == JAPANESE


@pytest.mark.parametrize(
    ("attack", "defence", "points", "fallen", "legal"),
    [
        ((3, 4), (1, 1), 9, True, ["flip Labor-B", "flip Labor-C"]),
        ((3, 3), (1, 1), 8, True, ["flip Labor-B", "flip Labor-C"]),
        ((2, 3), (1, 1), 7, False, ["retreat Labor-A", "eliminate Labor-A"]),
    ],
)
def test_a_side_must_take_every_point_it_can(attack, defence, points, fallen, legal):
    game = new()
    change(game, {"at Labor-B": "1", "at Labor-C": "1", "reduced Labor-A": "yes"})
    landing(game)
    # 9 against 1 for the reduced lead, 2 more and the TEM of 2; the three can take 2 and 3 and 3.
    give(game, "attack 1", "1/306 A", "Labor-A", attack, defence, "no")
    assert f"AT 9 + {sum(attack)}, DT 5 + {sum(defence)}: +{points}" in remarks(game)
    assert (place(game, "Labor-A") == LOST) is fallen
    assert game.request.legal() == legal


def test_two_points_eliminate_no_full_strength_unit():
    """The example of 13.1: no unit is sacrificed to save a reduced one."""
    game = new()
    change(game, {"at Labor-B": "1", "reduced Labor-A": "yes"})
    landing(game)
    # 9 against 2 for the full lead, 1 more and the TEM of 2.
    give(game, "attack 1", "1/306 A", "Labor-B", (2, 3), (3, 4), "no")
    assert "AT 9 + 5, DT 5 + 7: +2" in remarks(game)
    assert reduced(game) == ["1/306 A", "Labor-A", "Labor-B"]
    assert game.request.legal() == ["retreat Labor-A", "retreat Labor-B"]


def test_one_point_drives_a_reduced_lead_away():
    game = new()
    change(game, {"reduced Labor-A": "yes"})
    landing(game)
    # 9 against 1 and the TEM of 2.
    give(game, "attack 1", "1/306 A", (1, 1), (3, 4), "no")
    assert "AT 9 + 2, DT 3 + 7: +1" in remarks(game)
    # 2 and 5 are free; beside 2 lie no American Areas, beside 5 none either.
    assert game.request.legal() == ["2", "5"]
    give(game, "5")
    assert place(game, "Labor-A") == "5"
    assert game.state.control["1"] == AMERICAN


def test_a_satchel_and_a_kamikaze_on_the_board():
    game = new("yes")
    stand(game, a1="5")
    change(game, {"area 5": AMERICAN})
    give(game, "bombard", "kamikaze", "naval", (6, 6), (1, 1), "no")
    assert "The Naval Bombardment marker now counts as used today" in remarks(game)
    give(game, "pass", (6, 6), "assault", "6", "SEI-A", "5", "attack 5", "yes", (5,), (3, 3), (3, 3), "no")
    # 2 and the satchel's 4; 4, the TEM of 2 and the air's 2.
    assert "AT 6 + 6, DT 8 + 6: -2" in remarks(game)
    assert place(game, "SEI-A") == "6"
    assert reduced(game) == ["SEI-A"]


@pytest.mark.slow
def test_a_whole_tracked_game_keeps_its_board_consistent():
    game, dice = give(table_saves.new_game(NAME, seed=8), "yes", "no", 0, "yes", "yes", *BEGIN), random.Random(8)
    fights = 0
    while not game.over:
        request = game.request
        if isinstance(request, Roll):
            game.roll()
            continue
        legal = [value for value in request.legal() if value not in ("regroup", "pass", "done")] or request.legal()
        game.answer(dice.choice(["assault"] if "assault" in legal else legal))
        fights += about(game) == "dr" if game.request else 0
        board = game.play.board
        for area in board.areas:
            assert all(len(board.at(area, side)) <= board.stacking for side in (AMERICAN, JAPANESE))
        assert not any(unit.side == JAPANESE for box in board.boxes for unit in board.at(box))
        assert not board.at(SPECIAL, AMERICAN)
    assert fights > 10
    assert game.state.move == 4


def test_the_setup_reports_and_shows_placed_units():
    game = give(table_saves.new_game(NAME, seed=3), "no", "no", 0, "yes", "no", "15")
    assert remarks(game)[-1] == "2/1A begins in Area 15"
    assert list(sheet(game)) == ["Units"]
    assert sheet(game)["Units"]["Area 15"] == "2/1A"
