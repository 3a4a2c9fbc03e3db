"""Numbers measured over many games: the TOML files of this package, made by the scripts in ``tools``."""

from __future__ import annotations

from pathlib import Path
from typing import TypeVar

import msgspec

from picket_duty.charts.reading import read_toml

T = TypeVar("T", bound=msgspec.Struct)


def load_measured(name: str, kind: type[T]) -> T:
    """The numbers of a file, such as ``weights.toml``. Raises msgspec.ValidationError."""
    return msgspec.convert(read_toml(Path(__file__).with_name(name)), kind)
