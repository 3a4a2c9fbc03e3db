"""Chances of winning in words: for each order, and the exec's recommendation in one sentence."""

from __future__ import annotations

import math
from collections.abc import Callable, Mapping

import msgspec

from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FIRE_PLAN,
    FLOOD,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    REPAIR_MEN,
    RESCIND,
)
from picket_duty.requests import ONE, Choice, Decision, Option
from picket_duty.rules.control import NO_FLOODING
from picket_duty.rules.play import NO, YES
from picket_duty.state import CAMPAIGN, Setup
from picket_duty.text.english import count, percent, title_case

#: Names of the two orders compared if there are too many to list: the exec's, and the player's so
#: far.
EXEC = "staff"
YOURS = "yours"
#: The key of the only entry if the game waits for dice rather than for an order.
NOW = "now"
#: The fewest playouts for which a chance is shown: 0 wins in 20 are still compatible with 1 in 6.
ENOUGH = 64
#: Behind a figure of playouts that replaces an estimate.
SIMULATED = ", simulated"
#: Wins and losses added to those counted, for the error of a chance that is near 0 or 1 (Agresti
#: and Coull, 1998).
ADDED = 2
#: The smallest mean number of ships lost that does not round to 0.0.
SHOWN_LOST = 0.05
#: The largest difference of probabilities that rounds to 0 points.
HALF_A_POINT = 0.005
#: The margin of error of a gain or loss in chances, in standard errors: a smaller one may be due to
#: the simulation alone.
CLAIM = 2.0
#: The measure by which orders are compared: games won or stages held; if no order wins, the ship
#: afloat (scenarios and patrols) or games drawn (campaigns).
WIN = "win"
AFLOAT = "afloat"
DRAWN = "draw"
#: How the recommended order compares with the next best: better, equally good, or too close to tell
#: yet.
BETTER = "better"
ALIKE = "alike"
CLOSE = "close"


class Chance(msgspec.Struct, frozen=True):
    """Results of an order: probability of winning with its 95 % interval, of a draw, and mean
    number of ships lost.

    In a patrol it is the probability of holding the station to the end, in a campaign of stages
    that of holding the stage; ships lost are then counted until that is decided. ``branches`` is
    the number of playouts.
    """

    chance: float
    low: float
    high: float
    branches: int
    draw: float
    lost: float


class Recommendation(msgspec.Struct, frozen=True):
    """The recommended order of a decision, from playouts of each.

    ``order`` is that of ``doctrine``, unless another is clearly better by ``measure``; ``rival`` is
    the best of the others, ``standing`` how ``order`` compares with it, with 95 % confidence for
    final figures. ``rival_leads``: the rival did better than can be chance, but not by enough to
    replace doctrine's order. ``stage`` is the number of the stage to hold, 0 in a game without
    stages.
    """

    order: str
    doctrine: str
    rival: str
    standing: str
    measure: str
    chances: dict[str, Chance]
    stage: int = 0
    rival_leads: bool = False


class RecommendationText(msgspec.Struct, frozen=True):
    """A recommendation in words: its order, the chance beside each order, and one sentence; empty
    until it is known.
    """

    order: str = ""
    chances: Mapping[str, str] = {}
    words: str = ""


def worded_recommendation(
    choice: Choice,
    setup: Setup,
    advised: Recommendation,
    working: bool = False,
    meanwhile: str = "",
) -> RecommendationText:
    """A recommendation in words; while more playouts come in (``working``), every figure says that
    it is not final. ``meanwhile`` is said until there are enough, by default doctrine's order.
    """
    beside = {
        name: _beside_words(choice, setup, advised, chance)
        for name, chance in advised.chances.items()
        if not working or chance.branches >= ENOUGH
    }
    least = min(chance.branches for chance in advised.chances.values())
    result = final_words(choice, setup, advised)
    if not working:
        return RecommendationText(advised.order, beside, result)
    beside = {name: f"{words}, so far" for name, words in beside.items()}
    if not is_decided(advised, working):
        meanwhile = meanwhile or by_doctrine_words(choice, advised.doctrine)
        return RecommendationText(advised.order, beside, counting_words(meanwhile, least))
    words = f"{result} Still simulating: {count(least, 'game')} played with each order so far."
    return RecommendationText(advised.order, beside, words)


