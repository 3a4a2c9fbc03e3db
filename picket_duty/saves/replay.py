"""Plays a branch of a save again, comparing rows and states with what was recorded."""

from __future__ import annotations

import contextlib
import json
from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from picket_duty import state as game_state
from picket_duty.book import Tables
from picket_duty.charts import ChartError, Row
from picket_duty.checkpoints import Checkpoint
from picket_duty.game import Game
from picket_duty.paths import SaveError
from picket_duty.requests import Choice, Illegal, Roll
from picket_duty.rules import system
from picket_duty.saves.format import state_parts
from picket_duty.saves.record import Branch, Record, SavedAnswer, Snapshot, at_table_words
from picket_duty.saves.state_faults import faults_of_state
from picket_duty.setup import SetupError, check_setup
from picket_duty.state import Setup, State


class Difference(msgspec.Struct, frozen=True, kw_only=True):
    """The first difference between a save and its replay: what was recorded and what it is now.

    ``answer`` is the number of answers before it, counting a roll that differs; ``chart`` is empty
    if no roll differs.
    """

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


def replay(
    record: Record,
    tables: Tables,
    name: str,
    start: Snapshot | None = None,
    upto: int | None = None,
    strict: bool = False,
) -> Game:
    """Give the answers of a branch, up to the number ``upto``, since ``start`` or from the first
    one, comparing rows and states. ``name`` is for errors. Raises Differs, SaveError.

    The state at the start of a day is compared in full, since an undo may make it the one to start
    from; others only if ``strict``.
    """
    branch = record.branch
    game = game_from(tables, record.setup, start, name)
    recorded = {(snapshot.answers, snapshot.label): snapshot for snapshot in branch.snapshots}
    compared = 0
    # The answers are counted from 1. None stands for the start, at which steps may begin before any
    # answer.
    for number, saved in enumerate([None, *branch.answers[game.base : upto]], game.base):
        if saved is not None:
            _answer(game, number, saved, name)
        # An answer may have begun several steps.
        for point in game.checkpoints[compared:]:
            answers = point.answers + game.base
            snapshot = recorded.pop((answers, point.label), None)
            if snapshot is not None and _is_other(snapshot, point, in_full=strict or snapshot.day):
                raise Differs(name, state_difference(snapshot, point.state, answers, point.label))
        compared = len(game.checkpoints)
    not_met = (each for each in recorded.values() if strict or each.day)
    _check_begun(game, branch, name, start, not_met)
    if strict and branch.over and upto is None:
        _compare_end(game, branch, name)
    return game


def _check_begun(
    game: Game, branch: Branch, name: str, start: Snapshot | None, not_met: Iterable[Snapshot]
) -> None:
    """Check that every recorded step up to the last answer has begun. Raises Differs with one of
    those ``not_met`` in the replay.
    """
    # Not every step that began at the answer of ``start`` is replayed.
    first = 0 if start is None else start.answers + 1
    # After the last answer, the next step has begun, too.
    reached = game.requests + (game.requests == len(branch.answers))
    for missing in not_met:
        if first <= missing.answers < reached:
            difference = Difference(
                answer=missing.answers,
                phase=missing.label,
                chart="",
                what="a step begins",
                recorded=missing.label,
                now=f"{game.state.label} continues",
            )
            raise Differs(name, difference)


def _compare_end(game: Game, branch: Branch, name: str) -> None:
    """Compare the last state of a finished game. Raises Differs."""
    now = game.state_hash if game.over else "the game continues"
    if now != branch.over:
        difference = Difference(
            answer=len(branch.answers),
            phase=game.state.label,
            chart="",
            what="end of the game",
            recorded=branch.over,
            now=now,
        )
        raise Differs(name, difference)


