"""The sentences of war diary, action report and deck log, word for word, from facts made by hand.

An occasion has several wordings, one of which the date selects; each test allows all of them.
"""

from __future__ import annotations

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DamageEffect, Light, Reason, Sky, Track
from picket_duty.events import Control, Crew, Damage, Fire, Leave, Loss, Raid, Strike, Support
from picket_duty.facts import Day, Fate, GameFacts, Impact, Killed, Phase, PlaneReport, WaveReport, shot_of
from picket_duty.facts.day_facts import IN_TYPHOON, ON_STATION, REAR, Stores
from picket_duty.pages.blocks import Items
from picket_duty.pages.log_pages import action_blocks
from picket_duty.text.deck_log import (
    clauses,
    dive_sentences,
    fight_sentences,
    format_cause,
    format_contact,
    format_departure,
    format_impact,
    format_sighting,
    format_steaming,
    format_storm,
    impacts_logged,
    killed_sentences,
    repair_clauses,
)
from picket_duty.text.diary_entries import (
    RaidHours,
    casualty_lines,
    day_sentences,
    format_fate,
    lessons,
    preliminaries,
    raid_result,
    raid_sentences,
    service_sentences,
    stores_sentence,
)
from picket_duty.text.phrases import cases, phrase, words

TABLES = load_tables()
DATE = "1945-04-06"


def said(fact: str, case: str = "", **fields: str | int) -> set[str]:
    """Every wording of a fact."""
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


def test_a_raid_in_one_wave_and_in_two():
    single = raid(phase_of([plane(0, Fate.WITHDREW)]))
    assert single[0] in said("raid_of_one", time="0842")
    assert single[1] in said("sighted", kinds="one Val", waves="")
    assert single[2] in ("It withdrew.",)
    two = raid(phase_of([plane(0, Fate.WITHDREW)], [plane(0, Fate.WITHDREW)]))
    assert two[0] in said("raid_by_day", time="0842", bogeys="two bogeys")
    assert two[1] in said("sighted", kinds="two Vals", waves="in two waves: ")
    assert two[2] in ("Both withdrew.",)
    assert two[-1] in said("secured", time="0935")


def test_the_wording_of_an_opening_depends_on_the_situation():
    planes = [plane(0, Fate.MISSED), plane(1, Fate.MISSED)]
    night = phase_of(planes, name="evening", light=Light.NIGHT)
    assert raid(night)[0] in said("night_raid", time="0842", bogeys="two bogeys")
    assert raid(phase_of(planes), again=True)[0] in said("raid_again", time="0842", bogeys="two bogeys")
    mass = phase_of(planes)
    mass.raid = Raid(planes=2, kikusui=True, table="8-1A")
    assert raid(mass)[0] in said("mass_raid", time="0842", bogeys="two bogeys")


def test_a_raid_past_midnight_has_its_own_date():
    night = phase_of([plane(0, Fate.MISSED)], name="evening", light=Light.NIGHT)
    sentences = raid_sentences(night, TABLES, RaidHours("1945-04-07", "0130"))
    assert sentences[0] in said("raid_of_one", time="0130 on 7 April")
    assert sentences[-1] in ("It missed.",)


def test_planes_that_never_came_in_sight():
    sentences = raid(phase_of([plane(0, Fate.WITHDREW)], planes=3))
    assert sentences[1] in said("some_sighted", met="one", kinds="one Val")
    assert raid(phase_of(planes=3))[1] in said("none_sighted")
    running = phase_of(planes=3)
    running.running = True
    assert len(raid(running)) == 2


