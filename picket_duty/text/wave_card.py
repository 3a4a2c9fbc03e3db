"""The wave card: the planes of a wave and their fates, the damage to the ship, and a comparison with the odds.

The card is due when the fight of the wave is over, before its damage control. The cards of a game add up to its
records. The module also has the parts of sentences that headlines and cards share.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from picket_duty.book import Tables
from picket_duty.book.effects import DeadInWater
from picket_duty.book.ids import DECK_FIRE, STACK, SupportShip, slot_named
from picket_duty.book.vocabulary import DamageEffect, Track
from picket_duty.events import Damage, Loss
from picket_duty.facts import Blow, Fate, Harm, HarmEntry, Killed, MenLost, Plane, TrackLoss, Wave, harm_of, live_facts
from picket_duty.game import Game
from picket_duty.text.battle import blow_row, damage_row, shooter_row
from picket_duty.text.names import (
    POST_NAMES,
    WEAPONS,
    is_mount,
    item_name,
    listed,
    mounts_words,
    part_of_ship,
    plane_name,
    room_words,
    title_case,
)
from picket_duty.text.phrases import Phrase, cases, phrase, say, words
from picket_duty.text.styled_text import Line, Span, line, safe, text_of


def blow_fields(blow: Blow) -> dict[str, str]:
    """The fields of the row of a blow: plane, weapon, section, and ``part``, the section in Navy terms."""
    section = blow.strike.section
    weapon = WEAPONS.get(blow.weapon, "")
    return {"type": safe(blow.type), "weapon": weapon, "section": section, "part": part_of_ship(section)}


def shooter_fields(slot: str, tables: Tables) -> dict[str, str | int]:
    """The fields of the row of a shooter."""
    shooter = slot_named(slot)
    number = shooter.number if isinstance(shooter, SupportShip) else 0
    return {"item": safe(item_name(tables, slot)), "number": number}


def harm_or_none(blow: Blow, tables: Tables, most: int | None = None) -> str:
    """The damage of a blow, at most ``most`` things; or that the damage was superficial or none."""
    things = harm_words(blow.harm, tables, blow.strike.section)[:most]
    return ", ".join(things) or words((phrase("superficial") if blow.harm.touched else phrase("no_harm")).card)


def harm_words(suffered: Harm, tables: Tables, section: str = "") -> list[str]:
    """Everything that was hit or lost, without the name of ``section``. Empty if there was no damage.

    Mounts of a kind in the same state are one thing: ``20 mm mounts E, F and G destroyed``.
    """
    things: dict[object, list[HarmEntry]] = {}
    for number, entry in enumerate(suffered.entries):
        things.setdefault(_kind_of_mount(entry, tables) or number, []).append(entry)
    return [
        entry_words(same[0], tables, section) if len(same) == 1 else _mounts(same, tables) for same in things.values()
    ]


def _kind_of_mount(entry: HarmEntry, tables: Tables) -> tuple[str, Phrase] | None:
    """The kind of a mount and the row of its damage; None for any other thing."""
    if not isinstance(entry, Damage) or not is_mount(name := item_name(tables, entry.item)):
        return None
    return name.rpartition(" ")[0], harm_row(entry, tables)


def _mounts(same: Sequence[HarmEntry], tables: Tables) -> str:
    """Mounts of a kind in the same state."""
    hit = [entry for entry in same if isinstance(entry, Damage)]
    names = mounts_words([room_words(item_name(tables, entry.item)) for entry in hit])
    return words(harm_row(hit[0], tables).card, item=safe(names))


def entry_words(entry: HarmEntry, tables: Tables, section: str = "") -> str:
    """A thing that was hit or lost, without the name of ``section``."""
    if isinstance(entry, Killed):
        return words(phrase("killed").card, post=POST_NAMES[entry.post])
    if isinstance(entry, MenLost):
        where = "" if entry.section == section else part_of_ship(entry.section)
        return words(phrase("men_lost").card, points=entry.men, where=where)
    if isinstance(entry, TrackLoss) and entry.in_parts:
        return words(phrase("lost_in_parts").card, track=entry.track, points=entry.points, left=entry.left)
    if isinstance(entry, TrackLoss):
        at_end = cases("at_end").get(entry.track) if not entry.left else None
        row = at_end if at_end is not None and at_end.card else phrase("loss", entry.track)
        return words(row.card, first=entry.first, left=entry.left)
    row = harm_row(entry, tables)
    if entry.item == DECK_FIRE:
        where = "" if entry.section == section else part_of_ship(entry.section)
        return words(row.card, where=where, points=entry.points)
    return words(row.card, item=safe(room_words(item_name(tables, entry.item).removesuffix(f" ({section})"))))


def harm_row(event: Damage, tables: Tables) -> Phrase:
    """The row of an event of damage: a stack that is hit does not burn."""
    room = tables.compartments.get(event.item)
    is_stack = room is not None and room.kind == STACK and event.effect == DamageEffect.HIT
    return phrase("stack_hit") if is_stack else damage_row(event)


#: Tracks with a line of their own.
TRACKS = (Track.HULL, Track.MANEUVER, Track.FUEL)


# -- when it is due ------------------------------------------------------------------------


def card_due(game: Game, first: int) -> Wave | None:
    """The wave whose fight ended with the last answer: its card is due; ``first`` is the number of events before it."""
    return live_facts(game).fight_over(first) if first < len(game.events) else None


# -- in words ------------------------------------------------------------------------------


def card_lines(wave: Wave, tables: Tables, damage_first: bool = False) -> list[Line]:
    """The lines of a card, not wrapped: planes, credit, each blow, the tracks, expected hits.

    With ``damage_first``, the credit comes last.
    """
    credit = _credit(wave, tables)
    lines = [_head(wave), *([] if damage_first else credit)]
    for blow in wave.blows:
        lines += [_blow(blow, tables), *_why_dead(blow, tables)]
    last = _tracks(wave)
    if wave.expected is not None:
        luck = say(phrase("expected_strikes").card, expected=f"{wave.expected:.2f}", hits=wave.strikes)
        last += [*line(". " if last else ""), *luck]
    return [*lines, *([last] if last else []), *(credit if damage_first else [])]


def card_brief(wave: Wave) -> str:
    """The first line of a card, as a headline."""
    return text_of(_head(wave))


def over_line(wave: Wave) -> Line:
    """The line of the event log for a wave that is over."""
    return [*_head(wave), *([] if wave.strikes else say(phrase("no_strikes").log))]


def _head(wave: Wave) -> Line:
    """The wave, and its planes by fate."""
    waves = wave.waves if wave.waves > 1 else None
    head = say(phrase("wave").card, number=wave.number, waves=waves, planes=len(wave.planes))
    return [*head, *_fates(wave)]


def card_text(wave: Wave, tables: Tables) -> list[str]:
    """The lines of a card as plain text."""
    return [text_of(spans) for spans in card_lines(wave, tables)]


def _fates(wave: Wave) -> Line:
    """Planes counted by fate, and how many of them were set afire; weapons that hit the ship or fell close aboard."""
    spans = _fate_of_one(wave) if len(wave.planes) == 1 else _counted_fates(wave)
    weapons = sum(not blow.near and blow.by_weapon for blow in wave.blows)
    if weapons:
        spans += say(phrase("weapons_struck").card, number=weapons)
    near = Counter(WEAPONS[blow.weapon] for blow in wave.blows if blow.near and blow.by_weapon)
    for weapon, number in near.items():
        spans += say(phrase("weapons_near").card, number=number, weapon=weapon)
    return spans


def _fate_of_one(wave: Wave) -> Line:
    """The fate of the only plane."""
    (plane,) = wave.planes
    afire = words(phrase("afire", "one").card) if plane.afire else ""
    return say(phrase("single_fate", wave.fates[plane.number]).card, afire=afire, part="".join(_parts(wave)))


def _counted_fates(wave: Wave) -> Line:
    """Several planes counted by fate."""
    spans: Line = []
    fates = wave.fates
    for fate, row in cases("fate").items():
        planes = [plane for plane in wave.planes if fates[plane.number] == fate]
        if planes:
            parts = _parts(wave) if fate == Fate.CRASHED else {}
            several = ", ".join(f"{number} {part}" for part, number in parts.items()) if len(parts) > 1 else ""
            more = "; ".join(filter(None, (several, _afire(planes, bool(several)))))
            part = "" if several else "".join(parts)
            spans += [*line(", " if spans else ": "), *say(row.card, planes=len(planes), part=part, more=more)]
    return spans


def _afire(planes: Sequence[Plane], of_them: bool = False) -> str:
    """The number of planes set afire and not splashed, ``of_them`` after other numbers; empty if there are none."""
    afire = sum(plane.afire for plane in planes)
    if not afire:
        return ""
    if afire == len(planes):
        row = {1: phrase("afire", "one"), 2: phrase("afire", "both")}.get(afire, phrase("afire", "all"))
    else:
        row = phrase("afire", "some_of_them") if of_them else phrase("afire", "some")
    return words(row.card, number=afire)


def _parts(wave: Wave) -> Counter[str]:
    """The parts of the ship that planes crashed into, in the order of the blows, with the number of planes."""
    return Counter(part_of_ship(blow.section) for blow in wave.crashes)


def _credit(wave: Wave, tables: Tables) -> list[Line]:
    """Who splashed planes, and who set others afire: mounts by name, fighters and support ships by their side."""
    credits, fates = wave.shot_down_by, wave.fates
    splashed = [slot for plane, slot in credits.items() if fates[plane] is Fate.SPLASHED]
    afire = [slot for plane, slot in credits.items() if fates[plane] is not Fate.SPLASHED]
    spans: Line = []
    for row, slots in ((phrase("splashed_by"), splashed), (phrase("set_afire_by"), afire)):
        if slots:
            first = _first_to_burn(wave) if slots is splashed else set()
            said = say(row.card, planes=len(slots), credits=_shooters(slots, tables, first))
            spans += [*line("; " if spans else "  "), *said]
    return [spans] if spans else []


def _first_to_burn(wave: Wave) -> set[str]:
    """The shooters that set a plane afire which another splashed."""
    return {
        plane.set_afire_by
        for plane in wave.planes
        if plane.set_afire_by and plane.destroyed_by and plane.set_afire_by != plane.destroyed_by
    }


def _shooters(slots: Sequence[str], tables: Tables, first: Collection[str]) -> str:
    """Who is credited, each once, with the number of planes if more than one, unless all planes are one shooter's.

    Those of ``first`` have the credit because they set a plane afire.
    """
    names = [words(shooter_row(slot).card, **shooter_fields(slot, tables)) for slot in slots]
    counts, burned = Counter(names), {name for name, slot in zip(names, slots, strict=True) if slot in first}
    several = len(counts) > 1
    rows = {name: phrase("first_to_burn") if name in burned else phrase("credit") for name in counts}
    return listed(
        [
            words(rows[name].card, name=name, number=number if several and number > 1 else None)
            for name, number in counts.items()
        ]
    )


def _blow(blow: Blow, tables: Tables) -> Line:
    """A blow: plane, place and damage."""
    plane = plane_name(blow.plane)
    return say(blow_row(blow).card, plane=plane, harm=harm_or_none(blow, tables), **blow_fields(blow))


def _why_dead(blow: Blow, tables: Tables) -> list[Line]:
    """The printed note of the damage chart if the place hit alone cost all maneuver points; else nothing."""
    dead = any(isinstance(entry, TrackLoss) and _is_dead(entry) for entry in blow.harm.entries)
    chart = tables[f"11/{blow.section}"] if dead and blow.section and not blow.near else None
    if chart is None:
        return []
    places = (cell for cell in chart.cells.values() if cell.fields.get("name") == blow.place)
    place = next((cell for cell in places if any(isinstance(effect, DeadInWater) for effect in cell.effects)), None)
    notes = () if place is None else place.fields["notes"]
    return [say(phrase("chart_note").card, chart=chart.id, letter=note, note=chart.note(note).text) for note in notes]


def _is_dead(loss: TrackLoss) -> bool:
    return loss.track == Track.MANEUVER and not loss.left


def _tracks(wave: Wave) -> Line:
    """The tracks that went down, unless a blow says it; how much chart 14-1 took when the dives were over."""
    said = [entry for blow in wave.blows for entry in blow.harm.entries]
    whole = {loss.track: loss for loss in wave.fight_harm.entries if isinstance(loss, TrackLoss)}
    losses = [loss for loss in whole.values() if loss.track in TRACKS and loss not in said]
    tracks = [words(phrase("loss", loss.track).card, first=loss.first, left=loss.left) for loss in losses]
    at_end = harm_of(wave.at_end).entries
    hull = next((loss for loss in at_end if isinstance(loss, TrackLoss) and loss.track == Track.HULL), None)
    spans = [Span(title_case(listed(tracks)), "bad")] if tracks else []
    if hull is not None:
        points, lost = hull.first - hull.left, whole[Track.HULL].first - whole[Track.HULL].left
        crashes = len(wave.crashes)
        part = points if points < lost else ""
        spans += say(phrase("hull_at_end").card, crashes=crashes, part=part, lost=lost)
    elif wave.crashes and Track.HULL not in whole and not wave.lost and not _was_at_zero(wave):
        spans += [*line(". " if spans else ""), *say(phrase("no_hull_at_end").card, crashes=len(wave.crashes))]
    if wave.lost:
        spans += [*line(". " if spans else ""), *say(phrase("sinks").card)]
    elif wave.afloat_rolls:
        rolls = wave.afloat_rolls if wave.afloat_rolls > 1 else None
        spans += [*line(". " if spans else ""), *say(phrase("stays_afloat").card, rolls=rolls)]
    return spans


def _was_at_zero(wave: Wave) -> bool:
    """Whether chart 14-1 took hull points of a ship that had none left."""
    return any(isinstance(event, Loss) and event.track == Track.HULL and not event.points for event in wave.at_end)
