"""What a scenario game asks for at each level of aid, and what a captain of two orders loses against doctrine.

    python -m tools.bench.bench_aid [GAMES]            prompts and keys by aid (default: 70 games)
    python -m tools.bench.bench_aid plans [GAMES]      what its fire plans prevent, as a share of the best plans
    python -m tools.bench.bench_aid win-rate [GAMES]   paired difference of the win rates (default: 700 games)

The scripted captain puts planes with a weapon first, keeps the fair share of fighters, and presses Enter; everything
else is answered as doctrine does. Both orders stand for the later waves of the phase. Keys include those for cards and
headlines that wait. Games are spread evenly over scenarios 2 to 8 and both levels.
"""

from __future__ import annotations

import math
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Iterator
from multiprocessing import Pool
from typing import Any

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import load_standing_orders
from picket_duty.events import WaveBegun
from picket_duty.game import Game
from picket_duty.odds.command import Command, commanded_plan
from picket_duty.odds.plan import is_fighters, plan_of
from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.setup import AIDS, COMMANDED
from picket_duty.state import US_WIN
from picket_duty.tui.autoplay import ASK, AT_ONCE, ORDERS, OVER, Autoplay
from picket_duty.tui.settings import FAST, NORMAL

TABLES = load_tables()
SCENARIOS, LEVELS = range(2, 9), ("basic", "advanced")
#: Processes of a bench.
PROCESSES = 2
#: The most keys of an attacked phase in a commanded game.
MOST_KEYS = 8

#: Scenario, level and seed of a game.
Battle = tuple[int, str, int]


def battles(games: int) -> list[Battle]:
    """About this many games, equally many of each scenario and level."""
    seeds = max(1, round(games / (len(SCENARIOS) * len(LEVELS))))
    return [(number, level, seed) for seed in range(seeds) for number in SCENARIOS for level in LEVELS]


def two_orders(game: Game, choice: Choice) -> Command:
    """The scripted captain's command."""
    return Command().arming().sharing(game.play, choice)


class KeysOfPlans:
    """Counts the keys of the commanded fire plans of a game: an order that stands is given once in a phase."""

    def __init__(self) -> None:
        self._given: set[tuple[str, str]] = set()

    def count(self, game: Game, choice: Choice, command: Command) -> int:
        """The keys of a fire plan: w and k as far as they change it and were not given before, then f."""
        armed = any(plane.special and plane.flying for plane in game.state.air.planes)
        wanted = {(choice.phase, key) for key, changes in (("w", armed), ("k", command.keep > 0)) if changes}
        keys = len(wanted - self._given) + 1
        self._given |= wanted
        return keys


def answer_of(game: Game, choice: Choice, aid: str, plans: KeysOfPlans) -> tuple[Any, int]:
    """The scripted captain's answer, and how many keys it takes on the screen."""
    if choice.kind == ASSIGN and aid == COMMANDED:
        command = two_orders(game, choice)
        return commanded_plan(game.play, choice, command), plans.count(game, choice, command)
    execs = decide(game.play, choice)
    if choice.kind == ONE:
        return execs, 2  # its number, or s; Enter
    if choice.kind != ASSIGN:
        return execs, 1 if aid == COMMANDED else 1 + 2 * len(execs)  # f
    filled = {slot for slot, planes in choice.slots.items() if len(planes) == 1 and not is_fighters(slot)}
    by_hand = {slot: plane for slot, plane in execs.items() if slot not in filled}
    return execs, len(set(by_hand.values())) + len(by_hand) + 1


def asked(battle: Battle, aid: str, speed: str = NORMAL) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """The prompts of a game by subject, and the keys of each attacked phase by what they are for.

    A phase in which the player is asked nothing has none. The orders of the scenario come before its first phase.
    """
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES, aid=aid)
    autoplay = Autoplay(game, speed, load_standing_orders(game), AT_ONCE)
    prompts: Counter[str] = Counter()
    keys: dict[str, Counter[str]] = defaultdict(Counter)
    plans, phase = KeysOfPlans(), game.state.label
    while autoplay.scene.kind != OVER:
        request, step = game.request, autoplay.scene
        if step.kind != ASK or not isinstance(request, Choice):
            if step.seconds is None:
                keys["" if step.kind == ORDERS else phase][step.kind] += 1
            autoplay.finish(all_planes=True)
            continue
        if autoplay.asks_to_play_on():
            keys[phase]["play on"] += 1
            autoplay.play_on(True)
        answer, pressed = answer_of(game, request, aid, plans)
        phase = request.phase
        prompts[request.about] += 1
        keys[phase][request.about] += pressed
        autoplay.answer(answer)
    attacked = {event.phase for event in game.events if isinstance(event, WaveBegun)}
    return prompts, {phase: keys[phase] for phase in sorted(attacked)}


