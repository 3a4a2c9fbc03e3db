"""What a terminal sends besides keys: the program lives, and gives no order that was not typed."""

import os
import random

import pytest

if os.name != "posix":
    pytest.skip("pseudo-terminals are POSIX", allow_module_level=True)

from tests.hostile.noise import (
    BEGINS,
    CONTENTS,
    ENDS,
    MOVES,
    PASTES,
    REPLIES,
    UNKNOWN,
    Battle,
    noises,
)


@pytest.fixture
def battle(tmp_path):
    battle = Battle(tmp_path)
    yield battle
    battle.terminal.process.kill()
    battle.terminal.process.wait()
    os.close(battle.terminal.master)


def gives_no_order(battle, sent):
    """All of it is read and nothing is an order; then a key gives one."""
    before = battle.orders()
    for each, cuts in sent:
        battle.send(each, cuts)
    battle.answers_a_key()
    assert battle.orders() == before
    battle.fire()


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [
        (b"\xe9a", b"\x80", b"\x9bB", *REPLIES, *UNKNOWN),
        [begin + content + end for begin in BEGINS for content in CONTENTS for end in ENDS],
        [b"\x1b[200~" + paste + b"\x1b[201~" for paste in PASTES],
        [move % (1 + place % 120, 1 + place % 40) for move in MOVES for place in range(500)],
    ],
    ids=["bytes and replies", "strings", "pastes", "a burst of the mouse"],
)
def test_what_no_key_makes_gives_no_order(battle, sent):
    gives_no_order(battle, [(each, ()) for each in sent])


@pytest.mark.slow
@pytest.mark.parametrize(
    "sent",
    [
        b"\x1b]11;rgb:ffff/ffff/ffff\x1b\\",
        b"\x1bP>|tmux 3.4 f\x07",
        b"\x1b_Gi=1;f\x1b\\",
        b"\x1b^f\x1b\\",
        b"\x1b[>41;354;0c",
        b"\x1b[1;1:3B",
        b"\x1b[M !f",
        b"\x1b[200~f\x1b]1;f\x07\x1b[201~",
    ],
    ids=repr,
)
def test_a_sequence_cut_at_each_place_gives_no_order(battle, sent):
    gives_no_order(battle, [(sent, [place]) for place in range(1, len(sent))])


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_noise_in_pieces_and_bursts_gives_no_order(battle, seed):
    gives_no_order(battle, noises(random.Random(seed), 150))
