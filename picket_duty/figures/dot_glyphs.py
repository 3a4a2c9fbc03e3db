"""Characters for the dots of a terminal cell: two dots across and four down, as bits of a number.

Braille shows each dot. Half blocks show the upper and the lower half of a cell, ASCII the nearest character.
"""

from __future__ import annotations

from functools import lru_cache

#: How dots are shown: in braille; by the upper half, the lower half, both and a shaded cell; in ASCII.
BRAILLE, BLOCKS, NEAREST = "single", "▀▄█░", "nearest"
#: Dots of a cell, across and down.
ACROSS, DOWN = 2, 4
#: The bit of each dot in a braille character, by row and column.
BITS = ((0x01, 0x08), (0x02, 0x10), (0x04, 0x20), (0x40, 0x80))
FIRST_BRAILLE = 0x2800
UPPER = BITS[0][0] | BITS[0][1] | BITS[1][0] | BITS[1][1]
#: The dots of a shaded cell, by whether its column and row add up to an even number; its character in ASCII.
SHADED, SHADED_CHARACTER = (0x02, 0x20), ":"
#: The dots that each ASCII character covers in its cell.
LOOKS = {
    " ": (),
    ".": ("  ", "  ", "  ", "# "),
    ",": ("  ", "  ", "  ", " #"),
    "_": ("  ", "  ", "  ", "##"),
    "-": ("  ", "##", "  ", "  "),
    "~": ("  ", "  ", "##", "  "),
    "'": ("# ", "  ", "  ", "  "),
    "`": (" #", "  ", "  ", "  "),
    '"': ("##", "  ", "  ", "  "),
    "/": (" #", " #", "# ", "# "),
    "\\": ("# ", "# ", " #", " #"),
    "|": ("# ", "# ", "# ", "# "),
    "!": (" #", " #", " #", " #"),
    "=": ("##", "  ", "##", "  "),
    "o": ("  ", "  ", "##", "##"),
    "%": ("##", "##", "  ", "  "),
    "#": ("##", "##", "##", "##"),
}
#: Characters with the same dots as another one, which is used instead.
SAME = {"!": "|", ",": ".", "`": "'", "~": "-", "%": '"'}


@lru_cache(maxsize=4)
def glyphs_of(look: str) -> tuple[str, ...]:
    """The character of a cell for each of the 256 patterns of dots; ``look`` is one of the three above."""
    if look == BRAILLE:
        return (" ", *(chr(FIRST_BRAILLE + bits) for bits in range(1, 256)))
    if look != BLOCKS:
        return (" ", *(SHADED_CHARACTER if bits in SHADED else _nearest(bits) for bits in range(1, 256)))
    return (" ", *(_block(bits) for bits in range(1, 256)))


def _block(bits: int) -> str:
    upper, lower, both, shaded = tuple(BLOCKS)
    if bits in SHADED:
        return shaded
    at_top, at_bottom = bits & UPPER, bits & ~UPPER
    return both if at_top and at_bottom else upper if at_top else lower


def _nearest(bits: int) -> str:
    character = min(LOOKS, key=lambda look: (_bits(look) ^ bits).bit_count() + (10 if look == " " else 0))
    return SAME.get(character, character)


def _bits(character: str) -> int:
    bits = 0
    for row, dots in zip(BITS, LOOKS[character], strict=False):
        for bit, dot in zip(row, dots, strict=True):
            if dot == "#":
                bits |= bit
    return bits
