"""The last page of a game in prose: how it ended, the last entry of the log, who was lost, what the ship had done, and
what became of the real one. A campaign is told ship by ship.

The last entry is the log's own; all other numbers are the records', so that a game taken up again says the same.
"""

from __future__ import annotations

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import AFS, SFS
from picket_duty.events import Leave
from picket_duty.facts import game_facts
from picket_duty.game import Game
from picket_duty.reports.awards import honours_so_far
from picket_duty.reports.document import Block, Heading, Items, Paragraph
from picket_duty.reports.log_pages import log_blocks
from picket_duty.rules.campaign import SUNK
from picket_duty.saves.service_record import honours_line
from picket_duty.state import (
    ABSENT,
    ATTACKED,
    LOST,
    NO_DUTY,
    QUIET,
    SCENARIO,
    STORMED,
    STRUCK,
    DayRecord,
    Ship,
    State,
)
from picket_duty.text import OUTCOMES, POST_NAMES, count, item_name
from picket_duty.text.names import FATES
from picket_duty.text.prose import joined, plain_day, when
from picket_duty.text.status import came_to, met_words

#: Who is credited beside the mounts.
SUPPORT = {AFS: "the fighters", SFS: "the support ships"}
#: So many of the best gunners and of the types shot down are named.
MOST_NAMED, MOST_TYPES = 3, 8
#: The words of the calendar within a sentence.
DAYS = {
    QUIET: "quiet",
    ATTACKED: "under attack",
    STRUCK: "with hits",
    LOST: "on which the ship was lost",
    ABSENT: "off station",
    STORMED: "in a typhoon",
    NO_DUTY: "without duty",
}


def ending_blocks(game: Game) -> list[Block]:
    """The last page of a game that is over."""
    state, tables = game.state, game.tables
    found: list[Block] = [Heading(_title(state), 2), Paragraph(_how(game))]
    parts = [_fallen(state, ships_of(state)), _done(state, tables)]
    if state.scenario:
        parts.insert(0, last_entry(game))
        parts.append(_honours(game, state.ship))
    else:
        parts = [_campaign(state), *parts, last_entry(game)]
    parts.append(_history(state, tables))
    return [*found, *(block for part in parts for block in part)]


def lost_blocks(game: Game, ship: Ship) -> list[Block]:
    """The last page of a ship that is lost while a campaign goes on without her."""
    state = game.state
    days = [day for day in state.records.daily if day.ship == ship.name]
    found: list[Block] = [Heading(f"{ship.name} ({ship.hull_number}) is lost", 2)]
    if days:
        found.append(Paragraph(service_words(ship, days, state)))
    found += [*last_entry(game, ship.name), *_fallen(state, [ship]), *_honours(game, ship)]
    real = real_words(ship, game.tables)
    return [*found, Heading("The real ship", 3), Paragraph(real)] if real else found


def _title(state: State) -> str:
    ship = _named(state.ship)
    if not state.scenario:
        return OUTCOMES[state.outcome]
    if state.ship.fate == SUNK:
        return f"{ship} is lost"
    return f"{ship} held her station" if state.on_station else f"{ship} left her station"


def _named(ship: Ship) -> str:
    return f"{ship.name} ({ship.hull_number})" if ship.hull_number else ship.name


def _how(game: Game) -> str:
    """How it ended, in a sentence or two."""
    state = game.state
    ship, last = state.ship, state.records.daily[-1] if state.records.daily else None
    day = plain_day(last.date) if last else plain_day(state.date.isoformat())
    where = f"Radar Picket Station No. {last.station}" if last and last.station else "her station"
    if ship.fate:
        end = f"{ship.name}, on duty on {where}, was {FATES[ship.fate]} on {day}{what_sank_her(game)}."
    elif state.on_station:
        end = f"When it was over on {day}, {ship.name} was afloat and on {where}."
    else:
        end = f"On {day} {ship.name} had to leave {where}, afloat, with hull integrity {ship.hull}."
    if state.scenario:
        return f"{end} {OUTCOMES[state.outcome]}."
    first = plain_day(state.setup.start.isoformat())
    spell = day if first == day else f"{first} to {day}"
    duty = f"{count(state.records.days, 'day')} on duty, {count(state.fighting_days, 'fighting day')}"
    return f"{spell}: {duty}, {some(state.records.ships_sunk, 'ship')} sunk. {end}"


