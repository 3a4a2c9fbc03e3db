"""What happened, told in words: the one teller of events, for the screen, the line mode and the reports.

A line is told from its event alone, so that nothing told can differ from what happened.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable
from typing import Any

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, Fighters, slot_named
from picket_duty.book.vocabulary import DIVE, MEN_SECTIONS, WEATHER, DamageEffect, Sky, StrikeOutcome, Track
from picket_duty.charts.words import day_words
from picket_duty.events import (
    USED,
    BaseEvent,
    Chosen,
    Control,
    Crew,
    Damage,
    Ended,
    Event,
    Fire,
    Leave,
    Loss,
    NewShip,
    Note,
    PhaseBegun,
    Raid,
    Strike,
    Support,
    TurnEnd,
    Undone,
    WaveBegun,
    Weather,
)
from picket_duty.requests import MEN_TO_JOBS, ONE, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import GONE, SHOT_DOWN
from picket_duty.text.names import (
    AT_NOTHING,
    MUST_LEAVE,
    OUTCOMES,
    PLANE_STATES,
    POST_NAMES,
    TRACKS,
    WEAPONS,
    count,
    grouped,
    item_name,
    leave_words,
    listed,
    plane_name,
    plane_number,
    ship_words,
    signed,
    title_case,
    to_come_words,
)
from picket_duty.text.rolls import roll_words, short_sum, tell_roll
from picket_duty.text.spans import Line, Span, line, safe, text_of

#: What a blow does to a thing aboard, as the end of a sentence; other effects are said as they are.
EFFECTS = {
    DamageEffect.HIT: "hit",
    DamageEffect.BURNS: "burns on",
    DamageEffect.EXPLODES: "explodes",
    DamageEffect.LIT: "breaks out",
    DamageEffect.LOST: "lost",
    DamageEffect.SUPERFICIAL: "no new damage",
}
STRIKES = {
    StrikeOutcome.MISS: "misses",
    StrikeOutcome.HIT: "strikes the ship",
    StrikeOutcome.WEAPON: "strikes the ship",
}
#: What is said of one, and of several, whose plane another has destroyed: an AFS marker is spent all the same.
TOO_LATE = ("comes too late and is spent", "come too late and are spent")
NO_TARGET = ("has no target left", "have no target left")
#: A plane that was flamed before: the shot that did it has the credit.
FLAMED_BEFORE, CREDITED_BEFORE = ", already flamed", " (credited when it was flamed)"
#: Ends of a dive that its roll says in full, and weather in which nobody flies.
SPARED = (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS)
NO_FLYING = (Sky.STORM, Sky.TYPHOON)
#: Effects that are no bad news.
HARMLESS = (DamageEffect.SUPERFICIAL,)


def tell(event: Event, tables: Tables) -> Line:
    """An event as a line; empty where there is nothing worth telling."""
    if isinstance(event, Roll):
        return tell_roll(event, tables)
    return TELLERS[type(event)](event, tables)


def event_words(event: Event, tables: Tables) -> str:
    """An event in one line of plain words; an empty text for what the log need not repeat."""
    if isinstance(event, Roll):
        return roll_words(event, tables)
    return text_of(tell(event, tables)).strip()


def repeats_a_roll(event: Event, before: Event | None) -> bool:
    """Whether an event says no more than the roll just before it: a shot or a dive that missed, clear sky or rain."""
    if isinstance(event, Fire | Support):
        return not event.hits and event.state == event.before and not event.again
    if not isinstance(before, Roll):
        return False
    if isinstance(event, Strike):
        return before.purpose is DIVE and not event.weapon and event.outcome in SPARED
    return isinstance(event, Weather) and before.purpose is WEATHER and event.weather not in NO_FLYING


# -- the day and the raid ------------------------------------------------------------


def _phase(event: PhaseBegun, tables: Tables) -> Line:
    station = f", picket station {event.station}" if event.station else ""
    day = day_words(datetime.date.fromisoformat(event.date))
    return line((f"{day}, {event.name} ({event.light}){station}", "title"))


def _weather(event: Weather, tables: Tables) -> Line:
    closed = ", nobody flies" if event.weather in NO_FLYING else ""
    return line(f"Weather: {event.weather}{closed}")


def _raid(event: Raid, tables: Tables) -> Line:
    kind = "Kikusui raid" if event.kikusui else "Raid"
    if not event.planes:
        return line(f"{kind}: no planes")
    half = f", at night half of the {event.rolled} rolled" if event.rolled > event.planes else ""
    return line((f"{kind}: {count(event.planes, 'plane')}", "warn"), half)


def _wave(event: WaveBegun, tables: Tables) -> Line:
    more = f"; to come {to_come_words(event.to_come)}" if event.to_come else ""
    return line((f"Wave {event.number}: ", "title"), ", ".join(map(_plane, event.planes)), (more, "dim"))


def _plane(plane: dict[str, Any]) -> str:
    # A bare number would read as a count.
    number = f"#{plane_number(plane['plane'])}"
    if plane["bearing"] is None:
        return f"{number} {plane['type']} with {WEAPONS[plane['weapon']]}"
    return f"{number} {plane['type']} {plane['bearing']:03d}{plane['altitude']}"


def _chosen(event: Chosen, tables: Tables) -> Line:
    return line((f"{title_case(event.about)}: ", "key"), safe(order_words(event, tables)))


def order_words(event: Chosen, tables: Tables) -> str:
    """The option taken in its own words; who fires at which plane, or how many men go to which job."""
    if event.kind == ONE:
        return event.words or str(event.answer)
    if not event.answer:
        return "nobody"
    if event.kind == MEN_TO_JOBS:
        return ", ".join(f"{count(men, 'man', 'men')} to {item_name(tables, job)}" for job, men in event.answer.items())
    planes: dict[int, list[str]] = {}
    for slot, plane in event.answer.items():
        planes.setdefault(plane, []).append(item_name(tables, slot))
    return "; ".join(f"at {plane_name(plane)}: {grouped(slots)}" for plane, slots in sorted(planes.items()))


# -- the battle ----------------------------------------------------------------------


def _fire(event: Fire | Support, tables: Tables) -> Line:
    """A gun hits, a plane strikes. A plane's state is named where this shot made it so."""
    ace = [Span("; its crew are aces now", "good")] if isinstance(event, Fire) and event.ace else []
    return [*_shot(event, tables), *ace, *line(_held(event, tables))]


