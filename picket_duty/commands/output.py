"""Output of a command: lines, JSON, files; and the set-up of the standard streams.

Everything a command prints goes through these functions, so that control characters in the names of
saves, tables and files never reach the terminal.
"""

from __future__ import annotations

import contextlib
import errno
import os
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING, Any, NoReturn

import click

from picket_duty.commands import NAME

if TYPE_CHECKING:
    from pathlib import Path

#: Exit status for bad usage or bad input, and for output that could not be written.
BAD = 2
UNWRITTEN = 1
#: Key in a click context for the path of the save that a command reads.
READ_SAVE = "picket_duty.save"
#: System errors of a stream or file that accepts no more data.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EROFS, errno.EBADF}


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 2."""
    raise click.UsageError(text)


def give_up(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 1, for a failure not caused
    by the input.
    """
    raise click.ClickException(text)


def is_bad_input(error: BaseException) -> bool:
    """Whether an error is due to the input: arguments, files, saves, tables. All others are
    bugs.
    """
    from picket_duty.analysis.workers import RunError
    from picket_duty.captains import PolicyError
    from picket_duty.charts import ChartError
    from picket_duty.pages.report import ReportError
    from picket_duty.requests import Illegal
    from picket_duty.saves import SaveError
    from picket_duty.setup import SetupError

    if isinstance(error, OSError):
        return error.filename is not None
    due_to_input = (
        ChartError
        | Illegal
        | PolicyError
        | ReportError
        | RunError
        | SaveError
        | SetupError
        | UnicodeError
    )
    return isinstance(error, due_to_input)


# -- lines and JSON ------------------------------------------------------


def echo(line: object, err: bool = False, nl: bool = True) -> None:
    """Print one line. Control characters are made visible, characters the stream cannot encode are
    replaced.
    """
    from picket_duty.charts.words import in_encoding, safe

    stream = sys.stderr if err else sys.stdout
    click.echo(in_encoding(in_look(safe(str(line))), _encoding(stream)), file=stream, nl=nl)


def say(text: str) -> None:
    """Print one line of a game in plain text, or a prompt, which has no line end."""
    from picket_duty.plain.prompt_loop import FIELD_PROMPT, PROMPT

    echo(text, nl=not text.endswith((PROMPT, FIELD_PROMPT)))


def print_error(text: str, status: int = BAD) -> int:
    """Print one line on standard error, if it can be written; returns the exit status."""
    with contextlib.suppress(OSError):
        echo(f"{NAME}: {' '.join(text.split())}", err=True)
    return status


def print_lines(lines: Iterable[str]) -> None:
    """Print lines on standard output."""
    for line in lines:
        echo(line.rstrip())


def print_json(data: Any) -> None:
    """Print one JSON object on standard output."""
    click.echo(to_json(data))


def to_json(data: Any) -> str:
    """An object as one printable line of JSON."""
    import json

    import msgspec

    try:
        text = msgspec.json.encode(data).decode()
    except UnicodeEncodeError:
        # A file name may contain bytes that are not text.
        text = json.dumps(msgspec.to_builtins(data), separators=(",", ":"))
    return escaped(text)


def escaped(text: str) -> str:
    """The same JSON with control characters, and those standard output cannot encode, as
    escapes.
    """
    import json

    if text.isprintable() and can_print(text):
        return text
    return "".join(
        char if char.isprintable() and can_print(char) else json.dumps(char)[1:-1] for char in text
    )


def can_print(text: str) -> bool:
    """Whether standard output can encode these characters, and the player wants them."""
    if not text.isascii() and ascii_look():
        return False
    try:
        text.encode(_encoding(sys.stdout))
    except UnicodeEncodeError:
        return False
    return True


@cache
def ascii_look() -> bool:
    """Whether the player wants only ASCII symbols. The settings are read when the first other one
    would be printed.
    """
    from picket_duty.plain import wants_ascii

    return wants_ascii()


def in_look(text: str) -> str:
    """A text with the symbols that the player wants."""
    from picket_duty.charts.words import in_ascii_look

    if not text.isascii() and ascii_look():
        return in_ascii_look(text)
    return text


