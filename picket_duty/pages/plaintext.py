"""Blocks as Markdown, as plain text, or as BBCode for forums. Control characters in names are escaped.

Plain mode prints ``text_lines`` of a page.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable
from itertools import chain, zip_longest

from picket_duty.charts.words import safe
from picket_duty.figures import plots
from picket_duty.figures.marks import Figure
from picket_duty.pages import blocks

WIDTH = 100
#: The least width at which a cell of a table is broken.
NARROWEST = 12
#: An optional column is left out rather than a cell broken below this width.
LEAST_BROKEN = 24
#: Characters with a meaning in Markdown.
MARKUP = "\\`*_{}[]<>#|"
#: The place for a backslash where a text would begin a list: after its number, or before its sign.
LIST_MARK = re.compile(r"^(?:(\d+)(?=[.)]\s)|(?=[-+]\s))")


def to_markdown(document: blocks.Document) -> str:
    """The report in Markdown."""
    return "\n\n".join([f"# {_quote(document.title)}", *map(_markdown, blocks.flat(document.blocks))]) + "\n"


def _markdown(block: blocks.Block) -> str:
    if isinstance(block, blocks.Heading):
        return f"{'#' * block.level} {_quote(_with_aside(block))}"
    if isinstance(block, blocks.Paragraph):
        lead = f"**{_quote(block.lead)}.** " if block.lead else ""
        return f"*{_quote(block.text)}*" if block.kind == "sign" else lead + _quote(block.text)
    if isinstance(block, blocks.Items):
        return "\n".join(f"- {_quote(text)}" for text in block.lines)
    if isinstance(block, blocks.Shares | blocks.Legend):
        return _quote(listing(block))
    if isinstance(block, blocks.Fields):
        title = f"**{_quote(block.title)}**\n\n" if block.title else ""
        labeled = ((f"**{_quote(label)}**: " if label else "") + _quote(text) for label, text in block.rows if text)
        return title + "\n".join(f"- {item}" for item in labeled)
    if isinstance(block, blocks.Grid):
        rules = ("--:" if number in block.right else "---" for number in range(len(block.headings)))
        head, *rows = (f"| {' | '.join(map(_quote, row))} |" for row in (block.headings, *block.rows))
        return "\n".join([head, f"| {' | '.join(rules)} |", *rows])
    figure = _figure(block)
    lines = "\n".join(safe(line).replace("```", "'''") for line in figure.lines)
    return f"{_quote(figure.title)}\n\n```\n{lines}\n```"


def _figure(block: blocks.Block) -> Figure | blocks.Trace:
    if isinstance(block, blocks.BarChart):
        return plots.bars(block.title, block.values)
    if isinstance(block, blocks.DayChart):
        return plots.columns(block.title, block.days, block.most)
    if isinstance(block, blocks.CurveChart):
        return plots.curve(block.title, block.legs, block.points, block.ticks)
    assert isinstance(block, Figure | blocks.Trace)
    return block


def listing(block: blocks.Shares | blocks.Legend) -> str:
    """The parts that have a number, or the signs with their meanings, as a list."""
    if isinstance(block, blocks.Legend):
        return ", ".join(map(blocks.plain, block.items))
    return ", ".join(f"{name} {number}" for name, number, _, _ in block.parts if number)


def _with_aside(block: blocks.Heading) -> str:
    return f"{blocks.plain(block.text)}, {block.aside}" if block.aside else blocks.plain(block.text)


def _quote(text: blocks.Text) -> str:
    quoted = "".join(f"\\{sign}" if sign in MARKUP else sign for sign in _flat(text))
    return LIST_MARK.sub(r"\1\\", quoted)


def to_text(document: blocks.Document) -> str:
    """The report as lines of text."""
    title = safe(document.title.upper())
    return "\n".join([title, "=" * len(title), "", *text_lines(document.blocks)])


def text_lines(content: Iterable[blocks.Block], width: int = WIDTH) -> list[str]:
    """Blocks as lines of text, an empty line after each but before an indented paragraph."""
    lines, shown = [], list(blocks.flat(content))
    for block, after in zip_longest(shown, shown[1:]):
        lines += _text(block, width)
        lines += [] if isinstance(after, blocks.Paragraph) and after.indent else [""]
    return lines


def _text(block: blocks.Block, width: int) -> list[str]:
    if isinstance(block, blocks.Heading):
        text = safe(_with_aside(block))
        text = text.upper() if block.level == 2 else text
        return [text, "=-"[block.level - 2] * len(text)] if block.level < 4 else [text]
    if isinstance(block, blocks.Paragraph):
        if block.kind == "sign":
            return [_flat(block.text).rjust(width)]
        text = f"{_flat(block.lead)}. {_flat(block.text)}" if block.lead else _flat(block.text)
        hang = " " * (4 if block.kind == "log" else block.indent + block.hang)
        return textwrap.wrap(text, width, initial_indent=" " * block.indent, subsequent_indent=hang) or [""]
    if isinstance(block, blocks.Items):
        items = (textwrap.wrap(_flat(item), width, initial_indent="- ", subsequent_indent="  ") for item in block.lines)
        return list(chain.from_iterable(items))
    if isinstance(block, blocks.Shares | blocks.Legend):
        return textwrap.wrap(_flat(listing(block)), width)
    if isinstance(block, blocks.Fields):
        margin = "  " if block.title else ""
        label_width = max((len(label) + 2 for label, text in block.rows if text and label), default=0)
        lines = [safe(block.title)] if block.title else []
        for label, value in block.rows:
            first = margin + (_flat(label).ljust(label_width) if label else "")
            lines += textwrap.wrap(_flat(value), width, initial_indent=first, subsequent_indent=" " * len(first))
        return lines
    if isinstance(block, blocks.Grid):
        return grid_lines(block, width)
    figure = _figure(block)
    return [safe(figure.title), *(f"  {safe(line)}" for line in figure.lines)]


def _flat(text: blocks.Text) -> str:
    return safe(blocks.plain(text))


def column_widths(block: blocks.Grid, width: int, narrowest: int = NARROWEST) -> list[int]:
    """The widths of the columns of a table; if it is wider than ``width``, its widest columns are narrowed."""
    rows = (block.headings, *block.rows)
    widths = [max(len(_flat(row[column])) for row in rows) for column in range(len(block.headings))]
    room = width - block.gap * (len(widths) - 1)
    while sum(widths) > room and max(widths) > narrowest:
        widths[widths.index(max(widths))] -= 1
    return widths


def fitting(block: blocks.Grid, width: int) -> blocks.Grid:
    """A table with as many of its optional columns as fit."""
    shown = list(range(len(block.headings)))
    longest = [max(len(blocks.plain(row[number])) for row in (block.headings, *block.rows)) for number in shown]
    optional = list(block.optional)
    while optional and sum(min(longest[number], LEAST_BROKEN) + block.gap for number in shown) - block.gap > width:
        shown.remove(optional.pop())
    return blocks.Grid(
        tuple(block.headings[number] for number in shown),
        tuple(tuple(row[number] for number in shown) for row in block.rows),
        tuple(at for at, number in enumerate(shown) if number in block.right),
        gap=block.gap,
    )


def grid_lines(block: blocks.Grid, width: int = WIDTH) -> list[str]:
    """A table in columns; if it is wider than ``width``, the cells of its widest columns are broken."""
    block = fitting(block, width)
    widths = column_widths(block, width)
    head, *body = [_row(row, widths, block) for row in (block.headings, *block.rows)]
    heads = [*head, (" " * block.gap).join("-" * width for width in widths)] if any(block.headings) else []
    return [*heads, *chain.from_iterable(body)]


def _row(row: tuple[blocks.Text, ...], widths: list[int], block: blocks.Grid) -> list[str]:
    """A row of a table, on as many lines as its longest cell needs; no line but the first starts at the left edge."""
    indents = ("  ", *("" for _ in row[1:]))
    cells = [
        textwrap.wrap(_flat(cell), size, subsequent_indent=indent, drop_whitespace=size < len(_flat(cell))) or [""]
        for cell, size, indent in zip(row, widths, indents, strict=True)
    ]
    lines = []
    for number in range(max(map(len, cells))):
        parts = [cell[number] if number < len(cell) else "" for cell in cells]
        sized = (
            part.rjust(size) if column in block.right else part.ljust(size)
            for column, (part, size) in enumerate(zip(parts, widths, strict=True))
        )
        lines.append((" " * block.gap).join(sized).rstrip())
    return lines


#: Sizes of headings by level, in percent of the text.
SIZES = {1: 200, 2: 170, 3: 140}
#: BBCode cannot escape brackets.
BRACKETS = str.maketrans("[]", "()")


def to_bbcode(document: blocks.Document) -> str:
    """The whole report."""
    return "\n\n".join([_heading(document.title, 1), *map(_bbcode, blocks.flat(document.blocks))]) + "\n"


def _bbcode(block: blocks.Block) -> str:
    if isinstance(block, blocks.Heading):
        return _heading(_with_aside(block), block.level)
    if isinstance(block, blocks.Paragraph):
        if block.kind == "sign":
            return f"[i]{_escaped(block.text)}[/i]"
        return f"[b]{_escaped(block.lead)}.[/b] {_escaped(block.text)}" if block.lead else _escaped(block.text)
    if isinstance(block, blocks.Items):
        return "[list]\n" + "\n".join(f"[*]{_escaped(text)}" for text in block.lines) + "\n[/list]"
    if isinstance(block, blocks.Fields | blocks.Grid | blocks.Legend | blocks.Shares):
        return _code(_text(block, WIDTH))
    figure = _figure(block)
    return f"{_escaped(figure.title)}\n{_code(list(figure.lines))}"


def _heading(text: str, level: int) -> str:
    bold = f"[b]{_escaped(text)}[/b]"
    return f"[size={SIZES[level]}]{bold}[/size]" if level in SIZES else bold


def _code(lines: list[str]) -> str:
    return "[code]\n" + "\n".join(safe(line).translate(BRACKETS) for line in lines) + "\n[/code]"


def _escaped(text: blocks.Text) -> str:
    return _flat(text).translate(BRACKETS)
