"""Reading chart files: TOML, ids and the names of their files."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.charts.chart import Chart, ChartError, RawChart, date_span


def file_name(chart_id: str) -> str:
    """The file of a chart: its id with slash and blank turned into a dash."""
    return chart_id.replace("/", "-").replace(" ", "-") + ".toml"


def load_chart(path: Path) -> Chart:
    """Read one chart file. Raises ChartError naming the file and what is wrong."""
    try:
        return Chart(msgspec.convert(read_toml(path), RawChart))
    except (msgspec.ValidationError, ChartError) as error:
        raise ChartError(f"{path}: {error}") from None


def read_toml(path: Path) -> dict[str, Any]:
    """Read a TOML file. Raises ChartError naming the file."""
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, UnicodeDecodeError, tomllib.TOMLDecodeError) as error:
        raise ChartError(f"{path}: {error}") from None
    except (RecursionError, ValueError, OverflowError):
        raise ChartError(f"{path}: nested too deeply, or a number too large") from None


def chart_id_of(path: Path) -> str:
    """The id a chart file says it has, read without loading the whole file."""
    with path.open(encoding="utf-8", errors="replace") as file:
        for line in file:
            name, _, value = line.partition("=")
            if name.strip() == "id":
                return value.split("#")[0].strip().strip("\"'")
    raise ChartError(f"{path}: no id")


def period_of(chart: Chart, day: Any) -> str:
    """The period of table 7-1 that a date falls in. Raises ChartError."""
    for period in chart.raw.periods:
        first, last = date_span(f"{period.first}..{period.last}")
        if first <= day <= last:
            return period.id
    raise ChartError(f"chart {chart.id} has no period for {day}")
