"""Deck plans: every item of every ship is drawn once on the hull, and `tables check` reports bad
plans.
"""

from picket_duty.book import Tables
from picket_duty.book.check_tables import check
from picket_duty.book.deck import read_deck
from picket_duty.book.ids import director_id
from picket_duty.book.limits import PLAN_COLUMNS, PLAN_ROWS
from picket_duty.rules.play import battery_of
from picket_duty.rules.stations import build_ship
from picket_duty.state import SECTIONS
from tests.book.shipped import PLAN, change

TABLES = Tables()
DECKS = {name: read_deck(plan) for name in TABLES.ships if (plan := TABLES.plan_of(name))}
#: The tubs with their own director (rules 6).
TUBS = {"fletcher": "ABCDE", "dunlap": "CD", "la-prade": "AE"}


def test_every_item_of_a_ship_is_once_on_her_plan():
    assert DECKS.keys() == TABLES.ships.keys()
    for ship_class, deck in DECKS.items():
        ship = build_ship(TABLES, "x", "DD-1", ship_class, ())
        wanted = [*ship.mounts, *ship.compartments, *ship.equipment]
        wanted += [director_id(f"40mm-{tub}") for tub in TUBS[ship_class]]
        assert sorted(place.item for place in deck.places) == sorted(wanted)


def test_every_place_is_on_the_hull_and_in_its_section():
    for ship_class, deck in DECKS.items():
        assert deck.width <= PLAN_COLUMNS
        assert len(deck.hull) <= PLAN_ROWS
        kinds = (TABLES.sheet.compartments, TABLES.sheet.equipment, TABLES.ships[ship_class].mounts)
        sections = {item.id: item.section for kind in kinds for item in kind if item.section}
        for place in deck.places:
            first, last = deck.hull[place.row]
            assert first < place.column
            assert place.column + len(place.word) < last
            if place.item in sections:
                number = sum(bulkhead < place.column for bulkhead in deck.bulkheads)
                assert SECTIONS[number] == sections[place.item], place


def test_guns_stand_on_the_side_on_which_they_bear():
    for ship_class, deck in DECKS.items():
        middle = len(deck.hull) // 2
        rows = {place.item: place.row for place in deck.places}
        for mount, armed in battery_of(TABLES, ship_class, ()).items():
            # Starboard is above, port below; mounts that bear on both beams or on neither are on
            # the center line.
            side = bool(armed.arcs.get(270)) - bool(armed.arcs.get(90))
            assert (rows[mount] > middle) - (rows[mount] < middle) == side, mount


def test_another_plan_is_the_same_game(tmp_path):
    assert check(change(tmp_path, PLAN, "bridge       ((1))", " bridge      ((1))")) == []
    changed = Tables(tmp_path)
    assert changed.plan_of("fletcher") != TABLES.plan_of("fletcher")
    assert changed.digest == TABLES.digest
