"""The fire plan: a line for each plane with its chances, and the slots that bear on the plane selected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Mapping, Sequence
from time import monotonic
from typing import ClassVar

from textual.message import Message

from picket_duty.book.ids import FighterSlot, SupportShip, slot_named
from picket_duty.events import DecisionMade
from picket_duty.odds.command import SIGN_WIDTH, Command
from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.plan import fighters_kept, is_fighters, is_same_order, plan_of
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes
from picket_duty.odds.report import NO_FIRE, weapon_words
from picket_duty.requests import Choice, Roll
from picket_duty.rules.gunnery import held_by_emergency, shot_roll
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import Plane
from picket_duty.text import count
from picket_duty.text.consequences import percent
from picket_duty.text.names import (
    listed,
    plane_line,
    plane_name,
    plane_number,
    share_words,
    signed,
    slot_words,
    slots_words,
    title_case,
)
from picket_duty.text.rolls import column_heading, modifier_spans
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.bindings import bind, hidden
from picket_duty.tui.lines import Line, Span, cut, length, line, pad, safe, wrap
from picket_duty.tui.widgets.orders import Orders

#: The heading of the planes, and of the chance that each hits the ship if nobody fires and under the plan.
NAMED, FIGURES = "hits your ship", f"{NO_FIRE:>8}{'planned':>9}"
#: Rows besides planes and slots: heading, columns, sums, a notice, the roll of the slot selected, the plane's fate.
FIXED_ROWS = 6
#: The fewest planes shown, and the indent of slots of a kind in their second line.
LEAST_PLANES, SLOT_INDENT = 2, " 5in"
#: What the short names of slots that are not mounts stand for.
SLOT_NAMES = {
    "AFS carrier ": "Carrier fighters (AFS) ",
    "AFS land ": "Land fighters (AFS) ",
    "SFS ": "Support ship (SFS) ",
}
#: Between the headings of the columns and the notes after them.
NOTES_GAP = "   "
#: A plan being made: targets by slot, the command, and whether it is the exec's plan.
Draft = tuple[dict[str, int], Command | None, bool]
#: Beside the exec's plan if it expects more hits than the plan before, with later waves to come and without.
MORE_HITS = "Your exec's plan expects {:.2f} more hits in this wave, but less damage in all waves together."
HITS_WHERE = "Your exec's plan expects {:.2f} more hits, but less damage, because the hits fall where they hurt less."
#: Beside a plane that comes first but is not fired at.
NOT_WORTH = "no fire: guns do more at others"
#: Beside the first plan of a commanded game.
FIRST_PLAN = " f fires this plan; + and - rank a plane, {}Space aims a gun."
KEEPS_FIGHTERS = "] [ keep fighters, "
#: Beside the first plan of an unaided game.
FIRST_UNAIDED = (
    " Fighters fire first, then support ships, then the guns; a gun has no shot if its plane is already splashed."
    " A gun that can reach only one plane, counting spray fire, is aimed at it for you."
)
#: Said when the exec's plan replaces orders that stood for later waves.
ENDED, BOTH_ENDED = "Your order {} no longer stands.", "Your orders {} no longer stand."
FULL_ORDERS = "planes with a weapon first (w)", "fighters where they do the most good (k)"
BRIEF_ORDERS = "weapons first (w)", "best number of fighters kept (k)"
WEAPONS_ORDER, SHARE_ORDER = "to put planes with a weapon first (w)", "to keep fighters (k)"
#: Said when an order that stands is given again.
STANDS = "Your order {} already stands."
#: Said with what the exec's plan changes, and if it changes nothing.
EXECS_PLAN, SAME_PLAN = "Changed to your exec's plan: {}.", "Your exec's plan is the same."
#: More targets changed than these are not told one by one.
MANY_TARGETS = 4
#: Said if no gun follows a promotion or demotion to the limit; the first part alone if the plane was there already.
LIMIT, NO_GUN = "{} is ranked as {} as possible", "no gun changes its target"
#: Said if all guns are to aim at a plane and none is free.
NO_FREE_GUN = "No free gun reaches this plane. Press a again to add support ships and fighters."
#: What slots are called when they are counted; any other is a gun.
GUN, SHOOTERS = "gun", {SupportShip: "support ship", FighterSlot: "fighter"}
#: Actions of a commanded game.
COMMANDS = ("promote", "keep", "keep_share", "armed_first")


class FirePlanPanel(Orders):
    """The order panel for a fire plan: select a plane, toggle slots that fire at it, commit the plan."""

    class Changed(Message):
        """The plan or the plane selected has changed."""

    BINDINGS: ClassVar = [
        bind("f", "open_fire", "Fire", "Open fire with this plan", "plan.open_fire"),
        hidden("enter", "commit", "Fire", "Open fire with this plan, after you review or change it", "plan.fire"),
        bind(
            "plus,equals_sign",
            "promote(1)",
            "Promote",
            "Promote the selected plane: rank it higher, so that more guns aim at it",
            "plan.promote",
            display="+ -",
        ),
        hidden(
            "minus",
            "promote(-1)",
            "Demote the selected plane: rank it lower, so that its guns look for better targets",
            id="plan.demote",
        ),
        bind(
            "right_square_bracket",
            "keep(1)",
            "Keep",
            "Keep one more fighter for later waves",
            "plan.keep_more",
            display="]/[",
        ),
        hidden("left_square_bracket", "keep(-1)", "Keep one fewer fighter for later waves", id="plan.keep_fewer"),
        bind(
            "k",
            "keep_share",
            "Keep best",
            "Keep the fighters that do more good in later waves",
            "plan.keep_share",
        ),
        bind("w", "armed_first", "Weapons", "Planes with a bomb, torpedo or Ohka first", "plan.armed_first"),
        bind("s", "suggest", "Exec", "Fill in your exec's plan", "plan.suggest"),
        bind(
            "space",
            "fire",
            "On/off, next",
            "Aim the selected gun at the plane or clear its target; then select the next gun",
            "plan.toggle",
        ),
        hidden("up", "next_plane(-1)", "Previous plane", id="plan.plane_before"),
        bind("down", "next_plane(1)", "Plane", "Next plane", "plan.next_plane", display="Up/Dn"),
        *(
            hidden(str(digit), f"look_at({digit - 1})", "Select a plane by its number", id=f"plan.plane_{digit}")
            for digit in range(1, 10)
        ),
        hidden("left", "next_slot(-1)", "Previous gun", id="plan.mount_above"),
        bind(
            "right",
            "next_slot(1)",
            "Gun",
            "Next gun, support ship or fighters that can fire at the plane",
            "plan.next_mount",
            display="Left/Right",
        ),
        bind("g", "next_kind", "Next kind", "Select the first gun of the next kind", "plan.next_kind"),
        bind(
            "a",
            "all_free",
            "All guns",
            "Aim every gun that is not set by hand at the plane; press again to add support ships and fighters",
            "plan.all_free",
        ),
        bind("c", "clear_plane", "Clear", "Take all fire off the plane", "plan.clear"),
        hidden("x", "clear_all", "Clear all", "Clear the whole plan", "plan.clear_all"),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self._sure = False
        #: The plane at which all free guns were aimed last.
        self._all_guns_at: int | None = None
        #: Whether a key of the plan was pressed: Enter fires no plan that has only just appeared.
        self._read = False
        self._planning: Choice | None = None
        self._odds = PlanOdds(view.game.play)
        self._exec_plan: dict[str, int] = {}
        #: The plan with its command as it stands, and those before each change.
        self._stands: Draft = ({}, None, False)
        self._before: list[Draft] = []
        #: Lines drawn for the choice, by what they show.
        self._drawn: dict[Hashable, list[Line]] = {}

    def begin(self) -> None:
        """Start a new plan."""
        super().begin()
        self._sure = self._read = False
        self.view.start_plan()
        self._stands, self._before = self._draft(), []
        self._all_guns_at = None

    def _draft(self) -> Draft:
        view = self.view
        return dict(view.plan), view.command, view.is_execs

    @property
    def can_take_back(self) -> bool:
        """Whether the plan was changed."""
        return bool(self._before)

    def take_back(self) -> None:
        """Undo the last change of the plan."""
        view = self.view
        plan, view.command, view.is_execs = self._stands = self._before.pop()
        view.plan = dict(plan)
        self._changed("Your last change to the plan was undone.")

    def marked_roll(self) -> Roll | None:
        """The shot of the slot selected at the plane selected."""
        view = self.view
        return battle_view.shot_of(view.game.play, view.slot, view.plane_looked_at())

    def _figures(self) -> PlanOdds:
        """The odds of the wave, cached for the choice."""
        choice = self.view.planning
        if choice is not self._planning:
            self._planning = choice
            self._drawn.clear()
            self._odds = PlanOdds(self.view.game.play)
            self._exec_plan = dict(suggest(self.view.game)) if choice is not None else {}
        return self._odds

    # -- drawing ---------------------------------------------------------------

    def rows_wanted(self, width: int) -> int:
        """The rows that show every plane and every slot that bears on it."""
        choice = self.view.planning
        if choice is None:
            return 0
        self._figures()
        planes = [plane for plane in self.view.state.air.planes if plane.flying]
        return FIXED_ROWS + len(planes) + max((len(self._slots(width, plane.number)) for plane in planes), default=0)

    def draw(self, width: int, height: int) -> list[Line]:
        """A line for each plane, the sums, the slots that bear on the plane selected, the roll of the slot selected."""
        view, choice = self.view, self.view.planning
        if choice is None:
            return []
        wave = self._figures().wave(view.plan)
        slots = self._slots(width, view.plane)
        firing: dict[int, list[str]] = {}
        for slot in choice.slots:
            if (target := view.plan.get(slot)) is not None:
                firing.setdefault(target, []).append(slot)
        notice = self.notice_lines(width) or self._standing(width)
        # Heading, columns and sums; the other lines share what the planes leave, at least one.
        room = max(LEAST_PLANES, height - 3 - len(slots) - max(1, len(notice)))
        lines = self._lines_with(wave, firing, slots, notice, room, width, height)
        spare = height - len(lines)
        if spare > 0 and room < len(wave.planes):
            # A line that did not fit at the end leaves its rows to more planes.
            lines = self._lines_with(wave, firing, slots, notice, room + spare, width, height)
        return lines

    def _lines_with(
        self,
        wave: WaveStrikes,
        firing: Mapping[int, list[str]],
        slots: Sequence[Line],
        notice: list[Line],
        room: int,
        width: int,
        height: int,
    ) -> list[Line]:
        """The plan with as many planes as there is ``room`` for, and what fits below them."""
        view = self.view
        named, ends, strikes = self._fate(wave)
        planes = _around(wave.planes, view.plane, room)
        lines = [
            self.heading("Fire plan", width, self._signs(width)),
            self._head(len(planes), len(wave.planes), width),
            *(self._plane_line(strikes, firing.get(strikes.plane, []), width) for strikes in planes),
            self._sums(wave, width),
            *slots,
        ]
        # The selected gun and plane matter more than why fighters are kept, which was said when the order was given.
        left = height - len(lines) - 1 - len(wrap([*named, *strikes], width))
        stood = not self.notice and view.command is not None and self._stood_before(view.command)
        if stood and len(notice) > max(1, left):
            notice = self._standing(width, brief=True)
        # Without odds the roll of the slot selected matters more than the hint.
        lines += notice if self._shows_chances or self.notice or len(lines) + len(notice) < height else []
        fate = wrap([*named, *ends, *strikes], width)
        # The chances of a hit stay if there is no room for how the plane ends.
        fate = fate if len(lines) + 1 + len(fate) <= height else wrap([*named, *strikes], width)
        for block in ([self._preview(width)], fate, self._barred(width)):
            if len(lines) + len(block) <= height:
                lines += block
        return lines

    def _signs(self, width: int) -> str:
        chosen = self.view.plane
        if chosen is None:
            return ""
        planes = [plane_number(plane) for plane in self._odds.planes if plane != chosen]
        other = f"[{planes[0]}] at plane {planes[0]}  " if planes else ""
        return f"[{self.glyphs.on}] fires at plane {plane_number(chosen)}  {other}[ ] holds fire"

    def _name_room(self) -> int:
        planes = self._odds.planes.values()
        return max(len(NAMED), *(len(plane_line(plane)) + (1 + SIGN_WIDTH) * self._commanded for plane in planes))

    @property
    def _commanded(self) -> bool:
        return self.view.command is not None

    def _head(self, shown: int, planes: int, width: int) -> Line:
        """The headings of the columns, with the signs beside planes and guns that are in use."""
        command, room = self.view.command, self._name_room()
        signs = ["+ up"] * bool(command and any(steps > 0 for steps in command.priority.values()))
        signs += ["- down"] * bool(command and any(steps < 0 for steps in command.priority.values()))
        hand = "* by hand" if command and command.by_hand else ""
        held = sum(plane is None for plane in command.by_hand.values()) if command else 0
        named, figures = (NAMED, FIGURES) if self._shows_chances else ("plane", "")
        head = f" {named:<{room}}{figures}  who fires"
        part = f"{shown} of {planes}" if shown < planes else ""
        long, short = f"{hand} ({held} held)" if held else hand, f"{part} planes" if part else ""
        notes = ", ".join(filter(None, (short, *signs, long)))
        if len(head) + len(notes) + len(NOTES_GAP) > width:
            notes = ", ".join(filter(None, (part, *signs, hand)))
        return cut(line((head, "dim"), (f"{NOTES_GAP}{notes}" if notes else "", "key")), width)

    def _plane_line(self, strikes: PlaneStrikes, slots: list[str], width: int) -> Line:
        """A plane, the chance that it strikes if nobody fires and under the plan, and the slots that fire."""
        command, number = self.view.command, strikes.plane
        orders = (command.priority.get(number, 0), *(slot in command.by_hand for slot in slots)) if command else ()
        first = command is not None and command.armed_first and not self.view.is_execs
        key = (width, number, number == self.view.plane, strikes.any, *slots, orders, first)
        lines = self._drawn.get(key)
        if lines is None:
            lines = self._drawn[key] = [self._draw_plane(strikes, slots, width)]
        return lines[0]

    def _draw_plane(self, strikes: PlaneStrikes, slots: list[str], width: int) -> Line:
        plane = self._odds.planes[strikes.plane]
        spans = [*self._named(plane), *self._priority(strikes.plane)]
        spans = pad(spans, 1 + self._name_room())
        if self._shows_chances:
            before, after = percent(self._odds.plane(strikes.plane).any), percent(strikes.any)
            spans += line(
                (f"{before:>{len(NO_FIRE) + 1}}", "dim" if slots else "bad"),
                (f"{after:>9}", "strong" if slots else "dim"),
            )
        spans.append(Span("  "))
        if not slots:
            return cut([*spans, self._nobody(strikes.plane)], width)
        return [*spans, Span(self._guns(slots, width - length(spans)))]

    def _priority(self, plane: int) -> Line:
        """Whether a plane is promoted (+) or demoted (-), and as far as possible (++, --)."""
        return [Span(f" {self.view.command.sign(plane) if self.view.command is not None else ''}", "key")]

    def _guns(self, slots: list[str], room: int) -> str:
        """The slots that fire at a plane, in fewer words if there is less room."""
        fighters, guns = (
            [slot for slot in slots if is_fighters(slot)],
            [slot for slot in slots if not is_fighters(slot)],
        )
        flying = count(len(fighters), "fighter") if fighters else ""
        hand = self.view.command.by_hand if self.view.command is not None else {}
        flying += "*" * any(slot in hand for slot in fighters)
        for words in (self._by_name(slots), "  ".join(filter(None, (flying, self._by_name(guns))))):
            if len(words) <= room:
                return words
        ships = sum(isinstance(slot_named(slot), SupportShip) for slot in guns)
        named = [
            *([count(len(guns) - ships, "gun")] if len(guns) > ships else []),
            *([f"{ships} SFS"] if ships else []),
        ]
        firing = f"{', '.join(named)}{'*' * any(slot in hand for slot in guns)}" if guns else ""
        return ", ".join(filter(None, (flying, firing)))

    def _by_name(self, slots: list[str]) -> str:
        """Slots in short; those set by hand follow the others, each with a star."""
        hand = self.view.command.by_hand if self.view.command is not None else {}
        follow = [slot for slot in slots if slot not in hand]
        by_hand = [f"{slot_words(slot)}*" for slot in slots if slot in hand]
        return "  ".join([*([slots_words(follow)] if follow else []), *by_hand])

    @property
    def _shows_chances(self) -> bool:
        return self.view.game.aid != UNAIDED

    def _standing(self, width: int, brief: bool = False) -> list[Line]:
        """How a first plan works, the orders that stand, or that no fighter is kept for the waves to come.

        ``brief``: in one line, without the reason for the fighters kept.
        """
        command, choice = self.view.command, self.view.planning
        if choice is None:
            return []
        if command is None:
            return wrap(line((FIRST_UNAIDED, "key")), width) if self._is_first(choice) else []
        weapons, fighters = BRIEF_ORDERS if brief else FULL_ORDERS
        markers = sum(map(is_fighters, choice.slots))
        stand = [weapons] * command.armed_first + [fighters] * (command.by_share and markers > 0)
        if stand:
            waves = [len(wave) for wave in self.view.state.air.waves]
            kept = fighters_kept(choice, self.view.plan)
            of_share = share_words(command.keep, kept, markers, waves) if command.by_share and not brief else ""
            heading = " Still in force: " if self._stood_before(command) else " Now in force: "
            return wrap(line((heading, "dim"), (f"{', '.join(stand)}.", "key"), f" {of_share}"), width)
        coming = sum(map(len, self.view.state.air.waves))
        if self._is_first(choice):
            help_words = FIRST_PLAN.format(KEEPS_FIGHTERS if coming and markers else "")
            return wrap(line((help_words, "key")), width)
        keeps = fighters_kept(choice, self.view.plan) or self.view.is_execs
        if not coming or keeps or not markers:
            return []
        keys = "] keeps one, k the best number."
        words = f" No fighters kept for the {count(coming, 'plane')} to come: {keys}"
        return wrap(line((words, "warn")), width)

    def _stood_before(self, command: Command) -> bool:
        """Whether every standing order was given before this plan began."""
        before = (self._before or [self._stands])[0][1] or Command()
        return command.armed_first <= before.armed_first and command.by_share <= before.by_share

    def _is_first(self, choice: Choice) -> bool:
        """Whether no fire plan was made in this game before."""
        return not any(
            isinstance(event, DecisionMade) and event.about == choice.about for event in self.view.game.events
        )

    def _fighters(self) -> str:
        """Fighters sent and kept; empty if there are none, or no wave comes."""
        choice = self.view.planning
        markers = sum(map(is_fighters, choice.slots)) if choice is not None else 0
        if choice is None or not markers or not self.view.state.air.waves:
            return ""
        kept = fighters_kept(choice, self.view.plan)
        return f"fighters {markers - kept} now, {kept} kept"

    def _named(self, plane: Plane) -> Line:
        here = plane.number == self.view.plane
        action = f"screen.look_at({plane.number})"
        return [
            Span(self.glyphs.mark if here else " ", "key"),
            Span(safe(plane_line(plane)), "mark" if here else "plane", action),
        ]

    def _nobody(self, plane: int) -> Span:
        choice = self.view.planning
        bears = choice is not None and any(plane in planes for planes in choice.slots.values())
        if not bears:
            held = held_by_emergency(self.view.game.play, self._odds.planes[plane])
            return Span("guns silent" if held else "no gun bears", "dim")
        command = self.view.command
        wanted = command is not None and (
            command.priority.get(plane, 0) > 0 or (command.armed_first and self._odds.planes[plane].special)
        )
        return Span(NOT_WORTH if wanted and not self.view.is_execs else "no fire", "bad")

    def _sums(self, wave: WaveStrikes, width: int) -> Line:
        """The wave under this plan, fighters, planes not fired at; extras if they fit."""
        plan, choice = self.view.plan, self.view.planning
        spans: Line = []
        if self._shows_chances:
            spans += line((" Expected hits ", "dim"), (f"{wave.expected:.2f}", "strong"))
            spans += line(("  no hit ", "dim"), (percent(wave.none), "strong"))
        targets = set(plan.values())
        untargeted = [str(plane_number(strikes.plane)) for strikes in wave.planes if strikes.plane not in targets]
        if untargeted:
            spans.append(Span(f"  no fire at {' '.join(untargeted)}" if targets else "  nobody fires", "bad"))
        fighters = self._fighters()
        optional = [line(f"  {fighters}")] if fighters else []
        # A fighter without a target is kept, unless no wave comes.
        last = not self.view.state.air.waves
        idle = [slot for slot in (choice.slots if choice else ()) if last or not is_fighters(slot)]
        if idle := [slot for slot in idle if slot not in plan]:
            optional.append(line((f"  hold fire: {gun_words(idle)}", "warn")))
        optional += [line(("  u", "key"), (" undo change", "dim"))] if self.can_take_back else []
        for words in optional:
            spans = [*spans, *words] if length(spans) + length(words) <= width else spans
        return cut(spans, width)

    def _slots(self, width: int, plane: int | None) -> list[Line]:
        choice, view = self._planning, self.view
        if choice is None:
            return [[]]
        bearing = [slot for slot, planes in choice.slots.items() if plane in planes]
        hand = frozenset(view.command.by_hand) if view.command is not None else None
        key = (width, plane, view.plane, view.slot, hand, *map(view.plan.get, bearing))
        lines = self._drawn.get(key)
        if lines is None:
            lines = self._drawn[key] = self._draw_slots(bearing, width)
        return lines

    def _draw_slots(self, bearing: list[str], width: int) -> list[Line]:
        lines: list[Line] = [[]]
        kind = ""
        for slot in bearing:
            name, short = _parts(slot)
            label = [Span(f" {name}", "dim")] if name != kind else []
            cell = [*label, *self._cell(slot, short)]
            if length(lines[-1]) + length(cell) > width:
                lines.append([Span(" " * len(SLOT_INDENT))] if name == kind else [])
            lines[-1] += cell
            kind = name
        return lines

    def _cell(self, slot: str, short: str) -> Line:
        view, glyphs = self.view, self.glyphs
        target = view.plan.get(slot)
        here = slot == view.slot
        mine = target == view.plane
        box = f"[{glyphs.on}]" if mine else f"[{plane_number(target)}]" if target is not None else "[ ]"
        style = "mark" if here else "strong" if mine else "dim" if target is not None else "plain"
        action = f"screen.slot('{slot}')"
        return [
            Span(glyphs.mark if here else " ", "key"),
            Span(short, style, action),
            Span(box, "good" if mine else "dim", action),
            Span("*" if view.command is not None and slot in view.command.by_hand else "", "key"),
        ]

    def _preview(self, width: int) -> Line:
        view = self.view
        plane = view.plane_looked_at()
        if plane is None or not view.slot:
            return []
        roll = shot_roll(view.game.play, slot_named(view.slot), plane)
        column = f" {column_heading(roll.chart, roll.column)}" if roll.column else ""
        target = view.plan.get(view.slot)
        chance = percent(1.0 - self._odds.shot(view.slot, plane.number)[0]) if self._shows_chances else ""
        hits = f": {'hits' if target == plane.number else 'would hit'} {chance}" if chance else ""
        now = f" (now at plane {plane_number(target)})" if target is not None and target != plane.number else ""
        spans: Line = [Span(f" {_slot_name(view.slot)} at plane {plane_number(plane.number)}{hits}{now}", "strong")]
        more = len(roll.modifiers)
        in_all = f"  {signed(sum(modifier.value for modifier in roll.modifiers))} (t)" if more else ""
        # The chart in fewer words, or none, so that no word is cut.
        for chart in (f"  {roll.dice_name} on chart {roll.table}{column}", f"  {roll.dice_name} on {roll.table}"):
            if length(spans) + len(chart) + len(in_all) <= width:
                spans.append(Span(chart, "dim"))
                break
        for modifier in roll.modifiers:
            words = [Span("  "), *modifier_spans(modifier, roll, rule=False)]
            more -= 1
            rest = [Span(f"  {more} more (t)", "dim")] if more else []
            if length(spans) + length(words) + length(rest) > width:
                left = roll.modifiers[-more - 1 :]
                others = count(len(left), "more modifier" if len(left) < len(roll.modifiers) else "modifier")
                added = signed(sum(modifier.value for modifier in left))
                long = Span(f"  {others}, {added}{' in all' * (len(left) > 1)} (t)", "dim")
                fits = length(spans) + len(long.text) <= width
                return cut([*spans, long if fits else Span(f"  {added} (t)", "dim")], width)
            spans += words
        return cut(spans, width)

    def _fate(self, wave: WaveStrikes) -> tuple[Line, Line, Line]:
        """The plane selected; its chances to be splashed or set afire (it may still strike); those to strike."""
        strikes = next((strikes for strikes in wave.planes if strikes.plane == self.view.plane), None)
        if strikes is None or not self._shows_chances:
            return [], [], []
        hits = [weapon_words(self.view.game.play, strikes, "your ship")] if strikes.weapon is not None else []
        hits += [f"dive hits {percent(strikes.dive)}"] if strikes.dive else []
        end = f"splashed {percent(strikes.destroyed)}, set afire {percent(strikes.aflame)}{'; ' if hits else ''}"
        named = line((f" {title_case(plane_name(strikes.plane))}: ", "strong"))
        return named, line((end, "dim")), line(", ".join(hits))

    def _barred(self, width: int) -> list[Line]:
        choice = self.view.planning
        if choice is None or not choice.barred:
            return []
        reasons: dict[str, list[str]] = {}
        for slot, reason in choice.barred.items():
            reasons.setdefault(reason, []).append(slot)
        words = "; ".join(f"{' '.join(slots)}: {safe(reason)}" for reason, slots in reasons.items())
        return wrap(line((" Cannot fire: ", "dim"), (words, "dim")), width)

    # -- orders --------------------------------------------------------------

    def action_look_at(self, number: int) -> None:
        """Select a plane by its number in the wave, from 0."""
        planes = [plane.number for plane in self.view.state.air.planes if plane.flying]
        if number not in planes:
            listed = ", ".join(str(plane_number(plane)) for plane in planes)
            self.say(f"There is no {plane_name(number)}. Planes: {listed}.")
            return
        self.view.look_at(number)
        self._changed("" if self.view.slot else f"Nothing bears on {plane_name(number)}.")

    def action_next_plane(self, step: int) -> None:
        """Select the plane before or after."""
        planes = [plane.number for plane in self.view.state.air.planes if plane.flying]
        if planes:
            index = planes.index(self.view.plane) if self.view.plane in planes else 0
            self.action_look_at(planes[(index + step) % len(planes)])

    def action_next_slot(self, step: int) -> None:
        """Select the slot above or below."""
        slots = self.view.bearing_slots()
        if slots:
            index = slots.index(self.view.slot) if self.view.slot in slots else 0
            self.view.slot = slots[(index + step) % len(slots)]
            self._changed()

    def action_next_kind(self) -> None:
        """Select the first slot of the next kind, as they are listed."""
        view, slots = self.view, self.view.bearing_slots()
        kinds = list(dict.fromkeys(_parts(slot)[0] for slot in slots))
        if kinds:
            here = kinds.index(_parts(view.slot)[0]) if view.slot in slots else -1
            kind = kinds[(here + 1) % len(kinds)]
            view.slot = next(slot for slot in slots if _parts(slot)[0] == kind)
            self._changed()

    def action_fire(self, slot: str = "") -> None:
        """Toggle whether the slot fires at the plane selected; without an argument, move to the next slot."""
        view = self.view
        if not slot and monotonic() < view.guarded_until:
            return  # Space pauses autoplay, and was meant for that.
        if slot:
            view.slot = slot
        if view.plane is None or not view.slot:
            self.say("Nothing bears on this plane.")
            return
        view.set_slots([view.slot], None if view.plan.get(view.slot) == view.plane else view.plane)
        if not slot:
            view.slot = self._next_free()
        self._changed()

    def _next_free(self) -> str:
        """The next slot without a target; if there is none, the next slot."""
        slots = self.view.bearing_slots()
        after = slots[slots.index(self.view.slot) + 1 :]
        free = (slot for slot in after if slot not in self.view.plan)
        return next(free, after[0] if after else self.view.slot)

    def action_all_free(self) -> None:
        """Aim every gun that bears and is not set by hand at the plane selected; pressed again, whatever else bears."""
        hand = self.view.command.by_hand if self.view.command is not None else self.view.plan
        plane = self.view.plane
        bearing = [slot for slot in self.view.bearing_slots() if slot not in hand]
        slots = [slot for slot in bearing if type(slot_named(slot)) not in SHOOTERS]
        if plane is None or not bearing:
            self.say("Everything that bears on this plane is set by hand.")
            return
        if not slots and self._all_guns_at != plane:
            self._all_guns_at = plane
            self.say(NO_FREE_GUN)
            return
        self._all_guns_at, slots = plane, slots or bearing
        self.view.set_slots(slots, plane)
        self._changed(f"{gun_words(slots)} at {plane_name(plane)}, set by hand.")

    def action_clear_plane(self) -> None:
        """Remove all slots from the plane selected."""
        plan, plane = self.view.plan, self.view.plane
        self.view.set_slots([slot for slot, target in plan.items() if target == plane], None)
        self._changed()

    def _order_guns(self, command: Command) -> str:
        """Give the guns a command. Returns what they do now."""
        before = dict(self.view.plan)
        self.view.order_guns(command)
        return self._moved(before)

    def _moved(self, before: dict[str, int]) -> str:
        """How many slots have another target than before, by target."""
        view = self.view
        slots = view.planning.slots if view.planning is not None else ()
        changed = [slot for slot in slots if view.plan.get(slot) != before.get(slot)]
        # Slots that hold their fire are told after all planes.
        targets = sorted({view.plan.get(slot) for slot in changed}, key=lambda target: (target is None, target or 0))
        if Counter(map(view.plan.get, changed)) == Counter(map(before.get, changed)) and changed:
            return f"{gun_words(changed)} trade targets"
        if len(targets) > MANY_TARGETS:
            return f"{gun_words(changed)} change targets"
        groups = []
        for target in targets:
            moved = [slot for slot in changed if view.plan.get(slot) == target]
            holds = "now holds fire" if len(moved) == 1 else "now hold fire"
            groups.append(f"{gun_words(moved)} {holds if target is None else f'to {plane_name(target)}'}")
        return ", ".join(groups)

    def action_promote(self, steps: int) -> None:
        """Promote the selected plane, or demote it, until a gun that is not set by hand follows."""
        view = self.view
        if view.plane is None:
            return
        raised, name = view.promoted(view.plane, steps), plane_name(view.plane)
        limit = LIMIT.format(title_case(name), "high" if steps > 0 else "low")
        if raised == (view.command or Command()):
            self.say(f"{limit}.")
            return
        moved = self._order_guns(raised)
        step = "promoted" if steps > 0 else "demoted"
        at_limit = not moved and len(raised.sign(view.plane)) == SIGN_WIDTH
        if moved:
            self._changed(f"{title_case(step)} {name}: {moved}.")
        else:
            self._changed(f"{limit if at_limit else f'{title_case(name)} {step}'}, but {NO_GUN}.")

    def action_keep_share(self) -> None:
        """Keep the share of fighters that the planes to come need, in later waves and raids too."""
        choice = self._keeps_fighters()
        if choice is not None:
            before = self.view.command or Command()
            command = before.sharing(self.view.game.play, choice)
            moved = self._order_guns(command)
            self._changed("" if moved or command != before else STANDS.format(SHARE_ORDER))

    def action_keep(self, more: int) -> None:
        """Keep more or fewer fighters for later waves; the guns not set by hand follow."""
        choice = self._keeps_fighters()
        if choice is None:
            return
        command = self.view.command or Command()
        markers = sum(map(is_fighters, choice.slots))
        self.view.order_guns(command.keeping(max(0, min(markers, command.keep + more))))
        self._changed(ENDED.format(SHARE_ORDER) if command.by_share else "")

    def _keeps_fighters(self) -> Choice | None:
        """The fire plan if fighters may be kept from it; else None, and the reason is shown."""
        choice = self.view.planning
        if choice is None:
            return None
        if not any(map(is_fighters, choice.slots)):
            self.say("You have no fighters to keep.")
            return None
        if not self.view.state.air.waves:
            self.say("No wave comes after this one. Send every fighter now.")
            return None
        return choice

    def action_armed_first(self) -> None:
        """Put planes with a weapon first, or no longer; the order stands for later waves and raids."""
        command = (self.view.command or Command()).arming()
        self.view.order_guns(command)
        armed = any(plane.special and plane.flying for plane in self.view.state.air.planes)
        now = armed or not command.armed_first
        self._changed("" if now else "No plane in this wave carries a weapon; the order stands for later waves.")

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key is in use: orders for the guns only in a commanded game, the exec's plan not unaided."""
        aid = self.view.game.aid
        if action in COMMANDS:
            return aid == COMMANDED
        if action == "suggest" and aid == UNAIDED:
            return False
        return super().check_action(action, parameters)

    def action_clear_all(self) -> None:
        """Clear the plan; in a commanded game, start again from the guns' own plan."""
        if self.view.game.aid == COMMANDED:
            self.view.order_guns(Command())
        else:
            self.view.plan = {}
        self._changed()

    def action_suggest(self) -> None:
        """Replace the plan with the officers' plan."""
        if self.view.planning is not None:
            before, command = dict(self.view.plan), self.view.command
            play, choice = self.view.game.play, self.view.planning
            if is_same_order(play, choice, before, self._exec_plan):
                self._changed(SAME_PLAN)
            else:
                self.view.take_plan(self._exec_plan)
                words = EXECS_PLAN.format(self._moved(before))
                if command is not None:
                    words = self._more_hits(before) or words
                self._changed(f"{words} {_ended_words(command, self.view.command)}".strip())
            # The officers' plan needs Enter only once, even if it is empty.
            self._sure = not self.view.plan

    def _more_hits(self, before: dict[str, int]) -> str:
        """Why the exec's plan is better than the one before although it expects more hits; empty if it does not."""
        more = round(self._figures().wave(self._exec_plan).expected, 2) - round(self._odds.wave(before).expected, 2)
        play, choice = self.view.game.play, self.view.planning
        if more <= 0 or choice is None:
            return ""
        execs, yours = (plan_of(play, choice, orders, fitted(play)).whole for orders in (self._exec_plan, before))
        if execs >= yours:
            return ""
        return (MORE_HITS if play.state.air.waves else HITS_WHERE).format(more)

    def action_commit(self) -> None:
        """Commit the plan. If no key of it was pressed, Enter may have been meant for what was shown before."""
        if self._read:
            self.action_open_fire()
        else:
            self.say("Your fire plan: press f to open fire with it, or change it first.", "key")

    def action_open_fire(self) -> None:
        """Commit the plan; an empty one is confirmed with the same key."""
        self._read = True
        if not self.view.plan and not self._sure:
            self._sure = True
            self.say("Nobody fires. Aim your guns, or press f again to hold fire.")
            return
        self.give(dict(self.view.plan))

    def _changed(self, notice: str = "") -> None:
        """Report the change; the screen redraws this panel, the plot and the mounts in one frame."""
        self._sure, self._read = False, True
        self.notice, self.notice_style = notice, "key"
        draft = self._draft()
        if draft[:2] != self._stands[:2]:
            self._before.append(self._stands)
        self._stands = draft
        self.post_message(self.Changed())


