"""The best fire plan and the best assignment of men: equal to brute force if possible, never worse
than greedy.
"""

import random
from itertools import combinations, pairwise, product

import pytest

from picket_duty.book.ids import INSTRUMENT, PUMP, ROOM, slot_named
from picket_duty.book.vocabulary import FIRE_PLAN
from picket_duty.captains import captain_named, play_out
from picket_duty.odds import (
    damage_costs,
    damage_weights,
    fire,
    plan,
    plan_search,
    repair,
    repair_men,
)
from picket_duty.odds.aims import exec_plan
from picket_duty.odds.branch_and_bound import BranchAndBound
from picket_duty.odds.orders import fighters_kept
from picket_duty.odds.plan_problem import NOISE, Problem
from picket_duty.odds.working_plan import WorkingPlan
from picket_duty.pages import odds_report
from picket_duty.pages.blocks import Fields, Paragraph
from picket_duty.pages.formats import text_lines
from picket_duty.requests import ASSIGN, Choice
from picket_duty.rules import control, gunnery, jobs
from picket_duty.state import DAMAGED, Compartment
from picket_duty.text.status import NO_GAIN
from tests.games import new_game, of_kind

from .engine_dice import TABLES, plane, play_with

BEARINGS = (0, 45, 90, 135, 180, 225, 270, 315)


def random_wave(chance, count, markers=0, later=0):
    """A wave of planes in any state, some with weapons, with markers and a later wave."""
    planes = []
    for _ in range(count):
        hits = chance.choice((0, 0, 0, 1, 2))
        weapon = chance.choice(("", "", "", "bomb", "torpedo", "ohka"))
        state = "damaged" if hits == 2 else "undamaged"
        planes.append(plane(chance.choice(BEARINGS), chance.choice("LMH"), weapon, hits, state))
    play = play_with(planes=tuple(planes), sfs=chance.randint(0, 2))
    play.state.air.markers = [f"AFS land {number}" for number in range(1, markers + 1)]
    if later:
        play.state.air.waves = [
            [plane(chance.choice(BEARINGS), chance.choice("LMH")) for _ in range(later)]
        ]
    return play


def brute_force(play, choice):
    slots = list(choice.slots)
    options = [(None, *choice.slots[slot]) for slot in slots]
    orders = (dict(zip(slots, targets, strict=True)) for targets in product(*options))
    return min(
        plan.plan_of(
            play, choice, {slot: target for slot, target in order.items() if target is not None}
        ).whole
        for order in orders
    )


def thinned(choice, chance, count):
    slots = sorted(choice.slots, key=lambda slot: (not slot.startswith("AFS"), chance.random()))[
        :count
    ]
    choice.slots = {slot: choice.slots[slot] for slot in choice.slots if slot in slots}
    return choice


def test_equal_to_brute_force():
    for seed in range(12):
        chance = random.Random(f"brute {seed}")
        play = random_wave(chance, chance.randint(1, 3), markers=seed % 3, later=2 * (seed % 2))
        choice = thinned(gunnery.plan_choice(play), chance, 5)
        best = plan.best_plan(play, choice)
        assert best.proven
        assert best.whole == pytest.approx(brute_force(play, choice), abs=1e-12)
        assert plan.plan_of(play, choice, best.orders).whole == pytest.approx(best.whole, abs=1e-12)


def test_never_worse_than_greedy():
    """Large waves: the plan is legal and never worse than the greedy one, with and without the
    proof.
    """
    for seed in range(25):
        chance = random.Random(f"large {seed}")
        play = random_wave(chance, chance.randint(4, 9), markers=seed % 4, later=seed % 5)
        choice = gunnery.plan_choice(play)
        greedy = plan.best_plan(play, choice, plan_search.GREEDY).whole
        quick = plan.best_plan(play, choice, limit=plan_search.EXEC)
        best = plan.best_plan(play, choice)
        assert best.whole <= quick.whole + 1e-12
        assert quick.whole <= greedy + 1e-12
        assert choice.check(best.orders) == best.orders
        assert choice.check(quick.orders) == quick.orders
        assert plan.plan_of(play, choice, best.orders).whole == pytest.approx(best.whole, abs=1e-9)


