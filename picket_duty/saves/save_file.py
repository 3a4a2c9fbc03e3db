"""An open save, to which every entry is written completely or not at all (``SaveFile``), and the
functions that create, open and lock saves.
"""

from __future__ import annotations

import contextlib
import errno
import os
import re
import time
from collections.abc import Iterator
from itertools import count
from pathlib import Path
from typing import IO, TYPE_CHECKING, Any
from weakref import WeakSet

from picket_duty import __version__
from picket_duty.book.vocabulary import UNAIDED
from picket_duty.bounded import only_files
from picket_duty.paths import SaveError
from picket_duty.saves import format
from picket_duty.saves.files import create_file, take_lock
from picket_duty.saves.notes import ASKED, DECIDER, PLAYED, REOPENED, aid_of, asked_with
from picket_duty.saves.places import saves_folder
from picket_duty.saves.record import Record, SavedAnswer, has_ended, parse

if TYPE_CHECKING:
    from picket_duty.checkpoints import Checkpoint

#: Days between two complete states in the file; the states between are saved as changes.
WHOLE_EVERY = 5
#: Nanoseconds of play between two times in the file.
PLAYED_EVERY = 60 * 10**9
#: Operating system errors for a folder that cannot lock files, such as some network folders.
NO_LOCKS = (errno.ENOLCK, errno.ENOSYS, errno.EOPNOTSUPP)
#: Environment variable that lets a game be played in such a folder without a lock, and its value.
LOCKS = "PICKET_DUTY_LOCKS"
LOCKS_OFF = "off"
#: Characters of a save's name that the name of its copy keeps.
LONGEST_STEM = 60
#: What was repaired in a save whose last line was incomplete.
CUT_OFF = "the last entry was cut off by a crash and was dropped"
#: The end of an error about a running game that is in no file.
STILL_HERE = (
    "Your answers are kept while the program runs. Free some disk space or make the save "
    "folder writable"
)
#: The end of an error about an answer that cannot be written.
EARLIER = (
    "Your earlier answers are saved. Free some disk space or make the save folder writable; "
    "then answer again or quit."
)


class Unreachable(SaveError):
    """A save that the system cannot open or read now, although it may be whole."""


class Lost(SaveError):
    """The file of an open save was moved, replaced or changed by another program."""


#: The save files that are open, and some that were closed.
_OPENED: WeakSet[SaveFile] = WeakSet()


