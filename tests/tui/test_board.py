"""The board of a battle: its layout, header and panels, what a key or click changes, and how panels
are painted.
"""

import itertools
import re
from functools import partial

import pytest
from textual.geometry import Size
from textual.widget import Widget

from picket_duty.book import load_tables
from picket_duty.captains.doctrine import decide
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.events import PhaseBegun, WaveBegun
from picket_duty.facts import facts_of
from picket_duty.game import Game
from picket_duty.pages.phases import today_page
from picket_duty.requests import Choice, Roll
from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.setup import COMMANDED
from picket_duty.state import SUNK
from picket_duty.text.cards import card_due, over_line
from picket_duty.text.mount_captains import mount_captains
from picket_duty.text.status import damage_lines
from picket_duty.text.styled_text import line, safe
from picket_duty.text.styled_text import text_of as words_of
from picket_duty.tui.app import PicketApp
from picket_duty.tui.autoplay import Autoplay
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.deck_plan import deck_plan
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.lines import length, wrap
from picket_duty.tui.scenes import ASK, OVER
from picket_duty.tui.screens.board import header_rows
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.settings import FAST, NORMAL
from picket_duty.tui.widgets.board_layout import (
    PLOT,
    TABS,
    TWO_HEIGHT,
    TWO_WIDTH,
    Board,
    panel_key,
    places,
)
from picket_duty.tui.widgets.choice_panel import ChoicePanel
from picket_duty.tui.widgets.event_log import MOST_LINES, EventLog
from picket_duty.tui.widgets.men import RepairPanel
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.radar import LATER_SIGN, RadarPlot
from picket_duty.tui.widgets.status_line import StatusLine
from tests.games import TABLES, new_game, of_kind, step
from tests.quick import first_is_quick
from tests.recipes import GUN, ship_of_the_recipes
from tests.saves.games import played
from tests.text_table import table_of
from tests.tui.conftest import drawn, notices, off_screen, running, text_of, texts, until
from tests.tui.every import SCREENS
from tests.tui.games import (
    aims_plan,
    at_choice,
    at_roll,
    big_plan,
    first_game,
    forward,
    hurt_ship,
    simple_answer,
)

SIZES = table_of("""
    80  | 24
    80  | 40
    100 | 30
    120 | 40
    160 | 50
    200 | 60
    """)


def board(size):
    return Size(size[0], size[1] - header_rows(size[0]) - 1)


