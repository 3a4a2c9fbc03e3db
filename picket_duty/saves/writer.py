"""An open save: every answer is entered before play goes on."""

from __future__ import annotations

import contextlib
import datetime
import errno
import os
import re
import sys
from pathlib import Path
from typing import IO, Any

import msgspec

from picket_duty import __version__
from picket_duty.game import Checkpoint, Game
from picket_duty.requests import Roll
from picket_duty.saves.format import (
    FORMAT,
    FORMAT_VERSION,
    LARGEST_FILE,
    LARGEST_STATE,
    LOCKED_AT,
    SUFFIX,
    SaveError,
    Tally,
    pack,
    pack_change,
    reason,
    seal,
    unseal,
)
from picket_duty.saves.paths import HOME, path_of, saves_folder
from picket_duty.saves.record import Entry, Record, parse

#: So many days apart states stand whole in the file; those between only with what differs.
WHOLE_EVERY = 5
#: So many copies of one save are named; one more is refused.
MOST_COPIES = 1000
#: A copy has the name of its save, or what of it leaves room for more.
LONGEST_STEM = 60
#: Errors of a disk, or of a share of it, that has no room.
NO_ROOM = (errno.ENOSPC, errno.EDQUOT)

#: What to do where no game can be begun because no save can be.
ELSEWHERE = f"; make room there, or let {HOME} name another folder"
#: What is said of a game that stands in no file while it is played.
STILL_HERE = "Nothing answered is lost as long as the program runs: make room, or give leave to write there"


class Lost(SaveError):
    """A save that is no longer where it was, or no longer what was written to it."""


