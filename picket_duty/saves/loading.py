"""Makes a game from a save: resumes it, replays it, verifies it, and checks the states it holds."""

from __future__ import annotations

import contextlib
import datetime
import json
import re
from collections.abc import Collection, Iterable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from picket_duty import state as game_state
from picket_duty.book import Tables, load_tables
from picket_duty.book.ids import SECONDARY, FighterSlot, slot_named, split_id
from picket_duty.book.limits import CHIT, STATIONS
from picket_duty.book.vocabulary import Sky, Track
from picket_duty.charts import ChartError, Row
from picket_duty.game import Checkpoint, Game
from picket_duty.paths import SaveError
from picket_duty.requests import Choice, Illegal, Roll
from picket_duty.rules import anchorage, campaign, coverage, records, scenario, stations, system
from picket_duty.rules.sequence import STEPS
from picket_duty.saves.format import state_parts
from picket_duty.saves.places import as_argument
from picket_duty.saves.record import (
    Branch,
    Record,
    SavedAnswer,
    Snapshot,
    aid_of,
    at_table_words,
    read_record,
)
from picket_duty.saves.writer import SaveFile, open_for_more, take_over
from picket_duty.setup import MOST_DAYS, SetupError, check_setup
from picket_duty.state import Setup, Ship, State, date_in_label

#: Said of a save that was made with other tables, when all its answers give the same results.
SAME_RESULTS = "this save was made with different tables, but all its results so far are the same"


class Difference(msgspec.Struct, frozen=True):
    """The first difference between a save and its replay: what was recorded and what it is now."""

    answer: int
    phase: str
    chart: str
    what: str
    recorded: str
    now: str

    def __str__(self) -> str:
        """One line that names answer, phase, chart, recorded row and row now."""
        chart = f", table {self.chart}" if self.chart else ""
        return (
            f"answer {self.answer}, {self.phase}{chart}: {self.what}: recorded {self.recorded}, "
            f"now {self.now}"
        )


