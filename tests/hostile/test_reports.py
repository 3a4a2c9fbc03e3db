"""Hostile bug reports and settings: every fault is reported in one line."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.reports import bug_report
from picket_duty.saves import SaveError
from picket_duty.tui.settings import SettingsError, read_settings, remember

REPORTED = Path(__file__).parents[1] / "reports" / "reported" / "scenario-6-whole.txt"
TEXT = REPORTED.read_text(encoding="utf-8")
HEAD = f"{bug_report.TITLE}\nprogram: 1\n"


@pytest.mark.parametrize(
    "line",
    [
        "-- save text ²",
        "-- save text ٣",
        "-- save text 9999999999999999999999",
        "-- save text " + "9" * 5000,
        "-- save text -1",
        "-- 0",
        "-- ",
        "-- save base64 1\n²²²",
        "-- save text 1\n\udcff",
        "-- table a\0b.toml 0\n-- save text 1\nx",
        "-- table ../x.toml 0\n-- save text 1\nx",
        "-- table /x.toml 0\n-- save text 1\nx",
        "-- table " + "x" * 5000 + ".toml 0\n-- save text 1\nx",
        "-- table a.toml 1\n1\n-- table a.toml/b.toml 1\n1\n-- save text 1\nx",
        "-- table charts/10.toml 1\nid = 1\n-- save text 1\nx",
        "-- table charts/10.toml 1\n\udcff\n-- save text 1\nx",
    ],
)
def test_a_malformed_section_is_refused(tmp_path, line):
    with pytest.raises(SaveError):
        bug_report.replay(HEAD + line, tmp_path)


@pytest.mark.slow
@settings(deadline=None, max_examples=300)
@given(st.data())
def test_any_report_is_read_or_refused(data):
    lines = TEXT.split("\n")
    words = st.sampled_from(["-- save text ", "-- table x.toml ", "-- events ", "-- ", "", bug_report.TITLE, "x: y"])
    for _ in range(data.draw(st.integers(1, 4))):
        at = data.draw(st.integers(0, len(lines) - 1))
        lines[at] = data.draw(words) + data.draw(st.text(max_size=12) | st.integers(-3, 10**12).map(str))
    try:
        report = bug_report.read("\n".join(lines)[: data.draw(st.integers(0, len(TEXT) * 2))])
    except SaveError:
        return
    assert report.save


@pytest.fixture
def config(tmp_path, monkeypatch):
    monkeypatch.setattr("picket_duty.tui.settings.config_folder", lambda: tmp_path)
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
