"""Golden games: recorded games and their texts, compared line by line with the same games played now."""

from __future__ import annotations

from pathlib import Path

import pytest

from picket_duty.extensions import PACKAGES, extensions
from tests.golden.regenerate import (
    CAPTAINS,
    COMMAND,
    FOLDER,
    LISTED,
    LISTINGS,
    PLAYED,
    SLOW,
    STATES,
    TEXTS,
    TOLD,
    captain_files,
    listing_files,
    state_files,
    text_files,
)

#: What a difference means, and what to do if it was not intended.
MEANING = {
    STATES: """
The same set-up and dice now lead to other decisions, events or states. Wording is not compared here: the rules, the
charts, the dice or the doctrine captain differ, and old saves may no longer replay. If you did not mean to change how
the game plays, undo that; otherwise regenerate the file in a commit that names the rule:""",
    TEXTS: """
If the tests of the states pass, the games play as before and only the wording changed. If you intended that,
regenerate the file:""",
    LISTINGS: """
What people read, a screen, the output of a command or the drawing of a printed form has changed. If you intended that,
regenerate the file:""",
}


@pytest.mark.parametrize("name", PLAYED)
def test_the_golden_state_of_a_game_is_unchanged(name):
    compare(STATES / f"{name}.txt", state_files(name))


@pytest.mark.slow
def test_the_automatic_captains_play_as_recorded():
    compare(CAPTAINS, captain_files())


@pytest.mark.parametrize("name", TOLD)
def test_the_golden_text_of_a_game_is_unchanged(name):
    compare(TEXTS / f"{name}.txt", text_files(name))


@pytest.mark.skipif(len(extensions()) < len(PACKAGES), reason="the listings name what every package adds")
@pytest.mark.parametrize("name", [name for name in LISTED if name not in SLOW])
def test_the_golden_listing_is_unchanged(name):
    compare(LISTINGS / f"{name}.txt", listing_files(name))


@pytest.mark.timeout(600)  # The screens are waited for: the time is the clock's, not the processor's.
@pytest.mark.slow
@pytest.mark.skipif(len(extensions()) < len(PACKAGES), reason="the listings name what every package adds")
@pytest.mark.parametrize("name", SLOW)
def test_the_slow_golden_listing_is_unchanged(name):
    compare(LISTINGS / f"{name}.txt", listing_files(name))


def test_every_golden_file_belongs_to_a_test():
    expected = {CAPTAINS, *(STATES / f"{name}.txt" for name in PLAYED)}
    expected |= {TEXTS / f"{name}.txt" for name in TOLD}
    expected |= {LISTINGS / f"{name}.txt" for name in LISTED}
    assert {*STATES.glob("*.txt"), *TEXTS.glob("*.txt"), *LISTINGS.glob("*.txt")} == expected, (
        f"regenerate them: {COMMAND}"
    )


def compare(path: Path, files: dict[Path, str]) -> None:
    """Fail with the first line that differs, what the difference means, and the command that regenerates the file."""
    expected, actual = path.read_text(encoding="utf-8").splitlines(), files[path].splitlines()
    if expected == actual:
        return
    same = zip(expected, actual, strict=False)
    first = next((number for number, (old, new) in enumerate(same) if old != new), min(len(expected), len(actual)))
    before = "\n".join(f"    {line}" for line in expected[max(first - 3, 0) : first])
    message = (
        f"tests/golden/{path.relative_to(FOLDER).as_posix()} differs from line {first + 1} on\n{before}\n"
        f"  - {line_at(expected, first)}\n  + {line_at(actual, first)}\n"
        f"(- recorded, + now)\n{MEANING[path.parent]}\n  {COMMAND}"
    )
    pytest.fail(message, pytrace=False)


def line_at(lines: list[str], number: int) -> str:
    """A line by its index, or a remark that the file is shorter."""
    return lines[number] if number < len(lines) else "(end of the game)"
