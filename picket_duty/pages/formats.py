"""Blocks as text: Markdown, plain text, or BBCode for forums.

Plain mode prints ``text_lines`` of a page. Control characters in names are escaped.
"""

from __future__ import annotations

import re
import textwrap
from collections.abc import Iterable, Iterator
from itertools import chain, zip_longest

from picket_duty.charts.words import safe
from picket_duty.figures.curves import curve
from picket_duty.figures.marks import Figure
from picket_duty.figures.plots import bars, columns
from picket_duty.pages.blocks import (
    BarChart,
    Block,
    Columns,
    CurveChart,
    DayChart,
    Document,
    Fields,
    Grid,
    Heading,
    Items,
    Paragraph,
    Space,
    Text,
    Trace,
    flat,
    plain,
)
from picket_duty.text.styled_text import line

#: The blocks that every format writes.
Simple = Heading | Paragraph | Items | Grid | Figure | Trace


def simple_content(content: Iterable[Block]) -> Iterator[Simple]:
    """The blocks one below another: a chart becomes a figure, fields a table of two columns."""
    for block in flat(content):
        match block:
            case BarChart():
                yield bars(block.title, block.values)
            case DayChart():
                yield columns(block.title, block.days, block.most)
            case CurveChart():
                yield curve(block.title, block.legs, block.points, block.ticks)
            case Fields():
                if block.title:
                    yield Heading(block.title, 5)
                has_labels = any(label for label, _ in block.rows)
                rows: list[tuple[Text, ...]] = []
                for label, text in block.rows:
                    if text:
                        labeled = (line((safe(label), "strong")), text)
                        rows.append(labeled if has_labels else (text,))
                if rows:
                    yield Grid(("",) * len(rows[0]), tuple(rows))
            case Columns() | Space():
                # There are none after ``flat``, but the type of its blocks includes them.
                continue
            case _:
                yield block


def _heading_words(block: Heading) -> str:
    return f"{plain(block.text)}, {block.aside}" if block.aside else plain(block.text)


# -- Markdown ---------------------------------------------------------------------------

#: Characters with a meaning in Markdown.
MARKUP = re.compile(r"[\\`*_{}\[\]<>#|]")
#: The place for a backslash where a text would begin a list: after its number, or before its sign.
LIST_MARK = re.compile(r"^(?:(\d+)(?=[.)]\s)|(?=[-+]\s))")


def to_markdown(document: Document) -> str:
    """The report in Markdown."""
    title = f"# {_quote(document.title)}"
    return "\n\n".join([title, *map(_markdown, simple_content(document.blocks))]) + "\n"


def _markdown(block: Simple) -> str:
    match block:
        case Heading():
            return f"{'#' * block.level} {_quote(_heading_words(block))}"
        case Paragraph(kind="sign"):
            return f"*{_quote(block.text)}*"
        case Paragraph():
            lead = f"**{_quote(block.lead)}.** " if block.lead else ""
            return lead + _quote(block.text)
        case Items():
            return "\n".join(f"- {_quote(text)}" for text in block.lines)
        case Grid():
            columns = range(len(block.headings))
            rules = ["--:" if number in block.right else "---" for number in columns]
            head = map(_quote, block.headings)
            rows = (map(_quote, row) for row in block.rows)
            return "\n".join(f"| {' | '.join(row)} |" for row in (head, rules, *rows))
        case Figure() | Trace():
            lines = "\n".join(safe(line).replace("```", "'''") for line in block.lines)
            return f"{_quote(block.title)}\n\n```\n{lines}\n```"


def _quote(text: Text) -> str:
    return LIST_MARK.sub(r"\1\\", MARKUP.sub(r"\\\g<0>", _safe(text)))


# -- plain text -------------------------------------------------------------------------

WIDTH = 100
#: Indent of the lines of a log entry after its first.
LOG_HANG = 4
#: The least width at which a cell of a table is broken.
NARROWEST = 12
#: The most characters that a column is counted with, because longer cells can be broken.
MOST_COUNTED = 24


def to_text(document: Document) -> str:
    """The report as lines of text."""
    title = safe(document.title.upper())
    return "\n".join([title, "=" * len(title), "", *text_lines(document.blocks)])


def text_lines(content: Iterable[Block], width: int = WIDTH) -> list[str]:
    """Blocks as lines of text, an empty line after each but before an indented paragraph."""
    lines = []
    shown = list(simple_content(content))
    for block, after in zip_longest(shown, shown[1:]):
        lines += _plain_lines(block, width)
        if not (isinstance(after, Paragraph) and after.indent):
            lines.append("")
    return lines