def _encoding(stream: Any) -> str:
    import codecs

    try:
        return codecs.lookup(getattr(stream, "encoding", None) or "utf-8").name
    except LookupError:
        return "ascii"


# -- files ---------------------------------------------------------------


def write_text(text: str, output: Path | None, force: bool = False) -> None:
    """Write a text: unchanged to a file or a pipe, line by line to a terminal. Ends the command if
    that fails.

    A save is overwritten only with ``force``.
    """
    if output is not None:
        write_bytes(text.encode("utf-8", "replace"), output, force)
    elif sys.stdout.isatty():
        print_lines(text.removesuffix("\n").split("\n"))
    else:
        sys.stdout.buffer.write(in_look(text).encode("utf-8", "replace"))
        sys.stdout.buffer.flush()


def write_bytes(data: bytes, output: Path, force: bool) -> None:
    """Write a file, like ``write_text``; the save that is read is never overwritten."""
    from picket_duty.saves import is_save
    from picket_duty.saves.files import write_file

    read = click.get_current_context().meta.get(READ_SAVE)
    is_read = read is not None and output.exists() and output.samefile(read)
    if is_read or (not force and is_save(output)):
        fail(f"{output} is a save and was not overwritten. Choose another name.")
    try:
        write_file(output, data)
    except OSError as error:
        fail(f"{output}: cannot be written ({error.strerror})")
    echo(output, err=True)


# -- the standard streams ------------------------------------------------


def settle_streams() -> None:
    """Replace closed streams, so that no save gets their file number; make streams replace what
    they cannot encode. The settings for ASCII symbols are read again when they are needed.
    """
    ascii_look.cache_clear()
    for number, name in enumerate(("stdin", "stdout", "stderr")):
        try:
            os.fstat(number)
        except OSError:
            # The system gives the lowest free number, which is that of the closed stream.
            with contextlib.suppress(OSError):
                os.open(os.devnull, os.O_RDWR)
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, "w" if number else "r", encoding="utf-8"))  # noqa: SIM115
        elif number:
            with contextlib.suppress(AttributeError, OSError, ValueError):
                getattr(sys, name).reconfigure(errors="replace")


def forget_output() -> None:
    """Discard all further output, also at exit: the reader is gone or accepts no more."""
    try:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    except (OSError, ValueError, AttributeError):
        sys.stdout = open(os.devnull, "w")  # noqa: SIM115


@contextmanager
def progress_bar(games: int) -> Iterator[Callable[[int, int], None] | None]:
    """A progress bar for a run of so many games, called with the number played so far and the
    number won.
    """
    from picket_duty.analysis.statistics import wilson

    with progress_counter(words="") as show:
        if show is None:
            yield None
            return

        def show_wins(played: int, won: int) -> None:
            low, high = wilson(won, played)
            show(played, games, f"wins {low:.1%} to {high:.1%}")

        yield show_wins


@contextmanager
def progress_counter(words: str) -> Iterator[Callable[..., None] | None]:
    """A progress bar on standard error, with ``words`` beside it; None if that is not a terminal.

    It is called with the parts done, their total and, if they change, the new words.
    """
    if not sys.stderr.isatty():
        yield None
        return
    from rich.console import Console
    from rich.progress import (
        BarColumn,
        MofNCompleteColumn,
        Progress,
        TextColumn,
        TimeRemainingColumn,
    )

    with contextlib.ExitStack() as stack:
        stream = sys.stderr
        if ascii_look():
            file = open(stream.fileno(), "w", encoding="ascii", errors="replace", closefd=False)  # noqa: SIM115
            stream = stack.enter_context(file)
        columns = (
            BarColumn(),
            MofNCompleteColumn(),
            TimeRemainingColumn(),
            TextColumn("{task.description}"),
        )
        drawn = stack.enter_context(
            Progress(*columns, console=Console(file=stream), transient=True)
        )
        task = drawn.add_task(words, total=None)

        def show(done: int, total: int, changed: str = words) -> None:
            drawn.update(task, completed=done, total=total, description=changed)

        yield show
