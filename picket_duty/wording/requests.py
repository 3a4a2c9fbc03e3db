"""What is wanted of the player, in lines of text."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.requests import ASSIGN, ONE, Choice
from picket_duty.state import State
from picket_duty.wording.names import item_name, plane_line, plane_number

#: How a fire plan and the men are typed.
FIRE_ANSWERS = "  type 1=2 3=1 for number 1 at plane 2, number 3 at plane 1; auto: the staff's plan; go: nobody fires"
MEN_ANSWERS = "  type 1=2 3=1 for 2 men to job 1, 1 man to job 3; auto: the staff's men; go: nobody works"


def choice_lines(choice: Choice, state: State, tables: Tables) -> list[str]:
    """A choice with its numbered options, what is barred and why."""
    lines = [f"{choice.prompt} ({choice.rule})"]
    if choice.kind == ONE:
        for number, option in enumerate(choice.options, 1):
            lines.append(f"  {number}  {option.text}" + (f"  [barred: {option.barred}]" if option.barred else ""))
        return lines
    if choice.kind == ASSIGN:
        return [*lines, *_slot_lines(choice, state, tables)]
    lines.append(MEN_ANSWERS)
    lines.append("  men: " + ", ".join(f"{section} {men}" for section, men in choice.men.items()))
    for number, job in enumerate(choice.jobs.values(), 1):
        going_on = ", continued" if job.continued else ""
        lines.append(f"  {number:2}  {job.text} ({job.section}{going_on})")
    return lines


def _slot_lines(choice: Choice, state: State, tables: Tables) -> list[str]:
    """The planes in the air, what can fire at them, and what cannot."""
    width = max((len(item_name(tables, slot)) for slot in (*choice.slots, *choice.barred)), default=0)
    lines = [FIRE_ANSWERS, *(f"  plane {plane_line(plane)}" for plane in state.air.planes if plane.flying)]
    for number, (slot, planes) in enumerate(choice.slots.items(), 1):
        listed = ", ".join(str(plane_number(plane)) for plane in planes)
        lines.append(f"  {number:2}  {item_name(tables, slot):<{width}}  bears on {listed}")
    return lines + [f"   -  {item_name(tables, slot):<{width}}  {why}" for slot, why in choice.barred.items()]
