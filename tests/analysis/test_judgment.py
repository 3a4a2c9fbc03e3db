"""The judgment after a wave or phase: it adds up orders, claims nothing within two errors, and names what to learn."""

from __future__ import annotations

import msgspec

from picket_duty.analysis import win_probability
from picket_duty.analysis.judgment import CLAIM, JudgedOrder, extra_hits, judgment_words, lesson_of
from picket_duty.book import load_tables
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.odds.plan import is_fighters
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.requests import ASSIGN, Choice, Roll

TABLES = load_tables()


def order(points: float, error: float, lesson: str = "") -> JudgedOrder:
    return JudgedOrder("1945-04-12/morning", 1, 0, points, error, lesson, matched=not points and not error)


def at(decision: str, **setup: object) -> Game:
    """A game of doctrine at its first decision of a kind."""
    game = Game.new(tables=TABLES, **setup)
    while not (isinstance(game.request, Choice) and game.request.about == decision):
        game.roll() if isinstance(game.request, Roll) else game.answer(decide(game.play, game.request))
    return game


def test_expected_hits_of_a_plan_are_mentioned_if_they_differ() -> None:
    near = msgspec.structs.replace(order(-0.2, 0.1), hits=0.2)
    far = msgspec.structs.replace(order(-0.4, 0.1), hits=-1.04)
    assert judgment_words([near], "x").endswith("(±1 point).")
    assert judgment_words([near, near], "x").endswith("(±1 point). Expected hits: 0.4 more than with your exec's plan.")
    assert "Expected hits: 1.0 fewer than" in judgment_words([far], "x")


def test_holding_fire_allows_the_hits_that_the_execs_plan_prevents() -> None:
    game = at(FIRE_PLAN.id, scenario=2, seed=4)
    choice = game.request
    assert isinstance(choice, Choice)
    execs = decide(game.play, choice)
    odds = PlanOdds(game.play)
    assert extra_hits(game, choice, execs, {}) == odds.wave({}).expected - odds.wave(execs).expected > 0
    assert extra_hits(game, choice, execs, execs) == 0


def test_nothing_is_claimed_within_two_errors() -> None:
    assert (
        judgment_words([order(-4, 2.1)], "in wave 1")
        == "Your orders in wave 1 made no clear difference to your chances (±4 points)."
    )
    assert (
        judgment_words([order(4, 1), order(-4, 1)], "x")
        == "Your orders x made no clear difference to your chances (±3 points)."
    )
    assert (
        judgment_words([order(-0.4, 0.1)], "x") == "Your orders x made no clear difference to your chances (±1 point)."
    )


def test_the_margin_is_that_of_the_orders_of_a_whole_game() -> None:
    assert CLAIM == win_probability.CLAIM
    assert "no clear difference" in judgment_words([order(2.3, 1.1)], "x"), "2 points (±2)"


def test_orders_of_a_time_add_up() -> None:
    words = judgment_words([order(-4, 1, "keep more"), order(-2, 1, "send more"), order(0, 0)], "in this phase")
    assert words == "Your orders in this phase cost 6 points (±3). Lesson: keep more."
    assert judgment_words([order(5, 1)], "in wave 2") == "Your orders in wave 2 gained 5 points (±2)."
    assert judgment_words([order(0, 0)], "in wave 2") == "Your orders in wave 2 matched your exec's."
    assert judgment_words([], "in wave 2") == ""


def test_only_an_order_that_clearly_cost_teaches() -> None:
    words = judgment_words([order(-3, 0.5, "clear"), order(-5, 3, "unclear")], "x")
    assert words == "Your orders x cost 8 points (±6)."


def test_a_plan_teaches_what_its_fighters_and_guns_missed() -> None:
    game = at("fire plan", scenario=4, seed=3, level="advanced")
    choice, execs = game.request, decide(game.play, game.request)
    assert isinstance(choice, Choice)
    assert choice.kind == ASSIGN
    fighters = [slot for slot in choice.slots if is_fighters(slot)]
    sent, held = execs | dict.fromkeys(fighters, 0), {s: p for s, p in execs.items() if not is_fighters(s)}
    assert fighters
    now = sum(plane.flying for plane in game.state.air.planes)
    later = sum(map(len, game.state.air.waves))
    assert (
        lesson_of(game, choice, sent, held)
        == f"send {len(fighters)} more fighters at the {now} planes in wave {game.state.air.wave}"
    )
    assert lesson_of(game, choice, held, sent) == f"keep {len(fighters)} fighters for the {later} planes to come"
    gun, plane = next((slot, target) for slot, target in held.items())
    rest = {slot: target for slot, target in execs.items() if slot != gun}
    lesson = lesson_of(game, choice, execs, rest)
    assert lesson.startswith(f"plane {plane + 1}")
    assert lesson.endswith("likely to hit; aim 1 more gun at it")


def test_a_declaration_teaches_what_it_cost() -> None:
    game = at("emergency declaration", scenario=2, seed=3, level="advanced")
    assert isinstance(game.request, Choice)
    coming = sum(map(len, game.state.air.waves))
    lesson = lesson_of(game, game.request, "no", "yes")
    assert (f"with {coming} plane" in lesson) is bool(coming)
    game.play.ship.deck_fires = {"aft": game.tables.numbers.deck_fire_limit}
    assert "out of control next" in lesson_of(game, game.request, "yes", "no")
    game.play.ship.deck_fires = {"aft": 1}
    assert "level 1 deck fire" in lesson_of(game, game.request, "yes", "no")


def test_points_without_an_error_are_a_judgment_too() -> None:
    assert judgment_words([order(5.0, 0.0)], "x") == "Your orders x gained 5 points (±1)."
    assert judgment_words([order(0.0, 2.0)], "x").startswith("Your orders x made no clear difference")
    assert judgment_words([order(0.0, 0.0)], "x") == "Your orders x matched your exec's."
