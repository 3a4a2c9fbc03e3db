"""The luck page of a day and of a game, and the win probability curve: at any width, at the end, in
the replay.
"""

import itertools
import threading
from unittest.mock import Mock

import msgspec
import pytest

from picket_duty.analysis import win_analysis, win_probability
from picket_duty.analysis.stage_game import stage_game
from picket_duty.analysis.win_probability import Deviation, SamplePoint, WinProbability
from picket_duty.analysis.workers import WorkersLost, workers
from picket_duty.captains import captain_named, play_out
from picket_duty.figures.curves import HERE, SCALE, Leg, Tick, curve_lines
from picket_duty.pages import chance_moments, dice_luck, luck_report, win_curve
from picket_duty.pages.blocks import plain
from picket_duty.requests import Roll
from picket_duty.saves import resume
from picket_duty.state import PHASES
from picket_duty.text.styled_text import text_of as line_text
from picket_duty.tui import game_analysis
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.page_view import page_lines
from picket_duty.tui.screens import chance_curve, luck
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import Playback, ReplayScreen
from picket_duty.tui.widgets.choices import ItemList
from tests.games import TABLES, new_game, of_kind
from tests.text_table import cases
from tests.tui.conftest import PATIENCE, opened, running, text_of, until
from tests.tui.games import played, save_of


async def until_words(pilot, app):
    await until(pilot, lambda: "Comparing" not in text_of(app, "reading"))
    return " ".join(text_of(app, "reading").split())


@pytest.mark.parametrize("date", ["", "1945-03-24"])
async def test_the_luck_of_a_day_counts_only_its_own_rolls(date):
    game = played(campaign="mini", seed=3)
    rolls = [event for event in of_kind(game.events, Roll) if event.phase.startswith(date)]
    assert rolls
    async with running(luck.LuckScreen(game, date)) as (pilot, app):
        text = await until_words(pilot, app)
        for row in dice_luck.ledger(TABLES, rolls):
            assert (
                f"{dice_luck.label_of(row)} {row.rolled} {dice_luck.counted_words(row)} {row.expected:.1f} "
                f"{row.rolls} "
            ) in text


@pytest.mark.slow
def test_a_resumed_game_is_analyzed_from_its_first_answer():
    path = save_of("judged", campaign="mini", seed=3)
    game = resume(path, TABLES)
    assert game.base
    whole = game.from_start()
    game.save_file.close()
    assert not whole.base
    ledger = dice_luck.ledger(TABLES, whole.events)
    assert ledger == dice_luck.ledger(TABLES, played(campaign="mini", seed=3).events)


def test_an_analysis_starts_once_and_again_after_it_failed(monkeypatch):
    analysis = game_analysis.GameAnalysis(new_game(scenario=1, seed=3))
    app = Mock()
    analysis.error = "The calculation failed: before"
    game_analysis.start_analysis(app, analysis)
    assert (analysis.started, analysis.error) == (True, "")
    assert app.run_worker.call_count == 1
    screen = Mock()
    game_analysis.load_cached_in_background(screen, analysis)
    assert not screen.run_worker.called, "a result being computed is not also loaded"
    analysis.fail("The calculation failed: now")
    assert (analysis.started, analysis.error) == (False, "The calculation failed: now")
    game_analysis.load_cached_in_background(screen, analysis)
    assert screen.run_worker.call_count == 1


async def test_a_page_opened_again_starts_no_second_analysis_beside_the_first(
    monkeypatch,
):
    """From the list of saves each opening starts a separate analysis; the one left ends at its next
    report.
    """
    go_on = threading.Event()
    at_work = []
    most = []

    def compute(analysis, folder, jobs):
        at_work.append(analysis)
        most.append(len(at_work))
        try:
            go_on.wait(PATIENCE)
            yield
        finally:
            at_work.remove(analysis)
        analysis.orders = []

    monkeypatch.setattr(game_analysis.GameAnalysis, "compute", compute)
    async with running() as (pilot, app):
        first = game_analysis.GameAnalysis(new_game(scenario=1, seed=3))
        second = game_analysis.GameAnalysis(new_game(scenario=1, seed=3))

        open_page = Mock(is_attached=True)
        first.listeners[open_page] = Mock()
        game_analysis.start_analysis(app, first)
        await until(pilot, lambda: at_work == [first])
        del first.listeners[open_page]
        second.listeners[open_page] = Mock()
        game_analysis.start_analysis(app, second)
        await pilot.pause()
        go_on.set()
        await until(pilot, lambda: second.orders == [])
        assert (max(most), first.started, first.orders) == (1, False, None)


