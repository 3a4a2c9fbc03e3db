"""Requests of the sequence of play: a Roll asks for dice, a Choice for a decision.

The same Roll object serves prediction, play, log, odds and saves: before the dice it has the chart,
the column and the modifiers with their reasons, afterwards also the dice, the total and the result.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec

from picket_duty.charts import Chart, Modifier, Row

#: The dice of a roll, as a tuple, or a decision. The type of a decision depends on the kind of the
#: choice, but is never a tuple.
Answer = Any

#: Kinds of decisions: one of several options, slots to planes, men to jobs, a number or a label
#: from the map.
ONE = "one"
ASSIGN = "assign"
MEN_TO_JOBS = "men"
NUMBER = "number"
LABEL = "label"
#: Characters of the longest label.
LONGEST_LABEL = 8


class Purpose(msgspec.Struct, frozen=True, eq=False):
    """The purpose of a roll. ``id`` is used in events, saves and the addresses of dice.

    ``asked`` are other words on some charts, by chart id or by chart id and note id.
    ``mine`` is whether the player rolls with ``--dice mine``; ``given`` is whether the roll belongs
    to the day rather than to the battle. ``helps`` is the sign of a modifier that helps the player,
    0 if neither sign does.
    """

    id: str
    words: str
    rule: str
    mine: bool = False
    given: bool = False
    helps: int = 1
    asked: dict[str, str] = {}

    def words_on(self, chart: Chart) -> str:
        """The purpose of a roll on a chart, in words."""
        return self.asked.get(f"{chart.id} {chart.note_id}".rstrip(), self.words)


#: A roll on a chart outside any game.
BY_HAND = Purpose("table", "A roll on a chart", "tables roll")


class Decision(msgspec.Struct, frozen=True, eq=False):
    """The subject of a choice. ``numbered`` options are chosen by number on the map; ``marked`` is
    preselected.
    """

    id: str
    kind: str
    words: str
    rule: str
    numbered: bool = False
    marked: str = ""


class Illegal(ValueError):
    """An answer that the rules do not allow. Its text is the reason; the request stays open."""


class Toward(msgspec.Struct, frozen=True, gc=False):
    """A modifier that moves a natural roll toward some totals, but not past them. ``totals`` are in
    ascending order, at least one.
    """

    modifier: Modifier
    totals: tuple[int, ...]

    def modifiers(self, natural: int) -> tuple[Modifier, ...]:
        """The modifier of a natural roll, with its sign; none if it is one of the totals."""
        if natural in self.totals:
            return ()
        step = abs(self.modifier.value)
        if natural < self.totals[0]:
            value = min(step, self.totals[0] - natural)
        else:
            # Toward the nearest total below.
            value = -min(step, min(natural - total for total in self.totals if total < natural))
        return (Modifier(value, self.modifier.why, self.modifier.rule),)


class Roll(msgspec.Struct, gc=False):
    """A request for dice on a chart.

    ``column`` is the heading used after clamping; ``column_modifiers`` are set if it was summed.
    ``toward`` becomes a modifier only when the natural roll is known. ``actor`` is the part of the
    dice address that distinguishes rolls with the same purpose. ``plane`` is the number of the
    plane concerned; ``item`` is the id of the mount, slot, compartment, job, post or track
    concerned, if any. ``points_left`` are those that a roll for lost points can take at most, None
    if it takes none. After the roll: ``dice`` (single dice, 0-9 for ten-sided ones), ``natural``,
    ``total`` (before clamping) or ``row`` and ``col``, and ``result``.
    """

    chart: Chart
    purpose: Purpose
    actor: str = ""
    column: str | None = None
    modifiers: tuple[Modifier, ...] = ()
    column_modifiers: tuple[Modifier, ...] = ()
    toward: Toward | None = None
    plane: int | None = None
    item: str = ""
    points_left: int | None = None
    phase: str = ""
    wave: int | None = None
    dice: tuple[int, ...] = ()
    natural: int | None = None
    total: int | None = None
    row: int | None = None
    col: int | None = None
    result: Row | None = None

    @property
    def table(self) -> str:
        """Id of the chart, or the paragraph of the rules that requires the die."""
        return self.chart.id

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces of each die: 6 counts 1-6, 10 counts 0-9."""
        return self.chart.faces

    @property
    def dice_name(self) -> str:
        """The dice in words: 1d6, 2d6, d100, 1d10 and 1d6."""
        return self.chart.dice

    @property
    def is_matrix(self) -> bool:
        """Whether one die selects the row and the other the column."""
        return bool(self.chart.cells)

    def check(self, dice: Iterable[object]) -> tuple[int, ...]:
        """The dice as a tuple, one for each entry of ``faces``. Raises Illegal."""
        try:
            checked = tuple(dice)
        except TypeError:
            raise Illegal(
                f"dice must be a list, not {dice!r}; chart {self.table} needs {self.dice_name}"
            ) from None
        faces = self.chart.faces
        if len(checked) != len(faces):
            raise Illegal(
                f"chart {self.table} needs {self.dice_name}, but the number of dice is {len(checked)}"
            )
        for die, face in zip(checked, faces, strict=True):
            low, high = (0, 9) if face == 10 else (1, face)
            if type(die) is not int or not low <= die <= high:
                raise Illegal(
                    f"a die roll of {die!r} is outside the range {low} to {high}; chart {self.table} "
                    f"needs {self.dice_name}"
                )
        return checked  # type: ignore[return-value]

    def resolve(self, dice: tuple[int, ...]) -> Row:
        """Enter checked dice and look up the result. Raises ChartError if the chart has no such
        row.
        """
        chart = self.chart
        self.dice = dice
        if chart.adds:
            natural = sum(dice)
        elif chart.cells:
            self.row, self.col = dice
            self.result = row = chart.cell(self.row, self.col)
            return row
        else:
            tens, ones = dice
            natural = 10 * tens + ones
        if self.toward is not None:
            self.modifiers += self.toward.modifiers(natural)
        total = natural
        for modifier in self.modifiers:
            total += modifier.value
        self.natural = natural
        self.total = total
        looked_up = natural if natural in chart.natural else total
        self.result = row = chart.look_up(looked_up, self.column)
        return row

    def undo(self) -> None:
        """Remove the dice and the result, so that the request is open again."""
        # ``resolve`` added the modifier of ``toward``; no other modifier has its rule.
        if self.toward is not None:
            rule = self.toward.modifier.rule
            self.modifiers = tuple(modifier for modifier in self.modifiers if modifier.rule != rule)
        self.dice = ()
        self.natural = self.total = self.row = self.col = self.result = None


