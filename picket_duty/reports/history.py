"""The history of a game: its result, its calendar, its days in plots, the ships and who shot down what."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.reports.document import Block, Grid, Heading, Paragraph
from picket_duty.reports.drawings import bars, columns
from picket_duty.reports.story import Story
from picket_duty.reports.wordlist import MONTHS, short_day
from picket_duty.state import Ship, State
from picket_duty.wording import OUTCOMES, POST_NAMES, count, item_name

#: A letter for each word of the calendar.
LETTERS = {
    "quiet": "q", "attacked": "A", "hit": "H", "absent": "-", "typhoon": "T", "no duty": "n", "lost": "X",
}  # fmt: skip
KEY = ", ".join(f"{letter} {word}" for word, letter in LETTERS.items())
#: Tracks that are plotted: name, title, the top of its scale (0 for the highest value).
PLOTS = (
    ("hull", "Hull integrity", 6),
    ("fuel", "Fuel", 10),
    ("ammunition", "Ammunition", 10),
    ("men", "Repair men", 0),
)
#: So many bars at most; the rest of a list is summed up.
MOST_BARS = 16


def history_blocks(game: Game, story: Story) -> list[Block]:
    """Result, calendar, plots, ships, credits."""
    state, tables = game.state, game.tables
    found: list[Block] = [Heading("History"), *_result(story, state)]
    if state.records.calendar:
        found += [Heading("Calendar", 3), *_calendar(state), Paragraph(KEY)]
    found += _plots(state)
    found += _ships(state)
    found += _credits(state, tables)
    return found


def _result(story: Story, state: State) -> list[Block]:
    facts = story.summary
    how = OUTCOMES[state.outcome] if state.outcome else f"The game goes on, {state.label}"
    shot = facts["destroyed"] + facts["flamed"]
    text = (
        f"{how}. {count(facts['days'], 'day')} on duty, {count(facts['waves'], 'wave')}, "
        f"{count(facts['planes'], 'plane')}: {shot} shot down, {count(facts['hits'], 'hit')}, "
        f"{count(facts['near_misses'], 'near miss', 'near misses')}. Ships sunk: {facts['ships_sunk']}."
    )
    setup = state.setup
    options = f", options {', '.join(setup.options)}" if setup.options else ""
    return [Paragraph(text), Paragraph(f"{setup.level.capitalize()} game, seed {setup.seed}{options}.")]


def _calendar(state: State) -> list[Block]:
    """A row a week, Monday to Sunday, each day with its letter."""
    marks = {datetime.date.fromisoformat(day): LETTERS.get(word, "?") for day, word in state.records.calendar.items()}
    first, last = min(marks), max(marks)
    day = first - datetime.timedelta(days=first.weekday())
    rows = []
    while day <= last:
        week = [day + datetime.timedelta(days=number) for number in range(7)]
        cells = [f"{one.day} {marks[one]}" if one in marks else "" for one in week]
        rows.append((f"{MONTHS[day.month][:3]} {day.day}", *cells))
        day += datetime.timedelta(days=7)
    return [Grid(("Week of", "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"), tuple(rows))]


def _plots(state: State) -> list[Block]:
    days = state.records.daily
    if len(days) < 2:
        return []
    found: list[Block] = [Heading("Day by day", 3)]
    found.append(columns("Planes met", [(short_day(day.date), day.planes) for day in days]))
    found.append(columns("Planes shot down", [(short_day(day.date), day.destroyed + day.flamed) for day in days]))
    found.append(columns("Hits on the ship", [(short_day(day.date), day.hits) for day in days]))
    for track, title, most in PLOTS:
        found.append(columns(title, [(short_day(day.date), getattr(day, track)) for day in days], most))
    return found


def _ships(state: State) -> list[Block]:
    ships = {ship.name: ship for ship in (*state.lost, *state.squadron, state.ship)}
    rows = tuple(_ship(ship, state) for ship in ships.values())
    found: list[Block] = [
        Heading("Ships", 3),
        Grid(("Ship", "Number", "Days", "Hits", "Shot down", "Captain", "End"), rows),
    ]
    fallen = [
        (one.name, POST_NAMES.get(one.post, one.post), ship.name, one.phase.replace("/", ", "))
        for ship in ships.values()
        for one in ship.fallen
    ]
    if fallen:
        found += [Heading("Killed in action", 3), Grid(("Name", "Post", "Ship", "When"), tuple(fallen))]
    return found


def _ship(ship: Ship, state: State) -> tuple[str, ...]:
    days = [day for day in state.records.daily if day.ship == ship.name]
    captain = ship.crew["captain"].name if "captain" in ship.crew else "-"
    back = f"back {ship.back.isoformat()}" if ship.back else "on duty"
    return (
        ship.name,
        ship.hull_number,
        str(len(days)),
        str(sum(day.hits for day in days)),
        str(sum(day.destroyed + day.flamed for day in days)),
        captain,
        ship.fate or back,
    )


def _credits(state: State, tables: Tables) -> list[Block]:
    found: list[Block] = []
    for title, counted in (("Shot down by type", state.records.by_type), ("Credited to", state.records.by_mount)):
        named = sorted(((item_name(tables, key), number) for key, number in counted.items()), key=lambda one: -one[1])
        if len(named) > MOST_BARS:
            rest = sum(number for _, number in named[MOST_BARS - 1 :])
            named = [*named[: MOST_BARS - 1], ("others", rest)]
        if named:
            found.append(bars(title, named))
    return found
