"""Helpers for tests of the rules: a play at any point, with scripted dice and decisions.

A script of dice is a table ``{key: value}``. Keys: ``9-2/5in:5in-1`` (table and actor),
``11/forward:E`` (table and note) or ``9-2/5in`` (table); the most specific key is used, and a
note's die is never matched by its table alone. Values: an int (the sum of 2d6, or the die) or a
tuple of single dice; a list of these is used up in order. A roll that the script does not name
fails the test, so an extra roll is noticed; V-1 gives 0 unless scripted. A script of choices is a
table ``{about: answer}`` with the same lists, or a function of the choice; choices not named are
answered with the least: no, none, nobody.
"""

from __future__ import annotations

import datetime
from collections.abc import Callable, Iterable
from typing import Any

from msgspec import structs

from picket_duty.events import BaseEvent, Damage, Event
from picket_duty.game import Game
from picket_duty.requests import Choice, Roll
from picket_duty.rules.blow import HitContext
from picket_duty.rules.play import Play, Procedure, Sunk
from picket_duty.rules.system import first_state
from picket_duty.setup import SetupOptions, make_setup
from picket_duty.state import POSTS, Compartment, Mount, Officer, Plane, Ship, Stage
from tests.games import TABLES
from tests.text_table import table_of

#: Parts of a ship whose names are unique.
GROUPS = ("compartments", "mounts", "equipment")

#: Dice of a day on which nothing happens: clear, no fighters, no attack, small stores used, morale
#: steady.
CALM: dict[str, Any] = dict(
    table_of("""
    1-1               | 7
    2-2A              | 6
    2-3A              | 6
    2-3D              | 6
    2-3F              | 6
    2-4A              | 6
    2-4B              | 6
    2-2:split         | 5
    3-1               | 7
    4-1               | 7
    5-1               | 2
    6-1               | 7
    7-1               | 2
    7-2               | 7
    7-3               | 3
    8-1               | 7
    8-1:night         | 1
    8-1A              | 5
    8-1B              | 5
    8-1C              | 4
    8-1D              | 3
    8-1E              | 2
    8-1F              | 3
    8-1G              | 5
    8-1H              | 4
    '24'              | 1
    '23'              | 3
    '20'              | 2
    campaign/1 length | 1
    """)
)


def start(
    scenario: int | None = None,
    campaign: str | None = None,
    patrol: str | None = None,
    level: str = "basic",
    options: tuple[str, ...] = (),
    date: str | None = None,
    days: int = 5,
    step: str = "phase",
    phase: int = 0,
    station: int | None = 5,
    fdt: bool = True,
    sfs: int = 0,
    crew: dict[str, int] | None = None,
    ship: str | None = None,
    fixed: int | None = None,
    aboard: dict[str, Any] | None = None,
    now: dict[str, Any] | None = None,
    planes: Iterable[Plane] = (),
) -> Play:
    """A play at the beginning of a step, with planes of a wave.

    Officers have the value 0 but for ``crew``, the ship is new but for ``aboard``, the state and
    its raid but for ``now``.
    """
    if scenario is None and campaign is None and patrol is None:
        patrol = "1945-05-15"
    chosen = SetupOptions(
        scenario=scenario,
        campaign=campaign,
        patrol=patrol,
        level=level,
        seed=1,
        options=options,
        ship=ship,
        days=days,
        station=fixed,
    )
    setup = make_setup(TABLES, chosen)
    state = first_state(TABLES, setup)
    if date is not None:
        state.date = datetime.date.fromisoformat(date)
    state.step = step
    state.phase = phase
    state.new_station = False
    state.ship.station = setup.station or station
    state.ship.fdt = fdt
    state.ship.sfs = sfs
    state.ship.crew = {post: Officer(post, (crew or {}).get(post, 0)) for post in POSTS}
    play = Play(state, TABLES)
    for what, value in (aboard or {}).items():
        change(play, what, value)
    for what, value in (now or {}).items():
        setattr(state.air if hasattr(state.air, what) else state, what, value)
    if planes:
        in_wave(play, *planes)
    return play


def plane(
    bearing: int = 0,
    altitude: str = "L",
    weapon: str = "",
    state: str = "undamaged",
    kind: str = "Oscar",
) -> Plane:
    return Plane(
        0,
        bearing,
        altitude,
        kind,
        weapon,
        bool(weapon),
        {"damaged": 2, "shot_down": 3}.get(state, 0),
        state,
    )


