"""Answers of ``tables query``: one flat question like ``{"table": "9-2/5in", "roll": 7, "column":
"M"}``, one answer. An invalid question does not raise.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from contextlib import suppress
from itertools import zip_longest
from typing import Any, TypeVar

import msgspec

from picket_duty.charts import kinds
from picket_duty.charts.chart import Chart
from picket_duty.charts.errors import ChartError
from picket_duty.charts.lookups import find, line_named, row_of, total_of
from picket_duty.charts.spans import FARTHEST, covers

#: Charts by id.
Charts = Mapping[str, Chart]
Question = Mapping[str, Any]
Result = dict[str, Any]
V = TypeVar("V")
#: Function that answers a question from the charts of a game, in whatever form it keeps them.
Answers = Callable[[Any, object], Result]
#: The types of values in a question by the type of their key, and their names in an error.
KEY_TYPES: dict[str, type] = {"number": int, "name": str, "flag": bool}
NAMED_TYPES = {int: "a whole number", str: "text", bool: "true or false"}


def answer_question(tables: Charts, question: object) -> Result:
    """The answer to a question: table, query and result, or error with the table and query as far
    as known.
    """
    if not isinstance(question, Mapping):
        return {
            "error": f"a question must be an object with a 'table' field, not {_named(question)}"
        }
    table = question.get("table")
    query = {key: value for key, value in question.items() if key != "table"}
    if not isinstance(table, str):
        problem = "the question has no 'table' field"
        if table is not None:
            problem = f"table must be text, not {_named(table)}"
        return {"query": query, "error": problem}
    try:
        return {"table": table, "query": query, "result": _look_up(tables[table], query)}
    except OSError:  # Reading the chart's file failed, such as for a name that no file can have.
        return {"table": table, "query": query, "error": f"no chart {table[:40]!r}"}
    except ChartError as error:
        return {"table": table, "query": query, "error": str(error)}


def answer_line(tables: Charts, line: bytes | str, answers: Answers = answer_question) -> bytes:
    """The answer to a line of JSON as a line of JSON without its line end; ``answers`` computes
    it.
    """
    try:
        question = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return msgspec.json.encode({"error": f"not valid JSON: {error}"})
    try:
        return msgspec.json.encode(answers(tables, question))
    except (msgspec.MsgspecError, RecursionError, ValueError, OverflowError) as error:
        return msgspec.json.encode({"error": f"the query cannot be written as JSON: {error}"})


def question_keys(chart: Chart) -> tuple[str, ...]:
    """The keys of a question to this chart, without the table, in the documented order."""
    raw = chart.raw
    columns = chart.column_keys
    if isinstance(raw, kinds.RangeChart):
        keys = (*columns, "roll") if len(columns) > 1 else ("roll", *columns)
        return (*keys, *raw.asked)
    if isinstance(raw, kinds.ListChart):
        return (raw.key, *columns)
    return ("row", "col") if chart.kind == "matrix" else ()


def result_fields(chart: Chart, fields: Question, number: int = 0) -> Result:
    """The fields of a row as in an answer.

    ``number`` is the number asked for, such as the total of the dice. Values that depend on it are
    computed: ``{each = 2}`` is twice the number.
    """
    result = {
        field: value.copy() if isinstance(value, list) else kinds.computed(value, number)
        for field, value in fields.items()
    }
    # The game's own changes, in place: for example, a span of dates becomes all its dates.
    for field, change in chart.book.answers.items():
        if field in result:
            change(result, number)
    return result


def _look_up(chart: Chart, query: Question) -> Result:
    raw = chart.raw
    if isinstance(raw, kinds.NotesChart):
        raise ChartError(
            f"chart {chart.id} has only notes and modifiers; it has no rows to look up"
        )
    if isinstance(raw, kinds.KeyedChart):
        return _read_keyed(chart, raw, query)
    if isinstance(raw, kinds.SumChart):
        return _read_sum(chart, raw, query)
    keys = question_keys(chart)
    if len(query) != len(keys) or not all(key in query for key in keys):
        _complain_of_keys(chart, query, keys)
    if isinstance(raw, kinds.ListChart):
        return _read_list(chart, raw, query)
    if chart.kind == "matrix":
        cell = chart.cell(_given(query, "row", int), _given(query, "col", int))
        return result_fields(chart, cell.fields)
    total = _given(query, "roll", int)
    if isinstance(raw, kinds.RangeChart) and raw.asked:
        total = _modified(raw, total, query)
    row = chart.look_up(total, _column(chart, query))
    return result_fields(chart, row.fields, total)


def _read_list(chart: Chart, raw: kinds.ListChart, query: Question) -> Result:
    column = _column(chart, query)
    if raw.by == "date":
        date = _date(chart, query, raw.key)
        return result_fields(chart, chart.entry(date, column).fields)
    key: int | str = _given(query, raw.key, KEY_TYPES[raw.by])
    fields = chart.entry(key, column).fields
    return result_fields(chart, fields, key if isinstance(key, int) else 0)


def _modified(raw: kinds.RangeChart, roll: int, query: Question) -> int:
    """A natural roll with the modifiers that the question gives, as booleans or as numbers."""
    if roll not in kinds.TOTALS[raw.dice]:
        raise ChartError(f"{roll} cannot be rolled with {raw.dice}")
    for name in raw.asked:
        modifier = raw.modifiers[name]
        if modifier.value is not None:
            if _given(query, name, bool):
                roll += modifier.value
            continue
        number = _given(query, name, int)
        if not covers(modifier.only, number):
            raise ChartError(f"chart {raw.id}: {name} must be {modifier.only}, not {number}")
        roll += number
    return roll


def _read_keyed(chart: Chart, raw: kinds.KeyedChart, query: Question) -> Result:
    """The answer from a chart with several keys. The rows have one or more forms: sets of keys, one
    of which the question must have.
    """
    forms = list(dict.fromkeys(tuple(row.key_values) for row in raw.rows))
    if set(query) not in map(set, forms):
        expected = " or ".join(", ".join(form) for form in forms)
        given = ", ".join(str(key)[:40] for key in query) or "nothing"
        raise ChartError(f"chart {raw.id} needs {expected}, but the query has {given}")
    asked: dict[str, Any] = {}
    # Computed values of the row use the number in the question; of several, that of the last key.
    number = 0
    for key, kind in raw.keys.items():
        if key not in query:
            continue
        asked[key] = _given(query, key, KEY_TYPES[kind])
        if kind == "number":
            number = asked[key]
    row = find(raw, asked)
    return result_fields(chart, kinds.values_of(raw.fields, row.fields), number)


def _read_sum(chart: Chart, raw: kinds.SumChart, query: Question) -> Result:
    """The answer from a chart of lines that are added up.

    If the chart sets ``line``, the question either names one line, or gives numbers for the lines
    that count. Otherwise it gives every line.
    """
    if raw.line and raw.line in query:
        if len(query) > 1:
            _complain_of_keys(chart, query, (raw.line,))
        line = line_named(raw, _given(query, raw.line, str))
        # ``value`` says in words which number on a piece or on the map the line adds.
        return {raw.adds: line.value or line.adds}
    given = [line for line in raw.lines if line.name in query]
    is_complete = bool(raw.line) or len(given) == len(raw.lines)
    if not query or len(given) < len(query) or not is_complete:
        names = tuple(line.name for line in raw.lines)
        _complain_of_keys(chart, query, names)
    values = {}
    for line in given:
        kind = bool if line.flag else int
        values[line.name] = int(_given(query, line.name, kind))
    total = total_of(raw, values)
    if not raw.rows:
        return {raw.total: total}
    row = row_of(raw, total)
    return result_fields(chart, kinds.values_of(raw.fields, row.fields), total)


def _column(chart: Chart, query: Question) -> str | None:
    """The column that a question names, None if the chart has none. The values of several keys,
    joined, are its name. The lookup raises the error for a column that does not exist; with several
    keys, the error here names the wrong word.
    """
    keys = chart.column_keys
    if not keys:
        return None
    if len(keys) == 1 and chart.has_numbered_columns:
        return chart.column_at(_given(query, keys[0], int))
    words = [_given(query, key, str) for key in keys]
    column = " ".join(words)
    if len(keys) > 1 and column not in chart.columns:
        _complain_of_column(chart, words)
    return column


def _complain_of_column(chart: Chart, words: list[str]) -> None:
    """Raise ChartError for the first word that no column has for its key: the columns *early day*
    and *late night* have early and late for the first key, day and night for the second.
    """
    words_of_columns = zip_longest(*map(str.split, chart.columns))
    for key, word, of_key in zip(chart.column_keys, words, words_of_columns, strict=False):
        known = dict.fromkeys(filter(None, of_key))
        if word not in known:
            raise ChartError(f"chart {chart.id} has no {key} {word!r}; {key}s: {', '.join(known)}")


def _given(query: Question, key: str, kind: type[V]) -> V:
    value = query[key]
    if not isinstance(value, kind) or (kind is int and isinstance(value, bool)):
        raise ChartError(f"{key} must be {NAMED_TYPES[kind]}, not {_named(value)}")
    if isinstance(value, int) and abs(value) > FARTHEST:
        raise ChartError(f"{key} is too large")
    return value


def _date(chart: Chart, query: Question, key: str) -> datetime.date:
    text = _given(query, key, str)
    with suppress(ValueError):
        date = datetime.date.fromisoformat(text)
        if date.isoformat() == text:
            return date
    raise ChartError(f"{key} must be a date like {chart.book.calendar[0]}, not {text[:40]!r}")


def _complain_of_keys(chart: Chart, query: Question, keys: tuple[str, ...]) -> None:
    missing = ", ".join(key for key in keys if key not in query)
    unknown = ", ".join(str(key)[:40] for key in query if key not in keys)
    problems = [f"lacks {missing}"] if missing else []
    problems += [f"does not take {unknown}"] if unknown else []
    wrong = " and ".join(problems)
    raise ChartError(f"the query {wrong}; chart {chart.id} needs {', '.join(keys)}")


def _named(value: object) -> str:
    if value is None or isinstance(value, bool):
        return msgspec.json.encode(value).decode()
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return repr(value[:40])
    if isinstance(value, Mapping):
        return "an object"
    return "a list"
