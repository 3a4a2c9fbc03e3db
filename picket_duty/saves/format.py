"""The lines of a save: sealed with a checksum chained over all lines before, states packed small.

A line is a JSON list: its kind, its content, and the checksum, so that a changed, lost or
exchanged byte anywhere is noticed.

    ["game", {...}]                 format, program, tables and set-up
    ["r", [3, 4], "hit"]            dice of a roll and the key of its result
    ["c", "yes"]                    a decision
    ["undo", 2]                     so many answers taken back
    ["at", label, hash, packed]     a step of play begins, its state packed
    ["at", label, hash, packed, h, "air ship"]     a step begins: these parts differ from the state of hash h
    ["branch", name, 120]           a new line from the first 120 answers of the present one
    ["switch", name]                another line is played on
    ["drop", name]                  a line is given up
    ["tables", digest, program]     from here on with these tables
    ["format", 2]                   from here on written by programs of this format
    ["note", key, value]            something a front end wants to remember
    ["over", hash]                  the end of the game
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import msgspec

FORMAT = "picket-duty"
#: 2: fields of the state went away and rules were corrected since 1; the lines are the same.
FORMAT_VERSION = 2
SUFFIX = ".picket"
#: A whole long campaign is far below these; a file, line or count beyond them is none of ours.
LARGEST_FILE = 32 * 1024 * 1024
#: Where an open save is locked: beyond all that is ever read, for Windows lets nobody read what is locked.
LOCKED_AT = 2 * LARGEST_FILE
LARGEST_LINE = 512 * 1024
LARGEST_STATE = 1024 * 1024
MOST_ANSWERS = 400_000
MOST_LINES = 100
#: The line that every save begins with.
MAIN = "main"
#: What dice are.
WHOLE = {int}
#: Parts of a state that are compared item by item.
LISTS = ("lost", "squadron")
TABLES = ("records",)
#: Length of the checksum at the end of a line: ``,"01234567"]``.
MARK = 12


class SaveError(Exception):
    """A save that cannot be read or written; the text says which, why and what to do."""


def seal(content: list[Any], crc: int) -> tuple[bytes, int]:
    """A line with its chained checksum, and the checksum for the next."""
    body = msgspec.json.encode(content)[:-1]
    crc = zlib.crc32(body, crc)
    return body + b',"%08x"]\n' % crc, crc


def is_sealed(line: bytes, crc: int) -> bool:
    """Whether a line without its line end ends with the right checksum."""
    return line[-MARK:] == b',"%08x"]' % zlib.crc32(line[:-MARK], crc)


def unseal(line: bytes, crc: int) -> tuple[list[Any], int]:
    """The content of a line, its checksum verified. Raises SaveError."""
    body, mark = line[:-MARK], line[-MARK:]
    crc = zlib.crc32(body, crc)
    if mark != b',"%08x"]' % crc:
        raise SaveError("damaged, or not a save of this program; the file was left as it is")
    if len(line) > LARGEST_LINE:
        raise SaveError("longer than any line of ours")
    try:
        content = msgspec.json.decode(body + b"]")
    except (msgspec.DecodeError, ValueError, RecursionError):
        raise SaveError("not an entry of a save") from None
    if not isinstance(content, list) or not content:
        raise SaveError("not an entry of a save")
    return content, crc


def pack_change(state: bytes, base: bytes) -> tuple[str, str]:
    """What of a state differs from an earlier one, packed, and the names of the parts that do."""
    before, now = _parts(base), _parts(state)
    names = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    changed = {name: now[name] for name in names if name in now}
    return pack(msgspec.json.encode(changed), _known(before, names)), " ".join(names)


def unpack_change(text: str, names: str, base: bytes) -> bytes:
    """A state from an earlier one and what differs from it. Raises SaveError."""
    try:
        before = _parts(base)
        changed = msgspec.json.decode(unpack(text, _known(before, names.split())), type=dict[str, msgspec.Raw])
        gone = set(names.split())
        return _joined({**{name: part for name, part in before.items() if name not in gone}, **changed})
    except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
        raise SaveError("a state in the save cannot be unpacked") from None


def _parts(state: bytes) -> dict[str, msgspec.Raw]:
    """The parts of a state by name; the long ones one level deeper, as ``squadron/2``."""
    found = msgspec.json.decode(state, type=dict[str, msgspec.Raw])
    for name in LISTS:
        if name in found:
            items = msgspec.json.decode(found.pop(name), type=list[msgspec.Raw])
            found.update({f"{name}/{number}": item for number, item in enumerate(items)})
    for name in TABLES:
        if name in found:
            fields = msgspec.json.decode(found.pop(name), type=dict[str, msgspec.Raw])
            found.update({f"{name}/{field}": item for field, item in fields.items()})
    return found


def _joined(parts: dict[str, msgspec.Raw]) -> bytes:
    """The state that these are the parts of."""
    found: dict[str, Any] = {}
    for name, part in parts.items():
        above, slash, below = name.partition("/")
        if slash:
            found.setdefault(above, {})[below] = part
        else:
            found[name] = part
    for name in LISTS:
        if name in found:
            items = found[name]
            found[name] = [items[number] for number in sorted(items, key=int)]
    return msgspec.json.encode(found)


def _known(parts: dict[str, msgspec.Raw], names: list[str]) -> bytes:
    """The parts as they were before: the words that packing the new ones can refer to."""
    return b"".join(bytes(parts[name]) for name in names if name in parts)


def pack(state: bytes, base: bytes = b"") -> str:
    """Bytes small enough to stand in the file; ``base`` are bytes much like them that reading will know."""
    worker = zlib.compressobj(6, zdict=base) if base else zlib.compressobj(6)
    return base64.b85encode(worker.compress(state) + worker.flush()).decode("ascii")


def unpack(text: str, base: bytes = b"") -> bytes:
    """What was packed, never more than the largest of ours. Raises SaveError."""
    try:
        worker = zlib.decompressobj(zdict=base) if base else zlib.decompressobj()
        data = worker.decompress(base64.b85decode(text), LARGEST_STATE)
    except (ValueError, zlib.error):
        raise SaveError("a state in the save cannot be unpacked") from None
    if worker.unconsumed_tail or not worker.eof:
        raise SaveError("a state in the save is larger than any of ours")
    return data


def reason(error: BaseException) -> str:
    """The plain words of an operating system's error."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


