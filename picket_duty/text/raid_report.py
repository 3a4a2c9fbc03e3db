"""The action report's voice: sentences about one raid that the deck log does not have, and what the raid teaches."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from picket_duty.book import Tables
from picket_duty.book.vocabulary import StrikeOutcome
from picket_duty.facts import Blow, Day, Fate, Phase, Plane, Shot, Side, shooter_side
from picket_duty.facts.wave_facts import BlowOutcome
from picket_duty.text.deck_log import clauses, shooter_words
from picket_duty.text.names import sentence
from picket_duty.text.phrases import battle_rows, raid_rows, words


def preliminaries(day: Day, phase: Phase) -> str:
    """Where the ship was, what was reported, and who commanded her."""
    assert phase.raid is not None
    return words(
        raid_rows.PRELIMINARIES.report,
        ship=day.ship,
        station=phase.station or "-",
        light=phase.light,
        weather=phase.weather,
        captain=day.crew.get("captain", ""),
        planes=phase.raid.planes,
        table=phase.raid.table,
        waves=len(phase.waves),
    )


def raid_result(phase: Phase) -> str:
    """The raid in figures: what was shot down, what struck, what fell close aboard."""
    outcomes = Counter(blow.outcome for blow in phase.blows)
    return words(
        raid_rows.RESULT.report,
        met=len(phase.planes),
        destroyed=phase.counts.splashed,
        flamed=phase.counts.set_afire,
        strikes=outcomes[BlowOutcome.CRASH],
        near=outcomes[BlowOutcome.NEAR_MISS],
        weapons=outcomes[BlowOutcome.WEAPON] or None,
    )


def firing_words(shots: Sequence[Shot]) -> str:
    """How many mounts, fighters and support ships shot at a wave, and with what effect."""
    guns = [shot.is_hit for shot in shots if shot.by_guns]
    support = [shot.is_hit for shot in shots if not shot.by_guns]
    return words(
        raid_rows.FIRING.report, mounts=len(guns), hits=sum(guns), attacks=len(support) or None, good=sum(support)
    )


def fate_words(plane: Plane) -> str:
    """What became of a plane: what fire made of it, what its weapon did, how it ended."""
    fate = battle_rows.FATES[plane.fate].report
    if plane.fate is Fate.SPLASHED:
        return fate
    weapon = plane.weapon_result if plane.weapon_result in (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS) else "struck"
    parts = (
        battle_rows.SET_AFIRE.report if plane.set_afire else "",
        battle_rows.WEAPON_FATES[weapon].report if plane.weapon_result else "",
        fate,
    )
    return ", ".join(part for part in parts if part)


def blow_line(blow: Blow, tables: Tables) -> str:
    """A blow in the list of the damage: plane, place by the chart, and what it did with all figures."""
    first = words(
        raid_rows.BLOW.report,
        number=blow.number or None,
        type=blow.type,
        weapon=blow.weapon,
        bearing=f"{blow.bearing:03d}" if blow.bearing is not None else "",
        outcome=battle_rows.blow_row(blow).report,
        section=blow.section,
        place=blow.place,
    )
    after = "; ".join(clauses(blow.after, tables, figures=True))
    return f"{first} {sentence(after)}" if after else first


# -- what a raid teaches, in figures of that raid ------------------------------


def lessons(phase: Phase, tables: Tables) -> list[str]:
    """The lessons of a phase, each a sentence or two; at least one."""
    sentences = [*_best(phase, tables), *_guns(phase, tables), *_not_fired_at(phase), *_aflame(phase)]
    sentences += [*_fighters(phase), *_maneuvers(phase), *_repairs(phase)]
    return sentences or [raid_rows.NOTHING_NEW.report]


def _best(phase: Phase, tables: Tables) -> Iterator[str]:
    """Who shot down most."""
    counts = Counter(phase.shot_down_by)
    if not counts:
        return
    most = max(counts.values())
    best = [slot for slot, planes in counts.items() if planes == most]
    if most > 1 and len(best) == 1:
        shooter = shooter_words(best[0], tables)
        yield words(raid_rows.BEST_SHOOTER.report, shooter=shooter, planes=most, all=counts.total())


def _guns(phase: Phase, tables: Tables) -> Iterator[str]:
    """Which caliber hit most often for its shots, and which least often."""
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
    yield words(
        raid_rows.GUNS_COMPARED.report,
        best=best,
        best_hits=sum(fired[best]),
        best_shots=len(fired[best]),
        worst=worst,
        worst_hits=sum(fired[worst]),
        worst_shots=len(fired[worst]),
    )


def _not_fired_at(phase: Phase) -> Iterator[str]:
    """Planes that nobody fired at, and how many of them struck."""
    free: list[Plane] = []
    for wave in phase.waves:
        shot_at = {shot.plane for shot in wave.shots}
        free += [plane for plane in wave.planes if plane.number not in shot_at]
    if free:
        yield words(raid_rows.NOT_FIRED_AT.report, planes=len(free), struck=_crashed(free))


def _aflame(phase: Phase) -> Iterator[str]:
    """Planes that struck though they were afire."""
    aflame = [plane for plane in phase.planes if plane.set_afire and not plane.destroyed]
    if struck := _crashed(aflame):
        yield words(raid_rows.STRUCK_AFLAME.report, aflame=len(aflame), struck=struck)


def _crashed(planes: Sequence[Plane]) -> int:
    return sum(plane.fate is Fate.CRASHED for plane in planes)


def _fighters(phase: Phase) -> Iterator[str]:
    """How many of the planes shot down the fighters took."""
    down = phase.shot_down_by
    if planes := sum(shooter_side(slot) is Side.FIGHTERS for slot in down):
        yield words(raid_rows.FIGHTERS_SHARE.report, planes=planes, all=len(down))


def _maneuvers(phase: Phase) -> Iterator[str]:
    """How often radical maneuvers succeeded."""
    attempts = [wave.maneuver for wave in phase.waves if wave.maneuver is not None]
    if attempts:
        yield words(raid_rows.MANEUVERS.report, waves=len(attempts), successes=sum(attempts))


def _repairs(phase: Phase) -> Iterator[str]:
    """How many of the repair jobs succeeded."""
    if jobs := [job.success for job in phase.repairs]:
        yield words(raid_rows.REPAIRS.report, jobs=len(jobs), successes=sum(jobs))
