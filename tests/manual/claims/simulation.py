"""Claims of the page `simulation`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import pickle
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from picket_duty import __version__
from picket_duty.analysis.statistics import wilson
from picket_duty.analysis.workers import WorkersLost
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE, FIRE_PLAN
from picket_duty.captains import captain_named, cautious, doctrine, greedy
from picket_duty.lab import calibrate, cluster
from picket_duty.lab.batch import BLOCK, Batch, play_block, simulate
from picket_duty.setup import Choices

TABLES = load_tables()


def whoever_plays() -> bool:
    """Whether other workers count the same as this process."""
    batch = Batch(Choices(scenario=6), policy="random", games=BLOCK + 5)
    with ThreadPoolExecutor(2) as pool:
        elsewhere = simulate(batch, cluster.ExecutorWorkers(pool, 2, cluster.packed(TABLES)))
    return elsewhere.as_data() == simulate(batch).as_data()


def refused(version: str = __version__, digest: str = TABLES.digest, policy: str = "random") -> bool:
    """Whether a worker refuses and gives its name."""
    block = pickle.dumps(partial(play_block, Batch(Choices(scenario=6), policy, games=1), 0))
    try:
        cluster.carry_out(version, digest, {}, block)
    except WorkersLost as error:
        return str(error).startswith("worker ")
    return False


DOCS = Path(__file__).parents[3] / "docs"

LEARNED = tomllib.loads((DOCS / "learning.toml").read_text(encoding="utf-8"))

TRAINING = DOCS / "train_captain.py"


def bounds(won: int) -> tuple[float, float]:
    """The 95 % interval of the share of games won."""
    return wilson(won, LEARNED["games"])


def share(won: int | None) -> str:
    """The share of games won with its interval; a dash if none were played."""
    if won is None:
        return "-"
    low, high = bounds(won)
    return f"{100 * won / LEARNED['games']:.1f}% ({100 * low:.1f}-{100 * high:.1f})"


def row(name: str, each: Iterable[int | None]) -> str:
    """A row of the table: a cell for each run."""
    return f"| {name} | {' | '.join(map(share, each))} |"


def learned() -> dict[str, Callable[[], bool]]:
    """The rows of the table, from the file."""
    runs = LEARNED["runs"]
    curves = [{one["steps"]: one["won"] for one in run["learned"]} for run in runs]
    rows = [row("random orders", (run["random"] for run in runs)), row("doctrine", [LEARNED["doctrine"]] * len(runs))]
    for steps in sorted(set().union(*curves)):
        rows.append(row(f"{steps:,} steps", (curve.get(steps) for curve in curves)))
    return dict.fromkeys(rows, lambda: [run["decisions"] for run in runs] == [[], [FIRE_PLAN.id], [FIRE_PLAN.id]])


def last(run: int) -> int:
    """Games won at the last mark of a run."""
    return int(LEARNED["runs"][run]["learned"][-1]["won"])


CLAIMS = {
    "| `cautious` | plays like doctrine, but declares emergencies and goes in earlier |": lambda: (
        {DECLARE, ASK_RELIEF} <= {one for one, how in cautious.DECISIONS.items() if how is not doctrine.DECISIONS[one]}
    ),
    "| `greedy` | chooses each shot separately for the greatest effect; we use this captain for "
    "calibration |": lambda: (
        calibrate.YARDSTICK == "greedy" and isinstance(captain_named("greedy", 1), greedy.GreedyCaptain)
    ),
    "The results are identical to the last digit, no matter which machines play the games.": whoever_plays,
    "(`MODULE:CLASS`) on every machine": lambda: refused(policy="nobody:Captain"),
    "The program rejects a worker that has a different version or different tables, and an error "
    "message names that worker.": lambda: refused(version="0") and refused(digest="0"),
    "trains a captain with a standard algorithm, MaskablePPO from sb3-contrib": lambda: (
        "from sb3_contrib import MaskablePPO" in TRAINING.read_text(encoding="utf-8")
    ),
    "with 95% confidence intervals. Every row uses the same 500 games of scenario 2": lambda: (
        (LEARNED["games"], LEARNED["scenario"]) == (500, 2)
    ),
    "a captain lost 10 points for damage worth a whole ship, in addition to the result of the game. "
    "With `harm_cost`, the penalty is permanent. With `shaping`, the captain gets the points back at": lambda: (
        [run["paid"] for run in LEARNED["runs"]]
        == [
            "harm_cost = 10",
            "harm_cost = 10",
            "shaping = 10",
        ]
    ),
    "A captain that is trained to make every decision wins twice as often as a captain that gives "
    "random orders. No trained captain": lambda: (
        bounds(last(0))[0] > bounds(LEARNED["runs"][0]["random"])[1] and last(0) >= 2 * LEARNED["runs"][0]["random"]
    ),
    "orders. No trained captain comes close to doctrine": lambda: (
        max(bounds(last(run))[1] for run in range(3)) < bounds(LEARNED["doctrine"])[0]
    ),
    **learned(),
}
