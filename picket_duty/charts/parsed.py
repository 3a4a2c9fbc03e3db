"""The copy of the shipped TOML files that the build of a package parses, because parsing takes most
of loading them.

A wheel has the copy, a checkout does not. It holds the data of each file under its length and
checksum, wherever the file is. A file that was changed is therefore not in it and is read as TOML.
The checksum finds changes, not forgeries.
"""

from __future__ import annotations

import os
import zlib
from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

#: The file of the copy, next to this module.
NAME = "parsed.msgpack"


def pack(files: Mapping[str, dict[str, Any]]) -> bytes:
    """The copy of some TOML files: their data by text."""
    return msgspec.msgpack.encode({_key(text): data for text, data in files.items()})


def find(text: str) -> dict[str, Any] | None:
    """The data of a TOML text, with dates as ISO strings; None if the text is not in the copy."""
    raw = _copy(NAME).get(_key(text))
    return None if raw is None else msgspec.msgpack.decode(raw)


def state_words(texts: Iterable[str]) -> str:
    """Whether the copy has all of some TOML texts, as a sentence."""
    if not _copy(NAME):
        return "There is no parsed copy of the tables, so they are read as TOML"
    missing = sum(_key(text) not in _copy(NAME) for text in texts)
    if missing:
        return (
            f"The parsed copy of the tables is out of date for {missing} "
            f"file{'s' * (missing > 1)}; TOML is read instead"
        )
    return "The parsed copy of the tables is current"


def _key(text: str) -> int:
    """The key of a text in the copy: its length in the upper bits, its checksum in the lower 32."""
    data = text.encode()
    return len(data) << 32 | zlib.crc32(data)


@cache
def _copy(name: str) -> dict[int, msgspec.Raw]:
    """The copy of this name, undecoded, by key; empty if there is none or it is damaged."""
    try:
        with open(os.path.join(os.path.dirname(__file__), name), "rb") as file:
            return msgspec.msgpack.decode(file.read(), type=dict[int, msgspec.Raw])
    except (OSError, msgspec.MsgspecError):
        return {}
