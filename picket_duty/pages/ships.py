"""The ships of a game and their crews: where each is, what she has left, her record and casualties,
the ships lost.
"""

from __future__ import annotations

import datetime
from collections.abc import Iterable, Sequence
from weakref import WeakKeyDictionary

import msgspec

from picket_duty.book import Tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.book.vocabulary import MEN_SECTIONS
from picket_duty.charts.words import day_words
from picket_duty.events import Loss, NewShip, Undone
from picket_duty.facts import Day, GameFacts, Observer, game_facts
from picket_duty.facts.campaign_days import campaign_of
from picket_duty.game import Game
from picket_duty.pages import blocks
from picket_duty.rules.anchorage import refitted
from picket_duty.rules.campaign import REAR, SUNK
from picket_duty.rules.play import Play
from picket_duty.rules.records import days_on_duty
from picket_duty.state import LOST, POSTS, SECTIONS, Setup, Ship, State
from picket_duty.text import names, ship_service, status
from picket_duty.text.campaign_progress import stakes_words
from picket_duty.text.log import log_line
from picket_duty.text.phrases import phrase, words
from picket_duty.text.status import UNHURT, damage_lines, succession
from picket_duty.text.styled_text import Line, line, text_of

#: Why a ship is away, by ``Ship.away``.
AWAY = {"repair": "repairs", "replenish": "replenishment", "storm repair": "storm repairs"}
ON_DUTY = "*"
IS_AWAY = "a"
READY = "+"
GONE = "X"
LEFT = "<"
SIGNS = (
    f"{ON_DUTY} on duty   {IS_AWAY} away   {READY} ready   {GONE} sunk   {LEFT} left or sent to "
    f"the rear"
)


#: For each resumed game: the number of earlier answers, and the observer of the whole game.
_WHOLE: WeakKeyDictionary[Game, tuple[int, Observer]] = WeakKeyDictionary()


