"""The crash handler: writes a bug report and prints where the report and the game are.

Values of variables are neither printed nor written unless PICKET_DUTY_TRACEBACK is set.
"""

from __future__ import annotations

import datetime
import os
import sys
from contextlib import suppress

from picket_duty import __version__
from picket_duty.book import Tables
from picket_duty.charts.words import safe
from picket_duty.game import Game
from picket_duty.tui.settings import Settings

#: Environment variable that shows the full traceback with the values of variables.
TRACEBACK_VARIABLE = "PICKET_DUTY_TRACEBACK"
NAME = "picket-duty"


def wants_traceback() -> bool:
    """Whether to print the full traceback."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


def report_crash(error: BaseException | None, game: Game | None, tables: Tables, settings: Settings) -> None:
    """Write the bug report and print the page to stderr, if it can be written to."""
    with suppress(OSError, ValueError):
        print("\n".join(safe(line) for line in crash_page(error, game, tables, settings)), file=sys.stderr)


def crash_page(error: BaseException | None, game: Game | None, tables: Tables, settings: Settings) -> list[str]:
    """The page after a crash in ``game``: where the save and the report are, and what went wrong."""
    from picket_duty.pages.bug_report import where_it_broke

    place = where_it_broke(error) if error is not None else ["the screen closed without an error"]
    return [
        f"Picket Duty {__version__} crashed. This is a bug in the program, not your mistake.",
        "",
        *_the_game(game),
        "",
        *_the_report(place, game, tables, settings),
        "",
        f"What went wrong: {place[0]}",
        *([f"Where: {place[-1]}"] if place[1:] else []),
        f"To see the full traceback next time, set {TRACEBACK_VARIABLE}=1.",
    ]


def _the_game(game: Game | None) -> list[str]:
    if game is None or game.save_file is None:
        return ["No game was open, and no save was changed."]
    if why := game.save_file.unsaved():
        return [f"The game is NOT saved: {why}."]
    from picket_duty.saves.paths import as_argument

    name = as_argument(game.save_file.path)
    if game.over:
        return [f"Your finished game is saved as {name}."]
    return [f"Your game is saved as {name}, up to your last answer. Resume it with:", f"    {NAME} resume {name}"]


def _the_report(place: list[str], game: Game | None, tables: Tables, settings: Settings) -> list[str]:
    """Write the report; the lines that say where it is, or why there is none."""
    from picket_duty.pages import bug_report
    from picket_duty.paths import data_folder
    from picket_duty.saves import SaveError
    from picket_duty.saves.writer import write_new

    path = game.save_file.path if game is not None and game.save_file is not None else None
    try:
        text = bug_report.write(path, tables, settings.chosen(), place)
        folder = data_folder() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"crash-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        write_new(target, text.encode("utf-8"))
    except (SaveError, OSError) as error:
        return [f"The bug report could not be written ({error}). Please report the two lines below."]
    return [
        f"The bug report is in {target}",
        "Please send that file and the save to the developers.",
        "It contains versions, your settings and the error, but not your name.",
    ]
