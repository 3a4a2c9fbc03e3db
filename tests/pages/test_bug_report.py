"""Bug reports: versions, settings and the path of the save, without the player's name."""

import platform
from pathlib import Path

from picket_duty import __version__
from picket_duty.pages import bug_report
from tests.games import TABLES
from tests.saves.games import saved


def facts_of(text):
    title, *lines = text.splitlines()
    assert title == bug_report.TITLE
    return dict(line.split(": ", 1) for line in lines)


def test_a_report_has_versions_settings_and_the_path_of_the_save(tmp_path, run, home, monkeypatch):
    config = tmp_path / "settings.toml"
    config.write_text('theme = "night-watch"\n\n[keys]\n"battle.undo" = "z"\n', encoding="utf-8")
    monkeypatch.setenv("PICKET_DUTY_CONFIG", str(config))
    saved(home / "a.picket", scenario=6, seed=3, answers=5)
    facts = facts_of(run("bug-report", "a").out)
    assert facts["picket-duty"] == __version__
    assert facts["python"] == platform.python_version()
    assert {"click", "msgspec", "rich", "textual"} <= set(facts)
    assert facts["tables"] == TABLES.digest
    assert facts["setting theme"] == "night-watch"
    assert facts["setting keys.battle.undo"] == "z"
    assert facts["save"] == str(home / "a.picket")
    (home / "a.picket").write_text("damaged", encoding="utf-8")
    assert facts_of(run("bug-report", "a").out)["save"] == str(home / "a.picket")
    assert run("bug-report", "none").status == 2


def test_a_report_names_neither_the_player_nor_the_environment(run, home, monkeypatch):
    monkeypatch.setenv("HOME", str(home.parent))
    monkeypatch.setenv("USERPROFILE", str(home.parent))
    monkeypatch.setenv("SECRET", "a secret of the environment")
    saved(home / "a.picket", scenario=6, seed=3, answers=5)
    text = run("bug-report", "a").out
    assert str(home.parent) not in text
    assert platform.node() not in text
    assert "a secret of the environment" not in text
    assert facts_of(text)["save"] == str(Path("~", home.name, "a.picket"))
    broken = bug_report.write(None, TABLES, {}, [f"cannot read {home / 'a.picket'}"])
    assert str(home.parent) not in broken
    assert "save: none" in broken
