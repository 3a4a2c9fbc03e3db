"""Fire plan, men and options with their consequences, drawn without a screen."""

from __future__ import annotations

import math
import re
from collections.abc import Sequence

import msgspec
import pytest

from picket_duty.analysis import decision_analysis
from picket_duty.analysis.decision_analysis import DecisionAnalysis, DecisionAnalyzer
from picket_duty.analysis.playouts import MAX_PLAYOUTS, End
from picket_duty.analysis.playouts import orders_of as orders_by_name
from picket_duty.analysis.workers import WorkerPool
from picket_duty.book.vocabulary import DECLARE, SPECIAL_ATTACK
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import DecisionMade
from picket_duty.facts import live_facts
from picket_duty.game import Game
from picket_duty.odds.aims import Aim
from picket_duty.odds.consequences import consequences
from picket_duty.odds.plan import fighters_kept
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.repair import done
from picket_duty.pages.consequences import IN_SHORT, LOSES_SCENARIO, consequence_words, declaration_table
from picket_duty.pages.formats import text_lines
from picket_duty.pages.odds_report import KINDS, kind_shares, odds_page
from picket_duty.requests import Answer, Choice, Illegal, Roll
from picket_duty.rules import anchorage
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.text import chances
from picket_duty.text.cards import card_lines
from picket_duty.text.chances import ENOUGH, Chance, RecommendationText
from picket_duty.text.names import percent
from picket_duty.text.rolls import result_of
from picket_duty.text.ship_service import captain_name
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import ASK, AT_ONCE, OVER, Autoplay
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import length, newest_roll, wrap
from picket_duty.tui.screens import odds
from picket_duty.tui.settings import FAST
from picket_duty.tui.widgets import fire_plan
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.men import MORE_MEN, RepairPanel
from picket_duty.tui.widgets.mounts import Mounts
from picket_duty.tui.widgets.orders import (
    MORE_BELOW,
    ChoicePanel,
    DiceOrders,
    Orders,
    RollOrders,
    answers_since_own_dice,
)
from picket_duty.tui.widgets.radar import RadarPlot
from tests.tui.conftest import (
    TABLES,
    aims_plan,
    at_choice,
    at_roll,
    big_plan,
    first_game,
    forward,
    go_on,
    hurt_ship,
    new_game,
    off_screen,
    running,
    text_of,
    texts,
    until,
)

#: Width and height of the orders: 80x24 under tabs, 120x40, enlarged.
ROOMS = [(80, 13), (74, 15), (74, 30)]
#: Rows of a decision at 80x24, below the drawing of the ship.
DECISION_ROWS = 11


def orders_of(kind: type[Orders], game: Game) -> Orders:
    """A panel of orders that is on no screen."""
    panel = off_screen(kind(BattleView(game)))
    return panel


def plan_of(game: Game) -> FirePlanPanel:
    """The fire plan's panel at the beginning of a plan."""
    panel = orders_of(FirePlanPanel, game)
    panel.view.start_plan()
    panel.view.by_guns = True
    return panel


@pytest.mark.parametrize("room", ROOMS)
def test_every_plane_has_a_line_with_its_chance_as_planned(room: tuple[int, int]) -> None:
    game = big_plan()
    panel = plan_of(game)
    panel.view.plan = {slot: plane for slot, plane in suggest(game).items() if plane != 6}
    wave = PlanOdds(game.play).wave(panel.view.plan)
    drawn = panel.draw(*room)
    assert len(drawn) <= room[1]
    assert all(length(row) <= room[0] for row in drawn)
    text = texts(drawn)
    for plane_odds in wave.planes:
        (line,) = (words for words in text[2:9] if words[1:].startswith(f"{plane_odds.plane + 1} "))
        assert ("no fire" in line) == (plane_odds.plane not in panel.view.plan.values())
        assert percent(plane_odds.any) in line
    sums = next(line for line in text if "Expected hits" in line)
    assert f"{wave.expected:.2f}" in sums
    assert f"no hit {percent(wave.none)}" in sums
    assert "no fire at 7" in sums


def test_the_plan_says_that_nobody_fires_and_how_many_fighters_are_kept() -> None:
    game = big_plan()
    panel = plan_of(game)
    panel.view.plan = {}
    assert "no guns fire" in str(texts(panel.draw(74, 11)))
    panel.view.plan = dict(suggest(game))
    text = str(texts(panel.draw(74, 11)))
    held = fighters_kept(game.request, panel.view.plan)
    assert f"fighters {6 - held} now, {held} held back" in text


