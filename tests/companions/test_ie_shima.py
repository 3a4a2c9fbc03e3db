"""Last Battle: Ie Shima refereed: impulses, sunset and weather, combat computed by hand, refit, victory."""

from __future__ import annotations

import pytest

from picket_duty.companions import table_saves
from tests.companions.play import about, give, remarks, until

NAME = "ie-shima"


def new(advanced="no", extended="no", bid=0):
    return give(table_saves.new_game(NAME, seed=3), advanced, extended, bid)


#: A lead of 5 with three full units, a whole battalion, against 4 with one more on TEM 2.
VALUES = (5, 3, 0, 1, 4, 1, 2)


def test_the_first_day_begins_with_a_japanese_impulse():
    game = new()
    assert remarks(game) == ["April 16, turn 1", "Impulse 1, clear"]
    assert about(game) == "japanese impulse"


def test_an_american_attack_by_hand():
    game = give(new(), "pass", "assault", "yes", *VALUES, "no", (3, 4), (2, 3))
    # 5 + 3 + 1 for the battalion + 1 from the air is 10; 4 + 1 + 2 is 7.
    assert remarks(game)[-1] == "AT 10 + 7, DT 7 + 5: +5"
    assert [text for text in remarks(game) if "Value" in text] == [
        "Attack Value 10: lead unit 5, each additional full 3 x 1, battalion integrity 1, air support 1",
        "Defense Value 7: lead unit 4, each additional 1, area TEM 2",
    ]
    give(game, "no", "no", 0)
    assert remarks(game)[-3:] == [
        "Success: reduce the Lead Attacking Unit, or eliminate it if already reduced; the defender takes 5 AP",
        "Sunset DR 7: the impulse marker advances (7 - impulse 1 = 6)",
        "Impulse 2, clear",
    ]


def test_chances_come_before_the_dice():
    """11.4.4, 12.5, 19.1: AV 10 against DV 7; of 1,296 throws 986 win, 104 tie, 206 fail."""
    game = give(new(), "pass", "assault", "yes", *VALUES, "no")
    assert remarks(game)[-1] == "Chances: success 76%, stalemate 8%, repulse 16%"
    game = give(new("yes"), "bombard", "kamikaze", "naval")
    assert remarks(game)[-1] == "Chances: success 24%, failure 76%"


def test_a_japanese_attack_has_no_air_support_and_faces_it():
    game = give(new(), "assault", "yes", *VALUES, "yes", (1, 2), (2, 2), "no")
    assert "AT 9 + 3, DT 9 + 4: -1" in remarks(game)
    assert remarks(game)[-2:] == [
        "Repulse: reduce every attacking unit; eliminate those already reduced",
        "The attackers retreat",
    ]


def test_half_values_are_rounded_down_and_a_tie_is_a_stalemate():
    game = give(new(), "pass", "assault", "yes", 5, 0, 3, 0, 4, 0, 1, "no", (1, 1), (2, 2), "no")
    assert "AT 7 + 2, DT 5 + 4: +0" in remarks(game)
    assert remarks(game)[-1].startswith("Stalemate")


def test_a_spent_advantage_allows_a_reroll_and_changes_hands_after_the_impulse():
    game = give(new(), "pass", "assault", "yes", *VALUES, "no", (1, 1), (6, 6), "yes")
    assert about(game) == "dr"
    give(game, (4, 4), (1, 1), "no", 0)
    assert game.state.advantage == "japanese"
    texts = remarks(game)
    assert texts.index("The Japanese player has the Advantage") > texts.index("AT 10 + 8, DT 7 + 2: +9")
    # The rerolled DR is the Sunset DR.
    assert "Sunset DR 8: the impulse marker advances (8 - impulse 1 = 7)" in texts


def test_the_sunset_dr_is_rolled_on_its_own_chart():
    game = give(new(), "pass", "pass")
    assert (about(game), game.request.table, game.request.chart.raw.title) == ("sunset", "sunset", "Sunset DR")


