"""The filter of what a terminal sends: keys, pastes and the mouse pass, replies and pieces do not.

What passes is read by Textual's own parser.
"""

import asyncio
import os
import random
import signal
from concurrent.futures import ThreadPoolExecutor

import pytest

if os.name != "posix":
    pytest.skip("the filter is for POSIX terminals", allow_module_level=True)

from textual import events
from textual.app import App

from picket_duty.tui.terminal import KeyParser
from picket_duty.tui.terminal_input import (
    ESC,
    LONE_ESCAPE,
    MOST_KEPT,
    PASTE_SILENCE,
    SEQUENCE_SILENCE,
    STRING_SILENCE,
    TerminalInput,
)

ESCAPE_DELAY = 0.1
FOCUS = b"\x1b[I"
#: Just after, in seconds.
MOMENT = 0.001
REPLIES = {
    "colors": b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
    "colors to BEL": b"\x1b]10;rgb:ffff/ffff/ffff\x07",
    "colors in UTF-8": "\x1b]11;rgb:ffff/ffff/ffff\u009c".encode(),
    "colors in eight bits": b"\x9d11;rgb:ffff/ffff/ffff\x9c",
    "a title": "\x1b]lÜber f\x1b\\".encode(),
    "version": b"\x1bP>|tmux 3.4\x1b\\",
    "setting": b"\x1bP1$r0 q\x1b\\",
    "capability": b"\x1bP1+r544e=787465726d\x1b\\",
    "picture": b"\x1b_Gi=31;OK\x1b\\",
    "privacy message": b"\x1b^ffff\x1b\\",
    "start of string": b"\x1bXffff\x1b\\",
    "device": b"\x1b[?1;2c",
    "second device": b"\x1b[>41;354;0c",
    "third device": b"\x1bP!|00000000\x1b\\",
    "cursor": b"\x1b[24;102R",
    "status": b"\x1b[0n",
    "window": b"\x1b[8;24;80t",
    "keyboard": b"\x1b[?25u",
    "an unasked mode": b"\x1b[?7;1$y",
    "rectangle": b"\x1b[2;3*y",
}
UNKNOWN = {
    "alternate keys": b"\x1b[233:50;2;50u",
    "kinds of events": b"\x1b[97;1:1u",
    "the end of an arrow": b"\x1b[1;1:3B",
    "beyond Unicode": b"\x1b[1114112;1u",
    "half a surrogate": b"\x1b[55296u",
    "text that is a control": b"\x1b[97;;27u",
    "a letter as a function key": b"\x1b[102~",
    "a letter as an arrow": b"\x1b[102A",
    "a size of zero": b"\x1b[48;0;120;800;0t",
    "more than Textual reads": b"\x1b[97;;" + b":".join([b"102"] * 20) + b"u",
    "a mouse of old": b"\x1b[M\x20\x30\x30",
    "a mouse of old, far right": b"\x1b[M\x20\xe9\xa0",
    "a mouse in decimals": b"\x1b[32;102;20M",
    "a mouse left of the window": b"\x1b[<0;-1;5M",
    "an unknown keypad": b"\x1bOz",
    "an endless string": b"\x1b]52;c;" + b"f" * 3 * MOST_KEPT + b"\x1b\\",
}


class Terminal:
    """The filter with a clock; ``passed`` is what Textual reads."""

    def __init__(self, kitty=True):
        self.input = TerminalInput(ESCAPE_DELAY, kitty)
        self.now = 0.0
        self.passed = b""

    def send(self, data):
        """Send bytes at once; returns everything that passed so far."""
        self.passed += self.input.feed(data, self.now)
        return self.passed

    def wait(self, seconds):
        """Be silent; returns everything that passed so far."""
        end = self.now + seconds
        while self.input.due < end:
            self.passed += self.input.feed(b"", self.input.due + MOMENT / 10)
        self.now = end
        return self.passed

    def send_in_pieces(self, pause, *pieces):
        for piece in pieces:
            self.send(piece)
            self.wait(pause)
        return self.passed


@pytest.fixture
def terminal():
    return Terminal()


