"""Orders in words: the option chosen, who fires at each plane, how many men go to each job; and how
an order differs from another.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping

from picket_duty import events
from picket_duty.book import Tables, vocabulary
from picket_duty.book.ids import FighterSlot, slot_named
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Answer, Choice
from picket_duty.text import english, names
from picket_duty.text.styled_text import safe

#: What an order is about in a log, if its id would read wrong before the order.
HEADINGS = {vocabulary.REPAIR_MEN.id: "repair parties", vocabulary.RESCIND.id: "emergency"}

#: A slot and the plane it fires at, None if it holds its fire.
Target = tuple[str, int | None]


def order_fields(event: events.DecisionMade, tables: Tables) -> dict[str, str]:
    """The fields of a phrase about an order: what it is about, empty if the order says it, and the
    order in words.
    """
    about = HEADINGS.get(event.about, event.about)
    order = safe(decision_words(event, tables))
    return {"about": "" if about in order.lower() else about, "order": order}


def decision_words(event: events.DecisionMade, tables: Tables) -> str:
    """The text of the chosen option, which slots fire at each plane, or how many men go to each
    job.
    """
    if event.kind == ONE:
        return event.words or str(event.answer)
    if not event.answer:
        return "no men sent" if event.kind == MEN_TO_JOBS else "hold fire"
    if event.kind == MEN_TO_JOBS:
        jobs = []
        for job, men in event.answer.items():
            jobs.append(f"{english.count(men, 'man', 'men')} to {names.item_words(tables, job)}")
        return ", ".join(jobs)
    planes: dict[int, list[str]] = {}
    for slot, plane in event.answer.items():
        planes.setdefault(plane, []).append(names.item_name(tables, slot))
    return "; ".join(
        f"{names.grouped(slots)} at {names.plane_name(plane)}"
        for plane, slots in sorted(planes.items())
    )


def answer_words(choice: Choice, answer: Answer, tables: Tables) -> str:
    """An answer to a choice, given or not."""
    if choice.kind == ONE:
        texts = (option.text for option in choice.options if option.value == answer)
        return next(texts, str(answer))
    if choice.kind == ASSIGN:
        return plan_words(answer)
    event = events.DecisionMade(
        kind=choice.kind, about=choice.about, rule=choice.rule, answer=answer
    )
    return safe(decision_words(event, tables))


def plan_words(plan: Mapping[str, int], than: Mapping[str, int] | None = None) -> str:
    """A fire plan in short: ``plane 1: 5in-1 2  40mm-A; plane 2: ...``; only what differs from
    another if given.
    """
    if not plan:
        return "hold fire"
    shown: list[Target] = list(plan.items())
    if than is not None:
        shown = differing(plan, than) or shown
    planes: dict[int, list[str]] = {}
    held = []
    for slot, plane in shown:
        if plane is None:
            held.append(slot)
        else:
            planes.setdefault(plane, []).append(slot)
    said = [
        f"{names.plane_name(plane)}: {names.slots_words(slots)}"
        for plane, slots in sorted(planes.items())
    ]
    if held:
        said.append(f"no target: {names.slots_words(held)}")
    return "; ".join(said)


def differing(plan: Mapping[str, int], than: Mapping[str, int]) -> list[Target]:
    """The slots with another target than in another plan, and that target. Fighters are all alike:
    if as many of them have a target in both plans, none of these differs.
    """
    others = []
    for slot in dict.fromkeys([*plan, *than]):
        if plan.get(slot) != than.get(slot):
            others.append((slot, plan.get(slot)))
    fighters = [slot for slot, _ in others if isinstance(slot_named(slot), FighterSlot)]
    # How many fighters both plans have at each target.
    alike = Counter(map(plan.get, fighters)) & Counter(map(than.get, fighters))
    told: list[Target] = []
    for slot, target in others:
        if slot in fighters and alike[target]:
            alike[target] -= 1
        else:
            told.append((slot, target))
    return told
