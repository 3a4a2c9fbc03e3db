"""Kill a companion game at each answer: no answer may be lost.

From the top of the repository: ``python -m tools.fuzz.tables_killed 300``.

A child process resumes the save, gives one answer and reports it through a pipe; then it is killed
with SIGKILL. The save must hold every reported answer, and at the end the resumed game must equal
one that was never killed.
"""

from __future__ import annotations

import argparse
import os
import random
import signal
import sys
import tempfile
import time
from pathlib import Path

from picket_duty.companions import table_saves
from picket_duty.game import Game
from picket_duty.requests import LABEL, NUMBER, Choice, Roll
from picket_duty.saves import read_record
from picket_duty.saves.writer import entries_of

#: Largest number typed above the minimum, so that a move ends.
MOST = 12
#: Answers that end something; they are preferred, so that games end.
ENDS = ("no", "done", "pass")
#: Games with their options: each, one with an umpire, and one with a tracked board.
GAMES = [
    *((name, ()) for name in table_saves.SYSTEMS),
    ("international-team", ("umpire",)),
    ("ie-shima", ("practice", "stacks", "computer-japanese")),
]


def decision(choice: Choice, number: int) -> object:
    """A random answer that depends only on the position in the game, so that a new process repeats
    it.
    """
    dice = random.Random(f"{choice.about} {number}")
    if choice.kind == NUMBER:
        # Areas that change hands end a game soon, so they are rare.
        high = (
            choice.least
            if choice.about in ("control", "supply") and dice.random() < 0.8
            else choice.least + MOST
        )
        return dice.randint(choice.least, min(choice.most, high))
    if choice.kind == LABEL:
        return dice.choice(
            [*(option.value for option in choice.options), *(f"{number:02}" for number in range(4))]
        )
    legal = choice.legal()
    ends = [end for end in ENDS if end in legal]
    if ends and (choice.about == "cleared" or dice.random() < 0.7):
        return ends[0]
    return dice.choice(legal)


def step(game: Game) -> None:
    """One answer."""
    if isinstance(game.request, Roll):
        game.roll()
    elif game.request is not None:
        game.answer(decision(game.request, len(game.answers)))


def killed_after_an_answer(path: Path) -> None:
    """Start a child process that resumes the save and answers once; kill it after its report."""
    reader, writer = os.pipe()
    process = os.fork()
    if not process:
        os.close(reader)
        try:
            step(table_saves.resume_game(path))
            os.write(writer, b".")
            time.sleep(60)
        finally:
            os._exit(1)
    os.close(writer)
    output = os.read(reader, 1)
    os.kill(process, signal.SIGKILL)
    os.waitpid(process, 0)
    os.close(reader)
    assert output == b".", "the child gave no answer"


def run(name: str, options: tuple[str, ...], most: int, folder: Path) -> dict[str, int]:
    """Kill a game at each of this many answers, or to its end. Raises AssertionError for a lost or
    changed answer.
    """
    reference = table_saves.new_game(name, 5, options)
    while reference.request is not None and len(reference.answers) < most:
        step(reference)
    entries = entries_of(reference)
    game, path = table_saves.begin_game(name, 5, folder / f"{name}{len(options)}.picket", options)
    assert game.save_file is not None
    game.save_file.close()
    torn = 0
    for number in range(len(entries)):
        killed_after_an_answer(path)
        record = read_record(path)
        torn += record.torn
        assert record.answers == entries[: number + 1], (
            f"{name}: answer {number + 1} was lost or changed"
        )
    resumed = table_saves.resume_game(path)
    assert resumed.state_hash == reference.state_hash
    assert resumed.state == reference.state
    assert resumed.save_file is not None
    resumed.save_file.close()
    return {
        "kills": len(entries),
        "moves": resumed.state.move,
        "over": int(resumed.over),
        "torn": torn,
    }


def main() -> int:
    """Kill each game as many times as requested and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("most", type=int, help="answers of each game, fewer where it ends before")
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        for name, options in GAMES:
            began = time.perf_counter()
            counted = run(name, options, asked.most, Path(folder))
            words = ", ".join(f"{what} {count}" for what, count in counted.items())
            print(
                f"{' '.join((name, *options))}: {words}, {time.perf_counter() - began:.1f} s, "
                f"nothing lost"
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
