"""Validation of one chart of this book: what the rules ask of it beside its shape."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from functools import partial
from typing import Any

from picket_duty.book.effects import Known, check_effects, misplaced
from picket_duty.book.limits import CHIT, STATIONS
from picket_duty.book.printing import BOOK
from picket_duty.book.shapes import shape_of
from picket_duty.charts import ChartError, check
from picket_duty.charts.kinds import ModifierData, RangeChart, RawChart
from picket_duty.charts.shapes import Shape
from picket_duty.charts.spans import ends_of

#: Charts whose maneuver modifier only leads toward the misses, so never past the last row (note to 19).
TOWARD_MISS = ("12-1", "12-2", "12-3")
#: The most that modifiers of other charts and of no chart take from the dice and add to them, by chart.
Others = Mapping[str, tuple[int, int]]


def check_chart(raw: RawChart, known: Known, hits: int, others: Others, shape: Shape | None = None) -> Iterator[str]:
    """Everything wrong with one chart, each in words that name the row.

    ``hits`` are the most that a mount has which still fires, ``shape`` what is asked of the chart beside its own.
    """
    rules = check.Rules(BOOK, partial(_check_effects, raw, known), partial(swing, hits=hits, others=others))
    yield from check.check_chart(raw, shape or shape_of(raw.id), rules)
    for name, modifier in {**raw.modifiers, **raw.column_modifiers}.items():
        yield from (f"modifier {name!r}: {fault}" for fault in _check_stations(modifier))


def _check_stations(modifier: ModifierData) -> Iterator[str]:
    try:
        low, high = ends_of(modifier.only) if modifier.only else (STATIONS.start, STATIONS.start)
    except ChartError:
        return
    if low < STATIONS.start or high >= STATIONS.stop:
        yield f"stations run from {STATIONS.start} to {STATIONS.stop - 1}"


def _check_effects(
    raw: RawChart, known: Known, effects: Iterable[Any], notes: Collection[str], inside_note: bool
) -> Iterator[str]:
    yield from check_effects(effects, notes, inside_note, known)
    answering = {note.name for note in raw.notes if note.dice and "result" in note.fields}
    yield from misplaced(effects, raw.id, answering)


def swing(raw: RangeChart, hits: int, others: Others) -> tuple[int, int]:
    """The most that modifiers take from the dice of a chart and add to them."""
    groups: dict[str, list[int]] = {}
    for name, modifier in raw.modifiers.items():
        if name != "maneuver" or raw.id not in TOWARD_MISS:
            groups.setdefault(_alternative(name, modifier), []).extend(_values(name, modifier, hits))
    less, more = others.get(raw.id, (0, 0))
    return (
        less + sum(min(0, *values) for values in groups.values()),
        more + sum(max(0, *values) for values in groups.values()),
    )


def _values(name: str, modifier: ModifierData, hits: int) -> list[int]:
    """What a modifier adds; that of hits counts once for each."""
    if modifier.value is None:
        return [-CHIT, CHIT]
    return [modifier.value * (hits if name == "hit" else 1), 0]


def _alternative(name: str, modifier: ModifierData) -> str:
    """Modifiers of which only one can hold at a time share a name: with or without FDT, the stations."""
    if modifier.only:
        return "station"
    for ending in ("_positive", "_negative", "_low", "_high", "_working", "_damaged", "_destroyed"):
        name = name.removesuffix(ending)
    return name.removeprefix("no_")