def known_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer; only since it was resumed if its save cannot be
    read.
    """
    from picket_duty.saves import SaveError

    try:
        return whole_game_facts(game)
    except SaveError:
        return game_facts(game)


def whole_game_facts(game: Game) -> GameFacts:
    """The facts of a game from its first answer, of a resumed one from its save. Raises
    SaveError.
    """
    if not game.base or game.save_file is None:
        return game_facts(game)
    known = _WHOLE.get(game)
    if known is None or known[0] != game.base:
        from picket_duty.saves import load_whole

        whole = load_whole(game.save_file.path, game.tables)
        # An undo is an event of the game, but undone answers are not replayed.
        since = sum(not isinstance(event, Undone) for event in game.events)
        known = _WHOLE[game] = game.base, Observer(whole, whole.events[: len(whole.events) - since])
    return game_facts(game, known[1])


# -- the ships --------------------------------------------------------------------------


def ships_of(state: State) -> list[Ship]:
    """Every ship of the game in the order in which she came on duty."""
    ships = {ship.name: ship for ship in (*state.lost, *state.squadron, state.ship)}
    order = dict.fromkeys([*(day.ship for day in state.records.daily), *ships])
    return [ships[name] for name in order if name in ships]


def closing_state(state: State, facts: Sequence[Day]) -> State:
    """The state of a game that is over, with where the ship went that left her station on its last
    day.
    """
    ship = state.ship
    day = facts[-1] if facts else None
    if (
        not state.outcome
        or state.on_station
        or day is None
        or day.leave is None
        or day.ship != ship.name
    ):
        return state
    if ship.fate or ship.back is not None:
        return state
    if day.sent_to_rear:
        return msgspec.structs.replace(state, ship=msgspec.structs.replace(ship, fate=REAR))
    if not day.leave.until:
        return state
    back = datetime.date.fromisoformat(day.leave.until)
    return msgspec.structs.replace(
        state, ship=msgspec.structs.replace(ship, back=back, away=day.absence)
    )


def current_first(state: State) -> list[Ship]:
    """Every ship of the game: the one on duty, those away, those lost or sent to the rear."""
    others = [*state.squadron, *state.lost]
    return [state.ship, *(ship for ship in others if ship.name != state.ship.name)]


def station_assigned(state: State) -> int | None:
    """The station of the ship on duty; None while she is away or her station is to be assigned."""
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
    if ship.back is None and state.outcome and not state.on_station:
        return LEFT, "left her station", "warn"
    if ship.back is None:
        station = station_assigned(state)
        return (
            ON_DUTY,
            f"on station {station}" if station else "on duty, station to be assigned",
            "good",
        )
    # A game that ends while no ship is on station may have a later date than its last day.
    if ship.back <= min(state.date, LAST_DAY):
        return READY, f"ready since {day_words(ship.back)}", "title"
    return IS_AWAY, f"{AWAY.get(ship.away, ship.away)}, returns {day_words(ship.back)}", "plain"


def squadron_page(state: State, tables: Tables) -> blocks.Page:
    """The roster with its totals, what counts now, the ships ready and next back, and the best
    record.
    """
    data = campaign_of(state, tables)
    ready = sum(duty_status(ship, state)[0] == READY for ship in state.squadron)
    sent = sum(bool(ship.fate) and ship.fate != SUNK for ship in ships_of(state))
    sums = f"{state.records.ships_sunk} sunk, {sent} sent to the rear"
    if state.outcome and state.squadron:
        sums = f"{sums}, {len(state.squadron)} at the anchorage"
    elif data is not None and data.squadron and not state.outcome:
        sums = f"1 on duty, {len(state.squadron) - ready} away, {ready} ready, {sums}"
    counts = stakes_words(state, tables)
    waiting = sorted((ship.back, ship.name) for ship in state.squadron if ship.back)
    fields: list[tuple[str, blocks.Text]] = [
        ("What counts", line((counts, "strong")) if counts else "")
    ]
    if waiting and not state.outcome:
        here = [ship.name for ship in state.squadron if ship.back and ship.back <= state.date]
        coming = [f"{name} on {day_words(back)}" for back, name in waiting if back > state.date]
        fields += [
            ("Ready now", line((names.listed(here) or "none", "title"))),
            ("Back next", names.listed(coming)),
        ]
    return [
        roster(current_first(state), state, tables),
        blocks.Space(),
        blocks.styled(sums, "strong"),
        blocks.styled(SIGNS),
        blocks.Space(),
        blocks.Fields(tuple(fields)),
    ]


def roster(ships: Sequence[Ship], state: State, tables: Tables) -> blocks.Grid:
    """Each ship in a row: her status, what she has left, her days and her captain."""
    heads = (
        "",
        "Ship",
        "Hull no.",
        "Status",
        "Hull",
        "Days",
        "Man.",
        "Fuel",
        "Amm.",
        "Morale",
        "Captain",
        "Killed",
        "Stations",
        "Splashed",
        "Crashed",
    )
    rows: list[tuple[blocks.Text, ...]] = []
    for listed_ship in ships:
        sign, words, style = duty_status(listed_ship, state)
        ship = ship_when_ready(listed_ship, state, tables)
        days = [day for day in days_on_duty(state) if day.ship == ship.name]
        left = (
            f"{ship.hull}/{tables.numbers.hull}",
            str(ship.maneuver),
            str(ship.fuel),
            str(ship.ammunition),
            names.signed(ship.morale),
        )
        hull, *others = left if ship.fate != SUNK else ["-"] * len(left)
        rows.append(
            (
                line((sign, style)),
                line((ship.name, "strong")),
                line((ship.hull_number, "dim")),
                line((words, style)),
                hull,
                str(len(days)),
                *others,
                names.naval_name(ship.crew["captain"].name) if "captain" in ship.crew else "",
                str(len(ship.fallen) or ""),
                ", ".join(dict.fromkeys(map(str, ship.stations))),
                str(sum(day.destroyed for day in days)),
                str(sum(day.hits for day in days)),
            )
        )
    return blocks.Grid(
        heads, tuple(rows), right=(4, 5, 6, 7, 8, 9, 11, 13, 14), optional=tuple(range(6, 15))
    )


# -- one ship ----------------------------------------------------------------------------


def ship_record(ship: Ship, state: State, tables: Tables) -> blocks.Page:
    """A ship: her stations, tracks, stores, people and damage; during a game also her support and
    her crew's values.
    """
    stations = list(dict.fromkeys(map(str, ship.stations)))
    crew = (
        f"{names.POST_NAMES[post]} {names.signed(ship.crew[post].value)}"
        for post in POSTS
        if post in ship.crew
    )
    help = f"FDT {'yes' if ship.fdt else 'no'}, SFS {ship.sfs}, AFS {len(state.air.markers)}"
    help += f", land radar {state.land_radars}" if state.advanced else ""
    hurt = damage_lines(msgspec.structs.replace(state, ship=ship), tables)
    flooded = f"{status.flooded_words(ship)}; {status.list_words(ship)}, {status.trim_words(ship)}"
    rows = (
        ("Station" if len(stations) == 1 else "Stations", ", ".join(stations) or "none"),
        ("Support", "" if state.outcome else help),
        ("Ship", f"hull {ship.hull}, maneuver {ship.maneuver}, morale {names.signed(ship.morale)}"),
        ("Stores", f"fuel {ship.fuel}, ammunition {ship.ammunition}"),
        ("Repair parties", ", ".join(f"{section} {ship.men[section]}" for section in SECTIONS)),
        ("Crew", "" if state.outcome else ", ".join(crew)),
        (
            "Ace crews",
            names.grouped(
                [names.item_name(tables, name) for name, gun in ship.mounts.items() if gun.ace]
            ),
        ),
        ("Damage", ("; ".join(hurt) or UNHURT) if ship.mounts else ""),
        ("Lost", status.points_lost(ship, tables)),
        ("Flooded", flooded if ship.floods else ""),
    )
    return [
        blocks.Heading(line((ship.name, "title"), (f" {ship.hull_number}", "dim")), 4),
        blocks.Fields(rows),
    ]


def arrival_after(game: Game, date: str) -> NewShip | None:
    """The ship that came after a day; None if the ship on duty is the same."""
    after = (event for event in reversed(known_facts(game).events) if isinstance(event, NewShip))
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


def losses_blocks(state: State, tables: Tables) -> blocks.Page:
    """The ships lost in the game compared with the Fletchers that air attacks sank in the same
    months of 1945.
    """
    days = sorted(day for day, mark in state.records.calendar.items() if mark == LOST)
    named = dict.fromkeys(ship.name for ship in (*state.lost, state.ship) if ship.fate == SUNK)
    ours = list(zip(map(names.short_date, days), named, strict=False))
    history = tables.map_data.lost
    totals = (
        ("Your ships", line(f"{state.records.ships_sunk:>2}  ", (f"{GONE} " * len(ours), "bad"))),
        ("Fletchers in 1945", line(f"{len(history):>2}  ", (f"{GONE} " * len(history), "dim"))),
    )
    left = tuple((day, line((name, "bad"))) for day, name in ours) or (("", line(("none", "dim"))),)
    right = tuple(
        (day_words(loss.date), loss.ship, line((str(loss.station or ""), "dim")))
        for loss in history
    )
    sides = (
        (blocks.Grid(("Day", "Your ships"), left),),
        (blocks.Grid(("Day", "Lost to air attack", "Station"), right, right=(2,)),),
    )
    return [
        blocks.Heading("Destroyers lost", 4),
        blocks.Fields(totals),
        blocks.Space(),
        blocks.Columns(sides, 36),
    ]


def crew_page(
    ships: Iterable[Ship],
    state: State,
    tables: Tables,
    facts: GameFacts,
    awards: Sequence[ship_service.Award],
) -> blocks.Page:
    """The crews of some ships, ship by ship; of ships not on duty only those whose crew was
    drawn.
    """
    page: blocks.Page = []
    for ship in ships:
        members = ship_service.crew_rows(ship, facts.officers, awards, tables)
        if not members and ship is not state.ship:
            continue
        days = sum(day.ship == ship.name for day in days_on_duty(state))
        title = line(
            (ship.name, "title"),
            (f"  {ship.hull_number}, {names.count(days, 'day')} on duty", "dim"),
        )
        page += [
            blocks.Heading(title, 4),
            blocks.Paragraph(casualties_line(ship, state, tables, facts)),
        ]
        unknown = blocks.styled("Her officers and chiefs have not been assigned yet")
        page.append(blocks.Fields(tuple(members)) if members else unknown)
        captains = [
            each
            for each in ship_service.mount_captains(facts.days, tables)
            if each.ship == ship.name
        ]
        rows = []
        for captain in sorted(captains, key=lambda captain: captain.mount):
            record = ship_service.record_words(captain, state.setup, tables)
            name = names.title_case(names.item_name(tables, captain.mount))
            rows.append((name, line((record, "bad" if captain.lost else "plain"))))
        page += [blocks.Fields(tuple(rows), "Mount captains")] if rows else []
    return page


def casualties_line(ship: Ship, state: State, tables: Tables, facts: GameFacts) -> Line:
    """The casualties, and the men of the repair parties: left and replaced."""
    men = sum(ship_when_ready(ship, state, tables).men.values())
    full = sum(tables.numbers.men.values())
    officers, men_lost = facts.casualties(ship.name)
    lost = ship_service.casualty_words(officers, men_lost)
    sunk = ship.fate == SUNK
    replaced = men + men_lost - full
    came = (
        f", {names.count(replaced, 'man', 'men')} replaced at the anchorage" if replaced > 0 else ""
    )
    return line(
        (
            f"{lost or 'No casualties'}{' before she sank' if sunk else ''}.",
            "bad" if lost else "plain",
        ),
        "" if sunk else f" Repair parties: {men} of {full} men{came}.",
    )


def people_of_day(date: str, facts: Sequence[Day], setup: Setup, tables: Tables) -> list[Line]:
    """What a day brought to those aboard: officers killed and their successors, men lost, planes
    credited to mounts.
    """
    days = [day for day in facts if day.date == date]
    losses = [succession(killed.event) for day in days for killed in day.killed]
    lines = [line((f"{loss.title}; {loss.then}.", "bad"), f" {loss.change}") for loss in losses]
    men: dict[str, Loss] = {}
    for event in (event for day in days for phase in day.phases for event in phase.consequences):
        if isinstance(event, Loss) and event.track in MEN_SECTIONS and event.points:
            lost = men[event.track].points if event.track in men else 0
            men[event.track] = msgspec.structs.replace(event, points=lost + event.points)
    lines += [line((f"{text_of(log_line(loss, tables)).strip()}.", "bad")) for loss in men.values()]
    captains = ship_service.mount_captains(facts, tables)
    row = phrase("mount_lost")
    lost_today = [captain for captain in captains if captain.lost.startswith(date)]
    lines += [
        line(
            (
                words(
                    row.card,
                    mount=names.item_name(tables, each.mount),
                    captain=each.name(setup, tables),
                ),
                "bad",
            )
        )
        for each in lost_today
    ]
    credited = ship_service.credited_words(captains, date, setup, tables)
    return [*lines, line(credited)] if credited else lines


def gunners_today(game: Game) -> dict[str, tuple[str, int]]:
    """The captain of each mount credited or destroyed on the current day, with his planes in
    all.
    """
    days = known_facts(game).days
    captains = (
        each
        for each in ship_service.mount_captains(days, game.tables)
        if each.ship == days[-1].ship
    )
    today = (
        each
        for each in captains
        if days[-1].date in each.dates or each.lost.startswith(days[-1].date)
    )
    return {
        each.mount: (each.name(game.state.setup, game.tables), len(each.dates)) for each in today
    }


def changes_of_day(facts: Sequence[Day], setup: Setup, tables: Tables) -> blocks.Page:
    """What the last day on duty that is over, or today, changed for the crew; empty before the
    first.
    """
    for day in (day for day in reversed(facts) if day.phases):
        people = people_of_day(day.date, facts, setup, tables)
        if people or day.end is not None or day.leave is not None:
            head = blocks.Heading(
                line((f"{names.short_date(day.date)}  ", "title"), (day.ship, "dim")), 4
            )
            return [
                head,
                blocks.Items(tuple(people) or ("No change in the crew.",)),
                blocks.Space(),
            ]
    return []


def killed_blocks(ships: Sequence[Ship]) -> blocks.Page:
    """The officers and chiefs killed aboard some ships, each with the ship if there are several."""
    rows = []
    for ship, fallen in ((each, fallen) for each in ships for fallen in each.fallen):
        fields = {
            "name": names.naval_name(fallen.name, fallen.post),
            "post": names.POST_NAMES[fallen.post],
        }
        fields |= {
            "ship": ship.name if len(ships) > 1 else "",
            "when": names.label_words(fallen.phase),
        }
        rows.append(words(phrase("fallen").card, **fields))
    return [blocks.Heading("Killed in action", 3), blocks.Items(tuple(rows))] if rows else []
