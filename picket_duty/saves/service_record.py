"""The service record: one JSON line for every finished game of this player, in the data folder."""

from __future__ import annotations

import contextlib
import datetime
import hashlib
import json
import math
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from picket_duty.figures.graphs import column_rows
from picket_duty.game import Game
from picket_duty.rules.campaign import stages_held
from picket_duty.saves.format import SaveError
from picket_duty.saves.paths import data_folder
from picket_duty.setup import ADVISED
from picket_duty.state import DRAW, JAPANESE_WIN, US_WIN, Setup
from picket_duty.text import count
from picket_duty.text.chances import CLAIM
from picket_duty.text.names import FATES, naval_name, result_words, ship_words
from picket_duty.text.ship_service import Award
from picket_duty.text.status import record_words

FILE = "service.jsonl"
#: The accuracy of analyzed games: one JSON line per analysis, the last of a game counts.
ACCURACY_FILE = "accuracy.jsonl"
#: Games whose accuracy is listed, and watches that the rating covers.
RECENT = 20
#: Rows of the curve of accuracy in text; a rating closer to doctrine's than this is level with it.
CURVE_ROWS, LEVEL_POINTS = 5, 0.05
#: Key of the note that marks a save as a lesson, whose dice are fixed and which is not recorded.
LESSON = "lesson"
#: Key of the note that marks a save as an attempt at the watch of a day: date and number of the attempt.
WATCH = "watch"


class ServedShip(msgspec.Struct, omit_defaults=True):
    """A ship of a finished game, with her last captain.

    ``fate`` is empty for a ship still on duty; ``first`` and ``last`` are her first and last day on duty.
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
    #: Has the key of earlier versions.
    awards: list[Award] = msgspec.field(name="honours", default=[])  # codespell:ignore honours


class Service(msgspec.Struct, omit_defaults=True):
    """The record of one finished game.

    ``game`` identifies the set-up, so that copies and other endings of one game are recorded once; entries of older
    programs have none and are identified by ``save``, the name of their save. ``watch`` is the date of the watch that
    the game was, else empty. The result of a campaign of ``stages`` is the number held, not its outcome.
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
    aid: str = ADVISED
    game: str = ""
    watch: str = ""
    ships: list[ServedShip] = []
    stages: int = 0
    stages_held: int = 0


class Accuracy(msgspec.Struct, omit_defaults=True):
    """The accuracy of an analyzed game, 0 to 100.

    ``points`` are what its orders gained against doctrine's, with the same dice, and ``error`` their standard error;
    lines of earlier programs have none.
    """

    game: str
    accuracy: float
    points: float | None = None
    error: float = 0.0

    @property
    def is_clear(self) -> bool:
        """Whether the points are outside their margin of error; always if they are not known."""
        return self.points is None or not self.error or abs(self.points) > CLAIM * self.error


class WatchRating(NamedTuple):
    """The mean points of the last watches against doctrine with the same dice, and its standard error.

    ``watches`` is the number of watches it is the mean of, ``unknown`` the number of others among the last ones, which
    were not analyzed.
    """

    points: float
    error: float
    watches: int
    unknown: int


class Totals(msgspec.Struct):
    """Sums over all recorded games; a campaign of stages is neither won nor lost."""

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
    stages: int = 0
    stages_held: int = 0


def service_file() -> Path:
    """The path of the record."""
    return data_folder() / FILE


def record_game(game: Game, save: str, ships: Callable[[Game], list[ServedShip]] | None = None) -> None:
    """Record a finished game once, with the ``ships`` that served in it. Raises OSError.

    Unfinished games, lessons and further attempts at a watch are not recorded.
    """
    notes = game.journal.notes if game.journal is not None else {}
    date, number = attempt_of(notes) or (None, 1)
    if LESSON in notes or number > 1:
        return
    setup, which = game.state.setup, game_id(game.state.setup)
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
        captain=naval_name(state.ship.crew["captain"].name),
        days=records.days,
        planes=records.planes,
        destroyed=records.destroyed,
        flamed=records.flamed,
        hits=records.hits,
        ships_sunk=records.ships_sunk,
        by_type=records.by_type,
        aid=game.recorded_aid,
        game=which,
        watch=date.isoformat() if date else "",
        ships=ships(game) if ships else [],
        stages=len(state.stages),
        stages_held=stages_held(state),
    )
    append(msgspec.json.encode(entry))


def record_accuracy(game: Game, accuracy: float, points: float, error: float) -> None:
    """Record the accuracy of a finished game and the points of its orders, if the data folder can be written."""
    entry = Accuracy(game_id(game.state.setup), accuracy, round(points, 2), round(error, 2))
    if not game.over or analyses().get(entry.game) == entry:
        return
    with contextlib.suppress(OSError, SaveError):
        append(msgspec.json.encode(entry), data_folder() / ACCURACY_FILE)


