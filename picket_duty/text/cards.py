"""The cards of a battle: of a wave when its fight is over, and of the damage control of a phase
that is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from typing import NamedTuple

import msgspec

from picket_duty import facts
from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, split_id
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    CONTROL_ORDERS,
    CONTROL_ROLLS,
    FIGHT_ORDERS,
    FIGHT_ROLLS,
    FIRE,
    RELIEF,
    DamageEffect,
    Track,
)
from picket_duty.events import (
    Control,
    Damage,
    DecisionMade,
    Ended,
    Event,
    Leave,
    Loss,
    PhaseBegun,
    TurnEnd,
)
from picket_duty.facts import facts_of
from picket_duty.facts.damage import is_out_of_control
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules import jobs
from picket_duty.state import SUNK, Ship
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.english import listed, ordinal_words, title_case
from picket_duty.text.fact_rows import entry_words, impact_fields, impact_row, shooter_words
from picket_duty.text.names import (
    WEAPONS,
    item_name,
    item_words,
    loss_words,
    part_of_ship,
    plane_name,
    things_words,
)
from picket_duty.text.phrases import card_line, card_words, cases, phrase, say, words
from picket_duty.text.styled_text import Line, Span, line, safe, text_of

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
    """The lines of a card, not wrapped; with ``order_first``, for little room, the credit is
    last.
    """
    cost = _tracks(wave)
    if not wave.order and wave.expected is not None:
        cost += _sentence_break(cost)
        expected = f"{wave.expected:.2f}"
        cost += card_line("expected_strikes", expected=expected, hits=wave.strikes)
    impacts = _impacts(wave, tables)
    credit = _credit(wave, tables)
    if order_first:
        if wave.order:
            cost += [*_sentence_break(cost), Span(" ".join(wave.order), "key")]
        return [_head(wave), *_lines(cost), *impacts, *_lines(credit)]
    orders = [line((sentence, "key")) for sentence in wave.order]
    return [_head(wave), *_lines(credit), *impacts, *_lines(cost), *orders]


def _sentence_break(before: Line) -> Line:
    """What separates a sentence from the one before, if any."""
    return line(". ") if before else []


def _lines(spans: Line) -> list[Line]:
    """A line that is left out if it is empty."""
    return [spans] if spans else []


def _impacts(wave: facts.WaveReport, tables: Tables) -> list[Line]:
    """The impacts, then the mounts lost."""
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
    return Counter(part_of_ship(impact.section) for impact in wave.crashes)


def _credit(wave: facts.WaveReport, tables: Tables) -> Line:
    """Who splashed planes, and who set others afire; a plane is that of the first to set it
    afire.
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
        if shooter_words(slot, "card", tables) == finisher:
            # By the name: any two fighters have the same.
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


class _Shooter(NamedTuple):
    """Who has the credit for planes, and who splashed them, if another."""

    name: str
    finisher: str = ""

    def words(self, number: int | None) -> str:
        """The shooters of a ``number`` of planes, None if it is said before."""
        if self.finisher:
            return card_words("burned_by", name=self.name, finisher=self.finisher, number=number)
        return card_words("shot_by", name=self.name, number=number)


def _shooters(counts: Counter[_Shooter]) -> str:
    """Who shot planes down, each with the number of planes. There are no numbers if there is one
    shooter or each has one plane.
    """
    if len(counts) == 1:
        (alone,) = counts
        return f"{', ' if alone.finisher else ' '}{alone.words(None)}"
    if len(counts) == counts.total() and not any(shooter.finisher for shooter in counts):
        names = things_words([shooter.name for shooter in counts])
        return f" {_Shooter(names).words(None)}"
    # Those with two shooters are last. They have an "and" of their own, so the list has none.
    shooters = sorted(counts, key=lambda shooter: bool(shooter.finisher))
    said = [shooter.words(counts[shooter]) for shooter in shooters]
    return f": {', '.join(said) if shooters[-1].finisher else listed(said)}"


