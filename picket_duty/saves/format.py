"""The save format: kinds of lines, their checksums, compressed states, and limits.

A line is a JSON list: its kind, its content, and a checksum chained over all lines before it, so that any changed,
lost or swapped byte is detected.

    ["game", {...}]                 format, program, tables and set-up
    ["r", [3, 4], "hit"]            dice of a roll and the key of its result
    ["c", "yes"]                    a decision
    ["undo", 2]                     the last two answers undone
    ["at", label, hash, packed]     a step of play begins: its state, compressed
    ["at", label, hash, packed, h, "air ship"]     a step begins: only the parts that differ from the state of hash h
    ["branch", name, 120]           a new branch from the first 120 answers of the current one
    ["switch", name]                another branch becomes the current one
    ["drop", name]                  a branch is removed
    ["tables", digest, program]     played with these tables from here on
    ["note", key, value]            a value stored by a front end; "decider" says who makes the decisions from there on
    ["over", hash]                  the end of the game, with the hash of the last state
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import msgspec

FORMAT = "picket-duty"
#: Format 1 was written before the first release and cannot be read.
FORMAT_VERSION = 2
SUFFIX = ".picket"
#: Limits well above the longest campaign; anything larger was not written by this program.
LARGEST_FILE = 32 * 1024 * 1024
#: The byte at which an open save is locked: past the end of any save, since Windows blocks reading a locked byte.
LOCKED_AT = 2 * LARGEST_FILE
LARGEST_LINE = 512 * 1024
LARGEST_STATE = 1024 * 1024
MOST_ANSWERS = 400_000
MOST_BRANCHES = 100
#: The branch that every save starts with.
MAIN = "main"
#: Only plain integers are dice; bool is a subclass of int.
DIE_TYPES = {int}
#: Long parts of a state that are compared item by item: lists and structs.
SPLIT_LISTS = ("lost", "squadron")
SPLIT_STRUCTS = ("records",)
#: Length of the checksum at the end of a line: ``,"01234567"]``.
CHECKSUM_LENGTH = 12


class SaveError(Exception):
    """A save that cannot be read or written. The text says which, why and what to do."""


def seal(content: list[Any], crc: int) -> tuple[bytes, int]:
    """The content as a line with its chained checksum, and the checksum to continue from."""
    body = msgspec.json.encode(content)[:-1]
    crc = zlib.crc32(body, crc)
    return body + b',"%08x"]\n' % crc, crc


def is_sealed(line: bytes, crc: int) -> bool:
    """Whether a line (without its line end) carries the right checksum."""
    return line[-CHECKSUM_LENGTH:] == b',"%08x"]' % zlib.crc32(line[:-CHECKSUM_LENGTH], crc)


def unseal(line: bytes, crc: int) -> tuple[list[Any], int]:
    """The content of a line and the checksum to continue from. Raises SaveError for a wrong checksum or content."""
    body, checksum = line[:-CHECKSUM_LENGTH], line[-CHECKSUM_LENGTH:]
    crc = zlib.crc32(body, crc)
    if checksum != b',"%08x"]' % crc:
        raise SaveError("damaged, or not a save from this program. The file was not changed.")
    if len(line) > LARGEST_LINE:
        raise SaveError("too long for one line of a save")
    try:
        content = msgspec.json.decode(body + b"]")
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise SaveError("not a valid save entry") from None
    if not isinstance(content, list) or not content:
        raise SaveError("not a valid save entry")
    return content, crc


def pack_change(state: bytes, base: bytes) -> tuple[str, str]:
    """The parts of a state that differ from an earlier one, compressed, and their names separated by spaces."""
    before, now = _parts(base), _parts(state)
    names = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    changed = {name: now[name] for name in names if name in now}
    return pack(msgspec.json.encode(changed), _dictionary(before, names)), " ".join(names)


def unpack_change(text: str, names: str, base: bytes) -> bytes:
    """A state from an earlier one and its changed parts. Raises SaveError."""
    try:
        before = _parts(base)
        changed = msgspec.json.decode(unpack(text, _dictionary(before, names.split())), type=dict[str, msgspec.Raw])
        gone = set(names.split())
        return _joined({**{name: part for name, part in before.items() if name not in gone}, **changed})
    except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
        raise SaveError("a game state in the save cannot be unpacked") from None


def _parts(state: bytes) -> dict[str, msgspec.Raw]:
    """The parts of a state by name; items of long parts as ``squadron/2``."""
    parts = msgspec.json.decode(state, type=dict[str, msgspec.Raw])
    for name in SPLIT_LISTS:
        if name in parts:
            items = msgspec.json.decode(parts.pop(name), type=list[msgspec.Raw])
            parts.update({f"{name}/{number}": item for number, item in enumerate(items)})
    for name in SPLIT_STRUCTS:
        if name in parts:
            fields = msgspec.json.decode(parts.pop(name), type=dict[str, msgspec.Raw])
            parts.update({f"{name}/{field}": item for field, item in fields.items()})
    return parts


def _joined(parts: dict[str, msgspec.Raw]) -> bytes:
    """The state put together again from its parts."""
    state: dict[str, Any] = {}
    for name, part in parts.items():
        above, slash, below = name.partition("/")
        if slash:
            state.setdefault(above, {})[below] = part
        else:
            state[name] = part
    for name in SPLIT_LISTS:
        if name in state:
            items = state[name]
            state[name] = [items[number] for number in sorted(items, key=int)]
    return msgspec.json.encode(state)


def _dictionary(parts: dict[str, msgspec.Raw], names: list[str]) -> bytes:
    """The earlier content of the changed parts: the dictionary for compressing the new content."""
    return b"".join(bytes(parts[name]) for name in names if name in parts)


def pack(state: bytes, base: bytes = b"") -> str:
    """Bytes compressed to text; ``base`` is similar data that the reader will have."""
    stream = zlib.compressobj(6, zdict=base) if base else zlib.compressobj(6)
    return base64.b85encode(stream.compress(state) + stream.flush()).decode("ascii")


def unpack(text: str, base: bytes = b"") -> bytes:
    """The bytes compressed by ``pack``, at most LARGEST_STATE of them. Raises SaveError."""
    try:
        stream = zlib.decompressobj(zdict=base) if base else zlib.decompressobj()
        data = stream.decompress(base64.b85decode(text), LARGEST_STATE)
    except (ValueError, zlib.error):
        raise SaveError("a game state in the save cannot be unpacked") from None
    if stream.unconsumed_tail or not stream.eof:
        raise SaveError("a game state in the save is too large")
    return data


def reason(error: BaseException) -> str:
    """The text of an operating system error, without its number."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


