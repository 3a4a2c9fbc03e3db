"""A fire plan in plain mode, made step by step."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.ids import slot_named
from picket_duty.captains.standing_orders import load_plan_orders, save_plan_orders
from picket_duty.game import Game
from picket_duty.odds.command import SIGN_WIDTH, Command, CommandedPlans
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.plain.prompt import plane_of, slot_pairs
from picket_duty.requests import Choice, Illegal
from picket_duty.rules.gunnery import shot_roll
from picket_duty.setup import COMMANDED
from picket_duty.state import Plane
from picket_duty.text import plane_line, plane_number
from picket_duty.text.consequences import barred_rows, percent, slot_rows
from picket_duty.text.names import share_words, signed, slots_words, to_come_words
from picket_duty.text.rolls import column_heading, modifier_reason

#: The target typed for a slot that holds its fire; planes count from 1.
HOLD_SLOT = 0
#: Keeps the fair share of fighters.
SHARE = "share"
#: Columns of the chances of a plane.
CHANCES = len("100% to hit, 100% as planned")
COMMANDED_ANSWERS = [
    "  fire: open fire with this plan; hold: nobody fires; auto: your exec's plan",
    "  promote 2, demote 2: aim more or fewer guns at plane 2; weapons: planes with a weapon first",
    "  keep 4: keep 4 fighters for later waves; keep share: as many as those waves need",
    "  1=2: slot 1 at plane 2 by hand; 1-3=2: slots 1 to 3; 1=0: slot 1 holds its fire; clear: start again",
]
UNAIDED_ANSWERS = [
    "  1=2 3=1: slot 1 at plane 2, slot 3 at plane 1; 1-3=2: slots 1 to 3 at plane 2",
    "  1=0: slot 1 holds its fire; clear: start again",
    "  fire: open fire with this plan; hold: nobody fires",
]
HELP = """\
  fire                   open fire with the plan shown; Enter does the same once the plan has an order
  promote 2, demote 2    commanded: aim more or fewer guns at plane 2
  weapons                commanded: planes with a weapon first, now and in later raids; repeat it to turn this off
  keep 4, keep share     commanded: keep 4 fighters for later waves, or as many as those waves need
  1=0, clear             slot 1 holds its fire; start the fire plan again"""
#: Heads the list of slots.
SLOTS = "Slots (mounts, fighters, support ships) and the planes they can fire at:"
#: Said if no gun follows a promotion or demotion.
LIMIT = "  Plane {} is ranked as {} as possible, but no gun changes its target."
NOBODY = "Nobody would fire. Aim your guns, or type hold to hold your fire."


class PlanPrompt:
    """The fire plan that the player is making; ``plan`` are its targets by slot."""

    def __init__(self, game: Game, show: Callable[[list[str]], None]) -> None:
        self.game = game
        self.show = show
        self.plan: dict[str, int] = {}
        self.command = load_plan_orders(game)
        self._choice: Choice | None = None
        self._odds: PlanOdds | None = None
        #: The plans of the choice; None if not commanded.
        self._plans: CommandedPlans | None = None
        #: Whether the player has changed the plan.
        self._touched = False

    @property
    def _commanded(self) -> bool:
        return self.game.aid == COMMANDED

    # -- the question ------------------------------------------------------------------

    def question(self, choice: Choice) -> list[str]:
        """The planes, the plan so far, how to change it, and every slot with its targets."""
        self._begin(choice)
        answers = COMMANDED_ANSWERS if self._commanded else UNAIDED_ANSWERS
        lines = [f"{choice.prompt} ({choice.rule})", *answers, *self._plan_lines(choice), SLOTS]
        shots = {} if self._commanded else {slot: self._shot_lines(slot, at) for slot, at in choice.slots.items()}
        for row, slot in slot_rows(choice, self.game.tables, shots.get):
            lines += [row, *shots.get(slot, ())]
        return [*lines, *barred_rows(choice, self.game.tables)]

    def _begin(self, choice: Choice) -> None:
        """Start the plan of a wave; the plan of the same wave stays."""
        if choice is not self._choice:
            self._choice, self._odds, self._touched = choice, None, False
            self._start(choice, self.command.for_next(self.game.play, choice) if self._commanded else Command())

    def _start(self, choice: Choice, command: Command) -> None:
        """The initial plan: if commanded, that of the guns; if unaided, only slots with a single target."""
        self.command, self.plan, self._plans = command, {}, None
        if self._commanded:
            self._plans = CommandedPlans(self.game.play, choice)
            self.plan = self._plans.plan(command)
        else:
            guns = ((slot, planes) for slot, planes in choice.slots.items() if not is_fighters(slot))
            self.plan = {slot: planes[0] for slot, planes in guns if len(planes) == 1}

    def _plan_lines(self, choice: Choice) -> list[str]:
        """A line for each plane with the slots that fire at it, and what is kept for later waves."""
        planes = [plane for plane in self.game.state.air.planes if plane.flying]
        room = max((len(plane_line(plane)) for plane in planes), default=0)
        lines = ["  weapons first: a hit by bomb, torpedo or Ohka counts twice"] * self.command.armed_first
        for plane in planes:
            slots = [slot for slot in choice.slots if self.plan.get(slot) == plane.number]
            line = f"  plane {plane_line(plane):<{room}}{self._chances(plane.number, slots)}"
            lines.append(f"{line}  {self._guns(slots) if slots else 'no fire'}")
        return [*lines, *self._fighter_lines(choice)]

    def _chances(self, plane: int, slots: list[str]) -> str:
        """The chance that a plane strikes if nobody fires and as planned, and its priority; empty if unaided."""
        if not self._commanded:
            return ""
        odds = self._odds = self._odds or PlanOdds(self.game.play)
        before, after = percent(odds.plane(plane).any), percent(odds.plane(plane, slots).any)
        planned = f"{before} to hit, {after} as planned" if slots else f"{before} to hit"
        return f"  {planned:<{CHANCES}}  {self.command.sign(plane):<{SIGN_WIDTH}}"

    def _guns(self, slots: list[str]) -> str:
        """Slots in short; those set by hand have a star."""
        follow = [slot for slot in slots if slot not in self.command.by_hand]
        by_hand = [f"{slots_words([slot])}*" for slot in slots if slot in self.command.by_hand]
        return "  ".join([*([slots_words(follow)] if follow else []), *by_hand])

    def _fighter_lines(self, choice: Choice) -> list[str]:
        """The fighters sent and kept, if there are any."""
        markers = sum(map(is_fighters, choice.slots))
        if not markers:
            return []
        kept, waves = fighters_kept(choice, self.plan), self.game.state.air.waves
        coming = to_come_words([len(wave) for wave in waves]) if waves else "none"
        lines = [f"  fighters: {markers - kept} now, {kept} kept; still to come: {coming}"]
        if self.command.by_share:
            share = share_words(self.command.keep, kept, markers, [len(wave) for wave in waves])
            lines.append(f"  fighters where they do most good: {share}")
        return lines

    def _shot_lines(self, slot: str, planes: tuple[int, ...]) -> list[str]:
        """The chart, column and modifiers of a slot's shots, one line for the planes with the same."""
        flying = {plane.number: plane for plane in self.game.state.air.planes}
        shots: dict[str, list[str]] = {}
        for number in planes:
            roll = shot_roll(self.game.play, slot_named(slot), flying[number])
            column = f", column {column_heading(roll.chart, roll.column)}" if roll.column else ""
            modifiers = ", ".join(f"{signed(each.value)} {modifier_reason(each)}" for each in roll.modifiers)
            words = f"chart {roll.table}{column}{f': {modifiers}' if modifiers else ''}"
            shots.setdefault(words, []).append(str(plane_number(number)))
        return [f"        at {' '.join(numbers)}: {words}" for words, numbers in shots.items()]

    # -- orders --------------------------------------------------------------------------

    def promote(self, rest: str, sign: int) -> None:
        """Carry out ``promote 2`` or ``demote 2`` (``sign`` -1). Raises Illegal."""
        choice = self._following("promote" if sign > 0 else "demote")
        numbers = {str(plane_number(plane.number)): plane.number for plane in self._flying()}
        if rest not in numbers:
            raise Illegal(f"Type the number of a plane, for example promote 2. Planes: {', '.join(numbers)}.")
        plans = self._plans or CommandedPlans(self.game.play, choice)
        promoted = plans.promoted(self.command, numbers[rest], sign, self.plan)
        before = self.plan
        self._order(choice, promoted)
        if self.plan == before:
            self.show([LIMIT.format(rest, "high" if sign > 0 else "low")])

    def keep(self, rest: str) -> None:
        """Carry out ``keep 4`` or ``keep share``. Raises Illegal."""
        choice = self._following("keep")
        markers = sum(map(is_fighters, choice.slots))
        if not markers:
            raise Illegal("You have no fighters to keep")
        if not self.game.state.air.waves:
            raise Illegal("No wave comes after this one. Send every fighter now.")
        if rest == SHARE:
            self._order(choice, self.command.sharing(self.game.play, choice))
            return
        if not (rest.isascii() and rest.isdigit() and len(rest) < 4 and int(rest) <= markers):
            raise Illegal(f"keep {rest}: after 'keep', type a number of fighters (0 to {markers}) or '{SHARE}'")
        self._order(choice, self.command.keeping(int(rest)))

    def weapons(self, rest: str) -> None:
        """Carry out ``weapons``: planes with a weapon first, or no longer. Raises Illegal."""
        choice = self._following("weapons")
        self._order(choice, self.command.arming())

    def clear(self, rest: str) -> None:
        """Start the plan again. Raises Illegal if no plan is being made."""
        choice = self._open()
        self._start(choice, Command())
        self._touched = False
        self.show(self._plan_lines(choice))

    def set_slots(self, choice: Choice, text: str) -> None:
        """Carry out ``1=2 3=0``: set slots by hand. Raises Illegal; then nothing has changed."""
        self._begin(choice)
        pairs = slot_pairs(text, list(choice.slots))
        command = self.command
        for slot, shown in pairs.items():
            if slot not in choice.slots or shown != HOLD_SLOT:
                command = command.with_slot(slot, plane_of(self.game, choice, slot, shown))
            else:
                command = command.with_slot(slot, None)
        self._order(choice, command)

    def given(self, choice: Choice, enter: bool = False) -> dict[str, int]:
        """The plan shown, as the player's answer; the save keeps its orders that stand.

        Raises Illegal if it is empty, or for Enter if nobody gave it; SaveError.
        """
        self._begin(choice)
        if not self.plan:
            raise Illegal(NOBODY)
        if enter and not self._touched:
            raise Illegal("No order yet. Type fire to open fire, or change the plan first.")
        if self._commanded:
            save_plan_orders(self.game, self.command)
        return dict(self.plan)

    def _order(self, choice: Choice, command: Command) -> None:
        """Change the plan and show what it is now."""
        if self._plans is not None:
            self.plan = self._plans.plan(command, self.plan)
        else:
            plan = self.plan | command.by_hand
            self.plan = {slot: plane for slot, plane in plan.items() if plane is not None}
        self.command, self._touched = command, True
        self.show(self._plan_lines(choice))

    def _following(self, word: str) -> Choice:
        """The requested fire plan, in a game whose guns follow orders. Raises Illegal."""
        choice = self._open()
        if not self._commanded:
            raise Illegal(f"{word} works only at the aid level 'commanded'. Type 1=2 to aim a gun.")
        return choice

    def _open(self) -> Choice:
        if self._choice is None or self.game.request is not self._choice:
            raise Illegal("You can change the fire plan only while you are making it")
        return self._choice

    def _flying(self) -> list[Plane]:
        return [plane for plane in self.game.state.air.planes if plane.flying]
