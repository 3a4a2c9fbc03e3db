"""The end of a turn (charts 15/8, 18-1, 23, 24; rules 8)."""

import pytest

from picket_duty.events import Leave, TurnEnd
from picket_duty.rules import anchorage, upkeep
from picket_duty.state import DAMAGED, DESTROYED, Flood
from tests.text_table import table_of

from .script import begun, change, drive, reasons, run, start

DAY = "1945-05-15"


def turn_end(play, dice=None, choices=None):
    """Section 8, up to the next morning's first request or the end."""
    play.state.step = "turn_end"
    play.state.phase = 2
    return drive(
        play, dice, choices, until=lambda game: begun(game)[1] not in ("turn_end", "return", "turn")
    )


@pytest.mark.parametrize(
    ("attacked", "maneuvered", "die", "fuel", "ammunition"),
    [
        *((False, False, die, spaces, 0) for die, spaces in [(1, 0), (2, 1), (5, 1), (6, 2)]),
        *((True, False, die, spaces, spaces) for die, spaces in [(1, 0), (2, 1), (5, 1), (6, 2)]),
        *(
            (True, True, die, fuel, spaces)
            for die, fuel, spaces in [(1, 1, 0), (5, 2, 1), (6, 2, 2)]
        ),
    ],
)
def test_24_fuel_always_ammunition_only_after_an_attack_rules_5_2(
    attacked, maneuvered, die, fuel, ammunition
):
    """A maneuver attempt adds 1 on the fuel die; 7 counts as 6."""
    play = start()
    play.state.attacked_today = attacked
    play.state.maneuvered_today = maneuvered
    done = run(play, upkeep.end_of_turn(play), {"24": die, "23": 3})
    assert (play.ship.fuel, play.ship.ammunition) == (10 - fuel, 10 - ammunition)
    assert [
        (roll.actor, sum(modifier.value for modifier in roll.modifiers)) for roll in done.all("24")
    ] == [
        ("fuel", int(maneuvered)),
        *([("ammunition", 0)] if attacked else []),
    ]


def test_24_an_attempt_counts_in_its_turn_only():
    play = start(step="turn")
    play.state.maneuvered_today = play.state.attacked_today = True
    game, _ = drive(play, until=lambda game: begun(game)[1] == "morning")
    assert not game.state.maneuvered_today
    assert not game.state.attacked_today


def test_23_column_is_xo_and_cpo_rules_8():
    play = start(crew={"xo": 2, "cpo": -1, "captain": 2})
    roll = upkeep.morale_roll(play)
    assert (roll.column, reasons(roll.column_modifiers)) == (
        "+1",
        {"Executive officer": 2, "Chief petty officer": -1},
    )


@pytest.mark.parametrize(
    ("values", "before", "die", "after"),
    [
        *((0, 0, die, morale) for die, morale in [(1, -1), (3, 0), (4, 1), (6, 2)]),
        *(
            (values, 0, die, morale)
            for values, die, morale in table_of("""
                -2 | 1 | -2
                -2 | 4 | 0
                2  | 3 | 1
                2  | 5 | 2
                """)
        ),
        *((0, before, die, after) for before, die, after in [(4, 6, 4), (3, 6, 4), (-4, 1, -4)]),
    ],
)
def test_23_morale_check_and_the_track_ends_at_4_rules_2(values, before, die, after):
    play = start(crew={"xo": values, "cpo": values}, aboard={"morale": before})
    run(play, upkeep.end_of_turn(play), {"24": 1, "23": die})
    assert play.ship.morale == after


def test_23_minus_1_with_a_secondary_compartment_damaged_or_destroyed():
    """Voluntary flooding does not count."""
    for hits in [0, 1, 2]:
        flooded = {"fuel-fwd flooded": True, "floods": [Flood("forward", "", 1, "fuel-fwd")]}
        aboard = {"secondary": {"aft/Trunk": hits}} if hits else flooded
        play = start(level="advanced", aboard=aboard)
        roll = run(play, upkeep.end_of_turn(play), {"24": 1, "23": 1}).roll("23")
        assert reasons(roll.modifiers) == (
            {"A secondary compartment is damaged or destroyed": -1} if hits else {}
        )
        assert (roll.total, play.ship.morale) == (1 - bool(hits), -1)


def test_the_end_of_a_turn_is_reported():
    play = start()
    done = run(play, upkeep.end_of_turn(play), {"24": 6, "23": 6})
    end = done.told(TurnEnd)[0]
    assert (end.date, end.fuel, end.ammunition, end.hull, end.morale) == (DAY, 8, 10, 6, 2)


def test_18_1_fuel_or_ammunition_0_return_for_replenishment_rules_8():
    for total, days in table_of("""
        2  | 1
        3  | 1
        4  | 2
        6  | 3
        9  | 3
        12 | 4
        """):
        for track in ["fuel", "ammunition"]:
            game, done = turn_end(
                start(days=20, aboard={track: 0, "hull": 4, "maneuver": 6}), {"18-1": total}
            )
            ship = game.state.ship
            assert (game.state.date - game.state.setup.start).days == days + 1
            assert (ship.fuel, ship.ammunition, ship.hull, ship.maneuver) == (10, 10, 4, 6)
            assert (done.told(Leave)[0].reason, done.asked()) == (f"out of {track}", [])


DESTROYED_THINGS = {"5in-1 destroyed": True, "cic destroyed": True, "sc": DESTROYED}


