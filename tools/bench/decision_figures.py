"""Checks every kind of figure shown beside a decision or a roll against playouts of the engine from
that request.

A branch is given the order and played on by doctrine until the stated event has happened; its
events are compared.
"""

from __future__ import annotations

import math
import random
from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARATION,
    DECLARE,
    FIRE_PLAN,
    FLOOD,
    FLOODING,
    MANEUVER,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    REPAIR_MEN,
    RESCIND,
)
from picket_duty.captains import doctrine
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.events import Control, Damage, Event, Leave, Strike, WaveBegun
from picket_duty.game import Game
from picket_duty.odds import plan, repair
from picket_duty.odds.consequences import consequences
from picket_duty.odds.fire import air_with, ship_with
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.roll_odds import outcomes
from picket_duty.requests import Answer, Choice, Roll
from picket_duty.rules import anchorage, control, gunnery, upkeep
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import SUNK, Ship

#: The value of a figure in a playout; None if its condition was not met.
Found = Callable[[Sequence[Event], Game], float | None]


#: The deviation of an event stated as certain that never happens.
NEVER = 99.0


class Stated(NamedTuple):
    """A stated figure: its kind, its value, its function in a playout, its standard error, its
    highest value.
    """

    kind: str
    value: float
    result: Found
    own: float = 0.0
    most: float = 1.0


class Asked(NamedTuple):
    """An order, the figures stated for it, and the condition that ends its playouts."""

    order: Answer
    figures: list[Stated]
    over: Callable[[Sequence[Event], Game], bool]


# -- what is stated of a decision -------------------------------------------------------


def asked(game: Game, captain: RandomCaptain) -> Iterator[Asked]:
    """The figures stated at the decision that a game waits for, by order."""
    choice = game.request
    teller = ABOUT.get(choice.decision)
    if teller is not None:
        yield from teller(game, choice, captain)


