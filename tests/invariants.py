"""Invariants of every state and every request, for any dice and orders.

``check_game`` checks a game in progress, a ``Watch`` its requests and answers, ``check_end`` a
finished game. Each raises AssertionError that names what is wrong.
"""

from __future__ import annotations

import datetime
from itertools import product
from typing import Any

from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.vocabulary import DIVE, GUNNERY, REPAIR, SPECIAL_ATTACK, SUPPORT
from picket_duty.events import Ended, Fire, Strike, Support
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.rules import gunnery, jobs
from picket_duty.rules.play import Play
from picket_duty.rules.scenario import phases_of
from picket_duty.rules.sequence import BEFORE_PHASES
from picket_duty.state import DAMAGED, DESTROYED, PHASES, POSTS, SECTIONS, WORKING, Ship, State
from tests.games import of_kind

PLANE_STATES = ("undamaged", "damaged", "shot_down", "destroyed", "removed")
OUTCOMES = ("us_win", "japanese_win", "draw", "record")
STATES = (WORKING, DAMAGED, DESTROYED)
SIDES = ("port", "starboard", "")
#: Rolls that were already found to have a row for all possible dice.
_covered: set[tuple[int, str | None, int]] = set()


def check_game(game: Game) -> None:
    check_state(game)
    check_request(game)


def check_state(game: Game) -> None:
    play = game.play
    state = game.state
    for ship in (state.ship, *state.squadron):
        check_ship(play, ship)
    # A compartment full of markers is destroyed, or its flood sends the ship to table 16 first
    # (rules 6).
    for name, compartment in state.ship.compartments.items():
        if (
            compartment.markers == game.tables.compartments[name].markers
            and not compartment.destroyed
        ):
            assert isinstance(game.request, Roll), name
            assert game.request.table == "16", name
    check_sky(play)
    check_fleet(play)
    assert min(state.land_radars, state.land_radars_lost) >= 0
    assert state.land_radars + state.land_radars_lost <= game.tables.numbers.land_radars
    assert state.advanced or not state.land_radars
    assert state.phase in (0, 1, 2)
    assert state.turn >= 1
    if state.fighting_days_wanted:
        assert state.fighting_days <= state.fighting_days_wanted * max(1, len(state.stages))
    check_stages(state)
    if state.step == "over":
        assert state.outcome in OUTCOMES
        assert game.request is None
    else:
        assert not state.outcome
    check_records(play)


def check_stages(state: State) -> None:
    """Stages are played one after another, each within its days; all fighting days belong to one of
    them.
    """
    begun = [stage for stage in state.stages if stage.ship]
    assert begun == state.stages[: len(begun)]
    assert all(stage.held is not None for stage in begun[:-1])
    assert all(stage.days <= state.fighting_days_wanted for stage in begun)
    assert all(stage.days == state.fighting_days_wanted for stage in begun if stage.held)
    assert not state.stages or (sum(stage.days for stage in begun), state.squadron) == (
        state.fighting_days,
        [],
    )
    assert not state.outcome or all(stage.held is not None for stage in begun)


def check_fleet(play: Play) -> None:
    """Each ship is in one place: on duty, in the squadron or lost; sunk ships are counted."""
    state = play.state
    names = [ship.name for ship in (*state.squadron, *state.lost)]
    if state.ship.fate == "" and state.ship.back is None:
        names.append(state.ship.name)
    assert len(set(names)) == len(names), f"two ships of one name: {names}"
    assert all(ship.back is not None for ship in state.squadron)
    gone = {
        ship.name: ship.fate for ship in (*state.lost, *([state.ship] if state.ship.fate else []))
    }
    assert (
        not state.ship.fate
        or state.step == "over"
        or state.ship.name in {ship.name for ship in state.lost}
    )
    assert state.records.ships_sunk == list(gone.values()).count("sunk")


def check_records(play: Play) -> None:
    state = play.state
    records = play.state.records
    assert records.destroyed + records.flamed <= records.planes
    assert records.hits + records.near_misses <= 2 * records.planes
    assert sum(records.by_type.values()) <= records.planes
    assert records.days == len(records.daily)
    assert sum(day.hits for day in records.daily) <= records.hits
    assert not state.scenario or records.ships_sunk <= 1


def check_ship(play: Play, ship: Ship) -> None:
    numbers = play.tables.numbers
    state = play.state
    for track in ("ammunition", "fuel", "hull", "maneuver"):
        assert 0 <= getattr(ship, track) <= getattr(numbers, track), track
    assert abs(ship.morale) <= numbers.morale_limit
    assert 0 <= ship.sfs <= 2
    assert ship.station is None or 1 <= ship.station <= 16
    assert ship.declared in (0, 1, 2, 3)
    assert set(ship.crew) in (set(POSTS), set(POSTS[: len(ship.crew)]))
    assert set(ship.crew) in (set(), set(POSTS)) or state.step in ("setup", "turn"), "posts empty"
    assert all(-2 <= officer.value <= 2 and officer.name for officer in ship.crew.values())
    check_compartments(play, ship)
    check_gear(play, ship)
    check_flood(play, ship)
    check_men(play, ship)


