"""Lines of the screen, measured in terminal cells: cut, padded, wrapped and joined; and pasted
text.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from itertools import groupby, zip_longest

from rich.cells import cell_len as any_cell_len
from rich.cells import set_cell_size

from picket_duty.text.styled_text import Line, Span


def cell_len(text: str) -> int:
    """The width of a text in cells."""
    return len(text) if text.isascii() else any_cell_len(text)


def joined(spans: Line) -> Line:
    """The same line with adjacent spans of one style merged: fewer bytes for the terminal."""
    looks = groupby(spans, lambda span: (span.style, span.action))
    return [Span("".join([span.text for span in same]), *look) for look, same in looks]


def length(spans: Iterable[Span]) -> int:
    """The width of a line in cells."""
    return cell_len("".join([span[0] for span in spans]))


def fit(text: str, width: int) -> str:
    """A text cut or padded to a width in cells."""
    if text.isascii():
        return text[: max(0, width)].ljust(width)
    return set_cell_size(text, max(0, width))


def pad(spans: Line, width: int) -> Line:
    """A line cut or padded to a width in cells."""
    missing = width - length(spans)
    if missing >= 0:
        return [*spans, Span(" " * missing)] if missing else spans
    return _first(spans, width)


def cut(spans: Line, width: int) -> Line:
    """A line cut to a width in cells, after a word if there is one in its second half; two dots at
    its end if words were lost.
    """
    if not length(spans) > width > 2 or length(_trimmed(spans)) <= width:
        return _first(spans, width)
    # Two dots take the place of what is lost.
    room = width - 2
    text = "".join(span.text for span in _first([*spans], room + 1))
    end = cell_len(text[: text.rfind(" ") + 1])
    kept = min(end, room) if end > width // 2 else room
    return [*_first(spans, kept), Span("..", "dim")]


def _first(spans: Line, width: int) -> Line:
    """A line up to a width in cells."""
    kept: Line = []
    for span in spans:
        size = cell_len(span.text)
        if size >= width:
            kept.append(span._replace(text=set_cell_size(span.text, max(0, width))))
            return kept
        kept.append(span)
        width -= size
    return kept


def wrap(spans: Line, width: int, indent: int = 2) -> list[Line]:
    """A line broken at spaces into lines no wider than ``width``; all but the first are
    indented.
    """
    # Every line holds at least one character, however narrow it is.
    width = max(width, indent + 1)
    if length(spans) <= width:
        return [spans]
    return [[*row] for row in _wrapped(tuple(spans), width, indent)]


@lru_cache(maxsize=256)
def _wrapped(spans: tuple[Span, ...], width: int, indent: int) -> list[Line]:
    """The lines of a line too wide, cached: a panel wraps most of its texts again at every key."""
    rows: list[Line] = []
    current: Line = []
    room = width
    for word in _words(spans):
        # A word that does not fit begins a new line, unless the line is empty: then it is broken.
        if length(_trimmed(word)) > room and room < width - (indent if rows else 0):
            rows.append(_trimmed(current))
            current = [Span(" " * indent)]
            room = width - indent
            word[0] = word[0]._replace(text=word[0].text.lstrip())
        for piece in word:
            while cell_len(piece.text.rstrip()) > room:
                head = set_cell_size(piece.text, max(1, room))
                rows.append([*current, piece._replace(text=head)])
                piece = piece._replace(text=piece.text[len(head) :])
                current = [Span(" " * indent)]
                room = width - indent
            current.append(piece)
            room -= cell_len(piece.text)
    return [*rows, _trimmed(current)] if current else rows


def _trimmed(spans: Line) -> Line:
    """A line without the spaces at its end."""
    *before, last = spans
    return [*before, last._replace(text=last.text.rstrip())]


def _words(spans: Iterable[Span]) -> Iterable[Line]:
    """The words of a line, each with the spaces after it, and in several pieces if its style
    changes.
    """
    word: Line = []
    for piece in (
        span._replace(text=text) for span in spans for text in re.findall("(?s).[^ ]* *", span.text)
    ):
        if word and (word[-1].text.endswith(" ") or piece.text.startswith(" ")):
            yield word
            word = []
        word.append(piece)
    if word:
        yield word


def side_by_side(left: list[Line], right: list[Line], width: int) -> list[Line]:
    """Two blocks of lines beside each other, the left one ``width`` cells wide."""
    rows = zip_longest(left, right, fillvalue=list[Span]())
    return [[*pad(beside, width), *rest] for beside, rest in rows]


def pasted(text: str) -> str:
    """A pasted text as one would type it: in one line, without control characters."""
    return "".join(sign for sign in " ".join(text.split()) if sign.isprintable())
