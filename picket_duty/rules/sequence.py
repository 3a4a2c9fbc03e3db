"""The sequence of play: setup, turn, phase, end of turn. Each is a step that depends on the state
only.
"""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.vocabulary import REASSIGNED, WATER_LINES, Light, Reason, Remark
from picket_duty.charts.words import day_words
from picket_duty.events import PhaseBegun, note_of
from picket_duty.requests import Roll
from picket_duty.rules import (
    anchorage,
    campaign,
    control,
    coverage,
    raid,
    records,
    scenario,
    stations,
    upkeep,
    wave,
    weather,
)
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.state import ATTACKED, NO_DUTY, STORMED, STRUCK, Air


def set_up(play: Play) -> Procedure[None]:
    """Roll the length of the campaign and the crew of the first ship; her station is rolled with
    the turn (rules 3).
    """
    yield from campaign.roll_length(play)
    yield from stations.draw_crew(play)
    play.state.step = "turn"


def begin_turn(play: Play) -> Procedure[None]:
    """Begin a day: a new station if needed, and one attempt at land radar (rules 3)."""
    state = play.state
    ship = play.ship
    if not state.scenario and state.date > records.last_day(state, play.tables):
        campaign.end_of_calendar(play)
        return
    state.attacked_today = state.maneuvered_today = state.reassigned = False
    state.turn_aborted = state.phase_played = False
    active = stations.stations_today(play)
    if active == []:
        play.emit(note_of(Remark.NO_ACTIVE_STATION, day_words(state.date)))
        state.records.calendar[state.date.isoformat()] = NO_DUTY
        # A day passed without duty ends the old assignment (2-2, rules 3).
        state.new_station = True
        state.weather_before = ""
        campaign.take_next_day(play)
        return
    if state.new_station or (active and ship.station not in active):
        yield from stations.assign_station(play)
    yield from stations.activate_land_radar(play)
    records.open_day(play)
    state.phase = scenario.phases_of(play)[0]
    state.step = "phase"


def play_phase(play: Play) -> Procedure[None]:
    """Play a phase: eight hours on station (rules 4)."""
    state = play.state
    ship = play.ship
    state.air = Air()
    state.sank_roll = False
    state.forced = []
    ship.jobs = {}
    play.emit(
        PhaseBegun(
            date=state.date.isoformat(),
            name=state.phase_name,
            light=Light.NIGHT if state.night else Light.DAY,
            station=ship.station,
        )
    )
    if ship.lines_out:
        row = yield play.ask(Roll(play.tables["15"].die("still_out"), WATER_LINES))
        ship.lines_out = row["out"]
    outlook = yield from weather.roll_weather(play)
    if outlook == weather.TYPHOON:
        yield from typhoon(play)
        return
    campaign.begin_fighting_day(play)
    state.records.phases += 1
    if outlook == weather.OPEN:
        yield from attack(play)
    yield from control.rounds_after(play)
    yield from after_phase(play)


def resume_phase(play: Play) -> Procedure[None]:
    """The rest of a phase from the state before a wave, or after the last."""
    yield from fight_raid(play)
    yield from control.rounds_after(play)
    yield from after_phase(play)


def attack(play: Play) -> Procedure[None]:
    """Coverage, attack determination and the waves."""
    state = play.state
    kikusui = raid.kikusui_today(play)
    yield from coverage.roll_coverage(play, kikusui)
    yield from scenario.roll_stopped(play)
    planes = yield from raid.determine_raid(play, kikusui)
    if state.turn_aborted and phases_left(play):
        # 8-2, note B: phases that are not played count as no rain and no storm for 6-1 (rules 4.3).
        state.weather_before = ""
    if not planes:
        return
    state.attacked_today = True
    records.mark(play, ATTACKED)
    play.hits_before_raid = state.records.hits
    wave.split_raid(play, planes)
    yield from fight_raid(play)


def fight_raid(play: Play) -> Procedure[None]:
    """The waves of the raid to come, and the mark of a day with a hit."""
    yield from wave.fight_waves(play)
    if play.state.records.hits > play.hits_before_raid:
        records.mark(play, STRUCK)


def after_phase(play: Play) -> Procedure[None]:
    """Forced return, relief, the next phase or the end of the turn (rules 4.6, 9, 10)."""
    state = play.state
    state.air.markers = []
    reasons = anchorage.reasons_to_return(play)
    if reasons:
        yield from forced_return(play, reasons)
        return
    if (yield from scenario.roll_relief(play)):
        scenario.win(play)
        return
    left = phases_left(play)
    if left and not state.turn_aborted:
        state.phase = left[0]
        return
    if scenario.last_turn(play):
        scenario.win(play)
        return
    campaign.day_over(play, on_station=True)
    if not state.outcome:
        state.step = "turn_end"


