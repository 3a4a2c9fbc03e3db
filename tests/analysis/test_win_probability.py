"""Win probability analysis: exact sums, doctrine's orders cost nothing, the cache."""

import itertools
import math
import statistics
from functools import partial

import msgspec
import pytest

from picket_duty.analysis import measurements, win_analysis
from picket_duty.analysis.half_wins import DRAWN, WIN, difference_error, half_wins_of
from picket_duty.analysis.measurements import Measurements
from picket_duty.analysis.playout_tasks import run_task
from picket_duty.analysis.segments import EVENT_GROUP, PART, events_between, paths_of, starts_of
from picket_duty.analysis.stage_game import stage_game
from picket_duty.analysis.win_analysis import Analysis, known_analysis
from picket_duty.analysis.win_probability import (
    Deviation,
    SamplePoint,
    Segment,
    WinProbability,
    stretches,
)
from picket_duty.captains.deciders import DELEGATED, OFFICERS
from picket_duty.rules.campaign import stage_result, stages_begun
from picket_duty.saves.places import win_probability_folder
from picket_duty.state import DRAW, JAPANESE_WIN, RECORD, US_WIN
from tests.analysis.whole import analyze_game
from tests.games import new_game
from tests.saves.games import played
from tests.text_table import table_of

SCENARIOS = [{"scenario": number} for number in range(1, 9)]
LONGER = [{"patrol": "1945-04-06", "days": 2}, {"campaign": "mini"}]


def holds(analysis):
    """Check that start, luck and orders add up to the result exactly, and in every segment."""
    parts = [segment.gain + segment.decisions for segment in analysis.segments()]
    return (
        analysis.start + analysis.luck + analysis.decisions == analysis.end
        and analysis.start + sum(parts) == analysis.end
    )


@pytest.mark.slow
@pytest.mark.parametrize("chosen", [*SCENARIOS, *LONGER], ids=str)
def test_start_luck_and_orders_add_up_to_the_result(monkeypatch, chosen):
    """For any captain; doctrine's own orders cost nothing. Few playouts are enough to see it."""
    monkeypatch.setattr(win_analysis, "MAX_POINTS", 8)
    monkeypatch.setattr(win_analysis, "ROUNDS", 1)
    orders = 0
    for captain in ("doctrine", "greedy" if "campaign" in chosen else "random"):
        game = played(captain, seed=4, **chosen)
        analysis = analyze_game(game, playouts=1)
        assert holds(analysis)
        assert WIN * analysis.end == half_wins_of(game.state)
        assert [analysis.points[0].answers, analysis.points[-1].answers] == [0, len(game.answers)]
        assert captain != "doctrine" or not analysis.deviations
        orders += len(analysis.deviations)
    assert orders or not any(isinstance(answer, dict) for answer in game.answers)


def test_an_order_is_the_difference_of_the_same_playouts(monkeypatch):
    """Each order is measured where it was given, with the dice of the sample points; doctrine's is
    legal there.
    """
    game = played("random", seed=3, scenario=6)
    monkeypatch.setattr(win_analysis, "MAX_POINTS", 4)
    monkeypatch.setattr(win_analysis, "ROUNDS", 0)
    analysis = analyze_game(game, playouts=8)
    assert analysis.deviations
    for order in analysis.deviations:
        at = game.at(order.answers)
        assert at.request.check(order.instead) == order.instead != game.answers[order.answers]
    assert any(order.gain for order in analysis.deviations)


@pytest.mark.slow
def test_what_the_officers_did_is_in_the_sum_but_not_among_the_players_orders(monkeypatch):
    monkeypatch.setattr(win_analysis, "MAX_POINTS", 4)
    monkeypatch.setattr(win_analysis, "ROUNDS", 0)
    game = played("random", seed=3, scenario=6)
    alone = analyze_game(game, playouts=8)
    first, second, *_ = alone.deviations
    game.deciders[first.answers] = OFFICERS
    game.deciders[second.answers] = DELEGATED
    shared = analyze_game(game, playouts=8)
    assert shared.decisions == alone.decisions
    assert holds(shared)
    assert {order.answers for order in shared.officers_orders} == {first.answers, second.answers}
    assert shared.own_orders == list(alone.deviations[2:])
    assert not any(order.by_officers for order in shared.ranked)
    orders = [moment for moment in shared.moments() if isinstance(moment, Deviation)]
    assert not any(order.by_officers for order in orders)


