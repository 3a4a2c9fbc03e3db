"""What is wanted of the player, in lines of text."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.requests import ASSIGN, ONE, Choice
from picket_duty.state import State
from picket_duty.text.names import item_name, plane_line, plane_number
from picket_duty.text.outcomes import Stakes, stake_words

#: The width that an option and its stake may take together; a longer stake stands on a line of its own.
WIDTH = 79

#: How a fire plan and the men are typed.
FIRE_ANSWERS = "  type 1=2 3=1 for number 1 at plane 2, number 3 at plane 1; auto: the staff's plan; go: nobody fires"
MEN_ANSWERS = "  type 1=2 3=1 for 2 men to job 1, 1 man to job 3; auto: the staff's men; go: nobody works"


def choice_lines(
    choice: Choice, state: State, tables: Tables, stakes: Stakes | None = None, typed: bool = True
) -> list[str]:
    """A choice with its numbered options, what is barred and why; with what hangs on each where that is given.

    Where the answer is ``typed``, also how.
    """
    stakes = stakes or {}
    lines = [f"{choice.prompt} ({choice.rule})"]
    if choice.kind == ONE:
        width = max(len(option.text) for option in choice.options)
        for number, option in enumerate(choice.options, 1):
            text = f"  {number}  {option.text}"
            if option.barred:
                lines.append(f"{text}  [barred: {option.barred}]")
            else:
                lines += _with_stake(text, width + 5, stakes, option.value)
        return lines
    if choice.kind == ASSIGN:
        return [*lines, *([FIRE_ANSWERS] if typed else []), *_slot_lines(choice, state, tables, stakes)]
    if typed:
        lines.append(MEN_ANSWERS)
    lines.append("  men: " + ", ".join(f"{section} {men}" for section, men in choice.men.items()))
    for number, (name, job) in enumerate(choice.jobs.items(), 1):
        going_on = ", continued" if job.continued else ""
        lines += _with_stake(f"  {number:2}  {job.text} ({job.section}{going_on})", 0, stakes, name)
    return lines


def _with_stake(text: str, width: int, stakes: Stakes, name: str) -> list[str]:
    """An option, a job or a plane with what hangs on it: beside it, or below where it is long."""
    if name not in stakes:
        return [text]
    words = stake_words(stakes[name])
    beside = f"{text:<{width}}  {words}"
    return [beside] if len(beside) <= WIDTH else [text, f"       {words}"]


def _slot_lines(choice: Choice, state: State, tables: Tables, stakes: Stakes) -> list[str]:
    """The planes in the air, what can fire at them, and what cannot."""
    width = max((len(item_name(tables, slot)) for slot in (*choice.slots, *choice.barred)), default=0)
    lines = []
    for plane in state.air.planes:
        if plane.flying:
            lines += _with_stake(f"  plane {plane_line(plane)}", 0, stakes, str(plane.number))
    for number, (slot, planes) in enumerate(choice.slots.items(), 1):
        listed = ", ".join(str(plane_number(plane)) for plane in planes)
        lines.append(f"  {number:2}  {item_name(tables, slot):<{width}}  bears on {listed}")
    return lines + [f"   -  {item_name(tables, slot):<{width}}  {why}" for slot, why in choice.barred.items()]
