"""Standing orders: decisions that the player has made in advance or leaves to the officers.

They apply to one game until changed; every new game starts without any.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from picket_duty.book.ids import DECK_FIRE
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
    DamageEffect,
    StrikeOutcome,
    Track,
)
from picket_duty.captains.doctrine import decide, quiet_until_turn_end
from picket_duty.events import Chosen, Control, Crew, Damage, Event, Leave, Loss, Strike, WaveBegun
from picket_duty.game import Game
from picket_duty.odds import repair
from picket_duty.odds.command import Command
from picket_duty.odds.roll_odds import chance
from picket_duty.requests import Answer, Choice, Decision, Illegal
from picket_duty.rules import control, wave
from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.play import NO, YES, Play
from picket_duty.rules.upkeep import STAY
from picket_duty.setup import BY_COMPUTER

#: Values of a standing order: ask the player; the officers decide; always; never; from a chance on; ask the player only
#: when a section has fewer men than its jobs can use; only for a deck fire; only if a fire plan has a choice.
ASK, STAFF, ALWAYS, NEVER, FROM, SHORT, FIRES, CHOICE = (
    "ask", "staff", "always", "never", "from", "short", "fires", "choice",
)  # fmt: skip
#: Every standing order with its possible values.
ORDERS = {
    "maneuver": (ASK, ALWAYS, NEVER, FROM),
    "fire plan": (ASK, STAFF, CHOICE),
    "declaration": (ASK, STAFF, NEVER, FIRES),
    "rescinding": (ASK, STAFF),
    "flooding": (ASK, STAFF, NEVER),
    "men": (ASK, STAFF, SHORT),
    "relief": (ASK, STAFF),
}
#: The standing order that applies to a decision.
ORDER_FOR: dict[Decision, str] = {
    ORDER_MANEUVER: "maneuver",
    FIRE_PLAN: "fire plan",
    DECLARE: "declaration",
    RESCIND: "rescinding",
    FLOOD: "flooding",
    COUNTERFLOOD: "flooding",
    REPAIR_MEN: "men",
    ASK_RELIEF: "relief",
    RELIEVING_SHIP: "relief",
}
#: Reasons why the officers in command call the captain; a headline explains each.
STRUCK, SHIP_LOST = "we are hit", "a ship is lost"
#: Events after which men may be wanted elsewhere.
CHANGES = (Damage, Strike, Crew)
#: Keys of the notes in a save that hold them, and the orders of a fire plan that stand for later waves.
NOTE, PLAN_NOTE = "standing orders", "fire plan orders"
#: Range of the chance from which a maneuver is ordered, in percent.
LEAST_CHANCE, MOST_CHANCE = 1, 99


class StandingOrderError(ValueError):
    """An unknown standing order or value; the message names those that exist."""


class StandingOrders(msgspec.Struct, frozen=True):
    """The standing orders of a game.

    ``orders`` are the values by name, without those that ask; ``least`` is the chance of a maneuver in percent from
    which ``from`` tries it; ``commands`` leaves every decision to the officers.
    """

    orders: dict[str, str] = {}
    least: int = 50
    commands: bool = False

    @property
    def on(self) -> bool:
        """Whether any is set."""
        return self.commands or bool(self.orders)

    def words(self) -> str:
        """The orders that are set, in a few words; empty if none is."""
        if self == ROUTINE:
            return ""
        if self.commands:
            return "officers in command"
        return f"{len(self.orders)} standing order{'s' if len(self.orders) > 1 else ''}" if self.orders else ""

    def of(self, name: str) -> str:
        """The value of a standing order."""
        return self.orders.get(name, ASK)

    def but(self, name: str, value: str) -> StandingOrders:
        """A copy with one order changed. Raises StandingOrderError."""
        allowed = ORDERS.get(name)
        if allowed is None:
            raise StandingOrderError(f"unknown standing order {name!r}. Choose one of: {', '.join(ORDERS)}")
        if value not in allowed:
            raise StandingOrderError(f"{name} cannot be {value!r}. Choose one of: {', '.join(allowed)}")
        orders = {**self.orders, name: value}
        set_orders = {known: orders[known] for known in ORDERS if orders.get(known, ASK) != ASK}
        return msgspec.structs.replace(self, orders=set_orders)

    def commanded(self, commands: bool) -> StandingOrders:
        """A copy with the officers in command, or not."""
        return msgspec.structs.replace(self, commands=commands)

    def from_chance(self, least: int) -> StandingOrders:
        """A copy with a maneuver tried from a chance on, in percent. Raises StandingOrderError."""
        if not LEAST_CHANCE <= least <= MOST_CHANCE:
            raise StandingOrderError(
                f"the maneuver chance must be {LEAST_CHANCE} to {MOST_CHANCE} percent, not {least}"
            )
        return msgspec.structs.replace(self.but("maneuver", FROM), least=least)


#: The standing orders of a new game: routine that every captain would decide the same way.
ROUTINE = StandingOrders(
    {
        "maneuver": FROM,
        "fire plan": CHOICE,
        "declaration": FIRES,
        "rescinding": STAFF,
        "flooding": STAFF,
        "men": SHORT,
    },
    least=15,
)


# -- what they answer ---------------------------------------------------------------


def standing_answer(game: Game, standing: StandingOrders) -> Answer | None:
    """The answer to the choice requested by standing orders, None if the player is asked."""
    choice = game.request
    if not isinstance(choice, Choice):
        return None
    order = standing.of(ORDER_FOR[choice.decision])
    if not standing.commands:
        if order == ASK:
            return None
        if order == SHORT and is_short_of_men(game.play, choice):
            return same_men(game, choice)
        if order == FIRES and is_declaration_open(game.play):
            return same_declaration(game, choice)
        if order == CHOICE:
            return only_plan(game.play, choice)
    given = GIVEN.get(choice.decision)
    answer = given(game, standing, order) if given is not None else None
    return decide(game.play, choice) if answer is None else answer


def _maneuver(game: Game, standing: StandingOrders, order: str) -> Answer | None:
    """Always, never, or from a chance on."""
    if order == FROM:
        return YES if chance(wave.maneuver_roll(game.play), "yes") * 100 >= standing.least else NO
    return {ALWAYS: YES, NEVER: NO}.get(order)


def _declare(game: Game, standing: StandingOrders, order: str) -> Answer | None:
    return NO if order == NEVER else None


def _flood(game: Game, standing: StandingOrders, order: str) -> Answer | None:
    return control.NO_FLOODING if order == NEVER else None


#: Functions for standing orders besides the officers' answer; None leaves the decision to them.
GIVEN: dict[Decision, Callable[[Game, StandingOrders, str], Answer | None]] = {
    ORDER_MANEUVER: _maneuver,
    DECLARE: _declare,
    FLOOD: _flood,
    COUNTERFLOOD: _flood,
}


def is_short_of_men(play: Play, choice: Choice) -> bool:
    """Whether a section has men, but fewer than the jobs that help there can use."""
    jobs: Counter[str] = Counter()
    for name, job in choice.jobs.items():
        if repair.helps(play, name, job, choice.most):
            jobs[job.section] += 1
    return any(number > 1 and 0 < choice.men[section] < number * choice.most for section, number in jobs.items())


def only_plan(play: Play, choice: Choice) -> dict[str, int] | None:
    """The fire plan if there is no choice: one plane flies and no wave follows, so everything that bears fires at it.

    None if there is a choice.
    """
    planes = [plane.number for plane in play.state.air.planes if plane.flying]
    if len(planes) != 1 or play.state.air.waves:
        return None
    return {slot: planes[0] for slot, reached in choice.slots.items() if planes[0] in reached}


#: Decisions whose last answer stands until something changes.
REPEATED = (DECLARE.id, REPAIR_MEN.id)


def same_men(game: Game, choice: Choice) -> Answer | None:
    """The player's last assignment of men in this phase if nothing has changed since; else None."""
    for event in reversed(game.events):
        if isinstance(event, Chosen) and event.about == REPAIR_MEN.id:
            try:
                return choice.check(event.answer)
            except Illegal:
                return None
        changed = isinstance(event, CHANGES) or (isinstance(event, Control) and event.success)
        if changed or event.phase != choice.phase:
            return None
    return None


