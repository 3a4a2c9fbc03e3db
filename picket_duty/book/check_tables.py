"""``tables check``: all faults of a set of tables, layered over the shipped one, or of a single
scenario.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.book import data, historical_days
from picket_duty.book import tables as book_tables
from picket_duty.book.check_charts import check_charts, wanted_shapes
from picket_duty.book.check_effects import Known, check_effects
from picket_duty.book.check_files import check_files
from picket_duty.book.check_shapes import check_shape
from picket_duty.book.modifier_sums import outside_modifiers, sums_of_modifiers
from picket_duty.book.references import TableSet, check_references
from picket_duty.book.tables import SHEET, Tables, load_tables
from picket_duty.book.vocabulary import CHARTS_OF
from picket_duty.book.wording import BOOK
from picket_duty.charts import Chart, ChartError
from picket_duty.charts.data_faults import faults_of
from picket_duty.charts.faults import located
from picket_duty.charts.kinds import TOTALS, RangeChart, RawChart
from picket_duty.charts.reading import file_name, read_chart
from picket_duty.charts.toml_files import read_toml

#: The types of the files other than charts; all files of a folder have the same type.
FILES: dict[str, type] = {
    "aircraft.toml": data.AircraftFile,
    "calibers.toml": data.CalibersFile,
    book_tables.COAST: data.Coast,
    book_tables.AWARDS: data.AwardsFile,
    **{f"{book_tables.HISTORY}/{name}.toml": kind for name, kind in historical_days.FILES.items()},
    "names.toml": data.Names,
    "options.toml": data.OptionsFile,
    "stations.toml": data.MapData,
    book_tables.ROTATION: data.Rotation,
    book_tables.FORMER: data.FormerFile,
    SHEET: data.Sheet,
    "house/numbers.toml": data.Numbers,
}
FOLDERS: dict[str, type] = {
    "ships": data.ShipData,
    book_tables.PLANS: data.DeckPlan,
    "scenarios": data.ScenarioData,
    "campaigns": data.CampaignData,
}
#: Suffixes of documentation files, which a set of tables may contain.
DOCUMENTATION_SUFFIXES = (".md", ".txt")

T = TypeVar("T", bound=msgspec.Struct)
Faults = list[str]


def check(layer: Path | None = None) -> list[str]:
    """All faults of a set of tables or of a single scenario; empty if there are none."""
    faults = _check_layer(layer)
    if layer is None or not layer.is_file():
        return faults
    # The scenario is layered over the shipped set as OWN. Only its own faults are reported, under
    # the name of its file; a number used twice, for example, is also a fault of the shipped
    # scenario.
    return [
        fault.replace(book_tables.OWN, layer.name)
        for fault in faults
        if fault.startswith(book_tables.OWN)
    ]


def _check_layer(layer: Path | None) -> list[str]:
    try:
        tables = Tables(layer)
        files = tables.files()
    except (ChartError, OSError) as error:
        return [str(error)]
    # The modified set is the first folder and the shipped set the last; without one they are equal.
    faults = list(_check_places(tables.folders[0], files))
    present = {name.rpartition("/")[0] for name in files}
    faults += [f"{folder}: no files found" for folder in FOLDERS if folder not in present]
    read = _read_set(tables, files, faults)
    faults += _check_shapes(read, files, tables.folders[-1])
    faults += check_references(read)
    faults += check_charts(read)
    faults += check_files(read)
    if not faults:
        faults += _check_compiled(read)
    return list(dict.fromkeys(faults))


def _check_places(folder: Path, files: dict[str, Path]) -> Iterator[str]:
    """Files that the program does not use, and files that are missing."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_dir() or path.suffix in DOCUMENTATION_SUFFIXES:
            continue
        if any(part.startswith(".") for part in parts):
            continue
        name = "/".join(parts)
        is_placed = name in FILES or "/".join(parts[:-1]) in (*book_tables.CHART_FOLDERS, *FOLDERS)
        if not is_placed or path.suffix != book_tables.SUFFIX:
            yield f"{name}: the program does not use this file"
    yield from (f"{name}: the file is missing" for name in FILES if name not in files)
    rolled = {chart for charts in CHARTS_OF.values() for chart in charts}
    for chart in sorted(rolled):
        file = file_name(chart)
        if not any(f"{place}/{file}" in files for place in book_tables.CHART_FOLDERS):
            yield f"{file}: chart {chart} is missing"


def _read_set(tables: Tables, files: dict[str, Path], faults: Faults) -> TableSet:
    """The files that can be read; appends the faults of the others."""
    read = TableSet(charts={}, files={}, contents={}, unread=set())
    for name, path in sorted(files.items()):
        folder, _, file = name.rpartition("/")
        kind = FILES.get(name) or FOLDERS.get(folder)
        if kind is not None:
            converted = _convert(name, path, kind, faults)
            if converted is None:
                read.unread.add(kind)
            elif kind is not data.DeckPlan or path.is_relative_to(tables.folders[0]):
                # Shipped plans are skipped for a modified set, whose ships may have other items
                # aboard.
                read.contents[name] = converted
        elif folder in book_tables.CHART_FOLDERS and file not in book_tables.NOT_CHARTS:
            raw = _read_chart(name, path, faults)
            if raw is None:
                continue
            if raw.id in read.files:
                faults.append(f"{name}: id {raw.id!r} is already used in {read.files[raw.id]}")
            elif file_name(raw.id) != file:
                faults.append(f"{name}: id {raw.id!r} belongs in a file named {file_name(raw.id)}")
            else:
                read.charts[raw.id] = raw
                read.files[raw.id] = name
    return read


