"""The action report's voice: sentences about one raid that the deck log does not have, and lessons from it.

A lesson needs at least five cases, because fewer show nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Light, StrikeOutcome
from picket_duty.facts import Blow, Day, Fate, Killed, MenLost, Phase, Plane, Shot, Side, harm_of, shooter_side
from picket_duty.text.deck_log import clauses, killed_clause, kinds_words, shooter_words
from picket_duty.text.diary_entries import (
    article,
    company_words,
    ends_sentences,
    place_words,
    plane_words,
    side_words,
)
from picket_duty.text.names import WEAPONS, naval_name, number_words, part_of_ship, sentence, the_room, title_case
from picket_duty.text.phrases import battle_rows, day_rows, raid_rows, words

#: The fewest cases that support a lesson.
CASES = 5


def preliminaries(day: Day, phase: Phase, tables: Tables) -> str:
    """The ship's station, the ships in company, her captain, the weather, and the first report."""
    assert phase.raid is not None
    number = phase.raid.planes
    station = words(raid_rows.ON_STATION.report, station=phase.station) if phase.station else ""
    captain = naval_name(day.crew.get("captain", ""))
    night = phase.light is Light.NIGHT
    sky = day_rows.WEATHER[phase.weather].diary[0] if phase.weather else "not recorded"
    return words(
        raid_rows.PRELIMINARIES.report,
        ship=day.ship,
        station=station or raid_rows.OFF_STATION.report,
        place=place_words(phase, tables),
        company=company_words(phase),
        team=raid_rows.DIRECTORS.report if phase.directors else "",
        light="darkness" if night else "",
        weather=f"weather: {sky}" if night else f"Weather: {sky}",
        captain=captain,
        bogeys=words((raid_rows.ONE_BOGEY if number == 1 else raid_rows.BOGEYS).diary[0], number=number_words(number)),
        verb="was" if number == 1 else "were",
    )


def raid_result(phase: Phase, tables: Tables) -> str:
    """The fates of the planes of a raid, the effects of weapons, and which planes were splashed."""
    planes = phase.planes
    if not planes:
        return raid_rows.NONE_SIGHTED.diary[0]
    met, waves = len(planes), len(phase.waves)
    attacked = words(
        raid_rows.ATTACKED.report,
        planes=f"{number_words(met)} enemy {'plane' if met == 1 else 'planes'}",
        waves=words(raid_rows.WAVES.report, number=number_words(waves)) if waves > 1 else "",
    )
    first, *others = ends_sentences(planes, phase.label, tables)
    # The number of planes was already given.
    sentences = [attacked, re.sub(r"^Of (?:the )?\w+ planes, ", "Of these, ", first), *others]
    for blow in phase.blows:
        if blow.by_weapon:
            sentences.append(f"{_what(blow)}.")
    splashed = [plane for plane in planes if plane.fate is Fate.SPLASHED]
    if splashed:
        sentences.append(words(raid_rows.ENEMY_LOSSES.report, kinds=kinds_words(splashed)))
    return " ".join(sentences)


def support_words(shots: Sequence[Shot]) -> str:
    """The attacks of fighters and support craft and their effect; empty if there were none."""
    support = [shot.is_hit for shot in shots if not shot.by_guns]
    return words(raid_rows.SUPPORT_FIRE.report, attacks=len(support), good=sum(support) or "none") if support else ""


def fate_words(plane: Plane) -> str:
    """The history of a plane: the effect of fire on it, the effect of its weapon, its fate."""
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
    """A blow in the list of damage: plane or weapon, its direction, and its effect."""
    first = words(
        raid_rows.BLOW.report,
        number=blow.number or None,
        end=_what(blow) if blow.number else title_case(_what(blow)),
        place=the_room(blow.room) if blow.room else "",
    )
    after = "; ".join(clauses([event for event in blow.after if not isinstance(event, Killed)], tables))
    return f"{first} {sentence(after)}" if after else first


