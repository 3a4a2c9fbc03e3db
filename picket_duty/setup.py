"""Choices before the first die and their checks: scenario, campaign or patrol, level, options,
ship, dice.

``make_setup`` makes a setup from a player's choices. ``check_setup`` checks every setup, also those
read from saves, so that every game that can be started can be loaded.
"""

from __future__ import annotations

import datetime
import secrets
from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import FLETCHER
from picket_duty.book.limits import LONGEST_NAME, STATIONS
from picket_duty.book.vocabulary import ADVISED, AIDS, COMMANDED, UNAIDED
from picket_duty.charts.words import did_you_mean
from picket_duty.requests import Roll
from picket_duty.rules import system
from picket_duty.state import BASIC, CAMPAIGN, KINDS, LEVELS, PATROL, POSTS, SCENARIO, Setup

__all__ = [
    "ADVISED",
    "AIDS",
    "ALL_OWN",
    "BASIC",
    "BY_COMPUTER",
    "COMMANDED",
    "DICE_MODES",
    "KINDS",
    "LEVELS",
    "LONGEST_NAME",
    "MINE",
    "MOST_DAYS",
    "STATIONS",
    "UNAIDED",
    "UNDO_DICE",
    "UNDO_RULES",
    "SetupError",
    "SetupOptions",
    "check_setup",
    "choices_of",
    "current_aid",
    "is_players",
    "make_setup",
    "new_seed",
    "system",
]

# ``system`` is re-exported for ``game.py``, which uses the rules only through it.

#: Who rolls: the computer; the player, all dice; the player, only the dice of the ship.
BY_COMPUTER = "computer"
ALL_OWN = "own"
MINE = "mine"
DICE_MODES = (BY_COMPUTER, ALL_OWN, MINE)
#: What can be undone: everything, or no roll.
FREE_UNDO = "free"
UNDO_DICE = "dice"
UNDO_RULES = (FREE_UNDO, UNDO_DICE)
#: Most days of a patrol: more than the calendar of any game has.
MOST_DAYS = 10_000


class SetupError(ValueError):
    """A setup that cannot be played; the text gives the allowed values."""


class SetupOptions(msgspec.Struct, frozen=True, kw_only=True):
    """A player's choices: one of a scenario (1-8 or name), a campaign (id) or a patrol (its first
    date).

    ``days`` and ``station`` are for a patrol, ``start`` is the first date of a campaign with a free
    start; without a ``seed`` a random one is used. ``ship`` is a name, for a patrol also a class.
    ``dice`` is who rolls; ``undo`` is ``free``, or ``dice`` if rolls cannot be undone; ``aid`` is
    one of ``AIDS``; ``officers`` are names of the first crew by post.
    """

    scenario: int | str | None = None
    campaign: str | None = None
    patrol: datetime.date | str | None = None
    level: str = BASIC
    seed: int | None = None
    options: tuple[str, ...] = ()
    ship: str | None = None
    days: int = 5
    station: int | None = None
    start: datetime.date | str | None = None
    dice: str = BY_COMPUTER
    undo: str = FREE_UNDO
    aid: str = COMMANDED
    officers: Mapping[str, str] = {}

    @property
    def names_a_game(self) -> bool:
        """Whether a scenario, a campaign or a patrol is chosen."""
        return any(choice is not None for choice in (self.scenario, self.campaign, self.patrol))


def make_setup(tables: Tables, chosen: SetupOptions) -> Setup:
    """The setup for a player's choices. Raises SetupError with the fault and the allowed values."""
    if sum(choice is not None for choice in (chosen.scenario, chosen.campaign, chosen.patrol)) != 1:
        raise SetupError("choose a scenario, a campaign or a patrol")
    # The setup has no aid: it is only checked here, and the game keeps it (``recorded_aid``).
    _check_one_of(current_aid(chosen.aid), AIDS, "aid", "aids")
    if chosen.ship is not None:
        _check_name("ship name", chosen.ship)
    seed = new_seed() if chosen.seed is None else chosen.seed
    if chosen.scenario is not None:
        fields = _of_scenario(tables, chosen)
    elif chosen.campaign is not None:
        fields = _of_campaign(tables, chosen, seed)
    else:
        fields = _of_patrol(tables, chosen, seed)
    always = (option.id for option in tables.options.values() if option.always == chosen.level)
    setup = Setup(
        level=chosen.level,
        seed=seed,
        options=tuple(sorted({*chosen.options, *always})),
        dice=chosen.dice,
        undo=chosen.undo,
        officers={post: name.strip() for post, name in chosen.officers.items()},
        **fields,
    )
    check_setup(setup, tables)
    return setup


