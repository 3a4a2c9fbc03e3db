"""Shell completion of arguments and options; empty where the values cannot be read."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from picket_duty.book import Tables


Completer = Callable[[click.Context, click.Parameter, str], list[str]]


def completer(values: Callable[[], Iterable[str]]) -> Completer:
    """A completion function for click. It leaves out values with control characters."""

    def complete(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
        from picket_duty.charts import ChartError
        from picket_duty.charts.words import safe
        from picket_duty.saves import SaveError

        try:
            names = list(values())
        except (ChartError, SaveError, OSError):
            return []
        return [name for name in names if name.startswith(begun) and name == safe(name)]

    return complete


def _tables() -> Tables:
    from picket_duty.book import load_tables

    return load_tables()


def _saves() -> Iterable[str]:
    from picket_duty.saves import list_saves

    return (save.name for save in list_saves())


def _charts() -> Iterable[str]:
    return (chart.id for chart in _tables().all_charts())


def _scenarios() -> Iterable[str]:
    return (name for number, data in _tables().scenarios.items() for name in (str(number), data.slug))


def _captains() -> Iterable[str]:
    from picket_duty.captains import NAMES

    return (name for name in NAMES if name.islower())


def _topics() -> Iterable[str]:
    from picket_duty.manual import PAGES

    return PAGES


save_names = completer(_saves)
chart_ids = completer(_charts)
scenario_names = completer(_scenarios)
campaign_names = completer(lambda: _tables().campaigns)
option_names = completer(lambda: _tables().options)
captain_names = completer(_captains)
topic_names = completer(_topics)
