"""Claims of the page `saves`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from tests.manual.evidence import saved_lines

CLAIMS = {
    "a text file with one line per answer,": lambda: saved_lines()[:2] == [0, 1],
}
