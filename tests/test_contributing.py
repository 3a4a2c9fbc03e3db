"""CONTRIBUTING names only commands, files and extras that exist."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parent.parent
TEXT = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]


def test_the_daily_commands_name_existing_files():
    for word in re.findall(r"(?:tests|docs)/[\w./]+", TEXT):
        assert (ROOT / word).exists(), word
    for module in re.findall(r"python -m (tests[\w.]+)", TEXT):
        assert (ROOT / module.replace(".", "/")).with_suffix(".py").is_file()


def test_the_extras_include_what_the_commands_need():
    extras = PROJECT["optional-dependencies"]
    named = re.search(r"pip install -e '\.\[([\w,]+)\]'", TEXT)
    brought = {
        re.split(r"[<>=]", requirement)[0] for extra in named.group(1).split(",") for requirement in extras[extra]
    }
    assert {
        "pytest",
        "pytest-xdist",
        "pytest-textual-snapshot",
        "ruff",
        "mypy",
        "import-linter",
        "pre-commit",
    } <= brought
