"""The board of Ie Shima on an invented island (``small_island``): movement, supply, retreats and values by rule."""

from __future__ import annotations

import pytest

from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    JAPANESE,
    LOST,
    SPECIAL,
    IslandBoard,
    IslandState,
    missing_of_board,
)
from picket_duty.companions.registry import companion
from picket_duty.companions.table import new_setup
from tests.companions import small_island

#: The island, a number an Area; 6 and 11 are urban, boxes lie at 1, at 2, and at 5 and 14.
#:  1  2  3  4
#:  5  6  7  8
#:  9 10 11 12
#: 13 14 15 16
GREEN, BLUE, BROWN = small_island.BOXES


@pytest.fixture(scope="module")
def tables(tmp_path_factory):
    return small_island.laid_in(tmp_path_factory.mktemp("own"))


@pytest.fixture
def board(tables):
    """An empty island: every Area is Japanese, every unit still in its box."""
    return IslandBoard(tables, IslandState(new_setup(tables, 1)))


def stand(board, **places):
    """Units of both sides by Area, as ``a5=3`` for three Americans in Area 5 and ``j5=1`` for one Japanese there."""
    left = {
        "a": [unit for unit in board.units.values() if unit.side == AMERICAN and not board.place(unit)],
        "j": [unit for unit in board.units.values() if unit.begins.startswith("Areas") and not board.place(unit)],
    }
    left["j"] += [unit for unit in board.units.values() if unit.battalion in ("SEI", "Labor") and not board.place(unit)]
    units = []
    for name, count in places.items():
        for _ in range(count):
            unit = left[name[0]].pop(0)
            board.put(unit, name[1:])
            units.append(unit)
    board.settle()
    return units


def give(board, side, *areas):
    for area in areas:
        board.give(str(area), side)


def test_typed_data_are_read_as_units_and_areas(board):
    assert (len(board.areas), len(board.boxes), len(board.units)) == (16, 3, 52)
    assert board.areas["6"].urban
    assert board.areas["6"].tem == 3
    assert board.beside("5") == ["1", "6", "9", BROWN]
    assert board.beside(BROWN) == ["5", "14"]
    assert board.beside(SPECIAL) == []
    sides = {name: unit.side for name, unit in board.units.items()}
    assert list(sides.values()).count(AMERICAN) == 28
    assert sides["2/307 1"] == AMERICAN
    assert sides["2/1A"] == JAPANESE
    assert board.units["Pillbox-C"].is_pillbox
    assert [board.units[name].battalion for name in ("1/306 A", "2/1A", "SEI-B", "2/307 4")] == [
        "1/306", "2/1", "SEI", "2/307",
    ]  # fmt: skip


def test_the_side_alone_in_an_area_controls_it(board):
    stand(board, a1=1, a2=1, j2=1)
    assert board.controls("1") == AMERICAN
    # Contesting an Area alters nothing.
    assert board.controls("2") == JAPANESE
    assert board.is_contested("2")
    assert board.is_free("1", AMERICAN)
    assert not board.is_free("2", JAPANESE)
    assert board.is_vacant("3", AMERICAN)
    assert not board.is_free("3", AMERICAN)
    assert board.controls(GREEN) == AMERICAN
    assert board.controls(SPECIAL) == JAPANESE


def test_eight_units_of_a_side_fill_an_area_and_no_box(board):
    stand(board, a6=8, j6=2)
    assert board.is_full("6", AMERICAN)
    assert not board.is_full("6", JAPANESE)
    for unit in board.at("6", AMERICAN):
        board.put(unit, GREEN)
    assert not board.is_full(GREEN, AMERICAN)


@pytest.mark.parametrize(
    ("places", "reduced", "start", "to", "cost"),
    [
        ({"a5": 1}, False, "5", "6", 1),
        ({"a5": 1, "j7": 1}, False, "5", "6", 2),
        ({"a5": 1, "j6": 1}, False, "5", "6", 4),
        ({"a5": 1, "j6": 2}, True, "5", "6", 3),
        ({"aX": 1}, False, GREEN, "1", None),
        ({"aX": 1, "a1": 1}, False, GREEN, "1", 1),
        ({"aX": 1, "a1": 1, "j2": 1}, False, GREEN, "1", 2),
    ],
)
def test_movement_costs(board, places, reduced, start, to, cost):
    units = stand(board, **places)
    board.put(units[0], start)
    if reduced:
        for unit in board.at(to, JAPANESE):
            board.reduce(unit)
    assert board.cost(units[0], start, to) == cost


def test_from_the_special_units_box_into_an_american_area_all_is_spent(board):
    stand(board, a5=1)
    machine_gun = board.units["MG-A"]
    assert board.cost(machine_gun, SPECIAL, "5") is None
    assert board.cost(machine_gun, SPECIAL, "6") == 2
    assert board.cost(machine_gun, SPECIAL, "12") == 1


def test_rain_slows_americans_alone(board):
    american, japanese = board.units["1/306 A"], board.units["2/1A"]
    assert (board.factor(american, rain=False), board.factor(american, rain=True)) == (4, 3)
    assert board.factor(japanese, rain=True) == 4


def test_out_of_a_contested_area_only_into_a_free_one(board):
    (american, *_) = stand(board, a6=1, j6=1, a2=1, a5=1, j5=1)
    assert board.may_enter(american, "6", "2")
    assert not board.may_enter(american, "6", "5")
    assert not board.may_enter(american, "6", "7")


