"""The words of the odds report about weapons, and of the fire plan about the chances of its
aims.
"""

import math

import msgspec
import pytest

from picket_duty.book.vocabulary import Remark
from picket_duty.events import Note, Strike
from picket_duty.facts import Fate, WaveReport
from picket_duty.facts.planes import PlaneReport
from picket_duty.facts.waves import Impact, ImpactOutcome
from picket_duty.odds.aims import GUARD, Aim, AimOdds, AimPlans
from picket_duty.pages.fire_order import FireOrder, order_given, result_clauses
from picket_duty.pages.fire_plan import (
    PlanRow,
    advice_words,
    aim_name,
    chances_of,
    chances_words,
    fighters_words,
    later_words,
    left_words,
    raid_words,
    section_line,
    table_lines,
)
from picket_duty.pages.formats import text_lines
from picket_duty.pages.odds_report import odds_page
from picket_duty.rules.damage import section_of
from picket_duty.state import OHKA, TORPEDO, Flood, Plane
from picket_duty.text.chances import AFLOAT, BETTER, EXEC, WIN, Chance, Recommendation
from picket_duty.text.english import percent
from picket_duty.text.names import part_of_ship
from picket_duty.text.styled_text import text_of
from tests.rules.script import change
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


def counted_words(plans, recommendation, differs=False, working=False, named="fewest"):
    labels = {aim.name: str(number) for number, aim in enumerate(plans.offered(), 1)}
    labels[EXEC] = "9"
    return chances_words(plans, labels, named, recommendation, differs, working)


def test_chances_have_the_numbers_of_their_aims_and_their_standard_error(plans):
    shares = [0.62, 0.58, 0.55, 0.51][: len(plans.offered())]
    words = counted_words(plans, advised(plans, [*shares, 0.5]), differs=True)
    assert words.startswith("Chance to hold the station: 62% with 1, 58% with 2")
    error = 100 * math.sqrt(0.5 * 0.5 / 400)
    assert words.endswith(f"50% with 9 (standard error {error:.1f} points).")
    lost = counted_words(plans, advised(plans, [*shares, 0.5], AFLOAT), differs=True)
    assert lost.startswith("Chance to stay afloat: 62% with 1, 58% with 2")


def test_any_would_do_only_if_the_chances_are_within_their_error(plans):
    orders = len(plans.offered()) + 1
    close = advised(plans, [0.6 + 0.005 * number for number in range(orders)])
    far = advised(plans, [0.6 + 0.05 * number for number in range(orders)])
    assert counted_words(plans, close).endswith(
        " points). The difference is within the standard error."
    )
    assert counted_words(plans, far).endswith("The games do not show which order is better.")
    assert "within the standard error" not in counted_words(plans, close, working=True)


def test_the_games_and_the_exec_agree_or_he_says_that_they_do_not_tell(plans):
    shares = [0.6] * len(plans.offered()) + [0.62]
    words = counted_words(plans, advised(plans, shares), differs=True)
    assert words.endswith("The games do not show whether 1 or 9 is better.")
    assert "better" not in counted_words(plans, advised(plans, shares), differs=True, named=EXEC)


def test_the_count_says_how_far_it_is(plans):
    orders = len(plans.offered()) + 1
    few = advised(plans, [0.6] * orders, branches=12)
    assert (
        counted_words(plans, few, working=True)
        == "Simulating ... 12 of 64 games played with each order."
    )
    assert counted_words(plans, few) == ""
    more = counted_words(plans, advised(plans, [0.6] * orders), working=True)
    assert more.endswith("Still simulating (400 games played with each order).")


def test_an_order_is_told_with_what_came_of_it(plans):
    aim = plans.offered()[1]
    wave = WaveReport(1, [])
    assert plans.is_question(2)
    given = order_given(plans, aim, plans.plan(aim, 2), 2, is_execs=False)
    chance = percent(plans.figures(plans.plan(aim, 2)).sections[aim.section])
    assert result_clauses(given, wave) == (
        f"You guarded {aim.section}: no hit {part_of_ship(aim.section)} (chance of at least one: {chance}).",
        "You held back 2 fighters for the next wave.",
    )
    ended = WaveReport(1, [], later=[Note(text=Remark.FIGHTERS)])
    assert (
        result_clauses(given, ended)[-1]
        == "You held back 2 fighters, but the other waves withdrew."
    )


SEEN = AimOdds(0.5, 0.6, {"forward": 0.02, "midship": 0.1, "aft": 0.13}, 0.09, 0.0)


