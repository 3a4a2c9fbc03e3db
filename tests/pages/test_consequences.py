"""The words for the consequence of each kind of option."""

from __future__ import annotations

from picket_duty.book.vocabulary import DECLARE
from picket_duty.odds.consequences import (
    CounterfloodOutcome,
    DeclarationOutcome,
    FiresOutcome,
    FloodOutcome,
    ManeuverOutcome,
    RelievingShip,
    RepairOutcome,
    consequences,
    job_outcome,
)
from picket_duty.odds.prospects import prospects
from picket_duty.odds.round_risk import Risk
from picket_duty.pages import consequences as words_of
from picket_duty.pages.choices import choice_lines
from picket_duty.pages.consequences import caution_words, consequence_words
from picket_duty.requests import Choice, Option
from picket_duty.rules import control
from picket_duty.state import DAMAGED, Stage
from picket_duty.text.english import percent
from tests.games import TABLES, new_game
from tests.rules.script import start
from tests.text_table import table_of
from tests.tui.games import hurt_ship

SAID = {
    "repair parties keep fighting the fires; chance to put each out this round: CIC 40%, Radio 20%": FiresOutcome(
        (("CIC", 0.4), ("Radio", 0.2))
    ),
    "repair parties keep fighting the fire; chance to put it out this round: Hold 50% "
    "(if not, 30% risk of hit marker 3 of 4)": FiresOutcome(
        (("Hold", 0.5),), (RepairOutcome((0.5,), spreads=0.3, markers=3, limit=4),)
    ),
    "hull 5, fuel 4, ammunition 3, men 20; 1 item destroyed; captain +1": RelievingShip(
        5, 4, 3, 20, 1, (("captain", 1),)
    ),
    "hull 5, fuel 4, ammunition 3, men 20; all officers and chiefs are average": RelievingShip(
        5, 4, 3, 20, 0, ()
    ),
    "succeeds 60%: fire out, compartment lost, flooding 4 of 10; explodes 7%": FloodOutcome(
        0.6, 0.07, 4, 10
    ),
    "succeeds 60%: fire out, compartment lost, flooding 2 of 10": FloodOutcome(0.6, 0.0, 2, 10),
    "list 2 port, trim 1 forward": CounterfloodOutcome(0.7, -2, -1, False, 2, 4, 10),
    "list 3 starboard; hinders the guns and the helm": CounterfloodOutcome(
        0.7, 3, 0, True, 2, 4, 10
    ),
    "even keel": CounterfloodOutcome(None, 0, 0, False, 2, 4, 10),
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
    assert declaring(scenario).endswith("If your ship must leave, the scenario is lost.")
    mini = new_game(campaign="mini", level="basic", seed=3)
    repaired = "she goes in for repairs, unless she founders on the way or is sent to the rear"
    assert declaring(mini).endswith(f"{repaired}.")
    choice = next(control.declare(mini.play))
    chance = percent(consequences(mini.play, choice)["yes"].no_return)
    expected = prospects(mini.play, choice)
    assert caution_words(next(control.declare(mini.play)), mini.state, TABLES, expected).endswith(
        f"{repaired} ({chance})."
    )
    mini.state.fighting_days = mini.state.fighting_days_wanted - 1
    assert declaring(mini).endswith("If your ship must leave, the campaign is lost.")
    mini.state.ship.hull = 0
    assert declaring(mini).startswith(
        "Your ship must leave her station; now she herself is at stake."
    )
    assert declaring(mini).endswith("At hull 0, the ship may sink.")
    mini.state.ship.deck_fires = {}
    assert caution_words(Choice(DECLARE, (Option("yes", ""),)), mini.state, TABLES) == ""
    stages = new_game(campaign="long-a", level="basic", seed=3)
    assert "is lost" not in declaring(stages)
    stages.state.stages[0] = Stage("USS Bush", 4)
    assert declaring(stages).endswith("If your ship must leave, stage 1 is lost.")
    assert "is lost" not in declaring(new_game(campaign="long-b", level="basic", seed=3))


FAILS = {
    ("level 2", "level 2"): RepairOutcome((), level=2, limit=4),
    ("level 3, hull -1", "level 3, hull -1"): RepairOutcome((0.2,), level=3, hull=1, limit=4),
    ("out of control, hull -1", "out of control"): RepairOutcome((0.2,), level=5, hull=1, limit=4),
    ("still out of control", "still out of control"): RepairOutcome(
        (0.2,), level=5, limit=4, out_of_control=True
    ),
    ("50% risk of hit marker 2 of 3", "50% hit 2 of 3"): RepairOutcome(
        (0.2,), spreads=0.5, markers=2, limit=3
    ),
    ("50% risk of destruction", "50% destruction"): RepairOutcome(
        (0.2,), spreads=0.5, markers=3, limit=3
    ),
    ("", ""): RepairOutcome((0.2,)),
}


def test_what_a_failure_brings_has_a_short_form_for_a_column():
    said = [(words_of.worse_words(each), words_of.worse_in_short(each)) for each in FAILS.values()]
    assert said == [*FAILS]


def test_a_job_has_a_chance_for_each_number_of_men_that_its_section_has():
    """Without men a job never succeeds."""
    assert words_of.chances_by_men(RepairOutcome((0.2, 0.4)), 3) == ["-", "20%", "40%", ""]


NEGLECTED = """
    deck fire aft   | level 3, hull -1
    cic             | 50% risk of hit marker 2 of 3
    radio           | ''
    stack-fwd       | no maneuver
    pump fuel-aft   | still flooded
    sc              | ''
    mk37            | no 5-inch bonus
    water-lines aft | -1 on repairs
    40mm-A director | no director bonus
    """


def test_each_job_says_what_neglect_brings():
    aboard = {
        **dict.fromkeys(("sc", "mk37", "water-lines", "40mm-A director"), DAMAGED),
        **{f"{name} markers": 1 for name in ("cic", "radio", "stack-fwd")},
        "deck_fires": {"aft": 2},
        "cic fire": True,
        "fuel-aft flooded": True,
    }
    play = start(aboard=aboard)
    choice = control.men_choice(play)
    for name, words in table_of(NEGLECTED):
        job = choice.jobs[name]
        worse = words_of.worse_words(job_outcome(play, choice, name, job))
        assert (worse or words_of.unrepaired_words(play, job)) == words


def test_jobs_that_no_fight_depends_on_are_in_a_table_of_their_own():
    """Tonight's morale roll depends on them, and a scenario's last day has none."""
    game = hurt_ship()
    lines = choice_lines(game.request, game.state, TABLES, consequences(game.play, game.request))
    head = next(row for row, words in enumerate(lines) if "Not needed in battle:" in words)
    locker = len(game.request.jobs)
    assert [words.split()[0] for words in lines[head + 3 :]] == [str(locker)]
    assert lines[head + 3].split()[-4:] == ["-", "58%", "72%", "83%"]
    mini = new_game(campaign="mini", level="advanced", seed=3)
    assert "-1 on tonight's morale roll" in words_of.rest_words(mini.play)


def test_counterflooding_says_first_whether_list_and_trim_hinder_anything():
    for hinders, first in ((False, "have no effect now."), (True, "hinder the guns and the helm.")):
        now = CounterfloodOutcome(None, 2, 0, hinders, 2, 4, 10)
        after = CounterfloodOutcome(0.7, 0, 0, False, 2, 4, 10)
        words = words_of.counterflooding_words({control.NO_FLOODING: now, "aft port": after})
        chance = "An attempt succeeds 70% of the time and raises flooding to 4 of 10."
        assert words == f"List and trim {first} {chance}"
    assert words_of.counterflooding_words({"yes": RepairOutcome(())}) == ""


def test_only_the_page_of_odds_adds_up():
    tried = ManeuverOutcome(0.25, 0.5, 0.4), ManeuverOutcome(None, 0.61)
    made = DeclarationOutcome(0.5, 1.6, 2, 0.8, 3, 0.4, Risk(0.05, 0.2), Risk(0.08, 0.3))
    none = DeclarationOutcome(None, 1.2, 2, 0.4, 3, 0.4, Risk(0.11, 0.4), Risk(0.11, 0.4))
    added = [
        words_of.sums(dict(zip(("yes", "no"), both, strict=True)))
        for both in (tried, (made, none), (none, none), ("", ""))
    ]
    assert added == [
        ["Hits expected in this wave: 0.50 if you try the maneuver, 0.61 if you hold course."],
        ["If you declare an emergency, whether granted or not: ship sinks 8%, must leave 30%."],
        ["If you declare an emergency, whether granted or not: ship sinks 11%, must leave 40%."],
        [],
    ]
