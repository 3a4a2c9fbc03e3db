"""What a hit does (charts 11, 11-1, 13, 15, 21-1 and their notes; rules 6)."""

import pytest

from picket_duty.events import Crew, Damage, Loss
from picket_duty.rules import damage, deck_fires, jobs, topside_damage
from picket_duty.state import DAMAGED, DESTROYED, Flood
from tests.games import of_kind
from tests.text_table import cases, table_of

from .script import TABLES, blow, in_wave, plane, run, start

SUPERFICIAL = ["superficial"]
SAFE = {"11/forward:E": 2, "11/aft:D": 2, "11/midship:A": 2}


def cell(play, section, at, dice=None, **more):
    """Carry out one cell of table 11, nothing else of a hit."""
    chart = f"11/{section}"
    row = TABLES[chart].cell(*at)
    struck = blow(chart, more.pop("bearing", 0), more.pop("markers", 2))
    struck.below_waterline = bool(row["below_waterline"])
    return run(play, damage.carry_out(play, row, struck), dice)


def struck(
    state="undamaged",
    dice=None,
    play=None,
    **more,
):
    """A plane hits: the whole of rules 6 for it, superficial damage unless scripted."""
    play = play or start()
    diver = plane(more.get("bearing", 90), "M", state=state, weapon=more.get("weapon", ""))
    in_wave(play, diver)
    section = more.get("section", "midship")
    return play, run(
        play,
        damage.plane_hits(play, diver, section),
        {f"11/{section}": (0, 3), "rules 6:men": 1, **(dice or {})},
    )


def near_miss(at, bearing=0, dice=None, **more):
    play = start(**more)
    (diver,) = in_wave(play, plane(bearing, "L"))
    return run(play, damage.near_miss(play, diver), {"11-1": at, **(dice or {})})


