"""The baseline sample of a card: which games it is, cached once, the same however it is played."""

from __future__ import annotations

import errno
import time
from collections import Counter
from pathlib import Path
from types import SimpleNamespace

import pytest

from picket_duty.analysis import baseline
from picket_duty.analysis.baseline import (
    BackgroundBaseline,
    Baseline,
    cached_baseline,
    is_won,
    play_baseline,
    play_games,
    situation_of,
)
from picket_duty.game import Game
from picket_duty.saves.paths import write_cache
from tests.quick import first_is_quick
from tests.saves.games import TABLES, other_tables, played

#: Number of games compared; a few of the thousand are enough.
FEW = 12


@pytest.fixture(autouse=True)
def few(home, monkeypatch):
    monkeypatch.setattr(baseline, "GAMES", FEW)
    monkeypatch.setattr(baseline, "cores", lambda: 1)
    return home


def setup_of(**chosen):
    return Game.new(tables=TABLES, **chosen).state.setup


@pytest.mark.slow
def test_the_sample_is_the_first_games_of_simulate():
    chosen = situation_of(setup_of(scenario=6, seed=99, undo="dice", officers={"captain": "Ann"}), TABLES)
    assert (chosen.seed, chosen.scenario) == (1, 6)
    sample = play_baseline(setup_of(scenario=6, seed=99), TABLES)
    ends = [played("doctrine", scenario=6, seed=1 + number).summary() for number in range(FEW)]
    assert play_games(chosen, "", range(FEW)) == ends
    assert sample.games == FEW
    assert sample.won == sum(end["outcome"] == "us_win" for end in ends)
    assert sample.strikes == dict(sorted(Counter(end["hits"] for end in ends).items()))
    assert sample.mean_strikes == pytest.approx(sum(end["hits"] for end in ends) / FEW)
    assert sample.mean_shot_down == pytest.approx(sum(end["destroyed"] + end["flamed"] for end in ends) / FEW)


def test_the_sample_is_played_once_for_any_seed_name_and_crew(monkeypatch):
    first = play_baseline(setup_of(scenario=6, seed=1), TABLES)
    monkeypatch.setattr(baseline, "play_games", None)
    same = setup_of(scenario=6, seed=2, undo="dice", ship="USS Night Heron", officers={"xo": "Ann"}, dice="own")
    assert cached_baseline(same, TABLES) == play_baseline(same, TABLES) == first
    for other in ({"scenario": 6, "level": "advanced"}, {"scenario": 5}, {"scenario": 6, "options": ["gun-repair"]}):
        assert cached_baseline(setup_of(seed=1, **other), TABLES) is None


def test_other_tables_or_versions_are_played_again(tmp_path, monkeypatch):
    from picket_duty.book import Tables

    setup = setup_of(scenario=6, seed=1)
    play_baseline(setup, TABLES)
    assert (
        cached_baseline(
            setup, Tables(other_tables(tmp_path, "house/numbers.toml", "ammunition = 10", "ammunition = 9"))
        )
        is None
    )
    monkeypatch.setattr(baseline, "__version__", "99")
    assert cached_baseline(setup, TABLES) is None


@first_is_quick("junk", [b"", b"{}", b"\xff\xfe", b"[1, 2]"])
def test_a_damaged_cache_file_is_recomputed(home, junk):
    setup = setup_of(scenario=6, seed=1)
    first = play_baseline(setup, TABLES)
    (file,) = (home.parent / baseline.FOLDER).iterdir()
    file.write_bytes(junk)
    assert cached_baseline(setup, TABLES) is None
    assert play_baseline(setup, TABLES) == first == cached_baseline(setup, TABLES)


