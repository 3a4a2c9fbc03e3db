"""What a terminal sends, reduced to what was typed, pasted or clicked.

A terminal also sends replies to questions of other programs, bytes that are not UTF-8 and, over a
slow line, sequences in pieces. Textual reads what it does not know as single keys, and some
sequences end its thread. Only what it knows passes here, each sequence as a whole.
"""

from __future__ import annotations

import math

from picket_duty.tui.terminal_sequences import (
    CONTINUES,
    MAY_CONTINUE,
    NOT_PASTED,
    PASTE_TAIL,
    is_known,
    token_pattern,
)

#: Seconds of silence that end a control string.
STRING_SILENCE = 0.2
#: Seconds of silence that end a sequence in pieces or an old mouse report. For as long after a lone
#: Esc, the rest of a sequence is dropped.
SEQUENCE_SILENCE = 0.5
#: Seconds of silence that end a paste whose end is missing.
PASTE_SILENCE = 2.0
#: Bytes of an unfinished sequence that are kept.
MOST_KEPT = 4096

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


class TerminalInput:
    """A filter for the input of a terminal.

    ``escape_delay`` is the time in seconds after which an Esc is a key. Without ``kitty``, Textual
    does not read the kitty keyboard protocol.
    """

    def __init__(self, escape_delay: float, kitty: bool = True) -> None:
        self._escape_delay = escape_delay
        self._kitty = kitty
        #: Bytes that have not passed yet: the beginning of a token.
        self._pending = b""
        self._pasting = False
        #: After an Esc that has passed as a key, the rest of its sequence may still come late: until
        #: when, and the keys since then that may be its beginning.
        self._late_until = -math.inf
        self._late_keys = b""
        #: Whether the pending sequence is such a late one, which must not pass.
        self._late = False
        #: When silence ends what is pending; infinite if it does not.
        self.due = math.inf

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
        """The data; if it continues a sequence whose Esc has passed as a key, the whole sequence.

        ``[A`` soon after a lone Esc becomes Esc [ A, which is then dropped. ``]`` may be typed: it
        passes, and what comes next decides whether it began a sequence.
        """
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
        # The introducer, of up to three bytes (Esc [[), keeps an endless string from being read as
        # keys; the last two bytes may begin its end.
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
        """What passes of a token of one of the kinds in ``TOKENS``; empty if Textual must not read
        it.
        """
        late = self._late
        self._late = False
        if token == PASTE_BEGINS:
            self._pasting = True
            return token
        # Textual has read its Esc as a key already.
        if late:
            return b""
        match kind:
            case "text":
                return token
            case "control" if token[-1:] in INTRODUCERS:
                # The same introducer in seven bits is Esc and a letter.
                self._pending = ESC + bytes([token[-1] - 0x40]) + self._pending
            case "sequence" if is_known(token, self._kitty):
                return token
            case "alt":
                return self._alt_key(token)
            case "escape":
                return LONE_ESCAPE
            case "invalid":
                return REPLACEMENT
        return b""

    def _alt_key(self, token: bytes) -> bytes:
        """The token for a key with Alt. Of Esc and the key, Textual would wait for more, and read
        the key without Alt if another sequence came next.
        """
        key = token[1:]
        if key.isascii() and not key.decode().isprintable():
            # Textual reads Tab and Backspace with Alt, but no other control.
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
