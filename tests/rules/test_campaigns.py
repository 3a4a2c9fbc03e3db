"""Campaigns and free patrols day by day (charts, campaigns 1 and 2; rules 9, 10)."""

import datetime

import pytest

from picket_duty.events import Leave, NewShip, PhaseBegun
from picket_duty.game import Game
from picket_duty.rules import campaign
from picket_duty.state import DRAW, JAPANESE_WIN, RECORD, US_WIN, Stage
from tests.games import new_game
from tests.text_table import table_of

from .script import begun, drive, start


def at(text):
    """For ``until``: the morning of a day of 1945."""
    return lambda game: begun(game) == (f"1945-{text}", "morning")


def dead(play):
    play.ship.maneuver = 0
    return play


#: Stores last, and the captain never asks for relief.
STAYS = ({"24": 1}, {"relief": "stay"})
DEAD = {"maneuver": 0}
#: A ship that is dead in the water: away for a week, sunk, sent to the rear.
AWAY = {"16": 12, "18": 2}
SINKS = {"16": 2}
REAR = {"16": 12, "18": 12}


def mini(day, fought, length=5):
    """A mini campaign on a day of 1945, after some of its fighting days."""
    play = start(campaign="mini", date=f"1945-{day}")
    play.state.fighting_days = fought
    play.state.fighting_days_wanted = length
    return play


def test_campaign_1_won_afloat_and_on_station_after_its_fighting_days_before_section_8_rules_10():
    for die, days in [(1, 5), (3, 5), (4, 7), (6, 7)]:
        game, done = drive(new_game(campaign="mini", seed=1), {"campaign/1 length": die})
        assert (game.outcome.result, game.state.fighting_days, game.state.fighting_days_wanted) == (
            US_WIN,
            days,
            days,
        )
        assert len({event.date for event in done.told(PhaseBegun)}) == days
        assert done.told(PhaseBegun)[0].date == "1945-03-24"
        assert done.tables().count("23") == days - 1


def test_campaign_1_advanced_days_without_station_are_no_fighting_days():
    game, done = drive(new_game(campaign="mini", level="advanced", seed=1))
    dates = sorted({event.date for event in done.told(PhaseBegun)})
    assert dates == [f"1945-03-{number}" for number in (24, 26, 28, 29, 30)]
    assert game.state.records.calendar["1945-03-25"] == "no duty"


@pytest.mark.parametrize(
    ("day", "fought", "dice", "result", "on_station", "days", "last"),
    [
        ("03-26", 2, AWAY, US_WIN, True, 5, "04-04"),
        ("03-28", 4, AWAY, JAPANESE_WIN, False, 5, "03-28"),
        ("03-24", 0, SINKS, JAPANESE_WIN, False, 1, "03-24"),
        ("03-24", 0, REAR, JAPANESE_WIN, False, 1, "03-24"),
    ],
    ids=["days need not be consecutive", "forced off on the last", "sunk", "returned to rear"],
)
def test_a_ship_that_leaves_a_mini_campaign_rules_10(
    day, fought, dice, result, on_station, days, last
):
    """The day on which she leaves is a fighting day too."""
    game, _ = drive(dead(mini(day, fought)), dice)
    state = game.state
    assert (game.outcome.result, state.on_station, state.fighting_days) == (
        result,
        on_station,
        days,
    )
    assert (state.date.isoformat(), state.records.ships_sunk) == (
        f"1945-{last}",
        int(dice is SINKS),
    )


def test_mini_campaign_unfinished_on_june_25_is_lost_rules_10():
    game, done = drive(mini("06-24", 2))
    assert (game.outcome.result, game.state.fighting_days) == (JAPANESE_WIN, 4)
    assert done.told(PhaseBegun)[-1].date == "1945-06-25"
    assert drive(mini("06-24", 3))[0].outcome.result == US_WIN, "finished"