def test_a_marker_is_held_back():
    """A fighter is held back for a heavy later wave if this wave's plane is all but splashed, and
    used otherwise.
    """
    play = play_with(planes=(plane(180, "M", hits=3, state="shot_down"),))
    play.state.air.markers = ["AFS land 1"]
    choice = gunnery.plan_choice(play)
    assert "AFS land 1" in plan.best_plan(play, choice).orders
    play.state.air.waves = [[plane(0, "H"), plane(0, "H"), plane(0, "H")]]
    best = plan.best_plan(play, choice)
    assert "AFS land 1" not in best.orders
    harms = plan.later_damage(
        play, 1, lambda seen: fire.threats_of(seen, damage_weights.by_hand(seen))
    )
    assert best.later == pytest.approx(harms[1])
    assert harms[1] < harms[0]


def test_nothing_to_fire():
    best = plan.best_plan(play_with(planes=(plane(0, "L"),)), Choice(FIRE_PLAN))
    assert (best.orders, best.proven) == ({}, True)


def damaged(chance):
    play = play_with(men={"forward": chance.randint(0, 4), "midship": 2, "aft": 3})
    for name in chance.sample(sorted(play.ship.compartments), 3):
        play.ship.compartments[name].markers = 1
        play.ship.compartments[name].fire = play.tables.compartments[name].kind != "stack"
    play.ship.deck_fires = {"midship": chance.choice((2, 3))}
    play.ship.equipment["sc"] = play.ship.equipment["water-lines"] = "damaged"
    return play


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(8))
def test_men_equal_to_brute_force(seed):
    play = damaged(random.Random(f"men {seed}"))
    choice = control.men_choice(play)
    harms = {
        (name, men): repair.expected_damage(play, name, job, 0)
        - repair.expected_damage(play, name, job, men)
        for name, job in choice.jobs.items()
        for men in range(choice.most + 1)
    }
    best = repair_men.best_men(play, choice)
    assert choice.check(best) == best
    assert sum(harms[item] for item in best.items()) == pytest.approx(
        best_by_hand(choice, harms), abs=1e-12
    )


def best_by_hand(choice, harms):
    """The most that any legal assignment of men saves."""
    most = 0.0
    for counts in product(range(choice.most + 1), repeat=len(choice.jobs)):
        orders = dict(zip(choice.jobs, counts, strict=True))
        left = dict(choice.men)
        groups = set()
        for name, men in orders.items():
            job = choice.jobs[name]
            left[job.section] -= men
            if men and job.group:
                if job.group in groups:
                    break
                groups.add(job.group)
        else:
            if min(left.values()) >= 0:
                most = max(most, sum(harms[item] for item in orders.items()))
    return most


def test_more_men_never_do_worse():
    """The damage of a job does not grow with its men, unless the repaired item does damage."""
    play = damaged(random.Random("more"))
    choice = control.men_choice(play)
    for name, job in choice.jobs.items():
        harms = [repair.expected_damage(play, name, job, men) for men in range(choice.most + 1)]
        # A repaired radar brings more planes (8-1 as printed), so more men may cost more there.
        brings_planes = (
            job.kind == INSTRUMENT and damage_weights.by_hand(play).equipment(job.target) < 0
        )
        assert harms == sorted(harms, reverse=not brings_planes)


def test_a_marker_may_be_removed_in_every_round_looked_ahead():
    """Nobody now, then as many men as a job may have: the marker's damage is left if each later
    round fails.
    """
    play = play_with()
    play.ship.compartments["cic"].markers = 1
    name, job = next(
        (name, job) for name, job in control.men_choice(play).jobs.items() if job.kind == ROOM
    )
    weights = damage_weights.by_hand(play)
    destroyed = damage_costs.destruction_cost(weights, name) / TABLES.compartments[name].markers
    left = weights.weights.marker + destroyed * damage_weights.DAMAGED_SHARE
    fails = 1 - repair.done(play, name, job, TABLES.numbers.men_per_job)
    assert 0 < fails < 1
    assert repair.expected_damage(play, name, job, 0) == pytest.approx(
        left * fails ** (repair.ROUNDS - 1)
    )


def test_measure():
    """The measure ranks as the charts do: sinking, a fresh plane's hit, a damaged plane's hit, a
    near miss.
    """
    for measure in (damage_weights.by_hand(play_with()), damage_weights.fitted(play_with())):
        for section in ("forward", "midship", "aft"):
            hits = [damage_costs.hit_cost(measure, section, fresh) for fresh in (True, False)]
            ranked = [damage_weights.LOST, *hits, damage_costs.near_miss_cost(measure), 0]
            assert all(more > less for more, less in pairwise(ranked))
        rooms = [damage_costs.destruction_cost(measure, name) for name in ("fuel-aft", "cic")]
        assert rooms[0] > rooms[1] > 0


