"""The start of a step of play: the state, in parts that consecutive checkpoints share."""

from __future__ import annotations

import hashlib
import re
from itertools import chain

import msgspec

#: What begins a part of a state that often stays the same, besides each item of a list.
PART_BEGINS = tuple(
    f'"{name}"'.encode()
    for name in (
        (
            "date mounts compartments equipment crew morale squadron lost records by_mount "
            "calendar daily"
        ).split()
    )
)
#: The comma before every tenth day of the calendar, which grows by a day at a time.
TENTH_DAY = re.compile(rb',(?="\d{4}-\d\d-\d1":)')
#: Parts in a group: more would be shared less often, fewer would need more groups.
GROUP = 16


class Checkpoint(msgspec.Struct, frozen=True):
    """The start of a step of play: the number of earlier answers and events, and the state.

    ``label`` names the step, ``day`` is whether a day begins with it. ``parts`` are the bytes of
    the state, cut at some of its commas, in groups: consecutive checkpoints share parts and groups
    that are equal, such as finished days and ships in port.
    """

    answers: int
    events: int
    label: str
    day: bool
    parts: tuple[tuple[bytes, ...], ...]

    @property
    def state(self) -> bytes:
        """The state, encoded."""
        return b",".join(chain.from_iterable(self.parts))

    @property
    def state_hash(self) -> str:
        """A short hash of the state."""
        return hash_of(self.state)


def shared_parts(
    state: bytes, before: tuple[tuple[bytes, ...], ...]
) -> tuple[tuple[bytes, ...], ...]:
    """An encoded state cut into parts, in groups; parts and groups that are also in ``before`` are
    the same objects.
    """
    # JSON in one line has no line end, so a line end can replace each comma at which it is cut.
    state = state.replace(b"},{", b"}\n{")
    for begin in PART_BEGINS:
        state = state.replace(b"," + begin, b"\n" + begin)
    if (first := state.find(b'"calendar":{')) >= 0:
        last = state.index(b"}", first)
        state = state[:first] + TENTH_DAY.sub(b"\n", state[first:last]) + state[last:]
    # Each object of ``before`` by itself: it replaces an equal one.
    parts_before = {part: part for group in before for part in group}
    groups_before = {group: group for group in before}
    parts = [parts_before.get(part, part) for part in state.split(b"\n")]
    cut = (tuple(parts[first : first + GROUP]) for first in range(0, len(parts), GROUP))
    return tuple([groups_before.get(group, group) for group in cut])


def hash_of(data: bytes) -> str:
    """A short hash of a state."""
    return hashlib.blake2b(data, digest_size=8).hexdigest()
