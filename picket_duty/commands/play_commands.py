"""``play``, ``resume``, ``service``, ``watch`` and ``card``: games on the screen, in plain mode or
without a player.
"""

from __future__ import annotations

import gc
import shlex
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME, options, output

if TYPE_CHECKING:
    import datetime

    from picket_duty.book import Tables
    from picket_duty.game import AnyGame, Game
    from picket_duty.pages.game_card import GameCard
    from picket_duty.saves.service_record import FinishedGame
    from picket_duty.setup import SetupOptions
    from picket_duty.tui.settings import Settings

#: The way into plain mode from a command that has it.
PLAIN = "Add --plain to play in plain mode"
#: Fields of ``play --json`` that are sentences in the result for a reader.
STAGE_FIELDS = ("stages", "stages_held")
#: Widths of the page of dice, and of the service record with a game in each line.
DICE_WIDTH = 80
SERVICE_WIDTH = 120


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
    help="Let a captain play to the end: doctrine, greedy, random, scripted:FILE or MODULE:CLASS.",
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
        open_screen(None, None)
        return
    import msgspec

    from picket_duty.game import Game
    from picket_duty.setup import COMMANDED

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
        with _first_frame():
            game = resume_save(path, options.chosen_tables())
    except OtherTables:
        if plain:
            raise
        open_screen(None, path)
        return
    if game.save_file is not None and game.save_file.notice:
        output.echo(f"{path.name}: {game.save_file.notice}", err=True)
    if plain:
        play_in_plain_mode(game)
    else:
        open_screen(game, path)


