"""Many games: the same result for any number of jobs, the contract of the JSON, statistics with
known values.
"""

import errno
import io
import json
import os
import re
from collections import Counter

import pytest
from click.testing import CliRunner

from picket_duty.analysis import statistics
from picket_duty.analysis.workers import RunError
from picket_duty.captains import captain_named, play_out
from picket_duty.commands.main import main
from picket_duty.lab import run_files
from picket_duty.lab.batch import BLOCK, Batch, settled, simulate
from picket_duty.lab.results import Results, counted
from picket_duty.setup import SetupOptions
from tests.games import TABLES, new_game
from tests.systems import POSIX
from tests.text_table import cases
from tools.calibrate import ratio_interval


@pytest.mark.slow
def test_the_result_does_not_depend_on_the_jobs():
    batch = Batch(SetupOptions(scenario=6, seed=3), games=BLOCK + 20, policy="random")
    serial = simulate(batch, 1)
    parallel = simulate(batch, 2)
    assert serial.as_data() == parallel.as_data()
    assert serial.games == BLOCK + 20


def test_each_game_is_that_of_play():
    results = simulate(Batch(SetupOptions(scenario=4, seed=11), games=3))
    outcomes = Counter()
    numbers = {}
    for seed in (11, 12, 13):
        game = new_game(scenario=4, seed=seed)
        play_out(game, captain_named("doctrine", seed))
        outcomes[game.summary()["outcome"]] += 1
        for name, value in counted(game.summary()).items():
            numbers.setdefault(name, Counter())[value] += 1
    assert (results.outcomes, results.numbers) == (outcomes, numbers)


def test_progress_is_reported():
    seen = []
    batch = Batch(SetupOptions(scenario=1), games=BLOCK + 1, policy="random")
    simulate(batch, progress=lambda played, _won: seen.append(played))
    assert seen == [BLOCK, BLOCK + 1]


def test_impossible_runs_are_refused():
    one = SetupOptions(scenario=1)
    wrong = (
        Batch(SetupOptions()),
        Batch(SetupOptions(scenario=9)),
        Batch(one, policy="x"),
        Batch(one, games=0),
    )
    for impossible in wrong:
        with pytest.raises(ValueError, match=r".+"):
            settled(impossible)
    assert settled(Batch(SetupOptions(scenario=TABLES.scenarios[3].slug))).chosen.scenario == 3


def test_json(run):
    answer = json.loads(
        run("simulate", "--scenario", "6", "-n", "30", "--jobs", "1", "--json", "--seed", "4").out
    )
    assert answer["games"] == 30
    assert (answer["scenario"], answer["policy"], answer["level"], answer["seed"]) == (
        6,
        "doctrine",
        "basic",
        4,
    )
    assert set(answer["outcomes"]) == {"us_win", "japanese_win", "draw"}
    assert sum(answer["outcomes"].values()) == 30
    summary = new_game(scenario=6, seed=4).summary()
    numbers = {
        key
        for key, value in summary.items()
        if isinstance(value, int) and not isinstance(value, bool)
    }
    assert set(answer["means"]) == numbers - {"scenario", "seed"}
    assert answer["requests"] == pytest.approx(30 * answer["means"]["requests"])
    assert answer["seconds"] > 0


def test_table(run):
    text = run("simulate", "--scenario", "2", "-n", "10", "--jobs", "1", "--policy", "random").out
    assert "US victory" in text
    assert "Games by hits (mean " in text


def test_wilson():
    assert statistics.wilson(10, 20) == pytest.approx((0.2993, 0.7007), abs=1e-4)
    assert statistics.wilson(0, 20) == pytest.approx((0.0, 0.1611), abs=1e-4)
    assert statistics.wilson(20, 20) == pytest.approx((0.8389, 1.0), abs=1e-4)
    assert statistics.wilson(0, 0) == (0.0, 1.0)


def test_means():
    counts = Counter({1: 2, 2: 1, 5: 1})
    assert statistics.mean(counts) == 2.25
    assert statistics.deviation(counts) == pytest.approx(1.8930, abs=1e-4)
    assert [statistics.quantile(counts, share) for share in (0.25, 0.5, 0.75, 1)] == [1, 1, 2, 5]
    low, high = ratio_interval([(1, 2), (2, 4), (3, 6)])
    assert low == pytest.approx(high) == pytest.approx(0.5)
    assert statistics.mean(Counter()) == statistics.deviation(Counter()) == 0


