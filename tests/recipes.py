"""The recipes of docs/recipes.md, carried out in a folder."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

from picket_duty.book.tables import shipped_folder
from tests.saves.games import other_tables

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "docs" / "recipes.md").read_text(encoding="utf-8")
BLOCK = re.compile(r"^```(\w+)\n(.*?)^```$", re.DOTALL | re.MULTILINE)
#: Recipes by heading, in the order of the page.
RECIPES = dict(part.split("\n", 1) for part in TEXT.split("\n## ")[1:])
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


GUN = "3in-1"
EFFECT = '{do = "hit_5in", mount = "5in-2", notes = ["B 5in"]}'


def ship_of_the_recipes(folder):
    """The landing craft of scenario 7 with a gun of a new caliber, which planes can hit."""
    for recipe in ("A ship", "A new caliber"):
        do(folder, recipe)
    struck = f"{EFFECT}, {EFFECT.replace('5in-2', GUN)}"
    return other_tables(folder / SET, "charts/11-forward.toml", EFFECT, struck)
