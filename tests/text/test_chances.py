"""The exec's recommendation: one sentence for every decision of the game."""

from __future__ import annotations

import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECISIONS,
    DECLARE,
    FIRE_PLAN,
    FLOOD,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    REPAIR_MEN,
    RESCIND,
)
from picket_duty.captains.doctrine import decide
from picket_duty.game import Game
from picket_duty.requests import ONE, Choice, Decision, Option
from picket_duty.text.chances import (
    AFLOAT,
    ALIKE,
    BETTER,
    CLOSE,
    DRAWN,
    ENOUGH,
    ORDERS,
    PLANS,
    STAFF,
    WIN,
    YOURS,
    Chance,
    Recommendation,
    coarse_words,
    counting_words,
    is_decided,
    is_fine,
    recommendation_text,
    recommendation_words,
    simulated_words,
)

TABLES = load_tables()
SCENARIO = Game.new(scenario=2, seed=1, tables=TABLES).state.setup
CAMPAIGN = Game.new(campaign="long-b", seed=1, tables=TABLES).state.setup
CONFIRMED = (Option("yes", "Yes"), Option("no", "No"))

#: Every decision with options, the order advised, the next best, and what is said.
SAID: dict[Decision, tuple[tuple[Option, ...], str, str, str]] = {
    ORDER_MANEUVER: (
        CONFIRMED, "no", "yes", "Exec: hold your course. 71% to keep the station; maneuvering, 68%."
    ),
    FIRE_PLAN: ((), STAFF, YOURS, "Exec: use my fire plan. 71% to keep the station; your plan, 68%."),
    DECLARE: (
        CONFIRMED, "yes", "no", "Exec: declare an emergency. 71% to keep the station; not declaring one, 68%."
    ),
    RESCIND: (
        CONFIRMED, "yes", "no", "Exec: end the emergency. 71% to keep the station; keeping it in force, 68%."
    ),
    FLOOD: (
        (Option("none", "Flood nothing"), Option("galley", "Flood Galley")), "galley", "none",
        "Exec: flood Galley. 71% to keep the station; flooding nothing, 68%.",
    ),
    COUNTERFLOOD: (
        (Option("none", "No counterflooding"), Option("aft port", "Counterflood aft port")), "aft port", "none",
        "Exec: counterflood aft port. 71% to keep the station; not counterflooding, 68%.",
    ),
    REPAIR_MEN: ((), YOURS, STAFF, "Exec: keep your assignment. 71% to keep the station; my assignment, 68%."),
    ASK_RELIEF: (
        (Option("stay", "Stay on station"), Option("repair", "Go in for repairs")), "stay", "repair",
        "Exec: stay on station. 71% to keep the station; going in for repairs, 68%.",
    ),
    RELIEVING_SHIP: (
        (Option("Hudson", "Hudson, morale +1"), Option("Pringle", "Pringle, morale -1")), "Hudson", "Pringle",
        "Exec: send Hudson. 71% to keep the station; sending Pringle, 68%.",
    ),
}  # fmt: skip


def recommendation(
    order: str, rival: str, standing: str = BETTER, measure: str = WIN, **more: object
) -> Recommendation:
    """A recommendation with 71 % against 68 %; doctrine agrees unless given."""
    chances = {order: Chance(0.71, 0.68, 0.74, 900, 0.08, 0.36), rival: Chance(0.68, 0.65, 0.71, 900, 0.1, 0.4)}
    return Recommendation(order, str(more.get("doctrine", order)), rival, standing, measure, chances)


def test_every_decision_of_the_game_has_its_words() -> None:
    assert set(SAID) == set(DECISIONS.values()) == {*ORDERS, *PLANS}


def test_the_sentence_of_every_decision() -> None:
    for decision in DECISIONS.values():
        options, order, rival, words = SAID[decision]
        assert recommendation_words(Choice(decision, options), SCENARIO, recommendation(order, rival)) == words


def test_the_other_order_of_each_yes_and_no_has_its_words_too() -> None:
    said = {
        ORDER_MANEUVER: "maneuver. 71% to keep the station; holding your course, 68%.",
        COUNTERFLOOD: "do not counterflood. 71% to keep the station; counterflooding aft port, 68%.",
    }
    for decision, words in said.items():
        options, order, rival, _ = SAID[decision]
        given = recommendation_words(Choice(decision, options), SCENARIO, recommendation(rival, order))
        assert given == f"Exec: {words}"