def test_mini_campaign_absent_on_june_25_is_lost_rules_10():
    game, _ = drive(dead(mini("06-20", 1)), AWAY)
    assert (game.outcome.result, game.state.on_station) == (JAPANESE_WIN, False)
    assert max(game.state.records.calendar) == "1945-06-25"


def test_long_a_is_five_stages_of_five_fighting_days_rules_10():
    game, done = drive(new_game(campaign="long-a", seed=1), *STAYS)
    assert len({event.date for event in done.told(PhaseBegun)}) == game.state.fighting_days == 25
    assert judged(game) == [(True, 5)] * 5
    assert len({stage.ship for stage in game.state.stages}) == 1, (
        "the same ship begins every stage as she is"
    )


def test_only_long_a_has_a_free_start_until_june_1_rules_10():
    """This leaves the 25 fighting days of its stages; the day comes from the table."""
    for day in ["1945-05-01", "1945-06-01"]:
        assert Game.new(campaign="long-a", start=day).state.date.isoformat() == day
    for name, day, words in [
        ("mini", "1945-05-01", "long-a"),
        *(
            ("long-a", day, "1945-03-24 to 1945-06-01")
            for day in ("1945-06-02", "1945-06-25", "1945-07-01")
        ),
    ]:
        with pytest.raises(ValueError, match=words):
            Game.new(campaign=name, start=day)


def in_stage(days=4, date="1945-04-10", stage=1, **more):
    """Long campaign A on a quiet day after some fighting days of a stage; those before it were
    held.
    """
    play = start(campaign="long-a", date=date, **more)
    state = play.state
    state.fighting_days = 5 * (stage - 1) + days
    state.fighting_days_wanted = 5
    for held in state.stages[: stage - 1]:
        held.ship = play.ship.name
        held.days = 5
        held.held = True
    if days:
        state.stages[stage - 1] = Stage(play.ship.name, days)
    return play


def judged(game):
    """The stages that have begun: whether they were held, and their days."""
    return [(stage.held, stage.days) for stage in game.state.stages if stage.ship]


def test_long_a_a_stage_begins_with_its_first_fighting_day_rules_10():
    play = start(campaign="long-a", date="1945-04-10")
    assert campaign.stage_going_on(play.state) is None
    game, _ = drive(play, *STAYS, until=lambda game: game.state.phase == 1)
    assert judged(game) == [(None, 0)]
    assert game.state.stages[0].ship == game.state.ship.name


def test_long_a_a_ship_at_the_anchorage_comes_back_and_continues_her_stage_rules_10():
    play = dead(in_stage(days=1))
    first = play.ship.name
    game, done = drive(play, AWAY | {"24": 1}, {"relief": "stay"}, until=at("04-21"))
    assert [(event.name, event.returning) for event in done.told(NewShip)] == [(first, True)]
    assert (game.state.ship.name, game.state.squadron) == (first, [])
    assert judged(game) == [(True, 5)], "days away pass: April 10, then April 18 to 20"
    assert game.state.records.calendar["1945-04-17"] == "absent"


STAY = {"relief": "stay"}
TYPHOON = {"6-1": 2, "6-2": 1, "6-3": 6, "6-4": 2}
STAGES = [
    ("held afloat and on station", {"aboard": {"fuel": 3}}, {"24": 1}, STAY, [(True, 5)]),
    (
        "section 8 changes nothing",
        {"aboard": {"fuel": 3}},
        {"24": 1, "18-1": 2},
        {"relief": "replenish"},
        [(True, 5)],
    ),
    *(
        ("off station on the fifth day", {"aboard": DEAD}, dice, {}, [(False, 5)])
        for dice in (AWAY, SINKS, REAR)
    ),
    *(
        (
            "returned to the rear by section 8",
            {"days": days, "aboard": {"hull": 3}},
            {"24": 1, "18": 12},
            {"relief": "repair"},
            stages,
        )
        for days, stages in [(3, [(False, 4)]), (4, [(True, 5)])]
    ),
    # A typhoon before the first phase: the day is no fighting day, and between two stages none is
    # lost.
    *(
        ("lost in a typhoon", {"days": days, "stage": 2, "level": "advanced"}, TYPHOON, {}, stages)
        for days, stages in table_of("""
            0 | [(True, 5)]
            3 | [(True, 5), (False, 3)]
            """)
    ),
]


