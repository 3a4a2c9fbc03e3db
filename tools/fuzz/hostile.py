"""The real program on all kinds of streams and in windows of all sizes.

From the top of the repository: ``python -m tools.fuzz.hostile streams``, ``... windows [STEP]`` or
``... hands [PLAYERS]``.

``streams`` runs every command line with its output closed, full, broken or in another encoding; it
must exit without a traceback and without being killed. ``windows`` opens menu and battle in windows
from 1x1 to 80x24, every STEP-th size, and leaves by q, Ctrl+Q and SIGTERM; it must exit with 0 and
write no more than two screens. ``hands`` plays with random keys in a window that is resized, while
the save is sometimes removed; it must always exit with 0, and the last save must hold every answer.
"""

from __future__ import annotations

import contextlib
import os
import random
import signal
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from picket_duty.saves import SaveError, read_record
from picket_duty.saves.record import Record
from picket_duty.saves.save_file import lock
from tests.hostile.program import Terminal, run
from tests.saves.games import saved
from tools.fuzz.meddling import MEDDLING

COMMANDS = """
--help|--version|locate|saves|saves list|saves list --json|saves --help|log one|log one --format md
log one --format html|log one --format json|replay one|replay one --verify|odds one|odds one --json|luck one
luck one --json|service|service --json|tables|tables list|tables show 11/aft|tables show 10 --ascii|tables roll V-1
tables roll V-1 --json|tables query|tables check|manual|manual start|manual --list|manual --search fire
branch list one|bug-report one|play --scenario 6 --auto doctrine
play --scenario 6 --auto doctrine --json|play --scenario 6 --auto doctrine --events -|resume one --plain
simulate --scenario 6 -n 3 --jobs 1
simulate --scenario 6 -n 3 --jobs 1 --json|no-such-command|completion bash|review one -n 1 --jobs 1
"""
ENCODINGS = ("ascii", "cp437", "latin-1", "utf-16")
WAYS = (b"q", b"\x11", signal.SIGTERM)
#: Keys to press: none that undo or quit.
KEYS = (
    *tuple("\r\r\r\r\r\r\r\r 123456789gvto[]?mnyf\t\x1b"),
    "\x1bOQ",
    "\x1bOR",
    "\x1b[15~",
    "\x1b[A",
    "\x1b[B",
    "\x1b[6~",
)
PRESSES = 80
#: More bytes than two screens.
MOST_WRITTEN = 50_000
TELL_EVERY = 10


def streams(home: Path) -> Iterator[tuple[str, bool]]:
    """Run every command line on every stream; returns whether all ended well."""
    (home / "saves").mkdir()
    saved(home / "saves" / "one.picket", answers=60, scenario=3, seed=5, ship="Отважный")
    for command in COMMANDS.strip().replace("\n", "|").split("|"):
        words = command.split()
        ends = run(home, *words).returncode
        for number in range(3):
            yield (
                f"{command}: {number} closed",
                _well(home, words, before=lambda number=number: os.close(number)),
            )
        if os.path.exists("/dev/full"):
            with open("/dev/full", "wb") as full:
                yield f"{command}: full", _well(home, words, stdout=full)
        for encoding in ENCODINGS:
            yield f"{command}: {encoding}", _well(home, words, (ends,), PYTHONIOENCODING=encoding)


