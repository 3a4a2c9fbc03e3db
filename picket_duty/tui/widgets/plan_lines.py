"""The lines of a fire plan: its planes, its sums, its slots, and the shot of one slot.

In an unaided game, ``draft.aims`` is None and no chances are shown.
"""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.book.ids import slot_named
from picket_duty.drafts.fire_plan import FirePlanDraft, PlaneRow
from picket_duty.odds.orders import fighters_kept, is_fighters
from picket_duty.pages import fire_plan
from picket_duty.pages.odds_report import NO_FIRE, weapon_words
from picket_duty.rules.gunnery import held_by_emergency, shot_roll
from picket_duty.state import Plane
from picket_duty.text import english, names
from picket_duty.text.rolls import column_heading, modifier_line
from picket_duty.text.styled_text import Line, Span, line, safe
from picket_duty.tui.glyphs import Glyphs
from picket_duty.tui.lines import cut, length, pad, wrap

#: The heading of the planes, which is also that of the chance that each of them hits the ship.
PLANES_HEADING = "hits your ship"
#: The columns of that chance: if nobody fires, and under the plan.
UNFIRED_WIDTH = len(NO_FIRE) + 1
PLANNED_WIDTH = 9
UNFIRED_HEADING = f"{NO_FIRE:>{UNFIRED_WIDTH}}"
CHANCES_HEADING = f"{UNFIRED_HEADING}{'planned':>{PLANNED_WIDTH}}"
#: What the short names of slots that are not mounts stand for.
SLOT_NAMES = {
    "AFS carrier ": "Carrier fighters (AFS) ",
    "AFS land ": "Land-based fighters (AFS) ",
    "SFS ": "Support ship (SFS) ",
}


def plane_line(draft: FirePlanDraft, row: PlaneRow, name_width: int, mark: str, width: int) -> Line:
    """A plane, the chance that it strikes if nobody fires and under the plan, and the slots that
    fire; ``mark`` is the glyph before the plane selected, empty for the others.
    """
    plane = row.plane
    action = f"screen.look_at({plane.number})"
    name = Span(safe(names.short_plane_words(plane)), "mark" if mark else "plane", action)
    spans = pad([Span(mark or " ", "key"), name], 1 + name_width)
    if draft.aims is not None:
        unfired = f"{row.unfired:>{UNFIRED_WIDTH}}"
        spans.append(Span(unfired, "dim" if row.slots else "bad"))
        # Until a plan by aim fires at something, there is nothing more to say.
        if not draft.now.targets and not draft.by_guns:
            return spans
        spans.append(Span(f"{row.planned:>{PLANNED_WIDTH}}", "strong" if row.slots else "dim"))
    spans.append(Span("  "))
    return cut([*spans, _who_fires(draft, row, width - length(spans))], width)


def _who_fires(draft: FirePlanDraft, row: PlaneRow, room: int) -> Span:
    """What fires at a plane, by name if there is room; else why nothing does."""
    if row.slots:
        words = names.slots_words(row.slots)
        if len(words) > room:
            guns = [slot for slot in row.slots if not is_fighters(slot)]
            fighters = english.count(len(row.slots) - len(guns), "fighter")
            words = f"{fighters}  {names.slots_words(guns)}"
        return Span(words if len(words) <= room else fire_plan.gun_words(row.slots))
    if held_by_emergency(draft.play, row.plane):
        return Span("guns silent (emergency)", "dim")
    if any(row.plane.number in planes for planes in draft.choice.slots.values()):
        return Span("nobody", "bad")
    return Span("no gun bears", "dim")


def sum_lines(draft: FirePlanDraft, width: int, is_short: bool) -> list[Line]:
    """The chances of the plan, and who does not fire or is not fired at.

    With ``is_short``, there is one line, which leaves out what has no room in it.
    """
    chances: Line = []
    if draft.aims is not None:
        odds = draft.aims.figures(draft.now.targets)
        for heading, chance in fire_plan.chances_of(draft.play, [odds])[0].items():
            chances += line((f" {heading} ", "dim"), (chance, "strong"))
    idle = list(_idle_spans(draft))
    if length(chances) + length(idle) > width and not is_short:
        lines = [cut(chances, width)] if chances else []
        return [*lines, *wrap(idle, width)]
    for span in idle:
        if length(chances) + length([span]) <= width:
            chances.append(span)
    return [cut(chances, width)]


def _idle_spans(draft: FirePlanDraft) -> Iterator[Span]:
    """The planes without fire, the fighters now and held back, and the slots that hold their
    fire.
    """
    targets = set(draft.now.targets.values())
    left = [str(names.plane_number(plane)) for plane in draft.odds.planes if plane not in targets]
    if left:
        words = f"no fire at {' '.join(left)}" if targets else "no guns fire"
        yield Span(f"  {words}", "bad")
    choice = draft.choice
    coming = bool(draft.play.state.air.waves)
    fighters = sum(map(is_fighters, choice.slots))
    if fighters and coming:
        kept = fighters_kept(choice, draft.now.targets)
        yield Span(f"  fighters {fighters - kept} now, {kept} held back")
    idle = [slot for slot in choice.slots if slot not in draft.now.targets]
    if coming:
        # A fighter without a target is kept.
        idle = [slot for slot in idle if not is_fighters(slot)]
    if idle:
        yield Span(f"  hold fire: {fire_plan.gun_words(idle)}", "warn")


