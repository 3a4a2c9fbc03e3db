"""Lines printed on a stream, wrapped to the width of a terminal."""

from __future__ import annotations

import re
import shutil
import textwrap
from collections.abc import Callable
from typing import IO

from picket_duty.charts.words import in_encoding, safe
from picket_duty.plain.prompt_loop import PROMPT, Say

#: The first column of a line in two columns, such as a word command; the second one wraps below
#: itself.
ENTRY = re.compile(r" +\S+(?: \S+)* {2,}")
#: Narrowest width of wrapped lines, in characters.
NARROWEST = 20


def printer(target: IO[str], look: Callable[[str], str] = str) -> Say:
    """Prints lines on a stream, wrapped if it is a terminal; ``look`` changes a line to the symbols
    that the player wants.
    """
    encoding = getattr(target, "encoding", None) or "utf-8"

    def say(text: str) -> None:
        end = "" if text == PROMPT else "\n"
        line = in_encoding(look(safe(text)), encoding)
        target.write((_wrapped(line) if end and target.isatty() else line) + end)
        target.flush()

    return say


def _wrapped(text: str) -> str:
    """A line wrapped to the width of the terminal."""
    width = max(shutil.get_terminal_size().columns - 1, NARROWEST)
    if len(text) <= width:
        return text
    # An event begins with an asterisk, advice with a tilde; both wrap below their text.
    indent = len(text) - len(text.lstrip(" *~"))
    entry = ENTRY.match(text)
    if entry is not None and entry.end() <= width // 2:
        indent = entry.end()
    return textwrap.fill(text, width, subsequent_indent=" " * indent, break_on_hyphens=False)