def change(play: Play, what: str, value: Any) -> None:
    """Set a value of the ship by its path: ``hull``, ``cic markers``, ``5in-1 hits``, ``sc``,
    ``deck_fires aft``.
    """
    *parts, last = what.split()
    place: Any = play.ship
    if not hasattr(place, what.split()[0]):
        parts = [
            next(group for group in GROUPS if what.split()[0] in getattr(place, group)),
            *parts,
        ]
    for part in parts:
        place = place[part] if isinstance(place, dict) else getattr(place, part)
    if isinstance(place, dict):
        place[last] = value
    else:
        setattr(place, last, value)


def values(ship: Ship) -> dict[str, Any]:
    """The values of a ship by their paths, as ``change`` takes them."""
    found: dict[str, Any] = {}

    def walk(path: str, value: Any) -> None:
        if isinstance(value, dict):
            for name, part in value.items():
                walk(name if path in (*GROUPS, "secondary") else f"{path} {name}", part)
        elif isinstance(value, Compartment | Mount | Officer):
            walk(path, structs.asdict(value))
        else:
            found[path] = list(value) if isinstance(value, list) else value

    for name, value in structs.asdict(ship).items():
        walk(name, value)
    return found


def in_wave(play: Play, *planes: Plane, number: int = 1) -> list[Plane]:
    for place, plane in enumerate(planes):
        plane.number = place
    play.state.air.planes = list(planes)
    play.state.air.wave = number
    play.wave = number
    return list(planes)


def blow(chart: str = "11/forward", bearing: int | None = 0, markers: int = 2) -> HitContext:
    section = chart.removeprefix("11/") if chart.startswith("11/") else ""
    return HitContext(section, bearing, markers, TABLES[chart], plane=0)


class Run:
    """The requests, answers and events of a scripted play."""

    def __init__(self, play: Play) -> None:
        self.play = play
        self.result: Any = None
        self.sunk = False
        self.rolls: list[Roll] = []
        self.choices: list[Choice] = []
        self.answers: list[Any] = []
        self.events: list[Event] = []
        self.before = values(play.ship)

    @property
    def changed(self) -> dict[str, Any]:
        """The values of the ship that are others than before, by their paths; None for one that is
        gone.
        """
        after = values(self.play.ship)
        names = self.before | after
        return {name: after.get(name) for name in names if self.before.get(name) != after.get(name)}

    @property
    def effects(self) -> list[str]:
        """The effects of the damage, in order."""
        return [event.effect for event in self.told(Damage)]

    def tables(self) -> list[str]:
        return [name_of(roll) for roll in self.rolls]

    def roll(self, name: str, place: int = 0) -> Roll:
        """The roll on a table (or ``table:note``, ``table:actor``) by its index."""
        rolls = self.all(name)
        assert len(rolls) > place, f"no {name} number {place} among {self.tables()}"
        return rolls[place]

    def all(self, name: str) -> list[Roll]:
        """Every roll on a table (or ``table:note``, ``table:actor``)."""
        return [
            roll for roll in self.rolls if name in (name_of(roll), f"{roll.table}:{roll.actor}")
        ]

    def asked(self) -> list[str]:
        return [choice.about for choice in self.choices]

    def choice(self, about: str, place: int = 0) -> Choice:
        return [choice for choice in self.choices if choice.about == about][place]

    def told(self, kind: type[BaseEvent]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]


def name_of(roll: Roll) -> str:
    return f"{roll.table}:{roll.chart.note_id}" if roll.chart.note_id else roll.table


def reasons(modifiers: Iterable[Any]) -> dict[str, int]:
    """Modifiers as ``{reason: value}``; a reason given twice fails."""
    sums: dict[str, int] = {}
    for modifier in modifiers:
        assert modifier.why not in sums, f"{modifier.why} counts twice"
        assert modifier.rule
        sums[modifier.why] = modifier.value
    return sums


