"""Engine benchmarks: requests per second, phases per second. Run with

python -m pytest tests/bench/bench_engine.py --benchmark-only
"""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.saves import resume, start_save

TABLES = load_tables()
GAMES = 100


def play_many(policy: str, **chosen: object) -> tuple[int, int]:
    """Play a batch; returns requests answered and phases played."""
    requests = phases = 0
    for seed in range(GAMES):
        game = Game.new(tables=TABLES, seed=seed, history=False, **chosen)
        play_out(game, captain_named(policy, seed))
        requests += game.requests
        phases += game.state.records.phases
    return requests, phases


@pytest.mark.parametrize("policy", ["random", "doctrine"])
@pytest.mark.parametrize("scenario", [3, 6])
def test_scenario(benchmark, policy, scenario):
    requests, phases = benchmark(play_many, policy, scenario=scenario)
    seconds = benchmark.stats.stats.median
    benchmark.extra_info["requests/s"] = round(requests / seconds)
    benchmark.extra_info["phases/s"] = round(phases / seconds)
    print(f"\nscenario {scenario}, {policy}: {requests / seconds:,.0f} requests/s, {phases / seconds:,.0f} phases/s")


@pytest.mark.parametrize("policy", ["random", "doctrine"])
@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_long_campaign(benchmark, policy, level):
    def play() -> Game:
        game = Game.new(campaign="long-b", level=level, tables=TABLES, seed=1, history=False)
        play_out(game, captain_named(policy, 1))
        return game

    game = benchmark(play)
    seconds = benchmark.stats.stats.median
    phases = game.state.records.phases
    print(f"\nlong-b {level}, {policy}: {seconds:.3f} s, {phases / seconds:,.0f} phases/s")


def test_long_campaign_saved_and_resumed(benchmark, tmp_path):
    path = tmp_path / "long.picket"
    game = Game.new(campaign="long-b", level="advanced", tables=TABLES, seed=1)
    start_save(game, path=path)
    play_out(game, captain_named("random", 1))
    game.journal.close()

    def again() -> None:
        resumed = resume(path, TABLES)
        resumed.journal.close()

    benchmark(again)
    print(f"\nsave {path.stat().st_size:,} bytes, resumed in {benchmark.stats.stats.median:.3f} s")
