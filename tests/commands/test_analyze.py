"""``luck`` and ``review``: the stages of long campaign A, and games that are too long."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from picket_duty.analysis.win_probability import Analysis, Run
from picket_duty.commands.main import main
from picket_duty.pages import luck_report
from tests.saves.games import saved


def run(*words: object) -> Result:
    return CliRunner().invoke(main, [str(word) for word in words], prog_name="picket-duty")


@pytest.fixture(scope="module")
def save(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("stages") / "a.picket"
    assert not run("play", "--campaign", "long-a", "--seed", "3", "--auto", "greedy", "--save", path).exit_code
    return path


@pytest.mark.slow
def test_the_luck_of_a_stage_adds_up_to_its_result(save: Path) -> None:
    done = run("luck", save, "--stage", "2", "--games", "2", "--jobs", "1", "--json")
    chance = json.loads(done.stdout)["chance"]
    assert chance["start"] + chance["luck"] + chance["orders"] == chance["end"]
    assert chance["end"] in (0.0, 1.0)


@pytest.mark.parametrize("stage", [-1, 6])
def test_a_stage_that_was_not_played_is_refused_in_one_line(save: Path, stage: int) -> None:
    done = run("review", save, "--stage", stage)
    assert done.exit_code == 2
    assert re.search(rf"--stage {stage}: this game has (\d) stages so far\. Choose 1 to \1\.", done.stderr)


def test_ctrl_c_ends_a_review_with_what_is_decided(save: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The orders decided by then and the number of those open, then status 130; nothing before they are known."""
    rounds = iter((None, {2: "no"}, {1: "yes", 2: "no"}))

    def interrupted(analysis: Analysis, run: Run) -> Iterator[None]:
        analysis.known.doctrine = next(rounds)
        analysis.known.given, analysis.known.better = {1: "0" * 512}, {1: "2" * 512}
        yield
        raise KeyboardInterrupt

    monkeypatch.setattr(Analysis, "orders", interrupted)
    monkeypatch.setattr(luck_report, "order_moments", lambda *_: [])
    early, undecided, late = (run("review", save, "--stage", "1", "--jobs", "1") for _ in range(3))
    assert (early.exit_code, early.stdout) == (130, "")
    assert "0 orders counted" in early.stderr
    assert "1 order differed from doctrine: 1 not judged yet." in undecided.stdout
    assert "To play on" not in undecided.stdout
    assert "To play on from one of these orders" in late.stdout
    assert late.exit_code == 130
    assert "2 orders differed from doctrine: 1 lowered your chance, 1 not judged yet." in late.stdout
    assert "interrupted (1 order counted)" in late.stderr


def test_a_game_without_stages_refuses_one(tmp_path: Path) -> None:
    path = tmp_path / "a.picket"
    run("play", "--scenario", "1", "--seed", "3", "--auto", "doctrine", "--save", path)
    done = run("luck", path, "--stage", "1")
    assert (done.exit_code, done.stdout) == (2, "")
    assert "only long campaign A has stages" in done.stderr


@pytest.mark.parametrize("command", ["luck", "review"])
def test_long_campaign_a_needs_a_stage(save: Path, command: str) -> None:
    done = run(command, save)
    assert (done.exit_code, done.stdout) == (2, "")
    assert (
        done.stderr == "picket-duty: Long campaign A is analyzed by stage. Choose one of its 4 stages with --stage N.\n"
    )
    assert run("luck", save, "--quick").exit_code == 0


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ({"campaign": "long-b"}, "A long campaign is too long to analyze."),
        ({"patrol": "1945-03-26", "days": 8}, "A patrol of more than 7 days is too long to analyze."),
    ],
)
def test_a_long_game_is_refused_in_one_line_that_names_the_ledger_of_dice(
    tmp_path: Path, kind: dict[str, object], words: str
) -> None:
    path = tmp_path / "a.picket"
    saved(path, answers=400, seed=3, **kind)
    for command in (("luck", path), ("luck", path, "--json"), ("review", path), ("log", path, "--part", "luck")):
        done = run(*command)
        assert (done.exit_code, done.stdout) == (2, "")
        assert (
            done.stderr
            == f"picket-duty: {words} Use 'picket-duty luck --quick' to compare its dice with their averages.\n"
        )
    done = run("luck", path, "--quick", "--json")
    assert json.loads(done.stdout)["ledger"]