def test_a_plan_equal_to_the_execs_has_a_neutral_sentence() -> None:
    agreed = Recommendation(YOURS, YOURS, "", ALIKE, WIN, {YOURS: Chance(0.71, 0.68, 0.74, 900, 0.0, 0.4)})
    assert (
        recommendation_words(Choice(FIRE_PLAN), SCENARIO, agreed) == "Exec: fire as planned. 71% to keep the station."
    )
    men = recommendation_words(Choice(REPAIR_MEN), SCENARIO, agreed)
    assert men == "Exec: send the men as assigned. 71% to keep the station."


def test_no_difference_and_too_close_to_call() -> None:
    choice = Choice(ORDER_MANEUVER, CONFIRMED)
    alike = recommendation_words(choice, SCENARIO, recommendation("no", "yes", ALIKE))
    assert alike == "Exec: hold your course. Maneuvering would do as well: 68 to 71% to keep the station either way."
    close = recommendation_words(choice, SCENARIO, recommendation("no", "yes", CLOSE))
    assert close == "Exec: too close to call. Holding your course, 71% to keep the station; maneuvering, 68%."


def test_doctrines_order_is_named_if_it_differs() -> None:
    choice = Choice(ORDER_MANEUVER, CONFIRMED)
    words = recommendation_words(choice, SCENARIO, recommendation("no", "yes", doctrine="yes"))
    assert words == (
        "Exec: hold your course. 71% to keep the station; maneuvering, 68%. "
        "On their own, your officers would follow doctrine: maneuver."
    )
    plan = recommendation_words(Choice(FIRE_PLAN, ()), SCENARIO, recommendation(YOURS, STAFF, doctrine=STAFF))
    assert plan.endswith("On their own, your officers would make a different plan.")


def test_campaigns_show_draws_and_ships_and_a_lost_station_staying_afloat() -> None:
    choice = Choice(ORDER_MANEUVER, CONFIRMED)
    assert recommendation_words(choice, CAMPAIGN, recommendation("no", "yes")) == (
        "Exec: hold your course. 71% to win the campaign, 8% to draw, 0.4 ships lost; maneuvering, 68%."
    )
    drawn = recommendation_text(choice, CAMPAIGN, recommendation("no", "yes", measure=DRAWN))
    assert "You can no longer win. 8% to draw, 0.4 ships lost; maneuvering, 10%." in drawn.words
    none = {"no": Chance(0.0, 0.0, 0.004, 1000, 0.0, 0.36), "yes": Chance(0.0, 0.0, 0.004, 1000, 0.0, 0.4)}
    afloat = recommendation_text(choice, SCENARIO, Recommendation("no", "no", "yes", BETTER, AFLOAT, none))
    assert afloat.words.startswith("Exec: hold your course. The station is lost. 64% to stay afloat; maneuvering, 60%")
    assert afloat.chances == {"no": "station lost, afloat 64%", "yes": "station lost, afloat 60%"}


def test_a_nearly_lost_station_also_shows_staying_afloat() -> None:
    choice = Choice(ORDER_MANEUVER, CONFIRMED)
    hardly = {"no": Chance(0.01, 0.0, 0.03, 300, 0.0, 0.36), "yes": Chance(0.0, 0.0, 0.01, 300, 0.0, 0.4)}
    text = recommendation_text(choice, SCENARIO, Recommendation("no", "no", "yes", BETTER, AFLOAT, hardly))
    assert text.words == ("Exec: hold your course. 1% to keep the station, 64% to stay afloat; maneuvering, 60%.")
    assert text.chances == {"no": "station 1%, afloat 64%", "yes": "station 0%, afloat 60%"}
    alike = recommendation_words(choice, SCENARIO, Recommendation("no", "no", "yes", ALIKE, AFLOAT, hardly))
    assert alike.endswith("60 to 64% to stay afloat either way; 1% to keep the station.")


