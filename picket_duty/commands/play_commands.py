"""``play``, ``resume``, ``referee`` and ``service``: games on the screen, in plain mode or without a player."""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import (
    captain_names,
    chosen_tables,
    json_option,
    path_of_save,
    plain_option,
    save_argument,
    setup_options,
    tables_option,
)
from picket_duty.commands.output import check_no_save, echo, fail, give_up, json_text, print_json, print_lines
from picket_duty.extensions import extended

if TYPE_CHECKING:
    import datetime

    from picket_duty.game import AnyGame, Game
    from picket_duty.setup import Choices


@click.command(epilog=f"Example: {NAME} play --scenario 6 --level basic --seed 7 --plain")
@setup_options()
@plain_option
@click.option(
    "--ask",
    metavar="captain|all",
    type=click.Choice(["captain", "all"]),
    default="captain",
    show_default=True,
    help="What you are asked: the captain's decisions, or also the routine your officers handle.",
)
@click.option("--save", "save_path", metavar="PATH", type=click.Path(path_type=Path), help="Save the game to PATH.")
@click.option(
    "--auto",
    metavar="POLICY",
    shell_complete=captain_names,
    help="Let an automatic captain play to the end: doctrine, cautious, greedy or random.",
)
@click.option("--events", metavar="FILE|-", help="With --auto: write every event as a line of JSON.")
@click.option("--json", "as_json", is_flag=True, help="With --auto: print the result as one JSON object.")
@tables_option
def play(
    *,
    chosen: Choices,
    plain: bool,
    ask: str,
    save_path: Path | None,
    auto: str | None,
    events: str | None,
    as_json: bool,
) -> None:
    """Play a scenario, a campaign or a patrol.

    Without any of them, the main menu opens. The game is saved after every answer.
    """
    if auto is None and (events or as_json):
        fail("--events and --json need --auto")
    if not chosen.names_a_game:
        if auto or plain:
            fail("Choose a game with --scenario, --campaign or --patrol")
        open_screen(None, None)
        return
    from picket_duty.game import Game

    game = Game.begin(chosen, chosen_tables())
    if auto:
        _play_alone(game, auto, save_path, events, as_json)
        return
    _with_player(game, plain, save_path, ask)


@click.command(epilog=f"Example: {NAME} resume --plain")
@save_argument
@plain_option
@tables_option
def resume(save: str | None, plain: bool) -> None:
    """Resume a saved game.

    Without a name, this is the game that you played last.
    """
    from picket_duty.saves import OtherTables, find_save
    from picket_duty.saves import resume as resume_save

    path = find_save(save)
    try:
        with _first_frame():
            game = resume_save(path, chosen_tables())
    except OtherTables:
        if plain:
            raise
        open_screen(None, path)
        return
    if game.journal is not None and game.journal.notice:
        echo(f"{path.name}: {game.journal.notice}", err=True)
    if plain:
        in_lines(game)
    else:
        open_screen(game, path)


@click.command(epilog=f"Example: {NAME} service")
@json_option
def service(as_json: bool) -> None:
    """Show your service record.

    It lists every finished game, with totals.
    """
    from picket_duty.saves import service_record as record

    entries = record.read()
    if as_json:
        print_json(record.as_json(entries))
        return
    print_lines(record.lines(entries))


def open_screen(game: AnyGame | None, path: Path | None, watch: datetime.date | None = None) -> None:
    """Open the screen, on the page of a day's watch if given. Ends the command if the terminal cannot show it."""
    check_screen()
    with _first_frame():
        from picket_duty.tui.app import run

        status = run(game, path, tables=chosen_tables(), watch=watch)
    if status:
        sys.exit(status)


