"""Faults of one chart: in its shape, in its effects, and in the results of its notes."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from typing import Any

from picket_duty.book import effects, limits
from picket_duty.book.chart_shapes import GUNNERY, RELIEF, shape_of
from picket_duty.book.check_effects import Known, check_effects
from picket_duty.book.modifier_sums import OutsideModifiers, sums_of_modifiers
from picket_duty.book.vocabulary import STILL_WORKS
from picket_duty.book.wording import BOOK
from picket_duty.charts import ChartError, check, kinds
from picket_duty.charts.faults import shown
from picket_duty.charts.shapes import Shape
from picket_duty.charts.spans import ends_of
from picket_duty.state import DAMAGED, DESTROYED, UNDAMAGED

#: Results that the die of a note may have for a director or an instrument, and for a gun.
DIRECTOR_RESULTS = (STILL_WORKS, UNDAMAGED, DAMAGED, DESTROYED)
GUN_RESULTS = (DAMAGED, DESTROYED)


def check_shape(
    raw: kinds.RawChart, known: Known, outside: OutsideModifiers, shape: Shape | None = None
) -> Iterator[str]:
    """Faults of one chart, each with its row. ``shape`` replaces the shape that the chart's id
    requires.
    """
    with_result = {note.name for note in raw.notes if note.dice and "result" in note.fields}
    of_effects = partial(check_effects, known=known, chart_id=raw.id, with_result=with_result)
    rules = check.Rules(
        BOOK, effects=of_effects, sums_of_modifiers=partial(sums_of_modifiers, outside=outside)
    )
    required = shape or shape_of(raw.id)
    yield from check.check_chart(raw, shape=required and _with_columns(required, raw), rules=rules)
    yield from _check_note_effects(raw)
    yield from _check_note_results(raw)
    yield from _check_stations(raw)


def _with_columns(shape: Shape, raw: kinds.RawChart) -> Shape:
    """A shape for a chart. Charts of guns and of relief may have any columns, so their own columns
    become those of the shape.
    """
    if shape not in (GUNNERY, RELIEF):
        return shape
    return shape._replace(columns=tuple(kinds.columns_of(raw)))


def _check_note_effects(raw: kinds.RawChart) -> Iterator[str]:
    """Faults of notes whose effects no row carries out: of the effects that name notes, only the hit
    on a compartment carries out the effects of its notes.
    """
    named: set[str] = set()
    for row in raw.rows:
        for effect in row.effects:
            if isinstance(effect, effects.HitCompartment):
                named.update(effect.notes)
    for note in raw.notes:
        has_effects = bool(note.effects) or any(row.effects for row in note.rows)
        if has_effects and note.name not in named:
            yield f"note {note.name!r}: no compartment hit refers to this note, so its effects never apply"


def _check_note_results(raw: kinds.RawChart) -> Iterator[str]:
    """Results of a note's die that the item hit cannot have."""
    results = {note.name: [row.fields.get("result") for row in note.rows] for note in raw.notes}
    for row in raw.rows:
        for effect in row.effects:
            for note, allowed in _results_allowed(effect):
                for result in results.get(note, ()):
                    if result not in allowed:
                        choices = ", ".join(allowed)
                        yield f"note {note!r}: result {shown(result)} is not one of {choices}"


def _results_allowed(effect: Any) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The notes whose die decides what becomes of the item that an effect hits, each with the
    results that the item can have.
    """
    if isinstance(effect, effects.HitTub):
        director, gun = effect.notes
        yield director, DIRECTOR_RESULTS
        yield gun, GUN_RESULTS
    elif isinstance(effect, effects.Hit5in):
        yield effect.notes[0], GUN_RESULTS
    elif isinstance(effect, effects.HitEquipment):
        yield effect.notes[0], DIRECTOR_RESULTS


def _check_stations(raw: kinds.RawChart) -> Iterator[str]:
    """Faults of modifiers for some stations only (``only``), unless the stations cannot be read,
    which ``check_chart`` reports.
    """
    first = limits.STATIONS[0]
    last = limits.STATIONS[-1]
    for name, modifier in {**raw.modifiers, **raw.column_modifiers}.items():
        with suppress(ChartError):
            low, high = ends_of(modifier.only or str(first))
            if low < first or high > last:
                yield f"modifier {name!r}: stations must be {first} to {last}"
