"""Mounts of a ship class with their fixed gunnery data (charts 9-1, 9-2, firing charts)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from picket_duty.book import Tables
from picket_duty.book.data import CaliberData, MountData, ShipData
from picket_duty.charts import Chart, Modifier


class Armed(msgspec.Struct, frozen=True, gc=False):
    """A mount as the rules use it: its data, its caliber and its gunnery chart.

    ``arcs`` are the altitudes (some of L, M, H) at which it fires, by bearing in degrees; ``bonus`` is the director
    bonus by altitude; ``own`` are the modifiers of this mount only. Mounts with the same ``reach`` bear on the same
    planes.
    """

    data: MountData
    caliber: CaliberData
    chart: Chart
    arcs: dict[int, str]
    bonus: dict[str, Modifier]
    own: tuple[Modifier, ...]
    reach: int


@lru_cache(maxsize=64)
def battery_of(tables: Tables, ship_class: str, options: tuple[str, ...]) -> Mapping[str, Armed]:
    """The mounts of a ship class with the options in play, by mount id, with their gunnery data."""
    ship = tables.ships[ship_class]
    reaches: dict[object, int] = {}
    return {mount.id: _armed(tables, ship, mount, reaches) for mount in _carried(ship, options)}


@lru_cache(maxsize=64)
def armament_of(tables: Tables, ship_class: str, options: tuple[str, ...]) -> Mapping[str, MountData]:
    """The data of the mounts of a ship class with the options in play, by mount id."""
    return {name: armed.data for name, armed in battery_of(tables, ship_class, options).items()}


def _carried(ship: ShipData, options: tuple[str, ...]) -> list[MountData]:
    changes = [ship.options[name] for name in options if name in ship.options]
    removed = {mount for change in changes for mount in change.remove}
    mounts = []
    for mount in ship.mounts:
        if mount.id not in removed:
            extra = tuple(name for change in changes for name in change.modifiers.get(mount.id, ()))
            mounts.append(msgspec.structs.replace(mount, modifiers=mount.modifiers + extra))
    return mounts


def _armed(tables: Tables, ship: ShipData, mount: MountData, reaches: dict[object, int]) -> Armed:
    caliber, firing = tables.calibers[mount.kind], tables[ship.firing]
    chart = tables[caliber.chart]
    arcs = {int(column): str(firing.entry(mount.firing, column)["levels"]) for column in firing.columns}
    shared = tables.equipment.get(caliber.director)
    director = shared.name if shared else f"Director of {mount.name}"
    bonuses = {level: tables["9-1"].entry(caliber.bonus, level)["bonus"] for level in chart.columns}
    bonus = {level: Modifier(value, director, "9-1") for level, value in bonuses.items() if value}
    own = tuple(firing.modifier(name) for name in mount.modifiers)
    reach = reaches.setdefault((chart.id, tuple(arcs.items())), len(reaches))
    return Armed(mount, caliber, chart, arcs, bonus, own, reach)
