"""Progress of a campaign or patrol: its day and stage, the stages held, and ships lost compared with 1945."""

from __future__ import annotations

import datetime

from picket_duty.book import Tables
from picket_duty.book.data import CampaignData
from picket_duty.charts.words import day_words
from picket_duty.rules.campaign import ONE_DAY, SUNK, stage_at_stake, stage_now, stage_result, stage_ship
from picket_duty.rules.play import Play
from picket_duty.rules.records import is_fought
from picket_duty.state import CAMPAIGN, PATROL, SCENARIO, STORMED, DayRecord, Stage, State
from picket_duty.text.names import count, listed, ordinal_words, short_date, signed
from picket_duty.text.status import damage_lines, weakest_words

#: The longest text that ``progress_words`` returns.
LONGEST_PROGRESS = "stage 5 of 5, day 5"
ONE_DECIMAL = ".1f"
#: The ships sunk in fewer days say little about the pace.
PACE_DAYS = 3


def campaign_of(state: State, tables: Tables) -> CampaignData | None:
    """The data of the campaign being played; None for a scenario or a patrol."""
    return tables.campaigns[state.setup.name] if state.setup.kind == CAMPAIGN else None


def fighting_day(state: State) -> int:
    """The number of the current fighting day from 1; of the last one when the day or the game is over."""
    return max(1, state.fighting_days + (0 if is_fought(state) else 1))


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


def day_number_words(state: State, tables: Tables, date: str) -> str:
    """The number of a day on duty: ``day 3 of 7``; of a game without a number of fighting days, by the calendar."""
    data = campaign_of(state, tables)
    passed = (datetime.date.fromisoformat(date) - state.setup.start).days + 1
    if state.setup.kind == PATROL:
        return _of(passed, state.setup.days)
    if data is None:
        return ""
    if not state.fighting_days_wanted:
        return _of(passed, (data.end - state.setup.start).days + 1)
    fought = fought_days(state)
    return _of(sum(day.date <= date for day in fought), state.fighting_days_wanted)


def _of(number: int, total: int) -> str:
    return f"day {min(number, total)} of {total}" if total else f"day {number}"


def days_done_words(state: State, tables: Tables) -> str:
    """The fighting days done and those left, also of the stage: ``3 of 7 fighting days done, 4 to go``."""
    done, wanted = state.fighting_days, state.fighting_days_wanted
    if not wanted:
        return f"{count(done, 'fighting day')} done"
    left = f", {wanted - done} to go" if wanted > done and not state.outcome else ""
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
    rows = [
        _stage_words(number, stage, data.stage_days, state, tables)
        for number, stage in enumerate(state.stages, start=1)
    ]
    return [_held_words(state, tables), *rows]


def _held_words(state: State, tables: Tables) -> str:
    """The stages held of those played: ``Stages held: 1 of 2 played, 3 to come``; at the end, of all."""
    data = campaign_of(state, tables)
    assert data is not None
    held, total = sum(stage.held for stage in state.stages), state.fighting_days_wanted // data.stage_days
    over = total if state.outcome else periods_over(state, tables)
    if over == total:
        return f"Stages held: {held} of {total}"
    if not over:
        return f"None of the {total} stages is over"
    return f"Stages held: {held} of {over} played, {total - over} to come"


def stakes_words(state: State, tables: Tables) -> list[str]:
    """What counts now in a long campaign that goes on: its stage, and the ships sunk; empty for other games."""
    data = campaign_of(state, tables)
    if data is None or not data.ships_sunk_draw or state.outcome:
        return []
    return [*stage_stakes_words(state, tables), _sunk_stakes(state, tables)]


def stage_stakes_words(state: State, tables: Tables) -> list[str]:
    """Who can hold the stage, or that it is lost and when the next one begins; empty without stages (rules 10)."""
    play = Play(state, tables)
    stage, ship = stage_now(play), play.ship
    if stage is None:
        return []
    last = day_words(stage.last)
    if not stage.begun_by or (stage.begun_by == ship.name and not ship.fate):
        holds = f"holds stage {stage.number}" if stage.begun_by else f"begins stage {stage.number}, and holds it"
        return [f"{ship.name} {holds} if on station when {last} ends."]
    begun_by = stage_ship(play, stage)
    if begun_by is not None and begun_by.back is not None:
        due = f"back on {day_words(begun_by.back)}"
        again = "" if begun_by.name == ship.name else f" She takes over again only when {ship.name} leaves."
        return [f"Stage {stage.number} is lost unless {begun_by.name}, {due}, is on station when {last} ends.{again}"]
    lost = f"Stage {stage.number} is lost."
    if stage.next_begins is None:
        return [lost]
    return [lost, _begins_next(ship.name, stage.next_begins, stage.number + 1)]


