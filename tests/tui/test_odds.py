"""The odds page and what the exec recommends, while games are simulated and when they are
counted.
"""

import re
from types import SimpleNamespace

import pytest

from picket_duty.analysis import recommendation
from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer
from picket_duty.analysis.playouts import MAX_PLAYOUTS, End
from picket_duty.analysis.playouts import orders_of as orders_by_name
from picket_duty.analysis.recommendation import recommend
from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.drafts.choice import NONE
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.relief import relief_parts
from picket_duty.pages.formats import text_lines
from picket_duty.pages.odds_report import advice_page, odds_page
from picket_duty.pages.relief import condition_table, return_table
from picket_duty.requests import Choice, Roll
from picket_duty.text import chances
from picket_duty.text.chances import ENOUGH, Chance, RecommendationText
from picket_duty.tui import live_recommendation
from picket_duty.tui.app import PicketApp
from picket_duty.tui.battle_view import suggest
from picket_duty.tui.live_recommendation import LiveRecommendation
from picket_duty.tui.screens import odds
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.settings import FAST, Settings
from picket_duty.tui.widgets.choice_panel import AGAIN, ChoicePanel
from tests.games import TABLES, new_game
from tests.tui.conftest import running, text_of, until
from tests.tui.games import aims_plan, at_choice, big_plan, first_game, forward


def test_the_odds_of_a_decision_end_with_the_execs_advice():
    game = forward(new_game(scenario=6, seed=11), lambda game: isinstance(game.request, Choice))
    words = " ".join(
        text_lines(advice_page(game.request, RecommendationText(), suggest(game), working=False))
    )
    assert "Exec: Maneuver" in words
    game = new_game(campaign="mini", level="basic", seed=7)
    play_out(game, QuickCaptain(), lambda now: getattr(now.request, "decision", None) is ASK_RELIEF)
    for advised, said in (
        (RecommendationText(), "Exec: Return for repairs."),
        (RecommendationText("repair", {}, "Exec: repair."), "Exec: repair."),
    ):
        page = text_lines(advice_page(game.request, advised, "repair", working=True))
        assert said in page


class AtOnce(DecisionAnalyzer):
    def __init__(self):
        super().__init__(1)
        self.restarts = -1

    def start(self, game, yours=None, most=2, time_limit=1.0, held=None):
        question = super().start(game, yours, most, time_limit, held)
        question.finish()
        return question


def analyze_at_once(monkeypatch):
    """Show the chances of decisions after two playouts, without processes."""
    staff = AtOnce()
    for name in ("PAUSE", "POLL_INTERVAL"):
        monkeypatch.setattr(live_recommendation, name, 0.01)
    monkeypatch.setattr(live_recommendation, "WIDEST", 1)
    monkeypatch.setattr(chances, "ENOUGH", 1)
    monkeypatch.setattr(recommendation, "HARDLY", 0.0)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: staff)


class Fed(AtOnce):
    """An analyzer without processes, which the test feeds with results; it works until all playouts
    are counted.
    """

    def __init__(self):
        super().__init__()
        self.questions = []

    def start(self, game, yours=None, most=MAX_PLAYOUTS, time_limit=1.0, held=None):
        self._open = question = DecisionAnalysis(
            self, game, orders_by_name(game, yours), most, time_limit
        )
        self.questions.append(question)
        return question

    def works_on(self, analysis):
        return self._open is analysis

    def feed(self, games):
        for name in self.questions[-1].orders:
            for number in range(games):
                self.questions[-1].ends[name][number] = End(number % 2 == 0, False, 0)


def test_the_odds_page_compares_plans_and_lists_every_result():
    game = big_plan()
    staff = dict(suggest(game))
    mine = {slot: plane for slot, plane in staff.items() if plane != 6}
    text = "\n".join(text_lines(odds_page(game, mine)))
    wave = PlanOdds(game.play).wave(mine)
    assert "your plan" in text
    assert f"{wave.expected:.2f}" in text
    assert re.search(r"\nno fire +at plane 7", text)
    assert text.count("\nplane 7  ") == 1
    same = text_lines(odds_page(game, staff))
    assert "Your plan is the same as your exec's." in same
    assert not any("your plan" in line for line in same)