def test_planes_that_were_still_to_come_when_the_ship_sank() -> None:
    for planes, last in [(4, "the last two"), (3, "the last")]:
        lost = phase_of([plane(0, Fate.MISSED), plane(1, Fate.MISSED)], planes=planes)
        lost.waves[-1].sunk = True
        sentences = raid_sentences(lost, TABLES, RaidHours(DATE, "0842"))
        assert sentences[1] in said("sighted", kinds="two Vals", waves="")
        assert sentences[-1] == f"The ship was lost before {last} came in."
        lost.raid = Raid(planes=2, kikusui=False, table="8-1A")
        assert "came in" not in " ".join(raid_sentences(lost, TABLES, RaidHours(DATE, "0842"))), "all planes came"


def test_each_plane_is_counted_once_by_its_end():
    for fates, ends in [
        ("d", "It was splashed by 5-inch mount 1."),
        ("m", "It missed."),
        ("dd", "Both were splashed by ship's gunfire."),
        ("ddd", "All three were splashed by ship's gunfire."),
        ("mm", "Both missed."),
        ("ddm", "two were splashed by ship's gunfire and one missed."),
        (
            "dwcn",
            "one was splashed by 5-inch mount 1, one crashed into the ship, one crashed close aboard and one withdrew.",
        ),
    ]:
        kinds = {"d": Fate.SPLASHED, "m": Fate.MISSED, "w": Fate.WITHDREW, "c": Fate.CRASHED, "n": Fate.NEAR_MISS}
        wave = [plane(n, kinds[fate], destroyed="5in-1" if fate == "d" else "") for n, fate in enumerate(fates)]
        assert raid(phase_of(wave))[2].endswith(ends)


def test_the_only_plane_and_one_of_several_splashed():
    burning = raid(phase_of([plane(0, Fate.MISSED, afire="5in-1")]))
    assert burning[2] == "Set afire by 5-inch mount 1, it missed."
    for slot, who in (("AFS land 1", "land-based fighters"), ("SFS 1", "a support craft")):
        wave = [plane(0, Fate.SPLASHED, destroyed=slot), plane(1, Fate.MISSED)]
        ends = f"one was splashed by {who} and one missed"
        assert raid(phase_of(wave))[2] in said("ends", number="two", ends=ends)


def test_a_burning_plane_is_credited_to_the_first_shooter():
    wave = [plane(0, Fate.SPLASHED, afire="5in-1", destroyed="40mm-A")]
    assert raid(phase_of(wave))[2] == "It was splashed by 40 mm tub A after 5-inch mount 1 had set it afire."
    more = [plane(n, Fate.SPLASHED, afire="5in-1", destroyed=f"AFS land {n}") for n in (1, 2)]
    sentences = raid(phase_of([*wave, *more]))
    assert sentences[2] in ("All three were splashed (credited to ship's gunfire).",)
    more += [plane(3, Fate.SPLASHED, destroyed="40mm-A")]
    assert raid(phase_of([*wave, *more]))[3] in said("best", mount="5-inch mount 1", number="three")


def test_the_best_mount_and_the_sides():
    by = ("5in-1", "5in-1", "40mm-A", "AFS land 1")
    wave = [plane(n, Fate.SPLASHED, destroyed=slot) for n, slot in enumerate(by)]
    sentences = raid(phase_of(wave))
    credit = "three credited to ship's gunfire and one to the combat air patrol"
    assert sentences[2] == f"All four were splashed ({credit})."
    assert sentences[3] in said("best", mount="5-inch mount 1", number="two")


def test_planes_set_afire_are_counted_by_their_ends():
    wave = [plane(0, Fate.SPLASHED, destroyed="5in-1"), plane(1, Fate.CRASHED, afire="5in-2")]
    wave += [plane(n, Fate.MISSED, afire="5in-2") for n in (2, 3)]
    ends = "one was splashed by 5-inch mount 1, one crashed into the ship and two missed"
    fates, afire = raid(phase_of(wave))[2:4]
    assert fates in said("ends", number="four", ends=ends)
    assert afire == "The other three planes had been set afire."
    assert raid(phase_of(wave[2:]))[2:4] == ["Both missed.", "Both planes had been set afire."]
    wave[1].set_afire_by = ""
    assert raid(phase_of(wave))[3] in said("some_afire", rest="three", afire="two", other="other")
    assert raid(phase_of(wave[1:]))[3] in said("some_afire", rest="three", afire="two", other="")
    ends = "one was splashed by 5-inch mount 1 and one, afire, missed"
    assert raid(phase_of([wave[0], wave[2]]))[2] in said("ends", number="two", ends=ends)


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


