"""References between the files of a set of tables.

``REFERENCES`` lists the fields that refer to other files, ``UNIQUE_ENTRIES`` and ``UNIQUE_FILES``
the fields with unique values. A reference into a file that cannot be read is not checked, so that
one fault is not reported many times.
"""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Mapping
from typing import Any, NamedTuple, TypeVar

import msgspec

from picket_duty.book import data, historical_days
from picket_duty.book.limits import CALENDAR, FIRST_DAY, LAST_DAY
from picket_duty.charts.faults import shown
from picket_duty.charts.kinds import PrintedRow, RawChart, columns_of, row_name
from picket_duty.state import KINDS, LEVELS, PHASES, POSTS, SECTIONS

T = TypeVar("T", bound=msgspec.Struct)
#: A fault lists the allowed names if there are at most this many.
MOST_LISTED = 20


class TableSet(NamedTuple):
    """All readable files of a set.

    ``charts`` are the charts by id, ``files`` their file names, ``contents`` all other files by
    name, ``unread`` the types of the files that could not be read.
    """

    charts: dict[str, RawChart]
    files: dict[str, str]
    contents: dict[str, msgspec.Struct]
    unread: set[type]

    def all_of(self, kind: type[T]) -> dict[str, T]:
        """The files of a type by their names."""
        return {name: file for name, file in self.contents.items() if isinstance(file, kind)}

    def only(self, kind: type[T]) -> T | None:
        """The only file of a type; None if it cannot be read."""
        return next(iter(self.all_of(kind).values()), None)

    def ships(self) -> list[data.ShipData]:
        """All ship classes."""
        return list(self.all_of(data.ShipData).values())

    def calibers(self) -> tuple[data.CaliberData, ...]:
        """The calibers of guns; none if their file cannot be read."""
        listed = self.only(data.CalibersFile)
        return () if listed is None else listed.calibers

    def rows(self, chart_id: str) -> Iterator[tuple[str, PrintedRow]]:
        """The rows of a chart, each with its file, number and label; none if the chart is
        missing.
        """
        raw = self.charts.get(chart_id)
        for number, row in enumerate(raw.rows if raw else (), 1):
            yield f"{self.files[chart_id]}: {row_name(number, row.label)}", row


#: The names that a field may have; None if the file that has them cannot be read.
Known = Collection[Any] | None


class AllowedNames(NamedTuple):
    """The names that a field may have: ``names``, or a function that returns them for a set of
    tables and the file or row that has the field.

    ``word`` is what is named, ``of`` says where the names are, formatted with the file that has the
    field. ``fault`` replaces the default wording of the fault.
    """

    word: str
    names: Collection[Any] | Callable[[TableSet, Any], Known]
    of: str = ""
    fault: str = ""


class Ref(NamedTuple):
    """A field whose values are references. ``source`` is the type of a file or the id of a chart.

    ``field`` is a path in the file: ``mounts.kind`` is the ``kind`` of every entry of ``mounts``.
    ``[]`` at its end means the keys of a table. If the values name charts, ``gives`` is a field
    that each of these charts must have. With ``complete`` every name must be used.
    """

    source: type[msgspec.Struct] | str
    field: str
    target: AllowedNames
    gives: str = ""
    complete: bool = False


def _of_kind(kind: type[msgspec.Struct], *paths: str) -> Callable[[TableSet, Any], Known]:
    """The values of some fields in the files of a kind."""

    def names_in(tables: TableSet, _: Any) -> Known:
        files = tables.all_of(kind).values()
        if kind in tables.unread or not files:
            return None
        names: list[Any] = []
        for file in files:
            for path in paths:
                names += [name for _, name in values_at(file, path)]
        return names

    return names_in


def _firing(names: Callable[[RawChart], Collection[Any]]) -> Callable[[TableSet, Any], Known]:
    """The names in the firing chart of the ship that has the field."""
    return lambda tables, ship: names(raw) if (raw := tables.charts.get(ship.firing)) else None


