"""The ship, her days and her end in lines of text."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, director_id
from picket_duty.charts.words import day_words
from picket_duty.events import Damage, Event, PhaseBegun
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.control import place_of
from picket_duty.state import (
    CAMPAIGN,
    DAMAGED,
    PORT,
    POSTS,
    SECTIONS,
    STARBOARD,
    WORKING,
    DayRecord,
    Records,
    Ship,
    State,
)
from picket_duty.text.names import (
    MUST_LEAVE,
    NO_MORE,
    OUTCOMES,
    POST_NAMES,
    count,
    grouped,
    item_name,
    listed,
    ship_words,
    signed,
    title_case,
)

#: Why there is no job for a thing.
NO_JOB = "mended at the anchorage only"
#: What is said of a job that the staff leaves undone with idle men at hand: there is none but by the chart of raids.
NO_GAIN = "nothing is gained, more planes come while it works (8-1)"
OUT_OF_CONTROL = "out of control"
#: Said where nothing aboard is hit, burns or is flooded, whatever her hull has lost.
UNHURT = "nothing hit or burning"


def ship_lines(state: State, tables: Tables) -> list[str]:
    """The ship in a few lines: tracks, crew, damage, men."""
    ship = state.ship
    lines = [
        f"{ship_words(ship.name, ship.hull_number)}, station {ship.station or '-'}, "
        f"FDT {'yes' if ship.fdt else 'no'}, SFS {ship.sfs}, AFS {len(state.air.markers)}",
        f"Ammunition {ship.ammunition}  Fuel {ship.fuel}  Hull {ship.hull}  Maneuver {ship.maneuver}  "
        f"Flood {ship.flood}  Morale {signed(ship.morale)}",
        "Men " + ", ".join(f"{section} {ship.men[section]}" for section in SECTIONS),
    ]
    if state.land_radars or state.land_radars_lost:
        lines[0] += f", land radar {state.land_radars}"
    crew = ", ".join(f"{POST_NAMES[post]} {signed(ship.crew[post].value)}" for post in POSTS if post in ship.crew)
    lines.append(f"Crew: {crew}")
    aces = [item_name(tables, name) for name, mount in ship.mounts.items() if mount.ace]
    if aces:
        lines.append(f"Ace crews: {grouped(aces)}")
    hurt = damage_lines(state, tables)
    lines.append(f"Damage: {'; '.join(hurt) if hurt else UNHURT}")
    if lost := points_lost(ship, tables):
        lines.append(f"Lost: {lost}")
    if ship.floods:
        lines.append(f"Flooded: {flooded_words(ship)}; {list_words(ship)}, {trim_words(ship)}")
    return lines


def flooded_words(ship: Ship) -> str:
    """Where water stands: ``aft center 1, forward port 2``."""
    points: dict[str, int] = {}
    for flood in ship.floods:
        place = place_of(flood.section, flood.side)
        points[place] = points.get(place, 0) + flood.points
    return ", ".join(f"{place} {found}" for place, found in points.items())


def list_words(ship: Ship) -> str:
    """Her list, with its side."""
    return f"list {_side(ship.list_points, STARBOARD, PORT)}"


def trim_words(ship: Ship) -> str:
    """Her trim, and which end is down."""
    return f"trim {_side(ship.trim_points, 'by the stern', 'by the head')}"


def _side(points: int, plus: str, minus: str) -> str:
    return f"{abs(points)} {plus if points > 0 else minus}" if points else "0"


def damage_lines(state: State, tables: Tables) -> list[str]:
    """Everything hit, burning, flooded or destroyed, in words; first that she is lost, or why she must leave."""
    if state.ship.fate == SUNK:
        return ["the ship is lost", *_rooms(state, tables), *_guns(state, tables), *_instruments(state, tables)]
    burns = tables.numbers.deck_fire_limit in state.ship.deck_fires.values()
    why = ", ".join(state.forced if burns else [NO_MORE.get(one, one) for one in state.forced])
    must = [f"{MUST_LEAVE}: {why}"] if why else []
    return [*must, *_rooms(state, tables), *_guns(state, tables), *_instruments(state, tables)]


def _rooms(state: State, tables: Tables) -> list[str]:
    ship = state.ship
    found = [f"deck fire {section} level {level}" for section, level in ship.deck_fires.items()]
    for name, one in ship.compartments.items():
        if one.destroyed:
            found.append(f"{item_name(tables, name)} destroyed")
        elif one.flooded:
            found.append(f"{item_name(tables, name)} flooded")
        elif one.markers:
            most = tables.compartments[name].markers
            how = "burning" if one.fire else "hit"
            found.append(f"{item_name(tables, name)} {how}, {one.markers} of {count(most, 'hit marker')}")
    return found


def _guns(state: State, tables: Tables) -> list[str]:
    found = []
    for name, mount in state.ship.mounts.items():
        if mount.destroyed:
            found.append(f"{item_name(tables, name)} destroyed")
        elif mount.hits:
            found.append(f"{item_name(tables, name)} {count(mount.hits, 'hit')}")
        if mount.director != WORKING:
            found.append(f"{item_name(tables, director_id(name))} {mount.director}")
    return found


def _instruments(state: State, tables: Tables) -> list[str]:
    ship, limit = state.ship, tables.numbers.secondary_hits
    jobless = without_job(ship, tables)
    found = [
        f"{item_name(tables, name)} {one}{f' ({NO_JOB})' if name in jobless else ''}"
        for name, one in ship.equipment.items()
        if one != WORKING
    ]
    found += [
        f"{item_name(tables, name)} {'destroyed' if hits >= limit else 'damaged'}"
        for name, hits in ship.secondary.items()
    ]
    return [*found, "water lines out of order"] if ship.lines_out else found


def without_job(ship: Ship, tables: Tables) -> list[str]:
    """Equipment that is damaged and that no repair party can mend: rudder and shafts."""
    return [item.id for item in tables.sheet.equipment if ship.equipment[item.id] == DAMAGED and not item.mendable]


def points_lost(ship: Ship, tables: Tables) -> str:
    """Hull and maneuver points below the full track, which no job gives back; empty where none is lost."""
    tracks = (("hull", ship.hull, tables.numbers.hull), ("maneuver", ship.maneuver, tables.numbers.maneuver))
    lost = listed([f"{full - left} of {count(full, f'{name} point')}" for name, left, full in tracks if left < full])
    return f"{lost}, {NO_JOB}" if lost else ""


def wild_fires(events: Sequence[Event], ship: Ship, tables: Tables) -> list[str]:
    """The sections whose deck fire is out of control: it was told so in this phase, and still is at its last level."""
    found: list[str] = []
    for event in reversed(events):
        if isinstance(event, PhaseBegun):
            break
        if isinstance(event, Damage) and event.item == DECK_FIRE and event.effect == OUT_OF_CONTROL:
            found.append(event.section)
    last = tables.numbers.deck_fire_limit
    return [section for section in SECTIONS if section in found and ship.deck_fires.get(section) == last]


def met_words(*parts: Records | DayRecord) -> str:
    """What came in some days or a whole game, and what became of it, in figures that add up."""
    planes = sum(one.planes for one in parts)
    return f"{count(planes, 'plane')}: {came_to(*parts)}" if planes else "no plane came"


def came_to(*parts: Records | DayRecord) -> str:
    """What became of the planes that came: a flamed one dives and may strike all the same, so it is told among those.

    Strikes and near misses are those of dives; weapons are not among them.
    """
    destroyed, flamed = sum(one.destroyed for one in parts), sum(one.flamed for one in parts)
    strikes, near = sum(one.hits for one in parts), sum(one.near_misses for one in parts)
    left = sum(one.planes for one in parts) - destroyed
    if not left:
        return f"{destroyed} destroyed"
    dived = f"{strikes} struck in their dives, {count(near, 'near miss', 'near misses')}"
    return f"{destroyed} destroyed; of the other {left} ({flamed} aflame) {dived}"


def day_lines(state: State, number: int) -> list[str]:
    """The page at a day's end: what the day brought and how she stands. ``number`` counts days on duty from 0."""
    day = state.records.daily[number]
    wanted = f" of {state.fighting_days_wanted}" if state.fighting_days_wanted else ""
    return [
        f"End of {day_words(datetime.date.fromisoformat(day.date))}, {day.ship}, station {day.station}",
        f"    {title_case(met_words(day))}",
        f"    hull {day.hull}, fuel {day.fuel}, ammunition {day.ammunition}, morale {signed(day.morale)}, "
        f"repair men {day.men}",
        f"    fighting days {state.fighting_days}{wanted}, own ships sunk {state.records.ships_sunk}",
    ]


def outcome_lines(state: State, tables: Tables) -> list[str]:
    """How a game ended, why, and what it came to."""
    records = state.records
    return [
        f"{OUTCOMES[state.outcome]}: {reason_of(state, tables)}.",
        f"{count(records.days, 'day')} on duty, {count(records.phases, 'phase')}, {count(records.waves, 'wave')}, "
        f"{met_words(records)}.",
    ]


def reason_of(state: State, tables: Tables) -> str:
    """What decided a game: the ship's end in a scenario, days or ships in a campaign."""
    setup, ship = state.setup, state.ship
    fate = "sank" if ship.fate == SUNK else "is afloat and on her station" if state.on_station else "left her station"
    if setup.kind == CAMPAIGN:
        draw, sunk = tables.campaigns[setup.name].ships_sunk_draw, state.records.ships_sunk
        if draw:
            return f"{count(sunk, 'ship')} sunk, {draw} are a draw"
        days = f"{state.fighting_days} of {count(state.fighting_days_wanted, 'fighting day')}"
        return f"{ship.name} {fate} after {days}"
    return f"{ship.name} {fate}"
