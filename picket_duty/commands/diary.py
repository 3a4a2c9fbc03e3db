"""``diary``: the war diary of a save's ships."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import force_option, load_saved_game, save_argument, tables_option
from picket_duty.commands.output import fail, pdf_extra, write_bytes, write_text

if TYPE_CHECKING:
    from picket_duty.reports.war_diary import Diary
    from picket_duty.state import Ship

FORMATS = ("md", "html", "pdf", "bbcode", "text")
PDF = "pdf"


@click.command(epilog=f"Example: {NAME} diary kimberly --format html --out kimberly.html")
@save_argument
@click.option("--format", "form", type=click.Choice(FORMATS), default="text", show_default=True, help="The format.")
@click.option("-o", "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write to a file.")
@click.option("--ship", "which", metavar="NAME|N", help="Only the ship of this name, or the Nth on duty.")
@click.option("--no-reports", is_flag=True, help="Without the action reports.")
@force_option
@tables_option
def diary(save: str | None, form: str, out: Path | None, which: str | None, no_reports: bool, force: bool) -> None:
    """Write the war diary of a game: every ship, her officers, her days, her honours, her end, her action reports."""
    from picket_duty.reports.bbcode import to_bbcode
    from picket_duty.reports.html import to_html
    from picket_duty.reports.plaintext import to_markdown, to_text
    from picket_duty.reports.war_diary import diary_of, read_diary

    if form == PDF:
        with pdf_extra(out):
            from picket_duty.reports.pdf_report import to_pdf
    read = read_diary(load_saved_game(save))
    document = diary_of(read, _ships(read, which), not no_reports)
    if form == PDF:
        write_bytes(to_pdf(document), out, force)
        return
    write_text({"html": to_html, "md": to_markdown, "bbcode": to_bbcode, "text": to_text}[form](document), out, force)


def _ships(diary: Diary, which: str | None) -> tuple[Ship, ...]:
    """The ship requested; None for all ships."""
    from picket_duty.reports.war_diary import ships_with_days

    if which is None:
        return ()
    ships = ships_with_days(diary)
    if which.isdigit() and 0 < int(which) <= len(ships):
        return (ships[int(which) - 1],)
    named = [ship for ship in ships if which.casefold() in (ship.name.casefold(), ship.hull_number.casefold())]
    named = named or [ship for ship in ships if which.casefold() == ship.name.removeprefix("USS ").casefold()]
    if not named:
        fail(f"no ship {which!r}; ships: {', '.join(f'{n} {ship.name}' for n, ship in enumerate(ships, 1)) or 'none'}")
    return (named[0],)
