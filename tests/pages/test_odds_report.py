"""The words of the odds report about weapons, and of the fire plan about the chances of its
aims.
"""

import pytest

from picket_duty.book.vocabulary import Remark
from picket_duty.events import Note
from picket_duty.facts import Fate, WaveReport
from picket_duty.facts.summaries import PlaneReport
from picket_duty.odds.aims import GUARD, Aim, AimPlans
from picket_duty.odds.damage_weights import fitted
from picket_duty.odds.plan import plan_of
from picket_duty.pages import fire_plan
from picket_duty.pages.fire_plan import (
    FireOrder,
    aim_name,
    chances_words,
    order_given,
    result_clauses,
)
from picket_duty.pages.formats import text_lines
from picket_duty.pages.odds_report import odds_page
from picket_duty.rules.damage import section_of
from picket_duty.text.chances import AFLOAT, BETTER, EXEC, WIN, Chance, Recommendation
from picket_duty.text.names import percent
from tests.tui.games import aims_plan, at_choice, first_game


@pytest.fixture
def plans():
    game = aims_plan()
    return AimPlans(game.play, game.request)


def advised(plans, shares, measure=WIN, branches=400):
    names = [*(aim.name for aim in plans.offered()), EXEC]
    each = [Chance(share, 0.0, 1.0, branches, 0.0, 1.0 - share) for share in shares]
    chances = dict(zip(names, each, strict=True))
    return Recommendation(names[0], EXEC, names[1], BETTER, measure, chances)


def test_chances_that_differ_have_the_numbers_of_their_aims(plans):
    shares = [0.62, 0.58, 0.55, 0.51][: len(plans.offered())]
    words = chances_words(plans, 0, advised(plans, [*shares, 0.64]), differs=True, working=False)
    assert words.startswith("Chance to keep the station: 1 62%, 2 58%")
    aim, held, _ = plans.advised()
    assert ("your exec's order 64%" in words) == (aim is None or held != 0)


def test_chances_that_do_not_differ_are_told_together(plans):
    def words(recommendation, working=False):
        return chances_words(plans, 0, recommendation, differs=False, working=working)

    orders = len(plans.offered()) + 1
    shares = [0.6 + 0.01 * number for number in range(orders)]
    close = advised(plans, shares)
    few = advised(plans, shares, branches=12)
    assert words(close) == f"With any aim, the chance to keep the station is 60 to {59 + orders}%."
    assert (
        words(advised(plans, [0.4] * orders, AFLOAT))
        == "With any aim, the chance to stay afloat is 40%."
    )
    assert (
        words(close, working=True)
        == "Counting ... 400 games with each order so far, too close to call."
    )
    assert words(few, working=True) == "Counting ... 12 of 64 games with each order."
    assert words(few) == ""


def test_an_order_is_told_with_what_came_of_it(plans):
    aim = plans.offered()[1]
    wave = WaveReport(1, [])
    assert plans.is_question(2)
    given = order_given(plans, aim, plans.plan(aim, 2), 2, is_execs=False)
    hits = f"{plans.figures(plans.plan(aim, 2)).expected:.2f} hits expected, 0 taken"
    told = result_clauses(given, wave)
    assert told[0].startswith("You guarded ")
    assert told[1:] == (f"{hits}.", "You held back 2 fighters for the next wave.")
    ended = WaveReport(1, [], later=[Note(text=Remark.FIGHTERS)])
    assert (
        result_clauses(given, ended)[-1]
        == "You held back 2 fighters, but the other waves withdrew."
    )
    bomb = FireOrder("You went after the bomb first", "bomb", "", 0.09, 0.33, 0)
    assert result_clauses(bomb, wave) == (
        "You went after the bomb first: no bomb hit you (chance of a hit 9%).",
        "0.33 hits expected, 0 taken.",
    )
    guard = FireOrder("You guarded aft", "", "aft", 0.13, 0.33, 0)
    assert result_clauses(guard, wave)[0] == "You guarded aft: no hit there (chance of a hit 13%)."


def test_the_loss_of_the_only_ship_is_a_chance():
    plans = AimPlans((game := first_game(at_choice("assign"), campaign="mini")).play, game.request)
    shares = [0.9 - 0.1 * number for number in range(len(plans.offered()) + 1)]
    words = chances_words(plans, 0, advised(plans, shares), differs=True, working=False)
    assert "1 90% (she sinks 10%)" in words
    assert "ships lost" not in words


def splashed(planes, number=1):
    reports = [
        PlaneReport(plane, "Val", 180, "L", "", fate=Fate.SPLASHED, destroyed_by=slot)
        for plane, slot in planes.items()
    ]
    return WaveReport(number, reports)


