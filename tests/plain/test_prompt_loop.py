"""The loop that plain mode, referee mode and the companion games share."""

import io

import pytest

from picket_duty.companions.table_conversation import TableConversation
from picket_duty.companions.table_saves import new_game
from picket_duty.game import Game
from picket_duty.plain.plain_mode import PlainGame
from picket_duty.plain.prompt_loop import PROMPT, STILL_UNSAVED, Unsaved
from picket_duty.plain.referee import Referee
from picket_duty.saves import SaveError
from tests.plain.games import to_choice


def loops(*lines):
    """Each kind of game in plain text with what it prints, given some lines."""
    games = []
    for kind in (PlainGame, Referee, TableConversation):
        is_table = kind is TableConversation
        game = (
            new_game("island-war-1975", 1)
            if is_table
            else to_choice("repair men", scenario=2, seed=7)
        )
        printed = []
        source = io.StringIO("".join(f"{line}\n" for line in lines))
        games.append((kind(game, source, printed.append), printed))
    return games


def test_every_game_in_plain_text_asks_again_refuses_what_is_no_answer_and_is_left():
    for loop, printed in loops("?", "", "again", "nonsense", "quit"):
        request = loop.game.request
        assert loop.run() is False
        assert loop.game.request is request
        assert printed.count(PROMPT) == 5
        assert sum(line.startswith("!") for line in printed) == 2
        question = next(iter(loop.question(request)))
        assert printed.count(question) == 2


def test_the_end_of_the_input_leaves_every_game():
    for loop, printed in loops():
        assert loop.run() is False
        assert printed[-1] == PROMPT


def test_an_answer_that_cannot_be_saved_is_asked_again_and_leaving_says_why(
    monkeypatch,
):
    def fail(*answer):
        raise SaveError("the disk is full")

    games = [*loops("auto", "auto")[:2], *loops("1", "1")[2:]]
    monkeypatch.setattr(Game, "answer", fail)
    monkeypatch.setattr(Game, "roll", fail)
    for loop, printed in games:
        request = loop.game.request
        with pytest.raises(Unsaved, match="the disk is full"):
            loop.run()
        assert loop.game.request is request
        for words in ("! the disk is full", loop.retry, STILL_UNSAVED):
            assert printed.count(words) == 1