class SaveFile:
    """An open save. Every entry is written completely or not at all.

    ``notice`` says what was repaired when the file was opened; ``doubt`` says why the last entries
    may not be on the disk yet (both mostly empty). All content is also kept in memory: if the file
    is moved, replaced or cut while it is open, it is written again to a new file, which is ``path``
    from then on.
    """

    def __init__(
        self,
        path: Path,
        file: IO[bytes],
        record: Record,
        content: bytes,
        is_for_reading: bool = False,
    ) -> None:
        """A save file that is open, with its content, also parsed as a record.

        One ``is_for_reading`` is locked when it is first written.
        """
        self.path = path
        self.is_for_reading = is_for_reading
        #: Why the file was closed, for an answer that can no longer be written.
        self._closed_because = "the game is closed. Load it again to continue."
        self.notice = ""
        self.doubt = ""
        #: Whether no file holds the game any more; known when it is closed.
        self.lost = False
        #: The values that front ends stored.
        self.notes = record.notes
        self.record = record
        self._file = file
        self._content = bytearray(content)
        #: Whether the file may end in an incomplete line, after a failure to write.
        self._torn = False
        #: The last time written since the file was opened, in nanoseconds.
        self._played = 0
        #: Whether the game is over, also if its end could not be written.
        self._over = bool(record.over)
        #: What happened when the game was moved to another file, until it is said.
        self._moved = ""
        #: Hash and content of the last whole state written, to which later states are changes.
        self._base_hash = ""
        self._base_state = b""
        #: Days begun since the file was opened.
        self._days = 0
        _OPENED.add(self)

    def write_roll(self, dice: tuple[int, ...], key: str) -> None:
        """Write the dice of a roll and the key of its result. Raises SaveError."""
        self.write_time()
        self.write(["r", dice, key])

    def write_choice(self, decision: Any, decider: str = "") -> None:
        """Write a decision, after a note if someone else made the one before. Raises SaveError."""
        self.write_time()
        if decider != self.notes.get(DECIDER, ""):
            self.write_note(DECIDER, decider)
        self.write(["c", decision])

    def write_answer(self, answer: SavedAnswer) -> None:
        """Write an answer as it is read from a save. Raises SaveError."""
        if answer.dice is None:
            self.write_choice(answer.value, answer.decider)
        else:
            self.write_roll(answer.dice, answer.value)

    def write_undo(self, count: int) -> None:
        """Record that the last ``count`` answers were undone, also in the service record. Raises
        SaveError.
        """
        self.write_time()
        self.write(["undo", count])
        if self._over:
            from picket_duty.saves.service_record import withdraw

            self._over = False
            if aid_of(self.notes) == UNAIDED:
                self.write_note(ASKED, asked_with(self.notes, REOPENED))
            # If that fails, the next end of the game replaces the entry.
            with contextlib.suppress(OSError):
                withdraw(self.record.setup, self.path.stem)

    def write_note(self, key: str, value: Any) -> None:
        """Store a value for a front end; a later value replaces it. Raises SaveError."""
        self.write(["note", key, value])

    def write_time(self) -> None:
        """Write the time of play: in a new file, then with the first answer after the file is
        opened and once a minute. Raises SaveError.
        """
        now = time.time_ns()
        if not 0 <= now - self._played < PLAYED_EVERY:
            self.write_note(PLAYED, now)
            self._played = now

    def write_tables(self, digest: str) -> None:
        """Write that the game continues with other tables. Raises SaveError."""
        self.write(["tables", digest, __version__])

    def write_checkpoint(self, point: Checkpoint) -> None:
        """Write the start of a step if possible, and sync the file to disk; ``doubt`` says if that
        failed.
        """
        # If it cannot be written, the next answer cannot be written either, and says so.
        with contextlib.suppress(SaveError):
            self.write_state(point.label, point.day, point.state_hash, point.state)
            self._sync()

    def write_state(self, label: str, begins_day: bool, state_hash: str, state: bytes) -> None:
        """Write the state at the start of a step of play: whole, or what changed. Raises
        SaveError.
        """
        if len(state) > format.LARGEST_STATE:
            raise SaveError("the game state is too large to save")
        line = ["at", label, state_hash]
        days = self._days + begins_day
        # Whole are the first state since the file was opened, and that of every fifth day.
        is_whole = not self._base_state or (begins_day and days % WHOLE_EVERY == 0)
        if is_whole:
            line.append(format.pack(state))
        else:
            packed, names = format.pack_change(state, self._base_state)
            line += [packed, self._base_hash, names]
        # Not ``write``: if the file was moved, the next answer says so.
        self._write(line)
        if is_whole:
            self._base_hash = state_hash
            self._base_state = state
        self._days = days

    def write_end(self, state_hash: str) -> None:
        """Write the end of the game. A failure only sets ``doubt``; a moved file is reported by
        ``close``.
        """
        self._over = True
        try:
            self._write(["over", state_hash])
            self._sync()
        except SaveError as error:
            if not isinstance(error, Lost):
                self.doubt = str(error)

    def _sync(self) -> None:
        try:
            os.fsync(self._file.fileno())
            self.doubt = ""
        except (OSError, ValueError) as error:
            self.doubt = (
                f"{self.path}: not synced to disk ({format.reason(error)}). "
                "If the power fails, this phase could be lost."
            )

    def holds(self, path: Path) -> bool:
        """Whether the save is open and its file is at this path."""
        try:
            return os.path.samestat(os.fstat(self._file.fileno()), os.stat(path))
        except (OSError, ValueError):
            return False

    def hand_over(self) -> None:
        """Close the file for a later game that opens it."""
        self._closed_because = "the game was loaded again. Continue in the copy loaded last."
        self.let_go()

    def unsaved(self) -> str:
        """Why no file holds the game, after trying again; empty if one does or it is closed."""
        if self._file.closed or self.is_for_reading:
            return ""
        try:
            self._check_there()
        except Lost as fault:
            try:
                self._moved = self._rescue(fault)
            except SaveError as error:
                return str(error)
        except OSError:
            # The system cannot say now.
            pass
        return ""

    def close(self) -> str:
        """Close the file, which unlocks it. Returns where the game was saved if the file had been
        moved, else empty.
        """
        # A torn file holds the game all the same: the next reader drops the incomplete line.
        if not self._torn and (why := self.unsaved()):
            self._moved = f"{why}. The game is no longer saved in any file."
            self.lost = True
        self.let_go()
        words = self._moved
        self._moved = ""
        return words

    def let_go(self) -> None:
        """Close the file without checking it."""
        with contextlib.suppress(OSError):
            self._file.close()

    def copy_to(self, target: Path) -> None:
        """Write the whole content to a new file. Raises SaveError; never overwrites."""
        write_new(target, bytes(self._content))

    def write(self, content: list[Any]) -> None:
        """Write an entry completely or not at all. Raises SaveError."""
        try:
            self._write(content)
        except Lost as fault:
            try:
                words = self._rescue(fault)
            except SaveError as error:
                words = f"{error}. {STILL_HERE}"
            raise SaveError(f"{words}. Enter your last answer again.") from None

    def _write(self, content: list[Any]) -> None:
        """Write an entry completely or not at all. Raises Lost if the file is gone, else
        SaveError.
        """
        line, entry, crc = self._checked(content)
        if self._file.closed:
            raise SaveError(f"{self.path}: {self._closed_because}")
        if self.is_for_reading:
            self._file = _open_locked(self.path)
            self._file.seek(len(self._content))
            self.is_for_reading = False
        length = len(self._content)
        try:
            if self._torn:
                self._cut()
            self._check_there()
            if length + len(line) > format.LARGEST_FILE:
                raise OSError("the save is full; 'picket-duty saves copy' makes a smaller copy")
            self._torn = True
            self._content += line
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, "the disk is full")
            self.record.add(entry)
        except Lost:
            raise
        except BaseException as error:
            # Also out of memory, or interrupted: the answer was not given.
            del self._content[length:]
            with contextlib.suppress(OSError, ValueError):
                self._cut()
            if not isinstance(error, OSError | ValueError):
                raise
            why = f"{self.path}: cannot be written ({format.reason(error)}). Nothing was changed."
            raise SaveError(f"{why} {EARLIER}" if self.record.answers else why) from None
        self._torn = False
        self.record.crc = crc

    def _checked(self, content: list[Any]) -> tuple[bytes, format.Entry, int]:
        """An entry as a line of the file and as it will be read, with all the checks that the
        reader will make, and the checksum to continue from. Raises SaveError.
        """
        try:
            line, crc = format.seal(content, self.record.crc)
            entry, _ = format.unseal(line[:-1], self.record.crc)
            self.record.check(entry)
        except SaveError as error:
            raise SaveError(
                f"{self.path}: cannot be saved ({error}). Nothing was changed."
            ) from None
        except (TypeError, ValueError, OverflowError, RecursionError):
            raise SaveError(
                f"{self.path}: cannot be saved (internal error: invalid entry). Nothing was "
                f"changed."
            ) from None
        return line, entry, crc

    # -- a file that other programs move or change -----------------------------------

    def _check_there(self) -> None:
        """Check that the path still leads to the open file, with the content written. Raises Lost,
        OSError.
        """
        opened = os.fstat(self._file.fileno())
        try:
            there = os.stat(self.path)
        except FileNotFoundError:
            raise Lost("was moved or deleted") from None
        except OSError as error:
            raise Lost(f"can no longer be read ({format.reason(error)})") from None
        if not opened.st_nlink or (opened.st_dev, opened.st_ino) != (there.st_dev, there.st_ino):
            raise Lost("was replaced by another file")
        if opened.st_size != len(self._content):
            raise Lost(
                f"was changed by another program ({opened.st_size} bytes, not {len(self._content)})"
            )

    def _rescue(self, fault: Lost) -> str:
        """Write the game to a new file in its folder or the saves folder. Returns where it is.
        Raises SaveError.
        """
        before = self.path
        try:
            try:
                self._move(before.parent)
            except SaveError:
                self._move(saves_folder())
        except SaveError as error:
            raise SaveError(f"{before.name} {fault} during the game, and {error}") from None
        where = str(self.path)
        if self.path.parent == before.parent:
            where = f"{self.path.name} in the same folder"
        return (
            f"{before.name} {fault} during the game. Nothing is lost: the whole game is now in "
            f"{where}"
        )

    def _move(self, folder: Path) -> None:
        """Write the content to a new file in a folder and continue in it. Raises SaveError."""
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        target = free_name(folder / self.path.name, "rescued")
        self.copy_to(target)
        moved = open_for_more(target)
        self.let_go()
        self.path = target
        self._file = moved._file
        self._torn = False

    def _cut(self) -> None:
        """Remove an incomplete line from the end of the file. Raises OSError."""
        self._file.truncate(len(self._content))
        self._file.seek(len(self._content))
        self._torn = False


