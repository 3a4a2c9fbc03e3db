"""The fire plan: the aims to choose from with their chances, and the plan gun by gun."""

from __future__ import annotations

from collections import Counter
from time import monotonic
from typing import ClassVar, TypeVar

from textual.binding import Binding
from textual.message import Message

from picket_duty.book.ids import Gun, slot_named
from picket_duty.drafts.fire_plan import FirePlanDraft, PlaneRow
from picket_duty.events import DecisionMade
from picket_duty.pages import fire_plan
from picket_duty.requests import Illegal, Roll
from picket_duty.text import names
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, digits, hidden
from picket_duty.tui.lines import cut, length, wrap
from picket_duty.tui.widgets.orders import MORE_BELOW, Orders
from picket_duty.tui.widgets.plan_lines import (
    CHANCES_HEADING,
    PLANES_HEADING,
    UNFIRED_HEADING,
    fate_lines,
    plane_line,
    shot_line,
    silent_lines,
    slot_lines,
    sum_lines,
)

T = TypeVar("T")
#: Rows of a plan by aims for a notice, so that what the exec says and his own plan move nothing.
NOTICE_ROWS = 4
#: Rows of a plan gun by gun besides heading, planes and slots: two of sums, one each for the
#: notice, the roll of the slot selected and the fate of the plane selected.
ROWS_AFTER_SLOTS = 5
#: The heading of the panel.
TITLE = "Fire plan"
#: Comes before the planes of the later waves.
LATER = " later  "
#: Between the headings of the columns and the notes after them.
NOTES_GAP = "   "
#: Beside the first plan of an unaided game.
FIRST_UNAIDED = (
    " Fighters fire first, then support ships, then the guns; a gun loses its shot if its target "
    "has been splashed "
    "by then. A gun that can reach only one plane, even with spray fire, is aimed for you."
)
#: Beside the only plan, with which the officers are about to open fire.
OFFICERS_FIRE = (
    "Your officers are about to open fire. Press Space to stop them, or g to aim gun by gun."
)


