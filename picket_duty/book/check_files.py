"""``tables check``: all faults of a set of tables, layered over the shipped one, or of a single
scenario.
"""

from __future__ import annotations

import contextlib
import datetime
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from string import Formatter
from typing import Any, TypeVar

import msgspec

from picket_duty.book import data, effects, historical_days, limits
from picket_duty.book import tables as book_tables
from picket_duty.book.check_charts import (
    ALTITUDES,
    check_charts,
    check_shape,
    hits_fired_with,
    modifiers_of_others,
    swing,
    wanted_shapes,
)
from picket_duty.book.data import faults_of_plan
from picket_duty.book.ids import (
    FIRE_ROOMS,
    FLETCHER,
    MAGAZINE,
    PLOTTING_ROOMS,
    RADARS,
    WATER_LINES,
    director_id,
)
from picket_duty.book.references import TableSet, check_references
from picket_duty.book.tables import BOOK, SHEET, Tables, load_tables
from picket_duty.book.vocabulary import CHARTS_OF
from picket_duty.charts import Chart, ChartError
from picket_duty.charts.check import faults_of
from picket_duty.charts.kinds import (
    TOTALS,
    PrintedRow,
    RangeChart,
    RawChart,
    columns_of,
    located,
    shown,
)
from picket_duty.charts.reading import file_name, read_chart, read_toml
from picket_duty.state import CHIEFS, PHASES

#: Measures that are counted for gun crews and for the men; all measures are counted for others.
COUNTED = {data.TO_CREW: ("shot_down",), data.TO_MEN: ("men_lost",)}


def check_files(tables: TableSet) -> Iterator[str]:
    """Faults between the files other than charts, each with its file."""
    yield from _check_calibers(tables)
    yield from _check_names(tables)
    yield from _check_ships(tables)
    yield from _check_plans(tables)
    for name, file in tables.contents.items():
        if isinstance(file, data.MapData | data.Coast):
            yield from located(name, _check_lands(file.lands))
    for name, scenario in tables.all_of(data.ScenarioData).items():
        yield from located(name, _check_scenario(scenario))
    for name, campaign in tables.all_of(data.CampaignData).items():
        yield from located(name, _check_campaign(campaign))
    for name, rotation in tables.all_of(data.Rotation).items():
        yield from located(name, _check_rotation(rotation, tables))
    for name, listed in tables.all_of(data.AwardsFile).items():
        for award in listed.awards:
            yield from located(f"{name}: award {award.id}", _check_award(award))
    yield from _check_history(tables)


def _check_lands(lands: tuple[data.Land, ...]) -> Iterator[str]:
    if sum(len(land.points) for land in lands) > limits.MOST_POINTS_DRAWN:
        yield f"the islands have more than {limits.MOST_POINTS_DRAWN} points"


def _check_scenario(scenario: data.ScenarioData) -> Iterator[str]:
    first = limits.FIRST_DAY
    last = limits.LAST_DAY
    days_left = (last - scenario.date).days + 1
    if first <= scenario.date <= last and scenario.turns > days_left:
        yield f"{scenario.turns} turns run past the end of the calendar, {first} to {last}"
    if list(scenario.phases) != [phase for phase in PHASES if phase in scenario.phases]:
        yield f"'phases' must list phases in this order: {', '.join(PHASES)}"


def _check_calibers(tables: TableSet) -> Iterator[str]:
    damaged = _mounts_hit(tables, effects.HitTub | effects.Hit5in)
    for caliber in tables.calibers():
        chart = tables.charts.get(caliber.chart)
        name = f"calibers.toml: {caliber.id}: chart {caliber.chart}"
        if chart is None:
            continue
        columns = columns_of(chart)
        if not columns or not set(columns) <= set(ALTITUDES):
            yield f"{name}: only these columns are allowed: {', '.join(ALTITUDES)}"
            continue
        wanted = {"ace": True, "gunnery_officer": True, "hit": False, "magazine": False}
        for ship in tables.ships():
            for mount in ship.mounts:
                if mount.kind == caliber.id:
                    wanted["hit"] |= mount.id in damaged
                    wanted["magazine"] |= bool(mount.other_magazine)
        for modifier, is_needed in wanted.items():
            if is_needed and modifier not in chart.modifiers:
                yield f"{name} has no modifier {modifier!r}"


