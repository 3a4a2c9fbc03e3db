"""The sheets to print: every box of the tables is on them, every mark is on the paper, and marks show the state."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from picket_duty.book import Tables
from picket_duty.book.effects import Hit5in, Hit20mm, HitCompartment, HitTub
from picket_duty.book.ids import secondary_id
from picket_duty.figures import svg
from picket_duty.figures.marks import FORM, Figure, Mark, Polyline, Rectangle, Words
from picket_duty.pages.printed_forms import (
    ANY_SECTION,
    CALENDAR,
    DAMAGE,
    DAYS,
    GUNS,
    KILLS,
    KINDS,
    LETTER,
    LOG,
    NOT_REPAIRABLE,
    POINT,
    SECONDARIES,
    TITLES,
    Subject,
    fitting,
    hit_boxes,
    printed_forms,
    secondaries_of,
)
from picket_duty.rules import control, jobs
from picket_duty.rules import damage as damage_rules
from picket_duty.rules.records import reported_days
from picket_duty.rules.stations import build_ship
from picket_duty.state import DAMAGED, POSTS, SECTIONS, Fallen, Flood
from picket_duty.text.names import item_name, naval_name
from tests.rules.script import blow, run, start
from tests.saves.games import TABLES, played
from tests.second_reading import damage as second

CLASSES = tuple(TABLES.ships)


def blank(ship_class: str, kind: str) -> Figure:
    (form,) = printed_forms(Subject(TABLES, TABLES.ships[ship_class]), [kind])
    return form


def of_game(game, kind: str) -> list[Figure]:
    return printed_forms(Subject(TABLES, TABLES.ships[game.state.ship.ship_class], game.state), [kind])


def written(form: Figure) -> list[str]:
    """All words of a page."""
    return [mark.text for mark in form.marks if isinstance(mark, Words) and mark.text]


def crossed(form: Figure) -> int:
    """The number of crossed boxes."""
    return sum(isinstance(mark, Rectangle) and mark.crossed for mark in form.marks)


def boxes(form: Figure) -> int:
    return sum(isinstance(mark, Rectangle) for mark in form.marks)


def corners(mark: Mark) -> Iterator[tuple[float, float]]:
    """Points of a mark that must lie on the form."""
    if isinstance(mark, Rectangle):
        yield from ((mark.x, mark.y), (mark.x + mark.width, mark.y + mark.height))
    elif isinstance(mark, Polyline):
        yield from mark.points
    else:
        assert isinstance(mark, Words)
        width = len(mark.text) * mark.size * LETTER
        left = mark.x - {"start": 0, "middle": width / 2, "end": width}[mark.anchor]
        yield from ((left, mark.y - mark.size * 0.85), (left + width, mark.y))


def test_every_mark_is_on_the_paper_and_blank_sheets_are_blank():
    for kind in KINDS:
        for ship_class in CLASSES:
            form = blank(ship_class, kind)
            assert crossed(form) == 0
            assert written(form)[0] == TITLES[kind]
            for mark in form.marks:
                for x, y in corners(mark):
                    assert 5 <= x <= form.width - 5, mark
                    assert 5 <= y <= form.height - 3, mark


def test_no_boxes_overlap():
    for ship_class in CLASSES:
        for kind in (LOG, GUNS, DAMAGE, SECONDARIES):
            marks = [mark for mark in blank(ship_class, kind).marks if isinstance(mark, Rectangle)]
            for number, box in enumerate(marks):
                for other in marks[number + 1 :]:
                    beside = box.x + box.width <= other.x + 0.01 or other.x + other.width <= box.x + 0.01
                    above = box.y + box.height <= other.y + 0.01 or other.y + other.height <= box.y + 0.01
                    assert beside or above, (ship_class, kind, box, other)


#: Hits that destroy a mount by the rules of play, section 6: a hit destroys a 20 mm mount.
HITS = {"5in": 3, "40mm": 3, "20mm": 1}
#: Magazines of 5-inch mounts that a class does not carry.
NOT_ABOARD = {
    "fletcher": set(),
    "dunlap": {"5in-mgz-5"},
    "la-prade": {f"5in-mgz-{number}" for number in "234"},
}


def rows_of(form: Figure) -> dict[tuple[str, str], tuple[int, str]]:
    """The rows of a form: number of boxes and their letters, by section and name."""
    headings = [mark for mark in form.marks if isinstance(mark, Words) and mark.text.split(":")[0].lower() in SECTIONS]
    rows = {}
    for mark in form.marks:
        if not isinstance(mark, Words) or mark.style != "text":
            continue
        above = [heading for heading in headings if heading.x == mark.x and heading.y < mark.y]
        end = min((heading.x for heading in headings if heading.x > mark.x), default=form.width)
        inside = [
            box for box in form.marks
            if isinstance(box, Rectangle) and mark.x < box.x < end
            and box.y + box.height == pytest.approx(mark.y + 1.2, abs=0.3)
        ]  # fmt: skip
        if not above or not inside:
            continue
        letters = "".join(
            word.text for word in form.marks
            if isinstance(word, Words) and word.style == "soft" and len(word.text) == 1
            and any(box.x < word.x < box.x + box.width and box.y < word.y < box.y + box.height for box in inside)
        )  # fmt: skip
        rows[above[-1].text.split(":")[0].lower(), mark.text] = (len(inside), letters)
    return rows


def test_a_mount_has_one_box_per_hit_until_destroyed():
    for ship_class in CLASSES:
        data, guns = TABLES.ships[ship_class], blank(ship_class, GUNS)
        assert {mount.name for mount in data.mounts} <= set(written(guns))
        hits = sum(HITS[mount.kind] for mount in data.mounts)
        own = sum(mount.kind == "40mm" for mount in data.mounts)
        assert boxes(guns) == hits + len(data.mounts) * (1 + KILLS) + 2 * own
        for mount in data.mounts:
            assert hit_boxes(TABLES, mount) == HITS[mount.kind]


@pytest.mark.parametrize("ship_class", CLASSES)
def test_a_mount_is_destroyed_by_as_many_hits_as_it_has_boxes(ship_class: str):
    """Each mount that table 11 names is hit there until it is destroyed."""
    for section in SECTIONS:
        for cell in TABLES[f"11/{section}"].cells.values():
            for effect in cell.effects:
                if not isinstance(effect, (HitTub, Hit5in, Hit20mm)):
                    continue
                play = start(ship=TABLES.ships[ship_class].name)
                mount = play.ship.mounts.get(effect.mount)
                if mount is None:
                    continue
                data = next(mount for mount in TABLES.ships[ship_class].mounts if mount.id == effect.mount)
                for hit in range(hit_boxes(TABLES, data)):
                    assert not mount.destroyed, (effect, hit)
                    struck = blow(f"11/{section}", min(TABLES[f"11/{section}"].only))
                    notes = getattr(effect, "notes", ())
                    run(
                        play,
                        damage_rules.carry_effects(play, [effect], struck),
                        {f"11/{section}:{note}": 1 for note in notes},
                    )
                assert mount.destroyed, effect


@pytest.mark.parametrize("ship_class", CLASSES)
def test_compartments_have_boxes_for_what_can_happen_to_them(ship_class: str):
    """Markers, fire, flooding and destruction, as the engine applies them."""
    rows = rows_of(blank(ship_class, DAMAGE))
    assert {
        compartment.id
        for compartment in TABLES.sheet.compartments
        if (compartment.section, compartment.name) not in rows
    } == NOT_ABOARD[ship_class]
    ship = build_ship(TABLES, "", "", ship_class, ())
    for data in TABLES.sheet.compartments:
        if data.id not in ship.compartments:
            continue
        play = start()
        run(play, damage_rules.hit_compartment(play, HitCompartment(data.id), blow("11/forward", 0, 1)))
        burns = play.ship.compartments[data.id].fire
        offered = run(play, control.flood_compartments(play)).choices
        floods = any(data.id in choice.legal() for choice in offered)
        letters = ("f" if burns else "") + ("w" if floods else "") + "x"
        assert rows[data.section, data.name] == (data.markers + len(letters), letters)
        assert floods == (data.kind in ("magazine", "fuel", "engine_room", "fire_room"))
        assert burns == (data.kind != "stack")


def test_equipment_is_listed_where_table_11_hits_it():
    """Rudder and shafts are aft and cannot be repaired at sea; any section repairs the water lines."""
    for ship_class in CLASSES:
        form = blank(ship_class, DAMAGE)
        rows = rows_of(form)
        for item in TABLES.sheet.equipment:
            (section,) = [section for section, name in rows if name == item.name]
            assert rows[section, item.name] == (2, "dx")
            cells = TABLES[f"11/{section}"].cells.values()
            assert any(item.id in getattr(effect, "items", ()) for cell in cells for effect in cell.effects)
            play = start()
            play.ship.equipment[item.id] = DAMAGED
            sections = {job.section for job in jobs.open_jobs(play).values()}
            words = [mark for mark in form.marks if isinstance(mark, Words) and len(mark.text) > 1]
            label = next(mark for mark in words if mark.text == item.name and mark.style == "text")
            remark = [mark.text for mark in words if abs(mark.y - label.y) < 1 and label.x < mark.x < label.x + 85]
            expected = {0: [NOT_REPAIRABLE], 1: [], 3: [ANY_SECTION]}[len(sections)]
            assert remark == expected, item.name
        assert {name for section, name in rows if section == "aft"} >= {"Rudder", "Port shaft", "Starboard shaft"}


def printed_secondaries() -> dict[str, dict[str, dict[str, bool]]]:
    """The secondary compartments of the second reading of table 11, by section and name, with their cells."""
    printed: dict[str, dict[str, dict[str, bool]]] = {}
    for section, rows in zip(SECTIONS, (second.FORWARD, second.MIDSHIP, second.AFT), strict=True):
        names = printed.setdefault(section, {})
        for number, row in enumerate(rows):
            for column, text in enumerate(row, 1):
                name, _, notes = text.partition("|")
                if "S" in notes:
                    names.setdefault(name.removesuffix(" Hit"), {})[f"{number}-{column}"] = "A" in notes
    return printed


def test_every_secondary_compartment_of_table_11_is_on_its_sheet():
    """A name counts once in a section: 37 forward (41 cells), 6 midship, 14 aft."""
    for ship_class in CLASSES:
        printed = printed_secondaries()
        form = blank(ship_class, SECONDARIES)
        rows = rows_of(form)
        assert written(form)[0] == "Secondary Compartment Hit Sheet"
        assert [len(printed[section]) for section in SECTIONS] == [37, 6, 14]
        assert sum(map(len, printed["forward"].values())) == 41
        assert set(rows) == {(section, name) for section, names in printed.items() for name in names}
        for section, names in printed.items():
            assert f"{section.title()}: {len(names)}" in written(form)
            assert secondaries_of(TABLES, section) == names
            for name, cells in names.items():
                assert rows[section, name] == (3 if any(cells.values()) else 2, "dx")


def test_a_filled_in_sheet_shows_every_value():
    """Every secondary compartment hit, more planes than boxes, flooding, marks of the whole ship, officers killed."""
    game = played("random", scenario=4, level="advanced", seed=1, answers=60)
    state = copy.deepcopy(game.state)
    ship = state.ship
    ship.secondary = {
        secondary_id(section, name): 2 for section in SECTIONS for name in secondaries_of(TABLES, section)
    }
    ship.floods = [
        Flood(section, side, 1, secondary_id(section, name))
        for section in SECTIONS
        for name, cells in secondaries_of(TABLES, section).items()
        if any(cells.values())
        for side in ("port", "starboard", "")
    ]
    ship.lines_out = ship.gun_bonuses_lost = True
    ship.declared = 1
    ship.mounts["40mm-A"].kills = KILLS + 4
    ship.fallen = [Fallen("captain", "Cdr. John Doe", state.label), Fallen("xo", "Lt. Jim Roe", state.label)]
    subject = Subject(TABLES, TABLES.ships["fletcher"], state)
    (log,), (guns,), (damage_form,), (secondary,) = (
        printed_forms(subject, [kind]) for kind in (LOG, GUNS, DAMAGE, SECONDARIES)
    )
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
    (tmp_path / "house/numbers.toml").write_text(text.replace("hull = 6", "hull = 9", 1), encoding="utf-8")
    tables = Tables(tmp_path)
    (form,) = printed_forms(Subject(tables, tables.ships["fletcher"]), [LOG])
    assert boxes(form) == boxes(blank("fletcher", LOG)) + 3


def test_the_calendar_has_every_day_and_the_great_raids():
    words = written(blank("fletcher", CALENDAR))
    assert boxes(blank("fletcher", CALENDAR)) == 94
    assert {"Mar 24", "Apr 1", "6 *", "25"} <= set(words)


def test_the_sheets_of_a_game_are_its_state():
    games = (played("random", scenario=4, level="advanced", seed=seed) for seed in range(60))
    game = next(game for game in games if game.state.records.hits > 2 and not game.state.ship.fate)
    ship, numbers = game.state.ship, TABLES.numbers
    (log,), (guns,), (damage,) = (of_game(game, kind) for kind in (LOG, GUNS, DAMAGE))
    officers = {naval_name(ship.crew[post].name, post) for post in POSTS}
    assert {ship.name, ship.hull_number, *officers} <= set(written(log))
    lost = sum(numbers.men[section] - ship.men[section] for section in SECTIONS)
    gone = sum(getattr(numbers, track) - getattr(ship, track) for track in ("hull", "maneuver", "ammunition", "fuel"))
    assert crossed(log) == lost + gone
    kinds = {mount.id: mount.kind for mount in TABLES.ships["fletcher"].mounts}
    hits = {
        name: HITS[kinds[name]] if candidate.destroyed else candidate.hits for name, candidate in ship.mounts.items()
    }
    directors = {"working": 0, "damaged": 1, "destroyed": 2}
    harmed = sum(directors[mount.director] for mount in ship.mounts.values())
    assert crossed(guns) == sum(hits.values()) + harmed + sum(
        min(KILLS, mount.kills) + mount.ace for mount in ship.mounts.values()
    )
    assert crossed(damage) > 0
    marks = sum(
        TABLES.compartments[name].markers if candidate.destroyed else candidate.markers
        for name, candidate in ship.compartments.items()
    )
    states = sum(
        compartment.fire + compartment.flooded + compartment.destroyed for compartment in ship.compartments.values()
    )
    gear = sum(directors[candidate] for candidate in ship.equipment.values())
    fires = sum(ship.deck_fires.values())
    whole = ship.lines_out + ship.gun_bonuses_lost + bool(ship.declared)
    assert crossed(damage) == 2 * marks + states + 2 * gear + fires + whole + sum(hits.values()) + harmed
    (secondary,) = of_game(game, SECONDARIES)
    assert crossed(secondary) == sum(ship.secondary.values())


def test_a_long_game_has_more_log_pages():
    state = copy.deepcopy(played("doctrine", patrol="1945-04-01", days=1, seed=3).state)
    state.records.daily = state.records.daily * (2 * DAYS + 1)
    pages = printed_forms(Subject(TABLES, TABLES.ships["fletcher"], state), [LOG])
    assert [form.title.rpartition(", ")[2] for form in pages] == [state.ship.name, "page 2", "page 3"]
    assert len(reported_days(state)) == 2 * DAYS + 1
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
    assert fitting("short", 8, 100) == 8
    size = fitting("a long name for a small place", 8, 10)
    assert size < 8
    assert len("a long name for a small place") * size * POINT * LETTER == pytest.approx(10)
    assert fitting("1", 5, 0.4) == pytest.approx(0.4 / (POINT * LETTER))
    assert fitting("", 8, 0.05) == pytest.approx(4)
    assert fitting("", 8, 0.1) == 8


def test_a_mount_that_an_option_removes_is_on_no_sheet():
    for options in ((), ("dunlap-1941",)):
        game = played(scenario=8, options=list(options), answers=0)
        for mount in TABLES.ships["dunlap"].mounts:
            name = {GUNS: mount.name, DAMAGE: item_name(TABLES, mount.id)}
            for kind in name:
                (form,) = of_game(game, kind)
                gone = bool(options) and mount.kind == "40mm"
                assert (name[kind] in written(form)) != gone, (kind, options, mount.id)
