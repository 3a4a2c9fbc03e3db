"""The lesson played with its fixed dice: the game matches each page."""

from __future__ import annotations

import copy
import datetime
import re
from functools import lru_cache
from typing import Any

import msgspec

from picket_duty.captains.random_captain import RandomCaptain
from picket_duty.events import Damage, PhaseBegun, Strike
from picket_duty.odds.aims import AimPlans
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, Choice, Request, Roll
from picket_duty.rules import control
from picket_duty.rules.play import Play
from picket_duty.state import POSTS
from picket_duty.tui.screens.tutorial import lesson_game, load_script
from tests.games import TABLES, of_kind, step
from tests.rules.script import reasons
from tests.text_table import table_of

SCRIPT = load_script()
MOUNTS = {mount.id for mount in TABLES.ships["fletcher"].mounts}
#: What pages say that the tests below check.
QUOTED = dict(
    table_of("""
    Your ship          | ('June 7, 1945, picket station 1', 'You command the destroyer Anthony')
    The sky            | ('only the midday one',)
    The plot           | ('Five planes are coming in two waves: three now and two later',)
    Emergency maneuver | ('gets -1 on its dive',)
    The fire plan      | ('If you ordered the maneuver, it succeeded', 'press a number to choose an aim')
    Hit aft            | ('It came from bearing 135, so it struck the after section. Roll two dice',)
    Damage control     | ('two planes are still to come',)
    Assigning the men  | ('[0] to [3] set the number',)
    Your own command   | ('The second wave has two planes',)
    """)
)


class Page(msgspec.Struct):
    """A page of the lesson: its text, its request, the state at that request, and what happened
    until the next page.
    """

    title: str
    text: str
    request: Request | None
    state: Any
    rolls: list[Roll] = []
    choices: list[Choice] = []
    events: list[Any] = []

    @property
    def tables(self):
        return [roll.table for roll in self.rolls]


def orders(choice):
    """Plain orders: maneuver, no emergency, no flooding; three men to the first job, one to the
    next.

    Support fires at the last plane, each mount at the first that it bears on.
    """
    if choice.kind == ASSIGN:
        return {slot: planes[0 if slot in MOUNTS else -1] for slot, planes in choice.slots.items()}
    if choice.kind == MEN_TO_JOBS:
        return dict(zip(choice.jobs, (choice.most, 1), strict=False))
    wanted = "yes" if choice.about == "emergency maneuver" else "no"
    return next(value for value in (wanted, control.NO_FLOODING) if value in choice.legal())


@lru_cache(maxsize=1)
def walked():
    """The lesson's game played to its end with plain orders, by page."""
    game = lesson_game(SCRIPT, TABLES)
    waiting = list(SCRIPT.lessons)
    pages = []
    while True:
        for place, lesson in enumerate(waiting):
            if lesson.fits(game.request):
                state = copy.deepcopy(game.state)
                pages.append(Page(lesson.title, " ".join(lesson.text.split()), game.request, state))
                del waiting[: place + 1]
                break
        request = game.request
        events = len(game.events)
        if request is None:
            break
        if isinstance(request, Roll):
            pages[-1].rolls.append(game.roll())
        else:
            pages[-1].choices.append(request)
            game.answer(orders(request))
        pages[-1].events += game.events[events:]
    return {page.title: page for page in pages}


def test_every_page_is_served_in_order_and_says_what_is_checked():
    assert list(walked()) == [lesson.title for lesson in SCRIPT.lessons]
    for title, quotes in QUOTED.items():
        assert all(quote in walked()[title].text for quote in quotes), title


def test_the_pages_before_the_battle_match_the_rules():
    """The ship and her crew; the weather, the fighters and the attack, its column the sum as
    written; the plot.
    """
    page = walked()["Your ship"]
    state = walked()["Your ship"].state
    assert state.date == datetime.date(1945, 6, 7)
    assert (state.setup.station, state.ship.name) == (1, "USS Anthony")
    assert (page.request.table, page.request.actor) == ("V-1", POSTS[0])
    drawn = [(roll.table, roll.actor) for roll in page.rolls[: len(POSTS)]]
    assert drawn == [("V-1", post) for post in POSTS]
    assert page.tables[len(POSTS) :] == ["3-1", "4-1"]
    assert [event.name for event in of_kind(page.events, PhaseBegun)] == ["midday"]


def test_the_sky_and_the_plot_match_the_rules():
    page = walked()["The sky"]
    roll = page.rolls[6]
    assert page.tables == [
        "6-1",
        "7-1",
        "V-1",
        "7-2",
        "V-1",
        "7-2",
        "8-1",
        f"8-1{roll.result['result']}",
    ]
    markers = [roll.result["markers"] for roll in page.rolls if roll.table == "7-2"]
    assert len(walked()["The plot"].state.air.markers) == sum(markers)
    shifts = reasons(roll.column_modifiers)
    assert roll.column == f"{sum(shifts.values()):+d}"
    assert [any(word in why for why in shifts) for word in ("radars", "fighter", "SFS")] == [
        True
    ] * 3
    assert all(modifier.rule for modifier in roll.column_modifiers)
    page = walked()["The plot"]
    air = page.state.air
    assert (len(air.planes), [len(wave) for wave in air.waves]) == (3, [2])
    assert [plane.bearing for plane in air.planes] == [90, 135, 180]
    assert page.tables == ["A-1"] * 3