def _mounts_hit(tables: TableSet, kind: Any) -> set[str]:
    """The mounts that effects of a type hit."""
    rows = (row for chart in tables.charts.values() for row in chart.rows)
    return {effect.mount for row in rows for effect in row.effects if isinstance(effect, kind)}


def _check_names(tables: TableSet) -> Iterator[str]:
    """Faults of options and of the damage sheet, which must have what the rules name."""
    listed = tables.only(data.OptionsFile)
    sheet = tables.only(data.Sheet)
    if listed is not None:
        named = {option.id: option for option in listed.options}
        for name, option in named.items():
            if option.always and option.special:
                yield f"options.toml: {name}: cannot be both 'always' and 'special'"
        for wanted in Tables().options:
            if wanted not in named:
                yield f"options.toml: option {wanted!r} is missing"
    if sheet is not None:
        yield from located(SHEET, _check_sheet(sheet))


def _check_sheet(sheet: data.Sheet) -> Iterator[str]:
    rooms = (*PLOTTING_ROOMS, *FIRE_ROOMS)
    wanted = dict.fromkeys(rooms, "compartment") | dict.fromkeys(
        (*RADARS, WATER_LINES), "equipment"
    )
    ids = [room.id for room in sheet.compartments] + [item.id for item in sheet.equipment]
    for name, what in wanted.items():
        if name not in ids:
            yield f"{what} {name!r} is missing, but the rules need it"
    for room in sheet.compartments:
        if room.feeds and (room.kind != MAGAZINE or room.id in rooms):
            yield f"compartment {room.id} feeds guns, so it must be a magazine"
        if room.floodable and not room.explodes:
            yield f"compartment {room.id} can flood, but has no column in chart 21-1"


def _check_ships(tables: TableSet) -> Iterator[str]:
    ships = tables.all_of(data.ShipData)
    kinds: dict[str, str] = {}
    if FLETCHER not in [ship.id for ship in ships.values()] and data.ShipData not in tables.unread:
        yield f"ships: class {FLETCHER!r} is missing, but campaigns need it"
    for name, ship in ships.items():
        for mount in ship.mounts:
            other = kinds.setdefault(mount.id, mount.kind)
            if other != mount.kind:
                yield (
                    f"{name}: mount {mount.id} is a {mount.kind} here, but a {other} on "
                    f"another ship"
                )
        yield from located(name, _check_firing(tables, ship))


def _check_firing(tables: TableSet, ship: data.ShipData) -> Iterator[str]:
    """Faults of mounts: each needs its own row of the firing chart, and a gunnery column for each
    of its altitudes.
    """
    chart = tables.charts.get(ship.firing)
    rows = {row.label: row for row in chart.rows} if chart else {}
    gunnery = {caliber.id: caliber.chart for caliber in reversed(tables.calibers())}
    for mount in ship.mounts:
        row = rows.get(mount.firing)
        if row is None:
            continue
        owner = getattr(row, "id", "") or mount.id
        raw = tables.charts.get(gunnery.get(mount.kind, ""))
        if owner != mount.id:
            yield f"mount {mount.id}: row {mount.firing!r} of chart {ship.firing} is for {owner}"
        elif raw is not None:
            missing = sorted(_altitudes_in(row).difference(columns_of(raw)))
            if missing:
                yield f"mount {mount.id}: chart {raw.id} has no column for {', '.join(missing)}"
    used = {mount.firing for mount in ship.mounts}
    for label in rows:
        if label not in used:
            yield f"no mount uses row {label!r} of chart {ship.firing}"


def _altitudes_in(row: PrintedRow) -> set[str]:
    """The altitudes in the cells of a row of a firing chart."""
    found: set[str] = set()
    for cell in getattr(row, "cells", None) or ():
        levels = cell.get("levels") if isinstance(cell, dict) else cell
        if isinstance(levels, str):
            found.update(level for level in levels if level in ALTITUDES)
    return found