def test_stores_and_storms():
    day = Day(DATE, "USS Bush", stores=Stores(fuel=8, ammunition=7, hull=5))
    assert stores_sentence(day, TABLES) in said("stores", fuel=80, ammunition=70, hull="hull damage slight")
    storm = phase_of(sky=Sky.TYPHOON)
    storm.typhoon_days = 3
    assert format_storm(storm) == "Rode out the typhoon until 9 April."


def test_the_departure_of_a_ship_is_worded():
    for leave, more, sentence in [
        (
            {"reason": "deck fire out of control, dead in the water", "until": "1945-05-01"},
            {},
            "Left station for the anchorage because of fire damage and loss of power or steering. Due back 1 May.",
        ),
        ({"reason": "replenishment", "until": ""}, {}, "Left station for the anchorage to replenish."),
        (
            {"reason": "repairs", "until": ""},
            {"absence": REAR},
            "Left station for the anchorage for repairs. Damage found beyond repair there; ordered to a rear area.",
        ),
        (
            {"reason": "sunk", "until": "", "why": "5-inch magazine 4 exploded"},
            {"lost": ON_STATION},
            "USS Bush sank on her station after 5-inch magazine 4 exploded.",
        ),
        ({"reason": "sunk", "until": ""}, {"lost": IN_TYPHOON}, "USS Bush foundered in the typhoon."),
    ]:
        assert format_departure(Day(DATE, "USS Bush", leave=Leave(**leave), **more)) == sentence


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


def test_the_start_of_a_watch_is_worded():
    day = phase_of()
    assert format_steaming(day) == (
        "Steaming on Radar Picket Station No. 1, off Okinawa, lookout watch set. Sky clear, visibility good."
    )
    night = Phase(f"{DATE}/evening", DATE, "evening", Light.NIGHT, None, stopped=True)
    assert format_steaming(night) == (
        "Steaming on no assigned station, off Okinawa, darkened ship, condition of readiness two. "
        "Lying to for survivors."
    )


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
        "The executive officer, Lt. Comdr. Able, was killed in action, and Lt. Baker assumed his duties.",
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
        "The executive officer, Able, was killed in action, and Baker assumed his duties."
    ]


def test_a_loss_in_the_deck_log():
    for track, left, sentence in [
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
    ]:
        assert clauses([Loss(track=track, points=1, left=left)], TABLES) == [sentence]
        assert clauses([Loss(track=track, points=0, left=left)], TABLES) == []


def test_equal_clauses_are_merged_and_losses_are_not():
    hit = Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED)
    loss = Loss(track=Track.HULL, points=1, left=5)
    assert clauses([hit, hit, loss, loss], TABLES) == [
        "SC radar damaged twice",
        "hull damage now slight",
        "hull damage now slight",
    ]


def test_the_report_of_the_repair_parties_is_worded():
    for job, fields, sentence in [
        ("deck fire aft", {}, "deck fire aft put out"),
        ("deck fire midship", {"section": "midship"}, "deck fire amidships put out"),
        ("5in-1", {}, "5-inch mount 1 restored"),
        ("radio", {"markers": 1, "markers_left": 1}, "headway made in radio"),
        ("radio", {"markers": 1}, "radio back in service"),
        ("pump radio", {}, "radio pumped out"),
    ]:
        values = {"section": "aft", "men": 3, "success": True, "markers": 0, **fields}
        assert repair_clauses([Control(job=job, **values)], TABLES) == [sentence]
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
