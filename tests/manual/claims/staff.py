"""Claims of the page `staff`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import math
import pickle
import tomllib
from collections.abc import Callable, Iterable
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from pathlib import Path

from picket_duty import __version__
from picket_duty.analysis.decision_analysis import ALIKE_WITHIN, HARDLY, MIN_ERRORS, recommend
from picket_duty.analysis.playouts import End, orders_of
from picket_duty.analysis.review import TIMES, WORST
from picket_duty.analysis.statistics import wilson
from picket_duty.analysis.win_probability import (
    MAX_PLAYOUTS,
    MIN_PLAYOUTS,
    MOMENTS,
    Deviation,
    SamplePoint,
    WinProbability,
    half_wins_of,
)
from picket_duty.analysis.workers import WorkersLost
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE, FIRE_PLAN
from picket_duty.captains import captain_named, cautious, doctrine, greedy, standing_orders
from picket_duty.captains.doctrine import decide
from picket_duty.events import Loss
from picket_duty.game import Game
from picket_duty.lab import calibrate, cluster
from picket_duty.lab.batch import BLOCK, Batch, play_block, simulate
from picket_duty.lab.lab_commands import calibrate as calibrate_command
from picket_duty.odds.plan_odds import PlaneStrikes, PlanOdds, WaveStrikes
from picket_duty.plain.prompt import decision_of
from picket_duty.plain.word_commands import BRANCHES, ChancesWord
from picket_duty.reports.luck_report import recommendation_json, win_lines
from picket_duty.requests import Choice
from picket_duty.setup import Choices
from picket_duty.state import DRAW, RECORD, SHOT_DOWN, UNDAMAGED, US_WIN, Plane
from picket_duty.text.chances import AFLOAT, ALIKE, BETTER, CLOSE, ENOUGH, Recommendation, recommendation_text
from picket_duty.text.swings import points_words
from picket_duty.tui.game_analysis import LONG_GAME
from tests.analysis.test_playouts import at_decision
from tests.manual.evidence import at
from tests.rules.script import in_wave, start

TABLES = load_tables()
PLANES = [Plane(number, bearing, "L", "Val") for number, bearing in enumerate((0, 90, 180, 270))]


def wave(**ship: object) -> WaveStrikes:
    """Four planes unfired at upon a ship."""
    play = at(start(), **ship)
    in_wave(play, *PLANES)
    return PlanOdds(play).wave({})


def strikes(weapon: str = "", state: str = UNDAMAGED) -> PlaneStrikes:
    """What a single plane may do to the ship."""
    play = start(scenario=2)
    play.state.air.planes = [Plane(0, 0, "L", "Val", weapon, bool(weapon), 0, state)]
    return PlanOdds(play).plane(0)


def whoever_plays() -> bool:
    """This process, and the threads of another engine as if they were machines."""
    batch = Batch(Choices(scenario=6), policy="random", games=BLOCK + 5)
    with ThreadPoolExecutor(2) as pool:
        elsewhere = simulate(batch, cluster.ExecutorWorkers(pool, 2, cluster.packed(TABLES)))
    return elsewhere.as_data() == simulate(batch).as_data()


def refused(version: str = __version__, digest: str = TABLES.digest, policy: str = "random") -> bool:
    """Whether a worker does not play that, and says who it is."""
    block = pickle.dumps(partial(play_block, Batch(Choices(scenario=6), policy, games=1), 0))
    try:
        cluster.carry_out(version, digest, {}, block)
    except WorkersLost as error:
        return str(error).startswith("worker ")
    return False


def strikes_by_weapon_or_dive() -> bool:
    """Either is enough, and a plane aflame still dives."""
    bomber, aflame = strikes("torpedo"), strikes(state=SHOT_DOWN)
    return bomber.any > max(bomber.dive, bomber.weapon or 0.0) > 0 and 0 < aflame.any < strikes().any


def orders_that_may_be(*allowed: str) -> set[str]:
    """The standing orders that may be just so."""
    return {name for name, values in standing_orders.ORDERS.items() if set(values) == {standing_orders.ASK, *allowed}}


def call_at(hull: int) -> str:
    """Why the staff in command calls where the hull has fallen to this."""
    return standing_orders.call_reason(start(), [Loss(track="hull", points=1, left=hull)])


def of_ninety(first: int, last: int, *orders: Deviation) -> WinProbability:
    """A game of 45 branches with two stations, counted in half wins."""
    return WinProbability(45, True, (SamplePoint(0, first), SamplePoint(9, last)), orders)


def half_wins(outcome: str, on_station: bool) -> int:
    """What such an end counts, of 2."""
    state = start().state
    state.outcome, state.on_station = outcome, on_station
    return half_wins_of(state)


def an_order_is_a_difference() -> bool:
    """With its own branches and doctrine's; the rest of the stretch is luck, and all come to the end."""
    found = of_ninety(40, 90, Deviation(3, 30, 50, "yes"))
    return (found.decisions, found.luck, found.start + found.luck + found.decisions) == (-20, 70, found.end)


