"""``tables check``: a whole set of tables, layered over the shipped one, validated file by file.

Nothing here raises for a broken file; every fault is a complaint that names the
file, the row where there is one, and what is wrong.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.book.check_chart import check_chart
from picket_duty.book.check_set import Set, check_set
from picket_duty.book.data import (
    AircraftFile,
    CampaignData,
    Names,
    Numbers,
    ScenarioData,
    Sheet,
    ShipData,
    Waters,
)
from picket_duty.book.effects import EFFECTS, Known, check_effects
from picket_duty.book.tables import CHART_FOLDERS, NOT_CHARTS, Tables, load_tables
from picket_duty.charts.chart import Chart, ChartError, RawChart
from picket_duty.charts.reading import file_name, read_toml

#: Files beside the charts, each with what it holds; a folder holds one thing a file.
SINGLE: dict[str, type] = {
    "aircraft.toml": AircraftFile,
    "names.toml": Names,
    "stations.toml": Waters,
    "house/G-1.toml": Sheet,
    "house/numbers.toml": Numbers,
}
FOLDERS: dict[str, type] = {"ships": ShipData, "scenarios": ScenarioData, "campaigns": CampaignData}
#: Files for people, which may lie in a set of tables.
READING = (".md", ".txt")
#: Every mount the rules know; table 11 may name one that a ship does not carry (rules 2).
MOUNTS = frozenset(
    [f"5in-{number}" for number in range(1, 6)]
    + [f"40mm-{letter}" for letter in "ABCDE"]
    + [f"20mm-{letter}" for letter in "ABCDEFGHIJ"]
)

T = TypeVar("T")
Faults = list[str]


def check(folder: Path | None = None) -> list[str]:
    """All complaints about a set of tables; an empty list where there is none."""
    try:
        tables = Tables(folder)
        files = tables.files()
    except (ChartError, OSError) as error:
        return [str(error)]
    faults = list(_check_places(tables.folders[0]))
    charts, names = _read_charts(files, faults)
    data = {name: _convert(name, path, kind, faults) for name, path, kind in _data_files(files)}
    found = Set(
        charts=charts,
        files=names,
        ships=_all_of(data, ShipData),
        scenarios=_all_of(data, ScenarioData),
        campaigns=_all_of(data, CampaignData),
        sheet=next(iter(_all_of(data, Sheet).values()), None),
        aircraft=next((one.aircraft for one in _all_of(data, AircraftFile).values()), ()),
        names=next(iter(_all_of(data, Names).values()), None),
        numbers=next(iter(_all_of(data, Numbers).values()), None),
    )
    known = _known(found)
    shipped = tables.folders[-1]
    for chart_id, raw in charts.items():
        faults += [f"{names[chart_id]}: {fault}" for fault in check_chart(raw, known)]
        if not files[names[chart_id]].is_relative_to(shipped):
            faults += [f"{names[chart_id]}: {fault}" for fault in _check_against(raw, shipped / names[chart_id])]
    faults += _check_sheet_effects(found, known)
    faults += check_set(found)
    return faults or list(_check_compiled(charts, names))


def checked_tables(folder: Path | None = None) -> Tables:
    """The tables to play with; a modified set is validated whole first. Raises ChartError with the first fault."""
    tables = load_tables(folder)
    if len(tables.folders) > 1:
        faults = check(tables.folders[0])
        if faults:
            more = f" (and {len(faults) - 1} more; 'picket-duty tables check' lists them)" if faults[1:] else ""
            raise ChartError(f"{tables.folders[0]}: {faults[0]}{more}")
    return tables


# -- reading -------------------------------------------------------------


def _check_places(folder: Path) -> Iterator[str]:
    """Files of a set that nothing reads."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_dir() or any(part.startswith(".") for part in parts) or path.suffix in READING:
            continue
        name = "/".join(parts)
        placed = name in SINGLE or (len(parts) == 2 and parts[0] in (*CHART_FOLDERS, *FOLDERS))
        if not placed or path.suffix != ".toml":
            yield f"{name}: nothing reads this file"


