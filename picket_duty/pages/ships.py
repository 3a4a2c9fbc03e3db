"""The ships of a game: where each is, what she has left and her record; the ships lost."""

from __future__ import annotations

import datetime
from collections.abc import Sequence

import msgspec

from picket_duty.book import Tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.events import NewShip
from picket_duty.facts import Day, Fate, facts_of
from picket_duty.facts.campaign_days import campaign_of
from picket_duty.game import Game
from picket_duty.pages.blocks import Columns, Fields, Grid, Heading, Page, Row, Space, Text, styled
from picket_duty.rules.anchorage import REPAIR, REPLENISH, STORM_REPAIR, refitted
from picket_duty.rules.play import Play
from picket_duty.rules.records import days_on_duty
from picket_duty.state import LOST, POSTS, REAR, SECTIONS, SUNK, Ship, State
from picket_duty.text.campaign_progress import stakes_words
from picket_duty.text.dates import short_date
from picket_duty.text.english import listed, signed
from picket_duty.text.names import POST_NAMES, grouped, item_name, naval_name, part_of_ship
from picket_duty.text.status import (
    UNHURT,
    damage_lines,
    fate_heading,
    flooded_words,
    list_words,
    points_lost,
    trim_words,
)
from picket_duty.text.styled_text import line

#: Why a ship is away, by ``Ship.away``.
AWAY = {REPAIR: "repairs", REPLENISH: "replenishment", STORM_REPAIR: "storm repairs"}
#: The characters that mark a ship's status.
ON_DUTY = "*"
IS_AWAY = "a"
READY = "+"
GONE = "X"
LEFT = "<"
SIGNS = (
    f"{ON_DUTY} on duty   {IS_AWAY} away   {READY} ready   {GONE} sunk   {LEFT} left or sent to "
    f"the rear"
)


# -- the ships --------------------------------------------------------------------------


def ships_of(state: State) -> list[Ship]:
    """Every ship of the game in the order in which she came on duty."""
    ships = {ship.name: ship for ship in (*state.lost, *state.squadron, state.ship)}
    order = dict.fromkeys([*(day.ship for day in state.records.daily), *ships])
    return [ships[name] for name in order if name in ships]


def closing_state(state: State, facts: Sequence[Day]) -> State:
    """The state of a game, which also says where the ship went if she left her station on the last
    day of a game that is over. The rules enter that in a later step, and no step follows.
    """
    ship = state.ship
    day = facts[-1] if facts else None
    if not state.outcome or state.on_station or ship.fate or ship.back is not None:
        return state
    if day is None or day.leave is None or day.ship != ship.name:
        return state
    if day.sent_to_rear:
        gone = msgspec.structs.replace(ship, fate=REAR)
    elif day.leave.until:
        back = datetime.date.fromisoformat(day.leave.until)
        gone = msgspec.structs.replace(ship, back=back, away=day.absence)
    else:
        return state
    return msgspec.structs.replace(state, ship=gone)


def current_first(state: State) -> list[Ship]:
    """Every ship of the game: the one on duty, those away, those lost or sent to the rear."""
    others = [*state.squadron, *state.lost]
    return [state.ship, *(ship for ship in others if ship.name != state.ship.name)]


def station_assigned(state: State) -> int | None:
    """The station of ``state.ship``; None while she is away, and until one is assigned."""
    ship = state.ship
    return None if state.new_station or ship.back is not None or ship.fate else ship.station


def ship_when_ready(ship: Ship, state: State, tables: Tables) -> Ship:
    """A ship, or one that is back and ready as the anchorage has repaired and filled her."""
    if not state.outcome and ship.back is not None and ship.back <= state.date:
        return refitted(Play(state, tables), ship)
    return ship


