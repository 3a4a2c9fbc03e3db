"""The glyphs of plot and panels: box-drawing characters and symbols, or ASCII."""

from __future__ import annotations

import os

import msgspec
from msgspec.structs import asdict, replace

from picket_duty.charts.words import ascii_asked
from picket_duty.figures.cells import BLOCKS, BRAILLE, NEAREST

#: Terminals whose fonts lack braille although their encoding has it.
WITHOUT_BRAILLE = ("linux", "vt100", "vt220", "cons25")


class Glyphs(msgspec.Struct, frozen=True):
    """Every glyph that panels draw besides letters and digits, by default those of Unicode. All are
    one cell wide.

    With ``ascii``, names keep the letters that ``encoding`` has: all of the terminal's if the player
    chose ASCII, else only those of ASCII.
    """

    ascii: bool = False
    #: Headings, the cursor, and what leads to a target or a result.
    rule: str = "─"
    mark: str = "►"
    to: str = "→"
    #: The cells of bars.
    full: str = "█"
    empty: str = "░"
    #: Hits and men, and places without one.
    hit: str = "●"
    clear: str = "○"
    #: The boxes for hits of a compartment.
    box: str = "■"
    box_empty: str = "□"
    #: A step of the morale track.
    ring: str = "·"
    #: The altitudes at which a mount fires.
    arcs: dict[str, str] = msgspec.field(
        default_factory=lambda: {
            "LMH": "■",
            "LM": "▄",
            "MH": "▀",
            "H": "▔",
            "M": "-",
            "L": "▁",
            "": "·",
        }
    )
    #: The bearings of the arcs, from the port quarter past the bow to the stern.
    compass: str = "↙←↖↑↗→↘↓"
    #: A gun aimed at the plane selected.
    on: str = "✓"
    #: Between two parts of a line, and for bulkheads.
    split: str = "│"
    #: How dots are drawn (``figures/cells.py``).
    dots: str = BRAILLE
    #: Planes: unhurt, damaged, afire, gone and crashed into the ship.
    plane: str = "▾"
    hurt: str = "▿"
    flames: str = "*"
    wreck: str = "×"
    struck: str = "✶"
    encoding: str = "ascii"


UNICODE = Glyphs()
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
    dots=NEAREST,
    plane="v",
    hurt="u",
    flames="*",
    wreck="x",
    struck="X",
)

#: For the terminals named above: box-drawing characters, but no braille.
CONSOLE = replace(UNICODE, dots=BLOCKS, plane="v", hurt="u", wreck="x", struck="X", on="x")


def glyphs_for(encoding: str | None, ascii_chosen: bool = False) -> Glyphs:
    """The glyphs that an encoding and the terminal can show, or ASCII if chosen; the environment
    overrides a choice.
    """
    asked = ascii_asked()
    if asked or (asked is None and ascii_chosen):
        return replace(ASCII, encoding=encoding or ASCII.encoding)
    every = [*asdict(UNICODE).values(), *UNICODE.arcs.values()]
    try:
        "".join(glyph for glyph in every if isinstance(glyph, str)).encode(encoding or "ascii")
    except (UnicodeEncodeError, LookupError):
        return ASCII
    if os.environ.get("TERM") in WITHOUT_BRAILLE:
        return CONSOLE
    return UNICODE
