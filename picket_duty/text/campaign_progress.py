"""Progress of a campaign in words: its day and stage, the stages held, the ships sunk."""

from __future__ import annotations

import datetime
from collections.abc import Callable, Sequence

from picket_duty.book import Tables
from picket_duty.book.limits import LAST_DAY
from picket_duty.charts.words import day_words
from picket_duty.facts import Day, GameFacts
from picket_duty.facts.campaign_days import (
    campaign_of,
    fighting_day,
    fought_days,
    is_cut_short,
    period_days,
)
from picket_duty.rules import campaign
from picket_duty.rules.records import is_fought
from picket_duty.state import PATROL, Stage, State
from picket_duty.text.dates import date_in_sentence, plain_day
from picket_duty.text.deck_log import departure_words
from picket_duty.text.english import count, listed, ordinal_words
from picket_duty.text.ship_service import hardest_day_words

#: Writes a date: ``Apr 6`` in a list of facts, ``6 April`` in sentences.
DateFormat = Callable[[datetime.date], str]
#: The longest text that ``progress_words`` returns.
LONGEST_PROGRESS = "stage 5 of 5, day 5"


def progress_words(state: State, tables: Tables, date: str = "") -> str:
    """The day of a game: ``day 3 of 7``, ``stage 2 of 5, day 3``; empty for a scenario. With a
    ``date``, the day is that one.
    """
    data = campaign_of(state, tables)
    today = datetime.date.fromisoformat(date) if date else state.date
    passed = (today - state.setup.start).days + 1
    if state.setup.kind == PATROL:
        return _of(passed, state.setup.days)
    if data is None:
        return ""
    if state.stages:
        return _stage_on(state, date) if date else _stage_now(state)
    # A campaign of every day has no number of fighting days.
    if not (data.fighting_days or data.length):
        return _of(passed, (data.end - state.setup.start).days + 1)
    day = sum(day.date <= date for day in fought_days(state)) if date else fighting_day(state)
    return _of(day, state.fighting_days_wanted)


def _stage_on(state: State, date: str) -> str:
    """The stage and day of a date; empty if it is in none."""
    for number in range(1, campaign.stages_begun(state) + 1):
        dates = [day.date for day in period_days(state, number)]
        if date in dates:
            return f"stage {number} of {len(state.stages)}, day {dates.index(date) + 1}"
    return ""


def _stage_now(state: State) -> str:
    """The stage and day to fight, or the stage and day fought last once today is fought."""
    total = len(state.stages)
    number = campaign.stages_begun(state)
    stage = state.stages[number - 1]
    if is_fought(state):
        return f"stage {number} of {total}, day {max(1, stage.days)}"
    if stage.held is not None:
        return f"stage {number + 1} of {total}, day 1"
    return f"stage {number} of {total}, day {stage.days + 1}"


def _of(number: int, total: int) -> str:
    if total:
        return f"day {min(number, total)} of {total}"
    return f"day {number}"


def days_done_words(state: State) -> str:
    """The fighting days done and those left: ``3 of 7 fighting days done, 4 to go``; in a campaign
    of stages, those of the current stage.
    """
    done = state.fighting_days
    wanted = state.fighting_days_wanted
    name = ""
    goes_on = not state.outcome
    if state.stages:
        number = campaign.stages_begun(state)
        stage = state.stages[number - 1]
        done = stage.days
        name = f"Stage {number}: "
        goes_on = stage.held is None
    if not wanted:
        return f"{count(done, 'fighting day')} done"
    left = f", {wanted - done} to go" if wanted > done and goes_on else ""
    return f"{name}{done} of {wanted} fighting days done{left}"


# -- stages ------------------------------------------------------------------------------


def stages_lines(state: State, written: DateFormat = day_words) -> list[str]:
    """The stages held of all, each stage that has begun, and that the calendar cut them short;
    empty without stages.
    """
    if not any(stage.ship for stage in state.stages):
        return []
    rows = [held_words(state)]
    for number, stage in enumerate(state.stages, start=1):
        if words := _stage_words(number, stage, state, written):
            rows.append(words)
    if is_cut_short(state):
        rows.append(cut_short_words(state, written))
    return rows


def held_words(state: State) -> str:
    """The stages held: ``Stages held: 1 of 2 played, 3 to come``; at the end, of all."""
    held = campaign.stages_held(state)
    total = len(state.stages)
    over = sum(stage.held is not None for stage in state.stages)
    if state.outcome:
        return f"Stages held: {held} of {total}"
    return f"Stages held: {held} of {over} played, {total - over} to come"


def _stage_words(number: int, stage: Stage, state: State, written: DateFormat) -> str:
    """A stage: held, lost and when, or its days so far; empty before it begins."""
    if not stage.ship:
        return f"Stage {number}: not played" if state.outcome else ""
    days = f"{stage.days} of {count(state.fighting_days_wanted, 'day')}"
    if stage.held is None:
        done = f"Stage {number}: {days} done by {stage.ship}"
        back = state.ship.back
        if back is None or back <= state.date:
            return done
        return f"{done}; she is back on {written(back)}"
    if stage.held:
        return f"Stage {number}: held by {stage.ship}"
    if stage.days == state.fighting_days_wanted:
        when = "on the last day"
    elif state.outcome and stage.ship == state.ship.name and not state.ship.fate:
        when = f"with {days} done when the campaign ended on {written(LAST_DAY)}"
    else:
        when = f"after {days}"
    return f"Stage {number}: lost by {stage.ship} {when}"


