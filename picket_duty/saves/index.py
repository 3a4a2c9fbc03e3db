"""What saves there are: listed, found by name, the one played last.

What was read of a save stands in an index beside the folder, with size and time of the file as it was then; a file
that has changed since is read again. The index is no authority: without it everything is read.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import re
import shutil
import struct
import zlib
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.book import Tables
from picket_duty.saves.format import LARGEST_FILE, LARGEST_LINE, MARK, MOST_ANSWERS, SUFFIX, SaveError, reason, unseal
from picket_duty.saves.loading import load_whole, resume
from picket_duty.saves.paths import index_file, path_of, put_by, saves_folder
from picket_duty.saves.record import at_table_words, begin, begins_as_save, bytes_of, parse, parse_prefix, read_record
from picket_duty.saves.writer import free_name, lock, write_new, write_whole
from picket_duty.state import Setup

#: Bytes at the end of a file in which the last line of a finished game stands.
LAST_LINE = 64
NANOSECONDS = 10**9


class SaveInfo(msgspec.Struct, frozen=True):
    """A save as the lists show it. ``trouble`` says why it cannot be played, empty where it can."""

    path: Path
    setup: Setup | None
    label: str
    answers: int
    over: bool
    modified: datetime.datetime
    trouble: str = ""
    lines: int = 1

    @property
    def name(self) -> str:
        """The name of the save: its file without the ending."""
        return self.path.stem


class Known(msgspec.Struct, frozen=True, array_like=True):
    """What was read of a save, as the index has it: first size and time (nanoseconds) of the file then."""

    size: int
    changed: int
    setup: Setup | None
    label: str
    answers: int
    over: bool
    lines: int
    trouble: str


class Index(msgspec.Struct):
    """All that is known of the saves of a folder, by name of file, as this program read them."""

    program: str = __version__
    folder: str = ""
    saves: dict[str, Known] = {}


# -- the saves -------------------------------------------------------------------


def list_saves(folder: Path | None = None) -> list[SaveInfo]:
    """Every save, the one played last first."""
    index = Index() if folder else _read_index()
    listed = Index(folder=index.folder)
    found = []
    for path, stat in _by_time(folder or saves_folder()):
        known = _unchanged(index, path, stat) or _read(path, stat)
        listed.saves[path.name] = known
        found.append(_info(path, known))
    if folder is None and listed.saves != index.saves:
        _write_index(listed)
    return found


def goes_on(save: SaveInfo) -> bool:
    """Whether a save can be read and its game is not over."""
    return not save.trouble and not save.over


def newest_save(wanted: Callable[[SaveInfo], bool] = goes_on, finished: bool = False) -> SaveInfo | None:
    """The save played last that is wanted, finished ones only if so said."""
    return next(iter(newest_saves(1, wanted, finished)), None)


def newest_saves(most: int, wanted: Callable[[SaveInfo], bool] = goes_on, finished: bool = False) -> list[SaveInfo]:
    """So many of the saves that are wanted, those played last; no more of them are read than must be."""
    index = _read_index()
    before, found = dict(index.saves), list[SaveInfo]()
    for path, stat in _by_time(saves_folder()):
        known = _unchanged(index, path, stat)
        if known is None:
            if not finished and _has_ended(path):
                continue
            known = index.saves[path.name] = _read(path, stat)
        if wanted(save := _info(path, known)):
            found.append(save)
        if len(found) == most:
            break
    if index.saves != before:
        _write_index(index)
    return found


def look_at(path: Path) -> SaveInfo:
    """What a save is, without playing it. Raises OSError where the file is gone."""
    return _info(path, _read(path, _stat(path)))


def find_save(name: str | None) -> Path:
    """A save by path or name; without one the newest unfinished game. Raises SaveError."""
    if name is None:
        save = newest_save()
        if save is None:
            raise SaveError(f"no unfinished game in {saves_folder()}; start one with 'picket-duty play'")
        return save.path
    named = (Path(name), saves_folder() / name, saves_folder() / f"{name}{SUFFIX}")
    for path in named:
        with contextlib.suppress(OSError, ValueError):
            if path.is_file():
                return path
    if os.path.lexists(named[-1]):
        # The list has it, and why it is none.
        raise SaveError(look_at(named[-1]).trouble)
    raise SaveError(f"no save {name!r}; 'picket-duty saves' lists them")


def _by_time(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The files of saves with what the system knows of them, the one changed last first."""
    found = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX):
                with contextlib.suppress(OSError):
                    found.append((_stat(entry), entry.name))
    found.sort(key=lambda one: (-one[0].st_mtime_ns, one[1]))
    return ((folder / name, stat) for stat, name in found)


