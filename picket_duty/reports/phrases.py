"""What was hit, lost and mended, in the words of the ship's own papers.

Each phrase begins small and has no full stop, so that a report may string several together. The events as the
screen and the line mode tell them are in ``text``; these look back on them.
"""

from __future__ import annotations

from collections.abc import Iterable

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, PUMP, Fighters, SupportShip, parts_of, slot_named
from picket_duty.book.vocabulary import MEN_SECTIONS, DamageEffect, Track
from picket_duty.events import Control, Damage, Loss
from picket_duty.facts import Aftermath, Killed
from picket_duty.reports.dates import number_words, part_of_ship, times
from picket_duty.state import DAMAGED, DESTROYED
from picket_duty.text import POST_NAMES, count, item_name


def phrases(events: Iterable[Aftermath], tables: Tables, figures: bool = False) -> list[str]:
    """Each event as a phrase, the same said once with how often. ``figures`` names markers and levels too.

    What a track came to is said each time: it was something else in between.
    """
    counted: dict[tuple[str, int], int] = {}
    for number, event in enumerate(events):
        text = phrase(event, tables, figures)
        if text:
            key = text, number if isinstance(event, Loss) else -1
            counted[key] = counted.get(key, 0) + 1
    return [f"{text} {times(often)}".strip() for (text, _), often in counted.items()]


def phrase(event: Aftermath, tables: Tables, figures: bool = False) -> str:
    """An event as a phrase, empty where it left no trace."""
    if isinstance(event, Damage):
        return _damage(event, tables, figures)
    if isinstance(event, Loss):
        return _loss(event)
    if isinstance(event, Killed):
        return fallen(event)
    return event.text[:1].lower() + event.text[1:]


def fallen(event: Killed) -> str:
    """An officer or chief who fell, and who took over."""
    name = f", {event.name}," if event.name else ""
    return f"the {POST_NAMES[event.post]}{name} was killed in action and {event.successor} assumed his duties"


def _damage(event: Damage, tables: Tables, figures: bool) -> str:
    if event.effect in (DamageEffect.SUPERFICIAL, DamageEffect.SUNK):
        return ""
    if event.item == DECK_FIRE:
        level = f", level {event.points}" if figures and event.points else ""
        return f"{FIRES[event.effect].format(part_of_ship(event.section))}{level}"
    name = item_name(tables, event.item)
    said = {
        DAMAGED: f"{name} damaged",
        DESTROYED: f"{name} destroyed",
        DamageEffect.HIT: f"{name} hit{'' if _cold(event.item, tables) else ' and set afire'}",
        DamageEffect.BURNS: f"fire in {name} gained ground",
        DamageEffect.FLOODED: f"{name} flooded to quench the fire",
        DamageEffect.EXPLODES: f"{name} blew up",
        DamageEffect.LOST: "power to the gun directors lost",
        DamageEffect.KILLED: f"{name} killed",
        DamageEffect.OUT_OF_ORDER: f"{name} failed",
    }[event.effect]
    marked = event.effect in (DamageEffect.HIT, DamageEffect.BURNS) and figures
    return f"{said}, {count(event.points, 'hit marker')}" if marked else said


FIRES = {
    DamageEffect.LIT: "fire broke out on deck {}",
    DamageEffect.GROWS: "fire on deck {} spread",
    DamageEffect.OUT_OF_CONTROL: "fire on deck {} out of control",
}


def _cold(item: str, tables: Tables) -> bool:
    """Whether a hit sets no fire: a stack."""
    return item in tables.compartments and tables.compartments[item].kind == "stack"


def _loss(event: Loss) -> str:
    if not event.points:
        return ""
    if event.track in MEN_SECTIONS:
        men = f"{number_words(event.points)} repair {'man' if event.points == 1 else 'men'}"
        return f"{men} lost {part_of_ship(MEN_SECTIONS[event.track])}, {number_words(event.left)} left"
    gone, down = TRACKS[event.track]
    left = number_words(event.left) if event.track == Track.SFS else event.left
    return down.format(left) if event.left or not gone else gone


#: A track that a result took from: at its end, and above it.
TRACKS = {
    Track.HULL: ("hull integrity gone", "hull integrity down to {}"),
    Track.MANEUVER: ("ship dead in the water", "maneuvering power down to {}"),
    Track.FUEL: ("no fuel left", "fuel down to {}"),
    Track.AMMUNITION: ("no ammunition left", "ammunition down to {}"),
    Track.SFS: ("one support ship lost, none left", "one support ship lost, {} left"),
    Track.FLOOD: ("", "ship making water, flooding {}"),
    Track.COUNTERFLOODING: ("", "counterflooded, flooding {}"),
}


def shooter(slot: str, tables: Tables) -> str:
    """Who fired: a mount, a support ship, or fighters by where they came from."""
    match slot_named(slot):
        case Fighters(type=kind):
            return FIGHTERS[kind]
        case SupportShip(number=number):
            return f"support ship {number}"
    return item_name(tables, slot)


FIGHTERS = {"carrier": "carrier fighters", "land": "land-based fighters"}


def work(done: Iterable[Control], tables: Tables) -> list[str]:
    """What the repair parties achieved, a phrase a job, and what flooding is down to by it."""
    found = []
    for one in done:
        if one.success:
            found.append(_job(one, tables))
        if one.drained:
            found.append(f"flooding down to {one.flood}")
    return found


def _job(one: Control, tables: Tables) -> str:
    kind = parts_of(one.job).kind
    name = item_name(tables, one.job)
    if kind == DECK_FIRE:
        return f"fire on deck {part_of_ship(one.section)} put out"
    if kind == PUMP:
        return f"{item_name(tables, parts_of(one.job).target)} pumped out"
    if one.markers:
        return f"headway made in {name}" if one.still else f"{name} put right"
    return f"{name} restored"