def stages_by_ship(state: State) -> list[str]:
    """The stages that each ship held, those not played, and whether the campaign was cut short;
    only at the end.
    """
    if not state.outcome or not state.stages:
        return []
    held: dict[str, list[str]] = {}
    for number, stage in enumerate(state.stages, start=1):
        if stage.held:
            held.setdefault(stage.ship, []).append(str(number))
    ships = [f"{ship} ({', '.join(numbers)})" for ship, numbers in held.items()]
    parts = [f"Held by {listed(ships)}"] if ships else []
    if is_cut_short(state):
        return [*parts, cut_short_words(state)]
    return parts


def cut_short_words(state: State, written: DateFormat = day_words) -> str:
    """That the end of the calendar cut a campaign short, and how many stages were not played."""
    cut = f"Cut short on {written(LAST_DAY)}"
    unplayed = sum(not stage.ship for stage in state.stages)
    if unplayed:
        return f"{cut}, {count(unplayed, 'stage')} not played"
    return cut


# -- the ships sunk ----------------------------------------------------------------------


def stakes_words(state: State, tables: Tables) -> str:
    """What counts now in a campaign that goes on: its stage, its last day, or the ships sunk; empty
    for other games.
    """
    data = campaign_of(state, tables)
    stage = campaign.stage_now(state)
    # Between two stages, nothing is at stake.
    if data is None or state.outcome or (state.stages and stage is None):
        return ""
    ship = state.ship.name
    wanted = state.fighting_days_wanted
    if stage is None:
        if data.ships_sunk_draw:
            return _sunk_words(state.records.ships_sunk, data.ships_sunk_draw)
        return _wins_words(f"{ship} wins", wanted - state.fighting_days)
    number = campaign.stage_at_stake(state)
    if stage.ship:
        return _wins_words(f"{ship} holds stage {number}", wanted - stage.days)
    days = count(wanted, "fighting day")
    holds = f"She holds the stage if she is afloat and on station after {days}."
    return f"{ship} begins stage {number}. {holds}"


def _wins_words(wins: str, left: int) -> str:
    until = "when her last fighting day ends"
    if left > 0:
        until = f"after {count(left, 'more fighting day')}"
    return f"{wins} if she is afloat and on station {until}."


def _sunk_words(sunk: int, limit: int) -> str:
    """The ships sunk, and what one more or ``limit`` of them bring."""
    if sunk > limit:
        return f"{sunk} ships sunk. With more than {limit} sunk, you have lost the campaign."
    if sunk == limit:
        return (
            f"{sunk} ships sunk: the campaign is now a draw. If you lose one more, you lose the "
            f"campaign."
        )
    ships = count(sunk, "ship") if sunk else "No ships"
    return f"{ships} sunk. The {ordinal_words(limit)} loss makes the campaign a draw."


# -- stages and months ------------------------------------------------------------------


def at_stake_words(state: State) -> str:
    """The stage that a lost ship loses: ``stage 2``; empty between two stages and without
    stages.
    """
    if campaign.stage_going_on(state) is None:
        return ""
    return f"stage {campaign.stage_at_stake(state)}"


def decisive_words(state: State, tables: Tables, number: int, facts: GameFacts) -> str:
    """What took the ship of a stage off station, or how close it was if she held the stage, which
    is over. ``facts`` are those known.
    """
    stage = state.stages[number - 1]
    if stage.held:
        days = period_days(state, number)
        hull = f", with hull {days[-1].hull} of {tables.numbers.hull}" if days else ""
        hardest = hardest_day_words(days, facts.days)
        return f"{stage.ship} was on station when its last day ended{hull}. {hardest}".rstrip()
    last = _last_day_of(state, number, facts.days)
    if last is None:
        wanted = count(state.fighting_days_wanted, "day")
        return f"{stage.ship} served {stage.days} of {wanted} in this stage."
    return f"{plain_day(last.date)}: {departure_words(last)}"


def stage_sentences(state: State, facts: GameFacts) -> list[str]:
    """Every stage: who held it, or how its ship left; at the end whether the campaign was cut
    short.
    """
    sentences = []
    # The first line is about the stages held. The others are one for each stage begun, and perhaps
    # one about the end of the calendar.
    for number, words in enumerate(stages_lines(state, date_in_sentence)[1:], start=1):
        last = None
        if number <= len(state.stages):
            last = _last_day_of(state, number, facts.days)
        if last is None:
            sentences.append(f"{words}.")
        else:
            sentences.append(f"{words} ({plain_day(last.date)}). {departure_words(last)}")
    return sentences


def _last_day_of(state: State, number: int, facts: Sequence[Day]) -> Day | None:
    """The day on which a ship left and lost her stage; None if it is not known. After all the days
    of the stage it is the last of them, otherwise the day on which she left for good.
    """
    stage = state.stages[number - 1]
    days = [
        day
        for day in facts
        if day.ship == stage.ship and day.leave is not None and stage.held is False
    ]
    if stage.days == state.fighting_days_wanted:
        last = period_days(state, number)[-1:]
        return next((day for day in days if last and day.date == last[0].date), None)
    return next((day for day in days if day.leave is not None and not day.leave.until), None)
