"""Settings of the screen, from a file of the player's own and from the environment: one table of them, and the keys."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, MutableMapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from picket_duty.charts import ChartError
from picket_duty.charts.reading import parse_toml, text_of
from picket_duty.saves import SaveError
from picket_duty.saves.paths import config_folder, folder_of
from picket_duty.tui.speed import FAST, SPEEDS, STEP, default_speed

#: Environment variable that names another file.
FILE = "PICKET_DUTY_CONFIG"
NAME = "config.toml"
#: When a campaign shows the page of a day that is over: where something happened, or always.
EVENTS, ALWAYS = "events", "always"
#: Whether the terminal's bell rings at a moment; whether the staff thinks along.
OFF, ON = "off", "on"
#: What older programs wrote, and what it means now.
OLDER: dict[str, dict[str, str]] = {"pace": {"rolls": STEP, "decisions": FAST, "hits and days": FAST}}
KEY = re.compile(r"[a-z0-9_+]+|\S", re.IGNORECASE)


class SettingsError(ValueError):
    """A file of settings that cannot be used; the text says why in one line."""


class Setting(NamedTuple):
    """A setting: its name in the file and in ``Settings``, its words on the page, what it may be.

    ``variable`` is that of the environment, which goes before the file.
    """

    name: str
    label: str
    note: str
    values: Callable[[], Sequence[str]]
    #: What holds where nothing was chosen, where that is not always the first value.
    otherwise: Callable[[], str] | None = None

    def default(self) -> str:
        """What holds where nothing was chosen."""
        return self.otherwise() if self.otherwise is not None else self.values()[0]

    @property
    def variable(self) -> str:
        """The variable of the environment: PICKET_DUTY_THEME."""
        return f"PICKET_DUTY_{self.name.upper()}"


def _themes() -> list[str]:
    from picket_duty.tui.themes import theme_names

    return theme_names()


#: Every setting, in the order of the page.
SETTINGS = (
    Setting(
        "theme",
        "Theme",
        "The colours. The first three were made for this game, the others are Textual's own.",
        _themes,
    ),
    Setting(
        "pace",
        "Pace",
        "watch: the battle plays in its own time. fast: it waits for nobody but you. step: every roll waits for Enter."
        " v changes it in a battle.",
        lambda: SPEEDS,
        default_speed,
    ),
    Setting(
        "daily",
        "Day's page",
        "Shown at the end of days on which something happened, or always.",
        lambda: (EVENTS, ALWAYS),
    ),
    Setting(
        "bell",
        "Bell",
        "Whether the terminal's bell rings when a plane dives, strikes, or a ship is lost.",
        lambda: (OFF, ON),
    ),
    Setting(
        "staff",
        "Staff",
        "Whether the staff plays your decisions out to the end while you think, and tells the chance of winning.",
        lambda: (ON, OFF),
    ),
)


@dataclass
class Settings:
    """What the player has chosen; empty where nothing was. ``keys`` are key names by the ids of bindings."""

    theme: str = ""
    pace: str = ""
    daily: str = ""
    bell: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    staff: str = ""


def settings_file() -> Path:
    """The file of settings. It need not exist yet. Raises SettingsError."""
    chosen = os.environ.get(FILE)
    try:
        return folder_of(FILE, chosen) if chosen else config_folder() / NAME
    except SaveError as error:
        raise SettingsError(str(error)) from None


def read_settings(bindings: Callable[[], list[str]]) -> Settings:
    """The settings of the file, those of the environment before them. Raises SettingsError.

    ``bindings`` answers the ids that ``[keys]`` may name; it is asked only where there are some.
    """
    path = settings_file()
    found = _checked(_parsed(_text(path), path), str(path), bindings)
    for setting in SETTINGS:
        value = os.environ.get(setting.variable)
        if value:
            setattr(found, setting.name, _one_of(setting, value, setting.variable))
    return found


# -- what is remembered ----------------------------------------------------------


def remember(name: str, value: str) -> None:
    """Enter a setting into the file, all else in it left as it is. Raises SettingsError."""
    path = settings_file()
    before, found = _document(path)
    if name in found:
        found[name] = value
        _write(path, _dumped(found))
    else:
        # At the top, so that no comment is cut off from what it stands over.
        _write(path, _dumped({name: value}) + before)


def remember_keys(name: str, keys: str) -> None:
    """Enter the keys of a binding into the file; without any it has again those it came with. Raises SettingsError."""
    path = settings_file()
    _, found = _document(path)
    owner = found.setdefault("keys", {})
    _forget(owner, name)
    if keys:
        owner[name] = keys
    _write(path, _dumped(found))


def _forget(owner: MutableMapping[str, Any], name: str) -> None:
    """Take a binding out, whether its id was written as one name or as a part with names in it."""
    owner.pop(name, None)
    part, dot, rest = name.partition(".")
    if dot and isinstance(owner.get(part), MutableMapping):
        _forget(owner[part], rest)


def _document(path: Path) -> tuple[str, MutableMapping[str, Any]]:
    """The text of the file, and what it says in a form that keeps comments and order. Raises SettingsError."""
    # Loaded here, for the first picture does not wait for it.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    text = _text(path)
    _parsed(text, path)
    try:
        return text, tomlkit.parse(text)
    except TOMLKitError as error:
        raise SettingsError(f"{path}: {error}") from None


def _dumped(found: MutableMapping[str, Any]) -> str:
    import tomlkit

    return tomlkit.dumps(found)


def _write(path: Path, text: str) -> None:
    """Exchange the file as a whole. Raises SettingsError."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        new.write_text(text, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written ({error.strerror})") from None