def _beside_words(choice: Choice, setup: Setup, advised: Recommendation, chance: Chance) -> str:
    """The chance beside an order, by the measure of the recommendation."""
    if advised.measure == AFLOAT:
        # Of an order that hardly ever wins: ``station <1%, afloat 64%``.
        station = "lost" if is_lost(advised) else percent(chance.chance)
        return f"station {station}, afloat {percent(max(0.0, 1.0 - chance.lost))}"
    if advised.measure == DRAWN:
        return f"cannot win, draws {percent(chance.draw)}"
    words = simulated_words(setup, chance, advised.stage)
    # Only the page of relief has estimates too.
    return words if choice.decision is ASK_RELIEF else words.removesuffix(SIMULATED)


def by_doctrine_words(choice: Choice, order: str) -> str:
    """What the exec says of doctrine's order before any game is counted, and why, without a
    figure.
    """
    ordered, _ = _said(choice, order)
    yes, no = REASONS.get(choice.decision, ("", ""))
    why = no if order in (NO, NO_FLOODING) else yes
    return f"By rule of thumb: {ordered}. {why}".rstrip()


def counting_words(meanwhile: str, games: int = 0) -> str:
    """What the exec says until he has counted enough: the playouts of each order so far, then what
    he knows ``meanwhile``.
    """
    counted = f" {count(games, 'game')} played with each order so far." if games else ""
    return f"Exec: simulating ...{counted} {meanwhile}"


def chance_words(
    setup: Setup,
    chance: float,
    low: float,
    high: float,
    draw: float = 0.0,
    lost: float = 0.0,
    stage: int = 0,
) -> str:
    """``holds the station 71% (66-76)``, ``wins 63% (58-68), draws 8%``, ``holds stage 2 38%
    (35-41)``.
    """
    interval = f"{percent(chance)} ({100 * low:.0f}-{100 * high:.0f})"
    if setup.kind != CAMPAIGN:
        return f"holds the station {interval}"
    text = f"holds stage {stage} {interval}" if stage else f"wins {interval}"
    if draw:
        text += f", draws {percent(draw)}"
    if lost >= SHOWN_LOST:
        text += f", {lost:.1f} ships lost"
    return text


def simulated_words(setup: Setup, chance: Chance, stage: int) -> str:
    """A chance by playouts, in the words of an estimate: ``wins 63% (58-68), 0.1 ships lost,
    simulated``.
    """
    words = chance_words(
        setup, chance.chance, chance.low, chance.high, lost=chance.lost, stage=stage
    )
    return f"{words}{SIMULATED}"


def behind_words(low: float, high: float) -> str:
    """How far an order is behind the best one, by its interval; empty if the difference may be
    zero.
    """
    if low <= 0.0 or high < HALF_A_POINT:
        return ""
    first = max(1, round(100 * low))
    last = max(1, round(100 * high))
    if first == last:
        return f"{count(first, 'point')} behind"
    return f"{first} to {last} points behind"


def uncounted_words(meanwhile: str) -> str:
    """What the exec says if his time is up before a game is played to the end."""
    return f"Exec: {meanwhile} No game was finished in time."


# -- the sentence ------------------------------------------------------------------


def final_words(choice: Choice, setup: Setup, advised: Recommendation) -> str:
    """What the exec says of the playouts on a screen: both chances and their standard error."""
    if advised.rival_leads:
        words = _rival_may_be_better(choice, setup, advised)
    elif advised.rival:
        words = _comparison(choice, setup, advised)
    else:
        words = _alone(choice, setup, advised)
    named = [name for name in (advised.order, advised.rival) if name]
    error = max(standard_error(advised, name) for name in named)
    points = count(max(1, round(100 * error)), "point")
    return f"{words}{_instead_of_doctrine(choice, advised)} Standard error: {points}."


def standard_error(advised: Recommendation, name: str) -> float:
    """The standard error of an order's chance by the measure of the recommendation, above 0."""
    games = advised.chances[name].branches
    trials = games + 2 * ADDED
    share = (share_of(advised, name) * games + ADDED) / trials
    return math.sqrt(share * (1.0 - share) / trials)


def recommendation_words(choice: Choice, setup: Setup, advised: Recommendation) -> str:
    """The recommendation as text and JSON have it, without a standard error: ``Exec: hold your
    course. 71% to hold the station (maneuvering: 68%).``
    """
    ordered, _ = _said(choice, advised.order)
    if not has_enough(advised.chances):
        return f"Exec: {ordered}. Too few games simulated from here to estimate a chance."
    if not advised.rival:
        return _alone(choice, setup, advised)
    if choice.decision is ASK_RELIEF and setup.kind == CAMPAIGN and advised.measure == WIN:
        words = _relief_words(choice, advised)
    else:
        words = _comparison(choice, setup, advised)
    return f"{words}{_instead_of_doctrine(choice, advised)}"


