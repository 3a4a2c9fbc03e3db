"""Numbers measured over many games: the TOML files of this package, made by the scripts in ``tools``."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TypeVar

import msgspec

from picket_duty.charts.reading import read_toml

T = TypeVar("T", bound=msgspec.Struct)


def load_measured(name: str, kind: type[T]) -> T:
    """The numbers of a file, such as ``weights.toml``. Raises msgspec.ValidationError."""
    return msgspec.convert(read_toml(Path(__file__).with_name(name)), kind)


FIGHTS = "fights.toml"


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario at a level: mean planes met, percent without an attack, percent won, mean minutes to play."""

    scenario: int
    level: str
    games: int
    planes: float
    no_attack: float
    won: float
    minutes: float


class FightTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The file."""

    fights: tuple[Fight, ...]


@cache
def measured_fights(level: str) -> dict[int, Fight]:
    """The fights at a level by scenario number; scenarios that were not shipped are missing."""
    return {fight.scenario: fight for fight in load_measured(FIGHTS, FightTable).fights if fight.level == level}
