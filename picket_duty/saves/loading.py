"""From a save to a game: taken up, played again, verified."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.book import Tables, load_tables
from picket_duty.charts import ChartError
from picket_duty.game import Game
from picket_duty.requests import Illegal, Roll
from picket_duty.rules import system
from picket_duty.saves.format import FORMAT_VERSION, SaveError
from picket_duty.saves.record import Line, Point, Record, at_table_words, read_record
from picket_duty.saves.validation import check_state
from picket_duty.saves.writer import Journal, open_for_more
from picket_duty.setup import SetupError, check_setup
from picket_duty.state import SCENARIO, Setup, State

#: Digests of the tables that programs of older formats came with: a save of theirs is none of other tables.
SHIPPED_THEN = ("52e129861ab9dcfc",)
OLDER = " (written by an older program; 'picket-duty resume' takes it up from its last snapshot)"


class Difference(msgspec.Struct, frozen=True):
    """The first place where a save and the game played again part: what was recorded, and what it is now."""

    answer: int
    phase: str
    chart: str
    what: str
    recorded: str
    now: str

    def __str__(self) -> str:
        """One line that names answer, phase, chart, recorded row and row now."""
        chart = f", table {self.chart}" if self.chart else ""
        return f"answer {self.answer}, {self.phase}{chart}: {self.what}: recorded {self.recorded}, now {self.now}"


class Differs(SaveError):
    """A save that does not play as recorded."""

    def __init__(self, name: str, difference: Difference, hint: str = "") -> None:
        self.difference = difference
        super().__init__(f"{name}: {difference}{hint}")


class OtherTables(SaveError):
    """A save made with tables other than those in use. ``point`` is its last snapshot."""

    def __init__(self, name: str, record: Record, tables: Tables, point: Point | None) -> None:
        self.point = point
        super().__init__(
            f"{name}: made with other tables ({record.tables[:16]}, now {tables.digest}){snapshot_hint(record, point)}"
        )


def resume(path: Path, tables: Tables | None = None, from_snapshot: bool = False, whole: bool = False) -> Game:
    """Take up a game at the request where it was left, from the last day's state on. Raises SaveError.

    ``whole`` plays it from its first answer, so that everything can be taken back. A save of an older format is
    played whole; where it does not play as recorded any more it is taken up from its last snapshot, which
    ``journal.notice`` says. Other tables raise OtherTables; ``from_snapshot`` goes on with them from the last
    step's snapshot, the answers since taken back. A torn last line is dropped. The file is locked while the
    game is open.
    """
    tables = load_tables() if tables is None else tables
    journal, record = open_for_more(path)
    try:
        if why := at_table_words(record.setup):
            raise SaveError(f"{path}: {why}")
        if from_snapshot:
            game = _from_snapshot(record, tables, path, journal)
        else:
            game = _where_left(record, tables, path, whole, journal)
    except BaseException:
        journal.close()
        raise
    game.journal = journal
    return game


def load_whole(path: Path, tables: Tables | None = None, upto: int | None = None) -> Game:
    """Play a save again for its whole history; the file is only read. Raises SaveError.

    What was played with other tables and plays differently now is left out: ``game.base`` then
    says how many answers stand before the game's history.
    """
    record = read_record(path)
    tables = load_tables() if tables is None else tables
    return play_line(record.line, record.setup, tables, str(path), upto)


def play_line(line: Line, setup: Setup, tables: Tables, name: str, upto: int | None = None) -> Game:
    """Play one line of a save from its first answer, or from where it changed tables. Raises SaveError."""
    try:
        return _play(line, None, start_game(tables, setup, None, name), name, upto)
    except Differs as error:
        changed = line.tables[-1][0]
        point = next((one for one in reversed(line.points) if one.answers == changed and one.packed), None)
        if not changed or point is None or (upto is not None and upto < changed):
            older = any(not one.comparable for one in line.points)
            raise Differs(name, error.difference, OLDER if older else "") from None
        return _play(line, point, start_game(tables, setup, point, name), name, upto)


def play_end(line: Line, setup: Setup, tables: Tables, name: str) -> Game:
    """Play one line of a save from its last day's state on, or, where it has none to go by, whole. Raises SaveError."""
    start = _start_of(line) if line.tables[-1][1] == tables.digest else None
    if start is None:
        return play_line(line, setup, tables, name)
    return _play(line, start, start_game(tables, setup, start, name), name, None)


def verify(record: Record, tables: Tables, name: str, upto: int | None = None) -> Game:
    """Play the line again from its first answer, every row and every state compared. Raises Differs at the first."""
    game = start_game(tables, record.setup, None, name)
    try:
        return _play(record.line, None, game, name, upto, strict=True)
    except Differs as error:
        other = record.tables != tables.digest or record.line.tables[0][1] != tables.digest
        raise Differs(name, error.difference, " (made with other tables)" if other else "") from None


def last_snapshot(record: Record) -> Point | None:
    """The last step whose state the save holds."""
    return next((point for point in reversed(record.points) if point.packed), None)


