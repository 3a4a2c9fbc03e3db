"""Paths of saves, settings and caches: the platform's folders, or PICKET_DUTY_HOME."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from picket_duty.saves.files import write_file
from picket_duty.saves.format import SUFFIX, SaveError

#: Environment variable that overrides the data and settings folders.
HOME = "PICKET_DUTY_HOME"
NAME = "picket-duty"
#: Environment variable with the path of the settings file, and its usual name.
SETTINGS, SETTINGS_NAME = "PICKET_DUTY_CONFIG", "config.toml"
LONGEST_NAME = 100
#: Characters that some system does not allow in file names.
BARRED = '<>:"/\\|?*'
#: File names reserved for devices on Windows.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def data_folder() -> Path:
    """The folder of saves and reports, which may not exist yet. PICKET_DUTY_HOME overrides it. Raises SaveError."""
    if chosen := _chosen():
        return chosen
    import platformdirs

    return _platform_folder(platformdirs.user_data_dir)


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


def config_folder() -> Path:
    """The settings folder, which may not exist yet. PICKET_DUTY_HOME overrides it. Raises SaveError."""
    if chosen := _chosen():
        return chosen
    import platformdirs

    return _platform_folder(platformdirs.user_config_dir)


def settings_path() -> Path:
    """The settings file, which need not exist. Raises SaveError."""
    chosen = os.environ.get(SETTINGS)
    return folder_of(SETTINGS, chosen) if chosen else config_folder() / SETTINGS_NAME


def write_cache(target: Path, data: bytes) -> None:
    """Write a cache file; if that fails, the old file stays."""
    with suppress(OSError, ValueError):
        write_file(target, data, sync=False)


def folder_of(variable: str, value: str) -> Path:
    """The absolute path in an environment variable. Raises SaveError if there is no such place."""
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:
        raise SaveError(f"{variable}={value}: no such home folder. Set {variable} to a full path.") from None
    except OSError:
        raise SaveError(
            f"{variable}={value}: the current folder no longer exists. Set {variable} to a full path."
        ) from None


def _chosen() -> Path | None:
    value = os.environ.get(HOME)
    return folder_of(HOME, value) if value else None


def _platform_folder(place: Callable[..., str]) -> Path:
    try:
        path = Path(place(NAME, appauthor=False))
    except (RuntimeError, KeyError):
        path = Path()
    if not path.is_absolute():
        raise SaveError(f"no home folder found for saves and settings. Set {HOME} to a folder.")
    return path