def _held(event: Fire | Support, tables: Tables) -> str:
    """Who has no target left by this shot: the order binds him, so that he does not fire in this wave."""
    fighters = [slot for slot in event.held if isinstance(slot_named(slot), Fighters)]
    others = [slot for slot in event.held if slot not in fighters]
    found = ""
    for slots, one, more in ((fighters, *TOO_LATE), (others, *NO_TARGET)):
        if slots:
            names = grouped([safe(item_name(tables, slot)) for slot in slots])
            found += f"; {names} {one if len(slots) == 1 else more}"
    return found


def _shot(event: Fire | Support, tables: Tables) -> Line:
    name, plane = title_case(safe(item_name(tables, event.by))), plane_name(event.plane)
    flamed = FLAMED_BEFORE if event.before == SHOT_DOWN else ""
    if event.state == GONE:
        what = f"finishes {plane} off{CREDITED_BEFORE}" if flamed else f"destroys {plane}"
        return line(f"  {name} ", (what, "good"))
    if event.again:
        return line(f"  {name} hits {plane}{flamed}")
    if not event.hits:
        return line((f"  {name} does no more harm to {plane}{flamed}" if flamed else f"  {name} misses {plane}", "dim"))
    hits = f"  {name}: {count(event.hits, 'hit')} on {plane}"
    if event.state != event.before:
        return line(f"{hits}, ", (PLANE_STATES[event.state], "good"))
    return line(f"{hits}{flamed}")


