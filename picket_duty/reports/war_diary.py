"""The war diary of a ship: her officers, her days, her honours, her end or homecoming, her action reports.

Of a scenario, a campaign or a patrol, ship by ship in the order in which they came on duty.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

import msgspec

from picket_duty.book import Tables
from picket_duty.facts import Day, GameFacts
from picket_duty.game import Game
from picket_duty.reports.action_report import action_blocks
from picket_duty.reports.awards import honours_of
from picket_duty.reports.document import Block, Document, Grid, Heading, Items, Paragraph
from picket_duty.reports.farewell import ships_of
from picket_duty.reports.game_history import whole_game_facts
from picket_duty.reports.html import to_html
from picket_duty.rules.battery import armament_of
from picket_duty.rules.campaign import SUNK
from picket_duty.saves.paths import data_folder
from picket_duty.state import POSTS, SCENARIO, Ship, State
from picket_duty.text import POST_NAMES, count
from picket_duty.text.deck_log import arrival_words, departure_words, storm_words
from picket_duty.text.diary_entries import day_sentences, raid_sentences, stores_sentence
from picket_duty.text.names import WEEKDAYS, game_words, listed, number_words, plain_day, ship_words, signed
from picket_duty.text.phrases import day_rows as days_rows
from picket_duty.text.phrases import service_rows, words
from picket_duty.text.ship_service import Honour, fallen_words, honour_words, last_words, real_words, service_words

#: The folder of the diaries written from the screen.
FOLDER = "diaries"


class Diary(msgspec.Struct, frozen=True):
    """A game ready to be written as diaries: its facts and all honours of it."""

    game: Game
    facts: GameFacts
    honours: list[Honour]


def read_diary(game: Game) -> Diary:
    """The diaries of a game as far as it was played. Raises SaveError where what it was before cannot be read."""
    facts = whole_game_facts(game)
    return Diary(game, facts, honours_of(facts, game.tables))


def diary_of(diary: Diary, ships: Sequence[Ship] = (), reports: bool = True) -> Document:
    """The diaries of some ships, of all where none is named, with their action ``reports`` or without."""
    wanted = list(ships) or ships_with_days(diary)
    blocks: list[Block] = []
    if len(wanted) == 1:
        blocks.append(Paragraph(f"{game_words(diary.game.state.setup, diary.game.tables)}, off Okinawa, 1945."))
    if diary.facts.missing:
        missing = diary.facts.missing
        blocks.append(Paragraph(f"The first {missing} answers were played with other tables and are not told."))
    if not wanted:
        blocks.append(Paragraph("No ship has had a day on duty yet."))
    for ship in wanted:
        blocks += ship_blocks(diary, ship)
        if reports:
            blocks += report_blocks(diary, ship)
    named = _named(wanted[0]) if len(wanted) == 1 else game_words(diary.game.state.setup, diary.game.tables)
    return Document(f"War diary: {named}", tuple(blocks))


def write_diary(diary: Diary) -> Path:
    """Write the diaries of a game as HTML into a folder beside the saves; the path. Raises OSError, SaveError."""
    game = diary.game
    name = game.journal.path.stem if game.journal is not None else f"diary-{game.state.setup.seed}"
    path = data_folder() / FOLDER / f"{name}.html"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(to_html(diary_of(diary)), encoding="utf-8", errors="replace", newline="\n")
    return path


def ships_with_days(diary: Diary) -> list[Ship]:
    """The ships that a diary tells of, in the order in which they came on duty."""
    served = {day.ship for day in diary.facts.days}
    return [ship for ship in ships_of(diary.game.state) if ship.name in served]


def ship_blocks(diary: Diary, ship: Ship) -> list[Block]:
    """The diary of one ship."""
    game = diary.game
    days = [day for day in diary.facts.days if day.ship == ship.name]
    honours = [honour for honour in diary.honours if honour.ship == ship.name]
    blocks: list[Block] = [Heading(_named(ship), 2)]
    blocks += _commissioning(diary, ship)
    blocks += [Heading("Her days", 3), *_days(days, honours, game.tables)]
    blocks += [Heading("Honours", 3), _honours(honours)]
    blocks += _end(game, ship, days)
    return blocks


def report_blocks(diary: Diary, ship: Ship) -> list[Block]:
    """The action reports of one ship."""
    days = [day for day in diary.facts.days if day.ship == ship.name]
    reports = action_blocks(msgspec.structs.replace(diary.facts, days=days), diary.game.tables)[1:]
    return [Heading("Action reports", 3), *map(_lower, reports)]


def _lower(block: Block) -> Block:
    """A block of a report within a larger one: its headings one level lower."""
    return Heading(block.text, block.level + 1) if isinstance(block, Heading) else block


def _named(ship: Ship) -> str:
    """A ship with her hull number, if she has one."""
    return ship_words(ship.name, ship.hull_number).strip()


# -- the ship and her officers -------------------------------------------------------


def _commissioning(diary: Diary, ship: Ship) -> Iterator[Block]:
    """Class, guns, and the officers with whom she came."""
    tables, game = diary.game.tables, diary.game
    kind = tables.ships[ship.ship_class].name if ship.ship_class in tables.ships else ship.ship_class
    mounts = armament_of(tables, ship.ship_class, game.state.setup.options) if ship.ship_class in tables.ships else ()
    guns = Counter(tables.mounted[name].name for name in mounts)
    armed = listed([f"{number_words(number)} {calibre}" for calibre, number in guns.items()])
    yield Heading("The ship and her officers", 3)
    yield Paragraph(f"{kind}, armed with {armed} mounts." if armed else f"{kind}.")
    days = [day for day in game.state.records.daily if day.ship == ship.name]
    if days:
        yield Paragraph(service_words(ship, days, game.state))
    crew = diary.facts.crews.get(ship.name, {})
    rows = tuple((POST_NAMES[post], crew[post].name, signed(crew[post].value)) for post in POSTS if post in crew)
    if rows:
        yield Grid(("Post", "Name", "Value"), rows)


# -- her days ----------------------------------------------------------------------


def _days(days: list[Day], honours: list[Honour], tables: Tables) -> Iterator[Block]:
    """Day by day: weather and station, the raids, how she stood, her honours, how she left."""
    station: int | None = None
    for day in days:
        arrivals = [arrival_words(arrival) for arrival in day.arrivals if arrival.name == day.ship]
        yield Paragraph(" ".join([*arrivals, *day_sentences(day, station)]), lead=day_lead(day.date))
        station = next((phase.station for phase in day.phases if phase.station), station)
        raids = [phase for phase in day.phases if phase.attacked]
        for phase in raids:
            yield Paragraph(" ".join(raid_sentences(phase, tables)))
        after = [stores_sentence(day)] if raids and day.end is not None else []
        after += [storm_words(phase) for phase in day.phases if phase.typhoon_days and not day.lost]
        if day.leave is not None:
            after.append(departure_words(day))
        if after:
            yield Paragraph(" ".join(after))
        granted = [honour_words(honour) for honour in honours if honour.date == day.date]
        if granted:
            yield Items(tuple(granted))


def day_lead(date: str) -> str:
    """A date before its entry: ``Friday, 6 April``."""
    return f"{WEEKDAYS[datetime.date.fromisoformat(date).weekday()]}, {plain_day(date)}"


# -- honours, end --------------------------------------------------------------------


def _honours(honours: Iterable[Honour]) -> Block:
    """All that she and hers were given; what the men were given summed up."""
    lines = []
    men: dict[str, list[Honour]] = {}
    for honour in honours:
        if honour.men:
            men.setdefault(honour.name, []).append(honour)
        else:
            lines.append(f"{plain_day(honour.date)}: {honour_words(honour)}")
    for name, given in men.items():
        total = count(sum(honour.men for honour in given), "man", "men")
        days = count(len(given), "day")
        lines.append(f"{name} to {total} of the repair parties, on {days}.")
    return Items(tuple(lines)) if lines else Paragraph("None yet.")


def _end(game: Game, ship: Ship, days: list[Day]) -> Iterator[Block]:
    """How her story ended, who fell aboard her, and what became of the real ship."""
    state = game.state
    yield Heading("Her end" if ship.fate == SUNK else "Her homecoming" if ship.fate or state.outcome else "So far", 3)
    yield Paragraph(last_words(game, ship, days))
    if ship.fallen:
        yield Paragraph("Killed in action aboard her:")
        yield Items(tuple(map(fallen_words, ship.fallen)))
    elif ship.crew:
        yield Paragraph(service_rows.NONE_FELL.report)
    captain = ship.crew["captain"].name if "captain" in ship.crew else ""
    if captain and ship.fate != SUNK and state.outcome:
        yield Paragraph(words(days_rows.SIGNATURE.diary[0], captain=captain), "sign")
    real = _real(state, ship, game.tables)
    if real:
        yield Heading("The real ship", 3)
        yield from (Paragraph(part) for part in real)


def _real(state: State, ship: Ship, tables: Tables) -> list[str]:
    """What the tables know of the real ship."""
    if state.setup.kind == SCENARIO:
        history = tables.scenarios[int(state.setup.name)].history
        return [part for part in history.strip().splitlines() if part.strip()]
    real = real_words(ship, tables)
    return [real] if real else []