def asked_of(case: tuple[Battle, str, str]) -> tuple[Counter[str], dict[str, Counter[str]]]:
    """``asked`` with one argument, for a pool."""
    return asked(*case)


def outcomes(battle: Battle) -> tuple[bool, bool]:
    """Whether doctrine wins a game, and whether the scripted captain does."""
    return won(battle, doctrine=True), won(battle, doctrine=False)


def won(battle: Battle, doctrine: bool) -> bool:
    """Whether a game is won."""
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES)
    plans = KeysOfPlans()
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
        elif doctrine:
            game.answer(decide(game.play, request))
        else:
            game.answer(answer_of(game, request, COMMANDED, plans)[0])
    return game.state.outcome == US_WIN


def paired(results: list[tuple[bool, bool]]) -> tuple[float, float]:
    """The mean difference of the scripted captain from doctrine and its standard error, in points."""
    differences = [100 * (two - doctrine) for doctrine, two in results]
    return statistics.fmean(differences), statistics.stdev(differences) / math.sqrt(len(differences))


def prompt_report(games: int) -> Iterator[str]:
    """Prompts and keys by aid, cards and headlines that wait included; what the longest commanded phases consist of."""
    cases = battles(games)
    yield f"{len(cases)} games, routine standing orders; keys of an attacked phase: mean, 95th percentile, most"
    with Pool(PROCESSES) as pool:
        for aid, speed in (*((aid, NORMAL) for aid in AIDS), (COMMANDED, FAST)):
            results = pool.map(asked_of, [(battle, aid, speed) for battle in cases])
            prompts = sum((prompts for prompts, _ in results), Counter[str]())
            phases = [keys for _, by_phase in results for keys in by_phase.values()]
            totals = sorted(keys.total() for keys in phases)
            each = ", ".join(f"{about} {number / len(cases):.2f}" for about, number in prompts.most_common())
            within = sum(keys <= MOST_KEYS for keys in totals) / len(totals)
            yield (
                f"{aid:<10} {speed:<5} {prompts.total() / len(cases):5.2f} prompts, {sum(totals) / len(cases):6.2f} "
                f"keys per game; phase {statistics.fmean(totals):.1f}, {totals[int(0.95 * len(totals))]}, "
                f"{totals[-1]}; within {MOST_KEYS} keys: {100 * within:.1f}%"
            )
            yield f"           {each}"
            if aid == COMMANDED:
                most = Counter(str(dict(keys)) for keys in phases if keys.total() > MOST_KEYS)
                yield from (f"           {number} phases: {keys}" for keys, number in most.most_common(6))


def prevented(battle: Battle) -> tuple[float, float, float]:
    """The expected damage that the fire plans of a game prevent, summed: the best ones, two orders', and no order's."""
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES)
    sums = [0.0, 0.0, 0.0]
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
            continue
        best = decide(game.play, request)
        if request.kind == ASSIGN:
            commands = (two_orders(game, request), Command())
            plans = (best, *(commanded_plan(game.play, request, command) for command in commands))
            nothing = plan_of(game.play, request, {}).whole
            for place, plan in enumerate(plans):
                sums[place] += nothing - plan_of(game.play, request, plan).whole
        game.answer(best)
    return sums[0], sums[1], sums[2]


def plan_report(games: int) -> Iterator[str]:
    """What the scripted captain's fire plans prevent."""
    cases = battles(games)
    with Pool(PROCESSES) as pool:
        best, two, none = (sum(column) for column in zip(*pool.map(prevented, cases), strict=True))
    shares = f"two orders {two / best:.4f}, none {none / best:.4f}"
    yield f"{len(cases)} games: of the damage that the best plans prevent, {shares}"


def win_report(games: int) -> Iterator[str]:
    """The win rates and their paired difference."""
    cases = battles(games)
    with Pool(PROCESSES) as pool:
        results = pool.map(outcomes, cases, chunksize=7)
    mean, error = paired(results)
    doctrine, two = (100 * statistics.fmean(result[place] for result in results) for place in (0, 1))
    wins = f"doctrine wins {doctrine:.1f}%, two orders {two:.1f}%"
    yield f"{len(cases)} games: {wins}; difference {mean:+.2f} points, standard error {error:.2f}"


def main(words: list[str]) -> None:
    """Print a report."""
    reports = {"plans": (plan_report, 140), "win-rate": (win_report, 700), "": (prompt_report, 70)}
    name = words.pop(0) if words and words[0] in reports else ""
    report, usual = reports[name]
    for line in report(int(words[0]) if words else usual):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