def tell_shot(roll: Roll, event: Fire | Support, tables: Tables) -> Line:
    """A shot and what came of it in one short line: who at which plane, dice, the sum of the modifiers, the harm.

    The roll is the one that the event followed.
    """
    found = [Span(f"  {safe(event.by)} at {plane_number(event.plane)}: ", "dim"), *short_sum(roll), Span("  ")]
    ace = [Span("; its crew are aces now", "good")] if isinstance(event, Fire) and event.ace else []
    return [*found, *_harm(event), *ace, *line(_held(event, tables))]


def _harm(event: Fire | Support) -> Line:
    """What a shot did to its plane, the state in capitals where this shot made it so."""
    flamed = FLAMED_BEFORE if event.before == SHOT_DOWN else ""
    if event.state == GONE:
        return line(("FINISHED OFF", "good"), CREDITED_BEFORE) if flamed else line(("DESTROYED", "good"))
    if event.again:
        return line(f"hit{flamed}")
    if not event.hits:
        return line(("no more harm" if flamed else "miss", "dim"))
    hits = count(event.hits, "hit")
    if event.state != event.before:
        return line(f"{hits}, ", (PLANE_STATES[event.state].upper(), "good"))
    return line(f"{hits}{flamed}")


def _strike(event: Strike, tables: Tables) -> Line:
    outcome = StrikeOutcome.NEAR_MISS if event.near else event.outcome
    style = {StrikeOutcome.MISS: "good", StrikeOutcome.NEAR_MISS: "warn"}.get(outcome, "bad")
    plane = plane_name(event.plane)
    who = f"The {WEAPONS[event.weapon]} of {plane}" if event.weapon else title_case(plane)
    if outcome == StrikeOutcome.NEAR_MISS:
        return line(("Near miss", style), f" by {who[:1].lower()}{who[1:]}")
    where = f" {event.section}" if event.section else ""
    return line(f"{who} ", (f"{STRIKES[outcome]}{where}", style))


def _damage(event: Damage, tables: Tables) -> Line:
    if event.item == "ship":
        return line(("  The blow sinks her", "bad"))
    style = "plain" if event.effect in HARMLESS else "bad"
    if not event.item:
        return line(("  Superficial damage", style))
    if event.item == DECK_FIRE:
        return line((f"  Deck fire {event.section} {_deck_fire(event)}", style))
    points = f", {count(event.points, 'hit marker')}" if event.points else ""
    what = title_case(safe(item_name(tables, event.item)))
    return line((f"  {what}: {EFFECTS.get(event.effect, event.effect)}{points}", style))


def _deck_fire(event: Damage) -> str:
    if event.effect == DamageEffect.GROWS:
        return f"grows to level {event.points}"
    if event.effect == DamageEffect.LIT:
        return f"breaks out, level {event.points}"
    return f"is {event.effect}: {MUST_LEAVE}"


def _control(event: Control, tables: Tables) -> Line:
    ends = "s" if event.men == 1 else ""
    done, style = (f"succeed{ends}", "good") if event.success else (f"fail{ends}", "bad")
    markers = f", {count(event.markers, 'hit marker')} off, {event.still or 'none'} left" if event.markers else ""
    water = f", flooding falls to {event.flood}" if event.drained else ""
    return line(
        f"  {count(event.men, 'man', 'men')} at {item_name(tables, event.job)} ", (f"{done}{markers}{water}", style)
    )


def _crew(event: Crew, tables: Tables) -> Line:
    post, name = POST_NAMES[event.post], safe(event.name)
    if event.killed:
        return line((f"  The {post} is killed", "bad"), f"; {name} ({signed(event.value)}) takes over")
    return line(f"  {name} is {post} ({signed(event.value)})")