def _stat(file: Path | os.DirEntry[str]) -> os.stat_result:
    """Size and time of a file, of the link itself where it leads nowhere. Raises OSError where there is neither."""
    try:
        return file.stat()
    except OSError:
        return os.lstat(file)


def _info(path: Path, known: Known) -> SaveInfo:
    modified = _moment(known.changed)
    return SaveInfo(
        path, known.setup, known.label, known.answers, known.over, modified, known.trouble, known.lines
    )  # fmt: skip


def _moment(nanoseconds: int) -> datetime.datetime:
    """A time stamp as a date; one beyond every calendar as the last or the first there is."""
    try:
        return datetime.datetime.fromtimestamp(nanoseconds / NANOSECONDS)
    except (ValueError, OverflowError, OSError):
        return datetime.datetime.max if nanoseconds > 0 else datetime.datetime.min


def _has_ended(path: Path) -> bool:
    """Whether the last line of a file says that its game is over, which spares reading the whole."""
    try:
        end = bytes_of(path, LAST_LINE)
    except SaveError:
        return False
    return end.endswith(b'"]\n') and end.splitlines()[-1].startswith(b'["over",')


# -- what is known of them -------------------------------------------------------------


def _unchanged(index: Index, path: Path, stat: os.stat_result) -> Known | None:
    """What the index has of a file that is as it was."""
    known = index.saves.get(path.name)
    fits = known is not None and (known.size, known.changed) == (stat.st_size, stat.st_mtime_ns)
    return known if fits else None


def _read(path: Path, stat: os.stat_result) -> Known:
    """What a file says now. One that the system does not let be read is known by no size: another time it may."""
    try:
        data = bytes_of(path)
    except SaveError as error:
        return Known(-1, stat.st_mtime_ns, None, "", 0, False, 1, str(error))
    if seen := glance(data):
        if why := at_table_words(seen.setup):
            return Known(stat.st_size, stat.st_mtime_ns, None, "", 0, False, 1, f"{path}: {why}")
        over = bool(seen.over)
        return Known(stat.st_size, stat.st_mtime_ns, seen.setup, seen.label, seen.answers, over, 1, "")
    try:
        record = parse(data, str(path))
    except SaveError as error:
        return Known(stat.st_size, stat.st_mtime_ns, None, "", 0, False, 1, str(error))
    if why := at_table_words(record.setup):
        return Known(stat.st_size, stat.st_mtime_ns, None, "", 0, False, 1, f"{path}: {why}")
    label = record.points[-1].label if record.points else ""
    return Known(
        stat.st_size, stat.st_mtime_ns,
        record.setup, label, len(record.answers), bool(record.over), len(record.lines), "",
    )  # fmt: skip


def _read_index() -> Index:
    """The index, empty where there is none that fits."""
    folder = str(saves_folder())
    try:
        index = msgspec.json.decode(bytes_of(index_file()), type=Index)
    except (SaveError, msgspec.DecodeError, ValueError, RecursionError):
        return Index(folder=folder)
    return index if (index.program, index.folder) == (__version__, folder) else Index(folder=folder)


