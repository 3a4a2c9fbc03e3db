"""Pages of the manual as lines: headings, lists, tables, and links that can be followed."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from picket_duty.manual import mark_of, page, table_cells, target_of, tree, words_of
from picket_duty.tui.lines import Line, Span, cut, joined, length, pad, safe, wrap

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

#: The narrowest a column of a table gets.
LEAST_COLUMN = 5


class ManualPage(NamedTuple):
    """A page drawn for a width: its lines, and for every link its target and the row it stands in."""

    lines: list[Line]
    links: list[tuple[str, int]]


def draw_page(name: str, width: int, marked: int | None = None, search: str = "") -> ManualPage:
    """A page of the manual; the link marked stands out, and so does what was searched for."""
    writer = Writer(width, marked, search.casefold())
    for block in tree(page(name)).children:
        writer.write(block)
    return ManualPage(writer.lines, writer.links)


class Writer:
    """Writes block after block and keeps where the links came to stand."""

    def __init__(self, width: int, marked: int | None, search: str) -> None:
        self.width = width
        self.marked = marked
        self.search = search
        self.lines: list[Line] = []
        self.links: list[tuple[str, int]] = []

    def write(self, block: SyntaxTreeNode) -> None:
        """Add a block, an empty line before it where it is not the first."""
        if self.lines:
            self.lines.append([])
        if block.type == "table":
            self._table(block)
        elif block.type == "heading":
            self.lines.append([Span(safe(words_of(block)), "title")])
        elif block.type in ("bullet_list", "ordered_list"):
            for item in block.children:
                mark = mark_of(item)
                self._add(wrap(self._spans(item, mark), self.width, len(mark)))
        else:
            self._add(wrap(self._spans(block), self.width, 0))

    def _add(self, lines: list[Line]) -> None:
        """Add lines; a link stands in the row where its first word does."""
        for row in lines:
            for span in row:
                number = _link_number(span)
                if number is not None and self.links[number][1] < 0:
                    self.links[number] = (self.links[number][0], len(self.lines))
            self.lines.append(row)

    def _spans(self, node: SyntaxTreeNode, before: str = "") -> Line:
        """Plain text, emphasis and links of a row."""
        found: Line = []
        for span in joined([Span(before), *self._inline(node, "plain")]):
            found += [span] if span.action else self._found(span.text, span.style)
        return found

    def _inline(self, node: SyntaxTreeNode, style: str) -> Line:
        if node.type == "link":
            return [self._link(node)]
        if node.type == "softbreak":
            return [Span(" ", style)]
        if node.type in ("strong", "em", "code_inline"):
            style = "strong"
        if not node.children:
            return [Span(safe(node.content), style)]
        return [span for child in node.children for span in self._inline(child, style)]

    def _link(self, node: SyntaxTreeNode) -> Span:
        number = len(self.links)
        self.links.append((target_of(node), -1))
        label = " ".join(words_of(node).split())
        return Span(f"[{safe(label)}]", "mark" if number == self.marked else "key", f"screen.follow({number})")

    def _found(self, text: str, style: str) -> Line:
        """A text with what was searched for marked."""
        if not self.search or self.search not in text.casefold():
            return [Span(text, style)] if text else []
        place = text.casefold().index(self.search)
        end = place + len(self.search)
        head = [Span(text[:place], style)] if place else []
        return [*head, Span(text[place:end], "mark"), *self._found(text[end:], style)]

    def _table(self, table: SyntaxTreeNode) -> None:
        """A table in columns as wide as they need, the widest broken where there is too little room."""
        cells = [[self._spans(cell) for cell in row] for row in table_cells(table)]
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
