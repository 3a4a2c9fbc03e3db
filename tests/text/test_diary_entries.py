"""Sentences of war diary, action report and deck log from facts made by hand; the golden texts have the wording.

An occasion has several wordings, one of which the date selects; each test allows all of them.
"""

from __future__ import annotations

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DamageEffect, Light, Reason, Sky, Track
from picket_duty.events import Control, Damage, Fire, Loss, Raid, Strike, Support
from picket_duty.facts import Day, Fate, Impact, Phase, PlaneReport, WaveReport, shot_of
from picket_duty.text.deck_log import (
    format_cause,
)
from picket_duty.text.diary_entries import (
    RaidHours,
    day_sentences,
    lessons,
    preliminaries,
    raid_result,
    raid_sentences,
    service_sentences,
)
from picket_duty.text.phrases import cases, phrase, words

TABLES = load_tables()
DATE = "1945-04-06"


def said(fact: str, case: str = "", **fields: str | int) -> set[str]:
    return {words(way, **fields) for way in phrase(fact, case).diary}


def raid(phase: Phase, again: bool = False) -> list[str]:
    """The sentences of a raid that lasted from 0842 to 0935."""
    return raid_sentences(phase, TABLES, RaidHours(phase.date, "0842", "0935"), again)


def phase_of(
    *waves: list[PlaneReport], planes: int = 0, name: str = "morning", sky: Sky = Sky.CLEAR, light: Light = Light.DAY
) -> Phase:
    """A phase with a raid in some waves; the shots follow from the planes."""
    phase = Phase(f"{DATE}/{name}", DATE, name, light, 1, sky)
    for number, wave in enumerate(waves, 1):
        shots = [
            shot_of(Fire(plane=plane.number, by=plane.shot_down_by, hits=3, state=state))
            for plane in wave
            if plane.shot_down_by
            for state in ("shot_down" if plane.set_afire else "destroyed",)
        ]
        missed = [plane.number for plane in wave if plane.fate is Fate.MISSED]
        impacts = [
            Impact(1, plane.number, plane.type, "", 90, "hit", "aft", STRIKE, flamed=plane.set_afire)
            for plane in wave
            if plane.fate is Fate.CRASHED
        ]
        phase.waves.append(WaveReport(number, wave, shots, impacts=impacts, missed=missed))
    if waves or planes:
        phase.raid = Raid(planes=planes or sum(map(len, waves)), kikusui=False, table="8-1A")
    return phase


STRIKE = Strike(plane=0, outcome="hit", section="aft")


def plane(number: int, fate: Fate, kind: str = "Val", afire: str = "", destroyed: str = "") -> PlaneReport:
    return PlaneReport(number, kind, 90, "L", "", fate, afire, destroyed)


def test_planes_that_never_came_in_sight():
    sentences = raid(phase_of([plane(0, Fate.WITHDREW)], planes=3))
    assert sentences[1] in said("some_sighted", met="one", kinds="one Val")
    assert raid(phase_of(planes=3))[1] in said("none_sighted")
    running = phase_of(planes=3)
    running.running = True
    assert len(raid(running)) == 2


PLACE = "bearing 008, distance 51 miles from Point Bolo"


def test_a_diary_day_names_station_company_and_weather():
    phases = [phase_of(name=name, sky=sky) for name, sky in (("morning", Sky.RAIN), ("midday", Sky.RAIN))]
    day = Day(DATE, "USS Bush", phases=[*phases, phase_of(name="evening")])
    fields = {"weather": "rain squalls in the morning and at midday, clear after dark", "station": "1"}
    first, quiet = day_sentences(day, None, TABLES)
    assert first in said("first_station", place=PLACE, company="", **fields)
    assert quiet in said("quiet")
    before = Day("1945-04-05", "USS Bush", phases=[phase_of()])
    assert day_sentences(day, before, TABLES)[0] in said("station", company="", **fields)
    before.phases[0].station = 2
    phases[0].support_craft = 2
    company = "in company with two support craft"
    assert day_sentences(day, before, TABLES)[0] in said("new_station", place=PLACE, company=company, **fields)
    phases[0].support_craft = 0
    company = "no support craft in company"
    assert day_sentences(day, before, TABLES)[0] in said("new_station", place=PLACE, company=company, **fields)
    day.phases = [phase_of(name=name) for name in ("morning", "midday", "evening")]
    fields = {"weather": "clear all day", "station": "1", "company": ""}
    before.phases[0].station = 1
    assert day_sentences(day, before, TABLES)[0] in said("station", **fields)
    assert day_sentences(Day(DATE, "USS Bush"), before, TABLES)[0] in said("no_duty")
    day.phases[2].running = True
    assert day_sentences(day, before, TABLES)[1] in said("not_over")


