"""What a fire plan is worth: each plane's chance to hit the ship under the shots given to it."""

from __future__ import annotations

from functools import lru_cache

import msgspec

from picket_duty.charts import Chart
from picket_duty.odds.rolls import row_chances
from picket_duty.requests import Roll
from picket_duty.rules import gunnery, wave
from picket_duty.rules.play import Play
from picket_duty.state import Plane

#: Chances of a plane's hits: 0, 1, 2, flamed, destroyed.
Fate = tuple[float, float, float, float, float]
FLAMED, DOWN = 3, 4
#: What a special weapon adds to the harm of a plane's dive, in hits: a documented measure.
WEAPON_HARM = {"ohka": 0.5, "bomb": 0.35, "torpedo": 0.3}


class Threat(msgspec.Struct, frozen=True):
    """The harm a plane is expected to do by its fate, in hits on the ship."""

    harm: Fate

    def expected(self, fate: Fate) -> float:
        """The expected harm of a plane with these chances."""
        return sum(chance * harm for chance, harm in zip(fate, self.harm, strict=True))


def fate_of(plane: Plane) -> Fate:
    """Where a plane stands before the shots."""
    found = [0.0] * 5
    found[FLAMED if plane.flamed else min(plane.hits, 2)] = 1.0
    return tuple(found)  # type: ignore[return-value]


@lru_cache(maxsize=65536)
def after_shot(fate: Fate, chart: Chart, column: str | None, shift: int) -> Fate:
    """The chances after one more shot."""
    found = [0.0] * 5
    found[DOWN] = fate[DOWN]
    for key, chance in row_chances(chart, column, shift).items():
        for hits in range(4):
            if fate[hits]:
                found[_after(hits, key)] += fate[hits] * chance
    return tuple(found)  # type: ignore[return-value]


def _after(hits: int, key: str) -> int:
    if key == "destroyed":
        return DOWN
    if key == "flamed":
        return FLAMED
    return min(hits + gunnery.HITS[key], FLAMED)


def shoot(fate: Fate, roll: Roll) -> Fate:
    """The chances after a shot with its modifiers."""
    return after_shot(fate, roll.chart, roll.column, sum(one.value for one in roll.modifiers))


def threat_of(play: Play, plane: Plane) -> Threat:
    """What a plane would do in each state: its dive on table 10, and its weapon."""
    shift = sum(one.value for one in wave.dive_modifiers(play))
    chart = play.tables["10"]

    def dive(column: str) -> float:
        found = row_chances(chart, column, shift)
        return found.get("hit", 0.0)

    if not plane.special:
        return Threat((dive("undamaged"), dive("undamaged"), dive("damaged"), dive("shot_down"), 0.0))
    weapon = WEAPON_HARM[plane.weapon]
    whole = weapon + (0.0 if plane.weapon == "ohka" else dive("special"))
    return Threat((whole, whole, whole, 0.0 if plane.weapon == "ohka" else dive("shot_down"), 0.0))
