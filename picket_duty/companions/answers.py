"""The answer of a companion to one question: that of its charts, one field of it, or the reason why it has none."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from picket_duty.charts import query
from picket_duty.companions.data import Lack
from picket_duty.companions.registry import Companion

#: The key by which a question asks for one field alone.
FIELD = "field"


def answer(game: Companion, question: object) -> dict[str, Any]:
    """The answer to one question, as those of the program's own charts; with ``field`` that field alone.

    What the text does not hold is an error, with the reason where the game says it.
    """
    if not isinstance(question, Mapping):
        return query.answer(game, question)
    reply = query.answer(game, {key: value for key, value in question.items() if key != FIELD})
    if FIELD in question:
        reply["query"] = {key: value for key, value in question.items() if key != "table"}
        _keep_field(game, reply, question[FIELD])
    elif "error" in reply and (lack := _lack_of(game, reply)):
        reply["error"] = f"{reply['error']}. {game.name} lacks {lack.what}: {lack.reason}"
    return reply


def _keep_field(game: Companion, reply: dict[str, Any], field: object) -> None:
    """One field of a result in its place; an error where the answer has none of that name."""
    if "error" in reply:
        if lack := _lack_of(game, reply):
            reply["error"] = f"{reply['error']}. {game.name} lacks {lack.what}: {lack.reason}"
        return
    result = reply.pop("result")
    if isinstance(field, str) and field in result:
        reply["result"] = {field: result[field]}
        return
    for lack in game.lacks:
        if lack.table == reply["table"] and lack.field and lack.field == field:
            reply["error"] = f"{game.name} lacks {lack.what}: {lack.reason}"
            return
    reply["error"] = f"chart {reply['table']} does not answer {str(field)[:40]!r}; it answers {', '.join(result)}"


def _lack_of(game: Companion, reply: dict[str, Any]) -> Lack | None:
    """What the game says that it lacks, where a question without an answer asks for it."""
    table, asked = reply.get("table"), reply.get("query", {})
    return next((lack for lack in game.lacks if lack.asked and lack.table == table and lack.covers(asked)), None)
