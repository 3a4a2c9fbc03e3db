"""Ie Shima with a tracked board on the invented island: impulses computed by hand, and the data in
saves.
"""

import random

import pytest

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.companion import companion
from picket_duty.companions.fill import form_of, owner_folder, sheet_path
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, LOST, SPECIAL
from picket_duty.requests import Illegal, Roll
from picket_duty.saves import SaveError
from tests.companions import small_island
from tests.companions.play import See, about, change, give, remarks, saved, sheet, until, walk
from tests.text_table import cases

NAME = "ie-shima"
GREEN, BLUE, BROWN = small_island.BOXES
#: Where the Japanese begin: 2/1 on the hills, SEI in the towns, a Labor unit at the beach, three
#: behind.
BEGIN = ("15", "15", "16", "16", "6", "6", "11", "11", "1", "12", "12", "12")
COMPANY = ("1/306 A", "1/306 B", "1/306 C", "1/306 D")


@pytest.fixture(autouse=True)
def _island(tmp_path, monkeypatch):
    monkeypatch.setenv("PICKET_DUTY_HOME", str(tmp_path))
    small_island.fill(owner_folder(NAME))


def begun(advanced="no"):
    return give(table_saves.new_game(NAME, seed=3), advanced, "no", 0)


def new(advanced="no", figures="no"):
    return give(begun(advanced), "yes", figures, *BEGIN)


