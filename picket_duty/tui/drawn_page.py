"""Markdown of the manual as lines of text."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from picket_duty import manual
from picket_duty.charts.search import PARTS, stem
from picket_duty.manual import markdown
from picket_duty.pages.blocks import Grid
from picket_duty.pages.formats import column_widths
from picket_duty.text.styled_text import Line, Span, safe
from picket_duty.tui.lines import joined, wrap
from picket_duty.tui.page_view import table_row

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

#: Least width of a table column.
LEAST_COLUMN = 5


class DrawnLink(NamedTuple):
    """A link on a page: what it leads to, and its row."""

    target: str
    row: int


class DrawnPage:
    """A page of the manual as ``lines``.

    ``targets`` are the targets of its links, ``rows`` the number of the first line of each passage,
    in the order in which a match of the search numbers passages.

    Textual's Markdown has a widget for each block: it takes 20 times as long, 2 seconds for the
    longest page.
    """

    def __init__(
        self, name: str, width: int, marked: int | None = None, match: manual.Match | None = None
    ) -> None:
        """A page by name, empty for none. The link number ``marked`` is highlighted, and so are the
        words that were searched for in the section ``match``.
        """
        self.width = width
        self.marked = marked
        self.match = match
        self.lines: list[Line] = []
        self.targets: list[str] = []
        self.rows: list[int] = []
        #: Whether the section being written is the one found.
        self._in_match = False
        for block in markdown.tree(manual.page(name)).children if name else ():
            self._write(block)

    @property
    def links(self) -> list[DrawnLink]:
        """The links, in the order of their numbers."""
        rows: dict[str, int] = {}
        for row, spans in enumerate(self.lines):
            for span in spans:
                rows.setdefault(span.action, row)
        return [
            DrawnLink(target, rows[_follow(number)]) for number, target in enumerate(self.targets)
        ]

    def _write(self, block: SyntaxTreeNode) -> None:
        """Add a block, after an empty line unless it is the first."""
        if self.lines:
            self.lines.append([])
        if block.type == "table":
            cells = [[self._spans(cell) for cell in row] for row in markdown.table_cells(block)]
            grid = Grid(("",) * len(cells[0]), tuple(map(tuple, cells)))
            widths = column_widths(grid, self.width - 2, LEAST_COLUMN)
            for row in cells:
                self._add([[Span("  "), *spans] for spans in table_row(row, widths)])
        elif block.type in ("bullet_list", "ordered_list"):
            for item in block.children:
                mark = markdown.mark_of(item)
                self._add(wrap(self._spans(item, mark), self.width, len(mark)))
        elif block.type == "heading":
            self._in_match = self.match is not None and self.match.heading_number == len(self.rows)
            self._add(
                wrap(
                    self._highlighted(safe(markdown.words_of(block)), "title"), self.width, indent=0
                )
            )
        else:
            self._add(wrap(self._spans(block), self.width, indent=0))

    def _add(self, lines: list[Line]) -> None:
        """Add the lines of a passage."""
        self.rows.append(len(self.lines))
        self.lines += lines

    def _spans(self, node: SyntaxTreeNode, before: str = "") -> Line:
        """The text of a block, with highlights, after the words ``before``."""
        spans: Line = []
        for span in joined([Span(before), *self._inline(node, "plain")]):
            if span.action:
                spans.append(span)
            else:
                spans += self._highlighted(span.text, span.style)
        return spans

    def _inline(self, node: SyntaxTreeNode, style: str) -> Line:
        """The text of a node in a style, or in the style of its kind."""
        if node.type == "link":
            number = len(self.targets)
            label = " ".join(markdown.words_of(node).split())
            self.targets.append(markdown.target_of(node))
            style = "mark" if number == self.marked else "key"
            return [Span(f"[{safe(label)}]", style, _follow(number))]
        if node.type == "softbreak":
            return [Span(" ", style)]
        if node.type in ("strong", "em", "code_inline"):
            style = "strong"
        if not node.children:
            return [Span(safe(node.content), style)]
        return [span for child in node.children for span in self._inline(child, style)]

    def _highlighted(self, text: str, style: str) -> Line:
        """A text in a style; in the section found, the words that were searched for stand out."""
        if self.match is None or not self._in_match:
            return [Span(text, style)] if text else []
        spans: Line = []
        end = 0
        for word in PARTS.finditer(text):
            if stem(word[0].casefold()) in self.match.marked:
                spans += [Span(text[end : word.start()], style), Span(word[0], "mark")]
                end = word.end()
        return [span for span in (*spans, Span(text[end:], style)) if span.text]


def _follow(number: int) -> str:
    """The click action of a link."""
    return f"screen.follow({number})"