def test_an_unfinished_game_ends_with_its_chance():
    game = new_game(seed=4, scenario=2)
    for _ in range(12):
        game.roll() if not hasattr(game.request, "options") else game.answer(
            game.request.legal()[0]
        )
    analysis = analyze_game(game, playouts=4)
    assert holds(analysis)
    assert not analysis.over
    assert 0 < analysis.end <= 1


@pytest.mark.slow
def test_the_number_of_processes_changes_nothing_and_playouts_are_a_power_of_two():
    game = played("random", seed=4, scenario=6)
    assert analyze_game(game, 1, 4) == analyze_game(game, 2, 4)
    game = played("doctrine", seed=4, scenario=1)
    assert [analyze_game(game, playouts=wanted).playouts for wanted in (1, 2, 3, 5)] == [1, 2, 4, 8]


def test_results_in_half_wins():
    game = played("doctrine", seed=4, scenario=1)
    for outcome, on_station, worth in (
        (US_WIN, True, WIN),
        (DRAW, False, DRAWN),
        (JAPANESE_WIN, False, 0),
        (RECORD, True, WIN),
        (RECORD, False, 0),
    ):
        game.state.outcome = outcome
        game.state.on_station = on_station
        assert half_wins_of(game.state) == worth


@pytest.mark.slow
def test_doctrines_luck_averages_to_zero_over_many_games():
    """Within three standard errors; ``tools/bench/bench_stated.py`` has 400 games."""
    luck = []
    for seed in range(40):
        game = played("doctrine", seed=seed, scenario=1)
        analysis = analyze_game(game, playouts=4, known=only_ends(game))
        luck.append(analysis.luck)
    assert abs(statistics.mean(luck)) < 3 * statistics.stdev(luck) / len(luck) ** 0.5


def only_ends(game):
    return Measurements(4, 4, False, dict.fromkeys(range(1, len(game.answers)), "0000"), {}, {}, {})


@pytest.fixture(scope="module")
def long_game():
    game = played("greedy", seed=3, campaign="long-a")
    game.deciders[:] = ["" if isinstance(answer, tuple) else OFFICERS for answer in game.answers]
    return game


def test_the_stages_are_games_of_their_own(long_game):
    """Each begins where the one before it was over, and ends once it is held or lost."""
    stages = [
        stage_game(long_game, number) for number in range(1, stages_begun(long_game.state) + 1)
    ]
    assert stages[0].base == 0
    for number, stage in enumerate(stages, 1):
        answers = slice(stage.base, stage.base + len(stage.answers))
        assert stage.answers == long_game.answers[answers]
        assert stage.deciders == long_game.deciders[answers]
        assert stage_result(stage.state, number) == long_game.state.stages[number - 1].held
        assert stage_result(stage.again_from(stage.checkpoints[0]).state, number) is None
    ends = [stage.base + len(stage.answers) for stage in stages]
    assert all(end == after.base for end, after in zip(ends, stages[1:], strict=False))
    # A first stage that goes on has the same answers as the game so far, but separate measurements.
    assert measurements.key_of(stages[0], 1) != measurements.key_of(stages[0])
    assert known_analysis(stages[0], Measurements(), 1) is None


@pytest.mark.slow
def test_luck_and_orders_of_a_stage_add_up_to_its_result(monkeypatch, long_game):
    monkeypatch.setattr(win_analysis, "MAX_POINTS", 6)
    monkeypatch.setattr(win_analysis, "ROUNDS", 0)
    stage = stage_game(long_game, 1)
    analysis = analyze_game(stage, playouts=8, stage=1)
    assert holds(analysis)
    assert (analysis.over, analysis.stage) == (True, 1)
    assert any(0 < point.chance < 1 for point in analysis.points)
    assert analysis.end == long_game.state.stages[0].held


def test_each_level_is_finer():
    game = played("doctrine", seed=3, campaign="mini")
    paths = paths_of(game)
    last = len(game.answers)
    assert len(paths) == last
    coarse, fine = (starts_of(paths, level, 0, last) for level in (PART, EVENT_GROUP))
    assert set(coarse) < set(fine)
    assert (fine[0], fine[-1]) == (0, last)


def test_a_long_game_is_cut_at_few_points(monkeypatch):
    game = played("doctrine", seed=3, campaign="mini")
    parts = starts_of(paths_of(game), PART, 0, len(game.answers))
    for most in (1, 5):
        monkeypatch.setattr(win_analysis, "MAX_POINTS", most)
        starts = Analysis(game, "", Measurements()).first_cut()
        assert set(starts) < set(parts)
        assert (starts[0], starts[-1]) == (0, len(game.answers))
        assert len(starts) <= most + 1


