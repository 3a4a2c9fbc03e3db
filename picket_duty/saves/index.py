"""What saves there are: listed, found by name, the one played last.

What was read of a save stands in an index beside the folder, with size and time of the file as it was then; a file
that has changed since is read again. The index is no authority: without it everything is read.
"""

from __future__ import annotations

import contextlib
import datetime
import os
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from picket_duty import __version__
from picket_duty.saves.lines import SUFFIX, SaveError
from picket_duty.saves.paths import index_file, put_by, saves_folder
from picket_duty.saves.record import at_table_words, bytes_of, parse
from picket_duty.saves.summary import glance
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