def choices_of(setup: Setup, tables: Tables) -> SetupOptions:
    """The fewest choices that make a setup, with the default aid. Raises SetupError if no choices
    do.
    """
    is_patrol = setup.kind == PATROL
    chooses_start = (
        setup.kind == CAMPAIGN
        and setup.name in tables.campaigns
        and tables.campaigns[setup.name].choose_start
    )
    chosen = SetupOptions(
        scenario=int(setup.name) if setup.kind == SCENARIO else None,
        campaign=setup.name if setup.kind == CAMPAIGN else None,
        patrol=setup.name if is_patrol else None,
        days=setup.days if is_patrol else SetupOptions().days,
        station=setup.station if is_patrol else None,
        start=setup.start.isoformat() if chooses_start else None,
        level=setup.level,
        seed=setup.seed,
        options=tuple(
            option for option in setup.options if tables.options[option].always != setup.level
        ),
        dice=setup.dice,
        undo=setup.undo,
        officers=setup.officers,
    )
    # The ship may follow from the other choices, or was chosen by name or by class.
    for ship in (None, setup.ship, setup.ship_class):
        candidate = msgspec.structs.replace(chosen, ship=ship)
        if make_setup(tables, candidate) == setup:
            return candidate
    raise SetupError("this setup cannot be chosen with these tables")


def current_aid(aid: str) -> str:
    """An aid as it is played now: ``ADVISED``, of older versions, is played as ``COMMANDED``."""
    return COMMANDED if aid == ADVISED else aid


def new_seed() -> int:
    """A random seed."""
    return secrets.randbelow(2**31)


def check_setup(setup: Setup, tables: Tables) -> None:
    """Check that a setup can be played with the tables. Raises SetupError with the fault."""
    _check_one_of(setup.kind, KINDS, "kind", "kinds")
    _check_one_of(setup.level, LEVELS, "level", "levels")
    _check_one_of(setup.dice, DICE_MODES, "dice", "dice")
    _check_one_of(setup.undo, UNDO_RULES, "undo rule", "rules")
    _check_one_of(setup.ship_class, tables.ships, "ship class", "classes")
    _check_name("ship name", setup.ship)
    for post, name in setup.officers.items():
        _check_one_of(post, POSTS, "post", "posts")
        _check_name(f"{post}:", name)
    if setup.station is not None and setup.station not in STATIONS:
        raise SetupError(
            f"unknown station {setup.station}; stations: {STATIONS[0]} to {STATIONS[-1]}"
        )
    _check_game(setup, tables)
    for option in setup.options:
        _check_one_of(option, tables.options, "option", "options")
        if setup.kind == SCENARIO:
            _check_in_scenario(option, setup.name, tables)
        elif (
            tables.options[option].special and option not in tables.ships[setup.ship_class].options
        ):
            raise SetupError(
                f"option {option!r} cannot be used with ship class {setup.ship_class!r} in a "
                f"{setup.kind}"
            )


def _check_in_scenario(option: str, scenario: str, tables: Tables) -> None:
    """Check that an option may be chosen in a scenario. Raises SetupError."""
    known = [allowed.id for allowed in tables.options_of(tables.scenarios[int(scenario)])]
    if option not in known:
        raise SetupError(
            f"option {option!r} does not apply to scenario {scenario}; options: {', '.join(known)}"
        )


def is_players(roll: Roll, dice: str) -> bool:
    """Whether the player rolls these dice in a game with this dice mode."""
    return dice == ALL_OWN or (dice == MINE and roll.purpose.mine)


def _of_scenario(tables: Tables, chosen: SetupOptions) -> dict[str, Any]:
    """The fields of the setup of a scenario, by number or name."""
    name = str(chosen.scenario).lower()
    data = next(
        (data for number, data in tables.scenarios.items() if name in (str(number), data.slug)),
        None,
    )
    if data is None:
        known = ", ".join(f"{number} {data.slug}" for number, data in tables.scenarios.items())
        near = _near(name, [data.slug for data in tables.scenarios.values()])
        raise SetupError(f"unknown scenario {name[:80]!r}; scenarios: {known}{near}")
    return {
        "kind": SCENARIO,
        "name": str(data.number),
        "start": data.date,
        "ship_class": data.ship_class,
        "ship": chosen.ship or data.ship,
        "hull_number": data.hull,
        "station": data.station,
    }