@pytest.mark.parametrize(
    ("order", "hits", "said"),
    [
        ({}, [], "nothing hit you"),
        ({}, ["aft", "aft"], "2 hits aft (chance of at least one: 13%)"),
        (
            {},
            ["bomb", "midship"],
            "1 bomb hit you (chance of at least one: 9%), a hit amidships (chance of at least one: 10%)",
        ),
        ({"weapon": "bomb"}, [], "no bomb hit you (chance of at least one: 9%)"),
        ({"weapon": "weapons"}, ["bomb", "bomb"], "2 weapons hit you (chance of at least one: 9%)"),
        ({"section": "aft"}, [], "no hit aft (chance of at least one: 13%)"),
        ({"section": "aft"}, ["aft"], "a hit aft (chance of at least one: 13%)"),
        (
            {"section": "aft"},
            ["forward"],
            "no hit aft (chance of at least one: 13%), a hit forward (chance of at least one: 2%)",
        ),
    ],
    ids=["none", "aft", "bomb and plane", "no bomb", "two weapons", "spared", "hit", "other"],
)
def test_what_came_of_an_order_is_told_with_the_chances_that_the_captain_saw(order, hits, said):
    strikes = []
    for number, hit in enumerate(hits, 1):
        is_bomb = hit == "bomb"
        outcome = ImpactOutcome.WEAPON if is_bomb else ImpactOutcome.CRASH
        where = ("bomb", None, outcome, "") if is_bomb else ("", 90, outcome, hit)
        strike = Strike(number, outcome, hit)
        strikes.append(Impact(number, number, "Val", *where, strike=strike))
    wave = WaveReport(1, [], impacts=strikes)
    given = FireOrder("You gave an order", SEEN, 0, **order)
    assert result_clauses(given, wave) == (f"You gave an order: {said}.",)


def test_the_loss_of_the_only_ship_is_a_chance():
    plans = AimPlans((game := first_game(at_choice("assign"), campaign="mini")).play, game.request)
    shares = [0.9 - 0.1 * number for number in range(len(plans.offered()) + 1)]
    words = counted_words(plans, advised(plans, shares), differs=True)
    assert ": 90% with 1, " in words
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
    order = FireOrder("", SEEN, 0)
    wave = splashed({0: "AFS carrier 1", 1: "5in-1", 2: "AFS land 1"}, 2)
    assert result_clauses(order, wave) == ("Fighters you had held back splashed planes 1 and 3.",)
    assert result_clauses(order, splashed({0: "AFS carrier 1"}, 1)) == (), (
        "in the first wave none was held back"
    )


def test_the_exec_names_a_numbered_row_and_says_why(plans):
    aim, held, _ = plans.advised()
    assert aim is not None
    assert held
    more = plans.given_up(aim, held)
    fewer = plans.saved_later(held)
    name = aim_name(plans.play, aim)
    assert advice_words(plans, 2, aim, held, 0) == (
        f"Your exec would choose 2, {name}, {held} of {plans.fighters} held back: "
        f"least damage expected (+{more:.2f} hits now, -{fewer:.2f} later)."
    )
    assert advice_words(plans, 1, aim, 0, 0).endswith(
        "no fighters held back: least damage expected."
    )
    assert "4, his own plan, " in advice_words(plans, 4, None, 0, 0)
    assert advice_words(plans, 1, aim, held, 640).endswith(": best chance in 640 simulated games.")
    plans.most_held = 0
    assert advice_words(plans, 1, aim, 0, 0) == (
        f"Your exec would choose 1, {name}: least damage expected."
    )


def test_the_table_has_each_chance_in_its_own_column(plans):
    odds = msgspec.structs.replace(SEEN, weapon=None)
    rows = [PlanRow(1, "Fewest hits", odds, True), PlanRow(2, "Guard midship", odds)]
    head, first, second = table_lines(plans.play, rows)
    assert head.split() == "Chance of a crash forward midship aft".split()
    assert first.split() == "Fewest hits 2% 10% 13%".split()
    assert len(head) == len(first) == len(second)
    for column, chance in (("forward", "2%"), ("midship", "10%"), ("aft", "13%")):
        end = head.index(column) + len(column)
        assert first[:end].endswith(f" {chance}")
    assert "no hit" not in head
    assert "expected" not in head


