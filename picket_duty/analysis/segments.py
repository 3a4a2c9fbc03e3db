"""A game cut into stretches: days, steps, the parts of a wave, and what befalls in them plane by plane.

A stretch runs from so many answers to so many. Each level cuts finer than the one before; the finest holds one thing
that happened: the shots at a plane, a dive with all the harm it did, a round of repairs.
"""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Sequence

from picket_duty.book.vocabulary import DIVE, GUNNERY, HULL_LOSS, IDENTIFY, MANEUVER, SPECIAL_ATTACK, SUPPORT
from picket_duty.events import Chosen, Event
from picket_duty.facts.fight import BLOW_ROLLS, in_fight
from picket_duty.game import Game
from picket_duty.requests import Roll

#: How finely a game is cut: by its days, its steps, the parts of a wave, or what befalls.
DAY, STEP, PART, DEED = LEVELS = (1, 2, 3, 4)
#: The parts of a phase: what comes, the fight of a wave, damage control and the rest.
COMING, FIGHT, AFTER = "coming", "fight", "after"
#: Shots at one plane are one deed, whoever fires.
SHOTS = (GUNNERY, SUPPORT)
#: What is a deed of its own, a plane's where there is one.
OWN_DEEDS = (SPECIAL_ATTACK, DIVE, MANEUVER, HULL_LOSS)

#: Where an answer belongs, level by level.
Path = tuple[object, ...]


def paths_of(game: Game) -> list[Path]:
    """For every answer of a game where it belongs: day, step, part, deed."""
    given = [event for event in game.events if isinstance(event, Roll | Chosen)]
    steps = [point.answers for point in game.checkpoints]
    deeds = _deeds(given)
    return [
        (event.phase[:10], bisect_right(steps, number), (event.wave, _part(event)), deeds[number])
        for number, event in enumerate(given)
    ]


def starts_of(paths: Sequence[Path], level: int, first: int, last: int) -> list[int]:
    """Where the stretches of a level begin between two numbers of answers; the last number itself stands at the end."""
    inner = [number for number in range(first + 1, last) if paths[number][:level] != paths[number - 1][:level]]
    return [first, *inner, last]


def events_between(events: Sequence[Event], first: int, last: int) -> tuple[int, int]:
    """The places of the events that the answers of a stretch brought: from, to."""
    given, begin, end = 0, 0 if not first else len(events), len(events)
    for place, event in enumerate(events):
        given += isinstance(event, Roll | Chosen)
        if given > last:
            end = place
            break
        if given > first and place < begin:
            begin = place
    return begin, end


def _part(event: Roll | Chosen) -> str:
    if event.wave is None or (isinstance(event, Roll) and event.purpose is IDENTIFY):
        return COMING if event.wave is not None else AFTER
    return FIGHT if in_fight(event, event.wave) else AFTER


def _deeds(given: Sequence[Roll | Chosen]) -> list[object]:
    """The deed of every answer: what follows from a blow is part of it, an order part of what it leads to."""
    found: list[object] = []
    for event in given:
        if isinstance(event, Roll) and event.purpose in BLOW_ROLLS and found:
            found.append(found[-1])
        elif isinstance(event, Roll):
            found.append(_deed(event))
        else:
            found.append(None)
    for number in range(len(found) - 2, -1, -1):
        if isinstance(given[number], Chosen):
            found[number] = found[number + 1]
    return found


def _deed(roll: Roll) -> object:
    if roll.purpose in SHOTS:
        return roll.wave, "shots", roll.plane
    if roll.purpose in OWN_DEEDS:
        return roll.wave, roll.purpose.id, roll.plane
    return roll.wave, _part(roll), roll.purpose.id if roll.wave is not None else ""
