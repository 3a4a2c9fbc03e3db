"""Progress of a campaign or patrol: its day and stage, the stages held, and ships lost compared with 1945."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.book.data import CampaignData
from picket_duty.state import CAMPAIGN, PATROL, SCENARIO, Stage, State
from picket_duty.text.names import count, listed

#: The longest text that ``progress_words`` returns.
LONGEST_PROGRESS = "stage 5 of 5, day 5"
ONE_DECIMAL = ".1f"


def campaign_of(state: State, tables: Tables) -> CampaignData | None:
    """The data of the campaign being played; None for a scenario or a patrol."""
    return tables.campaigns[state.setup.name] if state.setup.kind == CAMPAIGN else None


def fighting_day(state: State) -> int:
    """The number of the current fighting day from 1; of the last one when the day or the game is over."""
    counted = bool(state.outcome) or state.step == "turn_end"
    return max(1, state.fighting_days + (0 if counted else 1))


def progress_words(state: State, tables: Tables) -> str:
    """The day of a campaign or patrol: ``day 3 of 7``, ``stage 2 of 5, day 3``; empty for a scenario."""
    if state.setup.kind == SCENARIO:
        return ""
    data = campaign_of(state, tables)
    if state.setup.kind == PATROL:
        return _of((state.date - state.setup.start).days + 1, state.setup.days)
    assert data is not None
    if not (data.fighting_days or data.length):
        return _of((state.date - state.setup.start).days + 1, (data.end - state.setup.start).days + 1)
    number, wanted = fighting_day(state), state.fighting_days_wanted
    if data.stage_days and wanted:
        number = min(number, wanted) - 1
        stage, day = number // data.stage_days + 1, number % data.stage_days + 1
        return f"stage {stage} of {wanted // data.stage_days}, day {day}"
    return _of(number, wanted)


def _of(number: int, total: int) -> str:
    return f"day {min(number, total)} of {total}" if total else f"day {number}"


def days_done_words(state: State, tables: Tables) -> str:
    """The fighting days done and those left, also of the stage: ``3 of 7 fighting days done, 4 to go``."""
    done, wanted = state.fighting_days, state.fighting_days_wanted
    if not wanted:
        return f"{count(done, 'fighting day')} done"
    left = f", {wanted - done} to go" if wanted > done else ""
    data = campaign_of(state, tables)
    stage = ""
    if data is not None and data.stage_days and state.stages:
        stage = f" (stage {len(state.stages)}: {state.stages[-1].days} of {data.stage_days})"
    return f"{done} of {wanted} fighting days done{stage}{left}"


# -- how a long campaign went --------------------------------------------------------


def stages_words(state: State, tables: Tables) -> list[str]:
    """The stages held and lost, with the ships of each; empty for a game without stages."""
    data = campaign_of(state, tables)
    if data is None or not data.stage_days or not state.stages:
        return []
    held, total = sum(stage.held for stage in state.stages), state.fighting_days_wanted // data.stage_days
    rows = [_stage_words(number, stage, data.stage_days, state) for number, stage in enumerate(state.stages, start=1)]
    return [f"Stages held: {held} of {total}", *rows]


def _stage_words(number: int, stage: Stage, days: int, state: State) -> str:
    if stage.held:
        return f"Stage {number}: held by {stage.ship}"
    others = [name for name in stage.ships if name != stage.ship]
    followed = f", then {listed(others)}" if others else ""
    if stage.days < days and not state.outcome:
        return f"Stage {number}: {stage.days} of {count(days, 'day')} done by {stage.ship}{followed}"
    short = f" after {stage.days} of {count(days, 'day')}" if stage.days < days else ""
    return f"Stage {number}: lost{short}; begun by {stage.ship}{followed}"


def pace_words(state: State, tables: Tables) -> str:
    """The ships sunk per fighting day, compared with the Fletchers lost off Okinawa; empty if ships are not counted."""
    data = campaign_of(state, tables)
    if data is None or not data.ships_sunk_draw or not state.fighting_days:
        return ""
    sunk, lost, days = state.records.ships_sunk, data.ships_sunk_draw, (data.end - data.start).days + 1
    ours = f"one every {state.fighting_days / sunk:{ONE_DECIMAL}} days" if sunk else "none sunk"
    return (
        f"Ships sunk: {sunk} in {count(state.fighting_days, 'fighting day')} ({ours}). "
        f"In 1945: {lost} in {days} days (one every {days / lost:{ONE_DECIMAL}} days)."
    )