def _loss(event: Loss, tables: Tables) -> Line:
    if not event.points:
        return _no_loss(event)
    if event.track == Track.FLOOD:
        where = f": {item_name(tables, event.cause)}" if event.cause else ""
        end = f"; {MUST_LEAVE}" if event.left >= tables.numbers.flood_limit else ""
        return line("  Flooding rises ", (f"to {event.left}", "bad"), safe(where), end)
    if event.track == Track.MORALE:
        way, style = ("falls", "bad") if event.points > 0 else ("rises", "good")
        return line(f"  Morale {way} ", (f"to {signed(event.left)}", style))
    if event.cause == USED:
        return line(f"  {_track(event.track)}: {event.points} used, {event.left} left")
    cause = f" to the {item_name(tables, event.cause)}" if event.cause else ""
    home = f"; {AT_NOTHING[event.track]}: {MUST_LEAVE}" if event.track in AT_NOTHING and not event.left else ""
    return line(f"  {_track(event.track)}: ", (f"{event.points} lost{cause}", "bad"), f", {event.left} left{home}")


def _no_loss(event: Loss) -> Line:
    """A loss of nothing: told where a track at its end is struck again, or stores were not used."""
    if event.track == Track.HULL:
        return line(("  The hull is at 0 and struck again", "bad"))
    if event.track in (Track.FUEL, Track.AMMUNITION) and event.left:
        return line(f"  No {event.track} used")
    return []


def _track(track: Track) -> str:
    """A track of the ship; men are counted by section."""
    if track in MEN_SECTIONS:
        return f"Repair men {MEN_SECTIONS[track]}"
    return TRACKS[track]


# -- coming and going ------------------------------------------------------------------


def _leave(event: Leave, tables: Tables) -> Line:
    if event.reason == SUNK:
        return line((f"The ship is lost{f': {safe(event.why)}' if event.why else ''}", "bad"))
    back = f"; back on {day_words(datetime.date.fromisoformat(event.until))}" if event.until else ""
    rear = "; she is sent to the rear" if event.rear else ""
    return line((f"She leaves her station: {leave_words(event.reason)}{back}{rear}", "warn"))


def _new_ship(event: NewShip, tables: Tables) -> Line:
    verb = "returns to duty" if event.returning else "takes the duty"
    return line((f"{ship_words(event.name, event.hull)} {verb}", "title"))


def _turn_end(event: TurnEnd, tables: Tables) -> Line:
    day = day_words(datetime.date.fromisoformat(event.date))
    return line((f"End of {day}: {stores_words(event)}", "title"))


def stores_words(event: TurnEnd) -> str:
    """How a ship stands at a day's end."""
    ship = f"hull {event.hull}, maneuver {event.maneuver}, morale {signed(event.morale)}"
    return f"fuel {event.fuel}, ammunition {event.ammunition}, {ship}"


def _undone(event: Undone, tables: Tables) -> Line:
    rolls = event.answers - event.decisions
    parts = [count(event.decisions, "decision")] if event.decisions else []
    return line((f"{listed(parts + ([count(rolls, 'roll')] if rolls else []))} taken back", "dim"))


def _note(event: Note, tables: Tables) -> Line:
    return line(safe(event.text))


def _ended(event: Ended, tables: Tables) -> Line:
    return line((OUTCOMES.get(str(event.summary.get("outcome")), "The game is over"), "title"))


TELLERS: dict[type[BaseEvent], Callable[..., Line]] = {
    PhaseBegun: _phase,
    Weather: _weather,
    Raid: _raid,
    WaveBegun: _wave,
    Chosen: _chosen,
    Fire: _fire,
    Support: _fire,
    Strike: _strike,
    Damage: _damage,
    Control: _control,
    Crew: _crew,
    Loss: _loss,
    Leave: _leave,
    NewShip: _new_ship,
    TurnEnd: _turn_end,
    Undone: _undone,
    Note: _note,
    Ended: _ended,
}