def _begins_next(ship: str, date: datetime.date, stage: int) -> str:
    """When the ship on duty begins the next stage."""
    return f"If {ship} is still on duty on {day_words(date)}, she begins stage {stage}."


def outlook_words(state: State, tables: Tables) -> str:
    """The ships sunk in the days done of all, and the verdict at this pace; empty if ships are not counted.

    The first days, days without a loss and a game that is over have no pace.
    """
    data = campaign_of(state, tables)
    if data is None or not data.ships_sunk_draw:
        return ""
    sunk, limit = state.records.ships_sunk, data.ships_sunk_draw
    done, total = _days_done(state, data)
    lost = count(sunk, "ship") if sunk else "No ship"
    if not done:
        return f"{lost} sunk so far."
    of_all = f"{done} of {total} {'fighting ' if state.fighting_days_wanted else ''}days"
    days = f"{lost} sunk in {of_all}" if sunk else f"{lost} sunk so far ({of_all})"
    if not sunk or done < PACE_DAYS or done >= total or state.outcome:
        return f"{days}."
    expected = (2 * sunk * total + done) // (2 * done)
    verdict = "is a draw" if expected == limit else f"{'wins' if expected < limit else 'loses'} the campaign"
    return f"{days}: at this pace {expected}, which {verdict}."


def _days_done(state: State, data: CampaignData) -> tuple[int, int]:
    """The days done and in all: fighting days; in a campaign of every day, those of the calendar."""
    if state.fighting_days_wanted:
        return state.fighting_days, state.fighting_days_wanted
    start = state.setup.start
    return (state.date - start).days + is_fought(state), (data.end - start).days + 1


def pace_line_words(state: State, tables: Tables) -> str:
    """The outlook of a long campaign once it says something: a ship is sunk, or the first days are over."""
    data = campaign_of(state, tables)
    if data is None or state.outcome or not (state.records.ships_sunk or _days_done(state, data)[0] >= PACE_DAYS):
        return ""
    return outlook_words(state, tables)


def _sunk_stakes(state: State, tables: Tables) -> str:
    """The ships sunk, the verdict at this pace, and the number that changes it."""
    data, sunk = campaign_of(state, tables), state.records.ships_sunk
    assert data is not None
    limit = data.ships_sunk_draw
    if sunk > limit:
        return f"{sunk} ships sunk: with more than {limit} the campaign is lost."
    if sunk == limit:
        return f"{sunk} ships sunk: a draw now; one more loses the campaign."
    return f"{outlook_words(state, tables)} The {ordinal_words(limit)} makes the campaign a draw."


def certain_words(state: State, won: bool, playouts: int) -> str:
    """That a game is won or lost in all playouts."""
    end = f"the station is {'kept' if won else 'lost'}"
    if state.setup.kind == CAMPAIGN:
        end = f"this campaign is {'won' if won else 'lost'}"
    return f"In all {playouts} games played on from each point, {end}."


def is_stage_lost(state: State, tables: Tables) -> bool:
    """Whether the stage that goes on can no longer be held."""
    play = Play(state, tables)
    stage = 0 if state.outcome else stage_at_stake(play)
    return bool(stage) and stage_result(play, stage) is False


# -- stages and months ------------------------------------------------------------------


def periods_over(state: State, tables: Tables) -> int:
    """The number of stages that are over; in a campaign of every day, of months. 0 for other games."""
    data = campaign_of(state, tables)
    if data is None or not data.ships_sunk_draw:
        return 0
    if data.stage_days:
        return sum(stage.days == data.stage_days for stage in state.stages)
    return _months(state.setup.start, state.date)


def fought_days(state: State) -> list[DayRecord]:
    """The days on duty without those lost to a typhoon, which are no fighting days."""
    return [day for day in state.records.daily if state.records.calendar.get(day.date) != STORMED]


def period_days(state: State, tables: Tables, number: int) -> list[DayRecord]:
    """The days on duty of a stage or month, by its number from 1. Days lost to a typhoon belong to no stage."""
    data = campaign_of(state, tables)
    assert data is not None
    if data.stage_days:
        return fought_days(state)[(number - 1) * data.stage_days : number * data.stage_days]
    start = state.setup.start
    return [day for day in state.records.daily if _months(start, datetime.date.fromisoformat(day.date)) == number - 1]


def period_words(state: State, tables: Tables, number: int) -> tuple[str, bool, str]:
    """A stage or month that is over: its name and result, whether that is good, and why."""
    data = campaign_of(state, tables)
    assert data is not None
    if not data.stage_days:
        days = period_days(state, tables, number)
        month = datetime.date.fromisoformat(days[-1].date) if days else state.date
        return f"{month:%B %Y} is over", True, ""
    stage, total = state.stages[number - 1], state.fighting_days_wanted // data.stage_days
    name = f"Stage {number} of {total} is over"
    if stage.held:
        return f"{name}: held", True, f"{stage.ship} began it and was on station when the stage's last day ended."
    return f"{name}: lost", False, f"{stage.ship} began it and {_left_words(number, state, tables)}."


