"""The lowest and the highest sum of the dice modifiers of a chart: its own, and those that the rules
and other charts add. The rows of the chart must cover every total that they make possible.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from picket_duty.book import limits
from picket_duty.book.data import Numbers
from picket_duty.book.references import TableSet
from picket_duty.book.tables import Tables
from picket_duty.charts import kinds

#: Charts whose emergency maneuver modifier stops at the last row, a miss (note to 19), so that it
#: makes no further totals possible.
TOWARD_MISS = ("12-1", "12-2", "12-3")
#: The endings of the names of modifiers of which only one can apply, such as ``morale_positive``
#: and ``morale_negative``.
ALTERNATIVE = "(_positive|_negative|_low|_high|_working|_damaged|_destroyed)+$"
#: Lowest and highest sum of some modifiers.
Sums = tuple[int, int]


class OutsideModifiers(NamedTuple):
    """What the rest of a set of tables decides about the dice modifiers of its charts.

    ``hits`` is the most hits of a mount that still fires; the modifier for hits counts once for
    each. ``sums`` are the sums, by chart id, of the modifiers that come from other charts and from
    the rules.
    """

    hits: int
    sums: Mapping[str, Sums]


def sums_of_modifiers(raw: kinds.RangeChart, outside: OutsideModifiers) -> Sums:
    """Lowest and highest sum of all dice modifiers of a chart."""
    groups: dict[str, list[int]] = {}
    for name, modifier in raw.modifiers.items():
        if name == "maneuver" and raw.id in TOWARD_MISS:
            continue
        group = groups.setdefault(_group_of(name, modifier), [0])
        if modifier.value is None:
            # Its value is on a chit.
            group += [-limits.CHIT, limits.CHIT]
        else:
            group.append(modifier.value * (outside.hits if name == "hit" else 1))
    lowest, highest = outside.sums.get(raw.id, (0, 0))
    for values in groups.values():
        lowest += min(values)
        highest += max(values)
    return lowest, highest


def _group_of(name: str, modifier: kinds.ModifierData) -> str:
    """The group of a modifier: at most one modifier of a group applies. A group is, for example, the
    modifiers with and without a fighter direction team, or those of the stations.
    """
    if modifier.only:
        return "station"
    return re.sub(ALTERNATIVE, "", name).removeprefix("no_")


def outside_modifiers(tables: TableSet) -> OutsideModifiers:
    """What a set of tables decides about the modifiers of its charts.

    The modifiers of 9-2 are in the rules, in 9-1 and in the firing charts; those of 10 and 24 are in
    the rules.
    """
    # One more hit destroys a mount (rules 6).
    hits = max(0, (tables.only(Numbers) or Tables().numbers).mount_hits - 1)
    raw = tables.charts.get("rules")
    values = {name: modifier.value or 0 for name, modifier in raw.modifiers.items()} if raw else {}
    sums = {
        "10": _sums_of([values.get("stopped", 0)]),
        "24": _sums_of([values.get("maneuvered", 0)]),
    }
    for caliber in tables.calibers():
        sums[caliber.chart] = _sums_of_fire(tables, caliber.id, values)
    return OutsideModifiers(hits, sums)


def _sums_of_fire(tables: TableSet, caliber: str, rules: Mapping[str, int]) -> Sums:
    """The sums for the gunnery chart of a caliber; ``rules`` are the modifiers in the rules."""
    # First the ship's list, which may apply to any fire.
    lowest, highest = _sums_of([rules.get("list", 0)])
    # Then one of these: the gun bonus of a director, or the modifier of spray fire, or neither.
    aimed = [0, *_gun_bonuses(tables), rules.get("spray", 0)]
    # Then the modifiers of one mount.
    of_mounts = [_sums_of(values) for values in _mount_modifiers(tables, caliber)]
    lowest += min(aimed) + min((low for low, _ in of_mounts), default=0)
    highest += max(aimed) + max((high for _, high in of_mounts), default=0)
    return lowest, highest


def _sums_of(values: list[int]) -> Sums:
    """Lowest and highest sum of some modifiers, each of which may apply or not."""
    return sum(min(0, value) for value in values), sum(max(0, value) for value in values)


def _gun_bonuses(tables: TableSet) -> Iterator[int]:
    """The gun bonuses of chart 9-1."""
    for _, row in tables.rows("9-1"):
        for cell in getattr(row, "cells", None) or ():
            bonus = cell.get("bonus") if isinstance(cell, dict) else None
            if type(bonus) is int:
                yield bonus


def _mount_modifiers(tables: TableSet, caliber: str) -> Iterator[list[int]]:
    """The modifiers of the firing chart for each mount of a caliber, with any option."""
    for ship in tables.ships():
        raw = tables.charts.get(ship.firing)
        for mount in ship.mounts if raw else ():
            if raw is not None and mount.kind == caliber:
                names = list(mount.modifiers)
                for change in ship.options.values():
                    names += change.modifiers.get(mount.id, ())
                yield [raw.modifiers[name].value or 0 for name in names if name in raw.modifiers]