def _check_plans(tables: TableSet) -> Iterator[str]:
    """Faults of deck plans: every item of the ship must be drawn once on the hull, and nothing
    else.
    """
    sheet = tables.only(data.Sheet)
    ships = {ship.id: ship for ship in tables.ships()}
    for name, plan in tables.all_of(data.DeckPlan).items():
        ship = ships.get(Path(name).stem)
        if ship is None and data.ShipData not in tables.unread:
            yield f"{name}: no ship has this id; name the file after its ship"
        if ship is not None and sheet is not None:
            aboard = _items_aboard(tables, ship, sheet)
            yield from located(name, faults_of_plan(plan, aboard, limits.PLAN_ROOM))


def _items_aboard(tables: TableSet, ship: data.ShipData, sheet: data.Sheet) -> dict[str, str]:
    """The section of each item of a ship: mounts, directors, compartments, equipment."""
    struck = _mounts_hit(tables, effects.HitTub)
    each = {caliber.id for caliber in tables.calibers() if caliber.magazine_each}
    aboard = {item.id: item.section for item in sheet.equipment}
    for mount in ship.mounts:
        aboard[mount.id] = mount.section
        if mount.id in struck:
            aboard[director_id(mount.id)] = mount.section
    fed = {mount.magazine for mount in ship.mounts}
    for room in sheet.compartments:
        if room.id in fed or room.feeds not in each:
            aboard[room.id] = room.section
    return aboard


def _check_rotation(rotation: data.Rotation, tables: TableSet) -> Iterator[str]:
    """Each patrol of the rotation needs a station that is active on all its days (chart 2-2)."""
    stations: dict[datetime.date, set[int]] = {}
    for _, row in tables.rows("2-2"):
        with contextlib.suppress(ChartError):  # Dates that cannot be read are faults of the chart.
            stations |= {
                day: set(row.fields.get("stations", ())) for day in limits.calendar_days(row.label)
            }
    for first in rotation.patrols:
        if (limits.LAST_DAY - first).days + 1 < rotation.days:
            yield (
                f"patrols starting {first}: {rotation.days} days run past the end of the calendar "
                f"({limits.LAST_DAY})"
            )
        days = [first + datetime.timedelta(day) for day in range(rotation.days)]
        known = [stations[day] for day in days if day in stations]
        if len(known) == len(days) and not set.intersection(*known):
            yield (
                f"patrols starting {first}: chart 2-2 has no station active on all "
                f"{rotation.days} days"
            )


def _check_campaign(campaign: data.CampaignData) -> Iterator[str]:
    if campaign.end < campaign.start:
        yield f"the end ({campaign.end}) is before the start ({campaign.start})"
    if campaign.stages and not (
        campaign.fighting_days and campaign.replacement and campaign.ships_sunk_draw
    ):
        yield "a campaign with 'stages' needs 'fighting_days', 'replacement' and 'ships_sunk_draw'"
    latest = campaign.latest_start
    if latest is None:
        return
    if not campaign.choose_start:
        yield "'latest_start' is allowed only if 'choose_start' is true"
    if latest < campaign.start:
        yield f"'latest_start' ({latest}) is before 'start' ({campaign.start})"
    left = (campaign.end - latest).days + 1
    fighting_days = campaign.fighting_days * max(1, campaign.stages)
    if left < max(1, fighting_days):
        yield f"a start on {latest} is too late for {fighting_days} fighting days"


