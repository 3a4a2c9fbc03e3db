"""Figures as SVG: every mark and style, text that could break out, files and elements, graphs."""

import re
from xml.etree import ElementTree

import pytest

from picket_duty.figures import marks, svg
from picket_duty.figures.curves import Leg, NumberedPoint, curve
from picket_duty.figures.plots import bars, columns
from tests.figures.pictures import MARKS, PLOT, STRANGE
from tests.games import of_kind

SPACE = "{http://www.w3.org/2000/svg}"


def elements(figure):
    return list(ElementTree.fromstring(svg.file(figure)))[3:]


def test_each_mark_is_an_element():
    drawn = elements(marks.Figure(STRANGE, 100, 80, MARKS, PLOT))
    tags = [element.tag.removeprefix(SPACE) for element in drawn]
    assert tags == ["polyline", "polyline", "polygon", "rect", "ellipse", "text"]
    line, dotted, area, box, circle, text = drawn
    assert line.attrib == {"points": "0,0 10,5.12", "class": "line"}
    assert dotted.get("stroke-dasharray") == "1 3"
    assert area.get("points") == "0,0 10,0 5,5"
    assert box.attrib == {"x": "1", "y": "2", "width": "3", "height": "4", "class": "bar"}
    assert box[0].text == '<b>"&\\x1b'
    assert circle.attrib == {"cx": "20", "cy": "21", "rx": "5", "ry": "4", "class": "text"}
    assert text.attrib == {
        "x": "30",
        "y": "31",
        "class": "text",
        "text-anchor": "end",
        "style": "font-size:7.5px",
    }
    assert "".join(text.itertext()) == 'tip<b>"&\\x1b'


def test_a_box_is_crossed_by_two_lines():
    box, *lines = elements(
        marks.Figure(
            "", 10, 10, (marks.Rectangle(1, 1, 4, 2, "box", crossed=True),), marks.FORM, unit="mm"
        )
    )
    assert box.get("class") == "box"
    assert [line.get("points") for line in lines] == ["1,1 5,3", "1,3 5,1"]


def test_the_strong_lines_of_a_form_are_the_thicker_ones():
    styles = marks.FORM.styles
    pairs = [(name, f"strong-{name}") for name in styles if f"strong-{name}" in styles]
    assert len(pairs) == 3
    for plain, strong in pairs:
        assert 0 < 2 * styles[plain].width < styles[strong].width


def test_a_file_has_its_size_and_an_element_its_label():
    figure = marks.Figure("a", 21, 29.75, (), marks.FORM, label='the "a"', unit="mm")
    root = ElementTree.fromstring(svg.file(figure))
    assert (root.get("width"), root.get("height"), root.get("viewBox")) == (
        "21mm",
        "29.75mm",
        "0 0 21 29.75",
    )
    element = ElementTree.fromstring(svg.element(figure))
    assert element.get("aria-label") == 'the "a"'
    assert (
        ElementTree.fromstring(svg.element(marks.Figure("a", 1, 1, (), marks.FORM))).get(
            "aria-label"
        )
        == "a"
    )
    assert svg.file(figure) == svg.file(figure)


def test_the_css_has_every_style_in_colors_of_the_palette():
    for sheet in [marks.FORM, PLOT, marks.REPORT]:
        css = svg.css(sheet, sheet.palette)
        assert re.findall(r"\.([\w-]+)\{", css) == list(sheet.styles)
        for name, style in sheet.styles.items():
            rule = re.search(rf"\.{name}\{{([^}}]*)\}}", css)
            assert f"fill:{sheet.palette[style.fill] if style.fill else 'none'}" in rule[1]
            assert ("stroke:" in rule[1]) == bool(style.stroke)
            assert ("bold" in rule[1]) == style.bold
            assert ("dasharray" in rule[1]) == bool(style.dash)
        assert "var(--ink)" in svg.css(marks.REPORT, marks.PAGE_PALETTE)


def test_graphs_lie_within_their_figure_and_have_text():
    for figure in [
        bars("bars", [("Zeke", 3), ("Val", 0)]),
        bars("none", []),
        columns("days", [("1 Apr", 2), ("2 Apr", 0)]),
        columns("none", []),
        columns("full", [("1 Apr", 2)], 10),
        curve(
            "curve",
            [Leg(0, 0.5, 10, 1.0, False), Leg(10, 1.0, 10, 0.0, True)],
            [NumberedPoint(10, 0.0, "late")],
        ),
        curve("none", [], []),
    ]:
        root = ElementTree.fromstring(svg.element(figure))
        assert {part.get("class") for part in root.iter() if part.get("class")} <= set(
            marks.REPORT.styles
        )
        for mark in figure.marks:
            points = (
                mark.points
                if isinstance(mark, marks.Polyline | marks.Polygon)
                else ((mark.x, mark.y),)
            )
            assert all(0 <= x <= figure.width and 0 <= y <= figure.height for x, y in points), mark
        assert figure.lines or figure.title == "none"


def test_a_scale_makes_columns_lower():
    def first(most):
        (drawn,) = of_kind(columns("a", [("1 Apr", 2)], most).marks, marks.Rectangle)
        return drawn.height

    assert first(0) == 100
    assert first(10) == 20


def test_columns_are_as_high_as_their_values_and_stand_at_equal_distances():
    days = [("1 Apr", 1), ("2 Apr", 2), ("3 Apr", 4)]
    bars = of_kind(columns("a", days).marks, marks.Rectangle)
    assert [(bar.height, bar.y + bar.height) for bar in bars] == [(25, 110), (50, 110), (100, 110)]
    assert bars[2].x - bars[1].x == pytest.approx(bars[1].x - bars[0].x)
    assert all(0 < bar.width < bars[1].x - bars[0].x for bar in bars)
    assert [bar.title for bar in bars] == ["1 Apr: 1", "2 Apr: 2", "3 Apr: 4"]
