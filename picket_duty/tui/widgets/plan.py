"""The fire plan: planes by number, and the slots that bear on the plane looked at."""

from __future__ import annotations

from typing import ClassVar

from textual.binding import Binding
from textual.message import Message

from picket_duty.book.ids import slot_named
from picket_duty.odds.fire import plane_odds, shot_hits
from picket_duty.requests import Roll
from picket_duty.rules.gunnery import shot_roll
from picket_duty.state import Plane
from picket_duty.tui import marked
from picket_duty.tui.lines import Line, Span, cut, line, pad, safe, wrap
from picket_duty.tui.situation import Situation
from picket_duty.tui.suggest import suggest
from picket_duty.tui.widgets.orders import Orders
from picket_duty.wording.names import plane_name, plane_number, plane_words
from picket_duty.wording.rolls import column_heading, modifier_spans

CELL = 15


class PlanOrders(Orders):
    """Choose a plane, toggle what fires at it, and commit the plan."""

    class Changed(Message):
        """The plan or the plane looked at is another."""

    BINDINGS: ClassVar = [
        Binding("enter", "commit", "FIRE", tooltip="Commit the plan", id="plan.fire"),
        Binding("s", "suggest", "Suggest", tooltip="A sensible plan", id="plan.suggest"),
        Binding(
            "space", "fire", "On/off", tooltip="The slot marked fires at the plane, or no longer", id="plan.toggle"
        ),
        Binding("left", "next_plane(-1)", "Plane before", show=False, id="plan.plane_before"),
        Binding(
            "right",
            "next_plane(1)",
            "Plane",
            key_display="1-9",
            tooltip="The next plane; digits choose one",
            id="plan.next_plane",
        ),
        *(
            Binding(str(digit), f"look_at({digit - 1})", "Plane by number", show=False, id=f"plan.plane_{digit}")
            for digit in range(1, 10)
        ),
        Binding("up", "next_slot(-1)", "Mount above", show=False, id="plan.mount_above"),
        Binding(
            "down",
            "next_slot(1)",
            "Mount",
            key_display="Up/Dn",
            tooltip="The next mount that bears",
            id="plan.next_mount",
        ),
        Binding(
            "a", "all_free", "All free", tooltip="Everything free that bears fires at the plane", id="plan.all_free"
        ),
        Binding("c", "clear_plane", "Clear", tooltip="Nothing fires at the plane", id="plan.clear"),
        Binding("x", "clear_all", "Clear all", show=False, tooltip="Nothing fires at all", id="plan.clear_all"),
    ]

    def __init__(self, situation: Situation, id: str | None = None) -> None:
        super().__init__(situation, id)
        self._sure = False

    def begin(self) -> None:
        """A new plan."""
        super().begin()
        self._sure = False
        self.situation.start_plan()

    def marked_roll(self) -> Roll | None:
        """The shot of the slot marked at the plane looked at."""
        situation = self.situation
        return marked.shot(situation.game.play, situation.slot, situation.plane_looked_at())

    def draw(self, width: int, height: int) -> list[Line]:
        """The plane, its slots in a grid, the roll of the slot marked, what is barred."""
        situation, choice = self.situation, self.situation.planning
        if choice is None:
            return []
        given = len(situation.plan)
        lines = [self.heading("Fire plan", width, f"{choice.rule}, {given} of {len(choice.slots)} fire")]
        plane = situation.plane_looked_at()
        what = plane_words(plane) if plane else "no plane"
        lines.append(cut(line("At ", (what, "strong"), *self._odds(plane)), width))
        lines += self._grid(width)
        lines += self.notice_lines(width)
        lines += self._preview(width)
        barred = self._barred(width)
        if len(lines) + len(barred) <= height:
            lines += barred
        return lines

    def _odds(self, plane: Plane | None) -> list[tuple[str, str]]:
        """The chance that the plane hits the ship, unfired at and under the plan."""
        if plane is None:
            return []
        play, plan = self.situation.game.play, self.situation.plan
        slots = [slot for slot, target in plan.items() if target == plane.number]
        before = plane_odds(play, plane).hit
        if not slots:
            return [(f"  hits {before:.0%} if not fired at", "dim")]
        after = plane_odds(play, plane, slots)
        down = after.hits[3] + after.hits[4]
        return [
            (f"  hits {before:.0%} unfired at, ", "dim"),
            (f"{after.hit:.0%} so", "strong"),
            (f" (down {down:.0%})", "dim"),
        ]

    def _grid(self, width: int) -> list[Line]:
        slots = self.situation.bearing_slots()
        across = max(1, width // CELL)
        down = (len(slots) + across - 1) // across
        lines = []
        for row in range(down):
            cells: Line = []
            for slot in slots[row::down]:
                cells += pad(self._cell(slot), CELL)
            lines.append(cells)
        return lines

    def _cell(self, slot: str) -> Line:
        situation, signs = self.situation, self.signs
        target = situation.plan.get(slot)
        here = slot == situation.slot
        mine = target == situation.plane
        box = f"[{signs.on}]" if mine else f"[{plane_number(target)}]" if target is not None else "[ ]"
        tone = "mark" if here else "strong" if mine else "dim" if target is not None else "plain"
        return [
            Span(signs.mark if here else " ", "key"),
            Span(box, "good" if mine else "dim"),
            Span(f" {slot.removeprefix('AFS ')}", tone, f"screen.slot('{slot}')"),
        ]

    def _preview(self, width: int) -> list[Line]:
        """The roll the slot marked would make."""
        situation = self.situation
        plane = situation.plane_looked_at()
        if plane is None or not situation.slot:
            return []
        roll = shot_roll(situation.game.play, slot_named(situation.slot), plane)
        column = f", column {column_heading(roll.chart, roll.column)}" if roll.column else ""
        spans: Line = [Span(f"{situation.slot}: ", "strong"), Span(f"{roll.dice_name} on {roll.table}{column}")]
        for modifier in roll.modifiers:
            spans += [Span("  "), *modifier_spans(modifier, roll)]
        spans.append(Span(f"  hits {1 - shot_hits(roll)[0]:.0%}", "strong"))
        return wrap(spans, width)

    def _barred(self, width: int) -> list[Line]:
        choice = self.situation.planning
        if choice is None or not choice.barred:
            return []
        reasons: dict[str, list[str]] = {}
        for slot, reason in choice.barred.items():
            reasons.setdefault(reason, []).append(slot)
        words = "; ".join(f"{' '.join(slots)}: {safe(reason)}" for reason, slots in reasons.items())
        return wrap(line(("Silent: ", "dim"), (words, "dim")), width)

    # -- orders --------------------------------------------------------------

    def action_look_at(self, number: int) -> None:
        """Look at a plane by its number in the wave, from 0."""
        planes = [plane.number for plane in self.situation.state.air.planes if plane.flying]
        if number not in planes:
            listed = ", ".join(str(plane_number(plane)) for plane in planes)
            self.say(f"there is no {plane_name(number)}; planes: {listed}")
            return
        self.situation.plane = number
        slots = self.situation.bearing_slots()
        if self.situation.slot not in slots:
            self.situation.slot = slots[0] if slots else ""
        self._changed("" if slots else f"nothing bears on {plane_name(number)}")

    def action_next_plane(self, step: int) -> None:
        """The plane before or after."""
        planes = [plane.number for plane in self.situation.state.air.planes if plane.flying]
        if planes:
            place = planes.index(self.situation.plane) if self.situation.plane in planes else 0
            self.action_look_at(planes[(place + step) % len(planes)])

    def action_next_slot(self, step: int) -> None:
        """The slot above or below."""
        slots = self.situation.bearing_slots()
        if slots:
            place = slots.index(self.situation.slot) if self.situation.slot in slots else 0
            self.situation.slot = slots[(place + step) % len(slots)]
            self._changed()

    def action_fire(self, slot: str = "") -> None:
        """The slot marked fires at the plane looked at, or holds its fire; the mark moves on."""
        situation = self.situation
        if slot:
            situation.slot = slot
        if situation.plane is None or not situation.slot:
            self.say("nothing bears on this plane")
            return
        if situation.plan.get(situation.slot) == situation.plane:
            del situation.plan[situation.slot]
        else:
            situation.plan[situation.slot] = situation.plane
        slots = situation.bearing_slots()
        place = slots.index(situation.slot)
        if not slot and place + 1 < len(slots):
            situation.slot = slots[place + 1]
        self._changed()

    def action_all_free(self) -> None:
        """Everything that bears and has no target yet fires at the plane looked at."""
        if self.situation.plane is not None:
            for slot in self.situation.bearing_slots():
                self.situation.plan.setdefault(slot, self.situation.plane)
        self._changed()

    def action_clear_plane(self) -> None:
        """Nothing fires at the plane looked at."""
        plan, plane = self.situation.plan, self.situation.plane
        for slot in [slot for slot, target in plan.items() if target == plane]:
            del plan[slot]
        self._changed()

    def action_clear_all(self) -> None:
        """An empty plan."""
        self.situation.plan.clear()
        self._changed()

    def action_suggest(self) -> None:
        """A sensible plan in place of this one."""
        if self.situation.planning is not None:
            self.situation.plan = dict(suggest(self.situation.game))
            self._changed()

    def action_commit(self) -> None:
        """Give the orders; an empty plan wants Enter twice."""
        if not self.situation.plan and not self._sure:
            self._sure = True
            self.say("nobody fires: s suggests a plan, Enter once more holds all fire")
            return
        self.post_message(self.Given(dict(self.situation.plan)))

    def _changed(self, notice: str = "") -> None:
        """The screen draws the orders together with plot and mounts, in one frame."""
        self._sure = False
        self.notice = notice
        self.post_message(self.Changed())
