"""Luck: actual results of rolls compared with expected ones, by kind of roll, as counts and as a
percentile.

Each roll of a game has its chart, column and modifiers, so its chances are exact. A kind of roll is
scored by a count (hits on planes, strikes on the ship, repairs). Its percentile is the probability
that the same rolls turn out worse for the captain, plus half the probability of an equal result.
All dice together have no such percentile: which rolls occur depends on earlier ones, and bad luck
that sinks the ship ends them.

Before the page come the strikes expected of a wave under its fire plan, which its card shows.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Iterable, Sequence
from statistics import NormalDist

import msgspec

from picket_duty.book import Tables, vocabulary
from picket_duty.charts import Row
from picket_duty.events import DecisionMade, Event, WaveBegun, answers_of
from picket_duty.game import Game
from picket_duty.odds import damage_weights
from picket_duty.odds.plan_odds import PlanOdds
from picket_duty.odds.roll_odds import outcomes
from picket_duty.pages.blocks import Grid, Page, Paragraph
from picket_duty.requests import Answer, Purpose, Roll
from picket_duty.rules import firing
from picket_duty.text.english import percent

#: Up to this number of rolls the percentile is exact; beyond it, the normal distribution is as good
#: and much faster.
EXACT = 400
#: Probabilities below this are dropped in sums.
TINY = 1e-12
NORMAL = NormalDist()

Score = Callable[[Tables, Row], int]
#: The chance of each value.
Chances = dict[int, float]


class RollKind(msgspec.Struct, frozen=True):
    """A kind of roll: its purposes, what is counted, and the value of one count to the captain, in
    ships.
    """

    name: str
    counted: str
    purposes: tuple[Purpose, ...]
    score: Score
    worth: float


class LedgerLine(msgspec.Struct, frozen=True):
    """A line of the ledger: rolls of a kind, the expected count and the actual one (``rolled``)."""

    name: str
    counted: str
    rolls: int
    expected: float
    rolled: int
    deviation: float
    percentile: float
    worth: float


def _plane_hits(tables: Tables, row: Row) -> int:
    """The hits of a shot. Setting a plane afire or destroying it counts as many as that takes."""
    if row["result"] in (vocabulary.FireResult.FLAMED, vocabulary.FireResult.DESTROYED):
        return tables.numbers.hits_flamed
    return firing.HITS[row["result"]]


def _strikes(tables: Tables, row: Row) -> int:
    return int(
        row["result"] not in (vocabulary.StrikeOutcome.MISS, vocabulary.StrikeOutcome.NEAR_MISS)
    )


def _yes(tables: Tables, row: Row) -> int:
    """1 if the answer of a chart of yes or no, which is its first field, is yes."""
    return int(next(iter(row.fields.values())) is True)


def _hull(tables: Tables, row: Row) -> int:
    return int(row["hull"] or 0)


HULL_POINT = -damage_weights.BY_HAND.hull_point
#: The kinds of rolls with their worth, the last number, which is negative for what harms the ship.
#: A plane's hit on the ship costs a sixth of a ship, and a hit on a plane saves a tenth of that.
KINDS = (
    RollKind("Guns", "hits on planes", (vocabulary.GUNNERY,), _plane_hits, 0.016),
    RollKind(
        "Fighters and support ships", "hits on planes", (vocabulary.SUPPORT,), _plane_hits, 0.016
    ),
    RollKind("Dives", "strikes on the ship", (vocabulary.DIVE,), _strikes, -0.16),
    RollKind(
        "Special attacks", "strikes on the ship", (vocabulary.SPECIAL_ATTACK,), _strikes, -0.5
    ),
    RollKind("Emergency maneuvers", "successes", (vocabulary.MANEUVER,), _yes, 0.05),
    RollKind("Hull loss after strikes", "hull points", (vocabulary.HULL_LOSS,), _hull, HULL_POINT),
    RollKind("Repairs", "successes", (vocabulary.REPAIR,), _yes, 0.03),
    RollKind("Flooding", "successes", (vocabulary.FLOODING,), _yes, 0.05),
    RollKind("Declarations", "granted", (vocabulary.DECLARATION,), _yes, 0.03),
    RollKind("Fires that spread", "markers", (vocabulary.FIRE,), _yes, -0.03),
    RollKind("Explosions", "explosions", (vocabulary.EXPLOSION,), _yes, -damage_weights.LOST),
    RollKind(
        "Sinking rolls",
        "ships lost",
        (vocabulary.HULL, vocabulary.ANCHORAGE),
        _yes,
        -damage_weights.LOST,
    ),
)
#: The attacks of the planes of a wave.
ATTACKS = (vocabulary.SPECIAL_ATTACK, vocabulary.DIVE)
#: Charts of ANCHORAGE whose rolls are not yes or no: days of repair and replenishment.
DAYS_AWAY = ("18", "18-1")
#: Purposes whose kinds do not count the dice of notes: how many markers come off, and which
#: section a plane strikes.
COUNTED_WITHOUT_NOTES = (vocabulary.REPAIR, vocabulary.DIVE)
#: Labels on the page of kinds whose names in JSON are older.
LABELS = {"Hull loss after strikes": "Hull loss after crashes"}
#: Names of what the kinds count, singular and plural, by ``RollKind.counted``.
COUNTED = {
    "hits on planes": ("hit on a plane", "hits on planes"),
    "strikes on the ship": ("hit rolled", "hits rolled"),
    "successes": ("success", "successes"),
    "hull points": ("hull point", "hull points"),
    "granted": ("granted", "granted"),
    "markers": ("marker", "markers"),
    "explosions": ("explosion", "explosions"),
    "ships lost": ("ship lost", "ships lost"),
}


def ledger(tables: Tables, events: Iterable[Event]) -> list[LedgerLine]:
    """The ledger of some events, one line for each kind of roll that occurred."""
    rolls: dict[Purpose, list[Roll]] = {}
    for event in events:
        if type(event) is Roll and event.result is not None and _is_counted(event):
            rolls.setdefault(event.purpose, []).append(event)
    lines = []
    for kind in KINDS:
        scored = [roll for purpose in kind.purposes for roll in rolls.get(purpose, ())]
        if scored:
            lines.append(_entry(tables, kind, scored))
    return lines


def _is_counted(roll: Roll) -> bool:
    """Whether a roll is one of those that its kind counts."""
    if roll.table in DAYS_AWAY:
        return False
    return not (roll.chart.note_id and roll.purpose in COUNTED_WITHOUT_NOTES)


# -- a kind of roll --------------------------------------------------------------------


def _entry(tables: Tables, kind: RollKind, rolls: list[Roll]) -> LedgerLine:
    """The line of a kind with its percentile: the probability of a worse result, which for a kind
    that harms the ship is a higher count.
    """
    each = [_values(tables, kind, roll) for roll in rolls]
    rolled = sum(kind.score(tables, roll.result) for roll in rolls if roll.result is not None)
    expected = sum(map(_mean, each))
    deviation = math.sqrt(sum(map(_variance, each)))
    if len(each) <= EXACT:
        below = _below(each, int(rolled))
    else:
        below = NORMAL.cdf((rolled - expected) / deviation) if deviation else 0.5
    return LedgerLine(
        name=kind.name,
        counted=kind.counted,
        rolls=len(rolls),
        expected=expected,
        rolled=int(rolled),
        deviation=deviation,
        percentile=below if kind.worth > 0 else 1.0 - below,
        worth=kind.worth,
    )


def _mean(chances: Chances) -> float:
    return sum(value * chance for value, chance in chances.items())


def _variance(chances: Chances) -> float:
    mean = _mean(chances)
    return sum(chance * (value - mean) ** 2 for value, chance in chances.items())


def _values(tables: Tables, kind: RollKind, roll: Roll) -> Chances:
    """The chance of each value that a roll can score."""
    chances: Chances = {}
    for row, chance in outcomes(roll):
        value = kind.score(tables, row)
        chances[value] = chances.get(value, 0.0) + chance
    return chances


def _below(each: list[Chances], rolled: int) -> float:
    """The exact chance of a sum below the actual one, plus half the chance of the same sum."""
    sums = {0: 1.0}
    for chances in each:
        after: Chances = {}
        for total, weight in sums.items():
            for value, chance in chances.items():
                after[total + value] = after.get(total + value, 0.0) + weight * chance
        sums = {total: weight for total, weight in after.items() if weight > TINY}
    lower = sum(weight for total, weight in sums.items() if total < rolled)
    return lower + sums.get(rolled, 0.0) / 2


# -- a wave's strikes ----------------------------------------------------------------


def expected_on_card(game: Game) -> float | None:
    """The expected strikes that the card of the last wave shows; None in an unaided game, which
    shows no odds, and where the events are not known.
    """
    return expected_strikes(game) if game.history and game.aid != vocabulary.UNAIDED else None


def expected_strikes(game: Game) -> float:
    """The expected strikes of the last wave under its fire plan, before any shot.

    Planes and their weapons count, as on the wave card. Raises LookupError if no wave has been
    fought since the game was started or loaded.
    """
    begun = max(
        (number for number, event in enumerate(game.events) if isinstance(event, WaveBegun)),
        default=None,
    )
    if begun is None:
        raise LookupError("no wave has been fought yet")
    # Events and answers both begin where the game was started or loaded; the odds need only the
    # state, not the events before the plan.
    answers_before = len(answers_of(game.events[:begun]))
    to_plan, orders = _plan_of_wave(answers_of(game.events[begun:]))
    play = game.at(answers_before + to_plan, events=0).play
    return PlanOdds(play).wave(orders).expected


def _plan_of_wave(answers: Sequence[Roll | DecisionMade]) -> tuple[int, Answer]:
    """The number of answers before the fire plan of a wave, and the plan. Without one, the number
    before the first attack, and an empty plan.
    """
    for number, answer in enumerate(answers):
        if isinstance(answer, DecisionMade) and answer.about == vocabulary.FIRE_PLAN.id:
            return number, answer.answer
        if isinstance(answer, Roll) and answer.purpose in ATTACKS:
            return number, {}
    return len(answers), {}


# -- as a page -------------------------------------------------------------------


def ledger_page(lines: Sequence[LedgerLine]) -> Page:
    """The ledger as a table."""
    if not lines:
        return [Paragraph("No rolls to measure yet.")]
    digits = max(len(str(line.rolled)) for line in lines)
    rows = tuple(
        (
            label_of(line),
            f"{line.rolled:>{digits}} {counted_words(line)}",
            f"{line.expected:.1f}",
            str(line.rolls),
            percent(line.percentile),
        )
        for line in lines
    )
    grid = Grid(("", "actual", "expected", "rolls", "better than"), rows, right=(2, 3, 4))
    # What the last column is, and why it may disagree with the points of the curve.
    better_than = (
        "'Better than' is the share of all possible results that yours beat; 50% is average."
    )
    equal = (
        "This table counts every roll equally. In the graph of your chances, decisive rolls count "
        "more."
    )
    return [grid, Paragraph(better_than), Paragraph(equal)]


def label_of(line: LedgerLine) -> str:
    """The label of a line on the page."""
    return LABELS.get(line.name, line.name)


def counted_words(line: LedgerLine) -> str:
    """The name of a line's count, singular or plural: ``success``, ``successes``."""
    singular, plural = COUNTED[line.counted]
    return singular if line.rolled == 1 else plural
