"""The wave card: the planes of a wave and their fates, the damage to the ship, and a comparison with the odds.

The card is due when the fight of the wave is over, before its damage control. The cards of a game add up to its
records.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence

from picket_duty.book import Tables
from picket_duty.book.effects import DeadInWater
from picket_duty.book.vocabulary import Track
from picket_duty.events import Loss
from picket_duty.facts import Fate, Impact, PlaneReport, TrackLoss, WaveReport, harm_of, live_facts
from picket_duty.game import Game
from picket_duty.text.battle import format_shooter, impact_fields, impact_row
from picket_duty.text.names import (
    WEAPONS,
    listed,
    part_of_ship,
    plane_name,
    title_case,
)
from picket_duty.text.phrases import cases, phrase, say, words
from picket_duty.text.styled_text import Line, Span, line, text_of

#: Tracks with a line of their own.
TRACKS = (Track.HULL, Track.MANEUVER, Track.FUEL)


def card_due(game: Game, first: int) -> WaveReport | None:
    """The wave whose fight ended with the last answer: its card is due; ``first`` is the number of events before it."""
    return live_facts(game).fight_over(first) if first < len(game.events) else None


def card_lines(wave: WaveReport, tables: Tables, damage_first: bool = False) -> list[Line]:
    """The lines of a card, not wrapped: planes, credit, each impact, the tracks, expected hits.

    With ``damage_first``, the credit comes last.
    """
    credit = _credit(wave, tables)
    lines = [_head(wave), *([] if damage_first else credit)]
    for impact in wave.impacts:
        lines += [_impact(impact, tables), *_why_dead(impact, tables)]
    last = _tracks(wave)
    if wave.expected is not None:
        luck = say(phrase("expected_strikes").card, expected=f"{wave.expected:.2f}", hits=wave.strikes)
        last += [*line(". " if last else ""), *luck]
    return [*lines, *([last] if last else []), *(credit if damage_first else [])]


def card_brief(wave: WaveReport) -> str:
    """The first line of a card, as a headline."""
    return text_of(_head(wave))


def over_line(wave: WaveReport) -> Line:
    """The line of the event log for a wave that is over."""
    return [*_head(wave), *([] if wave.strikes else say(phrase("no_strikes").log))]


def _head(wave: WaveReport) -> Line:
    waves = wave.waves if wave.waves > 1 else None
    head = say(phrase("wave").card, number=wave.number, waves=waves, planes=len(wave.planes))
    return [*head, *_fates(wave)]


def card_text(wave: WaveReport, tables: Tables) -> list[str]:
    """The lines of a card as plain text."""
    return [text_of(spans) for spans in card_lines(wave, tables)]


def _fates(wave: WaveReport) -> Line:
    spans = _fate_of_one(wave) if len(wave.planes) == 1 else _counted_fates(wave)
    weapons = sum(not impact.near and impact.by_weapon for impact in wave.impacts)
    if weapons:
        spans += say(phrase("weapons_struck").card, number=weapons)
    near = Counter(WEAPONS[impact.weapon] for impact in wave.impacts if impact.near and impact.by_weapon)
    for weapon, number in near.items():
        spans += say(phrase("weapons_near").card, number=number, weapon=weapon)
    return spans


def _fate_of_one(wave: WaveReport) -> Line:
    (plane,) = wave.planes
    afire = words(phrase("afire", "one").card) if plane.afire else ""
    return say(phrase("single_fate", wave.fates[plane.number]).card, afire=afire, part="".join(_parts(wave)))


def _counted_fates(wave: WaveReport) -> Line:
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


def _afire(planes: Sequence[PlaneReport], of_them: bool = False) -> str:
    """The number of planes set afire and not splashed, ``of_them`` after other numbers; empty if there are none."""
    afire = sum(plane.afire for plane in planes)
    if not afire:
        return ""
    if afire == len(planes):
        row = {1: phrase("afire", "one"), 2: phrase("afire", "both")}.get(afire, phrase("afire", "all"))
    else:
        row = phrase("afire", "some_of_them") if of_them else phrase("afire", "some")
    return words(row.card, number=afire)


def _parts(wave: WaveReport) -> Counter[str]:
    return Counter(part_of_ship(impact.section) for impact in wave.crashes)


def _credit(wave: WaveReport, tables: Tables) -> list[Line]:
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


def _first_to_burn(wave: WaveReport) -> set[str]:
    return {
        plane.set_afire_by
        for plane in wave.planes
        if plane.set_afire_by and plane.destroyed_by and plane.set_afire_by != plane.destroyed_by
    }


def _shooters(slots: Sequence[str], tables: Tables, first: Collection[str]) -> str:
    """Who is credited, each once, with the number of planes if more than one, unless all planes are one shooter's.

    Those of ``first`` have the credit because they set a plane afire.
    """
    names = [format_shooter(slot, "card", tables) for slot in slots]
    counts, burned = Counter(names), {name for name, slot in zip(names, slots, strict=True) if slot in first}
    several = len(counts) > 1
    rows = {name: phrase("first_to_burn") if name in burned else phrase("credit") for name in counts}
    return listed(
        [
            words(rows[name].card, name=name, number=number if several and number > 1 else None)
            for name, number in counts.items()
        ]
    )


def _impact(impact: Impact, tables: Tables) -> Line:
    return say(impact_row(impact).card, plane=plane_name(impact.plane), **impact_fields(impact, tables))


def _why_dead(impact: Impact, tables: Tables) -> list[Line]:
    """The printed note of the damage chart if the place hit alone cost all maneuver points; else nothing."""
    losses = (entry for entry in impact.harm.entries if isinstance(entry, TrackLoss))
    dead = any(loss.track == Track.MANEUVER and not loss.left for loss in losses)
    chart = tables[f"11/{impact.section}"] if dead and impact.section and not impact.near else None
    if chart is None:
        return []
    places = (cell for cell in chart.cells.values() if cell.fields.get("name") == impact.place)
    place = next((cell for cell in places if any(isinstance(effect, DeadInWater) for effect in cell.effects)), None)
    notes = () if place is None else place.fields["notes"]
    return [say(phrase("chart_note").card, chart=chart.id, letter=note, note=chart.note(note).text) for note in notes]


def _tracks(wave: WaveReport) -> Line:
    said = [entry for impact in wave.impacts for entry in impact.harm.entries]
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


def _was_at_zero(wave: WaveReport) -> bool:
    """Whether chart 14-1 took hull points of a ship that had none left."""
    return any(isinstance(event, Loss) and event.track == Track.HULL and not event.points for event in wave.at_end)