def test_an_event_group_is_a_single_incident():
    """No event group has two dives or shots at two planes; the damage of a strike is part of its
    group.
    """
    game = played("doctrine", seed=3, scenario=2)
    starts = starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers))
    places = [
        events_between(game.events, first, last) for first, last in itertools.pairwise(starts)
    ]
    assert (places[0][0], places[-1][1]) == (0, len(game.events)), "segments cover every event once"
    assert all(before[1] == after[0] for before, after in itertools.pairwise(places))
    check_incidents(game, places)


def check_incidents(game, places):
    struck = 0
    for begin, end in places:
        rolls = [
            event for event in game.events[begin:end] if getattr(event, "purpose", None) is not None
        ]
        about = {
            (roll.purpose.id, roll.plane)
            for roll in rolls
            if roll.purpose.id in ("dive", "gunnery", "special attack")
        }
        assert len({plane for purpose, plane in about}) <= 1
        assert len({purpose for purpose, _ in about}) <= 1
        struck += any(roll.purpose.id == "damage" for roll in rolls)
        assert not rolls or rolls[0].purpose.id != "damage"
    assert struck


def results(half_wins, playouts):
    return (half_wins // WIN * str(WIN) + half_wins % WIN * str(DRAWN)).ljust(playouts, "0")


def made(stations, orders=()):
    """An analysis of 512 playouts by hand; all values in half wins."""
    return WinProbability(
        512,
        True,
        tuple(SamplePoint(answers, results(value, 512)) for answers, value in stations),
        tuple(
            Deviation(answers, results(given, 512), results(better, 512), "no")
            for answers, given, better in orders
        ),
    )


def test_moments_are_the_largest_changes_in_order():
    analysis = made(
        [(0, 512), (2, 640), (4, 648), (6, 328), (9, 0)], [(5, 200, 400), (7, 300, 300)]
    )
    moments = analysis.moments(3)
    assert [(moment.answers, moment.gain * 1024) for moment in moments] == [
        (0, 128),
        (5, -200),
        (6, -328),
    ]
    assert [type(moment) for moment in moments] == [Segment, Deviation, Segment]
    assert analysis.luck * 1024 == -312
    assert analysis.decisions * 1024 == -200
    assert len(analysis.moments(9)) == 4
    together = made([(0, 820), (4, 720), (9, 0)], [(4, 400, 600)])
    assert [type(moment) for moment in together.moments()] == [Segment, Deviation, Segment], (
        "an order, then its dice"
    )


def test_the_steepest_stretch_is_one_segment_if_no_roll_in_it_is_clear():
    """By hand: two rolls of 5 points each, within the margin alone; a clear roll and a flat one
    stay alone.
    """

    def segment(first, before, after):
        return Segment(SamplePoint(first, before), SamplePoint(first + 1, after))

    def won(first, last):
        return "".join("2" if first <= number % 100 < last else "0" for number in range(200))

    chances = [won(0, 50), won(0, 50), won(5, 50), won(10, 50), won(10, 50), won(10, 20)]
    parts = [segment(place, *ends) for place, ends in enumerate(itertools.pairwise(chances))]
    assert [part.is_clear for part in parts] == [False, True, True, False, True]
    few = [
        segment(place, *(end[:100] for end in ends))
        for place, ends in enumerate(itertools.pairwise(chances))
    ]
    assert [part.is_clear for part in few] == [False, False, False, False, True]
    assert [(part.answers, part.last) for part in stretches(few)] == [
        (0, 1),
        (1, 3),
        (3, 4),
        (4, 5),
    ]
    assert sum(part.gain for part in stretches(few)) == pytest.approx(
        sum(part.gain for part in few)
    )
    # A long gentle rise after a steep one stays out of the stretch.
    levels = [won(0, end) for end in (20, 25, 30, 31, 32, 33, 34)]
    rising = [
        segment(place, *(end[:100] for end in ends))
        for place, ends in enumerate(itertools.pairwise(levels))
    ]
    assert not any(part.is_clear for part in rising)
    assert [(part.answers, part.last) for part in stretches(rising)][:2] == [(0, 2), (2, 3)]


def test_the_error_matches_a_hand_calculation():
    """In points -100, 0, 0, 0 between playouts with the same dice: mean -25, standard error 25."""
    assert difference_error("0202", "2202") == pytest.approx(0.25)
    assert difference_error("2" * 128, "2" * 128) == pytest.approx(1 / 128), "no figure is certain"
    assert difference_error("", "22") == 1.0
    apart = difference_error("20" * 8, "20" * 32)
    share_of_all = 0.25 * 16 / 15 / 16 + 0.25 * 64 / 63 / 64 - 2 * 0.25 * 16 / 15 / 64
    assert apart == pytest.approx(share_of_all**0.5), "the first 16 had the same dice"


def test_an_order_is_open_until_its_sign_is_clear_or_its_error_is_small():
    """By hand: 64 playouts that differ in 2, 8 and 20; then 512 that differ in 8."""

    def order(lost, playouts):
        return Deviation(
            1, results(playouts, playouts), results(playouts + 2 * lost, playouts), "no"
        )

    states = [
        (part.is_open, part.is_clear)
        for part in (order(2, 64), order(8, 64), order(20, 64), order(8, 512))
    ]
    assert states == [(True, False), (True, False), (False, True), (False, True)]
    even = Deviation(1, results(64, 128), results(64, 128), "no")
    assert (even.is_open, even.is_clear) == (False, False)
    assert Deviation(1, "", "", "no").is_open


def results_by_hand(asked, function, tasks):
    """Orders that lose every twelfth game, every fortieth, and none."""
    for task in tasks:
        asked.append(task.order)
        every = {"large": 12, "small": 40}.get(task.order, 0)
        yield "".join(
            "2" if every and number % every == 1 else "0"
            for number in range(task.first, task.first + task.playouts)
        )


def test_orders_are_played_out_until_decided_the_largest_difference_first(monkeypatch):
    game = played("random", seed=4, scenario=6)
    places = (1, 2, 3)
    monkeypatch.setattr(win_analysis, "AT_ONCE", 1)
    asked = []
    doctrine = dict(zip(places, ("small", "large", "none"), strict=True))
    analysis = Analysis(game, "", Measurements(doctrine=doctrine))
    assert list(analysis.orders(partial(results_by_hand, asked)))
    orders = {order.instead: order for order in analysis.so_far().deviations}
    assert not any(order.is_open for order in orders.values())
    assert [name for name in orders if orders[name].is_clear] == ["small", "large"]
    assert [len(orders[name].given) for name in ("small", "large", "none")] == [256, 256, 128]
    later = [order for order in asked[3 * 2 * 4 :] if order in doctrine.values()]
    assert list(dict.fromkeys(later)) == ["large", "small", "none"]
    assert [order.answers for order in analysis.so_far().ranked] == [
        places[1],
        places[0],
        places[2],
    ]


@pytest.mark.parametrize(("lost_later", "is_clear"), [(8, True), (0, False)])
def test_an_order_that_stands_out_counts_by_new_dice_only(lost_later, is_clear):
    """By hand: an order that loses half of its first 64 games, then every eighth or none; open
    until played again.
    """
    game = played("random", seed=4, scenario=6)
    better = "2" * 192
    given = "20" * 32 + "".join(
        "0" if lost_later and not number % lost_later else "2" for number in range(128)
    )
    analysis = Analysis(
        game, "", Measurements(given={1: given[:64]}, better={1: better[:64]}, doctrine={1: "no"})
    )
    first = analysis.so_far().deviations[0]
    assert (first.is_open, first.gain) == (True, -0.5)

    def run_by_hand(function, tasks):
        for task in tasks:
            results = better if task.order == "no" else given
            yield results[task.first : task.first + task.playouts]

    assert list(analysis.orders(run_by_hand))
    order = analysis.so_far().deviations[0]
    assert (order.is_open, order.is_clear, len(order.given)) == (False, is_clear, 128)
    assert order.gain == (-1 / lost_later if lost_later else 0.0)


def test_the_points_of_orders_have_an_error():
    """Those of all decisions together; none if every order was doctrine's."""
    analysis = made([(0, 512), (9, 1024)], [(3, 400, 500), (5, 600, 400)])
    assert 1024 * analysis.decisions == 100
    assert analysis.orders_error == pytest.approx(
        math.hypot(*(order.error for order in analysis.deviations))
    )
    assert msgspec.structs.replace(analysis, deviations=()).orders_error == 0.0


@pytest.mark.slow
def test_the_largest_moments_are_sampled_at_the_finest_level():
    game = played("doctrine", seed=3, scenario=6)
    analysis = analyze_game(game, playouts=64)
    starts = set(starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers)))
    segments = sorted(analysis.segments(), key=lambda part: -abs(part.gain))
    assert segments[0].is_clear
    for moment in segments:
        if moment.is_clear:
            assert not any(moment.answers < start < moment.last for start in starts)


