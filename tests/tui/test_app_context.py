"""The application as screens and panels see it."""

from __future__ import annotations

import pytest
from textual.app import App

from picket_duty.tui.app import PicketApp
from picket_duty.tui.app_context import context_of
from tests.tui.conftest import TABLES


def test_the_application_satisfies_its_context_protocol() -> None:
    app = PicketApp(TABLES)
    assert context_of(app) is app


def test_another_application_is_refused() -> None:
    with pytest.raises(TypeError, match="App is not the application"):
        context_of(App())