class Differs(SaveError):
    """A save whose replay differs from what was recorded."""

    def __init__(self, name: str, difference: Difference, hint: str = "") -> None:
        self.difference = difference
        super().__init__(f"{name}: {difference}{hint}")


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
    program, and that of a finished game is not locked.
    """
    tables = load_tables() if tables is None else tables
    save_file = (take_over if takes_over else open_for_more)(path)
    record = save_file.record
    try:
        if why := not_playable(record.setup, tables):
            raise SaveError(f"{path}: {why}")
        _check_rules(record, tables, str(path))
        if from_snapshot:
            game = _from_snapshot(record, tables, path, save_file)
        else:
            game = _where_left(record, tables, path, whole, save_file)
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
        return _replay(record, tables, name, None, upto)
    except Differs as error:
        changed = record.branch.tables[-1][0]
        packed = packed_snapshots(record)
        snapshot = next((each for each in packed if each.answers == changed), None)
        if not changed or snapshot is None or (upto is not None and upto < changed):
            raise Differs(name, error.difference) from None
        return _replay(record, tables, name, snapshot, upto)


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
    """Whether a game of this setup, played with the tables of that digest, is the same with
    these.
    """
    return tables.plays_as(digest, setup.name if setup.kind == game_state.CAMPAIGN else "")


def replay_last_day(record: Record, tables: Tables, name: str) -> Game:
    """Replay the branch being played from its last day's snapshot, or whole if it has none. Raises
    SaveError.
    """
    changed, digest = record.branch.tables[-1]
    if same_games(digest, record.setup, tables):
        for snapshot in packed_snapshots(record):
            back = snapshot.answers - changed
            if (snapshot.day and back >= 0) or (changed and not back):
                return _replay(record, tables, name, snapshot)
    return replay_branch(record, tables, name)


def verify(record: Record, tables: Tables, name: str, upto: int | None = None) -> Game:
    """Replay the branch from its first answer, comparing every row and every state. Raises Differs,
    SaveError.
    """
    _check_rules(record, tables, name)
    try:
        return _replay(record, tables, name, None, upto, strict=True)
    except Differs as error:
        other = record.tables != tables.digest or record.branch.tables[0][1] != tables.digest
        raise Differs(
            name, error.difference, " (made with different tables)" if other else ""
        ) from None


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


def not_playable(setup: Setup, tables: Tables) -> str:
    """Why a set-up cannot be played with these tables: its scenario is not there, or it is a
    companion game.
    """
    if setup.kind == game_state.SCENARIO and setup.name not in map(str, tables.scenarios):
        return (
            f"scenario {setup.name[:80]!r} is not in these tables. Name its file or folder with "
            f"--tables."
        )
    return at_table_words(setup)


# -- starting -------------------------------------------------------------------


def game_from(tables: Tables, setup: Setup, snapshot: Snapshot | None, name: str) -> Game:
    """A game at its beginning or at a snapshot. Raises SaveError."""
    if why := not_playable(setup, tables):
        raise SaveError(f"{name}: {why}")
    try:
        check_setup(setup, tables)
        state = system.first_state(tables, setup) if snapshot is None else read_state(snapshot)
        if fault := next(_faults(state, setup, tables), ""):
            raise SaveError(f"a game state in the save does not match its game: {fault}")
        game = Game(state, tables)
    except SetupError as error:
        raise SaveError(f"{name}: setup: {error}") from None
    except SaveError as error:
        raise SaveError(f"{name}: {error}") from None
    except ChartError as error:
        raise SaveError(f"{name}: cannot be played with these tables ({error})") from error
    game.base = 0 if snapshot is None else snapshot.answers
    return game


def read_state(snapshot: Snapshot) -> State:
    """The state of a snapshot. Raises SaveError."""
    try:
        return system.decode(snapshot.state())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise SaveError(f"the snapshot of {snapshot.label} cannot be read ({error})") from None


def _where_left(
    record: Record, tables: Tables, path: Path, whole: bool, save_file: SaveFile
) -> Game:
    """The game at its last answer; from there on it is played with these tables, if it is the same
    with them.
    """
    if same_games(record.tables, record.setup, tables):
        try:
            return (replay_branch if whole else replay_last_day)(record, tables, str(path))
        except Differs as error:
            hint = snapshot_hint(record)
            raise Differs(str(path), error.difference, hint and f". {hint}") from None
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


# -- replay ---------------------------------------------------------------------


def _replay(
    record: Record,
    tables: Tables,
    name: str,
    start: Snapshot | None,
    upto: int | None = None,
    strict: bool = False,
) -> Game:
    """Give the answers of a branch since ``start``, comparing rows and states. Raises Differs,
    SaveError.

    Any state of a day is compared in full, since an undo may make it the one to start from;
    others only if ``strict``.
    """
    branch = record.branch
    game = game_from(tables, record.setup, start, name)
    recorded = {(snapshot.answers, snapshot.label): snapshot for snapshot in branch.snapshots}
    compared = 0
    for number, saved in enumerate([None, *branch.answers[game.base : upto]], game.base):
        if saved is not None:
            _answer(game, number, saved, name)
        for point in game.checkpoints[compared:]:
            answers = point.answers + game.base
            snapshot = recorded.pop((answers, point.label), None)
            if snapshot is not None and _is_other(snapshot, point, strict or snapshot.day):
                raise Differs(name, state_difference(snapshot, point.state, answers, point.label))
        compared = len(game.checkpoints)
    first = 0 if start is None else start.answers + 1
    for missing in recorded.values():
        if (strict or missing.day) and first <= missing.answers < _reached(game, branch):
            step = missing.label
            now = f"{game.state.label} continues"
            raise Differs(name, Difference(missing.answers, step, "", "a step begins", step, now))
    if strict and branch.over and upto is None:
        _compare_end(game, branch, name)
    return game


def _reached(game: Game, branch: Branch) -> int:
    """The number of answers before which every recorded step has begun."""
    return game.requests + (game.requests == len(branch.answers))


def _compare_end(game: Game, branch: Branch, name: str) -> None:
    now = game.state_hash if game.over else "the game continues"
    if now != branch.over:
        count = len(branch.answers)
        label = game.state.label
        raise Differs(name, Difference(count, label, "", "end of the game", branch.over, now))


def _answer(game: Game, number: int, saved: SavedAnswer, name: str) -> None:
    """Give an answer of a save, and compare the row that dice find. Raises Differs, SaveError."""
    dice, value, decider = saved
    asked = game.request
    phase = game.state.label
    try:
        if asked is None:
            raise Illegal("the game is over")
        if isinstance(asked, Roll) and dice is None:
            raise Illegal(f"the game is asking for dice for table {asked.table}")
        if isinstance(asked, Choice) and dice is not None:
            raise Illegal(f"the game is asking for the {asked.about} now")
        request = game.answer(value if dice is None else dice, decider)
    except Illegal as error:
        recorded = f"decision {json.dumps(value)[:120]}"
        if dice is not None:
            recorded = f"dice {_spaced(dice)} with result {value!r}"
        chart = asked.table if isinstance(asked, Roll) else ""
        difference = Difference(number, phase, chart, "answer", recorded, str(error))
        raise Differs(name, difference) from None
    except ChartError as error:
        raise SaveError(f"{name}: answer {number}, {phase}: {error}") from error
    if isinstance(request, Roll) and request.result is not None and request.result.key != value:
        raise Differs(name, _row_difference(request, request.result, number, value))


def _row_difference(roll: Roll, result: Row, number: int, key: str) -> Difference:
    """The row of a roll and the recorded one, with their labels on the chart."""
    chart = roll.table
    if roll.column is not None:
        chart += f" column {roll.column}"
    total = f"total {roll.total}"
    rows: Iterable[Row] = roll.chart.by_column.get(roll.column, ())
    if roll.is_matrix:
        total = f"row {roll.row}, column {roll.col}"
        rows = roll.chart.cells.values()
    what = f"{roll.purpose.id} {roll.actor}".strip()
    labels = " or ".join(dict.fromkeys(row.label for row in rows if row.key == key))
    return Difference(
        number,
        roll.phase,
        chart,
        f"{what}, dice {_spaced(roll.dice)}, {total}",
        f"row {f'{labels} ' if labels else ''}{key!r}",
        f"row {result.label} {result.key!r}",
    )


def _spaced(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _is_other(snapshot: Snapshot, point: Checkpoint, strict: bool) -> bool:
    """Whether a checkpoint differs from its snapshot: by hash, and if ``strict`` by the state
    itself.
    """
    if snapshot.state_hash != point.state_hash:
        return True
    with contextlib.suppress(SaveError):
        if not strict or not snapshot.packed or snapshot.parts() == state_parts(point.state):
            return False
    # A state of an older version may have other fields, which are ignored.
    return read_state(snapshot) != system.decode(point.state)


def state_difference(recorded: Snapshot, now: bytes, answers: int, label: str) -> Difference:
    """The difference of a state: the first value that differs if the save holds the state, else the
    hashes.
    """
    if recorded.packed:
        with contextlib.suppress(SaveError):
            then = msgspec.to_builtins(read_state(recorded))
            after = msgspec.to_builtins(system.decode(now))
            for path, was, value in unequal(then, after):
                return Difference(answers, label, "", f"state, {path}", was, value)
    return Difference(answers, label, "", "state", recorded.state_hash, "another")


def unequal(before: Any, now: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every value in which two states differ: its path, the value then and the value now."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            yield from unequal(before.get(key), now.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (then, value) in enumerate(zip(before, now, strict=True)):
            yield from unequal(then, value, f"{path}.{number}")
    elif before != now:
        yield path, json.dumps(before)[:80], json.dumps(now)[:80]


#: Far above any number in a game.
MOST = 10**6
#: A run of digits as long as in larger numbers; a state without one need not be searched.
MANY_DIGITS = re.compile(rb"[0-9]{%d}" % len(str(MOST)))


def _faults(state: State, setup: Setup, tables: Tables) -> Iterator[str]:
    """Why a state cannot occur in a game of this set-up."""
    if state.setup != setup:
        yield "different setup"
        return
    if MANY_DIGITS.search(msgspec.json.encode(state)):
        yield from _counts(msgspec.to_builtins(msgspec.structs.replace(state, setup=None)), "state")
    for ship in (state.ship, *state.squadron):
        yield from _ship(ship, state, tables)
    for what, values, known in _named(state):
        yield from (f"unknown {what} {str(value)[:40]!r}" for value in values if value not in known)
    if (state.step == system.OVER) != bool(state.outcome):
        yield f"step {state.step!r} does not match outcome {state.outcome!r}"
    if not setup.start <= state.date <= setup.start + datetime.timedelta(days=MOST_DAYS):
        yield f"the date ({state.date}) is out of range"
    phases: Collection[int] = ()
    if state.phase in range(len(game_state.PHASES)):
        phases = scenario.phases_of(system.play_of(state, tables))
    if state.phase not in phases and (state.step == "phase" or not phases):
        yield f"phase {state.phase} is not played in this game"
    stages = 0
    if setup.kind == game_state.CAMPAIGN:
        stages = tables.campaigns[setup.name].stages
    if len(state.stages) != stages:
        yield f"the campaign has {len(state.stages)} stages, not {stages}"
    if state.day_start and not state.records.daily:
        yield "the day has counts but no record"
    days = [*state.records.calendar, *(day.date for day in state.records.daily)]
    for ship in (state.ship, *state.squadron, *state.lost):
        days += [date_in_label(officer.phase) for officer in ship.fallen]
    for day in days:
        with contextlib.suppress(ValueError):
            if datetime.date.fromisoformat(day).isoformat() == day:
                continue
        yield f"{day[:40]!r} is not a valid date"


def _named(state: State) -> Iterator[tuple[str, Iterable[Any], Collection[Any]]]:
    """What a state names, and what there is of each kind."""
    air = state.air
    yield "step", [state.step], (*STEPS, system.OVER)
    yield (
        "outcome",
        [state.outcome],
        ("", game_state.US_WIN, game_state.JAPANESE_WIN, game_state.DRAW, game_state.RECORD),
    )
    yield "weather", [state.weather_before, air.weather], ("", *Sky)
    yield "count of a day", state.day_start, records.COUNTED
    yield "fighters", air.coverage, coverage.TYPES
    others = [marker for marker in air.markers if not isinstance(slot_named(marker), FighterSlot)]
    yield "fighters", others, ()
    planes = [*air.planes, *(plane for wave in air.waves for plane in wave)]
    yield "bearing", [plane.bearing for plane in planes], range(0, 360, 45)
    yield "altitude", [plane.altitude for plane in planes], ("L", "M", "H")
    flying = (game_state.UNDAMAGED, game_state.PLANE_DAMAGED, game_state.SHOT_DOWN)
    states = (*flying, game_state.GONE, game_state.REMOVED)
    yield "plane", [plane.state for plane in planes], states
    for ship in (state.ship, *state.squadron):
        yield from _named_aboard(ship)
    for ship in (state.ship, *state.squadron, *state.lost):
        yield "fate", [ship.fate], ("", campaign.SUNK, campaign.REAR)
        yield "post", [*ship.crew, *(officer.post for officer in ship.fallen)], game_state.POSTS
        phases = [officer.phase.partition("/")[2] for officer in ship.fallen]
        yield "phase", phases, game_state.PHASES


def _named_aboard(ship: Ship) -> Iterator[tuple[str, Iterable[Any], Collection[Any]]]:
    """What the state of a ship on duty or in the squadron names."""
    conditions = [*ship.equipment.values(), *(mount.director for mount in ship.mounts.values())]
    known = (game_state.WORKING, game_state.DAMAGED, game_state.DESTROYED)
    yield "condition", conditions, known
    sections = [*ship.deck_fires, *(flood.section for flood in ship.floods)]
    yield "section", sections, game_state.SECTIONS
    yield "side", [flood.side for flood in ship.floods], ("", "port", "starboard")
    rooms = [name for name in ship.secondary if split_id(name).kind != SECONDARY]
    yield "compartment", rooms, ()
    yield "station", [ship.station], (None, *STATIONS)
    absences = ("", anchorage.REPAIR, anchorage.REPLENISH, anchorage.STORM_REPAIR)
    yield "absence", [ship.away], absences


def _ship(ship: Ship, state: State, tables: Tables) -> Iterator[str]:
    if ship.ship_class not in tables.ships:
        yield f"unknown ship class {ship.ship_class[:40]!r}"
        return
    built = stations.build_ship(
        tables, ship.name, ship.hull_number, ship.ship_class, state.setup.options
    )
    drawn = ship.crew or ship is not state.ship or state.step != "setup"
    for what, names, wanted in (
        ("mount", set(ship.mounts), set(built.mounts)),
        ("compartment", set(ship.compartments), set(built.compartments)),
        ("equipment", set(ship.equipment), set(built.equipment)),
        ("section", set(ship.men), set(game_state.SECTIONS)),
        ("post", set(ship.crew), set(game_state.POSTS if drawn else ())),
    ):
        yield from (f"unknown {what} {name[:40]!r}" for name in sorted(names - wanted))
        yield from (f"{what} {name!r} is missing" for name in sorted(wanted - names))
    for track in (Track.AMMUNITION, Track.FUEL, Track.HULL, Track.MANEUVER):
        if not 0 <= getattr(ship, track) <= getattr(tables.numbers, track):
            yield f"{track} ({getattr(ship, track)}) is out of range"
    for section, men in ship.men.items():
        if not 0 <= men <= tables.numbers.men.get(section, 0):
            yield f"the number of men {section[:40]} ({men}) is out of range"
    if any(not -CHIT <= officer.value <= CHIT for officer in ship.crew.values()):
        yield "an officer's value is out of range"


def _counts(value: Any, name: str) -> Iterator[str]:
    if isinstance(value, dict):
        for key, item in value.items():
            yield from _counts(item, str(key))
    elif isinstance(value, list):
        for item in value:
            yield from _counts(item, name)
    elif type(value) is int and not -MOST <= value <= MOST:
        yield f"{name[:40]} ({str(value)[:40]}) is out of range"
