"""Headlines agree with the counts of planes, and the totals of records in words."""

from __future__ import annotations

from picket_duty.captains import captain_named
from picket_duty.facts import RecordCounts, game_facts
from picket_duty.game import Game
from picket_duty.state import DayRecord
from picket_duty.text.headlines import DIVES, STRIKES
from picket_duty.text.status import fate_words, met_words
from tests.pages.games import TABLES
from tests.text.cards import CardWatch


def test_headlines_agree_with_the_counts():
    """One headline for each dive or release, and one for each plane or weapon that hit the ship."""
    for setup, captain in [({"scenario": 2}, "random"), ({"campaign": "mini"}, "doctrine")]:
        game = Game.new(level="advanced", seed=6, tables=TABLES, history=False, **setup)
        seen = CardWatch(game, captain_named(captain, 6)).play().headlines_seen
        counts = game_facts(game).counts
        crashes = [headline for headline in seen if " crashes into the ship " in headline.words]
        weapons = [headline for headline in seen if " hits the ship" in headline.words]
        assert len(crashes) == counts.crashed
        assert len(crashes) + len(weapons) == sum(headline.kind == STRIKES for headline in seen)
        releases = sum(headline.kind == DIVES and " releases its " in headline.words for headline in seen)
        assert sum(headline.kind == DIVES for headline in seen) - releases >= counts.crashed + counts.near_misses


def test_totals_in_words():
    for record, words in [
        (DayRecord("1945-04-06", "USS Bush", 1, planes=0), "no planes"),
        (DayRecord("1945-04-06", "USS Bush", 1, planes=1, destroyed=1), "1 plane: 1 splashed"),
        (DayRecord("1945-04-06", "USS Bush", 1, planes=1, hits=1, flamed=1), "1 plane: 1 crashed (set afire)"),
        (
            DayRecord("1945-04-06", "USS Bush", 1, planes=6, destroyed=2, flamed=3, hits=1, near_misses=1),
            "6 planes: 2 splashed, 1 crashed, 1 near miss, 2 missed or withdrew; 3 of the 4 not splashed set afire",
        ),
        (
            DayRecord("1945-04-06", "USS Bush", 1, planes=4, destroyed=1, flamed=3, near_misses=3),
            "4 planes: 1 splashed, 3 near misses (all 3 set afire)",
        ),
        (
            DayRecord("1945-04-06", "USS Bush", 1, planes=3, flamed=2, near_misses=3),
            "3 planes: 3 near misses (2 set afire)",
        ),
    ]:
        assert met_words(record) == words


def test_planes_still_flying_have_no_fate_yet():
    counts = RecordCounts(met=5, splashed=1, crashed=1, near_misses=0, set_afire=1, flying=2)
    assert counts.missed_or_withdrew == 1
    assert fate_words(counts) == (
        "1 splashed, 1 crashed, 1 missed or withdrew, 2 still flying; 1 of the 4 not splashed set afire"
    )
