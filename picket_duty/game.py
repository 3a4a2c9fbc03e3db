"""A game: one request after another, each answered with dice or a decision.

>>> from picket_duty import Game
>>> game = Game.new(scenario=6, level="basic", seed=7)
>>> game.request.table
'V-1'
>>> game.roll().result["value"] in (-2, -1, 0, 1, 2)
True
"""

from __future__ import annotations

import datetime
import hashlib
import secrets
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from picket_duty.charts import ChartError, Tables, load_tables
from picket_duty.dice import Dice
from picket_duty.events import Ended, Happening, Undone
from picket_duty.requests import Answer, Choice, Illegal, Request, Roll
from picket_duty.rules import sequence, stations
from picket_duty.rules.play import Play, Step
from picket_duty.state import ADVANCED, BASIC, PHASES, POSTS, Setup, State

if TYPE_CHECKING:
    from picket_duty.journal import Journal

LEVELS = (BASIC, ADVANCED)
#: Options that the advanced game always plays with (rules 11).
ADVANCED_OPTIONS = ("aces", "list-and-trim")
OPTIONS = ("gun-repair", "aces", "list-and-trim", "dunlap-1941", "anthony-full-day")
DICE_MODES = ("computer", "own", "mine")
UNDO_DICE = "dice"
UNDO_RULES = ("free", UNDO_DICE)
LONGEST_NAME = 40


class Outcome(msgspec.Struct, frozen=True):
    """How a game ended: ``result`` is us_win, japanese_win, draw or record (a patrol); the rest as ``play --json``."""

    result: str
    summary: dict[str, Any]


class Checkpoint(msgspec.Struct, frozen=True):
    """Where a step of play began: how many answers and events came before, and the state as it stood."""

    answers: int
    events: int
    label: str
    day: bool
    state: bytes

    @property
    def state_hash(self) -> str:
        """A short hash of the state."""
        return _hash(self.state)