def _maneuver(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    stated = consequences(game.play, choice)
    play = game.play
    tried = stated[YES]
    held = stated[NO]
    own = {made: _own(air_with(play, maneuver=made)) for made in (False, True)}
    fuel = []
    if tried.fuel is not None:
        seen = Play(msgspec.structs.replace(play.state, maneuvered_today=True), play.tables)
        fuel = [
            Stated("maneuver: fuel", tried.fuel, _drawn(seen), most=play.ship.fuel),
            Stated("maneuver: fuel gone", tried.dry, _drawn(seen, all_of_it=True)),
        ]
    yield Asked(
        YES,
        [
            *fuel,
            Stated("maneuver: made", tried.made, _result(MANEUVER, "successful")),
            Stated("maneuver: strikes if tried", tried.strikes, _strikes, max(own.values())),
            Stated(
                "maneuver: strikes if made",
                tried.if_made,
                lambda events, trial: (
                    _strikes(events, trial)
                    if _result(MANEUVER, "successful")(events, trial)
                    else None
                ),
                own[True],
            ),
        ],
        _wave_over,
    )
    yield Asked(
        NO, [Stated("maneuver: strikes if held", held.strikes, _strikes, own[False])], _wave_over
    )


def _rescind(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    for order, consequence in consequences(game.play, choice).items():
        seen = ship_with(game.play, declared=control.NO_EMERGENCY) if order == YES else game.play
        yield Asked(
            order,
            [Stated("rescinding: strikes", consequence.strikes, _strikes, _own(seen))],
            _wave_over,
        )


def _declare(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    for order, consequence in consequences(game.play, choice).items():
        granted = _result(DECLARATION, "declared")

        def if_granted(of: Found, granted: Found = granted, order: str = order) -> Found:
            return lambda events, trial: (
                None if order == YES and not granted(events, trial) else of(events, trial)
            )

        figures = []
        if consequence.rolls:
            of_rolls = if_granted(_repairs)
            figures.append(
                Stated(
                    "declaration: repairs", consequence.repairs, of_rolls, most=consequence.rolls
                )
            )
        if order == YES:
            figures.append(Stated("declaration: granted", consequence.granted, granted))
        yield Asked(order, figures, _round_over)
        if consequence.planes:
            silent = control.DECLARED if order == YES else control.NO_EMERGENCY
            own = _own(ship_with(_next_wave(game.play), declared=silent))
            figure = Stated(
                "declaration: strikes of the next wave",
                consequence.strikes,
                if_granted(_next_strikes),
                own,
            )
            yield Asked(
                order, [figure], lambda events, trial: _wave_over(_after_wave(events), trial)
            )


def _next_wave(play: Play) -> Play:
    planes = [
        msgspec.structs.replace(plane, number=number)
        for number, plane in enumerate(play.state.air.waves[0])
    ]
    return air_with(play, planes=planes, waves=play.state.air.waves[1:], maneuver=None)


def _flood(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    for order, consequence in consequences(game.play, choice).items():
        if order == control.NO_FLOODING:
            continue
        explodes = _told(
            lambda event, name=order: event.item == name and event.effect == "explosion"
        )
        figures = [
            Stated("flooding: works", consequence.works, _result(FLOODING, "successful")),
            Stated("flooding: explodes", consequence.explodes, explodes),
        ]
        yield Asked(order, figures, lambda events, trial: isinstance(trial.request, Choice))


def _counterflood(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    order = captain.decide(choice)
    if order == control.NO_FLOODING:
        return
    consequence, works = consequences(game.play, choice)[order], _result(FLOODING, "successful")

    def righted(events: Sequence[Event], trial: Game) -> float | None:
        ship = trial.state.ship
        now = (ship.list_points, ship.trim_points, gunnery.listing(trial.play), ship.flood)
        same = now == (
            consequence.list_points,
            consequence.trim_points,
            consequence.hinders,
            consequence.flooded,
        )
        return float(same) if works(events, trial) else None

    figures = [
        Stated("counterflooding: works", consequence.works, works),
        Stated("counterflooding: list", 1.0, righted),
    ]
    yield Asked(order, figures, lambda events, trial: works(events, trial) is not None)


def _men(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    orders = captain.decide(choice)
    play = game.play
    stated = consequences(play, choice)
    figures = []
    for name, men in orders.items():
        job = choice.jobs[name]
        consequence = stated[name]
        rolled = _job(name)
        figures.append(Stated("men: success", consequence.rates[men - 1], rolled))
        figures.append(
            Stated("men: done", repair.done(play, name, job, men), _job(name, done=True))
        )
        if consequence.spreads:
            spreads = _told(lambda event, name=name: event.item == name and event.effect == "burns")
            figures.append(Stated("men: spreads", consequence.spreads, _if_failed(rolled, spreads)))
        if consequence.level and not consequence.out_of_control:
            out = "out of control" if consequence.level > consequence.limit else "grows"
            grows = _told(
                lambda event, section=job.section, out=out: (
                    event.item == DECK_FIRE and event.section == section and event.effect == out
                )
            )
            figures.append(
                Stated(
                    "men: fire grows",
                    1.0,
                    _unless_lost_elsewhere(job.section, _if_failed(rolled, grows)),
                )
            )
    yield Asked(orders, figures, _round_over)


def _unless_lost_elsewhere(section: str, result: Found) -> Found:
    """Ignore playouts in which another section's fire gets out of control, because that ends all
    fires.
    """

    lost = _told(lambda event: event.effect == "out of control" and event.section != section)
    return lambda events, trial: None if lost(events, trial) else result(events, trial)


def _relief(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    for order, consequence in consequences(game.play, choice).items():
        if order == upkeep.STAY:
            tomorrow = Play(
                msgspec.structs.replace(game.state, maneuvered_today=False), game.tables
            )
            gone = Stated(
                "relief, stay: fuel gone", consequence.fuel_out, _drawn(tomorrow, all_of_it=True)
            )
            yield Asked(order, [gone], lambda events, trial: True)
            continue
        figures = [
            Stated(f"{order}: on {day}", share, _back_on(day.isoformat()))
            for day, share in consequence.back
        ]
        figures.append(
            Stated(f"{order}: to the rear", consequence.rear, _leaves(lambda event: event.rear))
        )
        figures.append(
            Stated(
                f"{order}: founders",
                consequence.founders,
                _leaves(lambda event: event.reason == SUNK),
            )
        )
        figures = [
            figure._replace(kind=f"relief, {order}: {RELIEF_KINDS[figure.kind.split()[1]]}")
            for figure in figures
        ]
        yield Asked(
            order, figures, lambda events, trial: any(isinstance(event, Leave) for event in events)
        )


def _relieving(game: Game, choice: Choice, captain: RandomCaptain) -> Iterator[Asked]:
    for order, consequence in consequences(game.play, choice).items():

        def as_stated(
            events: Sequence[Event], trial: Game, consequence: object = consequence
        ) -> float:
            ship: Ship = trial.state.ship
            crew = {post: officer.value for post, officer in ship.crew.items() if officer.value}
            now = (ship.hull, ship.fuel, ship.ammunition, sum(ship.men.values()), crew)
            destroyed = anchorage.things_destroyed(trial.play)
            stated = (
                consequence.hull,
                consequence.fuel,
                consequence.ammunition,
                consequence.men,
                dict(consequence.crew),
            )
            return float(now == stated and destroyed == consequence.destroyed)  # type: ignore[attr-defined]

        yield Asked(order, [Stated("relieving ship", 1.0, as_stated)], lambda events, trial: True)


RELIEF_KINDS = {"on": "day she is back", "to": "to the rear", "founders": "founders"}
ABOUT = {
    ORDER_MANEUVER: _maneuver,
    RESCIND: _rescind,
    DECLARE: _declare,
    FLOOD: _flood,
    COUNTERFLOOD: _counterflood,
    REPAIR_MEN: _men,
    ASK_RELIEF: _relief,
    RELIEVING_SHIP: _relieving,
}


# -- what a branch came to ------------------------------------------------------------------


def _result(purpose: object, field: str) -> Found:
    """Whether a field of the first roll for a purpose is true."""

    def result(events: Sequence[Event], trial: Game) -> float | None:
        rolls = (
            event
            for event in events
            if isinstance(event, Roll) and event.purpose is purpose and event.result
        )
        return next((float(roll.result[field]) for roll in rolls), None)

    return result


def _told(wanted: Callable[[Damage], bool]) -> Found:
    """Whether the events contain some damage."""
    return lambda events, trial: float(
        any(isinstance(event, Damage) and wanted(event) for event in events)
    )


def _strikes(events: Sequence[Event], trial: Game) -> float:
    struck = (event for event in events if isinstance(event, Strike) and not event.near)
    return float(sum(event.outcome in ("hit", "special") for event in struck))


def _repairs(events: Sequence[Event], trial: Game) -> float:
    return float(sum(event.success for event in events if isinstance(event, Control)))


def _job(name: str, done: bool = False) -> Found:
    """Whether a job's first roll succeeds, or also finishes it."""

    def result(events: Sequence[Event], trial: Game) -> float | None:
        rolled = (event for event in events if isinstance(event, Control) and event.job == name)
        return next(
            (float(event.success and not (done and event.markers_left)) for event in rolled), None
        )

    return result


def _if_failed(rolled: Found, of: Found) -> Found:
    """What happens after a job has failed, if the ship survives."""
    return lambda events, trial: (
        of(events, trial)
        if rolled(events, trial) == 0.0 and not any(isinstance(event, Leave) for event in events)
        else None
    )


def _leaves(wanted: Callable[[Leave], bool]) -> Found:
    return lambda events, trial: float(
        any(isinstance(event, Leave) and wanted(event) for event in events)
    )


def _back_on(day: str) -> Found:
    return _leaves(lambda event: not event.rear and event.until == day)


def _own(play: Play) -> float:
    """The standard error of the expected strikes of a wave, whose early end is simulated."""
    wave = PlanOdds(play).wave(plan.staff_plan(play, gunnery.plan_choice(play)))
    return (wave.high - wave.low) / 3.92


# -- branches ---------------------------------------------------------------------------------


def _after_wave(events: Sequence[Event]) -> Sequence[Event] | None:
    """The events since the first wave began; None if none has."""
    began = next(
        (place for place, event in enumerate(events) if isinstance(event, WaveBegun)), None
    )
    return None if began is None else events[began + 1 :]


def _next_strikes(events: Sequence[Event], trial: Game) -> float | None:
    since = _after_wave(events)
    return None if since is None else _strikes(since, trial)


def _drawn(play: Play, all_of_it: bool = False) -> Found:
    """The fuel used by chart 24, or whether it uses all, by the dice of the playout."""

    def result(events: Sequence[Event], trial: Game) -> float:
        roll, dice = upkeep.fuel_roll(play), random.Random(trial.dice.seed)
        spaces = roll.resolve(tuple(dice.randrange(1, face + 1) for face in roll.chart.faces))[
            "spaces"
        ]
        return float(spaces >= play.ship.fuel) if all_of_it else float(min(spaces, play.ship.fuel))

    return result


def _wave_over(events: Sequence[Event] | None, trial: Game) -> bool:
    """Whether the current wave is over: another begins, or a request does not belong to it."""
    if events is None:
        return any(isinstance(event, Leave) for event in trial.events[-3:])
    if any(isinstance(event, WaveBegun | Leave) for event in events):
        return True
    request = trial.request
    return isinstance(request, Choice) and request.decision not in (FIRE_PLAN, ORDER_MANEUVER)


def _round_over(events: Sequence[Event], trial: Game) -> bool:
    """Whether the round of damage control is over: another or a wave begins, or the ship leaves."""
    if any(isinstance(event, WaveBegun | Leave) for event in events):
        return True
    request = trial.request
    if not isinstance(request, Choice):
        return request is None or not (isinstance(request, Roll) and request.purpose.id in ROUND)
    return request.decision in (DECLARE, ORDER_MANEUVER, FIRE_PLAN, RESCIND) or (
        request.decision in (FLOOD, REPAIR_MEN)
        and any(isinstance(event, Control) for event in events)
    )


#: What is rolled for in a round of damage control.
ROUND = (
    "declaration",
    "flooding",
    "repair",
    "fire",
    "explosion",
    "damage",
    "near miss",
    "random",
    "hull",
    "men",
    "officer",
)


def branched(game: Game, question: Asked, number: int) -> Sequence[Event]:
    """The events of a playout from its order on, and its figures counted by ``Tally``."""
    trial = game.branch(number)
    before = len(trial.events)
    trial.answer(question.order)
    while trial.request is not None and not question.over(trial.events[before:], trial):
        request = trial.request
        if isinstance(request, Roll):
            trial.roll()
        elif request.decision in (FLOOD, COUNTERFLOOD):
            trial.answer(control.NO_FLOODING)
        elif request.decision is ORDER_MANEUVER:
            trial.answer(NO)
        else:
            trial.answer(doctrine.decide(trial.play, request))
    return [figure.result(trial.events[before:], trial) for figure in question.figures]  # type: ignore[return-value]


def deviations(
    game: Game, captain: RandomCaptain, trials: int, seed: int
) -> Iterator[tuple[str, float]]:
    """Every figure stated at a decision: its kind, and its difference from playouts in standard
    errors.
    """
    for question in asked(game, captain):
        branches = [branched(game, question, seed + number) for number in range(trials)]
        for place, figure in enumerate(question.figures):
            values = [row[place] for row in branches if row[place] is not None]
            if len(values) >= trials / 10:
                yield figure.kind, off(figure, values)  # type: ignore[arg-type]


def off(figure: Stated, values: Sequence[float]) -> float:
    """The difference of a figure in standard errors, with a continuity correction of half a
    playout.
    """
    count = len(values)
    stated = figure.value
    mean = sum(values) / count
    square = sum((value - mean) ** 2 for value in values) / count
    # A few playouts underestimate the variance of rare events, so the stated variance is used too.
    variance = (
        max(square, stated * (1.0 - stated / figure.most)) if stated <= figure.most else square
    )
    gap = max(0.0, abs(stated - mean) - 0.5 / count)
    if not gap:
        return 0.0
    error = math.sqrt(variance / count + figure.own**2)
    return math.copysign(gap / error if error else NEVER, stated - mean)


def roll_deviations(roll: Roll, trials: int, seed: int) -> Iterator[float]:
    """The rows of a roll thrown many times: the deviation of each from its stated chance, in
    standard errors.
    """
    dice = random.Random(seed)
    results = {}
    for _ in range(trials):
        thrown = tuple(
            dice.randrange(10) if face == 10 else dice.randrange(1, face + 1)
            for face in roll.chart.faces
        )
        label = msgspec.structs.replace(roll).resolve(thrown).label
        results[label] = results.get(label, 0) + 1
    for row, share in outcomes(roll):
        came = results.pop(row.label, 0)
        gap = max(0.0, abs(came - share * trials) - 0.5)
        yield math.copysign(
            gap / math.sqrt(max(trials * share * (1.0 - share), 1.0)), share * trials - came
        )
    if results:
        yield NEVER
