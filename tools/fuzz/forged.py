"""Forged states and saves: refused in one line, or they can be played and shown.

From the top of the repository: ``python -m tools.fuzz.forged 2000``.

One place of the state of a real game is changed: a key removed or renamed, a number or word of
another kind, a part of another game. Only SaveError may be raised, and an accepted state can be
played and shown. In a save, snapshots are changed, moved, copied or removed, and answers undone; if
it opens, it opens again after play with undo.
"""

from __future__ import annotations

import argparse
import random
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec

from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.charts import ChartError
from picket_duty.game import Game
from picket_duty.pages.ships import ship_record
from picket_duty.requests import Roll
from picket_duty.rules.system import decode
from picket_duty.saves import SaveError, resume
from picket_duty.saves.format import pack, seal, unpack
from picket_duty.saves.record import Snapshot
from picket_duty.saves.replay import game_from
from picket_duty.state import Setup
from picket_duty.text.names import short_plane_words
from picket_duty.text.status import fought_words, outcome_words
from tests.saves.games import TABLES, play, played, saved

WORDS = (
    "",
    "5in-9",
    "bridge",
    "cic",
    "40mm-A",
    "dance",
    "x" * 200,
    "\x1b[2J",
    "1945-04-01",
    "9999-12-31",
    "0001-01-01",
    "captain",
    "cook",
    "sunk",
    "forward",
    "AFS carrier 1",
    "aft/Steering",
    "rain",
    "destroyed",
    "morning",
)
NUMBERS = (-(10**18), -1, 0, 1, 3, 7, 99, 10**18)
OTHERS: tuple[Any, ...] = (None, True, [], {}, 1.5)
SETUPS: tuple[dict[str, Any], ...] = (
    {"scenario": 2, "level": "advanced"},
    {"scenario": 4},
    {"scenario": 6},
    {"scenario": 7},
    {"scenario": 8},
    {"campaign": "mini", "level": "advanced"},
    {"campaign": "long-a", "answers": 900, "level": "advanced"},
    {"campaign": "long-b", "answers": 900},
    {"patrol": "1945-04-06", "days": 4},
)


def states() -> list[tuple[Setup, bytes]]:
    """The states at every step of some games."""
    listed = []
    for seed, setup in enumerate(SETUPS):
        game = played(seed=seed, **setup)
        listed += [(game.state.setup, point.state) for point in game.checkpoints]
    return listed


def forge(state: Any, chance: random.Random, other: Any) -> None:
    """Change one place of a state, usually deep inside."""
    here = state
    while True:
        keys = list(here) if isinstance(here, dict) else list(range(len(here)))
        if not keys:
            if isinstance(here, dict):
                here[chance.choice(WORDS)] = chance.choice((*NUMBERS, *WORDS))
            else:
                here.append(chance.choice((*NUMBERS, *WORDS)))
            return
        key = chance.choice([key for key in keys if key != "setup"])
        if not isinstance(here[key], dict | list) or chance.random() < 0.1:
            break
        here = here[key]
    _change(here, key, chance, other)


def _change(here: Any, key: Any, chance: random.Random, other: Any) -> None:
    kind = chance.randrange(6)
    if kind == 0:
        del here[key]
    elif kind == 1 and isinstance(here, dict):
        here[chance.choice(WORDS)] = here.pop(key)
    elif kind == 2:
        here[key] = chance.choice(OTHERS)
    elif kind == 3 and isinstance(here, dict) and isinstance(other, dict):
        here[key] = other.get(key, chance.choice(WORDS))
    elif isinstance(here[key], int) or chance.random() < 0.2:
        here[key] = chance.choice(NUMBERS)
    else:
        here[key] = chance.choice(WORDS)


def try_state(setup: Setup, state: bytes, seed: int) -> bool:
    """Load a state, play on and show it; returns whether it was accepted. Raises any error other
    than SaveError.
    """
    try:
        game = game_from(TABLES, setup, Snapshot(0, "1945-04-01/phase", "", pack(state)), "save")
    except SaveError as error:
        if len(str(error).splitlines()) != 1:
            raise ValueError("a complaint of several lines") from error
        return False
    _tell(game)
    captain = RandomCaptain(seed)
    for _ in range(120):
        if game.request is None:
            break
        try:
            if isinstance(game.request, Roll):
                game.roll()
            else:
                game.answer(captain.choose(game))
        except ChartError:
            break
    _tell(game)
    return True


