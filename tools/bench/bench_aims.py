"""What a scenario game asks for at each level of aid, and what a captain's aims are worth against
doctrine.

    python -m tools.bench.bench_aims [GAMES]             prompts and keys by aid (default: 70 games)
    python -m tools.bench.bench_aims win-rate [GAMES]    paired differences of the win rates
    (default: 400 games)

The scripted captains choose an aim and the fighters held back; everything else is answered as
doctrine does. Keys include those for cards and headlines that wait. Prompts are counted over
scenarios 2 to 8, win rates over 2 to 5, at both levels.
"""

from __future__ import annotations

import math
import random
import statistics
import sys
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator
from functools import partial
from multiprocessing import Pool
from typing import Any

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import load_standing_orders
from picket_duty.events import WaveBegun
from picket_duty.game import Game
from picket_duty.odds.aims import WEAPONS, Aim, AimPlans
from picket_duty.odds.plan import is_fighters
from picket_duty.requests import ASSIGN, ONE, Choice, Roll
from picket_duty.setup import AIDS, COMMANDED
from picket_duty.state import US_WIN
from picket_duty.tui.autoplay import ASK, AT_ONCE, ORDERS, OVER, Autoplay
from picket_duty.tui.settings import FAST, NORMAL

TABLES = load_tables()
SCENARIOS = range(2, 9)
HARD = range(2, 6)
LEVELS = ("basic", "advanced")
#: Processes of a bench.
PROCESSES = 2
#: The most keys, on average, of a commanded game of scenario 5, and of the fire plans of a phase of
#: three waves there.
MOST_KEYS = 22
MOST_PLAN_KEYS = 11

#: Scenario, level and seed of a game; an aim with the fighters held back.
Battle = tuple[int, str, int]
Order = tuple[Aim, int]


def battles(games: int, scenarios: range = SCENARIOS) -> list[Battle]:
    """About this many games, equally many of each scenario and level."""
    seeds = max(1, round(games / (len(scenarios) * len(LEVELS))))
    return [
        (number, level, seed) for seed in range(seeds) for number in scenarios for level in LEVELS
    ]


# -- captains ------------------------------------------------------------------------


def in_proportion(plans: AimPlans, _dice: random.Random) -> Order:
    """Planes with a weapon first, fighters in proportion to the planes still to come."""
    armed = Aim(WEAPONS)
    return (armed if armed in plans.offered(plans.share) else Aim()), plans.share


def fewest_now(_plans: AimPlans, _dice: random.Random) -> Order:
    """Always the fewest hits, and no fighter held back."""
    return Aim(), 0


def at_random(plans: AimPlans, dice: random.Random) -> Order:
    """Any number of fighters and any aim."""
    held = dice.randint(0, plans.most_held)
    return dice.choice(plans.offered(held)), held


CAPTAINS: dict[str, Callable[[AimPlans, random.Random], Order]] = {
    "weapons first, fighters in proportion": in_proportion,
    "fewest hits, none held back": fewest_now,
    "aims and fighters at random": at_random,
}


def answer_of(game: Game, choice: Choice, aid: str) -> tuple[Any, int]:
    """The answer of the captain who holds fighters back in proportion, and how many keys it takes
    on the screen.
    """
    if choice.kind == ASSIGN and aid == COMMANDED:
        plans = AimPlans(game.play, choice)
        aim, held = in_proportion(plans, random.Random(0))
        return plans.plan(aim, held), plans.is_question() + held + 1
    execs = decide(game.play, choice)
    if choice.kind == ONE:
        return execs, 2  # its number, or s; Enter
    if choice.kind != ASSIGN:
        return execs, 1 if aid == COMMANDED else 1 + 2 * len(execs)  # f
    filled = {
        slot for slot, planes in choice.slots.items() if len(planes) == 1 and not is_fighters(slot)
    }
    by_hand = {slot: plane for slot, plane in execs.items() if slot not in filled}
    return execs, len(set(by_hand.values())) + len(by_hand) + 1


# -- prompts and keys ------------------------------------------------------------------


#: The prompts of a game by subject, the keys of each attacked phase by what they are for, and its
#: number of waves.
Asked = tuple[Counter[str], dict[str, Counter[str]], Counter[str]]