def slot_lines(
    draft: FirePlanDraft, plane: int | None, selected: str, glyphs: Glyphs, width: int
) -> list[Line]:
    """The slots that bear on a plane with their targets, by kind; none if no plane is selected."""
    lines: list[Line] = [[]]
    kind_before = ""
    for slot in (slot for slot, planes in draft.choice.slots.items() if plane in planes):
        # The name of a slot is its kind and its own mark, as in 5in-1 or carr 2.
        words = names.slot_words(slot)
        end = max(words.rfind("-"), words.rfind(" "))
        kind = words[:end]
        mark = glyphs.mark if slot == selected else ""
        cell = _slot_cell(draft, slot, words[end + 1 :], plane, mark, on=glyphs.on)
        if kind != kind_before:
            cell.insert(0, Span(f" {kind}", "dim"))
        if length(lines[-1]) + length(cell) > width:
            # The same kind goes on below its slots, not below its name.
            lines.append([Span(" " * len(" 5in"))] if kind == kind_before else [])
        lines[-1] += cell
        kind_before = kind
    return lines


def _slot_cell(
    draft: FirePlanDraft, slot: str, name: str, plane: int | None, mark: str, on: str
) -> Line:
    """A slot by its short name, with its target in a box: ``on`` if that is the plane selected."""
    target = draft.now.targets.get(slot)
    is_at_selected = target == plane
    box = "[ ]"
    style = "plain"
    if target is not None:
        box = f"[{names.plane_number(target)}]"
        style = "dim"
    if is_at_selected:
        box = f"[{on}]"
        style = "strong"
    if mark:
        style = "mark"
    action = f"screen.slot('{slot}')"
    box_style = "good" if is_at_selected else "dim"
    return [Span(mark or " ", "key"), Span(name, style, action), Span(box, box_style, action)]


def shot_line(draft: FirePlanDraft, slot: str, plane: Plane, width: int) -> Line:
    """The roll of a slot at a plane; its modifiers one by one if they fit."""
    roll = shot_roll(draft.play, slot_named(slot), plane)
    spans = line((_shot_words(draft, slot, plane), "strong"))
    column = f" {column_heading(roll.chart, roll.column)}" if roll.column else ""
    chart = Span(f"  {roll.dice_name} on chart {roll.table}{column}", "dim")
    modifiers: Line = []
    for modifier in roll.modifiers:
        modifiers += [Span("  "), *modifier_line(modifier, roll, rule=False)]
    total = english.signed(sum(modifier.value for modifier in roll.modifiers))
    # The key t opens the chart with every modifier.
    added = [Span(f"  {total} (t)", "dim")] if modifiers else []
    forms = ([*spans, chart, *modifiers], [*spans, chart, *added], [*spans, *added])
    return next((form for form in forms if length(form) <= width), cut(spans, width))


def _shot_words(draft: FirePlanDraft, slot: str, plane: Plane) -> str:
    """A slot at a plane with the chance of its shot, and where it is aimed now."""
    kind = next((kind for kind in SLOT_NAMES if slot.startswith(kind)), "")
    named = f"{SLOT_NAMES.get(kind, '')}{slot.removeprefix(kind)}"
    words = f" {named} at plane {names.plane_number(plane.number)}"
    target = draft.now.targets.get(slot)
    if draft.aims is not None:
        missed = draft.odds.shot(slot, plane.number)[0]
        chance = english.percent(1.0 - missed)
        words += f": {'hits' if target == plane.number else 'would hit'} {chance}"
    if target is not None and target != plane.number:
        words += f" (now at plane {names.plane_number(target)})"
    return words


def fate_lines(draft: FirePlanDraft, plane: int | None, width: int) -> list[Line]:
    """A plane and its chances under the plan: to be splashed, to be set afire, when it may still
    strike, and to strike. There are none in a game without odds.
    """
    if draft.aims is None or plane not in draft.odds.planes:
        return []
    slots = (slot for slot, target in draft.now.targets.items() if target == plane)
    strikes = draft.odds.plane(plane, slots)
    hits = []
    if strikes.weapon is not None:
        hits.append(weapon_words(draft.play, strikes, "your ship"))
    if strikes.dive:
        hits.append(f"dive hits {english.percent(strikes.dive)}")
    shot = f"splashed {english.percent(strikes.destroyed)}"
    afire = f"set afire {english.percent(strikes.aflame)}{'; ' if hits else ''}"
    named = f" {english.title_case(names.plane_name(plane))}: "
    words = line((named, "strong"), (f"{shot}, {afire}", "dim"), ", ".join(hits))
    return wrap(words, width)


def silent_lines(draft: FirePlanDraft, width: int) -> list[Line]:
    """The slots that cannot fire, by reason."""
    reasons: dict[str, list[str]] = {}
    for slot, reason in draft.choice.barred.items():
        reasons.setdefault(reason, []).append(slot)
    if not reasons:
        return []
    words = "; ".join(f"{' '.join(slots)}: {safe(reason)}" for reason, slots in reasons.items())
    return wrap(line((" Cannot fire: ", "dim"), (words, "dim")), width)
