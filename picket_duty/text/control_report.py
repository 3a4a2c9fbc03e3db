"""The report on the damage control of a phase, shown when the phase is over."""

from __future__ import annotations

from collections.abc import Sequence

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
from picket_duty.facts.damage import forces_return, is_out_of_control
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.rules import jobs
from picket_duty.state import SUNK, Ship
from picket_duty.text.deck_log import repair_clauses
from picket_duty.text.english import listed, title_case
from picket_duty.text.fact_rows import entry_words
from picket_duty.text.names import item_words, loss_words
from picket_duty.text.phrases import card_line, card_words, phrase, say, words
from picket_duty.text.styled_text import Line, Span, safe, text_of

#: Events that end a phase.
ENDS = (PhaseBegun, TurnEnd, Leave, Ended)
#: Tracks of which a report says only the points lost: the fights of the phase cost points too.
POINT_TRACKS = (Track.HULL, Track.MANEUVER, Track.FUEL, Track.AMMUNITION)


class ControlReport(msgspec.Struct, frozen=True):
    """What damage control did in a phase.

    ``repairs`` are the jobs tried, ``damage`` that of fire and water meanwhile, ``open_jobs`` those
    that are left, None if the ship has left. ``attacked`` is whether the phase had waves. ``over``
    is the index of the event that ended the phase: the report comes before it. ``fires_out``: the
    last fire was put out; ``too_late``: one of the fires had been out of control. ``declarations``
    has whether each roll for an emergency was granted, ``lost`` is the loss of the ship meanwhile
    or after.
    """

    repairs: tuple[Control, ...]
    damage: tuple[Event, ...]
    open_jobs: tuple[str, ...] | None
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
    leave = next((event for event in game.events[first:] if isinstance(event, Leave)), None)
    lost = leave if leave is not None and leave.reason == SUNK else None
    # If she sank in a fight, its card says so.
    if lost is not None and lost not in control:
        return None
    gone = game.over or leave is not None
    open_jobs = [] if gone else jobs.open_jobs(game.play)
    # In a campaign, another ship may have the duty once she is gone.
    fires_out = (not gone or game.state.scenario) and _put_out_fires(game, control)
    return ControlReport(
        repairs=tuple(event for event in control if isinstance(event, Control)),
        damage=tuple(event for event in control if _is_lasting(event, game.state.ship)),
        open_jobs=None if gone else tuple(item_words(game.tables, job) for job in open_jobs),
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
    """The index of the event that ended a phase, or of the first roll of a return to the anchorage,
    which comes just before that event.
    """
    events = game.events
    ends = (index for index in range(first, len(events)) if isinstance(events[index], ENDS))
    end = next(ends, len(events))
    if end < len(events) and isinstance(left := events[end], Leave) and left.reason == SUNK:
        return end
    while end and _is_roll_of_return(game, end - 1):
        end -= 1
    return end


def _is_roll_of_return(game: Game, index: int) -> bool:
    """Whether an event is a roll on the way to the anchorage. Chart 16 is also rolled in the phase,
    just after fire or flooding got out of control.
    """
    event = game.events[index]
    if not isinstance(event, Roll) or event.purpose is not ANCHORAGE:
        return False
    if event.table != "16" or not index:
        return True
    return not forces_return(game.events[index - 1], game.tables.numbers.flood_limit)


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
    if report.open_jobs is not None:
        open_jobs = ", ".join(safe(job) for job in report.open_jobs)
        lines.append(card_line("control_left" if open_jobs else "control_over", jobs=open_jobs))
    return lines


def _worse(entry: facts.DamageEntry, tables: Tables) -> str:
    """Damage during damage control; of some tracks the points alone (``POINT_TRACKS``)."""
    if not isinstance(entry, facts.TrackLoss) or entry.track not in POINT_TRACKS:
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
    if report.open_jobs is not None:
        row = phrase("left" if report.open_jobs else "none_left")
        left = words(row.card, number=len(report.open_jobs))
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
