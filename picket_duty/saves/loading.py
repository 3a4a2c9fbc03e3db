"""Makes a game from a save: resumes it, replays it, verifies it.

A record is replayed from its first answer (``replay_branch``) or from its last day
(``replay_last_day``); ``verify`` also compares every row and state on the way.
"""

from __future__ import annotations

from pathlib import Path

from picket_duty import state as game_state
from picket_duty.book import Tables, load_tables
from picket_duty.game import Game
from picket_duty.paths import SaveError
from picket_duty.saves.notes import aid_of
from picket_duty.saves.places import as_argument
from picket_duty.saves.record import Record, Snapshot, read_record
from picket_duty.saves.replay import Differs, game_from, not_playable, replay
from picket_duty.saves.save_file import SaveFile, open_for_more, take_over
from picket_duty.state import Setup

#: Said of a save that was made with other tables, when all its answers give the same results.
SAME_RESULTS = "this save was made with different tables, but all its results so far are the same"


class OtherTables(SaveError):
    """A save made with tables other than those in use; ``snapshot`` is its last one."""

    def __init__(self, name: str, record: Record, tables: Tables) -> None:
        self.snapshot = last_snapshot(record)
        hint = snapshot_hint(record)
        super().__init__(
            f"{name}: made with different tables ({record.tables[:16]}, now "
            f"{tables.digest}){hint and f'. {hint}'}"
        )


def resume(
    path: Path,
    tables: Tables | None = None,
    from_snapshot: bool = False,
    whole: bool = False,
    takes_over: bool = False,
) -> Game:
    """Open a saved game at the request where it was left; the file is locked while it is open.
    Raises SaveError.

    The game is replayed from the last day's snapshot, or with ``whole`` from its first answer, so
    that everything can be undone. Other tables raise OtherTables if the game differs with them;
    ``from_snapshot`` accepts them and continues from the last snapshot, undoing the answers since.
    A torn last line is dropped. With ``takes_over`` the file is taken from an earlier game of this
    program. The file of a finished game is then not locked.
    """
    tables = load_tables() if tables is None else tables
    save_file = take_over(path) if takes_over else open_for_more(path)
    record = save_file.record
    try:
        if why := not_playable(record.setup, tables):
            raise SaveError(f"{path}: {why}")
        _check_rules(record, tables, str(path))
        if from_snapshot:
            game = _from_snapshot(record, tables, path, save_file)
        else:
            game = _where_left(record, tables, path, save_file, whole=whole)
    except BaseException:
        save_file.close()
        raise
    game.save_file = save_file
    game.recorded_aid = aid_of(record.notes)
    if len(record.branches) > 1:
        number = list(record.branches).index(record.current) + 1
        others = (
            f"this save has {len(record.branches)} branches, and this is branch {number}, the "
            f"one played last. "
            f"To play another, copy it with 'picket-duty saves copy {as_argument(path)} NEW "
            f"--branch N'"
        )
        save_file.notice = ". ".join(filter(None, (save_file.notice, others)))
    return game


def load_whole(path: Path, tables: Tables | None = None, upto: int | None = None) -> Game:
    """Replay a save with its whole history; the file is only read. Raises SaveError.

    A beginning that was played with other tables and now plays differently is left out:
    ``game.base`` is then the number of answers before the game's history.
    """
    record = read_record(path)
    tables = load_tables() if tables is None else tables
    game = replay_branch(record, tables, str(path), upto)
    game.recorded_aid = aid_of(record.notes)
    return game


def replay_branch(record: Record, tables: Tables, name: str, upto: int | None = None) -> Game:
    """Replay the branch being played from its first answer, or from where it changed tables. Raises
    SaveError.
    """
    _check_rules(record, tables, name)
    try:
        return replay(record, tables, name, upto=upto)
    except Differs as error:
        # Where the save changed tables, after so many answers, it has a snapshot, from which these
        # tables can play.
        changed, _ = record.branch.tables[-1]
        packed = packed_snapshots(record)
        snapshot = next((each for each in packed if each.answers == changed), None)
        if not changed or snapshot is None or (upto is not None and upto < changed):
            raise Differs(name, error.difference) from None
        return replay(record, tables, name, start=snapshot, upto=upto)


