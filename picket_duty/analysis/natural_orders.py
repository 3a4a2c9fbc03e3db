"""The orders that a puzzle compares: every option of a decision; for a plan, those that players think of.

A fire plan has too many legal answers to measure. The ones compared are doctrine's, the guns left to themselves with
all, some or no fighters kept, and the simple ones: fire spread evenly, everything at the most dangerous plane. For men
they are doctrine's, the same number for every job, and all men for one job after another.
"""

from __future__ import annotations

from collections import Counter

from picket_duty.captains.doctrine import decide
from picket_duty.captains.greedy import assign_men
from picket_duty.game import Game
from picket_duty.odds.command import Command, commanded_plan, fair_share, strike_chances
from picket_duty.odds.plan import greedy_plan, is_fighters, problem_of
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Answer, Choice
from picket_duty.rules.play import Play

#: Names of orders of a fire plan: doctrine's; the guns' own with all fighters sent, a fair share kept, or all kept;
#: spread evenly; everything at the most dangerous plane; the greedy captain's.
DOCTRINE, ALL_NOW, SHARE, KEEP_ALL, EVEN, ONE_PLANE, GREEDY = (
    "doctrine", "all now", "share", "keep all", "even", "one plane", "greedy",
)  # fmt: skip
#: Names of orders for the men besides doctrine's, the greedy captain's and the even ones: nobody works.
NOBODY = "nobody"
#: What a player does who does not think about the position, by kind of decision.
NATURAL = {ASSIGN: (ALL_NOW, SHARE, EVEN), MEN_TO_JOBS: (EVEN, GREEDY)}


def orders_to_compare(game: Game) -> dict[str, Answer]:
    """The orders for the decision that a game waits for, by name; of orders that do the same, only the first."""
    choice = game.request
    assert isinstance(choice, Choice)
    if choice.kind not in NATURAL:
        return {value: value for value in choice.legal()}
    orders = _plans(game.play, choice) if choice.kind == ASSIGN else _men(game.play, choice)
    first: dict[object, str] = {}
    for name, order in orders.items():
        first.setdefault(pattern_of(game.play, choice, order), name)
    return {name: orders[name] for name in first.values()}


def pattern_of(play: Play, choice: Choice, orders: dict[str, int]) -> object:
    """What a fire plan or an assignment of men amounts to; equal for orders that do the same.

    For a plan it is how many slots of each kind fire at each plane, for men the men of each job.
    """
    if choice.kind != ASSIGN:
        return frozenset((job, men) for job, men in orders.items() if men)
    problem = problem_of(play, choice)
    kinds = dict(zip(problem.slots, problem.kinds, strict=True))
    return frozenset(Counter((kinds[slot], plane) for slot, plane in orders.items()).items())


def _plans(play: Play, choice: Choice) -> dict[str, Answer]:
    fighters = sum(map(is_fighters, choice.slots))
    plans = {DOCTRINE: decide(play, choice), ALL_NOW: commanded_plan(play, choice, Command())}
    if fighters and play.state.air.waves:
        plans[SHARE] = commanded_plan(play, choice, Command(keep=fair_share(play, choice)))
        plans[KEEP_ALL] = commanded_plan(play, choice, Command(keep=fighters))
    plans[EVEN] = spread_evenly(choice)
    plans[ONE_PLANE] = at_most_dangerous(play, choice)
    plans[GREEDY] = greedy_plan(play, choice).orders
    return {name: choice.check(plan) for name, plan in plans.items()}


def _men(play: Play, choice: Choice) -> dict[str, Answer]:
    orders = {
        DOCTRINE: decide(play, choice),
        EVEN: men_evenly(choice),
        GREEDY: assign_men(play, choice),
        NOBODY: {},
    }
    return {name: choice.check(men) for name, men in orders.items()}


def spread_evenly(choice: Choice) -> dict[str, int]:
    """A fire plan in which each slot, those with the fewest targets first, fires at the plane with the least fire."""
    fire: Counter[int] = Counter()
    plan = {}
    for slot in sorted(choice.slots, key=lambda slot: (len(choice.slots[slot]), slot)):
        if planes := choice.slots[slot]:
            plan[slot] = min(planes, key=lambda plane: (fire[plane], plane))
            fire[plan[slot]] += 1
    return plan


def at_most_dangerous(play: Play, choice: Choice) -> dict[str, int]:
    """A fire plan in which each slot fires at the plane most likely to strike of those it bears on."""
    planes = {plane.number: plane for plane in play.state.air.planes if plane.flying}
    danger = {number: strike_chances(play, plane)[0] for number, plane in planes.items()}
    return {
        slot: max(targets, key=lambda plane: (danger[plane], -plane))
        for slot, targets in choice.slots.items()
        if targets
    }


def men_evenly(choice: Choice) -> dict[str, int]:
    """One man for each job in turn, then a second for each, as long as its section has men."""
    left, men = dict(choice.men), Counter[str]()
    manned: dict[str, str] = {}
    for _ in range(choice.most):
        for name, job in choice.jobs.items():
            if left[job.section] and manned.get(job.group, name) == name:
                men[name] += 1
                left[job.section] -= 1
                if job.group:
                    manned[job.group] = name
    return dict(men)
