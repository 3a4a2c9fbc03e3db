"""Companion games at the table in saves of their own: begun, found, taken up at the request where they were left.

They lie in a folder beside the other saves and are written by the same journal; a move is a step of play.
"""

from __future__ import annotations

import datetime
from pathlib import Path
from typing import Any, cast

from picket_duty.charts import ChartError
from picket_duty.companions import Companion, companion, ie_shima, international_team, island_war
from picket_duty.companions.fill import lay_in, texts_of
from picket_duty.companions.table import new_setup
from picket_duty.game import Game, System
from picket_duty.journal.folder import start_save
from picket_duty.journal.lines import SUFFIX, SaveError
from picket_duty.journal.places import data_folder, owner_folder
from picket_duty.journal.record import Record
from picket_duty.journal.writing import open_for_more
from picket_duty.requests import Illegal, Roll
from picket_duty.state import TABLE

#: The companions that are refereed, by name.
SYSTEMS: dict[str, Any] = {
    "ie-shima": ie_shima,
    "international-team": international_team,
    "island-war-1975": island_war,
    "island-war-2008": island_war,
}


def table_folder() -> Path:
    """The folder of the games at the table. It need not exist yet."""
    return data_folder() / TABLE


def new_game(name: str, seed: int) -> Game:
    """A companion game before its first move, with what its owner typed in.

    Raises ChartError where there is no such game, none to referee, or where what was typed in cannot be used.
    """
    tables = companion(name)
    return _game(tables, new_setup(tables, seed, texts_of(tables, owner_folder(name))))


def begin(name: str, seed: int, path: Path | None = None) -> tuple[Game, Path]:
    """A new game at the table, saved; and where. Raises ChartError, SaveError."""
    game = new_game(name, seed)
    if path is None:
        now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
        path = table_folder() / f"{name}-{now}{SUFFIX}"
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
        except OSError as error:
            raise SaveError(f"{path.parent}: cannot make the folder ({error.strerror})") from None
    return game, start_save(game, path=path)


def find(name: str) -> Path:
    """A game at the table by path or name. Raises SaveError."""
    for path in (Path(name), table_folder() / name, table_folder() / f"{name}{SUFFIX}"):
        if path.is_file():
            return path
    raise SaveError(f"no game {name!r} in {table_folder()}")


def take_up(path: Path) -> Game:
    """A game at the table where it was left, played from its first answer. Raises SaveError; the file is locked."""
    journal, record = open_for_more(path)
    try:
        game = _played(record, path)
    except BaseException:
        journal.close()
        raise
    game.journal = journal
    return game


def _played(record: Record, path: Path) -> Game:
    setup = record.setup
    if setup.kind != TABLE:
        raise SaveError(f"{path}: is no game at the table; take it up with 'picket-duty referee'")
    try:
        tables = companion(setup.name)
        _system_of(setup.name)
    except ChartError as error:
        raise SaveError(f"{path}: {error}") from None
    if record.tables != tables.digest:
        raise SaveError(f"{path}: made with other charts of {setup.name} ({record.tables[:16]}, now {tables.digest})")
    try:
        game = _game(tables, setup)
    except ChartError as error:
        raise SaveError(f"{path}: {error}") from None
    for number, (dice, value) in enumerate(record.answers, 1):
        try:
            if game.request is None or isinstance(game.request, Roll) is (dice is None):
                raise Illegal("something else was asked")
            found = game.answer(value if dice is None else dice)
        except Illegal as error:
            raise SaveError(f"{path}: answer {number}: {error}") from None
        if isinstance(found, Roll) and found.result is not None and found.result.key != value:
            raise SaveError(f"{path}: answer {number}: recorded {value!r}, now {found.result.key!r}")
    return game


def _game(tables: Companion, setup: Any) -> Game:
    """A game with the charts that its set-up took along.

    The loop is typed for the destroyer's tables and state; it asks no more of them than a companion has."""
    system = _system_of(setup.name)
    lay_in(tables, setup.options)
    return Game(system.first_state(tables, setup), cast(Any, tables), system=cast(System, system))


def _system_of(name: str) -> Any:
    if name not in SYSTEMS:
        raise ChartError(f"{name} is not refereed, only looked up; refereed: {', '.join(SYSTEMS)}")
    return SYSTEMS[name]
