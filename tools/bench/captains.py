"""Captains for the benches: each one gives some orders by a rule of its own, all others by
doctrine.

A captain is a table from decisions to orders. ``CAPTAINS`` are ways to play; each of ``SINGLE``
departs from doctrine in one kind of decision, to show what this kind is worth. Those of ``RELIEF``
differ in campaigns only, those of ``TURN`` in when they turn hard.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Mapping

from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    DECLARE,
    FIRE_PLAN,
    FLOOD,
    ORDER_MANEUVER,
    REPAIR_MEN,
)
from picket_duty.captains import doctrine, greedy
from picket_duty.captains.standing_orders import men_on
from picket_duty.game import Game
from picket_duty.odds import plan
from picket_duty.odds.aims import EVERY_AIM, WEAPONS, Aim, AimPlans
from picket_duty.odds.orders import fighters_kept
from picket_duty.odds.roll_odds import chance
from picket_duty.requests import Answer, Choice, Decision
from picket_duty.rules import gunnery, wave
from picket_duty.rules.control import NO_FLOODING
from picket_duty.rules.play import NO, YES, Play
from picket_duty.rules.upkeep import STAY

Order = Callable[[Play, Choice], Answer]
Orders = Mapping[Decision, Order]
#: The aim of a fire plan, and the fighters to hold back.
Aiming = Callable[[AimPlans], Aim]
Held = Callable[[AimPlans], int]


class RuledCaptain:
    """Gives his own orders where he has some, and doctrine's otherwise."""

    def __init__(self, orders: Orders) -> None:
        self._orders = orders

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        order = self._orders.get(choice.decision, doctrine.decide)
        return order(game.play, choice)


class FollowedDoctrine:
    """Doctrine. ``followers`` are the captains who would have given each of its orders so far; a
    fire plan of their own counts as another order.
    """

    def __init__(self, captains: Mapping[str, Orders]) -> None:
        self.followers = dict(captains)

    def choose(self, game: Game) -> Answer:
        """Doctrine's answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        answer = doctrine.decide(game.play, choice)
        for name, orders in list(self.followers.items()):
            order = orders.get(choice.decision)
            if order is None:
                continue
            if choice.decision is FIRE_PLAN or order(game.play, choice) != answer:
                del self.followers[name]
        return answer


def always(answer: str) -> Order:
    """The same answer every time."""
    return lambda _play, _choice: answer


# -- fire plans --------------------------------------------------------------------------


def fire(aim: Aiming, held: Held) -> Order:
    """The officers' plan for an aim with some fighters held back."""

    def order(play: Play, choice: Choice) -> dict[str, int]:
        plans = AimPlans(play, choice)
        return plans.plan(aim(plans), held(plans))

    return order


def fewest_hits(_plans: AimPlans) -> Aim:
    """The fewest hits."""
    return Aim()


def weapons_first(_plans: AimPlans) -> Aim:
    """Planes with a weapon first; without one it is the plan with the fewest hits."""
    return Aim(WEAPONS)


def any_aim(plans: AimPlans) -> Aim:
    """Any aim at random, offered or not."""
    return dice_of(plans, "aim").choice(EVERY_AIM)


def none_held(_plans: AimPlans) -> int:
    """Every fighter fires."""
    return 0


def in_proportion(plans: AimPlans) -> int:
    """In proportion to the planes of later waves."""
    air = plans.play.state.air
    now = sum(plane.flying for plane in air.planes)
    later = sum(map(len, air.waves))
    return min(plans.most_held, round(plans.fighters * later / max(1, now + later)))


def as_doctrine(plans: AimPlans) -> int:
    """As many as doctrine's plan holds back."""
    orders = plan.staff_plan(plans.play, plans.choice)
    return min(plans.most_held, fighters_kept(plans.choice, orders))


def any_number(plans: AimPlans) -> int:
    """Any number, at random."""
    return dice_of(plans, "fighters").randint(0, plans.most_held)


