"""Number of keys that a battle needs, and the processor time of a key.

    python -m tools.bench.bench_keys            all numbers of keys
    python -m tools.bench.bench_keys scenarios  keys before the first decision, by pilot on the real screens
    python -m tools.bench.bench_keys drawing    processor time of a key at a fire plan for nine planes

Scenarios are played by pilot from the menu. A campaign of 95 days is played by the battle screen's own
``picket_duty.tui.autoplay.Autoplay``, whose steps say whether they wait for a key: each key pressed there goes to the
same method as the screen's key. ``check`` plays a scenario both ways and compares.

``drawing`` presses a key that does nothing in turn with each other key, and prints the median difference of their
processor times. The goal is 3 ms for every key. A key that changes the plan also makes the guns plan again, which
is not drawing: its share is printed beside the difference. The first visit is the first look at a plane of the plan,
which was drawn ahead while nobody pressed a key.
"""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Sequence
from statistics import median
from typing import NamedTuple

from textual.pilot import Pilot

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import ROUTINE, StandingOrders
from picket_duty.events import Raid
from picket_duty.game import Game
from picket_duty.odds.command import Command
from picket_duty.requests import Choice, Roll
from picket_duty.tui import autoplay as autoplay_module
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import ASK, OVER, Autoplay
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.settings import FAST, NORMAL

TABLES = load_tables()
SEEDS = (1, 2, 3)
#: The speeds measured: the default on a terminal, and the others.
TIMED = autoplay_module.AT_ONCE


# -- by autoplay --------------------------------------------------------------------


def keys_of(autoplay: Autoplay, very_well: bool = False) -> Counter[str]:
    """The keys of a whole game by what waited for them; every decision follows the recommendation, with Enter."""
    keys: Counter[str] = Counter()
    while autoplay.scene.kind != OVER:
        step = autoplay.scene
        if step.kind != ASK:
            keys[step.kind] += step.seconds is None
            autoplay.to_next_headline()
            continue
        request = autoplay.game.request
        assert isinstance(request, Choice)
        keys[request.about] += 1
        if very_well and autoplay.can_delegate():
            autoplay.delegate()
        else:
            autoplay.answer(decide(autoplay.game.play, request))
    return keys


def campaign(name: str, standing: StandingOrders, speed: str, very_well: bool) -> None:
    """The keys of a campaign over several seeds."""
    sums: list[int] = []
    every: Counter[str] = Counter()
    for seed in SEEDS:
        game = Game.new(campaign=name, seed=seed, tables=TABLES)
        keys = keys_of(Autoplay(game, speed, standing, durations=TIMED), very_well)
        sums.append(keys.total())
        every += keys
    how = " ".join(filter(None, [speed, standing.words(), "with Very well" if very_well else ""]))
    print(f"{name}, {how}: {sum(sums) / len(sums):.0f} keys ({', '.join(map(str, sums))})")
    print("   ", ", ".join(f"{what} {number / len(SEEDS):.0f}" for what, number in every.most_common()))


def phases(very_well: bool) -> None:
    """The keys of an attacked phase in every scenario; every order follows the recommendation."""
    keys = attacked = 0
    for scenario in TABLES.scenarios:
        for seed in SEEDS:
            game = Game.new(scenario=scenario, seed=seed, tables=TABLES)
            keys += keys_of(Autoplay(game, NORMAL, durations=TIMED), very_well).total()
            attacked += sum(isinstance(event, Raid) and event.planes > 0 for event in game.events)
    how = ", with Very well" if very_well else ""
    print(f"an attacked phase of a scenario{how}: {keys / attacked:.1f} keys ({attacked} phases)")


# -- on the screens ------------------------------------------------------------------


async def press(pilot: Pilot[int], *keys: str) -> int:
    """Press keys and wait for their effect; returns their number."""
    await pilot.press(*keys)
    await pilot.pause()
    return len(keys)


async def before_first_decision(scenario: int) -> int:
    """The keys from a new player's menu to the first decision of a scenario, with the default setup.

    For a scenario without an attack, the keys to its outcome.
    """
    with tempfile.TemporaryDirectory() as home:
        os.environ.update(PICKET_DUTY_HOME=home, PICKET_DUTY_CONFIG=f"{home}/config.toml")
        app = PicketApp(TABLES)
        async with app.run_test(size=(120, 40)) as pilot:
            await pilot.pause()
            keys = await press(pilot, "down", "enter")
            up = len(TABLES.scenarios) - scenario
            ways = (["down"] * (scenario - 1), ["end", *["up"] * up])
            keys += await press(pilot, *min(ways, key=len), "enter")
            keys += await press(pilot, "enter")
            battle = next(screen for screen in app.screen_stack if isinstance(screen, BattleScreen))
            assert battle.game.state.setup.name == str(scenario)
            while battle.autoplay.scene.kind not in (ASK, OVER):
                keys += await press(pilot, "enter")
            return keys


async def whole_scenario(scenario: int, seed: int) -> int:
    """The keys of a scenario on the battle screen itself, every decision given with Enter."""
    app = PicketApp(TABLES, Game.new(scenario=scenario, seed=seed, tables=TABLES))
    keys = 0
    async with app.run_test(size=(120, 40)) as pilot:
        await pilot.pause()
        screen = app.screen
        assert isinstance(screen, BattleScreen)
        while screen.autoplay.scene.kind != OVER:
            keys += await press(pilot, "enter")
        return keys


async def scenarios() -> None:
    """Keys before the first decision of every scenario."""
    keys_by_scenario = {scenario: await before_first_decision(scenario) for scenario in TABLES.scenarios}
    listed = ", ".join(f"{scenario}: {keys}" for scenario, keys in keys_by_scenario.items())
    print(f"before the first decision, by scenario: {listed}")


