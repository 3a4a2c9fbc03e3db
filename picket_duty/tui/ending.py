"""The last page of a game: the ship on the water or going down, what is told of her, and her deck as it was left."""

from __future__ import annotations

from collections.abc import Iterable

from picket_duty.book.ids import FLETCHER
from picket_duty.figures.marks import Figure
from picket_duty.game import Game
from picket_duty.reports.document import Block, Grid, Heading, Items, Paragraph
from picket_duty.reports.farewell import ending_blocks, lost_blocks, what_sank_her
from picket_duty.reports.plaintext import grid_lines
from picket_duty.rules.campaign import SUNK
from picket_duty.state import Ship
from picket_duty.tui.deck_plan import deck_plan
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import Line, Span, cut, joined, line, safe, wrap
from picket_duty.tui.side_view import side_view

#: Prose is broken at this width, however wide the page.
TEXT_WIDTH = 100
#: The picture takes this part of the page where that is enough to make something out, and no more than so many lines.
SHARE, LEAST_ROWS, MOST_ROWS = 4, 6, 11


def ending_lines(game: Game, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The page on a screen of so many rows; a low one has no picture at its top."""
    ship = game.state.ship
    lines = [*_picture(ship, width, height, glyphs), *page_lines(ending_blocks(game), min(width, TEXT_WIDTH))]
    deck = deck_plan(ship, game.tables, width, height, glyphs) if ship.mounts else []
    if deck:
        lost = ", who is lost" + what_sank_her(game) if ship.fate == SUNK else ""
        lines += [[], *wrap(line((f"Her deck at the end: {safe(ship.name + lost)}", "title")), width), *deck]
    return lines


def lost_lines(game: Game, ship: Ship, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """The last page of a ship that is lost while a campaign goes on."""
    return [*_picture(ship, width, height, glyphs), *page_lines(lost_blocks(game, ship), min(width, TEXT_WIDTH))]


def _picture(ship: Ship, width: int, height: int, glyphs: Glyphs) -> list[Line]:
    """A Fletcher afloat or going down, where the page is high enough."""
    rows = min(height // SHARE, MOST_ROWS)
    if ship.ship_class != FLETCHER or rows < LEAST_ROWS:
        return []
    return [*map(joined, side_view(min(width, TEXT_WIDTH), rows, glyphs, sinking=ship.fate == SUNK)), []]


def page_lines(blocks: Iterable[Block], width: int) -> list[Line]:
    """The parts of a report in prose as lines: headings, paragraphs, entries of the log, lists."""
    found: list[Line] = []
    for block in blocks:
        if isinstance(block, Heading):
            space: list[Line] = [[]] if found else []
            found += [*space, line((safe(block.text), "strong" if block.level < 3 else "title"))]
        elif isinstance(block, Paragraph) and block.kind == "sign":
            found.append(line((f"{safe(block.text):>{width}}", "dim")))
        elif isinstance(block, Paragraph):
            lead = [Span(f"{safe(block.lead)}. ", "strong")] if block.lead else []
            if lead and found and found[-1]:
                found.append([])
            found += wrap([*lead, Span(safe(block.text))], width, indent=4 if block.kind else 0)
        elif isinstance(block, Items):
            found += [row for text in block.lines for row in wrap(line(("- ", "dim"), safe(text)), width, 2)]
        elif isinstance(block, Grid):
            head, *rows = grid_lines(block, width)
            found += [line((head, "dim")), *(cut(line(row), width) for row in rows)]
        elif isinstance(block, Figure):
            found.append(line((safe(block.title), "dim")))
            found += [cut(line(safe(text)), width) for text in block.lines]
    return found
