"""What a raid teaches: the last part of an action report, in figures of that raid and nothing else."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

from picket_duty.book import Tables
from picket_duty.facts import Fate, Phase, Side, shooter_side
from picket_duty.text import count
from picket_duty.text.deck_log import shooter_words
from picket_duty.text.names import title_case


def lessons(phase: Phase, tables: Tables) -> list[str]:
    """The lessons of a phase, each a sentence or two; at least one."""
    found = [*_best(phase, tables), *_guns(phase, tables), *_not_fired_at(phase), *_aflame(phase), *_fighters(phase)]
    found += [*_maneuvers(phase), *_repairs(phase)]
    return found or ["Nothing new was learned."]


def _best(phase: Phase, tables: Tables) -> Iterator[str]:
    """Who brought most down."""
    counts = Counter(phase.shot_down_by)
    if not counts:
        return
    most = max(counts.values())
    best = [by for by, number in counts.items() if number == most]
    if most > 1 and len(best) == 1:
        yield f"{title_case(shooter_words(best[0], tables))} brought down {most} of {sum(counts.values())}."


def _guns(phase: Phase, tables: Tables) -> Iterator[str]:
    """Which calibre hit most often for its shots, and which most seldom."""
    fired: dict[str, list[bool]] = {}
    for wave in phase.waves:
        for shot in wave.shots:
            if shot.by_guns:
                fired.setdefault(tables.mounted[shot.by].name, []).append(shot.is_hit)
    if len(fired) < 2:
        return
    order = sorted(fired, key=lambda kind: -sum(fired[kind]) / len(fired[kind]))
    best, worst = order[0], order[-1]
    if sum(fired[best]) * len(fired[worst]) == sum(fired[worst]) * len(fired[best]):
        return
    yield (
        f"The {best} guns did best, {sum(fired[best])} of {count(len(fired[best]), 'shot')} with effect; the {worst} "
        f"guns did worst, {sum(fired[worst])} of {len(fired[worst])}."
    )


def _not_fired_at(phase: Phase) -> Iterator[str]:
    """Planes that nobody fired at, and how many of them struck."""
    left = struck = 0
    for wave in phase.waves:
        shot_at = {shot.plane for shot in wave.shots}
        free = [plane for plane in wave.planes if plane.number not in shot_at]
        left += len(free)
        struck += sum(plane.fate is Fate.CRASHED for plane in free)
    if left:
        yield f"{title_case(count(left, 'plane'))} came in that nobody fired at; {struck} struck the ship."


def _aflame(phase: Phase) -> Iterator[str]:
    """Planes that struck though they were aflame."""
    aflame = [plane for plane in phase.planes if plane.set_afire and not plane.destroyed]
    struck = sum(plane.fate is Fate.CRASHED for plane in aflame)
    if struck:
        yield f"A plane set aflame is not stopped: of {len(aflame)} aflame {struck} struck the ship all the same."


def _fighters(phase: Phase) -> Iterator[str]:
    """What the fighters took off the ship's guns."""
    down = phase.shot_down_by
    taken = sum(shooter_side(slot) is Side.FIGHTERS for slot in down)
    if taken:
        yield f"The combat air patrol brought down {taken} of the {count(len(down), 'plane')} shot down."


def _maneuvers(phase: Phase) -> Iterator[str]:
    """How often radical maneuvers came off."""
    tried = [wave.maneuver for wave in phase.waves if wave.maneuver is not None]
    if tried:
        yield f"Radical maneuvers were tried in {count(len(tried), 'wave')} and came off in {sum(tried)}."


def _repairs(phase: Phase) -> Iterator[str]:
    """How many of the repair parties' jobs were done."""
    jobs = phase.repairs
    if jobs:
        yield f"Of {count(len(jobs), 'repair job')} {sum(job.success for job in jobs)} succeeded."
