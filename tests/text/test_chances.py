"""The exec's recommendation: one sentence for every decision of the game."""

import itertools
import re

import msgspec
import pytest

from picket_duty.analysis.segments import EVENT_GROUP, events_between, paths_of, starts_of
from picket_duty.book import vocabulary as terms
from picket_duty.captains.doctrine import decide
from picket_duty.events import Control, Fire, Leave, Loss, Note, Raid, Strike, WaveBegun
from picket_duty.requests import ONE, Choice, Option, Roll
from picket_duty.state import GONE, SUNK, UNDAMAGED
from picket_duty.text import turning_points
from picket_duty.text.chances import (
    AFLOAT,
    ALIKE,
    BETTER,
    CLOSE,
    DRAWN,
    ENOUGH,
    EXEC,
    ORDERS,
    PLANS,
    WIN,
    YOURS,
    Chance,
    Recommendation,
    by_doctrine_words,
    counting_words,
    is_decided,
    recommendation_words,
    simulated_words,
    worded_recommendation,
)
from picket_duty.text.english import percent
from picket_duty.text.names import part_of_ship, plane_name
from picket_duty.text.orders import plan_words
from picket_duty.text.turning_points import (
    COULD_BE_BETTER,
    COULD_BE_WORSE,
    NO_CAUSE,
    chance_name,
    luck_and_orders,
    points_between,
    points_words,
    time_words,
    turning_point_words,
    waves_words,
)
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import played
from tests.text_table import table_of

SCENARIO = new_game(scenario=2, seed=1).state.setup
CAMPAIGN = new_game(campaign="long-b", seed=1).state.setup
CONFIRMED = (Option("yes", "Yes"), Option("no", "No"))
MANEUVER = Choice(terms.ORDER_MANEUVER, CONFIRMED)

#: Every decision with options, the order advised, the next best, and what is said.
SAID = {
    decision: (
        options,
        order,
        rival,
        f"Exec: {said}: 68%).".replace(".. ", ". 71% to hold the station ("),
    )
    for decision, options, order, rival, said in (
        (terms.ORDER_MANEUVER, CONFIRMED, "no", "yes", "hold your course.. maneuvering"),
        (terms.FIRE_PLAN, (), EXEC, YOURS, "use my fire plan.. your plan"),
        (
            terms.DECLARE,
            CONFIRMED,
            "yes",
            "no",
            "declare an emergency.. not declaring an emergency",
        ),
        (
            terms.RESCIND,
            CONFIRMED,
            "yes",
            "no",
            "end the emergency.. keeping the emergency in force",
        ),
        (
            terms.FLOOD,
            (Option("none", "Flood nothing"), Option("galley", "Flood Galley")),
            "galley",
            "none",
            "flood Galley.. flooding nothing",
        ),
        (
            terms.COUNTERFLOOD,
            (Option("none", "No counterflooding"), Option("aft port", "Aft port")),
            "aft port",
            "none",
            "counterflood aft port.. not counterflooding",
        ),
        (terms.REPAIR_MEN, (), YOURS, EXEC, "keep your assignment.. my assignment"),
        (
            terms.ASK_RELIEF,
            (Option("stay", "Stay on station"), Option("repair", "Go in for repairs")),
            "stay",
            "repair",
            "stay on station.. going in for repairs",
        ),
        (
            terms.RELIEVING_SHIP,
            (Option("Hudson", "Hudson, morale +1"), Option("Pringle", "Pringle, morale -1")),
            "Hudson",
            "Pringle",
            "send Hudson.. sending Pringle",
        ),
    )
}


def recommendation(order, rival, standing=BETTER, measure=WIN, **more):
    """A recommendation with 71 % against 68 %; doctrine agrees unless given."""
    chances = {
        order: Chance(0.71, 0.68, 0.74, 900, 0.08, 0.36),
        rival: Chance(0.68, 0.65, 0.71, 900, 0.1, 0.4),
    }
    return Recommendation(
        order, str(more.get("doctrine", order)), rival, standing, measure, chances
    )


