"""Standing orders of one game: what the officers decide without asking the captain."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from typing import Annotated, Any

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
)
from picket_duty.captains import doctrine
from picket_duty.events import Undone
from picket_duty.game import Game
from picket_duty.odds import repair_men
from picket_duty.odds.aims import Aim, AimPlans
from picket_duty.odds.fire import ship_with
from picket_duty.odds.maneuver import by_maneuver, fuel_drawn
from picket_duty.odds.roll_odds import chance
from picket_duty.odds.round_risk import round_risk
from picket_duty.requests import Answer, Choice, Decision
from picket_duty.rules import control, wave
from picket_duty.rules.anchorage import reasons_to_return
from picket_duty.rules.play import NO, YES, Play
from picket_duty.setup import BY_COMPUTER, UNAIDED

#: The decisions on relief, which are always the player's unless the officers are in command.
RELIEF: tuple[Decision, ...] = (ASK_RELIEF, RELIEVING_SHIP)
#: Said once a scenario can only be lost.
STATION_LOST = "Your ship must leave her station, so the scenario is lost."
#: Key of the note in a save that holds them.
NOTE = "standing orders"
#: Range of the chance from which a maneuver is tried, in percent.
LEAST_CHANCE = 1
MOST_CHANCE = 99
#: The player is asked about a hard turn if the damage that speaks against the officers' order is
#: at least this share of the damage that speaks for it.
CLOSE = 1 / 3
#: Expected damage, in ships, that is too little for a question.
NEGLIGIBLE = 0.002
#: The player is asked about an emergency declaration, which silences the guns for repairs, if it
#: lowers the chance that the ship sinks or must leave in this round by at least so much. A
#: declaration that is granted only on 1 of 6 hardly ever lowers the chance that far.
RISK_TO_ASK = 0.06


class StandingOrders(msgspec.Struct, frozen=True):
    """What the officers decide: ``routine`` is whether they decide what is routine, ``least`` the
    chance in percent from which they try a maneuver, and ``commands`` whether they decide all.
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
        is_number = least.isascii() and least.isdigit()
        # ``int`` refuses thousands of digits.
        is_short = len(least) <= len(str(MOST_CHANCE))
        if not is_number or not is_short or not LEAST_CHANCE <= int(least) <= MOST_CHANCE:
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

    The officers do so only if there is a single aim and no fighters can be held back. The plan is
    the player's in an unaided game, with dice that the player rolls, and after an undo.
    """
    setup = game.state.setup
    is_routine = standing.routine and game.aid != UNAIDED and setup.dice == BY_COMPUTER
    if not is_routine or any(isinstance(event, Undone) for event in game.events[-1:]):
        return None
    if plans.most_held or plans.is_question():
        return None
    return plans.plan(Aim())


def _maneuver(play: Play, _choice: Choice, standing: StandingOrders) -> Answer | None:
    """A likely maneuver is tried, but the player is asked if it may cost the ship her fuel. With
    the option of spoiled aim, every maneuver is a hard turn, which spoils the aim of the ship's
    guns and of the planes: it is tried if it prevents enough damage.
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
    # Without a weapon, only chances of crashes are added up, and the officers can do that.
    armed = any(plane.special and plane.flying for plane in play.state.air.planes)
    damage = by_maneuver(play, doctrine.damage_expected)
    prevented = made * (damage.course_held - damage.succeeded)
    added = (1.0 - made) * (damage.failed - damage.course_held)
    if doctrine.hard_turn(damage, made) == NO:
        return None if armed and _is_close(against=prevented, reason=added) else NO
    is_question = armed and _is_close(against=added, reason=prevented)
    return None if is_question or _may_run_dry(play) else YES


def _is_close(against: float, reason: float) -> bool:
    """Whether the damage that speaks against an order is much, compared with that which speaks for
    it. What a turn prevents speaks for the turn and against holding the course; what a turn adds
    does the opposite.
    """
    return against > NEGLIGIBLE and against >= CLOSE * reason


