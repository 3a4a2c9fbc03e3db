"""The battle screen: autoplay and its keys, headlines, wave cards, standing orders, strips of
days.
"""

import datetime
import math

import msgspec
import pytest

from picket_duty.book.vocabulary import ASK_RELIEF, DECLARE, RESCIND
from picket_duty.captains import captain_named, play_out, standing_orders
from picket_duty.captains.doctrine import decide
from picket_duty.drafts.fire_plan import PlanSetting
from picket_duty.events import Control, DecisionMade, Loss, Strike
from picket_duty.requests import ONE
from picket_duty.rules.play import YES
from picket_duty.saves import start_save
from picket_duty.setup import UNAIDED
from picket_duty.state import ABSENT, ATTACKED, QUIET, STORMED, STRUCK
from picket_duty.text import headlines
from picket_duty.text.dates import short_date
from picket_duty.text.styled_text import text_of as line_text
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.news import EMERGENCY_OVER, news_since_order, quiet_words
from picket_duty.tui.scenes import (
    ASK,
    AT_ONCE,
    HEADLINE,
    OFFICERS_CALL,
    OVER,
    ROLL_MADE,
    ROLLS,
    WAVE_CARD,
    Durations,
    Scene,
)
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import RollScreen
from picket_duty.tui.screens.day_end import DayScreen
from picket_duty.tui.screens.dialogs import AskScreen
from picket_duty.tui.screens.standing_orders import (
    StandingOrdersScreen,
    fields_of,
    standing_from,
)
from picket_duty.tui.settings import FAST, NORMAL, Settings
from picket_duty.tui.widgets.autoplay_panel import AutoplayPanel
from picket_duty.tui.widgets.choice_panel import ChoicePanel
from picket_duty.tui.widgets.day_strip import day_strip, explained_strip
from picket_duty.tui.widgets.fire_plan import FirePlanPanel
from picket_duty.tui.widgets.orders import MORE_BELOW
from picket_duty.tui.widgets.overlays import HeadlineBanner
from picket_duty.tui.widgets.radar import RadarPlot
from picket_duty.tui.widgets.tabs import Tabs
from tests.games import TABLES, new_game
from tests.plain.conftest import shipped_routine as shipped_routine
from tests.plain.games import lost
from tests.quick import first_is_quick
from tests.text.cards import card_of, hit, wave
from tests.tui.conftest import off_screen, opened, running, text_of, texts, until
from tests.tui.games import at_choice, at_roll, big_plan, first_game, forward, go_on

#: So long that no timer ends during a test.
LONG = Durations(1000, 1000, 1000, 1000, 1000, 1000, 0, 0)


def watch(monkeypatch, durations, **setup):
    monkeypatch.setattr("picket_duty.tui.scenes.WATCHED", durations)
    return PicketApp(TABLES, new_game(**setup), settings=Settings(pace="normal", bell="on"))


def battle(app):
    assert isinstance(app.screen, BattleScreen)
    return app.screen


@first_is_quick(("bell", "chosen"), [("on", "on"), ("", "off")])
async def test_the_battle_has_the_bell_of_the_settings(bell, chosen):
    async with running(
        PicketApp(TABLES, new_game(scenario=3, seed=7), settings=Settings(bell=bell))
    ) as (_, app):
        assert battle(app).bell == chosen