def test_no_chance_is_shown_for_too_few_games() -> None:
    choice = Choice(ORDER_MANEUVER, CONFIRMED)
    few = {name: Chance(0.0, 0.0, 0.16, ENOUGH - 1, 0.0, 0.0) for name in ("no", "yes")}
    text = recommendation_text(choice, SCENARIO, Recommendation("no", "no", "yes", CLOSE, WIN, few))
    assert text.words == "Exec: hold your course. Too few games simulated from here to estimate a chance."
    assert not text.chances


def test_figures_of_a_campaign_say_how_coarse_they_are() -> None:
    """The margin until it is small, when the count ends; nothing in a scenario."""
    campaign = Game.new(campaign="mini", seed=1, tables=TABLES).state.setup
    few, rough, fine = (
        {"no": Chance(0.5, 0.5 - half, 0.5 + half, games, 0.0, 0.0)}
        for games, half in ((ENOUGH - 1, 0.13), (ENOUGH, 0.12), (1024, 0.03))
    )
    assert [coarse_words(campaign, chances) for chances in (few, rough, fine)] == [
        "", "Rough estimate, within 12 points.", ""
    ]  # fmt: skip
    assert not coarse_words(SCENARIO, rough)
    assert [is_fine(campaign, chances) for chances in (few, rough, fine)] == [False, False, True]
    assert not is_fine(SCENARIO, fine)


def test_figures_that_are_not_settled_say_so_with_the_games_counted() -> None:
    choice = Choice(ORDER_MANEUVER, CONFIRMED)
    close = {name: Chance(0.5, 0.4, 0.6, 100, 0.0, 0.0) for name in ("no", "yes")}
    undecided, decided = Recommendation("no", "no", "yes", CLOSE, WIN, close), recommendation("no", "yes")
    assert [is_decided(advised, working) for advised in (undecided, decided) for working in (True, False)] == [
        False, True, True, True
    ]  # fmt: skip
    text = recommendation_text(choice, SCENARIO, undecided, working=True)
    assert (
        text.words
        == counting_words("No", 100)
        == ("Exec: counting ... 100 games with each so far. By rule of thumb: No.")
    )
    assert set(text.chances.values()) == {"keeps the station 50% (40-60), so far"}
    final = recommendation_text(choice, SCENARIO, decided)
    so_far = recommendation_text(choice, SCENARIO, decided, working=True)
    least = min(chance.branches for chance in decided.chances.values())
    assert so_far.words == f"{final.words} Still counting: {least} games with each so far."
    assert so_far.chances == {name: f"{words}, so far" for name, words in final.chances.items()}


@pytest.mark.slow
def test_options_of_real_games_read_as_orders() -> None:
    """A whole advanced campaign: every option offered reads as an order and as a gerund."""
    game = Game.new(campaign="long-b", level="advanced", seed=2, tables=TABLES, history=False)
    asked = set()
    while game.request is not None:
        if not isinstance(game.request, Choice):
            game.roll()
            continue
        choice = game.request
        if choice.kind == ONE:
            asked.add(choice.decision)
            for option in choice.options:
                order, doing = ORDERS[choice.decision](option)
                assert order[:1].islower()
                assert "ing" in doing
        game.answer(decide(game.play, choice))
    assert {ORDER_MANEUVER, DECLARE, FLOOD, COUNTERFLOOD, ASK_RELIEF, RELIEVING_SHIP} <= asked


def test_a_stage_has_the_chance_to_hold_it_as_a_campaign_that_to_win_it() -> None:
    choice = Choice(ASK_RELIEF, SAID[ASK_RELIEF][0])
    chances = {"stay": Chance(0.38, 0.35, 0.41, 900, 0.0, 0.22), "repair": Chance(0.2, 0.18, 0.22, 900, 0.0, 0.0)}
    stay = recommendation_text(choice, CAMPAIGN, Recommendation("stay", "stay", "repair", BETTER, WIN, chances, 2))
    assert stay.words == "Exec: stay on station.", "the chances are beside the answers"
    assert stay.chances == {
        "stay": "holds stage 2 38% (35-41), 0.2 ships lost, simulated",
        "repair": "holds stage 2 20% (18-22), simulated",
    }
    assert simulated_words(CAMPAIGN, chances["stay"], 2) == stay.chances["stay"], "the page of the day says the same"
