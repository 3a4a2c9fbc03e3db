"""The voice of the war diary.

The situation selects an occasion, and the date one of its wordings: a diary is always the same, but
two days in a row read differently.
"""

from __future__ import annotations

import datetime
from collections import Counter
from collections.abc import Iterable, Sequence

import msgspec

from picket_duty import facts
from picket_duty.book import Tables
from picket_duty.book.vocabulary import Light, Remark, Sky
from picket_duty.dice import number_of
from picket_duty.game import Game
from picket_duty.rules.records import day_reached
from picket_duty.state import PHASES, SUNK, Ship
from picket_duty.text.dates import plain_day
from picket_duty.text.deck_log import (
    clauses,
    hull_words,
    impact_sentences,
    kinds_words,
    later_sentences,
    phase_repairs_words,
    repairs_words,
    weapons_missed,
)
from picket_duty.text.english import listed, number_among, number_words, sentence
from picket_duty.text.fact_rows import shooter_words
from picket_duty.text.names import place_words
from picket_duty.text.phrases import Phrase, phrase, words


class RaidHours(msgspec.Struct, frozen=True):
    """The hours of a raid: ``begun`` and ``secured`` as ``0842``.

    ``secured`` is empty if the ship sank or the raid is not over. ``date`` is the day on which it
    was fought: the day after the phase's date if it was past midnight.
    """

    date: str
    begun: str
    secured: str = ""


def say(fact: str, label: str, case: str = "", **fields: str | int) -> str:
    """One of the wordings of a fact, selected by the date."""
    ways = phrase(fact, case).diary
    date, _, name = label.partition("/")
    day = datetime.date.fromisoformat(date).toordinal()
    phase = PHASES.index(name) if name in PHASES else 0
    turn = day + phase + number_of(f"{fact} {case}")
    return words(ways[turn % len(ways)], **fields)


def _only(row: Phrase, **fields: object) -> str:
    """The wording of a row that has one."""
    (way,) = row.diary
    return words(way, **fields)


def _when(phase: facts.Phase) -> str:
    return _only(phrase("when", phase.name))


# -- a day -------------------------------------------------------------------------


def day_sentences(day: facts.Day, before: facts.Day | None, tables: Tables) -> list[str]:
    """Station, company and weather, and that there was no attack; ``before`` is the ship's previous
    day on duty.
    """
    if not day.phases:
        return [say("no_duty", day.date)]
    sentences = [_station_sentence(day, before, tables)]
    for phase in day.phases:
        if phase.stopped:
            sentences.append(say("stopped", phase.label, when=_when(phase)))
    closed = phrase("remark", Remark.WEATHER_CLOSES_IN)
    for phase in day.phases:
        if phase.name == PHASES[-1] or phase.attacked:
            continue
        if any(map(facts.is_weather, phase.later)):
            sentences.append(_only(closed, when=_when(phase)))
    if any(phase.running for phase in day.phases):
        sentences.append(say("not_over", day.date))
    elif not any(phase.attacked or phase.weather is Sky.TYPHOON for phase in day.phases):
        sentences.append(say("quiet", day.date, _quiet_case(day)))
    return sentences


def _station_sentence(day: facts.Day, before: facts.Day | None, tables: Tables) -> str:
    """Where the ship is, in a wording for what is new about it since the day before."""
    phase = next((phase for phase in day.phases if phase.station), None)
    station = station_of(day)
    opening = "station"
    if station is None:
        opening = "no_station"
    elif before is None:
        opening = "first_station"
    elif station != station_of(before):
        opening = "new_station"
    elif _skies(day) & {Sky.STORM, Sky.TYPHOON}:
        opening = "station_in_storm"
    return say(
        opening,
        day.date,
        weather=_weather(day),
        station=str(phase.station) if phase else "",
        place=place_words(phase.station, tables) if phase else "",
        company=company_words(phase) if phase else "",
    )


def _skies(day: facts.Day) -> set[Sky]:
    return {phase.weather for phase in day.phases if phase.weather}


def _quiet_case(day: facts.Day) -> str:
    """The wording for a day without an attack, by its weather."""
    skies = _skies(day)
    if skies and skies <= {Sky.STORM, Sky.TYPHOON}:
        return "storm"
    return "rain" if skies == {Sky.RAIN} else "fair"


def station_of(day: facts.Day | None) -> int | None:
    """The station of a day; None without one."""
    if day:
        return next((phase.station for phase in day.phases if phase.station), None)
    return None


def company_words(phase: facts.Phase) -> str:
    """The support ships in company; empty if they are not known."""
    if phase.support_craft is None:
        return ""
    if not phase.support_craft:
        return _only(phrase("alone"))
    ships = phase.support_craft
    return _only(phrase("company"), number=number_words(ships), ships=ships)


