"""Claims of the page `keys`: a quote, and the check that reads it from the key map, the settings or the program."""

from __future__ import annotations

import pytest

from picket_duty.charts.words import ASCII_VARIABLE
from picket_duty.tui.glyphs import glyphs_for
from picket_duty.tui.keymap import key_groups

KEYS = {binding.id: binding.key.split(",") for bindings in key_groups().values() for binding in bindings}


def key_is(key: str, *bindings: str) -> bool:
    """Whether each of these bindings has this key."""
    return all(key in KEYS[binding] for binding in bindings)


def ascii_on_request() -> bool:
    """Whether the variable turns the ASCII symbols on, and off again."""
    looks = {}
    with pytest.MonkeyPatch.context() as patch:
        for value in ("1", "0"):
            patch.setenv(ASCII_VARIABLE, value)
            looks[value] = glyphs_for("utf-8", ascii_chosen=True).ascii
    return looks == {"1": True, "0": False}


CLAIMS = {
    "`?` or `F1` to list all the": lambda: key_is("f1", "page.help"),
    "| arrow keys, `1` to `9` | select": lambda: all(
        key_is(str(number), f"plan.plane_{number}", f"one.choose_{number}") for number in range(1, 10)
    ),
    "`[` | in a commanded fire plan, hold fighters back": lambda: (
        key_is("left_square_bracket", "plan.keep_fewer") and key_is("right_square_bracket", "plan.keep_more")
    ),
    "and the map | | `F2` to `F6` | enlarge the": lambda: (
        [KEYS[f"board.{name}"] for name in ("plot", "mounts", "ship", "damage", "log")]
        == [["f2"], ["f3"], ["f4"], ["f5"], ["f6"]]
    ),
    "`PICKET_DUTY_ASCII=1` does the same for one session, and `PICKET_DUTY_ASCII=0` turns it off": ascii_on_request,
}
