"""Errors of a command: one line on standard error and an exit status, never a traceback."""

from __future__ import annotations

import errno
from typing import NoReturn

import click

#: Exit status for bad usage or bad input, and for output that could not be written.
BAD, UNWRITTEN = 2, 1
#: Errors of the system for a stream or file that takes no more data.
FULL = {errno.ENOSPC, errno.EDQUOT, errno.EFBIG, errno.EIO, errno.EBADF}


def fail(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 2."""
    raise click.UsageError(text)


def give_up(text: str) -> NoReturn:
    """End the command with one line on standard error and exit status 1, for a failure that is not the input's."""
    raise click.ClickException(text)


def is_bad_input(error: BaseException) -> bool:
    """Whether an error is due to the input: arguments, files, saves, tables. All others are bugs."""
    from picket_duty.analysis.workers import RunError
    from picket_duty.captains import PolicyError
    from picket_duty.charts import ChartError
    from picket_duty.reports import ReportError
    from picket_duty.requests import Illegal
    from picket_duty.saves import SaveError
    from picket_duty.setup import SetupError

    if isinstance(error, OSError):
        return error.filename is not None
    due_to_input = ChartError | Illegal | PolicyError | ReportError | RunError | SaveError | SetupError | UnicodeError
    return isinstance(error, due_to_input)


def unwritten(error: BaseException) -> str:
    """Why a stream or open file could not be written; empty for any other error."""
    if isinstance(error, OSError) and error.filename is None and error.errno in FULL:
        return f"cannot write ({error.strerror})"
    return ""
