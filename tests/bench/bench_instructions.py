"""Instructions of a game played by a captain, counted by cachegrind: unlike seconds, they do not vary with the machine.

``python -m tests.bench.bench_instructions [TREE ...]``: this checkout and others, each with its ratio to the first. The
difference of two runs is counted, so that start-up, tables and caches drop out. Needs valgrind.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
import tempfile
from pathlib import Path

HERE = Path(__file__).parents[2]
CAPTAINS = ("random", "doctrine", "quick", "branch")
SCENARIOS = (2, 3, 6, 7)
#: Seeds of every scenario: those played in both runs, and those counted.
WARM, COUNTED = 3, 6
PLAY = f"""
import hashlib, sys
try:
    from picket_duty.book import load_tables
except ImportError:
    from picket_duty.charts import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.requests import Choice

tables, hashes = load_tables(), []

def play(captain, scenario, seed):
    history = captain == "branch"
    if captain in ("quick", "branch"):
        from picket_duty.captains.doctrine import QuickCaptain
    game = Game.new(scenario=scenario, tables=tables, seed=seed, history=history)
    if not history:
        play_out(game, QuickCaptain() if captain == "quick" else captain_named(captain, seed))
        hashes.append(game.state_hash)
        return
    quick = QuickCaptain()
    while game.request is not None:
        if not isinstance(game.request, Choice):
            game.roll()
            continue
        for number in range(4):
            game.branch(number)
        game.answer(quick.choose(game))
    hashes.append(game.state_hash)

captain, count = sys.argv[1], int(sys.argv[2])
for seed in [*range(1000, 1000 + {WARM}), *range(count)]:
    for scenario in {SCENARIOS}:
        play(captain, scenario, seed)
print(hashlib.blake2b("".join(hashes).encode(), digest_size=6).hexdigest())
"""


def counted(tree: Path, captain: str) -> tuple[float, str]:
    """Millions of instructions per game, and a hash of the final states."""
    with tempfile.TemporaryDirectory() as folder:
        environment = {
            **os.environ, "PYTHONPATH": str(tree), "PYTHONPYCACHEPREFIX": folder, "PYTHONDONTWRITEBYTECODE": "",
            "PYTHONHASHSEED": "0",
        }  # fmt: skip
        command = [sys.executable, "-c", PLAY, captain]
        subprocess.run([*command, "0"], cwd=tree, env=environment, check=True, capture_output=True)
        valgrind = ["valgrind", "--tool=cachegrind", "--cache-sim=no", f"--cachegrind-out-file={folder}/out"]
        counts, states = [], ""
        for games in (0, COUNTED):
            run = subprocess.run(
                [*valgrind, *command, str(games)], cwd=tree, env=environment, check=True, capture_output=True, text=True
            )
            refs = re.search(r"I\s+refs:\s+([\d,]+)", run.stderr)
            assert refs is not None
            counts.append(int(refs[1].replace(",", "")))
            states = run.stdout.strip()
    return (counts[1] - counts[0]) / COUNTED / len(SCENARIOS) / 1e6, states


def main(trees: list[Path]) -> None:
    for captain in CAPTAINS:
        first = 0.0
        for tree in trees:
            millions, states = counted(tree, captain)
            first = first or millions
            print(f"{captain:<9} {millions:8.2f} million a game, {millions / first:.2f} of the first; {states}  {tree}")


if __name__ == "__main__":
    main([HERE, *map(Path, sys.argv[1:])])
