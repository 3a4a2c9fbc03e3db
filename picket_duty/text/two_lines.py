"""A game played on from one order in two ways, side by side: with the order as given and with
doctrine's. The rows say what differs in the phase of the order, what the ship is like at its end,
and how the game ends.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import msgspec

from picket_duty.book import Tables
from picket_duty.book.ids import DECK_FIRE, PUMP, JobId, split_id
from picket_duty.book.vocabulary import DECLARATION, DamageEffect
from picket_duty.events import Control, Crew, Damage, Event, Leave, Loss
from picket_duty.facts import Fate, Impact, Phase, PlaneReport, WaveReport, count_planes, damage_of
from picket_duty.requests import Roll
from picket_duty.rules.campaign import stage_result
from picket_duty.state import JAPANESE_WIN, SHOT_DOWN, SUNK, Ship, State
from picket_duty.text.dates import label_words, short_date
from picket_duty.text.english import count
from picket_duty.text.fact_rows import damage_list, damage_words
from picket_duty.text.names import (
    FATES,
    PLANE_STATES,
    RESULTS,
    WEAPONS,
    item_words,
    leave_words,
    part_of_ship,
    plane_number,
)
from picket_duty.text.status import fate_label
from picket_duty.text.styled_text import safe

#: The most things damaged that are named for a plane, and for a round of damage control.
MOST_DAMAGE = 2
#: Said of something that happened only the other way.
NOTHING = "-"
#: The same of a repair job that was open, and of an emergency maneuver or declaration.
NO_MEN = "no men sent"
NOT_TRIED = "not tried"
#: How much rows matter, the most important first: hits on the ship, damage control and the emergency
#: maneuver, planes that did no harm.
HIT, WORK, HARMLESS = range(3)
#: The part of a wave that a row is about, in the order of the rows.
MANEUVER, PLANES, EMERGENCY, JOBS, WORSE = range(5)
#: Damage control after the raid counts as a wave with this number, which sorts last.
AFTER_RAID = 99


class Sequel(msgspec.Struct, frozen=True):
    """What followed an order: the facts of its phase, the wave in which it was given, the ship and
    her open jobs (their ``item_words``) at the end of the phase, the waves of later phases, and how
    it all ended.

    ``ship`` is None if she left her station in the phase, as ``left`` says. ``end`` is the state at
    the end of the game or stage, ``left_last`` the last departure of a ship, ``stage`` the number of
    the stage, 0 for a whole game.
    """

    phase: Phase
    wave: int | None
    ship: Ship | None
    open_jobs: frozenset[str]
    later: tuple[WaveReport, ...]
    end: State
    left: Leave | None
    left_last: Leave | None
    stage: int = 0


class Row(NamedTuple):
    """What something came to both ways: with the order as given, and with doctrine's. The lowest
    ``rank`` matters most.
    """

    about: str
    given: str
    doctrine: str
    rank: int


class _Topic(NamedTuple):
    """What a row is about: its place in the phase, and its label. ``plane`` is 0 for other things
    than planes.
    """

    wave: int
    part: int
    plane: int
    label: str


class _Told(NamedTuple):
    """What happened, and its rank (``Row``)."""

    words: str
    rank: int


_Story = dict[_Topic, _Told]


def differing_rows(given: Sequel, doctrine: Sequel, tables: Tables) -> list[Row]:
    """What differs in the phase of the order, in the order in which it happened."""
    given_story = _story(given, tables)
    other_story = _story(doctrine, tables)
    topics = [
        topic
        for topic in sorted(given_story.keys() | other_story.keys())
        if given_story.get(topic) != other_story.get(topic)
    ]
    names_waves = any(topic.wave not in (given.wave, AFTER_RAID) for topic in topics)
    return [
        Row(
            _label(topic, names_waves),
            _words(topic, given_story, given),
            _words(topic, other_story, doctrine),
            min(story[topic].rank for story in (given_story, other_story) if topic in story),
        )
        for topic in topics
    ]


def _label(topic: _Topic, names_waves: bool) -> str:
    """The label of a topic. All have their waves if other waves than that of the order differ."""
    if names_waves and topic.wave != AFTER_RAID:
        return f"wave {topic.wave}: {topic.label}"
    return topic.label


def _words(topic: _Topic, story: _Story, sequel: Sequel) -> str:
    """What a story says of a topic, or in what way it has nothing to say."""
    if topic in story:
        return story[topic].words
    if topic.part == JOBS and topic.label in sequel.open_jobs:
        return NO_MEN
    return NOT_TRIED if topic.part in (MANEUVER, EMERGENCY) else NOTHING


def _story(sequel: Sequel, tables: Tables) -> _Story:
    """What happened in the phase, by topic."""
    story: _Story = {}
    phase = sequel.phase
    for wave in phase.waves:
        if wave.maneuver is not None:
            done = "succeeded" if wave.maneuver else "failed"
            story[_Topic(wave.number, MANEUVER, plane=0, label="maneuver")] = _Told(done, WORK)
        for plane in wave.planes:
            label = f"#{plane_number(plane.number)} {safe(plane.type)}"
            story[_Topic(wave.number, PLANES, plane.number, label)] = _plane(wave, plane, tables)
    rounds: dict[int, list[Event]] = {}
    for event in phase.rounds:
        rounds.setdefault(event.wave or AFTER_RAID, []).append(event)
    for number, events in rounds.items():
        story |= _control(number, events, tables)
    return story


def _plane(wave: WaveReport, plane: PlaneReport, tables: Tables) -> _Told:
    """What a plane and its weapon did."""
    impacts = [impact for impact in wave.impacts if impact.plane == plane.number]
    said = [_impact(impact, tables) for impact in impacts]
    fate = wave.fates[plane.number]
    # An impact says how these ended. A plane that withdrew has one only if it carried an Ohka.
    if not said or fate not in (Fate.CRASHED, Fate.NEAR_MISS, Fate.WITHDREW):
        said.append(fate_label(fate))
    harmed = any(not impact.near or impact.suffered for impact in impacts)
    afire = f"{PLANE_STATES[SHOT_DOWN]}, " if plane.afire else ""
    return _Told(f"{afire}{'; '.join(said)}", HIT if harmed else HARMLESS)


def _impact(impact: Impact, tables: Tables) -> str:
    """A hit or a near miss, with its damage."""
    did = fate_label(Fate.NEAR_MISS if impact.near else Fate.CRASHED)
    if impact.by_weapon:
        weapon = WEAPONS[impact.weapon]
        did = f"near miss by {weapon}" if impact.near else f"{weapon} hit"
    elif not impact.near:
        did = f"{did} {part_of_ship(impact.section)}".rstrip()
    if impact.near and not impact.suffered:
        return did
    return f"{did}: {damage_words(impact, tables, MOST_DAMAGE)}"


def _control(wave: int, happened: Sequence[Event], tables: Tables) -> _Story:
    """The jobs of a wave's damage control, each with all its rounds, and what else went wrong."""
    jobs: dict[str, list[str]] = {}
    others: list[Event] = []
    for event in happened:
        if isinstance(event, Control):
            jobs.setdefault(item_words(tables, event.job), []).append(_round(event))
        elif isinstance(event, Damage) and event.item == DECK_FIRE:
            # What the fire did is added to the last round of the job that fights it. If no men were
            # sent, the job has no round to add to.
            job = JobId(DECK_FIRE, section=event.section).id
            rounds = jobs.setdefault(item_words(tables, job), ["no men"])
            rounds[-1] = f"{rounds[-1]}, {_fire(event)}"
        else:
            others.append(event)
    story: _Story = {}
    for job, said in jobs.items():
        story[_Topic(wave, JOBS, plane=0, label=job)] = _Told("; ".join(said), WORK)
    if emergency := _emergency(happened):
        story[_Topic(wave, EMERGENCY, plane=0, label="emergency")] = _Told(emergency, WORK)
    harmful = [event for event in others if isinstance(event, Damage | Loss | Crew)]
    if things := damage_list(damage_of(harmful), tables):
        meanwhile = ", ".join(things[:MOST_DAMAGE])
        story[_Topic(wave, WORSE, plane=0, label="meanwhile")] = _Told(meanwhile, HIT)
    return story


