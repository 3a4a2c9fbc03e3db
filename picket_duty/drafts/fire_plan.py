"""The draft of a fire plan: its aims with their chances, what is set, its words, and undo.

The panel paints it, plain mode prints it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import NamedTuple

import msgspec

from picket_duty.game import Game
from picket_duty.odds.aims import EVERY_AIM, Aim, AimPlans, exec_plan
from picket_duty.odds.orders import is_fighters
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.pages import fire_plan as words
from picket_duty.pages.fire_order import FireOrder, order_given
from picket_duty.requests import Choice, Illegal
from picket_duty.rules.play import Play
from picket_duty.setup import UNAIDED
from picket_duty.state import Plane
from picket_duty.text.chances import EXEC, Recommendation, share_of
from picket_duty.text.english import percent
from picket_duty.text.styled_text import Line


class PlanSetting(msgspec.Struct, frozen=True):
    """What is set in a fire plan: the plane of each slot that fires, and the fighters held back.

    ``aim`` is None for a plan that serves none; ``is_execs`` is whether such a plan is the exec's
    own.
    """

    targets: Mapping[str, int] = {}
    aim: Aim | None = None
    held: int = 0
    is_execs: bool = False


class PlaneRow(NamedTuple):
    """A plane, the slots that fire at it, and its chance to hit if nobody fires and as planned."""

    plane: Plane
    slots: list[str]
    unfired: str
    planned: str


class PlanByGames(NamedTuple):
    """The plan that won most often, the number of games played with it, and its chance of winning."""

    setting: PlanSetting
    games: int
    chance: float


class FirePlanDraft:
    """The fire plan that the player is making.

    ``now`` is what is set. ``aims`` are the plans by aim, None in a game without odds, which is
    planned gun by gun. ``by_guns`` is whether the player is aiming gun by gun. ``numbered`` are the
    aims that were listed so far, each with its number from 1 for as long as the plan is made; None
    stands for the exec's own plan, once he has named it. ``is_changed`` is whether the player has
    set anything, even what was set before.
    """

    def __init__(self, play: Play, choice: Choice, aims: AimPlans | None = None) -> None:
        self.play = play
        self.choice = choice
        self.aims = aims
        self.now = PlanSetting()
        self.by_guns = aims is None
        self.numbered: list[Aim | None] = [] if aims is None else list(aims.offered())
        self.is_changed = False
        self._before: list[PlanSetting] = []
        #: The exec's plan by games, if they have shown one that is clearly better than by damage.
        self._by_games: PlanByGames | None = None

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
        """Set the plan of an aim, or the exec's own, by its number; False if none has it."""
        self.by_guns = False
        if number not in self.numbers:
            return False
        aim = self.numbered[number - 1]
        if aim is None:
            self.change(self._by_damage)
        else:
            self.change(self._setting(aim, self.now.held))
        return True

    def _setting(self, aim: Aim, held: int) -> PlanSetting:
        """The plan of an aim with so many fighters held back."""
        return PlanSetting(self.aim_plans().plan(aim, held), aim, held)

    @property
    def chosen(self) -> int:
        """The number of the plan that is set, 0 if none is or it was made gun by gun."""
        return next((row.number for row in self.rows() if row.is_set), 0)

    @property
    def numbers(self) -> list[int]:
        """The numbers that choose a plan."""
        return list(range(1, len(self.numbered) + 1))

    @property
    def wants_aim(self) -> bool:
        """Whether an aim must be chosen before fire is opened."""
        return not self.by_guns and self.now.aim is None and not self.now.targets

    def aim_plans(self) -> AimPlans:
        """The plans by aim; the game must have odds."""
        assert self.aims is not None
        return self.aims

    def check_holding(self) -> None:
        """Raise Illegal if no fighters can be held back."""
        if not self.aim_plans().fighters:
            raise Illegal("You have no fighters to hold back")
        if not self.aim_plans().most_held:
            raise Illegal("This is the last wave, so you cannot hold fighters back")

    def next_held(self, more: int) -> int:
        """The fighters held back after so many more."""
        return max(0, min(self.now.held + more, self.aim_plans().most_held))

    def hold(self, held: int) -> None:
        """Hold back some fighters; if there is only one aim then, it is chosen."""
        self.by_guns = False
        offered = self.aim_plans().offered(held)
        self._number(offered)
        aim = self.now.aim
        if aim is None and len(offered) == 1:
            aim = offered[0]
        self.change(PlanSetting(held=held) if aim is None else self._setting(aim, held))

    def _number(self, aims: Iterable[Aim | None]) -> None:
        """Give the next numbers to aims that have none."""
        self.numbered += [aim for aim in aims if aim not in self.numbered]

    def aim_slots(self, orders: Mapping[str, int | None]) -> None:
        """Aim slots by hand, each at a plane; None lets it hold its fire."""
        self.by_guns = True
        targets = {**self.now.targets, **orders}
        firing = {slot: plane for slot, plane in targets.items() if plane is not None}
        self.change(PlanSetting(firing, held=self.now.held))

    @property
    def execs(self) -> PlanSetting:
        """The exec's plan: that with the least expected damage, unless games have shown a better
        one.
        """
        return self._by_damage if self._by_games is None else self._by_games.setting

    @property
    def _by_damage(self) -> PlanSetting:
        """The exec's plan by the expected damage."""
        if self.aims is None:
            return PlanSetting(exec_plan(self.play, self.choice), is_execs=True)
        advice = self.aims.advised()
        return PlanSetting(advice.orders, advice.aim, advice.held, is_execs=advice.aim is None)

    def ask_exec(self) -> None:
        """Give the exec's plan a number, if it has none: his own plan then joins those listed."""
        self._number([self.execs.aim])

    def learn_from_games(self, advised: Recommendation, held: int) -> None:
        """Let the exec name the aim that games have shown to be clearly better than his plan, with
        so many fighters ``held`` back.
        """
        aim = next((aim for aim in EVERY_AIM if aim.name == advised.order), None)
        if aim is None:
            return
        chance = share_of(advised, advised.order)
        if self._by_games is None or chance > self._by_games.chance:
            games = advised.chances[advised.order].branches
            self._by_games = PlanByGames(self._setting(aim, held), games, chance)
            self.ask_exec()

    def order(self, setting: PlanSetting) -> FireOrder | None:
        """A plan as the order of which the card of the wave tells; None in a game without odds."""
        if self.aims is None:
            return None
        return order_given(self.aims, setting.aim, setting.targets, setting.held, setting.is_execs)

    # -- what is shown -------------------------------------------------------------

    def rows(self) -> list[words.PlanRow]:
        """The plans listed by their numbers, then the player's own."""
        aims = self.aim_plans()
        now = self.now
        rows = []
        for number, aim in enumerate(self.numbered, 1):
            setting = self._by_damage if aim is None else self._setting(aim, now.held)
            name = words.EXECS_OWN
            if aim is not None:
                name = words.aim_name(self.play, aim)
            elif setting.held != now.held:
                name = f"{name}, {setting.held} held"
            odds = aims.figures(setting.targets)
            like = 0 if aim is None else self._like(aim)
            rows.append(words.PlanRow(number, name, odds, is_set=setting == now, like=like))
        if now.aim is None and now.targets and not now.is_execs:
            rows.append(words.PlanRow(0, words.BY_GUNS, aims.figures(now.targets), is_set=True))
        return rows

    def section_line(self, room: int) -> Line:
        """What is in the section that the plan guards, or else in the one likeliest to be hit,
        in so many characters.
        """
        rows = self.rows()
        odds = next((row.odds for row in rows if row.is_set), rows[0].odds)
        return words.section_line(self.play, self.now.aim, odds, room)

    def near_miss_words(self) -> str:
        """A warning while a near miss may be fatal, with the chance of none under the plan."""
        odds = self.aim_plans().figures(self.now.targets) if self.now.targets else None
        return words.near_miss_words(self.play, odds)

    def fighters_words(self) -> str:
        """The fighters of this wave and those held back; empty if none can be held."""
        return words.fighters_words(self.aim_plans(), self.now.held)

    def left_words(self) -> str:
        """The fighters left for the later waves; empty if none can be held back."""
        return words.left_words(self.aim_plans(), self.now.held)

    def _like(self, aim: Aim) -> int:
        """The number of the earlier aim that has nearly the same chances now, 0 if none has."""
        like = self.aim_plans().offered_like(aim, self.now.held)
        return 0 if like in (None, aim) else self._number_of(like)

    def numbers_words(self, before: str = "") -> str:
        """The numbers to choose from: ``1, 2 or 3``."""
        return words.numbers_words(self.numbers, before)

    def advice_words(self) -> str:
        """What the exec says; he must have been asked."""
        execs = self.execs
        number = self._number_of(execs.aim)
        games = 0 if self._by_games is None else self._by_games.games
        return words.advice_words(self.aim_plans(), number, execs.aim, execs.held, games)

    def chances_words(self, held: int, advised: Recommendation, differs: bool, more: bool) -> str:
        """The chances by playouts with so many fighters held back. ``differs``: they show for
        certain which order is better; ``more`` are to come.
        """
        # If the plan named by games has others held back, EXEC may be none of the labels.
        named = EXEC
        if self.execs.aim is not None and self.execs.held == held:
            named = self.execs.aim.name
        return words.chances_words(
            self.aim_plans(), self._labels(held), named, advised, differs=differs, working=more
        )

    def _labels(self, held: int) -> dict[str, str]:
        """The labels of the orders with so many fighters held back, by name: ``3``, or ``3 and 2
        held`` if the exec's plan by damage is an aim with others held.
        """
        labels = {aim.name: str(self._number_of(aim)) for aim in self.numbered if aim is not None}
        by_damage = self._by_damage
        # The exec's plan by damage was played too, if it is none of the aims with so many held.
        if by_damage.aim is None:
            labels[EXEC] = str(self._number_of(aim=None))
        elif by_damage.held != held:
            labels = {name: f"{number} and {held} held" for name, number in labels.items()}
            labels[EXEC] = f"{self._number_of(by_damage.aim)} and {by_damage.held} held"
        return labels

    def _number_of(self, aim: Aim | None) -> int:
        """The number of an aim that is listed; None stands for the exec's own plan."""
        return self.numbered.index(aim) + 1

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


def begin_fire_plan(game: Game, choice: Choice, known: AimPlans | None = None) -> FirePlanDraft:
    """A new fire plan, in which only what has no alternative is set.

    That is the plan of a single aim, and in a game without odds each gun with a single target.
    ``known`` are plans by aim that may be those of this choice.
    """
    if game.aid == UNAIDED:
        draft = FirePlanDraft(game.play, choice)
        guns = ((slot, planes) for slot, planes in choice.slots.items() if not is_fighters(slot))
        draft.now = PlanSetting({slot: planes[0] for slot, planes in guns if len(planes) == 1})
        return draft
    aims = known if known is not None and known.choice is choice else AimPlans(game.play, choice)
    draft = FirePlanDraft(game.play, choice, aims)
    if not aims.is_question():
        draft.now = PlanSetting(aims.plan(Aim()), Aim())
    return draft