def asked(battle: Battle, aid: str, speed: str = NORMAL) -> Asked:
    """What a game asks for. A phase in which the player is asked nothing has no keys.

    The orders of the scenario come before its first phase.
    """
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES, aid=aid)
    autoplay = Autoplay(game, speed, load_standing_orders(game), AT_ONCE)
    prompts: Counter[str] = Counter()
    keys: dict[str, Counter[str]] = defaultdict(Counter)
    phase = game.state.label
    while autoplay.scene.kind != OVER:
        request = game.request
        step = autoplay.scene
        if step.kind != ASK or step.answer is not None or not isinstance(request, Choice):
            if step.seconds is None:
                keys["" if step.kind == ORDERS else phase][step.kind] += 1
            autoplay.finish(all_planes=True)
            continue
        if autoplay.asks_to_play_on():
            keys[phase]["play on"] += 1
            autoplay.play_on(True)
        answer, pressed = answer_of(game, request, aid)
        phase = request.phase
        prompts[request.about] += 1
        keys[phase][request.about] += pressed
        autoplay.answer(answer)
    waves = Counter(event.phase for event in game.events if isinstance(event, WaveBegun))
    return prompts, {phase: keys[phase] for phase in sorted(waves)}, waves


def asked_of(case: tuple[Battle, str, str]) -> Asked:
    """``asked`` with one argument, for a pool."""
    return asked(*case)


def prompt_report(games: int) -> Iterator[str]:
    """Prompts and keys by aid, cards and headlines that wait included."""
    cases = battles(games)
    yield (
        f"{len(cases)} games, routine standing orders; keys of an attacked phase: mean, 95th "
        f"percentile, most"
    )
    with Pool(PROCESSES) as pool:
        for aid, speed in (*((aid, NORMAL) for aid in AIDS), (COMMANDED, FAST)):
            results = pool.map(asked_of, [(battle, aid, speed) for battle in cases])
            prompts = sum((prompts for prompts, _, _ in results), Counter[str]())
            phases = [keys for _, by_phase, _ in results for keys in by_phase.values()]
            totals = sorted(keys.total() for keys in phases)
            each = ", ".join(
                f"{about} {number / len(cases):.2f}" for about, number in prompts.most_common()
            )
            yield (
                f"{aid:<10} {speed:<5} {prompts.total() / len(cases):5.2f} prompts, "
                f"{sum(totals) / len(cases):6.2f} "
                f"keys per game; phase {statistics.fmean(totals):.1f}, "
                f"{totals[int(0.95 * len(totals))]}, "
                f"{totals[-1]}"
            )
            yield f"           {each}"


# -- win rates ---------------------------------------------------------------------------


def won(battle: Battle, captain: str = "") -> bool:
    """Whether a game is won by a scripted captain; without a name by doctrine."""
    scenario, level, seed = battle
    game = Game.new(scenario=scenario, level=level, seed=seed, tables=TABLES)
    dice = random.Random(f"{battle} {captain}")
    while (request := game.request) is not None:
        if isinstance(request, Roll):
            game.roll()
        elif captain and request.kind == ASSIGN:
            plans = AimPlans(game.play, request)
            game.answer(plans.plan(*CAPTAINS[captain](plans, dice)))
        else:
            game.answer(decide(game.play, request))
    return game.state.outcome == US_WIN


def paired(results: list[tuple[bool, bool]]) -> tuple[float, float]:
    """The mean difference of a scripted captain from doctrine and its standard error, in points."""
    differences = [100 * (captain - doctrine) for doctrine, captain in results]
    return statistics.fmean(differences), statistics.stdev(differences) / math.sqrt(
        len(differences)
    )


def win_report(games: int) -> Iterator[str]:
    """The win rates of each captain and their paired differences from doctrine."""
    cases = battles(games, HARD)
    with Pool(PROCESSES) as pool:
        doctrine = pool.map(won, cases, chunksize=4)
        yield f"{len(cases)} games: doctrine wins {100 * statistics.fmean(doctrine):.1f}%"
        for captain in CAPTAINS:
            results = pool.map(partial(won, captain=captain), cases, chunksize=4)
            mean, error = paired(list(zip(doctrine, results, strict=True)))
            yield f"{captain}: {mean:+.2f} points, 95% {1.96 * error:.2f}"


def main(words: list[str]) -> None:
    """Print a report."""
    reports = {"win-rate": (win_report, 400), "": (prompt_report, 70)}
    name = words.pop(0) if words and words[0] in reports else ""
    report, usual = reports[name]
    for line in report(int(words[0]) if words else usual):
        print(line, flush=True)


if __name__ == "__main__":
    main(sys.argv[1:])