def _read_charts(files: dict[str, Path], faults: Faults) -> tuple[dict[str, RawChart], dict[str, str]]:
    """Every chart that can be read, by id, and the file of each."""
    charts: dict[str, RawChart] = {}
    names: dict[str, str] = {}
    for name, path in sorted(files.items()):
        part, _, file = name.partition("/")
        if part not in CHART_FOLDERS or not file or "/" in file or file in NOT_CHARTS:
            continue
        raw = _convert(name, path, RawChart, faults)
        if raw is None:
            continue
        if raw.id in names:
            faults.append(f"{name}: id {raw.id!r} stands in {names[raw.id]} too")
        elif file_name(raw.id) != file:
            faults.append(f"{name}: id {raw.id!r} does not belong in this file ({file_name(raw.id)})")
        else:
            charts[raw.id] = raw
            names[raw.id] = name
    return charts, names


def _data_files(files: dict[str, Path]) -> Iterator[tuple[str, Path, type]]:
    for name, path in sorted(files.items()):
        part, _, file = name.partition("/")
        if name in SINGLE:
            yield name, path, SINGLE[name]
        elif part in FOLDERS and file and "/" not in file:
            yield name, path, FOLDERS[part]


def _convert(name: str, path: Path, kind: type[T], faults: Faults) -> T | None:
    try:
        return msgspec.convert(read_toml(path), kind)
    except ChartError as error:
        faults.append(f"{name}: {str(error).removeprefix(f'{path}: ')}")
    except (msgspec.ValidationError, RecursionError) as error:
        faults.append(f"{name}: {error}")
    return None


def _all_of(data: dict[str, Any], kind: type[T]) -> dict[str, T]:
    return {name: one for name, one in data.items() if isinstance(one, kind)}


def _known(found: Set) -> Known:
    """The names that effects may use; those of the shipped set stand in for a file that cannot be read."""
    sheet = found.sheet or Tables().sheet
    return Known(
        compartments=frozenset(one.id for one in sheet.compartments),
        equipment=frozenset(one.id for one in sheet.equipment),
        mounts=MOUNTS | {mount.id for ship in found.ships.values() for mount in ship.mounts},
    )


# -- the rest of the set -------------------------------------------------


def _check_against(raw: RawChart, shipped: Path) -> Iterator[str]:
    """Modifiers and notes with dice of the shipped chart that the rules ask for by name."""
    if not shipped.is_file():
        return
    own = msgspec.convert(read_toml(shipped), RawChart)
    for name in (*own.modifiers, *own.column_modifiers):
        if name not in raw.modifiers and name not in raw.column_modifiers:
            yield f"modifier {name!r} is missing"
    rolled = {note.id or note.letter: note for note in raw.notes if note.dice}
    for note in own.notes:
        name = note.id or note.letter
        if not note.dice:
            continue
        if name not in rolled:
            yield f"note {name!r} with its die is missing"
        elif rolled[name].fields != note.fields:
            yield f"note {name!r}: fields {', '.join(rolled[name].fields)}, wanted {', '.join(note.fields)}"


def _check_sheet_effects(found: Set, known: Known) -> Iterator[str]:
    for room in found.sheet.compartments if found.sheet else ():
        effects = msgspec.to_builtins((*room.out, *room.destroyed_by_hit))
        for fault in check_effects(effects, (), known, inside_note=True):
            yield f"house/G-1.toml: compartment {room.id}: {fault}"


def _check_compiled(charts: dict[str, RawChart], names: dict[str, str]) -> Iterator[str]:
    """What only the look-ups themselves notice, asked once all else is in order."""
    for chart_id, raw in charts.items():
        try:
            Chart(raw)
        except (ChartError, msgspec.ValidationError) as error:
            yield f"{names[chart_id]}: {error}"


__all__ = ["EFFECTS", "check", "checked_tables"]