async def test_an_analysis_shown_again_while_it_ends_goes_on(
    monkeypatch,
):
    calls = []
    async with running() as (pilot, app):
        analysis = game_analysis.GameAnalysis(new_game(scenario=1, seed=3))
        page = Mock(is_attached=True)
        analysis.listeners[page] = Mock()

        def compute(_, folder, jobs):
            calls.append(page)
            if len(calls) == 1:
                page.is_attached = False
                try:
                    yield
                finally:
                    page.is_attached = True
            analysis.orders = []

        monkeypatch.setattr(game_analysis.GameAnalysis, "compute", compute)
        game_analysis.start_analysis(app, analysis)
        await until(pilot, lambda: analysis.orders == [])
        assert len(calls) == 2


#: Half the height, then dice up to the top, an order to the bottom, and level to the end.
LEGS = [Leg(0, 0.5, 10, 1.0, False), Leg(10, 1.0, 10, 0.0, True), Leg(10, 0.0, 20, 0.0, False)]


def rows_of(width, height, glyphs=ASCII, **more):
    return [
        line_text(row)
        for row in curve_lines(LEGS, more.pop("marks", ()), width, height, glyphs.dots, **more)
    ]


def made():
    """An analysis with 50 playouts: dice, then two orders among dice, to a win."""
    points = tuple(
        SamplePoint(*point) for point in ((0, won(25)), (4, won(30)), (10, won(20)), (12, won(50)))
    )
    orders = Deviation(6, won(15), won(20), "yes"), Deviation(10, won(23), won(20), "yes")
    return WinProbability(50, True, points, orders)


def won(games):
    return ("2" * games).ljust(50, "0")


def test_segments_join_and_orders_are_vertical():
    analysis = made()
    legs = win_curve.legs_of(analysis)
    for leg, after in itertools.pairwise(legs):
        assert (leg.to_x, leg.to_y) == pytest.approx((after.x, after.y))
    assert (legs[0].x, legs[0].y) == (0, 0.5)
    assert (legs[-1].to_x, legs[-1].to_y) == (12, 1.0)
    orders = [leg for leg in legs if leg.order]
    assert [leg.to_y - leg.y for leg in orders] == pytest.approx([-0.1, 0.06])
    assert all(leg.x == leg.to_x for leg in orders)
    counting = msgspec.structs.replace(analysis, is_compared=False)
    for drawn, every in ((analysis, False), (counting, True)):
        points = win_curve.drawn_points(drawn)
        assert (len(points) == len(analysis.points)) is every
        for answers, chance in points[:-1]:
            assert win_curve.chance_at(drawn, answers) == pytest.approx(chance)
    assert win_curve.chance_at(analysis, 12) == 1.0


@pytest.fixture
def quick(monkeypatch):
    monkeypatch.setattr(win_analysis, "workers", lambda jobs, background=False: workers(1))
    monkeypatch.setattr(win_analysis, "SCENARIO_PLAYOUTS", 2)
    monkeypatch.setattr(win_analysis, "LONG_PLAYOUTS", 2)
    monkeypatch.setattr(win_analysis, "FIRST_PAIRS", 2)
    monkeypatch.setattr(win_probability, "ENOUGH", 1.0)
    monkeypatch.setattr(win_analysis, "MAX_POINTS", 12)
    monkeypatch.setattr(win_analysis, "ROUNDS", 1)


