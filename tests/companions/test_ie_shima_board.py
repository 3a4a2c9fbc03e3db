"""The board of Ie Shima on an invented island (``small_island``): movement, supply, retreats and
values by rule.
"""

import pytest

from picket_duty.companions.companion import companion
from picket_duty.companions.ie_shima_board import (
    AMERICAN,
    JAPANESE,
    LOST,
    SPECIAL,
    IslandBoard,
    IslandState,
    missing_of_board,
)
from picket_duty.companions.table import new_setup
from tests.companions import small_island
from tests.text_table import table_of

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
    """Units of both sides by Area, as ``a5=3`` for three Americans in Area 5 and ``j5=1`` for one
    Japanese there.
    """
    unplaced = [unit for unit in board.units.values() if not board.place(unit)]
    left = {
        "a": [unit for unit in unplaced if unit.side == AMERICAN],
        "j": [
            unit
            for unit in unplaced
            if unit.begins.startswith("Areas") or unit.battalion in ("SEI", "Labor")
        ],
    }
    areas = [name for name, count in places.items() for _ in range(count)]
    units = [left[area[0]].pop(0) for area in areas]
    for unit, area in zip(units, areas, strict=True):
        board.put(unit, area[1:])
    board.settle()
    return units


def give(board, side, *areas):
    for area in areas:
        board.state.control[str(area)] = side


def test_typed_data_are_read_as_units_and_areas(board):
    assert (len(board.areas), len(board.boxes), len(board.units)) == (16, 3, 52)
    assert (board.areas["6"].urban, board.areas["6"].tem) == (True, 3)
    assert board.beside("5") == ["1", "6", "9", BROWN]
    assert board.beside(BROWN) == ["5", "14"]
    assert board.beside(SPECIAL) == []
    assert [unit.side for unit in board.units.values()].count(AMERICAN) == 28
    assert board.units["Pillbox-C"].is_pillbox
    units = [board.units[name] for name in ("1/306 A", "2/1A", "SEI-B", "2/307 4")]
    assert [unit.battalion for unit in units] == ["1/306", "2/1", "SEI", "2/307"]
    assert [unit.side for unit in units] == [AMERICAN, JAPANESE, JAPANESE, AMERICAN]
    # Rain slows Americans alone.
    assert [board.factor(unit, rain=rain) for unit in units[:2] for rain in (False, True)] == [
        4,
        3,
        4,
        4,
    ]


#: In the first row, Areas given to the Americans, units placed in Areas as for ``stand``, and Areas
#: given to the Japanese; in the others what is so then: a method, its arguments (a number is one of
#: these units) and its result.
SO = {
    "the side alone in an Area controls it, and contesting alters nothing": """
        # 7.2 to 7.5
        () | {'a1': 1, 'a2': 1, 'j2': 1} | ()
        controls | '1' | american
        controls | '2' | japanese
        is_contested | '2' | True
        is_free | '1' | american | True
        is_free | '2' | japanese | False
        is_vacant | '3' | american | True
        is_free | '3' | american | False
        controls | green beach box | american
        controls | Special Units Box | japanese
        """,
    "eight units of a side fill an Area and no box": """
        () | {'a6': 8, 'j6': 2, 'agreen beach box': 8} | ()
        is_full | '6' | american | True
        is_full | '6' | japanese | False
        is_full | green beach box | american | False
        """,
    "from the Special Units box into an American Area all is spent": """
        () | {'a5': 1} | ()
        cost | MG-A | Special Units Box | '5' | None
        cost | MG-A | Special Units Box | '6' | 2
        cost | MG-A | Special Units Box | '12' | 1
        """,
    "a vacant Area costs one": """
        () | {'a5': 1} | ()
        cost | 0 | '5' | '6' | 1
        """,
    "a vacant Area beside an enemy costs two": """
        () | {'a5': 1, 'j7': 1} | ()
        cost | 0 | '5' | '6' | 2
        """,
    "an Area with an enemy costs four": """
        () | {'a5': 1, 'j6': 1} | ()
        cost | 0 | '5' | '6' | 4
        """,
    "a landing costs all": """
        () | {'agreen beach box': 1} | ()
        cost | 0 | green beach box | '1' | None
        """,
    "a landing beside friends costs one": """
        () | {'agreen beach box': 1, 'a1': 1} | ()
        cost | 0 | green beach box | '1' | 1
        """,
    "a landing beside friends and an enemy costs two": """
        () | {'agreen beach box': 1, 'a1': 1, 'j2': 1} | ()
        cost | 0 | green beach box | '1' | 2
        """,
    "out of a contested Area only into a free one": """
        () | {'a6': 1, 'j6': 1, 'a2': 1, 'a5': 1, 'j5': 1} | ()
        may_enter | 0 | '6' | '2' | True
        may_enter | 0 | '6' | '5' | False
        may_enter | 0 | '6' | '7' | False
        """,
    "nobody enters a full Area, and no Japanese a beach box": """
        () | {'a1': 8, 'a2': 1, 'j5': 1} | ()
        may_enter | 8 | '2' | '1' | False
        may_enter | 9 | '5' | brown beach box | False
        may_enter | 9 | '5' | '1' | True
        """,
    # 13.2. 5 lies beside American 1, 7 beside American 3, 10 beside none; 2 is American.
    "a retreat goes first to the free Area with fewest enemy Areas around": """
        (1, 2, 3) | {'j6': 1} | ()
        retreats | 0 | '6' | ['10']
        """,
    "a retreat goes to any of those with as many": """
        (1, 2, 3, 14) | {'j6': 1} | ()
        retreats | 0 | '6' | ['5', '7', '10']
        """,
    "a retreat goes next to friendly contested Areas": """
        (2, 5, 7, 10) | {'j6': 1, 'a5': 1, 'j5': 1, 'a7': 1, 'j7': 1} | (7,)
        retreats | 0 | '6' | ['7']
        """,
    "a retreat goes then to other contested Areas": """
        (2, 5, 7, 10) | {'j6': 1, 'a5': 1, 'j5': 1, 'a7': 1, 'j7': 1} | ()
        retreats | 0 | '6' | ['5', '7']
        """,
    "an attacker retreats to the Area it came from": """
        () | {'a6': 1, 'j6': 1, 'a2': 1, 'a5': 1} | ()
        retreats | 0 | '6' | '5' | ['5']
        """,
    # From a full Area 5 the free Areas are the box and no other.
    "or past it if it is full": """
        () | {'a6': 1, 'j6': 1, 'a2': 1, 'a5': 8} | ()
        retreats | 0 | '6' | '5' | ['brown beach box']
        """,
    # 14.2, 14.3. A unit that contests Area 13 traces through 9; one in Area 11 has no adjacent Area
    # of its side.
    "supply runs through friendly Areas from a box": """
        (1, 5, 9) | {} | ()
        is_supplied | '9' | american | True
        is_supplied | '13' | american | True
        is_supplied | '11' | american | False
        """,
    "Areas that are cut off have none": """
        (1, 5, 9, 7) | {} | ()
        is_supplied | '7' | american | False
        is_supplied | '12' | japanese | True
        """,
    "supply of the Japanese runs from Area 16": """
        (1, 5, 9, 7, 16) | {} | ()
        is_supplied | '12' | japanese | False
        """,
    "units contesting an Area beside a box are in supply": """
        () | {'a1': 1, 'j1': 1, 'a3': 1, 'j3': 1} | ()
        controls | '1' | japanese
        is_supplied | '1' | american | True
        is_supplied | '3' | american | False
        """,
}