def _write_index(index: Index) -> None:
    """Keep the index, exchanged as a whole; where it cannot be kept everything is read again another time."""
    saves = {name: known for name, known in index.saves.items() if _is_text(name)}
    # The name of a folder may be no text, either.
    with contextlib.suppress(ValueError):
        put_by(index_file(), msgspec.json.encode(Index(folder=index.folder, saves=saves)))


def _is_text(name: str) -> bool:
    """Whether a name can be written; a system may have names that are no text."""
    try:
        name.encode()
    except UnicodeEncodeError:
        return False
    return True


# -- summaries: a save read without keeping its answers ---------------------------------


#: The checksum of a line, and its end.
LINE_END = re.compile(rb',"([0-9a-f]{8})"\]\n')


class Glance(msgspec.Struct, frozen=True):
    """A save in a list: its set-up, the step it stands at, its answers, the hash of its last state where it is over."""

    setup: Setup
    label: str
    answers: int
    over: str


class _Roll(msgspec.Struct, array_like=True, tag="r", forbid_unknown_fields=True, gc=False):
    dice: list[int]
    key: str
    mark: str


class _Choice(msgspec.Struct, array_like=True, tag="c", forbid_unknown_fields=True, gc=False):
    decision: Any
    mark: str


class _Undo(msgspec.Struct, array_like=True, tag="undo", forbid_unknown_fields=True, gc=False):
    count: int
    mark: str


class _Point(msgspec.Struct, array_like=True, tag="at", forbid_unknown_fields=True, gc=False):
    """A step begun: then the checksum, or the hash of the state it differs from, the parts, and the checksum."""

    label: str
    state_hash: str
    packed: str
    base: str
    names: str | None = None
    mark: str | None = None


class _Tables(msgspec.Struct, array_like=True, tag="tables", forbid_unknown_fields=True, gc=False):
    digest: str
    program: str
    mark: str


class _Note(msgspec.Struct, array_like=True, tag="note", forbid_unknown_fields=True, gc=False):
    key: str
    value: Any
    mark: str


class _End(msgspec.Struct, array_like=True, tag="over", forbid_unknown_fields=True, gc=False):
    state_hash: str
    mark: str


Entry = _Roll | _Choice | _Undo | _Point | _Tables | _Note | _End
ANSWERS = (_Roll, _Choice)
ENTRIES = msgspec.json.Decoder(Entry)