def test_nobody_enters_a_full_area_and_no_japanese_a_beach_box(board):
    stand(board, a1=8, a2=1, j5=1)
    (japanese,) = board.at("5", JAPANESE)
    (american,) = board.at("2", AMERICAN)
    assert not board.may_enter(american, "2", "1")
    assert not board.may_enter(japanese, "5", BROWN)
    assert board.may_enter(japanese, "5", "1")


def test_units_regroup_only_into_free_areas(board):
    american, other, pillbox = board.units["1/306 A"], board.units["1/306 B"], board.units["Pillbox-A"]
    board.put(american, "6")
    board.put(other, "2")
    stand(board, j5=1)
    give(board, AMERICAN, 2, 7, 5)
    assert board.regroups(american) == ["2", "7"]
    board.put(pillbox, "16")
    assert board.regroups(pillbox) == []
    board.put(american, GREEN)
    assert board.regroups(american) == []
    give(board, AMERICAN, 1)
    assert board.regroups(american) == ["1"]


def test_a_retreat_goes_first_to_the_free_area_with_fewest_enemy_areas_around(board):
    give(board, AMERICAN, 1, 2, 3)
    unit, *_ = stand(board, j6=1)
    # 5 lies beside American 1, 7 beside American 3, 10 beside none; 2 is American.
    assert board.retreats(unit, "6") == ["10"]
    give(board, AMERICAN, 14)
    assert board.retreats(unit, "6") == ["5", "7", "10"]


def test_a_retreat_goes_next_to_contested_areas_friendly_ones_first(board):
    give(board, AMERICAN, 2, 5, 7, 10)
    unit, *_ = stand(board, j6=1, a5=1, j5=1, a7=1, j7=1)
    give(board, JAPANESE, 7)
    assert board.retreats(unit, "6") == ["7"]
    give(board, AMERICAN, 7)
    assert board.retreats(unit, "6") == ["5", "7"]


def test_a_retreat_may_pass_through_a_full_area(board):
    give(board, AMERICAN, 2, 5, 7)
    unit, *_ = stand(board, j6=1, j10=8)
    assert board.retreats(unit, "6") == ["14"]
    give(board, AMERICAN, 9, 11, 14)
    assert board.retreats(unit, "6") == []


def test_an_attacker_retreats_to_the_area_it_came_from(board):
    unit, *_ = stand(board, a6=1, j6=1, a2=1, a5=1)
    assert board.retreats(unit, "6", "5") == ["5"]
    stand(board, a5=7)
    # Area 5 is full, and from there the free Areas are the box and no other.
    assert board.retreats(unit, "6", "5") == [BROWN]


def test_a_pillbox_never_retreats(board):
    board.put(board.units["Pillbox-A"], "16")
    assert board.retreats(board.units["Pillbox-A"], "16") == []


def test_supply_runs_through_friendly_areas_from_a_box_or_area_16(board):
    give(board, AMERICAN, 1, 5, 9)
    assert board.is_supplied("9", AMERICAN)
    # A unit that contests Area 13 traces through 9; one in Area 11 has no adjacent Area of its side.
    assert board.is_supplied("13", AMERICAN)
    assert not board.is_supplied("11", AMERICAN)
    give(board, AMERICAN, 7)
    assert not board.is_supplied("7", AMERICAN)
    assert board.is_supplied("12", JAPANESE)
    give(board, AMERICAN, 16)
    assert not board.is_supplied("12", JAPANESE)


def test_units_contesting_an_area_beside_a_box_are_in_supply(board):
    stand(board, a1=1, j1=1, a3=1, j3=1)
    assert board.controls("1") == JAPANESE
    assert board.is_supplied("1", AMERICAN)
    assert not board.is_supplied("3", AMERICAN)


def test_vacant_areas_that_are_cut_off_change_hands(board):
    give(board, AMERICAN, 12, 15)
    stand(board, j6=1)
    # Area 16 cannot reach the rest: what no Japanese unit holds falls; 12 and 15 reach no box.
    cut = board.cut_off()
    assert "6" not in cut
    assert "16" not in cut
    assert {"1", "7", "12", "15"} <= set(cut)


def test_losses_and_whole_battalions(board):
    units = [board.units[f"1/306 {letter}"] for letter in "ABCD"]
    assert board.whole_battalions(units) == 1
    assert board.whole_battalions(units[:3]) == 0
    assert board.whole_battalions([*units, *(board.units[f"2/307 {number}"] for number in range(1, 5))]) == 2
    assert board.whole_battalions([board.units[f"MG-{letter}"] for letter in "ABCD"]) == 0
    assert board.reduce(units[0])
    assert board.value(units[0]) == 2
    assert not board.reduce(units[0])
    board.reduce(units[1])
    assert board.place(units[0]) == LOST
    assert board.american_losses() == 2


def test_a_board_needs_all_data_and_reports_what_is_missing(tmp_path):
    assert missing_of_board(companion("ie-shima"))[0] == "areas: 16 missing, starting with 1"
    units = {name: entry for name, entry in small_island.sheets()["units"].items() if name != "MG-B"}
    assert missing_of_board(small_island.laid_in(tmp_path, units=units)) == ["units: 1 missing, starting with MG-B"]


def test_a_board_without_urban_areas_or_with_one_sided_borders_is_refused(tmp_path):
    areas = small_island.sheets()["areas"]
    clear = {name: entry | {"terrain": "clear"} for name, entry in areas.items()}
    assert missing_of_board(small_island.laid_in(tmp_path, areas=clear)) == [
        "areas: units start in an urban Area, but no Area is urban (5.3.2)"
    ]
    areas["1"]["adjacent"] = [2]
    assert missing_of_board(small_island.laid_in(tmp_path, areas=areas)) == [
        "areas: area 5 is adjacent to 1, but not the other way around"
    ]
