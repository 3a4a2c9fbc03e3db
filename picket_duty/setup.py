"""What may be chosen before the first die, checked once: scenario, campaign or patrol, level, options, ship, dice."""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Iterable, Mapping

from picket_duty.book import Tables
from picket_duty.requests import Roll
from picket_duty.state import ADVANCED, BASIC, POSTS, Setup

LEVELS = (BASIC, ADVANCED)
#: Options that the advanced game always plays with (rules 11).
ADVANCED_OPTIONS = ("aces", "list-and-trim")
OPTIONS = ("gun-repair", "aces", "list-and-trim", "dunlap-1941", "anthony-full-day")
#: Who rolls: the computer; the player, all of them; the player, those of his own ship.
BY_COMPUTER, ALL_OWN, MINE = "computer", "own", "mine"
DICE_MODES = (BY_COMPUTER, ALL_OWN, MINE)
UNDO_DICE = "dice"
UNDO_RULES = ("free", UNDO_DICE)
LONGEST_NAME = 40


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
        if option not in OPTIONS:
            raise ValueError(f"unknown option {option!r}; options: {', '.join(OPTIONS)}")
    if level == ADVANCED:
        options += tuple(option for option in ADVANCED_OPTIONS if option not in options)
    options = tuple(sorted(set(options)))
    if ship is not None and (not ship.strip() or not ship.isprintable() or len(ship) > LONGEST_NAME):
        raise ValueError(f"ship name {ship!r} must have 1 to {LONGEST_NAME} printable letters")
    if seed is None:
        seed = secrets.randbelow(2**31)
    if scenario is not None:
        return _scenario_setup(tables, scenario, level, seed, options, ship, dice)
    if campaign is not None:
        _no_options_of_others(options)
        return _campaign_setup(tables, campaign, level, seed, options, ship, start, dice)
    assert patrol is not None
    return _patrol_setup(tables, patrol, level, seed, options, ship, days, station, dice)


def _no_options_of_others(options: tuple[str, ...], own: Iterable[str] = ()) -> None:
    """Options of a scenario or of a class of ship are refused but for those of the ship's own class."""
    for option in options:
        if option in ("dunlap-1941", "anthony-full-day") and option not in own:
            raise ValueError(f"option {option!r} belongs to a scenario or to another ship")


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
    for option in options:
        if option not in data.options:
            raise ValueError(f"option {option!r} is not for scenario {number}; options: {', '.join(data.options)}")
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
        first = _date(tables, start, data.latest_start)
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
    if station is not None and not 1 <= station <= 16:
        raise ValueError(f"unknown station {station}; stations: 1 to 16")
    ship_class = "fletcher"
    for data in tables.ships.values():
        if ship and _spelled(ship) in (_spelled(data.id), _spelled(data.name)):
            ship_class = data.id
    _no_options_of_others(options, tables.ships[ship_class].options)
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
        if _spelled(ship) == _spelled(known.name):
            return known.name, known.hull
    return ship, ""


def _spelled(name: str) -> str:
    """A ship's name as it is compared: La Prade, la-prade and USS La Prade are one (rules 10)."""
    words = "".join(one if one.isalnum() else " " for one in name.casefold()).split()
    return "".join(words[1:] if words[:1] == ["uss"] else words)


def _date(tables: Tables, given: datetime.date | str, last: datetime.date | None = None) -> datetime.date:
    """A day of the campaign, or of its first days up to ``last``. Raises ValueError."""
    data = next(iter(tables.campaigns.values()))
    last = last or data.end
    try:
        day = given if isinstance(given, datetime.date) else datetime.date.fromisoformat(given)
    except ValueError:
        raise ValueError(f"date {given!r} is not YYYY-MM-DD") from None
    if not data.start <= day <= last:
        what = "the campaign" if last == data.end else "the first days to choose"
        raise ValueError(f"date {day} is outside {what}, {data.start} to {last}")
    return day
