"""Blocks of a page as lines, without a screen."""

import pytest

from picket_duty.figures.plots import bars
from picket_duty.pages.blocks import (
    BarChart,
    Columns,
    DayChart,
    Fields,
    Grid,
    Heading,
    Items,
    Paragraph,
    Space,
    Trace,
)
from picket_duty.text.styled_text import line, text_of
from picket_duty.tui.glyphs import ASCII
from picket_duty.tui.lines import cut, length
from picket_duty.tui.page_view import page_lines

TABLE = Grid(
    ("Ship", "Hull", "Captain"),
    (
        ("USS Bush", line(("2/6", "bad")), "Comdr. R. E. Westholm"),
        ("USS Luce", "6/6", "Comdr. J. W. Waterhouse"),
    ),
    right=(1,),
    optional=(2,),
)


def drawn(*blocks, width=40):
    return [text_of(spans) for spans in page_lines(blocks, width, ASCII)]


def test_a_table_leaves_out_its_optional_columns_on_a_narrow_screen_and_its_cells_break():
    assert drawn(TABLE, width=60)[:2] == [
        "Ship      Hull  Captain                ",
        "USS Bush   2/6  Comdr. R. E. Westholm  ",
    ]
    assert drawn(TABLE, width=30) == ["Ship      Hull", "USS Bush   2/6", "USS Luce   6/6"]
    assert ("2/6", "bad") in [
        (span.text, span.style) for spans in page_lines([TABLE], 60, ASCII) for span in spans
    ]
    broken = drawn(
        Grid(("No.", "What happened"), (("1", "a plane crashed amidships at noon"),)), width=20
    )
    assert [text.rstrip() for text in broken] == [
        "No.  What happened",
        "1    a plane crashed",
        "     amidships at",
        "     noon",
    ]


def test_labels_leave_out_what_is_empty_and_only_short_ones_have_a_column():
    assert drawn(
        Fields((("Ship", "hull 2"), ("Damage", ""), ("Stores", line(("fuel 3", "warn"))))), width=40
    ) == [
        "Ship    hull 2",
        "Stores  fuel 3",
    ]
    fields = Fields(
        (("Move", "1 of 27"), ("Japanese units that left", "2"), ("", "9 14")), "Totals"
    )
    head, *rows = drawn(fields, width=40)
    assert "Totals" in head
    assert len(head) == 40
    assert rows == [" Move  1 of 27", " Japanese units that left  2", " 9 14"]


def test_parts_stand_side_by_side_if_there_is_room_and_headings_have_a_line_before_them():
    parts = Columns(
        ((Paragraph("left"),), (Paragraph("right"),), (Paragraph("below"),)), 10, stretch=False
    )
    assert [text.rstrip() for text in drawn(parts, width=22)] == ["left        right", "", "below"]
    assert [text.rstrip() for text in drawn(parts, width=80)] == ["left        right       below"]
    assert [text.rstrip() for text in drawn(parts, width=12)] == ["left", "", "right", "", "below"]
    assert drawn(
        Heading("AWARDS", aside="6 April"), Paragraph("Two."), Heading("More", 3), width=20
    ) == [
        "AWARDS       6 April",
        "Two.",
        "",
        "More",
    ]


@pytest.mark.parametrize("width", [40, 78, 120])
def test_every_kind_of_block_fits_its_width(width):
    blocks = [
        Heading("A heading " * 8),
        Paragraph("An entry. " * 30, "log", "00 to 04"),
        Paragraph("R. J. Archer", "sign"),
        Items(("an item " * 20,)),
        Fields((("Label", "its text " * 20),)),
        TABLE,
        BarChart("Splashed", (("Zeke", 13), ("Val", 4))),
        DayChart(
            "Planes met", tuple((f"Apr {day}", day % 7) for day in range(1, 31)), 6, marks="." * 30
        ),
        Columns(((TABLE,), (Items(("an item " * 20,)),)), 38),
        bars("Credited", [("5in-1", 3)]),
        Trace("Rolls", ("a roll " * 30,)),
        Space(),
    ]
    lines = page_lines(blocks, width, ASCII)
    assert max(map(length, lines)) <= width
    assert lines[-1] == []


@pytest.mark.parametrize("width", range(3, 60))
def test_a_line_is_cut_after_a_word(width):
    spans = line(("USS Hunt  Mar 24, morning ", "plain"), (" hull 6/6  The Mini Campaign", "dim"))
    whole = text_of(spans)
    shown = text_of(cut(spans, width))
    kept = shown.removesuffix("..")
    assert len(shown) <= width
    assert whole.startswith(kept)
    assert (kept == shown) is (width >= len(whole))
    assert kept == shown or width < 20 or whole[len(kept) - 1] == " " or whole[len(kept)] == " "
