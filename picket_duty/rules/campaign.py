"""Campaigns and patrols day by day: fighting days, absences, the squadron, victory (rules 9, 10)."""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.book.data import CampaignData
from picket_duty.book.ids import FLETCHER
from picket_duty.book.vocabulary import LENGTH, RELIEVING_SHIP
from picket_duty.events import Leave, NewShip
from picket_duty.requests import Choice, Option, Roll
from picket_duty.rules import anchorage, records, scenario, stations
from picket_duty.rules.play import Play, Step
from picket_duty.state import ABSENT, CAMPAIGN, DRAW, JAPANESE_WIN, LOST, RECORD, US_WIN, Ship, Stage

ONE_DAY = datetime.timedelta(days=1)
SUNK, REAR = "sunk", "returned to rear"


def data_of(play: Play) -> CampaignData | None:
    """The campaign being played, or None."""
    setup = play.state.setup
    return play.tables.campaigns[setup.name] if setup.kind == CAMPAIGN else None


def roll_length(play: Play) -> Step[None]:
    """Set the number of fighting days of a campaign, rolled if it has a table for it."""
    data = data_of(play)
    if data is None:
        return
    play.state.fighting_days_wanted = data.fighting_days
    if data.length:
        row = yield play.ask(length_roll(play, data))
        play.state.fighting_days_wanted = row["fighting_days"]


def length_roll(play: Play, data: CampaignData) -> Roll:
    """The roll for the number of fighting days."""
    return Roll(play.tables[data.length], LENGTH)


def end_of_calendar(play: Play, on_station: bool = True) -> None:
    """End the game after the last day of the calendar."""
    data = data_of(play)
    if data is None:
        scenario.conclude(play, RECORD, on_station)
    elif data.ships_sunk_draw:
        judge_losses(play, data, on_station)
    else:
        scenario.conclude(play, JAPANESE_WIN, on_station)


def judge_losses(play: Play, data: CampaignData, on_station: bool) -> None:
    """End a long campaign by the number of Fletchers sunk: fewer than eight wins, eight is a draw."""
    sunk = play.state.records.ships_sunk
    outcome = US_WIN if sunk < data.ships_sunk_draw else DRAW if sunk == data.ships_sunk_draw else JAPANESE_WIN
    scenario.conclude(play, outcome, on_station)


def day_over(play: Play, on_station: bool) -> None:
    """Count a fighting day after its last phase, and end a campaign that is complete."""
    state = play.state
    if not state.phase_played:
        return
    state.phase_played = False
    state.fighting_days += 1
    data = data_of(play)
    if data is not None and data.stage_days:
        count_stage_day(play, data, on_station)
    if data is None or not state.fighting_days_wanted or state.fighting_days < state.fighting_days_wanted:
        return
    if data.ships_sunk_draw:
        judge_losses(play, data, on_station)
    else:
        scenario.conclude(play, US_WIN if on_station else JAPANESE_WIN, on_station)


def count_stage_day(play: Play, data: CampaignData, on_station: bool) -> None:
    """Count a fighting day of the stage, and judge the stage after its last one (rules 10).

    It is held if the ship that began it is afloat and on station then, else lost.
    """
    stages, ship = play.state.stages, play.ship.name
    if not stages or stages[-1].days == data.stage_days:
        stages.append(Stage(ship))
    stage = stages[-1]
    stage.days += 1
    if ship not in stage.ships:
        stage.ships.append(ship)
    stage.held = stage.days == data.stage_days and on_station and ship == stage.ship


def days_to_serve(play: Play) -> int:
    """The fighting days that the ship of a mini campaign still has to serve; 0 in any other game."""
    data = data_of(play)
    if data is None or data.ships_sunk_draw:
        return 0
    return max(0, play.state.fighting_days_wanted - play.state.fighting_days)


class StageLeft(msgspec.Struct, frozen=True):
    """What is left of a stage once today is counted: its number, the ship that began it, its days to go.

    ``begun_by`` is empty if the stage begins with the next fighting day. ``last`` is the date of its last day, and
    ``next_begins`` of the first day of the next stage, if no typhoon comes; None if there is no next one.
    """

    number: int
    begun_by: str
    days: int
    last: datetime.date
    next_begins: datetime.date | None = None


