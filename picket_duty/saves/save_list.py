"""The saves of the destroyer and of the companion games: list, find, rename, delete, export and
repair them.
"""

from __future__ import annotations

import contextlib
import datetime
import os
import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import msgspec

from picket_duty.book import Tables
from picket_duty.book.vocabulary import UNAIDED
from picket_duty.bounded import only_files
from picket_duty.paths import SaveError
from picket_duty.saves.format import LARGEST_FILE, SUFFIX, reason
from picket_duty.saves.notes import ASKED, REOPENED, aid_of, asked_with, played_at
from picket_duty.saves.places import path_of, saves_folder
from picket_duty.saves.record import (
    MAIN_GAME,
    at_table_words,
    begins_as_save,
    has_ended,
    is_at_table,
    last_played,
    parse,
    parse_prefix,
    read_bytes,
    read_record,
)
from picket_duty.saves.save_file import CUT_OFF, Unreachable, free_name, lock, write_new
from picket_duty.saves.writer import write_branch
from picket_duty.state import Setup

#: The start of the names of first battles.
LESSON_NAME = "first-battle-"


class SaveInfo(msgspec.Struct, frozen=True):
    """A save as listed; ``changed`` is when it was last played, in nanoseconds since 1970, or the
    time of its file if the save does not say.

    ``trouble`` says why it cannot be played, empty if it can; ``branches`` is their number.
    """

    path: Path
    changed: int
    trouble: str = ""
    setup: Setup | None = None
    label: str = ""
    answers: int = 0
    over: bool = False
    branches: int = 1

    @property
    def name(self) -> str:
        """The name of the save: that of its file without the suffix."""
        return self.path.stem

    @property
    def short_trouble(self) -> str:
        """Why it cannot be played, without its path."""
        return self.trouble.removeprefix(f"{self.path}: ")

    @property
    def is_lesson(self) -> bool:
        """Whether it is a first battle."""
        return self.name.startswith(LESSON_NAME)

    @property
    def modified(self) -> datetime.datetime:
        """``changed`` as a date; one out of range as the last or first possible date."""
        try:
            return datetime.datetime.fromtimestamp(self.changed / 10**9)
        except (ValueError, OverflowError, OSError):
            if self.changed > 0:
                return datetime.datetime.max
            return datetime.datetime.min


# -- list and find ---------------------------------------------------------------


def list_saves(at_table: bool = False) -> list[SaveInfo]:
    """Every save of the destroyer or of the companion games, the one played last first; for a
    damaged one, ``trouble`` says what is wrong.
    """
    saves = [_read(path, stat, at_table) for path, stat in _files(saves_folder(at_table))]
    saves.sort(key=lambda save: -save.changed)
    return saves


def has_other_saves(path: Path) -> bool:
    """Whether the saves folder has a save besides this one. Reads none of them."""
    return any(other != path for other, _ in _files(saves_folder()))


def is_unfinished(save: SaveInfo) -> bool:
    """Whether a save can be read and its game is not over."""
    return not save.trouble and not save.over


def latest_save(
    wanted: Callable[[SaveInfo], bool] = is_unfinished, finished: bool = False
) -> SaveInfo | None:
    """The latest save that is ``wanted``; finished games are only considered with ``finished``."""
    return next(iter(latest_saves(most=1, wanted=wanted, finished=finished)), None)


def latest_saves(
    most: int, wanted: Callable[[SaveInfo], bool] = is_unfinished, finished: bool = False
) -> list[SaveInfo]:
    """The latest saves that are ``wanted``, at most ``most``. Reads no more files than
    necessary.
    """
    # The time is found without reading the saves.
    timed = [
        (last_played(path) or stat.st_mtime_ns, path, stat) for path, stat in _files(saves_folder())
    ]
    timed.sort(key=lambda file: -file[0])
    saves = []
    for _, path, stat in timed:
        if not finished and has_ended(path):
            continue
        save = _read(path, stat)
        if wanted(save):
            saves.append(save)
        if len(saves) == most:
            break
    return saves


