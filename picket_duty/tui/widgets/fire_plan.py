"""The fire plan: the aims to choose from with their price, and the plan gun by gun."""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from time import monotonic
from typing import ClassVar

from textual.binding import Binding
from textual.message import Message

from picket_duty.book.ids import Gun, SupportShip, slot_named
from picket_duty.events import DecisionMade
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes
from picket_duty.pages import fire_plan
from picket_duty.pages.odds_report import NO_FIRE, weapon_words
from picket_duty.requests import Choice, Roll
from picket_duty.rules.gunnery import held_by_emergency, shot_roll
from picket_duty.setup import UNAIDED
from picket_duty.state import Plane
from picket_duty.text.names import (
    count,
    percent,
    plane_line,
    plane_name,
    plane_number,
    signed,
    slot_words,
    slots_words,
    title_case,
)
from picket_duty.text.rolls import column_heading, modifier_spans
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import Line, Span, cut, length, line, pad, safe, wrap
from picket_duty.tui.widgets.orders import MORE_BELOW, Orders

#: The heading of the planes, and of the chance that each hits the ship if nobody fires and under the plan.
NAMED, FIGURES = "hits your ship", f"{NO_FIRE:>8}{'planned':>9}"
#: Before the slots that fire at a plane, and how brief their words may become.
BEFORE_SLOTS, BRIEFEST = "  ", 2
#: Rows besides planes and slots: heading, columns, sums, a notice, the roll of the slot selected, the plane's fate.
FIXED_ROWS = 6
#: The fewest planes shown, and the indent of slots of a kind in their second line.
LEAST_PLANES, SLOT_INDENT = 2, " 5in"
#: Rows of a plan by aims besides aims, planes and notice: heading, columns of aims and planes. Rows for a notice, so
#: that what the exec says and his own plan move nothing.
AIM_ROWS, NOTICE_ROWS = 3, 4
#: The keys that hold fighters back, in words if there is room; the first press holds back their share.
HOLD_FIRST, HOLD_KEYS, HOLD_BRIEF = "  ] hold {}", "  ] more  [ fewer", "  ] ["
#: What the short names of slots that are not mounts stand for.
SLOT_NAMES = {
    "AFS carrier ": "Carrier fighters (AFS) ",
    "AFS land ": "Land fighters (AFS) ",
    "SFS ": "Support ship (SFS) ",
}
#: Between the headings of the columns and the notes after them.
NOTES_GAP = "   "
#: A plan being made: targets by slot, its aim, fighters held back, whether it is the exec's own.
Draft = tuple[dict[str, int], Aim | None, int, bool]
#: Beside the first fire plan of a game.
FIRST_PLAN = " Press {} to choose an aim, then f to open fire."
#: Beside the first plan of an unaided game.
FIRST_UNAIDED = (
    " Fighters fire first, then support ships, then the guns; a gun loses its shot if its plane has been splashed "
    "by then. A gun that can reach only one plane, counting spray fire, is aimed at it for you."
)
#: Beside the only plan, with which the officers are about to open fire.
OFFICERS_FIRE = "Your officers open fire. Press Space to stop them, or g to aim gun by gun."
#: Actions of a plan by aims, and of one made gun by gun.
BY_AIM, BY_GUN = ("hold", "suggest", "by_guns"), ("fire", "next_slot")


