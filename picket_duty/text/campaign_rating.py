"""The rating of a campaign of stages in words: the record, its name, and how doctrine's campaigns did."""

from __future__ import annotations

import datetime

from picket_duty.charts.words import day_words
from picket_duty.text.consequences import percent
from picket_duty.text.names import count

ONE_DECIMAL = ".1f"


def rating_words(record: tuple[int, int, int], name: str, better: int, worse: int, after: int = 0) -> str:
    """A record (stages held, ships sunk, sent to the rear) with its rating; ``after``: the stage it is known up to."""
    held, sunk, rear = record
    so_far, then = (" so far", f" after stage {after}") if after else ("", "")
    did = f"{better} did better and {worse or 'none'} worse" if better else f"none did better and {worse} did worse"
    return (
        f"Stages held {held}, ships sunk {sunk}, sent to the rear {rear}: {name}{so_far}. "
        f"Of 100 doctrine campaigns{then}, {did}."
    )


def averages_words(averages: tuple[float, float, float], stages: int, after: bool = False) -> str:
    """What doctrine does on average in a number of stages; ``after``: others follow."""
    held, sunk, rear = (f"{number:{ONE_DECIMAL}}" for number in averages)
    then = f" after stage {stages}" if after else ""
    what = f"{held} of {count(stages, 'stage')} held, {sunk} ships sunk, {rear} sent to the rear"
    return f"Doctrine's average{then}: {what}."


def held_stakes_words(stage: int, names: tuple[str, str], better: tuple[int, int]) -> str:
    """What a stage that can still be held is worth: the ratings, or campaigns that did better, if held and if lost."""
    held, lost = names
    if held != lost:
        return f"Hold stage {stage} and you rate {held}; lose it and you rate {lost} at best."
    did = f"{better[0] or 'none'} of 100 doctrine campaigns did better; lose it and {better[1]} did"
    return f"Hold stage {stage} and {did}. You rate {held} either way if no ship is sunk."


def lost_stakes_words(
    stage: int, last: datetime.date, names: tuple[str, str], better: tuple[int, int], says_lost: bool = False
) -> str:
    """What still counts in a lost stage: the ratings, or campaigns that did better, without and with a ship sunk.

    ``says_lost``: it begins with the loss of the stage.
    """
    begin, what = (f"Stage {stage} is lost. ", "it") if says_lost else ("", f"stage {stage}")
    (none, one), keep = names, f"{begin}Lose no ship before {what} ends, {day_words(last)}, and"
    if none != one:
        return f"{keep} you rate {none}; lose one and you rate {one}."
    did = f"{better[0] or 'none'} of 100 doctrine campaigns did better; lose one and {better[1]} did"
    return f"{keep} {did}. You rate {none} either way."


def chance_words(stage: int, chance: float | None, margin: float, playouts: int) -> str:
    """The chance of holding the stage that comes next, in shares of 1; None while it is calculated."""
    if chance is None:
        return f"Hold stage {stage}: calculating"
    return f"Hold stage {stage}: {percent(chance)} (±{_points(margin)}, {playouts} games played on by doctrine)"


def new_ship_words(held: float, margin: float, games: int) -> str:
    """How often a new ship held the first stage in doctrine campaigns, in shares of 1."""
    return f"A new ship held stage 1: {percent(held)} (±{_points(margin)}, {games} doctrine campaigns)"


def _points(margin: float) -> int:
    """A margin of error in whole points, at least 1."""
    return max(1, round(100 * margin))
