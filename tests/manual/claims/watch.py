# ruff: noqa: E501
"""Claims of the page `watch`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import datetime
import tempfile

import pytest

from picket_duty.analysis.win_probability import analyze_game
from picket_duty.book import load_tables
from picket_duty.captains import captain_named
from picket_duty.game import Game
from picket_duty.pages.game_card import MOST_LINES, SIGNS, WIDTH, Card, card_lines, waves_of
from picket_duty.requests import Illegal
from picket_duty.saves import service_record
from picket_duty.saves.daily_watch import start_or_resume, watch_setup
from picket_duty.saves.replay_code import code_of
from picket_duty.state import CAMPAIGN, PATROL, SCENARIO
from tests.manual.evidence import at_fire_plan
from tests.saves.games import TABLES, play, played

MONDAY = datetime.date(2026, 11, 16)
WEEK = [watch_setup(MONDAY + datetime.timedelta(day), TABLES) for day in range(7)]


def the_same_raid() -> bool:
    """Whether two captains of one watch meet the same planes in their first wave."""
    raids = []
    for policy in ("random", "doctrine"):
        game = Game.of_setup(WEEK[4], load_tables())
        play(game, captain_named(policy, 1))
        raids.append(
            next(event for event in game.events if getattr(event, "planes", None) and hasattr(event, "number"))
        )
    return raids[0] == raids[1]


def undone(dice: bool) -> bool:
    """Whether the last answer of a watch can be undone: a roll, or a decision."""
    game, _ = at_fire_plan(undo="dice")
    if dice:
        game = Game.of_setup(WEEK[0], TABLES)
        game.roll()
    try:
        game.undo()
    except Illegal:
        return False
    return True


def signs_add_up() -> bool:
    """Whether every plane of a game has a glyph, grouped by wave."""
    game = played("random", scenario=5, level="advanced", seed=4)
    return [len(waves_of(game)), sum(map(len, waves_of(game)))] == [game.state.records.waves, game.state.records.planes]


def comes_to_the_result() -> bool:
    """Whether start, luck and orders of a game add up to its end."""
    analysis = analyze_game(played("random", scenario=6, seed=9), playouts=2)
    return analysis.start + analysis.luck + analysis.decisions == analysis.end


def tries_counted() -> list[tuple[int, int]]:
    """The attempt number and the games recorded after leaving an attempt, resuming it, and starting another."""
    counts = []
    with tempfile.TemporaryDirectory() as top, pytest.MonkeyPatch.context() as patch:
        patch.setenv("PICKET_DUTY_HOME", top)
        for answers in (5, 10**9, 10**9):
            game, number = start_or_resume(MONDAY, TABLES)
            play(game, captain_named("random", 1), answers)
            service_record.record_game(game, "a")
            assert game.journal is not None
            game.journal.close()
            counts.append((number, len(service_record.read_service())))
    return counts


def patrols() -> list[Game]:
    """Patrols after which the ship is on her station, and others after which she is not."""
    return [played("random", patrol="1945-04-06", days=2, seed=seed) for seed in range(8)]


def long_campaign_in_signs() -> bool:
    """Whether a campaign with too many waves has one symbol per wave: its worst result."""
    game = played("random", campaign="long-b", seed=4)
    worst = "".join(min(wave, key=SIGNS.index)[0] for wave in waves_of(game))
    return worst in "".join(card_lines(Card(game)))


CLAIMS = {
    "Each day, there is one game that is the same for everyone": lambda: len({
        watch_setup(MONDAY + datetime.timedelta(day), TABLES).seed for day in range(100)
    }) == 100,
    "The date determines the ship, the raid and the dice": lambda: watch_setup(MONDAY, load_tables()) == WEEK[0],
    "all captains meet the same planes from the same bearings": the_same_raid,
    "Mondays, Wednesdays and Fridays, you play a scenario. On": lambda: [WEEK[day].kind for day in (0, 2, 4)] == [SCENARIO] * 3,
    "Tuesdays, Thursdays and Saturdays, you play a two-day patrol during": lambda: [
        (WEEK[day].kind, WEEK[day].days) for day in (1, 3, 5)
    ] == [(PATROL, 2)] * 3,
    "Sundays, you play a mini campaign.": lambda: (WEEK[6].kind, WEEK[6].name) == (CAMPAIGN, "mini"),
    "Scenarios 1 and 6 are not used": lambda: set(range(1, 9)) - set(TABLES.rotation.scenarios) == {1, 6},
    "You cannot undo a roll. You can undo a decision only until dice have been rolled after it": lambda: (undone(True), undone(False)) == (
        False, True
    ),
    "Only your first attempt counts": lambda: tries_counted() == [(1, 0), (1, 1), (2, 1)],
    "The program labels every later attempt, and its card, as a later attempt": lambda: "does not count" in card_lines(
        Card(played("random", scenario=6, seed=1), MONDAY, 2)
    )[0],
    "plain text with at most 12 lines and 72 columns": lambda: (MOST_LINES, WIDTH) == (12, 72),
    "one group of symbols for each wave and one symbol for each plane": signs_add_up,
    "In a long campaign, each symbol stands for the worst result in a wave.": long_campaign_in_signs,
    (
        "winning. If you add luck and orders to your chance at the start, you get the result; see Luck and "
        "orders."
    ): comes_to_the_result,
    "The card for a patrol says whether the ship is still on station": lambda: {
        place for game in patrols() for place in (", on station,", ", off her station,")
        if place in "".join(card_lines(Card(game))) and game.state.on_station == (place == ", on station,")
    } == {", on station,", ", off her station,"},
    "The code for a scenario has fewer than 240 characters, and the code for a mini campaign has fewer "
    "than 1,100": lambda: all(
        len(code_of(played("random", level="advanced", seed=seed, **setup))) < most
        for seed in range(3)
        for setup, most in (({"scenario": 6}, 240), ({"scenario": 5}, 240), ({"campaign": "mini"}, 1100))
    ),
}  # fmt: skip
