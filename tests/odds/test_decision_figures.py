"""Figures of every kind of decision and roll compared with a few playouts; ``tools/bench`` runs many."""

from __future__ import annotations

from collections import Counter

import pytest

from picket_duty.captains import doctrine
from picket_duty.captains.scripted import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice
from tools.bench.decision_figures import ABOUT, deviations, roll_deviations

from .engine_dice import TABLES

#: Decision points per kind, playouts per order, and the standard errors that chance may cause.
POINTS, BRANCHES, THROWS, SIGMAS = 2, 24, 200, 4.5
#: Games in which every kind of decision is asked for.
GAMES = ({"scenario": 2, "level": "advanced", "seed": 4}, {"campaign": "long-b", "level": "advanced", "seed": 3})


@pytest.mark.slow
def test_every_kind_of_stated_figure() -> None:
    """Consequences of decisions and rows of rolls agree with playouts within chance."""
    points: Counter[str] = Counter()
    captain = RandomCaptain(2)
    for setup in GAMES:
        game = Game.new(tables=TABLES, **setup)  # type: ignore[arg-type]
        while game.request is not None and any(points[kind_of_choice.id] < POINTS for kind_of_choice in ABOUT):
            request = game.request
            if isinstance(request, Choice):
                if request.decision in ABOUT and points[request.about] < POINTS:
                    points[request.about] += 1
                    for kind, values in deviations(game, captain, BRANCHES, 1000):
                        assert abs(values) < SIGMAS, (kind, values)
                game.answer(doctrine.decide(game.play, request))
                continue
            name = f"roll {request.purpose.id}"
            if points[name] < 1:
                points[name] += 1
                assert max(map(abs, roll_deviations(request, THROWS, 3))) < SIGMAS, name
            game.roll()
    assert {kind_of_choice.id for kind_of_choice in ABOUT} <= set(points)