def _plain_lines(block: Simple, width: int) -> list[str]:
    match block:
        case Heading():
            text = safe(_heading_words(block))
            if block.level >= 4:
                return [text]
            # The title of the document is the only heading of level 1 (``to_text``).
            rule = "=-"[block.level - 2] * len(text)
            return [text.upper() if block.level == 2 else text, rule]
        case Paragraph(kind="sign"):
            return [_safe(block.text).rjust(width)]
        case Paragraph():
            text = f"{_safe(block.lead)}. {_safe(block.text)}" if block.lead else _safe(block.text)
            indent = " " * block.indent
            hang = " " * (LOG_HANG if block.kind == "log" else block.indent + block.hang)
            lines = textwrap.wrap(text, width, initial_indent=indent, subsequent_indent=hang)
            return lines or [""]
        case Items():
            items = textwrap.TextWrapper(width, initial_indent="- ", subsequent_indent="  ")
            return list(chain.from_iterable(items.wrap(_safe(item)) for item in block.lines))
        case Grid():
            return grid_lines(block, width)
        case Figure() | Trace():
            return [safe(block.title), *(f"  {safe(line)}".rstrip() for line in block.lines)]


def _safe(text: Text) -> str:
    return safe(plain(text))


def column_widths(block: Grid, width: int, narrowest: int = NARROWEST) -> list[int]:
    """The widths of the columns of a table; if it is wider than ``width``, its widest columns are
    narrowed.
    """
    rows = (block.headings, *block.rows)
    widths = [max(len(_safe(row[column])) for row in rows) for column in range(len(block.headings))]
    room = width - block.gap * (len(widths) - 1)
    while sum(widths) > room and max(widths) > narrowest:
        widths[widths.index(max(widths))] -= 1
    return widths


def fitting(block: Grid, width: int) -> Grid:
    """A table with as many of its optional columns as fit."""
    shown = list(range(len(block.headings)))
    rows = (block.headings, *block.rows)
    # Each column is counted with a gap after it, so that the last gap is beyond the width.
    longest = [max(len(plain(row[number])) for row in rows) + block.gap for number in shown]
    most = width + block.gap
    optional = list(block.optional)

    def is_too_wide() -> bool:
        return sum(min(longest[number], MOST_COUNTED + block.gap) for number in shown) > most

    while optional and is_too_wide():
        shown.remove(optional.pop())
    return Grid(
        tuple(block.headings[number] for number in shown),
        tuple(tuple(row[number] for number in shown) for row in block.rows),
        right=tuple(at for at, number in enumerate(shown) if number in block.right),
        gap=block.gap,
    )


def grid_lines(block: Grid, width: int = WIDTH) -> list[str]:
    """A table in columns; if it is wider than ``width``, the cells of its widest columns are
    broken.
    """
    block = fitting(block, width)
    widths = column_widths(block, width)
    lines: list[str] = []
    if any(block.headings):
        lines += _row(block.headings, widths, block)
        lines.append((" " * block.gap).join("-" * width for width in widths))
    for row in block.rows:
        lines += _row(row, widths, block)
    return lines


def _row(row: tuple[Text, ...], widths: list[int], block: Grid) -> list[str]:
    """The lines of a row: its cells, which may be broken, side by side. The first cell goes on
    indented.
    """
    indents = ("  ", *("" for _ in row[1:]))
    cells = map(_cell, row, widths, indents)
    lines = []
    for parts in zip_longest(*cells, fillvalue=""):
        sized = [
            part.rjust(size) if column in block.right else part.ljust(size)
            for column, (part, size) in enumerate(zip(parts, widths, strict=True))
        ]
        lines.append((" " * block.gap).join(sized).rstrip())
    return lines


def _cell(cell: Text, width: int, indent: str) -> list[str]:
    text = _safe(cell)
    # A cell that fits keeps its own indent.
    drops = width < len(text)
    return textwrap.wrap(text, width, subsequent_indent=indent, drop_whitespace=drops) or [""]


# -- BBCode -----------------------------------------------------------------------------

#: Sizes of headings by level, in percent of the text.
SIZES = {1: 200, 2: 170, 3: 140}


def to_bbcode(document: Document) -> str:
    """The whole report."""
    shown = [Heading(document.title, 1), *simple_content(document.blocks)]
    return "\n\n".join(map(_bbcode, shown)) + "\n"


def _bbcode(block: Simple) -> str:
    match block:
        case Heading():
            bold = f"[b]{_unbracketed(_heading_words(block))}[/b]"
            return f"[size={SIZES[block.level]}]{bold}[/size]" if block.level in SIZES else bold
        case Paragraph(kind="sign"):
            return f"[i]{_unbracketed(block.text)}[/i]"
        case Paragraph():
            lead = f"[b]{_unbracketed(block.lead)}.[/b] " if block.lead else ""
            return lead + _unbracketed(block.text)
        case Items():
            items = "\n".join(f"[*]{_unbracketed(text)}" for text in block.lines)
            return f"[list]\n{items}\n[/list]"
        case Grid():
            title = ""
            lines = _plain_lines(block, WIDTH)
        case Figure() | Trace():
            title = f"{_unbracketed(block.title)}\n"
            lines = list(block.lines)
    return "\n".join([f"{title}[code]", *map(_unbracketed, lines), "[/code]"])


def _unbracketed(text: Text) -> str:
    return _safe(text).translate(str.maketrans("[]", "()"))