@pytest.mark.parametrize(
    ("sent", "read"),
    [
        (b"\xe9a", "\ufffda"),
        (b"\xff\xfea", "\ufffd\ufffda"),
        (b"\xed\xa0\x80a", "\ufffda"),
        (b"\xf0\x9f\x98a", "\ufffda"),
        (b"\x80a", "a"),
        (b"\xc2\x80a", "a"),
        ("é漢😀\r\t\x11".encode(), "é漢😀\r\t\x11"),
        (b"\x9bB", "\x1b[B"),
        ("\u009bB".encode(), "\x1b[B"),
        (b"\x8fP", "\x1bOP"),
    ],
)
def test_text_is_read_as_utf_8_and_controls_of_eight_bits_as_seven(terminal, sent, read):
    assert terminal.send(sent).decode() == read


def test_a_character_in_pieces_passes_as_a_whole(terminal):
    assert (
        terminal.send_in_pieces(10, *(bytes([byte]) for byte in "é😀".encode())) == "é😀".encode()
    )


@pytest.mark.parametrize("sent", [*REPLIES.values(), *UNKNOWN.values()], ids=[*REPLIES, *UNKNOWN])
def test_replies_and_unknown_sequences_are_dropped_and_the_key_after_counts(terminal, sent):
    assert terminal.send(sent + b"f") == b"f"


@pytest.mark.parametrize("sent", REPLIES.values(), ids=REPLIES)
def test_a_reply_in_two_pieces_is_dropped(sent):
    """The piece after a lone Esc comes when the Esc has counted as a key."""
    for cut in range(1, len(sent)):
        for pause in (ESCAPE_DELAY + MOMENT, STRING_SILENCE - MOMENT):
            terminal = Terminal()
            passed = terminal.send_in_pieces(pause, sent[:cut], sent[cut:] + b"f")
            assert passed.replace(LONE_ESCAPE, b"") == b"f", (cut, pause)


SEQUENCES = {
    "down": b"\x1b[B",
    "page down": b"\x1b[6~",
    "F1": b"\x1bOP",
    "F5": b"\x1b[15~",
    "shift and up": b"\x1b[1;2A",
    "a letter": b"\x1b[102;5u",
    "console": b"\x1b[[B",
    "mouse": b"\x1b[<0;30;10M",
    "mode": b"\x1b[?2026;2$y",
}


@pytest.mark.parametrize("sequence", SEQUENCES.values(), ids=SEQUENCES)
@pytest.mark.parametrize("pause", [0.0, 0.05, 0.12, 0.3, SEQUENCE_SILENCE - MOMENT])
def test_a_key_in_pieces_counts_once_or_its_rest_is_dropped(sequence, pause):
    for cut in range(1, len(sequence)):
        passed = Terminal().send_in_pieces(pause, sequence[:cut], sequence[cut:])
        late = cut == 1 and pause > ESCAPE_DELAY
        assert passed == (LONE_ESCAPE if late else sequence), cut
    pieces = [bytes([byte]) for byte in sequence]
    passed = Terminal().send_in_pieces(pause, *pieces, b"f")
    assert passed == (LONE_ESCAPE if pause > ESCAPE_DELAY else sequence) + b"f"


@pytest.mark.parametrize("key", [b"f", b"\r", b"]", b"1", b"P", b"\x11", b"\x1b[B", "é".encode()])
@pytest.mark.parametrize("pause", [ESCAPE_DELAY + MOMENT, 0.3, 5.0])
def test_any_other_key_after_esc_counts_at_once(terminal, key, pause):
    terminal.send(ESC)
    terminal.wait(pause)
    assert terminal.send(key) == LONE_ESCAPE + key


def test_a_reply_in_many_pieces_loses_what_cannot_be_keys(terminal):
    pieces = (b"\x1b", b"]", b"1", b"1", b";rgb:", b"ffff/", b"ffff/ffff", b"\x07", b"f")
    assert terminal.send_in_pieces(STRING_SILENCE - MOMENT, *pieces) == LONE_ESCAPE + b"]11f"
    assert Terminal().send_in_pieces(0.15, ESC, b"]", b"2", b"f") == LONE_ESCAPE + b"]2f"


