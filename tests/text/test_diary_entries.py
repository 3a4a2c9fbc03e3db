"""Sentences of war diary, action report and deck log from facts made by hand; the golden texts have the wording.

An occasion has several wordings, one of which the date selects; each test allows all of them.
"""

from __future__ import annotations

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DamageEffect, Light, Reason, Sky, Track
from picket_duty.events import Control, Damage, Fire, Loss, Raid, Strike, Support
from picket_duty.facts import Fate, Impact, Phase, PlaneReport, WaveReport, shot_of
from picket_duty.text.deck_log import format_cause
from picket_duty.text.diary_entries import lessons
from picket_duty.text.phrases import cases

TABLES = load_tables()


def test_every_reason_and_cause_of_the_rules_has_its_words():
    assert all(row.diary for row in (*cases("leave_reason").values(), *cases("loss_reason").values()))
    assert {*cases("leave_reason"), *cases("loss_reason")} == set(Reason)
    assert format_cause("5-inch magazine 4 exploded") == "after 5-inch magazine 4 exploded"
    assert format_cause("deck fire out of control, flooding") == (
        "after a deck fire got out of control and from progressive flooding"
    )
    assert format_cause("her damage, on the way to repair") == "from her damage"


LABEL = "1945-04-06/morning"


def fire(plane: int, by: str, hits: int, state: str, before: str = "undamaged") -> Fire:
    return Fire(plane=plane, by=by, hits=hits, state=state, state_before=before)


def impact(number: int, plane: PlaneReport, outcome: str, section: str = "", **more) -> Impact:
    strike = Strike(plane=plane.number, outcome="hit", section=section)
    return Impact(number, plane.number, plane.type, plane.weapon, plane.bearing, outcome, section, strike, **more)


@pytest.fixture
def wave() -> WaveReport:
    """Two planes destroyed, one set afire that crashed, a near miss, a Jill whose torpedo struck and that missed."""
    planes = [
        PlaneReport(0, "Val", 45, "L", "", Fate.SPLASHED, destroyed_by="5in-1"),
        PlaneReport(1, "Zeke", 180, "H", "", Fate.CRASHED, set_afire_by="40mm-A"),
        PlaneReport(2, "Jill", None, None, "torpedo", Fate.MISSED, weapon_result="damage"),
        PlaneReport(3, "Val", 0, "M", "", Fate.SPLASHED, "", "AFS carrier 1"),
        PlaneReport(4, "Kate", 90, "L", "", Fate.NEAR_MISS),
    ]
    shots = [
        Support(plane=3, by="AFS carrier 1", hits=3, state="destroyed", state_before="undamaged"),
        Support(plane=3, by="SFS 1", hits=0, state="undamaged", state_before="undamaged"),
        fire(0, "5in-1", 3, "destroyed"),
        fire(1, "40mm-A", 3, "shot_down"),
        fire(1, "40mm-B", 0, "shot_down", "shot_down"),
    ]
    raid_wave = WaveReport(1, planes, [shot_of(shot) for shot in shots], maneuver=False, missed=[2])
    lost = Loss(track=Track.MEN_AFT, points=2, left=11)
    lit = Damage(section="aft", item="deck fire", effect=DamageEffect.LIT, points=2)
    raid_wave.impacts = [
        impact(1, planes[2], "special", after=[Loss(track=Track.HULL, points=1, left=5)], place="Hull damage"),
        impact(2, planes[1], "hit", "aft", after=[lit, lost], flamed=True, room="Laundry", place="Laundry Hit"),
        impact(0, planes[4], "near_miss"),
    ]
    raid_wave.control = [Control(section="aft", job="deck fire aft", men=3, success=True, markers=0)]
    return raid_wave


@pytest.fixture
def phase(wave: WaveReport) -> Phase:
    raid_phase = Phase(LABEL, "1945-04-06", "morning", Light.DAY, 1, Sky.CLEAR, waves=[wave])
    raid_phase.raid = Raid(planes=5, kikusui=False, table="8-1C")
    return raid_phase


def test_a_lesson_needs_five_cases(phase, wave):
    assert lessons(phase, TABLES) == []
    first = wave.shots
    wave.shots = [
        *first,
        *(shot_of(fire(0, by, hits, "undamaged")) for by, hits in [("5in-1", 1)] * 4 + [("40mm-A", 0)] * 3),
    ]
    battery = "The 5-inch battery was the most effective (5 of 5 bursts), the 40 mm battery the least (1 of 5)."
    assert lessons(phase, TABLES) == [battery]
    wave.shots = first
    wave.planes += [
        PlaneReport(n, "Val", 0, "L", "", Fate.CRASHED if n == 5 else Fate.MISSED, set_afire_by="5in-1")
        for n in range(5, 9)
    ]
    assert lessons(phase, TABLES) == [
        "Of 6 planes not taken under fire, 1 crashed into the ship.",
        "Of 5 planes set afire, 2 crashed into the ship. A burning plane must be kept under fire.",
    ]
    wave.planes = wave.planes[:5]
    wave.control *= 5
    assert lessons(phase, TABLES) == ["Repair parties completed 5 of 5 jobs attempted during the action."]
    phase.waves = [msgspec.structs.replace(wave, control=[], number=n) for n in range(1, 6)]
    assert "Radical maneuvers were attempted against 5 waves and succeeded against 0." in lessons(phase, TABLES)
