"""Hostile settings: every fault is reported in one line."""

from __future__ import annotations

import os

import pytest

from picket_duty.tui.settings import SettingsError, read_settings, remember


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setattr("picket_duty.paths.config_folder", lambda: tmp_path)
    return tmp_path / "config.toml"


@pytest.mark.slow
@pytest.mark.parametrize(
    "text",
    [
        "keys = " + "{a = " * 400 + "1" + "}" * 400,
        "x = " + "[" * 5000,
        "keys." + "a." * 3000 + "b = 1",
        "[" + "a." * 3000 + "b]",
        "pace = " + "9" * 5000,
        "pace = 0x" + "f" * 5000,
        "theme = " + str(10**30),
    ],
)
def test_a_nested_configuration(config, text):
    config.write_text(text, encoding="utf-8")
    with pytest.raises(SettingsError) as caught:
        read_settings(lambda: [])
    assert len(str(caught.value).splitlines()) == 1
    with pytest.raises(SettingsError):
        remember("theme", "x")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="no pipes with names")
def test_an_endless_settings_file_is_refused(config):
    os.mkfifo(config)
    with pytest.raises(SettingsError, match="not a regular file"):
        read_settings(lambda: [])
    config.unlink()
    config.symlink_to("/dev/zero")
    with pytest.raises(SettingsError, match="not a regular file"):
        read_settings(lambda: [])
