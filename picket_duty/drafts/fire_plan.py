"""The draft of a fire plan: its aims with their figures, what is set, its words, and undo.

The panel paints it, plain mode prints it.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans, aim_left, exec_plan
from picket_duty.odds.plan import is_fighters
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.pages import fire_plan as words
from picket_duty.requests import Choice, Illegal
from picket_duty.rules.play import Play
from picket_duty.setup import UNAIDED
from picket_duty.state import Plane
from picket_duty.text.names import percent


class PlanSetting(msgspec.Struct, frozen=True):
    """What is set in a fire plan: the plane of each slot that fires, and the fighters held back.

    ``aim`` is None for a plan that serves none; ``is_execs`` is whether that is the exec's own.
    """

    targets: Mapping[str, int] = {}
    aim: Aim | None = None
    held: int = 0
    is_execs: bool = False


class PlanRow(NamedTuple):
    """A plan to choose, by its number; 0 for the player's own, made gun by gun."""

    number: int
    figures: words.AimRow
    is_set: bool


class PlaneRow(NamedTuple):
    """A plane, the slots that fire at it, and its chance to hit if nobody fires and as planned."""

    plane: Plane
    slots: list[str]
    unfired: str
    planned: str


class FirePlanDraft:
    """The fire plan that the player is making.

    ``now`` is what is set. ``aims`` are the plans by aim, None in a game without odds, which is
    planned gun by gun. ``own`` is the exec's own plan, once he has named it. ``is_changed`` is
    whether the player has set anything, even what was set before.
    """

    def __init__(self, play: Play, choice: Choice, aims: AimPlans | None = None) -> None:
        self.play = play
        self.choice = choice
        self.aims = aims
        self.now = PlanSetting()
        self.by_guns = aims is None
        self.own: Mapping[str, int] | None = None
        self.is_changed = False
        self._before: list[PlanSetting] = []

    @cached_property
    def odds(self) -> PlanOdds:
        """The odds of the wave in the air."""
        return PlanOdds(self.play) if self.aims is None else self.aims.odds

    # -- what can be set -----------------------------------------------------------

    def change(self, setting: PlanSetting) -> None:
        """Change the plan."""
        self.is_changed = True
        if setting != self.now:
            self._before.append(self.now)
            self.now = setting

    @property
    def can_take_back(self) -> bool:
        """Whether the plan was changed."""
        return bool(self._before)

    def take_back(self) -> None:
        """Undo the last change."""
        self.now = self._before.pop()

    def choose(self, number: int) -> bool:
        """Set the plan of an aim, or after the aims the exec's own; False if there is no such
        number.
        """
        self.by_guns = False
        aims = self.by_aims()
        aim = aims.numbered(self.now.held).get(number)
        if aim is not None:
            self.change(PlanSetting(aims.plan(aim, self.now.held), aim, self.now.held))
        elif self.own is not None and number == self.last_number:
            self.change(self.execs)
        else:
            return False
        return True

    @property
    def chosen(self) -> int:
        """The number of the plan that is set, 0 if none is or it was made gun by gun."""
        return next((row.number for row in self.rows() if row.is_set), 0)

    @property
    def last_number(self) -> int:
        """The last number that chooses a plan."""
        return len(self.by_aims().offered(self.now.held)) + (self.own is not None)

    @property
    def is_choice(self) -> bool:
        """Whether there are several plans to choose from."""
        return self.last_number > 1

    @property
    def wants_aim(self) -> bool:
        """Whether an aim must be chosen before fire is opened."""
        return not self.by_guns and self.now.aim is None and not self.now.targets

    def by_aims(self) -> AimPlans:
        """The plans by aim. The game must have odds."""
        assert self.aims is not None
        return self.aims

    def check_holding(self) -> None:
        """Raise Illegal if no fighters can be held back."""
        if not self.by_aims().fighters:
            raise Illegal("You have no fighters to hold back")
        if not self.by_aims().most_held:
            raise Illegal("This is the last wave, so you cannot hold fighters back")

    def next_held(self, more: int) -> int:
        """The fighters held back after one step more or fewer; the first step is their share."""
        aims = self.by_aims()
        held = self.now.held + more
        if more > 0 and not self.now.held:
            held = max(1, aims.share)
        return max(0, min(held, aims.most_held))

    def hold(self, held: int) -> str:
        """Hold back some fighters; returns the notice that the aim is no longer offered, if so."""
        self.by_guns = False
        aims = self.by_aims()
        before = self.now.aim
        aim = aim_left(aims, before, held)
        self.change(PlanSetting(aims.plan(aim, held) if aim is not None else {}, aim, held))
        return words.dropped_words(aims, before, held)

    def holds_share(self) -> bool:
        """Whether fighters are held back in proportion to the planes to come."""
        return self.aims is not None and self.now.held == self.aims.share > 0

    def aim_slots(self, orders: Mapping[str, int | None]) -> None:
        """Aim slots by hand, each at a plane; None lets it hold its fire."""
        self.by_guns = True
        targets = {**self.now.targets, **orders}
        firing = {slot: plane for slot, plane in targets.items() if plane is not None}
        self.change(PlanSetting(firing, held=self.now.held))

    @property
    def execs(self) -> PlanSetting:
        """The exec's plan."""
        if self.aims is None:
            return PlanSetting(exec_plan(self.play, self.choice), is_execs=True)
        aim, held, targets = self.aims.advised()
        return PlanSetting(targets, aim, held, aim is None)

    def ask_exec(self) -> None:
        """Add the exec's own plan to the rows, if he would choose no aim."""
        if self.execs.is_execs:
            self.own = self.execs.targets

    def order(self, setting: PlanSetting) -> words.FireOrder | None:
        """A plan as the order of which the card of the wave tells; None in a game without odds."""
        if self.aims is None:
            return None
        return words.order_given(
            self.aims, setting.aim, setting.targets, setting.held, setting.is_execs
        )

    # -- what is shown -------------------------------------------------------------

    def rows(self, to: str = " to ") -> list[PlanRow]:
        """The plans to choose from; a single one is not a list to show, but ``only_words``."""
        aims = self.by_aims()
        now = self.now
        rows = [
            PlanRow(number, words.aim_row(aims, aim, now.held, to), aim == now.aim)
            for number, aim in aims.numbered(now.held).items()
        ]
        if self.own is not None:
            figures = words.plan_row(words.EXECS_OWN, aims.figures(self.own))
            rows.append(PlanRow(self.last_number, figures, now.is_execs))
        if now.aim is None and now.targets and not now.is_execs:
            figures = words.plan_row(words.BY_GUNS, aims.figures(now.targets))
            rows.append(PlanRow(0, figures, True))
        return rows

    def only_words(self) -> str:
        """The chances of the only plan."""
        return words.only_words(self.by_aims(), self.now.held)

    def held_words(self) -> str:
        """The fighters of this wave and those held back; empty if none can be held."""
        return words.held_words(self.by_aims(), self.now.aim, self.now.held)

    def numbers_words(self, before: str = "") -> str:
        """The numbers to choose from: ``1, 2 or 3``."""
        return words.numbers_words(self.last_number, before)

    def advice_words(self) -> str:
        """What the exec says, and how to use his plan while another is set."""
        advice = words.advice_words(self.by_aims(), self.now.held)
        if self.now == self.execs:
            return advice
        again = words.AGAIN
        if self.execs.is_execs:
            again = words.AGAIN_OWN.format(self.last_number)
        return f"{advice} {again}"

    def planes(self) -> list[PlaneRow]:
        """Each plane with what fires at it."""
        slots: dict[int, list[str]] = {number: [] for number in self.odds.planes}
        for slot in self.choice.slots:
            if slot in self.now.targets:
                slots[self.now.targets[slot]].append(slot)
        rows = []
        for number, plane in self.odds.planes.items():
            unfired = planned = ""
            if self.aims is not None:
                unfired = percent(self.odds.plane(number).any)
                planned = percent(self.odds.plane(number, slots[number]).any)
            rows.append(PlaneRow(plane, slots[number], unfired, planned))
        return rows


def begin_fire_plan(
    game: Game, choice: Choice, known: AimPlans | None = None, shares: bool = False
) -> FirePlanDraft:
    """A new fire plan: nothing is set but what is no choice.

    That is the plan of a single aim, and in a game without odds each gun with a single target.
    ``known`` are plans by aim that may be those of this choice. With ``shares``, fighters are held
    back in proportion, as in the last wave.
    """
    if game.aid == UNAIDED:
        draft = FirePlanDraft(game.play, choice)
        guns = ((slot, planes) for slot, planes in choice.slots.items() if not is_fighters(slot))
        draft.now = PlanSetting({slot: planes[0] for slot, planes in guns if len(planes) == 1})
        return draft
    aims = known if known is not None and known.choice is choice else AimPlans(game.play, choice)
    draft = FirePlanDraft(game.play, choice, aims)
    held = aims.share if shares else 0
    draft.now = PlanSetting(held=held)
    if not aims.is_question(held):
        draft.now = PlanSetting(aims.plan(Aim(), held), Aim(), held)
    return draft