def test_known_measurements_are_not_repeated(monkeypatch, tmp_path):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    game = played("random", seed=4, scenario=6)
    known = Measurements()
    first = analyze_game(game, playouts=2, known=known)
    measurements.store_measurements(game, known)
    asked = []
    monkeypatch.setattr(
        "picket_duty.analysis.win_analysis.run_task",
        lambda folder, task: asked.append(task) or run_task(folder, task),
    )
    assert analyze_game(game, playouts=2, known=measurements.load_measurements(game)) == first
    assert not asked
    assert analyze_game(game, playouts=4, known=measurements.load_measurements(game)).playouts == 4
    assert asked


@pytest.mark.slow
@pytest.mark.parametrize(
    ("seed", "first"),
    table_of("""
    4 | 64
    4 | 16
    5 | 1
    5 | 64
    8 | 32
    9 | 2
    """),
)
def test_a_review_after_a_short_one_goes_on_until_every_order_is_decided(seed, first):
    """Its numbers are those of a review without a limit; a short one then has them at once."""
    game = played("random", seed=seed, scenario=6)
    known = Measurements()

    def review(most, known):
        analysis = Analysis(game, "", known)
        for _ in analysis.run(1, most, curve=False):
            pass
        return analysis.played, analysis.so_far()

    short, undecided = review(first, known)
    assert undecided.open_orders
    more, decided = review(0, known)
    assert not decided.open_orders
    assert (short + more, decided) == review(0, Measurements())
    assert review(64, known) == (0, decided)