class Journal:
    """An open save. Every entry is written whole or not at all; one that cannot be raises SaveError.

    ``notice`` is what the player should know about the file as it was found, empty for nothing;
    ``doubt`` says what of it may not have come to the disk, empty while all has; ``notes`` is what front ends have
    remembered in it. All that was written is kept: where the file is taken away, exchanged or cut while it is open,
    the whole of it is written to another, ``path`` from then on.
    """

    def __init__(self, path: Path, file: IO[bytes], record: Record | None = None, before: bytes = b"") -> None:
        """An open file; ``before`` is what stands in it, ``record`` the same as read."""
        self.path = path
        self.notice = ""
        self.doubt = ""
        self.notes: dict[str, Any] = dict(record.notes) if record else {}
        self._file = file
        self._kept = bytearray(before)
        self._tally = record.tally if record else Tally()
        self._crc = record.crc if record else 0
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
            if len(point.state) > LARGEST_STATE:
                raise SaveError("a state larger than any save holds")
            self._enter(line)
        except SaveError:
            # The next answer cannot be written either, and says so.
            self._base = before
            return
        self._sync()

    def write_end(self, state_hash: str) -> None:
        """Enter the end of the game. What fails is told by ``doubt`` alone; a save taken away when it is closed."""
        try:
            self._enter(["over", state_hash])
        except Lost:
            return
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

    def unsaved(self) -> str:
        """Why no file holds the game, which was tried once more; empty where one does, or it was let go of."""
        if self._file.closed:
            return ""
        try:
            self._check_there()
        except Lost as fault:
            try:
                self._go_elsewhere()
            except SaveError as error:
                return f"{self.path.name} {fault}, and {error}"
        except OSError:
            pass
        return ""

    def close(self) -> str:
        """Let go of the file; another program may then take it up. Answers where the save is if it was taken away."""
        words = ""
        try:
            if not self._file.closed and not self._torn:
                self._check_there()
        except Lost as fault:
            words = self._words_of(fault, "The game is in no file any more")
        except OSError:
            pass
        self.let_go()
        return words

    def let_go(self) -> None:
        """Close the file as it is."""
        with contextlib.suppress(OSError):
            self._file.close()

    def copy_to(self, target: Path) -> None:
        """Write all that was entered to a new file. Raises SaveError; never overwrites."""
        write_new(target, bytes(self._kept))

    def write(self, content: list[Any]) -> None:
        """Enter a line, whole or not at all. Raises SaveError."""
        try:
            self._enter(content)
        except Lost as fault:
            raise SaveError(f"{self._words_of(fault)}; give the last answer again") from None

    def _enter(self, content: list[Any]) -> None:
        """Write a line that can be read back. Raises SaveError, Lost where the file is no longer the one opened."""
        line, crc = self._sealed(content)
        try:
            if self._torn:
                self._cut()
            self._check_there()
            if len(self._kept) + len(line) > LARGEST_FILE:
                raise OSError("the save is full; 'picket-duty saves export --compact' writes what counts of it")
            self._torn = True
            if self._file.write(line) != len(line):
                raise OSError(errno.ENOSPC, "the disk is full")
        except (OSError, ValueError) as error:
            with contextlib.suppress(OSError, ValueError):
                self._cut()
            words = f"{self.path}: cannot write ({reason(error)}); nothing was changed"
            raise SaveError(f"{words}{self._way_on(error)}") from None
        self._torn = False
        self._crc = crc
        self._kept += line
        self._tally.count(content)

    def _way_on(self, error: BaseException) -> str:
        """What the player can do about an answer that could not be written; of a game not begun its starter tells."""
        if not self._tally.lines:
            return ""
        first = "make room on that disk and " if getattr(error, "errno", None) in NO_ROOM else ""
        return f". All before is saved: {first}answer again, or leave"

    def _sealed(self, content: list[Any]) -> tuple[bytes, int]:
        """A line with its checksum, judged as the reader will judge it. Raises SaveError."""
        try:
            self._tally.check(content)
            line, crc = seal(content, self._crc)
            unseal(line[:-1], self._crc)
        except SaveError as error:
            raise SaveError(f"{self.path}: cannot be saved ({error}); nothing was changed") from None
        except (TypeError, ValueError, OverflowError, RecursionError):
            raise SaveError(f"{self.path}: cannot be saved (not an entry of ours); nothing was changed") from None
        return line, crc

    # -- a file that others meddle with ----------------------------------------------

    def _check_there(self) -> None:
        """Whether the file is the one opened and as long as it was left. Raises Lost; OSError where it is closed."""
        mine = os.fstat(self._file.fileno())
        try:
            found = os.stat(self.path)
        except FileNotFoundError:
            raise Lost("was taken away") from None
        except OSError as error:
            raise Lost(f"could no longer be reached ({reason(error)})") from None
        if not mine.st_nlink or (mine.st_dev, mine.st_ino) != (found.st_dev, found.st_ino):
            raise Lost("was exchanged for another file")
        if mine.st_size != len(self._kept):
            raise Lost(f"was changed from outside ({mine.st_size} bytes instead of {len(self._kept)})")

    def _words_of(self, fault: Lost, lost: str = STILL_HERE) -> str:
        """What became of the save, written whole to a new file and kept up there where that can be done; else what is
        ``lost``.
        """
        before, happened = self.path, f"{self.path.name} {fault} while it was played"
        try:
            self._go_elsewhere()
        except SaveError as error:
            return f"{happened}, and {error}. {lost}"
        where = f"{self.path.name} beside it" if self.path.parent == before.parent else self.path
        if self.path == before:
            where = "a new file of that name"
        return f"{happened}. Nothing answered is lost: the whole game is now kept in {where}"

    def _go_elsewhere(self) -> None:
        """Go on in a new file beside the one lost, else in the folder of the saves. Raises SaveError."""
        try:
            self._move(self.path.parent)
        except SaveError:
            self._move(saves_folder())

    def _move(self, folder: Path) -> None:
        """Go on in a new file of this folder. Raises SaveError."""
        with contextlib.suppress(OSError):
            folder.mkdir(parents=True, exist_ok=True)
        target = free_name(folder / self.path.name, "rescued")
        self.copy_to(target)
        moved, _ = open_for_more(target)
        self.let_go()
        self.path, self._file, self._torn = target, moved._file, False

    def _cut(self) -> None:
        """Take away what a failed write left behind the last whole line."""
        self._file.truncate(len(self._kept))
        self._file.seek(len(self._kept))
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
        data = file.read(LARGEST_FILE + 1)
        record = parse(data, str(path))
        journal = Journal(path, file, record, data[: record.whole])
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


