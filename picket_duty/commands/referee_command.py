"""``referee``: the board game with dice rolled on the table.

It is a separate module because packages add options to it, and adding them loads the packages.
"""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import echo, fail, say
from picket_duty.extensions import extended

if TYPE_CHECKING:
    from picket_duty.setup import SetupOptions


@click.command(epilog=f"Example: {NAME} referee --scenario 4 --computer crew --computer identify")
@options.save_argument
@options.setup_options(
    leave_out=("station", "start", "dice", "undo", "aid", "officers"),
    seed="Seed for the dice that the computer rolls.",
)
@click.option(
    "--computer",
    "computer",
    multiple=True,
    metavar="KIND",
    help="Let the computer make this kind of roll; may be repeated.",
)
@click.option(
    "--table",
    "table",
    multiple=True,
    metavar="KIND",
    help="Make only this kind of roll yourself; may be repeated.",
)
@extended("referee")
@options.plain_option
@click.option(
    "--save", "save_path", metavar="PATH", type=options.PATH, help="Save a new game to PATH."
)
@options.tables_option
def referee(
    *,
    save: str | None,
    chosen: SetupOptions,
    computer: tuple[str, ...],
    table: tuple[str, ...],
    plain: bool,
    save_path: Path | None,
) -> None:
    """Referee the board game.

    You roll the dice on the table. The program shows the next step, looks up the charts and keeps
    the sheets.
    """
    import msgspec

    from picket_duty.book.vocabulary import PURPOSES
    from picket_duty.commands.sessions import converse
    from picket_duty.game import Game
    from picket_duty.plain.referee import NOTE, Referee, checked_kinds
    from picket_duty.saves import resume, start_save
    from picket_duty.saves.places import as_argument
    from picket_duty.setup import ALL_OWN

    # The kinds of rolls that the computer makes.
    kinds = checked_kinds(computer)
    if table:
        kinds = set(PURPOSES) - checked_kinds(table)
    if chosen.names_a_game and save is not None:
        fail("A save cannot be used with --scenario, --campaign or --patrol")
    if chosen.names_a_game:
        game = Game.begin(msgspec.structs.replace(chosen, dice=ALL_OWN), options.chosen_tables())
        echo(f"Saving to {start_save(game, path=save_path)}", err=True)
    else:
        # Replayed from its first answer, so that every answer can be undone.
        game = resume(options.path_of_save(save), options.chosen_tables(), whole=True)
        if game.save_file is not None and game.save_file.notice:
            echo(game.save_file.notice, err=True)
    assert game.save_file is not None
    # The save notes these kinds. A resumed game keeps its own unless options are given; a new game
    # notes those that are given.
    is_resumed = not chosen.names_a_game
    if is_resumed and not computer and not table:
        noted = game.notes.get(NOTE)
        if isinstance(noted, list):
            kinds = {kind for kind in noted if isinstance(kind, str) and kind in PURPOSES}
    elif kinds or is_resumed:
        game.save_file.write_note(NOTE, sorted(kinds))
    judge = Referee(game, sys.stdin, say, computer=kinds)
    converse(game, judge.run, lambda path: f"referee {as_argument(path)}")
