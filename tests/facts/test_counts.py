"""Headlines agree with the counts of planes, and the totals of records in words."""

from __future__ import annotations

from picket_duty.captains import captain_named
from picket_duty.facts import RecordCounts, game_facts
from picket_duty.game import Game
from picket_duty.text.headlines import DIVES, STRIKES
from picket_duty.text.status import fate_words
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


def test_planes_still_flying_have_no_fate_yet():
    counts = RecordCounts(met=5, splashed=1, crashed=1, near_misses=0, set_afire=1, flying=2)
    assert counts.missed_or_withdrew == 1
    assert fate_words(counts) == (
        "1 splashed, 1 crashed, 1 missed or withdrew, 2 still flying; of the 4 not splashed, 1 had been set afire"
    )
