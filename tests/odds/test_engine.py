"""Exact odds compared with thousands of simulations of the engine."""

from __future__ import annotations

import random
from collections import Counter

import pytest

from picket_duty.book.effects import HitCompartment
from picket_duty.odds import fire, repair
from picket_duty.odds.roll_odds import chances, outcomes
from picket_duty.requests import BY_HAND, Roll
from picket_duty.rules import control, gunnery, jobs, wave
from tests.quick import first_is_quick

from .engine_dice import TABLES, agrees, copy_of, plane, play_with, run

TRIALS = 3000


@pytest.mark.slow
@pytest.mark.parametrize("maneuver", [False, True])
def test_wave(maneuver: bool) -> None:
    """Fates, dives and hits by section of planes in every state, under AFS, SFS and mounts (rules 5.3, 5.5)."""
    play = play_with(
        planes=(plane(0, "L"), plane(90, "M", hits=2, state="damaged"), plane(225, "H"), plane(180, "L", hits=1)), sfs=2
    )
    play.state.air.markers = ["AFS carrier 1", "AFS land 1"]
    play.state.air.maneuver = maneuver
    orders = {
        "AFS carrier 1": 2, "SFS 1": 0, "SFS 2": 3, "5in-1": 0, "5in-2": 0, "5in-3": 1, "5in-4": 2, "5in-5": 3,
        "40mm-A": 0, "40mm-C": 1, "40mm-E": 2, "20mm-A": 1, "20mm-E": 3,
    }  # fmt: skip
    odds = fire.wave_odds(play, orders)
    chance = random.Random(f"wave {maneuver}")
    states: Counter[tuple[int, str]] = Counter()
    dives: Counter[tuple[int, str]] = Counter()
    number: Counter[int] = Counter()
    for _ in range(TRIALS):
        trial = copy_of(play)
        run(gunnery.fire_plan(trial), chance, {"fire plan": orders})
        for flying in trial.state.air.planes:
            states[flying.number, flying.state if flying.state != "undamaged" else str(flying.hits)] += 1
        run(wave.dives(trial), chance)
        for flying in trial.state.air.planes:
            dives[flying.number, flying.outcome] += 1
        number[sum(flying.outcome == "hit" for flying in trial.state.air.planes)] += 1
    for flying in odds.planes:
        for name, share in zip(("0", "1", "damaged", "shot_down", "destroyed"), flying.hits, strict=True):
            assert agrees(states[flying.plane, name], TRIALS, share), (flying.plane, name)
        for name in ("miss", "near_miss", "hit"):
            assert agrees(dives[flying.plane, name], TRIALS, getattr(flying, name)), (flying.plane, name)
        assert sum(flying.hits) == pytest.approx(1)
        assert flying.miss + flying.near_miss + flying.hit + flying.hits[4] == pytest.approx(1)
    chances_of = fire.how_many(flying.hit for flying in odds.planes)
    for hits, share in enumerate(chances_of):
        assert agrees(number[hits], TRIALS, share)
    assert sum(chances_of) == pytest.approx(1)
    assert odds.expected == pytest.approx(sum(hits * share for hits, share in enumerate(chances_of)))
    assert odds.sections["forward"][1] == pytest.approx(odds.planes[0].hit)


def test_maneuver_asked_for() -> None:
    """The odds with and without a maneuver equal those of waves with and without one."""
    play = play_with(planes=(plane(0, "L"),))
    held, turned = (
        fire.plane_odds(fire.seen_with(play, maneuver=turning), play.state.air.planes[0], ["5in-1"])
        for turning in (False, True)
    )
    assert turned.hit < held.hit
    assert play.state.air.maneuver is None
    assert fire.plane_odds(play, play.state.air.planes[0], ["5in-1"]) == held