def test_the_wording_of_a_quiet_day_depends_on_the_situation():
    before = Day("1945-04-05", "USS Bush", phases=[phase_of([plane(0, Fate.MISSED)])])
    day = Day(DATE, "USS Bush", phases=[phase_of()])
    assert day_sentences(day, before, TABLES)[1] in said("quiet_after_raid")
    day.phases = [phase_of(sky=Sky.RAIN)]
    assert day_sentences(day, before, TABLES)[1] in said("quiet_in_rain")
    day.phases = [phase_of(sky=Sky.STORM)]
    opening, quiet = day_sentences(day, before, TABLES)
    assert opening in said("station_in_storm", weather="heavy weather in the morning", station="1", company="")
    assert quiet in said("quiet_in_storm")


def test_every_reason_and_cause_of_the_rules_has_its_words():
    assert all(row.diary for row in (*cases("leave_reason").values(), *cases("loss_reason").values()))
    assert {*cases("leave_reason"), *cases("loss_reason")} == set(Reason)
    assert format_cause("5-inch magazine 4 exploded") == "after 5-inch magazine 4 exploded"
    assert format_cause("deck fire out of control, flooding") == (
        "after a deck fire got out of control and from progressive flooding"
    )
    assert format_cause("her damage, on the way to repair") == "from her damage"


def test_the_service_of_a_ship_in_numbers():
    day = Day(DATE, "USS Bush", phases=[phase_of([plane(0, Fate.SPLASHED, destroyed="5in-1"), plane(1, Fate.MISSED)])])
    assert service_sentences([day], TABLES) == [
        "On picket duty for one day, 6 April, on Radar Picket Station No. 1.",
        "Met two enemy planes: one was splashed and one missed.",
    ]
    quiet = Day("1945-04-07", "USS Bush", phases=[phase_of()])
    assert service_sentences([quiet], TABLES)[1] == "No enemy planes were met."
    assert service_sentences([Day(DATE, "USS Bush")], TABLES) == []


LABEL = "1945-04-06/morning"


def fire(plane: int, by: str, hits: int, state: str, before: str = "undamaged") -> Fire:
    return Fire(plane=plane, by=by, hits=hits, state=state, state_before=before)


def cover(plane: int, by: str, hits: int, state: str) -> Support:
    return Support(plane=plane, by=by, hits=hits, state=state, state_before="undamaged")


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
        cover(3, "AFS carrier 1", 3, "destroyed"),
        cover(3, "SFS 1", 0, "undamaged"),
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


def test_the_preliminaries_name_station_company_and_captain(phase):
    day = Day("1945-04-06", "USS Bush", crew={"captain": "Cdr. Able"})
    phase.support_craft, phase.directors = 1, True
    assert preliminaries(day, phase, TABLES) == (
        "USS Bush, Comdr. Able commanding, was patrolling Radar Picket Station No. 1, bearing 008, distance 51 miles "
        "from Point Bolo, in company with one support craft. A fighter direction team was aboard. Weather: clear. Five "
        "bogeys were reported closing."
    )
    phase.station, phase.light, phase.raid = None, Light.NIGHT, Raid(planes=1, kikusui=False, table="8-1C")
    phase.support_craft, phase.directors = None, False
    assert preliminaries(Day("1945-04-06", "USS Bush"), phase, TABLES) == (
        "USS Bush was patrolling off Okinawa without an assigned station. Darkness; weather: clear. A single bogey was "
        "reported closing."
    )


def test_the_result_counts_each_plane_once_and_names_the_losses(phase, wave):
    text = raid_result(phase, TABLES)
    assert text.startswith("Five enemy planes attacked the ship. ")
    assert (
        "two were splashed (one credited to ship's gunfire and one to the combat air patrol), one crashed into" in text
    )
    assert text.endswith("Torpedo from Jill struck the ship. Enemy losses: two Vals splashed.")
    wave.impacts = wave.impacts[1:]
    assert "Torpedo" not in raid_result(phase, TABLES)
    wave.planes = []
    assert raid_result(phase, TABLES) == "None came within sight."


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
