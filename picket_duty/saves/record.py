"""Reads a save without playing it: every entry checked, sorted into branches of answers and snapshots."""

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
    Limits,
    SaveError,
    is_sealed,
    reason,
    unpack,
    unpack_change,
    unseal,
)
from picket_duty.setup import ADVISED, AIDS
from picket_duty.state import TABLE, Setup

#: An answer as saved: the dice of a roll with the key of its result, or None with a decision.
SavedAnswer = tuple[tuple[int, ...] | None, Any]
#: The key of the note with who makes the decisions from there on, and who it may be; empty if it is not known.
DECIDER = "decider"
#: Characters of a game's name in an error.
LONGEST_NAME = 40
#: The key of the note with the aid of a game.
AID = "aid"
UNCHANGED = "The file was not changed."
FOREIGN = f"not a save from this program. {UNCHANGED}"


class Snapshot(msgspec.Struct, frozen=True):
    """The state at the start of a step of play, after so many answers.

    ``packed`` is the state, compressed; where ``base`` is set, only the parts ``names`` that changed since the
    snapshot packed in ``base``.
    """

    answers: int
    label: str
    state_hash: str
    packed: str = ""
    base: str = ""
    names: str = ""

    @property
    def day(self) -> bool:
        """Whether a day begins here."""
        return self.label.endswith(("/turn", "/setup"))

    def state(self) -> bytes:
        """The state, decompressed. Raises SaveError."""
        return unpack_change(self.packed, self.names, unpack(self.base)) if self.base else unpack(self.packed)


class Branch(msgspec.Struct):
    """One branch of play in a save: its answers from the first one on, its snapshots and its end.

    ``deciders`` says who made each answer; empty for a roll and in saves of older versions.
    ``parent`` and ``at`` say from which branch it was split off, and after how many answers. ``tables`` lists
    (answers, digest): the tables used from that many answers on. ``over`` is the hash of the last state of a finished
    game, else empty.
    """

    name: str
    parent: str = ""
    at: int = 0
    answers: list[SavedAnswer] = []
    deciders: list[str] = []
    snapshots: list[Snapshot] = []
    tables: list[tuple[int, str]] = []
    over: str = ""

    def cut(self, count: int) -> None:
        """Remove everything after the first ``count`` answers."""
        del self.answers[count:]
        del self.deciders[count:]
        while self.snapshots and self.snapshots[-1].answers > count:
            self.snapshots.pop()
        while len(self.tables) > 1 and self.tables[-1][0] > count:
            self.tables.pop()
        self.over = ""

    def split(self, name: str, at: int) -> Branch:
        """A new branch with the first ``at`` answers of this one."""
        answers, deciders = self.answers[:at], self.deciders[:at]
        branch = Branch(name, self.name, at, answers, deciders, list(self.snapshots), list(self.tables))
        branch.cut(at)
        return branch


class Record(msgspec.Struct):
    """The content of a save.

    ``length`` is the size in bytes up to the last complete line, ``torn`` whether an incomplete line follows it,
    ``crc`` the running checksum there.
    """

    header: dict[str, Any]
    setup: Setup
    branches: dict[str, Branch]
    current: str = MAIN
    notes: dict[str, Any] = {}
    length: int = 0
    torn: bool = False
    crc: int = 0
    states: dict[str, str] = {}
    limits: Limits = msgspec.field(default_factory=Limits)

    @property
    def branch(self) -> Branch:
        """The branch being played."""
        return self.branches[self.current]

    @property
    def answers(self) -> list[SavedAnswer]:
        """The answers of the branch being played."""
        return self.branch.answers

    @property
    def snapshots(self) -> list[Snapshot]:
        """The snapshots of the branch being played."""
        return self.branch.snapshots

    @property
    def over(self) -> str:
        """The hash of the last state if the branch being played is finished, else empty."""
        return self.branch.over

    @property
    def tables(self) -> str:
        """The digest of the tables used last."""
        return self.branch.tables[-1][1]


def aid_of(notes: dict[str, Any]) -> str:
    """The aid of a game, from the notes of its save; older programs played every game advised."""
    return str(notes[AID]) if notes.get(AID) in AIDS else ADVISED


def at_table_words(setup: Setup) -> str:
    """Why a save cannot be loaded as a destroyer game: it is a companion game. Empty if it can."""
    if setup.kind != TABLE:
        return ""
    return f"a companion game. Open it with 'picket-duty referee --game {setup.name[:LONGEST_NAME]}'."


def read_record(path: Path) -> Record:
    """Read and check a save without playing it. Raises SaveError naming the line; the file stays as it is."""
    return parse(read_bytes(path), str(path))


def read_bytes(path: Path, last: int = LARGEST_FILE + 1) -> bytes:
    """The last ``last`` bytes of a regular file; by default the whole of any save. Raises SaveError."""
    try:
        with open(path, "rb", opener=_only_files) as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - last))
            # Reading no more than there is saves allocating LARGEST_FILE bytes for a small file.
            return file.read(min(size, last))
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: cannot read ({reason(error)})") from None


def begins_as_save(path: Path) -> bool:
    """Whether a regular file starts with the header line of a save."""
    try:
        with open(path, "rb", opener=_only_files) as file:
            line = file.readline(LARGEST_LINE)
    except (OSError, ValueError):
        return False
    return line.startswith(b'["game",') and is_sealed(line[:-1], 0)


def is_at_table(path: Path) -> bool:
    """Whether a file is the save of a companion game; False for a file that cannot be read."""
    try:
        with open(path, "rb", opener=_only_files) as file:
            return begin(unseal(file.readline(LARGEST_LINE)[:-1], 0)[0]).setup.kind == TABLE
    except (OSError, ValueError, SaveError):
        return False