@pytest.mark.parametrize("size", [*SIZES, (119, 60), (200, 70)])
def test_panels_fill_the_board_without_overlap(size):
    room = board(size)
    for shown, apart, large in itertools.product(TABS, (False, True), ("", *TABS)):
        placed = places(room, shown, large, apart=apart)
        for region, other in itertools.combinations(placed.values(), 2):
            assert not region.overlaps(other)
        assert all(region.right <= room.width and region.height > 0 for region in placed.values())
        assert max(region.bottom for region in placed.values()) == room.height
        if large:
            assert set(placed) == {large, "orders"}
            assert placed[large].width == room.width
            assert placed["orders"].height >= 5
            assert placed[large].height + placed["orders"].height == room.height
            assert placed[large].area > places(room, large).get(large, placed["orders"]).area
    placed = places(room, TABS[0], "log", orders_rows=12)
    assert placed["orders"].height == max(room.height // 4, min(12, room.height // 3))
    assert placed["log"].height > places(room, "log", orders_rows=12)["log"].height or size == (
        119,
        60,
    )


def test_a_larger_terminal_shows_more():
    areas = [
        places(board(size), TABS[0])["plot"].area
        for size in ((80, 24), (100, 30), (120, 40), (160, 50))
    ]
    assert areas[3] > max(areas[:3])
    assert places(board((160, 50)), TABS[0], apart=True)["plot"].area > areas[1]
    for front, size in itertools.product(TABS[1:], ((100, 30), (80, 40))):
        assert {"plot", front} <= set(places(board(size), front))
    assert {"plot", "mounts"} <= set(places(board((100, 30)), "plot"))
    for size in ((120, 40), (130, 40), (160, 50), (200, 60)):
        together = places(board(size), TABS[0])
        apart = places(board(size), TABS[0], apart=True)
        assert together["log"].height > 12
        if size != (200, 60):
            assert set(apart) - set(together) == {"damage"}
            assert together["plot"].height > apart["plot"].height
            assert together["plot"].height + together["orders"].height == board(size).height
            assert together["plot"].width >= apart["plot"].width
    # A terminal too narrow for two panels side by side, but high enough for two.
    regions = places(Size(TWO_WIDTH - 1, TWO_HEIGHT), "ship")
    plot = regions["plot"]
    ship = regions["ship"]
    orders = regions["orders"]
    assert {(region.x, region.width) for region in (plot, ship, orders)} == {(0, TWO_WIDTH - 1)}
    assert (plot.y, ship.y, orders.y, orders.bottom) == (1, plot.bottom, ship.bottom, TWO_HEIGHT)


def test_the_plan_has_the_rows_it_wants_beside_plot_and_ship():
    regions = places(board((120, 40)), TABS[0], orders_rows=19)
    assert regions["orders"].height == 19
    room = places(board((120, 40)), TABS[0], orders_rows=40)["plot"]
    plot = RadarPlot(BattleView(hurt_ship()))
    plot.__dict__["glyphs"] = UNICODE
    plot.joined = True
    lines = [words_of(line) for line in plot.draw(room.width, room.height)]
    assert "Plot and ship" in lines[0]
    assert any("Forward" in line and "Aft" in line for line in lines)
    assert len(lines) <= room.height


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_board_stands_still_during_a_phase(size):
    game = aims_plan()
    async with running(game, size) as (pilot, app):
        screen = app.screen
        panels = app.screen.query_one(Board)
        phase = game.state.label
        regions = panels.places(screen.board_size())
        for key in ("1", "s", "right_square_bracket", "s", "g", "g", "9", "f"):
            await pilot.press(key)
            assert panels.places(screen.board_size()) == regions, key
        while game.state.label == phase and game.request is not None:
            if isinstance(game.request, Choice):
                screen._order(partial(screen.autoplay.answer, decide(game.play, game.request)))
            else:
                screen.throw()
            await pilot.pause()
            if game.state.label == phase and panels.shown == PLOT:
                assert panels.places(screen.board_size()) == regions, game.request


def test_the_header_has_the_vitals_at_every_size_unless_the_ship_is_lost():
    ship = (game := hurt_ship()).state.ship
    status = off_screen(
        StatusLine(BattleView(game, speed="normal >>", orders="officers in command"))
    )
    vitals = [
        f"{ship.hull}/{TABLES.numbers.hull}",
        "Fires 2",
        f"Flood {ship.flood}",
        f"Maneuver {ship.maneuver}",
    ]

    def header(width):
        lines = [words_of(line) for line in status.draw(width, header_rows(width))]
        assert len(lines) == header_rows(width)
        assert all(len(line) <= width for line in lines)
        return "\n".join(lines)

    for width, _ in SIZES:
        assert all(words in header(width) for words in (*vitals, "normal >>", "officers"))
    status.view.lost = True
    assert "LOST" in header(80)
    status.view.lost = False
    ship.fate = SUNK
    for width, _ in SIZES:
        assert "LOST" in header(width)
        assert "Hull" not in header(width)
    assert damage_lines(game.state, TABLES)[0] == "ship lost"


def test_the_parts_of_the_header_do_not_change_during_a_battle_or_when_officers_command():
    for width in (80, 120, 160):
        game = new_game(scenario=3, seed=9)
        status = off_screen(StatusLine(BattleView(game, speed="normal >>")))
        shown = set()
        while not game.over:
            text = "\n".join(words_of(line) for line in status.draw(width, header_rows(width)))
            assert ("STATION LOST" in text) == bool(reasons_to_return(game.play))
            # What makes the station lost takes the room of the hull's bar.
            assert (
                "STATION LOST" in text
                or f"Hull {UNICODE.full}" in text
                or f"Hull {UNICODE.empty}" in text
            )
            now = {words for words in ("clear", "station 1") if words in text}
            if game.state.step == "phase" and game.state.air.weather:
                assert shown <= now
                shown = now
            game.roll() if isinstance(game.request, Roll) else game.answer(
                simple_answer(game.request)
            )
        assert ("clear" in shown) == (width != 120)
    game = forward(
        new_game(campaign="mini", seed=5),
        lambda game: bool(game.state.ship.station) and bool(game.state.air.planes),
    )
    view = BattleView(game, speed="normal >>")
    line = off_screen(StatusLine(view))
    station = f"station {game.state.ship.station}"
    first = []
    for view.orders in ("", StandingOrders().commanded(True).words()):
        shown = [width for width in range(120, 200) if station in words_of(line.draw(width, 1)[0])]
        assert view.orders or len(shown) > 40
        first.append(min(shown))
    assert first[1] - first[0] <= len(" | officers")
    assert "officers in command" in words_of(line.draw(200, 1)[0])


@pytest.mark.slow
async def test_function_keys_and_headings_enlarge_and_restore():
    async with running(big_plan(), (120, 40)) as (pilot, app):
        for name in TABS:
            panel = app.screen.query_one(f"#{name}", Panel)
            before = panel.region
            await pilot.press(panel_key(name).lower())
            await until(pilot, lambda panel=panel: panel.region.width == 120)
            assert app.screen.query_one("#plan-orders").region.height
            await pilot.press(panel_key(name).lower())
            await until(pilot, lambda panel=panel, before=before: panel.region == before)
        await pilot.click("#mounts", offset=(4, 0))
        mounts = app.screen.query_one("#mounts")
        await until(pilot, lambda: mounts.region.width == 120)
        await until(pilot, lambda: "med-high" in " ".join(text_of(app, "mounts").split()))
        await pilot.click("#mounts", offset=(4, 0))
        await until(pilot, lambda: mounts.region.width < 120)


def is_lit(panel):
    return any(span.style == "lit" for line in panel.lines for span in line)


async def test_clicking_a_mount_lights_its_arcs():
    async with running(big_plan(), (120, 40)) as (pilot, app):
        view = app.screen.view
        mounts = app.screen.query_one("#mounts", Panel)
        bears = view.bearing_slots()[-1]
        row = next(y for y, line in enumerate(mounts.lines) if bears in words_of(line))
        await pilot.click(mounts, offset=(3, row))
        assert view.slot == bears
        assert view.mount_with_arcs().data.id == bears
        assert is_lit(app.screen.query_one("#plot", Panel))
        await pilot.click(mounts, offset=(3, row))
        assert view.mount == ""


async def test_a_destroyed_mount_is_dim_and_lights_nothing():
    game = big_plan()
    name = next(slot for slot in game.request.slots if slot in game.state.ship.mounts)
    for destroyed in (False, True):
        game.state.ship.mounts[name].destroyed = destroyed
        async with running(game, (160, 50)) as (_, app):
            view = app.screen.view
            view.plane = game.request.slots[name][0]
            view.mount = name
            app.screen.redraw()
            mounts = app.screen.query_one("#mounts", Panel).lines
            plot = app.screen.query_one("#plot", Panel)
            row = next(row for row in mounts if len(row) > 2 and row[1].text.startswith(name))
            assert ("+" in words_of(row)) != destroyed
            assert ({"plain", "key"} <= {span.style for span in row[3:]}) != destroyed
            assert {span.style for span in row[3:]} == {"dim"} or not destroyed
            assert is_lit(plot) != destroyed


def test_the_last_order_of_a_resumed_game_is_its_last_decision():
    game = forward(big_plan(), at_roll("gunnery"))
    place = BattleView(game).first_event_since_order()
    assert not isinstance(game.events[place], Roll)
    assert all(not isinstance(event, Choice) for event in game.events[place:])
    assert BattleView(game, events_at_order=3).first_event_since_order() == 3


@pytest.mark.slow
async def test_the_selected_job_is_always_visible_and_the_ship_is_drawn_beside_a_long_decision():
    """At 80x24 the damage sheet keeps the rows of the drawing, whatever the decision would like."""
    game = first_game(at_choice("men", 7), scenario=2, level="advanced")
    async with running(game, (80, 24)) as (pilot, app):
        orders = app.screen.query_one(RepairPanel)
        for key in (*["down"] * 6, *["up"] * 6):
            await pilot.press(key)
            (row,) = (
                row
                for row, spans in enumerate(orders.lines)
                if spans and spans[0].text == orders.glyphs.mark
            )
            assert 0 <= row - round(orders.scroll_offset.y) < orders.size.height
            # The jobs that no fight depends on have a heading of their own.
            assert row - orders.index - orders.titled in (1, 2)
    game = first_game(at_choice("one", 0), scenario=2)
    async with running(game) as (pilot, app):
        orders = app.screen.query_one(ChoicePanel)
        sheet = app.screen.query_one("#damage", Panel)
        orders.rows_wanted = lambda width: 30
        await pilot.press("enter", "f5")
        app.screen._give_rows(orders)
        await pilot.pause()
        plan = deck_plan(game.state.ship, TABLES, 80, sheet.size.height, UNICODE)
        assert plan
        assert "".join(span.text for span in plan[0]) in text_of(app, "damage")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_plot_explains_the_marks_of_later_waves_while_there_are_any(
    size,
):
    game = big_plan()
    for _ in range(2):
        async with running(game, size) as (_, app):
            assert (LATER_SIGN in text_of(app, "plot")) == bool(game.state.air.waves)
        game.state.air.waves.clear()


@pytest.mark.slow
async def test_selecting_planes_draws_the_rest_of_the_plot_once(
    monkeypatch,
):
    """The picture is that of a plot drawn at once; a gun with other arcs is drawn again."""
    game = big_plan()
    drawn = []
    draw_planes = RadarPlot._draw_planes
    monkeypatch.setattr(
        RadarPlot, "_draw_planes", lambda *words: drawn.append(1) or draw_planes(*words)
    )
    async with running(game, (120, 40)) as (_, app):
        plot = app.screen.query_one(RadarPlot)
        view = app.screen.view
        view.draft.by_guns = True
        planes = [*(plane.number for plane in game.state.air.planes if plane.flying), None]
        for plot.joined, size in ((False, Size(74, 16)), (True, Size(114, 34))):
            cached = {}
            for fresh in (False, True):
                plot._bases.clear()
                drawn.clear()
                for view.plane in planes:
                    if fresh:
                        plot._bases.clear()
                    assert cached.setdefault(view.plane, plot._draw(size)) == plot._draw(size)
                assert fresh or len(drawn) == 1
            assert len(set(map(repr, cached.values()))) == len(planes)
            drawn.clear()
            view.mount = next(mount for mount in game.play.battery() if mount != view.slot)
            plot._draw(size)
            view.mount = ""
            assert len(drawn) == 1
        game.answer(suggest(game))
        plot._draw(size)
        assert len(plot._bases) == 1, "an answer changes the planes"


@pytest.mark.slow
async def test_the_smallest_terminal_with_one_board_is_the_one_that_the_notice_names():
    async with running(hurt_ship(), (119, 40)) as (pilot, app):
        await pilot.press("b")
        (notice,) = notices(app)
        size = tuple(map(int, re.findall(r"\d+", notice)))
    for width, height in (size, (size[0] - 1, size[1]), (size[0], size[1] - 1)):
        async with running(hurt_ship(), (width, height)) as (_, app):
            joined = app.screen.query_one(RadarPlot).joined
            assert joined == ((width, height) == size), (width, height)


async def test_the_joined_board_and_the_damage_sheet_show_markers_fires_and_men():
    game = hurt_ship()
    async with running(game, (120, 40)) as (pilot, app):
        for panel in ("plot", "damage"):
            text = text_of(app, panel)
            assert "FIRE" in text
            for section, men in game.state.ship.men.items():
                assert section.capitalize() in text
                assert f"{men}/{TABLES.numbers.men[section]}" in text
            await pilot.press("f5")
        assert "Idle men" in text_of(app, "men-orders")


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_no_line_is_wider_than_its_panel(size):
    game = new_game(campaign="long-b", level="advanced", seed=4)
    async with running(game, size) as (_, app):
        captain = RandomCaptain(1)
        screen = app.screen
        for number in range(600):
            step(game, captain.choose)
            if number % 12:
                continue
            screen._show_request()
            for panel in screen.query(Panel):
                if panel.display and panel.region.width:
                    for spans in panel.lines:
                        assert length(spans) <= panel.size.width, (panel.id, spans)


@pytest.mark.slow
async def test_panels_paint_what_the_passes_of_textual_paint():
    async with running(big_plan(), (120, 40)) as (pilot, app):
        await pilot.press("2", "right", "space")
        await pilot.pause()
        panels = [
            panel for panel in app.screen.query(Panel) if panel.size and not panel.styles.gutter
        ]
        assert len(panels) > 5
        for panel in panels:
            region = panel.size.region
            textual = Widget.render_lines(panel, region)
            assert [list(strip) for strip in panel.render_lines(region)] == [
                list(strip) for strip in textual
            ], panel.id


@pytest.mark.slow
async def test_a_link_under_the_mouse_is_highlighted():
    async with running(big_plan(), (120, 40)) as (pilot, app):
        plan = app.screen.query_one("#plan-orders", Panel)
        row = next(
            row
            for row, spans in enumerate(plan.lines)
            if any("look_at" in span.action for span in spans)
        )
        before = list(plan.render_lines(plan.size.region)[row])
        await pilot.hover("#plan-orders", offset=(3, row))
        assert list(plan.render_lines(plan.size.region)[row]) != before
        await pilot.hover("#plan-orders", offset=(plan.size.width - 2, 0))
        assert list(plan.render_lines(plan.size.region)[row]) == before


@pytest.mark.slow
async def test_the_board_is_painted_once_for_a_style_and_in_part_as_in_whole():
    async with running(big_plan(), (120, 40)) as (pilot, app):
        screen = app.screen
        grounds = []
        for theme in ("textual-light", "textual-dark"):
            app.theme = theme
            await pilot.pause()
            for ground in (screen, screen.query_one(Board)):
                strips = ground.render_lines(ground.size.region)
                assert ground.render_lines(ground.size.region) is strips
                textual = Widget.render_lines(ground, ground.size.region)
                assert [list(strip) for strip in strips] == [list(strip) for strip in textual]
            grounds.append([list(strip) for strip in strips])
        assert grounds[0] != grounds[1]
    async with running(big_plan(), (120, 40)) as (pilot, app):
        await pilot.press("s", "1", "2", "down", "space", "3", "c", "enter", "enter", "enter")
        before = app.export_screenshot(simplify=True)
        app.screen.refresh(layout=True)
        for panel in app.screen.query(Panel):
            panel.refresh()
        await pilot.pause()
        assert app.export_screenshot(simplify=True) == before


@pytest.mark.slow
async def test_after_each_key_of_a_plan_every_panel_is_up_to_date():
    drawn = []
    async with running(big_plan(COMMANDED), (120, 40)) as (pilot, app):
        panels = [
            app.screen.query_one(f"#{name}", Panel) for name in ("plot", "mounts", "plan-orders")
        ]
        for panel in panels:
            panel.draw = lambda *size, draw=panel.draw, name=panel.id: (
                drawn.append(name) or draw(*size)
            )
        keys = "1 ] s b [ g 2 right space 3 b right left space g 1 g".split()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            for panel in panels:
                assert not panel.is_on_screen or panel.lines == panel._draw(panel.size), (
                    key,
                    panel.id,
                )
        drawn.clear()
        await pilot.press(str(1 + app.screen.view.plane))
        await pilot.pause()
        assert set(drawn) == {"plan-orders"}


@pytest.mark.parametrize("width", [5, 12, 40])
def test_wrapped_lines_keep_every_word_and_fit(width):
    words = "one two  three fourfivesixseveneight nine"
    found_lines = wrap(line(words, (" and ten", "bad")), width)
    assert all(length(spans) <= width for spans in found_lines)
    joined = "".join("".join(span.text for span in spans).replace(" ", "") for spans in found_lines)
    assert joined == (words + " and ten").replace(" ", "")


def test_a_wrapped_line_starts_with_no_comma_and_control_characters_reach_no_terminal():
    spans = line("Hull: ", ("1 lost to the deck fire", "bad"), ", 3 left")
    lines = [
        "".join(span.text for span in part) for width in (29, 30, 31) for part in wrap(spans, width)
    ]
    assert (
        lines
        == ["Hull: 1 lost to the deck", "  fire, 3 left"]
        + ["Hull: 1 lost to the deck fire,", "  3 left"] * 2
    )
    assert safe("a\x1b[31mb\nc") == r"a\x1b[31mb\nc"


@first_is_quick("screen", [None, ReplayScreen])
async def test_escape_restores_an_enlarged_panel_before_it_leaves(
    screen,
):
    async with running(big_plan(), (160, 50)) as (pilot, app):
        if screen is not None:
            await app.push_screen(SCREENS[screen]())
        board = app.screen
        for key, name in (("f2", PLOT), ("e", "log")):
            await pilot.press(key)
            assert app.screen.query_one(Board).large == name
            if screen is None:
                assert "Esc Restore panels" in text_of(app, "keys")
            await pilot.press("escape")
            assert "Restore" not in text_of(app, "keys")
            assert app.screen is board
            assert app.screen.query_one(Board).large == ""
        await pilot.press("escape")
        assert app.screen is not board


def test_the_day_so_far_mentions_no_raid_not_yet_known_and_a_suggestion_needs_a_decision():
    game = forward(
        new_game(scenario=3, seed=5),
        lambda game: any(isinstance(event, PhaseBegun) for event in game.events),
    )
    assert "no attack" not in drawn(today_page(game), 45)
    assert game.state.phase_name.capitalize() in drawn(today_page(game), 45)
    with pytest.raises(ValueError, match="no choice is pending"):
        suggest(new_game(scenario=1, seed=1))


@pytest.mark.slow
def test_the_log_makes_as_many_lines_as_it_shows():
    game = played("doctrine", campaign="mini", seed=7)
    sizes = ((39, 13), (80, 5), (30, 40), (39, 1))
    for (width, height), back in itertools.product(sizes, (0, 1, 7, 50, 300, 10**6)):
        log = EventLog(BattleView(game))
        log.glyphs = UNICODE
        log.lines_below = back
        shown = log.draw(width, height)[1:]
        at = log.lines_below
        log.lines_below = 0
        every = log.draw(width, 10**6)[1:]
        end = max(min(len(shown), len(every)), len(every) - back)
        assert at == min(back, len(every) - len(shown))
        assert shown == every[end - len(shown) : end]
        assert len(shown) == min(max(1, height - 1), len(every))


@pytest.mark.slow
async def test_a_three_inch_mount_is_shown_on_the_battle_screen(tmp_path):
    tables = load_tables(ship_of_the_recipes(tmp_path))

    def firing(game):
        return isinstance(game.request, Choice) and GUN in game.request.slots

    games = (forward(Game.new(scenario=7, seed=seed, tables=tables), firing) for seed in range(50))
    game = next(game for game in games if game.request is not None)
    async with running(PicketApp(tables, game), (160, 50)) as (pilot, app):
        await pilot.press("1", "g")
        assert all(GUN in text_of(app, panel) for panel in ("plan-orders", "mounts"))
        await pilot.press("f")
        for _ in range(40):
            if getattr(game.request, "table", "") != "9-2/3in":
                await pilot.press("enter")
        assert game.request.table == "9-2/3in"
        assert "3in" in text_of(app, "roll-orders")
        await pilot.press("enter")
        assert GUN in text_of(app, "log")


def logged(game):
    return texts(off_screen(EventLog(BattleView(game))).draw(140, MOST_LINES))


def test_the_log_has_the_result_of_each_wave_once_and_the_captains_of_mounts_that_splashed_a_plane():
    game = new_game(scenario=3, seed=9)
    results = []
    log = off_screen(EventLog(BattleView(game)))
    while game.request is not None:
        before = len(game.events)
        game.roll() if isinstance(game.request, Roll) else game.answer(
            decide(game.play, game.request)
        )
        shown = texts(log.draw(140, MOST_LINES))
        if card := card_due(game, before):
            results += texts([over_line(card)])
            assert shown.count(results[-1]) == 1
    assert len(results) == len(of_kind(game.events, WaveBegun)) > 1
    assert [line for line in shown if " is over. " in line] == results
    assert logged(game) == shown, "the same if it is drawn only once"
    assert any(line.endswith("; no hits") for line in results)
    assert any("crashed" in line and "no hits" not in line for line in results)
    captains = [captain for captain in mount_captains(facts_of(game).days, TABLES) if captain.dates]
    assert captains
    for captain in captains:
        start = f"  {captain.mount} at"
        named = f"({captain.name(game.state.setup, TABLES)})"
        assert any(line.startswith(start) and named in line for line in shown)


@pytest.mark.parametrize("speed", [FAST, NORMAL])
def test_a_raid_without_a_question_is_in_the_log_from_its_first_wave_to_its_last(
    speed,
):
    autoplay = Autoplay(new_game(scenario=3, seed=7), speed, StandingOrders(commands=True))
    while autoplay.scene.kind not in (ASK, OVER):
        autoplay.finish()
    last = "Wave 3 of 3 is over. 2 planes: 2 splashed; no hits"
    assert re.search(
        f"picket station 1.*Kikusui raid: 11 planes.*Wave 1:.*{last}",
        " ".join(logged(autoplay.game)),
    )


async def test_the_plot_is_drawn_as_it_is_shown_once_ahead_of_the_layout_and_once_after(
    monkeypatch,
):
    drawn_joined = []
    draw = RadarPlot.draw

    def count(plot, width, height):
        drawn_joined.append(plot.joined)
        return draw(plot, width, height)

    monkeypatch.setattr(RadarPlot, "draw", count)
    async with running(big_plan(), (120, 40)):
        assert drawn_joined == [True, True]


async def test_a_panel_shows_what_changed_while_it_was_hidden():
    async with running(big_plan(), (120, 40)) as (pilot, app):
        log = app.screen.query_one(EventLog)
        log.draw = lambda width, height: [line("before")]
        log.redraw()
        log.display = False
        await pilot.pause()
        log.draw = lambda width, height: [line("after")]
        log.display = True
        await pilot.pause()
        assert texts(log.lines) == ["after"]