def is_declaration_open(play: Play) -> bool:
    """Whether a declaration would gain against a deck fire, and may cost something.

    It lasts at least through the next wave of the day, so it may silence the guns even after the last wave of a phase;
    if no wave can come before the day ends, there is nothing to decide.
    """
    return bool(play.ship.deck_fires) and not quiet_until_turn_end(play)


def same_declaration(game: Game, choice: Choice) -> Answer | None:
    """The player's last answer about a declaration in this phase, None if the player is asked again.

    An order to declare stands until it is granted. An order not to stands until a deck fire breaks out or reaches its
    last level.
    """
    last, worse = game.tables.numbers.deck_fire_limit, False
    for event in reversed(game.events):
        if event.phase != choice.phase:
            return None
        if isinstance(event, Chosen) and event.about == DECLARE.id:
            return None if worse and event.answer == NO else event.answer
        if isinstance(event, Damage) and event.item == DECK_FIRE:
            worse = worse or event.effect == DamageEffect.LIT or event.points >= last
    return None


def repeats_own_order(events: Sequence[Event], place: int, by_officers: Collection[int]) -> bool:
    """Whether the officers' decision at an index of ``events`` repeats the player's last one in this phase."""
    event = events[place]
    if not isinstance(event, Chosen) or event.about not in REPEATED:
        return False
    for before in reversed(range(place)):
        earlier = events[before]
        if earlier.phase != event.phase:
            return False
        if isinstance(earlier, Chosen) and earlier.about == event.about and before not in by_officers:
            return bool(earlier.answer == event.answer)
    return False


