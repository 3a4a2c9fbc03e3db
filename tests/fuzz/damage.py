"""Damage a save in every way: each byte changed, each length cut.

At the top of the repository: ``python -m tests.fuzz.damage SAVES``.

No change of a byte may pass for a save, neither read whole nor summarized, and no length of one may raise
anything but SaveError.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
import time
from pathlib import Path

from picket_duty.saves import SaveError, parse
from picket_duty.saves.index import summarize
from tests.saves.games import saved


def flip(data: bytes, at: int, bits: int) -> str:
    """The complaint about a save with one byte changed. Raises AssertionError where there is none."""
    changed = bytearray(data)
    changed[at] ^= bits
    assert summarize(bytes(changed)) is None, f"byte {at} changed by {bits:#x} went unnoticed in the summary"
    try:
        parse(bytes(changed), "save")
    except SaveError as error:
        text = str(error)
        assert "\n" not in text
        assert text.startswith("save: ")
        return text
    raise AssertionError(f"byte {at} changed by {bits:#x} went unnoticed")


def cut(data: bytes, length: int) -> int:
    """The answers in a save of this length; none where there is not even its first line."""
    try:
        record = parse(data[:length], "save")
    except SaveError:
        if b"\n" in data[:length]:
            raise
        return 0
    assert record.torn == (not data[:length].endswith(b"\n"))
    return len(record.answers)


def damage_all(data: bytes, chance: random.Random) -> tuple[int, int]:
    """Every byte changed once at random, every length cut; how many of each."""
    for at in range(len(data)):
        flip(data, at, chance.randrange(1, 256))
    answers = 0
    for length in range(len(data) + 1):
        found = cut(data, length)
        assert found >= answers or data[:length].count(b'["undo"'), "an answer was lost by more of the file"
        answers = found
    return len(data), len(data) + 1


def main() -> int:
    """Damage so many saves of their own games and print the count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("saves", type=int)
    asked = parser.parse_args()
    chance, flips, cuts = random.Random(2), 0, 0
    began = time.perf_counter()
    with tempfile.TemporaryDirectory() as folder:
        for number in range(asked.saves):
            path = Path(folder) / f"{number}.picket"
            saved(path, scenario=number % 8 + 1, level=("basic", "advanced")[number % 2], seed=number)
            done = damage_all(path.read_bytes(), chance)
            flips, cuts = flips + done[0], cuts + done[1]
    print(f"{flips} bytes changed, {cuts} lengths cut, {time.perf_counter() - began:.0f} s, every one noticed")
    return 0


if __name__ == "__main__":
    sys.exit(main())