def test_the_odds_page_compares_the_players_plan_with_the_execs() -> None:
    game = big_plan()
    staff = dict(suggest(game))
    mine = {slot: plane for slot, plane in staff.items() if plane != 6}
    text = "\n".join(text_lines(odds_page(game, mine)))
    wave = PlanOdds(game.play).wave(mine)
    assert "your plan" in text
    assert f"{wave.expected:.2f}" in text
    assert re.search(r"\n  no fire +at plane 7", text)
    assert text.count("\n  plane 7  ") == 1
    same = text_lines(odds_page(game, staff))
    assert "Your plan is the same as your exec's." in same
    assert not any("your plan" in line for line in same)


def test_the_odds_of_a_damage_table_are_summed_by_kind() -> None:
    game = first_game(lambda game: getattr(game.request, "table", "").startswith("11/"), scenario=2)
    roll = game.request
    assert isinstance(roll, Roll)
    _, grid = odds_page(game)
    assert len(grid.rows) <= len(KINDS) + 1
    chances = [float(chance.strip("<%")) for chance, _ in grid.rows]
    assert sum(chances) == pytest.approx(100, abs=len(chances) / 2)


def test_the_odds_page_names_every_kind_of_damage() -> None:
    """Compartments are a fifth of it. Guns, deck fires and equipment are named too, and the shares add up to one."""
    row = dict(odds_page(big_plan())[-1].rows)["result"]
    for section in ("forward", "midship", "aft"):
        shares = kind_shares(TABLES[f"11/{section}"])
        assert sum(shares.values()) == pytest.approx(1.0)
        assert all(kind in row for kind in shares)
    assert {"gun", "deck fire", "compartment"} <= set(re.findall(r"[a-z ]*[a-z](?= [<>]?\d+%)", row.replace(", ", ",")))


def test_a_special_plane_shows_the_chance_of_its_weapon() -> None:
    game = first_game(
        lambda game: at_choice("assign")(game) and any(plane.weapon == "ohka" for plane in game.state.air.planes),
        scenario=3,
    )
    panel = plan_of(game)
    ohka = next(plane for plane in game.state.air.planes if plane.weapon == "ohka")
    panel.view.plane = ohka.number
    strikes = PlanOdds(game.play).plane(ohka.number)
    assert strikes.any == strikes.weapon > 0
    text = texts(panel.draw(90, 30))
    assert any("Ohka" in line and percent(strikes.any) in line for line in text)
    assert any(f"Ohka hits {percent(strikes.weapon)}" in line for line in text)


def test_in_few_rows_the_planes_around_the_selected_one_show() -> None:
    panel = plan_of(big_plan())
    panel.view.plane = 6
    text = texts(panel.draw(74, 6))
    assert any(line.startswith("►7 ") for line in text)


def test_assigning_a_mount_selects_the_next_free_one(monkeypatch: pytest.MonkeyPatch) -> None:
    panel = plan_of(big_plan())
    monkeypatch.setattr(panel, "post_message", lambda message: True)
    slots = panel.view.bearing_slots()
    panel.view.plan = {slots[1]: 1}
    panel.action_fire()
    assert panel.view.slot == slots[2]


def test_mounts_that_have_fired_have_no_target() -> None:
    game = first_game(at_roll("gunnery"), scenario=3)
    view = BattleView(game)
    first = view.targets()
    fired = game.request.item
    assert fired in first
    game.roll()
    assert fired not in view.targets()
    forward(game, lambda game: getattr(getattr(game.request, "purpose", None), "id", "") in ("dive", "special attack"))
    assert not set(view.targets()) & set(game.state.ship.mounts)


def test_own_dice_can_be_undone_back_to_the_last_order_only() -> None:
    game = first_game(at_roll("gunnery"), scenario=3, dice="mine")
    before = game.state_hash
    game.answer([1, 2])
    game.undo(answers_since_own_dice(game))
    assert game.state_hash == before
    while isinstance(game.answers[-1], tuple):
        game.undo()
    with pytest.raises(Illegal, match="since your last order"):
        answers_since_own_dice(game)


