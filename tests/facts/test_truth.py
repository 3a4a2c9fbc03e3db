"""Facts of whole games compared with what an observer of the state saw happen, with the records and
the events.
"""

import random
from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from time import sleep

import msgspec
import pytest

from picket_duty.book.ids import DECK_FIRE, PUMP, split_id
from picket_duty.book.vocabulary import DamageEffect, Remark, Track
from picket_duty.captains import captain_named, play_out
from picket_duty.events import Crew, Damage, Loss, Note, Strike
from picket_duty.facts import (
    Fate,
    Killed,
    MenLost,
    Observer,
    count_planes,
    count_records,
    damage_of,
    facts_of,
)
from picket_duty.rules.records import days_so_far
from picket_duty.state import DAMAGED, DESTROYED
from picket_duty.text.names import item_name
from tests.games import TABLES, new_game, of_kind, step
from tests.pages.games import KINDS, Kind, watched

#: A few games for every run; the 300 games are slow.
FEW = (
    (Kind({"scenario": 2, "level": "advanced"}), 1),
    (Kind({"scenario": 6, "level": "basic"}, dice="wild"), 2),
    (Kind({"campaign": "mini", "level": "advanced"}), 3),
    (Kind({"patrol": "1945-04-05", "days": 6, "level": "advanced"}, captain="greedy"), 1),
)
MANY = [(kind, seed) for kind in KINDS for seed in range(kind.seeds)]
DIVES = {"hit": Fate.CRASHED, "near_miss": Fate.NEAR_MISS, "miss": Fate.MISSED}


def check_truth(watch):
    """Every phase, wave and day."""
    facts = facts_of(watch.game).whole
    phases = [(day, phase) for day in facts.days for phase in day.phases]
    for (day, phase), seen in zip(phases, watch.phases, strict=True):
        check_phase(day, phase, seen)
        check_harm(phase.consequences, seen)
        check_repairs(phase, seen)
    check_days(facts.days, watch)


def check_phase(day, phase, seen):
    """Where and when it was, who came, and how each plane ended."""
    begun = seen.begun
    assert (phase.date, phase.name, phase.light, phase.station) == (
        begun.date,
        begun.name,
        begun.light,
        begun.station,
    )
    assert day.ship == seen.ship
    assert (phase.weather or "") == seen.weather
    assert (phase.raid.planes if phase.raid else 0) == seen.raid
    assert phase.attacked == bool(seen.raid)
    for wave, watched_wave in zip(phase.waves, seen.waves, strict=True):
        check_wave(wave, watched_wave)
    counts = phase.counts
    told = (
        counts.met - counts.flying,
        counts.splashed,
        counts.afire,
        counts.crashed,
        counts.near_misses,
    )
    names = ("planes", "destroyed", "flamed", "hits", "near_misses")
    if not counts.flying:
        assert told == tuple(seen.counts[name] for name in names)
    sections = Counter(
        impact.section for impact in phase.impacts if not impact.near and not impact.by_weapon
    )
    assert sections == +Counter(
        {name: seen.strikes[name] for name in sections | {"forward": 0, "midship": 0, "aft": 0}}
    )


def check_wave(wave, seen):
    """Each plane, who set it afire and who splashed it, its dive and its weapon."""
    assert Counter(plane.type for plane in wave.planes) == seen.types
    assert wave.maneuver == seen.maneuver
    assert wave.weapons == seen.weapons
    assert [shot.event for shot in wave.shots if shot.by_guns] == seen.shots
    assert [shot.event for shot in wave.shots if not shot.by_guns] == seen.helped
    for plane in wave.planes:
        ends = dict(seen.ends.get(plane.number, ()))
        assert (plane.set_afire_by, plane.destroyed_by) == (
            ends.get("shot_down", ""),
            ends.get("destroyed", ""),
        )
        if plane.fate in DIVES.values():
            assert plane.fate is DIVES[seen.dives[plane.number]]
        else:
            assert plane.number not in seen.dives or seen.dives[plane.number] not in DIVES
            assert (plane.fate is Fate.SPLASHED) == ("destroyed" in ends)
    withdrew = [
        plane for plane in wave.planes if plane.fate is Fate.WITHDREW and plane.weapon == "ohka"
    ]
    assert seen.withdrew <= Counter(plane.type for plane in withdrew)


