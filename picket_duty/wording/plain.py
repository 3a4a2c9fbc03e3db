"""Requests and events in plain words, for the line mode, the screen and the reports."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.charts import Modifier
from picket_duty.charts.words import result_words, signed
from picket_duty.events import (
    Chosen,
    Control,
    Crew,
    Damage,
    Fire,
    Happening,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    Support,
    TurnEnd,
    Undone,
    WaveBegun,
    Weather,
)
from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.state import GONE, PLANE_DAMAGED, SHOT_DOWN, Plane, State

POST_NAMES = {
    "captain": "captain",
    "xo": "executive officer",
    "engineering_officer": "engineering officer",
    "gunnery_officer": "gunnery officer",
    "damage_control_officer": "damage control officer",
    "cpo": "chief petty officer",
    "repair_one_chief": "chief of repair one",
    "repair_two_chief": "chief of repair two",
    "repair_three_chief": "chief of repair three",
}
PLANE_STATES = {PLANE_DAMAGED: "damaged", SHOT_DOWN: "flamed", GONE: "destroyed"}
OUTCOMES = {
    "us_win": "US victory",
    "japanese_win": "Japanese victory",
    "draw": "Draw",
    "record": "The patrol is over",
}
TRACKS = {"hull": "Hull integrity", "sfs": "Surface support", "flood": "Flooding"}
STRIKES = {
    "miss": "misses",
    "near_miss": "is a near miss",
    "hit": "HITS",
    "special": "strikes home with its weapon",
}


def item_name(tables: Tables, item: str) -> str:
    """The name of a compartment, a mount, a piece of equipment or a job as people say it."""
    if item.startswith("pump "):
        return f"pumping out {item_name(tables, item.removeprefix('pump '))}"
    if item.endswith(" director"):
        return f"director of {item_name(tables, item.removesuffix(' director'))}"
    if item in tables.compartments:
        return tables.compartments[item].name
    for equipment in tables.sheet.equipment:
        if item == equipment.id or item.startswith(f"{equipment.id} "):
            return equipment.name
    for ship in tables.ships.values():
        for mount in ship.mounts:
            if mount.id == item:
                return mount.name
    section, slash, name = item.partition("/")
    return f"{name} ({section})" if slash else item


def plane_line(plane: Plane) -> str:
    """A plane in a line: number, type, bearing and altitude, or its weapon; its hits."""
    where = f"special attack, {plane.weapon}" if plane.special else f"{plane.bearing:03d} {plane.altitude}"
    state = PLANE_STATES.get(plane.state, "")
    hits = f", {count(plane.hits, 'hit')}" if plane.hits else ""
    return f"{plane.number} {plane.type} {where}{hits}{', ' + state if state else ''}"


def modifier_words(modifiers: tuple[Modifier, ...]) -> str:
    """Modifiers with their reasons: ``+1 Mk 37 director, -1 Each hit on the gun``."""
    return ", ".join(f"{signed(one.value)} {one.why}" for one in modifiers)


def roll_words(roll: Roll) -> str:
    """A roll in one line; with its dice, total and result once they are known."""
    chart = roll.chart
    parts = [f"{roll.table} {chart.note_id or chart.raw.title}"]
    if roll.actor and roll.actor != chart.note_id:
        parts.append(f"({roll.actor})")
    if roll.column is not None:
        reasons = f" = {modifier_words(roll.column_modifiers)}" if roll.column_modifiers else ""
        parts.append(f"[column {roll.column}{reasons}]")
    if not roll.dice:
        waiting = f"{roll.dice_name}"
        return f"{' '.join(parts)}: {waiting}{', ' + modifier_words(roll.modifiers) if roll.modifiers else ''}"
    dice = f"row {roll.row}, column {roll.col}" if roll.is_matrix else dice_words(roll)
    assert roll.result is not None
    return f"{' '.join(parts)}: {dice}: {result_words(chart, roll.result, roll.column)}"


def dice_words(roll: Roll) -> str:
    """The dice, each modifier with its reason, and the total."""
    dice = "".join(map(str, roll.dice)) if roll.faces[0] == 10 else "+".join(map(str, roll.dice))
    if not roll.modifiers:
        return dice if len(roll.dice) == 1 or roll.faces[0] == 10 else f"{dice} = {roll.total}"
    return f"{dice}, {modifier_words(roll.modifiers)} = {roll.total}"


def event_words(event: Happening, tables: Tables) -> str:
    """An event in one line of plain words; an empty text for what the log need not repeat."""
    if isinstance(event, Roll):
        return roll_words(event)
    if isinstance(event, PhaseBegun):
        place = f"picket station {event.station}" if event.station else "no station"
        return f"{event.date} {event.name}, {event.light}, {place}"
    if isinstance(event, Weather):
        return f"Weather: {event.weather}"
    if isinstance(event, Raid):
        kikusui = " of a Kikusui attack" if event.kikusui else ""
        return f"Raid{kikusui}: {count(event.planes, 'plane')}" if event.planes else "No planes"
    if isinstance(event, WaveBegun):
        return f"Wave {event.number}: " + ", ".join(_plane_of(plane) for plane in event.planes)
    if isinstance(event, Chosen):
        return "" if event.kind != ONE else f"{event.about.capitalize()}: {event.answer}"
    if isinstance(event, Fire | Support):
        return _fire(event, tables)
    if isinstance(event, Strike):
        where = f" the ship {event.section}" if event.outcome == "hit" else ""
        return f"Plane {event.plane} {STRIKES[event.outcome]}{where}"
    if isinstance(event, Damage):
        return _damage(event, tables)
    if isinstance(event, Control):
        result = "succeed" if event.success else "fail"
        markers = f", {count(event.markers, 'marker')} removed" if event.markers else ""
        return f"{count(event.men, 'man', 'men')} at {item_name(tables, event.job)} {result}{markers}"
    if isinstance(event, Crew):
        post = POST_NAMES[event.post]
        if event.killed:
            return f"The {post} is killed; {event.name} ({signed(event.value)}) takes over"
        return f"{event.name} is {post} ({signed(event.value)})"
    return _course(event)


def _course(event: Happening) -> str:
    """The events of the ship's course: losses, leaving, coming, ends."""
    if isinstance(event, Loss):
        if event.track == "flood":
            return f"Flooding rises to {event.left}"
        if event.track == "morale":
            return f"Morale is {signed(event.left)}"
        return f"{TRACKS.get(event.track, event.track.capitalize())}: {event.points} lost, {event.left} left"
    if isinstance(event, Leave):
        back = f"; back on {event.until}" if event.until else ""
        return f"The ship is {event.reason}" if event.reason == "sunk" else f"Off station: {event.reason}{back}"
    if isinstance(event, NewShip):
        return f"{event.name} {event.hull} {'returns to duty' if event.returning else 'takes the duty'}"
    if isinstance(event, TurnEnd):
        return f"End of {event.date}: fuel {event.fuel}, ammunition {event.ammunition}, hull {event.hull}"
    if isinstance(event, Undone):
        return f"{count(event.answers, 'answer')} taken back"
    if isinstance(event, Note):
        return event.text
    return ""