def test_a_job_shows_its_chance_with_each_man() -> None:
    game = hurt_ship()
    panel = orders_of(RepairPanel, game)
    choice = game.request
    figures = consequences(game.play, choice)
    name = next(iter(choice.jobs))
    panel.men = {name: 2}
    for width, height in ROOMS:
        drawn = panel.draw(width, height)
        assert all(length(row) <= width for row in drawn)
        text = texts(drawn)
        rates = figures[name].rates  # type: ignore[union-attr]
        line = next(words for words in text if choice.jobs[name].text in words)
        assert f"1: {percent(rates[0]):>3}" in line
        assert f"[2: {percent(rates[1]):>3}]" in line
        assert f"Expected repairs {rates[1]:.1f} (exec" in text[1]
        assert any("if it fails: " in words for words in text)


def test_every_option_shows_its_consequences_and_s_selects_the_advice() -> None:
    game = first_game(at_choice("one", 0), scenario=4)
    panel = orders_of(ChoicePanel, game)
    panel.redraw = lambda: None  # type: ignore[method-assign]
    choice = game.request
    figures = consequences(game.play, choice)
    text = " ".join(" ".join(texts(panel.draw(74, 11))).split())
    for option in choice.options:
        assert consequence_words(figures[option.value]) in text
    panel.refresh_bindings = panel.scroll_home = lambda **how: None  # type: ignore[method-assign]
    panel._keep_in_view = lambda: None  # type: ignore[method-assign]
    for advised in ("no", "yes"):
        panel.advice = RecommendationText(advised, words=f"Exec: too close to call, {advised}.")
        panel.action_suggest()
        assert choice.options[panel.index].value == advised, "s selects what the odds page recommends"
        assert panel.notice == f"Exec: too close to call, {advised}.", "and says what the page says"
    panel.begin()
    panel.action_suggest()
    assert "by doctrine" in panel.notice
    by_thumb = panel.index
    other = RecommendationText(choice.options[1 - by_thumb].value, words="Exec: the other one.")
    panel.counted(other)
    assert (panel.index, panel.notice) == (1 - by_thumb, other.words), "what he waited for is selected and said"
    panel.counted(msgspec.structs.replace(other, words="Exec: the other one, finer."))
    assert panel.notice == "Exec: the other one, finer.", "it is brought up to date"
    panel.begin()
    panel.action_suggest()
    panel.action_pick(2 - by_thumb)
    panel.action_pick(1 + by_thumb)
    panel.action_pick(2 - by_thumb)
    panel.counted(msgspec.structs.replace(other, order=choice.options[by_thumb].value))
    assert (panel.index, panel.notice) == (1 - by_thumb, ""), "but not if something else is selected meanwhile"


class AtOnce(DecisionAnalyzer):
    """An analyzer without processes, which plays two playouts of each order at once."""

    def __init__(self) -> None:
        super().__init__(1)
        self.pool = WorkerPool(1, restarts=-1)

    def start(
        self,
        game: Game,
        yours: Answer | None = None,
        most: int = 2,
        time_limit: float = 1.0,
        held: int | None = None,
    ) -> DecisionAnalysis:
        question = super().start(game, yours, most, time_limit, held)
        question.finish()
        return question


def analyze_at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Show the chances of decisions after two playouts, without processes."""
    staff = AtOnce()
    for name in ("PAUSE", "LOOK"):
        monkeypatch.setattr(odds, name, 0.01)
    monkeypatch.setattr(odds, "WIDEST", 1)
    monkeypatch.setattr(chances, "ENOUGH", 1)
    monkeypatch.setattr(decision_analysis, "HARDLY", 0.0)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: staff)


class Fed(AtOnce):
    """An analyzer without processes, which the test feeds with results; it works until all playouts are counted."""

    def __init__(self) -> None:
        super().__init__()
        self.questions: list[DecisionAnalysis] = []

    def start(
        self,
        game: Game,
        yours: Answer | None = None,
        most: int = MAX_PLAYOUTS,
        time_limit: float = 1.0,
        held: int | None = None,
    ) -> DecisionAnalysis:
        """An analysis without results."""
        self._open = question = DecisionAnalysis(self, game, orders_by_name(game, yours), most, time_limit)
        self.questions.append(question)
        return question

    def works_on(self, analysis: DecisionAnalysis) -> bool:
        return self._open is analysis

    def feed(self, games: int) -> None:
        for name in self.questions[-1].orders:
            for number in range(games):
                self.questions[-1].ends[name][number] = End(number % 2 == 0, False, 0)


@pytest.mark.slow
async def test_a_rough_chance_in_a_campaign_says_so_and_is_refined(monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a limit of time, until the chance is fine."""
    staff = Fed()
    for name in ("PAUSE", "LOOK"):
        monkeypatch.setattr(odds, name, 0.01)
    monkeypatch.setattr(PicketApp, "analyzer", lambda app: staff)
    game = first_game(at_choice("one", 0), campaign="mini")
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        await pilot.press("o")
        await until(pilot, lambda: bool(staff.questions))
        for games in (8, ENOUGH):
            staff.feed(games)
            words = f"counting ... {games} games with each so far."
            await until(pilot, lambda words=words: words in " ".join(text_of(app, "reading").split()))
        assert "50% (38-62), so far" in text_of(app, "reading")
        (question,) = staff.questions
        assert question.working
        assert question.time_limit == math.inf
        staff.feed(7 * ENOUGH)
        await until(pilot, lambda: "50% (45-55)" in text_of(app, "reading"))
        assert "so far" not in text_of(app, "reading")
        assert not question.working, "it does not wander any more"
        page = " ".join(text_of(app, "reading").split())
        await pilot.press("escape", "s")
        panel = app.screen.query_one(ChoicePanel)
        assert panel.notice in page, "the exec says the same"
        assert len(staff.questions) == 1


