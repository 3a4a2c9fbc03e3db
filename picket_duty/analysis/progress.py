"""The progress bar of a run, on standard error and only where that is a terminal."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager

from picket_duty.analysis.statistics import wilson

#: Called with the number of games played so far and the number won.
Progress = Callable[[int, int], None]


@contextmanager
def bar(games: int) -> Iterator[Progress | None]:
    """A progress bar of a run of so many games; None where standard error is not a terminal."""
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, TextColumn, TimeRemainingColumn
    from rich.progress import Progress as Bar

    columns = (BarColumn(), MofNCompleteColumn(), TimeRemainingColumn(), TextColumn("{task.description}"))
    with Bar(*columns, console=Console(stderr=True), transient=True) as drawn:
        task = drawn.add_task("", total=games)

        def show(played: int, won: int) -> None:
            low, high = wilson(won, played)
            drawn.update(task, completed=played, description=f"wins {low:.1%} to {high:.1%}")

        yield show


@contextmanager
def counter(what: str) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar that is called with the parts done and their total; None where standard error is no terminal."""
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
