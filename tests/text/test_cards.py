"""Damage control reports: one per phase with damage control, which accounts for its jobs and its
fires.
"""

from functools import cache

import msgspec
import pytest

from picket_duty.book.vocabulary import (
    ANCHORAGE,
    CONTROL_ROLLS,
    DamageEffect,
    Light,
    Reason,
    Sky,
    Track,
)
from picket_duty.captains import captain_named
from picket_duty.captains.doctrine import decide
from picket_duty.events import Control, Damage, Leave, Loss, PhaseBegun
from picket_duty.facts import Fate, Phase, PlaneReport, WaveReport, damage_of
from picket_duty.requests import Roll
from picket_duty.state import SUNK
from picket_duty.text import headlines
from picket_duty.text.action_report import lessons
from picket_duty.text.control_report import plain_report_lines, report_due
from picket_duty.text.deck_log import cause_words
from picket_duty.text.headlines import headlines_since
from picket_duty.text.phrases import cases
from tests.games import TABLES, new_game, of_kind
from tests.text.cards import CardWatch


@cache
def played(**setup):
    game = new_game(**setup)
    reports = []
    while game.request is not None:
        first = len(game.events)
        label = game.request.phase
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(decide(game.play, game.request))
        report = report_due(game, first)
        if report is not None:
            reports.append((label, report))
    return game, tuple(reports)


#: What may happen to a ship in damage control.
HARM = {"grows", "burns", "out of control", "explodes", "flooded", "destroyed", "lost"}


def check_phases(game, labels):
    """Each phase with rolls of damage control has one report, unless the ship sank in it."""
    rolls = of_kind(game.events, Roll)
    rolled = {roll.phase for roll in rolls if roll.purpose in CONTROL_ROLLS}
    end = game.events[-2]
    if isinstance(end, Leave) and end.reason == SUNK:
        assert rolled - {end.phase} <= set(labels)
    else:
        assert rolled <= set(labels)
    assert rolled >= set(labels)
    assert len(labels) == len(set(labels))


def check_report(report):
    damage = {event.effect.value for event in of_kind(report.damage, Damage)}
    assert report.failed == sum(not job.success for job in report.repairs)
    assert damage <= HARM
    assert not report.fires_out or "grows" not in damage
    words = plain_report_lines(report, TABLES)
    assert ("  All fires are out" in "\n".join(words)) == report.fires_out


def test_every_phase_with_damage_control_has_one_report_of_its_jobs_and_fires():
    """No hit of a wave is in it, and no growth of a fire that was put out in a later round."""
    out = mended = 0
    for game, reports in (
        played(scenario=number, seed=seed) for number in (2, 6) for seed in range(7, 27)
    ):
        check_phases(game, [label for label, _ in reports])
        for label, report in reports:
            events = [event for event in game.events if event.phase == label]
            assert list(report.repairs) == of_kind(events, Control)
            assert isinstance(game.events[report.over], PhaseBegun) or report.open_jobs is None
            check_report(report)
            if report.fires_out:
                out += 1
                mended += "grows" in [event.effect for event in of_kind(events, Damage)]
    assert out > mended > 0


def test_only_the_loss_of_the_ship_in_damage_control_is_in_a_report():
    """Scenario 2 with seed 6 ends when her last hull point is gone (rules 4), seed 3 in a wave."""
    game, reports = played(scenario=2, seed=3)
    left = game.events[-2]
    assert isinstance(left, Leave)
    assert left.reason == SUNK
    assert any(isinstance(event, Control) and event.phase == left.phase for event in game.events)
    assert left.phase not in [label for label, _ in reports]
    game, reports = played(scenario=2, seed=6)
    report = reports[-1][1]
    assert report.lost is not None
    assert report.lost is of_kind(game.events, Leave)[0]
    assert plain_report_lines(report, TABLES)[-1] == "  Ship lost: her hull gave way"
    assert all(report.lost is None for _, report in reports[:-1])


def test_a_report_counts_only_the_points_that_damage_control_lost():
    """A crash between two rounds takes hull points too; the report leaves them to the card of the
    wave.
    """
    apart = 0
    for seed in (8, 11, 25):
        _, reports = played(scenario=5, seed=seed)
        for _, report in reports:
            lost = sum(
                event.points for event in of_kind(report.damage, Loss) if event.track == Track.HULL
            )
            hull = next(
                (
                    entry
                    for entry in damage_of(report.damage).entries
                    if getattr(entry, "track", "") == "hull"
                ),
                None,
            )
            if hull is not None and hull.first - hull.left > lost:
                apart += 1
                points = "1 hull point" if lost == 1 else f"{lost} hull points"
                assert f"{points} lost" in " ".join(plain_report_lines(report, TABLES))
    assert apart == 3


