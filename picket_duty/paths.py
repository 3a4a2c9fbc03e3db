"""The folders of saves and of settings: the platform's, or PICKET_DUTY_HOME. They are apart from
the package ``saves``, because most commands need no more than the folders.
"""

from __future__ import annotations

import os
from pathlib import Path

#: Environment variable that overrides the data and settings folders.
HOME = "PICKET_DUTY_HOME"
NAME = "picket-duty"
#: Environment variable with the path of the settings file, and its usual name.
SETTINGS = "PICKET_DUTY_CONFIG"
SETTINGS_NAME = "config.toml"


class SaveError(Exception):
    """A save or a folder that cannot be read or written. The text says which, why and what to
    do.
    """


def data_folder() -> Path:
    """The folder of saves and reports, which may not exist yet. PICKET_DUTY_HOME overrides it.
    Raises SaveError.
    """
    return _folder("user_data_dir")


def config_folder() -> Path:
    """The settings folder, which may not exist yet. PICKET_DUTY_HOME overrides it. Raises
    SaveError.
    """
    return _folder("user_config_dir")


def settings_path() -> Path:
    """The settings file, which need not exist. Raises SaveError."""
    chosen = os.environ.get(SETTINGS)
    return folder_of(SETTINGS, chosen) if chosen else config_folder() / SETTINGS_NAME


def folder_of(variable: str, value: str) -> Path:
    """The absolute path in an environment variable. Raises SaveError if there is no such place."""
    try:
        return Path(value).expanduser().absolute()
    except RuntimeError:
        raise SaveError(
            f"{variable}={value}: no such home folder. Set {variable} to a full path."
        ) from None
    except OSError:
        raise SaveError(
            f"{variable}={value}: the current folder no longer exists. Set {variable} to a "
            f"full path."
        ) from None


def _folder(kind: str) -> Path:
    if chosen := os.environ.get(HOME):
        return folder_of(HOME, chosen)
    import platformdirs

    try:
        path = Path(getattr(platformdirs, kind)(NAME, appauthor=False))
    except (RuntimeError, KeyError):
        path = Path()
    if not path.is_absolute():
        raise SaveError(f"no home folder found for saves and settings. Set {HOME} to a folder.")
    return path
