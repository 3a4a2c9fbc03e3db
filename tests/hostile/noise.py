"""What a terminal sends besides keys, and a battle on a pseudo-terminal that must not obey it."""

from __future__ import annotations

import random
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from tests.hostile.program import PATIENCE, Terminal

#: What ends a control string: ST in seven bits, BEL, ST in UTF-8.
ENDS = (b"\x1b\\", b"\x07", "\u009c".encode())
#: Control strings begin with OSC, DCS, APC, PM or SOS, in seven bits and in UTF-8.
BEGINS = (
    *(b"\x1b%c" % sign for sign in b"]P_^X"),
    *(f"{sign}".encode() for sign in "\u009d\u0090"),
)
CONTENTS = (
    b"11;rgb:ffff/ffff/ffff",
    b"10;rgb:0f0f/f0f0/ffff",
    b"4;1;rgb:ff/ff/ff",
    b"52;c;ZmZmZg==",
    b">|tmux 3.4",
    b"1$r0;1f",
    b"1+r544e=787465726d",
    b"Gi=31;OK",
    b"lf" + b"f1]" * 2000,
)
REPLIES = (
    b"\x1b[?1;2c",
    b"\x1b[>41;354;0c",
    b"\x1b[24;102R",
    b"\x1b[0n",
    b"\x1b[8;40;120t",
    b"\x1b[?25u",
    b"\x1b[?7;1$y",
    b"\x1b[?2026;2$y",
)
UNKNOWN = (
    b"\x1b[233:50;2;50u",
    b"\x1b[97;1:1u",
    b"\x1b[1;1:3B",
    b"\x1b[1114112;1u",
    b"\x1b[102~",
    b"\x1b[26~",
    b"\x1b[M !f",
    b"\x1b[M \xe0\xb0",
    b"\x1b[32;102;20M",
)
PASTES = (
    b"ffff",
    b"\xe9t\xe9 f\r",
    b"f\x1b]11;rgb:ffff\x07f",
    b"f\x1b[Bf\x9b1f\x03\x11",
    b"planes f " * 2000,
)
MOVES = (b"\x1b[<35;%d;%dM", b"\x1b[<65;%d;%dM", b"\x1b[<64;%d;%dM")
#: Seconds of a pause, after which Esc counts as a key.
PAUSE = 0.13
#: The program with silences so long that a busy machine does not end a sequence in pieces.
PROGRAM = """
from picket_duty.tui import terminal_input
terminal_input.STRING_SILENCE = 60.0
terminal_input.SEQUENCE_SILENCE = 60.0
terminal_input.PASTE_SILENCE = 60.0
from picket_duty.commands.main import main
main(["play", "--scenario", "6", "--seed", "7"])
"""
SEARCH = b"\x10"
SEARCH_SHOWN = b"Search for commands"
BATTLE_SHOWN = b"Gun mounts"
ESCAPE = b"\x1b[27u"
CHOOSE_AIM = b"1"
AIM_CHOSEN = "► 1"
FIRE = b"f"
STAY = b"n"


def noise(chance: random.Random) -> bytes:
    """One thing that a terminal sends and no key makes."""
    kind = chance.randrange(6)
    if kind == 0:
        return chance.choice(BEGINS) + chance.choice(CONTENTS) + chance.choice(ENDS)
    if kind == 1:
        return chance.choice(REPLIES)
    if kind == 2:
        return chance.choice(UNKNOWN)
    if kind == 3:
        return b"\x1b[200~" + chance.choice(PASTES) + b"\x1b[201~"
    if kind == 4:
        return bytes(chance.randrange(0xC0, 0x100) for _ in range(chance.randrange(1, 40)))
    return chance.choice(MOVES) % (chance.randrange(1, 121), chance.randrange(1, 41))


def noises(chance: random.Random, count: int) -> Iterator[tuple[bytes, list[int]]]:
    """This many things, and where each is cut."""
    for _ in range(count):
        sent = noise(chance)
        cuts = min(chance.choice((0, 0, 0, 1, 2)), len(sent) - 1)
        yield sent, sorted(chance.sample(range(1, len(sent)), cuts))


class Battle:
    """A battle on a pseudo-terminal with an aim chosen."""

    def __init__(self, home: Path) -> None:
        self.terminal = Terminal(home, code=PROGRAM, rows=40, columns=120, PICKET_DUTY_PACE="fast")
        self.terminal.wait_for(b"ORDERS")
        self.terminal.press(b"\r")
        self.terminal.wait_for("1-2 Aim")
        (self._save,) = (home / "saves").glob("*.picket")
        self.terminal.press(CHOOSE_AIM)
        self.terminal.wait_for(AIM_CHOSEN)

    def send(self, data: bytes, cuts: Sequence[int] = ()) -> None:
        """Send bytes, cut at these places with a pause at each."""
        ends = [*cuts, len(data)]
        for begin, end in zip([0, *cuts], ends, strict=True):
            self.terminal.press(data[begin:end])
            if end < len(data):
                time.sleep(PAUSE)

    def orders(self) -> bytes:
        """The save: every order is in it."""
        return self._save.read_bytes()

    def answers_a_key(self) -> None:
        """Open the search and close it: all input before is read then."""
        self.terminal.look()
        self._until_shown(SEARCH, SEARCH_SHOWN)
        self._until_shown(ESCAPE, BATTLE_SHOWN)

    def _until_shown(self, key: bytes, text: bytes) -> None:
        """Press a key again while a question that Esc opened or closed has taken it."""
        self.terminal.seen = b""
        end = time.monotonic() + PATIENCE
        while text not in self.terminal.seen:
            assert time.monotonic() < end, f"{key!r} did nothing: {self.terminal.seen[-500:]!r}"
            self.terminal.press(key)
            self.terminal.look()

    def fire(self) -> None:
        """Answer the question that Esc may have opened, and open fire; returns when the order is in
        the save.
        """
        before = self.orders()
        self.terminal.press(STAY)
        end = time.monotonic() + PATIENCE
        while self.orders() == before:
            assert time.monotonic() < end, "the order was not given"
            self.terminal.press(FIRE)
            self.terminal.look()
