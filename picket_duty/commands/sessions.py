"""Sessions of play: opens a game on the screen or in plain mode, and closes its save."""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from picket_duty.commands import NAME, options, output

if TYPE_CHECKING:
    import datetime
    from pathlib import Path

    from picket_duty.game import AnyGame, Game
    from picket_duty.tui.settings import Settings

#: The way into plain mode from a command that has it.
PLAIN = "Add --plain to play in plain mode"


def player_settings() -> Settings:
    """The player's settings. Faults are printed, and the defaults used.

    Without a home folder, nothing is printed: the folder that is missing is reported once the game
    is to be saved.
    """
    from picket_duty.tui.keymap import binding_ids
    from picket_duty.tui.settings import Settings, SettingsError, read_settings, settings_file

    try:
        settings_file()
    except SettingsError:
        return Settings()
    try:
        return read_settings(binding_ids)
    except SettingsError as error:
        output.echo(str(error), err=True)
        return Settings()


def open_screen(
    game: AnyGame | None = None, path: Path | None = None, watch: datetime.date | None = None
) -> None:
    """Open the screen: on a game, on a save, on a day's watch, or else on the menu. Ends the command
    if the terminal cannot show it.
    """
    check_screen(menu=game is None and path is None and watch is None)
    with collecting_later():
        from picket_duty.tui.app import run

        status = run(game, path, tables=options.chosen_tables(), watch=watch)
    if status:
        sys.exit(status)


@contextmanager
def collecting_later() -> Iterator[None]:
    """Pause garbage collection: the screen resumes it after its first frame, and this block when it
    ends.

    Nearly everything allocated until the first frame stays in use; collecting repeatedly takes a
    sixth of the start-up time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def check_screen(menu: bool = False) -> None:
    """End the command if the terminal cannot show the screen, and name the way into plain mode."""
    from picket_duty.plain import PLAIN_GAME, why_no_screen

    if why := why_no_screen():
        output.fail(f"{why}. {PLAIN_GAME if menu else PLAIN}.")


def play_in_plain_mode(game: Game) -> bool:
    """Play in plain mode and enter a finished game in the service record. Returns whether the game
    is over.
    """
    from picket_duty.pages.ships_served import ships_served
    from picket_duty.plain import plain_mode
    from picket_duty.saves import saves_folder
    from picket_duty.saves import service_record as record
    from picket_duty.saves.places import as_argument

    def how_to_resume(path: Path) -> str:
        # Without a name, the game played last in the saves folder is resumed.
        is_in_folder = path.parent.absolute() == saves_folder()
        name = "" if is_in_folder else f" {as_argument(path)}"
        layer = ""
        if game.tables.layer is not None:
            layer = f" --tables {shlex.quote(str(game.tables.layer))}"
        return f"resume{name} --plain{layer}"

    over = converse(
        game, lambda: plain_mode.play(game, sys.stdin, sys.stdout, output.in_look), how_to_resume
    )
    if over and game.save_file is not None:
        try:
            record.record_game(game, game.save_file.path.stem, ships_served)
        except OSError as error:
            output.give_up(f"The game could not be added to the service record ({error.strerror})")
    return over


def converse(game: AnyGame, play: Callable[[], bool], how_to_resume: Callable[[Path], str]) -> bool:
    """Play and close the save. Returns whether the game is over.

    ``play`` returns whether the game is over. If it is not, the command that ``how_to_resume``
    gives for its save is printed.
    """
    from picket_duty.plain.prompt_loop import Unsaved

    over = False
    interrupted = False
    save_file = game.save_file
    assert save_file is not None
    try:
        over = play()
    except KeyboardInterrupt:
        interrupted = True
    except Unsaved as error:
        output.give_up(str(error))
    finally:
        if words := save_file.close():
            output.echo(words, err=True)
    if not over and not save_file.lost:
        how = how_to_resume(save_file.path)
        output.echo("", err=True)
        output.echo(f"Game saved. Resume it with '{NAME} {how}'.", err=True)
    if interrupted:
        # The save is closed now; this sets the exit status 130.
        raise KeyboardInterrupt
    return over
