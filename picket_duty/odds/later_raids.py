"""The chance that planes attack later in the day.

Weather, the die at night and 8-1 with its attack tables are exact; a land radar station lost
meanwhile, and a station or ship that changes, are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

from picket_duty.book import vocabulary
from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.charts import Row
from picket_duty.odds.fire import air_with, state_with
from picket_duty.odds.roll_odds import Outcomes, chance, outcomes
from picket_duty.rules import (
    anchorage,
    coverage,
    raid,
    scenario,
    sequence,
    weather,
)
from picket_duty.rules.play import Play
from picket_duty.state import Air

#: Note A without a die: no more planes.
NO_DIE: Outcomes = ((Row(label="", fields={"planes": 0}), 1.0),)


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
    later = state_with(play, phase=left[0])
    comes = sum(share * _in_weather(later, row["weather"]) for row, share in _skies(later))
    # Relief at the end of this phase ends the scenario.
    relief = scenario.relief_roll(play)
    if relief is None:
        return comes
    return comes * (1.0 - chance(relief, "yes"))


def _skies(play: Play) -> Iterator[tuple[Row, float]]:
    """The weather of a phase, without a storm that is a typhoon: no other phase is played then
    (6-2).
    """
    for row, share in outcomes(weather.weather_roll(play)):
        if row["weather"] == vocabulary.Sky.STORM and play.state.advanced:
            storms = outcomes(weather.storm_roll(play))
            share *= 1.0 - sum(part for storm, part in storms if storm["typhoon"])
        yield row, share


def _in_weather(play: Play, sky: str) -> float:
    """The chance that planes come in a phase or a later one, by the weather of the phase."""
    comes = 0.0
    ends = 0.0
    if sky != vocabulary.Sky.STORM:
        comes, ends = _attack(state_with(play, air=Air(weather=sky)))
    # A later phase matters if no planes came and the day went on.
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
            # At night, half of the one plane comes, rounded down: none (``raid.at_night``).
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
            fighters = ((names[0], value),) if names else ()
            coverages[fighters] += part
    return coverages


def _one_more(sums: Mapping[int, float], values: Outcomes) -> dict[int, float]:
    """The chances of sums with one more value added."""
    added: dict[int, float] = defaultdict(float)
    for row, part in values:
        for value, share in sums.items():
            added[value + row["value"]] += share * part
    return added