A, B, C, D = COMPANY
#: The four companies of 1/306 go ashore in Area 1, the only one beside the box, where one Labor
#: unit stands.
LANDING = ("pass", "assault", GREEN, *COMPANY)
#: The hills and four Areas that score.
HELD = ("15", "16", "11", "12", "13", "14")
#: Played by hand: the options, then the steps.
PLAYED = {
    # 10.0, 11.0, 13.0
    "a landing that succeeds": (
        "",
        """
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D
        see | says | ['1/306 A enters Area 1; 0 MF left']
        do | attack 1 | 1/306 A | (3, 4) | (2, 3) | no
        # 4 for the lead, 3 more, 1 for the battalion and 1 from the air are 9; 2 and the TEM of 2
        # are 4. One point flips the Labor unit, and two more eliminate it. The other units in the
        # box could only enter an Area that was attacked, so the impulse is over.
        see | says | ['AT 9 + 7, DT 4 + 5: +7']
        see | at | {'Labor-A': 'eliminated'}
        see | areas | {'1': 'american'}
        see | reduced | ['1/306 A']
        see | last | 1/306 A is reduced | Labor-A is reduced | Labor-A is eliminated | 4 remaining AP ignored |
            The American player controls Area 1 | Sunset DR 7: the impulse marker advances (7 - impulse 1 = 6) |
            Impulse 2, clear
        """,
    ),
    "a repulsed mandatory attack returns to the beach": (
        "",
        """
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A |
            (1, 1) | (6, 6) | no
        see | says | ['AT 9 + 2, DT 4 + 12: -5']
        see | reduced | 1/306 A | 1/306 B | 1/306 C | 1/306 D
        see | areas | {'1': 'japanese'}
        see | at | {'1/306 A': 'green beach box'} | {'1/306 B': 'green beach box'} |
            {'1/306 C': 'green beach box'} | {'1/306 D': 'green beach box'} | {'Labor-A': '1'}
        """,
    ),
    "a stalemate leaves both sides and the next attack is optional": (
        "",
        """
        # The defender may retreat voluntarily; adjacent Areas are free.
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A |
            (1, 1) | (3, 4) | no
        see | says | ['AT 9 + 2, DT 4 + 7: +0']
        see | about | leaves
        do | done
        see | about | japanese impulse
        see | at | {'1/306 A': '1', 'Labor-A': '1'}
        # Sunset DR 2 against impulse 1: on. Next impulse: the Area is contested, so one unit alone
        # may attack.
        do | pass | assault | '1' | attack 1 | 1/306 B
        see | about | joins
        do | 1/306 C | done | (1, 2) | (6, 6) | no
        # 4 + 1 + 1 from the air is 6 against 4: repulsed, and nobody must retreat.
        see | says | ['AT 6 + 3, DT 4 + 12: -7']
        see | unsaid | ['The attackers retreat']
        see | reduced | 1/306 A | 1/306 B | 1/306 C
        # The Area was attacked, so units that did not attack may only leave it, for a free Area or
        # the box.
        see | at | {'1/306 A': '1', '1/306 B': '1', '1/306 C': '1', '1/306 D': '1'}
        do | done
        see | legal | 1/306 A | 1/306 D | done
        do | 1/306 D
        see | at | {'1/306 D': 'green beach box'}
        """,
    ),
    "reduced units attack with their reduced values": (
        "",
        """
        set | {'reduced 1/306 A': 'yes'} | {'reduced 1/306 B': 'yes'} | {'reduced 1/306 C': 'yes'}
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A |
            (3, 4) | (2, 3)
        # 2 for the reduced lead, 1/2 and 1/2 and 1, the battalion 1, the air 1: 6.
        see | says | ['AT 6 + 7, DT 4 + 5: +4']
        """,
    ),
    "a Japanese assault faces air support and the defender chooses losses": (
        "",
        """
        set | {'at 1/306 A': '5'} | {'at 1/306 B': '5'} | {'at 1/306 C': '5'} | {'area 5': 'american'} |
            {'reduced 1/306 B': 'yes'}
        do | pass | pass | (3, 4)
        until | japanese impulse | 2
        set | {'at 1/306 A': '5'} | {'at 1/306 B': '5'} | {'at 1/306 C': '5'}
        do | assault | '6' | SEI-A | '5' | SEI-B | '5' | attack 5 | SEI-A | 1/306 A | (6, 6) | (1, 1) | no
        # 2 and 1 are 3; 4 for the lead, 1 and 1, the TEM of 2 and the air's 2 are 10: three points.
        # The lead takes the first; the American player chooses the next two.
        see | says | ['AT 3 + 12, DT 10 + 2: +3']
        see | reduced | 1/306 A | 1/306 B | SEI-A
        see | legal | retreat 1/306 A | eliminate 1/306 A | retreat 1/306 B | eliminate 1/306 B | flip 1/306 C
        do | flip 1/306 C | retreat 1/306 A
        see | about | leaves
        see | at | {'1/306 A': 'brown beach box'}
        """,
    ),
    "two points eliminate no full strength unit": (
        "",
        """
        # The example of 13.1: no unit is sacrificed to save a reduced one. 9 against 2 for the full
        # lead, 1, the TEM.
        set | {'at Labor-B': '1'} | {'reduced Labor-A': 'yes'}
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A |
            Labor-B | (2, 3) | (3, 4) | no
        see | says | ['AT 9 + 5, DT 5 + 7: +2']
        see | reduced | 1/306 A | Labor-A | Labor-B
        see | legal | retreat Labor-A | retreat Labor-B
        """,
    ),
    "one point drives a reduced lead away": (
        "",
        """
        set | {'reduced Labor-A': 'yes'}
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A |
            (1, 1) | (3, 4) | no
        # 9 against 1 and the TEM of 2. 2 and 5 are free; beside 2 lie no American Areas, beside 5
        # none either.
        see | says | ['AT 9 + 2, DT 3 + 7: +1']
        see | legal | '2' | '5'
        do | '5'
        see | at | {'Labor-A': '5'}
        see | areas | {'1': 'american'}
        """,
    ),
    "the Advantage rerolls, and the rerolled DR is the Sunset DR": (
        "",
        """
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A |
            (1, 1) | (6, 6) | yes | (6, 6) | (1, 1)
        see | says | ['AT 9 + 12, DT 4 + 2: +15']
        see | reduced | ['1/306 A']
        see | at | {'Labor-A': 'eliminated'}
        see | advantage | japanese
        see | says | ['Sunset DR 12: the impulse marker advances (12 - impulse 1 = 11)']
        """,
    ),
    "a historical figure adds one and falls on equal dice": (
        "figures",
        """
        do | pass | assault | green beach box | 1/306 A | 1/306 B | 1/306 C | 1/306 D | attack 1 | 1/306 A | yes |
            (3, 4) | (3, 4) | no
        see | fallen | {'american'}
        see | says | AT 10 + 7, DT 4 + 7: +6 | Ernie Pyle is killed: both DRs are the same
        """,
    ),
    # Movement
    "units move while movement remains and take vacant Areas": (
        "",
        """
        set | {'at 1/306 A': '9'} | {'at 2/1A': '16'} | {'at 2/1B': '16'} | {'area 9': 'american'}
        do | pass | assault | '9' | 1/306 A
        see | legal | '5' | '10' | '13' | stay
        do | '13'
        # 10 lies beside SEI units in 6 and 11: two points; 13 is one, 14 one more.
        see | last | 1/306 A enters Area 13; 3 MF left | The American player controls Area 13
        do | '14'
        # No unit is adjacent to 14: one more. The two left are the costs of 10 and 15.
        see | says | ['1/306 A enters Area 14; 2 MF left']
        see | legal | '10' | '13' | '15' | brown beach box | stay
        do | stay
        see | areas | {'14': 'american'}
        """,
    ),
    "both beach boxes at once on the first day": (
        "",
        """
        do | pass | assault | both
        see | offers | 1/306 A | 3/305 M
        """,
    ),
    "one beach box on later days": (
        "",
        """
        until | american impulse | 2
        do | assault
        see | bars | ['both']
        """,
    ),
    "regrouping moves each unit once into free Areas": (
        "",
        """
        set | {'at 1/306 A': '9'} | {'at 1/306 B': '9'} | {'area 9': 'american'} | {'area 13': 'american'}
        do | pass | regroup
        see | legal | 1/306 A | 1/306 B | done
        do | 1/306 A
        see | at | {'1/306 A': '13'}
        see | legal | 1/306 B | done
        """,
    ),
    "a unit short of movement may spend all of it on its first move": (
        "",
        """
        set | {'at 1/306 A': '9'} | {'area 9': 'american'} | {'at SEI-A': '13'} | {'at SEI-B': '14'}
        # Sunset DR 2 in impulse 1 changes nothing; 2 in impulse 2 brings rain: 3 points, and an
        # enemy costs 4.
        do | regroup | done | pass | (1, 1) | regroup | done | pass | (1, 1)
        see | says | ['The weather changes to rain']
        do | regroup | done | assault | '9' | 1/306 A
        see | offers | ['13']
        do | '5'
        # 5 lies beside a Labor unit: one is left, and that is what 6 costs.
        see | says | ['1/306 A enters Area 5; 1 MF left']
        see | legal | '6' | stay
        """,
    ),
    # Special Units (6.4, 10.2)
    "by day four Special Units, one into each Japanese Area": (
        "",
        """
        set | {'area 2': 'american'}
        do | assault | Special Units Box | MG-A
        see | bars | ['2']
        do | '3' | Pillbox-A
        see | bars | ['3']
        do | '16' | IE-A | '9' | IE-B | '10'
        see | about | american impulse
        see | at | {'MG-A': '3', 'Pillbox-A': '16', 'IE-A': '9', 'IE-B': '10'}
        """,
    ),
    "by night a unit placed among Americans must attack and falls back into its box": (
        "",
        """
        # No air by night: 2 against 4 and the TEM of 2. The defender may still retreat (13.2.3).
        set | {'at 1/306 A': '5'} | {'area 5': 'american'}
        until | commit
        do | MG-A | '5'
        see | legal | ['attack 5']
        do | attack 5 | (1, 1) | (1, 1)
        see | says | AT 2 + 2, DT 6 + 2: -4 | MG-A retreats to Special Units Box
        see | reduced | ['MG-A']
        do | done
        see | about | commit
        """,
    ),
    "by night a unit may rouse its Area": (
        "",
        """
        until | commit
        do | MG-A | '12'
        see | legal | done | this | all
        do | all
        see | offers | MG-A | Labor-B | Labor-C | Labor-D
        do | done | IE-A
        see | bars | ['12']
        do | '8'
        see | at | {'IE-A': '8'}
        """,
    ),
    "without MG and IE units one Area assaults": (
        "",
        """
        set | {'at MG-A': 'eliminated'} | {'at MG-B': 'eliminated'} | {'at MG-C': 'eliminated'} |
            {'at MG-D': 'eliminated'} | {'at IE-A': 'eliminated'} | {'at IE-B': 'eliminated'} |
            {'at IE-C': 'eliminated'} | {'at IE-D': 'eliminated'}
        until | night area
        see | bars | ['Special Units Box']
        do | '12'
        see | about | act
        """,
    ),
    "Special Units return to their box": (
        "",
        """
        set | {'at MG-A': 'eliminated'} | {'at IE-A': 'eliminated'} | {'at Labor-A': 'eliminated'}
        until | return
        do | (1, 3)
        see | legal | MG-A | IE-A | done
        do | MG-A | IE-A
        see | at | {'MG-A': 'Special Units Box', '2/307 1': 'brown beach box', '3/307 4': 'brown beach box'}
        """,
    ),
    "a pillbox needs supply and an MG does not": (
        "",
        """
        set | {'area 2': 'american'} | {'area 5': 'american'} | {'area 6': 'american'}
        do | assault | Special Units Box | Pillbox-A
        see | bars | ['1']
        do | '3' | MG-A
        see | offers | ['1']
        """,
    ),
    # Bombardment, rubble, calls
    "markers bombard by their typed factor": (
        "",
        """
        do | pass | bombard | naval
        see | legal | '1' | '6' | '11' | '12' | '15' | '16'
        do | '12' | Labor-C
        see | last | ['Chances: 4 AP or more 66%, 3 AP 10%, 2 AP 8%, 1 AP 6%, no AP 10%']
        do | (3, 3) | (3, 3) | no
        # 6 against the TEM of 1: five points, the first by the Primary Target.
        see | says | ['AT 6 + 6, DT 1 + 6: +5']
        see | reduced | ['Labor-C']
        do | flip Labor-B | flip Labor-D | eliminate Labor-B
        see | at | {'Labor-B': 'eliminated'}
        see | about | japanese impulse
        """,
    ),
    "ships do not fire at a contested town": (
        "",
        """
        set | {'at 1/306 A': '6'}
        do | pass | bombard | naval
        see | bars | ['6']
        see | offers | ['11']
        """,
    ),
    "artillery fires at a contested town": (
        "",
        """
        set | {'at 1/306 A': '6'}
        do | pass | bombard | artillery
        see | offers | ['6']
        """,
    ),
    "rubble is recorded, defends and stops movement": (
        "advanced",
        """
        # 10 and the TEM of 4 are more than 11.
        do | pass | bombard | artillery | '11' | SEI-C | (5, 5) | (6, 6) | no
        see | says | ['Rubble is placed in Area 11']
        see | rubble | {'11'}
        do | pass | bombard | air | '11' | SEI-C | (3, 3) | (3, 3) | no
        see | says | ['AT 5 + 6, DT 5 + 6: +0']
        set | {'at 1/306 A': '7'} | {'at SEI-C': '15'} | {'at SEI-D': '15'} | {'area 7': 'american'}
        do | pass | assault | '7' | 1/306 A | '11'
        # Two of four movement points are left, but rubble stops the unit.
        see | says | ['1/306 A enters Area 11; 2 MF left']
        see | about | sunset
        """,
    ),
    "one artillery call an impulse, whatever is attacked": (
        "advanced",
        """
        until | american impulse | 2
        set | {'at 1/306 A': '5'} | {'at 1/306 B': '5'} | {'area 5': 'american'}
        set | {'at SEI-A': '9'} | {'at SEI-B': '6'}
        do | regroup | done | (3, 4) | regroup | done | assault | '5' | 1/306 A | '9' | 1/306 B | '6' | attack 6
        see | about | artillery
        do | yes | 4 | (3, 3) | (3, 3) | no
        # 4, 1 from the air and 1 from the guns; 2 and the TEM of 3.
        see | says | ['AT 6 + 6, DT 5 + 6: +1']
        see | about | leaves
        do | done | attack 9
        see | about | dr
        """,
    ),
    "a satchel and a kamikaze on the board": (
        "advanced",
        """
        set | {'at 1/306 A': '5'} | {'area 5': 'american'}
        do | bombard | kamikaze | naval | (6, 6) | (1, 1) | no
        see | says | ['The Naval Bombardment marker now counts as used today']
        # 2 and the satchel's 4; 4, the TEM of 2 and the air's 2.
        do | pass | (6, 6) | assault | '6' | SEI-A | '5' | attack 5 | yes | 5 | (3, 3) | (3, 3) | no
        see | says | ['AT 6 + 6, DT 8 + 6: -2']
        see | at | {'SEI-A': '6'}
        see | reduced | ['SEI-A']
        """,
    ),
    # Refit (14.0)
    "refit flips two or rebuilds one": (
        "",
        """
        set | {'at 1/306 A': '1'} | {'at 1/306 B': '1'} | {'at 1/306 C': 'eliminated'} | {'area 1': 'american'} |
            {'at Labor-A': '2'}
        set | {'reduced 1/306 A': 'yes'} | {'reduced 1/306 B': 'yes'}
        until | refit
        see | legal | done | flip 1/306 A | flip 1/306 B | rebuild 1/306 C
        do | flip 1/306 A | 1/306 B | rebuild 1/306 C
        see | reduced | ['1/306 C']
        see | at | {'1/306 C': '1'}
        """,
    ),
    "the end is counted from the board": (
        "",
        """
        # A unit holds each of four Areas, or supply would take it: 8. Both hills contested are 1,
        # five losses -1.
        until | japanese impulse | 4
        set | {'at 2/306 E': 'green beach box'} | {'at 2/306 F': 'eliminated'} | {'at 2/306 G': 'eliminated'} |
            {'at 2/306 H': 'eliminated'}
        set | {'at SEI-C': '6'} | {'at SEI-D': '6'} | {'at Labor-B': '6'} | {'at Labor-C': '6'} |
            {'at Labor-D': '6'}
        set | {'area 11': 'american'} | {'area 12': 'american'} | {'area 13': 'american'} | {'area 14': 'american'}
        set | {'reduced 3/306 I': 'yes'} | {'reduced 3/306 K': 'yes'}
        set | {'at 1/306 A': '15'} | {'at 1/306 B': '16'} | {'at 1/306 C': '11'} | {'at 1/306 D': '12'} |
            {'at 3/306 L': '13'} | {'at 3/306 M': '14'}
        until | over
        see | last | ['The Japanese player has won: 8 American Victory Points, 10 needed']
        """,
    ),
    **{
        # 9 against 1 for the reduced lead, 2 more and the TEM of 2; the three can take 2 and 3 and
        # 3.
        f"a side must take every point of {points} that it can": (
            "",
            {"at Labor-B": "1", "at Labor-C": "1", "reduced Labor-A": "yes"},
            *LANDING,
            "attack 1",
            A,
            "Labor-A",
            attack,
            (1, 1),
            "no",
            See(
                says=[f"AT 9 + {sum(attack)}, DT 5 + 2: +{points}"],
                at={"Labor-A": place},
                legal=legal,
            ),
        )
        for attack, points, place, legal in (
            ((3, 4), 9, LOST, ["flip Labor-B", "flip Labor-C"]),
            ((3, 3), 8, LOST, ["flip Labor-B", "flip Labor-C"]),
            ((2, 3), 7, "1", ["retreat Labor-A", "eliminate Labor-A"]),
        )
    },
    "Areas out of supply change hands": (
        "",
        """
        # A unit of its side holds Area 15.
        set | {'at 1/306 A': '15'} | {'area 15': 'american'} | {'area 8': 'american'} | {'at 2/1A': '16'} |
            {'at 2/1B': '16'}
        until | spend points
        see | areas | {'15': 'american'}
        see | says | ['The Japanese player takes control of Area 8, which is out of supply']
        """,
    ),
}


