"""The fire plan: the aims to choose from with their price, and the plan gun by gun."""

from __future__ import annotations

from time import monotonic
from typing import ClassVar

from textual.binding import Binding
from textual.message import Message

from picket_duty.book.ids import Gun, slot_named
from picket_duty.events import DecisionMade
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.plan import fighters_kept, is_fighters
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes
from picket_duty.pages import fire_plan
from picket_duty.pages.odds_report import NO_FIRE, weapon_words
from picket_duty.requests import Choice, Roll
from picket_duty.rules.gunnery import held_by_emergency, shot_roll
from picket_duty.setup import UNAIDED
from picket_duty.text import names
from picket_duty.text.rolls import column_heading, modifier_line
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui import battle_view
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.keymap import bind, hidden
from picket_duty.tui.lines import cut, length, pad, wrap
from picket_duty.tui.widgets.orders import MORE_BELOW, Orders

#: The heading of the planes, and of the chance that each hits the ship if nobody fires and under
#: the plan.
NAMED = "hits your ship"
FIGURES = f"{NO_FIRE:>8}{'planned':>9}"
#: Rows of a plan by aims for a notice, so that what the exec says and his own plan move nothing.
NOTICE_ROWS = 4
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
#: Beside the first plan of an unaided game.
FIRST_UNAIDED = (
    " Fighters fire first, then support ships, then the guns; a gun loses its shot if its "
    "plane has been splashed "
    "by then. A gun that can reach only one plane, counting spray fire, is aimed at it for you."
)
#: Beside the only plan, with which the officers are about to open fire.
OFFICERS_FIRE = "Your officers open fire. Press Space to stop them, or g to aim gun by gun."


