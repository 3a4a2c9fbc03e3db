"""``games``: the companion games, what each can do and what its text lacks."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from picket_duty.commands.complete import companion_names
from picket_duty.commands.shared import NAME, echo, print_json

if TYPE_CHECKING:
    from picket_duty.companions import Companion


@click.command(epilog=f"Example: {NAME} games ie-shima")
@click.argument("name", metavar="[NAME]", required=False, shell_complete=companion_names)
@click.option("--json", "as_json", is_flag=True, help="One JSON object a game, one a line.")
def games(name: str | None, as_json: bool) -> None:
    """List the companion games: what each can do, and what its text lacks."""
    from picket_duty import companions

    wanted = [name] if name is not None else companions.companion_names()
    for number, game in enumerate(map(companions.companion, wanted)):
        if as_json:
            print_json(_as_json(game))
            continue
        if number:
            echo("")
        for line in _lines(game):
            echo(line)


def _as_json(game: Companion) -> dict[str, Any]:
    said = game.game
    return {
        "name": game.name,
        "title": said.title,
        "publisher": said.publisher,
        "edition": said.edition,
        "over": said.over or None,
        "can": said.can,
        "tables": game.chart_ids(),
        "lacks": [{"what": one.what, "table": one.table, "reason": one.reason} for one in game.lacks],
    }


def _lines(game: Companion) -> list[str]:
    """A game in lines no longer than a terminal: title, what it can do, its tables, what it lacks and why."""
    said = game.game
    lines = [f"{game.name}  {said.title}", *_wrapped("by     ", f"{said.publisher}; {said.edition}")]
    for words in said.can:
        lines += _wrapped("can    ", words)
    lines += _wrapped("tables ", ", ".join(game.chart_ids()))
    for lack in game.lacks:
        lines += _wrapped("lacks  ", f"{lack.what}: {lack.reason}")
    return lines


def _wrapped(head: str, words: str) -> list[str]:
    from textwrap import wrap

    return wrap(words, 79, initial_indent=f"  {head}", subsequent_indent=" " * (len(head) + 2), break_on_hyphens=False)
