# ruff: noqa: E501
"""Claims of the page `keys`: a quote, and the check that reads it from the key map, the settings or the program."""

from __future__ import annotations

import tempfile
from pathlib import Path

import pytest

from picket_duty.charts.words import ASCII_VARIABLE
from picket_duty.saves import resume
from picket_duty.tui.glyphs import ASCII, glyphs_for
from picket_duty.tui.keymap import key_groups
from picket_duty.tui.settings import ANIMATIONS, FAST, NO_MOTION, NORMAL, SETTINGS, SPEEDS, default_speed
from picket_duty.tui.themes import theme_names
from tests.saves.games import saved

#: More answers than on the first two days of a mini campaign.
SOME_DAYS = 170
KEYS = {binding.id: binding.key.split(",") for group in key_groups() for binding in group.bindings}
VALUES = {setting.name: list(setting.values()) for setting in SETTINGS}

FIRST = {
    "theme": "night-watch", "pace": "normal", "bell": "off", "ascii": "off", "aid": "commanded",
}  # fmt: skip


def key_is(key: str, *bindings: str) -> bool:
    """Whether each of these bindings has this key."""
    return all(key in KEYS[binding] for binding in bindings)


def speed_without_motion() -> str:
    """The default speed with reduced motion."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv(ANIMATIONS, NO_MOTION)
        return default_speed()


def undone_to_the_days_start() -> bool:
    """Whether all answers that a resumed campaign can undo are of its last day."""
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.picket"
        whole = saved(path, campaign="mini", seed=5, answers=SOME_DAYS)
        resumed = resume(path)
        resumed.undo(len(resumed.answers))
        resumed.journal.close()
        day = resumed.state.date
        assert resumed.base > 0
        return resumed.checkpoints[0].day and day == whole.state.date


def ascii_on_request() -> bool:
    """Whether the variable turns the ASCII symbols on, and off again."""
    looks = {}
    with pytest.MonkeyPatch.context() as patch:
        for value in ("1", "0"):
            patch.setenv(ASCII_VARIABLE, value)
            looks[value] = glyphs_for("utf-8", ascii_chosen=True).ascii
    return looks == {"1": True, "0": False}


CLAIMS = {
    "`?` or `F1` to list all the keys for the current screen": lambda: key_is("f1", "page.help"),
    "| `Enter` | gives the order, rolls the dice, or continues |": lambda: key_is(
        "enter", "plan.fire", "men.to_work", "roll.throw", "run.on"
    ),
    "| arrow keys, `1` to `9` | select": lambda: all(
        key_is(str(number), f"plan.plane_{number}", f"one.choose_{number}") for number in range(1, 10)
    ),
    "| `s` | fills in your exec's suggestion |": lambda: key_is("s", "plan.suggest", "men.suggest", "one.suggest"),
    "| `+`, `-` |": lambda: key_is("plus", "plan.promote") and key_is("minus", "plan.demote"),
    "| `[`, `]` | hold back one fewer or one more": lambda: (
        key_is("left_square_bracket", "plan.keep_fewer") and key_is("right_square_bracket", "plan.keep_more")
    ),
    '| `aid` | `"commanded"`, `"unaided"`': lambda: VALUES["aid"] == ["commanded", "unaided"],
    "| `u` | undoes your last change to the fire plan, or else your last decision |": lambda: key_is(
        "u", "battle.undo"
    ),
    "| `Space` | pauses or resumes the battle; in the fire plan, aims the selected gun at the selected plane |": lambda: (
        key_is("space", "run.hold", "plan.toggle")
    ),
    "| `a`, `c`, `x` | in the fire plan, aim": lambda: (
        key_is("a", "plan.all_free") and key_is("c", "plan.clear") and key_is("x", "plan.clear_all")
    ),
    "| `g` | in the fire plan, selects": lambda: key_is("g", "plan.next_kind"),
    "| `v` | changes the speed: normal, fast, step |": lambda: (
        key_is("v", "battle.pace") and SPEEDS == ("normal", "fast", "step")
    ),
    "| `y` | lets": lambda: key_is("y", "battle.very_well"),
    "| `S` | opens your standing orders |": lambda: key_is("S", "battle.standing"),
    "| `o` | shows the odds | | `t` | shows the chart for a roll |": lambda: (
        key_is("o", "battle.odds") and key_is("t", "battle.chart")
    ),
    "| `C` | opens the crew page in a campaign or patrol": lambda: key_is("C", "battle.crew"),
    (
        "| `r` | opens the records of a campaign or patrol, with the calendar, the squadron and the map | | "
        "`F2` to `F6` | enlarge the plot, gun mounts, ship status, damage or ship's log"
    ): lambda: (
        [KEYS[f"board.{name}"] for name in ("plot", "mounts", "ship", "damage", "log")]
        == [["f2"], ["f3"], ["f4"], ["f5"], ["f6"]]
    ),
    "| `q`, `Esc` | leave the screen; the game is saved |": lambda: (
        KEYS["battle.leave"] + KEYS["battle.back"] == ["q", "escape"]
    ),
    "In a campaign that you have resumed, undo goes back to the start of the day on which you left; to go back "
    "further, play on from its replay.": undone_to_the_days_start,
    "made for this game (`night-watch`, `daylight` and `high-contrast`) and several others": lambda: (
        theme_names()[:3] == ["night-watch", "daylight", "high-contrast"] and len(theme_names()) > 3
    ),
    "`PICKET_DUTY_ASCII=1` does the same for one session, and `PICKET_DUTY_ASCII=0` turns it off": ascii_on_request,
    "Turn on *ASCII symbols* in *Settings*: screens, cards, charts and plots are then drawn with the characters of a "
    "keyboard.": lambda: "ASCII symbols" in {setting.label for setting in SETTINGS} and ASCII.ascii,
    "The default speed is *normal*, or *fast* if": lambda: (
        VALUES["pace"][0] == NORMAL and speed_without_motion() == FAST
    ),
    "The bell is turned off by default": lambda: VALUES["bell"] == ["off", "on"],
    "Values (default first)": lambda: all(VALUES[name][0] == value for name, value in FIRST.items()),
}
