"""Damage control reports: one per phase with damage control, which accounts for its jobs and its fires."""

from __future__ import annotations

from functools import cache

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import FIRE, REPAIR
from picket_duty.captains.doctrine import decide
from picket_duty.events import Control, Damage, PhaseBegun
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.text.control_report import CONTROL_ROLLS, ControlReport, report_brief, report_due, report_text

TABLES = load_tables()


@cache
def played(**setup: object) -> tuple[Game, tuple[tuple[str, ControlReport], ...]]:
    """A game played by doctrine, and its reports with the label of their phase."""
    game = Game.new(tables=TABLES, **setup)
    reports = []
    while game.request is not None:
        first, label = len(game.events), game.request.phase
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(decide(game.play, game.request))
        report = report_due(game, first)
        if report is not None:
            reports.append((label, report))
    return game, tuple(reports)


def test_every_phase_with_damage_control_has_one_report() -> None:
    for seed in (7, 9):
        game, reports = played(scenario=6, seed=seed)
        rolled = {event.phase for event in game.events if isinstance(event, Roll) and event.purpose in CONTROL_ROLLS}
        labels = [label for label, _ in reports]
        assert len(labels) == len(set(labels))
        assert set(labels) == rolled
        assert labels


def test_a_report_has_every_job_of_its_phase() -> None:
    game, reports = played(scenario=6, seed=7)
    for label, report in reports:
        jobs = [event for event in game.events if isinstance(event, Control) and event.phase == label]
        assert list(report.repairs) == jobs
        assert report.failed == sum(not job.success for job in jobs)
        assert isinstance(game.events[report.over], PhaseBegun) or report.left is None


def test_hits_of_a_wave_are_not_damage_control() -> None:
    """Only what happened after a roll or decision of a round, before the next wave."""
    game, reports = played(scenario=2, seed=3, level="advanced")
    harm = [event for _, report in reports for event in report.harm if isinstance(event, Damage)]
    assert all(event.effect.value in ("grows", "burns", "out of control", "explodes", "flooded", "destroyed", "lost")
               for event in harm), harm  # fmt: skip
    assert game.over


def test_the_words_of_a_report() -> None:
    report = ControlReport(
        (Control(section="aft", job="deck fire aft", men=3, success=True, markers=0),
         Control(section="aft", job="deck fire aft", men=3, success=False, markers=0)),
        (),
        ("Mk 37 director",),
        attacked=True,
    )  # fmt: skip
    assert report_text(report, TABLES) == [
        "Damage control. Fire on deck aft put out; 1 job failed",
        "  Still to repair: Mk 37 director",
    ]
    assert report_brief(report, TABLES) == "Damage control: fire on deck aft put out; 1 job left"
    nothing = ControlReport((), (), (), attacked=False)
    assert report_text(nothing, TABLES) == ["Damage control. Nothing repaired", "  Nothing else can be repaired"]


def test_a_fire_put_out_in_a_later_round_did_not_get_worse() -> None:
    """A compartment or deck that burned on in one round, and was put out in the next, is only listed as done."""
    mended = 0
    for seed in range(30):
        game, reports = played(scenario=2, seed=seed)
        for label, report in reports:
            ship_burns = [event for event in report.harm if isinstance(event, Damage) and event.effect == "grows"]
            grew = [event for event in game.events if isinstance(event, Damage) and event.effect == "grows"
                    and event.phase == label]  # fmt: skip
            if report.fires_out:
                assert not ship_burns
                mended += bool(grew)
    assert mended


def test_a_report_says_when_the_last_fire_is_out() -> None:
    out = 0
    for seed in range(3):
        game, reports = played(scenario=2, seed=seed, level="advanced")
        for label, report in reports:
            said = "  All fires are out" in report_text(report, TABLES)
            assert said == report.fires_out
            if said:
                out += 1
                control = [event for event in game.events if event.phase == label]
                assert any("fire" in getattr(event, "job", "") for event in control) or any(
                    isinstance(event, Roll) and event.purpose is FIRE for event in control
                )
    assert out


def test_a_report_says_which_jobs_had_men_enough() -> None:
    """As many men as chart 20's column needs, counted from the roll before the job."""
    reports_with_enough = 0
    for seed in range(7, 12):
        game, reports = played(scenario=6, seed=seed)
        for label, report in reports:
            rolls = [event for event in game.events if isinstance(event, Roll) and event.phase == label]
            for job in report.enough:
                roll = next(roll for roll in rolls if roll.purpose is REPAIR and roll.item == job.job)
                assert not job.success
                assert job.men < TABLES.numbers.men_per_job
                assert roll.chart.id == "20"
            says = "More men would not have helped" in " ".join(report_text(report, TABLES))
            assert says == bool(report.enough)
            reports_with_enough += says
    assert reports_with_enough
