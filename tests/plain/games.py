"""Games of plain mode: lines typed into one, and the way to a choice or to a lost station."""

import io
from functools import cache

from picket_duty.captains.doctrine import decide
from picket_duty.captains.standing_orders import officers_may_finish
from picket_duty.drafts.typed import decision_of
from picket_duty.odds.aims import AimPlans
from picket_duty.plain import plain_mode
from picket_duty.requests import Choice, Roll
from tests.games import new_game, play_to
from tests.plain.conftest import SHIPPED_ROUTINE

#: The answers that lead to the first choice of a kind, by the kind and the set-up.
ANSWERS = {}


def talk(game, *lines):
    """Feed lines to plain mode; returns whether the game ended, and its output."""
    target = io.StringIO()
    over = plain_mode.play(game, io.StringIO("".join(f"{line}\n" for line in lines)), target)
    return over, target.getvalue()


def to_choice(about, **chosen):
    """A game played with its own dice and the officers' orders to the first choice of a kind."""
    key = (about, *chosen.items())
    game = after(ANSWERS.get(key, ()), **chosen)
    play_to(game, about, lambda game: decision_of(game.play, game.request, "auto"))
    ANSWERS[key] = list(game.answers)
    return game


def after(answers, **chosen):
    """A new game after these answers."""
    game = new_game(**chosen)
    for answer in answers:
        game.answer(answer)
    return game


def has_aims(game):
    """Whether a fire plan with several aims is asked for."""
    request = game.request
    is_plan = isinstance(request, Choice) and request.about == "fire plan"
    return is_plan and AimPlans(game.play, request).is_question()


@cache
def lost_answers():
    """A seed of scenario 2, and the answers until its station is lost before a decision that
    routine does not make.
    """
    for seed in range(200):
        game = new_game(scenario=2, seed=seed)
        while (request := game.request) is not None:
            if officers_may_finish(game, SHIPPED_ROUTINE) and has_aims(game):
                return seed, list(game.answers)
            game.roll() if isinstance(request, Roll) else game.answer(decide(game.play, request))
    raise AssertionError("no station is lost")


def lost():
    """A game whose station is lost."""
    seed, answers = lost_answers()
    return after(answers, scenario=2, seed=seed)
