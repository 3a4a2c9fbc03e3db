"""Campaigns and patrols day by day: fighting days, stages, absences, the squadron, victory (rules
9, 10).
"""

from __future__ import annotations

import datetime

import msgspec

from picket_duty.book.data import CampaignData
from picket_duty.book.ids import FLETCHER
from picket_duty.book.vocabulary import LENGTH, RELIEVING_SHIP
from picket_duty.events import Leave, NewShip
from picket_duty.requests import Choice, Option, Roll
from picket_duty.rules import anchorage, records, scenario, stations
from picket_duty.rules.play import Play, Procedure
from picket_duty.state import (
    ABSENT,
    CAMPAIGN,
    DRAW,
    JAPANESE_WIN,
    LOST,
    PHASES,
    REAR,
    RECORD,
    SUNK,
    US_WIN,
    Ship,
    Stage,
    State,
    label_of,
)

ONE_DAY = datetime.timedelta(days=1)


def data_of(play: Play) -> CampaignData | None:
    """The campaign being played, or None."""
    setup = play.state.setup
    if setup.kind == CAMPAIGN:
        return play.tables.campaigns[setup.name]
    return None


def roll_length(play: Play) -> Procedure[None]:
    """Set the number of fighting days of a campaign, rolled if it has a table for it."""
    data = data_of(play)
    if data is None:
        return
    play.state.fighting_days_wanted = data.fighting_days
    if data.length:
        row = yield play.ask(Roll(play.tables[data.length], LENGTH))
        play.state.fighting_days_wanted = row["fighting_days"]


def end_of_calendar(play: Play, on_station: bool = True) -> None:
    """End the game after the last day of the calendar; a stage that goes on is lost."""
    # The step is that of a later day, such as the day of a ship's return.
    play.label = label_of(records.last_day(play.state, play.tables), len(PHASES) - 1)
    data = data_of(play)
    stage = stage_going_on(play.state)
    if stage is not None:
        stage.held = False
    if data is None:
        # A patrol is neither won nor lost.
        scenario.conclude(play, RECORD, on_station)
    elif data.ships_sunk_draw:
        judge_losses(play, data, on_station)
    else:
        # A mini campaign that is not complete.
        scenario.conclude(play, JAPANESE_WIN, on_station)


def judge_losses(play: Play, data: CampaignData, on_station: bool) -> None:
    """End a long campaign by the number of Fletchers sunk: fewer than eight wins, eight is a
    draw.
    """
    sunk = play.state.records.ships_sunk
    outcome = JAPANESE_WIN
    if sunk < data.ships_sunk_draw:
        outcome = US_WIN
    elif sunk == data.ships_sunk_draw:
        outcome = DRAW
    scenario.conclude(play, outcome, on_station)


def begin_fighting_day(play: Play) -> None:
    """Make today a fighting day, because a phase is played. A fighting day between two stages begins
    the next stage.
    """
    state = play.state
    state.phase_played = True
    stage = stage_now(state)
    if stage is not None and not stage.ship:
        stage.ship = play.ship.name


def day_over(play: Play, on_station: bool) -> None:
    """Count a fighting day after its last phase, and judge a campaign or stage that is complete."""
    state = play.state
    if not state.phase_played:
        return
    state.phase_played = False
    state.fighting_days += 1
    stage = stage_going_on(state)
    if stage is not None:
        stage.days += 1
    data = data_of(play)
    # A campaign without a number of fighting days ends with the calendar.
    is_over = state.fighting_days_wanted and not days_to_serve(play)
    if data is None or not is_over:
        return
    if stage is not None:
        judge_stage(play, data, stage, on_station)
    elif data.ships_sunk_draw:
        judge_losses(play, data, on_station)
    else:
        scenario.conclude(play, US_WIN if on_station else JAPANESE_WIN, on_station)


def days_to_serve(play: Play) -> int:
    """The fighting days left of a mini campaign or of the stage that goes on or begins next; 0 in
    any other game.
    """
    state = play.state
    if not state.stages:
        return max(0, state.fighting_days_wanted - state.fighting_days)
    stage = stage_now(state)
    if stage is not None:
        return max(0, state.fighting_days_wanted - stage.days)
    return 0


# -- stages ----------------------------------------------------------------------


def judge_stage(play: Play, data: CampaignData, stage: Stage, held: bool) -> None:
    """Judge a stage: held if its ship is afloat and on station after its last day. The last stage
    ends the campaign.
    """
    stage.held = held
    if stage_now(play.state) is None:
        judge_losses(play, data, on_station=held)


def stage_now(state: State) -> Stage | None:
    """The stage that goes on or begins next; None once all are judged and in a game without
    stages.
    """
    return next((stage for stage in state.stages if stage.held is None), None)


def stage_going_on(state: State) -> Stage | None:
    """The stage that has begun and is not judged; None between two stages and in a game without
    stages.
    """
    stage = stage_now(state)
    return stage if stage is not None and stage.ship else None


