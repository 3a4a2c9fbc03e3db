"""Repair jobs: what can be repaired, and the section that supplies the men (rules 7.3)."""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.book.data import GUN_REPAIR
from picket_duty.book.ids import (
    DECK_FIRE,
    DIRECTOR,
    GUN,
    INSTRUMENT,
    PUMP,
    ROOM,
    SECONDARY,
    JobId,
    split_id,
)
from picket_duty.requests import Job
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, SECTIONS, WORKING


def open_jobs(play: Play) -> dict[str, Job]:
    """All open jobs by id, in the order of their rolls."""
    jobs_before = play.ship.jobs
    jobs: dict[str, Job] = {}
    for name, section, text, group in open_entries(play):
        job = name.id
        # The name of a secondary compartment is unique only with its section.
        target = job if name.kind == SECONDARY else name.target
        jobs[job] = Job(section, name.kind, text, target, group, job in jobs_before)
    return jobs


#: A job, the section of its men, its text, and its group; only one section may send men to a group.
JobEntry = tuple[JobId, str, str, str]


def open_entries(play: Play) -> Iterator[JobEntry]:
    """The open jobs in the order of their rolls."""
    yield from _deck_fires(play)
    yield from _rooms(play)
    yield from _instruments(play)
    yield from _guns(play)
    yield from _secondaries(play)


def _deck_fires(play: Play) -> Iterator[JobEntry]:
    fires = play.ship.deck_fires
    for section in SECTIONS if fires else ():
        if level := fires.get(section):
            where = "amidships" if section == "midship" else section
            yield JobId(DECK_FIRE, "", section), section, f"Deck fire {where}, level {level}", ""


def _rooms(play: Play) -> Iterator[JobEntry]:
    # In the order of the damage sheet, because a state read from a save has another order.
    compartments = play.ship.compartments
    for name, data in play.tables.compartments.items():
        compartment = compartments.get(name)
        if (
            compartment is None
            or not (compartment.markers or compartment.flooded)
            or compartment.destroyed
        ):
            continue
        if compartment.flooded:
            yield JobId(PUMP, name), data.section, f"Pump out {data.name}", ""
        else:
            yield JobId(ROOM, name), data.section, data.name, ""


def _instruments(play: Play) -> Iterator[JobEntry]:
    equipment = play.ship.equipment
    for item in play.tables.sheet.equipment:
        if equipment[item.id] != DAMAGED or not item.repairable:
            continue
        if item.section:
            yield JobId(INSTRUMENT, item.id), item.section, item.name, ""
            continue
        # An instrument without a section is repaired by the men of any one section.
        for section in SECTIONS:
            yield (
                JobId(INSTRUMENT, item.id, section),
                section,
                f"{item.name}, by men {section}",
                item.name,
            )


def _guns(play: Play) -> Iterator[JobEntry]:
    mounts = play.ship.mounts
    repaired = play.state.option(GUN_REPAIR)
    for mount_id, mount in play.armament().items():
        state = mounts[mount_id]
        if state.director == DAMAGED:
            yield JobId(DIRECTOR, mount_id), mount.section, f"Director of {mount.name}", ""
        if (
            repaired
            and state.hits
            and not state.destroyed
            and play.tables.calibers[mount.kind].repairable
        ):
            yield JobId(GUN, mount_id), mount.section, mount.name, ""


def _secondaries(play: Play) -> Iterator[JobEntry]:
    for name, hits in play.ship.secondary.items():
        if 0 < hits < play.tables.numbers.secondary_hits:
            parts = split_id(name)
            yield parts, parts.section, parts.target, ""


def section_of(play: Play, job: str) -> str:
    """The section whose men work on a job."""
    parts = split_id(job)
    if parts.section:
        return parts.section
    if parts.target in play.tables.compartments:
        return play.tables.compartments[parts.target].section
    armament = play.armament()
    if parts.target in armament:
        return armament[parts.target].section
    return next(item.section for item in play.tables.sheet.equipment if item.id == parts.target)


def repair(play: Play, job: Job) -> None:
    """Apply a successful repair of anything except compartment markers or a deck fire (rules
    7.4).
    """
    ship = play.ship
    if job.kind == PUMP:
        ship.compartments[job.target].flooded = False
        drain(play, job.target)
    elif job.kind == DIRECTOR:
        ship.mounts[job.target].director = WORKING
    elif job.kind == GUN:
        ship.mounts[job.target].hits = 0
    elif job.kind == SECONDARY:
        del ship.secondary[job.target]
        drain(play, job.target)
    else:
        ship.equipment[job.target] = WORKING


def drain(play: Play, name: str) -> None:
    """Remove the flooding of a compartment that was repaired or pumped out (rules 6, 7.2)."""
    play.ship.floods = [flood for flood in play.ship.floods if flood.cause != name]
