"""The form of the calendar, with what came of each day on duty.

Places and sizes are in millimeters from the top left corner of a sheet that lies on its side, so
that ``A4[1]`` is its width; sizes of text are in points (``text_mark``).
"""

from __future__ import annotations

import datetime
import itertools
from collections.abc import Iterator

from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.facts import count_records
from picket_duty.figures.marks import END, MIDDLE, Mark
from picket_duty.pages.campaign_calendar import ONE_DAY, is_kikusui, months, weekday
from picket_duty.pages.form_parts import A4, BOLD, MARGIN, SOFT, Subject, box_mark, text_mark
from picket_duty.text.english import count
from picket_duty.text.status import fate_parts

WEEK = ("Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday")


def calendar_form(subject: Subject) -> Iterator[Mark]:
    """The calendar: a row for each week, a box for each day of the campaigns, and a note below."""
    first = FIRST_DAY - weekday(FIRST_DAY) * ONE_DAY
    weeks = (LAST_DAY - first).days // 7 + 1
    width = (A4[1] - 2 * MARGIN) / 7
    top = 42.0
    height = (A4[0] - top - 12) / weeks
    for number, name in enumerate(WEEK):
        yield text_mark(MARGIN + number * width + width / 2, top - 1.2, name, 7, SOFT, MIDDLE)
    for day in itertools.chain(*months(FIRST_DAY, LAST_DAY)):
        week, column = divmod((day - first).days, 7)
        x = MARGIN + column * width
        y = top + week * height
        today = subject.state is not None and subject.state.date == day
        yield box_mark(x, y, width, height, strong=today, shaded=day.month % 2 == 0)
        yield from _calendar_day(subject, day, x, y, width)
    yield text_mark(MARGIN, A4[0] - 6, "* Kikusui raids (advanced game)", 7, SOFT)


def _calendar_day(
    subject: Subject, day: datetime.date, x: float, y: float, width: float
) -> Iterator[Mark]:
    """The date, the mark of the day, and what came of a day on duty."""
    date = day.isoformat()
    record = next((record for record in subject.days if record.date == date), None)
    month = f"{day:%b} " if day.day == 1 or day == FIRST_DAY else ""
    name = f"{month}{day.day}{' *' if is_kikusui(day, subject.tables) else ''}"
    station = f"station {record.station}" if record and record.station else ""
    yield text_mark(x + 1, y + 3.6, name, 8.5, BOLD)
    yield text_mark(x + width - 1, y + 3.4, station, 6.5, SOFT, END)
    yield text_mark(x + 1, y + 7, subject.marks.get(date, ""), 7, BOLD)
    if record and record.planes:
        planes = count(record.planes, "plane")
        words = f"{planes}: {', '.join(fate_parts(count_records(record)))}"
        yield text_mark(x + width - 1, y + 7, words, 6.5, anchor=END, room=width - 12)