def test_a_report_says_that_a_fire_was_put_out_too_late():
    """A deck fire that was out of control forces the ship to leave, even if it is put out in a
    later round.
    """
    game, reports = played(scenario=5, seed=9)
    label, report = reports[-1]
    wild = [
        event
        for event in of_kind(game.events, Damage)
        if event.phase == label and event.effect == DamageEffect.OUT_OF_CONTROL
    ]
    assert wild
    assert not game.state.ship.deck_fires
    lines = plain_report_lines(report, TABLES)
    assert (
        "  All fires are out. One had been out of control, so the ship must leave her station"
        in lines
    )
    assert "  All fires are out" not in lines


def test_a_report_comes_before_the_rolls_of_the_return_to_the_anchorage():
    """The panels show nothing later than the report: the rolls on charts 16 and 18 come after the
    phase.
    """
    later = 0
    for seed in range(40):
        game, reports = played(campaign="mini", seed=seed)
        for _, report in reports:
            before = game.events[: report.over]
            after = game.events[report.over :]
            assert not isinstance(before[-1], Roll) or before[-1].table not in ("18", "18-1")
            assert report.lost is None or after[0] is report.lost
            later += isinstance(after[0], Roll) and after[0].purpose is ANCHORAGE
        if later:
            break
    assert later


GAMES = [
    *(
        ({"scenario": number, "level": "advanced", "seed": number}, "random")
        for number in range(1, 9)
    ),
    ({"scenario": 3, "level": "advanced", "seed": 3}, "greedy"),
    (
        {"campaign": "mini", "level": "advanced", "seed": 4, "options": ("aces", "list-and-trim")},
        "random",
    ),
]


def test_headlines_and_cards_agree_with_the_game():
    for setup, captain in GAMES:
        game = new_game(history=False, **setup)
        CardWatch(game, captain_named(captain, setup["seed"])).play(4000)
    game = new_game(scenario=6, level="basic", seed=7)
    assert headlines_since(game, len(game.events)) == []


@pytest.mark.slow
def test_all_kinds_of_headlines_occur():
    kinds = set()
    # Only a long campaign has ships that take over, only scenario 7 the relief roll.
    setups = [{"campaign": "long-a"}, *[{"scenario": 7}] * 5, *[{"campaign": "mini"}] * 50]
    for seed, setup in enumerate(setups):
        game = new_game(**setup, level="advanced", seed=seed, history=False, options=("aces",))
        captain = captain_named("doctrine" if "scenario" in setup else "random", seed)
        kinds |= {headline.kind for headline in CardWatch(game, captain).play().headlines_seen}
        if kinds == set(headlines.KINDS):
            return
    assert kinds == set(headlines.KINDS)


def test_every_reason_and_cause_of_the_rules_has_its_words():
    assert all(
        row.diary for row in (*cases("leave_reason").values(), *cases("loss_reason").values())
    )
    assert {*cases("leave_reason"), *cases("loss_reason")} == set(Reason)
    assert cause_words("5-inch magazine 4 exploded") == "after 5-inch magazine 4 exploded"
    assert cause_words("deck fire out of control, flooding") == (
        "after a deck fire got out of control and from progressive flooding"
    )
    assert cause_words("her damage, on the way to repair") == "from her damage"


def test_a_lesson_needs_five_cases():
    planes = [PlaneReport(0, "Val", 45, "L", "", Fate.SPLASHED, destroyed_by="5in-1")]
    wave = WaveReport(1, planes, maneuver=False)
    wave.control = [Control(section="aft", job="deck fire aft", men=3, success=True, markers=0)]
    phase = Phase(
        "1945-04-06/morning", "1945-04-06", "morning", Light.DAY, 1, Sky.CLEAR, waves=[wave]
    )
    assert lessons(phase) == []
    wave.control *= 5
    assert lessons(phase) == [
        "Repair parties completed five of five jobs attempted during the action."
    ]
    phase.waves = [msgspec.structs.replace(wave, control=[], number=n) for n in range(1, 6)]
    assert lessons(phase) == [
        "Radical maneuvers were attempted against five waves and succeeded against none."
    ]
