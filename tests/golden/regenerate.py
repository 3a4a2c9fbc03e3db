"""Write the golden playthroughs anew, on purpose. At the top of the repository: ``python -m tests.golden.regenerate``.

Then read the difference: every line of it is a change of the game.
"""

from __future__ import annotations

import sys
from pathlib import Path

from picket_duty.book.tables import Tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.reports.trace import golden_lines

FOLDER = Path(__file__).resolve().parent
#: Name of each playthrough with its set-up.
PLAYED = {
    f"scenario-{number}-{level}": {"scenario": number, "level": level, "seed": first + number}
    for number in range(1, 9)
    for level, first in (("basic", 1945), ("advanced", 2045))
}
PLAYED["patrol-advanced"] = {"patrol": "1945-04-05", "days": 9, "level": "advanced", "seed": 9}
PLAYED["campaign-mini-basic"] = {"campaign": "mini", "level": "basic", "seed": 26}
PLAYED["campaign-mini-advanced"] = {"campaign": "mini", "level": "advanced", "seed": 2}


def golden_text(name: str) -> str:
    """A playthrough as it is now: the doctrine captain, the seed's dice, the shipped tables."""
    game = Game.new(tables=Tables(), **PLAYED[name])  # type: ignore[arg-type]
    play_out(game, captain_named("doctrine", 0))
    return "\n".join(golden_lines(game)) + "\n"


def main() -> int:
    """Write every file and say which have changed."""
    for name in PLAYED:
        path, text = FOLDER / f"{name}.txt", golden_text(name)
        before = path.read_text(encoding="utf-8") if path.exists() else None
        if before != text:
            path.write_text(text, encoding="utf-8", newline="\n")
            print(f"{'changed' if before else 'new'}  {path.name}")
    for path in FOLDER.glob("*.txt"):
        if path.stem not in PLAYED:
            path.unlink()
            print(f"gone  {path.name}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