@pytest.mark.slow
async def test_keys_hurry_and_hold_autoplay(monkeypatch):
    async with running(watch(monkeypatch, LONG, scenario=3, seed=7)) as (pilot, app):
        screen = battle(app)
        rung = []
        tabs = app.screen.query_one(Tabs)
        banner = app.screen.query_one("#moment")
        monkeypatch.setattr(app, "bell", lambda: rung.append(1))
        assert screen.autoplay.scene.kind == ROLLS
        assert "Rolling 2d6" in text_of(app, "run-orders")
        assert "normal >>" in text_of(app, "status")
        await pilot.press("z")
        first = len(screen.game.answers)
        assert first
        assert (screen.autoplay.scene.kind, tabs.in_sight) == (ROLL_MADE, ("ship",))
        assert "Rolled" in text_of(app, "run-orders")
        await pilot.press("t")
        assert isinstance(app.screen, RollScreen)
        assert screen._clock is None
        await pilot.press("escape")
        assert screen._clock is not None
        await pilot.press("space")
        assert screen._clock is None
        assert "paused" in text_of(app, "status")
        assert "any key: next step" in text_of(app, "run-orders")
        assert "Space Resume" in text_of(app, "keys")
        await pilot.press("x", "x")
        assert len(screen.game.answers) > first
        assert screen._clock is None
        await pilot.press("space", "z", "z")
        assert (screen.autoplay.scene.kind, tabs.in_sight, banner.display) == (
            HEADLINE,
            ("plot",),
            True,
        )
        assert "Kikusui raid: 11 planes" in text_of(app, "moment")
        assert banner.region == (0, 2, app.size.width, 1), "over the tabs, below the header"
        assert app.screen.get_widget_at(0, 2)[0] is banner
        assert app.screen.query_one("#board").region.y == 2
        assert rung
        screen._time_up()
        await pilot.pause()
        assert not banner.display
        await pilot.press("z", "z")
        assert screen.autoplay.scene.kind == ASK


@pytest.mark.slow
async def test_the_mouse_hurries_autoplay_and_opens_the_orders(
    monkeypatch,
):
    async with running(watch(monkeypatch, LONG, scenario=3, seed=7)) as (pilot, app):
        screen = battle(app)
        await pilot.click("#run-orders", offset=(3, 1))
        answers = len(screen.game.answers)
        assert answers
        lines = app.screen.query_one("#run-orders").lines
        words = "".join(span.text for span in lines[-1])
        await pilot.click("#run-orders", offset=(words.index("a: standing orders"), len(lines) - 1))
        assert isinstance(app.screen, StandingOrdersScreen)
        assert len(screen.game.answers) == answers


def banner_of(words, width, style="bad"):
    """The words of a headline on its banner, whose rules are on both sides."""
    banner = off_screen(HeadlineBanner(Autoplay(new_game(scenario=3, seed=7))))
    headline = headlines.Headline(headlines.STRIKES, words, style)
    banner.autoplay.scene = Scene(HEADLINE, 1, headline=headline)
    (row,) = banner.draw(width, 0)
    text = line_text(row)
    assert length(row) == width
    assert text.startswith(UNICODE.rule)
    assert text.endswith(UNICODE.rule)
    assert bool(banner.cut_headline(width)) == text.strip(f" {UNICODE.rule}").endswith(" ..")
    return text.strip(f" {UNICODE.rule}")


def test_a_long_headline_ends_after_a_clause():
    said = "The first part of it: the second part of it, the third part of it, the last part of it"
    assert banner_of(said, 120) == f"*** {said.upper()} ***"
    assert banner_of(said, 94, "warn") == said
    assert banner_of(said, 80, "warn") == f"{said.rpartition(',')[0]} .."
    assert banner_of("Long words " * 9, 80, "warn") == f"{'Long words ' * 6}Long .."


@pytest.mark.slow
@pytest.mark.parametrize("speed", [FAST, NORMAL])
def test_every_headline_is_one_line_of_whole_words(speed):
    told = set()
    setups = [{"scenario": number} for number in TABLES.scenarios] + [{"campaign": "mini"}]
    for setup in setups:
        autoplay = Autoplay(new_game(seed=1, level="advanced", **setup), speed)
        captain = captain_named("random", 1)
        while autoplay.scene.kind != OVER:
            told |= {headline.words for headline in autoplay.recent}
            go_on(autoplay, captain)
    assert max(map(len, told)) > 120
    for words in told:
        for width in (80, 120, 160):
            shown = banner_of(words, width, "warn").strip("* ").removesuffix(" ..")
            assert words == shown or words[len(shown)] in ",;: "
            assert words.startswith(shown)