#: Rule or note, cell, ship before, dice in their order, all that changes, effects.
CELLS = [
    # Primary compartments.
    (
        "rules 6: enough markers destroy it, the men stop",
        "forward",
        (5, 2),
        {"cic markers": 1, "cic fire": True, "jobs cic": 3, "jobs radio": 1},
        {},
        {"cic markers": 3, "cic fire": False, "cic destroyed": True, "hull": 5, "jobs cic": None},
        ["hit", DESTROYED],
    ),
    *(
        (
            f"11: {stack} is destroyed as printed",
            "midship",
            at,
            {},
            {},
            {f"{stack} markers": 2, f"{stack} destroyed": True, "hull": 5},
            [DESTROYED],
        )
        for at, stack in [((0, 2), "stack-fwd"), ((9, 4), "stack-fwd"), ((5, 5), "stack-aft")]
    ),
    *(
        (
            f"rules 6: a hit on what is {out} is superficial without notes",
            section,
            at,
            {f"{room} {out}": True},
            {},
            {},
            SUPERFICIAL,
        )
        for out in ("destroyed", "flooded")
        for section, at, room in table_of("""
            forward | (0, 3) | 5in-mgz-1
            midship | (1, 2) | engine-room-fwd
            midship | (0, 2) | stack-fwd
            """)
    ),
    # Mounts.
    *(
        (
            f"rules 6: hit {hits} on a mount",
            "forward",
            at,
            {f"{mount} hits": hits - 1, f"{mount} ace": True},
            dice,
            {f"{mount} hits": hits}
            | ({f"{mount} destroyed": True, f"{mount} ace": False} if hits == 3 else {}),
            [*spared, DESTROYED if hits == 3 else DAMAGED],
        )
        for hits in (1, 2, 3)
        for mount, at, dice, spared in [
            ("5in-1", (6, 3), {"11/forward:B 5in": 1}, []),
            ("40mm-A", (0, 1), {"11/forward:B director": 1, "11/forward:B gun": 1}, SUPERFICIAL),
        ]
    ),
    (
        "rules 2: a hit on a destroyed tub rolls for its director",
        "forward",
        (0, 1),
        {"40mm-A destroyed": True},
        {"11/forward:B director": 6},
        {"40mm-A director": DESTROYED},
        [DESTROYED],
    ),
    (
        "rules 2: a destroyed 5-inch mount",
        "forward",
        (6, 3),
        {"5in-1 destroyed": True},
        {},
        {},
        SUPERFICIAL,
    ),
    *(
        (
            f"rules 6: a hit destroys {mount}",
            section,
            at,
            {},
            {},
            {f"{mount} destroyed": True},
            [DESTROYED],
        )
        for section, at, mount in [("midship", (2, 2), "20mm-A"), ("aft", (3, 1), "20mm-E")]
    ),
    *(
        (
            f"rules 6: another hit on {mount}",
            section,
            at,
            {f"{mount} destroyed": True},
            {},
            {},
            SUPERFICIAL,
        )
        for section, at, mount in [("midship", (2, 2), "20mm-A"), ("aft", (3, 1), "20mm-E")]
    ),
    # Equipment.
    *(
        (
            "11/aft notes E and G: 5 maneuver",
            "aft",
            at,
            {item: before, "maneuver": left + 5},
            {},
            {"maneuver": left} | change,
            effects,
        )
        for at, item in [((1, 2), "port-shaft"), ((5, 6), "stbd-shaft"), ((7, 3), "rudder")]
        for before, left, change, effects in [
            ("working", 5, {item: DAMAGED}, [DAMAGED]),
            (DAMAGED, 0, {}, SUPERFICIAL),
        ]
    ),
    ("11/aft note H", "aft", (0, 4), {}, {}, {"rudder": DESTROYED, "maneuver": 0}, [DESTROYED]),
    *(
        (
            "11/forward note H: Mk 37 and a deck fire",
            "forward",
            (0, 5),
            {},
            {"11/forward:H": die},
            {"deck_fires forward": 2} | ({"mk37": state} if state in (DAMAGED, DESTROYED) else {}),
            ["lit", state],
        )
        for die, state in [
            (1, "superficial"),
            (2, "superficial"),
            (3, DAMAGED),
            (5, DAMAGED),
            (6, DESTROYED),
        ]
    ),
    ("11: radars", "forward", (8, 6), {}, {}, {"sc": DESTROYED, "sg": DESTROYED}, [DESTROYED] * 2),
    ("11: SC radar", "midship", (3, 1), {}, {}, {"sc": DESTROYED}, [DESTROYED]),
    ("11: SG radar", "midship", (6, 3), {}, {}, {"sg": DESTROYED}, [DESTROYED]),
    (
        "rules 2: damage to a damaged item",
        "forward",
        (9, 1),
        {"sc": DAMAGED},
        {"11/forward:F": 1},
        {},
        SUPERFICIAL,
    ),
    ("rules 2: a destroyed item", "forward", (5, 6), {"water-lines": DESTROYED}, {}, {}, []),
    (
        "11: fighter direction team killed",
        "forward",
        (2, 3),
        {"fdt": True},
        {},
        {"fdt": False},
        ["killed"],
    ),
    ("11: no fighter direction team", "forward", (2, 3), {"fdt": False}, {}, {}, SUPERFICIAL),
    ("rules 2: SEC in the basic game", "forward", (3, 5), {}, {}, {}, SUPERFICIAL),
    # Tables 13 and 15.
    (
        "15/2: water lines out",
        "forward",
        (1, 4),
        {},
        {"15": 2},
        {"lines_out": True},
        ["out of order"],
    ),
    ("15/4", "forward", (1, 4), {"sfs": 2}, {"15": 4}, {"sfs": 1}, []),
    ("15/4 without SFS", "forward", (1, 4), {"sfs": 0}, {"15": 4}, {}, SUPERFICIAL),
    *(
        ("15: superficial", "forward", (1, 4), {}, {"15": total}, {}, SUPERFICIAL)
        for total in (6, 9, 10, 11)
    ),
]


