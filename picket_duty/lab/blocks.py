"""The finished blocks of a run in a file, so that an interrupted run can be resumed.

The first line identifies the run; each block is one line of JSON below it, in order.
"""

from __future__ import annotations

import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO, Generic, TypeVar

import msgspec

from picket_duty import __version__
from picket_duty.analysis.workers import RunError, Workers, uninterrupted
from picket_duty.saves import SaveError
from picket_duty.saves.writer import lock

A = TypeVar("A")
T = TypeVar("T")


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Identifies a run: program version, digest of the tables, settings by name."""

    version: str
    tables: str
    settings: dict[str, Any]

    def difference_from(self, other: Head) -> str:
        """The first difference from another head, as text; empty if there is none."""
        if self.version != other.version:
            return f"version {self.version}, not {other.version}"
        if self.tables != other.tables:
            return f"tables {self.tables}, not {other.tables}"
        return _difference(self.settings, other.settings)


def head_of(tables: str, settings: Mapping[str, Any]) -> Head:
    """The head of a run of this version, with the digest of its tables."""
    return Head(__version__, tables, msgspec.json.decode(msgspec.json.encode(settings)))


class Line(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A block in the file, and the seconds the run had taken so far."""

    seconds: float
    block: Any


class Blocks(Generic[T]):
    """The finished blocks of a run and the file for more; without a file nothing is written."""

    def __init__(
        self,
        file: BinaryIO | None = None,
        as_data: Callable[[T], Any] | None = None,
        known: Sequence[T] = (),
        seconds: float = 0.0,
    ) -> None:
        self._file = file
        self._as_data = as_data
        self._known = list(known)
        #: Seconds that the known blocks took.
        self.seconds = seconds
        self._started = perf_counter() - seconds

    def each(self, players: Workers, play: Callable[[A], T], starts: Sequence[A]) -> Iterator[T]:
        """Blocks in order: those known, then those played now. Raises WorkersLost, and OSError for a full disk."""
        known, self._known = self._known[: len(starts)], self._known[len(starts) :]
        yield from known
        for block in players.each(play, starts[len(known) :]):
            with uninterrupted():
                self._keep(block)
            yield block

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()

    def _keep(self, block: T) -> None:
        if self._file is None or self._as_data is None:
            return
        _write_line(self._file, Line(round(perf_counter() - self._started, 3), self._as_data(block)))


def begin(path: Path, head: Head, as_data: Callable[[T], Any]) -> Blocks[T]:
    """A new file of blocks. Raises RunError, also if the file exists."""
    try:
        file = open(path, "xb", buffering=0)  # noqa: SIM115 (closed with the run)
    except FileExistsError:
        raise RunError(f"{path}: exists already; go on with --resume, or choose another name") from None
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from None
    _lock(file, path)
    try:
        _write_line(file, head)
    except OSError as error:
        path.unlink(missing_ok=True)
        raise _unusable(path, error) from None
    return Blocks(file, as_data)


def resume(path: Path, head: Head, as_data: Callable[[T], Any], of_data: Callable[[Any], T]) -> Blocks[T]:
    """An existing file of blocks to add to; a torn last line is dropped. Raises RunError and leaves the file."""
    try:
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 (closed with the run)
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from None
    _lock(file, path)
    data = file.read()
    whole = data.rfind(b"\n") + 1
    first, *lines = data[:whole].split(b"\n")[:-1] or [b""]
    try:
        begun = msgspec.json.decode(first, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError):
        raise RunError(f"{path}: holds no blocks of games") from None
    if differs := begun.difference_from(head):
        raise RunError(f"{path}: holds a run with {differs}")
    known, seconds = [], 0.0
    for number, text in enumerate(lines, 2):
        try:
            line = msgspec.json.decode(text, type=Line)
            known.append(of_data(line.block))
        except (ValueError, TypeError):
            raise RunError(f"{path}: line {number} is no block") from None
        seconds = line.seconds
    file.truncate(whole)
    file.seek(whole)
    return Blocks(file, as_data, known, seconds)


def _write_line(file: BinaryIO, line: msgspec.Struct) -> None:
    """Append a whole line, or nothing. Raises OSError."""
    text, whole = msgspec.json.encode(line) + b"\n", file.tell()
    try:
        # The file is not buffered: a nearly full disk may write a part of the line.
        if file.write(text) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError:
        file.truncate(whole)
        raise


def _lock(file: BinaryIO, path: Path) -> None:
    try:
        lock(file, path)
    except SaveError as error:
        raise RunError(str(error)) from None


def _unusable(path: Path, error: Exception) -> RunError:
    return RunError(f"{path}: cannot be used ({getattr(error, 'strerror', '') or error})")


def _difference(mine: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first setting that differs, as text; empty if there is none."""
    for name in [*mine, *(name for name in other if name not in mine)]:
        value, other_value = mine.get(name), other.get(name)
        if value == other_value:
            continue
        if isinstance(value, dict) and isinstance(other_value, dict):
            return _difference(value, other_value)
        return f"{name} {_word(value)}, not {_word(other_value)}"
    return ""


def _word(value: Any) -> str:
    return "none" if value is None else str(value)
