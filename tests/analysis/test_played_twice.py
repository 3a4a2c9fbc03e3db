"""An order played out twice: as it was given, which must be what happened, and as doctrine's."""

import pytest

from picket_duty.analysis.played_twice import can_play_twice, play_twice, sequel_of
from picket_duty.book.vocabulary import ASK_RELIEF, FIRE_PLAN, ORDER_MANEUVER, REPAIR_MEN
from picket_duty.captains import captain_named, play_out
from picket_duty.captains.doctrine import DoctrineCaptain, decide
from picket_duty.dice import Dice
from picket_duty.facts import facts_of
from picket_duty.requests import Choice
from picket_duty.setup import ALL_OWN
from tests.games import new_game
from tests.quick import first_is_quick
from tests.saves.games import played

SETUPS = (
    {"scenario": 4, "seed": 1},
    {"scenario": 2, "level": "advanced", "seed": 1},
    {"campaign": "mini", "level": "advanced", "seed": 1},
    {"patrol": "1945-05-11", "days": 3, "seed": 1},
    {"campaign": "long-a", "seed": 1},
)


class OneOther:
    """Doctrine, except that one order, the first of its kind, is a random captain's that differs."""

    def __init__(self, about, seed):
        self.about = about
        self.random = captain_named("random", seed)
        #: The number of answers before the other order; None until it is given.
        self.given = None

    def choose(self, game):
        doctrine = decide(game.play, game.request)
        if self.given is not None or game.request.about != self.about:
            return doctrine
        other = game.request.check(self.random.choose(game))
        if other != game.request.check(doctrine):
            self.given = len(game.answers)
        return other


def with_one_other(about, **setup):
    """A game with one order that is not doctrine's, and the number of answers before it."""
    captain = OneOther(about.id, setup["seed"])
    game = new_game(**setup)
    play_out(game, captain)
    return game, captain.given


@first_is_quick("setup", SETUPS)
@pytest.mark.parametrize("about", [FIRE_PLAN, ORDER_MANEUVER, REPAIR_MEN])
def test_the_line_of_the_order_given_is_what_happened(about, setup):
    game, number = with_one_other(about, **setup)
    assert number is not None
    given = sequel_of(game, number, game.answers[number])
    label = game.at(number).request.phase
    assert given.phase == facts_of(game).phase_of(label)
    if not given.stage:
        assert game.system.encode(given.end) == game.system.encode(game.state)


def test_both_lines_part_at_the_order_and_not_before():
    game, number = with_one_other(FIRE_PLAN, scenario=2, level="advanced", seed=11)
    order = game.at(number).request
    given = sequel_of(game, number, game.answers[number])
    doctrine = sequel_of(game, number, decide(game.at(number).play, order))
    before = [wave for wave in given.phase.waves if wave.number < order.wave]
    assert before == doctrine.phase.waves[: len(before)]
    assert given.phase.waves[len(before)].shots != doctrine.phase.waves[len(before)].shots
    assert given.phase.waves[len(before)].planes != doctrine.phase.waves[len(before)].planes


def test_the_rows_tell_what_each_order_did_and_how_it_ended():
    game, number = with_one_other(ORDER_MANEUVER, scenario=4, seed=3)
    lines = play_twice(game, number)
    assert [row[:3] for row in lines.differences[:2]] == [
        ("wave 1: maneuver", "not tried", "succeeded"),
        ("wave 1: #1 George", "afire, near miss", "afire, missed"),
    ]
    assert all(row.given != row.doctrine for row in lines.differences)
    assert [(row.about, row.given) for row in lines.end] == [
        ("end of morning", "hull 5"),
        ("later planes", "11 came, 2 splashed, 3 hits"),
        ("result", "lost: sunk Apr 6, evening"),
    ]
    assert all(row.doctrine for row in lines.end)


def test_lines_are_the_same_each_time_and_leave_the_game_as_it_is():
    game, number = with_one_other(FIRE_PLAN, campaign="mini", seed=8)
    before = (game.state_hash, list(game.answers), len(game.events))
    assert play_twice(game, number) == play_twice(game, number)
    assert (game.state_hash, game.answers, len(game.events)) == before


def test_a_return_to_the_anchorage_is_in_the_line_of_the_order_about_relief():
    stay, repair = None, None
    for seed in range(30):
        game, number = with_one_other(ASK_RELIEF, campaign="mini", seed=seed)
        if number is not None and game.answers[number] == "stay":
            lines = play_twice(game, number)
            first, *_ = (*lines.differences, *lines.end)
            _, stay, repair, _ = first
            break
    assert first.about == "end of evening"
    assert stay.startswith("hull")
    assert repair.startswith("off station until")


def test_only_a_game_with_the_dice_of_its_seed_can_be_played_twice():
    """Not one with the player's dice, those of a lesson, or unknown first answers."""
    game = played("random", scenario=6, seed=1)
    assert can_play_twice(game)
    own = new_game(scenario=6, seed=1, dice=ALL_OWN)
    for answer in game.answers:
        own.answer(answer)
    assert own.over
    assert not can_play_twice(own)
    lesson = new_game(scenario=6, seed=1)
    lesson.dice = Dice(2)
    play_out(lesson, DoctrineCaptain())
    assert not can_play_twice(lesson)
    later = played("random", scenario=6, seed=1)
    later.base = 3
    assert not can_play_twice(later)


def test_a_game_in_progress_is_not_played_on_with_its_own_dice():
    game = new_game(scenario=4, seed=1)
    play_out(game, DoctrineCaptain(), lambda game: isinstance(game.request, Choice))
    assert not can_play_twice(game)