def _check_award(award: data.AwardData) -> Iterator[str]:
    counted = COUNTED.get(award.to)
    for measure in award.needs:
        if counted is not None and measure not in counted:
            yield f"{measure!r} is not counted for {award.to!r}. Choose from: {', '.join(counted)}"
        if measure == data.FELL and award.to != data.TO_OFFICER:
            yield f"{data.FELL!r} is counted only for {data.TO_OFFICER!r}"
    if (award.to == data.TO_OFFICER) != bool(award.posts):
        yield f"'posts' is required if 'to' is {data.TO_OFFICER!r}, and not allowed otherwise"
    if award.rank and award.to != data.TO_OFFICER:
        yield f"'rank' is allowed only if 'to' is {data.TO_OFFICER!r}"
    if award.foremost and not (
        set(award.posts) <= set(CHIEFS.values())
        and award.span == data.A_DAY
        and data.FIRES_OUT in award.needs
    ):
        yield (
            f"'foremost' requires repair party chiefs, the span {data.A_DAY!r} and the need "
            f"{data.FIRES_OUT!r}"
        )
    for text in (award.id, award.name, award.rank, award.why, award.citation):
        if text.strip() != text or "\n" in text:
            yield f"{text!r} must be one line without leading or trailing spaces"
    yield from _check_braces("why", award.why, tuple(award.needs))
    yield from _check_braces("citation", award.citation, (*award.needs, "holder", "ship", "day"))


def _check_braces(field: str, text: str, known: tuple[str, ...]) -> Iterator[str]:
    """Faults of a text: its braces must name needs of the award, or the fields of a citation."""
    try:
        parts = [part for part in Formatter().parse(text) if part[1] is not None]
    except ValueError as error:
        yield f"{field}: {error}; braces may contain only names listed in 'needs'"
        return
    for _, name, form, conversion in parts:
        if form or conversion:
            yield f"{field}: {{{name}}} must have only a name in its braces"
        if name not in known:
            yield f"{field}: {{{name}}} is not one of these names: {', '.join(known)}"


def _check_history(tables: TableSet) -> Iterator[str]:
    for name, file in tables.contents.items():
        if not name.startswith(book_tables.HISTORY):
            continue
        # Each of these files is one list.
        for row, entry in enumerate(getattr(file, file.__struct_fields__[0]), 1):
            yield from located(f"{name}: row {row}", _check_entry(entry))
    ships = tables.only(historical_days.ShipsFile)
    named = tables.only(data.Names)
    if ships is None:
        return
    hulls = {ship.name: ship.hull for ship in named.ships} if named else {}
    for row, ship in enumerate(ships.ships, 1):
        hull = hulls.setdefault(ship.ship, ship.hull)
        if hull != ship.hull:
            where = f"history/ships.toml: row {row}"
            yield f"{where}: the hull number is {ship.hull!r}, but {ship.ship} is {hull!r} elsewhere"


def _check_entry(entry: historical_days.Sourced) -> Iterator[str]:
    shared = historical_days.Sourced.__struct_fields__
    known = [field for field in entry.__struct_fields__ if field not in shared]
    for field in entry.about:
        if field not in known:
            yield f"'about' lists the unknown field {shown(field)}; known fields: {', '.join(known)}"
        elif getattr(entry, field) is None:
            yield f"'about' lists {field!r}, but this entry has no such value"
    if entry.about and not entry.sure:
        yield "'about' is allowed only if 'sure' is true"
    if isinstance(entry, historical_days.GreatRaid) and entry.last < entry.first:
        yield f"the last day ({entry.last}) is before the first ({entry.first})"
    for span in entry.days if isinstance(entry, historical_days.StationDays) else ():
        try:
            days = limits.calendar_days(span)
        except ChartError as error:
            yield f"days: {error}"
            continue
        if min(days) < limits.FIRST_DAY or max(days) > limits.LAST_DAY:
            yield f"days {span} are outside the calendar, {limits.FIRST_DAY} to {limits.LAST_DAY}"


