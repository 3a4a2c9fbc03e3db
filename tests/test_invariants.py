"""What must hold at every request of every game, whatever the captain orders and whatever the dice show."""

from __future__ import annotations

import datetime
import random
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from picket_duty.book import load_tables
from picket_duty.book.vocabulary import DIVE, GUNNERY, REPAIR, SPECIAL_ATTACK, SUPPORT
from picket_duty.captains.random import RandomCaptain
from picket_duty.events import Ended, Fire, Strike, Support
from picket_duty.game import Game
from picket_duty.requests import Choice, Illegal, Roll
from picket_duty.rules import gunnery, jobs
from picket_duty.rules.scenario import phases_of
from picket_duty.rules.sequence import DAY_BEGINS
from picket_duty.state import DAMAGED, DESTROYED, PHASES, POSTS, SECTIONS, WORKING, Ship, State

TABLES = load_tables()
LEVELS = ("basic", "advanced")
STATES = {WORKING, DAMAGED, DESTROYED}
PLANE_STATES = {"undamaged", "damaged", "shot_down", "destroyed", "removed"}

#: Every kind of game with how many seeds of it are played.
GAMES: list[tuple[dict[str, Any], int]] = [
    *(({"scenario": number, "level": level}, 25) for number in range(1, 9) for level in LEVELS),
    ({"scenario": 1, "options": ("anthony-full-day",)}, 4),
    ({"scenario": 8, "options": ("dunlap-1941", "gun-repair", "aces", "list-and-trim")}, 4),
    *(({"campaign": name, "level": level}, 8) for name in ("mini", "long-a") for level in LEVELS),
    ({"campaign": "long-b", "level": "basic"}, 2),
    ({"campaign": "long-b", "level": "advanced", "options": ("gun-repair",)}, 2),
    ({"patrol": "1945-04-05", "days": 12, "level": "advanced"}, 8),
    ({"patrol": "1945-03-24", "days": 6, "level": "advanced"}, 8),
    ({"patrol": "1945-05-20", "days": 8, "station": 1, "options": ("gun-repair", "list-and-trim")}, 8),
    ({"patrol": "1945-06-20", "days": 30, "ship": "USS La Prade", "level": "advanced"}, 8),
]
IDS = [" ".join(str(value) for value in chosen.values()) for chosen, _ in GAMES]


# -- what holds ----------------------------------------------------------------------


def check_ship(ship: Ship, state: State) -> None:
    numbers = TABLES.numbers
    assert 0 <= ship.hull <= numbers.hull
    assert 0 <= ship.maneuver <= numbers.maneuver
    assert 0 <= ship.fuel <= numbers.fuel
    assert 0 <= ship.ammunition <= numbers.ammunition
    assert -numbers.morale_limit <= ship.morale <= numbers.morale_limit
    assert 0 <= ship.sfs <= 2
    assert ship.station is None or 1 <= ship.station <= 16
    assert set(ship.crew) in (set(), set(POSTS)) or state.step in ("setup", "turn"), "posts empty"
    assert all(-2 <= one.value <= 2 for one in ship.crew.values())
    assert 0 <= ship.declared <= 3
    check_damage(ship, state)
    check_flood(ship)


def check_damage(ship: Ship, state: State) -> None:
    numbers = TABLES.numbers
    for name, room in ship.compartments.items():
        data = TABLES.compartments[name]
        assert 0 <= room.markers <= data.markers, name
        assert room.destroyed <= (room.markers == data.markers), name
        assert not (room.fire and (room.out or not room.markers or data.kind == "stack")), name
        assert not (room.flooded and (room.destroyed or room.markers or not data.floodable)), name
    for name, mount in ship.mounts.items():
        assert 0 <= mount.hits <= numbers.mount_hits, name
        assert mount.destroyed or mount.hits < numbers.mount_hits, name
        assert mount.director in STATES, name
        assert not (mount.ace and mount.destroyed), name
        assert not mount.ace or state.option("aces"), name
    assert set(ship.equipment.values()) <= STATES
    assert all(1 <= level <= numbers.deck_fire_limit for level in ship.deck_fires.values())
    assert all(1 <= hits <= numbers.secondary_hits for hits in ship.secondary.values())
    assert state.advanced or not ship.secondary


