"""A cache of the parsed shipped tables, for tests that check hundreds of modified sets."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from picket_duty.book import check_set
from picket_duty.book.tables import shipped_folder
from picket_duty.charts.reading import read_toml


@contextmanager
def shipped_parsed_once() -> Iterator[None]:
    """Within this context, each shipped file is parsed only once; files of other sets are parsed every time."""
    parsed: dict[Path, dict[str, Any]] = {}
    shipped = shipped_folder()

    def read(path: Path) -> dict[str, Any]:
        if not path.is_relative_to(shipped):
            return read_toml(path)
        if path not in parsed:
            parsed[path] = read_toml(path)
        return parsed[path]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check_set, "read_toml", read)
        yield
    assert all(data == read_toml(path) for path, data in parsed.items()), "a check changed what it was to read"
