"""Many games: the same result for any number of jobs, the contract of the JSON, statistics with known values."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import click
import pytest
from click.testing import CliRunner

from picket_duty.analysis import statistics
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.lab import lab_commands as commands
from picket_duty.lab.batch import BLOCK, Batch, Results, counted, settled, simulate, table
from picket_duty.setup import SetupOptions
from tools.calibrate import ratio_interval

TABLES = load_tables()


def run(command: click.Command, *arguments: str) -> str:
    """Standard output of a command that must succeed."""
    result = CliRunner().invoke(command, arguments, catch_exceptions=False)
    assert result.exit_code == 0, result.output
    return result.stdout


def without_seconds(results: Results) -> Any:
    """Everything except the time taken."""
    return results.games, results.outcomes, results.numbers


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_jobs() -> None:
    """One process or two, with a block boundary in between."""
    batch = Batch(SetupOptions(scenario=6, seed=3), games=BLOCK + 20, policy="random")
    serial, parallel = simulate(batch, 1), simulate(batch, 2)
    assert without_seconds(serial) == without_seconds(parallel)
    assert serial.games == BLOCK + 20


def test_each_game_is_that_of_play() -> None:
    """Game k is that of ``play --seed seed+k --auto``."""
    results = simulate(Batch(SetupOptions(scenario=4, seed=11), games=3))
    outcomes: Counter[str] = Counter()
    numbers: dict[str, Counter[int]] = {}
    for seed in (11, 12, 13):
        game = Game.new(scenario=4, seed=seed, tables=TABLES)
        play_out(game, captain_named("doctrine", seed))
        outcomes[game.summary()["outcome"]] += 1
        for name, value in counted(game.summary()).items():
            numbers.setdefault(name, Counter())[value] += 1
    assert (results.outcomes, results.numbers) == (outcomes, numbers)


def test_progress_is_reported() -> None:
    """Once for each block."""
    seen: list[int] = []
    simulate(
        Batch(SetupOptions(scenario=1), games=BLOCK + 1, policy="random"),
        progress=lambda played, _won: seen.append(played),
    )
    assert seen == [BLOCK, BLOCK + 1]


def test_impossible_runs_are_refused() -> None:
    """Bad runs are refused before the first game."""
    for batch in (
        Batch(SetupOptions()),
        Batch(SetupOptions(scenario=9)),
        Batch(SetupOptions(scenario=1), policy="x"),
        Batch(SetupOptions(scenario=1), games=0),
    ):
        with pytest.raises(ValueError, match=r".+"):
            settled(batch)
    assert settled(Batch(SetupOptions(scenario=TABLES.scenarios[3].slug))).chosen.scenario == 3


def test_json() -> None:
    """The object of DESIGN.md."""
    answer = json.loads(run(commands.simulate, "--scenario", "6", "-n", "30", "--jobs", "1", "--json", "--seed", "4"))
    assert answer["games"] == 30
    assert (answer["scenario"], answer["policy"], answer["level"], answer["seed"]) == (6, "doctrine", "basic", 4)
    assert set(answer["outcomes"]) == {"us_win", "japanese_win", "draw"}
    assert sum(answer["outcomes"].values()) == 30
    summary = Game.new(scenario=6, seed=4, tables=TABLES).summary()
    numbers = {key for key, value in summary.items() if isinstance(value, int) and not isinstance(value, bool)}
    assert set(answer["means"]) == numbers - {"scenario", "seed"}
    assert answer["requests"] == pytest.approx(30 * answer["means"]["requests"])
    assert answer["seconds"] > 0


def test_table() -> None:
    """The table for a reader, in ASCII if requested."""
    text = run(commands.simulate, "--scenario", "2", "-n", "10", "--jobs", "1", "--policy", "random")
    assert "US victory" in text
    assert "hits per game" in text
    batch = Batch(SetupOptions(scenario=2), games=10, policy="random")
    assert "█" not in "\n".join(table(batch, simulate(batch), ascii_only=True))


@pytest.mark.parametrize("arguments", [("-n", "5"), ("--scenario", "6", "--policy", "nobody")])
def test_bad_usage(arguments: tuple[str, ...]) -> None:
    """One line and no result."""
    result = CliRunner().invoke(commands.simulate, arguments)
    assert result.exit_code
    assert not result.stdout


def test_wilson() -> None:
    """Published values: 10 of 20, none, all, no trials."""
    assert statistics.wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert statistics.wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert statistics.wilson(20, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert statistics.wilson(0, 0) == (0.0, 1.0)


def test_means() -> None:
    """Mean, deviation, quantiles and ratio of counted values."""
    counts = Counter({1: 2, 2: 1, 5: 1})
    assert statistics.mean(counts) == 2.25
    assert statistics.deviation(counts) == pytest.approx(1.8930, abs=1e-4)
    assert [statistics.quantile(counts, share) for share in (0.25, 0.5, 0.75, 1)] == [1, 1, 2, 5]
    low, high = ratio_interval([(1, 2), (2, 4), (3, 6)])
    assert low == pytest.approx(high) == pytest.approx(0.5)
    assert statistics.mean(Counter()) == statistics.deviation(Counter()) == 0
