"""The chance that planes attack in a later phase of the day, computed from the charts that the phases roll on.

Weather, the die at night and 8-1 with its attack tables are exact. A land radar station lost meanwhile, and a station
or ship that changes, are left out.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from picket_duty.book.limits import NO_ATTACK, RANDOM
from picket_duty.book.vocabulary import Sky
from picket_duty.odds.fire import state_with
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.rules import anchorage, coverage, raid, scenario, sequence, weather
from picket_duty.rules.play import Play
from picket_duty.state import Air

#: The chances that planes come, and that the day's remaining phases are not played (8-2, note B).
Attack = tuple[float, float]


def raid_later_today(play: Play) -> float:
    """The chance that planes attack in a later phase of the day if the ship stays on station."""
    return 0.0 if anchorage.reasons_to_return(play) or play.state.turn_aborted else _after(play)


def _after(play: Play) -> float:
    left, planes = sequence.phases_left(play), 0.0
    if not left:
        return planes
    for sky, share in _skies(state_with(play, phase=left[0])):
        if sky == Sky.TYPHOON:
            continue
        comes, ends = _attack(state_with(play, phase=left[0], air=Air(weather=sky)))
        planes += share * (comes + (1.0 - comes - ends) * _after(state_with(play, phase=left[0], weather_before=sky)))
    relief = scenario.relief_roll(play)
    return planes if relief is None else planes * (1.0 - chance(relief, "yes"))


def _skies(play: Play) -> Iterator[tuple[str, float]]:
    """The weather of a phase, a storm of the advanced game that is a typhoon apart (6-1, 6-2)."""
    for row, share in outcomes(weather.weather_roll(play)):
        typhoon = 0.0
        if row["weather"] == Sky.STORM and play.state.advanced:
            typhoon = sum(part for storm, part in outcomes(weather.storm_roll(play)) if storm["typhoon"])
            yield Sky.TYPHOON, share * typhoon
        yield row["weather"], share * (1.0 - typhoon)


def _attack(play: Play) -> Attack:
    sky = play.state.air.weather
    if sky == Sky.STORM:
        return 0.0, 0.0
    open_to_attack = chance(weather.rain_roll(play), "yes") if sky == Sky.RAIN else 1.0
    if play.state.night:
        open_to_attack *= chance(raid.night_roll(play), "yes")
    if raid.kikusui_today(play):
        rows = outcomes(raid.kikusui_roll(play))
        comes, ends = sum(share for row, share in rows if _any_left(play, row["planes"])), 0.0
    else:
        comes, ends = _ordinary(play)
    return open_to_attack * comes, open_to_attack * ends


def _ordinary(play: Play) -> Attack:
    """Chart 8-1 in each column that the fighters overhead may lead to."""
    results: dict[str, float] = defaultdict(float)
    for fighters, share in _coverages(play).items():
        play.state.air.coverage = dict(fighters)
        for row, part in outcomes(raid.raid_roll(play)):
            results[row["result"]] += share * part
    comes = ends = 0.0
    for result, share in results.items():
        planes, aborted = _result(play, result)
        comes, ends = comes + share * planes, ends + share * aborted
    return comes, ends


def _coverages(play: Play) -> dict[tuple[tuple[str, int], ...], float]:
    """The fighters overhead (7-1), their values (V-1) added up under the name of the first type: 8-1 adds them too."""
    coverages: dict[tuple[tuple[str, int], ...], float] = defaultdict(float)
    for present, share in outcomes(coverage.types_roll(play)):
        names = [name for name in coverage.TYPES if present[name]]
        sums: dict[int, float] = {0: share}
        for name in names:
            drawn, sums = sums, defaultdict(float)
            for row, part in outcomes(coverage.value_roll(play, name)):
                for value, by in drawn.items():
                    sums[value + row["value"]] += by * part
        for value, by in sums.items():
            coverages[((names[0], value),) if names else ()] += by
    return coverages


def _result(play: Play, result: str) -> Attack:
    if result == NO_ATTACK:
        return 0.0, 0.0
    if result == RANDOM:
        return _random(play)
    comes = ends = 0.0
    chart = play.tables[f"8-1{result}"]
    for row, share in outcomes(raid.attack_roll(chart)):
        if row["random"]:
            planes, aborted = _random(play)
            comes, ends = comes + share * planes, ends + share * aborted
            continue
        extra = (
            [(die["planes"], part) for die, part in outcomes(raid.note_a_roll(chart))] if row["note_a"] else [(0, 1.0)]
        )
        comes += share * sum(part for more, part in extra if _any_left(play, len(row["planes"]) + more))
    return comes, ends


def _any_left(play: Play, rolled: int) -> bool:
    return raid.at_night(play, rolled) > 0


def _random(play: Play) -> Attack:
    comes = ends = 0.0
    for row, share in outcomes(raid.random_roll(play)):
        if row["plane"]:
            comes += share * (not play.state.night)
        else:
            ends += share * sum(part for note, part in outcomes(raid.note_b_roll(play)) if note["result"] == "weather")
    return comes, ends
