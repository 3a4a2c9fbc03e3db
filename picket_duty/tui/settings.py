"""Settings of the screen and key bindings, read from the settings file and the environment."""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, NamedTuple

from picket_duty.book.vocabulary import ADVISED, COMMANDED, UNAIDED
from picket_duty.charts import ChartError
from picket_duty.charts.toml_files import parse_toml, read_text
from picket_duty.charts.words import ASCII_VARIABLE, ascii_asked
from picket_duty.extensions import load
from picket_duty.paths import SaveError, settings_path

#: Speeds of autoplay: every step is timed; only decisions and pages wait; every roll waits for
#: Enter.
NORMAL = "normal"
FAST = "fast"
MANUAL = "step"
SPEEDS = (NORMAL, FAST, MANUAL)
#: Textual's variable and value for reduced motion.
ANIMATIONS = "TEXTUAL_ANIMATIONS"
NO_MOTION = "none"
#: Values of switches, such as the bell.
OFF = "off"
ON = "on"
#: Values of older versions, and what they are now.
OLDER: dict[str, dict[str, str]] = {
    "pace": {"watch": NORMAL, "rolls": MANUAL, "decisions": FAST, "hits and days": FAST},
    "aid": {ADVISED: COMMANDED},
}
#: Languages whose fonts draw many symbols two cells wide, by the start of the locale.
WIDE = {"ja": "Japanese", "ko": "Korean", "zh": "Chinese"}
#: Settings and key bindings of older versions that are gone and therefore ignored.
GONE = frozenset({"daily", "judgment", "staff"})
GONE_KEYS = frozenset(
    "battle.bug_report compare.other keys.as_it_came plan.all_free plan.armed_first "
    "plan.clear plan.clear_all "
    "plan.demote plan.keep_share plan.next_kind plan.promote puzzle.next puzzle.play "
    "replay.log replay.log_on "
    "service.games settings.keys".split()
)
#: A key as Textual names it, or a single character.
KEY = re.compile(r"[a-z0-9_+]+|\S", re.IGNORECASE)


class SettingsError(ValueError):
    """A settings file that cannot be used; the message says why in one line."""


def default_speed() -> str:
    """The speed when the player has set none: normal, or fast with reduced motion."""
    return FAST if os.environ.get(ANIMATIONS) == NO_MOTION else NORMAL


def wide_language() -> str:
    """The language of the locale if its fonts draw many symbols two cells wide, else empty."""
    values = map(os.environ.get, ("LC_ALL", "LC_CTYPE", "LANG"))
    locale = next(filter(None, values), "")
    return WIDE.get(re.split(r"[_.@-]", locale)[0].lower(), "")


class Setting(NamedTuple):
    """A setting: its name in the file and in ``Settings``, its label and note on the settings page,
    its values.

    The environment variable ``variable`` overrides the file.
    """

    name: str
    label: str
    note: str
    values: Callable[[], Sequence[str]]

    def default(self) -> str:
        """The value used if none was chosen."""
        # The speed is named pace in the file.
        return default_speed() if self.name == "pace" else self.values()[0]

    @property
    def variable(self) -> str:
        """The environment variable, such as PICKET_DUTY_THEME."""
        return f"PICKET_DUTY_{self.name.upper()}"


#: Every setting, in the order of the settings page.
SETTINGS = (
    Setting(
        "theme",
        "Theme",
        "Screen colors. The first three themes were made for this game.",
        lambda: load("picket_duty.tui.themes:theme_names")(),
    ),
    Setting(
        "pace",
        "Speed",
        "normal: shows every roll briefly. fast: shows no rolls. step: waits for Enter after "
        "every roll. In a battle, "
        "press v to change the speed.",
        lambda: SPEEDS,
    ),
    Setting(
        "bell",
        "Bell",
        "on: the bell rings when a plane dives or crashes and when a ship sinks.",
        lambda: (OFF, ON),
    ),
    Setting(
        "ascii",
        "ASCII symbols",
        "on: draws lines, bars and symbols with keyboard characters. Turn this on if lines look "
        "crooked, as they often do in Japanese, Chinese and Korean fonts.",
        lambda: (OFF, ON),
    ),
    Setting(
        "aid",
        "Aid",
        "How much your officers help in new games. commanded: you choose an aim and they "
        "assign the guns. unaided: you "
        "aim every gun and see no odds.",
        lambda: (COMMANDED, UNAIDED),
    ),
)


