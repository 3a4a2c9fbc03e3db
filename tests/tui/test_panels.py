"""The text of the panels, at every size, in games of every kind."""

from __future__ import annotations

import itertools
from pathlib import Path

import pytest
from msgspec.structs import replace
from textual.geometry import Size
from textual.widget import Widget

from picket_duty.book import load_tables
from picket_duty.captains.scripted import RandomCaptain
from picket_duty.events import PhaseBegun
from picket_duty.game import Game
from picket_duty.pages.campaign_day import today_page
from picket_duty.requests import Choice, Roll
from picket_duty.setup import COMMANDED
from picket_duty.tui.app import PicketApp
from picket_duty.tui.battle_view import BattleView, suggest
from picket_duty.tui.glyphs import ASCII, UNICODE, glyphs_for
from picket_duty.tui.lines import length, line, safe, wrap
from picket_duty.tui.screens.replay import ReplayScreen
from picket_duty.tui.widgets.board_layout import PLOT, TABS, Board, places
from picket_duty.tui.widgets.event_log import EventLog
from picket_duty.tui.widgets.panel import Panel, _difference
from picket_duty.tui.widgets.radar import LATER_SIGN, RadarPlot
from tests.book.test_recipe_ship import GUN, ship_of_the_recipes
from tests.quick import first_is_quick
from tests.saves.games import played
from tests.tui.conftest import drawn, running, text_of
from tests.tui.every import SCREENS
from tests.tui.games import TABLES, big_plan, forward, hurt_ship, new_game

SIZES = [(80, 24), (120, 40), (160, 50)]


@pytest.mark.parametrize("size", SIZES)
async def test_the_plot_explains_the_marks_of_later_waves_while_there_are_any(size: tuple[int, int]) -> None:
    game = big_plan()
    async with running(PicketApp(TABLES, game), size) as (_, app):
        assert LATER_SIGN in text_of(app, "plot")
        game.state.air.waves.clear()
        plot = app.screen.query_one(RadarPlot)
        # What is kept for the request is drawn again.
        plot._asked = None
        plot.redraw()
        assert LATER_SIGN not in text_of(app, "plot")


