"""What if: the same orders with other dice, other orders with the same dice, and the cost of each fire plan.

Orders and dice are read from the events of a game. They are replayed from the start of any of its steps; the game
itself does not change.
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
from picket_duty.text.consequences import percent
from picket_duty.text.names import label_words

#: Limit of the search for the best plan of a wave when a whole game is judged; see ``odds.plan``.
JUDGE_LIMIT = 4000
#: Number of tries that take longer than starting a process, about a second.
WORTH_A_PROCESS = 800
#: Number of costliest plans listed, and the smallest cost listed, in ships.
COSTLIEST = 5
NOTHING = 0.005
#: What is said if the plans cost nothing.
AS_GOOD = "Your fire plans and repairs were as good as the best."
#: The unit of expected damage, in words.
UNIT = "(Expected damage is counted in ships lost: 1.00 is worth one ship.)"

Where = tuple[str, int | None, str, str]


class WhatIf(msgspec.Struct, frozen=True):
    """The results of ``tries`` games: ship afloat, ship on station (or game won), and games by strikes on the ship."""

    tries: int
    afloat: int
    on_station: int
    hits: Counter[int]

    def with_more(self, other: WhatIf) -> WhatIf:
        """The sum of these results and others."""
        tries, afloat = self.tries + other.tries, self.afloat + other.afloat
        return WhatIf(tries, afloat, self.on_station + other.on_station, self.hits + other.hits)

    @property
    def on_station_interval(self) -> Interval:
        """The 95 % interval of keeping the station."""
        return wilson(self.on_station, self.tries)


class PlanCost(msgspec.Struct, frozen=True):
    """The expected damage left by a decision and by the best one, in ships. ``about`` is the id of the decision."""

    phase: str
    wave: int | None
    about: str
    given: float
    best: float

    @property
    def cost(self) -> float:
        """The expected damage the best decision would have saved."""
        return max(0.0, self.given - self.best)


class Recorded:
    """The orders and dice of a game, by phase, wave and purpose."""

    def __init__(self, game: Game) -> None:
        self.orders: dict[Where, list[Answer]] = {}
        self.dice: dict[Where, list[tuple[int, ...]]] = {}
        for event in game.events:
            if isinstance(event, Chosen):
                self.orders.setdefault((event.phase, event.wave, event.about, ""), []).append(event.answer)
            elif isinstance(event, Roll) and event.dice:
                self.dice.setdefault(_address(event), []).append(event.dice)


class SameOrders:
    """A captain that repeats the recorded orders; if one is not legal, another captain answers."""

    def __init__(self, recorded: Recorded, otherwise: Captain | None = None) -> None:
        self._orders = {where: list(answers) for where, answers in recorded.orders.items()}
        self._otherwise = otherwise

    def choose(self, game: Game) -> Answer:
        """The recorded order, or the part of a fire plan that is still legal."""
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
    """A new game with the first answers of this one, then with the dice of another seed.

    The game must have its history from its first answer (``base`` is 0).
    """
    again = Game.of_setup(msgspec.structs.replace(game.state.setup, seed=seed), game.tables)
    again.aid = game.aid
    for answer in game.answers[:answers]:
        again.answer(answer)
    return again


# -- other dice --------------------------------------------------------------------


class Trial(msgspec.Struct, frozen=True):
    """A part of a game to be played with other dice, as sent to a worker process."""

    state: bytes
    recorded: Recorded
    tries: int
    seed: int
    whole: bool
    folder: str


def other_dice(
    game: Game, point: Checkpoint, tries: int = 200, seed: int = 1, whole: bool = False, jobs: Jobs = 1
) -> WhatIf:
    """The same orders with other dice from a step on, to the end of its day, or of the game if ``whole``.

    Weather, fighters and enemy raids stay as they were. Raises WorkersLost.
    """
    trial = Trial(point.state, Recorded(game), tries, seed, whole, str(game.tables.layer or ""))
    starts = range(0, tries, BLOCK)
    result = WhatIf(0, 0, 0, Counter())
    with workers(jobs, most=len(starts)) as players:
        for block in players.each(partial(play_tries, trial), starts):
            result = result.with_more(block)
    return result


def processes_for(tries: int) -> int:
    """The number of processes worth starting for a number of tries."""
    return max(1, tries // WORTH_A_PROCESS)


def play_tries(trial: Trial, first: int) -> WhatIf:
    """Play a block of tries, starting with try ``first``."""
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
    """The game with the same dice and another captain, from a step on (default: from its start)."""
    trial = game.again_from(point or game.checkpoints[0], history=False)
    _play(trial, captain, Recorded(game), None, whole=True)
    return trial


def _play(trial: Game, captain: Captain, recorded: Recorded, chance: random.Random | None, whole: bool) -> None:
    """Play with recorded dice: all of them, or with ``chance`` only weather, fighters and raids."""
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
    """Whether the station was kept: a scenario not lost, a campaign's ship still on duty."""
    state = trial.state
    return state.outcome != JAPANESE_WIN and state.ship.name == ship and state.ship.back is None


