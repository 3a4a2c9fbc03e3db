"""Deck fires that start and grow (rules 6)."""

from __future__ import annotations

from collections.abc import Sequence

from picket_duty.book import ids
from picket_duty.book.vocabulary import DamageEffect, Reason
from picket_duty.events import Damage, Event, PhaseBegun
from picket_duty.rules import anchorage
from picket_duty.rules.play import Play, Procedure


def light_deck_fire(play: Play, section: str) -> Procedure[None]:
    """Start a deck fire or raise its level; past the last level it is out of control (rules 6)."""
    numbers = play.tables.numbers
    fires = play.ship.deck_fires
    level = fires.get(section, 0)
    fires[section] = level + 1 if level else numbers.deck_fire_start
    if fires[section] > numbers.deck_fire_limit:
        yield from deck_fire_out_of_control(play, section)
        return
    effect = DamageEffect.GROWS if level else DamageEffect.LIT
    play.emit(Damage(section=section, item=ids.DECK_FIRE, effect=effect, points=fires[section]))


def deck_fire_out_of_control(play: Play, section: str) -> Procedure[None]:
    """Keep the fire at its last level and roll on table 16, once per phase (rules 7.5, 9)."""
    play.ship.deck_fires[section] = play.tables.numbers.deck_fire_limit
    again = was_out_of_control(play.events, section)
    play.emit(
        Damage(section=section, item=ids.DECK_FIRE, effect=DamageEffect.OUT_OF_CONTROL, again=again)
    )
    yield from anchorage.force_return(play, Reason.DECK_FIRE)


def was_out_of_control(events: Sequence[Event], section: str) -> bool:
    """Whether the deck fire that burns in a section got out of control earlier in the phase."""
    for event in reversed(events):
        if isinstance(event, PhaseBegun):
            return False
        if isinstance(event, Damage) and (event.item, event.section) == (ids.DECK_FIRE, section):
            return event.effect == DamageEffect.OUT_OF_CONTROL
    return False