def test_only_the_next_key_after_esc_may_continue_a_sequence(terminal):
    assert terminal.send_in_pieces(0.12, ESC, b"x", b"[", b"O") == LONE_ESCAPE + b"x[O"
    assert terminal.send_in_pieces(SEQUENCE_SILENCE + 0.2, ESC, b"[")[-1:] == b"["


def test_esc_twice_is_two_keys_and_esc_before_a_sequence_is_one(terminal):
    assert terminal.send(ESC + ESC) == LONE_ESCAPE
    assert terminal.wait(1) == 2 * LONE_ESCAPE
    assert terminal.send(ESC + b"\x1b[B") == 3 * LONE_ESCAPE + b"\x1b[B"


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        (b"g", b"\x1b[103;3u"),
        (b"G", b"\x1b[103;4u"),
        ("É".encode(), b"\x1b[233;4u"),
        (b" ", b"\x1b[32;3u"),
        # As Textual reads them: words in a text field, and controls without Alt.
        (b"b", b"\x1bb"),
        (b"\x7f", b"\x1b\x7f"),
        (b"\t", b"\x1b\t"),
        (b"\r", b"\r"),
    ],
)
def test_a_key_with_alt_passes_as_one_key(terminal, sent, key):
    assert terminal.send(ESC + sent + b"\x1b[B") == key + b"\x1b[B"


@pytest.mark.parametrize("introducer", b"]PX^_[O")
def test_an_introducer_with_nothing_after_it_is_a_key_with_alt_and_the_next_key_counts(
    terminal, introducer
):
    sign = chr(introducer).lower()
    alt = b"\x1b[%d;%du" % (ord(sign), 3 + (sign != chr(introducer)))
    terminal.send(ESC + bytes([introducer]))
    terminal.wait((SEQUENCE_SILENCE if introducer in b"[O" else STRING_SILENCE) + MOMENT)
    assert terminal.send(b"f") == alt + b"f"


@pytest.mark.parametrize(
    "begun", [b"\x1b]11;rgb:ff", b"\x1bPq", b"\x1b[1;5", b"\x1b[M a", b"\x1bO5"]
)
def test_a_sequence_without_an_end_ends_after_silence_and_at_the_next_one(begun):
    terminal = Terminal()
    terminal.send(begun)
    terminal.wait(SEQUENCE_SILENCE + MOMENT)
    assert terminal.send(b"f") == b"f"
    assert Terminal().send(begun + b"\x1b[B") == b"\x1b[B"


@pytest.mark.parametrize("pause", [0.0, 0.3, 1.5])
def test_a_paste_passes_as_text_without_its_controls_in_pieces_too(pause):
    paste = b"\x1b[200~one\ttwo\xe9 \x1b]11;f\x07\x9b\r\n\xc2\x85" + "é😀".encode() + b"\x1b[201~"
    read = "\x1b[200~one\ttwo\ufffd ]11;f\ufffd\r\né😀\x1b[201~f".encode()
    for cut in range(8, len(paste)):
        assert Terminal().send_in_pieces(pause, paste[:cut], paste[cut:] + b"f") == read


def test_a_paste_after_a_late_esc_is_a_paste_and_one_without_an_end_ends(terminal):
    terminal.send_in_pieces(0.2, ESC, b"[200~ff")
    assert terminal.wait(PASTE_SILENCE) == LONE_ESCAPE + b"\x1b[200~ff\x1b[201~"
    assert terminal.send(b"f")[-1:] == b"f"


# -- Textual's parser ------------------------------------------------------------------


@pytest.fixture
def read_by_textual():
    """Reads pieces as Textual's driver does; returns the messages made of each before it had to
    wait for more.
    """
    before = {number: signal.getsignal(number) for number in (signal.SIGTSTP, signal.SIGCONT)}
    yield lambda *sent: asyncio.run(_messages(sent))
    for number, handler in before.items():
        signal.signal(number, handler)