def test_advice():
    """Short lines for fire plan and men, none for a choice between options; the game does not
    change.
    """
    play = random_wave(random.Random("advice"), 3, markers=1)
    lines = odds_report.advise(play, gunnery.plan_choice(play))
    assert "with your exec's plan" in lines[0]
    hurt = damaged(random.Random("advice"))
    choice = control.men_choice(hurt)
    best = repair_men.best_men(hurt, choice)
    assert len(odds_report.advise(hurt, choice)) == len(best) + len(
        repair_men.left_alone(hurt, choice, best)
    )
    request = next(control.declare(hurt))
    assert odds_report.advise(hurt, request) == []


def test_damage_of_a_plan_is_the_sum_of_its_planes():
    """The damage of a plan, computed shot by shot from the engine's own rolls."""
    for seed in range(6):
        play = random_wave(random.Random(f"sum {seed}"), 5, markers=2)
        choice = gunnery.plan_choice(play)
        best = plan.best_plan(play, choice, limit=plan_search.EXEC)
        threat_of = fire.threats_of(play, damage_weights.by_hand(play))
        whole = 0.0
        for target in play.state.air.planes:
            slots = [slot for slot, number in best.orders.items() if number == target.number]
            whole += fire.cost(threat_of(target), fire.after_orders(play, target, slots))
        assert best.damage == pytest.approx(whole, abs=1e-9)
        assert best.later == 0


def test_the_search_aims_alike_slots_at_the_same_plane():
    """From a plan without fire, the search reaches the best plan of two alike mounts and one
    plane.
    """
    play = play_with(planes=(plane(0, "L"),))
    choice = gunnery.plan_choice(play)
    problem = plan.problem_of(play, choice)
    alike = max((problem.kinds.count(kind), kind) for kind in problem.kinds)
    assert alike[0] > 1
    search = BranchAndBound(
        problem,
        WorkingPlan(problem, [None] * len(problem.slots)),
        plan_search.PROVEN.branches,
    )
    assert search.run()
    assert search.best == [0] * len(problem.slots)


def test_combine_and_apart():
    """Undoing a combined shot restores the other; the order of shots does not matter."""
    chance = random.Random("apart")
    for _ in range(50):
        weights = [[chance.random() for _ in range(5)] for _ in range(2)]
        one, other = (tuple(w / sum(ws) for w in ws[:4]) for ws in weights)
        both = fire.combine(one, other)
        assert both == pytest.approx(fire.combine(other, one))
        assert fire.apart(both, other) == pytest.approx(one)


@pytest.mark.parametrize("seed", range(8))
def test_a_shot_ignores_the_bearing(seed):
    """Planes of the same altitude and weapon have equal shots, as the plan search assumes."""
    chance = random.Random(f"bearing {seed}")
    play = damaged(chance) if seed % 2 else random_wave(chance, 3, markers=2)
    play.state.air.markers = ["AFS carrier 1"]
    play.ship.sfs = 1
    for slot in ("AFS carrier 1", "SFS 1", *play.armament()):
        for altitude, weapon in product("LMH", ("", "bomb", "torpedo", "ohka")):
            level = gunnery.SPRAY_LEVEL[weapon] if weapon else altitude
            if play.mount(slot) and level not in play.battery()[slot].chart.columns:
                continue
            shots = (
                gunnery.shot_roll(play, slot_named(slot), plane(at, altitude, weapon))
                for at in BEARINGS
            )
            assert len({(roll.chart.id, roll.column, roll.modifiers) for roll in shots}) == 1, slot


def test_a_job_left_undone_with_idle_men_has_its_reason():
    """A radar that could be repaired is left, because more planes come while it works (chart
    8-1).
    """
    play = play_with(equipment={**play_with().ship.equipment, "sg": DAMAGED})
    choice = control.men_choice(play)
    assert repair_men.best_men(play, choice) == {}
    (name,) = repair_men.left_alone(play, choice, {})
    assert choice.jobs[name].target == "sg"
    assert repair.success(play, name, choice.jobs[name], 1) > 0.5
    assert odds_report.advise(play, choice) == [
        "your exec would send nobody",
        f"your exec would skip {choice.jobs[name].text}: {NO_GAIN}",
    ]
    assert repair_men.left_alone(play, choice, {name: 1}) == []


