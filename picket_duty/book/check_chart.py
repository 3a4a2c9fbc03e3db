"""Validation of one chart: its frame, its columns, its rows, its cells, its notes and effects."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec

from picket_duty.book.effects import Known, check_effects
from picket_duty.book.shapes import Field, Shape, shape_of
from picket_duty.charts.chart import (
    DICE,
    ChartError,
    RawChart,
    RawModifier,
    RawNote,
    date_span,
)
from picket_duty.charts.spans import (
    FIRST_DAY,
    LAST_DAY,
    Ends,
    Span,
    day_name,
    days_missed,
    ends_of,
    gaps,
    label_of,
    listed,
    overlaps,
    row_name,
    shown,
    twice,
)

#: Keys a row may have beside the fields of its chart.
ROW_KEYS = {
    "range": {"roll", "cells", "text", "effects"},
    "list": {"at", "id", "cells", "text", "effects"},
    "matrix": {"row", "col", "name", "effects"},
}
#: Most a value chit adds or takes (rules 2).
CHIT = 2
#: Charts whose maneuver modifier only leads toward the misses, so never past the last row (note to 19).
TOWARD_MISS = ("12-1", "12-2", "12-3")
#: A modifier that counts once for each hit: a mount with three hits fires no more (rules 6).
EACH_HIT = 2


def check_chart(raw: RawChart, known: Known) -> Iterator[str]:
    """Everything wrong with one chart, each in words that name the row."""
    shape = shape_of(raw.id)
    yield from _check_frame(raw, shape)
    yield from _check_columns(raw, shape)
    if raw.kind == "range":
        yield from _check_rows(raw, raw.rows, raw.fields, shape, known)
        yield from _check_reach(raw, raw.rows, raw.dice, _reach(raw), raw.clamp)
    elif raw.kind == "matrix":
        yield from _check_matrix(raw, shape, known)
    elif raw.kind == "list":
        yield from _check_rows(raw, raw.rows, raw.fields, shape, known)
        yield from _check_list(raw)
    yield from _check_notes(raw, known)
    yield from _check_modifiers(raw)
    yield from _check_periods(raw)


# -- the frame -----------------------------------------------------------


def _check_frame(raw: RawChart, shape: Shape | None) -> Iterator[str]:
    if raw.kind not in ("range", "matrix", "list", "notes"):
        yield f"kind {raw.kind!r} is not range, matrix, list or notes"
        return
    if raw.level not in ("basic", "advanced"):
        yield f"level {raw.level!r} is not basic or advanced"
    for name in ("id", "title", "source"):
        if not str(getattr(raw, name)).strip():
            yield f"no {name}"
    if shape is not None and raw.kind != shape.kind:
        yield f"kind {raw.kind!r}: the rules look this chart up as a {shape.kind}"
    if shape is not None and shape.key and raw.key != shape.key:
        yield f"key {raw.key!r}: the rules look this chart up by {shape.key}"
    wanted = {"range": ("dice",), "matrix": ("row_dice", "column_dice"), "list": (), "notes": ()}[raw.kind]
    for name in wanted:
        dice = getattr(raw, name)
        if dice not in DICE:
            yield f"{name} {dice!r} is not one of {', '.join(DICE)}"
    if raw.kind == "list" and raw.key not in ("date", "planes", "mount"):
        yield f"key {raw.key!r} is not date, planes or mount"
    if raw.kind == "notes":
        return
    if not (raw.cells if raw.kind == "matrix" else raw.rows):
        yield "no cells" if raw.kind == "matrix" else "no rows"
    if not raw.fields:
        yield "no fields"
    for field in twice(raw.fields):
        yield f"field {field!r} stands twice"
    if shape is None:
        return
    for field in raw.fields:
        if field not in shape.fields:
            yield f"unknown field {field!r}; fields: {', '.join(shape.fields)}"
    for field, wants in shape.fields.items():
        if field not in raw.fields and not wants.optional:
            yield f"field {field!r} is missing"


def _check_columns(raw: RawChart, shape: Shape | None) -> Iterator[str]:
    for column in twice(raw.columns):
        yield f"column {column!r} stands twice"
    if raw.headings and len(raw.headings) != len(raw.columns):
        yield f"{len(raw.headings)} headings for {len(raw.columns)} columns"
    if shape is not None and shape.columns:
        for column in shape.columns:
            if column not in raw.columns:
                yield f"column {column!r} is missing"
        for column in raw.columns:
            if column not in shape.columns:
                yield f"unknown column {column!r}; columns: {', '.join(shape.columns)}"
    for column in raw.column_effects:
        if column not in raw.columns:
            yield f"effects for an unknown column {column!r}"
    if not raw.column_ranges:
        return
    if len(raw.column_ranges) != len(raw.columns):
        yield f"{len(raw.column_ranges)} column ranges for {len(raw.columns)} columns"
        return
    spans: list[Span] = []
    for column, text in zip(raw.columns, raw.column_ranges, strict=True):
        try:
            spans.append((f"column {column}", ends_of(text)))
        except ChartError as error:
            yield f"column {column}: {error}"
    yield from overlaps(spans)
    missed = gaps(spans)
    if missed:
        yield f"no column covers {listed(missed)}"


# -- rows ----------------------------------------------------------------


def _check_rows(
    raw: RawChart, rows: list[dict[str, Any]], fields: list[str], shape: Shape | None, known: Known
) -> Iterator[str]:
    label_key = "at" if raw.kind == "list" else "roll"
    for number, row in enumerate(rows, 1):
        for problem in _check_row(raw, row, fields, shape, known, label_key):
            yield f"{row_name(number, row, label_key)}: {problem}"


def _check_row(
    raw: RawChart, row: dict[str, Any], fields: list[str], shape: Shape | None, known: Known, label_key: str
) -> Iterator[str]:
    if not label_of(row, label_key):
        yield f"{label_key!r} is missing"
    for key in row:
        if key not in ROW_KEYS[raw.kind] and key not in fields:
            yield f"unknown field {key!r}"
    yield from _check_texts(row, ("text", "id"))
    yield from check_effects(row.get("effects", []), _rolled_notes(raw), known)
    if not raw.columns:
        if "cells" in row:
            yield "cells in a chart without columns"
        yield from _check_fields(row, fields, shape)
        return
    cells = row.get("cells")
    if not isinstance(cells, list):
        yield "cells are missing"
        return
    if len(cells) != len(raw.columns):
        yield f"{len(cells)} cells for {len(raw.columns)} columns"
    for column, cell in zip(raw.columns, cells, strict=False):
        for problem in _check_cell(cell, fields, shape):
            yield f"column {column}: {problem}"


def _check_cell(cell: Any, fields: list[str], shape: Shape | None) -> Iterator[str]:
    if isinstance(cell, Mapping):
        for key in cell:
            if key not in fields:
                yield f"unknown field {key!r}"
        yield from _check_fields(cell, fields, shape)
        return
    if shape is None:
        return
    wants = shape.cell or (next(iter(shape.fields.values())) if len(shape.fields) == 1 else None)
    if wants is None:
        yield f"the cell is a table of {', '.join(shape.fields)}"
    elif not wants.fits(cell):
        yield f"{shown(cell)} is not {wants.says}"


def _check_fields(row: Mapping[str, Any], fields: list[str], shape: Shape | None) -> Iterator[str]:
    if shape is None:
        return
    for field in fields:
        wants = shape.fields.get(field)
        if wants is not None:
            yield from _check_field(row, field, wants)


def _check_field(row: Mapping[str, Any], field: str, wants: Field) -> Iterator[str]:
    if field not in row:
        if not wants.optional:
            yield f"{field} is missing"
    elif not wants.fits(row[field]):
        yield f"{field} {shown(row[field])} is not {wants.says}"


def _check_texts(row: Mapping[str, Any], names: tuple[str, ...]) -> Iterator[str]:
    for name in names:
        if name in row and not isinstance(row[name], str):
            yield f"{name} {shown(row[name])} is not a text"


def _check_reach(
    raw: RawChart, rows: list[dict[str, Any]], dice: str, reach: Ends | None, clamp: bool
) -> Iterator[str]:
    """Overlaps, gaps, and totals the dice can make that no row covers."""
    spans: list[Span] = []
    for number, row in enumerate(rows, 1):
        name = row_name(number, row, "roll")
        for part in label_of(row, "roll").split(","):
            try:
                spans.append((name, ends_of(part)))
            except ChartError as error:
                if part.strip():
                    yield f"{name}: {error}"
    yield from overlaps(spans)
    if not spans:
        return
    missed = gaps(spans)
    if missed:
        yield f"no row covers {listed(missed)}"
    if reach is None or clamp:
        return
    low, high = min(span[0] for _, span in spans), max(span[1] for _, span in spans)
    missed = [total for total in range(int(reach[0]), int(reach[1]) + 1) if not low <= total <= high]
    if missed:
        yield f"no row covers {listed(missed)}, which {dice} and the chart's modifiers can make"


def _reach(raw: RawChart) -> Ends | None:
    """Lowest and highest total the dice and the chart's own modifiers can make."""
    if raw.dice not in DICE:
        return None
    low, high = _dice_ends(raw.dice)
    kept = {name: raw.modifiers[name] for name in raw.modifiers if raw.id not in TOWARD_MISS or name != "maneuver"}
    groups: dict[str, list[int]] = {}
    for name, modifier in kept.items():
        groups.setdefault(_alternative(name, modifier), []).extend(_values(name, modifier))
    for values in groups.values():
        low += min(0, *values)
        high += max(0, *values)
    return low, high