SIX = (
    "simulate",
    "--scenario",
    "6",
    "--policy",
    "random",
    "-n",
    str(2 * BLOCK + 20),
    "--json",
    "--jobs",
    "1",
)
HEAD = run_files.head_of("abc", {"games": 7, "chosen": {"seed": None, "level": "basic"}})


def but_for_seconds(text):
    return re.sub(r'"seconds":[\d.]+', "", text)


@pytest.fixture(scope="module")
def played(tmp_path_factory):
    path = tmp_path_factory.mktemp("run") / "run.blocks"
    result = CliRunner().invoke(main, [*SIX, "--out", str(path)])
    assert (result.exit_code, result.stderr) == (0, "")
    return path.read_bytes(), result.stdout


@pytest.fixture
def finished_run(played, tmp_path):
    path = tmp_path / "run.blocks"
    path.write_bytes(played[0])
    return path, played[1]


def test_a_blocks_file_has_a_head_and_one_line_per_block(run, finished_run):
    path, out = finished_run
    assert but_for_seconds(run(*SIX).out) == but_for_seconds(out)
    head, *lines = [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]
    assert head["settings"]["games"] == 2 * BLOCK + 20
    assert [line["block"][0] for line in lines] == [BLOCK, BLOCK, 20]


@pytest.mark.slow
@pytest.mark.parametrize("lines", [1, 2, 4])
@pytest.mark.parametrize("torn", ["", '{"seconds":1.5,"blo', "\0\0\0"])
def test_a_run_resumes_where_it_stopped(run, finished_run, lines, torn):
    path, out = finished_run
    whole = path.read_text(encoding="utf-8")
    path.write_text("".join(whole.splitlines(keepends=True)[:lines]) + torn, encoding="utf-8")
    result = run(*SIX, "--resume", path)
    assert but_for_seconds(result.out) == but_for_seconds(out)
    assert but_for_seconds(path.read_text(encoding="utf-8")) == but_for_seconds(whole)


@pytest.mark.slow
@cases("""
    first | then
    20    | 60
    50    | 51
    70    | 120
    """)
def test_a_longer_run_continues_a_finished_one(run, tmp_path, first, then):
    """The result and the blocks are those of the longer run alone; only the head keeps its games."""
    paths = [tmp_path / "first.blocks", tmp_path / "alone.blocks"]
    run(*SIX, "-n", first, "--out", paths[0])
    longer = run(*SIX, "-n", then, "--resume", paths[0])
    alone = run(*SIX, "-n", then, "--out", paths[1])
    assert but_for_seconds(longer.out) == but_for_seconds(alone.out)
    blocks = [but_for_seconds(path.read_text(encoding="utf-8")).splitlines()[1:] for path in paths]
    assert blocks[0] == blocks[1]


@pytest.mark.slow
def test_seconds_are_those_of_the_whole_run(run, finished_run):
    path, _ = finished_run
    text = path.read_text(encoding="utf-8")
    path.write_text(re.sub(r'"seconds":[\d.]+', '"seconds":1000.0', text), encoding="utf-8")
    assert 1000 <= json.loads(run(*SIX, "--resume", path).out)["seconds"] < 1100


def test_the_file_of_other_settings_is_refused(run, finished_run):
    path, _ = finished_run
    before = path.read_bytes() + b"torn"
    path.write_bytes(before)
    for option, value, why in (
        ("--seed", "5", "seed none, not 5"),
        ("--policy", "doctrine", "policy random, not doctrine"),
        ("--level", "advanced", "level basic, not advanced"),
    ):
        result = run(*SIX, option, value, "--resume", path)
        said = f"picket-duty: {path}: made by a different run ({why})\n"
        assert (result.status, result.out, result.err) == (2, "", said)
    fewer = run(*SIX, "-n", "119", "--resume", path)
    said = f"picket-duty: {path}: already has 120 games. Use -n 120 or more.\n"
    assert (fewer.status, fewer.out, fewer.err) == (2, "", said)
    assert path.read_bytes() == before


