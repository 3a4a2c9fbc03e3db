"""Games and saves for the tests of saves."""

from __future__ import annotations

from pathlib import Path

from picket_duty.book import Tables, load_tables
from picket_duty.captains import captain_named
from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.game import Game
from picket_duty.saves import resume, start_save
from picket_duty.saves.save_file import open_for_more
from picket_duty.saves.service_record import FinishedGame, ServedShip
from tests.games import TABLES, new_game, step

SHIPPED = TABLES.folders[0]


def play(game: Game, captain: RandomCaptain, answers: int = 10**9) -> None:
    while game.request is not None and answers > 0:
        answers -= 1
        step(game, captain.choose)


def played(policy: str = "random", answers: int = 10**9, **setup) -> Game:
    game = new_game(**setup)
    captain = captain_named(policy, game.state.setup.seed)
    play(game, captain, answers)  # type: ignore[arg-type]
    return game


def begun(path: Path, answers: int = 0, captain: RandomCaptain | None = None, **setup) -> Game:
    """A game after this many answers of a captain, a random one unless given, with its open save at
    ``path``.
    """
    game = new_game(**setup)
    path.parent.mkdir(parents=True, exist_ok=True)
    start_save(game, path=path)
    play(game, captain or RandomCaptain(game.state.setup.seed), answers)
    return game


def saved(path: Path, policy: str = "random", answers: int = 10**9, **setup) -> Game:
    """The same with its closed save, played by a captain of this name."""
    game = begun(path, **setup)
    play(game, captain_named(policy, game.state.setup.seed), answers)  # type: ignore[arg-type]
    game.save_file.close()
    return game


def new_branch(path: Path, at: int, name: str) -> Game:
    """A game resumed in a new branch after its first ``at`` answers, as version 1.0.0 could begin
    one.
    """
    add_entry(path, ["branch", name, at])
    return resume(path, TABLES)


def changed_midway(path: Path, folder: Path) -> tuple[Game, int, Tables]:
    """A game played on with other tables, the number of its answers before them, and the tables;
    its save is closed.
    """
    saved(path, campaign="mini", level="advanced", seed=5, answers=170)
    other = load_tables(other_tables(folder))
    game = resume(path, other, from_snapshot=True)
    start = game.requests
    play(game, RandomCaptain(0), 60)
    game.save_file.close()
    return game, start, other


def add_entry(path: Path, entry: list[object]) -> None:
    """Write an entry that only an older version writes, such as one that switches or drops a
    branch.
    """
    save_file = open_for_more(path)
    try:
        save_file.write(entry)
    finally:
        save_file.close()


def other_tables(
    folder: Path, file: str = "house/V-1.toml", before: str = "value = 0", after: str = "value = 1"
) -> Path:
    """A layer of tables with one text of one shipped file replaced."""
    text = (SHIPPED / file).read_text(encoding="utf-8")
    assert before in text, (file, before)
    target = folder / file
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text.replace(before, after), encoding="utf-8")
    return folder


#: Entries of the service record.
LOST = FinishedGame(
    save="one",
    finished="2026-01-02T03:04",
    kind="scenario",
    name="3",
    level="basic",
    outcome="japanese_win",
    ship="USS Laffey",
    captain="Cdr Becton",
    days=1,
    planes=12,
    destroyed=5,
    flamed=2,
    hits=3,
    ships_sunk=1,
    by_type={"Val": 4, "Kate": 1},
)
WON = FinishedGame(
    save="two",
    finished="2026-01-03T03:04",
    kind="patrol",
    name="1945-04-06",
    level="advanced",
    outcome="us_win",
    ship="USS Bush",
    captain="Cdr Westholm",
    days=2,
    planes=1,
    destroyed=1,
    flamed=0,
    hits=0,
    ships_sunk=0,
    by_type={"Val": 1},
    watch="2026-01-03",
    ships=[ServedShip("Bush", "DD-529", "Cdr Westholm", "1945-04-06", "1945-04-07", 2, 1, 1, 0)],
)
