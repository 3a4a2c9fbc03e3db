"""The page of the question about relief: its parts, its notes and the exec's estimate."""

from datetime import date

import pytest

from picket_duty.book.vocabulary import ASK_RELIEF
from picket_duty.captains import play_out
from picket_duty.captains.doctrine import QuickCaptain, decide
from picket_duty.odds import survival
from picket_duty.odds.consequences import consequences
from picket_duty.odds.relief import relief_parts
from picket_duty.pages.choices import choice_lines
from picket_duty.pages.formats import text_lines
from picket_duty.pages.odds_report import odds_page
from picket_duty.pages.relief import (
    condition_table,
    estimate_words,
    leaving_words,
    measured_words,
    question_notes,
    relief_estimates,
    return_table,
    serving_words,
)
from picket_duty.rules import anchorage
from picket_duty.rules.upkeep import ask_relief
from picket_duty.state import Stage
from picket_duty.text.english import percent
from tests.games import HOUSE_RULES, TABLES, new_game


def relief_notes(game):
    return question_notes(next(ask_relief(game.play)), game.play)


def test_relief_says_why_it_is_asked_and_what_the_stage_needs():
    game = new_game(campaign="long-a", level="basic", seed=1)
    state = game.state
    ship = game.state.ship
    ship.fuel = 3
    ship.maneuver = 5
    state.fighting_days_wanted = 5
    why = "Fuel is down to 3 and maneuver is down to 5."
    state.stages[0] = Stage(ship.name, 5, True)
    state.date = date(1945, 3, 28)
    assert relief_notes(game) == [
        why,
        "Stage 2 needs 5 more fighting days, with 89 days left for this stage and 3 others.",
        "No ship relieves her.",
    ]
    state.stages[1] = Stage(ship.name, 4)
    state.date = date(1945, 4, 1)
    assert relief_notes(game) == [
        why,
        "Stage 2 needs 1 more fighting day, with 85 days left for this stage and 3 others.",
        "No ship relieves her.",
    ]
    state.stages[1:4] = [Stage(ship.name, 5, True) for _ in range(3)]
    assert (
        relief_notes(game)[1]
        == "Stage 5 needs 5 more fighting days, with 85 days left for this stage."
    )
    mini = new_game(campaign="mini", level="basic", seed=1)
    state = mini.state
    state.ship.hull = 3
    state.fighting_days_wanted = 5
    state.fighting_days = 2
    state.date = date(1945, 6, 20)
    assert relief_notes(mini)[1] == "She must serve 3 fighting days by Jun 25, 5 days from now."


def at_relief(**chosen):
    game = new_game(**chosen)
    play_out(game, QuickCaptain(), lambda now: getattr(now.request, "decision", None) is ASK_RELIEF)
    return game


def weak_ship(**chosen):
    """The question at the end of April 9, with both kinds of return possible."""
    game = new_game(seed=3, **chosen)
    game.roll_on()
    game.state.date = date(1945, 4, 9)
    game.state.ship.hull = 1
    game.state.ship.fuel = 3
    game.state.ship.ammunition = 5
    return game, next(ask_relief(game.play))


def test_the_ship_with_each_answer_is_in_one_table():
    """A column that is whole with every answer is left out."""
    game, choice = weak_ship(patrol="1945-04-06", days=30, level="advanced")
    options = relief_parts(game.play, choice)
    headings, rows = condition_table(game.play, options)
    assert headings == ("hull", "fuel lasts", "ammo lasts")
    assert rows == {
        "stay": ("1/6", "2-4 days", "4-7 raid days"),
        "replenish": ("1/6", "8-13 days", "8-13 raid days"),
        "repair": ("6/6", "8-13 days", "8-13 raid days"),
    }
    game.state.ship.maneuver = 4
    game.state.ship.men["aft"] -= 2
    game.state.ship.equipment["sc"] = "destroyed"
    headings, rows = condition_table(game.play, relief_parts(game.play, choice))
    assert headings[:4] == ("hull", "maneuver", "men", "lost")
    assert rows["replenish"][:4] == ("1/6", "4/10", "35/37", "1 item")
    assert rows["repair"][:4] == ("6/6", "10/10", "37/37", "-")


def test_the_returns_are_beside_their_chances_and_the_kikusui_days():
    game, choice = weak_ship(patrol="1945-04-06", days=30, level="advanced")
    options = relief_parts(game.play, choice)
    dates, rows = return_table(game.play, options["replenish"])
    assert dates == ("Apr 11 8%", "Apr 12 19%", "Apr 13 56%", "Apr 14 17%")
    assert rows == {
        "Kikusui missed": ("0", "0", "1", "2"),
        "Kikusui served": ("8", "8", "7", "6"),
        "days left then": ("25", "24", "23", "22"),
    }
    assert serving_words(game.play, options["stay"]) == "serves Apr 10-May 5, 8 Kikusui days"
    basic, choice = weak_ship(campaign="mini", level="basic")
    basic.state.fighting_days_wanted = 2
    options = relief_parts(basic.play, choice)
    assert return_table(basic.play, options["replenish"]) == (dates, {})
    assert serving_words(basic.play, options["stay"]) == "serves Apr 10-11"


