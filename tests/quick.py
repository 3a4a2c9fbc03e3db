"""Parameters of which the first alone is a quick test: the others repeat its check at some cost."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_is_quick(names: str | tuple[str, ...], values: Iterable[Any], **more: Any) -> pytest.MarkDecorator:
    """``pytest.mark.parametrize``, with all values but the first marked as slow."""
    first, *others = values
    several = not isinstance(names, str) or "," in names
    marked = [pytest.param(*(other if several else (other,)), marks=pytest.mark.slow) for other in others]
    return pytest.mark.parametrize(names, [first, *marked], **more)