def check_flood(ship: Ship) -> None:
    """Every point of flood is there for something that is still flooded."""
    assert 0 <= ship.flood <= TABLES.numbers.flood_limit
    for one in ship.floods:
        assert one.section in SECTIONS
        assert one.side in ("port", "starboard", "")
        assert one.points > 0
        if one.cause in ship.compartments:
            room = ship.compartments[one.cause]
            assert room.out or room.markers, one.cause
            assert one.section == TABLES.compartments[one.cause].section
        else:
            assert one.cause == "counterflooding" or one.cause in ship.secondary, one.cause
    assert abs(ship.list_points) <= ship.flood
    assert abs(ship.trim_points) <= ship.flood


def check_destroyed(game: Game) -> None:
    """A compartment full of markers is destroyed, or its flood sends the ship to table 16 first (rules 6)."""
    for name, room in game.state.ship.compartments.items():
        if room.markers == TABLES.compartments[name].markers and not room.destroyed:
            assert isinstance(game.request, Roll), name
            assert game.request.table == "16", name


def check_men(game: Game) -> None:
    ship, numbers = game.state.ship, TABLES.numbers
    at_work = dict.fromkeys(SECTIONS, 0)
    for job, men in ship.jobs.items():
        assert 1 <= men <= numbers.men_per_job, job
        at_work[jobs.section_of(game.play, job)] += men
    for section in SECTIONS:
        assert 0 <= at_work[section] <= ship.men[section] <= numbers.men[section], section


def check_state(game: Game) -> None:
    state = game.state
    check_ship(state.ship, state)
    check_destroyed(game)
    check_men(game)
    gone = {ship.name: ship.fate for ship in (*state.lost, *([state.ship] if state.ship.fate else []))}
    assert not state.ship.fate or state.step == "over" or state.ship.name in {ship.name for ship in state.lost}
    assert state.records.ships_sunk == list(gone.values()).count("sunk")
    for ship in state.squadron:
        assert ship.back is not None
        check_ship(ship, state)
    assert state.land_radars >= 0
    assert state.land_radars + state.land_radars_lost <= TABLES.numbers.land_radars
    assert state.advanced or not state.land_radars
    for plane in state.air.planes:
        assert plane.state in PLANE_STATES
        assert plane.hits >= 0
        assert (plane.state == "shot_down") <= (plane.hits >= 3)


class Watch:
    """Looks at a game at every request; knows the orders of the last fire plan and the last date."""

    def __init__(self, game: Game) -> None:
        self.game = game
        self.orders: dict[str, int] = {}
        self.date = game.state.date
        self.phase: tuple[datetime.date, int] = (game.state.date, -1)

    def request(self) -> None:
        """Before the answer."""
        request = self.game.request
        if isinstance(request, Choice):
            self.choice(request)
        elif request is not None:
            self.roll(request)
        state = self.game.state
        assert state.date >= self.date, "the date went back"
        self.date = state.date

    def choice(self, choice: Choice) -> None:
        if choice.kind == "one":
            assert len(choice.legal()) > 1
        elif choice.kind == "assign":
            planes = self.game.state.air.planes
            assert all(planes[number].flying for legal in choice.slots.values() for number in legal)
            assert not set(choice.slots) & set(choice.barred)
            assert all(choice.barred.values())
        else:
            assert choice.jobs
            assert all(job.section in SECTIONS for job in choice.jobs.values())

    def roll(self, roll: Roll) -> None:
        """Nothing rolls that is not there to roll."""
        state = self.game.state
        assert roll.dice == ()
        # The phase of the step it is rolled in: a day's first where the day begins; a typhoon moves the date on.
        day, _, phase = roll.phase.partition("/")
        assert day <= state.date.isoformat()
        begins = state.step in DAY_BEGINS
        assert phase == (PHASES[phases_of(self.game.play)[0]] if begins else state.phase_name)
        if roll.purpose in (GUNNERY, SUPPORT):
            target = state.air.planes[self.orders[roll.actor]]
            assert target.flying, f"{roll.actor} fires at a plane that is gone"
            if roll.purpose is GUNNERY:
                mount = state.ship.mounts[roll.actor]
                assert not mount.destroyed
                assert state.ship.ammunition > 0
                assert not state.ship.declared
                assert target.number in gunnery.within_reach(
                    self.game.play, self.game.play.armament()[roll.actor], [target]
                )
        if roll.purpose in (DIVE, SPECIAL_ATTACK) and not roll.chart.note_id:
            plane = state.air.planes[int(roll.actor.split()[1])]
            assert plane.flying, "a plane that is gone attacks"
            assert (roll.column == "special") == (plane.special and not plane.flamed) or roll.column is None
            if roll.purpose is SPECIAL_ATTACK:
                assert plane.special
                assert not plane.flamed
        if roll.purpose is REPAIR and not roll.chart.note_id:
            assert state.ship.jobs[roll.actor] > 0
            assert roll.actor in jobs.open_jobs(self.game.play)

    def answered(self, request: Roll | Choice, answer: Any) -> None:
        """After the answer."""
        if isinstance(request, Choice) and request.kind == "assign":
            self.orders = {**request.check(answer)}
        check_state(self.game)


