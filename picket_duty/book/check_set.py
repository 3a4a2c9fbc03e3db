"""Validation across files: what one file names must stand in another."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from picket_duty.book.data import (
    Aircraft,
    CalibreData,
    CampaignData,
    Names,
    Numbers,
    OptionData,
    ScenarioData,
    Sheet,
    ShipData,
)
from picket_duty.book.effects import Hit5in, HitTub
from picket_duty.book.limits import FIRST_DAY, LAST_DAY, MOST_COUNTED, NO_ATTACK, NOTE_A, RANDOM, STATIONS
from picket_duty.book.shapes import ALTITUDES
from picket_duty.book.tables import Tables
from picket_duty.charts.kinds import ListRow, MatrixCell, RangeRow, RawChart, columns_of, fields_of, row_name, rows_of
from picket_duty.charts.spans import ChartError, ends_of, listed, shown, twice
from picket_duty.state.game import LEVELS, PHASES
from picket_duty.state.ship import POSTS, SECTIONS

#: What a column of chart 8-1 may say beside the letter of an attack table.
NO_TABLE = (NO_ATTACK, RANDOM)


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
    calibres: tuple[CalibreData, ...]
    options: tuple[OptionData, ...]


def check_set(found: Set) -> Iterator[str]:
    """Everything that does not fit together, each complaint with its file."""
    yield from _check_stations(found)
    yield from _check_attacks(found)
    yield from _check_waves(found)
    yield from _check_planes(found)
    yield from _check_calibres(found)
    yield from _check_options(found)
    yield from _check_sheet(found)
    yield from _check_ships(found)
    yield from _check_scenarios(found)
    yield from _check_campaigns(found)
    yield from _check_people(found)
    yield from _check_numbers(found)


# -- charts against charts -----------------------------------------------


def _check_stations(found: Set) -> Iterator[str]:
    for chart_id in ("1-1", "2-2"):
        raw = found.charts.get(chart_id)
        if raw is None:
            continue
        split = any(note.dice and "split" in (note.id, note.letter) for note in raw.notes)
        for name, row in _rows(found, chart_id):
            stations, table = row.fields.get("stations"), row.fields.get("table")
            many = len(stations) if isinstance(stations, list) else 0
            if table is None and many == 2 and not split:
                yield f"{name}: two stations, and no note 'split' to pick one"
            if table is None and many > 2:
                yield f"{name}: {many} stations, and no table to pick one"
            if chart_id == "2-2" and row.fields.get("active") is not bool(many):
                yield f"{name}: active is {shown(row.fields.get('active'))} with {many} stations"
            if isinstance(table, str):
                chart = found.charts.get(table)
                if chart is None:
                    yield f"{name}: table {table!r} is not a chart"
                elif "station" not in fields_of(chart):
                    yield f"{name}: table {table!r} gives no station"


def _check_attacks(found: Set) -> Iterator[str]:
    for name, row in _rows(found, "8-1"):
        for cell in getattr(row, "cells", None) or []:
            if isinstance(cell, str) and cell not in NO_TABLE and f"8-1{cell}" not in found.charts:
                yield f"{name}: {cell!r} leads to no table 8-1{cell}"
    for chart_id, chart in found.charts.items():
        if "note_a" not in fields_of(chart):
            continue
        rolled = {note.name for note in chart.notes if note.dice}
        for name, row in _rows(found, chart_id):
            if row.fields.get("note_a") is True and "A" not in rolled:
                yield f"{name}: note A has no die"
            if row.fields.get("random") is True and row.fields.get("planes"):
                yield f"{name}: planes beside a random result"


def _check_waves(found: Set) -> Iterator[str]:
    if "8-3" not in found.charts:
        return
    covered: set[int] = set()
    most, sender = _most_planes(found)
    for name, row in _rows(found, "8-3"):
        asked = _numbers(row.label, most)
        covered.update(asked)
        waves = row.fields.get("waves")
        if not isinstance(waves, list) or "all" in waves:
            continue
        total = sum(wave for wave in waves if type(wave) is int)
        for planes in asked:
            if total != planes:
                yield f"{name}: waves of {total} planes for {planes}"
    missed = [planes for planes in range(1, most + 1) if planes not in covered]
    if missed:
        yield f"{found.files['8-3']}: no row covers {listed(missed)}; chart {sender} can send {most} planes"


def _most_planes(found: Set) -> tuple[int, str]:
    """The most planes any chart can send, and which chart does."""
    most, sender = 1, "22"
    for chart_id, raw in found.charts.items():
        for row in rows_of(raw):
            planes = row.fields.get("planes")
            if chart_id == "22" and type(planes) is int:
                count = planes
            elif "note_a" in row.fields and isinstance(planes, list):
                count = len(planes) + (NOTE_A if row.fields.get("note_a") is True else 0)
            else:
                continue
            if most < count <= MOST_COUNTED:
                most, sender = count, chart_id
    return most, sender


def _numbers(text: str, most: int) -> list[int]:
    found: list[int] = []
    for part in text.split(","):
        try:
            low, high = ends_of(part)
        except ChartError:
            continue
        found.extend(range(int(max(low, 1)), int(min(high, most)) + 1))
    return found


def _check_planes(found: Set) -> Iterator[str]:
    known = {name for one in found.aircraft for name in (one.name, *one.aliases)}
    for chart_id, field in (("A-1", "type"), ("8-2", "plane")):
        for name, row in _rows(found, chart_id):
            plane = row.fields.get(field)
            if known and isinstance(plane, str) and plane not in known:
                yield f"{name}: unknown aircraft {plane!r}; aircraft.toml names them all"
    raw = found.charts.get("8-2")
    rolled = {note.name for note in raw.notes if note.dice} if raw else set()
    for name, row in _rows(found, "8-2"):
        if "plane" not in row.fields and str(row.fields.get("note")) not in rolled:
            yield f"{name}: neither a plane nor a note with a die"


def _rows(found: Set, chart_id: str) -> Iterator[tuple[str, RangeRow | ListRow | MatrixCell]]:
    """The rows of a chart, each with its file, number and label."""
    raw = found.charts.get(chart_id)
    for number, row in enumerate(rows_of(raw) if raw else (), 1):
        yield f"{found.files[chart_id]}: {row_name(number, row.label)}", row


# -- calibres and options ------------------------------------------------


def _check_calibres(found: Set) -> Iterator[str]:
    name = "calibres.toml"
    for again in twice([one.id for one in found.calibres]):
        yield f"{name}: {again!r} stands twice"
    instruments = {item.id for item in found.sheet.equipment} if found.sheet else set()
    bonuses = {row.label for _, row in _rows(found, "9-1")}
    for one in found.calibres:
        chart = found.charts.get(one.chart)
        if chart is None:
            yield f"{name}: {one.id}: chart {one.chart!r} is not a chart"
        elif not columns_of(chart) or any(column not in ALTITUDES for column in columns_of(chart)):
            yield f"{name}: {one.id}: columns of chart {one.chart} are not some of {', '.join(ALTITUDES)}"
        else:
            for modifier in _modifiers_wanted(found, one.id):
                if modifier not in chart.modifiers:
                    yield f"{name}: {one.id}: chart {one.chart} has no modifier {modifier!r}"
        if bonuses and one.bonus not in bonuses:
            yield f"{name}: {one.id}: chart 9-1 has no row {one.bonus!r}; rows: {', '.join(sorted(bonuses))}"
        if one.director and instruments and one.director not in instruments:
            yield f"{name}: {one.id}: unknown equipment {one.director!r}"
        if one.worth < 0 or one.magazine_worth < 0:
            yield f"{name}: {one.id}: a worth below 0"


def _modifiers_wanted(found: Set, calibre: str) -> list[str]:
    """The modifiers by which the rules shift the dice of a calibre's mounts (chart 9-2)."""
    mounts = [mount for ship in found.ships.values() for mount in ship.mounts if mount.kind == calibre]
    damaged = {
        effect.mount
        for chart in found.charts.values()
        for row in rows_of(chart)
        for effect in row.effects
        if isinstance(effect, HitTub | Hit5in)
    }
    wanted = ["ace", "gunnery_officer"]
    if any(mount.id in damaged for mount in mounts):
        wanted.append("hit")
    if any(mount.other_magazine for mount in mounts):
        wanted.append("magazine")
    return wanted