def test_the_sentence_of_every_decision_and_of_its_other_order():
    assert set(SAID) == set(terms.DECISIONS.values()) == {*ORDERS, *PLANS}
    for decision in terms.DECISIONS.values():
        options, order, rival, words = SAID[decision]
        assert (
            recommendation_words(Choice(decision, options), SCENARIO, recommendation(order, rival))
            == words
        )
    said = {
        terms.ORDER_MANEUVER: "maneuver. 71% to hold the station (holding your course: 68%).",
        terms.COUNTERFLOOD: "do not counterflood. 71% to hold the station (counterflooding aft port: 68%).",
    }
    for decision, words in said.items():
        options, order, rival, _ = SAID[decision]
        given = recommendation_words(
            Choice(decision, options), SCENARIO, recommendation(rival, order)
        )
        assert given == f"Exec: {words}"


def test_equal_close_and_uncounted_orders_have_neutral_sentences():
    agreed = Recommendation(
        YOURS, YOURS, "", ALIKE, WIN, {YOURS: Chance(0.71, 0.68, 0.74, 900, 0.0, 0.4)}
    )
    for decision, order in (
        (terms.FIRE_PLAN, "keep your fire plan"),
        (terms.REPAIR_MEN, "keep your assignment"),
    ):
        words = recommendation_words(Choice(decision), SCENARIO, agreed)
        assert words == f"Exec: {order}. 71% to hold the station."
    alike = recommendation_words(MANEUVER, SCENARIO, recommendation("no", "yes", ALIKE))
    assert alike == "Exec: hold your course. 71% to hold the station. Maneuvering would do as well."
    close = recommendation_words(MANEUVER, SCENARIO, recommendation("no", "yes", CLOSE))
    assert close == (
        "Exec: too close to call. Holding your course: 71% to hold the station; maneuvering: 68%."
    )
    few = {name: Chance(0.0, 0.0, 0.16, ENOUGH - 1, 0.0, 0.0) for name in ("no", "yes")}
    advised = Recommendation("no", "no", "yes", CLOSE, WIN, few)
    assert recommendation_words(MANEUVER, SCENARIO, advised) == (
        "Exec: hold your course. Too few games simulated from here to estimate a chance."
    )
    text = worded_recommendation(MANEUVER, SCENARIO, advised, working=True)
    assert not text.chances


def test_doctrines_order_is_named_if_it_differs():
    words = recommendation_words(MANEUVER, SCENARIO, recommendation("no", "yes", doctrine="yes"))
    assert words == (
        "Exec: hold your course. 71% to hold the station (maneuvering: 68%). "
        "On their own, your officers would follow doctrine: maneuver."
    )
    plan = recommendation_words(
        Choice(terms.FIRE_PLAN, ()), SCENARIO, recommendation(YOURS, EXEC, doctrine=EXEC)
    )
    assert plan.endswith("On their own, your officers would make a different plan.")


def test_a_lost_or_nearly_lost_station_shows_staying_afloat_and_a_campaign_draws_and_ships():
    assert recommendation_words(MANEUVER, CAMPAIGN, recommendation("no", "yes")) == (
        "Exec: hold your course. 71% to win the campaign, 8% to draw, 0.4 ships lost "
        "(maneuvering: 68%)."
    )
    drawn = worded_recommendation(MANEUVER, CAMPAIGN, recommendation("no", "yes", measure=DRAWN))
    assert "You can no longer win. 8% to draw, 0.4 ships lost (maneuvering: 10%)." in drawn.words
    none = {
        "no": Chance(0.0, 0.0, 0.004, 1000, 0.0, 0.36),
        "yes": Chance(0.0, 0.0, 0.004, 1000, 0.0, 0.4),
    }
    afloat = worded_recommendation(
        MANEUVER, SCENARIO, Recommendation("no", "no", "yes", BETTER, AFLOAT, none)
    )
    assert afloat.words.startswith(
        "Exec: hold your course. The station is lost. 64% to stay afloat (maneuvering: 60%)"
    )
    assert afloat.chances == {"no": "station lost, afloat 64%", "yes": "station lost, afloat 60%"}
    hardly = {
        "no": Chance(0.01, 0.0, 0.03, 300, 0.0, 0.36),
        "yes": Chance(0.0, 0.0, 0.01, 300, 0.0, 0.4),
    }
    text = worded_recommendation(
        MANEUVER, SCENARIO, Recommendation("no", "no", "yes", BETTER, AFLOAT, hardly)
    )
    assert text.words.startswith(
        "Exec: hold your course. 1% to hold the station, 64% to stay afloat (maneuvering: 60%)."
    )
    assert text.chances == {"no": "station 1%, afloat 64%", "yes": "station 0%, afloat 60%"}
    alike = recommendation_words(
        MANEUVER, SCENARIO, Recommendation("no", "no", "yes", ALIKE, AFLOAT, hardly)
    )
    assert alike.endswith(
        "1% to hold the station, 64% to stay afloat. Maneuvering would do as well."
    )


