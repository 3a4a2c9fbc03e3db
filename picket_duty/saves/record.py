"""Reads a save without playing it: every entry checked, sorted into branches of answers and
snapshots.
"""

from __future__ import annotations

import os
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET

from picket_duty import __version__
from picket_duty.bounded import only_files
from picket_duty.paths import SaveError
from picket_duty.saves import format
from picket_duty.saves.notes import DECIDER
from picket_duty.state import TABLE, Setup

#: How the line of the note with the time of play begins, and the bytes at the end of a file where
#: it usually is.
PLAYED_LINE = b'\n["note","played",'
LAST_LINES = 16 * 1024
#: Characters of a game's name in an error.
LONGEST_NAME = 40
#: Bytes at the end of a file that hold the last line of a finished game.
LAST_LINE = 64
#: Why a save cannot be loaded as a companion game.
MAIN_GAME = "this is a save of the main game, not of a companion game"
UNCHANGED = "The file was not changed."
FOREIGN = "not a save from this program"


class SavedAnswer(NamedTuple):
    """An answer: dice with the key of their result, or None with a decision and who made it (empty
    if not known).
    """

    dice: tuple[int, ...] | None
    value: Any
    decider: str = ""


@lru_cache(maxsize=1)
def _base_parts(packed: str) -> format.Parts:
    """The parts of a whole state, kept because consecutive snapshots are changes to the same
    state.
    """
    return format.state_parts(format.unpack(packed))


