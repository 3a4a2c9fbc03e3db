"""Win probability analysis: exact sums, doctrine's orders cost nothing, the cache."""

from __future__ import annotations

import itertools
import statistics
from collections.abc import Iterable

import pytest

from picket_duty.analysis import win_probability
from picket_duty.analysis.segments import EVENT_GROUP, LEVELS, events_between, paths_of, starts_of
from picket_duty.analysis.win_probability import (
    DRAWN,
    WIN,
    Deviation,
    Measurements,
    SamplePoint,
    Segment,
    WinProbability,
    analyze_game,
    change_of,
    half_wins_of,
    known_analysis,
    run_task,
    stage_game,
    start_of,
)
from picket_duty.book import load_tables
from picket_duty.captains import captain_named, play_out
from picket_duty.game import Game
from picket_duty.rules.campaign import stage_result, stages_begun
from picket_duty.saves.files import win_probability_folder
from picket_duty.state import DRAW, JAPANESE_WIN, RECORD, US_WIN

TABLES = load_tables()
SCENARIOS = [{"scenario": number} for number in range(1, 9)]
LONGER = [{"patrol": "1945-04-06", "days": 2}, {"campaign": "mini"}]


def played(captain: str, seed: int, **chosen: object) -> Game:
    """A game played to its end."""
    game = Game.new(tables=TABLES, seed=seed, **chosen)
    play_out(game, captain_named(captain, seed))
    return game


def holds(analysis: WinProbability) -> bool:
    """Check that start, luck and orders add up to the result in every segment, as whole numbers and as chances."""
    sums = [analysis.chance(worth) for worth in (analysis.start, analysis.luck, analysis.decisions, analysis.end)]
    parts = [segment.luck + segment.decisions for segment in analysis.segments()]
    return (
        analysis.start + analysis.luck + analysis.decisions == analysis.end
        and sums[0] + sums[1] + sums[2] == sums[3]
        and analysis.start + sum(parts) == analysis.end
    )


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [*SCENARIOS, *LONGER], ids=str)
def test_start_luck_and_orders_add_up_to_the_result(monkeypatch: pytest.MonkeyPatch, chosen: dict[str, object]) -> None:
    """For any captain; doctrine's own orders cost nothing. The figures are whole numbers of few playouts."""
    monkeypatch.setattr(win_probability, "MAX_POINTS", 8)
    monkeypatch.setattr(win_probability, "ROUNDS", 1)
    orders = 0
    for captain in ("doctrine", "greedy" if "campaign" in chosen else "random"):
        game = played(captain, 4, **chosen)
        analysis = analyze_game(game, playouts=1)
        assert holds(analysis)
        assert analysis.end == half_wins_of(game.state)
        assert [analysis.points[0].answers, analysis.points[-1].answers] == [0, len(game.answers)]
        assert captain != "doctrine" or not analysis.deviations
        orders += len(analysis.deviations)
    assert orders or not any(isinstance(answer, dict) for answer in game.answers)


def test_an_order_is_the_difference_of_the_same_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each order is measured where it was given, with the dice of the sample points; doctrine's is legal there."""
    game = played("random", 3, scenario=6)
    monkeypatch.setattr(win_probability, "MAX_POINTS", 4)
    monkeypatch.setattr(win_probability, "ROUNDS", 0)
    analysis = analyze_game(game, playouts=8)
    assert analysis.deviations
    for order in analysis.deviations:
        at = game.at(order.answers)
        assert at.request is not None
        assert at.request.check(order.instead) == order.instead != game.answers[order.answers]
    assert any(order.gain for order in analysis.deviations)


def test_an_unfinished_game_ends_with_its_chance() -> None:
    game = Game.new(tables=TABLES, seed=4, scenario=2)
    for _ in range(12):
        game.roll() if not hasattr(game.request, "options") else game.answer(game.request.legal()[0])
    analysis = analyze_game(game, playouts=4)
    assert holds(analysis)
    assert not analysis.over
    assert 0 < analysis.end <= analysis.whole


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing() -> None:
    game = played("random", 4, scenario=6)
    assert analyze_game(game, 1, 1) == analyze_game(game, 2, 1)


@pytest.mark.slow
def test_playouts_are_a_power_of_two() -> None:
    game = played("doctrine", 4, scenario=1)
    assert [analyze_game(game, playouts=wanted).playouts for wanted in (1, 2, 3, 5)] == [1, 2, 4, 8]


