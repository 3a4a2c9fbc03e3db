"""Headlines, at which autoplay stops, and wave cards."""

from __future__ import annotations

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import HULL
from picket_duty.captains import captain_named
from picket_duty.events import Damage, Fire, Loss, Strike, WaveBegun
from picket_duty.facts import harm_of
from picket_duty.game import Game
from picket_duty.requests import Roll
from picket_duty.text import headlines
from picket_duty.text.cards import card_text
from picket_duty.text.headlines import headlines_since
from picket_duty.text.log import damage_list, log_text
from tests.text.cards import CardWatch, card_of

TABLES = load_tables()
GAMES = [
    *(({"scenario": number, "level": "advanced", "seed": number}, "random") for number in range(1, 9)),
    ({"scenario": 3, "level": "advanced", "seed": 3}, "greedy"),
    ({"campaign": "mini", "level": "advanced", "seed": 4, "options": ("aces", "list-and-trim")}, "random"),
]


def test_headlines_and_cards_agree_with_the_game():
    for setup, captain in GAMES:
        game = Game.new(tables=TABLES, history=False, **setup)
        CardWatch(game, captain_named(captain, setup["seed"])).play(4000)


@pytest.mark.slow
def test_all_kinds_of_headlines_occur():
    kinds = set()
    # Only a long campaign has ships that take over, only scenario 7 the relief roll.
    setups = [{"campaign": "long-a"}, *[{"scenario": 7}] * 5, *[{"campaign": "mini"}] * 50]
    for seed, setup in enumerate(setups):
        game = Game.new(**setup, level="advanced", seed=seed, tables=TABLES, history=False, options=("aces",))
        captain = captain_named("doctrine" if "scenario" in setup else "random", seed)
        kinds |= {headline.kind for headline in CardWatch(game, captain).play().headlines_seen}
        if kinds == set(headlines.KINDS):
            return
    assert kinds == set(headlines.KINDS)


def test_a_new_game_has_no_headline():
    game = Game.new(scenario=6, level="basic", seed=7, tables=TABLES)
    assert headlines_since(game, len(game.events)) == []


# -- the words ----------------------------------------------------------------------------


def wave(*events):
    """The events of the first wave of a phase."""
    planes = [
        {"plane": 0, "type": "Zeke", "bearing": 225, "altitude": "M", "weapon": None},
        {"plane": 1, "type": "Jill", "bearing": None, "altitude": None, "weapon": "torpedo"},
        {"plane": 2, "type": "Val", "bearing": 90, "altitude": "L", "weapon": None},
    ]
    all_events = [WaveBegun(number=1, planes=planes), *events]
    for event in all_events:
        event.phase, event.wave = "1945-05-11/morning", 1
    return all_events


def hit(plane, by, state):
    return Fire(plane=plane, by=by, hits=1, state=state, state_before="undamaged")


def test_the_card_of_a_wave():
    fight = wave(
        hit(0, "5in-1", "shot_down"),
        hit(0, "40mm-B", "destroyed"),
        Strike(plane=1, outcome="miss", section=""),
        Strike(plane=2, outcome="hit", section="midship"),
        Damage(section="midship", item="fire-room-fwd", effect="hit", points=2),
        Damage(section="midship", item="fire-room-fwd", effect="destroyed"),
        Damage(section="midship", item="deck fire", effect="lit", points=2),
        Loss(track="men midship", points=2, left=8),
        Loss(track="hull", points=1, left=5),
        Loss(track="hull", points=2, left=3),
    )
    card = card_of(fight, 2)
    assert card_text(card, TABLES) == [
        "Wave 1 of 2 is over. 3 planes: 1 splashed, 1 crashed amidships, 1 missed the ship",
        "  1 splashed, credited to 5-inch mount 1 (set it afire first)",
        "  Plane 3, Val, crashed amidships: forward fire room destroyed, deck fire level 2, 2 casualties, hull 6 to 3",
    ]