def check_harm(events, seen):
    """What was damaged, destroyed and flooded, the men and officers lost, and the points of each
    track.
    """
    damage = [event for event in of_kind(events, Damage) if not event.again]
    for state, effect in ((DAMAGED, DamageEffect.DAMAGED), (DESTROYED, DamageEffect.DESTROYED)):
        told = Counter(item_name(TABLES, event.item) for event in damage if event.effect == effect)
        assert told == seen.of(state), (state, told, seen.of(state))
    lit = Counter(event.section for event in damage if event.effect == DamageEffect.LIT)
    assert lit == +seen.of("lit")
    assert sum(event.effect == DamageEffect.EXPLODES for event in damage) == seen.explosions
    men = Counter(
        {
            entry.section: entry.men
            for entry in damage_of(events).entries
            if isinstance(entry, MenLost)
        }
    )
    assert men == seen.men
    killed = Counter((event.post, event.name) for event in of_kind(events, Killed))
    assert killed == seen.fallen
    check_points(events, seen)


def check_points(events, seen):
    for track in (Track.HULL, Track.MANEUVER, Track.FUEL):
        points = sum(event.points for event in of_kind(events, Loss) if event.track == track)
        assert points == seen.lost[track], track
    closed = sum(
        isinstance(event, Note) and event.remark == (Remark.WEATHER_CLOSES_IN, "")
        for event in events
    )
    assert closed == seen.closed


def check_repairs(phase, seen):
    """What was put right, pumped out or put out, by name, and rooms where a part of the damage is
    left.
    """
    done = [job for job in phase.repairs if job.success]
    assert (len(phase.repairs), len(done)) == (seen.counts["jobs"], seen.counts["jobs done"])
    fires = [job for job in done if split_id(job.job).kind == DECK_FIRE]
    others = [job for job in done if job not in fires]
    assert Counter(job.section for job in fires) == seen.of("out")
    assert Counter(item_name(TABLES, job.job) for job in others if job.markers_left) == seen.of(
        "headway"
    )
    whole = Counter(
        item_name(TABLES, job.job.removeprefix(f"{PUMP} "))
        for job in others
        if not job.markers_left
    )
    assert whole == seen.of("restored") + seen.of("pumped") + seen.of("put right")


def check_days(days, watch):
    """The captain, the stores, how a day ended, and the ships that came."""
    arrived = [(arrival.name, arrival.returning) for day in days for arrival in day.arrivals]
    assert arrived == [(name, reason != "new") for name, reason in watch.arrived]
    for day in days:
        if day.captain and (day.date in watch.captains or day.ship in watch.commanders):
            assert day.captain == watch.captain_of(day.ship, day.date)
        if day.stores is not None:
            assert (day.stores.fuel, day.stores.ammunition, day.stores.hull) == watch.stores[
                day.date
            ]
        assert (day.leave.reason if day.leave else "") == watch.left.get(day.date, "")
        place = {
            "on station": "on station",
            "on the way": "on the way",
            "in a typhoon": "typhoon",
            "": "",
        }[day.lost]
        assert place == watch.sunk.get(day.date, "")


def check_facts(game):
    """Every plane has one fate and every event is entered once; the facts kept are those of all
    events at once.
    """
    facts = facts_of(game).whole
    again = Observer(game).whole
    check_fates(game, facts)
    check_aftermath(game.events, facts)
    assert (again.days, again.waves, again.officers) == (facts.days, facts.waves, facts.officers)