def stage_at_stake(state: State) -> int:
    """The number of the stage that goes on or begins next; when the game is over, that of the last
    stage that was judged, at least 1; 0 without stages.
    """
    if not state.stages:
        return 0
    judged = sum(stage.held is not None for stage in state.stages)
    return max(1, judged) if state.outcome else judged + 1


def stages_begun(state: State) -> int:
    """The number of stages that have begun, at least the first; 0 without stages."""
    if state.stages:
        return max(1, sum(bool(stage.ship) for stage in state.stages))
    return 0


def stages_held(state: State) -> int:
    """The number of stages that were held."""
    return sum(bool(stage.held) for stage in state.stages)


def stage_result(state: State, number: int) -> bool | None:
    """Whether a stage was held; None until it is judged. When the game is over, a stage that was never
    judged was not held.
    """
    held = state.stages[number - 1].held
    return False if held is None and state.outcome else held


# -- leaving -------------------------------------------------------------------


def leave(play: Play, reason: str, days: int | None, kind: str) -> None:
    """The ship leaves her station today for ``days`` days, None for good (rules 9). The ``kind`` of
    her absence determines what is repaired (``anchorage.refit``).
    """
    state = play.state
    ship = play.ship
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
    ship.back = until
    # She is away but not gone, which ``relieve`` needs to know.
    ship.fate = ""
    ship.away = kind
    # The reasons to return and the station do not outlast her time on station.
    state.forced = []
    state.new_station = True
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
    state.air.planes = []
    state.air.waves = []
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
    """Go on after a ship is gone for good: a long campaign continues the next day with a new ship,
    any other game ends. A stage that goes on is lost at once.
    """
    state = play.state
    play.ship.fate = fate
    data = data_of(play)
    if data is None:
        scenario.conclude(play, RECORD, on_station=False)
        return
    if not data.replacement:
        scenario.conclude(play, JAPANESE_WIN, on_station=False)
        return
    stage = stage_going_on(state)
    if stage is not None:
        judge_stage(play, data, stage, held=False)
        if state.outcome:
            return
    # Her mounts, compartments, equipment, damage and jobs are not kept.
    kept = msgspec.structs.replace(
        play.ship,
        mounts={},
        compartments={},
        equipment={},
        secondary={},
        deck_fires={},
        floods=[],
        jobs={},
    )
    state.lost.append(kept)
    state.forced = []
    state.new_station = True
    take_next_day(play)
    state.step = "relieve"


def take_next_day(play: Play) -> None:
    """Advance the calendar by a day; the day is closed before, if it is still open."""
    records.close_day(play)
    play.state.date += ONE_DAY
    play.state.turn += 1


# -- coming ----------------------------------------------------------------------


def come_back(play: Play) -> None:
    """The ship returns to duty; her station is rolled at the start of the turn. Ends the game after
    the last day.
    """
    if play.state.date > records.last_day(play.state, play.tables):
        end_of_calendar(play, on_station=False)
        return
    take_duty(play, play.ship)
    play.state.step = "turn"


def relieve(play: Play) -> Procedure[None]:
    """Another ship takes over: a ready one of the squadron if the last is only away, else a new one
    (rules 10).
    """
    state = play.state
    if state.date > records.last_day(play.state, play.tables):
        end_of_calendar(play, on_station=False)
        return
    back = [ship for ship in state.squadron if ship.back is not None and ship.back <= state.date]
    # A ship that is gone for good is replaced by a new one, never by one of the squadron.
    ready = [] if state.ship.fate else back
    state.step = "turn"
    if not ready:
        state.ship = next_ship(play)
        play.emit(NewShip(name=state.ship.name, hull=state.ship.hull_number, station=None))
        yield from stations.draw_crew(play)
        return
    chosen = ready[0]
    if len(ready) > 1:
        options = tuple(
            Option(ship.name, f"{ship.name}, morale {ship.morale:+d}") for ship in ready
        )
        name = yield from play.choose(Choice(RELIEVING_SHIP, options))
        chosen = next(ship for ship in ready if ship.name == name)
    state.squadron.remove(chosen)
    take_duty(play, chosen)


def take_duty(play: Play, ship: Ship) -> None:
    """A ship back from the anchorage takes over the duty, repaired as the kind of her absence
    allows.
    """
    anchorage.refit(play, ship, ship.away)
    ship.back = None
    ship.away = ""
    play.state.ship = ship
    play.state.new_station = True
    play.emit(NewShip(name=ship.name, hull=ship.hull_number, station=None, returning=True))


def next_ship(play: Play) -> Ship:
    """A new Fletcher, with the next unused name of the list; if all are used, a name comes again."""
    state = play.state
    names = play.tables.names.ships
    used = {ship.name for ship in (*state.squadron, *state.lost, state.ship)}
    # Seeds start at different places (``setup`` begins with the same one), and steps of 7 reach
    # every name while the length of the list is not a multiple of 7.
    start = abs(state.setup.seed) * 31
    for _ in names:
        state.ships_named += 1
        entry = names[(start + state.ships_named * 7) % len(names)]
        if entry.name not in used:
            break
    return stations.build_ship(
        play.tables,
        entry.name,
        hull_number=entry.hull,
        ship_class=FLETCHER,
        options=state.setup.options,
    )
