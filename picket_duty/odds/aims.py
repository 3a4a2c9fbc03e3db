"""Fire plans by aim: the captain chooses an aim and how many fighters are held back, and the
officers fill in the guns.

The officers weigh each plane by its chance to strike the ship. An aim counts some strikes more:
those of weapons, or those of the planes that come at one section. The exec recommends the plan of
an aim, unless his own plan is better (``exec_plan``).
"""

from __future__ import annotations

import math
from collections.abc import Collection, Iterable, Mapping
from functools import partial, reduce
from itertools import count
from typing import Literal, NamedTuple, TypeAlias

import msgspec

from picket_duty.odds import fire
from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.orders import fighters_kept, is_fighters, is_same_order
from picket_duty.odds.plan import ThreatOf, best_plan, plan_of, problem_by, staff_plan
from picket_duty.odds.plan_odds import PlanOdds, weapon_strikes
from picket_duty.odds.plan_problem import NOISE, Problem
from picket_duty.odds.plan_search import THOROUGH, solve
from picket_duty.requests import Choice
from picket_duty.rules import damage
from picket_duty.rules.play import Play
from picket_duty.state import SECTIONS, SHOT_DOWN, Plane

AimKind: TypeAlias = Literal["fewest", "weapons", "guard"]
# ``text.chances.AIMS`` has the words of the first two by these names.
FEWEST: AimKind = "fewest"
WEAPONS: AimKind = "weapons"
GUARD: AimKind = "guard"
#: How much the strike of a weapon counts if weapons come first, and that of a plane if her section
#: is guarded.
WEAPON_WEIGHT = 2.0
GUARD_WEIGHT = 4.0
#: An aim is offered if one of its chances differs by at least this much (a probability) from that
#: of each aim before it.
NOTICEABLE = 0.03
#: The exec names his own plan only if the damage expected under the plan of every aim is greater,
#: by more than this share.
WORTH_OWN = 0.02


class Aim(msgspec.Struct, frozen=True):
    """What a fire plan is for: the fewest hits, planes with a weapon first, or to guard a
    section.
    """

    kind: AimKind = FEWEST
    section: str = ""

    @property
    def name(self) -> str:
        """Its name in JSON and in plain mode: ``fewest``, ``weapons``, ``guard aft``."""
        return f"{self.kind} {self.section}".strip()


EVERY_AIM = (Aim(), Aim(WEAPONS), *(Aim(GUARD, section) for section in SECTIONS))


class AimOdds(msgspec.Struct, frozen=True):
    """The wave under a plan: the chances of crashes on each section, of a hit by a weapon (None
    without one), and of so many crashes that the hull suffers more (``worse_from``).

    ``expected`` hits and the chance of ``none`` are shown on the odds page only. ``undamaged`` is
    the chance of neither a hit nor a near miss.
    """

    expected: float
    none: float
    sections: dict[str, float]
    weapon: float | None
    many: float
    undamaged: float = 0.0

    @property
    def likeliest_hit(self) -> str:
        """The section most likely to be hit."""
        return max(self.sections, key=self.sections.__getitem__)

    def is_like(self, other: AimOdds) -> bool:
        """Whether no chance listed differs noticeably from another plan's."""
        pairs = zip(self._listed, other._listed, strict=True)
        return all(abs(one - two) < NOTICEABLE for one, two in pairs)

    @property
    def _listed(self) -> tuple[float, ...]:
        return *self.sections.values(), self.weapon or 0.0, self.many


class Advice(NamedTuple):
    """The exec's advice on a fire plan: its aim, None if his own plan serves none, the fighters held
    back, and the orders.
    """

    aim: Aim | None
    held: int
    orders: dict[str, int]


