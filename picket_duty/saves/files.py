"""Where saves and caches are in the data folder, and how files are written whole.

A file is written beside its target and then renamed, so that no reader and no crash ever meets half
a file.
"""

from __future__ import annotations

import os
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from picket_duty.paths import SaveError, data_folder
from picket_duty.saves.format import SUFFIX
from picket_duty.state import TABLE

#: The end of the names of files being written, and the seconds after which one is left over from a
#: killed program.
BEING_WRITTEN = ".writing"
LEFT_OVER = 600
#: The file that is locked where folders cannot be.
LOCK = ".lock"
#: Seconds to wait for the lock of another program, and between two attempts.
LOCK_PATIENCE = 5.0
LOCK_INTERVAL = 0.01


def write_file(target: Path, data: bytes, sync: bool = True) -> None:
    """Write or replace a file; if that fails, the old one stays. Raises OSError.

    With ``sync`` it is on disk before the old one goes. A link is followed, and a device or a pipe
    is written directly.
    """
    target = Path(os.path.realpath(target))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    written = _written_beside(target, data, sync)
    try:
        os.replace(written, target)
    except BaseException:
        _remove(written)
        raise


def create_file(target: Path, data: bytes) -> None:
    """Create a file with this content, or none at all. Raises FileExistsError, OSError."""
    if os.path.lexists(target):
        raise FileExistsError(target)
    written = _written_beside(target, data, sync=True)
    try:
        if os.name == "nt":
            os.rename(written, target)
            return
        try:
            os.link(written, target)
        except FileExistsError:
            raise
        except OSError:
            # Files cannot have two names here.
            with open(target, "xb", buffering=0) as file:
                try:
                    _write(file.fileno(), data, sync=True)
                except BaseException:
                    _remove(target)
                    raise
    finally:
        _remove(written)


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, so that programs which read and replace its files do so one after
    another.

    A program that ends gives its lock back. One that was stopped is waited for only a few seconds,
    and a folder without locks not at all: the files stay whole then too. Raises OSError if the
    folder cannot be read.
    """
    file = (
        os.open(folder / LOCK, os.O_RDWR | os.O_CREAT)
        if os.name == "nt"
        else os.open(folder, os.O_RDONLY)
    )
    try:
        _wait_for_lock(file)
        yield
    finally:
        os.close(file)


def _wait_for_lock(file: int) -> None:
    """Take a lock as soon as it is free; do without it when patience ends, or where there are no
    locks.
    """
    end = time.monotonic() + LOCK_PATIENCE
    while time.monotonic() < end:
        try:
            take_lock(file)
        except (BlockingIOError, PermissionError):
            time.sleep(LOCK_INTERVAL)
        except OSError:
            return
        else:
            return


def take_lock(file: int, at: int = 0) -> None:
    """Lock an open file, on Windows its byte ``at``. Raises OSError if that fails or another
    program has the lock.
    """
    if sys.platform == "win32":
        import msvcrt

        os.lseek(file, at, os.SEEK_SET)
        msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        os.lseek(file, 0, os.SEEK_SET)
    else:
        import fcntl

        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)


def _written_beside(target: Path, data: bytes, sync: bool) -> Path:
    """The content in a new file beside its target, with the permissions of the target.

    Files that killed programs left for the same target are removed.
    """
    with suppress(OSError):
        for path in target.parent.glob(f".*{BEING_WRITTEN}"):
            if (
                path.name.startswith(f".{target.name[:100]}.")
                and time.time() - path.stat().st_mtime > LEFT_OVER
            ):
                _remove(path)
    written = target.with_name(f".{target.name[:100]}.{os.urandom(4).hex()}{BEING_WRITTEN}")
    try:
        with open(written, "xb", buffering=0) as file:
            with suppress(FileNotFoundError):
                os.chmod(written, target.stat().st_mode & 0o777)
            _write(file.fileno(), data, sync)
    except BaseException:
        _remove(written)
        raise
    return written


def _write(file: int, data: bytes, sync: bool) -> None:
    while data:
        data = data[os.write(file, data) :]
    if sync:
        os.fsync(file)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()


LONGEST_NAME = 100
#: Characters that some system does not allow in file names.
BARRED = '<>:"/\\|?*'
#: File names reserved for devices on Windows.
DEVICES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{port}{number}" for port in ("com", "lpt") for number in range(10)),
}


def saves_folder(at_table: bool = False) -> Path:
    """The saves folder, or that of the companion games. It may not exist yet."""
    return data_folder() / (TABLE if at_table else "saves")


def path_of(name: str, folder: Path | None = None) -> Path:
    """The path for a save of this name, by default in the saves folder. Raises SaveError for an
    invalid name.
    """
    text = name.removesuffix(SUFFIX).strip()
    if (
        not text
        or len(text.encode()) > LONGEST_NAME
        or not text.isprintable()
        or text.startswith(".")
    ):
        raise SaveError(
            f"{name[:40]!r} is not a valid save name. Use up to {LONGEST_NAME} printable "
            f"characters and no leading dot."
        )
    if (
        any(sign in BARRED for sign in text)
        or text.split(".")[0].lower() in DEVICES
        or text.endswith(".")
    ):
        raise SaveError(
            f"{name!r} is not a valid save name. It cannot contain {' '.join(BARRED)} or be a "
            f"device name."
        )
    return (folder or saves_folder()) / f"{text}{SUFFIX}"


def as_argument(path: Path, at_table: bool = False) -> str:
    """A save in a command line: its name if it is in the folder of its kind, else its path;
    quoted.
    """
    import shlex

    absolute = path.absolute()
    is_listed = absolute.parent == saves_folder(at_table).absolute()
    return shlex.quote(path.stem if is_listed else str(absolute))


def win_probability_folder() -> Path:
    """The cache of win probability analyses. It may not exist, and may be emptied."""
    return data_folder() / "luck"


def write_cache(target: Path, data: bytes) -> None:
    """Write a cache file; if that fails, the old file stays."""
    with suppress(OSError, ValueError):
        write_file(target, data, sync=False)
