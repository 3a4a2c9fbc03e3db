"""The service record in the data folder: a JSON line for every finished game of this player.

Other lines are the attempts at a watch (``daily_watch``) and the withdrawals of games whose end was
undone.
"""

from __future__ import annotations

import contextlib
import datetime
import hashlib
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import msgspec

from picket_duty.bounded import only_files, read_file
from picket_duty.facts import Fate, PlaneCounts
from picket_duty.facts.campaign_days import is_cut_short
from picket_duty.game import Game
from picket_duty.paths import SaveError, data_folder
from picket_duty.rules.campaign import stages_held
from picket_duty.saves.format import LARGEST_FILE
from picket_duty.saves.notes import LESSON
from picket_duty.saves.places import path_of
from picket_duty.setup import ADVISED
from picket_duty.state import DRAW, JAPANESE_WIN, US_WIN, Setup
from picket_duty.text.english import count
from picket_duty.text.names import naval_name
from picket_duty.text.ship_service import Award
from picket_duty.text.status import fate_label, fate_words

#: The key of the note that marks a save as an attempt at the watch of a day: date and number of the
#: attempt.
WATCH = "watch"
#: What is counted in a game and summed over all games.
COUNTED = ("days", "planes", "destroyed", "flamed", "hits", "ships_sunk")


class ServedShip(msgspec.Struct, omit_defaults=True):
    """A ship of a finished game, with her last captain.

    ``fate`` is empty for a ship still on duty; ``first`` and ``last`` are her first and last day on
    duty. ``shot_down`` counts the planes splashed or set afire, which may have crashed all the
    same. ``splashed``, ``strikes`` and ``near_misses`` are by fate; entries of older programs lack
    ``splashed``, which is None then.
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
    splashed: int | None = None
    near_misses: int = 0
    #: The numbers of the stages that she held.
    stages_held: list[int] = []


class FinishedGame(msgspec.Struct, omit_defaults=True):
    """The record of one finished game.

    ``game`` identifies the set-up, so that copies of one game are recorded once; entries of older
    programs have none and are identified by ``save``, the name of their save. ``watch`` is the date
    of the watch that the game was, else empty. The result of a campaign of ``stages`` is the number
    held, not its outcome; it is ``cut_short`` if the calendar ended before its last stage.
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
    cut_short: bool = False
    #: The house rules it was played with.
    house_rules: list[str] = []


class Withdrawn(msgspec.Struct, forbid_unknown_fields=True):
    """A game whose end was undone: it has no entry until it ends again. ``withdrawn`` is the
    ``game`` of its entry or, if that is empty, the name of its save.
    """

    withdrawn: str


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
    return data_folder() / "service.jsonl"


def record_game(
    game: Game, save: str, ships: Callable[[Game], list[ServedShip]] | None = None
) -> None:
    """Record a finished game once. Raises OSError.

    ``ships`` lists the ships that served in it: a function of a package above this one. If the same
    save ended otherwise before, this end replaces that one. Unfinished games, lessons and further
    attempts at a watch are not recorded.
    """
    attempt = attempt_of(game.notes)
    is_further_attempt = attempt is not None and attempt.number > 1
    if LESSON in game.notes or is_further_attempt or game.outcome is None:
        return
    setup = game.state.setup
    which = game_id(setup)
    entry = _entry(game, save, ships(game) if ships else [])
    entries = (other for other in read_service() if is_entry_of(other, which, save, setup))
    earlier = next(entries, None)
    if earlier is not None:
        # A copy of a recorded game, or the same end again.
        if not _is_in(earlier, save) or _ending(earlier) == _ending(entry):
            return
        withdraw(setup, save)
    append_line(msgspec.json.encode(entry))


def _entry(game: Game, save: str, ships: list[ServedShip]) -> FinishedGame:
    state = game.state
    records = game.state.records
    attempt = attempt_of(game.notes)
    return FinishedGame(
        save=save,
        finished=datetime.datetime.now().isoformat(timespec="seconds"),
        kind=state.setup.kind,
        name=state.setup.name,
        level=state.setup.level,
        outcome=state.outcome,
        ship=state.ship.name,
        captain=naval_name(state.ship.crew["captain"].name),
        by_type=records.by_type,
        aid=game.recorded_aid,
        game=game_id(state.setup),
        watch=attempt.date.isoformat() if attempt else "",
        ships=ships,
        stages=len(state.stages),
        stages_held=stages_held(state),
        cut_short=is_cut_short(state),
        house_rules=[rule.id for rule in game.tables.house_rules if state.option(rule.id)],
        **{name: getattr(records, name) for name in COUNTED},
    )


def ends_as(entry: FinishedGame, game: Game) -> bool:
    """Whether a game is over and ended as its entry says."""
    if game.outcome is None:
        return False
    return _ending(_entry(game, entry.save, ships=[])) == _ending(entry)


def withdraw(setup: Setup, save: str) -> None:
    """Remove the entry of a game whose end was undone in a save of this name. Raises OSError."""
    which = game_id(setup)
    for entry in read_service():
        if is_entry_of(entry, which, save, setup) and _is_in(entry, save):
            append_line(msgspec.json.encode(Withdrawn(entry.game or entry.save)))