def _values(name: str, modifier: RawModifier) -> list[int]:
    if modifier.value is None:
        return [-CHIT, CHIT]
    return [modifier.value * (EACH_HIT if name == "hit" else 1), 0]


def _alternative(name: str, modifier: RawModifier) -> str:
    """Modifiers of which only one can hold at a time share a name: with or without FDT, the stations."""
    if modifier.stations:
        return "station"
    for ending in ("_positive", "_negative", "_low", "_high", "_working", "_damaged", "_destroyed"):
        name = name.removesuffix(ending)
    return name.removeprefix("no_")


def _dice_ends(dice: str) -> Ends:
    if dice == "d100":
        return 0, 99
    faces = DICE[dice]
    return sum(0 if face == 10 else 1 for face in faces), sum(9 if face == 10 else face for face in faces)


# -- matrix and list -----------------------------------------------------


def _check_matrix(raw: RawChart, shape: Shape | None, known: Known) -> Iterator[str]:
    if raw.row_dice not in DICE or raw.column_dice not in DICE:
        return
    rows, columns = _dice_ends(raw.row_dice), _dice_ends(raw.column_dice)
    wanted = {
        (row, col)
        for row in range(int(rows[0]), int(rows[1]) + 1)
        for col in range(int(columns[0]), int(columns[1]) + 1)
    }
    found: set[tuple[Any, Any]] = set()
    letters = {entry.letter for entry in raw.notes}
    for cell in raw.cells:
        row, col = cell.get("row"), cell.get("col")
        name = f"row {shown(row)}, column {shown(col)}"
        if type(row) is not int or type(col) is not int:
            yield f"{name}: row and col are numbers"
            continue
        if (row, col) not in wanted:
            yield f"{name}: {raw.row_dice} and {raw.column_dice} never make this cell"
        if (row, col) in found:
            yield f"{name}: stands twice"
        found.add((row, col))
        for key in cell:
            if key not in ROW_KEYS["matrix"] and key not in raw.fields:
                yield f"{name}: unknown field {key!r}"
        for problem in _check_matrix_cell(raw, cell, letters, shape, known):
            yield f"{name}: {problem}"
    for row, col in sorted(wanted - found):
        yield f"row {row}, column {col}: the cell is missing"


