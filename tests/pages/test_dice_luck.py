"""Luck: percentiles compared with simulation."""

import random

import pytest

from picket_duty.book.vocabulary import DIVE, FIRE_PLAN, GUNNERY
from picket_duty.captains import captain_named, play_out
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.pages import dice_luck
from picket_duty.requests import Roll
from picket_duty.text.cards import card_due
from tests.games import TABLES, new_game
from tests.text_table import table_of


def game_of(captain, seed, **setup):
    game = new_game(**setup or {"scenario": 2}, seed=seed)
    play_out(game, captain_named(captain, seed))
    return game


def shots(dice, count):
    rolls = [Roll(TABLES["9-2/5in"], GUNNERY, "5in-1", "M") for _ in range(count)]
    for roll in rolls:
        roll.resolve(dice)
    return rolls


def test_ledger_against_simulation():
    """The percentile of ten shots is the share of other sets that scored less, plus half of the
    equal ones.
    """
    rolls = shots((3, 4), 10)
    (line,) = dice_luck.ledger(TABLES, rolls)
    assert (line.name, line.rolls, line.rolled) == ("Guns", 10, 10)
    chance = random.Random("luck")
    trials = 4000
    below = 0.0
    for _ in range(trials):
        thrown = [chance.randint(1, 6) + chance.randint(1, 6) for _ in range(10)]
        rows = [TABLES["9-2/5in"].look_up(dice, "M")["result"] for dice in thrown]
        scored = sum({"miss": 0, "hit": 1, "2 hits": 2}.get(row, 3) for row in rows)
        below += 1.0 if scored < 10 else 0.5 if scored == 10 else 0.0
    assert line.percentile == pytest.approx(below / trials, abs=0.04)


def test_expected_strikes_are_those_of_the_plan_given():
    game = new_game(scenario=3, level="advanced", seed=3)
    captain = captain_named("greedy", 3)
    given = 0.0
    waves = 0
    while (request := game.request) is not None:
        first = len(game.events)
        if isinstance(request, Roll):
            game.roll()
        else:
            answer = captain.choose(game)
            if request.decision is FIRE_PLAN:
                given = PlanOdds(game.play).wave(answer).expected
            game.answer(answer)
        if card_due(game, first):
            waves += 1
            assert dice_luck.expected_strikes(game) == pytest.approx(given)
            assert given > 0
    assert waves == 2
    with pytest.raises(LookupError):
        dice_luck.expected_strikes(new_game(scenario=3, seed=3))


def test_exact_and_normal_agree():
    many = shots((2, 4), dice_luck.EXACT)
    (exact,) = dice_luck.ledger(TABLES, many)
    (normal,) = dice_luck.ledger(TABLES, [*many, *shots((2, 4), 1)])
    assert exact.percentile == pytest.approx(normal.percentile, abs=0.02)


def test_good_and_bad_luck():
    (good,) = dice_luck.ledger(TABLES, shots((6, 6), 4))
    (bad,) = dice_luck.ledger(TABLES, shots((1, 1), 4))
    assert good.percentile > 0.95
    assert bad.percentile < 0.15
    dive = Roll(TABLES["10"], DIVE, "plane 0", "damaged")
    dive.resolve((6, 6))
    (line,) = dice_luck.ledger(TABLES, [dive])
    assert line.percentile < 0.25
    assert good.worth > 0 > line.worth


def test_whole_games_at_both_levels():
    for setup in ({"scenario": 5}, {"campaign": "mini", "level": "advanced"}):
        lines = dice_luck.ledger(TABLES, game_of("random", 4, **setup).events)
        (grid, *_) = dice_luck.ledger_page(lines)
        shown = [dice_luck.label_of(line) for line in lines]
        assert [row[0] for row in grid.rows] == shown
        assert all(0 <= line.percentile <= 1 for line in lines)
    assert len(dice_luck.ledger_page([])) == 1


KINDS = dict(
    table_of("""
    Guns                       | hits on planes
    Fighters and support ships | hits on planes
    Dives                      | strikes on the ship
    Special attacks            | strikes on the ship
    Emergency maneuvers        | successes
    Hull loss after strikes    | hull points
    Repairs                    | successes
    Flooding                   | successes
    Declarations               | granted
    Fires that spread          | markers
    Explosions                 | explosions
    Sinking rolls              | ships lost
    """)
)


def test_every_kind_of_roll_counts_something_with_a_singular():
    assert [(kind.name, kind.counted) for kind in dice_luck.KINDS] == [*KINDS.items()]
    assert {kind.counted for kind in dice_luck.KINDS} == set(dice_luck.COUNTED)
    assert [singular for singular, _ in dice_luck.COUNTED.values()] == [
        "hit on a plane",
        "hit rolled",
        "success",
        "hull point",
        "granted",
        "marker",
        "explosion",
        "ship lost",
    ]