def analyses() -> dict[str, Accuracy]:
    """The accuracy of every analyzed game, by game id. Other lines are skipped."""
    known: dict[str, Accuracy] = {}
    try:
        rows = (data_folder() / ACCURACY_FILE).read_bytes().splitlines()
    except (OSError, SaveError):
        return known
    for row in rows:
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            entry = msgspec.json.decode(row, type=Accuracy)
            known[entry.game] = entry
    return known


def accuracy_curve(entries: list[Service]) -> list[float]:
    """The accuracy of the recorded games that were analyzed, oldest first."""
    known = analyses()
    return [known[entry.game].accuracy for entry in entries if entry.game in known]


class AnalyzedGames(NamedTuple):
    """The recorded games with a clear accuracy, oldest first, with it; the number of those too close to tell."""

    clear: list[tuple[Service, float]]
    unclear: int


def analyzed_games(entries: list[Service]) -> AnalyzedGames:
    """The recorded games that were analyzed."""
    known = analyses()
    analyzed = [(entry, known[entry.game]) for entry in entries if entry.game in known]
    clear = [(entry, found.accuracy) for entry, found in analyzed if found.is_clear]
    return AnalyzedGames(clear, len(analyzed) - len(clear))


def watch_rating(entries: list[Service]) -> WatchRating | None:
    """The rating over the last watches; None if none of them was analyzed.

    The error covers both the difference between watches and the error of each figure, whichever is larger.
    """
    known = analyses()
    watches = sorted((entry for entry in entries if entry.watch), key=lambda entry: entry.watch)[-RECENT:]
    rated = [known[entry.game] for entry in watches if entry.game in known and known[entry.game].points is not None]
    if not rated:
        return None
    points = [entry.points or 0.0 for entry in rated]
    number = len(points)
    mean = sum(points) / number
    spread = sum((value - mean) ** 2 for value in points) / (number * max(1, number - 1))
    measured = sum(entry.error**2 for entry in rated) / number**2
    return WatchRating(mean, math.sqrt(max(spread, measured)), number, len(watches) - number)


def rating_words(rating: WatchRating) -> str:
    """The rating in a sentence."""
    if abs(rating.points) < LEVEL_POINTS:
        where = "level with doctrine"
    else:
        where = f"{abs(rating.points):.1f} points {'over' if rating.points > 0 else 'under'} doctrine"
    watches = f"your last {count(rating.watches, 'watch', 'watches')}" if rating.watches > 1 else "your last watch"
    unknown = f" {count(rating.unknown, 'watch', 'watches')} not analyzed." if rating.unknown else ""
    return f"Rating: {where} on the same dice, over {watches} (error {rating.error:.1f}).{unknown}"


def unclear_words(games: int) -> str:
    """That the accuracy of some games is too close to tell; empty without any."""
    return f"Accuracy too close to tell: {count(games, 'game')}." if games else ""


def accuracy_lines(curve: list[float]) -> list[str]:
    """The accuracy of the last games, and a curve of it if there are several; empty without any."""
    if not curve:
        return []
    recent = curve[-RECENT:]
    mean = sum(recent) / len(recent)
    figures = ", ".join(f"{accuracy:.0f}" for accuracy in recent)
    if len(recent) < 2:
        return [f"Accuracy of your last analyzed game: {figures}."]
    lines = [f"Accuracy of your last {count(len(recent), 'analyzed game')}: {figures} (average {mean:.0f})."]
    heights = [round(accuracy * CURVE_ROWS / 100) for accuracy in recent]
    rows = column_rows(heights, CURVE_ROWS, lambda part: "##" if part > 0 else "  ")
    scale = {0: "100", CURVE_ROWS - 1: f"{100 // CURVE_ROWS}"}
    return [*lines, *(f"{scale.get(row, ''):>5} {''.join(cells)}".rstrip() for row, cells in enumerate(rows))]


def attempt_of(notes: dict[str, Any]) -> tuple[datetime.date, int] | None:
    """The date and number of the attempt at a watch, from the notes of a save; None for other games."""
    match notes.get(WATCH):
        case [str(date), int(number)]:
            with contextlib.suppress(ValueError):
                return datetime.date.fromisoformat(date), number
    return None


def append(line: bytes, file: Path | None = None) -> None:
    """Append a line to the record, or to another file. Raises OSError."""
    path = file or service_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    # A last line torn by a full disk must not spoil this one.
    torn = path.exists() and not path.read_bytes().endswith(b"\n")
    with path.open("ab") as target:
        target.write((b"\n" if torn else b"") + line + b"\n")


def game_id(setup: Setup) -> str:
    """A short hash of a set-up, which includes the seed."""
    return hashlib.blake2b(msgspec.json.encode(setup, order="deterministic"), digest_size=8).hexdigest()


def _is_of(entry: Service, which: str, save: str, setup: Setup) -> bool:
    """Whether an entry records this game."""
    if entry.game:
        return entry.game == which
    return (entry.save, entry.kind, entry.name, entry.level) == (save, setup.kind, setup.name, setup.level)