def lesson_saves() -> list[Path]:
    """The saves of first battles, the latest first."""
    return [path for path, _ in _files(saves_folder()) if path.name.startswith(LESSON_NAME)]


def save_info(path: Path) -> SaveInfo:
    """A save as listed. Raises OSError if the file is gone."""
    return _read(path, _stat(path))


def find_save(name: str | None, at_table: bool = False) -> Path:
    """The path of a save by path or name, of the destroyer or of a companion game; without a name
    the destroyer's latest unfinished game. Raises SaveError.
    """
    if name is None:
        save = latest_save()
        if save is None:
            raise SaveError(
                f"no unfinished game in {saves_folder()}. Start one with 'picket-duty play'."
            )
        return save.path
    folder = saves_folder(at_table)
    named = (Path(name), folder / name, folder / f"{name}{SUFFIX}")
    for path in named:
        with contextlib.suppress(OSError, ValueError):
            if not path.is_file():
                continue
            if at_table and begins_as_save(path) and not is_at_table(path):
                raise SaveError(f"{path}: {MAIN_GAME}. Use 'picket-duty saves' for it.")
            return path
    if os.path.lexists(named[-1]):
        # It is listed, with the reason why it cannot be played.
        raise SaveError(_read(named[-1], _stat(named[-1]), at_table).trouble)
    from picket_duty.charts.words import did_you_mean

    near = did_you_mean(name, (path.stem for path, _ in _files(folder)))
    if at_table:
        raise SaveError(f"no save named {name!r} in {folder}{'.' if near else ''}{near}")
    raise SaveError(f"no save named {name!r}.{near} List the saves with 'picket-duty saves'.")


def _files(folder: Path) -> Iterator[tuple[Path, os.stat_result]]:
    """The saves of a folder with their stat, the latest file first."""
    files = []
    with contextlib.suppress(OSError), os.scandir(folder) as entries:
        for entry in entries:
            if entry.name.endswith(SUFFIX):
                with contextlib.suppress(OSError):
                    files.append((_stat(entry), entry.name))
    files.sort(key=lambda file: (-file[0].st_mtime_ns, file[1]))
    return ((folder / name, stat) for stat, name in files)


def _stat(file: Path | os.DirEntry[str]) -> os.stat_result:
    """Size and time of a file, or of a broken link. Raises OSError if it is gone."""
    try:
        return file.stat()
    except OSError:
        return os.lstat(file)


def _read(path: Path, stat: os.stat_result, at_table: bool = False) -> SaveInfo:
    """A save as listed, with the time of its file if its own is not known. A save of a companion
    game has ``trouble`` unless those are listed (``at_table``).
    """
    try:
        record = read_record(path)
        if not at_table and (why := at_table_words(record.setup)):
            raise SaveError(f"{path}: {why}")
    except SaveError as error:
        return SaveInfo(path, changed=stat.st_mtime_ns, trouble=str(error))
    return SaveInfo(
        path,
        changed=played_at(record.notes) or stat.st_mtime_ns,
        setup=record.setup,
        label=record.label,
        answers=len(record.answers),
        over=bool(record.over),
        branches=len(record.branches),
    )


# -- rename, delete, export, repair ----------------------------------------------------


def rename_save(path: Path, name: str, at_table: bool = False) -> Path:
    """Rename a save: the destroyer's in the saves folder, that of a companion game where it is.
    Returns the new path. Raises SaveError.
    """
    folder = path.parent if at_table else saves_folder()
    target = path_of(name, folder)
    if path.suffix != SUFFIX or (path.parent.absolute() != folder and not begins_as_save(path)):
        raise SaveError(f"{path}: not a save. The file was not renamed.")
    _check_closed(path)
    # Not ``os.rename``, which may overwrite another save.
    with _as_save_error(path):
        write_new(target, path.read_bytes())
        shutil.copystat(path, target)
        try:
            path.unlink()
        except FileNotFoundError:
            # Another program has renamed it meanwhile.
            target.unlink()
            raise
    return target


