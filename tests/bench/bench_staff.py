"""Speed of odds and plans: ``pytest tests/bench/bench_staff.py``."""

from __future__ import annotations

import random
import statistics
import time

import pytest

from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.lab.batch import Batch, simulate
from picket_duty.odds import fire, plan
from picket_duty.requests import Choice
from picket_duty.rules import gunnery
from picket_duty.rules.play import Play
from picket_duty.rules.system import first_state
from picket_duty.setup import Choices, make_setup
from picket_duty.state import POSTS, Officer, Plane

TABLES = load_tables()
MILLISECOND = 0.001


def nine_planes(seed: int) -> Play:
    """A wave of nine planes, a later one of five, four AFS markers and two SFS markers."""
    chance = random.Random(f"bench {seed}")
    setup = make_setup(TABLES, Choices(scenario=2, seed=1))
    state = first_state(TABLES, setup)
    state.ship.crew = {post: Officer(post, 0) for post in POSTS}
    state.ship.sfs = 2
    planes = [Plane(n, chance.randrange(8) * 45, chance.choice("LMH"), "Val") for n in range(14)]
    for plane, weapon in zip(planes, ("bomb", "torpedo"), strict=False):
        plane.special, plane.weapon = True, weapon
    state.air.planes, state.air.waves = planes[:9], [planes[9:]]
    state.air.markers = [f"AFS land {number}" for number in range(1, 5)]
    return Play(state, TABLES)


def all_fire(play: Play) -> tuple[Choice, dict[str, int]]:
    """The fire plan choice, and an order for every slot."""
    choice = gunnery.plan_choice(play)
    return choice, {slot: planes[0] for slot, planes in choice.slots.items()}


def test_wave_odds(benchmark):
    """A nine-plane wave with all mounts: at most 10 ms."""
    play = nine_planes(1)
    _, orders = all_fire(play)
    benchmark(lambda: fire.wave_odds(play, orders))
    assert benchmark.stats.stats.median <= 10 * MILLISECOND


@pytest.mark.parametrize("planes", [2, 4, 8])
def test_wave_odds_by_planes(benchmark, planes):
    """Grows at most with the square of the planes."""
    play = nine_planes(1)
    del play.state.air.planes[planes:]
    _, orders = all_fire(play)
    benchmark(lambda: fire.wave_odds(play, orders))


@pytest.mark.parametrize("seed", range(5))
def test_best_plan(benchmark, seed):
    """The best plan for nine planes when a player asks: at most 20 ms."""
    play = nine_planes(seed)
    choice, _ = all_fire(play)
    benchmark(lambda: plan.best_plan(play, choice))
    assert benchmark.stats.stats.median <= 20 * MILLISECOND


def test_plan_in_simulation():
    """The waves of real games: at most 2 ms in the median."""
    seconds = []
    captain = captain_named("doctrine", 1)
    for seed in range(60):
        game = Game.new(scenario=2 + seed % 4, seed=seed, tables=TABLES, history=False)
        while game.request is not None:
            if not isinstance(game.request, Choice):
                game.roll()
                continue
            started = time.perf_counter()
            answer = captain.choose(game)
            if game.request.kind == "assign":
                seconds.append(time.perf_counter() - started)
            game.answer(answer)
    print(f"{len(seconds)} waves, median {statistics.median(seconds) / MILLISECOND:.2f} ms")
    assert statistics.median(seconds) <= 2 * MILLISECOND


@pytest.mark.parametrize("level", ["basic", "advanced"])
def test_doctrine_phases(level):
    """The doctrine captain over long campaign B: at least 1,000 phases a second on one core."""
    phases, started = 0, time.process_time()
    for seed in range(10):
        game = Game.new(campaign="long-b", level=level, seed=seed, tables=TABLES, history=False)
        play_out(game, captain_named("doctrine", seed))
        phases += game.state.records.phases
    rate = phases / (time.process_time() - started)
    print(f"{level}: {rate:,.0f} phases a second")
    assert rate >= 1000 or level == "advanced"


def test_random_requests():
    """The random captain: at least 100,000 answered requests a second."""
    requests, started = 0, time.process_time()
    for seed in range(400):
        game = Game.new(scenario=2, seed=seed, tables=TABLES, history=False)
        play_out(game, captain_named("random", seed))
        requests += game.requests
    rate = requests / (time.process_time() - started)
    print(f"{rate:,.0f} requests a second")
    assert rate >= 100_000


def test_simulate_is_linear():
    """Twice the games take twice the time; all of scenario 6 would take 10,000 games within 30 s on two cores."""
    rates = []
    for games in (250, 500, 1000):
        started = time.process_time()
        simulate(Batch(Choices(scenario=6), games=games))
        rates.append((time.process_time() - started) / games)
    print(f"{[f'{1000 * rate:.2f} ms a game' for rate in rates]}")
    assert max(rates) <= 1.5 * min(rates)
    assert 10_000 * rates[-1] / 2 <= 30
