"""``simulate`` and ``calibrate``: batches of games, and the calibration of the rules."""

from __future__ import annotations

import contextlib
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeVar

import click

from picket_duty.commands import NAME
from picket_duty.commands.analyze import chosen_folder_name, chosen_workers, end_cut, jobs_option
from picket_duty.commands.options import (
    WORKERS,
    PathType,
    captain_names,
    chosen_tables,
    json_option,
    setup_options,
    tables_option,
)
from picket_duty.commands.output import can_print, check_writable, echo, fail, print_json, print_lines, write_text
from picket_duty.lab.lab_options import scheduler_option

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from picket_duty.analysis.workers import Jobs
    from picket_duty.book import Tables
    from picket_duty.lab.batch import Blocks
    from picket_duty.lab.calibrate import Counted, Measurement
    from picket_duty.setup import Choices

T = TypeVar("T")

GAMES = 1000

plot_option = click.option("--plot", type=PathType(), metavar="FILE.svg", help="Also draw the results as an SVG file.")
out_option = click.option(
    "-o",
    "--out",
    type=PathType(),
    metavar="FILE",
    help="Save finished games to a new file, for --resume.",
)
resume_option = click.option(
    "--resume", type=PathType(), metavar="FILE", help="Continue the run in a file made with --out."
)


# -- simulate --------------------------------------------------------------------


@click.command(epilog=f"Example: {NAME} simulate --scenario 6 -n 1000 --policy doctrine")
@setup_options(
    leave_out=("station", "start", "ship", "dice", "undo", "aid", "officers"),
    seed="Seed of the first game (default: 1); each later game adds one.",
)
@click.option("-n", "--games", type=click.IntRange(min=1), default=GAMES, show_default=True, help="Number of games.")
@click.option(
    "--policy", default="doctrine", show_default=True, metavar="P", shell_complete=captain_names,
    help="Captain: doctrine, greedy, cautious, random, scripted:FILE or your own MODULE:CLASS.",
)  # fmt: skip
@jobs_option
@scheduler_option
@click.option(
    "--interval", type=click.FloatRange(0, 50), default=0.0, metavar="P",
    help="Stop when the 95% margin of error for wins is P percentage points.",
)  # fmt: skip
@click.option("--coverage", is_flag=True, help="Also count how often each row of each chart was rolled.")
@click.option("--csv", "as_csv", is_flag=True, help="Print one line per game, as CSV.")
@out_option
@resume_option
@plot_option
@json_option
@tables_option
def simulate(
    *,
    chosen: Choices,
    games: int,
    policy: str,
    jobs: int | None,
    interval: float,
    coverage: bool,
    as_csv: bool,
    out: Path | None,
    resume: Path | None,
    plot: Path | None,
    as_json: bool,
) -> None:
    """Play many games and print statistics."""
    from picket_duty.commands.output import progress_bar
    from picket_duty.lab import results
    from picket_duty.lab.batch import Batch, Results, settled
    from picket_duty.lab.batch import simulate as run

    if as_csv and as_json:
        fail("--csv cannot be used with --json")
    check_plot(plot)
    tables = chosen_tables()
    batch = settled(Batch(
        chosen, policy, games, chosen_folder_name(), coverage=coverage, each=as_csv, interval=interval / 100,
    ))  # fmt: skip
    settings = {"command": "simulate", **batch.settings()}
    with (
        chosen_workers(jobs, tables, policy) as players,
        open_blocks(out, resume, tables, settings, Results.as_data, Results.of_data) as finished,
        # A run on other machines is often started by a script, whose log should show that it proceeds.
        progress_bar(batch.games, in_lines=WORKERS in click.get_current_context().meta) as progress,
    ):
        counts = run(batch, players, progress, finished)
    if counts.cut and not counts.games:
        end_cut(counts.cut, counts.games)
    if as_csv:
        print_lines(results.as_csv(counts).splitlines())
    elif as_json:
        print_json(results.as_json(batch, counts) | (results.coverage_json(tables, counts) if coverage else {}))
    else:
        print_lines(results.table(batch, counts, ascii_only=not can_print("█▒▁")))
        if coverage:
            print_lines(["", *results.coverage_lines(tables, counts)])
    if plot is not None:
        write_text(results.as_svg(batch, counts), plot)
    if counts.cut:
        end_cut(counts.cut, counts.games)


# -- calibrate -------------------------------------------------------------------


