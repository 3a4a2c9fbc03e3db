"""Exact odds compared with thousands of simulations of the engine."""

import random
from collections import Counter

import pytest

from picket_duty.book.effects import HitCompartment
from picket_duty.events import Strike
from picket_duty.odds import fire, repair
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.roll_odds import chances, outcomes
from picket_duty.requests import BY_HAND, Roll
from picket_duty.rules import control, damage, firing, jobs, wave
from picket_duty.state import SECTIONS
from tests.games import of_kind
from tests.quick import first_is_quick
from tests.text_table import table_of

from .engine_dice import TABLES, agrees, copy_of, plane, play_with, run

TRIALS = 3000


@pytest.mark.slow
@pytest.mark.parametrize("maneuver", [False, True])
def test_wave(maneuver, monkeypatch):
    """Planes in every state and with every weapon, under AFS, SFS, mounts and spray fire (rules 5.3
    to 5.5).

    The fates of planes, their dives, weapons and strikes, and the hits by section. A strike does
    nothing here, so that every plane comes to its dive.
    """
    for effect in ("carry_out", "light_deck_fire"):
        monkeypatch.setattr(damage, effect, lambda *what: iter(()))
    play = play_with(
        planes=(
            plane(0, "L"),
            plane(90, "M", hits=2, state="damaged"),
            plane(225, "H"),
            plane(180, "L", hits=1),
            plane(0, "L", "torpedo"),
            plane(0, "H", "ohka"),
            plane(90, "M", "bomb"),
        ),
        sfs=2,
    )
    play.state.air.markers = ["AFS carrier 1", "AFS land 1"]
    play.state.air.maneuver = maneuver
    orders = dict(
        table_of("""
        AFS carrier 1 | 2
        AFS land 1    | 5
        SFS 1         | 0
        SFS 2         | 3
        5in-1         | 0
        5in-2         | 4
        5in-3         | 1
        5in-4         | 2
        5in-5         | 6
        40mm-A        | 4
        40mm-C        | 1
        40mm-E        | 2
        20mm-A        | 1
        20mm-E        | 3
        """)
    )
    odds = fire.wave_odds(play, orders)
    strikes = PlanOdds(play).wave(orders)
    chance = random.Random(f"wave {maneuver}")
    counts = Counter()
    for _ in range(TRIALS):
        trial = copy_of(play)
        run(firing.fire_plan(trial), chance, {"fire plan": orders})
        counts.update(
            (p.number, p.state if p.state != "undamaged" else str(p.hits))
            for p in trial.state.air.planes
        )
        run(wave.special_attacks(trial), chance)
        run(wave.dives(trial), chance)
        counts.update((p.number, p.outcome) for p in trial.state.air.planes)
        told = [event for event in of_kind(trial.events, Strike) if not event.near]
        hits = [event for event in told if event.outcome == "hit"]
        counts[len(hits)] += 1
        counts.update(Counter(event.section for event in hits).items())
        struck = [event.plane for event in told if event.outcome in ("hit", "special")]
        counts.update({("struck", number) for number in struck})
        counts["strikes"] += len(struck)
    for flying, striking in zip(odds.planes, strikes.planes, strict=True):
        for name, share in zip(
            ("0", "1", "damaged", "shot_down", "destroyed"), flying.hits, strict=True
        ):
            assert agrees(counts[flying.plane, name], TRIALS, share), (flying.plane, name)
        assert agrees(counts["struck", flying.plane], TRIALS, striking.any), striking
        assert sum(flying.hits) == pytest.approx(1)
        if not flying.weapon:
            assert flying.miss + flying.near_miss + flying.hit + flying.hits[4] == pytest.approx(1)
            for name in ("miss", "near_miss", "hit"):
                assert agrees(counts[flying.plane, name], TRIALS, getattr(flying, name)), (
                    flying.plane,
                    name,
                )
    for hits, share in enumerate(fire.how_many(flying.hit for flying in odds.planes)):
        assert agrees(counts[hits], TRIALS, share)
    for section in SECTIONS:
        for hits, share in enumerate(odds.sections[section][1:], 1):
            assert agrees(counts[section, hits], TRIALS, share), (section, hits)
    assert counts["strikes"] / TRIALS == pytest.approx(
        sum(plane.expected for plane in strikes.planes), abs=0.12
    )


def test_maneuver_asked_for():
    """The odds with and without a maneuver equal those of waves with and without one."""
    play = play_with(planes=(plane(0, "L"),))
    held, turned = (
        fire.plane_odds(fire.air_with(play, maneuver=turning), play.state.air.planes[0], ["5in-1"])
        for turning in (False, True)
    )
    assert turned.hit < held.hit
    assert play.state.air.maneuver is None
    assert fire.plane_odds(play, play.state.air.planes[0], ["5in-1"]) == held


def test_special_attack():
    """Tables 12, with the maneuver that depends on the natural roll (note to 19)."""
    for maneuver in [False, True]:
        for weapon in ["ohka", "bomb", "torpedo"]:
            play = play_with(planes=(plane(0, "L", weapon),))
            play.state.air.maneuver = maneuver
            chance = random.Random(f"{weapon} {maneuver}")
            counts = Counter()
            for _ in range(TRIALS):
                request = wave.special_roll(play, play.state.air.planes[0])
                counts[request.resolve((chance.randint(1, 6), chance.randint(1, 6)))["result"]] += 1
            odds = fire.plane_odds(play, play.state.air.planes[0])
            assert set(counts) <= set(odds.weapon)
            for result, share in odds.weapon.items():
                assert agrees(counts[result], TRIALS, share), result
            assert sum(odds.weapon.values()) == pytest.approx(1)
            assert (odds.hit == 0) == (weapon == "ohka")


def test_struck_compartment():
    """The chance that table 11 names a compartment: its share of the section's cells, for each
    hit.
    """
    play = play_with(planes=(plane(0, "L"), plane(45, "H"), plane(180, "L")))
    odds = fire.wave_odds(play, {})
    cells = TABLES["11/forward"].cells.values()
    share = sum(HitCompartment("cic") in cell.effects for cell in cells) / len(cells)
    first, second, _ = odds.planes
    assert odds.struck("cic") == pytest.approx(
        1 - (1 - first.hit * share) * (1 - second.hit * share)
    )
    assert odds.struck("forward/Chain Locker") > 0
    assert odds.struck("no such place") == 0


@first_is_quick(("men", "markers"), [(1, 1), (2, 2), (3, 3)])
def test_repair_job(men, markers):
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


def test_every_roll_adds_up():
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