def check_fates(game, facts):
    """Fates by wave and over the game; ``check_phase`` compares them with the records that the
    rules keep.
    """
    fates = Counter()
    for wave in facts.waves:
        counts = Counter(plane.fate for plane in wave.planes)
        assert msgspec.structs.astuple(wave.counts)[: len(Fate)] == tuple(
            counts[fate] for fate in Fate
        )
        assert wave.counts.met == len(wave.planes)
        assert counts[Fate.MISSED] == len(wave.missed)
        assert counts[Fate.CRASHED] == len(wave.crashes)
        assert counts[Fate.NEAR_MISS] == sum(
            impact.near and not impact.by_weapon for impact in wave.impacts
        )
        assert set(wave.shot_down_by) == {
            plane.number for plane in wave.planes if plane.shot_down_by
        }
        assert all(
            wave.shot_down_by[plane.number] == plane.shot_down_by
            for plane in wave.planes
            if plane.shot_down_by
        )
        fates += counts
    planes = [plane for wave in facts.waves for plane in wave.planes]
    assert fates.total() == len(planes)
    assert fates[Fate.SPLASHED] == sum(bool(plane.destroyed_by) for plane in planes)
    assert sum(plane.afire for plane in planes) == facts.counts.afire
    check_counts(game, facts)
    assert game.request is not None or not fates[Fate.FLYING]
    # An Ohka's carrier never dives.
    for plane in planes:
        assert not plane.carries_ohka or plane.fate not in (
            Fate.CRASHED,
            Fate.NEAR_MISS,
            Fate.MISSED,
        )


def check_counts(game, facts):
    """The counts of waves add up to those of their phase, day and game, and agree with the records
    of each day.
    """
    for parts, whole in (
        *((phase.waves, phase) for day in facts.days for phase in day.phases),
        ([phase for day in facts.days for phase in day.phases], facts),
    ):
        each = [msgspec.structs.astuple(part.counts) for part in parts]
        assert (
            tuple(map(sum, zip(*each, strict=True)))
            == msgspec.structs.astuple(whole.counts)[: 7 if each else 0]
        )
        assert whole.counts.afire <= whole.counts.met - whole.counts.splashed
    check_daily(game, facts)


def check_daily(game, facts):
    daily = {record.date: record for record in days_so_far(game.state)}
    for day in facts.days:
        if day.date in daily and not (game.request is not None and day is facts.days[-1]):
            counts = count_planes(plane for phase in day.phases for plane in phase.planes)
            recorded = count_records(daily[day.date])
            for name in ("met", "splashed", "crashed", "near_misses", "afire"):
                assert getattr(recorded, name) == getattr(counts, name), name
            assert recorded.missed_or_withdrew == counts.missed + counts.withdrew


def check_aftermath(events, facts):
    """Each damage, loss and death is in one phase, and each hit or near miss is an impact, in
    order.
    """
    phases = [phase for day in facts.days for phase in day.phases]
    entered = [
        id(event) for phase in phases for event in phase.consequences if isinstance(event, Damage)
    ]
    assert sorted(entered) == sorted(id(event) for event in of_kind(events, Damage))
    killed = [
        id(event.event)
        for phase in phases
        for event in phase.consequences
        if isinstance(event, Killed)
    ]
    assert sorted(killed) == sorted(id(event) for event in of_kind(events, Crew) if event.killed)
    strikes = [event for event in of_kind(events, Strike) if event.outcome != "miss"]
    impacts = [impact for wave in facts.waves for impact in wave.impacts]
    assert [impact.strike for impact in impacts] == strikes
    numbers = [impact.number for impact in impacts if not impact.near]
    assert numbers == list(range(1, len(numbers) + 1))


def everything(observer):
    """All that an observer keeps, but for the lock."""
    return {name: value for name, value in vars(observer).items() if name != "_lock"}


def test_facts_of_a_few_games_are_what_happened():
    for kind, seed in FEW:
        check_truth(watched(kind, seed))
        check_facts(watched(kind, seed).game)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), MANY)
