"""Ie Shima with a tracked board on the invented island: impulses computed by hand, and the data in
saves.
"""

from __future__ import annotations

import random

import pytest

from picket_duty.charts import ChartError
from picket_duty.companions import table_saves
from picket_duty.companions.fill import form_of, owner_folder, sheet_path
from picket_duty.companions.ie_shima_board import AMERICAN, JAPANESE, LOST, SPECIAL
from picket_duty.companions.registry import companion
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
        *LANDING,
        See(says=["1/306 A enters Area 1; 0 MF left"]),
        "attack 1",
        A,
        (3, 4),
        (2, 3),
        "no",
        # 4 for the lead, 3 more, 1 for the battalion and 1 from the air are 9; 2 and the TEM of 2
        # are 4. One point flips the Labor unit, and two more eliminate it. The other units in the
        # box could only enter an Area that was attacked, so the impulse is over.
        See(
            says=["AT 9 + 7, DT 4 + 5: +7"],
            at={"Labor-A": LOST},
            areas={"1": AMERICAN},
            reduced=[A],
        ),
        See(
            last=[
                "1/306 A is reduced",
                "Labor-A is reduced",
                "Labor-A is eliminated",
                "4 remaining AP ignored",
                "The American player controls Area 1",
                "Sunset DR 7: the impulse marker advances (7 - impulse 1 = 6)",
                "Impulse 2, clear",
            ]
        ),
    ),
    "a repulsed mandatory attack returns to the beach": (
        "",
        *LANDING,
        "attack 1",
        A,
        (1, 1),
        (6, 6),
        "no",
        See(says=["AT 9 + 2, DT 4 + 12: -5"], reduced=list(COMPANY), areas={"1": JAPANESE}),
        See(at={**dict.fromkeys(COMPANY, GREEN), "Labor-A": "1"}),
    ),
    "a stalemate leaves both sides and the next attack is optional": (
        # The defender may retreat voluntarily; adjacent Areas are free.
        "",
        *LANDING,
        "attack 1",
        A,
        (1, 1),
        (3, 4),
        "no",
        See(says=["AT 9 + 2, DT 4 + 7: +0"], about="leaves"),
        "done",
        See(about="japanese impulse", at={A: "1", "Labor-A": "1"}),
        # Sunset DR 2 against impulse 1: on. Next impulse: the Area is contested, so one unit alone
        # may attack.
        "pass",
        "assault",
        "1",
        "attack 1",
        B,
        See(about="joins"),
        C,
        "done",
        (1, 2),
        (6, 6),
        "no",
        # 4 + 1 + 1 from the air is 6 against 4: repulsed, and nobody must retreat.
        See(says=["AT 6 + 3, DT 4 + 12: -7"], unsaid=["The attackers retreat"], reduced=[A, B, C]),
        # The Area was attacked, so units that did not attack may only leave it, for a free Area or
        # the box.
        See(at=dict.fromkeys(COMPANY, "1")),
        "done",
        See(legal=[A, D, "done"]),
        D,
        See(at={D: GREEN}),
    ),
    "reduced units attack with their reduced values": (
        "",
        {f"reduced {unit}": "yes" for unit in (A, B, C)},
        *LANDING,
        "attack 1",
        A,
        (3, 4),
        (2, 3),
        # 2 for the reduced lead, 1/2 and 1/2 and 1, the battalion 1, the air 1: 6.
        See(says=["AT 6 + 7, DT 4 + 5: +4"]),
    ),
    "a Japanese assault faces air support and the defender chooses losses": (
        "",
        {f"at {unit}": "5" for unit in (A, B, C)} | {"area 5": AMERICAN, f"reduced {B}": "yes"},
        "pass",
        "pass",
        (3, 4),
        ("japanese impulse", 2),
        {f"at {unit}": "5" for unit in (A, B, C)},
        "assault",
        "6",
        "SEI-A",
        "5",
        "SEI-B",
        "5",
        "attack 5",
        "SEI-A",
        A,
        (6, 6),
        (1, 1),
        "no",
        # 2 and 1 are 3; 4 for the lead, 1 and 1, the TEM of 2 and the air's 2 are 10: three points.
        # The lead takes the first; the American player chooses the next two.
        See(
            says=["AT 3 + 12, DT 10 + 2: +3"],
            reduced=[A, B, "SEI-A"],
            legal=[
                "retreat 1/306 A",
                "eliminate 1/306 A",
                "retreat 1/306 B",
                "eliminate 1/306 B",
                "flip 1/306 C",
            ],
        ),
        "flip 1/306 C",
        "retreat 1/306 A",
        See(about="leaves", at={A: BROWN}),
    ),
    "two points eliminate no full strength unit": (
        # The example of 13.1: no unit is sacrificed to save a reduced one. 9 against 2 for the full
        # lead, 1, the TEM.
        "",
        {"at Labor-B": "1", "reduced Labor-A": "yes"},
        *LANDING,
        "attack 1",
        A,
        "Labor-B",
        (2, 3),
        (3, 4),
        "no",
        See(says=["AT 9 + 5, DT 5 + 7: +2"], reduced=[A, "Labor-A", "Labor-B"]),
        See(legal=["retreat Labor-A", "retreat Labor-B"]),
    ),
    "one point drives a reduced lead away": (
        "",
        {"reduced Labor-A": "yes"},
        *LANDING,
        "attack 1",
        A,
        (1, 1),
        (3, 4),
        "no",
        # 9 against 1 and the TEM of 2. 2 and 5 are free; beside 2 lie no American Areas, beside 5
        # none either.
        See(says=["AT 9 + 2, DT 3 + 7: +1"], legal=["2", "5"]),
        "5",
        See(at={"Labor-A": "5"}, areas={"1": AMERICAN}),
    ),
    "the Advantage rerolls, and the rerolled DR is the Sunset DR": (
        "",
        *LANDING,
        "attack 1",
        A,
        (1, 1),
        (6, 6),
        "yes",
        (6, 6),
        (1, 1),
        See(
            says=["AT 9 + 12, DT 4 + 2: +15"], reduced=[A], at={"Labor-A": LOST}, advantage=JAPANESE
        ),
        See(says=["Sunset DR 12: the impulse marker advances (12 - impulse 1 = 11)"]),
    ),
    "a historical figure adds one and falls on equal dice": (
        "figures",
        *LANDING,
        "attack 1",
        A,
        "yes",
        (3, 4),
        (3, 4),
        "no",
        See(fallen={AMERICAN}),
        See(says=["AT 10 + 7, DT 4 + 7: +6", "Ernie Pyle is killed: both DRs are the same"]),
    ),
    # Movement
    "units move while movement remains and take vacant Areas": (
        "",
        {f"at {A}": "9", "at 2/1A": "16", "at 2/1B": "16", "area 9": AMERICAN},
        "pass",
        "assault",
        "9",
        A,
        See(legal=["5", "10", "13", "stay"]),
        "13",
        # 10 lies beside SEI units in 6 and 11: two points; 13 is one, 14 one more.
        See(last=["1/306 A enters Area 13; 3 MF left", "The American player controls Area 13"]),
        "14",
        # No unit is adjacent to 14: one more. The two left are the costs of 10 and 15.
        See(says=["1/306 A enters Area 14; 2 MF left"], legal=["10", "13", "15", BROWN, "stay"]),
        "stay",
        See(areas={"14": AMERICAN}),
    ),
    "both beach boxes at once on the first day": (
        "",
        "pass",
        "assault",
        "both",
        See(offers=[A, "3/305 M"]),
    ),
    "one beach box on later days": ("", ("american impulse", 2), "assault", See(bars=["both"])),
    "regrouping moves each unit once into free Areas": (
        "",
        {f"at {A}": "9", f"at {B}": "9", "area 9": AMERICAN, "area 13": AMERICAN},
        "pass",
        "regroup",
        See(legal=[A, B, "done"]),
        A,
        See(at={A: "13"}, legal=[B, "done"]),
    ),
    "a unit short of movement may spend all of it on its first move": (
        "",
        {f"at {A}": "9", "area 9": AMERICAN, "at SEI-A": "13", "at SEI-B": "14"},
        # Sunset DR 2 in impulse 1 changes nothing; 2 in impulse 2 brings rain: 3 points, and an
        # enemy costs 4.
        *("regroup", "done", "pass", (1, 1)) * 2,
        See(says=["The weather changes to rain"]),
        "regroup",
        "done",
        "assault",
        "9",
        A,
        See(offers=["13"]),
        "5",
        # 5 lies beside a Labor unit: one is left, and that is what 6 costs.
        See(says=["1/306 A enters Area 5; 1 MF left"], legal=["6", "stay"]),
    ),
    # Special Units (6.4, 10.2)
    "by day four Special Units, one into each Japanese Area": (
        "",
        {"area 2": AMERICAN},
        "assault",
        SPECIAL,
        "MG-A",
        See(bars=["2"]),
        "3",
        "Pillbox-A",
        See(bars=["3"]),
        "16",
        "IE-A",
        "9",
        "IE-B",
        "10",
        See(about="american impulse"),
        See(at={"MG-A": "3", "Pillbox-A": "16", "IE-A": "9", "IE-B": "10"}),
    ),
    "by night a unit placed among Americans must attack and falls back into its box": (
        # No air by night: 2 against 4 and the TEM of 2. The defender may still retreat (13.2.3).
        "",
        {f"at {A}": "5", "area 5": AMERICAN},
        ("commit",),
        "MG-A",
        "5",
        See(legal=["attack 5"]),
        "attack 5",
        (1, 1),
        (1, 1),
        See(
            says=["AT 2 + 2, DT 6 + 2: -4", "MG-A retreats to Special Units Box"], reduced=["MG-A"]
        ),
        "done",
        See(about="commit"),
    ),
    "by night a unit may rouse its Area": (
        "",
        ("commit",),
        "MG-A",
        "12",
        See(legal=["done", "this", "all"]),
        "all",
        See(offers=["MG-A", "Labor-B", "Labor-C", "Labor-D"]),
        "done",
        "IE-A",
        See(bars=["12"]),
        "8",
        See(at={"IE-A": "8"}),
    ),
    "without MG and IE units one Area assaults": (
        "",
        {f"at {unit}-{letter}": LOST for unit in ("MG", "IE") for letter in "ABCD"},
        ("night area",),
        See(bars=[SPECIAL]),
        "12",
        See(about="act"),
    ),
    "Special Units return to their box": (
        "",
        {"at MG-A": LOST, "at IE-A": LOST, "at Labor-A": LOST},
        ("return",),
        (1, 3),
        See(legal=["MG-A", "IE-A", "done"]),
        "MG-A",
        "IE-A",
        See(at={"MG-A": SPECIAL, "2/307 1": BROWN, "3/307 4": BROWN}),
    ),
    "a pillbox needs supply and an MG does not": (
        "",
        {f"area {area}": AMERICAN for area in (2, 5, 6)},
        "assault",
        SPECIAL,
        "Pillbox-A",
        See(bars=["1"]),
        "3",
        "MG-A",
        See(offers=["1"]),
    ),
    # Bombardment, rubble, calls
    "markers bombard by their typed factor": (
        "",
        "pass",
        "bombard",
        "naval",
        See(legal=["1", "6", "11", "12", "15", "16"]),
        "12",
        "Labor-C",
        See(last=["Chances: 4 AP or more 66%, 3 AP 10%, 2 AP 8%, 1 AP 6%, no AP 10%"]),
        (3, 3),
        (3, 3),
        "no",
        # 6 against the TEM of 1: five points, the first by the Primary Target.
        See(says=["AT 6 + 6, DT 1 + 6: +5"], reduced=["Labor-C"]),
        "flip Labor-B",
        "flip Labor-D",
        "eliminate Labor-B",
        See(at={"Labor-B": LOST}, about="japanese impulse"),
    ),
    "ships do not fire at a contested town": (
        "",
        {f"at {A}": "6"},
        "pass",
        "bombard",
        "naval",
        See(bars=["6"], offers=["11"]),
    ),
    "artillery fires at a contested town": (
        "",
        {f"at {A}": "6"},
        "pass",
        "bombard",
        "artillery",
        See(offers=["6"]),
    ),
    "rubble is recorded, defends and stops movement": (
        # 10 and the TEM of 4 are more than 11.
        "advanced",
        "pass",
        "bombard",
        "artillery",
        "11",
        "SEI-C",
        (5, 5),
        (6, 6),
        "no",
        See(says=["Rubble is placed in Area 11"], rubble={"11"}),
        "pass",
        "bombard",
        "air",
        "11",
        "SEI-C",
        (3, 3),
        (3, 3),
        "no",
        See(says=["AT 5 + 6, DT 5 + 6: +0"]),
        {f"at {A}": "7", "at SEI-C": "15", "at SEI-D": "15", "area 7": AMERICAN},
        "pass",
        "assault",
        "7",
        A,
        "11",
        # Two of four movement points are left, but rubble stops the unit.
        See(says=["1/306 A enters Area 11; 2 MF left"], about="sunset"),
    ),
    "one artillery call an impulse, whatever is attacked": (
        "advanced",
        ("american impulse", 2),
        {f"at {A}": "5", f"at {B}": "5", "area 5": AMERICAN},
        {"at SEI-A": "9", "at SEI-B": "6"},
        "regroup",
        "done",
        (3, 4),
        "regroup",
        "done",
        "assault",
        "5",
        A,
        "9",
        B,
        "6",
        "attack 6",
        See(about="artillery"),
        "yes",
        4,
        (3, 3),
        (3, 3),
        "no",
        # 4, 1 from the air and 1 from the guns; 2 and the TEM of 3.
        See(says=["AT 6 + 6, DT 5 + 6: +1"], about="leaves"),
        "done",
        "attack 9",
        See(about="dr"),
    ),
    "a satchel and a kamikaze on the board": (
        "advanced",
        {f"at {A}": "5", "area 5": AMERICAN},
        "bombard",
        "kamikaze",
        "naval",
        (6, 6),
        (1, 1),
        "no",
        See(says=["The Naval Bombardment marker now counts as used today"]),
        # 2 and the satchel's 4; 4, the TEM of 2 and the air's 2.
        "pass",
        (6, 6),
        "assault",
        "6",
        "SEI-A",
        "5",
        "attack 5",
        "yes",
        5,
        (3, 3),
        (3, 3),
        "no",
        See(says=["AT 6 + 6, DT 8 + 6: -2"], at={"SEI-A": "6"}, reduced=["SEI-A"]),
    ),
    # Refit (14.0)
    "refit flips two or rebuilds one": (
        "",
        {f"at {A}": "1", f"at {B}": "1", f"at {C}": LOST, "area 1": AMERICAN, "at Labor-A": "2"},
        {f"reduced {A}": "yes", f"reduced {B}": "yes"},
        ("refit",),
        See(legal=["done", "flip 1/306 A", "flip 1/306 B", "rebuild 1/306 C"]),
        "flip 1/306 A",
        B,
        "rebuild 1/306 C",
        See(reduced=[C], at={C: "1"}),
    ),
    "the end is counted from the board": (
        # A unit holds each of four Areas, or supply would take it: 8. Both hills contested are 1,
        # five losses -1.
        "",
        ("japanese impulse", 4),
        {"at 2/306 E": GREEN} | {f"at 2/306 {letter}": LOST for letter in "FGH"},
        {f"at {unit}": "6" for unit in ("SEI-C", "SEI-D", "Labor-B", "Labor-C", "Labor-D")},
        {f"area {area}": AMERICAN for area in range(11, 15)},
        {"reduced 3/306 I": "yes", "reduced 3/306 K": "yes"},
        {
            f"at {unit}": area
            for unit, area in zip((*COMPANY, "3/306 L", "3/306 M"), HELD, strict=True)
        },
        ("over",),
        See(last=["The Japanese player has won: 8 American Victory Points, 10 needed"]),
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
        # A unit of its side holds Area 15.
        "",
        {
            f"at {A}": "15",
            "area 15": AMERICAN,
            "area 8": AMERICAN,
            "at 2/1A": "16",
            "at 2/1B": "16",
        },
        ("spend points",),
        See(areas={"15": AMERICAN}),
        See(says=["Area 8 is out of supply: The Japanese player takes control of it"]),
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
    assert "The impulse marker leaves its track. The Daylight Phase ends" in remarks(game)


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
        "The program cannot keep track of the board: boxes: 3 missing, starting with green beach "
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
