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
    found = query.answer(game, {key: value for key, value in question.items() if key != FIELD})
    if FIELD in question:
        found["query"] = {key: value for key, value in question.items() if key != "table"}
        _keep_field(game, found, question[FIELD])
    elif "error" in found and (lack := _lack_of(game, found)):
        found["error"] = f"{found['error']}. {game.name} lacks {lack.what}: {lack.reason}"
    return found


def _keep_field(game: Companion, found: dict[str, Any], field: object) -> None:
    """One field of a result in its place; an error where the answer has none of that name."""
    if "error" in found:
        if lack := _lack_of(game, found):
            found["error"] = f"{found['error']}. {game.name} lacks {lack.what}: {lack.reason}"
        return
    result = found.pop("result")
    if isinstance(field, str) and field in result:
        found["result"] = {field: result[field]}
        return
    for lack in game.lacks:
        if lack.table == found["table"] and lack.field and lack.field == field:
            found["error"] = f"{game.name} lacks {lack.what}: {lack.reason}"
            return
    found["error"] = f"chart {found['table']} does not answer {str(field)[:40]!r}; it answers {', '.join(result)}"


def _lack_of(game: Companion, found: dict[str, Any]) -> Lack | None:
    """What the game says that it lacks, where a question without an answer asks for it."""
    table, asked = found.get("table"), found.get("query", {})
    return next((one for one in game.lacks if one.asked and one.table == table and one.covers(asked)), None)
