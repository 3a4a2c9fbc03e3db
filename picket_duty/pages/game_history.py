"""The history of a game: its result, its calendar, plots of its days, its ships, and credits for planes."""

from __future__ import annotations

import datetime
from weakref import WeakKeyDictionary

from picket_duty.book import Tables
from picket_duty.book.ids import AFS, SFS
from picket_duty.events import Undone
from picket_duty.facts import GameFacts, Observer, game_facts
from picket_duty.facts.wave_facts import BlowOutcome
from picket_duty.figures.plots import bars, columns
from picket_duty.game import Game
from picket_duty.pages.blocks import Block, Grid, Heading, Paragraph
from picket_duty.rules.campaign import stages_held
from picket_duty.rules.records import days_so_far
from picket_duty.state import ABSENT, ATTACKED, LOST, NO_DUTY, QUIET, STORMED, STRUCK, Ship, State
from picket_duty.text import POST_NAMES, count, item_name
from picket_duty.text.names import FATES, MONTHS, label_words, naval_name, option_words, result_words, short_date
from picket_duty.text.status import met_words

#: A letter for each word of the calendar.
LETTERS = {
    QUIET: "q", ATTACKED: "A", STRUCK: "H", ABSENT: "-", STORMED: "T", NO_DUTY: "n", LOST: "X",
}  # fmt: skip
KEY = ", ".join(f"{letter} {word}" for word, letter in LETTERS.items())
#: Shooters other than mounts.
SUPPORT = {AFS: "fighters", SFS: "support ships"}
#: The most bars in a list; the rest are added up.
MOST_BARS = 16


def history_blocks(game: Game, facts: GameFacts) -> list[Block]:
    """Result, calendar, plots, ships, credits."""
    state, tables = game.state, game.tables
    blocks: list[Block] = [Heading("History"), *_result(facts, game)]
    if state.records.calendar:
        blocks += [Heading("Calendar", 3), *_calendar(state), Paragraph(KEY)]
    blocks += _plots(state, tables)
    blocks += _ships(state)
    blocks += _credits(state, tables)
    return blocks


def _result(facts: GameFacts, game: Game) -> list[Block]:
    summary, state = facts.summary, game.state
    records = state.records
    how = result_words(state.outcome, len(state.stages), stages_held(state))
    how = how if state.outcome else f"Game in progress, {label_words(state.label)}"
    text = (
        f"{how}. {count(summary['days'], 'day')} on duty, {count(summary['waves'], 'wave')}, "
        f"{met_words(records)}. Own ships sunk: {summary['ships_sunk']}."
    )
    weapons = sum(blow.outcome == BlowOutcome.WEAPON for blow in facts.blows)
    if weapons:
        text += f" Hits by weapons: {weapons}."
    setup = state.setup
    options = f", with {option_words(setup.options, game.tables)}" if setup.options else ""
    return [Paragraph(text), Paragraph(f"{setup.level.capitalize()} game, seed {setup.seed}{options}.")]


def _calendar(state: State) -> list[Block]:
    """The calendar: one row per week, Monday to Sunday, with a letter for each day."""
    marks = {datetime.date.fromisoformat(day): LETTERS.get(word, "?") for day, word in state.records.calendar.items()}
    first, last = min(marks), max(marks)
    day = first - datetime.timedelta(days=first.weekday())
    rows = []
    while day <= last:
        week = [day + datetime.timedelta(days=number) for number in range(7)]
        cells = [f"{day.day} {marks[day]}" if day in marks else "" for day in week]
        rows.append((f"{MONTHS[day.month][:3]} {day.day}", *cells))
        day += datetime.timedelta(days=7)
    return [Grid(("Week of", "Mo", "Tu", "We", "Th", "Fr", "Sa", "Su"), tuple(rows))]


