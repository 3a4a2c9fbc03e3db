"""``watch``: the day's watch, and the check of its replay codes."""

from __future__ import annotations

import sys
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME, options, output
from picket_duty.commands.card_command import code_and_card, print_card, with_luck
from picket_duty.commands.sessions import open_screen, play_in_plain_mode

if TYPE_CHECKING:
    import datetime

    from picket_duty.book import Tables
    from picket_duty.pages.game_card import GameCard

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
        "Let an automatic captain play (doctrine, greedy, random, scripted:FILE or "
        "MODULE:CLASS); the attempt does not count."
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
    if auto is not None:
        card = _watch_of_captain(day, auto, tables)
        if as_json:
            _print_as_json(card, day)
        else:
            print_card(with_luck(card))
    elif as_json:
        _print_as_json(_counted_attempt(day, tables), day)
    elif plain:
        _play_in_plain_mode(day, tables)
    else:
        open_screen(watch=day)


def _watch_of_captain(day: datetime.date, policy: str, tables: Tables) -> GameCard:
    """The card of a watch that an automatic captain plays."""
    from picket_duty.captains import captain_named, play_out
    from picket_duty.game import Game
    from picket_duty.pages.game_card import GameCard
    from picket_duty.saves.daily_watch import watch_setup

    game = Game.of_setup(watch_setup(day, tables), tables)
    play_out(game, captain_named(policy, game.state.setup.seed))
    return GameCard(game, day)


def _counted_attempt(day: datetime.date, tables: Tables) -> GameCard:
    """The card of the player's attempt that counts; until it is over, that of a watch not begun."""
    from picket_duty.game import Game
    from picket_duty.pages.game_card import GameCard
    from picket_duty.saves import load_whole
    from picket_duty.saves.daily_watch import counted_save, watch_setup

    path = counted_save(day)
    if path is None:
        return GameCard(Game.of_setup(watch_setup(day, tables), tables), day)
    return GameCard(load_whole(path, tables), day, tried=1)


def _print_as_json(card: GameCard, day: datetime.date) -> None:
    """Print a watch as one JSON object; its code and card only if it is over."""
    game = card.game
    summary: dict[str, Any] = game.summary()
    output.print_json(
        {
            "date": day.isoformat(),
            "setup": {name: summary[name] for name in NAMING if name in summary},
            "outcome": summary["outcome"],
            "state_hash": game.state_hash,
            **(code_and_card(with_luck(card)) if game.over else {"code": None, "card": []}),
        }
    )


def _play_in_plain_mode(day: datetime.date, tables: Tables) -> None:
    from picket_duty.pages.game_card import card_of_save
    from picket_duty.saves.daily_watch import start_or_resume
    from picket_duty.text.names import SAME_FOR_ALL, title_words, watch_words

    game, number = start_or_resume(day, tables)
    assert game.save_file is not None
    path = game.save_file.path
    output.echo(f"{title_words(day)}: {watch_words(game.state.setup, tables)}")
    whether_it_counts = "This attempt counts."
    if number != 1:
        whether_it_counts = f"This is attempt {number}. It does not count."
    output.print_lines([SAME_FOR_ALL, whether_it_counts, ""])
    if play_in_plain_mode(game):
        output.echo("")
        print_card(with_luck(card_of_save(path, tables)))


def _check(given: str, day: datetime.date | None, tables: Tables, as_json: bool) -> None:
    """Check a replay code, and the card above it if there is one. Ends the command at the first
    fault.

    ``given`` is a text with the code, the name of its file, or - for standard input. ``day`` is the
    day of the watch that the code must be for, or None for any game.
    """
    from picket_duty.pages.card_check import first_difference
    from picket_duty.pages.game_card import GameCard
    from picket_duty.saves.replay_code import read_code, split_code

    text = _text_of(given)
    coded = read_code(text, tables)
    if day is not None and coded.watch != day:
        if coded.watch is None:
            output.fail(f"This code is from another game, not from the watch of {day}")
        output.fail(f"This code is from the watch of {coded.watch}, not of {day}")
    card = with_luck(GameCard(coded.game, coded.watch, coded.tried))
    before, _ = split_code(text)
    if difference := first_difference(before.splitlines(), card):
        output.fail(f"The card and the code do not match. The first difference is {difference!r}.")
    if as_json:
        outcome = coded.game.summary()["outcome"]
        date = coded.watch.isoformat() if coded.watch else None
        output.print_json(
            {"ok": True, "date": date, "outcome": outcome, "state_hash": coded.game.state_hash}
        )
        return
    print_card(card, code=False)
    output.echo("")
    if before.strip():
        output.echo("The card matches the code")
    else:
        output.echo("The code is valid. There was no card to compare it with.")


def _text_of(given: str) -> str:
    """The text of standard input or of a file, or the text given if there is no such file."""
    if given == "-":
        return sys.stdin.read(LARGEST_TEXT)
    with suppress(OSError, ValueError):
        if (path := Path(given)).is_file():
            with path.open(encoding="utf-8", errors="replace") as file:
                return file.read(LARGEST_TEXT)
    return given
