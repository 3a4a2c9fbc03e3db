"""What a game asks for at each level of aid and speed, and what a captain's decisions are worth.

    python -m tools.bench.bench_aims prompts          prompts and keys by aid and speed
    python -m tools.bench.bench_aims captains         other ways to play, against doctrine
    python -m tools.bench.bench_aims decisions        doctrine with one kind of decision replaced
    python -m tools.bench.bench_aims turn             hard turns by other rules

All but ``prompts`` compare win rates on the same dice, in scenarios 2 to 5 at both
levels and in mini campaigns of each level; ``tools/bench/captains.py`` has the captains. Prompts
are counted over scenarios 2 to 8; keys include those for cards and headlines that wait. The captain
who presses them holds fighters back in proportion and answers everything else as doctrine does.
Every error is a standard error.
"""

from __future__ import annotations

import argparse
import math
import operator
import statistics
from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import product
from multiprocessing import Pool
from typing import Any

from picket_duty.book import load_tables
from picket_duty.book.data import SPOILED_AIM
from picket_duty.captains import Captain, play_out
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import load_standing_orders
from picket_duty.events import WaveBegun
from picket_duty.game import Game
from picket_duty.odds.aims import WEAPONS, Aim, AimPlans
from picket_duty.odds.orders import is_fighters
from picket_duty.requests import ASSIGN, ONE, Answer, Choice
from picket_duty.setup import AIDS, COMMANDED
from picket_duty.state import LEVELS, US_WIN
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.scenes import ASK, AT_ONCE, ORDERS_PAGE, OVER
from picket_duty.tui.settings import FAST, NORMAL
from tools.bench.captains import (
    CAPTAINS,
    EVERY,
    RELIEF,
    SINGLE,
    TURN,
    FollowedDoctrine,
    RuledCaptain,
    in_proportion,
)

TABLES = load_tables()
SCENARIOS = range(2, 9)
HARD = range(2, 6)
#: The most keys, on average, of a commanded game of scenario 5, and of the fire plans of a phase of
#: three waves there.
MOST_KEYS = 22
MOST_PLAN_KEYS = 11

#: The setup of a game.
Battle = dict[str, Any]


def battles(games: int, scenarios: Sequence[int] = SCENARIOS) -> list[Battle]:
    """About this many games, equally many of each scenario and level, each with a seed of its own:
    games of one seed have much of their dice in common.
    """
    sides = list(product(scenarios, LEVELS))
    rounds = max(1, round(games / len(sides)))
    return [
        {"scenario": scenario, "level": level, "seed": seed}
        for seed, (scenario, level) in enumerate(sides * rounds)
    ]


def batched(cases: list[Battle], size: int) -> Iterator[list[Battle]]:
    """The games in blocks."""
    for first in range(0, len(cases), size):
        yield cases[first : first + size]


def minis(games: int, level: str) -> list[Battle]:
    """So many mini campaigns of a level."""
    return [{"campaign": "mini", "level": level, "seed": seed} for seed in range(games)]


# -- prompts and keys ------------------------------------------------------------------


def pressed(game: Game, choice: Choice, aid: str) -> tuple[Answer, int]:
    """The answer of a captain who holds fighters back in proportion, and its keys on the screen."""
    if choice.kind == ASSIGN and aid == COMMANDED:
        return ordered(game, choice)
    execs = decide(game.play, choice)
    if choice.kind == ONE:
        return execs, 2  # its number, or s; Enter
    if choice.kind != ASSIGN:
        return execs, 2 if aid == COMMANDED else 1 + 2 * len(execs)  # s, f
    filled = {
        slot for slot, planes in choice.slots.items() if len(planes) == 1 and not is_fighters(slot)
    }
    by_hand = {slot: plane for slot, plane in execs.items() if slot not in filled}
    return execs, len(set(by_hand.values())) + len(by_hand) + 1