def what_sank_her(game: Game) -> str:
    """What sank the ship lost last: ``: deck fire out of control``; empty where it is not known."""
    left = next((event for event in reversed(game.events) if isinstance(event, Leave)), None)
    return f": {left.why}" if left is not None and left.reason == SUNK and left.why else ""


def last_entry(game: Game, ship: str = "") -> list[Block]:
    """The page of the log on the last day, or the last of one ship: nothing of a day without duty."""
    facts = game_facts(game)
    days = [day for day in facts.days if day.phases and ship in ("", day.ship)][-1:]
    if not days:
        return []
    page = log_blocks(msgspec.structs.replace(facts, days=days), game.tables)
    told: list[Block] = [block for block in page if isinstance(block, Paragraph)]
    if days[0].lost:
        told.append(Paragraph("Here the log ends.", "sign"))
    return [Heading(f"The last page of her log, {plain_day(days[0].date)}", 3), *told]


def some(number: int, one: str, more: str = "") -> str:
    """A number with its word, ``no`` where it is none."""
    return count(number, one, more) if number else f"no {more or one + 's'}"


# -- who was lost --------------------------------------------------------------------


def ships_of(state: State) -> list[Ship]:
    """Every ship of the game in the order in which she came on duty."""
    known = {ship.name: ship for ship in (*state.lost, *state.squadron, state.ship)}
    order = dict.fromkeys([*(day.ship for day in state.records.daily), *known])
    return [known[name] for name in order if name in known]


def _fallen(state: State, ships: list[Ship]) -> list[Block]:
    """Who fell aboard some ships, named where there are several."""
    several = not state.scenario and len(ships) > 1
    lines = [
        f"{one.name}, {POST_NAMES[one.post]}{f' of {ship.name}' if several else ''}, {when(one.phase)}"
        for ship in ships
        for one in ship.fallen
    ]
    if not lines:
        return [Paragraph("No officer or chief fell." if several else "None of her officers and chiefs fell.")]
    return [Heading("Killed in action", 3), Items(tuple(lines))]


def _honours(game: Game, ship: Ship) -> list[Block]:
    """The honours of a ship and hers, counted."""
    told = honours_line([one for one in honours_so_far(game) if one.ship == ship.name])
    return [Paragraph(f"Honours aboard her: {told}.")] if told else []


# -- what she had done ----------------------------------------------------------------


def _done(state: State, tables: Tables) -> list[Block]:
    records = state.records
    shot = records.destroyed + records.flamed
    fought = (
        f"In {count(records.phases, 'phase')} on {count(records.days, 'day')} {count(records.planes, 'plane')} came in "
        f"{count(records.waves, 'wave')}{f': {came_to(records)}' if records.planes else ''}."
    )
    found: list[Block] = [Heading("What she had done" if state.scenario else "What they had done", 3)]
    found.append(Paragraph(fought))
    if shot:
        found.append(Paragraph(_credit(state, tables)))
    if state.scenario:
        men, full, hull = sum(state.ship.men.values()), sum(tables.numbers.men.values()), state.ship.hull
        found.append(Paragraph(f"Of {full} men of her repair parties {men} were left; hull integrity {hull}."))
    return found


