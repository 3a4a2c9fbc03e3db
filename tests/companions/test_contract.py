"""The lookups match ``contract.md``: tables, query keys, result keys and words."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from picket_duty.companions.registry import answer_query
from tests.companions.test_second_reading import GAMES, READ

TEXT = Path(__file__).with_name("contract.md").read_text(encoding="utf-8")
LINE = re.compile(r"- \*\*(?P<table>[^*]+)\*\*(?: (?P<title>[^`]*))?: (?P<rest>(?:`|every).*)\.$")
KEY = re.compile(r"`(\w+)` \(([^()]*(?:\([^()]*\)[^()]*)*)\)")
REFUSED = "every question is refused"
#: Placeholders for values of a kind.
KINDS = {
    "number",
    "true",
    "false",
    "a date",
    "1945-MM-DD",
    "null",
    "number or null",
    "number or value",
    "number or all",
}


def contract():
    """Every line of the contract: game, table, title, query keys and result keys, each with its words."""
    game = ""
    for line in TEXT.splitlines():
        if line.startswith("## "):
            game = line[3:]
        elif match := LINE.match(line):
            asked, arrow, answer_words = match["rest"].partition(" -> ")
            assert arrow or REFUSED in asked, line
            yield game, match["table"], match["title"], dict(KEY.findall(asked)), dict(KEY.findall(answer_words))


LINES = list(contract())
ANSWERED = [line for line in LINES if line[4]]


def test_the_contract_is_parsed_completely():
    assert {game for game, *_ in LINES} == set(GAMES)
    assert len(LINES) == TEXT.count("\n- **")


@pytest.mark.parametrize("name", GAMES)
def test_the_tables_are_those_of_the_contract(name):
    assert set(GAMES[name].chart_ids()) == {table for game, table, *_ in ANSWERED if game == name}


def test_keys_words_and_titles():
    for name, table, title, keys, results in ANSWERED:
        game = GAMES[name]
        assert game[table].raw.title == title
        read = [(question, result) for question, result in READ[name] if question["table"] == table]
        assert {key for question, _ in read for key in question} - {"table"} == set(keys)
        assert {field for question, _ in read for field in answer_query(game, question)["result"]} == set(results)
        for key, words in keys.items():
            assert words_of(question.get(key) for question, _ in read) == wanted(words), key
        for field, words in results.items():
            result_words = words_of(answer_query(game, question)["result"][field] for question, _ in read)
            assert result_words == wanted(words), field


def words_of(values):
    """The words among some values, including those in lists, without dates."""
    words = set()
    for value in values:
        for item in value if isinstance(value, list) else [value]:
            if isinstance(item, str) and not re.fullmatch(r"1945-\d\d-\d\d", item):
                words.add(item)
    return words


def wanted(words):
    """The words that a key may take by the contract."""
    parts = {word.strip() for word in re.split(r", | or ", words.removeprefix("a list of "))}
    if words.startswith("an object"):
        return set()
    return {word for word in parts if word not in KINDS and not word.startswith("1945-")}


@pytest.mark.parametrize(("name", "table"), [line[:2] for line in LINES if not line[4]])
def test_every_question_is_refused(name, table):
    for question in ({}, {"area": 1}, {"unit": "x", "field": "y"}, {"odds": "1-1", "roll": 1}, {"terrain": "rough"}):
        reply = answer_query(GAMES[name], {"table": table} | question)
        assert reply["error"].startswith(f"{name} lacks ")