def _instead_of_doctrine(choice: Choice, advised: Recommendation) -> str:
    """What the officers would do without the count, as a sentence after a space; empty if the
    same.
    """
    if advised.order == advised.doctrine:
        return ""
    if choice.kind != ONE:
        return " On their own, your officers would make a different plan."
    doctrine, _ = _said(choice, advised.doctrine)
    return f" On their own, your officers would follow doctrine: {doctrine}."


def _alone(choice: Choice, setup: Setup, advised: Recommendation) -> str:
    """The recommendation if the other orders come to the same."""
    ordered, _ = _said(choice, advised.order)
    return f"Exec: {ordered}. {_situation(advised)}{_prospects(setup, advised)}."


def _rival_may_be_better(choice: Choice, setup: Setup, advised: Recommendation) -> str:
    """The recommendation if its rival leads (``rival_leads``)."""
    ordered, _ = _said(choice, advised.order)
    _, instead = _said(choice, advised.rival)
    chance = f"{_situation(advised)}{_prospects(setup, advised)}"
    other = percent(share_of(advised, advised.rival))
    return f"Exec: {ordered}. {chance}; {instead} ({other}) may be better."


def _situation(advised: Recommendation) -> str:
    """What is lost already, whatever is ordered."""
    if advised.measure == DRAWN:
        return "You can no longer win. "
    if advised.measure == AFLOAT and is_lost(advised):
        return "The station is lost. "
    return ""


def _relief_words(choice: Choice, advised: Recommendation) -> str:
    """The recommendation about relief in a campaign: the chances are beside the answers."""
    ordered, _ = _said(choice, advised.order)
    _, instead = _said(choice, advised.rival)
    if advised.standing == BETTER:
        return f"Exec: {ordered}."
    if advised.standing == ALIKE:
        return f"Exec: {ordered}. {title_case(instead)} makes no real difference."
    return f"Exec: too close to call. By rule of thumb: {ordered}."


def _comparison(choice: Choice, setup: Setup, advised: Recommendation) -> str:
    """The recommendation compared with the next best order."""
    ordered, doing = _said(choice, advised.order)
    _, instead = _said(choice, advised.rival)
    mine = percent(share_of(advised, advised.order))
    other = percent(share_of(advised, advised.rival))
    situation = _situation(advised)
    chance = _prospects(setup, advised)
    if advised.standing == BETTER:
        less = other if other != mine else "slightly less"
        return f"Exec: {ordered}. {situation}{chance} ({instead}: {less})."
    if advised.standing == ALIKE:
        return f"Exec: {ordered}. {situation}{chance}. {title_case(instead)} would do as well."
    both = f"{title_case(doing)}: {chance}; {instead}: {other}"
    return f"Exec: too close to call. {situation}{both}."


def _prospects(setup: Setup, advised: Recommendation) -> str:
    """The chance of the recommended order by its measure, and in a campaign draws and losses."""
    results = advised.chances[advised.order]
    share = percent(share_of(advised, advised.order))
    if advised.measure == AFLOAT:
        kept = ""
        if not is_lost(advised):
            kept = f"{percent(results.chance)} to hold the station, "
        return f"{kept}{share} to stay afloat"
    words = f"{share} {goal_of(setup, advised)}"
    if setup.kind != CAMPAIGN:
        return words
    if advised.measure == WIN and results.draw:
        words += f", {percent(results.draw)} to draw"
    return words + (f", {results.lost:.1f} ships lost" if results.lost >= SHOWN_LOST else "")


def goal_of(setup: Setup, advised: Recommendation) -> str:
    """What the chances of a recommendation are for: ``to hold the station``, ``to hold stage
    2``.
    """
    if advised.measure == AFLOAT:
        return "to stay afloat"
    if advised.measure == DRAWN:
        return "to draw"
    if setup.kind != CAMPAIGN:
        return "to hold the station"
    if advised.stage:
        return f"to hold stage {advised.stage}"
    return "to win the campaign"