def dice_of(plans: AimPlans, what: str) -> random.Random:
    """Dice of the captain's own for one thing, the same each time a game comes to this wave."""
    seed = plans.play.state.setup.seed
    return random.Random(f"{what} {seed} {plans.choice.phase} {plans.choice.wave}")


# -- repair men --------------------------------------------------------------------------


def men_in_list_order(_play: Play, choice: Choice) -> dict[str, int]:
    """As many men as a job takes on one job after another, while there are any."""
    return men_on(choice, choice.jobs)


# -- emergency maneuvers ---------------------------------------------------------------

#: The chance from which a hard turn is tried by rule, and the guns a plane below which it always is.
EVEN = 0.5
FEW_GUNS = 1.5


def likely(play: Play, _choice: Choice) -> str:
    """A maneuver if it is as likely to succeed as to fail."""
    return YES if chance(wave.maneuver_roll(play), "yes") >= EVEN else NO


def likely_or_few_guns(play: Play, choice: Choice) -> str:
    """A maneuver if it is likely, or if few guns bear on each plane."""
    planes = sum(plane.flying for plane in play.state.air.planes)
    guns = len(gunnery.mounts_in(play, gunnery.plan_choice(play)))
    return YES if guns <= FEW_GUNS * planes else likely(play, choice)


def any_course(play: Play, choice: Choice) -> str:
    """A maneuver or not, at random."""
    air = play.state.air
    dice = random.Random(f"course {play.state.setup.seed} {choice.phase} {air.wave}")
    return dice.choice((YES, NO))


# -- captains ----------------------------------------------------------------------------

CAPTAINS: dict[str, Orders] = {
    "careless": {
        FIRE_PLAN: fire(weapons_first, in_proportion),
        ORDER_MANEUVER: always(YES),
        DECLARE: always(NO),
        FLOOD: always(NO_FLOODING),
        REPAIR_MEN: men_in_list_order,
        ASK_RELIEF: doctrine.relief_by_limits,
    },
    "in proportion": {FIRE_PLAN: fire(weapons_first, in_proportion)},
    "fewest now": {FIRE_PLAN: fire(fewest_hits, none_held)},
    "random": {FIRE_PLAN: fire(any_aim, any_number)},
}
SINGLE: dict[str, Orders] = {
    "maneuver always": {ORDER_MANEUVER: always(YES)},
    "maneuver never": {ORDER_MANEUVER: always(NO)},
    "declare always": {DECLARE: always(YES)},
    "declare never": {DECLARE: always(NO)},
    "declare when quiet": {DECLARE: greedy.declare_if_quiet},
    "flood never": {FLOOD: always(NO_FLOODING)},
    "men in list order": {REPAIR_MEN: men_in_list_order},
    "fewest, doctrine's fighters": {FIRE_PLAN: fire(fewest_hits, as_doctrine)},
    "weapons, doctrine's fighters": {FIRE_PLAN: fire(weapons_first, as_doctrine)},
    "any aim, doctrine's fighters": {FIRE_PLAN: fire(any_aim, as_doctrine)},
    "fewest, in proportion": {FIRE_PLAN: fire(fewest_hits, in_proportion)},
    "fewest, any number held": {FIRE_PLAN: fire(fewest_hits, any_number)},
}
RELIEF: dict[str, Orders] = {
    "relief by limits": {ASK_RELIEF: doctrine.relief_by_limits},
    "relief late": {ASK_RELIEF: greedy.relief_late},
    "relief never": {ASK_RELIEF: always(STAY)},
}
#: When to turn hard.
TURN: dict[str, Orders] = {
    "turn always": {ORDER_MANEUVER: always(YES)},
    "turn never": {ORDER_MANEUVER: always(NO)},
    "turn if likely": {ORDER_MANEUVER: likely},
    "turn if likely or few guns": {ORDER_MANEUVER: likely_or_few_guns},
    "turn at random": {ORDER_MANEUVER: any_course},
}
#: Every captain by name.
EVERY = CAPTAINS | SINGLE | RELIEF | TURN
