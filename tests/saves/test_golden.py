"""Golden playthroughs: whole games as text, compared line by line. ``python -m golden.regenerate`` renews them."""

from __future__ import annotations

import pytest

from tests.golden.regenerate import FOLDER, PLAYED, golden_text


@pytest.mark.parametrize("name", PLAYED)
def test_the_game_plays_as_it_did(name):
    then = (FOLDER / f"{name}.txt").read_text(encoding="utf-8").splitlines()
    now = golden_text(name).splitlines()
    for number, (before, after) in enumerate(zip(then, now, strict=False), 1):
        assert before == after, f"{name}.txt, line {number}; if this is meant: python -m golden.regenerate"
    assert len(then) == len(now)


def test_no_playthrough_is_left_over():
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(PLAYED)
