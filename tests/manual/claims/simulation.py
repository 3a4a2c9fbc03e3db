"""Claims of the page `simulation`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import pickle
from concurrent.futures import ThreadPoolExecutor
from functools import partial

from picket_duty import __version__
from picket_duty.analysis.workers import WorkersLost
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, greedy
from picket_duty.lab import cluster
from picket_duty.lab.batch import BLOCK, Batch, play_block, simulate
from picket_duty.setup import SetupOptions
from tools import calibrate

TABLES = load_tables()


def whoever_plays() -> bool:
    """Whether other workers count the same as this process."""
    batch = Batch(SetupOptions(scenario=6), policy="random", games=BLOCK + 5)
    with ThreadPoolExecutor(2) as pool:
        elsewhere = simulate(batch, cluster.ExecutorWorkers(pool, 2, cluster.packed(TABLES)))
    return elsewhere.as_data() == simulate(batch).as_data()


def refused(version: str = __version__, digest: str = TABLES.digest, policy: str = "random") -> bool:
    """Whether a worker refuses and gives its name."""
    block = pickle.dumps(partial(play_block, Batch(SetupOptions(scenario=6), policy, games=1), 0))
    try:
        cluster.carry_out(version, digest, {}, block)
    except WorkersLost as error:
        return str(error).startswith("worker ")
    return False


CLAIMS = {
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
}
