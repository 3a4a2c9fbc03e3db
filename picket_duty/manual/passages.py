"""The passages of the manual's pages, which a search finds and shows.

A passage is a heading, a paragraph, an item of a list or a row of a table; each has its number on
its page, from 0 in the order in which the page is drawn.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from functools import cache
from typing import TYPE_CHECKING, NamedTuple

from picket_duty.charts import search
from picket_duty.manual import page
from picket_duty.manual.markdown import tree, words_of
from picket_duty.text.english import lowered

if TYPE_CHECKING:
    from markdown_it.tree import SyntaxTreeNode

#: The most columns of a table whose cells are shown without the names of their columns. In a wider
#: table, the name precedes each cell of at most ``SHORT_CELL`` words.
NAMELESS = 2
SHORT_CELL = 3
#: The space between two sentences.
SENTENCE = re.compile(r"(?<=[.?!]) (?=[A-Z0-9])")


class Passage(NamedTuple):
    """A passage: its number on the page, the number and text of the heading above it, its text, and
    its stems.

    In a table's row, the text also names the columns, but the stems are those of the row alone.
    ``known`` are the same stems as a set. ``names_columns``: it is the first row of a table.
    """

    page: str
    number: int
    heading_number: int
    heading: str
    text: str
    stems: tuple[str, ...]
    known: frozenset[str]
    names_columns: bool

    @property
    def is_heading(self) -> bool:
        """Whether the passage is a heading."""
        return self.number == self.heading_number

    @property
    def is_first(self) -> bool:
        """Whether the passage is a heading or the first passage below it."""
        return self.number <= self.heading_number + 1


@cache
def passages_of(name: str) -> tuple[Passage, ...]:
    """The passages of a page, by number. Raises KeyError."""
    passages = []
    heading_number = 0
    heading = ""
    for number, (kind, words, text) in enumerate(_pieces(page(name))):
        if kind == "heading":
            heading_number = number
            heading = text
        own = tuple(search.stems(words))
        passages.append(
            Passage(
                page=name,
                number=number,
                heading_number=heading_number,
                heading=heading,
                text=text,
                stems=own,
                known=frozenset(own),
                names_columns=kind == "columns",
            )
        )
    return tuple(passages)


def _pieces(page: str) -> Iterator[tuple[str, str, str]]:
    """The headings, paragraphs, items and rows of a page, each with its kind, the words that are
    searched, and the text that a search shows.
    """
    for node in tree(page).children:
        if node.type == "table":
            yield from _rows(node)
        elif node.type in ("heading", "paragraph"):
            yield node.type, _words_in(node), _words_in(node)
        else:
            for part in node.children:
                yield node.type, _words_in(part), _words_in(part)


def _rows(table: SyntaxTreeNode) -> Iterator[tuple[str, str, str]]:
    """The rows of a table in the same form; the header only if it has names."""
    rows = [row for part in table.children for row in part.children]
    header, *body = ([_words_in(cell) for cell in row.children] for row in rows)
    if any(header):
        yield "columns", " ".join(header), table_row_words(header, columns=[])
    for cells in body:
        if any(cells):
            yield "row", " ".join(cells), table_row_words(cells, header)


def table_row_words(cells: Sequence[str], columns: Sequence[str]) -> str:
    """A table's row as text: its first cell, a colon and the other cells. In a table of three
    columns or more, short cells follow the name of their column.

    If the first column has no name, as one of numbers, the second cell belongs to the name of the
    row and gets no column name.
    """
    first, *others = cells
    if len(columns) > NAMELESS:
        named = columns[1:] if columns[0] else ["", *columns[2:]]
        others = [_named_cell(*pair) for pair in zip(named, others, strict=False)]
    return ": ".join(filter(None, [first, "; ".join(filter(None, others))]))


def _named_cell(column: str, cell: str) -> str:
    """A cell after the name of its column, if the column has a name and the cell is short."""
    if column and 0 < len(cell.split()) <= SHORT_CELL:
        return f"{lowered(column)} {cell}"
    return cell


def _words_in(node: SyntaxTreeNode) -> str:
    """The text of a node in one line."""
    return " ".join(words_of(node).split())


def excerpt(passage: Passage, marked: frozenset[str], most: int) -> str:
    """Up to ``most`` characters of a passage, from the first sentence with most of the marked
    words.
    """
    text = passage.text
    if len(text) <= most:
        return text
    sentences = SENTENCE.split(text)
    counts = [len(marked & set(search.stems(sentence))) for sentence in sentences]
    text = " ".join(sentences[counts.index(max(counts)) :])
    return text if len(text) <= most else f"{text[: most - 2].rpartition(' ')[0]}.."
