"""Setups: every valid choice can be saved and read back; every invalid one is refused in one line,
also in a save.
"""

import datetime
import tempfile
from pathlib import Path

import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty import Game, saves, setup
from picket_duty.saves import SaveError
from picket_duty.saves.replay import game_from
from picket_duty.setup import (
    LONGEST_NAME,
    MOST_DAYS,
    STATIONS,
    SetupError,
    SetupOptions,
    check_setup,
    make_setup,
)
from picket_duty.state import POSTS
from tests.games import TABLES

OPTIONS = list(TABLES.options)
LETTERS = st.characters(categories=("L", "N", "P", "S"))
SHIPS = st.sampled_from([*(ship.name for ship in TABLES.names.ships), "heron"])


def mostly(good, bad):
    """Mostly valid values, sometimes an invalid one."""
    return st.integers(0, 19).flatmap(lambda die: bad if die == 13 else good)


#: Names in every script, with unprintable characters, empty or too long.
NAMES = mostly(
    st.text(LETTERS, min_size=1, max_size=LONGEST_NAME) | SHIPS, st.text(max_size=2 * LONGEST_NAME)
)
DATES = mostly(
    st.dates(datetime.date(1945, 3, 24), datetime.date(1945, 6, 25)),
    st.dates(datetime.date(1945, 3, 20), datetime.date(1945, 6, 30)),
)


@st.composite
def choices(draw):
    kind = draw(st.sampled_from(["scenario", "campaign", "patrol"]))
    slugs = [data.slug.upper() for data in TABLES.scenarios.values()]
    what = {
        "scenario": mostly(
            st.integers(1, 8) | st.sampled_from(slugs), st.sampled_from([0, 9, "", "1 anthony"])
        ),
        "campaign": mostly(st.sampled_from(list(TABLES.campaigns)), st.just("short")),
        "patrol": DATES | DATES.map(datetime.date.isoformat),
    }
    return SetupOptions(
        **{kind: draw(what[kind])},
        level=draw(mostly(st.sampled_from(setup.LEVELS), st.just("expert"))),
        seed=draw(st.none() | st.integers()),
        options=tuple(
            draw(mostly(st.sampled_from([(), OPTIONS[:1], OPTIONS[2:]]), st.permutations(OPTIONS)))
        ),
        ship=draw(st.none() | NAMES),
        days=draw(
            mostly(st.sampled_from([1, 5, 94, MOST_DAYS]), st.sampled_from([-1, 0, MOST_DAYS + 1]))
        ),
        station=draw(st.none() | mostly(st.sampled_from(STATIONS), st.sampled_from([0, 17]))),
        start=draw(DATES) if kind == "campaign" and draw(st.integers(0, 3)) == 0 else None,
        dice=draw(st.sampled_from(setup.DICE_MODES)),
        undo=draw(st.sampled_from(setup.UNDO_RULES)),
        officers=draw(st.dictionaries(st.sampled_from(POSTS), NAMES, max_size=2)),
    )


@pytest.mark.slow
@settings(max_examples=150, deadline=None)
@given(choices())
def test_every_setup_that_starts_can_be_read_back(chosen):
    refusal = None
    try:
        game = Game.begin(chosen, TABLES)
    except SetupError as error:
        refusal = str(error)
    if refusal is not None:
        assert len(refusal.splitlines()) == 1
        return
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "a.picket"
        game.save(path)
        game.save_file.close()
        again = saves.resume(path, TABLES)
        again.save_file.close()
    assert again.state.setup == game.state.setup
    assert again.state_hash == game.state_hash
    assert again.request == game.request


def test_a_patrol_of_a_class_has_a_ship_of_that_class():
    fletcher = make_setup(TABLES, SetupOptions(patrol="1945-04-06", seed=1, ship="fletcher"))
    assert fletcher == make_setup(TABLES, SetupOptions(patrol="1945-04-06", seed=1))
    dunlap = make_setup(TABLES, SetupOptions(patrol="1945-04-06", seed=1, ship="dunlap"))
    assert (dunlap.ship, dunlap.hull_number) == ("USS Dunlap", "DD-384")


def test_the_same_setups_are_refused_from_a_save():
    """This program never writes such a setup, but setups read from saves pass the same check."""
    sound = make_setup(TABLES, SetupOptions(patrol="1945-04-06", seed=1))
    check_setup(sound, TABLES)
    for wrong, says in [
        ({"kind": "war"}, "unknown kind 'war'; kinds: scenario, campaign, patrol"),
        ({"name": "1945-04-07"}, "cannot start on 1945-04-06"),
        ({"level": "expert"}, "levels: basic, advanced"),
        (
            {"start": datetime.date(1945, 7, 1), "name": "1945-07-01"},
            "choose a date from 1945-03-24 to 1945-06-25",
        ),
        ({"ship_class": "yamato"}, "unknown ship class 'yamato'; classes: "),
        ({"ship": " "}, "1 to 40 printable characters"),
        ({"ship": "x" * (LONGEST_NAME + 1)}, "1 to 40 printable characters"),
        ({"station": STATIONS[-1] + 1}, "stations: 1 to 16"),
        ({"days": 0}, "the minimum is 1 day"),
        ({"days": MOST_DAYS + 1}, "the maximum is 10000 days"),
        ({"options": ("radar",)}, "unknown option 'radar'; options: "),
        ({"options": ("dunlap-1941",)}, "cannot be used with ship class 'fletcher'"),
        (
            {"kind": "scenario", "name": "1", "options": ("dunlap-1941",)},
            "does not apply to scenario 1",
        ),
        ({"kind": "scenario", "name": "anthony"}, "scenarios: 1, 2, 3"),
        ({"kind": "campaign", "name": "short"}, "campaigns: mini, long-a, long-b"),
        ({"dice": "loaded"}, "dice: computer, own, mine"),
        ({"undo": "never"}, "rules: free, dice"),
        ({"officers": {"cook": "Ed"}}, "posts: captain"),
        ({"officers": {"captain": "\n"}}, "1 to 40 printable characters"),
    ]:
        chosen = msgspec.structs.replace(sound, **wrong)
        with pytest.raises(SetupError) as caught:
            check_setup(chosen, TABLES)
        assert says in str(caught.value)
        with pytest.raises(SaveError) as of_save:
            game_from(TABLES, chosen, None, "a save")
        message = f"setup: {caught.value}"
        if chosen.name == "anthony":
            message = (
                "scenario 'anthony' is not in these tables. Name its file or folder with --tables."
            )
        if chosen.options == ("radar",):
            message = "option 'radar' no longer exists. Start a new game without it."
        assert str(of_save.value) == f"a save: {message}"


def test_one_kind_of_game_is_chosen_and_an_advanced_one_has_its_options():
    for chosen in (
        SetupOptions(),
        SetupOptions(scenario=1, campaign="mini"),
        SetupOptions(campaign="mini", patrol="1945-04-06"),
    ):
        with pytest.raises(SetupError, match="choose a scenario, a campaign or a patrol"):
            make_setup(TABLES, chosen)
    assert not SetupOptions().names_a_game
    assert SetupOptions(scenario=1).names_a_game
    basic, advanced = (
        make_setup(TABLES, SetupOptions(scenario=1, level=level)) for level in setup.LEVELS
    )
    assert basic.options == ()
    assert advanced.options == ("aces", "list-and-trim")
