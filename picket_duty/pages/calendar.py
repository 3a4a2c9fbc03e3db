"""The calendar of a game: its days with their marks, the days on duty, and what happened on a day in 1945."""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.book.historical_days import historical_day_of
from picket_duty.book.limits import FIRST_DAY, LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.pages.blocks import EMPTY, FULL, MARK, Block, Columns, Grid, Heading, Items, Legend, Paragraph, Space
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
    DayRecord,
    State,
)
from picket_duty.text.campaign_progress import days_done_words, progress_words, stages_words, sunk_words
from picket_duty.text.historical import day_entries, day_sentences, day_title, play_words
from picket_duty.text.names import title_case
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
#: The words for an attacked day beside the number of such days: a day on which a plane crashed into the ship has
#: another mark. A hit by a weapon alone has none.
NO_CRASH = "attacked, no crash"
#: The sign before a day of a Kikusui raid (house table K-1, advanced games).
KIKUSUI = "*"
WEEKDAYS = (" Su ", " Mo ", " Tu ", " We ", " Th ", " Fr ", " Sa ")
#: Columns of a month, and the most of a bar of planes.
MONTH, MOST_BAR = 7 * len(WEEKDAYS[0]), 32
ONE_DAY = datetime.timedelta(days=1)


def calendar_page(state: State, tables: Tables) -> list[Block]:
    """The progress, the months with the meaning of their marks, the historical day, and the days on duty."""
    campaign = next(iter(tables.campaigns.values()))
    history = day_page(tables, state.date)
    return [
        *progress_blocks(state, tables),
        *month_blocks(state, tables, campaign.start, campaign.end),
        *history,
        *([*play_key(tables, state.date), Space()] if history else []),
        *_days_on_duty(state),
    ]


def evening_of(state: State, date: datetime.date) -> State:
    """The state for the calendar of a day that is over, without the next one, which may have begun."""
    if date >= state.date:
        return state
    last, records = date.isoformat(), state.records
    daily = [day for day in records.daily if day.date <= last]
    calendar = {day: mark for day, mark in records.calendar.items() if day <= last}
    records = msgspec.structs.replace(records, daily=daily, calendar=calendar)
    return msgspec.structs.replace(state, date=date, step="turn_end", day_start={}, records=records)


def progress_blocks(state: State, tables: Tables) -> list[Block]:
    """The day of the game, the fighting days done and the stages; empty once the game is over."""
    if state.outcome or not (day := progress_words(state, tables)):
        return []
    done = "" if state.setup.kind != CAMPAIGN else days_done_words(state)
    rows = [line((title_case(day), "strong"), (f"   {done}" if done else "", "dim"))]
    rows += [line((words, "dim")) for words in (sunk_words(state, tables), *stages_words(state)) if words]
    return [*(Paragraph(row) for row in rows), Space()]


def months(first: datetime.date, last: datetime.date) -> list[list[datetime.date]]:
    """The days of a range, grouped by month."""
    groups: list[list[datetime.date]] = []
    day = first
    while day <= last:
        if not groups or groups[-1][0].month != day.month:
            groups.append([])
        groups[-1].append(day)
        day += ONE_DAY
    return groups


def weekday(day: datetime.date) -> int:
    """0 for Sunday to 6 for Saturday."""
    return (day.weekday() + 1) % 7


def is_kikusui(day: datetime.date, tables: Tables) -> bool:
    """Whether a Kikusui raid comes on a day of an advanced game."""
    return tables["K-1"].find(day) is not None


def day_cell(day: datetime.date, state: State, tables: Tables) -> Line:
    """A day: its number and its mark, with a sign before it for today or for a Kikusui raid."""
    today = day == state.date and not state.outcome
    sign, style, _ = MARKS.get(reported_marks(state).get(day.isoformat(), ""), (" ", "plain", ""))
    number = "strong" if today else "plain" if sign != " " else "dim"
    kikusui = state.advanced and is_kikusui(day, tables)
    before = Span(MARK, "key") if today else Span(KIKUSUI, "warn") if kikusui else Span(" ")
    return [before, Span(f"{day.day:>2}", number), Span(sign, style)]


