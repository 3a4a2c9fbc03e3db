"""The rating of a campaign of stages in words: the record, its name, and how doctrine's campaigns did."""

from __future__ import annotations

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
