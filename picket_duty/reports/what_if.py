"""What if: the same orders under other dice, other orders under the same dice, and what each fire plan cost.

A game that has been played (or read whole from its save) tells its orders and its dice by their events. They are
played again from the start of any step of it, the game itself untouched.
"""

from __future__ import annotations

import random
from collections import Counter
from functools import partial

import msgspec

from picket_duty.analysis.statistics import Interval, wilson
from picket_duty.analysis.workers import BLOCK, Jobs, tables_of, workers
from picket_duty.captains import Captain
from picket_duty.captains.doctrine import decide
from picket_duty.events import Chosen
from picket_duty.game import Checkpoint, Game, ReplayState
from picket_duty.odds import plan, repair
from picket_duty.odds.damage_weights import fitted
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Answer, Choice, Illegal, Roll
from picket_duty.rules.campaign import SUNK
from picket_duty.state import JAPANESE_WIN
from picket_duty.text import OUTCOMES, count
from picket_duty.text.names import label_words

#: The most a wave's proof may cost when a whole game is judged; see ``odds.plan``.
JUDGE_LIMIT = 4000
#: Tries that last longer than it takes to begin a process, a second or so.
WORTH_A_PROCESS = 800
#: How many of the dearest plans are named, and what is too little to name, in ships.
DEAREST = 5
NOTHING = 0.0005

Where = tuple[str, int | None, str, str]


class WhatIf(msgspec.Struct, frozen=True):
    """What became of a stretch of play in so many tries: afloat, on station or won, hits on the ship."""

    tries: int
    afloat: int
    on_station: int
    hits: Counter[int]

    def with_more(self, other: WhatIf) -> WhatIf:
        """These tries and others."""
        tries, afloat = self.tries + other.tries, self.afloat + other.afloat
        return WhatIf(tries, afloat, self.on_station + other.on_station, self.hits + other.hits)

    @property
    def on_station_interval(self) -> Interval:
        """The 95 % interval of keeping the station."""
        return wilson(self.on_station, self.tries)


class PlanCost(msgspec.Struct, frozen=True):
    """What a decision left of harm, and what the best one would have left, in ships. ``about`` says which."""

    phase: str
    wave: int | None
    about: str
    given: float
    best: float

    @property
    def cost(self) -> float:
        """What the best decision would have saved."""
        return max(0.0, self.given - self.best)


class Recorded:
    """The orders and dice of a game that was played."""

    def __init__(self, game: Game) -> None:
        self.orders: dict[Where, list[Answer]] = {}
        self.dice: dict[Where, list[tuple[int, ...]]] = {}
        for event in game.events:
            if isinstance(event, Chosen):
                self.orders.setdefault((event.phase, event.wave, event.about, ""), []).append(event.answer)
            elif isinstance(event, Roll) and event.dice:
                self.dice.setdefault(_address(event), []).append(event.dice)


class SameOrders:
    """A captain who gives the recorded orders again; where they do not fit, another answers."""

    def __init__(self, recorded: Recorded, otherwise: Captain | None = None) -> None:
        self._orders = {where: list(answers) for where, answers in recorded.orders.items()}
        self._otherwise = otherwise

    def choose(self, game: Game) -> Answer:
        """The recorded order, its legal part where only that is left."""
        choice = game.request
        assert isinstance(choice, Choice)
        answers = self._orders.get((choice.phase, choice.wave, choice.about, ""))
        if answers:
            given = answers.pop(0)
            if choice.kind == ASSIGN:
                return {slot: number for slot, number in given.items() if number in choice.slots.get(slot, ())}
            try:
                return choice.check(given)
            except Illegal:
                pass
        return self._otherwise.choose(game) if self._otherwise else decide(game.play, choice)


def _address(roll: Roll) -> Where:
    return roll.phase, roll.wave, roll.purpose.id, f"{roll.table} {roll.chart.note_id} {roll.actor}"


def begun_again(game: Game, answers: int, seed: int) -> Game:
    """A new game with the first answers of this one; from there on its dice are those of another seed.

    The game begins with its own first answer: ``base`` is 0.
    """
    again = Game.of_setup(msgspec.structs.replace(game.state.setup, seed=seed), game.tables)
    for answer in game.answers[:answers]:
        again.answer(answer)
    return again


# -- other dice --------------------------------------------------------------------


class Trial(msgspec.Struct, frozen=True):
    """A part of a game to be played under other dice, as sent to a worker process."""

    state: bytes
    recorded: Recorded
    tries: int
    seed: int
    whole: bool
    folder: str


def other_dice(
    game: Game, point: Checkpoint, tries: int = 200, seed: int = 1, whole: bool = False, jobs: Jobs = 1
) -> WhatIf:
    """The same orders under other dice from a step on: to the end of its day, or of the game if ``whole``.

    The weather, the fighters and the enemy's coming stay as they were: the same battle with other luck. Raises
    WorkersLost.
    """
    trial = Trial(point.state, Recorded(game), tries, seed, whole, str(game.tables.layer or ""))
    starts = range(0, tries, BLOCK)
    result = WhatIf(0, 0, 0, Counter())
    with workers(jobs, most=len(starts)) as players:
        for block in players.each(partial(play_tries, trial), starts):
            result = result.with_more(block)
    return result


