"""Moments: what makes the tape of a battle stop, each a line across the screen.

``moments_since`` is asked after every answer and looks at nothing but the game: the events that the answer brought and
the request that it led to. It says nothing before the rules let the player know it.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterator
from typing import Any, NamedTuple

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DIVE, RELIEF, SPECIAL_ATTACK, DamageEffect, Sky, Topic, Track
from picket_duty.charts.words import day_words
from picket_duty.events import (
    Damage,
    Event,
    Fire,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    TurnEnd,
    WaveBegun,
    Weather,
)
from picket_duty.facts.fight import in_blow, is_blow
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import UNDAMAGED, Plane, State
from picket_duty.text.fight import Blow, blow_at, harm_words, no_harm
from picket_duty.text.names import (
    AT_NOTHING,
    LEVELS,
    MUST_LEAVE,
    PLANE_STATES,
    WEAPONS,
    count,
    item_name,
    leave_words,
    listed,
    plane_name,
    ship_words,
    title_case,
)
from picket_duty.text.spans import safe

#: Kinds of moments.
RAID, DIVES, STRIKES, NEAR_MISS, EXPLOSION, CRIPPLED, LOST, ACE, LEAVES, RELIEVED, DAY_OVER = (
    "raid", "dive", "strike", "near miss", "explosion", "crippled", "lost", "ace", "leaves", "relief", "day over",
)  # fmt: skip
KINDS = (RAID, DIVES, STRIKES, NEAR_MISS, EXPLOSION, CRIPPLED, LOST, ACE, LEAVES, RELIEVED, DAY_OVER)
#: A phase in which nobody comes: told where a battle is watched alone.
PHASE = "phase"
#: Where a bearing lies, seen from the bridge.
BEARINGS = {
    0: "ahead", 45: "the starboard bow", 90: "the starboard beam", 135: "the starboard quarter", 180: "astern",
    225: "the port quarter", 270: "the port beam", 315: "the port bow",
}  # fmt: skip
#: More bearings than these are not named one by one.
BEARINGS_NAMED = 2


class Headline(NamedTuple):
    """A line across the screen: its kind (of ``KINDS``, or ``PHASE``), a sentence without its full stop, its style."""

    kind: str
    words: str
    style: str


def headlines_since(game: Game, first: int) -> list[Headline]:
    """The moments of the answer given last, in their order: ``first`` is how many events there were before it."""
    if first >= len(game.events):
        return []
    return [*_come(game, first), *_coming(game)]


def _come(game: Game, first: int) -> Iterator[Headline]:
    """What the answer brought; a blow is told when all that follows from it is rolled."""
    events = game.events
    strike = _blow_over(game, first)
    blow = None if strike is None else blow_at(events, strike)
    end = None if strike is None or blow is None else strike + 1 + len(blow.after)
    for number in range(first, len(events) + 1):
        if blow is not None and number == end:
            yield from _blow(blow, game)
        if number < len(events):
            yield from _event(game, events[number])


def _blow_over(game: Game, first: int) -> int | None:
    """The place of the strike whose blow came to its end with the last answer, or None."""
    events, wave = game.events, game.events[first].wave
    if wave is None:
        return None
    for place in range(len(events) - 1, -1, -1):
        if is_blow(events[place]):
            return place if _ends_now(game, place, first) else None
        if place < first and isinstance(events[place], WaveBegun | PhaseBegun):
            return None
    return None


def _ends_now(game: Game, strike: int, first: int) -> bool:
    """Whether the blow of a strike was going on before the last answer and does so no more."""
    events, wave = game.events, game.events[strike].wave
    if not all(in_blow(one, wave) for one in events[strike + 1 : first + 1]):
        return False
    goes_on = all(in_blow(one, wave) for one in events[max(strike, first) + 1 :])
    return not (goes_on and in_blow(game.request, wave))


# -- what is about to happen -----------------------------------------------------------


def _coming(game: Game) -> Iterator[Headline]:
    """A plane about to dive, or to let its weapon go: before the dice."""
    request = game.request
    if not isinstance(request, Roll) or request.plane is None or request.chart.note_id:
        return
    if request.purpose not in (DIVE, SPECIAL_ATTACK):
        return
    plane = next(one for one in game.state.air.planes if one.number == request.plane)
    verb = f"lets its {WEAPONS[plane.weapon]} go at us" if request.purpose is SPECIAL_ATTACK else "dives on us"
    yield Headline(DIVES, f"{safe(plane.type)} {verb}: {', '.join(_about(plane))}", "warn")


def _about(plane: Plane) -> Iterator[str]:
    """Which plane it is, where it comes from, and what fire has made of it."""
    yield plane_name(plane.number)
    if not plane.special:
        yield f"{plane.bearing:03d} {LEVELS[plane.altitude]}"
    if plane.state != UNDAMAGED:
        yield PLANE_STATES[plane.state]


# -- what has happened ------------------------------------------------------------------


def _blow(blow: Blow, game: Game) -> Iterator[Headline]:
    """What a plane or its weapon did to the ship; a near miss that did nothing is no moment."""
    section = blow.strike.section
    harm = ", ".join(harm_words(blow.after, game.tables, section))
    if blow.near:
        if harm:
            yield Headline(NEAR_MISS, f"Near miss by {blow.who}: {harm}", "warn")
        return
    where = f" {section}" if section else ""
    yield Headline(STRIKES, f"{blow.who} strikes us{where}: {harm or no_harm(blow.after)}", "bad")


def _event(game: Game, event: Event) -> Iterator[Headline]:
    """The moment of a single event, if it is one."""
    told = TELLERS.get(type(event))
    if told is not None:
        yield from told(game, event)


def _raid(game: Game, event: Raid) -> Iterator[Headline]:
    """What comes, in how many waves, and from where the first does."""
    air = game.state.air
    if not event.planes or not air.planes:
        return
    kind = "Kikusui raid" if event.kikusui else "Raid"
    first, waves = air.planes, 1 + len(air.waves)
    if first[0].weapon and waves == 1:
        yield Headline(RAID, f"{kind}: {safe(first[0].type)} with {WEAPONS[first[0].weapon]}", "warn")
        return
    among = f" in {waves} waves, first" if waves > 1 else ""
    yield Headline(RAID, f"{kind}: {count(event.planes, 'plane')}{among} from {_where(first)}", "warn")


def quiet_phase(game: Game, first: int) -> Iterator[tuple[int, Headline]]:
    """A phase in which nobody comes: how many events had happened when that was known, and the weather as a moment."""
    for number, event in enumerate(game.events[first:], first + 1):
        nobody = isinstance(event, Note) and event.topic == Topic.NOBODY_COMES
        nobody = nobody or (isinstance(event, Raid) and not event.planes)
        if nobody or (isinstance(event, Weather) and event.weather == Sky.STORM):
            since = [one for one in game.events[:number] if isinstance(one, PhaseBegun | Weather)]
            begun = next(one for one in reversed(since) if isinstance(one, PhaseBegun))
            weather = next((one.weather for one in reversed(since) if isinstance(one, Weather)), "")
            yield number, Headline(PHASE, f"{title_case(begun.name)}, {weather}: nobody comes", "title")


def _where(planes: list[Plane]) -> str:
    """The bearings of some planes, clockwise, as the bridge calls them."""
    bearings = sorted({plane.bearing for plane in planes})
    if len(bearings) > BEARINGS_NAMED:
        return f"{len(bearings)} bearings"
    return listed([BEARINGS[bearing] for bearing in bearings])


def _damage(game: Game, event: Damage) -> Iterator[Headline]:
    """Explosions, and fires out of control."""
    if event.effect == DamageEffect.EXPLODES:
        yield Headline(EXPLOSION, f"{title_case(safe(item_name(game.tables, event.item)))} explodes", "bad")
    if event.item == DECK_FIRE and event.effect == DamageEffect.OUT_OF_CONTROL and not _burnt_before(game, event):
        yield Headline(CRIPPLED, f"Deck fire {event.section} out of control: {_must_leave(game)}", "bad")


def _burnt_before(game: Game, event: Damage) -> bool:
    """Whether a deck fire has been out of control in this phase already."""
    for one in reversed(game.events):
        if isinstance(one, PhaseBegun):
            return False
        if (
            one is not event
            and isinstance(one, Damage)
            and (one.item, one.section, one.effect) == (event.item, event.section, event.effect)
        ):
            return True
    return False


def _must_leave(game: Game) -> str:
    """What a ship that is to go home means; a scenario is lost by it."""
    return "she must leave her station, and the battle is lost" if game.state.scenario else MUST_LEAVE


def _loss(game: Game, event: Loss) -> Iterator[Headline]:
    """A track at its end that sends her home."""
    why = ""
    if event.points and event.track in AT_NOTHING and not event.left:
        why = title_case(AT_NOTHING[event.track])
    elif event.points and event.track == Track.FLOOD and event.left >= game.tables.numbers.flood_limit:
        why = f"Flooding at {event.left}"
    if why:
        yield Headline(CRIPPLED, f"{why}: {_must_leave(game)}", "bad")


def _fire(game: Game, event: Fire) -> Iterator[Headline]:
    if event.ace:
        gun = title_case(safe(item_name(game.tables, event.by)))
        yield Headline(
            ACE, f"{gun} has an ace crew: {count(game.tables.numbers.ace_planes, 'plane')} to its credit", "good"
        )


def _leave(game: Game, event: Leave) -> Iterator[Headline]:
    """She sinks, or goes: why, and until when."""
    if event.reason == SUNK:
        lost = _sunk(game.state)
        why = f": {safe(event.why)}" if event.why else ""
        yield Headline(LOST, f"{lost} is lost{why}", "bad")
        return
    back = f", back on {day_words(datetime.date.fromisoformat(event.until))}" if event.until else ""
    yield Headline(LEAVES, f"She leaves her station: {leave_words(event.reason)}{back}", "warn")


def _sunk(state: State) -> str:
    """The ship lost last: where another has taken the duty already, it stands among those lost."""
    ship = state.ship if state.ship.fate == SUNK or not state.lost else state.lost[-1]
    return ship_words(ship.name, ship.hull_number)


def _new_ship(game: Game, event: NewShip) -> Iterator[Headline]:
    verb = "is back on duty" if event.returning else "takes the duty"
    yield Headline(RELIEVED, f"{ship_words(event.name, event.hull)} {verb}", "good")


def _roll(game: Game, roll: Roll) -> Iterator[Headline]:
    if roll.purpose is RELIEF and roll.result is not None and roll.result["relieved"]:
        yield Headline(RELIEVED, "Relief has come", "good")


def _turn_end(game: Game, event: TurnEnd) -> Iterator[Headline]:
    yield Headline(DAY_OVER, f"End of {day_words(datetime.date.fromisoformat(event.date))}", "title")


TELLERS: dict[type, Callable[[Game, Any], Iterator[Headline]]] = {
    Raid: _raid,
    Damage: _damage,
    Loss: _loss,
    Fire: _fire,
    Leave: _leave,
    NewShip: _new_ship,
    TurnEnd: _turn_end,
    Roll: _roll,
}
