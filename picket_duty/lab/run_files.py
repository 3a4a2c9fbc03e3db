"""Files of runs, so that an interrupted run can be resumed.

The first line of a file identifies the run. Each finished block is one line of JSON below it, in
order.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any, BinaryIO

import msgspec

from picket_duty import __version__
from picket_duty.analysis.workers import Run, RunError, uninterrupted
from picket_duty.events import JsonObject
from picket_duty.lab.results import BlockData, Results
from picket_duty.saves import SaveError
from picket_duty.saves.save_file import lock


class Head(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Identifies a run: program version, digest of the tables, settings by name."""

    version: str
    tables: str
    settings: JsonObject


def head_of(tables: str, settings: Mapping[str, Any]) -> Head:
    """The head of a run of this version, with the digest of its tables."""
    # Encoded and decoded, so that the settings are equal to those read from a file.
    return Head(__version__, tables, msgspec.json.decode(msgspec.json.encode(settings)))


class BlockLine(msgspec.Struct, frozen=True):
    """A block in the file: its number from 1, and the seconds the run had taken so far."""

    number: int
    seconds: float
    counts: BlockData = msgspec.field(name="block")


class Blocks:
    """The finished blocks of a run and the file for more; without a file nothing is written.

    ``known`` are the blocks that the file has already.
    """

    def __init__(self, file: BinaryIO | None = None, known: Sequence[Results] = ()) -> None:
        seconds_before = known[-1].seconds if known else 0.0
        self._file = file
        self._known = known
        self._started = perf_counter() - seconds_before

    def seconds(self) -> float:
        """The seconds that the run has taken so far, with those of the known blocks."""
        return perf_counter() - self._started

    def each(
        self, run: Run, play: Callable[[int], Results], starts: Sequence[int]
    ) -> Iterator[Results]:
        """Blocks in order: those known, then those played now. Raises WorkersLost, and OSError if
        the file cannot be written.
        """
        yield from self._known
        done = len(self._known)
        for number, block in enumerate(run(play, starts[done:]), done + 1):
            with uninterrupted():
                if self._file is not None:
                    seconds = round(self.seconds(), 3)
                    _write_line(self._file, BlockLine(number, seconds, block.as_data()))
            yield block

    def close(self) -> None:
        """Close the file."""
        if self._file is not None:
            self._file.close()


def open_blocks(path: Path, head: Head, block_size: int, is_new: bool) -> Blocks:
    """A new file of blocks, or one to add to. Raises RunError, and never changes another file.

    An incomplete last line is cut off. So is a last block of fewer games than ``block_size``,
    if the run has more games now.
    """
    if not is_new and path.exists() and not path.is_file():
        raise RunError(f"{path}: not a file made with --out")
    try:
        file = open(path, "xb" if is_new else "r+b", buffering=0)  # noqa: SIM115 (closed with the run)
    except FileExistsError:
        raise RunError(
            f"{path}: already exists. Continue it with --resume, or choose another name."
        ) from None
    except (OSError, ValueError) as error:
        raise _unusable(path, error) from None
    try:
        lock(file, path)
        if is_new:
            _write_line(file, head)
            return Blocks(file)
        length, known = _read_blocks(file, path, head, block_size)
    except (OSError, RunError, SaveError) as error:
        file.close()
        if not isinstance(error, OSError):
            raise RunError(str(error)) from None
        if is_new:
            # A file without a head is not a file of blocks.
            path.unlink(missing_ok=True)
        raise _unusable(path, error) from None
    file.truncate(length)
    file.seek(length)
    return Blocks(file, known)


def _read_blocks(
    file: BinaryIO, path: Path, head: Head, block_size: int
) -> tuple[int, list[Results]]:
    """The bytes to keep of a file, and the blocks in them. Raises RunError."""
    data = file.read()
    length = data.rfind(b"\n") + 1
    lines = data[:length].split(b"\n")[:-1]
    if not lines:
        raise RunError(f"{path}: not a file made with --out")
    _check_head(path, lines[0], head)
    known = [_read_block(path, text, number) for number, text in enumerate(lines[1:], 1)]
    games_of_run = head.settings["games"]
    games = sum(block.games for block in known)
    if games > games_of_run:
        raise RunError(f"{path}: already has {games} games. Use -n {games} or more.")
    # A last block that is too small: the run had fewer games then. It is played again.
    if known:
        games_before = block_size * (len(known) - 1)
        if known[-1].games < min(block_size, games_of_run - games_before):
            known.pop()
            length -= len(lines[-1]) + 1
    return length, known


def _check_head(path: Path, text: bytes, head: Head) -> None:
    """Raises RunError if the first line of a file is not the head of this run."""
    try:
        begun = msgspec.json.decode(text, type=Head)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        raise RunError(f"{path}: not a file made with --out") from None
    if difference := _difference(_identity(begun), _identity(head)):
        raise RunError(f"{path}: made by a different run ({difference})")


def _read_block(path: Path, text: bytes, number: int) -> Results:
    """The block with this number in its line of a file. Raises RunError."""
    try:
        line = msgspec.json.decode(text, type=BlockLine)
        block = Results.of_data(line.counts)
    except (ValueError, RecursionError):
        raise RunError(f"{path}: line {number + 1} is not a valid block") from None
    if line.number != number:
        raise RunError(
            f"{path}: line {number + 1} has block {line.number} instead of block {number}"
        )
    block.seconds = line.seconds
    return block


def _identity(head: Head) -> JsonObject:
    """The parts of a head that must be equal to continue a run: all but the number of games."""
    settings = {name: value for name, value in head.settings.items() if name != "games"}
    return {**msgspec.to_builtins(head), "settings": settings}


def _write_line(file: BinaryIO, line: msgspec.Struct) -> None:
    text = msgspec.json.encode(line) + b"\n"
    length = file.tell()
    try:
        # The file is not buffered: a nearly full disk may write a part of the line.
        if file.write(text) < len(text):
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
    except OSError:
        # A disk that has become read-only cannot do this either.
        with contextlib.suppress(OSError):
            file.truncate(length)
        raise


def _unusable(path: Path, error: Exception) -> RunError:
    return RunError(f"{path}: cannot be used ({getattr(error, 'strerror', '') or error})")


def _difference(mine: Mapping[str, Any], other: Mapping[str, Any]) -> str:
    """The first difference of two heads in words; empty if there is none."""
    for name in {**mine, **other}:
        value = mine.get(name)
        other_value = other.get(name)
        if isinstance(value, dict) and isinstance(other_value, dict):
            if difference := _difference(value, other_value):
                return difference
        elif value != other_value:
            return f"{name} {_or_none(value)}, not {_or_none(other_value)}"
    return ""


def _or_none(value: object) -> object:
    return "none" if value is None else value
