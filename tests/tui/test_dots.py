"""The canvas of dots, and the ship that the menu draws on it."""

from __future__ import annotations

import pytest

from picket_duty.text.spans import text_of
from picket_duty.tui.dots import Bitmap
from picket_duty.tui.glyphs import ASCII, BLOCKS, CONSOLE, NEAREST, SINGLE, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.side_view import side_view


def test_a_dot_is_a_bit_of_its_braille_sign() -> None:
    for x, y, sign in ((0, 0, "⠁"), (1, 0, "⠈"), (0, 2, "⠄"), (0, 3, "⡀"), (1, 3, "⢀")):
        dots = Bitmap(1, 1)
        dots.dot(x, y)
        assert dots.texts(SINGLE) == [sign]
        dots.dot(x, y, lit=False)
        assert dots.texts(SINGLE) == [" "]


def test_what_lies_outside_is_left_out() -> None:
    dots = Bitmap(2, 1)
    for x, y in ((-1, 0), (4, 0), (0, -1), (0, 4), (1000, 1000)):
        dots.dot(x, y)
    dots.stroke([(-50, -50), (-1, -40)])
    assert dots.texts(SINGLE) == ["  "]
    dots.fill([(-10, -10), (50, -10), (50, 50), (-10, 50)])
    assert dots.texts(SINGLE) == ["⣿⣿"]


def test_strokes_and_fills() -> None:
    dots = Bitmap(3, 2)
    dots.stroke([(0, 0), (5, 0)])
    assert dots.texts(SINGLE) == ["⠉⠉⠉", "   "]
    dots.fill([(2, 4), (3, 4), (3, 7), (2, 7)])
    assert dots.texts(SINGLE) == ["⠉⠉⠉", " ⣿ "]


def test_in_ascii_the_nearest_sign_stands_for_a_cell() -> None:
    for points, sign in (
        ([(0, 0), (1, 3)], "\\"),
        ([(1, 0), (0, 3)], "/"),
        ([(0, 3), (1, 3)], "_"),
        ([(0, 0), (0, 3)], "|"),
        ([(1, 0), (1, 3)], "|"),
        ([(0, 1), (1, 1)], "-"),
    ):
        dots = Bitmap(1, 1)
        dots.stroke(points)
        assert dots.texts(NEAREST) == [sign]
    dots.fill([(0, 0), (1, 0), (1, 3), (0, 3)])
    assert dots.texts(NEAREST) == ["#"]


def test_a_console_without_braille_shows_half_blocks() -> None:
    dots = Bitmap(4, 1)
    dots.fill([(0, 0), (3, 0), (3, 1), (0, 1)])
    dots.fill([(2, 2), (5, 2), (5, 3), (2, 3)])
    assert dots.texts(BLOCKS) == ["▀█▄ "]


@pytest.mark.parametrize("size", [(76, 7), (116, 13), (156, 19), (40, 19), (10, 2)])
def test_the_ship_is_as_large_as_her_room(size: tuple[int, int]) -> None:
    width, height = size
    for glyphs in (UNICODE, ASCII, CONSOLE):
        lines = side_view(width, height, glyphs)
        assert 1 < len(lines) <= height
        assert {length(line) for line in lines} == {length(lines[0])}
        assert length(lines[0]) <= width
        texts = [text_of(line) for line in lines]
        assert not glyphs.ascii or "".join(texts).isascii()
        *ship, sea = lines
        assert {span.style for span in sea if span.text.strip()} == {"sea"}
        assert {span.style for line in ship for span in line if span.text.strip()} == {"ship"}
        assert len(text_of(ship[-1]).strip()) > 0.9 * len(texts[0])


def test_the_ship_has_a_mast_a_director_and_two_stacks() -> None:
    lines = [text_of(line) for line in side_view(156, 19, ASCII)]
    thick = [sum(len(word.strip("|_-.o")) >= 5 for word in line.split()) for line in lines]
    assert thick[:7] == [0] * 7, "the mast stands alone"
    assert 3 in thick, "a row shows the director and both stacks"
    assert thick[-4:-1] == [1, 1, 1], "the hull is one"