async def test_the_odds_page_works_out_the_chances_of_a_commanded_decision(monkeypatch: pytest.MonkeyPatch) -> None:
    """The panel of the decision has no chances then; the page that is opened for advice has."""
    analyze_at_once(monkeypatch)
    game = first_game(at_choice("one", 0), scenario=4, aid="commanded")
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        await pilot.pause()
        await pilot.press("o")
        assert isinstance(app.screen, odds.OddsScreen)
        await until(pilot, lambda: text_of(app, "reading").count("keeps the station ") == 2)
        advised = app.screen.recommendation
        await pilot.press("escape")
        assert "keeps the station " not in text_of(app, "one-orders")
        panel = app.screen.query_one(ChoicePanel)
        assert panel.advice.order == advised.order
        choice = panel.choice
        await pilot.press("s")
        assert choice.options[panel.index].value == advised.order
        assert panel.advice.words in " ".join(text_of(app, "one-orders").split())
        live = app.screen._live._latest
        await pilot.press("enter")
        panel.advice = RecommendationText()
        app.screen._show_chances(*live)
        assert not panel.advice.order, "advice that comes late is for another decision"


@pytest.mark.parametrize("width", [60, 70, 80, 120])
def test_the_slots_of_all_planes_are_named_in_one_form(width: int) -> None:
    """As briefly as the plane with most slots needs."""
    panel = plan_of(big_plan(COMMANDED))
    panel.view.by_guns, plans = False, panel.view.aims
    panel.view.take_aim(Aim(), plans.plan(Aim()), 0)
    rows = texts(panel.draw(width, 30))
    firing = panel._firing()
    forms = [[fire_plan._slots_words(slots, brief) for slots in firing.values()] for brief in range(3)]
    fitting = [form for form in forms if all(any(row.endswith(f"  {words}") for row in rows) for words in form)]
    assert fitting
    assert all(len(row) <= width for row in rows)
    assert (fitting[0] == forms[0]) == (width > 60)


async def test_the_exec_tells_the_chances_of_the_aims_of_a_fire_plan(monkeypatch: pytest.MonkeyPatch) -> None:
    """They stay beside the plan, and are worked out again when other fighters are held back."""
    analyze_at_once(monkeypatch)
    game = aims_plan()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        await pilot.press("s")
        told = lambda: " ".join(text_of(app, "plan-orders").split())  # noqa: E731
        await until(pilot, lambda: "with every order: too close to call, so your exec goes by damage." in told())
        assert "Your exec would" in text_of(app, "plan-orders")
        await pilot.press("1")
        assert "The chance to keep the station is" in told()
        await pilot.press("right_square_bracket")
        live, held = app.screen._live, app.screen.view.held
        await until(pilot, lambda: live._latest is not None and live._latest[1].held == held > 0)
        await until(pilot, lambda: "The chance to keep the station is" in told())
        await pilot.press("f")
        assert app.screen._live._question is None


