"""What the commands share: their name, faults in one line, the tables and the save to use, lines and JSON."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.game import Game

NAME = "picket-duty"
TABLES = "picket_duty.tables"
BAD = 2

Command = TypeVar("Command", bound=Callable[..., Any])

#: A save to work on, by name or path.
save_argument = click.argument("save", metavar="[SAVE]", required=False)
json_option = click.option("--json", "as_json", is_flag=True, help="One JSON object.")
output_option = click.option(
    "-o", "--output", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file."
)  # fmt: skip
#: For reports only: what else is written never goes over a save.
force_option = click.option("--force", is_flag=True, help="Write over a save too.")
plain_option = click.option("--plain", is_flag=True, help="Lines on standard input and output, no screen.")


# -- faults --------------------------------------------------------------


def is_bad_input(error: BaseException) -> bool:
    """Whether the fault lies in what was given: words, files, saves, tables. Any other is the program's own."""
    from picket_duty.captains import PolicyError
    from picket_duty.charts import ChartError
    from picket_duty.journal import SaveError
    from picket_duty.reports import ReportError
    from picket_duty.requests import Illegal
    from picket_duty.setup import SetupError

    if isinstance(error, OSError):
        return error.filename is not None
    return isinstance(error, ChartError | Illegal | PolicyError | ReportError | SaveError | SetupError | UnicodeError)


def say(text: str) -> int:
    """One line on standard error; answers the exit status of a fault."""
    line = " ".join(text.split()).encode("utf-8", "replace").decode("utf-8")
    click.echo(f"{NAME}: {line}", err=True)
    return BAD


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 2."""
    raise click.UsageError(text)


# -- tables and saves ----------------------------------------------------


def tables_option(command: Command) -> Command:
    """``--tables DIR`` for a group or a command; the innermost one given counts."""

    def keep(context: click.Context, _parameter: click.Parameter, folder: Path | None) -> None:
        if folder is not None:
            context.meta[TABLES] = folder

    return click.option(
        "--tables",
        metavar="DIR",
        type=click.Path(path_type=Path),
        expose_value=False,
        callback=keep,
        help="Use the tables in DIR, layered over the shipped ones (or set PICKET_DUTY_TABLES).",
    )(command)


def chosen_folder() -> Path | None:
    """The folder given by ``--tables`` to this command or to a group around it."""
    folder: Path | None = click.get_current_context().meta.get(TABLES)
    return folder


def the_tables() -> Tables:
    """The tables to use, a modified set validated whole. Raises ChartError where they cannot be used."""
    from picket_duty.book import load_tables

    folder = chosen_folder()
    if folder is None and not os.environ.get("PICKET_DUTY_TABLES"):
        return load_tables()
    from picket_duty.book.check import checked_tables

    return checked_tables(folder)


def the_path(name: str | None) -> Path:
    """A save by name; without one the one played last, finished or not. Raises SaveError."""
    from picket_duty.journal import SaveError, find_save, newest_save, saves_folder

    if name is not None:
        return find_save(name)
    save = newest_save(lambda found: not found.trouble, finished=True)
    if save is None:
        raise SaveError(f"no save in {saves_folder()}; start a game with '{NAME} play'")
    return save.path


def the_game(name: str | None) -> Game:
    """A save with its whole history, without a name the one played last. Raises SaveError."""
    from picket_duty.journal import load_whole

    return load_whole(the_path(name), the_tables())


# -- output --------------------------------------------------------------


def print_json(found: Any) -> None:
    """One JSON object on standard output."""
    import msgspec

    click.echo(msgspec.json.encode(found).decode())


def print_lines(lines: Iterable[str]) -> None:
    """Lines on standard output."""
    for line in lines:
        click.echo(line.rstrip())


def can_print(text: str) -> bool:
    """Whether standard output can show these signs."""
    try:
        text.encode(getattr(sys.stdout, "encoding", None) or "utf-8")
    except (UnicodeEncodeError, LookupError):
        return False
    return True


def check_no_save(path: Path, hint: str = "") -> None:
    """End the command where a file to be written over is a save."""
    from picket_duty.journal import is_save

    if is_save(path):
        fail(f"{path}: is a save and was left as it is; choose another name{hint}")


def write_text(text: str, output: Path | None, force: bool = False) -> None:
    """A text to a file, or to standard output as it is. Ends the command where the file cannot or must not be written.

    A save is written over only with ``force``.
    """
    if output is None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
        return
    if not force:
        check_no_save(output, ", or add --force")
    try:
        output.write_text(text, encoding="utf-8", errors="replace", newline="\n")
    except OSError as error:
        fail(f"{output}: cannot write ({error.strerror})")
    click.echo(output, err=True)