def test_a_track_that_fell_in_two_impacts_is_on_the_last_line():
    """What one impact cost is in the line of the impact alone."""
    near = [
        Strike(plane=0, outcome="near_miss", section=""),
        Loss(track="maneuver", points=2, left=8),
        Loss(track="hull", points=1, left=5),
    ]
    again = [Strike(plane=2, outcome="near_miss", section=""), Loss(track="hull", points=1, left=4)]
    assert card_text(card_of(wave(*near), 1), TABLES)[1:] == [
        "  Near miss by plane 1, Zeke: maneuver 10 to 8, hull 6 to 5"
    ]
    assert card_text(card_of(wave(*near, *again), 1), TABLES)[1:] == [
        "  Near miss by plane 1, Zeke: maneuver 10 to 8, hull 6 to 5",
        "  Near miss by plane 3, Val: hull 5 to 4",
        "Hull 6 to 4",
    ]


def test_the_card_of_a_single_plane():
    for afire, end, said in [
        (False, Strike(plane=0, outcome="miss", section=""), "1 plane missed the ship"),
        (True, Strike(plane=0, outcome="miss", section=""), "1 plane, set afire, missed the ship"),
        (True, Strike(plane=0, outcome="near_miss", section=""), "1 plane, set afire, crashed close aboard"),
        (False, Strike(plane=0, outcome="hit", section="aft"), "1 plane crashed aft"),
        (False, hit(0, "5in-1", "destroyed"), "1 plane splashed"),
    ]:
        shots = [hit(0, "5in-1", "shot_down")] if afire else []
        fight = wave(*shots, end)
        fight[0].planes = fight[0].planes[:1]
        assert card_text(card_of(fight, 1), TABLES)[0] == f"Wave 1 is over. {said}"


def test_mounts_in_the_same_state_are_one_thing():
    struck = [("20mm-E", "destroyed"), ("fire-room-fwd", "hit"), ("20mm-F", "destroyed"), ("20mm-G", "destroyed")]
    struck += [("40mm-E", "destroyed"), ("20mm-D", "damaged"), ("5in-4", "damaged"), ("5in-5", "damaged")]
    harm = harm_of([Damage(section="aft", item=item, effect=effect) for item, effect in struck])
    assert damage_list(harm, TABLES) == [
        "20 mm mounts E, F and G destroyed", "forward fire room afire", "40 mm tub E destroyed",
        "20 mm mount D damaged", "5-inch mounts 4 and 5 damaged",
    ]  # fmt: skip


def test_a_card_says_once_that_the_ship_stays_afloat():
    """Chart 14 is rolled for every loss at hull 0."""
    crash = [Strike(plane=0, outcome="hit", section="aft"), Loss(track="hull", points=1, left=0)]
    roll = Roll(TABLES["14"], HULL)
    roll.resolve((1,) * len(roll.chart.faces))
    assert card_text(card_of(wave(*crash, roll), 1), TABLES)[-1] == "She stays afloat (chart 14)"
    assert card_text(card_of(wave(*crash, roll, roll), 1), TABLES)[-1] == "She stays afloat (chart 14, 2 rolls)"
    assert "afloat" not in "".join(card_text(card_of(wave(*crash, roll), 1, lost=True), TABLES))


def test_the_last_line_compares_hits_with_the_odds():
    card = card_of(wave(hit(0, "AFS carrier 1", "destroyed")), 1)
    card = msgspec.structs.replace(card, expected=0.43)
    assert card_text(card, TABLES) == [
        "Wave 1 is over. 3 planes: 1 splashed, 2 withdrew",
        "  1 splashed, credited to fighters",
        "0.43 hits expected, 0 taken.",
    ]


def test_planes_splashed_and_planes_set_afire_are_credited_apart():
    fires = [hit(0, "5in-1", "destroyed"), hit(1, "AFS land 1", "shot_down"), hit(2, "AFS carrier 1", "shot_down")]
    missed = (Strike(plane=plane, outcome="miss", section="") for plane in (1, 2))
    assert card_text(card_of(wave(*fires, *missed), 1), TABLES) == [
        "Wave 1 is over. 3 planes: 1 splashed, 2 missed the ship (both set afire)",
        "  1 splashed, credited to 5-inch mount 1; 2 set afire by fighters",
    ]


