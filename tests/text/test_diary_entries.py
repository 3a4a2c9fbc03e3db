"""The sentences of a war diary, word for word, from facts made by hand.

An occasion is said in several ways, which the date picks; each test allows the ways of its occasion.
"""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DamageEffect, Light, Sky, Track
from picket_duty.events import Control, Damage, Fire, Loss, Raid, Strike, TurnEnd
from picket_duty.facts import Blow, Day, Fate, Phase, Plane, Wave, shot_of
from picket_duty.text.deck_log import steaming_words, storm_words
from picket_duty.text.diary_entries import OCCASIONS, day_sentences, raid_sentences, stores_sentence
from picket_duty.text.phrases import words

TABLES = load_tables()
DATE = "1945-04-06"


def said(occasion: str, **fields: str) -> set[str]:
    """Every way in which an occasion is said."""
    return {words(way, **fields) for way in OCCASIONS[occasion].diary}


def phase_of(*waves: list[Plane], planes: int = 0, name: str = "morning", sky: Sky = Sky.CLEAR) -> Phase:
    """A phase with a raid in some waves; who shot a plane down follows from the plane."""
    found = Phase(f"{DATE}/{name}", DATE, name, Light.DAY, 1, sky)
    for number, wave in enumerate(waves, 1):
        shots = [
            shot_of(Fire(plane=plane.number, by=plane.shot_down_by, hits=3, state=state))
            for plane in wave
            if plane.shot_down_by
            for state in ("shot_down" if plane.set_afire else "destroyed",)
        ]
        missed = [plane.number for plane in wave if plane.fate is Fate.MISSED]
        blows = [
            Blow(1, plane.number, plane.type, "", 90, "hit", "aft", STRIKE, flamed=plane.set_afire)
            for plane in wave
            if plane.fate is Fate.CRASHED
        ]
        found.waves.append(Wave(number, wave, shots, blows=blows, missed=missed))
    if waves or planes:
        found.raid = Raid(planes=planes or sum(map(len, waves)), kikusui=False, table="8-1A")
    return found


STRIKE = Strike(plane=0, outcome="hit", section="aft")


def plane(number: int, fate: Fate, kind: str = "Val", afire: str = "", destroyed: str = "") -> Plane:
    return Plane(number, kind, 90, "L", "", fate, afire, destroyed)


def test_a_raid_in_one_wave_and_in_two():
    one = raid_sentences(phase_of([plane(0, Fate.WITHDREW)]), TABLES)
    assert one[0] in said("raid", when="in the morning", planes="a single plane", waves="")
    two = raid_sentences(phase_of([plane(0, Fate.WITHDREW)], [plane(0, Fate.WITHDREW)]), TABLES)
    assert two[0] in said("raid", when="in the morning", planes="two planes", waves=" in two waves")
    assert two[1] in said("none down")


def test_planes_that_never_came_in_sight():
    sentences = raid_sentences(phase_of([plane(0, Fate.WITHDREW)], planes=3), TABLES)
    assert sentences[1] in said("in sight", met="one")
    assert not any(sentence in said("in sight", met="three") for sentence in raid_sentences(phase_of(planes=3), TABLES))
    assert raid_sentences(phase_of(planes=3), TABLES)[1] in said("in sight", met="none")


@pytest.mark.parametrize(
    ("fates", "occasion", "number"),
    [
        ("dd", "both down", "two"),
        ("ddd", "all down", "three"),
        ("ddm", "some down", "two"),
    ],
)
def test_how_many_were_shot_down(fates, occasion, number):
    wave = [
        plane(n, Fate.SPLASHED, destroyed="5in-1") if fate == "d" else plane(n, Fate.MISSED)
        for n, fate in enumerate(fates)
    ]
    sentences = raid_sentences(phase_of(wave), TABLES)
    assert sentences[1] in said(occasion, number=number, who=" by her guns")


def test_the_only_plane_and_one_of_several_shot_down():
    (_, alone) = raid_sentences(phase_of([plane(0, Fate.SPLASHED, destroyed="5in-1")]), TABLES)
    assert alone in said("the one down", who="5-inch mount 1")
    wave = [plane(0, Fate.SPLASHED, destroyed="AFS land 1"), plane(1, Fate.MISSED)]
    assert raid_sentences(phase_of(wave), TABLES)[1] in said("one down", who="the fighters")
    wave = [plane(0, Fate.SPLASHED, destroyed="SFS 1"), plane(1, Fate.MISSED)]
    assert raid_sentences(phase_of(wave), TABLES)[1] in said("one down", who="a support ship")


