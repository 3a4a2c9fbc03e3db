"""The calendar of a campaign or patrol: its months with a mark on each day, and the days on duty."""

from __future__ import annotations

import datetime
import itertools
from collections import Counter
from collections.abc import Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.facts import Fate
from picket_duty.pages.blocks import (
    MARK,
    Columns,
    Grid,
    Heading,
    Page,
    Paragraph,
    Space,
    Text,
    styled,
)
from picket_duty.pages.historical_day import day_page, play_key
from picket_duty.rules.records import reported_days, reported_marks
from picket_duty.state import (
    ABSENT,
    ATTACKED,
    CAMPAIGN,
    LOST,
    NO_DUTY,
    QUIET,
    STORMED,
    STRUCK,
    State,
)
from picket_duty.text.campaign_progress import (
    days_done_words,
    progress_words,
    stages_lines,
    stakes_words,
)
from picket_duty.text.dates import short_date
from picket_duty.text.english import title_case
from picket_duty.text.status import fate_heading
from picket_duty.text.styled_text import Line, Span, line

#: Sign, style and words of each mark.
MARKS = {
    QUIET: (".", "dim", QUIET),
    ATTACKED: ("!", "warn", ATTACKED),
    STRUCK: ("#", "bad", "crash"),
    ABSENT: ("a", "sea", ABSENT),
    STORMED: ("~", "title", STORMED),
    NO_DUTY: ("-", "dim", NO_DUTY),
    LOST: ("X", "bad", "ship lost"),
}
NO_MARK = (" ", "plain", "")
#: The sign before a day of a Kikusui raid (house table K-1, advanced games).
KIKUSUI = "*"
WEEKDAYS = (" Su ", " Mo ", " Tu ", " We ", " Th ", " Fr ", " Sa ")
ONE_DAY = datetime.timedelta(days=1)


def calendar_page(state: State, tables: Tables) -> Page:
    """The progress, the months with the meaning of their marks, the historical day, and the days on
    duty.
    """
    # Every campaign has the same first and last day.
    campaign = next(iter(tables.campaigns.values()))
    page = _progress(state, tables)
    page += month_blocks(state, tables, campaign.start, campaign.end)
    if history := day_page(tables, state.date):
        page += [*history, *play_key(tables, state.date), Space()]
    return page + _days_on_duty(state)


def _progress(state: State, tables: Tables) -> Page:
    """The day and what is at stake, while the game goes on."""
    day = progress_words(state, tables)
    if state.outcome or not day:
        return []
    done = f"   {days_done_words(state)}" if state.setup.kind == CAMPAIGN else ""
    page: Page = [Paragraph(line((title_case(day), "strong"), (done, "dim")))]
    if not state.fighting_days_wanted and (stakes := stakes_words(state, tables)):
        page.append(styled(stakes))
    return [*page, *map(styled, stages_lines(state)), Space()]


def evening_of(state: State, date: datetime.date) -> State:
    """The state for the calendar of a day that is over, without the next one, which may have
    begun.
    """
    if date >= state.date:
        return state
    last = date.isoformat()
    records = state.records
    daily = [day for day in records.daily if day.date <= last]
    calendar = {day: mark for day, mark in records.calendar.items() if day <= last}
    records = msgspec.structs.replace(records, daily=daily, calendar=calendar)
    # With an empty ``day_start``, no day is open: the records of the last one are complete.
    return msgspec.structs.replace(state, date=date, step="turn_end", day_start={}, records=records)


def months(first: datetime.date, last: datetime.date) -> list[list[datetime.date]]:
    """The days of a range, grouped by month."""
    days = (first + number * ONE_DAY for number in range((last - first).days + 1))
    return [list(month) for _, month in itertools.groupby(days, lambda day: day.month)]


def weekday(day: datetime.date) -> int:
    """0 for Sunday to 6 for Saturday."""
    return (day.weekday() + 1) % 7


def is_kikusui(day: datetime.date, tables: Tables) -> bool:
    """Whether a Kikusui raid comes on a day of an advanced game."""
    return tables["K-1"].find(day) is not None


def day_cell(day: datetime.date, state: State, tables: Tables) -> Line:
    """A day: its number and its mark, with a sign before it for today or for a Kikusui raid."""
    sign, style, _ = MARKS.get(reported_marks(state).get(day.isoformat(), ""), NO_MARK)
    before = Span(" ")
    number = "dim" if sign == " " else "plain"
    if day == state.date and not state.outcome:
        before = Span(MARK, "key")
        number = "strong"
    elif state.advanced and is_kikusui(day, tables):
        before = Span(KIKUSUI, "warn")
    return [before, Span(f"{day.day:>2}", number), Span(sign, style)]


def month_blocks(
    state: State,
    tables: Tables,
    first: datetime.date | None = None,
    last: datetime.date | None = None,
) -> Page:
    """The months of the days played, or of a range, one row per week; then the marks with their
    numbers.
    """
    days = [datetime.date.fromisoformat(day) for day in state.records.calendar]
    parts = [
        (Heading(f"{month[0]:%B %Y}", 4), _weeks(month, state, tables))
        for month in months(first or min(days), last or max(days))
    ]
    return [
        Columns(tuple(parts), least=7 * len(WEEKDAYS[0]), stretch=False),
        Space(),
        Paragraph(_legend(state, tables)),
        Space(),
    ]


def _weeks(month: Sequence[datetime.date], state: State, tables: Tables) -> Grid:
    cells = [line()] * weekday(month[0])
    cells += [day_cell(day, state, tables) for day in month]
    cells += [line()] * (-len(cells) % 7)
    weeks = [tuple(cells[start : start + 7]) for start in range(0, len(cells), 7)]
    return Grid(WEEKDAYS, tuple(weeks), gap=0)


def _legend(state: State, tables: Tables) -> Line:
    """The marks with their meaning and number; after the game only the marks that it has."""
    items: list[Line] = []
    if not state.outcome:
        items.append(line((f"{MARK} ", "key"), "today"))
    if state.advanced:
        is_today = is_kikusui(state.date, tables) and not state.outcome
        raids = "Kikusui raids (one today)" if is_today else "Kikusui raids"
        items.append(line((f"{KIKUSUI} ", "warn"), raids))
    marks = Counter(reported_marks(state).values())
    for mark, (sign, style, words) in MARKS.items():
        # A day on which a plane crashed into the ship has another mark; a hit by a weapon alone has
        # none.
        meaning = "attacked, no crash" if mark == ATTACKED else words
        if marks[mark] or not state.outcome:
            items.append(line((f"{sign} ", style), meaning, (f" {marks[mark]}", "strong")))
    legend = [span for item in items for span in (*item, Span("   "))]
    return legend[:-1]


def _days_on_duty(state: State) -> Page:
    days = reported_days(state)
    if not days:
        return [styled("No days on duty yet")]
    marks = reported_marks(state)
    rows: list[tuple[Text, ...]] = []
    for day in reversed(days):
        sign, style, words = MARKS.get(marks.get(day.date, ""), NO_MARK)
        planes = (day.planes, day.destroyed, day.hits)
        rows.append(
            (
                short_date(day.date),
                line((f"{sign} {words}", style)),
                day.ship,
                line((str(day.station or ""), "dim")),
                *(map(str, planes) if day.planes else ("", "", "")),
            )
        )
    fates = (fate_heading(Fate.SPLASHED), fate_heading(Fate.CRASHED))
    heads = ("Day", "", "Ship", "Station", "Planes", *fates)
    title = Heading("Days on duty, latest first", 4)
    return [title, Grid(heads, tuple(rows), right=(3, 4, 5, 6))]
