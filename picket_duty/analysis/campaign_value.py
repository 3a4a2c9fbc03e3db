"""The chance of winning a campaign, estimated at once from the state at the start of a day.

Long campaigns are judged by ships lost. The number of ships that doctrine still loses from a day on is close to a
Poisson variable. Its mean depends on the day and on the gunnery officers of the squadron; damage to the ship on duty
hardly matters, because another relieves her. The mini campaign is won by one ship that survives: a logistic function of
the fighting days left, her hull, her morale, her gunnery officer and, in the advanced game, the Kikusui raids ahead.
The other officers made no estimate better.

The numbers are in ``campaign_values.toml``, made by ``tests/bench/bench_campaign_value.py``. They hold for one edition
of the tables, one campaign and one level; without them, only playouts know the chance. An estimate is good for a curve,
not for comparing orders.
"""

from __future__ import annotations

import datetime
import math
import tomllib
from functools import cache
from importlib.resources import files

import msgspec

from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.state import CAMPAIGN, Officer, Setup

#: The value of a draw.
DRAW_VALUE = 0.5
#: Good gunners leave at least this share of the losses.
LEAST_SHARE = 0.2
#: The hull of an undamaged Fletcher.
FULL_HULL = 6
GUNNERY = "gunnery_officer"


class CampaignValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """What is estimated of a campaign, measured over ``games`` of doctrine.

    ``digest`` is that of the tables. ``error`` is the root mean square error of the estimated chance in points,
    measured against ``playouts`` at each of ``states``.
    """

    digest: str
    campaign: str
    level: str
    games: int
    error: float
    states: int
    playouts: int


