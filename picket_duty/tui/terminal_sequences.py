"""What a terminal sends, as patterns: the tokens of its input, and the sequences that Textual knows.

Sources: ECMA-48 for the grammar; for the keys, xterm, rxvt and the kitty keyboard protocol.
"""

from __future__ import annotations

import re
from functools import cache

#: Characters of the longest sequence that Textual reads as a whole.
MOST_READ = 32
#: A character beyond ASCII in UTF-8, of two, three or four bytes; not a control of eight bits.
WIDE = (
    rb"(?:(?!\xc2[\x80-\x9f])[\xc2-\xdf][\x80-\xbf]"
    rb"|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]"
    rb"|(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3][\x80-\xbf])[\x80-\xbf]{2})"
)
#: The beginning of one at the end of the input, whose other bytes have not come yet.
WIDE_BEGINS = rb"[\xc2-\xf4][\x80-\xbf]{0,2}\Z"
#: The tokens of the input, tried in turn. The beginning of an escape sequence matches nothing.
TOKENS = {
    # Characters and controls, up to an Esc or a byte that is not UTF-8.
    "text": rb"(?:[^\x1b\x80-\xff]|" + WIDE + rb")+",
    # A control of eight bits, as one byte or in UTF-8.
    "control": rb"\xc2?[\x80-\x9f]",
    # An old report of the mouse: three bytes of any kind.
    "mouse": rb"\x1b\[M[^\x1b]{3}",
    # Esc [, Esc [[ or Esc O, parameters, and a final letter.
    "sequence": rb"\x1b(?:\[(?![M\[])|\[\[|O)[ -?]*[@-~]",
    # A control string, which ends at BEL, ST, or the Esc of another sequence.
    "string": rb"\x1b[\]PX^_][^\x07\x1b]*?"
    rb"(?:\x07|\x1b\\|\xc2\x9c|(?<=[\x00-\x7f])\x9c|(?=\x1b[^\\]))",
    # A key with Alt: Esc and a character. Esc [ and Esc O count if no sequence follows.
    "alt": rb"\x1b(?:[\[O](?=[^ -~])|(?![\[O\]PX^_])(?:[^\x1b\x80-\xff]|" + WIDE + rb"))",
    # An Esc that another one follows.
    "escape": rb"\x1b(?=\x1b)",
    # An old report of the mouse or a sequence that another one breaks off; Esc and invalid bytes.
    "broken": rb"\x1b(?:\[M[^\x1b]{0,2}(?=\x1b)|[\[O][ -?]+(?=[^ -~])"
    rb"|(?!" + WIDE_BEGINS + rb")[\x80-\xff][\x80-\xbf]*)",
    # Bytes that are not UTF-8.
    "invalid": rb"(?!" + WIDE_BEGINS + rb")[\xa0-\xff][\x80-\xbf]*",
}
#: Sequences of keys, the mouse, focus, and answers to its own questions that Textual knows.
KNOWN = (
    # Arrows, Home and End; Insert to PageDown and F1 to F12; Shift+Tab; keypads.
    rb"\x1b\[[A-DFH]",
    rb"\x1b\[(?:[1-8]|1[1-57-9]|2[0134])~",
    rb"\x1b\[Z",
    rb"\x1bO[A-DFHMP-Sa-djkm-y]",
    # The Linux console, and rxvt.
    rb"\x1b\[\[[A-E]",
    rb"\x1b\[(?:[a-d]|[378]\$|2[34][$@]|(?:[35-8]|1[1-57-9]|2[0134])\^)",
    # Focus, the mouse, the support of a mode, and the size.
    rb"\x1b\[[IO]",
    rb"\x1b\[<\d{1,3};\d{1,5};\d{1,5}[Mm]",
    rb"\x1b\[\?20(?:26|48);\d\$y",
    rb"\x1b\[48(?:;[1-9]\d{0,4}(?::[\d:]*)?){4}t",
)
#: Keys of the kitty protocol.
KITTY = (
    # Arrows and the like, with modifiers if any.
    rb"\x1b\[(?:1;[1-9]\d{0,2}R|(?:1;[1-9]\d{0,2})?[A-FHPQS])",
    rb"\x1b\[(?:[1-8]|1[1-57-9]|2[0134]);[1-9]\d{0,2}~",
    # A character by its code, with modifiers and the text that it types.
    rb"\x1b\[(?P<code>\d{1,7})(?:;(?:[1-9]\d{0,2})?(?:;(?P<text>\d{1,7}(?::\d{1,7})*)?)?)?u",
)
#: Keys with Shift and Ctrl that Textual knows if the kitty protocol is disabled.
WITHOUT_KITTY = (rb"\x1b\[1;[256][A-DFH]", rb"\x1b\[[356];[256]~")
#: Codes of the characters that a key may have in the kitty protocol, and of keys without one.
CHARACTERS = (range(0x20, 0x7F), range(0xA0, 0xD800), range(0xE000, 0x110000))
NO_CHARACTERS = (ord("\t"), ord("\r"), 0x1B, 0x7F)
#: What continues a sequence whose Esc came earlier.
CONTINUES = re.compile(rb"\[|O|\](?:\d+;|[lL])|[PX^_][^\x1b]")
#: What may continue one, and may also be keys.
MAY_CONTINUE = re.compile(rb"\]\d*|[PX^_]")
#: Controls in a paste, which are left out.
NOT_PASTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
#: The end of a piece of a paste that may begin the end of the paste, or a character.
PASTE_TAIL = re.compile(rb"(?:\x1b(?:\[2?0?1?)?|" + WIDE_BEGINS + rb")\Z")


@cache
def token_pattern() -> re.Pattern[bytes]:
    """The pattern of a token, with a group named after each kind: compiled with the first input,
    when the first frame is painted.
    """
    return re.compile(
        b"|".join(b"(?P<%s>%s)" % (name.encode(), pattern) for name, pattern in TOKENS.items())
    )


@cache
def known_pattern(kitty: bool) -> re.Pattern[bytes]:
    """The pattern of the sequences that Textual knows, with or without the kitty protocol."""
    return re.compile(b"|".join(KNOWN + (KITTY if kitty else WITHOUT_KITTY)))


def is_known(sequence: bytes, kitty: bool) -> bool:
    """Whether Textual knows a sequence, and the characters in it exist."""
    known = known_pattern(kitty).fullmatch(sequence)
    if known is None or len(sequence) > MOST_READ:
        return False
    groups = known.groupdict()
    if not (code := groups.get("code")):
        return True
    text = [int(number) for number in re.findall(rb"\d+", groups["text"] or b"")]
    key = int(code)
    # A text without a key, as from an input method, has the code 0.
    is_text_alone = key == 0 and text != []
    is_key = key in NO_CHARACTERS or is_text_alone or _is_character(key)
    return is_key and all(map(_is_character, text))


def _is_character(code: int) -> bool:
    return any(code in codes for codes in CHARACTERS)
