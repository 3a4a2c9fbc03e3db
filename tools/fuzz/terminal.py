"""Noise of a terminal against a battle with an aim chosen, for longer than the tests.

From the top of the repository: ``python -m tools.fuzz.terminal [BATTLES] [FIRST SEED]``.

Each battle gets 300 replies, unknown sequences, pastes, bytes that are not UTF-8 and reports of the
mouse, some of them in pieces. It must live, and nothing but the key at the end may give an order.
"""

from __future__ import annotations

import random
import sys
import tempfile
from pathlib import Path

from tests.hostile.noise import Battle, noises

EACH = 300


def stands(seed: int) -> bool:
    """Whether a battle stands the noise of a seed; prints why it does not."""
    with tempfile.TemporaryDirectory() as home:
        battle = Battle(Path(home))
        before = battle.orders()
        try:
            for sent, cuts in noises(random.Random(seed), EACH):
                battle.send(sent, cuts)
            battle.answers_a_key()
            assert battle.orders() == before, "an order was given"
            battle.fire()
        except (AssertionError, OSError) as error:
            print(f"fell: seed {seed}: {error}", flush=True)
            return False
        finally:
            battle.terminal.process.kill()
            battle.terminal.process.wait()
    return True


def main() -> None:
    """Run the battles; print failures, then the count."""
    count = int(sys.argv[1]) if len(sys.argv) > 1 else 10
    first = int(sys.argv[2]) if len(sys.argv) > 2 else 0
    stood = sum(stands(seed) for seed in range(first, first + count))
    print(f"{stood} of {count} battles stood {EACH} pieces of noise each")


if __name__ == "__main__":
    main()
