"""What a terminal sends, reduced to what was typed, pasted or clicked.

A terminal also sends replies to questions of other programs, bytes that are not UTF-8 and, over a
slow line, sequences in pieces. Textual reads what it does not know as single keys, and some
sequences end its thread. Only what it knows passes here, each sequence as a whole.

Sources: ECMA-48 for the grammar; for the keys, xterm, rxvt and the kitty keyboard protocol.
"""

from __future__ import annotations

import math
import re
from functools import cache, cached_property

#: Seconds of silence that end a control string or an old mouse report.
STRING_SILENCE = 0.2
#: Seconds of silence that end a sequence in pieces. For as long after a lone Esc, the rest of a
#: sequence is dropped.
SEQUENCE_SILENCE = 0.5
#: Seconds of silence that end a paste whose end is missing.
PASTE_SILENCE = 2.0
#: Bytes of an unfinished sequence that are kept.
MOST_KEPT = 4096
#: Characters of the longest sequence that Textual reads as a whole.
MOST_READ = 32

ESC = b"\x1b"
#: An Esc that Textual reads at once: the report after it, of no mode, ends its wait for the rest of
#: a sequence and does nothing.
LONE_ESCAPE = b"\x1b\x1b[?0;0$y"
PASTE_BEGINS = b"\x1b[200~"
PASTE_ENDS = b"\x1b[201~"
#: What Textual reads as a character that it cannot decode.
REPLACEMENT = "\ufffd".encode()
#: What introduces a sequence or a string in eight bits: SS3, DCS, SOS, CSI, OSC, PM and APC.
INTRODUCERS = b"\x8f\x90\x98\x9b\x9d\x9e\x9f"
#: Letters that Textual reads after Esc: a text field moves by words.
WORD_KEYS = b"bf"
#: Modifiers of the kitty protocol.
ALT = 3
ALT_SHIFT = 4
#: Characters that a key may have in the kitty protocol, and keys without one.
CHARACTERS = (range(0x20, 0x7F), range(0xA0, 0xD800), range(0xE000, 0x110000))
NO_CHARACTERS = (ord("\t"), ord("\r"), 0x1B, 0x7F)

#: A character beyond ASCII in UTF-8, without the controls of eight bits; the beginning of one.
WIDE = (
    rb"(?:(?!\xc2[\x80-\x9f])[\xc2-\xdf][\x80-\xbf]"
    rb"|(?:\xe0[\xa0-\xbf]|\xed[\x80-\x9f]|[\xe1-\xec\xee\xef][\x80-\xbf])[\x80-\xbf]"
    rb"|(?:\xf0[\x90-\xbf]|\xf4[\x80-\x8f]|[\xf1-\xf3][\x80-\xbf])[\x80-\xbf]{2})"
)
WIDE_BEGINS = rb"[\xc2-\xf4][\x80-\xbf]{0,2}\Z"
#: What may come next, by name. An escape sequence that is not whole matches nothing.
TOKENS = {
    "text": rb"(?:[^\x1b\x80-\xff]|" + WIDE + rb")+",
    "control": rb"\xc2?[\x80-\x9f]",
    "mouse": rb"\x1b\[M[^\x1b]{3}",
    "sequence": rb"\x1b(?:\[(?![M\[])|\[\[|O)[ -?]*[@-~]",
    # A string ends at BEL, ST, or the Esc of another sequence.
    "string": rb"\x1b[\]PX^_][^\x07\x1b]*?"
    rb"(?:\x07|\x1b\\|\xc2\x9c|(?<=[\x00-\x7f])\x9c|(?=\x1b[^\\]))",
    "alt": rb"\x1b(?:[\[O](?=[^ -~])|(?![\[O\]PX^_])(?:[^\x1b\x80-\xff]|" + WIDE + rb"))",
    "escape": rb"\x1b(?=\x1b)",
    "broken": rb"\x1b(?:\[M[^\x1b]{0,2}(?=\x1b)|[\[O][ -?]+(?=[^ -~])"
    rb"|(?!" + WIDE_BEGINS + rb")[\x80-\xff][\x80-\xbf]*)",
    "invalid": rb"(?!" + WIDE_BEGINS + rb")[\xa0-\xff][\x80-\xbf]*",
}
#: What continues a sequence after its Esc; what may, and may also be keys.
CONTINUES = re.compile(rb"\[|O|\](?:\d+;|[lL])|[PX^_][^\x1b]")
MAY_CONTINUE = re.compile(rb"\]\d*|[PX^_]")
#: Controls in a paste; the end of a piece of a paste that may begin its end or a character.
NOT_PASTED = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]")
PASTE_TAIL = re.compile(rb"(?:\x1b(?:\[2?0?1?)?|" + WIDE_BEGINS + rb")\Z")

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
#: Keys of the kitty protocol, with modifiers if any; characters with modifiers and text.
KITTY = (
    rb"\x1b\[(?:1;[1-9]\d{0,2}R|(?:1;[1-9]\d{0,2})?[A-FHPQS])",
    rb"\x1b\[(?:[1-8]|1[1-57-9]|2[0134]);[1-9]\d{0,2}~",
    rb"\x1b\[(?P<code>\d{1,7})(?:;(?:[1-9]\d{0,2})?(?:;(?P<text>\d{1,7}(?::\d{1,7})*)?)?)?u",
)
#: Keys with Shift and Ctrl that Textual knows if the kitty protocol is disabled.
WITHOUT_KITTY = (rb"\x1b\[1;[256][A-DFH]", rb"\x1b\[[356];[256]~")