def _tracks(wave: facts.WaveReport) -> Line:
    """The points lost on the tracks, the hull points of crashes, and whether she sinks or stays
    afloat.
    """
    losses = [loss for loss in wave.fight_damage.entries if isinstance(loss, facts.TrackLoss)]
    # What one impact alone cost is in its own line.
    said = [entry for impact in wave.impacts for entry in impact.damage.entries]
    tracks = []
    for loss in losses:
        if loss.track in TRACKS and loss not in said:
            row = phrase("loss", loss.track).card
            tracks.append(words(row, first=loss.first, left=loss.left))
    spans = [Span(title_case(listed(tracks)), "bad")] if tracks else []
    hull = _hull_at_end(wave)
    lost_hull = any(loss.track == Track.HULL for loss in losses)
    # A loss of 0 points means that the chart cost some, but no hull was left to lose.
    had_none = not all(_hull_losses(wave.at_end))
    if hull is not None:
        spans += _hull_lost(wave, hull)
    elif wave.crashes and not (lost_hull or had_none or wave.lost):
        spans += _sentence_break(spans)
        spans += card_line("no_hull_at_end", crashes=len(wave.crashes))
    if wave.lost:
        spans += [*_sentence_break(spans), *card_line("sinks")]
    elif wave.afloat_rolls:
        rolls = wave.afloat_rolls if wave.afloat_rolls > 1 else None
        spans += [*_sentence_break(spans), *card_line("stays_afloat", rolls=rolls)]
    return spans


def _hull_at_end(wave: facts.WaveReport) -> facts.TrackLoss | None:
    """The hull points lost on chart 14-1 at the end of the wave."""
    for loss in facts.damage_of(wave.at_end).entries:
        if isinstance(loss, facts.TrackLoss) and loss.track == Track.HULL:
            return loss
    return None


def _hull_losses(events: Iterable[facts.Consequence]) -> list[int]:
    return [
        event.points for event in events if isinstance(event, Loss) and event.track == Track.HULL
    ]


def _hull_lost(wave: facts.WaveReport, hull: facts.TrackLoss) -> Line:
    """The hull points of the crashes, with those that a plane cost at once, before chart 14-1."""
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


#: Events that end a phase.
ENDS = (PhaseBegun, TurnEnd, Leave, Ended)


class ControlReport(msgspec.Struct, frozen=True):
    """What damage control did in a phase.

    ``repairs`` are the jobs tried, ``damage`` that of fire and water meanwhile, ``left`` the open
    jobs, None if the ship has left. ``over`` is the index of the event that ended the phase: the
    report comes before it. ``fires_out``: the last fire was put out, ``too_late`` after one was out
    of control. ``declarations`` are the rolls for an emergency, ``lost`` is the loss of the ship
    meanwhile or after.
    """

    repairs: tuple[Control, ...]
    damage: tuple[Event, ...]
    left: tuple[str, ...] | None
    attacked: bool
    over: int = 0
    fires_out: bool = False
    too_late: bool = False
    declarations: tuple[bool, ...] = ()
    lost: Leave | None = None

    @property
    def failed(self) -> int:
        """The number of jobs that did not succeed."""
        return sum(not job.success for job in self.repairs)


def report_due(game: Game, first: int) -> ControlReport | None:
    """The report of the phase that ended with the last answer; None if the ship was lost in a
    fight.
    """
    answered = game.events[first] if first < len(game.events) else None
    if answered is None or not _is_battle(answered) or not phase_over(game, answered.phase):
        return None
    phase = facts_of(game).phase_of(answered.phase)
    if phase is None or not any(isinstance(event, Roll) for event in phase.rounds):
        return None
    control = phase.rounds
    left = next((event for event in game.events[first:] if isinstance(event, Leave)), None)
    lost = left if left is not None and left.reason == SUNK else None
    # She sank in a fight, not in damage control.
    if lost is not None and lost not in control:
        return None
    gone = game.over or left is not None
    open_jobs = [] if gone else jobs.open_jobs(game.play)
    # In a campaign, another ship may have the duty once she is gone.
    fires_out = (not gone or game.state.scenario) and _put_out_fires(game, control)
    return ControlReport(
        repairs=tuple(event for event in control if isinstance(event, Control)),
        damage=tuple(event for event in control if _is_lasting(event, game.state.ship)),
        left=None if gone else tuple(item_words(game.tables, job) for job in open_jobs),
        attacked=bool(phase.waves),
        over=_end(game, first),
        fires_out=fires_out,
        too_late=fires_out and any(map(is_out_of_control, phase.consequences)),
        declarations=tuple(phase.declarations),
        lost=lost,
    )


def _is_battle(event: Event) -> bool:
    """Whether a roll or an order belongs to a fight or to damage control."""
    if isinstance(event, Roll):
        return event.purpose in FIGHT_ROLLS or event.purpose in CONTROL_ROLLS
    return isinstance(event, DecisionMade) and event.about in (*FIGHT_ORDERS, *CONTROL_ORDERS)


def _put_out_fires(game: Game, control: Sequence[Event]) -> bool:
    """Whether fires were fought and none burns any more."""
    ship = game.state.ship
    fought = any(map(_is_fire_fought, control))
    return fought and not (ship.fate == SUNK or ship.fires)