def _is_in(entry: FinishedGame, save: str) -> bool:
    """Whether an entry belongs to the save of this name, not to another copy of the game.

    The save may have been renamed since: then its old name no longer exists. If the save was
    copied, the old name still does.
    """
    try:
        return entry.save == save or not path_of(entry.save).exists()
    except SaveError:
        return False


def _ending(entry: FinishedGame) -> tuple[Any, ...]:
    """What distinguishes one end of a game from another."""
    return tuple(getattr(entry, name) for name in ("outcome", "ship", *COUNTED, "stages_held"))


class WatchAttempt(NamedTuple):
    """An attempt at a watch: the date of the watch, and the number of the attempt (from 1)."""

    date: datetime.date
    number: int


def attempt_of(notes: Mapping[str, Any]) -> WatchAttempt | None:
    """The attempt at a watch that a game is, from the notes of its save; None for other games."""
    match notes.get(WATCH):
        case [str(date), int(number)] if number >= 0:
            with contextlib.suppress(ValueError):
                return WatchAttempt(datetime.date.fromisoformat(date), number)
    return None


def append_line(line: bytes) -> None:
    """Append a line to the record. Raises OSError."""
    path = service_file()
    path.parent.mkdir(parents=True, exist_ok=True)
    # A last line torn by a full disk must not spoil this one.
    torn = path.exists() and not read_file(path, LARGEST_FILE).endswith(b"\n")
    with open(path, "ab", opener=only_files) as target:
        target.write((b"\n" if torn else b"") + line + b"\n")


def game_id(setup: Setup) -> str:
    """A short hash of a set-up, which includes the seed."""
    return hashlib.blake2b(
        msgspec.json.encode(setup, order="deterministic"), digest_size=8
    ).hexdigest()


def is_entry_of(entry: FinishedGame, which: str, save: str, setup: Setup) -> bool:
    """Whether an entry records the game with the id ``which``, or if it has no id, with this save
    and setup.
    """
    if entry.game:
        return entry.game == which
    return (entry.save, entry.kind, entry.name, entry.level) == (
        save,
        setup.kind,
        setup.name,
        setup.level,
    )


def read_service() -> list[FinishedGame]:
    """Every entry that was not withdrawn, oldest first. Other lines are skipped."""
    entries = []
    for line in record_lines():
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            entries.append(msgspec.json.decode(line, type=FinishedGame))
        with contextlib.suppress(msgspec.DecodeError, UnicodeDecodeError):
            withdrawn = msgspec.json.decode(line, type=Withdrawn).withdrawn
            entries = [entry for entry in entries if (entry.game or entry.save) != withdrawn]
    return entries


def record_lines() -> list[bytes]:
    """The lines of the record, oldest first, of all kinds."""
    try:
        return read_file(service_file(), LARGEST_FILE).splitlines()
    except OSError:
        return []


def totals(entries: Sequence[FinishedGame]) -> Totals:
    """The sums over all entries."""
    sums = Totals(games=len(entries))
    for entry in entries:
        if not entry.stages:
            sums.won += entry.outcome == US_WIN
            sums.drawn += entry.outcome == DRAW
            sums.lost += entry.outcome == JAPANESE_WIN
        for name in (*COUNTED, "stages", "stages_held"):
            setattr(sums, name, getattr(sums, name) + getattr(entry, name))
        for kind, planes in entry.by_type.items():
            sums.by_type[kind] = sums.by_type.get(kind, 0) + planes
    return sums


def ship_register(entries: list[FinishedGame]) -> list[ServedShip]:
    """Every ship of every game, the latest first."""
    return [ship for entry in reversed(entries) for ship in entry.ships]


def ship_planes(ship: ServedShip) -> str:
    """The planes that a ship of the register met, in counts that add up; of an older entry only
    those that crashed.
    """
    if ship.splashed is None:
        return f"{count(ship.planes, 'plane')} met, {ship.strikes} {fate_label(Fate.CRASHED)}"
    afire = ship.shot_down - ship.splashed
    missed = ship.planes - ship.splashed - ship.strikes - ship.near_misses
    counts = PlaneCounts(ship.splashed, ship.strikes, ship.near_misses, missed, afire=afire)
    if ship.planes:
        return f"{count(ship.planes, 'plane')} met: {fate_words(counts)}"
    return "no planes met"


def honors_words(awards: list[Award]) -> str:
    """Awards counted by name: ``Battle Star (2), Navy Cross``; those of the men by the number of
    men.
    """
    counts: Counter[str] = Counter()
    for award in awards:
        name = f"promotion to {award.name}" if award.promotion else award.name
        counts[name] += award.men or 1
    return ", ".join(
        name if number == 1 else f"{name} ({number})" for name, number in counts.items()
    )


def service_json(entries: list[FinishedGame]) -> dict[str, Any]:
    """The record as one JSON object."""
    return dict(msgspec.to_builtins({"games": entries, "totals": totals(entries)}))