def test_the_best_mount_and_the_sides():
    by = ("5in-1", "5in-1", "40mm-A", "AFS land 1")
    wave = [plane(n, Fate.SPLASHED, destroyed=slot) for n, slot in enumerate(by)]
    sentences = raid_sentences(phase_of(wave), TABLES)
    assert sentences[1] in said("all down", number="four", who=": three by her guns and one by the fighters")
    assert sentences[2] in said("best", mount="5-inch mount 1", number="two")


@pytest.mark.parametrize(
    ("afire", "occasion", "fields"),
    [
        ("nn", "missed", {"number": "two"}),
        ("yy", "missed burning", {"number": "two"}),
        ("yn", "some burning", {"number": "two", "burning": "one"}),
    ],
)
def test_planes_that_missed(afire, occasion, fields):
    wave = [plane(n, Fate.MISSED, afire="5in-1" if burning == "y" else "") for n, burning in enumerate(afire)]
    assert raid_sentences(phase_of(wave), TABLES)[-1] in said(occasion, **fields)


def test_planes_that_crashed_are_listed_by_kind():
    alone = raid_sentences(phase_of([plane(0, Fate.CRASHED, "Aichi", afire="5in-1")]), TABLES)
    assert said("struck", plane="a burning Aichi", part="aft") & set(alone)
    wave = [plane(0, Fate.CRASHED), plane(1, Fate.CRASHED), plane(2, Fate.CRASHED, "Ida")]
    listed = raid_sentences(phase_of(wave), TABLES)
    assert said("struck often", number="three", listed="two Vals aft and an Ida aft") & set(listed)


def test_what_a_raid_cost():
    phase = phase_of([plane(0, Fate.CRASHED)])
    (wave,) = phase.waves
    wave.blows[0].after = [
        Damage(section="aft", item="5in-5", effect=DamageEffect.DESTROYED),
        Damage(section="aft", item="sc", effect=DamageEffect.DESTROYED),
        Damage(section="aft", item="deck fire", effect=DamageEffect.LIT, points=2),
        Loss(track=Track.MEN_AFT, points=1, left=12),
    ]
    sentences = set(raid_sentences(phase, TABLES))
    assert said("destroyed", names="5-inch mount 5 and the SC radar", were="were") & sentences
    assert said("fire", parts="aft") & sentences
    assert said("men", men="one man", were="was") & sentences
    wave.blows[0].after = wave.blows[0].after[:1]
    assert said("destroyed", names="5-inch mount 5", were="was") & set(raid_sentences(phase, TABLES))
    wave.blows[0].after = [Damage(section="aft", item="deck fire", effect=DamageEffect.LIT, points=2)]
    wave.control = [Control(section="aft", job="deck fire aft", men=3, success=True, markers=0)]
    assert said("fire out", parts="aft") & set(raid_sentences(phase, TABLES))


def test_a_day_says_weather_and_station():
    phases = [phase_of(name=name, sky=sky) for name, sky in (("morning", Sky.RAIN), ("midday", Sky.RAIN))]
    day = Day(DATE, "USS Bush", phases=[*phases, phase_of(name="evening")])
    weather = "rain in the morning and at midday, clear after dark"
    first, quiet = day_sentences(day, None)
    assert first in said("first station", weather=weather, station="1")
    assert quiet in said("quiet")
    assert day_sentences(day, 1)[0] in said("station", weather=weather, station="1")
    assert day_sentences(day, 2)[0] in said("new station", weather=weather, station="1")
    day.phases = [phase_of(name=name) for name in ("morning", "midday", "evening")]
    assert day_sentences(day, 1)[0] in said("station", weather="clear all day", station="1")
    assert day_sentences(Day(DATE, "USS Bush"), 1) == ["No picket station was active; no duty."]
    day.phases[2].running = True
    assert day_sentences(day, 1)[1] == "The day is not over."


def test_stores_and_storms():
    end = TurnEnd(date=DATE, fuel=8, ammunition=7, hull=6, morale=1)
    day = Day(DATE, "USS Bush", end=end)
    assert stores_sentence(day) in said("stores", hull="6", fuel="8", ammunition="7")
    storm = phase_of(sky=Sky.TYPHOON)
    storm.typhoon_days = 3
    assert storm_words(storm) == "Rode out the typhoon until 9 April."


def test_how_a_watch_begins():
    day = phase_of()
    assert steaming_words(day) == (
        "Steaming on Radar Picket Station No. 1, off Okinawa, lookout watch set. Sky clear, visibility good."
    )
    night = Phase(f"{DATE}/evening", DATE, "evening", Light.NIGHT, None, stopped=True)
    assert steaming_words(night) == (
        "Steaming on no assigned station, off Okinawa, darkened ship, condition of readiness two. "
        "Lying to for survivors."
    )