@pytest.mark.parametrize(
    ("kind", "seconds", "title"),
    [
        (headlines.LOST, None, "Your ship is lost"),
        (headlines.LEAVES, 1.0, "Your ship is leaving her station"),
        (headlines.CRIPPLED, None, "The game is waiting"),
    ],
)
def test_the_panel_heading_is_the_current_headline(kind, seconds, title):
    game = new_game(scenario=3, seed=9)
    autoplay = Autoplay(game, NORMAL)
    autoplay.scene = Scene(HEADLINE, seconds, headline=headlines.Headline(kind, "told", "bad"))
    panel = off_screen(AutoplayPanel(BattleView(game, speed="normal >>"), autoplay))
    drawn = ["".join(span.text for span in spans) for spans in panel.draw(80, 12)]
    assert title in drawn[0]
    assert ("any key" in drawn[-1], panel.view.speed in drawn[0]) == (
        seconds is not None,
        seconds is not None,
    )
    assert ("Enter: continue" in drawn[-1]) == (seconds is None)
    assert ("told." in drawn[1]) == (title == "The game is waiting")


@first_is_quick("size", [(80, 24), (120, 40), (160, 50)])
async def test_a_headline_covers_no_plane_and_no_bearing(monkeypatch, size):
    words = (
        "Nakajima dives at the ship: plane 3, bearing 225, low altitude, already afire and out of "
        "control"
    )
    async with running(watch(monkeypatch, LONG, scenario=3, seed=7), size) as (pilot, app):
        screen = battle(app)
        banner = app.screen.query_one("#moment")
        plot = app.screen.query_one("#plot", RadarPlot)
        for said in (words[:50], words):
            screen.autoplay.scene = Scene(
                HEADLINE, 1, headline=headlines.Headline("dive", said, "warn")
            )
            screen._show_scene()
            await pilot.pause()
            covered = banner.region
            assert covered.height == 1
            assert covered.y == app.screen.query_one("#status").region.bottom
            assert covered.bottom <= plot.region.y + plot.titled
            told = text_of(app, "moment") + text_of(app, "run-orders")
            assert said in " ".join(told.replace(UNICODE.rule, "").split())


@pytest.mark.slow
async def test_a_card_waits_until_it_is_clicked(monkeypatch):
    frames = []
    paint = PicketApp._display

    def seen(app, screen, picture):
        if isinstance(screen, BattleScreen):
            text = "\n".join(strip.text for strip in screen._compositor.render_strips())
            frames.append((screen.autoplay.scene.kind == WAVE_CARD, text))
        paint(app, screen, picture)

    monkeypatch.setattr(PicketApp, "_display", seen)
    # A card is shown with the decision that directly follows it; without a declaration none does.
    monkeypatch.setattr(
        "picket_duty.captains.standing_orders.ROUTINE", standing_orders.StandingOrders(routine=True)
    )
    monkeypatch.setitem(
        standing_orders.ROUTINE_ANSWERS, DECLARE, lambda play, choice, standing: "no"
    )
    async with running(watch(monkeypatch, AT_ONCE, scenario=3, seed=9), (120, 40)) as (pilot, app):
        screen = battle(app)
        await pilot.press("y")
        assert screen.autoplay.scene.kind == WAVE_CARD
        assert "Wave 1 of 3 is over" in text_of(app, "card")
        assert "wave 1 of 3" in text_of(app, "status")
        assert "Plot and ship, wave 1" in text_of(app, "plot")
        assert "7×" in text_of(app, "plot")
        await pilot.resize_terminal(80, 40)
        await until(pilot, lambda: app.screen.query_one("#card").size.width == 80)
        await pilot.click("#card", offset=(3, 1))
        assert screen.autoplay.scene.kind == ASK
        assert not app.screen.query_one("#card").display
        await pilot.press("v")
        assert "fast" in text_of(app, "status")
    # No frame shows the card too early or too late.
    assert {card for card, _ in frames} == {True, False}
    assert not [text for card, text in frames if not card and "Wave 1 of 3 is over" in text]


