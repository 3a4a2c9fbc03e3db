"""The chances that the ship sinks or must leave in a damage control round, computed exactly (rules 7.4, 7.5).

The men follow the exec's plan. What burns on is then played by the engine itself, once for each result of each roll.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from functools import partial

import msgspec

from picket_duty.book.ids import DECK_FIRE, ROOM
from picket_duty.odds import repair
from picket_duty.odds.consequences import Risk
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.requests import Choice, Job, Roll
from picket_duty.rules import anchorage, control, damage
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.state import Ship


def round_risk(play: Play) -> Risk:
    """The chances that she sinks in this round, and that she stays afloat but must leave because of it."""
    choice = control.men_choice(play)
    men = repair.best_men(play, choice)
    must_leave = bool(anchorage.reasons_to_return(play))
    fires = {name: job for name, job in choice.jobs.items() if job.kind == DECK_FIRE}
    burn_on = {job.section: 1.0 - repair.success(play, name, job, men.get(name, 0)) for name, job in fires.items()}
    sinks = leaves = 0.0
    for burning, share in _subsets(burn_on):
        for lost, part in _subsets(_lost_to_fire(play, choice, men)):
            for after, by in _endings(play, partial(_fires, burning=burning, lost=lost)):
                if after is None:
                    sinks += share * part * by
                elif not must_leave and anchorage.reasons_to_return(after):
                    leaves += share * part * by
    return Risk(sinks, leaves)


def _lost_to_fire(play: Play, choice: Choice, men: repair.Men) -> dict[str, float]:
    lost = {}
    for name, job in choice.jobs.items():
        if job.kind == ROOM and (share := _destroyed(play, name, job, men.get(name, 0))):
            lost[name] = share
    return lost


def _destroyed(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that the last marker of a compartment comes from its fire after the men's attempt."""
    room, limit = play.ship.compartments[name], play.tables.compartments[name].markers
    if not room.fire or room.markers + 1 < limit:
        return 0.0
    rate = repair.success(play, name, job, men)
    left_full = sum(share for left, share in repair.markers_after(play, room.markers) if left and left + 1 >= limit)
    return (1.0 - rate + rate * left_full) * chance(control.spread_roll(play, name), "yes")


def _subsets(chances: Mapping[str, float]) -> Iterator[tuple[tuple[str, ...], float]]:
    sets: list[tuple[tuple[str, ...], float]] = [((), 1.0)]
    for name, share in chances.items():
        with_it = [((*names, name), by * share) for names, by in sets]
        sets = [(names, by * (1.0 - share)) for names, by in sets] + with_it
    return ((names, by) for names, by in sets if by)


def _fires(play: Play, burning: tuple[str, ...], lost: tuple[str, ...]) -> Procedure[None]:
    """The compartments lost to their fires, then the deck fires that were not put out."""
    fires = play.ship.deck_fires
    play.ship.deck_fires = {section: level for section, level in fires.items() if section in burning}
    for name in lost:
        yield from damage.destroy(play, name, None)
    yield from control.burn_deck(play, set())


def _endings(play: Play, step: Callable[[Play], Procedure[None]]) -> Iterator[tuple[Play | None, float]]:
    """Every end of a step that only rolls, with its chance; None if the ship sinks. The game does not change."""
    paths: list[tuple[tuple[object, ...], float]] = [((), 1.0)]
    while paths:
        rows, share = paths.pop()
        trial = _copy(play)
        running = step(trial)
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


def _copy(play: Play) -> Play:
    """A copy of the play whose ship may be damaged."""
    ship = msgspec.json.decode(msgspec.json.encode(play.ship), type=Ship)
    copy = Play(msgspec.structs.replace(play.state, ship=ship, forced=list(play.state.forced)), play.tables)
    copy.quiet = True
    return copy
