"""Theme, speed and keys: read from the settings file and the environment, and saved there."""

import importlib
import importlib.util
import os
import pkgutil
import re
from pathlib import Path

import pytest
from textual.color import Color
from textual.theme import BUILTIN_THEMES

from picket_duty.tui import app as program
from picket_duty.tui import screens, widgets
from picket_duty.tui import settings as settings_module
from picket_duty.tui.keymap import PLACES, binding_ids, own_bindings
from picket_duty.tui.screens.menu import field_of
from picket_duty.tui.settings import (
    FAST,
    NORMAL,
    SETTINGS,
    Settings,
    SettingsError,
    default_speed,
    read_settings,
    remember,
    settings_file,
)
from picket_duty.tui.themes import INKS, READABLE, contrast, theme_names, theme_of
from tests.games import TABLES
from tests.plain.conftest import shipped_routine as shipped_routine
from tests.text_table import cases, table_of


def write(text):
    path = settings_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")
    return path


def test_the_environment_overrides_the_settings_file_and_a_missing_one_means_the_default(
    monkeypatch,
):
    assert settings_file() == Path(os.environ["PICKET_DUTY_CONFIG"])
    assert read_settings(binding_ids) == Settings()
    chosen = 'theme = "daylight"\npace = "normal"\nbell = "on"\n'
    write(f'{chosen}[keys]\nplan.suggest = "g"\n"battle.leave" = "ctrl+x,z"\n')
    keys = {"plan.suggest": "g", "battle.leave": "ctrl+x,z"}
    assert read_settings(binding_ids) == Settings("daylight", "normal", "on", keys)
    monkeypatch.setenv("PICKET_DUTY_THEME", "high-contrast")
    monkeypatch.setenv("PICKET_DUTY_PACE", "fast")
    monkeypatch.setenv("PICKET_DUTY_BELL", "off")
    assert read_settings(binding_ids) == Settings("high-contrast", "fast", "off", keys)
    monkeypatch.setenv("PICKET_DUTY_THEME", "pink")
    with pytest.raises(
        SettingsError, match="PICKET_DUTY_THEME: theme cannot be 'pink'; choose from: night-watch"
    ):
        read_settings(binding_ids)


@cases("""
    older         | pace
    watch         | normal
    rolls         | step
    decisions     | fast
    hits and days | fast
    """)
def test_speed_names_of_older_versions_are_read(older, pace):
    write(f'pace = "{older}"')
    assert read_settings(binding_ids).pace == pace


def test_settings_and_keys_that_are_gone_are_ignored(monkeypatch):
    monkeypatch.setattr(settings_module, "GONE", {"gone"})
    monkeypatch.setattr(settings_module, "GONE_KEYS", {"gone.key"})
    monkeypatch.setenv("PICKET_DUTY_GONE", "on")
    path = write('gone = "off"\nbell = "on"\n[keys]\ngone.key = 3\nplan.suggest = "g"\n')
    assert read_settings(binding_ids) == Settings(bell="on", keys={"plan.suggest": "g"})
    remember("bell", "off")
    assert path.read_text().startswith('gone = "off"\nbell = "off"\n')


#: A settings file of version 1.0.0 with every setting and every key, and the values of the settings
#: then.
FORMER_FILE = Path(__file__).with_name("settings_of_1_0_0.toml")
FORMER_VALUES = dict(
    table_of("""
    pace     | ('watch', 'fast', 'step', 'rolls', 'decisions', 'hits and days')
    daily    | ('events', 'always')
    bell     | ('off', 'on')
    aid      | ('commanded', 'advised', 'unaided')
    staff    | ('on', 'off')
    judgment | ('on', 'off')
    """)
)


@pytest.mark.skipif(
    not importlib.util.find_spec("picket_duty.companions"),
    reason="it names keys of companion games",
)
@pytest.mark.parametrize(
    ("name", "value"), [(name, value) for name in FORMER_VALUES for value in FORMER_VALUES[name]]
)
def test_a_settings_file_of_1_0_0_is_read(name, value, monkeypatch):
    text = FORMER_FILE.read_text(encoding="utf-8")
    path = write(re.sub(f"^{name} = .*$", f'{name} = "{value}"', text, flags=re.MULTILINE))
    settings = read_settings(binding_ids)
    assert settings.theme == "night-watch"
    assert settings.keys["plan.suggest"] == "s"
    path.unlink()
    monkeypatch.setenv(f"PICKET_DUTY_{name.upper()}", value)
    assert getattr(read_settings(binding_ids), name, None) == getattr(settings, name, None)