def computer_dice(game: Game, captain: RandomCaptain) -> Any:
    return game.dice.throw(game.request.faces) if isinstance(game.request, Roll) else captain.choose(game)


def wild_dice(seed: int) -> Any:
    """Dice that like to show their ends, so that rare results come often."""
    chance = random.Random(seed)

    def answer(game: Game, captain: RandomCaptain) -> Any:
        if not isinstance(game.request, Roll):
            return captain.choose(game)
        ends = chance.random() < 0.4
        low = chance.random() < 0.5
        return tuple(
            ((0 if face == 10 else 1) if low else (9 if face == 10 else face))
            if ends
            else chance.randrange(10)
            if face == 10
            else chance.randint(1, face)
            for face in game.request.faces
        )

    return answer


def play_out(game: Game, seed: int = 0, answer: Any = computer_dice, watch: bool = True, most: int = 40000) -> Game:
    """Play a game to its end, watched."""
    captain, looker = RandomCaptain(seed), Watch(game)
    while game.request is not None:
        request = game.request
        if watch:
            looker.request()
        reply = answer(game, captain)
        game.answer(reply)
        if watch:
            looker.answered(request, reply)
        assert game.requests < most, "the game does not end"
    return game


def check_end(game: Game) -> None:
    outcome = game.outcome
    assert outcome is not None
    assert outcome.result in ("us_win", "japanese_win", "draw", "record")
    assert isinstance(game.events[-1], Ended)
    assert sum(isinstance(one, Ended) for one in game.events) == 1
    check_numbers(game, outcome.summary)


def check_numbers(game: Game, summary: dict[str, Any]) -> None:
    """The summary agrees with the events; every die stands in exactly one roll event."""
    rolls = [one for one in game.events if isinstance(one, Roll)]
    assert len({id(one) for one in rolls}) == len(rolls)
    assert all(one.dice and one.result is not None for one in rolls)
    assert summary["near_misses"] == sum(isinstance(one, Strike) and one.outcome == "near_miss" for one in game.events)
    assert summary["destroyed"] == sum(
        isinstance(one, Fire | Support) and one.state == "destroyed" for one in game.events
    )
    assert summary["phases"] <= 3 * summary["days"]
    records = game.state.records
    shot_down = summary["destroyed"] + summary["flamed"]
    assert sum(records.by_type.values()) == sum(records.by_mount.values()) == shot_down <= summary["planes"]
    strikes = sum(isinstance(one, Strike) and one.outcome == "hit" for one in game.events)
    assert summary["hits"] == strikes
    check_days(game)
    if summary["outcome"] == "us_win" and "scenario" in summary:
        assert summary["afloat"]
        assert summary["on_station"]


def check_days(game: Game) -> None:
    """The calendar stays within the campaign, and the daily record has each day once, in order."""
    records = game.state.records
    first, last = game.state.setup.start, max(one.end for one in TABLES.campaigns.values())
    assert all(first.isoformat() <= day <= last.isoformat() for day in records.calendar)
    dates = [one.date for one in records.daily]
    assert dates == sorted(set(dates))
    assert len(dates) == records.days
    for name in ("planes", "destroyed", "flamed", "hits", "near_misses"):
        assert sum(getattr(one, name) for one in records.daily) == getattr(records, name), name


@pytest.mark.parametrize(("chosen", "seeds"), GAMES, ids=IDS)
def test_random_play_keeps_every_invariant(chosen, seeds):
    for seed in range(seeds):
        check_end(play_out(Game.new(seed=seed, tables=TABLES, history=False, **chosen), seed))


@pytest.mark.parametrize(("chosen", "seeds"), GAMES, ids=IDS)
def test_random_play_with_wild_dice_keeps_every_invariant(chosen, seeds):
    for seed in range(seeds):
        game = Game.new(seed=seed, tables=TABLES, history=False, **chosen)
        check_end(play_out(game, seed, wild_dice(seed)))


# -- one game, one hash ------------------------------------------------------------------

FEW: list[dict[str, Any]] = [
    {"scenario": 2},
    {"scenario": 5, "level": "advanced"},
    {"scenario": 7, "level": "advanced"},
    {"scenario": 8},
    {"campaign": "mini", "level": "advanced"},
    {"campaign": "long-a"},
    {"patrol": "1945-05-02", "level": "advanced"},
]