@pytest.mark.parametrize(
    ("campaign", "loses"),
    [
        ("mini", "the campaign is lost"),
        ("long-a", "stage 1 is lost"),
        ("long-b", "she is gone for good"),
    ],
)
def test_the_rear_and_sinking_have_their_chances_and_what_they_mean(campaign, loses):
    game, choice = weak_ship(campaign=campaign, level="basic")
    if game.state.stages:
        game.state.stages[0] = Stage(game.state.ship.name, 1)
    leaving = relief_parts(game.play, choice)["repair"]
    rear, sinks = (percent(share) for share in (leaving.leaving.rear, leaving.leaving.founders))
    assert leaving_words(game.play, leaving) == (
        f"Sent to the rear ({rear}): {loses}. Sinks on the way ({sinks})."
    )


def test_a_late_return_says_why_it_is_too_late():
    game, choice = weak_ship(campaign="mini", level="basic")
    game.state.date = date(1945, 6, 21)
    game.state.fighting_days_wanted = 2
    leaving = relief_parts(game.play, choice)["replenish"]
    assert (
        leaving_words(game.play, leaving)
        == "Returns too late (72%): too few days left for 2 fighting days."
    )
    game.state.fighting_days_wanted = 30
    staying = relief_parts(game.play, choice)["stay"]
    assert serving_words(game.play, staying) == "too few days left to serve"
    patrol, choice = weak_ship(patrol="1945-04-06", days=7, level="basic")
    leaving = relief_parts(patrol.play, choice)["replenish"]
    assert (
        leaving_words(patrol.play, leaving) == "Returns too late (72%): the patrol is over by then."
    )
    long, choice = weak_ship(campaign="long-b", level="basic")
    long.state.date = date(1945, 6, 22)
    leaving = relief_parts(long.play, choice)["replenish"]
    assert (
        leaving_words(long.play, leaving) == "Returns too late (72%): the campaign is over by then."
    )


def test_the_question_says_who_relieves_her_and_when_kikusui_raids_come():
    game, _ = weak_ship(campaign="long-b", level="advanced")
    assert relief_notes(game)[1:] == [
        "A new ship and crew relieve her.",
        "Next Kikusui raids: Apr 12-13, Apr 15-16, Apr 27-28, May 3-4.",
    ]
    ship = new_game(campaign="long-b", level="advanced", seed=5).state.ship
    ship.name = "USS Bush"
    ship.back = date(1945, 4, 8)
    ship.away = anchorage.REPAIR
    ship.hull = 1
    game.state.squadron.append(ship)
    assert relief_notes(game)[1] == "USS Bush (hull 6, fuel 10, ammunition 10) relieves her."
    patrol, _ = weak_ship(patrol="1945-04-06", days=7, level="basic")
    assert relief_notes(patrol)[1:] == [
        "The patrol ends on Apr 12, in 3 days.",
        "No ship relieves her.",
    ]


def test_the_chance_is_on_the_odds_page_and_not_beside_the_answers():
    """The sum is the exec's (s) or the odds page's (o)."""
    for campaign, seed, holds in [("mini", 7, "wins"), ("long-a", 8, "holds stage 1")]:
        game = at_relief(level="basic", campaign=campaign, seed=seed)
        play = game.play
        chances = survival.relief_chances(play, game.request.legal())
        margin = 2 * survival.error(play)
        words = relief_estimates(game.request, play)
        assert words.keys() == chances.keys()
        assert len(words) > 1
        given = consequences(play, game.request)
        page = " ".join(" ".join(choice_lines(game.request, game.state, TABLES, given)).split())
        odds = " ".join(" ".join(text_lines(odds_page(game))).split())
        for name, chance in chances.items():
            low = max(0.0, chance - margin)
            high = min(1.0, chance + margin)
            interval = f"({100 * low:.0f}-{100 * high:.0f})"
            assert words[name] == f"{holds} {percent(chance)} {interval}, estimated"
            assert words[name] in odds
            assert interval not in page
        unaided = " ".join(choice_lines(game.request, game.state, TABLES))
        assert "%" not in unaided
        assert "lasts" not in unaided
        dates, _ = return_table(play, relief_parts(play, game.request)["repair"])
        assert f"3 back {', '.join(dates)}" in page
    patrol = new_game(patrol="1945-04-06", days=9, level="basic", seed=1)
    patrol.state.ship.hull = 3
    assert relief_estimates(next(ask_relief(patrol.play)), patrol.play) == {}, "no days to serve"


def test_the_exec_has_an_estimate_at_once():
    """In a mini campaign of winning; in long campaign B, of days that are measured."""
    mini = at_relief(level="basic", campaign="mini", seed=7)
    words = estimate_words(mini.request, mini.play, decide(mini.play, mini.request))
    chances = survival.relief_chances(mini.play, mini.request.legal())
    said = f"staying on station {percent(chances['stay'])}"
    assert f"Estimated chance of winning: {said}, returning for repairs" in words
    long = at_relief(level="advanced", campaign="long-b", seed=3)
    words = estimate_words(long.request, long.play, decide(long.play, long.request))
    days = survival.MOST_DAYS
    chances = survival.relief_chances(long.play, long.request.legal(), days)
    said = f"staying on station {percent(chances['stay'])}"
    assert f"Estimated chance of lasting {days} more fighting days: {said}" in words
    assert f"(standard error {100 * survival.error(long.play):.0f} points)" in words
    house = at_relief(level="basic", campaign="mini", seed=2, options=HOUSE_RULES)
    words = measured_words(house.request, house.play)
    assert words.endswith(" points, from games without the house rules).")
    estimates = relief_estimates(house.request, house.play)
    assert all(
        each.endswith("estimated from games without the house rules") for each in estimates.values()
    )
    patrol, choice = weak_ship(patrol="1945-04-06", days=7, level="basic")
    assert estimate_words(choice, patrol.play, "stay") == "By rule of thumb: stay on station."