@pytest.mark.slow
async def test_the_analysis_starts_by_key_and_moments_open(quick):
    game = played(scenario=3, seed=5)
    async with running() as (pilot, app):
        outcome = await opened(pilot, OutcomeScreen(game))
        assert "Your chance of keeping" not in text_of(app, "reading")
        await pilot.press("l")
        assert isinstance(app.screen, chance_curve.ChanceCurveScreen)
        assert "w: show how your chance changed" in text_of(app, "curve")
        await pilot.press("w")
        await until(
            pilot,
            lambda: outcome.analysis.result is not None and "at the start" in text_of(app, "curve"),
        )
        analysis = outcome.analysis.result
        whole = outcome.analysis.analyzed
        assert analysis is not None
        assert whole is not None
        moments = chance_moments.moments_of(whole, analysis)
        assert moments
        assert moments[0].words.split(":")[0][:30] in text_of(app, "moments")
        assert moments[0].where in text_of(app, "moment_detail")
        await pilot.press("enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        replay = app.screen
        assert replay.playback.index == moments[0].answers
        assert "chance" in text_of(app, "status")
        await pilot.press("end", "l")
        await until(
            pilot,
            lambda: (
                isinstance(app.screen, chance_curve.ChanceCurveScreen)
                and HERE in text_of(app, "curve")
            ),
        )
        await pilot.press("enter")
        await until(
            pilot, lambda: app.screen is replay and replay.playback.index == moments[0].answers
        )
        await pilot.press("escape", "escape")
        await until(pilot, lambda: app.screen is outcome)
        assert "Your chance of holding the station, point by point through the game" in text_of(
            app, "reading"
        )


@pytest.mark.slow
async def test_the_luck_of_a_game_without_a_curve_is_that_of_its_dice():
    """From the list of saves, the last page and the replay; nothing is analyzed."""
    game = new_game(patrol="1945-03-26", days=8, seed=4)
    play_out(game, captain_named("greedy", 4))
    analysis = game_analysis.GameAnalysis(game)
    assert not analysis.has_curve
    assert isinstance(
        chance_curve.luck_screen(analysis, lambda page, answers: None), luck.LuckScreen
    )
    async with running() as (pilot, app):
        outcome = await opened(pilot, OutcomeScreen(game))
        assert not outcome.analysis.started
        assert "chance" not in text_of(app, "reading")
        await pilot.press("l")
        await until(
            pilot,
            lambda: (
                isinstance(app.screen, luck.LuckScreen) and "whole game" in text_of(app, "reading")
            ),
        )
        await until(pilot, lambda: "Dives" in text_of(app, "reading"))
        await opened(pilot, ReplayScreen(Playback(game)))
        assert "Luck" not in text_of(app, "keys")
        await pilot.press("l")
        assert isinstance(app.screen, ReplayScreen)


@pytest.mark.slow
async def test_o_lists_the_costliest_orders():
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    orders = [Deviation(6, won(10), won(40), "yes")] * 7
    analysis.started = True
    analysis.result = made()
    analysis.analyzed = analysis.game
    analysis.drawn = analysis.result
    chosen = []
    async with running(
        chance_curve.ChanceCurveScreen(analysis, lambda page, answers: chosen.append(answers))
    ) as (pilot, app):
        detail = lambda: " ".join(text_of(app, "moment_detail").split())  # noqa: E731
        await pilot.press("o")
        await until(pilot, lambda: "Comparing your orders" in detail())
        moment = chance_moments.Moment(
            "orders", 7, "May 4, morning", "Fire plan", 0.6, 0.4, -0.2, "plane 1: 5in-1", 0.01
        )
        analysis.orders = [moment]
        analysis.notify()
        await until(pilot, lambda: "doctrine: plane 1: 5in-1" in text_of(app, "moments"))
        assert "-20 ±" in text_of(app, "moments")
        assert all(
            part in detail()
            for part in (
                "60% to 40%",
                "2 orders differed from doctrine; they have not been judged yet.",
            )
        )
        words = "plane 1: 5in-1 to 5in-3, 40mm-A; plane 2: 20mm-B, SFS 1"
        analysis.orders = [
            msgspec.structs.replace(moment, better=words, words=f"Fire plan: {words}")
        ]
        analysis.drawn = analysis.result = msgspec.structs.replace(made(), deviations=tuple(orders))
        analysis.notify()
        await until(
            pilot, lambda: "7 orders differed from doctrine; they lowered your chance." in detail()
        )
        assert words in detail()
        assert detail().endswith(luck_report.EXPLAINED), "it fits a small screen"
        await pilot.press("enter")
        assert chosen == [7]
        analysis.orders = []
        analysis.notify()
        await until(pilot, lambda: "7 orders differed" in detail())
        assert not isinstance(app.focused, ItemList), "an empty list has no key"


@pytest.mark.slow
async def test_the_replay_says_about_how_high_a_chance_is_until_the_result():
    game = played(scenario=3, seed=5)
    analysis = game_analysis.GameAnalysis(game)
    points = (SamplePoint(0, won(23)), SamplePoint(len(game.answers), won(0)))
    analysis.started = True
    analysis.result = WinProbability(50, True, points, ())
    analysis.analyzed = game
    async with running(ReplayScreen(Playback(game), analysis), (120, 40)) as (pilot, app):
        await pilot.press("home")
        assert "chance of winning about 46%" in text_of(app, "status")
        await pilot.press("end")
        assert "chance of winning 0%" in text_of(app, "status")


@pytest.mark.slow
async def test_the_replay_shows_the_better_order(quick):
    game = new_game(scenario=6, seed=3)
    play_out(game, captain_named("random", 3))
    analysis = game_analysis.GameAnalysis(game)
    compute(analysis)
    assert analysis.result is not None
    deviating = {order.answers for order in analysis.result.deviations}
    assert deviating
    for answers in range(len(game.answers)):
        order = analysis.order_at(answers)
        assert (order is not None) == (answers in deviating)
        if order is not None:
            text = plain(luck_report.better_order(order).text)
            assert text.startswith("Doctrine would order: ")
            assert "with your order" in text
    async with running() as (pilot, app):
        playback = Playback(game)
        playback.go_to(min(deviating))
        await opened(pilot, ReplayScreen(playback, analysis))
        assert "Doctrine would order: " in text_of(app, "recorded")


@pytest.mark.slow
async def test_a_cached_analysis_is_shown_at_once(quick):
    game = played(scenario=3, seed=5)
    compute(game_analysis.GameAnalysis(game))
    async with running(ReplayScreen(Playback(game))) as (pilot, app):
        await until(pilot, lambda: "chance" in text_of(app, "status"))
        await opened(
            pilot,
            chance_curve.ChanceCurveScreen(
                game_analysis.GameAnalysis(game), lambda page, answers: None
            ),
        )
        await until(pilot, lambda: "at the start" in text_of(app, "curve"))
        await pilot.press("o")
        await until(
            pilot,
            lambda: "Every order you gave followed doctrine." in text_of(app, "moment_detail"),
        )


def test_an_abandoned_or_failed_analysis_can_be_resumed(quick, monkeypatch):
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    analysis.started = True
    next(analysis.compute("", 1))
    assert analysis.result is None
    compute(analysis)
    assert analysis.result is not None
    assert analysis.orders is not None

    def lose(jobs, background=False):
        raise WorkersLost

    monkeypatch.setattr(win_analysis, "workers", lose)
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    analysis.started = True
    compute(analysis)
    assert not analysis.started
    failed, key = waiting(analysis)
    assert failed == "The analysis was interrupted"
    assert key.startswith("w: show how your chance changed (about ")


def compute(analysis):
    for _ in analysis.compute("", 1):
        pass
    return analysis


def waiting(analysis):
    return [plain(block.text) for block in analysis.waiting_page("w")]


def test_the_curve_is_drawn_as_points_come(quick):
    """The ends first, then ever closer points; the moments and the sums once it is complete, the
    orders after it.
    """
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    drawn = []
    for _ in analysis.compute("", 1):
        analysis.take_over()
        assert analysis.drawn is not None
        assert analysis.counting
        drawn.append(
            (len(analysis.drawn.points), analysis.result is not None, analysis.drawn.is_compared)
        )
    assert drawn[0][0] == 2
    known = [done for _, done, _ in drawn]
    assert known == sorted(known)
    assert not drawn[0][1]
    assert analysis.drawn is not None
    assert analysis.drawn.is_compared
    assert not analysis.counting
    sums = (
        line_text(luck_report.sums_page(analysis.analyzed, analysis.drawn, counting)[0].text)
        for counting in (False, True)
    )
    assert [luck_report.COUNTING in text for text in sums] == [False, True]
    assert not any(compared for _, done, compared in drawn if not done), "the curve comes first"
    counts = [points for points, _, _ in drawn]
    assert counts == sorted(counts)
    assert len(set(counts)) > 5


def test_every_line_of_the_curve_page_fits(quick):
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    assert game_analysis.analysis_page(analysis) == []
    analysis.started = True
    assert plain(game_analysis.analysis_page(analysis)[-1].text) == "Drawing the curve"
    compute(analysis)
    assert analysis.result is not None
    for width, glyphs in itertools.product((78, 118), (UNICODE, ASCII)):
        assert all(
            length(row) <= width
            for row in page_lines(game_analysis.analysis_page(analysis), width, glyphs)
        )
    assert (
        len(page_lines(luck_report.sums_page(analysis.analyzed, analysis.result), 118, ASCII)) == 2
    )
    for number, moment in enumerate(analysis.moments, 1):
        assert line_text(luck_report.moment_row(number, moment)).startswith(str(number))
        assert line_text(luck_report.moment_line(moment)).startswith(f"{moment.where}: ")


def test_a_certain_game_has_words_in_place_of_sums_and_no_key_to_a_list():
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    analysis.result = WinProbability(
        50, True, (SamplePoint(0, won(50)), SamplePoint(9, won(50))), ()
    )
    analysis.analyzed = analysis.game
    text = " ".join(map(line_text, page_lines(game_analysis.analysis_page(analysis), 78, ASCII)))
    assert "In every game simulated from every point, the station is kept." in text
    assert not any(word in text for word in ("margin", "listed", "Luck:"))


@cases("""
    seconds | words
    3       | about 10 s
    41      | about 40 s
    300     | about 5 min
    """)
def test_an_analysis_says_how_long_it_takes_before_it_starts_and_while_it_runs(seconds, words):
    analysis = game_analysis.GameAnalysis(new_game(scenario=3, seed=1))
    analysis.seconds = seconds
    assert waiting(analysis)[-1] == f"w: show how your chance changed ({words})"
    analysis.started = True
    analysis.done = 0.4
    assert waiting(analysis)[-1] == f"Drawing the curve ({words}): 40% done"


def test_the_share_done_grows_and_the_time_follows_the_pace(quick, monkeypatch):
    analysis = game_analysis.GameAnalysis(played(scenario=3, seed=5))
    shares = []
    clock = itertools.chain([0.0], itertools.repeat(12.0))
    monkeypatch.setattr("picket_duty.tui.game_analysis.time.monotonic", lambda: next(clock))
    for _ in analysis.compute("", 1):
        analysis.take_over()
        shares.append(analysis.done)
        if analysis.done > game_analysis.SHOWS_PACE:
            assert analysis.seconds == pytest.approx(12.0 / analysis.done)
    assert shares == sorted(shares)
    assert 0.0 <= shares[0] < shares[-1] <= game_analysis.MOST_DONE


MORNING = Tick(0, "morning")
LAST = [MORNING, Tick(4, "wave 1"), Tick(19, "midday"), Tick(20, "evening")]
#: Widths, ticks and the words below the rule of the curve.
TICKS = [
    (
        46,
        [MORNING, Tick(1, "no room"), Tick(10, "wave 1"), Tick(20, "cut at the end")],
        "morning wave 1",
    ),
    (56, LAST, "morning wave 1 midday evening"),
    (26, LAST, "morning evening"),  # midday has no room
    # A phase without an attack leaves its name out for the next.
    (
        60,
        [MORNING, Tick(10, "midday", minor=True), Tick(11, "evening"), Tick(16, "wave 1")],
        "morning evening wave 1",
    ),
    (
        60,
        [MORNING, Tick(10, "midday", minor=True), Tick(14, "evening"), Tick(16, "x")],
        "morning midday evening",
    ),
    # An attacked phase is named before its waves.
    (
        46,
        [MORNING, Tick(9, "wave 3"), Tick(11, "evening", major=True), Tick(12, "wave 1")],
        "morning evening",
    ),
    (
        100,
        [MORNING, Tick(9, "wave 3"), Tick(11, "evening", major=True), Tick(12, "x 1")],
        "morning wave 3 evening",
    ),
    (46, [MORNING, Tick(9, "wave 3"), Tick(11, "evening")], "morning wave 3"),
]


def test_the_curve_names_days_below_its_rule_and_its_scale_has_its_range_in_tens():
    shown = [
        (width, ticks, " ".join(rows_of(width, 8, ticks=ticks)[-1].split()))
        for width, ticks, _ in TICKS
    ]
    assert shown == TICKS
    rows = rows_of(46, 8, ticks=TICKS[0][1])
    column = rows[-1].index("wave")
    assert (len(rows), rows[-2][column]) == (8, ASCII.split)
    assert abs(column - SCALE - 20) <= 1, "half of the answers are half of the width"
    rows = rows_of(56, 8, ticks=LAST)
    assert rows[-1].endswith("evening")
    assert len(rows[-1]) == len(rows[-2]), "the last name ends at the edge"
    legs = [Leg(0, 0.41, 10, 0.3, False), Leg(10, 0.3, 20, 0.93, False)]
    rows = list(map(line_text, curve_lines(legs, [], 40, 8, ASCII.dots)))
    assert [rows[row].split()[0] for row in (0, 3, 6)] == ["100", "65", "30"]
    assert all(row[SCALE:].strip() for row in rows)
    flat = list(map(line_text, curve_lines([Leg(0, 0.98, 20, 1.0, False)], [], 40, 8, ASCII.dots)))
    assert [flat[row].split()[0] for row in (0, 6)] == ["100", "60"], "at least 40 points"
    low = list(map(line_text, curve_lines([Leg(0, 0.0, 20, 0.02, False)], [], 40, 8, ASCII.dots)))
    assert [low[row].split()[0] for row in (0, 6)] == ["40", "0"]


def test_the_days_of_a_campaign_and_the_waves_and_phases_of_a_scenario_are_ticks():
    """A battle of scenario 6 in which nobody attacks at midday."""
    scenario = [
        tick.label for tick in win_curve.ticks_of(played(scenario=3, level="basic", seed=5))
    ]
    assert scenario[:3] == ["morning", "wave 1", "wave 2"]
    repaired = [
        tick.label for tick in win_curve.ticks_of(played(scenario=5, level="basic", seed=5))
    ]
    assert all(repaired.count(phase) <= 1 for phase in ("morning", "midday", "evening")), (
        "each phase begins once"
    )
    days = win_curve.ticks_of(played(campaign="mini", level="advanced", seed=2))
    assert [tick.answers for tick in days] == sorted(tick.answers for tick in days)
    assert all(" " in tick.label for tick in days)
    calm = 0
    for seed in range(6):
        game = new_game(scenario=6, seed=seed)
        play_out(game, captain_named("doctrine", 1))
        ticks = win_curve.ticks_of(game)
        for tick, then in itertools.pairwise(ticks):
            both = tick.label in PHASES and then.label in PHASES
            assert tick.minor == both
            assert tick.major == (tick.label in PHASES and not both)
            calm += both
    assert calm


async def test_s_shows_the_next_stage_of_long_a_and_moments_lead_into_the_game():
    """The chance is that of holding the stage; answers count from the start of the game."""
    game = new_game(campaign="long-a", seed=0)
    play_out(game, captain_named("greedy", 3))
    analysis = game_analysis.GameAnalysis(game, 4)
    analysis.started = True
    analysis.full_game = game
    analysis.analyzed = stage_game(game, 4)
    last = len(analysis.analyzed.answers)
    points = SamplePoint(0, won(10)), SamplePoint(last, won(0))
    analysis.drawn = analysis.result = WinProbability(50, True, points, (), stage=4)
    analysis.moments = [chance_moments.Moment("dice", 7, "May 4", "Val hits", 0.2, 0.0, -0.2)]
    chosen = []
    assert analysis.answers_before == analysis.analyzed.base > 0
    assert analysis.chance_at(analysis.answers_before - 1) is None
    assert analysis.chance_at(analysis.answers_before) == 0.2
    assert analysis.chance_at(analysis.answers_before + last + 1) is None
    async with running() as (pilot, app):
        page = await opened(
            pilot,
            chance_curve.ChanceCurveScreen(analysis, lambda page, answers: chosen.append(answers)),
        )
        await until(pilot, lambda: "Your chance of holding stage 4" in text_of(app, "curve"))
        await pilot.press("enter")
        assert chosen == [analysis.answers_before + 7]
        await pilot.press("s")
        await until(pilot, lambda: "Your chance of holding stage 5" in text_of(app, "curve"))
        await pilot.press("s")
        await until(pilot, lambda: "Your chance of holding stage 1" in text_of(app, "curve"))
        assert page.analysis.game is game
