"""The three themes made for this game, and Textual's own with the colors that our panels need."""

from __future__ import annotations

import dataclasses
from functools import cache

from textual.color import Color
from textual.theme import BUILTIN_THEMES, Theme

#: The row selected in the command palette.
CURSOR = {"block-cursor-text-style": "bold reverse"}
NIGHT_WATCH = Theme(
    name="night-watch",
    primary="#7fb4c9",
    secondary="#5d8a9c",
    accent="#e0b050",
    foreground="#c6d2d6",
    background="#0b1216",
    surface="#101a20",
    panel="#16242c",
    success="#8fc27a",
    warning="#e0b050",
    error="#f08070",
    dark=True,
    variables={"dim": "#7d929b", "sea": "#3d5661", "lit": "#8a713a", "plane": "#f2d9a0", **CURSOR},
)
DAYLIGHT = Theme(
    name="daylight",
    primary="#1b5a78",
    secondary="#3f7388",
    accent="#7a4a00",
    foreground="#1c262b",
    background="#f3f1ea",
    surface="#ebe8de",
    panel="#dedace",
    success="#246b1e",
    warning="#7a4a00",
    error="#a31d12",
    dark=False,
    variables={"dim": "#586369", "sea": "#9aa9ae", "lit": "#b08a3c", "plane": "#5b3300", **CURSOR},
)
HIGH_CONTRAST = Theme(
    name="high-contrast",
    primary="#00ffff",
    secondary="#ffffff",
    accent="#ffff00",
    foreground="#ffffff",
    background="#000000",
    surface="#000000",
    panel="#000000",
    success="#66ff66",
    warning="#ffff00",
    error="#ff8080",
    dark=True,
    variables={"dim": "#d8d8d8", "sea": "#909090", "lit": "#b0b000", "plane": "#ffffff", **CURSOR},
)
THEMES = (NIGHT_WATCH, DAYLIGHT, HIGH_CONTRAST)
#: Colors of text in panels.
INKS = ("primary", "accent", "success", "warning", "error")
#: The least contrast of readable text (WCAG 2, level AA).
READABLE = 4.5
#: Allows for rounding of colors in Textual.
ROUNDING = 1.03
#: Steps in which a color is blended with the text color until it is readable.
STEPS = 20
#: Share of the background blended into dim text, sea lines and lit arcs in themes without colors
#: for them.
DIM = 0.3
SEA = 0.55
LIT = 0.4
#: Share of the text color blended into planes there.
PLANE = 0.5


def theme_names() -> list[str]:
    """The names of all themes: ours first, then Textual's own by name."""
    return [*(theme.name for theme in THEMES), *sorted(BUILTIN_THEMES)]


@cache
def theme_of(name: str) -> Theme:
    """A theme by its name. Textual's own get the panel colors, and text colors that are
    readable.
    """
    ours = {theme.name: theme for theme in THEMES}
    if name in ours:
        return ours[name]
    theme = BUILTIN_THEMES[name]
    if theme.ansi:
        bright = "ansi_yellow" if theme.dark else "ansi_magenta"
        colors = {"dim": "ansi_default", "sea": "ansi_blue", "plane": bright, "lit": bright}
        return dataclasses.replace(theme, variables={**theme.variables, **colors})
    base = theme.to_color_system().generate()
    paper = Color.parse(base["background"])
    ink = Color.parse(base["foreground"])
    colors = {
        "dim": _readable(ink.blend(paper, DIM), ink, paper).hex,
        "sea": ink.blend(paper, SEA).hex,
        "lit": Color.parse(base["warning"]).blend(paper, LIT).hex,
        "plane": _readable(Color.parse(base["warning"]).blend(ink, PLANE), ink, paper).hex,
    }
    extended = dataclasses.replace(theme, variables={**theme.variables, **colors})
    for color in INKS:
        setattr(extended, color, _readable(Color.parse(base[color]), ink, paper).hex)
    return extended


def contrast(first: Color, second: Color) -> float:
    """The contrast ratio of two colors, 1 to 21 (WCAG 2)."""
    bright, dark = sorted((_luminance(first), _luminance(second)), reverse=True)
    return (bright + 0.05) / (dark + 0.05)


def _readable(color: Color, ink: Color, paper: Color) -> Color:
    """A color blended with the text color ``ink`` just enough to be readable on ``paper``."""
    blends = (color.blend(ink, step / STEPS) for step in range(STEPS))
    return next((blend for blend in blends if contrast(blend, paper) >= READABLE * ROUNDING), ink)


def _luminance(color: Color) -> float:
    red, green, blue = map(_linear, color.normalized)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def _linear(part: float) -> float:
    if part <= 0.03928:
        return part / 12.92
    return float(((part + 0.055) / 1.055) ** 2.4)