def _is_fire_fought(event: Event) -> bool:
    if isinstance(event, Roll):
        return event.purpose is FIRE
    return isinstance(event, Control) and split_id(event.job).kind == DECK_FIRE


def _is_lasting(event: Event, ship: Ship) -> bool:
    """Whether an event is damage that was not repaired in the meantime."""
    if isinstance(event, Loss):
        return True
    if not isinstance(event, Damage):
        return False
    if event.effect in (DamageEffect.LIT, DamageEffect.GROWS):
        return event.section in ship.deck_fires
    if event.effect == DamageEffect.BURNS:
        room = ship.compartments[event.item]
        return room.fire or room.out or bool(room.markers)
    return True


def _end(game: Game, first: int) -> int:
    """The index of the event that ended a phase, or of the first roll of a return to the anchorage
    just before it.
    """
    events = game.events
    ends = (index for index in range(first, len(events)) if isinstance(events[index], ENDS))
    end = next(ends, len(events))
    if end < len(events) and isinstance(left := events[end], Leave) and left.reason == SUNK:
        return end
    while end and isinstance(event := events[end - 1], Roll) and event.purpose is ANCHORAGE:
        before = events[end - 2] if end > 1 else event
        limit = game.tables.numbers.flood_limit
        flooded = isinstance(before, Loss) and before.track == Track.FLOOD and before.left >= limit
        if event.table == "16" and (flooded or is_out_of_control(before)):
            # Chart 16 is rolled in the phase if fire or flooding is out of control.
            break
        end -= 1
    return end


def phase_over(game: Game, label: str) -> bool:
    """Whether nothing of a phase but the end of its day is left."""
    request = game.request
    if request is None or request.phase != label or game.state.step == "turn_end":
        return True
    return isinstance(request, Roll) and request.purpose is RELIEF


def report_lines(report: ControlReport, tables: Tables) -> list[Line]:
    """The lines of a report, not wrapped: what was done, what got worse before all fires were out,
    what is left.
    """
    done = title_case(listed(_done(report.repairs, tables)))
    lines = [card_line("control", done=done, failed=report.failed or None)]
    if any(report.declarations):
        lines.append(card_line("control_granted"))
    elif tries := len(report.declarations):
        often = f" in {tries} tries" if tries > 1 else ""
        lines.append(card_line("control_refused", tries=often))
    entries = facts.damage_of(report.damage).entries
    if worse := [_worse(entry, tables) for entry in entries]:
        lines.append(card_line("control_worse", damage=", ".join(worse)))
    if report.fires_out:
        lines.append(card_line("out_too_late" if report.too_late else "all_fires_out"))
    if report.lost is not None:
        lines.append([Span("  "), *say(phrase("ship_lost").log, why=loss_words(report.lost.why))])
    if report.left is not None:
        left = ", ".join(safe(job) for job in report.left)
        lines.append(card_line("control_left" if left else "control_over", jobs=left))
    return lines


def _worse(entry: facts.DamageEntry, tables: Tables) -> str:
    """Damage during damage control; of a track the points alone, since the fights of the waves cost
    it points too.
    """
    if not isinstance(entry, facts.TrackLoss) or entry.track not in (*TRACKS, Track.AMMUNITION):
        return entry_words(entry, tables)
    is_dead = entry.track == Track.MANEUVER and not entry.left
    end = "dead in the water" if is_dead else ""
    return card_words("points_lost", track=entry.track, points=entry.points, end=end)


def plain_report_lines(report: ControlReport, tables: Tables) -> list[str]:
    """The lines of a report as plain text."""
    return [text_of(spans) for spans in report_lines(report, tables)]


def report_brief(report: ControlReport, tables: Tables) -> str:
    """The report in one line, as a headline."""
    left = ""
    if report.left is not None:
        row = phrase("left" if report.left else "none_left")
        left = words(row.card, number=len(report.left))
    refused = ""
    if report.declarations and not any(report.declarations):
        refused = card_words("refused")
    done = listed(_done(report.repairs, tables))
    return words(phrase("control").headline, done=done, left=left, refused=refused)


def repairs_brief(repairs: Sequence[Control], tables: Tables) -> str:
    """What some attempts at repair came to, as a headline; empty if there are none."""
    if not repairs:
        return ""
    done = listed(_done(repairs, tables))
    return words(phrase("control").headline, done=done, left="", refused="")


def _done(repairs: Sequence[Control], tables: Tables) -> list[str]:
    clauses = list(dict.fromkeys(repair_clauses(repairs, tables)))
    return clauses or [card_words("nothing_done")]