def _check_matrix_cell(
    raw: RawChart, cell: Mapping[str, Any], letters: set[str], shape: Shape | None, known: Known
) -> Iterator[str]:
    yield from _check_texts(cell, ("name",))
    yield from _check_fields(cell, raw.fields, shape)
    yield from check_effects(cell.get("effects", []), _rolled_notes(raw), known)
    noted = cell.get("notes")
    for letter in noted if isinstance(noted, list) else []:
        if not isinstance(letter, str) or letter not in letters:
            yield f"unknown note {shown(letter)}"


def _check_list(raw: RawChart) -> Iterator[str]:
    if raw.key == "date":
        yield from _check_dates(raw)
    elif raw.key == "planes":
        yield from _check_reach_of_list(raw)
    else:
        names = [name for row in raw.rows for name in (row.get("at"), row.get("id")) if isinstance(name, str)]
        for name in twice(names):
            yield f"row {name!r} stands twice"


def _check_reach_of_list(raw: RawChart) -> Iterator[str]:
    rows = [{"roll": label_of(row, "at")} for row in raw.rows]
    yield from _check_reach(raw, rows, "", None, clamp=False)


def _check_dates(raw: RawChart) -> Iterator[str]:
    spans: list[Span] = []
    for number, row in enumerate(raw.rows, 1):
        name = row_name(number, row, "at")
        try:
            first, last = date_span(label_of(row, "at"))
        except ChartError as error:
            yield f"{name}: {error}"
            continue
        if first > last:
            yield f"{name}: runs backwards"
        elif first < FIRST_DAY or last > LAST_DAY:
            yield f"{name}: outside the calendar, {day_name(FIRST_DAY.toordinal())} to {day_name(LAST_DAY.toordinal())}"
        else:
            spans.append((name, (first.toordinal(), last.toordinal())))
    yield from overlaps(spans, day_name)
    missed = days_missed(spans)
    if raw.id == "2-2" and missed:
        yield f"no row covers {', '.join(missed)}"


