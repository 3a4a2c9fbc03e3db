"""The chance that planes attack later in the day.

Weather, the die at night and 8-1 with its attack tables are exact; a land radar station lost
meanwhile, and a station or ship that changes, are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from picket_duty.book import vocabulary
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.charts import Row
from picket_duty.odds.fire import state_with
from picket_duty.odds.roll_odds import Outcomes, chance, outcomes
from picket_duty.rules import anchorage, coverage, raid, scenario, sequence, weather
from picket_duty.rules.play import Play
from picket_duty.state import Air

#: Note A without a die: no more planes.
NO_DIE: Outcomes = ((Row("", {"planes": 0}), 1.0),)


def raid_later_today(play: Play) -> float:
    """The chance that planes attack in a later phase of the day if the ship stays on station."""
    if anchorage.reasons_to_return(play) or play.state.turn_aborted:
        return 0.0
    return _after(play)


def _after(play: Play) -> float:
    left = sequence.phases_left(play)
    if not left:
        return 0.0
    now = state_with(play, phase=left[0])
    planes = sum(share * _under(now, row["weather"]) for row, share in _skies(now))
    relief = scenario.relief_roll(play)
    return planes if relief is None else planes * (1.0 - chance(relief, "yes"))


def _skies(play: Play) -> Iterator[tuple[Row, float]]:
    """The weather of the next phase, without a storm that is a typhoon: no other phase is played
    then (6-2).
    """
    for row, share in outcomes(weather.weather_roll(play)):
        if row["weather"] == vocabulary.Sky.STORM and play.state.advanced:
            storms = outcomes(weather.storm_roll(play))
            share *= 1.0 - sum(part for storm, part in storms if storm["typhoon"])
        yield row, share


def _under(play: Play, sky: str) -> float:
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
    if not random:
        return spotted * comes, 0.0
    ends = 0.0
    for row, share in outcomes(raid.random_roll(play)):
        if row["plane"]:
            comes += random * share * (not play.state.night)
        else:
            ends += random * share * chance(raid.note_b_roll(play), "weather")
    return spotted * comes, spotted * ends


def _spotted(play: Play) -> float:
    """The chance that rain and night let planes come at all."""
    spotted = 1.0
    if play.state.air.weather == vocabulary.Sky.RAIN:
        spotted = chance(weather.rain_roll(play), "yes")
    if play.state.night:
        spotted *= chance(raid.night_roll(play), "yes")
    return spotted


def _come_by(play: Play, dice: Outcomes, planes: int = 0) -> float:
    """The chance that any are left of some planes and those of a die, at night fewer."""
    return sum(share for row, share in dice if raid.at_night(play, planes + row["planes"]) > 0)


def _results(play: Play) -> dict[str, float]:
    """The results of 8-1 with their chances, over all fighters that may be overhead."""
    results: dict[str, float] = defaultdict(float)
    for fighters, share in _coverages(play).items():
        play.state.air.coverage = dict(fighters)
        for row, part in outcomes(raid.raid_roll(play)):
            results[row["result"]] += share * part
    return results


def _coverages(play: Play) -> dict[tuple[tuple[str, int], ...], float]:
    """The fighters overhead (7-1), their values (V-1) added up under the name of the first type:
    8-1 adds them too.
    """
    coverages: dict[tuple[tuple[str, int], ...], float] = defaultdict(float)
    for present, share in outcomes(coverage.types_roll(play)):
        names = [name for name in coverage.TYPES if present[name]]
        sums: dict[int, float] = {0: share}
        for name in names:
            drawn = sums
            sums = defaultdict(float)
            for row, part in outcomes(coverage.value_roll(play, name)):
                for value, by in drawn.items():
                    sums[value + row["value"]] += by * part
        for value, by in sums.items():
            coverages[((names[0], value),) if names else ()] += by
    return coverages
