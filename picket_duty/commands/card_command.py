"""``card``: the card of a finished game, with its replay code."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands import NAME, options, output

if TYPE_CHECKING:
    from picket_duty.pages.game_card import GameCard


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

    The card sums up the game in a few lines that you can share. Others can
    check it with its replay code.
    """
    from picket_duty.pages.game_card import asked_lines, card_lines, card_of_save, code_lines

    shown = with_luck(card_of_save(options.path_of_save(save), options.chosen_tables()))
    if as_json:
        output.print_json(code_and_card(shown))
        return
    lines = card_lines(shown, ascii_only=ascii_only or (out is None and not _can_draw()))
    lines += [*code_lines(shown), *asked_lines(shown)]
    output.write_text("\n".join(lines) + "\n", out, force)


def with_luck(card: GameCard) -> GameCard:
    """A card with its luck, if that is known."""
    import msgspec

    from picket_duty.analysis.measurements import load_measurements
    from picket_duty.analysis.win_analysis import known_analysis
    from picket_duty.pages.game_card import luck_words

    luck = known_analysis(card.game, load_measurements(card.game))
    return msgspec.structs.replace(
        card, luck=luck_words(luck) if luck is not None and luck.is_split else ""
    )


def print_card(card: GameCard, code: bool = True) -> None:
    """Print a card, by default with its replay code below it."""
    from picket_duty.pages.game_card import asked_lines, card_lines, code_lines

    below = [*code_lines(card), *asked_lines(card)] if code else []
    output.print_lines([*card_lines(card, ascii_only=not _can_draw()), *below])


def _can_draw() -> bool:
    """Whether standard output can show the symbols of the planes."""
    from picket_duty.pages.game_card import SIGNS

    return output.can_print("".join(sign for sign, _, _ in SIGNS))


def code_and_card(card: GameCard) -> dict[str, Any]:
    """A card as JSON with its replay code, null if the game can have none."""
    from picket_duty.pages.game_card import card_lines
    from picket_duty.saves.replay_code import CodeError, code_of

    try:
        code: str | None = code_of(card.game, card.watch, card.tried)
    except CodeError:
        code = None
    return {"code": code, "card": card_lines(card)}