def _scenario_options(tables: TableSet, scenario: data.ScenarioData) -> Known:
    """The options of a scenario: all but those that change ships of other classes."""
    listed = tables.only(data.OptionsFile)
    options = {ship.id: ship.options for ship in tables.ships()}
    if listed is None or options.pop(scenario.ship_class, None) is None:
        return None
    others = {option for of_class in options.values() for option in of_class}
    return [option.id for option in listed.options if option.id not in others]


CHART = AllowedNames("chart", lambda tables, _: tables.charts, fault="is not a chart")
DAY = AllowedNames("day", CALENDAR, fault=f"is outside the calendar ({FIRST_DAY} to {LAST_DAY})")
SECTION = AllowedNames("section", SECTIONS)
POST = AllowedNames("post", POSTS)
LEVEL = AllowedNames("level", LEVELS)
SHIP = AllowedNames("ship", _of_kind(data.ShipData, "id"))
CALIBER = AllowedNames("caliber", _of_kind(data.CalibersFile, "calibers.id"))
COMPARTMENT = AllowedNames("compartment", _of_kind(data.Sheet, "compartments.id"))
EQUIPMENT = AllowedNames("equipment", _of_kind(data.Sheet, "equipment.id"))
OPTION = AllowedNames("option", _of_kind(data.OptionsFile, "options.id"))
AIRCRAFT = AllowedNames(
    "aircraft",
    _of_kind(data.AircraftFile, "aircraft.name", "aircraft.aliases"),
    fault="is not an aircraft in aircraft.toml",
)
FIRING_ROW = AllowedNames(
    "row", _firing(lambda raw: [row.label for row in raw.rows]), of="of chart {0.firing}"
)
FIRING_MODIFIER = AllowedNames(
    "modifier", _firing(lambda raw: raw.modifiers), of="of chart {0.firing}"
)
MOUNT = AllowedNames("mount", lambda _, ship: [mount.id for mount in ship.mounts])