def test_dice_typed_ahead_wait_for_their_own_roll(monkeypatch: pytest.MonkeyPatch) -> None:
    game = first_game(at_roll("gunnery"), scenario=3, dice="own")
    panel = orders_of(DiceOrders, game)
    answers: list[Answer] = []
    monkeypatch.setattr(panel, "redraw", lambda: None)
    monkeypatch.setattr(panel, "scroll_home", lambda **how: None)
    monkeypatch.setattr(panel, "post_message", lambda message: answers.append(message.answer))
    panel.begin()
    for digit in (3, 4, 5, 6, 1, 9):
        panel.action_die(digit)
    assert answers == [[3, 4]]
    game.answer(answers[-1])
    panel.begin()
    assert answers == [[3, 4], [5, 6]]
    game.answer(answers[-1])
    panel.begin()
    assert len(answers) == 2
    assert panel.dice == [1, None]
    assert "This die cannot show 9" in panel.notice
    panel.action_die(2)
    panel.action_die(6)
    panel.on_blur()
    game.answer(answers[-1])
    panel.begin()
    assert panel.dice == [None, None]


def chance(middle: float, half: float) -> Chance:
    return Chance(middle, middle - half, middle + half, 0, 0.0, 0.0)


def test_chances_are_shown_when_narrow_enough_and_then_seldom_changed() -> None:
    rough, first = {"a": chance(0.5, 0.14)}, {"a": chance(0.5, 0.08)}
    assert not odds.is_news({}, rough, last=False)
    assert odds.is_news({}, rough, last=True)
    assert odds.is_news({}, first, last=False)
    assert not odds.is_news(first, {"a": chance(0.53, 0.07)}, last=False)
    assert odds.is_news(first, {"a": chance(0.59, 0.07)}, last=False)
    assert odds.is_news(first, {"a": chance(0.53, 0.03)}, last=False)
    assert odds.is_news(first, {"a": chance(0.53, 0.07)}, last=True)
    assert odds.is_news(first, {"a": msgspec.structs.replace(first["a"], branches=ENOUGH)}, last=False)
    assert not odds.is_news(first, first, last=True)


def test_the_count_of_slow_games_is_shown_before_a_chance() -> None:
    """In steps of eight games, and only where games are slow."""
    seven, eight, nine = ({"a": Chance(0.5, 0.2, 0.8, games, 0.0, 0.0)} for games in (7, 8, 9))
    assert not odds.is_news({}, seven, last=False)
    assert odds.is_news({}, eight, last=False)
    assert not odds.is_news(eight, nine, last=False)


def test_short_lines_of_planes_have_a_heading_with_their_number() -> None:
    game = big_plan()
    panel = plan_of(game)
    panel.view.plan = suggest(game)
    text = texts(panel.draw(80, 8))
    (head,) = (words for words in text if "who fires" in words)
    shown = next(row for row, words in enumerate(text) if "Expected" in words) - 2
    assert f"{shown} of 7 planes" in head


def test_idle_men_and_expected_repairs_fit_any_width() -> None:
    panel = orders_of(RepairPanel, hurt_ship())
    for width in (74, 80, 100):
        assert isinstance(panel, RepairPanel)
        panel.men = {}
        first = texts(panel.draw(width, 11))[1]
        assert first.endswith(")") or first.endswith("as the staff")


@pytest.mark.parametrize("seeds", [(1,), pytest.param(range(2, 16), marks=pytest.mark.slow)])
def test_the_whole_card_of_a_wave_is_beside_the_decision(seeds: Sequence[int]) -> None:
    """Whatever the height: a longer card scrolls, and the heading says so."""
    cards = 0
    for seed in seeds:
        autoplay = Autoplay(new_game(scenario=3, seed=seed), FAST, StandingOrders(), durations=AT_ONCE)
        while autoplay.scene.kind != OVER:
            step = autoplay.scene
            if step.kind == ASK and step.wave is not None:
                cards += 1
                panel = orders_of(ChoicePanel, autoplay.game)
                panel.view.card = step.wave
                rows = [row for spans in card_lines(step.wave, TABLES) for row in texts(wrap(spans, 79, 4))]
                for height in (7, 9, 11, 13, 40):
                    drawn = texts(panel.draw(79, height))
                    assert not [row for row in rows if row not in drawn]
                    assert (MORE_BELOW in drawn[0]) == (len(drawn) > height)
            go_on(autoplay)
    assert cards


