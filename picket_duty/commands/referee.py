"""``referee``: the board game refereed in plain mode."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import (
    chosen_tables,
    path_of_save,
    plain_option,
    save_argument,
    setup_options,
    tables_option,
)
from picket_duty.commands.output import echo, fail, give_up
from picket_duty.extensions import extended

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.setup import Choices


@click.command(epilog=f"Example: {NAME} referee --scenario 6 --computer crew --computer identify")
@save_argument
@setup_options(leave_out=("station", "start", "dice", "undo", "officers"), seed="Seed of the computer's dice.")
@click.option("--computer", "computer", multiple=True, metavar="KIND", help="A kind of roll the computer makes.")
@click.option("--table", "table", multiple=True, metavar="KIND", help="Only these are rolled on the table.")
@extended("referee")
@plain_option
@click.option("--save", "save_path", metavar="PATH", type=click.Path(path_type=Path), help="Where to save a new game.")
@tables_option
def referee(
    *,
    save: str | None,
    chosen: Choices,
    computer: tuple[str, ...],
    table: tuple[str, ...],
    plain: bool,
    save_path: Path | None,
) -> None:
    """Referee the board game: you roll, the program asks, looks up, keeps the sheets and says the next step."""
    from picket_duty.book.vocabulary import PURPOSES
    from picket_duty.plain.conversation import Unsaved
    from picket_duty.plain.prompt_loop import PROMPT
    from picket_duty.plain.referee_mode import NOTE, Referee

    kinds = _kinds(computer) if not table else set(PURPOSES) - _kinds(table)
    if chosen.names_a_game and save is not None:
        fail("a save is taken up as it is; leave out --scenario, --campaign and --patrol")
    game = _begun(chosen, save_path) if chosen.names_a_game else _taken_up(save)
    assert game.journal is not None
    if not computer and not table and not chosen.names_a_game:
        kinds = {kind for kind in _noted(game.journal.notes.get(NOTE)) if kind in PURPOSES}
    elif kinds or not chosen.names_a_game:
        game.journal.write_note(NOTE, sorted(kinds))
    try:
        over = Referee(game, sys.stdin, lambda text: echo(text, nl=text != PROMPT), kinds).run()
    except Unsaved as error:
        give_up(str(error))
    finally:
        if words := game.journal.close():
            click.echo(words, err=True)
    if not over:
        echo(f"left; take it up again with '{NAME} referee'", err=True)


def _kinds(given: tuple[str, ...]) -> set[str]:
    """Kinds of roll by name. Ends the command for an unknown one."""
    from picket_duty.plain.referee_mode import checked_kinds

    try:
        return checked_kinds(given)
    except ValueError as error:
        fail(str(error))


def _begun(chosen: Choices, path: Path | None) -> Game:
    """A new saved game with dice rolled on the table."""
    import msgspec

    from picket_duty.game import Game
    from picket_duty.saves import start_save
    from picket_duty.setup import ALL_OWN

    game = Game.begin(msgspec.structs.replace(chosen, dice=ALL_OWN), chosen_tables())
    echo(f"saved in {start_save(game, path=path)}", err=True)
    return game


def _taken_up(save: str | None) -> Game:
    """The game of a save, replayed from its first answer so that everything can be undone."""
    from picket_duty.saves import resume

    game = resume(path_of_save(save), chosen_tables(), whole=True)
    if game.journal is not None and game.journal.notice:
        echo(game.journal.notice, err=True)
    return game


def _noted(value: object) -> list[str]:
    return [kind for kind in value if isinstance(kind, str)] if isinstance(value, list) else []
