"""Repairs: the chances of a job by its men, and its expected damage (rules 7).

A job is valued over the rounds still to come, later ones with as many men as it may have, in ships
lost.
"""

from __future__ import annotations

import msgspec

from picket_duty.book.ids import (
    DECK_FIRE,
    DIRECTOR,
    GUN,
    INSTRUMENT,
    PUMP,
    ROOM,
    STACK,
)
from picket_duty.odds import damage_costs
from picket_duty.odds.damage_weights import DAMAGED_SHARE, Measure, by_hand, fitted
from picket_duty.odds.fire import ship_with
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.requests import Job
from picket_duty.rules import anchorage, control
from picket_duty.rules.play import Play
from picket_duty.state import Compartment

#: Damage control rounds looked ahead: there are three after the last wave (rules 4.5).
ROUNDS = 3
#: What a repair gains besides the cost of its damage, in ships: less to do in the next round.
LESS_TO_DO = 0.002


class JobOdds(msgspec.Struct, frozen=True, rename={"damage": "harm"}):
    """A repair job with a number of men: the chance that its roll succeeds, and that the job is
    finished, and its expected damage in ships (``harm`` in JSON).
    """

    job: str
    men: int
    success: float
    done: float
    damage: float


def success(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that a job's roll succeeds; 0 without men."""
    return chance(control.repair_roll(play, name, job, men), "yes") if men else 0.0


def done(play: Play, name: str, job: Job, men: int) -> float:
    """The chance that a job is finished in this round: the fire out, the item repaired."""
    chance_now = success(play, name, job, men)
    if job.kind != ROOM:
        return chance_now
    markers = play.ship.compartments[name].markers
    return chance_now * sum(share for left, share in markers_after(play, markers) if not left)


def markers_after(play: Play, markers: int) -> list[tuple[int, float]]:
    """The markers left after a success, with their chances (die of table 20)."""
    markers_left = []
    for row, share in outcomes(control.markers_roll(play, name="")):
        removed = markers if row["markers"] == "all" else min(markers, row["markers"])
        markers_left.append((markers - removed, share))
    return markers_left


def job_odds(play: Play, name: str, job: Job, men: int) -> JobOdds:
    """The odds of a job with a number of men, its damage by the fitted weights."""
    rate = success(play, name, job, men)
    return JobOdds(
        job=name,
        men=men,
        success=rate,
        done=done(play, name, job, men),
        damage=expected_damage(play, name, job, men, fitted(play)),
    )


def expected_damage(
    play: Play, name: str, job: Job, men: int, measure: Measure | None = None
) -> float:
    """The expected damage of a job with a number of men now, in ships, by the weights set by hand
    or a measure.
    """
    measure = measure or by_hand(play)
    if job.kind == DECK_FIRE:
        level = play.ship.deck_fires[job.section]
        return _deck_fire(play, name, job, level, men=men, rounds=ROUNDS, measure=measure)
    if job.kind == ROOM:
        markers = play.ship.compartments[name].markers
        return _compartment(play, name, job, markers, men=men, rounds=ROUNDS, measure=measure)
    return worth_of(play, job, measure) * (1.0 - success(play, name, job, men))


def _deck_fire(
    play: Play, name: str, job: Job, level: int, men: int, rounds: int, measure: Measure
) -> float:
    """A deck fire: put out, or one level more with loss of hull, and table 16 past the last level
    (rules 7.5).
    """
    numbers = play.tables.numbers
    fires = {**play.ship.deck_fires, job.section: level}
    put_out = success(ship_with(play, deck_fires=fires), name, job, men)
    grown = level + 1
    damage = measure.weights.hull_point * numbers.deck_fire_hull_loss
    if grown > numbers.deck_fire_limit:
        return (1.0 - put_out) * (out_of_control(play, measure) + damage)
    if grown < numbers.deck_fire_burns:
        damage = 0.0
    if rounds > 1:
        later_men = _later_men(play, job)
        damage += _deck_fire(
            play, name, job, grown, men=later_men, rounds=rounds - 1, measure=measure
        )
    else:
        damage += measure.weights.deck_fire
    return (1.0 - put_out) * damage


def out_of_control(play: Play, measure: Measure) -> float:
    """The damage of a deck fire out of control: table 16 once a phase, and the ship must leave."""
    if play.state.forced:
        # The ship must leave already, and table 16 was rolled.
        return measure.weights.deck_fire
    return max(measure.weights.leave, sinks_on_the_way(play))


def sinks_on_the_way(play: Play) -> float:
    """The chance of table 16 with the damage control officer's value."""
    return chance(anchorage.sink_roll(play), "yes")


def _compartment(
    play: Play, name: str, job: Job, markers: int, men: int, rounds: int, measure: Measure
) -> float:
    """A compartment: markers removed or not, then the fire's own marker, then the next round (rules
    7.4, 7.5).
    """
    now = play.ship.compartments[name]
    # A stack does not burn: it costs the same until it is repaired.
    if play.tables.compartments[name].kind == STACK:
        return measure.weights.stack * (1.0 - done(play, name, job, men))
    seen = Compartment(markers=markers, fire=now.fire, paid=now.paid)
    rooms = {**play.ship.compartments, name: seen}
    rate = success(ship_with(play, compartments=rooms), name, job, men)
    damage = 0.0
    if rate < 1.0:
        damage = (1.0 - rate) * _burning(play, name, job, markers, rounds, measure)
    if rate:
        for left, share in markers_after(play, markers):
            if left:
                damage += rate * share * _burning(play, name, job, left, rounds, measure)
    return damage


def _burning(play: Play, name: str, job: Job, markers: int, rounds: int, measure: Measure) -> float:
    """The damage of a compartment that is left with some markers: its fire may add one."""
    spread = 0.0
    if play.ship.compartments[name].fire:
        spread = chance(control.spread_roll(play, name), "yes")
    damage = (1.0 - spread) * _next_round(play, name, job, markers, rounds, measure)
    if not spread:
        return damage
    if markers + 1 >= play.tables.compartments[name].markers:
        return damage + spread * damage_costs.destruction_cost(measure, name)
    return damage + spread * _next_round(play, name, job, markers + 1, rounds, measure)


def _next_round(
    play: Play, name: str, job: Job, markers: int, rounds: int, measure: Measure
) -> float:
    """The damage of a compartment in the rounds after this one. After the last round, its markers
    cost a share of its destruction.
    """
    if rounds > 1:
        later_men = _later_men(play, job)
        return _compartment(
            play, name, job, markers, men=later_men, rounds=rounds - 1, measure=measure
        )
    share = markers / play.tables.compartments[name].markers
    return (
        measure.weights.marker * markers
        + share * damage_costs.destruction_cost(measure, name) * DAMAGED_SHARE
    )


def _later_men(play: Play, job: Job) -> int:
    """The men that a job may have in a later round."""
    return min(play.tables.numbers.men_per_job, play.ship.men[job.section])


def worth_of(play: Play, job: Job, measure: Measure) -> float:
    """The gain of repairing an instrument, a mount, a flooded or a secondary compartment, in ships:
    ``LESS_TO_DO`` and what the damage costs. A director gains only what its damage costs.
    """
    if job.kind == PUMP:
        return LESS_TO_DO + damage_costs.out_of_action_cost(measure, job.target)
    if job.kind == DIRECTOR:
        return measure.weights.director * DAMAGED_SHARE
    if job.kind == GUN:
        return LESS_TO_DO + measure.caliber(play.armament()[job.target].kind) * DAMAGED_SHARE
    if job.kind == INSTRUMENT:
        return LESS_TO_DO + measure.equipment(job.target) * DAMAGED_SHARE
    return LESS_TO_DO + measure.weights.secondary * DAMAGED_SHARE


def flooding_gain(play: Play, name: str) -> float:
    """The gain of trying to flood a burning compartment over fighting its fire, in ships."""
    data = play.tables.compartments[name]
    job = Job(data.section, ROOM, data.name)
    men = _later_men(play, job)
    measure = by_hand(play)
    fought = expected_damage(play, name, job, men, measure)
    works = chance(control.flooding_roll(play, name), "yes")
    # Flooding that fails may blow up the compartment, and its fire must be fought as well. Flooding
    # that works puts the compartment out of action.
    failed = damage_costs.explosion_cost(measure, name) + fought
    return fought - works * damage_costs.out_of_action_cost(measure, name) - (1.0 - works) * failed
