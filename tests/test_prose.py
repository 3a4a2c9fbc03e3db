"""Plain American English in all texts: no phrases of ``tests/prose.py``, American spelling."""

from __future__ import annotations

import subprocess
import sys
import tomllib

import pytest

from tests.prose import MARKDOWN, PYTHON, ROOT, TOML, hits, hits_in
from tests.quick import first_is_quick

#: Words and names that codespell takes for mistakes: ``[tool.codespell]`` in pyproject.toml. No more than these.
MOST_IGNORED_WORDS = 10


def test_the_lint_finds_a_phrase_across_lines():
    assert [hit.advice for hit in hits_in("A game is taken\n    up where it was left.", "")] == ["resume, continue"]


@first_is_quick("kind", [MARKDOWN, TOML, PYTHON], ids=["markdown", "toml", "python"])
def test_no_text_has_a_phrase_of_the_lint(kind):
    assert "\n".join(map(str, hits(kinds=(kind,)))) == ""


@pytest.mark.slow
def test_spelling_is_american():
    command = [sys.executable, "-m", "codespell_lib", *spelled()]
    assert subprocess.run(command, cwd=ROOT, capture_output=True, text=True).stdout == ""


def spelled() -> list[str]:
    """The files and folders whose spelling is checked."""
    tops = ("picket_duty", "tests", "tables", "companions", "docs", "packaging", "pyproject.toml")
    return [*tops, *(path.name for path in ROOT.glob("*.md"))]


def test_the_list_of_ignored_words_does_not_grow():
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]["codespell"]
    assert settings["builtin"] == "clear,rare,en-GB_to_en-US"
    assert len(settings["ignore-words-list"].split(",")) <= MOST_IGNORED_WORDS