class AimPlans:
    """The fire plans of one choice by aim and number of fighters held back. Results are cached, so
    the play must not change.
    """

    def __init__(self, play: Play, choice: Choice) -> None:
        self.play = play
        self.choice = choice
        self.odds = PlanOdds(play)
        self.fighters = sum(map(is_fighters, choice.slots))
        #: The most fighters that may be held back: none if no wave comes after this one.
        self.most_held = self.fighters if play.state.air.waves else 0
        air = play.state.air
        now = sum(plane.flying for plane in air.planes)
        later = sum(map(len, air.waves))
        #: The fighters to hold back if they are shared among all planes, those to come too.
        self.proportional = min(self.most_held, round(self.fighters * later / max(1, now + later)))
        self._plans: dict[tuple[Aim, int], dict[str, int]] = {}
        self._offered: dict[int, list[Aim]] = {}
        self._later: list[float] = []
        self._figures: dict[frozenset[tuple[str, int]], AimOdds] = {}
        self._damages: dict[frozenset[tuple[str, int]], float] = {}
        self._advised: Advice | None = None

    def plan(self, aim: Aim, held: int = 0) -> dict[str, int]:
        """Targets by slot, without the slots that hold their fire. ``held`` is 0 to
        ``most_held``.
        """
        if not is_served(self.play, aim):
            aim = Aim()
        if (aim, held) not in self._plans:
            self._plans[aim, held] = plan_by_aim(self.play, self.choice, aim, held)
        return self._plans[aim, held]

    def offered(self, held: int = 0) -> list[Aim]:
        """The aims that differ, in the order of EVERY_AIM: some chance of each differs
        noticeably from that of each one before it.
        """
        if held not in self._offered:
            offered: list[Aim] = []
            for aim in EVERY_AIM:
                if self._like(aim, held, offered) is None:
                    offered.append(aim)
            self._offered[held] = offered
        return list(self._offered[held])

    def offered_like(self, aim: Aim, held: int) -> Aim | None:
        """The first aim offered whose chances do not differ noticeably from those of an aim: this aim
        itself if it is offered.
        """
        return self._like(aim, held, self.offered(held))

    def _like(self, aim: Aim, held: int, others: Iterable[Aim]) -> Aim | None:
        """The first of other aims whose chances do not differ noticeably from those of an aim."""
        now = self.figures(self.plan(aim, held))
        same = (other for other in others if self.figures(self.plan(other, held)).is_like(now))
        return next(same, None)

    def is_question(self, held: int = 0) -> bool:
        """Whether there are several aims to choose from."""
        return len(self.offered(held)) > 1

    def figures(self, orders: fire.Orders) -> AimOdds:
        """The chances of the wave under any plan."""
        key = frozenset(orders.items())
        if key in self._figures:
            return self._figures[key]
        wave = self.odds.wave(orders)
        sections = fire.wave_odds(self.play, orders, coming=wave.coming).sections
        weapons = [strikes.weapon for strikes in wave.planes if strikes.weapon is not None]
        missed = math.prod(1.0 - weapon for weapon in weapons)
        self._figures[key] = AimOdds(
            expected=wave.expected,
            none=wave.none,
            # The first chance of a section is that of no hit.
            sections={section: 1.0 - sections[section][0] for section in SECTIONS},
            weapon=1.0 - missed if weapons else None,
            many=sum(self.odds.crashes(orders)[worse_from(self.play) :]),
            undamaged=wave.undamaged,
        )
        return self._figures[key]

    def saved_later(self, held: int) -> float:
        """The hits that fighters held back prevent in later waves."""
        if not self._later:
            problem = problem_by(self.play, self.choice, partial(strikes_by, aim=Aim()))
            # The hits of later waves by the number of fighters held back.
            self._later = problem.later or [0.0]
        return self._later[0] - self._later[held] if held < len(self._later) else 0.0

    def given_up(self, aim: Aim, held: int) -> float:
        """How many more hits this wave makes because fighters are held back; 0 if it makes
        fewer.
        """
        held_back = self.figures(self.plan(aim, held)).expected
        all_fire = self.figures(self.plan(aim)).expected
        return max(0.0, held_back - all_fire)

    def advised(self) -> Advice:
        """The exec's advice: an aim whose plan is the same as his own, or else the best one, unless
        his own plan is better by ``WORTH_OWN``.
        """
        if self._advised is None:
            self._advised = self._advice()
        return self._advised

    def _advice(self) -> Advice:
        own = own_plan(self.play, self.choice)
        own_held = fighters_kept(self.choice, own)
        # He holds back no fighters, a proportional share, or as many as in his own plan.
        advisable = [
            Advice(aim, held, self.plan(aim, held))
            for held in sorted({0, self.proportional, min(self.most_held, own_held)})
            for aim in self.offered(held)
            if self._is_worth_holding(aim, held)
        ]
        for advice in advisable:
            if is_same_order(self.play, self.choice, own, advice.orders):
                return advice
        best = min(advisable, key=lambda advice: self._damage(advice.orders))
        if self._damage(best.orders) > self._damage(own) * (1.0 + WORTH_OWN):
            return Advice(aim=None, held=own_held, orders=own)
        return best

    def _is_worth_holding(self, aim: Aim, held: int) -> bool:
        """Whether fighters held back prevent more hits later, as printed, than they allow now."""
        return not held or round(self.saved_later(held), 2) > round(self.given_up(aim, held), 2)

    def _damage(self, orders: fire.Orders) -> float:
        """The damage expected of a plan, by the weights used to state it."""
        key = frozenset(orders.items())
        if key not in self._damages:
            plan = plan_of(self.play, self.choice, orders, fitted(self.play))
            self._damages[key] = plan.whole
        return self._damages[key]


def worse_from(play: Play) -> int:
    """From how many crashes in a wave the hull loses more: those of the last column of table
    14-1.
    """
    chart = play.tables["14-1"]
    return next(number for number in count(1) if chart.column_of(number) == chart.columns[-1])


def is_served(play: Play, aim: Aim) -> bool:
    """Whether an aim counts the strikes of any plane more. Otherwise its plan is that of the fewest
    hits.
    """
    planes = [plane for plane in play.state.air.planes if plane.flying]
    if aim.kind == WEAPONS:
        return any(plane.special for plane in planes)
    return any(_is_guarded_against(play, aim, plane) for plane in planes)


