"""The replay: a game at any of its answers, its stops, its keys, and every roll on its chart."""

import random
from itertools import pairwise

import pytest

from picket_duty.captains import captain_named, play_out
from picket_duty.events import WaveBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.saves import load_whole, saves_folder, service_record
from picket_duty.setup import COMMANDED, UNAIDED
from picket_duty.state import US_WIN
from picket_duty.tui.glyphs import UNICODE
from picket_duty.tui.screens.campaign_records import CampaignRecordsScreen
from picket_duty.tui.screens.card import CardScreen
from picket_duty.tui.screens.chance_curve import ChanceCurveScreen
from picket_duty.tui.screens.charts import RollScreen
from picket_duty.tui.screens.outcome import OutcomeScreen
from picket_duty.tui.screens.replay import (
    DAY,
    PHASE,
    REQUEST,
    WAVE,
    Playback,
    Position,
    ReplayScreen,
    begun_again,
)
from picket_duty.tui.screens.saved_games import SavedGamesScreen, ServiceScreen
from tests.games import TABLES, new_game, of_kind
from tests.tui.conftest import opened, running, text_of, until
from tests.tui.games import campaign, given, playback, played, save_of


async def test_the_replay_of_an_unaided_game_has_no_luck_before_it_is_over():
    game = given(new_game(scenario=6, seed=3), played(scenario=6, seed=3).answers[:40])
    game.recorded_aid = UNAIDED
    async with running() as (pilot, app):
        await opened(pilot, ReplayScreen(Playback(game)))
        assert "Luck" not in text_of(app, "keys")
        game.recorded_aid = COMMANDED
        await opened(pilot, ReplayScreen(Playback(game)))
        assert "Luck" in text_of(app, "keys")


async def test_a_save_is_chosen_loaded_and_stepped_through():
    async with running() as (pilot, app):
        save_of("kimberly", scenario=3, seed=5)
        (saves_folder() / "broken.picket").write_text("no save of ours\n")
        await opened(pilot, SavedGamesScreen())
        await until(pilot, lambda: "Scenario 3" in text_of(app, "menu"))
        assert "cannot be read" in text_of(app, "menu")
        names = [item.note.rpartition(": ")[2] for item in app.screen.query_one("#menu").items]
        await pilot.press(*["down"] * names.index("kimberly"), "enter")
        await until(pilot, lambda: isinstance(app.screen, ReplayScreen))
        assert "step 0 of" in text_of(app, "status")
        assert "captain" in text_of(app, "recorded")
        assert "Rolled" in text_of(app, "recorded")
        await pilot.press("right", "right", "left")
        assert app.screen.playback.index == 1
        await pilot.press("w")
        assert "wave 1" in text_of(app, "status")
        await pilot.press("end")
        assert "End of the replay" in text_of(app, "recorded")
        await pilot.press("home", "escape")
        assert isinstance(app.screen, SavedGamesScreen)
        await pilot.press("s")
        assert isinstance(app.screen, ServiceScreen)
        await pilot.press("escape")
        assert isinstance(app.screen, SavedGamesScreen)


async def test_finished_games_of_one_name_differ_by_result_and_ship_in_the_list():
    path = save_of("kimberly", scenario=3, seed=5)
    game = load_whole(path, TABLES)
    service_record.record_game(game, path.stem)
    ended = "won" if game.state.outcome == US_WIN else "lost"
    async with running(SavedGamesScreen(), (120, 40)) as (pilot, app):
        await until(pilot, lambda: "Scenario 3" in text_of(app, "menu"))
        assert f"{game.state.ship.name}: {ended}  played " in text_of(app, "menu")
        assert ": kimberly" in text_of(app, "menu")


@pytest.mark.slow
async def test_a_finished_game_has_its_last_page_card_and_luck_in_the_list():
    async with running() as (pilot, app):
        save_of("kimberly", scenario=3, seed=5)
        (saves_folder() / "broken.picket").write_text("no save of ours\n")
        await opened(pilot, SavedGamesScreen())
        await until(pilot, lambda: "Scenario 3" in text_of(app, "menu"))
        names = [item.note.rpartition(": ")[2] for item in app.screen.query_one("#menu").items]
        await pilot.press(*["down"] * names.index("kimberly"))
        keys = {binding.action for _, binding, _, _ in app.screen.active_bindings.values()}
        assert {"ending", "card", "luck"} <= keys
        for key, page in (("e", OutcomeScreen), ("c", CardScreen), ("l", ChanceCurveScreen)):
            await pilot.press(key)
            await until(pilot, lambda page=page: isinstance(app.screen, page))
            await pilot.press("escape")
            assert isinstance(app.screen, SavedGamesScreen)
        await pilot.press("up" if names.index("kimberly") else "down")
        keys = {binding.action for _, binding, _, _ in app.screen.active_bindings.values()}
        assert not {"ending", "card", "luck"} & keys
        await pilot.press("s", "h")
        assert app.screen.in_register
        await pilot.press("escape")
        assert isinstance(app.screen, ServiceScreen)
        assert not app.screen.in_register
        await pilot.press("escape")
        assert not isinstance(app.screen, ServiceScreen)


