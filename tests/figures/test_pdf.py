"""Figures as PDF: every mark, the same bytes for the same figures, text that its fonts lack."""

import re
import zlib
from base64 import a85decode

import pytest

pytest.importorskip("reportlab", reason="the extra 'paper' is not installed")

from picket_duty.figures import pdf
from picket_duty.figures.marks import FORM, MIDDLE, START, Figure, Rectangle, Words
from tests.figures.pictures import MARKS, PLOT, STRANGE


def drawn(*figures):
    streams = re.findall(rb"stream\r?\n(.*?)endstream", pdf.pages(figures), re.DOTALL)
    return [
        zlib.decompress(a85decode(stream.strip().removesuffix(b"~>"))).decode("latin-1")
        for stream in streams
    ]


def test_each_figure_is_a_page_and_each_mark_is_drawn():
    (page,) = drawn(Figure(STRANGE, 100, 80, MARKS, PLOT))
    operators = re.findall(r"(?<= )(re|c|l|m|Tj)(?= |$)", page.replace("\n", " "))
    assert operators.count("re") == 1
    assert operators.count("Tj") == 1
    assert operators.count("c") == 4, "a circle is four curves"
    assert operators.count("m") >= 4
    figures = [Figure(name, 100, 80, MARKS, PLOT) for name in "abc"]
    assert len(drawn(*figures)) == 3
    assert pdf.pages(figures) == pdf.pages(figures)
    assert pdf.pages([]).startswith(b"%PDF")


def test_a_page_is_measured_from_its_foot_in_millimeters():
    box = Rectangle(10, 20, 30, 40, "box", crossed=True)
    (page,) = drawn(Figure("a", 210, 297, (box,), FORM, unit="mm"))
    assert "2.834646 0 0 2.834646 0 0 cm" in page
    assert re.search(r"10 237 30 40 re B", page)
    assert "10 277 m 40 237 l" in " ".join(page.split())
    assert "10 237 m 40 277 l" in " ".join(page.split())
    assert b"/MediaBox [ 0 0 595.2756 841.8898 ]" in pdf.pages([Figure("a", 210, 297, (), FORM)])


def test_text_is_set_from_its_anchor_in_its_size():
    for anchor in (START, MIDDLE):
        (page,) = drawn(
            Figure("a", 100, 100, (Words(50, 10, "iii", "bold", anchor, 4),), FORM, unit="mm")
        )
        place = re.search(r"1 0 0 1 ([\d.]+) 90 Tm", page)
        assert (float(place[1]) == 50) == (anchor == START)
        assert re.search(r"/F\d 4 Tf", page)


def test_characters_missing_in_the_fonts_become_question_marks():
    assert pdf.encodable("Мир, façade \x1b") == "???, façade \\x1b"