class Game:
    """A game in progress. ``request`` is what is wanted next, None when the game is over."""

    def __init__(self, state: State, tables: Tables, journal: Journal | None = None, history: bool = True) -> None:
        """Take up a game at the beginning of a step. ``history=False`` keeps no checkpoints and cannot undo."""
        self.tables = tables
        self.play = Play(state, tables)
        self.dice = Dice(state.setup.seed)
        self.answers: list[Answer] = []
        self.checkpoints: list[Checkpoint] = []
        self.journal: Journal | None = None
        self.history = history
        self.request: Request | None = None
        #: Answers before the step this game was taken up at; not among ``answers``.
        self.base = 0
        self._answered = 0
        self._step: Step[None] | None = None
        self._next_step()
        self.journal = journal

    # -- starting ----------------------------------------------------------

    @classmethod
    def new(
        cls,
        scenario: int | str | None = None,
        campaign: str | None = None,
        patrol: datetime.date | str | None = None,
        level: str = BASIC,
        seed: int | None = None,
        options: Iterable[str] = (),
        ship: str | None = None,
        days: int = 5,
        station: int | None = None,
        start: datetime.date | str | None = None,
        dice: str = "computer",
        undo: str = "free",
        officers: Mapping[str, str] | None = None,
        tables: Tables | None = None,
        history: bool = True,
    ) -> Game:
        """A new game: one of a scenario (1-8 or name), a campaign (mini, long-a, long-b) or a patrol (first date).

        ``days`` and ``station`` (1-16) are a patrol's, ``start`` is long-a's first date, ``undo`` is
        ``free`` or ``dice`` (nothing rolled is taken back), ``officers`` names the first crew by post.
        Raises ValueError naming what is wrong and what would be right.
        """
        tables = load_tables() if tables is None else tables
        setup = make_setup(
            tables, scenario, campaign, patrol, level, seed, tuple(options), ship, days, station, start, dice
        )
        setup = msgspec.structs.replace(setup, undo=_undo_rule(undo), officers=_officers(officers or {}))
        return cls(first_state(tables, setup), tables, history=history)

    # -- playing -------------------------------------------------------------

    @property
    def state(self) -> State:
        """The state of the game. Look, do not touch: only answers change it."""
        return self.play.state

    @property
    def events(self) -> list[Happening]:
        """Everything that happened since the game was begun or loaded."""
        return self.play.events

    @property
    def requests(self) -> int:
        """How many requests have been answered, those taken back not counted."""
        return self.base + self._answered

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.request is None

    @property
    def outcome(self) -> Outcome | None:
        """How the game ended, None while it goes on."""
        return Outcome(self.state.outcome, self.summary()) if self.request is None else None

    @property
    def state_hash(self) -> str:
        """A short hash of the whole state."""
        return _hash(_encode(self.state))

    def roll(self) -> Roll:
        """Answer a roll with the game's own dice; returns the roll with its result. Raises Illegal for a choice."""
        request = self.request
        if not isinstance(request, Roll):
            raise Illegal("no dice are wanted now" if request else "the game is over")
        self._answer_roll(request, self.dice.throw(request.chart.faces))
        return request

    def answer(self, value: Answer) -> Request:
        """Answer the request: single dice for a roll, a decision for a choice. Returns the request answered.

        Raises Illegal with the reason; the same request then stands and nothing has changed.
        """
        request = self.request
        if request is None:
            raise Illegal("the game is over")
        if isinstance(request, Roll):
            self._answer_roll(request, request.check(value))
            return request
        decision = request.check(value)
        if self.journal is not None:
            self.journal.write_choice(decision)
        if self.history:
            self.answers.append(decision)
        self._advance(decision)
        return request

    def undo(self, count: int = 1) -> None:
        """Take back the last answers, dice too. Raises Illegal where there are not so many since loading."""
        if not self.history or not 1 <= count <= len(self.answers):
            raise Illegal(f"{count} answers cannot be taken back; {len(self.answers) if self.history else 0} can")
        if self.state.setup.undo == UNDO_DICE and any(isinstance(one, tuple) for one in self.answers[-count:]):
            raise Illegal("this game was set up so that nothing rolled is taken back")
        if self.journal is not None:
            self.journal.write_undo(count)
        self._go_back(len(self.answers) - count)
        undone = Undone(answers=count)
        self.play.tell(undone)

    def undo_decision(self) -> None:
        """Take back everything since the last decision, and the decision. Raises Illegal where there is none."""
        for number in range(len(self.answers) - 1, -1, -1):
            if not isinstance(self.answers[number], tuple):
                self.undo(len(self.answers) - number)
                return
        raise Illegal("there is no decision to take back")

    def _answer_roll(self, roll: Roll, dice: tuple[int, ...]) -> None:
        row = roll.resolve(dice)
        if self.journal is not None:
            try:
                self.journal.write_roll(dice, row.key)
            except BaseException:
                roll.undo()
                raise
        if self.history:
            self.answers.append(dice)
        self.play.events.append(roll)
        self._advance(row)

    def _advance(self, reply: Any) -> None:
        assert self._step is not None
        self._answered += 1
        try:
            request: Request = self._step.send(reply)
        except StopIteration:
            self._next_step()
            return
        self.request = request
        if type(request) is Roll:
            self.dice.take(request)

    def _next_step(self) -> None:
        """Begin the step that the state names, and the next, until one asks for something or the game is over."""
        state = self.play.state
        while state.step != "over":
            self._checkpoint()
            self.dice.begin(f"{state.date.isoformat()} {state.step} {state.phase} {state.ship.name}")
            self._step = sequence.play_step(self.play)
            try:
                self.request = next(self._step)
            except StopIteration:
                continue
            if isinstance(self.request, Roll):
                self.dice.take(self.request)
            return
        self.request = None
        self._step = None
        self.play.tell(Ended(summary=self.summary()))
        if self.journal is not None:
            self.journal.write_end(self.state_hash)

    # -- history ---------------------------------------------------------------

    def _checkpoint(self) -> None:
        if not self.history:
            return
        state = self.play.state
        point = Checkpoint(
            len(self.answers),
            len(self.play.events),
            f"{state.date.isoformat()}/{PHASES[state.phase] if state.step == 'phase' else state.step}",
            state.step in ("setup", "turn"),
            _encode(state),
        )
        self.checkpoints.append(point)
        if self.journal is not None:
            self.journal.write_checkpoint(point)

    def _go_back(self, target: int) -> None:
        """Restore the last checkpoint at or before an answer, then play the answers since again."""
        answers = self.answers[:target]
        while len(self.checkpoints) > 1 and self.checkpoints[-1].answers > target:
            self.checkpoints.pop()
        # Steps that ask for nothing leave several checkpoints at one answer; the earliest replays them all.
        while len(self.checkpoints) > 1 and self.checkpoints[-2].answers == self.checkpoints[-1].answers:
            self.checkpoints.pop()
        point = self.checkpoints.pop()
        events = self.play.events[: point.events]
        self.play = Play(decode_state(point.state), self.tables)
        self.play.events.extend(events)
        self.answers = answers[: point.answers]
        self._answered = len(self.answers)
        journal, self.journal = self.journal, None
        self._next_step()
        for answer in answers[point.answers :]:
            self.answer(answer)
        self.journal = journal

    def at(self, answers: int, events: int = 300) -> Game:
        """The game as it stood after so many of ``answers``, to look at: with its last events, without history."""
        before = [point.answers for point in self.checkpoints]
        # Steps that ask for nothing leave several checkpoints at one answer; the earliest replays them all.
        point = self.checkpoints[bisect_left(before, before[max(0, bisect_right(before, answers) - 1)])]
        found = Game(decode_state(point.state), self.tables, history=False)
        found.base = self.base + point.answers
        for answer in self.answers[point.answers : answers]:
            found.answer(answer)
        found.play.events[:0] = self.play.events[max(0, point.events - events) : point.events]
        return found

    def summary(self) -> dict[str, Any]:
        """The result as ``play --json`` prints it."""
        state, records = self.play.state, self.play.state.records
        setup = state.setup
        name = int(setup.name) if setup.kind == "scenario" else setup.name
        return {
            setup.kind: name,
            "level": setup.level,
            "seed": setup.seed,
            "outcome": state.outcome or None,
            "afloat": state.ship.fate != "sunk",
            "on_station": state.on_station,
            "days": records.days,
            "phases": records.phases,
            "waves": records.waves,
            "planes": records.planes,
            "destroyed": records.destroyed,
            "flamed": records.flamed,
            "hits": records.hits,
            "near_misses": records.near_misses,
            "hull": state.ship.hull,
            "ships_sunk": records.ships_sunk,
            "requests": self.requests,
            "state_hash": self.state_hash,
        }

    # -- saves -------------------------------------------------------------------

    def save(self, path: str | Path) -> None:
        """Write the whole game as a journal and keep writing every answer to it. Raises SaveError."""
        from picket_duty.journal import write_whole

        self.journal = write_whole(self, Path(path))

    @classmethod
    def load(cls, path: str | Path, tables: Tables | None = None) -> Game:
        """Take a saved game up at the exact request where it was left. Raises SaveError."""
        from picket_duty.journal import resume

        return resume(Path(path), tables)


