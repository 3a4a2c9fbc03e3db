"""The radar plot: stages and places of planes, lit arcs, names; in dots, half blocks and ASCII."""

import random
import re

import pytest

from picket_duty.events import Raid, Strike
from picket_duty.figures.cells import BLOCKS, BRAILLE, NEAREST, Cells
from picket_duty.requests import Roll
from picket_duty.state import GONE, Plane
from picket_duty.text.styled_text import text_of
from picket_duty.tui import plane_labels, radar_plot
from picket_duty.tui.plane_labels import blip_marks
from picket_duty.tui.plane_stages import (
    AWAY,
    COMING,
    DIVING,
    IN_RANGE,
    MISSED,
    NEAR,
    SPLASHED,
    STRUCK,
    UNDER_FIRE,
    contacts,
    stages,
)
from picket_duty.tui.radar_plot import OFF_RING, Blip, frame_of
from tests.games import new_game, of_kind
from tests.quick import first_is_quick
from tests.text_table import table_of
from tests.tui.games import at_choice, at_roll, first_game, forward, simple_answer

FRAMES = [
    radar_plot.frame_of(39, 14),
    radar_plot.frame_of(79, 26),
    radar_plot.frame_round(114, 34, (74, 9)),
]


def a_wave():
    """A wave of seven planes of which the types are rolled."""
    return first_game(
        lambda game: at_roll("identify")(game) and len(game.state.air.planes) >= 7, scenario=3
    )


def test_stages_go_from_coming_in_to_diving_and_a_plane_out_of_the_fight_has_none():
    game = a_wave()
    assert set(stages(game).values()) == {COMING}
    forward(game, at_choice("assign"))
    assert set(stages(game).values()) == {IN_RANGE}
    game.answer(simple_answer(game.request))
    fired_at = game.request.plane
    game.roll()
    assert stages(game)[fired_at] in (UNDER_FIRE, SPLASHED)
    forward(game, at_roll("dive"))
    diving = [plane for plane, stage in stages(game).items() if stage == DIVING]
    assert diving == [game.request.plane]
    game = a_wave()
    for plane in game.state.air.planes:
        plane.state = GONE
    assert set(stages(game).values()) == {SPLASHED}
    game.state.air.planes[0].state = "removed"
    assert stages(game)[0] == AWAY
    game = new_game(scenario=3, seed=1)
    assert stages(game) == {}
    assert contacts(game) == []


def test_a_finished_plane_is_shown_until_the_next_wave():
    game = a_wave()
    wave = game.state.air.wave
    seen = set()
    while game.request is not None and game.state.air.wave == wave:
        for number, stage in stages(game).items():
            plane = game.state.air.planes[number]
            seen.add(stage)
            assert (stage == SPLASHED) == (plane.state == GONE)
            if stage in (STRUCK, NEAR, MISSED):
                outcomes = [
                    event.outcome for event in of_kind(game.events, Strike) if event.plane == number
                ]
                assert {STRUCK: "hit", NEAR: "near_miss", MISSED: "miss"}[stage] in outcomes
        game.roll() if isinstance(game.request, Roll) else game.answer(simple_answer(game.request))
    assert {COMING, IN_RANGE, UNDER_FIRE, DIVING, SPLASHED} <= seen
    assert seen & {STRUCK, NEAR, MISSED}


@pytest.mark.parametrize("scenario", [2, 3])
def test_planes_appear_on_the_plot_as_they_are_placed(scenario):
    """The contacts plotted while the raid is determined are the planes that come, as far as they
    are known.
    """
    game = new_game(scenario=scenario, seed=3)
    last = []
    while not any(isinstance(event, Raid) and event.planes for event in game.events):
        last = contacts(game)
        game.roll() if isinstance(game.request, Roll) else game.answer(simple_answer(game.request))
    assert last
    assert contacts(game) == []
    air = game.state.air
    planes = [*air.planes, *(plane for wave in air.waves for plane in wave)]
    for contact, plane in zip(last, planes, strict=False):
        assert contact.bearing == plane.bearing
        assert contact.altitude in ("", plane.altitude)


