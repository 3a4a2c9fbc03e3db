"""Options that companion games add to ``tables``, ``referee`` and ``replay``, and their shell completion."""

from __future__ import annotations

import functools
import os
import sys
from collections.abc import Iterable
from pathlib import Path
from typing import TYPE_CHECKING, Any, cast

import click

from picket_duty.commands import NAME
from picket_duty.commands.options import CHARTS, Command, chosen_folder, completer, path_of_save
from picket_duty.commands.output import echo, fail

if TYPE_CHECKING:
    from picket_duty.companions.registry import Companion
    from picket_duty.companions.table_saves import TableGame
    from picket_duty.extensions import ChartSet


def _names() -> Iterable[str]:
    from picket_duty.companions.registry import companion_names

    return companion_names()


def _saves() -> Iterable[str]:
    from picket_duty.companions.table_saves import list_games

    return (save.name for save in list_games())


complete_names = completer(_names)
complete_saves = completer(_saves)


# -- tables --game -----------------------------------------------------------


class GameCharts:
    """The charts of a companion game, for the commands of ``tables``."""

    def __init__(self, name: str) -> None:
        self.name = name

    def charts(self) -> ChartSet:
        """The charts, with what the owner typed in."""
        return self._companion(as_shipped=False)

    def answer(self, charts: ChartSet, question: object) -> dict[str, Any]:
        """The answer to one question of ``tables query``."""
        from picket_duty.companions.registry import answer

        return answer(cast("Companion", charts), question)

    def check(self, folder: Path | None) -> tuple[list[str], str]:
        """Faults of the charts as shipped, and what was checked."""
        from picket_duty.companions.registry import check

        game = self._companion(as_shipped=True)
        if folder is not None:
            fail("a companion game is checked as shipped; --game wants no folder")
        return list(check(game)), f"the companion {game.name}"

    def _companion(self, as_shipped: bool) -> Companion:
        from picket_duty.companions.fill import known_owner_folder
        from picket_duty.companions.registry import companion

        if chosen_folder() is not None:
            fail("--game and --tables exclude each other")
        return companion(self.name, None if as_shipped else known_owner_folder(self.name))


def _choose_game(context: click.Context, _parameter: click.Parameter, name: str | None) -> None:
    if name is not None:
        context.meta[CHARTS] = GameCharts(name)


#: For the group ``tables`` or one of its commands; the innermost one given counts.
game_option = click.option(
    "--game",
    metavar="NAME",
    expose_value=False,
    callback=_choose_game,
    shell_complete=complete_names,
    help=f"The charts of a companion game; '{NAME} games' names them.",
)


# -- referee --game ----------------------------------------------------------


def referee_options(command: Command) -> Command:
    """``--game`` and ``--umpire``: ``referee`` with a companion game."""

    @click.option(
        "--game",
        "table_game",
        metavar="NAME",
        shell_complete=complete_names,
        help=f"A companion game, new or a SAVE of it; '{NAME} games' names them.",
    )
    @click.option("--umpire", is_flag=True, help="With --game: the hidden placement is kept for the Japanese player.")
    @functools.wraps(command)
    def referee(*, table_game: str | None, umpire: bool, **options: Any) -> Any:
        if table_game is None:
            if umpire:
                fail("--umpire goes with --game international-team")
            return command(**options)
        chosen = options["chosen"]
        if chosen.names_a_game or options["computer"] or options["table"]:
            fail("a companion game has no scenario, campaign or patrol, and no kinds of roll")
        return _referee(table_game, options["save"], chosen.seed, options["save_path"], umpire, options["plain"])

    return cast(Command, referee)


def _referee(name: str, save: str | None, seed: int | None, path: Path | None, umpire: bool, plain: bool) -> None:
    """Referee a new or saved game, on the screen if there can be one."""
    from picket_duty.commands.play_commands import open_screen
    from picket_duty.companions import table_saves
    from picket_duty.companions.umpire import UMPIRE
    from picket_duty.plain.screen_check import why_no_screen

    if save is not None and (path is not None or umpire):
        fail("a save is taken up as it is; leave out --save and --umpire")
    if save is None:
        seed = int.from_bytes(os.urandom(4), "big") if seed is None else seed
        game, path = table_saves.begin(name, seed, path, (UMPIRE,) if umpire else ())
        echo(f"saved in {path}", err=True)
    else:
        path = table_saves.find(save)
        game = table_saves.resume(path)
    assert game.journal is not None
    if game.journal.notice:
        echo(game.journal.notice, err=True)
    over = True
    try:
        if game.state.setup.name != name:
            fail(f"{path}: is a game of {game.state.setup.name}")
        if plain or why_no_screen():
            over = _in_lines(game)
        else:
            open_screen(game, path)
    finally:
        if words := game.journal.close():
            click.echo(words, err=True)
    if not over:
        named = path.stem if path.parent == table_saves.table_folder() else path
        echo(f"left; take it up again with '{NAME} referee --game {name} {named}'", err=True)


def _in_lines(game: TableGame) -> bool:
    """Referee a game in plain mode; whether it is over."""
    from picket_duty.companions.table_conversation import TableConversation, cover
    from picket_duty.plain.prompt_loop import PROMPT

    return TableConversation(game, sys.stdin, lambda text: echo(text, nl=text != PROMPT), cover).run()


# -- replay ------------------------------------------------------------------


def replay_companions(command: Command) -> Command:
    """``replay`` for saves of companion games; a name is looked for among the destroyer's saves first."""

    @functools.wraps(command)
    def replay(*, save: str | None, verify: bool, upto: int | None, **options: Any) -> Any:
        path = _path_at_table(save)
        if path is None:
            return command(save=save, verify=verify, upto=upto, **options)
        _replay(path, verify, upto)
        return None

    return cast(Command, replay)


def _path_at_table(save: str | None) -> Path | None:
    """The save of a companion game; None if the name is another save, or none."""
    from picket_duty.companions import table_saves
    from picket_duty.saves import SaveError
    from picket_duty.saves.record import is_at_table

    try:
        path = path_of_save(save)
    except SaveError:
        if save is None:
            return None
        try:
            path = table_saves.find(save)
        except SaveError:
            return None
    return path if is_at_table(path) else None


def _replay(path: Path, verify: bool, upto: int | None) -> None:
    """Replay a companion game as text; what is hidden is left out until it is over."""
    from picket_duty.companions import table_saves
    from picket_duty.companions.table_conversation import lines_of

    if verify:
        game, states = table_saves.verify(path, upto)
        echo(f"{path.name}: {len(game.answers)} answers, {states} states, all as recorded")
        echo(f"state {game.state_hash}, charts {game.tables.digest}")
        return
    for line in lines_of(table_saves.load(path, upto)):
        echo(line)
