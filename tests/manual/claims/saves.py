"""Claims of the page `saves`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

from tests.manual.evidence import saved_lines

CLAIMS = {
    "Every answer is in the file before the game goes on": lambda: saved_lines()[1] == 1,
    "A save is text, one line an answer": lambda: saved_lines()[:2] == [0, 1],
    "It only grows: undo is written down too": lambda: saved_lines() == [0, 1, 2],
}
