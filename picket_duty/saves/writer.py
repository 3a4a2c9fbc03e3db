"""Writes games to new saves."""

from __future__ import annotations

import contextlib
import datetime
import os
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from picket_duty import __version__
from picket_duty.book.vocabulary import UNAIDED
from picket_duty.paths import HOME, SaveError
from picket_duty.requests import Roll
from picket_duty.saves import format
from picket_duty.saves.notes import AID, ASKED, DECIDER, PLAYED
from picket_duty.saves.places import path_of
from picket_duty.saves.record import Branch, Record, SavedAnswer
from picket_duty.saves.save_file import SaveFile, create, open_for_more
from picket_duty.state import TABLE

if TYPE_CHECKING:
    from picket_duty.game import AnyGame

#: Advice for a game that cannot be started because its save cannot be created.
ELSEWHERE = f". Free some disk space, or set {HOME} to another folder."


def start_save(game: AnyGame, name: str | None = None, path: Path | None = None) -> Path:
    """Save a game, and every answer from now on. Returns the path. Raises SaveError; never
    overwrites.
    """
    if path is not None:
        game.save_file = write_whole(game, path)
        return path
    path = path_of(name or default_name(game))
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        game.save_file = write_whole(game, path)
    except OSError as error:
        raise SaveError(
            f"{path.parent}: the folder cannot be created ({format.reason(error)}){ELSEWHERE}"
        ) from None
    except SaveError as error:
        # If the name is taken, another folder is not needed.
        raise SaveError(str(error) if path.exists() else f"{error}{ELSEWHERE}") from None
    return path


def default_name(game: AnyGame) -> str:
    """A name made of the set-up and the current time."""
    setup = game.state.setup
    now = datetime.datetime.now().strftime("%Y%m%d-%H%M%S-%f")[:-3]
    return f"{setup.kind}-{setup.name}-{setup.level}-{now}"


def write_whole(game: AnyGame, path: Path) -> SaveFile:
    """Write a game from its first answer to a new file. Raises SaveError."""
    if not game.history:
        raise SaveError("a game played without a record of its moves cannot be saved")
    # The game lacks its first answers; only its save has them.
    if game.base:
        if game.save_file is None:
            raise SaveError(
                "this game lacks its first answers and cannot be saved. Copy its original save."
            )
        assert isinstance(game.save_file, SaveFile)
        game.save_file.copy_to(path)
        game.save_file.close()
        return open_for_more(path)
    save_file = create(path, header_of(game))
    try:
        if game.state.setup.kind != TABLE:
            save_file.write_note(AID, game.recorded_aid)
            if game.recorded_aid == UNAIDED:
                save_file.write_note(ASKED, [])
        save_file.write_time()
        points = list(game.checkpoints)
        # A checkpoint comes after as many answers as it says; None stands for the end.
        for number, answer in enumerate([*entries_of(game), None]):
            while points and (answer is None or points[0].answers <= number):
                save_file.write_checkpoint(points.pop(0))
            if answer is not None:
                save_file.write_answer(answer)
        if game.over:
            save_file.write_end(game.state_hash)
    except BaseException:
        save_file.let_go()
        path.unlink(missing_ok=True)
        raise
    return save_file


def write_branch(record: Record, branch: Branch, path: Path) -> None:
    """Write one branch of a save to a new file, with the notes of the save. Raises SaveError; never
    overwrites.
    """
    if os.path.lexists(path):
        raise SaveError(f"{path}: already exists. Choose another name.")
    import tempfile

    # The save is written in a temporary folder and copied when it is complete.
    snapshots = list(branch.snapshots)
    first_tables, *changes = branch.tables
    with tempfile.TemporaryDirectory() as folder, contextlib.ExitStack() as stack:
        save_file = create(
            Path(folder) / path.name, {**record.header, "tables": first_tables.digest}
        )
        stack.callback(save_file.let_go)
        for key, value in record.notes.items():
            # ``write_answer`` writes who made each decision.
            if key != DECIDER:
                save_file.write_note(key, value)
        # Tables and states come after as many answers as they say; None stands for the end.
        for number, answer in enumerate([*branch.answers, None]):
            while changes and changes[0].answers == number:
                save_file.write_tables(changes.pop(0).digest)
            while snapshots and snapshots[0].answers == number:
                point = snapshots.pop(0)
                if point.packed:
                    save_file.write_state(point.label, point.day, point.state_hash, point.state())
                else:
                    # Only the hash of this state is known.
                    save_file.write(["at", point.label, point.state_hash, ""])
            if answer is not None:
                save_file.write_answer(answer)
        if PLAYED in record.notes:
            # The answers were written with the time of copying, but were played earlier.
            save_file.write_note(PLAYED, record.notes[PLAYED])
        if branch.over:
            save_file.write_end(branch.over)
        save_file.copy_to(path)


def header_of(game: AnyGame) -> dict[str, Any]:
    """The content of the first line of a save."""
    return {
        "format": format.FORMAT,
        "version": format.FORMAT_VERSION,
        "program": __version__,
        "tables": game.tables.digest,
        "setup": msgspec.to_builtins(game.state.setup),
    }


def entries_of(game: AnyGame) -> list[SavedAnswer]:
    """The answers of a game in the form of a save."""
    keys = (event.result.key for event in game.events if isinstance(event, Roll) and event.result)
    entries = []
    for answer, decider in zip(game.answers, game.deciders, strict=True):
        # Dice are tuples, decisions are not.
        if isinstance(answer, tuple):
            entries.append(SavedAnswer(dice=answer, value=next(keys)))
        else:
            entries.append(SavedAnswer(dice=None, value=answer, decider=decider))
    return entries