def test_the_chances_of_a_damage_roll_add_up():
    game = first_game(lambda game: getattr(game.request, "table", "").startswith("11/"), scenario=2)
    roll = game.request
    assert isinstance(roll, Roll)
    _, grid = odds_page(game)
    chances = [float(chance.strip("<%")) for chance, _ in grid.rows]
    assert sum(chances) == pytest.approx(100, abs=len(chances) / 2)
    row = dict(odds_page(big_plan())[-1].rows)["compartment hit"]
    assert re.findall(r"[^,]+ [<>]?\d+%", row)[:2] == ["Stack aft 2%", " Fire room forward 2%"]


@pytest.mark.slow
async def test_the_exec_counts_until_his_time_is_up_and_says_his_result(
    monkeypatch,
):
    staff = Fed()
    for name in ("PAUSE", "POLL_INTERVAL"):
        monkeypatch.setattr(live_recommendation, name, 0.01)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: staff)
    game = first_game(at_choice("one", 0), campaign="mini")
    async with running(game, (120, 40)) as (pilot, app):
        await pilot.press("o")
        await until(pilot, lambda: bool(staff.questions))
        for games in (8, ENOUGH):
            staff.feed(games)
            words = f"simulating ... {games} games played with each order so far."
            await until(
                pilot, lambda words=words: words in " ".join(text_of(app, "reading").split())
            )
        assert "50% (38-62), so far" in text_of(app, "reading")
        (question,) = staff.questions
        assert question.working
        staff.stop(question)
        told = lambda: " ".join(text_of(app, "reading").split())  # noqa: E731
        await until(pilot, lambda: "Standard error: 6 points." in told())
        assert "so far" not in text_of(app, "reading")
        page = " ".join(text_of(app, "reading").split())
        await pilot.press("escape", "s")
        panel = app.screen.query_one(ChoicePanel)
        assert panel.advice.words in page, "the exec says the same"
        assert len(staff.questions) == 1


async def test_an_exec_who_counted_nothing_says_so(monkeypatch):
    staff = Fed()
    for name in ("PAUSE", "POLL_INTERVAL"):
        monkeypatch.setattr(live_recommendation, name, 0.01)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: staff)
    game = first_game(at_choice("one", 0), scenario=4, aid="commanded")
    async with running(game, (120, 40)) as (pilot, app):
        await pilot.press("s")
        await until(pilot, lambda: bool(staff.questions))
        assert "simulating" in app.screen.query_one(ChoicePanel).notice
        staff.stop(staff.questions[0])
        panel = app.screen.query_one(ChoicePanel)
        await until(pilot, lambda: "No game was finished in time." in panel.notice)
        await pilot.press("o")
        await until(
            pilot,
            lambda: "No game was finished in time." in " ".join(text_of(app, "reading").split()),
        )


async def test_the_odds_page_works_out_the_chances_of_a_commanded_decision(
    monkeypatch,
):
    analyze_at_once(monkeypatch)
    game = first_game(at_choice("one", 0), scenario=4, aid="commanded")
    async with running(game, (120, 40)) as (pilot, app):
        await pilot.pause()
        await pilot.press("o")
        assert isinstance(app.screen, odds.OddsScreen)
        await until(pilot, lambda: text_of(app, "reading").count("holds the station ") == 2)
        advised = app.screen.recommendation
        await pilot.press("escape")
        assert "holds the station " not in text_of(app, "one-orders")
        panel = app.screen.query_one(ChoicePanel)
        assert panel.advice.order == advised.order
        await pilot.press("s", "s")
        assert panel.draft.value == advised.order
        assert panel.advice.words in " ".join(text_of(app, "one-orders").split())
        live = app.screen._live._latest
        await pilot.press("enter")
        panel.advice = RecommendationText()
        app.screen._show_chances(*live)
        assert not panel.advice.order, "advice that comes late is for another decision"