def said(doctrine: float, other: float, games: int = 512) -> Recommendation:
    """What the staff says where doctrine's order won such a share of the games played out, and the other such a one."""
    game = at_decision()
    choice = game.request
    assert isinstance(choice, Choice)
    own = str(decide(game.play, choice))
    ends = {
        name: {number: End(number < games * share, False, 0) for number in range(games)}
        for name, share in ((own, doctrine), ("no" if own == "yes" else "yes", other))
    }
    found = recommend(game, orders_of(game), ends)
    assert found is not None
    return found


def same_sentence() -> bool:
    """The screen's words are those of ``odds --win`` and of its JSON."""
    game, recommendation = at_decision(), said(0.7, 0.5)
    assert isinstance(game.request, Choice)
    words = recommendation_text(game.request, game.state.setup, recommendation).words
    told = recommendation_json(game, recommendation) or {}
    lines = win_lines(game, recommendation.chances, dict.fromkeys(recommendation.chances, (0.0, 0.0)), recommendation)
    return words.startswith("Staff: ") and told["words"] == words == lines[0]


def autos_are_doctrine() -> bool:
    """What ``auto`` enters."""
    game = at_decision()
    assert isinstance(game.request, Choice)
    return bool(decision_of(game, game.request, "auto") == decide(game.play, game.request))


#: What captains learned, as ``docs/train_captain.py`` measured it.
DOCS = Path(__file__).parents[3] / "docs"
LEARNED = tomllib.loads((DOCS / "learning.toml").read_text(encoding="utf-8"))
TRAINING = DOCS / "train_captain.py"


def bounds(won: int) -> tuple[float, float]:
    """Between what the share of games won lies."""
    return wilson(won, LEARNED["games"])


def share(won: int | None) -> str:
    """Games won of those played, with the interval; a dash where none were played."""
    if won is None:
        return "-"
    low, high = bounds(won)
    return f"{100 * won / LEARNED['games']:.1f} % ({100 * low:.1f}-{100 * high:.1f})"


def row(name: str, each: Iterable[int | None]) -> str:
    """A row of the table: a cell for each run."""
    return f"| {name} | {' | '.join(map(share, each))} |"


def learned() -> dict[str, Callable[[], bool]]:
    """The rows of the table, from the file."""
    runs = LEARNED["runs"]
    curves = [{one["steps"]: one["won"] for one in run["learned"]} for run in runs]
    rows = [row("chance", (run["random"] for run in runs)), row("doctrine", [LEARNED["doctrine"]] * len(runs))]
    for steps in sorted(set().union(*curves)):
        rows.append(row(f"{steps:,} steps", (curve.get(steps) for curve in curves)))
    return dict.fromkeys(rows, lambda: [run["decisions"] for run in runs] == [[], [FIRE_PLAN.id], [FIRE_PLAN.id]])


def last(run: int) -> int:
    """Games won at the last mark of a run."""
    return int(LEARNED["runs"][run]["learned"][-1]["won"])


