"""Repair jobs: what can be repaired, and the section that supplies the men (rules 7.3)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

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


class JobEntry(NamedTuple):
    """A job with the section of its men and its text. Only one section may send men to a group."""

    id: JobId
    section: str
    text: str
    group: str = ""


def open_jobs(play: Play) -> dict[str, Job]:
    """All open jobs by id, in the order of their rolls."""
    jobs_before = play.ship.jobs
    jobs: dict[str, Job] = {}
    for job_id, section, text, group in open_entries(play):
        job = job_id.id
        # The name of a secondary compartment is unique only with its section.
        target = job if job_id.kind == SECONDARY else job_id.target
        jobs[job] = Job(
            section,
            job_id.kind,
            text,
            target=target,
            group=group,
            continued=job in jobs_before,
        )
    return jobs


def open_entries(play: Play) -> Iterator[JobEntry]:
    """The open jobs in the order of their rolls."""
    yield from _deck_fires(play)
    yield from _rooms(play)
    yield from _instruments(play)
    yield from _guns(play)
    yield from _secondaries(play)


def _deck_fires(play: Play) -> Iterator[JobEntry]:
    fires = play.ship.deck_fires
    for section in SECTIONS:
        if level := fires.get(section):
            where = "amidships" if section == "midship" else section
            text = f"Deck fire {where}, level {level}"
            yield JobEntry(JobId(DECK_FIRE, section=section), section, text)


def _rooms(play: Play) -> Iterator[JobEntry]:
    # In the order of the damage sheet, because a state read from a save has another order.
    compartments = play.ship.compartments
    for name, data in play.tables.compartments.items():
        compartment = compartments.get(name)
        if compartment is None or compartment.destroyed:
            continue
        if compartment.flooded:
            yield JobEntry(JobId(PUMP, name), data.section, f"Pump out {data.name}")
        elif compartment.markers:
            yield JobEntry(JobId(ROOM, name), data.section, data.name)


def _instruments(play: Play) -> Iterator[JobEntry]:
    equipment = play.ship.equipment
    for item in play.tables.sheet.equipment:
        if equipment[item.id] != DAMAGED or not item.repairable:
            continue
        if item.section:
            yield JobEntry(JobId(INSTRUMENT, item.id), item.section, item.name)
            continue
        # An instrument without a section is repaired by the men of any one section.
        for section in SECTIONS:
            job_id = JobId(INSTRUMENT, item.id, section)
            yield JobEntry(job_id, section, f"{item.name}, by men {section}", item.name)


def _guns(play: Play) -> Iterator[JobEntry]:
    may_repair_guns = play.state.option(GUN_REPAIR)
    for mount_id, data in play.armament().items():
        mount = play.ship.mounts[mount_id]
        if mount.director == DAMAGED:
            yield JobEntry(JobId(DIRECTOR, mount_id), data.section, f"Director of {data.name}")
        is_hit = mount.hits and not mount.destroyed
        if may_repair_guns and is_hit and play.tables.calibers[data.kind].repairable:
            yield JobEntry(JobId(GUN, mount_id), data.section, data.name)


def _secondaries(play: Play) -> Iterator[JobEntry]:
    for name, hits in play.ship.secondary.items():
        if 0 < hits < play.tables.numbers.secondary_hits:
            job_id = split_id(name)
            yield JobEntry(job_id, job_id.section, job_id.target)


def section_of(play: Play, job: str) -> str:
    """The section whose men work on a job."""
    job_id = split_id(job)
    target = job_id.target
    if job_id.section:
        return job_id.section
    if target in play.tables.compartments:
        return play.tables.compartments[target].section
    armament = play.armament()
    if target in armament:
        return armament[target].section
    return next(item.section for item in play.tables.sheet.equipment if item.id == target)


def repair_item(play: Play, job: Job) -> None:
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