def test_the_exec_says_his_result_with_its_standard_error():
    """However few games there were; two wins and two losses are added, so that it is never 0."""
    for games, won, points in ((900, 639, 2), (60, 30, 6), (20, 0, 6), (3, 3, 17)):
        share = won / games
        chances = dict.fromkeys(("no", "yes"), Chance(share, 0.0, 1.0, games, 0.0, 0.0))
        text = worded_recommendation(
            MANEUVER, SCENARIO, Recommendation("no", "no", "yes", CLOSE, WIN, chances)
        )
        assert text.words.endswith(f" Standard error: {points} points."), text.words
        assert f"{percent(share)} to hold the station" in text.words


def test_a_rival_that_leads_beyond_its_error_is_not_called_equal():
    for standing in (ALIKE, CLOSE):
        advised = msgspec.structs.replace(
            recommendation("no", "yes", standing),
            rival_leads=True,
            chances={
                "no": Chance(0.68, 0.65, 0.71, 900, 0.0, 0.0),
                "yes": Chance(0.71, 0.68, 0.74, 900, 0.0, 0.0),
            },
        )
        assert worded_recommendation(MANEUVER, SCENARIO, advised).words == (
            "Exec: hold your course. 68% to hold the station; maneuvering (71%) may be better. "
            "Standard error: 2 points."
        )


def test_figures_that_are_not_settled_say_so_with_the_games_counted():
    close = {name: Chance(0.5, 0.4, 0.6, 100, 0.0, 0.0) for name in ("no", "yes")}
    undecided = Recommendation("no", "no", "yes", CLOSE, WIN, close)
    decided = recommendation("no", "yes")
    assert [
        is_decided(advised, working)
        for advised in (undecided, decided)
        for working in (True, False)
    ] == [False, True, True, True]
    text = worded_recommendation(MANEUVER, SCENARIO, undecided, working=True)
    thumb = "By rule of thumb: hold your course. A maneuver is not worth what it costs."
    counting = f"Exec: simulating ... 100 games played with each order so far. {thumb}"
    assert text.words == counting_words(by_doctrine_words(MANEUVER, "no"), 100) == counting
    known = worded_recommendation(MANEUVER, SCENARIO, undecided, True, "A guess.")
    assert known.words == "Exec: simulating ... 100 games played with each order so far. A guess."
    assert set(text.chances.values()) == {"holds the station 50% (40-60), so far"}


def test_a_decided_recommendation_says_how_many_games_are_counted():
    decided = recommendation("no", "yes")
    final = worded_recommendation(MANEUVER, SCENARIO, decided)
    so_far = worded_recommendation(MANEUVER, SCENARIO, decided, working=True)
    least = min(chance.branches for chance in decided.chances.values())
    assert (
        so_far.words
        == f"{final.words} Still simulating: {least} games played with each order so far."
    )
    assert so_far.chances == {name: f"{words}, so far" for name, words in final.chances.items()}


@pytest.mark.slow
def test_options_of_real_games_read_as_orders():
    """A whole advanced campaign: every option offered reads as an order and as a gerund."""
    game = new_game(campaign="long-b", level="advanced", seed=2, history=False)
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
    assert asked >= set(SAID) - {terms.FIRE_PLAN, terms.REPAIR_MEN, terms.RESCIND}


