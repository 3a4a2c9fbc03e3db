"""The sheets to print: every box of the tables is there, nothing leaves the paper, marks are the state of a game."""

from __future__ import annotations

import copy
import xml.etree.ElementTree as ET
from collections.abc import Iterator

import pytest

from picket_duty.book import Tables
from picket_duty.figures import svg
from picket_duty.figures.marks import Figure, Mark, Polyline, Rectangle, Words
from picket_duty.figures.styles import FORM
from picket_duty.reports.printed_forms import (
    CALENDAR,
    COLUMNS,
    DAMAGE,
    DAYS,
    GUNS,
    KILLS,
    KINDS,
    LETTER,
    LOG,
    TITLES,
    Subject,
    fitting,
    printed_forms,
    text_width,
)
from picket_duty.rules.records import reported_days, reported_marks
from picket_duty.state import POSTS, SECTIONS
from picket_duty.text.names import POST_NAMES, signed
from tests.saves.games import TABLES, played

CLASSES = tuple(TABLES.ships)


def blank(ship_class: str, kind: str) -> Figure:
    """A blank sheet."""
    (form,) = printed_forms(Subject(TABLES, TABLES.ships[ship_class]), [kind])
    return form


def of_game(game, kind: str) -> list[Figure]:
    """The sheets of a game."""
    return printed_forms(Subject(TABLES, TABLES.ships[game.state.ship.ship_class], game.state), [kind])


def written(form: Figure) -> list[str]:
    """All words of a page."""
    return [mark.text for mark in form.marks if isinstance(mark, Words) and mark.text]


def crossed(form: Figure) -> int:
    """How many boxes are crossed."""
    return sum(isinstance(mark, Rectangle) and mark.crossed for mark in form.marks)


def boxes(form: Figure) -> int:
    """How many boxes there are."""
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


@pytest.mark.parametrize("ship_class", CLASSES)
@pytest.mark.parametrize("kind", KINDS)
def test_nothing_leaves_the_paper_and_blank_sheets_are_blank(ship_class: str, kind: str):
    form = blank(ship_class, kind)
    assert crossed(form) == 0
    assert written(form)[0] == TITLES[kind]
    for mark in form.marks:
        for x, y in corners(mark):
            assert 5 <= x <= form.width - 5, mark
            assert 5 <= y <= form.height - 3, mark


def test_no_boxes_lie_on_each_other():
    for ship_class in CLASSES:
        for kind in (LOG, GUNS, DAMAGE):
            found = [mark for mark in blank(ship_class, kind).marks if isinstance(mark, Rectangle)]
            for number, one in enumerate(found):
                for other in found[number + 1 :]:
                    beside = one.x + one.width <= other.x + 0.01 or other.x + other.width <= one.x + 0.01
                    above = one.y + one.height <= other.y + 0.01 or other.y + other.height <= one.y + 0.01
                    assert beside or above, (ship_class, kind, one, other)


@pytest.mark.parametrize("ship_class", CLASSES)
def test_every_mount_and_compartment_has_its_boxes(ship_class: str):
    data, numbers = TABLES.ships[ship_class], TABLES.numbers
    guns = blank(ship_class, GUNS)
    assert {mount.name for mount in data.mounts} <= set(written(guns))
    own = sum(mount.kind == "40mm" for mount in data.mounts)
    assert boxes(guns) == len(data.mounts) * (numbers.mount_hits + 1 + KILLS) + 2 * own
    damage = written(blank(ship_class, DAMAGE))
    aboard = [one.name for one in TABLES.sheet.compartments if one.name in damage]
    listed = {one.name if one.section else f"{one.name} (any section)" for one in TABLES.sheet.equipment}
    assert listed <= set(damage)
    missing = {one.name for one in TABLES.sheet.compartments} - set(aboard)
    assert missing == ({"5-inch magazine 2", "5-inch magazine 3", "5-inch magazine 4"} if ship_class == "la-prade" else
                       {"5-inch magazine 5"} if ship_class == "dunlap" else set())  # fmt: skip


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
    game = next(one for seed in range(60) if (one := played("random", scenario=4, level="advanced", seed=seed))
                .state.records.hits > 2 and not one.state.ship.fate)  # fmt: skip
    ship, numbers = game.state.ship, TABLES.numbers
    (log,), (guns,), (damage,) = (of_game(game, kind) for kind in (LOG, GUNS, DAMAGE))
    assert {ship.name, ship.hull_number, *(ship.crew[post].name for post in POSTS)} <= set(written(log))
    lost = sum(numbers.men[section] - ship.men[section] for section in SECTIONS)
    gone = sum(getattr(numbers, track) - getattr(ship, track) for track in ("hull", "maneuver", "ammunition", "fuel"))
    assert crossed(log) == lost + gone
    full = numbers.mount_hits
    hits = {name: full if one.destroyed else one.hits for name, one in ship.mounts.items()}
    directors = {"working": 0, "damaged": 1, "destroyed": 2}
    harmed = sum(directors[one.director] for one in ship.mounts.values())
    assert crossed(guns) == sum(hits.values()) + harmed + sum(
        min(KILLS, one.kills) + one.ace for one in ship.mounts.values()
    )
    assert crossed(damage) > 0
    marks = sum(
        TABLES.compartments[name].markers if one.destroyed else one.markers for name, one in ship.compartments.items()
    )
    states = sum(one.fire + one.flooded + one.destroyed for one in ship.compartments.values())
    gear = sum(directors[one] for one in ship.equipment.values())
    fires = sum(ship.deck_fires.values())
    secondary = sum(ship.secondary.values())
    assert crossed(damage) == 2 * marks + states + 2 * gear + fires + secondary + sum(hits.values()) + harmed


