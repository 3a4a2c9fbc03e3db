"""Standing orders of one game: what the officers decide without asking the captain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from itertools import permutations
from typing import Annotated, Any, NamedTuple

import msgspec
from msgspec import Meta

from picket_duty.book.data import SPOILED_AIM
from picket_duty.book.ids import DECK_FIRE
from picket_duty.book.vocabulary import (
    ASK_RELIEF,
    COUNTERFLOOD,
    DECLARE,
    FLOOD,
    ORDER_MANEUVER,
    RELIEVING_SHIP,
    REPAIR_MEN,
    RESCIND,
    DamageEffect,
    StrikeOutcome,
    Track,
)
from picket_duty.captains import doctrine
from picket_duty.events import Damage, DecisionMade, Event, Leave, Loss, Strike, Undone, WaveBegun
from picket_duty.game import Game
from picket_duty.odds import repair
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.consequences import by_maneuver
from picket_duty.odds.fire import ship_with
from picket_duty.odds.later_raids import raid_later_today
from picket_duty.odds.roll_odds import chance, outcomes
from picket_duty.odds.round_risk import round_risk
from picket_duty.requests import ASSIGN, Answer, Choice, Decision
from picket_duty.rules import control, scenario, upkeep, wave
from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.rules.campaign import SUNK
from picket_duty.rules.play import NO, YES, Play
from picket_duty.setup import BY_COMPUTER, UNAIDED
from picket_duty.text.dates import label_words
from picket_duty.text.english import count, listed

#: The decisions on relief, which are always the player's unless the officers are in command.
RELIEF: tuple[Decision, ...] = (ASK_RELIEF, RELIEVING_SHIP)
#: Reasons why the officers in command call the captain; a headline explains each.
STRUCK = "we are hit"
SHIP_LOST = "a ship is lost"
#: Key of the note in a save that holds them.
NOTE = "standing orders"
#: Range of the chance from which a maneuver is tried, in percent.
LEAST_CHANCE = 1
MOST_CHANCE = 99
#: Under a house rule, the player is asked if what speaks against an order is at least so great a
#: part of what speaks for it.
CLOSE = 1 / 3
#: The player is asked about an emergency if it lowers the chance that the ship sinks or must leave
#: in this round by at least so much. At a chance of 1 in 6 it hardly ever does.
RISK_TO_ASK = 0.06
#: Without a wave to come, planes are expected if another raid today is at least so likely.
RAID_TO_ASK = 0.5


class StandingOrders(msgspec.Struct, frozen=True):
    """Routine by the officers; the chance from which they try a maneuver; ``commands``: all is
    theirs.
    """

    routine: bool = False
    least: Annotated[int, Meta(ge=LEAST_CHANCE, le=MOST_CHANCE)] = round(100 * doctrine.MANEUVER_AT)
    commands: bool = False

    def words(self) -> str:
        """The words for the header; empty unless the officers are in command."""
        return "officers in command" if self.commands else ""

    def commanded(self, commands: bool) -> StandingOrders:
        """A copy with the officers in command, or not."""
        return msgspec.structs.replace(self, commands=commands)

    def from_chance(self, least: str) -> StandingOrders:
        """A copy with a maneuver tried from the chance typed. Raises ValueError."""
        if not (
            least.isascii() and least.isdigit() and LEAST_CHANCE <= int(least[:3]) <= MOST_CHANCE
        ):
            raise ValueError(
                f"The maneuver chance must be {LEAST_CHANCE} to {MOST_CHANCE} percent, not "
                f"{least!r}"
            )
        return msgspec.structs.replace(self, least=int(least))


#: The standing orders of a new game.
ROUTINE = StandingOrders(routine=True)


def standing_answer(game: Game, standing: StandingOrders) -> Answer | None:
    """The answer to the choice requested by standing orders, None if the player is asked."""
    choice = game.request
    if not isinstance(choice, Choice):
        return None
    if standing.commands:
        return doctrine.decide(game.play, choice)
    routine = ROUTINE_ANSWERS.get(choice.decision) if standing.routine else None
    if routine is None:
        return None
    return routine(game.play, choice, standing)


def only_plan(game: Game, standing: StandingOrders, plans: AimPlans) -> dict[str, int] | None:
    """The fire plan with which the officers open fire; None if the player is asked.

    There is a single aim, and no fighters can be held back. A plan that was undone is the player's.
    """
    setup = game.state.setup
    is_routine = standing.routine and game.aid != UNAIDED and setup.dice == BY_COMPUTER
    if not is_routine or any(isinstance(event, Undone) for event in game.events[-1:]):
        return None
    if plans.most_held or plans.is_question():
        return None
    return plans.plan(Aim())


def _maneuver(play: Play, _choice: Choice, standing: StandingOrders) -> Answer | None:
    """A likely maneuver is tried, but the player is asked if it may cost the ship her fuel. A hard
    turn is tried if it prevents enough damage.
    """
    made = chance(wave.maneuver_roll(play), "yes")
    if play.state.option(SPOILED_AIM):
        return _hard_turn(play, made)
    if made * 100 < standing.least:
        return NO
    return None if _may_run_dry(play) else YES


def _hard_turn(play: Play, made: float) -> Answer | None:
    """Doctrine's answer, but the player is asked if a weapon attacks and a success may prevent about
    as much damage as a failure may add, or if the attempt may cost the ship her fuel.
    """
    # Without a weapon, a captain would only add up the chances of crashes.
    armed = any(plane.special and plane.flying for plane in play.state.air.planes)
    damage = by_maneuver(play, doctrine.damage_expected)
    prevented = made * (damage.held - damage.turned)
    added = (1.0 - made) * (damage.failed - damage.held)
    if doctrine.hard_turn(damage, made) == NO:
        return None if armed and _is_close(prevented, added) else NO
    is_question = armed and _is_close(added, prevented)
    return None if is_question or _may_run_dry(play) else YES


def _is_close(against: float, reason: float) -> bool:
    """Whether the damage that speaks against an order is much, compared with that which speaks for
    it.
    """
    return against > repair.PLAIN and against >= CLOSE * reason


def _may_run_dry(play: Play) -> bool:
    """Whether an attempt makes it likelier that no fuel is left tonight."""
    if play.state.maneuvered_today or scenario.last_turn(play):
        return False
    fuel = play.ship.fuel
    return any(row["spaces"] >= fuel for row, _ in outcomes(upkeep.fuel_roll(play)))


def _declare(play: Play, choice: Choice, _standing: StandingOrders) -> Answer | None:
    """Doctrine's answer, but the player is asked if an emergency may save the ship and planes are
    expected, which would meet silent guns.
    """
    waves = play.state.air.waves
    if reasons_to_return(play) and not waves:
        # She leaves at the end of the phase, so no plane comes while the guns are silent.
        return YES
    expects_planes = waves or raid_later_today(play) >= RAID_TO_ASK
    if expects_planes and _risk_averted(play) >= RISK_TO_ASK:
        return None
    return doctrine.decide_declaration(play, choice)


def _risk_averted(play: Play) -> float:
    """By how much declaring an emergency lowers the chance that the ship sinks or must leave in this
    round.
    """
    without = round_risk(play)
    granted = round_risk(ship_with(play, declared=control.DECLARED))
    averted = without.sinks + without.leaves - granted.sinks - granted.leaves
    return chance(control.declaration_roll(play), "yes") * averted


#: What the officers decide as routine; None from a function leaves the decision to the player.
ROUTINE_ANSWERS: dict[Decision, Callable[[Play, Choice, StandingOrders], Answer | None]] = {
    ORDER_MANEUVER: _maneuver,
    DECLARE: _declare,
    RESCIND: lambda *_: YES,
    # In 30 positions, flooding was never the better answer.
    FLOOD: lambda *_: control.NO_FLOODING,
    COUNTERFLOOD: lambda play, choice, _: doctrine.decide_counterflood(play, choice),
    REPAIR_MEN: lambda play, choice, _: _men(play, choice),
}


def _men(play: Play, choice: Choice) -> Answer | None:
    """Men on every job, unless there are too few of them."""
    if choice.pool is None:
        return None if is_short_of_men(play, choice) else men_on_every_job(play, choice)
    sent = repair.best_men(play, choice)
    return None if _is_party_torn(play, choice, sent) else sent


def _is_party_torn(play: Play, choice: Choice, sent: Mapping[str, int]) -> bool:
    """Whether some of the men ``sent`` from the one repair party would prevent nearly as much damage
    at another job. Two jobs at which they prevent the same are not worth a question.
    """
    served = {choice.jobs[name].group for name in sent} - {""}
    gains = {
        name: repair.gains_of(play, name, job, min(choice.most, choice.men[job.section]))
        for name, job in choice.jobs.items()
        if name in sent or job.group not in served
    }
    return any(
        _may_move(gains[giving], sent.get(giving, 0), gains[taking], sent.get(taking, 0))
        for giving, taking in permutations(gains, 2)
    )


def _may_move(here: list[float], men: int, there: list[float], has: int) -> bool:
    """Whether some of the ``men`` of one job would prevent nearly as much at another, which ``has``
    men. Both lists are the damage prevented by no man, one man and so on.
    """
    for moved in range(1, min(men, len(there) - 1 - has) + 1):
        lost = here[men] - here[men - moved]
        gained = there[has + moved] - there[has]
        if _is_close(gained, lost) and lost - gained > repair.NOISE:
            return True
    return False


def is_short_of_men(play: Play, choice: Choice) -> bool:
    """Whether a section has men, but fewer than the jobs that help there can use."""
    jobs: Counter[str] = Counter()
    for name, job in choice.jobs.items():
        if repair.helps(play, name, job, choice.most):
            jobs[job.section] += 1
    return any(
        number > 1 and 0 < choice.men[section] < number * choice.most
        for section, number in jobs.items()
    )


def men_on_every_job(play: Play, choice: Choice) -> dict[str, int]:
    """As many men on each job as it can use, fires first; of a group of jobs only one has men."""
    burning = {name for name, room in play.ship.compartments.items() if room.fire}
    fires = {name for name, job in choice.jobs.items() if job.kind == DECK_FIRE or name in burning}
    fires_first = sorted(choice.jobs, key=lambda name: name not in fires)
    men = men_on(choice, fires_first, lambda _name: choice.most)
    return {name: men[name] for name in choice.jobs if name in men}


def men_on(choice: Choice, jobs: Iterable[str], wanted: Callable[[str], int]) -> dict[str, int]:
    """The men ``wanted`` for one job after another, while there are any; of a group of jobs only one
    has men.
    """
    groups = set[str]()
    men = dict[str, int]()
    for name in jobs:
        job = choice.jobs[name]
        sent = min(wanted(name), choice.idle(men)[job.section])
        if sent and job.group not in groups:
            men[name] = sent
            groups |= {job.group} - {""}
    return men


def still_sends_nobody(events: Sequence[Event], place: int, by_officers: Collection[int]) -> bool:
    """Whether the officers send no repair men at an index of ``events``, as they did just before in
    this phase.
    """
    if not _sends_nobody(events[place]):
        return False
    for before in reversed(range(place)):
        earlier = events[before]
        if earlier.phase != events[place].phase or isinstance(earlier, WaveBegun):
            return False
        if isinstance(earlier, DecisionMade) and earlier.about == REPAIR_MEN.id:
            return before in by_officers and _sends_nobody(earlier)
    return False


def _sends_nobody(event: Event) -> bool:
    return isinstance(event, DecisionMade) and event.about == REPAIR_MEN.id and not event.answer


# -- whose decision it was ---------------------------------------------------------------

#: Who makes a decision: the player, the officers, or the officers because the player delegated this
#: and the next ones.
PLAYER, OFFICERS, DELEGATED = DECIDERS = ("player", "officers", "delegated")
#: Who makes a decision for the player.
BY_OFFICERS = (OFFICERS, DELEGATED)


class OwnDecision(NamedTuple):
    """A decision that the player can undo, and the number of answers before it."""

    event: DecisionMade
    answers: int


def last_own_decision(game: Game, standing: StandingOrders) -> OwnDecision | None:
    """The last decision that the player made or delegated, or might have stopped; in older saves,
    one that the orders would not make.
    """
    for place, answer in _decisions(game):
        event = game.events[place]
        if not isinstance(event, DecisionMade) or _is_officers(game, event, answer, standing):
            continue
        if game.deciders[answer] in DECIDERS or standing_answer(game.at(answer), standing) is None:
            return OwnDecision(event, answer)
    return None


def has_own_decision(game: Game, standing: StandingOrders) -> bool:
    """Whether there is a decision that is not known to be the officers'. Quick: every frame
    asks.
    """
    made = ((game.events[place], answer) for place, answer in _decisions(game))
    return any(
        isinstance(event, DecisionMade) and not _is_officers(game, event, answer, standing)
        for event, answer in made
    )


def _is_officers(game: Game, event: DecisionMade, answer: int, standing: StandingOrders) -> bool:
    """Whether a decision is known to be the officers' alone: under the routine, the player might
    have stopped a fire plan.
    """
    by_officers = game.deciders[answer] == OFFICERS
    return by_officers and (event.kind != ASSIGN or standing.commands)


def decided_by_officers(game: Game) -> set[int]:
    """The indexes of the events of decisions that the officers made, also those that the player
    delegated.
    """
    return {place for place, answer in _decisions(game) if game.deciders[answer] in BY_OFFICERS}


def _decisions(game: Game) -> Iterator[tuple[int, int]]:
    """The index of the event and of the answer of each decision, latest first."""
    chosen = (
        index
        for index in reversed(range(len(game.events)))
        if isinstance(game.events[index], DecisionMade)
    )
    answers = (
        index
        for index in reversed(range(len(game.answers)))
        if not isinstance(game.answers[index], tuple)
    )
    return zip(chosen, answers, strict=False)


def undo_question(game: Game, own: OwnDecision) -> str:
    """The question before an undo: whose decision it is, its time, and what goes with it."""
    whose = "your last decision"
    if game.deciders[own.answers] == OFFICERS:
        whose = "your officers' last order"
    question = f"Undo {whose} ({own.event.about}, {label_words(own.event.phase)})?"
    later = game.answers[own.answers + 1 :]
    rolls = sum(isinstance(answer, tuple) for answer in later)
    orders = len(later) - rolls
    lost = [count(rolls, "roll")] if rolls else []
    lost += [count(orders, "order") + " by your officers"] if orders else []
    return f"{question} This also undoes {listed(lost)}." if lost else question


def nothing_to_undo(game: Game) -> str:
    """Why the player has no decision to undo; a resumed game knows only the answers since the last
    day began.
    """
    if not game.base:
        return "You have no decision to undo."
    return (
        "In a resumed game, undo goes back only to the start of the day. "
        "To go back further, play on from its replay, or use 'picket-duty saves copy --at N'."
    )


#: Said once a scenario can only be lost.
STATION_LOST = "Your ship must leave her station, so the scenario is lost."


def asks_to_play_on(game: Game, standing: StandingOrders) -> bool:
    """Whether the player of a scenario that is lost may leave the rest to the officers; not with the
    player's own dice.
    """
    by_computer = game.state.setup.dice == BY_COMPUTER
    if not game.state.scenario or not isinstance(game.request, Choice) or not by_computer:
        return False
    return standing.routine and not standing.commands and bool(reasons_to_return(game.play))


def call_reason(game: Game, happened: Sequence[Event]) -> str:
    """Why the officers in command call the player after these events; empty if they do not."""
    left = next((event for event in happened if isinstance(event, Leave)), None)
    if left is not None:
        if left.reason == SUNK:
            return SHIP_LOST
        return "we are leaving the station"
    for event in happened:
        if (
            isinstance(event, Strike)
            and event.outcome in (StrikeOutcome.HIT, StrikeOutcome.WEAPON)
            and not event.near
        ):
            return STRUCK
        if (
            isinstance(event, Damage)
            and event.item == DECK_FIRE
            and event.effect == DamageEffect.OUT_OF_CONTROL
        ):
            return "a deck fire is out of control"
        low = game.tables.numbers.steady_hull
        if (
            isinstance(event, Loss)
            and event.track == Track.HULL
            and event.points
            and event.left <= low
        ):
            return f"the hull is at {event.left}"
    return ""


def relief_reason(game: Game, order: Answer) -> str:
    """Why the officers in command call the player before this order; empty unless it asks for
    relief.
    """
    choice = game.request
    if not isinstance(choice, Choice) or choice.decision != ASK_RELIEF or order == upkeep.STAY:
        return ""
    ship = game.play.ship
    wanted = next(option.text for option in choice.options if option.value == order)
    stores = f"hull {ship.hull}, fuel {ship.fuel}, ammunition {ship.ammunition}"
    return f"we should {wanted[0].lower()}{wanted[1:]}: {stores}"


def load_standing_orders(game: Game) -> StandingOrders:
    """The standing orders in the save of a game; without any the routine, with the player's own
    dice none.
    """
    given = orders_given(game.notes)
    if given is not None:
        return given
    if game.state.setup.dice != BY_COMPUTER:
        return StandingOrders()
    return ROUTINE


def orders_given(notes: Mapping[str, Any]) -> StandingOrders | None:
    """The standing orders in the notes of a save, none if they cannot be read; None without any."""
    note = notes.get(NOTE)
    if note is None:
        return None
    orders = note.get("orders") if isinstance(note, dict) else None
    if isinstance(orders, dict):
        # Older versions had an order for each kind of decision; without any, the player was asked
        # everything.
        least = {"least": note.get("least")} if orders.get("maneuver") == "from" else {}
        note = {"routine": bool(orders), "commands": note.get("commands", False), **least}
    try:
        return msgspec.convert(note, StandingOrders)
    except msgspec.ValidationError:
        return StandingOrders()


def save_standing_orders(game: Game, standing: StandingOrders) -> None:
    """Store the standing orders in the save of a game, if it has one. Raises SaveError."""
    if game.save_file is not None:
        note: dict[str, Any] = msgspec.to_builtins(standing)
        game.save_file.write_note(NOTE, note)
