"""The progress bar of a run, on standard error and only where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from picket_duty.lab.batch import Progress, Results, Wanted
from picket_duty.analysis.statistics import wilson


@contextmanager
def bar(wanted: Wanted) -> Iterator[Progress | None]:
    """A function to tell the results so far, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=wanted.games)

        def tell(found: Results) -> None:
            low, high = wilson(found.wins, found.games)
            drawn.update(task, completed=found.games, description=f"wins {low:.1%} to {high:.1%}")

        yield tell


@contextmanager
def counter(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A function to tell how much of a work is done and of how much, or None where nobody watches."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn
    from rich.progress import Progress as Bar

    with Bar(
        BarColumn(), MofNCompleteColumn(), TextColumn(what), console=Console(stderr=True), transient=True
    ) as drawn:
        task = drawn.add_task("", total=None)
        yield lambda done, of: drawn.update(task, completed=done, total=of)
