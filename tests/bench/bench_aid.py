"""What a scenario game asks for at each level of aid, and what a captain of two orders loses against doctrine.

    python -m tests.bench.bench_aid [GAMES]            prompts and keys by aid (default: 70 games)
    python -m tests.bench.bench_aid win-rate [GAMES]   paired difference of the win rates (default: 700 games)

The scripted captain keeps fighters in proportion to the planes to come, promotes each plane with a weapon, and presses
Enter; everything else is answered as doctrine does. Games are spread evenly over scenarios 2 to 8 and both levels.
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
from picket_duty.game import Game
from picket_duty.odds.command import Command, commanded_plan, fair_share
from picket_duty.odds.plan import is_fighters
from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.setup import AIDS, COMMANDED, UNAIDED
from picket_duty.state import US_WIN
from picket_duty.tui.autoplay import ASK, AT_ONCE, OVER, Autoplay
from picket_duty.tui.settings import EVENTS, FAST

TABLES = load_tables()
SCENARIOS, LEVELS = range(2, 9), ("basic", "advanced")
#: The most keys of an attacked phase in a commanded game.
MOST_KEYS = 8

#: Scenario, level and seed of a game.
Battle = tuple[int, str, int]


def battles(games: int) -> list[Battle]:
    """About this many games, equally many of each scenario and level."""
    seeds = max(1, round(games / (len(SCENARIOS) * len(LEVELS))))
    return [(number, level, seed) for seed in range(seeds) for number in SCENARIOS for level in LEVELS]


def two_orders(game: Game, choice: Choice) -> Command:
    """The scripted captain's command: fighters kept by the share of planes to come, planes with a weapon promoted."""
    planes = [plane for plane in game.state.air.planes if plane.flying]
    return Command({plane.number: 1 for plane in planes if plane.special}, fair_share(game.play, choice))


def answer_of(game: Game, choice: Choice, aid: str) -> tuple[Any, int]:
    """The scripted captain's answer, and how many keys it takes on the screen."""
    execs = decide(game.play, choice)
    if choice.kind == ONE:
        return execs, 2  # its number, or s; Enter
    if choice.kind != ASSIGN:
        return execs, 1 if aid != UNAIDED else 1 + 2 * len(execs)
    if aid == COMMANDED:
        command = two_orders(game, choice)
        promoted = len(command.priority)
        # The first plane with a weapon is selected already, each other one takes a key; k keeps the share of fighters.
        keys = 2 * promoted - bool(promoted) + bool(command.keep) + 1
        return commanded_plan(game.play, choice, command), keys
    if aid == UNAIDED:
        filled = {slot for slot, planes in choice.slots.items() if len(planes) == 1 and not is_fighters(slot)}
        by_hand = {slot: plane for slot, plane in execs.items() if slot not in filled}
        return execs, len(set(by_hand.values())) + len(by_hand) + 1
    return execs, 2


def asked(battle: Battle, aid: str) -> tuple[Counter[str], dict[str, int]]:
    """The prompts of a game by subject, and the keys of each attacked phase."""
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES, aid=aid)
    autoplay = Autoplay(game, FAST, load_standing_orders(game), EVENTS, AT_ONCE)
    prompts: Counter[str] = Counter()
    keys: dict[str, int] = defaultdict(int)
    while autoplay.step.kind != OVER:
        request = game.request
        if autoplay.step.kind != ASK or not isinstance(request, Choice):
            autoplay.to_next_headline()
            continue
        answer, pressed = answer_of(game, request, aid)
        prompts[request.about] += 1
        keys[request.phase] += pressed
        autoplay.answer(answer)
    return prompts, dict(keys)


def asked_of(case: tuple[Battle, str]) -> tuple[Counter[str], dict[str, int]]:
    """``asked`` with one argument, for a pool."""
    return asked(*case)


def outcomes(battle: Battle) -> tuple[bool, bool]:
    """Whether doctrine wins a game, and whether the scripted captain does."""
    return won(battle, doctrine=True), won(battle, doctrine=False)


def won(battle: Battle, doctrine: bool) -> bool:
    """Whether a game is won."""
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES)
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
        elif doctrine:
            game.answer(decide(game.play, request))
        else:
            game.answer(answer_of(game, request, COMMANDED)[0])
    return game.state.outcome == US_WIN


def paired(results: list[tuple[bool, bool]]) -> tuple[float, float]:
    """The mean difference of the scripted captain from doctrine and its standard error, in points."""
    differences = [100 * (two - doctrine) for doctrine, two in results]
    return statistics.fmean(differences), statistics.stdev(differences) / math.sqrt(len(differences))


def prompt_report(games: int) -> Iterator[str]:
    """Prompts and keys by aid."""
    cases = battles(games)
    yield f"{len(cases)} games, routine standing orders; keys of an attacked phase: mean, 95th percentile, most"
    with Pool() as pool:
        for aid in AIDS:
            results = pool.map(asked_of, [(battle, aid) for battle in cases])
            prompts = sum((prompts for prompts, _ in results), Counter[str]())
            phases = sorted(keys for _, by_phase in results for keys in by_phase.values())
            each = ", ".join(f"{about} {number / len(cases):.2f}" for about, number in prompts.most_common())
            keys_each = sum(phases) / len(cases)
            within = sum(keys <= MOST_KEYS for keys in phases) / len(phases)
            yield (
                f"{aid:<10} {prompts.total() / len(cases):5.2f} prompts, {keys_each:6.2f} keys per game; "
                f"phase {statistics.fmean(phases):.1f}, {phases[int(0.95 * len(phases))]}, {phases[-1]}; "
                f"within {MOST_KEYS} keys: {100 * within:.0f}%"
            )
            yield f"           {each}"


def win_report(games: int) -> str:
    """The win rates and their paired difference."""
    cases = battles(games)
    with Pool() as pool:
        results = pool.map(outcomes, cases, chunksize=7)
    mean, error = paired(results)
    doctrine, two = (100 * statistics.fmean(result[place] for result in results) for place in (0, 1))
    wins = f"doctrine wins {doctrine:.1f}%, two orders {two:.1f}%"
    return f"{len(cases)} games: {wins}; difference {mean:+.2f} points, standard error {error:.2f}"


def main(words: list[str]) -> None:
    """Print a report."""
    rate = words[:1] == ["win-rate"]
    number = int(words[rate]) if len(words) > rate else 700 if rate else 70
    for line in [win_report(number)] if rate else prompt_report(number):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
