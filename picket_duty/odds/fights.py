"""What fight each scenario brings, measured in many games: ``fights.toml``, made by ``tools/fights.py``."""

from __future__ import annotations

from functools import cache

import msgspec

from picket_duty.odds.damage_weights import load_measured

FIGHTS = "fights.toml"


class Fight(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A scenario at a level: mean planes met, percent without an attack, percent won, mean minutes
    to play.
    """

    scenario: int
    level: str
    games: int
    planes: float
    no_attack: float
    won: float
    minutes: float


@cache
def measured_fights(level: str) -> dict[int, Fight]:
    """The fights at a level by scenario number; scenarios that were not shipped are missing."""
    fights = load_measured(FIGHTS, dict[str, tuple[Fight, ...]])["fights"]
    return {fight.scenario: fight for fight in fights if fight.level == level}