def month_blocks(
    state: State, tables: Tables, first: datetime.date | None = None, last: datetime.date | None = None
) -> list[Block]:
    """The months of the days played, or of a range, one row per week; then the meaning of the marks with their numbers.

    They are side by side if there is room.
    """
    days = [datetime.date.fromisoformat(day) for day in state.records.calendar]
    parts = tuple(
        (Heading(f"{month[0]:%B %Y}", 4), Grid(WEEKDAYS, tuple(_weeks(month, state, tables)), gap=0))
        for month in months(first or min(days), last or max(days))
    )
    return [Columns(parts, MONTH, stretch=False), Space(), _legend(state, tables), Space()]


def _weeks(month: Sequence[datetime.date], state: State, tables: Tables) -> list[tuple[Line, ...]]:
    cells = [*([line()] * weekday(month[0])), *(day_cell(day, state, tables) for day in month)]
    cells += [line()] * (-len(cells) % 7)
    return [tuple(cells[start : start + 7]) for start in range(0, len(cells), 7)]


def _legend(state: State, tables: Tables) -> Legend:
    marks = Counter(reported_marks(state).values())
    items = [] if state.outcome else [line((f"{MARK} ", "key"), "today")]
    if state.advanced:
        words = " (today is one)" if is_kikusui(state.date, tables) and not state.outcome else ""
        items.append(line((f"{KIKUSUI} ", "warn"), f"Kikusui raids{words}"))
    for mark, (sign, style, words) in MARKS.items():
        words = NO_CRASH if mark == ATTACKED else words
        items.append(line((f"{sign} ", style), words, (f" {marks[mark]}", "strong")))
    return Legend(tuple(items))


def _days_on_duty(state: State) -> list[Block]:
    """The days on duty, newest first, each with a bar of its planes."""
    days = reported_days(state)
    if not days:
        return [Paragraph(line(("No days on duty yet", "dim")))]
    most, marks = max(day.planes for day in days), reported_marks(state)
    rows = tuple(_day_row(day, marks.get(day.date, ""), max(1, most / MOST_BAR)) for day in reversed(days))
    heads = ("Day", "", "Ship", "Station", "Planes", "Splashed", "Crashed", f"{FULL} splashed {EMPTY} others")
    title = Heading("Days on duty, latest first", 4)
    return [title, Grid(heads, rows, right=(3, 4, 5, 6), optional=(7,))]


def _day_row(day: DayRecord, mark: str, each: float) -> tuple[str | Line, ...]:
    sign, style, words = MARKS.get(mark, (" ", "plain", ""))
    cells, splashed = round(day.planes / each), round(day.destroyed / each)
    return (
        day_words(datetime.date.fromisoformat(day.date)),
        line((f"{sign} {words}", style)),
        day.ship,
        line((str(day.station or ""), "dim")),
        *(str(number) if day.planes else "" for number in (day.planes, day.destroyed, day.hits)),
        line((FULL * splashed, "good"), (EMPTY * (cells - splashed), "bad")),
    )


def can_play(tables: Tables, date: datetime.date) -> bool:
    """Whether a destroyer and her station are known on a day."""
    return FIRST_DAY <= date <= LAST_DAY and historical_day_of(tables.history, date).playable is not None


def day_page(tables: Tables, date: datetime.date) -> list[Block]:
    """What happened on a day in a few sentences; empty outside the calendar."""
    words = " ".join(day_sentences(tables, date))
    return [Heading(day_title(date), 4), Paragraph(words)] if words else []


def play_key(tables: Tables, date: datetime.date) -> list[Block]:
    """The key that starts a patrol of the day's ship; empty if no ship is known."""
    words = play_words(historical_day_of(tables.history, date)) if can_play(tables, date) else ""
    return [Paragraph(line(("p", "key"), (f": play a patrol as {words}", "dim")))] if words else []


def historical_day_page(tables: Tables, date: datetime.date) -> list[Block]:
    """A historical day, every entry with its source."""
    blocks: list[Block] = [Heading(day_title(date), 4), Space()]
    for entry in day_entries(tables, date):
        blocks.append(Items((entry.text,)))
        blocks += [Paragraph(line((entry.source, "dim")), indent=2)] if entry.source else []
    return [*blocks, Space(), *play_key(tables, date)]
