"""Damage a save: change each byte, cut at each length.

From the top of the repository: ``python -m tools.fuzz.damage SAVES``.

A save with a changed byte must never be accepted, and no length may raise anything but SaveError.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from picket_duty.saves import SaveError
from picket_duty.saves.record import parse
from tests.saves.games import saved


def flip(data: bytes, at: int, bits: int) -> str:
    """The error for a save with one byte changed. Raises AssertionError if there is none."""
    changed = bytearray(data)
    changed[at] ^= bits
    try:
        parse(bytes(changed), "save")
    except SaveError as error:
        text = str(error)
        assert "\n" not in text
        assert text.startswith("save: ")
        return text
    raise AssertionError(f"byte {at} changed by {bits:#x} went unnoticed")


def cut(data: bytes, length: int) -> int:
    """Number of answers in a save cut to this length; 0 without a complete first line."""
    try:
        record = parse(data[:length], "save")
    except SaveError:
        if b"\n" in data[:length]:
            raise
        return 0
    assert record.torn == (not data[:length].endswith(b"\n"))
    return len(record.answers)


def damage_all(data: bytes, chance: random.Random) -> tuple[int, int]:
    """Change every byte once at random and cut at every length; returns how many of each."""
    for at in range(len(data)):
        flip(data, at, chance.randrange(1, 256))
    answers = 0
    for length in range(len(data) + 1):
        shorter = cut(data, length)
        assert shorter >= answers or data[:length].count(b'["undo"'), (
            "an answer was lost by more of the file"
        )
        answers = shorter
    return len(data), len(data) + 1


def main() -> int:
    """Damage this many saves of different games and print the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("saves", type=int)
    asked = parser.parse_args()
    chance = random.Random(2)
    flips = 0
    cuts = 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(asked.saves):
            path = Path(folder) / f"{number}.picket"
            saved(
                path, scenario=number % 8 + 1, level=("basic", "advanced")[number % 2], seed=number
            )
            done = damage_all(path.read_bytes(), chance)
            flips = flips + done[0]
            cuts = cuts + done[1]
    print(
        f"{flips} bytes changed, {cuts} lengths cut, {time.perf_counter() - began:.0f} s, "
        f"every one noticed"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
