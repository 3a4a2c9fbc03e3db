"""Everything wrong with the files of a companion game."""

from __future__ import annotations

from collections.abc import Iterator

from picket_duty.charts import ChartError
from picket_duty.charts.check import Rules, check_chart
from picket_duty.charts.reading import chart_id_of, file_name, read_chart
from picket_duty.charts.toml_files import read_toml
from picket_duty.companions.companion import CHARTS, GAME, Companion


def companion_faults(game: Companion) -> Iterator[str]:
    """Everything wrong with a companion, each with its file."""
    for folder in game.folders:
        for path in sorted((folder / CHARTS).glob("*.toml")):
            chart_id = chart_id_of(path)
            faults = list[str]()
            if file_name(chart_id) != path.name:
                yield f"{path}: id {chart_id!r} belongs in a file named {file_name(chart_id)}"
            try:
                # Adds what it finds to the faults, and may return a chart all the same.
                raw = read_chart(read_toml(path), game.book, faults)
            except ChartError as error:
                yield f"{path}: {error}"
                continue
            if raw is not None:
                # The charts of a companion may have any fields.
                faults += check_chart(raw, shape=None, rules=Rules(game.book))
            yield from (f"{path}: {fault}" for fault in faults)
    ids = game.chart_ids()
    for lack in game.lacks:
        chart = f"{game.folders[0] / GAME}: chart {lack.table!r}"
        exists = lack.table in ids
        if lack.is_whole and exists:
            yield f"{chart} is listed as missing, but exists"
        elif not lack.is_whole and not exists:
            yield f"{chart} is listed as incomplete, but is missing"
