"""Gain of doctrine's declaration, relief and fighters over simpler rules, paired on the same dice.

``python -m pytest -s tools/bench/bench_doctrine.py``: half an hour.
"""

from __future__ import annotations

import math
import statistics

import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE
from picket_duty.captains import doctrine, greedy, play_out
from picket_duty.game import Game
from picket_duty.odds import plan
from picket_duty.rules import campaign
from picket_duty.rules.play import NO, YES
from picket_duty.state import LEVELS

TABLES = load_tables()
#: No time limit.
pytestmark = pytest.mark.timeout(0)


def declare_for_any_fire(play, choice):
    """If no wave is known, or for any deck fire at its last level."""
    fires = play.ship.deck_fires.values()
    wanted = bool(fires) and not play.state.air.waves
    last = any(level >= play.tables.numbers.deck_fire_limit for level in fires)
    return YES if wanted or last or doctrine.quiet_until_turn_end(play) else NO


#: Doctrine except for the decisions compared.
WITHOUT = {
    "declaration": {DECLARE: greedy.declare_if_quiet},
    "relief": {ASK_RELIEF: greedy.relief_late},
    "both": {DECLARE: greedy.declare_if_quiet, ASK_RELIEF: greedy.relief_late},
}
SCENARIOS = [("declaration", {"scenario": number}, 2000) for number in (2, 6, 7, 8)]
CAMPAIGNS = [(what, {"campaign": "mini", "level": "basic"}, 1500) for what in WITHOUT]
BOTH_LEVELS = [
    ({"scenario": number, "level": level}, 2000)
    for number in range(2, 9)
    for level in ("basic", "advanced")
]
#: Games whose relief goes by the chance to last, against fixed limits.
LASTING = [
    ({"campaign": name, "level": level}, games)
    for name, games in (("mini", 2000), ("long-a", 400))
    for level in ("basic", "advanced")
]
LONG = [("both", {"campaign": "long-b", "level": "advanced"}, 60)]
#: Games of the captain of playouts, which must win as often as doctrine.
QUICK_GAMES = 4000


class Captain:
    """Doctrine with other decisions."""

    def __init__(self, decisions=None):
        self.decisions = doctrine.DECISIONS | (decisions or {})

    def choose(self, game):
        """A legal answer."""
        return doctrine.decide(game.play, game.request, self.decisions)


def played(captain, seed, chosen):
    """Whether a game was won, and the ships sunk in it."""
    game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
    play_out(game, captain)
    return game.outcome.result == "us_win", game.state.records.ships_sunk


@pytest.mark.parametrize(("what", "chosen", "games"), SCENARIOS + CAMPAIGNS + LONG, ids=str)
def test_gain(what, chosen, games):
    """More games won or fewer ships lost, within the margin of error."""
    before = Captain(decisions=WITHOUT[what])
    now = Captain()
    wins = []
    sunk = []
    for seed in range(games):
        won_before, sunk_before = played(before, seed, chosen)
        won, lost = played(now, seed, chosen)
        wins.append(won - won_before)
        sunk.append(lost - sunk_before)
    assert max(gains(f"{what} {chosen}", wins, sunk)) > 0


def gains(title, wins, sunk):
    """Print the mean differences of wins and ships sunk; returns each with two standard errors
    added.
    """
    gained = []
    for name, values, unit in ("wins", wins, 100), ("ships sunk", sunk, -1):
        middle = statistics.mean(values)
        error = statistics.stdev(values) / math.sqrt(len(values))
        print(f"{title}: {name} {abs(unit) * middle:+.2f} (standard error {abs(unit) * error:.2f})")
        gained.append(unit * middle + 2 * abs(unit) * error)
    return gained


@pytest.mark.parametrize(("chosen", "games"), BOTH_LEVELS, ids=str)
def test_gain_of_the_measured_declaration_and_of_fighters(chosen, games, monkeypatch):
    """Against declaring for any fire, and fighters kept as if the guns stayed silent in every later
    wave.
    """
    former = Captain(decisions={DECLARE: declare_for_any_fire})
    now = Captain()
    wins = []
    sunk = []
    for seed in range(games):
        with monkeypatch.context() as patch:
            patch.setattr(plan, "ship_with", lambda play, **changes: play)
            won_before, sunk_before = played(former, seed, chosen)
        won, lost = played(now, seed, chosen)
        wins.append(won - won_before)
        sunk.append(lost - sunk_before)
    assert max(gains(f"declaration and fighters {chosen}", wins, sunk)) > 0


@pytest.mark.parametrize(("chosen", "games"), LASTING, ids=str)
def test_gain_of_relief_by_the_chance_to_last(chosen, games):
    """More mini campaigns won or stages held than with relief by fixed limits, within the margin of
    error.
    """
    former = Captain({ASK_RELIEF: doctrine.relief_by_limits})
    now = Captain()
    counts = [[held(captain, seed, chosen) for seed in range(games)] for captain in (former, now)]
    gained = [after - before for before, after in zip(*counts, strict=True)]
    middle = statistics.mean(gained)
    error = statistics.stdev(gained) / math.sqrt(games)
    print(
        f"{chosen}: {statistics.mean(counts[0]):.3f} to {statistics.mean(counts[1]):.3f}, "
        f"gain {middle:+.4f} "
        f"({middle - 1.96 * error:+.4f} to {middle + 1.96 * error:+.4f}), "
        f"{sum(map(bool, gained))} of {games} differ"
    )
    assert middle > -2 * error


def held(captain, seed, chosen):
    """The stages held in a long campaign; 1 for a mini campaign won."""
    game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
    play_out(game, captain)
    return (
        campaign.stages_held(game.state)
        if game.state.stages
        else int(game.outcome.result == "us_win")
    )


@pytest.mark.parametrize(
    "chosen",
    [{"scenario": 2}, {"scenario": 6}, *({"campaign": "mini", "level": level} for level in LEVELS)],
    ids=str,
)
def test_the_quick_captain_wins_as_often(chosen):
    """Paired on the same dice: the difference is within 2.5 standard errors, and within two
    points.
    """
    differences = []
    for seed in range(QUICK_GAMES):
        won = []
        for captain in (doctrine.DoctrineCaptain(), doctrine.QuickCaptain()):
            game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
            play_out(game, captain)
            won.append(game.outcome.result == "us_win")
        differences.append(won[1] - won[0])
    middle = statistics.mean(differences)
    error = statistics.stdev(differences) / math.sqrt(QUICK_GAMES)
    print(
        f"{chosen}: quick less doctrine {100 * middle:+.2f} points, standard error "
        f"{100 * error:.2f}"
    )
    assert abs(middle) <= max(0.02, 2.5 * error)