CLAIMS = {
    "the five moments that moved it most": lambda: MOMENTS == 5,
    "name the three orders that cost most, each with the better one": lambda: WORST == 3,
    "are played out anew, twice as often": lambda: TIMES == 2,
    "a draw counts half, a patrol is won where she keeps her station": lambda: (
        [half_wins(US_WIN, True), half_wins(DRAW, True), half_wins(RECORD, True), half_wins(RECORD, False)]
        == [2, 1, 2, 0]
    ),
    "what an order of yours brought against doctrine's": an_order_is_a_difference,
    "The chance at the start, luck and your orders come to the result": an_order_is_a_difference,
    "A chance is counted over 128 branches, over fewer in a long game, but over 16 at least": lambda: (
        (MAX_PLAYOUTS, MIN_PLAYOUTS) == (128, 16)
    ),
    "Points that are no more than that are marked as within the error": lambda: (
        [points_words(points, 0.09) for points in (-9, -10)] == ["-9 (within the error)", "-10"]
    ),
    "A game of more than 1,500 answers is played out only when you ask for it": lambda: LONG_GAME == 1500,
    "| maneuver | ask, always, never, or from a chance on |": lambda: (
        orders_that_may_be(standing_orders.ALWAYS, standing_orders.NEVER, standing_orders.FROM) == {"maneuver"}
    ),
    "| fire plan, men, relief | ask, or as the staff decides |": lambda: (
        orders_that_may_be(standing_orders.STAFF) == {"fire plan", "men", "relief"}
    ),
    "| declaration, flooding | ask, as the staff decides, or never |": lambda: (
        orders_that_may_be(standing_orders.STAFF, standing_orders.NEVER) == {"declaration", "flooding"}
    ),
    "when the hull is at 2 or less": lambda: [bool(call_at(hull)) for hull in (3, 2, 1)] == [False, True, True],
    "A plane strikes where its dive hits or its weapon does": strikes_by_weapon_or_dive,
    "how many dives and weapons strike the ship on average, what ends the wave early counted": lambda: (
        wave().expected < sum(one.dive for one in wave().planes)
    ),
    "the chance that none does; near misses may still harm her": lambda: wave().undamaged < wave().none < 1.0,
    "the chance of neither strike nor near miss": lambda: (
        abs(wave().undamaged - math.prod(1.0 - one.dive - one.near for one in wave().planes)) < 1e-9
    ),
    "A plane's own chance is told as if the wave lasted until its turn": lambda: (
        wave().planes == wave(hull=1).planes and wave().coming[3] > wave(hull=1).coming[3]
    ),
    "where that shows in the figure, its 95 % interval stands below it": lambda: (
        wave().low < wave().expected < wave().high
    ),
    "256 times or as often as you type": lambda: BRANCHES == 256,
    "Nothing is played out before": lambda: (
        ChancesWord(Game.new(scenario=6, seed=3), list).__dict__["_analyzer"] is None
    ),
    "the first is better, by more than chance: 95 % sure": lambda: said(0.7, 0.5).standing == BETTER,
    "What it makes of the chances the staff says in one sentence, the same": same_sentence,
    "`y`, `auto` and a staff in command keep to doctrine": autos_are_doctrine,
    "| no difference worth the name | 4 points at most between the two, either way |": lambda: (
        ALIKE_WITHIN == 0.04 and said(0.7, 0.7).standing == ALIKE
    ),
    "| too close to tell | more may lie between them, but which is better is not known yet |": lambda: (
        said(0.7, 0.5, 8).standing == CLOSE
    ),
    "| too few games yet | below 64 games played out with each no chance is told": lambda: (
        ENOUGH == 64 and wilson(0, 20)[1] > 0.16
    ),
    "| to keep the station, to stay afloat | as good as no order keeps the station: below 2 %": lambda: (
        HARDLY == 0.02 and said(0.01, 0.01).measure == AFLOAT
    ),
    "| left to itself the staff keeps to doctrine | another order has been played out to be better |": lambda: (
        said(0.5, 0.7).order != said(0.5, 0.7).doctrine
    ),
    "only after 128 games played out with each": lambda: (
        [said(0.2, 0.9, games).order == said(0.2, 0.9).doctrine for games in (127, 128)] == [True, False]
    ),
    "better by three times the error of the difference": lambda: MIN_ERRORS == 3.0,
    "What 2,000 games of each scenario and 100 long campaigns": lambda: (
        calibrate.series_named("long-b", "greedy", 2000, 1, "")[0].batch.games == 100
    ),
    "| `cautious` | as doctrine, but declares emergencies and goes in earlier |": lambda: (
        {DECLARE, ASK_RELIEF} <= {one for one, how in cautious.DECISIONS.items() if how is not doctrine.DECISIONS[one]}
    ),
    "| `greedy` | each shot where it does most by itself; the yardstick of the calibration |": lambda: (
        calibrate.YARDSTICK == "greedy" and isinstance(captain_named("greedy", 1), greedy.GreedyCaptain)
    ),
    "with the greedy captain unless `--policy` names another": lambda: (
        {one.name: one.default for one in calibrate_command.params}["policy"] == calibrate.YARDSTICK
    ),
    "Whoever plays, the result is the same to the last digit": whoever_plays,
    "`MODULE:CLASS`, must be at hand on every machine": lambda: refused(policy="nobody:Captain"),
    "A worker of another version or with other tables is refused by its name": lambda: (
        refused(version="0") and refused(digest="0")
    ),
    "trains a captain with a stock learner, MaskablePPO of sb3-contrib": lambda: (
        "from sb3_contrib import MaskablePPO" in TRAINING.read_text(encoding="utf-8")
    ),
    "with 95 % intervals, in the same 500 games of scenario 2 at every mark": lambda: (
        (LEARNED["games"], LEARNED["scenario"]) == (500, 2)
    ),
    "paid 10 for a ship's worth of harm": lambda: (
        [run["paid"] for run in LEARNED["runs"]]
        == [
            "harm_cost = 10",
            "harm_cost = 10",
            "shaping = 10",
        ]
    ),
    "He who decides everything learns to win twice as often as chance": lambda: (
        bounds(last(0))[0] > bounds(LEARNED["runs"][0]["random"])[1] and last(0) >= 2 * LEARNED["runs"][0]["random"]
    ),
    "none comes near doctrine": lambda: max(bounds(last(run))[1] for run in range(3)) < bounds(LEARNED["doctrine"])[0],
    **learned(),
}
