"""How files are written whole, and how a folder is locked.

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

#: The end of the names of files being written, and the seconds after which one is left over from a
#: killed program.
BEING_WRITTEN = ".writing"
LEFT_OVER = 600
#: Characters of the target's name in the name of a file being written, which must not get too long.
NAME_KEPT = 100
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
    # The target may have been created meanwhile. A link to the written file then fails, and so does
    # renaming it on Windows; elsewhere, renaming would overwrite the target.
    try:
        if os.name == "nt":
            os.rename(written, target)
            return
        try:
            os.link(written, target)
        except FileExistsError:
            raise
        except OSError:
            # The folder has no links, so the file is written directly.
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
                path.name.startswith(f".{target.name[:NAME_KEPT]}.")
                and time.time() - path.stat().st_mtime > LEFT_OVER
            ):
                _remove(path)
    written = target.with_name(f".{target.name[:NAME_KEPT]}.{os.urandom(4).hex()}{BEING_WRITTEN}")
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


def write_cache(target: Path, data: bytes) -> None:
    """Write a cache file; if that fails, the old file stays."""
    with suppress(OSError, ValueError):
        write_file(target, data, sync=False)