class Option(msgspec.Struct, frozen=True, gc=False):
    """An option of a choice; ``barred`` is the reason why it is not legal now."""

    value: str
    text: str
    barred: str = ""


class Job(msgspec.Struct, frozen=True, gc=False):
    """A repair job; ``section`` supplies its men.

    ``target`` is the id of the compartment, mount, instrument or secondary compartment to repair.
    Only one job of a ``group`` may have men; ``continued`` is whether the job had men in the
    previous round.
    """

    section: str
    kind: str
    text: str
    target: str = ""
    group: str = ""
    continued: bool = False


class Choice(msgspec.Struct, gc=False):
    """A request for a decision of the captain.

    Its kind is ``one`` (``options``), ``assign`` (``slots``: the legal planes of each slot, None
    always legal; ``barred``: the reason for each slot that cannot act), ``men`` (``jobs`` with 0 to
    ``most`` men each; ``men``: the men available by section), ``number`` (``least`` to ``most``) or
    ``label`` (letters and digits, or one of ``options``).
    """

    decision: Decision
    options: tuple[Option, ...] = ()
    slots: dict[str, tuple[int, ...]] = {}
    barred: dict[str, str] = {}
    jobs: dict[str, Job] = {}
    men: dict[str, int] = {}
    most: int = 0
    least: int = 0
    phase: str = ""
    wave: int | None = None

    @property
    def kind(self) -> str:
        """One, assign, men, number or label."""
        return self.decision.kind

    @property
    def about(self) -> str:
        """Id of the decision."""
        return self.decision.id

    @property
    def rule(self) -> str:
        """The paragraph of the rules."""
        return self.decision.rule

    @property
    def prompt(self) -> str:
        """The question."""
        return self.decision.words

    def check(self, answer: Answer) -> Answer:
        """The answer in canonical form. Raises Illegal with the reason if it is not legal."""
        if self.decision.kind == ONE:
            return self._check_one(answer)
        if self.decision.kind == NUMBER:
            if type(answer) is not int or not self.least <= answer <= self.most:
                raise Illegal(
                    f"'{self.prompt}': {answer!r} is not a number from {self.least} to {self.most}"
                )
            return answer
        if self.decision.kind == LABEL:
            return self._check_label(answer)
        if not isinstance(answer, Mapping):
            raise Illegal(f"{self.prompt}: the answer must be a mapping of orders, not {answer!r}")
        if self.decision.kind == ASSIGN:
            return self._check_assign(answer)
        return self._check_men(answer)

    def legal(self) -> list[str]:
        """The legal values of a ``one`` choice."""
        return [option.value for option in self.options if not option.barred]

    def idle(self, orders: Mapping[str, int]) -> dict[str, int]:
        """The men that each section can still send beside the men of some orders."""
        left = dict(self.men)
        for name, men in orders.items():
            left[self.jobs[name].section] -= men
        return left

    def _check_one(self, answer: Answer) -> str:
        """The value of the option chosen. Raises Illegal."""
        for option in self.options:
            if option.value == answer and option.barred:
                raise Illegal(f"{option.text}: {option.barred}")
            if option.value == answer:
                return option.value
        legal = ", ".join(self.legal())
        raise Illegal(f"{answer!r} is not a valid answer to '{self.prompt}'. Choose from: {legal}.")

    def _check_label(self, answer: Answer) -> str:
        """An option, or a label in capitals. Raises Illegal."""
        if answer in self.legal():
            return str(answer)
        if (
            isinstance(answer, str)
            and answer.isascii()
            and answer.isalnum()
            and len(answer) <= LONGEST_LABEL
        ):
            return answer.upper()
        raise Illegal(
            f"{str(answer)[:20]!r} is not a valid label. Use up to {LONGEST_LABEL} letters and "
            f"digits."
        )

    def _check_assign(self, answer: Mapping[Any, Any]) -> dict[str, int | None]:
        """The planes of the slots that act, in the order of the slots. Raises Illegal."""
        for slot, plane in answer.items():
            legal = self.slots.get(slot)
            if legal is None:
                reason = self.barred.get(slot, "no such slot")
                raise Illegal(f"{slot}: {reason}; the slots are {', '.join(self.slots)}")
            if plane is not None and (type(plane) is not int or plane not in legal):
                raise Illegal(
                    f"{slot} cannot fire at plane {plane!r}, only at {', '.join(map(str, legal))}"
                )
        return {slot: plane for slot in self.slots if (plane := answer.get(slot)) is not None}

    def _check_men(self, answer: Mapping[Any, Any]) -> dict[str, int]:
        """The men of the jobs that have any, in the order of the jobs. Raises Illegal."""
        left = dict(self.men)
        # The job of each group that has men.
        groups: dict[str, str] = {}
        for name, men in answer.items():
            job = self.jobs.get(name)
            if job is None:
                raise Illegal(f"{name!r} is not a job; the jobs are {', '.join(self.jobs)}")
            if type(men) is not int or not 0 <= men <= self.most:
                raise Illegal(f"{name}: {men!r} men assigned; a job takes 0 to {self.most}")
            left[job.section] -= men
            if left[job.section] < 0:
                raise Illegal(
                    f"{name}: only {self.men[job.section]} men are available {job.section}"
                )
            if job.group and men and groups.setdefault(job.group, name) != name:
                raise Illegal(
                    f"{name}: {job.group} already has men from another section "
                    f"({groups[job.group]})"
                )
        return {name: answer[name] for name in self.jobs if answer.get(name)}


Request = Roll | Choice