def test_a_stage_has_the_chance_to_hold_it_as_a_campaign_that_to_win_it():
    choice = Choice(terms.ASK_RELIEF, SAID[terms.ASK_RELIEF][0])
    chances = {
        "stay": Chance(0.38, 0.35, 0.41, 900, 0.0, 0.22),
        "repair": Chance(0.2, 0.18, 0.22, 900, 0.0, 0.0),
    }
    stay = worded_recommendation(
        choice, CAMPAIGN, Recommendation("stay", "stay", "repair", BETTER, WIN, chances, 2)
    )
    assert stay.words == (
        "Exec: stay on station. 38% to hold stage 2, 0.2 ships lost (going in for repairs: 20%). "
        "Standard error: 2 points."
    )
    assert stay.chances == {
        "stay": "holds stage 2 38% (35-41), 0.2 ships lost, simulated",
        "repair": "holds stage 2 20% (18-22), simulated",
    }
    assert simulated_words(CAMPAIGN, chances["stay"], 2) == stay.chances["stay"], (
        "the page of the day says the same"
    )


@pytest.mark.parametrize(
    "chosen",
    [
        {"scenario": 2, "seed": 1},
        {"scenario": 3, "level": "advanced", "seed": 5},
        {"campaign": "mini", "seed": 3},
    ],
)
def test_swings_of_whole_games(chosen):
    """A strike names its plane, a splashed plane is reported, and the loss of the ship comes
    first.
    """
    game = played("random", **chosen)
    strikes = 0
    for first, last in itertools.pairwise(
        starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers))
    ):
        begin, end = events_between(game.events, first, last)
        words = turning_point_words(game.events, begin, end, TABLES)
        deed = game.events[begin:end]
        assert words != "Nothing to tell"
        assert words[0].isupper() or words[0].isdigit()
        assert not words.endswith(".")
        assert "_" not in words
        assert time_words(game.events, begin)
        lost = any(isinstance(event, Leave) and event.reason == SUNK for event in deed)
        assert ("Ship lost" in words or "ship sunk" in words) == lost
        assert words.count("deck fire out of control") <= 1, "a cause is told once"
        for event in deed:
            if isinstance(event, Strike) and event.outcome == "hit" and not lost:
                strikes += 1
                assert (
                    f"({plane_name(event.plane)}) crashes into the ship "
                    f"{part_of_ship(event.section)}"
                ) in words
            if isinstance(event, Strike) and event.outcome == "miss":
                assert f"({plane_name(event.plane)}) misses" in words
            if isinstance(event, Fire) and event.state == GONE:
                assert re.search(rf"splashes \w+ \({plane_name(event.plane)}\)", words)
    assert strikes


def test_rolls_and_two_plans_are_told_in_one_sentence():
    game = new_game(seed=1, campaign="mini")
    for _ in range(13):
        game.roll()
    words = turning_point_words(game.events, *events_between(game.events, 0, 10), TABLES)
    assert words.startswith("Length of the campaign: 7 fighting days; Crew value, captain: value ")
    assert words.endswith("; and 6 more events")
    begun = events_between(game.events, 10, 13)
    for change in (0, 0.1, -0.1):
        words = turning_point_words(game.events, *begun, TABLES, change)
        assert words == (
            "Picket station: Station 7; Fighter direction team: Team assigned; Surface fire "
            "support: 2 SFS markers"
        )
    all_rolls = events_between(game.events, 0, 13)
    assert turning_point_words(game.events, *all_rolls, TABLES, -0.1) == NO_CAUSE
    given = {"5in-1": 0, "5in-2": 0, "40mm-A": 1}
    better = {"5in-1": 0, "5in-2": 1, "AFS carrier 1": 1}
    assert plan_words(given, better) == "plane 1: 5in-2; plane 2: 40mm-A; no target: carr 1"
    assert plan_words(better, given) == "plane 2: 5in-2  carr 1; no target: 40mm-A"
    assert plan_words({}, given) == "hold fire"
    swapped = {"AFS carrier 1": 0, "AFS carrier 2": 1, "5in-1": 0}
    other = {"AFS carrier 2": 0, "AFS carrier 3": 1, "5in-1": 1}
    assert plan_words(swapped, other) == "plane 1: 5in-1", "the fighters are alike"


def test_a_cause_has_the_sign_of_the_change_and_is_no_bookkeeping():
    """A rise by what was put out, a fall by what was lost; never by fuel or morale."""
    out = Control(section="aft", job="deck fire aft", men=2, success=True, markers=0)
    fuel, hull = (
        Loss(track=track, points=1, left=left) for track, left in (("fuel", 7), ("hull", 3))
    )
    better = Loss(track="morale", points=-2, left=3)
    events = [out, fuel, hull, better]
    told = [turning_point_words(events, 0, 4, TABLES, change=change) for change in (0.2, -0.2)]
    assert told == ["Deck fire aft: 2 men succeed", "Hull 4 to 3"]
    supplies = [out, fuel, better]
    told = [turning_point_words(supplies, 1, 3, TABLES, change=change) for change in (0.2, -0.2)]
    assert told == [NO_CAUSE, NO_CAUSE]


