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


RUNS = LEARNED["runs"]


def learned() -> dict[str, Callable[[], bool]]:
    """The rows of the table, from the file."""
    curves = [{mark["steps"]: mark["won"] for mark in run["learned"]} for run in RUNS]
    rows = [row("random orders", [LEARNED["random"]] * len(RUNS)), row("doctrine", [LEARNED["doctrine"]] * len(RUNS))]
    for steps in sorted(set().union(*curves)):
        rows.append(row(f"{steps:,} steps", (curve.get(steps) for curve in curves)))
    return dict.fromkeys(
        rows, lambda: [(run["lessons"], run["harm"]) for run in RUNS] == [(3000, 2), (3000, 10), (0, 10)]
    )


def won(run: int, mark: int) -> int:
    """Games won at a mark of a run."""
    return int(RUNS[run]["learned"][mark]["won"])


def matched(run: int, mark: int) -> str:
    """The share of doctrine's answers given at a mark of a run."""
    row = RUNS[run]["learned"][mark]
    return f"{row['matched'] / row['asked']:.0%} of {row['asked']:,}"


CLAIMS = {
    "| `cautious` | plays like doctrine, but declares emergencies and returns to the anchorage earlier |": lambda: (
        {DECLARE, ASK_RELIEF}
        <= {decision for decision, how in cautious.DECISIONS.items() if how is not doctrine.DECISIONS[decision]}
    ),
    (
        "| `greedy` | chooses each shot for its own greatest effect, without regard to the other shots; "
        "we use this captain for calibration |"
    ): lambda: calibrate.YARDSTICK == "greedy" and isinstance(captain_named("greedy", 1), greedy.GreedyCaptain),
    "The results are the same to the last digit, no matter which machines play the games.": whoever_plays,
    "(`MODULE:CLASS`) on every machine": lambda: refused(policy="nobody:Captain"),
    (
        "The program rejects any worker that has a different version or different tables, and an error "
        "message names that worker."
    ): lambda: refused(version="0") and refused(digest="0"),
    "algorithm, MaskablePPO from sb3-contrib": lambda: (
        "from sb3_contrib import MaskablePPO" in TRAINING.read_text(encoding="utf-8")
    ),
    "a network learns from the fire plans in 3,000 games": lambda: (
        RUNS[0]["lessons"] == 3000 and LEARNED["decisions"] == [FIRE_PLAN.id]
    ),
    "with 95% confidence intervals. Every row uses the same 1,000 games of scenario 2": lambda: (
        (LEARNED["games"], LEARNED["scenario"]) == (1000, 2)
    ),
    "Imitation first, `harm_cost` 2 | Imitation first, `harm_cost` 10 | No imitation, `harm_cost` 10 |": lambda: (
        [(bool(run["lessons"]), run["harm"]) for run in RUNS] == [(True, 2), (True, 10), (False, 10)]
    ),
    "The captain also lost points for damage: the `harm_cost` of 2 or 10 points for damage equal to "
    "the loss of a whole ship.": lambda: {run["harm"] for run in RUNS} == {2, 10},
    "chose the same target as doctrine for 73% of 7,421 slots in games that it had not seen": lambda: (
        {matched(run, 0) for run in (0, 1)} == {"73% of 7,421"}
    ),
    "This captain won 500 of the 1,000 games, while doctrine won 531.": lambda: (
        (won(0, 0), LEARNED["doctrine"]) == (500, 531)
    ),
    "When the captain then played its own games, it did not get any better.": lambda: (
        max(won(0, mark) for mark in (1, 2, 3)) < won(0, 0)
    ),
    "With a `harm_cost` of 10 and faster learning, the captain got worse.": lambda: (
        bounds(won(1, -1))[1] < won(1, 0) / LEARNED["games"]
    ),
    "Without imitation, the captain learned from its own games but stayed far behind doctrine.": lambda: (
        bounds(won(2, 0))[1] < bounds(won(2, -1))[0] < bounds(won(2, -1))[1] < bounds(LEARNED["doctrine"])[0]
    ),
    **learned(),
}
