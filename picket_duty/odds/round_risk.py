"""The chances that the ship sinks in a damage control round, or must leave because of it.

What burns on is played by the engine itself, once for each result of each roll (rules 7.4, 7.5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product

import msgspec

from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.odds import repair
from picket_duty.odds.fire import state_with
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.requests import Job, Roll
from picket_duty.rules import anchorage, control, damage
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.state import Ship


class Risk(msgspec.Struct, frozen=True):
    """The chances that she sinks in a damage control round, and that she must leave because of
    it.
    """

    sinks: float = 0.0
    leaves: float = 0.0


def round_risk(play: Play) -> Risk:
    """The chances that she sinks in this round, and that she stays afloat but must leave because of
    it.
    """
    choice = control.men_choice(play)
    men = repair.best_men(play, choice)
    must_leave = bool(anchorage.reasons_to_return(play))
    burn_on = {}
    lost_to_fire = {}
    for name, job in choice.jobs.items():
        if job.kind == DECK_FIRE:
            burn_on[job.section] = 1.0 - repair.success(play, name, job, men.get(name, 0))
        elif job.kind == ROOM and (share := _destroyed(play, name, job, men.get(name, 0))):
            lost_to_fire[name] = share
    sinks = leaves = 0.0
    for (burning, share), (lost, part) in product(_subsets(burn_on), _subsets(lost_to_fire)):
        for after, by in _endings(play, burning, lost):
            if after is None:
                sinks += share * part * by
            elif not must_leave and anchorage.reasons_to_return(after):
                leaves += share * part * by
    return Risk(sinks, leaves)


def _destroyed(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that the last marker of a compartment comes from its fire after the men's
    attempt.
    """
    room = play.ship.compartments[name]
    limit = play.tables.compartments[name].markers
    if not room.fire or room.markers + 1 < limit:
        return 0.0
    rate = repair.success(play, name, job, men)
    left_full = sum(
        share
        for left, share in repair.markers_after(play, room.markers)
        if left and left + 1 >= limit
    )
    return (1.0 - rate + rate * left_full) * chance(control.spread_roll(play, name), "yes")


def _subsets(chances: Mapping[str, float]) -> Iterator[tuple[tuple[str, ...], float]]:
    sets: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for name, share in chances.items():
        with_it = [((*names, name), by * share) for names, by in sets]
        sets = [(names, by * (1.0 - share)) for names, by in sets] + with_it
    return ((names, by) for names, by in sets if by)


def _endings(
    play: Play, burning: Collection[str], lost: Collection[str]
) -> Iterator[tuple[Play | None, float]]:
    """Every end of the round with these fires: the play (None if the ship sinks), with its
    chance.
    """

    def fires(play: Play) -> Procedure[None]:
        for name in lost:
            yield from damage.destroy(play, name, None)
        yield from control.burn_deck(play, set())

    paths: list[tuple[tuple[object, ...], float]] = [((), 1.0)]
    while paths:
        rows, share = paths.pop()
        # A copy whose ship may be damaged.
        ship = msgspec.json.decode(msgspec.json.encode(play.ship), type=Ship)
        trial = state_with(play, ship=ship, forced=list(play.state.forced))
        trial.quiet = True
        levels = trial.ship.deck_fires
        trial.ship.deck_fires = {
            section: level for section, level in levels.items() if section in burning
        }
        running = fires(trial)
        try:
            roll = next(running)
            for row in rows:
                roll = running.send(row)
        except StopIteration:
            yield trial, share
        except Sunk:
            yield None, share
        else:
            assert isinstance(roll, Roll)
            paths += [((*rows, row), share * part) for row, part in outcomes(roll)]