@click.command(epilog=f"Example: {NAME} service")
@click.option(
    "--dice", is_flag=True, help="Count the dice of all finished games by replaying their saves."
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
    from picket_duty.pages import service_pages
    from picket_duty.pages.formats import text_lines
    from picket_duty.pages.service_pages import register_page, service_page
    from picket_duty.saves import service_record as record

    entries = record.read_service()
    if captain is not None:
        entries = _games_of_captain(entries, captain)
    if dice:
        counts = service_pages.count_dice(entries, options.chosen_tables())
        if as_json:
            output.print_json(service_pages.as_json(counts))
        else:
            output.print_lines(text_lines(service_pages.dice_page(counts), DICE_WIDTH))
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
        output.fail(f"No finished game of captain {captain!r}.{did_you_mean(captain, names)}")
    return games


def player_settings() -> Settings:
    """The player's settings; without a home folder none, which saving the game reports. Faults are
    printed.
    """
    from picket_duty.tui.keymap import binding_ids
    from picket_duty.tui.settings import Settings, SettingsError, read_settings, settings_file

    try:
        settings_file()
    except SettingsError:
        return Settings()
    try:
        return read_settings(binding_ids)
    except SettingsError as error:
        output.echo(str(error), err=True)
        return Settings()


def open_screen(
    game: AnyGame | None, path: Path | None, watch: datetime.date | None = None
) -> None:
    """Open the screen, on a day's watch if given. Ends the command if the terminal cannot show
    it.
    """
    check_screen(menu=game is None and path is None and watch is None)
    with _first_frame():
        from picket_duty.tui.app import run

        status = run(game, path, tables=options.chosen_tables(), watch=watch)
    if status:
        sys.exit(status)


@contextmanager
def _first_frame() -> Iterator[None]:
    """Pause garbage collection until the first frame; the screen resumes it.

    Nearly everything allocated until then stays in use; collecting repeatedly takes a sixth of the
    start-up time.
    """
    gc.disable()
    try:
        yield
    finally:
        gc.enable()


def check_screen(menu: bool = False) -> None:
    """End the command if the terminal cannot show the screen, and name the way into plain mode."""
    from picket_duty.plain import PLAIN_GAME, why_no_screen

    if why := why_no_screen():
        output.fail(f"{why}. {PLAIN_GAME if menu else PLAIN}.")


def play_in_plain_mode(game: Game) -> bool:
    """Play in plain mode and enter a finished game in the service record. Returns whether the game
    is over.
    """
    from picket_duty.pages.final_page import ships_served
    from picket_duty.plain import plain_mode
    from picket_duty.saves import saves_folder
    from picket_duty.saves import service_record as record

    def resume(name: str, path: Path) -> str:
        # Without a name, the game played last is resumed.
        layer = ""
        if game.tables.layer is not None:
            layer = f" --tables {shlex.quote(str(game.tables.layer))}"
        return (
            f"resume{'' if path.parent.absolute() == saves_folder() else f' {name}'} --plain{layer}"
        )

    over = converse(
        game, lambda: plain_mode.play(game, sys.stdin, sys.stdout, output.in_look), resume
    )
    if over and game.save_file is not None:
        try:
            record.record_game(game, game.save_file.path.stem, ships_served)
        except OSError as error:
            output.give_up(f"The game could not be added to the service record ({error.strerror})")
    return over


def converse(game: AnyGame, play: Callable[[], bool], resume: Callable[[str, Path], str]) -> bool:
    """Play and close the save; a game left in plain text says how to resume it. Returns whether
    it is over.
    """
    from picket_duty.plain.prompt_loop import Unsaved
    from picket_duty.saves.places import as_argument

    over = False
    interrupted = False
    save_file = game.save_file
    assert save_file is not None
    try:
        over = play()
    except KeyboardInterrupt:
        interrupted = True
    except Unsaved as error:
        output.give_up(str(error))
    finally:
        if words := save_file.close():
            output.echo(words, err=True)
    if not over and not save_file.lost:
        how = resume(as_argument(save_file.path), save_file.path)
        output.echo("", err=True)
        output.echo(f"Game saved. Resume it with '{NAME} {how}'.", err=True)
    if interrupted:
        raise KeyboardInterrupt
    return over


def _play_alone(
    game: Game, policy: str, save_path: Path | None, events: str | None, as_json: bool
) -> None:
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


#: Largest text in which a code is looked for, in bytes.
LARGEST_TEXT = 100_000
#: Fields of ``play --json`` that identify a game.
NAMING = ("scenario", "campaign", "patrol", "level", "seed")


@click.command(epilog=f"Example: {NAME} watch --date 2026-11-21 --plain")
@click.option("--date", metavar="DATE", help="Day of the watch (default: today).")
@options.plain_option
@click.option(
    "--auto",
    metavar="POLICY",
    shell_complete=options.captain_names,
    help=(
        "Let a captain play (doctrine, greedy, random, scripted:FILE or MODULE:CLASS); the attempt "
        "does not count."
    ),
)
@click.option(
    "--check", metavar="CODE|FILE|-", help="Check a replay code, and the card printed above it."
)
@options.json_option
@options.tables_option
def watch(
    date: str | None, plain: bool, auto: str | None, check: str | None, as_json: bool
) -> None:
    """Play today's watch.

    The ship, the raid and the dice are the same for everyone. You cannot undo a roll, and only your
    first attempt counts.
    """
    from picket_duty.saves.daily_watch import date_of, today

    tables = options.chosen_tables()
    if check is not None:
        _check(check, date_of(date) if date else None, tables, as_json)
        return
    day = date_of(date) if date else today()
    if auto is not None or as_json:
        _played_automatically(day, auto, tables, as_json)
    elif not plain:
        open_screen(None, None, day)
    else:
        from picket_duty.pages.game_card import card_of_save
        from picket_duty.saves.daily_watch import start_or_resume
        from picket_duty.text.names import SAME_FOR_ALL, title_words, watch_words

        game, number = start_or_resume(day, tables)
        assert game.save_file is not None
        path = game.save_file.path
        output.echo(f"{title_words(day)}: {watch_words(game.state.setup, tables)}")
        counts = "This attempt counts."
        if number != 1:
            counts = f"This is attempt {number}. It does not count."
        output.print_lines([SAME_FOR_ALL, counts, ""])
        if play_in_plain_mode(game):
            output.echo("")
            _print_card(_measured(card_of_save(path, tables)))


def _played_automatically(
    day: datetime.date, auto: str | None, tables: Tables, as_json: bool
) -> None:
    """The watch played by an automatic captain; without one, as JSON, the attempt that counts if it
    is over.
    """
    from picket_duty.captains import captain_named, play_out
    from picket_duty.game import Game
    from picket_duty.pages.game_card import GameCard
    from picket_duty.saves import load_whole
    from picket_duty.saves.daily_watch import counted_save, watch_setup

    game = Game.of_setup(watch_setup(day, tables), tables)
    tried = 0
    if auto is not None:
        play_out(game, captain_named(auto, game.state.setup.seed))
    elif (path := counted_save(day)) is not None:
        game = load_whole(path, tables)
        tried = 1
    card = GameCard(game, day, tried)
    if not as_json:
        _print_card(_measured(card))
        return
    summary: dict[str, Any] = game.summary()
    data = {
        "date": day.isoformat(),
        "setup": {name: summary[name] for name in NAMING if name in summary},
        "outcome": summary["outcome"],
        "state_hash": game.state_hash,
    }
    output.print_json(
        data | (_code_and_card(_measured(card)) if game.over else {"code": None, "card": []})
    )


def _check(given: str, day: datetime.date | None, tables: Tables, as_json: bool) -> None:
    from picket_duty.pages.game_card import GameCard, same_card
    from picket_duty.saves.replay_code import read_code, split_code

    text = _text_of(given)
    coded = read_code(text, tables)
    if day is not None and coded.watch != day:
        if coded.watch is None:
            output.fail(f"This code is from another game, not the watch for {day}")
        output.fail(f"This code is for the watch on {coded.watch}, not {day}")
    card = _measured(GameCard(coded.game, coded.watch, coded.tried))
    before, _ = split_code(text)
    if wrong := same_card(before.splitlines(), card):
        output.fail(f"The card and the code do not match. The first difference is {wrong!r}.")
    if as_json:
        outcome = coded.game.summary()["outcome"]
        date = coded.watch.isoformat() if coded.watch else None
        output.print_json(
            {"ok": True, "date": date, "outcome": outcome, "state_hash": coded.game.state_hash}
        )
        return
    _print_card(card, code=False)
    output.echo("")
    if before.strip():
        output.echo("The card matches the code")
    else:
        output.echo("The code is valid. There was no card to compare it with.")


def _text_of(given: str) -> str:
    if given == "-":
        return sys.stdin.read(LARGEST_TEXT)
    with suppress(OSError, ValueError):
        if (path := Path(given)).is_file():
            with path.open(encoding="utf-8", errors="replace") as file:
                return file.read(LARGEST_TEXT)
    return given


@click.command(epilog=f"Example: {NAME} card kimberly -o card.txt")
@options.save_argument
@click.option(
    "--ascii", "ascii_only", is_flag=True, help="Draw the waves with ASCII characters only."
)
@options.json_option
@options.out_option
@options.force_option
@options.tables_option
def card(save: str | None, ascii_only: bool, as_json: bool, out: Path | None, force: bool) -> None:
    """Print the card of a finished game.

    The card sums up the game in a few lines that you can share. Its replay code lets others check
    it.
    """
    from picket_duty.pages.game_card import asked_lines, card_lines, card_of_save, code_lines

    measured = _measured(card_of_save(options.path_of_save(save), options.chosen_tables()))
    if as_json:
        output.print_json(_code_and_card(measured))
        return
    lines = card_lines(measured, ascii_only or (out is None and not _can_draw()))
    lines += [*code_lines(measured), *asked_lines(measured)]
    output.write_text("\n".join(lines) + "\n", out, force)


def _measured(card: GameCard) -> GameCard:
    """A card with its luck, if that is known."""
    import msgspec

    from picket_duty.analysis.win_probability import known_analysis, load_measurements
    from picket_duty.pages.game_card import luck_words

    luck = known_analysis(card.game, load_measurements(card.game))
    return msgspec.structs.replace(
        card, luck=luck_words(luck) if luck is not None and luck.is_split else ""
    )


def _print_card(card: GameCard, code: bool = True) -> None:
    from picket_duty.pages.game_card import asked_lines, card_lines, code_lines

    below = [*code_lines(card), *asked_lines(card)] if code else []
    output.print_lines([*card_lines(card, not _can_draw()), *below])


def _can_draw() -> bool:
    from picket_duty.pages.game_card import SIGNS

    return output.can_print("".join(sign[0] for sign in SIGNS))


def _code_and_card(card: GameCard) -> dict[str, Any]:
    from picket_duty.pages.game_card import card_lines
    from picket_duty.saves.replay_code import CodeError, code_of

    try:
        code: str | None = code_of(card.game, card.watch, card.tried)
    except CodeError:
        code = None
    return {"code": code, "card": card_lines(card)}