class FirePlanPanel(Orders):
    """The order panel for a fire plan: choose an aim and how many fighters are held back, or aim
    gun by gun.

    The panel and the battle screen work out the exec's advice together. When the player asks him,
    and when the number of fighters held back changes after that, the panel posts ``Advised``. The
    screen then computes the chances of the aims in the background and calls ``show_chances`` each
    time it knows more. Escape on the screen calls ``clear_advice``.

    An unaided game shows no odds and has no aims to choose: ``draft.aims`` is None, and the plan is
    made gun by gun.
    """

    class Changed(Message):
        """The plan or the plane selected has changed."""

    class Advised(Message):
        """The exec was asked: he needs the chances of the aims with the fighters held back now."""

    # The ids, such as ``plan.keep_more``, are names in the player's key file: they stay as they
    # are. Space has two meanings; ``check_action`` decides which one applies.
    BINDINGS: ClassVar = [
        bind("f", "open_fire", "Fire", "Open fire with this plan", "plan.open_fire"),
        hidden(
            "enter",
            "commit",
            "Fire",
            "Open fire with this plan, but only after you review or change it",
            "plan.fire",
        ),
        bind(
            "1",
            "number(1)",
            "Aim",
            "Choose an aim, or select a plane when aiming gun by gun",
            "plan.plane_1",
            display="1-9",
        ),
        *digits(
            "number",
            "Choose an aim, or select a plane when aiming gun by gun",
            "plan.plane",
            first=2,
        ),
        bind(
            "right_square_bracket",
            "hold(1)",
            "Hold back",
            "Hold back one more fighter for the later waves",
            "plan.keep_more",
            display="]/[",
        ),
        hidden(
            "left_square_bracket", "hold(-1)", "Hold back one fewer fighter", id="plan.keep_fewer"
        ),
        hidden(
            "right_curly_bracket", "hold_all(True)", "Hold back all fighters", id="plan.keep_all"
        ),
        hidden(
            "left_curly_bracket", "hold_all(False)", "Hold back no fighters", id="plan.keep_none"
        ),
        bind(
            "s",
            "suggest",
            "Exec",
            "Ask your exec for a plan; press again to use it",
            "plan.suggest",
        ),
        bind("g", "by_guns", "Guns", "Aim gun by gun, or go back to the aims", "plan.by_guns"),
        hidden(
            "up",
            "next_plane(-1)",
            "Select the previous aim, or the previous plane when aiming gun by gun",
            id="plan.plane_before",
        ),
        bind(
            "down",
            "next_plane(1)",
            "Next",
            "Select the next aim, or the next plane when aiming gun by gun",
            "plan.next_plane",
            display="Up/Dn",
        ),
        hidden(
            "left",
            "next_slot(-1)",
            "Select the previous gun, support ship or fighter that can fire at the plane",
            id="plan.mount_above",
        ),
        bind(
            "right",
            "next_slot(1)",
            "Gun",
            "Select the next gun, support ship or fighter that can fire at the plane",
            "plan.next_mount",
            display="Left/Right",
        ),
        bind(
            "space",
            "fire",
            "On/off, next",
            "Aim the selected gun at the plane, or clear the gun's target; then select the next gun",
            "plan.toggle",
        ),
        bind(
            "space",
            "stop_officers",
            "Stop",
            "Stop your officers from opening fire with the only possible plan",
            "plan.stop",
        ),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        #: Whether the player was warned that no guns would fire: the same key then commits the
        #: plan.
        self._was_warned = False
        #: Whether the exec was asked: his advice stays until fire is opened.
        self._exec_asked = False
        #: The chances of the aims in words, and the number of fighters held back for which they
        #: are true.
        self._chances = ""
        self._chances_held = 0
        #: Whether a key of this plan was pressed: Enter fires no plan that has only just appeared.
        self._key_pressed = False
        #: The columns of a plane's name.
        self._name_width = len(PLANES_HEADING)

    def begin(self) -> None:
        super().begin()
        self._was_warned = False
        self._key_pressed = False
        self._exec_asked = False
        self._chances = ""
        self.view.start_plan()
        planes = [plane for plane in self.view.state.air.planes if plane.flying]
        self._name_width = max(
            len(PLANES_HEADING), *(len(names.short_plane_words(plane)) for plane in planes)
        )

    @property
    def draft(self) -> FirePlanDraft | None:
        """The plan being made, or None."""
        draft = self.view.draft
        return draft if draft is not None and draft.choice is self.view.planning else None

    @property
    def _by_guns(self) -> bool:
        """Whether the plan is made gun by gun."""
        return self.view.by_guns

    @property
    def _aim_draft(self) -> FirePlanDraft | None:
        """The plan being made if it is chosen by its aim, not gun by gun."""
        return None if self._by_guns else self.draft

    @property
    def can_take_back(self) -> bool:
        """Whether the plan was changed."""
        return self.draft is not None and self.draft.can_take_back

    def take_back(self) -> None:
        """Undo the last change of the plan."""
        if self.draft is not None:
            self.draft.take_back()
            self._changed("Your last change to the plan was undone.")

    def marked_roll(self) -> Roll | None:
        """The shot of the slot selected gun by gun; else the first of a gun in the plan."""
        return next(iter(self._shots()), None)

    def rolls_after(self) -> list[Roll]:
        """A shot on each other chart of the plan."""
        return self._shots()[1:]

    def _shots(self) -> list[Roll]:
        """The shot of the slot selected gun by gun; else one on each chart of the plan, those of
        guns first.
        """
        view = self.view
        draft = self._aim_draft
        if draft is None:
            shot = battle_view.shot_of(view.game.play, view.slot, view.selected_plane())
            return [shot] if shot is not None else []
        planes = {plane.number: plane for plane in view.state.air.planes}
        slots = draft.choice.slots
        # Before an aim is chosen, any plane that a slot reaches shows its chart.
        targets = draft.now.targets or {slot: reached[0] for slot, reached in slots.items()}
        by_chart: dict[str, Roll] = {}
        for slot in sorted(targets, key=lambda slot: not isinstance(slot_named(slot), Gun)):
            shot = battle_view.shot_of(view.game.play, slot, planes[targets[slot]])
            if shot is not None:
                by_chart.setdefault(shot.chart.id, shot)
        return list(by_chart.values())

    # -- drawing the aims ------------------------------------------------------

    def rows_wanted(self, width: int) -> int:
        """The rows that show every aim and every plane, or every slot that bears on a plane."""
        draft = self.draft
        if draft is None:
            return 0
        planes = list(draft.odds.planes)
        # The planes have one row each, below the row of their heading.
        plane_rows = 1 + len(planes)
        if not self._by_guns:
            notice = max(NOTICE_ROWS, len(self._aim_notice(draft, width)))
            return len(self._aims(draft, width)) + plane_rows + notice
        # The slots take the most rows for the plane that the most of them reach.
        targets = Counter(plane for reached in draft.choice.slots.values() for plane in reached)
        most_reached = max(planes, key=targets.__getitem__, default=None)
        slots = slot_lines(draft, most_reached, self.view.slot, self.glyphs, width)
        top = self.top_lines(title="", width=width)
        return len(top) + plane_rows + len(slots) + ROWS_AFTER_SLOTS

    def draw(self, width: int, height: int) -> list[Line]:
        """The aims to choose from and the plan of the one chosen; gun by gun, the planes and the
        slots that bear.
        """
        draft = self.draft
        if draft is None:
            return []
        if self._by_guns:
            return self._gun_lines(draft, width, height)
        return self._aim_lines(draft, width, height)

    def _aim_lines(self, draft: FirePlanDraft, width: int, height: int) -> list[Line]:
        """The aims, and what the plan chosen does to each plane; without one, their chances if
        nobody fires.
        """
        lines = self._aims(draft, width)
        notice = self._aim_notice(draft, width)
        figures = f"{CHANCES_HEADING}  who fires" if draft.now.targets else UNFIRED_HEADING
        head = cut(line((f" {PLANES_HEADING:<{self._name_width}}{figures}", "dim")), width)
        planes = [self._plane_line(draft, row, width) for row in draft.planes()]
        room = height - len(lines) - len(notice) - 1
        if len(planes) <= room:
            return [*lines, head, *planes, *notice]
        # The panel scrolls: the planes come last, so that the notice is never out of sight.
        words = f"{NOTES_GAP}{max(0, room)} of {len(planes)} planes  {MORE_BELOW}"
        head = [*cut(head, width - len(words)), Span(words, "key")]
        return [*lines, *notice, head, *planes]

    def _aims(self, draft: FirePlanDraft, width: int) -> list[Line]:
        """The heading, the aims, what is in a section, the later waves and the fighters for them."""
        lines = self.top_lines(TITLE, width)
        # Two characters of the rule and two blanks are around the title.
        raid = self._raid(draft, width - len(TITLE) - 4)
        lines[0] = [*self.heading(TITLE, width - length(raid)), *raid]
        lines += self._aim_table(draft, width)
        lines.append(cut([Span(" "), *draft.section_line(width - 1)], width))
        if later := fire_plan.later_words(draft.play):
            lines += wrap(line((LATER, "dim"), later), width, indent=len(LATER))
        if left := draft.left_words():
            # The fighters left are on the same line if there is room.
            if length(lines[-1]) + 2 + len(left) > width:
                lines.append([Span(" " * (len(LATER) - 2))])
            lines[-1] = [*lines[-1], Span(f"  {left}", "strong")]
        if words := draft.near_miss_words():
            lines.append([Span(f" {words}", "warn")])
        return lines

    def _raid(self, draft: FirePlanDraft, room: int) -> Line:
        """The end of the heading: the wave, and the fighters with the keys that hold them back."""
        rule = self.glyphs.rule
        ends: Line = [Span(rule, "dim")]
        if fighters := draft.fighters_words():
            ends = [
                *line((f"{rule} fighters: ", "dim"), (fighters, "strong"), "  "),
                Span("[", "key", "focused.hold(-1)"),
                Span(" "),
                Span("]", "key", "focused.hold(1)"),
                Span(f" {rule}", "dim"),
            ]
        raid = fire_plan.raid_words(draft.play)
        if len(raid) + 2 + length(ends) > room:
            # Without room, only the wave is named.
            raid = raid.partition(":")[0]
        return [Span(f" {raid} ", "dim"), *ends]

    def _aim_table(self, draft: FirePlanDraft, width: int) -> list[Line]:
        """A row for each aim, and for a plan that serves none."""
        rows = draft.rows()
        head, *columns = fire_plan.table_lines(draft.play, rows)
        lines = [cut([Span(f"     {head}", "dim")], width)]
        for row, words in zip(rows, columns, strict=True):
            lines.append(cut(self._aim_row(row, words), width))
            if like := fire_plan.like_words(row):
                if length(lines[-1]) + len(NOTES_GAP) + len(like) > width:
                    lines.append([Span("  ")])
                lines[-1].append(Span(f"{NOTES_GAP}{like}", "dim"))
        return lines

    def _aim_row(self, row: fire_plan.PlanRow, columns: str) -> Line:
        """An aim: its number, and its name and chances in columns. The row without a number is a
        plan made gun by gun.
        """
        mark = self.glyphs.mark if row.is_set else " "
        action = f"screen.aim({row.number})" if row.number else "focused.by_guns"
        number = Span(f" {mark} {row.number or ' '} ", "key")
        return [number, Span(columns, "mark" if row.is_set else "plain", action)]

    def _aim_notice(self, draft: FirePlanDraft, width: int) -> list[Line]:
        """What the exec says and the chances of the aims; else how to choose, or that the officers
        open fire.
        """
        lines = self.notice_lines(width)
        if self._chances and self._chances_held == draft.now.held:
            lines += wrap(line((f"  {self._chances}", "strong")), width)
        if lines:
            return lines
        if self.view.officers_fire:
            return wrap(line((f" {OFFICERS_FIRE}", "key")), width)
        if not draft.wants_aim:
            return []
        numbers = draft.numbers_words()
        style = "key" if self._is_first(draft) else "dim"
        words = f"Press {numbers} to choose an aim, then f to open fire."
        return wrap(line((f" {words}", style)), width)

    def _is_first(self, draft: FirePlanDraft) -> bool:
        """Whether no fire plan was made in this game before."""
        made = (event.about for event in self.view.game.events if isinstance(event, DecisionMade))
        return draft.choice.about not in made

    def show_chances(self, held: int, words: str) -> None:
        """Show the chances of the aims, which are true while ``held`` fighters are held back, and
        what the exec says now.
        """
        self._chances = words
        self._chances_held = held
        draft = self._aim_draft
        if draft is not None:
            self.notice = self._advice(draft)
        self.redraw()

    def _advice(self, draft: FirePlanDraft) -> str:
        """What the exec says, and how to use his plan while another is set; empty until he is
        asked.
        """
        if not self._exec_asked:
            return ""
        advice = draft.advice_words()
        return advice if draft.now == draft.execs else f"{advice} {fire_plan.AGAIN}"

    # -- drawing the guns ------------------------------------------------------

    def _gun_lines(self, draft: FirePlanDraft, width: int, height: int) -> list[Line]:
        """The planes, the sums, the slots that bear on the plane selected; below them what fits."""
        top = self.top_lines(TITLE, width, self._signs(draft))
        slots = slot_lines(draft, self.view.plane, self.view.slot, self.glyphs, width)
        notice = self.notice_lines(width)
        notice_rows = max(1, len(notice))
        # The heading of the planes and the sums also take a row each, the sums at least.
        room = height - len(top) - 1 - 1 - len(slots) - notice_rows
        # They get more only if every plane still has its own.
        sums = sum_lines(draft, width, is_short=room <= len(draft.odds.planes))
        more_sums = len(sums) - 1
        # Two planes always show.
        planes = self._planes_near(draft, max(2, room - more_sums), width)
        lines = [*top, *planes, *sums, *slots, *notice]
        hint = list[Line]()
        if not notice and draft.aims is None and self._is_first(draft):
            hint = wrap(line((FIRST_UNAIDED, "key")), width)
        fate = fate_lines(draft, self.view.plane, width)
        below = (self._shot(draft, width), fate, hint, silent_lines(draft, width))
        for block in below:
            if len(lines) + len(block) <= height:
                lines += block
        return lines

    def _planes_near(self, draft: FirePlanDraft, room: int, width: int) -> list[Line]:
        """The heading of the planes, and as many as have room around the one selected."""
        rows = draft.planes()
        numbers = list(draft.odds.planes)
        selected = numbers.index(self.view.plane) if self.view.plane in numbers else 0
        first = max(0, min(selected - room // 2, len(rows) - room))
        shown = rows[first : first + room]
        named = f" {'plane':<{self._name_width}}"
        if draft.aims is not None:
            named = f" {PLANES_HEADING:<{self._name_width}}{CHANCES_HEADING}"
        note = ""
        if shown != rows:
            note = f"{NOTES_GAP}{len(shown)} of {len(rows)} planes"
        head = cut(line((f"{named}  who fires", "dim"), (note, "key")), width)
        return [head, *(self._plane_line(draft, row, width) for row in shown)]

    def _plane_line(self, draft: FirePlanDraft, row: PlaneRow, width: int) -> Line:
        is_selected = self._by_guns and row.plane.number == self.view.plane
        mark = self.glyphs.mark if is_selected else ""
        return plane_line(draft, row, self._name_width, mark, width)

    def _shot(self, draft: FirePlanDraft, width: int) -> list[Line]:
        """The roll of the slot selected at the plane selected."""
        plane = self.view.selected_plane()
        if plane is None or not self.view.slot:
            return []
        return [shot_line(draft, self.view.slot, plane, width)]

    def _signs(self, draft: FirePlanDraft) -> str:
        """What the boxes of the slots mean."""
        chosen = self.view.plane
        if chosen is None:
            return ""
        others = [names.plane_number(plane) for plane in draft.odds.planes if plane != chosen]
        other = f"[{others[0]}] at plane {others[0]}  " if others else ""
        fires = f"[{self.glyphs.on}] fires at plane {names.plane_number(chosen)}"
        return f"{fires}  {other}[ ] holds fire"

    # -- keys ------------------------------------------------------------------

    @property
    def last_digit(self) -> int:
        """The last digit that chooses an aim or the exec's own plan, or gun by gun a plane."""
        if self._aim_draft is not None:
            return len(self._aim_draft.numbered)
        flying = [plane.number for plane in self.view.state.air.planes if plane.flying]
        return names.plane_number(max(flying)) if flying else 0

    def words_of(self, binding: Binding) -> str:
        """The label of a key in the key line. A key that could change nothing has none: there are
        no fighters to hold back, or only one aim to choose.
        """
        aims = self.draft.aims if self.draft is not None else None
        if binding.action == "hold(1)" and (aims is None or not aims.most_held):
            return ""
        if binding.action == "by_guns" and self._by_guns:
            return "Aims"
        if self._by_guns and binding.action == "number(1)":
            return "Plane"
        chooses = binding.action in ("number(1)", "next_plane(1)")
        if chooses and not self._by_guns and self.last_digit == 1:
            return ""
        return super().words_of(binding)

    def keys_of(self, binding: Binding) -> str:
        """The digits that choose something, unless the player has bound other keys."""
        if binding.action != "number(1)" or binding.key != "1":
            return super().keys_of(binding)
        return f"1-{self.last_digit}" if self.last_digit > 1 else "1"

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key is in use: there are no aims in a game without odds, and guns are chosen
        only in a plan made gun by gun.
        """
        if action == "by_guns":
            return self.draft is not None and self.draft.aims is not None
        if action in ("hold", "hold_all", "suggest"):
            return not self._by_guns
        if action in ("fire", "next_slot"):
            return self._by_guns
        return action != "stop_officers" or self.view.officers_fire

    def action_look_at(self, number: int) -> None:
        """Select a plane by its number in the wave, from 0."""
        planes = [plane.number for plane in self.view.state.air.planes if plane.flying]
        named = names.plane_name(number)
        if number not in planes:
            listed = ", ".join(str(names.plane_number(plane)) for plane in planes)
            self.say(f"There is no {named}. Planes: {listed}.")
            return
        self.view.look_at(number)
        self._changed("" if self.view.slot else f"Nothing can fire at {named}.")

    def action_next_plane(self, step: int) -> None:
        """Choose the aim before or after; gun by gun, select the plane before or after."""
        draft = self._aim_draft
        if draft is not None:
            numbers = draft.numbers
            # Before an aim is chosen, the first or the last is next.
            before = draft.chosen or numbers[-1 if step > 0 else 0]
            self.action_number(_after(numbers, before, step))
        elif self.draft is not None:
            self.action_look_at(_after(list(self.draft.odds.planes), self.view.plane, step))

    def action_next_slot(self, step: int) -> None:
        slots = self.view.bearing_slots()
        if slots:
            self.view.choose_slot(_after(slots, self.view.slot, step))
            self._changed()

    def action_fire(self, slot: str = "") -> None:
        """Toggle whether the slot fires at the plane selected; without an argument, move to the
        next slot.
        """
        view = self.view
        draft = self.draft
        if not slot and monotonic() < view.guarded_until:
            return  # Space pauses autoplay, and was meant for that.
        view.choose_slot(slot or view.slot)
        if draft is None or view.plane is None or not view.slot:
            self.say("Nothing can fire at this plane.")
            return
        target = None if draft.now.targets.get(view.slot) == view.plane else view.plane
        draft.aim_slots({view.slot: target})
        if not slot:
            # The next slot without a target; if there is none, the next slot.
            slots = view.bearing_slots()
            after = slots[slots.index(view.slot) + 1 :]
            free = (each for each in after if each not in draft.now.targets)
            view.choose_slot(next(free, after[0] if after else view.slot))
        self._changed()

    def action_number(self, number: int) -> None:
        """Choose an aim, or the exec's own plan, by its number; or select a plane gun by gun."""
        draft = self._aim_draft
        if draft is None:
            self.action_look_at(number - 1)
        elif draft.choose(number):
            self._changed()
        else:
            self.say(fire_plan.NO_AIM.format(number, draft.numbers_words()))

    def action_hold(self, more: int) -> None:
        """Hold back more or fewer fighters for later waves."""
        if self._aim_draft is not None:
            self._hold(self._aim_draft, self._aim_draft.next_held(more))

    def action_hold_all(self, hold: bool) -> None:
        """Hold back all fighters or none."""
        if self._aim_draft is not None:
            self._hold(self._aim_draft, self._aim_draft.aim_plans().most_held if hold else 0)

    def _hold(self, draft: FirePlanDraft, held: int) -> None:
        try:
            draft.check_holding()
        except Illegal as error:
            self._changed(f"{error}.")
            return
        draft.hold(held)
        self._changed()
        if self._exec_asked:
            self.post_message(self.Advised())

    def action_stop_officers(self) -> None:
        """Keep the officers from opening fire, as any change of the plan does."""
        self._changed()

    def action_by_guns(self) -> None:
        """Go from the aims to the plan gun by gun, or back."""
        draft = self.draft
        if draft is None or draft.aims is None:
            return
        if self._by_guns or draft.now.targets:
            draft.by_guns = not draft.by_guns
            self._changed()
        else:
            self.say(fire_plan.CHOOSE.format(draft.numbers_words()))

    def action_suggest(self) -> None:
        """Ask the exec, who names an aim and a number of fighters, or his own plan; asked again,
        take it.
        """
        draft = self._aim_draft
        if draft is None:
            return
        draft.ask_exec()
        if self._exec_asked:
            draft.change(draft.execs)
        self._exec_asked = True
        self._changed()
        self.post_message(self.Advised())

    def action_commit(self) -> None:
        """Commit the plan. If no key of it was pressed, Enter may have been meant for what was
        shown before.
        """
        draft = self.draft
        # An aided plan without a target needs no such protection: the first f or Enter only says
        # what to choose, or asks again.
        is_empty = draft is not None and draft.aims is not None and not draft.now.targets
        if self._key_pressed or is_empty:
            self.action_open_fire()
        else:
            self.say("Press f to open fire.", "key")

    def action_open_fire(self) -> None:
        """Commit the plan; an empty one is confirmed with the same key."""
        draft = self.draft
        if draft is None:
            return
        self._key_pressed = True
        if draft.wants_aim:
            self.say(fire_plan.CHOOSE.format(draft.numbers_words()))
        elif not draft.now.targets and not self._was_warned:
            self._was_warned = True
            self.say("No guns would fire. Aim your guns, or press f again to hold fire.")
        else:
            self.give(dict(draft.now.targets))

    def _changed(self, notice: str = "") -> None:
        """Report the change; the screen redraws this panel, the plot and the mounts in one
        frame.
        """
        self._was_warned = False
        self._key_pressed = True
        draft = self._aim_draft
        if not notice and draft is not None:
            notice = self._advice(draft)
        self.notice = notice
        self.notice_style = "key"
        self.post_message(self.Changed())

    def clear_advice(self) -> bool:
        """Stop showing what the exec says; returns False if he was not asked."""
        was_asked = self._exec_asked
        if was_asked:
            self._exec_asked = False
            self._chances = ""
            self._changed()
        return was_asked


def _after(items: list[T], item: object, step: int) -> T:
    """The item ``step`` places after ``item``; the last one is followed by the first. An item that
    is not among them stands for the first.
    """
    here = next((number for number, each in enumerate(items) if each == item), 0)
    return items[(here + step) % len(items)]