def _read_chart(name: str, path: Path, faults: Faults) -> RawChart | None:
    """A chart, None if it cannot be read; appends its faults, which it may have in either case."""
    table = _read_toml(name, path, faults)
    if table is None:
        return None
    chart_faults: Faults = []
    raw = read_chart(table, BOOK, chart_faults)
    faults += located(name, chart_faults)
    return raw


def _convert(name: str, path: Path, kind: type[T], faults: Faults) -> T | None:
    """A file of a type; appends its faults and returns None if it has any."""
    table = _read_toml(name, path, faults)
    if table is None:
        return None
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError:
        faults += located(name, faults_of(table, kind))
    return None


def _read_toml(name: str, path: Path, faults: Faults) -> dict[str, Any] | None:
    try:
        return read_toml(path)
    except ChartError as error:
        faults.append(f"{name}: {str(error).removeprefix(f'{path}: ')}")
    return None


def _check_shapes(read: TableSet, files: dict[str, Path], shipped: Path) -> Iterator[str]:
    """Faults of each chart, and of the effects in the damage sheet."""
    known = _known(read)
    outside = outside_modifiers(read)
    wanted = wanted_shapes(read)
    for chart_id, raw in read.charts.items():
        name = read.files[chart_id]
        # None: the shape that the chart's id requires. The others are those that other files
        # require.
        for shape in (None, *wanted.get(chart_id, ())):
            yield from located(name, check_shape(raw, known, outside, shape))
        if not files[name].is_relative_to(shipped):
            yield from located(name, _check_against_shipped(raw, shipped / name))
    yield from _check_rooms(read.only(data.Sheet), known)


def _known(read: TableSet) -> Known:
    """The names that effects may use. Mounts of the shipped ships are among them: table 11 names
    mounts that the ship of a game may lack (rules 2).
    """
    shipped = Tables()
    sheet = read.only(data.Sheet) or shipped.sheet
    ships = (*read.ships(), *shipped.ships.values())
    return Known(
        compartments=frozenset(room.id for room in sheet.compartments),
        equipment=frozenset(item.id for item in sheet.equipment),
        mounts=frozenset(mount.id for ship in ships for mount in ship.mounts),
    )


def _check_against_shipped(raw: RawChart, path: Path) -> Iterator[str]:
    """Faults of a chart that lacks modifiers or notes with dice of the shipped chart; the rules use
    them by name.
    """
    shipped = read_chart(read_toml(path), BOOK, faults=[]) if path.is_file() else None
    if shipped is None:
        return
    for name in (*shipped.modifiers, *shipped.column_modifiers):
        if name not in raw.modifiers and name not in raw.column_modifiers:
            yield f"modifier {name!r} is missing"
    rolled = _rolled_fields(raw)
    for name, fields in _rolled_fields(shipped).items():
        if name not in rolled:
            yield f"note {name!r} is missing or has no 'dice'"
        elif rolled[name] != fields:
            yield f"note {name!r}: its fields must be {fields}, not {rolled[name]}"


def _rolled_fields(raw: RawChart) -> dict[str, str]:
    """The fields of each note with dice, by its name."""
    return {note.name: ", ".join(note.fields) for note in raw.notes if note.dice}


def _check_rooms(sheet: data.Sheet | None, known: Known) -> Iterator[str]:
    for room in sheet.compartments if sheet else ():
        room_effects = (*room.out, *room.destroyed_by_hit)
        # As in a note, the compartment that is hit is the default.
        faults = check_effects(
            room_effects, notes=(), inside_note=True, known=known, chart_id="G-1"
        )
        yield from located(f"{SHEET}: compartment {room.id}", faults)


def _check_compiled(read: TableSet) -> Iterator[str]:
    """Faults that only compiling a chart finds."""
    for chart_id, raw in read.charts.items():
        try:
            Chart(raw, BOOK)
        except ChartError as error:
            yield f"{read.files[chart_id]}: {error}"


def checked_tables(layer: Path | None = None) -> Tables:
    """The tables to play with; a modified set is validated whole first. Raises ChartError with the
    first fault.
    """
    tables = load_tables(layer)
    if tables.layer is not None:
        faults = check(tables.layer)
        if faults:
            more = f" (and {len(faults) - 1} more; list them with 'picket-duty tables check')"
            raise ChartError(f"{tables.layer}: {faults[0]}{more if faults[1:] else ''}")
    return tables


@cache
def totals_with_modifiers(layer: Path | None) -> dict[str, range]:
    """The totals that the dice of each chart can make with its modifiers, in a set of tables
    without faults.
    """
    tables = Tables(layer)
    read = _read_set(tables, tables.files(), faults=[])
    outside = outside_modifiers(read)
    totals = {}
    for chart_id, raw in read.charts.items():
        if isinstance(raw, RangeChart):
            rolled = TOTALS[raw.dice]
            lowest, highest = sums_of_modifiers(raw, outside)
            totals[chart_id] = range(rolled[0] + lowest, rolled[-1] + highest + 1)
    return totals
