"""The crash handler: writes a bug report and prints where the game is saved and where to send the report.

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

#: Environment variable that shows the full traceback with the values of variables.
TRACEBACK_VARIABLE = "PICKET_DUTY_TRACEBACK"
#: The distribution, and the labels of its project URLs where bugs are reported, best first.
NAME = "picket-duty"
TRACKERS = ("issues", "bug tracker", "tracker", "homepage")


def wants_traceback() -> bool:
    """Whether to print the full traceback."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


def report_crash(error: BaseException | None, game: Game | None, tables: Tables) -> None:
    """Write the bug report and print the page to stderr, if it can be written to."""
    with suppress(OSError, ValueError):
        print("\n".join(safe(line) for line in crash_page(error, game, tables)), file=sys.stderr)


def crash_page(error: BaseException | None, game: Game | None, tables: Tables) -> list[str]:
    """The page after a crash in ``game``: where the save is, where the report is, where to send it."""
    from picket_duty.reports.bug_report import where_it_broke

    place = where_it_broke(error) if error is not None else ["the screen closed without an error"]
    return [
        f"Picket Duty {__version__} crashed. This is a bug in the program, not your mistake.",
        "",
        *_the_game(game),
        "",
        *_the_report(place, game, tables),
        "",
        f"What went wrong: {place[0]}",
        *([f"Where: {place[-1]}"] if place[1:] else []),
        f"To see the full traceback next time, set {TRACEBACK_VARIABLE}=1.",
    ]


def _the_game(game: Game | None) -> list[str]:
    if game is None or game.journal is None:
        return ["No game was open, and no save was changed."]
    if why := game.journal.unsaved():
        return [f"The game is NOT saved: {why}."]
    name = game.journal.path.stem
    if game.over:
        return [f"Your finished game is saved as {name}."]
    return [f"Your game is saved as {name}, up to your last answer. Resume it with:", f"    {NAME} resume {name}"]


def _the_report(place: list[str], game: Game | None, tables: Tables) -> list[str]:
    """Write the report; the lines that say where it is and where to send it, or why there is none."""
    from picket_duty.reports import bug_report
    from picket_duty.saves import SaveError
    from picket_duty.saves.paths import data_folder
    from picket_duty.saves.writer import write_new

    path = game.journal.path if game is not None and game.journal is not None else None
    try:
        text = bug_report.write(path if path is not None and path.exists() else None, tables, place)
        folder = data_folder() / "reports"
        folder.mkdir(parents=True, exist_ok=True)
        target = folder / f"breakdown-{datetime.datetime.now():%Y%m%d-%H%M%S-%f}.txt"
        write_new(target, text.encode("utf-8"))
    except (SaveError, OSError) as error:
        return [f"The bug report could not be written ({error}). Please send the two lines below {_where_to()}."]
    return [
        f"The bug report is in {target}",
        f"Please send that file {_where_to()}.",
        "It contains the game and the error, but not the names of your folders.",
    ]


def _where_to() -> str:
    """Where to send reports, from the metadata of the distribution."""
    # Imported here: it costs 20 ms and is needed after a crash only.
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        addresses = metadata(NAME).get_all("Project-URL") or []
    except PackageNotFoundError:
        addresses = []
    named = {label.strip().lower(): address.strip() for label, _, address in (url.partition(",") for url in addresses)}
    tracker = next((named[label] for label in TRACKERS if label in named), "")
    return f"to {tracker}" if tracker else "to the person who gave you the program"