def _is_guarded_against(play: Play, aim: Aim, plane: Plane) -> bool:
    """Whether a plane comes at the section that an aim guards; a special plane comes at none."""
    if aim.kind != GUARD or plane.special:
        return False
    return damage.section_of(play, plane.bearing) == aim.section


def plan_by_aim(play: Play, choice: Choice, aim: Aim, held: int = 0) -> dict[str, int]:
    """The plan that serves an aim best with some fighters held back: targets by slot."""
    problem = problem_by(play, choice, partial(strikes_by, aim=aim), keeps=False)
    # The fighters are the last slots; the last ``held`` of them are left out.
    firing = len(problem.slots) - held
    problem = msgspec.structs.replace(
        problem,
        slots=problem.slots[:firing],
        shots=problem.shots[:firing],
        kinds=problem.kinds[:firing],
        fighters=problem.fighters[:firing],
    )
    orders = solve(problem, THOROUGH).orders
    return orders | _joined(problem, orders)


def strikes_by(play: Play, aim: Aim) -> ThreatOf:
    """The strikes expected of each plane by its hits, as an aim counts them."""

    def counted(plane: Plane) -> fire.ByHits:
        weapons = WEAPON_WEIGHT if aim.kind == WEAPONS else 1.0
        none, one, two, afire = strike_chances(play, plane, weapons)
        if not _is_guarded_against(play, aim, plane):
            return none, one, two, afire
        return none * GUARD_WEIGHT, one * GUARD_WEIGHT, two * GUARD_WEIGHT, afire * GUARD_WEIGHT

    return counted


def strike_chances(play: Play, plane: Plane, counts: float = 1.0) -> fire.ByHits:
    """The expected strikes of a plane with 0, 1, 2 hits and set afire. A strike of its weapon counts
    as ``counts`` strikes.
    """
    weapon = counts * weapon_strikes(fire.weapon_outcomes(play, plane))
    return fire.by_state(
        play,
        lambda state: (
            fire.dive_chances(play, plane, state).get("hit", 0.0)
            + (weapon if state != SHOT_DOWN else 0.0)
        ),
    )


def exec_plan(play: Play, choice: Choice) -> dict[str, int]:
    """The exec's fire plan, the same wherever he is asked: that of the aim he names, or his own."""
    return AimPlans(play, choice).advised().orders


def own_plan(play: Play, choice: Choice) -> dict[str, int]:
    """Of three plans the one with the least expected damage, by the weights used to state it.

    The three are doctrine's, the best one by those weights, and weapons first with the best number
    of fighters held back. The third may be the best, because it also uses guns that help only
    together (``_joined``).
    """
    measure = fitted(play)
    plans = (
        staff_plan(play, choice),
        best_plan(play, choice, measure=measure).orders,
        plan_by_aim(play, choice, Aim(WEAPONS), best_held(play, choice)),
    )
    return min(plans, key=lambda orders: plan_of(play, choice, orders, measure).whole)


def best_held(play: Play, choice: Choice, aim: Aim = Aim(WEAPONS)) -> int:  # noqa: B008
    """The number of fighters to hold back so that this wave and later ones together strike least, as
    an aim counts strikes.
    """
    problem = problem_by(play, choice, partial(strikes_by, aim=aim))
    return fighters_kept(choice, solve(problem, THOROUGH).orders) if problem.later else 0


def _joined(problem: Problem, orders: Mapping[str, int]) -> dict[str, int]:
    """Targets for guns without one: a plane at which several guns help together, though none helps
    alone. The search leaves such guns idle, because it moves one gun at a time.
    """
    # The hits on each plane by the guns that have a target.
    hits = list(problem.start)
    idle = []
    for index, slot in enumerate(problem.slots):
        if slot in orders:
            plane = problem.planes.index(orders[slot])
            hits[plane] = fire.combine(hits[plane], problem.shots[index][plane])
        elif not problem.fighters[index]:
            idle.append(index)
    joined: dict[str, int] = {}
    while idle:
        gains = [_gain_together(problem, plane, hits[plane], idle) for plane in range(len(hits))]
        best = max(range(len(gains)), key=gains.__getitem__)
        if gains[best] <= NOISE:
            break
        # All idle guns that reach this plane fire at it; the others may still help elsewhere.
        for index in idle:
            if best in problem.shots[index]:
                joined[problem.slots[index]] = problem.planes[best]
        idle = [index for index in idle if best not in problem.shots[index]]
    return joined


def _gain_together(problem: Problem, plane: int, hits: fire.Hits, idle: Collection[int]) -> float:
    """What all idle guns that reach a plane prevent together."""
    shots = [problem.shots[index][plane] for index in idle if plane in problem.shots[index]]
    threat = problem.threats[plane]
    return fire.cost(threat, hits) - fire.cost(threat, reduce(fire.combine, shots, hits))
