"""Forms of the board game to print, blank or filled in from a game.

They are made from the tables, so they also fit modified ships and numbers. Players of the board
game own its charts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from picket_duty.figures.marks import END, FORM, Figure, Mark
from picket_duty.pages.form_calendar import calendar_form
from picket_duty.pages.form_damage import damage_form
from picket_duty.pages.form_guns import guns_form
from picket_duty.pages.form_log import DAYS, log_form
from picket_duty.pages.form_parts import (
    A4,
    BOLD,
    MARGIN,
    SOFT,
    Subject,
    field_marks,
    rule_mark,
    text_mark,
)
from picket_duty.pages.form_secondaries import secondaries_form
from picket_duty.text.dates import date_words

LOG, GUNS, DAMAGE, SECONDARIES, CALENDAR = KINDS = (
    "log",
    "guns",
    "damage",
    "secondary",
    "calendar",
)
TITLES = {
    LOG: "Ship's log",
    GUNS: "Gun mounts",
    DAMAGE: "Damage sheet",
    SECONDARIES: "Secondary Compartment Hit Sheet",
    CALENDAR: "Calendar",
}


def printed_forms(subject: Subject, kinds: Sequence[str] = KINDS) -> list[Figure]:
    """The forms of some kinds, in their order; a log of many days takes several pages."""
    forms = []
    for kind in KINDS:
        if kind not in kinds:
            continue
        size = A4[::-1] if kind in (DAMAGE, CALENDAR) else A4
        for page, marks in enumerate(_pages(subject, kind), 1):
            name = f"{TITLES[kind]}, {subject.ship.name or subject.data.id}"
            if page > 1:
                name += f", page {page}"
            marks = (*_head(subject, kind, size[0]), *marks)
            forms.append(Figure(name, *size, marks, FORM, unit="mm"))
    return forms


def _pages(subject: Subject, kind: str) -> Iterator[Iterable[Mark]]:
    """The pages of a form without their heads."""
    if kind == LOG:
        for first in range(0, max(len(subject.days), 1), DAYS):
            yield log_form(subject, subject.days[first : first + DAYS])
    else:
        draw = {
            GUNS: guns_form,
            DAMAGE: damage_form,
            SECONDARIES: secondaries_form,
            CALENDAR: calendar_form,
        }
        yield draw[kind](subject)


def _head(subject: Subject, kind: str, width: float) -> Iterator[Mark]:
    """The head of a form: its title, the class, and the fields of the ship."""
    ship = subject.ship
    yield text_mark(MARGIN, 18, TITLES[kind], 18, BOLD)
    yield text_mark(width - MARGIN, 18, subject.data.name, 10, SOFT, END)
    yield rule_mark(MARGIN, 21, width - MARGIN, 21, strong=True)
    known = ("", "", "", "")
    if subject.state is not None:
        station = "" if ship.station is None else str(ship.station)
        known = (ship.name, ship.hull_number, station, date_words(subject.state.date))
    labels = ("Ship", "Hull number", "Station", "Date")
    tenth = (width - 2 * MARGIN) / 10
    x = MARGIN
    for label, words, tenths in zip(labels, known, (4, 2, 1.6, 2.4), strict=True):
        yield from field_marks(x, 29, tenths * tenth - 3, label, words)
        x += tenths * tenth
