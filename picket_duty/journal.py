"""Saves: one append-only file a game, a JSON line for every answer, written before play goes on.

A line is a list: its kind, its content, and a checksum chained over all lines
before it, so that a changed, lost or exchanged byte anywhere is noticed.

    ["game", {...}]           format, program, tables and set-up
    ["r", [3, 4], "hit"]      dice of a roll and the key of its result
    ["c", "yes"]              a decision
    ["undo", 2]               so many answers taken back
    ["at", label, hash]       a step begins; at a day's start with the packed state
    ["over", hash]            the end
"""

from __future__ import annotations

import base64
import contextlib
import datetime
import json
import os
import shutil
import sys
import zlib
from pathlib import Path
from typing import IO, Any

import msgspec

from picket_duty import __version__
from picket_duty.charts import ChartError, Tables, load_tables
from picket_duty.game import Checkpoint, Game, decode_state, first_state
from picket_duty.places import data_folder
from picket_duty.requests import Illegal, Roll
from picket_duty.state import Setup

FORMAT = "picket-duty"
FORMAT_VERSION = 1
SUFFIX = ".picket"
#: A whole long campaign is well below this; a longer file or line is none of ours.
LARGEST_FILE = 64 * 1024 * 1024
LARGEST_STATE = 4 * 1024 * 1024


class SaveError(Exception):
    """A save that cannot be read or written; the text says which, why and what to do."""


class SaveInfo(msgspec.Struct, frozen=True):
    """A save as the lists show it. ``trouble`` says why it cannot be played, empty where it can."""

    path: Path
    setup: Setup | None
    label: str
    answers: int
    over: bool
    modified: datetime.datetime
    trouble: str = ""

    @property
    def name(self) -> str:
        """The name of the save: its file without the ending."""
        return self.path.stem


class Record(msgspec.Struct):
    """A save as read: what counts after undo. ``answers`` are (dice, key) or (None, decision).

    ``points`` are (answers before, label, hash, packed state or empty), ``whole`` the length in
    bytes up to the last whole line, ``torn`` whether a torn line follows it.
    """

    header: dict[str, Any]
    setup: Setup
    answers: list[tuple[tuple[int, ...] | None, Any]]
    points: list[tuple[int, str, str, str]]
    over: str
    whole: int
    torn: bool
    crc: int


class Journal:
    """An open save. Every write is whole or not at all; a failed one raises SaveError."""

    def __init__(self, path: Path, file: IO[bytes], size: int, crc: int) -> None:
        self.path = path
        self._file = file
        self._size = size
        self._crc = crc

    def write_roll(self, dice: tuple[int, ...], key: str) -> None:
        """Enter the dice of a roll and what they came to. Raises SaveError."""
        self._write(["r", dice, key])

    def write_choice(self, decision: Any) -> None:
        """Enter a decision. Raises SaveError."""
        self._write(["c", decision])

    def write_undo(self, count: int) -> None:
        """Enter that answers were taken back. Raises SaveError."""
        self._write(["undo", count])

    def write_checkpoint(self, point: Checkpoint) -> None:
        """Enter the start of a step and bring the file to the disk. Nothing depends on it, so it never fails."""
        line = ["at", point.label, point.state_hash]
        if point.day:
            line.append(pack(point.state))
        with contextlib.suppress(SaveError, OSError):
            self._write(line)
            os.fsync(self._file.fileno())

    def write_end(self, state_hash: str) -> None:
        """Enter the end of the game."""
        with contextlib.suppress(SaveError, OSError):
            self._write(["over", state_hash])
            os.fsync(self._file.fileno())

    def close(self) -> None:
        """Let go of the file; another program may then take it up."""
        with contextlib.suppress(OSError):
            self._file.close()

    def _write(self, content: list[Any]) -> None:
        line, crc = seal(content, self._crc)
        try:
            written = self._file.write(line)
            if written != len(line):
                raise OSError("the disk is full")
        except (OSError, ValueError) as error:
            with contextlib.suppress(OSError, ValueError):
                self._file.truncate(self._size)
                self._file.seek(self._size)
            raise SaveError(f"{self.path}: cannot write ({reason(error)}); nothing was changed") from None
        self._crc = crc
        self._size += len(line)


# -- folders and lists ---------------------------------------------------------


def saves_folder() -> Path:
    """The folder of the saves."""
    return data_folder() / "saves"


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """Every save, the one played last first."""
    found = [look_at(path) for path in (folder or saves_folder()).glob(f"*{SUFFIX}")]
    return sorted(found, key=lambda save: save.modified, reverse=True)


def look_at(path: Path) -> SaveInfo:
    """What a save is, without playing it."""
    modified = datetime.datetime.fromtimestamp(path.stat().st_mtime)
    try:
        record = read_record(path)
    except SaveError as error:
        return SaveInfo(path, None, "", 0, False, modified, str(error))
    label = record.points[-1][1] if record.points else ""
    return SaveInfo(path, record.setup, label, len(record.answers), bool(record.over), modified)


