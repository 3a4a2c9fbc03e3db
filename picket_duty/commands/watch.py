"""``watch`` and ``card``: the daily watch, and the card of a game."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME, options
from picket_duty.commands.output import can_print, echo, fail, print_json, print_lines, write_text

if TYPE_CHECKING:
    import datetime

    from picket_duty.analysis.win_probability import WinProbability
    from picket_duty.book import Tables
    from picket_duty.game import Game
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
    help="Let an automatic captain play; the attempt does not count.",
)
@click.option("--check", metavar="CODE|FILE|-", help="Check a replay code, and the card printed above it.")
@options.json_option
@options.tables_option
def watch(date: str | None, plain: bool, auto: str | None, check: str | None, as_json: bool) -> None:
    """Play today's watch.

    The ship, the raid and the dice are the same for everyone. You cannot undo a roll, and only your first attempt
    counts.
    """
    from picket_duty.saves.daily_watch import date_of, today

    tables = options.chosen_tables()
    if check is not None:
        _check(check, date_of(date) if date else None, tables, as_json)
        return
    day = date_of(date) if date else today()
    if auto is not None or as_json:
        _played_automatically(day, auto, tables, as_json)
    elif plain:
        _in_plain_mode(day, tables)
    else:
        from picket_duty.commands.play_commands import open_screen

        open_screen(None, None, day)


def _played_automatically(day: datetime.date, auto: str | None, tables: Tables, as_json: bool) -> None:
    """The watch played by an automatic captain; without one, as JSON, the attempt that counts if it is over."""
    from picket_duty.captains import captain_named, play_out
    from picket_duty.game import Game
    from picket_duty.pages.game_card import GameCard
    from picket_duty.saves import load_whole
    from picket_duty.saves.daily_watch import counted_save, watch_setup

    game, tried = Game.of_setup(watch_setup(day, tables), tables), 0
    if auto is not None:
        play_out(game, captain_named(auto, game.state.setup.seed))
    elif (path := counted_save(day)) is not None:
        game, tried = load_whole(path, tables), 1
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
    print_json(data | (_code_and_card(_measured(card)) if game.over else {"code": None, "card": []}))


def _in_plain_mode(day: datetime.date, tables: Tables) -> None:
    from picket_duty.commands.play_commands import in_lines
    from picket_duty.pages.game_card import card_of_save
    from picket_duty.saves.daily_watch import start_or_resume
    from picket_duty.text.names import SAME_FOR_ALL, title_words, try_words, watch_words

    game, number = start_or_resume(day, tables)
    assert game.save_file is not None
    path = game.save_file.path
    echo(f"{title_words(day)}: {watch_words(game.state.setup, tables)}")
    print_lines([SAME_FOR_ALL, try_words(number), ""])
    if in_lines(game):
        echo("")
        _print_card(_measured(card_of_save(path, tables)))


def _check(given: str, day: datetime.date | None, tables: Tables, as_json: bool) -> None:
    from picket_duty.pages.game_card import GameCard, same_card
    from picket_duty.saves.replay_code import read_code, split_code

    text = _text_of(given)
    coded = read_code(text, tables)
    if day is not None and coded.watch != day:
        if coded.watch is None:
            fail(f"This code is from another game, not the watch for {day}")
        fail(f"This code is for the watch on {coded.watch}, not {day}")
    card = _measured(GameCard(coded.game, coded.watch, coded.tried))
    before, _ = split_code(text)
    if wrong := same_card(before.splitlines(), card):
        fail(f"The card and the code do not match. The first difference is {wrong!r}.")
    if as_json:
        outcome, date = coded.game.summary()["outcome"], coded.watch.isoformat() if coded.watch else None
        print_json({"ok": True, "date": date, "outcome": outcome, "state_hash": coded.game.state_hash})
        return
    _print_card(card, code=False)
    echo("")
    echo("The card matches the code" if before.strip() else "The code is valid. There was no card to compare it with.")


def _text_of(given: str) -> str:
    if given == "-":
        return sys.stdin.read(LARGEST_TEXT)
    path = Path(given)
    try:
        if not path.is_file():
            return given
        with path.open(encoding="utf-8", errors="replace") as file:
            return file.read(LARGEST_TEXT)
    except (OSError, ValueError):
        return given


@click.command(epilog=f"Example: {NAME} card kimberly -o card.txt")
@options.save_argument
@click.option("--ascii", "ascii_only", is_flag=True, help="Draw the waves with ASCII characters only.")
@options.json_option
@options.out_option
@options.force_option
@options.tables_option
def card(save: str | None, ascii_only: bool, as_json: bool, out: Path | None, force: bool) -> None:
    """Print the card of a finished game.

    The card sums up the game in a few lines that you can share. Its replay code lets others check it.
    """
    from picket_duty.pages.game_card import card_lines, card_of_save, code_lines

    measured = _measured(card_of_save(options.path_of_save(save), options.chosen_tables()))
    if as_json:
        print_json(_code_and_card(measured))
    elif out is not None:
        lines = [*card_lines(measured, ascii_only), *code_lines(measured)]
        write_text("\n".join(lines) + "\n", out, force)
    else:
        print_lines([*card_lines(measured, ascii_only or not _can_draw()), *code_lines(measured)])


def _measured(card: GameCard) -> GameCard:
    """A card with its luck; if it is not known, it is simulated now for a player at a terminal."""
    import msgspec

    from picket_duty.pages.game_card import luck_words

    luck = _luck(card.game, wanted=sys.stderr.isatty() and sys.stdin.isatty())
    return msgspec.structs.replace(card, luck=luck_words(luck) if luck else "")


def _luck(game: Game, wanted: bool) -> WinProbability | None:
    """The split into luck and orders, simulated if requested and not cached; None if it is interrupted."""
    from picket_duty.analysis.win_probability import known_analysis, load_measurements
    from picket_duty.commands.analyze import measured

    analysis = known_analysis(game, load_measurements(game))
    if analysis is not None and analysis.is_split:
        return analysis
    if not wanted:
        return None
    echo("Analyzing luck and orders. Press Ctrl+C to skip the analysis.", err=True)
    work, cut = measured(game, 0, None, 0)
    return None if cut else work.so_far()


def _print_card(card: GameCard, code: bool = True) -> None:
    from picket_duty.pages.game_card import card_lines, code_lines

    print_lines([*card_lines(card, not _can_draw()), *(code_lines(card) if code else [])])


def _can_draw() -> bool:
    from picket_duty.pages.game_card import SIGNS

    return can_print("".join(sign[0] for sign in SIGNS))


def _code_and_card(card: GameCard) -> dict[str, Any]:
    from picket_duty.pages.game_card import card_lines
    from picket_duty.saves.replay_code import CodeError, code_of

    try:
        code: str | None = code_of(card.game, card.watch, card.tried)
    except CodeError:
        code = None
    return {"code": code, "card": card_lines(card)}
