"""What fight a scenario brings: measured by ``tools/fights.py`` over games that doctrine played."""

from __future__ import annotations

from functools import cache

import msgspec

from picket_duty.odds.measured import load_measured

FILE = "fights.toml"


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
    return {fight.scenario: fight for fight in load_measured(FILE, FightTable).fights if fight.level == level}