def windows(home: Path, step: int) -> Iterator[tuple[str, bool]]:
    """Open menu and battle in windows of every size and leave in every way; returns whether all
    ended well.
    """
    places = [(rows, columns) for rows in range(1, 25) for columns in range(1, 81)]
    for place, (rows, columns) in enumerate(places[::step]):
        words = ("play", "--scenario", "6", "--seed", "7") if place % 2 else ()
        way = WAYS[place // 2 % len(WAYS)]
        yield (
            f"{rows}x{columns} {' '.join(words)} {way!r}",
            _left(Terminal(home, *words, rows=rows, columns=columns), way),
        )


def hands(home: Path, players: int) -> Iterator[tuple[str, bool]]:
    """Play with random keys in windows of any size; returns whether all games ended well and were
    saved.
    """
    for number in range(players):
        chance = random.Random(number)
        own = home / str(number)
        own.mkdir()
        words = ("play", "--scenario", str(number % 8 + 1), "--seed", str(number))
        yield (
            f"player {number}",
            _played(Terminal(own, *words, rows=30, columns=100), own / "saves", chance),
        )


def _played(terminal: Terminal, saves: Path, chance: random.Random) -> bool:
    """Press keys, resize, remove the save; then leave."""
    most = 0
    done = ""
    try:
        terminal.wait_for(b"\x1b[38;")
        for _ in range(PRESSES):
            if chance.random() < 0.1:
                terminal.resize(chance.randrange(1, 50), chance.randrange(1, 160))
            records = [record for record in map(_record, saves.glob("*.picket")) if record]
            most = max((len(record.answers) for record in records), default=most)
            if chance.random() < 0.03 and records and not any(record.over for record in records):
                meddle = chance.choice(MEDDLING)
                for path in filter(_in_play, list(saves.glob("*.picket"))):
                    played = _record(path)
                    most = len(played.answers) if played else most
                    meddle(path)
                    done += f" {meddle.__name__}"
            terminal.press(chance.choice(KEYS).encode())
            terminal.look()
        terminal.resize(30, 100)
        way = chance.choice((b"\x11", signal.SIGTERM))
        terminal.process.send_signal(way) if isinstance(way, signal.Signals) else terminal.press(
            way
        )
        status = terminal.end()
    except (AssertionError, OSError) as error:
        terminal.process.kill()
        print(f"{type(error).__name__}: {error}")
        return False
    if status or b"Traceback" in terminal.seen:
        print(f"exit {status}, last: {terminal.seen[-2000:]!r}")
        return False
    left = [len(record.answers) for record in map(_record, saves.glob("*.picket")) if record]
    if max(left, default=0) < most:
        print(f"{most} answers were given, saved are {left}; {done}, left by {way!r}")
        return False
    return True


def _in_play(path: Path) -> bool:
    """Whether the program is playing this save now; a save removed after leaving does not count."""
    if not path.is_file():
        return False
    with path.open("r+b") as file:
        try:
            lock(file, path)
        except SaveError:
            return True
    return False


def _record(path: Path) -> Record | None:
    """A save, or None if it cannot be read."""
    with contextlib.suppress(SaveError):
        return read_record(path)
    return None


def _well(home: Path, words: list[str], ends: tuple[int, ...] = (0, 1, 2), **how: Any) -> bool:
    done = run(home, *words, **how)
    return (
        done.returncode in ends
        and b"Traceback" not in done.stderr
        and b"Exception" not in done.stderr
    )


def _left(terminal: Terminal, way: bytes | signal.Signals) -> bool:
    """Whether the program accepted the window and left it quietly in the given way; prints what it
    did otherwise.
    """
    try:
        terminal.wait_for(b"\x1b[?1049h")
        terminal.wait_for(b"\x1b[38;")
        terminal.process.send_signal(way) if isinstance(way, signal.Signals) else terminal.press(
            way
        )
        status = terminal.end()
    except AssertionError as error:
        terminal.process.kill()
        print(error)
        return False
    if status or len(terminal.seen) >= MOST_WRITTEN:
        print(f"exit {status}, {len(terminal.seen)} bytes, last: {terminal.seen[-300:]!r}")
        return False
    return True


def main() -> None:
    """Run all cases; print failures and progress, then the count."""
    which = sys.argv[1]
    count = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    tried = stood = 0
    began = time.monotonic()
    with tempfile.TemporaryDirectory() as folder:
        home = Path(folder)
        if which == "streams":
            cases = streams(home)
        else:
            cases = windows(home, count or 1) if which == "windows" else hands(home, count or 20)
        for name, well in cases:
            tried = tried + 1
            stood = stood + well
            if not well:
                print(f"fell: {name}", flush=True)
            if tried % TELL_EVERY == 0:
                print(
                    f"{which}: {stood} of {tried} stood, {time.monotonic() - began:.0f} s",
                    flush=True,
                )
    print(f"{which}: {stood} of {tried} stood, {time.monotonic() - began:.0f} s, all")


if __name__ == "__main__":
    main()