def test_a_long_game_has_more_pages_of_its_log():
    state = copy.deepcopy(played("doctrine", patrol="1945-04-01", days=1, seed=3).state)
    state.records.daily = state.records.daily * (2 * DAYS + 1)
    pages = printed_forms(Subject(TABLES, TABLES.ships["fletcher"], state), [LOG])
    assert [form.title.rpartition(", ")[2] for form in pages] == [state.ship.name, "page 2", "page 3"]
    assert len(reported_days(state)) == 2 * DAYS + 1
    assert all(boxes(form) == boxes(pages[0]) for form in pages)


def test_svg_is_well_made_and_takes_any_name():
    marks = Words(1, 1, "<&\x1b>", "text"), Rectangle(1, 1, 2, 2, "box", crossed=True)
    strange = Figure("<&\x1b>", 10, 10, marks, FORM, unit="mm")
    ET.fromstring(svg.file(strange))
    for kind in KINDS:
        text = svg.file(blank("fletcher", kind))
        root = ET.fromstring(text)
        assert root.get("viewBox") in ("0 0 210 297", "0 0 297 210")
        assert text == svg.file(blank("fletcher", kind))


def test_words_shrink_to_their_room():
    assert fitting("short", 8, 100) == 8
    size = fitting("a long name for a small place", 8, 10)
    assert size < 8
    assert text_width("a long name for a small place", size) == pytest.approx(10)


def test_a_short_word_shrinks_by_its_own_width_and_no_word_by_nothing():
    assert fitting("1", 5, 0.4) == pytest.approx(5 * 0.4 / text_width("1", 5))
    assert fitting("", 8, 0.05) == pytest.approx(4)
    assert fitting("", 8, 0.1) == 8


def test_remarks_and_names_have_the_widest_columns():
    assert [heading for heading, *_ in sorted(COLUMNS, key=lambda column: -column[1])[:2]] == ["Remarks", "Ship"]


@pytest.mark.parametrize("kind", KINDS)
def test_what_is_known_of_the_ship_stands_on_its_line_and_its_label_below(kind: str):
    for form in of_game(played(scenario=2, seed=1, answers=40), kind):
        marks = [mark for mark in form.marks if isinstance(mark, Words)]
        for label in ("Ship", "Hull number", "Station", "Date"):
            words = next(mark for mark in marks if mark.text == label and mark.y == 32)
            assert any(isinstance(mark, Polyline) and mark.points[0] == (words.x, 29) for mark in form.marks)
            assert any(mark.text and (mark.x, mark.y) == (words.x + 1, 29 - 1.2) for mark in marks)


def test_the_value_of_every_officer_stands_in_a_box():
    game = played(scenario=2, seed=1, answers=40)
    marks = [mark for form in of_game(game, LOG) for mark in form.marks]
    assert len(game.state.ship.crew) == len(POSTS)
    for post, officer in game.state.ship.crew.items():
        label = next(mark for mark in marks if isinstance(mark, Words) and mark.text == POST_NAMES[post])
        height = label.y - 2.4
        value = next(
            mark
            for mark in marks
            if isinstance(mark, Words) and mark.y == pytest.approx(height - 0.7) and mark.text == signed(officer.value)
        )
        box = next(
            mark
            for mark in marks
            if isinstance(mark, Rectangle)
            and mark.x + mark.width / 2 == pytest.approx(value.x)
            and mark.y < value.y < mark.y + mark.height
        )
        rule = next(mark for mark in marks if isinstance(mark, Polyline) and mark.points[0] == (label.x, height))
        assert rule.points[1] == pytest.approx((box.x - 2, height)), post


def test_the_marks_of_the_calendar_are_bold_and_its_stations_are_soft():
    game = played(campaign="mini", level="advanced", seed=5, answers=400)
    marks = {mark for mark in reported_marks(game.state).values() if mark}
    words = [mark for form in of_game(game, CALENDAR) for mark in form.marks if isinstance(mark, Words)]
    assert marks
    assert {word.style for word in words if word.text in marks} == {"bold"}
    assert {word.style for word in words if word.text.startswith("station ")} == {"soft"}
