"""Kill a program at random moments, many times: no answer may be lost.

From the top of the repository: ``python -m tools.fuzz.kills 1000``.

A child process plays with an open save, reports each completed answer through a pipe, and is killed
with SIGKILL. The save must then hold at least those answers as played, and the resumed game must
end like one that was never killed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import struct
import sys
import tempfile
import time
from pathlib import Path

from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.saves import read_record, resume, start_save
from picket_duty.saves.writer import entries_of
from tests.saves.games import TABLES

NUMBER = struct.Struct("<I")


def decision(game: Game) -> object:
    """A random decision that depends only on the position in the game, so that it is repeated after
    a kill.
    """
    assert isinstance(game.request, Choice)
    return RandomCaptain(game.requests).decide(game.request)


def step(game: Game) -> None:
    """One answer."""
    if type(game.request) is Roll:
        game.roll()
    else:
        game.answer(decision(game))


def child(path: Path, pipe: int) -> None:
    """Play on from the save until killed or over, reporting each completed answer."""
    game = resume(path, TABLES)
    while game.request is not None:
        step(game)
        os.write(pipe, NUMBER.pack(game.requests))


def kill_once(path: Path, chance: random.Random) -> tuple[int, int]:
    """Start a child process and kill it; returns the answers it reported and those in the save."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        os.close(reader)
        try:
            child(path, writer)
        finally:
            os._exit(0)
    os.close(writer)
    output = b""
    deadline = time.perf_counter() + chance.random() ** 3 * 0.25 + 0.002
    os.set_blocking(reader, False)
    while time.perf_counter() < deadline:
        try:
            output += os.read(reader, 65536)
        except BlockingIOError:
            time.sleep(0.0002)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.set_blocking(reader, True)
    while more := os.read(reader, 65536):
        output += more
    os.close(reader)
    whole = len(output) // NUMBER.size * NUMBER.size
    last = NUMBER.unpack(output[whole - NUMBER.size : whole])[0] if whole else 0
    return last, len(read_record(path).answers)


def run(kills: int, folder: Path, seed: int = 0, campaign: str = "long-b") -> dict[str, int]:
    """Kill this many times; returns the counts. Raises AssertionError if an answer is lost or
    changed.
    """
    chance = random.Random(seed)
    counted = {"kills": 0, "games": 0, "answers": 0, "torn": 0}
    while counted["kills"] < kills:
        counted["games"] += 1
        number = seed * 1000 + counted["games"]
        reference = Game.new(campaign=campaign, level="advanced", seed=number, tables=TABLES)
        while reference.request is not None:
            step(reference)
        entries = entries_of(reference)
        path = folder / f"{number}.picket"
        start_save(
            Game.new(campaign=campaign, level="advanced", seed=number, tables=TABLES), path=path
        )
        known = 0
        while counted["kills"] < kills and known < len(entries):
            reported, saved = kill_once(path, chance)
            counted["kills"] += 1
            record = read_record(path)
            counted["torn"] += record.torn
            assert saved >= max(reported, known), (
                f"game {number}: {reported} answers told, {saved} kept"
            )
            assert record.answers == entries[:saved], f"game {number}: an answer was changed"
            known = saved
        game = resume(path, TABLES)
        while game.request is not None:
            step(game)
        assert game.save_file is not None
        game.save_file.close()
        assert game.state_hash == reference.state_hash
        counted["answers"] += len(entries)
        path.unlink()
    return counted


def main() -> int:
    """Kill as many times as requested and print the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kills", type=int)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        counted = run(asked.kills, Path(folder), asked.seed)
    seconds = time.perf_counter() - began
    print(
        ", ".join(f"{name} {count}" for name, count in counted.items())
        + f", {seconds:.0f} s, nothing lost"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
