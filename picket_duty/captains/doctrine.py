"""The doctrine captain: the best fire plan, the best use of the men, prudent with the ship. It
needs no random numbers.

``QuickCaptain`` is its fast variant for playouts, which improves fire plans from one start only. On
the dice of 4,000 games it wins 0.05 points more in scenario 2 (standard error 0.37) and 0.38 fewer
in scenario 6 (0.21), in little more than half the time (``tools/bench/bench_doctrine.py``).
"""

from __future__ import annotations

from collections.abc import Callable

from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FLOOD,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    RESCIND,
)
from picket_duty.game import Game
from picket_duty.odds import declarations, plan, plan_search, repair, repair_men, survival
from picket_duty.odds.aims import exec_plan
from picket_duty.odds.maneuver import ByManeuver, by_maneuver
from picket_duty.odds.roll_odds import chance
from picket_duty.requests import ASSIGN, MEN_TO_JOBS, ONE, Answer, Choice, Decision
from picket_duty.rules import anchorage, campaign, control, gunnery, scenario, upkeep, wave
from picket_duty.rules.play import NO, YES, Play
from picket_duty.state import CAMPAIGN, PATROL, PORT, STARBOARD

#: Answers one kind of decision.
Order = Callable[[Play, Choice], str]

#: A maneuver costs at most a point on the fuel die: below this chance it is not worth the fuel.
MANEUVER_AT = 0.15
#: A maneuver that spoils the aim is tried if it prevents so much damage, in ships: a hundredth of
#: a hit.
MANEUVER_SAVES = 0.001
#: Leaves for stores at this level: enough for one bad day.
STORES_AT = 2
#: Leaves for repairs at this hull or number of items destroyed: in a campaign before one bad wave
#: can sink the ship (``tools/bench/bench_doctrine.py``); a patrol would end before the ship
#: returns.
REPAIR_HULL = {CAMPAIGN: 3, PATROL: 2}
REPAIR_DESTROYED = {CAMPAIGN: 4, PATROL: 6}
#: Room that counterflooding must leave on the flood track: the flooding of one wave.
FLOOD_ROOM = 3
#: The most answers that the quick captain caches; then the cache is cleared.
MOST_CACHED = 64


class DoctrineCaptain:
    """Answers every choice by the odds."""

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        return decide(game.play, choice)


def exec_answer(play: Play, choice: Choice) -> Answer:
    """The exec's recommendation: doctrine's answer, but for a fire plan the better one that a
    longer search finds.
    """
    if choice.kind == ASSIGN:
        return exec_plan(play, choice)
    return decide(play, choice)


def decide(play: Play, choice: Choice, decisions: dict[Decision, Order] | None = None) -> Answer:
    """The doctrine's answer: fire plan and men by the odds, other decisions by ``decisions`` if
    given.
    """
    if choice.kind == ASSIGN:
        return plan.staff_plan(play, choice)
    if choice.kind == MEN_TO_JOBS:
        return repair_men.best_men(play, choice)
    return (decisions or DECISIONS)[choice.decision](play, choice)


def decide_maneuver(play: Play, choice: Choice) -> str:
    """Yes if the maneuver is likely enough to succeed. One that spoils the aim must instead prevent
    enough damage.
    """
    made = chance(wave.maneuver_roll(play), "yes")
    if not play.state.option(SPOILED_AIM):
        return YES if made >= MANEUVER_AT else NO
    return hard_turn(by_maneuver(play, damage_expected), made)


def hard_turn(damage: ByManeuver, made: float) -> str:
    """Yes if a maneuver that spoils the aim prevents enough of the damage expected."""
    return YES if damage.course_held - damage.tried(made) >= MANEUVER_SAVES else NO


def damage_expected(play: Play) -> float:
    """The damage expected of all waves under a quick fire plan, in ships."""
    return plan.best_plan(play, gunnery.plan_choice(play), plan_search.QUICK).whole


def decide_declaration(play: Play, choice: Choice) -> str:
    """Yes if no wave can come before the turn ends, or if declaring has gained wins in games with
    such a deck fire (``declarations``).
    """
    if quiet_until_turn_end(play) or declarations.is_worth_declaring(play):
        return YES
    return NO


def quiet_until_turn_end(play: Play) -> bool:
    """Whether no wave can come before the turn ends."""
    return not play.state.air.waves and play.state.phase == scenario.phases_of(play)[-1]