def _check_rules(record: Record, tables: Tables, name: str) -> None:
    """Refuse a campaign whose rules have changed since it was begun. Raises SaveError."""
    setup = record.setup
    if setup.kind == game_state.CAMPAIGN and any(
        tables.has_changed(digest, setup.name) for _, digest in record.branch.tables
    ):
        raise SaveError(
            f"{name}: {changed_words(setup, tables)} since this game began. Start a new game."
        )


def changed_words(setup: Setup, tables: Tables) -> str:
    """That the rules of a campaign have changed."""
    return f"the rules of {tables.campaigns[setup.name].title!r} have changed"


def same_games(digest: str, setup: Setup, tables: Tables) -> bool:
    """Whether a game of this setup, played with the tables of that digest, is known to be the same
    with these. Otherwise the game is replayed and compared, unless ``_check_rules`` refuses it.
    """
    return tables.plays_as(digest, setup.name if setup.kind == game_state.CAMPAIGN else "")


def replay_last_day(record: Record, tables: Tables, name: str) -> Game:
    """Replay the branch being played from its last day's snapshot, or whole if it has none. Raises
    SaveError.
    """
    # ``changed`` is the number of answers before the last change of tables, which may not be
    # playable with these.
    changed, digest = record.branch.tables[-1]
    if same_games(digest, record.setup, tables):
        for snapshot in packed_snapshots(record):
            begins_day = snapshot.day and snapshot.answers >= changed
            is_at_change = changed > 0 and snapshot.answers == changed
            if begins_day or is_at_change:
                return replay(record, tables, name, start=snapshot)
    return replay_branch(record, tables, name)


def verify(record: Record, tables: Tables, name: str, upto: int | None = None) -> Game:
    """Replay the branch from its first answer, comparing every row and every state. Raises Differs,
    SaveError.
    """
    _check_rules(record, tables, name)
    try:
        return replay(record, tables, name, upto=upto, strict=True)
    except Differs as error:
        _, first_digest = record.branch.tables[0]
        is_other = tables.digest != record.tables or tables.digest != first_digest
        hint = " (made with different tables)" if is_other else ""
        raise Differs(name, error.difference, hint=hint) from None


def packed_snapshots(record: Record) -> list[Snapshot]:
    """The snapshots of the branch being played that have their state, the last one first."""
    return [snapshot for snapshot in reversed(record.snapshots) if snapshot.packed]


def last_snapshot(record: Record) -> Snapshot | None:
    """The last snapshot of the branch being played, None if it has none."""
    return next(iter(packed_snapshots(record)), None)


def snapshot_hint(record: Record) -> str:
    """The advice to continue from the last snapshot, as a sentence; empty without one."""
    snapshot = last_snapshot(record)
    if snapshot is None:
        return ""
    back = len(record.answers) - snapshot.answers
    return (
        f"'picket-duty saves repair' resumes the game at {snapshot.label}, {back} answers earlier."
    )


def _where_left(
    record: Record, tables: Tables, path: Path, save_file: SaveFile, whole: bool
) -> Game:
    """The game at its last answer, with ``whole`` replayed from its first one. If it was played with
    other tables, it continues with these only if all results so far are the same, and the save
    says so.
    """
    if same_games(record.tables, record.setup, tables):
        try:
            if whole:
                return replay_branch(record, tables, str(path))
            return replay_last_day(record, tables, str(path))
        except Differs as error:
            hint = snapshot_hint(record)
            raise Differs(str(path), error.difference, hint=hint and f". {hint}") from None
    try:
        game = verify(record, tables, str(path))
    except SaveError:
        raise OtherTables(str(path), record, tables) from None
    if not save_file.is_for_reading:
        save_file.write_tables(tables.digest)
    save_file.notice = ". ".join(filter(None, (save_file.notice, SAME_RESULTS)))
    return game


def _from_snapshot(record: Record, tables: Tables, path: Path, save_file: SaveFile) -> Game:
    """Continue from the last snapshot that these tables can play, undoing the answers since."""
    fault: SaveError | None = None
    for snapshot in packed_snapshots(record):
        try:
            game = game_from(tables, record.setup, snapshot, str(path))
        except SaveError as error:
            fault = error
            continue
        if back := len(record.answers) - snapshot.answers:
            save_file.write_undo(back)
        # The game is replayed from here on: the answers before may not be playable.
        save_file.write_tables(tables.digest)
        for checkpoint in game.checkpoints:
            save_file.write_checkpoint(checkpoint)
        return game
    raise fault or SaveError(f"{path}: no snapshot to continue from")
