"""What may be chosen before the first die, checked once: scenario, campaign or patrol, level, options, ship, dice."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Mapping

from picket_duty.book import Tables
from picket_duty.book.limits import LONGEST_NAME, STATIONS
from picket_duty.requests import Roll
from picket_duty.state import ADVANCED, BASIC, POSTS, Setup

LEVELS = (BASIC, ADVANCED)
#: Who rolls: the computer; the player, all of them; the player, those of his own ship.
BY_COMPUTER, ALL_OWN, MINE = "computer", "own", "mine"
DICE_MODES = (BY_COMPUTER, ALL_OWN, MINE)
UNDO_DICE = "dice"
UNDO_RULES = ("free", UNDO_DICE)


def make_setup(
    tables: Tables,
    scenario: int | str | None,
    campaign: str | None,
    patrol: datetime.date | str | None,
    level: str,
    seed: int | None,
    options: tuple[str, ...],
    ship: str | None,
    days: int,
    station: int | None,
    start: datetime.date | str | None,
    dice: str,
) -> Setup:
    """Check what was chosen and make it a set-up. Raises ValueError naming what would be right."""
    chosen = [value for value in (scenario, campaign, patrol) if value is not None]
    if len(chosen) != 1:
        raise ValueError("choose one of a scenario, a campaign or a patrol")
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}; levels: {', '.join(LEVELS)}")
    if dice not in DICE_MODES:
        raise ValueError(f"unknown dice {dice!r}; dice: {', '.join(DICE_MODES)}")
    for option in options:
        if option not in tables.options:
            raise ValueError(f"unknown option {option!r}; options: {', '.join(tables.options)}")
    always = {one.id for one in tables.options.values() if one.always == level}
    options = tuple(sorted(always.union(options)))
    if ship is not None and (not ship.strip() or not ship.isprintable() or len(ship) > LONGEST_NAME):
        raise ValueError(f"ship name {ship!r} must have 1 to {LONGEST_NAME} printable letters")
    if seed is None:
        seed = secrets.randbelow(2**31)
    if scenario is not None:
        return _scenario_setup(tables, scenario, level, seed, options, ship, dice)
    for option in options:
        if tables.options[option].special:
            raise ValueError(f"option {option!r} belongs to a scenario")
    if campaign is not None:
        return _campaign_setup(tables, campaign, level, seed, options, ship, start, dice)
    assert patrol is not None
    return _patrol_setup(tables, patrol, level, seed, options, ship, days, station, dice)


def is_players(roll: Roll, dice: str) -> bool:
    """Whether the player rolls these dice himself, by who rolls in this game."""
    return dice == ALL_OWN or (dice == MINE and roll.purpose.mine)


def undo_rule(undo: str) -> str:
    if undo not in UNDO_RULES:
        raise ValueError(f"unknown undo rule {undo!r}; rules: {', '.join(UNDO_RULES)}")
    return undo


def officers_named(officers: Mapping[str, str]) -> dict[str, str]:
    for post, name in officers.items():
        if post not in POSTS:
            raise ValueError(f"unknown post {post!r}; posts: {', '.join(POSTS)}")
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ValueError(f"{post}: a name has 1 to {LONGEST_NAME} printable letters")
    return {post: name.strip() for post, name in officers.items()}


def _scenario_setup(
    tables: Tables, scenario: int | str, level: str, seed: int, options: tuple[str, ...], ship: str | None, dice: str
) -> Setup:
    names = {str(number): number for number in tables.scenarios}
    names.update({data.slug: number for number, data in tables.scenarios.items()})
    number = names.get(str(scenario).lower())
    if number is None:
        known = ", ".join(f"{number} {data.slug}" for number, data in tables.scenarios.items())
        raise ValueError(f"unknown scenario {scenario!r}; scenarios: {known}")
    data = tables.scenarios[number]
    allowed = [option.id for option in tables.options_of(data)]
    for option in options:
        if option not in allowed:
            raise ValueError(f"option {option!r} is not for scenario {number}; options: {', '.join(allowed)}")
    return Setup(
        kind="scenario",
        name=str(number),
        level=level,
        seed=seed,
        start=data.date,
        ship_class=data.ship_class,
        ship=ship or data.ship,
        hull_number=data.hull,
        station=data.station,
        options=options,
        dice=dice,
    )


def _campaign_setup(
    tables: Tables,
    campaign: str,
    level: str,
    seed: int,
    options: tuple[str, ...],
    ship: str | None,
    start: datetime.date | str | None,
    dice: str,
) -> Setup:
    data = tables.campaigns.get(campaign)
    if data is None:
        raise ValueError(f"unknown campaign {campaign!r}; campaigns: {', '.join(tables.campaigns)}")
    first = data.start
    if start is not None:
        if not data.choose_start:
            raise ValueError(f"campaign {campaign} starts on {data.start}; only long-a chooses its start")
        first = _date(tables, start)
    name, hull = _first_ship(tables, seed, ship)
    return Setup("campaign", campaign, level, seed, first, "fletcher", name, hull, None, 0, options, dice)


def _patrol_setup(
    tables: Tables,
    patrol: datetime.date | str,
    level: str,
    seed: int,
    options: tuple[str, ...],
    ship: str | None,
    days: int,
    station: int | None,
    dice: str,
) -> Setup:
    first = _date(tables, patrol)
    if days < 1:
        raise ValueError(f"{days} days; a patrol lasts at least 1 day")
    if station is not None and station not in STATIONS:
        raise ValueError(f"unknown station {station}; stations: {STATIONS.start} to {STATIONS.stop - 1}")
    ship_class = "fletcher"
    for data in tables.ships.values():
        if ship and ship.lower() in (data.id, data.name.lower()):
            ship_class = data.id
    name, hull = _first_ship(tables, seed, ship)
    for scenario in tables.scenarios.values():
        if scenario.ship_class == ship_class != "fletcher":
            name, hull = scenario.ship, scenario.hull
    return Setup("patrol", first.isoformat(), level, seed, first, ship_class, name, hull, station, days, options, dice)


def _first_ship(tables: Tables, seed: int, ship: str | None) -> tuple[str, str]:
    """The ship asked for by name, or one that the seed picks."""
    names = tables.names.ships
    if ship is None:
        found = names[abs(seed) * 31 % len(names)]
        return found.name, found.hull
    for known in names:
        if ship.lower() in (known.name.lower(), known.name.lower().removeprefix("uss ")):
            return known.name, known.hull
    return ship, ""


def _date(tables: Tables, given: datetime.date | str) -> datetime.date:
    data = next(iter(tables.campaigns.values()))
    try:
        day = given if isinstance(given, datetime.date) else datetime.date.fromisoformat(given)
    except ValueError:
        raise ValueError(f"date {given!r} is not YYYY-MM-DD") from None
    if not data.start <= day <= data.end:
        raise ValueError(f"date {day} is outside the campaign, {data.start} to {data.end}")
    return day