@pytest.mark.parametrize(("rule", "chosen", "dice", "choices", "stages"), STAGES)
def test_long_a_a_stage_is_judged_on_its_fifth_day_or_when_its_ship_is_lost_rules_10(
    rule, chosen, dice, choices, stages
):
    play = in_stage(**chosen)
    game, _ = drive(
        play, {"24": 1, **dice}, choices, until=lambda game: begun(game)[0] > "1945-04-10"
    )
    assert judged(game)[: len(stages)] == stages, rule
    lost = dice in (SINKS, REAR, TYPHOON) or dice.get("18") == 12
    assert (len(game.state.lost), game.state.records.ships_sunk) == (lost, dice in (SINKS, TYPHOON))


def test_long_a_a_stage_is_judged_before_section_8_rules_10():
    game, done = drive(in_stage(), *STAYS, until=lambda game: game.state.step == "turn_end")
    assert (judged(game), "23" in done.tables()) == ([(True, 5)], False)
    assert (campaign.stage_now(game.state), game.state.outcome) == (Stage(), "")


@pytest.mark.parametrize("dice", [SINKS, REAR])
def test_long_a_a_stage_is_lost_at_once_if_she_sinks_or_is_returned_to_the_rear_rules_10(dice):
    play = dead(in_stage(days=1))
    first = play.ship.name
    game, _ = drive(play, dice, *STAYS[1:], until=at("04-11"))
    assert judged(game) == [(False, 2)]
    assert game.state.ship.name != first
    game, _ = drive(game, {"24": 1}, {"relief": "stay"}, until=at("04-12"))
    assert judged(game) == [(False, 2), (None, 1)], "a new ship begins the next stage the next day"
    assert game.state.stages[1].ship == game.state.ship.name


def test_long_a_a_stage_that_is_not_complete_when_june_25_ends_is_lost_rules_10():
    for days, stages in [(2, [(False, 4)]), (3, [(True, 5)])]:
        game, _ = drive(in_stage(days=days, date="1945-06-24"), *STAYS)
        assert (judged(game), game.outcome.result) == (stages, US_WIN)
        assert campaign.stage_result(game.state, 2) is False
        assert [stage["played"] for stage in game.summary()["stages"]] == [
            True,
            False,
            False,
            False,
            False,
        ]


def test_long_a_a_ship_away_when_june_25_ends_loses_her_stage_rules_10():
    game, _ = drive(dead(in_stage(days=2, date="1945-06-20")), AWAY)
    assert (judged(game), game.state.on_station) == ([(False, 3)], False)


def test_long_a_ends_when_its_fifth_stage_is_judged_or_lost_at_once_without_section_8_rules_10():
    for play, dice, last in [
        (in_stage(stage=5), {}, (True, 5)),
        (dead(in_stage(stage=5)), AWAY, (False, 5)),
        *((dead(in_stage(days=1, stage=5)), dice, (False, 2)) for dice in (SINKS, REAR)),
    ]:
        game, done = drive(play, dice)
        assert (judged(game)[4], game.outcome.result, game.state.on_station) == (
            last,
            US_WIN,
            last[0],
        )
        assert not {"23", "24"} & set(done.tables())


def test_long_a_days_without_an_active_station_pass_rules_10():
    game, done = drive(
        new_game(campaign="long-a", level="advanced", seed=1),
        *STAYS,
        until=at("03-31"),
    )
    assert "1945-03-25" not in {event.date for event in done.told(PhaseBegun)}
    assert judged(game) == [(True, 5)]


