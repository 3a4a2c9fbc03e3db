"""A fire plan in plain mode: an aim and the fighters held back, or gun by gun."""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.ids import slot_named
from picket_duty.captains.standing_orders import StandingOrders, only_plan
from picket_duty.drafts.fire_plan import FirePlanDraft, PlanSetting, begin_fire_plan
from picket_duty.drafts.typed import targets_of
from picket_duty.game import Game
from picket_duty.pages.choices import barred_rows, slot_rows
from picket_duty.pages.fire_order import FireOrder
from picket_duty.pages.fire_plan import later_words, like_words, raid_words, table_lines
from picket_duty.requests import ASSIGN, Choice, Illegal
from picket_duty.rules.gunnery import held_by_emergency, shot_roll
from picket_duty.text.english import signed
from picket_duty.text.names import plane_number, short_plane_words, slots_words
from picket_duty.text.rolls import column_heading, modifier_reason
from picket_duty.text.styled_text import text_of

#: Columns of the chances of a plane.
CHANCES = len("100% to hit you unopposed, 100% with your plan")
#: Columns of a line.
WIDTH = 78
AIM_ANSWERS = [
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
  aim 2                  choose an aim for the fire plan; then type fire to open fire
  hold 4                 hold 4 fighters back for later waves; hold alone: hold fire
  guns                   show the fire plan gun by gun; 1=2: aim slot 1 at plane 2
  1=0, clear             hold the fire of slot 1; clear the fire plan and start over"""
#: Heads the list of slots.
SLOTS = "Slots (mounts, fighters, support ships) and the planes they can fire at:"
NO_GUNS = "No guns would fire. Aim your guns, or type hold to hold fire."


class PlanPrompt:
    """The fire plan that the player is making, as printed lines and words that change it.

    Plain mode calls a method for each word: ``aim``, ``guns`` and ``clear`` as word commands, the
    others for the lines ``hold 4``, ``1=2``, ``exec``, ``fire``, ``auto`` and ``hold``. ``ordered``
    is the order given last, until its wave is over.
    """

    def __init__(self, game: Game, show: Callable[[list[str]], None]) -> None:
        self.game = game
        self.show = show
        self.ordered: FireOrder | None = None
        self._draft: FirePlanDraft | None = None

    @property
    def now(self) -> PlanSetting:
        """What is set in the plan made last."""
        return PlanSetting() if self._draft is None else self._draft.now

    def question(self, choice: Choice) -> list[str]:
        """The aims with their chances; without odds every slot with its targets."""
        draft = self._draft_of(choice)
        lines = [f"{choice.prompt} ({choice.rule})"]
        if draft.aims is None:
            shots = {slot: self._shot_lines(slot, planes) for slot, planes in choice.slots.items()}
            lines += [*GUN_ANSWERS, *_plan_lines(draft), SLOTS]
            # Slots share a line if their targets and their shots are the same.
            for row, slot in slot_rows(choice, self.game.tables, detail=shots.get):
                lines += [row, *shots.get(slot, ())]
        else:
            lines += [*AIM_ANSWERS, f"  {raid_words(self.game.play)}", *_plan_lines(draft)]
        return [*lines, *barred_rows(choice, self.game.tables)]

    def _draft_of(self, choice: Choice) -> FirePlanDraft:
        if self._draft is None or self._draft.choice is not choice:
            self._draft = begin_fire_plan(self.game, choice)
            self.ordered = None
        return self._draft

    def _shot_lines(self, slot: str, planes: tuple[int, ...]) -> list[str]:
        """The chart, column and modifiers of a slot's shots, one line for the planes with the
        same.
        """
        flying = {plane.number: plane for plane in self.game.state.air.planes}
        shots: dict[str, list[str]] = {}
        for number in planes:
            roll = shot_roll(self.game.play, slot_named(slot), flying[number])
            words = f"chart {roll.table}"
            if roll.column:
                words += f", column {column_heading(roll.chart, roll.column)}"
            if roll.modifiers:
                reasons = (
                    f"{signed(each.value)} {modifier_reason(each)}" for each in roll.modifiers
                )
                words += f": {', '.join(reasons)}"
            shots.setdefault(words, []).append(str(plane_number(number)))
        return [f"        at {' '.join(numbers)}: {words}" for words, numbers in shots.items()]

    # -- words that change the plan ------------------------------------------------

    def aim(self, rest: str) -> None:
        """Carry out ``aim 2``. Raises Illegal."""
        draft = self._draft_by_aims("aim")
        if rest not in map(str, draft.numbers):
            asked = f"aim {rest}".strip()
            raise Illegal(f"{asked}: type the number of an aim ({draft.numbers_words()})")
        draft.choose(int(rest))
        self.show(_plan_lines(draft))

    def hold(self, rest: str) -> None:
        """Carry out ``hold 4``; ``hold`` alone is a whole plan (``by_hand``). Raises Illegal."""
        draft = self._draft_by_aims("hold")
        draft.check_holding()
        most = draft.aim_plans().most_held
        if not (rest.isascii() and rest.isdigit() and len(rest) < 4 and int(rest) <= most):
            raise Illegal(f"hold {rest}: type the number of fighters, 0 to {most}")
        draft.hold(int(rest))
        self.show(_plan_lines(draft))

    def advice(self) -> list[str]:
        """What the exec would choose, and how to fire his plan. Raises Illegal if no plan is being
        made.
        """
        draft = self._draft_by_aims("exec")
        listed = len(draft.numbered)
        # If his plan joins the list, the list is printed again.
        draft.ask_exec()
        return [
            *(_aim_lines(draft) if len(draft.numbered) > listed else ()),
            f"  ~ {draft.advice_words()}",
            "  ~ Type auto to use his plan, or win to simulate games with each aim.",
        ]

    def guns(self, rest: str) -> None:
        """Show every slot with its targets. Raises Illegal if no plan is being made."""
        draft = self._open()
        slots = (row for row, _ in slot_rows(draft.choice, self.game.tables))
        self.show([*GUN_ANSWERS, *_plan_lines(draft), SLOTS, *slots])

    def clear(self, rest: str) -> None:
        """Start the plan again. Raises Illegal if no plan is being made."""
        choice = self._open().choice
        self._draft = begin_fire_plan(self.game, choice)
        self.show(_plan_lines(self._draft))

    def set_slots(self, choice: Choice, text: str) -> None:
        """Carry out ``1=2 3=0``: set slots by hand. Raises Illegal; then nothing has changed."""
        draft = self._draft_of(choice)
        draft.aim_slots(targets_of(draft.play, choice, text))
        self.show(_plan_lines(draft))

    # -- the answer ----------------------------------------------------------------

    def given(self, choice: Choice, enter: bool = False) -> dict[str, int]:
        """The plan shown, as the player's answer. Raises Illegal if there is none, or for Enter if
        nobody gave it.
        """
        draft = self._draft_of(choice)
        if draft.wants_aim:
            raise Illegal(f"No aim yet. Type {draft.numbers_words('aim ')}, then type fire.")
        if not draft.now.targets:
            raise Illegal(NO_GUNS)
        if enter and not draft.is_changed:
            raise Illegal("No order yet. Type fire to open fire, or change the plan first.")
        return self._ordered(draft, draft.now)

    def by_officers(self, standing: StandingOrders) -> dict[str, int] | None:
        """Print and return the plan with which the officers open fire; None if they do not."""
        choice = self.game.request
        if not isinstance(choice, Choice) or choice.kind != ASSIGN:
            return None
        draft = self._draft_of(choice)
        if draft.aims is None or only_plan(self.game, standing, draft.aims) is None:
            return None
        # The player may have aimed guns before giving the routine to the officers. A new draft has
        # the plan of the single aim, which is the officers'.
        draft = self._draft = begin_fire_plan(self.game, choice, draft.aims)
        self.show([f"{choice.prompt} ({choice.rule})", f"  {raid_words(self.game.play)}"])
        self.show(_plan_lines(draft))
        return self._ordered(draft, draft.now)

    def execs(self, choice: Choice) -> dict[str, int]:
        """The exec's plan, as the player's answer."""
        draft = self._draft_of(choice)
        return self._ordered(draft, draft.execs)

    def by_hand(self, choice: Choice, orders: dict[str, int]) -> dict[str, int]:
        """A whole plan as typed, as the player's answer. Raises Illegal."""
        draft = self._draft_of(choice)
        return self._ordered(draft, PlanSetting(choice.check(orders)))

    def _ordered(self, draft: FirePlanDraft, setting: PlanSetting) -> dict[str, int]:
        self.ordered = draft.order(setting)
        return dict(setting.targets)

    def _draft_by_aims(self, word: str) -> FirePlanDraft:
        draft = self._open()
        if draft.aims is None:
            raise Illegal(f"{word} works only at aid level 'commanded'. Type 1=2 to aim a gun.")
        return draft

    def _open(self) -> FirePlanDraft:
        if self._draft is None or self.game.request is not self._draft.choice:
            raise Illegal("You can change the fire plan only while you are making it")
        return self._draft


def _plan_lines(draft: FirePlanDraft) -> list[str]:
    """The aims, if there are odds, and each plane with what fires at it."""
    planes = draft.planes()
    room = max((len(short_plane_words(row.plane)) for row in planes), default=0)
    lines = _aim_lines(draft) if draft.aims is not None else []
    for row in planes:
        guns = slots_words(row.slots)
        if not row.slots and draft.now.targets:
            is_held = held_by_emergency(draft.play, row.plane)
            guns = "guns silent (emergency)" if is_held else "nobody fires"
        chances = f"{row.unfired} to hit you unopposed" if row.unfired else ""
        if chances and row.slots:
            chances += f", {row.planned} with your plan"
        if chances:
            chances = f"  {chances:<{CHANCES}}"
        lines.append(f"  plane {short_plane_words(row.plane):<{room}}{chances}  {guns}".rstrip())
    return lines


def _aim_lines(draft: FirePlanDraft) -> list[str]:
    rows = draft.rows()
    head, *columns = table_lines(draft.play, rows)
    lines = [f"     {head}"]
    for row, words in zip(rows, columns, strict=True):
        mark = ">" if row.is_set else " "
        lines.append(f"  {mark}{row.number or ' '} {words}  {like_words(row)}".rstrip())
    lines.append(f"  {text_of(draft.section_line(WIDTH))}")
    if later := later_words(draft.play):
        lines.append(f"  later: {later}")
    if fighters := draft.fighters_words():
        lines.append(f"  fighters: {fighters}")
    if warning := draft.near_miss_words():
        lines.append(f"  {warning}")
    return lines
