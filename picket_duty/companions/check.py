"""What is wrong with a companion: its file, its charts, and what it says that it lacks."""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.charts import ChartError
from picket_duty.charts.check import Rules, check_chart
from picket_duty.charts.reading import chart_id_of, file_name, read_chart, read_toml
from picket_duty.companions.registry import CHARTS, GAME, Companion


def check(game: Companion) -> Iterator[str]:
    """Everything wrong with a companion, each with its file."""
    for folder in game.folders:
        for path in sorted((folder / CHARTS).glob("*.toml")):
            yield from (f"{path}: {fault}" for fault in _check_file(game, folder.name, path.name, chart_id_of(path)))
    ids = game.chart_ids()
    for lack in game.lacks:
        if lack.is_whole and lack.table in ids:
            yield f"{game.folders[0] / GAME}: lacks {lack.table!r}, which is one of its charts"
        elif not lack.is_whole and lack.table not in ids:
            yield f"{game.folders[0] / GAME}: lacks a part of {lack.table!r}, which is none of its charts"


def _check_file(game: Companion, folder: str, name: str, chart_id: str) -> Iterator[str]:
    if file_name(chart_id) != name:
        yield f"id {chart_id!r} does not belong in this file ({file_name(chart_id)})"
    path = next(path for path in game.folders if path.name == folder) / CHARTS / name
    faults: list[str] = []
    try:
        raw = read_chart(read_toml(path), game.book, faults)
    except ChartError as error:
        yield str(error)
        return
    yield from faults
    if raw is not None:
        yield from check_chart(raw, None, Rules(game.book))
