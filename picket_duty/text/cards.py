"""The card of a wave, shown when its fight is over."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

from picket_duty import facts
from picket_duty.book import Tables
from picket_duty.book.vocabulary import (
    DamageEffect,
    Track,
)
from picket_duty.events import (
    Damage,
    Loss,
)
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.text.english import listed, ordinal_words, title_case
from picket_duty.text.fact_rows import impact_fields, impact_row, shooter_words
from picket_duty.text.names import (
    WEAPONS,
    item_name,
    part_of_ship,
    plane_name,
    things_words,
)
from picket_duty.text.phrases import card_line, card_words, cases, phrase, say, words
from picket_duty.text.styled_text import Line, Span, line, text_of

#: Tracks with a line of their own.
TRACKS = (Track.HULL, Track.MANEUVER, Track.FUEL)


def card_due(game: Game, first: int) -> facts.WaveReport | None:
    """The wave whose fight ended with the last answer: its card is due; ``first`` is the number of
    events before it.
    """
    if first < len(game.events):
        return facts_of(game).fight_over(first)
    return None


def card_lines(wave: facts.WaveReport, tables: Tables, order_first: bool = False) -> list[Line]:
    """The lines of a card, not wrapped. With ``order_first``, for a screen with little room, the
    captain's order follows the tracks in one line, and the credit comes last.
    """
    cost = _tracks(wave)
    if not wave.order and wave.expected is not None:
        expected = f"{wave.expected:.2f}"
        cost.append(card_line("expected_strikes", expected=expected, hits=wave.strikes))
    impacts = _impacts(wave, tables)
    credit = _credit(wave, tables)
    if order_first:
        if wave.order:
            cost.append([Span(" ".join(wave.order), "key")])
        return [_head(wave), *_lines(_joined(cost)), *impacts, *_lines(credit)]
    orders = [line((sentence, "key")) for sentence in wave.order]
    return [_head(wave), *_lines(credit), *impacts, *_lines(_joined(cost)), *orders]


def _joined(sentences: list[Line]) -> Line:
    """Sentences in one line; a single one needs no period."""
    if not sentences[1:]:
        return [span for sentence in sentences for span in sentence]
    spans: Line = []
    for sentence in sentences:
        end = "" if text_of(sentence).endswith(".") else "."
        spans += [Span(" " if spans else ""), *sentence, Span(end)]
    return [span for span in spans if span.text]


def _lines(spans: Line) -> list[Line]:
    """A line that is left out if it is empty."""
    return [spans] if spans else []


def _impacts(wave: facts.WaveReport, tables: Tables) -> list[Line]:
    """The impacts, then the mounts destroyed whose captains are known."""
    lines = []
    for impact in wave.impacts:
        fields = impact_fields(impact, tables)
        fields["plane"] = plane_name(impact.plane)
        lines.append(say(impact_row(impact).card, **fields))
    for event in wave.consequences:
        if not isinstance(event, Damage) or event.effect != DamageEffect.DESTROYED:
            continue
        if event.item in wave.gunners:
            mount = item_name(tables, event.item)
            captain, _ = wave.gunners[event.item]
            lost = card_words("mount_lost", mount=mount, captain=captain)
            lines.append(line("  ", (lost, "bad")))
    return lines


def card_brief(wave: facts.WaveReport) -> str:
    """The first line of a card, as a headline."""
    return text_of(_head(wave))


def over_line(wave: facts.WaveReport) -> Line:
    """The line of the event log for a wave that is over."""
    if wave.strikes:
        return _head(wave)
    return [*_head(wave), *say(phrase("no_strikes").log)]


def plain_card_lines(wave: facts.WaveReport, tables: Tables) -> list[str]:
    """The lines of a card as plain text."""
    return [text_of(spans) for spans in card_lines(wave, tables)]


def _head(wave: facts.WaveReport) -> Line:
    """The first line of a card: the planes by fate, then the weapons that hit or fell close."""
    waves = wave.waves if wave.waves > 1 else None
    spans = card_line("wave", number=wave.number, waves=waves, planes=len(wave.planes))
    if len(wave.planes) == 1:
        (plane,) = wave.planes
        afire = card_words("afire", "one") if plane.afire else ""
        row = phrase("single_fate", wave.fates[plane.number])
        spans += say(row.card, afire=afire, part="".join(_parts(wave)))
    else:
        spans += _counted_fates(wave)
    weapons = [impact for impact in wave.impacts if impact.by_weapon]
    if struck := sum(not impact.near for impact in weapons):
        spans += card_line("weapons_struck", number=struck)
    near = Counter(WEAPONS[impact.weapon] for impact in weapons if impact.near)
    for weapon, number in near.items():
        spans += card_line("weapons_near", number=number, weapon=weapon)
    return spans


def _counted_fates(wave: facts.WaveReport) -> Line:
    """Several planes by fate, with the part of the ship that they crashed into."""
    spans: Line = []
    fates = wave.fates
    for fate, row in cases("fate").items():
        planes = [plane for plane in wave.planes if fates[plane.number] == fate]
        if not planes:
            continue
        parts = _parts(wave) if fate == facts.Fate.CRASHED else {}
        part = next(iter(parts)) if len(parts) == 1 else ""
        more = _fates_note(planes, parts)
        spans += line(", " if spans else ": ")
        spans += say(row.card, planes=len(planes), part=part, more=more)
    return spans


def _fates_note(planes: Sequence[facts.PlaneReport], parts: Mapping[str, int]) -> str:
    """How many planes crashed into each of several ``parts``, and how many are afire."""
    if len(parts) < 2:
        return _afire(planes, "some")
    several = ", ".join(f"{number} {part}" for part, number in parts.items())
    afire = _afire(planes, "some_of_them")
    return f"{several}; {afire}" if afire else several


def _afire(planes: Sequence[facts.PlaneReport], some: str) -> str:
    """How many of the planes are afire, in the wording ``some`` if not all are."""
    burning = sum(plane.afire for plane in planes)
    if not burning:
        return ""
    case = some
    if burning == len(planes):
        case = {1: "one", 2: "both"}.get(burning, "all")
    return card_words("afire", case, number=burning)


def _parts(wave: facts.WaveReport) -> Counter[str]:
    """The number of crashes into each part of the ship."""
    return Counter(part_of_ship(impact.section) for impact in wave.crashes)


class _Shooter(NamedTuple):
    """Who has the credit for planes, and who splashed them, if another."""

    name: str
    finisher: str = ""

    def words(self, number: int | None) -> str:
        """The shooters of a ``number`` of planes, None if it is said before."""
        if self.finisher:
            return card_words("burned_by", name=self.name, finisher=self.finisher, number=number)
        return card_words("shot_by", name=self.name, number=number)


def _credit(wave: facts.WaveReport, tables: Tables) -> Line:
    """Who splashed planes, and who set others afire. A plane is credited to the first who set it
    afire, and to another who finished it off only beside the first.
    """
    gunners = _gunners(wave, tables)
    finished = {plane.number: plane.destroyed_by for plane in wave.planes}
    splashed: Counter[_Shooter] = Counter()
    afire: Counter[_Shooter] = Counter()
    for plane, slot in wave.shot_down_by.items():
        if wave.fates[plane] is not facts.Fate.SPLASHED:
            afire[_Shooter(gunners[slot])] += 1
            continue
        finisher = shooter_words(finished[plane], "card", tables)
        # Two fighters may have the same name, and then count as the same shooter.
        if shooter_words(slot, "card", tables) == finisher:
            finisher = ""
        splashed[_Shooter(gunners[slot], finisher)] += 1
    spans: Line = []
    for row, counts in (("splashed_by", splashed), ("set_afire_by", afire)):
        if counts:
            more = "more" if spans else ""
            spans += line("; " if spans else "  ")
            planes = counts.total()
            spans += card_line(row, planes=planes, more=more, shooters=_shooters(counts))
    return spans


def _gunners(wave: facts.WaveReport, tables: Tables) -> dict[str, str]:
    """The slots credited with planes; a mount with its captain, and with its total if it is
    higher.
    """
    credited = Counter(wave.shot_down_by.values())
    named = {slot: shooter_words(slot, "card", tables) for slot in credited}
    for slot, (captain, total) in wave.gunners.items():
        if slot in named:
            mount = named[slot]
            last = ordinal_words(total) if total > credited[slot] else None
            row = phrase("mount_captain").card
            named[slot] = words(row, mount=mount, captain=captain, total=last)
    return named


def _shooters(counts: Counter[_Shooter]) -> str:
    """Who shot planes down, each with the number of planes. There are no numbers if there is one
    shooter or each has one plane.
    """
    if len(counts) == 1:
        (alone,) = counts
        # " by A", or else ", set afire by A and finished off by B".
        return f"{', ' if alone.finisher else ' '}{alone.words(number=None)}"
    if len(counts) == counts.total() and not any(shooter.finisher for shooter in counts):
        names = things_words([shooter.name for shooter in counts])
        # " by A and B".
        return f" {_Shooter(names).words(number=None)}"
    # Those with two shooters are last. They have an "and" of their own, so the list has none.
    shooters = sorted(counts, key=lambda shooter: bool(shooter.finisher))
    said = [shooter.words(counts[shooter]) for shooter in shooters]
    # ": 2 by A and 1 by B".
    return f": {', '.join(said) if shooters[-1].finisher else listed(said)}"


def _tracks(wave: facts.WaveReport) -> list[Line]:
    """The points lost on the tracks, the hull points of crashes, and whether she sinks or stays
    afloat, in sentences without their periods.
    """
    losses = [loss for loss in wave.fight_damage.entries if isinstance(loss, facts.TrackLoss)]
    # What one impact alone cost is in its own line: its loss then equals the sum of the fight.
    said = [entry for impact in wave.impacts for entry in impact.damage.entries]
    tracks = []
    for loss in losses:
        if loss.track in TRACKS and loss not in said:
            row = phrase("loss", loss.track).card
            tracks.append(words(row, first=loss.first, left=loss.left))
    spans = [Span(title_case(listed(tracks)), "bad")] if tracks else []
    hull = _hull_at_end(wave)
    if hull is not None:
        spans += _hull_lost(wave, hull)
    sentences = _lines(spans)
    if hull is None and wave.crashes and not (_lost_any_hull(wave) or wave.sunk_in_fight):
        sentences.append(card_line("no_hull_at_end", crashes=len(wave.crashes)))
    if wave.sunk_in_fight:
        sentences.append(card_line("sinks"))
    elif wave.afloat_rolls:
        rolls = wave.afloat_rolls if wave.afloat_rolls > 1 else None
        sentences.append(card_line("stays_afloat", rolls=rolls))
    return sentences


def _hull_at_end(wave: facts.WaveReport) -> facts.TrackLoss | None:
    """The hull points lost on chart 14-1 at the end of the wave."""
    for loss in facts.damage_of(wave.later_in_fight).entries:
        if isinstance(loss, facts.TrackLoss) and loss.track == Track.HULL:
            return loss
    return None


def _lost_any_hull(wave: facts.WaveReport) -> bool:
    """Whether the fight cost hull points, at an impact or on chart 14-1."""
    at_impacts = [points for impact in wave.impacts for points in _hull_losses(impact.after)]
    # A loss of 0 points on the chart counts: it cost some, but no hull was left to lose.
    return any(at_impacts) or bool(_hull_losses(wave.later_in_fight))


def _hull_losses(events: Iterable[facts.Consequence]) -> list[int]:
    return [
        event.points for event in events if isinstance(event, Loss) and event.track == Track.HULL
    ]


def _hull_lost(wave: facts.WaveReport, hull: facts.TrackLoss) -> Line:
    """The hull points that the crashes cost on chart 14-1, and those that a plane cost at once,
    before the chart.
    """
    parts = []
    for impact in wave.impacts:
        if at_once := sum(_hull_losses(impact.after)):
            row = phrase("hull_by_near_miss" if impact.near else "hull_by_crash")
            parts.append(words(row.card, lost=at_once, plane=plane_name(impact.plane)))
    lost = hull.first - hull.left
    crashes = len(wave.crashes)
    if not parts:
        return card_line("hull_at_end", crashes=crashes, lost=lost)
    return card_line("hull_in_parts", crashes=crashes, lost=lost, others=listed(parts))
