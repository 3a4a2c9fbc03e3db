"""The first battle: its lessons come in order, its dice are fixed, the rest is the real game."""

from __future__ import annotations

from textual.pilot import Pilot

from picket_duty.captains.doctrine import decide
from picket_duty.captains.random import RandomCaptain
from picket_duty.requests import Choice, Roll
from picket_duty.tui.app import PicketApp
from picket_duty.tui.screens.reports import OutcomeScreen
from picket_duty.tui.screens.tutorial import LessonScreen, TutorialScreen
from picket_duty.tui.tutorial import TutorialGame, load_script
from tests.tui.conftest import TABLES, on_screen, text_of


def lessons_of(captain: object) -> list[str]:
    """The titles of the lessons in the order in which they come."""
    game = TutorialGame(load_script(), TABLES)
    waiting, found = list(game.script.lessons), []
    while True:
        for place, lesson in enumerate(waiting):
            if lesson.fits(game.request):
                found.append(lesson.title)
                del waiting[: place + 1]
                break
        if game.request is None:
            return found
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(captain(game))  # type: ignore[operator]


def test_every_lesson_comes_once_and_in_order():
    wanted = [lesson.title for lesson in load_script().lessons]
    assert lessons_of(lambda game: decide(game.play, game.request)) == wanted


def test_whatever_is_ordered_the_first_wave_tells_its_story():
    for seed in range(12):
        captain = RandomCaptain(seed)
        found = lessons_of(captain.choose)
        for title in ("Your ship", "The fire plan", "Hit aft", "Damage control"):
            assert title in found, (seed, title)


def test_dice_stay_fixed_after_a_decision_is_taken_back():
    game = TutorialGame(load_script(), TABLES)
    while not (isinstance(game.request, Choice) and game.request.about == "fire plan"):
        game.roll() if isinstance(game.request, Roll) else game.answer("yes")
    assert [plane.type for plane in game.state.air.planes] == ["Zeke", "Oscar", "Val"]
    plan = {"5in-1": 0, "5in-2": 0, "5in-3": 0}
    for _ in range(2):
        game.answer(plan)
        assert [game.roll().dice for _ in range(3)] == [(2, 4), (5, 4), (6, 4)]
        game.undo_decision()


def test_the_tutorial_by_keys() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        app.push_screen(TutorialScreen(TABLES))
        await pilot.pause()
        screen = app.screen_stack[1]
        assert isinstance(screen, TutorialScreen)
        seen = []
        for _ in range(300):
            if isinstance(app.screen, OutcomeScreen):
                break
            if isinstance(app.screen, LessonScreen):
                seen.append(app.screen.lesson.title)
                await pilot.press("enter")
                continue
            request = screen.game.request
            if isinstance(request, Choice):
                await pilot.press(*{"one": ["enter"], "assign": ["s", "enter"], "men": ["s", "enter"]}[request.kind])
            else:
                await pilot.press("enter")
        assert isinstance(app.screen, OutcomeScreen)
        assert seen == [lesson.title for lesson in screen.game.script.lessons]

    on_screen(PicketApp(TABLES), test)


def test_the_lesson_can_be_read_again() -> None:
    async def test(pilot: Pilot[int], app: PicketApp) -> None:
        app.push_screen(TutorialScreen(TABLES))
        await pilot.pause()
        assert isinstance(app.screen, LessonScreen)
        assert "Your ship" in text_of(app, "lesson-text")
        await pilot.press("enter")
        assert "roll for all nine" in text_of(app, "hint")
        await pilot.press("l")
        assert isinstance(app.screen, LessonScreen)

    on_screen(PicketApp(TABLES), test)