# -- notes, modifiers, periods -------------------------------------------


def _rolled_notes(raw: RawChart) -> list[str]:
    """The notes an effect may call for: those with dice or effects of their own."""
    return [note.id or note.letter for note in raw.notes if note.dice or note.effects]


def _check_notes(raw: RawChart, known: Known) -> Iterator[str]:
    for name in twice(_rolled_notes(raw)):
        yield f"note {name!r} stands twice"
    for note in raw.notes:
        for problem in _check_note(raw, note, known):
            yield f"note {(note.id or note.letter)!r}: {problem}"
    for column, effects in raw.column_effects.items():
        for problem in check_effects(msgspec.to_builtins(effects), (), known, inside_note=True):
            yield f"column {column}: {problem}"


def _check_note(raw: RawChart, note: RawNote, known: Known) -> Iterator[str]:
    yield from check_effects(msgspec.to_builtins(note.effects), (), known, inside_note=True)
    if not note.dice:
        if note.rows:
            yield "rows without dice"
        return
    if not (note.id or note.letter):
        yield "a note with dice wants an id"
    if note.dice not in DICE:
        yield f"dice {note.dice!r} are not one of {', '.join(DICE)}"
        return
    if not note.rows or not note.fields:
        yield "a note with dice wants rows and fields"
    for number, row in enumerate(note.rows, 1):
        name = row_name(number, row, "roll")
        for key in row:
            if key not in note.fields and key not in ("roll", "text", "effects"):
                yield f"{name}: unknown field {key!r}"
        if not label_of(row, "roll"):
            yield f"{name}: 'roll' is missing"
        for field in note.fields:
            if field not in row:
                yield f"{name}: {field} is missing"
        for problem in check_effects(row.get("effects", []), (), known, inside_note=True):
            yield f"{name}: {problem}"
    yield from _check_reach(raw, note.rows, note.dice, _dice_ends(note.dice), clamp=False)


def _check_modifiers(raw: RawChart) -> Iterator[str]:
    spans: list[Span] = []
    for name, modifier in (*raw.modifiers.items(), *raw.column_modifiers.items()):
        if not modifier.why.strip() or not modifier.rule.strip():
            yield f"modifier {name!r}: why and rule are wanted"
        if modifier.value is not None and abs(modifier.value) > 9:
            yield f"modifier {name!r}: {modifier.value} is not -9 to 9"
        if modifier.stations:
            try:
                spans.append((f"modifier {name!r}", ends_of(modifier.stations)))
            except ChartError as error:
                yield f"modifier {name!r}: {error}"
    for name, (low, high) in spans:
        if low < 1 or high > 16:
            yield f"{name}: stations run from 1 to 16"
    yield from overlaps(spans)
    for total in raw.natural:
        if raw.dice in DICE and not _dice_ends(raw.dice)[0] <= total <= _dice_ends(raw.dice)[1]:
            yield f"natural {total}: {raw.dice} never make it"


def _check_periods(raw: RawChart) -> Iterator[str]:
    if not raw.periods:
        if raw.id == "7-1":
            yield "no periods"
        return
    spans: list[Span] = []
    for period in raw.periods:
        name = f"period {period.id!r}"
        for light in ("day", "night"):
            if f"{period.id} {light}" not in raw.columns:
                yield f"{name}: no column {period.id + ' ' + light!r}"
        try:
            first, last = date_span(f"{period.first}..{period.last}")
        except ChartError as error:
            yield f"{name}: {error}"
            continue
        spans.append((name, (first.toordinal(), last.toordinal())))
    named = {f"{period.id} {light}" for period in raw.periods for light in ("day", "night")}
    for column in raw.columns:
        if column not in named:
            yield f"column {column!r} belongs to no period"
    yield from overlaps(spans, day_name)
    missed = days_missed(spans)
    if missed:
        yield f"no period covers {', '.join(missed)}"
