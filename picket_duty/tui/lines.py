"""Lines as the screen draws them: measured in cells of the terminal, cut, filled up and wrapped."""

from __future__ import annotations

from collections.abc import Iterable

from rich.cells import cell_len as any_cell_len
from rich.cells import set_cell_size

from picket_duty.text.spans import STYLES, Line, Span, line, safe

#: What stands for words that have no room.
MORE = ".."

__all__ = [
    "STYLES",
    "Line",
    "Span",
    "cell_len",
    "cut",
    "fit",
    "joined",
    "length",
    "line",
    "pad",
    "paragraphs",
    "safe",
    "side_by_side",
    "wrap",
]


def cell_len(text: str) -> int:
    """The cells a text takes."""
    return len(text) if text.isascii() else any_cell_len(text)


def joined(spans: Line) -> Line:
    """The same line with neighbours of one style made one: fewer bytes for the terminal."""
    found: Line = []
    for span in spans:
        last = found[-1] if found else None
        if last is not None and last.style == span.style and last.action == span.action:
            found[-1] = last._replace(text=last.text + span.text)
        else:
            found.append(span)
    return found


def length(spans: Iterable[Span]) -> int:
    """The cells a line takes."""
    return sum([cell_len(span[0]) for span in spans])


def fit(text: str, width: int) -> str:
    """A text cut or filled up to so many cells."""
    if text.isascii():
        return text[: max(0, width)].ljust(width)
    return set_cell_size(text, max(0, width))


def pad(spans: Line, width: int) -> Line:
    """A line filled up with blanks, or cut, to so many cells."""
    missing = width - length(spans)
    if missing >= 0:
        return [*spans, Span(" " * missing)] if missing else spans
    return _first(spans, width)


def cut(spans: Line, width: int) -> Line:
    """The first cells of a line; two dots stand for words that have no room."""
    if length(spans) > width > len(MORE) and length(_trimmed(spans)) > width:
        return [*_first(spans, width - len(MORE)), Span(MORE, "dim")]
    return _first(spans, width)


def _first(spans: Line, width: int) -> Line:
    found: Line = []
    for span in spans:
        size = cell_len(span.text)
        if size >= width:
            found.append(span._replace(text=set_cell_size(span.text, max(0, width))))
            return found
        found.append(span)
        width -= size
    return found


def wrap(spans: Line, width: int, indent: int = 2) -> list[Line]:
    """A line broken at its blanks into lines no wider than ``width``, the later ones indented."""
    # A sign at least stands on every line, however little room there is.
    width = max(width, indent + 1)
    if length(spans) <= width:
        return [spans]
    found: list[Line] = []
    current: Line = []
    room = width
    for word in _words(spans):
        if length(_trimmed(word)) > room and room < width - (indent if found else 0):
            found.append(_trimmed(current))
            current, room = [Span(" " * indent)], width - indent
            word[0] = word[0]._replace(text=word[0].text.lstrip())
        for piece in word:
            while cell_len(piece.text.rstrip()) > room:
                head = set_cell_size(piece.text, max(1, room))
                found.append([*current, piece._replace(text=head)])
                piece = piece._replace(text=piece.text[len(head) :])
                current, room = [Span(" " * indent)], width - indent
            current.append(piece)
            room -= cell_len(piece.text)
    return [*found, _trimmed(current)] if current else found


def _trimmed(spans: Line) -> Line:
    """A line without the blanks at its end."""
    *before, last = spans
    return [*before, last._replace(text=last.text.rstrip())]


def _words(spans: Line) -> Iterable[Line]:
    """The words of a line, each with the blank behind it; one of several pieces, as a comma after a style, is whole."""
    word: Line = []
    for piece in _pieces(spans):
        if word and (word[-1].text.endswith(" ") or piece.text.startswith(" ")):
            yield word
            word = []
        word.append(piece)
    if word:
        yield word


def _pieces(spans: Line) -> Iterable[Span]:
    """The spans of a line broken behind their blanks."""
    for span in spans:
        rest = span.text
        while rest:
            place = rest.find(" ", 1)
            while 0 <= place < len(rest) - 1 and rest[place + 1] == " ":
                place += 1
            if place < 0:
                yield span._replace(text=rest)
                break
            yield span._replace(text=rest[: place + 1])
            rest = rest[place + 1 :]


def paragraphs(text: str, width: int, style: str = "plain") -> list[Line]:
    """A plain text as wrapped lines, an empty line for an empty one."""
    found: list[Line] = []
    for part in text.strip().splitlines():
        found += wrap([Span(safe(part), style)], width, indent=0) if part.strip() else [[]]
    return found


def side_by_side(left: list[Line], right: list[Line], width: int) -> list[Line]:
    """Two blocks beside each other."""
    return [
        [*pad(left[row] if row < len(left) else [], width), *(right[row] if row < len(right) else [])]
        for row in range(max(len(left), len(right)))
    ]
