"""The folder of the saves: found, listed, named, deleted, exported, mended."""

from __future__ import annotations

import contextlib
import datetime
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import __version__
from picket_duty.book import Tables
from picket_duty.game import Game
from picket_duty.saves.lines import FORMAT, FORMAT_VERSION, LARGEST_FILE, SUFFIX, SaveError, reason
from picket_duty.saves.loading import entries_of, load_whole, resume
from picket_duty.saves.paths import HOME, saves_folder
from picket_duty.saves.record import begins_as_save, parse_prefix, read_record
from picket_duty.saves.writer import Journal, create, free_name, lock, open_for_more, write_new

LONGEST_NAME = 100
#: What to do where no game can be begun because no save can be.
ELSEWHERE = f"; make room there, or let {HOME} name another folder"
#: Signs that some system does not allow in the name of a file.
BARRED = '<>:"/\\|?*'
#: Names that Windows keeps for its devices.
DEVICES = {"con", "prn", "aux", "nul", *(f"{port}{number}" for port in ("com", "lpt") for number in range(10))}


def path_of(name: str, folder: Path | None = None) -> Path:
    """Where a save of this name lies, by default among the destroyer's. Raises SaveError for one no file can have."""
    text = name.removesuffix(SUFFIX).strip()
    if not text or len(text.encode()) > LONGEST_NAME or not text.isprintable() or text.startswith("."):
        raise SaveError(f"{name[:40]!r} cannot name a save; use up to {LONGEST_NAME} printable signs, no dot in front")
    if any(sign in BARRED for sign in text) or text.split(".")[0].lower() in DEVICES or text.endswith("."):
        raise SaveError(f"{name!r} cannot name a save; leave out {' '.join(BARRED)} and names of devices")
    return (folder or saves_folder()) / f"{text}{SUFFIX}"


# -- writing a game ---------------------------------------------------------------


def start_save(game: Game, name: str | None = None, path: Path | None = None) -> Path:
    """Save a game and keep its save up with every answer. Raises SaveError; never overwrites."""
    if path is not None:
        game.journal = write_whole(game, path)
        return path
    path = path_of(name or default_name(game))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        game.journal = write_whole(game, path)
    except OSError as error:
        raise SaveError(f"{path.parent}: cannot make the folder ({reason(error)}){ELSEWHERE}") from None
    except SaveError as error:
        raise SaveError(str(error) if path.exists() else f"{error}{ELSEWHERE}") from None
    return path


def default_name(game: Game) -> str:
    """A name that tells the game and when it was begun."""
    setup = game.state.setup
    now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
    return f"{setup.kind}-{setup.name}-{setup.level}-{now}"


def write_whole(game: Game, path: Path) -> Journal:
    """Write a game from its first answer on into a new file. Raises SaveError."""
    if not game.history:
        raise SaveError("a game played without history cannot be saved")
    if game.base:
        if game.journal is None:
            raise SaveError("a game taken up in the middle is saved by copying its save")
        assert isinstance(game.journal, Journal)
        game.journal.copy_to(path)
        game.journal.close()
        return open_for_more(path)[0]
    journal = create(path)
    try:
        journal.write(["game", header_of(game)])
        points = list(game.checkpoints)
        for number, (dice, value) in enumerate(entries_of(game)):
            while points and points[0].answers <= number:
                journal.write_checkpoint(points.pop(0))
            if dice is None:
                journal.write_choice(value)
            else:
                journal.write_roll(dice, value)
        for point in points:
            journal.write_checkpoint(point)
        if game.over:
            journal.write_end(game.state_hash)
    except BaseException:
        journal.let_go()
        path.unlink(missing_ok=True)
        raise
    return journal


def header_of(game: Game) -> dict[str, Any]:
    """The first line of a save."""
    return {
        "format": FORMAT,
        "version": FORMAT_VERSION,
        "program": __version__,
        "tables": game.tables.digest,
        "setup": msgspec.to_builtins(game.state.setup),
    }


# -- keeping files ------------------------------------------------------------------


def rename(path: Path, name: str, folder: Path | None = None) -> Path:
    """Give a save another name, in the folder of saves or in another. Raises SaveError where it is none."""
    target = path_of(name, folder)
    if path.suffix != SUFFIX or (path.parent.absolute() != (folder or saves_folder()) and not begins_as_save(path)):
        raise SaveError(f"{path}: not a save, so it is not renamed; it was left as it is")
    _check_nobody_plays(path)
    with _trouble(path):
        write_new(target, path.read_bytes())
        shutil.copystat(path, target)
        path.unlink()
    return target


def delete(path: Path) -> None:
    """Delete a save, also one that cannot be read. Raises SaveError where it is open or is no save by its name."""
    if path.suffix != SUFFIX:
        raise SaveError(f"{path}: not a save by its name ({SUFFIX}); it was left as it is")
    _check_nobody_plays(path)
    with _trouble(path):
        path.unlink()


def is_save(path: Path) -> bool:
    """Whether a file that is there is a save, be it by its name alone: nothing else is written over it."""
    return path.exists() and (path.suffix == SUFFIX or begins_as_save(path))


def is_played(path: Path) -> bool:
    """Whether a program has a save open."""
    try:
        _check_nobody_plays(path)
    except SaveError:
        return True
    return False


def export(path: Path, target: Path) -> None:
    """Copy a save, up to its last whole line; it may be open. Raises SaveError; never overwrites."""
    record = read_record(path)
    with _trouble(path):
        data = path.read_bytes()[: record.whole]
    write_new(target, data)


def compact(path: Path, target: Path, tables: Tables) -> None:
    """A new save of the line being played alone, nothing in it that was taken back. Raises SaveError."""
    game = load_whole(path, tables)
    if game.base:
        raise SaveError(f"{path}: its beginning was played with other tables, so it cannot be written anew")
    write_whole(game, target).close()


def mend(path: Path, tables: Tables) -> str:
    """Make a save playable and say how. A damaged one stays as it is: what is whole of it is copied to a new file.

    One of other tables goes on from its last snapshot with the tables in use. Raises SaveError.
    """
    with _trouble(path), open(path, "rb") as file:
        data = file.read(LARGEST_FILE + 1)
    record, fault, whole_lines = parse_prefix(data)
    if fault:
        if record is None:
            raise SaveError(f"{path}: {fault}; there is nothing to mend it from")
        target = free_name(path, "mended")
        write_new(target, data[: record.whole])
        return f"{fault}; the {whole_lines} lines before it stand in {target}"
    before = len(record.answers) if record else 0
    try:
        game = resume(path, tables)
    except SaveError:
        game = resume(path, tables, from_snapshot=True)
    assert game.journal is not None
    game.journal.close()
    if (back := before - game.requests) or (record is not None and record.tables != tables.digest):
        return f"goes on from {game.state.label} with the tables in use, {back} answers taken back"
    return game.journal.notice or "nothing to mend"


@contextlib.contextmanager
def _trouble(path: Path) -> Iterator[None]:
    """Whatever the system refuses becomes a SaveError."""
    try:
        yield
    except (OSError, ValueError) as error:
        raise SaveError(f"{path}: {reason(error)}") from None


def _check_nobody_plays(path: Path) -> None:
    """Raises SaveError where a program has the save open."""
    with _trouble(path), open(path, "r+b", buffering=0) as file:
        lock(file, path)