#: Files other than charts with their types; all files of a folder have the same type.
SINGLE: dict[str, type] = {
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


def _read_set(tables: Tables, files: dict[str, Path], faults: Faults) -> TableSet:
    """The files that can be read; appends the faults of the others."""
    read = TableSet({}, {}, {}, set())
    for name, path in sorted(files.items()):
        folder, _, file = name.rpartition("/")
        kind = SINGLE.get(name) or FOLDERS.get(folder)
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


@cache
def totals_with_modifiers(layer: Path | None) -> dict[str, range]:
    """The totals that the dice of each chart can make with its modifiers, in a set of tables
    without faults.
    """
    tables = Tables(layer)
    read = _read_set(tables, tables.files(), [])
    hits = hits_fired_with(read)
    others = modifiers_of_others(read)
    totals = {}
    for chart_id, raw in read.charts.items():
        if isinstance(raw, RangeChart):
            rolled = TOTALS[raw.dice]
            less, more = swing(raw, hits, others)
            totals[chart_id] = range(rolled[0] + less, rolled[-1] + more + 1)
    return totals


def _check_shapes(read: TableSet, files: dict[str, Path], shipped: Path) -> Iterator[str]:
    """Faults of each chart, and of the effects in the damage sheet."""
    known = _known(read)
    hits = hits_fired_with(read)
    others = modifiers_of_others(read)
    wanted = wanted_shapes(read)
    for chart_id, raw in read.charts.items():
        name = read.files[chart_id]
        for shape in (None, *wanted.get(chart_id, ())):
            yield from located(name, check_shape(raw, known, hits, others, shape))
        if not files[name].is_relative_to(shipped):
            yield from located(name, _check_against(raw, shipped / name))
    yield from _check_rooms(read.only(data.Sheet), known)


def _check_rooms(sheet: data.Sheet | None, known: effects.Known) -> Iterator[str]:
    for room in sheet.compartments if sheet else ():
        brought = (*room.out, *room.destroyed_by_hit)
        faults = effects.check_effects(brought, (), True, known, "G-1")
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


def _check_places(folder: Path, files: dict[str, Path]) -> Iterator[str]:
    """Files that the program does not use, and files that are missing."""
    for path in sorted(folder.rglob("*")):
        parts = path.relative_to(folder).parts
        if path.is_dir() or any(part.startswith(".") for part in parts) or path.suffix in READING:
            continue
        name = "/".join(parts)
        placed = name in SINGLE or "/".join(parts[:-1]) in (*book_tables.CHART_FOLDERS, *FOLDERS)
        if not placed or path.suffix != ".toml":
            yield f"{name}: the program does not use this file"
    yield from (f"{name}: the file is missing" for name in SINGLE if name not in files)
    rolled = {chart for charts in CHARTS_OF.values() for chart in charts} - {OF_RULES}
    for chart in sorted(rolled):
        file = file_name(chart)
        if not any(f"{folder}/{file}" in files for folder in book_tables.CHART_FOLDERS):
            yield f"{file}: chart {chart} is missing"


def _read_chart(name: str, path: Path, faults: Faults) -> RawChart | None:
    own: Faults = []
    table = _read_toml(name, path, faults)
    raw = None if table is None else read_chart(table, BOOK, own)
    faults += located(name, own)
    return raw


def _convert(name: str, path: Path, kind: type[T], faults: Faults) -> T | None:
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


def _known(read: TableSet) -> effects.Known:
    """The names that effects may use; table 11 may name a mount that only a shipped ship carries
    (rules 2).
    """
    shipped = Tables()
    sheet = read.only(data.Sheet) or shipped.sheet
    ships = (*read.ships(), *shipped.ships.values())
    return effects.Known(
        compartments=frozenset(room.id for room in sheet.compartments),
        equipment=frozenset(item.id for item in sheet.equipment),
        mounts=frozenset(mount.id for ship in ships for mount in ship.mounts),
    )


def _check_against(raw: RawChart, shipped: Path) -> Iterator[str]:
    """Faults of a chart that lacks modifiers or notes with dice of the shipped chart; the rules use
    them by name.
    """
    own = read_chart(read_toml(shipped), BOOK, []) if shipped.is_file() else None
    if own is None:
        return
    for name in (*own.modifiers, *own.column_modifiers):
        if name not in raw.modifiers and name not in raw.column_modifiers:
            yield f"modifier {name!r} is missing"
    rolled = _rolled_fields(raw)
    for name, fields in _rolled_fields(own).items():
        if name not in rolled:
            yield f"note {name!r} is missing or has no dice"
        elif rolled[name] != fields:
            yield f"note {name!r}: its fields must be {fields}, not {rolled[name]}"


def _rolled_fields(raw: RawChart) -> dict[str, str]:
    """The fields of each note with dice, by its name."""
    return {note.name: ", ".join(note.fields) for note in raw.notes if note.dice}
