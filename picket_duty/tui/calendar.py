"""The calendar of a campaign: a mark for every day, by month, and the days on duty below."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.charts.words import day_words
from picket_duty.rules.records import days_told, marks_told
from picket_duty.state import ABSENT, ATTACKED, LOST, NO_DUTY, QUIET, STORMED, STRUCK, DayRecord, State
from picket_duty.text import count
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.historical_lines import history_lines
from picket_duty.tui.lines import Line, Span, fit, line, pad, safe

#: Glyph, style and words of each mark.
MARKS = {
    QUIET: (".", "dim", QUIET),
    ATTACKED: ("!", "warn", ATTACKED),
    STRUCK: ("#", "bad", STRUCK),
    ABSENT: ("a", "sea", ABSENT),
    STORMED: ("~", "title", STORMED),
    NO_DUTY: ("-", "dim", NO_DUTY),
    LOST: ("X", "bad", "ship lost"),
}
#: The glyph before a day of a Kikusui raid (house table K-1, advanced games).
KIKUSUI = "*"
WEEKDAYS = " Su  Mo  Tu  We  Th  Fr  Sa "
CELL = 4
MONTH = 7 * CELL
GAP = 2
#: Future days in the strip of days.
AHEAD = 3
ONE_DAY = datetime.timedelta(days=1)


def calendar_lines(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """As many months side by side as fit, the key, the historical events of today, the days on duty."""
    campaign = next(iter(tables.campaigns.values()))
    months = _months(campaign.start, campaign.end)
    across = max(1, min(len(months), (width + GAP) // (MONTH + GAP)))
    lines: list[Line] = []
    for first in range(0, len(months), across):
        blocks = [_month(days, state, tables, glyphs) for days in months[first : first + across]]
        for row in range(max(map(len, blocks))):
            joined: Line = []
            for block in blocks:
                joined += pad(block[row] if row < len(block) else [], MONTH + GAP)
            lines.append(joined)
        lines.append([])
    history = [[Span("  "), *event] for event in history_lines(tables, state.date, width - 4)]
    history += [[]] if history else []
    return [*lines[:-1], *_legend(state, tables, width, glyphs), [], *history, *_days(state, tables, width, glyphs)]


def _months(first: datetime.date, last: datetime.date) -> list[list[datetime.date]]:
    """The days from one to another, by month."""
    months: list[list[datetime.date]] = []
    day = first
    while day <= last:
        if not months or months[-1][0].month != day.month:
            months.append([])
        months[-1].append(day)
        day += ONE_DAY
    return months


def _month(days: list[datetime.date], state: State, tables: Tables, glyphs: Glyphs) -> list[Line]:
    lines = [line((f"  {days[0]:%B %Y}", "title")), line((WEEKDAYS, "dim"))]
    week: Line = [Span(" " * CELL * _weekday(days[0]))]
    for day in days:
        week += _cell(day, state, tables, glyphs)
        if _weekday(day) == 6:
            lines.append(week)
            week = []
    return [*lines, week] if week else lines


def _cell(day: datetime.date, state: State, tables: Tables, glyphs: Glyphs) -> Line:
    """A day: its number and its mark, with a glyph before it for today or for a Kikusui raid."""
    today = day == state.date
    sign, style, _ = MARKS.get(marks_told(state).get(day.isoformat(), ""), (" ", "plain", ""))
    number = "strong" if today else "plain" if sign != " " else "dim"
    before = Span(glyphs.mark, "key") if today else Span(KIKUSUI, "warn") if kikusui(day, state, tables) else Span(" ")
    return [before, Span(f"{day.day:>2}", number), Span(sign, style)]


def day_strip(state: State, tables: Tables, width: int, glyphs: Glyphs) -> Line:
    """The days around today with their marks in one line, from the first day of the game; each month by its name."""
    room, last, first = width // CELL, state.date + ONE_DAY * AHEAD, state.date
    while last > first and _cells(first, last) > room:
        last -= ONE_DAY
    while first > state.setup.start and _cells(first - ONE_DAY, last) <= room:
        first -= ONE_DAY
    strip: Line = []
    for month in _months(first, last):
        strip.append(Span(f"{month[0]:%b}".ljust(CELL), "title"))
        strip += [span for day in month for span in _cell(day, state, tables, glyphs)]
    return strip


def _cells(first: datetime.date, last: datetime.date) -> int:
    """The number of cells of some days, with one for the name of each month."""
    months = _months(first, last)
    return len(months) + sum(map(len, months))


def kikusui(day: datetime.date, state: State, tables: Tables) -> bool:
    """Whether the Kikusui rules apply on a day of this game."""
    return state.advanced and tables["K-1"].find(day) is not None


def _weekday(day: datetime.date) -> int:
    """0 for Sunday to 6 for Saturday."""
    return (day.weekday() + 1) % 7


def _legend(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The key, with the number of days for each mark."""
    marks = list(marks_told(state).values())
    items = [([Span(f"{glyphs.mark} ", "key"), Span("today")])]
    if state.advanced:
        words = " (today is one)" if kikusui(state.date, state, tables) else ""
        items.append([Span(f"{KIKUSUI} ", "warn"), Span(f"Kikusui raids{words}")])
    for mark, (sign, style, words) in MARKS.items():
        items.append([Span(f"{sign} ", style), Span(words), Span(f" {marks.count(mark)}", "strong")])
    lines: list[Line] = [[Span("  ")]]
    for item in items:
        if sum(len(span.text) for span in (*lines[-1], *item)) > width - 2:
            lines.append([Span("  ")])
        lines[-1] += [*item, Span("   ")]
    return lines


def _days(state: State, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """The days on duty, newest first."""
    days = days_told(state)
    if not days:
        return [line(("  No day on duty yet", "dim"))]
    most = max(day.planes for day in days) or 1
    lines = [line(("  Days on duty, the last first", "title"))]
    return [*lines, *(_day(day, state, tables, width, most, glyphs) for day in reversed(days))]


def _day(day: DayRecord, state: State, tables: Tables, width: int, most: int, glyphs: Glyphs) -> Line:
    mark = state.records.calendar.get(day.date, "")
    sign, style, words = MARKS.get(mark, (" ", "plain", ""))
    date = datetime.date.fromisoformat(day.date)
    shot = day.destroyed + day.flamed
    spans = [
        Span(f"  {fit(day_words(date), 7)}"),
        Span(f"{sign} {fit(words, 10)}", style),
        Span(fit(safe(day.ship), 18), "plain"),
        Span(fit(f"st {day.station}" if day.station else "", 6), "dim"),
    ]
    if day.planes:
        spans.append(Span(f"{count(day.planes, 'plane'):>9}, {shot:>2} shot down, {count(day.hits, 'strike')}"))
    if width >= 110 and day.planes:
        room = width - 92
        cells = max(1, round(day.planes * room / most))
        downed = min(cells, round(shot * room / most))
        spans = [*pad(spans, 84), Span(glyphs.full * downed, "good"), Span(glyphs.empty * (cells - downed), "bad")]
    return spans