class Snapshot(msgspec.Struct, frozen=True):
    """The state at the start of a step of play, after so many answers.

    ``packed`` is the state, compressed. If ``base`` is set, ``packed`` has only the parts of the
    state that changed since the snapshot packed in ``base``, and ``names`` lists the parts that
    changed, separated by spaces.
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
        # The steps of ``rules.system.DAY_BEGINS``. The labels of a companion game have no slash.
        return self.label.endswith(("/turn", "/setup"))

    def state(self) -> bytes:
        """The state, decompressed. Raises SaveError."""
        if self.base:
            return format.join_state(self.parts())
        return format.unpack(self.packed)

    def parts(self) -> format.Parts:
        """The parts of the state, decompressed. Raises SaveError."""
        if self.base:
            return format.changed_parts(self.packed, self.names, _base_parts(self.base))
        return format.state_parts(format.unpack(self.packed))


class TablesUsed(NamedTuple):
    """The digest of the tables with which a branch is played from a number of ``answers`` on."""

    answers: int
    digest: str


class Branch(msgspec.Struct):
    """One branch of play in a save: its answers from the first one on, its snapshots and its end.

    ``tables`` lists the tables used, the first ones first. ``over`` is the hash of the last state
    of a finished game, else empty.
    """

    name: str
    answers: list[SavedAnswer] = []
    snapshots: list[Snapshot] = []
    tables: list[TablesUsed] = []
    over: str = ""

    def cut(self, count: int) -> None:
        """Remove everything after the first ``count`` answers."""
        del self.answers[count:]
        while self.snapshots and self.snapshots[-1].answers > count:
            self.snapshots.pop()
        while len(self.tables) > 1 and self.tables[-1].answers > count:
            self.tables.pop()
        self.over = ""


class Record(msgspec.Struct):
    """The content of a save.

    ``length`` is the size in bytes up to the last complete line, ``torn`` whether an incomplete
    line follows it, ``crc`` the running checksum there. ``notes`` are the values of the notes by
    key. ``states`` are the whole states by their hashes, compressed. Reader and writer ``check``
    every entry, so that nothing is written that would later be refused.
    """

    header: dict[str, Any]
    setup: Setup
    branches: dict[str, Branch]
    current: str = format.MAIN
    notes: dict[str, Any] = {}
    length: int = 0
    torn: bool = False
    crc: int = 0
    states: dict[str, str] = {}

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
        """The digest of the tables used last; ``Branch.tables`` has those used before."""
        return self.branch.tables[-1].digest

    @property
    def label(self) -> str:
        """The label of the last snapshot, empty without one."""
        return self.snapshots[-1].label if self.snapshots else ""

    def check(self, entry: format.Entry) -> None:
        """Check that an entry may come next, without adding it. Raises SaveError."""
        answers = len(self.branches[self.current].answers)
        # How many answers the entry adds, and why it cannot come next.
        more = 0
        fault = ""
        match entry:
            case format.RollEntry() | format.ChoiceEntry():
                more = 1
            case format.UndoEntry(count) if not 0 < count <= answers:
                fault = f"an entry undoes {str(count)[:20]} answers, but there are only {answers}"
            case format.StateEntry(base=base, names=names):
                is_whole = base is UNSET and names is UNSET
                is_change = base in self.states and names is not UNSET
                if not (is_whole or is_change):
                    fault = format.NO_ENTRY
            case format.BranchEntry(name) if (
                name in self.branches or len(self.branches) >= format.MOST_BRANCHES
            ):
                fault = f"cannot create branch {name[:40]!r}"
            case format.BranchEntry(_, at) if not 0 <= at <= answers:
                fault = f"a branch starts at answer {str(at)[:20]}, but there are only {answers}"
            case format.BranchEntry(_, at):
                more = at
            case format.SwitchEntry(name) if name not in self.branches:
                fault = f"no branch {name[:40]!r}"
            case format.DropEntry(name) if name not in self.branches or name == self.current:
                fault = f"branch {name[:40]!r} cannot be deleted"
            case format.HeaderEntry():
                fault = format.NO_ENTRY
        # The limit is for the answers of all branches.
        if more and len(self.branches) > 1:
            answers = sum(len(branch.answers) for branch in self.branches.values())
        if more and answers + more > format.MOST_ANSWERS:
            fault = f"too many answers; a save holds at most {format.MOST_ANSWERS:,}"
        if fault:
            raise SaveError(fault)

    def add(self, entry: format.Entry) -> None:
        """Add an entry that passed ``check``."""
        branch = self.branches[self.current]
        match entry:
            case format.RollEntry(dice, key):
                branch.answers.append(SavedAnswer(dice, key))
            case format.ChoiceEntry(decision):
                decider = self.notes.get(DECIDER)
                branch.answers.append(
                    SavedAnswer(
                        dice=None,
                        value=decision,
                        decider=decider if isinstance(decider, str) else "",
                    )
                )
            case format.UndoEntry(count):
                branch.cut(len(branch.answers) - count)
            case format.StateEntry(label, state_hash, packed, base, names):
                if isinstance(base, str) and isinstance(names, str):
                    snapshot = Snapshot(
                        len(branch.answers),
                        label,
                        state_hash,
                        packed=packed,
                        base=self.states[base],
                        names=names,
                    )
                else:
                    snapshot = Snapshot(len(branch.answers), label, state_hash, packed=packed)
                    self.states[state_hash] = packed
                # A step that begins again after an undo replaces its earlier snapshot.
                last = branch.snapshots[-1] if branch.snapshots else None
                if last is not None and (last.answers, last.label) == (snapshot.answers, label):
                    branch.snapshots.pop()
                branch.snapshots.append(snapshot)
            case format.BranchEntry(name, at):
                split = Branch(name, branch.answers[:], branch.snapshots[:], branch.tables[:])
                split.cut(at)
                self.branches[name] = split
                self.current = name
            case format.SwitchEntry(name):
                self.current = name
            case format.DropEntry(name):
                del self.branches[name]
            case format.TablesEntry(digest):
                branch.tables.append(TablesUsed(len(branch.answers), digest))
            case format.NoteEntry(key, value):
                self.notes[key] = value
            case format.EndEntry(state_hash):
                branch.over = state_hash


def at_table_words(setup: Setup) -> str:
    """Why a save cannot be loaded as a destroyer game: it is a companion game. Empty if it can."""
    if setup.kind != TABLE:
        return ""
    return (
        f"a companion game. Open it with 'picket-duty referee --game {setup.name[:LONGEST_NAME]}'."
    )


def read_record(path: Path) -> Record:
    """Read and check a save without playing it. Raises SaveError naming the line; the file stays as
    it is.
    """
    return parse(read_bytes(path), str(path))


def read_bytes(path: Path, last: int = format.LARGEST_FILE + 1) -> bytes:
    """The last ``last`` bytes of a regular file; by default the whole of any save. Raises
    SaveError.
    """
    try:
        with open(path, "rb", opener=only_files) as file:
            size = os.fstat(file.fileno()).st_size
            file.seek(max(0, size - last))
            # Reading no more than there is saves allocating LARGEST_FILE bytes for a small file.
            return file.read(min(size, last))
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: cannot be read ({format.reason(error)})") from None


def has_ended(path: Path) -> bool:
    """Whether a file ends with the last line of a finished game."""
    try:
        end = read_bytes(path, LAST_LINE)
    except SaveError:
        return False
    return end.endswith(b'"]\n') and end.splitlines()[-1].startswith(b'["over",')


def last_played(path: Path) -> int | None:
    """When a game was last played, in nanoseconds since 1970, as ``notes.played_at``; None if not
    known. Only the end of the save is read if that is enough.
    """
    try:
        for last in (LAST_LINES, format.LARGEST_FILE):
            _, line, rest = read_bytes(path, last).rpartition(PLAYED_LINE)
            if line:
                return int(rest.partition(b",")[0])
    except (SaveError, ValueError):
        pass
    return None


def begins_as_save(path: Path) -> bool:
    """Whether a regular file starts with the header line of a save."""
    line = _first_line(path)
    return line.startswith(b'["game",') and format.is_sealed(line[:-1], crc=0)


def is_at_table(path: Path) -> bool:
    """Whether a file is the save of a companion game; False for a file that cannot be read."""
    try:
        return record_of_header(format.unseal(_first_line(path)[:-1], crc=0)[0]).setup.kind == TABLE
    except SaveError:
        return False


def _first_line(path: Path) -> bytes:
    """The first line of a regular file; empty if it cannot be read."""
    try:
        with open(path, "rb", opener=only_files) as file:
            return file.readline(format.LARGEST_LINE)
    except (OSError, ValueError):
        return b""


def parse(data: bytes, name: str) -> Record:
    """The content of a save from its bytes; ``name`` is for errors. Raises SaveError naming the
    line.
    """
    if len(data) > format.LARGEST_FILE:
        raise SaveError(f"{name}: too large for a save. {UNCHANGED}")
    record, fault, lines = parse_prefix(data)
    if fault:
        raise SaveError(f"{name}: {fault}. {_advice(lines)}")
    assert record is not None
    return record


def _advice(lines: int) -> str:
    """What to do about a save with a fault after so many complete lines."""
    if lines < 2:
        return UNCHANGED
    return f"{UNCHANGED} 'picket-duty saves repair' recovers its first {lines} lines."


def parse_prefix(data: bytes) -> tuple[Record | None, str, int]:
    """The content up to the first fault, the fault (empty for none), and the number of complete
    lines.
    """
    if not data:
        return None, "the file is empty", 0
    record = None
    fault = ""
    lines = 0
    start = 0
    crc = 0
    try:
        while (end := data.find(b"\n", start)) >= 0:
            entry, crc_after = format.unseal(data[start:end], crc)
            if record is None:
                record = record_of_header(entry)
            else:
                record.check(entry)
                record.add(entry)
            lines += 1
            start = end + 1
            crc = crc_after
    except SaveError as error:
        fault = f"line {lines + 1}: {error}"
    if record is None:
        return None, fault or f"line 1: {FOREIGN}", 0
    tail = data[start:]
    if not fault and (what := _tail_fault(tail, crc)):
        fault = f"line {lines + 1}: {what}"
    record.length = start
    record.crc = crc
    record.torn = bool(tail) and not fault
    return record, fault, lines


def _tail_fault(tail: bytes, crc: int) -> str:
    """What is wrong with the bytes after the last line end; empty for an incomplete line."""
    if tail.endswith(b"\0"):
        return "ends in zeros, as after a power failure"
    # A complete line whose line end was changed, or zeros within a line.
    if format.is_sealed(tail[:-1], crc) or b"\0" in tail:
        return "damaged"
    return ""


def record_of_header(entry: format.Entry) -> Record:
    """The content of a save that has only its header line. Raises SaveError."""
    if not isinstance(entry, format.HeaderEntry):
        raise SaveError(FOREIGN)
    header = entry.header
    version = header.get("version")
    program = str(header.get("program"))[:40]
    if header.get("format") != format.FORMAT or type(version) is not int or version < 1:
        raise SaveError(FOREIGN)
    if version > format.FORMAT_VERSION:
        raise SaveError(f"written by a newer version, {program}; this is version {__version__}")
    if version < format.FORMAT_VERSION:
        raise SaveError(
            f"saved by picket-duty {program} in format {version}, which this version cannot read"
        )
    try:
        setup = msgspec.convert(header.get("setup"), Setup)
    except msgspec.ValidationError as error:
        raise SaveError(f"setup: {error}") from None
    branch = Branch(format.MAIN, tables=[TablesUsed(answers=0, digest=str(header.get("tables")))])
    return Record(header, setup, {format.MAIN: branch})
