"""``tables check``: validation of a whole set of tables, layered over the shipped one.

Broken files do not raise. Each fault is one line that names the file, the row if any, what is wrong, and what would be
right.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.book import data
from picket_duty.book.check_charts import check_charts, check_shape, hits_fired_with, modifiers_of_others, wanted_shapes
from picket_duty.book.check_files import check_files
from picket_duty.book.effects import Known, check_effects, misplaced
from picket_duty.book.historical_days import DaysFile, RaidsFile, ShipsFile, StationsFile, TotalsFile
from picket_duty.book.printing import BOOK
from picket_duty.book.references import TableSet, check_references
from picket_duty.book.tables import (
    AWARDS,
    CHART_FOLDERS,
    COAST,
    FORMER,
    HISTORY,
    NOT_CHARTS,
    OWN,
    PLANS,
    ROTATION,
    Tables,
    load_tables,
)
from picket_duty.book.vocabulary import CHARTS_OF
from picket_duty.charts import Chart, ChartError
from picket_duty.charts.faults import faults_of
from picket_duty.charts.kinds import RawChart
from picket_duty.charts.reading import file_name, read_chart, read_toml

#: Files other than charts with their types; all files of a folder have the same type.
SINGLE: dict[str, type] = {
    "aircraft.toml": data.AircraftFile,
    "calibers.toml": data.CalibersFile,
    COAST: data.Coast,
    AWARDS: data.AwardsFile,
    f"{HISTORY}/days.toml": DaysFile,
    f"{HISTORY}/raids.toml": RaidsFile,
    f"{HISTORY}/ships.toml": ShipsFile,
    f"{HISTORY}/stations.toml": StationsFile,
    f"{HISTORY}/totals.toml": TotalsFile,
    "names.toml": data.Names,
    "options.toml": data.OptionsFile,
    "stations.toml": data.MapData,
    ROTATION: data.Rotation,
    FORMER: data.FormerFile,
    "house/G-1.toml": data.Sheet,
    "house/numbers.toml": data.Numbers,
}
FOLDERS: dict[str, type] = {
    "ships": data.ShipData,
    PLANS: data.DeckPlan,
    "scenarios": data.ScenarioData,
    "campaigns": data.CampaignData,
}
#: Stands for rolls that no chart has, in the list of charts of each kind of roll.
OF_RULES = "rules"
#: Suffixes of documentation files, which a set of tables may contain.
READING = (".md", ".txt")

T = TypeVar("T", bound=msgspec.Struct)
Faults = list[str]


def check(layer: Path | None = None) -> list[str]:
    """All faults of a set of tables or of a single scenario; empty if there are none."""
    faults = _check_layer(layer)
    if layer is None or not layer.is_file():
        return faults
    # A number used twice is a fault of both scenarios; only the new one is reported.
    return [fault.replace(OWN, layer.name) for fault in faults if fault.startswith(OWN)]


def _check_layer(layer: Path | None) -> list[str]:
    try:
        tables = Tables(layer)
        files = tables.files()
    except (ChartError, OSError) as error:
        return [str(error)]
    faults = list(_check_places(tables.folders[0]))
    charts, names = _read_charts(files, faults)
    faults += _missing(files)
    contents: dict[str, msgspec.Struct] = {}
    unread: set[type] = set()
    for name, path in sorted(files.items()):
        kind = SINGLE.get(name) or FOLDERS.get(name.rpartition("/")[0])
        if kind is None:
            continue
        converted = _convert(name, path, kind, faults)
        if converted is None:
            unread.add(kind)
        elif kind is not data.DeckPlan or path.is_relative_to(tables.folders[0]):
            # Shipped plans are skipped for a modified set, whose ships may have other items aboard.
            contents[name] = converted
    read = TableSet(charts, names, contents, frozenset(unread))
    known = _known(read)
    shipped = tables.folders[-1]
    hits, others = hits_fired_with(read), modifiers_of_others(read)
    wanted = wanted_shapes(read)
    for chart_id, raw in charts.items():
        for shape in (None, *wanted.get(chart_id, ())):
            faults += [f"{names[chart_id]}: {fault}" for fault in check_shape(raw, known, hits, others, shape)]
        if not files[names[chart_id]].is_relative_to(shipped):
            faults += [f"{names[chart_id]}: {fault}" for fault in _check_against(raw, shipped / names[chart_id])]
    sheet = read.only(data.Sheet)
    for room in sheet.compartments if sheet else ():
        brought = (*room.out, *room.destroyed_by_hit)
        for fault in (*check_effects(brought, (), True, known), *misplaced(brought, "G-1", ())):
            faults.append(f"house/G-1.toml: compartment {room.id}: {fault}")
    faults += check_references(read)
    faults += check_charts(read)
    faults += check_files(read)
    # Faults that only compiling a chart finds.
    for chart_id, raw in charts.items() if not faults else ():
        try:
            Chart(raw, BOOK)
        except ChartError as error:
            faults.append(f"{names[chart_id]}: {error}")
    return list(dict.fromkeys(faults))


def checked_tables(layer: Path | None = None) -> Tables:
    """The tables to play with; a modified set is validated whole first. Raises ChartError with the first fault."""
    tables = load_tables(layer)
    if tables.layer is not None:
        faults = check(tables.layer)
        if faults:
            more = f" (and {len(faults) - 1} more; list them with 'picket-duty tables check')" if faults[1:] else ""
            raise ChartError(f"{tables.layer}: {faults[0]}{more}")
    return tables


# -- reading -------------------------------------------------------------


def _check_places(folder: Path) -> Iterator[str]:
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_dir() or any(part.startswith(".") for part in parts) or path.suffix in READING:
            continue
        name = "/".join(parts)
        placed = name in SINGLE or "/".join(parts[:-1]) in (*CHART_FOLDERS, *FOLDERS)
        if not placed or path.suffix != ".toml":
            yield f"{name}: the program does not use this file"


def _missing(files: dict[str, Path]) -> Iterator[str]:
    for name in SINGLE:
        if name not in files:
            yield f"{name}: the file is missing"
    rolled = {chart for charts in CHARTS_OF.values() for chart in charts if chart != OF_RULES}
    present = {name.partition("/")[2] for name in files if name.partition("/")[0] in CHART_FOLDERS}
    for chart in sorted(rolled):
        if file_name(chart) not in present:
            yield f"{file_name(chart)}: chart {chart} is missing"


def _read_charts(files: dict[str, Path], faults: Faults) -> tuple[dict[str, RawChart], dict[str, str]]:
    charts: dict[str, RawChart] = {}
    names: dict[str, str] = {}
    for name, path in sorted(files.items()):
        part, _, file = name.partition("/")
        if part not in CHART_FOLDERS or not file or "/" in file or file in NOT_CHARTS:
            continue
        raw = _read_chart(name, path, faults)
        if raw is None:
            continue
        if raw.id in names:
            faults.append(f"{name}: id {raw.id!r} is already used in {names[raw.id]}")
        elif file_name(raw.id) != file:
            faults.append(f"{name}: id {raw.id!r} belongs in a file named {file_name(raw.id)}")
        else:
            charts[raw.id] = raw
            names[raw.id] = name
    return charts, names


def _read_chart(name: str, path: Path, faults: Faults) -> RawChart | None:
    own: Faults = []
    table = _read_toml(name, path, faults)
    raw = None if table is None else read_chart(table, BOOK, own)
    faults += [f"{name}: {fault}" for fault in own]
    return raw


def _convert(name: str, path: Path, kind: type[T], faults: Faults) -> T | None:
    table = _read_toml(name, path, faults)
    if table is None:
        return None
    try:
        return msgspec.convert(table, kind)
    except msgspec.ValidationError:
        faults += [f"{name}: {fault}" for fault in faults_of(table, kind)]
    return None


def _read_toml(name: str, path: Path, faults: Faults) -> dict[str, Any] | None:
    try:
        return read_toml(path)
    except ChartError as error:
        faults.append(f"{name}: {str(error).removeprefix(f'{path}: ')}")
    return None


def _known(read: TableSet) -> Known:
    """The names that effects may use, including those of the shipped set.

    Table 11 may name a mount that no ship of a modified set carries (rules 2).
    """
    shipped = Tables()
    sheet = read.only(data.Sheet) or shipped.sheet
    ships = (*read.ships(), *shipped.ships.values())
    return Known(
        compartments=frozenset(room.id for room in sheet.compartments),
        equipment=frozenset(item.id for item in sheet.equipment),
        mounts=frozenset(mount.id for ship in ships for mount in ship.mounts),
    )


# -- the rest of the set -------------------------------------------------


def _check_against(raw: RawChart, shipped: Path) -> Iterator[str]:
    """Faults of a chart that lacks modifiers or notes with dice of the shipped chart; the rules use them by name."""
    if not shipped.is_file():
        return
    own = read_chart(read_toml(shipped), BOOK, [])
    if own is None:
        return
    for name in (*own.modifiers, *own.column_modifiers):
        if name not in raw.modifiers and name not in raw.column_modifiers:
            yield f"modifier {name!r} is missing"
    rolled = {note.name: note for note in raw.notes if note.dice}
    for note in own.notes:
        name = note.name
        if not note.dice:
            continue
        if name not in rolled:
            yield f"note {name!r} is missing or has no dice"
        elif rolled[name].fields != note.fields:
            yield f"note {name!r}: its fields must be {', '.join(note.fields)}, not {', '.join(rolled[name].fields)}"
