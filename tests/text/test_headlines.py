"""Headlines, at which autoplay stops, and wave cards."""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named
from picket_duty.game import Game
from picket_duty.text import headlines
from picket_duty.text.headlines import headlines_since
from tests.text.cards import CardWatch

TABLES = load_tables()
GAMES = [
    *(({"scenario": number, "level": "advanced", "seed": number}, "random") for number in range(1, 9)),
    ({"scenario": 3, "level": "advanced", "seed": 3}, "greedy"),
    ({"campaign": "mini", "level": "advanced", "seed": 4, "options": ("aces", "list-and-trim")}, "random"),
]


def test_headlines_and_cards_agree_with_the_game():
    for setup, captain in GAMES:
        game = Game.new(tables=TABLES, history=False, **setup)
        CardWatch(game, captain_named(captain, setup["seed"])).play(4000)


@pytest.mark.slow
def test_all_kinds_of_headlines_occur():
    kinds = set()
    # Only a long campaign has ships that take over, only scenario 7 the relief roll.
    setups = [{"campaign": "long-a"}, *[{"scenario": 7}] * 5, *[{"campaign": "mini"}] * 50]
    for seed, setup in enumerate(setups):
        game = Game.new(**setup, level="advanced", seed=seed, tables=TABLES, history=False, options=("aces",))
        captain = captain_named("doctrine" if "scenario" in setup else "random", seed)
        kinds |= {headline.kind for headline in CardWatch(game, captain).play().headlines_seen}
        if kinds == set(headlines.KINDS):
            return
    assert kinds == set(headlines.KINDS)


def test_a_new_game_has_no_headline():
    game = Game.new(scenario=6, level="basic", seed=7, tables=TABLES)
    assert headlines_since(game, len(game.events)) == []