def _left_words(number: int, state: State, tables: Tables) -> str:
    """When and how the ship that began a lost stage left it: ``was sunk on Mar 26``."""
    name, end = state.stages[number - 1].ship, period_days(state, tables, number)[-1].date
    ship = next(ship for ship in (*state.lost, *state.squadron, state.ship) if ship.name == name)
    last = [day.date for day in state.records.daily if day.ship == name and day.date <= end][-1]
    left = "left for the anchorage" if ship.back is not None else "left station"
    if ship.fate and not any(day.ship == name and day.date > last for day in state.records.daily):
        left = "was sunk" if ship.fate == SUNK else "was sent to the rear"
    return f"{left} on {short_date(last)}"


def score_words(state: State, tables: Tables) -> str:
    """The stages held, the ships sunk, and how many may still be sunk."""
    data = campaign_of(state, tables)
    assert data is not None
    sunk, limit = state.records.ships_sunk, data.ships_sunk_draw
    stages = f"{_held_words(state, tables)}. " if data.stage_days else ""
    left = limit - 1 - sunk
    spare = f"You win with fewer than {limit} sunk in all" + (f": at most {left} more" if sunk else "")
    if left <= 0:
        spare = f"With {limit} or more losses, you cannot win" if sunk > limit else "One more loss means defeat"
        spare = "Another loss ends your chance of winning" if not left else spare
    return f"{stages}{outlook_words(state, tables)} {spare}."


def next_words(state: State, tables: Tables) -> str:
    """The stage or month that comes next: its days, the ship on duty with her stores and damage, and how to hold it.

    Empty once the game is over.
    """
    ship = state.ship
    if state.outcome:
        return ""
    stores = (
        f"hull {ship.hull}, maneuver {ship.maneuver}, fuel {ship.fuel}, ammunition {ship.ammunition}, "
        f"morale {signed(ship.morale)}"
    )
    stage = stage_now(Play(state, tables))
    if stage is None:
        return f"{state.date:%B %Y}, from {short_date(state.date.isoformat())}. {ship.name} is on duty: {stores}."
    last = day_words(stage.last)
    first = day_words(_first_day(state))
    hold = f"To hold it, keep her on station until {last} ends."
    weakest, damage = weakest_words(ship, tables), "; ".join(damage_lines(state, tables))
    worn = "".join([f" Weakest: {weakest}." if weakest else "", f" Damage: {damage}." if damage else ""])
    return f"Stage {stage.number}, {first} to {last}. {ship.name} begins it: {stores}.{worn} {hold}"


def _first_day(state: State) -> datetime.date:
    """The date of the next fighting day, unless a typhoon comes: today, or tomorrow once today is counted."""
    return state.date + ONE_DAY if is_fought(state) else state.date


def stage_begins_words(state: State, tables: Tables) -> str:
    """That a stage after the first begins this morning, its dates, and how it is held; empty on other days."""
    stage = stage_now(Play(state, tables))
    if stage is None or stage.begun_by or stage.number == 1 or state.phase or is_fought(state):
        return ""
    first, last = day_words(state.date), day_words(stage.last)
    return f"Stage {stage.number} begins, {first} to {last}: {state.ship.name} holds it if on station when {last} ends"


def _months(first: datetime.date, then: datetime.date) -> int:
    """The number of months that ended between two days."""
    return 12 * (then.year - first.year) + then.month - first.month


def _stage_words(number: int, stage: Stage, days: int, state: State, tables: Tables) -> str:
    if stage.held:
        return f"Stage {number}: held by {stage.ship}"
    others = [name for name in stage.ships if name != stage.ship]
    if stage.days < days and not state.outcome:
        followed = f", then {listed(others)}" if others else ""
        done = f"{stage.days} of {count(days, 'day')} done by {stage.ship}{followed}"
        return f"Stage {number}: {done}{_chance(state, tables)}"
    short = f" after {stage.days} of {count(days, 'day')}" if stage.days < days else ""
    followed = f"; {listed(others)} followed" if others else ""
    return f"Stage {number}: lost{short}. {stage.ship} began it{followed}"


def _chance(state: State, tables: Tables) -> str:
    """Whether the ship that began the stage can still hold it; empty while she is on duty (rules 10)."""
    play = Play(state, tables)
    stage = stage_now(play)
    assert stage is not None
    if state.ship.name == stage.begun_by and not state.ship.fate:
        return ""
    begun_by = stage_ship(play, stage)
    if begun_by is None or begun_by.back is None:
        return "; it can no longer be held"
    due = f"due back {day_words(begun_by.back)}"
    return f"; lost unless {begun_by.name} is on station when {day_words(stage.last)} ends ({due})"


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