# -- set-up ----------------------------------------------------------------------


def make_setup(
    tables: Tables,
    scenario: int | str | None,
    campaign: str | None,
    patrol: datetime.date | str | None,
    level: str,
    seed: int | None,
    options: tuple[str, ...],
    ship: str | None,
    days: int,
    station: int | None,
    start: datetime.date | str | None,
    dice: str,
) -> Setup:
    """Check what was chosen and make it a set-up. Raises ValueError naming what would be right."""
    chosen = [value for value in (scenario, campaign, patrol) if value is not None]
    if len(chosen) != 1:
        raise ValueError("choose one of a scenario, a campaign or a patrol")
    if level not in LEVELS:
        raise ValueError(f"unknown level {level!r}; levels: {', '.join(LEVELS)}")
    if dice not in DICE_MODES:
        raise ValueError(f"unknown dice {dice!r}; dice: {', '.join(DICE_MODES)}")
    for option in options:
        if option not in OPTIONS:
            raise ValueError(f"unknown option {option!r}; options: {', '.join(OPTIONS)}")
    if level == ADVANCED:
        options += tuple(option for option in ADVANCED_OPTIONS if option not in options)
    options = tuple(sorted(set(options)))
    if ship is not None and (not ship.strip() or not ship.isprintable() or len(ship) > LONGEST_NAME):
        raise ValueError(f"ship name {ship!r} must have 1 to {LONGEST_NAME} printable letters")
    if seed is None:
        seed = secrets.randbelow(2**31)
    if scenario is not None:
        return _scenario_setup(tables, scenario, level, seed, options, ship, dice)
    if campaign is not None:
        _no_options_of_others(options)
        return _campaign_setup(tables, campaign, level, seed, options, ship, start, dice)
    assert patrol is not None
    return _patrol_setup(tables, patrol, level, seed, options, ship, days, station, dice)


def _no_options_of_others(options: tuple[str, ...], own: Iterable[str] = ()) -> None:
    """Options of a scenario or of a class of ship are refused but for those of the ship's own class."""
    for option in options:
        if option in ("dunlap-1941", "anthony-full-day") and option not in own:
            raise ValueError(f"option {option!r} belongs to a scenario or to another ship")


def _undo_rule(undo: str) -> str:
    if undo not in UNDO_RULES:
        raise ValueError(f"unknown undo rule {undo!r}; rules: {', '.join(UNDO_RULES)}")
    return undo


def _officers(officers: Mapping[str, str]) -> dict[str, str]:
    for post, name in officers.items():
        if post not in POSTS:
            raise ValueError(f"unknown post {post!r}; posts: {', '.join(POSTS)}")
        if not name.strip() or not name.isprintable() or len(name) > LONGEST_NAME:
            raise ValueError(f"{post}: a name has 1 to {LONGEST_NAME} printable letters")
    return {post: name.strip() for post, name in officers.items()}


