"""Paths of saves and caches in the data folder."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

from picket_duty.paths import SaveError, data_folder
from picket_duty.saves.files import write_file
from picket_duty.saves.format import SUFFIX

LONGEST_NAME = 100
#: Characters that some system does not allow in file names.
BARRED = '<>:"/\\|?*'
#: File names reserved for devices on Windows.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def saves_folder() -> Path:
    """The saves folder, which may not exist yet."""
    return data_folder() / "saves"


def path_of(name: str, folder: Path | None = None) -> Path:
    """The path for a save of this name, by default in the saves folder. Raises SaveError for an invalid name."""
    text = name.removesuffix(SUFFIX).strip()
    if not text or len(text.encode()) > LONGEST_NAME or not text.isprintable() or text.startswith("."):
        raise SaveError(
            f"{name[:40]!r} is not a valid save name. Use up to {LONGEST_NAME} printable characters and no leading dot."
        )
    if any(sign in BARRED for sign in text) or text.split(".")[0].lower() in DEVICES or text.endswith("."):
        raise SaveError(f"{name!r} is not a valid save name. It cannot contain {' '.join(BARRED)} or be a device name.")
    return (folder or saves_folder()) / f"{text}{SUFFIX}"


def as_argument(path: Path, folder: Path | None = None) -> str:
    """A save in a command line: its name if it is in the saves folder or another ``folder``, else its path; quoted."""
    import shlex

    absolute = path.absolute()
    return shlex.quote(path.stem if absolute.parent == (folder or saves_folder()).absolute() else str(absolute))


def index_file() -> Path:
    """The index file of the saves folder, which may not exist."""
    return data_folder() / "saves.index"


def win_probability_folder() -> Path:
    """The cache of win probability analyses. It may not exist, and may be emptied."""
    return data_folder() / "luck"


def write_cache(target: Path, data: bytes) -> None:
    """Write a cache file; if that fails, the old file stays."""
    with suppress(OSError, ValueError):
        write_file(target, data, sync=False)
