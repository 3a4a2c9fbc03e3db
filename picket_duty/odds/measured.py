"""Numbers measured over many games: the TOML files of this package, made by the scripts in ``tools``."""

from __future__ import annotations

import tomllib
from importlib.resources import files
from typing import TypeVar

import msgspec

T = TypeVar("T", bound=msgspec.Struct)


def load_measured(name: str, kind: type[T]) -> T:
    """The numbers of a file, such as ``weights.toml``. Raises msgspec.ValidationError."""
    return msgspec.convert(tomllib.loads((files("picket_duty.odds") / name).read_text(encoding="utf-8")), kind)
