"""The page of an order played out twice: the order and doctrine's, and what followed each of them,
side by side.
"""

from __future__ import annotations

from picket_duty.analysis.played_twice import TwoLines
from picket_duty.pages.blocks import Grid, Heading, Page, Paragraph, Space, Text, styled
from picket_duty.pages.chance_moments import Moment
from picket_duty.pages.fire_plan import DIFFERS
from picket_duty.pages.luck_report import DOCTRINE, OPEN, margin_points
from picket_duty.text.english import count
from picket_duty.text.styled_text import line, safe
from picket_duty.text.turning_points import points_words
from picket_duty.text.two_lines import Row

#: The most rows of the table.
MOST_ROWS = 10
TITLE = "Two orders, the same dice"
SAME = "In this phase, both orders led to the same result."
#: How both games are played on, and what they show.
RULE = (
    "After this order, doctrine gives every order in both games, with the same dice. One pair of games "
    "proves nothing: the points come from many pairs."
)


def twice_page(lines: TwoLines, moment: Moment, most: int = MOST_ROWS) -> Page:
    """An order, judged as ``moment``, and what followed it and doctrine's in at most ``most``
    rows.
    """
    shown = _most_important(lines.differences, most - len(lines.end))
    # Without the guns that differ.
    given, _, _ = moment.words.partition(DIFFERS)
    doctrine, _, _ = moment.better.partition(DIFFERS)
    rows: list[tuple[Text, ...]] = [
        (row.about, row.given, row.doctrine) for row in (*shown, *lines.end)
    ]
    # The last row says how the game or stage ended.
    end = lines.end[-1]
    rows[-1] = tuple(line((cell, "strong")) for cell in (end.about, end.given, end.doctrine))
    page: Page = [
        Heading(line((TITLE, "title")), 3, aside=moment.where),
        Paragraph(line(("Your order: ", "title"), safe(given))),
        Paragraph(line((f"{DOCTRINE}: ", "title"), safe(doctrine))),
        Paragraph(_points_words(moment)),
        Space(),
        Grid(("", "your order", "doctrine's order"), tuple(rows)),
        Space(),
    ]
    if not lines.differences:
        page.append(Paragraph(SAME))
    return [*page, styled(_note(len(lines.differences) - len(shown)))]


def _points_words(moment: Moment) -> str:
    """What the order changed, with its margin of error."""
    if moment.is_open:
        return f"{OPEN}."
    margin = margin_points(moment.error)
    points = points_words(moment.points)
    return f"Your order changed your chance by {points} points (margin of error {margin})."


def _note(left_out: int) -> str:
    if not left_out:
        return RULE
    differences = count(left_out, "smaller difference")
    return f"{RULE} Not listed: {differences}."


def _most_important(rows: tuple[Row, ...], most: int) -> list[Row]:
    """As many rows as there is room for, those that matter most, in their order."""
    places = sorted(range(len(rows)), key=lambda place: rows[place].rank)[: max(0, most)]
    return [rows[place] for place in sorted(places)]
