"""Answers to questions about the charts of a companion game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from picket_duty.charts import query
from picket_duty.companions.companion import Companion, MissingData

#: The key of a query for a single field.
FIELD = "field"


def answer_query(game: Companion, question: object) -> dict[str, Any]:
    """The answer to one query, or to its ``field`` alone. If the rulebook lacks the data, the answer
    is an error with the reason.
    """
    if not isinstance(question, Mapping):
        return query.answer_question(game, question)
    keys = {key: value for key, value in question.items() if key != FIELD}
    reply = query.answer_question(game, keys)
    asked = reply.get("query", {})
    lacks = [
        lack for lack in game.lacks if lack.table == reply.get("table") and lack.concerns(asked)
    ]
    if FIELD in question:
        # The answer repeats the query with its field.
        reply["query"] = {key: value for key, value in question.items() if key != "table"}
    if "error" in reply:
        missing_keys = next((lack for lack in lacks if lack.asked and not lack.field), None)
        if missing_keys is not None:
            reply["error"] = f"{reply['error']}. {missing_keys.explain(game.name)}"
    elif FIELD in question:
        result = reply.pop("result")
        reply |= _single_field(game, reply["table"], result, question[FIELD], lacks)
    return reply


def _single_field(
    game: Companion,
    table: str,
    result: Mapping[str, Any],
    field: object,
    lacks: Sequence[MissingData],
) -> dict[str, Any]:
    """One field of a result as ``result``, or why there is none as ``error``; ``lacks`` are the data
    missing for the query.
    """
    missing_field = next((lack for lack in lacks if lack.field and lack.field == field), None)
    if not isinstance(field, str) or (field not in result and missing_field is None):
        known = ", ".join(result)
        return {
            "error": f"chart {table} has no result {str(field)[:40]!r}; its results are {known}"
        }
    if result.get(field) is None and missing_field is not None:
        return {"error": missing_field.explain(game.name)}
    return {"result": {field: result[field]}}