def decide_flooding(play: Play, choice: Choice) -> str:
    """The compartment with the largest gain of flooding over fighting its fire, if positive."""
    # The first option is to flood nothing.
    gains = {
        option.value: repair.flooding_gain(play, option.value) for option in choice.options[1:]
    }
    best = max(gains, key=lambda name: gains[name])
    return best if gains[best] > 0 else control.NO_FLOODING


def decide_counterflood(play: Play, choice: Choice) -> str:
    """Counterflood if list or trim hinder guns and maneuver and the flood track has room."""
    ship = play.ship
    numbers = play.tables.numbers
    if not gunnery.listing(play) or ship.flood >= numbers.flood_limit - FLOOD_ROOM:
        return control.NO_FLOODING
    # The water goes where the ship is too high. Points above 0 mean that she lists to starboard or
    # is down by the stern.
    side = ""
    if abs(ship.list_points) >= numbers.list_limit:
        side = PORT if ship.list_points > 0 else STARBOARD
    trimmed = abs(ship.trim_points) >= numbers.list_limit
    section = "midship"
    if trimmed:
        section = "forward" if ship.trim_points > 0 else "aft"
    return control.place_of(section, side)


def decide_relief(play: Play, choice: Choice) -> str:
    """The answer by fixed limits. In a mini campaign or stage, another answer replaces it if it
    makes the ship last more often, by more than the error of that chance.
    """
    by_limits = relief_by_limits(play, choice)
    if not campaign.days_to_serve(play):
        return by_limits
    chances = survival.relief_chances(play, choice.legal())
    best = max(chances, key=lambda order: chances[order])
    if chances[best] - chances[by_limits] > survival.error(play):
        return best
    return by_limits


def relief_by_limits(play: Play, choice: Choice) -> str:
    """Leave before stores or hull run out."""
    kind = play.state.setup.kind
    return relief_at(
        play, choice, hull=REPAIR_HULL[kind], destroyed=REPAIR_DESTROYED[kind], stores=STORES_AT
    )


def relief_at(play: Play, choice: Choice, hull: int, destroyed: int, stores: int) -> str:
    """Repair at ``hull`` points or fewer, or with ``destroyed`` things or more; replenish at
    ``stores`` points or fewer.
    """
    legal = choice.legal()
    ship = play.ship
    worn = ship.hull <= hull or anchorage.things_destroyed(play) >= destroyed
    if upkeep.ASK_REPAIR in legal and worn:
        return upkeep.ASK_REPAIR
    if upkeep.ASK_REPLENISH in legal and min(ship.fuel, ship.ammunition) <= stores:
        return upkeep.ASK_REPLENISH
    return upkeep.STAY


def relieving_ship(play: Play, choice: Choice) -> str:
    """The ship with the best morale."""
    morale = {ship.name: ship.morale for ship in play.state.squadron}
    return max(choice.legal(), key=morale.__getitem__)


DECISIONS: dict[Decision, Order] = {
    ORDER_MANEUVER: decide_maneuver,
    DECLARE: decide_declaration,
    # A wave is coming, and silent guns cost more than the repairs gain.
    RESCIND: lambda *_: YES,
    FLOOD: decide_flooding,
    COUNTERFLOOD: decide_counterflood,
    ASK_RELIEF: decide_relief,
    RELIEVING_SHIP: relieving_ship,
}


class QuickCaptain:
    """Doctrine with quick fire plans, for one playout.

    ``known`` is a cache that playouts from the same position share. It has their first answers to a
    choice of a fire plan or men, by state; after that, the states of two playouts differ.
    """

    def __init__(self, *, known: dict[bytes, Answer] | None = None) -> None:
        self._known = known

    def choose(self, game: Game) -> Answer:
        """A legal answer to the choice requested."""
        choice = game.request
        assert isinstance(choice, Choice)
        known = self._known
        if choice.kind != ONE:
            self._known = None
        if known is None or choice.kind == ONE:
            return _quick_answer(game, choice)
        key = game.system.encode(game.state)
        if key not in known:
            if len(known) >= MOST_CACHED:
                known.clear()
            known[key] = _quick_answer(game, choice)
        return known[key]


def _quick_answer(game: Game, choice: Choice) -> Answer:
    if choice.kind == ASSIGN:
        return plan.best_plan(game.play, choice, plan_search.QUICK).orders
    return decide(game.play, choice)
