"""The manual: the rules of play for the player, one Markdown page a topic.

Links in a page name another page, ``[Damage](damage)``, or a chart, ``[9-2](chart:9-2/5in)``;
a blank in a chart's id is written ``%20``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import unquote

from picket_duty.extensions import extensions

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

#: The pages of the core, in the order of reading.
_CORE = (
    "start",
    "ship",
    "phase",
    "weather",
    "fighters",
    "attack",
    "wave",
    "damage",
    "control",
    "turn",
    "anchorage",
    "scenarios",
    "campaigns",
    "options",
    "dice",
    "saves",
    "watch",
    "diary",
    "staff",
    "tables",
    "glossary",
    "readings",
)


def _files() -> dict[str, Path]:
    """The file of every page in the order of reading, with those of the packages around the core."""
    names = list(_CORE)
    paths = {name: Path(__file__).with_name(f"{name}.md") for name in names}
    for extension in extensions():
        for topic in extension.topics:
            names.insert(names.index(topic.after) + 1, topic.name)
            paths[topic.name] = topic.path
    return {name: paths[name] for name in names}


FILES = _files()
#: The pages in the order of reading.
PAGES = tuple(FILES)
#: Pages kept as read: the one shown is drawn again for every link marked.
KEPT = 4
CHART = "chart:"
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+)\)")
#: What is not text in the source of a page: targets of links, rules of tables, signs of headings and emphasis.
MARKS = re.compile(r"\[([^\]\n]+)\]\([^()\s]+\)|^\|[-|]+\|$|^#+ |[*`|]", re.MULTILINE)


def topics() -> list[tuple[str, str]]:
    """Name and title of every page, in the order of reading."""
    return [(name, title_of(name)) for name in PAGES]


@lru_cache(maxsize=len(PAGES))
def page(name: str) -> str:
    """The Markdown of a page. Raises KeyError where there is none of that name."""
    text = FILES[name].read_text(encoding="utf-8")
    # A link to a page of a package that is not installed is its words.
    return LINK.sub(lambda link: link[0] if link[2] in FILES or link[2].startswith(CHART) else link[1], text)


def title_of(name: str) -> str:
    """The title of a page, its first heading. Raises KeyError."""
    return page(name).partition("\n")[0].lstrip("# ")


def topic_named(text: str) -> str | None:
    """The page meant by a name or a title, letter case aside; None where there is none."""
    wanted = " ".join(text.split()).casefold()
    for name, title in topics():
        if wanted in (name, title.casefold()):
            return name
    return None


def find(text: str) -> list[tuple[str, str]]:
    """The topics whose page contains a text, letter case and line breaks aside; none for an empty text."""
    wanted = " ".join(text.split()).casefold()
    if not wanted:
        return []
    return [(name, title) for name, title in topics() if wanted in _running(name)]


@lru_cache(maxsize=len(PAGES))
def _running(name: str) -> str:
    """A page as one running line in lower case, for searching: reading every page in full would take too long."""
    return " ".join(MARKS.sub(r"\1", page(name)).split()).casefold()


@lru_cache(maxsize=KEPT)
def tree(text: str) -> SyntaxTreeNode:
    """A page as the tree of its headings, paragraphs, lists and tables."""
    # Loaded here, for the list of topics is wanted without it.
    from markdown_it import MarkdownIt
    from markdown_it.tree import SyntaxTreeNode

    return SyntaxTreeNode(MarkdownIt("commonmark", {"html": False}).enable("table").parse(text))


def links(text: str) -> list[tuple[str, str]]:
    """Label and target of every link of a page; a target is a page, or ``chart:`` and an id."""
    return [(words_of(node), target_of(node)) for node in tree(text).walk() if node.type == "link"]


def target_of(link: SyntaxTreeNode) -> str:
    """Where a link of a page leads."""
    return unquote(str(link.attrs["href"]))


def chart_of(target: str) -> str | None:
    """The id of the chart that a link names, None where it names a page."""
    return target.removeprefix(CHART) if target.startswith(CHART) else None


def words_of(node: SyntaxTreeNode) -> str:
    """The text of a part of a page without its markup, in the rows it is written in."""
    if node.type == "softbreak":
        return "\n"
    return node.content if not node.children else "".join(words_of(child) for child in node.children)


def table_cells(table: SyntaxTreeNode) -> list[list[SyntaxTreeNode]]:
    """The rows of a table with their cells, the heads first where there are any."""
    rows = [row.children for part in table.children for row in part.children]
    return [cells for cells in rows if any(words_of(cell) for cell in cells)]


def plain(text: str) -> str:
    """A page as plain text: no links, no emphasis, headings underlined, tables in columns."""
    return "\n\n".join("\n".join(_plain_rows(block)) for block in tree(text).children) + "\n"


def _plain_rows(block: SyntaxTreeNode) -> list[str]:
    """The rows of a heading, a paragraph, a list or a table."""
    if block.type == "table":
        return _columns([[words_of(cell) for cell in row] for row in table_cells(block)])
    if block.type in ("bullet_list", "ordered_list"):
        return [row for item in block.children for row in _plain_item(item)]
    rows = words_of(block).split("\n")
    if block.type == "heading":
        rows.append(("=" if block.tag == "h1" else "-") * len(rows[0]))
    return rows


def _plain_item(item: SyntaxTreeNode) -> list[str]:
    """An item of a list behind its mark."""
    mark = mark_of(item)
    first, *others = words_of(item).split("\n")
    return [mark + first, *(" " * len(mark) + row for row in others)]


def mark_of(item: SyntaxTreeNode) -> str:
    """What stands before an item of a list: a dash, or its number."""
    return f"{item.info}{item.markup} "


def _columns(rows: list[list[str]]) -> list[str]:
    """The rows of a table in columns; the last one is not padded."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    return [
        "  " + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    ]


__all__ = [
    "CHART",
    "FILES",
    "PAGES",
    "chart_of",
    "find",
    "links",
    "mark_of",
    "page",
    "plain",
    "table_cells",
    "target_of",
    "title_of",
    "topic_named",
    "topics",
    "tree",
    "words_of",
]