def create(path: Path, header: dict[str, Any]) -> SaveFile:
    """A new, locked save with its first line. Raises SaveError; never overwrites."""
    if not path.name.isprintable():
        raise SaveError(f"{path.name!r} is not a valid save name. Use printable characters.")
    line, _ = format.seal(["game", header], crc=0)
    file = None
    # The file is written and closed, then opened like any other save, which locks it.
    try:
        with _writing(path):
            file = open(path, "xb", buffering=0)  # noqa: SIM115 (closed below)
        with _writing(path), file:
            if file.write(line) != len(line):
                raise OSError(errno.ENOSPC, "the disk is full")
        sync_folder(path.parent)
        return open_for_more(path)
    except BaseException:
        # Without ``file``, nothing was created: what has the name is another file.
        if file is not None:
            file.close()
            path.unlink(missing_ok=True)
        raise


def take_over(path: Path) -> SaveFile:
    """Open a save for another game of this program. Raises SaveError.

    An earlier game in it becomes read-only. A finished game is not locked.
    """
    if has_ended(path):
        with _writing(path, Unreachable):
            file = open(path, "rb", buffering=0, opener=only_files)  # noqa: SIM115 (kept open)
        return _parsed(path, file, is_for_reading=True)
    for earlier in _OPENED:
        if earlier.holds(path):
            earlier.hand_over()
    return open_for_more(path)