def check_compartments(play: Play, ship: Ship) -> None:
    """Destroyed: all markers, no fire. Flooded: no markers, no fire. Burning: has markers and is
    not a stack.
    """
    for name, compartment in ship.compartments.items():
        data = play.tables.compartments[name]
        assert 0 <= compartment.markers <= data.markers, name
        assert compartment.destroyed <= (compartment.markers == data.markers), name
        assert not (
            compartment.fire
            and (compartment.out or not compartment.markers or data.kind == "stack")
        ), name
        assert not (
            compartment.flooded
            and (compartment.destroyed or compartment.markers or not data.floodable)
        ), name
    rooms = [data.id for data in play.tables.sheet.compartments if data.kind == "fire_room"]
    if ship.crew and all(ship.compartments[room].out for room in rooms):
        assert ship.maneuver == 0, "both fire rooms out, yet she has way on"


def check_gear(play: Play, ship: Ship) -> None:
    numbers = play.tables.numbers
    state = play.state
    for name, mount in ship.mounts.items():
        assert 0 <= mount.hits <= numbers.mount_hits, name
        assert mount.destroyed or mount.hits < numbers.mount_hits, name
        assert mount.director in STATES, name
        assert not (mount.destroyed and mount.ace), name
        assert not mount.ace or state.option("aces"), name
        assert mount.kills >= 0
    assert all(item in STATES for item in ship.equipment.values())
    assert all(1 <= level <= numbers.deck_fire_limit for level in ship.deck_fires.values())
    assert set(ship.deck_fires) <= set(SECTIONS)
    assert all(1 <= hits <= numbers.secondary_hits for hits in ship.secondary.values())
    assert state.advanced or not ship.secondary


def check_flood(play: Play, ship: Ship) -> None:
    """Every flooding point belongs to something that is still flooded."""
    assert 0 <= ship.flood <= play.tables.numbers.flood_limit
    for flood in ship.floods:
        assert flood.section in SECTIONS
        assert flood.side in SIDES
        assert flood.points > 0
        if flood.cause in ship.compartments:
            room = ship.compartments[flood.cause]
            assert room.out or room.markers, flood.cause
            assert flood.section == play.tables.compartments[flood.cause].section
        else:
            assert flood.cause == "counterflooding" or flood.cause in ship.secondary, flood.cause
    assert abs(ship.list_points) <= ship.flood
    assert abs(ship.trim_points) <= ship.flood


def check_men(play: Play, ship: Ship) -> None:
    numbers = play.tables.numbers
    assert set(ship.men) == set(SECTIONS)
    at_work = dict.fromkeys(SECTIONS, 0)
    for job, men in ship.jobs.items():
        assert 1 <= men <= numbers.men_per_job, job
        at_work[jobs.section_of(play, job)] += men
    for section in SECTIONS:
        assert 0 <= at_work[section] <= ship.men[section] <= numbers.men[section], section


def check_sky(play: Play) -> None:
    air = play.state.air
    numbers = play.tables.numbers
    assert not air.waves or len(air.waves) == len(air.allowances)
    assert air.weather in ("", "storm", "rain", "clear", "typhoon")
    if all(plane.type for plane in air.planes):
        assert [plane.number for plane in air.planes] == list(range(len(air.planes)))
    for plane in air.planes:
        assert plane.state in PLANE_STATES
        assert plane.hits >= 0
        assert plane.state != "undamaged" or plane.hits < numbers.hits_damaged
        assert plane.state != "shot_down" or plane.hits >= numbers.hits_flamed
        assert plane.bearing in range(0, 360, 45)
        assert plane.altitude in ("L", "M", "H", "")
    assert not air.planes or air.plane_hits <= len(air.planes)


def check_request(game: Game) -> None:
    """The request can be answered, and all dice have a row.

    A roll has the phase of its step, the first phase at the start of a day; a typhoon advances the
    date.
    """
    request = game.request
    state = game.state
    if isinstance(request, Choice):
        check_choice(game, request)
    if not isinstance(request, Roll):
        return
    assert request.faces
    assert not request.dice
    assert request.phase == game.play.label
    day, _, phase = request.phase.partition("/")
    assert day <= state.date.isoformat()
    assert phase == (
        PHASES[phases_of(game.play)[0]] if state.step in BEFORE_PHASES else state.phase_name
    )
    check_rows(request)


def check_rows(roll: Roll) -> None:
    if roll.toward is not None:
        return
    key = (id(roll.chart), roll.column, sum(modifier.value for modifier in roll.modifiers))
    if key in _covered:
        return
    faces = [range(10) if face == 10 else range(1, face + 1) for face in roll.faces]
    for dice in product(*faces):
        trial = Roll(roll.chart, roll.purpose, roll.actor, roll.column, roll.modifiers)
        assert trial.resolve(dice) is not None
    _covered.add(key)


