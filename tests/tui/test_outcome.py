"""The last page of a game: its picture, its text and the ship's decks, at every size."""

from __future__ import annotations

import pytest

from picket_duty.facts import live_facts, sections_hit
from picket_duty.rules.campaign import SUNK
from picket_duty.text.styled_text import text_of
from picket_duty.tui.glyphs import ASCII, UNICODE, Glyphs
from picket_duty.tui.lines import length
from picket_duty.tui.screens.outcome import ending_lines
from picket_duty.tui.ship_pictures import side_state, side_view
from tests.tui.saved import played


@pytest.mark.parametrize("glyphs", [UNICODE, ASCII], ids=["unicode", "ascii"])
@pytest.mark.parametrize("size", [(76, 21), (116, 37), (156, 47)])
def test_the_page_fits_its_width_and_ends_with_the_deck_plan(size: tuple[int, int], glyphs: Glyphs) -> None:
    game = played(scenario=3, seed=5)
    lines = ending_lines(game, *size, glyphs)
    assert all(length(line) <= size[0] for line in lines)
    texts = [text_of(line) for line in lines]
    assert any("Her service" in text for text in texts)
    assert any("Damage at the end" in text for text in texts)
    assert any("bridge" in text for text in texts[-16:])
    assert not glyphs.ascii or "".join(texts).isascii()


def test_a_low_page_has_no_picture_and_a_lost_ship_is_drawn_sinking() -> None:
    game = played(scenario=3, seed=5)
    plan = game.tables.plan_of("fletcher")
    assert plan is not None
    assert plan.side is not None
    heading = game.state.ship.name
    assert text_of(ending_lines(game, 76, 21, ASCII)[0]).startswith(heading)
    above = {}
    for fate in ("", SUNK):
        game.state.ship.fate = fate
        lines = [text_of(line) for line in ending_lines(game, 100, 37, ASCII)]
        at = next(row for row, text in enumerate(lines) if text.startswith(heading))
        picture = lines[: at - 1]
        struck = sections_hit(live_facts(game).days, game.state.ship)
        state = side_state(game.state.ship, game.tables, struck)
        assert picture == [text_of(line) for line in side_view(plan.side, 100, 9, ASCII, state)]
        above[fate] = picture
    width = len(above[""][-2].rstrip())
    assert "#" in above[""][-2][-10:], "afloat she floats from bow to stern"
    assert not above[SUNK][-2][width * 3 // 4 :].strip(), "going down, her stern is under water"
