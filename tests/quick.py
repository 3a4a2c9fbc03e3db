"""Parameters of which the first ones are quick tests: the others repeat their check at some
cost.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import pytest


def first_is_quick(
    names: str | tuple[str, ...], values: Iterable[Any], *, quick: int = 1, **more: Any
) -> pytest.MarkDecorator:
    """``pytest.mark.parametrize``, with all values but the first ``quick`` ones marked as slow."""
    values = list(values)
    others = values[quick:]
    several = not isinstance(names, str) or "," in names
    marked = [
        pytest.param(*(other if several else (other,)), marks=pytest.mark.slow) for other in others
    ]
    return pytest.mark.parametrize(names, [*values[:quick], *marked], **more)
