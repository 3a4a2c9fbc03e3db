"""Telling sentences of the manual that need no claim: how each begins, and why."""

from __future__ import annotations

EXEMPT: dict[str, dict[str, str]] = {}
