"""The commands that write documents: ``log``, ``diary``, ``sheets`` and ``bug-report``."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import fail, write_bytes, write_text
from picket_duty.extensions import missing_words

if TYPE_CHECKING:
    from picket_duty.pages.war_diary import Diary
    from picket_duty.state import Ship

#: Repeats ``picket_duty.pages.printed_forms``, which is slow to import for a page of help; a test
#: compares them.
SHEETS = ("log", "guns", "damage", "secondary", "calendar")


def file_format_option(
    what: str, *formats: str, default: str
) -> Callable[[options.Command], options.Command]:
    """``--format``: the file format."""
    words = f"File format for the {what}."
    return click.option(
        "--format",
        "form",
        type=click.Choice(formats),
        default=default,
        show_default=True,
        help=words,
    )


@click.command(epilog=f"Example: {NAME} log kimberly --format html -o kimberly.html")
@options.save_argument
@file_format_option("report", "md", "html", "json", "text", default="text")
@click.option(
    "--part",
    "parts",
    multiple=True,
    metavar="PART",
    help="Include only this part: history, log, action, trace or luck; may be repeated.",
)
@options.out_option
@options.force_option
@options.tables_option
def log(save: str | None, form: str, parts: tuple[str, ...], out: Path | None, force: bool) -> None:
    """Write a report of a game.

    The report has the history of the game, the ship's log, the after-action report and a trace of
    every roll. It also shows how your chance of winning changed, if 'luck' has calculated it or you
    add '--part luck'.
    """
    from picket_duty.analysis.measurements import load_measurements
    from picket_duty.analysis.win_analysis import known_analysis
    from picket_duty.pages.report import LUCK, PARTS, write_report

    game = options.load_saved_game(save)
    win_probability = None if parts else known_analysis(game, load_measurements(game))
    if LUCK in parts:
        from picket_duty.commands.analysis_commands import refuse_unaided, win_probability_of

        refuse_unaided(game)
        win_probability = win_probability_of(game, branches=0, jobs=None)
    write_text(write_report(game, form, parts or PARTS, win_probability), out, force)


@click.command(epilog=f"Example: {NAME} diary kimberly --format html --out kimberly.html")
@options.save_argument
@file_format_option("diary", "md", "html", "bbcode", "text", default="text")
@options.out_option
@click.option(
    "--ship",
    "which",
    metavar="NAME|N",
    help="Include only this ship, by name or by number in order of service.",
)
@click.option("--no-reports", is_flag=True, help="Leave out the action reports.")
@options.force_option
@options.tables_option
def diary(
    save: str | None, form: str, out: Path | None, which: str | None, no_reports: bool, force: bool
) -> None:
    """Write the war diary of a game.

    The diary follows each ship day by day: her officers, actions and awards, and how her service
    ended.
    """
    from picket_duty.pages.formats import to_bbcode, to_markdown, to_text
    from picket_duty.pages.html_format import to_html
    from picket_duty.pages.war_diary import diary_of, read_diary

    writers = {"html": to_html, "md": to_markdown, "bbcode": to_bbcode, "text": to_text}
    read = read_diary(options.load_saved_game(save))
    ships = [] if which is None else [_ship_of(read, which)]
    document = diary_of(read, ships, reports=not no_reports)
    write_text(writers[form](document), out, force)


def _ship_of(diary: Diary, which: str) -> Ship:
    """The ship with a number, a name or a hull number; the first one if a name was given twice.
    Ends the command if there is none.
    """
    from picket_duty.charts.words import did_you_mean
    from picket_duty.pages.war_diary import ships_with_days

    ships = ships_with_days(diary)
    if which.isdigit() and 0 < int(which) <= len(ships):
        return ships[int(which) - 1]
    wanted = which.casefold().removeprefix("uss ")
    # Names before hull numbers.
    for ship in ships:
        if ship.name.casefold().removeprefix("uss ") == wanted:
            return ship
    for ship in ships:
        if ship.hull_number.casefold() == wanted:
            return ship
    if not ships:
        fail(f"No ship {which!r}: the diary has no ships yet")
    numbered = ", ".join(f"{number} {ship.name}" for number, ship in enumerate(ships, 1))
    near = did_you_mean(which, (ship.name for ship in ships))
    fail(f"No ship {which!r}. Ships: {numbered}.{near}")


@click.command(epilog=f"Example: {NAME} sheets --format svg --out sheets --class fletcher")
@click.argument("save", metavar="[SAVE]", required=False, shell_complete=options.save_names)
@file_format_option("sheets", "pdf", "svg", default="pdf")
@click.option(
    "-o",
    "--out",
    required=True,
    type=options.PATH,
    metavar="FILE|DIR",
    help="For PDF, the file to write; for SVG, the folder.",
)
@click.option(
    "--class",
    "ship_class",
    metavar="CLASS",
    help="Ship class for blank sheets (default: fletcher).",
)
@click.option(
    "--sheet",
    "kinds",
    type=click.Choice(SHEETS),
    multiple=True,
    help="Print only this sheet; may be repeated.",
)
@options.force_option
@options.tables_option
def sheets(
    save: str | None,
    form: str,
    out: Path,
    ship_class: str | None,
    kinds: tuple[str, ...],
    force: bool,
) -> None:
    """Write the board game's sheets for printing.

    The sheets are blank, or filled in from a save.
    """
    from picket_duty.book.ids import FLETCHER
    from picket_duty.charts.words import did_you_mean
    from picket_duty.pages.form_parts import Subject
    from picket_duty.pages.printed_forms import printed_forms

    if save is not None and ship_class is not None:
        fail("--class cannot be used with a save")
    tables = options.chosen_tables()
    state = None if save is None else options.load_saved_game(save).state
    if state is not None:
        ship_class = state.ship.ship_class
    elif ship_class is None:
        ship_class = FLETCHER
    if ship_class not in tables.ships:
        classes = f"Classes: {', '.join(tables.ships)}."
        near = did_you_mean(ship_class, tables.ships)
        fail(f"No class {ship_class[:80]!r}. {classes}{near}")
    pages = printed_forms(Subject(tables, tables.ships[ship_class], state), kinds or SHEETS)
    if form == "pdf":
        try:
            from picket_duty.figures import pdf
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "reportlab":
                raise
            fail(f"{missing_words('paper')} You can also use --format svg.")
        write_bytes(pdf.pages(pages), out, force)
        return
    from picket_duty.figures import svg

    out.mkdir(parents=True, exist_ok=True)
    for page in pages:
        write_text(svg.file(page), out / f"{_file_name(page.title)}.svg", force)


def _file_name(title: str) -> str:
    """The letters and digits of a title, its words joined by hyphens."""
    words = re.split(r"[\W_]+", title.casefold().replace("'", ""))
    return "-".join(word for word in words if word)


@click.command("bug-report", epilog=f"Example: {NAME} bug-report kimberly -o report.txt")
@options.save_argument
@options.out_option
@options.force_option
@options.tables_option
def bug_report(save: str | None, out: Path | None, force: bool) -> None:
    """Write a bug report.

    The report contains version numbers, your settings and the path of the save, but not your name.
    """
    from picket_duty.commands.sessions import player_settings
    from picket_duty.pages.bug_report import write

    path = options.path_of_save(save)
    report = write(path, options.chosen_tables(), player_settings().chosen())
    write_text(report, out, force)
