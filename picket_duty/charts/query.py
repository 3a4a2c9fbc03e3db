"""``tables query``: one flat question, one answer.

A question names a table and what to look up: ``{"table": "9-2/5in", "roll": 7,
"column": "M"}``. The answer holds the table, the rest of the question and the
result, or in place of the result an error in words. Nothing here raises for a
bad question.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from picket_duty.charts.chart import FARTHEST, Chart, ChartError, Row, days_in

#: List charts whose silence means something: no entry is this result.
SILENT: dict[str, dict[str, Any]] = {"K-1": {"kikusui": False}}
#: A chart never has more waves than these.
WAVES = 3

#: Charts by id.
Charts = Mapping[str, Chart]
Question = Mapping[str, Any]
Result = dict[str, Any]


def answer(tables: Charts, question: object) -> dict[str, Any]:
    """The answer to one question: table, query and result, or table, query and error as far as known."""
    if not isinstance(question, Mapping):
        return {"error": f"a question is an object with a table, not {_named(question)}"}
    table = question.get("table")
    query = {key: value for key, value in question.items() if key != "table"}
    if not isinstance(table, str):
        problem = "no table named" if table is None else f"the table is a text, not {_named(table)}"
        return {"query": query, "error": problem}
    try:
        return {"table": table, "query": query, "result": _look_up(_chart(tables, table), query)}
    except ChartError as error:
        return {"table": table, "query": query, "error": str(error)}


def answer_line(tables: Charts, line: bytes | str) -> bytes:
    """The answer to one line of JSON as one line of JSON, without the line end."""
    try:
        question = msgspec.json.decode(line)
    except (msgspec.MsgspecError, RecursionError, ValueError) as error:
        return msgspec.json.encode({"error": f"not a line of JSON: {error}"})
    try:
        return msgspec.json.encode(answer(tables, question))
    except (msgspec.MsgspecError, RecursionError, ValueError, OverflowError) as error:
        return msgspec.json.encode({"error": f"a question that cannot be repeated: {error}"})


def keys_of(chart: Chart) -> tuple[str, ...]:
    """The keys a question to this chart has beside the table, in the order of the contract."""
    raw = chart.raw
    if raw.kind == "matrix":
        return ("row", "col")
    if raw.kind == "list":
        if not raw.columns:
            return (raw.key,)
        return (raw.key, "bearing" if by_bearing(chart) else "column")
    if raw.kind != "range":
        return ()
    if raw.periods:
        return ("period", "light", "roll")
    return ("roll", "column") if raw.columns else ("roll",)


def by_bearing(chart: Chart) -> bool:
    """Whether the columns of a chart are bearings in degrees, as on a firing chart."""
    return all(column.isdigit() for column in chart.raw.columns)


def result_of(chart: Chart, row: Row, asked: int = 0) -> Result:
    """The fields of a row as an answer gives them; ``asked`` is the number of planes asked for."""
    found = {field: value.copy() if isinstance(value, list) else value for field, value in row.fields.items()}
    for field, shape in SHAPES.items():
        if field in found:
            shape(found, asked)
    return found


# -- finding the row -----------------------------------------------------


def _chart(tables: Charts, table: str) -> Chart:
    try:
        chart = tables[table]
    except OSError:
        raise ChartError(f"no chart {table[:40]!r}") from None
    if chart.raw.kind == "notes":
        raise ChartError(f"chart {table} holds notes and modifiers only; there is nothing to look up")
    return chart


def _look_up(chart: Chart, query: Question) -> Result:
    keys = keys_of(chart)
    if len(query) != len(keys) or not all(key in query for key in keys):
        _complain_of_keys(chart, query, keys)
    return READERS[chart.raw.kind](chart, query)


def _read_range(chart: Chart, query: Question) -> Result:
    roll = _number(query, "roll")
    if not chart.raw.columns:
        return result_of(chart, chart.look_up(roll))
    if not chart.raw.periods:
        return result_of(chart, chart.look_up(roll, _text(query, "column")))
    period, light = _text(query, "period"), _text(query, "light")
    if period not in [one.id for one in chart.raw.periods]:
        known = ", ".join(one.id for one in chart.raw.periods)
        raise ChartError(f"chart {chart.id} has no period {period!r}; periods: {known}")
    if light not in ("day", "night"):
        raise ChartError(f"light is day or night, not {light!r}")
    return result_of(chart, chart.look_up(roll, f"{period} {light}"))


def _read_matrix(chart: Chart, query: Question) -> Result:
    return result_of(chart, chart.cell(_number(query, "row"), _number(query, "col")))


def _read_list(chart: Chart, query: Question) -> Result:
    raw = chart.raw
    column: str | None = None
    if raw.columns:
        column = str(_number(query, "bearing")) if by_bearing(chart) else _text(query, "column")
    if raw.key == "date":
        return _read_date(chart, _date(query, raw.key))
    if raw.key == "planes":
        planes = _number(query, raw.key)
        return result_of(chart, chart.entry(planes, column), planes)
    return result_of(chart, chart.entry(_text(query, raw.key), column))


def _read_date(chart: Chart, date: datetime.date) -> Result:
    try:
        return result_of(chart, chart.entry(date))
    except ChartError:
        if chart.id in SILENT:
            return dict(SILENT[chart.id])
        raise


READERS: dict[str, Callable[[Chart, Question], Result]] = {
    "range": _read_range,
    "matrix": _read_matrix,
    "list": _read_list,
}


# -- shaping the result --------------------------------------------------


def _shape_reroll(found: Result, _asked: int) -> None:
    """``reroll_on`` as ISO dates, and only where it is printed."""
    spans = found.pop("reroll_on")
    if spans:
        found["reroll_on"] = [day.isoformat() for span in spans for day in days_in(span)]


def _shape_planes(found: Result, _asked: int) -> None:
    """Planes of an attack table as bearing and altitude; a plain number stays one."""
    planes = found["planes"]
    if isinstance(planes, list):
        found["planes"] = [{"bearing": int(plane[:-1]), "altitude": plane[-1]} for plane in planes]


def _shape_waves(found: Result, asked: int) -> None:
    """Three waves, null for none; ``all`` is the number of planes asked for."""
    waves = [asked if wave == "all" else wave for wave in found["waves"]]
    found["waves"] = waves + [None] * (WAVES - len(waves))


SHAPES: dict[str, Callable[[Result, int], None]] = {
    "reroll_on": _shape_reroll,
    "planes": _shape_planes,
    "waves": _shape_waves,
}


# -- reading the question ------------------------------------------------


def _number(query: Question, key: str) -> int:
    value = query[key]
    if type(value) is not int:
        raise ChartError(f"{key} is a whole number, not {_named(value)}")
    if abs(value) > FARTHEST:
        raise ChartError(f"{key} is out of reach of any dice")
    return value


def _text(query: Question, key: str) -> str:
    value = query[key]
    if not isinstance(value, str):
        raise ChartError(f"{key} is a text, not {_named(value)}")
    return value


def _date(query: Question, key: str) -> datetime.date:
    text = _text(query, key)
    try:
        date = datetime.date.fromisoformat(text)
    except ValueError:
        raise ChartError(f"{key} is a date like 1945-04-06, not {text[:40]!r}") from None
    if text != date.isoformat():
        raise ChartError(f"{key} is a date like 1945-04-06, not {text[:40]!r}")
    return date


def _complain_of_keys(chart: Chart, query: Question, keys: tuple[str, ...]) -> None:
    wanted = ", ".join(keys)
    missing = ", ".join(key for key in keys if key not in query)
    unknown = ", ".join(str(key)[:40] for key in query if key not in keys)
    told = [f"{word} {named}" for word, named in (("lacks", missing), ("has no use for", unknown)) if named]
    raise ChartError(f"the question {' and '.join(told)}; chart {chart.id} wants {wanted}")


def _named(value: object) -> str:
    """A value of the wrong kind, named in a word and never longer than a line."""
    if value is None:
        return "null"
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, int | float):
        return "a number"
    if isinstance(value, str):
        return repr(value[:40])
    return "an object" if isinstance(value, Mapping) else "a list"