def test_facts_of_three_hundred_games_are_what_happened(kind, seed):
    check_truth(watched(kind, seed))
    check_facts(watched(kind, seed).game)


def test_facts_of_a_running_game():
    """After every answer of a battle the planes add up, and no plane has a fate before its dive."""
    game = new_game(scenario=2, level="advanced", seed=4)
    captain = captain_named("doctrine", 4)
    while game.request is not None:
        step(game, captain.choose)
        planes = [plane for wave in facts_of(game).whole.waves for plane in wave.planes]
        assert len(planes) == game.state.records.planes or game.state.air.planes
        dived = sum(plane.fate in (Fate.CRASHED, Fate.NEAR_MISS) for plane in planes)
        assert dived == game.state.records.hits + game.state.records.near_misses


def test_facts_are_wound_back_with_undo():
    """After any undo the facts kept are those of an observer that has seen only the events left."""
    for chosen, most in [
        ({"scenario": 6}, 30),
        ({"patrol": "1945-04-05", "days": 6}, 60),
        ({"campaign": "mini"}, 200),
    ]:
        game = new_game(level="advanced", seed=2, **chosen)
        captain = captain_named("doctrine", 2)
        chance = random.Random(1)
        undone = 0
        while game.request is not None:
            step(game, captain.choose)
            facts_of(game)
            if undone < 12 and chance.random() < 0.05:
                undone += 1
                game.undo(chance.randint(1, min(most, len(game.answers))))
                fresh = Observer(game)
                fresh.follow(game)
                assert everything(facts_of(game)) == everything(fresh)
            if undone < 12 or game.request is None:
                again = Observer(game).whole
                kept = facts_of(game).whole
                assert (again.days, again.waves, again.officers) == (
                    kept.days,
                    kept.waves,
                    kept.officers,
                )


def test_what_was_found_out_about_a_wave_outlives_an_undo_after_it():
    game = new_game(campaign="mini", level="advanced", seed=2)
    captain = captain_named("doctrine", 2)
    play_out(game, captain, lambda game: len(facts_of(game).waves) == 3)
    first, _, undone = facts_of(game).waves
    first.order = ("The order helped.",)
    first.expected = 1.5
    first.gunners = {"5in-1": ("Atwood", 2)}
    undone.order = ("Not any longer.",)
    game.undo()
    waves = facts_of(game).waves
    assert waves[0] is not first
    assert (waves[0].order, waves[0].expected) == (("The order helped.",), 1.5)
    assert waves[0].gunners == {"5in-1": ("Atwood", 2)}
    assert not any(wave.order for wave in waves[1:])


def test_each_event_is_taken_once():
    game = new_game(campaign="mini", level="advanced", seed=3)
    taken = 0
    observer = facts_of(game)
    take = Observer.take
    with pytest.MonkeyPatch.context() as patch:

        def counted(self, event):
            nonlocal taken
            taken += 1
            take(self, event)

        patch.setattr(Observer, "take", counted)
        captain = captain_named("doctrine", 3)
        begun = len(game.events)
        play_out(game, captain, lambda game: facts_of(game) is not observer)
        assert (game.request, facts_of(game)) == (None, observer)
    assert taken == len(game.events) - begun


def test_pages_in_threads_can_follow_the_same_game(monkeypatch):
    """Each event is taken once, also if another thread asks for the facts while they are made."""
    game = watched(*FEW[2]).game
    waves = len(facts_of(game).waves)
    observer = Observer(game)
    take = Observer.take
    asked = []

    def taken(self, event):
        if not asked:
            asked.append(pool.submit(observer.follow, game))
        sleep(0)
        take(self, event)

    monkeypatch.setattr(Observer, "take", taken)
    with ThreadPoolExecutor(1) as pool:
        observer.follow(game)
        asked[0].result()
    assert observer.count == len(game.events)
    assert len(observer.waves) == waves