def phases_left(play: Play) -> tuple[int, ...]:
    """The phases of the turn after the current one."""
    phases = scenario.phases_of(play)
    return phases[phases.index(play.state.phase) + 1 :]


def forced_return(play: Play, reasons: list[str]) -> Procedure[None]:
    """Return to the anchorage because of damage: table 16 unless rolled in this phase, then table
    18.

    A ship that could move at that roll and is dead in the water now rolls again (12 note B, 21-1,
    rules 9).
    """
    state = play.state
    if not state.sank_roll or (state.had_way and not play.ship.maneuver):
        yield from anchorage.make_for_anchorage(play, ", ".join(reasons))
    days = None if state.scenario else (yield from anchorage.repair_days(play))
    campaign.leave(play, ", ".join(reasons), days, anchorage.REPAIR)


def typhoon(play: Play) -> Procedure[None]:
    """End of turn if the day was played (except in a scenario), then days lost to the typhoon and
    repairs (charts 6-3 to 6-5, rules 4.3).
    """
    state = play.state
    play.ship.declared = control.NO_EMERGENCY
    if not state.phase_played:
        state.records.calendar[state.date.isoformat()] = STORMED
    elif not state.scenario:
        campaign.day_over(play, on_station=True)
        if state.outcome or (yield from leaves_after_upkeep(play)):
            return
    days = yield from weather.ride_typhoon(play)
    if days is not None:
        campaign.leave(play, Reason.TYPHOON_DAMAGE, days, anchorage.STORM_REPAIR)
        return
    # The typhoon may have cost the last hull point.
    if not play.ship.hull:
        repairs = None if state.scenario else (yield from anchorage.repair_days(play))
        campaign.leave(play, Reason.HULL_GONE, repairs, anchorage.REPAIR)
        return
    if state.scenario:
        scenario.win(play)
        return
    # For the weather of the next phase, a typhoon is a storm (6-1).
    state.weather_before = "storm"
    campaign.take_next_day(play)
    state.step = "turn"


def end_turn(play: Play) -> Procedure[None]:
    """Stores, morale, orders and relief, then the next day (rules 8)."""
    if (yield from leaves_after_upkeep(play)):
        return
    campaign.take_next_day(play)
    play.state.step = "turn"


def leaves_after_upkeep(play: Play) -> Procedure[bool]:
    """Stores, morale, orders and relief; returns whether the ship leaves her station (rules 8)."""
    state = play.state
    ship = play.ship
    yield from upkeep.end_of_turn(play)
    if not ship.fuel or not ship.ammunition:
        days = yield from anchorage.replenish_days(play)
        campaign.leave(
            play,
            Reason.OUT_OF_FUEL if not ship.fuel else Reason.OUT_OF_AMMUNITION,
            days,
            anchorage.REPLENISH,
        )
        return True
    if state.reassigned and not state.scenario:
        if anchorage.is_damaged(play):
            row = yield play.ask(Roll(play.tables["15"].die("days"), REASSIGNED))
            campaign.leave(play, Reason.REASSIGNED, row["days"], anchorage.REPAIR)
            return True
        state.new_station = True
    return not state.scenario and (yield from leaves_on_request(play))


def leaves_on_request(play: Play) -> Procedure[bool]:
    """Ask the captain about relief; returns whether the ship leaves her station."""
    asked = yield from upkeep.ask_relief(play)
    if asked == upkeep.ASK_REPLENISH:
        days = yield from anchorage.replenish_days(play)
        campaign.leave(play, Reason.REPLENISHMENT, days, anchorage.REPLENISH)
        return True
    if asked == upkeep.ASK_REPAIR:
        # A badly damaged ship may sink on the way.
        if play.ship.hull < play.tables.numbers.steady_hull:
            yield from anchorage.make_for_anchorage(play, Reason.ON_THE_WAY)
        repairs = yield from anchorage.repair_days(play)
        campaign.leave(play, Reason.REPAIRS, repairs, anchorage.REPAIR)
        return True
    return False


#: Function of each step; one without requests is a plain function.
STEPS: dict[str, Callable[[Play], Procedure[None] | None]] = {
    "setup": set_up,
    "turn": begin_turn,
    "phase": play_phase,
    "turn_end": end_turn,
    "return": campaign.come_back,
    "relieve": campaign.relieve,
}
#: Steps before the first phase of a day; their events carry that phase.
BEFORE_PHASES = ("setup", "turn", "return", "relieve")


def play_step(play: Play, resumed: bool = False) -> Procedure[None]:
    """Play the next step of the state, including the loss of a ship that sinks in it; or the rest
    of a phase.
    """
    state = play.state
    play.begin(scenario.phases_of(play)[0] if state.step in BEFORE_PHASES else state.phase)
    try:
        step = resume_phase(play) if resumed else STEPS[state.step](play)
        if step is not None:
            yield from step
    except Sunk as sunk:
        campaign.lose_ship(play, str(sunk))