@click.command(epilog=f"Example: {NAME} calibrate --policy doctrine -n 2000")
@click.option(
    "-n", "--games", type=click.IntRange(min=20), default=GAMES, show_default=True, help="Games per scenario."
)
@click.option(
    "--policy", default="greedy", show_default=True, metavar="P", shell_complete=captain_names,
    help="Captain that plays the games; the bands were set with greedy.",
)  # fmt: skip
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@jobs_option
@scheduler_option
@plot_option
@click.option("--harm", is_flag=True, help="Instead, measure how many wins each kind of damage costs.")
@click.option(
    "-o", "--out", type=PathType(), metavar="FILE",
    help="Save finished games to a new file, for --resume; with --harm, write the weights as TOML.",
)  # fmt: skip
@resume_option
@json_option
@tables_option
def calibrate(
    *,
    games: int,
    policy: str,
    seed: int,
    jobs: int | None,
    plot: Path | None,
    harm: bool,
    out: Path | None,
    resume: Path | None,
    as_json: bool,
) -> None:
    """Check the game's balance by simulation.

    The command measures every figure of section 13 of the rules of play and compares it with its band.
    """
    tables = chosen_tables()
    if harm:
        if plot is not None:
            fail("--harm cannot be used with --plot")
        if resume is not None:
            fail("--harm cannot be used with --resume")
        with chosen_workers(jobs, tables) as players:
            _harm(games, seed, players, out, as_json, tables)
        return
    from picket_duty.captains import captain_named
    from picket_duty.lab.batch import check_games
    from picket_duty.lab.calibrate import block_of

    check_plot(plot)
    captain_named(policy, seed)
    check_games(games)
    settings = {"command": "calibrate", "policy": policy, "games": games, "seed": seed}
    with (
        chosen_workers(jobs, tables, policy) as players,
        open_blocks(out, resume, tables, settings, list, block_of) as finished,
    ):
        _bands(games, policy, seed, players, plot, as_json, finished)


def _bands(
    games: int, policy: str, seed: int, jobs: Jobs, plot: Path | None, as_json: bool, finished: Blocks[list[Counted]]
) -> None:
    """Measure the figures and print each one when it is done."""
    from picket_duty.analysis.workers import INTERRUPTED, WorkersLost
    from picket_duty.lab import calibrate as measured
    from picket_duty.lab import results

    measurements: list[Measurement] = []
    cut = ""
    if not as_json:
        echo(f"{'figure':<58}{'value':>7}   {'95% interval':<17}    {'band':<14}verdict")
    try:
        for measurement in measured.measure(policy, games, seed, jobs, chosen_folder_name(), finished):
            measurements.append(measurement)
            if not as_json:
                echo(measured.line(measurement))
    except KeyboardInterrupt:
        cut = INTERRUPTED
    except WorkersLost as error:
        cut = str(error)
    if as_json:
        print_json(measured.as_json(measurements, policy, seed))
    else:
        missed = [measurement.band.words for measurement in measurements if measurement.verdict == "out"]
        print_lines(["", f"Outside their bands: {'; '.join(missed)}" if missed else "Every figure is within its band."])
        print_lines(["", *results.band_lines(measurements, ascii_only=not can_print("●─"))])
        print_lines(["", *results.share_lines(results.wins_of(measurements), ascii_only=not can_print("█▒"))])
    if plot is not None:
        parts = [results.bands_part(measurements), results.shares_part(results.wins_of(measurements))]
        write_text(results.page(f"Calibration, captain {policy}, seed {seed}", parts), plot)
    if cut:
        end_cut(cut, len(measurements), "figure", "figures")


def _harm(games: int, seed: int, jobs: Jobs, out: Path | None, as_json: bool, tables: Tables) -> None:
    """Measure damage weights and print those of each kind of game when it is done."""
    from picket_duty.analysis.workers import INTERRUPTED, WorkersLost
    from picket_duty.lab import weights

    if out is not None:
        check_writable(out)
    measured = []
    cut = ""
    if not as_json:
        echo(weights.HEAD)
    try:
        for weight in weights.measure(games, seed, jobs, chosen_folder_name()):
            measured.append(weight)
            if not as_json:
                echo(weights.line(weight, tables))
    except KeyboardInterrupt:
        cut = INTERRUPTED
    except WorkersLost as error:
        cut = str(error)
    if as_json:
        print_json(weights.as_json(measured, games, seed))
    if out is not None and not cut:
        write_text(weights.as_toml(measured, f"{NAME} calibrate --harm -n {games} --seed {seed}"), out)
    if cut:
        end_cut(cut, len(measured), "weight", "weights")


@contextlib.contextmanager
def open_blocks(
    out: Path | None,
    resume: Path | None,
    tables: Tables,
    settings: dict[str, Any],
    as_data: Callable[[T], Any],
    of_data: Callable[[Any], T],
) -> Iterator[Blocks[T]]:
    """The file of finished blocks given by ``--out`` or ``--resume``; no file without them. Raises RunError."""
    from picket_duty.lab import batch

    if out is not None and resume is not None:
        fail("--out cannot be used with --resume, which adds to its own file")
    head = batch.head_of(tables.digest, settings)
    if out is not None:
        finished = batch.new_blocks(out, head, as_data)
    elif resume is not None:
        finished = batch.resumed_blocks(resume, head, as_data, of_data)
    else:
        finished = batch.Blocks()
    try:
        yield finished
    finally:
        finished.close()


def check_plot(path: Path | None) -> None:
    """End the command before the games if a plot cannot be written."""
    if path is None:
        return
    if path.suffix.lower() != ".svg":
        fail(f"{path}: plots are SVG files. Use a name that ends in .svg.")
    check_writable(path)
