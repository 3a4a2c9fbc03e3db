"""The first wave of an average raid later in the day: the mean of raids rolled by the engine, with
the ship's mounts as they are.
"""

from __future__ import annotations

import statistics
from functools import lru_cache

import msgspec

from picket_duty.book import Tables, vocabulary
from picket_duty.dice import Dice, number_of
from picket_duty.odds import plan, plan_search
from picket_duty.odds.fire import ship_with
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.wave_ending import WaveEnding, ending, play_rolls
from picket_duty.rules import control, coverage, gunnery, raid, sequence, wave, weather
from picket_duty.rules.play import Play, Procedure
from picket_duty.rules.system import decode, encode
from picket_duty.state import Air

#: Raids rolled for the mean, and attempts to get them: planes come in few of them at night.
RAIDS = 40
ATTEMPTS = 200


class RaidToCome(msgspec.Struct, frozen=True):
    """A wave to come: its planes, and the hits expected with silent guns and with firing ones."""

    planes: float = 0.0
    silent: float = 0.0
    firing: float = 0.0


def raid_to_come(play: Play) -> RaidToCome:
    """The mean first wave of a raid later today. Only this wave meets silent guns: an emergency may
    be ended after it.
    """
    return _mean_raid(play.tables, encode(play.state))


@lru_cache(maxsize=16)
def _mean_raid(tables: Tables, state: bytes) -> RaidToCome:
    """The mean of the first waves of raids rolled from a state, without planes if none came."""
    waves: list[RaidToCome] = []
    ends: WaveEnding | None = None
    for number in range(ATTEMPTS):
        play = Play(decode(state), tables)
        dice = Dice(number_of(f"raid {number}"))
        dice.begin("raid")
        if not _first_wave(play, dice):
            continue
        # How a wave may end early takes long to find, and differs little from raid to raid.
        ends = ends or ending(play)
        waves.append(_silent_and_firing(play, ends))
        if len(waves) == RAIDS:
            break
    if not waves:
        return RaidToCome()
    return RaidToCome(
        planes=statistics.mean(each.planes for each in waves),
        silent=statistics.mean(each.silent for each in waves),
        firing=statistics.mean(each.firing for each in waves),
    )


def _silent_and_firing(play: Play, ends: WaveEnding) -> RaidToCome:
    """The wave in the air, with its hits if the guns are silent and if they fire."""
    return RaidToCome(
        planes=len(play.state.air.planes),
        silent=_strikes(ship_with(play, declared=control.STANDING), ends),
        firing=_strikes(ship_with(play, declared=control.NO_EMERGENCY), ends),
    )


def _strikes(play: Play, ends: WaveEnding) -> float:
    """The strikes expected of the wave in the air under a quick fire plan."""
    orders = plan.best_plan(play, gunnery.plan_choice(play), plan_search.QUICK).orders
    return PlanOdds(play, ends).wave(orders).expected


def _first_wave(play: Play, dice: Dice) -> bool:
    """Roll the day's phases that are left until planes come, and put the first wave in the air.
    Returns whether any come.
    """
    play.no_events = True
    for phase in sequence.phases_left(play):
        play.state.phase = phase
        play.state.air = Air()
        if play_rolls(_raid(play), dice):
            return True
        if play.state.turn_aborted or play.state.air.weather == vocabulary.Sky.TYPHOON:
            return False
    return False


def _raid(play: Play) -> Procedure[bool]:
    """Roll the raid of a phase, and identify its first wave. Returns whether planes come."""
    if (yield from weather.roll_weather(play)) != weather.OPEN:
        return False
    kikusui = raid.kikusui_today(play)
    yield from coverage.roll_coverage(play, kikusui)
    planes = yield from raid.determine_raid(play, kikusui)
    if not planes:
        return False
    wave.split_raid(play, planes)
    air = play.state.air
    air.planes = air.waves.pop(0)
    air.wave = 1
    yield from wave.identify(play, air.allowances.pop(0))
    return True
