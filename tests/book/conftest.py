"""Shared by the tests of sets of tables."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from tests.book.shipped import shipped_parsed_once


@pytest.fixture(autouse=True, scope="session")
def _shipped_parsed_once() -> Iterator[None]:
    with shipped_parsed_once():
        yield