def share_of(advised: Recommendation, name: str) -> float:
    """The probability of an order by the measure of the recommendation."""
    order = advised.chances[name]
    if advised.measure == AFLOAT:
        # Never in a campaign, so there is one ship: the mean number lost is the chance to lose her.
        return max(0.0, 1.0 - order.lost)
    if advised.measure == DRAWN:
        return order.draw
    return order.chance


def has_enough(chances: Mapping[str, Chance]) -> bool:
    """Whether every order has enough playouts to show a chance."""
    return all(order.branches >= ENOUGH for order in chances.values())


def is_decided(advised: Recommendation, working: bool) -> bool:
    """Whether the exec has counted enough to say something: one is better, both are alike, or no
    more comes.
    """
    return has_enough(advised.chances) and (advised.standing != CLOSE or not working)


def is_lost(advised: Recommendation) -> bool:
    """Whether the station is lost with every order, as far as playouts can show that."""
    return all(not order.chance and order.high < HALF_A_POINT for order in advised.chances.values())


# -- orders as the exec says them -------------------------------------------------

#: An order, and the order as a gerund.
Wordings = tuple[str, str]


def _said(choice: Choice, name: str) -> Wordings:
    """An order as the exec would give it, and as a thing to do."""
    if choice.kind == ONE:
        option = next(option for option in choice.options if option.value == name)
        return ORDERS[choice.decision](option)
    plans = PLANS[choice.decision]
    if name in plans:
        return plans[name]
    if name in AIMS:
        return f"aim for {AIMS[name]}", AIMS[name]
    # Such as ``guard forward``.
    return name, name.replace("guard", "guarding", 1)


def gerund(choice: Choice, name: str) -> str:
    """An order as a thing to do: ``returning for repairs``."""
    _, doing = _said(choice, name)
    return doing


def _confirmed(yes: Wordings, no: Wordings) -> Callable[[Option], Wordings]:
    """The wordings of a question that is answered with yes or no."""
    return lambda option: yes if option.value == YES else no


def _named(option: Option) -> Wordings:
    """An option whose text begins with its verb, such as ``Return for repairs``."""
    verb, _, what = option.text.partition(" ")
    return f"{verb.lower()} {what}", f"{verb.lower()}ing {what}"


def _counterflooded(option: Option) -> Wordings:
    if option.value == NO_FLOODING:
        return "do not counterflood", "not counterflooding"
    what = option.text.lower()
    return f"counterflood {what}", f"counterflooding {what}"


#: Each option of a decision as an order, and as a gerund.
ORDERS: dict[Decision, Callable[[Option], Wordings]] = {
    ORDER_MANEUVER: _confirmed(
        ("maneuver", "maneuvering"), ("hold your course", "holding your course")
    ),
    DECLARE: _confirmed(
        ("declare an emergency", "declaring an emergency"),
        ("do not declare an emergency", "not declaring an emergency"),
    ),
    RESCIND: _confirmed(
        ("end the emergency", "ending the emergency"),
        ("keep the emergency in force", "keeping the emergency in force"),
    ),
    FLOOD: _named,
    COUNTERFLOOD: _counterflooded,
    ASK_RELIEF: _named,
    RELIEVING_SHIP: lambda option: (f"send {option.value}", f"sending {option.value}"),
}
#: Why doctrine says yes to a decision, and why no.
REASONS: dict[Decision, tuple[str, str]] = {
    ORDER_MANEUVER: (
        "A maneuver is worth what it costs.",
        "A maneuver is not worth what it costs.",
    ),
    DECLARE: (
        "The repairs gain more than silent guns cost.",
        "Silent guns would cost more than the repairs gain.",
    ),
    RESCIND: ("Silent guns cost more than the repairs gain.", ""),
    FLOOD: (
        "The fire would cost more than the flooding.",
        "The flooding would cost more than the fire.",
    ),
    COUNTERFLOOD: (
        "List and trim hinder the guns and the helm.",
        "Counterflooding is not worth the added water.",
    ),
}
#: Whole plans and assignments, the exec's and the player's, as an order and as a gerund.
PLANS: dict[Decision, dict[str, Wordings]] = {
    FIRE_PLAN: {
        EXEC: ("use my fire plan", "my plan"),
        YOURS: ("keep your fire plan", "your plan"),
    },
    REPAIR_MEN: {
        EXEC: ("use my assignment", "my assignment"),
        YOURS: ("keep your assignment", "your assignment"),
    },
}
#: The aims of a fire plan by their names in ``odds.aims``; those that guard a section say so.
AIMS = {"fewest": "the fewest hits", "weapons": "weapons first"}