async def _messages(sent):
    groups = [[]]

    def deliver(message):
        groups.append([]) if isinstance(message, events.AppFocus) else groups[-1].append(message)

    parser = KeyParser(App(), deliver)
    pipe, keys = os.pipe()
    with ThreadPoolExecutor(1) as threads:
        reading = threads.submit(parser.read, pipe)
        for piece in sent:
            os.write(keys, piece + FOCUS)
        while len(groups) <= len(sent) and not reading.done():
            await asyncio.sleep(0.001)
        parser.exit_event.set()
        os.close(keys)
        reading.result()
    return groups[:-1]


def sequences():
    """Sequences of one or two numbers, and those of two letters."""
    numbers = [*range(132), 1114111, 1114112, 55296, 57358, 57441]
    parameters = ["", *(f"{number}" for number in numbers), *(f"{number};5" for number in numbers)]
    parameters += [f"1;{modifier}" for modifier in range(300)]
    parameters += ["97;;97", "97;2;65", "0;;233", "0;;27", "97;;102:103", "2026;1", "2048;2"]
    for final in range(0x40, 0x7F):
        for text in parameters:
            yield b"\x1b[%s%c" % (text.encode(), final)
        yield b"\x1bO%c" % final
        yield b"\x1b[[%c" % final
    for prefix, end in ((b"<", b"M"), (b"<", b"m"), (b"?", b"$y"), (b"?", b"u"), (b">", b"c")):
        for text in (b"0;3;4", b"65;3;4", b"2026;1", b"2048;0", b"2026;0", b"1"):
            yield b"\x1b[" + prefix + text + end


@pytest.mark.slow
@pytest.mark.parametrize("kitty", [True, False])
def test_textual_reads_every_sequence_that_passes_as_one_and_no_function_key_as_a_letter(
    kitty, read_by_textual, monkeypatch
):
    monkeypatch.setattr("textual.constants.DISABLE_KITTY_KEY", not kitty, raising=False)
    passed = [each for each in sequences() if Terminal(kitty).send(each) == each]
    passed.remove(FOCUS)
    assert len(passed) > 100
    for sequence, messages in zip(passed, read_by_textual(*passed), strict=True):
        several = b":" in sequence
        assert len(messages) <= 1 + several, (sequence, messages)
        if not sequence.endswith(b"u") and not sequence.startswith(b"\x1bO"):
            assert not any(
                isinstance(message, events.Key) and message.is_printable for message in messages
            ), (sequence, messages)


@pytest.mark.parametrize(
    ("sent", "key"),
    [
        (b"", "escape"),
        (b"g", "alt+g"),
        (b"G", "alt+shift+g"),
        (b"]", "alt+right_square_bracket"),
        ("é".encode(), "alt+é"),
        (b"b", "ctrl+left"),
        (b"\x11", "ctrl+q"),
        (b"[B", "down"),
        (b"[6~", "pagedown"),
        (b"OP", "f1"),
        (b"[[A", "f1"),
        (b"[1;5C", "ctrl+right"),
        (b"[102;5u", "ctrl+f"),
    ],
)
def test_esc_and_what_may_follow_it_are_the_keys_they_were(terminal, sent, key, read_by_textual):
    terminal.send(ESC + sent)
    (messages,) = read_by_textual(terminal.wait(1))
    assert [message.key for message in messages] == [key]


@pytest.mark.parametrize("kitty", [True, False])
def test_textual_reads_whatever_passes_of_random_bytes(kitty, read_by_textual, monkeypatch):
    monkeypatch.setattr("textual.constants.DISABLE_KITTY_KEY", not kitty, raising=False)
    chance = random.Random(54)
    parts = [*REPLIES.values(), *UNKNOWN.values(), *SEQUENCES.values(), ESC, b"\x9b", b"\x1b[200~"]
    terminal = Terminal(kitty)
    for _ in range(3000):
        sent = chance.choice(parts) if chance.random() < 0.7 else chance.randbytes(8)
        terminal.send(sent[: chance.randrange(1, len(sent) + 1)])
        terminal.wait(chance.choice((0, 0, 0, 0.05, 0.3, 3)))
    terminal.wait(10)
    (*_, last) = read_by_textual(terminal.passed, b"f")
    assert [message.key for message in last] == ["f"]
