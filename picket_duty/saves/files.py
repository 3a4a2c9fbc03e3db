"""Writes whole files: beside their target and then renamed, so that no reader and no crash ever meets half a file."""

from __future__ import annotations

import os
import secrets
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

#: The end of the names of files being written, and the seconds after which one is left over from a killed program.
BEING_WRITTEN, LEFT_OVER = ".writing", 600
#: The file that is locked where folders cannot be.
LOCK = ".lock"
#: Seconds to wait for the lock of another program, and between two attempts.
LOCK_PATIENCE, LOCK_INTERVAL = 5.0, 0.01


def write_file(target: Path, data: bytes, sync: bool = True) -> None:
    """Write or replace a file; if that fails, the old one stays. Raises OSError.

    With ``sync`` it is on disk before the old one goes. A link is followed, and a device or a pipe is written directly.
    So is a file in a folder that takes no new files.
    """
    target = Path(os.path.realpath(target))
    if target.exists() and not target.is_file():
        target.write_bytes(data)
        return
    try:
        written = _written_beside(target, data, sync)
    except PermissionError:
        if not target.exists():
            raise
        target.write_bytes(data)
        return
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
        else:
            _publish(written, target, data)
    finally:
        _remove(written)


def being_written(target: Path) -> Path:
    """An unused name beside a file for its content until it is whole; one left by a killed program is removed later."""
    _remove_left_over(target)
    return target.with_name(f".{target.name[:100]}.{secrets.token_hex(4)}{BEING_WRITTEN}")


@contextmanager
def locked_folder(folder: Path) -> Iterator[None]:
    """Hold the lock of a folder, so that programs which read and replace its files do so one after another.

    A program that ends gives its lock back. One that was stopped is waited for only a few seconds, and a folder without
    locks not at all: the files stay whole then too. Raises OSError if the folder cannot be read.
    """
    file = os.open(folder / LOCK, os.O_RDWR | os.O_CREAT) if os.name == "nt" else os.open(folder, os.O_RDONLY)
    try:
        end = time.monotonic() + LOCK_PATIENCE
        while not _lock(file) and time.monotonic() < end:
            time.sleep(LOCK_INTERVAL)
        yield
    finally:
        os.close(file)


def _lock(file: int) -> bool:
    """Lock an open file, if no other program has. True also if it cannot be locked at all."""
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(file, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):
        return False
    except OSError:
        return True
    return True


def _publish(written: Path, target: Path, data: bytes) -> None:
    """Give a written file its name if no other file has it, also where files cannot have two names."""
    try:
        os.link(written, target)
    except FileExistsError:
        raise
    except OSError:
        with open(target, "xb") as file:
            try:
                _write(file.fileno(), data, sync=True)
            except BaseException:
                _remove(target)
                raise


def _written_beside(target: Path, data: bytes, sync: bool) -> Path:
    _remove_left_over(target)
    number, name = tempfile.mkstemp(prefix=f".{target.name[:100]}.", suffix=BEING_WRITTEN, dir=target.parent)
    written = Path(name)
    try:
        try:
            if os.name != "nt":
                os.fchmod(number, _mode(target))
            _write(number, data, sync)
        finally:
            os.close(number)
    except BaseException:
        _remove(written)
        raise
    return written


def _write(file: int, data: bytes, sync: bool) -> None:
    while data:
        data = data[os.write(file, data) :]
    if sync:
        os.fsync(file)


def _mode(target: Path) -> int:
    try:
        return target.stat().st_mode & 0o777
    except OSError:
        mask = os.umask(0)
        os.umask(mask)
        return 0o666 & ~mask


def _remove_left_over(target: Path) -> None:
    with suppress(OSError):
        for path in target.parent.glob(f".*{BEING_WRITTEN}"):
            if path.name.startswith(f".{target.name[:100]}.") and time.time() - path.stat().st_mtime > LEFT_OVER:
                _remove(path)


def _remove(path: Path) -> None:
    with suppress(OSError):
        path.unlink()
