"""Saves of companion games: begin, load, verify, resume.

They are in a folder beside the other saves and are written by the same writer; a move is a step of
play.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any, TypeAlias

import msgspec

from picket_duty.charts import ChartError
from picket_duty.companions import ie_shima, international_team, island_war
from picket_duty.companions.companion import Companion, companion
from picket_duty.companions.fill import apply_typed_texts, owner_folder, practice_texts, texts_of
from picket_duty.companions.ie_shima_board import OPPONENTS, PRACTICE, STACKS
from picket_duty.companions.international_team_pieces import UMPIRE
from picket_duty.companions.table import REVISIONS, TablePlay, TableState, TableSystem, new_setup
from picket_duty.game import Game
from picket_duty.paths import SaveError
from picket_duty.requests import Illegal, Roll
from picket_duty.saves.format import SUFFIX
from picket_duty.saves.places import saves_folder
from picket_duty.saves.record import MAIN_GAME, Record, read_record
from picket_duty.saves.save_file import open_for_more
from picket_duty.saves.save_list import rename_save
from picket_duty.saves.writer import start_save
from picket_duty.state import TABLE, Setup

#: A game at the table.
TableGame: TypeAlias = Game[TableState, Companion, TablePlay[Any]]
#: The rules of the companions that are refereed.
SYSTEMS: dict[str, TableSystem[Any, Any]] = {
    "ie-shima": ie_shima.SYSTEM,
    "international-team": international_team.SYSTEM,
    "island-war-1975": island_war.SYSTEM,
    "island-war-2008": island_war.SYSTEM,
}
#: What may be chosen for a game before its first request.
OPTIONS: dict[str, tuple[str, ...]] = {
    "international-team": (UMPIRE,),
    "ie-shima": (PRACTICE, STACKS, *OPPONENTS),
}


def new_game(name: str, seed: int, options: tuple[str, ...] = ()) -> TableGame:
    """A companion game before its first move, with the charts that its owner entered. Raises
    ChartError.
    """
    tables = companion(name)
    for option in options:
        if option not in OPTIONS.get(name, ()):
            games = (game for game, allowed in OPTIONS.items() if option in allowed)
            raise ChartError(f"option {option!r} applies only to {', '.join(games)}")
    if PRACTICE not in options and not OPPONENTS.keys().isdisjoint(options):
        raise ChartError("the computer plays only on the practice island")
    typed = practice_texts(tables) if PRACTICE in options else texts_of(tables, owner_folder(name))
    return _game(tables, new_setup(tables, seed, (*REVISIONS, *options, *typed)))


def begin_game(
    name: str, seed: int, path: Path | None = None, options: tuple[str, ...] = ()
) -> tuple[TableGame, Path]:
    """A new game and the path of its save. Raises ChartError, SaveError."""
    game = new_game(name, seed, options)
    if path is None:
        now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
        path = (
            saves_folder(at_table=True)
            / f"{PRACTICE if PRACTICE in options else name}-{now}{SUFFIX}"
        )
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(
                f"{path.parent}: the folder cannot be created ({error.strerror})"
            ) from None
    return game, start_save(game, path=path)


def load_game(path: Path, upto: int | None = None) -> TableGame:
    """A saved game after all or the first of its answers, to look at; nothing is written. Raises
    SaveError.
    """
    return _played(read_record(path), path, upto)


def verify_game(path: Path, upto: int | None = None) -> tuple[TableGame, int]:
    """A saved game played again, and how many states were compared. Raises SaveError with the first
    difference.
    """
    record = read_record(path)
    game = _played(record, path, upto)
    now = {(point.answers, point.label): point.state for point in game.checkpoints}
    compared = 0
    for point in record.snapshots:
        if point.answers > len(game.answers):
            break
        recorded = point.state()
        # A state from before version 0.9 has sums and marks keyed by the text shown; it is not
        # compared.
        if not {"sums", "marks"}.isdisjoint(msgspec.json.decode(recorded)):
            continue
        played = now.get((point.answers, point.label))
        if played is None or game.system.decode(played) != game.system.decode(recorded):
            raise SaveError(
                f"{path}: after {point.answers} answers, {point.label}: the state differs "
                f"from the save"
            )
        compared += 1
    return game, compared


def rename_open(game: TableGame, name: str) -> Path:
    """Rename the save of a game in play; the game continues in it. Raises SaveError."""
    assert game.save_file is not None
    path = game.save_file.path
    game.save_file.close()
    try:
        path = rename_save(path, name, at_table=True)
    finally:
        game.save_file = open_for_more(path)
    return path


def resume_game(path: Path) -> TableGame:
    """A saved game played to its last answer, with its save open and locked. Raises SaveError."""
    save_file = open_for_more(path)
    try:
        game = _played(save_file.record, path)
    except BaseException:
        save_file.close()
        raise
    game.save_file = save_file
    return game


def _played(record: Record, path: Path, upto: int | None = None) -> TableGame:
    setup = record.setup
    if setup.kind != TABLE:
        raise SaveError(f"{path}: {MAIN_GAME}. Open it with 'picket-duty resume SAVE'.")
    try:
        tables = companion(setup.name)
        if not tables.plays_as(record.tables):
            charts = f"{setup.name} charts ({record.tables[:16]}; yours are {tables.digest})"
            raise SaveError(f"{path}: made with different {charts}")
        game = _game(tables, setup)
    except ChartError as error:
        raise SaveError(f"{path}: {error}") from None
    for number, (dice, value, _) in enumerate(record.answers[:upto], 1):
        try:
            # Only the answer to a roll has dice.
            has_dice = dice is not None
            if game.request is None or isinstance(game.request, Roll) != has_dice:
                raise Illegal("the game is asking for a different kind of answer")
            request = game.answer(value if dice is None else dice)
        except Illegal as error:
            raise SaveError(f"{path}: answer {number}: {error}") from None
        # The save has the result of each roll, which is looked up again.
        if isinstance(request, Roll) and request.result is not None and request.result.key != value:
            given = request.result.key
            raise SaveError(
                f"{path}: answer {number}: the save has {value!r}, but replaying it gives {given!r}"
            )
    return game


def _game(tables: Companion, setup: Setup) -> TableGame:
    """A game with the charts in its setup. Raises ChartError for one that is not refereed."""
    if setup.name not in SYSTEMS:
        raise ChartError(
            f"The program cannot referee {setup.name}. It can referee: {', '.join(SYSTEMS)}."
        )
    apply_typed_texts(tables, setup.options)
    system = SYSTEMS[setup.name]
    return Game(system.first_state(tables, setup), tables, system=system)
