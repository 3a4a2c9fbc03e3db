"""The damage to the ship and her crew.

A damage sum is that of damage and casualties in an impact, a wave, a phase or a day.
"""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from picket_duty import events
from picket_duty.book import vocabulary
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DamageEffect, Track
from picket_duty.events import Event

#: Effects without damage, and a growing deck fire, which is not new damage.
HARMLESS = (DamageEffect.SUPERFICIAL, DamageEffect.GROWS)
#: Tracks whose loss is not damage: stores used, morale, and counterflooding.
NO_HARM = (Track.FUEL, Track.AMMUNITION, Track.MORALE, Track.COUNTERFLOODING)


class Killed(msgspec.Struct, frozen=True):
    """An officer or chief who was killed, by name if known, and the successor; ``event`` has the
    successor's value.
    """

    post: str
    name: str
    successor: str
    event: events.Crew


Consequence = events.Damage | events.Loss | Killed | events.Note


def is_out_of_control(event: Consequence | Event) -> bool:
    """Whether a deck fire gets out of control."""
    return isinstance(event, events.Damage) and event.effect == DamageEffect.OUT_OF_CONTROL


def forces_return(event: Consequence | Event, flood_limit: int) -> bool:
    """Whether table 16 is rolled just after an event, on station: after a deck fire got out of
    control, or flooding reached its limit.
    """
    if isinstance(event, events.Loss):
        # The flood track goes up: what is ``left`` on it is the flooding.
        return event.track == vocabulary.Track.FLOOD and event.left >= flood_limit
    return is_out_of_control(event)


def is_damage(event: Consequence) -> bool:
    """Whether an event harmed the ship or her crew. Day pages and their contents use this
    definition.
    """
    if isinstance(event, events.Damage):
        return event.effect not in HARMLESS
    if isinstance(event, events.Loss):
        return event.points > 0 and event.track not in NO_HARM
    return isinstance(event, Killed)


class MenLost(msgspec.Struct, frozen=True):
    """Men of a repair party killed or wounded in a section."""

    section: str
    men: int


class TrackLoss(msgspec.Struct, frozen=True):
    """The losses of a track by some events: the level before the first of them (``first``) and
    after the last (``left``), and the sum of their ``points``. On the flood track, which rises,
    ``first`` means nothing.
    """

    track: Track
    first: int
    left: int
    points: int


DamageEntry = events.Damage | TrackLoss | MenLost | Killed


class DamageSum(msgspec.Struct, frozen=True):
    """The damage by some events, one entry for each thing as it is at the end; ``touched`` is
    whether one of the hits changed nothing.
    """

    entries: tuple[DamageEntry, ...]
    touched: bool = False

    @property
    def men(self) -> int:
        """Men of the repair parties killed or wounded."""
        return sum(entry.men for entry in self.entries if isinstance(entry, MenLost))


def damage_of(happened: Iterable[Consequence | Event]) -> DamageSum:
    """The damage to the ship by some events or facts. A superficial hit, or one on a deck fire that
    was out of control before, changes nothing: it only counts as ``touched``.
    """
    entries: dict[str, DamageEntry] = {}
    touched = False
    for event in happened:
        if isinstance(event, events.Damage):
            changes_nothing = event.again or event.effect == DamageEffect.SUPERFICIAL
            touched = touched or changes_nothing
            if event.item and not changes_nothing:
                # A deck fire is one of its section; an explosion is apart from other damage to its
                # compartment.
                part = event.section if event.item == DECK_FIRE else ""
                exploded = not part and event.effect == DamageEffect.EXPLODES
                entries[f"{event.item} {part}{exploded}"] = event
        elif isinstance(event, Killed):
            entries[event.post] = event
        elif isinstance(event, events.Crew) and event.killed:
            entries[event.post] = Killed(event.post, name="", successor=event.name, event=event)
        elif isinstance(event, events.Loss) and event.points:
            entries[event.track] = _track(event, entries.get(event.track))
    return DamageSum(tuple(entries.values()), touched)


def _track(event: events.Loss, before: DamageEntry | None) -> TrackLoss | MenLost:
    """A loss added to the entry of its track ``before``, if there is one."""
    if event.track in vocabulary.MEN_SECTIONS:
        men = before.men if isinstance(before, MenLost) else 0
        return MenLost(vocabulary.MEN_SECTIONS[event.track], men + event.points)
    first = event.left + event.points
    points = event.points
    if isinstance(before, TrackLoss):
        first = before.first
        points = before.points + points
    return TrackLoss(event.track, first, event.left, points)