def _weather(day: facts.Day) -> str:
    """The weather of a day: once for all phases, or each kind with its phases."""
    known = [phase for phase in day.phases if phase.weather]
    kinds = dict.fromkeys(phase.weather for phase in known if phase.weather)
    if not kinds:
        return _only(phrase("no_weather"))
    skies = {kind: _only(phrase("weather", kind)) for kind in kinds}
    if len(kinds) == 1 and len(known) == len(PHASES):
        return _only(phrase("weather_all_day"), weather=next(iter(skies.values())))
    times = {
        kind: listed([_when(phase) for phase in known if phase.weather == kind]) for kind in kinds
    }
    return ", ".join(f"{skies[kind]} {times[kind]}" for kind in kinds)


# -- a raid ------------------------------------------------------------------------


def raid_sentences(
    phase: facts.Phase, tables: Tables, hours: RaidHours, again: bool = False
) -> list[str]:
    """A raid: the planes, their fates, the hits on the ship, the damage. ``again``: it is not the
    first of the day.
    """
    assert phase.raid is not None
    label = phase.label
    met = len(phase.planes)
    # The planes that the ship did not live to meet, unless fighters had driven them off before.
    is_cut_short = any(wave.sunk for wave in phase.waves)
    coming = phase.raid.planes - met if is_cut_short and not phase.driven_off else 0
    sentences = [_alarm(phase, hours, again), *_sighted(phase, coming)]
    if met:
        sentences += ends_sentences(phase.planes, label, tables)
    for wave in phase.waves:
        sentences += [
            *weapons_missed(wave),
            *impact_sentences(wave, tables),
            *later_sentences(wave, tables),
            repairs_words(wave.control, tables),
        ]
    sentences += [sentence(text) for text in clauses(phase.later, tables)]
    sentences.append(phase_repairs_words(phase, tables))
    if coming:
        number = number_words(coming) if coming > 1 else ""
        sentences.append(say("still_to_come", label, number=number, planes=coming))
    if hours.secured:
        sentences.append(say("secured", label, time=hours.secured))
    return [text for text in sentences if text]


def bogeys_words(number: int) -> str:
    """The planes of a raid as first reported."""
    return _only(phrase("one_bogey" if number == 1 else "bogeys"), number=number_words(number))


def _alarm(phase: facts.Phase, hours: RaidHours, again: bool) -> str:
    """When the raid was reported, and the planes."""
    assert phase.raid is not None
    row = "night_raid" if phase.light is Light.NIGHT else "raid_by_day"
    if phase.raid.planes == 1:
        row = "raid_of_one"
    elif phase.raid.kikusui:
        row = "mass_raid"
    elif again:
        row = "raid_again"
    time = hours.begun
    if hours.date != phase.date:
        time += f" on {plain_day(hours.date)}"
    return say(row, phase.label, time=time, bogeys=bogeys_words(phase.raid.planes))


def _sighted(phase: facts.Phase, coming: int) -> list[str]:
    """The planes sighted, by type; empty while the raid goes on and none was met.

    Planes that were not met are left out if they may still come, or would have come if the ship had
    not sunk (``coming``). Otherwise only some planes of the raid were sighted, or none.
    """
    assert phase.raid is not None
    met = len(phase.planes)
    kinds = kinds_words(phase.planes)
    if met >= phase.raid.planes or (met and phase.running) or coming:
        number = len(phase.waves)
        waves = ""
        if number > 1:
            waves = _only(phrase("in_waves"), number=number_words(number))
        return [say("sighted", phase.label, kinds=kinds, waves=waves)]
    if phase.running:
        return []
    if not met:
        return [say("none_sighted", phase.label)]
    return [say("some_sighted", phase.label, met=number_words(met), kinds=kinds)]


def ends_sentences(
    planes: Sequence[facts.PlaneReport], label: str, tables: Tables, fact: str = "ends"
) -> list[str]:
    """The fates of planes, in numbers that add up to all of them, and how many of those not
    splashed were afire.

    ``fact`` is ``ends_of_these`` after a sentence that gives their number.
    """
    counts = facts.count_planes(planes)
    ends = ends_words(planes, tables)
    sentences = [say(fact, label, number=number_words(counts.met), ends=ends)]
    if len({plane.fate for plane in planes}) == 1:
        # Their one fate names them all: ``both were splashed``.
        sentences = [sentence(ends)]
    if counts.afire:
        sentences.append(_afire_sentence(counts, label))
    return sentences


def _afire_sentence(counts: facts.PlaneCounts, label: str) -> str:
    """How many of the planes not splashed were afire, at least one."""
    rest = counts.met - counts.splashed
    other = "other" if counts.splashed else ""
    if rest == 1:
        return _only(phrase("one_afire"), other=other)
    if counts.afire < rest:
        afire = number_words(counts.afire)
        return say("some_afire", label, rest=number_words(rest), afire=afire, other=other)
    if other:
        every = "both" if rest == 2 else "all"
        return _only(phrase("others_afire"), rest=number_words(rest), all=every)
    return _only(phrase("both_afire" if rest == 2 else "all_afire"), rest=number_words(rest))


