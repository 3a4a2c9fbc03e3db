"""The dice: one source a game, each die a function of its address.

An address is seed, step of play, wave, purpose, actor and how often that actor
has rolled for that purpose. A mount that holds its fire therefore does not
shift the dice of the next one, and two games never disturb each other.
"""

from __future__ import annotations

import hashlib
from functools import lru_cache

from picket_duty.requests import Roll

MASK = (1 << 64) - 1
HALF = (1 << 32) - 1


def mix(value: int) -> int:
    """Splitmix64's finaliser: a well scattered 64-bit number from any 64-bit number."""
    value = (value + 0x9E3779B97F4A7C15) & MASK
    value = ((value ^ (value >> 30)) * 0xBF58476D1CE4E5B9) & MASK
    value = ((value ^ (value >> 27)) * 0x94D049BB133111EB) & MASK
    return value ^ (value >> 31)


@lru_cache(maxsize=4096)
def number_of(text: str) -> int:
    """A 64-bit number for a word, the same on every machine and in every run."""
    return int.from_bytes(hashlib.blake2b(text.encode(), digest_size=8).digest(), "little")


class Dice:
    """The dice of one game. ``seed`` is any integer."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self._base = mix(number_of(f"seed {seed}"))
        self._step = self._base
        self._rolled: dict[tuple[str, str, int | None], int] = {}
        self._address = 0

    def begin(self, step: str) -> None:
        """Start a step of play; its dice depend on the seed and on this name alone."""
        self._step = mix(self._base ^ number_of(step))
        self._rolled.clear()

    def take(self, roll: Roll) -> None:
        """Fix the address of the next dice; called once for each roll that play asks for."""
        purpose = roll.purpose.id
        key = (purpose, roll.actor, roll.wave)
        count = self._rolled.get(key, 0)
        self._rolled[key] = count + 1
        wave = 0 if roll.wave is None else roll.wave
        name = number_of(f"{purpose} {roll.actor}")
        self._address = mix(self._step ^ name ^ mix(count << 8 | wave))

    def throw(self, faces: tuple[int, ...]) -> tuple[int, ...]:
        """The dice at the address taken last; throwing again gives the same dice."""
        first = mix(self._address)
        if len(faces) == 1:
            return (_die(first & HALF, faces[0]),)
        return (_die(first & HALF, faces[0]), _die(first >> 32, faces[1]))


def _die(bits: int, face: int) -> int:
    """A die from 32 random bits: 1 to 6, or 0 to 9 for a ten-sided one."""
    value = (bits * face) >> 32
    return value if face == 10 else value + 1