@contextmanager
def _first_frame() -> Iterator[None]:
    """Pause garbage collection until the first frame; the screen resumes it.

    Nearly everything allocated until then stays in use; collecting repeatedly takes a sixth of the start-up time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def check_screen() -> None:
    """End the command if the terminal cannot show the screen."""
    from picket_duty.plain.screen_check import why_no_screen

    if why := why_no_screen():
        fail(why)


def _with_player(game: Game, plain: bool, save_path: Path | None, ask: str) -> None:
    from picket_duty.captains.standing_orders import StandingOrders, save_standing_orders
    from picket_duty.saves import start_save

    if not plain:
        check_screen()
    path = start_save(game, path=save_path)
    if ask == "all":
        save_standing_orders(game, StandingOrders())
    echo(f"Saving to {path}", err=True)
    if plain:
        in_lines(game)
    else:
        open_screen(game, path)


def in_lines(game: Game) -> bool:
    """Play in plain mode and enter a finished game in the service record. Returns whether the game is over."""
    from picket_duty.plain import plain_mode
    from picket_duty.plain.conversation import Unsaved
    from picket_duty.reports.farewell import ships_served
    from picket_duty.saves import service_record as record

    try:
        over = plain_mode.play(game, sys.stdin, sys.stdout)
    except Unsaved as error:
        give_up(str(error))
    finally:
        if game.journal is not None and (words := game.journal.close()):
            echo(words, err=True)
    if not over:
        echo("", err=True)
        layer = "" if game.tables.layer is None else f" --tables {shlex.quote(str(game.tables.layer))}"
        echo(f"Game saved. Resume it with '{NAME} resume --plain{layer}'.", err=True)
    elif game.journal is not None:
        try:
            record.record_game(game, game.journal.path.stem, ships_served)
        except OSError as error:
            give_up(f"The game could not be entered in the service record ({error.strerror})")
    return over


def _play_alone(game: Game, policy: str, save_path: Path | None, events: str | None, as_json: bool) -> None:
    from picket_duty.captains import captain_named, play_out
    from picket_duty.saves import start_save

    captain = captain_named(policy, game.state.setup.seed)
    target = _open_events(events)
    if save_path is not None:
        start_save(game, path=save_path)
    play_out(game, captain)
    if game.journal is not None:
        game.journal.close()
    if target is not None:
        _write_events(game, target)
    outcome = game.outcome
    assert outcome is not None
    result = outcome.summary | {"aid": game.aid}
    if as_json:
        print_json(result)
    elif events != "-":
        for key, value in result.items():
            echo(f"{key:<12} {value}")


def _open_events(events: str | None) -> Any:
    if events is None:
        return None
    if events == "-":
        return sys.stdout
    check_no_save(Path(events))
    try:
        return open(events, "w", encoding="utf-8")
    except OSError as error:
        fail(f"{events}: cannot write ({error.strerror})")


def _write_events(game: Game, target: Any) -> None:
    from picket_duty.events import as_dict

    for event in game.events:
        target.write(json_text(as_dict(event)) + "\n")
    target.flush()
    if target is not sys.stdout:
        target.close()


@click.command(epilog=f"Example: {NAME} referee --scenario 6 --computer crew --computer identify")
@save_argument
@setup_options(
    leave_out=("station", "start", "dice", "undo", "aid", "officers"), seed="Seed of the dice that the computer rolls."
)
@click.option(
    "--computer",
    "computer",
    multiple=True,
    metavar="KIND",
    help="Let the computer make this kind of roll; may be repeated.",
)
@click.option(
    "--table", "table", multiple=True, metavar="KIND", help="Roll only this kind on the table; may be repeated."
)
@extended("referee")
@plain_option
@click.option("--save", "save_path", metavar="PATH", type=click.Path(path_type=Path), help="Save a new game to PATH.")
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
    """Referee the board game.

    You roll the dice on the table. The program names the next step, looks up the charts and keeps the sheets.
    """
    from picket_duty.book.vocabulary import PURPOSES
    from picket_duty.plain.conversation import Unsaved
    from picket_duty.plain.prompt import PROMPT
    from picket_duty.plain.referee_mode import NOTE, Referee

    kinds = _kinds(computer) if not table else set(PURPOSES) - _kinds(table)
    if chosen.names_a_game and save is not None:
        fail("A save cannot be used with --scenario, --campaign or --patrol")
    game = _new_game(chosen, save_path) if chosen.names_a_game else _resumed_game(save)
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
        echo(f"Game saved. Resume it with '{NAME} referee'.", err=True)


def _kinds(given: tuple[str, ...]) -> set[str]:
    """Kinds of roll by name. Ends the command for an unknown one."""
    from picket_duty.plain.referee_mode import checked_kinds

    try:
        return checked_kinds(given)
    except ValueError as error:
        fail(str(error))


def _new_game(chosen: Choices, path: Path | None) -> Game:
    """A new saved game with dice rolled on the table."""
    import msgspec

    from picket_duty.game import Game
    from picket_duty.saves import start_save
    from picket_duty.setup import ALL_OWN

    game = Game.begin(msgspec.structs.replace(chosen, dice=ALL_OWN), chosen_tables())
    echo(f"Saving to {start_save(game, path=path)}", err=True)
    return game


def _resumed_game(save: str | None) -> Game:
    """The game of a save, replayed from its first answer so that every answer can be undone."""
    from picket_duty.saves import resume

    game = resume(path_of_save(save), chosen_tables(), whole=True)
    if game.journal is not None and game.journal.notice:
        echo(game.journal.notice, err=True)
    return game


def _noted(value: object) -> list[str]:
    return [kind for kind in value if isinstance(kind, str)] if isinstance(value, list) else []
