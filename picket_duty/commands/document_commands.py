"""``diary`` and ``sheets``: the war diary of a game, and the printed forms of the board game."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import fail, write_bytes, write_text

if TYPE_CHECKING:
    from picket_duty.figures.marks import Figure
    from picket_duty.pages.printed_forms import Subject
    from picket_duty.pages.war_diary import Diary
    from picket_duty.state import Ship

FORMATS = ("md", "html", "bbcode", "text")
SHEET_FORMATS = (options.PDF, "svg")


@click.command(epilog=f"Example: {NAME} diary kimberly --format html --out kimberly.html")
@options.save_argument
@click.option(
    "--format",
    "form",
    type=options.ReportFormat(FORMATS),
    default="text",
    show_default=True,
    help="File format for the diary.",
)
@options.out_option
@click.option(
    "--ship", "which", metavar="NAME|N", help="Include only this ship, by name or by number in order of service."
)
@click.option("--no-reports", is_flag=True, help="Leave out the action reports.")
@options.force_option
@options.tables_option
def diary(save: str | None, form: str, out: Path | None, which: str | None, no_reports: bool, force: bool) -> None:
    """Write the war diary of a game.

    The diary follows each ship day by day: her officers, actions and awards, and how her service ended.
    """
    from picket_duty.pages.html import to_html
    from picket_duty.pages.plaintext import to_bbcode, to_markdown, to_text
    from picket_duty.pages.war_diary import diary_of, read_diary

    read = read_diary(options.load_saved_game(save))
    document = diary_of(read, _ships(read, which), not no_reports)
    write_text({"html": to_html, "md": to_markdown, "bbcode": to_bbcode, "text": to_text}[form](document), out, force)


def _ships(diary: Diary, which: str | None) -> tuple[Ship, ...]:
    from picket_duty.pages.war_diary import ships_with_days

    if which is None:
        return ()
    ships = ships_with_days(diary)
    if which.isdigit() and 0 < int(which) <= len(ships):
        return (ships[int(which) - 1],)
    named = [ship for ship in ships if which.casefold() in (ship.name.casefold(), ship.hull_number.casefold())]
    named = named or [ship for ship in ships if which.casefold() == ship.name.removeprefix("USS ").casefold()]
    if not named:
        numbered = ", ".join(f"{number} {ship.name}" for number, ship in enumerate(ships, 1))
        fail(f"No ship {which!r}. Ships: {numbered}." if ships else f"No ship {which!r}. The diary has no ships yet.")
    return (named[0],)


#: Repeats ``picket_duty.pages.printed_forms``, which is slow to import for a page of help; a test compares them.
SHEETS = ("log", "guns", "damage", "secondary", "calendar")


@click.command(epilog=f"Example: {NAME} sheets --format svg --out sheets --class fletcher")
@click.argument("save", metavar="[SAVE]", required=False, shell_complete=options.save_names)
@click.option(
    "--format",
    "form",
    type=click.Choice(SHEET_FORMATS),
    default=options.PDF,
    show_default=True,
    help="File format for the sheets.",
)
@click.option(
    "-o", "--out", required=True, type=options.PathType(), metavar="FILE|DIR",
    help="File to write for PDF, or folder for SVG.",
)  # fmt: skip
@click.option("--class", "ship_class", metavar="CLASS", help="Ship class for blank sheets (default: fletcher).")
@click.option(
    "--sheet", "kinds", type=click.Choice(SHEETS), multiple=True, help="Print only this sheet; may be repeated."
)
@options.force_option
@options.tables_option
def sheets(save: str | None, form: str, out: Path, ship_class: str | None, kinds: tuple[str, ...], force: bool) -> None:
    """Write the board game's sheets for printing.

    The sheets are blank, or filled in from a save.
    """
    from picket_duty.pages.printed_forms import printed_forms

    if save is not None and ship_class is not None:
        fail("--class cannot be used with a save")
    pages = printed_forms(_of_save(save) if save is not None else _blank(ship_class), kinds or SHEETS)
    if form == options.PDF:
        try:
            from picket_duty.figures import pdf
        except ModuleNotFoundError as error:
            if (error.name or "").partition(".")[0] != "reportlab":
                raise
            fail(
                "PDF output needs the 'paper' extra. Install it: pip install 'picket-duty[paper]'. "
                "--format svg needs no extra package."
            )
        write_bytes(pdf.pages(pages), out, force)
        return
    _write_svg(pages, out, force)


def _blank(ship_class: str | None) -> Subject:
    from picket_duty.book.ids import FLETCHER
    from picket_duty.pages.printed_forms import Subject

    tables = options.chosen_tables()
    name = ship_class or FLETCHER
    if name not in tables.ships:
        fail(f"No class {name[:80]!r}. Classes: {', '.join(tables.ships)}.")
    return Subject(tables, tables.ships[name])


def _of_save(save: str) -> Subject:
    from picket_duty.pages.printed_forms import Subject

    tables = options.chosen_tables()
    game = options.load_saved_game(save)
    return Subject(tables, tables.ships[game.state.ship.ship_class], game.state)


def _write_svg(pages: Sequence[Figure], folder: Path, force: bool) -> None:
    from picket_duty.figures import svg

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"{folder}: cannot create the folder ({error.strerror})")
    for page in pages:
        plain = page.title.casefold().replace("'", "")
        name = "-".join("".join(char if char.isalnum() else " " for char in plain).split())
        write_text(svg.file(page), folder / f"{name}.svg", force)