@cases(r"""
    text                        | words
    'theme = '                  | line 1: the file ends early; a closing bracket (]) or a value is probably missing
    theme = "pink"              | theme cannot be 'pink'
    pace = 3                    | pace cannot be 3
    pace = []                   | pace cannot be []
    bell = "loud"               | bell cannot be 'loud'; choose from: off, on
    shade = "red"               | unknown setting 'shade'
    keys = "a"                  | must be a table
    '[keys]\nplan.sugest = "g"' | unknown key binding 'plan.sugest'
    '[keys]\nplan.suggest = 3'  | must be a key such as
    '[keys]\nplan.suggest = ""' | must be a key such as
    """)
def test_a_broken_file_is_reported_in_one_line_and_not_changed(text, words, monkeypatch, capsys):
    path = write(text)
    monkeypatch.setenv("TEXTUAL_DRIVER", "textual.drivers.headless_driver:HeadlessDriver")
    assert program.run(tables=TABLES) == 2
    errors = capsys.readouterr().err
    assert words in errors
    assert errors.count("\n") == 1
    assert str(path) in errors
    assert path.read_text() == text


def test_remembering_a_setting_keeps_the_rest_of_the_file():
    remember("theme", "daylight")
    assert settings_file().read_text() == 'theme = "daylight"\n'
    path = write(
        '# mine\ntheme = "daylight" # light\n\n# keys of my own\n[keys]\nplan.suggest = "g" # '
        "good\n"
    )
    remember("theme", "night-watch")
    remember("pace", "step")
    assert path.read_text() == (
        'pace = "step"\n# mine\ntheme = "night-watch" # light\n\n# keys of my '
        'own\n[keys]\nplan.suggest = "g" # good\n'
    )
    assert read_settings(binding_ids) == Settings("night-watch", "step", keys={"plan.suggest": "g"})
    path = write("theme = ")
    with pytest.raises(SettingsError):
        remember("pace", "step")
    assert path.read_text() == "theme = "


#: Questions over a screen: their text names their keys.
ASKED = {"AskScreen", "NameScreen", "PickScreen"}
#: Classes whose bindings are all listed under other classes.
SHARED = {
    "DestinationsScreen",
    "DiceRecordScreen",
    "LuckScreen",
    "OddsScreen",
    "ServiceScreen",
    "OfficersScreen",
    "CampaignScreen",
    "SettingsForm",
}


def owners():
    modules = [
        importlib.import_module(f"{package.__name__}.{module.name}")
        for package in (screens, widgets)
        for module in pkgutil.iter_modules(package.__path__)
    ]
    classes = {
        value for module in modules for value in vars(module).values() if isinstance(value, type)
    }
    return [
        owner
        for owner in classes
        if owner.__module__.startswith("picket_duty.") and own_bindings(owner)
    ]


def test_every_binding_has_an_id_that_the_settings_can_name():
    known = set(binding_ids())
    assert {
        "plan.suggest",
        "plan.plane_3",
        "board.damage",
        "men.set_2",
        "page.help",
        "replay.day",
    } <= known
    for owner in owners():
        if owner.__name__ not in ASKED:
            assert {binding.id for binding in own_bindings(owner)} <= known, owner.__name__
            name = f"{owner.__module__.removeprefix('picket_duty.tui.')}:{owner.__name__}"
            assert any(name in place for place in PLACES.values()) or owner.__name__ in SHARED, (
                owner.__name__
            )


def test_every_theme_can_be_read():
    assert theme_names()[:3] == ["night-watch", "daylight", "high-contrast"]
    assert len(theme_names()) > 15
    for theme in map(theme_of, theme_names()):
        if not theme.ansi:
            colors = {**theme.to_color_system().generate(), **theme.variables}
            paper = Color.parse(colors["background"])
            for style in ("foreground", "dim", "plane", *INKS):
                assert contrast(Color.parse(colors[style]), paper) >= READABLE, (theme.name, style)


def test_a_color_of_a_theme_that_can_be_read_is_left_alone():
    kept = 0
    for name in set(theme_names()) & set(BUILTIN_THEMES):
        if BUILTIN_THEMES[name].ansi:
            continue
        base = BUILTIN_THEMES[name].to_color_system().generate()
        colors = theme_of(name).to_color_system().generate()
        for ink in INKS:
            before = Color.parse(base[ink])
            if contrast(before, Color.parse(base["background"])) < 1.1 * READABLE:
                continue
            # Textual rounds down where a color is written and read again.
            pairs = zip(before.rgb, Color.parse(colors[ink]).rgb, strict=True)
            assert all(abs(was - now) <= 1 for was, now in pairs), (name, ink)
            kept += 1
    assert kept > 20


def test_the_default_speed_with_reduced_motion_is_fast_and_shown(monkeypatch):
    monkeypatch.delenv("TEXTUAL_ANIMATIONS", raising=False)
    assert default_speed() == NORMAL
    monkeypatch.setenv("TEXTUAL_ANIMATIONS", "none")
    assert default_speed() == FAST
    (pace,) = (setting for setting in SETTINGS if setting.name == "pace")
    assert field_of(pace, Settings()).value == "fast"
    assert field_of(pace, Settings(pace="step")).value == "step"