@pytest.mark.parametrize("name", PLAYED)
def test_played_by_hand(name):
    options, *steps = PLAYED[name]
    game = new(
        advanced="yes" if options == "advanced" else "no",
        figures="yes" if options == "figures" else "no",
    )
    assert walk(game, *steps, change=change) == []


def test_a_mandatory_attack_cannot_be_left_out():
    with pytest.raises(Illegal, match="the attack in Area 1 is mandatory"):
        give(new(), *LANDING).answer("done")


def test_units_begin_where_the_set_up_says():
    game = begun()
    assert about(game) == "board"
    texts = [(option.value, option.text) for option in give(game, "yes", "no").request.options]
    assert texts == [("15", "2/1A: Area 15"), ("16", "2/1A: Area 16")]
    give(game, "15")
    assert (remarks(game)[-1], sheet(game)) == (
        "2/1A begins in Area 15",
        {"Units": sheet(game)["Units"]},
    )
    assert sheet(game)["Units"]["Area 15"] == "2/1A"
    give(game, "15", "15", "15")
    assert game.request.legal() == ["6", "11"]
    assert len(give(game, *["6"] * 4).request.legal()) == 16
    places = {"3/305 M": BLUE, "2/306 E": GREEN, "IE-D": SPECIAL, "2/307 1": ""}
    assert walk(game, *["6"] * 4, See(about="japanese impulse", at=places)) == []


