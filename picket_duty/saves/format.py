"""The save format: kinds of lines, their checksums, compressed states, and limits.

A line is a JSON list: its kind, its content, and a checksum chained over all lines before it, so
that any changed, lost or swapped byte is detected.

    ["game", {...}]                 format, program, tables and set-up
    ["r", [3, 4], "hit"]            dice of a roll and the key of its result
    ["c", "yes"]                    a decision
    ["undo", 2]                     the last two answers undone
    ["at", label, hash, packed]     a step of play begins: its state, compressed
    ["at", label, hash, packed, h, "air ship"]     a step begins: only the parts that differ from
    the state of hash h
    ["branch", name, 120]           a new branch from the first 120 answers of the current one
    ["switch", name]                another branch becomes the current one
    ["drop", name]                  a branch is removed
    ["tables", digest, program]     played with these tables from here on
    ["note", key, value]            a value stored by a front end; "decider" says who makes the
    decisions from there on, "played" when they are made
    ["over", hash]                  the end of the game, with the hash of the last state
"""

from __future__ import annotations

import base64
import zlib
from typing import Any

import msgspec

from picket_duty.paths import SaveError

FORMAT = "picket-duty"
#: Format 1 was written before the first release and cannot be read.
FORMAT_VERSION = 2
SUFFIX = ".picket"
#: Limits well above the longest campaign; anything larger was not written by this program.
LARGEST_FILE = 32 * 1024 * 1024
#: The byte at which an open save is locked: past the end of any save, since Windows blocks reading
#: a locked byte.
LOCKED_AT = 2 * LARGEST_FILE
LARGEST_LINE = 512 * 1024
LARGEST_STATE = 1024 * 1024
MOST_ANSWERS = 400_000
MOST_BRANCHES = 100
#: The branch that every save starts with.
MAIN = "main"
#: Long parts of a state that are compared item by item: lists and structs.
SPLIT_LISTS = ("lost", "squadron")
SPLIT_STRUCTS = ("records",)
#: The parts of an encoded state by name.
Parts = dict[str, msgspec.Raw]
#: Why a damaged state is refused.
UNPACKED = "a game state in the save cannot be unpacked"
#: Length of the checksum at the end of a line: ``,"01234567"]``.
CHECKSUM_LENGTH = 12
#: What is wrong with a line that has the right checksum but no valid content.
NO_ENTRY = "not a valid save entry"


class Line(msgspec.Struct, array_like=True, forbid_unknown_fields=True, gc=False):
    """What all kinds of lines are: lists that begin with their kind."""


class HeaderEntry(Line, tag="game"):
    """The first line of a save."""

    header: dict[str, Any]


class RollEntry(Line, tag="r"):
    """The dice of a roll and the key of its result."""

    dice: tuple[int, ...]
    key: str


class ChoiceEntry(Line, tag="c"):
    """A decision."""

    decision: Any


class UndoEntry(Line, tag="undo"):
    """The last answers undone."""

    count: int


class StateEntry(Line, tag="at"):
    """The start of a step with its state: whole, or the parts ``names`` that differ from the state
    with the hash ``base``.
    """

    label: str
    state_hash: str
    packed: str
    base: str | msgspec.UnsetType = msgspec.UNSET
    names: str | msgspec.UnsetType = msgspec.UNSET


class BranchEntry(Line, tag="branch"):
    """A new branch from the first ``at`` answers of the current one."""

    name: str
    at: int


class SwitchEntry(Line, tag="switch"):
    """Another branch becomes the current one."""

    name: str


class DropEntry(Line, tag="drop"):
    """A branch is removed."""

    name: str


class TablesEntry(Line, tag="tables"):
    """Other tables from here on."""

    digest: str
    program: str


class NoteEntry(Line, tag="note"):
    """A value stored by a front end."""

    key: str
    value: Any


class EndEntry(Line, tag="over"):
    """The end of the game."""

    state_hash: str


Entry = (
    HeaderEntry
    | RollEntry
    | ChoiceEntry
    | UndoEntry
    | StateEntry
    | BranchEntry
    | SwitchEntry
    | DropEntry
    | TablesEntry
    | NoteEntry
    | EndEntry
)
ENTRIES = msgspec.json.Decoder(Entry)


def seal(content: list[Any], crc: int) -> tuple[bytes, int]:
    """The content as a line with its chained checksum, and the checksum to continue from."""
    # The checksum is written before the closing bracket.
    body = msgspec.json.encode(content)[:-1]
    crc = zlib.crc32(body, crc)
    return body + b',"%08x"]\n' % crc, crc