class Script:
    """Answers requests from tables of dice and decisions."""

    def __init__(
        self, dice: dict[str, Any] | None = None, choices: dict[str, Any] | None = None
    ) -> None:
        self.dice, self.choices = (
            {
                key: list(value) if isinstance(value, list) else value
                for key, value in (table or {}).items()
            }
            for table in (dice, choices)
        )

    def answer(self, request: Roll | Choice) -> Any:
        return self.throw(request) if isinstance(request, Roll) else self.decide(request)

    def throw(self, roll: Roll) -> tuple[int, ...]:
        names = [f"{roll.table}:{roll.actor}"] if roll.actor else []
        for name in (*names, name_of(roll)):
            if name in self.dice:
                return as_dice(roll, self._next(self.dice, name))
        if roll.table == "V-1":
            return (3, 4)
        raise AssertionError(
            f"unscripted roll on {name_of(roll)} ({roll.purpose.id} {roll.actor}); script: "
            f"{self.dice}"
        )

    def decide(self, choice: Choice) -> Any:
        if choice.about in self.choices:
            answer = self._next(self.choices, choice.about)
            return answer(choice) if callable(answer) else answer
        if choice.kind != "one":
            return {}
        return next(
            value for value in ("no", "none", "stay", *choice.legal()) if value in choice.legal()
        )

    def _next(self, table: dict[str, Any], name: str) -> Any:
        scripted = table[name]
        if not isinstance(scripted, list):
            return scripted
        assert scripted, f"the script of {name} is used up"
        return scripted.pop(0)


def as_dice(roll: Roll, value: int | tuple[int, ...]) -> tuple[int, ...]:
    if isinstance(value, tuple):
        return value
    if len(roll.faces) == 1:
        return (value,)
    if roll.faces == (6, 6) and not roll.is_matrix:
        first = max(1, value - 6)
        return (first, value - first)
    if roll.faces == (10, 10):
        return (value // 10, value % 10)
    raise AssertionError(f"{roll.table} wants single dice, not {value}")


def run(
    play: Play,
    step: Procedure[Any],
    dice: dict[str, Any] | None = None,
    choices: dict[str, Any] | None = None,
) -> Run:
    """Run one generator of the rules to its end, or until the ship sinks."""
    script = Script(dice, choices)
    record = Run(play)
    before = len(play.events)
    reply: Any = None
    try:
        while True:
            request = step.send(reply)
            if isinstance(request, Roll):
                answer = request.check(script.throw(request))
                reply = request.resolve(answer)
                record.rolls.append(request)
                play.events.append(request)
            else:
                reply = answer = request.check(script.decide(request))
                record.choices.append(request)
            record.answers.append(answer)
    except StopIteration as stop:
        record.result = stop.value
    except Sunk:
        record.sunk = True
    record.events = play.events[before:]
    return record


def begun(game: Game) -> tuple[str, str]:
    """Date and name of the current step: a phase by its name, else setup, turn, turn_end, return,
    relieve.
    """
    date, _, name = game.checkpoints[-1].label.partition("/")
    return date, name


def drive(
    start_at: Play | Game,
    dice: dict[str, Any] | None = None,
    choices: dict[str, Any] | None = None,
    until: Callable[[Game], bool] = lambda game: False,
    most: int = 5000,
) -> tuple[Game, Run]:
    """Play a game on, calm unless scripted, to its end or until the condition holds at a
    request.
    """
    game = start_at if isinstance(start_at, Game) else Game(start_at.state, TABLES)
    script = Script({**CALM, **(dice or {})}, choices)
    record = Run(game.play)
    before = len(game.events) if isinstance(start_at, Game) else 0
    while game.request is not None and not until(game):
        request = game.request
        answer = script.answer(request)
        game.answer(answer)
        record.answers.append(answer)
        if isinstance(request, Roll):
            record.rolls.append(request)
        else:
            record.choices.append(request)
        assert len(record.answers) < most, "the game does not end"
    record.play = game.play
    record.events = game.events[before:]
    return game, record


def serving(days, date, campaign="mini", level="basic", **ship):
    """The end of a day on which so many fighting days are left to serve; of long A, in its first
    stage.
    """
    play = start(campaign=campaign, level=level, date=date, step="turn_end", phase=2, aboard=ship)
    state = play.state
    if campaign == "long-a":
        state.fighting_days_wanted = 5
        state.stages = [Stage(play.ship.name, 5 - days), *(Stage() for _ in range(4))]
    else:
        state.fighting_days = 7 - days
        state.fighting_days_wanted = 7
    return play