def snapshot_hint(record: Record, point: Point | None) -> str:
    """What can be done about a save that does not play on: go on from its last snapshot."""
    if point is None:
        return ""
    back = len(record.answers) - point.answers
    return f"; 'picket-duty saves mend' goes on from its snapshot of {point.label}, {back} answers back"


def no_such_scenario(setup: Setup, tables: Tables) -> str:
    """That these tables have not the scenario of a set-up, and what to do; empty where they have it."""
    if setup.kind != SCENARIO or setup.name in map(str, tables.scenarios):
        return ""
    return f"plays scenario {setup.name[:80]!r} of other tables; add --tables with the file or folder it was begun with"


# -- starting -------------------------------------------------------------------


def start_game(tables: Tables, setup: Setup, point: Point | None, name: str) -> Game:
    """A game at its beginning, or at a snapshot. Raises SaveError."""
    if why := at_table_words(setup) or no_such_scenario(setup, tables):
        raise SaveError(f"{name}: {why}")
    try:
        check_setup(setup, tables)
        state = system.first_state(tables, setup) if point is None else read_state(point)
        check_state(state, setup, tables)
        game = Game(state, tables)
    except SetupError as error:
        raise SaveError(f"{name}: set-up: {error}") from None
    except SaveError as error:
        raise SaveError(f"{name}: {error}") from None
    except ChartError as error:
        raise SaveError(f"{name}: cannot be played with these tables ({error})") from error
    game.base = 0 if point is None else point.answers
    return game


def read_state(point: Point) -> State:
    """The state of a snapshot. Raises SaveError."""
    try:
        return system.decode(point.state())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise SaveError(f"the snapshot of {point.label} cannot be read ({error})") from None


def _where_left(record: Record, tables: Tables, path: Path, whole: bool, journal: Journal) -> Game:
    point = last_snapshot(record)
    if why := no_such_scenario(record.setup, tables):
        raise SaveError(f"{path}: {why}")
    if record.tables != tables.digest and not _came_with_older(record, tables):
        raise OtherTables(str(path), record, tables, point)
    if record.line.old:
        return _take_over(record, tables, path, journal)
    try:
        return (play_line if whole else play_end)(record.line, record.setup, tables, str(path))
    except Differs as error:
        raise Differs(str(path), error.difference, snapshot_hint(record, point)) from None


def _came_with_older(record: Record, tables: Tables) -> bool:
    """Whether both the save's tables and those in use are the shipped ones, of an older program and of this."""
    return record.line.old and record.tables in SHIPPED_THEN and tables.layer is None


def _start_of(line: Line) -> Point | None:
    """The last day's state since the line changed tables, or the state it changed them at."""
    changed = line.tables[-1][0]
    for point in reversed(line.points):
        fits = point.packed and point.comparable and point.answers >= changed
        if fits and (point.day or (changed and point.answers == changed)):
            return point
    return None


def _take_over(record: Record, tables: Tables, path: Path, journal: Journal) -> Game:
    """Go on with a save of an older format: where it still plays as recorded, else from its last snapshot."""
    try:
        game = play_line(record.line, record.setup, tables, str(path))
    except SaveError:
        return _take_over_from_snapshot(record, tables, path, journal)
    if record.tables != tables.digest:
        journal.write_tables(tables.digest)
    journal.write_format()
    return game


def _take_over_from_snapshot(record: Record, tables: Tables, path: Path, journal: Journal) -> Game:
    try:
        game = _from_snapshot(record, tables, path, journal)
    except SaveError as error:
        program = str(record.header.get("program"))[:40]
        raise SaveError(f"{error}; written by an older program, so finish it with picket-duty {program}") from None
    back = len(record.answers) - game.base
    taken = f"saved by an older program and played differently now: goes on from {game.checkpoints[0].label}, "
    journal.notice = "; ".join(filter(None, (journal.notice, f"{taken}{back} answers taken back")))
    return game


def _from_snapshot(record: Record, tables: Tables, path: Path, journal: Journal) -> Game:
    """Go on from the last snapshot that these tables can play; what came after it is taken back."""
    fault: SaveError | None = None
    for point in reversed(record.points):
        if not point.packed:
            continue
        try:
            game = start_game(tables, record.setup, point, str(path))
        except SaveError as error:
            fault = error
            continue
        if back := len(record.answers) - point.answers:
            journal.write_undo(back)
        # Rows of an older program may differ as those of other tables do: a later reading begins here.
        if record.tables != tables.digest or record.line.old:
            journal.write_tables(tables.digest)
        if record.line.old:
            journal.write_format()
        for begun in game.checkpoints:
            journal.write_checkpoint(begun)
        return game
    raise fault or SaveError(f"{path}: holds no snapshot to go on from")


# -- playing --------------------------------------------------------------------