def ends_words(planes: Sequence[facts.PlaneReport], tables: Tables | None = None) -> str:
    """Each fate with its number of planes; with tables, who splashed them."""
    splashed = [plane for plane in planes if plane.fate is facts.Fate.SPLASHED]
    credit = _credit(splashed, tables, len(planes)) if tables else ""
    fates = Counter(plane.fate for plane in planes)
    ends = []
    for fate in facts.Fate:
        if number := fates[fate]:
            name = number_among(number, len(planes))
            if number == len(planes):
                name = {1: "it", 2: "both"}.get(number, f"all {name}")
            were = "was" if number == 1 else "were"
            ends.append(_only(phrase("some_end", fate), number=name, were=were, credit=credit))
    return listed(ends)


def _credit(planes: Iterable[facts.PlaneReport], tables: Tables, total: int) -> str:
    """`` by 5-inch mount 3`` or `` (credit: four to the ship's guns and one to ...)``, as in the
    records of the game.
    """
    downed = [plane for plane in planes if plane.shot_down_by]
    if not downed:
        return ""
    counts = Counter(facts.shooter_side(plane.shot_down_by) for plane in downed)
    sides = {side: _only(phrase("side", side)) for side in facts.Side if counts[side]}
    if len(sides) > 1:
        rows = [
            _only(phrase("to_sides"), number=number_among(counts[side], total), side=name)
            for side, name in sides.items()
        ]
        return f" (credit: {listed(rows)})"
    # If others finished planes off that one side set afire, it has the credit but was not alone.
    last = [plane.destroyed_by or plane.set_afire_by for plane in downed]
    if len(downed) == 1:
        by = shooter_words(downed[0].shot_down_by, "diary", tables)
        alone = by == shooter_words(last[0], "diary", tables)
    else:
        (side,) = sides
        by = sides[side]
        alone = all(facts.shooter_side(slot) is side for slot in last)
    return _only(phrase("by_one_side" if alone else "to_one_side"), side=by)


# -- a ship's whole service --------------------------------------------------------


def service_sentences(days: Sequence[facts.Day]) -> list[str]:
    """A ship's time on duty, her stations, and the fates of the planes she met."""
    served = [day for day in days if day.phases]
    if not served:
        return []
    first = plain_day(served[0].date)
    last = plain_day(served[-1].date)
    between = "from {} to {}" if _every_day(served) else "between {} and {}"
    on_duty = _only(
        phrase("service"),
        number=number_words(len(served)),
        days="day" if len(served) == 1 else "days",
        spell=f", {first}" if first == last else f" {between.format(first, last)}",
        stations=_stations(served),
    )
    planes = [plane for day in served for phase in day.phases for plane in phase.planes]
    if not planes:
        return [on_duty, _only(phrase("no_planes_met"))]
    met = _only(
        phrase("planes_met"),
        number=number_words(len(planes)),
        plane="plane" if len(planes) == 1 else "planes",
        ends=ends_words(planes),
    )
    return [on_duty, met]


def _every_day(days: Sequence[facts.Day]) -> bool:
    """Whether no day is left out between the first and the last of some days."""
    first = datetime.date.fromisoformat(days[0].date)
    last = datetime.date.fromisoformat(days[-1].date)
    return (last - first).days + 1 == len(days)


def _stations(days: Iterable[facts.Day]) -> str:
    stations = dict.fromkeys(str(station) for day in days if (station := station_of(day)))
    if not stations:
        return ""
    kind = "Station No." if len(stations) == 1 else "Stations Nos."
    return f"{kind} {listed(list(stations))}"


def closing_sentence(game: Game, ship: Ship, days: Sequence[facts.Day]) -> str:
    """Where the ship is at the end of her diary; ``days`` are her days."""
    state = game.state
    last = days[-1] if days else None
    date = plain_day(last.date if last else state.date.isoformat())
    if ship.fate == SUNK and last is not None and last.leave is not None:
        return _only(phrase("diary_lost"), date=date, ship=ship.name)
    if ship.fate:
        return _only(phrase("diary_rear"), date=date, ship=ship.name)
    if not state.outcome:
        return _only(phrase("diary_goes_on"), date=date, ship=ship.name)
    if ship.name == state.ship.name and state.on_station:
        hull = hull_words(ship.hull, game.tables.numbers.hull)
        return _only(phrase("diary_on_station"), date=date, ship=ship.name, hull=hull)
    due = ""
    since = ""
    if ship.back is not None:
        day = plain_day(ship.back.isoformat())
        if ship.back <= day_reached(state, game.tables):
            since = day
        else:
            due = day
    return _only(phrase("diary_at_anchorage"), date=date, ship=ship.name, back=due, since=since)