def test_a_plane_set_afire_is_counted_by_its_fate_and_credited():
    struck = wave(hit(2, "5in-1", "shot_down"), Strike(plane=2, outcome="hit", section="aft"))
    assert card_text(card_of(struck, 1), TABLES)[:3] == [
        "Wave 1 is over. 3 planes: 1 crashed aft (set afire), 2 withdrew",
        "  1 set afire by 5-inch mount 1",
        "  Plane 3, Val, crashed aft: no damage",
    ]
    missed = (Strike(plane=plane, outcome="miss", section="") for plane in (0, 2))
    card = card_of(wave(hit(2, "5in-1", "shot_down"), *missed), 1)
    assert card_text(card, TABLES)[0] == "Wave 1 is over. 3 planes: 2 missed the ship (1 set afire), 1 withdrew"


def test_a_weapon_is_counted_separately_from_its_plane():
    torpedo = Strike(plane=1, outcome="special", section="", weapon="torpedo")
    near = Strike(plane=1, outcome="near_miss", section="")
    scratch = Damage(section="", item="", effect="superficial")
    assert card_text(card_of(wave(torpedo, near, scratch), 1), TABLES) == [
        "Wave 1 is over. 3 planes: 1 near miss, 2 withdrew; 1 weapon hit the ship",
        "  Plane 2, Jill's torpedo, hit the ship: no damage",
        "  Near miss by plane 2, Jill: superficial damage",
    ]


def test_the_near_miss_of_a_weapon_is_counted_apart_from_that_of_its_plane():
    torpedo = Strike(plane=1, outcome="special", section="", weapon="torpedo", near=True)
    near = Strike(plane=1, outcome="near_miss", section="")
    assert card_text(card_of(wave(torpedo, near), 1), TABLES) == [
        "Wave 1 is over. 3 planes: 1 near miss, 2 withdrew; 1 torpedo near miss",
        "  Near miss by plane 2, Jill's torpedo: no damage",
        "  Near miss by plane 2, Jill: no damage",
    ]


def test_planes_that_crashed_add_up_over_the_parts_of_the_ship():
    crashes = (Strike(plane=plane, outcome="hit", section=part) for plane, part in enumerate(("aft", "midship", "aft")))
    lines = card_text(card_of(wave(hit(0, "5in-1", "shot_down"), *crashes), 1), TABLES)
    assert lines[0] == "Wave 1 is over. 3 planes: 3 crashed (2 aft, 1 amidships; 1 of them set afire)"
    assert lines[-1] == "No hull points lost in this wave (chart 14-1 for 3 crashes)"


def test_a_card_blames_no_plane_for_a_fire_that_was_out_of_control_before():
    fire = Damage(section="aft", item="deck fire", effect="out of control", again=True)
    struck = wave(Strike(plane=0, outcome="hit", section="aft"), fire, Loss(track="hull", points=1, left=3))
    assert card_text(card_of(struck, 1), TABLES)[1] == "  Plane 1, Zeke, crashed aft: hull 4 to 3"
    assert log_text(fire, TABLES) == "Deck fire aft is still out of control"


def test_damage_in_a_few_words():
    after = [
        Damage(section="aft", item="", effect="superficial"),
        Damage(section="aft", item="deck fire", effect="out of control"),
        Loss(track="sfs", points=1, left=0),
        Loss(track="flood", points=1, left=3),
        Loss(track="maneuver", points=5, left=0),
        Loss(track="men aft", points=1, left=4),
        Damage(section="", item="ship", effect="sunk"),
    ]
    assert damage_list(harm_of(after), TABLES, "forward") == [
        "deck fire aft out of control",
        "a support ship lost",
        "flooding 3",
        "maneuver 5 to 0, dead in the water",
        "1 casualty aft",
        "ship sinks",
    ]
