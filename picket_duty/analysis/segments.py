"""A game split into segments, ranges of answers, at two levels: parts of a wave or phase, and
groups of events.

An event group is the shots at a plane, a dive with all its damage, or a round of repairs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from picket_duty.book import vocabulary
from picket_duty.book.vocabulary import IMPACT_ROLLS
from picket_duty.events import DecisionMade, Event, answers_of
from picket_duty.facts.waves import in_fight
from picket_duty.game import Game
from picket_duty.requests import Roll

#: Levels from coarse to fine: how many items of a path are equal throughout a segment.
PART = 1
EVENT_GROUP = 2
#: The parts of a phase: identification of a wave, its fight, and damage control with the rest.
COMING = "coming"
FIGHT = "fight"
AFTER = "after"
#: Rolls that form one event group per plane, whatever fires.
SHOTS = (vocabulary.GUNNERY, vocabulary.SUPPORT)
#: Rolls that start an event group of their own, per plane if there is one.
SINGLE_ROLLS = (
    vocabulary.SPECIAL_ATTACK,
    vocabulary.DIVE,
    vocabulary.MANEUVER,
    vocabulary.HULL_LOSS,
)

#: The sources of luck: the crew drawn, the enemy's raids, and all other dice.
CREW_DRAWN = "crew"
ENEMY = "enemy"
BATTLE = "battle"
SOURCES = (CREW_DRAWN, ENEMY, BATTLE)
#: Rolls for the enemy's raids.
SENT = (vocabulary.RAID, vocabulary.BEARING, vocabulary.IDENTIFY)
#: The part and event group of an answer.
Path = tuple[object, object]


def paths_of(game: Game) -> list[Path]:
    """The path of every answer of a game."""
    answered = answers_of(game.events)
    steps = [checkpoint.answers for checkpoint in game.checkpoints]
    groups = _event_groups(answered)
    # The part is named by its step of play, its wave, and what of the wave it is.
    return [
        ((bisect_right(steps, number), event.wave, _part(event)), groups[number])
        for number, event in enumerate(answered)
    ]


def sources_of(game: Game) -> list[str]:
    """The source of the luck of every answer: one of SOURCES; a decision's is that of the roll that
    follows it.
    """
    sources = []
    following = BATTLE
    for event in reversed(answers_of(game.events)):
        if isinstance(event, Roll):
            # A crew roll in a wave draws the successor of someone killed.
            if event.purpose is vocabulary.CREW and event.wave is None:
                following = CREW_DRAWN
            else:
                following = ENEMY if event.purpose in SENT else BATTLE
        sources.append(following)
    return sources[::-1]


def starts_of(paths: Sequence[Path], level: int, first: int, last: int) -> list[int]:
    """The starts of the segments of a level between the answers ``first`` and ``last``, both of
    which are in the list.
    """
    inner = [
        number
        for number in range(first + 1, last)
        if paths[number][:level] != paths[number - 1][:level]
    ]
    return [first, *inner, last]


def events_between(events: Sequence[Event], first: int, last: int) -> tuple[int, int]:
    """The range of indexes of the events of a segment, from answer ``first`` until just before
    answer ``last``.

    The events before the first answer of the game belong to that answer.
    """
    answers = [
        index for index, event in enumerate(events) if isinstance(event, Roll | DecisionMade)
    ]
    starts = [0, *answers[1:], len(events)]
    return starts[first], starts[last]


def _part(event: Roll | DecisionMade) -> str:
    """The part of its phase that an answer belongs to."""
    if event.wave is None:
        return AFTER
    if isinstance(event, Roll) and event.purpose is vocabulary.IDENTIFY:
        return COMING
    return FIGHT if in_fight(event, event.wave) else AFTER


def _event_groups(answered: Sequence[Roll | DecisionMade]) -> list[object]:
    """The event group of every answer. Damage belongs to its strike, a decision to the roll that
    follows it.
    """
    groups: list[object] = []
    for event in answered:
        if not isinstance(event, Roll):
            # A decision takes the group of the answer after it, below.
            groups.append(None)
        # The first rolls of a game are crew values, without a strike before them.
        elif event.purpose in IMPACT_ROLLS and groups:
            groups.append(groups[-1])
        elif event.purpose in SHOTS:
            groups.append((event.wave, "shots", event.plane))
        elif event.purpose in SINGLE_ROLLS:
            groups.append((event.wave, event.purpose.id, event.plane))
        else:
            groups.append((event.wave, _part(event), event.purpose.id))
    for number in range(len(groups) - 2, -1, -1):
        if isinstance(answered[number], DecisionMade):
            groups[number] = groups[number + 1]
    return groups