@pytest.mark.slow
async def test_standing_orders_by_key_are_shown_and_kept(monkeypatch):
    app = watch(monkeypatch, AT_ONCE, scenario=3, seed=9)
    assert app.first_game is not None
    start_save(app.first_game, "orders")
    async with running(app) as (pilot, app):
        screen = battle(app)
        await pilot.press("a")
        assert isinstance(app.screen, StandingOrdersScreen)
        await pilot.press("right", "enter")
        assert screen.autoplay.scene.kind == OFFICERS_CALL
        assert "officers in command" in text_of(app, "status")
        assert "Captain, we are hit: " in text_of(app, "run-orders")
        assert standing_orders.load_standing_orders(screen.game) == standing_orders.StandingOrders(
            commands=True
        )
        assert "a: take command" in text_of(app, "run-orders")
        await pilot.press("a")
        assert app.screen is screen
        assert not standing_orders.load_standing_orders(screen.game).commands
        shown = text_of(app, "run-orders")
        assert "You are in command. Press a to change standing orders." in shown
        assert "Your officers are calling you" not in shown
        await pilot.press("a", "down", "down", "backspace", "backspace", "enter")
        assert "The maneuver chance must be 1 to 99 percent" in text_of(app, "form")
        await pilot.press("escape")
        assert not standing_orders.load_standing_orders(screen.game).commands


def test_the_standing_orders_page_gives_the_orders_shown():
    for standing in (
        standing_orders.StandingOrders(),
        standing_orders.StandingOrders(commands=True),
        standing_orders.StandingOrders(routine=True, least=40),
    ):
        assert standing_from({field.name: field.value for field in fields_of(standing)}) == standing


def news_of(screen):
    return news_since_order(screen.autoplay, screen.view.first_event_since_order())


async def test_news_stands_above_the_decision_that_follows_at_speed_fast():
    async with running(
        PicketApp(TABLES, new_game(scenario=3, seed=7), settings=Settings(pace="fast"))
    ) as (pilot, app):
        screen = battle(app)
        panel = screen._order_panel()
        assert news_of(screen) == (f"{screen.autoplay.recent[-1].words}.", "key"), (
            "the raid of a scenario has no banner"
        )
        news = "Deck fire aft out of control"
        screen.autoplay.recent = [
            headlines.Headline(headlines.CRIPPLED, news, "bad"),
            headlines.Headline(headlines.WAVE_OVER, "Wave 1 is over", "title"),
            headlines.Headline(headlines.WAVE_OVER, "Wave 2 is over", "title"),
        ]
        screen._shown_request = None
        screen._show_request()
        assert panel.news == f"Wave 1 is over.\nWave 2 is over.\n{news}."
        await pilot.press("1")
        rows = text_of(app, "one-orders").splitlines()
        assert rows[1:4] == ["Wave 1 is over.", "Wave 2 is over.", f"{news}."], (
            "the result is the first thing read, and stays until the answer"
        )
        assert rows[4].startswith("Try an emergency maneuver?")
        screen.autoplay.recent = [
            headlines.Headline(headlines.STRIKES, "Val crashes into the ship aft", "bad")
        ]
        assert not news_of(screen)[0], "the card of the wave shows it"
        screen.autoplay.recent = [
            headlines.Headline(headlines.WAVE_OVER, "Wave 1 is over. 1 plane: 1 missed", "title"),
            headlines.Headline(headlines.CONTROL_OVER, "Damage control: nothing repaired", "title"),
        ]
        news = "Wave 1 is over. 1 plane: 1 missed.\nDamage control: nothing repaired."
        assert news_of(screen) == (news, "key")
        screen.autoplay.recent = [
            headlines.Headline(headlines.DECLARES, "Emergency granted", "good")
        ]
        assert news_of(screen) == ("Emergency granted.", "key")
        screen.view.events_at_order = len(screen.game.events)
        phase = screen.game.request.phase
        control = Control(
            phase=phase, job="deck fire aft", section="aft", men=2, success=True, markers=0
        )
        screen.game.events.append(control)
        assert news_of(screen) == (
            "Emergency granted. Damage control: deck fire aft put out.",
            "key",
        )
        screen.game.events[-1] = msgspec.structs.replace(control, phase="1945-04-11/evening")
        assert news_of(screen) == ("", "key"), "the report of the earlier phase showed it"
        ended = DecisionMade(phase=phase, kind=ONE, about=RESCIND.id, rule="", answer=YES)
        screen.game.events.append(ended)
        screen.view.events_at_order = len(screen.game.events) - 1
        assert news_of(screen)[0].startswith(EMERGENCY_OVER)