def ordered(game: Game, choice: Choice) -> tuple[Answer, int]:
    """Weapons first if that is offered: keys that hold fighters back, the aim's number, f."""
    plans = AimPlans(game.play, choice)
    held = in_proportion(plans)
    # One key a fighter, or the key for all of them and then one for each that is not held back.
    keys = 1 + min(held, 1 + plans.most_held - held)
    aims = plans.offered(held)
    aim = Aim(WEAPONS) if Aim(WEAPONS) in aims else aims[0]
    return plans.plan(aim, held), keys + (len(aims) > 1)


#: The prompts of a game by subject, the keys of each attacked phase by what they are for, and its
#: number of waves.
Asked = tuple[Counter[str], dict[str, Counter[str]], Counter[str]]


def asked(battle: Battle, aid: str, speed: str = NORMAL) -> Asked:
    """What a game asks for. A phase in which the player is asked nothing has no keys.

    The orders of the scenario come before its first phase.
    """
    game = Game.new(tables=TABLES, aid=aid, **battle)
    autoplay = Autoplay(game, speed, load_standing_orders(game), AT_ONCE)
    prompts: Counter[str] = Counter()
    keys: dict[str, Counter[str]] = defaultdict(Counter)
    phase = game.state.label
    while autoplay.scene.kind != OVER:
        request = game.request
        step = autoplay.scene
        if step.kind != ASK or step.answer is not None or not isinstance(request, Choice):
            if step.seconds is None:
                keys["" if step.kind == ORDERS_PAGE else phase][step.kind] += 1
            autoplay.finish(all_planes=True)
            continue
        answer, number = pressed(game, request, aid)
        phase = request.phase
        prompts[request.about] += 1
        keys[phase][request.about] += number
        autoplay.answer(answer)
    waves = Counter(event.phase for event in game.events if isinstance(event, WaveBegun))
    return prompts, {phase: keys[phase] for phase in sorted(waves)}, waves


def prompt_report(given: argparse.Namespace) -> Iterator[str]:
    """Prompts and keys by aid and speed, cards and headlines that wait included."""
    cases = [case | {"options": given.option} for case in battles(given.games, given.scenarios)]
    yield f"{len(cases)} games with routine standing orders"
    yield "                     a game            keys of an attacked phase"
    yield "aid        speed     prompts   keys    mean    95 %    most"
    with Pool(given.processes) as pool:
        for aid, speed in product(AIDS, (NORMAL, FAST)):
            results = pool.map(partial(asked, aid=aid, speed=speed), cases)
            prompts = sum((prompts for prompts, _, _ in results), Counter[str]())
            phases = [keys.total() for _, by_phase, _ in results for keys in by_phase.values()]
            phases.sort()
            yield (
                f"{aid:<10} {speed:<8} {prompts.total() / len(cases):8.2f} "
                f"{sum(phases) / len(cases):6.2f} {statistics.fmean(phases):7.2f} "
                f"{phases[int(0.95 * len(phases))]:7} {phases[-1]:7}"
            )
            yield "    " + ", ".join(
                f"{about} {number / len(cases):.2f}" for about, number in prompts.most_common()
            )


# -- win rates ---------------------------------------------------------------------------


def won(battle: Battle, captain: Captain) -> bool:
    """Whether a captain wins a game."""
    game = Game.new(tables=TABLES, history=False, **battle)
    play_out(game, captain)
    return game.state.outcome == US_WIN


def wins_of(battle: Battle, names: Sequence[str]) -> list[bool]:
    """Whether doctrine wins a game, and whether each captain does. One who would have given every
    order that doctrine gave plays the same game.
    """
    doctrine = FollowedDoctrine({name: EVERY[name] for name in names})
    its = won(battle, doctrine)
    same = doctrine.followers
    return [
        its,
        *(its if name in same else won(battle, RuledCaptain(EVERY[name])) for name in names),
    ]