def _what(blow: Blow) -> str:
    """The act of a plane or its weapon."""
    return words(
        battle_rows.blow_row(blow).report,
        plane=plane_words(blow) if not blow.by_weapon else article(blow.type),
        weapon=article(WEAPONS[blow.weapon]) if blow.weapon else "",
        side=side_words(blow),
        part=part_of_ship(blow.section),
    )


def casualty_lines(phase: Phase) -> list[str]:
    """The officers and chiefs killed, then the men of each repair party killed or wounded."""
    killed = [sentence(killed_clause(event)) for event in phase.aftermath if isinstance(event, Killed)]
    men = [
        words(
            raid_rows.SECTION_MEN_LOST.report,
            number=number_words(entry.men),
            men=entry.men,
            section=part_of_ship(entry.section),
        )
        for entry in harm_of(phase.aftermath).entries
        if isinstance(entry, MenLost)
    ]
    return [*killed, *men]


# -- lessons, in figures of that raid -----------------------------------------


def lessons(phase: Phase, tables: Tables) -> list[str]:
    """The lessons of a phase, each a sentence or two; none if no lesson has enough cases."""
    sentences = [*_best(phase, tables), *_guns(phase, tables), *_not_fired_at(phase), *_aflame(phase)]
    sentences += [*_fighters(phase), *_maneuvers(phase), *_repairs(phase)]
    return sentences


def _best(phase: Phase, tables: Tables) -> Iterator[str]:
    """Who set afire or splashed the most planes."""
    counts = Counter(phase.shot_down_by)
    if not counts:
        return
    most = max(counts.values())
    best = [slot for slot, planes in counts.items() if planes == most]
    if most > 1 and len(best) == 1 and counts.total() >= CASES:
        shooter = shooter_words(best[0], tables)
        yield words(raid_rows.BEST_SHOOTER.report, shooter=shooter, planes=most, all=counts.total())


def _guns(phase: Phase, tables: Tables) -> Iterator[str]:
    """The most and the least effective battery per burst, if each fired often enough."""
    fired: dict[str, list[bool]] = {}
    for wave in phase.waves:
        for shot in wave.shots:
            if shot.by_guns:
                fired.setdefault(tables.mounted[shot.by].name, []).append(shot.is_hit)
    if len(fired) < 2 or any(len(bursts) < CASES for bursts in fired.values()):
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
    if len(free) >= CASES:
        yield words(raid_rows.NOT_FIRED_AT.report, planes=len(free), struck=_crashed(free))


def _aflame(phase: Phase) -> Iterator[str]:
    """Planes that struck though they were afire."""
    afire = [plane for plane in phase.planes if plane.afire]
    struck = _crashed(afire)
    if struck and len(afire) >= CASES:
        yield words(raid_rows.STRUCK_AFLAME.report, afire=len(afire), struck=struck)


def _crashed(planes: Sequence[Plane]) -> int:
    return sum(plane.fate is Fate.CRASHED for plane in planes)


def _fighters(phase: Phase) -> Iterator[str]:
    """How many of the planes set afire or splashed were credited to fighters."""
    down = phase.shot_down_by
    planes = sum(shooter_side(slot) is Side.FIGHTERS for slot in down)
    if planes and len(down) >= CASES:
        yield words(raid_rows.FIGHTERS_SHARE.report, planes=planes, all=len(down))


def _maneuvers(phase: Phase) -> Iterator[str]:
    """How often radical maneuvers succeeded."""
    attempts = [wave.maneuver for wave in phase.waves if wave.maneuver is not None]
    if len(attempts) >= CASES:
        yield words(raid_rows.MANEUVERS.report, waves=len(attempts), successes=sum(attempts))


def _repairs(phase: Phase) -> Iterator[str]:
    """How many of the repair jobs succeeded."""
    jobs = [job.success for job in phase.repairs]
    if len(jobs) >= CASES:
        yield words(raid_rows.REPAIRS.report, jobs=len(jobs), successes=sum(jobs))
