"""The chance of winning with each option of a decision, and the recommendation, as text and JSON."""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.analysis.statistics import Interval
from picket_duty.game import Game
from picket_duty.requests import Choice
from picket_duty.state import CAMPAIGN
from picket_duty.text.chances import (
    NOW,
    STAFF,
    YOURS,
    Chance,
    Recommendation,
    behind_words,
    chance_words,
    recommendation_words,
)
from picket_duty.text.names import count


def win_lines(
    game: Game, chances: dict[str, Chance], behind: dict[str, Interval], recommendation: Recommendation | None = None
) -> list[str]:
    """What the staff advises, then the chance of winning beside every order of a decision, the best order first."""
    choice, setup = game.request, game.state.setup
    long = setup.kind == CAMPAIGN and game.tables.campaigns[setup.name].ships_sunk_draw
    words = {STAFF: "The staff's plan", YOURS: "Your plan", NOW: "As things stand"}
    if isinstance(choice, Choice):
        words |= {option.value: option.text for option in choice.options}
    width = max((len(words[name]) for name in chances), default=0)
    lines = []
    if recommendation is not None and isinstance(choice, Choice):
        lines.append(recommendation_words(choice, setup, recommendation))
    for name, option in sorted(chances.items(), key=lambda pair: -pair[1].chance):
        chance = chance_words(setup, option.chance, option.low, option.high, option.draw, option.lost if long else 0.0)
        lines.append(", ".join(filter(None, (f"{words[name]:<{width}}  {chance}", behind_words(*behind[name])))))
    if recommendation is None and len(chances) > 1 and not any(behind_words(*interval) for interval in behind.values()):
        lines.append("no difference that could be told")
    counted = min((chance.branches for chance in chances.values()), default=0)
    if counted:
        lines.append(f"each played out {count(counted, 'time')} by the doctrine captain; 95 % intervals")
    return lines


def recommendation_json(game: Game, recommendation: Recommendation | None) -> dict[str, Any] | None:
    """What the staff advises as one JSON object: the order, doctrine's, the next best, how they stand, the sentence."""
    if recommendation is None or not isinstance(game.request, Choice):
        return None
    data: dict[str, Any] = msgspec.to_builtins(recommendation)
    del data["chances"]
    return data | {"words": recommendation_words(game.request, game.state.setup, recommendation)}


def win_json(chances: dict[str, Chance], behind: dict[str, Interval]) -> dict[str, Any]:
    """The same as one JSON object: each order with its figures, ``behind`` being the interval against the best."""
    return {name: msgspec.to_builtins(chance) | {"behind": list(behind[name])} for name, chance in chances.items()}
