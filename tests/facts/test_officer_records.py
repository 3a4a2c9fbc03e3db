"""The records of officers, and what counts as harm."""

import itertools
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from picket_duty.book.vocabulary import DamageEffect, Track
from picket_duty.captains import captain_named, play_out
from picket_duty.events import Control, Crew, Damage, Fire, Loss, Note, PhaseBegun, Support
from picket_duty.facts import (
    Fate,
    Killed,
    MenLost,
    Side,
    TrackLoss,
    damage_of,
    facts_of,
    is_damage,
    shooter_side,
)
from picket_duty.requests import ASSIGN, Choice, Roll
from picket_duty.state import CHIEFS, GONE, SHOT_DOWN
from tests.games import TABLES, new_game, of_kind
from tests.saves.games import played


def check(game):
    facts = facts_of(game).whole
    records = facts.officers
    check_gunnery(facts)
    check_maneuvers(game, records)
    check_jobs(game, records)
    check_posts(game, records)
    check_men(game, facts)


def check_gunnery(facts):
    planes = [plane for wave in facts.waves for plane in wave.planes]
    splashed = [shooter_side(plane.shot_down_by) for plane in planes if plane.fate is Fate.SPLASHED]
    assert total(facts.officers, "gunnery_officer", "splashed") == splashed.count(Side.GUNS)


def check_maneuvers(game, records):
    maneuvers = [event for event in of_kind(game.events, Roll) if event.purpose.id == "maneuver"]
    for post in ("captain", "engineering_officer"):
        assert total(records, post, "maneuvers") == len(maneuvers)
        assert total(records, post, "evaded") == sum(
            bool(roll.result["successful"]) for roll in maneuvers
        )


def check_jobs(game, records):
    jobs = [event for event in of_kind(game.events, Control) if event.success]
    for section, chief in CHIEFS.items():
        done = sum(total(records, chief, kind) for kind in ("fires_out", "rooms_saved", "headway"))
        done += sum(len(record.repaired) for record in records if record.post == chief)
        assert done == sum(job.section == section for job in jobs)
        fires = sum(job.job == f"deck fire {section}" for job in jobs)
        assert total(records, chief, "fires_out") == fires


def check_men(game, facts):
    """The men of each ship's repair parties: those lost are missing now, unless they were replaced
    at the anchorage.
    """
    full = sum(TABLES.numbers.men.values())
    returned = {arrival.name for day in facts.days for arrival in day.arrivals if arrival.returning}
    for ship in {
        ship.name: ship for ship in (*game.state.lost, *game.state.squadron, game.state.ship)
    }.values():
        replaced = sum(ship.men.values()) + facts.casualties(ship.name)[1] - full
        assert replaced == 0 or (replaced > 0 and ship.name in returned), (ship.name, replaced)


def check_posts(game, records):
    """Each officer appointed has a record; the killed are those of the ships, each with the next
    one as successor.
    """
    events = of_kind(game.events, Crew)
    assert [(record.post, record.name, record.value) for record in records] == [
        (event.post, event.name, event.value) for event in events
    ]
    ships = {ship.name: ship for ship in (*game.state.lost, *game.state.squadron, game.state.ship)}
    fallen = Counter(
        (name, gone.post, gone.name) for name, ship in ships.items() for gone in ship.fallen
    )
    assert (
        Counter((record.ship, record.post, record.name) for record in records if record.killed)
        == fallen
    )
    for ship in ships.values():
        check_crew(ship, records)
    days = {event.date for event in of_kind(game.events, PhaseBegun) if event.station}
    assert {date for record in records for date in record.dates} == days


def check_crew(ship, records):
    """The last record of a post is that of its officer; each successor is the next record."""
    for post, officer in ship.crew.items():
        line = [record for record in records if (record.ship, record.post) == (ship.name, post)]
        assert (line[-1].name, line[-1].value, line[-1].killed) == (
            officer.name,
            officer.value,
            "",
        )
        for before, after in itertools.pairwise(line):
            assert (before.killed, before.successor) == (after.since, after.name)