#: The same in the advanced game.
ADVANCED = [
    *(
        (
            "rules 6: SEC damaged, destroyed, superficial",
            "forward",
            (3, 5),
            {"secondary": {"forward/Plot Room": hits} if hits else {}},
            {},
            {"forward/Plot Room": hits + 1} if hits < 2 else {},
            [effect],
        )
        for hits, effect in enumerate([DAMAGED, DESTROYED, "superficial"])
    ),
    *(
        (
            "rules 0: the same name in one section is one compartment",
            "forward",
            at,
            {"secondary": {"forward/Trunk": 1}},
            {},
            {"forward/Trunk": 2},
            [DESTROYED],
        )
        for at in [(1, 2), (2, 4)]
    ),
    (
        "rules 0: in two sections it is two",
        "aft",
        (5, 1),
        {"secondary": {"forward/Trunk": 1}},
        {},
        {"aft/Trunk": 1, "floods": [Flood("aft", "", 1, "aft/Trunk")]},
        [DAMAGED],
    ),
    (
        "rules 0: Repair Stores 9-3 lies above the waterline",
        "forward",
        (9, 3),
        {},
        {},
        {"forward/Repair Stores": 1},
        [DAMAGED],
    ),
    (
        "rules 0: Repair Stores 6-1 lies below",
        "forward",
        (6, 1),
        {"secondary": {"forward/Repair Stores": 1}},
        {},
        {"forward/Repair Stores": 2, "floods": [Flood("forward", "", 1, "forward/Repair Stores")]},
        [DESTROYED],
    ),
    *(
        (
            "rules 6: no water in what is destroyed or flooded",
            section,
            at,
            {out: True},
            {},
            {},
            SUPERFICIAL,
        )
        for section, at, out in [
            ("forward", (0, 3), "5in-mgz-1 destroyed"),
            ("aft", (2, 4), "fuel-aft flooded"),
        ]
    ),
]


@pytest.mark.parametrize(
    ("level", "rule", "section", "at", "aboard", "dice", "changed", "effects"),
    [(level, *row) for level, rows in (("basic", CELLS), ("advanced", ADVANCED)) for row in rows],
)
def test_a_cell_of_table_11(level, rule, section, at, aboard, dice, changed, effects):
    done = cell(start(level=level, aboard=aboard), section, at, dice)
    assert (done.tables(), done.changed, done.effects) == (list(dice), changed, effects), rule


def test_every_cell_of_table_11_can_be_carried_out_at_both_levels():
    """No cell asks for an effect, note or thing that the ship does not know."""
    lucky = {"16": 12, "21-1": 12, "14": 12, "15": 6}
    for number in (2, 7, 8):
        for level in ("basic", "advanced"):
            for section in ("forward", "midship", "aft"):
                for at in TABLES[f"11/{section}"].cells:
                    notes = {
                        f"11/{section}:{note}": 3 for note in TABLES[f"11/{section}"].die_charts
                    }
                    assert not cell(
                        start(number, level=level), section, at, {**lucky, **notes}
                    ).sunk


@cases("""
    state     | weapon | markers
    undamaged | ''     | 2
    damaged   | ''     | 1
    shot_down | ''     | 1
    undamaged | bomb   | 2
    damaged   | bomb   | 2
    """)
def test_hit_markers_by_the_plane_and_a_fire_rules_6(state, weapon, markers):
    _, done = struck(state, {"11/forward": (5, 2)}, section="forward", weapon=weapon)
    assert done.changed == {"cic markers": markers, "cic fire": True, "deck_fires forward": 2}
    _, done = struck(state, {"11/midship": (3, 2)}, weapon=weapon)
    assert done.changed == {"stack-fwd markers": 1, "deck_fires midship": 2}, (
        "a stack takes one marker and no fire"
    )


@cases("""
    name            | section | at     | column
    5in-mgz-1       | forward | (0, 3) | magazines
    40mm-mgz-fwd    | forward | (1, 6) | magazines
    20mm-mgz-aft    | aft     | (6, 3) | magazines
    fuel-fwd        | forward | (7, 2) | fuel_rooms
    fuel-aft        | aft     | (2, 4) | fuel_rooms
    fire-room-fwd   | midship | (4, 1) | fire_rooms
    engine-room-aft | midship | (5, 4) | engine_rooms
    """)
def test_an_explosive_compartment_destroyed_rolls_21_1_rules_6(name, section, at, column):
    done = cell(start(aboard={f"{name} markers": 2}), section, at, {**SAFE, "21-1": 5})
    assert (done.rolls[-1].table, done.rolls[-1].column, done.play.ship.hull) == ("21-1", column, 5)
    assert done.play.ship.fuel == (6 if column == "fuel_rooms" else 10)