@pytest.mark.parametrize("name", SO)
def test_the_board_is_so(board, name):
    (given, places, back), *facts = table_of(SO[name])
    give(board, AMERICAN, *given)
    units = stand(board, **places)
    give(board, JAPANESE, *back)
    seen = []
    for method, *arguments, _ in facts:
        known = [
            units[one] if isinstance(one, int) else board.units.get(one, one) for one in arguments
        ]
        seen.append((method, *arguments, getattr(board, method)(*known)))
    assert seen == facts


def test_a_reduced_enemy_costs_less(board):
    unit, *enemies = stand(board, a5=1, j6=2)
    for enemy in enemies:
        board.reduce(enemy)
    assert board.cost(unit, "5", "6") == 3


def test_units_regroup_only_into_free_areas(board):
    american = board.units["1/306 A"]
    other = board.units["1/306 B"]
    pillbox = board.units["Pillbox-A"]
    board.put(american, "6")
    board.put(other, "2")
    stand(board, j5=1)
    give(board, AMERICAN, 2, 7, 5)
    assert board.regroups(american) == ["2", "7"]
    board.put(pillbox, "16")
    assert board.regroups(pillbox) == board.retreats(pillbox, "16") == []
    board.put(american, GREEN)
    assert board.regroups(american) == []
    give(board, AMERICAN, 1)
    assert board.regroups(american) == ["1"]


def test_a_retreat_may_pass_through_a_full_area(board):
    give(board, AMERICAN, 2, 5, 7)
    unit, *_ = stand(board, j6=1, j10=8)
    assert board.retreats(unit, "6") == ["14"]
    give(board, AMERICAN, 9, 11, 14)
    assert board.retreats(unit, "6") == []


def test_vacant_areas_that_are_cut_off_change_hands(board):
    give(board, AMERICAN, 12, 15)
    stand(board, j6=1)
    # Area 16 cannot reach the rest: what no Japanese unit holds falls; 12 and 15 reach no box.
    assert {"1", "6", "7", "12", "15", "16"} & {*board.cut_off()} == {"1", "7", "12", "15"}


def test_losses_and_whole_battalions(board):
    units = [board.units[f"1/306 {letter}"] for letter in "ABCD"]
    others = [board.units[f"2/307 {number}"] for number in range(1, 5)]
    special = [board.units[f"MG-{letter}"] for letter in "ABCD"]
    assert [*map(board.whole_battalions, (units, units[:3], [*units, *others], special))] == [
        1,
        0,
        2,
        0,
    ]
    assert board.reduce(units[0])
    assert board.value(units[0]) == 2
    assert not board.reduce(units[0])
    board.reduce(units[1])
    assert board.place(units[0]) == LOST
    assert board.american_losses() == 2


def test_a_board_needs_all_data_urban_areas_and_borders_that_agree(tmp_path):
    assert (
        missing_of_board(companion("ie-shima"))[0] == "areas: 16 missing entries, starting with 1"
    )
    units = {
        name: entry for name, entry in small_island.sheets()["units"].items() if name != "MG-B"
    }
    assert missing_of_board(small_island.laid_in(tmp_path, units=units)) == [
        "units: 1 missing entry, starting with MG-B"
    ]
    areas = small_island.sheets()["areas"]
    clear = {name: entry | {"terrain": "clear"} for name, entry in areas.items()}
    assert missing_of_board(small_island.laid_in(tmp_path, areas=clear)) == [
        "areas: units start in an urban Area, but no Area is urban (5.3.2)"
    ]
    areas["1"]["adjacent"] = [2]
    assert missing_of_board(small_island.laid_in(tmp_path, areas=areas)) == [
        "areas: area 5 is adjacent to 1, but not the other way around"
    ]