def test_results_in_half_wins() -> None:
    game = played("doctrine", 4, scenario=1)
    for outcome, on_station, worth in (
        (US_WIN, True, WIN), (DRAW, False, DRAWN), (JAPANESE_WIN, False, 0), (RECORD, True, WIN), (RECORD, False, 0),
    ):  # fmt: skip
        game.state.outcome, game.state.on_station = outcome, on_station
        assert half_wins_of(game.state) == worth


@pytest.mark.slow
def test_doctrines_luck_averages_to_zero_over_many_games() -> None:
    """Within three standard errors; ``tools/bench/bench_stated.py`` has 400 games."""
    luck = []
    for seed in range(40):
        game = played("doctrine", seed, scenario=1)
        analysis = analyze_game(game, playouts=4, known=only_ends(game))
        luck.append(analysis.chance(analysis.luck))
    assert abs(statistics.mean(luck)) < 3 * statistics.stdev(luck) / len(luck) ** 0.5


def only_ends(game: Game) -> Measurements:
    """A game sampled only at start and end: the sum does not change."""
    return Measurements(4, dict.fromkeys(range(1, len(game.answers)), 0), {}, {})


# -- stages ---------------------------------------------------------------------------


@pytest.fixture(scope="module")
def long_game() -> Game:
    """A long campaign A played to its end."""
    return played("greedy", 3, campaign="long-a")


def test_the_stages_are_games_of_their_own(long_game: Game) -> None:
    """Each begins where the one before it was over, and ends once it is held or lost."""
    stages = [stage_game(long_game, number) for number in range(1, stages_begun(long_game.state) + 1)]
    assert stages[0].base == 0
    for number, stage in enumerate(stages, 1):
        assert stage.answers == long_game.answers[stage.base : stage.base + len(stage.answers)]
        assert stage_result(stage.state, number) == long_game.state.stages[number - 1].held
        assert stage_result(stage.again_from(stage.checkpoints[0]).state, number) is None
    ends = [stage.base + len(stage.answers) for stage in stages]
    assert all(end == after.base for end, after in zip(ends, stages[1:], strict=False))


@pytest.mark.slow
def test_luck_and_orders_of_a_stage_add_up_to_its_result(monkeypatch: pytest.MonkeyPatch, long_game: Game) -> None:
    monkeypatch.setattr(win_probability, "MAX_POINTS", 6)
    monkeypatch.setattr(win_probability, "ROUNDS", 0)
    stage = stage_game(long_game, 1)
    analysis = analyze_game(stage, playouts=8, stage=1)
    assert holds(analysis)
    assert (analysis.over, analysis.stage) == (True, 1)
    assert any(0 < point.value < analysis.whole for point in analysis.points)
    assert analysis.end == analysis.whole * long_game.state.stages[0].held


def test_a_stage_has_measurements_of_its_own(long_game: Game) -> None:
    """A first stage that goes on has the same answers as the game so far."""
    stage = stage_game(long_game, 1)
    assert win_probability.key_of(stage, 1) != win_probability.key_of(stage)
    assert known_analysis(stage, Measurements(), 1) is None


# -- stretches ------------------------------------------------------------------------


def test_each_level_is_finer() -> None:
    game = played("doctrine", 3, campaign="mini")
    paths, last = paths_of(game), len(game.answers)
    assert len(paths) == last
    cuts = [starts_of(paths, level, 0, last) for level in LEVELS]
    for coarse, fine in itertools.pairwise(cuts):
        assert set(coarse) < set(fine)
    assert cuts[-1][0] == 0
    assert cuts[-1][-1] == last


def test_an_event_group_is_a_single_incident() -> None:
    """No event group has two dives or shots at two planes; the damage of a strike is part of its group."""
    game = played("doctrine", 3, scenario=2)
    starts = starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers))
    struck = 0
    for first, last in itertools.pairwise(starts):
        begin, end = events_between(game.events, first, last)
        rolls = [event for event in game.events[begin:end] if getattr(event, "purpose", None) is not None]
        about = {
            (roll.purpose.id, roll.plane) for roll in rolls if roll.purpose.id in ("dive", "gunnery", "special attack")
        }
        assert len({plane for purpose, plane in about}) <= 1
        assert len({purpose for purpose, _ in about}) <= 1
        struck += any(roll.purpose.id == "damage" for roll in rolls)
        assert not rolls or rolls[0].purpose.id != "damage"
    assert struck