def test_a_swing_against_all_that_happened_says_so():
    """A roll for hull points that cost few of them; a shot that the wave outweighed."""
    hull = Loss(track="hull", points=1, left=1)
    out = Control(section="aft", job="deck fire aft", men=2, success=True, markers=0)
    told = [
        turning_point_words([event], 0, 1, TABLES, change=change)
        for event, change in ((hull, 0.2), (out, -0.2))
    ]
    assert told == [
        "It could have been worse: hull 2 to 1",
        "It could have been better: Deck fire aft: 2 men succeed",
    ]


def test_a_ship_that_a_roll_could_have_sunk_stays_afloat():
    """That explains a rise before any damage; a fall is explained by the damage."""
    sink = next(
        roll
        for seed in range(1, 20)
        for roll in of_kind(played("random", seed=seed, scenario=2).events, Roll)
        if roll.result is not None and roll.result.fields.get("sinks") is False
    )
    hull = Loss(track="hull", points=2, left=0)
    told = [turning_point_words([hull, sink], 0, 2, TABLES, change) for change in (0.2, -0.2)]
    assert told == ["The ship stays afloat", "Hull 2 to 0"]


@pytest.mark.slow
def test_no_swing_of_a_whole_game_has_only_a_cause_against_it():
    """Over every part of 24 games, as a rise and as a fall: the words are of its direction, or they
    say that it could have been worse or better.
    """
    checked = 0
    for seed, chosen in itertools.product(
        range(1, 7),
        (
            {"scenario": 2},
            {"scenario": 3, "level": "advanced"},
            {"scenario": 5},
            {"campaign": "mini"},
        ),
    ):
        game = played("greedy" if seed % 2 else "random", seed=seed, **chosen)
        starts = starts_of(paths_of(game), EVENT_GROUP, 0, len(game.answers))
        for (first, last), change in itertools.product(itertools.pairwise(starts), (0.2, -0.2)):
            part = events_between(game.events, first, last)
            words = turning_point_words(game.events, *part, TABLES, change)
            good = {
                direction: {
                    deed.words.lower()
                    for deed in turning_points._deeds(game.events, *part, TABLES)
                    if deed.is_good is direction
                }
                for direction in (True, False)
            }
            fitting, against = good[change > 0], good[change < 0]
            told = set(words.lower().split("; "))
            is_said = words.startswith((COULD_BE_WORSE, COULD_BE_BETTER))
            assert is_said or not told & (against - fitting), (words, change)
            checked += bool(told & fitting)
    assert checked > 500


def test_a_cause_is_a_shot_or_the_only_thing_that_happened():
    planes = [
        {"plane": number, "type": name, "bearing": 0, "altitude": "L", "weapon": ""}
        for number, name in enumerate(("Judy", "Val"))
    ]
    shots = [
        WaveBegun(1, planes),
        Fire(0, "5in-1", 1, GONE, UNDAMAGED),
        Fire(1, "5in-1", 0, UNDAMAGED, UNDAMAGED),
    ]
    told = [turning_point_words(shots, 1, 3, TABLES, change=change) for change in (0.2, -0.2)]
    assert told == ["5-inch mount 1 splashes Judy (plane 1)", "No shot stops Val (plane 2)"]
    assert waves_words(shots) == "2 planes came, 1 was splashed, and the ship took no hits"
    crashed = played("random", seed=5, scenario=1)
    first = next(
        index
        for index, event in enumerate(crashed.events)
        if isinstance(event, Strike) and event.outcome == "hit"
    )
    rose = turning_point_words(crashed.events, first, first + 1, TABLES, change=0.2)
    assert " crashes into the ship" in rose, "the only thing that happened"


