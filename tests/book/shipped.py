"""Caches of the shipped tables as parsed and as judged, for tests that check hundreds of modified
sets.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest

from picket_duty.book import check_tables
from picket_duty.book.tables import shipped_folder
from picket_duty.charts.kinds import RawChart
from picket_duty.charts.toml_files import read_toml


@contextmanager
def shipped_parsed_once() -> Iterator[None]:
    """Within this context, each shipped file is parsed only once; files of other sets are parsed
    every time.

    A shipped chart is judged once for the same requirements of the rest of its set.
    """
    parsed: dict[Path, dict[str, Any]] = {}
    charts: dict[Path, RawChart] = {}
    judged: dict[str, list[tuple[tuple[Any, ...], list[str]]]] = {}
    shipped = shipped_folder()
    read_chart = check_tables._read_chart
    judge = check_tables.check_shape

    def read(path: Path) -> dict[str, Any]:
        if not path.is_relative_to(shipped):
            return read_toml(path)
        if path not in parsed:
            parsed[path] = read_toml(path)
        return parsed[path]

    def chart(name: str, path: Path, faults: list[str]) -> RawChart | None:
        if not path.is_relative_to(shipped):
            return read_chart(name, path, faults)
        if path not in charts:
            charts[path] = read_chart(name, path, faults)
        return charts[path]

    def faults_of(raw: RawChart, *requirements: Any) -> list[str]:
        if id(raw) not in map(id, charts.values()):
            return list(judge(raw, *requirements))
        before = judged.setdefault(raw.id, [])
        for asked, faults in before:
            if asked == requirements:
                return faults
        before.append((requirements, list(judge(raw, *requirements))))
        return before[-1][1]

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(check_tables, "read_toml", read)
        patch.setattr(check_tables, "_read_chart", chart)
        patch.setattr(check_tables, "check_shape", faults_of)
        yield
    assert parsed == {path: read_toml(path) for path in parsed}, (
        "a check changed what it was to read"
    )
    assert charts == {path: read_chart(path.name, path, []) for path in charts}, (
        "a check changed a chart"
    )


def change(folder, name, *pairs, text=None):
    """A modified set in a folder: each old text of a shipped file is replaced; or the whole
    text.
    """
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    if text is None:
        text = (path if path.exists() else shipped_folder() / name).read_text(encoding="utf-8")
    for old, new in zip(pairs[::2], pairs[1::2], strict=True):
        assert old in text, old
        text = text.replace(old, new, 1)
    path.write_text(text, encoding="utf-8")
    return folder


PLAN = "ships/plans/fletcher.toml"
