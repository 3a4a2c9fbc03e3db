"""The first battle: lessons in order, fixed dice, saved like any game, and otherwise the real
game.
"""

import pytest

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import StandingOrders
from picket_duty.requests import Choice
from picket_duty.saves import list_saves, resume, start_save
from picket_duty.saves.notes import LESSON, lessons_read
from picket_duty.saves.save_list import LESSON_NAME
from picket_duty.saves.service_record import read_service
from picket_duty.text.headlines import RAID, Headline
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens import tutorial
from picket_duty.tui.screens.menu import MenuScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.settings import Settings
from picket_duty.tui.widgets.board_layout import Board
from picket_duty.tui.widgets.choices import ItemList
from picket_duty.tui.widgets.overlays import HeadlineBanner
from tests.games import TABLES, play_to
from tests.plain.conftest import shipped_routine as shipped_routine
from tests.quick import first_is_quick
from tests.tui.conftest import running, text_of, until
from tests.tui.games import save_of

#: Nothing in these tests waits for a clock.
FAST = Settings(pace="fast")


def keys_of_advice(game):
    """The keys that the lessons name: the number of the option advised, the exec's plan, Enter for
    the rest.
    """
    request = game.request
    if not isinstance(request, Choice):
        return ["enter"]
    if request.kind in ("assign", "men"):
        return ["1", "f"] if request.kind == "assign" else ["s", "enter"]
    values = [option.value for option in request.options]
    return [str(values.index(decide(game.play, request)) + 1), "enter"]


def shown(app):
    panel = app.screen.query_one(tutorial.LessonPanel)
    return panel.lesson.title if panel.display and panel.lesson is not None else ""


def choices_of(app):
    return app.screen.query_one(ItemList)


@pytest.mark.slow
async def test_the_first_battle_has_no_routine_so_that_every_decision_is_asked(shipped_routine):
    async with running() as (pilot, app):
        tutorial.start_lesson(app)
        await pilot.pause()
        assert app.screen.autoplay.standing == StandingOrders()


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (160, 50)])
async def test_the_fire_plan_says_how_the_maneuver_ended_and_no_label_is_covered(
    size,
):
    async with running(PicketApp(TABLES, settings=FAST), size) as (pilot, app):
        tutorial.start_lesson(app)
        await pilot.pause()
        while shown(app) != "The fire plan":
            await pilot.press(*keys_of_advice(app.screen.game))
        assert "If you ordered the maneuver, it succeeded" in " ".join(
            text_of(app, "lesson").split()
        )
        assert app.screen.game.state.air.maneuver
        if size[0] > 80:
            plot = text_of(app, "plot")
            assert all(f"{bearing:03d}" in plot for bearing in range(0, 360, 45))
            assert "succeeded" in plot.split(), "the word touches no label"


@pytest.mark.slow
async def test_a_headline_does_not_cover_the_lesson_beside_the_board():
    async with running(PicketApp(TABLES, settings=FAST), (160, 50)) as (pilot, app):
        tutorial.start_lesson(app)
        await pilot.pause()
        screen = app.screen
        lesson = screen.query_one(tutorial.LessonPanel)
        banner = screen.query_one(HeadlineBanner)
        headline = Headline(
            RAID, "Raid: 5 planes in 2 waves, the first from 090, 135 and 180", "warn"
        )
        screen.autoplay.scene = screen.autoplay.scene._replace(headline=headline)
        screen._place_overlays()
        await pilot.pause()
        assert banner.display
        assert lesson.display
        assert not banner.region.overlaps(lesson.region)


@pytest.mark.slow
async def test_the_menu_names_a_first_battle_and_goes_on_to_a_new_game_after_it():
    async with running(PicketApp(TABLES, settings=FAST)) as (pilot, app):
        tutorial.start_lesson(app)
        await pilot.pause()
        await pilot.press("enter", "q", "y")
        await until(pilot, lambda: "First battle" in choices_of(app).item.note)
        assert choices_of(app).item.value == "continue"
        assert [item.value for item in choices_of(app).items[:3]] == ["lesson", "new", "continue"]
        await pilot.press("enter")
        while not isinstance(app.screen, OutcomeScreen):
            await pilot.press(*keys_of_advice(app.screen.game))
        while not isinstance(app.screen, MenuScreen):
            await pilot.press("q")
        item = choices_of(app).item
        assert item.value == "new"
        assert [item.value for item in choices_of(app).items[:2]] == ["new", "lesson"], (
            "it has been won"
        )


def test_dice_stay_fixed_after_a_decision_is_taken_back():
    game = tutorial.lesson_game(tutorial.load_script(), TABLES)
    play_to(game, "fire plan", lambda _: "yes")
    assert [plane.type for plane in game.state.air.planes] == ["Zeke", "Oscar", "Val"]
    plan = {"5in-1": 0, "5in-2": 0, "5in-3": 0}
    for _ in range(2):
        game.answer(plan)
        assert [game.roll().dice for _ in range(3)] == [(2, 4), (5, 4), (6, 5)]
        game.undo_decision()


