"""Plots of many games: on a narrow terminal, in ASCII, as SVG, and errors."""

from __future__ import annotations

import json
from collections import Counter
from pathlib import Path
from xml.etree import ElementTree

import pytest
from click.testing import CliRunner

from picket_duty.lab import calibrate, results
from picket_duty.lab import lab_commands as commands
from picket_duty.lab.batch import Batch, simulate
from picket_duty.lab.results import Share, Spread
from picket_duty.setup import Choices

MANY = Spread("strikes a game", Counter({number: 1 + number % 7 for number in range(200)}))
FEW = Spread("ships sunk a game", Counter({0: 6, 1: 3, 3: 1}))


def figure(value: float, low: float, high: float) -> calibrate.Measurement:
    """A figure whose band is 0.4 to 0.5."""
    return calibrate.Measurement(
        calibrate.Band("wins", "Scenario 2 won", "scenario 2", 0.4, 0.5), value, (low, high), 100
    )


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


def test_a_figure_is_drawn_in_its_measured_space() -> None:
    """Inside the brackets, outside them, off the scale; the labels stay aligned."""
    figures = [figure(0.45, 0.43, 0.47), figure(0.53, 0.52, 0.54), figure(0.9, 0.8, 0.95)]
    lines = results.band_lines(figures, ascii_only=True)[1:]
    inside, outside, beyond = (line.removeprefix("Scenario 2 won") for line in lines)
    assert inside.index("[") < inside.index("-") < inside.index("o") < inside.index("]")
    assert outside.index("o") > outside.index("]")
    assert beyond.endswith(">")
    assert len({line.index("[") for line in (inside, outside, beyond)}) == 1
    wins = results.share_lines(results.wins_of(figures[:1]), ascii_only=True)
    assert wins[0].startswith("Scenario 2 won  45.0%  ####")
    every = [calibrate.Measurement(band, band.low, (band.low, band.high), 9) for band in calibrate.bands()]
    assert max(map(len, [*results.band_lines(every), *results.share_lines(results.wins_of(every))])) <= results.WIDTH


def test_the_drawing_is_valid_svg() -> None:
    """Valid SVG with outcomes, distributions and the figures of a calibration."""
    batch = Batch(Choices(campaign="mini", seed=4), games=12, policy="random")
    counts = simulate(batch)
    words = "".join(ElementTree.fromstring(results.as_svg(batch, counts)).itertext())
    for expected in ("12 games of campaign mini", "US victory", "hits per game", "on station"):
        assert expected in words
    drawn = results.page("A & B", [results.bands_part([figure(0.45, 0.4, 0.5)])])
    assert "Scenario 2 won" in "".join(ElementTree.fromstring(drawn).itertext())


def test_the_json_is_the_same_with_a_plot(tmp_path: Path) -> None:
    """The plot goes to its file, the JSON object to standard output."""
    target = tmp_path / "plot.svg"
    arguments = ["--scenario", "1", "-n", "5", "--policy", "random", "--jobs", "1", "--json"]
    bare, drawn = (CliRunner().invoke(commands.simulate, [*arguments, *more]) for more in ((), ("--plot", str(target))))
    first, second = (json.loads(result.stdout) for result in (bare, drawn))
    assert {**first, "seconds": 0} == {**second, "seconds": 0}
    assert ElementTree.parse(target).getroot().tag.endswith("svg")


@pytest.mark.parametrize("command", [commands.simulate, commands.calibrate], ids=str)
def test_a_plot_that_cannot_be_written_is_refused(
    command: object, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """One line and status 2 before a game is played; an existing file stays."""
    monkeypatch.setattr("picket_duty.captains.play_out", lambda *_: pytest.fail("a game was played"))
    (tmp_path / "folder.svg").mkdir()
    (tmp_path / "old.png").write_text("a picture")
    for name in ("missing/plot.svg", "folder.svg", "old.png"):
        arguments = ["--plot", str(tmp_path / name), *(["--scenario", "1"] if command is commands.simulate else [])]
        result = CliRunner().invoke(command, arguments)  # type: ignore[arg-type]
        assert result.exit_code == 2
        assert str(tmp_path / name) in result.output
    assert (tmp_path / "old.png").read_text() == "a picture"
    assert not (tmp_path / "missing").exists()
