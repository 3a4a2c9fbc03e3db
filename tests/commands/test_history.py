"""``history`` on the command line, and the historical day at the end of a day in plain mode."""

from __future__ import annotations

import json

#: The keys of ``history DATE --json``, on which other tools may rely.
KEYS = ["date", "words", "raid", "ships", "notes", "stations", "play"]


def test_a_day_has_every_entry_with_its_source(run):
    lines = run("history", "1945-05-28").out.splitlines()
    assert lines[0] == "This day off Okinawa: May 28, 1945"
    assert "  USS Drexler (DD-741) was sunk at station 15: hit by 2 planes, 158 killed, 52 wounded. [2]" in lines
    sources = [line for line in lines if line.startswith("      [")]
    assert [line[6:10] for line in sources] == [f"[{number}] " for number in range(1, len(sources) + 1)]
    assert all(line[10:].startswith(("sure", "approximate: ")) for line in sources)
    marks = [line.rpartition(" ")[2] for line in lines[1 : -1 - len(sources)]]
    assert set(marks) == {line[6:9] for line in sources}


def test_a_source_is_named_once_per_day(run):
    """Entries with the same source and reliability share its number; no source is a web address."""
    for day in ("1945-04-06", "1945-04-16", "1945-05-11", "1945-05-28"):
        lines = run("history", day).out.splitlines()
        sources = [line.split("] ", 1)[1] for line in lines if line.startswith("      [")]
        assert len(set(sources)) == len(sources) > 0
        assert not [source for source in sources if ".com" in source or ".org" in source]
    assert lines[-1] == '  picket-duty play --patrol 1945-05-28 --station 15 --ship "USS Drexler"'


def test_uncertain_parts_of_a_sure_entry_are_named(run):
    """On April 16, stations, a date and the number of planes are uncertain."""
    lines = run("history", "1945-04-16").out
    assert "] sure except for its number of planes: " in lines
    assert "] sure except for its date and station: " in lines


def test_the_suggested_patrol_can_be_played(run):
    play = json.loads(run("history", "1945-05-28", "--json").out)["play"]
    words = [f"--{name}={value}" for name, value in play.items()]
    data = json.loads(run("play", *words, "--days", "1", "--seed", "1", "--auto", "doctrine", "--json").out)
    assert data["patrol"] == "1945-05-28"


def test_a_day_as_json_is_one_object(run):
    data = json.loads(run("history", "1945-04-22", "--json").out)
    assert list(data) == KEYS
    assert data["play"] is None
    assert data["ships"][0]["sure"] is False
    assert len(json.loads(run("history", "--json").out)["days"]) == 94


def test_without_a_date_all_days_are_listed(run):
    lines = run("history").out.splitlines()
    days = [line for line in lines if line.startswith("1945-")]
    assert lines[0] == "1945-03-24 to 1945-03-25  No picket ship is known to have been hit."
    assert days[-1][:10] <= "1945-06-25"
    assert len({line.partition("  ")[0] for line in days}) == len(days) < 94
    assert "\n".join(lines).count("Kikusui 1 begins: about 230 Navy and 125 Army suicide planes") == 1
    assert max(map(len, lines)) <= 80


def test_an_invalid_date_is_refused(run):
    for day, why in (("1945-07-04", "outside the battle"), ("may 4", "is not a valid date (use YYYY-MM-DD)")):
        result = run("history", day)
        assert (result.status, result.out) == (2, "")
        assert why in result.err
        assert result.err.count("\n") == 1


def test_the_page_of_a_day_has_the_historical_day(run):
    text = run("play", "--patrol", "1945-04-06", "--days", "1", "--seed", "1", "--plain", input="auto\n" * 300).out
    assert "=== This day off Okinawa" in text
    assert "Sunk: USS Bush (station 1) and USS Colhoun (station 2)." in text
