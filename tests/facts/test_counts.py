"""The counts of planes in every text add up and agree with the events.

The fates are counted a second time here, from the events alone, and every sentence with a count is compared with them:
the log, the headlines, the wave cards, the totals of days and games, and for a few games the diary and the action
report. ``tests/pages/test_words.py`` reads diary and action report of all 300 games.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable
from itertools import pairwise

import pytest

from picket_duty.captains import captain_named
from picket_duty.events import Event, Fire, Strike, Support, WaveBegun
from picket_duty.facts import Fate, GameFacts, PlaneCounts, RecordCounts, Wave, game_facts
from picket_duty.game import Game
from picket_duty.rules.records import days_so_far
from picket_duty.state import GONE, SHOT_DOWN, DayRecord
from picket_duty.text import log_text
from picket_duty.text.headlines import DIVES, STRIKES
from picket_duty.text.names import WEAPONS
from picket_duty.text.status import fate_words, met_words
from picket_duty.text.wave_card import card_text
from tests.facts.fates import fates_told
from tests.facts.test_properties import FEW, MANY
from tests.pages.diaries import check_diary
from tests.pages.games import TABLES, watched
from tests.pages.sentences import check_words
from tests.text.cards import CardWatch

#: The words of each fate on cards and in totals.
WORDS = {
    Fate.SPLASHED: "splashed",
    Fate.CRASHED: "crashed",
    Fate.NEAR_MISS: "near miss(?:es)?",
    Fate.MISSED: "missed",
    Fate.WITHDREW: "withdrew",
}
NUMBER = r"(\d+)"


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
        check_log(events, counts, afire)
        check_card(wave)
    if game.request is None:
        assert [facts.counts.of(fate) for fate in Fate] == [totals[fate] for fate in Fate]
        check_totals(game, facts)


def check_log(events: list[Event], counts: Counter[Fate], afire: set[int]) -> None:
    """The lines of a wave: one for each plane splashed, set afire, crashed, near miss and missed."""
    lines = [
        log_text(event, TABLES).partition(";")[0] for event in events if isinstance(event, Fire | Support | Strike)
    ]
    assert sum(" splashes plane " in line for line in lines) == counts[Fate.SPLASHED]
    assert sum(bool(re.search(r" sets plane \d+ afire$|, now afire$", line)) for line in lines) == len(afire)
    assert (
        sum(line.startswith("Plane ") and " crashes into the ship " in line for line in lines) == counts[Fate.CRASHED]
    )
    assert sum(bool(re.fullmatch(r"Near miss by plane \d+", line)) for line in lines) == counts[Fate.NEAR_MISS]
    assert sum(bool(re.fullmatch(r"Plane \d+ misses", line)) for line in lines) == counts[Fate.MISSED]
    for event, line in zip(
        (event for event in events if isinstance(event, Fire | Support | Strike)), lines, strict=True
    ):
        flamed = isinstance(event, Fire | Support) and event.flamed
        assert not (flamed and re.search(r": \d+ hits? on ", line)), "the chart gives no number of hits"


def set_afire_in(part: str) -> int:
    """The planes set afire in a part of the line such as '2 missed (both set afire)'."""
    match = re.search(r"(?:\(|; )(?:all )?(\d+ |both |)(?:of them )?set afire\)", part)
    if match is None:
        return 0
    whole = re.search(r"\d+", part.partition("(")[0])
    number = match[1].strip()
    if number.isdigit():
        return int(number)
    return int(whole[0]) if whole and number else 1


def check_card(wave: Wave) -> None:
    """The first line of a card: the parts add up to the planes, and to the planes set afire."""
    text = card_text(wave, TABLES)[0]
    if len(wave.planes) == 1:
        check_single(text, wave)
        return
    head, _, parts = text.partition("planes: ")
    planes, *weapons = re.split(r";(?![^(]*\))", parts)
    assert head.rsplit(" ", 2)[-2] == str(len(wave.planes))
    counts = {
        fate: int(match[1]) for fate, words in WORDS.items() if (match := re.search(rf"{NUMBER} {words}", planes))
    }
    assert counts == {fate: wave.counts.of(fate) for fate in WORDS if wave.counts.of(fate)}
    assert sum(counts.values()) == len(wave.planes)
    assert sum(map(set_afire_in, re.split(r", (?![^(]*\))", planes))) == wave.counts.set_afire
    struck = sum(blow.by_weapon and not blow.near for blow in wave.blows)
    near = Counter(WEAPONS[blow.weapon] for blow in wave.blows if blow.by_weapon and blow.near)
    assert weapons == [
        *([f" {struck} weapon{'s' if struck > 1 else ''} hit the ship"] if struck else []),
        *(f" {often} {weapon} near miss{'es' if often > 1 else ''}" for weapon, often in near.items()),
    ]


def check_single(text: str, wave: Wave) -> None:
    """The first line of the card of a wave of a single plane: its fate, and whether it was set afire."""
    words = {**WORDS, Fate.NEAR_MISS: "crashed close aboard", Fate.FLYING: "withdrew"}
    afire = ", set afire," if wave.counts.set_afire else ""
    assert f". 1 plane{afire} {words[wave.planes[0].fate]}" in text


def check_totals(game: Game, facts: GameFacts) -> None:
    """The totals of each day and of the game."""
    days = {day.date: day.counts for day in facts.days}
    for record in days_so_far(game.state):
        check_total(met_words(record), days.get(record.date, PlaneCounts()))
    check_total(met_words(game.state.records), facts.counts)


def check_total(text: str, counts: PlaneCounts) -> None:
    """A total in words: the parts add up to the planes."""
    if not counts.met:
        assert text == "no planes"
        return
    assert text.startswith(f"{counts.met} plane{'s' if counts.met > 1 else ''}: ")
    assert fates_told(text) == {
        "splashed": counts.splashed,
        "crashed": counts.crashed,
        "near miss": counts.near_misses,
        "missed or withdrew": counts.missed + counts.withdrew,
        "set afire": counts.set_afire,
    }
    parts = text.partition(": ")[2].partition(";")[0]
    assert sum(int(number) for number in re.findall(rf"(?:^|, ){NUMBER} ", parts)) == counts.met


@pytest.mark.parametrize(("kind", "seed"), FEW)
def test_counts_of_a_few_games(kind, seed):
    watch = watched(kind, seed)
    check_counts(watch.game)
    check_words(watch)
    check_diary(watch)


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