def still_sends_nobody(events: Sequence[Event], place: int, by_officers: Collection[int]) -> bool:
    """Whether the officers send no repair men at an index of ``events``, as they did just before in this phase."""
    if not _sends_nobody(events[place]):
        return False
    for before in reversed(range(place)):
        earlier = events[before]
        if earlier.phase != events[place].phase or isinstance(earlier, WaveBegun):
            return False
        if isinstance(earlier, Chosen) and earlier.about == REPAIR_MEN.id:
            return before in by_officers and _sends_nobody(earlier)
    return False


def _sends_nobody(event: Event) -> bool:
    return isinstance(event, Chosen) and event.about == REPAIR_MEN.id and not event.answer


# -- whose decision it was ---------------------------------------------------------------


class OwnDecision(NamedTuple):
    """A decision that the player made, and the number of answers before it."""

    event: Chosen
    answers: int


def last_own_decision(
    game: Game, standing: StandingOrders, by_officers: Collection[int], known: int = 0
) -> OwnDecision | None:
    """The last decision that the player made, None if there is none.

    ``by_officers`` are the indexes of events of the officers' decisions since event ``known``. An earlier decision,
    made before the game was resumed, is the officers' if the standing orders would make it.
    """
    chosen = (place for place in reversed(range(len(game.events))) if isinstance(game.events[place], Chosen))
    answers = (place for place in reversed(range(len(game.answers))) if not isinstance(game.answers[place], tuple))
    for place, answer in zip(chosen, answers, strict=False):
        event = game.events[place]
        officers = place in by_officers or (place < known and standing_answer(game.at(answer), standing) is not None)
        if isinstance(event, Chosen) and not officers:
            return OwnDecision(event, answer)
    return None


def nothing_to_undo(game: Game) -> str:
    """Why the player has no decision to undo; a resumed game knows only the answers since the last day began."""
    if not game.base:
        return "You have no decision to undo."
    return (
        "In a resumed game, undo goes back only to the last day's start. "
        "To go back further, play on from its replay, or use 'picket-duty saves copy --at N'."
    )


# -- when the station is lost -----------------------------------------------------------


#: The question once a scenario can only be lost, and its two answers.
STATION_LOST = "Your ship must leave her station, so the battle is lost. Play on to save the ship?"
PLAY_ON, OFFICERS_FINISH = "play on", "your officers finish the game"


