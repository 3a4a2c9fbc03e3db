"""Drawings: the ship and where she was struck, days as bars and lines, the calendar."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape
from typing import NamedTuple

from picket_duty.dice import number_of
from picket_duty.facts import Blow
from picket_duty.reports.document import Drawing
from picket_duty.rules.damage import side_of
from picket_duty.state import PORT, STARBOARD

#: Where the sections of the ship end, in hundredths of her length from the bow.
SECTION_ENDS = {"forward": (6, 36), "midship": (38, 66), "aft": (68, 96)}
#: Width of the text drawing, in signs.
DECK = 66
FULL = "#"
#: The text drawing of a curve: signs across and lines down; dice that raise and lower it or leave it, and orders.
ACROSS, DOWN = 64, 10
UP, DOWNWARD, LEVEL, ORDERED = "/", "\\", "-", "o"


class Leg(NamedTuple):
    """A piece of a curve over the answers of a game, heights from 0 to 1; ``order`` marks what an order did."""

    x: float
    y: float
    to_x: float
    to_y: float
    order: bool


class Mark:
    """A place where the ship was struck: along her length in hundredths, and the side, -1 port to 1 starboard."""

    def __init__(self, blow: Blow) -> None:
        first, last = SECTION_ENDS[blow.part]
        # The chart names a place; the same place of a section is always drawn at the same spot.
        self.along = first + number_of(f"{blow.part} {blow.place}") % (last - first + 1)
        self.side = {PORT: -1, STARBOARD: 1}.get(side_of(blow.bearing), 0)
        self.label = str(blow.number)
        self.words = f"{blow.number}: {blow.type}, {blow.place or blow.outcome}"


def struck_ship(ship: str, blows: Iterable[Blow]) -> Drawing:
    """The ship from above with the numbers of what struck her; a blow of which no section is told is left out."""
    marks = [Mark(blow) for blow in blows if blow.number and blow.part]
    return Drawing(f"{ship}: where she was struck", _ship_svg(ship, marks), _ship_lines(marks))


def _ship_svg(ship: str, marks: Sequence[Mark]) -> str:
    gun = "".join(
        f'<circle cx="{x}" cy="60" r="9" class="gun"/><path d="M{x} 60h{reach}" class="barrel"/>'
        for x, reach in ((110, -26), (165, -26), (560, 26), (620, 26), (680, 26))
    )
    stacks = "".join(f'<ellipse cx="{x}" cy="60" rx="17" ry="10" class="stack"/>' for x in (345, 425))
    houses = '<rect x="205" y="42" width="95" height="36" rx="6" class="house"/>'
    lines = "".join(f'<path d="M{x} 22v76" class="bulkhead"/>' for x in (310, 540))
    names = "".join(
        f'<text x="{x}" y="130" class="name">{name}</text>'
        for x, name in ((180, "forward"), (425, "midship"), (650, "aft"))
    )
    struck = "".join(
        f'<g><title>{escape(mark.words)}</title><circle cx="{20 + mark.along * 7.6:.0f}" cy="{60 + mark.side * 26}" '
        f'r="16" class="hit"/><text x="{20 + mark.along * 7.6:.0f}" y="{67 + mark.side * 26}" class="number">'
        f"{escape(mark.label)}</text></g>"
        for mark in marks
    )
    return (
        f'<svg viewBox="0 0 800 140" role="img" aria-label="{escape(ship, quote=True)} from above, '
        f'{len(marks)} places struck">'
        '<path d="M20 60Q90 18 230 16H700Q775 22 780 60Q775 98 700 104H230Q90 102 20 60Z" class="hull"/>'
        f"{houses}{stacks}{gun}{lines}{names}{struck}</svg>"
    )


def _ship_lines(marks: Sequence[Mark]) -> tuple[str, ...]:
    rows = {-1: [" "] * (DECK + 6), 0: list(_deck()), 1: [" "] * (DECK + 6)}
    for mark in marks:
        row = rows[mark.side]
        at = 3 + mark.along * (DECK - 1) // 100
        text = f"*{mark.label}"
        while at < DECK and any(sign in "*0123456789" for sign in row[at : at + len(text) + 1]) and "*" in row[at:]:
            at += 1
        row[at : at + len(text)] = text
    deck = "".join(rows[0]).rstrip()
    return (
        "port      " + "".join(rows[-1]).rstrip(),
        "bow       " + deck,
        "starboard " + "".join(rows[1]).rstrip(),
        "          " + "   forward".ljust(27) + "midship".ljust(21) + "aft",
    )


def _deck() -> str:
    body = ["="] * DECK
    for place, sign in ((8, "o"), (13, "o"), (22, "A"), (30, "U"), (37, "U"), (48, "o"), (53, "o"), (58, "o")):
        body[place] = sign
    return " <" + "".join(body) + ">   "


def bars(title: str, values: Sequence[tuple[str, int]], width: int = 30) -> Drawing:
    """Values as bars, one below another."""
    most = max((value for _, value in values), default=0) or 1
    longest = max((len(name) for name, _ in values), default=0)
    lines = tuple(
        f"{name:<{longest}} {FULL * round(value * width / most)}{' ' if value else ''}{value}" for name, value in values
    )
    rows = "".join(
        f'<text x="118" y="{18 + place * 22}" class="label">{escape(name)}</text>'
        f'<rect x="124" y="{5 + place * 22}" width="{value * 310 / most:.0f}" height="16" class="bar"/>'
        f'<text x="{130 + value * 310 / most:.0f}" y="{18 + place * 22}" class="value">{value}</text>'
        for place, (name, value) in enumerate(values)
    )
    box = f'viewBox="0 0 480 {10 + 22 * len(values)}" role="img" aria-label="{escape(title, quote=True)}"'
    return Drawing(title, f"<svg {box}>{rows}</svg>", lines)


def columns(title: str, days: Sequence[tuple[str, int]], most: int = 0) -> Drawing:
    """One number a day as columns along the calendar; in text a row of digits with its scale."""
    most = most or max((value for _, value in days), default=0) or 1
    width = 446 / max(len(days), 1)
    drawn = "".join(
        f'<rect x="{30 + place * width:.1f}" y="{110 - value * 100 / most:.1f}" width="{max(width * 0.85, 0.8):.1f}" '
        f'height="{value * 100 / most:.1f}" class="bar"><title>{escape(day)}: {value}</title></rect>'
        for place, (day, value) in enumerate(days)
    )
    first, last = (days[0][0], days[-1][0]) if days else ("", "")
    svg = (
        f'<svg viewBox="0 0 480 130" role="img" aria-label="{escape(title, quote=True)}">'
        f'<path d="M28 8v102h450" class="axis"/><text x="24" y="18" class="label">{most}</text>'
        f'<text x="24" y="112" class="label">0</text>{drawn}'
        f'<text x="30" y="126" class="value">{escape(first)}</text>'
        f'<text x="476" y="126" class="label">{escape(last)}</text></svg>'
    )
    lines = [f"{day} {FULL * round(value * 40 / most)}{' ' if value else ''}{value}" for day, value in days]
    return Drawing(title, svg, tuple(lines))


def course(title: str, legs: Sequence[Leg], marks: Sequence[tuple[float, float, str]]) -> Drawing:
    """A curve from 0 to 100 %: dice as a line, orders as bars with a knob, marks by their numbers."""
    end = max((leg.to_x for leg in legs), default=1.0) or 1.0
    return Drawing(title, _course_svg(title, legs, marks, end), tuple(_course_lines(legs, marks, end)))


def _course_svg(title: str, legs: Sequence[Leg], marks: Sequence[tuple[float, float, str]], end: float) -> str:
    def at(x: float, y: float) -> tuple[str, str]:
        return f"{44 + x * 740 / end:.1f}", f"{210 - y * 196:.1f}"

    drawn = []
    for leg in legs:
        (x, y), (to_x, to_y) = at(leg.x, leg.y), at(leg.to_x, leg.to_y)
        if leg.order:
            drawn.append(f'<path d="M{x} {y}V{to_y}" class="order"/><circle cx="{x}" cy="{to_y}" r="4" class="knob"/>')
        else:
            drawn.append(f'<path d="M{x} {y}L{to_x} {to_y}" class="dice"/>')
    for number, (place, height, words) in enumerate(marks, 1):
        x, y = at(place, height)
        drawn.append(
            f'<g><title>{escape(words)}</title><circle cx="{x}" cy="{y}" r="10" class="moment"/>'
            f'<text x="{x}" y="{float(y) + 4.5:.1f}" class="mark">{number}</text></g>'
        )
    scale = "".join(
        f'<path d="M44 {210 - 1.96 * share:.0f}h740" class="grid"/>'
        f'<text x="38" y="{214 - 1.96 * share:.0f}" class="label">{share}</text>'
        for share in (0, 50, 100)
    )
    key = (
        '<path d="M44 232h24" class="dice"/><text x="74" y="236" class="value">dice</text>'
        '<path d="M124 224v14" class="order"/><circle cx="124" cy="224" r="4" class="knob"/>'
        '<text x="134" y="236" class="value">your orders</text>'
    )
    label = escape(title, quote=True)
    return f'<svg viewBox="0 0 800 244" role="img" aria-label="{label}">{scale}{"".join(drawn)}{key}</svg>'


def _course_lines(legs: Sequence[Leg], marks: Sequence[tuple[float, float, str]], end: float) -> list[str]:
    """A sign for each place across, steep legs as columns of signs; then what the signs are."""
    cells = [[" "] * (ACROSS + 1) for _ in range(DOWN + 1)]

    def row(height: float) -> int:
        return DOWN - round(height * DOWN)

    for leg in sorted(legs, key=lambda leg: leg.order):
        first, last = round(leg.x * ACROSS / end), round(leg.to_x * ACROSS / end)
        for column in range(first, last + 1):
            share, to_share = ((column + side - first) / (last - first) if last > first else side for side in (0, 1))
            begin, stop = (leg.y + (leg.to_y - leg.y) * min(1.0, part) for part in (share, to_share))
            rows = sorted((row(begin), row(stop)))
            for place in range(rows[0], rows[1] + 1):
                cells[place][column] = ORDERED if leg.order else _sign(rows, leg.to_y - leg.y)
    for number, (place_x, height, _) in enumerate(marks, 1):
        cells[row(height)][round(place_x * ACROSS / end)] = str(number)
    scale = {0: "100", DOWN // 2: " 50", DOWN: "  0"}
    drawn = [f"{scale.get(place, '   ')} |{''.join(signs).rstrip()}" for place, signs in enumerate(cells)]
    return [*drawn, f"    {LEVEL * ACROSS}", f"    {UP} {DOWNWARD} {LEVEL} dice   {ORDERED} your orders   1-5 below"]


def _sign(rows: Sequence[int], rise: float) -> str:
    return LEVEL if rows[0] == rows[1] else UP if rise > 0 else DOWNWARD
