"""Companion games killed after some answers; the full test is ``tools/fuzz/tables_killed.py``."""

from __future__ import annotations

import os

import pytest

from tools.fuzz.tables_killed import GAMES, run


@pytest.mark.slow
@pytest.mark.skipif(not hasattr(os, "fork"), reason="a child is forked to be killed")
@pytest.mark.parametrize(("name", "options"), GAMES)
def test_a_killed_program_loses_no_answer(name, options, tmp_path):
    assert run(name, options, 5, tmp_path)["kills"] == 5
