"""Decisions as lines of text, for plain mode."""

from __future__ import annotations

from picket_duty.book import Tables
from picket_duty.requests import ASSIGN, ONE, Choice
from picket_duty.state import State
from picket_duty.text.consequences import Consequences, consequence_words
from picket_duty.text.names import item_name, plane_line, plane_number

#: The width of an option and its consequence on one line; a longer consequence gets a separate line.
WIDTH = 79

#: How to type a fire plan and the repair parties.
FIRE_ANSWERS = "  type 1=2 3=1: slot 1 at plane 2, slot 3 at plane 1; auto: your exec's plan; hold: nobody fires"
MEN_ANSWERS = "  type 1=2 3=1: 2 men to job 1, 1 man to job 3; auto: your exec's plan; hold: no repairs"


def choice_lines(
    choice: Choice, state: State, tables: Tables, consequences: Consequences | None = None, typed: bool = True
) -> list[str]:
    """A choice with its numbered options, their consequences if given, and the reason for each barred option.

    With ``typed``, the lines also say how to type the answer.
    """
    consequences = consequences or {}
    lines = [f"{choice.prompt} ({choice.rule})"]
    if choice.kind == ONE:
        width = max(len(option.text) for option in choice.options)
        for number, option in enumerate(choice.options, 1):
            text = f"  {number}  {option.text}"
            if option.barred:
                lines.append(f"{text}  [not possible: {option.barred}]")
            else:
                lines += _with_consequence(text, width + 5, consequences, option.value)
        return lines
    if choice.kind == ASSIGN:
        return [*lines, *([FIRE_ANSWERS] if typed else []), *_slot_lines(choice, state, tables, consequences)]
    if typed:
        lines.append(MEN_ANSWERS)
    lines.append("  men available: " + ", ".join(f"{section} {men}" for section, men in choice.men.items()))
    for number, (name, job) in enumerate(choice.jobs.items(), 1):
        going_on = ", continued" if job.continued else ""
        lines += _with_consequence(f"  {number:2}  {job.text} ({job.section}{going_on})", 0, consequences, name)
    return lines


def _with_consequence(text: str, width: int, consequences: Consequences, name: str) -> list[str]:
    """An option, a job or a plane with its consequence beside it, or below it if the line would be too long."""
    if name not in consequences:
        return [text]
    words = consequence_words(consequences[name])
    beside = f"{text:<{width}}  {words}"
    return [beside] if len(beside) <= WIDTH else [text, f"       {words}"]


def _slot_lines(choice: Choice, state: State, tables: Tables, consequences: Consequences) -> list[str]:
    """The planes in the air, what can fire at them, and what cannot."""
    width = max((len(item_name(tables, slot)) for slot in (*choice.slots, *choice.barred)), default=0)
    lines = []
    for plane in state.air.planes:
        if plane.flying:
            lines += _with_consequence(f"  plane {plane_line(plane)}", 0, consequences, str(plane.number))
    for number, (slot, planes) in enumerate(choice.slots.items(), 1):
        listed = ", ".join(str(plane_number(plane)) for plane in planes)
        lines.append(f"  {number:2}  {item_name(tables, slot):<{width}}  bears on {listed}")
    return lines + [f"   -  {item_name(tables, slot):<{width}}  {why}" for slot, why in choice.barred.items()]
