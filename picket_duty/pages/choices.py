"""A choice that the game waits for: its options with their consequences, as blocks and as lines for
plain mode.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import groupby

from picket_duty.book import Tables
from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.odds import consequences as outcomes
from picket_duty.odds.prospects import SpoiledAim, prospects
from picket_duty.odds.repair_men import not_needed
from picket_duty.pages.blocks import Block, Fields, Grid, Paragraph
from picket_duty.pages.comparisons import comparison_blocks, outcome_blocks, outcomes_of
from picket_duty.pages.consequences import (
    caution_words,
    chances_by_men,
    consequence_words,
    counterflooding_words,
    rest_words,
    unrepaired_words,
    worse_words,
)
from picket_duty.pages.formats import text_lines
from picket_duty.pages.relief import question_notes, relief_page
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice
from picket_duty.rules.play import Play
from picket_duty.state import State
from picket_duty.text import names

#: Width of the lines.
WIDTH = 79
#: How to type a fire plan and the repair parties.
ANSWERS = {
    ASSIGN: (
        "  type 1=2 3=1: slot 1 at plane 2, slot 3 at plane 1; auto: your exec's plan; hold: hold "
        "fire"
    ),
    MEN_TO_JOBS: "  type 1=2 3=1: 2 men to job 1, 1 man to job 3; auto: your exec's plan; hold: no repairs",
}


def choice_lines(
    choice: Choice, state: State, tables: Tables, consequences: outcomes.Consequences | None = None
) -> list[str]:
    """A choice with its options, their consequences if given, what can fire and what cannot, and
    how to answer it.
    """
    how = filter(None, [ANSWERS.get(choice.kind)])
    page = text_lines(options_page(choice, state, tables, consequences or {}), WIDTH - 2)
    lines = [f"{choice.prompt} ({choice.rule})", *how, *(f"  {row}" for row in page if row)]
    if choice.kind == ASSIGN:
        lines += [*(row for row, _ in slot_rows(choice, tables)), *barred_rows(choice, tables)]
    return lines


def options_page(
    choice: Choice,
    state: State,
    tables: Tables,
    consequences: outcomes.Consequences,
    chances: Mapping[str, str] = {},
) -> list[Block]:
    """The options of a choice with their consequences. A table for the whole choice replaces them
    where ``prospects`` has both answers, and for jobs; relief has its own page (``relief_page``),
    with the ``chances`` that are known.
    """
    play = Play(state, tables)
    expected = prospects(play, choice) if consequences else None
    caution = caution_words(choice, state, tables, expected)
    notes = [*([caution] if caution else []), *question_notes(choice, play)]
    if isinstance(expected, SpoiledAim):
        return [*map(Paragraph, notes), *outcome_blocks(choice, outcomes_of(play, expected))]
    if expected is not None:
        return [*map(Paragraph, notes), *comparison_blocks(choice, expected)]
    if together := counterflooding_words(consequences):
        notes.append(together)
    if choice.men:
        men = ", ".join(
            f"{names.part_of_ship(section)} {men}" for section, men in choice.men.items()
        )
        notes.append(f"men available: {men}")
    if choice.jobs:
        return [*map(Paragraph, notes), *_jobs_blocks(choice, play, consequences)]
    if choice.decision is ASK_RELIEF and consequences:
        return [*map(Paragraph, notes), *_relief_blocks(choice, play, chances)]
    rows = []
    for label, name, text, barred in _named_options(choice, state):
        words = _barred_words(barred)
        if name in consequences and not barred:
            words = consequence_words(consequences[name])
        rows.append((f"{label}  {text}", words) if words else (label, text))
    return [*map(Paragraph, notes), Fields(tuple(rows))]


def _relief_blocks(choice: Choice, play: Play, chances: Mapping[str, str]) -> list[Block]:
    """The page about relief; below it, the options that are barred or whose chance is known."""
    labels = {}
    rows = []
    for label, name, text, barred in _named_options(choice, play.state):
        labels[name] = f"{label}  {text}"
        if words := _barred_words(barred) or chances.get(name, ""):
            rows.append((labels[name], words))
    return [*relief_page(choice, play, labels), Fields(tuple(rows))]


def _barred_words(barred: str) -> str:
    return f"[not possible: {barred}]" if barred else ""


def _named_options(choice: Choice, state: State) -> Iterator[tuple[str, str, str, str]]:
    """The label, name and text of each option or plane, and why it is barred."""
    for number, option in enumerate(choice.options, 1):
        yield str(number), option.value, option.text, option.barred
    if choice.kind == ASSIGN:
        for plane in state.air.planes:
            if plane.flying:
                yield "plane", str(plane.number), names.short_plane_words(plane), ""


def _jobs_blocks(
    choice: Choice, play: Play, consequences: outcomes.Consequences
) -> Iterator[Block]:
    """The jobs with the chance of each by its men, and what happens if it fails. The jobs that no
    fight depends on are below the others.
    """
    rest = not_needed(choice.jobs)
    if needed := [name for name in choice.jobs if name not in rest]:
        yield _jobs_table(choice, play, needed, consequences)
    if rest:
        yield Paragraph(rest_words(play))
        yield _jobs_table(choice, play, rest, consequences)


def _jobs_table(
    choice: Choice, play: Play, shown: Iterable[str], consequences: outcomes.Consequences
) -> Grid:
    """Some jobs, with what happens if one fails and its chance by the number of men."""
    numbers = {name: number for number, name in enumerate(choice.jobs, 1)}
    rows: list[tuple[str, ...]] = []
    for name in shown:
        job = choice.jobs[name]
        going_on = ", continued" if job.continued else ""
        label = f"{numbers[name]}  {job.text} ({names.SHORT_SECTIONS[job.section]}{going_on})"
        expected = consequences.get(name)
        if isinstance(expected, outcomes.RepairOutcome):
            worse = worse_words(expected) or unrepaired_words(play, job)
            rows.append((label, worse, *chances_by_men(expected, choice.most)))
        else:
            rows.append((label,))
    if not consequences:
        return Grid(("",), tuple(rows))
    men = (*map(str, range(choice.most)), f"{choice.most} men")
    return Grid(("", "if it fails", *men), tuple(rows), right=tuple(range(2, len(men) + 2)))


def slot_rows(
    choice: Choice, tables: Tables, detail: Callable[[str], object] = lambda slot: None
) -> list[tuple[str, str]]:
    """A line for each run of slots that can share one, such as ``1-3 5-inch mounts 1 to 3: planes
    2, 4``; and the first slot of the run. They are of a kind, and have the same targets and the
    same ``detail``.
    """

    def shared(numbered: tuple[int, str]) -> tuple[object, ...]:
        """What is the same for all slots of a line."""
        _, slot = numbered
        short = names.slot_words(slot)
        # The short name up to the number at its end.
        kind = short[: max(short.rfind("-"), short.rfind(" "))]
        return kind, choice.slots[slot], detail(slot)

    rows = []
    for _, run in groupby(enumerate(choice.slots, 1), shared):
        (first, slot), *others = run
        numbers = f"{first}-{first + len(others)}" if others else str(first)
        name = _run_name([slot, *(other for _, other in others)], tables)
        targets = [str(names.plane_number(plane)) for plane in choice.slots[slot]]
        planes = f"{'planes' if targets[1:] else 'plane'} {', '.join(targets)}"
        rows.append((f"  {numbers:>5}  {name}: {planes}", slot))
    return rows


def _run_name(slots: list[str], tables: Tables) -> str:
    """A run of slots of a kind by their numbers: ``5-inch mounts 1 to 3``."""
    name = names.item_name(tables, slots[0])
    if len(slots) == 1:
        return name
    kind, _, first = name.rpartition(" ")
    last = names.item_name(tables, slots[-1]).rpartition(" ")[2]
    kinds = f"{kind}s" if names.is_mount(name) else kind
    return f"{kinds} {first} {'to' if slots[2:] else 'and'} {last}"


def barred_rows(choice: Choice, tables: Tables) -> list[str]:
    """A line for each reason why slots cannot fire."""
    reasons: dict[str, list[str]] = {}
    for slot, why in choice.barred.items():
        reasons.setdefault(why, []).append(names.item_name(tables, slot))
    return [f"      -  {names.grouped(slots)}: {why}" for why, slots in reasons.items()]