def test_a_rise_over_several_phases_or_waves_is_explained_by_what_did_not_happen():
    """No raid for two days; waves without a hit and with one; a fall is explained by what went
    wrong.
    """
    game = played("greedy", seed=6, scenario=3)
    raid = next(event for event in of_kind(game.events, Roll) if event.purpose is terms.RAID)
    days = [msgspec.structs.replace(raid, phase=f"1945-04-0{day}/morning") for day in (5, 6)]
    assert turning_point_words(days, 0, 2, TABLES, change=0.3) == "No attack"
    fuel, hull = (Loss(track=track, points=1, left=3) for track in ("fuel", "hull"))
    for nobody, told in (
        (Note("The rain keeps them away", terms.RemarkTopic.NOBODY_COMES), "No attack"),
        (Raid(planes=0, kikusui=False, table="8-1"), "Raid: no planes"),
    ):
        assert turning_point_words([nobody, fuel], 0, 2, TABLES, change=0.1) == told
        assert turning_point_words([nobody, hull], 0, 2, TABLES, change=-0.1) == "Hull 4 to 3", (
            "no reason for a fall"
        )
    check_rise_over_waves(game, days)


def check_rise_over_waves(game, days):
    waves = of_kind(game.events, WaveBegun)
    assert len(waves) > 1
    met = f"{sum(len(wave.planes) for wave in waves)} planes came"
    rise = turning_point_words(game.events, 0, len(game.events), TABLES, change=0.3)
    assert re.fullmatch(rf"{met}, \d+ (was|were) splashed, and the ship took \d+ hits?", rise)
    struck = turning_point_words(game.events, 0, len(game.events), TABLES, change=-0.3)
    assert " planes came" not in struck
    first, second = (game.events.index(wave) for wave in waves[:2])
    rest = turning_point_words(game.events, first + 1, second, TABLES, change=0.3)
    assert " planes came" not in rest, "only whole waves are counted"
    assert time_words(game.events, first, second) == "Apr 12, morning, wave 1 to wave 2"
    assert time_words(days, 0, 1) == "Apr 5, morning to Apr 6, morning"
    assert time_words(days, 0, 0) == "Apr 5, morning"


def test_luck_and_orders_are_rounded_and_add_up_to_the_change_in_whole_points():
    assert [points_words(points) for points in (27, -3, 0)] == ["+27", "-3", "0"]
    assert points_between(0.1452, 0.1248) == -3, "15% to 12% is no -2"
    for chances, split in table_of("""
        (0.154, 0.0, -0.024, 0.0866, 0.03) | ((-13, False), (-2, True))
        # Both orders had the same dice.
        (0.154, 0.0, -0.024, 0.0866, 0.02) | ((-13, False), (-2, False))
        # No order against doctrine is sure.
        (0.154, 0.064, 0.0, 0.0866, 0.0)   | ((-9, True), (0, False))
        (0.154, 0.054, 0.0, 0.0866, 0.0)   | ((-10, False), (0, False))
        # Luck has both errors.
        (0.6, 0.6, 0.1, 0.0866, 0.06)      | ((-10, True), (10, False))
        (0.0, 0.95, 0.9, 0.0, 0.0)         | ((5, False), (90, False))
        (0.6, 0.0, -0.1, 0.0, 0.0)         | ((-50, False), (-10, False))
        (0.6, 0.6, 0.0, 0.0, 0.0)          | ((0, False), (0, False))
        """):
        assert luck_and_orders(*chances) == split
    assert chance_name(new_game(scenario=1).state.setup) == "holding the station"
    assert chance_name(new_game(campaign="mini").state.setup) == "winning"


def test_a_ship_that_leaves_says_when_she_is_due_back():
    leave = Leave(phase="1945-04-08/midday", reason="dead in the water", until="1945-04-12")
    words = "Ship leaves her station: she lay dead in the water"
    for change in (0, 0.1, -0.1):
        assert turning_point_words([leave], 0, 1, TABLES, change) == f"{words}; due back Apr 12"
    leave.until = ""
    assert turning_point_words([leave], 0, 1, TABLES) == words


def test_a_rule_of_thumb_has_a_reason_and_no_figure():
    said = {order: by_doctrine_words(MANEUVER, order) for order in ("yes", "no")}
    assert said == {
        "yes": "By rule of thumb: maneuver. A maneuver is worth what it costs.",
        "no": "By rule of thumb: hold your course. A maneuver is not worth what it costs.",
    }
