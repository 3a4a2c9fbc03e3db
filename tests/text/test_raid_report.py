"""The sentences of action report and deck log about one raid, word for word, from facts made by hand."""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DamageEffect, Light, Sky, Track
from picket_duty.events import Control, Crew, Damage, Fire, Loss, Raid, Strike, Support
from picket_duty.facts import Blow, Day, Fate, Killed, Phase, Plane, Wave, shot_of
from picket_duty.text.deck_log import (
    after_dives_words,
    blow_words,
    clauses,
    contact_words,
    fight_words,
    repair_clauses,
    sighted_words,
)
from picket_duty.text.raid_report import (
    blow_line,
    fate_words,
    firing_words,
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


def blow(number: int, plane: Plane, outcome: str, section: str = "", **more) -> Blow:
    strike = Strike(plane=plane.number, outcome="hit", section=section)
    return Blow(number, plane.number, plane.type, plane.weapon, plane.bearing, outcome, section, strike, **more)


@pytest.fixture
def wave() -> Wave:
    """Two planes destroyed, one set afire that crashed, a near miss, a Jill whose torpedo struck and that missed."""
    planes = [
        Plane(0, "Val", 45, "L", "", Fate.SPLASHED, destroyed_by="5in-1"),
        Plane(1, "Zeke", 180, "H", "", Fate.CRASHED, set_afire_by="40mm-A"),
        Plane(2, "Jill", None, None, "torpedo", Fate.MISSED, weapon_result="damage"),
        Plane(3, "Val", 0, "M", "", Fate.SPLASHED, "", "AFS carrier 1"),
        Plane(4, "Kate", 90, "L", "", Fate.NEAR_MISS),
    ]
    shots = [
        cover(3, "AFS carrier 1", 3, "destroyed"),
        cover(3, "SFS 1", 0, "undamaged"),
        fire(0, "5in-1", 3, "destroyed"),
        fire(1, "40mm-A", 3, "shot_down"),
        fire(1, "40mm-B", 0, "shot_down", "shot_down"),
    ]
    found = Wave(1, planes, [shot_of(shot) for shot in shots], maneuver=False, missed=[2])
    lost = Loss(track=Track.MEN_AFT, points=2, left=11)
    lit = Damage(section="aft", item="deck fire", effect=DamageEffect.LIT, points=2)
    found.blows = [
        blow(1, planes[2], "special", after=[Loss(track=Track.HULL, points=1, left=5)], place="Hull damage"),
        blow(2, planes[1], "hit", "aft", after=[lit, lost], flamed=True, room="Laundry", place="Laundry Hit"),
        blow(0, planes[4], "near_miss"),
    ]
    found.control = [Control(section="aft", job="deck fire aft", men=3, success=True, markers=0)]
    return found


@pytest.fixture
def phase(wave: Wave) -> Phase:
    found = Phase(LABEL, "1945-04-06", "morning", Light.DAY, 1, Sky.CLEAR, waves=[wave])
    found.raid = Raid(planes=5, kikusui=False, table="8-1C")
    return found


def test_the_preliminaries_name_station_and_captain(phase):
    day = Day("1945-04-06", "USS Bush", crew={"captain": "Able"})
    head = "USS Bush, picket station 1, day, weather clear."
    assert preliminaries(day, phase) == f"{head} Able commanding. 5 planes by table 8-1C, 1 wave met."
    phase.station = None
    head = "USS Bush, picket station -, day, weather clear."
    assert preliminaries(Day("1945-04-06", "USS Bush"), phase) == f"{head} 5 planes by table 8-1C, 1 wave met."


def test_the_result_counts_each_plane_and_weapon_once(phase, wave):
    first = "5 planes met: 2 destroyed, 1 flamed. The ship took 1 strike and 1 near miss"
    assert raid_result(phase) == f"{first}, and 1 weapon struck."
    wave.blows = wave.blows[1:]
    assert raid_result(phase) == f"{first}."


def test_the_fire_counts_mounts_and_support_apart(wave):
    guns = "3 mounts fired, 2 with effect"
    assert firing_words(wave.shots) == f"{guns}; 2 attacks by fighters and support ships, 1 with effect."
    assert firing_words([shot for shot in wave.shots if shot.by_guns]) == f"{guns}."


def test_each_fate_has_its_words(wave):
    assert [fate_words(plane) for plane in wave.planes] == [
        "splashed",
        "set afire, crashed",
        "weapon struck home, missed",
        "splashed",
        "near miss",
    ]
    betty = Plane(0, "Betty", None, None, "ohka", Fate.WITHDREW, weapon_result="near_miss")
    assert fate_words(betty) == "weapon a near miss, withdrew"
    fallen = Plane(0, "Betty", None, None, "ohka", Fate.WITHDREW, set_afire_by="5in-1")
    assert fate_words(fallen) == "set afire, withdrew"
    assert fate_words(Plane(0, "Val", 0, "L", "", Fate.WITHDREW)) == "withdrew"


def test_a_blow_is_listed_with_the_result_of_its_chart(wave):
    assert [blow_line(one, TABLES) for one in wave.blows] == [
        '1: Jill with torpedo, weapon struck, by the chart "Hull damage". Hull integrity down to 5.',
        '2: Zeke, bearing 180, struck aft, by the chart "Laundry Hit". Fire broke out on deck aft, level 2; two repair '
        "men lost aft, eleven left.",
        "Kate, bearing 090, near miss.",
    ]


def test_the_lessons_are_in_figures_of_the_raid(phase, wave):
    assert lessons(phase, TABLES) == [
        "The 5-inch guns did best, 1 of 1 shot with effect; the 40 mm guns did worst, 1 of 2.",
        "2 planes came in that nobody fired at; 0 struck the ship.",
        "A plane set aflame is not stopped: of 1 aflame 1 struck the ship all the same.",
        "The combat air patrol brought down 1 of the 3 planes shot down.",
        "Radical maneuvers were tried in 1 wave and came off in 0.",
        "Of 1 repair job 1 succeeded.",
    ]
    wave.shots.append(shot_of(fire(4, "5in-1", 3, "destroyed")))
    wave.planes[4].destroyed_by = "5in-1"
    assert lessons(phase, TABLES)[0] == "5-inch mount 1 brought down 2 of 4."
    assert lessons(Phase(LABEL, "1945-04-06", "morning", Light.DAY, 1), TABLES) == ["Nothing new was learned."]


def test_the_deck_log_of_a_wave(phase, wave):
    assert contact_words(phase) == "Bogeys reported, five planes closing. Sounded general quarters."
    phase.raid = Raid(planes=1, kikusui=True, table="8-1C")
    assert contact_words(phase) == "Mass raid reported, a single plane closing. Sounded general quarters."
    assert sighted_words(wave) == "First wave: two Vals, one Zeke, one Jill and one Kate sighted."
    assert fight_words(wave, TABLES) == [
        "Attempted radical maneuvers in vain.",
        "Commenced firing.",
        "Val splashed by 5-inch mount 1.",
        "Zeke set aflame by 40 mm tub A.",
        "Val splashed by carrier fighters.",
    ]
    assert after_dives_words(wave, TABLES) == ["One plane dived and missed the ship."]
    assert [blow_words(one, TABLES) for one in wave.blows] == [
        "Torpedo from Jill struck the ship. Hull integrity down to 5.",
        "Zeke, bearing 180, crashed into the ship aft, striking Laundry. Fire broke out on deck aft; two repair men "
        "lost aft, eleven left.",
        "Kate, bearing 090, crashed close aboard.",
    ]


def test_those_killed_are_named_after_the_damage(wave):
    crew = Crew(post="xo", killed=True, value=1, name="Baker")
    wave.blows[1].after.append(Killed("xo", "Able", "Baker", crew))
    assert blow_words(wave.blows[1], TABLES).endswith(
        "eleven left. The executive officer, Able, was killed in action and Baker assumed his duties."
    )


@pytest.mark.parametrize(
    ("track", "left", "words"),
    [
        (Track.HULL, 0, "hull integrity gone"),
        (Track.MANEUVER, 0, "ship dead in the water"),
        (Track.MANEUVER, 4, "maneuvering power down to 4"),
        (Track.FUEL, 0, "no fuel left"),
        (Track.FUEL, 3, "fuel down to 3"),
        (Track.AMMUNITION, 0, "no ammunition left"),
        (Track.SFS, 1, "one support ship lost, one left"),
        (Track.SFS, 0, "one support ship lost, none left"),
        (Track.FLOOD, 3, "ship making water, flooding 3"),
        (Track.COUNTERFLOODING, 2, "counterflooded, flooding 2"),
    ],
)
def test_a_loss_in_the_deck_log(track, left, words):
    assert clauses([Loss(track=track, points=1, left=left)], TABLES) == [words]
    assert clauses([Loss(track=track, points=0, left=left)], TABLES) == []


def test_equal_clauses_are_said_once_and_losses_each_time():
    hit = Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED)
    loss = Loss(track=Track.HULL, points=1, left=5)
    assert clauses([hit, hit, loss, loss], TABLES) == [
        "SC radar damaged twice",
        "hull integrity down to 5",
        "hull integrity down to 5",
    ]


@pytest.mark.parametrize(
    ("job", "fields", "words"),
    [
        ("deck fire aft", {}, "fire on deck aft put out"),
        ("deck fire midship", {"section": "midship"}, "fire on deck amidships put out"),
        ("5in-1", {}, "5-inch mount 1 restored"),
        ("radio", {"markers": 1, "markers_left": 1}, "headway made in Radio"),
        ("radio", {"markers": 1}, "Radio put right"),
        ("pump radio", {}, "Radio pumped out"),
    ],
)
def test_what_the_repair_parties_achieved(job, fields, words):
    values = {"section": "aft", "men": 3, "success": True, "markers": 0, **fields}
    assert repair_clauses([Control(job=job, **values)], TABLES) == [words]
    assert repair_clauses([Control(job=job, **{**values, "success": False})], TABLES) == []


def test_water_that_went_with_a_repair():
    job = Control(section="aft", job="5in-1", men=3, success=True, markers=0, water_drained=2, flood=1)
    assert repair_clauses([job], TABLES) == ["5-inch mount 1 restored", "flooding down to 1"]
