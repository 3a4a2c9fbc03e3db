"""Lines of the screen, measured in terminal cells: cut, padded, wrapped and joined; and pasted
text.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from functools import lru_cache
from itertools import groupby, zip_longest
from typing import TYPE_CHECKING, Protocol

from rich.cells import cell_len as any_cell_len
from rich.cells import set_cell_size

from picket_duty.requests import Roll
from picket_duty.text.names import count, label_words, signed
from picket_duty.text.styled_text import STYLES as STYLES
from picket_duty.text.styled_text import Line as Line
from picket_duty.text.styled_text import Span as Span
from picket_duty.text.styled_text import line as line
from picket_duty.text.styled_text import safe as safe
from picket_duty.tui.glyphs import Glyphs

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.game import AnyGame


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
    """A line cut to a width in cells, two dots at its end if words were lost."""
    if length(spans) > width > 2 and length(_trimmed(spans)) > width:
        return [*_first(spans, width - 2), Span("..", "dim")]
    return _first(spans, width)


def _first(spans: Line, width: int) -> Line:
    rows: Line = []
    for span in spans:
        size = cell_len(span.text)
        if size >= width:
            rows.append(span._replace(text=set_cell_size(span.text, max(0, width))))
            return rows
        rows.append(span)
        width -= size
    return rows


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
    *before, last = spans
    return [*before, last._replace(text=last.text.rstrip())]


def _words(spans: Iterable[Span]) -> Iterable[Line]:
    word: Line = []
    # Each word with the spaces after it.
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


class DicePanel(Protocol):
    """A panel into which dice are typed; ``notice`` says what was wrong with the last one."""

    notice: str

    def say(self, notice: str) -> None:
        """Show what was wrong."""


def paste_dice(panel: DicePanel, text: str, missing: int, enter: Callable[[int], object]) -> None:
    """Enter pasted dice one by one, at most as many as are ``missing``, up to the first that is
    refused.
    """
    try:
        digits = pasted_dice(text, missing)
    except ValueError as error:
        panel.say(str(error))
        return
    for digit in digits:
        enter(digit)
        if panel.notice:
            return


def pasted_dice(text: str, missing: int) -> list[int]:
    """The digits of pasted dice such as ``5 4``, ``5,4`` or ``54``, at most as many as are
    ``missing``.

    Raises ValueError with the reason for anything else.
    """
    digits = "".join(text.replace(",", " ").split())
    for digit in digits:
        if not (digit.isascii() and digit.isdigit()):
            raise ValueError(
                f"'{safe(digit)}' is not a digit. Paste only the digits your dice show."
            )
    if len(digits) > missing:
        raise ValueError(
            f"You pasted {count(len(digits), 'number')}, but this roll needs only {missing}"
        )
    return [int(digit) for digit in digits]


def roll_lines(roll: Roll, tables: Tables, width: int, glyphs: Glyphs) -> list[Line]:
    """A roll in full, before or after its dice are rolled."""
    # Not imported with the menu, here and below.
    from picket_duty.text.rolls import chart_spans, subject_of

    when = ", ".join([label_words(roll.phase), *([f"wave {roll.wave}"] if roll.wave else [])])
    lines = wrap(line((subject_of(roll, tables), "strong"), (f"  {safe(when)}", "dim")), width)
    lines += wrap(chart_spans(roll), width)
    lines += modifier_lines(roll, width)
    return [*lines, sum_line(roll, glyphs)]


def modifier_lines(roll: Roll, width: int) -> list[Line]:
    """The column and dice modifiers with their reasons."""
    from picket_duty.text.rolls import modifier_spans

    lines: list[Line] = []
    for title, modifiers in (("Column: ", roll.column_modifiers), ("Dice: ", roll.modifiers)):
        if not modifiers:
            continue
        spans: Line = [Span(title, "dim")]
        for number, modifier in enumerate(modifiers):
            spans += [*([Span(", ")] if number else []), *modifier_spans(modifier, roll)]
        lines += wrap(spans, width)
    if roll.maneuver is not None and not roll.dice:
        lines += wrap(
            line(("After the roll: ", "dim"), *modifier_spans(roll.maneuver, roll)), width
        )
    return lines


def dice_spans(roll: Roll) -> Line:
    """The dice, each in brackets."""
    return [Span("".join(f"[{die}]" for die in roll.dice), "strong")]


def sum_line(roll: Roll, glyphs: Glyphs) -> Line:
    """Dice, modifiers, total and result; before the roll, the dice wanted."""
    from picket_duty.text.rolls import result_of, result_style

    if not roll.dice:
        return line((f"Roll {roll.dice_name}", "key"))
    lines = [Span("Rolled ", "title"), *dice_spans(roll)]
    if not roll.is_matrix:
        lines += [Span(f" {signed(modifier.value)}", "dim") for modifier in roll.modifiers]
        lines.append(Span(f" = {roll.total}", "strong"))
    return [*lines, Span(f"  {glyphs.to} "), Span(result_of(roll), result_style(roll))]


def newest_roll(game: AnyGame) -> Roll | None:
    """The last roll of a game, None before the first."""
    return next((event for event in reversed(game.events) if isinstance(event, Roll)), None)