def _play(line: Line, start: Point | None, game: Game, name: str, upto: int | None, strict: bool = False) -> Game:
    """Give the answers of a line since ``start``, comparing rows and states. Raises Differs, SaveError."""
    first = game.base
    compare = _comparer(line, start, game, name, strict)
    compare()
    for number, (dice, value) in enumerate(line.answers[first:upto], first + 1):
        phase = game.state.label
        try:
            if game.request is None or isinstance(game.request, Roll) is (dice is None):
                raise Illegal(_wanted(game))
            request = game.answer(value if dice is None else dice)
        except Illegal as error:
            chart = game.request.table if isinstance(game.request, Roll) else ""
            difference = Difference(number, phase, chart, "answer", _entry(dice, value), str(error))
            raise Differs(name, difference) from None
        except ChartError as error:
            raise SaveError(f"{name}: answer {number}, {phase}: {error}") from error
        if isinstance(request, Roll) and request.result is not None and request.result.key != value:
            raise Differs(name, row_difference(number, request, value))
        compare()
    same = game.state_hash == line.over or line.over_version < FORMAT_VERSION
    if strict and line.over and upto is None and not (game.over and same):
        now = game.state_hash if game.over else "the game goes on"
        raise Differs(name, Difference(len(line.answers), game.state.label, "", "end of the game", line.over, now))
    return game


def _comparer(line: Line, start: Point | None, game: Game, name: str, strict: bool) -> Callable[[], None]:
    """A function that compares the states reached since it was called last with those recorded."""
    recorded = {(point.answers, point.label): point for point in line.points if point.comparable}
    waiting = _waiting(line, start)
    expected = next(waiting, None)
    told = 0

    def compare() -> None:
        nonlocal told, expected
        for point in game.checkpoints[told:]:
            answers = point.answers + (start.answers if start else 0)
            found = recorded.get((answers, point.label))
            if found is not None and found.state_hash != point.state_hash:
                raise Differs(name, state_difference(found, point.state, answers, point.label))
            if strict and found is not None and found.packed and read_state(found) != system.decode(point.state):
                raise Differs(name, state_difference(found, point.state, answers, point.label))
            if expected is not None and (answers, point.label) == (expected.answers, expected.label):
                expected = next(waiting, None)
        told = len(game.checkpoints)
        reached = game.requests + (game.requests == len(line.answers))
        if strict and expected is not None and expected.answers < reached:
            now = f"{game.state.label} goes on"
            raise Differs(name, Difference(expected.answers, expected.label, "", "a step begins", expected.label, now))

    return compare


def _waiting(line: Line, start: Point | None) -> Iterator[Point]:
    points = line.points
    return iter(points if start is None else points[points.index(start) :])


def _wanted(game: Game) -> str:
    if game.request is None:
        return "the game is over"
    return f"dice for table {game.request.table}" if isinstance(game.request, Roll) else f"the {game.request.about}"


def _entry(dice: tuple[int, ...] | None, value: Any) -> str:
    if dice is None:
        return f"decision {json.dumps(value)[:120]}"
    return f"dice {' '.join(map(str, dice))} with result {value!r}"


def row_difference(number: int, roll: Roll, key: str) -> Difference:
    """A roll whose row differs: recorded row and row now, with their labels on the chart."""
    assert roll.result is not None
    column = f" column {roll.column}" if roll.column is not None else ""
    total = f"row {roll.row}, column {roll.col}" if roll.is_matrix else f"total {roll.total}"
    what = f"{roll.purpose} {roll.actor}".strip() + f", dice {' '.join(map(str, roll.dice))}, {total}"
    now = f"row {roll.result.label} {roll.result.key!r}"
    return Difference(number, roll.phase, f"{roll.table}{column}", what, f"row {_row_of(roll, key)}{key!r}", now)


def _row_of(roll: Roll, key: str) -> str:
    rows = roll.chart.cells.values() if roll.is_matrix else roll.chart.by_column.get(roll.column, [])
    labels = dict.fromkeys(row.label for row in rows if row.key == key)
    return f"{' or '.join(labels)} " if labels else ""


def state_difference(recorded: Point, now: bytes, answers: int, label: str) -> Difference:
    """A state that differs: the first value that does, where the save holds the state, else the hashes."""
    what, before, after = "state", recorded.state_hash, "another"
    if recorded.packed:
        try:
            found = next(
                unequal(msgspec.to_builtins(read_state(recorded)), msgspec.to_builtins(system.decode(now))), None
            )
        except SaveError:
            found = None
        if found is not None:
            what, before, after = f"state, {found[0]}", found[1], found[2]
    return Difference(answers, label, "", what, before, after)


def unequal(before: Any, now: Any, path: str = "") -> Iterator[tuple[str, str, str]]:
    """Every value in which two states differ: its path, what it was, what it is."""
    if isinstance(before, dict) and isinstance(now, dict):
        for key in sorted({*before, *now}):
            yield from unequal(before.get(key), now.get(key), f"{path}.{key}".lstrip("."))
    elif isinstance(before, list) and isinstance(now, list) and len(before) == len(now):
        for number, (one, other) in enumerate(zip(before, now, strict=True)):
            yield from unequal(one, other, f"{path}.{number}")
    elif before != now:
        yield path, json.dumps(before)[:80], json.dumps(now)[:80]
