"""The chance that planes attack later in the day, and the first wave of an average raid then.

For the chance, weather, the die at night and 8-1 with its attack tables are exact; a land radar
station lost meanwhile, and a station or ship that changes, are left out. The raid is the mean of
raids rolled by the engine, with the ship's mounts as they are.
"""

from __future__ import annotations

import statistics
from collections import defaultdict
from collections.abc import Iterator, Mapping
from functools import lru_cache

import msgspec

from picket_duty.book import Tables, vocabulary
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.charts import Row
from picket_duty.dice import Dice, number_of
from picket_duty.odds import plan, plan_search
from picket_duty.odds.fire import air_with, ship_with, state_with
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.roll_odds import Outcomes, chance, outcomes
from picket_duty.odds.wave_ending import WaveEnding, ending, play_rolls
from picket_duty.rules import (
    anchorage,
    control,
    coverage,
    gunnery,
    raid,
    scenario,
    sequence,
    wave,
    weather,
)
from picket_duty.rules.play import Play, Procedure
from picket_duty.rules.system import decode, encode
from picket_duty.state import Air

#: Raids rolled for the mean, and attempts to get them: planes come in few of them at night.
RAIDS = 40
ATTEMPTS = 200
#: Note A without a die: no more planes.
NO_DIE: Outcomes = ((Row("", {"planes": 0}), 1.0),)


def raid_later_today(play: Play) -> float:
    """The chance that planes attack in a later phase of the day if the ship stays on station."""
    if anchorage.reasons_to_return(play) or play.state.turn_aborted:
        return 0.0
    return _after(play)


def _after(play: Play) -> float:
    """The chance that planes come in a phase after this one."""
    left = sequence.phases_left(play)
    if not left:
        return 0.0
    now = state_with(play, phase=left[0])
    comes = sum(share * _in_weather(now, row["weather"]) for row, share in _skies(now))
    # Relief at the end of this phase ends the scenario.
    relief = scenario.relief_roll(play)
    if relief is None:
        return comes
    return comes * (1.0 - chance(relief, "yes"))


def _skies(play: Play) -> Iterator[tuple[Row, float]]:
    """The weather of the next phase, without a storm that is a typhoon: no other phase is played
    then (6-2).
    """
    for row, share in outcomes(weather.weather_roll(play)):
        if row["weather"] == vocabulary.Sky.STORM and play.state.advanced:
            storms = outcomes(weather.storm_roll(play))
            share *= 1.0 - sum(part for storm, part in storms if storm["typhoon"])
        yield row, share


def _in_weather(play: Play, sky: str) -> float:
    """The chance that planes come in the next phase or a later one, by the weather."""
    comes = 0.0
    ends = 0.0
    if sky != vocabulary.Sky.STORM:
        comes, ends = _attack(state_with(play, air=Air(weather=sky)))
    return comes + (1.0 - comes - ends) * _after(state_with(play, weather_before=sky))


def _attack(play: Play) -> tuple[float, float]:
    """The chances that planes come, and that the day's remaining phases are not played (8-2, note
    B).
    """
    spotted = _spotted(play)
    if raid.kikusui_today(play):
        return spotted * _come_by(play, outcomes(raid.kikusui_roll(play))), 0.0
    comes, random = _table_attack(play)
    if not random:
        return spotted * comes, 0.0
    ends = 0.0
    for row, share in outcomes(raid.random_roll(play)):
        if not row["plane"]:
            ends += random * share * chance(raid.note_b_roll(play), "weather")
        elif not play.state.night:
            comes += random * share
    return spotted * comes, spotted * ends


def _table_attack(play: Play) -> tuple[float, float]:
    """The chances that planes come by 8-1 and its attack tables, and that chart 8-2 is rolled on
    instead.
    """
    results = _results(play)
    results.pop(NO_ATTACK, None)
    random = results.pop(RANDOM, 0.0)
    comes = 0.0
    for result, share in results.items():
        chart = play.tables[f"8-1{result}"]
        for row, part in outcomes(raid.attack_roll(chart)):
            if row["random"]:
                random += share * part
                continue
            dice = outcomes(raid.note_a_roll(chart)) if row["note_a"] else NO_DIE
            comes += share * part * _come_by(play, dice, len(row["planes"]))
    return comes, random


def _spotted(play: Play) -> float:
    """The chance that rain and night let planes come at all."""
    spotted = 1.0
    if play.state.air.weather == vocabulary.Sky.RAIN:
        spotted = chance(weather.rain_roll(play), "yes")
    if play.state.night:
        spotted *= chance(raid.night_roll(play), "yes")
    return spotted


def _come_by(play: Play, dice: Outcomes, printed: int = 0) -> float:
    """The chance that any are left of the planes printed and those of a die, at night fewer."""
    return sum(share for row, share in dice if raid.at_night(play, printed + row["planes"]) > 0)


def _results(play: Play) -> dict[str, float]:
    """The results of 8-1 with their chances, over all fighters that may be overhead."""
    results: dict[str, float] = defaultdict(float)
    for fighters, share in _coverages(play).items():
        covered = air_with(play, coverage=dict(fighters))
        for row, part in outcomes(raid.raid_roll(covered)):
            results[row["result"]] += share * part
    return results


def _coverages(play: Play) -> dict[tuple[tuple[str, int], ...], float]:
    """The fighters that may be overhead (7-1) with their chances. Their values (V-1) are added up
    under the name of the first type, since 8-1 adds them too.
    """
    coverages: dict[tuple[tuple[str, int], ...], float] = defaultdict(float)
    for present, share in outcomes(coverage.types_roll(play)):
        names = [name for name in coverage.TYPES if present[name]]
        sums: dict[int, float] = {0: share}
        for name in names:
            sums = _one_more(sums, outcomes(coverage.value_roll(play, name)))
        for value, part in sums.items():
            coverages[((names[0], value),) if names else ()] += part
    return coverages


def _one_more(sums: Mapping[int, float], values: Outcomes) -> dict[int, float]:
    """The chances of sums with one more value added."""
    added: dict[int, float] = defaultdict(float)
    for row, part in values:
        for value, share in sums.items():
            added[value + row["value"]] += share * part
    return added


# -- the raid ------------------------------------------------------------------


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
        statistics.mean(each.planes for each in waves),
        statistics.mean(each.silent for each in waves),
        statistics.mean(each.firing for each in waves),
    )


def _silent_and_firing(play: Play, ends: WaveEnding) -> RaidToCome:
    """The wave in the air, with its hits if the guns are silent and if they fire."""
    return RaidToCome(
        len(play.state.air.planes),
        _strikes(ship_with(play, declared=control.STANDING), ends),
        _strikes(ship_with(play, declared=control.NO_EMERGENCY), ends),
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
