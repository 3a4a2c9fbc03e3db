"""The daily watch: the same ship, raid and dice for everyone on a date, dice never undone, one
attempt that counts.

The game follows from the date by the rotation in ``tables/watch.toml``. An attempt is recorded in
the service record when it starts, so that leaving it and starting again makes a second one.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any, TypeVar

import msgspec

from picket_duty.book import Tables
from picket_duty.dice import number_of
from picket_duty.game import Game
from picket_duty.paths import SaveError
from picket_duty.rules.stations import active_stations
from picket_duty.saves.loading import resume
from picket_duty.saves.places import path_of
from picket_duty.saves.save_file import free_name
from picket_duty.saves.save_list import save_info
from picket_duty.saves.service_record import WATCH, append_line, record_lines
from picket_duty.saves.writer import start_save
from picket_duty.setup import COMMANDED, UNDO_DICE, SetupError, SetupOptions, make_setup
from picket_duty.state import CAMPAIGN, PATROL, SCENARIO, Setup

#: Upper bound of the seeds of watches.
SEEDS = 2**31

T = TypeVar("T")


class Attempt(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An attempt at a watch: the date of the watch, the name of its save, and when it started."""

    watch: datetime.date
    save: str
    begun: str


def today() -> datetime.date:
    """The date of the current watch."""
    return datetime.date.today()


def date_of(text: str) -> datetime.date:
    """A date typed as YYYY-MM-DD. Raises SetupError."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise SetupError(f"{text!r} is not a valid date (use YYYY-MM-DD)") from None


def watch_setup(date: datetime.date, tables: Tables) -> Setup:
    """The set-up of a date's watch, the same on every machine."""
    return make_setup(tables, watch_choices(date, tables))


def watch_choices(date: datetime.date, tables: Tables) -> SetupOptions:
    """The choices of the rotation for a date: the kind by weekday, the rest by the number of such
    games before.
    """
    rotation = tables.rotation
    weeks, day = divmod(date.toordinal() - rotation.first.toordinal(), len(rotation.week))
    kind = rotation.week[day]
    before = weeks * rotation.week.count(kind) + rotation.week[:day].count(kind)
    chosen: dict[str, Any] = {}
    if kind == SCENARIO:
        chosen = {"scenario": _in_turn(rotation.scenarios, before)}
    elif kind == CAMPAIGN:
        chosen = {"campaign": _in_turn(rotation.campaigns, before)}
    elif kind == PATROL:
        first = _in_turn(rotation.patrols, before)
        stations = list(rotation.stations)
        if date >= rotation.active_from:
            stations = active_stations(tables, first, rotation.days)
        station = _in_turn(stations, before)
        chosen = {"patrol": first, "station": station, "days": rotation.days}
    seed = number_of(f"watch {rotation.version} {date.isoformat()}") % SEEDS
    return SetupOptions(
        level=_in_turn(rotation.levels, before), seed=seed, undo=UNDO_DICE, **chosen
    )


def _in_turn(entries: Sequence[T], number: int) -> T:
    """The entry whose turn it is after so many games; the list starts over at its end."""
    return entries[number % len(entries)]


def rotation_digest(tables: Tables) -> str:
    """A short hash of the rotation, for replay codes; without ``former``, a list of such hashes."""
    rotation = msgspec.structs.replace(tables.rotation, former=())
    return hashlib.blake2b(msgspec.json.encode(rotation), digest_size=4).hexdigest()


def attempts_on(date: datetime.date) -> list[Attempt]:
    """The attempts at the watch of a date; the first one counts."""
    attempts = []
    for line in record_lines():
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            attempts.append(msgspec.json.decode(line, type=Attempt))
    return [attempt for attempt in attempts if attempt.watch == date]


def record_attempt(game: Game, date: datetime.date) -> int:
    """Record the start of an attempt in the service record and in the game's save, which must
    exist.

    Returns the number of the attempt. Raises SaveError.
    """
    save_file = game.save_file
    assert save_file is not None
    number = len(attempts_on(date)) + 1
    save_file.write_note(WATCH, [date.isoformat(), number])
    begun = datetime.datetime.now().isoformat(timespec="seconds")
    try:
        append_line(msgspec.json.encode(Attempt(date, save_file.path.stem, begun)))
    except OSError as error:
        raise SaveError(
            f"the attempt could not be added to the service record ({error.strerror})"
        ) from None
    return number


def unfinished_save(date: datetime.date) -> Path | None:
    """The save of the last attempt if it is unfinished."""
    return _save_of(date, attempt=-1, over=False)


def counted_save(date: datetime.date) -> Path | None:
    """The save of the attempt that counts, if it is finished and still there."""
    return _save_of(date, attempt=0, over=True)


def _save_of(date: datetime.date, attempt: int, over: bool) -> Path | None:
    """The save of an attempt by its index (-1: the last), if its game is as far as asked: over or
    not.
    """
    try:
        path = path_of(attempts_on(date)[attempt].save)
        save = save_info(path)
    except (IndexError, OSError, SaveError):
        return None
    if not save.trouble and save.over is over:
        return path
    return None


def start_or_resume(date: datetime.date, tables: Tables, aid: str = COMMANDED) -> tuple[Game, int]:
    """The game of the unfinished attempt or of a new one, and the number of the attempt. Raises
    SaveError.
    """
    attempts = attempts_on(date)
    if (unfinished := unfinished_save(date)) is not None:
        return resume(unfinished, tables), len(attempts)
    game = Game.of_setup(watch_setup(date, tables), tables)
    game.recorded_aid = aid
    # The name may be taken, for example by an attempt that the record lacks.
    path = path_of(f"watch-{date.isoformat()}" + (f"-try-{len(attempts) + 1}" if attempts else ""))
    if os.path.lexists(path):
        start_save(game, path=free_name(path, "again"))
    else:
        start_save(game, name=path.stem)
    try:
        return game, record_attempt(game, date)
    except SaveError:
        assert game.save_file is not None
        game.save_file.close()
        game.save_file.path.unlink(missing_ok=True)
        raise
