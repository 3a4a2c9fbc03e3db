"""The ship from the side: at every size, in every state, in ASCII."""

import pytest

from picket_duty.facts import facts_of, sections_hit
from picket_duty.figures.cells import BITS
from picket_duty.text.styled_text import text_of as line_text
from picket_duty.tui import side_view
from picket_duty.tui.glyphs import ASCII, CONSOLE, UNICODE
from picket_duty.tui.lines import length
from tests.games import TABLES
from tests.tui.games import played

SIDE = TABLES.plan_of("fletcher").side
#: The first of the characters with dots.
BRAILLE = 0x2800


@pytest.mark.parametrize("size", [(76, 7), (116, 13), (156, 19), (40, 19), (10, 2)])
def test_the_ship_is_as_large_as_its_size_allows(size):
    width, height = size
    for glyphs in (UNICODE, ASCII, CONSOLE):
        lines = side_view.side_view(SIDE, width, height, glyphs)
        assert 1 < len(lines) <= height
        assert {length(line) for line in lines} == {length(lines[0])}
        assert length(lines[0]) <= width
        texts = [line_text(line) for line in lines]
        assert not glyphs.ascii or "".join(texts).isascii()
        *ship, sea = lines
        assert {span.style for span in sea if span.text.strip()} == {"sea"}
        assert {span.style for line in ship for span in line if span.text.strip()} == {"ship"}
        assert len(line_text(ship[-1]).strip()) > 0.9 * len(texts[0])


@pytest.mark.parametrize("size", [(76, 6), (76, 7)])
def test_the_top_of_the_mast_is_not_cut(size):
    """The mast alone reaches the topmost row of dots, above the antenna."""
    top = line_text(side_view.side_view(SIDE, *size, UNICODE)[0])
    dots = [ord(cell) - BRAILLE & (BITS[0][0] | BITS[0][1]) for cell in top if ord(cell) >= BRAILLE]
    assert sum(bits.bit_count() for bits in dots) == 1


def _drawn(state, glyphs=UNICODE):
    return [line_text(line) for line in side_view.side_view(SIDE, 100, 10, glyphs, state)]


def _dots(state):
    lines = side_view.side_view(SIDE, 100, 10, UNICODE, state)
    return sum(
        (ord(cell) - BRAILLE).bit_count()
        for line in lines
        for span in line
        if span.style == "ship"
        for cell in span.text
        if ord(cell) >= BRAILLE
    )


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII, CONSOLE], ids=["unicode", "ascii", "console"])
@pytest.mark.parametrize(
    "setup",
    [
        {"scenario": 3, "seed": seed, "level": level}
        for seed in range(1, 5)
        for level in ("basic", "advanced")
    ],
)
def test_a_ship_that_was_hit_is_never_drawn_untouched(setup, glyphs):
    game = played(**setup)
    ship = game.state.ship
    days = facts_of(game).days
    struck = sections_hit(days, ship)
    assert len(struck) == sum(
        not impact.near for day in days for phase in day.phases for impact in phase.impacts
    )
    hurt = (
        struck
        or ship.deck_fires
        or ship.fate
        or any(mount.destroyed for mount in ship.mounts.values())
    )
    assert not hurt or _drawn(side_view.side_state(ship, game.tables, struck), glyphs) != _drawn(
        side_view.INTACT, glyphs
    )


@pytest.mark.parametrize("item", [part.item for part in SIDE.parts])
def test_what_is_destroyed_is_not_drawn_a_fire_smokes_and_flooding_lowers_the_ship(item):
    assert _dots(side_view.SideState(missing=frozenset({item}))) < _dots(side_view.INTACT)
    fire = side_view.side_view(SIDE, 100, 10, UNICODE, side_view.SideState(fires=((95, 3),)))
    assert any(span.style == "dim" for line in fire for span in line)
    assert any(span.text == "***" and span.style == "bad" for line in fire for span in line)
    assert not any(
        span.style in ("dim", "bad")
        for line in side_view.side_view(SIDE, 100, 10, UNICODE)
        for span in line
    )
    assert _dots(side_view.SideState(flood=5)) < _dots(side_view.INTACT)
    by_stern, by_bow = (_drawn(side_view.SideState(flood=4, trim=trim))[-2] for trim in (4, -4))
    assert by_stern.rstrip() != by_bow.rstrip()