def _may_run_dry(play: Play) -> bool:
    """Whether an attempt may leave no fuel tonight."""
    drawn = fuel_drawn(play, tried=True)
    return drawn is not None and drawn.none_left > 0.0


def _declare(play: Play, _choice: Choice, _standing: StandingOrders) -> Answer | None:
    """Yes if no plane can come while the guns are silent, such as after the last wave on a ship
    that must leave. Otherwise, the player is asked if an emergency may save the ship; if not, the
    guns stay manned.
    """
    must_leave = reasons_to_return(play) and not play.state.air.waves
    if must_leave or doctrine.quiet_until_turn_end(play):
        return YES
    return None if _risk_averted(play) >= RISK_TO_ASK else NO


def _risk_averted(play: Play) -> float:
    """By how much declaring an emergency lowers the chance that the ship sinks or must leave in this
    round.
    """
    without = round_risk(play)
    granted = round_risk(ship_with(play, declared=control.DECLARED))
    averted = without.sinks + without.leaves - granted.sinks - granted.leaves
    return chance(control.declaration_roll(play), "yes") * averted


def _repair_men(play: Play, choice: Choice, _standing: StandingOrders) -> Answer | None:
    """Men on every job; the player is asked if a section has too few for the jobs that help."""
    return None if is_short_of_men(play, choice) else men_on_every_job(play, choice)


#: What the officers decide as routine; None from a function leaves the decision to the player.
ROUTINE_ANSWERS: dict[Decision, Callable[[Play, Choice, StandingOrders], Answer | None]] = {
    ORDER_MANEUVER: _maneuver,
    DECLARE: _declare,
    RESCIND: lambda *_: YES,
    # In 30 positions, flooding was never the better answer.
    FLOOD: lambda *_: control.NO_FLOODING,
    COUNTERFLOOD: lambda play, choice, _: doctrine.decide_counterflood(play, choice),
    REPAIR_MEN: _repair_men,
}


def is_short_of_men(play: Play, choice: Choice) -> bool:
    """Whether a section with several jobs that help has men, but fewer than these jobs can use."""
    jobs: Counter[str] = Counter()
    for name, job in choice.jobs.items():
        if repair_men.helps(play, name, job, choice.most):
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
    men = men_on(choice, fires_first)
    # The answer lists the jobs in the order of the choice, as the player would see them.
    return {name: men[name] for name in choice.jobs if name in men}


def men_on(choice: Choice, jobs: Iterable[str]) -> dict[str, int]:
    """As many men as a job takes on one job after another, while there are any; of a group of jobs
    only one has men.
    """
    groups = set[str]()
    men = dict[str, int]()
    for name in jobs:
        job = choice.jobs[name]
        sent = min(choice.most, choice.idle(men)[job.section])
        if sent and job.group not in groups:
            men[name] = sent
            groups |= {job.group} - {""}
    return men


def officers_may_finish(game: Game, standing: StandingOrders) -> bool:
    """Whether to ask the player of a scenario that is lost if the officers are to play on. A player
    who rolls the dice is never asked.
    """
    by_computer = game.state.setup.dice == BY_COMPUTER
    if not game.state.scenario or not isinstance(game.request, Choice) or not by_computer:
        return False
    return standing.routine and not standing.commands and bool(reasons_to_return(game.play))


def load_standing_orders(game: Game) -> StandingOrders:
    """The standing orders in the save of a game. A save without any has the routine, or none if the
    player rolls the dice.
    """
    given = orders_given(game.notes)
    if given is not None:
        return given
    if game.state.setup.dice != BY_COMPUTER:
        return StandingOrders()
    return ROUTINE


def orders_given(notes: Mapping[str, Any]) -> StandingOrders | None:
    """The standing orders in the notes of a save; None if there are none. If they cannot be read,
    the player is asked everything.
    """
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
