"""The README and the guides name existing commands and files, and their examples run."""

from __future__ import annotations

import doctest
import json
import re
from pathlib import Path

import click
import pytest

from picket_duty.commands.main import main

ROOT = Path(__file__).parent.parent
README = ROOT / "README.md"
PAGES = [README, *(ROOT / "docs" / f"{name}.md" for name in ("install", "lab", "scripting", "tables"))]
LINKS = [
    (page, target)
    for page in PAGES
    for target in re.findall(r"\]\(([^)#]+)\)", page.read_text(encoding="utf-8"))
    if "://" not in target
]
#: Most lines of the README; guides belong in docs.
MOST_LINES = 120
#: Modes of a terminal by number.
CURSOR, LINE_WRAP, ALTERNATE_SCREEN = "25", "7", "1049"


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.stem)
def test_commands_exist(page):
    named = set(re.findall(r"picket-duty (?:--tables \S+ )?([a-z][a-z-]+)", page.read_text(encoding="utf-8")))
    assert named
    assert named <= set(main.list_commands(click.Context(main)))


@pytest.mark.parametrize(("page", "target"), LINKS, ids=lambda value: getattr(value, "stem", value))
def test_links_and_pictures_exist(page, target):
    assert (page.parent / target).is_file()


def test_the_examples_of_scripting_run():
    text = (ROOT / "docs" / "scripting.md").read_text(encoding="utf-8")
    examples = "\n\n".join(re.findall(r"```python\n(.*?)```", text, re.DOTALL))
    test = doctest.DocTestParser().get_doctest(examples, {}, "docs/scripting.md", None, None)
    results = doctest.DocTestRunner().run(test)
    assert results.attempted > 10
    assert not results.failed


def test_the_demonstration_leaves_the_terminal_as_it_was():
    """Every mode of the terminal that the cast sets is reset at its end, except for those that are on by default."""
    lines = (ROOT / "docs" / "demonstration.cast").read_text(encoding="utf-8").splitlines()
    text = "".join(json.loads(line)[2] for line in lines[1:])
    modes = dict(re.findall(r"\x1b\[\?(\d+)([hl])", text))
    assert {mode for mode, state in modes.items() if state == "h"} <= {CURSOR, LINE_WRAP}
    assert modes[ALTERNATE_SCREEN] == "l"
    assert text.count("\x1b[>") == text.count("\x1b[<")
    assert text.endswith("\x1b[0m")


def test_the_readme_has_the_test_command():
    block = README.read_text(encoding="utf-8").split("<!-- test command -->")[1].split("```")[1]
    assert "pytest" in block


def test_the_readme_is_short():
    assert len(README.read_text(encoding="utf-8").splitlines()) <= MOST_LINES
