"""An error of work beside a page is reported on it; the page stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from textual.pilot import Pilot

from picket_duty.game import Game
from picket_duty.setup import SetupError
from picket_duty.tui.app import PicketApp
from picket_duty.tui.crash_handler import TRACEBACK_VARIABLE
from picket_duty.tui.game_analysis import GameAnalysis, start_analysis
from picket_duty.tui.screens.card import CardScreen
from tests.tui.conftest import TABLES, on_screen, until


def refuse(*_: object, **__: object) -> None:
    raise SetupError("USS Kimberly has another hull number")


def test_a_page_whose_work_fails_stays(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    monkeypatch.setattr("picket_duty.reports.game_card.card_of_save", refuse)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        app.push_screen(CardScreen(tmp_path / "forged.picket"))
        await until(pilot, lambda: len(app._notifications) == 1)
        (notice,) = app._notifications
        assert notice.message == "The calculation failed: USS Kimberly has another hull number"
        assert isinstance(app.screen, CardScreen)

    on_screen(PicketApp(TABLES), test)


def test_an_analysis_that_fails_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv(TRACEBACK_VARIABLE)
    monkeypatch.setattr("picket_duty.analysis.win_probability.load_measurements", refuse)

    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        analysis = GameAnalysis(Game.new(scenario=6, seed=7))
        analysis.listeners.append(lambda: None)
        start_analysis(app, analysis)
        await until(pilot, lambda: analysis.error != "")
        assert analysis.error == "The calculation failed: USS Kimberly has another hull number"
        assert app.is_running

    on_screen(PicketApp(TABLES), test)
