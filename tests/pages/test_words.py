"""Every sentence of reports and diaries is true: those of three hundred games are compared with what happened."""

from __future__ import annotations

from weakref import WeakKeyDictionary

import pytest

from picket_duty.facts import Fate, observer
from picket_duty.text import POST_NAMES, deck_log, diary_entries
from tests.pages.diaries import check_diary
from tests.pages.games import KINDS, Kind, watched
from tests.pages.sentences import check_words
from tests.quick import first_is_quick

HARD = Kind({"campaign": "mini", "level": "advanced"})
IDS = [f"{' '.join(map(str, kind.setup.values()))} {kind.captain} {kind.dice}" for kind in KINDS]


def test_the_games_of_all_kinds_are_three_hundred():
    assert sum(kind.seeds for kind in KINDS) == 300


@pytest.mark.slow
@pytest.mark.parametrize("kind", KINDS, ids=IDS)
def test_every_sentence_is_true(kind):
    for seed in range(kind.seeds):
        watch = watched(kind, seed)
        check_words(watch)
        check_diary(watch)


# -- the reading itself notices what is false ----------------------------------------------


@pytest.fixture(scope="module")
def battle():
    """Days with hits, losses, fires and an officer killed."""
    game = next(candidate for candidate in (watched(HARD, seed) for seed in range(999)) if _hard(candidate))
    check_words(game)
    return game


def _hard(watch):
    return any(phase.fallen for phase in watch.phases) and any(phase.of("out") for phase in watch.phases)


@first_is_quick(
    ("name", "lie"),
    [
        ("number_words", lambda number: "nine"),
        ("_credit", lambda planes, tables: " by the support craft"),
        ("_ends", lambda ends, planes, tables: "nine missed"),
        ("kinds_words", lambda planes: "nine Zekes"),
        ("_fires", lambda phase, hurt: []),
        ("_cost", lambda phase, tables: []),
    ],
)
def test_a_false_diary_sentence_is_detected(battle, monkeypatch, name, lie):
    check_diary(battle)
    monkeypatch.setattr(diary_entries, name, lie)
    with pytest.raises(AssertionError):
        check_diary(battle)


@pytest.mark.parametrize(
    ("place", "name", "lie"),
    [
        (deck_log, "plural", lambda kind, number: "Zekes"),
        (deck_log, "number_words", lambda number: "nine"),
        (deck_log, "_downed", lambda plane, tables: []),
        (deck_log, "struck_words", lambda blow, room: "Val, bearing 090, crashed into the ship forward."),
        (observer, "DIVES", dict.fromkeys(observer.DIVES, Fate.WITHDREW)),
        (deck_log, "repair_clauses", lambda jobs, tables: []),
        (deck_log, "_damage", lambda event, tables: "SC radar destroyed"),
        (deck_log, "_loss", lambda event, tables: ""),
        (deck_log, "POST_NAMES", dict.fromkeys(POST_NAMES, "cook")),
    ],
)
def test_a_false_sentence_is_detected(battle, monkeypatch, place, name, lie):
    monkeypatch.setattr(place, name, lie)
    # The facts are made again, with the lie.
    monkeypatch.setattr(observer, "_OBSERVERS", WeakKeyDictionary())
    with pytest.raises(AssertionError):
        check_words(battle)