@pytest.mark.parametrize(
    ("change", "why"),
    [
        (lambda lines: [lines[0], *lines[2:]], "line 2 has block 2 instead of block 1"),
        (lambda lines: [*lines, lines[-1]], "line 5 has block 3 instead of block 4"),
        (
            lambda lines: [*lines[:3], lines[3].replace('"block":[20,', '"block":[21,')],
            "line 4 is not a valid block",
        ),
        (lambda lines: [lines[0], "[" * 100_000, *lines[2:]], "line 2 is not a valid block"),
        (
            lambda lines: [lines[0], '{"seconds":1,"block":[1]}', lines[2]],
            "line 2 is not a valid block",
        ),
        (
            lambda lines: with_head(lines, version="0.0.9"),
            "made by a different run (version 0.0.9, not ",
        ),
        (lambda lines: with_head(lines, tables="abc"), "made by a different run (tables abc, not "),
    ],
    ids=[
        "first missing",
        "repeated",
        "altered",
        "nested",
        "no block",
        "another version",
        "other tables",
    ],
)
def test_a_file_with_faulty_lines_is_refused(run, finished_run, change, why):
    path, _ = finished_run
    lines = path.read_text(encoding="utf-8").splitlines()
    path.write_text("\n".join([*change(lines), ""]), encoding="utf-8")
    result = run(*SIX, "--resume", path)
    assert (result.status, result.out, result.err.count("\n")) == (2, "", 1)
    assert result.err.startswith(f"picket-duty: {path}: {why}")


def with_head(lines, **changed):
    return [json.dumps(json.loads(lines[0]) | changed), *lines[1:]]


@POSIX
@pytest.mark.parametrize("kind", ["pipe", "device"])
def test_what_is_no_plain_file_is_refused_at_once(run, tmp_path, kind):
    path = tmp_path / "run.blocks"
    os.mkfifo(path) if kind == "pipe" else path.symlink_to("/dev/zero")
    result = run(*SIX, "--resume", path)
    assert (result.status, result.err) == (2, f"picket-duty: {path}: not a file made with --out\n")


@pytest.mark.parametrize(
    "text", [b"", b"no blocks\n", b"\xff\n", b"{}", b'{"version":"1"}\n', b"[" * 100_000 + b"\n"]
)
def test_a_file_without_blocks(run, tmp_path, text):
    path = tmp_path / "other"
    path.write_bytes(text)
    result = run(*SIX, "--resume", path)
    assert (result.status, result.out, result.err) == (
        2,
        "",
        f"picket-duty: {path}: not a file made with --out\n",
    )
    assert path.read_bytes() == text


def test_no_file_is_overwritten_and_bad_usage(run, finished_run, tmp_path):
    path, _ = finished_run
    before = path.read_bytes()
    result = run(*SIX, "--out", path)
    assert result.err == (
        f"picket-duty: {path}: already exists. Continue it with --resume, or choose another name.\n"
    )
    assert path.read_bytes() == before
    assert "cannot be used" in run(*SIX, "--out", tmp_path / "no" / "folder").err
    assert "cannot be used" in run(*SIX, "--resume", tmp_path / "nothing").err
    assert (
        "--out cannot be used with --resume"
        in run(*SIX, "--resume", tmp_path / "a", "--out", tmp_path / "b").err
    )


def test_two_runs_never_write_the_same_file(tmp_path):
    path = tmp_path / "run.blocks"
    first = run_files.open_blocks(path, HEAD, BLOCK, is_new=True)
    with pytest.raises(RunError, match="open in another program"):
        run_files.open_blocks(path, HEAD, BLOCK, is_new=False)
    first.close()
    run_files.open_blocks(path, HEAD, BLOCK, is_new=False).close()


class Full(io.BytesIO):
    """A disk that accepts a few more bytes, then only part of a write."""

    room = 110

    def write(self, data):
        return super().write(data[: max(0, self.room - self.tell())])


def test_a_full_disk_leaves_only_complete_lines():
    disk = Full()
    finished = run_files.Blocks(disk)
    with pytest.raises(OSError, match=os.strerror(errno.ENOSPC)):
        list(finished.each(map, lambda number: Results(games=number), range(10)))
    lines = disk.getvalue().decode().splitlines(keepends=True)
    assert [json.loads(line)["block"][0] for line in lines] == [0, 1]
    assert lines[-1].endswith("\n")