def test_long_a_reports_five_stages_and_how_many_were_held_rules_10():
    summary = new_game(campaign="long-a", seed=1).summary()
    assert summary["stages"] == [{"held": False, "played": False, "ships": [], "days": 0}] * 5
    assert (summary["fighting_days"], summary["stages_held"]) == (0, 0)
    game, _ = drive(dead(in_stage(days=1, stage=2)), SINKS, until=at("04-11"))
    summary = game.summary()
    ship = game.state.lost[0].name
    assert summary["stages"][0] == {"held": True, "played": True, "ships": [ship], "days": 5}
    assert summary["stages"][1] == {"held": False, "played": True, "ships": [ship], "days": 2}
    assert (summary["stages_held"], summary["fighting_days"]) == (1, 7)


def test_other_games_have_no_stages_rules_10():
    for chosen in (
        {"campaign": "mini"},
        {"campaign": "long-b"},
        {"scenario": 1},
        {"patrol": "1945-04-06"},
    ):
        game = new_game(seed=1, **chosen)
        assert (campaign.stage_at_stake(game.state), campaign.stages_begun(game.state)) == (0, 0)
        assert "stages" not in game.summary()
        assert ("fighting_days" in game.summary()) == ("campaign" in chosen)
    game, _ = drive(new_game(campaign="mini", seed=1), *STAYS)
    assert game.summary()["fighting_days"] == game.state.fighting_days > 0


@pytest.mark.parametrize("name", ["long-a", "long-b"])
@pytest.mark.parametrize("dice", [SINKS, REAR])
def test_long_campaigns_continue_with_a_new_ship_the_next_day_rules_9(name, dice):
    play = dead(start(campaign=name, date="1945-04-10"))
    play.state.fighting_days_wanted = 5 if name == "long-a" else 0
    first = play.ship.name
    game, done = drive(play, dice, until=at("04-11"))
    assert game.state.ship.name != first
    assert [ship.name for ship in game.state.lost] == [first]
    assert [event.returning for event in done.told(NewShip)] == [False]
    assert done.tables()[-12:] == ["V-1"] * 9 + ["1-1", "3-1", "4-1"]
    ship = game.state.ship
    assert (ship.hull, ship.maneuver, ship.fuel, ship.ammunition, ship.morale) == (6, 10, 10, 10, 0)
    assert game.state.records.ships_sunk == int(dice["16"] == 2)


def test_campaign_2_goes_by_the_ships_sunk():
    """A ship lost on the last day or in the last stage counts, one sent to the rear does not."""
    last = {"campaign": "long-b", "date": "1945-06-25"}
    for play, before, dice, sunk, result in [
        *(
            (start(**last | {"campaign": name}), sunk, {}, sunk, result)
            for name in ("long-a", "long-b")
            for sunk, result in [(0, US_WIN), (7, US_WIN), (8, DRAW), (9, JAPANESE_WIN)]
        ),
        *(
            (dead(start(**last)), sunk - 1, SINKS, sunk, result)
            for sunk, result in [(7, US_WIN), (8, DRAW), (9, JAPANESE_WIN)]
        ),
        (dead(in_stage(stage=5)), 7, SINKS, 8, DRAW),
        (dead(start(**last)), 7, REAR, 7, US_WIN),
    ]:
        play.state.records.ships_sunk = before
        play.state.fighting_days_wanted = 5 if play.state.setup.name == "long-a" else 0
        game, _ = drive(play, dice)
        assert (game.outcome.result, game.state.records.ships_sunk) == (result, sunk)


def test_long_b_is_played_every_day():
    play = new_game(campaign="long-b", seed=1)
    game, done = drive(play, {"18-1": 12}, {"relief": "replenish"}, most=50000)
    dates = sorted({event.date for event in done.told(PhaseBegun)})
    assert len(dates) == 94
    assert (dates[0], dates[-1]) == ("1945-03-24", "1945-06-25")
    assert game.outcome.result == US_WIN


