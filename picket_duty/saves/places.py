"""Where saves and caches are in the data folder, and the names that a save may have."""

from __future__ import annotations

from pathlib import Path

from picket_duty.paths import SaveError, data_folder
from picket_duty.saves.format import SUFFIX
from picket_duty.state import TABLE

#: The longest name of a save, in bytes.
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