def find_save(name: str | None) -> Path:
    """A save by path or name; without one the newest unfinished game. Raises SaveError."""
    if name is None:
        for save in list_saves():
            if not save.over and not save.trouble:
                return save.path
        raise SaveError(f"no unfinished game in {saves_folder()}; start one with 'picket-duty play'")
    for path in (Path(name), saves_folder() / name, saves_folder() / f"{name}{SUFFIX}"):
        if path.is_file():
            return path
    raise SaveError(f"no save {name!r}; 'picket-duty saves' lists them")


# -- writing -------------------------------------------------------------------


def start_save(game: Game, name: str | None = None, path: Path | None = None) -> Path:
    """Save a game and keep its save up with every answer. Raises SaveError; never overwrites."""
    if path is None:
        folder = saves_folder()
        try:
            folder.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"{folder}: cannot make the folder ({reason(error)})") from None
        path = folder / f"{name or default_name(game)}{SUFFIX}"
    game.journal = write_whole(game, path)
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
    if game.journal is not None and game.base:
        return _copy(game.journal, path)
    journal = _create(path)
    try:
        journal._write(["game", header_of(game)])
        rolls = (event.result.key for event in game.events if isinstance(event, Roll) and event.result)
        points = list(game.checkpoints)
        for number, answer in enumerate(game.answers):
            while points and points[0].answers <= number:
                journal.write_checkpoint(points.pop(0))
            if isinstance(answer, tuple):
                journal.write_roll(answer, next(rolls))
            else:
                journal.write_choice(answer)
        for point in points:
            journal.write_checkpoint(point)
        if game.over:
            journal.write_end(game.state_hash)
    except BaseException:
        journal.close()
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


def _create(path: Path) -> Journal:
    try:
        file = open(path, "xb", buffering=0)  # noqa: SIM115 (the journal keeps it open)
    except FileExistsError:
        raise SaveError(f"{path}: exists already; choose another name") from None
    except OSError as error:
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    lock(file, path)
    return Journal(path, file, 0, 0)


def _copy(journal: Journal, path: Path) -> Journal:
    if path.exists():
        raise SaveError(f"{path}: exists already; choose another name")
    try:
        shutil.copyfile(journal.path, path)
    except OSError as error:
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    journal.close()
    return open_for_more(path, read_record(path))


# -- reading -------------------------------------------------------------------


def read_record(path: Path) -> Record:
    """Read and check a save without playing it. Raises SaveError naming the line; the file stays as it is."""
    try:
        if path.stat().st_size > LARGEST_FILE:
            raise SaveError(f"{path}: larger than any save; not one of ours")
        data = path.read_bytes()
    except OSError as error:
        raise SaveError(f"{path}: cannot read ({reason(error)})") from None
    whole = data.rfind(b"\n") + 1
    lines = data[:whole].split(b"\n")[:-1]
    if not lines:
        raise SaveError(f"{path}: line 1: not a save of this program")
    crc, record = 0, None
    for number, line in enumerate(lines, 1):
        try:
            content, crc = unseal(line, crc)
            if record is None:
                record = _first(content)
            else:
                _enter(record, content)
        except SaveError as error:
            raise SaveError(f"{path}: line {number}: {error}") from None
        except (ValueError, TypeError, IndexError, KeyError, RecursionError):
            raise SaveError(f"{path}: line {number}: damaged; the file was left as it is") from None
    assert record is not None
    record.whole, record.torn, record.crc = whole, whole < len(data), crc
    return record


def _first(content: list[Any]) -> Record:
    if len(content) != 2 or content[0] != "game" or not isinstance(content[1], dict):
        raise SaveError("not a save of this program")
    header = content[1]
    if header.get("format") != FORMAT:
        raise SaveError("not a save of this program")
    version = header.get("version")
    if not isinstance(version, int) or version > FORMAT_VERSION:
        raise SaveError(f"written by a newer program ({header.get('program')}); this one is {__version__}")
    try:
        setup = msgspec.convert(header.get("setup"), Setup)
    except msgspec.ValidationError as error:
        raise SaveError(f"set-up: {error}") from None
    return Record(header, setup, [], [], "", 0, False, 0)


def _enter(record: Record, content: list[Any]) -> None:
    kind = content[0]
    if kind == "r":
        record.answers.append((tuple(content[1]), content[2]))
    elif kind == "c":
        record.answers.append((None, content[1]))
    elif kind == "undo":
        count = content[1]
        if not isinstance(count, int) or not 0 < count <= len(record.answers):
            raise SaveError(f"takes back {count!r} answers of {len(record.answers)}")
        del record.answers[-count:]
        record.points = [point for point in record.points if point[0] <= len(record.answers)]
        record.over = ""
    elif kind == "at":
        packed = content[3] if len(content) > 3 else ""
        record.points.append((len(record.answers), str(content[1]), str(content[2]), packed))
    elif kind == "over":
        record.over = str(content[1])
    else:
        raise SaveError(f"unknown entry {kind!r}")


