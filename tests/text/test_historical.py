"""The historical outcome of a day in a sentence or two, for each kind of day."""

from __future__ import annotations

from datetime import date

from picket_duty.book import load_tables
from picket_duty.book.historical_days import historical_day_of
from picket_duty.text.campaign_progress import day_sentences, day_title, play_words

TABLES = load_tables()
RAID = "Last day of Kikusui 1."
SAID = {
    "nothing is known": (date(1945, 3, 25), ["No picket ship is known to have been hit."]),
    "stations are": (date(1945, 3, 24), ["No picket ship is known to have been hit; stations 5 and 9 in use in 1945."]),
    "one station is": (date(1945, 3, 29), ["No picket ship is known to have been hit; station 9 in use in 1945."]),
    "the first day of a raid": (
        date(1945, 4, 6),
        [
            "Kikusui 1 begins: about 230 Navy and 125 Army suicide planes over two days.",
            "Sunk: USS Bush (station 1) and USS Colhoun (station 2).",
        ],
    ),
    "a note is": (date(1945, 4, 1), ["American troops landed on Okinawa."]),
    "a raid and a note are": (
        date(1945, 4, 7),
        [RAID, "Carrier planes sank the battleship Yamato on her way to Okinawa."],
    ),
    "a raid and hits are": (
        date(1945, 5, 11),
        [
            "Last day of Kikusui 6.",
            "Damaged: USS Evans (station 15) and USS Hugh W. Hadley (station 15).",
        ],
    ),
    "a ship was sunk, and probably where": (
        date(1945, 4, 16),
        [
            "Last day of Kikusui 3.",
            "Sunk: USS Pringle (probably station 14); damaged: USS Laffey (station 1), "
            "USS Bryant (probably station 2), USS Hobson (probably station 14) and USS Harding (probably station 14).",
        ],
    ),
    "a day between the first and the last": (
        date(1945, 5, 28),
        [
            "Day 2 of Kikusui 8.",
            "Sunk: USS Drexler (station 15).",
        ],
    ),
    "before the calendar": (date(1945, 3, 23), []),
    "after the calendar": (date(1945, 6, 26), []),
}


def test_a_day_is_summarized_by_its_events() -> None:
    for known in SAID:
        day, sentences = SAID[known]
        assert day_sentences(TABLES, day) == sentences


def test_the_title_of_a_day_and_the_watch_that_can_be_played() -> None:
    assert day_title(date(1945, 5, 4)) == "This day off Okinawa: May 4, 1945"
    assert play_words(historical_day_of(TABLES.history, date(1945, 3, 25))) == ""
    assert ", station " in play_words(historical_day_of(TABLES.history, date(1945, 4, 16)))