def _scenario_setup(
    tables: Tables, scenario: int | str, level: str, seed: int, options: tuple[str, ...], ship: str | None, dice: str
) -> Setup:
    names = {str(number): number for number in tables.scenarios}
    names.update({data.slug: number for number, data in tables.scenarios.items()})
    number = names.get(str(scenario).lower())
    if number is None:
        known = ", ".join(f"{number} {data.slug}" for number, data in tables.scenarios.items())
        raise ValueError(f"unknown scenario {scenario!r}; scenarios: {known}")
    data = tables.scenarios[number]
    for option in options:
        if option not in data.options:
            raise ValueError(f"option {option!r} is not for scenario {number}; options: {', '.join(data.options)}")
    return Setup(
        kind="scenario",
        name=str(number),
        level=level,
        seed=seed,
        start=data.date,
        ship_class=data.ship_class,
        ship=ship or data.ship,
        hull_number=data.hull,
        station=data.station,
        options=options,
        dice=dice,
    )


def _campaign_setup(
    tables: Tables,
    campaign: str,
    level: str,
    seed: int,
    options: tuple[str, ...],
    ship: str | None,
    start: datetime.date | str | None,
    dice: str,
) -> Setup:
    data = tables.campaigns.get(campaign)
    if data is None:
        raise ValueError(f"unknown campaign {campaign!r}; campaigns: {', '.join(tables.campaigns)}")
    first = data.start
    if start is not None:
        if not data.choose_start:
            raise ValueError(f"campaign {campaign} starts on {data.start}; only long-a chooses its start")
        first = _date(tables, start, data.latest_start)
    name, hull = _first_ship(tables, seed, ship)
    return Setup("campaign", campaign, level, seed, first, "fletcher", name, hull, None, 0, options, dice)


def _patrol_setup(
    tables: Tables,
    patrol: datetime.date | str,
    level: str,
    seed: int,
    options: tuple[str, ...],
    ship: str | None,
    days: int,
    station: int | None,
    dice: str,
) -> Setup:
    first = _date(tables, patrol)
    if days < 1:
        raise ValueError(f"{days} days; a patrol lasts at least 1 day")
    if station is not None and not 1 <= station <= 16:
        raise ValueError(f"unknown station {station}; stations: 1 to 16")
    ship_class = "fletcher"
    for data in tables.ships.values():
        if ship and _spelled(ship) in (_spelled(data.id), _spelled(data.name)):
            ship_class = data.id
    _no_options_of_others(options, tables.ships[ship_class].options)
    name, hull = _first_ship(tables, seed, ship)
    for scenario in tables.scenarios.values():
        if scenario.ship_class == ship_class != "fletcher":
            name, hull = scenario.ship, scenario.hull
    return Setup("patrol", first.isoformat(), level, seed, first, ship_class, name, hull, station, days, options, dice)


def _first_ship(tables: Tables, seed: int, ship: str | None) -> tuple[str, str]:
    """The ship asked for by name, or one that the seed picks."""
    names = tables.names.ships
    if ship is None:
        found = names[abs(seed) * 31 % len(names)]
        return found.name, found.hull
    for known in names:
        if _spelled(ship) == _spelled(known.name):
            return known.name, known.hull
    return ship, ""


def _spelled(name: str) -> str:
    """A ship's name as it is compared: La Prade, la-prade and USS La Prade are one (rules 10)."""
    words = "".join(one if one.isalnum() else " " for one in name.casefold()).split()
    return "".join(words[1:] if words[:1] == ["uss"] else words)


def _date(tables: Tables, given: datetime.date | str, last: datetime.date | None = None) -> datetime.date:
    """A day of the campaign, or of its first days up to ``last``. Raises ValueError."""
    data = next(iter(tables.campaigns.values()))
    last = last or data.end
    try:
        day = given if isinstance(given, datetime.date) else datetime.date.fromisoformat(given)
    except ValueError:
        raise ValueError(f"date {given!r} is not YYYY-MM-DD") from None
    if not data.start <= day <= last:
        what = "the campaign" if last == data.end else "the first days to choose"
        raise ValueError(f"date {day} is outside {what}, {data.start} to {last}")
    return day


def first_state(tables: Tables, setup: Setup) -> State:
    """The state before the first die."""
    try:
        ship = stations.build_ship(tables, setup.ship, setup.hull_number, setup.ship_class, setup.options)
    except KeyError as error:
        raise ChartError(f"no ship class {error}") from None
    return State(setup=setup, date=setup.start, ship=ship)


_ENCODER = msgspec.json.Encoder(order="deterministic")
_DECODER = msgspec.json.Decoder(State)


def _encode(state: State) -> bytes:
    return _ENCODER.encode(state)


def decode_state(data: bytes) -> State:
    """A state from its snapshot."""
    return _DECODER.decode(data)


def _hash(data: bytes) -> str:
    return hashlib.blake2b(data, digest_size=8).hexdigest()


__all__ = ["OPTIONS", "Checkpoint", "Choice", "Game", "Outcome", "Roll", "first_state", "make_setup"]
