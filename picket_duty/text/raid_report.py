"""The action report, in the voice of the deck log: what it says about one raid beside the log, and its lessons.

A lesson needs at least five cases, because fewer show nothing.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Sequence
from typing import Any

from picket_duty.book import Tables
from picket_duty.book.vocabulary import Light, StrikeOutcome
from picket_duty.facts import Day, Fate, Impact, MenLost, Phase, PlaneReport, Shot, Side, harm_of, shooter_side
from picket_duty.text.battle import format_shooter
from picket_duty.text.deck_log import format_impact, format_kinds, format_strike, killed_sentences
from picket_duty.text.diary_entries import (
    ends_sentences,
    format_company,
    format_place,
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
        place=format_place(phase, tables),
        company=format_company(phase),
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
            sentences.append(format_strike(impact))
    splashed = [plane for plane in planes if plane.fate is Fate.SPLASHED]
    if splashed:
        sentences.append(words(phrase("enemy_losses").deck_log, kinds=format_kinds(splashed)))
    return " ".join(sentences)


def format_support(shots: Sequence[Shot]) -> str:
    """The attacks of fighters and support craft and their effect; empty if there were none."""
    support = [shot.is_hit for shot in shots if not shot.by_guns]
    return words(phrase("support_fire").deck_log, attacks=len(support), good=sum(support) or "none") if support else ""


def format_fate(plane: PlaneReport) -> str:
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
    return words(phrase("blow").deck_log, number=impact.number or None, impact=format_impact(impact, tables))


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


def lessons(phase: Phase, tables: Tables) -> list[str]:
    """The lessons of a phase, each a sentence or two; none if no lesson has enough cases."""
    rows = {
        "best_shooter": _best_shooter(phase, tables),
        "guns_compared": _guns_compared(phase, tables),
        **_planes_compared(phase),
        "maneuvers": _successes([wave.maneuver for wave in phase.waves if wave.maneuver is not None]),
        "repairs": _successes([job.success for job in phase.repairs]),
    }
    return [words(phrase(name).deck_log, **fields) for name, fields in rows.items() if fields]


def _best_shooter(phase: Phase, tables: Tables) -> dict[str, Any]:
    counts = Counter(phase.shot_down_by)
    best = [slot for slot, planes in counts.items() if planes == max(counts.values())]
    if len(best) != 1 or counts[best[0]] < 2 or counts.total() < CASES:
        return {}
    shooter = format_shooter(best[0], "deck_log", tables)
    return {"shooter": shooter, "planes": counts[best[0]], "all": counts.total()}


def _guns_compared(phase: Phase, tables: Tables) -> dict[str, Any]:
    fired: dict[str, list[bool]] = {}
    for shot in (shot for wave in phase.waves for shot in wave.shots if shot.by_guns):
        fired.setdefault(tables.mounted[shot.by].name, []).append(shot.is_hit)
    if len(fired) < 2 or any(len(bursts) < CASES for bursts in fired.values()):
        return {}
    best, *_, worst = sorted(fired, key=lambda kind: -sum(fired[kind]) / len(fired[kind]))
    hits, shots = sum(fired[best]), len(fired[best])
    worst_hits, worst_shots = sum(fired[worst]), len(fired[worst])
    if hits * worst_shots == worst_hits * shots:
        return {}
    fields = {"best": best, "best_hits": hits, "best_shots": shots}
    return fields | {"worst": worst, "worst_hits": worst_hits, "worst_shots": worst_shots}


def _planes_compared(phase: Phase) -> dict[str, dict[str, Any]]:
    """How many planes struck that nobody fired at, how many though they were afire, and the share of fighters."""
    shot_at = {(wave.number, shot.plane) for wave in phase.waves for shot in wave.shots}
    free = [plane for wave in phase.waves for plane in wave.planes if (wave.number, plane.number) not in shot_at]
    afire = [plane for plane in phase.planes if plane.afire]
    down = phase.shot_down_by
    fighters = sum(shooter_side(slot) is Side.FIGHTERS for slot in down)
    burning = _crashed(afire)
    return {
        "not_fired_at": {"planes": len(free), "struck": _crashed(free)} if len(free) >= CASES else {},
        "struck_aflame": {"afire": len(afire), "struck": burning} if burning and len(afire) >= CASES else {},
        "fighters_share": {"planes": fighters, "all": len(down)} if fighters and len(down) >= CASES else {},
    }


def _crashed(planes: Sequence[PlaneReport]) -> int:
    return sum(plane.fate is Fate.CRASHED for plane in planes)


def _successes(tries: Sequence[bool]) -> dict[str, Any]:
    return {"tries": len(tries), "successes": sum(tries)} if len(tries) >= CASES else {}
