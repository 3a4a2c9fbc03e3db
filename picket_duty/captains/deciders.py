"""Who made the decisions of a game: the player, or the officers."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import NamedTuple

from picket_duty.book.vocabulary import REPAIR_MEN
from picket_duty.captains.standing_orders import StandingOrders, standing_answer
from picket_duty.events import DecisionMade, Event, WaveBegun
from picket_duty.game import Game
from picket_duty.requests import ASSIGN
from picket_duty.text.dates import label_words
from picket_duty.text.english import count, listed

#: Who makes a decision: the player, the officers, or the officers because the player delegated this
#: and the next ones.
PLAYER, OFFICERS, DELEGATED = DECIDERS = ("player", "officers", "delegated")
#: Who makes a decision for the player.
BY_OFFICERS = (OFFICERS, DELEGATED)


class OwnDecision(NamedTuple):
    """A decision that the player can undo, and the number of answers before it, which is also the
    index of its answer.
    """

    event: DecisionMade
    answers_before: int


def last_own_decision(game: Game, standing: StandingOrders) -> OwnDecision | None:
    """The last decision that the player made or delegated, or might have stopped
    (``_is_officers_alone``).

    Older saves do not record who made a decision. In their games, it is the last decision that the
    standing orders would have left to the player.
    """
    for at_event, at_answer in _decisions(game):
        event = game.events[at_event]
        if not isinstance(event, DecisionMade):
            continue
        if _is_officers_alone(game, event, at_answer, standing):
            continue
        is_known = game.deciders[at_answer] in DECIDERS
        if is_known or standing_answer(game.at(at_answer), standing) is None:
            return OwnDecision(event, at_answer)
    return None


def has_own_decision(game: Game, standing: StandingOrders) -> bool:
    """Whether there is a decision that is not known to be the officers'. It must be quick, because
    every frame of the screen asks.
    """
    made = ((game.events[at_event], at_answer) for at_event, at_answer in _decisions(game))
    return any(
        isinstance(event, DecisionMade) and not _is_officers_alone(game, event, at_answer, standing)
        for event, at_answer in made
    )


def _is_officers_alone(
    game: Game, event: DecisionMade, at_answer: int, standing: StandingOrders
) -> bool:
    """Whether a decision is known to be the officers' alone. A fire plan is theirs alone only if
    they are in command: otherwise the player might have stopped it.
    """
    by_officers = game.deciders[at_answer] == OFFICERS
    return by_officers and (event.kind != ASSIGN or standing.commands)


def decided_by_officers(game: Game) -> set[int]:
    """The indexes of the events of decisions that the officers made, also those that the player
    delegated.
    """
    return {
        at_event
        for at_event, at_answer in _decisions(game)
        if game.deciders[at_answer] in BY_OFFICERS
    }


def _decisions(game: Game) -> Iterator[tuple[int, int]]:
    """The index of the event and the index of the answer of each decision, latest first.

    They are paired from the end, because a game that starts in the middle may have earlier events
    without their answers.
    """
    chosen = (
        index
        for index in reversed(range(len(game.events)))
        if isinstance(game.events[index], DecisionMade)
    )
    answers = (
        index
        for index in reversed(range(len(game.answers)))
        # The answer to a roll is a tuple of dice.
        if not isinstance(game.answers[index], tuple)
    )
    return zip(chosen, answers, strict=False)


def undo_question(game: Game, own: OwnDecision) -> str:
    """The question before an undo: whose decision it is, its time, and what goes with it."""
    whose = "your last decision"
    if game.deciders[own.answers_before] == OFFICERS:
        whose = "your officers' last order"
    question = f"Undo {whose} ({own.event.about}, {label_words(own.event.phase)})?"
    later = game.answers[own.answers_before + 1 :]
    rolls = sum(isinstance(answer, tuple) for answer in later)
    orders = len(later) - rolls
    lost = [count(rolls, "roll")] if rolls else []
    lost += [count(orders, "order") + " given by your officers"] if orders else []
    return f"{question} This also undoes {listed(lost)}." if lost else question


def nothing_to_undo(game: Game) -> str:
    """Why the player has no decision to undo. A resumed game knows only the answers since its last
    day began.
    """
    if not game.base:
        return "You have no decision to undo."
    return (
        "In a resumed game, undo goes back only to the start of the day. "
        "To go back further, play on from the game's replay, or use 'picket-duty saves copy --at N'."
    )


def still_sends_nobody(events: Sequence[Event], place: int, by_officers: Collection[int]) -> bool:
    """Whether the event at an index sends no repair men, after the officers sent none the time
    before in the same phase and wave.
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
