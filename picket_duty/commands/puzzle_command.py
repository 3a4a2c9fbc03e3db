"""``puzzle``: find the right order in a position of a real game."""

from __future__ import annotations

import json
import sys
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME
from picket_duty.commands.analyze import jobs_option
from picket_duty.commands.options import chosen_tables, completer, json_option, plain_option, tables_option
from picket_duty.commands.output import echo, fail, give_up, print_json, print_lines, progress_counter

if TYPE_CHECKING:
    from picket_duty.analysis.puzzle_record import Change
    from picket_duty.analysis.puzzles import Puzzle, Verdict
    from picket_duty.game import Game
    from picket_duty.requests import Answer

#: The kinds of puzzles, as in ``analysis.puzzles.KINDS``, which is loaded with the command.
KINDS = ("fire-plan", "men", "declaration", "rescinding", "relief")


def _ids() -> list[str]:
    from picket_duty.analysis.puzzles import puzzles

    return [puzzle.id for puzzle in puzzles()]


@click.command(epilog=f"Example: {NAME} puzzle --random --kind fire-plan --plain")
@click.option("--date", metavar="DATE", help="Play the puzzle for this day (default: today).")
@click.option("--id", "name", metavar="ID", shell_complete=completer(_ids), help="Play the puzzle with this id.")
@click.option("--random", "near", is_flag=True, help="Play an unanswered puzzle near your rating.")
@click.option("--kind", type=click.Choice(KINDS), help="Choose only puzzles of this kind.")
@click.option(
    "--check",
    nargs=2,
    metavar="ID ANSWER",
    help="Check an answer: an option, or JSON for a fire plan or repair parties.",
)
@plain_option
@jobs_option
@json_option
@tables_option
def puzzle(
    *,
    date: str | None,
    name: str | None,
    near: bool,
    kind: str | None,
    check: tuple[str, str] | None,
    plain: bool,
    jobs: int | None,
    as_json: bool,
) -> None:
    """Solve a puzzle: find the best order.

    Everyone gets the same puzzle on the same day. Your first answer to each puzzle changes your rating.
    """
    from picket_duty.analysis.puzzle_record import answered, rating_of
    from picket_duty.analysis.puzzles import position_of, puzzle_with
    from picket_duty.reports.puzzle_report import as_json as puzzle_json

    if sum(map(bool, (date, name, near, check))) > 1:
        fail("Use only one of --date, --id, --random and --check")
    if check is not None:
        _check(puzzle_with(check[0]), check[1], jobs, as_json)
        return
    chosen = _chosen(date, name, near, kind or "")
    if as_json:
        print_json(puzzle_json(chosen, position_of(chosen, chosen_tables()), rating_of(answered())))
    elif plain:
        _in_plain_mode(chosen, jobs)
    else:
        from picket_duty.commands.play_commands import open_screen

        open_screen(None, None, puzzle=chosen)


def _chosen(date: str | None, name: str | None, near: bool, kind: str) -> Puzzle:
    """The puzzle that the options name. Raises PuzzleError, SetupError."""
    import secrets

    from picket_duty.analysis import puzzles
    from picket_duty.analysis.puzzle_record import answered, rating_of
    from picket_duty.saves.daily_watch import date_of, today

    if name is not None:
        return puzzles.puzzle_with(name)
    if near:
        entries = answered()
        known = {entry.puzzle for entry in entries}
        return puzzles.puzzle_near(rating_of(entries).rating, known, secrets.randbelow(puzzles.NEAREST), kind)
    return puzzles.puzzle_of_day(date_of(date) if date else today(), kind)


def _in_plain_mode(chosen: Puzzle, jobs: int | None) -> None:
    """Show the position, ask for the order and print the verdict."""
    from picket_duty.analysis.puzzle_record import answered, rating_of
    from picket_duty.analysis.puzzles import position_of
    from picket_duty.plain.puzzle_mode import PuzzlePrompt
    from picket_duty.reports.puzzle_report import rating_words, situation_lines, title_words, verdict_lines

    game = position_of(chosen, chosen_tables())
    print_lines([title_words(chosen), f"Your rating: {rating_words(rating_of(answered()))}", *situation_lines(game)])
    echo("")
    answer = PuzzlePrompt(game, sys.stdin, sys.stdout).answer()
    if answer is None:
        return
    verdict, change = _judged(chosen, game, answer, jobs)
    print_lines(["", *verdict_lines(chosen, game, verdict, change)])


def _check(chosen: Puzzle, text: str, jobs: int | None, as_json: bool) -> None:
    """Judge an answer given on the command line. Raises Illegal."""
    from picket_duty.analysis.puzzles import position_of
    from picket_duty.reports.puzzle_report import as_json as puzzle_json
    from picket_duty.reports.puzzle_report import title_words, verdict_lines

    game = position_of(chosen, chosen_tables())
    verdict, change = _judged(chosen, game, _answer_of(text), jobs)
    if as_json:
        print_json(puzzle_json(chosen, game, change.after, verdict, change))
        return
    print_lines([title_words(chosen), *verdict_lines(chosen, game, verdict, change)])


def _answer_of(text: str) -> Answer:
    """An answer as typed: JSON, or the value of an option."""
    if not text.startswith(("{", '"')):
        return text
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        fail(f"{text[:40]!r} is not valid JSON ({error})")


def _judged(chosen: Puzzle, game: Game, answer: Answer, jobs: int | None) -> tuple[Verdict, Change]:
    """The verdict on an answer, which is recorded. Raises Illegal."""
    from picket_duty.analysis.puzzle_record import record_answer
    from picket_duty.analysis.puzzles import judge
    from picket_duty.analysis.workers import WorkersLost, cores, workers
    from picket_duty.commands.analyze import chosen_folder_name
    from picket_duty.saves.daily_watch import today

    try:
        with workers(jobs or cores()) as players, progress_counter("games played") as progress:
            verdict = judge(chosen, game, answer, players, chosen_folder_name(), progress)
    except WorkersLost as error:
        give_up(str(error))
    try:
        return verdict, record_answer(chosen, verdict, today())
    except OSError as error:
        give_up(f"Your answer could not be recorded ({error.strerror})")
