"""The win probability in words. After what its points are called comes the main part: a segment of
events in one sentence, which explains a turning point.

The sentence reports the most important thing that happened in the segment, in the words of the log.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Sequence
from itertools import takewhile
from typing import NamedTuple

import msgspec

from picket_duty import events
from picket_duty.book import Tables, vocabulary
from picket_duty.events import Event
from picket_duty.facts import Impact, Observer, ShotResult, count_planes, damage_of, shot_of
from picket_duty.facts.damage import DamageEntry, TrackLoss
from picket_duty.facts.waves import is_impact
from picket_duty.requests import Roll
from picket_duty.state import CAMPAIGN, SUNK, Setup
from picket_duty.text.dates import label_words
from picket_duty.text.english import count, listed, title_case
from picket_duty.text.fact_rows import damage_list, impact_fields, impact_row, shot_row
from picket_duty.text.log import log_words
from picket_duty.text.names import item_name, plane_name
from picket_duty.text.phrases import card_words, phrase, words
from picket_duty.text.roll_results import result_of
from picket_duty.text.rolls import subject_of
from picket_duty.text.styled_text import safe

#: The most that is listed: things damaged by an impact, things that happened, rolls.
MOST_DAMAGE = 3
MOST_DEEDS = 2
MOST_ROLLS = 4
#: Added to a difference that is not significant.
WITHIN = "within the margin of error"
NOT_JUDGED = "not judged yet"
#: Said of a clear change without a cause that can be named.
NO_CAUSE = "No single event stands out"
#: Before what happened, if all of it was bad and the chance rose, or all good and it fell.
COULD_BE_WORSE = "It could have been worse: "
COULD_BE_BETTER = "It could have been better: "
#: Said of rolls that could have sunk her.
AFLOAT = "the ship stays afloat"
#: Results of shots that did nothing new to the plane.
WITHOUT_EFFECT = (ShotResult.MISS, ShotResult.HIT)
#: Tracks that do not explain a change of the chance.
SUPPLIES = (vocabulary.Track.FUEL, vocabulary.Track.AMMUNITION, vocabulary.Track.MORALE)


def chance_name(setup: Setup, stage: int = 0) -> str:
    """What the chance of a game refers to: ``winning``, ``holding the station`` or ``holding stage
    2``.
    """
    if stage:
        return f"holding stage {stage}"
    if setup.kind == CAMPAIGN:
        return "winning"
    return "holding the station"


def points_between(before: float, after: float) -> int:
    """The difference of two probabilities in points, of the rounded values: from 15% to 12% it is
    -3.
    """
    return round(100 * after) - round(100 * before)


def points_words(points: int) -> str:
    """Percentage points with their sign: ``+27``, ``0``."""
    return f"{points:+d}" if points else "0"


def luck_and_orders(
    start: float, end: float, orders: float, error: float, orders_error: float
) -> tuple[tuple[int, bool], tuple[int, bool]]:
    """The points of luck and of decisions, each with whether they are within their margin of error.

    They add up to the difference of the rounded ends. ``error`` is the margin of error of a chance,
    ``orders_error`` that of the decisions: it is smaller, since both orders are played with the
    same dice, and 0 if every decision was doctrine's. Luck is what the decisions leave, so it has
    the error of both.
    """
    ordered = round(100 * orders)
    ordered_within = 0 < orders_error >= abs(orders)
    luck = points_between(start, end) - ordered
    both = math.hypot(error, orders_error)
    luck_within = bool(both) and abs(luck) <= round(100 * both)
    return (luck, luck_within), (ordered, ordered_within)


def time_words(happened: Sequence[Event], first: int, last: int | None = None) -> str:
    """Day, phase and wave of the event at index ``first``, to those of the event at ``last`` as far
    as they differ; empty if there is no event.

    What both share is said once: ``Apr 6, morning, wave 1 to Apr 8, midday``, ``Apr 6, morning,
    wave 1 to wave 2``.
    """
    if first >= len(happened):
        return ""
    begun = _time_parts(happened[first])
    ended = begun if last is None else _time_parts(happened[last])
    pairs = zip(begun, ended, strict=False)
    shared = len([*takewhile(lambda both: both[0] == both[1], pairs)])
    time = ", ".join(begun)
    until = ", ".join(ended[shared:])
    return f"{time} to {until}" if until else time


def _time_parts(event: Event) -> list[str]:
    """Day, phase and wave of an event, as far as it has them."""
    parts = label_words(event.phase).split(", ")
    if event.wave is None:
        return parts
    return [*parts, f"wave {event.wave}"]


class Deed(NamedTuple):
    """Something that happened: its rank, whether it was good for the ship (None: neither), and its
    words.
    """

    rank: int
    is_good: bool | None
    words: str


#: The ranks, the most important first: the ship lost, struck, planes that missed, shots, a raid,
#: damage, repairs.
LOST, STRUCK, MISSED, SHOT, RAID, DAMAGED, REPAIRED = range(7)


def turning_point_words(
    happened: Sequence[Event], first: int, last: int, tables: Tables, change: float = 0.0
) -> str:
    """What happened between two indexes among the events of a game, as a sentence without its
    period.

    ``change`` is that of the chance, 0 if it is not clear. What went well explains a rise, and what
    went wrong a fall; a rise over several phases or waves is explained by their totals. If nothing
    went well, a rise means that less went wrong than usual, and the words say so.
    """
    if change > 0 and _has_several_fights(happened[first:last]):
        return waves_words(happened, first, last)
    deeds = list(_deeds(happened, first, last, tables))
    # Deeds that are neither good nor bad fit any change.
    fitting = [deed for deed in deeds if not change or deed.is_good in (None, change > 0)]
    if fitting:
        return title_case(_foremost(fitting))
    if deeds:
        return f"{COULD_BE_WORSE if change > 0 else COULD_BE_BETTER}{_foremost(deeds)}"
    rolls = _rolls(happened[first:last])
    if change and (not rolls or len(rolls) > MOST_ROLLS):
        return NO_CAUSE
    said = [f"{subject_of(roll, tables).rstrip('?')}: {result_of(roll)}" for roll in rolls]
    return _first_of(list(map(title_case, said)), MOST_ROLLS) or "Nothing happened"


def _foremost(deeds: Sequence[Deed]) -> str:
    """The most important of what happened."""
    rank = min(deed.rank for deed in deeds)
    return _first_of([deed.words for deed in deeds if deed.rank == rank], MOST_DEEDS)


def _first_of(said: Sequence[str], most: int) -> str:
    """The first of some clauses, and the number of the others."""
    first = "; ".join(said[:most])
    if len(said) <= most:
        return first
    return f"{first}; and {count(len(said) - most, 'more event')}"


def _rolls(segment: Iterable[Event]) -> list[Roll]:
    return [event for event in segment if isinstance(event, Roll) and event.result is not None]


def _has_several_fights(segment: Sequence[Event]) -> bool:
    """Whether several phases or waves are fought, and not only the rest of a wave."""
    rolls = _rolls(segment)
    fights = set()
    for roll in rolls:
        if roll.wave is not None or roll.purpose is vocabulary.RAID:
            fights.add((roll.phase, roll.wave))
    begun = any(isinstance(event, events.WaveBegun) for event in segment)
    # If no wave begins in the segment, its rolls of a wave are the rest of one.
    return len(fights) > 1 and (begun or not any(roll.wave for roll in rolls))


def _deeds(happened: Sequence[Event], first: int, last: int, tables: Tables) -> Iterator[Deed]:
    """Everything worth telling between two indexes, in no order: ranks say what matters most."""
    segment = happened[first:last]
    if any(map(_keeps_afloat, segment)):
        yield Deed(STRUCK, is_good=True, words=AFLOAT)
    last_impact = ""
    for impact in _impacts(happened, first, last):
        last_impact, harmed = _struck(impact, tables)
        rank = STRUCK if harmed else MISSED
        yield Deed(rank, is_good=not harmed, words=last_impact)
    for index, event in enumerate(segment, first):
        match event:
            # The last impact sank her.
            case events.Leave(reason=reason) if reason == SUNK and last_impact:
                yield Deed(LOST, is_good=False, words=_sinking_words(last_impact))
            case events.Leave(reason=reason):
                # A ship that comes back may be better off than one that stays.
                is_good = None if event.until else False
                rank = LOST if reason == SUNK else STRUCK
                yield Deed(rank, is_good, log_words(event, tables))
            case events.Strike(outcome=vocabulary.StrikeOutcome.MISS):
                plane = _plane(happened, index, event.plane)
                yield Deed(
                    MISSED, is_good=True, words=words(phrase("dive_missed").log, plane=plane)
                )
            case events.Raid() | events.WaveBegun():
                yield Deed(RAID, None if event.planes else True, log_words(event, tables))
            case events.Note(topic=vocabulary.RemarkTopic.NOBODY_COMES):
                yield Deed(RAID, is_good=True, words=words(phrase("no_raid").headline))
            case events.Control(success=success):
                yield Deed(REPAIRED, success, log_words(event, tables))
    yield from _shots(happened, first, last, tables)
    yield from (
        Deed(DAMAGED, is_good=False, words=thing) for thing in _things_damaged(segment, tables)
    )


def _things_damaged(segment: Sequence[Event], tables: Tables) -> list[str]:
    harm = events.Damage | events.Crew | events.Loss
    damage = damage_of(event for event in segment if isinstance(event, harm))
    told = msgspec.structs.replace(damage, entries=tuple(filter(_tells, damage.entries)))
    return damage_list(told, tables)


def _keeps_afloat(event: Event) -> bool:
    """Whether an event is a roll that could have sunk the ship and did not."""
    if not isinstance(event, Roll) or event.result is None:
        return False
    return event.result.fields.get("sinks") is False


def _impacts(happened: Sequence[Event], first: int, last: int) -> list[Impact]:
    """The impacts that begin between two indexes."""
    if not any(map(is_impact, happened[first:last])):
        return []
    observer = Observer()
    observer.take_all(happened)
    impacts = [impact for wave in observer.waves for impact in wave.impacts]
    return [impact for impact in impacts if first <= impact.begun < last]


def _struck(impact: Impact, tables: Tables) -> tuple[str, bool]:
    """The words of an impact, and whether it did harm."""
    fields = impact_fields(impact, tables, MOST_DAMAGE)
    # The sentence has "Val's Ohka": the number follows the Ohka, not the Val.
    fields["weapon" if impact.by_weapon else "type"] += f" ({plane_name(impact.plane)})"
    harmed = not impact.near or any(map(_tells, impact.damage.entries))
    return words(impact_row(impact).headline, **fields), harmed


def _sinking_words(struck: str) -> str:
    """The loss of the ship after an impact, which may have named it."""
    if card_words("ship_sunk") in struck:
        return struck
    return f"{struck}. {words(phrase('ship_lost').log, why='')}"


def _shots(happened: Sequence[Event], first: int, last: int, tables: Tables) -> Iterator[Deed]:
    """The last shot at each plane that did something to it, and the planes that none did."""
    shots: dict[str, str] = {}
    for index, event in enumerate(happened[first:last], first):
        if not isinstance(event, events.Fire | events.Support):
            continue
        plane = _plane(happened, index, event.plane)
        shots.setdefault(plane, "")
        shot = shot_of(event)
        if shot.result not in WITHOUT_EFFECT:
            shooter = safe(item_name(tables, event.by))
            fields = {"shooter": shooter, "plane": plane, "hits": event.hits, "officer": ""}
            shots[plane] = words(shot_row(shot).log, **fields).strip()
    missed = []
    for plane, text in shots.items():
        if text:
            yield Deed(SHOT, is_good=True, words=text)
        else:
            missed.append(plane)
    if missed:
        yield Deed(
            SHOT, is_good=False, words=words(phrase("no_hits").headline, planes=listed(missed))
        )


def _tells(entry: DamageEntry) -> bool:
    """Whether damage can explain a change of the chance: not what is used up or varies without a
    hit.
    """
    return not isinstance(entry, TrackLoss) or entry.track not in SUPPLIES


def _plane(happened: Sequence[Event], index: int, plane: int) -> str:
    """A plane by type and number: ``Val (plane 2)``."""
    before = reversed(happened[:index])
    begun = next((event for event in before if isinstance(event, events.WaveBegun)), None)
    kind = ""
    if begun is not None and plane < len(begun.planes):
        kind = safe(begun.planes[plane]["type"])
    if kind:
        return f"{kind} ({plane_name(plane)})"
    return title_case(plane_name(plane))


def waves_words(happened: Sequence[Event], first: int = 0, last: int | None = None) -> str:
    """What the waves between two indexes came to: the planes that came, those splashed and the hits
    on the ship.
    """
    observer = Observer()
    observer.take_all(happened)
    end = len(happened) if last is None else last
    waves = [wave for wave in observer.waves if first <= wave.begun < end]
    counts = count_planes(plane for wave in waves for plane in wave.planes)
    if not counts.met:
        return words(phrase("no_raid").headline)
    hits = sum(wave.strikes for wave in waves)
    return words(
        phrase("whole_game").headline,
        planes=counts.met,
        splashed=counts.splashed or "none",
        were="was" if counts.splashed == 1 else "were",
        hits=count(hits, "hit") if hits else "no hits",
    )
