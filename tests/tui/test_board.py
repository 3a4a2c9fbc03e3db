"""The layout of the panels, the header, enlarging panels, and clicks."""

from __future__ import annotations

import pytest
from textual.geometry import Size

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.requests import Choice, Roll
from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.rules.campaign import SUNK
from picket_duty.text.status import damage_lines
from picket_duty.text.styled_text import text_of as words_of
from picket_duty.tui.app import PicketApp
from picket_duty.tui.battle_view import BattleView
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.screens.board import header_rows
from picket_duty.tui.ship_pictures import deck_plan
from picket_duty.tui.widgets.bars import STATION_LOST, StatusLine
from picket_duty.tui.widgets.board_layout import PLOT, TABS, TWO_HEIGHT, TWO_WIDTH, Board, panel_key, places
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.men import RepairPanel
from picket_duty.tui.widgets.orders import ChoicePanel
from picket_duty.tui.widgets.panel import Panel
from picket_duty.tui.widgets.radar import RadarPlot
from tests.tui.conftest import off_screen, running, text_of, until
from tests.tui.games import (
    TABLES,
    aims_plan,
    at_choice,
    at_roll,
    big_plan,
    first_game,
    forward,
    hurt_ship,
    new_game,
    simple_answer,
)

SIZES = [(80, 24), (80, 40), (100, 30), (120, 40), (160, 50), (200, 60)]


def board(size: tuple[int, int]) -> Size:
    return Size(size[0], size[1] - header_rows(size[0]) - 1)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("name", TABS)
def test_an_enlarged_panel_takes_the_width_and_leaves_the_orders_visible(size: tuple[int, int], name: str) -> None:
    room = board(size)
    regions = places(room, TABS[0], name)
    assert set(regions) == {name, "orders"}
    assert regions[name].width == room.width
    assert regions["orders"].height >= 5
    assert regions[name].height + regions["orders"].height == room.height
    assert regions[name].area > places(room, name).get(name, regions["orders"]).area


@pytest.mark.parametrize("size", SIZES)
def test_the_orders_below_an_enlarged_panel_have_the_rows_they_want(size: tuple[int, int]) -> None:
    """Up to a third of the board: the panel must be larger than before."""
    room = board(size)
    regions = places(room, TABS[0], "log", orders_rows=12)
    assert regions["orders"].height == max(room.height // 4, min(12, room.height // 3))
    assert regions["log"].height > places(room, "log", orders_rows=12)["log"].height


def test_the_log_has_twelve_lines_if_all_panels_show() -> None:
    for size in ((120, 40), (160, 50), (200, 60)):
        assert places(board(size), TABS[0])["log"].height - 1 >= 12


def test_a_larger_terminal_has_a_larger_plot() -> None:
    areas = [places(board(size), TABS[0])["plot"].area for size in ((80, 24), (100, 30), (120, 40), (160, 50))]
    assert areas[3] > max(areas[:3])
    assert places(board((160, 50)), TABS[0], apart=True)["plot"].area > areas[1]


def test_medium_terminals_show_two_panels() -> None:
    for front in TABS[1:]:
        assert {"plot", front} <= set(places(board((100, 30)), front))
        assert {"plot", front} <= set(places(board((80, 40)), front))
    assert {"plot", "mounts"} <= set(places(board((100, 30)), "plot"))


def test_plot_and_ship_are_one_board_if_there_is_room() -> None:
    for size in ((120, 40), (130, 40), (160, 50)):
        together, apart = places(board(size), TABS[0]), places(board(size), TABS[0], apart=True)
        assert set(apart) - set(together) == {"damage"}
        assert together["plot"].height > apart["plot"].height
        assert together["plot"].height + together["orders"].height == board(size).height
        assert together["plot"].width >= apart["plot"].width
        others = [region for name, region in together.items() if name != "plot"]
        assert not any(region.overlaps(together["plot"]) for region in others)


def test_the_plan_has_the_rows_it_wants_beside_plot_and_ship() -> None:
    regions = places(board((120, 40)), TABS[0], orders_rows=19)
    assert regions["orders"].height == 19
    room = places(board((120, 40)), TABS[0], orders_rows=40)["plot"]
    plot = RadarPlot(BattleView(hurt_ship()))
    plot.__dict__["glyphs"], plot.joined = UNICODE, True
    lines = [words_of(line) for line in plot.draw(room.width, room.height)]
    assert "Plot and ship" in lines[0]
    assert any("Forward" in line and "Aft" in line for line in lines)
    assert len(lines) <= room.height


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40), (160, 50)])
async def test_the_board_stands_still_during_a_phase(size: tuple[int, int]) -> None:
    """Within a decision, while the rolls after it are made, and at the next one of the phase."""
    game = aims_plan()
    async with running(PicketApp(TABLES, game), size) as (pilot, app):
        screen, panels, phase = app.screen, app.screen.query_one(Board), game.state.label
        regions = panels.places(screen.board_size())
        for key in ("1", "s", "right_square_bracket", "s", "g", "g", "9", "f"):
            await pilot.press(key)
            assert panels.places(screen.board_size()) == regions, key
        while game.state.label == phase and game.request is not None:
            if isinstance(game.request, Choice):
                screen.answer_request(decide(game.play, game.request))
            else:
                screen.throw()
            await pilot.pause()
            if game.state.label == phase and panels.shown == PLOT:
                assert panels.places(screen.board_size()) == regions, game.request


