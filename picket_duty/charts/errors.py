"""The error of charts."""

from __future__ import annotations


class ChartError(ValueError):
    """An invalid chart file, or a lookup without a result."""