class Losses(CampaignValue, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The ships that doctrine still loses, by days since the start; by fighting days done in a campaign of a number.

    ``average`` is the mean sum of the values of the squadron's gunnery officers, and ``gunnery`` the share by which
    each value above it changes the losses.
    """

    further: tuple[float, ...]
    average: float
    gunnery: float


class Survival(CampaignValue, frozen=True, forbid_unknown_fields=True, kw_only=True):
    """The log odds that the ship lasts: by fighting days ``left`` (from one), per point of ``hull`` above FULL_HULL.

    ``gunnery`` is the change per value of her gunnery officer and square root of the days left, ``morale`` that per
    point. ``kikusui`` is the change per Kikusui date among as many days as fighting days are left, ``today`` that if
    today is one; both 0 in the basic game. ``start`` is the chance before the number of fighting days is rolled.
    """

    left: tuple[float, ...]
    hull: float
    gunnery: float
    morale: float
    kikusui: float
    today: float
    start: float


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of values."""

    losses: tuple[Losses, ...]
    survival: tuple[Survival, ...]


class Records(msgspec.Struct):
    """The part of the records that an estimate needs."""

    ships_sunk: int = 0


class Duty(msgspec.Struct):
    """The part of a ship that an estimate needs."""

    crew: dict[str, Officer] = {}
    hull: int = 0
    morale: int = 0

    @property
    def gunnery(self) -> int:
        """The value of her gunnery officer, 0 without one."""
        return self.crew[GUNNERY].value if GUNNERY in self.crew else 0


class Standing(msgspec.Struct):
    """The part of a state that an estimate needs; decoding the rest would take most of the time."""

    date: datetime.date
    records: Records
    ship: Duty
    squadron: list[Duty] = []
    fighting_days: int = 0
    fighting_days_wanted: int = 0

    @property
    def gunnery(self) -> int:
        """The sum of the values of the gunnery officers of the ship on duty and of the squadron."""
        return self.ship.gunnery + sum(ship.gunnery for ship in self.squadron)


_DECODER = msgspec.json.Decoder(Standing)


def standing_of(state: bytes) -> Standing:
    """The part of an encoded state that an estimate needs."""
    return _DECODER.decode(state)


@cache
def measured() -> tuple[CampaignValue, ...]:
    """The values measured, from ``campaign_values.toml``."""
    text = (files("picket_duty.analysis") / "campaign_values.toml").read_text(encoding="utf-8")
    file = msgspec.convert(tomllib.loads(text), File)
    return (*file.losses, *file.survival)


def value_for(tables: Tables, setup: Setup) -> CampaignValue | None:
    """The value of a campaign with these tables, from its first day on; None if it was not measured."""
    if setup.kind != CAMPAIGN or setup.start != tables.campaigns[setup.name].start:
        return None
    for value in measured():
        same_game = (value.campaign, value.level) == (setup.name, setup.level)
        if same_game and tables.plays_as(value.digest, setup.name):
            return value
    return None


def chance_in(value: CampaignValue, game: Game, more_sunk: int = 0) -> float:
    """The estimated chance of a game as it stands, or with more ships sunk; a draw counts half."""
    state = game.state
    ships = [Duty(ship.crew, ship.hull, ship.morale) for ship in (state.ship, *state.squadron)]
    days = state.fighting_days, state.fighting_days_wanted
    standing = Standing(state.date, Records(state.records.ships_sunk + more_sunk), ships[0], ships[1:], *days)
    return chance(value, game.tables, state.setup.start, standing)


def worth_of_a_ship(value: CampaignValue, game: Game) -> float:
    """How much the estimated chance of a long campaign falls if one more ship is lost now."""
    return chance_in(value, game) - chance_in(value, game, 1)


def chance(value: CampaignValue, tables: Tables, start: datetime.date, standing: Standing) -> float:
    """The estimated chance of winning from a day on; a draw counts half."""
    if isinstance(value, Survival):
        return chance_to_last(value, tables, standing)
    assert isinstance(value, Losses)
    by_number = tables.campaigns[value.campaign].fighting_days
    day = standing.fighting_days if by_number else (standing.date - start).days
    share = max(LEAST_SHARE, 1.0 + value.gunnery * (standing.gunnery - value.average))
    left = tables.campaigns[value.campaign].ships_sunk_draw - standing.records.ships_sunk
    if left < 0:
        return 0.0
    mean = value.further[min(max(day, 0), len(value.further) - 1)]
    exactly = chances_up_to(mean * share, left)
    return sum(exactly[:left]) + exactly[left] * DRAW_VALUE


def chance_to_last(value: Survival, tables: Tables, standing: Standing) -> float:
    """The estimated chance that the ship lasts all fighting days."""
    if not standing.fighting_days_wanted:
        return value.start
    left = max(standing.fighting_days_wanted - standing.fighting_days, 1)
    odds = value.left[min(left, len(value.left)) - 1]
    odds += value.hull * (standing.ship.hull - FULL_HULL) + value.morale * standing.ship.morale
    odds += value.gunnery * standing.gunnery * math.sqrt(left)
    odds += value.kikusui * kikusui_dates(tables, standing.date, left)
    odds += value.today * kikusui_dates(tables, standing.date, 1)
    return 1 / (1 + math.exp(-odds))


def kikusui_dates(tables: Tables, first: datetime.date, days: int) -> int:
    """How many of some days, from the first on, are dates of Kikusui raids in the advanced game."""
    return sum(tables["K-1"].find(first + datetime.timedelta(day)) is not None for day in range(days))


def chances_up_to(mean: float, most: int) -> list[float]:
    """The Poisson probabilities of 0 to ``most``."""
    chances = [math.exp(-mean)]
    for number in range(1, most + 1):
        chances.append(chances[-1] * mean / number)
    return chances


def estimates(game: Game) -> dict[int, float]:
    """The estimated chance of winning at the start of each day and now, by number of answers; empty if not measured.

    The game needs its history.
    """
    setup = game.state.setup
    value = value_for(game.tables, setup)
    if value is None:
        return {}
    by_answers: dict[int, float] = {}
    for point in game.checkpoints:
        if point.day:
            by_answers[point.answers] = chance(value, game.tables, setup.start, standing_of(point.state))
    by_answers[len(game.answers)] = chance_in(value, game)
    return by_answers