def test_21_1_explosions():
    for name, total, sunk, changed in [
        *(
            (name, total, total < limit, {})
            for name, limit in [("5in-mgz-1", 4), ("fuel-aft", 5)]
            for total in (3, 4, 5)
        ),
        ("engine-room-fwd", 4, False, {"maneuver": 0}),
        ("fire-room-aft", 4, False, {"maneuver": 0, "gun_bonuses_lost": True}),
    ]:
        play = start()
        done = run(play, damage.explosion(play, name), {"21-1": total})
        assert done.sunk is sunk
        assert sunk or done.changed == changed


BRIDGE = (5, 4)


def test_11_forward_note_c_bridge_destroyed_kills_captain_and_cpo():
    play = start()
    done = cell(
        play, "forward", BRIDGE, {"11/forward:C destroyed": 6, "V-1:captain": 12, "V-1:cpo": 2}
    )
    assert done.tables() == ["11/forward:C destroyed", "V-1", "V-1"]
    assert (play.value_of("captain"), play.value_of("cpo"), play.ship.hull) == (2, -2, 5)
    assert [fallen.post for fallen in play.ship.fallen] == ["captain", "cpo"]


def test_one_hit_that_destroys_the_bridge_kills_a_post_at_most_once_rules_6():
    """By its markers too. Note C kills the captain; the successor is not on the bridge that the
    markers destroy.
    """
    for markers, destroyed, captain in [(1, 1, 1), (1, 1, 6), (0, 6, 1)]:
        play = start(aboard={"bridge markers": markers})
        dice = {
            "11/forward:C destroyed": destroyed,
            "11/forward:C captain": captain,
            "V-1:captain": 12,
        }
        done = cell(play, "forward", BRIDGE, dice)
        assert [event.post for event in done.told(Crew)] == ["captain", "cpo"]
        assert [fallen.post for fallen in play.ship.fallen] == ["captain", "cpo"]
        assert play.value_of("captain") == 2


def test_burnt_out_the_bridge_kills_nobody_and_steering_is_dead_in_the_water_rules_6():
    for name, more in [("bridge", {}), ("steering", {"maneuver": 0, "steering paid": True})]:
        play = start(aboard={f"{name} markers": 2})
        done = run(play, damage.add_markers(play, name, 1, None))
        assert done.changed == {f"{name} markers": 3, f"{name} destroyed": True, "hull": 5, **more}
        assert done.told(Crew) == []


def test_an_engine_room_costs_5_maneuver_each_cell_and_no_more_when_destroyed_rules_6_and_7_2():
    play = start()
    for left in (5, 0):
        cell(play, "midship", (1, 2), markers=1)
        assert play.ship.maneuver == left
    play = start()
    cell(play, "midship", (1, 2), markers=2)
    run(play, damage.add_markers(play, "engine-room-fwd", 2, None), {"21-1": 12})
    assert (play.ship.maneuver, play.ship.compartments["engine-room-fwd"].destroyed) == (5, True)


def test_both_fire_rooms_destroyed_is_dead_in_the_water_rules_6():
    play = start()
    for name, maneuver in [("fire-room-fwd", 10), ("fire-room-aft", 0)]:
        run(play, damage.destroy(play, name, None), {"21-1": 12})
        assert play.ship.maneuver == maneuver


def test_11_all_aft_20_mm_are_e_f_g_rules_2():
    for scenario, lost in ((2, "EFG"), (8, "E")):
        done = cell(start(scenario), "aft", (5, 5))
        assert done.changed == {f"20mm-{letter} destroyed": True for letter in lost}
    assert cell(start(7, level="advanced"), *BELOW["5in-mgz-2"]).changed == {}, (
        "La Prade has no magazine 2"
    )


def test_damage_is_the_worse_of_two_states_rules_2():
    assert topside_damage.worse(DESTROYED, DAMAGED) == DESTROYED
    assert topside_damage.worse(DAMAGED, "ok") == DAMAGED


@cases("""
    side      | bearings
    port      | (225, 270, 315)
    starboard | (45, 90, 135)
    ''        | (0, 180, None)
    """)
