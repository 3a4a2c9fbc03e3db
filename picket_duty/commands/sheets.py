"""``sheets``: printed forms for play at the table."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import chosen_tables, force_option, save_names, tables_option
from picket_duty.commands.output import fail, pdf_extra, write_bytes, write_text

if TYPE_CHECKING:
    from picket_duty.figures.marks import Figure
    from picket_duty.reports.printed_forms import Subject

PDF, SVG = FORMATS = ("pdf", "svg")
#: Repeats ``picket_duty.reports.printed_forms``, which takes long to import for a page of help; a test compares them.
KINDS = ("log", "guns", "damage", "calendar")


@click.command(epilog=f"Example: {NAME} sheets --format svg --out sheets --class fletcher")
@click.argument("save", metavar="[SAVE]", required=False, shell_complete=save_names)
@click.option("--format", "form", type=click.Choice(FORMATS), default=PDF, show_default=True, help="The format.")
@click.option(
    "-o", "--out", required=True, type=click.Path(path_type=Path), metavar="FILE|DIR",
    help="The file of PDF, or the folder for the files of SVG.",
)  # fmt: skip
@click.option("--class", "ship_class", metavar="CLASS", help="Blank sheets of another class than the Fletcher.")
@click.option("--sheet", "kinds", type=click.Choice(KINDS), multiple=True, help="Only this sheet; may repeat.")
@force_option
@tables_option
def sheets(save: str | None, form: str, out: Path, ship_class: str | None, kinds: tuple[str, ...], force: bool) -> None:
    """Write the sheets of the board game to print: blank, or those of a save filled in as it stands."""
    from picket_duty.reports.printed_forms import printed_forms

    if save is not None and ship_class is not None:
        fail("a save has its own class; leave --class out")
    pages = printed_forms(_of_save(save) if save is not None else _blank(ship_class), kinds or KINDS)
    if form == PDF:
        with pdf_extra(out, "--format svg needs no extra."):
            from picket_duty.figures import pdf
        write_bytes(pdf.pages(pages), out, force)
        return
    _write_svg(pages, out, force)


def _blank(ship_class: str | None) -> Subject:
    from picket_duty.book.ids import FLETCHER
    from picket_duty.reports.printed_forms import Subject

    tables = chosen_tables()
    name = ship_class or FLETCHER
    if name not in tables.ships:
        fail(f"no class {name[:80]!r}; classes: {', '.join(tables.ships)}")
    return Subject(tables, tables.ships[name])


def _of_save(save: str) -> Subject:
    from picket_duty.reports.printed_forms import Subject
    from picket_duty.saves import find_save, load_whole

    tables = chosen_tables()
    game = load_whole(find_save(save), tables)
    return Subject(tables, tables.ships[game.state.ship.ship_class], game.state)


def _write_svg(pages: Sequence[Figure], folder: Path, force: bool) -> None:
    """Write one file per page, named after its sheet, into a folder, which is created."""
    from picket_duty.figures import svg

    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        fail(f"{folder}: cannot be made a folder ({error.strerror})")
    for page in pages:
        plain = page.title.casefold().replace("'", "")
        name = "-".join("".join(char if char.isalnum() else " " for char in plain).split())
        write_text(svg.file(page), folder / f"{name}.svg", force)
