"""The repair jobs aboard: what can be worked on, and by whose men (rules 7.3)."""

from __future__ import annotations

from picket_duty.requests import Job
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, SECTIONS, WORKING

COMPARTMENT, DECK_FIRE, OTHER = "compartment", "deck fire", "other"
WATER_LINES = "water-lines"


def open_jobs(play: Play) -> dict[str, Job]:
    """Every job open now, by name, in the order in which they roll."""
    ship, tables = play.ship, play.tables
    found: dict[str, tuple[str, str, str, str]] = {}
    for section in SECTIONS:
        if level := ship.deck_fires.get(section):
            found[f"deck fire {section}"] = (section, DECK_FIRE, f"Deck fire {section}, level {level}", "")
    for data in tables.sheet.compartments:
        compartment = ship.compartments.get(data.id)
        if compartment is None or compartment.destroyed:
            continue
        if compartment.flooded:
            found[f"pump {data.id}"] = (data.section, OTHER, f"Pump out {data.name}", "")
        elif compartment.markers:
            found[data.id] = (data.section, COMPARTMENT, data.name, "")
    for item in tables.sheet.equipment:
        if not item.mendable or ship.equipment[item.id] != DAMAGED:
            continue
        if item.section:
            found[item.id] = (item.section, OTHER, item.name, "")
            continue
        for section in SECTIONS:
            found[f"{item.id} {section}"] = (section, OTHER, f"{item.name}, by men {section}", item.name)
    for mount_id, mount in play.armament().items():
        state = ship.mounts[mount_id]
        if state.director == DAMAGED:
            found[f"{mount_id} director"] = (mount.section, OTHER, f"Director of {mount.name}", "")
        if mount.kind == "5in" and state.hits and not state.destroyed and play.state.option("gun-repair"):
            found[mount_id] = (mount.section, OTHER, mount.name, "")
    for name, hits in ship.secondary.items():
        if 0 < hits < tables.numbers.secondary_hits:
            section, _, compartment_name = name.partition("/")
            found[name] = (section, OTHER, compartment_name, "")
    before = ship.jobs
    return {
        name: Job(section, kind, text, group, name in before) for name, (section, kind, text, group) in found.items()
    }


def section_of(play: Play, job: str) -> str:
    """The section whose men work on a job."""
    for section in SECTIONS:
        if job.endswith(f" {section}") or job.startswith(f"{section}/"):
            return section
    name = job.removeprefix("pump ").removesuffix(" director")
    if name in play.tables.compartments:
        return play.tables.compartments[name].section
    armament = play.armament()
    if name in armament:
        return armament[name].section
    return next(item.section for item in play.tables.sheet.equipment if item.id == name)


def mend(play: Play, job: str) -> None:
    """A successful repair of anything but a compartment's markers or a deck fire (rules 7.4)."""
    ship = play.ship
    if job.startswith("pump "):
        name = job.removeprefix("pump ")
        ship.compartments[name].flooded = False
        drain(play, name)
    elif job.endswith(" director"):
        ship.mounts[job.removesuffix(" director")].director = WORKING
    elif job.startswith(f"{WATER_LINES} "):
        ship.equipment[WATER_LINES] = WORKING
    elif job in ship.mounts:
        ship.mounts[job].hits = 0
    elif job in ship.secondary:
        del ship.secondary[job]
        drain(play, job)
    else:
        ship.equipment[job] = WORKING


def drain(play: Play, name: str) -> None:
    """A compartment mended or pumped out: its water goes (rules 6, 7.2)."""
    play.ship.floods = [flood for flood in play.ship.floods if flood.cause != name]
