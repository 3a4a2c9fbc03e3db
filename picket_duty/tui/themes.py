"""The three themes. Each gives its colours to the tones of the panels."""

from __future__ import annotations

from textual.theme import Theme

#: How a list of Textual marks its line.
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
    variables={
        "dim": "#7d929b",
        "sea": "#3d5661",
        "lit": "#8a713a",
        "plane": "#f2d9a0",
        "block-cursor-text-style": "bold reverse",
    },
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
    variables={
        "dim": "#586369",
        "sea": "#9aa9ae",
        "lit": "#b08a3c",
        "plane": "#5b3300",
        "block-cursor-text-style": "bold reverse",
    },
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
    variables={
        "dim": "#d8d8d8",
        "sea": "#909090",
        "lit": "#b0b000",
        "plane": "#ffffff",
        "block-cursor-text-style": "bold reverse",
    },
)
THEMES = (NIGHT_WATCH, DAYLIGHT, HIGH_CONTRAST)
