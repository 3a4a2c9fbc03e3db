"""``--scheduler``: play on the workers of a Dask scheduler instead of processes of this machine."""

from __future__ import annotations

from contextlib import contextmanager
from functools import partial
from typing import TYPE_CHECKING

import click

from picket_duty.commands.options import WORKERS
from picket_duty.commands.output import fail

if TYPE_CHECKING:
    from collections.abc import Iterator

    from picket_duty.analysis.workers import Workers
    from picket_duty.book import Tables


@contextmanager
def open_workers(address: str, jobs: int | None, tables: Tables, policy: str) -> Iterator[Workers]:
    """The workers of a scheduler. Ends the command, or raises RunError, if they cannot be used."""
    if jobs is not None:
        fail("--jobs cannot be used with --scheduler")
    if policy.startswith("scripted:"):
        fail(f"{policy}: other machines cannot read this file. Use a named captain or MODULE:CLASS.")
    from picket_duty.lab.cluster import cluster

    with cluster(address, tables) as workers:
        yield workers


def _choose_workers(context: click.Context, _parameter: click.Parameter, address: str | None) -> None:
    if address is not None:
        context.meta[WORKERS] = partial(open_workers, address)


scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    expose_value=False,
    callback=_choose_workers,
    help="Use the workers of a Dask scheduler (extra 'cluster').",
)