def paired(doctrine: Sequence[bool], captain: Sequence[bool]) -> tuple[float, float]:
    """The mean difference of a captain's wins from doctrine's and its standard error, in points."""
    differences = [100 * (own - its) for own, its in zip(captain, doctrine, strict=True)]
    return statistics.fmean(differences), statistics.stdev(differences) / math.sqrt(
        len(differences)
    )


def captain_report(given: argparse.Namespace) -> Iterator[str]:
    """Other ways to play."""
    yield from win_report(given, [*CAPTAINS], [*CAPTAINS])


def decision_report(given: argparse.Namespace) -> Iterator[str]:
    """Each kind of decision by another rule than doctrine's."""
    yield from win_report(given, [*SINGLE], [*SINGLE, *RELIEF])


def turn_report(given: argparse.Namespace) -> Iterator[str]:
    """Hard turns by other rules than doctrine's."""
    yield from win_report(given, [*TURN], [*TURN], (SPOILED_AIM,))


def win_report(
    given: argparse.Namespace,
    in_scenarios: Sequence[str],
    in_minis: Sequence[str],
    options: Sequence[str] = (),
) -> Iterator[str]:
    """The win rates of captains, with optional rules, and their paired differences from
    doctrine.
    """
    sets = [(f"mini campaigns, {level}", minis(given.minis, level), in_minis) for level in LEVELS]
    if given.games:
        sets.insert(0, ("scenarios 2 to 5, both levels", battles(given.games, HARD), in_scenarios))
    with Pool(given.processes) as pool:
        for title, cases, names in sets:
            results: list[list[bool]] = []
            chosen = [
                case | {"options": options, "seed": given.seed + case["seed"]} for case in cases
            ]
            for block in batched(chosen, given.every):
                results += pool.map(partial(wins_of, names=names), block, chunksize=4)
                yield from win_table(f"{len(results)} games: {title}", names, results)


def win_table(title: str, names: Sequence[str], results: Sequence[Sequence[bool]]) -> Iterator[str]:
    """Doctrine's win rate, then each captain's with its difference and its standard error."""
    doctrine, *others = zip(*results, strict=True)
    yield "                                 won     more    error  games"
    yield f"{title:<48}       changed"
    yield f"  doctrine                    {100 * statistics.fmean(doctrine):6.2f} %"
    for name, wins in zip(names, others, strict=True):
        mean, error = paired(doctrine, wins)
        changed = sum(map(operator.ne, doctrine, wins))
        won = 100 * statistics.fmean(wins)
        yield f"  {name:<28}{won:6.2f} % {mean:+7.2f} {error:8.2f} {changed:6}"


#: The reports, each with its usual number of scenario games.
REPORTS: dict[str, tuple[Callable[[argparse.Namespace], Iterator[str]], int]] = {
    "prompts": (prompt_report, 70),
    "captains": (captain_report, 6000),
    "decisions": (decision_report, 6000),
    "turn": (turn_report, 6000),
}


def main() -> None:
    """Print a report, each line as soon as it is known."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("report", choices=REPORTS)
    parser.add_argument("--games", type=int, help="scenario games, 0 for none")
    parser.add_argument("--minis", type=int, default=1500, help="mini campaigns of each level")
    parser.add_argument("--seed", type=int, default=0, help="the first seed of win rates")
    parser.add_argument(
        "--scenarios",
        type=int,
        nargs="+",
        default=SCENARIOS,
        help="those whose prompts are counted",
    )
    parser.add_argument("--option", nargs="+", default=(), help="optional rules of the prompts")
    parser.add_argument("--every", type=int, default=6000, help="print after so many games")
    parser.add_argument("--processes", type=int, default=2)
    given = parser.parse_args()
    report, usual = REPORTS[given.report]
    if given.games is None:
        given.games = usual
    for line in report(given):
        print(line, flush=True)


if __name__ == "__main__":
    main()
