"""The manual: the rules of play for the player, one Markdown page a topic.

Links in a page name another page, ``[Damage](damage)``, or a chart, ``[9-2](chart:9-2/5in)``;
a blank in a chart's id is written ``%20``.
"""

from __future__ import annotations

import re
from functools import lru_cache
from importlib.resources import files
from urllib.parse import unquote

#: The pages in the order of reading.
PAGES = (
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
    "staff",
    "tables",
    "glossary",
    "readings",
)
CHART = "chart:"
LINK = re.compile(r"\[([^\]\n]+)\]\(([^()\s]+)\)")


def topics() -> list[tuple[str, str]]:
    """Name and title of every page, in the order of reading."""
    return [(name, title_of(name)) for name in PAGES]


@lru_cache(maxsize=len(PAGES))
def page(name: str) -> str:
    """The Markdown of a page. Raises KeyError where there is none of that name."""
    if name not in PAGES:
        raise KeyError(name)
    return files(__name__).joinpath(f"{name}.md").read_text(encoding="utf-8")


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


def links(text: str) -> list[tuple[str, str]]:
    """Label and target of every link of a page; a target is a page, or ``chart:`` and an id."""
    return [(label, unquote(target)) for label, target in LINK.findall(text)]


def chart_of(target: str) -> str | None:
    """The id of the chart that a link names, None where it names a page."""
    return unquote(target.removeprefix(CHART)) if target.startswith(CHART) else None


def without_links(text: str) -> str:
    """A page with each link reduced to its label."""
    return LINK.sub(r"\1", text)


def plain(text: str) -> str:
    """A page as plain text: no links, no emphasis, headings underlined, tables in columns."""
    text = re.sub(r"\*\*?([^*\n]+)\*\*?", r"\1", without_links(text)).replace("`", "")
    lines: list[str] = []
    table: list[list[str]] = []
    for line in [*text.splitlines(), ""]:
        if line.startswith("|"):
            table.append([cell.strip() for cell in line.strip("|").split("|")])
            continue
        lines += _columns(table)
        table = []
        lines += _underlined(line) if line.startswith("#") else [line]
    return "\n".join(lines).rstrip() + "\n"


def _running(name: str) -> str:
    """A page as one running line in lower case, for searching."""
    return " ".join(plain(page(name)).split()).casefold()


def _underlined(line: str) -> list[str]:
    title = line.lstrip("# ")
    return [title, ("=" if line.startswith("# ") else "-") * len(title)]


def _columns(table: list[list[str]]) -> list[str]:
    """The rows of a table in columns, its rule of dashes left out; the last column is not padded."""
    rows = [row for row in table if any(cell.strip("-") for cell in row)]
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)][:-1]
    return [
        "  " + "  ".join([*(cell.ljust(width) for cell, width in zip(row, widths, strict=False)), row[-1]]).rstrip()
        for row in rows
    ]


__all__ = [
    "CHART",
    "PAGES",
    "chart_of",
    "find",
    "links",
    "page",
    "plain",
    "title_of",
    "topic_named",
    "topics",
    "without_links",
]