def test_special_attack() -> None:
    """Tables 12, with the maneuver that depends on the natural roll (note to 19)."""
    for maneuver in [False, True]:
        for weapon in ["ohka", "bomb", "torpedo"]:
            play = play_with(planes=(plane(0, "L", weapon),))
            play.state.air.maneuver = maneuver
            chance = random.Random(f"{weapon} {maneuver}")
            counts: Counter[str] = Counter()
            for _ in range(TRIALS):
                request = wave.special_roll(play, play.state.air.planes[0])
                counts[request.resolve((chance.randint(1, 6), chance.randint(1, 6)))["result"]] += 1
            odds = fire.plane_odds(play, play.state.air.planes[0])
            assert set(counts) <= set(odds.weapon)
            for result, share in odds.weapon.items():
                assert agrees(counts[result], TRIALS, share), result
            assert sum(odds.weapon.values()) == pytest.approx(1)
            assert (odds.hit == 0) == (weapon == "ohka")


@pytest.mark.slow
def test_special_plane_under_fire() -> None:
    """Spray fire, then the weapon, then the dive of a bomber into a section by the die (rules 5.3, 5.4)."""
    play = play_with(planes=(plane(0, "L", "bomb"),))
    orders = dict.fromkeys(("5in-1", "5in-2", "5in-3", "40mm-A", "40mm-E"), 0)
    odds = fire.wave_odds(play, orders)
    chance = random.Random("spray")
    states: Counter[str] = Counter()
    hits: Counter[str] = Counter()
    for _ in range(TRIALS):
        trial = copy_of(play)
        run(gunnery.fire_plan(trial), chance, {"fire plan": orders})
        target = trial.state.air.planes[0]
        states[target.state] += 1
        if target.flying:
            run(wave.dive(trial, target), chance)
            hits[next((e.section for e in trial.events if getattr(e, "outcome", "") == "hit"), "")] += 1
    assert agrees(states["shot_down"], TRIALS, odds.planes[0].hits[3])
    assert agrees(states["destroyed"], TRIALS, odds.planes[0].hits[4])
    for section in ("forward", "midship", "aft"):
        assert agrees(hits[section], TRIALS, odds.sections[section][1])


def test_struck_compartment() -> None:
    """The chance that table 11 names a compartment: its share of the section's cells, for each hit."""
    play = play_with(planes=(plane(0, "L"), plane(45, "H"), plane(180, "L")))
    odds = fire.wave_odds(play, {})
    cells = TABLES["11/forward"].cells.values()
    share = sum(HitCompartment("cic") in cell.effects for cell in cells) / len(cells)
    first, second, _ = odds.planes
    assert odds.struck("cic") == pytest.approx(1 - (1 - first.hit * share) * (1 - second.hit * share))
    assert odds.struck("forward/Chain Locker") > 0
    assert odds.struck("no such place") == 0


@first_is_quick(("men", "markers"), [(1, 1), (2, 2), (3, 3)])
def test_repair_job(men: int, markers: int) -> None:
    """Success, and the fire out, against rounds of the engine's repairs (rules 7.4)."""
    play = play_with()
    play.ship.compartments["cic"].markers = min(markers, 2)
    play.ship.compartments["cic"].fire = True
    play.ship.jobs = {"cic": 1}
    job = jobs.open_jobs(play)["cic"]
    odds = repair.job_odds(play, "cic", job, men)
    chance = random.Random(f"repair {men}")
    success = done = 0
    for _ in range(TRIALS):
        trial = copy_of(play)
        run(control.repair(trial), chance, {"repair men": {"cic": men}})
        success += trial.ship.compartments["cic"].markers < play.ship.compartments["cic"].markers
        done += not trial.ship.compartments["cic"].markers
    assert agrees(success, TRIALS, odds.success)
    assert agrees(done, TRIALS, odds.done)
    assert repair.success(play, "cic", job, 0) == 0


def test_every_roll_adds_up() -> None:
    for chart in TABLES.all_charts():
        for die in (chart, *chart.die_charts.values()):
            if not die.faces:
                continue
            for column in die.by_column or [None]:
                try:
                    results = outcomes(Roll(die, BY_HAND, column=column))
                except ValueError:
                    continue
                assert sum(share for _, share in results) == pytest.approx(1)
                assert sum(chances(Roll(die, BY_HAND, column=column)).values()) == pytest.approx(1)
