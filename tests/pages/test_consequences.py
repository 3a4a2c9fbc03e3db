"""The words for the consequence of each kind of option."""

from __future__ import annotations

from picket_duty.book.vocabulary import DECLARE
from picket_duty.odds.consequences import (
    Declaring,
    FightingFires,
    ManeuverOutcome,
    Relieving,
    RepairOutcome,
    Rescinding,
    consequences,
)
from picket_duty.odds.round_risk import Risk
from picket_duty.pages import consequences as words_of
from picket_duty.pages.consequences import caution_words, consequence_words
from picket_duty.requests import Choice, Option
from picket_duty.rules import control
from picket_duty.state import Stage
from picket_duty.text.names import percent
from tests.games import TABLES, new_game

SAID = {
    "succeeds 25%: 0.50 hits expected (0.40 if it does), fuel tonight -1.5 (runs out 10%)": ManeuverOutcome(
        0.25, 0.5, 0.4, 1.5, 0.1
    ),
    "repaired 58%, next 1 plane 0.70 hits": Declaring(None, 0.58, 1, 0.7, 1, 0.4),
    (
        "if granted (60%): nothing to repair, guns silent, but no other raid can come today; "
        "otherwise nothing changes"
    ): Declaring(0.6, 0.0, 0, 0.0, 0, 0.0),
    "must leave 20%, repaired 1.3 of 2, next 1 plane 0.50 hits": Declaring(
        None, 1.3, 2, 0.5, 1, 0.0, Risk(0.0, 0.2), Risk(0.0, 0.2)
    ),
    "guns silent: 0.50 hits expected; repairs keep their +2": Rescinding(True, 0.5, 2),
    "guns fire: 0.50 hits expected; repairs lose their +2": Rescinding(False, 0.5, 2),
    "repair parties keep fighting the fires; chance to put each out this round: CIC 40%, Radio 20%": FightingFires(
        (("CIC", 0.4), ("Radio", 0.2))
    ),
    "repair parties keep fighting the fire; chance to put it out this round: Hold 50% "
    "(if not, 30% risk of hit marker 3 of 4)": FightingFires(
        (("Hold", 0.5),), (RepairOutcome((0.5,), spreads=0.3, markers=3, limit=4),)
    ),
    "hull 5, fuel 4, ammunition 3, men 20; 1 item destroyed; captain +1": Relieving(
        5, 4, 3, 20, 1, (("captain", 1),)
    ),
    "hull 5, fuel 4, ammunition 3, men 20; no officer or chief above or below average": Relieving(
        5, 4, 3, 20, 0, ()
    ),
    "no men left; if it fails, level 2": RepairOutcome((), level=2, limit=4),
    "1 man 20%; if it fails, out of control, hull -1": RepairOutcome(
        (0.2,), level=5, hull=1, limit=4
    ),
    "1 man 20%; if it fails, still out of control": RepairOutcome(
        (0.2,), level=5, limit=4, out_of_control=True
    ),
    "1 man 20%; if it fails, 50% risk of hit marker 2 of 3": RepairOutcome(
        (0.2,), spreads=0.5, markers=2, limit=3
    ),
    "1 man 20%; if it fails, 50% risk of destruction": RepairOutcome(
        (0.2,), spreads=0.5, markers=3, limit=3
    ),
}


def test_each_consequence_in_words():
    assert [consequence_words(consequence) for consequence in SAID.values()] == [*SAID]


def test_only_impossible_and_certain_chances_are_shown_as_0_and_100():
    shares = (-0.0, 0.0, 0.004, 0.006, 0.5, 0.994, 0.996, 1.0)
    assert [percent(share) for share in shares] == [
        "0%",
        "0%",
        "<1%",
        "1%",
        "50%",
        "99%",
        ">99%",
        "100%",
    ]


def declaring(game):
    """The caution beside a declaration with a deck fire at its last level."""
    game.roll_on()
    choice = next(control.declare(game.play))
    game.state.ship.deck_fires = {"aft": TABLES.numbers.deck_fire_limit}
    return caution_words(choice, game.state, TABLES)


def test_a_declaration_says_what_leaving_means_in_the_game():
    """It loses a scenario, and on the last day a mini campaign or a stage (rules 9, 10)."""
    scenario = new_game(scenario=5, level="basic", seed=3)
    assert declaring(scenario).endswith("If she must leave, the scenario is lost.")
    mini = new_game(campaign="mini", level="basic", seed=3)
    repaired = "she goes in for repairs, unless she founders on the way or is sent to the rear"
    assert declaring(mini).endswith(f"{repaired}.")
    expected = consequences(mini.play, next(control.declare(mini.play)))
    chance = percent(next(iter(expected.values())).no_return)
    assert caution_words(next(control.declare(mini.play)), mini.state, TABLES, expected).endswith(
        f"{repaired} ({chance})."
    )
    mini.state.fighting_days = mini.state.fighting_days_wanted - 1
    assert declaring(mini).endswith("If she must leave, the campaign is lost.")
    mini.state.ship.hull = 0
    assert declaring(mini).startswith("She must leave her station; now the ship is at stake.")
    assert declaring(mini).endswith("At hull 0 she may sink.")
    mini.state.ship.deck_fires = {}
    assert caution_words(Choice(DECLARE, (Option("yes", ""),)), mini.state, TABLES) == ""
    stages = new_game(campaign="long-a", level="basic", seed=3)
    assert "is lost" not in declaring(stages)
    stages.state.stages[0] = Stage("USS Bush", 4)
    assert declaring(stages).endswith("If she must leave, stage 1 is lost.")
    assert "is lost" not in declaring(new_game(campaign="long-b", level="basic", seed=3))


def test_an_emergency_and_none_are_compared_cell_by_cell():
    """Overall, declaring counts both ways: half of these emergencies are granted."""
    made = Declaring(0.5, 1.6, 2, 0.8, 3, 0.4, Risk(0.05, 0.2), Risk(0.08, 0.3))
    none = Declaring(None, 1.2, 2, 0.4, 3, 0.4, Risk(0.11, 0.4), Risk(0.11, 0.4))
    assert words_of.declaration_table({"yes": made, "no": none}) == [
        ("this round", "sinks", "must leave", "repaired", "next 3 planes"),
        ("", "8%", "30%", "1.4 of 2", "0.60 hits"),
        ("if granted (50%)", "5%", "20%", "1.6 of 2", "0.80 hits"),
        ("", "11%", "40%", "1.2 of 2", "0.40 hits"),
    ]
    later = [Declaring(granted, 0.5, 1, 0.0, 0, 0.25, fire=True) for granted in (0.5, None)]
    assert words_of.declaration_table(dict(zip(("yes", "no"), later, strict=True))) == [
        ("this round", "fire out", "guns in next raid (25%)"),
        ("", "50%", "50% silent"),
        ("if granted (50%)", "50%", "silent"),
        ("", "50%", "can fire"),
    ]
    over = Declaring(0.5, 0.0, 0, 0.0, 0, 0.0), Declaring(None, 0.0, 0, 0.0, 0, 0.0)
    assert words_of.declaration_table(dict(zip(("yes", "no"), over, strict=True))) == [], (
        "no chance to show, no headings"
    )
    assert (
        words_of.declaration_table(
            {"yes": ManeuverOutcome(0.5, 0.5, 0.4, 1.5), "no": ManeuverOutcome(None, 0.5)}
        )
        == []
    )
