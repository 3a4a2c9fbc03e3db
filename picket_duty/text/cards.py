"""The cards of a battle: of a wave when its fight is over, and of the damage control of a phase
that is over.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from itertools import chain

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
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules import jobs
from picket_duty.rules.campaign import SUNK
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.fact_rows import format_entry, format_shooter, impact_fields, impact_row
from picket_duty.text.names import (
    WEAPONS,
    item_name,
    item_words,
    listed,
    loss_words,
    ordinal_words,
    part_of_ship,
    plane_name,
    title_case,
)
from picket_duty.text.phrases import cases, phrase, say, words
from picket_duty.text.styled_text import Line, Span, line, safe, text_of

#: Tracks with a line of their own.
TRACKS = (Track.HULL, Track.MANEUVER, Track.FUEL)


def card_due(game: Game, first: int) -> facts.WaveReport | None:
    """The wave whose fight ended with the last answer: its card is due; ``first`` is the number of
    events before it.
    """
    return facts.live_facts(game).fight_over(first) if first < len(game.events) else None


def card_lines(wave: facts.WaveReport, tables: Tables, order_first: bool = False) -> list[Line]:
    """The lines of a card, not wrapped; with ``order_first``, for little room, the credit is
    last.
    """
    credit = _credit(wave, tables)
    impacts = list[Line]()
    for impact in wave.impacts:
        fields = impact_fields(impact, tables)
        impacts.append(say(impact_row(impact).card, plane=plane_name(impact.plane), **fields))
    damage = (event for event in wave.consequences if isinstance(event, Damage))
    destroyed = (event.item for event in damage if event.effect == DamageEffect.DESTROYED)
    for mount in (item for item in destroyed if item in wave.gunners):
        lost = words(
            phrase("mount_lost").card,
            mount=item_name(tables, mount),
            captain=wave.gunners[mount][0],
        )
        impacts.append(line("  ", (lost, "bad")))
    last = _tracks(wave)
    if not wave.order and wave.expected is not None:
        luck = say(
            phrase("expected_strikes").card, expected=f"{wave.expected:.2f}", hits=wave.strikes
        )
        last += [*line(". " if last else ""), *luck]
    orders = [line((sentence, "key")) for sentence in wave.order]
    if orders and order_first:
        last = [*last, *line(". " if last else "", (" ".join(wave.order), "key"))]
        orders = []
    parts = [*([last] if last else []), *orders], impacts, credit
    return [_head(wave), *chain(*(parts if order_first else reversed(parts)))]


def card_brief(wave: facts.WaveReport) -> str:
    """The first line of a card, as a headline."""
    return text_of(_head(wave))


def over_line(wave: facts.WaveReport) -> Line:
    """The line of the event log for a wave that is over."""
    return [*_head(wave), *([] if wave.strikes else say(phrase("no_strikes").log))]


def card_text(wave: facts.WaveReport, tables: Tables) -> list[str]:
    """The lines of a card as plain text."""
    return [text_of(spans) for spans in card_lines(wave, tables)]


def _head(wave: facts.WaveReport) -> Line:
    waves = wave.waves if wave.waves > 1 else None
    spans = say(phrase("wave").card, number=wave.number, waves=waves, planes=len(wave.planes))
    if len(wave.planes) == 1:
        (plane,) = wave.planes
        afire = words(phrase("afire", "one").card) if plane.afire else ""
        row = phrase("single_fate", wave.fates[plane.number])
        spans += say(row.card, afire=afire, part="".join(_parts(wave)))
    else:
        spans += _counted_fates(wave)
    weapons = sum(not impact.near and impact.by_weapon for impact in wave.impacts)
    if weapons:
        spans += say(phrase("weapons_struck").card, number=weapons)
    near = Counter(
        WEAPONS[impact.weapon] for impact in wave.impacts if impact.near and impact.by_weapon
    )
    for weapon, number in near.items():
        spans += say(phrase("weapons_near").card, number=number, weapon=weapon)
    return spans


def _counted_fates(wave: facts.WaveReport) -> Line:
    spans: Line = []
    fates = wave.fates
    for fate, row in cases("fate").items():
        planes = [plane for plane in wave.planes if fates[plane.number] == fate]
        if planes:
            parts = _parts(wave) if fate == facts.Fate.CRASHED else {}
            several = (
                ", ".join(f"{number} {part}" for part, number in parts.items())
                if len(parts) > 1
                else ""
            )
            burning = sum(plane.afire for plane in planes)
            case = {1: "one", 2: "both"}.get(burning, "all")
            if burning < len(planes):
                case = "some_of_them" if several else "some"
            afire = words(phrase("afire", case).card, number=burning) if burning else ""
            more = "; ".join(filter(None, (several, afire)))
            part = "" if several else "".join(parts)
            spans += [
                *line(", " if spans else ": "),
                *say(row.card, planes=len(planes), part=part, more=more),
            ]
    return spans


def _parts(wave: facts.WaveReport) -> Counter[str]:
    return Counter(part_of_ship(impact.section) for impact in wave.crashes)


def _credit(wave: facts.WaveReport, tables: Tables) -> list[Line]:
    """Who splashed planes, and who set others afire; a plane is that of the first to set it
    afire.
    """
    credits = wave.shot_down_by
    fates = wave.fates
    named = {slot: format_shooter(slot, "card", tables) for slot in credits.values()}
    for slot, (captain, total) in wave.gunners.items():
        if slot in named:
            last = ordinal_words(total) if total > list(credits.values()).count(slot) else None
            named[slot] = words(
                phrase("mount_captain").card, mount=slot, captain=captain, total=last
            )
    splashed = Counter[tuple[str, str]]()
    afire = Counter[tuple[str, str]]()
    finished = {plane.number: plane.destroyed_by for plane in wave.planes}
    for plane, slot in credits.items():
        if fates[plane] is not facts.Fate.SPLASHED:
            afire["shot_by", named[slot]] += 1
        elif format_shooter(slot, "card", tables) == format_shooter(
            finished[plane], "card", tables
        ):
            splashed["shot_by", named[slot]] += 1
        else:
            splashed["burned_by", named[slot]] += 1
    spans: Line = []
    for row, counts in ((phrase("splashed_by"), splashed), (phrase("set_afire_by"), afire)):
        if counts:
            more = "more" if spans else ""
            said = _shooters(counts)
            spans += line("; " if spans else "  ")
            spans += say(row.card, planes=counts.total(), more=more, shooters=said)
    return [spans] if spans else []


def _shooters(counts: Counter[tuple[str, str]]) -> str:
    hows = {how for how, _ in counts}
    planes = counts.total()
    if len(hows) == 1 and len(counts) in (1, planes):
        both = listed([name for _, name in counts])
        return f" {words(phrase(hows.pop()).card, name=both, number=None, planes=planes)}"
    said = (
        words(phrase(how).card, name=name, number=each, planes=each)
        for (how, name), each in counts.items()
    )
    return f": {listed(list(said))}"


def _tracks(wave: facts.WaveReport) -> Line:
    said = [entry for impact in wave.impacts for entry in impact.damage.entries]
    whole = {
        loss.track: loss for loss in wave.fight_damage.entries if isinstance(loss, facts.TrackLoss)
    }
    losses = [loss for loss in whole.values() if loss.track in TRACKS and loss not in said]
    tracks = [
        words(phrase("loss", loss.track).card, first=loss.first, left=loss.left) for loss in losses
    ]
    at_end = facts.damage_of(wave.at_end).entries
    # Whether chart 14-1 took hull points of a ship that had none left.
    hull_losses = (
        event for event in wave.at_end if isinstance(event, Loss) and event.track == Track.HULL
    )
    at_zero = any(not event.points for event in hull_losses)
    hull = next(
        (loss for loss in at_end if isinstance(loss, facts.TrackLoss) and loss.track == Track.HULL),
        None,
    )
    spans = [Span(title_case(listed(tracks)), "bad")] if tracks else []
    if hull is not None:
        parts = []
        for impact in wave.impacts:
            # The hull points that a plane cost at once, before chart 14-1.
            losses_of_hull = (
                event
                for event in impact.after
                if isinstance(event, Loss) and event.track == Track.HULL
            )
            if at_once := sum(event.points for event in losses_of_hull):
                row = phrase("hull_by_near_miss" if impact.near else "hull_by_crash")
                parts.append(words(row.card, lost=at_once, plane=plane_name(impact.plane)))
        row = phrase("hull_in_parts" if parts else "hull_at_end")
        others = {"others": listed(parts)} if parts else {}
        spans += say(row.card, crashes=len(wave.crashes), lost=hull.first - hull.left, **others)
    elif wave.crashes and Track.HULL not in whole and not wave.lost and not at_zero:
        spans += [
            *line(". " if spans else ""),
            *say(phrase("no_hull_at_end").card, crashes=len(wave.crashes)),
        ]
    if wave.lost:
        spans += [*line(". " if spans else ""), *say(phrase("sinks").card)]
    elif wave.afloat_rolls:
        rolls = wave.afloat_rolls if wave.afloat_rolls > 1 else None
        spans += [*line(". " if spans else ""), *say(phrase("stays_afloat").card, rolls=rolls)]
    return spans


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
    if isinstance(answered, Roll):
        in_battle = answered.purpose in FIGHT_ROLLS or answered.purpose in CONTROL_ROLLS
    else:
        orders = (*FIGHT_ORDERS, *CONTROL_ORDERS)
        in_battle = isinstance(answered, DecisionMade) and answered.about in orders
    if answered is None or not in_battle or not phase_over(game, answered.phase):
        return None
    phase = facts.live_facts(game).phase_of(answered.phase)
    control = phase.rounds if phase is not None else []
    if phase is None or not any(isinstance(event, Roll) for event in control):
        return None
    left = next((event for event in game.events[first:] if isinstance(event, Leave)), None)
    if left is not None and left.reason == SUNK and left not in control:
        return None
    gone = game.over or left is not None
    ship = game.state.ship
    repairs = tuple(event for event in control if isinstance(event, Control))
    fought = any(split_id(job.job).kind == DECK_FIRE for job in repairs)
    fought |= any(isinstance(event, Roll) and event.purpose is FIRE for event in control)
    rooms = any(room.fire and not room.out for room in ship.compartments.values())
    burns = ship.fate == SUNK or ship.deck_fires or rooms
    fires_out = bool((not gone or game.state.scenario) and fought and not burns)
    damage: list[Event] = []
    for event in control:
        mended = False
        if isinstance(event, Damage) and event.effect in (DamageEffect.LIT, DamageEffect.GROWS):
            mended = event.section not in ship.deck_fires
        elif isinstance(event, Damage) and event.effect == DamageEffect.BURNS:
            room = ship.compartments[event.item]
            mended = not (room.fire or room.out or room.markers)
        if isinstance(event, Damage | Loss) and not mended:
            damage.append(event)
    return ControlReport(
        repairs,
        tuple(damage),
        None if gone else tuple(item_words(game.tables, job) for job in jobs.open_jobs(game.play)),
        bool(phase.waves),
        _end(game, first),
        fires_out,
        fires_out and any(map(_is_out_of_control, phase.consequences)),
        tuple(phase.declarations),
        left if left is not None and left.reason == SUNK else None,
    )


def _is_out_of_control(event: Event | facts.Consequence) -> bool:
    return (
        isinstance(event, Damage)
        and event.item == DECK_FIRE
        and event.effect == DamageEffect.OUT_OF_CONTROL
    )


def _end(game: Game, first: int) -> int:
    """The index of the event that ended a phase, before the rolls of a return to the anchorage."""
    events = game.events
    ends = (index for index in range(first, len(events)) if isinstance(events[index], ENDS))
    end = next(ends, len(events))
    if end < len(events) and isinstance(left := events[end], Leave) and left.reason == SUNK:
        return end
    while end and isinstance(event := events[end - 1], Roll) and event.purpose is ANCHORAGE:
        before = events[end - 2] if end > 1 else event
        limit = game.tables.numbers.flood_limit
        flooded = isinstance(before, Loss) and before.track == Track.FLOOD and before.left >= limit
        if event.table == "16" and (flooded or _is_out_of_control(before)):
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
    lines = [say(phrase("control").card, done=done, failed=report.failed or None)]
    if any(report.declarations):
        lines.append(say(phrase("control_granted").card))
    elif tries := len(report.declarations):
        often = f" in {tries} tries" if tries > 1 else ""
        lines.append(say(phrase("control_refused").card, tries=often))
    worse = []
    for entry in facts.damage_of(report.damage).entries:
        said = format_entry(entry, tables)
        if isinstance(entry, facts.TrackLoss) and entry.track in (*TRACKS, Track.AMMUNITION):
            # The points alone, since the fights of the waves cost the track points too.
            end = "dead in the water" if entry.track == Track.MANEUVER and not entry.left else ""
            said = words(
                phrase("points_lost").card, track=entry.track, points=entry.points, end=end
            )
        worse.append(said)
    if worse:
        lines.append(say(phrase("control_worse").card, damage=", ".join(worse)))
    if report.fires_out:
        lines.append(
            say((phrase("out_too_late") if report.too_late else phrase("all_fires_out")).card)
        )
    if report.lost is not None:
        lines.append([Span("  "), *say(phrase("ship_lost").log, why=loss_words(report.lost.why))])
    if report.left is not None:
        left = ", ".join(safe(job) for job in report.left)
        lines.append(
            say((phrase("control_left") if left else phrase("control_over")).card, jobs=left)
        )
    return lines


def report_text(report: ControlReport, tables: Tables) -> list[str]:
    """The lines of a report as plain text."""
    return [text_of(spans) for spans in report_lines(report, tables)]


def report_brief(report: ControlReport, tables: Tables) -> str:
    """The report in one line, as a headline."""
    left = ""
    if report.left is not None:
        left = words(
            (phrase("left") if report.left else phrase("none_left")).card, number=len(report.left)
        )
    refused = (
        words(phrase("refused").card)
        if report.declarations and not any(report.declarations)
        else ""
    )
    done = listed(_done(report.repairs, tables))
    return words(phrase("control").headline, done=done, left=left, refused=refused)


def repairs_brief(repairs: Sequence[Control], tables: Tables) -> str:
    """What some attempts at repair came to, as a headline; empty if there are none."""
    done = listed(_done(repairs, tables))
    return words(phrase("control").headline, done=done, left="", refused="") if repairs else ""


def _done(repairs: Sequence[Control], tables: Tables) -> list[str]:
    return list(dict.fromkeys(repair_clauses(repairs, tables))) or [
        words(phrase("nothing_done").card)
    ]