def resume(path: Path, tables: Tables | None = None) -> Game:
    """Take up a game at the request where it was left, from the last day's state on. Raises SaveError.

    A torn last line is dropped. The file is locked while the game is open.
    """
    record = read_record(path)
    tables = load_tables() if tables is None else tables
    journal = open_for_more(path, record)
    try:
        game = replay_record(record, tables, path, whole=False)
    except BaseException:
        journal.close()
        raise
    game.journal = journal
    return game


def load_whole(path: Path, tables: Tables | None = None) -> Game:
    """Play a save again from its first answer, for its whole history; the file is only read. Raises SaveError."""
    record = read_record(path)
    return replay_record(record, load_tables() if tables is None else tables, path, whole=True)


def replay_record(record: Record, tables: Tables, path: Path, whole: bool, upto: int | None = None) -> Game:
    """Play the answers of a record, verifying every result and hash. Raises SaveError at the first difference."""
    first = 0
    state = None
    points = record.points
    if not whole:
        for index in range(len(points) - 1, -1, -1):
            if points[index][3]:
                points = points[index:]
                first, state = points[0][0], decode_state(unpack(points[0][3]))
                break
    try:
        game = Game(state or first_state(tables, record.setup), tables)
    except (ChartError, KeyError) as error:
        raise SaveError(f"{path}: cannot be played with these tables: {error}") from None
    game.base = first
    for number, (dice, value) in enumerate(record.answers[first:upto], first + 1):
        try:
            request = game.answer(value if dice is None else dice)
        except (Illegal, ChartError) as error:
            raise SaveError(f"{path}: answer {number}: {error}{_other_tables(record, tables)}") from None
        if isinstance(request, Roll) and request.result is not None and request.result.key != value:
            raise SaveError(
                f"{path}: answer {number}, {request.phase}: table {request.table} gave {value!r} then, "
                f"{request.result.key!r} now{_other_tables(record, tables)}"
            )
    hashes = {(point.answers + first, point.label): point.state_hash for point in game.checkpoints}
    for answers, label, recorded, _ in points:
        found = hashes.get((answers, label))
        if found is not None and found != recorded:
            raise SaveError(f"{path}: the state at {label} differs from the save's{_other_tables(record, tables)}")
    return game


def _other_tables(record: Record, tables: Tables) -> str:
    if record.header.get("tables") == tables.digest:
        return ""
    return " (the save was made with other tables)"


def open_for_more(path: Path, record: Record) -> Journal:
    """Open a save to go on writing, a torn last line cut off. Raises SaveError."""
    try:
        file = open(path, "r+b", buffering=0)  # noqa: SIM115 (the journal keeps it open)
    except OSError as error:
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    lock(file, path)
    try:
        file.truncate(record.whole)
        file.seek(record.whole)
    except OSError as error:
        file.close()
        raise SaveError(f"{path}: cannot write ({reason(error)})") from None
    return Journal(path, file, record.whole, record.crc)


# -- lines ---------------------------------------------------------------------


def seal(content: list[Any], crc: int) -> tuple[bytes, int]:
    """A line with its chained checksum, and the checksum for the next."""
    body = msgspec.json.encode(content)[:-1]
    crc = zlib.crc32(body, crc)
    return body + b',"%08x"]\n' % crc, crc


def unseal(line: bytes, crc: int) -> tuple[list[Any], int]:
    """The content of a line, its checksum verified. Raises SaveError."""
    body, mark = line[:-12], line[-12:]
    crc = zlib.crc32(body, crc)
    if mark != b',"%08x"]' % crc:
        raise SaveError("damaged, or not a save of this program; the file was left as it is")
    content = json.loads(body + b"]")
    if not isinstance(content, list) or not content:
        raise SaveError("not an entry")
    return content, crc


def pack(state: bytes) -> str:
    """A state small enough to stand in the file at every day's start."""
    return base64.b85encode(zlib.compress(state, 6)).decode("ascii")


def unpack(text: str) -> bytes:
    """A packed state. Raises SaveError."""
    try:
        worker = zlib.decompressobj()
        data = worker.decompress(base64.b85decode(text), LARGEST_STATE)
    except (ValueError, zlib.error):
        raise SaveError("a state in the save cannot be unpacked") from None
    if worker.unconsumed_tail:
        raise SaveError("a state in the save is larger than any of ours")
    return data


def reason(error: BaseException) -> str:
    """The plain words of an operating system's error."""
    return getattr(error, "strerror", None) or str(error)


def lock(file: IO[bytes], path: Path) -> None:
    """Keep a second program off a save. Raises SaveError where one has it already."""
    try:
        if sys.platform == "win32":
            import msvcrt

            file.seek(LARGEST_FILE)
            msvcrt.locking(file.fileno(), msvcrt.LK_NBLCK, 1)
            file.seek(0)
        else:
            import fcntl

            fcntl.flock(file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
    except OSError:
        file.close()
        raise SaveError(f"{path}: open in another program; close it there first") from None