def check_choice(game: Game, choice: Choice) -> None:
    """A choice has alternatives, and every barred option has a reason."""
    assert all((choice.prompt, choice.rule, choice.about))
    if choice.kind == "one":
        assert len(choice.legal()) > 1
        assert len({option.value for option in choice.options}) == len(choice.options)
        return
    if choice.kind == "assign":
        assert choice.slots
        flying = {plane.number for plane in game.state.air.planes if plane.flying}
        for slot, planes in choice.slots.items():
            assert planes, slot
            assert set(planes) <= flying, slot
        assert not set(choice.slots) & set(choice.barred)
        assert all(choice.barred.values())
        if game.state.ship.declared or not game.state.ship.ammunition:
            assert not set(choice.slots) & set(game.state.ship.mounts)
        return
    assert choice.jobs
    assert any(choice.men.values())
    for name, job in choice.jobs.items():
        assert job.section in SECTIONS
        assert jobs.section_of(game.play, name) == job.section, name


class Watch:
    """Checks a game at every request; remembers the last fire plan and the last date."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.orders: dict[str, int] = {}
        self.date: datetime.date = game.state.date

    def request(self) -> None:
        check_request(self.game)
        if isinstance(self.game.request, Roll):
            self._target(self.game.request)
        assert self.game.state.date >= self.date, "the date went back"
        self.date = self.game.state.date

    def answered(self, request: Roll | Choice, answer: Any) -> None:
        if isinstance(request, Choice) and request.kind == "assign":
            self.orders = {**request.check(answer)}
        check_state(self.game)

    def _target(self, roll: Roll) -> None:
        state = self.game.state
        if roll.purpose in (GUNNERY, SUPPORT):
            target = state.air.planes[self.orders[roll.actor]]
            assert target.flying, f"{roll.actor} fires at a plane that is gone"
            if roll.purpose is GUNNERY:
                assert not state.ship.mounts[roll.actor].destroyed
                assert state.ship.ammunition > 0
                assert not state.ship.declared
                if state.option(SPOILED_AIM) and state.air.maneuver is not None:
                    rules = [modifier.rule for modifier in roll.modifiers]
                    assert ("9-1" in rules, rules.count("rules 11")) == (False, 1)
                assert target.number in gunnery.within_reach(
                    self.game.play.battery()[roll.actor], [target]
                )
        if roll.purpose in (DIVE, SPECIAL_ATTACK) and not roll.chart.note_id:
            plane = state.air.planes[int(roll.actor.split()[1])]
            assert plane.flying, "a plane that is gone attacks"
            assert (roll.column == "special") == (
                plane.special and not plane.flamed
            ) or roll.column is None
            if roll.purpose is SPECIAL_ATTACK:
                assert plane.special
                assert not plane.flamed
        if roll.purpose is REPAIR and not roll.chart.note_id:
            assert state.ship.jobs[roll.actor] > 0
            assert roll.actor in jobs.open_jobs(self.game.play)


def check_end(game: Game) -> None:
    """A finished game has one outcome event, each die in one roll event, and a summary that agrees
    with the events.
    """
    summary = game.outcome.summary
    assert game.outcome.result in OUTCOMES
    assert isinstance(game.events[-1], Ended)
    assert len(of_kind(game.events, Ended)) == 1
    rolls = of_kind(game.events, Roll)
    assert len({id(roll) for roll in rolls}) == len(rolls)
    assert all(roll.dice and roll.result is not None for roll in rolls)
    strikes = [event.outcome for event in of_kind(game.events, Strike)]
    assert summary["near_misses"] == strikes.count("near_miss")
    assert summary["hits"] == strikes.count("hit")
    shots = [event.state for event in of_kind(game.events, Fire | Support)]
    assert summary["destroyed"] == shots.count("destroyed")
    assert summary["phases"] <= 3 * summary["days"]
    records = game.state.records
    shot_down = summary["destroyed"] + summary["flamed"]
    assert (
        sum(records.by_type.values())
        == sum(records.by_mount.values())
        == shot_down
        <= summary["planes"]
    )
    check_days(game)
    if summary["outcome"] == "us_win" and "scenario" in summary:
        assert summary["afloat"]
        assert summary["on_station"]


def check_days(game: Game) -> None:
    """The calendar stays within the campaign, and the daily records have each day once, in
    order.
    """
    records = game.state.records
    first = game.state.setup.start
    last = max(campaign.end for campaign in game.tables.campaigns.values())
    assert all(first.isoformat() <= day <= last.isoformat() for day in records.calendar)
    dates = [record.date for record in records.daily]
    assert dates == sorted(set(dates))
    assert len(dates) == records.days
    for name in ("planes", "destroyed", "flamed", "hits", "near_misses"):
        assert sum(getattr(record, name) for record in records.daily) == getattr(records, name), (
            name
        )
