"""Replay codes reproduce every finished game; damaged or foreign codes are never read as another
game.
"""

import datetime
import json

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.book import Tables
from picket_duty.dice import Dice
from picket_duty.game import Game
from picket_duty.requests import (
    ASSIGN,
    MEN_TO_JOBS,
    NUMBER,
    ONE,
    Choice,
    Decision,
    Illegal,
    Job,
    Option,
)
from picket_duty.saves import load_whole
from picket_duty.saves import replay_code as coding
from picket_duty.saves.daily_watch import watch_setup
from picket_duty.saves.replay_code import CodeError, code_of, read_code, split_code
from picket_duty.setup import SetupOptions
from tests.games import TABLES, new_game
from tests.saves.games import other_tables, play, played, saved
from tests.saves.golden_codes import FILE, read_again
from tools.fuzz import codes

#: Most characters of the code of a scenario and of a mini campaign.
OF_SCENARIO = 240
OF_MINI = 1100


def test_a_game_is_restored_from_its_code():
    for setup, most in [
        ({"scenario": 6}, OF_SCENARIO),
        ({"scenario": 8, "level": "advanced", "options": ["dunlap-1941"]}, OF_SCENARIO),
        ({"campaign": "mini", "level": "advanced"}, OF_MINI),
        ({"campaign": "long-a", "start": "1945-05-01", "ship": "USS Night Heron"}, OF_MINI),
        ({"patrol": "1945-05-11", "days": 2, "station": 3, "ship": "la-prade"}, OF_MINI),
        ({"patrol": "1945-04-06", "days": 1, "officers": {"captain": "Cdr. Öst"}}, OF_MINI),
    ]:
        for policy in ["random", "greedy"]:
            game = played(policy, seed=5, **setup)
            code = code_of(game)
            assert len(code) <= most
            again = read_code(code, TABLES)
            assert again.watch is None
            assert again.game.state_hash == game.state_hash
            assert again.game.answers == game.answers
            assert again.game.state.setup == game.state.setup


def test_a_game_advised_by_an_older_version_keeps_its_code_and_is_commanded(tmp_path):
    game = new_game(scenario=5, seed=3)
    game.recorded_aid = "advised"
    game.save(tmp_path / "a.picket")
    play(game, codes.captain_named("random", 1))
    code = code_of(game)
    game.save_file.close()
    for again in (load_whole(tmp_path / "a.picket", TABLES), read_code(code, TABLES).game):
        assert (again.recorded_aid, again.aid) == ("advised", "commanded")
    assert code_of(again) == code
    game.recorded_aid = "commanded"
    assert code_of(game) != code


def test_a_longer_code_is_refused(monkeypatch):
    game = played("random", scenario=5, seed=3)
    code = code_of(game)
    monkeypatch.setattr(coding, "LONGEST", len(code))
    assert code_of(game) == code, "the longest code is still one"
    assert read_code(code, TABLES).game.state_hash == game.state_hash
    monkeypatch.setattr(coding, "LONGEST", len(code) - 1)
    with pytest.raises(CodeError, match="Send the save instead"):
        code_of(game)
    with pytest.raises(CodeError, match="the limit is"):
        read_code(code, TABLES)


def test_the_code_of_a_watch_is_its_date_and_the_answers():
    date = datetime.date(2026, 11, 16)
    game = Game.of_setup(watch_setup(date, TABLES), TABLES)
    play(game, codes.captain_named("random", 1))
    as_watch = code_of(game, date, 2)
    as_game = code_of(game)
    assert len(as_watch) < len(as_game)
    code = read_code(as_watch, TABLES)
    assert (code.watch, code.tried) == (date, 2)
    assert code.game.answers == game.answers
    assert read_code(code_of(game, date, 15), TABLES).tried == 15
    assert read_code(code_of(game, date, 99), TABLES).tried == 15, (
        "later attempts share the highest number"
    )


def test_recorded_codes_still_give_the_same_games():
    for entry in json.loads(FILE.read_text(encoding="utf-8")):
        assert read_again(entry) == entry, (
            "if on purpose: python -m tests.saves.golden_codes, and a new code.VERSION"
        )


def test_games_with_dice_rolled_on_the_table_or_typed_have_no_code():
    for dice in ("own", "mine"):
        with pytest.raises(CodeError, match="hand-rolled dice"):
            code_of(played(scenario=6, seed=1, dice=dice))
    game = new_game(scenario=6, seed=1)
    while game.request is not None:
        if isinstance(game.request, Choice):
            game.answer(codes.captain_named("random", 1).choose(game))
        else:
            game.answer([6 if face == 6 else 9 for face in game.request.faces])
    with pytest.raises(CodeError, match="hand-rolled dice"):
        code_of(game)


def test_an_unfinished_or_partly_loaded_game_has_no_code(tmp_path):
    with pytest.raises(CodeError, match="not over"):
        code_of(played(scenario=6, seed=1, answers=20))
    without = new_game(scenario=6, seed=1, history=False)
    play(without, codes.captain_named("random", 1))
    with pytest.raises(CodeError, match="first decisions"):
        code_of(without)
    saved(tmp_path / "a.picket", scenario=6, seed=1)
    assert code_of(load_whole(tmp_path / "a.picket", TABLES))


CODE = code_of(played("random", scenario=5, seed=9))


