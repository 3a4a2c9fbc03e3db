"""Swings of the win probability in words: a segment of events in one sentence, a decision beside the better one.

The sentence of a segment reports the most important thing that happened in it.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, PUMP, Fighters, parts_of, slot_named
from picket_duty.book.vocabulary import (
    COVERAGE,
    CREW,
    FDT,
    GUNNERY,
    HULL_LOSS,
    LAND_RADAR,
    MANEUVER,
    RAID,
    RELIEF,
    SFS,
    SPECIAL_ATTACK,
    STATION,
    SUPPORT,
    WEATHER,
    DamageEffect,
    StrikeOutcome,
    Topic,
)
from picket_duty.events import (
    Chosen,
    Control,
    Crew,
    Damage,
    Event,
    Fire,
    Leave,
    Note,
    Raid,
    Strike,
    Support,
    TurnEnd,
    WaveBegun,
)
from picket_duty.facts import Blow, Observer, harm_of, shot_of
from picket_duty.facts.wave_facts import is_blow
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import CAMPAIGN, PATROL, UNDAMAGED, Setup
from picket_duty.text.battle import blow_row
from picket_duty.text.log import log_text, order_words
from picket_duty.text.names import (
    PLANE_STATES,
    POST_NAMES,
    WEAPONS,
    count,
    item_words,
    label_words,
    listed,
    loss_words,
    plane_name,
    short_date,
    slots_words,
    title_case,
)
from picket_duty.text.phrases import Phrase, phrase, words
from picket_duty.text.rolls import result_of, subject_of
from picket_duty.text.styled_text import safe
from picket_duty.text.wave_card import blow_fields, harm_or_none, harm_words

#: The most that is listed: items damaged by a strike, strikes, rolls of a longer segment.
MOST_HARM, MOST_BLOWS, MOST_ROLLS = 3, 2, 4
#: What the chance refers to, by kind of game.
CHANCES = {CAMPAIGN: "winning", PATROL: "keeping the station"}
KEEPING = "keeping the station"
#: Added to a difference that is not significant.
WITHIN = "within the margin of error"
#: Before help that was less than usual.
ONLY = "only"
#: Where fighters are based.
BASES = ("land", "carrier")
#: For a plane that was hit without a change of state.
HIT = "hit but undamaged"

Maker = Callable[[Sequence[Event], int, int, Tables], str]


def chance_name(setup: Setup, stage: int = 0) -> str:
    """What the chance of a game refers to: ``winning``, ``keeping the station`` or ``holding stage 2``."""
    if stage:
        return f"holding stage {stage}"
    return CHANCES.get(setup.kind, KEEPING)


def points_between(before: float, after: float) -> int:
    """The difference of two probabilities in points, of the rounded values: from 15% to 12% it is -3."""
    return round(100 * after) - round(100 * before)


def points_words(points: int, close: bool = False) -> str:
    """Percentage points with their sign: ``+27``, ``0``; if ``close``, ``-3 (within the margin of error)``."""
    signed = f"{points:+d}" if points else "0"
    return f"{signed} ({WITHIN})" if close else signed


def points_column(words: str) -> str:
    """Points right-aligned in a column, followed by the remark in brackets."""
    number, _, rest = words.partition(" ")
    return f"{number:>4} {rest}".rstrip()


def is_close(points: int, error: float) -> bool:
    """Whether a difference of chances in points, as shown, is within the margin of error of a chance."""
    return bool(error) and abs(points) <= round(100 * error)


def luck_and_orders_words(
    start: float, end: float, orders: float, error: float, orders_error: float
) -> tuple[str, str]:
    """The contributions of luck and of decisions in points, which add up to the difference of the rounded ends.

    ``error`` is the margin of error of a chance, ``orders_error`` that of the decisions: it is smaller, since both
    orders are played with the same dice, and 0 if every decision was doctrine's. Luck is what the decisions leave, so
    it has the error of both.
    """
    ordered = round(100 * orders)
    luck = points_between(start, end) - ordered
    close = bool(orders_error) and abs(orders) <= orders_error
    return points_words(luck, is_close(luck, math.hypot(error, orders_error))), points_words(ordered, close)


def where_words(events: Sequence[Event], first: int) -> str:
    """Day, phase and wave of the event at a place; empty if there is none."""
    if first >= len(events):
        return ""
    event = events[first]
    wave = f", wave {event.wave}" if event.wave is not None else ""
    return f"{label_words(event.phase)}{wave}"


def swing_words(
    events: Sequence[Event],
    first: int,
    last: int,
    tables: Tables,
    points: Mapping[str, float] | None = None,
    lost: bool = False,
) -> str:
    """What happened between two indexes among the events of a game, as a sentence without its period.

    ``points`` is the worth of one value of each post; the officer who matters most is named. If the chance was ``lost``
    by it, help that came is said to be less than usual.
    """
    for make in MAKERS:
        if said := make(events, first, last, tables):
            return title_case(said)
    return title_case(_rolled(events, first, last, tables, points or {}, ONLY if lost else "")) or "Nothing happened"


def better_order_words(choice: Choice, answer: Answer, tables: Tables, than: Answer | None = None) -> str:
    """The answer that doctrine would have given to a choice; of a fire plan, what differs from another if given."""
    if choice.kind == ONE:
        return next((option.text for option in choice.options if option.value == answer), str(answer))
    if choice.kind == ASSIGN:
        return _plan_words(answer, than)
    event = Chosen(kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer)
    return safe(order_words(event, tables))


#: The place of slots without a target among the planes.
HELD = -1


def _plan_words(plan: Mapping[str, int], than: Mapping[str, int] | None = None) -> str:
    """A fire plan in short: ``plane 1: 5in-1 2  40mm-A; plane 2: ...``; only what differs from another if given."""
    if not plan:
        return "nobody fires"
    told = plan.items() if than is None else _differing(plan, than)
    planes: dict[int, list[str]] = {}
    for slot, plane in told:
        planes.setdefault(HELD if plane is None else plane, []).append(slot)
    held = planes.pop(HELD, [])
    said = [f"{plane_name(plane)}: {slots_words(slots)}" for plane, slots in sorted(planes.items())]
    return "; ".join([*said, *([f"no target: {slots_words(held)}"] if held else [])])


def _differing(plan: Mapping[str, int], than: Mapping[str, int]) -> list[tuple[str, int | None]]:
    """The slots with another target than in another plan; of fighters, which are all alike, those beyond as many."""
    slots = list(dict.fromkeys([*plan, *than]))
    others = [(slot, plan.get(slot)) for slot in slots if plan.get(slot) != than.get(slot)]
    fighters = [slot for slot, _ in others if isinstance(slot_named(slot), Fighters)]
    alike = Counter(map(plan.get, fighters)) & Counter(map(than.get, fighters))
    told: list[tuple[str, int | None]] = []
    for slot, target in others:
        if slot in fighters and alike[target]:
            alike[target] -= 1
        else:
            told.append((slot, target))
    return told or others


def given_order_words(event: Chosen, tables: Tables, than: Answer | None = None) -> str:
    """A decision as it was made: what it was about, and the answer; of a fire plan, what differs from another."""
    answer = _plan_words(event.answer, than) if event.kind == ASSIGN else safe(order_words(event, tables))
    return f"{title_case(event.about)}: {answer}"


# -- what can be said of some events, the weightiest first --------------------------------


def _lost(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    for event in events[first:last]:
        if isinstance(event, Leave) and event.reason == SUNK:
            said = [_blow(blow, tables) for blow in _blows(events, first, last)[-1:]]
            if said and words(phrase("ship_sunk").card) in said[0]:
                return said[0]
            why = loss_words(event.why)
            told = bool(said) and why in said[0]
            return ". ".join([*said, words(phrase("ship_lost").log, why="" if told else why)])
    return ""


def _struck(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    blows = _blows(events, first, last)
    strikes = [blow for blow in blows if not blow.near]
    if len(strikes) > MOST_BLOWS:
        return words(phrase("strikes_in_all").headline, number=len(strikes), first=_blow(strikes[0], tables))
    if strikes:
        return "; ".join(_blow(blow, tables) for blow in strikes)
    hurt = [blow for blow in blows if blow.harm.entries]
    return _blow(hurt[0], tables) if hurt else ""


def _blows(events: Sequence[Event], first: int, last: int) -> list[Blow]:
    if not any(map(is_blow, events[first:last])):
        return []
    observer = Observer()
    observer.take_all(events)
    return [blow for wave in observer.waves for blow in wave.blows if first <= blow.begun < last]


def _blow(blow: Blow, tables: Tables) -> str:
    done = harm_or_none(blow, tables, MOST_HARM)
    fields = blow_fields(blow)
    fields["type"] += f" ({plane_name(blow.plane)})"
    return words(blow_row(blow).headline, harm=done, **fields)


def _exploded(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    row = phrase("damage", DamageEffect.EXPLODES)
    return "; ".join(
        words(row.headline, item=safe(item_words(tables, event.item)))
        for event in events[first:last]
        if isinstance(event, Damage) and event.effect == DamageEffect.EXPLODES
    )


def _left(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    return next((log_text(event, tables) for event in events[first:last] if isinstance(event, Leave)), "")


def _relieved(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    for event in events[first:last]:
        if isinstance(event, Roll) and event.purpose is RELIEF:
            return result_of(event)
    return ""


def _missed(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    """Dives and weapons that missed, including near misses without damage."""
    strikes = [(place, event) for place, event in _with_places(events, first, last) if isinstance(event, Strike)]
    names = [
        _plane(events, place, event.plane) + (f"'s {WEAPONS[event.weapon]}" if event.weapon else "")
        for place, event in strikes
    ]
    if strikes and all(event.near or event.outcome == StrikeOutcome.NEAR_MISS for _, event in strikes):
        return words(phrase("near_misses").headline, names=listed(names), number=len(names))
    rolls = [event for event in events[first:last] if isinstance(event, Roll) and event.purpose is SPECIAL_ATTACK]
    if not names and rolls and rolls[-1].plane is not None and rolls[-1].result is not None:
        where = next(place for place, event in _with_places(events, first, last) if event is rolls[-1])
        names = [_plane(events, where, rolls[-1].plane)] if rolls[-1].result["result"] == StrikeOutcome.MISS else []
    return words(phrase("misses").headline, names=listed(names), number=len(names)) if names else ""


def _shots(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    """The effect of fire on its target planes."""
    states: dict[str, str] = {}
    for place, event in _with_places(events, first, last):
        if isinstance(event, Fire | Support) and shot_of(event).is_hit:
            states[_plane(events, place, event.plane)] = event.state
        elif isinstance(event, Roll) and event.purpose in (GUNNERY, SUPPORT) and event.plane is not None:
            states.setdefault(_plane(events, place, event.plane), "")
    if not states:
        return ""
    done = [f"{name} {HIT if state == UNDAMAGED else PLANE_STATES[state]}" for name, state in states.items() if state]
    if done:
        return title_case(listed(done))
    return words(phrase("no_hits").headline, planes=listed(list(states)))


def _maneuvered(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    for event in events[first:last]:
        if isinstance(event, Roll) and event.purpose is MANEUVER and event.result is not None:
            worked = next(iter(event.result.fields.values())) is True
            return words((phrase("maneuver_succeeds") if worked else phrase("maneuver_fails")).headline)
    return ""


def _coming(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    """The raid or the wave that came."""
    for event in events[first:last]:
        if isinstance(event, Raid):
            return log_text(event, tables) if event.planes else words(phrase("no_raid").headline)
        if isinstance(event, Note) and event.topic == Topic.NOBODY_COMES:
            return words(phrase("no_raid").headline)
        if isinstance(event, WaveBegun):
            types = [safe(plane["type"]) for plane in event.planes]
            planes = listed([count(types.count(kind), kind) for kind in dict.fromkeys(types)])
            return words(phrase("wave").headline, planes=planes)
    return ""


def _hull_lost(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    """Hull points that the strikes of the wave cost when it is over."""
    if not any(isinstance(event, Roll) and event.purpose is HULL_LOSS for event in events[first:last]):
        return ""
    lost = harm_words(harm_of(events[first:last]), tables)
    return words(phrase("hull_lost").headline, lost=", ".join(lost)) if lost else words(phrase("no_hull_lost").headline)


def _repairs(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    """Damage control: jobs that succeeded and failed, and what got worse."""
    jobs = [event for event in events[first:last] if isinstance(event, Control)]
    worse = harm_words(harm_of(events[first:last]), tables)[:MOST_HARM]
    done = {job.job: job for job in jobs if job.success}
    rows: dict[Phrase, list[str]] = {}
    for job in done.values():
        parts_of_job = parts_of(job.job)
        name = parts_of_job.target if parts_of_job.kind == PUMP else job.job
        rows.setdefault(_done_row(job), []).append(safe(item_words(tables, name)))
    failed = list(dict.fromkeys(safe(item_words(tables, job.job)) for job in jobs if job.job not in done))
    parts = [words(row.headline, jobs=listed(names)) for row, names in rows.items()]
    parts += [words(phrase("not_repaired").headline, jobs=listed(failed))] if failed else []
    return words(phrase("damage_control").headline, parts=", ".join([*parts, *worse])) if parts or worse else ""


def _done_row(job: Control) -> Phrase:
    """The phrase for a successful job: a fire is put out, a room pumped out, the rest repaired wholly or in part."""
    kind = parts_of(job.job).kind
    if kind in (DECK_FIRE, PUMP):
        return phrase("fire_out") if kind == DECK_FIRE else phrase("pumped_out")
    return phrase("partly_repaired") if job.markers_left else phrase("repaired")


def _day(events: Sequence[Event], first: int, last: int, tables: Tables) -> str:
    ends = (event.date for event in events[first:last] if isinstance(event, TurnEnd))
    return next((words(phrase("day_over").headline, day=short_date(date)) for date in ends), "")


def _rolled(
    events: Sequence[Event], first: int, last: int, tables: Tables, points: Mapping[str, float], only: str
) -> str:
    """Rolls, if there is nothing else to report: a crew by the officer who matters most, the rest individually."""
    rolls = [event for event in events[first:last] if isinstance(event, Roll) and event.result is not None]
    crew = [roll for roll in rolls if roll.purpose is CREW]
    fighters = [roll for roll in rolls if roll.purpose is COVERAGE]
    said = [_begun(roll, only) or _roll(roll, tables) for roll in rolls if roll.purpose not in (CREW, COVERAGE)]
    if fighters:
        said.append(_air_patrol(fighters, only))
    if len(said) > MOST_ROLLS:
        said = [*said[:MOST_ROLLS], f"{len(said) - MOST_ROLLS} more"]
    aboard = [event for event in events[first:last] if isinstance(event, Crew)]
    return "; ".join([*said, *([_crew(crew, aboard, tables, points)] if crew else [])])


def _begun(roll: Roll, only: str) -> str:
    """What a day or a phase begins with, by its roll: station, team, support, radar, weather, raid; else empty.

    ``only`` comes before the number of support ships.
    """
    fields = roll.result.fields if roll.result is not None else {}
    if roll.purpose is STATION and len(stations := fields.get("stations") or [fields.get("station")]) == 1:
        return words(phrase("station_assigned").headline, station=stations[0]) if stations[0] else ""
    if roll.purpose is FDT:
        return words((phrase("direction_team") if fields["assigned"] else phrase("no_direction_team")).headline)
    if roll.purpose is SFS:
        row = phrase("surface_support") if fields["markers"] else phrase("no_surface_support")
        return words(row.headline, markers=fields["markers"], only=only)
    if roll.purpose is LAND_RADAR:
        return words((phrase("land_radar") if fields["activated"] else phrase("no_land_radar")).headline)
    if roll.purpose is RAID and type(fields.get("planes")) is int and not roll.actor:
        return words(phrase("raid").log, planes=fields["planes"], rolled=None)
    if roll.purpose is WEATHER and "weather" in fields:
        return words(phrase("weather", fields["weather"]).headline)
    return ""


def _air_patrol(rolls: Sequence[Roll], only: str) -> str:
    """The fighter markers of a phase by where they are based, added up over their rolls; ``only`` comes before them."""
    markers = Counter[str]()
    for roll in rolls:
        fields = roll.result.fields if roll.result is not None else {}
        if "markers" in fields:
            markers[roll.actor] += fields["markers"]
        markers.update({base: number for base, number in fields.items() if type(number) is int and base in BASES})
    if not markers.total():
        return words(phrase("no_air_patrol").headline)
    parts = listed([f"{markers[base]} {base}" for base in BASES if markers[base]])
    return words(phrase("air_patrol").headline, fighters=markers.total(), parts=parts, only=only)


def _roll(roll: Roll, tables: Tables) -> str:
    """A roll with its result: ``Radar station: RP 2``."""
    return f"{title_case(subject_of(roll, tables)).rstrip('?')}: {result_of(roll)}"


def _crew(rolls: Sequence[Roll], aboard: Sequence[Crew], tables: Tables, points: Mapping[str, float]) -> str:
    """Officers and chiefs who come aboard: one by post, several by the one who matters most, else by their sum."""
    if len(rolls) == 1:
        return _roll(rolls[0], tables)
    matters = max(aboard, key=lambda event: abs(points.get(event.post, 0.0) * event.value), default=None)
    if matters is not None and points.get(matters.post, 0.0) * matters.value:
        name = safe(matters.name.rsplit(" ", 1)[-1])
        return words(phrase("officer_matters").headline, post=POST_NAMES[matters.post], name=name, value=matters.value)
    values = sum(roll.result["value"] or 0 for roll in rolls if roll.result is not None)
    return words(phrase("crew_aboard").headline, values=values)


def _with_places(events: Sequence[Event], first: int, last: int) -> Iterator[tuple[int, Any]]:
    return ((place, events[place]) for place in range(first, last))


def _plane(events: Sequence[Event], place: int, plane: int) -> str:
    """A plane by type and number: ``Val (plane 2)``."""
    begun = next((event for event in reversed(events[:place]) if isinstance(event, WaveBegun)), None)
    kind = safe(begun.planes[plane]["type"]) if begun is not None and plane < len(begun.planes) else ""
    return f"{kind} ({plane_name(plane)})" if kind else title_case(plane_name(plane))


#: The functions for the sentence, the most important first.
MAKERS: tuple[Maker, ...] = (
    _lost, _struck, _exploded, _left, _relieved, _missed, _shots, _maneuvered, _coming, _hull_lost, _repairs, _day,
)  # fmt: skip