def test_sunset_weather_and_the_end_of_the_day():
    game = give(new(), "regroup", 0, "pass", (1, 1))
    assert "Impulse 2, clear" in remarks(game)
    give(game, "regroup", 0, "pass", (1, 1))
    assert remarks(game)[-2:] == ["The weather changes to rain", "Impulse 3, rain"]
    assert "Sunset DR 2: the weather changes, and the impulse marker advances (2 - impulse 2 = 0)" in remarks(game)
    give(game, "regroup", 0, "bombard")
    assert game.request.legal() == ["artillery", "naval"]
    give(game, "artillery", 3, 1, (1, 2), (1, 1), "no", 0)
    # A bombardment's DR equal to the impulse neither moves the marker nor changes the weather.
    assert remarks(game)[-2:] == [
        "Sunset DR 3: the impulse marker stays, because the American player bombarded",
        "Impulse 3, rain",
    ]
    assert "The defender takes 3 AP, the Primary Target first" in remarks(game)
    give(game, "regroup", 0, "assault", "yes", *VALUES, "no", (1, 1), (2, 3), "no")
    assert "AT 9 + 2, DT 7 + 5: -1" in remarks(game)
    give(game, "no", 0)
    assert "Sunset DR 2: the daylight ends (2 - impulse 3 = -1)" in remarks(game)
    assert about(game) == "combat"


def test_two_passes_end_the_day_and_a_marker_is_used_once():
    game = give(new(), "bombard", "artillery", 2, 4, (3, 3), (3, 3), "no", 0, "pass", (3, 4))
    assert "The defender takes no AP" in remarks(game)
    assert "bombard" not in game.request.legal()
    give(game, "pass")
    assert "Both players pass. The Daylight Phase ends" in remarks(game)
    until(game, "japanese impulse", 2)
    assert "bombard" in game.request.legal()


def test_refit_by_date_by_control_and_by_the_advantage():
    game = give(until(new(), "spend points"), "yes")
    assert (
        "The Japanese player has 1 RP. Each point flips two reduced units or rebuilds one unit at reduced strength"
        in remarks(game)
    )
    assert (
        "The American player has 3 RP. Each point flips two reduced units or rebuilds one unit at reduced strength"
        in remarks(game)
    )
    assert game.state.advantage == "japanese"
    give(until(game, "spend points", 2), "no")
    assert (
        "The American player has 4 RP. Each point flips two reduced units or rebuilds one unit at reduced strength"
        in remarks(game)
    )
    give(until(game, "supply", 3), 16, 0)
    until(game, "spend points", 3)
    give(game, "no")
    assert (
        "The Japanese player has 0 RP. Each point flips two reduced units or rebuilds one unit at reduced strength"
        in remarks(game)
    )


@pytest.mark.parametrize(("bid", "dice", "units"), [(0, (3, 4), 3), (10, (3, 4), 6), (-10, (6, 6), 1), (3, (2, 2), 3)])
def test_special_units_return_by_die_roll_and_bid(bid, dice, units):
    game = give(until(new(bid=bid), "return"), dice)
    assert f"Special Units that may return: {units}" in remarks(game)
    assert "2/307 and 3/307 arrive in the brown beach box" in remarks(game)


def test_the_advantage_returns_six():
    game = give(until(new(), "spend points"), "yes")
    give(until(game, "spend return"), "yes")
    assert "Special Units that may return: 6" in remarks(game)
    assert game.state.advantage == "american"


def test_calls_by_date_and_once_an_impulse():
    game = until(new("yes"), "american impulse", 1)
    give(game, "assault", "yes", *VALUES, "no", "no")
    assert about(game) == "dr"
    game = until(game, "american impulse", 2)
    give(game, "assault", "yes", *VALUES, "yes", "no", "yes", (4,))
    assert "Artillery Support Call: available" in remarks(game)
    give(game, "no", (3, 3), (3, 3))
    assert "AT 11 + 6, DT 7 + 6: +4" in remarks(game)
    give(game, "no", "yes", *VALUES, "no")
    assert about(game) == "mandatory"
    game = until(until(new("yes"), "american impulse", 3), "american impulse")
    give(game, "assault", "yes", *VALUES, "yes", "yes", "no", "yes", (4,))
    assert "Tank Support Call: not available" in remarks(game)
    give(game, "no", (3, 3), (3, 3))
    # Rubble adds one to the defense.
    assert "AT 10 + 6, DT 8 + 6: +2" in remarks(game)


