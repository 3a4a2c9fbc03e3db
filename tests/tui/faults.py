"""Faults of screens, provoked on purpose."""

from __future__ import annotations

import pytest
from textual import events
from textual.actions import parse

from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.menu import MenuScreen
from tests.games import TABLES
from tests.tui.conftest import run, running

#: The value of a variable where a fault is provoked, which no page and no report may show.
SECRET = "the-value-of-a-variable"


def _break(app, screen):
    broken = {key: active for key, active in screen.active_bindings.items() if active.enabled}
    for active in broken.values():
        where, name, _ = parse(active.binding.action)
        owner = {"app": app, "screen": screen}.get(where, active.node)
        setattr(owner, f"action_{name}", _raise)
    return broken


def _raise(*_):
    raise Provoked("the gun director spins")


def ends_the_program(kind, make, monkeypatch):
    """A fault under any key of a screen ends the program with exit status 1."""
    app = PicketApp(TABLES)
    if "on_key" in vars(kind):
        monkeypatch.setattr(kind, "on_key", _raise)

    async def play():
        async with running(app) as (pilot, _):
            screen = app.screen if kind is MenuScreen else make()
            if screen is not app.screen:
                app.push_screen(screen)
                await pilot.pause()
            broken = _break(app, screen)
            for active in broken.values():
                # No code between a key and its handler may hide a fault.
                with pytest.raises(Provoked):
                    await app.run_action(active.binding.action, active.node)
            assert app.crash is None
            app.post_message(events.Key(next(iter(broken)), None))
            await pilot.pause()

    with pytest.raises(Provoked):
        run(play())
    assert isinstance(app.crash, Provoked)
    assert app.return_code == 1


class Provoked(Exception):
    """A fault of the program, made on purpose."""