def _tell(game: Game) -> None:
    state = game.state
    ship_record(state.ship, state, TABLES)
    for plane in state.air.planes:
        short_plane_words(plane)
    if state.outcome:
        outcome_words(state, TABLES)
        fought_words(state.records, 0)
    game.summary()


def fuzz(count: int, chance: random.Random) -> tuple[int, int]:
    """Forge this many states; returns how many were refused and how many were played."""
    real = states()
    taken = 0
    for number in range(count):
        setup, data = chance.choice(real)
        state = msgspec.json.decode(data)
        other = msgspec.json.decode(chance.choice(real)[1])
        forge(state, chance, other)
        try:
            taken += try_state(setup, msgspec.json.encode(state), number)
        except Exception as error:
            changed = next(iter(_unequal(msgspec.json.decode(data), state)), ("", "", ""))
            raise AssertionError(
                f"{type(error).__name__}: {error} for {setup.kind} {setup.name}: {changed}"
            ) from error
    return count - taken, taken


def files(folder: Path) -> list[list[Any]]:
    """The entries of the saves of some games."""
    listed = []
    for seed, setup in enumerate(SETUPS):
        path = folder / f"{seed}.picket"
        saved(path, seed=seed, **{"answers": 200, **setup})
        lines = path.read_bytes().splitlines()
        listed.append([msgspec.json.decode(line)[:-1] for line in lines])
    return listed


def forge_save(entries: list[Any], chance: random.Random) -> None:
    """Change one entry of a save, usually a snapshot."""
    snapshots = [number for number, entry in enumerate(entries) if entry[0] == "at"]
    number = chance.choice(snapshots)
    entry = entries[number]
    other = entries[chance.choice(snapshots)]
    kind = chance.randrange(8)
    if kind == 0:
        entry[1] = f"{entry[1].partition('/')[0]}/{chance.choice(('turn', 'setup', 'morning'))}"
    elif kind == 1:
        entry[2] = other[2]
    elif kind == 2:
        entry[3] = chance.choice(("", other[3]))
    elif kind == 3:
        entries[number] = other
    elif kind == 4:
        del entries[number]
    elif kind == 5:
        entries.insert(number, ["undo", chance.randrange(1, 30)])
    elif kind == 6:
        entries.insert(number, ["tables", TABLES.digest, "1.0.0"])
    elif len(entry) == len(["at", "label", "hash", "packed"]):
        # One that was changed before may be no state any more.
        with suppress(SaveError):
            state = msgspec.json.decode(unpack(entry[3]))
            forge(state, chance, other)
            entry[3] = pack(msgspec.json.encode(state))


def try_save(path: Path, chance: random.Random) -> bool:
    """Open a save, then play, undo and open it again; returns whether it opened at first."""
    try:
        game = resume(path, TABLES, whole=chance.random() < 0.3)
    except SaveError:
        return False
    for _ in range(4):
        play(game, RandomCaptain(chance.randrange(99)), chance.randrange(60))
        if game.answers and chance.random() < 0.8:
            game.undo(chance.randrange(len(game.answers)) + 1)
        assert game.save_file is not None
        game.save_file.close()
        game = resume(path, TABLES)
    assert game.save_file is not None
    game.save_file.close()
    return True


def fuzz_saves(count: int, chance: random.Random) -> int:
    """Forge this many saves; returns how many opened, each of which opened again."""
    opened = 0
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "forged.picket"
        real = files(Path(folder))
        for _ in range(count):
            entries = [entry[:] for entry in chance.choice(real)]
            for _ in range(chance.randrange(1, 4)):
                forge_save(entries, chance)
            crc = 0
            lines = []
            for entry in entries:
                line, crc = seal(entry, crc)
                lines.append(line)
            path.write_bytes(b"".join(lines))
            opened += try_save(path, chance)
    return opened


def _unequal(before: Any, now: Any) -> Any:
    from picket_duty.saves.replay import unequal

    return unequal(before, now)


def main() -> int:
    """Forge and print the counts."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("states", type=int)
    parser.add_argument("--seed", type=int, default=3)
    asked = parser.parse_args()
    for setup, state in states():
        assert try_state(setup, state, 1), decode(state)
    refused, taken = fuzz(asked.states, random.Random(asked.seed))
    print(f"{asked.states} states forged: {refused} refused, {taken} played, no fault")
    opened = fuzz_saves(asked.states, random.Random(asked.seed))
    print(f"{asked.states} saves forged: {opened} opened, and again after play with undo")
    return 0


if __name__ == "__main__":
    sys.exit(main())
