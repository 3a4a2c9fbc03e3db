"""Validation of one chart of this book: what the rules ask of it beside its shape."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial

from picket_duty.book.effects import Known, check_effects
from picket_duty.book.limits import CHIT, STATIONS
from picket_duty.book.printing import BOOK
from picket_duty.book.shapes import shape_of
from picket_duty.charts import ChartError, check
from picket_duty.charts.kinds import ModifierData, RangeChart, RawChart
from picket_duty.charts.spans import ends_of

#: Charts whose maneuver modifier only leads toward the misses, so never past the last row (note to 19).
TOWARD_MISS = ("12-1", "12-2", "12-3")
#: A modifier that counts once for each hit: a mount with three hits fires no more (rules 6).
EACH_HIT = 2


def check_chart(raw: RawChart, known: Known) -> Iterator[str]:
    """Everything wrong with one chart, each in words that name the row."""
    rules = check.Rules(BOOK, partial(check_effects, known=known), swing)
    yield from check.check_chart(raw, shape_of(raw.id), rules)
    for name, modifier in {**raw.modifiers, **raw.column_modifiers}.items():
        yield from (f"modifier {name!r}: {fault}" for fault in _check_stations(modifier))


def _check_stations(modifier: ModifierData) -> Iterator[str]:
    try:
        low, high = ends_of(modifier.only) if modifier.only else (STATIONS.start, STATIONS.start)
    except ChartError:
        return
    if low < STATIONS.start or high >= STATIONS.stop:
        yield f"stations run from {STATIONS.start} to {STATIONS.stop - 1}"


def swing(raw: RangeChart) -> tuple[int, int]:
    """The most that the chart's own modifiers take from the dice and add to them."""
    groups: dict[str, list[int]] = {}
    for name, modifier in raw.modifiers.items():
        if name != "maneuver" or raw.id not in TOWARD_MISS:
            groups.setdefault(_alternative(name, modifier), []).extend(_values(name, modifier))
    return sum(min(0, *values) for values in groups.values()), sum(max(0, *values) for values in groups.values())


def _values(name: str, modifier: ModifierData) -> list[int]:
    if modifier.value is None:
        return [-CHIT, CHIT]
    return [modifier.value * (EACH_HIT if name == "hit" else 1), 0]


def _alternative(name: str, modifier: ModifierData) -> str:
    """Modifiers of which only one can hold at a time share a name: with or without FDT, the stations."""
    if modifier.only:
        return "station"
    for ending in ("_positive", "_negative", "_low", "_high", "_working", "_damaged", "_destroyed"):
        name = name.removesuffix(ending)
    return name.removeprefix("no_")
