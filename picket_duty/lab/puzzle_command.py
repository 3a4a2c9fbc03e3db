"""``find-puzzles``: search games for positions in which the right order matters."""

from __future__ import annotations

from functools import partial
from pathlib import Path

import click

from picket_duty.commands import NAME
from picket_duty.commands.analyze import chosen_workers, end_cut, jobs_option
from picket_duty.commands.options import chosen_tables
from picket_duty.commands.output import echo, progress_counter
from picket_duty.lab.lab_commands import open_blocks, out_option, resume_option
from picket_duty.lab.lab_options import scheduler_option

#: The kinds of puzzles, as in ``analysis.puzzles.KINDS``, which is loaded with the command.
KINDS = ("fire-plan", "men", "declaration", "rescinding", "relief")


@click.command("find-puzzles", epilog=f"Example: {NAME} find-puzzles -n 60 --out run.jsonl --into tables/puzzles")
@click.option("-n", "--games", type=click.IntRange(min=1), default=60, show_default=True, help="Number of games.")
@click.option(
    "--kind", "kinds", multiple=True, type=click.Choice(KINDS), help="Search only for this kind; may be repeated."
)
@click.option("--seed", type=int, default=1, show_default=True, help="Seed of the first game.")
@click.option(
    "--again",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    metavar="FILE",
    help="Measure the puzzles in this file again instead of searching games.",
)
@click.option(
    "--into",
    type=click.Path(path_type=Path, exists=True, file_okay=False),
    metavar="FOLDER",
    help="Add the puzzles to the set in this folder (default: print them).",
)
@jobs_option
@scheduler_option
@out_option
@resume_option
def find_puzzles(
    *,
    games: int,
    kinds: tuple[str, ...],
    seed: int,
    again: Path | None,
    into: Path | None,
    jobs: int | None,
    out: Path | None,
    resume: Path | None,
) -> None:
    """Search the captains' games for puzzles.

    Each position is measured by 4,000 playouts of the best order and of the natural one. One game takes about
    15 seconds of processor time.
    """
    import msgspec

    from picket_duty.analysis.puzzles import Puzzle
    from picket_duty.analysis.workers import INTERRUPTED, WorkersLost, workers
    from picket_duty.lab import puzzle_search

    tables = chosen_tables()
    search = puzzle_search.Search(kinds or KINDS, seed)
    settings = search.settings() | ({"again": again.name} if again else {})
    of_data = partial(msgspec.convert, type=list[Puzzle])
    puzzles: list[Puzzle] = []
    done, cut = 0, ""
    with (
        chosen_workers(jobs, tables) as given,
        workers(given) as players,
        open_blocks(out, resume, tables, settings, msgspec.to_builtins, of_data) as finished,
        progress_counter("searched") as progress,
    ):
        try:
            if again is not None:
                positions = puzzle_search.read_positions(again)
                blocks, total = finished.each(players, puzzle_search.measure_again, positions), len(positions)
            else:
                blocks = finished.each(players, partial(puzzle_search.search_game, search), range(games))
                total = games
            for block in blocks:
                puzzles += block
                done += 1
                if progress is not None:
                    progress(done, total)
        except KeyboardInterrupt:
            cut = INTERRUPTED
        except WorkersLost as error:
            cut = str(error)
    if into is not None:
        puzzle_search.add_to_set(puzzles, into)
    else:
        for line in puzzle_search.lines_of(puzzles):
            echo(line.decode())
    if cut:
        end_cut(cut, done, "position" if again else "game", "positions" if again else "games")
