"""Each recipe in docs/recipes.md is carried out as written, and its commands run."""

from __future__ import annotations

import re
import shlex
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from picket_duty.book.tables import shipped_folder

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: Recipes by heading, in the order of the page.
RECIPES = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])
OF_CODE = [recipe for recipe, text in RECIPES.items() if "+++ picket_duty/" in text]
#: Recipes that continue another one.
BUILDS_ON = {"A new caliber": "A ship"}
SET = "my-tables"


def do(folder, recipe):
    """Write the files of a recipe and make its changes in a folder; returns its commands, split
    into words.
    """
    commands = []
    for kind, content in BLOCK.findall(RECIPES[recipe]):
        if kind == "sh":
            commands += [shlex.split(line, comments=True) for line in content.splitlines()]
        elif kind == "toml":
            write(folder / content.splitlines()[0].removeprefix("# "), content)
        else:
            name, _, changes = content.removeprefix("+++ ").partition("\n")
            write(folder / name, changed(before(folder, name), changes))
    return commands


def before(folder, name):
    """The current text of a file; a new file of a set of tables starts as a copy of the shipped
    one.
    """
    path = folder / name
    if not path.exists():
        assert name.startswith(SET)
        path = shipped_folder() / name.removeprefix(f"{SET}/")
    return path.read_text(encoding="utf-8")


def changed(text, changes):
    """A text with changes applied, each of which must match in exactly one place."""
    for change in changes.split("@@\n"):
        lines = change.splitlines()
        old = "\n".join(line[1:] for line in lines if line[:1] != "+")
        new = "\n".join(line[1:] for line in lines if line[:1] != "-")
        if not old:
            text += f"{new}\n"
            continue
        assert text.count(old) == 1, old
        text = text.replace(old, new)
    return text


def write(path, text):
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


def test_there_is_a_recipe_for_each_thing():
    things = (
        "A chart of an existing kind",
        "A ship",
        "A new caliber",
        "An option",
        "An effect",
        "A rule",
    )
    assert set(RECIPES) == set(things)


@pytest.mark.slow
@pytest.mark.parametrize("recipe", [recipe for recipe in RECIPES if recipe not in OF_CODE])
def test_a_recipe_of_tables(recipe, tmp_path, monkeypatch, run):
    if recipe in BUILDS_ON:
        do(tmp_path, BUILDS_ON[recipe])
    commands = do(tmp_path, recipe)
    monkeypatch.chdir(tmp_path)
    assert commands[0] == ["picket-duty", "tables", "check", SET]
    assert "simulate" in [words[1] for words in commands]
    for program, *words in commands:
        assert program == "picket-duty"
        assert run(*words).status == 0


@pytest.mark.slow
@pytest.mark.parametrize("recipe", OF_CODE)
def test_a_recipe_of_code(recipe, tmp_path, home, monkeypatch):
    for part in ("picket_duty", "tables"):
        shutil.copytree(ROOT / part, tmp_path / part, ignore=shutil.ignore_patterns("__pycache__"))
    commands = do(tmp_path, recipe)
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    for program, *words in commands:
        assert program == "picket-duty"
        result = subprocess.run(
            [sys.executable, "-m", "picket_duty", *words],
            cwd=tmp_path,
            capture_output=True,
            text=True,
            timeout=60,
        )
        assert result.returncode == 0, result.stderr
        assert "Traceback" not in result.stderr
