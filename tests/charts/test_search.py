"""Charts are found by number as printed and by words."""

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import CHARTS_OF, COVERAGE, PURPOSES
from picket_duty.charts.search import (
    ChartEntry,
    ChartMatch,
    best_matches,
    is_question,
    matches,
    stem,
    words_typed,
)
from picket_duty.manual import Match as Section
from picket_duty.manual import search
from picket_duty.manual.answers import found
from picket_duty.text.chart_search import searched
from tests.text_table import table_of

ENTRIES = searched(load_tables().all_charts())


def test_a_chart_is_found_as_printed():
    for typed, expected in table_of("""
        '12.1'                     | ['12-1']
        '14.1'                     | ['14-1']
        '18.1'                     | ['18-1']
        '11.1'                     | ['11-1']
        D2                         | ['D-2']
        d-2                        | ['D-2']
        2-2a                       | ['2-2A']
        '9.2'                      | ['9-2/5in', '9-2/40mm', '9-2/20mm']
        9-2-5in                    | ['9-2/5in']
        table 10                   | ['10']
        Chart 10                   | ['10']
        '11'                       | ['11/forward', '11/midship', '11/aft', '11-1']
        11 aft                     | ['11/aft']
        emergency                  | ['17', '19']
        emergency maneuver         | ['19']
        torpedo                    | ['12-3']
        fletcher                   | ['firing/fletcher']
        Hit location               | ['11/forward', '11/midship', '11/aft']
        is there an attack?        | ['8-1']
        Stores used                | ['24']
        Does the ship founder?     | ['16']
        Section hit | ['10']
        '99'                       | []
        ''                         | []
        zeppelin                   | []
        """):
        assert best_matches(ENTRIES, typed) == expected


def test_every_id_finds_its_chart_alone():
    for chart in ENTRIES:
        assert best_matches(ENTRIES, chart.id) == [chart.id]
        assert best_matches(ENTRIES, chart.id.replace("-", ".").replace("/", " ").lower()) == [
            chart.id
        ]


def test_what_a_roll_is_for_finds_its_charts():
    """In the words of the log; a purpose lists its charts, or has its own words for each."""
    for purpose in PURPOSES.values():
        for chart in CHARTS_OF.get(purpose, ()):
            assert chart in [item.id for _, item in matches(ENTRIES, purpose.words)], purpose
        assert purpose in CHARTS_OF or purpose.asked or purpose is COVERAGE, purpose
    assert "7-2" in best_matches(ENTRIES, "Air fire support (AFS)")


def test_charts_of_a_roll_come_before_the_manual():
    for typed, first in table_of("""
        hit location                              | 11/forward
        hull points lost                          | 14-1
        5-inch gun bonus at high altitude         | 9-1
        what bonus do 40 mm guns get?             | 9-1
        emergency maneuver chart                  | '19'
        chart for emergency maneuver              | '19'
        which table is for the emergency maneuver | '19'
        gunnery chart                             | 9-2/5in
        Japanese hit table                        | '10'
        mk 37 director                            | 9-1
        """):
        item = found(matches(ENTRIES, typed), search(typed), typed)[0]
        assert isinstance(item, ChartEntry)
        assert item.id == first


def test_a_section_about_a_roll_comes_before_its_charts():
    for typed in ["emergency maneuver", "special attack", "morale", "captain"]:
        assert isinstance(found(matches(ENTRIES, typed), search(typed), typed)[0], Section)
    assert not is_question("emergency maneuver")
    assert is_question("why won't my guns shoot"), "a word that names nothing in the game"


def test_text_is_searched_last():
    entries = matches(ENTRIES, "fire")
    assert [match for match, _ in entries] == sorted(match for match, _ in entries)
    assert entries[-1][0] is ChartMatch.TEXT
    assert best_matches(ENTRIES, "zeke", ChartMatch.TITLE) == []
    assert "A-1" in best_matches(ENTRIES, "zeke")


def test_words_with_the_same_stem_find_the_same_charts():
    """At least three letters stay of a word."""
    for words in [
        "maneuver maneuvers maneuvering maneuvered",
        "win wins winning",
        "winner winners",
        "stop stops stopped stopping",
        "fire fires fired firing",
        "shell shells shelling",
        "glass glasses",
    ]:
        assert len(set(map(stem, words.split()))) == 1
    for word in ["as", "bed", "10", "glass", "plot"]:
        assert stem(word) == word


def test_contractions_and_empty_words_of_a_question_do_not_count():
    for typed, words in table_of("""
        Why won't my guns shoot?   | ['guns', 'shoot']
        what's the ship’s hull     | ['ship', 'hull']
        what is different at night | ['night']
        can't                      | ['can', 't']
        """):
        assert words_typed(typed) == words
