"""The words of the odds report about weapons, and of the fire plan about the chances of its aims."""

from __future__ import annotations

from picket_duty.facts import WaveReport
from picket_duty.odds.aims import AimPlans
from picket_duty.pages.fire_plan import FireOrder, chances_words, order_given, result_words
from picket_duty.text.chances import AFLOAT, BETTER, STAFF, WIN, Chance, Recommendation
from tests.tui.conftest import aims_plan, at_choice, first_game

EVERY_GUN = [f"{kind}-{letter}" for kind, letters in (("20mm", "ABCDEFG"), ("40mm", "ABCDE")) for letter in letters]
EVERY_GUN += [f"5in-{number}" for number in range(1, 6)]


def advised(plans: AimPlans, shares: list[float], measure: str = WIN, branches: int = 400) -> Recommendation:
    """A recommendation with the chances of the aims offered, and of the exec's plan."""
    names = [*(aim.name for aim in plans.offered()), STAFF]
    chances = {
        name: Chance(share, 0.0, 1.0, branches, 0.0, 1.0 - share) for name, share in zip(names, shares, strict=True)
    }
    return Recommendation(names[0], STAFF, names[1], BETTER, measure, chances)


def test_chances_that_differ_have_the_numbers_of_their_aims() -> None:
    plans = AimPlans((game := aims_plan()).play, game.request)
    shares = [0.62, 0.58, 0.55, 0.51][: len(plans.offered())]
    words = chances_words(plans, 0, advised(plans, [*shares, 0.64]), differs=True, working=False)
    assert words.startswith("Chance to keep the station: 1 62%, 2 58%")
    aim, held, _ = plans.advised()
    assert ("your exec's order 64%" in words) == (aim is None or held != 0)


def test_chances_that_do_not_differ_are_told_together() -> None:
    for working in [False, True]:
        plans = AimPlans((game := aims_plan()).play, game.request)
        orders = len(plans.offered()) + 1
        shares = [0.6 + 0.01 * number for number in range(orders)]
        counting = "Counting ... {} games with each order so far. No clear difference yet."
        words = chances_words(plans, 0, advised(plans, shares), differs=False, working=working)
        said = f"The chance to keep the station is 60 to {59 + orders}% with every order. No clear difference."
        assert words == (counting.format(advised(plans, shares).chances[STAFF].branches) if working else said)
        same = chances_words(plans, 0, advised(plans, [0.4] * orders, AFLOAT), differs=False, working=working)
        assert working or same == "The chance to stay afloat is 40% with every order. No clear difference."
        few = chances_words(plans, 0, advised(plans, shares, branches=12), differs=False, working=working)
        assert few == ("Counting ... 12 of 64 games with each order." if working else "")


def test_an_order_is_told_with_what_came_of_it() -> None:
    plans = AimPlans((game := aims_plan()).play, game.request)
    aim, wave = plans.offered()[1], WaveReport(1, [])
    assert plans.is_question(2)
    given = order_given(plans, aim, plans.plan(aim, 2), 2, is_execs=False)
    assert given is not None
    hits = f"{plans.figures(plans.plan(aim, 2)).expected:.2f} hits expected, 0 taken"
    told = result_words(given, wave)
    assert told.startswith("You ")
    assert told.endswith(f"; {hits}; 2 fighters held back for the next wave")
    bomb = FireOrder("You went after the bomb first", "bomb", "", 0.09, 0.33, 0)
    assert result_words(bomb, wave) == (
        "You went after the bomb first: no bomb hit you (a hit was 9% likely); 0.33 hits expected, 0 taken"
    )
    guard = FireOrder("You guarded aft", "", "aft", 0.13, 0.33, 0)
    assert result_words(guard, wave).startswith("You guarded aft: nothing hit aft (a hit there was 13% likely); ")


def test_the_loss_of_the_only_ship_is_a_chance() -> None:
    plans = AimPlans((game := first_game(at_choice("assign"), campaign="mini")).play, game.request)
    shares = [0.9 - 0.1 * number for number in range(len(plans.offered()) + 1)]
    words = chances_words(plans, 0, advised(plans, shares), differs=True, working=False)
    assert "1 90% (she sinks 10%)" in words
    assert "ships lost" not in words