@dataclass
class Settings:
    """What the player has chosen; an empty string is no choice. ``keys`` are key names by binding
    id.
    """

    theme: str = ""
    pace: str = ""
    bell: str = ""
    keys: dict[str, str] = field(default_factory=dict)
    aid: str = ""
    ascii: str = ""

    def chosen(self) -> dict[str, str]:
        """Every choice by name, in the form of the file."""
        values = {name: value for name, value in vars(self).items() if value and name != "keys"}
        return values | {f"keys.{name}": value for name, value in self.keys.items()}


def settings_file() -> Path:
    """The path of the settings file, which need not exist. Raises SettingsError."""
    try:
        return settings_path()
    except SaveError as error:
        raise SettingsError(str(error)) from None


def read_settings(bindings: Callable[[], list[str]]) -> Settings:
    """The settings of the file, overridden by the environment. Raises SettingsError.

    ``bindings`` returns the ids that ``[keys]`` may name; it is called only if there are keys.
    """
    path = settings_file()
    known = {setting.name: setting for setting in SETTINGS}
    settings = Settings()
    _, given = _read(path)
    for name, value in given.items():
        if name in known:
            setattr(settings, name, _value_of(known[name], value, str(path)))
        elif name != "keys" and name not in GONE:
            raise SettingsError(
                f"{path}: unknown setting {name!r}; valid settings: {', '.join(known)}, keys"
            )
    if "keys" in given:
        settings.keys = _keys_of(given["keys"], bindings, path)
    if (asked := ascii_asked()) is not None:
        settings.ascii = ON if asked else OFF
    for setting in SETTINGS:
        # The variable of the ASCII symbols, which has other values, was read above.
        value = os.environ.get(setting.variable)
        if value and setting.variable != ASCII_VARIABLE:
            setattr(settings, setting.name, _value_of(setting, value, setting.variable))
    return settings


def _keys_of(given: object, bindings: Callable[[], list[str]], path: Path) -> dict[str, str]:
    """The keys by binding id, without those of bindings that are gone."""
    if not isinstance(given, dict):
        raise SettingsError(f"{path}: 'keys' must be a table of key bindings")
    ids = bindings() if given else []
    keys: dict[str, str] = {}
    for name, value in _flat(given).items():
        if name in GONE_KEYS:
            continue
        if name not in ids:
            raise SettingsError(
                f"{path}: unknown key binding {name!r}; key bindings: {', '.join(ids)}"
            )
        if not isinstance(value, str) or not all(KEY.fullmatch(key) for key in value.split(",")):
            raise SettingsError(
                f'{path}: keys.{name} must be a key such as "s" or "ctrl+s", not {value!r}'
            )
        keys[name] = value
    return keys


# -- writing ---------------------------------------------------------------------


def remember(name: str, value: str) -> None:
    """Write a setting to the file and keep the rest of it. Raises SettingsError."""
    # Imported here to keep start-up short.
    import tomlkit
    from tomlkit.exceptions import TOMLKitError

    from picket_duty.saves.files import locked_folder, write_file

    path = settings_file()
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with locked_folder(path.parent):
            text, _ = _read(path)
            document = tomlkit.parse(text)
            if name in document:
                document[name] = value
                text = tomlkit.dumps(document)
            else:
                # At the top, so that no comment is separated from the setting below it.
                text = tomlkit.dumps({name: value}) + text
            write_file(path, text.encode("utf-8"))
    except TOMLKitError as error:
        raise SettingsError(f"{path}: {error}") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be written ({error.strerror})") from None


# -- reading ---------------------------------------------------------------------


def _read(path: Path) -> tuple[str, dict[str, Any]]:
    """The text of the file, empty without one, and what it says."""
    try:
        text = read_text(path)
        return text, parse_toml(text) if text else {}
    except FileNotFoundError:
        return "", {}
    except ChartError as error:
        raise SettingsError(f"{path}: {error}") from None
    except OSError as error:
        raise SettingsError(f"{path}: cannot be read ({error.strerror})") from None
    except UnicodeDecodeError:
        raise SettingsError(f"{path}: not a UTF-8 text file") from None


def _value_of(setting: Setting, value: object, where: str) -> str:
    if isinstance(value, str):
        value = OLDER.get(setting.name, {}).get(value, value)
    known = setting.values()
    if value not in known:
        raise SettingsError(
            f"{where}: {setting.name} cannot be {value!r}; choose from: {', '.join(known)}"
        )
    return str(value)


def _flat(keys: dict[str, Any], prefix: str = "") -> dict[str, Any]:
    """The bindings by full id, whether ``plan.suggest`` was written as a quoted key or as nested
    tables.
    """
    flat: dict[str, Any] = {}
    for name, value in keys.items():
        if isinstance(value, dict):
            flat |= _flat(value, f"{prefix}{name}.")
        else:
            flat[prefix + name] = value
    return flat