@cache
def token_pattern() -> re.Pattern[bytes]:
    """The pattern of what may come next: compiled with the first input, when the first frame is
    painted.
    """
    return re.compile(
        b"|".join(b"(?P<%s>%s)" % (name.encode(), pattern) for name, pattern in TOKENS.items())
    )


class TerminalInput:
    """A filter for the input of a terminal.

    ``escape_delay`` is the time in seconds after which an Esc is a key. Without ``kitty``, Textual
    does not read the kitty keyboard protocol.
    """

    def __init__(self, escape_delay: float, kitty: bool = True) -> None:
        self._escape_delay = escape_delay
        self._kitty = kitty
        self._pending = b""
        self._pasting = False
        #: Whether the pending sequence continues an Esc that has passed as a key; until when one
        #: may, and the keys since then that may be its beginning.
        self._late = False
        self._late_until = -math.inf
        self._late_keys = b""
        #: When silence ends what is pending; infinite if it does not.
        self.due = math.inf

    @cached_property
    def _known(self) -> re.Pattern[bytes]:
        """The sequences that Textual knows."""
        return re.compile(b"|".join(KNOWN + (KITTY if self._kitty else WITHOUT_KITTY)))

    def feed(self, data: bytes, now: float) -> bytes:
        """What Textual should read now, ``data`` having come at ``now``, in seconds.

        After ``due``, feed nothing to end what is pending.
        """
        passed = self._end_by_silence() if now > self.due else b""
        if data:
            self._pending += self._with_late_escape(data, now)
            passed += self._take_tokens()
            self.due = now + self._patience()
        return passed

    def _with_late_escape(self, data: bytes, now: float) -> bytes:
        """The data, with the Esc before it if it continues a sequence."""
        continued = self._late_keys + data
        may_continue = now < self._late_until
        self._late_until = -math.inf
        self._late_keys = b""
        if may_continue and CONTINUES.match(continued):
            self._late = True
            return ESC + continued
        if may_continue and MAY_CONTINUE.fullmatch(continued):
            self._late_until = now + SEQUENCE_SILENCE
            self._late_keys = continued
        return data

    def _take_tokens(self) -> bytes:
        """What passes of the pending bytes; the beginning of a token that is not whole stays
        pending.
        """
        passed = b""
        while self._pending:
            if self._pasting:
                passed += self._take_paste()
            if self._pasting or (token := token_pattern().match(self._pending)) is None:
                break
            self._pending = self._pending[token.end() :]
            passed += self._pass_token(token.lastgroup or "", token[0])
        # The introducer keeps an endless string from being read as keys; the last two bytes may
        # begin its end.
        if len(self._pending) > MOST_KEPT:
            self._pending = self._pending[:3] + self._pending[-2:]
        return passed

    def _take_paste(self) -> bytes:
        """What passes of a paste, up to its end or to what may begin its end or a character."""
        text, end, rest = self._pending.partition(PASTE_ENDS)
        if not end and (tail := PASTE_TAIL.search(text)):
            text, rest = text[: tail.start()], tail[0]
        self._pending = rest
        self._pasting = not end
        return NOT_PASTED.sub("", text.decode("utf-8", "replace")).encode() + end

    def _pass_token(self, kind: str, token: bytes) -> bytes:
        """What passes of a token of a kind (``TOKENS``), empty for a kind that Textual must not
        read.
        """
        late = self._late
        self._late = False
        if token == PASTE_BEGINS:
            self._pasting = True
            return token
        # Its Esc has been read as a key already.
        if late:
            return b""
        match kind:
            case "text":
                return token
            case "control" if token[-1:] in INTRODUCERS:
                # The same introducer in seven bits is Esc and a letter.
                self._pending = ESC + bytes([token[-1] - 0x40]) + self._pending
            case "sequence" if self._is_known(token):
                return token
            case "alt":
                return self._alt_key(token)
            case "escape":
                return LONE_ESCAPE
            case "invalid":
                return REPLACEMENT
        return b""

    def _is_known(self, sequence: bytes) -> bool:
        """Whether Textual knows a sequence, and the characters in it exist."""
        known = self._known.fullmatch(sequence)
        if known is None or len(sequence) > MOST_READ:
            return False
        groups = known.groupdict()
        if not (code := groups.get("code")):
            return True
        # A text without a key, as from an input method, has the code 0.
        text = [int(number) for number in re.findall(rb"\d+", groups["text"] or b"")]
        key = int(code)
        of_a_key = key in NO_CHARACTERS or (key == 0 and text != [])
        return (of_a_key or _is_character(key)) and all(map(_is_character, text))

    def _alt_key(self, token: bytes) -> bytes:
        """The token for a key with Alt. Of Esc and the key, Textual would wait for more, and read
        the key without Alt if another sequence came next.
        """
        key = token[1:]
        if key.isascii() and not key.decode().isprintable():
            return token if key in b"\t\x7f" else key
        if key in WORD_KEYS:
            return token
        if not self._kitty:
            return b""
        sign = key.decode()
        small = sign.lower()
        if len(small) == 1 and small != sign:
            return b"\x1b[%d;%du" % (ord(small), ALT_SHIFT)
        return b"\x1b[%d;%du" % (ord(sign), ALT)

    def _end_by_silence(self) -> bytes:
        """End what is pending because nothing came after it: what passes of it."""
        pending = self._pending
        due = self.due
        self._pending = b""
        self.due = math.inf
        if self._pasting:
            self._pasting = False
            return PASTE_ENDS
        if self._late:
            self._late = False
            return b""
        if pending == ESC:
            self._late_until = due + SEQUENCE_SILENCE
            return LONE_ESCAPE
        # An introducer with nothing after it is a key with Alt.
        return self._alt_key(pending) if len(pending) == 2 and pending.isascii() else b""

    def _patience(self) -> float:
        """Seconds of silence that end what is pending."""
        if self._pasting:
            return PASTE_SILENCE
        if not self._pending.startswith(ESC):
            return math.inf
        if self._pending == ESC:
            return self._escape_delay
        return SEQUENCE_SILENCE if self._pending[1:2] in b"[O" else STRING_SILENCE


def _is_character(code: int) -> bool:
    return any(code in codes for codes in CHARACTERS)