# -- limits --------------------------------------------------------------------------


class Tally(msgspec.Struct):
    """The lines of play of a save with the answers of each, and the one played on. Empty before its first entry."""

    lines: dict[str, int] = {}
    current: str = MAIN

    def check(self, content: list[Any]) -> None:
        """Whether an entry may come next; nothing is counted. Raises SaveError, TypeError for no entry of ours."""
        match content:
            case ["r", list() | tuple() as dice, str()] if WHOLE.issuperset(map(type, dice)):
                self._check_room(1)
            case ["c", _]:
                self._check_room(1)
            case ["undo", count]:
                self._check_undo(count)
            case ["branch", name, at]:
                self._check_branch(name, at)
            case ["switch", name]:
                if name not in self.lines:
                    raise SaveError(f"there is no line {str(name)[:40]!r}")
            case ["drop", name]:
                if name not in self.lines or name == self.current:
                    raise SaveError(f"line {str(name)[:40]!r} cannot be given up")
            case ["at", str(), str(), str()] | ["at", str(), str(), str(), str(), str()]:
                pass
            case ["tables", str(), str()] | ["format", int()] | ["note", str(), _] | ["over", str()]:
                pass
            case ["game", dict()] if not self.lines:
                pass
            case _:
                raise TypeError

    def count(self, content: list[Any]) -> None:
        """Count an entry that was checked."""
        match content:
            case ["r" | "c", *_]:
                self.lines[self.current] += 1
            case ["undo", count]:
                self.lines[self.current] -= count
            case ["branch", name, at]:
                self.lines[name] = at
                self.current = name
            case ["switch", name]:
                self.current = name
            case ["drop", name]:
                del self.lines[name]
            case ["game", _]:
                self.lines[MAIN] = 0

    def _check_room(self, more: int) -> None:
        if sum(self.lines.values()) + more > MOST_ANSWERS:
            raise SaveError(f"more answers than any save has ({MOST_ANSWERS})")

    def _check_undo(self, count: Any) -> None:
        answers = self.lines[self.current]
        if type(count) is not int or not 0 < count <= answers:
            raise SaveError(f"takes back {str(count)[:20]} answers of {answers}")

    def _check_branch(self, name: Any, at: Any) -> None:
        if not isinstance(name, str) or name in self.lines:
            raise SaveError(f"cannot begin line {str(name)[:40]!r}")
        if len(self.lines) >= MOST_LINES:
            raise SaveError(f"cannot begin line {name[:40]!r}: a save has at most {MOST_LINES} lines")
        answers = self.lines[self.current]
        if type(at) is not int or not 0 <= at <= answers:
            raise SaveError(f"branches off at answer {str(at)[:20]} of {answers}")
        self._check_room(at)
