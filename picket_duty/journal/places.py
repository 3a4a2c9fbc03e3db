"""Where saves and settings live: the platform's folders, or what the environment says."""

from __future__ import annotations

import os
from pathlib import Path

#: Environment variable that replaces the data folder.
HOME = "PICKET_DUTY_HOME"
NAME = "picket-duty"


def data_folder() -> Path:
    """The folder of saves and reports; PICKET_DUTY_HOME overrides it. It need not exist yet."""
    chosen = os.environ.get(HOME)
    if chosen:
        return Path(chosen).expanduser().absolute()
    import platformdirs

    return Path(platformdirs.user_data_dir(NAME, appauthor=False))


def saves_folder() -> Path:
    """The folder of the saves. It need not exist yet."""
    return data_folder() / "saves"


def index_file() -> Path:
    """What was read of the saves, kept beside their folder. It need not exist."""
    return data_folder() / "saves.index"


def config_folder() -> Path:
    """The folder of settings. It need not exist yet."""
    import platformdirs

    return Path(platformdirs.user_config_dir(NAME, appauthor=False))
