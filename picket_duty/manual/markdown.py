"""The Markdown of the manual's pages: its tree, its links, and its form as plain text."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING
from urllib.parse import unquote

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

#: Number of parsed pages kept: a page is drawn again whenever another of its links is selected.
KEPT = 4
#: How the target of a link to a chart begins.
CHART = "chart:"


@lru_cache(maxsize=KEPT)
def tree(text: str) -> SyntaxTreeNode:
    """A page as the tree of its headings, paragraphs, lists and tables."""
    # Imported here because lists of topics and searches do not need it.
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(text))


def links(text: str) -> list[tuple[str, str]]:
    """The label and target of every link on a page; a target is a page name, or ``chart:`` and an
    id.
    """
    return [(words_of(node), target_of(node)) for node in tree(text).walk() if node.type == "link"]


def target_of(link: SyntaxTreeNode) -> str:
    """The target of a link."""
    return unquote(str(link.attrs["href"]))


def chart_of(target: str) -> str | None:
    """The id of the chart that a link target names; None if it names a page."""
    return target.removeprefix(CHART) if target.startswith(CHART) else None


def words_of(node: SyntaxTreeNode) -> str:
    """The text of a node without markup; line breaks stay."""
    if node.type == "softbreak":
        return "\n"
    return (
        node.content if not node.children else "".join(words_of(child) for child in node.children)
    )


def table_cells(table: SyntaxTreeNode) -> list[list[SyntaxTreeNode]]:
    """The rows of a table with their cells, the header row first unless it is empty."""
    rows = [row.children for part in table.children for row in part.children]
    return [cells for cells in rows if any(words_of(cell) for cell in cells)]


def plain(text: str) -> str:
    """A page as plain text, without links or emphasis; headings are underlined and tables set in
    columns.
    """
    return "\n\n".join("\n".join(_plain_rows(block)) for block in tree(text).children) + "\n"


def _plain_rows(block: SyntaxTreeNode) -> list[str]:
    """The lines of a block as plain text."""
    if block.type == "table":
        return _columns([[words_of(cell) for cell in row] for row in table_cells(block)])
    if block.type in ("bullet_list", "ordered_list"):
        items = []
        for item in block.children:
            mark = mark_of(item)
            first, *others = words_of(item).split("\n")
            items += [mark + first, *(" " * len(mark) + row for row in others)]
        return items
    rows = words_of(block).split("\n")
    if block.type == "heading":
        rows.append(("=" if block.tag == "h1" else "-") * len(rows[0]))
    return rows


def mark_of(item: SyntaxTreeNode) -> str:
    """The mark of a list item: a dash, or its number."""
    return f"{item.info}{item.markup} "


def _columns(rows: list[list[str]]) -> list[str]:
    """The lines of a table in columns; the last column is not padded."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    return [
        "  "
        + "  ".join(
            [*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]
        ).rstrip()
        for row in rows
    ]