@pytest.mark.slow
async def test_the_first_decision_needs_at_most_five_keys_and_the_keys_shown_lead_to_the_end():
    """Every lesson fits the smallest screen."""
    async with running(PicketApp(TABLES, settings=FAST), (80, 24)) as (pilot, app):
        await pilot.press("enter")
        screen = app.screen
        keys = 1
        seen = []
        decided = 0
        panel = screen.query_one(tutorial.LessonPanel)
        while app.screen is screen and keys < 100:
            if title := shown(app):
                assert len(panel.lines) <= panel.size.height, title
                seen += [title] * (title not in seen)
            if isinstance(screen.game.request, Choice) and not decided:
                decided = keys
            await pilot.press(*keys_of_advice(screen.game))
            keys += 1
        assert decided <= 5
        assert isinstance(app.screen, OutcomeScreen)
        assert seen == [lesson.title for lesson in tutorial.load_script().lessons]
        assert read_service() == []


@pytest.mark.slow
@pytest.mark.parametrize("size", [(80, 24), (120, 40)])
async def test_a_lesson_does_not_cover_the_panel_it_explains(size):
    async with running(PicketApp(TABLES, settings=FAST), size) as (pilot, app):
        tutorial.start_lesson(app)
        await pilot.pause()
        screen = app.screen
        for name in ("ship", "ship", "plot", "orders"):
            await pilot.pause()
            panel = screen.query_one(tutorial.LessonPanel)
            lesson = screen.query_one(tutorial.LessonPanel).lesson
            assert len(panel.lines) <= panel.size.height, lesson.title
            spoken = screen.query_one("#one-orders" if name == "orders" else f"#{name}")
            assert spoken.display
            assert not panel.region.overlaps(spoken.region), lesson.title
            if name != "orders":
                await pilot.press("enter")
        board = screen.query_one(Board)
        assert panel.region.overlaps(board.region) is (size[0] < 120)
        await pilot.press("l")
        assert shown(app) == ""
        await pilot.press("l")
        assert shown(app) == "Emergency maneuver"


@pytest.mark.parametrize("width", [36, 78])
def test_every_page_has_room(width):
    from picket_duty.tui.screens.tutorial import lesson_lines

    for lesson in tutorial.load_script().lessons:
        room = 34 if width < 78 else 9 if lesson.over == "orders" else 12
        foot = "l hides this page" if width == 78 else ""
        assert len(lesson_lines(lesson, width, foot)) <= room, lesson.title


@first_is_quick(("seed", "won"), [(3, False), (4, True)])
async def test_the_first_battle_is_the_first_entry_until_it_has_been_won(seed, won):
    save_of(f"{LESSON_NAME}20261127", scenario=3, seed=seed)
    async with running() as (pilot, app):
        await pilot.pause()
        item = choices_of(app).item
        assert item.value == ("new" if won else "lesson")
        assert [item.value for item in choices_of(app).items].index("lesson") == int(won)


@pytest.mark.slow
async def test_a_first_battle_is_saved_and_resumed_at_its_lesson():
    async with running(PicketApp(TABLES, settings=FAST)) as (pilot, app):
        tutorial.start_lesson(app)
        await pilot.pause()
        await pilot.press("enter", "enter")
        assert shown(app) == "The plot"
        await pilot.press("q", "escape")
        assert isinstance(app.screen, tutorial.TutorialScreen)
        await pilot.press("q", "y")
        assert isinstance(app.screen, MenuScreen)
        await pilot.press("enter")
        assert isinstance(app.screen, tutorial.TutorialScreen)
        assert shown(app) == "The plot"
        assert app.screen.game.roll().dice == (0, 5)
        await pilot.press("q", "y")
    (save,) = list_saves()
    assert save.name.startswith("first-battle-")
    game = resume(save.path, TABLES)
    assert lessons_read(game) == 3
    game.dice = tutorial.LessonDice(game, tutorial.load_script())
    assert game.roll().dice == (6, 6)
    game.save_file.close()


@pytest.mark.slow
async def test_the_hint_of_a_lesson_disappears_after_its_request():
    game = tutorial.lesson_game(tutorial.load_script(), TABLES)
    start_save(game)
    game.save_file.write_note(LESSON, 0)
    async with running(game, (160, 50)) as (pilot, app):
        assert "Now: " in text_of(app, "lesson")
        screen = app.screen
        screen._shown_for = None  # its request is no longer the current one
        screen._place()
        await pilot.pause()
        assert "Now: " not in text_of(app, "lesson")