def _answer(game: Game, number: int, saved: SavedAnswer, name: str) -> None:
    """Give an answer of a save, and compare the row that dice find. Raises Differs, SaveError."""
    dice, value, decider = saved
    asked = game.request
    phase = game.state.label
    try:
        if asked is None:
            raise Illegal("the game is over")
        if isinstance(asked, Roll) and dice is None:
            is_rule = asked.table.startswith("rules")
            chart = asked.table if is_rule else f"chart {asked.table}"
            raise Illegal(f"the game is asking for dice for {chart}")
        if isinstance(asked, Choice) and dice is not None:
            raise Illegal(f"the game is asking for the {asked.about} now")
        request = game.answer(value if dice is None else dice, decider)
    except Illegal as error:
        recorded = f"decision {json.dumps(value)[:120]}"
        if dice is not None:
            recorded = f"dice {_spaced(dice)} with result {value!r}"
        chart = asked.table if isinstance(asked, Roll) else ""
        difference = Difference(
            answer=number,
            phase=phase,
            chart=chart,
            what="answer",
            recorded=recorded,
            now=str(error),
        )
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
        answer=number,
        phase=roll.phase,
        chart=chart,
        what=f"{what}, dice {_spaced(roll.dice)}, {total}",
        recorded=f"row {f'{labels} ' if labels else ''}{key!r}",
        now=f"row {result.label} {result.key!r}",
    )


def _spaced(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))


def _is_other(snapshot: Snapshot, point: Checkpoint, in_full: bool) -> bool:
    """Whether a checkpoint differs from its snapshot: by its hash, or, ``in_full``, by the state
    itself if the save has it.
    """
    if snapshot.state_hash != point.state_hash:
        return True
    if not in_full or not snapshot.packed:
        return False
    # If the parts are equal, nothing needs to be decoded. Parts that cannot be read are reported by
    # ``read_state``.
    with contextlib.suppress(SaveError):
        if snapshot.parts() == state_parts(point.state):
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
                return Difference(
                    answer=answers,
                    phase=label,
                    chart="",
                    what=f"state, {path}",
                    recorded=was,
                    now=value,
                )
    return Difference(
        answer=answers,
        phase=label,
        chart="",
        what="state",
        recorded=recorded.state_hash,
        now="another",
    )


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


def game_from(tables: Tables, setup: Setup, snapshot: Snapshot | None, name: str) -> Game:
    """A game at its beginning or at a snapshot. Raises SaveError."""
    if why := not_playable(setup, tables):
        raise SaveError(f"{name}: {why}")
    try:
        check_setup(setup, tables)
        state = system.first_state(tables, setup) if snapshot is None else read_state(snapshot)
        if fault := next(faults_of_state(state, setup, tables), ""):
            raise SaveError(f"a state in the save does not match its setup: {fault}")
        game = Game(state, tables)
    except SetupError as error:
        raise SaveError(f"{name}: setup: {error}") from None
    except SaveError as error:
        raise SaveError(f"{name}: {error}") from None
    except ChartError as error:
        raise SaveError(f"{name}: cannot be played with these tables ({error})") from error
    game.base = 0 if snapshot is None else snapshot.answers
    return game


def not_playable(setup: Setup, tables: Tables) -> str:
    """Why a set-up cannot be played with these tables: its scenario or an option is not there, or it
    is a companion game.
    """
    if setup.kind == game_state.SCENARIO and setup.name not in map(str, tables.scenarios):
        return (
            f"scenario {setup.name[:80]!r} is not in these tables. Name its file or folder with "
            f"--tables."
        )
    return at_table_words(setup) or missing_option(setup.options, tables)


def missing_option(options: Iterable[str], tables: Tables) -> str:
    """That one of the options is not in these tables; empty if all are."""
    missing = next((option for option in options if option not in tables.options), "")
    return missing and f"option {missing!r} no longer exists. Start a new game without it."


def read_state(snapshot: Snapshot) -> State:
    """The state of a snapshot. Raises SaveError."""
    try:
        return system.decode(snapshot.state())
    except (msgspec.DecodeError, ValueError, RecursionError) as error:
        raise SaveError(f"the snapshot of {snapshot.label} cannot be read ({error})") from None