def _of_campaign(tables: Tables, chosen: SetupOptions, seed: int) -> dict[str, Any]:
    """The fields of the setup of a campaign."""
    campaign = str(chosen.campaign)
    _check_one_of(campaign, tables.campaigns, "campaign", "campaigns")
    data = tables.campaigns[campaign]
    if chosen.start is not None and not data.choose_start:
        free = " and ".join(other.id for other in tables.campaigns.values() if other.choose_start)
        raise SetupError(
            f"campaign {campaign} starts on {data.start}; only {free} lets you choose the first day"
        )
    start = data.start if chosen.start is None else _date(chosen.start)
    ship, hull = _first_ship(tables, seed, chosen.ship)
    return {
        "kind": CAMPAIGN,
        "name": campaign,
        "start": start,
        "ship_class": FLETCHER,
        "ship": ship,
        "hull_number": hull,
    }


def _of_patrol(tables: Tables, chosen: SetupOptions, seed: int) -> dict[str, Any]:
    """The fields of the setup of a patrol. The ship chosen may be a class. A class other than
    Fletcher has no list of names, so its ship is that of the scenario with this class.
    """
    start = _date(chosen.patrol)
    ship_class = FLETCHER
    ship_name = chosen.ship
    for data in tables.ships.values():
        if chosen.ship and _spelled(chosen.ship) in (_spelled(data.id), _spelled(data.name)):
            ship_class = data.id
            ship_name = None
    ship, hull = _first_ship(tables, seed, ship_name)
    for scenario in tables.scenarios.values():
        if ship_class != FLETCHER and scenario.ship_class == ship_class:
            ship = scenario.ship
            hull = scenario.hull
    return {
        "kind": PATROL,
        "name": start.isoformat(),
        "start": start,
        "ship_class": ship_class,
        "ship": ship,
        "hull_number": hull,
        "station": chosen.station,
        "days": chosen.days,
    }


def _first_ship(tables: Tables, seed: int, ship: str | None) -> tuple[str, str]:
    """The name and hull number of the first ship; a name that is not in the list has none."""
    names = tables.names.ships
    # By the seed, in steps that are far apart in the list; ``rules.campaign.next_ship`` continues
    # from here.
    if ship is None:
        picked = names[abs(seed) * 31 % len(names)]
        return picked.name, picked.hull
    for known in names:
        if _spelled(ship) == _spelled(known.name):
            return known.name, known.hull
    return ship, ""


def _spelled(name: str) -> str:
    """A ship's name normalized for comparison: La Prade, la-prade and USS La Prade are equal (rules
    10).
    """
    words = "".join(
        character if character.isalnum() else " " for character in name.casefold()
    ).split()
    return "".join(words[1:] if words[:1] == ["uss"] else words)


def _date(given: datetime.date | str | None) -> datetime.date:
    if isinstance(given, datetime.date):
        return given
    try:
        return datetime.date.fromisoformat(str(given))
    except ValueError:
        raise SetupError(f"{given!r} is not a valid date (use YYYY-MM-DD)") from None


def _check_one_of(given: str, known: Iterable[str], what: str, plural: str) -> None:
    known = list(known)
    if given not in known:
        listed = f"{', '.join(known)}{_near(given, known)}"
        raise SetupError(f"unknown {what} {given[:80]!r}; {plural}: {listed}")


def _near(given: str, known: Iterable[str]) -> str:
    """The end of an error: the known names most like a mistyped one, if any is."""
    near = did_you_mean(given, known)
    # The words begin with a space.
    return f".{near}" if near else ""


def _check_name(what: str, name: str) -> None:
    if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
        raise SetupError(f"{what} {name[:80]!r} must have 1 to {LONGEST_NAME} printable characters")


def _check_game(setup: Setup, tables: Tables) -> None:
    """Check the scenario, campaign or patrol, and its first day. Raises SetupError."""
    latest = None
    if setup.kind == SCENARIO:
        _check_one_of(setup.name, map(str, tables.scenarios), "scenario", "scenarios")
    elif setup.kind == CAMPAIGN:
        _check_one_of(setup.name, tables.campaigns, "campaign", "campaigns")
        latest = tables.campaigns[setup.name].latest_start
    elif setup.name != setup.start.isoformat():
        raise SetupError(f"the patrol {setup.name[:80]!r} cannot start on {setup.start}")
    elif setup.days < 1:
        raise SetupError(f"a patrol of {setup.days} days is too short; the minimum is 1 day")
    elif setup.days > MOST_DAYS:
        raise SetupError(
            f"a patrol of {setup.days} days is too long; the maximum is {MOST_DAYS} days"
        )
    first = min(campaign.start for campaign in tables.campaigns.values())
    last = latest or max(campaign.end for campaign in tables.campaigns.values())
    if not first <= setup.start <= last:
        what = "first day" if latest else "date"
        raise SetupError(f"{what} {setup.start}: choose a date from {first} to {last}")