def test_the_header_has_the_vitals_at_every_size() -> None:
    ship = (game := hurt_ship()).state.ship
    status = off_screen(StatusLine(BattleView(game, speed="normal >>", orders="officers in command")))
    vitals = [f"{ship.hull}/{TABLES.numbers.hull}", "Fires 2", f"Flood {ship.flood}", f"Maneuver {ship.maneuver}"]
    for width, _ in SIZES:
        lines = [words_of(line) for line in status.draw(width, header_rows(width))]
        assert len(lines) == header_rows(width)
        assert all(len(line) <= width for line in lines)
        for words in (*vitals, "normal >>", "officers"):
            assert words in "\n".join(lines)


def test_the_header_of_a_lost_ship_has_no_vitals() -> None:
    game = hurt_ship()
    as_it_stood = off_screen(StatusLine(BattleView(game, lost=True)))
    assert "LOST" in "\n".join(words_of(line) for line in as_it_stood.draw(80, 2))
    game.state.ship.fate = SUNK
    status = off_screen(StatusLine(BattleView(game)))
    for width, _ in SIZES:
        text = "\n".join(words_of(line) for line in status.draw(width, header_rows(width)))
        assert "LOST" in text
        assert "Hull" not in text
    assert damage_lines(game.state, TABLES)[0] == "ship lost"


def test_the_parts_of_the_header_do_not_change_during_a_battle() -> None:
    for width in (80, 120, 160):
        game = new_game(scenario=3, seed=9)
        status = off_screen(StatusLine(BattleView(game, speed="normal >>")))
        shown: set[str] = set()
        while not game.over:
            text = "\n".join(words_of(line) for line in status.draw(width, header_rows(width)))
            assert (STATION_LOST in text) == bool(reasons_to_return(game.play))
            # What makes the station lost takes the room of the hull's bar.
            assert STATION_LOST in text or f"Hull {UNICODE.full}" in text or f"Hull {UNICODE.empty}" in text
            now = {words for words in ("clear", "station 1") if words in text}
            if game.state.step == "phase" and game.state.air.weather:
                assert shown <= now
                shown = now
            game.roll() if isinstance(game.request, Roll) else game.answer(simple_answer(game.request))
        assert ("clear" in shown) == (width != 120)


@pytest.mark.slow
async def test_function_keys_and_headings_enlarge_and_restore() -> None:
    async with running(PicketApp(TABLES, big_plan()), (120, 40)) as (pilot, app):
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


@pytest.mark.slow
async def test_on_a_small_terminal_a_function_key_shows_then_enlarges() -> None:
    async with running(PicketApp(TABLES, big_plan())) as (pilot, app):
        log = app.screen.query_one("#log")
        await pilot.press("f6")
        await until(pilot, lambda: log.region.height > 0)
        height = log.region.height
        await pilot.press("f6")
        await until(pilot, lambda: log.region.height > height)
        await pilot.press("f6")
        await until(pilot, lambda: log.region.height == height)
        await pilot.press("e")
        assert "since your last order" in text_of(app, "log")


@pytest.mark.slow
async def test_the_log_returns_to_its_newest_lines_when_it_is_small_again() -> None:
    async with running(PicketApp(TABLES, hurt_ship()), (120, 40)) as (pilot, app):
        log = app.screen.query_one(EventLog)
        for key in ("f6", "escape"):
            await pilot.press("f6")
            await until(pilot, lambda: log.region.width == 120)
            await pilot.press("pageup")
            assert log.back > 0
            await pilot.press(key)
            await until(pilot, lambda: log.region.width < 120)
            assert log.back == 0
            assert "below" not in text_of(app, "log")


async def test_clicking_a_mount_lights_its_arcs_and_selects_it_in_the_plan() -> None:
    async with running(PicketApp(TABLES, big_plan()), (120, 40)) as (pilot, app):
        view = app.screen.view
        mounts = app.screen.query_one("#mounts", Panel)
        bears = view.bearing_slots()[-1]
        row = next(y for y, line in enumerate(mounts.lines) if bears in words_of(line))
        await pilot.click(mounts, offset=(3, row))
        assert view.slot == bears
        assert view.mount_marked().data.id == bears
        assert any(span.style == "lit" for line in app.screen.query_one("#plot", Panel).lines for span in line)
        await pilot.click(mounts, offset=(3, row))
        assert view.mount == ""


