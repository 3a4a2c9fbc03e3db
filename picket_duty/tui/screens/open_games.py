"""Opening games on their screens: new ones with a new save, saved ones, copies, rematches."""

from __future__ import annotations

import datetime
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from typing import Any

import msgspec
from textual.app import App

from picket_duty import saves
from picket_duty.book.vocabulary import COMMANDED
from picket_duty.captains.standing_orders import StandingOrders, orders_given, save_standing_orders
from picket_duty.extensions import extensions, load
from picket_duty.game import AnyGame, Game
from picket_duty.paths import SaveError
from picket_duty.saves.notes import LESSON, lessons_read
from picket_duty.setup import new_seed
from picket_duty.state import Setup
from picket_duty.text.dates import label_words
from picket_duty.tui.app_context import context_of
from picket_duty.tui.screens.dialogs import AskScreen, PickScreen, if_yes
from picket_duty.tui.screens.page import boards
from picket_duty.tui.settings import OFF, default_speed
from picket_duty.tui.widgets.choices import Item

#: The screens of battles: loaded by name, because they open games too.
BATTLE = "picket_duty.tui.screens.battle:BattleScreen"
TUTORIAL = "picket_duty.tui.screens.tutorial:TutorialScreen"
#: Which dice a rematch uses.
FRESH = "fresh"
SAME = "same"


def play(app: App[Any], game: AnyGame) -> None:
    """Show a game on its screen, with any notice about its save.

    The kinds of games that packages around the core add have their own screens. Other games open on
    the battle screen, a first battle with the lessons of the tutorial.
    """
    context = context_of(app)
    context.playing = game
    added = (extension.game_screens.get(game.state.setup.kind) for extension in extensions())
    if reference := next(filter(None, added), None):
        screen = load(reference)(game)
    else:
        screen_class = load(BATTLE if lessons_read(game) is None else TUTORIAL)
        chosen = context.settings
        screen = screen_class(game, chosen.pace or default_speed(), chosen.bell or OFF)
    app.push_screen(screen)
    if game.save_file is not None and game.save_file.notice:
        app.notify(game.save_file.notice, title="About this save")


def start_game(
    app: App[Any], game: Game, standing: StandingOrders | None = None, lesson_name: str = ""
) -> None:
    """Create the save of a new game and play it above the menu; without ``standing`` it has the
    usual orders.

    ``lesson_name`` is the name of the save if the game is a first battle.
    """
    with _reporting(app, "The game cannot be saved"):
        saves.start_save(game, lesson_name)
        if lesson_name and game.save_file is not None:
            # No page of the tutorial has been read.
            game.save_file.write_note(LESSON, 0)
        if standing is not None:
            save_standing_orders(game, standing)
        _play_above_menu(app, game)


def stand_watch(app: App[Any], date: datetime.date) -> None:
    """Resume the attempt at a day's watch, or begin one."""
    from picket_duty.saves import daily_watch

    context = context_of(app)
    with _reporting(app, "The watch cannot be started"):
        # An attempt made with other tables is not simply resumed: its snapshot is offered.
        if (path := daily_watch.unfinished_save(date)) is not None:
            resume_game(app, path)
        else:
            game, _ = daily_watch.start_or_resume(
                date, context.tables, context.settings.aid or COMMANDED
            )
            _play_above_menu(app, game)


def resume_game(app: App[Any], path: Path, from_snapshot: bool = False) -> None:
    """Resume a saved game; if it was made with other tables, offer its last snapshot."""
    if path in [board.game.save_path for board in boards(app)]:
        app.notify("You are already playing this game.")
        return
    with _reporting(app, "The game cannot be continued"):
        try:
            game = saves.resume(path, context_of(app).tables, from_snapshot=from_snapshot)
        except saves.OtherTables as error:
            if error.snapshot is None:
                raise
            question = (
                f"The save {path.stem} was made with different tables. Continue from its last "
                f"snapshot, "
                f"{label_words(error.snapshot.label)}? Your answers since then will be undone."
            )
            ask = AskScreen(question, "continue from the snapshot", "cancel")
            app.push_screen(ask, if_yes(partial(resume_game, app, path, from_snapshot=True)))
            return
        _play_above_menu(app, game)


def play_copy(app: App[Any], path: Path, at: int) -> None:
    """Copy the first ``at`` answers of a saved game to a new save, and play on there."""
    from picket_duty.saves.save_file import free_name

    with _reporting(app, "Cannot continue from here"):
        copy = free_name(path, "copy")
        saves.copy_save(path, copy, at)
        resume_game(app, copy)


def rematch(
    app: App[Any], setup: Setup, aid: str, notes: Mapping[str, Any], new_dice: bool = False
) -> None:
    """Begin a new game with the same setup, aid and standing orders; ask which dice to use, unless
    they are new.

    ``notes`` are those of the save. Officers who took command during that game do not command this
    one.
    """
    standing = orders_given(notes)
    if standing is not None:
        standing = standing.commanded(commands=False)

    def answered(dice: str | None) -> None:
        if dice is not None:
            seed = setup.seed if dice == SAME else new_seed()
            game = Game.of_setup(msgspec.structs.replace(setup, seed=seed), context_of(app).tables)
            game.recorded_aid = aid
            start_game(app, game, standing)

    if new_dice:
        answered(FRESH)
        return
    answers = (
        Item(FRESH, "New dice", "a new seed"),
        Item(SAME, "The same dice", "only your orders can differ"),
    )
    app.push_screen(
        PickScreen("Rematch with the same setup. Which dice do you want?", answers), answered
    )


def _play_above_menu(app: App[Any], game: AnyGame) -> None:
    """Close every game and page that is open, and show a game above the menu."""
    for board in boards(app):
        close_game(app, board.game)
    while len(app.screen_stack) > 1:
        app.pop_screen()
    play(app, game)


def close_game(app: App[Any], game: AnyGame) -> None:
    """Close the save of a game, with any notice about it."""
    if game.save_file is not None and (words := game.save_file.close()):
        app.notify(words, title="About this save", severity="warning")


@contextmanager
def _reporting(app: App[Any], title: str) -> Iterator[None]:
    """Report an error about a save on the screen instead of raising it."""
    try:
        yield
    except SaveError as error:
        app.notify(str(error), title=title, severity="error")