class FirePlanPanel(Orders):
    """The order panel for a fire plan: choose an aim and how many fighters are held back, or aim
    gun by gun.
    """

    class Changed(Message):
        """The plan or the plane selected has changed."""

    class Advised(Message):
        """The exec was asked: the chances of the aims with so many fighters held back are
        wanted.
        """

    BINDINGS: ClassVar = [
        bind("f", "open_fire", "Fire", "Open fire with this plan", "plan.open_fire"),
        hidden(
            "enter",
            "commit",
            "Fire",
            "Open fire with this plan, after you have chosen or changed it",
            "plan.fire",
        ),
        bind(
            "1",
            "number(1)",
            "Aim",
            "Choose an aim (or select a plane when aiming gun by gun)",
            "plan.plane_1",
            display="1-9",
        ),
        *(
            hidden(
                str(digit), f"number({digit})", "Choose an aim or a plane", id=f"plan.plane_{digit}"
            )
            for digit in range(2, 10)
        ),
        bind(
            "right_square_bracket",
            "hold(1)",
            "Hold back",
            "Hold back fighters. The first press holds a share that matches the planes still "
            "to come; each further "
            "press holds one more.",
            "plan.keep_more",
            display="]/[",
        ),
        hidden(
            "left_square_bracket", "hold(-1)", "Hold back one fewer fighter", id="plan.keep_fewer"
        ),
        bind(
            "s",
            "suggest",
            "Exec",
            "Ask your exec for an aim; press again to use his plan",
            "plan.suggest",
        ),
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
        bind(
            "space",
            "stop_officers",
            "Stop",
            "Keep your officers from opening fire with the only plan",
            "plan.stop",
        ),
    ]

    def __init__(self, view: BattleView, id: str | None = None) -> None:
        super().__init__(view, id)
        self._sure = False
        #: The exec's own plan, once he has named it.
        self._own_plan: dict[str, int] | None = None
        #: Whether he was asked: his advice stays until fire is opened.
        self._asked = False
        #: The chances of the aims, shown while so many fighters are held back.
        self._chances = ""
        self._chances_held = 0
        #: Whether a key of the plan was pressed: Enter fires no plan that has only just appeared.
        self._read = False
        #: The odds of the wave, and the columns of a plane's name.
        self._odds = PlanOdds(view.game.play)
        self._name_room = 0
        #: The plan as it stands, and those before each change.
        self._stands: Draft = ({}, None, 0, False)
        self._before: list[Draft] = []
        #: Planes drawn for this choice, by width and plan.
        self._drawn: dict[tuple[object, ...], list[Line]] = {}

    def begin(self) -> None:
        super().begin()
        self._sure = self._read = False
        self._chances = ""
        self._asked = False
        self._drawn.clear()
        self.view.start_plan()
        aims = self.view.aims
        self._odds = aims.odds if aims is not None else PlanOdds(self.view.game.play)
        self._name_room = max(
            len(NAMED),
            *(len(names.short_plane_words(plane)) for plane in self._odds.planes.values()),
        )
        self._stands = self._draft()
        self._before = []
        self._own_plan = None

    def _draft(self) -> Draft:
        view = self.view
        return dict(view.plan), view.aim, view.held, view.is_execs

    @property
    def _plans(self) -> AimPlans | None:
        """The plans to choose from, None while the guns are aimed one by one."""
        return None if self.view.by_guns else self.view.aims

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
        """The shot of the slot selected gun by gun; else one on each chart of the plan, those of
        guns first.
        """
        view = self.view
        choice = self.view.planning
        if choice is None or view.by_guns:
            shot = battle_view.shot_of(view.game.play, view.slot, view.plane_looked_at())
            return [shot] if shot is not None else []
        planes = {plane.number: plane for plane in view.state.air.planes}
        slots = sorted(
            view.plan or choice.slots, key=lambda slot: not isinstance(slot_named(slot), Gun)
        )
        targets = ((slot, planes[view.plan.get(slot, choice.slots[slot][0])]) for slot in slots)
        by_chart: dict[str, Roll] = {}
        for slot, plane in targets:
            if (shot := battle_view.shot_of(view.game.play, slot, plane)) is not None:
                by_chart.setdefault(shot.chart.id, shot)
        return list(by_chart.values())

    # -- drawing ---------------------------------------------------------------

    def rows_wanted(self, width: int) -> int:
        """The rows that show every aim and every plane, or every slot that bears on a plane."""
        choice = self.view.planning
        plans = self._plans
        if choice is None:
            return 0
        flying = [plane.number for plane in self.view.state.air.planes if plane.flying]
        if plans is not None:
            notice = max(NOTICE_ROWS, len(self._aim_notice(plans, width)))
            return len(self._aims(plans, width)) + 1 + len(flying) + notice
        most = max(
            flying,
            key=lambda plane: sum(plane in planes for planes in choice.slots.values()),
            default=None,
        )
        # Five more for columns, sums, notice, the roll of the slot, the plane's fate.
        return (
            5 + len(self.top_lines("", width)) + len(flying) + len(self._slots(choice, most, width))
        )

    def draw(self, width: int, height: int) -> list[Line]:
        """The aims to choose from and the plan of the one chosen; gun by gun, the planes and the
        slots that bear.
        """
        choice = self.view.planning
        plans = self._plans
        if choice is None:
            return []
        return (
            self._gun_lines(choice, width, height)
            if plans is None
            else self._aim_lines(plans, width, height)
        )

    def _aims(self, plans: AimPlans, width: int) -> list[Line]:
        view = self.view
        lines = self.top_lines("Fire plan", width, fire_plan.raid_words(plans.play))
        if held := fire_plan.held_words(plans, view.aim, view.held):
            fighters = line((" Fighters: ", "dim"), (held, "strong" if view.held else "plain"))
            words = "  ] more  [ fewer" if view.held else f"  ] hold {view.next_held(1)}"
            keys = next(
                (keys for keys in (words, "  ] [") if length(fighters) + len(keys) <= width), ""
            )
            lines.append(cut([*fighters, Span(keys, "key")], width))
        lines += self._aim_table(plans, width)
        if view.plan and (words := fire_plan.near_miss_words(plans, view.plan)):
            lines.append(cut(line((f" {words}", "warn")), width))
        return lines

    def _aim_lines(self, plans: AimPlans, width: int, height: int) -> list[Line]:
        """The aims, and the plan of the one chosen."""
        lines = self._aims(plans, width)
        notice = self._aim_notice(plans, width)
        # What the plan chosen does to each plane; without one, their chances if nobody fires.
        room = height - len(lines) - len(notice)
        plan = self.view.plan
        key = width, *plan.items()
        if key not in self._drawn:
            head = (
                f" {NAMED:<{self._name_room}}{f'{FIGURES}  who fires' if plan else f'{NO_FIRE:>8}'}"
            )
            struck = (
                self._plane_line(plans.choice, strikes, width)
                for strikes in self._odds.wave(plan).planes
            )
            self._drawn[key] = [cut(line((head, "dim")), width), *struck]
        planes = self._drawn[key]
        if len(planes) <= room:
            return [*lines, *planes, *notice]
        note = line(
            (f"{NOTES_GAP}{max(0, room - 1)} of {len(planes) - 1} planes  {MORE_BELOW}", "key")
        )
        return [*lines, *notice, [*cut(planes[0], width - length(note)), *note], *planes[1:]]

    def _aim_notice(self, plans: AimPlans, width: int) -> list[Line]:
        """What the exec says and the chances of the aims; else how to choose, or that nothing is to
        be chosen.
        """
        view = self.view
        lines = self.notice_lines(width)
        if self._chances and self._chances_held == view.held:
            lines += wrap(line((f"  {self._chances}", "strong")), width)
        if lines or (view.plan and self._is_choice(plans)):
            return lines
        digits = fire_plan.numbers_words(self.last_digit)
        style = "key"
        if not self._is_choice(plans):
            words = OFFICERS_FIRE if view.officers_fire else fire_plan.single_words(plans)
        elif self._is_first(plans.choice):
            words = f"Press {digits} to choose an aim, then f to open fire."
        else:
            words = fire_plan.CHOOSE.format(digits)
            style = "dim"
        return wrap(line((f" {words}", style)), width)

    def show_chances(self, held: int, words: str) -> None:
        """Show the chances of the aims with so many fighters held back."""
        self._chances = words
        self._chances_held = held
        self.redraw()

    def _aim_table(self, plans: AimPlans, width: int) -> list[Line]:
        """A row for each aim, and for a plan that serves none."""
        view = self.view
        numbered = plans.numbered(view.held)
        to = self.glyphs.to
        entries = [
            (fire_plan.aim_row(plans, aim, view.held, to), aim == view.aim)
            for aim in numbered.values()
        ]
        if self._own_plan is not None:
            entries.append(
                (
                    fire_plan.plan_row(fire_plan.EXECS_OWN, plans.figures(self._own_plan)),
                    view.is_execs,
                )
            )
        if view.aim is None and view.plan and not view.is_execs:
            entries.append((fire_plan.plan_row(fire_plan.BY_GUNS, plans.figures(view.plan)), True))
        if len(entries) == 1:
            return wrap(line((f" {fire_plan.only_words(plans, view.held)}", "strong")), width)
        prices = [f"  {row.effect}, {row.cost}" if row.cost else "" for row, _ in entries]
        titles = [fire_plan.HEADINGS.name, *(row.name for row, _ in entries)]
        if (
            len(f"     {_columns(fire_plan.HEADINGS, max(map(len, titles)))}")
            + max(map(len, prices))
            > width
        ):
            # Why a section may be guarded gives way to what the aim gains and costs.
            titles = [title.partition(" (")[0] for title in titles]
        room = max(map(len, titles))
        effect = f"  {fire_plan.HEADINGS.effect}" if len(numbered) > 1 else ""
        lines = [
            cut([Span(f"     {_columns(fire_plan.HEADINGS, room)}{effect}".rstrip(), "dim")], width)
        ]
        for number, (row, chosen) in enumerate(entries, 1):
            key = str(number) if number <= self.last_digit else " "
            spans = line((f" {self.glyphs.mark if chosen else ' '} ", "key"), (f"{key} ", "key"))
            columns = _columns(row._replace(name=titles[number]), room)
            spans.append(Span(columns, "mark" if chosen else "plain", f"screen.aim({number})"))
            spans.append(Span(prices[number - 1], "strong" if chosen else "dim"))
            lines.append(cut(spans, width))
        return lines

    def _is_choice(self, plans: AimPlans) -> bool:
        return plans.is_question(self.view.held) or self._own_plan is not None

    @property
    def last_digit(self) -> int:
        """The last digit that chooses an aim or the exec's own plan, or gun by gun a plane."""
        if self._plans is None:
            flying = [plane.number for plane in self.view.state.air.planes if plane.flying]
            return names.plane_number(max(flying)) if flying else 0
        return len(self._plans.offered(self.view.held)) + (self._own_plan is not None)

    def words_of(self, binding: Binding) -> str:
        """The label of a key: what a digit or g leads to; none for those that would change
        nothing.
        """
        aims = self.view.aims
        if binding.action == "hold(1)" and (aims is None or not aims.most_held):
            return ""
        if binding.action == "by_guns" and self.view.by_guns:
            return "Aims"
        if self._plans is None:
            return "Plane" if binding.action == "number(1)" else super().words_of(binding)
        is_useless = self.last_digit == 1 and binding.action in ("number(1)", "next_plane(1)")
        return "" if is_useless else super().words_of(binding)

    def keys_of(self, binding: Binding) -> str:
        """The digits that choose something, unless the player has bound other keys."""
        if binding.action != "number(1)" or binding.key != "1":
            return super().keys_of(binding)
        return f"1-{self.last_digit}" if self.last_digit > 1 else "1"

    def _gun_lines(self, choice: Choice, width: int, height: int) -> list[Line]:
        """The planes, the sums, the slots that bear on the plane selected; below them what fits."""
        view = self.view
        wave = self._odds.wave(self.view.plan)
        top = self.top_lines("Fire plan", width, self._signs())
        slots = self._slots(choice, view.plane, width)
        notice = self.notice_lines(width)
        hint = list[Line]()
        preview = self._preview(width)
        if not notice and view.aims is None and self._is_first(choice):
            hint = wrap(line((FIRST_UNAIDED, "key")), width)
        # The other rows share what the planes leave, at least one; two planes always show.
        room = max(2, height - len(top) - 2 - len(slots) - max(1, len(notice)))
        selected = next(
            (index for index, strikes in enumerate(wave.planes) if strikes.plane == view.plane), 0
        )
        first = max(0, min(selected - room // 2, len(wave.planes) - room))
        planes = wave.planes[first : first + room]
        named, figures = (NAMED, FIGURES) if self._shows_chances else ("plane", "")
        part = (
            f"{NOTES_GAP}{len(planes)} of {len(wave.planes)} planes"
            if len(planes) < len(wave.planes)
            else ""
        )
        head = line((f" {named:<{self._name_room}}{figures}  who fires", "dim"), (part, "key"))
        lines = [
            *top,
            cut(head, width),
            *(self._plane_line(choice, strikes, width) for strikes in planes),
        ]
        lines += [self._sums(choice, wave, width), *slots, *notice]
        reasons: dict[str, list[str]] = {}
        for slot, reason in choice.barred.items():
            reasons.setdefault(reason, []).append(slot)
        words = "; ".join(
            f"{' '.join(barred)}: {safe(reason)}" for reason, barred in reasons.items()
        )
        silent = wrap(line((" Cannot fire: ", "dim"), (words, "dim")), width) if words else []
        for block in (preview, self._fate(wave, width), hint, silent):
            if len(lines) + len(block) <= height:
                lines += block
        return lines

    def _signs(self) -> str:
        chosen = self.view.plane
        if chosen is None:
            return ""
        planes = [names.plane_number(plane) for plane in self._odds.planes if plane != chosen]
        other = f"[{planes[0]}] at plane {planes[0]}  " if planes else ""
        return (
            f"[{self.glyphs.on}] fires at plane {names.plane_number(chosen)}  {other}[ ] holds fire"
        )

    def _plane_line(self, choice: Choice, strikes: PlaneStrikes, width: int) -> Line:
        """A plane, the chance that it strikes if nobody fires and under the plan, and the slots
        that fire.
        """
        view = self.view
        plane = self._odds.planes[strikes.plane]
        here = view.by_guns and plane.number == view.plane
        name = Span(
            safe(names.short_plane_words(plane)),
            "mark" if here else "plane",
            f"screen.look_at({plane.number})",
        )
        spans = pad([Span(self.glyphs.mark if here else " ", "key"), name], 1 + self._name_room)
        slots = [slot for slot in choice.slots if view.plan.get(slot) == plane.number]
        if self._shows_chances:
            unhindered = f"{names.percent(self._odds.plane(plane.number).any):>{len(NO_FIRE) + 1}}"
            spans.append(Span(unhindered, "dim" if slots else "bad"))
            if not view.plan and not view.by_guns:
                return spans
            spans.append(Span(f"{names.percent(strikes.any):>9}", "strong" if slots else "dim"))
        if slots:
            room = width - length(spans) - 2
            words = names.slots_words(slots)
            if len(words) > room:
                guns = [slot for slot in slots if not is_fighters(slot)]
                words = (
                    f"{names.count(len(slots) - len(guns), 'fighter')}  {names.slots_words(guns)}"
                )
            return cut(
                [*spans, Span(f"  {words if len(words) <= room else fire_plan.gun_words(slots)}")],
                width,
            )
        if any(plane.number in planes for planes in choice.slots.values()):
            return cut([*spans, Span("  no fire", "bad")], width)
        held = held_by_emergency(view.game.play, plane)
        return cut([*spans, Span("  guns silent" if held else "  no gun bears", "dim")], width)

    @property
    def _shows_chances(self) -> bool:
        return self.view.game.aid != UNAIDED

    def _is_first(self, choice: Choice) -> bool:
        """Whether no fire plan was made in this game before."""
        made = (event.about for event in self.view.game.events if isinstance(event, DecisionMade))
        return choice.about not in made

    def _sums(self, choice: Choice, wave: WaveStrikes, width: int) -> Line:
        plan = self.view.plan
        coming = bool(self.view.state.air.waves)
        spans: Line = []
        if self._shows_chances:
            spans += line((" Expected hits ", "dim"), (f"{wave.expected:.2f}", "strong"))
            spans += line(("  no hit ", "dim"), (names.percent(wave.none), "strong"))
        targets = set(plan.values())
        untargeted = [
            str(names.plane_number(strikes.plane))
            for strikes in wave.planes
            if strikes.plane not in targets
        ]
        if untargeted:
            spans.append(
                Span(f"  no fire at {' '.join(untargeted)}" if targets else "  no guns fire", "bad")
            )
        optional = []
        fighters = sum(map(is_fighters, choice.slots))
        kept = fighters_kept(choice, plan)
        if fighters and coming:
            optional.append(line(f"  fighters {fighters - kept} now, {kept} held back"))
        # A fighter without a target is kept, unless no wave comes.
        if idle := [
            slot for slot in choice.slots if slot not in plan and not (coming and is_fighters(slot))
        ]:
            optional.append(line((f"  hold fire: {fire_plan.gun_words(idle)}", "warn")))
        for words in optional:
            spans += words if length(spans) + length(words) <= width else []
        return cut(spans, width)

    def _slots(self, choice: Choice, plane: int | None, width: int) -> list[Line]:
        """The slots that bear on a plane with their targets, by kind."""
        lines: list[Line] = [[]]
        kind = ""
        for slot in (slot for slot, planes in choice.slots.items() if plane in planes):
            words = names.slot_words(slot)
            end = max(words.rfind("-"), words.rfind(" "))
            name = words[:end]
            cell = self._cell(slot, words[end + 1 :])
            if name != kind:
                cell.insert(0, Span(f" {name}", "dim"))
            if length(lines[-1]) + length(cell) > width:
                lines.append([Span(" " * len(" 5in"))] if name == kind else [])
            lines[-1] += cell
            kind = name
        return lines

    def _cell(self, slot: str, short: str) -> Line:
        view = self.view
        glyphs = self.glyphs
        target = view.plan.get(slot)
        here = slot == view.slot
        action = f"screen.slot('{slot}')"
        mine = target == view.plane
        box = (
            f"[{glyphs.on}]"
            if mine
            else f"[{names.plane_number(target)}]"
            if target is not None
            else "[ ]"
        )
        style = "mark" if here else "strong" if mine else "dim" if target is not None else "plain"
        mark = Span(glyphs.mark if here else " ", "key")
        return [mark, Span(short, style, action), Span(box, "good" if mine else "dim", action)]

    def _preview(self, width: int) -> list[Line]:
        """The roll of the slot selected; its modifiers one by one if they fit."""
        view = self.view
        plane = self.view.plane_looked_at()
        if plane is None or not view.slot:
            return []
        roll = shot_roll(view.game.play, slot_named(view.slot), plane)
        start = next((start for start in SLOT_NAMES if view.slot.startswith(start)), "")
        target = view.plan.get(view.slot)
        slot = f"{SLOT_NAMES.get(start, '')}{view.slot.removeprefix(start)}"
        words = f" {slot} at plane {names.plane_number(plane.number)}"
        if self._shows_chances:
            chance = names.percent(1.0 - self._odds.shot(view.slot, plane.number)[0])
            words += f": {'hits' if target == plane.number else 'would hit'} {chance}"
        if target is not None and target != plane.number:
            words += f" (now at plane {names.plane_number(target)})"
        column = f" {column_heading(roll.chart, roll.column)}" if roll.column else ""
        spans = line((words, "strong"))
        chart = line((f"  {roll.dice_name} on chart {roll.table}{column}", "dim"))
        parts = (
            [Span("  "), *modifier_line(modifier, roll, rule=False)] for modifier in roll.modifiers
        )
        each = [span for part in parts for span in part]
        total = names.signed(sum(modifier.value for modifier in roll.modifiers))
        added = line((f"  {total} (t)", "dim")) if each else []
        forms = ([*spans, *chart, *each], [*spans, *chart, *added], [*spans, *added])
        return [next((form for form in forms if length(form) <= width), cut(spans, width))]

    def _fate(self, wave: WaveStrikes, width: int) -> list[Line]:
        """The plane selected; its chances to be splashed or set afire, when it may still strike,
        and to strike.
        """
        strikes = next(
            (strikes for strikes in wave.planes if strikes.plane == self.view.plane), None
        )
        if strikes is None or not self._shows_chances:
            return []
        hits = (
            [weapon_words(self.view.game.play, strikes, "your ship")]
            if strikes.weapon is not None
            else []
        )
        hits += [f"dive hits {names.percent(strikes.dive)}"] if strikes.dive else []
        splashed = names.percent(strikes.destroyed)
        afire = names.percent(strikes.aflame)
        end = f"splashed {splashed}, set afire {afire}{'; ' if hits else ''}"
        named = f" {names.title_case(names.plane_name(strikes.plane))}: "
        return wrap(line((named, "strong"), (end, "dim"), ", ".join(hits)), width)

    # -- orders --------------------------------------------------------------

    def action_look_at(self, number: int) -> None:
        """Select a plane by its number in the wave, from 0."""
        planes = [plane.number for plane in self.view.state.air.planes if plane.flying]
        if number not in planes:
            listed = ", ".join(str(names.plane_number(plane)) for plane in planes)
            self.say(f"There is no {names.plane_name(number)}. Planes: {listed}.")
            return
        self.view.look_at(number)
        self._changed("" if self.view.slot else f"Nothing can fire at {names.plane_name(number)}.")

    def action_next_plane(self, step: int) -> None:
        """Choose the aim before or after; gun by gun, select the plane before or after."""
        plans = self._plans
        if plans is not None:
            chosen = [
                number
                for number, aim in plans.numbered(self.view.held).items()
                if aim == self.view.aim
            ]
            here = self.last_digit if self.view.is_execs else (chosen or [0 if step > 0 else 1])[0]
            self.action_number((here - 1 + step) % self.last_digit + 1)
            return
        planes = [plane.number for plane in self.view.state.air.planes if plane.flying]
        if planes:
            index = planes.index(self.view.plane) if self.view.plane in planes else 0
            self.action_look_at(planes[(index + step) % len(planes)])

    def action_next_slot(self, step: int) -> None:
        if slots := self.view.bearing_slots():
            index = slots.index(self.view.slot) if self.view.slot in slots else 0
            self.view.slot = slots[(index + step) % len(slots)]
            self._changed()

    def action_fire(self, slot: str = "") -> None:
        """Toggle whether the slot fires at the plane selected; without an argument, move to the
        next slot.
        """
        view = self.view
        if not slot and monotonic() < view.guarded_until:
            return  # Space pauses autoplay, and was meant for that.
        view.slot = slot or view.slot
        if view.plane is None or not view.slot:
            self.say("Nothing can fire at this plane.")
            return
        view.set_slot(view.slot, None if view.plan.get(view.slot) == view.plane else view.plane)
        if not slot:
            # The next slot without a target; if there is none, the next slot.
            slots = view.bearing_slots()
            after = slots[slots.index(view.slot) + 1 :]
            free = (each for each in after if each not in view.plan)
            view.slot = next(free, after[0] if after else view.slot)
        self._changed()

    def action_number(self, number: int) -> None:
        """Choose an aim by its number, or after the aims the exec's own plan; or select a plane gun
        by gun.
        """
        view = self.view
        plans = self._plans
        if plans is None:
            self.action_look_at(number - 1)
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
        view = self.view
        plans = self._plans
        if plans is None:
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
                self.post_message(self.Advised())

    def action_stop_officers(self) -> None:
        self._changed()

    def action_by_guns(self) -> None:
        """Go from the aims to the plan gun by gun, or back."""
        if self._plans is not None and not self.view.plan:
            self.say(fire_plan.CHOOSE.format(fire_plan.numbers_words(self.last_digit)))
        elif self.view.aims is not None:
            self.view.by_guns = not self.view.by_guns
            self._changed()

    def action_suggest(self) -> None:
        """Ask the exec, who names an aim and a number of fighters, or his own plan; asked again,
        take it.
        """
        plans = self._plans
        if plans is None:
            return
        aim, held, orders = plans.advised()
        if self._asked:
            self.view.take_aim(aim, orders, held)
        self._own_plan = dict(orders) if aim is None else self._own_plan
        self._asked = True
        self._changed()
        self.post_message(self.Advised())

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Whether a key is in use: aims not without odds, guns only in a plan made gun by gun."""
        if action == "by_guns":
            return self.view.aims is not None
        if action in ("hold", "suggest"):
            return self._plans is not None
        if action in ("fire", "next_slot"):
            return self.view.by_guns
        return action != "stop_officers" or self.view.officers_fire

    def action_commit(self) -> None:
        """Commit the plan. If no key of it was pressed, Enter may have been meant for what was
        shown before.
        """
        if self._read or (self.view.aims is not None and not self.view.plan):
            self.action_open_fire()
        else:
            self.say("Press f to open fire.", "key")

    def action_open_fire(self) -> None:
        """Commit the plan; an empty one is confirmed with the same key."""
        self._read = True
        if self._plans is not None and self.view.aim is None and not self.view.plan:
            self.say(fire_plan.CHOOSE.format(fire_plan.numbers_words(self.last_digit)))
            return
        if not self.view.plan and not self._sure:
            self._sure = True
            self.say("No guns would fire. Aim your guns, or press f again to hold fire.")
            return
        self.view.keep_share()
        self.give(dict(self.view.plan))

    def _changed(self, notice: str = "") -> None:
        """Report the change; the screen redraws this panel, the plot and the mounts in one
        frame.
        """
        self._sure = False
        self._read = True
        self.notice = notice or self._advice()
        self.notice_style = "key"
        draft = self._draft()
        if draft != self._stands:
            self._before.append(self._stands)
        self._stands = draft
        self.post_message(self.Changed())

    def clear_advice(self) -> bool:
        """Stop showing what the exec says; returns False if he was not asked."""
        was_asked = self._asked
        if was_asked:
            self._asked = False
            self._chances = ""
            self._changed()
        return was_asked

    def _advice(self) -> str:
        """What the exec says if he was asked, and how to take his plan while another stands."""
        view = self.view
        plans = self._plans
        if plans is None or not self._asked:
            return ""
        aim, held, orders = plans.advised()
        words = fire_plan.advice_words(plans, view.held)
        if view.plan == orders and (view.aim, view.held) == (aim, held):
            return words
        return f"{words} {fire_plan.AGAIN if aim is not None else fire_plan.AGAIN_OWN.format(self.last_digit)}"


def _columns(row: fire_plan.AimRow, name: int) -> str:
    """The columns of an aim: its name, expected hits, chance of none, likeliest section hit."""
    return f"{row.name:<{name}}{row.hits:>6}{row.no_hit:>9}  {row.likeliest_hit:<13}"
