"""Luck: what was rolled against what was to be expected, by purpose, in plain words and as a percentile.

Each roll of a game still knows its chart, column and modifiers, so the chances it had are exact. A kind of roll is
scored in something that can be counted (hits on planes, strikes on the ship, repairs); a percentile is the share of all
ways in which the same rolls could have fallen that were worse for the captain, half of the equal ones among them.

Of the dice as a whole no such share can be had: which rolls come depends on how those before fell, and bad luck that
sinks the ship ends them. So the whole is placed among other games of the same start, which doctrine plays with other
dice.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from functools import partial
from statistics import NormalDist

import msgspec

from picket_duty.analysis.workers import tables_of, workers
from picket_duty.book import Tables
from picket_duty.book.vocabulary import (
    ANCHORAGE,
    DECLARATION,
    DIVE,
    EXPLOSION,
    FIRE,
    FIRE_PLAN,
    FLOODING,
    GUNNERY,
    HULL,
    HULL_LOSS,
    MANEUVER,
    REPAIR,
    SPECIAL_ATTACK,
    SUPPORT,
    FireResult,
    StrikeOutcome,
)
from picket_duty.captains.doctrine import QuickCaptain
from picket_duty.charts import Row
from picket_duty.dice import number_of
from picket_duty.events import Chosen, Event, WaveBegun
from picket_duty.game import Game, ReplayState
from picket_duty.odds import damage_weights
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.roll_odds import outcomes
from picket_duty.requests import Purpose, Roll
from picket_duty.rules import gunnery
from picket_duty.state import State
from picket_duty.text import count

#: Up to so many rolls the percentile is exact; beyond, the normal distribution is as good and much quicker.
EXACT = 400
#: Games of the same start that the whole is placed among, at most and at least, and requests they may come to.
MAX_REFERENCE_GAMES, MIN_REFERENCE_GAMES, REFERENCE_REQUESTS = 200, 20, 200_000
#: Chances below this are dropped while they are added up.
TINY = 1e-12
#: Sums of luck that differ in later digits than these are the same.
DIGITS = 9
NORMAL = NormalDist()

Score = Callable[[Tables, Row], int]


class Kind(msgspec.Struct, frozen=True):
    """A kind of roll: which purposes, what is counted, and what one of it is worth to the captain in ships."""

    name: str
    counted: str
    purposes: tuple[Purpose, ...]
    score: Score
    worth: float


class Line(msgspec.Struct, frozen=True):
    """A line of the ledger: rolls of a kind, what they were expected to count and what they did."""

    name: str
    counted: str
    rolls: int
    expected: float
    rolled: int
    deviation: float
    percentile: float
    worth: float

    @property
    def balance(self) -> float:
        """Luck in ships: positive is good for the captain."""
        return self.worth * (self.rolled - self.expected)


def _plane_hits(tables: Tables, row: Row) -> int:
    flamed = tables.numbers.hits_flamed
    return {**gunnery.HITS, FireResult.FLAMED: flamed, FireResult.DESTROYED: flamed}[row["result"]]


def _ship_hits(tables: Tables, row: Row) -> int:
    return int(row["result"] == StrikeOutcome.HIT)


def _weapon_strikes(tables: Tables, row: Row) -> int:
    return int(row["result"] not in (StrikeOutcome.MISS, StrikeOutcome.NEAR_MISS))


def _hull(tables: Tables, row: Row) -> int:
    return int(row["hull"] or 0)


def _yes(tables: Tables, row: Row) -> int:
    return int(next(iter(row.fields.values())) is True)


#: What is counted, with its weight: a plane's hit on the ship costs a sixth of a ship (``odds.damage_weights``), a hit
#: on a plane saves a tenth of that; the rest as in ``odds.damage_weights``.
KINDS = (
    Kind("Guns", "hits on planes", (GUNNERY,), _plane_hits, 0.016),
    Kind("Fighters and support ships", "hits on planes", (SUPPORT,), _plane_hits, 0.016),
    Kind("Dives", "strikes on the ship", (DIVE,), _ship_hits, -0.16),
    Kind("Special attacks", "strikes on the ship", (SPECIAL_ATTACK,), _weapon_strikes, -0.5),
    Kind("Emergency maneuvers", "successes", (MANEUVER,), _yes, 0.05),
    Kind("Hull loss after strikes", "hull points", (HULL_LOSS,), _hull, -damage_weights.BY_HAND.hull_point),
    Kind("Repairs", "successes", (REPAIR,), _yes, 0.03),
    Kind("Flooding", "successes", (FLOODING,), _yes, 0.05),
    Kind("Declarations", "granted", (DECLARATION,), _yes, 0.03),
    Kind("Fires that spread", "markers", (FIRE,), _yes, -0.03),
    Kind("Explosions", "explosions", (EXPLOSION,), _yes, -damage_weights.LOST),
    Kind("Hull gone, or foundering", "ships lost", (HULL, ANCHORAGE), _yes, -damage_weights.LOST),
)
#: What is counted where there is one of it.
ONE = {
    "hits on planes": "hit on a plane",
    "strikes on the ship": "strike on the ship",
    "successes": "success",
    "hull points": "hull point",
    "markers": "marker",
    "explosions": "explosion",
    "ships lost": "ship lost",
}
#: Charts whose rolls of these purposes are not yes or no: the die for markers removed, days of repair.
NOT_COUNTED = ("18", "18-1")


def ledger(tables: Tables, events: Iterable[Event]) -> list[Line]:
    """The ledger of some events, one line for each kind of roll that occurred."""
    rolls: dict[Purpose, list[Roll]] = {}
    for event in events:
        if type(event) is Roll and event.result is not None:
            rolls.setdefault(event.purpose, []).append(event)
    lines = []
    for kind in KINDS:
        scored = [roll for purpose in kind.purposes for roll in rolls.get(purpose, ()) if _counts(kind, roll)]
        if scored:
            lines.append(_line(tables, kind, scored))
    return lines


def balance_of(lines: Iterable[Line]) -> float:
    """Luck in ships, all lines together: positive is good for the captain."""
    return sum(line.balance for line in lines)


# -- the whole ------------------------------------------------------------------------


class ReferenceGame(msgspec.Struct, frozen=True):
    """A game of the same start to be played: first state, dice, and the step where it ends, empty for its own end."""

    state: bytes
    seed: int
    until: tuple[str, int]


def overall(lines: Iterable[Line], reference: Sequence[float]) -> float:
    """The percentile of the whole: the share of games of the same start whose dice were worse, half of the equal ones.

    Over doctrine's games it is uniform, whatever the rolls are worth: each is as likely as the other to be the better.
    """
    mine = round(balance_of(lines), DIGITS)
    below = sum(luck < mine for luck in reference) + sum(luck == mine for luck in reference) / 2
    return (below + 0.5) / (len(reference) + 1)


def reference_luck(game: Game, jobs: int = 1, folder: str = "", most: int = 0, background: bool = False) -> list[float]:
    """The luck, in ships, of other games from the start of this one to where it is now. Raises WorkersLost.

    ``most`` is how many, 0 for as many as its length allows.
    """
    count = most or max(MIN_REFERENCE_GAMES, min(MAX_REFERENCE_GAMES, REFERENCE_REQUESTS // max(1, len(game.answers))))
    until = ("", 0) if game.over else _stands_at(game.state)
    seed, state = game.dice.seed, game.checkpoints[0].state
    tasks = [ReferenceGame(state, number_of(f"fellow {seed} {number}"), until) for number in range(count)]
    with workers(jobs, background) as players:
        return list(players.each(partial(play_reference_game, folder), tasks))


def play_reference_game(folder: str, task: ReferenceGame) -> float:
    """Play a game of the same start; its luck in ships."""
    tables = tables_of(folder)
    game = Game.of_replay_state(ReplayState(task.state, ()), tables).branch(task.seed)
    captain = QuickCaptain()
    while game.request is not None and not (task.until[0] and _stands_at(game.state) >= task.until):
        if isinstance(game.request, Roll):
            game.roll()
        else:
            game.answer(captain.choose(game))
    return round(balance_of(ledger(tables, game.events)), DIGITS)


def _stands_at(state: State) -> tuple[str, int]:
    """How far a game has come: its day, and its phase if one is being played."""
    return state.date.isoformat(), 1 + state.phase if state.step == "phase" else 0


# -- a kind of roll --------------------------------------------------------------------


def _counts(kind: Kind, roll: Roll) -> bool:
    if roll.table in NOT_COUNTED:
        return False
    return not (roll.chart.note_id and kind.name == "Repairs") and not (kind.name == "Dives" and roll.chart.note_id)


def _line(tables: Tables, kind: Kind, rolls: list[Roll]) -> Line:
    rolled = expected = variance = 0.0
    each = []
    for roll in rolls:
        assert roll.result is not None
        rolled += kind.score(tables, roll.result)
        chances: dict[int, float] = {}
        for row, chance in outcomes(roll):
            value = kind.score(tables, row)
            chances[value] = chances.get(value, 0.0) + chance
        mean = sum(value * chance for value, chance in chances.items())
        expected += mean
        variance += sum(chance * (value - mean) ** 2 for value, chance in chances.items())
        each.append(chances)
    deviation = math.sqrt(variance)
    below = _below(each, int(rolled)) if len(each) <= EXACT else _normal(rolled, expected, deviation)
    percentile = below if kind.worth > 0 else 1.0 - below
    return Line(kind.name, kind.counted, len(rolls), expected, int(rolled), deviation, percentile, kind.worth)


def _below(each: list[dict[int, float]], rolled: int) -> float:
    """The exact chance of a sum below what was rolled, half of the chance of the same sum."""
    sums = {0: 1.0}
    for chances in each:
        after: dict[int, float] = {}
        for total, weight in sums.items():
            for value, chance in chances.items():
                after[total + value] = after.get(total + value, 0.0) + weight * chance
        sums = {total: weight for total, weight in after.items() if weight > TINY}
    return sum(weight for total, weight in sums.items() if total < rolled) + sums.get(rolled, 0.0) / 2


def _normal(rolled: float, expected: float, deviation: float) -> float:
    return NORMAL.cdf((rolled - expected) / deviation) if deviation else 0.5


# -- a wave's strikes ----------------------------------------------------------------


def expected_strikes(game: Game) -> float:
    """The strikes on the ship that were to be expected of the wave fought last, its fire plan given and no shot fired.

    Planes and their weapons count, as on the wave's card. Raises LookupError where no wave has been fought since the
    game was begun or loaded.
    """
    answers, orders = _opening(game.events)
    return PlanOdds(game.at(answers, events=0).play).wave(orders).expected


def _opening(events: Sequence[Event]) -> tuple[int, dict[str, int]]:
    """How many answers stand before the fire of the last wave, and its fire plan, empty where none could be given."""
    begun = max((number for number, event in enumerate(events) if isinstance(event, WaveBegun)), default=-1)
    if begun < 0:
        raise LookupError("no wave has been fought")
    before = sum(isinstance(event, Roll | Chosen) for event in events[:begun])
    for event in events[begun:]:
        if isinstance(event, Chosen) and event.about == FIRE_PLAN.id:
            return before, event.answer
        if isinstance(event, Roll) and event.purpose in (SPECIAL_ATTACK, DIVE):
            break
        before += isinstance(event, Roll | Chosen)
    return before, {}


#: What the ledger's whole is, and what it is not.
WHOLE = "By the harm that the dice did and spared, roll by roll"
MEASURED = "When they fell and what the enemy sent has no share in this; luck in points of the chance has both."

# -- in words --------------------------------------------------------------------


def words(lines: list[Line], whole: float | None = None) -> list[str]:
    """The ledger in plain words, the place of the whole first where it is known."""
    if not lines:
        return ["Not a die was cast that luck could show in."]
    rows = [] if whole is None else [f"{WHOLE}: {percentile_words(whole, REFERENCE_GAMES)}.", MEASURED, ""]
    width = max(len(line.name) for line in lines)
    for line in lines:
        rows.append(
            f"{line.name:<{width}}  {line.rolled} {counted_words(line)} in {count(line.rolls, 'roll')}, "
            f"{line.expected:.1f} to be expected: {percentile_words(line.percentile)}"
        )
    return rows


def counted_words(line: Line) -> str:
    """What a line counts, in the singular of one: ``success``, ``successes``."""
    return ONE.get(line.counted, line.counted) if line.rolled == 1 else line.counted


#: What a percentile is one of.
SUCH_ROLLS, REFERENCE_GAMES = "such rolls of the dice", "games of the same start"


def percentile_words(share: float, among: str = SUCH_ROLLS) -> str:
    """A percentile in plain words: better, or worse, than so many of a hundred."""
    percent = round(100 * max(share, 1 - share))
    if percent < 55:
        return "as luck would have it, neither good nor bad"
    percent = min(percent, 99)
    degree = "a little " if percent < 70 else "" if percent < 90 else "much "
    return f"{degree}{'better' if share > 0.5 else 'worse'} than {percent} of 100 {among}"