async def test_the_exec_tells_the_chances_of_the_aims_of_a_fire_plan(
    monkeypatch,
):
    analyze_at_once(monkeypatch)
    game = aims_plan()
    async with running(game, (120, 40)) as (pilot, app):
        await pilot.press("s")
        told = lambda: " ".join(text_of(app, "plan-orders").split())  # noqa: E731
        await until(
            pilot, lambda: bool(re.search(r"Chance to hold the station: \S+ with 1", told()))
        )
        assert "Your exec would" in text_of(app, "plan-orders")
        await pilot.press("1")
        assert re.search(r"Chance to hold the station: \S+ with 1", told())
        await pilot.press("right_square_bracket")
        live = app.screen._live
        held = app.screen.view.draft.now.held
        await until(pilot, lambda: live._latest is not None and live._latest[1].held == held > 0)
        await until(
            pilot, lambda: bool(re.search(r"Chance to hold the station: \S+ with 1", told()))
        )
        await pilot.press("f")
        assert app.screen._live._analysis is None


async def test_the_exec_says_nothing_on_the_board_before_he_is_asked(monkeypatch):
    """The odds page counts, and finds nothing in time; the board has no word of it."""
    staff = Fed()
    for name in ("PAUSE", "POLL_INTERVAL"):
        monkeypatch.setattr(live_recommendation, name, 0.01)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: staff)
    game = first_game(at_choice("one", 0), scenario=4, aid="commanded")
    async with running(game, (120, 40)) as (pilot, app):
        panel = app.screen.query_one(ChoicePanel)
        await pilot.press("o")
        await until(pilot, lambda: bool(staff.questions))
        staff.stop(staff.questions[0])
        told = lambda: " ".join(text_of(app, "reading").split())  # noqa: E731
        await until(pilot, lambda: "No game was finished in time." in told())
        await pilot.press("escape")
        assert "counted" not in panel.notice


def test_chances_are_shown_when_narrow_enough_and_then_seldom_changed():
    def chance(middle, half, games=0):
        return {"a": Chance(middle, middle - half, middle + half, games, 0.0, 0.0)}

    first = chance(0.5, 0.08, ENOUGH - 1)
    many = chance(0.5, 0.08, 2 * ENOUGH)
    for before, now, so in (
        ({}, {}, False),
        ({}, chance(0.5, 0.14), False),
        ({}, first, True),
        (many, chance(0.53, 0.07, 3 * ENOUGH), False),
        (many, chance(0.53, 0.07, 4 * ENOUGH), True),
        (first, chance(0.53, 0.07, ENOUGH - 1), False),
        (first, chance(0.5, 0.08, ENOUGH), True),
        # The count of slow games is shown before a chance, in steps of eight.
        ({}, chance(0.5, 0.3, 7), False),
        ({}, chance(0.5, 0.3, 8), True),
        (chance(0.5, 0.3, 8), chance(0.5, 0.3, 9), False),
    ):
        assert live_recommendation.is_news(before, now) is so, (before, now)