# -- limits --------------------------------------------------------------------------


class Limits(msgspec.Struct):
    """What a save may hold: the number of answers in each branch, and the current branch.

    Reader and writer check every entry against it, so that nothing is written that would later be refused.
    """

    branches: dict[str, int] = {}
    current: str = MAIN

    def check(self, content: list[Any]) -> None:
        """Check that an entry may come next, without counting it. Raises SaveError; TypeError for an unknown entry."""
        match content:
            case ["r", list() | tuple() as dice, str()] if DIE_TYPES.issuperset(map(type, dice)):
                self._check_room(1)
            case ["c", _]:
                self._check_room(1)
            case ["undo", count]:
                self._check_undo(count)
            case ["branch", name, at]:
                self._check_branch(name, at)
            case ["switch", name]:
                if name not in self.branches:
                    raise SaveError(f"no branch {str(name)[:40]!r}")
            case ["drop", name]:
                if name not in self.branches or name == self.current:
                    raise SaveError(f"branch {str(name)[:40]!r} cannot be deleted")
            case ["at", str(), str(), str()] | ["at", str(), str(), str(), str(), str()]:
                pass
            case ["tables", str(), str()] | ["note", str(), _] | ["over", str()]:
                pass
            case ["game", dict()] if not self.branches:
                pass
            case _:
                raise TypeError

    def count(self, content: list[Any]) -> None:
        """Count an entry that passed ``check``."""
        match content:
            case ["r" | "c", *_]:
                self.branches[self.current] += 1
            case ["undo", count]:
                self.branches[self.current] -= count
            case ["branch", name, at]:
                self.branches[name] = at
                self.current = name
            case ["switch", name]:
                self.current = name
            case ["drop", name]:
                del self.branches[name]
            case ["game", _]:
                self.branches[MAIN] = 0

    def _check_room(self, more: int) -> None:
        if sum(self.branches.values()) + more > MOST_ANSWERS:
            raise SaveError(f"too many answers; a save holds at most {MOST_ANSWERS}")

    def _check_undo(self, count: Any) -> None:
        answers = self.branches[self.current]
        if type(count) is not int or not 0 < count <= answers:
            raise SaveError(f"an entry undoes {str(count)[:20]} answers, but there are only {answers}")

    def _check_branch(self, name: Any, at: Any) -> None:
        if not isinstance(name, str) or name in self.branches:
            raise SaveError(f"cannot create branch {str(name)[:40]!r}")
        if len(self.branches) >= MOST_BRANCHES:
            raise SaveError(f"cannot create branch {name[:40]!r}: a save holds at most {MOST_BRANCHES} branches")
        answers = self.branches[self.current]
        if type(at) is not int or not 0 <= at <= answers:
            raise SaveError(f"a branch starts at answer {str(at)[:20]}, but there are only {answers}")
        self._check_room(at)
