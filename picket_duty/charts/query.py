"""Answers of ``tables query``: one flat question, one answer.

A question names a table and what to look up: ``{"table": "9-2/5in", "roll": 7, "column": "M"}``. The answer has the
table, the rest of the question, and either the result or an error message. An invalid question does not raise.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from picket_duty.charts.chart import Chart, Key
from picket_duty.charts.kinds import KeyedChart, ListChart, RangeChart, SumChart, dice_ends, worked_out
from picket_duty.charts.rows import adds_of, find, forms_of, line_named, number_in, row_of, total_of
from picket_duty.charts.spans import FARTHEST, ChartError, ends_of

#: Charts by id.
Charts = Mapping[str, Chart]
Question = Mapping[str, Any]
Result = dict[str, Any]
#: Function that answers a question from some charts.
Answers = Callable[[Any, object], dict[str, Any]]


def answer_question(tables: Charts, question: object) -> dict[str, Any]:
    """The answer to a question: table, query and result, or error with the table and query as far as known."""
    if not isinstance(question, Mapping):
        return {"error": f"a question must be an object with a table, not {_named(question)}"}
    table = question.get("table")
    query = {key: value for key, value in question.items() if key != "table"}
    if not isinstance(table, str):
        problem = "no table named" if table is None else f"table must be text, not {_named(table)}"
        return {"query": query, "error": problem}
    try:
        return {"table": table, "query": query, "result": _look_up(_chart(tables, table), query)}
    except ChartError as error:
        return {"table": table, "query": query, "error": str(error)}


def answer_line(tables: Charts, line: bytes | str, answers: Answers = answer_question) -> bytes:
    """The answer to a line of JSON as a line of JSON without its line end; ``answers`` computes it."""
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
    raw, columns = chart.raw, chart.column_keys
    if isinstance(raw, RangeChart):
        return (*columns, "roll", *raw.asked) if len(columns) > 1 else ("roll", *columns, *raw.asked)
    if isinstance(raw, ListChart):
        return (raw.key, *columns)
    return ("row", "col") if chart.kind == "matrix" else ()


def result_fields(chart: Chart, fields: Question, asked: int = 0) -> Result:
    """The fields of a row as in an answer; ``asked`` is the number in the question."""
    result = {
        field: value.copy() if isinstance(value, list) else worked_out(value, asked) for field, value in fields.items()
    }
    for field, change in chart.book.answers.items():
        if field in result:
            change(result, asked)
    return result


# -- finding the row -----------------------------------------------------


def _chart(tables: Charts, table: str) -> Chart:
    try:
        chart = tables[table]
    except OSError:
        raise ChartError(f"no chart {table[:40]!r}") from None
    if chart.kind == "notes":
        raise ChartError(f"chart {table} has only notes and modifiers; there is nothing to look up")
    return chart


def _look_up(chart: Chart, query: Question) -> Result:
    raw = chart.raw
    if isinstance(raw, KeyedChart):
        return _read_keyed(chart, raw, query)
    if isinstance(raw, SumChart):
        return _read_sum(chart, raw, query)
    keys = question_keys(chart)
    if len(query) != len(keys) or not all(key in query for key in keys):
        _complain_of_keys(chart, query, keys)
    if isinstance(raw, ListChart):
        return _read_list(chart, raw, query)
    if chart.kind == "matrix":
        return result_fields(chart, chart.cell(_number(query, "row"), _number(query, "col")).fields)
    total = _number(query, "roll")
    if isinstance(raw, RangeChart) and raw.asked:
        total = _modified(raw, total, query)
    return result_fields(chart, chart.look_up(total, _column(chart, query)).fields, total)


def _modified(raw: RangeChart, roll: int, query: Question) -> int:
    low, high = dice_ends(raw.dice)
    if not low <= roll <= high:
        raise ChartError(f"{roll} cannot be rolled on {raw.dice}")
    for name in raw.asked:
        modifier = raw.modifiers[name]
        if modifier.value is not None:
            roll += modifier.value if _flag(query, name) else 0
            continue
        number = _number(query, name)
        first, last = ends_of(modifier.only)
        if not first <= number <= last:
            raise ChartError(f"chart {raw.id}: {name} must be {modifier.only}, not {number}")
        roll += number
    return roll


def _read_keyed(chart: Chart, raw: KeyedChart, query: Question) -> Result:
    forms = forms_of(raw)
    if set(query) not in map(set, forms):
        expected = " or ".join(", ".join(form) for form in forms)
        given = ", ".join(map(_key_name, query)) or "nothing"
        raise ChartError(f"chart {raw.id} needs {expected}, but the query gives {given}")
    asked = {key: KEY_READERS[raw.keys[key]](query, key) for key in raw.keys if key in query}
    row = find(raw, asked)
    return result_fields(chart, {field: row.fields.get(field) for field in raw.fields}, number_in(raw, asked))


def _read_sum(chart: Chart, raw: SumChart, query: Question) -> Result:
    if raw.line and raw.line in query:
        if len(query) > 1:
            _complain_of_keys(chart, query, (raw.line,))
        return {raw.adds: adds_of(line_named(raw, _text(query, raw.line)))}
    names = tuple(line.name for line in raw.lines)
    given = [name for name in names if name in query]
    if len(given) < len(query) or not query or not (raw.line or len(given) == len(names)):
        _complain_of_keys(chart, query, names)
    flags = {line.name for line in raw.lines if line.flag}
    total = total_of(raw, {name: int(_flag(query, name)) if name in flags else _number(query, name) for name in given})
    if not raw.rows:
        return {raw.total: total}
    row = row_of(raw, total)
    return result_fields(chart, {field: row.fields.get(field) for field in raw.fields}, total)


def _read_list(chart: Chart, raw: ListChart, query: Question) -> Result:
    column, number = _column(chart, query), 0
    key: Key
    if raw.by == "date":
        key = _date(chart, query, raw.key)
    elif raw.by == "number":
        key = number = _number(query, raw.key)
    else:
        key = _text(query, raw.key)
    return result_fields(chart, chart.entry(key, column).fields, number)


def _column(chart: Chart, query: Question) -> str | None:
    keys = chart.column_keys
    if not keys:
        return None
    if len(keys) == 1:
        return chart.column_at(_number(query, keys[0])) if chart.numbered else _text(query, keys[0])
    words = [_text(query, key) for key in keys]
    column = " ".join(words)
    for index, (key, word) in enumerate(zip(keys, words, strict=True)) if column not in chart.columns else ():
        known = dict.fromkeys(parts[index] for parts in map(str.split, chart.columns) if index < len(parts))
        if word not in known:
            raise ChartError(f"chart {chart.id} has no {key} {word!r}; {key}s: {', '.join(known)}")
    return column


# -- reading the question ------------------------------------------------


def _number(query: Question, key: str) -> int:
    value = query[key]
    if type(value) is not int:
        raise ChartError(f"{key} must be a whole number, not {_named(value)}")
    if abs(value) > FARTHEST:
        raise ChartError(f"{key} is too large")
    return value


def _text(query: Question, key: str) -> str:
    value = query[key]
    if not isinstance(value, str):
        raise ChartError(f"{key} must be text, not {_named(value)}")
    return value


def _flag(query: Question, key: str) -> bool:
    value = query[key]
    if not isinstance(value, bool):
        raise ChartError(f"{key} must be true or false, not {_named(value)}")
    return value


KEY_READERS: dict[str, Callable[[Question, str], Any]] = {"number": _number, "name": _text, "flag": _flag}


def _date(chart: Chart, query: Question, key: str) -> datetime.date:
    text = _text(query, key)
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        date = None
    if date is None or text != date.isoformat():
        raise ChartError(f"{key} must be a date like {chart.book.first_day}, not {text[:40]!r}")
    return date


def _complain_of_keys(chart: Chart, query: Question, keys: tuple[str, ...]) -> None:
    expected = ", ".join(keys)
    missing = ", ".join(key for key in keys if key not in query)
    unknown = ", ".join(_key_name(key) for key in query if key not in keys)
    problems = [f"{word} {names}" for word, names in (("lacks", missing), ("does not need", unknown)) if names]
    raise ChartError(f"the query {' and '.join(problems)}; chart {chart.id} needs {expected}")


def _key_name(key: object) -> str:
    return str(key)[:40]


def _named(value: object) -> str:
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return repr(value[:40])
    return "an object" if isinstance(value, Mapping) else "a list"