def _emergency(happened: Sequence[Event]) -> str:
    """What came of the attempts to declare an emergency; empty if there were none."""
    rolls = [event for event in happened if isinstance(event, Roll)]
    results = [
        roll.result["declared"] for roll in rolls if roll.purpose is DECLARATION and roll.result
    ]
    if not results:
        return ""
    return "declared" if any(results) else "refused"


def _round(job: Control) -> str:
    """A round of a job: its men, and what they did."""
    if not job.success:
        result = "failed"
    elif job.markers_left:
        result = f"{count(job.markers_left, 'marker')} left"
    else:
        kind = split_id(job.job).kind
        result = {DECK_FIRE: "fire out", PUMP: "done"}.get(kind, "repaired")
    return f"{count(job.men, 'man', 'men')}, {result}"


def _fire(event: Damage) -> str:
    """What a deck fire did."""
    if event.effect == DamageEffect.OUT_OF_CONTROL:
        return str(DamageEffect.OUT_OF_CONTROL)
    return f"grew to level {event.points}"


# -- how the game goes on and ends ----------------------------------------------


def last_rows(given: Sequel, doctrine: Sequel) -> list[Row]:
    """The ship at the end of the phase, what came after it, and the result."""
    given_ship = _tracks_words(given, doctrine)
    other_ship = _tracks_words(doctrine, given)
    rows = [Row(f"end of {given.phase.name}", given_ship, other_ship, HIT)]
    if given.later or doctrine.later:
        rows.append(Row("later planes", _later_words(given), _later_words(doctrine), HIT))
    rows.append(Row("result", _result_words(given), _result_words(doctrine), HIT))
    return rows


