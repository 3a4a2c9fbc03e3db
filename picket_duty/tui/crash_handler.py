"""When the program itself breaks down: the game stays saved, a report is written, and one page says so in plain words.

No value of a variable is shown or written, unless the environment asks for the whole traceback.
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

#: Environment variable that shows the whole traceback, with the values of variables.
TRACEBACK_VARIABLE = "PICKET_DUTY_TRACEBACK"
#: The distribution, and what the addresses that reports are sent to are called in what it says of itself.
NAME = "picket-duty"
TRACKERS = ("issues", "bug tracker", "tracker", "homepage")


def wants_traceback() -> bool:
    """Whether whoever plays wants to see the traceback."""
    return bool(os.environ.get(TRACEBACK_VARIABLE))


def report_crash(error: BaseException | None, game: Game | None, tables: Tables) -> None:
    """Write the report and print the page to standard error, where it takes one."""
    with suppress(OSError, ValueError):
        print("\n".join(safe(line) for line in crash_page(error, game, tables)), file=sys.stderr)


def crash_page(error: BaseException | None, game: Game | None, tables: Tables) -> list[str]:
    """The page for a breakdown over ``game``: where the game is, where the report is, how to send it."""
    from picket_duty.reports.bug_report import where_it_broke

    place = where_it_broke(error) if error is not None else ["the screen ended without saying why"]
    return [
        f"Picket Duty {__version__} broke down. That is a fault of the program, not of yours.",
        "",
        *_the_game(game),
        "",
        *_the_report(place, game, tables),
        "",
        f"What went wrong: {place[0]}",
        *([f"Where: {place[-1]}"] if place[1:] else []),
        f"To see all of it when it happens again, set {TRACEBACK_VARIABLE}=1.",
    ]


def _the_game(game: Game | None) -> list[str]:
    if game is None or game.journal is None:
        return ["No game was being played; no save was touched."]
    if why := game.journal.unsaved():
        return [f"The game is NOT saved: {why}."]
    name = game.journal.path.stem
    return [f"Your game is saved as {name}, up to your last answer. Go on with:", f"    {NAME} resume {name}"]


def _the_report(place: list[str], game: Game | None, tables: Tables) -> list[str]:
    """Write the report; say where it is, what is in it and how to send it, or why there is none."""
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
        return [f"No report could be written ({error}). Please send the two lines below {_where_to()}."]
    return [
        f"A report is in {target}",
        f"Please send that file {_where_to()}.",
        "It holds the game and the place of the fault, and names no folder of yours.",
    ]


def _where_to() -> str:
    """Where reports go, as the installed program says of itself."""
    # Looked for only where the program broke down: it costs a start two hundredths of a second.
    from importlib.metadata import PackageNotFoundError, metadata

    try:
        addresses = metadata(NAME).get_all("Project-URL") or []
    except PackageNotFoundError:
        addresses = []
    named = {label.strip().lower(): address.strip() for label, _, address in (one.partition(",") for one in addresses)}
    found = next((named[label] for label in TRACKERS if label in named), "")
    return f"to {found}" if found else "to those from whom you have the program"
