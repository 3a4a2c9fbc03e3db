"""A fire plan in plain mode: an aim and the fighters held back, or gun by gun."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from picket_duty.book.ids import slot_named
from picket_duty.game import Game
from picket_duty.odds.aims import Aim, AimPlans, aim_left, exec_plan
from picket_duty.odds.plan import is_fighters
from picket_duty.pages import fire_plan
from picket_duty.pages.consequences import barred_rows, slot_rows
from picket_duty.plain.conversation import plane_of, slot_pairs
from picket_duty.requests import Choice, Illegal
from picket_duty.rules.gunnery import shot_roll
from picket_duty.setup import COMMANDED
from picket_duty.text.names import percent, plane_number, short_plane_words, signed, slots_words
from picket_duty.text.rolls import column_heading, modifier_reason

#: The target typed for a slot that holds its fire; planes count from 1.
HOLD_SLOT = 0
#: Columns of the chances of a plane.
CHANCES = len("100% to hit you, 100% with your plan")
COMMANDED_ANSWERS = [
    "  aim 2: choose aim 2; hold 4: hold 4 fighters back for later waves; fire: open fire",
    (
        "  exec: what your exec would choose; auto: use his plan; hold: hold fire; guns: the plan "
        "gun by gun"
    ),
]
GUN_ANSWERS = [
    "  1=2 3=1: slot 1 at plane 2, slot 3 at plane 1; 1-3=2: slots 1 to 3 at plane 2",
    "  1=0: slot 1 holds its fire; clear: start again",
    "  fire: open fire with this plan; hold: hold fire",
]
HELP = """\
  aim 2                  choose an aim for the fire plan; fire opens fire with it
  hold 4                 hold 4 fighters back for later waves; hold alone: hold fire
  guns                   show the fire plan gun by gun; 1=2 sends slot 1 at plane 2
  1=0, clear             slot 1 holds its fire; clear the fire plan and start over"""
#: Heads the list of slots.
SLOTS = "Slots (mounts, fighters, support ships) and the planes they can fire at:"
NOBODY = "No guns would fire. Aim your guns, or type hold to hold fire."


class PlanPrompt:
    """The fire plan that the player is making: ``plan`` are its targets by slot, ``held`` the
    fighters held back.
    """

    def __init__(self, game: Game, show: Callable[[list[str]], None]) -> None:
        self.game = game
        self.show = show
        self.plan: dict[str, int] = {}
        self._choice: Choice | None = None
        #: The plans by aim; None in a game without odds.
        self._plans: AimPlans | None = None
        self._aim: Aim | None = None
        self.held = 0
        #: Whether the player has chosen or changed the plan.
        self._touched = False
        #: The order given last, until its wave is over.
        self.ordered: fire_plan.FireOrder | None = None

    def question(self, choice: Choice) -> list[str]:
        """The aims with their price; without odds every slot with its targets."""
        self._begin(choice)
        lines = [f"{choice.prompt} ({choice.rule})"]
        if self._plans is None:
            shots = {slot: self._shot_lines(slot, planes) for slot, planes in choice.slots.items()}
            lines += [*GUN_ANSWERS, *self._plan_lines(choice), SLOTS]
            for row, slot in slot_rows(choice, self.game.tables, shots.get):
                lines += [row, *shots.get(slot, ())]
        else:
            lines += [
                *COMMANDED_ANSWERS,
                f"  {fire_plan.raid_words(self.game.play)}",
                *self._plan_lines(choice),
            ]
        return [*lines, *barred_rows(choice, self.game.tables)]

    def _begin(self, choice: Choice) -> None:
        if choice is not self._choice:
            self._choice = choice
            self.ordered = None
            self._start(choice)

    def _start(self, choice: Choice) -> None:
        """Nothing is chosen; without odds, slots with a single target are aimed."""
        self.plan = {}
        self._plans = None
        self._aim = None
        self.held = 0
        self._touched = False
        if self.game.aid == COMMANDED:
            self._plans = AimPlans(self.game.play, choice)
            if not self._plans.is_question():
                self._aim, self.plan = Aim(), dict(self._plans.plan(Aim()))
        else:
            guns = (
                (slot, planes) for slot, planes in choice.slots.items() if not is_fighters(slot)
            )
            self.plan = {slot: planes[0] for slot, planes in guns if len(planes) == 1}

    def _aim_lines(self, plans: AimPlans) -> list[str]:
        numbered = plans.numbered(self.held)
        rows = [
            (str(number), fire_plan.aim_row(plans, aim, self.held))
            for number, aim in numbered.items()
        ]
        if self._aim is None and self.plan:
            rows.append(("", fire_plan.plan_row(fire_plan.BY_GUNS, plans.figures(self.plan))))
        lines = (
            self._table(numbered, rows)
            if len(rows) > 1
            else [f"  {fire_plan.only_words(plans, self.held)}"]
        )
        held = fire_plan.held_words(plans, self._aim, self.held)
        lines += [f"  fighters: {held}"] if held else []
        if len(numbered) == 1:
            lines.append(f"  {fire_plan.single_words(plans, 'type fire')}")
        return [line.rstrip() for line in lines]

    def _table(
        self, numbered: Mapping[int, Aim], rows: list[tuple[str, fire_plan.AimRow]]
    ) -> list[str]:
        name = max(len(row.name) for _, row in (("", fire_plan.HEADINGS), *rows))
        chosen = next((str(number) for number, aim in numbered.items() if aim == self._aim), "")
        lines = [f"     {_columns(fire_plan.HEADINGS, name)}"]
        for number, row in rows:
            mark = ">" if number == chosen and self.plan else " "
            price = ", ".join(filter(None, (row.effect, row.cost)))
            lines.append(
                f"  {mark}{number or ' '} {_columns(row, name)}{f'   {price}' if price else ''}"
            )
        return lines

    def _plan_lines(self, choice: Choice) -> list[str]:
        """The aims, if there are odds, and each plane with what fires at it."""
        planes = [plane for plane in self.game.state.air.planes if plane.flying]
        room = max((len(short_plane_words(plane)) for plane in planes), default=0)
        lines = self._aim_lines(self._plans) if self._plans is not None else []
        for plane in planes:
            slots = [slot for slot in choice.slots if self.plan.get(slot) == plane.number]
            chances = ""
            if self._plans is not None:
                before, after = (
                    percent(self._plans.odds.plane(plane.number, at).any) for at in ((), slots)
                )
                chances = (
                    f"{before} to hit you, {after} with your plan"
                    if slots
                    else f"{before} to hit you"
                )
                chances = f"  {chances:<{CHANCES}}"
            guns = slots_words(slots) if slots else "no fire" if self.plan else ""
            lines.append(f"  plane {short_plane_words(plane):<{room}}{chances}  {guns}".rstrip())
        return lines

    def _shot_lines(self, slot: str, planes: tuple[int, ...]) -> list[str]:
        """The chart, column and modifiers of a slot's shots, one line for the planes with the
        same.
        """
        flying = {plane.number: plane for plane in self.game.state.air.planes}
        shots: dict[str, list[str]] = {}
        for number in planes:
            roll = shot_roll(self.game.play, slot_named(slot), flying[number])
            column = f", column {column_heading(roll.chart, roll.column)}" if roll.column else ""
            modifiers = ", ".join(
                f"{signed(each.value)} {modifier_reason(each)}" for each in roll.modifiers
            )
            words = f"chart {roll.table}{column}{f': {modifiers}' if modifiers else ''}"
            shots.setdefault(words, []).append(str(plane_number(number)))
        return [f"        at {' '.join(numbers)}: {words}" for words, numbers in shots.items()]

    def aim(self, rest: str) -> None:
        """Carry out ``aim 2``. Raises Illegal."""
        choice, plans = self._by_aims("aim")
        numbered = plans.numbered(self.held)
        aim = next((aim for number, aim in numbered.items() if str(number) == rest), None)
        if aim is None:
            offered = fire_plan.numbers_words(len(numbered))
            raise Illegal(f"{f'aim {rest}'.strip()}: type the number of an aim, {offered}")
        self._aim = aim
        self._take(choice, plans)

    def hold(self, rest: str) -> None:
        """Carry out ``hold 4``. Raises Illegal."""
        choice, plans = self._by_aims("hold")
        if not plans.fighters:
            raise Illegal("You have no fighters to hold back")
        if not plans.most_held:
            raise Illegal("This is the last wave, so you cannot hold fighters back")
        if not (
            rest.isascii() and rest.isdigit() and len(rest) < 4 and int(rest) <= plans.most_held
        ):
            raise Illegal(f"hold {rest}: type how many fighters, 0 to {plans.most_held}")
        self.held = int(rest)
        before = self._aim
        self._aim = aim_left(plans, self._aim, self.held)
        if dropped := fire_plan.dropped_words(plans, before, self.held):
            self.show([f"  {dropped}"])
        self._take(choice, plans)

    def _take(self, choice: Choice, plans: AimPlans) -> None:
        self.plan = dict(plans.plan(self._aim, self.held)) if self._aim is not None else {}
        self._touched = bool(self.plan)
        self.show(self._plan_lines(choice))

    def advice(self) -> list[str]:
        """What the exec would choose, and how to fire his plan. Raises Illegal if no plan is being
        made.
        """
        _, plans = self._by_aims("exec")
        return [
            f"  ~ {fire_plan.advice_words(plans, self.held)}",
            "  ~ auto uses his plan; win simulates games with each aim",
        ]

    def guns(self, rest: str) -> None:
        """Show every slot with its targets. Raises Illegal if no plan is being made."""
        choice = self._open()
        slots = (row for row, _ in slot_rows(choice, self.game.tables, lambda _: None))
        self.show([*GUN_ANSWERS, *self._plan_lines(choice), SLOTS, *slots])

    def clear(self, rest: str) -> None:
        """Start the plan again. Raises Illegal if no plan is being made."""
        choice = self._open()
        self._start(choice)
        self.show(self._plan_lines(choice))

    def set_slots(self, choice: Choice, text: str) -> None:
        """Carry out ``1=2 3=0``: set slots by hand. Raises Illegal; then nothing has changed."""
        self._begin(choice)
        plan = dict(self.plan)
        for slot, shown in slot_pairs(text, list(choice.slots)).items():
            if slot not in choice.slots or shown != HOLD_SLOT:
                plan[slot] = plane_of(self.game, choice, slot, shown)
            else:
                plan.pop(slot, None)
        self.plan = plan
        self._aim = None
        self._touched = True
        self.show(self._plan_lines(choice))

    def given(self, choice: Choice, enter: bool = False) -> dict[str, int]:
        """The plan shown, as the player's answer. Raises Illegal if there is none, or for Enter if
        nobody gave it.
        """
        self._begin(choice)
        if not self.plan:
            if self._plans is None or self._touched:
                raise Illegal(NOBODY)
            offered = fire_plan.numbers_words(len(self._plans.offered(self.held)), "aim ")
            raise Illegal(f"No aim yet. Type {offered}, then fire.")
        if enter and not self._touched:
            raise Illegal("No order yet. Type fire to open fire, or change the plan first.")
        return self._ordered(self._aim, dict(self.plan), self.held)

    def execs(self, choice: Choice) -> dict[str, int]:
        """The exec's plan, as the player's answer."""
        self._begin(choice)
        if self._plans is None:
            return exec_plan(self.game.play, choice)
        aim, held, orders = self._plans.advised()
        return self._ordered(aim, orders, held, is_execs=aim is None)

    def by_hand(self, choice: Choice, orders: dict[str, int]) -> dict[str, int]:
        """A whole plan as typed, as the player's answer. Raises Illegal."""
        self._begin(choice)
        return self._ordered(None, choice.check(orders), 0)

    def _ordered(
        self, aim: Aim | None, orders: dict[str, int], held: int, is_execs: bool = False
    ) -> dict[str, int]:
        if self._plans is not None:
            self.ordered = fire_plan.order_given(self._plans, aim, orders, held, is_execs)
        return orders

    def _by_aims(self, word: str) -> tuple[Choice, AimPlans]:
        choice = self._open()
        if self._plans is None:
            raise Illegal(f"{word} works only at the aid level 'commanded'. Type 1=2 to aim a gun.")
        return choice, self._plans

    def _open(self) -> Choice:
        if self._choice is None or self.game.request is not self._choice:
            raise Illegal("You can change the fire plan only while you are making it")
        return self._choice


def _columns(row: fire_plan.AimRow, name: int) -> str:
    return f"{row.name:<{name}}{row.hits:>7}{row.no_hit:>9}   {row.likeliest_hit:<13}"
