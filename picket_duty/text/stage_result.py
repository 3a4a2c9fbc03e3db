"""What decided a stage of long campaign A: how its ship left, or how close she came to it."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import Tables
from picket_duty.events import Leave
from picket_duty.facts import Day, GameFacts
from picket_duty.requests import Roll
from picket_duty.state import DayRecord, State
from picket_duty.text.campaign_progress import ONE_DECIMAL, period_days, stages_words
from picket_duty.text.names import count, times
from picket_duty.text.ship_service import departure_sentence, hardest_day_words


def decisive_words(state: State, tables: Tables, number: int, facts: GameFacts) -> str:
    """What took the ship of a stage that is over off station, or how close it was; ``facts`` are those known."""
    stage, days = state.stages[number - 1], period_days(state, number)
    if stage.held:
        hull = f", with hull {days[-1].hull} of {tables.numbers.hull}" if days else ""
        held = f"{stage.ship} was on station when its last day ended{hull}."
        return " ".join(filter(None, (held, _strain_words(days, facts))))
    left = _leave_of(state, number, facts.days)
    if left is None:
        return f"{stage.ship} served {stage.days} of {count(state.fighting_days_wanted, 'day')} of it."
    return f"{stage.ship}, {departure_sentence(left, facts.days)}"


def stage_sentences(state: State, facts: GameFacts) -> list[str]:
    """Every stage in a sentence or two: who held it, or what took its ship off station; at the end whether June 25 cut
    the campaign short."""
    lines = []
    for number, words in enumerate(stages_words(state)[1:], start=1):
        left = _leave_of(state, number, facts.days) if number <= len(state.stages) else None
        lines.append(f"{words}. {departure_sentence(left, facts.days)}" if left is not None else f"{words}.")
    return lines


def stages_of_ship(state: State, ship: str, facts: GameFacts) -> list[str]:
    """The sentences of the stages of one ship."""
    sentences = stage_sentences(state, facts)
    return [words for stage, words in zip(state.stages, sentences, strict=False) if stage.ship == ship]


def _leave_of(state: State, number: int, facts: Sequence[Day]) -> Leave | None:
    """How a ship left that lost her stage; None if she did not lose it by leaving, or if it is not known.

    She left on the last day of the stage, or for good: then she did not come back.
    """
    stage = state.stages[number - 1]
    if stage.held is not False:
        return None
    days = [day for day in facts if day.ship == stage.ship and day.leave is not None]
    if stage.days == state.fighting_days_wanted:
        last = period_days(state, number)[-1:]
        return next((day.leave for day in days if last and day.date == last[0].date), None)
    return next((day.leave for day in days if day.leave is not None and not day.leave.until), None)


def _strain_words(own: Sequence[DayRecord], facts: GameFacts) -> str:
    """The hardest day of a ship on some days, and the rolls that might have sunk her; empty if she was never hurt."""
    dates = {day.date for day in own}
    rolls = sum(
        isinstance(event, Roll) and event.result is not None and "sinks" in event.result.fields
        for event in facts.events
        if event.phase.partition("/")[0] in dates
    )
    sinking = f"She might have sunk {times(rolls) or 'once'}." if rolls else ""
    return " ".join(filter(None, (hardest_day_words(own, facts.days), sinking)))


def dice_words(on_ship: int, expected: float, on_planes: int, expected_on_planes: float) -> str:
    """The hits that dice gave in a stage, beside the average of the same rolls."""
    return (
        f"{count(on_ship, 'hit')} rolled on your ships, average of the same rolls {expected:{ONE_DECIMAL}}; "
        f"{count(on_planes, 'hit')} on planes, average {expected_on_planes:{ONE_DECIMAL}}."
    )
