"""What declaring an emergency gains, measured in many games.

``tools/declarations.py`` makes the file. A gain is the mean of the wins with the declaration less
those without it, with the same dice, over positions of doctrine's games."""

from __future__ import annotations

from functools import cache

import msgspec

from picket_duty.odds.damage_weights import load_measured
from picket_duty.rules import raid
from picket_duty.rules.play import Play

#: A gain within this many standard errors of 0 is not relied on: no emergency is declared.
MIN_ERRORS = 2.0


class Situation(msgspec.Struct, frozen=True):
    """What decides whether to declare: whether a fire is at its ``last`` level, whether waves are
    known to come, whether it is a day of a Kikusui raid, and whether waves meet a ``weak`` hull.
    """

    last: bool
    waves: bool
    kikusui: bool
    weak: bool


class Gain(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The points that a declaration gains in a situation, their standard error, and the positions
    measured.
    """

    situation: Situation
    points: float
    error: float
    positions: int

    @property
    def certain(self) -> bool:
        """Whether the gain is above 0 by more than ``MIN_ERRORS`` standard errors."""
        return self.points > MIN_ERRORS * self.error


class DeclarationTable(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The gains by situation: ``branches`` were played of each order; a weak hull has at most
    ``weak_hull`` points.
    """

    weak_hull: int
    branches: int
    gains: tuple[Gain, ...]


@cache
def load_declarations() -> DeclarationTable:
    """The measured gains."""
    return load_measured("declarations.toml", DeclarationTable)


def situation_of(play: Play) -> Situation:
    """The situation at a declaration with a deck fire."""
    ship = play.ship
    waves = bool(play.state.air.waves)
    return Situation(
        last=max(ship.deck_fires.values()) >= play.tables.numbers.deck_fire_limit,
        waves=waves,
        kikusui=raid.kikusui_today(play),
        weak=waves and ship.hull <= load_declarations().weak_hull,
    )


def is_worth_declaring(play: Play) -> bool:
    """Whether a deck fire burns and declaring an emergency has gained wins in such a situation."""
    if not play.ship.deck_fires:
        return False
    situation = situation_of(play)
    return any(gain.certain for gain in load_declarations().gains if gain.situation == situation)