def _only_files(path: str, flags: int) -> int:
    """File opener that refuses pipes and devices, which could block or never end."""
    file = os.open(path, flags | getattr(os, "O_NONBLOCK", 0))
    if not stat.S_ISREG(os.fstat(file).st_mode):
        os.close(file)
        raise OSError("not a regular file")
    return file


def parse(data: bytes, name: str) -> Record:
    """The content of a save from its bytes; ``name`` is for errors. Raises SaveError naming the line."""
    if len(data) > LARGEST_FILE:
        raise SaveError(f"{name}: too large for a save. {UNCHANGED}")
    record, fault, _ = parse_prefix(data)
    if fault:
        raise SaveError(f"{name}: {fault}")
    assert record is not None
    return record


def parse_prefix(data: bytes) -> tuple[Record | None, str, int]:
    """The content up to the first fault, the fault (empty for none), and the number of complete lines."""
    if not data:
        return None, "the file is empty", 0
    record: Record | None = None
    crc = start = number = 0
    while (end := data.find(b"\n", start)) >= 0:
        number += 1
        try:
            content, crc_after = unseal(data[start:end], crc)
            if record is None:
                record = begin(content)
            else:
                record.limits.check(content)
                ADD[content[0]](record, content)
                record.limits.count(content)
        except SaveError as error:
            return record, f"line {number}: {error}", number - 1
        except (ValueError, TypeError, IndexError, KeyError, OverflowError, msgspec.ValidationError):
            return record, f"line {number}: not a valid save entry. {UNCHANGED}", number - 1
        crc, start = crc_after, end + 1
        record.length, record.crc = start, crc
    return _with_tail(record, data[start:], crc, number)


def _with_tail(record: Record | None, tail: bytes, crc: int, number: int) -> tuple[Record | None, str, int]:
    """Classify what follows the last line end: nothing, a line torn by a crash, or one with a damaged line end."""
    if record is None:
        return None, f"line 1: {FOREIGN}", 0
    if is_sealed(tail[:-1], crc) or b"\0" in tail:
        return record, f"line {number + 1}: damaged. {UNCHANGED}", number
    record.torn = bool(tail)
    return record, "", number


# -- one function per kind of entry ---------------------------------------------


def begin(content: list[Any]) -> Record:
    """The content of a save that has only its header line. Raises SaveError."""
    if len(content) != 2 or content[0] != "game" or not isinstance(content[1], dict):
        raise SaveError(FOREIGN)
    header = content[1]
    version, program = header.get("version"), str(header.get("program"))[:40]
    if header.get("format") != FORMAT or type(version) is not int or version < 1:
        raise SaveError(FOREIGN)
    if version > FORMAT_VERSION:
        raise SaveError(f"written by a newer version, {program}; this is {__version__}. {UNCHANGED}")
    if version < FORMAT_VERSION:
        raise SaveError(
            f"saved in format {version} by picket-duty {program}, which this version cannot read. {UNCHANGED}"
        )
    try:
        setup = msgspec.convert(header.get("setup"), Setup)
    except msgspec.ValidationError as error:
        raise SaveError(f"setup: {error}") from None
    branch = Branch(MAIN, tables=[(0, str(header.get("tables")))])
    return Record(header, setup, {MAIN: branch}, limits=Limits({MAIN: 0}))


def _add_roll(record: Record, content: list[Any]) -> None:
    _, dice, key = content
    record.answers.append((tuple(dice), key))
    record.branch.deciders.append("")


def _add_choice(record: Record, content: list[Any]) -> None:
    _, decision = content
    decider = record.notes.get(DECIDER)
    record.answers.append((None, decision))
    record.branch.deciders.append(decider if isinstance(decider, str) else "")


def _add_undo(record: Record, content: list[Any]) -> None:
    _, count = content
    record.branch.cut(len(record.answers) - count)


def _add_snapshot(record: Record, content: list[Any]) -> None:
    _, label, state_hash, packed, *after = content
    if not after:
        record.states[state_hash] = packed
    base, names = (record.states[after[0]], after[1]) if after else ("", "")
    snapshot = Snapshot(len(record.answers), label, state_hash, packed, base, names)
    if record.snapshots and (record.snapshots[-1].answers, record.snapshots[-1].label) == (snapshot.answers, label):
        record.snapshots.pop()
    record.snapshots.append(snapshot)


def _add_branch(record: Record, content: list[Any]) -> None:
    _, name, at = content
    record.branches[name] = record.branch.split(name, at)
    record.current = name


def _add_switch(record: Record, content: list[Any]) -> None:
    _, name = content
    record.current = name


def _add_drop(record: Record, content: list[Any]) -> None:
    _, name = content
    del record.branches[name]


def _add_tables(record: Record, content: list[Any]) -> None:
    _, digest, _program = content
    record.branch.tables.append((len(record.answers), digest))


def _add_note(record: Record, content: list[Any]) -> None:
    _, key, value = content
    record.notes[key] = value


def _add_end(record: Record, content: list[Any]) -> None:
    _, state_hash = content
    record.branch.over = state_hash


#: What each kind of entry adds to the content.
ADD = {
    "r": _add_roll,
    "c": _add_choice,
    "undo": _add_undo,
    "at": _add_snapshot,
    "branch": _add_branch,
    "switch": _add_switch,
    "drop": _add_drop,
    "tables": _add_tables,
    "note": _add_note,
    "over": _add_end,
}