def count_games(app, choice, won, games):
    """Show that so many games of each order were won."""
    orders = {order: order for order in choice.legal()}
    ends = {
        order: {number: End(number < won[order], False, 0) for number in range(games)}
        for order in orders
    }
    question = SimpleNamespace(in_time=lambda game: recommend(game, orders, ends), working=True)
    app.screen._live._latest = choice, question
    app.screen._live._show()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_the_question_about_relief_has_its_parts_and_s_the_chances(size, monkeypatch):
    """No chance of winning before the exec is asked; then an estimate at once, and what he
    counts.
    """
    asked = []
    stopped = []
    monkeypatch.setattr(
        LiveRecommendation, "start", lambda live, game, choice, held=None: asked.append(choice)
    )
    monkeypatch.setattr(LiveRecommendation, "stop", lambda live: stopped.append(True))
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: SimpleNamespace())
    game = new_game(campaign="mini", level="basic", seed=7)
    play_out(game, QuickCaptain(), lambda now: getattr(now.request, "decision", None) is ASK_RELIEF)
    choice = game.request
    async with running(PicketApp(TABLES, game, settings=Settings(pace=FAST)), size) as (pilot, app):
        panel = app.screen.query_one(ChoicePanel)
        words = " ".join(text_of(app, "one-orders").split())
        options = relief_parts(game.play, choice)
        headings, rows = condition_table(game.play, options)
        dates, _ = return_table(game.play, options["repair"])
        for part in (*headings, *rows["stay"], *rows["repair"], *dates):
            assert part in words
        assert "wins" not in words
        assert "estimate" not in words.lower()
        assert not asked, "nothing is counted before the exec is asked"
        order = [
            words.index(part)
            for part in ("Ask for relief?", "Stay on station", "back ", " fighting day")
        ]
        assert order == sorted(order), "the question and the answers come first"
        assert panel.draft.selected == NONE
        await pilot.press("enter")
        seen = text_of(app, "one-orders").splitlines()[round(panel.scroll_offset.y) :][
            : panel.size.height
        ]
        assert any("Choose first: 1 or 3." in row for row in seen), (
            "Enter without a choice is answered in view"
        )
        await pilot.press("s")
        assert asked == [choice]
        assert "Exec: simulating ... By rule of thumb" in panel.notice
        assert "Estimated chance of winning" in panel.notice
        live = app.screen._live
        count_games(app, choice, {"stay": 70, "repair": 90}, 200)
        assert "45% to win the campaign (staying on station: 35%)" in panel.notice
        assert "Standard error: " in panel.notice
        assert choice.options[panel.draft.selected].value == "repair"
        simulated = ["wins 35% (29-42), simulated", "wins 45% (38-52), simulated"]
        await pilot.press("o")
        page = " ".join(text_of(app, "reading").split())
        sought = [f"{words}, so far" for words in simulated]
        assert [page.count(words) for words in (*sought, "estimated")] == [1, 1, 0]
        await pilot.press("escape")
        assert (len(live.listeners), asked) == (1, [choice]), "they are worked out once"
        await pilot.press("1", "enter")
        assert game.request is not choice
        assert stopped
        await until(pilot, lambda: isinstance(app.screen, DayScreen))
        (chance,) = (
            " ".join(row.split()) for row in text_of(app, "reading").splitlines() if "Chance" in row
        )
        assert chance.startswith(f"Chance {simulated[0]}"), (
            "the page of the day does not count it again"
        )


async def test_s_counts_before_the_exec_recommends_anything(
    monkeypatch,
):
    monkeypatch.setattr(LiveRecommendation, "start", lambda *_: None)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: SimpleNamespace())
    game = new_game(scenario=2, level="basic", seed=1)
    play_out(game, QuickCaptain(), lambda now: getattr(now.request, "decision", None) is DECLARE)
    choice, doctrine = game.request, decide(game.play, game.request)
    async with running(PicketApp(TABLES, game, settings=Settings(pace=FAST))) as (pilot, app):
        panel = app.screen.query_one(ChoicePanel)
        await pilot.press("s", "s")
        assert panel.draft.value == doctrine
        assert "Exec: simulating ... By rule of thumb" in panel.notice
        for games, other in ((100, 60), (200, 160)):
            count_games(app, choice, dict.fromkeys(choice.legal(), other) | {doctrine: 90}, games)
            counting = (
                f"Exec: simulating ... {games} games played with each order so far." in panel.notice
            )
            assert counting == (games == 100), "it is too close to call at first"
        assert panel.draft.value == doctrine, "his new answer is not selected unasked"
        assert "80%" in panel.notice
        assert panel.notice.endswith(AGAIN)
        await pilot.press("o")
        assert panel.advice.words in " ".join(text_of(app, "reading").split())