def test_long_b_another_takes_station_the_next_day_rules_10():
    play = dead(start(campaign="long-b", date="1945-04-10"))
    first = play.ship.name
    game, _ = drive(play, AWAY, until=at("04-11"))
    assert game.state.ship.name != first
    assert [(ship.name, ship.back) for ship in game.state.squadron] == [
        (first, datetime.date(1945, 4, 18))
    ]


def squadron(*ready):
    """A relieve step with ships of the squadron back on given days."""
    play = start(campaign="long-b", date="1945-05-10", step="relieve", now={"new_station": True})
    for number, back in enumerate(ready):
        other = start(campaign="long-b", crew={"captain": number + 1}).ship
        other.name = f"USS {number}"
        other.back = datetime.date.fromisoformat(f"1945-{back}")
        other.away = "repair"
        other.hull = 2
        other.morale = number
        play.state.squadron.append(other)
    return play


def waiting(game):
    return [ship.name for ship in game.state.squadron]


def test_in_long_b_the_ship_that_is_ready_relieves_one_not_yet_back_does_not_rules_10():
    game, done = drive(squadron("05-11"), until=at("05-10"))
    assert ([event.returning for event in done.told(NewShip)], waiting(game)) == (
        [False],
        ["USS 0"],
    )
    game, done = drive(squadron("05-10", "05-11"), until=at("05-10"))
    ship = game.state.ship
    assert (ship.name, ship.hull, ship.back, ship.away) == ("USS 0", 6, None, "")
    assert ([event.returning for event in done.told(NewShip)], waiting(game)) == ([True], ["USS 1"])
    assert "V-1" not in done.tables()


def test_in_long_b_a_ship_that_is_ready_waits_while_another_is_on_duty_rules_10():
    play = start(campaign="long-b", date="1945-05-10", step="turn_end", phase=2)
    play.state.squadron = squadron("05-01").state.squadron
    first = play.ship
    game, done = drive(play, until=at("05-11"))
    assert (game.state.ship is first, done.told(NewShip)) == (True, [])
    assert waiting(game) == ["USS 0"]


def test_in_long_b_a_ship_lost_for_good_is_replaced_by_a_new_one_chart_18_note_b_rules_9():
    for dice in [SINKS, REAR]:
        play = dead(squadron("05-01"))
        play.state.step = "phase"
        first = play.ship.name
        game, done = drive(play, dice, until=at("05-11"))
        assert game.state.ship.name not in (first, "USS 0")
        assert [event.returning for event in done.told(NewShip)] == [False]
        assert waiting(game) == ["USS 0"]


def test_long_b_the_player_chooses_among_several_each_keeps_her_crew_rules_10():
    game, done = drive(
        squadron("05-10", "05-09", "05-01"), {}, {"relieving ship": "USS 2"}, until=at("05-10")
    )
    assert done.choice("relieving ship").legal() == ["USS 0", "USS 1", "USS 2"]
    ship = game.state.ship
    assert (ship.name, ship.crew["captain"].value, ship.morale) == ("USS 2", 3, 2)
    assert waiting(game) == ["USS 0", "USS 1"]


def test_in_long_b_replenishment_also_brings_a_relieving_ship_rules_10():
    play = start(
        campaign="long-b",
        date="1945-04-10",
        step="turn_end",
        phase=2,
        aboard={"fuel": 2, "hull": 4},
    )
    first = play.ship
    game, _ = drive(play, {"18-1": 2}, {"relief": "replenish"}, until=at("04-11"))
    assert game.state.ship is not first
    (away,) = game.state.squadron
    assert (away.name, away.back.isoformat(), away.hull) == (first.name, "1945-04-12", 4)


def test_new_ships_have_unique_names():
    play = start(campaign="long-b")
    seen = {play.ship.name}
    for _ in range(100):
        play.state.lost.append(play.ship)
        play.state.ship = campaign.next_ship(play)
        assert play.ship.name not in seen
        seen.add(play.ship.name)