def test_segments_cover_every_event_once() -> None:
    game = played("doctrine", 3, scenario=2)
    starts = starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers))
    places = [events_between(game.events, first, last) for first, last in itertools.pairwise(starts)]
    assert places[0][0] == 0
    assert places[-1][1] == len(game.events)
    assert all(before[1] == after[0] for before, after in itertools.pairwise(places))


# -- moments --------------------------------------------------------------------------


def made(stations: Iterable[tuple[int, int]], orders: Iterable[tuple[int, int, int]] = ()) -> WinProbability:
    """An analysis of 50 playouts by hand."""
    return WinProbability(
        50,
        True,
        tuple(SamplePoint(*station) for station in stations),
        tuple(Deviation(*order, instead="no") for order in orders),
    )


def test_moments_are_the_largest_changes_in_order() -> None:
    analysis = made([(0, 50), (2, 60), (4, 61), (6, 31), (9, 0)], [(5, 20, 40), (7, 30, 30)])
    moments = analysis.moments(3)
    assert [(start_of(moment), change_of(moment)) for moment in moments] == [(0, 10), (5, -20), (6, -31)]
    assert [type(moment) for moment in moments] == [Segment, Deviation, Segment]
    assert analysis.luck == -30
    assert analysis.decisions == -20
    assert len(analysis.moments(9)) == 4
    together = made([(0, 80), (4, 70), (9, 0)], [(4, 40, 60)])
    assert [type(moment) for moment in together.moments()] == [Segment, Deviation, Segment], "an order, then its dice"


@pytest.mark.slow
def test_the_largest_moments_are_sampled_at_the_finest_level() -> None:
    game = played("doctrine", 3, scenario=6)
    analysis = analyze_game(game, playouts=4)
    starts = set(starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers)))
    for moment in analysis.moments():
        if isinstance(moment, Segment):
            assert not any(moment.first < start < moment.last for start in starts)


# -- what is kept ----------------------------------------------------------------------


def test_known_measurements_are_not_repeated(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    game, known = played("random", 4, scenario=6), Measurements()
    first = analyze_game(game, playouts=2, known=known)
    win_probability.store_measurements(game, known)
    asked = []
    monkeypatch.setattr(
        "picket_duty.analysis.win_probability.run_task",
        lambda folder, task: asked.append(task) or run_task(folder, task),
    )
    assert analyze_game(game, playouts=2, known=win_probability.load_measurements(game)) == first
    assert not asked
    assert analyze_game(game, playouts=4, known=win_probability.load_measurements(game)).playouts == 4
    assert asked


def test_cached_measurements_depend_on_the_answers(monkeypatch: pytest.MonkeyPatch, tmp_path) -> None:
    """Another game, a damaged file or no file: nothing is known. The oldest files are deleted."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    monkeypatch.setattr(win_probability, "MAX_GAMES", 2)
    games = [played("random", seed, scenario=1) for seed in range(3)]
    known = Measurements(2, {0: 1}, {}, {})
    assert win_probability.load_measurements(games[0]) == Measurements()
    for game in games:
        win_probability.store_measurements(game, known)
    assert win_probability.load_measurements(games[2]) == known
    assert len(list(win_probability_folder().iterdir())) == 2
    next(win_probability_folder().glob(f"{win_probability.key_of(games[2])}*")).write_text("{")
    assert win_probability.load_measurements(games[2]) == Measurements()


def test_the_time_of_an_analysis_is_estimated_from_one_game() -> None:
    """More processes take less time; a longer game takes longer until the playouts are limited."""
    game = played("greedy", 3, scenario=6)
    seconds = win_probability.estimated_seconds(game, 1)
    assert 0 < win_probability.estimated_seconds(game, 1000) < seconds


def test_the_estimated_time_is_that_of_all_playouts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Playouts from each point of the game, of half its length on average; twice as many points take twice as long."""
    game = played("greedy", 3, scenario=6)
    seconds = {}
    for points in (5, 10):
        clock = itertools.count(0, 8)
        monkeypatch.setattr(win_probability.time, "perf_counter", lambda clock=clock: next(clock))
        monkeypatch.setattr(win_probability._Analysis, "first_starts", lambda self, points=points: [0] * points)
        seconds[points] = win_probability.estimated_seconds(game, 1)
    playouts = win_probability.MAX_PLAYOUTS
    assert seconds[5] == pytest.approx(win_probability.ALL_ROUNDS * playouts * 5 * 8 / 2)
    assert seconds[10] == pytest.approx(2 * seconds[5])
