"""The examples in docstrings run as written."""

from __future__ import annotations

import doctest
import importlib
from pathlib import Path

import pytest

import picket_duty

ROOT = Path(picket_duty.__file__).parent
#: The modules with examples, found by the prompt.
NAMES = sorted(
    ".".join(("picket_duty", *path.relative_to(ROOT).with_suffix("").parts))
    for path in ROOT.rglob("*.py")
    if ">>> " in path.read_text(encoding="utf-8")
)


def test_there_are_examples():
    assert "picket_duty.game" in NAMES


@pytest.mark.parametrize("name", NAMES)
def test_the_examples_run(name):
    results = doctest.testmod(importlib.import_module(name))
    assert results.attempted
    assert not results.failed