def test_text_that_is_not_a_code_is_refused_in_one_line():
    for code, words in [
        ("", "no replay code found"),
        ("hello", "no replay code found"),
        (f"PD3-{CODE[4:]}", "version 3; this program plays version 2"),
        (f"PD999999999999-{CODE[4:]}", "the code is version"),
        (CODE[:-1], "damaged or was edited"),
        (f"{CODE[:9]}U{CODE[10:]}", "damaged: codes never contain 'U'"),
        ("PD2-", "damaged or was edited"),
        ("PD2-" + "Z" * 5000, "the limit is"),
    ]:
        with pytest.raises(CodeError, match=words) as error:
            read_code(code, TABLES)
        assert "\n" not in str(error.value)


def test_codes_of_other_tables_and_rotations_are_refused(tmp_path):
    other_tables(tmp_path, "house/numbers.toml", "ammunition = 10", "ammunition = 9")
    with pytest.raises(CodeError, match="made with different tables"):
        read_code(CODE, Tables(tmp_path))
    date = datetime.date(2026, 11, 16)
    game = Game.of_setup(watch_setup(date, TABLES), TABLES)
    play(game, codes.captain_named("random", 1))
    code = code_of(game, date, 1)
    other = Tables(other_tables(tmp_path / "watch", "watch.toml", "version = 1", "version = 2"))
    assert other.digest == TABLES.digest
    with pytest.raises(CodeError, match="this version does not have"):
        read_code(code, other)


def test_codes_of_different_rules_and_of_no_game_are_refused(monkeypatch):
    monkeypatch.setattr(
        coding, "choices_of", lambda setup, tables: SetupOptions(scenario=99, seed=1)
    )
    code = code_of(played("random", scenario=6, seed=1))
    with pytest.raises(CodeError, match="does not describe a playable game"):
        read_code(code, TABLES)
    begin = Dice.__init__
    monkeypatch.setattr(Dice, "__init__", lambda self, seed: begin(self, seed + 1))
    with pytest.raises(CodeError, match="The code was made by a different version"):
        read_code(CODE, TABLES)


def test_a_code_is_found_below_its_card_in_any_spelling():
    spread = (
        " \n".join([CODE[:3], CODE[3:20], CODE[20:].lower()]).replace("0", "o").replace("1", "l")
    )
    assert (
        read_code(spread.replace("PDl", "PD1"), TABLES).game.state_hash
        == read_code(CODE, TABLES).game.state_hash
    )
    before, code = split_code(f"a card\nof lines\n\n{CODE[:30]}\r\n{CODE[30:]}\n\nregards, 5 July")
    assert before == "a card\nof lines\n\n"
    assert code == CODE


@pytest.mark.slow
def test_damaged_codes_are_refused_or_the_same_game():
    problems = codes.fuzz(250, seed=3)
    assert problems[codes.REFUSED] > 180
    assert problems[codes.SAME] > 5


WORDS = st.text("abc", min_size=1, max_size=3)


@st.composite
def decided(draw):
    """A choice of any kind, and a legal answer."""
    kind = draw(st.sampled_from(list(DECIDED)))
    return DECIDED[kind](draw, Decision("d", kind, "?", ""))


def option_chosen(draw, decision):
    names = draw(st.lists(WORDS, min_size=1, max_size=6, unique=True))
    choice = Choice(decision, options=tuple(Option(name, name) for name in names))
    return choice, draw(st.sampled_from(names))


def targets_assigned(draw, decision):
    planes = st.lists(st.integers(0, 9), max_size=5, unique=True).map(tuple)
    slots = draw(st.dictionaries(WORDS, planes, max_size=6))
    orders = {slot: st.sampled_from(targets) for slot, targets in slots.items() if targets}
    return Choice(decision, slots=slots), draw(st.fixed_dictionaries({}, optional=orders))


def number_chosen(draw, decision):
    least = draw(st.integers(-5, 5))
    return Choice(decision, least=least, most=least + 7), draw(st.integers(least, least + 7))


def men_sent(draw, decision):
    sections = st.sampled_from(["aft", "midship"])
    groups = st.sampled_from(["", "g"])
    job = st.builds(Job, sections, st.just("k"), st.just("t"), group=groups)
    jobs = draw(st.dictionaries(WORDS, job, max_size=6))
    men = {"aft": draw(st.integers(0, 6)), "midship": 3}
    choice = Choice(decision, jobs=jobs, men=men, most=3)
    answer = {}
    for name in jobs:
        answer[name] = draw(st.integers(0, 3))
        try:
            choice.check(answer)
        except Illegal:
            del answer[name]
    return choice, answer


DECIDED = {
    ONE: option_chosen,
    ASSIGN: targets_assigned,
    NUMBER: number_chosen,
    MEN_TO_JOBS: men_sent,
}


@pytest.mark.slow
@given(st.lists(decided(), max_size=12))
@settings(max_examples=60, deadline=None)
def test_any_answers_are_restored_from_one_number(asked):
    out = coding.DigitWriter()
    for choice, answer in asked:
        coding.coded_answer(choice, choice.check(answer), out)
    taken = coding.DigitReader(out.number)
    for choice, answer in asked:
        assert coding.coded_answer(choice, None, taken) == choice.check(answer)
    assert taken.left == 0


@given(st.integers(0, 10**60), st.data())
@settings(max_examples=60, deadline=None)
def test_any_number_in_a_code_gives_legal_answers(number, data):
    choice, _ = data.draw(decided())
    answer = coding.coded_answer(choice, None, coding.DigitReader(number))
    assert choice.check(answer) == answer
