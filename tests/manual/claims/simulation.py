"""Claims of the page `simulation`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

CLAIMS = {}
