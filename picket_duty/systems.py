"""What the game loop needs: the rules of a game (``System``) and its open save (``SaveWriter``)."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from picket_duty.book import Tables
from picket_duty.events import Event, JsonObject

if TYPE_CHECKING:
    from typing_extensions import TypeVar

    from picket_duty.checkpoints import Checkpoint
    from picket_duty.events import BaseEvent
    from picket_duty.rules.play import Play, Procedure
    from picket_duty.state import Setup, State

    class AnyState(Protocol):
        """The parts of a state that the game loop uses."""

        setup: Setup

    class AnyPlay(Protocol):
        """The parts of a step's context that the game loop uses; ``state`` is the state of the
        system.
        """

        state: Any
        events: list[Event]

        def emit(self, event: BaseEvent) -> None:
            """Append an event."""

    # The types of the state, the tables and the context of a step. By default, they are those of
    # the destroyer's game; at run time, older versions of Python know no defaults.
    S = TypeVar("S", bound=AnyState, default=State)
    T = TypeVar("T", default=Tables)
    P = TypeVar("P", bound=AnyPlay, default=Play)
    T_contra = TypeVar("T_contra", contravariant=True, default=Tables)
else:
    from typing import TypeVar

    S = TypeVar("S")
    T = TypeVar("T")
    P = TypeVar("P")
    T_contra = TypeVar("T_contra", contravariant=True)


class System(Protocol[S, T_contra, P]):
    """The rules as the game loop sees them, for a type of state, tables and step context."""

    def first_state(self, tables: T_contra, setup: Setup) -> S:
        """The state before the first die."""

    def play_of(self, state: S, tables: T_contra) -> P:
        """The context for the steps from a state."""

    def next_step(self, play: P) -> Procedure[None] | None:
        """The next step of the state, not yet started; None if the game is over."""

    def address(self, state: S) -> str:
        """The name of the next step, from which its dice are computed (``dice``)."""

    def label(self, state: S) -> str:
        """The name of the next step in saves and lists."""

    def begins_day(self, state: S) -> bool:
        """Whether the next step begins a day."""

    def encode(self, state: S) -> bytes:
        """A state as JSON in one line, equal for equal states."""

    def decode(self, data: bytes) -> S:
        """A state from its bytes."""

    def summary(self, game: Any) -> JsonObject:
        """The result of a ``Game`` of this system, as printed by ``play --json``."""

    def outcome(self, state: S) -> str:
        """How the game ended, empty while it is in progress."""


class SaveWriter(Protocol):
    """An open save: every answer is written before play continues. If writing fails, it raises and
    nothing changes.

    ``notice`` is a message about the save when it was opened, ``doubt`` a message about data that
    may not be on disk; ``lost`` says after closing that no file holds the game any more; ``notes``
    are values stored by front ends.
    """

    path: Path
    notice: str
    doubt: str
    lost: bool
    notes: JsonObject

    def write_roll(self, dice: tuple[int, ...], key: str) -> None:
        """Write the dice of a roll and the key of its result."""

    def write_choice(self, decision: Any, decider: str = "") -> None:
        """Write a decision and who made it."""

    def write_undo(self, count: int) -> None:
        """Write that ``count`` answers were undone."""

    def write_note(self, key: str, value: Any) -> None:
        """Write a value for a front end."""

    def write_checkpoint(self, point: Checkpoint) -> None:
        """Write the start of a step; never raises."""

    def write_end(self, state_hash: str) -> None:
        """Write the end of the game; never raises."""

    def holds(self, path: Path) -> bool:
        """Whether the save is open and its file is at this path."""

    def unsaved(self) -> str:
        """Try to write once more; returns why the game is not in a file, or an empty text."""

    def close(self) -> str:
        """Close the save; returns a message for the player, usually empty."""
