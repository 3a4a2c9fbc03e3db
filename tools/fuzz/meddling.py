"""Remove saves while they are played, many times: the player is told, and no answer is lost.

From the top of the repository: ``python -m tools.fuzz.meddling 500``.

A game is played to a random place, sometimes left and resumed; then its file is deleted, renamed,
replaced, cut or written to, and play continues. One of the remaining saves must hold every answer.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from picket_duty import saves
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.saves import SaveError
from tests.saves.games import TABLES, play


def deleted(path: Path) -> None:
    """Delete the file."""
    path.unlink()


def renamed(path: Path) -> None:
    """Rename it."""
    path.rename(path.with_name("elsewhere.picket"))


def exchanged(path: Path) -> None:
    """Replace it with another file of the same content."""
    data = path.read_bytes()
    path.unlink()
    path.write_bytes(data)


def cut(path: Path) -> None:
    """Cut it to half its size."""
    os.truncate(path, path.stat().st_size // 2)


def emptied(path: Path) -> None:
    """Empty it."""
    os.truncate(path, 0)


def written_to(path: Path) -> None:
    """Append to it."""
    with path.open("ab") as file:
        file.write(b"and this\n")


def linked_away(path: Path) -> None:
    """Replace it with a broken link."""
    path.unlink()
    path.symlink_to("/nowhere")


def folder_gone(path: Path) -> None:
    """Delete the whole folder."""
    shutil.rmtree(path.parent)


MEDDLING: tuple[Callable[[Path], None], ...] = (
    deleted,
    renamed,
    exchanged,
    cut,
    emptied,
    written_to,
    linked_away,
    folder_gone,
)


def meddled(meddle: Callable[[Path], None], chance: random.Random, home: Path) -> str:
    """Play one game and remove its save; returns what went wrong, or an empty text."""
    path = home / "games" / "a.picket"
    path.parent.mkdir(parents=True)
    seed = chance.randrange(10**6)
    game = Game.new(campaign="mini", level="advanced", seed=seed, tables=TABLES)
    saves.start_save(game, path=path)
    play(game, RandomCaptain(seed), chance.randrange(1, 250))
    if chance.random() < 0.4:
        game.save_file.close()  # type: ignore[union-attr]
        game = saves.resume(path, TABLES)
    if game.request is None:
        return ""
    meddle(path)
    try:
        play(game, RandomCaptain(seed), 1)
        return "nobody was told"
    except SaveError:
        pass
    try:
        play(game, RandomCaptain(seed), chance.randrange(1, 60))
    except SaveError as error:
        return f"cannot go on: {error}"
    game.save_file.close()  # type: ignore[union-attr]
    return "" if _is_kept(game, home) else "answers are lost"


def _is_kept(game: Game, home: Path) -> bool:
    """Whether a save in a folder holds the whole game."""
    for path in home.rglob("*.picket"):
        try:
            if saves.load_whole(path, TABLES).state_hash == game.state_hash:
                return True
        except SaveError:
            continue
    return False


def fuzz(count: int, chance: random.Random) -> list[str]:
    """Remove this many saves; returns the faults found."""
    faults = []
    for number in range(count):
        meddle = MEDDLING[number % len(MEDDLING)]
        with tempfile.TemporaryDirectory() as top:
            os.environ["PICKET_DUTY_HOME"] = top
            if fault := meddled(meddle, chance, Path(top)):
                faults.append(f"{meddle.__name__}: {fault}")
    return faults


def main() -> int:
    """Remove saves and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("saves", type=int)
    asked = parser.parse_args()
    faults = fuzz(asked.saves, random.Random(7))
    print(f"{asked.saves} saves taken away, {len(faults)} faults")
    for fault in sorted(set(faults)):
        print(f"  {faults.count(fault):5} {fault}")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
