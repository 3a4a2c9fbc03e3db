"""Terminals that are dumb, too small, resized or closed: refused in one line, or playable and closed cleanly."""

from __future__ import annotations

import os
import signal
import subprocess
from pathlib import Path

import pytest

if os.name != "posix":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

import pty

from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.page import AskScreen
from picket_duty.tui.widgets.radar import RadarPlot
from tests.hostile.program import PROGRAM, Terminal, environment, run
from tests.tui.conftest import running


@pytest.mark.slow
@pytest.mark.parametrize("kind", ["dumb", "unknown", "DUMB"])
def test_a_terminal_that_moves_no_cursor_is_refused_in_one_line(tmp_path: Path, kind: str):
    terminal = Terminal(tmp_path, TERM=kind)
    assert terminal.end() == 2
    assert terminal.seen.count(b"\n") == 1
    assert b"--plain" in terminal.seen
    assert b"\x1b" not in terminal.seen


@pytest.mark.slow
@pytest.mark.parametrize(("rows", "columns"), [(0, 0), (0, 80), (24, 0)])
def test_a_window_that_is_too_small_is_refused_before_a_game_starts(tmp_path: Path, rows: int, columns: int):
    terminal = Terminal(tmp_path, "play", "--scenario", "6", rows=rows, columns=columns, COLUMNS=None, LINES=None)
    assert terminal.end() == 2
    assert terminal.seen.count(b"\n") == 1
    assert b"--plain" in terminal.seen
    assert not (tmp_path / "saves").exists()


@pytest.mark.slow
@pytest.mark.parametrize("way", [b"q", b"\x11", signal.SIGTERM])
def test_a_small_window_shows_one_line_and_every_quit_key_works(tmp_path: Path, way: bytes | signal.Signals):
    terminal = Terminal(tmp_path, "play", "--scenario", "6", "--seed", "7", rows=5, columns=50)
    terminal.wait_for(b"Picket Duty needs")
    terminal.process.send_signal(way) if isinstance(way, signal.Signals) else terminal.press(way)
    assert terminal.end() == 0
    assert b"\x1b[?1049l" in terminal.seen


@pytest.mark.slow
def test_a_window_of_one_cell_quits_on_q(tmp_path: Path):
    terminal = Terminal(tmp_path, rows=1, columns=1)
    terminal.wait_for(b"P")
    terminal.press(b"q")
    assert terminal.end() == 0


@pytest.mark.slow
def test_a_terminal_that_vanishes_ends_the_program(tmp_path: Path):
    terminal = Terminal(tmp_path)
    terminal.wait_for(b"New game")
    assert terminal.vanish() == 0


@pytest.mark.slow
def test_a_save_moved_before_the_program_ends_is_written_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("PICKET_DUTY_PACE", "fast")
    terminal = Terminal(tmp_path, "play", "--scenario", "6", "--seed", "7")
    terminal.wait_for(b"ORDERS")
    terminal.press(b"\r")
    terminal.wait_for(b"Fire plan")
    next((tmp_path / "saves").iterdir()).unlink()
    terminal.process.send_signal(signal.SIGTERM)
    assert terminal.end() == 0
    assert b"Nothing is lost" in terminal.seen
    assert next((tmp_path / "saves").iterdir()).stem.endswith("-rescued")


def test_input_that_is_not_a_terminal_is_refused_in_one_line(tmp_path: Path):
    master, slave = pty.openpty()
    done = subprocess.run(
        PROGRAM, stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE,
        env=environment(tmp_path), timeout=60,
    )  # fmt: skip
    os.close(master)
    os.close(slave)
    assert done.returncode == 2
    assert done.stderr.count(b"\n") == 1
    assert b"Standard input" in done.stderr


def test_a_pipe_is_refused_in_one_line(tmp_path: Path):
    done = run(tmp_path)
    assert (done.returncode, done.stdout, done.stderr.count(b"\n")) == (2, b"", 1)
    assert b"--plain" in done.stderr


# -- the panels ------------------------------------------------------------------


@pytest.fixture(scope="module")
def attacked() -> Game:
    game = Game.new(scenario=3, seed=5)
    while not game.state.air.planes or isinstance(game.request, Roll):
        game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
    return game


@pytest.mark.slow
async def test_the_plot_is_drawn_at_every_size(attacked: Game, home: Path):
    async with running(PicketApp(attacked.tables, attacked), (80, 24)) as (_, app):
        plot = app.screen.query_one(RadarPlot)
        for height in range(1, 30):
            for width in (1, 2, 20, 40, 60, 80, 120):
                assert plot.draw(width, height)


@pytest.mark.slow
@pytest.mark.parametrize("size", [(1, 1), (80, 1), (80, 12), (80, 20), (80, 23), (20, 24), (3, 2)])
async def test_a_battle_below_the_minimum_size_shows_a_notice_and_quits_on_q(
    attacked: Game, home: Path, size: tuple[int, int]
):
    async with running(PicketApp(attacked.tables, attacked), (120, 50)) as (pilot, app):
        await pilot.resize_terminal(*size)
        await pilot.pause()
        assert app.screen.query_one("#room").display
        await pilot.press("q")
    assert app.return_code == 0


@pytest.mark.slow
async def test_a_battle_opened_in_a_small_window_appears_when_it_is_enlarged(attacked: Game, home: Path):
    async with running(PicketApp(attacked.tables, attacked), (80, 10)) as (pilot, app):
        await pilot.resize_terminal(80, 24)
        await pilot.pause()
        assert app.screen.query_one(RadarPlot).lines
        await pilot.press("q")
        await pilot.pause()
        assert isinstance(app.screen, AskScreen)


@pytest.mark.slow
async def test_a_question_in_a_shrunken_window_quits_on_q(attacked: Game, home: Path):
    async with running(PicketApp(attacked.tables, attacked), (80, 24)) as (pilot, app):
        await pilot.press("q")
        await pilot.pause()
        await pilot.resize_terminal(2, 2)
        await pilot.press("q")
    assert app.return_code == 0


@pytest.mark.slow
def test_a_crashing_screen_exits_with_1(tmp_path: Path):
    code = (
        "import sys; from picket_duty.tui.screens.menu import MenuScreen\n"
        "def broken(self): raise RuntimeError('broken on purpose')\n"
        "MenuScreen._items = broken\n"
        "from picket_duty.tui.app import run; sys.exit(run())"
    )
    terminal = Terminal(tmp_path, code=code)
    assert terminal.end() == 1
    assert b"broken on purpose" in terminal.seen