def stage_left(play: Play) -> StageLeft | None:
    """The stage that goes on or begins after today; None in a game without stages."""
    data, stages = data_of(play), play.state.stages
    if data is None or not data.stage_days:
        return None
    begun = stages[-1] if stages and stages[-1].days < data.stage_days else None
    days = data.stage_days - (begun.days if begun is not None else 0)
    number = len(stages) + (begun is None)
    last, then = _day_of_duty(play, days), _day_of_duty(play, days + 1)
    follows = number < play.state.fighting_days_wanted // data.stage_days and then > last
    return StageLeft(number, begun.ship if begun is not None else "", days, last, then if follows else None)


def stage_now(play: Play) -> StageLeft | None:
    """The stage that goes on or begins today, or after today once today is counted; None without stages."""
    if records.is_fought(play.state):
        return stage_left(play)
    eve = play.state.date - ONE_DAY
    return stage_left(Play(msgspec.structs.replace(play.state, date=eve), play.tables))


def stage_ship(play: Play, stage: StageLeft) -> Ship | None:
    """The ship that began a stage if she can still hold it: on duty, or back from the anchorage in time (rules 10)."""
    for ship in (play.ship, *play.state.squadron):
        if ship.name == stage.begun_by and not ship.fate and (ship.back is None or in_time(stage, ship.back)):
            return ship
    return None


def stage_at_stake(play: Play) -> int:
    """The number of the stage that goes on or begins next, at the end of the game the last; 0 without stages."""
    if play.state.outcome:
        return len(play.state.stages)
    stage = stage_now(play)
    return stage.number if stage is not None else 0


def stages_begun(play: Play) -> int:
    """The number of stages that have begun, at least the first; 0 without stages."""
    at_stake = stage_at_stake(play)
    return max(1, min(at_stake, len(play.state.stages) + play.state.phase_played)) if at_stake else 0


def stage_result(play: Play, number: int) -> bool | None:
    """Whether a stage is held, or lost, also before its last day; None while it can still be either (rules 10)."""
    state, data = play.state, data_of(play)
    assert data is not None
    if is_stage_over(play, number):
        return len(state.stages) >= number and state.stages[number - 1].held
    if len(state.stages) < number:
        return None
    ship = play.ship
    if ship.name == state.stages[-1].ship and not ship.fate and ship.back is None:
        return None  # Asked at every step of a playout: the dates below take longer.
    stage = stage_now(play)
    return None if stage is None or stage_ship(play, stage) is not None else False


def is_stage_over(play: Play, number: int) -> bool:
    """Whether the last day of a stage has been counted, or the game ended before it."""
    stages, data = play.state.stages, data_of(play)
    assert data is not None
    if play.state.outcome or len(stages) > number:
        return True
    return len(stages) == number and stages[-1].days == data.stage_days


def in_time(stage: StageLeft, back: datetime.date) -> bool:
    """Whether a ship that is back on a day can be on duty on the last day of a stage."""
    return back <= stage.last


def _day_of_duty(play: Play, number: int) -> datetime.date:
    """The date of a day of duty, counted from 1 for the next: a day without an active station has none."""
    day = play.state.date
    while number and day < records.last_day(play):
        day += ONE_DAY
        active = stations.stations_today(Play(msgspec.structs.replace(play.state, date=day), play.tables))
        number -= active is None or bool(active)
    return day


# -- leaving -------------------------------------------------------------------


def leave(play: Play, reason: str, days: int | None, kind: str) -> None:
    """The ship leaves her station today for ``days`` days, None for good (rules 9)."""
    state, ship = play.state, play.ship
    until = None if days is None else anchorage.back_after(state.date, days)
    rear = until is None and not state.scenario
    play.emit(Leave(reason=reason, until=until.isoformat() if until else "", rear=rear))
    records.close_day(play)
    if state.scenario:
        scenario.lose(play)
        return
    day_over(play, on_station=False)
    if state.outcome:
        return
    if until is None:
        go_on_without(play, REAR)
        return
    ship.back, ship.fate, ship.away = until, "", kind
    state.forced, state.new_station = [], True
    data = data_of(play)
    if data is not None and data.squadron:
        state.squadron.append(ship)
        take_next_day(play)
        state.step = "relieve"
        return
    records.mark_away(play, ABSENT, until)
    # Nobody is on station in between, so the next phase has no previous weather (rules 4.1).
    state.weather_before = ""
    state.date = until
    state.turn += 1
    state.step = "return"