@pytest.mark.slow
async def test_leaving_while_a_save_loads_is_not_an_error():
    async with running() as (pilot, app):
        save_of("kimberly", scenario=3, seed=5)
        for keys in (["escape"], ["wait", "enter", "escape"]):
            await opened(pilot, SavedGamesScreen())
            if keys[0] == "wait":
                await until(pilot, lambda: "Scenario 3" in text_of(app, "menu"))
            await pilot.press(*[key for key in keys if key != "wait"])
            await until(pilot, lambda: all(worker.is_finished for worker in app.workers))
            while isinstance(app.screen, SavedGamesScreen | ReplayScreen):
                await pilot.press("escape")
        assert not isinstance(app.screen, SavedGamesScreen | ReplayScreen)


@pytest.mark.slow
async def test_plot_and_mounts_show_the_recorded_plan():
    async with running(size=(120, 40)) as (pilot, app):
        screen = await opened(pilot, ReplayScreen(playback()))
        await pilot.press("w")
        while screen.view.planning is None:
            await pilot.press("right")
        assert "At plane" in text_of(app, "recorded")
        assert screen.view.draft.now.targets
        mounts = text_of(app, "mounts")
        assert any(
            f"{UNICODE.to}{plane + 1}" in mounts for plane in screen.view.draft.now.targets.values()
        )
        await pilot.press("r")
        assert isinstance(app.screen, CampaignRecordsScreen)


@pytest.mark.slow
async def test_the_log_of_a_replay_scrolls_back_line_by_line():
    async with running(size=(120, 40)) as (pilot, app):
        screen = await opened(pilot, ReplayScreen(playback()))
        await pilot.press("end")
        log = screen.query_one("#log")
        heading, *newest = text_of(app, "log").splitlines()
        assert "below" not in heading
        log.look_back(2)
        heading, *older = text_of(app, "log").splitlines()
        assert "2 lines below" in heading
        assert older[2:] == newest[:-2]
        log.look_back(10_000)
        first = text_of(app, "log").splitlines()
        log.look_back(1)
        assert text_of(app, "log").splitlines() == first, "there is nothing before the first line"


async def test_between_days_the_header_shows_no_wave():
    async with running() as (pilot, app):
        screen = await opened(pilot, ReplayScreen(playback()))
        await pilot.press("w")
        assert "wave 1" in text_of(app, "status")
        screen.view.state.step = "setup"
        screen.query_one(Position).redraw()
        await pilot.pause()
        assert "wave" not in text_of(app, "status").partition("answer")[0].splitlines()[0]


def test_a_game_can_be_played_on_with_new_dice():
    game = new_game(scenario=2, seed=1)
    play_out(game, captain_named("random", 1))
    place = len(game.answers) // 2
    again = begun_again(game, place, 99)
    assert again.answers == game.answers[:place]
    assert type(again.request) is type(game.at(place).request)
    assert begun_again(game, place, game.state.setup.seed).state_hash == game.at(place).state_hash
    play_out(again, captain_named("doctrine", 1))
    assert of_kind(again.answers[place:], tuple) != of_kind(game.answers[place:], tuple)


def test_steps_by_wave_phase_and_day_stop_at_both_ends():
    reel = playback()
    reel.step(WAVE, 1)
    assert reel.game.state.air.wave == 1
    assert isinstance(reel.game.events[-1], WaveBegun) or reel.game.request is not None
    first = reel.index
    reel.step(WAVE, 1)
    assert reel.game.state.air.wave == 2
    reel.step(WAVE, -1)
    assert reel.index == first
    reel.step(PHASE, 1)
    assert reel.game.state.phase == 1
    reel.step(PHASE, -1)
    reel.step(PHASE, -1)
    assert reel.game.state.phase == 0
    long = Playback(campaign())
    long.step(DAY, 1)
    long.step(DAY, 1)
    day = long.game.state.date
    long.step(DAY, 1)
    assert long.game.state.date > day
    long.step(DAY, -1)
    assert long.game.state.date == day
    reel = playback()
    for kind in (REQUEST, WAVE, PHASE, DAY):
        reel.go_to(0)
        reel.step(kind, -1)
        assert reel.index == 0
        reel.go_to(10**6)
        reel.step(kind, 1)
        assert reel.at_end
        assert reel.answer() is None
        assert reel.rolled() is None
    reel = playback()
    for place in range(0, reel.length, 7):
        reel.go_to(place)
        done = reel.rolled()
        if isinstance(reel.game.request, Roll):
            assert done.dice == reel.answer()
            assert (done.table, done.purpose, done.actor) == (
                reel.game.request.table,
                reel.game.request.purpose,
                reel.game.request.actor,
            )
        else:
            assert done is None


def test_a_step_in_a_long_campaign_replays_at_most_a_phase(monkeypatch):
    reel = Playback(campaign())
    starts = sorted({point.answers for point in reel.whole.checkpoints})
    longest = max(after - start for start, after in pairwise([*starts, reel.length]))
    assert longest < reel.length / 20
    answers = []
    answer = Game.answer
    monkeypatch.setattr(
        Game, "answer", lambda game, value: answers.append(value) or answer(game, value)
    )
    for place in random.Random(2).sample(range(reel.length), 30):
        answers.clear()
        reel.go_to(place)
        assert len(answers) <= longest


async def test_a_roll_in_the_log_can_be_clicked():
    async with running(new_game(scenario=1, seed=1), (120, 40)) as (pilot, app):
        await pilot.press("enter", "enter")
        lines = app.screen.query_one("#log").lines
        row = next(
            number for number, line in enumerate(lines) if line and "roll_at" in line[0].action
        )
        await pilot.click("#log", offset=(4, row))
        assert isinstance(app.screen, RollScreen)
