"""Lines of text in styled spans.

A style is a name such as ``dim`` or ``bad``; the screen's theme defines its look, and plain text
ignores it. Text is never parsed as markup. Control characters are shown escaped, never sent to the
terminal.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import NamedTuple

from picket_duty.charts.words import safe

__all__ = ["STYLES", "Line", "Span", "line", "safe", "text_of"]

#: Every style of a span; a panel looks it up in its theme.
STYLES = (
    "plain",
    "dim",
    "title",
    "key",
    "good",
    "warn",
    "bad",
    "mark",
    "plane",
    "sea",
    "ship",
    "strong",
    "lit",
)


class Span(NamedTuple):
    """A piece of a line in one style; ``action`` is run when the span is clicked."""

    text: str
    style: str = "plain"
    action: str = ""


Line = list[Span]


def line(*parts: str | tuple[str, str] | Span) -> Line:
    """A line from plain texts and (text, style) pairs."""
    return [Span(part) if isinstance(part, str) else Span(*part) for part in parts]


def text_of(spans: Iterable[Span]) -> str:
    """A line as plain text."""
    return "".join(span.text for span in spans)
