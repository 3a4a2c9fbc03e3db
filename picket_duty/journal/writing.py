"""An open save: every answer is entered before play goes on."""

from __future__ import annotations

import contextlib
import os
import sys
from pathlib import Path
from typing import IO, Any

from picket_duty import __version__
from picket_duty.game import Checkpoint
from picket_duty.journal.lines import (
    FORMAT_VERSION,
    LARGEST_FILE,
    LOCKED_AT,
    SaveError,
    pack,
    pack_change,
    reason,
    seal,
)
from picket_duty.journal.record import Record, parse

#: So many days apart states stand whole in the file; those between only with what differs.
WHOLE_EVERY = 5


class Journal:
    """An open save. Every entry is written whole or not at all; one that cannot be raises SaveError.

    ``notice`` is what the player should know about the file as it was found, empty for nothing;
    ``doubt`` says what of it may not have come to the disk, empty while all has;
    ``notes`` is what front ends have remembered in it.
    """

    def __init__(self, path: Path, file: IO[bytes], size: int = 0, crc: int = 0) -> None:
        self.path = path
        self.notice = ""
        self.doubt = ""
        self.notes: dict[str, Any] = {}
        self._file = file
        self._size = size
        self._crc = crc
        self._torn = False
        self._base: tuple[str, bytes] = ("", b"")
        self._days = 0

    def write_roll(self, dice: tuple[int, ...], key: str) -> None:
        """Enter the dice of a roll and what they came to. Raises SaveError."""
        self.write(["r", dice, key])

    def write_choice(self, decision: Any) -> None:
        """Enter a decision. Raises SaveError."""
        self.write(["c", decision])

    def write_undo(self, count: int) -> None:
        """Enter that answers were taken back. Raises SaveError."""
        self.write(["undo", count])

    def write_note(self, key: str, value: Any) -> None:
        """Remember something for a front end; a later value replaces it. Raises SaveError."""
        self.write(["note", key, value])
        self.notes[key] = value

    def write_branch(self, name: str, at: int) -> None:
        """Enter that a new line begins from the first answers of the present one. Raises SaveError."""
        self.write(["branch", name, at])

    def write_tables(self, digest: str) -> None:
        """Enter that play goes on with these tables. Raises SaveError."""
        self.write(["tables", digest, __version__])

    def write_format(self) -> None:
        """Enter that a program of this format writes from here on. Raises SaveError."""
        self.write(["format", FORMAT_VERSION])

    def write_checkpoint(self, point: Checkpoint) -> None:
        """Enter the start of a step and bring the file to the disk. What fails is told by ``doubt`` alone."""
        line = ["at", point.label, point.state_hash]
        before = self._base
        self._days += point.day
        if not before[1] or (point.day and self._days % WHOLE_EVERY == 0):
            self._base = (point.state_hash, point.state)
            line.append(pack(point.state))
        else:
            packed, names = pack_change(point.state, before[1])
            line += [packed, before[0], names]
        try:
            self.write(line)
        except SaveError:
            # The next answer cannot be written either, and says so.
            self._base = before
            return
        self._sync()

    def write_end(self, state_hash: str) -> None:
        """Enter the end of the game. What fails is told by ``doubt`` alone."""
        try:
            self.write(["over", state_hash])
        except SaveError as error:
            self.doubt = str(error)
            return
        self._sync()

    def _sync(self) -> None:
        """Bring the file to the disk."""
        try:
            os.fsync(self._file.fileno())
            self.doubt = ""
        except (OSError, ValueError) as error:
            self.doubt = f"{self.path}: not brought to the disk ({reason(error)}); a power cut could lose the phase"

    def close(self) -> None:
        """Let go of the file; another program may then take it up."""
        with contextlib.suppress(OSError):
            self._file.close()

    def write(self, content: list[Any]) -> None:
        """Enter a line, whole or not at all. Raises SaveError."""
        line, crc = seal(content, self._crc)
        try:
            if self._torn:
                self._cut()
            if self._size + len(line) > LARGEST_FILE:
                raise OSError("the save is full; 'picket-duty saves export --compact' writes what counts of it")
            self._torn = True
            if self._file.write(line) != len(line):
                raise OSError("the disk is full")
        except (OSError, ValueError) as error:
            with contextlib.suppress(OSError, ValueError):
                self._cut()
            raise SaveError(f"{self.path}: cannot write ({reason(error)}); nothing was changed") from None
        self._torn = False
        self._crc = crc
        self._size += len(line)

    def _cut(self) -> None:
        """Take away what a failed write left behind the last whole line."""
        self._file.truncate(self._size)
        self._file.seek(self._size)
        self._torn = False


def create(path: Path) -> Journal:
    """A new save, locked; an existing file is never touched. Raises SaveError."""
    if not path.name.isprintable():
        raise SaveError(f"{path.name!r} cannot name a save; use printable signs")
    try:
        file = open(path, "xb", buffering=0)  # noqa: SIM115 (the journal keeps it open)
    except FileExistsError:
        raise SaveError(f"{path}: exists already; choose another name") from None
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    lock(file, path)
    sync_folder(path.parent)
    return Journal(path, file)


def open_for_more(path: Path) -> tuple[Journal, Record]:
    """Lock a save, read it and go on at its last whole line; a torn one is dropped. Raises SaveError."""
    try:
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 (the journal keeps it open)
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    lock(file, path)
    try:
        record = parse(file.read(LARGEST_FILE + 1) or b"", str(path))
        journal = Journal(path, file, record.whole, record.crc)
        journal.notes = dict(record.notes)
        if record.torn:
            file.truncate(record.whole)
            journal.notice = "the last entry was torn by a crash and has been dropped"
        file.seek(record.whole)
    except OSError as error:
        file.close()
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    except SaveError:
        file.close()
        raise
    return journal, record


def lock(file: IO[bytes], path: Path) -> None:
    """Keep a second program off a save. Raises SaveError where one has it already."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LOCKED_AT)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise SaveError(f"{path}: open in another program; close it there first") from None


def sync_folder(folder: Path) -> None:
    """Bring a new file's name to the disk, where the system can."""
    with contextlib.suppress(OSError):
        found = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(found)
        finally:
            os.close(found)
