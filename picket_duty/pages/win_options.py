"""The chance of winning with each option of a decision, as text and JSON."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from picket_duty.analysis.statistics import Interval
from picket_duty.events import JsonObject
from picket_duty.game import Game
from picket_duty.odds.aims import EVERY_AIM
from picket_duty.pages.fire_plan import aim_name
from picket_duty.requests import ASSIGN, Answer, Choice
from picket_duty.rules.campaign import stage_at_stake
from picket_duty.state import CAMPAIGN
from picket_duty.text.chances import (
    EXEC,
    NOW,
    YOURS,
    Chance,
    Recommendation,
    behind_words,
    chance_words,
    recommendation_words,
)
from picket_duty.text.english import count


def win_lines(
    game: Game,
    chances: dict[str, Chance],
    behind: dict[str, Interval],
    recommendation: Recommendation | None = None,
    held: int = 0,
) -> list[str]:
    """The recommendation, then the chance of winning with every option of a decision, the best
    first.

    ``held`` are the fighters held back with every aim of a fire plan.
    """
    names = _option_names(game, held)
    width = max((len(names[name]) for name in chances), default=0)
    gaps = {name: behind_words(*interval) for name, interval in behind.items()}
    lines = []
    if recommendation is not None and isinstance(game.request, Choice):
        lines.append(recommendation_words(game.request, game.state.setup, recommendation))
    for name, option in sorted(chances.items(), key=lambda pair: -pair[1].chance):
        row = f"{names[name]:<{width}}  {_chance_row(game, option)}"
        lines.append(f"{row}, {gaps[name]}" if gaps[name] else row)
    if recommendation is None and len(chances) > 1 and not any(gaps.values()):
        lines.append("No measurable difference.")
    if counted := min((chance.branches for chance in chances.values()), default=0):
        each = " for each order," if len(chances) > 1 else ""
        lines.append(
            f"{count(counted, 'game')}{each} simulated with the doctrine captain; 95% "
            f"confidence intervals in brackets."
        )
    return lines


def _option_names(game: Game, held: int) -> dict[str, str]:
    """The options of the decision in words."""
    choice = game.request
    names = {EXEC: "Exec's plan", YOURS: "Your plan", NOW: "As things stand"}
    if not isinstance(choice, Choice):
        return names
    names |= {option.value: option.text for option in choice.options}
    if choice.kind == ASSIGN:
        back = f", {held} held back" if held else ""
        names |= {aim.name: f"{aim_name(game.play, aim)}{back}" for aim in EVERY_AIM}
    return names


def _chance_row(game: Game, option: Chance) -> str:
    setup = game.state.setup
    # Only in a long campaign the ships lost decide.
    long = setup.kind == CAMPAIGN and game.tables.campaigns[setup.name].ships_sunk_draw
    lost = option.lost if long else 0.0
    stage = stage_at_stake(game.state)
    return chance_words(
        setup,
        option.chance,
        low=option.low,
        high=option.high,
        draw=option.draw,
        lost=lost,
        stage=stage,
    )


def recommendation_json(game: Game, recommendation: Recommendation | None) -> JsonObject | None:
    """The recommendation as one JSON object: the order, doctrine's, the next best, how they
    compare, the sentence.
    """
    if recommendation is None or not isinstance(game.request, Choice):
        return None
    data: JsonObject = msgspec.to_builtins(recommendation)
    # Only the screens use these two: in the data, ``standing`` says how the orders compare.
    del data["chances"], data["rival_leads"]
    return data | {"words": recommendation_words(game.request, game.state.setup, recommendation)}


def options_json(
    game: Game,
    orders: Mapping[str, Answer],
    chances: Mapping[str, Chance],
    behind: Mapping[str, Interval],
    held: int,
) -> list[JsonObject]:
    """The options of a decision as JSON, each answer once: its value, chance, 95 % interval and
    number of playouts.

    At a fire plan one for each aim, with ``aim`` and ``hold``, the fighters held back.

    ``value`` is the answer as in a save, null for a roll. ``draw`` is the chance of a draw,
    ``lost`` the mean number of ships lost, ``behind`` the interval of what the option gives up
    compared with the best one.
    """
    options: list[JsonObject] = []
    is_plan = isinstance(game.request, Choice) and game.request.kind == ASSIGN
    for name, chance in chances.items():
        # The exec's own plan has no aim to name it.
        is_execs = is_plan and name == EXEC
        if is_execs or any(option["value"] == orders[name] for option in options):
            continue
        aim = {"aim": name, "hold": held} if is_plan else {}
        figures = {
            **aim,
            "value": orders[name],
            "win": chance.chance,
            "interval": [chance.low, chance.high],
        }
        more = {"draw": chance.draw, "lost": chance.lost, "behind": list(behind[name])}
        options.append({**figures, "branches": chance.branches, **more})
    return options