def test_a_ninth_unit_does_not_fit():
    for areas, full in ((["15"] * 4 + ["6"] * 8, "6"), (["15"] * 4 + ["6"] * 4 + ["15"] * 4, "15")):
        assert len(give(begun(), "yes", "no", *areas).play.board.at(full)) == 8


def test_the_advantage_is_offered_for_special_units_only_if_some_are_lost():
    """15.1A: the Advantage returns eliminated Special Units."""
    asked = []
    for lost in ("Labor-A", "MG-A"):
        game = until(new(), "american impulse")
        change(game, {f"at {lost}": LOST})
        game.state.advantage = JAPANESE
        until(game, "return", 2)
        asked.append("spend return" in [getattr(event, "about", "") for event in game.events])
    assert asked == [False, True]


def test_the_day_ends_beyond_the_typed_track(tmp_path):
    small_island.fill(owner_folder(NAME), impulses={"impulses": {"spaces": 2}})
    game = new()
    give(game, *("regroup", "done", "pass", (6, 6)) * 2)
    assert "The impulse marker leaves its track; the Daylight Phase ends" in remarks(game)


def test_a_save_includes_the_data_that_were_typed_in():
    game, path = saved(NAME, "no", "no", 0, "yes", "no", *BEGIN, *LANDING)
    before = game.state_hash
    # With other typed values, or none, the save still uses those it was begun with.
    units = {
        name: entry | {"combat_value": 9} for name, entry in small_island.sheets()["units"].items()
    }
    small_island.fill(owner_folder(NAME), units=units)
    game = table_saves.resume_game(path)
    assert game.state_hash == before
    give(game, "attack 1", "1/306 A", (3, 4), (2, 3))
    assert "AT 9 + 7, DT 4 + 5: +7" in remarks(game)
    game.save_file.close()
    for table in ("areas", "boxes", "units", "markers", "impulses"):
        sheet_path(owner_folder(NAME), form_of(companion(NAME), table)).unlink()
    game = table_saves.resume_game(path)
    assert about(game) == "spend reroll"
    game.save_file.close()
    # A new game uses the new values, or asks again.
    assert about(give(table_saves.new_game(NAME, seed=5), "no", "no", 0)) == "japanese impulse"