def test_the_guns_that_an_order_moved_are_named_with_what_they_splashed(plans):
    """Not the guns that fired there anyway, nor what moved guns did to other planes."""
    aim = plans.offered()[1]
    orders = plans.plan(aim)
    fewest = plans.plan(Aim())
    order = order_given(plans, aim, orders, 0, is_execs=False)
    assert order.moved
    assert aim.kind == GUARD
    planes = plans.play.state.air.planes
    after = {
        plane.number
        for plane in planes
        if not plane.special and section_of(plans.play, plane.bearing) == aim.section
    }
    for slot, plane in orders.items():
        moved = (slot, plane) in order.moved
        assert moved == (plane in after and fewest.get(slot) not in after)
        told = result_clauses(order, splashed({plane: slot}))
        assert told[-1].endswith(f" splashed plane {plane + 1}.") == moved
        other = next(plane.number for plane in planes if plane.number not in after)
        assert "splashed" not in " ".join(result_clauses(order, splashed({other: slot})))


def test_a_gun_aimed_by_hand_is_named_with_the_plane_it_splashed(plans):
    fewest = plans.plan(Aim())
    slots = plans.choice.slots
    slot = next(slot for slot, planes in slots.items() if len(planes) > 1 and slot in fewest)
    target = next(plane for plane in slots[slot] if plane != fewest[slot])
    by_hand = order_given(plans, None, {**fewest, slot: target}, 0, is_execs=False)
    assert by_hand.moved == {(slot, target)}
    assert result_clauses(by_hand, splashed({target: slot}))[0].startswith("You aimed gun by gun: ")


def test_fighters_held_back_are_told_with_what_they_splashed_later():
    order = FireOrder("", "", "", 0.0, 0.4, 0)
    wave = splashed({0: "AFS carrier 1", 1: "5in-1", 2: "AFS land 1"}, 2)
    assert result_clauses(order, wave) == (
        "Fighters you had held back splashed planes 1 and 3.",
        "0.40 hits expected, 0 taken.",
    )
    assert result_clauses(order, splashed({0: "AFS carrier 1"}, 1)) == (), (
        "in the first wave none was held back"
    )


def test_an_aim_costs_hits_or_else_more_on_another_section():
    hits = 0
    for level, scenario in (
        ("basic", 3),
        ("advanced", 3),
        ("basic", 4),
        ("advanced", 4),
        ("basic", 5),
    ):
        game = first_game(at_choice("assign"), scenario=scenario, level=level)
        plans = AimPlans(game.play, game.request)
        fewest = plans.figures(plans.plan(Aim()))
        for aim in plans.offered()[1:]:
            now = plans.figures(plans.plan(aim))
            cost = fire_plan.aim_row(plans, aim, 0).cost
            more = round(now.expected, 2) - round(fewest.expected, 2)
            hits += cost.endswith(" hits")
            assert (cost == f"+{more:.2f} hits") == (more >= 0.005)
            if " to " in cost:
                worse = cost.split()[0]
                assert worse != aim.section
                assert now.sections[worse] > fewest.sections[worse]
    assert hits


def test_the_exec_says_how_much_better_his_aim_is(plans):
    def damage(orders):
        return plan_of(plans.play, plans.choice, orders, fitted(plans.play)).whole

    aim, held, orders = plans.advised()
    best = damage(orders)
    others = [damage(plans.plan(other, held)) for other in plans.offered(held) if other != aim]
    assert plans.lead() == pytest.approx(max(0.0, 1 - best / min(others)))
    said = (
        f"{percent(plans.lead())} less damage than the next aim"
        if plans.lead() >= 0.02
        else "any aim would do"
    )
    assert aim is None or said in fire_plan.advice_words(plans, held)


def test_the_odds_name_both_plans_as_orders():
    game = aims_plan()
    plans = AimPlans(game.play, game.request)
    aim, held, _ = plans.advised()
    assert aim is not None
    assert held
    other = plans.offered()[0]
    text = "\n".join(text_lines(odds_page(game, plans.plan(other)), 80))
    name = aim_name(game.play, aim)
    assert f"Exec's plan: {name[:1].lower()}{name[1:]}, {held} fighter" in text
    name = aim_name(game.play, other)
    assert f"Your plan: {name[:1].lower()}{name[1:]}, no fighters held back" in text
    by_hand = dict(list(plans.plan(other).items())[1:])
    assert "Your plan: gun by gun, " in "\n".join(text_lines(odds_page(game, by_hand), 80))
