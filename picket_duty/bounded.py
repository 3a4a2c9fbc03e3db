"""Reads that always end: only regular files, and only up to a limit.

A device never ends, a pipe can block forever, and a line may come without a line end.
"""

from __future__ import annotations

import errno
import os
import stat
from pathlib import Path
from typing import IO, AnyStr

#: Most characters of a line on standard input, far above the longest fire plan.
LONGEST_LINE = 65_536
#: The name of standard input in an error.
STANDARD_INPUT = "standard input"


class UnboundedError(OSError):
    """A device, a pipe, or more data than the limit; ``strerror`` says which."""


def only_files(path: str, flags: int) -> int:
    """Opener for ``open`` that refuses devices and pipes. Raises OSError."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0) | getattr(os, "O_BINARY", 0), 0o666)
    if stat.S_ISREG(os.fstat(file).st_mode):
        return file
    os.close(file)
    raise UnboundedError(errno.EINVAL, "not a regular file", path)


def read_file(path: Path, most: int) -> bytes:
    """The content of a regular file of at most ``most`` bytes. Raises OSError."""
    with open(path, "rb", opener=only_files) as file:
        # Reading no more than there is saves allocating ``most`` bytes for a small file.
        size = os.fstat(file.fileno()).st_size or most
        return within(file.read(min(size, most) + 1), str(path), most)


def within(data: AnyStr, name: str, most: int) -> AnyStr:
    """What was read from a file or stream. Raises OSError if it is more than ``most``."""
    if len(data) > most:
        raise UnboundedError(errno.EFBIG, f"larger than {most:,} bytes", name)
    return data


def read_line(source: IO[AnyStr]) -> AnyStr:
    """The next line of standard input, empty at its end. Raises OSError if it is too long."""
    line = source.readline(LONGEST_LINE + 1)
    if len(line) > LONGEST_LINE:
        words = f"a line is longer than {LONGEST_LINE:,} characters"
        raise UnboundedError(errno.EFBIG, words, STANDARD_INPUT)
    return line
