"""``play`` and ``resume``: games on the screen, in plain mode or without a player."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME, options, output
from picket_duty.commands.sessions import (
    check_screen,
    collecting_later,
    open_screen,
    play_in_plain_mode,
    player_settings,
)

if TYPE_CHECKING:
    from picket_duty.game import Game
    from picket_duty.setup import SetupOptions

#: Fields of ``play --json`` that the result for a reader has as sentences instead.
STAGE_FIELDS = ("stages", "stages_held")


@click.command(epilog=f"Example: {NAME} play --scenario 4 --level basic --seed 7 --plain")
@options.setup_options()
@options.plain_option
@click.option(
    "--ask",
    metavar="captain|all",
    type=click.Choice(["captain", "all"]),
    default="captain",
    show_default=True,
    help="Which decisions you make: only the captain's, or also those your officers usually handle.",
)
@click.option(
    "--save", "save_path", metavar="PATH", type=options.PATH, help="Save the game to PATH."
)
@click.option(
    "--auto",
    metavar="POLICY",
    shell_complete=options.captain_names,
    help=(
        "Let an automatic captain play to the end: doctrine, greedy, random, scripted:FILE or "
        "MODULE:CLASS."
    ),
)
@click.option(
    "--events", metavar="FILE|-", help="With --auto: write every event as a line of JSON."
)
@click.option(
    "--json", "as_json", is_flag=True, help="With --auto: print the result as one JSON object."
)
@options.tables_option
def play(
    *,
    chosen: SetupOptions,
    plain: bool,
    ask: str,
    save_path: Path | None,
    auto: str | None,
    events: str | None,
    as_json: bool,
) -> None:
    """Play a scenario, a campaign or a patrol.

    Without --scenario, --campaign or --patrol, the main menu opens. The program saves the game
    after every answer.
    """
    if auto is None and (events or as_json):
        output.fail("--events and --json can only be used with --auto")
    if not chosen.names_a_game:
        if auto or plain:
            output.fail("Choose a game with --scenario, --campaign or --patrol")
        open_screen()
        return
    import msgspec

    from picket_duty.game import Game
    from picket_duty.setup import COMMANDED

    # ``chosen`` cannot say whether --aid was given; without it, the player's setting is used.
    if not auto and click.get_current_context().params["aid"] is None:
        chosen = msgspec.structs.replace(chosen, aid=player_settings().aid or COMMANDED)
    game = Game.begin(chosen, options.chosen_tables())
    if auto:
        _play_alone(game, auto, save_path, events, as_json)
        return
    from picket_duty.captains.standing_orders import StandingOrders, save_standing_orders
    from picket_duty.saves import start_save

    if not plain:
        check_screen()
    path = start_save(game, path=save_path)
    if ask == "all":
        # Standing orders that leave no decision to the officers.
        save_standing_orders(game, StandingOrders())
    output.echo(f"Saving to {path}", err=True)
    if plain:
        play_in_plain_mode(game)
    else:
        open_screen(game, path)


@click.command(epilog=f"Example: {NAME} resume --plain")
@options.save_argument
@options.plain_option
@options.tables_option
def resume(save: str | None, plain: bool) -> None:
    """Resume a saved game.

    If you give no name, the game that you played last is resumed.
    """
    from picket_duty.saves import OtherTables, find_save, has_other_saves
    from picket_duty.saves import resume as resume_save

    path = find_save(save)
    if save is None and has_other_saves(path):
        output.echo(
            f"Resuming {path.stem}. To list your other games, run '{NAME} saves'.", err=True
        )
    try:
        with collecting_later():
            game = resume_save(path, options.chosen_tables())
    except OtherTables:
        if plain:
            raise
        open_screen(path=path)
        return
    if game.save_file is not None and game.save_file.notice:
        output.echo(f"{path.name}: {game.save_file.notice}", err=True)
    if plain:
        play_in_plain_mode(game)
    else:
        open_screen(game, path)


def _play_alone(
    game: Game, policy: str, save_path: Path | None, events: str | None, as_json: bool
) -> None:
    """Let a captain play the game to the end, then print its result."""
    from picket_duty.captains import captain_named, play_out
    from picket_duty.events import as_dict
    from picket_duty.saves import start_save

    captain = captain_named(policy, game.state.setup.seed)
    if save_path is not None:
        start_save(game, path=save_path)
    play_out(game, captain)
    if game.save_file is not None:
        game.save_file.close()
    if events is not None:
        lines = "".join(f"{output.to_json(as_dict(event))}\n" for event in game.events)
        output.write_text(lines, None if events == "-" else Path(events))
    outcome = game.outcome
    assert outcome is not None
    result = outcome.summary | {"aid": game.aid}
    if as_json:
        output.print_json(result)
    elif events != "-":
        _print_result(game, result)


def _print_result(game: Game, result: dict[str, Any]) -> None:
    """The result for a reader: the stages of a campaign first, then each other field in a line."""
    from picket_duty.text.campaign_progress import stages_lines

    output.print_lines(stages_lines(game.state))
    for key, value in result.items():
        if key not in STAGE_FIELDS:
            output.echo(f"{key:<12} {value}")
