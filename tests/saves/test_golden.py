"""Golden games: recorded games and their texts, compared line by line with the same games played
now.
"""

import pytest

from picket_duty.extensions import PACKAGES, extensions
from tests.golden.regenerate import FILES, FOLDER, LISTINGS, SLOW, STATES, TEXTS

COMMAND = "python -m tests.golden.regenerate"
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
#: The screens are waited for: the time is the clock's, not the processor's.
WAITED_FOR = (pytest.mark.slow, pytest.mark.timeout(600))


@pytest.mark.parametrize(
    "path",
    [
        pytest.param(path, id=path.stem, marks=WAITED_FOR if path.stem in SLOW else ())
        for path in FILES
    ],
)
def test_a_golden_file_is_unchanged(path):
    """Fails with the first line that differs, what the difference means, and the command that
    regenerates the file.
    """
    if path.parent == LISTINGS and len(extensions()) < len(PACKAGES):
        pytest.skip("the listings name what every package adds")
    expected = path.read_text(encoding="utf-8").splitlines()
    actual = "\n".join(FILES[path]()).splitlines()
    if expected == actual:
        return
    first = first_difference(expected, actual)
    before = "\n".join(f"    {line}" for line in expected[max(first - 3, 0) : first])
    recorded, now = ((*lines[first:], "(end of the game)")[0] for lines in (expected, actual))
    message = (
        f"tests/golden/{path.relative_to(FOLDER).as_posix()} differs from line {first + 1} "
        f"on\n{before}\n"
        f"  - {recorded}\n  + {now}\n(- recorded, + now)\n{MEANING[path.parent]}\n  {COMMAND}"
    )
    pytest.fail(message, pytrace=False)


def first_difference(expected, actual):
    """The number of the first line that differs."""
    same = enumerate(zip(expected, actual, strict=False))
    return next((at for at, (old, new) in same if old != new), min(len(expected), len(actual)))


def test_every_golden_file_belongs_to_a_test():
    assert set(FOLDER.glob("*/*.txt")) == set(FILES), f"regenerate them: {COMMAND}"
