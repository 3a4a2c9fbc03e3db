"""``service``: the player's service record."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options, output

if TYPE_CHECKING:
    from picket_duty.saves.service_record import FinishedGame

#: Widths of the page of dice, and of the service record with a game in each line.
DICE_WIDTH = 80
SERVICE_WIDTH = 120


@click.command(epilog=f"Example: {NAME} service")
@click.option(
    "--dice",
    is_flag=True,
    help="Tally the dice rolls in all finished games by replaying their saves.",
)
@click.option(
    "--captain", metavar="NAME", help="Include only games that ended with this captain in command."
)
@options.json_option
@options.tables_option
def service(dice: bool, captain: str | None, as_json: bool) -> None:
    """Show your service record.

    The record lists every finished game, with totals.
    """
    from picket_duty.pages.formats import text_lines
    from picket_duty.pages.service_dice import count_dice, dice_json, dice_page
    from picket_duty.pages.service_pages import register_page, service_page
    from picket_duty.saves import service_record as record

    entries = record.read_service()
    if captain is not None:
        entries = _games_of_captain(entries, captain)
    if dice:
        counts = count_dice(entries, options.chosen_tables())
        if as_json:
            output.print_json(dice_json(counts))
        else:
            output.print_lines(text_lines(dice_page(counts), DICE_WIDTH))
    elif as_json:
        output.print_json(record.service_json(entries))
    else:
        ships = record.ship_register(entries)
        blocks = [
            *service_page(entries, options.chosen_tables()),
            *(register_page(ships) if ships else []),
        ]
        output.print_lines(text_lines(blocks, SERVICE_WIDTH))


def _games_of_captain(entries: list[FinishedGame], captain: str) -> list[FinishedGame]:
    """The games of a captain, named in full or in part. Ends the command if there are none."""
    from picket_duty.charts.words import did_you_mean, letters_and_digits

    part = letters_and_digits(captain)
    games = [entry for entry in entries if part in letters_and_digits(entry.captain)]
    if not games:
        names = dict.fromkeys(entry.captain for entry in entries)
        output.fail(f"No finished game with captain {captain!r}.{did_you_mean(captain, names)}")
    return games