def read() -> list[Service]:
    """Every entry, oldest first. Other lines are skipped."""
    entries = []
    for line in record_lines():
        try:
            entries.append(msgspec.json.decode(line, type=Service))
        except (msgspec.DecodeError, UnicodeDecodeError):
            continue
    return entries


def record_lines() -> list[bytes]:
    """The lines of the record, oldest first: finished games and attempts at watches."""
    try:
        return service_file().read_bytes().splitlines()
    except OSError:
        return []


def totals(entries: list[Service]) -> Totals:
    """The sums over all entries."""
    sums = Totals(games=len(entries))
    for entry in entries:
        if not entry.stages:
            sums.won += entry.outcome == US_WIN
            sums.drawn += entry.outcome == DRAW
            sums.lost += entry.outcome == JAPANESE_WIN
        for name in ("days", "planes", "destroyed", "flamed", "hits", "ships_sunk", "stages", "stages_held"):
            setattr(sums, name, getattr(sums, name) + getattr(entry, name))
        for kind, planes in entry.by_type.items():
            sums.by_type[kind] = sums.by_type.get(kind, 0) + planes
    return sums


def lines(entries: list[Service]) -> list[str]:
    """The record as text."""
    if not entries:
        return ["No finished games yet."]
    text = []
    for entry in entries:
        text.append(
            f"{entry.finished[:10]}  {_game(entry)}  {entry.ship}, {entry.captain}: "
            f"{outcome_words(entry)}, {count(entry.days, 'day')}, "
            + record_words(entry.planes, entry.destroyed, entry.hits)
        )
    sums = totals(entries)
    stages = f", {held_words(sums)}" if sums.stages else ""
    text.append(
        f"{count(sums.games, 'game')}: {sums.won} won, {sums.drawn} drawn, {sums.lost} lost{stages}. "
        f"{count(sums.days, 'day')} on duty, {record_words(sums.planes, sums.destroyed, sums.hits)}, "
        f"{count(sums.ships_sunk, 'ship')} lost."
    )
    by_type = sorted(sums.by_type.items(), key=lambda item: (-item[1], item[0]))
    if by_type:
        text.append("Splashed or set afire, by type: " + ", ".join(f"{kind} {planes}" for kind, planes in by_type))
    analyzed = analyzed_games(entries)
    text += accuracy_lines([accuracy for _, accuracy in analyzed.clear])
    if unclear := unclear_words(analyzed.unclear):
        text.append(unclear)
    if rating := watch_rating(entries):
        text.append(rating_words(rating))
    ships = ship_register(entries)
    return [*text, "Ship register, latest first:", *(f"  {ship_line(ship)}" for ship in ships)] if ships else text


def outcome_words(entry: Service) -> str:
    """The outcome of a game; of a campaign of stages the number held."""
    return result_words(entry.outcome, entry.stages, entry.stages_held)


def held_words(sums: Totals) -> str:
    """The stages held of all in the campaigns of stages."""
    return result_words("", sums.stages, sums.stages_held)


def ship_register(entries: list[Service]) -> list[ServedShip]:
    """Every ship of every game, the latest first."""
    return [ship for entry in reversed(entries) for ship in entry.ships]


def ship_planes(ship: ServedShip) -> str:
    """The planes that a ship of the register met, in words."""
    return record_words(ship.planes, ship.shot_down, ship.strikes, " or set afire")


def ship_line(ship: ServedShip) -> str:
    """A ship of the register as one line: fate, days, planes, awards."""
    end = FATES.get(ship.fate, ship.fate) or "afloat"
    planes = ship_planes(ship)
    awards = awards_line(ship.awards)
    line = f"{ship_words(ship.name, ship.hull)}, {ship.captain}: {end}, {count(ship.days, 'day')}, {planes}"
    return f"{line}; {awards}" if awards else line


def awards_line(awards: list[Award]) -> str:
    """Awards counted by name: ``Battle Star (2), Navy Cross``; those of the men by the number of men."""
    counts: Counter[str] = Counter()
    for award in awards:
        name = f"promotion to {award.name}" if award.promotion else award.name
        counts[name] += award.men or 1
    return ", ".join(name if number == 1 else f"{name} ({number})" for name, number in counts.items())


def _game(entry: Service) -> str:
    watch = f", the watch of {entry.watch}" if entry.watch else ""
    return f"{entry.kind} {entry.name} ({entry.level}){watch}"


def as_json(entries: list[Service]) -> dict[str, Any]:
    """The record as one JSON object."""
    rating = watch_rating(entries)
    data = {
        "games": entries,
        "totals": totals(entries),
        "accuracy": accuracy_curve(entries),
        "rating": rating._asdict() if rating else None,
    }
    record: dict[str, Any] = json.loads(msgspec.json.encode(data))
    return record