def gun_words(slots: Iterable[str]) -> str:
    """How many guns, support ships and fighters some slots are."""
    kinds = Counter(SHOOTERS.get(type(slot_named(slot)), GUN) for slot in slots)
    return listed([count(kinds[kind], kind) for kind in (GUN, *SHOOTERS.values()) if kinds[kind]])


def _ended_words(command: Command | None, after: Command | None) -> str:
    """Which standing orders of a command end with another; empty if there are none."""
    if command is None or after is None:
        return ""
    keys = [WEAPONS_ORDER] * (command.armed_first and not after.armed_first)
    keys += [SHARE_ORDER] * (command.by_share and not after.by_share)
    return (BOTH_ENDED if len(keys) > 1 else ENDED).format(listed(keys)) if keys else ""


def _around(planes: tuple[PlaneStrikes, ...], selected: int | None, rows: int) -> tuple[PlaneStrikes, ...]:
    index = next((index for index, strikes in enumerate(planes) if strikes.plane == selected), 0)
    first = max(0, min(index - rows // 2, len(planes) - rows))
    return planes[first : first + max(1, rows)]


def _parts(slot: str) -> tuple[str, str]:
    """The kind of a slot and its number or letter: ``5in`` and ``1``, ``carr`` and ``3``."""
    words = slot_words(slot)
    end = max(words.rfind("-"), words.rfind(" "))
    return words[:end], words[end + 1 :]


def _slot_name(slot: str) -> str:
    """A slot with its abbreviation explained: ``Carrier fighters (AFS) 2``."""
    start = next((start for start in SLOT_NAMES if slot.startswith(start)), "")
    return SLOT_NAMES.get(start, "") + slot.removeprefix(start)
