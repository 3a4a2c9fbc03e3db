"""A save as read: its lines of play, checked, without playing them."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.saves.format import (
    FORMAT,
    FORMAT_VERSION,
    LARGEST_FILE,
    LARGEST_LINE,
    MAIN,
    SaveError,
    Tally,
    is_sealed,
    reason,
    unpack,
    unpack_change,
    unseal,
)
from picket_duty.state import TABLE, Setup

#: An answer: the dice of a roll with the key of its result, or None with a decision.
Entry = tuple[tuple[int, ...] | None, Any]
#: Letters of a game's name in a complaint.
LONGEST_NAME = 40
FOREIGN = "not a save of this program; the file was left as it is"


class Point(msgspec.Struct, frozen=True):
    """Where a step of play began: answers before it, label, hash of the state, the state packed.

    ``base`` is the packed earlier state that ``packed`` changes in the parts ``names``, empty where it is whole.
    ``version`` is the format of the program that wrote it: the hash of an older one says nothing of a state now.
    """

    answers: int
    label: str
    state_hash: str
    packed: str = ""
    base: str = ""
    names: str = ""
    version: int = FORMAT_VERSION

    @property
    def comparable(self) -> bool:
        """Whether its hash and its state are those that this program would write."""
        return self.version == FORMAT_VERSION

    @property
    def day(self) -> bool:
        """Whether a day begins here."""
        return self.label.endswith(("/turn", "/setup"))

    def state(self) -> bytes:
        """The state unpacked. Raises SaveError."""
        return unpack_change(self.packed, self.names, unpack(self.base)) if self.base else unpack(self.packed)


class Line(msgspec.Struct):
    """A line of play: every answer from the first on, what was begun, and how it ended.

    ``parent`` and ``at`` say from which line and after how many answers it branched off;
    ``tables`` are (answers before, digest): the tables it was played with from there on; ``over`` is the hash of
    its last state, "" while it goes on, and ``over_version`` the format of the program that wrote it. ``version``
    is the format of the program that took the line up last.
    """

    name: str
    parent: str = ""
    at: int = 0
    answers: list[Entry] = []
    points: list[Point] = []
    tables: list[tuple[int, str]] = []
    over: str = ""
    over_version: int = FORMAT_VERSION
    version: int = FORMAT_VERSION

    @property
    def old(self) -> bool:
        """Whether only programs of an older format have played it."""
        return self.version < FORMAT_VERSION

    def cut(self, count: int) -> None:
        """Take back everything after so many answers."""
        del self.answers[count:]
        while self.points and self.points[-1].answers > count:
            self.points.pop()
        while len(self.tables) > 1 and self.tables[-1][0] > count:
            self.tables.pop()
        self.over = ""

    def branch(self, name: str, at: int) -> Line:
        """A new line with the first ``at`` answers of this one."""
        found = Line(name, self.name, at, self.answers[:at], list(self.points), list(self.tables))
        found.version = self.version
        found.cut(at)
        return found


class Record(msgspec.Struct):
    """A save as read.

    ``whole`` is its length in bytes up to the last whole line, ``torn`` whether more follows it;
    ``tally`` counts what it holds; ``version`` is the format of the program that wrote to it last.
    """

    header: dict[str, Any]
    setup: Setup
    lines: dict[str, Line]
    current: str = MAIN
    notes: dict[str, Any] = {}
    whole: int = 0
    torn: bool = False
    crc: int = 0
    states: dict[str, str] = {}
    tally: Tally = msgspec.field(default_factory=Tally)
    version: int = FORMAT_VERSION

    @property
    def line(self) -> Line:
        """The line being played."""
        return self.lines[self.current]

    @property
    def answers(self) -> list[Entry]:
        """The answers of the line being played."""
        return self.line.answers

    @property
    def points(self) -> list[Point]:
        """The steps begun in the line being played."""
        return self.line.points

    @property
    def over(self) -> str:
        """The hash of the last state where the line being played is at its end."""
        return self.line.over

    @property
    def tables(self) -> str:
        """The digest of the tables played with last."""
        return self.line.tables[-1][1]


def at_table_words(setup: Setup) -> str:
    """Why a save is no game of the destroyer: it is a companion game at the table. Empty where it is hers."""
    if setup.kind != TABLE:
        return ""
    return f"a companion game; 'picket-duty referee --game {setup.name[:LONGEST_NAME]}' takes it up"


def read_record(path: Path) -> Record:
    """Read and check a save without playing it. Raises SaveError naming the line; the file stays as it is."""
    return parse(bytes_of(path), str(path))


def bytes_of(path: Path, last: int = LARGEST_FILE + 1) -> bytes:
    """The last bytes of a plain file, of a save all there are. Raises SaveError."""
    try:
        with open(path, "rb", opener=_only_files) as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - last))
            # No more than there is: room for the largest file is dear for a small one.
            return file.read(min(size, last))
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: cannot read ({reason(error)})") from None


def begins_as_save(path: Path) -> bool:
    """Whether the first line of a plain file is that of a save."""
    try:
        with open(path, "rb", opener=_only_files) as file:
            line = file.readline(LARGEST_LINE)
    except (OSError, ValueError):
        return False
    return line.startswith(b'["game",') and is_sealed(line[:-1], 0)


def is_at_table(path: Path) -> bool:
    """Whether the first line of a save is that of a companion game; of a file that cannot be read it is not."""
    try:
        with open(path, "rb", opener=_only_files) as file:
            return begin(unseal(file.readline(LARGEST_LINE)[:-1], 0)[0]).setup.kind == TABLE
    except (OSError, ValueError, SaveError):
        return False


def _only_files(path: str, flags: int) -> int:
    """Open a plain file; a pipe or a device, which could wait or run on for ever, is refused."""
    found = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(found).st_mode):
        os.close(found)
        raise OSError("it is no plain file")
    return found


def parse(data: bytes, name: str) -> Record:
    """Read and check the bytes of a save called ``name``. Raises SaveError naming the line."""
    if len(data) > LARGEST_FILE:
        raise SaveError(f"{name}: larger than any save; {FOREIGN}")
    record, fault, _ = parse_prefix(data)
    if fault:
        raise SaveError(f"{name}: {fault}")
    assert record is not None
    return record


def parse_prefix(data: bytes) -> tuple[Record | None, str, int]:
    """The record up to the first fault, the fault (empty for none), and the lines that are whole."""
    if not data:
        return None, "empty; nothing was saved in it", 0
    record: Record | None = None
    crc = start = number = 0
    while (end := data.find(b"\n", start)) >= 0:
        number += 1
        try:
            content, crc_after = unseal(data[start:end], crc)
            if record is None:
                record = begin(content)
            else:
                record.tally.check(content)
                ENTER[content[0]](record, content)
                record.tally.count(content)
        except SaveError as error:
            return record, f"line {number}: {error}", number - 1
        except (ValueError, TypeError, IndexError, KeyError, OverflowError, msgspec.ValidationError):
            return record, f"line {number}: not an entry of ours; the file was left as it is", number - 1
        crc, start = crc_after, end + 1
        record.whole, record.crc = start, crc
    return _tail(record, data[start:], crc, number)


def _tail(record: Record | None, tail: bytes, crc: int, number: int) -> tuple[Record | None, str, int]:
    """What stands after the last line end: nothing, a line torn by a crash, or one whose end was damaged."""
    if record is None:
        return None, f"line 1: {FOREIGN}", 0
    if is_sealed(tail[:-1], crc) or b"\0" in tail:
        return record, f"line {number + 1}: damaged; the file was left as it is", number
    record.torn = bool(tail)
    return record, "", number


# -- one entry each -----------------------------------------------------------


def begin(content: list[Any]) -> Record:
    """A record of the first line alone. Raises SaveError."""
    if len(content) != 2 or content[0] != "game" or not isinstance(content[1], dict):
        raise SaveError(FOREIGN)
    header = content[1]
    version, program = header.get("version"), str(header.get("program"))[:40]
    if header.get("format") != FORMAT or type(version) is not int or version < 1:
        raise SaveError(FOREIGN)
    if version > FORMAT_VERSION:
        raise SaveError(f"written by a newer program ({program}); this is {__version__}; the file was left as it is")
    try:
        setup = msgspec.convert(header.get("setup"), Setup)
    except msgspec.ValidationError as error:
        raise SaveError(f"set-up: {error}") from None
    line = Line(MAIN, tables=[(0, str(header.get("tables")))], version=version)
    return Record(header, setup, {MAIN: line}, tally=Tally({MAIN: 0}), version=version)


def _enter_roll(record: Record, content: list[Any]) -> None:
    _, dice, key = content
    record.answers.append((tuple(dice), key))


def _enter_choice(record: Record, content: list[Any]) -> None:
    _, decision = content
    record.answers.append((None, decision))


def _enter_undo(record: Record, content: list[Any]) -> None:
    _, count = content
    record.line.cut(len(record.answers) - count)


def _enter_point(record: Record, content: list[Any]) -> None:
    _, label, state_hash, packed, *after = content
    if not after:
        record.states[state_hash] = packed
    base, names = (record.states[after[0]], after[1]) if after else ("", "")
    point = Point(len(record.answers), label, state_hash, packed, base, names, record.version)
    if record.points and (record.points[-1].answers, record.points[-1].label) == (point.answers, label):
        record.points.pop()
    record.points.append(point)


def _enter_branch(record: Record, content: list[Any]) -> None:
    _, name, at = content
    record.lines[name] = record.line.branch(name, at)
    record.current = name


def _enter_switch(record: Record, content: list[Any]) -> None:
    _, name = content
    record.current = name


def _enter_drop(record: Record, content: list[Any]) -> None:
    _, name = content
    del record.lines[name]


def _enter_tables(record: Record, content: list[Any]) -> None:
    _, digest, _program = content
    record.line.tables.append((len(record.answers), digest))


def _enter_format(record: Record, content: list[Any]) -> None:
    _, version = content
    if type(version) is not int or version < record.version:
        raise TypeError
    if version > FORMAT_VERSION:
        raise SaveError(f"written by a newer program; this is {__version__}; the file was left as it is")
    record.version = record.line.version = version


def _enter_note(record: Record, content: list[Any]) -> None:
    _, key, value = content
    record.notes[key] = value


def _enter_end(record: Record, content: list[Any]) -> None:
    _, state_hash = content
    record.line.over, record.line.over_version = state_hash, record.version


ENTER = {
    "r": _enter_roll,
    "c": _enter_choice,
    "undo": _enter_undo,
    "at": _enter_point,
    "branch": _enter_branch,
    "switch": _enter_switch,
    "drop": _enter_drop,
    "tables": _enter_tables,
    "format": _enter_format,
    "note": _enter_note,
    "over": _enter_end,
}