def _plots(state: State, tables: Tables) -> list[Block]:
    days, full = days_so_far(state), tables.numbers
    if len(days) < 2:
        return []
    blocks: list[Block] = [Heading("Day by day", 3)]
    blocks.append(columns("Planes met", [(short_date(day.date), day.planes) for day in days]))
    blocks.append(
        columns("Planes splashed or set afire", [(short_date(day.date), day.destroyed + day.flamed) for day in days])
    )
    blocks.append(columns("Hits on the ship", [(short_date(day.date), day.hits) for day in days]))
    for track, title, most in (
        ("hull", "Hull integrity", full.hull),
        ("fuel", "Fuel", full.fuel),
        ("ammunition", "Ammunition", full.ammunition),
        ("men", "Men in repair parties", sum(full.men.values())),
    ):
        blocks.append(columns(title, [(short_date(day.date), getattr(day, track)) for day in days], most))
    return blocks


def _ships(state: State) -> list[Block]:
    ships = {ship.name: ship for ship in (*state.lost, *state.squadron, state.ship)}
    rows = tuple(_ship(ship, state) for ship in ships.values())
    blocks: list[Block] = [
        Heading("Ships", 3),
        Grid(("Ship", "Number", "Days", "Hits", "Splashed or afire", "Captain", "End"), rows),
    ]
    killed = [
        (naval_name(fallen.name, fallen.post), POST_NAMES[fallen.post], ship.name, label_words(fallen.phase))
        for ship in ships.values()
        for fallen in ship.fallen
    ]
    if killed:
        blocks += [Heading("Killed in action", 3), Grid(("Name", "Post", "Ship", "When"), tuple(killed))]
    return blocks


def _ship(ship: Ship, state: State) -> tuple[str, ...]:
    days = [day for day in days_so_far(state) if day.ship == ship.name]
    captain = naval_name(ship.crew["captain"].name) if "captain" in ship.crew else "-"
    return (
        ship.name,
        ship.hull_number,
        str(len(days)),
        str(sum(day.hits for day in days)),
        str(sum(day.destroyed + day.flamed for day in days)),
        captain,
        _end(ship, state),
    )


def _end(ship: Ship, state: State) -> str:
    """The status of a ship when the report is written."""
    if ship.fate:
        return FATES[ship.fate]
    if ship.back is not None:
        return f"back {short_date(ship.back.isoformat())}"
    if not state.outcome:
        return "on duty"
    return "afloat, on station" if state.on_station else "afloat, off station"


def _credits(state: State, tables: Tables) -> list[Block]:
    blocks: list[Block] = []
    for title, counted in (
        ("Splashed or set afire by type", state.records.by_type),
        ("Credited to", state.records.by_mount),
    ):
        named = [(SUPPORT.get(key) or item_name(tables, key), number) for key, number in counted.items()]
        named.sort(key=lambda item: -item[1])
        if len(named) > MOST_BARS:
            rest = sum(number for _, number in named[MOST_BARS - 1 :])
            named = [*named[: MOST_BARS - 1], ("others", rest)]
        if named:
            blocks.append(bars(title, named))
    return blocks


#: For each resumed game: the number of earlier answers, and the observer of the whole game.
_WHOLE: WeakKeyDictionary[Game, tuple[int, Observer]] = WeakKeyDictionary()


def known_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer; only since it was resumed if its save cannot be read."""
    from picket_duty.saves import SaveError

    try:
        return whole_game_facts(game)
    except SaveError:
        return game_facts(game)


def whole_game_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer; the part before it was resumed is read from its save.

    Raises SaveError if the save cannot be read.
    """
    if not game.base or game.journal is None:
        return game_facts(game)
    known = _WHOLE.get(game)
    if known is None or known[0] != game.base:
        from picket_duty.saves import load_whole

        whole = load_whole(game.journal.path, game.tables)
        # An undo is an event of the game, but undone answers are not replayed.
        since = sum(not isinstance(event, Undone) for event in game.events)
        known = _WHOLE[game] = game.base, Observer(whole, whole.events[: len(whole.events) - since])
    return game_facts(game, known[1])
