"""The answers to a decision in a table with what each of them leads to.

Each public function returns blocks of rows: block 0 is the heading, block n has the rows of answer n.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence

from picket_duty.charts.words import safe
from picket_duty.odds.relief import ReliefOption
from picket_duty.pages import relief as relief_pages
from picket_duty.pages.comparisons import Comparison, Outcomes
from picket_duty.pages.fire_plan import CHANCE_ROOM
from picket_duty.rules.play import Play
from picket_duty.text.styled_text import Line, Span, line
from picket_duty.tui.lines import cut, fit, length, pad, wrap

#: Columns before an answer that is the head of a column.
BETWEEN = 2
#: Columns before what belongs to an answer, below it.
INDENT = 6
#: Columns before the row of a table below an answer.
ROW_INDENT = 4


def comparison_rows(
    question: str, answers: Sequence[Line], both: Comparison, width: int
) -> list[list[Line]]:
    """Both answers at the heads of two columns, and below them what each leads to."""
    rows = [(both.about, both.yes, both.no), *both.rows]
    about_width, *cell_widths = (max(map(len, column)) for column in zip(*rows, strict=True))
    answer_widths = [
        BETWEEN + max(length(answer), cell_width)
        for answer, cell_width in zip(answers, cell_widths, strict=True)
    ]
    label_width = min(max(len(question), about_width + 1), width - sum(answer_widths))
    head: Line = [Span(fit(question, label_width), "strong")]
    for answer, answer_width in zip(answers, answer_widths, strict=True):
        head += [Span(" " * (answer_width - length(answer))), *answer]
    lines = [each for row in rows for each in _row_lines(row, label_width, answer_widths)]
    lines[0] = [span._replace(style="dim") for span in lines[0]]
    notes = wrap([Span(both.note, "dim")], width) if both.note else []
    # Both answers are on the row of the first; the block of the second is the rows below.
    return [[], [cut(head, width)], [cut(each, width) for each in lines] + notes]


def _row_lines(cells: tuple[str, ...], label_width: int, cell_widths: Sequence[int]) -> list[Line]:
    """A row of a table: its label, which goes on below if it is long, and its cells, which are
    aligned right.
    """
    label, *figures = cells
    aligned = "".join(
        f"{figure:>{cell_width}}" for figure, cell_width in zip(figures, cell_widths, strict=True)
    )
    first, *others = wrap([Span(f" {label}")], label_width)
    return [[*first, Span(" " * (label_width - length(first)) + aligned)], *others]


def outcome_rows(
    question: str, yes: Line, no: Line, outcomes: Outcomes, width: int
) -> list[list[Line]]:
    """The outcomes of an attempt below the answer ``yes``, and the answer ``no`` with its own."""
    before = " " * INDENT
    succeeds, *if_succeeds = outcomes.succeeds
    fails, *if_fails = outcomes.fails
    table: list[tuple[Line, Iterable[str]]] = [
        ([Span(question, "strong")], outcomes.headings),
        (yes, [""] * len(outcomes.headings)),
        ([Span(before + succeeds)], if_succeeds),
        ([Span(before + fails)], if_fails),
        (no, outcomes.held),
    ]
    label_width = max(length(label) for label, _ in table)
    chance_widths = [max(CHANCE_ROOM, len(heading)) for heading in outcomes.headings]
    head, *rows = (
        cut([*pad(label, label_width), _chances(chances, chance_widths)], width)
        for label, chances in table
    )
    head[-1] = head[-1]._replace(style="dim")
    notes = wrap([Span(outcomes.note, "dim")], width, indent=0)
    # The last row is the answer no; those before it are the answer yes with its outcomes.
    return [[head], rows[:-1], [rows[-1], *notes]]


def _chances(chances: Iterable[str], widths: Iterable[int]) -> Span:
    """Chances, or their headings, in columns of some widths."""
    cells = (f"{' ' * BETWEEN}{each:>{wide}}" for each, wide in zip(chances, widths, strict=True))
    return Span("".join(cells))


def relief_rows(
    play: Play,
    answers: Mapping[str, Line],
    options: Mapping[str, ReliefOption],
    text_width: int,
    width: int,
) -> list[list[Line]]:
    """The answers about relief, each with the condition of the ship and with when she is back.

    The conditions are a table beside the answers, whose texts have ``text_width`` columns; if that
    is too wide, each has its row below the answer. An answer without a part in ``options`` stands
    alone.
    """
    headings, by_option = relief_pages.condition_table(play, options)
    head, *rows = _in_columns([headings, *by_option.values()], left=True)
    cells = dict(zip(by_option, rows, strict=True))
    # Before its text an answer has its key, in the columns of the indent less one.
    answer_width = text_width + INDENT - 1
    is_beside = answer_width + len(head) <= width
    before = " " * (answer_width if is_beside else ROW_INDENT)
    blocks = [[cut(line((before + head, "dim")), width)]]
    for value, spans in answers.items():
        lines = wrap(spans, width, indent=INDENT)
        if value in cells:
            lines = _condition_lines(spans, cells[value], is_beside, width)
            lines += _return_lines(play, options[value], width)
        blocks.append(lines)
    return blocks


def _condition_lines(spans: Line, cells: str, is_beside: bool, width: int) -> list[Line]:
    """An answer and the ship with it, in one line if the table is beside the answers."""
    if is_beside:
        return [cut([*spans, Span(cells)], width)]
    return [spans, cut([Span(" " * ROW_INDENT + cells)], width)]


def _return_lines(play: Play, option: ReliefOption, width: int) -> list[Line]:
    """When a ship is back, and what she misses and serves then; or what she serves if she stays."""
    before = Span(" " * INDENT)
    if option.leaving is None:
        words = relief_pages.serving_words(play, option)
        return [[before, Span(words)]] if words else []
    dates, rows = relief_pages.return_table(play, option)
    labels = _in_columns([("back",), *((label,) for label in rows)], left=True)
    head, *cells = _in_columns([dates, *rows.values()])
    lines = [
        cut([before, Span(label, "dim"), Span(figures)], width)
        for label, figures in zip(labels, [head, *cells], strict=True)
    ]
    if words := relief_pages.leaving_words(play, option):
        lines += wrap([before, Span(safe(words))], width, indent=INDENT)
    return lines


def _in_columns(rows: list[tuple[str, ...]], left: bool = False) -> list[str]:
    """The rows of a table with their cells aligned right in their columns, or ``left``; one empty
    row for no table.
    """
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    side = "<" if left else ">"
    return [
        "".join(f"  {cell:{side}{wide}}" for cell, wide in zip(row, widths, strict=True))
        for row in rows
    ] or [""]