def glance(data: bytes) -> Glance | None:
    """The bytes of a save at a glance, None where they must be read whole."""
    first = data.find(b"\n") + 1
    if not _is_sealed(data) or len(data) > LARGEST_FILE:
        return None
    try:
        setup = begin(unseal(data[: first - 1], 0)[0]).setup
        entries = ENTRIES.decode_lines(data[first:])
    except (SaveError, msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None
    if len(entries) + 1 != data.count(b"\n") or len(entries) > MOST_ANSWERS:
        return None
    return _sum_up(setup, entries)


def _is_sealed(data: bytes) -> bool:
    """Whether every line ends with the right checksum and a line end, and none is longer than any of ours."""
    *pieces, tail = LINE_END.split(data)
    bodies, marks = pieces[::2], pieces[1::2]
    if tail or not marks or (len(data) > LARGEST_LINE and max(map(len, bodies)) > LARGEST_LINE - MARK):
        return False
    found = struct.unpack(f">{len(marks)}I", bytes.fromhex(b"".join(marks).decode()))
    return (*map(zlib.crc32, bodies, (0, *found)),) == found


def _sum_up(setup: Setup, entries: list[Entry]) -> Glance | None:
    """The entries counted, None where one of them cannot stand at its place."""
    over, back = "", 0
    points: list[tuple[int, str]] = []
    states = set()
    others = [(place, entry) for place, entry in enumerate(entries) if type(entry) not in ANSWERS]
    for number, (place, entry) in enumerate(others):
        answers = place - number - back
        match entry:
            case _Point():
                if entry.names is None:
                    states.add(entry.state_hash)
                elif entry.mark is None or entry.base not in states:
                    return None
                points.append((answers, entry.label))
            case _Undo():
                if not 0 < entry.count <= answers:
                    return None
                over, back = "", back + entry.count
                while points and points[-1][0] > answers - entry.count:
                    points.pop()
            case _End():
                over = entry.state_hash
    answers = len(entries) - len(others) - back
    return Glance(setup, points[-1][1] if points else "", answers, over)


# -- keeping files ------------------------------------------------------------------


def rename(path: Path, name: str, folder: Path | None = None) -> Path:
    """Give a save another name, in the folder of saves or in another. Raises SaveError where it is none."""
    target = path_of(name, folder)
    if path.suffix != SUFFIX or (path.parent.absolute() != (folder or saves_folder()) and not begins_as_save(path)):
        raise SaveError(f"{path}: not a save, so it is not renamed; it was left as it is")
    _check_nobody_plays(path)
    with _trouble(path):
        write_new(target, path.read_bytes())
        shutil.copystat(path, target)
        path.unlink()
    return target


def delete(path: Path) -> None:
    """Delete a save, also one that cannot be read. Raises SaveError where it is open or is no save by its name."""
    if path.suffix != SUFFIX:
        raise SaveError(f"{path}: not a save by its name ({SUFFIX}); it was left as it is")
    _check_nobody_plays(path)
    with _trouble(path):
        path.unlink()


def is_save(path: Path) -> bool:
    """Whether a file that is there is a save, be it by its name alone: nothing else is written over it."""
    return path.exists() and (path.suffix == SUFFIX or begins_as_save(path))


def is_played(path: Path) -> bool:
    """Whether a program has a save open."""
    try:
        _check_nobody_plays(path)
    except SaveError:
        return True
    return False


def export(path: Path, target: Path) -> None:
    """Copy a save, up to its last whole line; it may be open. Raises SaveError; never overwrites."""
    record = read_record(path)
    with _trouble(path):
        data = path.read_bytes()[: record.whole]
    write_new(target, data)


def compact(path: Path, target: Path, tables: Tables) -> None:
    """A new save of the line being played alone, nothing in it that was taken back. Raises SaveError."""
    game = load_whole(path, tables)
    if game.base:
        raise SaveError(f"{path}: its beginning was played with other tables, so it cannot be written anew")
    write_whole(game, target).close()


def mend(path: Path, tables: Tables) -> str:
    """Make a save playable and say how. A damaged one stays as it is: what is whole of it is copied to a new file.

    One of other tables goes on from its last snapshot with the tables in use. Raises SaveError.
    """
    with _trouble(path), open(path, "rb") as file:
        data = file.read(LARGEST_FILE + 1)
    record, fault, whole_lines = parse_prefix(data)
    if fault:
        if record is None:
            raise SaveError(f"{path}: {fault}; there is nothing to mend it from")
        target = free_name(path, "mended")
        write_new(target, data[: record.whole])
        return f"{fault}; the {whole_lines} lines before it stand in {target}"
    before = len(record.answers) if record else 0
    try:
        game = resume(path, tables)
    except SaveError:
        game = resume(path, tables, from_snapshot=True)
    assert game.journal is not None
    game.journal.close()
    if (back := before - game.requests) or (record is not None and record.tables != tables.digest):
        return f"goes on from {game.state.label} with the tables in use, {back} answers taken back"
    return game.journal.notice or "nothing to mend"


@contextlib.contextmanager
def _trouble(path: Path) -> Iterator[None]:
    """Whatever the system refuses becomes a SaveError."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: {reason(error)}") from None


def _check_nobody_plays(path: Path) -> None:
    """Raises SaveError where a program has the save open."""
    with _trouble(path), open(path, "r+b", buffering=0) as file:
        lock(file, path)
