"""What two lines of a game have in their rows: jobs with all their rounds, fires, and labels."""

from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import DamageEffect, Light
from picket_duty.events import Control, Damage, Leave
from picket_duty.facts import Fate, PlaneReport, WaveReport
from picket_duty.facts.days import Phase
from picket_duty.state import US_WIN
from picket_duty.text.two_lines import Sequel, differing_rows, last_rows
from tests.games import TABLES, new_game

FIRE = f"{DECK_FIRE} aft"


def phase(rounds=(), waves=()):
    return Phase(
        "1945-04-06/morning", "1945-04-06", "morning", Light.DAY, 1, rounds=rounds, waves=waves
    )


def sequel(rounds=(), waves=(), open_jobs=(), left=None, later=(), outcome=US_WIN):
    state = new_game(scenario=4, seed=1).state
    state.outcome = outcome
    return Sequel(
        phase=phase(list(rounds), list(waves)),
        wave=1,
        ship=None if left else state.ship,
        open_jobs=frozenset(open_jobs),
        later=tuple(later),
        end=state,
        left=left,
        left_last=left,
    )


def fought(men, success, wave=1):
    return Control(section="aft", job=FIRE, men=men, success=success, markers=0, wave=wave)


def grew(points, effect=DamageEffect.GROWS, wave=1):
    return Damage(section="aft", item=DECK_FIRE, effect=effect, points=points, wave=wave)


def wave(number, fate):
    return WaveReport(number, [PlaneReport(0, "Val", 90, "M", "", fate)])


def rows(given, doctrine):
    return [row[:3] for row in differing_rows(given, doctrine, TABLES)]


def test_a_fire_has_its_rounds_and_what_it_did_in_one_row():
    given = sequel(
        [fought(2, False), grew(2), fought(1, False), grew(0, DamageEffect.OUT_OF_CONTROL)]
    )
    assert rows(given, sequel([fought(3, True)])) == [
        (
            "deck fire aft",
            "2 men, failed, grew to level 2; 1 man, failed, out of control",
            "3 men, fire out",
        )
    ]


def test_a_fire_that_nobody_fights_and_a_job_left_open_are_told_apart():
    neglected = sequel([grew(3)])
    (row,) = rows(neglected, sequel([fought(1, True)]))
    assert row == ("deck fire aft", "no men, grew to level 3", "1 man, fire out")
    (row,) = rows(sequel(open_jobs=["deck fire aft"]), sequel([fought(1, True)]))
    assert row[1] == "no men sent"
    (row,) = rows(sequel(), sequel([fought(1, True)]))
    assert row[1] == "-"


def test_a_wave_is_named_if_it_is_not_that_of_the_order():
    for number, label in ((1, "#1 Val"), (2, "wave 2: #1 Val")):
        given = sequel(waves=[wave(number, Fate.MISSED)])
        doctrine = sequel(waves=[wave(number, Fate.SPLASHED)])
        assert rows(given, doctrine) == [(label, "missed", "splashed")]


def test_the_last_rows_have_the_ship_the_later_planes_and_the_result():
    left = Leave(reason="sunk", until="", phase="1945-04-06/midday", why="")
    lost = sequel(left=left, outcome="japanese_win")
    won = sequel(later=[wave(1, Fate.SPLASHED)])
    assert [row[:3] for row in last_rows(lost, won)] == [
        ("end of morning", "sunk", "hull 6"),
        ("later planes", "-", "1 came, 1 splashed, 0 hits"),
        ("result", "lost: sunk Apr 6, midday", "won, hull 6"),
    ]