def _plane_of(plane: dict[str, object]) -> str:
    if plane["bearing"] is None:
        return f"{plane['plane']} {plane['type']} with {plane['weapon']}"
    return f"{plane['plane']} {plane['type']} {plane['bearing']:03d}{plane['altitude']}"


def _fire(event: Fire | Support, tables: Tables) -> str:
    name = item_name(tables, event.by)
    state = PLANE_STATES.get(event.state)
    if not event.hits and event.state != GONE:
        return f"{name} misses plane {event.plane}"
    if event.state == GONE:
        return f"{name} destroys plane {event.plane}"
    return f"{name}: {count(event.hits, 'hit')} on plane {event.plane}{', ' + state if state else ''}"


def _damage(event: Damage, tables: Tables) -> str:
    if event.effect == "superficial":
        return "Superficial damage"
    item = item_name(tables, event.item)
    if event.item == "deck fire":
        return f"Deck fire {event.section} {event.effect}{f', level {event.points}' if event.points else ''}"
    points = f", {count(event.points, 'hit marker')}" if event.points else ""
    return f"{item[:1].upper()}{item[1:]}: {event.effect}{points}"


def ship_lines(state: State, tables: Tables) -> list[str]:
    """The ship in a few lines: tracks, crew, damage, men."""
    ship = state.ship
    lines = [
        f"{ship.name} {ship.hull_number}, station {ship.station or '-'}, "
        f"FDT {'yes' if ship.fdt else 'no'}, SFS {ship.sfs}, AFS {len(state.air.markers)}",
        f"Ammunition {ship.ammunition}  Fuel {ship.fuel}  Hull {ship.hull}  Maneuver {ship.maneuver}  "
        f"Flood {ship.flood}  Morale {signed(ship.morale)}",
        "Men " + ", ".join(f"{section} {men}" for section, men in ship.men.items()),
    ]
    if state.land_radars or state.land_radars_lost:
        lines[0] += f", land radar {state.land_radars}"
    crew = ", ".join(f"{POST_NAMES[post]} {signed(officer.value)}" for post, officer in ship.crew.items())
    lines.append(f"Crew: {crew}")
    hurt = damage_lines(state, tables)
    lines.append("Damage: " + ("; ".join(hurt) if hurt else "none"))
    return lines