def test_below_the_waterline_each_hit_floods_by_the_side_rules_6(side, bearings):
    for bearing in bearings:
        play = start(level="advanced")
        for points in (1, 2):
            done = cell(play, "forward", (0, 2), bearing=bearing)
            assert (play.ship.flood, done.told(Loss)[0].track, done.told(Loss)[0].left) == (
                points,
                "flood",
                points,
            )
        assert play.ship.floods == [Flood("forward", side, 1, "forward/Ice Machine")] * 2


BELOW = dict(
    table_of("""
    5in-mgz-1    | ('forward', (0, 3))
    5in-mgz-2    | ('forward', (6, 5))
    40mm-mgz-fwd | ('forward', (1, 6))
    fuel-fwd     | ('forward', (7, 2))
    5in-mgz-3    | ('aft', (2, 2))
    5in-mgz-4    | ('aft', (3, 6))
    5in-mgz-5    | ('aft', (5, 4))
    40mm-mgz-aft | ('aft', (4, 3))
    20mm-mgz-aft | ('aft', (6, 3))
    fuel-aft     | ('aft', (2, 4))
    """)
)


def test_below_the_waterline_only_these_primary_compartments_rules_6():
    """None midship, where note A is the boiler; none above the line; none at all in the basic
    game.
    """
    for level in ("basic", "advanced"):
        for section in ("forward", "midship", "aft"):
            for at, row in TABLES[f"11/{section}"].cells.items():
                if row.effects[0].do == "hit_compartment":
                    play = start(level=level)
                    cell(
                        play,
                        section,
                        at,
                        {f"11/{section}:{note}": 2 for note in TABLES[f"11/{section}"].die_charts},
                    )
                    wet = level == "advanced" and (section, at) in BELOW.values()
                    assert play.ship.flood == wet, (section, at)


def test_below_the_waterline_markers_fire_flood_then_destruction_rules_6():
    """Flood 10 rolls table 16 before the destruction costs hull and rolls 21-1; a destroyed one
    keeps its water.
    """
    play = start(
        level="advanced", aboard={"5in-mgz-1 markers": 2, "floods": [Flood("aft", "", 9, "x")]}
    )
    done = cell(play, *BELOW["5in-mgz-1"], {**SAFE, "16": 12, "21-1": 12})
    assert done.tables() == ["11/forward:E", "16", "21-1"]
    events = of_kind(done.events, Damage | Loss)
    told = [event.track if isinstance(event, Loss) else event.effect for event in events]
    assert told == ["hit", "flood", DESTROYED, "hull"]
    room = play.ship.compartments["5in-mgz-1"]
    assert (room.destroyed, room.fire, play.ship.hull, play.ship.flood) == (True, False, 5, 10)


def test_trim_and_list_rules_6():
    floods = [
        Flood("aft", "port", 2, "a"),
        Flood("forward", "starboard", 1, "b"),
        Flood("midship", "port", 1, "c"),
    ]
    ship = start(level="advanced", aboard={"floods": floods}).ship
    assert (ship.flood, ship.trim_points, ship.list_points) == (4, 1, -2)


def test_flood_10_rolls_table_16_at_once_and_once_a_phase_and_sends_her_in_rules_6_and_9():
    for before, total, sunk in [(9, 4, True), (9, 5, False), (10, None, False)]:
        play = start(level="advanced", aboard={"floods": [Flood("aft", "", before, "x")]})
        play.state.sank_roll = total is None
        done = cell(play, "forward", (0, 2), {"16": total} if total else {})
        assert (done.tables(), done.sunk, play.state.forced) == (
            ["16"] * bool(total),
            sunk,
            ["flooding"],
        )
        assert play.ship.flood == 10, "the track ends at 10"


def test_every_plane_that_hits_sets_the_deck_on_fire_rules_6():
    """Past level 3 the fire is out of control."""
    for before, dice, level, tables in table_of("""
        0 | {}                     | 2 | ['11/midship', 'rules 6:men']
        0 | {'11/midship': (2, 6)} | 3 | ['11/midship', 'rules 6:men']
        3 | {'16': 5}              | 3 | ['11/midship', '16', 'rules 6:men']
        """):
        play, done = struck(
            play=start(aboard={"deck_fires midship": before} if before else {}), dice=dice
        )
        assert (play.ship.deck_fires, done.tables()) == ({"midship": level}, tables)
        assert play.state.forced == ["deck fire out of control"] * (before == 3)


