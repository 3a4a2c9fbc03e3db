"""Figures in terminal cells: in braille, half blocks and ASCII; text over dots; what lies outside;
backgrounds.
"""

import pytest

from picket_duty.figures.cells import BLOCKS, BRAILLE, NEAREST, Cells
from picket_duty.figures.marks import END, MIDDLE, Circle, Polygon, Polyline, Rectangle, Words
from picket_duty.text.styled_text import Span, text_of
from tests.text_table import table_of


def drawn(width, height, look, *marks):
    cells = Cells(width, height, look)
    cells.draw(marks)
    return [text_of(line) for line in cells.lines()]


def test_a_dot_is_a_bit_of_its_braille_character():
    for x, y, character in table_of("""
        0 | 0 | ⠁
        1 | 0 | ⠈
        0 | 2 | ⠄
        0 | 3 | ⡀
        1 | 3 | ⢀
        """):
        cells = Cells(1, 1, BRAILLE)
        cells.dot(x, y, "key")
        assert cells.lines() == [[Span(character, "key")]]
        cells.dot(x, y, "key", lit=False)
        assert [text_of(line) for line in cells.lines()] == [" "]


def test_marks_outside_the_grid_are_clipped():
    cells = Cells(2, 1, BRAILLE)
    for x, y in table_of("""
        -1   | 0
        4    | 0
        0    | -1
        0    | 4
        1000 | 1000
        """):
        cells.dot(x, y, "key")
    cells.stroke((-50, -50), (-1, -40), "key")
    cells.stroke((-50, 0), (-1, 0), "key")
    cells.stroke((-50, -3), (50, -3), "key")
    assert [text_of(line) for line in cells.lines()] == ["  "]


LINE = Polyline(((0, 0), (5, 0)), "key")
SEA = Polyline(((0, 0), (11, 0)), "sea")
DRAWINGS = [
    ([LINE], 3, 2, BRAILLE, ["⠉⠉⠉", "   "]),
    ([LINE, Polygon(((2, 4), (3, 4), (3, 7), (2, 7)), "key")], 3, 2, BRAILLE, ["⠉⠉⠉", " ⣿ "]),
    ([Polyline(((0, 0), (5, 0)), "key", spacing=2)], 3, 1, BRAILLE, ["⠁⠁⠁"]),
    ([Polyline(((2, 0), (2, 7)), "key", character="o")], 3, 2, BRAILLE, [" o ", " o "]),
    ([Rectangle(0, 0, 3, 3, "key")], 2, 1, BRAILLE, ["⣿⣿"]),
    # Text over dots, from its anchor.
    ([SEA, Words(4, 0, "ab", "key")], 6, 1, BRAILLE, ["⠉⠉ab⠉⠉"]),
    ([SEA, Words(6, 0, "ab", "key", MIDDLE)], 6, 1, BRAILLE, ["⠉⠉ab⠉⠉"]),
    ([SEA, Words(8, 0, "ab", "key", END)], 6, 1, BRAILLE, ["⠉⠉ab⠉⠉"]),
    # Outside the grid.
    ([Polygon(((-10, -10), (50, -10), (50, 50), (-10, 50)), "key")], 2, 1, BRAILLE, ["⣿⣿"]),
    ([Words(6, 0, "abc", "key"), Words(0, 8, "abc", "key")], 4, 2, BRAILLE, ["   a", "    "]),
    # In ASCII the nearest character.
    *(
        ([Polyline(points, "key")], 1, 1, NEAREST, [character])
        for points, character in table_of(r"""
            ((0, 0), (1, 3)) | '\\'
            ((1, 0), (0, 3)) | /
            ((0, 3), (1, 3)) | _
            ((0, 0), (0, 3)) | '|'
            ((1, 0), (1, 3)) | '|'
            ((0, 1), (1, 1)) | -
            """)
    ),
    ([Polygon(((0, 0), (1, 0), (1, 3), (0, 3)), "key")], 1, 1, NEAREST, ["#"]),
    # On a console without braille, half blocks.
    (
        [
            Polygon(((0, 0), (3, 0), (3, 1), (0, 1)), "key"),
            Polygon(((2, 2), (5, 2), (5, 3), (2, 3)), "key"),
        ],
        4,
        1,
        BLOCKS,
        ["▀█▄ "],
    ),
]


@pytest.mark.parametrize(("marks", "width", "height", "look", "lines"), DRAWINGS)
def test_lines_areas_and_text(marks, width, height, look, lines):
    assert drawn(width, height, look, *marks) == lines


def test_a_horizontal_line_equals_its_dots():
    for right in range(3, 8):
        for left in range(4):
            cells = Cells(4, 1, BRAILLE)
            for x in range(left, right + 1):
                cells.dot(x, 1, "key")
            line = Polyline(((right, 1), (left, 1)), "key")
            assert drawn(4, 1, BRAILLE, line) == [text_of(line) for line in cells.lines()]


def test_a_circle_is_round():
    round_ = drawn(10, 5, BRAILLE, Circle(10, 10, 9, 9, "key"))
    assert round_[0].strip()
    assert round_[2][3:7] == "    "
    assert round_[2].strip() == round_[2]


def test_text_can_have_an_action():
    cells = Cells(4, 1, BRAILLE)
    cells.draw((Words(0, 0, "ab", "mark", action="screen.look"),))
    assert cells.lines() == [[Span("ab", "mark", "screen.look"), Span("  ")]]
    assert cells.is_blank(2, 0, 2)
    assert not cells.is_blank(1, 0, 2)
    assert not cells.is_blank(3, 0, 2)


def test_rows_on_which_nothing_is_drawn_are_those_of_the_background():
    under = Cells(10, 4, BRAILLE)
    under.draw((Polyline(((0, 0), (19, 15)), "sea"),))
    cells = Cells(10, 4, BRAILLE, under=under)
    cells.draw((Polyline(((0, 0), (19, 0)), "key"),))
    lines = cells.lines()
    assert lines[0] is not under.finished[0]
    assert all(
        line is finished for line, finished in zip(lines[1:], under.finished[1:], strict=True)
    )


def test_a_grid_can_be_overlaid_on_another():
    above = Cells(2, 1, BRAILLE)
    cells = Cells(2, 1, BRAILLE)
    above.draw((Polyline(((0, 0), (1, 0)), "ship"),))
    cells.draw((Polyline(((0, 3), (3, 3)), "sea"),))
    cells.overlay(above)
    assert cells.lines() == [[Span("⣉", "ship"), Span("⣀", "sea")]]
    cells.overlay(above, opaque=True)
    assert cells.lines() == [[Span("⠉", "ship"), Span("⣀", "sea")]]


def test_a_run_is_cleared_where_it_is_in_the_grid():
    for column, left in table_of("""
        -6 | 5
        -2 | 4
        1  | 2
        4  | 4
        9  | 5
        """):
        cells = Cells(5, 1, BRAILLE)
        cells.draw((Rectangle(0, 0, 10, 4, "plain"),))
        assert len(cells.dots) == 5
        full = sum(map(bool, cells.dots))
        cells.clear(column, 0, 3)
        assert len(cells.dots) == 5
        assert sum(map(bool, cells.dots)) == full - (5 - left)
