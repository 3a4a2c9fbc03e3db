"""What happened off Okinawa in 1945, in sentences."""

from __future__ import annotations

import datetime

from picket_duty.book import load_tables
from picket_duty.book.historical_days import historical_day_of
from picket_duty.text.historical_record import day_sentences, day_title, play_words

TABLES = load_tables()
RAID = "Last day of Kikusui 1."
DAYS = {
    "03-25": ["No picket ship is known to have been hit."],
    "03-24": ["No picket ship is known to have been hit; stations 5 and 9 in use in 1945."],
    "03-29": ["No picket ship is known to have been hit; station 9 in use in 1945."],
    "04-06": [
        "Kikusui 1 begins: about 230 Navy and 125 Army suicide planes over two days.",
        "Sunk: USS Bush (station 1) and USS Colhoun (station 2).",
    ],
    "04-01": ["American troops landed on Okinawa."],
    "04-07": [RAID, "Carrier planes sank the battleship Yamato on her way to Okinawa."],
    "05-11": ["Last day of Kikusui 6.", "Damaged: USS Evans (station 15) and USS Hugh W. Hadley (station 15)."],
    "04-16": [
        "Last day of Kikusui 3.",
        "Sunk: USS Pringle (probably station 14); damaged: USS Laffey (station 1), "
        "USS Bryant (probably station 2), USS Hobson (probably station 14) and USS Harding (probably station 14).",
    ],
    "05-28": ["Day 2 of Kikusui 8.", "Sunk: USS Drexler (station 15)."],
    "03-23": [],
    "06-26": [],
}


def test_a_day_is_summarized_by_its_events() -> None:
    for day, sentences in DAYS.items():
        assert day_sentences(TABLES, datetime.date.fromisoformat(f"1945-{day}")) == sentences


def test_the_title_of_a_day_and_the_watch_that_can_be_played() -> None:
    assert day_title(datetime.date(1945, 5, 4)) == "This day off Okinawa: May 4, 1945"
    assert play_words(historical_day_of(TABLES.history, datetime.date(1945, 3, 25))) == ""
    assert ", station " in play_words(historical_day_of(TABLES.history, datetime.date(1945, 4, 16)))
