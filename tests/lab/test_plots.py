"""Plots of many games: on a narrow terminal, in ASCII, as SVG, and errors."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from picket_duty.lab import lab_commands as commands
from picket_duty.lab import results
from picket_duty.lab.batch import Batch, simulate
from picket_duty.lab.results import Share, Spread
from picket_duty.setup import Choices

MANY = Spread("strikes a game", Counter({number: 1 + number % 7 for number in range(200)}))
FEW = Spread("ships sunk a game", Counter({0: 6, 1: 3, 3: 1}))


@pytest.mark.parametrize("ascii_only", [False, True])
@pytest.mark.parametrize("spread", [FEW, MANY])
def test_columns_fit_a_narrow_terminal(spread: Spread, ascii_only: bool) -> None:
    """Eighty characters wide, every number in a column, scaled to the games."""
    lines = results.spread_lines(spread, ascii_only)
    assert max(map(len, lines)) <= results.WIDTH
    assert "".join(lines).isascii() == ascii_only
    assert sum(share for *_, share in spread.columns(20)) == pytest.approx(1.0)
    assert len(spread.columns(20)) <= 20


def test_a_column_is_as_high_as_its_share() -> None:
    """The largest share fills the plot, half of it fills half, none nothing."""
    lines = results.spread_lines(FEW, ascii_only=True)
    assert lines[0] == "ships sunk a game (mean 0.60, standard deviation 0.97)"
    assert [line[results.SCALE :].split() for line in lines[1:-1]] == [
        *([["#####"]] * 3), *([["#####", "#####"]] * 2), ["#####", "#####", "#####"]
    ]  # fmt: skip
    assert lines[-1].split() == ["0", "1", "2", "3"]
    assert lines[1].split()[0] == "60.0%"


def test_a_bar_is_shaded_over_its_interval() -> None:
    """Full to the lower bound, shaded to the upper; if both are equal, the share."""
    assert results.bar(Share("won", 0.5, (0.4, 0.6)), 20, ascii_only=True) == "########===="
    assert results.bar(Share("won", 0.5, (0.499, 0.501)), 20) == "█" * 10


def test_the_drawing_is_valid_svg() -> None:
    """Valid SVG with outcomes and distributions."""
    batch = Batch(Choices(campaign="mini", seed=4), games=12, policy="random")
    counts = simulate(batch)
    words = "".join(ElementTree.fromstring(results.as_svg(batch, counts)).itertext())
    for expected in ("12 games of campaign mini", "US victory", "hits per game", "on station"):
        assert expected in words
    drawn = results.page("A & B", [results.shares_part([Share("won", 0.5, (0.4, 0.6))])])
    assert {"A & B", "won", "50.0%"} <= {text.strip() for text in ElementTree.fromstring(drawn).itertext()}


def test_the_json_is_the_same_with_a_plot(tmp_path: Path) -> None:
    """The plot goes to its file, the JSON object to standard output."""
    target = tmp_path / "plot.svg"
    arguments = ["--scenario", "1", "-n", "5", "--policy", "random", "--jobs", "1", "--json"]
    bare, drawn = (CliRunner().invoke(commands.simulate, [*arguments, *more]) for more in ((), ("--plot", str(target))))
    first, second = (json.loads(result.stdout) for result in (bare, drawn))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    assert ElementTree.parse(target).getroot().tag.endswith("svg")


def test_a_plot_that_cannot_be_written_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """One line and status 2 before a game is played; an existing file stays."""
    monkeypatch.setattr("picket_duty.captains.play_out", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "old.png").write_text("a picture")
    for name in ("missing/plot.svg", "folder.svg", "old.png"):
        result = CliRunner().invoke(commands.simulate, ["--plot", str(tmp_path / name), "--scenario", "1"])
        assert result.exit_code == 2
        assert str(tmp_path / name) in result.output
    assert (tmp_path / "old.png").read_text() == "a picture"
    assert not (tmp_path / "missing").exists()