def test_a_plane_with_one_hit_shows_it_and_what_hits_mean() -> None:
    game = big_plan()
    game.state.air.planes[0].hits = 1
    plot = off_screen(RadarPlot(BattleView(game)))
    plot.view.listed = False
    rows = texts(plot.draw(80, 30))
    assert any("●○○ 1 hit  " in row for row in rows)
    assert any("1 hit (2 damaged, 3 afire)" in row for row in rows)


def test_a_blank_separates_two_mounts_in_a_row() -> None:
    game = big_plan()
    view = BattleView(game)
    view.start_plan()
    view.plan, view.plane = suggest(game), 2
    panel = off_screen(Mounts(view))
    rows = texts(panel.draw(78, 14))[2:10]
    assert any(f"{UNICODE.to}3" in row for row in rows)
    assert all(row[38] == " " for row in rows)


def test_an_enlarged_list_of_mounts_names_their_captains() -> None:
    game = big_plan()
    panel = off_screen(Mounts(BattleView(game)))
    ship, setup = game.state.ship, game.state.setup
    mounts = list(ship.mounts)
    ship.mounts[mounts[1]].destroyed = True
    names = [captain_name(setup.seed, ship.name, mount, 0, game.tables) for mount in mounts]
    wide, narrow = ("\n".join(texts(panel.draw(width, 30))) for width in (100, 45))
    assert [name in wide for name in names] == [place != 1 for place in range(len(names))]
    assert "captain" in wide
    assert "captain" not in narrow


def test_a_job_says_when_more_men_would_not_help() -> None:
    game = hurt_ship()
    panel = orders_of(RepairPanel, game)
    assert isinstance(game.request, Choice)
    figures = consequences(game.play, game.request)
    for place, name in enumerate(game.request.jobs):
        rates = figures[name].rates  # type: ignore[union-attr]
        for men in range(1, len(rates) + 1):
            panel.index, panel.men = place, {name: men}
            enough = men < game.request.most and rates[men - 1] == max(rates)
            shown = " ".join(" ".join(texts(panel.draw(80, 30))).split())
            assert (MORE_MEN in shown) == enough
            finished = done(game.play, name, game.request.jobs[name], men)
            assert (f" {percent(finished)}" in shown) or percent(finished) == percent(rates[men - 1])
            assert ("all markers off" in shown) == (percent(finished) != percent(rates[men - 1]))


async def test_idle_men_are_missed_only_if_they_change_the_column() -> None:
    """At level 2 with an average chief, 2 and 3 men are in one column of chart 20, and a single man is below it."""

    def reached(game: Game) -> bool:
        request = game.request
        if not isinstance(request, Choice) or list(request.jobs) != ["deck fire aft"]:
            return False
        return game.state.ship.deck_fires["aft"] == 2 and not game.state.ship.crew["repair_three_chief"].value

    game = first_game(reached, scenario=2, aid=UNAIDED)
    said = {}
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        for men in (1, 2):
            await pilot.press(str(men), "f")
            said[men] = app.screen.query_one(RepairPanel).notice
    assert said == {1: "1 more man would help. Add him with +, or press f to send the men as shown.", 2: ""}
    sent = next(event for event in reversed(game.events) if isinstance(event, DecisionMade))
    assert sent.answer == {"deck fire aft": 2}


@pytest.mark.slow
async def test_a_new_plan_starts_without_the_notice_of_the_last() -> None:
    async with running(PicketApp(TABLES, big_plan())) as (_, app):
        panel = app.screen.query_one(FirePlanPanel)
        panel.say("nothing bears on plane 9")
        assert "nothing bears" in text_of(app, "plan-orders")
        panel.begin()
        panel.redraw()
        assert not panel.notice
        assert "nothing bears" not in text_of(app, "plan-orders")


def at_emergency(game: Game) -> bool:
    """Whether the player is asked about an emergency."""
    return isinstance(game.request, Choice) and game.request.decision == DECLARE


def declaration(fire: int, aid: str) -> Game:
    """A declaration with a deck fire of some level, after the last wave of a scenario's phase."""
    game = first_game(lambda game: at_emergency(game) and not game.state.air.waves, scenario=5, aid=aid)
    game.state.ship.deck_fires = {"aft": fire}
    return game