# -- what is read ------------------------------------------------------------------


def _text(path: Path) -> str:
    try:
        return text_of(path)
    except FileNotFoundError:
        return ""
    except ChartError as error:
        raise SettingsError(f"{path}: {error}") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: not a text in UTF-8") from None


def _parsed(text: str, path: Path) -> dict[str, Any]:
    try:
        return parse_toml(text)
    except ChartError as error:
        raise SettingsError(f"{path}: {error}") from None


def _checked(given: dict[str, Any], where: str, bindings: Callable[[], list[str]]) -> Settings:
    """The settings of a file that was read."""
    known = {setting.name: setting for setting in SETTINGS}
    found = Settings()
    for name, value in given.items():
        if name in known:
            setattr(found, name, _one_of(known[name], value, where))
        elif name != "keys":
            raise SettingsError(f"{where}: unknown setting {name!r}; settings: {', '.join(known)}, [keys]")
    keys = given.get("keys", {})
    if not isinstance(keys, dict):
        raise SettingsError(f"{where}: keys is a part of its own, [keys]")
    if keys:
        ids = bindings()
        found.keys = {name: _keys(name, value, ids, where) for name, value in _flat(keys).items()}
    return found


def _one_of(setting: Setting, value: object, where: str) -> str:
    """A value that the setting may have; what an older program wrote is read as what it means. Raises SettingsError."""
    if isinstance(value, str):
        value = OLDER.get(setting.name, {}).get(value, value)
    known = setting.values()
    if value not in known:
        raise SettingsError(f"{where}: unknown {setting.name} {value!r}; there are: {', '.join(known)}")
    return str(value)


def _flat(keys: dict[str, Any], before: str = "") -> dict[str, Any]:
    """Ids of bindings, written with or without quotation marks: plan.suggest."""
    found: dict[str, Any] = {}
    for name, value in keys.items():
        found.update(_flat(value, f"{before}{name}.") if isinstance(value, dict) else {f"{before}{name}": value})
    return found


def _keys(name: str, value: object, known: list[str], where: str) -> str:
    """The keys of a binding that there is."""
    if name not in known:
        raise SettingsError(f"{where}: unknown key binding {name!r}; bindings: {', '.join(known)}")
    if not isinstance(value, str) or not all(KEY.fullmatch(key) for key in value.split(",")):
        raise SettingsError(f'{where}: keys.{name} is a key such as "s" or "ctrl+s", not {value!r}')
    return value
