"""The side view of the ship: on the menu, and with what happened to her."""

from __future__ import annotations

import pytest

from picket_duty.facts import live_facts, sections_hit
from picket_duty.figures.dot_glyphs import BITS
from picket_duty.text.styled_text import text_of
from picket_duty.tui.glyphs import ASCII, CONSOLE, UNICODE, Glyphs
from picket_duty.tui.lines import length
from picket_duty.tui.side_view import INTACT, SideState, side_state, side_view
from tests.tui.conftest import TABLES
from tests.tui.saved import played

FLETCHER = TABLES.plan_of("fletcher")
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


def _drawn(state: SideState, glyphs: Glyphs = UNICODE) -> list[str]:
    return [text_of(line) for line in side_view(SIDE, 100, 10, glyphs, state)]


def _dots(state: SideState) -> int:
    """The number of dots of the ship."""
    lines = side_view(SIDE, 100, 10, UNICODE, state)
    return sum((ord(cell) - BRAILLE).bit_count() for line in lines for span in line if span.style == "ship"
               for cell in span.text if ord(cell) >= BRAILLE)  # fmt: skip


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, CONSOLE], ids=["unicode", "ascii", "console"])
@pytest.mark.parametrize("setup", [
    {"scenario": 3, "seed": seed, "level": level} for seed in range(1, 5) for level in ("basic", "advanced")
])  # fmt: skip
def test_a_ship_that_was_hit_is_never_drawn_untouched(setup: dict[str, int | str], glyphs: Glyphs) -> None:
    game = played(**setup)
    ship, days = game.state.ship, live_facts(game).days
    struck = sections_hit(days, ship)
    assert len(struck) == sum(not impact.near for day in days for phase in day.phases for impact in phase.impacts)
    state = side_state(ship, game.tables, struck)
    hurt = struck or ship.deck_fires or ship.fate or any(mount.destroyed for mount in ship.mounts.values())
    assert not hurt or _drawn(state, glyphs) != _drawn(INTACT, glyphs)


@pytest.mark.parametrize("item", [part.item for part in SIDE.parts])
def test_what_is_destroyed_is_not_drawn(item: str) -> None:
    assert _dots(SideState(missing=frozenset({item}))) < _dots(INTACT)


def test_a_fire_smokes_and_flooding_lowers_the_ship() -> None:
    fire = side_view(SIDE, 100, 10, UNICODE, SideState(fires=((95, 3),)))
    assert any(span.style == "dim" for line in fire for span in line)
    assert any(span.text == "***" and span.style == "bad" for line in fire for span in line)
    assert not any(span.style in ("dim", "bad") for line in side_view(SIDE, 100, 10, UNICODE) for span in line)
    assert _dots(SideState(flood=5)) < _dots(INTACT)
    by_stern, by_bow = (_drawn(SideState(flood=4, trim=trim))[-2] for trim in (4, -4))
    assert by_stern.rstrip() != by_bow.rstrip()
