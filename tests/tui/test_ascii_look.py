"""The ASCII look: every screen, the palette and notices without other symbols; chosen, found and
suggested.
"""

import html
import importlib.util
import os
import re
from contextlib import asynccontextmanager

import pytest
from msgspec.structs import replace

from picket_duty.charts.words import LIKE, in_ascii_look
from picket_duty.tui.app import PicketApp
from picket_duty.tui.glyphs import ASCII, CONSOLE, UNICODE, glyphs_for
from picket_duty.tui.keymap import binding_ids
from picket_duty.tui.palette import Palette
from picket_duty.tui.screens.menu import MenuScreen, SettingsScreen
from picket_duty.tui.settings import OFF, ON, Settings, read_settings
from tests.games import TABLES
from tests.quick import first_is_quick
from tests.tui.conftest import opened, running, until
from tests.tui.every import SCREENS

EVERY = dict(SCREENS)
if importlib.util.find_spec("picket_duty.companions"):
    EVERY |= importlib.import_module("tests.companions.test_screens").SCREENS


def shown(app):
    texts = re.findall(r"<text[^>]*>(.*?)</text>", app.export_screenshot())
    return html.unescape("\n".join(texts)).replace("\xa0", " ")


def others(text):
    return {sign for sign in text if not sign.isascii()}


@asynccontextmanager
async def with_notices(app):
    async with app.run_test(size=(80, 24), notifications=True) as pilot:
        await pilot.pause()
        yield pilot


@pytest.mark.parametrize(
    "size", [pytest.param((80, 24)), pytest.param((120, 40), marks=pytest.mark.slow)]
)
@first_is_quick("kind", EVERY, ids=lambda kind: kind.__name__)
async def test_every_screen_has_only_ascii(kind, size):
    async with running(PicketApp(TABLES, settings=Settings(ascii=ON)), size) as (pilot, app):
        if kind is not MenuScreen:
            app.push_screen(EVERY[kind]())
            await until(pilot, lambda: type(app.screen) is kind)
        await pilot.pause()
        assert others(shown(app)) == set()


@pytest.mark.slow
@pytest.mark.timeout(600)
def test_every_symbol_of_the_golden_screens_has_one_in_ascii():
    golden = pytest.importorskip("tests.golden.screen_lines")
    known = {character for character, _ in LIKE}
    assert [line for line in golden.screen_lines(ASCII) if others(line) - known] == []


@pytest.mark.slow
async def test_the_palette_and_notices_have_only_ascii():
    app = PicketApp(TABLES, settings=Settings(ascii=ON))
    async with with_notices(app) as pilot:
        for severity in ("information", "warning", "error"):
            app.notify(f"notice of {severity}", title="Notice", severity=severity)
        await until(pilot, lambda: "notice of error" in shown(app))
        assert others(shown(app)) == set()
        app.clear_notifications()
        await pilot.press("ctrl+p")
        await until(
            pilot, lambda: isinstance(app.screen, Palette) and "Historical days" in shown(app)
        )
        assert "for commands" in shown(app)
        assert others(shown(app)) == set()
        await pilot.press(*"gun")
        await until(pilot, lambda: "Chart 9" in shown(app))
        assert others(shown(app)) == set()


@pytest.mark.slow
async def test_the_look_changes_at_once_in_settings_and_overrides_the_environment(
    monkeypatch,
):
    monkeypatch.delenv("PICKET_DUTY_ASCII", raising=False)
    async with running() as (pilot, app):
        assert app.glyphs is UNICODE
        for value, look in ((ON, True), (OFF, False), (ON, True)):
            app.choose_setting("ascii", value)
            await pilot.pause()
            assert app.glyphs.ascii is look
            assert bool(others(shown(app))) is not look
            assert read_settings(binding_ids).ascii == value
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    async with running(PicketApp(TABLES, settings=read_settings(binding_ids))) as (pilot, app):
        await opened(pilot, SettingsScreen())
        app.choose_setting("ascii", OFF)
        assert app.glyphs is UNICODE
        assert "PICKET_DUTY_ASCII" not in os.environ


def test_the_environment_overrides_the_setting(monkeypatch):
    for value, setting in (("1", ON), ("yes", ON), ("on", ON), ("0", OFF), ("off", OFF)):
        monkeypatch.setenv("PICKET_DUTY_ASCII", value)
        assert read_settings(binding_ids).ascii == setting
    monkeypatch.setenv("PICKET_DUTY_ASCII", "")
    assert read_settings(binding_ids).ascii == ""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("locale", "chosen", "suggested"),
    [
        ("ja_JP.UTF-8", "", "Japanese"),
        ("ko", "", "Korean"),
        ("zh-TW", "", "Chinese"),
        ("zh_CN.UTF-8", OFF, ""),
        ("ja_JP.UTF-8", ON, ""),
        ("en_US.UTF-8", "", ""),
    ],
)
async def test_it_is_suggested_where_fonts_are_wide(locale, chosen, suggested, monkeypatch):
    monkeypatch.setenv("LANG", "C.UTF-8")
    monkeypatch.setenv("LC_ALL", locale)
    app = PicketApp(TABLES, settings=Settings(ascii=chosen))
    async with with_notices(app) as pilot:
        app.notify("another notice")
        await until(pilot, lambda: "another notice" in shown(app))
        assert ("Your locale is" in shown(app)) is bool(suggested)
        assert suggested in shown(app)


def test_letters_of_names_stay_where_the_terminal_has_them():
    assert in_ascii_look("USS Évans ► 90° ±1 →") == "USS Évans > 90 +/-1 ?"
    assert in_ascii_look("大和 ○") == "大和 ?"
    assert in_ascii_look("大和", "ascii") == "??"


def test_glyphs_follow_the_encoding_and_the_terminal(monkeypatch):
    looks = {"utf-8": UNICODE, "ascii": ASCII, "iso-8859-1": ASCII, None: ASCII}
    assert {encoding: glyphs_for(encoding) for encoding in looks} == looks
    assert glyphs_for("utf-8", ascii_chosen=True) == replace(ASCII, encoding="utf-8")
    monkeypatch.setenv("TERM", "linux")
    assert (glyphs_for("utf-8"), glyphs_for("ascii")) == (CONSOLE, ASCII)
    monkeypatch.setenv("PICKET_DUTY_ASCII", "0")
    assert glyphs_for("utf-8", ascii_chosen=True) is CONSOLE
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    assert glyphs_for("utf-8") == replace(ASCII, encoding="utf-8")
