"""Headlines: lines across the screen at which the autoplay of a battle stops.

``headlines_since`` is called after every answer. It uses only the events of the answer and the next
request, so it reveals nothing before the rules let the player know it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from picket_duty.book import Tables
from picket_duty.book.vocabulary import DECLARATION, DIVE, RELIEF, SPECIAL_ATTACK, DamageEffect
from picket_duty.events import Damage, Event, Fire, Leave, Loss, NewShip, Raid, TurnEnd
from picket_duty.facts import Impact, facts_of
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.state import SUNK, UNDAMAGED
from picket_duty.text.english import listed
from picket_duty.text.fact_rows import fact_of, impact_fields, impact_row
from picket_duty.text.names import (
    LEVELS,
    MUST_LEAVE,
    PLANE_STATES,
    WEAPONS,
    item_name,
    plane_name,
    ship_words,
)
from picket_duty.text.phrases import phrase, words
from picket_duty.text.styled_text import safe

#: Kinds of headlines.
RAID = "raid"
DIVES = "dive"
STRIKES = "strike"
NEAR_MISS = "near miss"
EXPLOSION = "explosion"
ACE = "ace"
DECLARES = "declaration"
CRIPPLED = "crippled"
LOST = "lost"
LEAVES = "leaves"
RELIEVED = "relief"
ARRIVES = "arrival"
DAY_OVER = "day over"
KINDS = (
    RAID,
    DIVES,
    STRIKES,
    NEAR_MISS,
    EXPLOSION,
    CRIPPLED,
    DECLARES,
    LOST,
    ACE,
    LEAVES,
    RELIEVED,
    ARRIVES,
    DAY_OVER,
)
#: A phase without an attack; only the speed normal stops at it.
PHASE = "phase"
#: A wave, and the damage control of a phase, in a line where they have no card.
WAVE_OVER = "wave over"
CONTROL_OVER = "control over"
#: Bearings as seen from the bridge.
BEARINGS = {
    0: "ahead",
    45: "the starboard bow",
    90: "the starboard beam",
    135: "the starboard quarter",
    180: "astern",
    225: "the port quarter",
    270: "the port beam",
    315: "the port bow",
}


class Headline(NamedTuple):
    """A line across the screen: kind (one of ``KINDS``, or ``PHASE``, ``WAVE_OVER`` or
    ``CONTROL_OVER``), sentence without a period, style.
    """

    kind: str
    words: str
    style: str


def headlines_since(game: Game, first: int) -> list[Headline]:
    """The headlines of the last answer in order; ``first`` is the number of events before it."""
    if first >= len(game.events):
        return []
    return [*_events(game, first), *_attack_to_come(game)]


def _events(game: Game, first: int) -> Iterator[Headline]:
    """The headlines of the events; that of an impact comes after all its consequences."""
    impact = facts_of(game).impact_over(first)
    for index in range(first, len(game.events) + 1):
        if impact is not None and index == impact.end:
            yield from _impact(impact, game.tables)
        if index < len(game.events):
            yield from _event(game, game.events[index])


def _impact(impact: Impact, tables: Tables) -> Iterator[Headline]:
    """An impact; a near miss without damage has no headline."""
    text = words(impact_row(impact).headline, **impact_fields(impact, tables))
    if not impact.near:
        yield Headline(STRIKES, text, "bad")
    elif impact.damage.entries:
        yield Headline(NEAR_MISS, text, "warn")


def _event(game: Game, event: Event) -> Iterator[Headline]:
    """The headline of an event, if it has one."""
    if isinstance(event, Roll):
        yield from _roll(game, event)
    elif isinstance(event, Raid):
        yield from _raid(game, event)
    elif isinstance(event, Fire):
        if event.ace:
            shooter = safe(item_name(game.tables, event.by))
            planes = game.tables.numbers.ace_planes
            text = words(phrase("ace").headline, shooter=shooter, planes=planes)
            yield Headline(ACE, text, "good")
    elif known := _kind(event):
        fact = fact_of(event, game.tables)
        if fact is not None and fact.row.headline:
            kind, style = known
            fields = fact.fields | _more_fields(game, event, kind)
            yield Headline(kind, words(fact.row.headline, **fields), style)


def _roll(game: Game, roll: Roll) -> Iterator[Headline]:
    if roll.result is None:
        return
    if roll.purpose is DECLARATION:
        if not roll.result["declared"]:
            yield Headline(DECLARES, words(phrase("not_declared").headline), "warn")
            return
        yield Headline(DECLARES, words(phrase("declared").headline), "good")
    if roll.purpose is RELIEF and roll.result["relieved"]:
        yield Headline(RELIEVED, words(phrase("relieved").headline), "good")


def _more_fields(game: Game, event: Event, kind: str) -> dict[str, str]:
    """The fields that depend on the game; another ship may have taken over since."""
    state = game.state
    fields = {"must_leave": MUST_LEAVE}
    if state.scenario:
        fields["must_leave"] = "must leave station and lose the battle"
    if kind == LOST:
        ship = state.ship
        # The next ship has already taken over.
        if ship.fate != SUNK and state.lost:
            ship = state.lost[-1]
        fields["ship"] = ship_words(ship.name, ship.hull_number)
    elif kind == LEAVES:
        ships = (
            day.ship for day in reversed(state.records.daily) if event.phase.startswith(day.date)
        )
        fields["ship"] = next(ships, state.ship.name)
    return fields


def _kind(event: Event) -> tuple[str, str] | None:
    """The kind and style of an event's headline; None if it never has one."""
    match event:
        case Damage(effect=DamageEffect.EXPLODES):
            return EXPLOSION, "bad"
        case Damage() | Loss():
            return CRIPPLED, "bad"
        case Leave(reason=reason):
            return (LOST, "bad") if reason == SUNK else (LEAVES, "warn")
        case NewShip():
            return ARRIVES, "good"
        case TurnEnd():
            return DAY_OVER, "title"
    return None