def processes_for(tries: int) -> int:
    """How many processes are worth their while: each takes as long to begin as some of its tries."""
    return max(1, tries // WORTH_A_PROCESS)


def play_tries(trial: Trial, first: int) -> WhatIf:
    """A block of tries from try ``first`` on."""
    position, tables = ReplayState(trial.state, ()), tables_of(trial.folder)
    numbers = range(first, min(first + BLOCK, trial.tries))
    afloat = on_station = 0
    hits: Counter[int] = Counter()
    for number in numbers:
        chance = random.Random(f"what-if {trial.seed} {number}")
        game = Game.of_replay_state(position, tables, history=False)
        before = game.state.records.hits
        ship = game.state.ship.name
        _play(game, SameOrders(trial.recorded), trial.recorded, chance, trial.whole)
        lost = any(sunk.name == ship for sunk in game.state.lost) or game.state.ship.fate == SUNK
        afloat += not lost
        on_station += not lost and _on_station(game, ship)
        hits[game.state.records.hits - before] += 1
    return WhatIf(len(numbers), afloat, on_station, hits)


def other_orders(game: Game, captain: Captain, point: Checkpoint | None = None) -> Game:
    """The game again under the same dice with another captain, from a step on (default: from its start)."""
    trial = game.again_from(point or game.checkpoints[0], history=False)
    _play(trial, captain, Recorded(game), None, whole=True)
    return trial


def _play(trial: Game, captain: Captain, recorded: Recorded, chance: random.Random | None, whole: bool) -> None:
    """Play on with recorded dice: all of them, or with ``chance`` only those of the day."""
    day = trial.state.date
    dice = {where: list(rolled) for where, rolled in recorded.dice.items()}
    while (request := trial.request) is not None and (whole or trial.state.date == day):
        if not isinstance(request, Roll):
            trial.answer(captain.choose(trial))
            continue
        if chance is None or request.purpose.given:
            known = dice.get(_address(request))
            if known and len(known[0]) == len(request.faces):
                trial.answer(known.pop(0))
                continue
        if chance is None:
            trial.roll()
        else:
            trial.answer([chance.randrange(10) if face == 10 else chance.randint(1, face) for face in request.faces])


def _on_station(trial: Game, ship: str) -> bool:
    """Whether she kept her station: a scenario not lost, a campaign's ship still on duty."""
    state = trial.state
    return state.outcome != JAPANESE_WIN and state.ship.name == ship and state.ship.back is None


def days_of(game: Game) -> list[Checkpoint]:
    """Where each day of a game began; its first step of the day."""
    starts: dict[str, Checkpoint] = {}
    for point in game.checkpoints:
        if not point.label.endswith(("setup", "turn_end", "return", "relieve")):
            starts.setdefault(point.label[:10], point)
    return list(starts.values())


# -- the price of decisions ---------------------------------------------------------


def plan_costs(game: Game, limit: int = JUDGE_LIMIT) -> list[PlanCost]:
    """Every fire plan and every use of the men against the recommended one, by the fitted weights."""
    trial = game.again_from(game.checkpoints[0], history=False)
    costs = []
    for answer in game.answers:
        choice = trial.request
        if isinstance(choice, Choice) and choice.kind == ASSIGN:
            measure = fitted(trial.play)
            given = plan.plan_of(trial.play, choice, answer, measure).whole
            orders = plan.best_plan(trial.play, choice, limit).orders
            best = min(plan.plan_of(trial.play, choice, orders, measure).whole, given)
            costs.append(PlanCost(choice.phase, choice.wave, choice.about, given, best))
        elif isinstance(choice, Choice) and choice.kind == MEN_TO_JOBS:
            measure = fitted(trial.play)
            best_men = repair.gain_of(trial.play, choice, repair.best_men(trial.play, choice), measure)
            given_men = repair.gain_of(trial.play, choice, answer, measure)
            costs.append(PlanCost(choice.phase, choice.wave, choice.about, 0.0, min(0.0, given_men - best_men)))
        trial.answer(answer)
    return costs


# -- in words ------------------------------------------------------------------------


def cost_words(costs: list[PlanCost]) -> list[str]:
    """What the plans cost against the best ones: the sum, then the dearest."""
    if not costs:
        return ["No fire plan was asked for."]
    whole = sum(decision.cost for decision in costs)
    plans = count(len(costs), "plan or assignment", "plans and assignments")
    lines = [f"{plans} cost {100 * whole:.1f} % of a ship against the best there were."]
    for decision in sorted(costs, key=lambda decision: -decision.cost)[:DEAREST]:
        if decision.cost < NOTHING:
            break
        where = label_words(decision.phase) + (f", wave {decision.wave}" if decision.wave else "")
        lines.append(f"  {where}: {decision.about}, {100 * decision.cost:.1f} % of a ship worse than the best")
    return lines


def day_words(day: str, result: WhatIf) -> str:
    """A day under other dice in a line."""
    low, high = result.on_station_interval
    hits = sum(value * often for value, often in result.hits.items()) / result.tries
    return (
        f"{day}: with your orders she stays afloat in {result.afloat / result.tries:.0%} and on station in "
        f"{result.on_station / result.tries:.0%} ({low:.0%} to {high:.0%}) of {result.tries} tries, "
        f"{hits:.1f} strikes each"
    )


def compare_words(played: dict[str, object], other: dict[str, object], policy: str) -> list[str]:
    """Two ends of the same game beside each other."""
    lines = [f"{'':<14}{'your orders':>18}{policy:>18}"]
    for key, words in COMPARED.items():
        ends = [str(summary[key]) for summary in (played, other)]
        if key == "outcome":
            ends = [OUTCOMES.get(end, "goes on") for end in ends]
        lines.append(f"{words:<14}{ends[0]:>18}{ends[1]:>18}")
    return lines


#: What two ends of a game are compared by.
COMPARED = {
    "outcome": "outcome", "days": "days", "destroyed": "destroyed", "flamed": "flamed", "hits": "strikes taken",
    "near_misses": "near misses", "hull": "hull left", "ships_sunk": "own ships sunk",
}  # fmt: skip