def total(records, post, count):
    """The sum of a count over everyone who held a post; nobody in another post has a record of that
    kind.
    """
    return sum(getattr(record, count) for record in records if record.post == post)


@settings(max_examples=6, deadline=None)
@given(
    seed=st.integers(0, 10_000),
    number=st.integers(1, 8),
    captain=st.sampled_from(("random", "greedy")),
)
def test_records_of_scenarios_agree_with_the_events(seed, number, captain):
    check(played(captain, scenario=number, level="advanced", seed=seed))


@pytest.mark.slow
@pytest.mark.parametrize("campaign", ["mini", "long-a", "long-b"])
@pytest.mark.parametrize("seed", [3, 4, 10])
def test_records_of_campaigns_agree_with_the_events(campaign, seed):
    check(played("doctrine", campaign=campaign, level="advanced", seed=seed))


def test_a_gunnery_officer_counts_the_planes_credited_to_the_guns():
    """A plane is credited to the first that set it afire or splashed it."""
    for first, last, credited in [(Support, Fire, 0), (Fire, Support, 1)]:
        game = new_game(scenario=3, seed=5)
        captain = captain_named("doctrine", 3)
        play_out(
            game,
            captain,
            lambda game: isinstance(game.request, Choice) and game.request.kind == ASSIGN,
        )
        slots = {Fire: "5in-1", Support: "AFS land 1"}
        where = {"phase": game.state.label, "wave": game.state.air.wave}
        for kind, state in ((first, SHOT_DOWN), (last, GONE)):
            game.play.events.append(kind(**where, plane=0, by=slots[kind], hits=3, state=state))
        assert total(facts_of(game).whole.officers, "gunnery_officer", "splashed") == credited


CAPTAIN = Crew(post="captain", killed=True, value=1, name="Baker")


def test_is_harm():
    for event, expected in [
        (Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED), True),
        (Damage(section="aft", item="sc", effect=DamageEffect.SUPERFICIAL), False),
        (Damage(section="aft", item="deck fire", effect=DamageEffect.LIT, points=2), True),
        (Damage(section="aft", item="deck fire", effect=DamageEffect.GROWS, points=3), False),
        (Loss(track=Track.HULL, points=1, left=5), True),
        (Loss(track=Track.HULL, points=0, left=0), False),
        (Loss(track=Track.MEN_AFT, points=1, left=5), True),
        (Loss(track=Track.SFS, points=1, left=0), True),
        (Loss(track=Track.FLOOD, points=1, left=1), True),
        (Loss(track=Track.COUNTERFLOODING, points=1, left=1), False),
        (Loss(track=Track.FUEL, points=1, left=1), False),
        (Loss(track=Track.MORALE, points=1, left=-1), False),
        (Killed("captain", "Able", "Baker", CAPTAIN), True),
        (Note(text="Superficial"), False),
    ]:
        assert is_damage(event) is expected


def test_harm_counts_each_item_once():
    """The last state of each item, the men by section, and a track from its first to its last
    value.
    """
    damage = damage_of(
        [
            Damage(section="aft", item="sc", effect=DamageEffect.DAMAGED),
            Loss(track=Track.MEN_AFT, points=1, left=9),
            Loss(track=Track.HULL, points=1, left=5),
            Damage(section="aft", item="sc", effect=DamageEffect.DESTROYED),
            Loss(track=Track.MEN_AFT, points=2, left=7),
            Loss(track=Track.HULL, points=2, left=3),
            Killed("captain", "", "Baker", CAPTAIN),
        ]
    )
    sc, men, hull, captain = damage.entries
    assert sc.effect is DamageEffect.DESTROYED
    assert men == MenLost("aft", 3)
    assert hull == TrackLoss(Track.HULL, 6, 3, 3)
    assert isinstance(captain, Killed)
    assert damage.men == 3
    assert not damage.touched
    assert damage_of([Damage(section="", item="", effect=DamageEffect.SUPERFICIAL)]).touched
    assert damage_of([CAPTAIN]).entries == (Killed("captain", "", "Baker", CAPTAIN),)
