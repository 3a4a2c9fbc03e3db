"""What fight each scenario brings: measured for every scenario and level, true of new games, listed in 80 columns."""

from __future__ import annotations

import math
import statistics

import msgspec
import pytest

from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.game import Game
from picket_duty.odds.measured import Fight, measured_fights
from picket_duty.state import LEVELS, US_WIN
from picket_duty.tui.screens.game_setup import ScenarioScreen
from tests.tui.conftest import TABLES
from tools.fights import measure

#: Games of the check, and the standard errors that a mean may be away from the measured one.
GAMES, SURE = 60, 4


def test_every_scenario_is_measured_at_every_level() -> None:
    for level in LEVELS:
        fights = measured_fights(level)
        assert list(fights) == list(TABLES.scenarios)
        for fight in fights.values():
            assert 0 <= fight.no_attack <= 100
            assert 0 <= fight.won <= 100
            assert fight.planes > 0
            assert fight.minutes > 0


@pytest.mark.parametrize("scenario", [1, 4])
def test_the_numbers_are_those_of_doctrine_games(scenario: int) -> None:
    fight, planes, won = measured_fights("basic")[scenario], [], 0
    for seed in range(5001, 5001 + GAMES):
        game = Game.new(scenario=scenario, seed=seed, tables=TABLES, history=False)
        play_out(game, DoctrineCaptain())
        planes.append(game.state.records.planes)
        won += game.state.outcome == US_WIN
    assert abs(statistics.mean(planes) - fight.planes) < SURE * statistics.stdev(planes) / math.sqrt(GAMES)
    for percent, found in ((fight.won, won), (fight.no_attack, planes.count(0))):
        share = percent / 100
        assert abs(found / GAMES - share) < SURE * math.sqrt(share * (1 - share) / GAMES)


def test_the_tool_writes_an_entry_of_the_file() -> None:
    entry = measure(1, "basic", games=2, watched=1, tables=TABLES)
    fight = msgspec.toml.decode(entry, type=dict[str, list[Fight]])["fights"][0]
    assert (fight.scenario, fight.level, fight.games) == (1, "basic", 2)
    assert fight.minutes > 0


def test_the_list_has_every_number_and_fits_80_columns() -> None:
    heading, *items, doctrine = ScenarioScreen(TABLES).items()
    assert heading.heading
    assert doctrine.heading
    assert [item.value for item in items] == [str(number) for number in TABLES.scenarios]
    for item, fight in zip(items, measured_fights("basic").values(), strict=True):
        assert item.note.replace("%", "").split() == [
            f"{number:.0f}" for number in (fight.planes, fight.no_attack, fight.won, fight.minutes)
        ]
    ends = {heading.text.index(word) + len(word) for word in ("planes", "no attack", "doctrine wins", "minutes")}
    assert max(ends) < 80
