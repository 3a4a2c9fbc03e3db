"""The day and stage of a campaign in words, at every step of games played to their end."""

from __future__ import annotations

import datetime

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.state import DESTROYED, DayRecord, Stage
from picket_duty.text.campaign_progress import (
    LONGEST_PROGRESS,
    days_done_words,
    fighting_day,
    is_stage_lost,
    next_words,
    outlook_words,
    pace_line_words,
    pace_words,
    period_words,
    progress_words,
    score_words,
    stage_begins_words,
    stages_words,
    stakes_words,
)

TABLES = load_tables()


def played(**setup) -> Game:
    game = Game.new(tables=TABLES, **setup)
    play_out(game, captain_named("doctrine", 1))
    return game


def test_each_day_of_a_mini_campaign_has_its_number() -> None:
    game = played(campaign="mini", level="basic", seed=3)
    numbers: list[int] = []
    for point in game.checkpoints:
        state = game.at(point.answers).state
        if state.fighting_days_wanted:
            numbers.append(fighting_day(state))
            assert progress_words(state, TABLES) == f"day {numbers[-1]} of {state.fighting_days_wanted}"
    assert numbers == sorted(numbers)
    assert set(numbers) == set(range(1, game.state.fighting_days + 1))
    assert fighting_day(game.state) == game.state.fighting_days


def test_the_long_campaign_of_stages_counts_days_within_a_stage() -> None:
    game = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1)
    state = game.state
    state.fighting_days_wanted, state.step = 25, "turn"
    seen = []
    for state.fighting_days in range(25):
        seen.append(progress_words(state, TABLES))
    assert seen[0] == "stage 1 of 5, day 1"
    assert seen[7] == "stage 2 of 5, day 3"
    assert seen[-1] == LONGEST_PROGRESS == "stage 5 of 5, day 5"
    assert len(set(seen)) == 25


@pytest.mark.parametrize(
    ("setup", "words"),
    [
        ({"scenario": 3}, ""),
        ({"patrol": "1945-04-06", "days": 3, "level": "advanced"}, "day 1 of 3"),
        ({"campaign": "long-b", "level": "basic"}, "day 1 of 94"),
    ],
)
def test_other_games_have_a_day_of_the_calendar_or_none(setup: dict[str, object], words: str) -> None:
    state = Game.new(tables=TABLES, seed=1, **setup).state
    assert progress_words(state, TABLES) == words
    assert stages_words(state, TABLES) == []
    assert pace_words(state, TABLES) == ""


def test_days_to_go_are_left_out_at_the_end() -> None:
    state = Game.new(tables=TABLES, campaign="mini", level="basic", seed=1).state
    state.fighting_days, state.fighting_days_wanted = 3, 7
    assert days_done_words(state, TABLES) == "3 of 7 fighting days done, 4 to go"
    state.outcome = "japanese_win"
    assert days_done_words(state, TABLES) == "3 of 7 fighting days done"
    state.fighting_days = 7
    assert days_done_words(state, TABLES) == "7 of 7 fighting days done"


def test_a_stage_says_whether_its_first_ship_can_still_hold_it_rules_10() -> None:
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.stages = [Stage("Wren", ["Wren", "McKee"], 2)]
    wren = msgspec.structs.replace(state.ship, name="Wren")
    done = "Stage 1: 2 of 5 days done by Wren"
    state.ship = wren
    assert stages_words(state, TABLES)[1] == f"{done}, then McKee"
    state.ship = msgspec.structs.replace(wren, name="McKee")
    state.date, state.step = datetime.date(1945, 3, 26), "turn"
    state.squadron = [msgspec.structs.replace(wren, back=datetime.date(1945, 3, 28))]
    due = "lost unless Wren is on station when Mar 28 ends (due back Mar 28)"
    assert stages_words(state, TABLES)[1] == f"{done}, then McKee; {due}"
    assert not is_stage_lost(state, TABLES)
    for too_late in ([msgspec.structs.replace(wren, back=datetime.date(1945, 3, 29))], []):
        state.squadron = too_late
        assert stages_words(state, TABLES)[1] == f"{done}, then McKee; it can no longer be held"
        assert is_stage_lost(state, TABLES)
    state.stages[0].days = 5
    assert stages_words(state, TABLES)[1] == "Stage 1: lost. Wren began it; McKee followed"


