"""The service record: every finished game of this player, one JSON line each, in the data folder."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.game import Game
from picket_duty.saves.paths import data_folder
from picket_duty.state import DRAW, JAPANESE_WIN, US_WIN, Setup
from picket_duty.text import OUTCOMES, count
from picket_duty.text.awards import Honour
from picket_duty.text.names import FATES, ship_words

FILE = "service.jsonl"
#: Key of the note by which a save says that it is a lesson: fixed dice count for nothing.
LESSON = "lesson"
#: Key of the note by which a save says that it is a try at the watch of a day: the date, and which try.
WATCH = "watch"


class Served(msgspec.Struct, omit_defaults=True):
    """A ship of a finished game: who commanded her last, what she did, what became of her, her honours.

    ``fate`` is empty for a ship that was afloat and not sent home; ``first`` and ``last`` are her days on duty.
    """

    name: str
    hull: str
    captain: str
    first: str
    last: str
    days: int
    planes: int
    shot_down: int
    strikes: int
    fate: str = ""
    honours: list[Honour] = []


class Service(msgspec.Struct, omit_defaults=True):
    """One finished game as the record keeps it.

    ``game`` says which it was, by which it counts once: copies, other names and other ends of one game are that game.
    An entry of an older program has none there and goes by ``save``, the name of its save; it names no ``ships``.
    ``watch`` is the date of the watch that the game was, empty for another.
    """

    save: str
    finished: str
    kind: str
    name: str
    level: str
    outcome: str
    ship: str
    captain: str
    days: int
    planes: int
    destroyed: int
    flamed: int
    hits: int
    ships_sunk: int
    by_type: dict[str, int] = {}
    game: str = ""
    watch: str = ""
    ships: list[Served] = []


class Totals(msgspec.Struct):
    """The whole service of a player."""

    games: int = 0
    won: int = 0
    drawn: int = 0
    lost: int = 0
    days: int = 0
    planes: int = 0
    destroyed: int = 0
    flamed: int = 0
    hits: int = 0
    ships_sunk: int = 0
    by_type: dict[str, int] = {}


def service_file() -> Path:
    """Where the record lies."""
    return data_folder() / FILE


def enter(game: Game, save: str, ships: Callable[[Game], list[Served]] | None = None) -> None:
    """Enter a finished game once, with the ``ships`` that served in it. Raises OSError.

    Neither one without an outcome, nor a lesson, nor a further try at a watch is entered.
    """
    notes = game.journal.notes if game.journal is not None else {}
    date, number = try_of(notes) or (None, 1)
    if LESSON in notes or number > 1:
        return
    setup, which = game.state.setup, which_game(game.state.setup)
    if game.outcome is None or any(_is_of(entry, which, save, setup) for entry in read()):
        return
    state, records = game.state, game.state.records
    entry = Service(
        save=save,
        finished=datetime.datetime.now().isoformat(timespec="seconds"),
        kind=state.setup.kind,
        name=state.setup.name,
        level=state.setup.level,
        outcome=state.outcome,
        ship=state.ship.name,
        captain=state.ship.crew["captain"].name,
        days=records.days,
        planes=records.planes,
        destroyed=records.destroyed,
        flamed=records.flamed,
        hits=records.hits,
        ships_sunk=records.ships_sunk,
        by_type=records.by_type,
        game=which,
        watch=date.isoformat() if date else "",
        ships=ships(game) if ships else [],
    )
    append(msgspec.json.encode(entry))


def try_of(notes: dict[str, Any]) -> tuple[datetime.date, int] | None:
    """The watch, and which try at it, that the notes of a save tell of; None for another game."""
    match notes.get(WATCH):
        case [str(date), int(number)]:
            with contextlib.suppress(ValueError):
                return datetime.date.fromisoformat(date), number
    return None


def append(line: bytes) -> None:
    """Write a line at the end of the record. Raises OSError."""
    path = service_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    # What a full disk tore of the last entry must not take this one with it.
    torn = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("ab") as file:
        file.write((b"\n" if torn else b"") + line + b"\n")


def which_game(setup: Setup) -> str:
    """What a game is, in a short hash: all that was chosen before its first die, the seed included."""
    return hashlib.blake2b(msgspec.json.encode(setup, order="deterministic"), digest_size=8).hexdigest()


def _is_of(entry: Service, which: str, save: str, setup: Setup) -> bool:
    """Whether an entry is of this game."""
    if entry.game:
        return entry.game == which
    return (entry.save, entry.kind, entry.name, entry.level) == (save, setup.kind, setup.name, setup.level)


def read() -> list[Service]:
    """Every entry, oldest first. A line that is not one is passed over: the record is no authority."""
    found = []
    for line in entered_lines():
        try:
            found.append(msgspec.json.decode(line, type=Service))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return found


def entered_lines() -> list[bytes]:
    """The lines of the record, oldest first: finished games, and tries at watches."""
    try:
        return service_file().read_bytes().splitlines()
    except OSError:
        return []


def totals(entries: list[Service]) -> Totals:
    """The sums over all entries."""
    found = Totals(games=len(entries))
    for entry in entries:
        found.won += entry.outcome == US_WIN
        found.drawn += entry.outcome == DRAW
        found.lost += entry.outcome == JAPANESE_WIN
        for name in ("days", "planes", "destroyed", "flamed", "hits", "ships_sunk"):
            setattr(found, name, getattr(found, name) + getattr(entry, name))
        for kind, planes in entry.by_type.items():
            found.by_type[kind] = found.by_type.get(kind, 0) + planes
    return found


def lines(entries: list[Service]) -> list[str]:
    """The record in plain lines."""
    if not entries:
        return ["No finished game yet."]
    found = []
    for entry in entries:
        found.append(
            f"{entry.finished[:10]}  {_game(entry)}  {entry.ship}, {entry.captain}: "
            f"{OUTCOMES.get(entry.outcome, entry.outcome)}, {count(entry.days, 'day')}, "
            f"{entry.destroyed + entry.flamed} of {count(entry.planes, 'plane')} shot down, "
            f"{count(entry.hits, 'strike')}"
        )
    sums = totals(entries)
    shot = sums.destroyed + sums.flamed
    found.append(
        f"Games {sums.games}: won {sums.won}, drawn {sums.drawn}, lost {sums.lost}. Days {sums.days}, planes "
        f"{sums.planes}, shot down {shot}, strikes {sums.hits}, own ships sunk {sums.ships_sunk}."
    )
    by_type = sorted(sums.by_type.items(), key=lambda one: (-one[1], one[0]))
    if by_type:
        found.append("Shot down by type: " + ", ".join(f"{kind} {planes}" for kind, planes in by_type))
    ships = hall(entries)
    return [*found, "Hall of ships, the last first:", *(f"  {ship_line(one)}" for one in ships)] if ships else found


def hall(entries: list[Service]) -> list[Served]:
    """Every ship of every game, the last first."""
    return [ship for entry in reversed(entries) for ship in entry.ships]


def ship_line(ship: Served) -> str:
    """A ship of the hall in a line: her fate, her days, her planes, her honours."""
    end = FATES.get(ship.fate, ship.fate) or "afloat"
    shot = f"{ship.shot_down} of {count(ship.planes, 'plane')} shot down, {count(ship.strikes, 'strike')}"
    told = honours_line(ship.honours)
    line = f"{ship_words(ship.name, ship.hull)}, {ship.captain}: {end}, {count(ship.days, 'day')}, {shot}"
    return f"{line}; {told}" if told else line


def honours_line(honours: list[Honour]) -> str:
    """Honours counted by name: ``Battle Star (2), Navy Cross``; what the men have is counted by men."""
    counts: Counter[str] = Counter()
    for honour in honours:
        name = f"promotion to {honour.name}" if honour.promotion else honour.name
        counts[name] += honour.men or 1
    return ", ".join(name if number == 1 else f"{name} ({number})" for name, number in counts.items())


def _game(entry: Service) -> str:
    watch = f", the watch of {entry.watch}" if entry.watch else ""
    return f"{entry.kind} {entry.name} ({entry.level}){watch}"


def as_json(entries: list[Service]) -> dict[str, Any]:
    """The record as one JSON object."""
    found: dict[str, Any] = json.loads(msgspec.json.encode({"games": entries, "totals": totals(entries)}))
    return found