def _check_options(found: Set) -> Iterator[str]:
    name = "options.toml"
    if not found.options:
        return
    ids = [one.id for one in found.options]
    for again in twice(ids):
        yield f"{name}: {again!r} stands twice"
    for one in found.options:
        if one.always and one.always not in LEVELS:
            yield f"{name}: {one.id}: always {one.always!r} is not {' or '.join(LEVELS)}"
    for wanted in Tables().options:
        if wanted not in ids:
            yield f"{name}: option {wanted!r} is missing"
    for file, ship in found.ships.items():
        for option in ship.options:
            if option not in ids:
                yield f"{file}: unknown option {option!r}; options: {', '.join(ids)}"


# -- ships, scenarios, campaigns -----------------------------------------


def _check_sheet(found: Set) -> Iterator[str]:
    if found.sheet is None:
        return
    name = "house/G-1.toml"
    raw = found.charts.get("21-1")
    calibres = [one.id for one in found.calibres]
    ids = [room.id for room in found.sheet.compartments] + [item.id for item in found.sheet.equipment]
    for again in twice(ids):
        yield f"{name}: {again!r} stands twice"
    for room in found.sheet.compartments:
        if room.section not in SECTIONS:
            yield f"{name}: compartment {room.id}: unknown section {room.section!r}"
        if room.markers < 1:
            yield f"{name}: compartment {room.id}: {room.markers} markers are not 1 or more"
        if room.explodes and raw is not None and room.explodes not in columns_of(raw):
            yield f"{name}: compartment {room.id}: chart 21-1 has no column {room.explodes!r}"
        if room.feeds and calibres and room.feeds not in calibres:
            yield f"{name}: compartment {room.id}: unknown calibre {room.feeds!r}; calibres: {', '.join(calibres)}"
    for item in found.sheet.equipment:
        if item.section and item.section not in SECTIONS:
            yield f"{name}: equipment {item.id}: unknown section {item.section!r}"


