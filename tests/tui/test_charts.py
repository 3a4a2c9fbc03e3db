"""Charts: which one opens for a request, its column and modifiers, rolls by hand, past rolls."""

import pytest

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.charts import Modifier
from picket_duty.requests import Choice, Roll
from picket_duty.rules import control, upkeep, wave
from picket_duty.rules.gunnery import gun_roll
from picket_duty.tui import battle_view
from picket_duty.tui.glyphs import ASCII, UNICODE
from picket_duty.tui.lines import length
from picket_duty.tui.roll_lines import roll_lines
from picket_duty.tui.screens.battle import BattleScreen
from picket_duty.tui.screens.charts import OTHERS, ChartListScreen, ChartScreen, by_chapter
from tests.games import TABLES, new_game, of_kind
from tests.quick import first_is_quick
from tests.tui.conftest import opened, running, text_of
from tests.tui.games import at_choice, at_roll, big_plan, first_game, forward, hurt_ship, playback


@pytest.mark.slow
async def test_t_opens_the_chart_of_the_selection_and_others_from_there():
    async with running(big_plan()) as (pilot, app):
        battle = app.screen
        battle.view.draft.by_guns = True
        for slot, chart in (("5in-1", "9-2/5in"), ("20mm-B", "9-2/20mm")):
            battle.view.slot = slot
            battle.view.plane = battle.view.planning.slots[slot][0]
            await pilot.press("t")
            assert app.screen.chart.id == chart
            plane = battle.view.selected_plane()
            assert app.screen.roll.column == gun_roll(battle.game.play, slot, plane).column
            assert "Not rolled yet" in text_of(app, "roll")
            await pilot.press("escape")
        await pilot.press("t", "1", "9", "enter")
        assert app.screen.chart.id == "19"
        await pilot.press("slash")
        assert isinstance(app.screen, ChartListScreen)


def test_t_opens_the_chart_of_a_job_or_decision():
    """Table 16 comes before table 18 if the ship may founder on the way."""
    game = hurt_ship()
    name, job = next(iter(game.request.jobs.items()))
    assert battle_view.repair_of(game.play, name, job, 0).table == "20"
    game = first_game(at_choice("one", 0), scenario=2)
    assert [roll.table for roll in battle_view.decision_rolls(game.play, game.request)] == ["19"]
    game = forward(new_game(campaign="mini", seed=1), lambda game: False)
    ship = game.state.ship
    steady = TABLES.numbers.steady_hull
    ship.fuel = 1
    tables = {}
    for ship.hull in (steady - 1, steady):
        choice = Choice(ASK_RELIEF, upkeep.relief_options(game.play))
        tables[ship.hull] = [roll.table for roll in battle_view.decision_rolls(game.play, choice)]
    assert tables == {steady - 1: ["16", "18", "18-1"], steady: ["18", "18-1"]}


def test_every_chart_has_its_chapter():
    listed = by_chapter(TABLES.chart_ids())
    assert [chart for chapter, charts in listed for chart in charts if chapter == OTHERS] == [
        "rules"
    ]
    assert sorted(chart for _, charts in listed for chart in charts) == sorted(TABLES.chart_ids())


@first_is_quick("chart", ["17", "19"])
async def test_a_chart_opened_in_a_battle_marks_the_column_of_the_ship(chart):
    game = big_plan()
    make = {"17": control.declaration_roll, "19": wave.maneuver_roll}[chart]
    game.play.ship.crew["captain"].value = 2
    async with running(game) as (pilot, app):
        await opened(pilot, ChartScreen(TABLES[chart]))
        assert app.screen.column == make(game.play).column
        assert "Your ship now: " in text_of(app, "roll")
        await pilot.press("c")
        assert app.screen.column != make(game.play).column, "another column can be looked at"
        await pilot.press("slash", *chart)
        assert isinstance(app.screen, ChartListScreen)


@pytest.mark.slow
async def test_past_rolls_are_shown_one_by_one_with_their_modifiers():
    game = first_game(
        lambda game: at_roll("gunnery")(game) and bool(game.request.modifiers), scenario=4
    )
    game.roll()
    rolls = of_kind(game.events, Roll)
    async with running(game) as (pilot, app):
        await pilot.press("left_square_bracket")
        screen = app.screen
        assert screen.roll is rolls[-1]
        text = " ".join(text_of(app, "roll").split())
        assert "".join(f"[{die}]" for die in rolls[-1].dice) in text
        for modifier in rolls[-1].modifiers:
            assert modifier.why in text
        assert f"= {rolls[-1].total}" in text
        for number, roll in enumerate(reversed(rolls[:-1])):
            # The keys are the same for every roll; a dozen pressed is enough.
            await pilot.press("left_square_bracket") if number < 12 else screen.action_walk(-1)
            assert screen.roll is roll
            assert screen.chart.id == roll.chart.raw.id
        await pilot.press("left_square_bracket", "right_square_bracket")
        assert screen.roll is rolls[1]
        await pilot.press("escape")
        assert isinstance(app.screen, BattleScreen)


def test_the_lines_of_a_roll_fit_and_can_be_ascii():
    for event in playback().whole.events:
        if isinstance(event, Roll):
            for glyphs in (UNICODE, ASCII):
                for row in roll_lines(event, TABLES, 76, glyphs)[:-1]:
                    assert length(row) <= 76


@pytest.mark.slow
async def test_r_rolls_on_the_chart_with_the_last_column_and_modifier():
    async with running(ChartListScreen(TABLES)) as (pilot, app):
        await pilot.press(*"9-2/5in", "enter")
        screen = app.screen
        assert "r: roll 2d6" in text_of(app, "roll")
        assert "c Column" in text_of(app, "keys")
        await pilot.press("c", "plus", "r")
        roll = screen.roll
        assert roll.result is not None
        assert roll.column == TABLES["9-2/5in"].columns[1]
        assert roll.modifiers == (Modifier(1, "added by hand", ""),)
        assert f"[{roll.dice[0]}][{roll.dice[1]}] +1 = {sum(roll.dice) + 1}" in text_of(app, "roll")
        await pilot.press("minus", "minus")
        assert screen.roll.dice == roll.dice
        assert screen.roll.total == sum(roll.dice) - 1
        await pilot.press("escape", "enter")
        assert app.screen is not screen
        assert app.screen.column == roll.column


@pytest.mark.slow
async def test_every_chart_can_be_rolled_on_or_says_why_not():
    async with running() as (pilot, app):
        screen = await opened(pilot, ChartScreen(TABLES["9-2/5in"]))
        for chart in TABLES.all_charts():
            screen.chart = chart
            screen.roll = None
            screen.added = 20
            screen.show_chart()
            if not chart.faces:
                assert "do not roll on this chart" in text_of(app, "roll")
            else:
                assert "r: roll" in text_of(app, "roll")
                screen.action_roll()
                assert "Rolled [" in text_of(app, "roll")
