"""Compare every sentence in the reports of N games of all kinds with the events.

From the top of the repository: ``python -m tools.fuzz.words 3000``.
"""

from __future__ import annotations

import argparse
import sys
import time

from tests.pages.games import KINDS, watched
from tests.pages.sentences import check_words


def main() -> int:
    """Play and read this many games; a wrong sentence prints the setup of the game."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("games", type=int)
    parser.add_argument("--first", type=int, default=1000, help="number of the first game")
    asked = parser.parse_args()
    began = time.perf_counter()
    for number in range(asked.first, asked.first + asked.games):
        kind = KINDS[number % len(KINDS)]
        try:
            check_words(watched(kind, number))
        except Exception:
            print(f"game {number}: {kind}", file=sys.stderr)
            raise
    print(f"{asked.games} games read in {time.perf_counter() - began:.0f} s without a false sentence")
    return 0


if __name__ == "__main__":
    sys.exit(main())
