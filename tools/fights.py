"""Measure what fight each scenario brings, and write ``picket_duty/odds/fights.toml``.

    python -m tools.fights [GAMES [WATCHED]]

For each scenario and level, doctrine plays GAMES (default 1000): the planes met, the share of games
in which no plane came, the share won. The minutes are those of the first WATCHED seeds (default
40), played scene by scene at the speed normal with the routine left to the officers: the time of
every scene that passes by itself, ORDER seconds for each decision that is asked, and READING
seconds for each page or headline that waits for a key. Doctrine gives the answers.
"""

from __future__ import annotations

import statistics
import sys
from pathlib import Path

from picket_duty.book import Tables, load_tables
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import DoctrineCaptain
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.game import Game
from picket_duty.odds import fights
from picket_duty.requests import Choice
from picket_duty.state import LEVELS, US_WIN
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.scenes import ASK, OVER
from picket_duty.tui.settings import NORMAL

FILE = Path(fights.__file__).with_name(fights.FIGHTS)
HEADING = """\
# What fight each scenario brings, by doctrine's games: planes met, percent without an attack, percent won, minutes at
# the speed normal. Made by tools/fights.py.
"""
GAMES = 1000
WATCHED = 40
#: Seconds for a decision of the player, and for a page or headline that waits.
ORDER = 30.0
READING = 6.0


def seconds_to_play(game: Game) -> float:
    """Play a game at the speed normal and return the seconds it takes."""
    autoplay = Autoplay(game, NORMAL, StandingOrders())
    captain = DoctrineCaptain()
    seconds = 0.0
    while autoplay.scene.kind != OVER:
        if autoplay.scene.kind != ASK:
            seconds += READING if autoplay.scene.seconds is None else autoplay.scene.seconds
            autoplay.finish()
        else:
            seconds += ORDER
            assert isinstance(game.request, Choice)
            autoplay.answer(captain.choose(game))
    return seconds


def measure(scenario: int, level: str, games: int, watched: int, tables: Tables) -> str:
    """The entry of a scenario at a level."""
    planes = []
    won = 0
    for seed in range(1, games + 1):
        game = Game.new(scenario=scenario, level=level, seed=seed, tables=tables, history=False)
        play_out(game, DoctrineCaptain())
        planes.append(game.state.records.planes)
        won += game.state.outcome == US_WIN
    seconds = [
        seconds_to_play(Game.new(scenario=scenario, level=level, seed=seed, tables=tables))
        for seed in range(1, watched + 1)
    ]
    lines = [
        "[[fights]]",
        f"scenario = {scenario}",
        f'level = "{level}"',
        f"games = {games}",
        f"planes = {statistics.mean(planes):.1f}",
        f"no_attack = {100 * planes.count(0) / games:.1f}",
        f"won = {100 * won / games:.1f}",
        f"minutes = {statistics.mean(seconds) / 60:.1f}",
    ]
    return "\n".join(lines)


def main(games: int = GAMES, watched: int = WATCHED) -> None:
    """Measure every scenario at every level and write the file."""
    tables = load_tables()
    entries = [
        measure(scenario, level, games, watched, tables)
        for scenario in tables.scenarios
        for level in LEVELS
    ]
    FILE.write_text("\n\n".join([HEADING.strip(), *entries]) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