#: Every reference in the tables.
REFERENCES = (
    Ref(data.CalibersFile, "calibers.chart", CHART),
    Ref(
        data.CalibersFile,
        "calibers.bonus",
        AllowedNames(
            "row",
            lambda tables, _: [row.label for _, row in tables.rows("9-1")] or None,
            of="of chart 9-1",
        ),
    ),
    Ref(data.CalibersFile, "calibers.director", EQUIPMENT),
    Ref(data.OptionsFile, "options.always", LEVEL),
    Ref(data.Sheet, "compartments.section", SECTION),
    Ref(
        data.Sheet,
        "compartments.explodes",
        AllowedNames(
            "column",
            lambda tables, _: columns_of(raw) if (raw := tables.charts.get("21-1")) else None,
            of="of chart 21-1",
        ),
    ),
    Ref(data.Sheet, "compartments.feeds", CALIBER),
    Ref(data.Sheet, "equipment.section", SECTION),
    Ref(data.ShipData, "firing", CHART),
    Ref(data.ShipData, "mounts.kind", CALIBER),
    Ref(data.ShipData, "mounts.section", SECTION),
    Ref(data.ShipData, "mounts.magazine", COMPARTMENT),
    Ref(data.ShipData, "mounts.other_magazine", COMPARTMENT),
    Ref(data.ShipData, "mounts.firing", FIRING_ROW),
    Ref(data.ShipData, "mounts.modifiers", FIRING_MODIFIER),
    Ref(data.ShipData, "options[]", OPTION),
    Ref(data.ShipData, "options.remove", MOUNT),
    Ref(data.ShipData, "options.modifiers[]", MOUNT),
    Ref(data.ShipData, "options.modifiers", FIRING_MODIFIER),
    Ref(data.ScenarioData, "ship_class", SHIP),
    Ref(data.ScenarioData, "date", DAY),
    Ref(data.ScenarioData, "phases", AllowedNames("phase", PHASES)),
    Ref(data.ScenarioData, "options", AllowedNames("option", _scenario_options)),
    Ref(data.ScenarioData, "relief", CHART, gives="relieved"),
    Ref(data.CampaignData, "start", DAY),
    Ref(data.CampaignData, "end", DAY),
    Ref(data.CampaignData, "length", CHART, gives="fighting_days"),
    Ref(data.Rotation, "week", AllowedNames("kind of game", KINDS)),
    Ref(data.Rotation, "levels", LEVEL),
    Ref(
        data.Rotation,
        "scenarios",
        AllowedNames("scenario", _of_kind(data.ScenarioData, "number")),
    ),
    Ref(
        data.Rotation,
        "campaigns",
        AllowedNames("campaign", _of_kind(data.CampaignData, "id")),
    ),
    Ref(data.Rotation, "patrols", DAY),
    Ref(data.Numbers, "men[]", SECTION, complete=True),
    Ref(data.Names, "ranks[]", POST, complete=True),
    Ref(data.AwardsFile, "awards.needs[]", AllowedNames("measure", data.MEASURES)),
    Ref(data.AwardsFile, "awards.posts", POST),
    Ref(historical_days.RaidsFile, "raids.first", DAY),
    Ref(historical_days.RaidsFile, "raids.last", DAY),
    Ref(historical_days.ShipsFile, "ships.date", DAY),
    Ref(historical_days.DaysFile, "days.date", DAY),
    Ref("2-2", "table", CHART, gives="station"),
    Ref("8-2", "plane", AIRCRAFT),
    Ref("A-1", "type", AIRCRAFT),
)
#: Fields whose values must be unique within a file; the fields of one row share a namespace.
UNIQUE_ENTRIES: tuple[tuple[type[msgspec.Struct], tuple[str, ...]], ...] = (
    (data.CalibersFile, ("calibers.id",)),
    (data.OptionsFile, ("options.id",)),
    (data.AircraftFile, ("aircraft.name", "aircraft.aliases")),
    (data.Sheet, ("compartments.id", "equipment.id")),
    (data.ShipData, ("mounts.id",)),
    (data.Names, ("ships.name",)),
    (data.AwardsFile, ("awards.id",)),
    (historical_days.RaidsFile, ("raids.number",)),
    (historical_days.StationsFile, ("stations.number",)),
    (historical_days.ShipsFile, ("ships.entry",)),
)
#: Fields whose values must be unique among all files of a type.
UNIQUE_FILES: tuple[tuple[type[msgspec.Struct], str], ...] = (
    (data.ShipData, "id"),
    (data.ScenarioData, "number"),
    (data.ScenarioData, "slug"),
    (data.CampaignData, "id"),
)


def check_references(tables: TableSet) -> Iterator[str]:
    """Faults of references, duplicate values and control characters, each with its file."""
    for ref in REFERENCES:
        yield from _check_reference(tables, ref)
    for kind, fields in UNIQUE_ENTRIES:
        yield from _check_unique_entries(tables, kind, fields)
    for kind, field in UNIQUE_FILES:
        yield from _check_unique_files(tables, kind, field)
    for name, file in tables.contents.items():
        value = msgspec.to_builtins(file)
        # Few files need the search: a control character has a backslash in the representation of
        # its text.
        if "\\" in repr(value).replace(r"\n", ""):
            yield from _check_printable(name, value)


def _check_reference(tables: TableSet, ref: Ref) -> Iterator[str]:
    for source, owner, listed in _sources(tables, ref):
        names = ref.target.names(tables, owner) if callable(ref.target.names) else ref.target.names
        if names is None:
            continue
        field = _last(ref.field)
        for where, value in listed:
            # A reference that is left out.
            if value == "":
                continue
            if value not in names:
                yield f"{source}: {_fault(ref, where, value, names, owner)}"
            elif ref.gives and ref.gives not in tables.charts[value].fields:
                yield f"{source}: {where}{field}: chart {value!r} has no field {ref.gives!r}"
        if ref.complete:
            used = [value for _, value in listed]
            for name in names:
                if name not in used:
                    yield f"{source}: {field}: {ref.target.word} {name!r} is missing"


