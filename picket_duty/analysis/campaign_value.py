"""The chance of winning a long campaign, estimated at once from the ships still to be lost.

The number of ships that doctrine still loses from a day on is close to a Poisson variable. Its mean depends on the day
and on the gunnery officers of the squadron; damage to the ship on duty hardly matters, because another relieves her.
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
GUNNERY = "gunnery_officer"


class CampaignValue(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The ships that doctrine still loses, by days since the start, measured over ``games``.

    ``digest`` is that of the tables. ``average`` is the mean sum of the values of the squadron's gunnery officers, and
    ``gunnery`` the share by which each value above it changes the losses. ``error`` is the root mean square error of
    the estimated chance in points, measured against ``playouts`` at each of ``states``.
    """

    digest: str
    campaign: str
    level: str
    games: int
    average: float
    gunnery: float
    further: tuple[float, ...]
    error: float
    states: int
    playouts: int


class File(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file of values."""

    values: tuple[CampaignValue, ...]


class Records(msgspec.Struct):
    """The part of the records that an estimate needs."""

    ships_sunk: int = 0


class Duty(msgspec.Struct):
    """The part of a ship that an estimate needs."""

    crew: dict[str, Officer] = {}

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
    return msgspec.convert(tomllib.loads(text), File).values


def value_for(tables: Tables, setup: Setup) -> CampaignValue | None:
    """The value of a campaign with these tables; None if it was not measured."""
    if setup.kind != CAMPAIGN:
        return None
    for value in measured():
        same_game = (value.campaign, value.level) == (setup.name, setup.level)
        if same_game and tables.plays_as(value.digest, setup.name):
            return value
    return None


def chance(value: CampaignValue, tables: Tables, start: datetime.date, standing: Standing) -> float:
    """The estimated chance of winning from a day on; a draw counts half."""
    day = min(max((standing.date - start).days, 0), len(value.further) - 1)
    share = max(LEAST_SHARE, 1.0 + value.gunnery * (standing.gunnery - value.average))
    left = tables.campaigns[value.campaign].ships_sunk_draw - standing.records.ships_sunk
    if left < 0:
        return 0.0
    exactly = chances_up_to(value.further[day] * share, left)
    return sum(exactly[:left]) + exactly[left] * DRAW_VALUE


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
    now = standing_of(game.system.encode(game.state))
    by_answers[len(game.answers)] = chance(value, game.tables, setup.start, now)
    return by_answers