def _raid(game: Game, event: Raid) -> Iterator[Headline]:
    """The headline of a raid: its planes, and the bearings of the first wave."""
    air = game.state.air
    if not event.planes or not air.planes:
        return
    first = air.planes
    waves = 1 + len(air.waves)
    plane = first[0]
    # Until its wave is identified, only the plane of a special attack (chart 8-2) has its weapon.
    if plane.weapon and waves == 1:
        row = phrase("special_kikusui_raid" if event.kikusui else "special_raid")
        text = words(row.headline, type=safe(plane.type), weapon=WEAPONS[plane.weapon])
    else:
        row = phrase("kikusui_raid" if event.kikusui else "raid")
        among = waves if waves > 1 else None
        bearings = sorted({plane.bearing for plane in first})
        named = f"{len(bearings)} bearings"
        if len(bearings) <= 2:
            named = listed([BEARINGS[bearing] for bearing in bearings])
        text = words(row.headline, planes=event.planes, waves=among, bearings=named)
    yield Headline(RAID, text, "warn")


def _attack_to_come(game: Game) -> list[Headline]:
    """The headline of the dive or special attack that is rolled next, if one is."""
    request = game.request
    # The die of a note belongs to a dive that has had its headline.
    if not isinstance(request, Roll) or request.plane is None or request.chart.note_id:
        return []
    if request.purpose not in (DIVE, SPECIAL_ATTACK):
        return []
    plane = next(plane for plane in game.state.air.planes if plane.number == request.plane)
    row = phrase("releases" if request.purpose is SPECIAL_ATTACK else "dives")
    about = [plane_name(plane.number)]
    if not plane.special:
        about.append(f"{plane.bearing:03d} {LEVELS[plane.altitude]}")
    if plane.state != UNDAMAGED:
        about.append(PLANE_STATES[plane.state])
    fields = {
        "type": safe(plane.type),
        "weapon": WEAPONS.get(plane.weapon, ""),
        "about": ", ".join(about),
    }
    return [Headline(DIVES, words(row.headline, **fields), "warn")]


def quiet_phases(game: Game, first: int) -> Iterator[tuple[int, Headline]]:
    """The phases without an attack: the number of events when that became known, and the
    headline.
    """
    for day in facts_of(game).days:
        for fact in day.phases:
            if fact.quiet_at is not None and fact.quiet_at > first:
                weather = str(fact.weather or "")
                text = words(phrase("quiet_phase").headline, phase=fact.name, weather=weather)
                yield fact.quiet_at, Headline(PHASE, text, "title")