def test_what_counts_in_a_long_campaign_is_its_stage_and_the_ships_sunk_rules_10() -> None:
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted, state.date, state.step = 25, datetime.date(1945, 3, 26), "turn"
    wren = msgspec.structs.replace(state.ship, name="Wren")
    state.ship = wren
    sunk = "No ship sunk so far. The eighth makes the campaign a draw."
    assert stakes_words(state, TABLES) == ["Wren begins stage 1, and holds it if on station when Mar 30 ends.", sunk]
    state.stages = [Stage("Wren", ["Wren", "McKee"], 2)]
    assert stakes_words(state, TABLES)[0] == "Wren holds stage 1 if on station when Mar 28 ends."
    state.ship = msgspec.structs.replace(wren, name="McKee")
    state.squadron = [msgspec.structs.replace(wren, back=datetime.date(1945, 3, 27))]
    back = (
        "Stage 1 is lost unless Wren, back on Mar 27, is on station when Mar 28 ends. "
        f"She takes over again only when {state.ship.name} leaves."
    )
    assert stakes_words(state, TABLES)[0] == back
    state.squadron, state.records.ships_sunk = [], 8
    lost = ["Stage 1 is lost.", "If McKee is still on duty on Mar 29, she begins stage 2."]
    assert stakes_words(state, TABLES) == [*lost, "8 ships sunk: a draw now; one more loses the campaign."]
    # Once today is counted, its days are those after today.
    state.stages[0].days, state.step = 3, "turn_end"
    assert stakes_words(state, TABLES)[:2] == lost
    state.outcome = "us_win"
    assert stakes_words(state, TABLES) == []


def test_a_lost_stage_says_when_and_how_the_ship_that_began_it_left_rules_10() -> None:
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted, state.stages = 25, [Stage("Wren", ["Wren", "McKee"], 4)]
    names = ["Wren", "Wren", "McKee", "McKee", "McKee"]
    state.records.daily = [DayRecord(f"1945-03-{24 + day}", name, 1) for day, name in enumerate(names)]
    wren, state.ship = state.ship, msgspec.structs.replace(state.ship, name="McKee")
    assert stages_words(state, TABLES)[0] == "None of the 5 stages is over"
    state.stages[0].days = 5
    assert stages_words(state, TABLES)[0] == "Stages held: 0 of 1 played, 4 to come"
    assert score_words(state, TABLES).startswith("Stages held: 0 of 1 played, 4 to come. ")
    for fate, left in (("sunk", "was sunk"), ("returned to rear", "was sent to the rear")):
        state.lost = [msgspec.structs.replace(wren, name="Wren", fate=fate)]
        assert period_words(state, TABLES, 1)[2] == f"Wren began it and {left} on Mar 25."
    # Sunk in a later stage: in this one she only left station.
    state.records.daily.append(DayRecord("1945-03-29", "Wren", 1))
    assert period_words(state, TABLES, 1)[2] == "Wren began it and left station on Mar 25."
    state.lost, state.squadron = [], [msgspec.structs.replace(wren, name="Wren", back=datetime.date(1945, 3, 31))]
    assert period_words(state, TABLES, 1)[2] == "Wren began it and left for the anchorage on Mar 25."


