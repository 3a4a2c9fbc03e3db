"""Damage to the ship and casualties: what counts as harm, and its sum over a blow, a wave, a phase or a day."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Track
from picket_duty.events import Crew, Damage, Event, Loss, Note

#: Effects without harm, and a growing deck fire, which is not new harm.
HARMLESS = (DamageEffect.SUPERFICIAL, DamageEffect.GROWS)
#: Tracks whose loss is not harm: stores used, morale, and counterflooding.
NO_HARM = (Track.FUEL, Track.AMMUNITION, Track.MORALE, Track.COUNTERFLOODING)


class Killed(msgspec.Struct, frozen=True):
    """An officer or chief who was killed, by name if known, and the successor; ``event`` has the successor's value."""

    post: str
    name: str
    successor: str
    event: Crew


Aftermath = Damage | Loss | Killed | Note


def is_harm(event: Aftermath) -> bool:
    """Whether an event harmed the ship or her crew. Day pages and their contents use this definition."""
    if isinstance(event, Damage):
        return event.effect not in HARMLESS
    if isinstance(event, Loss):
        return event.points > 0 and event.track not in NO_HARM
    return isinstance(event, Killed)


class MenLost(msgspec.Struct, frozen=True):
    """Men of a repair party killed or wounded in a section."""

    section: str
    men: int


class TrackLoss(msgspec.Struct, frozen=True):
    """A track that fell from ``first`` to ``left``; the flood track rises instead."""

    track: Track
    first: int
    left: int


class Harm(msgspec.Struct, frozen=True):
    """The damage of a blow, a wave or a phase: one entry per thing, in the order of the events.

    The last event counts for each thing. ``touched`` is whether anything was hit without being damaged.
    """

    entries: tuple[Damage | TrackLoss | MenLost | Killed, ...]
    touched: bool = False

    @property
    def men(self) -> int:
        """Men of the repair parties killed or wounded."""
        return sum(entry.men for entry in self.entries if isinstance(entry, MenLost))


def harm_of(events: Iterable[Aftermath | Event]) -> Harm:
    """The damage to the ship by some events, or by the facts made from them."""
    entries: dict[str, Damage | TrackLoss | MenLost | Killed] = {}
    touched = False
    for event in events:
        if isinstance(event, Damage):
            touched = touched or event.effect == DamageEffect.SUPERFICIAL
            if event.item and event.effect != DamageEffect.SUPERFICIAL:
                entries[_key(event)] = event
        elif isinstance(event, Killed):
            entries[event.post] = event
        elif isinstance(event, Crew) and event.killed:
            entries[event.post] = Killed(event.post, "", event.name, event)
        elif isinstance(event, Loss) and event.points:
            entries[event.track] = _track(event, entries.get(event.track))
    return Harm(tuple(entries.values()), touched)


def _key(event: Damage) -> str:
    """What identifies the thing hit; an explosion is separate from other damage to its compartment."""
    if event.item == DECK_FIRE:
        return f"{event.item} {event.section}"
    return f"{event.item} explodes" if event.effect == DamageEffect.EXPLODES else event.item


def _track(event: Loss, before: Damage | TrackLoss | MenLost | Killed | None) -> TrackLoss | MenLost:
    if event.track in MEN_SECTIONS:
        men = before.men if isinstance(before, MenLost) else 0
        return MenLost(MEN_SECTIONS[event.track], men + event.points)
    first = before.first if isinstance(before, TrackLoss) else event.left + event.points
    return TrackLoss(event.track, first, event.left)