async def test_a_second_press_at_fast_does_not_hide_what_sank_the_ship(monkeypatch):
    now = [100.0]
    monkeypatch.setattr("picket_duty.tui.screens.battle.monotonic", lambda: now[0])
    game = forward(new_game(scenario=2, seed=18), at_choice("assign"))
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = await opened(pilot, BattleScreen(game, FAST))
        plan = decide(game.play, game.request)
        screen.query_one(FirePlanPanel).give(plan)
        await until(pilot, lambda: screen.autoplay.scene.is_loss)
        await pilot.press("enter")
        assert screen.autoplay.scene.is_loss
        assert app.screen is screen
        now[0] += 2
        await pilot.press("enter")
        assert screen.autoplay.scene.kind == OVER


async def test_the_odds_of_what_is_not_yet_shown_do_not_open_from_the_card_of_a_wave():
    game = forward(new_game(scenario=2, level="advanced", seed=2), at_choice("assign"))
    async with running(PicketApp(TABLES)) as (pilot, app):
        screen = await opened(pilot, BattleScreen(game, FAST))
        screen.autoplay.scene = Scene(WAVE_CARD, wave=card_of(wave()), always_waits=True)
        screen._show_scene()
        assert " Odds " not in text_of(app, "keys")
        await pilot.press("o")
        assert app.screen is screen
        assert screen.autoplay.scene.kind == WAVE_CARD, "the card is not closed unread"
        assert "o does nothing here." in text_of(app, "keys")


async def test_a_key_meant_for_autoplay_gives_no_order_and_closes_no_page_just_opened(
    monkeypatch,
):
    now = [100.0]
    monkeypatch.setattr("picket_duty.tui.screens.battle.monotonic", lambda: now[0])
    async with running(watch(monkeypatch, AT_ONCE, scenario=3, seed=7)) as (pilot, app):
        screen = battle(app)
        screen.view.guarded_until = now[0] + 1
        request = screen.game.request
        await pilot.press("1", "enter")
        assert screen.game.request is request
        await pilot.press("y")
        assert screen.game.request is request, "the officers are not given the wave either"
        now[0] += 2
        await pilot.press("1", "enter")
        assert screen.game.request is not request
    now = [100.0]
    for module in ("battle", "day_end"):
        monkeypatch.setattr(f"picket_duty.tui.screens.{module}.monotonic", lambda: now[0])
    app = watch(monkeypatch, AT_ONCE._replace(page=1.0), campaign="mini", seed=5)
    forward(app.first_game, lambda game: len(game.state.records.daily) > 1)
    async with running(app) as (pilot, _):
        await until(pilot, lambda: isinstance(app.screen, DayScreen))
        page = app.screen
        await pilot.press("enter", "enter")
        assert app.screen is page
        now[0] += 2
        await pilot.press("enter")
        assert app.screen is not page


