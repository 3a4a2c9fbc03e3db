"""The chances that the ship sinks in a damage control round, or must leave because of it.

What burns on is played by the engine itself, once for each result of each roll (rules 7.4, 7.5).
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from itertools import product
from typing import NamedTuple

import msgspec

from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.odds import repair, repair_men
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
    men = repair_men.best_men(play, choice)
    #: The chances that a deck fire burns on, by section, and that a compartment is destroyed.
    burn_on = {}
    destroyed = {}
    for name, job in choice.jobs.items():
        if job.kind == DECK_FIRE:
            burn_on[job.section] = 1.0 - repair.success(play, name, job, men.get(name, 0))
        elif job.kind == ROOM:
            destroyed[name] = _destroyed(play, name, job, men.get(name, 0))
    must_leave = bool(anchorage.reasons_to_return(play))
    sinks = 0.0
    leaves = 0.0
    for fires, lost in product(_subsets(burn_on), _subsets(destroyed)):
        for after, share in _endings(play, burning=fires.names, lost=lost.names):
            whole_share = fires.share * lost.share * share
            if after is None:
                sinks += whole_share
            elif not must_leave and anchorage.reasons_to_return(after):
                leaves += whole_share
    return Risk(sinks=sinks, leaves=leaves)


def _destroyed(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that the last marker of a compartment comes from its fire after the men's
    attempt: the fire still burns, with all markers but the last, and spreads.
    """
    room = play.ship.compartments[name]
    limit = play.tables.compartments[name].markers
    if not room.fire or room.markers + 1 < limit:
        return 0.0
    rate = repair.success(play, name, job, men)
    # The chance that a success leaves all markers but the last; without markers, the fire is out.
    left_full = sum(
        share
        for left, share in repair.markers_after(play, room.markers)
        if left and left + 1 >= limit
    )
    return (1.0 - rate + rate * left_full) * chance(control.spread_roll(play, name), "yes")


class _Subset(NamedTuple):
    """Those of some independent events that happen, and the chance that just these do."""

    names: tuple[str, ...]
    share: float


def _subsets(chances: Mapping[str, float]) -> list[_Subset]:
    """The subsets that are possible of events with these chances."""
    subsets = [_Subset(names=(), share=1.0)]
    for name, chance_of_it in chances.items():
        without = [_Subset(names, share * (1.0 - chance_of_it)) for names, share in subsets]
        with_it = [_Subset((*names, name), share * chance_of_it) for names, share in subsets]
        subsets = [subset for subset in without + with_it if subset.share]
    return subsets


def _endings(
    play: Play, burning: Collection[str], lost: Collection[str]
) -> Iterator[tuple[Play | None, float]]:
    """Every end of the round with these fires: the play (None if the ship sinks), with its
    chance.

    The fires are played from the start for each sequence of results. Where another roll follows,
    each of its results makes a longer sequence.
    """

    def burn(play: Play) -> Procedure[None]:
        for name in lost:
            yield from damage.destroy(play, name, blow=None)
        yield from control.burn_deck(play, put_out=set())

    paths: list[tuple[tuple[object, ...], float]] = [((), 1.0)]
    while paths:
        rows, share = paths.pop()
        # A copy whose ship may be damaged.
        ship = msgspec.json.decode(msgspec.json.encode(play.ship), type=Ship)
        trial = state_with(play, ship=ship, forced=list(play.state.forced))
        trial.no_events = True
        # The other deck fires were put out.
        levels = trial.ship.deck_fires
        trial.ship.deck_fires = {
            section: level for section, level in levels.items() if section in burning
        }
        running = burn(trial)
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
