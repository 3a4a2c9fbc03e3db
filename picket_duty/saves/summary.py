"""What a list tells of a save, read without keeping its answers: for lists of thousands.

A glance knows the plain case: one line of play, this format, every line whole. It looks at every byte and every
checksum, and accepts nothing that a whole reading would refuse; where it sees anything else it answers None, and the
save is read whole (``picket_duty/saves/record.py``), which is the authority.
"""

from __future__ import annotations

import re
import struct
import zlib
from typing import Any

import msgspec

from picket_duty.saves.lines import LARGEST_FILE, LARGEST_LINE, MARK, MOST_ANSWERS, SaveError, unseal
from picket_duty.saves.record import begin
from picket_duty.state import Setup

#: The checksum of a line, and its end.
LINE_END = re.compile(rb',"([0-9a-f]{8})"\]\n')


class Glance(msgspec.Struct, frozen=True):
    """A save in a list: its set-up, the step it stands at, its answers, the hash of its last state where it is over."""

    setup: Setup
    label: str
    answers: int
    over: str


class _Roll(msgspec.Struct, array_like=True, tag="r", forbid_unknown_fields=True, gc=False):
    dice: list[int]
    key: str
    mark: str


class _Choice(msgspec.Struct, array_like=True, tag="c", forbid_unknown_fields=True, gc=False):
    decision: Any
    mark: str


class _Undo(msgspec.Struct, array_like=True, tag="undo", forbid_unknown_fields=True, gc=False):
    count: int
    mark: str


class _Point(msgspec.Struct, array_like=True, tag="at", forbid_unknown_fields=True, gc=False):
    """A step begun: then the checksum, or the hash of the state it differs from, the parts, and the checksum."""

    label: str
    state_hash: str
    packed: str
    base: str
    names: str | None = None
    mark: str | None = None


class _Tables(msgspec.Struct, array_like=True, tag="tables", forbid_unknown_fields=True, gc=False):
    digest: str
    program: str
    mark: str


class _Note(msgspec.Struct, array_like=True, tag="note", forbid_unknown_fields=True, gc=False):
    key: str
    value: Any
    mark: str


class _End(msgspec.Struct, array_like=True, tag="over", forbid_unknown_fields=True, gc=False):
    state_hash: str
    mark: str


Entry = _Roll | _Choice | _Undo | _Point | _Tables | _Note | _End
ANSWERS = (_Roll, _Choice)
ENTRIES = msgspec.json.Decoder(Entry)


def glance(data: bytes) -> Glance | None:
    """The bytes of a save at a glance, None where they must be read whole."""
    first = data.find(b"\n") + 1
    if not _is_sealed(data) or len(data) > LARGEST_FILE:
        return None
    try:
        setup = begin(unseal(data[: first - 1], 0)[0]).setup
        entries = ENTRIES.decode_lines(data[first:])
    except (SaveError, msgspec.MsgspecError, ValueError, TypeError, RecursionError):
        return None
    if len(entries) + 1 != data.count(b"\n") or len(entries) > MOST_ANSWERS:
        return None
    return _sum_up(setup, entries)


def _is_sealed(data: bytes) -> bool:
    """Whether every line ends with the right checksum and a line end, and none is longer than any of ours."""
    *pieces, tail = LINE_END.split(data)
    bodies, marks = pieces[::2], pieces[1::2]
    if tail or not marks or (len(data) > LARGEST_LINE and max(map(len, bodies)) > LARGEST_LINE - MARK):
        return False
    found = struct.unpack(f">{len(marks)}I", bytes.fromhex(b"".join(marks).decode()))
    return (*map(zlib.crc32, bodies, (0, *found)),) == found


def _sum_up(setup: Setup, entries: list[Entry]) -> Glance | None:
    """The entries counted, None where one of them cannot stand at its place."""
    over, back = "", 0
    points: list[tuple[int, str]] = []
    states = set()
    others = [(place, entry) for place, entry in enumerate(entries) if type(entry) not in ANSWERS]
    for number, (place, entry) in enumerate(others):
        answers = place - number - back
        match entry:
            case _Point():
                if entry.names is None:
                    states.add(entry.state_hash)
                elif entry.mark is None or entry.base not in states:
                    return None
                points.append((answers, entry.label))
            case _Undo():
                if not 0 < entry.count <= answers:
                    return None
                over, back = "", back + entry.count
                while points and points[-1][0] > answers - entry.count:
                    points.pop()
            case _End():
                over = entry.state_hash
    answers = len(entries) - len(others) - back
    return Glance(setup, points[-1][1] if points else "", answers, over)
