"""The pages of a PDF: headings with their text, running heads, contents, one page for each action report."""

from __future__ import annotations

import pytest

pytest.importorskip("reportlab", reason="the extra 'paper' is not installed")

from picket_duty.reports import pdf_report
from picket_duty.reports.document import Document, Grid, Heading, Items, Paragraph
from picket_duty.reports.html import to_html
from picket_duty.reports.war_diary import ANNEX, diary_of, read_diary
from tests.saves.games import played


@pytest.fixture(scope="module")
def document() -> Document:
    """The diaries of a long campaign with their action reports."""
    return diary_of(read_diary(played("doctrine", campaign="long-a", level="advanced", seed=3)))


@pytest.fixture(scope="module")
def maker(document: Document) -> pdf_report._Maker:
    return pdf_report._Maker(document, True)


def text_of(row: pdf_report.Row) -> str:
    """The words of a row."""
    return " ".join(text for line in row.lines for text, _, _ in line)


def test_no_heading_is_the_last_line_of_a_page(document: Document, maker: pdf_report._Maker) -> None:
    headings = {block.text for block in document.blocks if isinstance(block, Heading)}
    for page in maker.pages:
        last = page.rows[-1][1]
        assert text_of(last) not in headings or last.lines[0][0][1] != pdf_report.BOLD


def test_the_lines_of_a_long_heading_do_not_overlap(maker: pdf_report._Maker) -> None:
    first, last = maker._heading(Heading("A long heading " * 5, 2)).rows
    assert first.height == first.leading == pytest.approx(1.2 * first.size)
    assert last.height > last.leading


def test_every_word_is_printed_above_the_foot_of_the_page(document: Document, maker: pdf_report._Maker) -> None:
    rows = [row for page in maker.pages for _, row in page.rows]
    words = " ".join(map(text_of, rows)).split()
    wanted = [
        word
        for block in document.blocks
        if isinstance(block, Paragraph)
        for word in f"{f'{block.lead}.' if block.lead else ''} {block.text}".split()
    ]
    remaining = iter(words)
    assert all(word in remaining for word in wanted)
    for page in maker.pages:
        top, last = page.rows[-1]
        assert top + last.height <= pdf_report.HEIGHT + 0.01


def test_each_action_report_has_a_page_of_its_own(document: Document, maker: pdf_report._Maker) -> None:
    reports = [block for block in document.blocks if isinstance(block, Heading) and block.ship]
    assert len(reports) > 10
    pages = [entry.page for entry in maker.entries if entry.level > 2]
    assert len(pages) == len(reports) == len(set(pages))
    assert pages == list(range(pages[0], len(maker.pages) + 1))


def test_the_first_page_is_full_of_contents_with_the_right_pages(maker: pdf_report._Maker) -> None:
    first = maker.pages[0]
    assert len(first.rows) > 10
    assert [row.target for _, row in first.rows if row.target >= 0] == list(range(len(maker.entries)))[
        : sum(row.target >= 0 for _, row in first.rows)
    ]
    for number, entry in enumerate(maker.entries):
        shown = [text_of(row) for _, row in maker.pages[entry.page - 1].rows if row.target == number]
        assert entry.text in shown


def test_the_running_head_names_ship_and_dates(maker: pdf_report._Maker) -> None:
    by_text = {entry.text: maker.pages[entry.page - 1] for entry in maker.entries}
    for text, page in by_text.items():
        if text != ANNEX:
            assert page.ship in text
            assert page.dates
    report = next(page for text, page in by_text.items() if text.startswith("1. "))
    assert report.dates[0].endswith(" 1945")


@pytest.mark.parametrize("lines", [2, 3, 4, 5])
def test_no_line_of_a_paragraph_is_alone_on_a_page(lines: int) -> None:
    long = Paragraph("word " * (22 * lines - 11))
    for above in range(60):
        blocks = (*[Paragraph("Above.")] * above, long)
        first, *others = pdf_report._Maker(Document("A", (Heading("B"), *blocks)), False).pages[1:]
        counts = [sum("word" in text_of(row) for _, row in page.rows) for page in (first, *others)]
        assert sum(counts) == lines
        assert 1 not in counts, f"{counts} lines, below {above} others"


def test_a_short_document_has_no_contents() -> None:
    document = Document("A diary", (Paragraph("Text."), Heading("A ship"), Items(("one", "two"))))
    maker = pdf_report._Maker(document, False)
    assert len(maker.pages) == 2
    assert b"/Count 2" in pdf_report.to_pdf(document)


def test_a_document_of_few_long_chapters_has_contents() -> None:
    chapters = tuple(block for _ in range(3) for block in (Heading("A ship"), *[Paragraph("word " * 900)] * 4))
    document = Document("A diary", chapters)
    assert len(pdf_report._Maker(document, False).pages) > 10
    assert pdf_report.to_pdf(document).count(b"/Subtype /Link") == 3
    short = Document("A diary", chapters[:2])
    assert b"/Subtype /Link" not in pdf_report.to_pdf(short)


def test_a_table_repeats_its_headings_and_a_wide_one_is_narrowed() -> None:
    rows = tuple((str(n), "many words that have no room in one line of a page " * 3) for n in range(60))
    maker = pdf_report._Maker(Document("A", (Grid(("Number", "Words"), rows),)), False)
    assert len(maker.pages) > 1
    assert all("Number" in " ".join(text_of(row) for _, row in page.rows) for page in maker.pages)
    for page in maker.pages:
        for _, row in page.rows:
            for line in row.lines:
                text, font, left = line[-1]
                assert left + pdf_report._width(text, font) * row.size <= pdf_report.WIDTH + 1


@pytest.mark.slow
def test_one_typeface_in_the_whole_document(document: Document) -> None:
    data = pdf_report.to_pdf(document)
    assert b"/BaseFont /Times-Roman" in data
    assert b"/BaseFont /Courier" not in data
    html = to_html(document)
    assert "sans-serif" not in html


def test_html_has_running_heads_and_contents(document: Document) -> None:
    html = to_html(document)
    assert html.count("@top-left") == html.count("<section")
    assert '@top-left{content:"USS Metcalf (DD-595)"}' in html
    assert html.count('<a href="#part-') == sum(
        isinstance(block, Heading) and (block.level == 2 or bool(block.ship)) for block in document.blocks
    )
    strange = to_html(Document("a", (Heading('</style>"\\', 2), Paragraph("x"))))
    assert strange.count("</style>") == 1