@pytest.mark.parametrize("aid", [UNAIDED, COMMANDED])
def test_a_declaration_warns_of_a_deck_fire_at_its_last_level(aid: str) -> None:
    """Out of control, it costs the station even if it is put out later; it may have happened before."""
    last = TABLES.numbers.deck_fire_limit
    game = declaration(last, aid)
    shown = " ".join(texts(orders_of(ChoicePanel, game).draw(74, 15)))
    assert LOSES_SCENARIO in shown
    assert "A deck fire of level 2 or more costs 1 hull point per round." in shown
    game.state.forced = [anchorage.FIRE_WILD]
    shown = " ".join(texts(orders_of(ChoicePanel, game).draw(74, 15)))
    assert LOSES_SCENARIO not in shown
    assert "The station is lost; the ship is at stake. A deck fire of level 2 or more costs 1 hull point" in shown
    assert LOSES_SCENARIO not in " ".join(texts(orders_of(ChoicePanel, declaration(last - 1, aid)).draw(74, 15)))
    game.state.forced, game.state.ship.maneuver = [], 0
    assert LOSES_SCENARIO not in " ".join(texts(orders_of(ChoicePanel, game).draw(74, 15)))


@pytest.mark.parametrize("news", ["", "Damage control: nothing repaired. " * 4])
def test_a_declaration_shows_its_question_and_both_options_at_80x24(news: str) -> None:
    """What led to the question may have to be scrolled to, the question and what each option holds may not."""
    game = first_game(lambda game: at_emergency(game) and bool(game.state.air.waves), scenario=5)
    game.state.ship.deck_fires, game.state.ship.hull = {"aft": TABLES.numbers.deck_fire_limit}, 1
    panel = orders_of(ChoicePanel, game)
    panel.news = news
    panel.view.card = live_facts(game).wave
    assert isinstance(game.request, Choice)
    table = declaration_table(consequences(game.play, game.request))
    for panel.notice in ("", "Exec: counting ... By rule of thumb: No emergency."):
        rows = texts(panel.draw(80, DECISION_ROWS))
        shown = " ".join(" ".join(rows[:DECISION_ROWS]).split())
        assert len(rows) > DECISION_ROWS, "the card is below"
        assert all(len(row) <= 80 for row in rows)
        held = (" ".join(cells[1:]) for cells in table[1:])
        for words in (game.request.prompt, *(option.text for option in game.request.options), *held):
            assert words in shown


def test_a_declaration_is_silent_about_guns_when_no_wave_can_come() -> None:
    """The last wave is over, and a ship that must leave her station meets no other raid."""
    game = declaration(2, UNAIDED)
    assert IN_SHORT[DECLARE] in " ".join(texts(orders_of(ChoicePanel, game).draw(200, 15)))
    game.state.forced = [anchorage.FIRE_WILD]
    for aid in (UNAIDED, COMMANDED):
        game.recorded_aid = aid
        assert "guns" not in " ".join(texts(orders_of(ChoicePanel, game).draw(200, 15))[:5])


def test_a_roll_too_long_for_the_list_of_rolls_is_wrapped() -> None:
    view = BattleView(forward(new_game(scenario=3, seed=1), at_choice("assign")))
    panel = AutoplayPanel(view, Autoplay(view.game))
    roll = Roll(TABLES["12-3"], SPECIAL_ATTACK, plane=3)
    roll.resolve((5, 6))
    view.game.events.append(roll)
    panel.__dict__["glyphs"] = UNICODE
    for width in (60, 100):
        rows = texts(panel.draw(width, 12))
        index = next(index for index, row in enumerate(rows) if "5+6" in row)
        assert all(len(row) <= width for row in rows)
        assert rows[index if width == 100 else index + 1].endswith("deck fire")


def test_a_lost_ship_is_offered_no_standing_orders() -> None:
    view = BattleView(forward(new_game(scenario=3, seed=1), at_choice("assign")))
    panel = off_screen(AutoplayPanel(view, Autoplay(view.game)))
    assert "S: standing orders" in " ".join(texts(panel.draw(100, 12)))
    view.lost = True
    assert "standing orders" not in " ".join(texts(panel.draw(100, 12)))


def test_the_last_roll_has_total_and_result_in_a_single_line() -> None:
    game = first_game(lambda game: bool((roll := newest_roll(game)) and len(roll.modifiers) > 2), scenario=2)
    panel = off_screen(RollOrders(BattleView(game)))
    roll = newest_roll(game)
    assert len(panel.last_roll(80, 100)) > 1
    (row,) = panel.last_roll(80, 1)
    words = "".join(span.text for span in row)
    assert f"= {roll.total}" in words
    assert words.endswith(result_of(roll))
