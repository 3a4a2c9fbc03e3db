"""What completes the values of arguments and options in a shell; nothing where it cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from picket_duty.book import Tables


Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def _of(values: Callable[[], Iterable[str]]) -> Completer:
    """What completes a value. What controls a terminal is never handed to one."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        from picket_duty.charts import ChartError
        from picket_duty.charts.words import safe
        from picket_duty.saves import SaveError

        try:
            found = list(values())
        except (ChartError, SaveError, OSError):
            return []
        return [value for value in found if value.startswith(begun) and value == safe(value)]

    return complete


def _tables() -> Tables:
    from picket_duty.book import load_tables

    return load_tables()


def _saves() -> Iterable[str]:
    from picket_duty.saves import list_saves

    return (save.name for save in list_saves())


def _tables_saved() -> Iterable[str]:
    from picket_duty.saves import at_table

    return (save.name for save in at_table.list_games())


def _charts() -> Iterable[str]:
    return (chart.id for chart in _tables().all_charts())


def _companions() -> Iterable[str]:
    from picket_duty.companions import companion_names

    return companion_names()


def _scenarios() -> Iterable[str]:
    return (name for number, data in _tables().scenarios.items() for name in (str(number), data.slug))


def _captains() -> Iterable[str]:
    from picket_duty.captains import NAMES

    return (name for name in NAMES if name.islower())


def _topics() -> Iterable[str]:
    from picket_duty.manual import PAGES

    return PAGES


save_names = _of(_saves)
table_save_names = _of(_tables_saved)
chart_ids = _of(_charts)
companion_names = _of(_companions)
scenario_names = _of(_scenarios)
campaign_names = _of(lambda: _tables().campaigns)
option_names = _of(lambda: _tables().options)
captain_names = _of(_captains)
topic_names = _of(_topics)