def open_for_more(path: Path) -> SaveFile:
    """Open a save for writing, locked, and parse it. A torn last line is dropped. Raises
    SaveError.
    """
    return _parsed(path, _open_locked(path))


def _open_locked(path: Path) -> IO[bytes]:
    with _writing(path, Unreachable):
        file = open(path, "r+b", buffering=0, opener=only_files)  # noqa: SIM115 (kept open)
    try:
        with _writing(path, Unreachable):
            lock(file, path)
    except BaseException:
        file.close()
        raise
    return file


def _parsed(path: Path, file: IO[bytes], is_for_reading: bool = False) -> SaveFile:
    try:
        with _writing(path, Unreachable):
            data = file.read(format.LARGEST_FILE + 1)
            record = parse(data, str(path))
            content = data[: record.length]
            save_file = SaveFile(path, file, record, content, is_for_reading)
            if record.torn:
                file.truncate(record.length)
                save_file.notice = CUT_OFF
            file.seek(record.length)
    except BaseException:
        file.close()
        raise
    return save_file


def write_new(target: Path, data: bytes) -> None:
    """Create a file with this content, synced to disk, or none at all. Raises SaveError."""
    with _writing(target):
        create_file(target, data)
    sync_folder(target.parent)


def free_name(path: Path, why: str) -> Path:
    """An unused path beside a save for its copy, with ``why`` in its name."""
    stem = re.sub(rf"-{why}\d*$", "", path.stem)[:LONGEST_STEM]
    names = (f"{stem}-{why}{number if number > 1 else ''}{format.SUFFIX}" for number in count(1))
    return next(target for name in names if not os.path.lexists(target := path.with_name(name)))


def lock(file: IO[bytes], path: Path) -> None:
    """Lock a save against other programs. Raises SaveError if one has locked it, or if the folder
    has no locks.
    """
    try:
        take_lock(file.fileno(), format.LOCKED_AT)
    except OSError as error:
        if error.errno in NO_LOCKS and os.environ.get(LOCKS) == LOCKS_OFF:
            return
        if error.errno in NO_LOCKS:
            raise SaveError(
                f"{path}: cannot be locked in this folder ({error.strerror}). "
                f"To play without a lock, set {LOCKS}={LOCKS_OFF}."
            ) from None
        raise SaveError(
            f"{path}: the file is open in another program. Close it there first."
        ) from None


def sync_folder(folder: Path) -> None:
    """Sync the name of a new file to disk, if the system can."""
    with contextlib.suppress(OSError):
        handle = os.open(folder, os.O_RDONLY)
        try:
            os.fsync(handle)
        finally:
            os.close(handle)


@contextlib.contextmanager
def _writing(path: Path, kind: type[SaveError] = SaveError) -> Iterator[None]:
    """Turn a failure of the system to open, read or write ``path`` into an error of ``kind``."""
    try:
        yield
    except FileExistsError:
        raise kind(f"{path}: already exists. Choose another name.") from None
    except (OSError, ValueError) as error:
        raise kind(f"{path}: cannot be written ({format.reason(error)})") from None
