"""Turning points of the win probability: a segment of events in one sentence, a decision beside the better one.

The sentence of a segment reports the most important thing that happened in it, in the voice of headlines.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from itertools import takewhile
from typing import NamedTuple, TypeVar

import msgspec

from picket_duty import events
from picket_duty.book import Tables, vocabulary
from picket_duty.book.ids import FighterSlot, slot_named
from picket_duty.events import Event
from picket_duty.facts import Impact, Observer, count_planes, harm_of, shot_of
from picket_duty.facts.wave_facts import HarmEntry, TrackLoss, is_impact
from picket_duty.requests import ASSIGN, ONE, Answer, Choice, Purpose, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import CAMPAIGN, UNDAMAGED, Setup
from picket_duty.text import names
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.log import damage_list, format_order, impact_fields, impact_row, log_text
from picket_duty.text.phrases import phrase, words
from picket_duty.text.rolls import result_of, subject_of
from picket_duty.text.styled_text import safe

#: The most that is listed: things damaged by an impact, strikes, rolls of a longer segment.
MOST_DAMAGE, MOST_IMPACTS, MOST_ROLLS = 3, 2, 4
#: Added to a difference that is not significant.
WITHIN = "within the margin of error"
NOT_JUDGED = "not judged yet"
#: What help does to the raids of chart 8-1.
LARGER, SMALLER = "larger", "smaller"
#: What a roll may bring: the field of its result, the row that says so, and the row for nothing.
HELP = {
    vocabulary.FDT: ("assigned", "direction_team", "no_direction_team"),
    vocabulary.SFS: ("markers", "surface_support", "no_surface_support"),
    vocabulary.LAND_RADAR: ("activated", "land_radar", "no_land_radar"),
}
#: Where fighters are based.
BASES = ("land", "carrier")
#: Tracks that do not explain a change of the chance.
SUPPLIES = (vocabulary.Track.FUEL, vocabulary.Track.AMMUNITION, vocabulary.Track.MORALE)


def chance_name(setup: Setup, stage: int = 0) -> str:
    """What the chance of a game refers to: ``winning``, ``keeping the station`` or ``holding stage 2``."""
    if stage:
        return f"holding stage {stage}"
    return "winning" if setup.kind == CAMPAIGN else "keeping the station"


def points_between(before: float, after: float) -> int:
    """The difference of two probabilities in points, of the rounded values: from 15% to 12% it is -3."""
    return round(100 * after) - round(100 * before)


def format_points(points: int, close: bool = False) -> str:
    """Percentage points with their sign: ``+27``, ``0``; if ``close``, ``-3 (within the margin of error)``."""
    signed = f"{points:+d}" if points else "0"
    return f"{signed} ({WITHIN})" if close else signed


def within_margin(points: int, error: float) -> bool:
    """Whether a difference of chances in points, as shown, is within the margin of error of a chance."""
    return bool(error) and abs(points) <= round(100 * error)


def format_luck_and_orders(
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
    return format_points(luck, within_margin(luck, math.hypot(error, orders_error))), format_points(ordered, close)


def format_moment(happened: Sequence[Event], first: int, last: int | None = None) -> str:
    """Day, phase and wave of the event at a place, to those of the ``last`` one if they differ; empty if there is none.

    What both share is said once: ``Apr 6, morning, wave 1 to Apr 8, midday``, ``Apr 6, morning, wave 1 to wave 2``.
    """
    if first >= len(happened):
        return ""
    begun, ended = (
        [*names.label_words(event.phase).split(", "), *([f"wave {event.wave}"] if event.wave is not None else [])]
        for event in (happened[first], happened[first if last is None else last])
    )
    shared = len([*takewhile(lambda both: both[0] == both[1], zip(begun, ended, strict=False))])
    until = ", ".join(ended[shared:])
    return ", ".join(begun) + (f" to {until}" if until else "")


Kind = TypeVar("Kind")


class Segment(NamedTuple):
    """The events of a game from one index to another."""

    events: Sequence[Event]
    first: int
    last: int
    tables: Tables
    #: What the chance gained here, 0 if that is not clear.
    change: float = 0.0

    def of(self, *kinds: type[Kind]) -> list[Kind]:
        """The events of some kinds."""
        return [event for event in self.events[self.first : self.last] if isinstance(event, kinds)]

    def rolls(self, *purposes: Purpose) -> list[Roll]:
        """The rolls for some purposes that have a result."""
        return [roll for roll in self.of(Roll) if roll.purpose in purposes and roll.result is not None]


def format_turning_point(
    happened: Sequence[Event],
    first: int,
    last: int,
    tables: Tables,
    points: Mapping[str, float] | None = None,
    change: float = 0.0,
) -> str:
    """What happened between two indexes among the events of a game, as a sentence without its period.

    ``points`` is the worth of one value of each post; the officer who matters most is named. ``change`` is that of the
    chance, 0 if it is not clear: a rise is explained by what went well or did not happen, a fall by what went wrong.
    Help that came is said to be less than usual, or to draw larger raids.
    """
    segment = Segment(happened, first, last, tables, change)
    makers: tuple[Callable[[Segment], str], ...] = (*BADLY, *WELL, *REST)
    if change > 0:
        makers = (_spared, *WELL, *REST, _no_worse, _repaired, _left)
    elif change < 0:
        makers = (*BADLY, *REST, *WELL)
    for make in makers:
        if text := make(segment):
            return names.title_case(text)
    rolled = names.title_case(_rolled(segment, points or {}, change))
    return rolled or _supplies(segment) or ("No single event stands out" if change else "Nothing happened")


def format_whole_game(happened: Sequence[Event]) -> str:
    """What a whole game came to: the planes that came, those splashed and the hits on the ship."""
    observer = Observer()
    observer.take_all(happened)
    counts = count_planes(plane for wave in observer.waves for plane in wave.planes)
    hits = sum(wave.strikes for wave in observer.waves)
    return words(phrase("whole_game").headline, planes=counts.met, splashed=counts.splashed, hits=hits)


def format_better_order(choice: Choice, answer: Answer, tables: Tables) -> str:
    """The answer that doctrine would have given to a choice."""
    if choice.kind == ONE:
        return next((option.text for option in choice.options if option.value == answer), str(answer))
    if choice.kind == ASSIGN:
        return format_plan(answer)
    event = events.DecisionMade(kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer)
    return safe(format_order(event, tables))


#: The place of slots without a target among the planes.
HELD = -1


def format_plan(plan: Mapping[str, int], than: Mapping[str, int] | None = None) -> str:
    """A fire plan in short: ``plane 1: 5in-1 2  40mm-A; plane 2: ...``; only what differs from another if given."""
    if not plan:
        return "nobody fires"
    planes: dict[int, list[str]] = {}
    for slot, plane in plan.items() if than is None else differing(plan, than) or plan.items():
        planes.setdefault(HELD if plane is None else plane, []).append(slot)
    held = planes.pop(HELD, [])
    said = [f"{names.plane_name(plane)}: {names.slots_words(slots)}" for plane, slots in sorted(planes.items())]
    return "; ".join([*said, *([f"no target: {names.slots_words(held)}"] if held else [])])


def differing(plan: Mapping[str, int], than: Mapping[str, int]) -> list[tuple[str, int | None]]:
    """The slots with another target than in another plan; of fighters, which are all alike, those beyond as many."""
    others = [(slot, plan.get(slot)) for slot in dict.fromkeys([*plan, *than]) if plan.get(slot) != than.get(slot)]
    fighters = [slot for slot, _ in others if isinstance(slot_named(slot), FighterSlot)]
    alike = Counter(map(plan.get, fighters)) & Counter(map(than.get, fighters))
    told: list[tuple[str, int | None]] = []
    for slot, target in others:
        if slot in fighters and alike[target]:
            alike[target] -= 1
        else:
            told.append((slot, target))
    return told


def format_given_order(event: events.DecisionMade, tables: Tables) -> str:
    """A decision as it was made: what it was about, and the answer."""
    return f"{names.title_case(event.about)}: {safe(format_order(event, tables))}"


def _lost(segment: Segment) -> str:
    for event in segment.of(events.Leave):
        if event.reason == SUNK:
            impact = _impact(impacts[-1], segment.tables) if (impacts := _impacts(segment)) else ""
            if impact and words(phrase("ship_sunk").card) in impact:
                return impact
            why = names.loss_words(event.why)
            lost = words(phrase("ship_lost").log, why="" if impact and why in impact else why)
            return ". ".join(filter(None, (impact, lost)))
    return ""


def _struck(segment: Segment) -> str:
    impacts = _impacts(segment)
    hits = [_impact(impact, segment.tables) for impact in impacts if not impact.near]
    if len(hits) > MOST_IMPACTS:
        return words(phrase("strikes_in_all").headline, number=len(hits), first=hits[0])
    damaging = [_impact(impact, segment.tables) for impact in impacts if any(map(_tells, impact.harm.entries))]
    return "; ".join(hits or damaging[:1])


def _no_worse(segment: Segment) -> str:
    """Hits or damage in spite of which the chance rose."""
    what = _struck(segment) or _exploded(segment)
    return words(phrase("no_worse").headline, what=what) if what else ""


def _impacts(segment: Segment) -> list[Impact]:
    if not any(map(is_impact, segment.events[segment.first : segment.last])):
        return []
    observer = Observer()
    observer.take_all(segment.events)
    return [
        impact for wave in observer.waves for impact in wave.impacts if segment.first <= impact.begun < segment.last
    ]


def _impact(impact: Impact, tables: Tables) -> str:
    fields = impact_fields(impact, tables, MOST_DAMAGE)
    return words(
        impact_row(impact).headline, **fields | {"type": f"{fields['type']} ({names.plane_name(impact.plane)})"}
    )


def _exploded(segment: Segment) -> str:
    row = phrase("damage", vocabulary.DamageEffect.EXPLODES)
    exploded = [event.item for event in segment.of(events.Damage) if event.effect == vocabulary.DamageEffect.EXPLODES]
    return "; ".join(words(row.headline, item=safe(names.item_words(segment.tables, item))) for item in exploded)


def _left(segment: Segment) -> str:
    return next((log_text(event, segment.tables) for event in segment.of(events.Leave)), "")


def _repaired(segment: Segment) -> str:
    for event in segment.of(events.Leave):
        if event.until:
            fields = {"reason": names.leave_words(event.reason), "back": names.short_date(event.until)}
            return words(phrase("comes_back_repaired").headline, **fields)
    return ""


def _relieved(segment: Segment) -> str:
    return next(map(result_of, segment.rolls(vocabulary.RELIEF)), "")


def _missed(segment: Segment) -> str:
    missed: list[str] = []
    near = True
    for index in range(segment.first, segment.last):
        event = segment.events[index]
        struck = vocabulary.StrikeOutcome.HIT, vocabulary.StrikeOutcome.WEAPON
        if isinstance(event, events.Strike) and (event.near or event.outcome not in struck):
            weapon = f"'s {names.WEAPONS[event.weapon]}" if event.weapon else ""
            missed.append(_plane(segment.events, index, event.plane) + weapon)
            near = near and (event.near or event.outcome == vocabulary.StrikeOutcome.NEAR_MISS)
    if missed:
        return words(
            phrase("near_misses" if near else "misses").headline, names=names.listed(missed), number=len(missed)
        )
    # A weapon's roll without a strike, as at the end of a save.
    for roll in segment.rolls(vocabulary.SPECIAL_ATTACK)[-1:]:
        if (
            roll.plane is not None
            and roll.result is not None
            and roll.result["result"] == vocabulary.StrikeOutcome.MISS
        ):
            name = _plane(segment.events, segment.last, roll.plane)
            return words(phrase("misses").headline, names=name, number=1)
    return ""


def _shots(segment: Segment) -> str:
    states: dict[str, str] = {}
    for index in range(segment.first, segment.last):
        event = segment.events[index]
        if isinstance(event, events.Fire | events.Support):
            name = _plane(segment.events, index, event.plane)
            states[name] = event.state if shot_of(event).is_hit else states.get(name, "")
        elif (
            isinstance(event, Roll)
            and event.purpose in (vocabulary.GUNNERY, vocabulary.SUPPORT)
            and event.plane is not None
        ):
            states.setdefault(_plane(segment.events, index, event.plane), "")
    harmed = {name for name, state in states.items() if state not in {"", UNDAMAGED}}
    if segment.change > 0:
        states = {name: states[name] for name in states if name in harmed}
    elif segment.change < 0:
        states = {name: state for name, state in states.items() if name not in harmed}
    done = [
        f"{name} {'hit but undamaged' if state == UNDAMAGED else names.PLANE_STATES[state]}"
        for name, state in states.items()
        if state
    ]
    if done or not states:
        return names.title_case(names.listed(done))
    return words(phrase("no_hits").headline, planes=names.listed(list(states)))


def _maneuvered(segment: Segment) -> str:
    for roll in segment.rolls(vocabulary.MANEUVER):
        worked = roll.result is not None and next(iter(roll.result.fields.values())) is True
        if segment.change and worked != (segment.change > 0):
            continue
        return words(phrase("maneuver_succeeds" if worked else "maneuver_fails").headline)
    return ""


def _coming(segment: Segment) -> str:
    for index in range(segment.first, segment.last):
        event = segment.events[index]
        if isinstance(event, Roll) and event.purpose is vocabulary.RAID and event.actor != "night":
            # What comes of the roll: at night half of the planes.
            after = (later for later in segment.events[index:] if later.phase == event.phase)
            event = next((later for later in after if isinstance(later, events.Raid)), event)
        if isinstance(event, events.WaveBegun):
            types = [safe(plane["type"]) for plane in event.planes]
            planes = names.listed([names.count(types.count(kind), kind) for kind in dict.fromkeys(types)])
            return words(phrase("wave").headline, planes=planes)
        if isinstance(event, events.Raid) and event.planes:
            return log_text(event, segment.tables)
        if isinstance(event, events.Raid) or (
            isinstance(event, events.Note) and event.topic == vocabulary.RemarkTopic.NOBODY_COMES
        ):
            return "" if segment.change < 0 else words(phrase("no_raid").headline)
    return ""


def _damage(segment: Segment) -> list[str]:
    harm = harm_of(segment.of(events.Damage, events.Crew, events.Loss))
    return damage_list(msgspec.structs.replace(harm, entries=tuple(filter(_tells, harm.entries))), segment.tables)


def _tells(entry: HarmEntry) -> bool:
    """Whether damage can explain a change of the chance: not what is used up or varies without a hit."""
    return not isinstance(entry, TrackLoss) or entry.track not in SUPPLIES


def _supplies(segment: Segment) -> str:
    """Fuel, ammunition and morale that were lost, if there is nothing else and the chance did not rise."""
    harm = harm_of(segment.of(events.Loss))
    fallen = (loss for loss in harm.entries if isinstance(loss, TrackLoss) and loss.left < loss.first)
    lost = msgspec.structs.replace(harm, entries=() if segment.change > 0 else tuple(fallen))
    return names.title_case(", ".join(damage_list(lost, segment.tables)))


def _hull_lost(segment: Segment) -> str:
    if not segment.rolls(vocabulary.HULL_LOSS):
        return ""
    lost = ", ".join(_damage(segment))
    if segment.change and bool(lost) != (segment.change < 0):
        return ""
    return words(phrase("hull_lost" if lost else "no_hull_lost").headline, **({"lost": lost} if lost else {}))


def _repairs(segment: Segment) -> str:
    jobs = segment.of(events.Control)
    done = {job.job: job for job in jobs if job.success}
    failed = dict.fromkeys(safe(names.item_words(segment.tables, job.job)) for job in jobs if job.job not in done)
    parts: list[str] = []
    if segment.change >= 0:
        parts += [safe(clause) for clause in repair_clauses(done.values(), segment.tables)]
    if segment.change <= 0:
        parts += _damage(segment)[:MOST_DAMAGE]
        parts += [words(phrase("not_repaired").headline, jobs=names.listed(list(failed)))] if failed else []
    return words(phrase("damage_control").headline, parts=", ".join(parts)) if parts else ""


def _day(segment: Segment) -> str:
    ends = segment.of(events.TurnEnd) if segment.change >= 0 else []
    return words(phrase("day_over").headline, day=names.short_date(ends[0].date)) if ends else ""


def _rolled(segment: Segment, points: Mapping[str, float], change: float) -> str:
    """Rolls, if there is nothing else to report: a crew by the officer who matters most, the rest individually."""
    # Help that was less than usual.
    only = "only" if change < 0 else ""
    # Chart 8-1 sends larger raids against ships with support, radar and a team; chart 22 does not.
    kikusui = any(isinstance(event, events.Raid) and event.kikusui for event in segment.events)
    raids = "" if kikusui or not change else SMALLER if change > 0 else LARGER
    rolls = [roll for roll in segment.of(Roll) if roll.result is not None]
    crew = [roll for roll in rolls if roll.purpose is vocabulary.CREW]
    fighters = [roll for roll in rolls if roll.purpose is vocabulary.COVERAGE]
    texts = [
        _begun(roll, only, raids) or _roll(roll, segment.tables)
        for roll in rolls
        if roll.purpose not in (vocabulary.CREW, vocabulary.COVERAGE)
    ]
    if fighters:
        texts.append(_air_patrol(fighters, only))
    if len(texts) > MOST_ROLLS and change:
        return ""
    if len(texts) > MOST_ROLLS:
        texts = [*texts[:MOST_ROLLS], f"{len(texts) - MOST_ROLLS} more"]
    return "; ".join([*texts, *([_crew(crew, segment.of(events.Crew), segment.tables, points)] if crew else [])])


def _begun(roll: Roll, only: str, raids: str) -> str:
    """What a day or a phase begins with, by its roll: station, team, support, radar, weather; else empty.

    ``only`` comes before the number of support ships, unless they draw larger raids; ``raids`` are LARGER or SMALLER,
    empty if that is not known.
    """
    drawn, spared = (raids if raids == each else "" for each in (LARGER, SMALLER))
    fields = roll.result.fields if roll.result is not None else {}
    if roll.purpose is vocabulary.STATION and len(stations := fields.get("stations") or [fields.get("station")]) == 1:
        return words(phrase("station_assigned").headline, station=stations[0]) if stations[0] else ""
    if roll.purpose is vocabulary.WEATHER and "weather" in fields:
        return words(phrase("weather", fields["weather"]).headline)
    if roll.purpose not in HELP:
        return ""
    field, row, none = HELP[roll.purpose]
    if not fields[field]:
        return words(phrase(none).headline, raids=spared)
    more = {"markers": fields[field], "only": "" if drawn else only} if field == "markers" else {}
    return words(phrase(row).headline, raids=drawn, **more)


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
    parts = names.listed([f"{markers[base]} {base}" for base in BASES if markers[base]])
    return words(phrase("air_patrol").headline, fighters=markers.total(), parts=parts, only=only)


def _roll(roll: Roll, tables: Tables) -> str:
    return f"{names.title_case(subject_of(roll, tables)).rstrip('?')}: {result_of(roll)}"


def _crew(rolls: Sequence[Roll], aboard: Sequence[events.Crew], tables: Tables, points: Mapping[str, float]) -> str:
    if len(rolls) == 1:
        return _roll(rolls[0], tables)
    matters = max(aboard, key=lambda event: abs(points.get(event.post, 0.0) * event.value), default=None)
    if matters is not None and points.get(matters.post, 0.0) * matters.value:
        name = safe(matters.name.rsplit(" ", 1)[-1])
        return words(
            phrase("officer_matters").headline, post=names.POST_NAMES[matters.post], name=name, value=matters.value
        )
    values = sum(roll.result["value"] or 0 for roll in rolls if roll.result is not None)
    return words(phrase("crew_aboard").headline, values=values)


def _plane(happened: Sequence[Event], index: int, plane: int) -> str:
    """A plane by type and number: ``Val (plane 2)``."""
    begun = next((event for event in reversed(happened[:index]) if isinstance(event, events.WaveBegun)), None)
    kind = safe(begun.planes[plane]["type"]) if begun is not None and plane < len(begun.planes) else ""
    return f"{kind} ({names.plane_name(plane)})" if kind else names.title_case(names.plane_name(plane))


def _spared(segment: Segment) -> str:
    """What did not happen over several phases or waves; empty for less."""
    rolls = segment.of(Roll)
    if len({(roll.phase, roll.wave) for roll in rolls if roll.wave is not None or roll.purpose is vocabulary.RAID}) < 2:
        return ""
    waves, dates = segment.of(events.WaveBegun), {roll.phase[:10] for roll in rolls}
    days = len(dates) if len(dates) > 1 else None
    if not waves and not any(roll.wave for roll in rolls):
        return words(phrase("no_raid_for").headline, days=days)
    hits = sum(not impact.near for impact in _impacts(segment))
    planes = sum(len(wave.planes) for wave in waves)
    if not planes:
        return ""
    return words(phrase("waves_met").headline, planes=planes, waves=len(waves), hits=hits)


#: The functions for the sentence, the most important first: of what went badly, well, or neither.
BADLY = (_lost, _struck, _exploded, _left)
WELL = (_relieved, _missed, _shots, _maneuvered)
REST = (_coming, _hull_lost, _repairs, _day)
