"""The counts of planes add up and agree with the events.

The fates are counted a second time here, from the events alone. Waves, days, records, headlines and the totals in words
are compared with them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from picket_duty.captains import captain_named
from picket_duty.events import Event, Fire, Strike, Support, WaveBegun
from picket_duty.facts import Fate, PlaneCounts, RecordCounts, count_records, game_facts
from picket_duty.game import Game
from picket_duty.rules.records import days_so_far
from picket_duty.state import GONE, SHOT_DOWN, DayRecord, Records
from picket_duty.text.headlines import DIVES, STRIKES
from picket_duty.text.status import fate_words, met_words
from tests.facts.test_properties import FEW, MANY
from tests.pages.games import TABLES, watched
from tests.text.cards import CardWatch


def fates_of(events: Iterable[Event]) -> dict[int, Fate]:
    """The fate of each plane of one finished wave, from its events alone."""
    fates: dict[int, Fate] = {}
    for event in events:
        if isinstance(event, WaveBegun):
            fates = {plane["plane"]: Fate.WITHDREW for plane in event.planes}
        elif isinstance(event, Fire | Support) and event.state == GONE:
            fates[event.plane] = Fate.SPLASHED
        elif isinstance(event, Strike) and not event.weapon:
            dives = {"hit": Fate.CRASHED, "near_miss": Fate.NEAR_MISS, "miss": Fate.MISSED}
            fates[event.plane] = dives[event.outcome]
    return fates


def waves_of(events: list[Event]) -> list[list[Event]]:
    """The events of each wave, its beginning first."""
    begun = [place for place, event in enumerate(events) if isinstance(event, WaveBegun)]
    waves = [events[first:last] for first, last in pairwise([*begun, len(events)])]
    return [[event for event in wave if (event.phase, event.wave) == (wave[0].phase, wave[0].wave)] for wave in waves]


def check_counts(game: Game) -> None:
    """Every count of a game against its events."""
    facts = game_facts(game)
    totals: Counter[Fate] = Counter()
    for number, (events, wave) in enumerate(zip(waves_of(game.events), facts.waves, strict=True)):
        if game.request is not None and number == len(facts.waves) - 1:
            break
        fates = fates_of(events)
        afire = {event.plane for event in events if isinstance(event, Fire | Support) and event.state == SHOT_DOWN}
        assert {plane.number: plane.fate for plane in wave.planes} == fates
        assert {plane.number for plane in wave.planes if plane.set_afire} == afire
        counts = Counter(fates.values())
        totals += counts
        assert [wave.counts.of(fate) for fate in Fate] == [counts[fate] for fate in Fate]
        assert wave.counts.set_afire == sum(fates[plane] is not Fate.SPLASHED for plane in afire)
    if game.request is None:
        assert [facts.counts.of(fate) for fate in Fate] == [totals[fate] for fate in Fate]
        days = {day.date: day.counts for day in facts.days}
        for record in days_so_far(game.state):
            check_total(record, days.get(record.date, PlaneCounts()))
        check_total(game.state.records, facts.counts)


def check_total(record: DayRecord | Records, counts: PlaneCounts) -> None:
    """The counts of the records of a day or game are those of the facts."""
    recorded = count_records(record)
    assert (recorded.met, recorded.splashed, recorded.crashed) == (counts.met, counts.splashed, counts.crashed)
    assert (recorded.near_misses, recorded.set_afire) == (counts.near_misses, counts.set_afire)
    assert recorded.missed_or_withdrew == counts.missed + counts.withdrew


@pytest.mark.parametrize(("kind", "seed"), FEW)
def test_counts_of_a_few_games(kind, seed):
    check_counts(watched(kind, seed).game)


@pytest.mark.slow
@pytest.mark.parametrize(("kind", "seed"), MANY)
def test_counts_of_three_hundred_games(kind, seed):
    check_counts(watched(kind, seed).game)


@pytest.mark.parametrize(("setup", "captain"), [({"scenario": 2}, "random"), ({"campaign": "mini"}, "doctrine")])
def test_headlines_agree_with_the_counts(setup, captain):
    """One headline for each dive or release, and one for each plane or weapon that hit the ship."""
    game = Game.new(level="advanced", seed=6, tables=TABLES, history=False, **setup)
    seen = CardWatch(game, captain_named(captain, 6)).play().headlines_seen
    counts = game_facts(game).counts
    crashes = [headline for headline in seen if " crashes into the ship " in headline.words]
    weapons = [headline for headline in seen if " hits the ship" in headline.words]
    assert len(crashes) == counts.crashed
    assert len(crashes) + len(weapons) == sum(headline.kind == STRIKES for headline in seen)
    releases = sum(headline.kind == DIVES and " releases its " in headline.words for headline in seen)
    assert sum(headline.kind == DIVES for headline in seen) - releases >= counts.crashed + counts.near_misses


@pytest.mark.parametrize(
    ("record", "words"),
    [
        (DayRecord("1945-04-06", "USS Bush", 1, planes=0), "no planes"),
        (DayRecord("1945-04-06", "USS Bush", 1, planes=1, destroyed=1), "1 plane: 1 splashed"),
        (DayRecord("1945-04-06", "USS Bush", 1, planes=1, hits=1, flamed=1), "1 plane: 1 crashed (set afire)"),
        (
            DayRecord("1945-04-06", "USS Bush", 1, planes=6, destroyed=2, flamed=3, hits=1, near_misses=1),
            "6 planes: 2 splashed, 1 crashed, 1 near miss, 2 missed or withdrew; 3 of the 4 not splashed "
            "were set afire",
        ),
        (
            DayRecord("1945-04-06", "USS Bush", 1, planes=4, destroyed=1, flamed=3, near_misses=3),
            "4 planes: 1 splashed, 3 near misses (all 3 set afire)",
        ),
        (
            DayRecord("1945-04-06", "USS Bush", 1, planes=3, flamed=2, near_misses=3),
            "3 planes: 3 near misses (2 set afire)",
        ),
    ],
)
def test_totals_in_words(record, words):
    assert met_words(record) == words


def test_planes_still_flying_have_no_fate_yet():
    counts = RecordCounts(met=5, splashed=1, crashed=1, near_misses=0, set_afire=1, flying=2)
    assert counts.missed_or_withdrew == 1
    assert fate_words(counts) == (
        "1 splashed, 1 crashed, 1 missed or withdrew, 2 still flying; 1 of the 4 not splashed was set afire"
    )