@pytest.mark.parametrize(
    ("sunk", "words"),
    [
        (0, "You win with fewer than 8 sunk in all."),
        (3, "You win with fewer than 8 sunk in all: at most 4 more."),
        (7, "Another loss ends your chance of winning."),
        (8, "One more loss means defeat."),
        (9, "With 8 or more losses, you cannot win."),
    ],
)
def test_the_score_says_how_many_losses_still_win_rules_10(sunk: int, words: str) -> None:
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted, state.fighting_days, state.records.ships_sunk = 25, 5, sunk
    assert score_words(state, TABLES).endswith(f" {words}")


def test_a_stage_after_the_first_begins_with_its_dates_and_its_ship() -> None:
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted, state.date, state.step = 25, datetime.date(1945, 3, 29), "phase"
    state.ship = msgspec.structs.replace(state.ship, name="Wren")
    assert stage_begins_words(state, TABLES) == "", "the orders of the game announce the first"
    state.stages = [Stage("McKee", ["McKee"], 5)]
    begins = "Stage 2 begins, Mar 29 to Apr 2: Wren holds it if on station when Apr 2 ends"
    assert stage_begins_words(state, TABLES) == begins
    stores = f"hull {state.ship.hull}, maneuver 10, fuel 10, ammunition 10, morale 0"
    hold = "To hold it, keep her on station until Apr 2 ends."
    assert next_words(state, TABLES) == f"Stage 2, Mar 29 to Apr 2. Wren begins it: {stores}. {hold}"
    state.ship.hull, state.ship.equipment[TABLES.sheet.equipment[0].id] = 3, DESTROYED
    worn = next_words(state, TABLES)
    assert f" Weakest: hull 3 of {TABLES.numbers.hull}. Damage: " in worn
    assert "destroyed. To hold it" in worn
    state.phase = 1
    assert stage_begins_words(state, TABLES) == "", "it was said in the morning"
    state.phase, state.stages = 0, [*state.stages, Stage("Wren", ["Wren"], 1)]
    assert stage_begins_words(state, TABLES) == ""


@pytest.mark.parametrize(
    ("sunk", "done", "words"),
    [
        (0, 0, "No ship sunk so far."),
        (0, 4, "No ship sunk so far (4 of 25 fighting days)."),
        (1, 1, "1 ship sunk in 1 of 25 fighting days."),
        (1, 5, "1 ship sunk in 5 of 25 fighting days: at this pace 5, which wins the campaign."),
        (1, 3, "1 ship sunk in 3 of 25 fighting days: at this pace 8, which is a draw."),
        (2, 4, "2 ships sunk in 4 of 25 fighting days: at this pace 13, which loses the campaign."),
    ],
)
def test_the_outlook_of_a_long_campaign_is_its_verdict_at_this_pace_rules_10(sunk: int, done: int, words: str) -> None:
    state = Game.new(tables=TABLES, campaign="long-a", level="basic", seed=1).state
    state.fighting_days_wanted, state.fighting_days, state.records.ships_sunk = 25, done, sunk
    assert outlook_words(state, TABLES) == words
    assert stakes_words(state, TABLES)[-1] == f"{words} The eighth makes the campaign a draw."
    assert pace_line_words(state, TABLES) == (words if sunk or done >= 3 else "")
    state.outcome = "us_win"
    assert pace_line_words(state, TABLES) == ""


def test_the_outlook_of_a_campaign_of_every_day_is_by_the_calendar_and_others_have_none() -> None:
    state = Game.new(tables=TABLES, campaign="long-b", level="basic", seed=1).state
    state.date, state.step, state.records.ships_sunk = state.setup.start + datetime.timedelta(days=9), "turn_end", 1
    assert outlook_words(state, TABLES) == "1 ship sunk in 10 of 94 days: at this pace 9, which loses the campaign."
    state.step = "turn"
    assert outlook_words(state, TABLES).startswith("1 ship sunk in 9 of 94 days: at this pace 10,")
    assert outlook_words(Game.new(tables=TABLES, campaign="mini", level="basic", seed=1).state, TABLES) == ""