@pytest.mark.parametrize(
    ("seed", "so", "words"),
    [
        (
            3,
            lambda game: game.state.date.month == 4,
            "Midday, rain: no attack. Evening, clear: no attack.",
        ),
        (19, lambda game: not game.state.attacked_today, "{}: no attack in any phase."),
    ],
)
async def test_the_relief_question_says_which_phases_were_quiet(seed, so, words):
    game = new_game(campaign="mini", seed=seed)
    play_out(
        game,
        captain_named("doctrine", 1),
        lambda now: getattr(now.request, "decision", None) is ASK_RELIEF and so(now),
    )
    async with running() as (pilot, app):
        for speed in (NORMAL, FAST):
            await opened(pilot, BattleScreen(game.at(len(game.answers)), speed))
            assert quiet_words(battle(app).game) == words.format(
                short_date(game.request.phase[:10])
            ), speed


@pytest.mark.parametrize(
    ("kind", "stays"),
    [(headlines.DIVES, False), (headlines.STRIKES, False), (headlines.LEAVES, True)],
)
def test_a_headline_of_the_fight_does_not_stay_above_the_card_of_the_wave(kind, stays):
    banner = off_screen(HeadlineBanner(Autoplay(new_game(scenario=3, seed=7), FAST)))
    banner.autoplay.scene = Scene(WAVE_CARD)
    banner.autoplay.recent = [headlines.Headline(kind, "told", "warn")]
    assert bool(banner.draw(80, 0)) is stays


def test_the_strip_of_days_begins_with_the_campaign_names_months_and_explains_its_signs():
    state = new_game(campaign="mini", seed=1).state
    start = state.setup.start
    state.date = datetime.date(1945, 4, 1)
    strip = lambda width: line_text(day_strip(state, TABLES, width, UNICODE))  # noqa: E731
    for day in range(24, 32):
        state.records.calendar[f"1945-03-{day}"] = ABSENT
    assert "31a Apr " in strip(78)
    assert all(len(strip(width)) <= width for width in range(30, 80))
    state.records.calendar.clear()
    assert strip(80).split() == [
        "Mar",
        *map(str, range(24, 32)),
        "Apr",
        UNICODE.mark,
        "1",
        "2",
        "3",
        "4",
    ]
    state.date = start + datetime.timedelta(days=12)
    for day, mark in enumerate((QUIET, ATTACKED, STRUCK, ABSENT, STORMED)):
        state.records.calendar[(start + datetime.timedelta(days=8 + day)).isoformat()] = mark
    for width in (50, 58, 78, 118, 158):
        rows = explained_strip(state, TABLES, width, UNICODE)
        text = "\n".join(map(line_text, rows))
        assert all(length(row) <= width for row in rows)
        for sign, words in (("!", "attacked"), ("#", "crash"), ("a", "absent")):
            assert (f"{sign} {words}" in text) == any(span.text == sign for span in rows[0])
        assert "a absent" in text


def test_a_crash_of_today_is_in_the_strip_of_days_at_once():
    raid = forward(
        new_game(campaign="mini", seed=5),
        lambda game: game.state.records.hits > 0 and bool(game.state.air.planes),
    )
    state = raid.state
    assert state.records.calendar[state.date.isoformat()] == ATTACKED
    strip = line_text(day_strip(state, TABLES, 80, UNICODE))
    assert f"{UNICODE.mark}{state.date.day:>2}#" in strip


@pytest.mark.usefixtures("shipped_routine")
async def test_a_lost_station_hides_nothing_and_takes_only_a_key_of_its_own():
    game = lost()
    first = game.request
    async with running(game, (80, 24)) as (pilot, app):
        battle = app.screen
        assert isinstance(battle, BattleScreen)
        plan = battle.query_one(FirePlanPanel)
        shown = " ".join(texts(plan.draw(80, 12)))
        assert standing_orders.STATION_LOST in " ".join(shown.split())
        assert "press x" in shown
        assert "hits your ship" in shown
        await pilot.press("1", "escape")
        assert isinstance(app.screen, AskScreen), "as in any battle"
        await pilot.press("n")
        assert game.request is first
        assert not battle.autoplay.standing.commands
        battle.view.guarded_until = math.inf
        await pilot.press("x")
        assert game.request is first, "the key was meant for what was shown before"
        battle.view.guarded_until = 0.0
        await pilot.press("x")
        assert battle.autoplay.standing.commands
        assert game.request is not first


