"""The sheets to print: every box of the tables is on them, every mark is on the paper, and marks
show the state.
"""

import copy
import xml.etree.ElementTree as ET
from itertools import combinations, product

import pytest

from picket_duty.book import Tables
from picket_duty.book.ids import secondary_id
from picket_duty.figures import svg
from picket_duty.figures.marks import FORM, Figure, Polyline, Rectangle, Words
from picket_duty.pages import printed_forms as forms
from picket_duty.pages.form_guns import KILLS
from picket_duty.pages.form_parts import Subject
from picket_duty.pages.printed_forms import DAMAGE, GUNS, KINDS, LOG, SECONDARIES, printed_forms
from picket_duty.rules.records import reported_days
from picket_duty.state import POSTS, SECTIONS, Fallen, Flood
from picket_duty.text.names import item_name, naval_name
from tests.games import TABLES, of_kind
from tests.saves.games import played

CLASSES = tuple(TABLES.ships)


def blank(ship_class, kind):
    (form,) = printed_forms(Subject(TABLES, TABLES.ships[ship_class]), [kind])
    return form


def of_game(game, kind):
    return printed_forms(
        Subject(TABLES, TABLES.ships[game.state.ship.ship_class], game.state), [kind]
    )


def written(form):
    return [mark.text for mark in of_kind(form.marks, Words) if mark.text]


def crossed(form):
    return sum(isinstance(mark, Rectangle) and mark.crossed for mark in form.marks)


def boxes(form):
    return len(of_kind(form.marks, Rectangle))


def corners(mark):
    if isinstance(mark, Rectangle):
        yield from ((mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height))
    elif isinstance(mark, Polyline):
        yield from mark.points
    else:
        assert isinstance(mark, Words)
        width = len(mark.text) * mark.size * forms.LETTER
        left = mark.x - {"start": 0, "middle": width / 2, "end": width}[mark.anchor]
        yield from ((left, mark.y - mark.size * 0.85), (left + width, mark.y))


def test_every_mark_is_on_the_paper_and_blank_sheets_are_blank():
    for kind, ship_class in product(KINDS, CLASSES):
        form = blank(ship_class, kind)
        assert crossed(form) == 0
        assert written(form)[0] == forms.TITLES[kind]
        for mark in form.marks:
            for x, y in corners(mark):
                assert 5 <= x <= form.width - 5, mark
                assert 5 <= y <= form.height - 3, mark


def test_no_boxes_overlap():
    for ship_class, kind in product(CLASSES, (LOG, GUNS, DAMAGE, SECONDARIES)):
        marks = of_kind(blank(ship_class, kind).marks, Rectangle)
        for box, other in combinations(marks, 2):
            beside = box.x + box.width <= other.x + 0.01 or other.x + other.width <= box.x + 0.01
            above = box.y + box.height <= other.y + 0.01 or other.y + other.height <= box.y + 0.01
            assert beside or above, (ship_class, kind, box, other)


#: Hits that destroy a mount by the rules of play, section 6: a hit destroys a 20 mm mount.
HITS = {"5in": 3, "40mm": 3, "20mm": 1}


def test_a_filled_in_sheet_shows_every_value():
    """Every secondary compartment hit, more planes than boxes, flooding, marks of the whole ship,
    officers killed.
    """
    game = played("random", scenario=4, level="advanced", seed=1, answers=60)
    state = copy.deepcopy(game.state)
    ship = state.ship
    rooms = {
        secondary_id(section, name): (section, any(cells.values()))
        for section in SECTIONS
        for name, cells in forms.secondaries_of(TABLES, section).items()
    }
    ship.secondary = dict.fromkeys(rooms, 2)
    flooded = [(room, section) for room, (section, floods) in rooms.items() if floods]
    ship.floods = [
        Flood(section, side, 1, room)
        for room, section in flooded
        for side in ("port", "starboard", "")
    ]
    ship.lines_out = ship.gun_bonuses_lost = True
    ship.declared = 1
    ship.mounts["40mm-A"].kills = KILLS + 4
    ship.fallen = [
        Fallen("captain", "Cdr. John Doe", state.label),
        Fallen("xo", "Lt. Jim Roe", state.label),
    ]
    subject = Subject(TABLES, TABLES.ships["fletcher"], state)
    log, guns, damage_form, secondary = printed_forms(subject, [LOG, GUNS, DAMAGE, SECONDARIES])
    assert crossed(secondary) == 2 * len(ship.secondary) == 2 * 57
    assert written(secondary).count("1P 1C 1S") == len(ship.floods) // 3
    assert str(KILLS + 4) in written(guns)
    assert "captain, executive officer killed" in written(log)
    ship.lines_out = ship.gun_bonuses_lost = False
    ship.declared = 0
    assert crossed(damage_form) - crossed(printed_forms(subject, [DAMAGE])[0]) == 3


def test_the_log_has_the_tracks_of_the_tables(tmp_path):
    (tmp_path / "house").mkdir()
    text = (TABLES.folders[0] / "house/numbers.toml").read_text(encoding="utf-8")
    assert "hull = 6" in text
    (tmp_path / "house/numbers.toml").write_text(
        text.replace("hull = 6", "hull = 9", 1), encoding="utf-8"
    )
    tables = Tables(tmp_path)
    (form,) = printed_forms(Subject(tables, tables.ships["fletcher"]), [LOG])
    assert boxes(form) == boxes(blank("fletcher", LOG)) + 3