def write_new(target: Path, data: bytes) -> None:
    """A new file with this content, on the disk when done, or none at all. Raises SaveError."""
    try:
        file = open(target, "xb")  # noqa: SIM115 (closed below, before a failed one is removed)
    except FileExistsError:
        raise SaveError(f"{target}: exists already; choose another name") from None
    except (OSError, ValueError) as error:
        raise SaveError(f"{target}: cannot write ({reason(error)})") from None
    try:
        with file:
            file.write(data)
            file.flush()
            os.fsync(file.fileno())
    except OSError as error:
        target.unlink(missing_ok=True)
        raise SaveError(f"{target}: cannot write ({reason(error)})") from None
    except BaseException:
        target.unlink(missing_ok=True)
        raise
    sync_folder(target.parent)


def free_name(path: Path, why: str) -> Path:
    """A name beside a save that no file has yet, for a copy of it. Raises SaveError where there are too many."""
    stem = re.sub(rf"-{why}\d*$", "", path.stem)[:LONGEST_STEM]
    for number in range(1, MOST_COPIES):
        target = path.with_name(f"{stem}-{why}{number if number > 1 else ''}{SUFFIX}")
        if not os.path.lexists(target):
            return target
    raise SaveError(f"{path}: {why} often enough; delete some of its copies")


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


# -- writing a game ---------------------------------------------------------------


def start_save(game: Game, name: str | None = None, path: Path | None = None) -> Path:
    """Save a game and keep its save up with every answer. Raises SaveError; never overwrites."""
    if path is not None:
        game.journal = write_whole(game, path)
        return path
    path = path_of(name or default_name(game))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        game.journal = write_whole(game, path)
    except OSError as error:
        raise SaveError(f"{path.parent}: cannot make the folder ({reason(error)}){ELSEWHERE}") from None
    except SaveError as error:
        raise SaveError(str(error) if path.exists() else f"{error}{ELSEWHERE}") from None
    return path


def default_name(game: Game) -> str:
    """A name that tells the game and when it was begun."""
    setup = game.state.setup
    now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
    return f"{setup.kind}-{setup.name}-{setup.level}-{now}"


def write_whole(game: Game, path: Path) -> Journal:
    """Write a game from its first answer on into a new file. Raises SaveError."""
    if not game.history:
        raise SaveError("a game played without history cannot be saved")
    if game.base:
        if game.journal is None:
            raise SaveError("a game taken up in the middle is saved by copying its save")
        assert isinstance(game.journal, Journal)
        game.journal.copy_to(path)
        game.journal.close()
        return open_for_more(path)[0]
    journal = create(path)
    try:
        journal.write(["game", header_of(game)])
        points = list(game.checkpoints)
        for number, (dice, value) in enumerate(entries_of(game)):
            while points and points[0].answers <= number:
                journal.write_checkpoint(points.pop(0))
            if dice is None:
                journal.write_choice(value)
            else:
                journal.write_roll(dice, value)
        for point in points:
            journal.write_checkpoint(point)
        if game.over:
            journal.write_end(game.state_hash)
    except BaseException:
        journal.let_go()
        path.unlink(missing_ok=True)
        raise
    return journal


def header_of(game: Game) -> dict[str, Any]:
    """The first line of a save."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "program": __version__,
        "tables": game.tables.digest,
        "setup": msgspec.to_builtins(game.state.setup),
    }


def entries_of(game: Game) -> list[Entry]:
    """The answers of a game as a save holds them."""
    rolls = (event.result.key for event in game.events if isinstance(event, Roll) and event.result)
    return [(answer, next(rolls)) if isinstance(answer, tuple) else (None, answer) for answer in game.answers]
