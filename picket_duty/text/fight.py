"""The fight of a wave read back from its events: which belong to it, what each blow did, and in how few words.

A wave's fight lasts from its first plane identified to the hull points its hits cost; damage control comes after it.
A blow is a plane's dive or its weapon that struck or fell close aboard, with all that followed from it.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import islice, takewhile
from typing import Any

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, StrikeOutcome, Track
from picket_duty.events import Crew, Damage, Event, Loss, Strike, WaveBegun
from picket_duty.facts.fight import in_blow, is_blow
from picket_duty.text.names import POST_NAMES, WEAPONS, count, item_name
from picket_duty.text.spans import safe

#: Effects that leave a thing as it was.
UNHURT = (DamageEffect.SUPERFICIAL,)


class Blow(msgspec.Struct, frozen=True):
    """A plane or its weapon that struck the ship or fell close aboard, and the events that followed from it."""

    strike: Strike
    plane: dict[str, Any]
    after: tuple[Event, ...]

    @property
    def near(self) -> bool:
        """Whether it fell close aboard."""
        return self.strike.near or self.strike.outcome == StrikeOutcome.NEAR_MISS

    @property
    def who(self) -> str:
        """The plane, or its weapon: ``Jill``, ``Jill's torpedo``."""
        kind = safe(self.plane["type"])
        return f"{kind}'s {WEAPONS[self.strike.weapon]}" if self.strike.weapon else kind


def blows_of(events: Sequence[Event]) -> list[Blow]:
    """The blows among the events of a wave, in their order; misses are none."""
    return [blow_at(events, number) for number, event in enumerate(events) if is_blow(event)]


def blow_at(events: Sequence[Event], number: int) -> Blow:
    """The blow of the strike at a place among the events of a game."""
    strike = events[number]
    assert isinstance(strike, Strike)
    begun = next(one for one in reversed(events[:number]) if isinstance(one, WaveBegun))
    after = takewhile(lambda one: in_blow(one, strike.wave), islice(events, number + 1, None))
    return Blow(strike, begun.planes[strike.plane], tuple(after))


# -- what it did, in words ------------------------------------------------------------


def harm_words(events: Iterable[Event], tables: Tables, section: str = "") -> list[str]:
    """What events did to the ship, a few words each; what is in ``section`` does not say so. Empty for nothing."""
    found: dict[str, str] = {}
    before: dict[str, int] = {}
    for event in events:
        if isinstance(event, Damage):
            _enter_damage(found, event, tables, section)
        elif isinstance(event, Loss) and event.points:
            _enter_loss(found, before, event, section)
        elif isinstance(event, Crew) and event.killed:
            found[event.post] = f"{POST_NAMES[event.post]} killed"
    return list(found.values())


def no_harm(events: Iterable[Event]) -> str:
    """How a blow is told that has no harm to tell: what it hit was superficial damage, or it hit nothing."""
    touched = any(isinstance(event, Damage) and event.effect in UNHURT for event in events)
    return "superficial damage" if touched else "no harm done"


def _enter_damage(found: dict[str, str], event: Damage, tables: Tables, section: str) -> None:
    """The last that befell a thing counts."""
    if not event.item or event.effect in UNHURT:
        return
    if event.item == "ship":
        found["ship"] = "she sinks"
    elif event.item == DECK_FIRE:
        where = "" if event.section == section else f" {event.section}"
        level = f"level {event.points}" if event.points else event.effect
        found[f"{DECK_FIRE} {event.section}"] = f"deck fire{where} {level}"
    else:
        said = {DamageEffect.BURNS: "burning on", DamageEffect.EXPLODES: "explodes"}.get(event.effect, event.effect)
        key = f"{event.item} explodes" if event.effect == DamageEffect.EXPLODES else event.item
        name = safe(item_name(tables, event.item)).removesuffix(f" ({section})")
        found[key] = f"{name} {said}"


def _enter_loss(found: dict[str, str], before: dict[str, int], event: Loss, section: str) -> None:
    """A track from what it was to what is left; men by their number, flooding by where it stands."""
    track = event.track
    if track in MEN_SECTIONS:
        lost = before[track] = before.get(track, 0) + event.points
        where = "" if MEN_SECTIONS[track] == section else f" {MEN_SECTIONS[track]}"
        found[track] = f"{count(lost, 'man', 'men')} lost{where}"
    elif track == Track.FLOOD:
        found[track] = f"flooding {event.left}"
    elif track == Track.SFS:
        found[track] = "a support ship lost"
    else:
        first = before.setdefault(track, event.left + event.points)
        dead = ", dead in the water" if track == Track.MANEUVER and not event.left else ""
        found[track] = f"{track} {first} to {event.left}{dead}"
