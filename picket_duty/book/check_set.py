"""Validation across files: what one file names must stand in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from picket_duty.book.data import (
    Aircraft,
    CampaignData,
    Names,
    Numbers,
    ScenarioData,
    Sheet,
    ShipData,
)
from picket_duty.book.shapes import CALIBRES, STATIONS
from picket_duty.charts.chart import RawChart
from picket_duty.charts.spans import FIRST_DAY, LAST_DAY, ends_of, label_of, listed, row_name, shown, twice
from picket_duty.state.game import PHASES
from picket_duty.state.ship import POSTS, SECTIONS

#: Options that every ship may play with (rules 11).
OPTIONS = ("gun-repair", "aces", "list-and-trim", "anthony-full-day")
#: What a column of chart 8-1 may say beside the letter of an attack table.
NO_TABLE = ("NA", "RR")
#: Most planes note A of an attack table adds.
NOTE_A = 6


class Set(NamedTuple):
    """All files of a set that could be read, each with its name."""

    charts: dict[str, RawChart]
    files: dict[str, str]
    ships: dict[str, ShipData]
    scenarios: dict[str, ScenarioData]
    campaigns: dict[str, CampaignData]
    sheet: Sheet | None
    aircraft: tuple[Aircraft, ...]
    names: Names | None
    numbers: Numbers | None


def check_set(found: Set) -> Iterator[str]:
    """Everything that does not fit together, each complaint with its file."""
    yield from _check_stations(found)
    yield from _check_attacks(found)
    yield from _check_waves(found)
    yield from _check_planes(found)
    yield from _check_sheet(found)
    yield from _check_ships(found)
    yield from _check_scenarios(found)
    yield from _check_campaigns(found)
    yield from _check_people(found)
    yield from _check_numbers(found)


# -- charts against charts -----------------------------------------------


def _check_stations(found: Set) -> Iterator[str]:
    for chart_id, key in (("1-1", "roll"), ("2-2", "at")):
        raw = found.charts.get(chart_id)
        if raw is None:
            continue
        split = any(note.dice and "split" in (note.id, note.letter) for note in raw.notes)
        for number, row in enumerate(raw.rows, 1):
            name = f"{found.files[chart_id]}: {row_name(number, row, key)}"
            stations, table = row.get("stations"), row.get("table")
            many = len(stations) if isinstance(stations, list) else 0
            if table is None and many == 2 and not split:
                yield f"{name}: two stations, and no note 'split' to pick one"
            if table is None and many > 2:
                yield f"{name}: {many} stations, and no table to pick one"
            if chart_id == "2-2" and row.get("active") is not bool(many):
                yield f"{name}: active is {shown(row.get('active'))} with {many} stations"
            if isinstance(table, str):
                chart = found.charts.get(table)
                if chart is None:
                    yield f"{name}: table {table!r} is not a chart"
                elif "station" not in chart.fields:
                    yield f"{name}: table {table!r} gives no station"


def _check_attacks(found: Set) -> Iterator[str]:
    raw = found.charts.get("8-1")
    for number, row in enumerate(raw.rows if raw else [], 1):
        cells = row.get("cells")
        for cell in cells if isinstance(cells, list) else []:
            if isinstance(cell, str) and cell not in NO_TABLE and f"8-1{cell}" not in found.charts:
                yield f"{found.files['8-1']}: {row_name(number, row, 'roll')}: {cell!r} leads to no table 8-1{cell}"
    for chart_id, chart in found.charts.items():
        if "note_a" not in chart.fields:
            continue
        rolled = {note.id or note.letter for note in chart.notes if note.dice}
        for number, row in enumerate(chart.rows, 1):
            name = f"{found.files[chart_id]}: {row_name(number, row, 'roll')}"
            if row.get("note_a") is True and "A" not in rolled:
                yield f"{name}: note A has no die"
            if row.get("random") is True and row.get("planes"):
                yield f"{name}: planes beside a random result"


def _check_waves(found: Set) -> Iterator[str]:
    raw = found.charts.get("8-3")
    if raw is None:
        return
    name = found.files["8-3"]
    covered: set[int] = set()
    most, sender = _most_planes(found)
    for number, row in enumerate(raw.rows, 1):
        asked = _numbers(label_of(row, "at"), most)
        covered.update(asked)
        waves = row.get("waves")
        if not isinstance(waves, list) or "all" in waves:
            continue
        total = sum(wave for wave in waves if type(wave) is int)
        for planes in asked:
            if total != planes:
                yield f"{name}: {row_name(number, row, 'at')}: waves of {total} planes for {planes}"
    missed = [planes for planes in range(1, most + 1) if planes not in covered]
    if missed:
        yield f"{name}: no row covers {listed(missed)}; chart {sender} can send {most} planes"


def _most_planes(found: Set) -> tuple[int, str]:
    """The most planes any chart can send, and which chart does."""
    most, sender = 1, "22"
    for chart_id, raw in found.charts.items():
        for row in raw.rows:
            planes = row.get("planes")
            if chart_id == "22" and type(planes) is int:
                count = planes
            elif "note_a" in raw.fields and isinstance(planes, list):
                count = len(planes) + (NOTE_A if row.get("note_a") is True else 0)
            else:
                continue
            if most < count <= 99:
                most, sender = count, chart_id
    return most, sender


def _numbers(text: str, most: int) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        try:
            low, high = ends_of(part)
        except ValueError:
            continue
        found.extend(range(int(max(low, 1)), int(min(high, most)) + 1))
    return found


def _check_planes(found: Set) -> Iterator[str]:
    known = {name for one in found.aircraft for name in (one.name, *one.aliases)}
    for chart_id, field in (("A-1", "type"), ("8-2", "plane")):
        raw = found.charts.get(chart_id)
        for number, row in enumerate(raw.rows if raw else [], 1):
            plane = row.get(field)
            if isinstance(plane, str) and plane not in known:
                name = f"{found.files[chart_id]}: {row_name(number, row, 'roll')}"
                yield f"{name}: unknown aircraft {plane!r}; aircraft.toml names them all"
    raw = found.charts.get("8-2")
    rolled = {note.id or note.letter for note in raw.notes if note.dice} if raw else set()
    for number, row in enumerate(raw.rows if raw else [], 1):
        if "plane" not in row and str(row.get("note")) not in rolled:
            name = f"{found.files['8-2']}: {row_name(number, row, 'roll')}"
            yield f"{name}: neither a plane nor a note with a die"


# -- ships, scenarios, campaigns -----------------------------------------


def _check_sheet(found: Set) -> Iterator[str]:
    if found.sheet is None:
        return
    name = "house/G-1.toml"
    raw = found.charts.get("21-1")
    ids = [room.id for room in found.sheet.compartments] + [item.id for item in found.sheet.equipment]
    for again in twice(ids):
        yield f"{name}: {again!r} stands twice"
    for room in found.sheet.compartments:
        if room.section not in SECTIONS:
            yield f"{name}: compartment {room.id}: unknown section {room.section!r}"
        if room.markers < 1:
            yield f"{name}: compartment {room.id}: {room.markers} markers are not 1 or more"
        if room.explodes and raw is not None and room.explodes not in raw.columns:
            yield f"{name}: compartment {room.id}: chart 21-1 has no column {room.explodes!r}"
        if room.feeds and room.feeds not in CALIBRES:
            yield f"{name}: compartment {room.id}: unknown calibre {room.feeds!r}"
    for item in found.sheet.equipment:
        if item.section and item.section not in SECTIONS:
            yield f"{name}: equipment {item.id}: unknown section {item.section!r}"


def _check_ships(found: Set) -> Iterator[str]:
    ids = [ship.id for ship in found.ships.values()]
    for name, ship in found.ships.items():
        if ids.count(ship.id) > 1:
            yield f"{name}: id {ship.id!r} stands twice"
        for problem in _check_ship(found, ship):
            yield f"{name}: {problem}"


def _check_ship(found: Set, ship: ShipData) -> Iterator[str]:
    chart = found.charts.get(ship.firing)
    if chart is None:
        yield f"firing {ship.firing!r} is not a chart"
    mounts = [mount.id for mount in ship.mounts]
    for again in twice(mounts):
        yield f"mount {again} stands twice"
    rooms = {room.id for room in found.sheet.compartments} if found.sheet else set()
    rows = {label_of(row, "at"): row for row in chart.rows} if chart else {}
    for mount in ship.mounts:
        name = f"mount {mount.id}"
        if mount.kind not in CALIBRES:
            yield f"{name}: unknown kind {mount.kind!r}"
        if mount.section not in SECTIONS:
            yield f"{name}: unknown section {mount.section!r}"
        for room in (mount.magazine, mount.other_magazine):
            if room and rooms and room not in rooms:
                yield f"{name}: unknown compartment {room!r}"
        if chart is None:
            continue
        if mount.firing not in rows:
            yield f"{name}: chart {ship.firing} has no row {mount.firing!r}"
        elif rows[mount.firing].get("id", mount.id) != mount.id:
            yield f"{name}: row {mount.firing!r} of chart {ship.firing} belongs to {rows[mount.firing].get('id')}"
        for modifier in mount.modifiers:
            if modifier not in chart.modifiers:
                yield f"{name}: chart {ship.firing} has no modifier {modifier!r}"
    manned = {mount.firing for mount in ship.mounts}
    for label in rows:
        if label not in manned:
            yield f"row {label!r} of chart {ship.firing} belongs to no mount"
    for option, change in ship.options.items():
        for mounted in (*change.remove, *change.modifiers):
            if mounted not in mounts:
                yield f"option {option}: unknown mount {mounted!r}"
        for modifier in {one for listed_ in change.modifiers.values() for one in listed_}:
            if chart is not None and modifier not in chart.modifiers:
                yield f"option {option}: chart {ship.firing} has no modifier {modifier!r}"


def _check_scenarios(found: Set) -> Iterator[str]:
    numbers = [scenario.number for scenario in found.scenarios.values()]
    slugs = [scenario.slug for scenario in found.scenarios.values()]
    for name, scenario in found.scenarios.items():
        if numbers.count(scenario.number) > 1:
            yield f"{name}: number {scenario.number} stands twice"
        if slugs.count(scenario.slug) > 1:
            yield f"{name}: slug {scenario.slug!r} stands twice"
        for problem in _check_scenario(found, scenario):
            yield f"{name}: {problem}"


def _check_scenario(found: Set, scenario: ScenarioData) -> Iterator[str]:
    ship = next((one for one in found.ships.values() if one.id == scenario.ship_class), None)
    if ship is None:
        yield f"ship_class {scenario.ship_class!r} is no ship"
    if scenario.station not in STATIONS:
        yield f"station {scenario.station} is not 1 to 16"
    if not FIRST_DAY <= scenario.date <= LAST_DAY:
        yield f"date {scenario.date} is outside the calendar, {FIRST_DAY} to {LAST_DAY}"
    if scenario.turns < 1:
        yield f"turns {scenario.turns} are not 1 or more"
    if not scenario.phases or [phase for phase in PHASES if phase in scenario.phases] != list(scenario.phases):
        yield f"phases {', '.join(scenario.phases) or 'none'}: wanted some of {', '.join(PHASES)}, in order"
    known = (*OPTIONS, *(ship.options if ship else ()))
    for option in scenario.options:
        if option not in known:
            yield f"unknown option {option!r}; options: {', '.join(known)}"
    if scenario.relief:
        chart = found.charts.get(scenario.relief)
        if chart is None:
            yield f"relief {scenario.relief!r} is not a chart"
        elif "relieved" not in chart.fields:
            yield f"relief {scenario.relief!r} gives no relief"


def _check_campaigns(found: Set) -> Iterator[str]:
    ids = [campaign.id for campaign in found.campaigns.values()]
    for name, campaign in found.campaigns.items():
        if ids.count(campaign.id) > 1:
            yield f"{name}: id {campaign.id!r} stands twice"
        if not FIRST_DAY <= campaign.start <= campaign.end <= LAST_DAY:
            yield f"{name}: {campaign.start} to {campaign.end} is outside the calendar, {FIRST_DAY} to {LAST_DAY}"
        for problem in _check_latest_start(campaign):
            yield f"{name}: {problem}"
        if not campaign.length:
            continue
        chart = found.charts.get(campaign.length)
        if chart is None:
            yield f"{name}: length {campaign.length!r} is not a chart"
        elif "fighting_days" not in chart.fields:
            yield f"{name}: length {campaign.length!r} gives no fighting days"


def _check_latest_start(campaign: CampaignData) -> Iterator[str]:
    latest = campaign.latest_start
    if latest is None:
        return
    if not campaign.choose_start:
        yield f"latest_start {latest}, but its start is not to be chosen"
    if latest < campaign.start:
        yield f"latest_start {latest} is before the start, {campaign.start}"
    left = (campaign.end - latest).days + 1
    if left < max(1, campaign.fighting_days):
        yield f"latest_start {latest} leaves {left} days for {campaign.fighting_days} fighting days"


# -- people, planes, numbers ---------------------------------------------


def _check_people(found: Set) -> Iterator[str]:
    for again in twice([name for one in found.aircraft for name in (one.name, *one.aliases)]):
        yield f"aircraft.toml: {again!r} stands twice"
    for plane in found.aircraft:
        if plane.service not in ("Navy", "Army"):
            yield f"aircraft.toml: {plane.name}: service {plane.service!r} is not Navy or Army"
        if plane.crew < 1:
            yield f"aircraft.toml: {plane.name}: a crew of {plane.crew}"
    if found.names is None:
        return
    for word in ("ships", "surnames", "given"):
        if not getattr(found.names, word):
            yield f"names.toml: no {word}"
    for post in POSTS:
        if post not in found.names.ranks:
            yield f"names.toml: no rank for the post {post!r}"
    for post in found.names.ranks:
        if post not in POSTS:
            yield f"names.toml: unknown post {post!r}"


def _check_numbers(found: Set) -> Iterator[str]:
    numbers = found.numbers
    if numbers is None:
        return
    name = "house/numbers.toml"
    for section in SECTIONS:
        if section not in numbers.men:
            yield f"{name}: no men for the section {section!r}"
    for section in numbers.men:
        if section not in SECTIONS:
            yield f"{name}: unknown section {section!r}"
    for field in numbers.__struct_fields__:
        value = getattr(numbers, field)
        values = value.values() if isinstance(value, dict) else (value,)
        if any(one < 0 for one in values):
            yield f"{name}: {field} is below 0"
