"""What is printed after a crash: where the game and the bug report are, which is written too.

Values of variables are neither printed nor written unless PICKET_DUTY_TRACEBACK is set.
"""

from __future__ import annotations

import datetime
import os
from typing import TYPE_CHECKING

from picket_duty import __version__
from picket_duty.paths import NAME, data_folder

if TYPE_CHECKING:
    from picket_duty.book import Tables
    from picket_duty.game import Game
    from picket_duty.tui.settings import Settings

#: Environment variable that shows the full traceback with the values of variables.
TRACEBACK_VARIABLE = "PICKET_DUTY_TRACEBACK"


def wants_traceback() -> bool:
    """Whether to print the full traceback."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


def crash_lines(
    error: BaseException | None, game: Game | None, tables: Tables, settings: Settings
) -> list[str]:
    """The lines to print after a crash in ``game``, which say where the save and the bug report are.
    This writes the report.
    """
    from picket_duty.pages.bug_report import where_it_broke

    place = ["the full-screen game closed without an error"]
    if error is not None:
        place = where_it_broke(error)
    return [
        f"Picket Duty {__version__} crashed. This is a bug in the program, not your mistake.",
        "",
        *_game_lines(game),
        "",
        *_report_lines(place, game, tables, settings),
        "",
        f"What went wrong: {place[0]}",
        *([f"Where: {place[-1]}"] if place[1:] else []),
        f"To see the full traceback next time, set {TRACEBACK_VARIABLE}=1.",
    ]


def _game_lines(game: Game | None) -> list[str]:
    if game is None or game.save_file is None:
        return ["No game was open, and no save was changed."]
    if why := game.save_file.unsaved():
        return [f"The game is NOT saved: {why}."]
    from picket_duty.saves.places import as_argument

    name = as_argument(game.save_file.path)
    if game.over:
        return [f"Your finished game is saved as {name}."]
    return [
        f"Your game is saved as {name}, up to your last answer. Resume it with:",
        f"    {NAME} resume {name}",
    ]


def _report_lines(
    place: list[str], game: Game | None, tables: Tables, settings: Settings
) -> list[str]:
    """Write the report; returns the lines that say where it is, or why there is none."""
    from picket_duty.pages import bug_report
    from picket_duty.saves import SaveError
    from picket_duty.saves.save_file import write_new

    path = game.save_path if game is not None else None
    try:
        text = bug_report.write(path, tables, settings.chosen(), place)
        folder = data_folder() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"crash-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        write_new(target, text.encode("utf-8"))
    except (SaveError, OSError) as error:
        return [
            f"The bug report could not be written ({error}). "
            "Please send the two lines below to the developers."
        ]
    return [
        f"The bug report is in {target}",
        "Please send that file and the save to the developers.",
        "The report contains version numbers, your settings and the error, but not your name.",
    ]