def duty_status(ship: Ship, state: State) -> tuple[str, str, str]:
    """Sign, words and style of a ship's duty status."""
    if ship.fate == SUNK:
        return GONE, "sunk", "bad"
    if ship.fate:
        return LEFT, "sent to the rear", "warn"
    if ship.back is None:
        if state.outcome and not state.on_station:
            return LEFT, "left her station", "warn"
        station = station_assigned(state)
        duty = f"on station {station}" if station else "on duty, station to be assigned"
        return ON_DUTY, duty, "good"
    # A game that ends while no ship is on station may have a later date than its last day.
    if ship.back <= min(state.date, LAST_DAY):
        return READY, f"ready since {day_words(ship.back)}", "title"
    return IS_AWAY, f"{AWAY.get(ship.away, ship.away)}, returns {day_words(ship.back)}", "plain"


def squadron_page(state: State, tables: Tables) -> Page:
    """The roster with its totals, what counts now, the ships ready and next back, and the best
    record.
    """
    counts = stakes_words(state, tables)
    fields: list[Row] = [("What counts", line((counts, "strong")) if counts else "")]
    waiting = sorted((ship.back, ship.name) for ship in state.squadron if ship.back)
    if waiting and not state.outcome:
        here = [ship.name for ship in state.squadron if ship.back and ship.back <= state.date]
        coming = [f"{name} on {day_words(back)}" for back, name in waiting if back > state.date]
        fields += [
            ("Ready now", line((listed(here) or "none", "title"))),
            ("Back next", listed(coming)),
        ]
    return [
        roster(current_first(state), state, tables),
        Space(),
        styled(_squadron_sums(state, tables), "strong"),
        styled(SIGNS),
        Space(),
        Fields(tuple(fields)),
    ]


def _squadron_sums(state: State, tables: Tables) -> str:
    sent = sum(bool(ship.fate) and ship.fate != SUNK for ship in ships_of(state))
    sums = f"{state.records.ships_sunk} sunk, {sent} sent to the rear"
    if state.outcome:
        return f"{sums}, {len(state.squadron)} at the anchorage" if state.squadron else sums
    data = campaign_of(state, tables)
    if data is None or not data.squadron:
        return sums
    statuses = (duty_status(ship, state) for ship in state.squadron)
    ready = sum(sign == READY for sign, _, _ in statuses)
    return f"1 on duty, {len(state.squadron) - ready} away, {ready} ready, {sums}"


def roster(ships: Sequence[Ship], state: State, tables: Tables) -> Grid:
    """Each ship in a row: her status, what she has left, her days and her captain."""
    heads = (
        *("", "Ship", "Hull no.", "Status"),  # columns 0 to 3
        *("Hull", "Days", "Man.", "Fuel", "Amm.", "Morale"),  # 4 to 9
        *("Captain", "Killed", "Stations"),  # 10 to 12
        fate_heading(Fate.SPLASHED),  # 13
        fate_heading(Fate.CRASHED),  # 14
    )
    rows = tuple(_roster_row(ship, state, tables) for ship in ships)
    # Columns of numbers are aligned right; where there is little room, those after Days are left
    # out.
    return Grid(heads, rows, right=(4, 5, 6, 7, 8, 9, 11, 13, 14), optional=tuple(range(6, 15)))


def _roster_row(ship: Ship, state: State, tables: Tables) -> tuple[Text, ...]:
    sign, words, style = duty_status(ship, state)
    ship = ship_when_ready(ship, state, tables)
    days = [day for day in days_on_duty(state) if day.ship == ship.name]
    left = [
        f"{ship.hull}/{tables.numbers.hull}",
        str(ship.maneuver),
        str(ship.fuel),
        str(ship.ammunition),
        signed(ship.morale),
    ]
    if ship.fate == SUNK:
        left = ["-"] * len(left)
    hull, *others = left
    captain = naval_name(ship.crew["captain"].name) if "captain" in ship.crew else ""
    return (
        line((sign, style)),
        line((ship.name, "strong")),
        line((ship.hull_number, "dim")),
        line((words, style)),
        hull,
        str(len(days)),
        *others,
        captain,
        str(len(ship.fallen) or ""),
        ", ".join(dict.fromkeys(map(str, ship.stations))),
        str(sum(day.destroyed for day in days)),
        str(sum(day.hits for day in days)),
    )


# -- one ship ----------------------------------------------------------------------------