@cases("""
    was       | now
    tem = 2   | tem = 7
    keyed     | kneed
    area = 1, | ''
    """)
def test_hand_edited_files_with_errors_are_refused_in_one_line(was, now):
    _, path = saved(NAME)
    areas = sheet_path(owner_folder(NAME), form_of(companion(NAME), "areas"))
    text = areas.read_text(encoding="utf-8")
    assert was in text
    areas.write_text(text.replace(was, now, 1), encoding="utf-8")
    with pytest.raises(ChartError, match=r"areas"):
        table_saves.new_game(NAME, seed=5)
    # The save has its own copy; if that is damaged, the save is refused.
    table_saves.resume_game(path).save_file.close()
    data = path.read_bytes()
    assert was.encode() in data
    path.write_bytes(data.replace(was.encode(), now.encode(), 1))
    with pytest.raises(SaveError, match="line 1: damaged"):
        table_saves.resume_game(path)


def test_entered_markers_and_areas_are_not_asked_for():
    folder = owner_folder(NAME)
    for table in ("boxes", "units"):
        sheet_path(folder, form_of(companion(NAME), table)).unlink()
    game = begun("yes")
    why = (
        "The program cannot keep track of the board: boxes: 3 missing entries, starting with green beach "
        "box"
    )
    assert remarks(game)[0] == why
    give(game, "pass", "bombard", "artillery", 11, (5, 5), (6, 6), "no", 0)
    assert "AT 4 + 10, DT 4 + 12: -2" in remarks(game)
    assert "11" in game.state.rubble
    give(game, "pass", "assault", "yes", 5, 3, 0, 1, 4, 1, 11, "no", (3, 4), (2, 3))
    # 5 + 3 + 1 + 1 against 4 + 1 + 4 and the rubble.
    assert "AT 10 + 7, DT 10 + 5: +2" in remarks(game)


@pytest.mark.slow
def test_a_whole_tracked_game_keeps_its_board_consistent():
    game = new("yes", "yes")
    dice = random.Random(8)
    fights = 0
    while not game.over:
        request = game.request
        if isinstance(request, Roll):
            game.roll()
            continue
        legal = [
            value for value in request.legal() if value not in ("regroup", "pass", "done")
        ] or request.legal()
        game.answer(dice.choice(["assault"] if "assault" in legal else legal))
        fights += about(game) == "dr" if game.request else 0
        board = game.play.board
        for area in board.areas:
            assert all(len(board.at(area, side)) <= board.stacking for side in (AMERICAN, JAPANESE))
        assert not any(unit.side == JAPANESE for box in board.boxes for unit in board.at(box))
        assert not board.at(SPECIAL, AMERICAN)
    assert fights > 10
    assert game.state.move == 4
