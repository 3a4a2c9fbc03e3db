"""Where saves and settings live: the platform's folders, or what the environment says."""

from __future__ import annotations

import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from picket_duty.saves.format import SUFFIX, SaveError

#: Environment variable that replaces the folders of data and settings.
HOME = "PICKET_DUTY_HOME"
NAME = "picket-duty"
LONGEST_NAME = 100
#: Signs that some system does not allow in the name of a file.
BARRED = '<>:"/\\|?*'
#: Names that Windows keeps for its devices.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def data_folder() -> Path:
    """The folder of saves and reports; PICKET_DUTY_HOME overrides it. It need not exist yet. Raises SaveError."""
    if chosen := _chosen():
        return chosen
    import platformdirs

    return _found(platformdirs.user_data_dir)


def saves_folder() -> Path:
    """The folder of the saves. It need not exist yet."""
    return data_folder() / "saves"


def path_of(name: str, folder: Path | None = None) -> Path:
    """Where a save of this name lies, by default among the destroyer's. Raises SaveError for one no file can have."""
    text = name.removesuffix(SUFFIX).strip()
    if not text or len(text.encode()) > LONGEST_NAME or not text.isprintable() or text.startswith("."):
        raise SaveError(f"{name[:40]!r} cannot name a save; use up to {LONGEST_NAME} printable signs, no dot in front")
    if any(sign in BARRED for sign in text) or text.split(".")[0].lower() in DEVICES or text.endswith("."):
        raise SaveError(f"{name!r} cannot name a save; leave out {' '.join(BARRED)} and names of devices")
    return (folder or saves_folder()) / f"{text}{SUFFIX}"


def index_file() -> Path:
    """What was read of the saves, kept beside their folder. It need not exist."""
    return data_folder() / "saves.index"


def luck_folder() -> Path:
    """Where it is kept what the luck of games came to. It need not exist, and may be emptied."""
    return data_folder() / "luck"


def config_folder() -> Path:
    """The folder of settings; PICKET_DUTY_HOME moves it too. It need not exist yet. Raises SaveError."""
    if chosen := _chosen():
        return chosen
    import platformdirs

    return _found(platformdirs.user_config_dir)


def put_by(target: Path, data: bytes) -> None:
    """Keep what can be worked out again, exchanged as a whole; where it cannot be written nothing of it is left."""
    new = target.with_name(f"{target.name}.{os.getpid()}")
    try:
        new.write_bytes(data)
        new.replace(target)
    except (OSError, ValueError):
        with suppress(OSError):
            new.unlink()


def folder_of(variable: str, value: str) -> Path:
    """The path that a variable of the environment names. Raises SaveError where there is no such place."""
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:
        raise SaveError(f"{variable}={value}: there is no such home folder; set {variable} to a full path") from None
    except OSError:
        raise SaveError(f"{variable}={value}: the current folder is gone; set {variable} to a full path") from None


def _chosen() -> Path | None:
    value = os.environ.get(HOME)
    return folder_of(HOME, value) if value else None


def _found(place: Callable[..., str]) -> Path:
    """A folder of the platform, which is none where nobody knows the player's home. Raises SaveError."""
    try:
        path = Path(place(NAME, appauthor=False))
    except (RuntimeError, KeyError):
        path = Path()
    if not path.is_absolute():
        raise SaveError(f"no home folder is known for saves and settings; set {HOME} to a folder of yours")
    return path