def _check_ships(found: Set) -> Iterator[str]:
    ids = [ship.id for ship in found.ships.values()]
    kinds: dict[str, str] = {}
    for name, ship in found.ships.items():
        if ids.count(ship.id) > 1:
            yield f"{name}: id {ship.id!r} stands twice"
        for mount in ship.mounts:
            if kinds.setdefault(mount.id, mount.kind) != mount.kind:
                yield f"{name}: mount {mount.id} is a {mount.kind}, on another ship a {kinds[mount.id]}"
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
    rows = {row.label: row for row in rows_of(chart)} if chart else {}
    calibres = [one.id for one in found.calibres]
    for mount in ship.mounts:
        name = f"mount {mount.id}"
        if calibres and mount.kind not in calibres:
            yield f"{name}: unknown kind {mount.kind!r}; calibres: {', '.join(calibres)}"
        if mount.section not in SECTIONS:
            yield f"{name}: unknown section {mount.section!r}"
        for room in (mount.magazine, mount.other_magazine):
            if room and rooms and room not in rooms:
                yield f"{name}: unknown compartment {room!r}"
        if chart is None:
            continue
        if mount.firing not in rows:
            yield f"{name}: chart {ship.firing} has no row {mount.firing!r}"
        elif (owner := getattr(rows[mount.firing], "id", "") or mount.id) != mount.id:
            yield f"{name}: row {mount.firing!r} of chart {ship.firing} belongs to {owner}"
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
        yield f"station {scenario.station} is not {STATIONS.start} to {STATIONS.stop - 1}"
    if not FIRST_DAY <= scenario.date <= LAST_DAY:
        yield f"date {scenario.date} is outside the calendar, {FIRST_DAY} to {LAST_DAY}"
    if scenario.turns < 1:
        yield f"turns {scenario.turns} are not 1 or more"
    if not scenario.phases or [phase for phase in PHASES if phase in scenario.phases] != list(scenario.phases):
        yield f"phases {', '.join(scenario.phases) or 'none'}: wanted some of {', '.join(PHASES)}, in order"
    others = {option for one in found.ships.values() if one is not ship for option in one.options}
    known = [one.id for one in found.options if one.id not in others]
    for option in scenario.options:
        if known and option not in known:
            yield f"unknown option {option!r}; options: {', '.join(known)}"
    if scenario.relief:
        chart = found.charts.get(scenario.relief)
        if chart is None:
            yield f"relief {scenario.relief!r} is not a chart"
        elif "relieved" not in fields_of(chart):
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
        elif "fighting_days" not in fields_of(chart):
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
