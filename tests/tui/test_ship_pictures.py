"""The side view of the ship on the menu."""

from __future__ import annotations

import pytest

from picket_duty.figures.dot_glyphs import BITS
from picket_duty.text.styled_text import text_of
from picket_duty.tui.glyphs import ASCII, CONSOLE, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.ship_pictures import side_view
from tests.tui.conftest import TABLES

FLETCHER = TABLES.plan_of("fletcher")
assert FLETCHER is not None
SIDE = FLETCHER.side
assert SIDE is not None
#: The first of the characters with dots.
BRAILLE = 0x2800


@pytest.mark.parametrize("size", [(76, 7), (116, 13), (156, 19), (40, 19), (10, 2)])
def test_the_ship_is_as_large_as_its_size_allows(size: tuple[int, int]) -> None:
    width, height = size
    for glyphs in (UNICODE, ASCII, CONSOLE):
        lines = side_view(SIDE, width, height, glyphs)
        assert 1 < len(lines) <= height
        assert {length(line) for line in lines} == {length(lines[0])}
        assert length(lines[0]) <= width
        texts = [text_of(line) for line in lines]
        assert not glyphs.ascii or "".join(texts).isascii()
        *ship, sea = lines
        assert {span.style for span in sea if span.text.strip()} == {"sea"}
        assert {span.style for line in ship for span in line if span.text.strip()} == {"ship"}
        assert len(text_of(ship[-1]).strip()) > 0.9 * len(texts[0])


@pytest.mark.parametrize("size", [(76, 6), (76, 7)])
def test_the_top_of_the_mast_is_not_cut(size: tuple[int, int]) -> None:
    """The mast alone reaches the topmost row of dots, above the antenna."""
    top = text_of(side_view(SIDE, *size, UNICODE)[0])
    dots = [ord(cell) - BRAILLE & (BITS[0][0] | BITS[0][1]) for cell in top if ord(cell) >= BRAILLE]
    assert sum(bits.bit_count() for bits in dots) == 1


def test_the_ship_has_a_mast_a_director_and_two_stacks() -> None:
    lines = [text_of(line) for line in side_view(SIDE, 156, 19, ASCII)]
    thick = [sum(len(word.strip("|_-.o")) >= 5 for word in line.split()) for line in lines]
    assert thick[:7] == [0] * 7, "the mast stands alone"
    assert 3 in thick, "a row shows the director and both stacks"
    assert thick[-4:-1] == [1, 1, 1], "the hull is one"
