"""War diaries: every sentence is true in every kind of game, in every format, and the same whenever it is written."""

from __future__ import annotations

import pytest

from tests.reports.diaries import check_diary
from tests.reports.games import KINDS, watched
from tests.reports.test_words import IDS


@pytest.mark.parametrize("kind", KINDS[::3], ids=IDS[::3])
def test_every_sentence_of_a_diary_is_true(kind):
    """A game of each third kind; ``tests/fuzz/diaries.py`` reads all three hundred."""
    check_diary(watched(kind, 0))