def test_a_satchel_at_night():
    game = until(new("yes"), "spend points")
    assert "Night Phase: place up to 4 MG and IE units, one per Area" in remarks(game)
    game = until(new("yes"), "japanese impulse")
    give(game, "pass", "pass", (3, 4))
    assert about(game) == "combat"
    give(game, "yes", 5, 0, 0, 4, 0, 1, "no", "yes", (4,))
    assert "Satchel Charge Call: available" in remarks(game)
    give(game, "no", (1, 1), (1, 1))
    # No air support by night, and no Advantage.
    assert "AT 9 + 2, DT 5 + 2: +4" in remarks(game)
    assert about(game) == "combat"


def test_rubble_is_made_by_the_attackers_dice_and_the_tem():
    game = until(new("yes"), "american impulse")
    give(game, "assault", "yes", *VALUES, "yes", "no", "no", (5, 5), (3, 3), "no")
    assert remarks(game)[-1] == "Rubble is placed in the Area"
    game = until(new("yes"), "american impulse")
    give(game, "assault", "yes", *VALUES, "yes", "no", "no", (5, 4), (3, 3), "no")
    assert "Rubble is placed in the Area" not in remarks(game)


def test_a_kamikaze_at_the_marker_or_at_a_beach():
    game = give(new("yes"), "bombard", "kamikaze", "naval", (4, 5), (2, 2), "no")
    assert "AT 4 + 9, DT 6 + 4: +3" in remarks(game)
    give(game, 0, "bombard")
    assert game.request.legal() == ["air", "artillery"]
    game = give(new("yes"), "bombard", "kamikaze", "beach", (6, 5), (2, 2), "no", 0)
    until(game, "spend points")
    give(game, "no")
    assert (
        "The American player has 1 RP. Each point flips two reduced units or rebuilds one unit at reduced strength"
        in remarks(game)
    )
    game = give(new("yes"), "bombard", "kamikaze", "beach", (2, 2), (1, 1), "no", 0)
    assert "The kamikaze fails" in remarks(game)


def held(areas, extended="no", first_day=()):
    game = until(new(extended=extended), "supply", 1)
    give(game, *first_day, 0)
    until(game, "supply", 4)
    give(game, *areas, 0)
    return until(game, "contest")


@pytest.mark.parametrize(
    ("areas", "first_day", "contest", "losses", "result", "points"),
    [
        ((15, 16, 11, 12), (), "no", 0, "us_win", 10),
        ((15, 16, 11, 12), (), "no", 4, "us_win", 10),
        ((15, 16, 11, 12), (), "no", 5, "japanese_win", 9),
        ((15, 11, 12, 13), (4,), "no", 0, "us_win", 10),
        ((15, 11, 12, 13, 4), (), "no", 0, "japanese_win", 9),
        ((11, 12, 13, 14), (4,), "yes", 0, "us_win", 10),
        ((11, 12, 13, 14), (4,), "yes", 14, "japanese_win", 8),
        ((1, 2, 3, 5, 6, 7, 8, 9, 10), (), "no", 0, "japanese_win", 0),
    ],
)
def test_victory_points_on_april_19(areas, first_day, contest, losses, result, points):
    game = give(held(areas, first_day=first_day), contest, losses)
    assert game.outcome.result == result
    assert f"{points} " in remarks(game)[-1]


def test_every_area_wins_at_the_end_of_the_impulse():
    game = give(new(), "pass", "regroup", *range(1, 17), 0)
    assert game.outcome.result == "us_win"
    assert remarks(game)[-1] == "The American player has won: all Areas are American (17.1)"


def test_every_area_wins_in_the_end_phase_too():
    game = give(until(new(), "supply"), *range(1, 17), 0)
    until(game, "spend points")
    give(game, "no")
    assert game.outcome.result == "us_win"


def test_the_extended_game_continues_to_april_22_without_the_navy():
    game = give(held((), extended="yes"), "no", 0)
    assert not game.over
    game = until(game, "american impulse", 5)
    give(game, "bombard")
    assert game.request.legal() == ["air", "artillery"]
    game = until(give(game, "air", 1, 1), "supply", 7)
    give(game, 0)
    while not game.over:
        game.answer("no")
    assert remarks(game)[-1] == "The Japanese player has won: the American player did not control every Area in time"
    assert "April 22, turn 7" in remarks(game)