@pytest.mark.slow
def test_a_curve_after_a_short_one_has_the_playouts_of_the_kind_of_game(
    monkeypatch,
):
    """A review in between leaves the curve."""
    monkeypatch.setattr(win_analysis, "SCENARIO_PLAYOUTS", 8)
    game = played("doctrine", seed=3, scenario=6)
    known = Measurements()
    for wanted, playouts in table_of("""
        2  | 2
        0  | 8
        32 | 32
        0  | 32
        4  | 4
        0  | 8
        """):
        assert analyze_game(game, playouts=wanted, known=known).playouts == playouts
    fresh = analyze_game(game)
    list(Analysis(game, "", known).run(1, 16, curve=False))
    assert known_analysis(game, known) == fresh


def test_cached_measurements_depend_on_the_answers(monkeypatch, tmp_path):
    """Another game, a damaged file or no file: nothing is known. The oldest files are deleted."""
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    monkeypatch.setattr(measurements, "MAX_GAMES", 2)
    games = [played("random", seed=seed, scenario=1) for seed in range(3)]
    known = Measurements(2, 0, True, {0: "10"}, {}, {}, {})
    assert measurements.load_measurements(games[0]) == Measurements()
    for game in games:
        measurements.store_measurements(game, known)
    assert measurements.load_measurements(games[2]) == known
    assert len(list(win_probability_folder().iterdir())) == 2
    next(win_probability_folder().glob(f"{measurements.key_of(games[2])}*")).write_text("{")
    assert measurements.load_measurements(games[2]) == Measurements()


def test_the_estimated_time_is_that_of_all_playouts(monkeypatch):
    """Playouts from each point of the game, of half its length on average, and more where the curve
    bends.
    """
    game = played("greedy", seed=3, scenario=6)
    assert 0 < win_analysis.estimated_seconds(game, 1000) < win_analysis.estimated_seconds(game, 1)
    seconds = {}
    for points in (5, 10):
        clock = itertools.count(0, 8)
        monkeypatch.setattr(win_analysis.time, "perf_counter", lambda clock=clock: next(clock))
        monkeypatch.setattr(Analysis, "first_cut", lambda self, points=points: [0] * points)
        seconds[points] = win_analysis.estimated_seconds(game, 1)
    playouts = win_analysis.SCENARIO_PLAYOUTS
    each = 8 / win_analysis.TRIALS / 2
    assert seconds[5] == pytest.approx((5 / 4 + win_analysis.FINER) * playouts * each)
    assert seconds[10] - seconds[5] == pytest.approx(5 / 4 * playouts * each)


@pytest.mark.slow
def test_an_analysis_that_was_cut_short_ends_with_the_same_numbers():
    """After any task: results are kept, and what is measured does not depend on them."""
    game = played("random", seed=4, scenario=6)
    whole = analyze_game(game, playouts=8)
    known = Measurements()
    for stop in itertools.count(7):
        analysis = Analysis(game, "", known)
        if len(list(itertools.islice(analysis.run(1, 8), stop))) < stop:
            break
    assert analysis.so_far() == whole == known_analysis(game, known)