def test_an_interrupted_sample_is_not_cached(monkeypatch):
    def interrupt(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr(baseline, "play_games", interrupt)
    setup = setup_of(scenario=6, seed=1)
    assert play_baseline(setup, TABLES) is None
    assert cached_baseline(setup, TABLES) is None


def test_a_read_only_folder_is_not_an_error(home):
    (home.parent / baseline.FOLDER).write_text("in the way")
    assert play_baseline(setup_of(scenario=6, seed=1), TABLES).games == FEW


def test_a_patrol_is_won_if_the_ship_is_on_station():
    setup = setup_of(patrol="1945-05-11", days=1, ship="la-prade", station=3, seed=1)
    assert situation_of(setup, TABLES).ship == "USS La Prade"
    won = [is_won(setup, {"outcome": "record", "afloat": a, "on_station": s}) for a in (0, 1) for s in (0, 1)]
    assert won == [False, False, False, True]
    assert is_won(setup_of(scenario=6, seed=1), {"outcome": "us_win", "afloat": 1, "on_station": 0})


@pytest.mark.slow
def test_background_processes_give_the_same_sample():
    setup = setup_of(scenario=6, seed=1)
    run = BackgroundBaseline(setup, TABLES, processes=1)
    try:
        assert run.working
        end = time.monotonic() + 60
        while (result := run.poll()) is None and time.monotonic() < end:
            time.sleep(0.02)
    finally:
        run.close()
    assert not run.working
    assert result == cached_baseline(setup, TABLES)
    (file,) = (baseline.data_folder() / baseline.FOLDER).iterdir()
    file.unlink()
    assert play_baseline(setup, TABLES) == result


def test_cancelled_processes_cache_nothing():
    setup = setup_of(scenario=5, seed=1)
    run = BackgroundBaseline(setup, TABLES, processes=1)
    run.close()
    assert not run.working
    assert run.poll() is None
    assert cached_baseline(setup, TABLES) is None


class AtOnce:
    """A pool of workers that reports the first game of a job when the job is submitted."""

    size, working = 1, False

    def __init__(self, *_, **__) -> None:
        self.submitted: list[list[int]] = []

    def submit(self, play_part, situation, folder, numbers):
        self.submitted.append(list(numbers))
        return SimpleNamespace(take=lambda: next(play_part(situation, folder, numbers), []))

    def poll(self) -> None:
        """Nothing to receive."""

    def close(self) -> None:
        """Nothing to end."""


def test_games_played_before_a_baseline_is_closed_are_kept(monkeypatch):
    monkeypatch.setattr(baseline, "WorkerPool", AtOnce)
    monkeypatch.setattr(baseline, "GAMES", 2)
    setup = setup_of(scenario=6, seed=1)
    first = BackgroundBaseline(setup, TABLES)
    assert first.poll() is None
    first.close()
    again = BackgroundBaseline(setup, TABLES)
    assert again.played == 1
    assert again._pool.submitted == [[1]]
    assert again.poll() == cached_baseline(setup, TABLES)
    assert BackgroundBaseline(setup, TABLES).played == 0


def test_means_are_of_all_games():
    baseline = Baseline(4, 2, 1, {3: 1, 5: 3}, {0: 4})
    assert (baseline.mean_shot_down, baseline.mean_strikes) == (4.5, 0.0)
    assert Counter(baseline.shot_down).total() == 4
    assert baseline.middle_strikes == (0, 0)
    assert Baseline(8, 2, 1, {3: 8}, {0: 1, 1: 2, 2: 3, 7: 2}).middle_strikes == (1, 2)


def test_a_full_disk_leaves_no_partial_file(tmp_path, monkeypatch):
    def full(path, data):
        with path.open("wb") as file:
            file.write(data[:3])
        raise OSError(errno.ENOSPC, "No space left on device")

    target = tmp_path / "kept.json"
    write_cache(target, b"before")
    monkeypatch.setattr(Path, "write_bytes", full)
    write_cache(target, b"after that")
    assert [(path.name, path.read_bytes()) for path in tmp_path.glob("kept*")] == [("kept.json", b"before")]