def test_only_the_hit_that_got_a_deck_fire_out_of_control_says_so():
    play = start(aboard={"deck_fires midship": 3})
    for _ in range(2):
        play, _ = struck(play=play, dice={"16": 5})
    fires = [event for event in of_kind(play.events, Damage) if event.item == "deck fire"]
    assert [(event.effect, event.again) for event in fires] == [
        ("out of control", False),
        ("out of control", True),
    ]
    assert not deck_fires.was_out_of_control(play.events, "aft")
    lit = Damage(section="midship", item="deck fire", effect="lit")
    assert not deck_fires.was_out_of_control([*play.events, lit], "midship"), "a new fire"


def test_idle_men_fall_first_and_no_more_than_are_left_rules_6():
    working = {"cic": 3, "deck fire midship": 3, "engine-room-fwd": 2}
    for present, jobs_before, men, jobs_left in [
        (10, working, 7, working),
        (7, working, 4, working | {"engine-room-fwd": 1}),
        (1, {}, 0, {}),
    ]:
        play = start(aboard={"men midship": present, "jobs": jobs_before.copy()})
        struck(play=play, dice={"rules 6:men": 6})
        assert (play.ship.men["midship"], play.ship.jobs) == (men, jobs_left)


@pytest.mark.parametrize(
    ("cells", "before", "changed"),
    [
        (((1, 1),), {}, {"hull": 5}),
        (((1, 6),), {}, {"maneuver": 9}),
        (((6, 2),), {}, {"maneuver": 5}),
        (((3, 6),), {}, {"fuel": 8}),
        (((1, 2), (1, 3), (2, 1), (4, 1), (4, 6), (6, 5)), {}, {}),
        (((3, 3), (6, 6)), {}, {"sc": DESTROYED, "sg": DESTROYED}),
        (((2, 2), (4, 4)), {"sfs": 2}, {"sfs": 1}),
        (((2, 2), (4, 4)), {"sfs": 1}, {"sfs": 0}),
        (((2, 2), (4, 4)), {"sfs": 0}, {}),
    ],
)
def test_11_1_near_misses_have_the_printed_points_only_rules_6(cells, before, changed):
    for at in cells:
        done = near_miss(at, aboard=before)
        assert (done.tables(), done.changed) == (["11-1"], changed)


def test_11_1_random_result_and_deck_fire_by_the_bearing_rules_6():
    for at in [(2, 3), (2, 6), (6, 4)]:
        assert near_miss(at, dice={"15": 6}).tables() == ["11-1", "15"]
    for bearing, section in [(315, "forward"), (270, "midship"), (180, "aft")]:
        for at in [(3, 2), (5, 6)]:
            assert near_miss(at, bearing).changed == {f"deck_fires {section}": 2}


def random_result(play, total, more=None):
    return cell(play, "forward", (1, 4), {"15": total, **(more or {})})


def test_15_has_no_modifiers_12_sinks_and_water_lines_out_are_not_repaired():
    assert random_result(start(crew={"captain": 2}), 6).roll("15").modifiers == ()
    assert random_result(start(), 12).sunk
    play = start()
    random_result(play, 2)
    assert jobs.open_jobs(play) == {}


def test_13_officer_killed_and_replaced_at_once():
    for total, posts in table_of("""
        2  | ['captain']
        5  | ['repair_two_chief']
        6  | []
        12 | ['xo']
        """):
        play = start()
        done = random_result(play, 5, {"13": total, "V-1": 12})
        assert [(event.post, event.killed, event.value) for event in done.told(Crew)] == [
            (p, True, 2) for p in posts
        ]
        assert [name for name, officer in play.ship.crew.items() if officer.value == 2] == posts
        assert [fallen.post for fallen in play.ship.fallen] == posts


def test_15_8_waits_for_the_end_of_the_turn():
    play = start()
    done = random_result(play, 8)
    assert (play.state.reassigned, done.changed) == (True, {})