def _credit(state: State, tables: Tables) -> str:
    """The best gunners, the aces and the types shot down."""
    by_mount = sorted(state.records.by_mount.items(), key=lambda one: (-one[1], one[0]))[:MOST_NAMED]
    best = joined([f"{SUPPORT.get(who) or item_name(tables, who)} with {planes}" for who, planes in by_mount])
    by_type = sorted(state.records.by_type.items(), key=lambda one: (-one[1], one[0]))
    types = ", ".join(f"{kind} {planes}" for kind, planes in by_type[:MOST_TYPES])
    rest = sum(planes for _, planes in by_type[MOST_TYPES:])
    aces = [item_name(tables, name) for name, mount in sorted(state.ship.mounts.items()) if mount.ace]
    said = [f"Foremost {'was' if len(by_mount) == 1 else 'were'} {best}."] if best else []
    said += [f"Shot down by type: {types}{f', others {rest}' if rest else ''}."] if types else []
    said += [f"{'Ace' if len(aces) == 1 else 'Aces'} aboard {state.ship.name}: {joined(aces)}."] if aces else []
    return " ".join(said)


# -- a campaign, ship by ship ----------------------------------------------------------


def _campaign(state: State) -> list[Block]:
    told = []
    for ship in ships_of(state):
        days = [day for day in state.records.daily if day.ship == ship.name]
        if days:
            told.append(service_words(ship, days, state))
    return [Heading("The whole story", 3), Paragraph(_calendar(state)), Items(tuple(told))]


def _calendar(state: State) -> str:
    """How many days were of which kind, and the hardest of them."""
    marks = list(state.records.calendar.values())
    kinds = joined([f"{marks.count(mark)} {words}" for mark, words in DAYS.items() if mark in marks])
    said = f"{count(len(marks), 'day')}: {kinds}." if marks[1:] else f"1 day, {DAYS[marks[0]]}."
    hardest = max(state.records.daily, key=lambda day: (day.hits, day.planes), default=None)
    if hardest is None or not hardest.planes:
        return said
    return f"{said} The hardest was {plain_day(hardest.date)}: {met_words(hardest)}."


def service_words(ship: Ship, days: list[DayRecord], state: State) -> str:
    """A ship's time on duty in a few sentences, and how it ended."""
    first, last = plain_day(days[0].date), plain_day(days[-1].date)
    spell = first if first == last else f"{first} to {last}"
    stations = list(dict.fromkeys(str(day.station) for day in days if day.station))
    where = f" on {'station' if len(stations) == 1 else 'stations'} {joined(stations)}" if stations else ""
    said = [f"{_named(ship)}: {count(len(days), 'day')} on duty{where}, {spell}. {met_words(*days)}."]
    hardest = max(days, key=lambda day: (day.hits, day.planes))
    if len(days) > 1 and hardest.hits:
        said.append(f"Her hardest was {plain_day(hardest.date)}: {met_words(hardest)}.")
    if ship.fallen:
        said.append(f"{count(len(ship.fallen), 'officer or chief', 'officers and chiefs')} fell.")
    if ship.fate:
        said.append(f"She was {FATES[ship.fate]} on {last}.")
    elif ship.name == state.ship.name:
        said.append("She was on duty at the end." if state.on_station else "She was off her station at the end.")
    return " ".join(said)


# -- history ---------------------------------------------------------------------------


def _history(state: State, tables: Tables) -> list[Block]:
    """What the tables know of the real ships."""
    if state.setup.kind == SCENARIO:
        text = tables.scenarios[int(state.setup.name)].history
        told: list[Block] = [Paragraph(part) for part in text.strip().splitlines() if part.strip()]
        return [Heading("What history did", 3), *told]
    real = [sentence for ship in ships_of(state) if (sentence := real_words(ship, tables))]
    return [Heading("The real ships", 3), Items(tuple(real))] if real else []


def real_words(ship: Ship, tables: Tables) -> str:
    """The end of the Fletcher of that name, where she was lost there."""
    for one in tables.waters.lost:
        if one.ship == ship.name:
            where = f"on station {one.station}" if one.station else "off the stations"
            return f"{one.ship} ({one.hull}) was lost to air attack on {plain_day(one.date.isoformat())}, {where}."
    return ""