def damage_lines(state: State, tables: Tables) -> list[str]:
    """Everything hit, burning, flooded or destroyed, in words."""
    ship = state.ship
    found = [f"deck fire {section} level {level}" for section, level in ship.deck_fires.items()]
    for name, one in ship.compartments.items():
        if one.destroyed:
            found.append(f"{item_name(tables, name)} destroyed")
        elif one.flooded:
            found.append(f"{item_name(tables, name)} flooded")
        elif one.markers:
            most = tables.compartments[name].markers
            found.append(f"{item_name(tables, name)} {one.markers}/{most}{' burning' if one.fire else ''}")
    for name, mount in ship.mounts.items():
        if mount.destroyed:
            found.append(f"{item_name(tables, name)} destroyed")
        elif mount.hits:
            found.append(f"{item_name(tables, name)} {count(mount.hits, 'hit')}")
        if mount.director != "working":
            found.append(f"{item_name(tables, name + ' director')} {mount.director}")
    found += [f"{item_name(tables, name)} {one}" for name, one in ship.equipment.items() if one != "working"]
    limit = tables.numbers.secondary_hits
    found += [
        f"{item_name(tables, name)} {'destroyed' if hits >= limit else 'damaged'}"
        for name, hits in ship.secondary.items()
    ]
    if ship.lines_out:
        found.append("water lines out of order")
    return found


def count(number: int, one: str, more: str = "") -> str:
    """A number with its word: ``1 plane``, ``3 planes``."""
    return f"{number} {one if number == 1 else more or one + 's'}"


def day_lines(state: State, number: int) -> list[str]:
    """The page at a day's end: what the day brought and how she stands. ``number`` counts days on duty from 0."""
    day = state.records.daily[number]
    shot = day.destroyed + day.flamed
    return [
        f"\n##  End of {day.date}, {day.ship}, station {day.station}",
        f"    {count(day.planes, 'plane')}, {shot} shot down, {count(day.hits, 'hit')}, "
        f"{count(day.near_misses, 'near miss', 'near misses')}",
        f"    hull {day.hull}, fuel {day.fuel}, ammunition {day.ammunition}, morale {signed(day.morale)}, "
        f"repair men {day.men}",
        f"    fighting days {state.fighting_days}"
        + (f" of {state.fighting_days_wanted}" if state.fighting_days_wanted else "")
        + f", ships sunk {state.records.ships_sunk}",
    ]


def choice_lines(choice: Choice, state: State, tables: Tables) -> list[str]:
    """A choice with its numbered options, what is barred and why."""
    lines = [f"{choice.prompt} ({choice.rule})"]
    if choice.kind == ONE:
        for number, option in enumerate(choice.options, 1):
            lines.append(f"  {number}  {option.text}" + (f"  [barred: {option.barred}]" if option.barred else ""))
        return lines
    if choice.kind == ASSIGN:
        lines += [f"  plane {plane_line(plane)}" for plane in state.air.planes if plane.flying]
        for number, (slot, planes) in enumerate(choice.slots.items(), 1):
            lines.append(f"  {number:2}  {slot:<14} bears on {', '.join(map(str, planes))}")
        lines += [f"   -  {slot:<14} {why}" for slot, why in choice.barred.items()]
        return lines
    lines.append("  men: " + ", ".join(f"{section} {men}" for section, men in choice.men.items()))
    for number, job in enumerate(choice.jobs.values(), 1):
        going_on = ", continued" if job.continued else ""
        lines.append(f"  {number:2}  {job.text} ({job.section}{going_on})")
    return lines
