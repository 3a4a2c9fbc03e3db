"""A command never destroys the save it reads, nor the save of another kind of game; names reach files unharmed."""

from __future__ import annotations

import time
from pathlib import Path

import pytest

from picket_duty.charts import ChartError
from picket_duty.charts.reading import parse_toml
from picket_duty.pages.blocks import Document, Items, Paragraph
from picket_duty.pages.plaintext import to_markdown
from tests.saves.games import saved


@pytest.fixture
def save(home: Path) -> Path:
    """A finished game in the folder of saves."""
    path = home / "mine.picket"
    saved(path, scenario=6, seed=7)
    return path


@pytest.mark.parametrize("command", [("log",), ("diary",), ("bug-report",)])
def test_force_does_not_overwrite_the_save_that_is_read(run, save, command):
    before = save.read_bytes()
    result = run(*command, "mine", "--out", save, "--force")
    assert (result.status, result.out) == (2, "")
    assert f"{save} is the save being read and was not overwritten. Choose another name." in result.err
    assert save.read_bytes() == before


def test_force_overwrites_another_save(run, save, home):
    other = home / "other.picket"
    other.write_bytes(save.read_bytes())
    assert run("log", "mine", "--out", other, "--force").status == 0
    assert not other.read_bytes().startswith(b'["game"')


@pytest.mark.parametrize("words", [("rename", "{}", "yours"), ("delete", "{}", "--yes")])
def test_companion_games_leave_the_saves_of_the_destroyer_alone(run, save, words):
    result = run("games", *(word.format(save) for word in words))
    assert (result.status, result.err) == (
        2, f"picket-duty: {save}: not a companion game. Use 'picket-duty saves' for it.\n"
    )  # fmt: skip
    assert save.exists()


def test_a_key_of_very_many_parts_is_refused_at_once():
    began = time.process_time()
    with pytest.raises(ChartError, match="nested too deeply"):
        parse_toml(".".join(["a"] * 20_000) + " = 1\n")
    assert time.process_time() - began < 1


def test_a_sentence_with_many_dots_is_read():
    assert parse_toml('text = "' + "a. " * 100 + '"\n')["text"].count("a") == 100


@pytest.mark.parametrize(("name", "shown"), [("1. one", "1\\. one"), ("- one", "\\- one"), ("2) two", "2\\) two")])
def test_a_name_does_not_begin_a_list_in_markdown(name, shown):
    text = to_markdown(Document("Title", (Paragraph(name), Items((name,)))))
    assert text.splitlines()[2:] == [shown, "", f"- {shown}"]


def test_a_scenario_file_has_a_printable_name(run, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    result = run("scenario", "new", "Night", "--out", "a\nb.toml")
    assert (result.status, list(tmp_path.glob("*.toml"))) == (2, [])
    assert "'a\\nb.toml' is not a valid file name" in result.err
