"""Pages of the manual as lines: headings, lists, tables, and links that can be followed."""

from __future__ import annotations

import re
from typing import NamedTuple

from picket_duty.manual import LINK, page
from picket_duty.tui.lines import Line, Span, cut, length, pad, safe, wrap

EMPHASIS = re.compile(r"\*\*([^*\n]+)\*\*|\*([^*\n]+)\*|`([^`\n]+)`")
STRONG_LINK = re.compile(r"\*\*(\[[^\]\n]+\]\([^()\s]+\))\*\*")
ITEM = re.compile(r"(- |\d+\. )")
#: The narrowest a column of a table gets.
LEAST_COLUMN = 5


class ManualPage(NamedTuple):
    """A page drawn for a width: its lines, and for every link its target and the row it stands in."""

    lines: list[Line]
    links: list[tuple[str, int]]


def draw_page(name: str, width: int, marked: int | None = None, search: str = "") -> ManualPage:
    """A page of the manual; the link marked stands out, and so does what was searched for."""
    writer = Writer(width, marked, search.casefold())
    for block in _blocks(STRONG_LINK.sub(r"\1", page(name))):
        writer.write(block)
    return ManualPage(writer.lines, writer.links)


def _blocks(text: str) -> list[list[str]]:
    """Paragraphs, headings, tables and items, each as its rows."""
    found: list[list[str]] = [[]]
    for row in text.splitlines():
        starts = row.startswith("#") or bool(ITEM.match(row))
        if not row.strip():
            found += [[""], []]
        elif starts or (row.startswith("|") != bool(found[-1] and found[-1][0].startswith("|"))):
            found.append([row])
            if row.startswith("#"):
                found.append([])
        else:
            found[-1].append(row)
    return [block for block in found if block]


class Writer:
    """Writes block after block and keeps where the links came to stand."""

    def __init__(self, width: int, marked: int | None, search: str) -> None:
        self.width = width
        self.marked = marked
        self.search = search
        self.lines: list[Line] = []
        self.links: list[tuple[str, int]] = []

    def write(self, block: list[str]) -> None:
        """Add a block."""
        first = block[0]
        if first.startswith("|"):
            self._table(block)
        elif first.startswith("#"):
            self.lines.append([Span(safe(first.lstrip("# ")), "title")])
        elif not first:
            self.lines.append([])
        else:
            item = ITEM.match(first)
            indent = len(item.group()) if item else 0
            self._add(wrap(self._spans(" ".join(row.strip() for row in block)), self.width, indent))

    def _add(self, lines: list[Line]) -> None:
        """Add lines; a link stands in the row where its first word does."""
        for row in lines:
            for span in row:
                number = _link_number(span)
                if number is not None and self.links[number][1] < 0:
                    self.links[number] = (self.links[number][0], len(self.lines))
            self.lines.append(row)

    def _spans(self, text: str) -> Line:
        """Plain text, emphasis and links of a row."""
        found: Line = []
        start = 0
        for link in LINK.finditer(text):
            found += self._emphasis(text[start : link.start()])
            number = len(self.links)
            self.links.append((link.group(2), -1))
            tone = "mark" if number == self.marked else "key"
            found.append(Span(f"[{safe(link.group(1))}]", tone, f"screen.follow({number})"))
            start = link.end()
        return found + self._emphasis(text[start:])

    def _emphasis(self, text: str) -> Line:
        found: Line = []
        start = 0
        for match in EMPHASIS.finditer(text):
            found += self._found(text[start : match.start()], "plain")
            found += self._found(next(filter(None, match.groups())), "strong")
            start = match.end()
        return found + self._found(text[start:], "plain")

    def _found(self, text: str, tone: str) -> Line:
        """A text with what was searched for marked."""
        text = safe(text)
        if not self.search or self.search not in text.casefold():
            return [Span(text, tone)] if text else []
        place = text.casefold().index(self.search)
        end = place + len(self.search)
        head = [Span(text[:place], tone)] if place else []
        return [*head, Span(text[place:end], "mark"), *self._found(text[end:], tone)]

    def _table(self, block: list[str]) -> None:
        """A table in columns as wide as they need, the widest broken where there is too little room."""
        rows = [[cell.strip() for cell in row.strip().strip("|").split("|")] for row in block]
        cells = [[self._spans(cell) for cell in row] for row in rows if any(cell.strip("-: ") for cell in row)]
        count = max(map(len, cells))
        widths = [max((length(row[place]) for row in cells if place < len(row)), default=0) for place in range(count)]
        while sum(widths) + 2 * count > self.width and max(widths) > LEAST_COLUMN:
            widths[widths.index(max(widths))] -= 1
        for row in cells:
            self._add(_table_row(row, widths))


def _table_row(row: list[Line], widths: list[int]) -> list[Line]:
    """A row of a table, as many lines high as its highest cell."""
    columns: list[list[Line]] = [
        wrap(cell, width, indent=0) if cell else [[]] for cell, width in zip(row, widths, strict=False)
    ]
    lines = []
    for number in range(max(map(len, columns))):
        line: Line = [Span("  ")]
        for place, (column, width) in enumerate(zip(columns, widths, strict=False)):
            cell = cut(column[number], width) if number < len(column) else []
            line += pad(cell, width + 2) if place + 1 < len(columns) else cell
        lines.append(line)
    return lines


def _link_number(span: Span) -> int | None:
    if not span.action.startswith("screen.follow("):
        return None
    return int(span.action.removeprefix("screen.follow(").rstrip(")"))
