"""What the rules promise of every state and every request, whatever the dice and the orders."""

from __future__ import annotations

from itertools import product

from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.rules import jobs
from picket_duty.rules.play import Play
from picket_duty.state import DAMAGED, DESTROYED, POSTS, SECTIONS, WORKING, Ship

PLANE_STATES = ("undamaged", "damaged", "shot_down", "destroyed", "removed")
OUTCOMES = ("us_win", "japanese_win", "draw", "record")
#: Rolls whose every possible dice have been found to have a row.
_covered: set[tuple[int, str | None, int]] = set()


def check_game(game: Game) -> None:
    """Everything at once. Raises AssertionError naming what is broken."""
    check_state(game)
    check_request(game)


def check_state(game: Game) -> None:
    """The state against the rules of play."""
    play, state = game.play, game.state
    for ship in (state.ship, *state.squadron):
        check_ship(play, ship)
    check_full(game)
    check_sky(play)
    assert state.land_radars >= 0
    assert state.land_radars_lost >= 0
    assert state.land_radars + state.land_radars_lost <= game.tables.numbers.land_radars
    assert state.phase in (0, 1, 2)
    assert state.turn >= 1
    if state.fighting_days_wanted:
        assert state.fighting_days <= state.fighting_days_wanted
    if state.step == "over":
        assert state.outcome in OUTCOMES
        assert game.request is None
    else:
        assert not state.outcome
    names = [ship.name for ship in (*state.squadron, *state.lost)]
    if state.ship.fate == "" and state.ship.back is None:
        names.append(state.ship.name)
    assert len(set(names)) == len(names), f"two ships of one name: {names}"
    check_records(game)


def check_records(game: Game) -> None:
    """What is counted agrees with itself."""
    state, records = game.state, game.state.records
    assert records.destroyed + records.flamed <= records.planes
    assert records.hits + records.near_misses <= 2 * records.planes
    assert sum(records.by_type.values()) <= records.planes
    assert records.days == len(records.daily)
    assert sum(day.hits for day in records.daily) <= records.hits
    if state.scenario:
        assert records.ships_sunk <= 1


def check_ship(play: Play, ship: Ship) -> None:
    """A ship against her sheet."""
    numbers, state = play.tables.numbers, play.state
    assert 0 <= ship.ammunition <= numbers.ammunition
    assert 0 <= ship.fuel <= numbers.fuel
    assert 0 <= ship.hull <= numbers.hull
    assert 0 <= ship.maneuver <= numbers.maneuver
    assert 0 <= ship.flood <= numbers.flood_limit
    assert abs(ship.morale) <= numbers.morale_limit
    assert 0 <= ship.sfs <= 9
    assert ship.declared in (0, 1, 2, 3)
    assert set(ship.crew) in (set(POSTS), set(POSTS[: len(ship.crew)]))
    assert all(-2 <= officer.value <= 2 and officer.name for officer in ship.crew.values())
    assert set(ship.men) == set(SECTIONS)
    assert all(0 <= men <= numbers.men[section] for section, men in ship.men.items())
    check_compartments(play, ship)
    for name, mount in ship.mounts.items():
        assert 0 <= mount.hits <= numbers.mount_hits, name
        assert mount.destroyed or mount.hits < numbers.mount_hits, name
        assert not (mount.destroyed and mount.ace), name
        assert mount.director in (WORKING, DAMAGED, DESTROYED), name
        assert mount.kills >= 0
    assert all(item in (WORKING, DAMAGED, DESTROYED) for item in ship.equipment.values())
    assert all(1 <= level <= numbers.deck_fire_limit for level in ship.deck_fires.values())
    assert set(ship.deck_fires) <= set(SECTIONS)
    assert all(1 <= hits <= numbers.secondary_hits for hits in ship.secondary.values())
    assert state.advanced or not ship.secondary
    assert all(flood.points > 0 for flood in ship.floods)
    for section in SECTIONS:
        at_work = sum(men for job, men in ship.jobs.items() if jobs.section_of(play, job) == section)
        assert at_work <= ship.men[section], f"{at_work} men at work {section}, {ship.men[section]} left"
    assert all(1 <= men <= numbers.men_per_job for men in ship.jobs.values())


def check_compartments(play: Play, ship: Ship) -> None:
    """Destroyed is full of markers and cold, flooded is empty and cold, burning is marked."""
    for name, one in ship.compartments.items():
        most = play.tables.compartments[name].markers
        assert 0 <= one.markers <= most, name
        assert one.destroyed <= (one.markers == most), name
        assert not (one.out and one.fire), name
        assert not (one.flooded and (one.destroyed or one.markers)), name
        assert one.markers or not one.fire, name
    rooms = [data.id for data in play.tables.sheet.compartments if data.kind == "fire_room"]
    if ship.crew and all(ship.compartments[room].out for room in rooms):
        assert ship.maneuver == 0, "both fire rooms out, yet she has way on"


def check_full(game: Game) -> None:
    """A compartment full of markers is destroyed, or its flood sends the ship to table 16 first (rules 6)."""
    for name, one in game.state.ship.compartments.items():
        if one.markers == game.tables.compartments[name].markers and not one.destroyed:
            assert isinstance(game.request, Roll), name
            assert game.request.table == "16", name


def check_sky(play: Play) -> None:
    """The planes of the wave and those to come."""
    air = play.state.air
    assert not air.waves or len(air.waves) == len(air.allowances)
    assert air.weather in ("", "storm", "rain", "clear", "typhoon")
    if all(plane.type for plane in air.planes):
        assert [plane.number for plane in air.planes] == list(range(len(air.planes)))
    for plane in air.planes:
        assert plane.state in PLANE_STATES
        assert plane.hits >= 0
        assert plane.state != "undamaged" or plane.hits < play.tables.numbers.hits_damaged
        assert plane.bearing in range(0, 360, 45)
        assert plane.altitude in ("L", "M", "H", "")
    assert not air.planes or air.plane_hits <= len(air.planes)


def check_request(game: Game) -> None:
    """What is asked for can be answered, and every die has a row."""
    request = game.request
    if isinstance(request, Roll):
        assert request.faces
        assert not request.dice
        assert request.phase == game.play.label
        check_rows(request)
    elif isinstance(request, Choice):
        check_choice(game, request)


def check_rows(roll: Roll) -> None:
    """Every throw of the dice has a row."""
    if roll.maneuver is not None:
        return
    key = (id(roll.chart), roll.column, sum(one.value for one in roll.modifiers))
    if key in _covered:
        return
    faces = [range(10) if face == 10 else range(1, face + 1) for face in roll.faces]
    for dice in product(*faces):
        trial = Roll(roll.chart, roll.purpose, roll.actor, roll.column, roll.modifiers)
        assert trial.resolve(dice) is not None
    _covered.add(key)


def check_choice(game: Game, choice: Choice) -> None:
    """A choice has something legal, and bars nothing without a reason."""
    assert all((choice.prompt, choice.rule, choice.about))
    if choice.kind == "one":
        assert choice.legal()
        assert len({option.value for option in choice.options}) == len(choice.options)
        return
    if choice.kind == "assign":
        assert choice.slots
        flying = {plane.number for plane in game.state.air.planes if plane.flying}
        for slot, planes in choice.slots.items():
            assert planes, slot
            assert set(planes) <= flying, slot
        assert all(choice.barred.values())
        if game.state.ship.declared or not game.state.ship.ammunition:
            assert not set(choice.slots) & set(game.state.ship.mounts)
        return
    assert choice.jobs
    assert any(choice.men.values())
    for name, job in choice.jobs.items():
        assert jobs.section_of(game.play, name) == job.section, name