def days_of(game: Game) -> list[Checkpoint]:
    """The first checkpoint of each day of a game."""
    starts: dict[str, Checkpoint] = {}
    for point in game.checkpoints:
        if not point.label.endswith(("setup", "turn_end", "return", "relieve")):
            starts.setdefault(point.label[:10], point)
    return list(starts.values())


# -- the cost of decisions ----------------------------------------------------------


def plan_costs(game: Game, limit: int = JUDGE_LIMIT) -> list[PlanCost]:
    """Every fire plan and every assignment of men, compared with the recommended one by the fitted weights."""
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
    """The cost of the plans compared with the best ones: the sum, then the costliest."""
    if not costs:
        return ["No fire plan or repair assignment was made."]
    whole = sum(decision.cost for decision in costs)
    if whole < NOTHING:
        return [AS_GOOD]
    plans = count(len(costs), "fire plan or repair assignment", "fire plans and repair assignments")
    lines = [f"{plans} cost {whole:.2f} more expected damage than the best.", UNIT]
    for decision in sorted(costs, key=lambda decision: -decision.cost)[:COSTLIEST]:
        if decision.cost < NOTHING:
            break
        where = label_words(decision.phase) + (f", wave {decision.wave}" if decision.wave else "")
        lines.append(f"  {where}: {decision.about}, {decision.cost:.2f} more than the best")
    return lines


def head_words(tries: int) -> str:
    """The line above the days with other dice."""
    each = "once" if tries == 1 else f"{tries} times"
    return f"Your orders with different dice, each day played {each} (95% intervals in brackets):"


def day_words(day: str, result: WhatIf) -> str:
    """The results of a day with other dice in one line."""
    low, high = result.on_station_interval
    hits = sum(value * often for value, often in result.hits.items()) / result.tries
    afloat, on_station = (percent(games / result.tries) for games in (result.afloat, result.on_station))
    return f"{day}: afloat {afloat}, on station {on_station} ({100 * low:.0f}-{100 * high:.0f}), {hits:.1f} hits"


def compare_words(played: dict[str, object], other: dict[str, object], policy: str) -> list[str]:
    """The results of two games side by side."""
    lines = [f"{'':<14}{'your orders':>18}{policy:>18}"]
    for key, words in COMPARED.items():
        ends = [str(summary[key]) for summary in (played, other)]
        if key == "outcome":
            ends = [OUTCOMES.get(end, "in progress") for end in ends]
        lines.append(f"{words:<14}{ends[0]:>18}{ends[1]:>18}")
    return lines


#: The figures compared, with their labels.
COMPARED = {
    "outcome": "outcome", "days": "days", "destroyed": "splashed", "flamed": "set afire", "hits": "hits taken",
    "near_misses": "near misses", "hull": "hull left", "ships_sunk": "ships lost",
}  # fmt: skip
