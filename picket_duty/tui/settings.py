"""Settings of the screen: theme, pace, pages, bell and keys, from a file of the player's own and the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from picket_duty.charts import ChartError
from picket_duty.charts.reading import parse_toml, text_of
from picket_duty.journal import SaveError
from picket_duty.journal.places import config_folder, folder_of
from picket_duty.tui.pace import FAST, PACES, STEP

#: Environment variables: another file, and each setting by itself.
FILE = "PICKET_DUTY_CONFIG"
VARIABLE = "PICKET_DUTY_{}"
NAME = "config.toml"
#: When a campaign shows the page of a day that is over: where something happened, or always.
EVENTS, ALWAYS = "events", "always"
#: Whether the terminal's bell rings at a moment.
OFF, ON = "off", "on"
#: Every setting that is one of some words; those of the theme are the themes.
CHOICES: dict[str, tuple[str, ...]] = {"theme": (), "pace": PACES, "daily": (EVENTS, ALWAYS), "bell": (OFF, ON)}
#: What older programs wrote, and what it means now.
OLDER: dict[str, dict[str, str]] = {"pace": {"rolls": STEP, "decisions": FAST, "hits and days": FAST}}
KEY = re.compile(r"[a-z0-9_+]+|\S", re.IGNORECASE)


class SettingsError(ValueError):
    """A file of settings that cannot be used; the text says why in one line."""


@dataclass
class Settings:
    """What the player has chosen; empty where nothing was. ``keys`` are key names by the ids of bindings."""

    theme: str = ""
    pace: str = ""
    daily: str = ""
    bell: str = ""
    keys: dict[str, str] = field(default_factory=dict)


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
    for name in CHOICES:
        variable = VARIABLE.format(name.upper())
        value = os.environ.get(variable)
        if value:
            setattr(found, name, _choice(name, value, variable))
    return found


def remember(name: str, value: str) -> None:
    """Enter a setting into the file, all else in it left as it is. Raises SettingsError."""
    # Loaded here, for the first picture does not wait for it.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    path = settings_file()
    before = _text(path)
    _parsed(before, path)
    try:
        found = tomlkit.parse(before)
    except TOMLKitError as error:
        raise SettingsError(f"{path}: {error}") from None
    if name in found:
        found[name] = value
        after = tomlkit.dumps(found)
    else:
        # At the top, so that no comment is cut off from what it stands over.
        after = tomlkit.dumps({name: value}) + before
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        new = path.with_name(f"{path.name}.new")
        new.write_text(after, encoding="utf-8")
        new.replace(path)
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written ({error.strerror})") from None


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
    for name in given:
        if name not in (*CHOICES, "keys"):
            raise SettingsError(f"{where}: unknown setting {name!r}; settings: {', '.join(CHOICES)}, [keys]")
    found = Settings()
    for name in CHOICES:
        if name in given:
            setattr(found, name, _choice(name, given[name], where))
    keys = given.get("keys", {})
    if not isinstance(keys, dict):
        raise SettingsError(f"{where}: keys is a part of its own, [keys]")
    if keys:
        known = bindings()
        found.keys = {name: _keys(name, value, known, where) for name, value in _flat(keys).items()}
    return found


def _choice(name: str, value: object, where: str) -> str:
    """A value that there is for a setting; what an older program wrote is read as what it means now."""
    if isinstance(value, str):
        value = OLDER.get(name, {}).get(value, value)
    known = choices(name)
    if value not in known:
        raise SettingsError(f"{where}: unknown {name} {value!r}; there are: {', '.join(known)}")
    return str(value)


def choices(name: str) -> list[str]:
    """What a setting may be."""
    if name == "theme":
        from picket_duty.tui.themes import THEMES

        return [theme.name for theme in THEMES]
    return list(CHOICES[name])


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
