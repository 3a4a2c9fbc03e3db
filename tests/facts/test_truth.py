"""Facts of whole games compared with what an observer of the state saw happen, answer by answer."""

from __future__ import annotations

from collections import Counter

import pytest

from picket_duty.book.ids import DECK_FIRE, PUMP, split_id
from picket_duty.book.vocabulary import DamageEffect, Remark, Track
from picket_duty.events import Damage, Loss, Note
from picket_duty.facts import Aftermath, Day, Fate, Killed, MenLost, Phase, WaveReport, game_facts, harm_of
from picket_duty.state import DAMAGED, DESTROYED
from picket_duty.text.names import item_name
from tests.facts.test_properties import FEW, MANY
from tests.pages import truth
from tests.pages.games import TABLES, watched

DIVES = {"hit": Fate.CRASHED, "near_miss": Fate.NEAR_MISS, "miss": Fate.MISSED}


def check_truth(watch: truth.Watch) -> None:
    """Every phase, wave and day."""
    facts = game_facts(watch.game)
    phases = [(day, phase) for day in facts.days for phase in day.phases]
    for (day, phase), seen in zip(phases, watch.phases, strict=True):
        check_phase(day, phase, seen)
        check_harm(phase.aftermath, seen)
        check_repairs(phase, seen)
    check_days(facts.days, watch)


def check_phase(day: Day, phase: Phase, seen: truth.Phase) -> None:
    """Where and when it was, who came, and how each plane ended."""
    begun = seen.begun
    assert (phase.date, phase.name, phase.light, phase.station) == (begun.date, begun.name, begun.light, begun.station)
    assert day.ship == seen.ship
    assert (phase.weather or "") == seen.weather
    assert (phase.raid.planes if phase.raid else 0) == seen.raid
    assert phase.attacked == bool(seen.raid)
    for wave, watched_wave in zip(phase.waves, seen.waves, strict=True):
        check_wave(wave, watched_wave)
    counts = phase.counts
    told = (counts.met - counts.flying, counts.splashed, counts.set_afire, counts.crashed, counts.near_misses)
    names = ("planes", "destroyed", "flamed", "hits", "near_misses")
    if not counts.flying:
        assert told == tuple(seen.counts[name] for name in names)
    sections = Counter(impact.section for impact in phase.impacts if not impact.near and not impact.by_weapon)
    assert sections == +Counter(
        {name: seen.strikes[name] for name in sections | {"forward": 0, "midship": 0, "aft": 0}}
    )


def check_wave(wave: WaveReport, seen: truth.Wave) -> None:
    """Each plane, who set it afire and who splashed it, its dive and its weapon."""
    assert Counter(plane.type for plane in wave.planes) == seen.types
    assert wave.maneuver == seen.maneuver
    assert wave.weapons == seen.weapons
    assert [shot.event for shot in wave.shots if shot.by_guns] == seen.shots
    assert [shot.event for shot in wave.shots if not shot.by_guns] == seen.helped
    for plane in wave.planes:
        ends = dict(seen.ends.get(plane.number, ()))
        assert (plane.set_afire_by, plane.destroyed_by) == (ends.get("shot_down", ""), ends.get("destroyed", ""))
        if plane.fate in DIVES.values():
            assert plane.fate is DIVES[seen.dives[plane.number]]
        else:
            assert plane.number not in seen.dives or seen.dives[plane.number] not in DIVES
            assert (plane.fate is Fate.SPLASHED) == ("destroyed" in ends)
    withdrew = [plane for plane in wave.planes if plane.fate is Fate.WITHDREW and plane.weapon == "ohka"]
    assert seen.withdrew <= Counter(plane.type for plane in withdrew)


def check_harm(events: list[Aftermath], seen: truth.Phase) -> None:
    """What was damaged, destroyed and flooded, the men and officers lost, and the points of each track."""
    damage = [event for event in events if isinstance(event, Damage) and not event.again]
    for state, effect in ((DAMAGED, DamageEffect.DAMAGED), (DESTROYED, DamageEffect.DESTROYED)):
        told = Counter(item_name(TABLES, event.item) for event in damage if event.effect == effect)
        assert told == seen.of(state), (state, told, seen.of(state))
    lit = Counter(event.section for event in damage if event.effect == DamageEffect.LIT)
    assert lit == +seen.of("lit")
    assert sum(event.effect == DamageEffect.EXPLODES for event in damage) == seen.explosions
    men = Counter({entry.section: entry.men for entry in harm_of(events).entries if isinstance(entry, MenLost)})
    assert men == seen.men
    killed = Counter((event.post, event.name) for event in events if isinstance(event, Killed))
    assert killed == seen.fallen
    for track in (Track.HULL, Track.MANEUVER, Track.FUEL):
        points = sum(event.points for event in events if isinstance(event, Loss) and event.track == track)
        assert points == seen.lost[track], track
    closed = sum(isinstance(event, Note) and event.remark == (Remark.WEATHER_CLOSES_IN, "") for event in events)
    assert closed == seen.closed


def check_repairs(phase: Phase, seen: truth.Phase) -> None:
    """What was put right, pumped out or put out, by name, and rooms where a part of the damage is left."""
    done = [job for job in phase.repairs if job.success]
    assert (len(phase.repairs), len(done)) == (seen.counts["jobs"], seen.counts["jobs done"])
    fires = [job for job in done if split_id(job.job).kind == DECK_FIRE]
    others = [job for job in done if job not in fires]
    assert Counter(job.section for job in fires) == seen.of("out")
    assert Counter(item_name(TABLES, job.job) for job in others if job.markers_left) == seen.of("headway")
    whole = Counter(item_name(TABLES, job.job.removeprefix(f"{PUMP} ")) for job in others if not job.markers_left)
    assert whole == seen.of("restored") + seen.of("pumped") + seen.of("put right")


def check_days(days: list[Day], watch: truth.Watch) -> None:
    """The captain, the stores, how a day ended, and the ships that came."""
    arrived = [(arrival.name, arrival.returning) for day in days for arrival in day.arrivals]
    assert arrived == [(name, reason != "new") for name, reason in watch.arrived]
    for day in days:
        if day.captain and (day.date in watch.captains or day.ship in watch.commanders):
            assert day.captain == watch.captain_of(day.ship, day.date)
        if day.stores is not None:
            assert (day.stores.fuel, day.stores.ammunition, day.stores.hull) == watch.stores[day.date]
        assert (day.leave.reason if day.leave else "") == watch.left.get(day.date, "")
        place = {"on station": "on station", "on the way": "on the way", "in a typhoon": "typhoon", "": ""}[day.lost]
        assert place == watch.sunk.get(day.date, "")


def test_facts_of_a_few_games_are_what_happened():
    for kind, seed in FEW:
        check_truth(watched(kind, seed))


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), MANY)
def test_facts_of_three_hundred_games_are_what_happened(kind, seed):
    check_truth(watched(kind, seed))