async def test_a_destroyed_mount_is_dim_and_lights_nothing() -> None:
    game = big_plan()
    name = next(slot for slot in game.request.slots if slot in game.state.ship.mounts)
    async with running(PicketApp(TABLES, game), (160, 50)) as (_, app):
        view = app.screen.view
        view.plane, view.mount = game.request.slots[name][0], name
        for destroyed in (False, True):
            game.state.ship.mounts[name].destroyed = destroyed
            mounts, plot = (app.screen.query_one(f"#{panel}", Panel) for panel in ("mounts", "plot"))
            # What is kept for the request is drawn again.
            mounts._asked = plot._asked = None
            app.screen.redraw()
            row = next(row for row in mounts.lines if len(row) > 2 and row[1].text.startswith(name))
            assert ("+" in words_of(row)) != destroyed
            assert ({"plain", "key"} <= {span.style for span in row[3:]}) != destroyed
            assert {span.style for span in row[3:]} == {"dim"} or not destroyed
            assert any(span.style == "lit" for line in plot.lines for span in line) != destroyed


def test_the_last_order_of_a_resumed_game_is_its_last_decision() -> None:
    game = forward(big_plan(), at_roll("gunnery"))
    place = BattleView(game).last_order()
    assert not isinstance(game.events[place], Roll)
    assert all(not isinstance(event, Choice) for event in game.events[place:])
    assert BattleView(game, ordered=3).last_order() == 3


@pytest.mark.slow
async def test_page_keys_scroll_a_panel_by_its_height_less_one_line() -> None:
    async with running(PicketApp(TABLES, hurt_ship()), (80, 24)) as (pilot, app):
        await pilot.press("f5", "m")
        sheet = app.screen.query_one("#damage", Panel)
        assert len(sheet.lines) > sheet.size.height
        await pilot.press("pagedown")
        assert sheet.scroll_offset.y == min(sheet.size.height - 1, len(sheet.lines) - sheet.size.height) > 0
        await pilot.press("pageup")
        assert sheet.scroll_offset.y == 0


@pytest.mark.slow
async def test_the_selected_job_is_always_visible() -> None:
    game = first_game(at_choice("men", 7), scenario=2, level="advanced")
    async with running(PicketApp(TABLES, game), (80, 24)) as (pilot, app):
        orders = app.screen.query_one(RepairPanel)
        for key in (*["down"] * 6, *["up"] * 6):
            await pilot.press(key)
            (row,) = (
                number for number, spans in enumerate(orders.lines) if spans and spans[0].text == orders.glyphs.mark
            )
            top = round(orders.scroll_offset.y)
            assert top <= row < top + orders.size.height
            assert row == orders.index + (2 if orders.titled else 1)


@pytest.mark.slow
async def test_the_ship_is_drawn_beside_a_long_decision() -> None:
    """At 80x24 the damage sheet keeps the rows of the drawing, whatever the decision would like."""
    game = first_game(at_choice("one", 0), scenario=2)
    async with running(PicketApp(TABLES, game)) as (pilot, app):
        orders, sheet = app.screen.query_one(ChoicePanel), app.screen.query_one("#damage", Panel)
        orders.rows_wanted = lambda width: 30  # type: ignore[method-assign]
        await pilot.press("enter", "f5")
        app.screen._give_rows(orders)  # type: ignore[attr-defined]
        await pilot.pause()
        plan = deck_plan(game.state.ship, TABLES, 80, sheet.size.height, UNICODE)
        assert plan
        assert "".join(span.text for span in plan[0]) in text_of(app, "damage")


def test_the_header_keeps_the_station_when_officers_command() -> None:
    """In a header of one line the officers take few words, so that the station stays."""
    game = new_game(campaign="mini", seed=5)
    forward(game, lambda game: bool(game.state.ship.station) and bool(game.state.air.planes))
    view = BattleView(game)
    line = off_screen(StatusLine(view))
    station = f"station {game.state.ship.station}"
    view.speed = "normal >>"
    shown = {}
    for view.orders in ("", StandingOrders().commanded(True).words()):
        shown[view.orders] = [width for width in range(120, 200) if station in words_of(line.draw(width, 1)[0])]
    assert len(shown[""]) > 40
    assert min(shown["officers in command"]) - min(shown[""]) <= len(" | officers")
    assert "officers in command" in words_of(line.draw(200, 1)[0])


def test_two_panels_above_each_other_have_the_whole_width() -> None:
    """A terminal too narrow for two panels side by side, but high enough for two."""
    regions = places(Size(TWO_WIDTH - 1, TWO_HEIGHT), "ship")
    plot, ship, orders = regions["plot"], regions["ship"], regions["orders"]
    assert [region.x for region in (plot, ship, orders)] == [0, 0, 0]
    assert {region.width for region in (plot, ship, orders)} == {TWO_WIDTH - 1}
    assert (plot.y, ship.y, orders.y) == (1, plot.bottom, ship.bottom)
    assert orders.bottom == TWO_HEIGHT