def new(chosen: dict[str, Any], seed: int, **more: Any) -> Game:
    return Game.new(seed=seed, tables=TABLES, **chosen, **more)


def hashes(game: Game, captain: RandomCaptain) -> Iterator[str]:
    """Play on, giving the hash after each answer."""
    while game.request is not None:
        game.answer(computer_dice(game, captain))
        yield game.state_hash


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_same_seed_and_answers_same_hash(chosen):
    first = list(hashes(new(chosen, 3), RandomCaptain(5)))
    assert list(hashes(new(chosen, 3, history=False), RandomCaptain(5))) == first
    assert list(hashes(new(chosen, 4), RandomCaptain(5))) != first


def test_fresh_tables_give_the_same_game():
    first = play_out(new({"scenario": 4}, 3), watch=False)
    other = play_out(Game.new(scenario=4, seed=3, tables=load_tables()), watch=False)
    assert first.state_hash == other.state_hash


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_two_games_interleaved_do_not_disturb_each_other(chosen):
    alone = [list(hashes(new(chosen, seed), RandomCaptain(seed))) for seed in (1, 2)]
    together: list[list[str]] = [[], []]
    running = [hashes(new(chosen, seed), RandomCaptain(seed)) for seed in (1, 2)]
    going = True
    while going:
        going = False
        for place, one in enumerate(running):
            found = next(one, None)
            if found is not None:
                together[place].append(found)
                going = True
    assert together == alone


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_dice_typed_in_equal_computer_dice(chosen):
    """roll() and answer() with the same dice, also as a list: the same states, the same rolls."""
    rolled, typed = new(chosen, 6), new(chosen, 6)
    captain, other = RandomCaptain(2), RandomCaptain(2)
    while rolled.request is not None:
        if isinstance(rolled.request, Roll):
            typed.answer(list(rolled.roll().dice))
        else:
            rolled.answer(captain.choose(rolled))
            typed.answer(other.choose(typed))
        assert rolled.state_hash == typed.state_hash
    assert typed.outcome == rolled.outcome
    assert [one for one in typed.events if isinstance(one, Roll)] == [
        one for one in rolled.events if isinstance(one, Roll)
    ]


# -- illegal answers ------------------------------------------------------------------------


def illegal_answers(request: Roll | Choice) -> list[Any]:
    """Answers of every wrong kind."""
    if isinstance(request, Roll):
        count = len(request.faces)
        top = tuple(11 if face == 10 else 7 for face in request.faces)
        return [
            None,
            3,
            "34",
            (),
            [],
            (1,) * (count + 1),
            (1,) * (count - 1),
            top,
            (-1,) * count,
            (True,) * count,
            (1.0,) * count,
            ("1",) * count,
            (None,) * count,
            {},
            object(),
            [[1]] * count,
            99,
            float("nan"),
            *([] if request.faces[0] == 10 else [(0,) * count]),
        ]
    common: list[Any] = [None, 7, "no such answer", b"no", 3.5, (1, 2), [["yes"]], object(), True]
    if request.kind == "one":
        barred = [one.value for one in request.options if one.barred]
        return [*common, "", {}, {"yes": 1}, ["yes"], *barred]
    if request.kind == "assign":
        slot = next(iter(request.slots))
        wrong: list[Any] = [-1, 99, "0", True, 0.0, [0], {}, (0,)]
        return [
            *common,
            *({slot: one} for one in wrong),
            {"no such mount": 0},
            {"no such mount": None},
            {3: 0},
            {None: 0},
            {("a",): 0},
            *({one: 0} for one in request.barred),
            {slot: request.slots[slot][0], "x": 1},
        ]
    job = next(iter(request.jobs))
    everyone = dict.fromkeys(request.jobs, 3)
    crowd = (
        [everyone]
        if any(
            3 * sum(one.section == section for one in request.jobs.values()) > request.men[section]
            for section in SECTIONS
        )
        else []
    )
    groups = [name for name, one in request.jobs.items() if one.group]
    return [
        *common,
        {job: -1},
        {job: 4},
        {job: "1"},
        {job: True},
        {job: 1.0},
        {job: None},
        {job: [1]},
        {"no such job": 1},
        {3: 1},
        *crowd,
        *([dict.fromkeys(groups, 1)] if groups else []),
    ]


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_illegal_answers_change_nothing(chosen):
    game, captain = new(chosen, 8), RandomCaptain(1)
    kinds: dict[str, int] = {}
    while game.request is not None and game.requests < 600:
        request = game.request
        kind = "roll" if isinstance(request, Roll) else request.kind
        kinds[kind] = kinds.get(kind, 0) + 1
        if kinds[kind] <= 25:
            before = (game.state_hash, len(game.events), len(game.answers), game.requests)
            shape = msgspec.structs.astuple(request)
            for wrong in illegal_answers(request):
                with pytest.raises(Illegal) as refused:
                    game.answer(wrong)
                assert str(refused.value).strip()
                assert game.request is request
                assert msgspec.structs.astuple(request) == shape
                assert (game.state_hash, len(game.events), len(game.answers), game.requests) == before
            if isinstance(request, Choice):
                with pytest.raises(Illegal):
                    game.roll()
        game.answer(computer_dice(game, captain))
    assert {"roll", "one"} <= set(kinds)