async def check() -> None:
    """The same game by pilot and by autoplay."""
    game = Game.new(scenario=3, seed=7, tables=TABLES)
    played = keys_of(Autoplay(game, NORMAL, durations=TIMED)).total()
    screen = await whole_scenario(3, 7)
    print(f"scenario 3, seed 7: {played} keys by autoplay, {screen} on the screen")


# -- the time of a key -----------------------------------------------------------------

#: Keys at a fire plan, pressed in turn; none changes the size of anything.
DRAWN = {
    "plane": "2345678",
    "gun": ["right"],
    "on or off": ["space"],
    "promote": ["plus", "2", "plus", "3", "minus", "2", "minus", "3"],
}
FIRST = "first visit"
PRESSES, VISITS, SIZES = 60, 6, ((80, 24), (120, 40), (160, 50))
#: A key without a binding.
NOTHING = "Z"


def nine_planes() -> Game:
    """A game at the fire plan for a wave of nine planes."""
    for seed in range(2000):
        game = Game.new(scenario=2, seed=seed, tables=TABLES)
        while game.request is not None:
            if isinstance(game.request, Roll):
                game.roll()
            elif game.request.about == "fire plan" and len(game.state.air.planes) == 9:
                return game
            else:
                game.answer(decide(game.play, game.request))
    raise AssertionError("no wave of nine planes")


class Pair(NamedTuple):
    """Milliseconds of a key, of the guns' planning in it, and of the key that does nothing after it."""

    key: str
    all: float
    planning: float
    nothing: float


class PlanningTime:
    """Processor time of the guns' planning on a battle screen, in milliseconds."""

    def __init__(self, pilot: Pilot[int]) -> None:
        self.total = 0.0
        view = pilot.app.screen.view
        view.order_guns = self._timed(view.order_guns)
        view.promoted = self._timed(view.promoted)

    def _timed(self, make: Callable[..., Command | None]) -> Callable[..., Command | None]:
        def timed(*orders: Command | int) -> Command | None:
            begun = time.process_time()
            made = make(*orders)
            self.total += 1000 * (time.process_time() - begun)
            return made

        return timed


async def timed(pilot: Pilot[int], key: str) -> float:
    """Milliseconds of processor time from a key until the screen is drawn."""
    begun = time.process_time()
    await press(pilot, key)
    return 1000 * (time.process_time() - begun)


async def paired(pilot: Pilot[int], keys: Sequence[str]) -> list[Pair]:
    """Milliseconds of each key and of the guns' planning in it, and of the key that does nothing after it."""
    pairs = []
    planning = PlanningTime(pilot)
    for key in keys:
        before = planning.total
        milliseconds = await timed(pilot, key)
        pairs.append(Pair(key, milliseconds, planning.total - before, await timed(pilot, NOTHING)))
    return pairs


async def at_fire_plan(pilot: Pilot[int]) -> None:
    """Play on to the fire plan on the screen."""
    await pilot.pause(1)
    while pilot.app.screen.autoplay.scene.kind != ASK:
        await press(pilot, "enter")


async def drawing() -> None:
    """Processor time of each key beyond a key that does nothing, pressed in turn."""
    for size in SIZES:
        visits: list[Pair] = []
        for _ in range(VISITS):
            app = PicketApp(TABLES, nine_planes())
            async with app.run_test(size=size) as pilot:
                await at_fire_plan(pilot)
                await press(pilot, "right", "left")
                planes = [plane.number for plane in app.screen.view.state.air.planes if plane.flying]
                keys = [str(number + 1) for number in planes if number != app.screen.view.plane]
                visits += await paired(pilot, keys)
        report(size, FIRST, visits)
        app = PicketApp(TABLES, nine_planes())
        async with app.run_test(size=size) as pilot:
            await at_fire_plan(pilot)
            for name, keys in DRAWN.items():
                pairs = await paired(pilot, [keys[number % len(keys)] for number in range(PRESSES)])
                report(size, name, [pair for pair in pairs if name != "promote" or pair.key in ("plus", "minus")])


def report(size: tuple[int, int], name: str, pairs: list[Pair]) -> None:
    """Print the median times of a key, net of one that does nothing, and without the planning of guns."""
    nothing = median(pair.nothing for pair in pairs)
    net = median(pair.all - pair.nothing for pair in pairs)
    planning = median(pair.planning for pair in pairs)
    drawn = median(pair.all - pair.nothing - pair.planning for pair in pairs)
    print(
        f"{size[0]}x{size[1]} {name}: net {net:.2f} ms beyond the {nothing:.2f} ms of a key that does nothing, "
        f"planning {planning:.2f} ms, drawing {drawn:.2f} ms"
    )


def main(words: list[str]) -> None:
    """Print the requested figures, by default all numbers of keys."""
    autoplay_module.WATCHED = autoplay_module.AT_ONCE
    if "drawing" in words:
        asyncio.run(drawing())
    if not words or "scenarios" in words:
        asyncio.run(scenarios())
    if not words or "check" in words:
        asyncio.run(check())
    if not words or "phases" in words:
        phases(False)
        phases(True)
    if not words or "campaigns" in words:
        for very_well in (False, True):
            campaign("long-b", StandingOrders(), NORMAL, very_well)
        campaign("long-b", ROUTINE, NORMAL, False)
        campaign("long-b", StandingOrders(commands=True), NORMAL, False)
        campaign("long-b", StandingOrders(), FAST, False)


if __name__ == "__main__":
    main(sys.argv[1:])
