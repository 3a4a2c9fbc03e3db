"""What the commands share: their name, faults in one line, the tables and the save to use, lines and JSON.

All that a command prints goes through ``echo``, ``print_lines``, ``print_json`` and ``write_text``, so that no sign
that controls a terminal leaves the program, whatever a save, a table or a file is named.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

from picket_duty.commands.complete import save_names

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.game import Game

NAME = "picket-duty"
#: Entries of ``context.meta``: the folder or file of ``--tables``; the charts in place of the program's own and the
#: workers in place of processes of this machine that options of the packages around the core chose.
TABLES, CHARTS, WORKERS = "picket_duty.tables", "picket_duty.charts", "picket_duty.workers"
#: Exit status for what was given wrongly, and for what could not be written.
BAD, UNWRITTEN = 2, 1
#: What the system says of a stream or file that takes no more.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}

Command = TypeVar("Command", bound=Callable[..., Any])

#: A save to work on, by name or path.
save_argument = click.argument("save", metavar="[SAVE]", required=False, shell_complete=save_names)
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
    from picket_duty.analysis.workers import RunError
    from picket_duty.captains import PolicyError
    from picket_duty.charts import ChartError
    from picket_duty.reports import ReportError
    from picket_duty.requests import Illegal
    from picket_duty.saves import SaveError
    from picket_duty.setup import SetupError

    if isinstance(error, OSError):
        return error.filename is not None
    given = ChartError | Illegal | PolicyError | ReportError | RunError | SaveError | SetupError | UnicodeError
    return isinstance(error, given)


def unwritten(error: BaseException) -> str:
    """Why a stream, or a file that was open, took no more; empty for another fault. The system names no file then."""
    if isinstance(error, OSError) and error.filename is None and error.errno in FULL:
        return f"cannot write ({error.strerror})"
    return ""


def say(text: str, status: int = BAD) -> int:
    """One line on standard error, where it takes one; answers the exit status."""
    with contextlib.suppress(OSError):
        echo(f"{NAME}: {' '.join(text.split())}", err=True)
    return status


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 2."""
    raise click.UsageError(text)


def give_up(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 1: nothing was given wrongly, but it failed."""
    raise click.ClickException(text)


# -- tables and saves ----------------------------------------------------


def tables_option(command: Command) -> Command:
    """``--tables DIR|FILE`` for a group or a command; the innermost one given counts."""

    def keep(context: click.Context, _parameter: click.Parameter, folder: Path | None) -> None:
        if folder is not None:
            context.meta[TABLES] = folder

    return click.option(
        "--tables",
        metavar="DIR|FILE",
        type=click.Path(path_type=Path),
        expose_value=False,
        callback=keep,
        help="Lay the tables in DIR, or the scenario in FILE, over the shipped ones (or set PICKET_DUTY_TABLES).",
    )(command)


def chosen_folder() -> Path | None:
    """The folder or file given by ``--tables`` to this command or to a group around it."""
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
    from picket_duty.saves import SaveError, find_save, latest_save, saves_folder

    if name is not None:
        return find_save(name)
    save = latest_save(lambda found: not found.trouble, finished=True)
    if save is None:
        raise SaveError(f"no save in {saves_folder()}; start a game with '{NAME} play'")
    return save.path


def the_game(name: str | None) -> Game:
    """A save with its whole history, without a name the one played last. Raises SaveError."""
    from picket_duty.saves import load_whole

    return load_whole(the_path(name), the_tables())


# -- output --------------------------------------------------------------


def echo(line: object, err: bool = False, nl: bool = True) -> None:
    """One line, whatever stands in it: signs that control a terminal are shown, those it lacks replaced."""
    from picket_duty.charts.words import encodable, safe

    stream = sys.stderr if err else sys.stdout
    click.echo(encodable(safe(str(line)), _encoding(stream)), file=stream, nl=nl)


def print_lines(lines: Iterable[str]) -> None:
    """Lines on standard output."""
    for line in lines:
        echo(line.rstrip())


def print_json(found: Any) -> None:
    """One JSON object on standard output."""
    click.echo(json_text(found))


def json_text(found: Any) -> str:
    """An object as JSON in one line that can be printed."""
    import json

    import msgspec

    try:
        text = msgspec.json.encode(found).decode()
    except UnicodeEncodeError:
        # The name of a file may hold bytes that are no text.
        text = json.dumps(msgspec.to_builtins(found), separators=(",", ":"))
    return escaped(text)


def escaped(text: str) -> str:
    """A line of JSON that is the same data with no sign that controls a terminal or that standard output lacks."""
    import json

    if text.isprintable() and can_print(text):
        return text
    return "".join(sign if sign.isprintable() and can_print(sign) else json.dumps(sign)[1:-1] for sign in text)


def can_print(text: str) -> bool:
    """Whether standard output can show these signs."""
    try:
        text.encode(_encoding(sys.stdout))
    except UnicodeEncodeError:
        return False
    return True


def check_no_save(path: Path, hint: str = "") -> None:
    """End the command where a file to be written over is a save."""
    from picket_duty.saves import is_save

    if is_save(path):
        fail(f"{path}: is a save and was left as it is; choose another name{hint}")


def check_writable(path: Path) -> None:
    """End the command where a file cannot be written, as long as there is time; what stands in it stays."""
    check_no_save(path)
    is_new = not os.path.lexists(path)
    try:
        with path.open("ab"):
            pass
    except OSError as error:
        fail(f"{path}: cannot write ({error.strerror})")
    if is_new:
        path.unlink(missing_ok=True)


def _encoding(stream: Any) -> str:
    """The encoding of a stream; ASCII where it names one there is not."""
    import codecs

    try:
        return codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name
    except LookupError:
        return "ascii"


def write_text(text: str, output: Path | None, force: bool = False) -> None:
    """A text to a file or a pipe as it is, to a terminal line by line. Ends the command where it cannot be written.

    A save is written over only with ``force``.
    """
    if output is None and sys.stdout.isatty():
        print_lines(text.removesuffix("\n").split("\n"))
        return
    if output is None:
        sys.stdout.buffer.write(text.encode("utf-8", "replace"))
        sys.stdout.buffer.flush()
        return
    _write(text.encode("utf-8", "replace"), output, force)


def write_bytes(data: bytes, output: Path | None, force: bool = False) -> None:
    """What is no text to a file or a pipe, as ``write_text`` does a text."""
    if output is None:
        sys.stdout.buffer.write(data)
        sys.stdout.buffer.flush()
        return
    _write(data, output, force)


def _write(data: bytes, output: Path, force: bool) -> None:
    if not force:
        check_no_save(output, ", or add --force")
    is_new = not os.path.lexists(output)
    try:
        output.write_bytes(data)
    except OSError as error:
        if is_new:
            output.unlink(missing_ok=True)
        fail(f"{output}: cannot write ({error.strerror})")
    echo(output, err=True)