def asks_to_play_on(game: Game, standing: StandingOrders) -> bool:
    """Whether the player is asked to play on before a decision of a scenario that can no longer be won.

    Not with the player's own dice or if every decision is asked, which is as the board game does.
    """
    by_computer = game.state.setup.dice == BY_COMPUTER
    if not game.state.scenario or not isinstance(game.request, Choice) or not by_computer:
        return False
    return standing.on and not standing.commands and bool(reasons_to_return(game.play))


# -- when officers in command call -----------------------------------------------------


def call_reason(game: Game, happened: Sequence[Event]) -> str:
    """Why the officers in command call the player after these events; empty if they do not."""
    left = next((event for event in happened if isinstance(event, Leave)), None)
    if left is not None:
        return SHIP_LOST if left.reason == SUNK else "we are leaving the station"
    for event in happened:
        if isinstance(event, Strike) and event.outcome in (StrikeOutcome.HIT, StrikeOutcome.WEAPON) and not event.near:
            return STRUCK
        if isinstance(event, Damage) and event.item == DECK_FIRE and event.effect == DamageEffect.OUT_OF_CONTROL:
            return "a deck fire is out of control"
        if isinstance(event, Loss) and _is_low(event, game):
            return f"the hull is at {event.left}"
    return ""


def relief_reason(game: Game, order: Answer) -> str:
    """Why the officers in command call the player before this order; empty unless it asks for relief."""
    choice = game.request
    if not isinstance(choice, Choice) or choice.decision != ASK_RELIEF or order == STAY:
        return ""
    ship, wanted = game.play.ship, next(option.text for option in choice.options if option.value == order)
    stores = f"hull {ship.hull}, fuel {ship.fuel}, ammunition {ship.ammunition}"
    return f"we should {wanted[0].lower()}{wanted[1:]}: {stores}"


def _is_low(loss: Loss, game: Game) -> bool:
    """Whether the hull has fallen below the limit of a steady ship."""
    return loss.track == Track.HULL and bool(loss.points) and loss.left <= game.tables.numbers.steady_hull


# -- kept in the save ------------------------------------------------------------------


def load_standing_orders(game: Game) -> StandingOrders:
    """The standing orders in the save of a game; without any the routine, with the player's own dice none."""
    given = orders_given(game.journal.notes) if game.journal is not None else None
    if given is None:
        return ROUTINE if game.state.setup.dice == BY_COMPUTER else StandingOrders()
    return given


def orders_given(notes: Mapping[str, Any]) -> StandingOrders | None:
    """The standing orders in the notes of a save, none if they cannot be read; None without any."""
    note = notes.get(NOTE)
    if note is None:
        return None
    try:
        return _checked(msgspec.convert(note, StandingOrders))
    except (msgspec.ValidationError, StandingOrderError):
        return StandingOrders()


def _checked(standing: StandingOrders) -> StandingOrders:
    """Standing orders with every name and value checked. Raises StandingOrderError."""
    checked = StandingOrders(commands=standing.commands).from_chance(standing.least).but("maneuver", ASK)
    for name, value in standing.orders.items():
        checked = checked.but(name, value)
    return checked


def save_standing_orders(game: Game, standing: StandingOrders) -> None:
    """Store the standing orders in the save of a game, if it has one. Raises SaveError."""
    if game.journal is not None:
        note: dict[str, Any] = msgspec.to_builtins(standing)
        game.journal.write_note(NOTE, note)


def load_plan_orders(game: Game) -> Command:
    """The orders of fire plans that stand, from the save of a game; none without a save or if they cannot be read."""
    note = game.journal.notes.get(PLAN_NOTE, {}) if game.journal is not None else {}
    try:
        return msgspec.convert(note, Command).standing()
    except msgspec.ValidationError:
        return Command()


def save_plan_orders(game: Game, command: Command) -> None:
    """Store the lasting orders of a fire plan in the save of a game, if they changed. Raises SaveError."""
    if game.journal is not None and command.standing() != load_plan_orders(game):
        note = {"armed_first": command.armed_first, "by_share": command.by_share}
        game.journal.write_note(PLAN_NOTE, note)
