"""Each recipe in docs/recipes.md is carried out as written, and its commands run."""

import shutil
import subprocess
import sys

import pytest

from tests.recipes import BUILDS_ON, RECIPES, ROOT, SET, do

OF_CODE = [recipe for recipe, text in RECIPES.items() if "+++ picket_duty/" in text]


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