def test_the_bow_is_up_and_on_one_board_left_and_planes_close_in_from_stage_to_stage():
    upright = FRAMES[0]
    turned = FRAMES[2]
    assert upright.point(0, 3)[1] < upright.y < upright.point(180, 3)[1]
    assert upright.point(270, 3)[0] < upright.x < upright.point(90, 3)[0]
    assert turned.point(0, 3)[0] < turned.x < turned.point(180, 3)[0]
    assert turned.point(90, 3)[1] < turned.y < turned.point(270, 3)[1]
    assert radar_plot.frame_round(80, 20, (74, 9)) is None
    assert radar_plot.frame_round(114, 16, (74, 9)) is None
    assert radar_plot.frame_round(80, 15, (62, 9), radar_plot.FLAT_RINGS) is None
    assert radar_plot.frame_round(80, 16, (62, 9), radar_plot.FLAT_RINGS) is not None
    plane = Plane(0, 45, "H", "Zeke")
    way = [
        radar_plot.distance_of(plane, stage)
        for stage in (COMING, IN_RANGE, UNDER_FIRE, DIVING, STRUCK)
    ]
    assert way == sorted(way, reverse=True)
    assert radar_plot.bearing_of(plane, MISSED) == 225


@pytest.mark.parametrize("frame", FRAMES)
def test_every_bearing_and_altitude_has_its_own_cells(frame):
    cells = radar_plot.sectors(frame)
    assert set(cells) == {
        (bearing, level) for bearing in radar_plot.BEARINGS for level in radar_plot.RINGS
    }
    every = [cell for found_cells in cells.values() for cell in found_cells]
    assert len(every) == len(set(every))
    for (bearing, level), found_cells in cells.items():
        x, y = frame.cell(bearing, radar_plot.RINGS[level])
        assert y * frame.width + x in found_cells


