"""The sentences of action report and deck log about one raid, word for word, from facts made by hand."""

from __future__ import annotations

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DamageEffect, Light, Sky, Track
from picket_duty.events import Control, Crew, Damage, Fire, Loss, Raid, Strike, Support
from picket_duty.facts import Day, Fate, GameFacts, Impact, Killed, Phase, PlaneReport, WaveReport, shot_of
from picket_duty.pages.blocks import Items
from picket_duty.pages.log_pages import action_blocks
from picket_duty.text.deck_log import (
    clauses,
    dive_sentences,
    fight_sentences,
    format_contact,
    format_impact,
    format_sighting,
    impacts_logged,
    killed_sentences,
    repair_clauses,
)
from picket_duty.text.diary_entries import (
    casualty_lines,
    format_fate,
    lessons,
    preliminaries,
    raid_result,
)

TABLES = load_tables()
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


def test_casualties_are_the_killed_and_the_men_of_each_section(phase, wave):
    crew = Crew(post="xo", killed=True, value=1, name="Lt. Baker")
    wave.impacts[1].after.append(Killed("xo", "Lt. Cdr. Able", "Lt. Baker", crew))
    assert casualty_lines(phase) == [
        "The executive officer, Lt. Comdr. Able, was killed in action and Lt. Baker assumed his duties.",
        "Two men of the repair party aft killed or wounded.",
    ]


def test_each_fate_has_its_words(wave):
    assert [format_fate(plane) for plane in wave.planes] == [
        "splashed",
        "set afire, crashed into ship",
        "weapon hit ship, missed",
        "splashed",
        "crashed close aboard",
    ]
    betty = PlaneReport(0, "Betty", None, None, "ohka", Fate.WITHDREW, weapon_result="near_miss")
    assert format_fate(betty) == "weapon exploded close aboard, withdrew"
    fallen = PlaneReport(0, "Betty", None, None, "ohka", Fate.WITHDREW, set_afire_by="5in-1")
    assert format_fate(fallen) == "set afire, withdrew"
    assert format_fate(PlaneReport(0, "Val", 0, "L", "", Fate.WITHDREW)) == "withdrew"


def test_a_impact_is_listed_with_its_place_and_damage(phase, wave):
    """The list of the action report has the sentences of the deck log."""
    facts = GameFacts([Day(phase.date, "USS Bush", phases=[phase])], [], {})
    listed = next(block.lines for block in action_blocks(facts, TABLES) if isinstance(block, Items))
    assert list(listed) == [
        f"{number}{format_impact(impact, TABLES)}"
        for number, impact in zip(("No. 1: ", "No. 2: ", ""), impacts_logged(wave), strict=True)
    ]


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


def test_the_deck_log_of_a_wave(phase, wave):
    assert format_contact(phase) == "Bogeys reported, five planes closing. Sounded general quarters."
    phase.raid = Raid(planes=1, kikusui=True, table="8-1C")
    assert format_contact(phase) == "Mass raid reported, a single plane closing. Sounded general quarters."
    assert format_sighting(wave) == "First wave: two Vals, one Zeke, one Jill and one Kate sighted."
    assert fight_sentences(wave, TABLES) == [
        "Attempted radical maneuvers without success.",
        "Commenced firing.",
        "Val splashed by 5-inch mount 1.",
        "Zeke set afire by 40 mm tub A.",
        "Val splashed by carrier fighters.",
    ]
    assert dive_sentences(wave) == ["One plane dived and missed the ship."]
    assert [format_impact(impact, TABLES) for impact in wave.impacts] == [
        "Torpedo from Jill struck the ship. Hull damage now slight.",
        "Burning Zeke, bearing 180, crashed into the ship aft, striking the laundry. Fire broke out on deck aft; two "
        "men of the repair party aft killed or wounded, eleven left.",
        "Kate, bearing 090, crashed close aboard.",
    ]


def test_officers_killed_are_named_after_the_damage(wave):
    crew = Crew(post="xo", killed=True, value=1, name="Baker")
    wave.impacts[1].after.append(Killed("xo", "Able", "Baker", crew))
    assert "Able" not in format_impact(wave.impacts[1], TABLES)
    assert killed_sentences(wave.impacts[1].after) == [
        "The executive officer, Able, was killed in action and Baker assumed his duties."
    ]


@pytest.mark.parametrize(
    ("track", "left", "words"),
    [
        (Track.HULL, 0, "hull failing"),
        (Track.MANEUVER, 0, "ship dead in the water"),
        (Track.MANEUVER, 4, "maneuvering power reduced to 40 percent"),
        (Track.FUEL, 0, "no fuel left"),
        (Track.FUEL, 3, "fuel down to 30 percent"),
        (Track.AMMUNITION, 0, "no ammunition left"),
        (Track.SFS, 1, "one support craft lost, one left"),
        (Track.SFS, 0, "one support craft lost, none left"),
        (Track.FLOOD, 3, "ship making water, flooding moderate"),
        (Track.COUNTERFLOODING, 2, "counterflooded, flooding slight"),
    ],
)
def test_a_loss_in_the_deck_log(track, left, words):
    assert clauses([Loss(track=track, points=1, left=left)], TABLES) == [words]
    assert clauses([Loss(track=track, points=0, left=left)], TABLES) == []


def test_equal_clauses_are_merged_and_losses_are_not():
    hit = Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED)
    loss = Loss(track=Track.HULL, points=1, left=5)
    assert clauses([hit, hit, loss, loss], TABLES) == [
        "SC radar damaged twice",
        "hull damage now slight",
        "hull damage now slight",
    ]


@pytest.mark.parametrize(
    ("job", "fields", "words"),
    [
        ("deck fire aft", {}, "deck fire aft put out"),
        ("deck fire midship", {"section": "midship"}, "deck fire amidships put out"),
        ("5in-1", {}, "5-inch mount 1 restored"),
        ("radio", {"markers": 1, "markers_left": 1}, "headway made in radio"),
        ("radio", {"markers": 1}, "radio back in service"),
        ("pump radio", {}, "radio pumped out"),
    ],
)
def test_the_report_of_the_repair_parties_is_worded(job, fields, words):
    values = {"section": "aft", "men": 3, "success": True, "markers": 0, **fields}
    assert repair_clauses([Control(job=job, **values)], TABLES) == [words]
    assert repair_clauses([Control(job=job, **{**values, "success": False})], TABLES) == []


def test_reports_call_a_deck_fire_what_the_screens_do():
    fires = [
        Control(section=part, job=f"deck fire {part}", men=3, success=True, markers=0) for part in ("aft", "forward")
    ]
    assert repair_clauses(fires[:1], TABLES) == ["deck fire aft put out"]
    assert repair_clauses(fires, TABLES) == ["deck fires aft and forward put out"]


def test_water_removed_by_a_repair_is_reported():
    job = Control(section="aft", job="5in-1", men=3, success=True, markers=0, water_drained=2, flood=1)
    assert repair_clauses([job], TABLES) == ["5-inch mount 1 restored", "flooding reduced to slight"]
