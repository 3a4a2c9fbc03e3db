"""The watch of each day: the same ship, raid and dice for everyone, nothing rolled taken back, one try that counts.

Which game it is follows from the date alone, by the rotation in ``tables/watch.toml``. That a try was begun stands in
the service record, from its first request on: who leaves it and begins again is at his second try.
"""

from __future__ import annotations

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
from picket_duty.saves.format import SaveError
from picket_duty.saves.index import save_info
from picket_duty.saves.loading import resume
from picket_duty.saves.paths import path_of
from picket_duty.saves.service_record import WATCH, append, entered_lines
from picket_duty.saves.writer import free_name, start_save
from picket_duty.setup import UNDO_DICE, Choices, SetupError, make_setup
from picket_duty.state import CAMPAIGN, PATROL, SCENARIO, Setup

#: Seeds of watches are below this.
SEEDS = 2**31

T = TypeVar("T")


class Try(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A try at a watch: the date of the watch, the name of its save, when it was begun."""

    watch: datetime.date
    save: str
    begun: str


# -- which game it is -------------------------------------------------------------


def today() -> datetime.date:
    """The date whose watch is stood now."""
    return datetime.date.today()


def date_of(text: str) -> datetime.date:
    """The date that somebody typed. Raises SetupError."""
    try:
        return datetime.date.fromisoformat(text)
    except ValueError:
        raise SetupError(f"date {text!r} is not YYYY-MM-DD") from None


def watch_setup(date: datetime.date, tables: Tables) -> Setup:
    """The game of a date's watch, the same on every machine."""
    return make_setup(tables, watch_choices(date, tables))


def watch_choices(date: datetime.date, tables: Tables) -> Choices:
    """What the rotation chooses for a date: its kind by the day of the week, the rest by how many went before."""
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
        first, station = _in_turn(rotation.patrols, before), _in_turn(rotation.stations, before)
        chosen = {"patrol": first, "station": station, "days": rotation.days}
    seed = number_of(f"watch {rotation.version} {date.isoformat()}") % SEEDS
    return Choices(level=_in_turn(rotation.levels, before), seed=seed, undo=UNDO_DICE, **chosen)


def _in_turn(entries: Sequence[T], number: int) -> T:
    return entries[number % len(entries)]


def rotation_digest(tables: Tables) -> str:
    """A short hash of the rotation, by which a replay code knows it."""
    return hashlib.blake2b(msgspec.json.encode(tables.rotation), digest_size=4).hexdigest()


# -- tries ------------------------------------------------------------------------


def tries_of(date: datetime.date) -> list[Try]:
    """The tries at a watch, the one that counts first."""
    found = []
    for line in entered_lines():
        try:
            one = msgspec.json.decode(line, type=Try)
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
        if one.watch == date:
            found.append(one)
    return found


def save_name(date: datetime.date, number: int) -> str:
    """What the save of a try is called."""
    return f"watch-{date.isoformat()}" + (f"-try-{number}" if number > 1 else "")


def enter_try(game: Game, date: datetime.date) -> int:
    """Enter in the service record, and in the game's save, that a try was begun; answers which it is. Raises SaveError.

    The game is saved already: its save bears the name of the try.
    """
    journal = game.journal
    assert journal is not None
    number = len(tries_of(date)) + 1
    journal.write_note(WATCH, [date.isoformat(), number])
    begun = datetime.datetime.now().isoformat(timespec="seconds")
    try:
        append(msgspec.json.encode(Try(date, journal.path.stem, begun)))
    except OSError as error:
        raise SaveError(f"the try is not entered in the service record ({error.strerror})") from None
    return number


def under_way(date: datetime.date) -> Path | None:
    """The save of the last try where it is not over; None where it is, or where there is none."""
    return next((path for one in tries_of(date)[-1:] if (path := _save_if(one, over=False))), None)


def save_of(date: datetime.date) -> Path | None:
    """The save of the try that counts where that is over; None where it is not, or the save is gone."""
    return next((path for one in tries_of(date)[:1] if (path := _save_if(one, over=True))), None)


def _save_if(one: Try, over: bool) -> Path | None:
    try:
        path = path_of(one.save)
        found = save_info(path)
    except (OSError, SaveError):
        return None
    return path if not found.trouble and found.over is over else None


def stand(date: datetime.date, tables: Tables) -> tuple[Game, int]:
    """The try under way where it was left, else a new one; and which it is. Raises SaveError."""
    tries = tries_of(date)
    if (left := under_way(date)) is not None:
        return resume(left, tables), len(tries)
    game = Game.of_setup(watch_setup(date, tables), tables)
    path = path_of(save_name(date, len(tries) + 1))
    start_save(game, path=free_name(path, "again") if os.path.lexists(path) else None, name=path.stem)
    try:
        return game, enter_try(game, date)
    except SaveError:
        assert game.journal is not None
        game.journal.close()
        game.journal.path.unlink(missing_ok=True)
        raise