def random_problem(chance):
    """Slots and planes with random chances, so that exchanges pay more often than in play."""
    planes = 4
    slots = 7

    def shot():
        parts = [chance.random() for _ in range(5)]
        return tuple(part / sum(parts) for part in parts[:4])

    return Problem(
        list(range(planes)),
        [(1.0, 0.0, 0.0, 0.0)] * planes,
        [tuple(sorted((chance.random() for _ in range(4)), reverse=True)) for _ in range(planes)],
        [f"slot {slot}" for slot in range(slots)],
        [{number: shot() for number in chance.sample(range(planes), 3)} for _ in range(slots)],
        list(range(slots)),
        [False] * slots,
        [],
    )


def test_an_improved_plan_cannot_be_improved_again():
    """The search continues after an exchange, which may allow other moves; what it skips would
    change nothing.
    """
    for seed in range(300):
        problem = random_problem(random.Random(seed))
        orderly = WorkingPlan(problem)
        orderly.improve(set())
        again = WorkingPlan(problem, orderly.targets)
        again.improve(set())
        assert again.targets == orderly.targets, seed
        for slot, shots in enumerate(problem.shots):
            for target in shots:
                moved = [*orderly.targets[:slot], target, *orderly.targets[slot + 1 :]]
                assert WorkingPlan(problem, moved).damage > orderly.damage - 2 * NOISE, seed
        for slot, other in combinations(range(len(problem.slots)), 2):
            exchanged = list(orderly.targets)
            exchanged[slot], exchanged[other] = exchanged[other], exchanged[slot]
            if all(target in shots for target, shots in zip(exchanged, problem.shots, strict=True)):
                assert WorkingPlan(problem, exchanged).damage > orderly.damage - 2 * NOISE, seed


@pytest.fixture
def at_plan():
    """A game at its first fire plan."""
    game = new_game(seed=5, scenario=2)
    captain = captain_named("doctrine", 5)
    play_out(
        game, captain, lambda game: isinstance(game.request, Choice) and game.request.kind == ASSIGN
    )
    return game


def test_a_fire_plan_is_compared_with_no_fire_and_with_the_execs(at_plan):
    """The player's plan has a column and orders only if it is another."""
    planes = [f"plane {number}" for number in range(1, 6)]
    execs_plan = exec_plan(at_plan.play, at_plan.request)
    assert fighters_kept(at_plan.request, execs_plan) == 7
    execs = (odds_report.EXECS, "the torpedo first, 7 fighters held back", planes)
    for yours, plans in (
        (None, [execs]),
        (execs_plan, [execs]),
        (
            {"AFS carrier 1": 0},
            [
                (odds_report.YOURS, "gun by gun, 7 fighters held back", ["plane 1", "no fire"]),
                execs,
            ],
        ),
    ):
        _, grid, *rest = odds_report.odds_page(at_plan, yours)
        assert grid.headings == (
            "chance that a plane hits",
            odds_report.NO_FIRE,
            *(name for name, _, _ in plans),
        )
        same = ["Your plan is the same as your exec's."] if yours == execs_plan else []
        assert [block.text for block in of_kind(rest, Paragraph)] == [
            odds_report.DAMAGE_UNIT,
            *same,
        ]
        *orders, struck = of_kind(rest, Fields)
        for block, (name, said, parts) in zip(orders, plans, strict=True):
            assert (block.title.lower(), [label for label, _ in block.rows]) == (
                f"{name}: {said}",
                parts,
            )
        assert plans[0][0].lower() in struck.title.lower()
        assert (
            max(map(len, text_lines(odds_report.odds_page(at_plan, yours), odds_report.WIDTH)))
            <= odds_report.WIDTH
        )


def test_pumping_out_a_magazine_is_worth_more_than_a_room_without_effect():
    game = new_game(scenario=3, seed=1)
    measure = damage_weights.by_hand(game.play)
    rooms = {
        name: damage_costs.out_of_action_cost(measure, name)
        for name, data in TABLES.compartments.items()
        if data.floodable
    }
    costly = max(rooms, key=rooms.__getitem__)
    cheap = min(rooms, key=rooms.__getitem__)
    assert rooms[costly] > rooms[cheap]
    for name in (costly, cheap):
        game.state.ship.compartments[name] = Compartment(flooded=True)
    pumps = {job.target: job for job in jobs.open_jobs(game.play).values() if job.kind == PUMP}
    gains = {name: repair.worth_of(game.play, pumps[name], measure) for name in (costly, cheap)}
    assert gains[costly] > gains[cheap] > 0