def lose_ship(play: Play, why: str) -> None:
    """Record that the ship has sunk, and why (rules 10)."""
    state = play.state
    state.records.ships_sunk += 1
    state.air.planes, state.air.waves = [], []
    play.wave = None
    records.mark(play, LOST)
    play.emit(Leave(reason=SUNK, until="", why=why))
    records.close_day(play)
    play.ship.fate = SUNK
    if state.scenario:
        scenario.lose(play)
        return
    day_over(play, on_station=False)
    if not state.outcome:
        go_on_without(play, SUNK)


def go_on_without(play: Play, fate: str) -> None:
    """After a ship is gone for good: a long campaign continues the next day with another ship, others end."""
    state = play.state
    play.ship.fate = fate
    data = data_of(play)
    if data is None:
        scenario.conclude(play, RECORD, on_station=False)
        return
    if not data.replacement:
        scenario.conclude(play, JAPANESE_WIN, on_station=False)
        return
    state.lost.append(keep_of(play.ship))
    state.forced, state.new_station = [], True
    take_next_day(play)
    state.step = "relieve"


def keep_of(ship: Ship) -> Ship:
    """A lost ship as kept in the records: without mounts, compartments, equipment, damage and jobs."""
    return msgspec.structs.replace(
        ship, mounts={}, compartments={}, equipment={}, secondary={}, deck_fires={}, floods=[], jobs={}
    )


def take_next_day(play: Play) -> None:
    """Close the day and advance the calendar by a day."""
    records.close_day(play)
    play.state.date += ONE_DAY
    play.state.turn += 1


# -- coming ----------------------------------------------------------------------


def come_back(play: Play) -> None:
    """The ship returns to duty; her station is rolled at the start of the turn. Ends the game after the last day."""
    if play.state.date > records.last_day(play):
        end_of_calendar(play, on_station=False)
        return
    take_duty(play, play.ship)
    play.state.step = "turn"


def relieve(play: Play) -> Step[None]:
    """Another ship takes over the duty: a ready one of the squadron, else a new one (rules 10)."""
    state = play.state
    if state.date > records.last_day(play):
        end_of_calendar(play, on_station=False)
        return
    ready = [ship for ship in state.squadron if ship.back is not None and ship.back <= state.date]
    state.step = "turn"
    if not ready:
        state.ship = next_ship(play)
        play.emit(NewShip(name=state.ship.name, hull=state.ship.hull_number, station=None))
        yield from stations.draw_crew(play)
        return
    chosen = ready[0]
    if len(ready) > 1:
        options = tuple(Option(ship.name, f"{ship.name}, morale {ship.morale:+d}") for ship in ready)
        name = yield from play.choose(Choice(RELIEVING_SHIP, options))
        chosen = next(ship for ship in ready if ship.name == name)
    state.squadron.remove(chosen)
    take_duty(play, chosen)


def take_duty(play: Play, ship: Ship) -> None:
    """A ship back from the anchorage takes over the duty, repaired as the kind of her absence allows."""
    anchorage.refit(play, ship, ship.away)
    ship.back, ship.away = None, ""
    play.state.ship = ship
    play.state.new_station = True
    play.emit(NewShip(name=ship.name, hull=ship.hull_number, station=None, returning=True))


def next_ship(play: Play) -> Ship:
    """A new Fletcher, with the next unused name of the list."""
    state, names = play.state, play.tables.names.ships
    used = {ship.name for ship in (*state.squadron, *state.lost, state.ship)}
    start = abs(state.setup.seed) * 31
    for _ in names:
        state.ships_named += 1
        entry = names[(start + state.ships_named * 7) % len(names)]
        if entry.name not in used:
            break
    return stations.build_ship(play.tables, entry.name, entry.hull, FLETCHER, state.setup.options)
