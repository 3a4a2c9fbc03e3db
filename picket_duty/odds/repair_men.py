"""The best use of the repair men, by the expected damage of each job (rules 7)."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import product
from typing import NamedTuple

from picket_duty.book.ids import SECONDARY
from picket_duty.odds.repair import LESS_TO_DO, expected_damage, success
from picket_duty.requests import Choice, Job
from picket_duty.rules.play import Play
from picket_duty.state import SECTIONS

#: Gains below this are rounding errors.
NOISE = 1e-12
#: The men of each job that has any.
Men = dict[str, int]


class Assignment(NamedTuple):
    """The men of some jobs, and the damage that they prevent."""

    gain: float
    men: Men


def best_men(play: Play, choice: Choice) -> Men:
    """The assignment of men with the least expected damage, by the weights set by hand; exact."""
    gains = {
        name: gains_of(play, name, job, min(choice.most, choice.men[job.section]))
        for name, job in choice.jobs.items()
    }
    # The jobs of each group; those without a group are independent.
    groups: dict[str, list[str]] = {"": []}
    for name, job in choice.jobs.items():
        groups.setdefault(job.group, []).append(name)
    independent = groups.pop("")
    best = Assignment(gain=-1.0, men={})
    # Of the jobs of a group only one may have men: each is tried.
    for grouped in product(*groups.values()):
        assignment = _share_by_section(
            choice, {name: gains[name] for name in (*independent, *grouped)}
        )
        if assignment.gain > best.gain + NOISE:
            best = assignment
    return {name: best.men[name] for name in choice.jobs if best.men.get(name)}


def _share_by_section(choice: Choice, gains: dict[str, list[float]]) -> Assignment:
    """The best assignment of the men of all sections to some jobs."""
    gain = 0.0
    men: Men = {}
    for section in SECTIONS:
        gains_here = {name: gains[name] for name in gains if choice.jobs[name].section == section}
        assignment = _share_out(gains_here, choice.men.get(section, 0))
        gain += assignment.gain
        men |= assignment.men
    return Assignment(gain, men)


def _share_out(gains: dict[str, list[float]], men: int) -> Assignment:
    """The best assignment of a section's men to its jobs, with as few men as possible."""
    # The best assignment of 0, 1, ... men, for the jobs so far.
    best = [Assignment(gain=0.0, men={})] * (men + 1)
    for name, gain in gains.items():
        after = []
        for have in range(men + 1):
            chosen = best[have]
            for used in range(1, min(have, len(gain) - 1) + 1):
                others = best[have - used]
                whole = others.gain + gain[used]
                if whole > chosen.gain + NOISE:
                    chosen = Assignment(whole, {**others.men, name: used})
            after.append(chosen)
        best = after
    return best[men]


def left_alone(play: Play, choice: Choice, orders: Men) -> list[str]:
    """Jobs that idle men could do without preventing damage, by the weights set by hand; one of
    each group.
    """
    idle = choice.idle(orders)
    groups = {choice.jobs[name].group for name in orders} - {""}
    names = []
    for name, job in choice.jobs.items():
        if name in orders or job.group in groups or not idle[job.section]:
            continue
        if not success(play, name, job, men=1):
            continue
        if max(gains_of(play, name, job, min(choice.most, idle[job.section]))) <= NOISE:
            names.append(name)
            groups |= {job.group} - {""}
    return names


def not_needed(jobs: Mapping[str, Job]) -> list[str]:
    """The jobs that no fight depends on: secondary compartments, the last in the order of rolls."""
    return [name for name, job in jobs.items() if job.kind == SECONDARY]


def helps(play: Play, name: str, job: Job, most: int) -> bool:
    """Whether men for a job prevent more damage than one job less to do is worth."""
    return max(gains_of(play, name, job, most)) > LESS_TO_DO


def gains_of(play: Play, name: str, job: Job, most: int) -> list[float]:
    """The damage that 0, 1, 2 ... men prevent."""
    without = expected_damage(play, name, job, men=0)
    return [0.0, *(without - expected_damage(play, name, job, men) for men in range(1, most + 1))]
