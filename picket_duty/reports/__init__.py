"""Reports of a game: ship's log, after-action report, history, referee's trace, as Markdown, HTML, JSON or text.

``story`` retells the events, ``phrases`` words them as the ship's papers do, ``logbook``, ``action``, ``history``
and ``trace`` make the parts of a ``document`` from it, ``html`` and ``plaintext`` print that. Reports read events
and records, nothing else. ``diary`` is made of the same parts, with ``honours``; ``bbcode`` and ``pdf`` print it too.
``luck`` and ``whatif`` judge one played game.
"""

from __future__ import annotations

from typing import Any

import msgspec

from picket_duty.analysis.win_probability import Reckoning
from picket_duty.events import as_dict
from picket_duty.game import Game
from picket_duty.reports.action_report import action_blocks
from picket_duty.reports.deck_log import log_blocks
from picket_duty.reports.document import Block, Document, Paragraph
from picket_duty.reports.game_history import history_blocks
from picket_duty.reports.html import to_html
from picket_duty.reports.plaintext import to_markdown, to_text
from picket_duty.reports.story import Story, tell
from picket_duty.reports.trace import trace_blocks
from picket_duty.reports.win_probability import as_json as luck_json
from picket_duty.reports.win_probability import luck_blocks

FORMATS = ("md", "html", "json", "text")
PARTS = ("history", "log", "action", "trace")
#: A part that must have been worked out.
LUCK = "luck"


class ReportError(ValueError):
    """A format or part that no report has; the text names those there are."""


def write_report(game: Game, form: str, parts: tuple[str, ...] = PARTS, reckoning: Reckoning | None = None) -> str:
    """The report of a game in one of FORMATS, with how its chance went where that is given.

    Raises ReportError naming what would be right.
    """
    every = (*PARTS, LUCK)
    for given, known, what in ((form, FORMATS, "format"), *((part, every, "part") for part in parts)):
        if given not in known:
            raise ReportError(f"unknown {what} {given!r}; {what}s: {', '.join(known)}")
    story = tell(game)
    if form == "json":
        found = as_json(game, story, parts) | (luck_json(game, reckoning) if reckoning else {})
        return msgspec.json.encode(found).decode() + "\n"
    document = report_of(game, story, parts)
    if reckoning:
        document = Document(document.title, (*document.blocks, *luck_blocks(game, reckoning)))
    return {"html": to_html, "md": to_markdown, "text": to_text}[form](document)


def report_of(game: Game, story: Story, parts: tuple[str, ...]) -> Document:
    """The parts asked for, in their order."""
    blocks: list[Block] = []
    if story.missing:
        blocks.append(Paragraph(f"The first {story.missing} answers were played with other tables and are not told."))
    made = {
        "history": lambda: history_blocks(game, story),
        "log": lambda: log_blocks(story, game.tables),
        "action": lambda: action_blocks(story, game.tables),
        "trace": lambda: trace_blocks(story, game.tables),
    }
    for part in PARTS:
        if part in parts:
            blocks += made[part]()
    return Document(story.title, tuple(blocks))


def as_json(game: Game, story: Story, parts: tuple[str, ...]) -> dict[str, Any]:
    """The report as data: set-up, result, days with their raids, records, and every event."""
    found: dict[str, Any] = {
        "title": story.title,
        "setup": msgspec.to_builtins(game.state.setup),
        "result": story.summary,
        "missing": story.missing,
    }
    if "history" in parts:
        found["records"] = msgspec.to_builtins(game.state.records)
    if "log" in parts or "action" in parts:
        found["days"] = msgspec.to_builtins(story.days)
    if "trace" in parts:
        found["events"] = [as_dict(event) for event in story.events]
    return found