class FirePlanPanel(Orders):
    """The order panel for a fire plan: choose an aim and how many fighters are held back, or aim gun by gun."""

    class Changed(Message):
        """The plan or the plane selected has changed."""

    class Advised(Message):
        """The exec was asked: the chances of the aims with so many fighters held back are wanted."""

        def __init__(self, held: int) -> None:
            super().__init__()
            self.held = held

    BINDINGS: ClassVar = [
        bind("f", "open_fire", "Fire", "Open fire with this plan", "plan.open_fire"),
        hidden("enter", "commit", "Fire", "Open fire with this plan, after you have chosen or changed it", "plan.fire"),
        *(
            bind(
                str(digit),
                f"number({digit})",
                "Aim",
                "Choose an aim (or select a plane when aiming gun by gun)",
                f"plan.plane_{digit}",
                display="1-9",
            )
            if digit == 1
            else hidden(str(digit), f"number({digit})", "Choose an aim or a plane", id=f"plan.plane_{digit}")
            for digit in range(1, 10)
        ),
        bind(
            "right_square_bracket",
            "hold(1)",
            "Hold back",
            "Hold back fighters. The first press holds a share that matches the planes still to come; each further "
            "press holds one more.",
            "plan.keep_more",
            display="]/[",
        ),
        hidden("left_square_bracket", "hold(-1)", "Hold back one fewer fighter", id="plan.keep_fewer"),
        bind("s", "suggest", "Exec", "Ask your exec for an aim; press again to use his plan", "plan.suggest"),
        bind("g", "by_guns", "Guns", "Aim gun by gun, or go back to the aims", "plan.by_guns"),
        hidden("up", "next_plane(-1)", "Previous aim or plane", id="plan.plane_before"),
        bind(
            "down",
            "next_plane(1)",
            "Next",
            "Next aim (or next plane when aiming gun by gun)",
            "plan.next_plane",
            display="Up/Dn",
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
        bind(
            "space",
            "fire",
            "On/off, next",
            "Aim the selected gun at the plane or clear its target; then select the next gun",
            "plan.toggle",
        ),
        bind("space", "stop_officers", "Stop", "Keep your officers from opening fire with the only plan", "plan.stop"),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self._sure = False
        #: The exec's own plan, once he has named it.
        self._own_plan: dict[str, int] | None = None
        #: Whether he was asked: his advice stays until fire is opened.
        self._asked = False
        #: The chances of the aims, shown while so many fighters are held back.
        self._chances, self._chances_held = "", 0
        #: Whether a key of the plan was pressed: Enter fires no plan that has only just appeared.
        self._read = False
        self._planning: Choice | None = None
        self._odds = PlanOdds(view.game.play)
        #: The plan as it stands, and those before each change.
        self._stands: Draft = ({}, None, 0, False)
        self._before: list[Draft] = []
        #: Lines drawn for the choice, by what they show.
        self._drawn: dict[Hashable, list[Line]] = {}

    def begin(self) -> None:
        """Start a new plan."""
        super().begin()
        self._sure = self._read = False
        self._chances, self._asked = "", False
        self.view.start_plan()
        self._stands, self._before, self._own_plan = self._draft(), [], None

    def _draft(self) -> Draft:
        view = self.view
        return dict(view.plan), view.aim, view.held, view.is_execs

    @property
    def can_take_back(self) -> bool:
        """Whether the plan was changed."""
        return bool(self._before)

    def take_back(self) -> None:
        """Undo the last change of the plan."""
        view = self.view
        plan, view.aim, view.held, view.is_execs = self._stands = self._before.pop()
        view.plan = dict(plan)
        self._changed("Your last change to the plan was undone.")

    def marked_roll(self) -> Roll | None:
        """The shot of the slot selected gun by gun; else the first of a gun in the plan."""
        return next(iter(self._shots()), None)

    def rolls_after(self) -> list[Roll]:
        """A shot on each other chart of the plan."""
        return self._shots()[1:]

    def _shots(self) -> list[Roll]:
        """The shot of the slot selected gun by gun; else one on each chart of the plan, those of guns first."""
        view, choice = self.view, self.view.planning
        if choice is None or view.by_guns:
            shot = battle_view.shot_of(view.game.play, view.slot, view.plane_looked_at())
            return [shot] if shot is not None else []
        planes = {plane.number: plane for plane in view.state.air.planes}
        slots = sorted(view.plan or choice.slots, key=lambda slot: not isinstance(slot_named(slot), Gun))
        targets = ((slot, planes[view.plan.get(slot, choice.slots[slot][0])]) for slot in slots)
        by_chart: dict[str, Roll] = {}
        for slot, plane in targets:
            if (shot := battle_view.shot_of(view.game.play, slot, plane)) is not None:
                by_chart.setdefault(shot.chart.id, shot)
        return list(by_chart.values())

    def _figures(self) -> PlanOdds:
        """The odds of the wave, cached for the choice."""
        choice = self.view.planning
        if choice is not self._planning:
            self._planning = choice
            self._drawn.clear()
            plans = self.view.aims
            self._odds = plans.odds if plans is not None else PlanOdds(self.view.game.play)
        return self._odds

    # -- drawing ---------------------------------------------------------------

    def rows_wanted(self, width: int) -> int:
        """The rows that show every aim and every plane, or every slot that bears on a plane."""
        choice = self.view.planning
        if choice is None:
            return 0
        self._figures()
        planes = [plane for plane in self.view.state.air.planes if plane.flying]
        plans = self.view.aims
        if plans is not None and not self.view.by_guns:
            entries = len(plans.offered(self.view.held)) + (self._own_plan is not None)
            # A single aim is no list and has no headings.
            entries += (plans.most_held > 0) - (entries == 1) + len(self._near_miss_lines(plans, width))
            notice = max(NOTICE_ROWS, len(self._aim_notice(plans, width)))
            return AIM_ROWS - 1 + len(self.top_lines("", width)) + entries + len(planes) + notice
        fixed = FIXED_ROWS - 1 + len(self.top_lines("", width))
        return fixed + len(planes) + max((len(self._slots(width, plane.number)) for plane in planes), default=0)

    def draw(self, width: int, height: int) -> list[Line]:
        """The aims to choose from and the plan of the one chosen; gun by gun, the planes and the slots that bear."""
        choice = self.view.planning
        if choice is None:
            return []
        self._figures()
        plans = self.view.aims
        if plans is None or self.view.by_guns:
            return self._gun_lines(choice, width, height)
        return self._aim_lines(plans, width, height)

    def _aim_lines(self, plans: AimPlans, width: int, height: int) -> list[Line]:
        """The aims with their price, the fighters held back, and the plan of the aim chosen."""
        view = self.view
        lines = self.top_lines("Fire plan", width, fire_plan.raid_words(plans.play))
        if held := fire_plan.held_words(plans, view.aim, view.held):
            style = "strong" if view.held else "plain"
            fighters = line((" Fighters: ", "dim"), (held, style))
            words = HOLD_KEYS if view.held else HOLD_FIRST.format(view.next_held(1))
            keys = next((keys for keys in (words, HOLD_BRIEF) if length(fighters) + len(keys) <= width), "")
            lines.append(cut([*fighters, Span(keys, "key")], width))
        lines += [*self._aim_table(plans, width), *self._near_miss_lines(plans, width)]
        notice = self._aim_notice(plans, width)
        room, planes = height - len(lines) - len(notice), self._planned(width)
        if len(planes) <= room:
            return [*lines, *planes, *notice]
        note = line((f"{NOTES_GAP}{max(0, room - 1)} of {len(planes) - 1} planes  {MORE_BELOW}", "key"))
        return [*lines, *notice, [*cut(planes[0], width - length(note)), *note], *planes[1:]]

    def _near_miss_lines(self, plans: AimPlans, width: int) -> list[Line]:
        """The chance of no near miss either, of the plan chosen, while one may cost the last hull points."""
        words = fire_plan.near_miss_words(plans, self.view.plan) if self.view.plan else ""
        return [cut(line((f" {words}", "warn")), width)] if words else []

    def _aim_notice(self, plans: AimPlans, width: int) -> list[Line]:
        """What the exec says and the chances of the aims, or how to choose."""
        return [*self.notice_lines(width), *self._chance_lines(width)] or self._first_words(plans, width)

    def show_chances(self, held: int, words: str) -> None:
        """Show the chances of the aims with so many fighters held back."""
        self._chances, self._chances_held = words, held
        self.redraw()

    def _chance_lines(self, width: int) -> list[Line]:
        """The chances of the aims with the fighters that are held back now."""
        if self.view.aims is None or not self._chances or self._chances_held != self.view.held:
            return []
        return wrap(line((f"  {self._chances}", "strong")), width)

    def _aim_table(self, plans: AimPlans, width: int) -> list[Line]:
        """A row for each aim, and for a plan that serves none."""
        view = self.view
        numbered, to = plans.numbered(view.held), self.glyphs.to
        entries = [(fire_plan.aim_row(plans, aim, view.held, to), aim == view.aim) for aim in numbered.values()]
        if self._own_plan is not None:
            entries.append((fire_plan.plan_row(fire_plan.EXECS_OWN, plans.figures(self._own_plan)), view.is_execs))
        if view.aim is None and view.plan and not view.is_execs:
            entries.append((fire_plan.plan_row(fire_plan.BY_GUNS, plans.figures(view.plan)), True))
        if len(entries) == 1:
            return wrap(line((f" {fire_plan.only_words(plans, view.held)}", "strong")), width)
        prices = [f"  {row.effect}, {row.cost}" if row.cost else "" for row, _ in entries]
        name = max(len(fire_plan.HEADINGS.name), *(len(row.name) for row, _ in entries))
        if len(f"     {_columns(fire_plan.HEADINGS, name)}") + max(map(len, prices)) > width:
            # Why a section may be guarded gives way to what the aim gains and costs.
            entries = [(row._replace(name=row.name.partition(" (")[0]), chosen) for row, chosen in entries]
            name = max(len(fire_plan.HEADINGS.name), *(len(row.name) for row, _ in entries))
        effect = f"  {fire_plan.HEADINGS.effect}" if len(numbered) > 1 else ""
        heading = f"     {_columns(fire_plan.HEADINGS, name)}{effect}"
        lines = [cut([Span(heading.rstrip(), "dim")], width)]
        for number, (row, chosen) in enumerate(entries, 1):
            key = str(number) if number <= self.last_digit else " "
            style = "mark" if chosen else "plain"
            spans = line((f" {self.glyphs.mark if chosen else ' '} ", "key"), (f"{key} ", "key"))
            spans.append(Span(_columns(row, name), style, f"screen.aim({number})"))
            spans.append(Span(prices[number - 1], "strong" if chosen else "dim"))
            lines.append(cut(spans, width))
        return lines

    def _planned(self, width: int) -> list[Line]:
        """The planes with what the plan chosen does to each; without one, their chances if nobody fires."""
        view = self.view
        wave = self._odds.wave(view.plan)
        firing = self._firing()
        head = f" {NAMED:<{self._name_room()}}{FIGURES if view.plan else f'{NO_FIRE:>8}'}"
        rows = [cut(line((f"{head}{'  who fires' if view.plan else ''}", "dim")), width)]
        return rows + [self._plane_line(each, firing.get(each.plane, []), width) for each in wave.planes]

    def _first_words(self, plans: AimPlans, width: int) -> list[Line]:
        """How a fire plan works, beside the first of a game; later, that nothing has been chosen, or need be."""
        if not self._is_choice(plans):
            words = OFFICERS_FIRE if self.view.officers_fire else fire_plan.single_words(plans)
            return wrap(line((f" {words}", "key")), width)
        if self.view.plan:
            return []
        digits = fire_plan.numbers_words(self.last_digit)
        if not self._is_first(plans.choice):
            return wrap(line((f" {fire_plan.CHOOSE.format(digits)}", "dim")), width)
        return wrap(line((FIRST_PLAN.format(digits), "key")), width)

    def _is_choice(self, plans: AimPlans) -> bool:
        return plans.is_question(self.view.held) or self._own_plan is not None

    @property
    def last_digit(self) -> int:
        """The last digit that chooses an aim or the exec's own plan, or gun by gun a plane."""
        plans = self.view.aims
        if plans is None or self.view.by_guns:
            return max((plane_number(plane.number) for plane in self.view.state.air.planes if plane.flying), default=0)
        return len(plans.offered(self.view.held)) + (self._own_plan is not None)

    def words_of(self, binding: Binding) -> str:
        """The label of a key: what a digit or g leads to; none for those that would change nothing."""
        plans = self.view.aims
        if binding.action == "hold(1)" and (plans is None or not plans.most_held):
            return ""
        by_guns = plans is None or self.view.by_guns
        if not by_guns and self.last_digit == 1 and binding.action in ("number(1)", "next_plane(1)"):
            return ""
        if binding.action == "by_guns" and self.view.by_guns:
            return "Aims"
        return "Plane" if by_guns and binding.action == "number(1)" else super().words_of(binding)

    def keys_of(self, binding: Binding) -> str:
        """The digits that choose something, unless the player has bound other keys."""
        if binding.action != "number(1)" or binding.key != "1":
            return super().keys_of(binding)
        return f"1-{self.last_digit}" if self.last_digit > 1 else "1"

    def _firing(self) -> dict[int, list[str]]:
        """The slots that fire at each plane."""
        firing: dict[int, list[str]] = {}
        for slot in self.view.planning.slots if self.view.planning is not None else ():
            if (target := self.view.plan.get(slot)) is not None:
                firing.setdefault(target, []).append(slot)
        return firing

    def _gun_lines(self, choice: Choice, width: int, height: int) -> list[Line]:
        """A line for each plane, the sums, the slots that bear on the plane selected, the roll of the slot selected."""
        view = self.view
        wave = self._odds.wave(view.plan)
        slots = self._slots(width, view.plane)
        firing = self._firing()
        notice = self.notice_lines(width)
        if not notice and view.aims is None and self._is_first(choice):
            notice = wrap(line((FIRST_UNAIDED, "key")), width)
        # Heading, news, columns and sums; the other lines share what the planes leave, at least one.
        fixed = 2 + len(self.top_lines("", width))
        room = max(LEAST_PLANES, height - fixed - len(slots) - max(1, len(notice)))
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
            *self.top_lines("Fire plan", width, self._signs(width)),
            self._head(len(planes), len(wave.planes), width),
            *(self._plane_line(strikes, firing.get(strikes.plane, []), width) for strikes in planes),
            self._sums(wave, width),
            *slots,
        ]
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
        """The columns of a plane's name."""
        return max(len(NAMED), *(len(plane_line(plane)) for plane in self._odds.planes.values()))

    def _head(self, shown: int, planes: int, width: int) -> Line:
        """The headings of the columns."""
        named, figures = (NAMED, FIGURES) if self._shows_chances else ("plane", "")
        head = f" {named:<{self._name_room()}}{figures}  who fires"
        part = f"{NOTES_GAP}{shown} of {planes} planes" if shown < planes else ""
        return cut(line((head, "dim"), (part, "key")), width)

    def _plane_line(self, strikes: PlaneStrikes, slots: list[str], width: int) -> Line:
        """A plane, the chance that it strikes if nobody fires and under the plan, and the slots that fire."""
        number = strikes.plane
        view = self.view
        key = (width, number, number == view.plane, view.by_guns, bool(view.plan), strikes.any, *slots)
        lines = self._drawn.get(key)
        if lines is None:
            lines = self._drawn[key] = [self._draw_plane(strikes, slots, width)]
        return lines[0]

    def _draw_plane(self, strikes: PlaneStrikes, slots: list[str], width: int) -> Line:
        plane = self._odds.planes[strikes.plane]
        spans = pad(self._named(plane), 1 + self._name_room())
        if not self.view.plan and not self.view.by_guns:
            return [*spans, Span(f"{percent(self._odds.plane(strikes.plane).any):>{len(NO_FIRE) + 1}}", "bad")]
        if self._shows_chances:
            before, after = percent(self._odds.plane(strikes.plane).any), percent(strikes.any)
            spans += line(
                (f"{before:>{len(NO_FIRE) + 1}}", "dim" if slots else "bad"),
                (f"{after:>9}", "strong" if slots else "dim"),
            )
        spans.append(Span(BEFORE_SLOTS))
        if not slots:
            return cut([*spans, self._nobody(strikes.plane)], width)
        words = (_slots_words(slots, brief) for brief in range(BRIEFEST))
        fitting = next((each for each in words if length(spans) + len(each) <= width), _slots_words(slots, BRIEFEST))
        return cut([*spans, Span(fitting)], width)

    @property
    def _shows_chances(self) -> bool:
        return self.view.game.aid != UNAIDED

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
        return f"fighters {markers - kept} now, {kept} held back"

    def _named(self, plane: Plane) -> Line:
        here = self.view.by_guns and plane.number == self.view.plane
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
        return Span("no fire", "bad")

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
            spans.append(Span(f"  no fire at {' '.join(untargeted)}" if targets else "  no guns fire", "bad"))
        fighters = self._fighters()
        optional = [line(f"  {fighters}")] if fighters else []
        # A fighter without a target is kept, unless no wave comes.
        last = not self.view.state.air.waves
        idle = [slot for slot in (choice.slots if choice else ()) if last or not is_fighters(slot)]
        if idle := [slot for slot in idle if slot not in plan]:
            optional.append(line((f"  hold fire: {fire_plan.gun_words(idle)}", "warn")))
        optional += [line(("  u", "key"), (" undo change", "dim"))] if self.can_take_back else []
        for words in optional:
            spans = [*spans, *words] if length(spans) + length(words) <= width else spans
        return cut(spans, width)

    def _slots(self, width: int, plane: int | None) -> list[Line]:
        choice, view = self._planning, self.view
        if choice is None:
            return [[]]
        bearing = [slot for slot, planes in choice.slots.items() if plane in planes]
        key = (width, plane, view.plane, view.slot, *map(view.plan.get, bearing))
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
        self._changed("" if self.view.slot else f"Nothing can fire at {plane_name(number)}.")

    def action_next_plane(self, step: int) -> None:
        """Choose the aim before or after; gun by gun, select the plane before or after."""
        plans = self.view.aims
        if plans is not None and not self.view.by_guns:
            chosen = [number for number, aim in plans.numbered(self.view.held).items() if aim == self.view.aim]
            here = self.last_digit if self.view.is_execs else (chosen or [0 if step > 0 else 1])[0]
            self.action_aim((here - 1 + step) % self.last_digit + 1)
            return
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

    def action_fire(self, slot: str = "") -> None:
        """Toggle whether the slot fires at the plane selected; without an argument, move to the next slot."""
        view = self.view
        if not slot and monotonic() < view.guarded_until:
            return  # Space pauses autoplay, and was meant for that.
        if slot:
            view.slot = slot
        if view.plane is None or not view.slot:
            self.say("Nothing can fire at this plane.")
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

    def action_number(self, number: int) -> None:
        """Choose an aim by its number, or select a plane of a plan made gun by gun."""
        if self.view.by_guns:
            self.action_look_at(number - 1)
        else:
            self.action_aim(number)

    def action_aim(self, number: int) -> None:
        """Choose an aim by its number, or after the aims the exec's own plan if he has named it."""
        view, plans = self.view, self.view.aims
        if plans is None or view.by_guns:
            return
        aim = plans.numbered(view.held).get(number)
        if aim is not None:
            view.take_aim(aim, plans.plan(aim, view.held), view.held)
        elif number == self.last_digit and self._own_plan is not None:
            view.take_aim(None, self._own_plan, fighters_kept(plans.choice, self._own_plan))
        else:
            self.say(fire_plan.NO_AIM.format(number, fire_plan.numbers_words(self.last_digit)))
            return
        self._changed()

    def action_hold(self, more: int) -> None:
        """Hold back more or fewer fighters for later waves."""
        view, plans = self.view, self.view.aims
        if plans is None or view.by_guns:
            return
        if not plans.fighters:
            self.say("You have no fighters to hold back.")
        elif not plans.most_held:
            self.say("This is the last wave, so you cannot hold fighters back.")
        else:
            before = view.aim
            view.hold_back(view.next_held(more))
            self._changed(fire_plan.dropped_words(plans, before, view.held))
            if self._asked:
                self.post_message(self.Advised(view.held))

    def action_stop_officers(self) -> None:
        """Keep the officers from opening fire with the only plan."""
        self._changed()

    def action_by_guns(self) -> None:
        """Go from the aims to the plan gun by gun, or back."""
        view, plans = self.view, self.view.aims
        if plans is None:
            return
        if not view.plan and not view.by_guns:
            self.say(fire_plan.CHOOSE.format(fire_plan.numbers_words(self.last_digit)))
            return
        view.by_guns = not view.by_guns
        self._changed()

    def action_suggest(self) -> None:
        """Ask the exec, who names an aim and a number of fighters, or his own plan; asked again, take it."""
        plans = self.view.aims
        if plans is None or self.view.by_guns:
            return
        aim, held, orders = plans.advised()
        if self._asked:
            self.view.take_aim(aim, orders, held)
        self._own_plan = dict(orders) if aim is None else self._own_plan
        self._asked = True
        self._changed()
        self.post_message(self.Advised(self.view.held))

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key is in use: aims not without odds, guns only in a plan made gun by gun."""
        if action in BY_AIM and self.view.aims is None:
            return False
        if action in ("hold", "suggest") and self.view.by_guns:
            return False
        if action in BY_GUN and not self.view.by_guns:
            return False
        if action == "stop_officers" and not self.view.officers_fire:
            return False
        return super().check_action(action, parameters)

    def action_commit(self) -> None:
        """Commit the plan. If no key of it was pressed, Enter may have been meant for what was shown before."""
        if self._read or (self.view.aims is not None and not self.view.plan):
            self.action_open_fire()
        else:
            self.say("Press f to open fire.", "key")

    def action_open_fire(self) -> None:
        """Commit the plan; an empty one is confirmed with the same key."""
        self._read = True
        plans = self.view.aims
        if plans is not None and self.view.aim is None and not self.view.plan and not self.view.by_guns:
            self.say(fire_plan.CHOOSE.format(fire_plan.numbers_words(self.last_digit)))
            return
        if not self.view.plan and not self._sure:
            self._sure = True
            self.say("No guns would fire. Aim your guns, or press f again to hold fire.")
            return
        self.view.keep_share()
        self.give(dict(self.view.plan))

    def _changed(self, notice: str = "") -> None:
        """Report the change; the screen redraws this panel, the plot and the mounts in one frame."""
        self._sure, self._read = False, True
        self.notice, self.notice_style = notice or self._advice(), "key"
        draft = self._draft()
        if draft != self._stands:
            self._before.append(self._stands)
        self._stands = draft
        self.post_message(self.Changed())

    def clear_advice(self) -> bool:
        """Stop showing what the exec says; returns False if he was not asked."""
        if not self._asked:
            return False
        self._asked, self._chances = False, ""
        self._changed()
        return True

    def _advice(self) -> str:
        """What the exec says if he was asked, and how to take his plan while another stands."""
        view, plans = self.view, self.view.aims
        if plans is None or view.by_guns or not self._asked:
            return ""
        aim, held, orders = plans.advised()
        taken = view.plan == orders and (view.aim, view.held) == (aim, held)
        words = fire_plan.advice_words(plans, view.held)
        again = fire_plan.AGAIN if aim is not None else fire_plan.AGAIN_OWN.format(self.last_digit)
        return words if taken else f"{words} {again}"


def _slots_words(slots: list[str], brief: int) -> str:
    """The slots that fire at a plane: each by name; fighters counted; or all counted."""
    if not brief:
        return slots_words(slots)
    guns = [slot for slot in slots if not is_fighters(slot)]
    flying = count(len(slots) - len(guns), "fighter") if len(guns) < len(slots) else ""
    if brief < BRIEFEST:
        return "  ".join(filter(None, (flying, slots_words(guns))))
    ships = sum(isinstance(slot_named(slot), SupportShip) for slot in guns)
    counted = (count(len(guns) - ships, "gun") if len(guns) > ships else "", f"{ships} SFS" if ships else "")
    return ", ".join(filter(None, (flying, *counted)))


def _columns(row: fire_plan.AimRow, name: int) -> str:
    """The columns of an aim: its name, expected hits, chance of none, likeliest section hit."""
    return f"{row.name:<{name}}{row.hits:>6}{row.no_hit:>9}  {row.likeliest_hit:<13}"


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
