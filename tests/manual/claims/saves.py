"""Claims of the page `saves`: a quote, and the check that reads it from the engine or the tables."""

from __future__ import annotations

import random
import tempfile
from pathlib import Path

import pytest

from picket_duty.saves.writer import LOCKS, LOCKS_OFF
from tests.manual.evidence import saved_lines
from tools.fuzz.meddling import MEDDLING, meddled


def goes_on_elsewhere() -> bool:
    """Whether every kind of damage to an open save is reported and the game kept whole in a new file."""
    for meddle in MEDDLING:
        with tempfile.TemporaryDirectory() as top, pytest.MonkeyPatch.context() as patch:
            patch.setenv("PICKET_DUTY_HOME", top)
            if meddled(meddle, random.Random(2), Path(top)):
                return False
    return True


CLAIMS = {
    "The program saves every answer before the game continues": lambda: saved_lines()[1] == 1,
    "A save is a text file with one line per answer, and": lambda: saved_lines()[:2] == [0, 1],
    "the program tells you when you give your next answer. The game, from its beginning, is then "
    "saved to a new file and continues there": goes_on_elsewhere,
    "The program only ever adds lines to a save. Even an undo adds a line. If": lambda: saved_lines() == [0, 1, 2],
    "set `PICKET_DUTY_LOCKS=off`,": lambda: (LOCKS, LOCKS_OFF) == ("PICKET_DUTY_LOCKS", "off"),
}