def test_a_game_that_is_over_takes_no_answer():
    game = play_out(new({"scenario": 6}, 1), watch=False)
    before = game.state_hash
    for call in (lambda: game.answer((1, 1)), lambda: game.answer("yes"), game.roll):
        with pytest.raises(Illegal, match="over"):
            call()
    assert game.state_hash == before


# -- undo -------------------------------------------------------------------------------------


def shape(request: Roll | Choice | None) -> Any:
    return None if request is None else msgspec.structs.astuple(request)


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_undo_to_any_point_and_on_again(chosen):
    game, captain = new(chosen, 9), RandomCaptain(3)
    states, asked = [game.state_hash], [shape(game.request)]
    while game.request is not None:
        game.answer(computer_dice(game, captain))
        states.append(game.state_hash)
        asked.append(shape(game.request))
    answers, outcome, steps = list(game.answers), game.outcome, list(game.checkpoints)
    chance = random.Random(1)
    points = {0, 1, len(answers) - 1, *(chance.randrange(len(answers)) for _ in range(12))}
    for point in sorted(points):
        game.undo(len(game.answers) - point)
        assert (game.state_hash, shape(game.request), game.requests) == (states[point], asked[point], point)
        assert game.answers == answers[:point]
        for place in range(point, len(answers)):
            request = game.request
            if isinstance(request, Roll):
                assert request.check(answers[place]) == game.dice.throw(request.faces), "the dice moved"
            game.answer(answers[place])
        assert (game.state_hash, game.outcome, game.answers) == (states[-1], outcome, answers)
        assert [one.state_hash for one in game.checkpoints] == [one.state_hash for one in steps]


def test_undo_step_by_step_back_to_the_beginning():
    game, captain = new({"scenario": 3, "level": "advanced"}, 2), RandomCaptain(3)
    states = [game.state_hash, *hashes(game, captain)]
    for point in range(len(states) - 2, -1, -1):
        game.undo()
        assert game.state_hash == states[point]
    with pytest.raises(Illegal):
        game.undo()
    assert game.state_hash == states[0]


@pytest.mark.parametrize("count", [0, -1, 10**6])
def test_undo_of_what_is_not_there_is_refused(count):
    game, captain = new({"scenario": 6}, 2), RandomCaptain(3)
    for _ in range(20):
        game.answer(computer_dice(game, captain))
    before = (game.state_hash, game.request, len(game.events))
    with pytest.raises(Illegal):
        game.undo(count)
    assert (game.state_hash, game.request, len(game.events)) == before


def test_undo_then_another_way_is_another_game():
    game = new({"scenario": 2}, 5)
    while not isinstance(game.request, Choice):
        game.roll()
    game.answer({} if game.request.kind != "one" else game.request.legal()[0])
    first = game.state_hash
    game.undo()
    assert isinstance(game.request, Choice)
    game.answer(RandomCaptain(1).choose(game))
    play_out(game, 4, watch=False)
    assert game.state_hash != first
    check_state(game)


# -- snapshots ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chosen", FEW, ids=str)
def test_every_step_starts_from_its_snapshot_alone(chosen):
    """A game taken up at any checkpoint, with the answers since, ends in the same state."""
    game = play_out(new(chosen, 11), 2, watch=False)
    points = game.checkpoints
    for point in points[:: max(1, len(points) // 6)]:
        again = Game(msgspec.json.decode(point.state, type=State), TABLES)
        for answer in game.answers[point.answers :]:
            again.answer(answer)
        assert again.state_hash == game.state_hash
        assert again.outcome is not None
        assert again.outcome.result == game.outcome.result