def delete_save(path: Path) -> None:
    """Delete a save, even one that cannot be read. Raises SaveError if it is open or not named like
    a save.
    """
    if path.suffix != SUFFIX:
        raise SaveError(f"{path}: the name does not end in {SUFFIX}. The file was not deleted.")
    _check_closed(path)
    with _as_save_error(path):
        path.unlink()


def is_save(path: Path) -> bool:
    """Whether a file is a save by name or content, so that it must not be overwritten."""
    return path.exists() and (path.suffix == SUFFIX or begins_as_save(path))


def export_save(path: Path, target: Path) -> None:
    """Copy a save up to its last complete line; it may be open. Raises SaveError; never
    overwrites.
    """
    data = read_bytes(path)
    write_new(target, data[: parse(data, str(path)).length])


def copy_save(path: Path, target: Path, at: int | None = None, name: str = "") -> None:
    """Copy one branch of a save to a new one, without undone answers; the save may be open. Raises
    SaveError.

    With ``at`` the copy has only the first ``at`` answers. ``name`` is the name or number of a
    branch of an older save, by default the one played last.
    """
    from picket_duty.setup import UNDO_DICE

    record = read_record(path)
    numbered = {str(number): branch for number, branch in enumerate(record.branches.values(), 1)}
    branch = (record.branches.get(name) or numbered.get(name)) if name else record.branch
    if branch is None:
        names = ", ".join(f"{number} {branch.name}" for number, branch in numbered.items())
        raise SaveError(f"no branch {name!r}; branches: {names}")
    if at is not None and at != len(branch.answers):
        if at > len(branch.answers):
            raise SaveError(
                f"{path}: there are only {len(branch.answers)} answers. Choose a smaller number."
            )
        if record.setup.undo == UNDO_DICE and any(
            answer.dice is not None for answer in branch.answers[at:]
        ):
            raise SaveError(
                f"{path}: rolls cannot be undone in this game. "
                f"Copy all {len(branch.answers)} answers."
            )
        # The odds of an unaided game are shown when it is over, so its player may have seen them.
        if branch.over and aid_of(record.notes) == UNAIDED:
            record.notes[ASKED] = asked_with(record.notes, REOPENED)
        branch.cut(at)
    write_branch(record, branch, target)


def repair_save(path: Path, tables: Tables) -> str:
    """Make a save playable and return what was done. Raises SaveError.

    A damaged file is left as it is, and its undamaged beginning is copied to a new one. A save of
    other tables continues from its last snapshot with the tables in use.
    """
    # Not imported to list saves, as the menu does.
    from picket_duty.saves.loading import resume, same_games

    with _as_save_error(path), open(path, "rb", opener=only_files) as file:
        data = file.read(LARGEST_FILE + 1)
    record, fault, lines = parse_prefix(data)
    if fault:
        if record is None:
            raise SaveError(f"{path}: {fault}. Nothing in it can be recovered.")
        target = free_name(path, "repaired")
        write_new(target, data[: record.length])
        return f"{fault}. The {lines} undamaged lines were copied to {target}."
    assert record is not None
    plays_same = same_games(record.tables, record.setup, tables)
    try:
        game = resume(path, tables)
    except Unreachable:
        raise
    except SaveError:
        plays_same = False
        game = resume(path, tables, from_snapshot=True)
    assert game.save_file is not None
    game.save_file.close()
    if not plays_same:
        back = len(record.answers) - game.requests
        return f"continues from {game.state.label} with the tables in use; {back} answers undone"
    return CUT_OFF if record.torn else "nothing to repair"


@contextlib.contextmanager
def _as_save_error(path: Path) -> Iterator[None]:
    """Turn an error of the system into a SaveError about ``path``."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: {reason(error)}") from None


def _check_closed(path: Path) -> None:
    """Raise SaveError if another program has the save open."""
    with _as_save_error(path), open(path, "r+b", buffering=0, opener=only_files) as file:
        lock(file, path)
