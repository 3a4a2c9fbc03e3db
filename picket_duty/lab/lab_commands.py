"""``simulate``: many games, and where they are played."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME
from picket_duty.commands.analysis_commands import WIDTH, chosen_folder_name, end_cut, jobs_option
from picket_duty.commands.options import (
    PATH,
    captain_names,
    chosen_tables,
    json_option,
    setup_options,
    tables_option,
)
from picket_duty.commands.output import fail, give_up, print_json, print_lines

if TYPE_CHECKING:
    from collections.abc import Iterator

    from picket_duty.analysis.workers import Jobs
    from picket_duty.book import Tables
    from picket_duty.lab.batch import Batch
    from picket_duty.lab.run_files import Blocks
    from picket_duty.setup import SetupOptions

GAMES = 1000


@click.command(epilog=f"Example: {NAME} simulate --scenario 6 -n 1000 --policy doctrine")
@setup_options(
    leave_out=("station", "start", "ship", "dice", "undo", "aid", "officers"),
    seed="Seed of the first game (default: 1); it rises by 1 with each game.",
)
@click.option(
    "-n",
    "--games",
    type=click.IntRange(min=1),
    default=GAMES,
    show_default=True,
    help="Number of games.",
)
@click.option(
    "--policy",
    default="doctrine",
    show_default=True,
    metavar="P",
    shell_complete=captain_names,
    help="Captain: doctrine, greedy, random, scripted:FILE or your own MODULE:CLASS.",
)
@jobs_option
@click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Use a Dask scheduler's workers (needs the extra 'cluster').",
)
@click.option(
    "-o",
    "--out",
    type=PATH,
    metavar="FILE",
    help="Save finished games to a new file, for --resume.",
)
@click.option(
    "--resume", type=PATH, metavar="FILE", help="Continue the run in a file made with --out."
)
@json_option
@tables_option
def simulate(
    *,
    chosen: SetupOptions,
    games: int,
    policy: str,
    jobs: int | None,
    scheduler: str | None,
    out: Path | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Play many games and print statistics."""
    from picket_duty.commands.output import progress_bar
    from picket_duty.lab.batch import Batch, settled
    from picket_duty.lab.batch import simulate as simulate_batch
    from picket_duty.lab.results_page import results_json, results_page
    from picket_duty.pages.formats import text_lines

    tables = chosen_tables()
    batch = settled(Batch(chosen, policy, games, folder=chosen_folder_name()))
    with (
        chosen_workers(jobs, scheduler, tables, policy) as players,
        contextlib.closing(open_blocks(out, resume, tables, batch)) as finished,
        progress_bar(batch.games) as progress,
    ):
        try:
            results = simulate_batch(batch, players, progress, finished)
        except OSError as error:
            path = out or resume
            # An error of writing to the open file has no file name; any other is reported as it is.
            if path is None or error.filename is not None:
                raise
            give_up(f"{path}: cannot be written ({error.strerror}). Continue with --resume {path}.")
    if results.cut and not results.games:
        # Ends the command: there is nothing to print.
        end_cut(results.cut, done=results.games)
    if as_json:
        print_json(results_json(batch, results))
    else:
        print_lines(text_lines(results_page(batch, results), WIDTH))
    if results.cut:
        end_cut(results.cut, done=results.games)


@contextlib.contextmanager
def chosen_workers(
    jobs: int | None, scheduler: str | None, tables: Tables, policy: str
) -> Iterator[Jobs]:
    """Processes of this machine, or the workers of a scheduler. Ends the command, or raises
    RunError.
    """
    from picket_duty.analysis.workers import cores

    if scheduler is None:
        yield jobs or cores()
        return
    if jobs is not None:
        fail("--jobs cannot be used with --scheduler")
    if policy.startswith("scripted:"):
        fail(
            f"{policy}: other machines cannot read this file. Use a named captain or MODULE:CLASS."
        )
    from picket_duty.lab.cluster import cluster

    with cluster(scheduler, tables) as players:
        yield players


def open_blocks(out: Path | None, resume: Path | None, tables: Tables, batch: Batch) -> Blocks:
    """The file of finished blocks given by ``--out`` or ``--resume``; no file without them. Raises
    RunError.
    """
    from picket_duty.lab import run_files

    if out is not None and resume is not None:
        fail("--out cannot be used with --resume, which continues an existing file")
    path = out or resume
    if path is None:
        return run_files.Blocks()
    head = run_files.head_of(tables.digest, {"command": "simulate", **batch.settings()})
    return run_files.open_blocks(path, head, batch.block_size, is_new=out is not None)