@pytest.mark.parametrize("frame", FRAMES)
@pytest.mark.parametrize("stage", [COMING, IN_RANGE, DIVING, STRUCK])
def test_planes_on_one_spot_are_drawn_apart(frame, stage):
    for bearing in radar_plot.BEARINGS:
        blips = [
            Blip(Plane(number, bearing, "L", "Zeke"), stage, str(number + 1), "▾", "plane")
            for number in range(9)
        ]
        marks = [mark for mark in plane_labels.blip_marks(frame, blips, ()) if "▾" in mark.text]
        cells = [
            (int(mark.x) // 2 + at, int(mark.y) // 4)
            for mark in marks
            for at in range(len(mark.text))
        ]
        assert len(set(cells)) == len(cells), bearing
        assert all(0 <= x < frame.width and 0 <= y < frame.height for x, y in cells), bearing
        numbers = sorted(mark.text[mark.text.index("▾") - 1] for mark in marks)
        assert numbers == [str(number) for number in range(1, 10)], bearing


def drawn(look):
    frame = FRAMES[0]
    cells = Cells(frame.width, frame.height, look, under=radar_plot.background(frame, look))
    cells.shade(radar_plot.lit_cells(frame, {0: "LMH"}), "lit")
    cells.overlay(radar_plot.hull_cells(frame, look, ("ship", "ship", "bad")))
    return "\n".join(text_of(line) for line in cells.lines())


@pytest.mark.parametrize("frame", FRAMES)
def test_the_path_of_a_dive_is_whole_and_that_of_a_plane_that_flew_past_is_dotted(frame):
    for stage, is_whole in ((DIVING, True), (STRUCK, True), (NEAR, False), (MISSED, False)):
        blip = Blip(Plane(0, 45, "H", "Zeke"), stage, "1", "▾", "plane")
        (path,) = radar_plot.trace_marks(frame, [blip])
        cells = Cells(frame.width, frame.height, BRAILLE)
        cells.draw((path,))
        signs = "".join(text_of(line) for line in cells.lines())
        dots = sum((ord(sign) - 0x2800).bit_count() for sign in signs if sign >= "\u2800")
        (x, y), (to_x, to_y) = path.points
        longer = max(abs(to_x - x), abs(to_y - y))
        assert (dots >= longer) == is_whole
        assert is_whole or 0 < dots < longer / 2


def test_the_plot_reads_in_dots_blocks_and_ascii():
    assert any("\u2801" <= sign <= "\u28ff" for sign in drawn(BRAILLE))
    blocks = drawn(BLOCKS)
    assert set("▀▄█░") <= set(blocks)
    assert not any("\u2801" <= sign <= "\u28ff" for sign in blocks)
    assert drawn(NEAREST).isascii()
    assert ":" in drawn(NEAREST)
    for look in (BRAILLE, BLOCKS, NEAREST):
        for bearing in radar_plot.BEARINGS:
            assert f"{bearing:03d}" in drawn(look)


def test_names_are_not_drawn_on_the_ship():
    frame = FRAMES[0]
    ship = radar_plot.hull_cells(frame, BRAILLE, ("ship", "ship", "ship")).lit
    blips = [
        Blip(Plane(number, 90, "L", "Zeke"), STRUCK, str(number + 1), "▾", "plane")
        for number in range(2)
    ]
    blips = [blip._replace(stage=DIVING) for blip in blips]
    with_ship, without = (plane_labels.blip_marks(frame, blips, (), cells) for cells in (ship, ()))
    names = {"L", "Zeke L ", "L Zeke"}
    assert {mark.text for mark in with_ship} <= {mark.text for mark in without} | names
    for mark in with_ship[len(blips) :]:
        first = int(mark.y) // 4 * frame.width + int(mark.x) // 2
        assert not set(ship) & set(range(first, first + len(mark.text)))


def test_labels_keep_a_column_free_at_both_edges_and_end_in_their_place():
    frame = radar_plot.Frame(width=12, height=1, x=0, y=0, inner=(1, 1), outer=(2, 2))
    blip = Blip(Plane(0, 0, "L", "Zeke"), IN_RANGE, "1", "▾", "plane")
    for cell, first in table_of("""
        0  | None
        1  | None
        2  | 1
        9  | 8
        10 | 8
        11 | None
        """):
        label = plane_labels.place_label(
            frame, set(), frozenset(), blip, (cell, 0), plane_labels.FORMS[2]
        )
        assert (label and label.x) == (first and 2 * first)


def test_a_label_ends_at_the_place_of_its_plane():
    frame = frame_of(60, 20)
    blip = Blip(Plane(0, 90, "H", "Betty"), UNDER_FIRE, "5", "v", "plane")
    far = frame_of(2 * (frame.cell(90, 3.0 + OFF_RING[UNDER_FIRE])[0] // 2) + 6, 20)
    assert [mark.text for mark in blip_marks(far, [blip], ())] == ["5vH Betty"]
    own = frame.cell(90, 3.0 + OFF_RING[UNDER_FIRE])
    taken = [row * 60 + column for row in range(20) for column in range(own[0] + 2, 60)]
    (label,) = blip_marks(frame, [blip], taken)
    assert (label.text, label.y) == ("5vH Betty", own[1] * 4)
    assert label.x == (own[0] - len(label.text) + 1) * 2
    cells = Cells(20, 3, BRAILLE)
    cells.stroke((0, 6), (39, 6), "sea")
    radar_plot.write_labels(cells, [radar_plot.text_mark((8, 1), "4 Zeke", "plane")])
    assert not any(cells.dots[20 + 7 : 20 + 15])
    assert cells.dots[20 + 6]
    assert cells.dots[20 + 15]


def test_planes_without_room_give_up_their_hits_and_then_their_names_all_at_once():
    frame = FRAMES[0]
    notes = {270: " ○○○ x5", 180: " ○○○"}
    planes = [Plane(number, bearing, "L", "Zeke") for number, bearing in enumerate(notes)]
    blips = [
        Blip(plane, DIVING, str(plane.number + 1), "▾", "plane", note=notes[plane.bearing])
        for plane in planes
    ]
    port, astern = plane_labels.blip_marks(frame, blips, ())
    assert (port.text, astern.text) == ("1▾L Zeke ○○○ x5", "2▾L Zeke ○○○")
    column = int(port.x) // 2
    for room, labels in ((10, ["1▾L Zeke", "2▾L Zeke"]), (5, ["1▾L", "2▾L"])):
        taken = [
            cell
            for cell in range(frame.width * frame.height)
            if cell % frame.width < column or column + room < cell % frame.width < column + 12
        ]
        marks = plane_labels.blip_marks(frame, blips, taken)
        assert [mark.text for mark in marks] == labels


def test_a_plane_without_a_type_has_its_altitude():
    blip = Blip(Plane(3, 45, "M", ""), COMING, "4", "▾", "plane")
    assert [mark.text for mark in plane_labels.blip_marks(FRAMES[0], [blip], ())] == ["4▾M"]


def test_planes_without_room_for_a_number_are_counted():
    frame = PLOTS[1]
    blips = [
        Blip(Plane(number, 0, "L", "Zeke"), IN_RANGE, str(number + 1), "▾", "plane")
        for number in range(16)
    ]
    labels, counted = placed_planes(frame, blips)
    assert counted > 1
    assert len(labels) + counted == 16


#: Plots on terminals of 80x24 (the first beside a fire plan), 120x40 and 160x50; the last is around
#: the ship.
PLOTS = [
    radar_plot.frame_of(*size) for size in ((80, 7), (43, 11), (74, 11), (37, 15), (77, 33))
] + [FRAMES[2]]


def written_labels(frame):
    return set(radar_plot.background(frame, BRAILLE).words)


#: The first and last cell of a label, and its row.
Label = tuple[int, int, int]


def placed_planes(frame, blips):
    """The label of every plane by its number, and how many are counted only; nothing is drawn
    twice.

    All labels have the same parts.
    """
    marks = plane_labels.blip_marks(frame, blips, written_labels(frame))
    cells = []
    labels = {}
    counted = 0
    parts = set()
    for mark in marks:
        x = int(mark.x) // 2
        y = int(mark.y) // 4
        cells += [(x + place, y) for place in range(len(mark.text))]
        if mark.text.startswith("+"):
            counted += int(mark.text)
            continue
        number, _, rest = mark.text.partition("▾")
        labels[number] = x, x + len(mark.text) - 1, y
        parts.add(rest[1:])
        assert rest[:1] in {"", next(blip.plane.altitude for blip in blips if blip.name == number)}
    assert len(parts) <= 1
    assert len(cells) == len(set(cells))
    assert not written_labels(frame) & {y * frame.width + x for x, y in cells}
    return labels, counted


def assert_on_bearing(frame, blips, labels):
    """Every label has its glyph or its end in its plane's place, or in the eighth of the circle
    around its bearing.
    """
    eighths = {
        bearing: {place.cell for place in places}
        for bearing, places in radar_plot.eighths(frame).items()
    }
    for blip in blips:
        bearing = blip.plane.bearing
        label = labels.get(blip.name)
        if label is not None:
            first, last, row = label
            own = frame.cell(bearing, min(3.0, radar_plot.distance_of(blip.plane, blip.stage)))
            ends = {(first + len(blip.name), row), (last, row)}
            assert ends & {own, *eighths[bearing]}, (bearing, label)


@first_is_quick("frame", PLOTS)
@first_is_quick("stage", [COMING, IN_RANGE, UNDER_FIRE, DIVING])
def test_every_plane_is_drawn_on_its_bearing(frame, stage):
    dice = random.Random(stage)
    for number in [*range(1, 13)] * 2:
        bearings = dice.sample(radar_plot.BEARINGS, dice.randint(1, 8))
        planes = [
            Plane(n, dice.choice(bearings), dice.choice("LMH"), "Oscar") for n in range(number)
        ]
        blips = [
            Blip(plane, stage, str(plane.number + 1), "▾", "plane", note=" ○○○ x2")
            for plane in planes
        ]
        labels, counted = placed_planes(frame, blips)
        assert len(labels) + counted == number
        assert_on_bearing(frame, blips, labels)


@pytest.mark.parametrize("frame", PLOTS)
@pytest.mark.parametrize("level", radar_plot.RINGS)
def test_a_plane_alone_is_drawn_on_its_bearing(frame, level):
    for bearing in radar_plot.BEARINGS:
        blip = Blip(Plane(0, bearing, level, "Zeke"), IN_RANGE, "1", "▾", "plane")
        (label,) = placed_planes(frame, [blip])[0].values()
        own = frame.cell(bearing, radar_plot.RINGS[level])
        first, last, row = label
        assert first - 3 <= own[0] <= last + 3, bearing
        assert abs(row - own[1]) <= 1, bearing
        assert_on_bearing(frame, [blip], {"1": label})


@pytest.mark.parametrize("frame", PLOTS)
def test_the_mark_of_a_later_wave_touches_the_number_of_its_bearing_and_covers_none(
    frame,
):
    written = written_labels(frame)
    for bearing in radar_plot.BEARINGS:
        number = radar_plot.bearing_number(frame, bearing)
        mark = radar_plot.later_mark(frame, bearing)
        first = int(number.x) // 2
        column = int(mark.x) // 2
        assert mark.y == number.y
        assert column in (first - 1, first + len(number.text))
        assert 0 <= column < frame.width
        assert int(mark.y) // 4 * frame.width + column not in written


@pytest.mark.parametrize("frame", PLOTS[1:])
def test_names_are_shortened_to_the_altitude_without_room(frame):
    """Five planes on one bearing: each has its name or its altitude beside it."""
    planes = [Plane(number, 180, level, "Spruce") for number, level in enumerate("LLMMH")]
    blips = [Blip(plane, IN_RANGE, str(plane.number + 1), "▾", "plane") for plane in planes]
    drawn = "\n".join(mark.text for mark in plane_labels.blip_marks(frame, blips, ()))
    assert not re.search(r"(?<![LMH] )Spruce", drawn)
    assert "Spruce" in drawn
    named = re.findall(r"(\d)▾([LMH])", drawn) + [
        (n, level) for level, n in re.findall(r"([LMH]) Spruce (\d)▾", drawn)
    ]
    assert set(named) == {(str(plane.number + 1), plane.altitude) for plane in planes}
