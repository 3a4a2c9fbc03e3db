"""The glyphs of plot and panels: box-drawing characters and symbols, or ASCII."""

from __future__ import annotations

import os
from dataclasses import dataclass, replace

from picket_duty.figures.dot_glyphs import BLOCKS, BRAILLE, NEAREST

ENVIRONMENT = "PICKET_DUTY_ASCII"
#: Terminals whose fonts lack braille although their encoding has it.
WITHOUT_BRAILLE = ("linux", "vt100", "vt220", "cons25")


@dataclass(frozen=True)
class Glyphs:
    """Every glyph that panels draw besides letters and digits. All are one cell wide."""

    ascii: bool
    rule: str
    mark: str
    to: str
    full: str
    empty: str
    hit: str
    clear: str
    box: str
    box_empty: str
    ring: str
    arcs: dict[str, str]
    compass: str
    on: str
    split: str
    dash: str
    dots: str
    plane: str
    hurt: str
    flames: str
    wreck: str
    struck: str


UNICODE = Glyphs(
    ascii=False,
    rule="─",
    mark="►",
    to="→",
    full="█",
    empty="░",
    hit="●",
    clear="○",
    box="■",
    box_empty="□",
    ring="·",
    arcs={"LMH": "■", "LM": "▄", "MH": "▀", "H": "▔", "M": "-", "L": "▁", "": "·"},
    compass="↙←↖↑↗→↘↓",
    on="✓",
    split="│",
    dash="–",
    dots=BRAILLE,
    plane="▾",
    hurt="▿",
    flames="*",
    wreck="×",
    struck="✶",
)
ASCII = Glyphs(
    ascii=True,
    rule="-",
    mark=">",
    to=">",
    full="#",
    empty=".",
    hit="*",
    clear="o",
    box="#",
    box_empty=".",
    ring=".",
    arcs={"LMH": "#", "LM": "=", "MH": '"', "H": "'", "M": "-", "L": "_", "": "."},
    compass="/<\\^/>\\v",
    on="x",
    split="|",
    dash="-",
    dots=NEAREST,
    plane="v",
    hurt="u",
    flames="*",
    wreck="x",
    struck="X",
)

#: For the terminals named above: box-drawing characters, but no braille.
CONSOLE = replace(UNICODE, dots=BLOCKS, plane="v", hurt="u", wreck="x", struck="X", on="x")


def glyphs_for(encoding: str | None) -> Glyphs:
    """The glyphs that an encoding and the terminal can show; PICKET_DUTY_ASCII selects ASCII."""
    if os.environ.get(ENVIRONMENT):
        return ASCII
    every = "".join(
        "".join(value.values()) if isinstance(value, dict) else value
        for value in vars(UNICODE).values()
        if isinstance(value, str | dict)
    )
    try:
        every.encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    return CONSOLE if os.environ.get("TERM") in WITHOUT_BRAILLE else UNICODE
