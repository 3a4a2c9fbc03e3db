"""Checks the figures stated for a wave against playouts of the engine, at decisions of games that
doctrine plays.
"""

from __future__ import annotations

import contextlib
import math
from collections.abc import Iterator

import msgspec

from picket_duty.captains import doctrine
from picket_duty.dice import Dice
from picket_duty.events import Strike
from picket_duty.game import Game
from picket_duty.odds.fire import Orders
from picket_duty.odds.plan_odds import WaveStrikes
from picket_duty.requests import ASSIGN, Choice, Roll
from picket_duty.rules import firing, wave
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.rules.system import decode, encode
from picket_duty.state import SECTIONS

#: The whole-wave figures that are stated.
FIGURES = ("expected", "none", "undamaged")


def waves_of(game: Game) -> Iterator[tuple[Play, Choice]]:
    """Every fire plan request of a game that doctrine plays, and the play it belongs to."""
    while game.request is not None:
        if not isinstance(game.request, Choice):
            game.roll()
            continue
        if game.request.kind == ASSIGN:
            yield game.play, game.request
        game.answer(doctrine.decide(game.play, game.request))


class Played(msgspec.Struct):
    """Results of playouts of a wave: sums and sums of squares by figure."""

    trials: int = 0
    sums: dict[str, float] = {}
    squares: dict[str, float] = {}

    def count(self, values: dict[str, float]) -> None:
        """Add one playout."""
        self.trials += 1
        for name, value in values.items():
            self.sums[name] = self.sums.get(name, 0.0) + value
            self.squares[name] = self.squares.get(name, 0.0) + value * value

    def mean(self, name: str) -> float:
        return self.sums[name] / self.trials

    def off(self, name: str, stated: WaveStrikes) -> float:
        """The difference of a stated figure in standard errors, including its own standard
        error.
        """
        mean = self.mean(name)
        expected = getattr(stated, name)
        # A few playouts underestimate the variance of rare events, so that of the stated chance is
        # used too.
        likely = expected * (1.0 - expected) if name != "expected" else 0.0
        variance = max(self.squares[name] / self.trials - mean * mean, likely, 1 / self.trials**2)
        own = (stated.high - stated.low) / 3.92 if name == "expected" else 0.0
        return float((expected - mean) / math.sqrt(variance / self.trials + own * own))


def played(play: Play, orders: Orders, trials: int, point: int) -> Played:
    """A wave fought many times from its fire plan to its end, with dice derived from this point."""
    state = encode(play.state)
    results = Played()
    for number in range(trials):
        trial = Play(decode(state), play.tables)
        dice = Dice(point * 1_000_000 + number)
        with contextlib.suppress(Sunk):
            for step in (firing.fire_plan(trial), wave.special_attacks(trial), wave.dives(trial)):
                _carried(step, dice, orders)
        strikes = [event for event in trial.events if isinstance(event, Strike)]
        struck = sum(strike.outcome in ("hit", "special") and not strike.near for strike in strikes)
        near = sum(strike.near or strike.outcome == "near_miss" for strike in strikes)
        crashes = [strike.section for strike in strikes if strike.outcome == "hit"]
        weapons = any(strike.outcome == "special" and not strike.near for strike in strikes)
        results.count(
            {"expected": struck, "none": not struck, "undamaged": not struck and not near}
            | {section: section in crashes for section in SECTIONS}
            | {"weapon": weapons, "three crashes": len(crashes) >= 3}
        )
    return results


def _carried(step: Procedure[None], dice: Dice, orders: Orders) -> None:
    reply: object = None
    with contextlib.suppress(StopIteration):
        while True:
            request = step.send(reply)
            if isinstance(request, Roll):
                dice.take(request)
                reply = request.resolve(dice.throw(request.faces))
            else:
                reply = dict(orders)