def test_free_patrol_has_no_victory_only_a_record_rules_10():
    for days in [1, 3]:
        game, _done = drive(new_game(patrol="1945-05-15", days=days, seed=1))
        assert (game.outcome.result, game.state.records.days) == (RECORD, days)


def test_free_patrol_a_name_that_the_tables_know_sails_that_ship_rules_10():
    for written, name, hull, ship_class in [
        *(
            (written, "USS La Prade", "DE-409", "la-prade")
            for written in ("La Prade", "la-prade", "USS La Prade", "uss laprade")
        ),
        ("DUNLAP", "USS Dunlap", "DD-384", "dunlap"),
        ("cassin-young", "USS Cassin Young", "DD-793", "fletcher"),
        ("obannon", "USS O'Bannon", "DD-450", "fletcher"),
        ("Prade", "Prade", "", "fletcher"),
    ]:
        setup = new_game(patrol="1945-05-15", ship=written, seed=1).state.setup
        assert (setup.ship, setup.hull_number, setup.ship_class) == (name, hull, ship_class)


def test_free_patrol_with_the_options_of_her_class_rules_10():
    ship = new_game(patrol="1945-05-15", ship="Dunlap", options=("dunlap-1941",)).state.ship
    assert not [mount for mount in ship.mounts if mount.startswith("40mm")]
    for other, option in (
        ("La Prade", "dunlap-1941"),
        (None, "dunlap-1941"),
        ("Dunlap", "anthony-full-day"),
    ):
        with pytest.raises(ValueError, match=f"option '{option}' cannot be used with"):
            new_game(patrol="1945-05-15", ship=other, options=(option,))


def test_free_patrol_ends_with_the_campaign_rules_3():
    _game, done = drive(new_game(patrol="1945-06-24", days=9, seed=1))
    assert done.told(PhaseBegun)[-1].date == "1945-06-25"


def test_free_patrol_sunk():
    game, _ = drive(dead(start()), SINKS)
    assert (game.outcome.result, game.outcome.summary["afloat"]) == (RECORD, False)


def test_a_departure_is_reported_with_the_day_of_return():
    _, done = drive(dead(mini("04-28", 0)), AWAY, until=at("05-06"))
    told = [(event.reason, event.until, event.phase) for event in done.told(Leave)]
    assert told == [("dead in the water", "1945-05-06", "1945-04-28/morning")]


def test_sinking_in_a_wave_ends_the_turn_at_once_rules_5_5():
    play = start(campaign="long-b", date="1945-05-15")
    dice = {"8-1": 12, "8-1A": 9, "A-1": 99, "10": 12, "11/aft": (0, 1), "15": 12}
    game, done = drive(play, dice, until=lambda game: begun(game)[1] == "relieve")
    assert done.tables().count("10") == 1
    assert game.state.fighting_days == 1
    assert game.state.records.calendar["1945-05-15"] == "lost"
    assert not {"23", "24"} & set(done.tables())


def test_long_a_the_stage_at_stake_goes_on_or_begins_next_rules_10():
    for days, stage, at_stake, begun_so_far in [(0, 1, 1, 1), (2, 3, 3, 3), (0, 3, 3, 2)]:
        play = in_stage(days=days, stage=stage)
        state = play.state
        assert campaign.days_to_serve(play) == 5 - days, "those of her stage"
        assert (campaign.stage_at_stake(state), campaign.stages_begun(state)) == (
            at_stake,
            begun_so_far,
        )
        assert campaign.stages_held(state) == stage - 1
        if days:
            assert [campaign.stage_result(state, number) for number in (1, 2, 3, 4)] == [
                True,
                True,
                None,
                None,
            ]
    state.outcome = US_WIN
    assert (campaign.stage_at_stake(state), campaign.stage_result(state, 3)) == (2, False)