def ship_record(ship: Ship, state: State, tables: Tables) -> Page:
    """A ship: her stations, tracks, stores, people and damage; during a game also her support and
    her crew's values.
    """
    stations = list(dict.fromkeys(map(str, ship.stations)))
    aces = [item_name(tables, name) for name, mount in ship.mounts.items() if mount.ace]
    hurt = damage_lines(msgspec.structs.replace(state, ship=ship), tables)
    flooded = f"{flooded_words(ship)}; {list_words(ship)}, {trim_words(ship)}"
    rows = (
        ("Station" if len(stations) == 1 else "Stations", ", ".join(stations) or "none"),
        ("Support", "" if state.outcome else _support(ship, state)),
        ("Ship", f"hull {ship.hull}, maneuver {ship.maneuver}, morale {signed(ship.morale)}"),
        ("Stores", f"fuel {ship.fuel}, ammunition {ship.ammunition}"),
        (
            "Repair parties",
            ", ".join(f"{part_of_ship(each)} {ship.men[each]}" for each in SECTIONS),
        ),
        ("Crew", "" if state.outcome else _values(ship)),
        ("Ace crews", grouped(aces)),
        ("Damage", ("; ".join(hurt) or UNHURT) if ship.mounts else ""),
        ("Lost", points_lost(ship, tables)),
        ("Flooded", flooded if ship.floods else ""),
    )
    return [
        Heading(line((ship.name, "title"), (f" {ship.hull_number}", "dim")), 4),
        Fields(rows),
    ]


def _support(ship: Ship, state: State) -> str:
    help = f"FDT {'yes' if ship.fdt else 'no'}, SFS {ship.sfs}, AFS {len(state.air.markers)}"
    return f"{help}, land radar {state.land_radars}" if state.advanced else help


def _values(ship: Ship) -> str:
    posts = [post for post in POSTS if post in ship.crew]
    return ", ".join(f"{POST_NAMES[post]} {signed(ship.crew[post].value)}" for post in posts)


def arrival_after(game: Game, date: str) -> NewShip | None:
    """The last ship that came after a day; None if the ship on duty is the same."""
    after = (event for event in reversed(facts_of(game).whole.events) if isinstance(event, NewShip))
    # The label of a phase begins with its date.
    return next((event for event in after if event.phase[: len(date)] > date), None)


def ship_before_repairs(game: Game, came: NewShip) -> Ship | None:
    """A ship that came back, as she was before she was repaired; None if it is not known."""
    place = next((place for place, event in enumerate(game.events) if event is came), 0)
    point = next((point for point in reversed(game.checkpoints) if point.events <= place), None)
    if point is None:
        return None
    state: State = game.system.decode(point.state)
    return next((ship for ship in (state.ship, *state.squadron) if ship.name == came.name), None)


# -- the ships lost ---------------------------------------------------------------------------


def losses_blocks(state: State, tables: Tables) -> Page:
    """The ships lost in the game compared with the Fletchers that air attacks sank in the same
    months of 1945.
    """
    days = sorted(day for day, mark in state.records.calendar.items() if mark == LOST)
    sunk = dict.fromkeys(ship.name for ship in (*state.lost, state.ship) if ship.fate == SUNK)
    ours = [(short_date(day), line((name, "bad"))) for day, name in zip(days, sunk, strict=False)]
    history = tables.map_data.lost
    totals = (
        ("Your ships", line(f"{state.records.ships_sunk:>2}  ", (f"{GONE} " * len(ours), "bad"))),
        ("Fletchers in 1945", line(f"{len(history):>2}  ", (f"{GONE} " * len(history), "dim"))),
    )
    theirs = [
        (day_words(loss.date), loss.ship, line((str(loss.station or ""), "dim")))
        for loss in history
    ]
    sides = (
        (Grid(("Day", "Your ships"), tuple(ours or [("", line(("none", "dim")))])),),
        (Grid(("Day", "Lost to air attack", "Station"), tuple(theirs), right=(2,)),),
    )
    return [
        Heading("Destroyers lost", 4),
        Fields(totals),
        Space(),
        Columns(sides, least=36),
    ]
