"""The short line of a shot agrees with its roll and its event."""

from __future__ import annotations

from itertools import pairwise

from picket_duty.book import load_tables
from picket_duty.captains.random import RandomCaptain
from picket_duty.events import Fire, Strike, Support, Weather
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import GONE, SHOT_DOWN
from picket_duty.text import log_line, repeats_a_roll, shot_line
from picket_duty.text.rolls import REASONS, result_of, short_roll_line, short_sum
from picket_duty.text.styled_text import text_of

TABLES = load_tables()


def played(seed: int) -> Game:
    game, captain = Game.new(scenario=2, seed=seed, tables=TABLES, level="advanced"), RandomCaptain(seed)
    while game.request is not None:
        game.roll() if isinstance(game.request, Roll) else game.answer(captain.choose(game))
    return game


def test_short_lines_of_shots() -> None:
    said: set[str] = set()
    for seed in range(12):
        events = played(seed).events
        for roll, event in pairwise(events):
            if not isinstance(event, Fire | Support):
                continue
            assert isinstance(roll, Roll)
            text = text_of(shot_line(roll, event, TABLES))
            assert text.startswith(f"  {event.by} at {event.plane + 1}: ")
            assert f" = {roll.total}  " in text
            harm = text.partition(f" = {roll.total}  ")[2]
            assert ("SPLASHED" in harm) == (event.state == GONE)
            assert ("SET AFIRE" in harm) == (event.state == SHOT_DOWN != event.state_before)
            assert ("already afire" in harm) == (event.state_before == SHOT_DOWN)
            assert (f"{event.hits} hit" in harm) == (event.hits > 0 and event.state != GONE and not event.flamed)
            assert text_of(log_line(event, TABLES)).partition(";")[2] == text.partition(";")[2]
            said.add(harm.partition(";")[0].lstrip("123456789 "))
    wanted = {"SPLASHED", "SPLASHED, already afire", "miss", "miss, already afire", "hit"}
    assert wanted | {"hits, DAMAGED", "hits, SET AFIRE", "SET AFIRE"} <= said


def test_the_sum_of_a_short_line() -> None:
    """Dice and modifiers add up to the total shown; without a total the dice are the total."""
    modified = 0
    for event in (event for seed in range(4) for event in played(seed).events):
        if not isinstance(event, Roll) or event.is_matrix:
            continue
        text = text_of(short_sum(event))
        summands, _, total = text.partition(" = ")
        dice, _, added = summands.partition(" ")
        assert text in text_of(short_roll_line(event, TABLES))
        assert event.total == (int(dice) if event.faces[0] == 10 else sum(map(int, dice.split("+")))) + int(added or 0)
        assert not total or int(total) == event.total
        assert not added or total
        modified += bool(added)
    assert modified


def test_reworded_reasons_are_printed_on_a_chart() -> None:
    printed = {modifier.why for modifier in TABLES["8-1"].raw.column_modifiers.values()}
    assert set(REASONS) <= printed | {modifier.why for modifier in TABLES["20"].raw.modifiers.values()}


def test_lines_are_left_out_only_if_the_roll_says_the_same() -> None:
    left_out: set[str] = set()
    for seed in range(12):
        for before, event in pairwise(played(seed).events):
            if isinstance(event, Fire | Support) or not repeats_a_roll(event, before):
                continue
            assert isinstance(event, Strike | Weather)
            assert isinstance(before, Roll)
            said = event.weather if isinstance(event, Weather) else event.outcome.replace("_", " ")
            assert said in result_of(before).lower()
            left_out.add(said)
    assert left_out == {"miss", "near miss", "clear", "rain"}