@pytest.mark.parametrize(
    ("choices", "aboard"),
    [
        (["stay"], {"fuel": 4, "ammunition": 4, "hull": 4, "maneuver": 6}),
        (["stay", "replenish"], {"fuel": 3}),
        (["stay", "replenish"], {"ammunition": 3}),
        (["stay", "repair"], {"hull": 3}),
        (["stay", "repair"], {"maneuver": 5}),
        (["stay", "repair"], {**DESTROYED_THINGS, "sg": DESTROYED}),
        (["stay"], {**DESTROYED_THINGS, "sg": DAMAGED}),
    ],
)
def test_relief_for_replenishment_or_repair_rules_8(choices, aboard):
    play = start(aboard=aboard)
    assert [option.value for option in upkeep.relief_options(play) if not option.barred] == choices
    assert len(run(play, upkeep.ask_relief(play)).choices) == (len(choices) > 1), (
        "no question where nothing is offered"
    )


def test_things_destroyed_are_mounts_directors_compartments_equipment_secondaries():
    hurt = {"40mm-A director": DESTROYED, "secondary": {"aft/Trunk": 2, "aft/Storeroom 1": 1}}
    assert (
        anchorage.things_destroyed(start(level="advanced", aboard={**DESTROYED_THINGS, **hurt}))
        == 5
    )


def test_relief_is_the_players_choice_and_goes_by_18_1_rules_8():
    for dice, choice, date, fuel in [
        ({}, "stay", "05-16", 2),
        ({"18-1": 5}, "replenish", "05-18", 10),
    ]:
        game, done = turn_end(
            start(days=20, aboard={"fuel": 2, "hull": 5}), dice, {"relief": choice}
        )
        assert done.asked() == ["relief"]
        assert (game.state.date.isoformat(), game.state.ship.fuel) == (f"1945-{date}", fuel)
        assert (game.state.ship.hull, "16" in done.tables()) == (5, False)


def test_voluntary_repair_without_table_16_if_hull_is_2_or_more_rules_9():
    for points, rolls in [(3, 0), (2, 0), (1, 1)]:
        game, done = turn_end(
            start(days=40, aboard={"hull": points}), {"16": 12, "18": 2}, {"relief": "repair"}
        )
        assert done.tables().count("16") == rolls
        assert (game.state.date.isoformat(), game.state.ship.hull) == ("1945-05-23", 6)


def reassigned(play, dice=None, choices=None):
    play.state.reassigned = True
    return turn_end(play, {"1-1": 9, "15:days": 1, **(dice or {})}, choices)


def test_15_8_an_undamaged_ship_gets_a_new_station_without_stores_rules_8():
    game, done = reassigned(start(sfs=0, fdt=False, aboard={"fuel": 7}), {"4-1": 12, "24": 1})
    ship = game.state.ship
    assert (game.state.date.isoformat(), ship.station, ship.fuel, ship.sfs, ship.fdt) == (
        "1945-05-16",
        9,
        7,
        2,
        True,
    )
    assert "15:days" not in done.tables()


def test_15_8_a_damaged_ship_is_away_for_the_rolled_days_and_repaired_as_after_18():
    hurt = {"hull": 5, "fuel": 4, "ammunition": 4, "men aft": 2, "5in-1 destroyed": True}
    for dice, back in [((1, 2), 18), ((3, 4), 19), ((5, 6), 20)]:
        for die in dice:
            game, _ = reassigned(start(days=20, aboard=hurt), {"15:days": die})
            ship = game.state.ship
            assert game.state.date.isoformat() == f"1945-05-{back}"
            assert (ship.hull, ship.fuel, ship.ammunition, ship.men["aft"]) == (6, 10, 10, 13)
            assert (ship.mounts["5in-1"].destroyed, ship.station) == (False, 9)


DAMAGE = {
    "cic markers": 1,
    "deck_fires aft": 1,
    "floods": [Flood("aft", "", 1, "x")],
    "sg": DAMAGED,
    "40mm-E director": DAMAGED,
    "5in-2 hits": 1,
    "secondary": {"aft/Trunk": 1},
    "hull": 5,
    "maneuver": 9,
}


@pytest.mark.parametrize("what", DAMAGE)
def test_15_8_what_counts_as_damaged_rules_8(what):
    play = start(aboard={"fuel": 1, "ammunition": 1, "men aft": 0, "morale": -4})
    assert not anchorage.is_damaged(play), "lost stores and men are not damage"
    change(play, what, DAMAGE[what])
    assert anchorage.is_damaged(play)


def test_15_8_an_undamaged_ship_may_still_ask_for_relief_rules_8():
    game, done = reassigned(
        start(days=20, aboard={"fuel": 3}), {"18-1": 2}, {"relief": "replenish"}
    )
    assert done.asked() == ["relief"]
    assert (game.state.date.isoformat(), game.state.ship.fuel, game.state.ship.station) == (
        "1945-05-17",
        10,
        9,
    )


def test_15_8_is_superseded_by_a_forced_return_rules_8():
    game, done = reassigned(start(days=20, aboard={"fuel": 0, "hull": 5}), {"18-1": 2})
    assert (done.told(Leave)[0].reason, game.state.ship.hull) == ("out of fuel", 5)


def test_15_8_no_effect_and_no_relief_in_a_scenario_rules_8():
    game, done = reassigned(start(7, date="1945-04-04", sfs=1, aboard={"fuel": 2}))
    assert (game.state.ship.station, game.state.ship.sfs) == (1, 1)
    assert "15:days" not in done.tables()
    assert "relief" not in done.asked()
