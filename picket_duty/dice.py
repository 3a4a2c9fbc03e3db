"""Dice: one source per game, with each die a function of its address.

An address is the seed, the step of play, the wave, the purpose, the actor, and the number of
earlier rolls of that actor for that purpose. A mount that does not fire therefore does not change
the dice of the next one, and games do not affect each other.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

from picket_duty.requests import Roll

MASK = (1 << 64) - 1
HALF = (1 << 32) - 1
#: Constants of splitmix64.
STEP = 0x9E3779B97F4A7C15
FIRST = 0xBF58476D1CE4E5B9
SECOND = 0x94D049BB133111EB
#: A ten-sided die counts from 0, any other from 1.
TEN = 10


def mix(value: int) -> int:
    """The splitmix64 finalizer: a well-mixed 64-bit number from a 64-bit number."""
    value = (value + STEP) & MASK
    value = ((value ^ (value >> 30)) * FIRST) & MASK
    value = ((value ^ (value >> 27)) * SECOND) & MASK
    return value ^ (value >> 31)


@lru_cache(maxsize=4096)
def number_of(text: str) -> int:
    """A 64-bit hash of a text, the same on every machine and in every run."""
    import hashlib

    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


@lru_cache(maxsize=1 << 16)
def _roll_number(purpose: str, actor: str, wave: int | None, count: int) -> int:
    """Hash of a roll: its purpose, its actor, its wave and the number of earlier ones."""
    return number_of(f"{purpose} {actor}") ^ mix(count << 8 | (wave or 0))


class Dice:
    """The dice of one game. ``seed`` is any integer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._base = mix(number_of(f"seed {seed}"))
        self._step = self._base
        self._rolled: dict[tuple[str, str, int | None], int] = {}
        self._address = 0

    def begin(self, step: str) -> None:
        """Start a step of play; its dice depend only on the seed and the name of the step."""
        self._step = mix(self._base ^ number_of(step))
        self._rolled.clear()

    @property
    def rolled(self) -> dict[tuple[str, str, int | None], int]:
        """How many times each actor has rolled for each purpose in each wave of this step; a
        copy.
        """
        return dict(self._rolled)

    def resume(self, step: str, rolled: Mapping[tuple[str, str, int | None], int]) -> None:
        """Continue a step of play after some rolls."""
        self.begin(step)
        self._rolled.update(rolled)

    def take(self, roll: Roll) -> None:
        """Set the address of the next dice; called once for each roll requested."""
        purpose = roll.purpose.id
        actor = roll.actor
        wave = roll.wave
        key = (purpose, actor, wave)
        rolled = self._rolled
        count = rolled.get(key, 0)
        rolled[key] = count + 1
        # ``mix``, here and below without the call: every roll of every playout comes through.
        value = ((self._step ^ _roll_number(purpose, actor, wave, count)) + STEP) & MASK
        value = ((value ^ (value >> 30)) * FIRST) & MASK
        value = ((value ^ (value >> 27)) * SECOND) & MASK
        self._address = value ^ (value >> 31)

    def throw(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The dice at the current address; repeated calls return the same dice."""
        bits = (self._address + STEP) & MASK
        bits = ((bits ^ (bits >> 30)) * FIRST) & MASK
        bits = ((bits ^ (bits >> 27)) * SECOND) & MASK
        bits ^= bits >> 31
        # 32 bits are a fraction of 2**32; times the number of sides, it is 0 to sides - 1.
        sides = faces[0]
        first = ((bits & HALF) * sides >> 32) + (sides != TEN)
        if len(faces) == 1:
            return (first,)
        sides = faces[1]
        return (first, ((bits >> 32) * sides >> 32) + (sides != TEN))
