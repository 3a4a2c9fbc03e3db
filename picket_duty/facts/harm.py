"""What the ship and her crew suffered: what counts as harm, and its sum over a blow, a wave, a phase or a day."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Track
from picket_duty.events import Crew, Damage, Event, Loss, Note

#: Effects of damage that harm nothing, and a deck fire that grows, which is not a new harm.
HARMLESS = (DamageEffect.SUPERFICIAL, DamageEffect.GROWS)
#: Tracks whose loss is not harm to the ship: stores that are used, morale, and water let in on purpose.
NO_HARM = (Track.FUEL, Track.AMMUNITION, Track.MORALE, Track.COUNTERFLOODING)


class Killed(msgspec.Struct, frozen=True):
    """An officer or chief who was killed, by name if it is known, and the successor; ``event`` has their value."""

    post: str
    name: str
    successor: str
    event: Crew


Aftermath = Damage | Loss | Killed | Note


def is_harm(event: Aftermath) -> bool:
    """Whether the ship or her crew suffered by an event: the one definition for the day page and its contents."""
    if isinstance(event, Damage):
        return event.effect not in HARMLESS
    if isinstance(event, Loss):
        return event.points > 0 and event.track not in NO_HARM
    return isinstance(event, Killed)


class MenLost(msgspec.Struct, frozen=True):
    """Repair men killed or wounded in a section."""

    section: str
    men: int


class TrackLoss(msgspec.Struct, frozen=True):
    """A track that went down from ``first`` to ``left``; flooding goes up."""

    track: Track
    first: int
    left: int


class Harm(msgspec.Struct, frozen=True):
    """The sum of what a blow, a wave or a phase did to the ship, one entry for each thing in the order of the events.

    The last that happened to a thing counts. ``touched`` is true if something was hit without harm to it.
    """

    entries: tuple[Damage | TrackLoss | MenLost | Killed, ...]
    touched: bool = False

    @property
    def men(self) -> int:
        """Repair men killed or wounded."""
        return sum(entry.men for entry in self.entries if isinstance(entry, MenLost))


def harm_of(events: Iterable[Aftermath | Event]) -> Harm:
    """The sum of what some events, or what facts made of them, did to the ship."""
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
    """What identifies the thing hit; an explosion stands beside what else happened to its room."""
    if event.item == DECK_FIRE:
        return f"{event.item} {event.section}"
    return f"{event.item} explodes" if event.effect == DamageEffect.EXPLODES else event.item


def _track(event: Loss, before: Damage | TrackLoss | MenLost | Killed | None) -> TrackLoss | MenLost:
    if event.track in MEN_SECTIONS:
        men = before.men if isinstance(before, MenLost) else 0
        return MenLost(MEN_SECTIONS[event.track], men + event.points)
    first = before.first if isinstance(before, TrackLoss) else event.left + event.points
    return TrackLoss(event.track, first, event.left)