def _sources(tables: TableSet, ref: Ref) -> Iterator[tuple[str, Any, list[tuple[str, Any]]]]:
    """The files or rows that have a reference, each with its values and their locations."""
    if isinstance(ref.source, str):
        for name, row in tables.rows(ref.source):
            value = row.fields.get(ref.field)
            yield name, row, [("", value)] if isinstance(value, str) else []
        return
    for name, file in tables.all_of(ref.source).items():
        yield name, file, list(values_at(file, ref.field))


def values_at(part: Any, path: str, where: str = "") -> Iterator[tuple[str, Any]]:
    """The values of a field at a path (see ``Ref``), each with its location in words, such as
    ``mount 5in-1: ``. Raises AttributeError for an unknown path.
    """
    first, _, rest = path.partition(".")
    value = getattr(part, first.removesuffix("[]"))
    if rest:
        for name, entry in _entries(value):
            yield from values_at(entry, rest, f"{where}{first.removesuffix('s')} {name}: ")
        return
    if isinstance(value, str) or not isinstance(value, Collection):
        value = [value]
    elif isinstance(value, Mapping) and not first.endswith("[]"):
        # Each entry of such a table is a list of names.
        value = itertools.chain(*value.values())
    yield from ((where, entry) for entry in value)


def _entries(value: Any) -> Iterator[tuple[Any, Any]]:
    """The entries of a table by key, those of a list by id, name or number."""
    if isinstance(value, Mapping):
        yield from value.items()
        return
    for number, entry in enumerate(value, 1):
        yield getattr(entry, "id", "") or getattr(entry, "name", "") or number, entry


def _fault(ref: Ref, where: str, value: Any, names: Collection[Any], owner: Any) -> str:
    field = _last(ref.field)
    target = ref.target
    if target.fault:
        named = shown(value) if isinstance(value, str) else value
        return f"{where}{field} {named} {target.fault}"
    # A field with the name of what it refers to is not named twice: unknown modifier 'x'.
    label = "" if field.rstrip("s") == target.word else f"{field}: "
    of = f" {target.of.format(owner)}" if target.of else ""
    fault = f"{where}{label}unknown {target.word} {shown(value)}{of}"
    if not names:
        return f"{fault}; no names are defined"
    if len(names) > MOST_LISTED:
        return fault
    return f"{fault}; known: {', '.join(map(str, names))}"


def _check_unique_files(tables: TableSet, kind: type[msgspec.Struct], field: str) -> Iterator[str]:
    files = tables.all_of(kind)
    counted = Counter(getattr(file, field) for file in files.values())
    for name, file in files.items():
        value = getattr(file, field)
        if counted[value] > 1:
            free = f"; {max(counted) + 1} is free" if isinstance(value, int) else ""
            yield f"{name}: duplicate {field} {value!r}{free}"


def _check_unique_entries(
    tables: TableSet, kind: type[msgspec.Struct], fields: tuple[str, ...]
) -> Iterator[str]:
    entries, _, _ = fields[0].partition(".")
    for name, file in tables.all_of(kind).items():
        counted = Counter(value for field in fields for _, value in values_at(file, field))
        for value, number in counted.items():
            if number > 1:
                yield f"{name}: duplicate {entries.removesuffix('s')} {value!r}"


def _check_printable(where: str, value: Any) -> Iterator[str]:
    """Faults of texts with control characters, which could control a terminal: a file may come from
    anyone.
    """
    if isinstance(value, Mapping):
        for key, entry in value.items():
            yield from _check_printable(f"{where}: {key}", entry)
            yield from _check_printable(where, key)
    elif isinstance(value, list | tuple):
        for number, entry in enumerate(value, 1):
            yield from _check_printable(f"{where} {number}", entry)
    elif isinstance(value, str) and not value.replace("\n", "").isprintable():
        yield f"{where} {shown(value)} contains a control character"


def _last(path: str) -> str:
    """The last field of a path."""
    return path.rpartition(".")[2].removesuffix("[]")