@pytest.mark.slow
async def test_selecting_planes_draws_the_rest_of_the_plot_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The picture is that of a plot drawn at once; a gun with other arcs, or other orders, is drawn again."""
    game = big_plan()
    drawn = []
    sky = RadarPlot._sky
    monkeypatch.setattr(RadarPlot, "_sky", lambda *words: drawn.append(1) or sky(*words))
    async with running(PicketApp(TABLES, game), (120, 40)) as (_, app):
        plot, view = app.screen.query_one(RadarPlot), app.screen.view
        view.by_guns = True
        planes = [plane.number for plane in game.state.air.planes if plane.flying]
        for joined, size in ((False, Size(74, 16)), (True, Size(114, 34))):
            plot.joined = joined
            plot._bases.clear()
            drawn.clear()
            cached = []
            for view.plane in (*planes, None):
                cached.append(plot._draw(size))
            assert len(drawn) == 1
            for view.plane, lines in zip((*planes, None), cached, strict=True):
                plot._bases.clear()
                assert plot._draw(size) == lines
            assert len({repr(lines) for lines in cached}) == len(cached)
            drawn.clear()
            view.mount = next(mount for mount in game.play.battery() if mount != view.slot)
            plot._draw(size)
            view.mount = ""
            plot._draw(size)
            assert len(drawn) == 1
        game.answer(suggest(game))
        plot._draw(size)
        assert len(plot._bases) == 1, "an answer changes the planes"


async def test_the_joined_board_and_the_damage_sheet_show_markers_fires_and_men() -> None:
    game = hurt_ship()
    async with running(PicketApp(TABLES, game), (120, 40)) as (pilot, app):
        for panel in ("plot", "damage"):
            text = text_of(app, panel)
            assert "FIRE" in text
            for section, men in game.state.ship.men.items():
                assert section.capitalize() in text
                assert f"{men}/{TABLES.numbers.men[section]}" in text
            await pilot.press("f5")
        assert "Idle men" in text_of(app, "men-orders")


@pytest.mark.slow
@pytest.mark.parametrize("size", SIZES)
async def test_no_line_is_wider_than_its_panel(size: tuple[int, int]) -> None:
    game = new_game(campaign="long-b", level="advanced", seed=4)
    async with running(PicketApp(TABLES, game), size) as (_, app):
        captain = RandomCaptain(1)
        screen = app.screen
        for step in range(600):
            if isinstance(game.request, Roll):
                game.roll()
            else:
                game.answer(captain.choose(game))
            if step % 12:
                continue
            screen._show_request()
            for panel in screen.query(Panel):
                if panel.display and panel.region.width:
                    for spans in panel.lines:
                        assert length(spans) <= panel.size.width, (panel.id, spans)


@pytest.mark.parametrize("size", [*SIZES, (100, 30), (119, 60), (200, 70)])
def test_panels_fill_the_board_without_overlap(size: tuple[int, int]) -> None:
    width, height = size[0], size[1] - 2
    for shown in TABS:
        regions = list(places(Size(width, height), shown).values())
        for number, region in enumerate(regions):
            assert region.right <= width
            assert region.bottom <= height
            assert region.height > 0
            assert not any(region.overlaps(other) for other in regions[number + 1 :])
        assert max(region.bottom for region in regions) == height


def test_a_suggestion_needs_a_decision() -> None:
    with pytest.raises(ValueError, match="no choice is pending"):
        suggest(new_game(scenario=1, seed=1))


def test_glyphs_follow_the_encoding(monkeypatch: pytest.MonkeyPatch) -> None:
    assert glyphs_for("utf-8") is UNICODE
    assert glyphs_for("ascii") is ASCII
    assert glyphs_for("iso-8859-1") is ASCII
    assert glyphs_for(None) is ASCII
    assert glyphs_for("utf-8", ascii_chosen=True) == replace(ASCII, encoding="utf-8")
    monkeypatch.setenv("PICKET_DUTY_ASCII", "0")
    assert glyphs_for("utf-8", ascii_chosen=True) is UNICODE
    monkeypatch.setenv("PICKET_DUTY_ASCII", "1")
    assert glyphs_for("utf-8") == replace(ASCII, encoding="utf-8")


async def test_panels_paint_what_the_passes_of_textual_paint() -> None:
    async with running(PicketApp(TABLES, big_plan()), (120, 40)) as (pilot, app):
        await pilot.press("2", "right", "space")
        await pilot.pause()
        panels = [panel for panel in app.screen.query(Panel) if panel.size and not panel.styles.gutter]
        assert len(panels) > 5
        for panel in panels:
            region = panel.size.region
            textual = Widget.render_lines(panel, region)
            assert [list(strip) for strip in panel.render_lines(region)] == [list(strip) for strip in textual], panel.id


@pytest.mark.slow
async def test_the_board_is_painted_once_for_a_style() -> None:
    async with running(PicketApp(TABLES, big_plan()), (120, 40)) as (pilot, app):
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


@pytest.mark.slow
async def test_after_each_key_of_a_plan_every_panel_is_up_to_date() -> None:
    """Plot and mounts are drawn again only if plane, gun or plan changed."""
    drawn: list[str] = []
    async with running(PicketApp(TABLES, big_plan(COMMANDED)), (120, 40)) as (pilot, app):
        panels = [app.screen.query_one(f"#{name}", Panel) for name in ("plot", "mounts", "plan-orders")]
        for panel in panels:
            panel.draw = lambda *size, draw=panel.draw, name=panel.id: drawn.append(name) or draw(*size)
        keys = "1 ] s b [ g 2 right space 3 b right left space g 1 g".split()
        for key in keys:
            await pilot.press(key)
            await pilot.pause()
            for panel in panels:
                assert not panel.is_on_screen or panel.lines == panel._draw(panel.size), (key, panel.id)
        drawn.clear()
        await pilot.press(str(1 + app.screen.view.plane))
        await pilot.pause()
        assert set(drawn) == {"plan-orders"}


@pytest.mark.slow
async def test_a_link_under_the_mouse_is_highlighted() -> None:
    async with running(PicketApp(TABLES, big_plan()), (120, 40)) as (pilot, app):
        plan = app.screen.query_one("#plan-orders", Panel)
        row = next(row for row, spans in enumerate(plan.lines) if any("look_at" in span.action for span in spans))
        before = list(plan.render_lines(plan.size.region)[row])
        await pilot.hover("#plan-orders", offset=(3, row))
        assert list(plan.render_lines(plan.size.region)[row]) != before
        await pilot.hover("#plan-orders", offset=(plan.size.width - 2, 0))
        assert list(plan.render_lines(plan.size.region)[row]) == before


@pytest.mark.parametrize("width", [5, 12, 40])
def test_wrapped_lines_keep_every_word_and_fit(width: int) -> None:
    words = "one two  three fourfivesixseveneight nine"
    found_lines = wrap(line(words, (" and ten", "bad")), width)
    assert all(length(spans) <= width for spans in found_lines)
    joined = "".join("".join(span.text for span in spans).replace(" ", "") for spans in found_lines)
    assert joined == (words + " and ten").replace(" ", "")


def test_a_wrapped_line_never_starts_with_a_comma_after_a_style() -> None:
    spans = line("Hull: ", ("1 lost to the deck fire", "bad"), ", 3 left")
    lines = ["".join(span.text for span in part) for width in (29, 30, 31) for part in wrap(spans, width)]
    assert lines == ["Hull: 1 lost to the deck", "  fire, 3 left"] + ["Hull: 1 lost to the deck fire,", "  3 left"] * 2


def test_control_characters_never_reach_the_terminal() -> None:
    assert safe("a\x1b[31mb\nc") == r"a\x1b[31mb\nc"


def test_only_the_changed_part_of_a_line_is_painted() -> None:
    old = line("alpha ", ("beta", "good"), " gamma")
    assert _difference(old, line("alpha ", ("beta", "bad"), " gamma"), 40) == (6, 10)
    assert _difference(old, line("alpha ", ("bet", "good"), " gamma"), 40) == (6, 40)
    assert _difference([], old, 40) == (0, 40)
    cell = line("alpha ", ("b", "good"), " gamma")
    assert _difference(cell, line("alpha ", ("b", "bad"), " gamma"), 40) == (6, 7)
    assert _difference(cell, line("alpha ", ("b", "good"), "", " gamma"), 40) == (7, 8), "at least one cell is painted"


@pytest.mark.slow
async def test_partial_painting_leaves_the_same_picture_as_a_full_one() -> None:
    async with running(PicketApp(TABLES, big_plan()), (120, 40)) as (pilot, app):
        await pilot.press("s", "1", "2", "down", "space", "3", "c", "enter", "enter", "enter")
        before = app.export_screenshot(simplify=True)
        app.screen.refresh(layout=True)
        for panel in app.screen.query(Panel):
            panel.refresh()
        await pilot.pause()
        assert app.export_screenshot(simplify=True) == before


@first_is_quick("screen", [None, ReplayScreen])
async def test_escape_restores_an_enlarged_panel_before_it_leaves(screen: type[ReplayScreen] | None) -> None:
    async with running(PicketApp(TABLES, big_plan()), (160, 50)) as (pilot, app):
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


def test_the_day_so_far_does_not_mention_a_raid_not_yet_known() -> None:
    game = forward(
        new_game(scenario=3, seed=5), lambda game: any(isinstance(event, PhaseBegun) for event in game.events)
    )
    assert "no attack" not in drawn(today_page(game), 45)
    assert game.state.phase_name.capitalize() in drawn(today_page(game), 45)


def test_the_log_makes_as_many_lines_as_it_shows() -> None:
    game = played("doctrine", campaign="mini", seed=7)
    sizes = ((39, 13), (80, 5), (30, 40), (39, 1))
    for (width, height), back in itertools.product(sizes, (0, 1, 7, 50, 300, 10**6)):
        log = EventLog(BattleView(game))
        log.glyphs, log.back = UNICODE, back
        shown = log.draw(width, height)[1:]
        every = [*log._lines_from(0, width), *log._wave_over(len(game.events), width)]
        end = max(min(len(shown), len(every)), len(every) - back)
        assert shown == every[end - len(shown) : end]
        assert log.back == min(back, len(every) - len(shown))
        assert len(shown) == min(max(1, height - 1), len(every))


def firing(game: Game) -> bool:
    """Whether a fire plan is wanted in which a 3-inch mount bears."""
    request = game.request
    return isinstance(request, Choice) and request.kind == "assign" and GUN in request.slots


@pytest.mark.slow
async def test_a_three_inch_mount_is_shown_on_the_battle_screen(tmp_path: Path) -> None:
    tables = load_tables(ship_of_the_recipes(tmp_path))
    games = (forward(Game.new(scenario=7, seed=seed, tables=tables), firing) for seed in range(50))
    game = next(game for game in games if game.request is not None)
    async with running(PicketApp(tables, game), (160, 50)) as (pilot, app):
        await pilot.press("1", "g")
        plan = text_of(app, "plan-orders")
        assert GUN in plan
        assert GUN in text_of(app, "mounts")
        await pilot.press("f")
        for _ in range(40):
            if isinstance(game.request, Roll) and game.request.table == "9-2/3in":
                break
            await pilot.press("enter")
        assert isinstance(game.request, Roll)
        assert game.request.table == "9-2/3in"
        assert "3in" in text_of(app, "roll-orders")
        await pilot.press("enter")
        assert GUN in text_of(app, "log")
