"""Deck plans: every item of every ship is drawn once on the hull, and `tables check` reports bad plans."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty.book import Tables
from picket_duty.book.check_files import check
from picket_duty.book.data import read_deck
from picket_duty.book.effects import PLAN_COLUMNS, PLAN_ROWS
from picket_duty.book.ids import director_id
from picket_duty.book.tables import shipped_folder
from picket_duty.rules.play import battery_of
from picket_duty.rules.stations import build_ship
from picket_duty.state import SECTIONS

TABLES = Tables()
SHIPS = sorted(TABLES.ships)
FLETCHER = "ships/plans/fletcher.toml"
#: The tubs with their own director (rules 6).
TUBS = {"fletcher": "ABCDE", "dunlap": "CD", "la-prade": "AE"}


def test_every_item_of_a_ship_is_once_on_her_plan() -> None:
    for ship_class in SHIPS:
        plan = TABLES.plan_of(ship_class)
        assert plan is not None
        ship = build_ship(TABLES, "x", "DD-1", ship_class, ())
        wanted = [*ship.mounts, *ship.compartments, *ship.equipment]
        wanted += [director_id(f"40mm-{tub}") for tub in TUBS[ship_class]]
        assert sorted(place.item for place in read_deck(plan).places) == sorted(wanted)


def test_every_place_is_on_the_hull_and_in_its_section() -> None:
    for ship_class in SHIPS:
        plan = TABLES.plan_of(ship_class)
        assert plan is not None
        deck = read_deck(plan)
        assert deck.width <= PLAN_COLUMNS
        assert len(plan.rows) <= PLAN_ROWS
        kinds = (TABLES.sheet.compartments, TABLES.sheet.equipment, TABLES.ships[ship_class].mounts)
        sections = {item.id: item.section for kind in kinds for item in kind if item.section}
        for place in deck.places:
            first, last = deck.hull[place.row]
            assert first < place.column
            assert place.column + len(place.word) < last
            if place.item in sections:
                number = sum(bulkhead < place.column for bulkhead in deck.bulkheads)
                assert SECTIONS[number] == sections[place.item], place


def test_guns_stand_on_the_side_on_which_they_bear() -> None:
    for ship_class in SHIPS:
        plan = TABLES.plan_of(ship_class)
        middle = len(plan.rows) // 2
        rows = {place.item: place.row for place in read_deck(plan).places}
        for mount, armed in battery_of(TABLES, ship_class, ()).items():
            # Starboard is above, port below; mounts that bear on both beams or on neither are on the center line.
            side = bool(armed.arcs.get(270)) - bool(armed.arcs.get(90))
            assert (rows[mount] > middle) - (rows[mount] < middle) == side, mount


def _set(folder: Path, old: str, new: str) -> list[str]:
    text = (shipped_folder() / FLETCHER).read_text(encoding="utf-8")
    assert old in text
    path = folder / FLETCHER
    path.parent.mkdir(parents=True)
    path.write_text(text.replace(old, new), encoding="utf-8")
    return check(folder)


@pytest.mark.parametrize(("before", "after"), [
    ("length = 115", "length = 0"), ("[9, 44, 3.2, 4.2]", "[9, 44, 0.0, 4.2]"),
    ("[[22, 5.8], [22, 8.2]", "[[22, 5.8], [2200, 8.2]"), ("[[43.4, 8.2], [43.9, 29.6]]", "[[43.4, 8.2]]"),
    ("height = 30", "high = 30"), ('{ item = "sc",', '{ item = "antenna",'),
])  # fmt: skip
def test_faults_of_a_side_view_are_reported(tmp_path: Path, before: str, after: str) -> None:
    assert _set(tmp_path, before, after)


def test_a_plan_without_a_ship_is_reported(tmp_path: Path) -> None:
    path = tmp_path / "ships/plans/galleon.toml"
    path.parent.mkdir(parents=True)
    path.write_text((shipped_folder() / FLETCHER).read_text(encoding="utf-8"), encoding="utf-8")
    assert check(tmp_path) == ["ships/plans/galleon.toml: no ship has this id; name the file after its ship"]


TOO_FAR = "is not a list of 2, each a number from -500 to 500"


@pytest.mark.parametrize(
    ("points", "complaint"),
    [
        ("[]", "lands 1 (Nowhere): no points"),
        ("[[0, 9999]]", f"lands 1 (Nowhere): points 1: [0, 9999] {TOO_FAR}"),
        ("[[0, nan]]", f"lands 1 (Nowhere): points 1: [0, nan] {TOO_FAR}"),
        (f"{[[0, 0]] * 2001}", "the islands have more than 2000 points"),
    ],
    ids=["none", "far", "no number", "many"],
)
def test_faults_of_a_coast_are_reported(tmp_path: Path, points: str, complaint: str) -> None:
    (tmp_path / "coast.toml").write_text(f'[[lands]]\nname = "Nowhere"\npoints = {points}\n', encoding="utf-8")
    assert check(tmp_path) == [f"coast.toml: {complaint}"]
    assert Tables(tmp_path).digest == TABLES.digest


def test_another_plan_is_the_same_game(tmp_path: Path) -> None:
    assert _set(tmp_path, "bridge       ((1))", " bridge      ((1))") == []
    changed = Tables(tmp_path)
    assert changed.plan_of("fletcher") != TABLES.plan_of("fletcher")
    assert changed.digest == TABLES.digest