def _tracks_words(sequel: Sequel, other: Sequel) -> str:
    """The hull and the tracks that differ from those of the other sequel, or what became of the
    ship.
    """
    if sequel.left is not None:
        return _fate(sequel.left)
    others = _tracks(other.ship)
    return ", ".join(
        f"{name} {value}"
        for name, value in _tracks(sequel.ship).items()
        if name == "hull" or value != others.get(name, value)
    )


def _tracks(ship: Ship | None) -> dict[str, int]:
    if ship is None:
        return {}
    return {
        "hull": ship.hull,
        "maneuver": ship.maneuver,
        "flood": ship.flood,
        "fires": ship.fires,
        "fuel": ship.fuel,
    }


def _later_words(sequel: Sequel) -> str:
    """The planes of later phases, those splashed, and the hits."""
    counts = count_planes(plane for wave in sequel.later for plane in wave.planes)
    if not counts.met:
        return NOTHING
    hits = count(sum(wave.strikes for wave in sequel.later), "hit")
    return f"{counts.met} came, {counts.splashed} splashed, {hits}"


def _fate(left: Leave) -> str:
    """What became of a ship that left her station."""
    if left.reason == SUNK:
        return FATES[SUNK]
    back = f" until {short_date(left.until)}" if left.until else ""
    return f"off station{back}: {leave_words(left.reason)}"


def _result_words(sequel: Sequel) -> str:
    """How the game or the stage ended, and what became of the ship."""
    state = sequel.end
    is_lost = state.outcome == JAPANESE_WIN
    result = RESULTS.get(state.outcome, "patrol over")
    if sequel.stage:
        is_lost = not stage_result(state, sequel.stage)
        result = "stage lost" if is_lost else "stage held"
    left = sequel.left_last
    # The ship that left may have been relieved by one that was on station at the end.
    if left is None or (state.on_station and not is_lost):
        return f"{result}, hull {state.ship.hull}"
    fate = FATES[SUNK] if left.reason == SUNK else "off station"
    return f"{result}: {fate} {label_words(left.phase)}"