def test_the_column_of_weapons_is_named_by_the_weapon_and_only_there_if_a_plane_carries_one(plans):
    (plane, other) = plans.play.state.air.planes[:2]
    plane.special, plane.weapon = True, OHKA
    (chances,) = chances_of(plans.play, [SEEN])
    assert [*chances] == ["forward", "midship", "aft", "Ohka hit"]
    other.special, other.weapon = True, TORPEDO
    (chances,) = chances_of(plans.play, [SEEN])
    assert chances["weapon hit"] == "9%"


def test_many_crashes_have_a_column_only_if_a_plan_makes_them_likely_enough(plans):
    rare = msgspec.structs.replace(SEEN, many=0.004)
    likely = msgspec.structs.replace(SEEN, many=0.006)
    for odds, shown in (([rare], []), ([rare, likely], ["<1%", "1%"])):
        listed = chances_of(plans.play, odds)
        assert [each["3+ crashes"] for each in listed if "3+ crashes" in each] == shown


def test_the_section_guarded_or_likeliest_to_be_hit_is_described_with_what_is_weak_there(plans):
    play = plans.play
    odds = msgspec.structs.replace(SEEN, sections={"forward": 0.4, "midship": 0.1, "aft": 0.1})

    def words(aim=None, room=200):
        return text_of(section_line(play, aim, odds, room))

    assert words() == (
        "forward, likeliest hit: CIC, radio, bridge, magazines 1 and 2, 40 mm magazine, "
        "fuel tanks; 14 men"
    )
    assert words(Aim(GUARD, "midship")).startswith("amidships: fire rooms, engine rooms, stacks; ")
    aft = Aim(GUARD, "aft")
    play.ship.crew["repair_three_chief"].value = 1
    assert words(aft) == (
        "aft: steering room, magazines 3 to 5, 40 mm magazine, 20 mm magazine, fuel tanks; 13 men"
    )
    for what, value, said in [
        ("5in-mgz-5 markers", 1, "13 men; 1 hit on rooms"),
        ("5in-mgz-4 destroyed", True, "13 men; 1 hit on rooms; 1 room out"),
        ("5in-4 hits", 2, "1 room out; 2 hits on mounts"),
        ("5in-3 destroyed", True, "2 hits on mounts; 1 mount destroyed"),
        ("floods", [Flood("aft", "port", 2, "hit")], "13 men; flooding 2; 1 hit"),
        ("fuel-aft fire", True, "13 men; 1 room on fire; flooding 2; 1 hit"),
        ("deck_fires aft", 3, "13 men; deck fire 3; 1 room on fire"),
        ("men aft", 9, "; 9 of 13 men; deck fire 3"),
    ]:
        change(play, what, value)
        assert said in words(aft), what
    assert "magazines 3 and 5, " in words(aft)
    play.ship.crew["repair_three_chief"].value = -2
    assert "9 of 13 men; chief -2; deck fire 3" in words(aft)
    for room in (200, 120, 79):
        assert len(words(aft, room)) <= max(room, len(words(aft, 0)))
        assert "9 of 13 men; chief -2; deck fire 3" in words(aft, room), "rooms give way"
    assert "steering" not in words(aft, 0)


def test_the_later_waves_are_told_with_their_planes_and_the_fighters_left(plans):
    air = plans.play.state.air
    air.waves = [[Plane(0, 180, "L"), Plane(1, 0, "M")], [Plane(0, 45, "H")]]
    assert later_words(plans.play) == "wave 2: 180L 000M  wave 3: 045H"
    assert raid_words(plans.play) == "wave 1 of 3: 4 planes, 3 later"
    assert left_words(plans, 2) == "fighters left: 2"
    assert fighters_words(plans, 2) == f"{plans.fighters - 2} now, 2 held"
    plans.most_held = 0
    assert left_words(plans, 0) == fighters_words(plans, 0) == ""
    air.waves = []
    assert later_words(plans.play) == ""
    assert raid_words(plans.play) == "wave 1 of 1: 4 planes"


def test_the_odds_page_has_expected_hits_and_the_chance_of_no_hit_for_each_aim():
    game = aims_plan()
    plans = AimPlans(game.play, game.request)
    text = "\n".join(text_lines(odds_page(game, plans.plan(Aim(), 2)), 80))
    assert "aim, 2 held back  expected hits  no hit" in text
    for aim in plans.offered(2):
        odds = plans.figures(plans.plan(aim, 2))
        row = f"{aim_name(game.play, aim)} {odds.expected:.2f} {percent(odds.none)}"
        assert row.split() in [line.split() for line in text.splitlines()]


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