def test_a_card_without_room_keeps_what_came_of_the_order():
    impacts = [Strike(plane=plane, outcome="hit", section="aft") for plane in range(3)]
    card = card_of(
        wave(hit(0, "5in-1", "shot_down"), *impacts, Loss(track="hull", points=3, left=3))
    )
    card.order = ("You went for the fewest hits: a hit aft (chance 55%).",)
    panel = ChoicePanel(BattleView(first_game(at_choice("one", 0), scenario=2), card=card))
    panel.__dict__["glyphs"] = UNICODE
    whole, few = (texts(panel.draw(80, rows)[:rows]) for rows in (30, 9))
    last = next(row for row, text in enumerate(whole) if "You went for" in text)
    assert "crashed" in whole[last - 1]
    assert whole[last] in few
    assert sum("Plane" in text for text in few) < 3


@pytest.mark.slow
async def test_a_decision_after_a_wave_shows_the_whole_card():
    game = first_game(at_choice("one", 0), scenario=2, aid=UNAIDED)
    impacts = [Strike(plane=plane, outcome="hit", section="aft") for plane in range(3)]
    async with running(game) as (pilot, app):
        screen = app.screen
        panel = app.screen.query_one("#one-orders")
        for times in (1, 9):
            fight = wave(
                hit(0, "5in-1", "shot_down"), *times * impacts, Loss(track="hull", points=3, left=3)
            )
            screen.autoplay.scene = screen.autoplay.scene._replace(wave=card_of(fight, 2))
            screen._update_view()
            screen._place_overlays()
            screen._give_rows(panel)
            panel.redraw()
            await pilot.pause()
            rows = text_of(app, "one-orders").splitlines()
            assert (MORE_BELOW in rows[0]) is (times > 1)
            assert "Plane 3, Val, crashed aft: hull 6 to 3" in " ".join(rows)
            assert sum(row.startswith("  Plane ") for row in rows) == 3 * times, (
                "no line of the card is cut"
            )
        for key, down in (("pagedown", True), ("pageup", False)):
            await pilot.press(key)
            await until(pilot, lambda down=down: (panel.scroll_offset.y > 0) is down)


@pytest.mark.slow
async def test_clicks_fire_a_mount_and_select_a_plane():
    game = big_plan(UNAIDED)

    def place_of(panel, action):
        row = next(
            y for y, line in enumerate(panel.lines) if any(span.action == action for span in line)
        )
        before = [span.action for span in panel.lines[row]].index(action)
        return sum(len(span.text) for span in panel.lines[row][:before]) + 1, row

    async with running(game) as (pilot, app):
        orders = app.screen.query_one("#plan-orders")
        app.screen.view.draft.now = PlanSetting({})
        await pilot.press("down", "up")
        await pilot.click(orders, offset=place_of(orders, "screen.slot('SFS 1')"))
        assert list(app.screen.view.draft.now.targets) == ["SFS 1"]
        for panel, plane in ((app.screen.query_one("#plot"), 4), (orders, 2)):
            await pilot.click(panel, offset=place_of(panel, f"screen.look_at({plane})"))
            assert app.screen.view.plane == plane


@first_is_quick(
    ("purpose", "panel"),
    [("dive", "roll-orders"), ("support", "dice-orders"), ("gunnery", "dice-orders")],
)
async def test_own_dice_for_your_ship_only(purpose, panel):
    async with running(first_game(at_roll(purpose), scenario=4, dice="mine")) as (_, app):
        assert app.focused.id == panel


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_orders_do_not_repeat_a_log_in_sight(size):
    game = first_game(lambda game: len(game.events) > 12, scenario=3)
    async with running(game, size) as (pilot, app):
        screen = app.screen
        for _ in range(400):
            if screen.autoplay.scene.wave is not None:
                break
            await pilot.press("up", "enter")
        assert ("Last roll: " in text_of(app, "run-orders")) is (size[0] >= 120)
