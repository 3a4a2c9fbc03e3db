"""Pictures as text, for a golden file: the marks of figures, and what is drawn on the pages of a PDF."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterator
from typing import Any

from reportlab.lib.colors import Color

from picket_duty.book.tables import Tables
from picket_duty.figures import svg
from picket_duty.figures.graphs import Leg, Moment, bars, columns, curve
from picket_duty.figures.marks import Figure
from picket_duty.figures.ship_plan import Hit, damaged_ship
from picket_duty.game import Game
from picket_duty.reports import pdf_report
from picket_duty.reports.war_diary import diary_of, read_diary
from picket_duty.state import PORT, SECTIONS, STARBOARD

#: Pages of the PDF that are listed call by call; a checksum stands for each of the others.
LISTED_PAGES = (1, 2, 3)


def picture_lines(game: Game) -> list[str]:
    """The figures, and the war diary of a game as a PDF."""
    return [*figure_lines(game.tables), *pdf_lines(game)]


def figure_lines(tables: Tables) -> Iterator[str]:
    """The ships with hits and the graphs: size, text form, marks and the SVG file of each."""
    for ship_class in tables.ships:
        yield from _figure(damaged_ship(ship_class, "USS Evans", tables, ship_class, _hits()))
    yield from _figure(bars("bars", [("Zeke", 13), ("Val", 4), ("Betty with Ohka", 0)]))
    yield from _figure(columns("columns", [(f"{day} Apr", day * 5 % 7) for day in range(1, 13)]))
    yield from _figure(columns("columns to a scale of 12", [("1 Apr", 2), ("2 Apr", 7)], 12))
    legs = [Leg(0, 0.5, 10, 1.0, False), Leg(10, 1.0, 10, 0.25, True), Leg(10, 0.25, 30, 0.0, False)]
    yield from _figure(curve("curve", legs, [Moment(10, 0.25, "late"), Moment(30, 0.0, "sunk")]))


def _hits() -> list[Hit]:
    """A hit on each side of each section, twice at the same place, and two at items of the ship."""
    places = [(section, side) for section in SECTIONS for side in (STARBOARD, "", PORT)]
    at_places = [Hit(str(number), section, side, "Laundry Hit") for number, (section, side) in enumerate(places * 2, 3)]
    rooms = [Hit("1", "midship", PORT, "FWD Fire Room Hit", ("fire-room-fwd",), "1: Zeke, FWD Fire Room Hit")]
    guns = [Hit("2", "forward", "", "5-inch Mount 1 Hit", ("deck fire", "5in-1"))]
    return [*rooms, *guns, *at_places]


def _figure(figure: Figure) -> Iterator[str]:
    drawing = hashlib.sha256(svg.file(figure).encode()).hexdigest()[:16]
    yield f"== {figure.title}: {figure.width:g} by {figure.height:g}, drawing {drawing}"
    yield from figure.lines
    yield from map(str, figure.marks)


class Recorder:
    """A canvas that writes down what is drawn on it."""

    def __init__(self) -> None:
        self.pages: list[list[str]] = [[]]

    def __getattr__(self, name: str) -> Callable[..., Any]:
        def record(*given: object, **named: object) -> Recorder:
            if name == "showPage":
                self.pages.append([])
            else:
                words = [_rounded(value) for value in given]
                words += [f"{key}={_rounded(value)}" for key, value in named.items()]
                self.pages[-1].append(f"{name}({', '.join(words)})")
            return self

        return record

    def __str__(self) -> str:
        return "the canvas"


def _rounded(value: object) -> str:
    if isinstance(value, Color):
        return str(value.hexval())
    return f"{value:.2f}" if isinstance(value, float) else str(value)


def pdf_lines(game: Game) -> Iterator[str]:
    """The calls that draw the pages of a war diary with its contents."""
    recorder = Recorder()
    pdf_report._Printer(recorder, pdf_report._Maker(diary_of(read_diary(game)), True)).print()  # type: ignore[arg-type]
    for number, calls in enumerate(recorder.pages[:-1], 1):
        drawing = hashlib.sha256("\n".join(calls).encode()).hexdigest()[:16]
        yield f"== PDF, page {number}: {len(calls)} calls, drawing {drawing}"
        if number in LISTED_PAGES:
            yield from calls