@pytest.fixture(scope="module")
def hurt():
    """A game whose ship is hit and afloat."""
    games = (played("random", scenario=4, level="advanced", seed=seed) for seed in range(60))
    return next(game for game in games if game.state.records.hits > 2 and not game.state.ship.fate)


#: The boxes crossed out for the state of a director or of a piece of equipment.
CROSSED = {"working": 0, "damaged": 1, "destroyed": 2}


def harm_of_mounts(ship):
    kinds = {mount.id: mount.kind for mount in TABLES.ships["fletcher"].mounts}
    hits = sum(
        HITS[kinds[name]] if mount.destroyed else mount.hits for name, mount in ship.mounts.items()
    )
    return hits + sum(CROSSED[mount.director] for mount in ship.mounts.values())


def test_the_log_of_a_game_is_its_state(hurt):
    (log,) = of_game(hurt, LOG)
    ship = hurt.state.ship
    numbers = TABLES.numbers
    officers = {naval_name(ship.crew[post].name, post) for post in POSTS}
    assert {ship.name, ship.hull_number, *officers} <= set(written(log))
    lost = sum(numbers.men[section] - ship.men[section] for section in SECTIONS)
    gone = sum(
        getattr(numbers, track) - getattr(ship, track)
        for track in ("hull", "maneuver", "ammunition", "fuel")
    )
    assert crossed(log) == lost + gone


def test_the_sheet_of_the_guns_is_their_state(hurt):
    (guns,) = of_game(hurt, GUNS)
    mounts = hurt.state.ship.mounts.values()
    kills = sum(min(KILLS, mount.kills) + mount.ace for mount in mounts)
    assert crossed(guns) == harm_of_mounts(hurt.state.ship) + kills


def test_the_damage_sheets_of_a_game_are_its_state(hurt):
    (damage,) = of_game(hurt, DAMAGE)
    ship = hurt.state.ship
    rooms = ship.compartments.items()
    marks = sum(
        TABLES.compartments[name].markers if room.destroyed else room.markers
        for name, room in rooms
    )
    states = sum(room.fire + room.flooded + room.destroyed for _, room in rooms)
    gear = sum(map(CROSSED.get, ship.equipment.values()))
    whole = ship.lines_out + ship.gun_bonuses_lost + bool(ship.declared)
    others = whole + harm_of_mounts(ship) + sum(ship.deck_fires.values())
    assert crossed(damage) == 2 * marks + states + 2 * gear + others > 0


def test_the_sheet_of_secondary_compartments_is_their_state(hurt):
    (secondary,) = of_game(hurt, SECONDARIES)
    assert crossed(secondary) == sum(hurt.state.ship.secondary.values())


def test_a_long_game_has_more_log_pages():
    state = copy.deepcopy(played("doctrine", patrol="1945-04-01", days=1, seed=3).state)
    state.records.daily = state.records.daily * (2 * forms.DAYS + 1)
    pages = printed_forms(Subject(TABLES, TABLES.ships["fletcher"], state), [LOG])
    assert [form.title.rpartition(", ")[2] for form in pages] == [
        state.ship.name,
        "page 2",
        "page 3",
    ]
    assert len(reported_days(state)) == 2 * forms.DAYS + 1
    assert all(boxes(form) == boxes(pages[0]) for form in pages)


def test_svg_is_well_formed_with_any_name():
    marks = Words(1, 1, "<&\x1b>", "text"), Rectangle(1, 1, 2, 2, "box", crossed=True)
    strange = Figure("<&\x1b>", 10, 10, marks, FORM, unit="mm")
    ET.fromstring(svg.file(strange))
    for kind in KINDS:
        text = svg.file(blank("fletcher", kind))
        root = ET.fromstring(text)
        assert root.get("viewBox") in ("0 0 210 297", "0 0 297 210")
        assert text == svg.file(blank("fletcher", kind))


def test_text_shrinks_to_fit():
    assert forms.fitting("short", 8, 100) == 8
    size = forms.fitting("a long name for a small place", 8, 10)
    assert size < 8
    assert len(
        "a long name for a small place"
    ) * size * forms.POINT * forms.LETTER == pytest.approx(10)
    assert forms.fitting("1", 5, 0.4) == pytest.approx(0.4 / (forms.POINT * forms.LETTER))
    assert forms.fitting("", 8, 0.05) == pytest.approx(4)
    assert forms.fitting("", 8, 0.1) == 8


def test_a_mount_that_an_option_removes_is_on_no_sheet():
    for options in ((), ("dunlap-1941",)):
        game = played(scenario=8, options=list(options), answers=0)
        for mount in TABLES.ships["dunlap"].mounts:
            name = {GUNS: mount.name, DAMAGE: item_name(TABLES, mount.id)}
            for kind in name:
                (form,) = of_game(game, kind)
                gone = bool(options) and mount.kind == "40mm"
                assert (name[kind] in written(form)) != gone, (kind, options, mount.id)