def is_sealed(line: bytes, crc: int) -> bool:
    """Whether a line (without its line end) carries the right checksum."""
    return line[-CHECKSUM_LENGTH:] == b',"%08x"]' % zlib.crc32(line[:-CHECKSUM_LENGTH], crc)


def unseal(line: bytes, crc: int) -> tuple[Entry, int]:
    """The entry of a line (without its line end) and the checksum to continue from. Raises
    SaveError.
    """
    body = line[:-CHECKSUM_LENGTH]
    checksum = line[-CHECKSUM_LENGTH:]
    crc = zlib.crc32(body, crc)
    if checksum != b',"%08x"]' % crc:
        raise SaveError("damaged, or not a save from this program")
    if len(line) > LARGEST_LINE:
        raise SaveError("too long for one line of a save")
    try:
        return ENTRIES.decode(body + b"]"), crc
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise SaveError(NO_ENTRY) from None


def pack_change(state: bytes, base: bytes) -> tuple[str, str]:
    """The parts of a state that differ from an earlier one, compressed, and their names separated
    by spaces.
    """
    before = state_parts(base)
    now = state_parts(state)
    names = [name for name in sorted({*before, *now}) if before.get(name) != now.get(name)]
    changed = {name: now[name] for name in names if name in now}
    return pack(msgspec.json.encode(changed), _dictionary(before, names)), " ".join(names)


def changed_parts(packed: str, names: str, before: Parts) -> Parts:
    """The parts of a state from those of an earlier one and the change that ``pack_change``
    returned for them. Raises SaveError.
    """
    changed_names = names.split()
    try:
        changed = msgspec.json.decode(
            unpack(packed, _dictionary(before, changed_names)), type=Parts
        )
        kept = {name: part for name, part in before.items() if name not in changed_names}
        return {**kept, **changed}
    except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
        raise SaveError(UNPACKED) from None


def state_parts(state: bytes) -> Parts:
    """The parts of a state by name; items of long parts as ``squadron/2``. Raises SaveError."""
    try:
        parts = msgspec.json.decode(state, type=Parts)
        for name in (*SPLIT_LISTS, *SPLIT_STRUCTS):
            if name in parts:
                items = msgspec.json.decode(parts.pop(name), type=list[msgspec.Raw] | Parts)
                named = enumerate(items) if isinstance(items, list) else items.items()
                parts.update({f"{name}/{field}": item for field, item in named})
    except (msgspec.MsgspecError, ValueError, RecursionError):
        raise SaveError(UNPACKED) from None
    return parts


def join_state(parts: Parts) -> bytes:
    """The state put together again from its parts. Raises SaveError."""
    state: dict[str, Any] = {}
    try:
        for name, part in parts.items():
            above, slash, below = name.partition("/")
            if slash:
                state.setdefault(above, {})[below] = part
            else:
                state[name] = part
        # The items of a list are under their numbers.
        for name in SPLIT_LISTS:
            if name in state:
                items = state[name]
                state[name] = [items[number] for number in sorted(items, key=int)]
        return msgspec.json.encode(state)
    except (msgspec.MsgspecError, ValueError, TypeError, AttributeError):
        raise SaveError(UNPACKED) from None


def _dictionary(parts: Parts, names: list[str]) -> bytes:
    """The earlier content of the parts that change: the dictionary for compressing the new
    content.
    """
    return b"".join(bytes(parts[name]) for name in names if name in parts)


def pack(data: bytes, dictionary: bytes = b"") -> str:
    """Bytes compressed to text; ``dictionary`` is similar data that the reader will have."""
    stream = zlib.compressobj(6, zdict=dictionary) if dictionary else zlib.compressobj(6)
    return base64.b85encode(stream.compress(data) + stream.flush()).decode("ascii")


def unpack(text: str, dictionary: bytes = b"") -> bytes:
    """The bytes compressed by ``pack``, at most LARGEST_STATE of them. Raises SaveError."""
    try:
        stream = zlib.decompressobj(zdict=dictionary) if dictionary else zlib.decompressobj()
        data = stream.decompress(base64.b85decode(text), LARGEST_STATE)
    except (ValueError, zlib.error):
        raise SaveError(UNPACKED) from None
    if stream.unconsumed_tail or not stream.eof:
        raise SaveError("a game state in the save is too large")
    return data


def reason(error: BaseException) -> str:
    """The text of an operating system error, without its number."""
    return getattr(error, "strerror", None) or str(error) or type(error).__name__
