"""The action report's voice: sentences about one raid that the deck log does not have, and lessons from it.

A lesson needs at least five cases, because fewer show nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Light, StrikeOutcome
from picket_duty.facts import Day, Fate, Impact, MenLost, Phase, PlaneReport, Shot, Side, harm_of, shooter_side
from picket_duty.text.deck_log import impact_words, killed_sentences, kinds_words, shooter_words, struck_words
from picket_duty.text.diary_entries import (
    company_words,
    ends_sentences,
    place_words,
)
from picket_duty.text.names import naval_name, number_words, part_of_ship
from picket_duty.text.phrases import phrase, words

#: The fewest cases that support a lesson.
CASES = 5


def preliminaries(day: Day, phase: Phase, tables: Tables) -> str:
    """The ship's station, the ships in company, her captain, the weather, and the first report."""
    assert phase.raid is not None
    number = phase.raid.planes
    station = words(phrase("report_on_station").deck_log, station=phase.station) if phase.station else ""
    captain = naval_name(day.crew.get("captain", ""))
    night = phase.light is Light.NIGHT
    sky = phrase("weather", phase.weather).diary[0] if phase.weather else "not recorded"
    return words(
        phrase("preliminaries").deck_log,
        ship=day.ship,
        station=station or phrase("report_off_station").deck_log,
        place=place_words(phase, tables),
        company=company_words(phase),
        team=phrase("directors").deck_log if phase.directors else "",
        light="darkness" if night else "",
        weather=f"weather: {sky}" if night else f"Weather: {sky}",
        captain=captain,
        bogeys=words((phrase("one_bogey") if number == 1 else phrase("bogeys")).diary[0], number=number_words(number)),
        verb="was" if number == 1 else "were",
    )


def raid_result(phase: Phase, tables: Tables) -> str:
    """The fates of the planes of a raid, the effects of weapons, and which planes were splashed."""
    planes = phase.planes
    if not planes:
        return phrase("none_sighted").diary[0]
    met, waves = len(planes), len(phase.waves)
    attacked = words(
        phrase("attacked").deck_log,
        planes=f"{number_words(met)} enemy {'plane' if met == 1 else 'planes'}",
        waves=words(phrase("waves").deck_log, number=number_words(waves)) if waves > 1 else "",
    )
    first, *others = ends_sentences(planes, phase.label, tables)
    # The number of planes was already given.
    sentences = [attacked, re.sub(r"^Of (?:the )?\w+ planes, ", "Of these, ", first), *others]
    for impact in phase.impacts:
        if impact.by_weapon:
            sentences.append(struck_words(impact))
    splashed = [plane for plane in planes if plane.fate is Fate.SPLASHED]
    if splashed:
        sentences.append(words(phrase("enemy_losses").deck_log, kinds=kinds_words(splashed)))
    return " ".join(sentences)


def support_words(shots: Sequence[Shot]) -> str:
    """The attacks of fighters and support craft and their effect; empty if there were none."""
    support = [shot.is_hit for shot in shots if not shot.by_guns]
    return words(phrase("support_fire").deck_log, attacks=len(support), good=sum(support) or "none") if support else ""


def fate_words(plane: PlaneReport) -> str:
    """The history of a plane: the effect of fire on it, the effect of its weapon, its fate."""
    fate = phrase("ended", plane.fate).deck_log
    if plane.fate is Fate.SPLASHED:
        return fate
    weapon = plane.weapon_result if plane.weapon_result in (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS) else "struck"
    parts = (
        phrase("set_afire").deck_log if plane.set_afire else "",
        phrase("weapon_fate", weapon).deck_log if plane.weapon_result else "",
        fate,
    )
    return ", ".join(part for part in parts if part)


def impact_line(impact: Impact, tables: Tables) -> str:
    """An impact in the list of damage: plane or weapon, its direction, and its effect."""
    return words(phrase("blow").deck_log, number=impact.number or None, impact=impact_words(impact, tables))


def casualty_lines(phase: Phase) -> list[str]:
    """The officers and chiefs killed, then the men of each repair party killed or wounded."""
    men = [
        words(
            phrase("section_men_lost").deck_log,
            number=number_words(entry.men),
            men=entry.men,
            section=part_of_ship(entry.section),
        )
        for entry in harm_of(phase.aftermath).entries
        if isinstance(entry, MenLost)
    ]
    return [*killed_sentences(phase.aftermath), *men]


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
        yield words(phrase("best_shooter").deck_log, shooter=shooter, planes=most, all=counts.total())


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
        phrase("guns_compared").deck_log,
        best=best,
        best_hits=sum(fired[best]),
        best_shots=len(fired[best]),
        worst=worst,
        worst_hits=sum(fired[worst]),
        worst_shots=len(fired[worst]),
    )


def _not_fired_at(phase: Phase) -> Iterator[str]:
    """Planes that nobody fired at, and how many of them struck."""
    free: list[PlaneReport] = []
    for wave in phase.waves:
        shot_at = {shot.plane for shot in wave.shots}
        free += [plane for plane in wave.planes if plane.number not in shot_at]
    if len(free) >= CASES:
        yield words(phrase("not_fired_at").deck_log, planes=len(free), struck=_crashed(free))


def _aflame(phase: Phase) -> Iterator[str]:
    """Planes that struck though they were afire."""
    afire = [plane for plane in phase.planes if plane.afire]
    struck = _crashed(afire)
    if struck and len(afire) >= CASES:
        yield words(phrase("struck_aflame").deck_log, afire=len(afire), struck=struck)


def _crashed(planes: Sequence[PlaneReport]) -> int:
    return sum(plane.fate is Fate.CRASHED for plane in planes)


def _fighters(phase: Phase) -> Iterator[str]:
    """How many of the planes set afire or splashed were credited to fighters."""
    down = phase.shot_down_by
    planes = sum(shooter_side(slot) is Side.FIGHTERS for slot in down)
    if planes and len(down) >= CASES:
        yield words(phrase("fighters_share").deck_log, planes=planes, all=len(down))


def _maneuvers(phase: Phase) -> Iterator[str]:
    """How often radical maneuvers succeeded."""
    attempts = [wave.maneuver for wave in phase.waves if wave.maneuver is not None]
    if len(attempts) >= CASES:
        yield words(phrase("maneuvers").deck_log, waves=len(attempts), successes=sum(attempts))


def _repairs(phase: Phase) -> Iterator[str]:
    """How many of the repair jobs succeeded."""
    jobs = [job.success for job in phase.repairs]
    if len(jobs) >= CASES:
        yield words(phrase("repairs").deck_log, jobs=len(jobs), successes=sum(jobs))