def test_emergency_maneuver():
    """Yes is the first option, and a success is -1 on every dive of the wave."""
    page = walked()["Emergency maneuver"]
    assert page.request.options[0].value == "yes"
    assert not re.search(
        r"\d", next(lesson.hint for lesson in SCRIPT.lessons if lesson.title == page.title)
    )
    (roll,) = page.rolls
    assert (roll.table, roll.column, roll.result["successful"]) == ("19", "+1", True)
    dives = [roll for roll in walked()["What got through"].rolls if roll.table == "10"]
    assert [reasons(dive.modifiers) for dive in dives] == [
        {"Successful emergency maneuver": -1}
    ] * len(dives)


def test_the_fire_plan_and_gunnery():
    """Planes 0, 1, 2, of which the third is in the box; all orders before the first shot, each on
    its own chart.
    """
    page = walked()["The fire plan"]
    assert isinstance(page.request, Choice)
    assert [aim.name for aim in AimPlans(Play(page.state, TABLES), page.request).offered()] == [
        "fewest",
        "guard midship",
        "guard aft",
    ]
    assert {plane for planes in page.request.slots.values() for plane in planes} == {0, 1, 2}
    assert [plane.special for plane in page.state.air.planes] == [False, False, True]
    assert {roll.purpose.id for roll in page.rolls} == {"support"}
    page = walked()["Gunnery"]
    assert {roll.purpose.id for roll in page.rolls} == {"gunnery"}
    altitudes = {plane.number: plane.altitude for plane in page.state.air.planes}
    for roll in page.rolls:
        assert roll.table.startswith("9-2/")
        assert roll.faces == (6, 6)
        sprayed = any("Spray" in modifier.why for modifier in roll.modifiers)
        assert roll.column == ("M" if sprayed else altitudes[roll.plane])
        assert sprayed or set(reasons(roll.modifiers).values()) <= {1, -1}
    assert any("director" in modifier.why for roll in page.rolls for modifier in roll.modifiers)
    assert {roll.plane for roll in page.rolls if roll.result["result"] == "destroyed"} == {0}
    assert 0 not in [roll.plane for roll in page.rolls[3:]]


def test_the_pages_on_hits_match_the_rules():
    """The bomb on 12-2, the dive of its plane in the special column, then the others; one hit, on
    the after section.
    """
    page = walked()["What got through"]
    assert (page.request.table, page.request.plane) == ("12-2", 2)
    assert page.request.toward is not None
    rolls = [(roll.table, roll.plane, roll.column) for roll in page.rolls]
    assert rolls == [("12-2", 2, None), ("10", 2, "special"), ("10", 1, "undamaged")]
    page = walked()["Hit aft"]
    struck = page.state.air.planes[page.request.plane]
    assert (struck.bearing, page.request.table, len(page.request.faces)) == (135, "11/aft", 2)
    assert [event.section for event in of_kind(page.events, Strike)] == ["aft"]
    assert page.tables == ["11/aft", "11/aft", "rules 6", "14-1"]
    before = page.state.ship
    after = walked()["Damage control"].state.ship
    room = after.compartments["fuel-aft"]
    assert (room.markers, room.fire, after.deck_fires) == (2, True, {"aft": 2})
    assert room.markers < TABLES.compartments["fuel-aft"].markers
    assert (before.hull - after.hull, before.men["aft"] - after.men["aft"]) == (1, 1)


def test_the_pages_after_the_wave_match_the_game():
    """The declaration, then the flooding of the fuel; up to three men a job, the deck fire first;
    two planes more.
    """
    page = walked()["Damage control"]
    assert [len(wave) for wave in page.state.air.waves] == [2]
    assert [choice.about for choice in page.choices] == [
        "emergency declaration",
        "voluntary flooding",
    ]
    assert [option.value for option in page.choices[1].options] == [control.NO_FLOODING, "fuel-aft"]
    page = walked()["Assigning the men"]
    assert list(page.request.jobs) == ["deck fire aft", "fuel-aft"]
    assert (page.request.most, page.request.men) == (3, page.state.ship.men)
    assert {job.section for job in page.request.jobs.values()} == {"aft"}
    page = walked()["Your own command"]
    assert (len(page.state.air.planes), page.request.wave, page.state.air.waves) == (2, 2, [])
    assert walked()["The end of the battle"].request is None


def test_no_order_skips_a_page_of_the_first_wave():
    """With any orders the bomb falls and the Oscar gets through; only gunnery and repairs may be
    skipped.
    """
    second = [lesson.wave for lesson in SCRIPT.lessons].index(2)
    first = {lesson.title for lesson in SCRIPT.lessons[:second]}
    for seed in range(12):
        game = lesson_game(SCRIPT, TABLES)
        captain = RandomCaptain(seed)
        shown = set()
        while game.request is not None and game.request.wave in (None, 1):
            shown |= {lesson.title for lesson in SCRIPT.lessons if lesson.fits(game.request)}
            step(game, captain.choose)
        assert first - shown <= {"Gunnery", "Putting out the fire"}, seed
        assert any(isinstance(event, Damage) and event.item == "fuel-aft" for event in game.events)
